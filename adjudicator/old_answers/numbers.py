"""Answers in numbers: how many rounds, entries, stations, pieces and tickets."""

from __future__ import annotations

from adjudicator.answers.answer import Answer, Desk, both, listed, seat_row, spoken
from adjudicator.answers.experiments import experiment, pursuers
from adjudicator.answers.positions import reach
from adjudicator.answers.questions import Question
from adjudicator.answers.rounds import last_round
from adjudicator.answers.surfacings import surfacing_entries
from adjudicator.faults import Fault, Place, Refused
from adjudicator.game import Game
from adjudicator.judge.lexicon import FUGITIVE
from adjudicator.language import tree as t
from adjudicator.language.tree_walk import walk


# -- how many
def count(desk: Desk, question: Question) -> Answer:
    """Tickets, rounds, entries, stations, pieces, and every named number of the variant."""
    names = question.values("value")
    if question.fare or question.has("ticket") or question.has("double"):
        return tickets(desk, question)
    if question.has("round") or question.has("turn"):
        return rounds(desk)
    if question.has("go") and not (names or question.has("station") or question.has("entry")):
        return rounds(desk)
    if question.has("surface"):
        found = surfacing_entries(desk)
        return Answer("", (f"{len(found)}: after entries {both(map(str, found))}",), facts={"surfacings": list(found)})
    if question.has("entry"):
        return _named(desk, "windows")
    if question.has("station") and question.who:
        return reach(desk, question)
    if question.has("station"):
        stations = list(desk.rulebook.board.stations) if desk.rulebook.board else []
        says = f"{len(stations)}, numbered from {stations[0]} to {stations[-1]}" if stations else "there is no board"
        gaps = [n for n in range(stations[0], stations[-1]) if n not in stations] if stations else []
        more = (f"there is no {listed(gaps, 6)}",) if gaps else ()
        return Answer("", (says, *more), facts={"stations": len(stations)})
    if names and not any(role.plural == names[0] for role in desk.rulebook.tables.roles.values()):
        return _named(desk, names[0])
    if question.who or names:
        return _seats(desk, question)
    raise Refused([Fault("Q31", Place("question"), numbers=both(sorted(desk.rulebook.numbers), "or"))])


def rounds(desk: Desk) -> Answer:
    """Found by closing round after round: a number that no rule asks for is not the length of a game."""
    last = last_round(desk.rulebook)
    ending = [rule for rule in desk.rulebook.rules.values() if rule.section == "endings" and "length" in rule.about]
    if last is None:
        grounds = [desk.rule(rule.id) for rule in desk.rulebook.rules.values() if rule.section == "endings" and rule.statements]
        return Answer("", ("no number of rounds is set: the game lasts until it ends in another way",), tuple(grounds),
                      facts={"rounds": None})  # fmt: skip
    sooner = _sooner(desk, last)
    if desk.game is not None:
        sooner = (*sooner, f"this is round {desk.game.round}")
    return Answer("", (f"{last} rounds", *sooner), tuple(desk.rule(rule.id) for rule in ending), facts={"rounds": last})


def _sooner(desk: Desk, last: int) -> tuple[str, ...]:
    """Whether entries count and not rounds: then a double brings the end nearer."""
    entries_end_it = last_round(desk.rulebook, doubles=1) == last - 1
    return (f"or fewer: {last} entries end it, and a double writes two",) if entries_end_it else ()


def _named(desk: Desk, name: str) -> Answer:
    """A named number, and the rules that ask for it."""
    value = desk.rulebook.numbers.get(name)
    asking = [rule for rule in desk.rulebook.rules.values() if any(_mentions(one, name, desk) for one in rule.statements)]
    grounds = tuple(desk.rule(rule.id) for rule in asking)
    if value is None:
        rows = [(row[name], row) for row in desk.rulebook.tables.seats if name in row]
        if not rows:
            raise Refused([Fault("Q31.number", Place("question"), name=name, known=desk.rulebook.numbers)])
        says = tuple(f"{number} with {seat_row(row, desk.rulebook, but=name)}" for number, row in rows)
        return Answer("", says, grounds, facts={name: [number for number, _ in rows]})
    said = both(map(str, value)) if isinstance(value, tuple) else str(value)
    unused = () if asking else ("no rule in force asks for it",)
    return Answer("", (f"{name}: {said}", *unused), grounds, facts={name: list(value) if isinstance(value, tuple) else value})


def _mentions(statement: t.Statement, name: str, desk: Desk) -> bool:
    """Whether a statement uses a named number, itself or by a term."""
    for node in walk(statement):
        if isinstance(node, t.Name):
            meaning = desk.rulebook.scope.names.get(node.name)
            body = meaning.body if meaning is not None and meaning.what == "term" else None
            if node.name == name or (body is not None and any(isinstance(n, t.Name) and n.name == name for n in walk(body))):
                return True
    return False


def _seats(desk: Desk, question: Question) -> Answer:
    rows = tuple(seat_row(row, desk.rulebook) for row in desk.rulebook.tables.seats)
    grounds = tuple(desk.rule(rule.id) for rule in desk.rulebook.rules.values() if "seats" in rule.about)
    return Answer("", rows or ("any number",), grounds, facts={"seats": list(rows)})


def tickets(desk: Desk, question: Question) -> Answer:
    """In a game what a piece holds now; else what its role is dealt."""
    named = [question.fare] if question.fare else _doubles(desk) if question.has("double") else []
    kinds = named or list(desk.rulebook.tables.tickets)
    who = question.who or (FUGITIVE if question.has("double") else "")
    if desk.game is not None and who in desk.game.pieces:
        return _held(desk, desk.game, who, kinds)
    if desk.game is not None and not who:
        held = [_held(desk, desk.game, piece, kinds) for piece in desk.game.pieces]
        return Answer("", tuple(line for one in held for line in one.says))
    roles = [desk.role(who)] if who else list(desk.rulebook.tables.roles)
    says, facts = [], {}
    for name in roles:
        role = desk.rulebook.tables.roles[name]
        if role.fare == "free" and not role.tickets:
            says.append(f"{role.name or name}: none, it rides free")
            continue
        dealt = {kind: role.tickets[kind] for kind in kinds if kind in role.tickets}
        facts[name] = dict(dealt)
        said = ", ".join(_amount(desk, name, kind, value) for kind, value in dealt.items())
        says.append(f"{role.name or name}: {said or 'none'}")
    topics = [rule.id for rule in desk.rulebook.rules.values() if "tickets" in rule.about and rule.section == "rules"]
    return Answer("", tuple(says), tuple(desk.rule(name) for name in topics[:2]), facts=dict(facts))


def _doubles(desk: Desk) -> list[str]:
    """The tickets that are spent on taking two moves and on no ride."""
    return [name for name, one in desk.rulebook.tables.tickets.items() if not one.pays]


def _amount(desk: Desk, role: str, kind: str, value: int | str) -> str:
    """A number; what follows from the table is said for one."""
    if value == "pile":
        return f"{desk.fare(kind)} tickets as long as the pile has any"
    if isinstance(value, int) or value == "unlimited":
        return f"{value} {desk.fare(kind)}"
    every = pursuers(desk.rulebook)
    game = experiment(desk.rulebook, {}, every)
    piece = next(seat.piece for seat in game.seating.seats if seat.role == role)
    count = game.tickets(piece).get(kind, 0)
    return f"{spoken(value)} ({desk.fare(kind)}), so {count} at a table of {len(every)} pursuers"


def _held(desk: Desk, game: Game, who: str, kinds: list[str]) -> Answer:
    seating = game.seating
    piece = seating.pieces[who]
    if seating.is_free(piece):
        return Answer("", (f"{who} rides without tickets",))
    hands = [one.tickets(who) for one in game.possible]
    held = {kind: {hand.get(kind, 0) for hand in hands} for kind in kinds}
    said = ", ".join(f"{_span(numbers)} {desk.fare(kind)}" for kind, numbers in held.items())
    shared = [seat.piece for q, seat in enumerate(seating.seats) if q != piece and seating.owner(q) == seating.owner(piece)]
    pool = (f"shared with {both(shared)}",) if shared else ()
    facts = {kind: _plain(numbers) for kind, numbers in held.items()}
    return Answer("", (f"{who} has {said}", *pool), facts={"tickets": facts})


def _span(numbers: set[int | None]) -> str:
    """A number of tickets; where the record does not tell it, from the fewest to the most."""
    known = [number for number in numbers if number is not None]
    if len(known) < len(numbers):
        return "unlimited"
    return str(known[0]) if len(known) == 1 else f"{min(known)} to {max(known)}"


def _plain(numbers: set[int | None]) -> object:
    known = [number for number in numbers if number is not None]
    if len(known) < len(numbers):
        return None
    return known[0] if len(known) == 1 else [min(known), max(known)]
