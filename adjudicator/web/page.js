"use strict";
// A seat's page: its state comes down as events, what is tapped goes up. Nothing is known here that this seat may not know.

const $ = id => document.getElementById(id);
const HIDE = 10000;  // a sheet that is shown hides itself again
const AGAIN = 1000;  // after this long a lost connection is tried again

// The secret comes behind the `#`, which is never sent, and leaves the address bar at once.
if (location.hash.length > 1) {
  sessionStorage.setItem("token", decodeURIComponent(location.hash.slice(1)));
  history.replaceState(null, "", location.pathname);
}
const token = sessionStorage.getItem("token") || "";
const headers = { "Authorization": "Bearer " + token, "Content-Type": "application/json" };
let state = {};
let timer = 0;
let board = null;   // the picture, once it is here
let tapped = "";    // a station on it: only moves to there are offered

function fill(parent, tag, items, make) {
  parent.replaceChildren(...items.map(item => {
    const one = document.createElement(tag);
    make(one, item);
    return one;
  }));
}

// What has to be agreed to, by why it is asked.
const SURE = {
  loses: clause => "This loses the game at once: " + clause + ". Do it?",
  resigns: clause => "This gives up the game: " + clause + ". Do it?",
  drawn: clause => "Is this the card that was drawn? " + clause,
  answered: clause => "Nobody can check this answer. Is it right? " + clause,
  done: () => "Is the turn over?",
};

function words(prompt) {
  switch (prompt.kind) {
    case "entry":
      if (!prompt.yours) return "It is " + state.table.turn + "'s turn";
      return prompt.may_end ? "Anything else? Or end your turn" : prompt.inside ? "Your next entry" : "Your move";
    case "turn": return prompt.due.length ? "To move: " + prompt.due.join(", ") : "All have moved";
    case "choice": return "The card is " + prompt.card + (prompt.yours ? ". What do you choose?" : "");
    case "sure": return SURE[prompt.why](prompt.clause);
    case "take-back": return "Take back " + prompt.clause + "?" + (prompt.known.length ? " The table knows " + prompt.known.join("; ") : "");
    case "answer": return "What does he answer to " + prompt.clause + "?";
    case "card": return "Which card was turned over? Like 45/104";
    default: return "The game is over";
  }
}

function draw() {
  const { table, prompt, moves, sheet } = state;
  $("who").textContent = [state.person, state.pieces.join(", ")].filter(Boolean).join(": ") || "The table";
  $("prompt").textContent = words(prompt);
  $("votes").hidden = !(prompt.yours && ["sure", "take-back"].includes(prompt.kind));
  const is_secret = state.seat === "X";
  const there = moves.filter(move => move.endsWith(" " + tapped));
  const buttons = there.length ? there : [...moves];
  if (prompt.yours && (prompt.may_end || (prompt.kind === "turn" && !prompt.due.length))) buttons.push("done");
  if (prompt.yours && prompt.kind === "over") buttons.push("open");
  const say_it = (button, move) => { button.textContent = move; button.type = "button"; button.onclick = () => say(move); };
  fill($("moves"), "button", is_secret ? buttons : [], say_it);
  fill($("choices"), "button", is_secret ? [] : buttons, say_it);
  $("own").hidden = !is_secret;
  const facts = (sheet.facts || []).flatMap(([name, text]) => [["dt", name], ["dd", text]]);
  $("facts").replaceChildren(...facts.map(([tag, text]) => Object.assign(document.createElement(tag), { textContent: text })));
  fill($("said"), "li", [...state.result, ...state.said.slice().reverse()], (one, text) => { one.textContent = text; });
  $("round").textContent = table.title + ", round " + table.round + (table.rounds ? " of " + table.rounds : "");
  fill($("pieces"), "tr", table.pieces, (row, piece) => {
    const held = piece.tickets.map(([kind, number]) => kind + " " + number).join(", ");
    fill(row, "td", [piece.name, piece.person || piece.role, piece.station, held, piece.state], (cell, text) => { cell.textContent = text; });
  });
  if (board) board.show(state.scene);
  $("next").textContent = table.seen_next;
  fill($("log"), "li", table.log, (one, row) => {
    one.textContent = row.cover + (row.station ? " " + row.station : "");
    one.className = row.station ? "seen" : "";
  });
}

function took(change) {
  const was = state.prompt && state.prompt.yours;
  if (change.moves) tapped = "";
  state = { ...state, ...change };
  draw();
  if (!was && state.prompt.yours && navigator.vibrate) navigator.vibrate(200);
}

async function post(path, text) {
  const response = await fetch(path, { method: "POST", headers, body: JSON.stringify({ text, stamp: state.stamp || "" }) });
  if (response.ok || response.status === 409) return [response.status, await response.json()];
  return [response.status, null];
}

async function say(text) {
  const stamp = state.stamp;
  const [status, answer] = await post("say", text).catch(() => [0, null]);
  if (status === 409 && stamp !== answer.stamp) took(answer);
  if (status === 0) $("alive").textContent = "no connection: it may not have counted";
}

const QUESTIONS = /^(\?|help|moves|where|why\b.*|ask\b.*)$/i;

$("form").onsubmit = async event => {
  event.preventDefault();
  const text = $("line").value.trim();
  $("line").value = "";
  if (!QUESTIONS.test(text)) return say(text);
  const [, answer] = await post("ask", text).catch(() => [0, null]);
  if (answer) fill($("said"), "li", answer.said, (one, line) => { one.textContent = line; });
};
for (const button of $("votes").children) button.onclick = () => say(button.dataset.say);

// The fugitive's sheet: shown for ten seconds after a tap; gone when the page loses the focus.
function hide() { $("secret").hidden = true; clearTimeout(timer); }
$("show").onclick = () => {
  const was_hidden = $("secret").hidden;
  hide();
  if (was_hidden) { $("secret").hidden = false; timer = setTimeout(hide, HIDE); }
};
addEventListener("blur", hide);
document.addEventListener("visibilitychange", hide);

async function listen() {
  const response = await fetch("events", { headers });
  if (response.status === 404) { $("alive").textContent = "this link is not known here"; return; }
  if (!response.ok) throw new Error(response.status);
  $("alive").textContent = "";
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  for (let text = ""; ;) {
    const { value, done } = await reader.read();
    if (done) throw new Error("over");
    text += value;
    for (let end; (end = text.indexOf("\n\n")) >= 0; text = text.slice(end + 2))
      if (text.startsWith("data: ")) took(JSON.parse(text.slice(6, end)));
  }
}

async function draw_board() {
  const drawn = new DOMParser().parseFromString(await (await fetch("board", { headers })).text(), "text/html").querySelector("svg");
  $("board").append(document.adoptNode(drawn));
  board = boardOn(drawn);
  if (state.scene) board.show(state.scene);
  drawn.onclick = event => {
    const station = event.target.closest(".stations > g");
    const number = station ? station.id.slice("station-".length) : "";
    tapped = number === tapped ? "" : number;
    draw();
  };
}

draw_board().catch(() => { $("board").textContent = "the picture did not arrive: reload the page"; });
(async () => {
  for (;;) {
    try { await listen(); return; } catch { $("alive").textContent = "connecting …"; }
    await new Promise(done => setTimeout(done, AGAIN));
  }
})();
