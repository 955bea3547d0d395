"""The same clause gets the same word from `check`, from `Game.judge`, at the table, and from the seat that it concerns."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import Said
from live_play import Table, table

import adjudicator as sy
from adjudicator.replay.page import page
from adjudicator.replay.telling import tell

MOVES = "5. X taxi 45; red taxi 90; blue taxi 42"
STUCK = f"""variant: 2014
round: 5
entry: 4
start: X 46; red 91; blue 56; green 6
tickets: green taxi 0, bus 0, underground 0

{MOVES}
"""
HOLMES = """variant: holmes
board: london-1895-sample
round: 5
entry: 4
start: X 18; sherlock 45; watson 56; mycroft 6; irene 13; lestrade 72
"""


def test_a_piece_that_had_to_sit_out_may_say_so() -> None:
    game = sy.Game.parse(STUCK)
    assert game.judge("green stays").verdict == "legal"
    assert game.judge("red stays").verdict == "illegal"
    said = game.play("green stays").play("X taxi 58")
    assert said.text.splitlines()[-2:] == ["5. X taxi 45; red taxi 90; blue taxi 42; green stays", "6. X taxi 58"]
    assert said.verdict.verdict == "legal"


def test_it_may_say_so_when_the_game_is_over() -> None:
    last = STUCK.replace("5. X", "22. X").replace("round: 5", "round: 22").replace("entry: 4", "entry: 21")
    game = sy.Game.parse(last)
    assert game.result is not None
    assert game.judge("green stays").verdict == "legal"
    assert game.judge("green taxi 7").verdict == "illegal"


def stuck_at_the_table(tmp_path: Path, moves: str) -> Table:
    """The same page at a table where he and the police have moved."""
    seats = "seats: X = Ana; red = Ben; blue = Cleo; green = Dev; white (police)\nmoved: X, white\n"
    page = STUCK.replace("round:", f"{seats}round:").replace("green 6", "green 6; white 13")
    return table(tmp_path, page.replace(MOVES, moves))


def test_at_the_table_it_is_noted_and_not_written(tmp_path: Path) -> None:
    at = stuck_at_the_table(tmp_path, MOVES.replace("X taxi 45; ", ""))
    assert at.screen.prompt.startswith("Pass the laptop")
    before = at.log
    at.type("green stays")
    assert at.said == "green could not move and was skipped; you need not write anything"
    at.type("red stays")
    assert at.said.startswith("that is for")
    assert at.log == before


def test_it_may_say_so_before_the_others_have_moved(tmp_path: Path) -> None:
    at = stuck_at_the_table(tmp_path, "")
    at.type("red taxi 90")
    before = at.log
    at.type("green stays")
    assert at.said == "green cannot move, and is skipped unless that changes"
    at.type("blue stays")
    assert at.said.startswith("not allowed")
    assert at.log == before


def test_the_fugitive_finds_his_own_lie(sy_judge: Callable[..., Said], tmp_path: Path) -> None:
    log = tmp_path / "lie.log"
    log.write_text(HOLMES + "\n5. X taxi 31; watson interrogate river -> yes\n", encoding="utf-8")
    for view in (["check", str(log)], ["check", str(log), "--view", "X"]):
        assert "the true answer is `no`, not `yes`" in sy_judge(*view).output
    assert "true answer" not in sy_judge("check", str(log), "--view", "detectives").output


@pytest.mark.parametrize(("clause", "reason"), [("X taxi 31", ""), ("X escape 45/104 to 45", "sherlock stands on 45")])
def test_a_balloon_is_refused_with_its_reason(clause: str, reason: str) -> None:
    ruling = sy.Game.parse(HOLMES).judge(clause)
    assert ruling.is_legal is not bool(reason)
    assert all(reason in one.message for one in ruling.findings)


@pytest.mark.parametrize(
    "content", [b"\x89PNG\r\n\x1a\n\x00", b"variant: 2014\nst\xe4rt: X 1", b"variant: 2014\nstart: X \x00"]
)
@pytest.mark.parametrize("command", ["check", "moves", "where", "state", "fmt"])
def test_a_file_that_is_not_text_ends_with_2(
    command: str, content: bytes, sy_judge: Callable[..., Said], tmp_path: Path
) -> None:
    log = tmp_path / "picture.log"
    log.write_bytes(content)
    assert sy_judge(command, str(log)).code == 2


def test_a_replay_says_on_what_a_verdict_rests() -> None:
    spent = "red taxi 1, bus 0, underground 0; blue taxi 0, bus 0, underground 0; green"
    text = page(tell(sy.Game.parse(STUCK.replace("green", spent, 2).replace(f"{spent} 6", "green 6"))))
    assert "The end of the game rests on ruling G22" in text
    early = HOLMES.replace("round: 5\nentry: 4", "round: 2\nentry: 1") + "\n2. X taxi 31; mycroft clue\n"
    assert "ruling G51" in page(tell(sy.Game.parse(early)))


def test_a_piece_that_rode_early_is_not_listed_again_while_his_turn_is_open() -> None:
    game = sy.Game.parse(
        "variant: holmes\nboard: london-1895-sample\nround: 5\nentry: 4\n"
        "start: X 46; sherlock 10; watson 21; irene 72; mycroft 106\n\n5. irene taxi 71; X taxi 61\n"
    )
    assert game.side == "fugitive"
    assert not [move for move in game.moves("irene") if move.legs]
    assert game.judge("irene taxi 70").verdict == "illegal"
    assert "irene" not in game.play("watson taxi 33").to_move
