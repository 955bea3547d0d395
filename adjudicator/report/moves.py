"""Legal clauses for people: grouped by their tickets, ready to be written into a record."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from adjudicator.engine import FirstEntries
from adjudicator.game import Game
from adjudicator.record import transcript as r
from adjudicator.report.layout import columns, wrapped
from adjudicator.report.verdicts import won

SHORTENED = "there are too many moves to list; for turns of several entries, only the first entry is listed"
MOST = 5_000  # the most clauses of a block that are shown; JSON has them all
_NUMBERS = re.compile(r"(?<=\s)[\d/]+(?=[\s,]|$)")


def as_data(game: Game, piece: str = "") -> dict[str, list[str] | bool]:
    """Legal moves for programs. `undecided` is left out if it is empty, `shortened` unless turns are cut after their first
    entry."""
    found = _listed(game, piece)
    data: dict[str, list[str] | bool] = {
        "to_move": list(_to_move(game, found)),
        "legal": found["legal"],
        "losing": found["losing"],
    }
    shortened = {} if _lists_whole_turns(game) else {"shortened": True}
    return data | ({"undecided": found["undecided"]} if found["undecided"] else {}) | shortened


def _listed(game: Game, piece: str) -> dict[str, list[str]]:
    found = {"legal": game.moves(piece), "losing": game.losing(piece), "undecided": game.undecided(piece)}
    return {name: [move.notation for move in moves] for name, moves in found.items()}


def _lists_whole_turns(game: Game) -> bool:
    """Whether turns of several entries are listed whole, or, if these would be too many, only by their first entry."""
    return not isinstance(game.moves(), FirstEntries)


def _to_move(game: Game, found: dict[str, list[str]]) -> tuple[str, ...]:
    """The pieces that have to move; if there are none, those that may."""
    able = dict.fromkeys(text.split(" ", 1)[0] for texts in found.values() for text in texts)
    return tuple(name for name in game.to_move if name in able) or tuple(able)


def render(game: Game, piece: str = "", drawn: bool = False) -> str:
    found = _listed(game, piece)
    lines = [wrapped("a set-up was drawn: ", _set_up(game.record))] if drawn else []
    lines += [wrapped("", _head(game, _to_move(game, found)))]
    lines += [] if _lists_whole_turns(game) else [wrapped("note: ", SHORTENED)]
    lines += _block("", found["legal"])
    lines += _block("allowed, but the game is then lost at once:", found["losing"])
    lines += _block("cannot be decided from what is known:", found["undecided"])
    return "\n".join(lines) + "\n"


def _set_up(transcript: r.Transcript) -> str:
    header = transcript.header("start")
    return header.text if header else ""


def _head(game: Game, to_move: tuple[str, ...]) -> str:
    if game.is_over:
        ending = game.ending
        winner = won(ending.winner or "draw", game.rules.fugitive) if ending else ""
        return f"round {game.round}: the game is over, {winner} ({ending.id if ending else ''})"
    if not to_move:
        return f"round {game.round}: nothing can be done"
    return f"round {game.round}, to move: {', '.join(_where(game, name) for name in to_move)}"


def _where(game: Game, name: str) -> str:
    """A piece and its station; for a piece that may be at several, their number."""
    stations = game.possible_stations(name)
    if len(stations) > 1:
        return f"{name} (on one of {len(stations)} stations)"
    return f"{name} on {stations[0]}" if stations else name


def _block(title: str, clauses: Iterable[str]) -> Iterator[str]:
    """Clauses grouped by piece and tickets, as many on a line as fit."""
    groups: dict[str, list[str]] = {}
    for text in clauses:
        groups.setdefault(_kind(text), []).append(text)
    if groups and title:
        yield wrapped("", title)
    room, left = MOST, 0
    for kind, texts in groups.items():
        yield f"  {kind} ({len(texts)})"
        yield from _lines(texts[:room]) if room else ()
        left += max(0, len(texts) - room)
        room = max(0, room - len(texts))
    if left:
        yield f"  … and {left} more; `--json` lists all"


def _lines(texts: list[str]) -> Iterator[str]:
    """Clauses in lines, broken only between clauses, as a record may be."""
    line = ""
    for text in texts:
        if line and len(line) + len(text) + 6 > columns():
            yield f"    {line}"
            line = ""
        line += f"; {text}" if line else text
    yield f"    {line}"


def _kind(text: str) -> str:
    """A clause without its stations: `X 2x taxi, black`."""
    return re.sub(r"\s+(,|$)", r"\1", re.sub(r"\s{2,}", " ", _NUMBERS.sub("", text))).strip()
