"""Every rule, action and ending of every edition, and every value of every option, has a minimal pair of cases.

Two cases are a pair if they differ in one fact and end otherwise. The deciding rule is not taken from the text of the
cases but tried: a rule decides where a finding or the ending names it, and where the case does not hold without it.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator
from functools import cache
from typing import Any

import house
import pytest
from attrs import evolve
from conftest import TOP

from adjudicator.files import read_toml
from adjudicator.rulebook.loader import flatten
from adjudicator.rulebook.model import Rulebook
from adjudicator.workshop.case_files import Case, read_chapters
from adjudicator.workshop.case_runner import rules_of, try_case

EDITIONS = ("classic", "1984", "2000", "2014", "2023", "beginners", "holmes-original", "holmes")
CASES = {case.id: case for chapter in read_chapters([TOP / "tests" / "cases"]) for case in chapter.cases}

# Rulings about which a record, and so a case, has nothing to say.
NO_CASE = {"G68": "talk at the table leaves no trace in a record"}


# -- twins differ in one fact
def headers(position: str) -> dict[str, list[str]]:
    """Each header with what it says, piece by piece."""
    lines = [line.split(":", 1) for line in position.strip().splitlines()]
    return {key.strip(): re.split(r"\s*[;,]\s*", value.strip()) for key, value in lines}


def clauses(played: str) -> list[str]:
    """The clauses, and the numbers of rounds apart from them."""
    return re.split(r"\s*[;\n]\s*|(?<=\d\.) ", played.strip())


def changes(mine: list[str], yours: list[str]) -> int:
    """In how many members two lists differ; another order of the same is one."""
    if sorted(mine) == sorted(yours):
        return int(mine != yours)
    codes = difflib.SequenceMatcher(None, mine, yours, autojunk=False).get_opcodes()
    return sum(max(code[2] - code[1], code[4] - code[3]) for code in codes if code[0] != "equal")


def differences(one: Case, other: Case) -> int:
    """How many facts two cases differ in: options, what a header says, whole headers, clauses; or else the editions."""
    mine, yours = headers(one.position), headers(other.position)
    found = sum(changes(mine[key], yours[key]) if key in mine and key in yours else 1 for key in {*mine, *yours})
    found += changes(clauses(one.clauses), clauses(other.clauses))
    found += changes(list(one.options), list(other.options)) + (one.key != other.key)
    return found or int(not set(one.editions) & set(other.editions))


def outcome(case: Case) -> tuple[object, ...]:
    """The referee's answer; for a legal case without the rule that it is about."""
    named = (case.rule, case.also) if case.verdict in ("illegal", "undecided") else ()
    return case.verdict, named, case.ending, case.winner, case.expect


@cache
def twins(suite: str = "") -> list[tuple[Case, Case]]:
    """The pairs of a file of house rules; without a name, those of the editions."""
    cases = of_house_rules(suite) if suite else CASES
    return [(case, cases[case.twin]) for case in cases.values() if case.twin]


def of_house_rules(name: str) -> dict[str, Case]:
    """Its cases, each with the editions in which it is tried."""
    found: dict[str, Case] = {}
    for case, edition, _ in house.suite(name).cases():
        found[case.id] = evolve(case, editions=(*(found[case.id].editions if case.id in found else ()), edition))
    return found


@pytest.mark.parametrize("suite", ["", *house.NAMES])
def test_twins_differ_in_one_fact(suite: str) -> None:
    many = [(one.id, other.id, count) for one, other in twins(suite) if (count := differences(one, other)) != 1]
    assert many == []


@pytest.mark.parametrize("suite", ["", *house.NAMES])
def test_twins_end_otherwise(suite: str) -> None:
    assert [f"{one.id} and {other.id}" for one, other in twins(suite) if outcome(one) == outcome(other)] == []


@pytest.mark.parametrize(
    ("change", "count"),
    [
        ({}, 0),
        ({"clauses": "X taxi 47"}, 1),
        ({"clauses": "X taxi 45; red taxi 90; blue taxi 42"}, 2),
        ({"position": "round: 6\nstart: X 46; red 91"}, 1),
        ({"position": "round: 6\nstart: X 46; red 92"}, 2),
        ({"position": "start: X 46; red 91"}, 1),
        ({"position": "round: 5\nstart: X 46; red 91; blue 56; green 6"}, 2),
        ({"options": ("order=seat",)}, 1),
        ({"options": ("order=seat", "trapped=stays")}, 2),
        ({"editions": ("2023",)}, 1),
    ],
)
def test_facts_are_counted(change: dict[str, Any], count: int) -> None:
    case = Case("1", "t", "legal", "w", "round: 5\nstart: X 46; red 91", "X taxi 45", ("2014",))
    assert differences(case, evolve(case, **change)) == count


# -- nothing is left untried
@cache
def tables(edition: str) -> dict[str, Any]:
    return dict(flatten(edition).data)


@cache
def named(case: Case, edition: str) -> frozenset[str]:
    """The names that the referee gives: the rules of its findings, and the ending."""
    tried = try_case(case, edition)
    return frozenset((*tried.rules, tried.ending))


def without(rules: Rulebook, name: str) -> Rulebook:
    """These rules, one of which says nothing any more."""
    rule = evolve(rules.rules[name], statements=())
    actions = {key: evolve(one, rule=rule) if key == name else one for key, one in rules.actions.items()}
    return evolve(rules, rules={**rules.rules, name: rule}, actions=actions)


@cache
def needs(case: Case, edition: str, rule: str) -> bool:
    """Whether the case does not hold without this rule."""
    rules = rules_of(case, edition, "")
    if rule not in rules.rules:
        return False
    try:
        return not try_case(case, edition, "", lambda *_: without(rules, rule)).passed
    except Exception:  # these rules cannot be played at all without it
        return True


def decides_in_one(rule: str, one: Case, other: Case, edition: str) -> bool:
    """In one of two twins, and not in the other."""
    told = (rule in named(one, edition)) != (rule in named(other, edition))
    return told or needs(one, edition, rule) != needs(other, edition, rule)


def has_a_pair(rule: str, edition: str, suite: str = "") -> bool:
    pairs = [pair for pair in twins(suite) if all(edition in case.editions for case in pair)]
    return any(decides_in_one(rule, *pair, edition) for pair in pairs if rule in pair[0].named | pair[1].named)


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_rule_has_a_minimal_pair(edition: str) -> None:
    rules = [name for section in ("rules", "actions", "endings") for name in tables(edition).get(section, {})]
    assert len(rules) > 30
    missing = [name for name in rules if not has_a_pair(name, edition)]
    assert missing == []


def in_force(case: Case, edition: str) -> dict[str, str]:
    """Every option with its value: chosen by the case, or the edition's own."""
    options = tables(edition)["options"]
    return {name: one.get("default", "off") for name, one in options.items()} | dict(
        option.split("=") for option in case.options
    )


@pytest.mark.parametrize("name", house.NAMES)
def test_every_rule_of_a_house_has_a_minimal_pair(name: str) -> None:
    edition, merged = house.suite(name).edition, house.merged(name)
    own = house.suite(name).own(merged)[0]
    rules = [rule for rule in own if any(rule in merged.data.get(section, {}) for section in ("rules", "actions", "endings"))]
    missing = [rule for rule in rules if not has_a_pair(rule, edition, name)]
    assert missing == []


def decided_options(edition: str, suite: str = "") -> Iterator[str]:
    """Values of options that alone make the difference between two twins."""
    for one, other in twins(suite):
        if edition in one.editions and edition in other.editions and (one.text, one.key) == (other.text, other.key):
            mine, yours = in_force(one, edition), in_force(other, edition)
            changed = [name for name in mine if mine[name] != yours.get(name)]
            if len(changed) == 1:
                yield from (f"{changed[0]}={chosen[changed[0]]}" for chosen in (mine, yours) if changed[0] in chosen)


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_value_of_every_option_has_a_minimal_pair(edition: str) -> None:
    options = tables(edition)["options"]
    values = [f"{name}={value}" for name, one in options.items() for value in one.get("values", ["off", "on"])]
    missing = set(values) - set(decided_options(edition))
    assert sorted(missing) == []


@pytest.mark.parametrize("name", house.NAMES)
def test_every_option_of_a_house_has_a_minimal_pair(name: str) -> None:
    """Of an option that it has made, every value; of one that it has inherited, the value that it chooses."""
    suite, options = house.suite(name), house.merged(name).data["options"]
    data = read_toml(suite.path)[0]
    made = [(option, value) for option in data.get("options", {}) for value in options[option].get("values", ["off", "on"])]
    chosen = [(option, one["default"]) for option, one in data.get("amend", {}).get("options", {}).items()]
    missing = {f"{option}={value}" for option, value in (*made, *chosen)} - set(decided_options(suite.edition, name))
    assert sorted(missing) == []


def test_every_ruling_has_a_case() -> None:
    """Also those about which no house can choose; the readings that it can choose are values of options."""
    cited = {number for case in CASES.values() for number in case.cite.split("; ")}
    rulings = {number for edition in EDITIONS for number in tables(edition)["rulings"]}
    assert len(rulings) == 70
    assert sorted(rulings - cited) == sorted(NO_CASE)
