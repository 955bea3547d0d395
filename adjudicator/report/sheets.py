"""A player's sheet as a page to print: one self-contained file, black on white, two columns on A4 or letter paper."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

from adjudicator.answers.rulelist import Entry, Reading
from adjudicator.answers.sheet import Cast, Sheet
from adjudicator.report.layout import counted

STYLE = """
@page { margin: 14mm 13mm; }
* { box-sizing: border-box; }
body { font: 9.5pt/1.35 Georgia, 'DejaVu Serif', serif; color: #1c1c1c; max-width: 190mm; margin: 6mm auto; padding: 0 4mm; }
h1 { font-size: 19pt; margin: 0 0 1mm; line-height: 1.1; }
h2 { font-size: 11pt; margin: 4mm 0 1.2mm; border-bottom: 0.4mm solid #1c1c1c; break-after: avoid; }
.under { color: #555; margin: 0 0 3mm; font-size: 8.5pt; }
.facts { display: grid; grid-template-columns: 1fr 1fr; gap: 0 7mm; margin-bottom: 2mm; }
.rules { columns: 2; column-gap: 7mm; }
.rules section { break-inside: auto; }
.rules section:first-child h2 { margin-top: 0; }
p { margin: 0 0 1.6mm; break-inside: avoid; }
.cite { color: #555; font-size: 7.6pt; font-style: italic; }
.tag { font: 7pt Verdana, 'DejaVu Sans', sans-serif; border: 0.2mm solid #888; border-radius: 1mm; padding: 0 1mm; color: #444;
  white-space: nowrap; }
table { border-collapse: collapse; width: 100%; margin: 1mm 0 2mm; font-size: 8.8pt; break-inside: avoid; }
th { text-align: left; font-weight: bold; border-bottom: 0.3mm solid #888; }
th, td { padding: 0.5mm 2mm 0.5mm 0; vertical-align: top; }
td + td, th + th { border-left: 0; }
.log { display: flex; flex-wrap: wrap; gap: 1.2mm; margin: 1.5mm 0 2mm; }
.log span { width: 6.6mm; height: 6.6mm; border: 0.25mm solid #888; display: flex; align-items: center; justify-content: center;
  font-size: 8pt; }
.log .circled { border: 0.6mm solid #1c1c1c; border-radius: 50%; font-weight: bold; }
.patch { display: inline-block; width: 3.2mm; height: 2.4mm; margin-right: 1.2mm; print-color-adjust: exact; }
footer { margin-top: 4mm; border-top: 0.2mm solid #888; padding-top: 1mm; color: #555; font-size: 7.4pt;
  overflow-wrap: anywhere; }
@media print { body { margin: 0; padding: 0; max-width: none; } }
@media screen and (max-width: 700px) { .facts { grid-template-columns: 1fr; } .rules { columns: 1; } }
"""


def sheet_page(sheet: Sheet) -> str:
    """The HTML text of a sheet."""
    body = "\n".join(
        [
            f"<h1>{escape(sheet.title)}</h1>",
            f'<p class="under">{escape(sheet.booklet)} · board: {escape(sheet.board)}</p>',
            f"<p><b>{escape(sheet.aim)}</b></p>",
            f'<div class="facts">{_facts(sheet)}</div>',
            f'<div class="rules">{"".join(_chapters(sheet))}</div>',
            f"<footer>{escape(sheet.id)} · {escape(sheet.digest)}</footer>",
        ]
    )
    head = f'<meta charset="utf-8">\n<meta name="viewport" content="width=device-width">\n<title>{escape(sheet.title)}</title>'
    head += f"\n<style>{STYLE}</style>"
    return f'<!doctype html>\n<html lang="en">\n<head>\n{head}\n</head>\n<body>\n{body}\n</body>\n</html>\n'


# --- numbers


def _facts(sheet: Sheet) -> str:
    return f"<div>{''.join(_people(sheet))}</div><div>{''.join(_length(sheet))}</div>"


def _people(sheet: Sheet) -> Iterator[str]:
    yield "<h2>Pieces and tickets</h2>"
    kinds = list(dict.fromkeys(kind for one in sheet.cast for kind, _ in one.tickets))
    rows = [[one.name + (" (rides free)" if one.free else ""), *_held(one, kinds)] for one in sheet.cast]
    yield _table(["", *kinds], rows) if kinds else _table(["", "fare"], [[one.name, "free"] for one in sheet.cast])
    named = [one for one in sheet.cast if one.pieces]
    yield from (f"<p>{escape(one.name)}: {escape(', '.join(one.pieces))}.</p>" for one in named)
    yield "<h2>Kinds of tickets</h2>"
    yield _table(["ticket", "pays for"], [[one.name, one.pays] for one in sheet.pays], [one.colour for one in sheet.pays])
    yield from (f"<p>{escape(one)}</p>" for one in sheet.supplies)


def _held(one: Cast, kinds: list[str]) -> list[str]:
    held = dict(one.tickets)
    return [held.get(kind, "–").replace("unlimited", "∞") for kind in kinds]


def _length(sheet: Sheet) -> Iterator[str]:
    yield "<h2>Length and log</h2>"
    length = f"{counted(sheet.rounds, 'round')}." if sheet.rounds else "No number of rounds is set."
    last = max([*sheet.surfacings, sheet.rounds or 0][:30])
    shown = [n for n in sheet.surfacings if n <= max(last, 24)]
    is_open = sheet.rounds is not None and len([n for n in shown if n <= sheet.rounds]) > sheet.rounds / 2
    top = min(max(sheet.rounds or 24, max((n for n in shown if not is_open), default=0)), 30)
    circled = set(range(1, top + 1)) - set(shown) if is_open else set(shown)  # the exceptions, as on a printed log
    word = "entries" if sheet.counts == "entry" else "rounds"
    meaning = f" Circled {word}: {'he moves unseen' if is_open else 'he shows where he stands'}." if circled else ""
    yield f"<p>{length}{meaning}</p>"
    cells = (f'<span class="{"circled" if number in circled else "plain"}">{number}</span>' for number in range(1, top + 1))
    yield f'<div class="log">{"".join(cells)}</div>'
    if sheet.seats:
        yield "<h2>Seats</h2>"
        yield from (f"<p>{escape(one)}</p>" for one in sheet.seats)


def _table(heads: list[str], rows: Sequence[list[str]], colours: Sequence[str] = ()) -> str:
    """A table, with a patch of colour before each row if there are colours."""
    head = "".join(f"<th>{escape(one)}</th>" for one in heads)
    marks = [f'<span class="patch" style="background:{escape(colour)}"></span>' for colour in colours] or [""] * len(rows)
    body = "".join(_row(mark, row) for mark, row in zip(marks, rows, strict=True))
    return f"<table><tr>{head}</tr>{body}</table>"


def _row(mark: str, row: list[str]) -> str:
    first, *others = map(escape, row)
    return f"<tr><td>{mark}{first}</td>" + "".join(f"<td>{cell}</td>" for cell in others) + "</tr>"


# --- rules


def _chapters(sheet: Sheet) -> Iterator[str]:
    for chapter in sheet.chapters:
        rules = "".join(_rule(one, sheet.booklet) for one in chapter.entries)
        yield f"<section><h2>{escape(chapter.title)}</h2>{rules}</section>"
    if sheet.options:
        yield f"<section><h2>Agreed at this table</h2>{''.join(map(_option, sheet.options))}</section>"
    if sheet.readings:
        yield f"<section><h2>Questions that the booklet leaves open</h2>{''.join(map(_reading, sheet.readings))}</section>"


def _rule(one: Entry, booklet: str) -> str:
    """A rule with its place in the booklet, which the head of the page names."""
    cite = one.cite.removeprefix(f"{booklet}, ")
    tag = "" if one.status in ("stated", "clarified") else f' <span class="tag">{escape(one.status.replace(":", " "))}</span>'
    return f'<p>{escape(one.says)}{tag}<br><span class="cite">{escape(cite)}</span></p>'


def _option(one: Entry) -> str:
    return f"<p><b>{escape(one.id)}: {escape(one.chosen)}.</b> {escape(one.says)}</p>"


def _reading(one: Reading) -> str:
    return f"<p><b>{escape(one.id)}</b> {escape(one.question)} <b>{escape(one.in_force)}.</b></p>"
