"""Rules by topic: what an edition says about double moves, the ferry, a piece that cannot move."""

from __future__ import annotations

import re
from collections.abc import Iterable

from adjudicator.answers.catalogue.sentences import in_force
from adjudicator.answers.rulelist import Entry, Reading, entries, reading
from adjudicator.faults import Fault, Place, Refused
from adjudicator.rulebook.model import Rulebook
from adjudicator.values import frozen

_WORD = re.compile(r"[a-z0-9]+")
# Words that every question has and no topic needs.
_EMPTY = frozenset(
    ("a", "an", "and", "are", "be", "by", "can", "do", "does", "for", "has", "he", "his", "how", "i", "if", "in", "is", "it",
     "its", "may", "of", "on", "one", "or", "s", "the", "their", "they", "to", "what", "when", "who", "with")
)  # fmt: skip


@frozen
class Topic:
    """Everything in force about a topic; `remarks` are answers of its own to what no rule can be tried for."""

    name: str
    entries: tuple[Entry, ...]
    readings: tuple[Reading, ...]
    remarks: tuple[str, ...]


def stems(text: str) -> frozenset[str]:
    """The words of a text that carry meaning, without their endings."""
    return frozenset(stem(word) for word in _WORD.findall(text.lower()) if word not in _EMPTY)


def stem(word: str) -> str:
    """Good enough to find `doubles` by `double` and `surfacing` by `surfaces`; nothing more is built on it."""
    for ending in ("ings", "ing", "ies", "ied", "es", "ed", "s", "y", "e"):
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            return word[: -len(ending)]
    return word


def names(rulebook: Rulebook) -> tuple[str, ...]:
    """The topics that rules and options of this edition carry."""
    return tuple(sorted({topic for one in entries(rulebook) for topic in one.about}))


def about(rulebook: Rulebook, text: str, by_words: bool = True) -> Topic:
    """The rules in force about a topic: by the topics that rules carry, else by their words. Raises Refused."""
    wanted = stems(text)
    every = entries(rulebook)
    by_topic = [one for one in every if any(stems(topic) == wanted for topic in one.about)]
    found = by_topic or [one for one in every if by_words and wanted and wanted <= all_words(one)]
    rulings = [reading(rulebook, f"contested:{name}") for name in rulebook.rulings]
    spoken = [one for one in rulings if one is not None and wanted and wanted <= stems(f"{one.question} {one.default}")]
    known = {
        name.replace("-", " "): one.says for name, one in rulebook.tables.questions.items() if in_force(rulebook, name, one)
    }
    remarks = [f"{name}? {says}" for name, says in known.items() if wanted and wanted <= stems(f"{name} {says}")]
    if not (found or spoken or remarks):
        raise Refused([Fault("Q21", Place("topic"), variant=rulebook.name, text=text, known=names(rulebook))])
    contested = [one.default_reading for one in found if one.default_reading is not None]
    return Topic(text, tuple(found), _once([*contested, *spoken]), tuple(remarks))


def all_words(one: Entry) -> frozenset[str]:
    return stems(" ".join((one.id.replace("-", " "), one.says, *one.about)))


def _once(found: Iterable[Reading]) -> tuple[Reading, ...]:
    return tuple({one.id: one for one in found}.values())
