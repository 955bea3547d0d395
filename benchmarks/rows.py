"""Computes the rows of the table, one function for each. Only commands and exported names are called."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

from attrs import evolve, frozen
from baseline import START, TOP, replayed, uniform_game
from logs import SEATS, bare_record, public_game, write_logs
from measuring import Ran, Timed, alternate, run
from positions import Place, places

import adjudicator as sy
from adjudicator.judge.log_file import Asked
from adjudicator.lab.match import Choosing, Match, match_of
from adjudicator.lab.players import LEVELS
from adjudicator.workshop.random_games import maker

SAMPLE = "london-1895-sample"
EDITIONS = ("classic", "1984", "2000", "2014", "2023", "beginners", "holmes-original", "holmes")
PERFT = "start: X 7; red 19; blue 189; green 175; yellow (police) 4; purple (police) 141\n"
CLAUSES = 120  # of a random game of an edition, at most


@frozen
class Size:
    """The amount of work: all of it, or a little for a test."""

    repeats: int = 7
    positions: int = 1000
    games: int = 40  # for each repetition
    generated: int = 500
    logs: int = 2000
    more_logs: int = 20_000
    depth: int = 4
    editions: int = 0  # the number of editions and house rules; 0 for all


@frozen
class Row:
    """A row of the table: `ratio` is the measured value, `goal` the intended one."""

    work: str
    ratio: float
    unit: str  # "x" (times faster), "x slower", "s", "MB"
    goal: str
    figures: str = ""  # absolute values, for information
    good: bool = True


def _faster(work: str, ratio: float, wanted: float, figures: str) -> Row:
    return Row(work, ratio, "x", f"{wanted:g}x", figures, ratio >= wanted)


def _slower(work: str, ratio: float, most: float, figures: str) -> Row:
    return Row(work, ratio, "x slower", f"at most {most:g}x", figures, ratio <= most)


# --- listing and playing


def listing(base: Any, size: Size) -> Iterator[Row]:
    """Each repetition lists new positions, and then the same ones again."""
    for near, words, first, again in ((0, "pursuers far", 5, 20), (3, "three pursuers near", 4, 5)):
        seconds: list[list[float]] = [[], [], []]
        for repeat in range(size.repeats):
            every = list(places(size.positions, near, seed=repeat + 1))
            states, games = [_state(base, place) for place in every], [_game(place) for place in every]
            for taken, work in zip(seconds, (_plain(base, states), _moves(games), _moves(games)), strict=True):
                begun = time.process_time()
                work()
                taken.append(time.process_time() - begun)
            _same(base, states, games)
        plain, fresh, known = (Timed(tuple(one)) for one in seconds)
        count = size.positions
        figures = f"{count / fresh.typical:,.0f} listings/s, baseline {count / plain.typical:,.0f}"
        yield _faster(f"`game.moves()` of {count:,} new positions, {words}", fresh.times_faster_than(plain), first, figures)
        figures = f"{count / known.typical:,.0f} listings/s"
        yield _faster(f"the same positions again, {words}", known.times_faster_than(plain), again, figures)


def _game(place: Place) -> sy.Game:
    return sy.Game.start("2014", place.stations, tickets={"X": {"black": place.black, "double": place.double}})


def _state(base: Any, place: Place) -> Any:
    state = base.State("2014", place.stations)
    state.black, state.double = place.black, place.double
    return state


def _plain(base: Any, states: list[Any]) -> Any:
    return lambda: [base.clauses(state) for state in states]


def _moves(games: list[sy.Game]) -> Any:
    """List all moves of some games, and make their notation."""

    def work() -> None:
        for game in games:
            for move in game.moves():
                _ = move.notation

    return work


def _same(base: Any, states: list[Any], games: list[sy.Game]) -> None:
    for state, game in zip(states[:50], games[:50], strict=True):
        if sorted(base.clauses(state)) != sorted(move.notation for move in game.moves()):
            raise RuntimeError("the two sides do not list the same")


def played(game: sy.Game, seed: int, most: int = 100_000) -> int:
    """Play random moves up to the end of the game or `most` clauses, and return the number of clauses."""
    random = Random(seed)
    for count in range(most):
        moves = game.moves()
        if not moves:
            return count
        game = game.play(random.choice(moves))
    return most


def games(base: Any, size: Size) -> Iterator[Row]:
    """Both sides choose uniformly from all moves. Times are per clause, because they play different games."""
    start, seeds, counted = sy.Game.start("2014", START), iter(range(1_000_000)), [0, 0]

    def theirs() -> None:
        counted[0] += sum(uniform_game(base, next(seeds)) for _ in range(size.games))

    def our() -> None:
        counted[1] += sum(played(start, next(seeds)) for _ in range(size.games))

    our()
    counted[1] = 0
    plain, quick = alternate(size.repeats, theirs, our)
    ratio = quick.times_faster_than(plain) * counted[1] / counted[0]
    figures = f"{size.games / quick.typical:,.0f} games/s, baseline {size.games / plain.typical:,.0f}"
    yield _faster("random games by `moves()` and `play()`, 2014, five detectives", ratio, 2.5, figures)


def editions(base: Any, size: Size) -> Iterator[Row]:
    """Compare the time for a clause of random games with the baseline's for 2014."""
    (timed,) = alternate(size.repeats, lambda: [uniform_game(base, seed) for seed in range(size.games)])
    clause = timed.typical / sum(uniform_game(base, seed) for seed in range(size.games))
    names = [(name, 0.8) for name in EDITIONS] + [(name, 0.4) for name in _house_rules()]
    for name, wanted in names[: size.editions or None]:
        game = sy.Game.deal(name, board=SAMPLE if name.startswith("holmes") else "", seed=1)
        counted = [0]

        def play(game: sy.Game = game, counted: list[int] = counted) -> None:
            counted[0] = sum(played(game, seed, CLAUSES) for seed in range(max(1, size.games // 4)))

        play()
        (ours,) = alternate(size.repeats, play)
        taken = ours.typical / max(1, counted[0])
        figures = f"{taken * 1e6:.1f} µs a clause, baseline {clause * 1e6:.1f}"
        shown = name.replace(f"{TOP}/", "").replace("examples/", "").replace(".toml", "")
        yield _faster(f"random games of {shown}, a clause", clause / taken, wanted, figures)


def _house_rules() -> Iterator[str]:
    yield "house-rules"
    for folder in ("house-rules", "packs"):
        for path in sorted((TOP / "examples" / folder).glob("*.toml")):
            if not path.name.endswith(".cases.toml"):
                yield f"2014+{path}" if "\npack" in path.read_text(encoding="utf-8") else str(path)


# --- commands


def perft(base: Any, size: Size, folder: Path, environment: dict[str, str]) -> Iterator[Row]:
    """Compare the whole command with the baseline playing every clause."""
    log = folder / "perft.log"
    log.write_text(f"variant: 2014\n{PERFT}", encoding="utf-8")
    command = ["-m", "adjudicator", "perft", str(log), "--depth", str(size.depth)]
    start = {one.split()[0]: int(one.split()[-1]) for one in PERFT.partition(":")[2].split(";")}
    state = base.State("2014", start, police=("yellow", "purple"))
    counted = int(run(command, environment).output)
    ratios, figures = [], ""
    for _ in range(min(3, size.repeats)):
        begun = time.process_time()
        theirs = base.perft(state, size.depth)
        plain = time.process_time() - begun
        ours = run(command, environment).processor
        ratios.append(plain / ours)
        figures = f"{counted:,} sequences in {ours:.2f} s, baseline {plain:.2f} s"
        if theirs != counted:
            raise RuntimeError("the two sides do not count the same")
    yield _faster(f"`sy-judge perft` with police, depth {size.depth}, the whole command", median(ratios), 8, figures)


def generate(base: Any, size: Size, folder: Path, environment: dict[str, str]) -> Iterator[Row]:
    count = size.generated
    command = ["-m", "adjudicator", "generate", "--variant", "2014", "--seats", SEATS, "--games", str(count), "-o"]
    run([*command, str(folder / "made")], environment)
    ratios, figures = [], ""
    for repeat in range(size.repeats):
        begun = time.process_time()
        for seed in range(count):
            base.random_game("2014", START, seed=seed)
        plain = time.process_time() - begun
        ours = run([*command, str(folder / f"made-{repeat}")], environment).processor
        ratios.append(plain / ours)
        figures = f"{count / ours:,.0f} games/s, baseline {count / plain:,.0f}"
    yield _faster(f"`sy-judge generate --games {count}`, notation and marks", median(ratios), 1, figures)


def folder(base: Any, size: Size, where: Path, environment: dict[str, str]) -> Iterator[Row]:
    logs = where / "season"
    write_logs(logs, size.logs, environment)
    texts = [path.read_text(encoding="utf-8") for path in sorted(logs.iterdir())]
    command = ["-m", "adjudicator", "check", str(logs), "--format", "json"]
    run(command, environment)
    against: list[tuple[float, float, float]] = []
    ran: Ran | None = None
    for _ in range(size.repeats):
        begun = time.process_time()
        for text in texts:
            replayed(base, text)
        plain = time.process_time() - begun
        ran = run(command, environment)
        against.append((plain, ran.processor, _split(logs)))
    assert ran is not None
    ours = median(one for _, one, _ in against)
    figures = f"{size.logs / ours:,.0f} logs/s, baseline {size.logs / median(one for one, _, _ in against):,.0f}"
    yield _faster(f"`sy-judge check` of {size.logs:,} logs, JSON", median(a / b for a, b, _ in against), 3, figures)
    figures = f"{ours:.2f} s, reading {median(one for _, _, one in against):.3f} s"
    yield _slower("the same against reading, splitting and printing them", median(b / c for _, b, c in against), 15, figures)
    yield from _memory(ran, size, where, environment)


def _split(logs: Path) -> float:
    """The seconds of the least work on logs: read each, split it into clauses, print something."""
    begun, said = time.process_time(), list[str]()
    for path in sorted(logs.iterdir()):
        text = path.read_text(encoding="utf-8")
        clauses = [clause.strip() for line in text.split("\n") for clause in line.split(";")]
        said.append(json.dumps({"file": str(path), "clauses": len(clauses)}))
    "\n".join(said).encode()
    return time.process_time() - begun


def _memory(ran: Ran, size: Size, where: Path, environment: dict[str, str]) -> Iterator[Row]:
    more = where / "seasons"
    for number in range(size.more_logs // size.logs):
        (more / str(number)).mkdir(parents=True)
        for path in (where / "season").iterdir():
            (more / str(number) / path.name).hardlink_to(path)
    large = run(["-m", "adjudicator", "check", str(more), "--format", "json"], environment)
    figures = f"{large.memory / ran.memory:.2f} times that of {size.logs:,}: {ran.memory:.0f} MB"
    yield Row(f"memory for {size.more_logs:,} logs", large.memory, "MB", "106 MB", figures, large.memory <= 110)


def where(base: Any, size: Size) -> Iterator[Row]:
    """Compare `where` on the detectives' record of a whole game with the baseline replaying one game."""
    text, _ = public_game("2014")
    for variant, board, most in (("2014", "", 3), ("holmes", SAMPLE, 15)):
        rules, (_, public) = sy.load_variant(variant, board=board), public_game(variant, board)
        plain, found = alternate(
            size.repeats,
            lambda: replayed(base, text),
            lambda public=public, rules=rules: sy.Game.parse(public, rules).where().stations,
        )
        figures = f"{found.typical * 1e3:.1f} ms, baseline {plain.typical * 1e3:.1f} ms"
        yield _slower(f"`where` on a full record, {variant}", plain.times_faster_than(found), most, figures)
    for words, rules, record in (
        ("a public record with neither tickets nor stations", sy.load_variant("2014"), bare_record()),
        ("the same on the unfinished board london-1895", sy.load_variant("2014", board="london-1895"), bare_record(8)),
    ):
        (timed,) = alternate(1, lambda record=record, rules=rules: sy.Game.parse(record, rules).where().stations)
        yield Row(f"`where` on {words}", timed.typical, "s", "under 3 s", "", timed.typical < 3)


def playtests(size: Size) -> Iterator[Row]:
    """Games of two players who look ahead, each from its own view, against the same games with views made from the whole
    record for every decision; and every edition against 2014."""
    match = match_of(evolve(maker(Asked("2014")), detectives=5), "look-ahead")
    few = max(1, size.games // 10)
    again, grown = alternate(
        min(3, size.repeats),
        lambda: [_played_again(match, seed) for seed in range(few)],
        lambda: [match.play(seed) for seed in range(few)],
    )
    figures = f"{few / grown.typical:.1f} games/s, with new views {few / again.typical:.1f}"
    yield _faster("look-ahead games of 2014, views that grow", grown.times_faster_than(again), 3, figures)
    for name in (*EDITIONS[: size.editions or None], "house-rules"):
        other = match_of(maker(Asked(name)), "look-ahead")
        other.play(few)
        (timed,) = alternate(min(3, size.repeats), lambda other=other: [other.play(seed) for seed in range(few)])
        figures = f"{few / timed.typical:.1f} games/s"
        yield _slower(f"look-ahead games of {name} against 2014", timed.typical / grown.typical, 10, figures)


def _played_again(match: Match, seed: int) -> None:
    """The same game, in which each side's view is made from the whole record, decision by decision."""
    choose = Choosing(seed, dict.fromkeys(("fugitive", "pursuers"), LEVELS["look-ahead"]))
    _, play = match.maker.played(seed, is_decided=True)
    while (decision := play.decision) is not None:
        play.act(decision, choose(sy.Game.of(play.game.record, play.game.rules), decision))


def replay(size: Size, folder: Path, environment: dict[str, str]) -> Iterator[Row]:
    """Measure the processor time of `sy-judge replay` for a hundred steps, including its start, and the size of the page."""
    for variant, board in (("2014", ""), ("holmes", SAMPLE), ("house-rules", "")):
        log, page = folder / f"{variant}.log", folder / f"{variant}.html"
        log.write_text(public_game(variant, board)[0], encoding="utf-8")
        command = ["-m", "adjudicator", "replay", str(log), "--with-secrets", "-o", str(page)]
        run(command, environment)  # fills the cache
        seconds = median(run(command, environment).processor for _ in range(size.repeats))
        steps = page.read_text(encoding="utf-8").count("data-step=")
        figures = f"{steps} steps, {page.stat().st_size / 1000:.0f} kB"
        each = seconds / max(100, steps) * 100
        yield Row(f"`sy-judge replay`, a hundred steps of {variant}", each, "s", "at most 1 s", figures, each <= 1)


def shell(size: Size, folder: Path, environment: dict[str, str]) -> Iterator[Row]:
    """Measure the processor time of whole commands; the very first run has an empty cache."""
    log = sorted((folder / "season").iterdir())[1]
    nothing, judge = ["-c", "import click"], ["-m", "adjudicator", "check", str(log)]
    for command in (nothing, judge, judge):
        run(command, environment)
    second = [(run(nothing, environment).processor, run(judge, environment).processor) for _ in range(size.repeats)]
    first = []
    for number in range(size.repeats):
        empty = {**environment, "SY_JUDGE_CACHE": str(folder / f"empty-{number}-{time.time_ns()}")}
        first.append((run(nothing, environment).processor, run(judge, empty).processor))
    for words, both, most in (("second run", second, 3), ("first run ever", first, 12)):
        ratio = median(ours / click for click, ours in both)
        figures = f"{median(ours for _, ours in both) * 1e3:.0f} ms, `import click` {median(c for c, _ in both) * 1e3:.0f} ms"
        yield _slower(f"`sy-judge check` of one game, {words}", ratio, most, figures)
