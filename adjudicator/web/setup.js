"use strict";
// Before the game: the table's screen answers questions, the fugitive's phone those that are his alone; then everybody takes a seat.

const $ = id => document.getElementById(id);
const AGAIN = 1000;  // after this long a lost connection is tried again

// The secret comes after the `#`, which is never sent, and leaves the address bar at once.
if (location.hash.length > 1) {
  sessionStorage.setItem("token", decodeURIComponent(location.hash.slice(1)));
  history.replaceState(null, "", location.pathname);
}
let token = sessionStorage.getItem("token") || "";
let state = {};
let picked = [];
const seat = () => localStorage.getItem("seat at " + token);  // that this phone has taken at this table before
const headers = () => ({ "Authorization": "Bearer " + token, "Content-Type": "application/json" });

function enter(own) {
  sessionStorage.setItem("token", own);
  location.replace("./");
}

function button(text, about, action, pressed) {
  const one = Object.assign(document.createElement("button"), { type: "button", textContent: text, onclick: action });
  if (pressed !== undefined) one.setAttribute("aria-pressed", pressed);
  const line = document.createElement("p");
  line.append(one, ...(about ? [document.createElement("span")] : []));
  if (about) line.lastChild.textContent = about;
  return line;
}

function offered(offer) {
  const label = heard(offer.label), isSentence = !offer.word || "say" in offer.label; // which says more than what is typed
  if (!offer.values.length) return button(isSentence ? label : named(offer.word), isSentence ? "" : label, () => say(offer.word));
  const line = document.createElement("p");
  const name = document.createElement("strong");
  name.textContent = offer.word;
  const about = document.createElement("span");
  about.textContent = label;
  const values = offer.values.map(value => button(value, "", () => say(offer.word + "=" + value), value === offer.taken).firstChild);
  line.append(name, ...values, about);
  return line;
}

function several(question) {
  const toggle = word => { picked = picked.includes(word) ? picked.filter(one => one !== word) : [...picked, word]; draw(); };
  const single = question.offers.filter(offer => offer.word);
  const lines = single.map(offer => button(named(offer.word), heard(offer.label), () => toggle(offer.word), picked.includes(offer.word)));
  const rest = question.offers.filter(offer => !offer.word).map(offered);
  return [...lines, ...(picked.length ? [button(words("take-these"), picked.map(named).join(", "), () => say(picked.join(" ")))] : []), ...rest];
}

function draw() {
  const question = state.question || {};
  const yours = !state.begun && question.yours;
  $("question").hidden = !yours;
  $("wait").hidden = state.begun || yours;
  $("waiting").textContent = question.person ? words("looks-alone", {who: question.person}) : words("being-set-up");
  $("messages").replaceChildren(...(yours ? question.messages : []).map(one => Object.assign(document.createElement("li"), { textContent: heard(one) })));
  if (yours) {
    $("prompt").textContent = heard(question.prompt);
    const facts = question.facts.flatMap(([name, text]) => [["dt", heard(name)], ["dd", text]]);
    $("facts").replaceChildren(...facts.map(([tag, text]) => Object.assign(document.createElement(tag), { textContent: text })));
    $("offers").replaceChildren(...(question.picks > 1 ? several(question) : question.offers.map(offered)));
    const isSeen = question.facts.length > 0 && question.offers.length > 0; // there is nothing to write, only to look at
    $("form").hidden = isSeen || question.picks > 1 || question.offers.some(offer => offer.word && !offer.values.length);
    $("back").hidden = question.first || question.facts.length > 0;
  }
  const free = state.free || [];
  $("join").hidden = !state.begun && !free.length;
  $("free").replaceChildren(...free.map(one => button([one.person, one.pieces.map(named).join(", ")].filter(Boolean).join(": "), "", () => join(one.seat))));
  $("watch").hidden = !state.begun;
}

async function post(path, text) {
  const response = await fetch(path, { method: "POST", headers: headers(), body: JSON.stringify({ text, stamp: state.stamp || "" }) });
  return [response.status, response.ok || response.status === 409 ? await response.json() : {}];
}

async function say(text) {
  picked = [];
  $("line").value = "";
  await post("setup/say", text).catch(() => {});  // what follows comes with the events
}

async function join(name) {
  const [status, given] = await post("setup/join", name).catch(() => [0, {}]);
  if (status !== 200) return;
  localStorage.setItem("seat at " + token, given.token);
  if (state.begun) return enter(given.token);
  sessionStorage.setItem("token", given.token);
  location.reload();  // the fugitive: there is a question for him before the game begins
}

function took(now) {
  state = now;
  if (state.code && !$("code").firstChild) {
    $("code").append(document.adoptNode(new DOMParser().parseFromString(state.code, "image/svg+xml").documentElement));
  }
  if (state.begun && state.free === undefined) return enter(token);
  draw();
}

$("form").onsubmit = event => { event.preventDefault(); say($("line").value.trim()); };
$("back").onclick = () => say("undo");
$("watch").onclick = () => enter(token);

async function listen() {
  const response = await fetch("setup/events", { headers: headers() });
  if (response.status === 404) { $("alive").textContent = words("unknown-link"); return; }
  if (!response.ok) throw new Error(response.status);
  $("alive").textContent = "";
  if (response.headers.get("content-type").startsWith("application/json")) return enter(token);
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  for (let text = "", now = {}; ;) {
    const { value, done } = await reader.read();
    if (done) throw new Error("over");
    text += value;
    for (let end; (end = text.indexOf("\n\n")) >= 0; text = text.slice(end + 2))
      if (text.startsWith("data: ")) took(now = merged(now, JSON.parse(text.slice(6, end))));
  }
}

(async () => {
  if (seat()) { token = seat(); sessionStorage.setItem("token", token); }
  for (;;) {
    try {
      if (!wording.said.connecting) {
        speakLike(await (await fetch("setup/words")).json());
        document.title = words("setup-title");
      }
      await listen();
      return;
    } catch { $("alive").textContent = wording.said.connecting || "…"; }
    await new Promise(done => setTimeout(done, AGAIN));
  }
})();
