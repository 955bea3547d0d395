"""Data that is not known interrupts a rule; the rule is then asked for each value the datum may have, up to a bound.

One mechanism for an unfinished board and an unfinished record alike: the careful writing of a rule raises `Unknown` where it
reads what nobody knows; `decide` supposes each possible value in turn and asks again. If all agree, that is the answer.
"""

from __future__ import annotations

from collections.abc import Callable

from attrs import field

from adjudicator.values import frozen

BOUND = 600  # questions one rule may be asked


@frozen
class Datum:
    """Something that is not known: how it is called, and the values it may have (none: too many to try), in the order in which
    they are tried; it is the same datum in whatever order."""

    key: tuple[object, ...]
    name: str
    values: tuple[object, ...] = field(default=(), eq=False)


class Unknown(Exception):
    def __init__(self, datum: Datum):
        self.datum = datum
        super().__init__(datum.name)


@frozen
class Decision:
    """The answer, or None and the datum it hangs on."""

    answer: bool | None
    datum: Datum | None = None


Supposed = dict[tuple[object, ...], object]


def decide(ask: Callable[[], object], supposed: Supposed, bound: int = BOUND) -> Decision:
    """Ask a rule; `supposed` is what the careful reads look into before they give up."""
    answer, datum = outcome(lambda: bool(ask()), supposed, bound)
    return Decision(None if datum is not None else bool(answer), datum)


def outcome(ask: Callable[[], object], supposed: Supposed, bound: int = BOUND) -> tuple[object, Datum | None]:
    """What comes out whatever is not known, or nothing and the datum that it hangs on."""
    try:
        return ask(), None
    except Unknown as unknown:
        datum = unknown.datum
    if not datum.values or len(datum.values) > bound:
        return None, datum
    found: list[object] = []
    for value in datum.values:
        supposed[datum.key] = value
        try:
            inner, hangs_on = outcome(ask, supposed, bound // len(datum.values))
        finally:
            del supposed[datum.key]
        if hangs_on is not None or inner != (found or [inner])[0]:
            return None, datum
        found.append(inner)
    return found[0], None
