"""Playtests as text and JSON: what was played, how often each side wins, what a rule changes. Every figure has its interval."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from adjudicator.lab.figures import Figure
from adjudicator.lab.playtest import Pair, Played, Playtest
from adjudicator.lab.wording import WINS, headline, number, percent, rows_of, shown_name, warnings, who_plays
from adjudicator.report.layout import table, wrapped

FORMAT = "sy-judge playtest 1"
SURE = "figures in brackets: the true value lies between them in 95 of 100 such playtests"
ROUNDS = 6  # of a course that are shown as text
STATIONS = 8


def text(found: Playtest) -> str:
    """The report for a terminal."""
    return "\n".join(_parts(found)) + "\n"


def _parts(found: Playtest) -> Iterator[str]:
    yield headline(found)
    yield wrapped("", f"{who_plays(found)} {SURE[0].upper()}{SURE[1:]}.")
    for warning in warnings(found):
        yield wrapped("warning: ", warning)
    yield ""
    yield _beside(
        found, "wins", {WINS[winner]: winner for winner in _winners(found)}, lambda one, winner: one.wins(winner), percent
    )
    yield _beside(found, "", {"rounds": ""}, lambda one, _: one.rounds, number)
    yield from _compared(found)
    names = dict.fromkeys(name for one in found.played for name in one.endings)
    if names:
        yield "how it ended"
        yield _beside(found, "", {name: name for name in names}, lambda one, name: one.endings.get(name), percent)
    yield "not caught by the end of round"
    last = max(len(one.survival) for one in found.played)
    yield _beside(found, "", {f"round {at}": at for at in _some(last)}, lambda one, at: _at(one.survival, at), percent)
    yield "stations where he could be, when the pursuers' turn began"
    last = max(len(one.possible) for one in found.played)
    yield _beside(found, "", {f"round {at}": at for at in _some(last)}, lambda one, at: _at(one.possible, at), number)
    yield "tickets used in a game"
    kinds = dict.fromkeys(kind for one in found.played for kind in one.tickets)
    yield _beside(
        found,
        "",
        {f"{side}: {ticket}": (side, ticket) for side, ticket in kinds},
        lambda one, kind: one.tickets.get(kind),
        number,
    )
    for one in found.played:
        if one.captures:
            most = [f"{station} ({many})" for station, many in list(one.captures.items())[:STATIONS]]
            yield wrapped(f"caught most often, {shown_name(one.name)}: ", ", ".join(most))
    for game in found.watch:
        yield wrapped(f"{game.why}: ", f"{shown_name(game.name)}, seed {game.seed}")


def _compared(found: Playtest) -> Iterator[str]:
    for pair in found.pairs:
        yield f"{shown_name(pair.after.name)} against {shown_name(pair.before.name)}, the same deals"
        yield table(list(rows_of(pair)), "  ")


def _winners(found: Playtest) -> list[str]:
    return list(dict.fromkeys(winner for one in found.played for winner in one.winners))


def _beside(found: Playtest, head: str, rows: Mapping[str, Any], value: Any, shown: Any) -> str:
    """A table with a column for each set of rules."""
    several = len(found.played) > 1
    lines = [("", *(shown_name(one.name) for one in found.played))] if several else []
    for label, key in rows.items():
        figures = [value(one, key) for one in found.played]
        lines.append((label, *("" if figure is None else shown(figure) for figure in figures)))
    return table(lines, "  ", headed=several)


def _some(last: int) -> list[int]:
    """Some rounds out of many, with the last."""
    step = max(1, -(-last // ROUNDS))
    return sorted({*range(step, last + 1, step), last} - {0})


def _at(course: Sequence[Figure], number: int) -> Figure | None:
    return course[number - 1] if number <= len(course) else None


# --- JSON


def as_json(found: Playtest) -> str:
    """One object; figures are shares of 1, with the ends of their intervals."""
    return json.dumps(as_data(found), ensure_ascii=False) + "\n"


def as_data(found: Playtest) -> dict[str, Any]:
    first, last = found.seeds
    match = found.played[0].match
    return {
        "format": FORMAT,
        "players": {"fugitive": match.fugitive, "pursuers": match.pursuers},
        "games": found.games,
        "asked": found.asked,
        "seeds": [first, last],
        "rules": [_rules(one) for one in found.played],
        "pairs": [_pair(pair) for pair in found.pairs],
        "watch": [{"why": one.why, "variant": one.name, "seed": one.seed} for one in found.watch],
        "warnings": warnings(found),
    }


def _rules(one: Played) -> dict[str, Any]:
    return {
        "variant": one.name,
        "digest": one.match.maker.rulebook.digest,
        "wins": {winner: _figure(figure) for winner, figure in one.winners.items()},
        "unfinished": one.unfinished,
        "rounds": _figure(one.rounds),
        "endings": {name: _figure(figure) for name, figure in one.endings.items()},
        "survival": [_figure(figure) for figure in one.survival],
        "possible": [_figure(figure) for figure in one.possible],
        "tickets": [{"side": side, "ticket": ticket, **_figure(figure)} for (side, ticket), figure in one.tickets.items()],
        "captures": [{"station": station, "games": many} for station, many in one.captures.items()],
    }


def _pair(pair: Pair) -> dict[str, Any]:
    return {
        "variant": pair.after.name,
        "against": pair.before.name,
        "fugitive-wins": _figure(pair.wins()),
        "rounds": _figure(pair.rounds),
        "touched": _figure(pair.touched),
        "turned": _figure(pair.turned),
    }


def _figure(figure: Figure) -> dict[str, float]:
    return {"value": round(figure.value, 6), "low": round(figure.low, 6), "high": round(figure.high, 6), "of": figure.of}
