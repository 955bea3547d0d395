"""A transcript as it was written down: headers, rounds, clauses and comments in their order.

Nothing here depends on whether a clause is legal or even possible. `None` is a value that the record does not know (`?`). A
sealed value is `None`, too, and its commitment is in `seals` under the name of the field. Places in the text are not compared:
two transcripts with the same contents are equal.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import Factory, define, field

from adjudicator.record.lexicon import ActionForm
from adjudicator.values import frozen

Card = tuple[int, ...]  # the stations printed on a card
Each = tuple[tuple[str, int | str | None], ...]  # pieces with their values; NONE for no value, None for an unknown one
Value = int | str | Card | Each | None
Seals = tuple[tuple[str, str], ...]  # field and commitment
Means = tuple[str, int]  # ticket and station

# Every game that is judged has a hundred round numbers and clauses. Forbidding assignments at run time makes creating each of
# them take three times as long, so only the type checker forbids them.
if TYPE_CHECKING:
    from attrs import frozen as light
else:
    light = define(unsafe_hash=True)

NONE = "none"
TORN = frozenset({"round", "entry", "moved", "tickets", "state"})  # headers of a page that begins within a game
UNLIMITED = -1
T = TypeVar("T")


def _spot(default: Any = 0) -> Any:
    """A field for a place in the text, which is not compared."""
    return field(default=default, eq=False, repr=False)


def _found(find: Callable[[Any], Any]) -> Any:
    """A field that follows from the others and is found when the instance is made, unless the caller gives it."""
    return field(default=Factory(find, takes_self=True), eq=False, repr=False)


def _sorted(seals: Seals) -> Seals:
    """Sort seals by field, so that the order of sealing does not matter."""
    return tuple(sorted(seals)) if seals else ()


@frozen
class Ride:
    """`taxi 39`, `black/ferry 115!`, `? ?`. A ride that names a mode and no ticket has the ticket ``""``."""

    ticket: str | None
    mode: str | None = None
    to: int | None = None
    mark: bool = False  # whether the table saw the piece there: `!`
    seals: Seals = field(default=(), converter=_sorted)
    at: int = _spot()  # characters from the beginning of the clause
    size: int = _spot()
    below: int = _spot()  # lines below the beginning of its clause

    @property
    def means(self) -> Means | None:
        """The ticket and the station of a plain ride; None if one is hidden or the ride says more."""
        if self.ticket is None or self.to is None or self.mode is not None or self.seals:
            return None
        return self.ticket, self.to


@frozen
class Act:
    """An action with its arguments, whether it failed, and the answer it got."""

    form: ActionForm
    values: tuple[Value, ...] = ()  # one for each argument; a failed action may have fewer
    answer: str | None = None
    failed: bool = False
    mark: bool = False
    seals: Seals = field(default=(), converter=_sorted)  # under "answer" or the position of the value: "0", "1"
    at: int = _spot()
    size: int = _spot()
    below: int = _spot()  # lines below the beginning of its clause

    @property
    def action(self) -> str:
        return self.form.id


@frozen
class Stay:
    at: int = _spot()
    size: int = _spot()
    below: int = _spot()  # lines below the beginning of its clause


@frozen
class Pass:
    at: int = _spot()
    size: int = _spot()
    below: int = _spot()  # lines below the beginning of its clause


@frozen
class Resign:
    at: int = _spot()
    size: int = _spot()
    below: int = _spot()  # lines below the beginning of its clause


@frozen
class Unwritten:
    """The turn of a piece that the record leaves out: `3. ?`."""

    at: int = _spot()
    size: int = _spot()
    below: int = _spot()


Step = Ride | Act | Stay | Pass | Resign | Unwritten


@light
class RoundMark:
    number: int
    line: int = _spot()
    column: int = _spot()


def _means(clause: Clause) -> Means | None:
    """The ticket and the station of a clause that is one plain ride; None for any other clause."""
    first, *more = clause.parts
    return first.means if isinstance(first, Ride) and not more else None


@light
class Clause:
    """The actions of one piece, step by step.

    A turn of several entries is one clause: first its own action, then each entry, followed by the actions joined to it.
    """

    piece: str
    parts: tuple[Step, ...]
    line: int = _spot()
    column: int = _spot()
    text: str = _spot("")  # as it was written
    means: Means | None = _found(_means)  # of a clause that is just one plain ride

    @property
    def head(self) -> Act | None:
        """The action that makes this clause a turn of several entries; None if it is not one."""
        first = self.parts[0]
        return first if isinstance(first, Act) and first.form.place == "turn" else None

    def column_of(self, step: Step) -> int:
        return self.column + step.at


@frozen
class TurnEnd:
    """`X done`, `detectives done`: the explicit end of a side's turn."""

    side: str  # fugitive, pursuers
    line: int = _spot()
    column: int = _spot()
    text: str = _spot("")


@frozen
class Draw:
    """`X draws 45/104 for escape`: a card was drawn; the next item of the record shows its effect."""

    piece: str
    form: ActionForm
    card: Card
    line: int = _spot()
    column: int = _spot()
    text: str = _spot("")


@frozen
class Withdrawal:
    """`red withdrew a clause`: the clause at this place was taken back and is left out."""

    piece: str
    agreed: bool = False  # the table had learned from it, and still agreed to take it back
    line: int = _spot()
    column: int = _spot()
    text: str = _spot("")


@frozen
class Hears:
    """`table hears "a bell rings"`, `red hears "steps"`: an announcement to all pursuers, or to one alone."""

    piece: str  # "" for all of them
    words: str
    line: int = _spot()
    column: int = _spot()
    text: str = _spot("")


Event = TurnEnd | Draw | Withdrawal | Hears  # events at a table beside the clauses
Happened = Clause | TurnEnd | Draw | Withdrawal  # a step of a game; an announcement belongs to the step before it


@frozen
class Comment:
    """A comment, from `#` to the end of its line, behind other text or on a line of its own."""

    text: str
    trails: bool = False
    indented: bool = False
    line: int = _spot()
    column: int = _spot()


@frozen
class Blank:
    line: int = _spot()


@frozen
class Seat:
    piece: str
    person: str | None = None
    role: str | None = None
    column: int = _spot()


@frozen
class Start:
    """The start of a piece: a station, None if it is unknown, or the card it drew."""

    piece: str
    at: int | None = None
    card: Card | None = None
    role: str | None = None
    seals: Seals = field(default=(), converter=_sorted)  # "at", "card"
    column: int = _spot()
    line: int = _spot()  # the line of the start itself, if it is outside its header


@frozen
class Hand:
    """The cards of a deck that a piece holds, each as its stations; None for an unknown card."""

    piece: str
    deck: str
    cards: tuple[Card | None, ...]
    seals: Seals = field(default=(), converter=_sorted)  # under the position of the card
    column: int = _spot()


@frozen
class Holding:
    """The number of tickets of a kind that a piece or a supply holds: UNLIMITED, or None if it is unknown."""

    holder: str
    ticket: str
    count: int | None
    column: int = _spot()


@frozen
class StateValue:
    """A value of a state of the variant, as it was written: the variant is needed to read it."""

    name: str
    value: str | None
    seals: Seals = field(default=(), converter=_sorted)  # "value"
    column: int = _spot()


@frozen
class Header:
    """`key: value`; `content` is the meaning of the value (see `Transcript`), `text` the value as it was written."""

    key: str
    content: Any
    line: int = _spot()
    column: int = _spot()  # of the value
    text: str = _spot("")


Item = Header | RoundMark | Clause | Event | Comment | Blank


@frozen(eq=False)
class Transcript:
    """A record in the order it was written. The properties give the contents of its headers."""

    items: tuple[Item, ...] = ()
    fugitive: str = "X"
    file: str = "-"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Transcript):
            return NotImplemented
        return self.fugitive == other.fugitive and self.items == other.items

    def __hash__(self) -> int:
        return hash((self.items, self.fugitive))

    def followed_by(self, items: Iterable[Item]) -> Transcript:
        """Return the transcript with these items added at its end."""
        return Transcript((*self.items, *items), self.fugitive, self.file)

    @cached_property
    def _by_kind(self) -> Mapping[type[Item], list[Any]]:
        """The items by their types."""
        found = defaultdict[type[Item], list[Any]](list)
        for item in self.items:
            found[type(item)].append(item)
        return found

    @cached_property
    def clauses(self) -> tuple[Clause, ...]:
        return tuple(self._by_kind[Clause])

    @cached_property
    def headers(self) -> tuple[Header, ...]:
        return tuple(self._by_kind[Header])

    @cached_property
    def round_numbers(self) -> tuple[int, ...]:
        return tuple([mark.number for mark in self._by_kind[RoundMark]])

    @property
    def heard(self) -> tuple[Hears, ...]:
        """All announcements."""
        return tuple(self._by_kind[Hears])

    @property
    def last(self) -> Happened | None:
        """The last step that happened."""
        return next((item for item in reversed(self.items) if isinstance(item, Happened)), None)

    @cached_property
    def _first(self) -> Mapping[str, Header]:
        """The first header of each key."""
        return {header.key: header for header in reversed(self.headers)}

    @cached_property
    def _contents(self) -> Mapping[str, Any]:
        return {key: header.content for key, header in self._first.items()}

    def header(self, key: str) -> Header | None:
        return self._first.get(key)

    def _all(self, key: str) -> tuple[Any, ...]:
        """The contents of all headers with this key."""
        if key not in self._first:
            return ()
        return tuple(part for header in self.headers if header.key == key for part in header.content)

    @property
    def variant(self) -> str | None:
        return self._contents.get("variant")

    @property
    def board(self) -> str | None:
        return self._contents.get("board")

    @property
    def rules(self) -> str | None:
        """The digest of the rules in the header `rules`; None without it."""
        return self._contents.get("rules")

    @property
    def options(self) -> tuple[str, ...]:
        return self._all("option")

    @property
    def seats(self) -> tuple[Seat, ...]:
        found: tuple[Seat, ...] = self._contents.get("seats", ())
        return found

    @property
    def start(self) -> tuple[Start, ...]:
        found: tuple[Start, ...] = self._contents.get("start", ())
        return found

    @property
    def pieces(self) -> tuple[str, ...]:
        """The pieces that have a seat or a start."""
        return tuple(dict.fromkeys([*(seat.piece for seat in self.seats), *(start.piece for start in self.start)]))

    @property
    def cards(self) -> tuple[Hand, ...]:
        return self._all("cards")

    @property
    def result(self) -> str | None:
        """`escapes`, `caught`, `draw` or `unfinished`."""
        return self._contents.get("result")

    @property
    def surfacings_marked(self) -> bool:
        return self._contents.get("surfacings") == "marked"

    @property
    def turns_marked(self) -> bool:
        """Whether the record promises a word for every turn that does not end by itself."""
        return self._contents.get("turns") == "marked"

    @property
    def is_public(self) -> bool:
        """Whether the record leaves out steps that the table did not see (`record: public`)."""
        return self._contents.get("record") == "public"

    @property
    def ears(self) -> tuple[str, ...]:
        """The pieces whose private announcements are in the record."""
        named = [heard.piece for heard in self.heard if heard.piece]
        return tuple(dict.fromkeys((*self._contents.get("ears", ()), *named)))

    @property
    def tells_what_was_heard(self) -> bool:
        """Whether the record lists all announcements that were heard."""
        return self.header("heard") is not None or bool(self.heard)

    @property
    def draws(self) -> str | None:
        """How cards are drawn in this game: `by hand`, `by the referee`, or None."""
        return self._contents.get("draws")

    @property
    def numbers(self) -> str | None:
        """The meaning of the numbers, as the page says: `rounds` or `entries`."""
        return self._contents.get("numbers")

    @property
    def round(self) -> int | None:
        """The round in progress where the page begins."""
        return self._contents.get("round")

    @property
    def entry(self) -> int | None:
        """The number of entries before the page begins; None if the page does not say."""
        return self._contents.get("entry")

    @property
    def moved(self) -> tuple[str, ...]:
        found: tuple[str, ...] = self._contents.get("moved", ())
        return found

    @property
    def is_torn(self) -> bool:
        """Whether headers describe a position in the middle of a game."""
        return not TORN.isdisjoint(self._first)

    @property
    def tickets(self) -> tuple[Holding, ...]:
        return self._all("tickets")

    @property
    def state(self) -> tuple[StateValue, ...]:
        return self._all("state")


def same(one: Transcript, other: Transcript) -> bool:
    """Whether two transcripts are equal except for their line breaks."""
    return one.fugitive == other.fugitive and _said(one.items) == _said(other.items)


def _said(items: Iterable[Item]) -> list[Item]:
    return [item for item in items if not isinstance(item, Blank)]
