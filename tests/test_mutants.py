"""The cases notice when the rules are changed: a part of all changes here, all of them with `--update`, which writes the page
in the docs, or by `sy-judge cases --mutate`.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest
from conftest import TOP, Said

from adjudicator.report.mutants import HEAD, reasons, row
from adjudicator.workshop.case_files import read_chapters
from adjudicator.workshop.case_runner import rules_of
from adjudicator.workshop.mutation import Equivalent, Mutant, Trial, mutants_of, mutated, read_equivalents, text_of

EDITIONS = ("classic", "1984", "2000", "2014", "2023", "beginners", "holmes-original", "holmes")
CHAPTERS = read_chapters([TOP / "tests" / "cases"])
EQUIVALENTS = read_equivalents(TOP / "tests" / "mutants.toml")
PAGE = TOP / "docs" / "mutants.md"
PART = 5  # every fifth change, in each edition others: a fixed number, so that every machine tries the same


@cache
def trial(edition: str) -> Trial:
    return Trial.of(edition, CHAPTERS)


@pytest.mark.parametrize("edition", EDITIONS)
def test_changes_are_noticed(edition: str, update: bool) -> None:
    mutants = trial(edition).mutants()
    tried = mutants if update else mutants[EDITIONS.index(edition) % PART :: PART]
    fates = [trial(edition).fate(mutant, EQUIVALENTS) for mutant in tried]
    if update:
        line = row(edition, fates)
        text = re.sub(rf"^\| {edition} \|.*$", line, PAGE.read_text(encoding="utf-8"), flags=re.MULTILINE)
        PAGE.write_text(text, encoding="utf-8")
    assert fates
    assert [str(fate.mutant) for fate in fates if fate.survives] == []


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_page_is_about_these_changes(edition: str) -> None:
    """What became of them all was found out when the page was written; here, that the rules are still the same."""
    mutants = trial(edition).mutants()
    same = sum(any(one.covers(mutant) for one in EQUIVALENTS) for mutant in mutants)
    (line,) = re.findall(rf"^\| {edition} \|.*$", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    assert line == f"| {edition} | {len(mutants)} | {len(mutants) - same} | {same} | 0 |", (
        "pytest tests/test_mutants.py --update"
    )


def test_every_reason_is_about_some_change() -> None:
    mutants = [mutant for edition in EDITIONS for mutant in trial(edition).mutants()]
    assert [one.rule for one in EQUIVALENTS if not any(one.covers(mutant) for mutant in mutants)] == []


@pytest.mark.parametrize("one", EQUIVALENTS, ids=lambda one: f"{one.rule} {one.kind}")
def test_no_case_refutes_a_reason(one: Equivalent) -> None:
    """What is said to make no difference makes none to any case; otherwise it would only be excused."""
    every = (mutant for edition in ("beginners", *EDITIONS) for mutant in trial(edition).mutants())
    mutant = next(mutant for mutant in every if one.covers(mutant))
    assert trial(mutant.edition).fate(mutant).survives


def test_a_change_is_made_and_nothing_else() -> None:
    case = next(case for chapter in CHAPTERS for case in chapter.cases if "2014" in case.editions and not case.options)
    rules = rules_of(case, "2014", "")
    one = 'forbid double when tickets(fugitive, double) = 0 because "no double-move ticket left"'
    assert "have-the-double" not in {mutant.rule for mutant in mutants_of("2014", [rules]) if mutant.kind.startswith("with")}
    for kind, left in (("dropped", 0), ("negated", 1)):
        changed = mutated(rules, Mutant("2014", "have-the-double", one, kind))
        assert changed is not None
        assert len(changed.rules["have-the-double"].statements) == left
        assert {name for name in rules.rules if changed.rules[name] != rules.rules[name]} == {"have-the-double"}
    assert mutated(rules, Mutant("2014", "have-the-double", "forbid double", "dropped")) is None
    assert mutated(rules, Mutant("2014", "cut-off", one, "dropped")) is None


def test_a_survivor_is_named(sy_judge: Callable[..., Said], tmp_path: Path) -> None:
    (tmp_path / "cases").mkdir()
    text = (
        '[[case]]\nid = "1.1"\ntitle = "A ride"\neditions = ["./one.toml"]\n'
        'position = "start: X 104; red 26; blue 29; green 53; yellow 94"\n'
        'clauses = "X taxi 86"\nverdict = "legal"\nwhy = "A line leads there."\n'
    )
    (tmp_path / "cases" / "mine.toml").write_text(text, encoding="utf-8")
    (tmp_path / "cases" / "one.toml").write_text('id = "one"\ntitle = "One"\nextends = "2014"\n', encoding="utf-8")
    said = sy_judge("cases", tmp_path / "cases" / "mine.toml", "--mutate")
    assert said.code == 1
    assert "survives: ./one.toml have-the-double: dropped `forbid double when" in said.output


def test_a_part_is_left_out() -> None:
    """Of a condition, and of what follows from an action."""
    texts = {(mutant.rule, mutant.kind) for mutant in trial("holmes").mutants()}
    assert ("terms.landing", "without `s <> here`") in texts
    assert ("crime", "without `committed += 1`") in texts
    case, file = next((case, file) for case, file in trial("holmes").cases if not case.options)
    rules = rules_of(case, "holmes", file)
    one = "then crimes -= here, committed += 1"
    changed = mutated(rules, Mutant("holmes", "crime", one, "without `committed += 1`"))
    assert changed is not None
    assert [text_of(one) for one in changed.actions["crime"].rule.statements][-1] == "then crimes -= here"


def test_the_page_in_the_docs(compare: Callable[[Path, str], None]) -> None:
    """A row for each edition, which the tests above compare; and the reasons."""
    head, rest = PAGE.read_text(encoding="utf-8").split("<!-- generated -->\n")
    rows = [
        next((line for line in rest.splitlines() if line.startswith(f"| {edition} |")), f"| {edition} |")
        for edition in EDITIONS
    ]
    compare(PAGE, "\n".join([f"{head}<!-- generated -->\n", *HEAD, *rows, "", reasons(EQUIVALENTS)]))
