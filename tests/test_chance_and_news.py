"""Announcements and chance: in records, in the eyes of each seat, in generated games and at the table."""

from __future__ import annotations

from collections import Counter
from functools import cache
from pathlib import Path

import pytest
from conftest import TOP
from live_play import Table, table

from adjudicator.game import Game
from adjudicator.judge.log_file import Asked
from adjudicator.record import transcript as r
from adjudicator.table.screens import PrivateBoard
from adjudicator.table.sentences import sentence
from adjudicator.workshop.random_games import Maker, maker

PACKS = TOP / "examples" / "packs"
STATIONS = {"X": 104, "red": 26, "blue": 117, "green": 174, "yellow": 103}
HEADERS = (
    "seats: X = Ana; red = Ben; blue = Cleo; green = Dev; yellow = Eli\nstart: X 104; red 26; blue 117; green 174; yellow 103\n"
)


def named(*packs: str) -> str:
    return "2014" + "".join(f"+{PACKS / pack}.toml" for pack in packs)


@cache
def maker_of(*packs: str) -> Maker:
    return maker(Asked(named(*packs)))


def made(seed: int, *packs: str) -> Game:
    return Game.of(maker_of(*packs).game(seed), maker_of(*packs).rulebook)


def started(*packs: str, **stations: int) -> Game:
    return Game.start(named(*packs), {**STATIONS, **stations})


# --- made-up games


@pytest.mark.parametrize("packs", [("river-bell", "stumbling", "mole"), ("storm", "helicopter", "no-through-train")])
def test_made_up_games_are_legal_and_explained_to_every_seat(packs: tuple[str, ...]) -> None:
    for seed in range(2):
        game = made(seed, *packs)
        assert game.verdict.verdict == "legal"
        for seat in ("detectives", "red", "X"):
            seen = game.seen_by(seat)
            assert seen.verdict.verdict != "illegal", seen.text
            assert seen.seen_by(seat).text == seen.text
            assert game.is_over or game.station("X") in seen.where().stations


def test_every_side_of_the_die_is_one_move() -> None:
    game = started("storm").play("X taxi 86")
    rolls = [str(move) for move in game.moves("red") if move.actions == ("weather",)]
    assert rolls == [f"red weather {side}" for side in range(1, 7)]
    assert game.perft(1) == len(game.moves())


def test_all_sides_come_up_about_as_often() -> None:
    clauses = [clause for seed in range(6) for clause in made(seed, "storm").record.clauses]
    rolls = Counter(
        part.values for clause in clauses for part in clause.parts if isinstance(part, r.Act) and part.action == "weather"
    )
    assert len(rolls) == 6
    assert min(rolls.values()) > sum(rolls.values()) / 6 / 3


# --- games that look alike


def moles() -> list[Game]:
    """The same game with each of the detectives as the mole; nobody hears anything but that."""
    game = started("mole")
    return [game.play(f"X recruit {mole}").play("X taxi 86") for mole in ("red", "blue", "green", "yellow")]


def test_who_the_mole_is_only_the_mole_knows() -> None:
    red, *others = moles()
    assert {game.seen_by("detectives").text for game in moles()} == {red.seen_by("detectives").text}
    assert {game.seen_by("red").text for game in others} == {others[0].seen_by("red").text}
    assert 'red hears "you are the mole"' in red.seen_by("red").text
    assert "hears" not in red.seen_by("detectives").text
    assert "X recruit ?" in red.seen_by("red").text
    assert "X recruit red" in red.seen_by("X").text


def test_what_is_heard_and_silence_leave_fewer_stations() -> None:
    rung, quiet = (started("river-bell", X=127).play(clause).seen_by("detectives") for clause in ("X taxi 115", "X taxi 116"))
    assert 'table hears "a bell rings by the river"' in rung.text
    assert not set(rung.where().stations) & set(quiet.where().stations)
    assert 115 in rung.where().stations


def test_the_same_sound_from_two_stations_looks_alike() -> None:
    one, other = (started("stumbling", X=x).play(f"X taxi {to}") for x, to in ((104, 86), (83, 102)))
    assert one.heard_by("red").text == ("X taxi ?", 'table hears "yellow stumbles"')
    assert one.seen_by("red").text == other.seen_by("red").text
    assert one.tickets("yellow") == one.seen_by("red").tickets("yellow")


CALLED = '''
id      = "called"
title   = "Called back"
extends = "2014"
[rules.called-back]
says = "A detective next to him is called to 26."
code = """
on entry then for each d in detectives where next-to(station(d), to) and not occupied(26, pursuers):
  (announce \\"{d} is called back\\", send d to 26)
"""
'''


def test_who_is_sent_away_by_two_courses_of_play_looks_alike(tmp_path: Path) -> None:
    """A piece is moved because of something hidden: the table sees that, and nothing that tells the two games apart."""
    (tmp_path / "called.toml").write_text(CALLED)
    away = STATIONS | {"red": 111}  # 26 is free
    games = [Game.start(str(tmp_path / "called.toml"), away | {"X": x}) for x in (146, 166)]
    one, other = (game.play(f"X taxi {to}") for game, to in zip(games, (163, 153), strict=True))
    assert one.station("red") == 26
    assert one.seen_by("red").text == other.seen_by("red").text
    assert {163, 153} <= set(one.seen_by("red").where().stations)


def test_a_choice_for_each_is_as_secret_as_where_it_goes(tmp_path: Path) -> None:
    (tmp_path / "bets.toml").write_text(
        'id = "bets"\ntitle = "Bets"\nextends = "2014"\n[state.bet]\ntype = "number"\nper = "piece"\nseen = "fugitive"\n'
        '[actions.wager]\nsays = "He bets on each of them."\nby = "fugitive"\nplace = "during turn"\ncode = \'\'\'\n'
        'for each d in detectives choose n from {1, 2} written "on"\n'
        "then for each d in detectives: when n(d) >= 2: bet(d) := 2\n'''\n"
    )
    texts = set()
    for bet in ("1", "2"):
        game = Game.start(str(tmp_path / "bets.toml"), STATIONS).play(f"X wager on red {bet} blue 1 green 2 yellow 1")
        texts.add(game.seen_by("detectives").text)
        assert f"red {bet}" in game.seen_by("X").text
    assert len(texts) == 1


# --- at the table


def at_table(folder: Path, *packs: str, more: str = "") -> Table:
    return table(folder, f"variant: {named(*packs)}\n{HEADERS}{more}")


def test_what_is_heard_stands_in_the_open_log(tmp_path: Path) -> None:
    at = at_table(tmp_path, "stumbling")
    at.type("")
    at.type("taxi 86")
    assert "yellow stumbles" in at.said
    assert '; table hears "yellow stumbles"\n' in at.log
    public = Game.read(str(tmp_path / "game.log"))
    assert public.verdict.verdict != "illegal"
    assert public.tickets("yellow")["taxi"] == 10


def test_a_game_goes_on_after_something_was_heard(tmp_path: Path) -> None:
    at = at_table(tmp_path, "stumbling")
    at.type("")
    at.type("taxi 86")
    at.type("red taxi 39")
    log = at.log
    at.quit()
    again = table(tmp_path)
    assert again.log == log
    again.type("blue taxi 116")
    assert again.log.startswith(log.rstrip())
    assert again.log.count("hears") == 1


def test_the_referee_rolls_the_die(tmp_path: Path) -> None:
    at = at_table(tmp_path, "storm")
    at.type("draw")
    at.type("")
    at.type("taxi 86")
    at.type("")
    at.type("red weather 6")
    assert at.said == "the referee draws: type only the name of the action and your choices"
    at.type("red weather")
    assert any(f"; red weather {side}\n" in at.log for side in range(1, 7))
    at.type("blue weather")
    assert "the die has been rolled in this turn" in at.said


def test_the_table_types_what_it_rolled(tmp_path: Path) -> None:
    at = at_table(tmp_path, "storm")
    at.type("type")
    at.type("")
    at.type("taxi 86")
    at.type("")
    at.type("red weather")
    assert at.said == "also type what was drawn"
    at.type("red weather 6")
    assert "; red weather 6\n" in at.log


def test_what_one_alone_is_told_he_reads_alone(tmp_path: Path) -> None:
    at = at_table(tmp_path, "mole")
    at.type("draw")
    at.type("")
    at.type("recruit")
    at.type("taxi 86")
    at.type("")
    assert "mole" not in at.log.replace("mole.toml", "")
    assert "you are the mole" not in at.said
    mole = at.game.game.state("mole")
    at.type(f"alone {mole}")
    at.type("")
    assert isinstance(at.screen.board, PrivateBoard)
    assert (sentence("told-alone"), "you are the mole") in at.screen.board.facts


# --- records that say what was heard


HEARD = f"""variant: {named("river-bell", "mole")}
{HEADERS.replace("X 104", "X 127")}heard: marked
ears: red

1. X recruit red; red hears "you are the mole"; X taxi 115; table hears "a bell rings by the river"; X done
   red hears "he is by the river"; red taxi 39
"""


@pytest.mark.parametrize(("seat", "hears"), [("X", 0), ("detectives", 1), ("blue", 1), ("red", 3)])
def test_each_seat_keeps_what_it_heard(seat: str, hears: int) -> None:
    seen = Game.parse(HEARD).seen_by(seat)
    assert seen.text.count("hears") == hears
    assert seen.verdict.verdict in (("legal",) if seat == "X" else ("undecided",))


@pytest.mark.parametrize("missing", ["red hears", "table hears"])
def test_something_that_was_heard_is_missing(missing: str) -> None:
    kept = [part for part in HEARD.split("; ") if not part.startswith(missing)]
    assert [one.verdict for one in Game.parse("; ".join(kept)).findings] == ["illegal"]
