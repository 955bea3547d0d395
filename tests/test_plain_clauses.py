"""Plain clauses played at once say what the judge says of each: random games, spoiled in every way a pencil can spoil them."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from adjudicator.engine import Cells
from adjudicator.game import Game
from adjudicator.judge.batch import editions
from adjudicator.judge.judgement import check
from adjudicator.judge.log_file import Asked
from adjudicator.judge.plain_clauses import PlainClauses
from adjudicator.judge.verdict import Verdict
from adjudicator.judge.walk import Walk
from adjudicator.judge.worlds import Course
from adjudicator.record import parse, write
from adjudicator.record.lexicon import lexicon_of
from adjudicator.record.transcript import Transcript
from adjudicator.workshop.random_games import Maker, maker

pytestmark = pytest.mark.campaign

TABLES = [
    Asked("2014"),
    Asked("2014", options=("capture-tested=round-end",)),
    Asked("classic"),
    Asked("2023"),
    Asked("beginners"),
    Asked("holmes", "london-1895-sample"),
]
SEEDS = range(24)
HIDDEN = range(8)
Spoil = Callable[[list[str], random.Random], None]


def station(lines: list[str], rng: random.Random) -> None:
    at = rng.choice(plays(lines))
    words = lines[at].split(" ")
    lines[at] = " ".join([*words[:-1], f"{rng.randint(1, 199)}{';' * words[-1].endswith(';')}"])


def dropped(lines: list[str], rng: random.Random) -> None:
    at = rng.choice(plays(lines))
    clauses = lines[at].split("; ")
    del clauses[rng.randrange(len(clauses))]
    lines[at] = "; ".join(clauses)


def swapped(lines: list[str], rng: random.Random) -> None:
    at = rng.choice(plays(lines))
    clauses = lines[at].split("; ")
    one, other = rng.randrange(len(clauses)), rng.randrange(len(clauses))
    clauses[one], clauses[other] = clauses[other], clauses[one]
    lines[at] = "; ".join(clauses)


def marked(lines: list[str], rng: random.Random) -> None:
    at = rng.choice(plays(lines))
    lines[at] = lines[at].replace("!", "", 1) if "!" in lines[at] else lines[at].replace(";", "!;", 1)


def numbered(lines: list[str], rng: random.Random) -> None:
    for number, at in enumerate(plays(lines), 1):
        lines[at] = f"{number + (number > 3)}. {lines[at]}"


def twice(lines: list[str], rng: random.Random) -> None:
    at = rng.choice(plays(lines))
    lines.insert(at, lines[at])


def plays(lines: list[str]) -> list[int]:
    return [at for at, line in enumerate(lines) if line and ":" not in line]


SPOILS: tuple[Spoil, ...] = (station, dropped, swapped, marked, numbered, twice)


def judged(made: Maker, text: str) -> Verdict:
    record, faults = parse(text, lexicon_of(made.rulebook), "-")
    return check(record, made.rulebook, faults)[0]


def followed(made: Maker, text: str) -> tuple[Verdict, list[tuple[Cells, Course]]]:
    """The verdict, and every world in which the record can end."""
    record, _ = parse(text, lexicon_of(made.rulebook), "-")
    walk = Walk.of(record, made.rulebook, remembers=True)
    return judged(made, text), [(world.cells, world.course) for world in walk.end.worlds]


def spoiled(game: Transcript, rng: random.Random) -> str:
    lines = write(game).split("\n")
    for spoil in rng.sample(SPOILS, rng.randint(0, 3)):
        spoil(lines, rng)
    return "\n".join(lines)


@pytest.mark.parametrize("asked", TABLES, ids=lambda asked: " ".join([asked.variant, *asked.options]))
def test_both_ways_say_the_same(asked: Asked, monkeypatch: pytest.MonkeyPatch) -> None:
    made = maker(asked)
    texts = [spoiled(made.game(seed), random.Random(seed)) for seed in SEEDS]
    quick = [judged(made, text) for text in texts]
    monkeypatch.setattr(PlainClauses, "play", lambda self, index, clause, number: False)
    for seed, (text, one) in enumerate(zip(texts, quick, strict=True)):
        assert one == judged(made, text), f"seed {seed}\n{text}"
    assert {one.verdict for one in quick} >= {"illegal", "legal"}


@pytest.mark.parametrize("asked", TABLES, ids=lambda asked: " ".join([asked.variant, *asked.options]))
def test_both_ways_say_the_same_of_records_that_hide(asked: Asked, monkeypatch: pytest.MonkeyPatch) -> None:
    """There are many worlds then: the verdict, and in each world the position and how it came about."""
    made = maker(asked)
    seen = [Game.of(made.game(seed), made.rulebook).seen_by("detectives").record for seed in HIDDEN]
    texts = [spoiled(one, random.Random(seed)) for seed, one in enumerate(seen)]
    quick = [followed(made, text) for text in texts]
    monkeypatch.setattr(PlainClauses, "play", lambda self, index, clause, number: False)
    for seed, (text, one) in enumerate(zip(texts, quick, strict=True)):
        assert one == followed(made, text), f"seed {seed}\n{text}"


@pytest.mark.parametrize("edition", sorted(set(editions("all")) - {"house-rules"}))  # pieces leave its board
def test_every_edition_goes_the_fast_way(edition: str) -> None:
    """No test measures time, so this holds it: a ride that is written is looked up, and taken at its word."""
    made = maker(Asked(edition))
    taker = Game.of(made.game(1), made.rulebook).engine.taker
    assert taker.moves_once
