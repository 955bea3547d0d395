"""Two judges, one verdict: random games, games with a planted mistake, what each side sees, and what is listed.

Each failure names its edition and seed. `SEEDS=200 pytest tests/test_agreement.py` looks longer, and
`python -m tests.agreement --games 100000 --seed 1` much longer.
"""

from __future__ import annotations

import os
import random
from collections.abc import Iterator, Sequence

import pytest
import second_judge as second
from agreement.comparing import (
    EDITIONS,
    SAMPLE,
    differences,
    of_a_game,
    of_a_mistake,
    of_a_table,
    of_blots,
    of_torn_pages,
    rulebook,
)

from adjudicator import Game, Move

pytestmark = pytest.mark.campaign

PAIRS = 1000  # a legal game, and the same with a mistake
SEEDS = int(os.environ.get("SEEDS", "15"))
POSITIONS = 6  # of each game whose moves are compared
ABILITIES = ("escape", "take", "dive", "crime", "manhunt", "interrogate", "clue", "ban", "roadblock")


@pytest.mark.parametrize("edition", EDITIONS)
def test_random_games_and_planted_mistakes_get_the_same_verdict(edition: str) -> None:
    """Findings and result; the mistakes are of every kind that this edition knows, in turn."""
    planted = set()
    for seed in range(PAIRS // len(EDITIONS)):
        record = second.random_record(edition, seed)
        said = [*of_a_game(record), *of_a_mistake(record, seed)]
        assert said == [], f"{edition}, seed {seed}"
        kind = list(second.KINDS)[seed % len(second.KINDS)]
        if kind not in planted and second.plant(record, seed, [kind]):
            planted.add(kind)
    assert planted >= set(second.KINDS) - set(second.OWN_IDS) - {"one-double-a-round"}


@pytest.mark.parametrize("edition", EDITIONS)
def test_both_know_the_same_tables(edition: str) -> None:
    for seed in range(4 * SEEDS):
        assert list(of_a_table(edition, seed)) == [], f"{edition}, seed {seed}"


@pytest.mark.parametrize("edition", EDITIONS)
def test_both_call_the_same_torn_pages_possible(edition: str) -> None:
    for seed in range(SEEDS):
        record = second.random_record(edition, seed)
        assert list(of_torn_pages(record, seed)) == [], f"{edition}, seed {seed}"


@pytest.mark.parametrize("seed", [15, 21])
def test_a_balloon_fails_inside_a_double(seed: int) -> None:
    """Before its second entry, and before its first."""
    assert any("2x" in clause and "fails" in clause for _, clause in second.random_affair(seed).clauses)
    assert list(differences("holmes", seed)) == []


def test_what_the_second_judge_had_wrong() -> None:
    """It asked for a second move that nobody has to make; it took 20 for 2."""
    assert list(differences("beginners", 5350)) == []
    record = second.Record({"variant": "2014", "entry": "1"}, ((2, "X 2x taxi 20, taxi 2"),))
    assert second.his_own(record) == ["X 2x taxi 20, taxi 2!"]


@pytest.mark.parametrize("edition", EDITIONS)
def test_both_judge_pages_with_blots_alike(edition: str) -> None:
    """Rides of any piece that cannot be read, with and without a mistake; a few of the seeds on which they once differed."""
    for seed in (*range(SEEDS), 42, 46, 74, 83, 155, 236, 266, 336, 5449, 5640, 5666):
        assert list(of_blots(second.random_record(edition, seed), seed)) == [], f"{edition}, seed {seed}"


@pytest.mark.parametrize("edition", EDITIONS)
def test_both_say_the_same_of_everything(edition: str) -> None:
    """The views of each side, where he can be, blotted pages, abilities; with a mistake, the findings."""
    for seed in range(100, 100 + SEEDS // 5):
        assert list(differences(edition, seed)) == [], f"{edition}, seed {seed}"


# -- what is listed
def opened(headers: second.records.Headers, clauses: list[str], edition: str, board: str = "") -> Game:
    lines = [f"{key}: {value}" for key, value in headers.items()]
    return Game.parse("\n".join([*lines, "", *clauses]), rulebook(edition, board))


def listed(moves: Sequence[Move]) -> list[str]:
    return sorted(move.notation for move in moves if not set(ABILITIES) & set(move.actions))


@pytest.mark.parametrize("edition", EDITIONS)
def test_both_list_the_same_moves(edition: str) -> None:
    for seed in range(SEEDS // 3):
        record = second.random_record(edition, seed)
        rng = random.Random(seed)
        for count in sorted(rng.sample(range(len(record.clauses) + 1), min(POSITIONS, len(record.clauses)))):
            clauses = list(record.clauses[:count])
            state = second.state_from(record.headers)
            for _, clause in clauses:
                state = second.apply(state, clause)
            game = opened(record.headers, [clause for _, clause in clauses], edition)
            where = f"{edition}, seed {seed}, after {count} clauses"
            assert listed(game.moves()) == sorted(second.clauses(state)), where
            assert listed(game.losing()) == sorted(second.losing(state)), where


def torn_pages() -> Iterator[tuple[int, dict[str, str], second.State]]:
    """Positions of the Holmes rules with roadblocks and a ban."""
    for seed in range(SEEDS):
        rng = random.Random(seed)
        stations = rng.sample(range(1, 200), 10)
        pieces = ("X", "sherlock", "watson", "mycroft", "irene", "lestrade")
        start = dict(zip(pieces, stations, strict=False))
        blocks, ban = stations[6:], rng.choice((None, "bus", "underground"))
        state = second.State("holmes", start, roadblocks=blocks, ban=ban)
        state.round, state.entry, state.black = 4, 4, rng.randrange(3)
        headers = {
            "round": "4",
            "entry": "4",
            "start": "; ".join(f"{piece} {station}" for piece, station in start.items()),
            "tickets": f"X black {state.black}",
            "state": f"roadblocks = {', '.join(map(str, blocks))}; banned = {ban or 'none'}",
        }
        yield seed, headers, state


def test_both_list_the_same_moves_under_ban_and_roadblocks() -> None:
    for seed, headers, state in torn_pages():
        if state.winner:
            continue
        game = opened(headers, [], "holmes", SAMPLE)
        assert listed(game.moves()) == sorted(second.clauses(state)), f"seed {seed}: {headers}"
