"""Two judges, one verdict: random games, games with a planted mistake, and what is listed in their positions.

Each failure names its edition and seed. `SEEDS=200 pytest tests/test_agreement.py` looks longer.
"""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from functools import cache

import pytest
import second_judge as second
from attrs import frozen

from adjudicator import Game, Move, Verdict
from adjudicator.judge.judgement import check
from adjudicator.judge.lexicon import lexicon_of
from adjudicator.record import Transcript, parse
from adjudicator.rulebook.loader import load
from adjudicator.rulebook.model import Rulebook

EDITIONS = ("classic", "1984", "2000", "2014", "2023", "beginners", "holmes-original", "holmes")
SEEDS = int(os.environ.get("SEEDS", "15"))
POSITIONS = 6  # of each game whose moves are compared
# The engine's ids for rules that only some editions have.
IDS = {"ferry": "ferry-for-the-fugitive", "ban": "banned-by-any-ticket"}
ABILITIES = ("escape", "take", "dive", "crime", "manhunt", "interrogate", "clue", "ban", "roadblock")
SAMPLE = "london-1895-sample"


@cache
def rulebook(edition: str, board: str = "") -> Rulebook:
    return load(edition, board=board)


@frozen
class Judged:
    transcript: Transcript
    verdict: Verdict

    @property
    def result(self) -> tuple[str, str] | None:
        result = self.verdict.result
        return (result.winner, result.by) if result else None

    def broken(self) -> list[tuple[int, str]]:
        """Each broken rule with the index of its clause."""
        places = [(clause.line, clause.column) for clause in self.transcript.clauses]
        found = {
            (max(n for n, place in enumerate(places) if place <= (finding.line, finding.column)), finding.rule)
            for finding in self.verdict.findings
        }
        return sorted(found)


def judged(record: second.Record, edition: str) -> Judged:
    rules = rulebook(edition)
    transcript, faults = parse(record.text(), lexicon_of(rules), edition)
    assert faults == ()
    return Judged(transcript, check(transcript, rules, faults)[0])


@pytest.mark.parametrize("edition", EDITIONS)
def test_random_games_get_the_same_result(edition: str) -> None:
    for seed in range(SEEDS):
        record = second.random_record(edition, seed)
        mine = judged(record, edition)
        assert mine.broken() == [], f"{edition}, seed {seed}\n{record.text()}"
        assert mine.verdict.verdict == "legal", f"{edition}, seed {seed}"
        assert mine.result == second.result(record.headers, record.clauses), f"{edition}, seed {seed}\n{record.text()}"


@pytest.mark.parametrize("edition", EDITIONS)
def test_planted_mistakes_get_the_same_findings(edition: str) -> None:
    """Mistakes of every kind that this edition knows, in turn."""
    planted_kinds = set()
    for seed in range(max(SEEDS, 3 * len(second.KINDS))):
        kind = list(second.KINDS)[seed % len(second.KINDS)]
        planted = second.plant(second.random_record(edition, seed), seed, [kind])
        if planted is None:
            continue
        planted_kinds.add(kind)
        mine = judged(planted.record, edition)
        yours = second.judge(planted.record.headers, planted.record.clauses, IDS)
        where = f"{edition}, seed {seed}, {planted.rule} at clause {planted.index}\n{planted.record.text()}"
        assert mine.broken() == sorted(set(yours)), where
        assert mine.verdict.verdict == "illegal", where
        assert mine.result == second.result(planted.record.headers, planted.record.clauses), where
    assert planted_kinds >= set(second.KINDS) - set(second.OWN_IDS) - {"one-double-a-round"}


# -- what is listed
def opened(headers: second.records.Headers, clauses: list[str], edition: str, board: str = "") -> Game:
    lines = [f"{key}: {value}" for key, value in headers.items()]
    return Game.parse("\n".join([*lines, "", *clauses]), rulebook(edition, board))


def listed(moves: tuple[Move, ...]) -> list[str]:
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
