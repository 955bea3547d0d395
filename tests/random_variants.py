"""`python tests/random_variants.py --count 10000 --seed 1`: every variant that lint accepts works.

Variants made up from the grammar. Each that is accepted is compiled; a game of it is made up, judged legal, seen by every seat,
sealed, written, read back and unsealed, published by its table and read back; nothing may fail on the way. With `--secrets`, a
station that one side writes down in secret is added to each.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from functools import partial
from itertools import count
from multiprocessing import get_context
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import monotonic

from fuzzing.composing import rules_of_a_file, secret
from soundness import said, views_of, wrong_view

from adjudicator import Game
from adjudicator.faults import Refused
from adjudicator.judge.log_file import Asked, loaded
from adjudicator.judge.secrets import OPEN, hidden_in
from adjudicator.record import parse, write
from adjudicator.record import transcript as r
from adjudicator.record.lexicon import lexicon_of
from adjudicator.rulebook.model import Rulebook
from adjudicator.seals import seal, unseal
from adjudicator.table.played_clause import played
from adjudicator.table.record_files import reads_back
from adjudicator.table.table_game import TableGame
from adjudicator.workshop import random_games

SOME = 20  # variants that one process tries: the tables of all would fill the memory
ROUNDS = 8  # of a game: rules of chance come into their own early


def accepted(seed: int, folder: Path, secrets: bool = False) -> Path | None:
    """The file of a variant that chance made up; None if a rule of it is refused."""
    path = folder / f"made-{seed}.toml"
    path.write_bytes(rules_of_a_file(Random(seed)) + (secret(Random(f"secret {seed}")).encode() if secrets else b""))
    try:
        loaded(Asked(str(path)))
    except Refused:
        return None
    return path


def faults_of(path: Path, seed: int) -> Iterator[str]:
    maker = random_games.maker(Asked(str(path)))
    record, rulebook = begun(maker.game(seed)), maker.rulebook
    game = Game.of(record, rulebook)
    if game.verdict.verdict not in ("legal", "undecided"):
        yield f"game {said(game)}"
        return
    game.moves()
    for text, seat in views_of(game).items():
        yield from (f"view of {seat} {fault}" for fault in wrong_view(game, text))
    yield from wrong_seal(record, rulebook)
    yield from wrong_saving(record, rulebook)


def begun(record: r.Transcript) -> r.Transcript:
    """The first rounds of a game, with no word of how it ended."""
    items: list[r.Item] = []
    for item in record.items:
        if isinstance(item, r.RoundMark) and item.number > ROUNDS:
            break
        if not isinstance(item, r.Header) or item.key != "result":
            items.append(item)
    return r.Transcript(tuple(items), record.fugitive, record.file)


def wrong_seal(record: r.Transcript, rulebook: Rulebook) -> Iterator[str]:
    """The differences after the sealed record is written, read back and opened."""
    acts = [part for clause in record.clauses for part in clause.parts if isinstance(part, r.Act)]
    if any(rulebook.actions[act.action].table.seen not in OPEN for act in acts):
        return  # `seal` says no: it hides values, and not that something was done at all
    public, key = seal(record, hidden_in(record, rulebook))
    again, faults = parse(write(public), lexicon_of(rulebook))
    if any(fault.is_error for fault in faults):
        yield f"sealed, it cannot be read back: {faults[0]}"
        return
    opened, changed = unseal(again, key)
    if changed or write(opened) != write(record):
        yield f"unsealed, it is not what it was: {changed[:1] or write(opened)}"


def wrong_saving(record: r.Transcript, rulebook: Rulebook) -> Iterator[str]:
    """The losses of a game that is played at a table, saved and continued."""
    heads = (one for one in record.headers if one.key not in ("result", "surfacings"))
    game = TableGame(rulebook, (*heads, r.Header("turns", "marked")))
    for item in record.items:
        if isinstance(item, r.Clause):
            game = played(game, item)
        elif isinstance(item, r.TurnEnd | r.Draw):
            game = game.after(item)
    if not reads_back(game):
        yield f"saved, it does not read back: {write(game.record)}"


def tried(seed: int, secrets: bool = False) -> tuple[int, bool, list[str]]:
    """A seed, whether its variant was accepted, and all its errors."""
    with TemporaryDirectory() as folder:
        path = accepted(seed, Path(folder), secrets)
        if path is None:
            return seed, False, []
        try:
            return seed, True, list(faults_of(path, seed))
        except Exception as error:
            return seed, True, [] if is_clear(error) else [f"{type(error).__name__}: {error}"]


def is_clear(error: Exception) -> bool:
    """Too many choices are refused while a game is played: how many there are depends on the position."""
    return isinstance(error, Refused) and {fault.code for fault in error.faults} == {"F85"}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", "--variants", type=int, default=10_000, help="that are accepted")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--secrets", action="store_true", help="with a station that one side writes down in secret")
    parser.add_argument("--jobs", type=int, default=1, help="processes; each is replaced after some variants")
    asked = parser.parse_args()
    begun_at, bad, done = monotonic(), 0, 0
    with get_context("fork").Pool(asked.jobs, maxtasksperchild=SOME) as pool:
        for seed, is_accepted, found in pool.imap(partial(tried, secrets=asked.secrets), count(asked.seed)):
            done += is_accepted
            for fault in found:
                bad += 1
                print(f"--count 1 --seed {seed}: {fault}", flush=True)
            if done >= asked.count:
                break
    spent = monotonic() - begun_at
    print(f"{done} variants of {seed + 1 - asked.seed} from seed {asked.seed}, {spent:.0f} s: {bad or 'no'} faults")
    return int(bad > 0)


if __name__ == "__main__":
    sys.exit(main())
