"""An action may let somebody choose a number: `{1, 2, 3}` are numbers where the choice is counted with, and else stations."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import Said

from adjudicator import Game
from adjudicator.faults import Refused
from adjudicator.record.lexicon import lexicon_of
from adjudicator.rulebook.loader import load

Judge = Callable[..., Said]
HEAD = """
id      = "bets"
title   = "Bets"
extends = "2014"
[numbers]
stakes = [0, 1, 2]
[state.staked]
type = "number"
seen = "all"
[state.last]
type = "station or none"
seen = "fugitive"
[rules.staked]
says = "A fugitive who has staked much stays away from the ferry."
code = 'forbid ride when mode = ferry and staked > 5 because "too risky"'
"""
ACTION = """
[actions.bet]
says  = "He bets."
by    = "{by}"
place = "{place}"
code  = '''
require uses(bet, game) < 3 because "three bets a game"
{code}
'''
"""


@pytest.fixture
def bets(tmp_path: Path) -> Callable[..., Path]:
    def write(code: str, by: str = "fugitive", place: str = "after entry") -> Path:
        path = tmp_path / "bets.toml"
        path.write_text(HEAD + ACTION.format(by=by, place=place, code=code), encoding="utf-8")
        return path

    return write


@pytest.mark.parametrize(
    "code",
    [
        "choose n from {1, 2, 3}\nthen staked += n",
        "choose n from stakes\nthen staked := n",
        "choose n from {0, 1, 2} where n <= tickets(fugitive, black)\nthen move n black from fugitive to nowhere",
        "choose n from {1, 2, 3}\nthen staked += if round > 3 then n else 1",
        "choose n from {1, 2, 3} where n = entries\nthen staked += 1",
        "choose n from {1, 3, 8} where n in surfaces\nthen staked += 1",
        "choose n from {1, 2, 3}\nrequire n + 1 < round because \"not {n} yet\"\nthen staked += 1",
    ],
)  # fmt: skip
def test_what_is_counted_with_is_a_number(code: str, bets: Callable[..., Path]) -> None:
    """And no secret, as a station of the fugitive's would be."""
    rulebook = load(str(bets(code)))
    assert [one.kind for one in lexicon_of(rulebook).actions["bet"].arguments] == ["number"]


@pytest.mark.parametrize("group", ["{13, 29}", "stations"])
def test_what_is_not_counted_with_is_a_station(group: str, bets: Callable[..., Path]) -> None:
    rulebook = load(str(bets(f"choose n from {group}\nthen last := n")))
    assert [one.kind for one in lexicon_of(rulebook).actions["bet"].arguments] == ["station"]


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("choose n from {1, 2}\nthen staked += n, last := n",
         "the value of `last` must be a station or none, but this is a number"),
        ("choose n from {0, 1}\nthen when n = 1: last := here", "the board has no station 0"),
        ("choose n from stations\nthen staked += n", "the value of `staked` must be a number, but this is a station"),
    ],
)  # fmt: skip
def test_one_or_the_other(code: str, said: str, bets: Callable[..., Path]) -> None:
    with pytest.raises(Refused) as refused:
        load(str(bets(code)))
    assert said in [fault.message for fault in refused.value.faults]


def test_a_number_that_is_no_station_says_what_to_do(bets: Callable[..., Path], sy_judge: Judge) -> None:
    said = sy_judge("variant", "lint", str(bets("choose n from {0, 1}\nthen when n = 1: last := here")))
    assert "= help: if you meant a count, write `n >= 1`" in said.output


def test_played_judged_and_hidden(bets: Callable[..., Path], tmp_path: Path, sy_judge: Judge) -> None:
    """A number in a record: listed, judged, and counted."""
    rules = bets('choose n from {1, 2, 3} where n <= tickets(fugitive, black) written "of"\nthen staked += n')
    log = tmp_path / "game.log"
    head = f"variant: {rules.name}\nstart: X 104; red 26; blue 117; green 174; yellow 50\n"
    log.write_text(head + "1. X taxi 86 + bet of 2\n", encoding="utf-8")
    assert sy_judge("check", str(log)).code == 0
    log.write_text(head + "1. X taxi 86 + bet of 4\n", encoding="utf-8")
    said = sy_judge("check", str(log))
    assert said.code == 1
    assert "4 cannot be chosen for `bet`; it could be 1, 2, 3" in said.output
    log.write_text(head + "1. X taxi 86 + bet taxi\n", encoding="utf-8")
    assert "`taxi` is not a number" in sy_judge("check", str(log)).output
    log.write_text(head + "1. X taxi ? + bet of ?; red taxi 39\n", encoding="utf-8")
    assert sy_judge("where", str(log)).code == 0


def test_a_choice_of_the_detectives(bets: Callable[..., Path], tmp_path: Path, sy_judge: Judge) -> None:
    rules = bets("choose n from {1, 2, 3}\nthen move n taxi from piece to pile", by="detective", place="during turn")
    said = sy_judge("generate", "--variant", str(rules), "--seed", "5")
    log = tmp_path / "made.log"
    log.write_text(said.output, encoding="utf-8")
    assert " bet " in said.output
    assert sy_judge("check", str(log), "--variant", str(rules)).code == 0


@pytest.mark.parametrize(
    "code",
    [
        "choose n from {3 - 8, 999999 * round + 1, 4 + round}\nthen staked += n",
        "for each d in detectives where station(d) = 26 choose n from {0 - 8, 999999 + round, 4 + round}\nthen staked += 1",
        "choose n from {3 - 8, 4 + round} where round < 2 otherwise fail\nthen staked += n",
    ],
)
def test_only_a_number_that_can_be_written_can_be_chosen(code: str, bets: Callable[..., Path]) -> None:
    game = Game.parse(f"variant: {bets(code)}\nstart: X 104; red 26; blue 117; green 174; yellow 50\n").play("X taxi 86")
    (bet,) = {str(move) for move in game.moves("X")}
    assert bet.endswith(" 5")
    assert game.play(bet).verdict.verdict == "legal"
