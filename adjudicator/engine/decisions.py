"""The answer of a rule where something is not known, found once for all positions that are alike to it.

To try every station where a pursuer may stand takes hundreds of questions, and hundreds of worlds ask the same: they differ in
where the fugitive is, which most of these rules do not look at. The cells that a rule looked at are noted; where it would
see the same again, the answer is the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dis import get_instructions
from functools import lru_cache
from typing import Any

from attrs import field

from adjudicator.engine.unknown import ANSWERED, Decision, Supposed, Unknown, decide
from adjudicator.engine.unknown import MOST as MOST_TRIED
from adjudicator.values import frozen

Cells = list[int]
Answers = dict[tuple[int, ...], dict[tuple[int, ...], Decision]]  # by the numbers of the cells looked at, then by what is there
MOST = 20_000  # answers that are kept; then all are forgotten


@frozen(eq=False)
class Decisions:
    supposed: Supposed
    kept: dict[tuple[object, ...], Answers] = field(factory=dict)

    def renew(self) -> None:
        """Count the values that are tried from zero. Answers kept so far are dropped, too: else a record would be judged by
        answers found for others."""
        if self.supposed.left < MOST_TRIED:
            self.supposed.left = MOST_TRIED
            self.kept.clear()

    def of(self, ask: Callable[..., object], p: Cells, *values: object) -> Decision:
        """The answer of a rule about a position in which something may be unknown."""
        try:
            return ANSWERED[bool(ask(p, *values))]
        except Unknown as unknown:
            hangs_on = unknown.datum.key
        answers = self.kept.setdefault((ask, hangs_on, *[values[number] for number in _read_by(ask)]), {})
        found = (kept.get(_cells(p, seen)) for seen, kept in answers.items())
        return next(filter(None, found), None) or self._asked(answers, ask, p, values)

    def _asked(self, answers: Answers, ask: Callable[..., object], p: Cells, values: tuple[object, ...]) -> Decision:
        watched = Watched(p)
        decision = decide(lambda: ask(watched, *values), self.supposed)
        seen = tuple(sorted(watched.seen))
        answers.setdefault(seen, {})[_cells(p, seen)] = decision
        if sum(map(len, answers.values())) + len(self.kept) > MOST:
            self.kept.clear()
        return decision


@lru_cache(maxsize=1024)
def _read_by(ask: Callable[..., object]) -> tuple[int, ...]:
    """The numbers of the values that a rule reads at all: a rule about where a ride ends is not asked for every ticket."""
    code, names = ask.__code__, set[object]()
    for one in get_instructions(code):
        names.update(one.argval if isinstance(one.argval, tuple) else (str(one.argval),))
    return tuple(number for number, name in enumerate(code.co_varnames[1 : code.co_argcount]) if name in names)


def _cells(p: Cells, numbers: tuple[int, ...]) -> tuple[int, ...]:
    return tuple([p[number] for number in numbers])


class Watched(Cells):
    """A position that notes which of its cells are looked at."""

    def __init__(self, p: Cells):
        super().__init__(p)
        self.seen: set[int] = set()

    def __getitem__(self, at: Any) -> Any:
        if type(at) is int and at >= 0:  # nearly always, and hundreds of thousands of times
            self.seen.add(at)
            return super().__getitem__(at)
        numbers = range(len(self))[at]
        self.seen.update(numbers if isinstance(numbers, range) else (numbers,))
        return super().__getitem__(at)

    def __iter__(self) -> Iterator[int]:
        self.seen.update(range(len(self)))
        return super().__iter__()
