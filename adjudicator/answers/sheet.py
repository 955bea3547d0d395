"""A player's sheet as data: what a table has to know of an edition, from the rules in force."""

from __future__ import annotations

from collections.abc import Iterable

from adjudicator.answers.differences import said
from adjudicator.answers.facts import counts_rounds, surfacing_entries
from adjudicator.answers.rounds import last_round
from adjudicator.answers.rulelist import Entry, Reading, entries, reading
from adjudicator.rulebook.model import Rulebook
from adjudicator.rulebook.tables import RoleTable
from adjudicator.values import frozen

# Headings by the topics that rules carry; a rule stands under the first that fits.
CHAPTERS = (
    ("Setting up", ("set-up",)),
    ("Turns and moving", ("movement", "turn", "lines", "ferry")),
    ("Tickets", ("tickets", "payment")),
    ("The log and being seen", ("log", "surfacing", "visibility")),
    ("Double moves", ("double move",)),
)
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
    rounds: int | None
    surfacings: tuple[int, ...]
    counts: str  # "entry" or "round"
    cast: tuple[Cast, ...]
    seats: tuple[tuple[str, ...], ...]  # the first row is the heading
    pays: tuple[tuple[str, str], ...]
    chapters: tuple[Chapter, ...]
    options: tuple[Entry, ...]
    readings: tuple[Reading, ...]


def sheet(rulebook: Rulebook, usual: Rulebook | None = None) -> Sheet:
    """The sheet of a rulebook; `usual` is the edition with no option chosen, to tell what this table has changed."""
    tables = rulebook.tables
    every = entries(rulebook)
    contested = [reading(rulebook, one.status) for one in every if one.kind != "option"]
    changed = {name for name, value in rulebook.chosen.items() if usual is not None and usual.chosen.get(name) != value}
    agreed = tuple(one for one in every if one.kind == "option" and one.id in changed)
    return Sheet(
        rulebook.name,
        rulebook.title,
        tables.rulebook,
        rulebook.board.title if rulebook.board else "",
        rulebook.digest,
        last_round(rulebook),
        surfacing_entries(rulebook),
        "round" if counts_rounds(rulebook) else "entry",
        tuple(_cast(name, role, rulebook) for name, role in tables.roles.items()),
        tuple(_seats(rulebook)),
        tuple(_pays(rulebook)),
        tuple(_chapters(every)),
        agreed,
        tuple({one.id: one for one in contested if one is not None and one.option not in changed}.values()),
    )


def _pays(rulebook: Rulebook) -> Iterable[tuple[str, str]]:
    """What the tickets pay for that somebody holds."""
    held = {kind for role in rulebook.tables.roles.values() for kind in role.tickets}
    for name, ticket in rulebook.tables.tickets.items():
        if ticket.pays and name in held:
            yield ticket.name or name, ", ".join(_mode(mode, rulebook) for mode in ticket.pays)


def _mode(name: str, rulebook: Rulebook) -> str:
    return rulebook.tables.modes[name].name or name if name in rulebook.tables.modes else name


def _cast(name: str, role: RoleTable, rulebook: Rulebook) -> Cast:
    held = tuple((rulebook.tables.tickets[kind].name or kind, said(amount)) for kind, amount in role.tickets.items())
    return Cast(
        role.name or name, role.side, held, role.fare == "free", tuple(role.names.get(piece, piece) for piece in role.pieces)
    )


def _seats(rulebook: Rulebook) -> Iterable[tuple[str, ...]]:
    rows = rulebook.tables.seats
    keys = list(dict.fromkeys(key for row in rows for key in row))
    if keys:
        yield tuple(keys)
        yield from (tuple(said(row[key]) if key in row else "–" for key in keys) for row in rows)


def _chapters(every: tuple[Entry, ...]) -> Iterable[Chapter]:
    """Rules under headings, then the actions that are not a double move, then the endings."""
    rules = [one for one in every if one.kind in ("rule", "action") and not set(HIDDEN) & set(one.about)]
    left = list(rules)
    for title, _ in CHAPTERS:
        found = [one for one in left if one.about and _first(one) == title]
        left = [one for one in left if one not in found]
        if found:
            yield Chapter(title, tuple(found))
    if left:
        yield Chapter("Special rules", tuple(left))
    endings = tuple(one for one in every if one.kind == "ending")
    if endings:
        yield Chapter("End of the game", endings)


def _first(one: Entry) -> str:
    """The heading under which a rule stands: that of its first topic that has one."""
    for topic in one.about:
        for title, topics in CHAPTERS:
            if topic in topics:
                return title
    return ""
