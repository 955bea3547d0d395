"""Entries of one sentence each: every rule, action, ending, option and ruling in force, and the answers written into a variant.

An answer of `[questions]` holds only as long as the rules that it names are in force as they were when it was written: where a
later file, or a chosen option that it does not name, rewrites one of them, the rulebook has no such entry any more.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache, partial

from adjudicator.answers.answer import DEPENDS, NO, YES, Answer, Desk
from adjudicator.answers.entries import Family, Slots, family
from adjudicator.answers.rulelist import entries
from adjudicator.rulebook.model import Rulebook
from adjudicator.rulebook.tables import QuestionTable

TOLD, RULE = "told.", "rule."  # before the name of such an entry
VERDICTS = {"yes": YES, "no": NO, "it depends": DEPENDS}


@lru_cache(maxsize=64)
def told(rulebook: Rulebook) -> dict[str, Family]:
    """The answers written into the variant that hold."""
    found = rulebook.tables.questions.items()
    named = {f"{TOLD}{name}": partial(_told, name) for name, one in found if in_force(rulebook, name, one)}
    return {id: family(id, answer) for id, answer in named.items()}


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


def _told(name: str, desk: Desk, asked: Slots) -> Answer:
    table = desk.rulebook.tables.questions[name]
    verdict, _, rest = table.says.partition(": ")
    says = rest if verdict in VERDICTS else table.says
    contested = tuple(
        f"contested ({rule}): {desk.rulebook.rulings[rule].question}" for rule in table.rules if rule in desk.rulebook.rulings
    )
    grounds = tuple(desk.rule(rule) for rule in table.rules if rule in desk.rulebook.rules)
    options = (table.option,) if isinstance(table.option, str) else table.option
    depends = tuple(f"as long as the option `{option}` is chosen" for option in options)
    return Answer(VERDICTS.get(verdict, ""), (says, *depends, *contested), grounds)


# -- rules by their own words
@lru_cache(maxsize=64)
def spoken(rulebook: Rulebook) -> dict[str, tuple[Family, str]]:
    """The sentence of every rule, action, ending, option and ruling, with the words by which it is found."""
    return {one.id: (one, text) for one, text in _spoken(rulebook)}


def _spoken(rulebook: Rulebook) -> Iterator[tuple[Family, str]]:
    for one in entries(rulebook):
        quoted = partial(_quoted, one.id) if one.kind != "option" else partial(_option, one.id)
        yield family(f"{RULE}{one.id}", quoted), " ".join((one.id.replace("-", " "), *one.about, one.says))
    for name, ruling in rulebook.rulings.items():
        yield family(f"{RULE}{name}", partial(_ruled, name)), f"{ruling.question} {ruling.default}"


def rule_sentences(rulebook: Rulebook) -> Iterator[tuple[str, str]]:
    """The id and the sentence of each entry that is found by its own words."""
    yield from ((f"{RULE}{one.id}", one.says) for one in entries(rulebook))
    yield from ((f"{RULE}{name}", ruling.question) for name, ruling in rulebook.rulings.items())


def _quoted(name: str, desk: Desk, asked: Slots) -> Answer:
    ground = desk.rule(name)
    return Answer("", (ground.says,), (ground,))


def _option(name: str, desk: Desk, asked: Slots) -> Answer:
    option = desk.rulebook.options[name]
    return Answer("", (f"{option.says} `{name}` is `{desk.rulebook.chosen[name]}` (of {', '.join(option.values)})",))


def _ruled(name: str, desk: Desk, asked: Slots) -> Answer:
    ruling = desk.rulebook.rulings[name]
    return Answer("", (f"contested ({name}): {ruling.question} The reading here: {ruling.default}",))
