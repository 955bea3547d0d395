"""What is wrong in a file that somebody wrote, as data.

A fault says what, where and why, and what to type instead. Readers gather faults and return them; only the command line
decides to stop. The words follow one law: one line, lower case, no full stop, the user's own words in backticks.
"""

from __future__ import annotations

from collections.abc import Iterable

from attrs import field

from adjudicator.values import frozen


@frozen(order=True)
class Place:
    """A spot in a file: 1-based line and column, in characters; 0 where only the file is known."""

    file: str
    line: int = 0
    column: int = 0
    length: int = field(default=1, order=False)

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}" if self.line else self.file


@frozen
class Fault:
    """One thing that is wrong. `code` is stable (F files, B boards, E variants, T transcripts); `also` are further places."""

    code: str
    place: Place
    message: str
    help: str = ""
    also: tuple[Place, ...] = ()
    severity: str = "error"  # or "warning": the file can be used

    @property
    def is_error(self) -> bool:
        return self.severity == "error"


class Refused(Exception):
    """Raised where a value cannot be given at all; carries every fault found, never only the first."""

    def __init__(self, faults: Iterable[Fault]):
        self.faults = in_order(faults)
        super().__init__("; ".join(f"{f.place}: {f.code} {f.message}" for f in self.faults))


def in_order(faults: Iterable[Fault]) -> tuple[Fault, ...]:
    """Sorted by place, each said once."""
    return tuple(sorted(dict.fromkeys(faults), key=lambda fault: (fault.place, fault.code, fault.message)))


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """A help text naming the nearest known words, or the whole list when it is short, or nothing."""
    import difflib  # only who has mistyped something pays for it

    choices = sorted({str(name) for name in known})
    small = {name.lower(): name for name in choices}
    near = [word.lower()] if word.lower() in small else difflib.get_close_matches(word.lower(), small, n=3, cutoff=0.6)
    if near:
        return "did you mean " + " or ".join(f"`{small[name]}`" for name in near) + "?"
    if choices and len(choices) <= 12:
        return "known here: " + ", ".join(f"`{name}`" for name in choices)
    return ""
