"""Legal clauses for people: grouped by what they are paid with, ready to be written into a record."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from adjudicator.check.standing import Listed, Standing
from adjudicator.engine.layout import ROUND, UNKNOWN
from adjudicator.record import transcript as r
from adjudicator.report.verdicts import SIDES

WIDTH = 100
_NUMBERS = re.compile(r"(?<=\s)[\d/]+(?=[\s,]|$)")


def as_data(found: Listed) -> dict[str, list[str]]:
    """For programs; `undecided` only where there is something."""
    data = {"to_move": list(found.to_move), "legal": list(found.legal), "losing": list(found.losing)}
    return data | ({"undecided": list(found.undecided)} if found.undecided else {})


def render(transcript: r.Transcript, standing: Standing, found: Listed, drawn: bool = False) -> str:
    lines = [_set_up(transcript)] if drawn else []
    lines += [_head(standing, found)]
    lines += _block("", found.legal)
    lines += _block("allowed, but the game is then lost at once:", found.losing)
    lines += _block("cannot be decided from what is known:", found.undecided)
    return "\n".join(lines) + "\n"


def _set_up(transcript: r.Transcript) -> str:
    header = transcript.header("start")
    return f"a set-up was drawn: {header.text if header else ''}"


def _head(standing: Standing, found: Listed) -> str:
    if standing.is_over:
        ending = standing.opening.referee.ending(standing.p)
        winner = SIDES[ending.winner or "draw"] if ending else ""
        return f"round {standing.p[ROUND]}: the game is over, {winner} ({ending.id if ending else ''})"
    if not found.to_move:
        return f"round {standing.p[ROUND]}: nothing can be done"
    places = [_where(standing, name) for name in found.to_move]
    return f"round {standing.p[ROUND]}, to move: {', '.join(places)}"


def _where(standing: Standing, name: str) -> str:
    """A piece and where it stands; for one who may be in several places, how many."""
    layout = standing.opening.table.layout
    stations = {p[layout.station + layout.pieces[name]] for p in standing.worlds}
    if len(stations) > 1:
        return f"{name} (on one of {len(stations)} stations)"
    station = stations.pop()
    return f"{name} on {station}" if station != UNKNOWN else name


def _block(title: str, clauses: Iterable[str]) -> Iterator[str]:
    """Clauses with the same piece and tickets below each other, so many on a line as fit."""
    groups: dict[str, list[str]] = {}
    for text in clauses:
        groups.setdefault(_kind(text), []).append(text)
    if groups and title:
        yield title
    for kind, texts in groups.items():
        yield f"  {kind} ({len(texts)})"
        yield from _lines(texts)


def _lines(texts: list[str]) -> Iterator[str]:
    """Broken between clauses only, as a record may be."""
    line = ""
    for text in texts:
        if line and len(line) + len(text) + 6 > WIDTH:
            yield f"    {line}"
            line = ""
        line += f"; {text}" if line else text
    yield f"    {line}"


def _kind(text: str) -> str:
    """A clause without its stations: `X 2x taxi, black`."""
    return re.sub(r"\s+(,|$)", r"\1", re.sub(r"\s{2,}", " ", _NUMBERS.sub("", text))).strip()
