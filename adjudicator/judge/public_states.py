"""What else the edition remembers and everybody sees: the states of its rules, in words, as far as all worlds agree."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from adjudicator.engine import FUGITIVE, Cells, Engine
from adjudicator.rulebook.tables import StateTable

LASTING = ("game", "round", "next entry", "next turn", "stay")


def public_states(engine: Engine, worlds: Sequence[Cells]) -> Iterator[tuple[str, str]]:
    """Each state that everybody sees, where there is something to see: its name and its value."""
    for name in _public(engine):
        said = state_words(engine, worlds, name)
        if said:
            yield name.replace("-", " "), said


def stations_of_states(engine: Engine, worlds: Sequence[Cells]) -> Iterator[int]:
    """The stations among what everybody sees: something lies on each of them."""
    for name in _public(engine):
        if engine.ledger.state_type(name).kind == "station" and engine.rulebook.tables.state[name].per == "":
            value = _agreed(engine, worlds, name)
            found = value if isinstance(value, tuple) else (value,)
            yield from (station for station in found if isinstance(station, int) and station in engine.board.stations)


def _public(engine: Engine) -> Iterator[str]:
    for name, table in engine.rulebook.tables.state.items():
        if table.seen in ("all", "pursuers") and is_worth_saying(table):
            yield name


def is_worth_saying(table: StateTable) -> bool:
    """Whether a state is one that players speak of: it has a sentence, and lasts for a while."""
    return bool(table.says) and table.lives in LASTING


def state_words(engine: Engine, worlds: Sequence[Cells], name: str) -> str:
    """The value of a state in words; of one that each piece or ticket has, all of them."""
    table, seating = engine.rulebook.tables.state[name], engine.seating
    if table.per == "":
        return worded(engine, name, _agreed(engine, worlds, name))
    owners = (
        [seat.piece for seat in seating.seats]
        if table.per == "piece"
        else list(seating.called[: engine.ledger.state_size(name)])
    )
    first = 1 if table.per == "piece" and name not in engine.rulebook.facts.states_of_fugitive else FUGITIVE
    said = [(owner, worded(engine, name, _agreed(engine, worlds, name, at))) for at, owner in enumerate(owners) if at >= first]
    return ", ".join(f"{owner} {words}" for owner, words in said if words)


UNCERTAIN = object()


def _agreed(engine: Engine, worlds: Sequence[Cells], name: str, index: int = 0) -> object:
    """What all worlds agree in."""
    values = [engine.ledger.state(p, name, index) for p in worlds]
    return values[0] if all(value == values[0] for value in values) else UNCERTAIN


def worded(engine: Engine, name: str, value: object) -> str:
    """One value in words, as players of this edition say it; nothing where there is nothing to see."""
    if value is UNCERTAIN:
        return "?"
    if isinstance(value, tuple):
        return ", ".join(map(str, value))
    if isinstance(value, bool):
        return "yes" if value else ""
    if value is None:
        return ""
    kind = engine.ledger.state_type(name)
    return engine.rulebook.called.get(str(value), str(value)) if kind.kind in ("mode", "ticket", "word") else str(value)
