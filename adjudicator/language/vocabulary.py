"""The words of the rule language, each with its types, its meaning and an example. The reference is generated from them.

`hidden` says when a word contains a secret of the fugitive besides those in its arguments: "place" for a question about him,
"hand" for a question about him unless all see the tickets he pays with, "log" unless all see them, "always".
"""

from __future__ import annotations

from adjudicator.language.types import CARD, MODE, NUMBER, PIECE, STATION, TICKET, YES_NO, Type
from adjudicator.values import frozen

VERSION = 2  # of the language: raised when a valid text changes its meaning; digests of rules contain it
NOBODY = Type("piece", optional=True)
LIFETIMES = ("game", "round", "turn", "entry", "stay")
FIELDS = ("ticket", "station", "mode")
AUDIENCES = ("all", "pursuers", "fugitive", "own", "none")
OPEN = ("all", "pursuers")  # audiences that include the pursuers
EVENTS = ("ride", "entry", "stay", "pass", "resign", "set-up")
GATHERING = ("sum", "least", "most")  # words that combine a value of each member of a group
CHECKS = (
    "your-turn", "round-number", "missing-piece", "after-the-end", "result-claim", "surfacing-mark", "answer", "seal",
    "start-card", "seat-table", "start-collision", "torn-page",
)  # fmt: skip


@frozen
class Word:
    """A function of the language. A parameter that is a string is not a value, but a word such as the name of an action."""

    name: str
    takes: tuple[Type | str, ...]
    gives: Type
    says: str
    example: str
    hidden: str = ""
    optional: int = 0  # number of last parameters that may be omitted


@frozen
class Variable:
    name: str
    type: Type
    says: str
    where: str  # ride, entry, piece (any step of a piece), log, always
    secret: bool = False  # hidden if the fugitive acts


VARIABLES: tuple[Variable, ...] = (
    Variable("piece", PIECE, "the piece that acts", "piece"),
    Variable("here", STATION, "the station where the acting piece stands (before a ride, after an entry)", "piece", True),
    Variable("ticket", TICKET, "the ticket that pays for a ride", "ride"),
    Variable("mode", MODE, "the means of transport of a ride", "ride", True),
    Variable("from", STATION, "the station a ride leaves", "ride", True),
    Variable("to", STATION, "the station a ride or entry goes to", "ride", True),
    Variable("passes", STATION.set, "the stations that the line passes without stopping", "ride", True),
    Variable("entry", NUMBER, "the number of the entry being written, or just written", "piece"),
    Variable("entries", NUMBER, "the number of entries in the log", "always"),
    Variable("round", NUMBER, "the number of the round", "always"),
    Variable("persons", NUMBER, "the number of persons who play the pursuers", "always"),
)

WORDS: tuple[Word, ...] = (
    Word(
        "occupied",
        (STATION, PIECE.set),
        YES_NO,
        "whether one of the pieces stands on the station",
        "occupied(to, pursuers)",
        "place",
    ),
    Word("holder", (STATION,), NOBODY, "the pursuer standing on a station, or none; for messages", "holder(to)"),
    Word("station", (PIECE,), STATION, "where a piece stands", "station(fugitive)", "place"),
    Word(
        "tickets",
        (PIECE, TICKET),
        NUMBER,
        "how many tickets (of one kind) a piece holds; more than any number if it rides free",
        "tickets(piece, taxi)",
        "hand",
        1,
    ),
    Word("tickets-of", (PIECE,), TICKET.set, "the kinds of tickets a piece still holds", "tickets-of(d)", "hand"),
    Word("pays", (TICKET, MODE), YES_NO, "whether a ticket pays for a mode", "pays(ticket, mode)"),
    Word("count", ("set",), NUMBER, "the number of members of a set", "count(detectives)"),
    Word(
        "station-of",
        (NUMBER,),
        STATION,
        "the station of an entry, counted back by a constant",
        "station-of(entries - 2)",
        "always",
    ),
    Word(
        "ticket-of",
        (NUMBER,),
        TICKET,
        "the ticket of an entry, counted back by a constant",
        "ticket-of(entries - 1)",
        "log",
    ),
    Word(
        "uses",
        ("action", "lifetime"),
        NUMBER,
        "how often an action or a group of actions was used; its own `require` does not count the current use, `then` does",
        "uses(double, round)",
    ),
    Word("fails", ("action", "lifetime"), NUMBER, "how often an action failed", "fails(flight, game)"),
    Word("inside", ("action",), YES_NO, "whether the entry belongs to this turn action", "inside(double)"),
    Word(
        "moved",
        (PIECE,),
        NUMBER,
        "how often a piece has moved in this turn; `forbid ride` does not count the current ride, `on ride` does",
        "moved(piece)",
    ),
    Word("next-to", (STATION, STATION), YES_NO, "whether a line joins two stations", "next-to(here, station(d))"),
    Word(
        "neighbours",
        (STATION, MODE),
        Type("station", True, size=16),
        "the stations one ride away from a station (by one means of transport)",
        "neighbours(here, taxi)",
        optional=1,
    ),
    Word(
        "distance",
        (STATION, STATION, MODE),
        NUMBER,
        "the fewest rides between two stations (by one means of transport), through other pieces; 999 if no way leads there",
        "distance(here, station(d))",
        optional=1,
    ),
    Word(
        "stops",
        (MODE,),
        Type("station", True, size=200),
        "the stations where a means of transport stops",
        "stops(underground)",
    ),
    Word(
        "north-of",
        (STATION, STATION),
        YES_NO,
        "whether the first station lies further north on the board",
        "north-of(to, from)",
    ),
    Word(
        "south-of",
        (STATION, STATION),
        YES_NO,
        "whether the first station lies further south on the board",
        "south-of(to, from)",
    ),
    Word(
        "east-of", (STATION, STATION), YES_NO, "whether the first station lies further east on the board", "east-of(to, from)"
    ),
    Word(
        "west-of", (STATION, STATION), YES_NO, "whether the first station lies further west on the board", "west-of(to, from)"
    ),
    Word("stations", (CARD,), STATION.set, "the stations shown on a card", "stations(card)"),
    Word("first", (CARD,), STATION, "the first (left) station shown on a card", "first(card)"),
)

# Words that were added later: a file that declares such a name, as files could before, keeps its own.
LATER = frozenset(
    {"next-to", "neighbours", "distance", "stops", "north-of", "south-of", "east-of", "west-of", "announce", "send"}
)
WORD: dict[str, Word] = {word.name: word for word in WORDS}
VARIABLE: dict[str, Variable] = {variable.name: variable for variable in VARIABLES}
