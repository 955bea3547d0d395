// Write a rule: house rules and their cases, tried while they are written.
import { editor, isTooLong } from "./editor.js";
import { $, element, fill, finding, mark, newest, objects, problem, replayIn } from "./shown.js";
import { PAGE } from "./judge.js";

export function writing(run, given, keep) {
  const changed = () => {
    $("try").disabled = true; // until the new text is tried
    keep();
    lint();
  };
  const rules = editor($("rules"), { changed, words: given.words });
  const cases = editor($("cases"), { changed, words: {} });
  const replay = replayIn($("game"), run);
  const name = () => /^\s*id\s*=\s*"([\w-]+)"/m.exec(rules.text())?.[1] || "my-rules"; // only how the files are called
  const sources = () => ({ [`${name()}.toml`]: rules.text(), [`${name()}.cases.toml`]: cases.text() });
  let game = "";

  const lint = newest(async (isNewest) => {
    const files = sources(), [file, tests] = Object.keys(files);
    $("rules-name").textContent = file;
    $("cases-name").textContent = tests;
    if (Object.values(files).some((text) => isTooLong(text.length))) return tooLong();
    const done = await run(["variant", "lint", file, "--json"], files, isNewest);
    if (!isNewest()) return;
    const faults = objects(done.out);
    rules.mark(faults.filter((one) => one.file.endsWith(file)).map((one) => mark(one, one.severity)));
    $("faults").replaceChildren(...(done.code && !faults.length ? [problem(done)] : faults.map((one) => finding(one, one.severity, rules))));
    if (!done.code && !faults.length) $("faults").replaceChildren(element("p", "No faults.", "pass"));
    if (done.code > 1 || faults.some((one) => one.severity === "error")) return;
    await tested(files, isNewest);
    await compared(files, isNewest);
    $("try").disabled = !isNewest();
  });

  function tooLong() {
    $("faults").replaceChildren(element("p", "This is longer than 1 MB: it cannot be house rules.", "fail"));
  }

  async function tested(files, isNewest) {
    const [file, tests] = Object.keys(files), done = await run(["variant", "test", file, "--json"], files, isNewest);
    if (!isNewest()) return;
    const found = objects(done.out), faults = found.filter((one) => one.code);
    cases.mark(faults.filter((one) => one.file.endsWith(tests)).map((one) => mark(one, "error")));
    $("tried").replaceChildren(...(found.length ? [] : [problem(done)]), ...faults.map((one) => finding(one, "error", cases)), ...found.filter((one) => one.id).map(outcome));
  }

  function outcome({ id, title, passed, problems = [] }) {
    const row = element("p", undefined, "case"), word = passed ? "pass" : "fail";
    row.append(element("b", word, word), ` ${id} ${title}`);
    if (problems.length) row.append(element("span", ` ${problems.join("; ")}`, "fail"));
    return row;
  }

  async function compared(files, isNewest) {
    const [file] = Object.keys(files), told = await run(["diff", file], files, isNewest), data = await run(["diff", file, "--json"], files, isNewest);
    if (!isNewest()) return;
    $("changes").textContent = told.out || told.err;
    const [over, pack] = (objects(data.out)[0]?.other || "").split(/\+(?=[^+]*$)/); // a pack is played in a game
    game = pack ? `${over}+./${file}` : `./${file}`;
  }

  async function play() {
    const seed = String(1 + Math.floor(Math.random() * 9999)), files = sources();
    const made = await run(["generate", "--variant", game, "--seed", seed], files);
    if (made.code) return $("faults").replaceChildren(problem(made));
    await replay.show(PAGE, ["--variant", game], { ...files, [PAGE]: made.out }, () => true);
    $("game").scrollIntoView({ behavior: "smooth" });
  }

  function save() {
    for (const [file, text] of Object.entries(sources())) {
      const link = element("a");
      link.href = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
      link.download = file;
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
    }
  }

  async function share() {
    const link = `${location.href.split("#")[0]}#rules=${await packed({ rules: rules.text(), cases: cases.text() })}`;
    history.replaceState(null, "", link);
    try {
      await navigator.clipboard.writeText(link);
      $("share").textContent = "Copied";
    } catch {
      $("share").textContent = "The link is in the address bar";
    }
    setTimeout(() => { $("share").textContent = "Copy a link"; }, 3000);
  }

  function begin({ text, cases: tests }) {
    rules.put(text);
    cases.put(tests);
  }

  // Files that were saved: the name says which of them has the cases.
  async function take(files) {
    if ([...files].some(({ size }) => isTooLong(size))) return tooLong();
    for (const file of files) (/\.cases\.toml$/.test(file.name) ? cases : rules).put(await file.text());
  }

  fill($("start"), given.rules.map(({ name: file }) => [file, file]));
  $("start").addEventListener("change", () => begin(given.rules.find(({ name: file }) => file === $("start").value)));
  $("try").addEventListener("click", play);
  $("save").addEventListener("click", save);
  $("share").addEventListener("click", share);
  $("load").addEventListener("change", () => take($("load").files));
  return { begin, take, editors: [rules, cases], kept: () => ({ rules: rules.text(), cases: cases.text() }) };
}

// --- a link: the text is behind the `#`, which browsers do not send

async function packed(data) {
  const stream = new Blob([JSON.stringify(data)]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  return btoa(Array.from(bytes, (one) => String.fromCharCode(one)).join("")).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

// The house rules of the address, or nothing. Raises an error if the link is damaged.
export async function linked() {
  const shared = /^#rules=(.+)$/.exec(location.hash);
  if (!shared) return null;
  const bytes = Uint8Array.from(atob(shared[1].replaceAll("-", "+").replaceAll("_", "/")), (one) => one.charCodeAt(0));
  const { rules, cases } = JSON.parse(await new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"))).text());
  return { text: String(rules), cases: String(cases) };
}
