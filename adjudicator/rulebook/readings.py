"""On what a rule rests where the booklets leave it open: the ruling, the reading in force, the choices that take another."""

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
    """The ruling behind a contested rule, as this table plays it."""

    ruling: str
    reading: str
    options: tuple[str, ...]  # choices that take another reading, like `length=entries`; empty where no option does

    @property
    def text(self) -> str:
        """The same in one line."""
        others = " or ".join(f"`{choice}`" for choice in self.options)
        return f"{self.ruling}: {self.reading} ({f'another reading: {others}' if others else 'no option reads it otherwise'})"


@lru_cache(maxsize=64)  # every verdict asks for that of its ending
def basis(rulebook: Rulebook, rule: str, term: str = "") -> Basis | None:
    """On which ruling a rule rests; nothing where a booklet or the house decides, or where the ruling is not known."""
    status = status_of(rulebook, rule, term)
    name = status.removeprefix(CONTESTED) if status.startswith(CONTESTED) else ""
    ruling = rulebook.rulings.get(name)
    return None if ruling is None else Basis(name, in_force(rulebook, ruling), tuple(others(rulebook, ruling)))


def status_of(rulebook: Rulebook, rule: str, term: str = "") -> str:
    """The status of a rule; of what one of its shared conditions decided, that of the condition."""
    known = rulebook.rules.get(rule)
    own = known.status if known is not None else ""
    return own if not term or own.startswith(CONTESTED) else rulebook.tables.terms[term].status


def term_with_status(rulebook: Rulebook, condition: Node | None) -> str:
    """The shared condition within this one that has its own status, where there is one."""
    named = (one.name for one in rulebook.facts.nodes(condition) if isinstance(one, Name | Call)) if condition else ()
    terms = rulebook.tables.terms
    return next((name for name in named if name in terms and terms[name].status), "")


def in_force(rulebook: Rulebook, ruling: RulingTable) -> str:
    """The reading that this table plays by. The default may say more than its reading does, so it is preferred to it."""
    pairs = zip(ruling.readings, ruling.choices, strict=False)
    taken = [reading for reading, choice in pairs if _chosen(rulebook, choice)]
    return taken[-1] if taken and not ruling.default.startswith(taken[-1]) else ruling.default


def others(rulebook: Rulebook, ruling: RulingTable) -> Iterator[str]:
    """The choices that would take another reading: values of options, and numbers (`rounds=24`)."""
    for choice in ruling.choices or _values_of(rulebook, ruling.option):
        name = choice.partition("=")[0]
        if (name in rulebook.options or name in rulebook.numbers) and not _chosen(rulebook, choice):
            yield choice


def _values_of(rulebook: Rulebook, option: str) -> tuple[str, ...]:
    """A ruling that does not say which choice takes which reading: every value of its option."""
    return tuple(f"{option}={value}" for value in rulebook.options[option].values) if option in rulebook.options else ()


def _chosen(rulebook: Rulebook, choice: str) -> bool:
    name, _, value = choice.partition("=")
    return value in (rulebook.chosen.get(name), str(rulebook.numbers.get(name)))
