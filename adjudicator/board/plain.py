"""A board as plain data and back, for a cache, so that a second run need not read TOML."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from attrs import asdict

from adjudicator.board.model import Attribute, Board, Deck, Fact, Line, Mode, Numbering, Station, Value, Water


def to_plain(board: Board) -> dict[str, Any]:
    """A board as dicts, lists, strings and numbers. `from_plain(json.loads(json.dumps(...)))` returns it without its files."""
    return {
        "id": board.id,
        "title": board.title,
        "modes": [asdict(mode) for mode in board.modes],
        "stations": [[s.number, s.x, s.y, s.provenance] for s in board.stations.values()],
        "lines": [[s.mode, s.a, s.b, list(s.passes), s.provenance, list(s.via)] for s in board.lines],
        "attributes": [[a.name, a.kind, list(a.values), _out(a.otherwise)] for a in board.attributes.values()],
        "facts": [[name, number, _out(fact.value), fact.provenance, fact.open] for (name, number), fact in board.facts.items()],
        "decks": [
            [d.name, d.stations, d.size, None if d.cards is None else list(map(list, d.cards)), d.provenance, d.known]
            for d in board.deck_list
        ],
        "network": board.network,
        "numberings": [[row.name, sorted(row.numbers.items())] for row in board.numberings],
        "water": [[row.width, list(row.points)] for row in board.water],
    }


def from_plain(data: Mapping[str, Any]) -> Board:
    """The board of `to_plain`. The data are trusted: the cache makes sure that no one else writes there."""
    return Board(
        id=data["id"],
        title=data["title"],
        modes=tuple(Mode(**mode) for mode in data["modes"]),
        stations={row[0]: Station(*row) for row in data["stations"]},
        lines=tuple(
            Line(mode, a, b, tuple(passes), word, tuple(map(tuple, via))) for mode, a, b, passes, word, via in data["lines"]
        ),
        attributes={
            name: Attribute(name, kind, tuple(values), None if otherwise is None else _in(otherwise))
            for name, kind, values, otherwise in data["attributes"]
        },
        facts={
            (name, number): Fact(_in(value), provenance, is_open) for name, number, value, provenance, is_open in data["facts"]
        },
        deck_list=tuple(
            Deck(name, stations, size, None if cards is None else tuple(map(tuple, cards)), provenance, known)
            for name, stations, size, cards, provenance, known in data["decks"]
        ),
        network=data["network"],
        numberings=tuple(Numbering(name, dict(map(tuple, rows))) for name, rows in data["numberings"]),
        water=tuple(Water(width, tuple(map(tuple, points))) for width, points in data["water"]),
    )


def _out(value: Value | None) -> bool | str | list[str] | None:
    return sorted(value) if isinstance(value, frozenset) else value


def _in(value: bool | str | list[str]) -> Value:
    return frozenset(value) if isinstance(value, list) else value
