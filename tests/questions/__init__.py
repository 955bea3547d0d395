"""Questions that players ask, each with the answer it must get. `README.md` says how they are written and how to run them."""

from __future__ import annotations

import hashlib
import tomllib
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from attrs import field, frozen

HERE = Path(__file__).parent
TOP = HERE.parent.parent
WORKSHOP = HERE / "workshop"
HALVES = ("seen", "unseen")
KINDS = ("yes", "no", "depends", "fact", "none", "not understood")


def alternatives(text: str) -> tuple[str, ...]:
    """`rest / end` names two words, of which one is enough."""
    return tuple(text.split(" / ")) if text else ()


def several(texts: Sequence[str]) -> tuple[str, ...]:
    return tuple(texts)


def each(texts: Sequence[str]) -> tuple[tuple[str, ...], ...]:
    """The alternatives of every text: one of each must be found."""
    return tuple(alternatives(text) for text in texts)


@frozen(kw_only=True)
class Question:
    """One question, the edition or log that it is about, and what its answer must and must not hold."""

    id: str
    ask: str
    expect: tuple[str, ...] = field(converter=alternatives)
    why: str
    means: tuple[str, ...] = field(default="", converter=alternatives)
    variant: str = ""
    options: tuple[str, ...] = field(default=(), converter=several)
    log: str = ""
    at: str = ""
    view: str = ""
    says: tuple[tuple[str, ...], ...] = field(default=(), converter=each)
    says_not: tuple[str, ...] = field(default=(), converter=several)
    never: tuple[str, ...] = field(default=(), converter=several)
    cites: tuple[tuple[str, ...], ...] = field(default=(), converter=each)
    contested: tuple[str, ...] = field(default="", converter=alternatives)

    @property
    def half(self) -> str:
        """The first hexadecimal digit of the SHA-256 of the id: even is `seen`, odd is `unseen`."""
        return HALVES[int(hashlib.sha256(self.id.encode()).hexdigest()[0], 16) % 2]

    @property
    def place(self) -> tuple[str, tuple[str, ...], str, str]:
        """Where it is asked: the log or the variant, options, moment and seat."""
        return self.log or self.variant, self.options, self.at, self.view


def questions(half: str = "", folder: Path = HERE) -> tuple[Question, ...]:
    """All questions of a folder, or those of one half, in the order of the files."""
    found = tuple(_read(folder))
    twice = [id for id, number in Counter(question.id for question in found).items() if number > 1]
    if twice:
        raise ValueError(f"ids used twice: {', '.join(twice)}")
    return tuple(question for question in found if half in ("", question.half))


def _read(folder: Path) -> Iterator[Question]:
    for path in sorted(folder.glob("*.toml")):
        for entry in tomllib.loads(path.read_text(encoding="utf-8"))["question"]:
            yield _checked(path, entry)


def _checked(path: Path, entry: dict[str, Any]) -> Question:
    """The question of an entry whose fields fit together."""
    try:
        question = Question(**{"says_not" if key == "not" else key: value for key, value in entry.items()})
    except TypeError as error:
        raise ValueError(f"{path.name}, {entry.get('id', 'no id')}: {error}") from None
    for mistake in _mistakes(question):
        raise ValueError(f"{path.name}, {question.id}: {mistake}")
    return question


def _mistakes(question: Question) -> Iterator[str]:
    if bool(question.variant) == bool(question.log):
        yield "needs either `variant` or `log`"
    if (question.at or question.view) and not question.log:
        yield "`at` and `view` need a `log`"
    if question.log and not (TOP / question.log).is_file():
        yield f"there is no file `{question.log}`"
    if not set(question.expect) <= set(KINDS):
        yield f"`expect` is one of {', '.join(KINDS)}"
    if question.expect == ("fact",) and not (
        question.says or question.cites or question.contested or question.never or question.means
    ):
        yield "a fact needs `says`, `cites`, `contested`, `never` or `means`"
