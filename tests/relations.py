"""`python tests/relations.py --count 2000 --seed 1`: the same game, written otherwise, is judged the same.

Games that chance makes up, of every edition, house rule and pack, with two options chosen at random; half of them have a
mistake in them. Each is written otherwise in every way below; the verdict, the result, each finding and the stations where the
fugitive can be stay what they were.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

from attrs import evolve, frozen
from campaign import campaign
from soundness import made, picked

from adjudicator import Game
from adjudicator.faults import Refused
from adjudicator.judge.seat_rows import held
from adjudicator.judge.secrets import OPEN, hidden_in, with_public_facts
from adjudicator.judge.views import view_of
from adjudicator.language import tree as t
from adjudicator.language.tree_walk import walk
from adjudicator.record import parse, write
from adjudicator.record import transcript as r
from adjudicator.record.lexicon import FUGITIVE, lexicon_of
from adjudicator.rulebook.model import Rulebook
from adjudicator.seals import seal, unseal

TEAM = "detectives"


@frozen
class Written:
    """A game with its rules, and a source of chance for how it is written otherwise."""

    record: r.Transcript
    rulebook: Rulebook
    chance: Random

    @property
    def text(self) -> str:
        return write(self.record)


# --- what is compared


def essence(game: Game, renamed: Callable[[str], str] = str) -> tuple[object, ...]:
    """Everything that does not hang on how a game is written."""
    verdict, result = game.verdict, game.result
    findings = [(one.verdict, one.rule, one.round, renamed(one.message)) for one in verdict.findings]
    stations = game.where().stations if not game.is_over else ()
    return verdict.verdict, result and (result.winner, result.by, result.round), findings, stations


def read(text: str, rulebook: Rulebook) -> Game:
    """Raises AssertionError where the text cannot be read."""
    record, faults = parse(text, lexicon_of(rulebook))
    wrong = [fault.message for fault in faults if fault.is_error and fault.code != "T001"]
    assert not wrong, f"cannot be read: {wrong[0]}\n{text}"
    return Game.of(record, rulebook)


# --- the same game in other words


def with_line_ends(one: Written) -> str:
    """As a computer writes it that ends lines otherwise, with a mark of its encoding and spaces at the ends of lines."""
    return "\ufeff" + re.sub(r"\n", lambda _: one.chance.choice((" \r\n", "\r\n", "\t\r\n")), one.text)


def with_lines(one: Written) -> str:
    """Each clause on its own line."""
    head, gap, body = one.text.partition("\n\n")
    return head + gap + re.sub(r'; (?=(?:[^"\n]*"[^"\n]*")*[^"\n]*$)', "\n   ", body, flags=re.MULTILINE)


def with_comments(one: Written) -> str:
    """With remarks, blank lines and more spaces."""
    lines = (f"{line}  # {one.chance.randint(1, 199)}" if line else "# a remark\n" for line in one.text.splitlines())
    return "\n".join(lines) + "\n"


def with_halves(one: Written) -> str:
    """Each double as two clauses, as it is written at a table."""
    items = [half for item in one.record.items for half in (_halves(item) if isinstance(item, r.Clause) else (item,))]
    return write(r.Transcript(tuple(items), one.record.fugitive, one.record.file))


def _halves(clause: r.Clause) -> Iterator[r.Clause]:
    rides = [at for at, part in enumerate(clause.parts) if isinstance(part, r.Ride)]
    if clause.piece != FUGITIVE or len(rides) < 2 or clause.head is None:
        yield clause
        return
    yield evolve(clause, parts=clause.parts[: rides[1]])
    yield evolve(clause, parts=clause.parts[rides[1] :])


WRITINGS = (with_line_ends, with_lines, with_comments, with_halves)


def otherwise(one: Written, base: tuple[object, ...]) -> Iterator[str]:
    for way in WRITINGS:
        found = essence(read(way(one), one.rulebook))
        if found != base:
            yield f"{way.__name__.replace('_', ' ')}: {found} and not {base}"


# --- other colours


def renamed(one: Written, game: Game) -> Iterator[str]:
    """Pieces that the rules do not tell apart have other names."""
    names = _alike(one, game)
    if len(names) < 2:
        return
    others = one.chance.sample(names, len(names))
    there, back = dict(zip(names, others, strict=True)), dict(zip(others, names, strict=True))
    pattern = re.compile(rf"\b(?:{'|'.join(names)})\b")
    again = read(pattern.sub(lambda found: there[found[0]], one.text), one.rulebook)
    before, after = essence(game), essence(again, lambda said: pattern.sub(lambda found: back[found[0]], said))
    if _in_any_order(before) != _in_any_order(after):
        yield f"with other colours {there}: {after} and not {before}"


def _alike(one: Written, game: Game) -> list[str]:
    """The pieces of one role that no rule names, and that are called like nothing else."""
    rules = [node for rule in one.rulebook.rules.values() for statement in rule.statements for node in walk(statement)]
    taken = {node.name for node in rules if isinstance(node, t.Name | t.Call)} | set(one.rulebook.tables.tickets)
    taken |= {name for role in one.rulebook.tables.roles.values() for name in role.pieces}
    taken |= {name for row in one.rulebook.tables.seats for group in held(row) for name in group}
    seats = [seat for seat in game.seating.seats[1:] if seat.piece not in taken]
    role = one.chance.choice([seat.role for seat in seats]) if seats else ""
    return [seat.piece for seat in seats if seat.role == role]


def _in_any_order(found: tuple[object, ...]) -> tuple[object, ...]:
    """A finding can list several pieces, in the order of their names."""
    verdict, result, findings, stations = found
    assert isinstance(findings, list)
    return verdict, result, [(one[:3], sorted(re.findall(r"\w+", one[3]))) for one in findings], stations


# --- fewer clauses


def begun(one: Written, game: Game) -> Iterator[str]:
    """Of the beginning of a record, the findings are those of the whole one up to there."""
    steps = [at for at, item in enumerate(one.record.items) if isinstance(item, r.Clause)]
    at = one.chance.choice(steps) + 1
    items = [
        item for item in one.record.items[:at] if not (isinstance(item, r.Header) and item.key in ("result", "surfacings"))
    ]
    some = read(write(r.Transcript(tuple(items), FUGITIVE, one.record.file)), one.rulebook)
    illegal, found = ([one.message for one in whole.findings if one.verdict == "illegal"] for whole in (game, some))
    if found != illegal[: len(found)]:
        yield f"its first {len(steps[: steps.index(at - 1) + 1])} clauses: {found} and not {illegal}"


# --- what others know


def seen(one: Written, game: Game) -> Iterator[str]:
    """The view of a view is that view; the view of all pursuers can be made from that of one of them."""
    seat = one.chance.choice((*game.pieces, TEAM))
    view = write(view_of(one.record, one.rulebook, seat))
    again = write(view_of(read(view, one.rulebook).record, one.rulebook, seat))
    if again != view:
        yield f"the view that {seat} has of its own view is\n{again}and not\n{view}"
    if seat in (FUGITIVE, TEAM):
        return
    direct = write(view_of(one.record, one.rulebook, TEAM))
    through = write(view_of(read(view, one.rulebook).record, one.rulebook, TEAM))
    if through != direct:
        yield f"the view of {TEAM} of that of {seat} is\n{through}and not\n{direct}"


def sealed(one: Written) -> Iterator[str]:
    """Behind seals the same can be known as from the view, and opened, it is the same record."""
    acts = [part for clause in one.record.clauses for part in clause.parts if isinstance(part, r.Act)]
    if any(one.rulebook.actions[act.action].table.seen not in OPEN for act in acts):
        return  # `seal` says no: it hides values, and not that something was done at all
    record = with_public_facts(one.record, one.rulebook)
    public, key = seal(record, hidden_in(record, one.rulebook))
    shown, view = read(write(public), one.rulebook), read(write(view_of(record, one.rulebook, TEAM)), one.rulebook)
    if shown.verdict.verdict != view.verdict.verdict:
        yield f"sealed it is {shown.verdict.verdict}, and its view {view.verdict.verdict}"
    if shown.where().stations != view.where().stations:
        yield f"`where` of the sealed record is {shown.where().stations}, and of the view {view.where().stations}"
    opened, changed = unseal(shown.record, key)
    if changed or write(opened) != write(record):
        yield f"unsealed it is\n{write(opened)}and not\n{write(record)}"


# --- one game


def faults_of(record: r.Transcript, rulebook: Rulebook, chance: Random) -> Iterator[str]:
    right = Written(record, rulebook, chance)
    game = read(right.text, rulebook)
    assert game.verdict.verdict == "legal", f"game {game.verdict.verdict}: {game.findings[:1]}"
    yield from seen(right, game)
    yield from sealed(right)
    one = Written(mistaken(record, game, chance), rulebook, chance) if chance.random() < 0.5 else right
    game = read(one.text, rulebook)
    yield from otherwise(one, essence(game))
    yield from renamed(one, game)
    yield from begun(one, game)


def mistaken(record: r.Transcript, game: Game, chance: Random) -> r.Transcript:
    """The same record with one ride to another station of the board, and no word of how it ended."""
    rides = [
        (at, number)
        for at, item in enumerate(record.items)
        if isinstance(item, r.Clause)
        for number, part in enumerate(item.parts)
        if isinstance(part, r.Ride)
    ]
    at, number = chance.choice(rides)
    clause = record.items[at]
    assert isinstance(clause, r.Clause)
    ride = clause.parts[number]
    assert isinstance(ride, r.Ride)
    part = evolve(ride, to=chance.choice(sorted(game.engine.board.stations)))
    clause = evolve(clause, parts=(*clause.parts[:number], part, *clause.parts[number + 1 :]))
    items = (*record.items[:at], clause, *record.items[at + 1 :])
    return r.Transcript(
        tuple(one for one in items if not (isinstance(one, r.Header) and one.key in ("result", "surfacings"))),
        record.fugitive,
        record.file,
    )


def tried(seed: int, folder: Path) -> int:
    """The number of games: one. Raises AssertionError with all that differs."""
    chance = Random(seed)
    variant, options = picked(chance)
    workshop = made(variant, options)
    try:
        record = workshop.game(seed)
    except Refused as refused:
        raise AssertionError(f"{variant} {options}: cannot be made: {refused}") from None
    found = list(faults_of(record, workshop.rulebook, chance))
    assert not found, f"{variant} {';'.join(options)}: " + "\n".join(found)
    return 1


if __name__ == "__main__":
    sys.exit(campaign(__doc__ or "", "games", 2000, tried))
