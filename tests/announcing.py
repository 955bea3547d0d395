"""`python tests/announcing.py --count 300 --seed 1`: announcements of hidden facts, and their open consequences.

Rules and actions that announce values, change open states by them, and forbid rides by these states. To the detectives every
open state is the same as in the game, so that no ride of theirs is refused wrongly; the views of all seats are sound.
"""

from __future__ import annotations

import sys
from pathlib import Path
from random import Random

from campaign import campaign
from random_variants import begun
from soundness import faults_of

from adjudicator import Game
from adjudicator.faults import Refused
from adjudicator.judge.log_file import Asked
from adjudicator.workshop.random_games import maker

OPEN = {"shut": "station or none", "other": "station or none", "tally": "number", "who": "piece or none"}
HIDDEN = {"stash": "station or none", "heap": "number"}
CONDITIONS = (
    "", "when next-to(to, 89) ", "when next-to(to, 67) ", "when stash = none ", "when heap mod 2 = 0 ", "when ticket = taxi ",
    "when north-of(to, from) ", "when some d in detectives has distance(station(d), to) <= 3 ",
)  # fmt: skip
BLOCKS = (
    '(announce "at {to}", shut := to)', '(shut := to, announce "late {to}")', '(announce "from {from} away", shut := from)',
    '(announce "by {mode}", when mode = bus: tally += 1)', '(announce "{to}, not {from}", shut := from, other := to)',
    '(announce "a bell", tally += 1)', '(announce "bell {entry}", tally += entry)', '(announce "here {here}", shut := here)',
    '(announce "over {passes} on", tally += count(s in passes))', '(announce "to {to}", tally += distance(to, 5))',
    '(announce "shared {to}", for each d in detectives where next-to(station(d), to): (who := d, tally += 1))',
    '(announce "paid {ticket}", when ticket = black: tally += 1)', '(announce "kept {to}", stash := to, shut := to)',
    'for each d in detectives where distance(station(d), to) <= 2: (announce "{d} runs", who := d, tally += 1)',
    'for each s in neighbours(to): (announce "beside {s}", shut := s)',
)  # fmt: skip
REACTIONS = (
    'on ride by detectives when distance(to, station(fugitive)) <= 2 then (announce "warm", tally += 1)',
    'on end of round then for each s in neighbours(station(fugitive)): (announce "near {s}", shut := s, tally += 1)',
    'on start of turn of pursuers then for each d in detectives where distance(station(d), station(fugitive)) <= 2: '
    '(announce "{d} shivers", who := d)',
    "on entry then heap += 1", "on entry when next-to(to, 100) then stash := to",
)  # fmt: skip
DEEDS = (
    'choose s from neighbours(here)\nthen (announce "{s} is shut", shut := s)',
    'choose s from neighbours(here)\nthen when north-of(s, 100): (announce "{s} is shut", shut := s)',
    'choose s from neighbours(here)\nthen (announce "{s} is shut", shut := s), stash := s',
    'choose s from neighbours(here)\nthen stash := s, (announce "bang", tally += 1)',
    'choose m from modes\nthen (announce "mode {m}", when m = bus: tally += 1)',
    'choose q from detectives\nthen (announce "{q} it is", who := q)', 'then (announce "I am at {here}", shut := here)',
)  # fmt: skip
SOME = 4  # clauses until the states are compared again
USES = (
    'forbid ride by detectives when to = shut because "{shut} is shut"',
    'forbid ride by detectives when to = other because "{other} is shut"',
    'forbid ride by detectives when tally mod 3 = 1 and mode = bus because "no bus"',
    'forbid ride by detectives when who = piece and mode = taxi and round mod 4 = 1 because "no taxi"',
)


def variant_of(chance: Random) -> str:
    """A file in which something is announced, perhaps an action that nobody sees."""
    states = [(name, kind, "all") for name, kind in OPEN.items()] + [(name, kind, "fugitive") for name, kind in HIDDEN.items()]
    text = f'id = "announcing"\ntitle = "Announcing"\nextends = "{chance.choice(("2014", "classic", "holmes"))}"\n'
    text += "".join(f'[state.{name}]\ntype = "{kind}"\nseen = "{seen}"\n' for name, kind, seen in states)
    codes = [f"on entry {chance.choice(CONDITIONS)}then {chance.choice(BLOCKS)}", *chance.sample(USES, 2)]
    codes += chance.sample(REACTIONS, chance.randint(0, 2))
    for number, code in enumerate(codes):
        text += f"[rules.made-{number}]\nsays = 'A rule.'\ncode = '''\n{code}\n'''\n"
    if chance.random() < 0.6:
        place, seen = chance.choice(("after entry", "during turn", "with entry", "turn")), chance.choice(("all", "fugitive"))
        code = chance.choice(DEEDS) + ("\nwrite 2 entries" if place == "turn" else "")
        head = f"[actions.deed]\nsays = 'A deed.'\nby = 'fugitive'\nplace = '{place}'\nseen = '{seen}'\n"
        text += f"{head}code = '''\n{code}\n'''\n"
    return text


def assert_heard(seed: int, folder: Path) -> bool:
    """Everything that is public is known to the detectives. Whether the file was accepted."""
    path = folder / "announcing.toml"
    path.write_text(variant_of(Random(seed)), encoding="utf-8")
    try:
        made = maker(Asked(str(path)))
    except Refused:
        return False
    record = begun(made.game(seed))
    faults = list(faults_of(record, made.rulebook, Random(seed)))
    assert not faults, faults[0]
    for game in Game.of(record, made.rulebook).course()[1::SOME]:
        if not game.is_over:
            seen = game.seen_by("detectives")
            assert [seen.state(name) for name in OPEN] == [game.state(name) for name in OPEN], game.text
    return True


if __name__ == "__main__":
    sys.exit(campaign(__doc__ or "", "variants", 300, assert_heard))
