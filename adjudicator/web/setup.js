"use strict";
// Before the game: the table's screen answers questions, the fugitive's phone those that are his alone; then everybody takes a seat.

const $ = id => document.getElementById(id);
const SHORT = 40; // letters that find room beside a button
const CODE = location.pathname.match(/^\/join\/(.+)$/);  // of a seat that is to be taken
let state = {}, seats = null, picked = [], looked = false;

function button(text, about, action, pressed) {
  const one = Object.assign(document.createElement("button"), { type: "button", textContent: text, onclick: action });
  if (pressed !== undefined) one.setAttribute("aria-pressed", pressed);
  const line = document.createElement("p");
  line.append(one, ...(about ? [document.createElement("span")] : []));
  if (about) line.lastChild.textContent = about;
  line.className = about.length > SHORT ? "about" : "";
  return line;
}

function offered(offer) {
  const label = heard(offer.label), isSentence = !offer.word || "say" in offer.label; // which says more than what is typed
  if (!offer.values.length) return button(isSentence ? label : named(offer.word), isSentence ? offer.about : label, () => say(offer.word));
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
  const rest = question.offers.filter(offer => !offer.word).map(offered), row = element("div", undefined, "several");
  row.append(...lines);
  return [...(picked.length ? [button(words("take-these"), picked.map(named).join(", "), () => say(picked.join(" ")))] : rest), row];
}

function draw() {
  const question = state.question || {};
  const yours = !state.begun && question.yours;
  const covered = yours && question.person && !looked; // what is one person's alone is not shown by a scan
  $("question").hidden = !yours || covered;
  $("covered").hidden = !covered;
  if (covered) $("look").textContent = words("i-am", {who: question.person});
  $("not-me").hidden = !yours || !question.person;
  $("wait").hidden = state.begun || yours;
  $("waiting").textContent = question.person ? words("looks-alone", {who: question.person}) : words("being-set-up");
  $("messages").replaceChildren(...(yours && !covered ? question.messages : []).map(one => Object.assign(document.createElement("li"), { textContent: heard(one) })));
  if (yours) {
    $("prompt").textContent = heard(question.prompt);
    const facts = question.facts.flatMap(([name, text]) => [["dt", heard(name)], ["dd", text]]);
    $("facts").replaceChildren(...facts.map(([tag, text]) => Object.assign(document.createElement(tag), { textContent: text })));
    $("offers").replaceChildren(...(question.picks > 1 ? several(question) : question.offers.map(offered)));
    const isSeen = question.facts.length > 0 && question.offers.length > 0; // there is nothing to write, only to look at
    $("form").hidden = isSeen || question.picks > 1 || question.offers.some(offer => offer.word && !offer.values.length);
    fill($("pad"), question.number ? [padFor($("line"))] : []);
    if (!question.number) $("line").inputMode = "text";
    $("back").hidden = question.first || question.facts.length > 0;
  }
  drawSeats();
}

// The table's screen: the seats, with a code for each person who is missing. With everybody here it becomes the screen of the game.
function drawSeats() {
  const all = seats ? Object.values(seats.seats) : [], missing = all.filter(one => !one.come);
  if (state.begun && seats && !missing.length) return enter(token);
  $("join").hidden = !all.length;
  if (!all.length) return;
  $("missing").textContent = missing.length ? words("missing", {who: missing.map(whoSits).join(", ")}) : words("all-here");
  fill($("seats"), seatCards(seats));
  $("watch").hidden = !state.begun;
}

async function say(text) {
  picked = [];
  $("line").value = "";
  await post("/setup/say", text, state.stamp);  // what follows comes with the events
}

// The phone that is first has the seat; one that has a seat already comes back to it.
async function join(code) {
  const [status, given] = await post("/seats/take", code);
  if (status === 200) localStorage.setItem("token", given.token);
  if (status === 200 || (status === 404 && token)) return enter(given ? given.token : token, "/setup");
  $("alive").textContent = words(status === 404 ? "used-code" : "lost");
}

async function took(now) {
  if (now.begun && now.seat !== "table") return enter(token);
  if (now.begun && !wording.title) speakLike(await (await got("/words")).json()); // now it is known how this edition calls things
  state = now;
  draw();
}

$("form").onsubmit = event => { event.preventDefault(); say($("line").value.trim()); };
$("back").onclick = () => say("undo");
$("watch").onclick = () => enter(token);
$("look").onclick = () => { looked = true; draw(); };
$("not-me").onclick = giveBack;

(async () => {
  speakLike(await (await got("/setup/words")).json());
  document.title = words("setup-title");
  if (CODE) return join(CODE[1]);
  const alive = word => { $("alive").textContent = word && words(word); };
  listen("/seats", {took: now => { seats = now; draw(); }, alive: () => {}});
  listen("/setup/events", {took, alive, dead: () => alive("unknown-link")});
})();
