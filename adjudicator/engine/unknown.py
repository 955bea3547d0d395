"""Data that is not known interrupts a rule; the rule is then asked for each value the datum may have, up to a bound.

One mechanism for an unfinished board and an unfinished record alike: the careful writing of a rule raises `Unknown` where it
reads what nobody knows; `decide` supposes each possible value in turn and asks again. If all agree, that is the answer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from attrs import field

from adjudicator.values import frozen

BOUND = 600  # questions one rule may be asked
MOST = 30_000  # values that may be tried in all to judge one record, or to list moves once: about half a second


@frozen
class Datum:
    """Something that is not known: how it is called, and the values it may have (none: too many to try), in the order in which
    they are tried; it is the same datum in any order."""

    key: tuple[object, ...]
    name: str
    values: tuple[object, ...] = field(default=(), eq=False)

    @property
    def is_of_board(self) -> bool:
        return self.key[0] in ("attribute", "deck")

    @property
    def source(self) -> str:
        """Where it would be written if it were known."""
        return "the board file" if self.is_of_board else "the record"


class Unknown(Exception):
    def __init__(self, datum: Datum):
        self.datum = datum
        super().__init__(datum.name)


@frozen
class Decision:
    """The answer, or None and the datum it hangs on."""

    answer: bool | None
    datum: Datum | None = None


class Supposed(dict[tuple[object, ...], Any]):
    """Values by the key of their datum; behind READ, what was read of each. `left` is how many more may be tried: after these,
    what is not known stays undecided."""

    left = MOST


READ = "read"
WHOLE = object()  # it was read as it is, and not only compared


def decide(ask: Callable[[], object], supposed: Supposed, bound: int = BOUND) -> Decision:
    """Ask a rule; `supposed` is what the careful reads look into before they give up."""
    answer, datum = outcome(ask, supposed, bound, bool)
    return ANSWERED[bool(answer)] if datum is None else Decision(None, datum)


ANSWERED = {answer: Decision(answer) for answer in (False, True)}  # most of what is asked does not hang on anything


def _itself(found: object) -> object:
    return found


def outcome(
    ask: Callable[[], object], supposed: Supposed, bound: int = BOUND, told: Callable[[object], object] = _itself
) -> tuple[object, Datum | None]:
    """The result for every possible value of what is not known, as `told` shows it; or none, and the datum it depends on."""
    try:
        return told(ask()), None
    except Unknown as unknown:
        return _supposing(ask, unknown.datum, supposed, bound, told)


def _supposing(
    ask: Callable[[], object], datum: Datum, supposed: Supposed, bound: int, told: Callable[[object], object]
) -> tuple[object, Datum | None]:
    """The same for each value that the datum may have. Of those that a rule has not even compared it with one stands for all:
    a rule that asks whether a piece is next to another need not be asked for every station of the board."""
    if not datum.values or len(datum.values) > min(bound, supposed.left):
        return None, datum
    found, key, left = list[object](), datum.key, bound // len(datum.values)
    read, alike = (READ, *key), None
    try:
        for value in datum.values:
            if alike is not None and value not in alike:
                continue
            supposed[key], supposed[read] = value, set()
            supposed.left -= 1
            try:
                inner, hangs_on = told(ask()), None
            except Unknown as unknown:
                inner, hangs_on = _supposing(ask, unknown.datum, supposed, left, told)
            if hangs_on is not None or (found and inner != found[0]):
                return None, datum
            found = found or [inner]
            if alike is None and not supposed[read] & {value, WHOLE}:
                alike = supposed[read]
    finally:
        del supposed[key], supposed[read]
    return found[0], None


def on_record(*asks: Callable[[], object]) -> list[object]:
    """The values that are known, without the others."""
    found = []
    for ask in asks:
        try:
            found.append(ask())
        except Unknown:
            continue
    return found


def set_on_record(ask: Callable[[], Iterable[object]]) -> Iterable[object]:
    """A set as far as it is known: nothing of one that depends on what is not."""
    try:
        return ask()
    except Unknown:
        return ()
