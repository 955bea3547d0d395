// The way to the table: a secret that names the seat, words that go up, and the seat's state that comes down.
"use strict";

const AGAIN = 1000;   // after so many milliseconds a lost connection is tried again
const SILENT = 20000; // a server says something more often than this
const lines = new Set(); // connections that are open

// The secret comes after the `#`, which is never sent, and leaves the address bar at once. A new tab of a phone that has a seat is
// that seat's, too.
if (location.hash.length > 1) {
  sessionStorage.setItem("token", decodeURIComponent(location.hash.slice(1)));
  history.replaceState(null, "", location.pathname);
}
const token = sessionStorage.getItem("token") || localStorage.getItem("token") || "";
const headers = {"Authorization": "Bearer " + token, "Content-Type": "application/json"};

// From now on this phone has this seat.
function enter(own, page = "/") {
  sessionStorage.setItem("token", own);
  location.replace(page);
}

// This phone has no seat any more, and nothing on it shows what the seat knew.
function leave() {
  sessionStorage.removeItem("token");
  if (localStorage.getItem("token") === token) localStorage.removeItem("token");
  location.replace("/setup");
}

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
async function* changes(path, line) {
  let silence = setTimeout(() => line.abort(), SILENT);
  const response = await fetch(path, {headers, signal: line.signal});
  if (!response.ok) throw new Error(response.status);
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  for (let text = ""; ;) {
    const {value, done} = await reader.read();
    clearTimeout(silence);
    if (done) return;
    silence = setTimeout(() => line.abort(), SILENT);
    text += value;
    for (let end; (end = text.indexOf("\n\n")) >= 0; text = text.slice(end + 2)) {
      if (text.startsWith("data: ")) yield JSON.parse(text.slice(6, end));
    }
  }
}

// Until `stop`, or until the link is dead; the first change of every connection is the whole state.
async function listen(path, {took, alive, dead = () => {}, stop = new AbortController().signal}) {
  while (!stop.aborted) {
    const line = new AbortController(), end = () => line.abort();
    lines.add(line);
    stop.addEventListener("abort", end);
    let state = {};
    try {
      for await (const change of changes(path, line)) {
        alive("");
        took(state = merged(state, change));
      }
    } catch (error) {
      if (["404", "409"].includes(error.message)) return dead(error.message);
    } finally {
      lines.delete(line);
      stop.removeEventListener("abort", end);
    }
    if (stop.aborted) return;
    alive("connecting");
    await new Promise((done) => setTimeout(done, AGAIN));
  }
}

// A phone that slept may hold a connection that is dead.
const hangUp = () => lines.forEach((line) => line.abort());
document.addEventListener("visibilitychange", () => { if (!document.hidden) hangUp(); });
addEventListener("online", hangUp);
