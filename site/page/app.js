// The playground: a page around `run`, which is the command. It shows what the command prints and decides nothing itself.
import { editor, isTooLong } from "./editor.js";
import { referee } from "./referee.js";

const $ = (id) => document.getElementById(id);
const run = referee((text) => { $("state").textContent = text; });
const given = await (await fetch(new URL("given.json", document.baseURI))).json(); // editions, examples, house rules, words

function element(name, text, className) {
  const made = document.createElement(name);
  if (text !== undefined) made.textContent = text;
  if (className) made.className = className;
  return made;
}

function fill(select, choices) {
  for (const [value, label] of choices) select.append(new Option(label, value));
}

// Only the newest of several calls goes on: what was typed since makes the others out of date.
function newest(work, wait = 350) {
  let turn = 0, timer = 0;
  return () => {
    const mine = ++turn;
    clearTimeout(timer);
    timer = setTimeout(() => work(() => mine === turn), wait);
  };
}

const objects = (out) => out.split("\n").filter((line) => line.startsWith("{")).map((line) => JSON.parse(line));

function problem(place, done) {
  place.replaceChildren(element("pre", (done.err || done.out).trim() || "nothing came back"));
}

// --- tabs

const tabs = [...document.querySelectorAll("[role=tab]")];
function open(tab) {
  for (const one of tabs) {
    const isIt = one === tab;
    one.setAttribute("aria-selected", String(isIt));
    one.tabIndex = isIt ? 0 : -1;
    $(one.getAttribute("aria-controls")).hidden = !isIt;
  }
}
for (const tab of tabs) tab.addEventListener("click", () => open(tab));
document.querySelector("nav").addEventListener("keydown", ({ key }) => {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[key], at = tabs.indexOf(document.activeElement);
  if (step && at >= 0) {
    const to = tabs[(at + step + tabs.length) % tabs.length];
    open(to);
    to.focus();
  }
});

// --- a game, judged

const PAGE = "game.log";
const page = editor($("page"), { changed: () => judge(), moved: (line) => step(line) });
let shown = { steps: [] }; // the replay below: which step belongs to which line of the page

const chosen = () => ($("edition").value ? ["--variant", $("edition").value] : []);

const judge = newest(async (isNewest) => {
  const text = page.text();
  $("replay").hidden = true;
  page.mark([]);
  if (!text.trim()) return $("verdict").replaceChildren(element("p", "The verdict appears here.", "soft"));
  if (isTooLong(text)) return $("verdict").replaceChildren(element("p", "This is longer than 2 MB: it cannot be the page of a game.", "summary"));
  const done = await run(["check", PAGE, ...chosen(), "--json"], { [PAGE]: text });
  if (!isNewest()) return;
  const [verdict] = objects(done.out);
  if (!verdict) return problem($("verdict"), done);
  await tell(verdict, text, isNewest);
});

async function tell(verdict, text, isNewest) {
  const files = { [PAGE]: text }, words = verdict.verdict === "invalid" ? [] : ["--variant", verdict.variant];
  const boxes = [...(verdict.faults || []).map((one) => [one, "error"]), ...verdict.findings.map((one) => [one, one.verdict])];
  page.mark([...boxes, ...verdict.notices.map((one) => [one, "notice"])].map(([one, kind]) => ({
    line: one.line, column: one.column, clause: one.clause, kind: { illegal: "error", error: "error", undecided: "warning" }[kind] || "info",
    message: [one.message, one.says, one.help].filter(Boolean).join("\n"),
  })));
  const box = element("div", undefined, verdict.verdict);
  box.append(element("p", summary(verdict), "summary"));
  if (verdict.read_as) box.append(element("p", `Read as ${verdict.read_as}`, "soft"));
  box.append(...boxes.map(([one, kind]) => finding(one, kind, files, words)));
  for (const one of verdict.notices) box.append(element("p", `Line ${one.line}: ${one.message}`, "soft"));
  $("verdict").replaceChildren(box);
  if (verdict.verdict === "invalid") return editions(box, files, isNewest);
  await replay($("replay"), files, words, isNewest);
}

function summary({ verdict, variant, findings, result }) {
  const count = findings.filter((one) => one.verdict === verdict).length;
  const end = result ? `; ${{ fugitive: "the fugitive wins", pursuers: "the pursuers win", draw: "a draw" }[result.winner]} in round ${result.round}` : "";
  if (verdict === "invalid") return "This page is not understood yet.";
  if (verdict === "legal") return `Legal by the rules of ${variant}${end}.`;
  return verdict === "illegal" ? `Illegal by the rules of ${variant}: ${count} ${count === 1 ? "breach" : "breaches"}${end}.` : `Undecided by the rules of ${variant}${end}.`;
}

function finding(one, kind, files, words) {
  const box = element("div", undefined, `finding ${kind}`);
  const go = element("button", one.line ? `Line ${one.line}` : "The page");
  go.type = "button";
  go.addEventListener("click", () => one.line && page.show(one.line, one.column));
  box.append(go, element("p", `${kind === "error" ? "" : `${kind}: `}${one.message}`, "message"));
  if (one.help) box.append(element("p", one.help));
  if (one.says) box.append(element("p", one.says, "soft"));
  if (one.rule) box.append(element("p", [one.rule, one.cite].filter(Boolean).join(" · "), "cite"));
  if (kind === "illegal" && one.status !== "record" && one.piece && one.clause?.startsWith(`${one.piece} `)) box.append(correction(one, files, words));
  return box;
}

// What would have been legal there, to be written with one click.
function correction(one, files, words) {
  const place = element("div", undefined, "fixes"), ask = element("button", "Correct it …");
  ask.type = "button";
  place.append(ask);
  ask.addEventListener("click", async () => {
    const done = await run(["moves", PAGE, ...words, "--at", `${one.round}.${one.piece}`, "--piece", one.piece, "--json"], files);
    const [found] = objects(done.out);
    if (!found?.legal.length) return place.replaceChildren(element("p", "Nothing is legal for this piece there.", "soft"));
    place.replaceChildren(...found.legal.slice(0, 40).map((move) => {
      const write = element("button", move);
      write.type = "button";
      write.addEventListener("click", () => page.replace(one.line, one.column, one.clause, move));
      return write;
    }));
  });
  return place;
}

// A page that does not say its edition: by which of them it would be legal.
async function editions(box, files, isNewest) {
  if (chosen().length) return;
  const done = await run(["check", PAGE, "--variant", "all", "--json"], files);
  if (!isNewest()) return;
  const fit = objects(done.out).filter((one) => one.verdict !== "invalid");
  if (!fit.length) return;
  box.append(element("p", "Which edition is it?"));
  const row = element("div", undefined, "fixes");
  for (const one of fit) {
    const pick = element("button", `${one.variant}: ${one.verdict}`);
    pick.type = "button";
    pick.addEventListener("click", () => { $("edition").value = one.variant; describe(); judge(); });
    row.append(pick);
  }
  box.append(row);
}

async function replay(frame, files, words, isNewest) {
  const done = await run(["replay", PAGE, ...words, "--with-secrets", "-o", "-"], files);
  if (!isNewest()) return;
  frame.hidden = done.code > 1 || !done.out;
  if (frame.hidden) return;
  if (frame.dataset.url) URL.revokeObjectURL(frame.dataset.url);
  frame.dataset.url = URL.createObjectURL(new Blob([done.out], { type: "text/html" }));
  frame.src = frame.dataset.url;
  if (frame === $("replay")) shown = { steps: lines(files[PAGE]) };
}

// The number of the first clause on each line of a log in the notation: the replay has a step for each clause.
function lines(text) {
  let count = 0;
  return text.split("\n").map((line) => {
    const isGame = !/^\s*(#|\w[\w -]*:)/.test(line) && line.trim();
    if (!isGame) return 0;
    const first = count + 1;
    count += line.replace(/#.*/, "").split(";").filter((one) => one.trim()).length;
    return first;
  });
}

function step(line) {
  const at = shown.steps[line - 1];
  if (at && !$("replay").hidden && $("replay").dataset.url) $("replay").contentWindow.location.hash = `#${at}`;
}

function describe() {
  const one = given.editions.find(({ id }) => id === $("edition").value);
  $("box").textContent = one ? [one.title, one.box].filter(Boolean).join(". ") : "Without an edition, the page is judged by the one that it names.";
}

// --- a rule, tried

let name = "my-rules", parent = "2014", isPack = false;
const RULES = () => `${name}.toml`, CASES = () => `${name}.cases.toml`;
const game = () => (isPack ? `2014+./${RULES()}` : `./${RULES()}`); // a pack is tried with 2014
const sources = () => ({ [RULES()]: rules.text(), [CASES()]: cases.text() });
const rules = editor($("rules"), { changed: () => lint(), words: given.words });
const cases = editor($("cases"), { changed: () => lint(), words: {} });

const lint = newest(async (isNewest) => {
  const text = rules.text();
  name = /^\s*id\s*=\s*"([\w-]+)"/m.exec(text)?.[1] || "my-rules";
  parent = /^\s*extends\s*=\s*"([\w+-]+)"/m.exec(text)?.[1] || "2014";
  isPack = /^\s*pack\s*=\s*true/m.test(text);
  $("rules-name").textContent = RULES();
  $("cases-name").textContent = CASES();
  if (isTooLong(text) || isTooLong(cases.text())) return $("faults").replaceChildren(element("p", "This is longer than 2 MB: it cannot be house rules.", "fail"));
  const files = sources();
  const linted = await run(["variant", "lint", RULES(), "--json"], files);
  if (!isNewest()) return;
  const faults = objects(linted.out), errors = faults.filter((one) => one.severity !== "warning");
  rules.mark(faults.filter((one) => one.file.endsWith(RULES())).map(marked));
  $("faults").replaceChildren(...(faults.length ? faults.map((one) => fault(one, rules)) : [element("p", linted.code ? linted.err.trim() : "No faults.", linted.code ? "fail" : "pass")]));
  $("try").disabled = errors.length > 0 || linted.code > 1;
  if ($("try").disabled) return;
  await tried(files, isNewest);
  const changes = await run(["diff", isPack ? "2014" : parent, game()], files);
  if (isNewest()) $("changes").textContent = changes.out || changes.err;
});

const marked = (one) => ({ line: one.line, column: one.column, length: one.length || 0, kind: one.severity === "warning" ? "warning" : "error", message: [one.message, one.help].filter(Boolean).join("\n") });

function fault(one, where) {
  const box = element("div", undefined, "finding error"), go = element("button", `Line ${one.line}`);
  go.type = "button";
  go.addEventListener("click", () => where.show(one.line, one.column));
  box.append(go, element("p", `${one.code}: ${one.message}`));
  if (one.help) box.append(element("p", one.help, "soft"));
  return box;
}

async function tried(files, isNewest) {
  const done = await run(["variant", "test", RULES(), "--json"], files);
  if (!isNewest()) return;
  const found = objects(done.out), faults = found.filter((one) => one.code), held = found.filter((one) => one.id);
  cases.mark(faults.filter((one) => one.file.endsWith(CASES())).map(marked));
  if (!found.length) return problem($("tried"), done);
  $("tried").replaceChildren(...faults.map((one) => fault(one, cases)), ...held.map((one) => {
    const row = element("p", undefined, "case");
    row.append(element("b", one.passed ? "pass" : "fail", one.passed ? "pass" : "fail"), ` ${one.id} ${one.title}`);
    if (one.problems?.length) row.append(element("span", ` ${one.problems.join("; ")}`, "fail"));
    return row;
  }));
}

$("try").addEventListener("click", async () => {
  const seed = String(1 + Math.floor(Math.random() * 9999)), files = sources();
  const made = await run(["generate", "--variant", game(), "--seed", seed], files);
  if (made.code) return $("faults").replaceChildren(element("pre", made.err));
  await replay($("game"), { ...files, [PAGE]: made.out }, ["--variant", game()], () => true);
  $("game").scrollIntoView({ behavior: "smooth" });
});

$("save").addEventListener("click", () => {
  for (const [file, text] of Object.entries(sources())) {
    const link = element("a");
    link.href = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
    link.download = file;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
  }
});

// --- a link: the text is behind the `#`, which browsers do not send

async function packed(data) {
  const stream = new Blob([JSON.stringify(data)]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  return btoa(Array.from(bytes, (one) => String.fromCharCode(one)).join("")).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

async function unpacked(text) {
  const bytes = Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (one) => one.charCodeAt(0));
  return JSON.parse(await new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"))).text());
}

$("share").addEventListener("click", async () => {
  const link = `${location.href.split("#")[0]}#rules=${await packed({ rules: rules.text(), cases: cases.text() })}`;
  history.replaceState(null, "", link);
  try {
    await navigator.clipboard.writeText(link);
    $("share").textContent = "Copied";
  } catch {
    $("share").textContent = "The link is in the address bar";
  }
  setTimeout(() => { $("share").textContent = "Copy a link"; }, 3000);
});

// --- a question, answered

$("asking").addEventListener("submit", async (event) => {
  event.preventDefault();
  const question = $("question").value.trim(), about = $("about").value;
  if (!question) return;
  const words = about === PAGE ? ["ask", PAGE, question, ...chosen()] : ["ask", about, question];
  const done = await run(words, { [PAGE]: page.text() });
  $("answer").replaceChildren(element("pre", (done.out || done.err).trim()));
});

// --- what there is to choose from

fill($("edition"), [["", "as the page says"], ...given.editions.map(({ id, title }) => [id, title])]);
fill($("example"), given.examples.map(({ name: file }) => [file, file]));
fill($("start"), given.rules.map(({ name: file }) => [file, file]));
fill($("about"), [...given.editions.map(({ id, title }) => [id, title]), [PAGE, "the game of the first tab"]]);
$("edition").addEventListener("change", () => { describe(); judge(); });
$("example").addEventListener("change", () => {
  const one = given.examples.find(({ name: file }) => file === $("example").value);
  if (one) page.put(one.text);
});
$("start").addEventListener("change", () => begin(given.rules.find(({ name: file }) => file === $("start").value)));

async function take(file) {
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (bytes.subarray(0, 4096).includes(0)) return $("verdict").replaceChildren(element("p", `${file.name} is not text. To use a picture, copy the text in it and paste it here.`, "summary"));
  page.put(new TextDecoder().decode(bytes).replace(/^\ufeff/, ""));
}
$("open").addEventListener("change", () => $("open").files[0] && take($("open").files[0]));
$("page").addEventListener("drop", (event) => {
  $("page").classList.remove("dropping");
  if (event.dataTransfer.files[0]) { event.preventDefault(); event.stopPropagation(); take(event.dataTransfer.files[0]); }
}, true);

function begin(one) {
  rules.put(one.text);
  cases.put(one.cases);
}

describe();
const shared = /^#rules=(.+)$/.exec(location.hash);
try {
  begin(shared ? await unpacked(shared[1]).then((one) => ({ text: String(one.rules), cases: String(one.cases) })) : given.rules[0]);
  if (shared) open($("tab-write"));
} catch {
  begin(given.rules[0]);
  $("state").textContent = "The link is damaged: it has no house rules.";
}
if ("serviceWorker" in navigator) navigator.serviceWorker.register(new URL("sw.js", document.baseURI));
