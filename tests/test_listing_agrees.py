"""The fast listing and the careful judge come from the same rules: they agree on random positions of every variant.

Every shipped variant and every house rule of the examples, with options switched on at random, and house rules that are made
up: what `Lister` lists is what `Referee` lists, what it accepts is listed, what it plays leads where the referee leads, and the
judge finds nothing against it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random

import pytest
from attrs import frozen
from fuzzing.composing import rules_of_a_file
from second_judge import EDITIONS, KINDS, plant, random_record

from adjudicator.check.checking import check
from adjudicator.check.dealing import deal, headed
from adjudicator.check.findings import Findings
from adjudicator.check.generating import maker
from adjudicator.check.naming import lexicon_of
from adjudicator.check.opening import Opening, open_record
from adjudicator.check.pages import Asked, loaded
from adjudicator.check.sprinting import Sprint
from adjudicator.check.walking import Walk
from adjudicator.engine.layout import OVER, TURN
from adjudicator.engine.listing import Lister
from adjudicator.engine.steps import Move, Ride, written
from adjudicator.engine.turns import Cells
from adjudicator.faults import Refused
from adjudicator.record import parse
from adjudicator.rulebook.reading import load

TOP = Path(__file__).parent.parent
PACK = re.compile(r"^pack *= true", re.MULTILINE)
NO_GAME = re.compile(r"^abstract *= true", re.MULTILINE)
SEEDS = range(3)
STEPS = 40  # clauses of a game
TRIES = 12  # sets of options until one goes together


def variants() -> Iterator[str]:
    for path in sorted((TOP / "variants").glob("*.toml")):
        if not NO_GAME.search(path.read_text(encoding="utf-8")):
            yield path.stem
    folders = ("house-rules", "packs", "saltmarsh")
    for path in sorted(path for folder in folders for path in (TOP / "examples" / folder).glob("*.toml")):
        if not path.name.endswith(".cases.toml"):
            pack = PACK.search(path.read_text(encoding="utf-8"))
            yield f"2014+{path.relative_to(TOP)}" if pack else str(path.relative_to(TOP))


@cache
def options_of(variant: str) -> dict[str, tuple[str, ...]]:
    return {name: option.values for name, option in load(variant).options.items()}


def asked_at_random(variant: str, random: Random) -> Asked:
    """The variant with some of its options chosen, so that they go together."""
    for _ in range(TRIES):
        every = sorted(options_of(variant).items())
        chosen = [f"{name}={random.choice(values)}" for name, values in every if random.random() < 0.4]
        try:
            loaded(Asked(variant, options=tuple(chosen)))
        except Refused:
            continue
        return Asked(variant, options=tuple(chosen))
    return Asked(variant)


@frozen
class Game:
    """A table at which a random game can be played."""

    opening: Opening
    lister: Lister
    start: Cells


def game(asked: Asked, random: Random) -> Game | None:
    """None where nobody can list: the board lacks what the rules ask for."""
    made = maker(asked)
    headers = made.headers | deal(made.rulebook, random).headers
    transcript = headed(headers, made.rulebook)
    opening = open_record(transcript, made.rulebook)
    if not opening.referee.complete:
        return None
    start = Walk(opening, transcript, Findings(made.rulebook)).run().p
    return Game(opening, Lister(opening.referee), start)


def picked(moves: list[Move], random: Random) -> Move:
    """A move; actions as often as rides, however few there are."""
    kinds: dict[tuple[type, ...], list[Move]] = {}
    for move in moves:
        kinds.setdefault(tuple(type(step) for step in move.steps), []).append(move)
    return random.choice(kinds[random.choice(list(kinds))])


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("variant", list(variants()))
def test_listing_and_judging_agree(variant: str, seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(TOP)
    random = Random(f"{variant} {seed}")
    asked = asked_at_random(variant, random) if seed else Asked(variant)
    table = game(asked, random)
    if table is None:
        pytest.skip("this board does not know what the rules ask for")
    assert_agreement(table, random, STEPS, asked)


MADE = 6  # files of house rules for each seed, of which half are no rules


@pytest.mark.parametrize("seed", range(8))
def test_made_up_house_rules_agree(seed: int, tmp_path: Path) -> None:
    """Rules that nobody thought of: made up from the words of the language."""
    played = 0
    for number in range(MADE):
        random, path = Random(f"{seed} {number}"), tmp_path / f"made-{number}.toml"
        path.write_bytes(rules_of_a_file(random))
        asked = Asked(str(path), board="london-1895-sample" if b'"holmes"' in path.read_bytes() else "")
        try:
            loaded(asked)
        except Refused:
            continue
        table = game(asked, random)
        assert table is not None
        assert_agreement(table, random, 15, path.read_text(encoding="utf-8"))
        played += 1
    assert played


def assert_agreement(table: Game, random: Random, steps: int, asked: object) -> None:
    """Play so many clauses at random, and ask everybody before each."""
    referee, lister, p = table.opening.referee, table.lister, table.start
    before: list[str] = []
    for _ in range(steps):
        listed = [(written(move, table.opening.table.layout), move) for move in referee.moves(p)]
        moves = dict(reversed(listed))
        assert sorted(lister.clauses(p)) == sorted(text for text, _ in listed), asked
        agree_on_claims(table, p, [*moves, *before], moves)
        for text in random.sample(sorted(moves), min(5, len(moves))):
            assert lister.play(p, text) == referee.play(p, moves[text]), (asked, text)
            nothing_against(table, p, moves[text])
        assert all(not judged_legal(table, p, ride) for ride in not_listed(table, p, moves, random)), asked
        if not moves:
            break
        before = list(moves)
        p = referee.play(p, picked(list(moves.values()), random))


def agree_on_claims(table: Game, p: Cells, claims: list[str], legal: dict[str, Move]) -> None:
    """A clause that is looked up is never one that is not listed, and leads where it should; all that are listed are found."""
    lister, pieces = table.lister, table.opening.table.layout.pieces
    if not lister.closes_by_itself:
        return
    for text in claims:
        piece = pieces[text.split()[0]]
        after = lister.claims[piece](p, text) if piece else lister.claimed(p, text)
        if after is not None:
            assert text in legal
            assert after == table.opening.referee.play(p, legal[text])
        else:
            assert text not in legal or not (piece or lister.looked_at)


def nothing_against(table: Game, p: Cells, move: Move) -> None:
    """The judge finds no reason against a listed clause, step by step."""
    referee, judge = table.opening.referee, table.opening.judge
    p = referee.ready(p, move)
    for step in move.steps:
        if isinstance(step, Ride):
            judged = judge.ride(p, step.piece, step.ticket, step.mode if step.ticket < 0 else None, step.to)
            assert judged.loses == ""
        else:
            judged = judge.act(p, step)  # type: ignore[arg-type]
        assert judged.reasons == (), (written(move, table.opening.table.layout), judged.reasons)
        p = referee.step(p, step)


def not_listed(table: Game, p: Cells, moves: dict[str, Move], random: Random) -> list[Ride]:
    """Rides along lines of the board, of pieces whose turn it is, that are not listed."""
    if p[OVER]:
        return []
    code, layout = table.opening.table, table.opening.table.layout
    turns = table.opening.referee.turns
    pieces = (0,) if turns.side(p) == "fugitive" else turns.waiting(p)
    if pieces == (0,) and not table.opening.referee.entry_due(p):
        return []
    found = []
    for q in pieces:
        for ticket, to, mode, _ in code.hooks[f"ALL_{code.profile[q]}"][p[layout.station + q]]:
            ride = Ride(q, ticket, mode, to)
            if written(Move(q, (ride,)), layout) not in moves:
                found.append(ride)
    return random.sample(found, min(10, len(found)))


def judged_legal(table: Game, p: Cells, ride: Ride) -> bool:
    judged = table.opening.judge.ride(p, ride.piece, ride.ticket, ride.mode if ride.ticket < 0 else None, ride.to)
    return not judged.reasons and not judged.loses


def test_doubles_and_entries_are_told_apart() -> None:
    table = game(Asked("2014"), Random(1))
    assert table is not None
    assert table.start[TURN] == 0
    singles, doubles = table.lister.singles(table.start), table.lister.doubles(table.start)
    assert sorted([*singles, *doubles]) == sorted(table.lister.clauses(table.start))
    assert doubles
    assert all(" 2x " in text for text in doubles)
    assert not any(" 2x " in text for text in singles)


# --- the sprint through a record


@pytest.mark.parametrize("edition", sorted(set(EDITIONS) - {"holmes", "holmes-original"}))
def test_the_sprint_changes_no_verdict(edition: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Records with and without mistakes, judged with the sprint and without it."""
    rulebook = load(edition)
    lexicon = lexicon_of(rulebook)
    sprint = Sprint.sprint
    for seed, kind in enumerate(["", *KINDS] * 2):
        record = random_record(edition, seed)
        planted = plant(record, seed, [kind]) if kind else None
        record = planted.record if planted else record
        transcript, faults = parse(record.text(), lexicon, "game.log")
        verdicts = []
        for way in (sprint, lambda self, done, index, upto: (done, index)):
            monkeypatch.setattr(Sprint, "sprint", way)
            verdicts.append(check(transcript, rulebook, faults))
        assert verdicts[0] == verdicts[1], record.text()
        assert verdicts[0][0].verdict == ("illegal" if planted else "legal"), record.text()
