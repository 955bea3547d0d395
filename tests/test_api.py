"""The supported Python names: the example on the first screen is true, and a game can be played and judged through them."""

from __future__ import annotations

import doctest
import pickle
import re
from pathlib import Path

import pytest
from conftest import TOP

import adjudicator
from adjudicator import Game, Illegal, Refused

START = {"X": 104, "red": 26, "blue": 117, "green": 174, "yellow": 50}


def test_the_first_screen_is_true() -> None:
    results = doctest.testmod(adjudicator)
    assert results.attempted >= 8
    assert results.failed == 0


def test_every_name_is_there() -> None:
    for name in adjudicator.__all__:
        assert getattr(adjudicator, name).__doc__, name


def test_the_documentation_has_every_name_of_a_game() -> None:
    text = (TOP / "docs" / "api.md").read_text(encoding="utf-8")
    rows = [line.split("|")[1] for line in text[text.index("## Every name of a game") :].split("\n") if line.startswith("|")]
    commands = next(line for line in text.split("\n") if line.startswith("`Game.of")).partition(":")[2]
    told = {name for cell in (*rows, commands) for name in re.findall(r"`(\w+)", cell)}
    made = {"start", "deal", "read", "parse", "of"}
    assert {name for name in vars(Game) if not name.startswith("_")} == told | made


def game() -> Game:
    return Game.start("2014", START)


# -- a value
def test_a_game_is_frozen_and_readable() -> None:
    before = game()
    after = before.play("X taxi 86")
    assert (before.station("X"), after.station("X")) == (104, 86)
    assert (before.entries, after.entries, after.round) == (0, 1, 1)
    assert after.tickets("red") == {"taxi": 11, "bus": 8, "underground": 4}
    assert after.tickets("X")["taxi"] is None
    assert after.play("red taxi 15").tickets("red")["taxi"] == 10
    assert repr(after) == "<Game 2014, round 1, to move: red, blue, green, yellow>"
    with pytest.raises(AttributeError, match="frozen"):
        after.anything = 1


def test_games_are_compared_by_record_and_rules() -> None:
    one, other = game().play("X taxi 86"), game().play("x TAXI 86")
    assert one == other
    assert hash(one) == hash(other)
    assert one != game().play("X taxi 116")
    assert one != Game.start("2023", START).play("X taxi 86")


@pytest.mark.parametrize("variant", ["2014", "holmes"])
def test_a_game_survives_pickling(variant: str) -> None:
    before = Game.deal(variant, seed=3, board="london-1895-sample" if variant == "holmes" else "")
    for _ in range(9):
        before = before.play(before.moves()[-1])
    after = pickle.loads(pickle.dumps(before))
    assert after == before
    assert after.moves() == before.moves()
    assert pickle.loads(pickle.dumps(before.moves())) == before.moves()


def test_what_is_refused_survives_pickling() -> None:
    with pytest.raises(Illegal) as caught:
        game().play("X bus 102")
    again = pickle.loads(pickle.dumps(caught.value))
    assert again.findings == caught.value.findings
    assert str(again) == str(caught.value)


# -- making one
def test_a_game_is_read_and_written() -> None:
    read = Game.read(str(TOP / "examples" / "2014.log"))
    assert read.is_over
    assert read.result is not None
    assert (read.result.winner, read.result.by) == ("pursuers", "capture")
    assert Game.parse(read.text) == read
    assert Game.read(str(TOP / "examples" / "2014.log"), at="5").round == 5
    assert read.at("5.red").side == "pursuers"


def test_a_game_is_dealt_by_the_seat_table() -> None:
    dealt = Game.deal("2014", detectives=4, seed=7)
    assert dealt == Game.deal("2014", detectives=4, seed=7)
    assert len(dealt.pieces) == 5
    assert dealt.verdict.verdict == "legal"


def test_cards_that_the_board_does_not_know_are_not_dealt() -> None:
    with pytest.raises(Refused, match="`london-1895` does not list the cards of `start-pursuers`") as refused:
        Game.deal("holmes", seed=1)
    assert refused.value.faults[0].help == "use a board that lists them: `london-1895-sample`"


def test_somebody_may_begin_with_other_tickets() -> None:
    poor = Game.start("2014", START, tickets={"red": {"taxi": 0, "bus": 2}, "X": {"black": 1}})
    assert poor.tickets("red") == {"bus": 2, "underground": 4}
    assert poor.tickets("X")["black"] == 1


# -- moves
def test_a_move_is_a_value_with_names() -> None:
    ride, double = game().moves()[0], game().moves()[-1]
    assert (str(ride), ride.piece, ride.ticket, ride.mode, ride.to) == ("X taxi 86", "X", "taxi", "taxi", 86)
    assert double.actions == ("double",)
    assert [leg.to for leg in double.legs] == [int(word) for word in double.notation.replace(",", "").split()[3::2]]
    black = next(move for move in game().moves() if move.ticket == "black")
    assert black.mode is None


def test_every_listed_clause_is_accepted() -> None:
    current = game()
    for _ in range(12):
        moves = current.moves()
        assert all(current.judge(move).verdict == "legal" for move in moves[::7])
        current = current.play(moves[-1])


def test_a_listed_move_of_another_game_is_judged() -> None:
    elsewhere = Game.start("2014", START | {"X": 46})
    with pytest.raises(Illegal):
        game().play(elsewhere.moves()[0])


def test_half_a_double_is_a_game_too() -> None:
    half = game().play("X 2x taxi 86")
    assert half.is_inside_turn
    assert half.to_move == ("X",)
    whole = half.play("X taxi 69")
    assert (whole.entries, whole.side) == (2, "pursuers")
    assert whole.tickets("X")["double"] == 1
    assert any(move.notation == "X 2x taxi 86" for move in game().next_steps())


def test_a_losing_clause_is_called_so() -> None:
    pieces = {"X": 104, "red": 86, "blue": 117, "green": 174, "yellow": 50, "purple": 13}
    table = Game.start("classic", pieces)
    assert table.judge("X taxi 86").verdict == "losing"
    assert "X taxi 86" in [move.notation for move in table.losing()]
    result = table.play("X taxi 86").result
    assert result is not None
    assert (result.winner, result.by) == ("pursuers", "entered-pursuer")


# -- judging
def test_what_is_illegal_is_refused_with_its_findings() -> None:
    with pytest.raises(Illegal) as caught:
        game().play("X bus 102")
    assert [finding.rule for finding in caught.value.findings] == ["follow-a-line"]
    assert caught.value.findings == game().judge("X bus 102").findings
    assert game().play("X bus 102", anyway=True).station("X") == 102


def test_what_is_not_understood_is_refused() -> None:
    with pytest.raises(Refused, match="T042"):
        game().judge("X taxy 86")
    with pytest.raises(Refused, match="T060"):
        game().judge("X taxi 999")


def test_a_game_knows_the_verdict_on_its_record() -> None:
    text = "start: X 104; red 26; blue 117; green 174; yellow 50\n1. X taxi 86; red bus 39\n"
    verdict = Game.parse(text, "2014").verdict
    assert verdict.verdict == "illegal"
    assert [finding.rule for finding in verdict.findings] == ["follow-a-line"]


# -- other eyes
def test_a_view_hides_what_was_not_shown() -> None:
    one, other = game().play("X taxi 86"), game().play("X taxi 116")
    assert one.seen_by("detectives") == other.seen_by("detectives")
    assert "86" in one.seen_by("X").text
    assert one.seen_by("detectives").station("X") is None
    assert one.heard_by("red").text == ("X taxi ?",)
    assert one.heard_by("X").text == ("X taxi 86",)


def test_where_he_can_be_and_why() -> None:
    seen = Game.read(str(TOP / "examples" / "2014.log"), at="5", view="detectives")
    where = seen.where()
    assert where.stations == (63, 99, 100)
    assert 63 in where
    assert where.why(63).station == 63
    assert where.why(1).facts


def test_every_state_has_a_name(tmp_path: Path) -> None:
    states = game().state()
    assert states["round"] == 1
    assert states["stations"]["red"] == 26
    assert states["tickets"]["X"]["double"] == 2
    assert game().state("uses double round") == 0
    assert game().play("X 2x taxi 86, taxi 69").state("uses double round") == 1
    with pytest.raises(Refused, match="T063"):
        game().state("weather")


def test_a_notebook_shows_the_picture() -> None:
    assert game()._repr_svg_().startswith("<svg")


def test_a_long_game_has_a_record() -> None:
    """Longer than one line of a log may be."""
    current = Game.start(str(TOP / "benchmarks" / "endless.toml"), START)
    for _ in range(800):
        current = next(after for move in current.moves() if not move.actions and not (after := current.play(move)).is_over)
    assert len(current.text) > 10_000
    assert len(current.record.clauses) == 800


def test_options_may_be_any_iterable() -> None:
    """They are read once: a generator is empty the second time."""
    stations = {"X": 104, "red": 26, "blue": 117, "green": 174, "yellow": 50}
    for game in (
        Game.start("2014", stations, options=(one for one in ["capture-tested=round-end"])),
        Game.deal("2014", seed=1, options=(one for one in ["capture-tested=round-end"])),
    ):
        assert game.rules.chosen["capture-tested"] == "round-end"
        assert [header.content for header in game.record.headers if header.key == "option"] == [("capture-tested=round-end",)]


def test_what_a_record_does_not_tell_counts_for_the_next_clause() -> None:
    """Where red stands is not known until the record names his station again; and if his tickets are spent, he stays."""
    headers = (
        "variant: 2014\nround: 5\nentry: 5\nstart: X 46; red 15; blue 56; green 6; white 198\nmoved: X, blue, green, white\n"
    )
    game = Game.parse(f"{headers}\n5. red ? ?; 6. X taxi 45")
    assert game.judge("red taxi 14").verdict == "undecided"
    assert game.judge("red taxi 15").verdict == "undecided"
    spent = Game.parse(
        f"{headers}tickets: red taxi 1, bus 1, underground 0\n\n5. red ? 14; 6. X taxi 45; red ? 15; 7. X taxi 46"
    )
    assert spent.judge("red stays").verdict != "illegal"
