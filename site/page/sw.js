// Keeps every file of the playground, so that it works without a connection. `build.py` fills in the list and its digest.
const NAME = "playground-DIGEST";
const FILES = ["FILES"];

addEventListener("install", (event) => event.waitUntil(caches.open(NAME).then((kept) => kept.addAll(FILES)).then(() => skipWaiting())));
addEventListener("activate", (event) => event.waitUntil(
  caches.keys().then((names) => Promise.all(names.filter((name) => name.startsWith("playground-") && name !== NAME).map((name) => caches.delete(name)))).then(() => clients.claim()),
));
addEventListener("fetch", (event) => {
  if (event.request.method !== "GET") return;
  event.respondWith(caches.open(NAME).then((kept) => kept.match(event.request, { ignoreSearch: true })).then((found) => found || fetch(event.request)));
});
