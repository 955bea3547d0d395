"""Limits of the choices, steps and tried values of one piece of work, counted while a game is played or judged.

Lint bounds the choices of one action and the loops of one condition. They multiply with those of other rules, with the entries
of a turn and with the worlds of a record, depending on the position, so they are counted as they are made. Each thread has
counts of its own.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from contextvars import ContextVar
from itertools import product
from math import prod
from typing import Any, TypeVar

from adjudicator.faults import Fault, Refused
from adjudicator.rulebook.model import Rulebook
from adjudicator.values import frozen

T = TypeVar("T")
Set = TypeVar("Set", bound=Collection[Any])
MOST = 60_000  # choices that may be listed at one time, or followed to explain what a record hides
COUNTED = 400_000  # choices that may be counted at one time: `classic` with all its options comes near 100,000
STEPS = 5_000_000  # items that loops of rules may visit to judge one record: about half a second
TRIES = 30_000  # values that may be tried for unknown data, to judge one record or to list moves once


class TooMany(Refused):
    """Raised if there are more choices or steps than allowed."""

    @property
    def is_of_choices(self) -> bool:
        """Whether a list of choices is too long, rather than the steps of all loops together."""
        return self.faults[0].code == "F85"


class Work:
    """The counts of one piece of work: steps by the number of their rule, tries left, and, while choices are bounded, the
    choices left and those that each action took."""

    __slots__ = ("left", "most", "room", "spent", "steps", "tries")

    def __init__(self) -> None:
        self.steps: dict[int, int] = {}
        self.left, self.tries = STEPS, TRIES
        self.most = self.room = 0  # choices; unbounded while `most` is 0
        self.spent: dict[str, int] = {}


_WORK: ContextVar[Work | None] = ContextVar("work", default=None)
_work = _WORK.get


@frozen(eq=False)
class Budget:
    """The limits for one rulebook. Its methods raise TooMany, which names the action or rule that took most."""

    rulebook: Rulebook

    def question(self, most: int = MOST, spent: int = 0) -> Counting:
        """A `with` block that limits its choices to `most`, of which `spent` are used already, and its steps as `work` does.
        Inside another block, it counts towards that block's limits."""
        return Counting(most, spent)

    def work(self) -> Counting:
        """A `with` block that limits the steps of all its loops together. Inside another block, it counts towards that block's
        limit."""
        return Counting(0, 0)

    # -- steps
    def stepped(self, rule: int, group: Set) -> Set:
        """Return `group`, which a loop of the rule is about to visit. Raises TooMany if that makes too many steps."""
        work = _work()
        if work is not None:
            work.steps[rule] = work.steps.get(rule, 0) + len(group)
            work.left -= len(group)
            if work.left < 0:
                name = list(self.rulebook.rules)[max(work.steps, key=work.steps.__getitem__)]
                section = self.rulebook.rules[name].section
                raise TooMany([Fault("F88", self.rulebook.origin(section, name), name=name, most=STEPS)])
        return group

    @property
    def tries_left(self) -> int:
        """The number of values that may still be tried for unknown data; after these, a question stays undecided."""
        work = _work()
        return TRIES if work is None else work.tries

    def tried(self) -> None:
        work = _work()
        if work is not None:
            work.tries -= 1

    # -- choices
    def counted(self, action: str, choices: list[T]) -> list[T]:
        """Return these choices, or moves that follow one. Raises TooMany if they make too many with those counted before."""
        self.spend(action, len(choices))
        return choices

    def one_by_one(self, action: str, choices: Iterable[T]) -> Iterator[T]:
        """Yield choices that are not listed yet, counting each. Raises TooMany if there are too many."""
        for choice in choices:
            self.spend(action, 1)
            yield choice

    def spend(self, action: str, count: int) -> None:
        """Add `count` to the choices of an action, or to the moves that follow one. Raises TooMany if there are too many."""
        work = _work()
        if work is not None and work.most and count:
            work.spent[action] = work.spent.get(action, 0) + count
            work.room -= count
            if work.room < 0:
                raise self._refused(max(work.spent, key=work.spent.__getitem__), work.most)

    def of_each(self, action: str, options: Iterable[Sequence[object]]) -> Iterator[tuple[object, ...]]:
        """Every way to choose one option for each piece. Raises TooMany before making any if there would be too many."""
        some = [one for one in options if one]
        if prod(map(len, some)) > MOST:
            raise self._refused(action, MOST)
        return product(*some)

    def _refused(self, action: str, most: int) -> TooMany:
        return TooMany([Fault("F85", self.rulebook.origin("actions", action), name=action, most=most)])


class Counting:
    """A `with` block in which choices, if `most` is not 0, and steps are counted. It is a plain class because every listing has
    one, and a generator takes as long as a ride."""

    __slots__ = ("_begun", "_most", "_work", "spent")

    def __init__(self, most: int, spent: int):
        self._most = most  # choices; 0 if only steps are counted
        self._work: Work | None = None  # the work, if its choices are bounded here
        self._begun = False  # whether the work began here
        self.spent = spent  # choices; those of an inner block count in the outer one

    def __enter__(self) -> None:
        work = _work()
        if work is None:
            work, self._begun = Work(), True
            _WORK.set(work)
        if self._most and not work.most:
            self._work, work.most, work.room = work, self._most, self._most - self.spent

    def __exit__(self, *_: object) -> None:
        if self._work is not None:
            self.spent = self._most - self._work.room or self.spent
            self._work.most = 0
            if self._work.spent:
                self._work.spent = {}
        if self._begun:
            _WORK.set(None)
