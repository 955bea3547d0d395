// The picture of the board under a finger: dragged, pinched, zoomed; a tap picks the station that is meant.
"use strict";

const REACH = 22;  // css px around a tap: a station is a target of 44
const CLOSE = 8;   // of two stations that differ less in distance, none is meant
const STILL = 8;   // css px that a tap may move
const TWICE = 350; // milliseconds between the taps of a double tap
const READABLE = 13; // css px of a station's radius at which its number is read

function pictureOn(frame, svg, picked) {
  const board = boardOn(svg), size = svg.viewBox.baseVal, width = size.width, height = size.height;
  const disc = Number(svg.querySelector(".face").getAttribute("r"));
  const view = {x: width / 2, y: height / 2, scale: 0}; // the point in the middle, and css px for each unit
  const fingers = new Map();
  let lit = new Set(), tap = null, before = null, isWhole = true;

  // --- what is seen of the board

  const least = () => Math.min(frame.clientWidth / width, frame.clientHeight / height);
  const most = () => Math.max(least(), 3 * READABLE / disc);
  const bounded = (value, low, high) => (low > high ? (low + high) / 2 : Math.min(high, Math.max(low, value)));

  function apply() {
    if (!frame.clientWidth) return;
    view.scale = isWhole ? least() : bounded(view.scale, least(), most());
    const [wide, high] = [frame.clientWidth / view.scale, frame.clientHeight / view.scale];
    view.x = bounded(view.x, wide / 2, width - wide / 2);
    view.y = bounded(view.y, high / 2, height - high / 2);
    svg.setAttribute("viewBox", `${view.x - wide / 2} ${view.y - high / 2} ${wide} ${high}`);
  }

  // A point of the screen as a point of the board.
  function at(x, y) {
    const box = frame.getBoundingClientRect();
    return [view.x + (x - box.left - box.width / 2) / view.scale, view.y + (y - box.top - box.height / 2) / view.scale];
  }

  function zoom(factor, x, y) {
    const box = frame.getBoundingClientRect();
    const [left, upper] = [x ?? box.left + box.width / 2, y ?? box.top + box.height / 2];
    const held = at(left, upper), old = view.scale;
    view.scale = bounded(old * factor, least(), most());
    isWhole = view.scale === least();
    view.x = held[0] + (view.x - held[0]) * old / view.scale;
    view.y = held[1] + (view.y - held[1]) * old / view.scale;
    apply();
  }

  function whole() {
    isWhole = true;
    apply();
  }

  // So near that these stations fill the frame, and no nearer than their numbers need.
  function focus(stations) {
    const places = stations.map((one) => board.spots.get(one)).filter(Boolean);
    if (!places.length) return whole();
    const [xs, ys] = [0, 1].map((axis) => places.map((place) => place[axis]));
    const span = (values) => Math.max(...values) - Math.min(...values) + 6 * disc;
    const fits = Math.min(frame.clientWidth / span(xs), frame.clientHeight / span(ys));
    Object.assign(view, {x: (Math.max(...xs) + Math.min(...xs)) / 2, y: (Math.max(...ys) + Math.min(...ys)) / 2});
    view.scale = Math.min(fits, 1.5 * READABLE / disc);
    isWhole = false;
    apply();
  }

  // --- which station is meant

  function near(x, y) {
    const [here, there] = at(x, y);
    return Array.from(board.spots, ([station, spot]) => ({station, away: Math.hypot(spot[0] - here, spot[1] - there) * view.scale}))
      .filter((one) => one.away <= REACH).sort((a, b) => a.away - b.away);
  }

  function tapped(x, y) {
    const found = near(x, y), legal = found.filter((one) => lit.has(one.station)), meant = legal.length ? legal : found;
    const again = before && performance.now() - before.when < TWICE && Math.hypot(x - before.x, y - before.y) < 2 * REACH;
    before = {x, y, when: performance.now()};
    if (meant.length && (meant.length === 1 || meant[1].away - meant[0].away > CLOSE)) return picked(meant[0].station);
    if (meant.length || again) zoom(2, x, y);
  }

  // --- fingers, wheel and keys

  const middle = () => [0, 1].map((axis) => Array.from(fingers.values()).reduce((sum, one) => sum + one[axis], 0) / fingers.size);
  const spread = () => { const [a, b] = fingers.values(); return b ? Math.hypot(a[0] - b[0], a[1] - b[1]) : 0; };

  frame.addEventListener("pointerdown", (event) => {
    frame.setPointerCapture(event.pointerId);
    fingers.set(event.pointerId, [event.clientX, event.clientY]);
    tap = fingers.size === 1 ? [event.clientX, event.clientY] : null;
  });
  frame.addEventListener("pointermove", (event) => {
    if (!fingers.has(event.pointerId)) return;
    const [x, y] = middle(), wide = spread();
    fingers.set(event.pointerId, [event.clientX, event.clientY]);
    if (tap && Math.hypot(event.clientX - tap[0], event.clientY - tap[1]) < STILL) return;
    tap = null;
    const [left, upper] = middle();
    view.x -= (left - x) / view.scale;
    view.y -= (upper - y) / view.scale;
    zoom(wide ? spread() / wide : 1, left, upper);
  });
  for (const end of ["pointerup", "pointercancel"]) {
    frame.addEventListener(end, (event) => {
      fingers.delete(event.pointerId);
      if (tap && end === "pointerup") tapped(event.clientX, event.clientY);
      tap = null;
    });
  }
  frame.addEventListener("wheel", (event) => {
    event.preventDefault();
    zoom(Math.exp(-event.deltaY / 400), event.clientX, event.clientY);
  }, {passive: false});
  const keys = {
    "+": () => zoom(1.5), "=": () => zoom(1.5), "-": () => zoom(1 / 1.5), "0": whole,
    ArrowLeft: () => { view.x -= 60 / view.scale; }, ArrowRight: () => { view.x += 60 / view.scale; },
    ArrowUp: () => { view.y -= 60 / view.scale; }, ArrowDown: () => { view.y += 60 / view.scale; },
  };
  frame.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !(event.key in keys)) return;
    event.preventDefault();
    keys[event.key]();
    apply();
  });
  new ResizeObserver(apply).observe(frame);

  return {
    zoom, whole, focus,
    // `scene` as stage.py has it; `legal` are the stations that may be gone to.
    show(scene) {
      lit = new Set(scene.legal);
      board.show(scene);
    },
  };
}
