"""The cases notice when the rules are changed: a part of all changes here, all of them by `sy-judge cases --mutate`."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest
from conftest import TOP, Said

from adjudicator.check.cases import read_chapters
from adjudicator.check.mutating import Mutant, Trial, mutated, read_equivalents
from adjudicator.check.trying import rules_of
from adjudicator.report.mutants import page

EDITIONS = ("classic", "1984", "2000", "2014", "2023", "beginners", "holmes-original", "holmes")
CHAPTERS = read_chapters([TOP / "tests" / "cases"])
EQUIVALENTS = read_equivalents(TOP / "tests" / "mutants.toml")
MANY = 25  # of each edition: a fixed number, so that every machine tries the same


@cache
def trial(edition: str) -> Trial:
    return Trial.of(edition, CHAPTERS)


@pytest.mark.parametrize("edition", EDITIONS)
def test_changes_are_noticed(edition: str) -> None:
    """Some of them, spread over the whole rulebook."""
    mutants = trial(edition).mutants()
    tried = [mutant for start in range(7) for mutant in mutants[start::7]][:MANY]
    assert len(tried) == MANY
    for mutant in tried:
        assert not trial(edition).fate(mutant, EQUIVALENTS).survives, str(mutant)


def test_every_reason_is_about_some_change() -> None:
    mutants = [mutant for edition in EDITIONS for mutant in trial(edition).mutants()]
    assert [one.rule for one in EQUIVALENTS if not any(one.covers(mutant) for mutant in mutants)] == []


def test_a_change_is_made_and_nothing_else() -> None:
    case = next(case for chapter in CHAPTERS for case in chapter.cases if "2014" in case.editions and not case.options)
    rules = rules_of(case, "2014", "")
    one = 'forbid double when tickets(fugitive, double) = 0 because "no double-move ticket left"'
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


def test_the_page_in_the_docs(compare: Callable[[Path, str], None]) -> None:
    path = TOP / "docs" / "mutants.md"
    head = path.read_text(encoding="utf-8").split("<!-- generated -->\n")[0]
    counts = []
    for edition in EDITIONS:
        mutants = trial(edition).mutants()
        same = sum(any(one.covers(mutant) for one in EQUIVALENTS) for mutant in mutants)
        counts.append((edition, len(trial(edition).cases), len(mutants), same))
    compare(path, f"{head}<!-- generated -->\n\n{page(counts, EQUIVALENTS)}")
