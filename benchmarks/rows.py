"""One function a row of the table: what is measured, and how it is told."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any

from attrs import frozen
from logs import public_record, write_logs
from measuring import Ran, Timed, alternate, run
from positions import Place, places
from sides import COLOURS, START, Ours

PERFT = ({"X": 7, "red": 19, "blue": 189, "green": 175, "yellow": 4, "purple": 141},)  # quiet corners: few rides each
EDITIONS = (
    ("classic", "", COLOURS, START),
    ("beginners", "", COLOURS[:4], {"X": 82, "red": 41, "blue": 46, "green": 124, "yellow": 142}),
    (
        "holmes",
        "london-1895-sample",
        ("sherlock", "watson", "mycroft", "irene", "lestrade"),
        {"X": 104, "sherlock": 26, "watson": 117, "mycroft": 174, "irene": 50, "lestrade": 29},
    ),
)


@frozen
class Size:
    """How much is measured: everything, or a little so that a test can see that it runs."""

    repeats: int = 7
    positions: int = 1000
    games: int = 40  # a repetition
    logs: int = 2000
    more_logs: int = 20_000
    depth: int = 4


@frozen
class Row:
    """A line of the table. `ratio` is the measured value that a goal is about, `goal` what was hoped for."""

    work: str
    ratio: float
    unit: str  # "x" (times faster), "x slower", "games/s", "MB"
    goal: str
    figures: str = ""  # absolute, for information
    good: bool = True


# --- listing and playing


def listing(base: Any, size: Size) -> Iterator[Row]:
    for near, words, goal, wanted in ((0, "pursuers far", "20x warm", 20), (3, "three pursuers near", "5x", 5)):
        every = list(places(size.positions, near))
        states = [_state(base, place) for place in every]
        ours = Ours.of("2014", COLOURS)
        ours_at = [ours.start(place.stations, place.black, place.double) for place in every]
        _same(base, states, ours, ours_at)
        plain, warm = alternate(
            size.repeats, partial(_list, base.clauses, states), partial(_list, ours.lister.clauses, ours_at)
        )
        cold = _cold(ours_at, size)
        yield _faster(f"list {len(every):,} positions, {words}", warm, plain, len(every), "listings", goal, wanted)
        yield _faster(f"the same, cold, {words}", cold, plain, len(every), "listings", "", 0)


def _list(clauses: Callable[[Any], list[str]], positions: list[Any]) -> None:
    for one in positions:
        clauses(one)


def _state(base: Any, place: Place) -> Any:
    state = base.State("2014", place.stations)
    state.black, state.double = place.black, place.double
    return state


def _same(base: Any, states: list[Any], ours: Ours, ours_at: list[Any]) -> None:
    for state, p in zip(states[:50], ours_at[:50], strict=True):
        if sorted(base.clauses(state)) != sorted(ours.lister.clauses(p)):
            raise RuntimeError("the two sides do not list the same")


def _cold(positions: list[Any], size: Size) -> Timed:
    """Each time by a lister that has looked nothing up yet."""
    fresh = [Ours.fresh("2014", COLOURS) for _ in range(size.repeats)]
    return alternate(size.repeats, lambda: _list(fresh.pop().lister.clauses, positions))[0]


def games(base: Any, size: Size) -> Iterator[Row]:
    """Per clause, because the two sides play different random games."""
    ours, seeds, counted = Ours.of("2014", COLOURS), iter(range(1_000_000)), [0, 0]

    def theirs() -> None:
        for _ in range(size.games):
            counted[0] += len(base.random_game("2014", START, seed=next(seeds))[0])

    def our() -> None:
        for _ in range(size.games):
            counted[1] += ours.game(START, next(seeds))

    for _ in range(size.repeats):
        our()
    counted[1] = 0
    plain, quick = alternate(size.repeats, theirs, our)
    clauses = counted[1] / counted[0]
    ratio = quick.times_faster_than(plain) * clauses
    figures = f"{size.games / quick.typical:,.0f} games/s, baseline {size.games / plain.typical:,.0f}"
    yield Row("random full games, 2014, five detectives", ratio, "x", "4x", figures, ratio >= 4)


def perft(base: Any, size: Size) -> Iterator[Row]:
    ours = Ours.of("2014", COLOURS)
    for bulk, words, goal, wanted in ((False, "every clause played", "6x", 6), (True, "last clause counted", "8x", 8)):
        states = [base.State("2014", start) for start in PERFT]
        positions = [ours.start(start) for start in PERFT]

        def theirs(states: list[Any] = states, bulk: bool = bulk) -> list[int]:
            return [base.perft(state, size.depth, bulk) for state in states]

        def our(positions: list[Any] = positions, bulk: bool = bulk) -> list[int]:
            return [ours.lister.perft(p, size.depth, bulk) for p in positions]

        if theirs() != our():
            raise RuntimeError("the two sides do not count the same")
        plain, quick = alternate(size.repeats, theirs, our)
        leaves = sum(our())
        yield _faster(f"perft depth {size.depth}, {words}", quick, plain, leaves, "leaves", goal, wanted)


def _faster(work: str, quick: Timed, plain: Timed, count: int, things: str, goal: str, wanted: float) -> Row:
    ratio = quick.times_faster_than(plain)
    figures = f"{count / quick.typical:,.0f} {things}/s, baseline {count / plain.typical:,.0f}"
    return Row(work, ratio, "x", goal, figures, ratio >= wanted)


def editions(size: Size) -> Iterator[Row]:
    first = Ours.of("2014", COLOURS)
    for variant, board, pieces, start in EDITIONS:
        other = Ours.of(variant, pieces, board)
        counted = [0, 0]

        def play(ours: Ours, at: dict[str, int], side: int, counted: list[int] = counted) -> None:
            p = ours.start(at)
            for seed in range(size.games):
                counted[side] += ours.any_game(p, seed, 120)

        play(other, start, 1)
        play(first, START, 0)
        counted[:] = [0, 0]
        known, slower = alternate(
            size.repeats,
            lambda play=play: play(first, START, 0),
            lambda play=play, other=other, start=start: play(other, start, 1),
        )
        ratio = known.times_faster_than(slower) * counted[0] / counted[1]
        figures = f"{slower.typical * size.repeats / counted[1] * 1e6:.1f} µs a clause"
        yield Row(f"{variant}, a clause against 2014", ratio, "x slower", "at most 3x", figures, ratio <= 3)


# --- records


def folder(base: Any, size: Size, where: Path, environment: dict[str, str]) -> Iterator[Row]:
    logs = where / "season"
    write_logs(logs, size.logs)
    command = ["-m", "adjudicator", "check", str(logs), "--format", "json"]
    run(command, environment)
    ran = [run(command, environment) for _ in range(size.repeats)]
    rate = size.logs / median(one.processor for one in ran)
    pace = _pace(base, size)
    scaled = rate * 600 / pace
    figures = f"{scaled:,.0f} where the baseline plays 600 games/s, here {pace:,.0f}"
    yield Row(f"judge {size.logs:,} logs, JSON included", rate, "games/s", "1,000 games/s", figures, scaled >= 1000)
    yield from _memory(ran[0], size, where, environment)
    yield from _jobs(command, size, environment)


def _pace(base: Any, size: Size) -> float:
    """Random games of the baseline a second: how fast this machine is."""
    (timed,) = alternate(size.repeats, lambda: [base.random_game("2014", START, seed=seed) for seed in range(size.games)])
    return size.games / timed.typical


def _memory(ran: Ran, size: Size, where: Path, environment: dict[str, str]) -> Iterator[Row]:
    more = where / "seasons"
    for number in range(size.more_logs // size.logs):
        (more / str(number)).mkdir(parents=True)
        for path in (where / "season").iterdir():
            (more / str(number) / path.name).hardlink_to(path)
    large = run(["-m", "adjudicator", "check", str(more), "--format", "json"], environment)
    figures = f"{large.memory / ran.memory:.2f} times that of {size.logs:,}: {ran.memory:.0f} MB"
    good = large.memory < 150 and large.memory < 1.25 * ran.memory
    yield Row(f"memory for {size.more_logs:,} logs", large.memory, "MB", "under 150 MB, the same", figures, good)


def _jobs(command: list[str], size: Size, environment: dict[str, str]) -> Iterator[Row]:
    both = [
        (run([*command, "--jobs", "1"], environment).clock, run([*command, "--jobs", "2"], environment).clock)
        for _ in range(size.repeats)
    ]
    ratio = median(one / two for one, two in both)
    figures = f"{median(one for one, _ in both):.2f} s and {median(two for _, two in both):.2f} s by the clock"
    yield Row("--jobs 2 against 1", ratio, "x", "1.7x", figures, ratio >= 1.7)


def where(size: Size) -> Iterator[Row]:
    from adjudicator.deduction.whereabouts import search, whereabouts
    from adjudicator.judge.judgement import check

    for variant, goal in (("2014", 20), ("holmes", 200)):
        public, whole, rulebook = public_record(variant)
        check(whole, rulebook)
        known, found = alternate(
            size.repeats,
            lambda w=whole, r=rulebook: check(w, r),
            lambda p=public, r=rulebook: whereabouts(search(p, r)),
        )
        ratio = known.times_faster_than(found)
        figures = f"{found.typical * 1e3:.1f} ms, check {known.typical * 1e3:.2f} ms"
        yield Row(f"where against check, {variant}", ratio, "x slower", f"at most {goal}x", figures, ratio <= goal)


# --- from the shell


def shell(size: Size, folder: Path, environment: dict[str, str]) -> Iterator[Row]:
    """The processor time of whole commands; the first run of all finds an empty cache."""
    log = folder / "season" / "game-0001.log"
    nothing, judge = ["-c", "import click"], ["-m", "adjudicator", "check", str(log)]
    for command in (nothing, judge, judge):
        run(command, environment)
    second = [(run(nothing, environment).processor, run(judge, environment).processor) for _ in range(size.repeats)]
    first = []
    for number in range(size.repeats):
        empty = {**environment, "SY_JUDGE_CACHE": str(folder / f"empty-{number}-{time.time_ns()}")}
        first.append((run(nothing, environment).processor, run(judge, empty).processor))
    for words, both, goal in (("second run", second, 3), ("first run ever", first, 12)):
        ratio = median(ours / click for click, ours in both)
        figures = f"{median(ours for _, ours in both) * 1e3:.0f} ms, `import click` {median(c for c, _ in both) * 1e3:.0f} ms"
        yield Row(f"check of one game, {words}", ratio, "x slower", f"at most {goal}x", figures, ratio <= goal)
