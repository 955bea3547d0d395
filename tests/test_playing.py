"""A program plays any variant from decisions and its own view alone."""

from __future__ import annotations

from random import Random

import pytest
from conftest import TOP, variants_in

from adjudicator.game import Game
from adjudicator.judge.batch import editions
from adjudicator.judge.log_file import Asked
from adjudicator.workshop.random_games import maker

HOUSES = {path: path.read_text(encoding="utf-8") for path in variants_in("examples/house-rules")}
PACKS = [f"2014+{path.relative_to(TOP).as_posix()}" for path, text in HOUSES.items() if "\npack " in text]
GAMES = [path.relative_to(TOP).as_posix() for path, text in HOUSES.items() if "\npack " not in text]
MANY_WAYS = "2014+examples/packs/helicopter.toml"  # too many to list them for every station where he can be
VARIANTS = [*editions("all"), "examples/saltmarsh/smugglers.toml", *GAMES, *PACKS]
SIDES = {"fugitive": "X", "pursuers": "detectives"}


@pytest.fixture(autouse=True)
def at_the_top(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(TOP)


@pytest.mark.parametrize("variant", [name for name in VARIANTS if name != MANY_WAYS])
def test_each_side_plays_from_its_own_view(variant: str) -> None:
    """A side that remembers everything it saw and heard knows all its options."""
    random, game = Random(1), Game.deal(maker(Asked(variant)).rulebook, seed=1)
    views = {side: game.seen_by(seat, goes_on=True) for side, seat in SIDES.items()}
    while game.round <= 20 and (true := game.decision) is not None:
        known = views[game.side].decision
        assert known is not None
        assert (set(known.options), known.may_end) == (set(true.options), true.may_end)
        passes = known.may_end and (not known.options or random.random() < 0.5)
        game = game.end_turn() if passes else game.play(random.choice(known.options))
        views = {side: view.hear(game.heard_by(SIDES[side], goes_on=True)) for side, view in views.items()}
    assert game.is_over == (game.result is not None)


def test_a_decision_names_those_whose_it_is() -> None:
    stations = {"X": 104, "red": 26, "blue": 117, "green": 174}
    game = Game.start("2014", stations, persons={"X": "Zoe", "red": "Ana", "blue": "Ana"})
    first = game.decision
    assert first is not None
    assert (first.side, first.pieces, first.seats, first.may_end) == ("fugitive", ("X",), ("Zoe",), False)
    assert first.options == game.moves()
    second = game.play("X taxi 86").decision
    assert second is not None
    assert (second.side, second.pieces, second.seats) == ("pursuers", ("red", "blue", "green"), ("Ana", "green"))
    assert {move.piece for move in second.of("Ana")} == {"red", "blue"}
    assert {move.piece for move in second.of("red")} == {"red"}
    assert second.of("X") == ()


def test_a_turn_in_which_more_may_be_done_can_be_ended() -> None:
    """Moves of the next turn are left out, though a record may go on with them."""
    game = Game.start("2014+examples/packs/waiting.toml", {"X": 104, "red": 26, "blue": 117})
    while (decision := game.decision) is not None and not decision.may_end:
        game = game.play(decision.options[0])
    assert decision is not None
    assert {move.piece for move in decision.options} <= ({"X"} if decision.side == "fugitive" else {"red", "blue"})
    assert game.end_turn().side != decision.side


def test_a_card_that_lies_open_has_to_be_played() -> None:
    table = "X 45/104 at 45; sherlock 26; watson 29; mycroft 50; irene 53; lestrade 91"
    begun = "1. X taxi 59; sherlock taxi 15; watson taxi 17; mycroft taxi 37; irene taxi 69; lestrade taxi 105; detectives done"
    game = Game.parse(f"variant: holmes\nboard: london-1895-sample\nstart: {table}\ncards: X crimes 12, 45, 160\n\n{begun}")
    decision = game.play("X draws 78/175 for escape").decision
    assert decision is not None
    assert (decision.card, decision.pieces, decision.may_end) == ((78, 175), ("X",), False)
    assert {"X escape 78/175 to 78", "X escape 78/175 to 175"} <= set(map(str, decision.options))
    assert all("escape 78/175 to" in str(move) for move in decision.options)


def test_nothing_is_left_to_decide_when_a_game_is_over() -> None:
    game = Game.start("2014", {"X": 104, "red": 26, "blue": 117})
    game = game.play("X resigns")
    assert game.is_over
    assert game.decision is None
