// What only one person may see: shown after the button was held, hidden half a minute after the last touch or when nobody looks.
"use strict";

const HOLD = 350, AWAY = 30000; // milliseconds

function secretBehind(button, changed) {
  let shown = false, wasHeld = false, holding = 0, leaving = 0;

  function set(value) {
    clearTimeout(holding);
    clearTimeout(leaving);
    if (value) leaving = setTimeout(() => set(false), AWAY);
    if (value === shown) return;
    shown = value;
    changed(shown);
  }

  button.addEventListener("pointerdown", () => {
    clearTimeout(holding);
    wasHeld = false;
    holding = setTimeout(() => { wasHeld = !shown; set(true); }, HOLD);
  });
  for (const end of ["pointerup", "pointercancel", "pointerleave"]) button.addEventListener(end, () => clearTimeout(holding));
  button.addEventListener("click", (event) => {
    if (event.detail === 0) set(!shown); // by key
    else if (!wasHeld) set(false);       // a tap only hides
  });
  button.addEventListener("contextmenu", (event) => event.preventDefault());
  for (const touch of ["pointerdown", "keydown", "wheel"]) document.addEventListener(touch, () => { if (shown) set(true); }, {passive: true});
  addEventListener("blur", () => set(false));
  document.addEventListener("visibilitychange", () => set(false));
  return {get shown() { return shown; }};
}
