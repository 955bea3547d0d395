"""Where the fugitive can be, compared with brute force: every hidden course of play, one by one, on a board of eleven stations.

The enumeration knows nothing of worlds. It plays whole records, and keeps those that look to the detectives like the true one.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from functools import cache
from itertools import combinations
from pathlib import Path

import pytest
from conftest import TOP

from adjudicator import Game
from adjudicator.deduction.courses import explained
from adjudicator.deduction.whereabouts import search
from adjudicator.judge.judgement import check
from adjudicator.judge.views import view_of
from adjudicator.record import parse, write
from adjudicator.record.lexicon import lexicon_of
from adjudicator.rulebook.loader import load
from adjudicator.rulebook.model import Rulebook

pytestmark = pytest.mark.campaign

HERE = Path(__file__).parent / "where"
TINY = str(HERE / "tiny.toml")
SCENES = (2, 3, 6, 124)

# edition, options, seats, rounds: long enough to surface once, short enough to count
TABLES = [
    ("classic", (), ("red", "blue"), 4),
    ("classic", ("voluntary-surfacing", "cut-off"), ("red", "blue"), 3),
    ("1984", (), ("red", "blue"), 4),
    ("2000", ("fugitive-supply=hand",), ("red", "blue"), 4),
    ("2014", (), ("red", "white (police)"), 4),
    ("2014", ("trapped=stays", "fugitive-supply=pile", "black-hides-surfacing"), ("red", "blue"), 4),
    ("2014", ("surfacing-counts=rounds", "capture-tested=round-end", "fugitive-enters=loses"), ("red", "blue"), 3),
    (f"2014+{HERE}/lamps.toml", (), ("red", "blue"), 3),
    (f"2023+{TOP}/examples/house-rules/h29-hidden-transport.toml", (), ("red", "blue"), 3),
    ("2023", ("cut-off", "double-returns=off"), ("red", "blue"), 4),
    ("beginners", (), ("red", "blue", "green"), 4),
    ("holmes-original", (), ("sherlock", "white (bobby)"), 4),
    ("holmes", (), ("sherlock", "watson"), 3),
    ("holmes", (), ("mycroft", "irene"), 4),
    ("holmes", (), ("lestrade", "white (bobby)"), 3),
    ("holmes", ("escape-landing=open", "hideout-limit=entry", "ban-covers-black=off"), ("irene", "sherlock"), 3),
]

# With lamps more happens than in two games: in the third a new turn brings an earlier entry to light.
GAMES = [(*table, seed) for table in TABLES for seed in ((0, 1, 5) if "lamps" in table[0] else (0, 1))]


def _short(value: object) -> str:
    return str(value).replace(str(TOP), "")


@cache
def rules(edition: str, options: tuple[str, ...]) -> Rulebook:
    return load(edition, board=TINY, options=options)


def opened(rulebook: Rulebook, seats: tuple[str, ...], x: str, others: list[int], hand: tuple[int, ...]) -> Game:
    start = "; ".join([f"X {x}", *(f"{piece} {at}" for piece, at in zip(seats, others, strict=True))])
    cards = f"cards: X crimes {', '.join(map(str, hand))}\n" if hand else ""
    transcript, faults = parse(f"surfacings: marked\nstart: {start}\n{cards}", lexicon_of(rulebook), "-")
    assert not faults
    return Game.of(transcript, rulebook)


def openings(edition: str, options: tuple[str, ...], seats: tuple[str, ...], others: list[int]) -> Iterator[Game]:
    """Every start card and every hand that the detectives cannot tell apart."""
    rulebook = rules(edition, options)
    for x in starts(edition, rulebook):
        if int(x.split()[-1]) not in others:
            for hand in combinations(SCENES, 3) if edition == "holmes" else [()]:
                yield opened(rulebook, seats, x, others, hand)


def starts(edition: str, rulebook: Rulebook) -> Iterator[str]:
    """The fugitive's start as a record writes it: a station, or a station of a card with two."""
    assert rulebook.board is not None
    if edition == "beginners":
        yield "82"
        return
    deck = rulebook.board.decks["start" if edition in ("classic", "1984", "2000") else "start-fugitive"]
    for card in deck or ():
        for station in card[:1] if edition == "holmes-original" else card:
            yield f"{'/'.join(map(str, card))} at {station}" if len(card) > 1 else str(station)


def seen(game: Game) -> str:
    return write(view_of(game.record, game.rules, "detectives"))


def true_game(game: Game, rounds: int, rng: random.Random) -> list[str]:
    """Random clauses, with true answers; things that need not be done are done now and then."""
    played: list[str] = []
    while game.round <= rounds and len(played) < 12 * rounds:
        listed = [move.notation for move in game.moves()]
        needed = [one for one in listed if len(one.split()) == 3 and one.split()[2].isdigit()]
        wanted = listed if rng.random() < 0.35 or not needed else needed
        if not wanted or game.result is not None:
            break
        clause = answered(game, rng.choice(wanted))
        played.append(clause)
        game = game.play(clause, anyway=True)
    return played


def answered(game: Game, clause: str) -> str:
    """With the answer that the judge would accept."""
    if clause.split()[1] not in ("manhunt", "interrogate", "clue"):
        return clause
    answers = ["I", "II", "yes", "no", *map(str, (1, 2, 3, 4, 5, 6, 41, 46, 82, 124, 142))]
    return next(said for one in answers if game.judge(said := f"{clause} -> {one}").verdict == "legal")


def fits(clause: str, shown: str) -> bool:
    """Whether a clause can look like that: every word that is shown is there."""
    one, other = ([word.rstrip("!,") for word in text.split()] for text in (clause, shown))
    return len(one) == len(other) and all(b in ("?", a) for a, b in zip(one, other, strict=True))


def explanations(games: list[Game], played: list[str], true: Game) -> list[Game]:
    """All games that look like the true one to the detectives, clause by clause."""
    for clause in played:
        true = true.play(clause, anyway=True)
        if not clause.startswith("X "):
            games = [after for game in games if (after := followed(game, clause)) and _over(after) == _over(true)]
            continue
        target = seen(true)
        lines = [re.sub(r"^\d+\. ", "", line) for line in target.splitlines()]
        shown = [one.strip() for line in lines for one in line.split(";") if one.strip().startswith("X ")][-1]
        options = [(game, one) for game in games for one in (*game.moves(), *game.losing()) if fits(one.notation, shown)]
        games = [after for game, one in options if seen(after := game.play(one, anyway=True)) == target]
    target = seen(true)
    return [game for game in games if seen(game) == target]


def followed(game: Game, clause: str) -> Game | None:
    """The game after a pursuer's clause; none if the answer would have been another, or the game was over."""
    if game.result is not None or ("->" in clause and game.judge(clause).verdict != "legal"):
        return None
    return game.play(clause, anyway=True)


def _over(game: Game) -> str | None:
    return None if game.result is None else game.result.winner


@pytest.mark.parametrize(("edition", "options", "seats", "rounds", "seed"), GAMES, ids=_short)
def test_as_brute_force_says(edition: str, options: tuple[str, ...], seats: tuple[str, ...], rounds: int, seed: int) -> None:
    rng = random.Random(f"{_short(edition)} {options} {seats} {seed}")
    others = rng.sample([41, 46, 124] if edition == "beginners" else [2, 4, 5, 124], len(seats))
    games = list(openings(edition, options, seats, others))
    true = rng.choice(games)
    played = true_game(true, rounds, rng)
    target = true
    for clause in played:
        target = target.play(clause, anyway=True)
    text = seen(target)
    rulebook = rules(edition, options)
    record, faults = parse(text, lexicon_of(rulebook), "-")
    assert not faults
    found = search(record, rulebook)
    assert not found.state.findings.found, (text, found.state.findings.found)
    possible = {game.station("X") for game in explanations(games, played, true)}
    assert set(found.stations) == possible, text
    assert target.station("X") in possible
    for station in found.stations:
        course = explained(found, station)
        assert course is not None
        verdict, errors = check(course.record, rulebook)
        broken = [
            one.rule for one in verdict.findings if one.verdict == "illegal" and one.rule not in ("seat-table", "start-card")
        ]
        assert not errors
        assert broken == []
        assert write(view_of(course.record, rulebook, "detectives")) == text
