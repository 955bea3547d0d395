"""The basis of a rule that booklets leave open: the ruling, the reading in force, and the choices of other readings."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING

from adjudicator.language.tree import Call, Name, Node
from adjudicator.values import frozen

if TYPE_CHECKING:
    from adjudicator.rulebook.model import Rulebook
    from adjudicator.rulebook.tables import RulingTable

CONTESTED = "contested:"


@frozen
class Basis:
    """The ruling behind a contested rule, with the reading that this game uses."""

    ruling: str
    question: str
    reading: str
    options: tuple[str, ...]  # choices of other readings, such as `length=entries`; empty without an option

    @property
    def text(self) -> str:
        """The basis in one line."""
        others = " or ".join(f"`{choice}`" for choice in self.options)
        asked = f"{self.ruling}: {self.question} {self.reading}"
        return f"{asked} ({f'another reading: {others}' if others else 'no option reads it otherwise'})"


@lru_cache(maxsize=64)  # called for the ending of every verdict
def basis(rulebook: Rulebook, rule: str, term: str = "") -> Basis | None:
    """The ruling behind a rule; None if a booklet or the house decides, or if the ruling is unknown."""
    status = status_of(rulebook, rule, term)
    name = status.removeprefix(CONTESTED) if status.startswith(CONTESTED) else ""
    ruling = rulebook.rulings.get(name)
    return None if ruling is None else Basis(name, ruling.question, in_force(rulebook, ruling), tuple(others(rulebook, ruling)))


def status_of(rulebook: Rulebook, rule: str, term: str = "") -> str:
    """The status of a rule; with `term`, of that shared condition."""
    known = rulebook.rules.get(rule)
    own = known.status if known is not None else ""
    return own if not term or own.startswith(CONTESTED) else rulebook.tables.terms[term].status


def term_with_status(rulebook: Rulebook, condition: Node | None) -> str:
    """The name of a term in this condition that has its own status, or ""."""
    named = (one.name for one in rulebook.facts.nodes(condition) if isinstance(one, Name | Call)) if condition else ()
    terms = rulebook.tables.terms
    return next((name for name in named if name in terms and terms[name].status), "")


def in_force(rulebook: Rulebook, ruling: RulingTable) -> str:
    """The reading in force. The default's sentence is preferred, since it may say more than its reading."""
    pairs = zip(ruling.readings, ruling.choices, strict=False)
    taken = [reading for reading, choice in pairs if _chosen(rulebook, choice)]
    return taken[-1] if taken and not ruling.default.startswith(taken[-1]) else ruling.default


def is_in_play(rulebook: Rulebook, ruling: RulingTable) -> bool:
    """Whether this table plays one of its readings: a ruling about a rule that is not played decides nothing."""
    return any(_chosen(rulebook, choice) for choice in ruling.choices or _values_of(rulebook, ruling.option))


def others(rulebook: Rulebook, ruling: RulingTable) -> Iterator[str]:
    """The choices of other readings: values of options, and numbers (`rounds=24`)."""
    for choice in ruling.choices or _values_of(rulebook, ruling.option):
        name = choice.partition("=")[0]
        if (name in rulebook.options or name in rulebook.numbers) and not _chosen(rulebook, choice):
            yield choice


def _values_of(rulebook: Rulebook, option: str) -> tuple[str, ...]:
    """Every value of an option, for a ruling that does not say which choice belongs to which reading."""
    return tuple(f"{option}={value}" for value in rulebook.options[option].values) if option in rulebook.options else ()


def _chosen(rulebook: Rulebook, choice: str) -> bool:
    name, _, value = choice.partition("=")
    return value in (rulebook.chosen.get(name), str(rulebook.numbers.get(name)))
