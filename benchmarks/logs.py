"""Logs to judge: whole random games of 2014, one in ten with a mistake; and records of which only the public part is left."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

from sides import COLOURS, DOUBLES, Ours, rules

from adjudicator.engine.layout import OVER, ROUND, TURN

PERSONS = ("Ben", "Cleo", "Dev", "Eli", "Fay")
FUGITIVES = (35, 45, 51, 71, 78, 104, 106, 127, 132, 146, 166, 170, 172)
PURSUERS = (13, 26, 29, 34, 50, 53, 91, 94, 103, 112, 117, 123, 138, 141, 155, 174)


def game(seed: int) -> str:
    """A whole game with five detectives, as a person would write it down; every tenth has a station that no line leads to."""
    random, ours = Random(seed), Ours.of("2014", COLOURS)
    start = {"X": random.choice(FUGITIVES), **dict(zip(COLOURS, random.sample(PURSUERS, len(COLOURS)), strict=True))}
    p, rounds = ours.lister.referee.start(start), dict[int, list[str]]()
    while not p[OVER]:
        several = ours.lister.doubles(p) if not p[TURN] and random.random() < DOUBLES else []
        clause = random.choice(several or ours.lister.singles(p))
        rounds.setdefault(p[ROUND], []).append(clause)
        p = ours.lister.play(p, clause)
    if seed % 10 == 0:
        wrong = random.choice(list(rounds.values()))
        wrong[-1] = f"{wrong[-1].rsplit(' ', 1)[0]} 199"
    seats = "; ".join(["X = Ana", *(f"{piece} = {person}" for piece, person in zip(COLOURS, PERSONS, strict=True))])
    head = f"variant: 2014\nseats: {seats}\nstart: {'; '.join(f'{piece} {at}' for piece, at in start.items())}\n\n"
    return head + "".join(f"{number}. {'; '.join(said)}\n" for number, said in rounds.items())


def write_logs(folder: Path, count: int) -> None:
    folder.mkdir(parents=True)
    for number in range(1, count + 1):
        (folder / f"game-{number:04}.log").write_text(game(number), encoding="utf-8")


def public_record(variant: str) -> tuple[Any, Any, Any]:
    """What the detectives could have written down of a whole game, the game itself, and its rules."""
    from adjudicator.judge.lexicon import lexicon_of
    from adjudicator.judge.log_file import Asked
    from adjudicator.judge.views import view_of
    from adjudicator.record import parse, write
    from adjudicator.workshop.random_games import maker

    made = maker(Asked(variant)) if variant == "2014" else maker(Asked(variant, "london-1895-sample"))
    whole = next(game for game in map(made.game, range(1, 60)) if len(game.clauses) > 60)
    lexicon = lexicon_of(made.rulebook)
    public, _ = parse(write(view_of(whole, made.rulebook, "detectives")), lexicon, "public.log")
    again, _ = parse(write(whole), lexicon, "whole.log")
    return public, again, made.rulebook


def long_game(rounds: int) -> tuple[Any, Any]:
    """A legal game of many rounds, under rules that let one go on so long; and its rulebook."""
    from adjudicator.judge.lexicon import lexicon_of
    from adjudicator.record import parse

    rulebook, random = rules(str(Path(__file__).parent / "endless.toml")), Random(rounds)
    ours = Ours.of(rulebook.origin("id").file, COLOURS[:4])
    start = {"X": 104, "red": 26, "blue": 117, "green": 174, "yellow": 50}
    p, said = ours.lister.referee.start(start), list[str]()
    while p[ROUND] <= rounds and not p[OVER]:
        safe = [text for text in ours.lister.clauses(p) if not ours.lister.play(p, text)[OVER] and " 2x " not in text]
        if not safe:
            break
        said.append(random.choice(safe))
        p = ours.lister.play(p, said[-1])
    head = f"start: {'; '.join(f'{piece} {at}' for piece, at in start.items())}\n\n"
    return parse(head + "\n".join(said), lexicon_of(rulebook), "long.log")[0], rulebook
