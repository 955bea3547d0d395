// Starts `sy-judge lsp` for TOML files. The server decides which of them are ours.
const { workspace } = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;

exports.activate = () => {
  const command = workspace.getConfiguration("sy-judge").get("command");
  const server = { command, args: ["lsp"] };
  client = new LanguageClient("sy-judge", server, { documentSelector: [{ scheme: "file", language: "toml" }] });
  return client.start();
};

exports.deactivate = () => client?.stop();
