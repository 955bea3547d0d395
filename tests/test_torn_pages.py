"""Pages that begin in the middle: what their headers say of what came before, and what is made of what they leave out."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import TOP, Said
from test_check_command import data_of, log

from adjudicator import Game

__all__ = ["log"]  # a fixture

HOLMES = """variant: holmes
board: london-1895-sample
seats: X = Ana; sherlock = Ben; watson = Cleo; mycroft = Dev; irene = Eli; lestrade = Flo
round: 7
entry: 6
start: X 45; sherlock 26; watson 29; mycroft 50; irene 53; lestrade 91
cards: X crimes 12, 45
state: committed = 1
state: {}

7. X taxi 59
"""
YARD = "variant: 2014\n{}start: X 104; red 26; blue 117; green 174; yellow 50\n\n{}\n"


# --- state


@pytest.mark.parametrize(
    "said",
    [
        "roadblocks = 62, 63",
        "Roadblocks = 62 63",
        "roadblocks = none",
        "chips-left = 0; chips-left Dr. Watson = 1",
        "chips left IRENE = 1",
        "banned = Tram",
        "banned = none",
        "began watson = 29",
        "out sherlock = yes",
        "Uses Escape Game = 1",
        "double-from = ?",
    ],
)
def test_a_state_is_understood(said: str, log: Callable[..., Path], sy_judge: Callable[..., Said]) -> None:
    (one,) = data_of(sy_judge("check", log(HOLMES.format(said)), "--format", "json"))
    assert (one["verdict"], [notice["code"] for notice in one["notices"]]) == ("legal", ["assumed-lines"])


@pytest.mark.parametrize(
    ("said", "code", "word", "help"),
    [
        ("roadblocks = 62, 999", "T060", "999", ""),
        ("roadblocks = 99999999999", "T064", "99999999999", "write the numbers of stations, or `none`"),
        ("roadblocks = 62; roadblocks = 63", "T016", "roadblocks = 63", "keep one of them"),
        ("roadblocks watson = 3", "T064", "watson", "write `roadblocks = ...`"),
        ("chips-left = left", "T064", "left", "write a number with at most 6 digits"),
        ("chips-left = 9999999", "T064", "9999999", "write a number with at most 6 digits"),
        ("chips-left purple = 1", "T064", "purple", "known here: `X`, `irene`, `lestrade`, `mycroft`, `sherlock`, `watson`"),
        ("banned = rocket", "T064", "rocket", "known here: `bus`, `ferry`, `none`, `taxi`, `underground`"),
        ("out = maybe", "T064", "maybe", "known here: `no`, `yes`"),
        ("double-from = here", "T064", "here", "write the numbers of stations, or `none`"),
        ("chip-left = 1", "T063", "chip-left", "did you mean `chips-left`?"),
        ("uses escapes game = 1", "T063", "uses escapes game", "did you mean `uses escape game`?"),
    ],
)
def test_a_state_that_is_not_understood_is_pointed_at(
    said: str, code: str, word: str, help: str, log: Callable[..., Path], sy_judge: Callable[..., Said]
) -> None:
    (one,) = data_of(sy_judge("check", log(HOLMES.format(said)), "--format", "json"))
    (fault,) = one["faults"]
    assert (fault["code"], fault["line"], fault["column"]) == (code, 9, len("state: ") + said.rindex(word) + 1)
    assert fault["help"] == help


def test_stations_that_nobody_knows_are_not_all_stations(log: Callable[..., Path], sy_judge: Callable[..., Said]) -> None:
    (one,) = data_of(sy_judge("check", log(HOLMES.format("roadblocks = ?")), "--format", "json"))
    found = {finding["rule"]: finding["message"] for finding in one["findings"]}
    assert one["verdict"] == "undecided"
    assert found["roadblocked"] == "cannot be decided: the record does not say whether 59 is one of the roadblocks"


def test_what_a_position_cannot_leave_open_is_assumed_and_said(log: Callable[..., Path], sy_judge: Callable[..., Said]) -> None:
    (one,) = data_of(sy_judge("check", log(HOLMES.format("banned = ?")), "--format", "json"))
    assert [notice["line"] for notice in one["notices"] if notice["code"] == "assumed"] == [9]
    (two,) = data_of(
        sy_judge("check", log(YARD.format("round: 7\nentry: 6\ntickets: red taxi ?\n", "X taxi 86")), "--format", "json")
    )
    message = "the page does not say how many taxi tickets red has: the number at the start of a game is assumed"
    assert (two["verdict"], message in [notice["message"] for notice in two["notices"]]) == ("legal", True)


def test_tickets_are_counted_once(log: Callable[..., Path], sy_judge: Callable[..., Said]) -> None:
    text = YARD.format("round: 7\nentry: 6\ntickets: red taxi 1\ntickets: blue bus 1; red taxi 2\n", "X taxi 86")
    (one,) = data_of(sy_judge("check", log(text), "--format", "json"))
    assert [(fault["code"], fault["line"], fault["column"]) for fault in one["faults"]] == [("T016", 5, 26)]


# --- where the page begins


@pytest.mark.parametrize(
    ("headers", "clauses", "rounds", "entries", "assumed"),
    [
        ("round: 7\nentry: 9\n", "7. X taxi 86", 7, 10, ""),
        ("round: 7\n", "7. X taxi 86", 7, 7, "there is no `entry:` line, so 6 earlier entries are assumed, one in each round"),
        (
            "round: 7\nmoved: red\n", "blue taxi 116", 7, 7,
            "there is no `entry:` line, so 7 earlier entries are assumed, one in each round",
        ),
        ("round: 2\n", "X taxi 86", 2, 2, "there is no `entry:` line, so 1 earlier entry is assumed, one in each round"),
        ("entry: 9\n", "8. X taxi 86", 8, 10, ""),
        ("entry: 9\n", "X taxi 86", 10, 10, "there is no `round:` line, so round 10 is assumed"),
        ("entry: 9\nmoved: X\n", "red taxi 39", 9, 9, "there is no `round:` line, so round 9 is assumed"),
        ("round: 1\n", "1. X taxi 86", 1, 1, ""),
        ("entry: 0\n", "X taxi 86", 1, 1, ""),
    ],
)  # fmt: skip
def test_what_is_left_out_is_assumed_and_said(
    headers: str, clauses: str, rounds: int, entries: int, assumed: str, log: Callable[..., Path], sy_judge: Callable[..., Said]
) -> None:
    (one,) = data_of(sy_judge("check", log(YARD.format(headers, clauses)), "--format", "json"))
    assert (one["verdict"], one["rounds"], one["entries"]) == ("legal", rounds, entries)
    assert [notice["message"] for notice in one["notices"] if notice["code"] == "assumed"] == ([assumed] if assumed else [])


def test_a_page_that_does_not_say_that_it_is_torn_is_told_how(
    log: Callable[..., Path], sy_judge: Callable[..., Said], monkeypatch: pytest.MonkeyPatch
) -> None:
    path = log(YARD.format("", "17. X taxi 86; red taxi 39"))
    monkeypatch.chdir(path.parent)  # so that no line is wrapped
    said = sy_judge("check", path.name)
    assert said.output.splitlines()[:5] == [
        "undecided round-number: rounds 1 to 16 are missing",
        f"  --> {path.name}:4:1, round 1",
        "  |",
        "4 | 17. X taxi 86; red taxi 39",
        "  | ^",
    ]
    assert "begins in the middle of a game, write `round: 17` and `entry: ...` at the top" in " ".join(said.output.split())


def test_there_is_no_round_zero(log: Callable[..., Path], sy_judge: Callable[..., Said]) -> None:
    (one,) = data_of(sy_judge("check", log(YARD.format("round: 0\n", "X taxi 86")), "--format", "json"))
    assert [(fault["code"], fault["message"]) for fault in one["faults"]] == [("T014", "a game has no round 0")]


SHARED = "round: 5\nentry: 4\nstart: X 104; red 26; blue 26; green 174; yellow 50\n\n5. X taxi 86\n"
SHARING = "[amend.rules.free-station]\ncode = 'forbid entry when pursuer-there because \"held\"'\n"
SENDS = "[rules.called]\nsays = 'A rule.'\ncode = 'on end of round then for each d in detectives: send d to 26'\n"


@pytest.mark.parametrize(
    ("rules", "verdict"),
    [
        ('extends = "2014"\n', "undecided"),
        (
            'extends = "2014"\n[rules.free]\nsays = "A rule."\ncode = "permit ride by detectives despite have-the-ticket"\n',
            "undecided",
        ),
        (
            'extends = "2014"\n[rules.free]\nsays = "A rule."\ncode = "permit ride by detectives despite free-station"\n',
            "legal",
        ),
        (
            'extends = "2014"\n[rules.free]\nsays = "A rule."\ncode = "permit ride by fugitive despite free-station"\n',
            "undecided",
        ),
        (f'extends = "2014"\n{SHARING}', "legal"),
        (f'extends = "2014"\n{SENDS}', "legal"),
    ],
    ids=["nothing", "another rule", "this rule", "for him", "written again", "sent"],
)
def test_two_pursuers_on_one_station(rules: str, verdict: str, tmp_path: Path, sy_judge: Callable[..., Said]) -> None:
    """A page may begin with them there if some rule of the game can have brought them there."""
    (tmp_path / "mine.toml").write_text(f'id = "mine"\ntitle = "Mine"\n{rules}', encoding="utf-8")
    (tmp_path / "page.log").write_text(f"variant: ./mine.toml\n{SHARED}", encoding="utf-8")
    assert f"page.log: {verdict}" in sy_judge("check", tmp_path / "page.log").output


def test_rounds_before_the_first_number_are_not_missing_where_moves_come_before_it(
    log: Callable[..., Path], sy_judge: Callable[..., Said]
) -> None:
    path = log(YARD.format("", "X taxi 86; red taxi 39\n2. X taxi 69"))
    for _ in range(2):  # the second time its clauses are remembered
        assert "round 1 is missing" not in sy_judge("check", path).output


def test_an_action_before_his_move_belongs_to_its_round(tmp_path: Path, sy_judge: Callable[..., Said]) -> None:
    """Without round numbers: he acts, moves and acts again in one turn."""
    deed = "[actions.deed]\nsays = 'A deed.'\nby = 'fugitive'\nplace = 'during turn'\n"
    (tmp_path / "mine.toml").write_text(f'id = "mine"\ntitle = "Mine"\nextends = "2014"\n{deed}', encoding="utf-8")
    head = "variant: ./mine.toml\nround: 5\nentry: 4\nstart: X 104; red 26; blue 117; green 174; yellow 50\n"
    turns = "X deed; X taxi 86; X deed; red taxi 39; blue taxi 88; green taxi 161; yellow taxi 37\n"
    (tmp_path / "page.log").write_text(f"{head}\n{turns}X deed; X deed; X taxi 69; X deed; red taxi 51\n", encoding="utf-8")
    said = sy_judge("check", tmp_path / "page.log").output
    assert "page.log: legal" in said
    assert "6 rounds" in said


STAYED = """
option: stranded=out
round: 5
entry: 5
moved: X
start: X 46; red 182; blue 34; green 7; yellow 168
tickets: red taxi 1, bus 1, underground 0
5. red {}; blue taxi 22; green taxi 6; yellow taxi 155
6. X taxi 45; blue taxi 34; green taxi 7; yellow taxi 168
7. X taxi 46; blue lend to red {}; blue taxi 22; green taxi 6; yellow taxi 155
"""


@pytest.mark.parametrize("unread", ["? ?", "taxi ?"])
@pytest.mark.parametrize("lent", [1, 3])
def test_a_piece_that_may_have_had_to_stay_may_be_out(unread: str, lent: int) -> None:
    """In round 6 red had no ticket that takes him on, so he is out, and tickets that he is lent later do not change that."""
    rules = f"2000+{TOP / 'examples' / 'packs' / 'lending.toml'}"
    assert Game.parse(STAYED.format("taxi 181", lent), rules).verdict.verdict == "legal"
    assert Game.parse(STAYED.format(unread, lent), rules).verdict.verdict == "undecided"
