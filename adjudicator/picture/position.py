"""The contents of a picture, as plain data: pieces, possible stations, the fugitive's trail and log, all tickets."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property, lru_cache
from itertools import pairwise

from adjudicator.engine import Cells, Engine, Seating
from adjudicator.judge.log_rows import log_rows
from adjudicator.judge.state_words import StateWords
from adjudicator.picture.drawing import Mark, joining
from adjudicator.picture.flags import Piece
from adjudicator.picture.labels import FACE, Sign
from adjudicator.record import transcript as r
from adjudicator.record.lexicon import FUGITIVE
from adjudicator.values import frozen

# At most tables pieces are named after their colours; any other piece gets an unused colour.
COLOURS = {
    "red": "#d32f2f", "blue": "#1f5fbf", "green": "#2e8b3d", "yellow": "#f2c230", "purple": "#7d3fa8", "violet": "#7d3fa8",
    "orange": "#e67e22", "brown": "#795038", "pink": "#e26a9e", "black": "#5a616b", "white": "#b9c4d6", "grey": "#9aa0a6",
    "gray": "#9aa0a6", "olive": "#7a7a28", "silver": "#8f99a8", "cyan": "#2aa5b8", "turquoise": "#2aa5b8",
}  # fmt: skip
SPARE = ("#d32f2f", "#1f5fbf", "#2e8b3d", "#f2c230", "#e67e22", "#2aa5b8", "#795038", "#e26a9e", "#7a7a28", "#9aa0a6")
HIS, PERHAPS, LIES = "#101418", "#6b2fb3", "#b3261e"
HIDDEN = "#30343a"  # the colour of a ticket that does not show the mode

Leg = tuple[int, int]


@frozen
class LogField:
    """One entry of the fugitive's log on the table: its cover, the colour of the cover, and the station if known."""

    number: int
    cover: str
    station: str
    colour: str


@frozen
class Hand:
    """A piece with its player, its place and its tickets in words; `note` if it shares the tickets of others."""

    piece: str
    person: str
    colour: str
    place: str
    tickets: tuple[tuple[str, str], ...] = ()
    note: str = ""


@frozen
class Position:
    """A game at one moment, as a given player knows it."""

    title: str
    pieces: tuple[Piece, ...]
    possible: tuple[int, ...]  # stations where the fugitive can be; one if it is known
    lying: tuple[tuple[str, int], ...]  # other things on stations, by the name of their state
    trail: tuple[Leg, ...]
    log: tuple[LogField, ...]
    earlier: int  # the number of entries before the first of this log
    hands: tuple[Hand, ...]
    states: tuple[tuple[str, str], ...]

    @property
    def marks(self) -> tuple[Mark, ...]:
        perhaps = [Mark(station, can_be(FUGITIVE)) for station in self.possible] if len(self.possible) > 1 else []
        return (*(Mark(station, lies(name)) for name, station in self.lying), *perhaps)


def can_be(fugitive: str) -> Sign:
    return Sign(f"{fugitive} can be here", PERHAPS)


def lies(state: str) -> Sign:
    return Sign(state.replace("-", " "), LIES, "square")


@frozen(eq=False, slots=False)
class Seen:
    """A record as a given player knows it, and the positions in which it can have ended."""

    record: r.Transcript
    engine: Engine
    worlds: tuple[Cells, ...]
    seat: str = ""

    def position(self) -> Position:
        states = StateWords(self.engine, self._apart)
        pieces = [*pursuers(self.engine, self.worlds[0])]
        if len(self.possible) == 1:
            pieces.append(Piece(self.possible[0], FUGITIVE, HIS))
        log = tuple(self._log())
        return Position(
            self._title,
            tuple(pieces),
            self.possible,
            tuple(states.stations()),
            tuple(self._trail()),
            log,
            0 if log else self.engine.ledger.entries(self.worlds[0]),
            tuple(self._hand(q) for q in range(self.engine.seating.count)),
            tuple(states.public()),
        )

    @cached_property
    def _apart(self) -> tuple[Cells, ...]:
        """One of each group of positions that differ only in stations of pieces, since there may be thousands."""
        return self.engine.ledger.told_apart(self.worlds)

    @cached_property
    def possible(self) -> tuple[int, ...]:
        return tuple(sorted({station for p in self.worlds if (station := self.engine.ledger.station(p, 0))}))

    @property
    def _title(self) -> str:
        p, ledger, possible = self.worlds[0], self.engine.ledger, self.possible
        seen = f", as {self.seat} can know it" if self.seat else ""
        place = f"{FUGITIVE} on {possible[0]}" if len(possible) == 1 else f"{FUGITIVE} on one of {len(possible)} stations"
        return f"{self.engine.rulebook.name}, round {ledger.round(p)}, entry {ledger.entries(p)}{seen}: {place}"

    # -- his way
    def _trail(self) -> Iterator[Leg]:
        """His rides as far back as the record knows his stations without a gap; if the log is open, from the first entry."""
        start = next((one.at for one in self.record.start if one.piece == FUGITIVE), None)
        way: list[int] = [start] if start else []
        for row in log_rows(self.record, {}):
            way = [*way, int(row.station)] if row.station else []
        yield from ((a, b) for a, b in pairwise(way) if joining(self.engine.board, a, b) is not None)

    def _log(self) -> Iterator[LogField]:
        for row in log_rows(self.record, self.engine.rulebook.called):
            yield LogField(row.number, row.cover, row.station, cover(row.cover, self.engine.seating))

    # -- what everybody holds
    def _hand(self, q: int) -> Hand:
        seating, ledger = self.engine.seating, self.engine.ledger
        name = seating.seats[q].piece
        person = next((one.person for one in self.record.seats if one.piece == name), None) or ""
        hidden = q == 0 and len({ledger.station(p, 0) for p in self.worlds}) > 1  # a pursuer is at one place in all worlds
        place = "unseen" if hidden else self._place(ledger.station(self.worlds[0], q))
        partner = seating.pool_partner(q)
        note = "rides free" if seating.is_free(q) else f"tickets from the pool of {partner}" if partner else ""
        held = () if note else tuple(self._tickets(q))
        return Hand(name, person, colours(seating)[name], place, held, note or ("" if held else "no tickets"))

    def _place(self, station: int) -> str:
        if station in self.engine.board.stations:
            return f"on {station}"
        return "off the board" if station == self.engine.seating.off else "somewhere"

    def _tickets(self, q: int) -> Iterator[tuple[str, str]]:
        """The tickets of a piece, of every kind that it holds or held when the game began, with their numbers."""
        seating, ledger, dealt = self.engine.seating, self.engine.ledger, _dealt(self.engine)
        for ticket in seating.rulebook.tables.tickets:
            found = ledger.held_in(self._apart, q, ticket)
            if found != {0} or ledger.held(dealt, q, ticket) != 0:
                yield seating.rulebook.called[ticket], _number(found)


@lru_cache(maxsize=64)
def _dealt(engine: Engine) -> Cells:
    """The position before the game, for its tickets."""
    return engine.blank({})


def _number(found: set[int | None]) -> str:
    if len(found) > 1:
        return "?"
    (number,) = found
    return "any" if number is None else str(number)


# --- on the board


@lru_cache(maxsize=64)
def colours(seating: Seating) -> Mapping[str, str]:
    """A colour for each piece: that of its name, or an unused one."""
    found = {seat.piece: COLOURS.get(seat.piece.split("-")[-1], "") for seat in seating.seats[1:]}
    spare = iter([colour for colour in SPARE if colour not in found.values()] * 4)
    return {FUGITIVE: HIS} | {piece: colour or next(spare) for piece, colour in found.items()}


def pursuers(engine: Engine, p: Cells) -> Iterator[Piece]:
    """The pursuers on the board, which everyone sees."""
    known = colours(engine.seating)
    for seat, station in zip(engine.seating.seats[1:], engine.ledger.stations(p)[1:], strict=True):
        if station in engine.board.stations:
            yield Piece(station, seat.piece, known[seat.piece])


@lru_cache(maxsize=256)
def cover(name: str, seating: Seating) -> str:
    """The colour of the mode that a ticket pays for; black if it hides the mode."""
    names = seating.rulebook.called
    ticket = next((one for one, shown in names.items() if name in (one, shown)), "")
    table = seating.rulebook.tables.tickets.get(ticket)
    modes = {mode.name: mode.colour for mode in seating.board.modes}
    if table is None or len(table.pays) != 1:
        return modes.get(ticket, FACE if name == "?" else HIDDEN)
    return modes.get(table.pays[0], FACE)
