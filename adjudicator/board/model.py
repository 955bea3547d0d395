"""A board: stations, the lines between them, and the known facts about them, each with its provenance.

Nothing here is about London. The board's file declares modes, attributes and decks.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from itertools import combinations

from attrs import asdict, evolve

from adjudicator.values import frozen

Card = tuple[int, ...]  # the stations printed on a card: one or two
Value = bool | str | frozenset[str]  # the value of an attribute: yes-no, one of, set of
Ride = tuple[str, int, tuple[int, ...]]  # mode, destination, stations passed over on the way

PROVENANCES = ("printed", "verified", "assumed", "unknown", "invented")
KINDS = ("yes-no", "one of", "set of")


@frozen
class Mode:
    """A means of transport. `title`, `colour`, `width` and `dashed` only affect pictures."""

    name: str
    title: str
    colour: str = "#555555"
    width: float = 3.0
    dashed: bool = False


@frozen
class Station:
    """A numbered station. Coordinates are in any unit, y downwards, or None if they are unknown."""

    number: int
    x: float | None
    y: float | None
    provenance: str


@frozen
class Line:
    """A printed connection of one mode, both ways, with the stations it passes over from `a` to `b`."""

    mode: str
    a: int
    b: int
    passes: tuple[int, ...]
    provenance: str
    via: tuple[tuple[float, float], ...] = ()  # points through which it is drawn, for pictures only

    @property
    def key(self) -> tuple[str, int, int]:
        return (self.mode, min(self.a, self.b), max(self.a, self.b))


@frozen
class Attribute:
    """A property of stations that rules may read. `otherwise` is its value where no fact is given; None means unknown there."""

    name: str
    kind: str  # one of KINDS
    values: tuple[str, ...] = ()
    otherwise: Value | None = None


@frozen
class Fact:
    """The known value of one attribute at one station. An open set has at least these values; the others are unknown."""

    value: Value
    provenance: str
    open: bool = False


@frozen
class Deck:
    """Cards with stations on them; `cards` is None unless all are known."""

    name: str
    stations: int  # on each card
    size: int
    cards: tuple[Card, ...] | None
    provenance: str
    known: int = 0  # the number of cards that are filled in


@frozen
class Water:
    """A river or the like, drawn behind everything in a picture."""

    width: float
    points: tuple[tuple[float, float], ...]


@frozen
class Numbering:
    """The numbers of some stations in another print: its number, and ours."""

    name: str
    numbers: Mapping[int, int]


@frozen(eq=False, slots=False)
class Board:
    """A board. It is compared and hashed by identity; two boards with equal digests have the same contents."""

    id: str
    title: str
    modes: tuple[Mode, ...]  # in the order of notation
    stations: Mapping[int, Station]  # by number, in order
    lines: tuple[Line, ...]  # in the order of modes, then of stations
    attributes: Mapping[str, Attribute]
    facts: Mapping[tuple[str, int], Fact]  # by attribute and station
    deck_list: tuple[Deck, ...]
    network: str  # the provenance of gaps: that no further lines exist
    numberings: tuple[Numbering, ...] = ()
    water: tuple[Water, ...] = ()
    files: tuple[str, ...] = ()  # the files that it was read from, the base first

    @cached_property
    def is_certain(self) -> bool:
        """Whether no line of the board, and no gap between lines, is assumed only."""
        return self.network != "assumed" and all(line.provenance != "assumed" for line in self.lines)

    def with_blanks_for(self, other: Board) -> Board:
        """This board with the decks and attributes that only the other one has; their values here are unknown."""
        decks = [evolve(deck, cards=None, known=0) for deck in other.deck_list if deck.name not in self.decks]
        attributes = {
            name: evolve(one, otherwise=None) for name, one in other.attributes.items() if name not in self.attributes
        }
        return evolve(self, deck_list=(*self.deck_list, *decks), attributes={**self.attributes, **attributes})

    # --- the network

    def lines_from(self, station: int) -> tuple[Ride, ...]:
        """Every ride from a station (mode, to, passes), by mode and then by number; none from a station that is not here."""
        return self._rides.get(station, ())

    @cached_property
    def _rides(self) -> dict[int, tuple[Ride, ...]]:
        order = {mode.name: place for place, mode in enumerate(self.modes)}
        rides: dict[int, list[Ride]] = {number: [] for number in self.stations}
        for line in self.lines:
            rides[line.a].append((line.mode, line.b, line.passes))
            rides[line.b].append((line.mode, line.a, line.passes[::-1]))
        return {number: tuple(sorted(out, key=lambda ride: (order[ride[0]], ride[1]))) for number, out in rides.items()}

    def line(self, mode: str, a: int, b: int) -> Line | None:
        """The line of a mode between two stations; None if there is none."""
        return self._lines.get((mode, min(a, b), max(a, b)))

    @cached_property
    def _lines(self) -> dict[tuple[str, int, int], Line]:
        return {line.key: line for line in self.lines}

    @cached_property
    def mode_names(self) -> tuple[str, ...]:
        return tuple(mode.name for mode in self.modes)

    # --- what is known about stations

    def attribute(self, name: str, station: int) -> Value | None:
        """The value of an attribute at a station; None if it is not (fully) known."""
        fact = self.facts.get((name, station))
        if fact is None:
            return self.attributes[name].otherwise
        return None if fact.open else fact.value

    def has(self, name: str, station: int, value: str) -> bool | None:
        """Whether a set contains a value, or a choice is that value; None if that is unknown.

        A set may be open: known to contain one value while the others are unknown. So ask this method rather than the set.
        """
        fact = self.facts.get((name, station))
        known = self.attributes[name].otherwise if fact is None else fact.value
        if isinstance(known, frozenset):
            return True if value in known else None if fact is not None and fact.open else False
        return None if known is None else known == value

    def possible(self, name: str, station: int) -> tuple[Value, ...]:
        """Every value that an attribute may have at a station: just one if it is known."""
        known = self.attribute(name, station)
        if known is not None:
            return (known,)
        attribute = self.attributes[name]
        if attribute.kind == "yes-no":
            return (False, True)
        if attribute.kind == "one of":
            return attribute.values
        fact = self.facts.get((name, station))
        least = fact.value if fact is not None and isinstance(fact.value, frozenset) else frozenset[str]()
        rest = [value for value in attribute.values if value not in least]
        return tuple(least | set(some) for count in range(len(rest) + 1) for some in combinations(rest, count))

    # --- cards

    @cached_property
    def decks(self) -> dict[str, tuple[Card, ...] | None]:
        """The cards of each deck by name; None for a deck whose cards are unknown."""
        return {deck.name: deck.cards for deck in self.deck_list}

    # --- where it comes from

    def provenance_of(self, kind: str, *key: str | int) -> str:
        """The provenance of a datum: one of PROVENANCES.

        `("line", mode, a, b)`, for a line that exists and for one that does not; `("station", number)`; `("attribute", name,
        station)`; `("deck", name)`.
        """
        if kind == "line":
            mode, a, b = key
            line = self.line(str(mode), int(a), int(b))
            return self.network if line is None else line.provenance
        if kind == "attribute":
            name, station = str(key[0]), int(key[1])
            fact = self.facts.get((name, station))
            if fact is not None:
                return fact.provenance
            return "unknown" if self.attributes[name].otherwise is None else self.network
        if kind == "station":
            return self.stations[int(key[0])].provenance
        if kind == "deck":
            return next(deck.provenance for deck in self.deck_list if deck.name == key[0])
        raise ValueError(f"no such kind of datum: {kind}")

    def numbered_elsewhere(self, number: int) -> dict[str, str | int]:
        """For a station number that this board lacks: the name of another numbering that has it, and its number here."""
        for numbering in self.numberings:
            if number not in self.stations and numbering.numbers.get(number) in self.stations:
                return {"numbering": numbering.name, "here": numbering.numbers[number]}
        return {"numbering": "", "here": ""}

    def hint(self, number: int) -> str:
        """The number of a station here, if another numbering has it under `number`, in words; otherwise ""."""
        found = self.numbered_elsewhere(number)
        return f"{number} in {found['numbering']} numbering is {found['here']} here" if found["numbering"] else ""

    # --- identity

    @cached_property
    def digest(self) -> str:
        """A hash of everything that judging depends on, so without title, colours and coordinates."""
        import hashlib
        import json

        content = {
            "modes": self.mode_names,
            "stations": list(self.stations),
            "lines": sorted([*line.key, _forwards(line), line.provenance] for line in self.lines),
            "attributes": [_plain(asdict(attribute)) for attribute in self.attributes.values()],
            "facts": sorted([name, number, _plain(asdict(fact))] for (name, number), fact in self.facts.items()),
            "decks": [asdict(deck) for deck in self.deck_list],
            "network": self.network,
        }
        text = json.dumps(content, separators=(",", ":"), sort_keys=True)
        return "sha256:" + hashlib.sha256(text.encode()).hexdigest()


def _forwards(line: Line) -> tuple[int, ...]:
    return line.passes if line.a < line.b else line.passes[::-1]


def _plain(value: object) -> object:
    """A value for JSON: sets become sorted lists, so that equal boards have equal texts."""
    if isinstance(value, dict):
        return {key: _plain(inner) for key, inner in value.items()}
    return sorted(value) if isinstance(value, frozenset) else value
