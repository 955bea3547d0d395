// What the page says: sentences in the language of the browser, and things as this edition calls them.
"use strict";

const wording = {said: {}, told: {}, names: {}, pieces: {}, tickets: {}, title: "", hides: false, counted: [], acts: []};

function speakLike({languages, ...rest}) {
  const wanted = (navigator.languages || []).map((one) => one.slice(0, 2)).find((one) => one in languages);
  const language = wanted || "en";
  Object.assign(wording, rest, languages[language]);
  document.documentElement.lang = language;
  document.title = wording.title;
  for (const one of document.querySelectorAll("[data-word]")) one.textContent = words(one.dataset.word);
  for (const one of document.querySelectorAll("[data-label]")) one.setAttribute("aria-label", words(one.dataset.label));
}

function words(key, slots = {}) {
  return wording.said[key].replace(/\{(\w+)\}/g, (_, slot) => slots[slot]);
}

const named = (id) => wording.names[id] || id;

// A clause by the names of its things; anything that is not a clause stays as it is.
function clauseNamed(text) {
  const parts = text.split(/([ /,;]+)/);
  const known = (part) => part in wording.names || wording.acts.includes(part) || /^([\d?!x/,;+ ]*|->)$/.test(part);
  return parts.every(known) ? parts.map(named).join("") : text;
}

// What the referee says (spoken.py): a plain text, or a sentence in the language of the reader.
function heard(one) {
  if (typeof one !== "object") return String(one);
  const text = "say" in one ? wording.told[one.say].replace(/\{(\w+)\}/g, (_, slot) => heard(one[slot])) : clauseNamed(one.text);
  return text.replaceAll("`", ""); // they mark what is typed, and here nobody types
}

// --- the lines that a seat may say, which come packed (ways.py): each way as its words, the piece first

function unpacked(node) {
  if (!Array.isArray(node)) return Object.entries(node).flatMap(([first, rest]) => unpacked(rest).map((way) => [first, ...way]));
  return node.reduce((ways, place) => ways.flatMap((way) => place.map((word) => (word ? [...way, word] : way))), [[]]);
}

const isStation = (word) => /^\d+$/.test(word);

// The last number of a way is where it leads, unless it says how many.
function described(way) {
  const isCount = wording.counted.some((name) => ` ${way.slice(1).join(" ")} `.includes(` ${name} `));
  const at = way.reduce((last, word, index) => (index && !isCount && isStation(word) ? index : last), 0);
  const by = way.filter((_, index) => index && index !== at);
  return {way, piece: way[0], to: at ? Number(way[at]) : 0, by: by.map(named).join(" "), ticket: by.find((word) => word in wording.tickets)};
}

function wayNamed({piece, to, by}, withPiece) {
  return (withPiece ? named(piece) + ": " : "") + (to ? words("ride", {by, to}) : by);
}

// An element in the colours of a ticket.
function ticketed(made, ticket) {
  if (ticket in wording.tickets) [made.style.backgroundColor, made.style.color] = wording.tickets[ticket];
  return made;
}
