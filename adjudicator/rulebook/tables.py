"""The tables of a variant file as a person writes them: one class for each table, its fields the possible keys.

This module does not know TOML or the rule language: `code` is text.
"""

from __future__ import annotations

from typing import Literal

from attrs import field

from adjudicator.values import frozen

Amount = int | str  # a number, "unlimited", "pile", or a value in the rule language
SeatRow = dict[str, int | str | tuple[int, ...]]  # the number of pieces of each role, the number that each person holds
Changes = dict[str, int | str | tuple[int | str | SeatRow, ...]]  # the settings of a choice, by dotted name
Lifetime = Literal["game", "round", "turn", "entry", "next entry", "next turn", "stay"]
Audience = Literal["all", "fugitive", "pursuers", "own", "none"]
Placing = Literal["turn", "instead of entry", "with entry", "after entry", "during turn"]


@frozen
class ModeTable:
    name: str = ""
    aliases: tuple[str, ...] = ()


@frozen
class TicketTable:
    pays: tuple[str, ...] = ()
    name: str = ""
    aliases: tuple[str, ...] = ()


@frozen
class RoleTable:
    side: Literal["fugitive", "pursuers"]
    name: str = ""
    plural: str = ""
    aliases: tuple[str, ...] = ()
    tickets: dict[str, Amount] = field(factory=dict)
    fare: Literal["tickets", "free"] = "tickets"
    pieces: tuple[str, ...] = ()
    names: dict[str, str] = field(factory=dict)  # display names of its fixed pieces
    borrows: str = ""  # a role whose fixed pieces may be in this one, if nobody plays them


@frozen
class SupplyTable:
    starts: dict[str, int] = field(factory=dict)
    seen: Audience = "all"
    says: str = ""
    aliases: tuple[str, ...] = ()  # other names in questions


@frozen
class DeckTable:
    cards: str | tuple[int | tuple[int, ...], ...]
    says: str = ""


@frozen
class StateTable:
    type: str
    per: Literal["", "piece", "ticket"] = ""
    lives: Lifetime = "game"
    seen: Audience = "all"
    starts: int | str = ""
    says: str = ""
    aliases: tuple[str, ...] = ()  # other names in questions


@frozen
class TermTable:
    code: str
    takes: tuple[str, ...] = ()
    says: str = ""
    status: str = ""  # of the condition, if it differs from that of the rules that use it: `contested:G56`


@frozen
class OptionTable:
    says: str
    values: tuple[str, ...] = ("off", "on")
    default: str = "off"
    cite: str = ""
    ruling: str = ""
    status: str = ""
    about: tuple[str, ...] = ()
    excludes: tuple[str, ...] = ()
    needs: tuple[str, ...] = ()
    sets: str = ""  # the key that is set to the chosen number, such as `roles.fugitive.tickets.black`
    also: dict[str, str] = field(factory=dict)  # other spellings of values
    asked: bool = False  # chosen explicitly; the seat table cannot override it
    set_: dict[str, Changes] = field(factory=dict)


@frozen
class RuleTable:
    says: str
    code: str = ""
    cite: str = ""
    status: str = "house"
    about: tuple[str, ...] = ()
    option: str | tuple[str, ...] = ()


@frozen
class ActionTable:
    says: str
    by: str
    place: Placing
    code: str = ""
    cite: str = ""
    status: str = "house"
    about: tuple[str, ...] = ()
    option: str | tuple[str, ...] = ()
    group: str = ""
    notation: str = ""
    aliases: tuple[str, ...] = ()
    seen: Audience = "all"


@frozen
class RulingTable:
    question: str
    readings: tuple[str, ...]
    default: str
    option: str = ""
    choices: tuple[str, ...] = ()  # for each reading its choice, such as `length=entries`, or "" if there is none


@frozen
class ReadingTable:
    """One reading of a choice, with its settings and code."""

    reads: str
    code: str = ""
    rule: str = ""  # the id of the rule with this code
    says: str = ""
    cite: str = ""
    status: str = ""
    about: tuple[str, ...] = ()
    set_: Changes = field(factory=dict)


@frozen
class ChoiceTable:
    """A decision. It is expanded into an option, a ruling and rules when the file is read (`choice_tables.py`)."""

    question: str
    readings: dict[str, ReadingTable]
    says: str = ""
    ruling: str = ""
    cite: str = ""
    status: str = ""
    about: tuple[str, ...] = ()
    excludes: tuple[str, ...] = ()
    needs: tuple[str, ...] = ()
    also: dict[str, str] = field(factory=dict)


@frozen
class QuestionTable:
    """A question that cannot be tried on the board, with its answer, which is valid as long as its rules and rulings are."""

    says: str
    asked: tuple[str, ...] = ()  # plain questions that have this answer
    rules: tuple[str, ...] = ()
    option: str | tuple[str, ...] = ()


@frozen
class PartTable:
    says: str
    has: tuple[str, ...] = ()


@frozen
class VariantTable:
    """A whole flattened variant."""

    id: str
    title: str
    says: str = ""
    aliases: tuple[str, ...] = ()
    board: str = ""
    rulebook: str = ""
    abstract: bool = False
    pack: bool = False
    pool: Literal["piece", "person", "side"] = "piece"
    priority: tuple[str, ...] = ()
    modes: dict[str, ModeTable] = field(factory=dict)
    tickets: dict[str, TicketTable] = field(factory=dict)
    roles: dict[str, RoleTable] = field(factory=dict)
    seats: tuple[SeatRow, ...] = ()
    log: dict[str, int | tuple[int, ...]] = field(factory=dict)
    numbers: dict[str, int | tuple[int, ...]] = field(factory=dict)
    box: dict[str, int] = field(factory=dict)
    supplies: dict[str, SupplyTable] = field(factory=dict)
    decks: dict[str, DeckTable] = field(factory=dict)
    state: dict[str, StateTable] = field(factory=dict)
    terms: dict[str, TermTable] = field(factory=dict)
    options: dict[str, OptionTable] = field(factory=dict)
    rules: dict[str, RuleTable] = field(factory=dict)
    actions: dict[str, ActionTable] = field(factory=dict)
    endings: dict[str, RuleTable] = field(factory=dict)
    rulings: dict[str, RulingTable] = field(factory=dict)
    questions: dict[str, QuestionTable] = field(factory=dict)
    parts: dict[str, PartTable] = field(factory=dict)
