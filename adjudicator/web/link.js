// The way to the table: a secret that names the seat, words that go up, and the seat's state that comes down.
"use strict";

const AGAIN = 1000;   // after so many milliseconds a lost connection is tried again
const SILENT = 20000; // a server says something more often than this
let hangUp = () => {};

// The secret comes after the `#`, which is never sent, and leaves the address bar at once.
if (location.hash.length > 1) {
  sessionStorage.setItem("token", decodeURIComponent(location.hash.slice(1)));
  history.replaceState(null, "", location.pathname);
}
const headers = {"Authorization": "Bearer " + (sessionStorage.getItem("token") || ""), "Content-Type": "application/json"};

// The status, 0 without a connection, and the answer if there is one.
async function post(path, text, stamp = "") {
  try {
    const response = await fetch(path, {method: "POST", headers, body: JSON.stringify({text, stamp})});
    return [response.status, response.status === 200 ? await response.json() : null];
  } catch {
    return [0, null];
  }
}

// What the server gives for a path, asked for again while it cannot be reached or is too busy.
async function got(path) {
  for (;;) {
    const response = await fetch(path, {headers}).catch(() => null);
    if (response && response.status !== 429 && response.status < 500) return response;
    await new Promise((done) => setTimeout(done, AGAIN));
  }
}

// Gives every change of the state, until the connection is lost or nothing has arrived for too long.
async function* changes() {
  const line = new AbortController();
  hangUp = () => line.abort();
  let silence = setTimeout(hangUp, SILENT);
  const response = await fetch("events", {headers, signal: line.signal});
  if (!response.ok) throw new Error(response.status);
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  for (let text = ""; ;) {
    const {value, done} = await reader.read();
    clearTimeout(silence);
    if (done) return;
    silence = setTimeout(hangUp, SILENT);
    text += value;
    for (let end; (end = text.indexOf("\n\n")) >= 0; text = text.slice(end + 2)) {
      if (text.startsWith("data: ")) yield JSON.parse(text.slice(6, end));
    }
  }
}

// For as long as the page is open; the first change of every connection is the whole state.
async function listen(took, alive) {
  for (;;) {
    let state = {};
    try {
      for await (const change of changes()) {
        alive("");
        took(state = merged(state, change));
      }
    } catch (error) {
      if (error.message === "404") return alive("unknown-link");
    }
    alive("connecting");
    await new Promise((done) => setTimeout(done, AGAIN));
  }
}

// A phone that slept may hold a connection that is dead.
document.addEventListener("visibilitychange", () => { if (!document.hidden) hangUp(); });
addEventListener("online", () => hangUp());
