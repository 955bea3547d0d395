"""Entries about the board: lines, stations, what stops where, what is printed at a station."""

from __future__ import annotations

from adjudicator.answers.answer import DEPENDS, NO, YES, Answer, Desk, both, listed
from adjudicator.answers.claims import off_the_board
from adjudicator.answers.entries import Slots, family
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


def reach(desk: Desk, asked: Slots) -> Answer:
    """Where lines lead from a station."""
    here, fare = _station(desk, asked.station), asked.fare
    by: dict[str, list[int]] = {}
    for mode, to, _ in _board(desk).lines_from(here):
        if mode in _modes(desk, fare):
            by.setdefault(mode, []).append(to)
    says = "; ".join(f"by {desk.fare(mode)}: {listed(sorted(to))}" for mode, to in by.items())
    return Answer("", (says or f"no {desk.fare(fare) if fare else 'line'} stops at {here}",), facts={"stations": by})


def stops(desk: Desk, asked: Slots) -> Answer:
    """The modes that stop at a station."""
    here = _station(desk, asked.station)
    modes = dict.fromkeys(mode for mode, _, _ in _board(desk).lines_from(here) if mode in desk.rulebook.tables.modes)
    return Answer("", (f"at {here}: {both(map(desk.fare, modes)) or 'nothing'}",), facts={"modes": list(modes)})


def stops_at(desk: Desk, asked: Slots) -> Answer:
    """Whether a means of transport stops at a station."""
    here, mode = _station(desk, asked.station), asked.fare
    to = sorted(to for kind, to, _ in _board(desk).lines_from(here) if kind in _modes(desk, mode))
    name = desk.fare(mode)
    says = f"the {name} stops at {here} and leads to {listed(to)}" if to else f"the {name} does not stop at {here}"
    rules = [rule.id for rule in desk.rulebook.rules.values() if "lines" in rule.about and rule.section == "rules"]
    return Answer(YES if to else NO, (says,), tuple(map(desk.rule, rules[:1])))


def line(desk: Desk, asked: Slots) -> Answer:
    """Whether a line joins two stations, and whether the one who is named may use it."""
    a, b = _station(desk, asked.station), _station(desk, asked.station2)
    found = [mode for mode in _modes(desk, asked.fare) if _board(desk).line(mode, a, b)]
    barred = [
        mode
        for mode in found
        if asked.who not in ("", "i") and desk.rulebook.tables.modes and _is_barred(desk, asked.who, mode)
    ]
    what = desk.fare(asked.fare) if asked.fare else "line"
    says = f"{both(map(desk.fare, found))} joins {a} and {b}" if found else f"no {what} joins {a} and {b}"
    more = (f"{desk.title(asked.who)} may not use the {both(map(desk.fare, barred), 'or')}",) if barred else ()
    return Answer(NO if found == barred else YES, (says, *more))


def _is_barred(desk: Desk, who: str, mode: str) -> bool:
    from adjudicator.answers.catalogue.moving import Journey, ridden

    return ridden(desk, Journey(who, mode)).verdict == NO


def exists(desk: Desk, asked: Slots) -> Answer:
    board, number = _board(desk), asked.station
    hint = board.hint(number)
    here = number in board.stations
    says = f"station {number} is on the board `{board.id}`" if here else f"the board `{board.id}` has no station {number}"
    return Answer(YES if here else NO, (says, *([hint] if hint else ())))


def count(desk: Desk, asked: Slots) -> Answer:
    stations = list(_board(desk).stations)
    gaps = [n for n in range(stations[0], stations[-1]) if n not in stations]
    more = (f"it has no {listed(gaps, 6)}",) if gaps else ()
    says = f"{len(stations)} stations, numbered from {stations[0]} to {stations[-1]}"
    return Answer("", (says, *more), facts={"stations": len(stations)})


def lines(desk: Desk, asked: Slots) -> Answer:
    """Every line of one means of transport, and its stations."""
    mode = asked.fare
    found = [line for line in _board(desk).lines if line.mode in _modes(desk, mode)]
    if not found:
        return Answer("", (f"this board has no {desk.fare(mode)} line",))
    stations = sorted({end for line in found for end in (line.a, line.b)})
    joined = listed([f"{line.a}-{line.b}" for line in found], 60)
    says = f"{len(found)} {desk.fare(mode)} {'line' if len(found) == 1 else 'lines'}: {joined}"
    first = f"{len(stations)} {desk.fare(mode)} stations: {listed(stations, 80)}"
    return Answer("", (says, first), facts={"lines": [[line.a, line.b] for line in found]})


def passes(desk: Desk, asked: Slots) -> Answer:
    """The stations that a line runs over."""
    a, b = _station(desk, asked.station), _station(desk, asked.station2)
    found = {mode: one.passes for mode in _modes(desk, asked.fare) if (one := _board(desk).line(mode, a, b))}
    says = [
        f"the {desk.fare(mode)} from {a} to {b} runs over {listed(over) or 'no other station'}" for mode, over in found.items()
    ]
    return Answer("", tuple(says) or (f"no such line joins {a} and {b}",))


def attribute(desk: Desk, asked: Slots) -> Answer:
    """The facts printed at a station: an attribute, or whether it has one of its values."""
    board, here = _board(desk), _station(desk, asked.station)
    if asked.symbol:
        name = next(one.name for one in board.attributes.values() if asked.symbol in one.values)
        has = board.has(name, here, asked.symbol)
        says = f"{name} of {here}: {'not known' if has is None else 'yes' if has else 'no'}"
        return Answer(DEPENDS if has is None else YES if has else NO, (says,))
    name = asked.attribute
    known = board.attribute(name, here)
    if isinstance(known, bool):
        return Answer(YES if known else NO, (f"station {here} is {'a' if known else 'no'} {name}",))
    says = "not known" if known is None else listed(sorted(known)) or "none" if isinstance(known, frozenset) else str(known)
    return Answer("", (f"{name} of {here}: {says}",))


def attributed(desk: Desk, asked: Slots) -> Answer:
    """The stations with something printed at them; of an attribute with several values, these values first."""
    board, value = _board(desk), asked.symbol
    name = asked.attribute or next(one.name for one in board.attributes.values() if value in one.values)
    kinds = board.attributes[name].values
    first = (f"{len(kinds)}: {both(map(str, kinds))}",) if kinds and not value else ()
    found = [s for s in board.stations if (board.has(name, s, value) if value else board.attribute(name, s) is True)]
    unknown = any(board.attribute(name, s) is None for s in board.stations)
    note = ("the board does not show it of every station",) if unknown else ()
    where = (f"{len(found)} stations: {listed(found, 60)}",) if found else () if first else ("none is known",)
    return Answer("", (*first, *where, *note))


FAMILIES = (
    family("reach", reach, "station mode"),
    family("stops", stops, "station"),
    family("stops-at", stops_at, "mode station"),
    family("line", line, "station station2 mode who"),
    family("exists", exists, "station"),
    family("station-count", count),
    family("mode-lines", lines, "mode"),
    family("passes", passes, "mode station station2"),
    family("attribute", attribute, "station attribute symbol"),
    family("attributed", attributed, "attribute symbol"),
)
