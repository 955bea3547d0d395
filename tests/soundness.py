"""`python tests/soundness.py --games 1000 --seed 1`: is a legal game ever called illegal?

Games that chance makes up, of every edition, house rule and pack, with two options chosen at random. Each is legal; the view of
every seat is never illegal, and `where` holds the truth in it; nor is a page on which some rides cannot be read; a page that
begins at any clause is not illegal behind it, and ends the same. `--variant` and `--options` take one game only;
`--every-option` plays one of everything, with each value of each option (with `--variant holmes`, of every game with this in
its name); `--every-pair` with every two values together, in rows that choose a value of every option: a third of the games.
`--part 2/4` plays every fourth variant, from the second on. `--every-page` tears a page at every clause of a game.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterator
from functools import lru_cache, partial
from itertools import islice
from pathlib import Path
from random import Random
from time import monotonic

import option_pairs
from attrs import evolve

from adjudicator import Game
from adjudicator.faults import Refused
from adjudicator.files import read_toml
from adjudicator.judge.batch import editions
from adjudicator.judge.log_file import Asked
from adjudicator.judge.moments import happened_in
from adjudicator.judge.named_state import NamedState
from adjudicator.judge.views import seen_by
from adjudicator.record import transcript as r
from adjudicator.record import write
from adjudicator.record.lexicon import FUGITIVE
from adjudicator.rulebook.loader import load
from adjudicator.rulebook.model import Rulebook
from adjudicator.workshop.random_games import Maker, maker

TOP = Path(__file__).parents[1]
FEW = 4  # values of an option that is a number, which are tried one by one
GROUND = ("2014", "classic", "2000", "holmes")  # what packs are added to
PAGE = ("round", "entry", "moved", "start", "tickets", "state", "result", "heard", "cards")  # what a torn page says for itself
BLOTS = 6  # clauses of a page that cannot be read, and one more
TORN = 4  # pages of a game, at clauses that chance picks, unless all are asked for


@lru_cache
def variants() -> tuple[str, ...]:
    """Everything that is shipped and can be played, each pack on several games."""
    files = [path for folder in ("house-rules", "packs", "saltmarsh") for path in (TOP / "examples" / folder).glob("*.toml")]
    found = list(editions("all"))
    for path in sorted(one for one in files if not one.name.endswith(".cases.toml")):
        table = read_toml(path)[0]
        if table.get("pack"):
            found += [f"{game}+{path}" for game in GROUND]
        elif not table.get("abstract"):
            found.append(str(path))
    return tuple(found)


def picked(chance: Random) -> tuple[str, tuple[str, ...]]:
    """A variant, and values of two of its options; all of them go together."""
    while True:
        variant = chance.choice(variants())
        try:
            options = load(variant).options
            names = chance.sample(sorted(options), min(2, len(options)))
            picks = tuple(f"{name}={chance.choice(values(options[name].values))}" for name in names)
            load(variant, options=picks)
        except Refused:  # a pack that does not fit this game, an option that excludes another
            continue
        return variant, picks


def tables_of(variant: str) -> Iterator[tuple[str, ...]]:
    """Nothing chosen, then each value of each option that goes with the rest; nothing at all where a pack does not fit."""
    try:
        options = load(variant).options
    except Refused:
        return
    yield ()
    for name, option in options.items():
        for value in values(option.values)[:FEW]:
            if goes_with(variant, ((name, value),)):
                yield (f"{name}={value}",)


def pairs_of(variant: str) -> Iterator[tuple[str, ...]]:
    """Nothing chosen, then rows in which every two values of options meet; nothing at all where a pack does not fit."""
    try:
        options = load(variant).options
    except Refused:
        return
    yield ()
    few = {name: values(option.values)[:FEW] for name, option in options.items()}
    yield from map(chosen, option_pairs.rows(few, partial(goes_with, variant)))


def goes_with(variant: str, row: option_pairs.Row) -> bool:
    """Whether the values go together: an option may exclude another."""
    try:
        load(variant, options=chosen(row))
    except Refused:
        return False
    return True


def chosen(row: option_pairs.Row) -> tuple[str, ...]:
    return tuple(f"{name}={value}" for name, value in sorted(row))


def values(said: tuple[str, ...] | str) -> tuple[str, ...]:
    """The values of an option; of a span of numbers, each."""
    span = re.fullmatch(r"(\d+)\.\.(\d+)", said if isinstance(said, str) else " ".join(said))
    return tuple(map(str, range(int(span[1]), int(span[2]) + 1))) if span else tuple(said)


@lru_cache(maxsize=32)
def made(variant: str, options: tuple[str, ...]) -> Maker:
    return maker(Asked(variant, options=options))


# --- one game


def faults_of(record: r.Transcript, rulebook: Rulebook, chance: Random, pages: int = TORN) -> Iterator[str]:
    """Everything that is called wrong with a game that is right."""
    game = Game.of(record, rulebook)
    if game.verdict.verdict != "legal":
        yield f"game {said(game)}"
        return
    for text, seat in views_of(game).items():
        yield from (f"view of {seat} {fault}" for fault in wrong_view(game, text))
    course, places = game.course(), [place for place, _ in happened_in(record)]
    for at in sorted(chance.sample(range(1, len(course)), min(pages, len(course) - 1))):
        yield from (f"page from {places[at - 1] + 1} on {fault}" for fault in wrong_page(course[at], game, places[at - 1] + 1))
    if record.result or not game.is_over:  # a page that does not claim a result is taken for one of a game that goes on
        yield from (f"page with blots {fault}" for fault in wrong_view(game, write(blotted(record, chance))))


def said(game: Game) -> str:
    verdict = game.verdict
    return verdict.verdict + "".join(f": round {one.round}: {one.message}" for one in verdict.findings[:1])


def views_of(game: Game) -> dict[str, str]:
    """The records that the seats could have written, each text with a seat: most of them saw the same."""
    return {write(seen_by(game.walk.end, seat)): seat for seat in (*game.pieces, "detectives")}


def wrong_view(game: Game, text: str) -> Iterator[str]:
    try:
        view = Game.parse(text, game.rules)
    except Refused as refused:
        yield f"cannot be read back: {refused}"
        return
    if view.verdict.verdict not in ("legal", "undecided"):
        yield said(view)
    truth = game.station(FUGITIVE)
    if truth is not None and truth not in view.where().stations:
        yield f"leaves out {truth}, where he is"


def wrong_page(begun: Game, whole: Game, done: int) -> Iterator[str]:
    """The faults in the rest of a game after a moment of it, when so many items of its record are done."""
    page = torn(begun, whole, done)
    if page is None:
        return
    rest = Game.of(page, whole.rules)
    if rest.verdict.verdict not in ("legal", "undecided"):
        yield said(rest)
    elif rest.verdict.verdict == "legal" and (rest.result and rest.result.by) != (whole.result and whole.result.by):
        yield f"ends by {rest.result and rest.result.by}, not by {whole.result and whole.result.by}"


def blotted(record: r.Transcript, chance: Random) -> r.Transcript:
    """The same game with some rides that cannot be read, of any piece: the ticket, the station or both."""
    few = set(chance.sample(range(len(record.clauses)), min(len(record.clauses), chance.randrange(1, BLOTS))))
    blots = {id(clause) for number, clause in enumerate(record.clauses) if number in few}
    items = (_blotted(item, chance) if isinstance(item, r.Clause) and id(item) in blots else item for item in record.items)
    return r.Transcript(tuple(items), record.fugitive, record.file)


def _blotted(clause: r.Clause, chance: Random) -> r.Clause:
    parts = []
    for part in clause.parts:
        if isinstance(part, r.Ride) and not part.mark:  # a mark is there because the table saw the station
            to, ticket = chance.choice(((None, part.ticket), (part.to, None), (None, None)))
            part = evolve(part, to=to, ticket=ticket, mode=None)
        parts.append(part)
    return evolve(clause, parts=tuple(parts))


def torn(begun: Game, whole: Game, done: int) -> r.Transcript | None:
    """The rest of a game on its own page, with everything on top that a page can say; None where it cannot."""
    now, facts = begun.named_state(), whole.rules.facts
    his = now.side == "fugitive"
    if begun.is_over or begun.is_inside_turn or (his and now.moved) or "off" in now.stations.values():
        return None
    if facts.draws or facts.deals or facts.asks_earlier_tickets:  # a page does not tell which cards are gone, nor how he went
        return None
    heads = [one for one in whole.record.headers if one.key not in PAGE or one.key == "result"]
    heads += [
        r.Header("round", begun.round),
        r.Header("entry", begun.entries),
        r.Header("start", tuple(r.Start(piece, at) for piece, at in begun.stations.items())),
        r.Header("tickets", tuple(holdings(now))),
        r.Header("state", tuple(states(now))),
    ]
    if not his:
        heads.append(r.Header("moved", now.moved or ((FUGITIVE,) if facts.sides[0] == "fugitive" else ())))
    rest = [item for item in whole.record.items[done:] if not isinstance(item, r.Header)]
    if any(isinstance(item, r.RoundMark) and item.number < begun.round for item in rest):  # nobody could move in that round
        return None
    return r.Transcript((*heads, *rest), FUGITIVE, "page")


def holdings(now: NamedState) -> Iterator[r.Holding]:
    for holder, held in (now.tickets | now.supplies).items():
        for ticket, count in held.items():
            yield r.Holding(holder, ticket, r.UNLIMITED if isinstance(count, str) else count)


def states(now: NamedState) -> Iterator[r.StateValue]:
    for name, value in (now.states | now.counters).items():
        for owner, one in value.items() if isinstance(value, dict) else [("", value)]:
            yield r.StateValue(f"{name} {owner}".strip(), worded(one))


def worded(value: object) -> str | None:
    if isinstance(value, tuple):
        return ", ".join(map(str, value)) or "none"
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else None if value is None else str(value)


# --- many games


def played(asked: argparse.Namespace) -> Iterator[tuple[int, str, tuple[str, ...]]]:
    """The games that are asked for: the seed, the variant and the options of each."""
    if asked.every_option or asked.every_pair:
        tables = pairs_of if asked.every_pair else tables_of
        part, parts = map(int, asked.part.split("/"))
        for variant in islice((one for one in variants() if asked.variant in one), part - 1, None, parts):
            yield from ((asked.seed + row, variant, options) for row, options in enumerate(tables(variant)))
        return
    for seed in range(asked.seed, asked.seed + asked.games):
        if asked.variant:
            yield seed, asked.variant, tuple(filter(None, asked.options.split(";")))
        else:
            yield seed, *picked(Random(seed))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--variant", default="")
    parser.add_argument("--options", default="", help="with `;` between them")
    parser.add_argument("--every-option", action="store_true")
    parser.add_argument("--every-pair", action="store_true")
    parser.add_argument("--part", default="1/1", help="of --every-option or --every-pair")
    parser.add_argument("--every-page", action="store_true", help="torn at every clause, and not at some")
    asked = parser.parse_args()
    begun, bad, games, views = monotonic(), 0, 0, 0
    for seed, variant, options in played(asked):
        workshop = made(variant, options)
        try:
            record = workshop.game(seed)
        except Refused as refused:
            found = [f"cannot be made: {refused}"]
        else:
            games, views = games + 1, views + len(record.start) + 1
            pages = len(record.clauses) if asked.every_page else TORN
            found = list(faults_of(record, workshop.rulebook, Random(seed), pages))
        for fault in found:
            bad += 1
            print(f"--games 1 --seed {seed} --variant {variant} --options {';'.join(options)!r}: {fault}", flush=True)
    spent = monotonic() - begun
    print(f"{games} games from seed {asked.seed}, {views} views, {spent:.0f} s: {bad or 'no'} faults")
    return int(bad > 0)


if __name__ == "__main__":
    sys.exit(main())
