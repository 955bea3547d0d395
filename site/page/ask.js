// Ask: a question about an edition, or about the game of the first part.
import { $, element, fill } from "./shown.js";
import { PAGE } from "./judge.js";

export function asking(run, given, { page, chosen }) {
  fill($("about"), [...given.editions.map(({ id, title }) => [id, title]), [PAGE, "the game of the first part"]]);
  $("about").value = "2014";
  $("asking").addEventListener("submit", async (event) => {
    event.preventDefault();
    const question = $("question").value.trim(), about = $("about").value;
    if (!question) return;
    const words = about === PAGE ? ["ask", PAGE, question, ...chosen()] : ["ask", about, question];
    const done = await run(words, { [PAGE]: page.text() });
    $("answer").replaceChildren(element("pre", (done.out || done.err).trim()));
  });
}
