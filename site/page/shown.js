// What the parts of the page have in common: elements, a finding, the replay of a game.

export const $ = (id) => document.getElementById(id);

export function element(name, text, className) {
  const made = document.createElement(name);
  if (text !== undefined) made.textContent = text;
  if (className) made.className = className;
  return made;
}

export function button(text, act) {
  const made = element("button", text);
  made.type = "button";
  made.addEventListener("click", act);
  return made;
}

export function fill(select, choices) {
  for (const [value, label] of choices) select.append(new Option(label, value));
}

// Only the newest of several calls goes on: what was typed since makes the others out of date.
export function newest(work, wait = 350) {
  let turn = 0, timer = 0;
  function call() {
    const mine = call.stop();
    timer = setTimeout(() => work(() => mine === turn), wait);
  }
  call.stop = () => {
    clearTimeout(timer);
    return ++turn;
  };
  return call;
}

// The objects that a command prints with --json, one on each line.
export const objects = (out) => out.split("\n").filter((line) => line.startsWith("{")).map((line) => JSON.parse(line));

export const problem = (done) => element("pre", (done.err || done.out).trim() || "nothing came back");

// A fault or a finding: its place, what is wrong, help, the rule and the booklet, and a button for each word that was meant.
export function finding(one, kind, where) {
  const box = element("div", undefined, `finding ${kind}`);
  if (one.line) box.append(button(`Line ${one.line}`, () => where.show(one.line, one.column)));
  box.append(element("p", one.code ? `${one.code}: ${one.message}` : `${kind}: ${one.message}`, "message"));
  if (one.help) box.append(element("p", one.help));
  if (one.says) box.append(element("p", one.says, "soft"));
  if (one.rule) box.append(element("p", [one.rule, one.cite].filter(Boolean).join(" · "), "cite"));
  if (one.instead?.length) box.append(corrections(one.instead, one, where));
  return box;
}

// One click writes a correction where a finding is.
export function corrections(texts, one, where) {
  const row = element("div", undefined, "fixes");
  row.append(element("span", "Correct it: ", "soft"), ...texts.map((text) => button(text, () => where.correct(one, text))));
  return row;
}

export const mark = (one, kind) => ({
  ...one, kind: { illegal: "error", error: "error", undecided: "warning", warning: "warning" }[kind] || "info",
  message: [one.message, one.says, one.help].filter(Boolean).join("\n"),
});

// The replay of a game in a frame. `stepped` is called with the place of each step on the page: [line, column, length], or nothing.
export function replayIn(frame, run, stepped = () => {}) {
  let places = [], wanted = null;
  frame.addEventListener("load", () => {
    const replay = frame.contentDocument, data = replay?.getElementById("data");
    if (!data) return;
    places = JSON.parse(data.textContent).steps.map((one) => one.place || [0, 0, 0]);
    replay.addEventListener("step", ({ detail }) => stepped(detail || [0, 0, 0]));
    if (wanted) step(wanted);
  });

  // Go to the step of which the text is here: the last one on this line that begins before this column.
  function step([line, column]) {
    wanted = [line, column];
    const here = places.flatMap(([row, begin], at) => (row === line ? [{ at, begin }] : []));
    const found = here.filter(({ begin }) => begin <= column).sort((one, other) => one.begin - other.begin).at(-1) || here[0];
    if (found && !frame.hidden) frame.contentWindow.location.replace(`${frame.dataset.url}#${found.at}`);
  }

  async function show(page, words, files, isWanted) {
    const done = await run(["replay", page, ...words, "--with-secrets", "-o", "-"], files, isWanted);
    if (!isWanted()) return;
    frame.hidden = done.code > 1 || !done.out;
    frame.classList.remove("old");
    if (frame.hidden) return;
    if (frame.dataset.url) URL.revokeObjectURL(frame.dataset.url);
    frame.dataset.url = URL.createObjectURL(new Blob([done.out], { type: "text/html" }));
    frame.src = frame.dataset.url;
  }

  // The text has changed: what is shown is not the game of the page any more.
  function out() {
    places = [];
    frame.classList.add("old");
  }

  function clear() {
    wanted = null;
    frame.hidden = true;
  }

  return { show, step, out, clear };
}
