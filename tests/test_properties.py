"""What holds in every game of every edition, under any options.

Games are made up from a seed; a failing example names its edition, options and seed. `pytest
--hypothesis-profile=search tests/test_properties.py` looks longer, and elsewhere every time.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache

import pytest
from attrs import evolve, frozen
from conftest import examples
from hypothesis import given
from hypothesis import strategies as st

from adjudicator.check.checking import check
from adjudicator.check.findings import Findings
from adjudicator.check.generating import Maker, maker
from adjudicator.check.naming import lexicon_of
from adjudicator.check.opening import Opening, open_record
from adjudicator.check.pages import Asked
from adjudicator.check.verdict import Verdict
from adjudicator.check.views import view_of
from adjudicator.check.walking import Walk
from adjudicator.engine.layout import UNLIMITED
from adjudicator.engine.steps import Move, written
from adjudicator.engine.turns import Cells
from adjudicator.language.parsing import parse_rules
from adjudicator.language.writing import show
from adjudicator.record import Blank, Clause, Ride, RoundMark, Transcript, parse, same, write
from adjudicator.rulebook.model import Rulebook
from adjudicator.rulebook.reading import flatten, load

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


def walked(transcript: Transcript, rules: Rulebook) -> tuple[Opening, Walk]:
    opening = open_record(transcript, rules)
    return opening, Walk(opening, transcript, Findings(rules)).run()


# -- listed is accepted
@often
@given(tables(), st.integers(0, 200))
def test_what_is_listed_is_accepted_and_nothing_else(table: Table, count: int) -> None:
    game = cut(table.game(), count)
    opening, walk = walked(game, table.rules)
    layout, rng = opening.table.layout, random.Random(table.seed)
    listed = [written(move, layout) for move in opening.referee.moves(walk.p)]
    losing = [written(move, layout) for move in opening.referee.losing(walk.p)]
    assert len(set(listed)) == len(listed)
    assert not set(listed) & set(losing)
    for text in rng.sample(listed, min(5, len(listed))) + rng.sample(losing, min(2, len(losing))):
        verdict = judged(with_clause(game, text, table.rules), table.rules)
        assert [finding.message for finding in verdict.findings] == [], text
    for text in some_rides(opening, walk, rng):
        if text not in listed and text not in losing:
            assert judged(with_clause(game, text, table.rules), table.rules).verdict == "illegal", text


def with_clause(game: Transcript, text: str, rules: Rulebook) -> Transcript:
    longer, faults = parse(f"{write(game)}\n{text}\n", lexicon_of(rules), "longer")
    assert [fault for fault in faults if fault.is_error] == []
    return longer


def some_rides(opening: Opening, walk: Walk, rng: random.Random) -> Iterator[str]:
    """Rides of whoever is to move, right or wrong."""
    due = opening.referee.turns.due(walk.p)
    layout = opening.table.layout
    for q in due[:1]:
        here = walk.p[layout.station + q]
        near = [to for mode, to, _ in opening.table.board.lines_from(here) if mode != "ferry"]
        for to in {*rng.sample(near, min(3, len(near))), rng.choice(tuple(opening.table.board.stations))}:
            ticket = rng.choice([name for name in ("taxi", "bus", "underground") if name in layout.symbols])
            yield f"{layout.seats[q].piece} {ticket} {to}"


# -- tickets
def supply(p: Cells, opening: Opening) -> Counter[str]:
    """All tickets that are counted, wherever they are."""
    layout = opening.table.layout
    found: Counter[str] = Counter()
    for base in layout.supplies.values():
        for name, code in layout.symbols.items():
            if code < layout.kinds and p[base + code] != UNLIMITED:
                assert p[base + code] >= 0
                found[name] += p[base + code]
    return found


def used(move: Move, opening: Opening) -> Counter[str]:
    """What leaves play with a move of the fugitive."""
    layout = opening.table.layout
    found: Counter[str] = Counter()
    for step in move.steps:
        if getattr(step, "ticket", -1) >= 0:
            found[layout.symbol_names[step.ticket]] += 1  # type: ignore[union-attr]
        elif getattr(step, "action", "") == "double":
            found["double"] += 1
    return found


@often
@given(
    tables(("classic", "1984", "2014", "2023", "holmes-original", "holmes"), ("fugitive-supply=hand", "fugitive-supply=pile"))
)
def test_counted_tickets_are_conserved(table: Table) -> None:
    """Where every ticket is counted, none is made and none is lost but by the fugitive, whose tickets stay on the log."""
    supplied = ("fugitive-supply=hand",) if not table.options else table.options
    table = evolve(table, options=supplied)
    game = table.game()
    opening, walk = walked(cut(game, 0), table.rules)
    p, rng = walk.p, random.Random(table.seed)
    for _ in range(40):
        moves = opening.referee.moves(p)
        if not moves:
            break
        move, before = rng.choice(moves), supply(p, opening)
        p = opening.referee.play(p, move)
        gone = used(move, opening) if move.piece == 0 else Counter()
        assert supply(p, opening) + gone == before, written(move, opening.table.layout)


# -- going on
@often
@given(tables(), st.integers(0, 200))
def test_the_verdict_on_a_prefix_stays(table: Table, count: int) -> None:
    game = table.game()
    whole = judged(game, table.rules)
    assert whole.verdict == "legal", [finding.message for finding in whole.findings]
    prefix = judged(cut(game, count), table.rules)
    assert prefix.verdict == "legal", [finding.message for finding in prefix.findings]


@often
@given(tables(), st.integers(0, 60), st.integers(1, 30))
def test_a_mistake_is_found_however_the_game_goes_on(table: Table, count: int, more: int) -> None:
    game = table.game()
    rides = [n for n, item in enumerate(game.items) if isinstance(item, Clause) and isinstance(item.parts[0], Ride)]
    spot = rides[min(count, len(rides) - 1)]
    clause = game.items[spot]
    assert isinstance(clause, Clause)
    assert isinstance(clause.parts[0], Ride)
    items = (*game.items[:spot], clause, clause, *game.items[spot + 1 :])
    broken = Transcript(items, game.fugitive, game.file)
    number = sum(isinstance(item, Clause) for item in items[: spot + 2])
    first = judged(cut(broken, number), table.rules)
    later = judged(cut(broken, number + more), table.rules)
    assert first.verdict == later.verdict == "illegal"  # nobody rides to where he stands


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


# -- what the others know
@often
@given(tables(), st.integers(0, 60))
def test_the_possible_stations_contain_the_true_one(table: Table, count: int) -> None:
    game = cut(table.game(), count)
    opening, walk = walked(game, table.rules)
    public = reread(view_of(game, table.rules, "pursuers"), table.rules)
    seen, guess = walked(public, table.rules)
    station = opening.table.layout.station
    true = walk.p[station]
    assert true in {p[seen.table.layout.station] for p in guess.worlds}
    illegal = [finding.message for finding in guess.findings.all() if finding.verdict == "illegal"]
    assert illegal == []
