"""The numbered cases hold; each has its twin; and together they leave no rule, action, ending or option untried."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import house
import pytest
from conftest import TOP, Said

from adjudicator.cli.variant_test import Suite
from adjudicator.faults import Refused
from adjudicator.workshop.case_files import Chapter, read_chapters
from adjudicator.workshop.case_runner import try_case

FOLDER = TOP / "tests" / "cases"
EDITIONS = ("classic", "1984", "2000", "2014", "2023", "beginners", "holmes-original", "holmes")
CHAPTERS = read_chapters([FOLDER])
CASES = {case.id: case for chapter in CHAPTERS for case in chapter.cases}

# Legal cases that are about the absence of a rule.
NO_RULE = {"9.2.11", "9.2.15", "9.3.8", "23.8.1"}

# Where referees disagree most: each of these is decided in every edition that it concerns.
PRECEDENCES = {
    # where no rounds are counted the last one is that in which the last ticket is used
    "capture by the last mover of the last round": ("9.1.7", "9.1.11", "9.1.15", "9.3.5"),
    "the last round with one pursuer still to move": ("9.1.9", "9.1.13", "9.1.17", "9.3.7"),
    "capture with the team's last usable ticket": ("9.3.5", "9.3.9"),
    "nobody at all can move": ("9.5.1", "9.5.2", "9.5.3"),
    "a double whose two equal tickets must both be paid": ("5.6.2",),
    "a pursuer set up where the fugitive starts": ("22.2.1", "22.2.3", "22.2.5", "22.2.7"),
}
NOT_CONCERNED = {
    "capture with the team's last usable ticket": {"beginners"},  # nobody has tickets
    "nobody at all can move": {"beginners"},  # a detective beside him can move onto him, and needs no ticket for it
}


# -- they hold
@pytest.mark.parametrize("chapter", CHAPTERS, ids=lambda chapter: f"{chapter.number}-{chapter.title}")
def test_every_case_holds(chapter: Chapter) -> None:
    tried = [try_case(case, edition, chapter.file) for case in chapter.cases for edition in case.editions]
    assert tried
    assert [f"{one.case.id} under {one.edition}: {'; '.join(one.problems)}" for one in tried if not one.passed] == []


def test_there_are_enough_of_them() -> None:
    assert len(CASES) >= 250
    assert len(CHAPTERS) >= 26


@pytest.mark.parametrize("chapter", CHAPTERS, ids=lambda chapter: f"{chapter.number}-{chapter.title}")
def test_every_case_says_where_it_comes_from(chapter: Chapter) -> None:
    for case in chapter.cases:
        assert re.fullmatch(rf"{chapter.number}\.\d+\.\d+", case.id)
        assert re.fullmatch(r"[AG]\d+(\.\d+)?(; [AG]\d+(\.\d+)?)*", case.cite), case.id
        assert case.why.endswith("."), case.id
        assert set(case.editions) <= set(EDITIONS), case.id
        assert case.editions, case.id
        assert case.rule or case.verdict == "invalid" or case.id in NO_RULE, case.id


def test_no_two_cases_are_the_same() -> None:
    asked = [(case.editions, case.options, case.text, case.key, case.expect) for case in CASES.values()]
    doubles = [case.id for number, case in enumerate(CASES.values()) if asked.index(asked[number]) != number]
    assert doubles == []


@pytest.mark.parametrize("name", PRECEDENCES)
def test_precedences_are_decided_in_every_edition(name: str) -> None:
    decided = {edition for number in PRECEDENCES[name] for edition in CASES[number].editions}
    assert decided == set(EDITIONS) - NOT_CONCERNED.get(name, set())


# -- house rules and packs
@pytest.mark.parametrize("name", house.NAMES)
def test_cases_of_house_rules_hold(name: str) -> None:
    suite = house.suite(name)
    tried = [try_case(case, edition, beside) for case, edition, beside in suite.cases()]
    assert [f"{one.case.id} under {one.edition}: {'; '.join(one.problems)}" for one in tried if not one.passed] == []
    touched = {name.partition("=")[0] for one in tried for name in one.touched | one.case.named}
    assert set(suite.own(house.merged(name))[0]) - touched == set()
    assert all(case.why.endswith(".") for case, _, _ in suite.cases())


# -- the runner
CASE = """
[[case]]
id       = "1.1"
title    = "A ride"
editions = ["2014"]
position = "start: X 104; red 26; blue 29; green 53; yellow 94"
clauses  = "X taxi 86"
verdict  = "legal"
why      = "A line leads there."
"""


def run(sy_judge: Callable[..., Said], folder: Path, text: str, *more: str) -> Said:
    (folder / "mine.toml").write_text(text, encoding="utf-8")
    return sy_judge("variant", "test", "--cases", folder, *more)


def test_own_cases(sy_judge: Callable[..., Said], tmp_path: Path) -> None:
    said = run(sy_judge, tmp_path, CASE)
    assert said.code == 0
    assert "1.1  pass  legal  A ride" in said.output
    assert "1 case, tried 1 time: all pass" in said.output


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        (('"legal"', '"illegal"'), "the verdict is legal, not illegal"),
        (('"X taxi 86"', '"X taxi 87"'), "the verdict is illegal, not legal (follow-a-line: no taxi line joins 104 and 87)"),
        (("why ", "ending = 'capture'\nwinner = 'pursuers'\nwhy "), "ends by nothing, not by capture (pursuers)"),
        (('verdict  = "legal"', 'verdict = "legal"\nrule = "no-such-rule"'), "these rules have no `no-such-rule`"),
        (('"2014"', '"2015"'), "no variant is named `2015`"),
        (("why ", "expect.round = 2\nwhy "), "the round: 1, not 2"),
        (("why ", "expect.entries = 2\nwhy "), "entries: 1, not 2"),
        (("why ", "expect.tickets = 'X black 3'\nwhy "), "X has 5 black, not 3"),
        (("why ", "expect.stations = 'X 87'\nwhy "), "X is on 86, not on 87"),
        (("why ", "expect.moves = ['red taxi 27']\nwhy "), ""),
        (("why ", "expect.moves = ['red taxi 28']\nwhy "), "`red taxi 28` is not listed"),
        (("why ", "expect.not-moves = ['red taxi 27']\nwhy "), "`red taxi 27` is listed"),
        (("why ", "expect.losing = ['red taxi 27']\nwhy "), "`red taxi 27` is not listed as losing"),
        (("why ", "expect.to-move = ['X']\nwhy "), "to move: red, blue, green, yellow, not X"),
        (("why ", "expect.possible = [87]\nwhy "), "possible stations: 86, not 87"),
        (("why ", "expect.seen = 'X bus ?'\nwhy "), "seen is `X taxi ?`, not `X bus ?`"),
        (("why ", "expect.notices = ['seat-table']\nwhy "), "no notice `seat-table`"),
        (("why ", "expect.findings = 7\nwhy "), "findings: 0, not 7"),
        (("why ", "expect.state = 'first-entry = 3'\nwhy "), "first-entry is 0, not 3"),
    ],
)  # fmt: skip
def test_what_differs_is_said(sy_judge: Callable[..., Said], tmp_path: Path, change: tuple[str, str], problem: str) -> None:
    assert change[0] in CASE
    said = run(sy_judge, tmp_path, CASE.replace(*change))
    assert said.code == (1 if problem else 0), said.output
    assert problem in said.output


def test_no_case_found_is_a_failure(sy_judge: Callable[..., Said], tmp_path: Path) -> None:
    for more in (("--id", "7.*"), ("2023",)):
        said = run(sy_judge, tmp_path, CASE, *more)
        assert (said.code, said.output) == (1, "no case was found\n")
    (tmp_path / "empty").mkdir()
    assert sy_judge("variant", "test", "--cases", tmp_path / "empty").code == 1


def test_an_edition_by_its_alias(sy_judge: Callable[..., Said], tmp_path: Path) -> None:
    said = run(sy_judge, tmp_path, CASE, "police")
    assert (said.code, said.output.splitlines()[0]) == (0, "1.1  pass  legal  A ride")


def test_an_edition_that_does_not_exist(sy_judge: Callable[..., Said], tmp_path: Path) -> None:
    said = run(sy_judge, tmp_path, CASE, "2041")
    assert said.code == 2
    assert "no variant is named `2041`" in said.output
    assert "2014" in said.output


@pytest.mark.parametrize(
    ("text", "code"),
    [
        (CASE.replace("verdict ", "verdikt "), "C01"),
        (CASE.replace('"legal"', '"fine"'), "C02"),
        (CASE.replace('title    = "A ride"\n', ""), "C03"),
        (CASE.replace('"1.1"', '"one of them"'), "C05"),
        (CASE + CASE, "C06"),
        (CASE.replace("why ", 'twin = "1.2"\nwhy '), "C07"),
        (CASE.replace('editions = ["2014"]\n', ""), "C08"),
        ("case = 3", "C02"),
        ("[[case", "F05"),
    ],
)
def test_a_file_that_is_not_understood(sy_judge: Callable[..., Said], tmp_path: Path, text: str, code: str) -> None:
    said = run(sy_judge, tmp_path, text)
    assert said.code == 2
    assert f"error {code}: " in said.output


def test_cases_without_an_edition_are_tried_in_any(sy_judge: Callable[..., Said], tmp_path: Path) -> None:
    text = CASE.replace('editions = ["2014"]\n', "")
    assert run(sy_judge, tmp_path, text, "2023").code == 0


def test_rules_beside_the_cases(sy_judge: Callable[..., Said], tmp_path: Path) -> None:
    (tmp_path / "rules").mkdir()
    rules = 'id = "short"\ntitle = "A short game"\nextends = "2014"\n[amend.log]\nrounds = 1\n'
    (tmp_path / "rules" / "short.toml").write_text(rules, encoding="utf-8")
    text = CASE.replace('"2014"', '"rules/short.toml"').replace(
        "X taxi 86", "X taxi 86; red taxi 27; blue taxi 41; green taxi 54; yellow taxi 93"
    )
    text = text.replace('verdict  = "legal"', 'verdict = "legal"\nending = "rounds-survived"\nwinner = "fugitive"')
    said = run(sy_judge, tmp_path, text)
    assert said.code == 0, said.output


def test_json(sy_judge: Callable[..., Said], tmp_path: Path) -> None:
    found = json.loads(run(sy_judge, tmp_path, CASE, "--format", "json").output)
    assert found["passed"] is True
    assert found["expected"] == found["got"] == {"verdict": "legal", "rules": [], "ending": "", "winner": ""}
    assert (found["id"], found["edition"], found["problems"]) == ("1.1", "2014", [])


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(Refused):
        read_chapters([tmp_path / "nowhere"])


def test_cases_are_tried_by_the_rules_as_they_are_now(tmp_path: Path) -> None:
    """A rule file that is changed while the program runs is read again."""
    head = 'id = "mine"\ntitle = "Mine"\nextends = "2014"\n[rules.shut]\nsays = "Closed."\n'
    place = 'position = "round: 5\\nentry: 4\\nstart: X 67; red 29; blue 53; green 91; yellow 117"\n'
    case = f'[[case]]\nid = "1.1"\ntitle = "A"\neditions = ["mine.toml"]\n{place}clauses = "X taxi 66"\nverdict = "legal"\n'
    (tmp_path / "mine.cases.toml").write_text(f'{case}why = "A."\n')
    for station, passes in ((65, True), (66, False)):
        (tmp_path / "mine.toml").write_text(f"{head}code = 'forbid ride by fugitive when to = {station} because \"shut\"'\n")
        ((one, edition, beside),) = Suite.beside(tmp_path / "mine.toml").cases()
        assert try_case(one, edition, beside).passed == passes, station
