// A position on a board that is drawn once: moves flags, rings and marks, and never draws a line itself.
//
//     const board = boardOn(document.querySelector("svg.board"));
//     board.show({flags: {red: [24, 0, 12, -33]}, possible: [3, 11], lying: [], trail: ["8-18"]});
//
// What a scene is made of is written in stage.py, which also draws the elements that are moved here.
"use strict";

function boardOn(svg) {
  const TRAIL = 6; // rides that are drawn strongly; those before them are faint
  const spots = new Map();
  for (const group of svg.querySelectorAll(".stations > g")) {
    const [x, y] = group.getAttribute("transform").match(/-?[\d.]+/g).map(Number);
    spots.set(Number(group.id.slice("station-".length)), [x, y]);
  }
  const pieces = (kind) => new Map(Array.from(svg.querySelectorAll(kind), (one) => [one.dataset.piece, one]));
  const flags = pieces(".flag"), rings = pieces(".ring");
  const radius = new Map(Array.from(rings, ([piece, ring]) => [piece, Number(ring.getAttribute("r"))]));
  const legs = new Map(Array.from(svg.querySelectorAll(".leg"), (leg) => [leg.dataset.leg, leg]));
  const marks = {};
  for (const one of svg.querySelectorAll("defs > [id^=mark-]")) marks[one.id.slice("mark-".length)] = new Map();
  const layer = svg.querySelector(".marks");

  function mark(kind, station) {
    let made = marks[kind].get(station);
    if (!made && spots.has(station)) {
      made = document.createElementNS(svg.namespaceURI, "use");
      made.setAttribute("href", `#mark-${kind}`);
      made.setAttribute("transform", `translate(${spots.get(station).join(" ")})`);
      layer.append(made);
      marks[kind].set(station, made);
    }
    return made;
  }

  function showMarks(kind, stations) {
    const wanted = new Set(stations);
    for (const [station, made] of marks[kind]) made.classList.toggle("off", !wanted.has(station));
    for (const station of wanted) mark(kind, station);
  }

  function showPieces(places) {
    for (const [piece, flag] of flags) {
      const place = places[piece], ring = rings.get(piece);
      flag.classList.toggle("on", Boolean(place));
      ring.classList.toggle("on", Boolean(place));
      if (!place) continue;
      const [station, rank, left, upper] = place, [x, y] = spots.get(station);
      flag.setAttribute("transform", `translate(${x + left} ${y + upper})`);
      ring.setAttribute("transform", `translate(${x} ${y})`);
      ring.setAttribute("r", radius.get(piece) + 4.5 * rank);
    }
  }

  function showTrail(trail) {
    for (const leg of legs.values()) leg.classList.remove("on", "old");
    trail.forEach((name, at) => {
      const leg = legs.get(name);
      leg.classList.add("on");
      leg.classList.toggle("old", at < trail.length - TRAIL);
    });
  }

  return {
    spots, legs,
    show(scene) {
      for (const kind of Object.keys(marks)) showMarks(kind, scene[kind] || []);
      showPieces(scene.flags);
      showTrail(scene.trail);
    },
  };
}
