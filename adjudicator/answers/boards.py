"""Answers off the board: lines, stations, what stops where, what is printed at a station."""

from __future__ import annotations

from adjudicator.answers.answer import DEPENDS, NO, YES, Answer, Desk, both, listed
from adjudicator.answers.claims import off_the_board
from adjudicator.answers.moving import Journey, ridden
from adjudicator.answers.reading import Reading
from adjudicator.board.model import Board
from adjudicator.faults import Fault, Place, Refused


def _board(desk: Desk) -> Board:
    board = desk.rulebook.board
    if board is None:
        raise Refused([Fault("Q41", Place("question"), name="board")])
    return board


def _station(desk: Desk, number: int) -> int:
    board = _board(desk)
    if number not in board.stations:
        raise Refused([off_the_board(number, board)])
    return number


def _modes(desk: Desk, fare: str) -> tuple[str, ...]:
    tables = desk.rulebook.tables
    if not fare:
        return tuple(tables.modes)
    return (fare,) if fare in tables.modes else tables.tickets[fare].pays


def from_station(desk: Desk, asked: Reading) -> Answer:
    """Where lines lead from a station."""
    here, fare = _station(desk, asked.number()), asked.fare
    by: dict[str, list[int]] = {}
    for mode, to, _ in _board(desk).lines_from(here):
        if mode in _modes(desk, fare):
            by.setdefault(mode, []).append(to)
    says = "; ".join(f"by {desk.fare(mode)}: {listed(sorted(to))}" for mode, to in by.items())
    return Answer("", (says or f"no {desk.fare(fare) if fare else 'line'} stops at {here}",), facts={"stations": by})


def stops(desk: Desk, asked: Reading) -> Answer:
    """The modes that stop at a station."""
    here = _station(desk, asked.number())
    modes = dict.fromkeys(mode for mode, _, _ in _board(desk).lines_from(here) if mode in desk.rulebook.tables.modes)
    return Answer("", (f"at {here}: {both(map(desk.fare, modes)) or 'nothing'}",), facts={"modes": list(modes)})


def stops_at(desk: Desk, asked: Reading) -> Answer:
    """Whether a means of transport stops at a station."""
    here, mode = _station(desk, asked.number()), asked.fare
    to = sorted(to for kind, to, _ in _board(desk).lines_from(here) if kind in _modes(desk, mode))
    says = (
        f"the {desk.fare(mode)} stops at {here} and leads to {listed(to)}"
        if to
        else f"the {desk.fare(mode)} does not stop at {here}"
    )
    rules = tuple(
        desk.rule(rule.id) for rule in desk.rulebook.rules.values() if "lines" in rule.about and rule.section == "rules"
    )[:1]
    return Answer(YES if to else NO, (says,), rules)


def line(desk: Desk, asked: Reading) -> Answer:
    """Whether a line joins two stations."""
    a, b = (_station(desk, asked.number(slot)) for slot in ("N", "N2"))
    found = [mode for mode in _modes(desk, asked.fare) if _board(desk).line(mode, a, b)]
    what, who = desk.fare(asked.fare) if asked.fare else "line", asked.get("WHO")
    barred = [mode for mode in found if who not in ("", "i") and ridden(desk, Journey(who, mode)).verdict == NO]
    says = f"{both(map(desk.fare, found))} joins {a} and {b}" if found else f"no {what} joins {a} and {b}"
    more = (f"{desk.title(who)} may not use the {both(map(desk.fare, barred), 'or')}",) if barred else ()
    return Answer(NO if found == barred else YES, (says, *more))


def exists(desk: Desk, asked: Reading) -> Answer:
    board, number = _board(desk), asked.number()
    hint = board.hint(number)
    here = number in board.stations
    says = f"station {number} is on the board `{board.id}`" if here else f"the board `{board.id}` has no station {number}"
    return Answer(YES if here else NO, (says, *([hint] if hint else ())))


def count(desk: Desk, asked: Reading) -> Answer:
    stations = list(_board(desk).stations)
    gaps = [n for n in range(stations[0], stations[-1]) if n not in stations]
    more = (f"it has no {listed(gaps, 6)}",) if gaps else ()
    return Answer(
        "",
        (f"{len(stations)} stations, numbered from {stations[0]} to {stations[-1]}", *more),
        facts={"stations": len(stations)},
    )


def highest(desk: Desk, asked: Reading) -> Answer:
    return Answer("", (f"{max(_board(desk).stations)}",))


def lines(desk: Desk, asked: Reading) -> Answer:
    """Every line of one means of transport, and its stations."""
    mode = asked.fare
    found = [line for line in _board(desk).lines if line.mode == mode]
    if not found:
        return Answer("", (f"this board has no {desk.fare(mode)} line",))
    stations = sorted({end for line in found for end in (line.a, line.b)})
    joined = listed([f"{line.a}-{line.b}" for line in found], 60)
    said = f"{len(found)} {desk.fare(mode)} {'line' if len(found) == 1 else 'lines'}: {joined}"
    first = f"{len(stations)} {desk.fare(mode)} stations: {listed(stations, 80)}"
    facts: dict[str, object] = {"lines": [[line.a, line.b] for line in found]}
    return Answer("", (said, first) if asked.has("line") else (first, said), facts=facts)


def passes(desk: Desk, asked: Reading) -> Answer:
    """The stations that a line runs over."""
    a, b = (_station(desk, asked.number(slot)) for slot in ("N", "N2"))
    found = {mode: one.passes for mode in _modes(desk, asked.fare) if (one := _board(desk).line(mode, a, b))}
    says = [
        f"the {desk.fare(mode)} from {a} to {b} runs over {listed(over) or 'no other station'}" for mode, over in found.items()
    ]
    return Answer("", tuple(says) or (f"no such line joins {a} and {b}",))


def attribute(desk: Desk, asked: Reading) -> Answer:
    """The facts printed at a station: an attribute, or whether it has one of its values."""
    board, here = _board(desk), _station(desk, asked.number())
    if asked.get("SYMBOL"):
        value = asked.get("SYMBOL")
        name = next(one.name for one in board.attributes.values() if value in one.values)
        has = board.has(name, here, value)
        return Answer(
            DEPENDS if has is None else YES if has else NO,
            (f"{name} of {here}: {'not known' if has is None else 'yes' if has else 'no'}",),
        )
    name = asked.get("ATTRIBUTE")
    known = board.attribute(name, here)
    if isinstance(known, bool):
        return Answer(YES if known else NO, (f"station {here} is {'a' if known else 'no'} {name}",))
    says = "not known" if known is None else listed(sorted(known)) or "none" if isinstance(known, frozenset) else known
    return Answer("", (f"{name} of {here}: {says}",))


def attributed(desk: Desk, asked: Reading) -> Answer:
    """The stations with something printed at them."""
    board, value = _board(desk), asked.get("SYMBOL")
    name = asked.get("ATTRIBUTE") or next(one.name for one in board.attributes.values() if value in one.values)
    kinds = board.attributes[name].values
    if kinds and not value and not asked.has("where"):
        return Answer("", (f"{len(kinds)}: {both(map(str, kinds))}",))
    found = [s for s in board.stations if (board.has(name, s, value) if value else board.attribute(name, s) is True)]
    unknown = any(board.attribute(name, s) is None for s in board.stations)
    note = ("the board does not show it of every station",) if unknown else ()
    return Answer("", (f"{len(found)} stations: {listed(found, 60)}" if found else "none is known", *note))
