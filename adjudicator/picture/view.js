// What is seen of a board: dragged with a finger, pinched, zoomed. One way to look closer, for the replay and for phones.
"use strict";

const STILL = 8;     // css px that a tap may move
const READABLE = 13; // css px of a station's radius at which its number is read

// `tapped(x, y)` gets the point of the screen; `wheels(event)` says whether the wheel zooms, or scrolls the page; `changed`
// gets whether the whole board is seen.
function viewOn(frame, svg, {tapped = () => {}, wheels = () => true, changed = () => {}} = {}) {
  const size = svg.viewBox.baseVal, width = size.width, height = size.height;
  const disc = Number(svg.querySelector(".face").getAttribute("r"));
  const view = {x: width / 2, y: height / 2, scale: 0}; // the point in the middle, and css px for each unit
  const fingers = new Map();
  let tap = null, isWhole = true;

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
    changed(isWhole);
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

  // Moved by so many css px.
  function drag(right, down) {
    view.x -= right / view.scale;
    view.y -= down / view.scale;
    apply();
  }

  const middleOf = (places) => [0, 1].map((axis) => {
    const values = places.map((place) => place[axis]);
    return [(Math.max(...values) + Math.min(...values)) / 2, Math.max(...values) - Math.min(...values)];
  });

  // So near that these points fill the frame, and no nearer than their numbers need.
  function focus(places) {
    if (!places.length) return whole();
    const [[x, wide], [y, high]] = middleOf(places);
    const fits = Math.min(frame.clientWidth / (wide + 6 * disc), frame.clientHeight / (high + 6 * disc));
    Object.assign(view, {x, y, scale: Math.min(fits, 1.5 * READABLE / disc)});
    isWhole = false;
    apply();
  }

  // The same nearness, with the middle of these points in the middle of the frame, unless it is seen well where it is.
  function follow(places) {
    if (isWhole || !places.length) return;
    const [[x], [y]] = middleOf(places);
    const near = (away, extent) => Math.abs(away) * view.scale < extent / 3;
    if (near(x - view.x, frame.clientWidth) && near(y - view.y, frame.clientHeight)) return;
    Object.assign(view, {x, y});
    apply();
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
    drag(left - x, upper - y);
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
    if (!wheels(event)) return;
    event.preventDefault();
    zoom(Math.exp(-event.deltaY / 400), event.clientX, event.clientY);
  }, {passive: false});
  const keys = {"+": () => zoom(1.5), "=": () => zoom(1.5), "-": () => zoom(1 / 1.5), "0": whole};
  frame.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !(event.key in keys)) return;
    event.preventDefault();
    keys[event.key]();
  });
  new ResizeObserver(apply).observe(frame);
  addEventListener("beforeprint", whole);
  apply();

  return {zoom, whole, drag, focus, follow, at, get scale() { return view.scale; }, get isWhole() { return isWhole; }};
}
