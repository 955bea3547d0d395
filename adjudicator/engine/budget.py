"""A budget of choices and of steps, counted while a game is played or judged: the net below the bounds that lint checks.

Lint bounds the choices of one action and the loops of one condition. They multiply with those of other rules, with the entries
of a turn and with the worlds of a record, and by how much depends on the position. So they are counted where they are made.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from itertools import product
from math import prod
from typing import Any, TypeVar

from adjudicator.faults import Fault, Refused
from adjudicator.rulebook.model import Rulebook

T = TypeVar("T")
Set = TypeVar("Set", bound=Collection[Any])
MOST = 60_000  # choices that may be listed at one time, or followed to explain what a record hides
COUNTED = 400_000  # and that may be counted at one time: `classic` with all its options comes near 100,000
STEPS = 5_000_000  # things that loops of rules may look at to judge one record: about half a second


class TooMany(Refused):
    """More choices, or more steps, than there may be."""


class Budget:
    """Of one table. Raises TooMany with the action or rule that took most of it."""

    def __init__(self, rulebook: Rulebook, renew: Callable[[], None]):
        self._rulebook = rulebook
        self._renew = renew  # the count of values that are tried for what is not known
        self._rules = list(rulebook.rules)
        self._spent: dict[str, int] | None = None  # choices by action; None where no question is asked
        self._most = self._room = MOST  # choices, and those that are left of them
        self._steps: dict[int, int] | None = None  # by the number of the rule; None where nothing is judged
        self._left = STEPS

    @property
    def names(self) -> dict[str, Any]:
        """The functions that generated code calls."""
        return {"counted": self.counted, "of_each": self.of_each, "stepped": self.stepped}

    def question(self, most: int = MOST, spent: int = 0) -> Counting:
        """Within, all lists of choices together are bounded, with those that are spent already, and steps as in `work`; one
        inside another is part of it."""
        return Counting(self, most, spent)

    def work(self) -> Counting:
        """Within, all steps of loops together are bounded. Work inside other work is part of it."""
        return Counting(self, None, 0)

    def begin(self, most: int | None, spent: int) -> tuple[bool, bool]:
        """Count from now on: choices, where there may be so many, and steps; gives which of them were not counted before."""
        is_question, is_work = most is not None and self._spent is None, self._steps is None
        if is_question and most is not None:
            self._spent, self._most, self._room = {}, most, most - spent
        if is_work:
            self._steps, self._left = {}, STEPS
            self._renew()
        return is_question, is_work

    def end(self, is_question: bool, is_work: bool) -> int:
        """Count no more of what began with this; gives the number of choices."""
        count = self._most - self._room if is_question else 0
        self._spent = None if is_question else self._spent
        self._steps = None if is_work else self._steps
        return count

    def stepped(self, rule: int, group: Set) -> Set:
        """This set, through which a loop of a rule goes, if that is not too much together with the loops before it."""
        if self._steps is not None:
            self._steps[rule] = self._steps.get(rule, 0) + len(group)
            self._left -= len(group)
            if self._left < 0:
                name = self._rules[max(self._steps, key=self._steps.__getitem__)]
                section = self._rulebook.rules[name].section
                raise TooMany([Fault("F88", self._rulebook.origin(section, name), name=name, most=STEPS)])
        return group

    def counted(self, action: str, choices: list[T]) -> list[T]:
        """These choices, or moves that follow one, if they are not too many together with those before them."""
        self._spend(action, len(choices))
        return choices

    def one_by_one(self, action: str, choices: Iterable[T]) -> Iterator[T]:
        """The same for choices that are not listed yet."""
        for choice in choices:
            self._spend(action, 1)
            yield choice

    def _spend(self, action: str, count: int) -> None:
        if self._spent is not None and count:
            self._spent[action] = self._spent.get(action, 0) + count
            self._room -= count
            if self._room < 0:
                raise self._refused(max(self._spent, key=self._spent.__getitem__), self._most)

    def of_each(self, action: str, options: Iterable[Sequence[object]]) -> Iterator[tuple[object, ...]]:
        """Every way to choose one for each; counted before they are made."""
        some = [one for one in options if one]
        if prod(map(len, some)) > MOST:
            raise self._refused(action, MOST)
        return product(*some)

    def _refused(self, action: str, most: int) -> TooMany:
        return TooMany([Fault("F85", self._rulebook.origin("actions", action), name=action, most=most)])


class Counting:
    """A block in which a budget counts. Every listing has one, so it is a plain class: a generator takes as long as a ride."""

    __slots__ = ("_began", "_budget", "_most", "spent")

    def __init__(self, budget: Budget, most: int | None, spent: int):
        self._budget, self._most = budget, most
        self._began = (False, False)
        self.spent = spent  # choices; those of a block inside another belong to that one

    def __enter__(self) -> None:
        self._began = self._budget.begin(self._most, self.spent)

    def __exit__(self, *_: object) -> None:
        self.spent = self._budget.end(*self._began) or self.spent
