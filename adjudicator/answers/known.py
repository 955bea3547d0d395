"""Questions that a rulebook answers itself: what cannot be tried is in `[questions]` of a variant, with its rules.

An answer holds only as long as the rules that it names are in force as they were when it was written: where a later file, or a
chosen option that it does not name, rewrites one of them, the rulebook has no answer any more.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache, partial

from adjudicator.answers.answer import DEPENDS, NO, YES, Answer, Desk
from adjudicator.answers.meaning import Atom, Meaning, meaning
from adjudicator.answers.patterns import Pattern, pattern
from adjudicator.answers.reading import POINTED, Reading
from adjudicator.answers.tokens import Token, english
from adjudicator.rulebook.model import Rulebook
from adjudicator.rulebook.tables import QuestionTable
from adjudicator.values import frozen

MARK = "known "  # before the name of such a form
VERDICTS = {"yes": YES, "no": NO, "it depends": DEPENDS}


@lru_cache(maxsize=64)
def known_patterns(rulebook: Rulebook) -> Mapping[str, tuple[Pattern, ...]]:
    found = rulebook.tables.questions.items()
    ways = {f"{MARK}{name}": one.asks for name, one in found if in_force(rulebook, name, one)}
    return {form: tuple(Pattern(pattern(text)) for text in texts) for form, texts in ways.items()}


@frozen
class Example:
    """A plain question with the name of its answer."""

    name: str
    text: str
    meaning: Meaning
    beside: tuple[Atom, ...] = ()  # words that make no difference to this answer


@lru_cache(maxsize=64)
def examples(rulebook: Rulebook) -> tuple[Example, ...]:
    """The plain questions that the rulebook answers."""
    words = english(rulebook)
    found = [(name, one) for name, one in rulebook.tables.questions.items() if one.like and in_force(rulebook, name, one)]
    beside = {name: tuple(atom for text in one.beside for atom in meaning(words.tokens(text)).atoms) for name, one in found}
    return tuple(Example(name, text, meaning(words.tokens(text)), beside[name]) for name, one in found for text in one.like)


def known_readings(rulebook: Rulebook, tokens: tuple[Token, ...]) -> list[Reading]:
    """The answers of the rulebook to questions that mean the same."""
    asked = meaning(tokens)
    names = dict.fromkeys(one.name for one in examples(rulebook) if one.meaning.equals(asked, one.beside))
    return [Reading(f"{MARK}{name}", tokens=tokens) for name in names]


def in_force(rulebook: Rulebook, name: str, table: QuestionTable) -> bool:
    guards = (table.option,) if isinstance(table.option, str) else table.option
    chosen = {f"{option}={value}" for option, value in rulebook.chosen.items()}
    if any((guard if "=" in guard else f"{guard}=on") not in chosen for guard in guards):
        return False
    return all(_as_it_was(rulebook, name, rule, guards) for rule in table.rules)


def _as_it_was(rulebook: Rulebook, name: str, rule: str, guards: tuple[str, ...]) -> bool:
    """Whether a rule is in force, and nothing that came after this answer, nor another option, has rewritten its code."""
    known = rulebook.rules.get(rule)
    if known is None:
        return rule in rulebook.rulings
    path = f"{known.section}.{rule}.code"
    named = {guard.partition("=")[0] for guard in guards}
    rewritten = any(
        path in option.set_.get(rulebook.chosen[other], {}) for other, option in rulebook.options.items() if other not in named
    )
    files = [source.file for source in rulebook.merged.sources]
    own, code = (rulebook.origin(*where).file for where in (("questions", name), (known.section, rule, "code")))
    return not rewritten and files.index(own) >= files.index(code) if own in files and code in files else not rewritten


def known_answer(form: str) -> Callable[[Desk, Reading], Answer] | None:
    return partial(_told, form.removeprefix(MARK)) if form.startswith(MARK) else None


def _told(name: str, desk: Desk, asked: Reading) -> Answer:
    table = desk.rulebook.tables.questions[name]
    asked.heard.update((*asked.slots, *POINTED))  # the author of the pattern has considered each of its words
    verdict, _, rest = table.says.partition(": ")
    says = rest if verdict in VERDICTS else table.says
    contested = tuple(
        f"contested ({rule}): {desk.rulebook.rulings[rule].question}" for rule in table.rules if rule in desk.rulebook.rulings
    )
    grounds = tuple(desk.rule(rule) for rule in table.rules if rule in desk.rulebook.rules)
    options = (table.option,) if isinstance(table.option, str) else table.option
    depends = tuple(f"as long as the option `{option}` is chosen" for option in options)
    return Answer(VERDICTS.get(verdict, ""), (says, *depends, *contested), grounds)
