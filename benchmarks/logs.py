"""Makes logs to judge: random games of 2014 with five detectives, one in ten with a mistake; and records with hidden facts."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

from measuring import run

import adjudicator as sy

SEATS = "X = Ana; red = Ben; blue = Cleo; green = Dev; yellow = Eli; purple = Fay"


def write_logs(folder: Path, count: int, environment: dict[str, str]) -> None:
    """Write random games with the command. Every tenth gets a station that no line leads to."""
    run(
        ["-m", "adjudicator", "generate", "--variant", "2014", "--seats", SEATS, "--games", str(count), "-o", str(folder)],
        environment,
    )
    for number, path in enumerate(sorted(folder.iterdir())):
        text = path.read_text(encoding="utf-8").replace("surfacings: marked\n", "")
        if number % 10 == 0:
            lines = text.rstrip("\n").split("\n")
            at = Random(number).choice([at for at, line in enumerate(lines) if line[:1].isdigit()])
            lines[at] = re.sub(r" \d+!?(;?)$", r" 199\1", lines[at])
            text = "\n".join(lines) + "\n"
        path.write_text(text, encoding="utf-8")


def public_game(variant: str, board: str = "") -> tuple[str, str]:
    """A whole game, and the record of it that the detectives could have written."""
    for seed in range(1, 60):
        seats = SEATS if variant == "2014" else ""
        random, game = Random(seed), sy.Game.deal(variant, board=board, seats=seats, seed=seed)
        while not game.is_over and game.round <= 30:
            moves = game.moves()
            if not moves:
                break
            plain = [move for move in moves if not move.actions]
            game = game.play(random.choice(plain if plain and random.random() < 0.8 else moves))
        if len(game.record.clauses) > 100:
            return game.text, game.seen_by("detectives").text
    raise RuntimeError(f"no long game of {variant}")


def bare_record(rounds: int = 22) -> str:
    """A public record without tickets or stations of the fugitive."""
    random = Random(1)
    game = sy.Game.deal("2014", detectives=4, seed=1)
    while not game.is_over and game.round <= rounds:
        moves = [move for move in game.moves() if not move.actions]
        safe = [move for move in moves if move.piece == "X" or not game.play(move).is_over]
        game = game.play(random.choice(safe or moves))
    text = game.seen_by("detectives").text
    head, _, body = text.partition("\n\n")
    kept = "\n".join(line for line in head.splitlines() if not line.startswith(("result", "surfacings")))
    return kept + "\n\n" + re.sub(r"\bX [^;\n]*", "X ? ?", body)


def long_game(rounds: int) -> str:
    """A legal game of many rounds, under rules that allow them."""
    random = Random(rounds)
    rules = sy.load_variant(str(Path(__file__).parent / "endless.toml"))
    game = sy.Game.start(rules, {"X": 104, "red": 26, "blue": 117, "green": 174, "yellow": 50})
    while game.round <= rounds and not game.is_over:
        safe = [move for move in game.moves() if not move.actions and not game.play(move).is_over]
        if not safe:
            break
        game = game.play(random.choice(safe))
    return game.text
