"""The same game at one laptop and on phones: the public and the whole records are equal to the byte."""

from __future__ import annotations

import random
from pathlib import Path

from live_play import HOUSE, TABLES, TOP, Player, table

from .driven import Served, begun, seated

FILES = ("game.log", "game.secret")
OTHER = ("h45-nuremberg", "h51-bristol", "h53-sevenster", "h57-other-boards")  # their tables are others


def tables() -> dict[str, str]:
    """Headers of a game of every edition, and of every house rule and pack that the usual table fits."""
    found = {**TABLES, **HOUSE}
    for path in sorted((TOP / "examples" / "house-rules").glob("h*.toml")):
        if path.stem.endswith(".cases") or path.stem in OTHER:
            continue
        found[path.stem] = TABLES["2014"].replace("variant: 2014", f"variant: {_name(path)}")
    return found


def _name(path: Path) -> str:
    """A file of rules is a separate variant, or something that is laid over one."""
    text = path.read_text(encoding="utf-8")
    return f"2014+{path}" if "\npack" in text else str(path)


def same_game(folder: Path, headers: str, seed: int, most: int) -> tuple[bool, int]:
    """Play one of so many lines at most: whether the files are equal, and how many clauses they have."""
    at = table(folder / "laptop", headers, seed=seed)
    session = begun(folder / "phones", headers, seed=seed)
    player = Player(at, random.Random(seed))
    with Served(seated(session)) as served:
        phones = served.phones()
        for _ in range(most):
            if at.game.is_over:
                break
            typed, asked = player.line(), at.screen.prompt
            at.type(typed)
            is_his = asked.startswith("Pass the laptop") or "`yes`" in asked or "alone: type" in at.said
            if not is_his and not phones.session.game.is_over:
                phones.say(phones.speaker(typed), typed)
    clauses = len(at.game.record.clauses)
    at.quit()
    texts = [[(folder / place / name).read_bytes() for name in FILES] for place in ("laptop", "phones")]
    return texts[0] == texts[1], clauses
