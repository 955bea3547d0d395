"""The listing and the judge come from the same rules: they agree on random positions of every variant.

Every shipped variant and every house rule of the examples, with options switched on at random, and house rules that are made
up: a move that is listed is legal for the judge, a ride that is not listed is not, and a clause that is taken at once leads to
the position to which it leads step by step.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from random import Random

import pytest
from fuzzing.composing import rules_of_a_file
from second_judge import EDITIONS, KINDS, plant, random_record

from adjudicator import Game, Move, Refused
from adjudicator.engine.steps import move_of
from adjudicator.judge.deal import deal, headed
from adjudicator.judge.judgement import check
from adjudicator.judge.log_file import Asked, loaded
from adjudicator.judge.plain_clauses import PlainClauses
from adjudicator.record import parse
from adjudicator.record.lexicon import lexicon_of
from adjudicator.rulebook.loader import load
from adjudicator.workshop.random_games import maker

TOP = Path(__file__).parent.parent
PACK = re.compile(r"^pack *= true", re.MULTILINE)
NO_GAME = re.compile(r"^abstract *= true", re.MULTILINE)
SEEDS = range(2)
STEPS = 40  # clauses of a game
CLAIMS = 1000  # moves that are looked up in one position; a few made-up rules list tens of thousands
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


def game_of(asked: Asked, random: Random) -> Game | None:
    """A game that has been dealt; None where nobody can list: the board lacks what the rules ask for."""
    made = maker(asked)
    headers = made.headers | deal(made.rulebook, random).headers
    game = Game.of(headed(headers, made.rulebook), made.rulebook)
    return game if game.engine.complete else None


def picked(moves: Sequence[Move], random: Random) -> Move:
    """A move; actions as often as rides, however few there are."""
    kinds: dict[tuple[int, tuple[str, ...]], list[Move]] = {}
    for move in moves:
        kinds.setdefault((len(move.legs), move.actions), []).append(move)
    return random.choice(kinds[random.choice(list(kinds))])


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("variant", list(variants()))
def test_listing_and_judging_agree(variant: str, seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(TOP)
    random = Random(f"{variant} {seed}")
    asked = asked_at_random(variant, random) if seed else Asked(variant)
    table = game_of(asked, random)
    if table is None:
        pytest.skip("this board does not know what the rules ask for")
    assert_agreement(table, random, STEPS, asked)


MADE = 6  # files of house rules for each seed, of which half are not rules


@pytest.mark.parametrize("seed", range(10, 16))
def test_made_up_house_rules_agree(seed: int, tmp_path: Path) -> None:
    """Rules that nobody thought of: made up from the words of the language."""
    played = 0
    for number in range(10 * MADE):
        if played and number >= MADE:
            break
        random, path = Random(f"{seed} {number}"), tmp_path / f"made-{number}.toml"
        path.write_bytes(rules_of_a_file(random))
        asked = Asked(str(path), board="london-1895-sample" if b'"holmes"' in path.read_bytes() else "")
        try:
            loaded(asked)
        except Refused:
            continue
        table = game_of(asked, random)
        assert table is not None
        assert_agreement(table, random, 15, path.read_text(encoding="utf-8"))
        played += 1
    assert played


def assert_agreement(game: Game, random: Random, steps: int, asked: object) -> None:
    """Play so many clauses at random, and ask everybody before each: the listing, the referee step by step, the judge."""
    engine, before = game.engine, list[Move]()
    for _ in range(steps):
        p, moves = game.worlds[0].cells, game.moves()
        listed = set(moves)
        assert len(listed) == len(moves), asked
        known = [*moves, *before]
        for move in random.sample(known, min(CLAIMS, len(known))):
            agree_on_claim(game, p, move, listed)
        for move in random.sample(sorted(moves), min(5, len(moves))):
            assert engine.play(p, move) == step_by_step(game, p, move), (asked, move)
            ruling = game.judge(move)
            assert (ruling.verdict, ruling.findings) in (("legal", ()), ("losing", ())), (asked, move)
        for text in not_listed(game, moves, random):
            assert game.judge(text).verdict != "legal", (asked, text)
        if not moves:
            break
        before = list(moves)
        game = game.play(picked(moves, random))


def step_by_step(game: Game, p: list[int], move: Move) -> list[int]:
    """The position after the clause of a listed move, played without a look at the list."""
    clause = game.engine.taker.clause(p, move)
    assert clause is not None
    assert move_of(clause, game.seating) == move
    return game.engine.player.play(p, clause)


def agree_on_claim(game: Game, p: list[int], move: Move, listed: set[Move]) -> None:
    """A clause that is looked up is never one that is not listed, and leads where it should; all that are listed are found."""
    engine, piece = game.engine, game.seating.pieces[move.piece]
    after = engine.take(p, move)
    assert after == engine.take(p, move.notation), move
    if after is not None:
        assert move in listed
        assert after == step_by_step(game, p, move)
    elif engine.taker.closes_by_itself:
        assert move not in listed or not (piece or engine.lister.spreads.exist)


def not_listed(game: Game, moves: Sequence[Move], random: Random) -> list[str]:
    """Rides along lines of the board, of pieces whose turn it is, that are not listed."""
    engine, p = game.engine, game.worlds[0].cells
    if game.is_over or (game.side == "fugitive" and not engine.player.may_enter(p, 0)):
        return []
    listed, found = {move.notation for move in moves}, list[str]()
    pieces = (0,) if game.side == "fugitive" else engine.turns.waiting(p)
    for q in (one for one in pieces if not game.seating.is_free(one)):
        for ticket, to in engine.lines(p, q):
            text = f"{game.pieces[q]} {game.seating.symbol_names[ticket]} {to}"
            if text not in listed:
                found.append(text)
    return random.sample(found, min(10, len(found)))


# --- plain clauses of a record


@pytest.mark.parametrize("edition", sorted(set(EDITIONS) - {"holmes", "holmes-original"}))
def test_plain_clauses_change_no_verdict(edition: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Records with and without mistakes, with plain clauses played at once and without."""
    rulebook = load(edition)
    lexicon = lexicon_of(rulebook)
    plain = PlainClauses.play
    for seed, kind in enumerate(["", *KINDS] * 2):
        record = random_record(edition, seed)
        planted = plant(record, seed, [kind]) if kind else None
        record = planted.record if planted else record
        transcript, faults = parse(record.text(), lexicon, "game.log")
        verdicts = []
        for way in (plain, lambda self, index, clause, number: False):
            monkeypatch.setattr(PlainClauses, "play", way)
            verdicts.append(check(transcript, rulebook, faults))
        assert verdicts[0] == verdicts[1], record.text()
        assert verdicts[0][0].verdict == ("illegal" if planted else "legal"), record.text()
