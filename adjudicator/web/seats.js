// Who has come to the table and who is missing, with a code for each free seat; and how a phone gives its seat back.
"use strict";

const whoSits = (one) => one.person || one.pieces.map(named).join(", ");

// A picture of the link for a camera, and the link to be typed; on the computer that serves alone, a link to be opened.
function invitation({link, code}) {
  const box = element("div", undefined, "invitation");
  if (code) {
    box.append(document.adoptNode(new DOMParser().parseFromString(code, "image/svg+xml").documentElement));
    box.append(element("p", link.replace(/^https?:\/\//, ""), "link"));
    return box;
  }
  const opened = Object.assign(element("a", words("open-here"), "button"), {href: link, target: "_blank", rel: "noopener noreferrer"});
  box.append(opened);
  return box;
}

// `free` is called with a seat that is taken, to give it to another phone.
function seatCards({seats}, free = null) {
  return Object.entries(seats).map(([seat, one]) => {
    const card = element("section", undefined, one.come ? "seat come" : "seat"), title = element("h3", whoSits(one));
    card.append(title);
    if (!one.come) {
      card.append(element("p", words("scan-this", {who: whoSits(one)})), invitation(one));
      return card;
    }
    card.append(element("p", words("has-come")));
    if (!free) return card;
    const button = element("button", words("other-phone"));
    button.type = "button";
    button.addEventListener("click", () => free(seat, whoSits(one)));
    card.append(button);
    return card;
  });
}

// On the table's screen: a code for who comes late, and for whom to give another phone.
function seatsSheet() {
  const box = element("div", undefined, "seats"), over = new AbortController();
  const free = (seat, who) => sheet.show(words("other-phone"), [element("p", words("free-seat", {who}))],
    [[words("cancel"), seatsSheet], [words("free-it"), () => freed(seat), "main"]]);
  sheet.show(words("seats"), [box], [[words("close")]]);
  document.getElementById("sheet").addEventListener("close", () => over.abort(), {once: true});
  listen("/seats", {
    took: (state) => fill(box, [...seatCards(state, free), watchCard(state)]),
    alive: () => {}, stop: over.signal,
  });
}

function watchCard({watch}) {
  const card = element("section", undefined, "seat");
  card.append(element("h3", words("only-watch")), invitation(watch));
  return card;
}

async function freed(seat) {
  const [status] = await post("/seats/free", seat);
  if (status === 403) return sheet.show(words("other-phone"), [element("p", words("only-here"))], [[words("close"), seatsSheet]]);
  seatsSheet();
}

// On every other screen.
async function giveBack() {
  const [status] = await post("/seats/leave", "");
  if (status === 200 || status === 404) leave();
  else document.getElementById("alive").textContent = words("lost");
}
