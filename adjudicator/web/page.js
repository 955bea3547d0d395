// A seat's page: shows its state, and turns taps into words for the table. Nothing is known here that this seat may not know.
"use strict";

(function () {
  const $ = (id) => document.getElementById(id);
  const TYPED = ["answer", "card"]; // questions that are answered with a word
  const FEW = 8;       // ways that are offered at once; of more, word by word
  const WALK = 900;    // milliseconds for each step of his route
  const LOUD = 8000;   // milliseconds for which big letters stay
  const PAUSE = 120;   // milliseconds without a key before the rules are searched
  let state = null, picture = null, ways = [];
  let told = 0; // the number of the last message that was news

  const isTable = () => state.seat === "table";
  const isFugitive = () => "at" in state.sheet;
  const fugitive = () => named("fugitive");
  const isHidden = () => isFugitive() && !secret.shown;

  function button(text, act, kind) {
    const made = element("button", text, kind);
    made.type = "button";
    made.addEventListener("click", act);
    return made;
  }

  function grouped(items, key) {
    const found = new Map();
    for (const one of items) found.set(key(one), [...(found.get(key(one)) || []), one]);
    return found;
  }

  function dot(piece) {
    const made = element("span", undefined, "dot");
    made.style.backgroundColor = wording.pieces[piece];
    return made;
  }

  // --- saying something

  async function speak(text) {
    const [status] = await post("say", text, state.stamp);
    if (status !== 200) $("alive").textContent = words(status === 409 ? "late" : "lost");
  }

  async function ask(text, title = text) {
    const [status, answer] = await post("ask", text);
    const lines = answer ? answer.said.map(heard) : [words("lost")];
    sheet.show(title, lines.map((line) => element("p", line, line.startsWith("  ") ? "cite" : "")), [[words("close")]]);
  }

  // The nearest questions while somebody types, each with the first line of its answer; before that those of the moment.
  let typing = 0;
  async function search() {
    if (isHidden()) return; // what he may know is not for those who pass by
    const text = $("sought").value.trim(), mine = ++typing;
    const answer = await got(`rules?q=${encodeURIComponent(text)}`).catch(() => null);
    if (mine !== typing || !answer || !answer.ok) return; // something else was typed since
    const {cards} = await answer.json();
    fill($("cards"), cards.map((one) => {
      const card = button(one.text, () => openCard(one, text), "card");
      card.append(element("span", one.line, "line-of-answer"));
      const item = element("li");
      item.append(card);
      return item;
    }));
  }

  async function openCard(one, text) {
    const answer = await got(`rules?q=${encodeURIComponent(text)}&entry=${encodeURIComponent(one.entry)}`).catch(() => null);
    const lines = answer && answer.ok ? (await answer.json()).lines : [words("lost")];
    sheet.show(one.text, lines.slice(1).map((line) => element("p", line, line.startsWith("  ") ? "cite" : "")), [[words("close")]]);
  }

  // What it means comes first; then it is confirmed, or not.
  async function propose(text, title, confirm = words("confirm")) {
    const [, found] = await post("weigh", text);
    if (!found) return $("alive").textContent = words("lost");
    if (found.verdict !== "legal") {
      return sheet.show(title, found.findings.map((one) => findingBox(one, words(one.verdict || "unread"))), [[words("close")]]);
    }
    const body = (found.says || []).map((text) => element("p", text, "says")), isOpen = found.findings.length > 0;
    if (isOpen) body.push(element("p", words("look-at-board"), "message"));
    for (const one of found.findings) body.push(findingBox({...one, help: "", says: ""}, "")); // says itself that it is undecided
    if (found.loses) body.push(element("p", words(isFugitive() ? "loses" : "may-lose"), "loses"));
    for (const [ticket, n] of Object.entries(found.left || {})) body.push(element("p", words("left", {ticket: named(ticket), n})));
    for (const [name, told] of found.states || []) body.push(element("p", `${name}: ${told}`));
    if (found.heard) body.push(element("p", words("will-hear", {what: found.heard.map(heard).join("; ")})));
    sheet.show(title, body, [[words(isOpen ? "no" : "cancel")], [isOpen ? words("it-is-so") : confirm, () => speak(text), "main"]]);
  }

  const proposeWay = (one) => propose(one.way.join(" "), wayNamed(one, state.pieces.length > 1 || one.piece !== state.pieces[0]));

  // One of several ways: all at once where they are few, else by the first word in which they differ.
  function choose(some, title) {
    if (some.length === 1) return proposeWay(some[0]);
    if (some.length <= FEW) {
      const several = new Set(some.map((one) => one.piece)).size > 1;
      const offered = some.map((one) => [(several ? named(one.piece) + ": " : "") + one.by, () => proposeWay(one), "", one.ticket]);
      return sheet.show(title, [], [...offered, [words("cancel")]]);
    }
    const at = some[0].way.findIndex((word, index) => some.some((one) => one.way[index] !== word));
    const next = new Set(some.map((one) => one.way[at]));
    const offered = Array.from(next, (word) => [named(word ?? "–"), () => choose(some.filter((one) => one.way[at] === word), `${title} ${named(word ?? "")}`)]);
    sheet.show(title, [], [...offered, [words("cancel")]]);
  }

  function picked(station) {
    if (isTable() || isHidden()) return;
    const there = ways.filter((one) => one.to === station);
    if (there.length) return choose(there, words("choose", {to: station}));
    const questions = state.pieces.flatMap((piece) => usable(piece).map((ticket) => {
      const one = described([piece, ticket, String(station)]);
      return [words("why-not", {by: (state.pieces.length > 1 ? named(piece) + " " : "") + one.by}), () => proposeWay(one), "", ticket];
    }));
    sheet.show(words("unreachable", {to: station}), [], [...questions, [words("close")]]);
  }

  // The tickets that a piece can ride with.
  function usable(piece) {
    const held = isFugitive() ? state.sheet.tickets : state.table.pieces[piece].tickets;
    return Object.keys(held).filter((ticket) => held[ticket] !== "0" && ticket in wording.tickets);
  }

  // --- what is asked

  function asked(prompt) {
    const clause = prompt.clause ? heard(prompt.clause) : "";
    if (isHidden() && prompt.yours && !["entry", "take-back", "over"].includes(prompt.kind)) return words("question");
    switch (prompt.kind) {
      case "entry":
        if (!prompt.yours) return words("turn-of", {who: named(state.table.side)});
        return words(prompt.may_end ? "anything-else" : prompt.inside ? "next-entry" : "your-move");
      case "turn":
        if (!prompt.due.length) return words("all-moved");
        return prompt.yours ? words("your-move") + ": " + ownDue(prompt) : words("turn-of", {who: prompt.due.map(named).join(", ")});
      case "choice": return words(prompt.yours ? "card-choice" : "card", {card: prompt.card});
      case "sure": return words("sure-" + prompt.why, {clause});
      case "take-back": return words("take-back", {clause});
      case "answer": return words("asked-answer", {clause});
      case "card": return words("which-card");
      default: return words("over");
    }
  }

  function ownDue(prompt) {
    const mine = new Set(unpacked(state.ways).map((way) => way[0]));
    return prompt.due.filter((piece) => mine.has(piece)).map(named).join(", ");
  }

  function more(prompt) {
    const known = prompt.known && prompt.known.length ? [words("table-knows", {what: prompt.known.map(heard).join("; ")})] : [];
    const agreed = prompt.agreed && prompt.agreed.length ? [words("waiting", {who: prompt.agreed.map(named).join(", ")})] : [];
    return [...known, ...agreed];
  }

  function actions(prompt) {
    if (!prompt.yours) return [];
    if (["sure", "take-back"].includes(prompt.kind)) return [["no", "no"], ["yes", "yes", "main"]];
    if (prompt.may_end || (prompt.kind === "turn" && !prompt.due.length)) return [["done", "done"]];
    return prompt.kind === "over" && !state.route.length ? [["route", "open"]] : [];
  }

  function showPrompt() {
    const {prompt, table} = state;
    const who = [state.person, state.pieces.map(named).join(", ")].filter(Boolean).join(": ");
    $("who").textContent = who || words("the-table");
    $("round").textContent = table.rounds ? words("round-of", {n: table.round, of: table.rounds}) : words("round", {n: table.round});
    $("prompt").textContent = [asked(prompt), ...(isHidden() ? [] : more(prompt))].join(". ").replace("?.", "?");
    document.body.classList.toggle("yours", prompt.yours);
    fill($("result"), state.result.map((line) => element("li", heard(line))));
    const offered = isHidden() ? [] : actions(prompt).map(([word, said, kind]) => button(words(word), () => speak(said), kind));
    $("offered").replaceChildren(...offered);
    $("look").hidden = !isFugitive();
    $("look").textContent = words(secret.shown ? "hide" : "hold");
    for (const one of document.querySelectorAll("#ask :is(button, input)")) one.disabled = isHidden();
  }

  // --- what may be done

  function showWays() {
    const now = JSON.stringify([isHidden(), state.prompt.kind, state.prompt.choices, state.ways, state.sheet, state.pieces.map((piece) => state.table.pieces[piece])]);
    if (now === showWays.before) return; // a button that is replaced under a finger is not tapped
    showWays.before = now;
    ways = isHidden() ? [] : unpacked(state.ways).map(described);
    const pieces = isHidden() ? [] : [...new Set([...state.pieces, ...ways.map((one) => one.piece)])];
    const answers = isHidden() ? [] : state.prompt.choices || [];
    fill($("ways"), [
      ...(answers.length ? [answerRow(answers)] : isHidden() || !TYPED.includes(state.prompt.kind) || !state.prompt.yours ? [] : [answerLine()]),
      ...pieces.map((piece) => piecesWays(piece, ways.filter((one) => one.piece === piece))),
    ]);
  }

  // What can be answered to a question, as buttons.
  function answerRow(answers) {
    const box = element("div", undefined, "piece"), row = element("div", undefined, "row answers");
    row.append(...answers.map((one) => button(one in wording.said ? words(one) : named(one), () => speak(one))));
    box.append(element("h2", asked(state.prompt)), row);
    return box;
  }

  // An answer that no list has, such as a card that lies on the table.
  function answerLine() {
    const box = element("form", undefined, "piece"), row = element("div", undefined, "line"), line = element("input"), send = element("button", words("send"), "main");
    line.setAttribute("aria-label", asked(state.prompt));
    line.maxLength = 60;
    row.append(line, send);
    box.append(element("h2", asked(state.prompt)), row, padFor(line));
    box.addEventListener("submit", (event) => { event.preventDefault(); if (line.value.trim()) speak(line.value.trim()); });
    return box;
  }

  function piecesWays(piece, some) {
    const box = element("div", undefined, "piece"), title = element("h2");
    title.append(dot(piece), `${named(piece)} ${isFugitive() ? state.sheet.at : state.table.pieces[piece].station}`);
    box.append(title, hand(isFugitive() ? state.sheet.tickets : state.table.pieces[piece].tickets));
    const rides = grouped(some.filter((one) => one.to), (one) => one.by);
    for (const [by, there] of rides) box.append(rideRow(by, there));
    const others = grouped(some.filter((one) => !one.to), (one) => one.way[1]);
    const row = element("div", undefined, "row");
    for (const [first, same] of others) row.append(button(same.length === 1 ? same[0].by : `${named(first)} …`, () => choose(same, named(first))));
    if (others.size) box.append(row);
    return box;
  }

  function rideRow(by, there) {
    const box = element("div", undefined, "row ride"), row = element("div", undefined, "row");
    for (const one of there.sort((a, b) => a.to - b.to)) {
      const made = button(one.to, () => proposeWay(one), "station");
      made.setAttribute("aria-label", wayNamed(one, true));
      row.append(made);
    }
    box.append(ticketed(element("span", by, "ticket"), there[0].ticket), row);
    return box;
  }

  // What one person alone may see.
  function showOwn() {
    const {sheet: own} = state, lines = [];
    if (isFugitive()) {
      lines.push(element("p", words("you-are-at", {at: own.at}), "at"), element("p", known("they-know-all", "they-know")));
    }
    for (const [name, text] of own.facts || []) lines.push(element("p", `${heard(name)}: ${text}`));
    fill($("own"), isHidden() ? [] : lines);
  }

  // What the table can know: that he is at one station, or at so many.
  function known(one, many) {
    const {flags, possible} = state.scene, place = flags[Object.keys(state.table.pieces)[0]];
    return place ? words(one, {who: fugitive(), at: place[0]}) : words(many, {who: fugitive(), n: possible.length});
  }

  // --- what the table sees

  function hand(tickets) {
    const row = element("p", undefined, "hand"), counts = Object.values(tickets);
    if (counts.length && counts.every((count) => count === "free")) return element("p", words("free"), "hand");
    for (const [ticket, count] of Object.entries(tickets)) {
      const shown = {any: "∞", pool: words("pool")}[count] || count;
      const one = element("span", undefined, count === "0" ? "none" : "");
      one.append(ticketed(element("span", named(ticket), "ticket"), ticket), ` ${shown}`);
      row.append(one);
    }
    return row;
  }

  function showTable() {
    const {pieces, log, states} = state.table;
    fill($("pieces"), Object.entries(pieces).map(([piece, one]) => {
      const row = element("li", undefined, one.state === "to move" ? "acting" : ""), title = element("p");
      title.append(dot(piece), element("b", named(piece)), ` ${one.person || (named(one.role) === named(piece) ? "" : named(one.role))} `, element("b", one.station));
      if (one.state) title.append(element("small", words(one.state.replace(" ", "-"))));
      row.append(title, hand(one.tickets));
      return row;
    }));
    fill($("states"), Object.entries(states).map(([name, told]) => element("li", `${name}: ${told}`)));
    $("log-title").textContent = words("log", {who: fugitive()});
    $("log").replaceChildren(...Object.entries(log).map(([number, [cover, station]]) => {
      const field = ticketed(element("li", undefined, station ? "seen" : ""), cover);
      field.append(element("span", number, "entry"), element("span", named(cover)), element("b", station || "\u00a0"));
      return field;
    }));
    const next = state.table.surfacing, empty = Object.keys(log).length ? [] : [words("empty-log")];
    const when = next ? [words(wording.hides ? "hides" : "surfaces", {who: fugitive(), n: next})] : [];
    $("next").textContent = [...empty, ...when].join(". ");
  }

  function showSaid() {
    const mine = Object.entries(state.said).filter(([, one]) => !one.alone || !isHidden());
    const lines = mine.map(([number, one]) => [Number(number), heard(one)]);
    $("said").replaceChildren(...lines.map(([, text]) => element("li", text, text.startsWith("  ") ? "cite" : "")).reverse());
    const fresh = lines.filter(([number]) => number > told), news = fresh.length && told ? fresh : lines.slice(-1);
    if (fresh.length || isFugitive()) $("news").textContent = news.map(([, text]) => text).join("\n");
    told = Math.max(told, ...lines.map(([number]) => number));
  }

  // --- the board

  const showsPossible = () => $("possible").checked;

  function showBoard() {
    const {scene, table, sheet: own} = state, his = Object.keys(table.pieces)[0], shows = showsPossible();
    const flags = {...scene.flags};
    if (!shows && !isStation(table.pieces[his].station)) delete flags[his]; // that he can only be there was worked out, not seen
    $("count").hidden = !shows;
    $("count").textContent = known("possible-one", "possible-many");
    if (!picture) return;
    if (state.route.length) return showRoute(scene, flags);
    const here = isFugitive() && !isHidden() ? [own.at] : [];
    picture.show({...scene, flags, here, possible: shows ? scene.possible : [], legal: [...new Set(ways.map((one) => one.to).filter(Boolean))]});
  }

  // --- the end: his whole route, drawn step by step

  let walked = 0, walking = 0;

  function showRoute(scene, flags) {
    const his = Object.keys(state.table.pieces)[0], stations = state.route.map((one) => Number(one[1]));
    const trail = stations.slice(1, walked + 1).map((to, at) => `${stations[at]}-${to}`).filter((leg) => picture.legs.has(leg));
    const [cover] = state.route[walked];
    picture.show({...scene, flags: {...flags, [his]: [stations[walked], 0, 12, -33]}, here: [], possible: [], legal: [], trail});
    $("step").hidden = false;
    $("step").textContent = walked ? `${walked}. ${words("ride", {by: named(cover), to: stations[walked]})}` : words("started", {at: stations[0]});
  }

  function walk() {
    clearInterval(walking);
    walked = 0;
    showBoard();
    picture.focus(state.route.map((one) => Number(one[1])));
    walking = setInterval(() => {
      if (walked >= state.route.length - 1) return clearInterval(walking);
      walked += 1;
      showBoard();
    }, WALK);
  }

  function askAgain() {
    const begin = (roles) => async () => { if ((await post("/again", roles))[0] === 0) $("alive").textContent = words("lost"); };
    sheet.show(words("again"), [element("p", words("again-then"))],
      [[words("cancel")], [words("same-roles"), begin("same"), "main"], [words("pass-on"), begin("on"), "main"]]);
  }

  async function opened() {
    await loadPicture();
    const {link} = await (await got("replay")).json(), name = `${wording.title}.html`;
    const replay = Object.assign(element("a", words("replay"), "button"), {href: link, target: "_blank", rel: "noopener noreferrer"});
    const kept = Object.assign(element("a", words("download"), "button"), {href: link, download: name});
    fill($("after"), [button(words("walk-again"), walk), replay, kept, button(words("again"), askAgain, "main")]);
    go("board");
    walk();
  }

  // Where one's own pieces are, and where they may go.
  function focus() {
    if (!picture) return;
    if (isTable() || isHidden()) return picture.whole();
    const own = state.pieces.map((piece) => (isFugitive() ? state.sheet.at : Number(state.table.pieces[piece].station)));
    picture.focus([...own, ...ways.map((one) => one.to)].filter(Boolean));
  }

  // When he is seen, the table's screen says so in big letters.
  function surface(before) {
    const seen = Object.entries(state.table.log).filter(([number, [, station]]) => station && !(before.table.log[number] || [])[1]);
    if (!seen.length) return;
    $("news").textContent = $("loud").textContent = words("surfaced", {who: fugitive(), station: seen[seen.length - 1][1][1]});
    if (!isTable()) return;
    $("loud").hidden = false;
    clearTimeout(surface.timer);
    surface.timer = setTimeout(() => { $("loud").hidden = true; }, LOUD);
  }

  // --- all of it

  function show() {
    showPrompt();
    showWays();
    showOwn();
    showTable();
    showSaid();
    showBoard();
  }

  const run = ({stamp}) => stamp.split(".")[0];

  function took(next) {
    const before = state;
    if (before && (before.game !== next.game || before.seat !== next.seat)) return location.reload(); // another game at this table
    state = next;
    document.body.classList.toggle("watching", isTable());
    if (before && run(before) !== run(state)) told = 0; // a server that was restarted counts from the beginning
    const isNew = !before || before.prompt.yours !== state.prompt.yours || before.prompt.kind !== state.prompt.kind;
    if (isNew && !isTable()) sheet.close(); // what it asked is not asked any more
    show();
    if (!before) start();
    else if (!state.route.length) surface(before);
    if (state.route.length && !(before && before.route.length)) opened();
    if (isNew && state.prompt.yours) called();
    call.tell(state.prompt.yours && state.prompt.kind !== "over", isNew && Boolean(before));
  }

  // It is this seat's turn to say something.
  function called() {
    focus();
    if (TYPED.includes(state.prompt.kind)) go("move");
  }

  function start() {
    const asking = (word) => [word, () => ask(word, words(word, {who: fugitive()}))];
    const questions = [asking("where"), ...(isTable() ? [] : [asking("moves"), ["undo", () => speak("undo")]])];
    if (isTable()) questions.push(["seats", seatsSheet]);
    else questions.push(["resign", () => propose(`${state.pieces[0]} resigns`, words("resign"), words("resign"))]);
    fill($("questions"), questions.map(([word, act]) => button(words(word, {who: fugitive()}), act)));
    go(isTable() ? "board" : "move");
    focus();
  }

  function go(name) {
    document.body.dataset.view = name;
    if (name === "ask" && !isHidden()) search();
    for (const one of $("views").children) one.setAttribute("aria-current", String(one.dataset.go === name));
  }

  const secret = secretBehind($("look"), (shown) => {
    if (!shown) { sheet.close(); $("line").value = $("sought").value = ""; $("cards").replaceChildren(); }
    show();
    focus();
  });

  const QUESTIONS = /^(\?|help|moves|where|why\b.*|rules\?.*)$/i;
  $("form").addEventListener("submit", (event) => {
    event.preventDefault();
    const text = $("line").value.trim(), {prompt} = state;
    $("line").value = "";
    if (!text) return;
    if (QUESTIONS.test(text)) return ask(text);
    const isClause = ["entry", "turn"].includes(prompt.kind) && !isTable() && !/^(undo|done|end|pass|agreed|undo agreed)$/.test(text);
    return isTable() ? ask(`rules? ${text}`) : isClause ? propose(text, text) : speak(text);
  });
  let pause;
  $("sought").addEventListener("input", () => { clearTimeout(pause); pause = setTimeout(search, PAUSE); });
  for (const one of $("views").children) one.addEventListener("click", () => { go(one.dataset.go); if (one.dataset.go === "board") focus(); });
  $("possible").checked = localStorage.getItem("possible") === "yes";
  $("possible").addEventListener("change", () => { localStorage.setItem("possible", showsPossible() ? "yes" : "no"); showBoard(); });
  $("in").addEventListener("click", () => picture && picture.zoom(1.5));
  $("out").addEventListener("click", () => picture && picture.zoom(1 / 1.5));
  $("whole").addEventListener("click", () => picture && picture.whole());
  const showSound = () => $("sound").setAttribute("aria-pressed", String(call.sounds));
  $("sound").addEventListener("click", () => { call.switchSound(); showSound(); });
  showSound();
  $("not-me").addEventListener("click", () => sheet.show(words("not-me"), [element("p", words("not-me-then"))],
    [[words("cancel")], [words("give-back"), giveBack, "main"]]));
  $("loud").addEventListener("click", () => { $("loud").hidden = true; });

  async function loadPicture() {
    const drawn = new DOMParser().parseFromString(await (await got("board")).text(), "text/html").querySelector("svg");
    $("frame").replaceWith($("frame").cloneNode(false)); // what listened to the picture before goes with it
    $("frame").append(document.adoptNode(drawn));
    picture = pictureOn($("frame"), drawn, picked);
    if (state) { showBoard(); focus(); }
  }

  (async () => {
    const wording = await got("words");
    if (wording.status === 409) return location.replace("setup");  // the game has not begun
    if (!wording.ok) return leave();  // a link that leads to no seat
    speakLike(await wording.json());
    loadPicture().catch(() => { $("frame").textContent = words("no-picture"); });
    await listen("events", {took, alive: (word) => { $("alive").textContent = word && words(word); }, dead: (status) => (status === "409" ? location.replace("/setup") : leave())});
  })();
})();
