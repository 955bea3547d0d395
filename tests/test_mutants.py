"""The cases notice when the rules are changed: a fifth of all changes here, all of them by `sy-judge variant test --mutate`."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path

import house
import pytest
from conftest import TOP, Said

from adjudicator.workshop.case_files import Equivalent, read_chapters
from adjudicator.workshop.case_runner import rules_of
from adjudicator.workshop.mutation import Mutant, Trial, mutants_of, mutated, read_equivalents, text_of

pytestmark = pytest.mark.campaign

EDITIONS = ("classic", "1984", "2000", "2014", "2023", "beginners", "holmes-original", "holmes")
CHAPTERS = read_chapters([TOP / "tests" / "cases"])
# House rules that set numbers, seats and choices only; tests/test_house_numbers.py changes those.
NO_CODE = {"cut-lines", "long-night", "one-double", "short-evening", "third-double"}
NO_CODE |= {
    "club-night",
    "no-doubles",
    "two-each",
    "h30-longer-schedule",
    "h34-unlimited-tickets",
    "h35-shared-detective",
    "h52-short-game",
}
EQUIVALENTS = read_equivalents(TOP / "tests" / "mutants.toml")
ALL = (*EDITIONS, *(name for name in house.NAMES if name not in NO_CODE))
PART = 5  # every fifth change, in each edition others: a fixed number, so that every machine tries the same


@cache
def trial(edition: str) -> Trial:
    """The cases of an edition; or those of house rules, which are about changes of their own rules only."""
    return house.suite(edition).trial(house.merged(edition)) if edition in house.NAMES else Trial.of(edition, CHAPTERS)


@cache
def mutants_in(edition: str) -> list[Mutant]:
    return trial(edition).mutants()


def equivalents(edition: str) -> Sequence[Equivalent]:
    return house.suite(edition).equivalents if edition in house.NAMES else EQUIVALENTS


@pytest.mark.parametrize("edition", ALL)
def test_changes_are_noticed(edition: str) -> None:
    tried = mutants_in(edition)[ALL.index(edition) % PART :: PART]
    fates = [trial(edition).fate(mutant, equivalents(edition)) for mutant in tried]
    assert [str(fate.mutant) for fate in fates if fate.survives] == []


REASONS = [("", one) for one in EQUIVALENTS] + [(name, one) for name in house.NAMES for one in equivalents(name)]


@pytest.mark.parametrize(
    ("name", "one"), REASONS, ids=lambda part: part if isinstance(part, str) else f"{part.rule} {part.kind}"
)
def test_no_case_refutes_a_reason(name: str, one: Equivalent) -> None:
    """An excused change exists, and makes no difference to any case; otherwise the reason would be an excuse."""
    every = (mutant for edition in ([name] if name else ["beginners", *EDITIONS]) for mutant in mutants_in(edition))
    mutant = next(mutant for mutant in every if one.covers(mutant))
    assert trial(name or mutant.edition).fate(mutant).survives


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
    said = sy_judge("variant", "test", "--cases", tmp_path / "cases" / "mine.toml", "--mutate")
    assert said.code == 1
    assert "survives: ./one.toml have-the-double: dropped `forbid double when" in said.output


def test_house_rules_are_changed_by_command(sy_judge: Callable[..., Said], tmp_path: Path) -> None:
    """Only their own rules; what no case notices is named, unless the file of cases gives the reason."""
    folder, (pack, file) = TOP / "examples" / "packs", (tmp_path / "lending.toml", tmp_path / "lending.cases.toml")
    pack.write_text((folder / pack.name).read_text(encoding="utf-8"), encoding="utf-8")
    cases = (folder / file.name).read_text(encoding="utf-8")
    file.write_text(cases, encoding="utf-8")
    said = sy_judge("variant", "test", pack, "--mutate")
    assert said.code == 0
    assert re.search(r"7 changes\W+7 noticed\W+0 make no difference\W+0 survive", said.output)
    fewer = cases[: cases.index('[[case]]\nid       = "2.1"')]
    file.write_text(fewer, encoding="utf-8")
    said = sy_judge("variant", "test", pack, "--mutate")
    assert said.code == 1
    assert "lend: dropped `once a turn" in " ".join(said.output.split())
    reason = '[[equivalent]]\nrule = "lend"\nkind = "dropped"\nstatement = "once a turn"\nwhy = "a try"\n'
    file.write_text(fewer + reason, encoding="utf-8")
    assert "1 make no difference; 0 survive" in sy_judge("variant", "test", pack, "--mutate").output


NUMBERS = """id    = "evening"
title = "Evening"
pack  = true
[amend.log]
rounds   = 16
surfaces = [3, 8, 13]
"""
SEEN = """[[case]]
id       = "1.1"
title    = "He is seen in round 8"
editions = ["2014+evening.toml"]
position = "round: 8\\nentry: 7\\nstart: X 67; red 29; blue 53; green 91; yellow 117"
clauses  = "X bus 65!"
verdict  = "legal"
why      = "8 is circled."
[case.expect]
seen = "X bus 65!"
"""


def test_numbers_are_changed_too(sy_judge: Callable[..., Said], tmp_path: Path) -> None:
    """Each one by itself; those that no case notices survive, and the file is as it was."""
    pack, file = tmp_path / "evening.toml", tmp_path / "evening.cases.toml"
    pack.write_text(NUMBERS, encoding="utf-8")
    file.write_text(SEEN, encoding="utf-8")
    said = sy_judge("variant", "test", pack, "--mutate")
    assert said.code == 1
    survivors = re.findall(r"amend\.log: (\d+) in place of (\d+) in", " ".join(said.output.split()))
    assert survivors == [("17", "16"), ("4", "3"), ("14", "13")]
    assert pack.read_text(encoding="utf-8") == NUMBERS


def test_house_rules_without_code_or_numbers_have_nothing_to_change(sy_judge: Callable[..., Said], tmp_path: Path) -> None:
    pack, file = tmp_path / "evening.toml", tmp_path / "evening.cases.toml"
    pack.write_text(NUMBERS.partition("[amend")[0], encoding="utf-8")
    file.write_text(SEEN, encoding="utf-8")
    said = sy_judge("variant", "test", pack, "--mutate")
    assert (said.code, said.output.endswith("evening.toml: no rules or numbers to change\n")) == (0, True)


def test_a_part_is_left_out() -> None:
    """Of a condition, and of what follows from an action."""
    texts = {(mutant.rule, mutant.kind) for mutant in mutants_in("holmes")}
    assert ("terms.landing", "without `s <> here`") in texts
    assert ("crime", "without `committed += 1`") in texts
    case, file = next((case, file) for case, file in trial("holmes").cases if not case.options)
    rules = rules_of(case, "holmes", file)
    one = "then crimes -= here, committed += 1"
    changed = mutated(rules, Mutant("holmes", "crime", one, "without `committed += 1`"))
    assert changed is not None
    assert [text_of(one) for one in changed.actions["crime"].rule.statements][-1] == "then crimes -= here"


def test_who_has_no_code_has_no_changes() -> None:
    assert {name for name in house.NAMES if not mutants_in(name)} == NO_CODE
