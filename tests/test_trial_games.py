"""Lint plays: what trial games show of rules in which reading finds no error."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import Said

from adjudicator.rulebook.loader import load
from adjudicator.workshop.proofreading import proofread

HEAD = 'id = "mine"\ntitle = "Mine"\nextends = "2014"\n'
PACK = 'id = "mine"\ntitle = "Mine"\npack = true\n'
WHISTLE = """
[actions.whistle]
says  = "A detective whistles, late in the game."
by    = "detective"
place = "during turn"
code  = 'require tickets(piece, underground) > 90 because "not yet"'
"""
HIGH = """
[rules.high]
says = "Nobody goes to 199 by taxi in round 23."
code = 'forbid ride when round = 23 and to = 199 and mode = taxi because "no"'
"""
NOBODY = """
drop = [
  "endings.no-moves", "endings.nobody-moves", "endings.trapped", "options.trapped", "endings.rounds-survived", "options.length"
]
[rules.nobody]
says = "Nobody rides."
code = 'forbid ride because "nobody rides"'
[actions.shout]
says  = "Anybody may shout."
by    = "detective"
place = "during turn"
"""


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path / "mine.toml"


def found(file: Path, text: str) -> list[tuple[str, int]]:
    """The codes of the faults of a file, each with its line."""
    file.write_text(text, encoding="utf-8")
    return [(fault.code, fault.place.line) for fault in proofread("mine.toml").faults]


@pytest.mark.parametrize(("text", "code", "line"), [(WHISTLE, "N01", 5), (HIGH, "N02", 5)])
def test_what_never_happens_is_a_notice(file: Path, text: str, code: str, line: int) -> None:
    assert found(file, HEAD + text) == [(code, line)]


def test_a_notice_is_no_fault(file: Path, sy_judge: Callable[..., Said]) -> None:
    file.write_text(HEAD + HIGH, encoding="utf-8")
    said = sy_judge("variant", "lint", "mine.toml")
    assert said.code == 0
    assert said.output.endswith("mine.toml: no faults, 1 notice\n")


def test_a_case_is_what_the_notice_asks_for(file: Path) -> None:
    case = """
[[case]]
id       = "1.1"
title    = "Late"
position = "round: 23\\nentry: 22\\nstart: X 104; red 189; blue 29; green 53; yellow 94"
clauses  = "X taxi 86"
verdict  = "legal"
tests    = ["high"]
why      = "Only 200 is closed."
"""
    (file.parent / "mine.cases.toml").write_text(case, encoding="utf-8")
    assert found(file, HEAD + HIGH) == []


def test_the_same_file_is_told_the_same(file: Path) -> None:
    assert found(file, HEAD + HIGH + WHISTLE) == found(file, HEAD + HIGH + WHISTLE)


def test_where_nobody_can_ride_every_command_answers(file: Path, sy_judge: Callable[..., Said]) -> None:
    assert found(file, HEAD + NOBODY) == [("W451", 1)]
    Path("mine.log").write_text("variant: mine.toml\nstart: X 104; red 26; blue 29\n\nX done\n", encoding="utf-8")
    said = sy_judge("moves", "mine.log")
    assert (said.code, said.output.count("shout")) == (0, 4)
    assert sy_judge("generate", "--variant", "./mine.toml").code == 0


def test_games_without_an_end(file: Path) -> None:
    text = NOBODY[: NOBODY.index("[rules")].replace(
        '"options.length"', '"options.length", "endings.capture", "endings.log-full"'
    )
    text += "[replace]\nlog = { surfaces = [3, 8] }\n[amend.roles.fugitive]\ntickets = { taxi = 99 }\n"
    text += '[amend.roles.detective]\nfare = "free"\n'
    assert ("N03", 1) in found(file, HEAD + text)


def test_a_table_with_more_pieces_than_start_cards(file: Path) -> None:
    dogs = '[roles.dog]\nside = "pursuers"\nplural = "dogs"\nfare = "free"\n'
    assert found(file, f"{HEAD}{dogs}[[replace.seats]]\ndetectives = 5\npolice = 11\ndogs = 4\n") == [("W452", 1)]


def test_an_option_of_a_pack_that_an_edition_cannot_have(file: Path) -> None:
    option = """
[options.calendar]
says    = "When he surfaces: as printed (`printed`) or early (`early`)."
values  = ["printed", "early"]
default = "printed"
[options.calendar.set.early]
"log.surfaces" = [2, 6, 10, 14, 18, 22]
"""
    file.write_text(PACK + option, encoding="utf-8")
    linted = proofread("mine.toml")
    assert linted.faults == ()
    assert "beginners" not in linted.fits
    assert [(game, fault.code, fault.place.line) for game, fault in linted.misfits] == [("beginners", "E114", 10)]


def test_a_view_that_calls_an_honest_game_illegal(file: Path) -> None:
    """Orders that only their own detective sees are carried out at the end of the round: nobody else can follow that."""
    text = """
drop = ["endings.no-moves", "endings.nobody-moves"]
[amend.roles.detective]
fare = "free"
[state.ordered]
says  = "Where a detective will go."
type  = "station or none"
per   = "piece"
lives = "round"
seen  = "own"
[actions.order]
says  = "A detective writes down in secret where he will go."
by    = "detective"
place = "during turn"
seen  = "own"
code  = '''
require ordered(piece) = none because "written"
choose s from neighbours(here)
then ordered(piece) := s
'''
[amend.rules.your-turn]
code = '''
a round is a turn of pursuers, then a turn of fugitive
pursuers act in any order
check your-turn
'''
[rules.no-rides]
says = "Detectives do not ride."
code = 'forbid ride by detectives because "write an order"'
[rules.carried-out]
says = "All orders are carried out."
code = '''
on end of turn of fugitive then for each d in detectives where no e in detectives where e <> d has ordered(e) = ordered(d):
  for each s in stations where s = ordered(d): (announce "{d} goes to {s}", send d to s)
'''
"""
    codes = [code for code, _ in found(file, HEAD + text)]
    if not codes:  # somebody has taught the referee to follow this
        pytest.skip("the referee follows secret orders")
    assert codes == ["W453"]


def test_two_roles_with_pieces_without_names(file: Path, sy_judge: Callable[..., Said]) -> None:
    """The second role of helpers, and pieces that are called like a helper, get names of their own."""
    text = """
[roles.driver]
side   = "pursuers"
plural = "drivers"
fare   = "free"
[amend.roles.detective]
pieces = ["white", "red"]
[[replace.seats]]
detectives = 2
police     = 1
drivers    = 2
"""
    assert found(file, HEAD + text) == []
    said = sy_judge("generate", "--variant", "./mine.toml")
    assert "red = Ben" in said.output.replace("  ", " ") or "white = Ben" in said.output
    assert "grey (police); silver (driver); ivory (driver)" in said.output


def test_a_piece_that_is_called_like_a_ticket(file: Path) -> None:
    text = '[amend.roles.detective]\npieces = ["red", "black"]\n'
    assert found(file, HEAD + text) == [("E123", 5)]
    assert load("2014").scope.names["black"].what == "constant"
