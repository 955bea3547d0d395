"use strict";
// Replays lie in the page as text; each is opened as a page of its own.
const replays = JSON.parse(document.getElementById("replays").textContent);
for (const link of document.querySelectorAll("[data-replay]")) {
  link.href = URL.createObjectURL(new Blob([replays[link.dataset.replay]], { type: "text/html" }));
  link.target = "_blank";
}
