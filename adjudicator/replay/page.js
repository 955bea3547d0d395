// The replay page: puts one step after the other on the board, in the panel and under the cursor of the curve.
"use strict";

(function () {
  const NAMED = 200; // milliseconds after which the address names the step: a browser allows few changes a second
  const CLOSER = 2.6; // times that the enlarged board is larger: on a phone the numbers of stations can be read
  const $ = (id) => document.getElementById(id);
  const data = JSON.parse($("data").textContent);
  const drawn = document.querySelector("svg.board"), board = boardOn(drawn);
  $("frame").style.aspectRatio = `${drawn.viewBox.baseVal.width} / ${drawn.viewBox.baseVal.height}`;
  document.body.classList.add("ready");
  const view = viewOn($("frame"), drawn, {
    wheels: (event) => event.ctrlKey, // a plain wheel scrolls the page
    changed: (isWhole) => $("zoom").setAttribute("aria-pressed", String(!isWhole)),
  });
  const items = Array.from(document.querySelectorAll("[data-step]"));
  const last = data.steps.length - 1;
  const links = data.steps.map((_, at) => Array.from(document.querySelectorAll(`.steps [data-go="${at}"], .chance[data-go="${at}"]`)));
  let now = 0, shownLast = 0, open = !data.hasSwitch, timer = 0, named = 0;

  // --- every step says only what it changes

  const layers = {seen: [], truth: []};
  for (const name of ["seen", "truth"]) {
    let state = {};
    for (const step of data.steps) {
      if (!(name in step)) continue;
      state = merged(state, step[name]);
      layers[name].push(state);
    }
  }
  let possible = [];
  const stations = data.steps.map((step) => (possible = step.possible || possible));
  const flagged = data.steps.map((step) => (step.findings ? step.findings : {}));
  const layer = () => (open && layers.truth.length ? "truth" : "seen");

  // --- what a step shows

  function sentence(at) {
    const item = items[at];
    const truth = open && item.querySelector(".truth");
    return (truth || item.querySelector(".seen")).textContent;
  }

  function findingsAt(at) {
    return flagged[at][layer()] || [];
  }

  function showFindings() {
    fill($("findings"), findingsAt(now).map((one) => findingBox(one)));
  }

  function showPossible() {
    const some = stations[now], count = some.length;
    $("count").textContent = count === 1 ? "1 station" : `${count} stations`;
    $("stations").textContent = some.join(", ");
  }

  function showHeard() {
    const heard = data.steps[now].heard || [];
    fill($("heard"), heard.length === 1 && heard[0] === sentence(now) ? [] : heard.map((one) => element("li", one)));
    $("heard-box").hidden = $("heard").hidden;
  }

  function showHands(state) {
    fill($("hands"), data.pieces.map((piece) => {
      const row = element("tr"), hand = state.hands[piece.id] || {tickets: {}};
      const name = element("th"), dot = element("span", undefined, "dot"), who = element("bdi", piece.name);
      name.scope = "row";
      dot.style.backgroundColor = piece.colour;
      name.append(dot, who);
      if (piece.person) name.append(" ", element("bdi", piece.person, "person"));
      row.append(name, element("td", hand.place || ""));
      if (hand.note) {
        const note = element("td", hand.note, "note");
        note.colSpan = data.tickets.length;
        row.append(note);
      } else {
        for (const ticket of data.tickets) {
          const count = hand.tickets[ticket];
          row.append(element("td", count === undefined ? "" : count === "any" ? "∞" : count, count === "0" ? "none" : ""));
        }
      }
      if (data.steps[now].piece === piece.id) row.className = "acting";
      return row;
    }));
  }

  function showLog(state) {
    const entries = Object.entries(state.log).sort((a, b) => a[0] - b[0]);
    fill($("log"), entries.map(([number, [cover, station]]) => {
      const field = element("li", undefined, data.covers[cover].ink);
      field.style.backgroundColor = data.covers[cover].colour;
      field.append(element("span", number, "entry"), element("span", cover, "cover"), element("b", station || "\u00a0"));
      return field;
    }));
    $("empty").hidden = entries.length > 0;
  }

  function showStates(state) {
    fill($("states"), Object.entries(state.states).map(([name, told]) => element("li", `${name}: ${told}`)));
  }

  function showPlace() {
    const step = data.steps[now], piece = data.pieces.find((one) => one.id === step.piece);
    $("when").textContent = now ? `Round ${step.round}` : "Before the game";
    $("of").textContent = `step ${now} of ${last}`;
    $("sentence").textContent = sentence(now);
    $("acting").style.backgroundColor = piece ? piece.colour : "transparent";
    $("slider").value = now;
    $("slider").setAttribute("aria-valuetext", `${$("when").textContent}: ${sentence(now)}`);
    $("cursor").setAttribute("x", now);
    $("back").disabled = $("first").disabled = now === 0;
    $("next").disabled = $("end").disabled = now === last;
    for (const one of links[shownLast]) one.classList.remove("now");
    for (const one of links[now]) one.classList.add("now");
    shownLast = now;
  }

  // What has moved, or where he can be, stays in sight.
  function follow(state) {
    const moved = state.flags[data.steps[now].piece];
    view.follow((moved ? [moved[0]] : stations[now]).map((one) => board.spots.get(one)).filter(Boolean));
  }

  function show() {
    const state = layers[layer()][now];
    board.show({...state, possible: stations[now].length > 1 ? stations[now] : []});
    showPlace();
    showFindings();
    showPossible();
    showHeard();
    showHands(state);
    showLog(state);
    showStates(state);
    $("flag").hidden = !flagged.some((_, at) => findingsAt(at).length);
    follow(state);
  }

  // --- going

  function go(step) {
    const to = Math.max(0, Math.min(last, step));
    if (to === now) return;
    now = to;
    show();
    clearTimeout(named);
    named = setTimeout(() => history.replaceState(null, "", `#${now}`), NAMED);
    if (now === last) stop();
    document.dispatchEvent(new CustomEvent("step", {detail: data.steps[now].place})); // for a page around this one
  }

  // The next finding of this layer, or the one before; after the last comes the first.
  function flag(direction) {
    const every = data.steps.length;
    for (let away = 1; away <= every; away++) {
      const at = (now + direction * away + every * away) % every;
      if (findingsAt(at).length) return go(at);
    }
  }

  // The step that the address names: `#12`.
  function goToNamed() {
    if (/^#\d+$/.test(location.hash)) go(Number(location.hash.slice(1)));
  }

  function stop() {
    clearInterval(timer);
    timer = 0;
    $("play").setAttribute("aria-pressed", "false");
  }

  function play() {
    if (timer) return stop();
    if (now === last) go(0);
    timer = setInterval(() => go(now + 1), 1200);
    $("play").setAttribute("aria-pressed", "true");
  }

  function toggle() {
    open = !open;
    $("open").checked = open;
    document.body.classList.toggle("open", open);
    show();
  }

  const keys = {
    ArrowRight: () => go(now + 1), ArrowLeft: () => go(now - 1), Home: () => go(0), End: () => go(last),
    f: () => flag(1), F: () => flag(-1), " ": play,
  };

  document.addEventListener("keydown", (event) => {
    const target = event.target, typing = target instanceof Element && target.matches("input, summary, button, a");
    if (event.ctrlKey || event.metaKey || event.altKey || !(event.key in keys)) return;
    if (event.key === " " && typing) return;
    if (target.id === "slider" && event.key !== "f" && event.key !== "F") return;
    event.preventDefault();
    keys[event.key]();
  });
  for (const [id, act] of [["first", "Home"], ["back", "ArrowLeft"], ["next", "ArrowRight"], ["end", "End"], ["flag", "f"], ["play", " "]]) {
    $(id).addEventListener("click", keys[act]);
  }
  $("slider").addEventListener("input", () => go(Number($("slider").value)));
  $("curve").addEventListener("click", (event) => {
    const box = $("curve").getBoundingClientRect();
    go(Math.floor(((event.clientX - box.left) / box.width) * (last + 1)));
  });
  document.addEventListener("click", (event) => {
    const link = event.target.closest("[data-go]");
    if (!link) return;
    event.preventDefault();
    if (link.dataset.layer === "truth" && !open) toggle();
    go(Number(link.dataset.go));
    $("now").scrollIntoView({block: "nearest"});
  });
  function enlarge(large) {
    if (large) view.zoom(CLOSER);
    else view.whole();
    follow(layers[layer()][now]);
  }

  $("zoom").addEventListener("click", () => enlarge(view.isWhole));
  if (data.hasSwitch) $("open").addEventListener("change", toggle);
  addEventListener("hashchange", goToNamed);
  show();
  goToNamed();
  if (matchMedia("(max-width: 700px)").matches) enlarge(true); // else the numbers of stations could not be read
})();
