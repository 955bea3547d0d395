// The playground: a page around `run`, which is the command. It shows what the command prints and decides nothing itself.
import { asking } from "./ask.js";
import { judging } from "./judge.js";
import { referee } from "./referee.js";
import { $ } from "./shown.js";
import { linked, writing } from "./write.js";

const run = referee((text) => { $("state").textContent = text; });
const given = await (await fetch(new URL("given.json", document.baseURI))).json(); // editions, examples, house rules, words
const judge = judging(run, given, keep), write = writing(run, given, keep);
asking(run, given, judge);

// --- parts

const tabs = [...document.querySelectorAll("[role=tab]")];

function open(tab) {
  for (const one of tabs) {
    const isIt = one === tab;
    one.setAttribute("aria-selected", String(isIt));
    one.tabIndex = isIt ? 0 : -1;
    $(one.getAttribute("aria-controls")).hidden = !isIt;
  }
  for (const one of [judge.page, ...write.editors]) one.measure();
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

// --- a file dropped anywhere; the browser would leave the page for it

document.addEventListener("dragover", (event) => event.preventDefault());
document.addEventListener("drop", (event) => {
  const { files } = event.dataTransfer;
  if (!files.length) return;
  event.preventDefault();
  event.stopPropagation();
  if (!$("write").hidden) return write.take(files);
  open($("tab-judge"));
  judge.take(files[0]);
}, true);

// --- what is written stays with this tab: a phone forgets a page while another is looked at

const KEPT = "written";
let isBegun = false;

function keep() {
  if (!isBegun) return;
  if (location.hash) history.replaceState(null, "", location.pathname + location.search); // it is not what the link has any more
  try {
    sessionStorage.setItem(KEPT, JSON.stringify({ ...judge.kept(), ...write.kept() }));
  } catch { /* too much, or not allowed: then nothing is kept */ }
}

function kept() {
  try {
    return JSON.parse(sessionStorage.getItem(KEPT)) || {};
  } catch {
    return {};
  }
}

async function fromLink() {
  try {
    const found = await linked();
    if (found) open($("tab-write"));
    return found;
  } catch {
    $("state").textContent = "The link is damaged: it has no house rules.";
    return null;
  }
}

const before = kept();
write.begin((await fromLink()) || (before.rules ? { text: before.rules, cases: before.cases } : given.rules[0]));
if (before.page) judge.page.put(before.page);
judge.choose(before.edition || "");
isBegun = true;
addEventListener("hashchange", async () => {
  const found = await fromLink();
  if (found) write.begin(found);
});
if ("serviceWorker" in navigator) navigator.serviceWorker.register(new URL("sw.js", document.baseURI));
