"""`python tests/evenings.py --count 500 --seed 1`: the records and the announcements of the referee at the table are right.

Games of every edition, house rule and pack, of the house rules in `tests/repro` (secret orders and actions, bids, trades,
announcements) and of rules that chance makes up, are typed at the table line by line, secrets by those who alone may see them.
Both records that are left are not illegal; the fugitive is where `where` of the open one says that he can be; everything that
the open one has as announced is shown to everybody; the same command continues the same game.
"""

from __future__ import annotations

import sys
from pathlib import Path
from random import Random

from campaign import campaign
from live_play import Player, Table, table
from random_variants import accepted
from soundness import made, picked

from adjudicator import Game
from adjudicator.faults import Refused
from adjudicator.files import read_toml
from adjudicator.judge.secrets import OPEN
from adjudicator.record import transcript as r
from adjudicator.record import write
from adjudicator.record.lexicon import FUGITIVE

HERE = Path(__file__).parent
OWN = sorted(path for path in (HERE / "repro").glob("*.toml") if not path.name.endswith(".cases.toml"))
HEADS = ("seats", "start", "cards")  # of a page from which a game begins
LINES = 60  # that are typed


def chosen(seed: int, chance: Random, folder: Path) -> tuple[str, tuple[str, ...]] | None:
    """The rules of an evening; None where those that chance made up are refused."""
    kind = seed % 3
    if kind == 0:
        return picked(chance)
    if kind == 1:
        path = chance.choice(OWN)
        return (f"2014+{path}" if read_toml(path)[0].get("pack") else str(path)), ()
    found = accepted(seed, folder, secrets=True)
    return (str(found), ()) if found else None


def begun(variant: str, options: tuple[str, ...], seed: int, folder: Path) -> Table | None:
    """A table with these rules; None where the referee says that it cannot begin."""
    try:
        record = made(variant, options).game(seed)
        heads = [r.Header("variant", variant), *([r.Header("option", options)] if options else [])]
        heads += [one for one in record.headers if one.key in (*HEADS, "board")]
        return table(folder / "table", write(r.Transcript(tuple(heads), FUGITIVE)), seed=seed)
    except Refused:
        return None


def typed(at: Table, player: Player) -> None:
    """Type one line; an action that the others do not see, where its piece is alone."""
    line = player.line()
    piece = (line.split() or [""])[0]
    if piece in at.game.game.pieces[1:] and is_secret(line, at):
        at.type(f"alone {piece}")
        at.type("")
        if at.screen.is_private:
            at.type(line)
        while at.screen.is_private:
            at.type("")
        return
    at.type(line)


def is_secret(line: str, at: Table) -> bool:
    return any(act.table.seen not in OPEN and f" {act.written} " in f" {line} " for act in at.game.rules.actions.values())


def evening(at: Table, chance: Random) -> None:
    player = Player(at, Random(chance.random()), special=0.6)
    for _ in range(chance.randint(5, LINES)):
        if at.game.is_over:
            break
        typed(at, player)


def faults_of(at: Table) -> list[str]:
    """The faults in the records of a table, and in the announcements there."""
    found = []
    known, whole = Game.parse(at.log, at.game.rules), Game.of(at.read_back().record, at.game.rules)
    for name, game in (("the log", known), ("the private record", whole)):
        if game.verdict.verdict == "illegal":
            found.append(f"{name} is illegal: {game.findings[0].message}")
    station = whole.station(FUGITIVE)
    if not known.is_over and station is not None and station not in known.where().stations:
        found.append(f"`where` of the log leaves out {station}, where he is")
    said = "\n".join(at.public)
    found += [
        f"{heard.words!r} is in the log, and nobody was shown it" for heard in known.record.heard if heard.words not in said
    ]
    told = whole.walk.end.told
    if told is None:
        found.append("nobody knows any more what was announced")
    announced = [one.text for _, every in told or () for one in every if not one.piece]
    if [heard.words for heard in known.record.heard] != announced:
        found.append(f"announced: {announced}; in the log: {known.record.heard}")
    return found


def tried(seed: int, folder: Path) -> int:
    """One evening, or none. Raises AssertionError with all that is wrong."""
    chance = Random(seed)
    rules = chosen(seed, chance, folder)
    at = begun(*rules, seed, folder) if rules else None
    if rules is None or at is None:
        return 0
    evening(at, chance)
    found = faults_of(at)
    kept, over = at.game.items, at.game.is_over
    at.quit()
    if not over and not found:
        again = table(folder / "table")
        found += [] if again.game.items == kept else ["the same command continues another game"]
        again.quit()
    assert not found, f"{rules[0]} {';'.join(rules[1])}: " + "\n".join([*found, at.secret.rstrip() if not over else ""])
    return 1


if __name__ == "__main__":
    sys.exit(campaign(__doc__ or "", "evenings", 500, tried))
