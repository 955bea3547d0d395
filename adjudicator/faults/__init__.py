"""Faults in files, questions and commands, as data: a code, a place, and the values that the message names.

A fault does not store its message. The sentences are in the catalogue, beside the meaning of each code, and are composed when
`message` or `help` is read. Readers collect faults and return them; only the command line decides to stop.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from attrs import field
from attrs import frozen as frozen_now

from adjudicator.values import frozen

__all__ = ["NOWHERE", "Fault", "Given", "Place", "Refused", "Value", "did_you_mean", "in_order"]

Value: TypeAlias = "str | int | float | tuple[str | int, ...] | Fault"  # as stored
Given: TypeAlias = "str | int | float | Iterable[str | int] | Fault | None"  # as passed in; None is the empty text


@frozen(order=True)
class Place:
    """A place in a file: 1-based line and column, in characters; 0 if only the file is known."""

    file: str
    line: int = 0
    column: int = 0
    length: int = field(default=1, order=False)

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}" if self.line else self.file


NOWHERE = Place("")
NOTICES = ("N",)
WARNINGS = ("W", "B60", "B61", "T067", "T068", "T080", "T239")


@frozen_now(init=False, repr=False)
class Fault:
    """A single fault: `Fault("E110", place, name=word, known=options)`.

    `sentence` is a code (F files, B boards, E and W variants, T transcripts, C cases, Q questions), or a code that has several
    sentences and the name of one of them: `B04.colour`. `also` are further places.
    """

    sentence: str
    place: Place
    also: tuple[Place, ...]
    _values: tuple[tuple[str, Value], ...]

    def __init__(self, sentence: str, place: Place = NOWHERE, also: tuple[Place, ...] = (), /, **values: Given):
        kept = tuple((name, _kept(value)) for name, value in sorted(values.items()))
        self.__attrs_init__(sentence, place, also, kept)

    def __repr__(self) -> str:
        return f"Fault({self.sentence} at {self.place}: {self.message})"

    @property
    def code(self) -> str:
        """The stable code, without the name of the sentence."""
        return self.sentence.partition(".")[0]

    @property
    def values(self) -> dict[str, Value]:
        """The values that the sentence and its help name: the user's words, numbers, lists of known words."""
        return dict(self._values)

    @property
    def message(self) -> str:
        """The sentence: one line, lower case, no full stop, the user's words in backticks."""
        from adjudicator.faults.wording import message

        return message(self)

    @property
    def help(self) -> str:
        """The text to type instead, or ""."""
        from adjudicator.faults.wording import help_text

        return help_text(self)

    @property
    def instead(self) -> tuple[str, ...]:
        """The words that were probably meant, the likeliest first: each can replace the text at the place of the fault."""
        from adjudicator.faults.wording import instead

        return instead(self)

    @property
    def severity(self) -> str:
        """The severity: "error", "warning" if the file can still be used, or "notice" if there may be no fault at all. It
        depends only on the code."""
        if self.code.startswith(NOTICES):
            return "notice"
        return "warning" if self.code.startswith(WARNINGS) else "error"

    @property
    def is_error(self) -> bool:
        return self.severity == "error"

    def at(self, place: Place, also: tuple[Place, ...] | None = None) -> Fault:
        """This fault at another place."""
        return Fault(self.sentence, place, self.also if also is None else also, **self.values)

    def given(self, **values: Given) -> Fault:
        """This fault with more, or other, values."""
        return self.said(self.sentence, **values)

    def said(self, sentence: str, **values: Given) -> Fault:
        """This fault with another sentence and more values."""
        return Fault(sentence, self.place, self.also, **(self.values | values))


def _kept(value: Given) -> Value:
    if value is None:
        return ""
    if isinstance(value, str | int | float | tuple | Fault):
        return value
    return tuple(sorted(value, key=str)) if isinstance(value, set | frozenset) else tuple(value)


class Refused(Exception):
    """Raised if no value can be returned; carries every fault found, never only the first."""

    def __init__(self, faults: Iterable[Fault]):
        self.faults = in_order(faults)
        super().__init__(self.faults)  # its arguments when it is pickled for another process

    def __str__(self) -> str:
        return "; ".join(f"{fault.place}: {fault.code} {fault.message}" for fault in self.faults)


def in_order(faults: Iterable[Fault]) -> tuple[Fault, ...]:
    """The faults sorted by place, each once."""
    return tuple(sorted(dict.fromkeys(faults), key=_order))


def _order(fault: Fault) -> tuple[Place, str, str]:
    """The sort key of a fault. Faults at one place have an order that does not depend on when they were found."""
    return fault.place, fault.sentence, repr(fault._values)


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """A help text that names the nearest known words, or all of them if they are few, or ""."""
    from adjudicator.faults.wording import like

    return like(word, known)
