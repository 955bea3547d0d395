"""The table of facts of a rulebook: every number in force, each with a sentence and the rules that state it.

Nothing here knows an edition: roles, tickets, supplies, decks and numbers are those that the rulebook has.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

from adjudicator.answers.answer import both, listed, seat_row, spoken
from adjudicator.answers.experiments import experiment, pursuers
from adjudicator.answers.rounds import last_round
from adjudicator.engine import NONE, RIDDEN, fields
from adjudicator.judge import seat_rows
from adjudicator.language import tree as t
from adjudicator.rulebook.model import Rulebook
from adjudicator.values import frozen

FURTHEST = 40  # entries that are looked at


@frozen
class Fact:
    """One thing that a table of the rulebook says: `kind` of what, `of` whom or what, and its value."""

    kind: str
    of: str
    what: str
    value: object
    says: str
    rules: tuple[str, ...] = ()


@lru_cache(maxsize=64)
def facts(rulebook: Rulebook) -> tuple[Fact, ...]:
    """All of them, the most asked first."""
    return (*_length(rulebook), *_tickets(rulebook), *_seats(rulebook), *_numbers(rulebook), *_things(rulebook))


def select(rulebook: Rulebook, kind: str, of: str = "", what: str = "") -> tuple[Fact, ...]:
    """The facts of a kind, of somebody, about something; nothing named is anything."""
    return tuple(one for one in facts(rulebook) if one.kind == kind and of in ("", one.of) and what in ("", one.what))


def about(rulebook: Rulebook, *topics: str, section: str = "") -> tuple[str, ...]:
    """The rules in force that carry all these topics."""
    found = (rule for rule in rulebook.rules.values() if section in ("", rule.section) and set(topics) <= set(rule.about))
    return tuple(rule.id for rule in found)


def fugitive(rulebook: Rulebook) -> str:
    """The name of the fugitive."""
    return next(role.name or "the fugitive" for role in rulebook.tables.roles.values() if role.side == "fugitive")


# -- the length of the game, and when he is seen
def _length(rulebook: Rulebook) -> Iterator[Fact]:
    last = last_round(rulebook)
    endings = about(rulebook, "length", section="endings")
    if last is None:
        others = [rule.says for rule in rulebook.rules.values() if rule.section == "endings" and "stranded" in rule.about]
        says = "no number of rounds is set: the game lasts until it ends in another way"
        says = "; ".join((says, *others[:1])).rstrip(".")
        yield Fact(
            "rounds", "", "", None, says, tuple(rule.id for rule in rulebook.rules.values() if rule.section == "endings")
        )
    else:
        sooner = last_round(rulebook, _doubles(rulebook)) or last
        fewer = f", or {sooner} with every double played" if sooner < last else ""
        yield Fact("rounds", "", "", last, f"{last} rounds{fewer}", endings)
    windows = rulebook.numbers.get("windows")
    if windows:
        yield Fact("windows", "", "", windows, f"the log has {windows} fields for entries", about(rulebook, "log")[:1])
    yield schedule(rulebook)


def _doubles(rulebook: Rulebook) -> int:
    held = (role.tickets.get("double", 0) for role in rulebook.tables.roles.values() if role.side == "fugitive")
    return next((number for number in held if isinstance(number, int)), 0)


def shown(rulebook: Rulebook, entry: int, round: int, ticket: str = "") -> tuple[str, ...]:
    """The parts of an entry that the pursuers see, for an entry of this number in this round."""
    game = experiment(rulebook, {}, pursuers(rulebook)).supposing(entries=entry, round=round)
    common = next((name for name, one in rulebook.tables.tickets.items() if len(one.pays) == 1), "")
    paid = game.seating.symbols.get(ticket or common, NONE)
    return fields(game.engine.shown_at_once(game.worlds[0].cells, RIDDEN, paid))


def surfacing_entries(rulebook: Rulebook) -> tuple[int, ...]:
    """The entries after which his station is seen, one entry for each round."""
    return tuple(n for n in range(1, FURTHEST) if "station" in shown(rulebook, n, n))


def counts_rounds(rulebook: Rulebook) -> bool:
    """Whether it is the number of the round that decides, and not that of the entry."""
    return any(("station" in shown(rulebook, n, n - 1)) != ("station" in shown(rulebook, n, n)) for n in range(2, FURTHEST))


def schedule(rulebook: Rulebook) -> Fact:
    """The entries on which he is seen, or where he is seen as a rule, those on which he is not."""
    seen, name = surfacing_entries(rulebook), fugitive(rulebook)
    last = rulebook.numbers.get("windows")
    most = max([last if isinstance(last, int) else 0, *seen]) + 1
    hidden = tuple(n for n in range(1, most) if n not in seen)
    rules = tuple(dict.fromkeys(rule.id for rule, one in rulebook.statements(t.Show, t.Hide) if _of_station(one)))
    unit, many = ("round", "rounds") if counts_rounds(rulebook) else ("entry", "entries")
    if not seen:
        later = tuple(
            rule.id for rule, one in rulebook.statements(t.On) if "show station" in str(rulebook.tables.rules[rule.id].code)
        )
        says = rulebook.rules[later[0]].says if later else f"{name} never shows himself"
        return Fact("schedule", "seen", unit, (), says, later or rules)
    if len(seen) > len(hidden):
        times = f"is seen after every {unit} except {both(map(str, hidden))}" if hidden else f"is seen after every {unit}"
        return Fact("schedule", "hidden", unit, hidden, f"{name} {times}", rules)
    return Fact("schedule", "seen", unit, seen, f"{name} shows himself after {many} {both(map(str, seen))}", rules)


def _of_station(statement: t.Statement) -> bool:
    return isinstance(statement, t.Show | t.Hide) and "station" in statement.fields


# -- tickets
def _tickets(rulebook: Rulebook) -> Iterator[Fact]:
    tables, paid = rulebook.tables, about(rulebook, "tickets", section="rules")[:1]
    for name, role in tables.roles.items():
        who = fugitive(rulebook) if role.side == "fugitive" else f"each {role.name or name}"
        if role.fare == "free" and not role.tickets:
            free = f"{who} rides free and holds no tickets"
            yield Fact("free", name, "", True, free, about(rulebook, "free fare") or about(rulebook, "movement")[:1])
            continue
        for kind, amount in role.tickets.items():
            ticket = rulebook.called.get(kind, kind)
            yield Fact("ticket", name, kind, amount, f"{who}: {_amount(ticket, amount)}", paid)
    for kind, number in tables.box.items():
        yield Fact("box", "", kind, number, f"in the box: {number} {rulebook.called.get(kind, kind)}", ())
    for name, supply in tables.supplies.items():
        for kind, number in supply.starts.items():
            says = f"{supply.says.rstrip('.') or name}: {number} {rulebook.called.get(kind, kind)} at the beginning"
            yield Fact("supply", name, kind, number, says)


def _amount(ticket: str, amount: int | str) -> str:
    if amount == "pile":
        return f"{ticket} tickets as long as the pile has any"
    if isinstance(amount, int):
        return f"{amount} {ticket}"
    return f"unlimited {ticket}" if amount == "unlimited" else f"{spoken(amount)} ({ticket})"


# -- the table
def players(row: seat_rows.Row) -> int:
    """One for the fugitive, and those who hold the pursuers: by default everybody holds one of the first kind."""
    persons = row.get("persons")
    if isinstance(persons, tuple):
        return 1 + len(persons)
    counts = [value for key, value in row.items() if isinstance(value, int) and key != "persons"]
    return 1 + (persons if isinstance(persons, int) else counts[0])


def _seats(rulebook: Rulebook) -> Iterator[Fact]:
    rules = about(rulebook, "seats", section="rules")
    for row in rulebook.tables.seats:
        count = players(row)
        yield Fact("seats", str(count), "", row, f"{count} players: {seat_row(row, rulebook)}", rules)
    if not rulebook.tables.seats:
        yield Fact("seats", "", "", None, "any number of players", rules)
    for name, role in rulebook.tables.roles.items():
        if role.pieces:
            names = [role.names.get(piece, piece) for piece in role.pieces]
            yield Fact("characters", name, "", role.pieces, f"{role.plural or name}: {both(names)}", rules)


def pieces_in(row: seat_rows.Row, role: str, rulebook: Rulebook) -> int:
    """How many pieces of a role, or of all pursuers, a row of the seat table has."""
    roles = [role] if role in rulebook.tables.roles else list(seat_rows.pursuer_roles(rulebook))
    return sum(seat_rows.count(row, name, rulebook) for name in roles)


# -- named numbers, supplies, decks
def _numbers(rulebook: Rulebook) -> Iterator[Fact]:
    for name, value in rulebook.numbers.items():
        if name not in ("rounds", "windows"):
            said = listed(value) if isinstance(value, tuple) else value
            rules = tuple(
                rule.id for rule in rulebook.rules.values() if f"{name}" in str(_code(rulebook, rule.section, rule.id)).split()
            )
            yield Fact("number", "", name, value, f"{name.replace('-', ' ')}: {said}", rules)


def _code(rulebook: Rulebook, section: str, name: str) -> str:
    return str(getattr(rulebook.tables, section)[name].code)


def _things(rulebook: Rulebook) -> Iterator[Fact]:
    board = rulebook.board
    decks = {one.name: one.size for one in board.deck_list} if board else {}
    decks |= {name: len(one.cards) for name, one in rulebook.tables.decks.items() if isinstance(one.cards, tuple)}
    for name, size in decks.items():
        yield Fact("deck", name, "", size, f"{name.replace('-', ' ')}: {size} cards", about(rulebook, "cards")[:1])
    for name, option in rulebook.options.items():
        says = f"`{name}` is `{rulebook.chosen[name]}` (of {', '.join(option.values)}): {option.says}"
        yield Fact("option", name, "", rulebook.chosen[name], says)


def in_force(rulebook: Rulebook) -> Iterable[str]:
    """The numbers that a table asks for first, in sentences: length, schedule, tickets, who rides free, seats."""
    yield from (one.says for kind in ("rounds", "schedule") for one in select(rulebook, kind))
    for name, role in rulebook.tables.roles.items():
        held = [_amount(rulebook.called.get(kind, kind), amount) for kind, amount in role.tickets.items()]
        who = fugitive(rulebook) if role.side == "fugitive" else f"each {role.name or name}"
        free = f"{who} rides free" if role.fare == "free" else ""
        yield "; ".join(filter(None, (f"{who}: {', '.join(held)}" if held else "", free)))
    yield from (one.says for one in select(rulebook, "seats"))
