// Keys for numbers under a line: stations and cards that only the box shows are tapped in, and nobody needs a keyboard.
"use strict";

const KEYS = ["1", "2", "3", "⌫", "4", "5", "6", "/", "7", "8", "9", ",", "0"];

function padFor(line) {
  const pad = element("div", undefined, "pad");
  pad.append(...KEYS.map((key) => {
    const button = element("button", key);
    button.type = "button";
    if (key === "⌫") button.setAttribute("aria-label", words("rub-out"));
    button.addEventListener("click", () => { line.value = key === "⌫" ? line.value.slice(0, -1) : line.value + key; });
    return button;
  }));
  line.inputMode = "none"; // a phone shows no keyboard besides
  return pad;
}
