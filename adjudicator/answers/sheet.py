"""A player's sheet as data: what a table has to know of an edition, from the rules in force."""

from __future__ import annotations

from collections.abc import Iterable

from adjudicator.answers.answer import each
from adjudicator.answers.differences import said
from adjudicator.answers.facts import counts_rounds, surfacing_entries
from adjudicator.answers.rounds import last_round
from adjudicator.answers.rulelist import Entry, Reading, entries, reading
from adjudicator.rulebook.model import Rulebook
from adjudicator.rulebook.tables import RoleTable
from adjudicator.values import frozen

# Headings by the topics that rules carry; a rule goes under the first that fits.
CHAPTERS = (
    ("Setting up", ("set-up",)),
    ("Turns and moving", ("movement", "turn", "lines", "ferry")),
    ("Tickets", ("tickets", "payment")),
    ("The log and being seen", ("log", "surfacing", "visibility")),
    ("Double moves", ("double move",)),
)
BLACK = "#30343a"
POOLS = {
    "piece": "each piece has its own tickets",
    "person": "the pieces of a person share their tickets",
    "side": "all pursuers share their tickets",
}
HIDDEN = ("record",)  # rules about writing games down are for the judge, not for the table


@frozen
class Cast:
    """One kind of piece and what it holds."""

    name: str
    side: str
    tickets: tuple[tuple[str, str], ...]
    free: bool
    pieces: tuple[str, ...]


@frozen
class Ticket:
    """A kind of ticket, what it pays for, and its colour."""

    name: str
    pays: str
    colour: str


@frozen
class Chapter:
    title: str
    entries: tuple[Entry, ...]


@frozen
class Sheet:
    id: str
    title: str
    booklet: str
    board: str
    digest: str
    aim: str
    rounds: int | None
    surfacings: tuple[int, ...]
    counts: str  # "entry" or "round"
    cast: tuple[Cast, ...]
    seats: tuple[str, ...]  # a sentence for each size of table
    pays: tuple[Ticket, ...]
    supplies: tuple[str, ...]  # tickets that nobody holds when the game begins
    chapters: tuple[Chapter, ...]
    options: tuple[Entry, ...]
    readings: tuple[Reading, ...]


def sheet(rulebook: Rulebook, usual: Rulebook | None = None) -> Sheet:
    """The sheet of a rulebook; `usual` is the edition with no option chosen, to tell what this table has changed."""
    tables = rulebook.tables
    every = entries(rulebook)
    contested = [reading(rulebook, one.status) for one in every]
    changed = {name for name, value in rulebook.chosen.items() if usual is not None and usual.chosen.get(name) != value}
    agreed = tuple(one for one in every if one.kind == "option" and one.id in changed)
    return Sheet(
        rulebook.name,
        rulebook.title,
        tables.rulebook,
        rulebook.board.title if rulebook.board else "",
        rulebook.digest,
        _aim(rulebook),
        last_round(rulebook),
        surfacing_entries(rulebook),
        "round" if counts_rounds(rulebook) else "entry",
        tuple(_cast(name, role, rulebook) for name, role in tables.roles.items()),
        tuple(_seats(rulebook)),
        tuple(_pays(rulebook)),
        tuple(_supplies(rulebook)),
        tuple(_chapters(every)),
        agreed,
        tuple({one.id: one for one in contested if one is not None and one.option not in changed}.values()),
    )


def _aim(rulebook: Rulebook) -> str:
    """The aim of the game in one sentence; the endings say the rest."""
    roles = rulebook.tables.roles
    hunted = " and ".join(role.name or name for name, role in roles.items() if role.side == "fugitive")
    hunters = " and ".join(role.plural or name for name, role in roles.items() if role.side == "pursuers")
    return f"The {hunters} try to catch {hunted}, who tries to escape."


def _pays(rulebook: Rulebook) -> Iterable[Ticket]:
    """The tickets that somebody holds. One that is good for several means of transport hides which, so it is black."""
    held = {kind for role in rulebook.tables.roles.values() for kind in role.tickets}
    colours = {mode.name: mode.colour for mode in rulebook.board.modes} if rulebook.board else {}
    for name, ticket in rulebook.tables.tickets.items():
        if ticket.pays and name in held:
            pays = ", ".join(_mode(mode, rulebook) for mode in ticket.pays)
            yield Ticket(ticket.name or name, pays, colours.get(ticket.pays[0], BLACK) if len(ticket.pays) == 1 else BLACK)


def _supplies(rulebook: Rulebook) -> Iterable[str]:
    for name, supply in rulebook.tables.supplies.items():
        tickets = [f"{count} {rulebook.tables.tickets[kind].name or kind}" for kind, count in supply.starts.items() if count]
        if tickets:
            yield supply.says or f"Beside the board ({name}): {', '.join(tickets)}."


def _mode(name: str, rulebook: Rulebook) -> str:
    return rulebook.tables.modes[name].name or name if name in rulebook.tables.modes else name


def _cast(name: str, role: RoleTable, rulebook: Rulebook) -> Cast:
    held = tuple((rulebook.tables.tickets[kind].name or kind, said(amount)) for kind, amount in role.tickets.items())
    return Cast(
        role.name or name, role.side, held, role.fare == "free", tuple(role.names.get(piece, piece) for piece in role.pieces)
    )


def _seats(rulebook: Rulebook) -> Iterable[str]:
    """Each row of the seat table as a sentence: the pieces, who holds them, and the rest by name."""
    roles = {role.plural or name: role.name or name for name, role in rulebook.tables.roles.items()}
    for row in rulebook.tables.seats:
        pieces = [f"{row[key]} {roles[key] if row[key] == 1 else key}" for key in row if key in roles and row[key]]
        rest = [_counted(key, row[key]) for key in row if key not in (*roles, "persons")]
        held = [_held(row["persons"])] if "persons" in row else []
        yield f"{', '.join(pieces)}: {'; '.join([*held, *rest])}."


def _held(persons: object) -> str:
    """How many persons play the detectives."""
    if not isinstance(persons, tuple):
        return "1 person plays all detectives" if persons == 1 else f"{persons} persons"
    if len(set(persons)) == 1:
        return f"{len(persons)} persons with {persons[0]} {'detective' if persons[0] == 1 else 'detectives'} each"
    return f"{len(persons)} persons with {', '.join(map(str, persons[:-1]))} and {persons[-1]} detectives"


def _counted(key: str, value: object) -> str:
    """`2 chips each`, `1 chip each`; the pool of tickets as a sentence, any other word after its key."""
    if not isinstance(value, int):
        return POOLS[value] if key == "pool" and isinstance(value, str) else f"{key}: {said(value)}"
    return each(value, key)


def _chapters(every: tuple[Entry, ...]) -> Iterable[Chapter]:
    """The endings, then rules under headings, then the actions that are not a double move."""
    endings = tuple(one for one in every if one.kind == "ending")
    if endings:
        yield Chapter("End of the game", endings)
    rules = [one for one in every if one.kind in ("rule", "action") and not set(HIDDEN) & set(one.about)]
    left = list(rules)
    for title, _ in CHAPTERS:
        found = [one for one in left if one.about and _first(one) == title]
        left = [one for one in left if one not in found]
        if found:
            yield Chapter(title, tuple(found))
    if left:
        yield Chapter("Special rules", tuple(left))


def _first(one: Entry) -> str:
    """The heading under which a rule stands: that of its first topic that has one."""
    for topic in one.about:
        for title, topics in CHAPTERS:
            if topic in topics:
                return title
    return ""
