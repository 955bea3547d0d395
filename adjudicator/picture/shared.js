// What the replay and the table on phones both do: make elements, follow changes of a state, show what a rule says against a move.
"use strict";

function element(name, text, kind) {
  const made = document.createElement(name);
  if (text !== undefined) made.textContent = text;
  if (kind) made.className = kind;
  return made;
}

function fill(parent, children) {
  parent.replaceChildren(...children);
  parent.hidden = !children.length;
}

// The next state from the one before it and what changes: null for a key that is gone (changes.py).
function merged(before, change) {
  const isTable = (value) => value !== null && typeof value === "object" && !Array.isArray(value);
  const made = {...before};
  for (const [key, value] of Object.entries(change)) {
    if (value === null) delete made[key];
    else made[key] = isTable(value) ? merged(isTable(made[key]) ? made[key] : {}, value) : value;
  }
  return made;
}

function findingBox(one, word = one.verdict) {
  const box = element("div", undefined, `finding ${one.verdict}`);
  box.append(element("p", [word, one.message].filter(Boolean).join(": "), "message"));
  if (one.help) box.append(element("p", one.help, "help"));
  if (one.says) box.append(element("p", one.says, "says"));
  box.append(element("p", [one.rule, one.cite].filter(Boolean).join(" · "), "cite"));
  if (one.ruling) box.append(element("p", `ruling ${one.ruling}`, "cite"));
  return box;
}
