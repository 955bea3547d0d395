"""Gathers the names that a variant declares, for the checker. Two things with one name are a fault."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from adjudicator.board.model import Board
from adjudicator.language import tree as t
from adjudicator.language.foreign_words import EFFECTS, RESERVED
from adjudicator.language.types import CARD, MODE, NOTHING, NUMBER, PIECE, STATION, TICKET, WORD, YES_NO, Meaning, Scope, Type
from adjudicator.language.vocabulary import EVENTS, LATER, VARIABLE
from adjudicator.language.vocabulary import WORD as WORDS
from adjudicator.rulebook.model import Rule
from adjudicator.rulebook.tables import StateTable, VariantTable

MOST_STATIONS = 200  # of a set, for the bound on work
STATE_TYPES = {
    "number": NUMBER, "yes or no": YES_NO, "station": STATION, "mode": MODE, "ticket": TICKET, "piece": PIECE, "word": WORD,
    "set of stations": Type("station", True, size=MOST_STATIONS),
}  # fmt: skip
EITHER = "number|station"  # type of `{3, 8}`, and of names for it
BEGIN_EFFECTS = {("state", word) for word in {*EFFECTS, "for", "show"} - LATER}  # `then move := 1` would begin to move a ticket
SPOKEN = {*VARIABLE, *WORDS, *EVENTS, *RESERVED} - LATER  # words of the language that are not allowed as names
SIDES = ("fugitive", "pursuers")
Clash = tuple[tuple[str | int, ...], str, str]  # the path of a name, the name, and the thing that it clashes with
OPEN = ("all", "pursuers")  # audiences that include pursuers


def _kind(meaning: Meaning) -> str:
    """The kind of a thing in words: a mode, a ticket, a mode and ticket, a piece."""
    return " and ".join(meaning.type.kind.split("|")) if meaning.what == "constant" else meaning.what


def state_type(table: StateTable) -> Type | None:
    """The type that a state declares, including `… or none`."""
    text, optional = table.type.strip(), False
    if text.endswith(" or none") and text != "yes or no":
        text, optional = text.removesuffix(" or none"), True
    found = STATE_TYPES.get(text)
    return None if found is None else Type(found.kind, found.many, optional)


def scope_of(
    tables: VariantTable, board: Board | None, terms: dict[str, t.Expression], rules: Mapping[str, Rule]
) -> tuple[Scope, list[Clash]]:
    """The scope, and names that clash."""
    names: dict[str, Meaning] = {}
    clashes: list[Clash] = []

    def declare(section: str, name: str, meaning: Meaning) -> None:
        if name in SPOKEN or (section, name) in BEGIN_EFFECTS:
            clashes.append(((section, name), name, "word of the language"))
        elif name in names and names[name].what != meaning.what:
            clashes.append(((section, name), name, names[name].what))
            return  # the earlier meaning is used in more places
        names[name] = meaning

    names["stations"] = Meaning("pieces", Type("station", True, size=MOST_STATIONS))
    names["tickets"] = Meaning("pieces", TICKET.set)
    names["modes"] = Meaning("pieces", MODE.set)
    _constants(names, tables, board)
    whos = _pieces(names, tables, clashes)
    for section in ("modes", "tickets", "roles", "decks", "actions"):
        clashes += [((section, name), name, "word of the language") for name in getattr(tables, section) if name in RESERVED]
    clashes += [(("actions", name), name, "kind of step") for name in tables.actions if name in EVENTS]
    groups = ((name, action.group) for name, action in tables.actions.items())
    clashes += [(("actions", name, "group"), group, "kind of step") for name, group in groups if group in EVENTS]
    names["pile"] = Meaning("supply", NUMBER)
    for name, supply in tables.supplies.items():
        declare("supplies", name, Meaning("supply", NUMBER, supply.seen not in OPEN))
    for section, table in (("log", tables.log), ("numbers", tables.numbers)):
        for name, value in table.items():
            size = len(value) if isinstance(value, tuple) else 1
            kind = Type(EITHER if section == "numbers" else "number", isinstance(value, tuple), size=size)
            declare(section, name, Meaning("number", kind, value=value))
    for row in tables.seats:
        for name, number in row.items():
            if isinstance(number, int) and name not in names and name != "persons":
                names[name] = Meaning("number", NUMBER)
    for name, state in tables.state.items():
        kind_of = state_type(state)
        hidden, own = state.seen in ("fugitive", "none"), state.seen == "own"
        declare("state", name, Meaning("state", kind_of or NOTHING, hidden, own, state.per))  # no type: reported elsewhere
    for name, body in terms.items():
        declare("terms", name, Meaning("term", NUMBER, body=body, takes=tables.terms[name].takes))
    actions = {name: whos.get(action.by, "") for name, action in tables.actions.items()}
    actions |= {action.group: whos.get(action.by, "") for action in tables.actions.values() if action.group}
    for name in (*tables.decks, *(board.decks if board else ())):
        names.setdefault(name, Meaning("deck", CARD.set))
    ids = frozenset((*tables.rules, *tables.endings))
    stations = frozenset(board.stations) if board else frozenset()
    unseen = [one for one in tables.actions.items() if one[1].seen not in OPEN and whos.get(one[1].by) != "pursuers"]
    secret = frozenset(word for name, action in unseen for word in (name, action.group) if word)
    entering = [one for one in tables.actions.items() if one[1].place == "instead of entry"]
    entries = frozenset(word for name, action in entering for word in (name, action.group) if word)
    shown = _tickets_lie_open(one for rule in rules.values() for one in rule.statements)
    during = frozenset(name for name, action in tables.actions.items() if action.place == "during turn")
    known = board is not None
    forbids = {name: sum(isinstance(one, t.Forbid) for one in rule.statements) for name, rule in rules.items()}
    made = Scope(names, ids, forbids, SIDES, whos, actions, _aliases(tables), stations, secret, entries, during, shown, known)
    return made, clashes


def _tickets_lie_open(statements: Iterable[t.Statement]) -> bool:
    """Whether all see the ticket of every entry: it is shown without a condition and never hidden."""
    shown = False
    for one in statements:
        if isinstance(one, t.Hide) and "ticket" in one.fields:
            return False
        if isinstance(one, t.Show) and "ticket" in one.fields and one.event == "entry" and one.when is None:
            shown |= one.audience in OPEN
    return shown


def _aliases(tables: VariantTable) -> dict[str, str]:
    """Names that players and records use, with the ids that rules use."""
    called = (
        (name, word.lower())
        for table in (tables.modes, tables.tickets, tables.roles, tables.actions)
        for name, one in table.items()
        for word in (getattr(one, "name", ""), getattr(one, "notation", ""), *one.aliases)
    )
    return {word.replace(" ", "-"): name for name, word in called if word and word != name}


def _constants(names: dict[str, Meaning], tables: VariantTable, board: Board | None) -> None:
    """Add modes, tickets and the values of the board's attributes; one word may be several of them."""
    kinds: dict[str, list[str]] = {}
    for name in tables.modes:
        kinds.setdefault(name, []).append("mode")
    for name in tables.tickets:
        kinds.setdefault(name, []).append("ticket")
    for attribute in board.attributes.values() if board else ():
        for value in attribute.values:
            kinds.setdefault(value, []).append("word")
        kind = {"yes-no": YES_NO, "one of": WORD, "set of": WORD.set}[attribute.kind]
        names[attribute.name] = Meaning("attribute", kind)
    for name, found in kinds.items():
        names[name] = Meaning("constant", Type("|".join(dict.fromkeys(found))))


def _pieces(names: dict[str, Meaning], tables: VariantTable, clashes: list[Clash]) -> dict[str, str]:
    """Names of pieces: everybody, the sides, roles and pieces with fixed names; and the side of each. A piece that is called
    like something else is a clash, and rules mean the other thing."""
    taken = dict.fromkeys(SPOKEN, "word of the language") | {name: _kind(meaning) for name, meaning in names.items()}
    taken |= {"fugitive": "side", "pursuers": "side", "pieces": "group of pieces", "pile": "supply"}
    whos = {"pieces": "", "fugitive": "fugitive", "pursuers": "pursuers"}
    names["pieces"] = Meaning("pieces", PIECE.set)
    names["pursuers"] = Meaning("pieces", Type("piece", True, side="pursuers"))
    for name, role in tables.roles.items():
        whos[name] = role.side
        plural = role.plural or name
        whos[plural] = role.side
        if role.side == "pursuers":
            names[plural] = Meaning("pieces", Type("piece", True, side="pursuers"))
        for at, piece in enumerate(role.pieces):
            if piece in taken:
                clashes.append((("roles", name, "pieces", at), piece, taken[piece]))
                continue
            whos[piece], taken[piece] = role.side, "piece"
            names[piece] = Meaning("piece", Type("piece", side=role.side))
    names["fugitive"] = Meaning("piece", Type("piece", side="fugitive"))
    return whos
