"""The rules in force as entries: sentence, citation, status, origin, and for what is contested the readings and the default."""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import lru_cache

from attrs import evolve

from adjudicator.faults import Fault, Place, Refused
from adjudicator.files import folder, folder_of
from adjudicator.rulebook.model import Rule, Rulebook
from adjudicator.rulebook.readings import in_force
from adjudicator.values import frozen
from adjudicator.workshop.case_files import Case, read_chapters

LONGEST = 40  # lines of one table
KINDS = {"rules": "rule", "actions": "action", "endings": "ending", "options": "option"}


@frozen
class Reading:
    """A point that the booklets leave open: how it can be read, and how it is read here."""

    id: str
    question: str
    readings: tuple[str, ...]
    default: str
    option: str = ""
    choices: tuple[str, ...] = ()  # for each reading the choice that takes it; "" where no option does
    in_force: str = ""


@frozen
class Entry:
    """One rule, action, ending or option in force."""

    kind: str
    id: str
    says: str
    cite: str
    status: str
    about: tuple[str, ...]
    file: str
    line: int
    guard: tuple[str, ...] = ()  # in force by this choice of an option
    changed_by: tuple[str, ...] = ()  # options whose choice rewrote part of it
    chosen: str = ""  # of an option
    values: tuple[str, ...] = ()
    default_reading: Reading | None = None
    code: str = ""
    amended: tuple[str, ...] = ()  # parts that come from elsewhere: `cite: variants/2014.toml:120`


@frozen
class Shown:
    """A case of the suite that shows a rule at work."""

    id: str
    title: str
    verdict: str
    why: str


def entries(rulebook: Rulebook) -> tuple[Entry, ...]:
    """All of them, in the order of the files."""
    rules = [_rule(rule, rulebook) for rule in rulebook.rules.values()]
    return (*rules, *(_option(name, rulebook) for name in rulebook.options))


def named(rulebook: Rulebook, name: str) -> tuple[Entry, ...]:
    """The rule, action, ending, option or ruling of this id; with `options.` before it only an option. Raises Refused."""
    every = entries(rulebook)
    section, _, plain = name.partition("=")[0].rpartition(".")
    found = [one for one in every if one.id == plain and section in ("", f"{one.kind}s")]
    if not found and plain in rulebook.rulings:
        found = [_ruling(plain, rulebook)]
    if not found:
        known = [*(one.id for one in every), *rulebook.rulings]
        variant = {"variant": rulebook.name, "id": rulebook.id}
        raise Refused([Fault("Q20", Place("rule"), name=name, word=plain, known=known, **variant)])
    return tuple(found)


def _origin(rulebook: Rulebook, *path: str) -> Place:
    """The place that states something; our own files by their folder, independent of where the program is installed."""
    place = rulebook.origin(*path)
    ours = folder_of("variants") + os.sep
    return evolve(place, file=f"variants/{place.file.removeprefix(ours)}") if place.file.startswith(ours) else place


def _rule(rule: Rule, rulebook: Rulebook) -> Entry:
    place = _origin(rulebook, rule.section, rule.id)
    table = getattr(rulebook.tables, rule.section)[rule.id]
    return Entry(
        KINDS[rule.section],
        rule.id,
        rule.says,
        rule.cite,
        rule.status,
        rule.about,
        place.file,
        place.line,
        tuple(guard if "=" in guard else f"{guard}=on" for guard in rule.option),
        tuple(_rewritten_by(rulebook, f"{rule.section}.{rule.id}.")),
        default_reading=reading(rulebook, rule.status),
        code=table.code.strip(),
        amended=tuple(_amended(rulebook, rule.section, rule.id, ("says", "cite", "status", "code"))),
    )


def _amended(rulebook: Rulebook, section: str, name: str, keys: tuple[str, ...]) -> Iterator[str]:
    """Parts of a table that another file, an option or a later line of the same file has changed."""
    base = _origin(rulebook, section, name)
    for key in keys:
        place = _origin(rulebook, section, name, key)
        if place.file != base.file or place.line < base.line or place.line > base.line + LONGEST:
            yield f"{key}: {place.file}:{place.line}"


def _rewritten_by(rulebook: Rulebook, path: str) -> Iterator[str]:
    for name, option in rulebook.options.items():
        value = rulebook.chosen[name]
        if any(key.startswith(path) for key in option.set_.get(value, {})):
            yield f"{name}={value}"


def _option(name: str, rulebook: Rulebook) -> Entry:
    table = rulebook.options[name]
    place = _origin(rulebook, "options", name)
    cite = f"{rulebook.tables.rulebook}, {table.cite}" if table.cite and rulebook.tables.rulebook else table.cite
    status = table.status or (f"contested:{table.ruling}" if table.ruling else "house")
    ruling = reading(rulebook, f"contested:{table.ruling}") if table.ruling else None
    chosen = rulebook.chosen[name]
    return Entry("option", name, table.says, cite, status, table.about, place.file, place.line, chosen=chosen,
                 values=table.values, default_reading=ruling)  # fmt: skip


def _ruling(name: str, rulebook: Rulebook) -> Entry:
    place = _origin(rulebook, "rulings", name)
    found = reading(rulebook, f"contested:{name}")
    return Entry("ruling", name, rulebook.rulings[name].question, "", "", (), place.file, place.line, default_reading=found)


def reading(rulebook: Rulebook, status: str) -> Reading | None:
    """The ruling on a contested point."""
    name = status.removeprefix("contested:")
    ruling = rulebook.rulings.get(name)
    if ruling is None or not (status.startswith("contested:")):
        return None
    return Reading(
        name,
        ruling.question,
        ruling.readings,
        ruling.default,
        ruling.option,
        ruling.choices,
        in_force(rulebook, ruling),
    )


# -- cases
@lru_cache(maxsize=1)
def _suite() -> tuple[Case, ...]:
    place = folder("tests/cases")
    return tuple(case for chapter in read_chapters([place]) for case in chapter.cases) if place.is_dir() else ()


def cases(rulebook: Rulebook, rule: str) -> tuple[Shown, ...]:
    """The cases of the suite in which a rule of this edition decides; none where the suite is not at hand."""
    fitting = (case for case in _suite() if rulebook.id in case.editions or not case.editions)
    about = (case for case in fitting if rule in {name.partition("=")[0] for name in case.named})
    return tuple(Shown(case.id, case.title, case.verdict, case.why) for case in about)
