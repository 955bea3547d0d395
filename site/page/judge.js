// Judge a game: the verdict on a page while it is written, corrections, and its replay.
import { editor, isTooLong } from "./editor.js";
import { $, button, corrections, element, fill, finding, mark, newest, objects, problem, replayIn } from "./shown.js";

export const PAGE = "game.log";
const FEW = 6; // moves that are offered at once
const WINNER = { fugitive: "the fugitive wins", pursuers: "the pursuers win", draw: "a draw" };

export function judging(run, given, keep) {
  const page = editor($("page"), {
    changed: () => { replay.out(); keep(); judge(); },
    moved: (place) => replay.step(place),
    covered: () => $("summary").offsetHeight, // it stays in sight above the page
  });
  const replay = replayIn($("replay"), run, (place) => page.step(place));
  const chosen = () => ($("edition").value ? ["--variant", $("edition").value] : []);

  const judge = newest(async (isNewest) => {
    const text = page.text(), files = { [PAGE]: text };
    page.mark([]);
    if (!text.trim()) return said("The verdict appears here.");
    if (isTooLong(text.length)) return said("This is longer than 1 MB: it cannot be the page of a game.");
    const done = await run(["check", PAGE, ...chosen(), "--no-rulings", "--json"], files, isNewest);
    if (!isNewest()) return;
    const [verdict] = objects(done.out);
    if (!verdict) return said("This page cannot be judged.", problem(done));
    await tell(verdict, files, isNewest);
  });

  // A message in place of a verdict.
  function said(text, ...more) {
    summarize("", text);
    $("verdict").replaceChildren(...more);
    replay.clear();
  }

  function summarize(kind, text) {
    $("summary").className = `panel summary ${kind}`;
    $("summary").textContent = text;
  }

  async function tell(verdict, files, isNewest) {
    const { findings, notices, faults = [] } = verdict, words = ["--variant", verdict.variant];
    const boxes = [...faults.map((one) => [one, "error"]), ...findings.map((one) => [one, one.verdict])];
    page.mark([...boxes.map(([one, kind]) => mark(one, kind)), ...notices.map((one) => mark(one, "notice"))]);
    summarize(verdict.verdict, summary(verdict));
    const box = element("div", undefined, verdict.verdict);
    if (verdict.read_as) box.append(element("p", `Read as ${verdict.read_as}`, "soft"));
    const told = boxes.map(([one, kind]) => finding(one, kind, page));
    box.append(...told, ...notices.map((one) => element("p", `${one.line ? `Line ${one.line}: ` : ""}${one.message}`, "soft")));
    $("verdict").replaceChildren(box);
    if (verdict.verdict === "invalid") {
      replay.clear();
      return editions(box, files, isNewest);
    }
    const first = findings.findIndex(isMove);
    findings.forEach((one, at) => at !== first && isMove(one) && told[at].append(button("Correct it …", ({ target }) => correct(one, target, files, words))));
    if (first >= 0) await correct(findings[first], told[first].appendChild(element("span")), files, words, isNewest); // others often follow from it
    await replay.show(PAGE, words, files, isNewest);
  }

  // What would have been legal there; what is most like the written move comes first.
  async function correct(one, place, files, words, isWanted) {
    const done = await run(["moves", PAGE, ...words, "--at", `${one.round}.${one.piece}`, "--piece", one.piece, "--json"], files, isWanted);
    const [found] = objects(done.out);
    if (!found?.legal.length) return place.replaceWith(element("p", "No other move of this piece was legal there.", "soft"));
    const moves = found.legal.map((move) => [alike(move, one.clause), move]).sort(([a], [b]) => b - a).map(([, move]) => move);
    const row = corrections(moves.slice(0, FEW), one, page), rest = moves.slice(FEW);
    if (rest.length) row.append(button(`${rest.length} more …`, ({ target }) => target.replaceWith(...corrections(rest, one, page).querySelectorAll("button"))));
    place.replaceWith(row);
  }

  // A page that does not say its edition: by which of them it would be legal.
  async function editions(box, files, isNewest) {
    if (chosen().length) return;
    const done = await run(["check", PAGE, "--variant", "all", "--json"], files, isNewest);
    if (!isNewest()) return;
    const fit = objects(done.out).filter((one) => one.verdict !== "invalid");
    if (!fit.length) return;
    const row = element("div", undefined, "fixes");
    row.append(...fit.map((one) => button(`${one.variant}: ${one.verdict}`, () => choose(one.variant))));
    box.append(element("p", "Which edition is it?"), row);
  }

  function choose(edition) {
    $("edition").value = edition;
    const one = given.editions.find(({ id }) => id === edition);
    $("box").hidden = !one;
    $("numbers").replaceChildren(...(one?.numbers || []).map((text) => element("li", text)));
    keep();
    judge();
  }

  async function take(file) {
    judge.stop(); // a verdict on what was there before would hide the message
    if (isTooLong(file.size)) return said(`${file.name} is longer than 1 MB: it cannot be the page of a game.`);
    const bytes = new Uint8Array(await file.arrayBuffer());
    if (bytes.subarray(0, 4096).includes(0)) return said(`${file.name || "This"} is not text. To use a picture, copy the text in it and paste it here.`);
    page.put(new TextDecoder().decode(bytes).replace(/^\ufeff/, ""));
  }

  fill($("edition"), [["", "as the page says"], ...given.editions.map(({ id, title }) => [id, title])]);
  fill($("example"), given.examples.map(({ name }) => [name, name]));
  $("edition").addEventListener("change", () => choose($("edition").value));
  $("example").addEventListener("change", () => {
    const one = given.examples.find(({ name }) => name === $("example").value);
    if (one) page.put(one.text);
  });
  $("open").addEventListener("change", () => $("open").files[0] && take($("open").files[0]));
  $("page").addEventListener("paste", (event) => {
    const [file] = event.clipboardData.files;
    if (!file || event.clipboardData.getData("text/plain")) return;
    event.preventDefault();
    event.stopPropagation();
    take(file);
  }, true);
  return { page, choose, chosen, take, kept: () => ({ page: page.text(), edition: $("edition").value }) };
}

const isMove = (one) => one.verdict === "illegal" && one.status !== "record" && one.piece && one.clause.startsWith(`${one.piece} `);

// How many characters two texts have in common at their beginning.
function alike(one, other) {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at++;
  return at;
}

function summary({ verdict, variant, findings, result }) {
  const count = findings.filter((one) => one.verdict === verdict).length;
  const end = result ? `; ${WINNER[result.winner]} in round ${result.round}` : "";
  if (verdict === "invalid") return "This page is not understood yet.";
  if (verdict === "legal") return `Legal by the rules of ${variant}${end}.`;
  return verdict === "illegal" ? `Illegal by the rules of ${variant}: ${count} ${count === 1 ? "breach" : "breaches"}${end}.` : `Undecided by the rules of ${variant}${end}.`;
}
