// The sheet at the bottom of the screen: a title, what it says, and buttons where the thumb is.
"use strict";

const sheet = {
  // `buttons` are [text, what to do, kind, ticket]; every one of them closes the sheet first.
  show(title, body, buttons) {
    const $ = (id) => document.getElementById(id);
    $("sheet-title").textContent = title;
    fill($("sheet-body"), body);
    fill($("sheet-buttons"), buttons.map(([text, act, kind, ticket]) => {
      const button = ticketed(element("button", text, kind), ticket);
      button.type = "button";
      button.addEventListener("click", () => { sheet.close(); if (act) act(); });
      return button;
    }));
    if (!$("sheet").open) $("sheet").showModal();
  },
  close() {
    document.getElementById("sheet").close();
    for (const id of ["sheet-title", "sheet-body", "sheet-buttons"]) document.getElementById(id).replaceChildren();
  },
};
