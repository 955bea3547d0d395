"""A budget of choices, counted while a game is played or judged: the net below the bounds that lint checks.

Lint bounds the choices of one action. They multiply with those of other actions, with the entries of a turn and with the worlds
of a record, and by how much depends on the position. So they are counted where they are listed, once for each list.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import product
from math import prod
from typing import Any, TypeVar

from adjudicator.faults import Fault, Refused
from adjudicator.rulebook.model import Rulebook

P = TypeVar("P")
T = TypeVar("T")
MOST = 60_000  # choices that may be followed to explain what a record hides: more than any shipped game or test needs
LISTED = 400_000  # and that one list of moves may have: `classic` with all its options comes near 100,000


class Budget:
    """Of one table. Raises Refused with the action that took most of it."""

    def __init__(self, rulebook: Rulebook):
        self._rulebook = rulebook
        self._spent: Counter[str] | None = None  # by action; None where no question is asked
        self._most = MOST

    @property
    def names(self) -> dict[str, Any]:
        """The function that generated lists of choices call."""
        return {"counted": self.counted, "of_each": self.of_each}

    @contextmanager
    def question(self, most: int = MOST) -> Iterator[None]:
        """Within, all lists of choices together are bounded. A question inside another is part of it."""
        if self._spent is not None:
            yield
            return
        self._spent, self._most = Counter(), most
        try:
            yield
        finally:
            self._spent = None

    def bounding(self, listing: Callable[[P], T]) -> Callable[[P], T]:
        """The same function, each call a question."""

        def bounded(p: P) -> T:
            with self.question(LISTED):
                return listing(p)

        return bounded

    def counted(self, action: str, choices: list[T]) -> list[T]:
        """These choices, or moves that follow one, if they are not too many together with those before them."""
        self._spend(action, len(choices))
        return choices

    def _spend(self, action: str, count: int) -> None:
        if self._spent is not None and count:
            self._spent[action] += count
            if self._spent.total() > self._most:
                raise self._refused(self._spent.most_common(1)[0][0], self._most)

    def of_each(self, action: str, options: Iterable[Sequence[object]]) -> Iterator[tuple[object, ...]]:
        """Every way to choose one for each; counted before they are made."""
        some = [one for one in options if one]
        if prod(map(len, some)) > MOST:
            raise self._refused(action, MOST)
        return product(*some)

    def _refused(self, action: str, most: int) -> Refused:
        return Refused([Fault("F85", self._rulebook.origin("actions", action), name=action, most=most)])
