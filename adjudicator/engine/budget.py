"""A budget of choices, of steps and of values tried, counted while a game is played or judged: the net below the bounds that
lint checks.

Lint bounds the choices of one action and the loops of one condition. They multiply with those of other rules, with the entries
of a turn and with the worlds of a record, and by how much depends on the position. So they are counted where they are made.
Counts belong to one question: two threads do not count together.
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
COUNTED = 400_000  # and that may be counted at one time: `classic` with all its options comes near 100,000
STEPS = 5_000_000  # things that loops of rules may look at to judge one record: about half a second
TRIES = 30_000  # values that may be tried for what is not known, to judge one record or to list moves once


class TooMany(Refused):
    """More choices, or more steps, than there may be."""

    @property
    def is_of_choices(self) -> bool:
        """Whether one list of choices is too long by itself, and not the steps of all loops together."""
        return self.faults[0].code == "F85"


class Work:
    """The counts of one piece of work: steps by the number of their rule, values tried, and while choices are bounded, what is
    left of them and how many each action took."""

    __slots__ = ("left", "most", "room", "spent", "steps", "tries")

    def __init__(self) -> None:
        self.steps: dict[int, int] = {}
        self.left, self.tries = STEPS, TRIES
        self.most = self.room = 0  # choices; no bound while `most` is 0
        self.spent: dict[str, int] = {}


_WORK: ContextVar[Work | None] = ContextVar("work", default=None)
_work = _WORK.get


@frozen(eq=False)
class Budget:
    """Of one rulebook. Raises TooMany with the action or rule that took most of it."""

    rulebook: Rulebook

    def question(self, most: int = MOST, spent: int = 0) -> Counting:
        """Within, all lists of choices together are bounded, with those that are spent already, and steps as in `work`; one
        inside another is part of it."""
        return Counting(most, spent)

    def work(self) -> Counting:
        """Within, all steps of loops together are bounded. Work inside other work is part of it."""
        return Counting(0, 0)

    # -- steps
    def stepped(self, rule: int, group: Set) -> Set:
        """This set, through which a loop of a rule goes, if that is not too much together with the loops before it."""
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
        """How many values may still be tried for what is not known: after these, it stays undecided."""
        work = _work()
        return TRIES if work is None else work.tries

    def tried(self) -> None:
        work = _work()
        if work is not None:
            work.tries -= 1

    # -- choices
    def counted(self, action: str, choices: list[T]) -> list[T]:
        """These choices, or moves that follow one, if they are not too many together with those before them."""
        self.spend(action, len(choices))
        return choices

    def one_by_one(self, action: str, choices: Iterable[T]) -> Iterator[T]:
        """The same for choices that are not listed yet."""
        for choice in choices:
            self.spend(action, 1)
            yield choice

    def spend(self, action: str, count: int) -> None:
        """Count so many choices of an action, or moves that follow one."""
        work = _work()
        if work is not None and work.most and count:
            work.spent[action] = work.spent.get(action, 0) + count
            work.room -= count
            if work.room < 0:
                raise self._refused(max(work.spent, key=work.spent.__getitem__), work.most)

    def of_each(self, action: str, options: Iterable[Sequence[object]]) -> Iterator[tuple[object, ...]]:
        """Every way to choose one for each; counted before they are made."""
        some = [one for one in options if one]
        if prod(map(len, some)) > MOST:
            raise self._refused(action, MOST)
        return product(*some)

    def _refused(self, action: str, most: int) -> TooMany:
        return TooMany([Fault("F85", self.rulebook.origin("actions", action), name=action, most=most)])


class Counting:
    """A block in which choices are counted, where there may be so many, and steps. Every listing has one, so it is a plain
    class: a generator takes as long as a ride."""

    __slots__ = ("_begun", "_most", "_work", "spent")

    def __init__(self, most: int, spent: int):
        self._most = most  # choices; 0, where only steps are counted
        self._work: Work | None = None  # if its choices are bounded here
        self._begun = False  # whether the work began here
        self.spent = spent  # choices; those of a block inside another belong to that one

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
