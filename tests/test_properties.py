"""What holds in every game of every edition, under any options.

Games are made up from a seed; a failing example names its edition, options and seed. `pytest
--hypothesis-profile=search tests/test_properties.py` looks longer, and elsewhere every time.
"""

from __future__ import annotations

import json
import random
import tempfile
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve, frozen
from conftest import examples
from hypothesis import given
from hypothesis import strategies as st

from adjudicator import Game, Move, Verdict
from adjudicator.board import from_plain, read, to_plain
from adjudicator.board import load as load_board
from adjudicator.files import write_toml
from adjudicator.judge.judgement import check
from adjudicator.judge.log_file import Asked
from adjudicator.language.parser import parse_rules
from adjudicator.language.rule_text import show
from adjudicator.record import Act, Blank, Clause, Ride, RoundMark, Transcript, parse, same, write, write_clause
from adjudicator.record.lexicon import lexicon_of
from adjudicator.rulebook.loader import flatten, load
from adjudicator.rulebook.model import Rulebook
from adjudicator.workshop.random_games import Maker, maker

EDITIONS = ("classic", "1984", "2000", "2014", "2023", "beginners", "holmes-original", "holmes")
often = examples(10)


@frozen
class Table:
    """A game to be made up."""

    edition: str
    options: tuple[str, ...]
    seed: int

    @property
    def maker(self) -> Maker:
        return _maker(self.edition, self.options)

    @property
    def rules(self) -> Rulebook:
        return self.maker.rulebook

    def game(self) -> Transcript:
        return self.maker.game(self.seed)


@lru_cache(maxsize=128)
def _maker(edition: str, options: tuple[str, ...]) -> Maker:
    return maker(Asked(edition, "", options, ()))


@lru_cache(maxsize=16)
def values(edition: str) -> tuple[str, ...]:
    options = flatten(edition).data["options"]
    return tuple(f"{name}={value}" for name, one in options.items() for value in one.get("values", ["off", "on"]))


@st.composite
def tables(draw: st.DrawFn, editions: tuple[str, ...] = EDITIONS, among: tuple[str, ...] = ()) -> Table:
    edition = draw(st.sampled_from(editions))
    chosen = draw(st.lists(st.sampled_from(among or values(edition)), max_size=3, unique_by=lambda one: one.split("=")[0]))
    return Table(edition, tuple(chosen), draw(st.integers(0, 10_000)))


def cut(transcript: Transcript, count: int) -> Transcript:
    """The record up to so many clauses, claiming nothing."""
    items, left = [], count
    for item in transcript.items:
        if isinstance(item, Clause):
            left -= 1
        if left < 0:
            break
        if getattr(item, "key", "") not in ("result", "surfacings"):
            items.append(item)
    while items and isinstance(items[-1], RoundMark | Blank):
        items.pop()
    return Transcript(tuple(items), transcript.fugitive, transcript.file)


def reread(transcript: Transcript, rules: Rulebook) -> Transcript:
    """The same record, read again from its text."""
    again, faults = parse(write(transcript), lexicon_of(rules), "again")
    assert [fault for fault in faults if fault.is_error and fault.code != "T001"] == []
    return again


def judged(transcript: Transcript, rules: Rulebook) -> Verdict:
    return check(reread(transcript, rules), rules)[0]


# -- listed is accepted
@often
@given(tables(), st.integers(0, 200))
def test_what_is_listed_is_accepted_and_nothing_else(table: Table, count: int) -> None:
    rng, whole = random.Random(table.seed), table.game()
    acted = [n for n, clause in enumerate(whole.clauses, 1) if any(isinstance(part, Act) for part in clause.parts)]
    game = cut(whole, rng.choice(acted) if acted and count % 2 else count)
    here = Game.of(game, table.rules)
    listed = [move.notation for move in here.moves()]
    losing = [move.notation for move in here.losing()]
    assert len(set(listed)) == len(listed)
    assert not set(listed) & set(losing)
    for text in rng.sample(listed, min(5, len(listed))) + rng.sample(losing, min(2, len(losing))):
        verdict = judged(with_clause(game, text, table.rules), table.rules)
        assert [finding.message for finding in verdict.findings] == [], text
    for text in (*some_rides(here, rng), *acts_so_far(game)):
        if text not in listed and text not in losing:
            assert judged(with_clause(game, text, table.rules), table.rules).verdict == "illegal", text


def with_clause(game: Transcript, text: str, rules: Rulebook) -> Transcript:
    longer, faults = parse(f"{write(game)}\n{text}\n", lexicon_of(rules), "longer")
    assert [fault for fault in faults if fault.is_error] == []
    return longer


def some_rides(game: Game, rng: random.Random) -> Iterator[str]:
    """Rides of the pieces that are to move, right or wrong."""
    board = game.engine.board
    for piece in game.to_move[:1]:
        near = [to for mode, to, _ in board.lines_from(game.station(piece) or 0) if mode != "ferry"]
        for to in {*rng.sample(near, min(3, len(near))), rng.choice(tuple(board.stations))}:
            ticket = rng.choice([name for name in ("taxi", "bus", "underground") if name in game.rules.tables.tickets])
            yield f"{piece} {ticket} {to}"


def acts_so_far(game: Transcript) -> list[str]:
    """Actions besides rides, once more and alone; the last of them first, without answers."""
    acts = [(clause.piece, part) for clause in game.clauses for part in clause.parts if isinstance(part, Act)]
    alone = [Clause(piece, (evolve(part, answer=None),), 1, 1) for piece, part in acts if part.action != "double"]
    return list(dict.fromkeys(map(write_clause, alone[::-1])))[:4]


# -- tickets
def supply(game: Game) -> Counter[str]:
    """All tickets that are counted, wherever they are."""
    ledger, p = game.engine.ledger, game.worlds[0].cells
    found: Counter[str] = Counter()
    for name in ledger.supplies:
        for ticket, count in ledger.supply(p, name).items():
            if count is not None:
                assert count >= 0
                found[ticket] += count
    return found


def used(move: Move, game: Game) -> Counter[str]:
    """The tickets that leave play with a move of the fugitive, without the unlimited kinds."""
    own = game.engine.ledger.supply(game.worlds[0].cells, "piece X")
    found: Counter[str] = Counter(leg.ticket for leg in move.legs if leg.ticket and own[leg.ticket] is not None)
    found["double"] += move.actions.count("double")
    return +found


SUPPLY = "fugitive-supply"


@often
@given(tables(), st.sampled_from(("hand", "pile")))
def test_counted_tickets_are_conserved(table: Table, supplied: str) -> None:
    """Where every ticket is counted, none is made and none is lost but by the fugitive, whose tickets stay on the log."""
    if any(value.startswith(f"{SUPPLY}=") for value in values(table.edition)):
        others = [option for option in table.options if not option.startswith(f"{SUPPLY}=")]
        table = evolve(table, options=(*others, f"{SUPPLY}={supplied}"))
    game, rng = Game.of(cut(table.game(), 0), table.rules), random.Random(table.seed)
    for _ in range(40):
        moves = game.moves()
        if not moves:
            break
        move, before = rng.choice(moves), supply(game)
        gone = used(move, game) if move.piece == "X" else Counter[str]()
        game = game.play(move)
        assert supply(game) + gone == before, move


# -- going on
@often
@given(tables(), st.integers(0, 200))
def test_the_verdict_on_a_prefix_stays(table: Table, count: int) -> None:
    game = table.game()
    whole = judged(game, table.rules)
    assert whole.verdict == "legal", [finding.message for finding in whole.findings]
    prefix = judged(cut(game, count), table.rules)
    assert prefix.verdict == "legal", [finding.message for finding in prefix.findings]


def a_ride(game: Transcript, count: int) -> tuple[int, Clause, Ride]:
    """Some ride that is a separate clause, and where it stands."""
    rides = [n for n, item in enumerate(game.items) if isinstance(item, Clause) and isinstance(item.parts[0], Ride)]
    spot = rides[min(count, len(rides) - 1)]
    clause = game.items[spot]
    assert isinstance(clause, Clause)
    assert isinstance(clause.parts[0], Ride)
    return spot, clause, clause.parts[0]


@often
@given(tables(), st.integers(0, 60), st.integers(1, 30))
def test_a_mistake_is_found_however_the_game_goes_on(table: Table, count: int, more: int) -> None:
    game = table.game()
    spot, clause, _ = a_ride(game, count)
    items = (*game.items[:spot], clause, clause, *game.items[spot + 1 :])
    broken = Transcript(items, game.fugitive, game.file)
    number = sum(isinstance(item, Clause) for item in items[: spot + 2])
    first = judged(cut(broken, number), table.rules)
    later = judged(cut(broken, number + more), table.rules)
    assert first.verdict == later.verdict == "illegal"  # nobody rides to where he stands


@often
@given(tables(), st.integers(0, 60), st.integers(1, 30))
def test_what_was_said_of_a_prefix_is_said_of_the_whole(table: Table, count: int, more: int) -> None:
    """A ride to some other station, right or wrong: what was found up to there is found however the game goes on."""
    game = table.game()
    spot, clause, ride = a_ride(game, count)
    board = table.rules.board
    assert board is not None
    other = random.Random(table.seed).choice([station for station in board.stations if station != ride.to])
    parts = (evolve(ride, to=other), *clause.parts[1:])
    items = (*game.items[:spot], evolve(clause, parts=parts), *game.items[spot + 1 :])
    changed = Transcript(items, game.fugitive, game.file)
    number = sum(isinstance(item, Clause) for item in items[: spot + 1])
    first, later = (
        [(one.verdict, one.rule, one.clause, one.message) for one in judged(cut(changed, many), table.rules).findings]
        for many in (number, number + more)
    )
    assert [one for one in first if one not in later] == []


# -- reading and writing
@often
@given(tables())
def test_what_is_written_reads_the_same(table: Table) -> None:
    game = table.game()
    again = reread(game, table.rules)
    assert same(again, game)
    assert write(again) == write(game)


@pytest.mark.parametrize("edition", EDITIONS)
def test_rules_that_are_written_read_the_same(edition: str) -> None:
    for rule in load(edition).rules.values():
        assert parse_rules(show(rule.statements)) == rule.statements, rule.id


@st.composite
def board_files(draw: st.DrawFn) -> dict[str, Any]:
    """A board as a file could have it: some stations, lines, facts and cards, some of them not known."""
    stations = draw(st.lists(st.integers(1, 300), min_size=2, max_size=8, unique=True))
    pairs = [(a, b) for n, a in enumerate(stations) for b in stations[n + 1 :]]
    lines: dict[str, list[object]] = {}
    for mode in draw(st.sets(st.sampled_from(("walk", "cable", "boat")), min_size=1)):
        chosen = draw(st.lists(st.sampled_from(pairs), max_size=5, unique=True))
        over = [[one for one in stations if one not in pair and draw(st.booleans())] for pair in chosen]
        lines[mode] = [[*pair, passed] if passed else list(pair) for pair, passed in zip(chosen, over, strict=True)]
    shore = st.sampled_from((True, False, "?"))
    signs = st.one_of(st.just("?"), st.lists(st.sampled_from(("mill", "light")), unique=True))
    facts = {str(one): {"shore": draw(shore), "signs": draw(signs)} for one in stations if draw(st.booleans())}
    deck = draw(st.lists(st.sampled_from(stations), min_size=1, unique=True))
    return {
        "id": "made-up",
        "title": "Made up",
        "provenance": draw(st.sampled_from(("invented", "assumed", "printed"))),
        "modes": {mode: {} for mode in lines},
        "stations": {str(one): [draw(st.integers(0, 500)), draw(st.integers(0, 500))] for one in stations},
        "lines": lines,
        "attributes": {"shore": {"type": "yes-no"}, "signs": {"type": "set of", "values": ["mill", "light"]}},
        "decks": {"start": {"cards": deck}},
        "facts": facts,
    }


@often
@given(board_files())
def test_boards_that_are_written_read_the_same(data: dict[str, Any]) -> None:
    """As a file, and in a file that extends it and changes nothing."""
    with tempfile.TemporaryDirectory() as folder:
        file, sheet = Path(folder) / "made-up.toml", Path(folder) / "sheet.toml"
        file.write_text(write_toml(data), encoding="utf-8")
        board, faults = read(file)
        assert [fault for fault in faults if fault.is_error] == []
        own = {"id": "sheet", "title": "Sheet", "provenance": "printed", "extends": str(file)}
        sheet.write_text(write_toml(own), encoding="utf-8")
        assert load_board(sheet).digest == board.digest
    assert {line.key for line in board.lines} == {
        (m, min(r[:2]), max(r[:2])) for m, rows in data["lines"].items() for r in rows
    }
    assert {line.key: line.passes for line in board.lines if line.passes} == {
        (mode, min(row[:2]), max(row[:2])): tuple(row[2]) for mode, rows in data["lines"].items() for row in rows if row[2:]
    }
    assert set(board.stations) == {int(number) for number in data["stations"]}
    assert board.decks["start"] == tuple((card,) for card in data["decks"]["start"]["cards"])
    known = {(name, int(n)): value for n, row in data["facts"].items() for name, value in row.items() if value != "?"}
    for (name, number), value in known.items():
        assert board.attribute(name, number) == (frozenset(value) if isinstance(value, list) else value)
    again = from_plain(json.loads(json.dumps(to_plain(board))))
    assert (again.digest, to_plain(again)) == (board.digest, to_plain(board))


# -- what the others know
@often
@given(tables(), st.integers(0, 60))
def test_the_possible_stations_contain_the_true_one(table: Table, count: int) -> None:
    game = Game.of(cut(table.game(), count), table.rules)
    public = game.seen_by("pursuers")
    assert game.station("X") in public.possible_stations("X")
    illegal = [finding.message for finding in public.findings if finding.verdict == "illegal"]
    assert illegal == []
