// The picture of the board under a finger: a tap picks the station that is meant. How it is zoomed: view.js.
"use strict";

const REACH = 22;  // css px around a tap: a station is a target of 44
const CLOSE = 8;   // of two stations that differ less in distance, none is meant
const TWICE = 350; // milliseconds between the taps of a double tap

function pictureOn(frame, svg, picked) {
  const board = boardOn(svg), view = viewOn(frame, svg, {tapped});
  let lit = new Set(), before = null;

  function near(x, y) {
    const [here, there] = view.at(x, y);
    return Array.from(board.spots, ([station, spot]) => ({station, away: Math.hypot(spot[0] - here, spot[1] - there) * view.scale}))
      .filter((one) => one.away <= REACH).sort((a, b) => a.away - b.away);
  }

  function tapped(x, y) {
    const found = near(x, y), legal = found.filter((one) => lit.has(one.station)), meant = legal.length ? legal : found;
    const again = before && performance.now() - before.when < TWICE && Math.hypot(x - before.x, y - before.y) < 2 * REACH;
    before = {x, y, when: performance.now()};
    if (meant.length && (meant.length === 1 || meant[1].away - meant[0].away > CLOSE)) return picked(meant[0].station);
    if (meant.length || again) view.zoom(2, x, y);
  }

  const keys = {ArrowLeft: [60, 0], ArrowRight: [-60, 0], ArrowUp: [0, 60], ArrowDown: [0, -60]};
  frame.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !(event.key in keys)) return;
    event.preventDefault();
    view.drag(...keys[event.key]);
  });

  return {
    legs: board.legs, zoom: view.zoom, whole: view.whole,
    focus: (stations) => view.focus(stations.map((one) => board.spots.get(one)).filter(Boolean)),
    // `scene` as stage.py has it; `legal` are the stations that may be gone to.
    show(scene) {
      lit = new Set(scene.legal);
      board.show(scene);
    },
  };
}
