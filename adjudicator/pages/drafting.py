"""Writes minutes in the notation: a text in the form of `sy-judge fmt`, with the place on the page of each part of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from attrs import evolve, field

from adjudicator.faults import Fault, Place
from adjudicator.pages.cast import seat_text
from adjudicator.pages.heading import starts_of
from adjudicator.pages.minutes import Mark, Minutes, Move, Remark, Turn
from adjudicator.pages.order import goals_in_words, ordered
from adjudicator.pages.phrases import Entry
from adjudicator.pages.places import Part, Places
from adjudicator.pages.stretches import Stretch
from adjudicator.record.lexicon import key_of
from adjudicator.values import frozen
from adjudicator.words import concepts

FIRST = ("variant", "board", "option", "rules")


UNKNOWN = "? ?"  # a move about which the page says nothing more


@frozen
class Written:
    """A move on a line of the draft: the mark before it, its piece, and its words on the page."""

    lead: tuple[Part, ...]
    piece: str
    words: Stretch


@frozen
class Reading:
    """One way to read a page: the shape, how it was read, the text in the notation, and the parts that could not be read."""

    shape: str
    how: tuple[str, ...]
    lines: tuple[tuple[Part, ...], ...]
    faults: tuple[Fault, ...] = ()
    assumed: tuple[str, ...] = ()  # assumptions about what the page does not show
    doubts: Mapping[str, Fault] = field(factory=dict)  # the question to ask if a check fails because of one
    moves: Mapping[int, Written] = field(factory=dict)  # the lines with moves, counted from 1

    @property
    def text(self) -> str:
        return (
            "\n".join("".join(part if isinstance(part, str) else part.written for part in line) for line in self.lines) + "\n"
        )

    @property
    def places(self) -> Places:
        return Places.of(self.lines)

    def without(self, unread: Iterable[int]) -> Reading:
        """This reading with unknown moves in place of those on some lines."""
        lines = list(self.lines)
        for number in unread:
            move = self.moves[number]
            lines[number - 1] = (*move.lead, f"{move.piece} ", move.words.meaning(UNKNOWN))
        return evolve(self, lines=tuple(lines))

    @property
    def sentence(self) -> str:
        """The sentence for the page's author about how it was read."""
        return f"{self.shape}: {'; '.join(self.how)}" if self.how else self.shape


def drafted(minutes: Minutes, file: str) -> list[Reading]:
    """The minutes in the notation; two versions if the page does not show the order of moves and two fit equally well."""
    first = _Draft(minutes, file).reading()
    other = _Draft(minutes, file, pulls=True).reading() if minutes.unordered else first
    return [first] if other.text == first.text else [first, other]


class _Draft:
    def __init__(self, minutes: Minutes, file: str, pulls: bool = False):
        self.minutes, self.file, self.pulls = minutes, file, pulls
        self.lexicon = lexicon = minutes.cast.lexicon
        self.lines: list[tuple[Part, ...]] = []
        self.moves: dict[int, Written] = {}
        self.faults = [fault.at(evolve(fault.place, file=file)) for fault in minutes.faults]
        self.stands: dict[str, int | None] = {}
        self.given = {start.piece: start.at for start in starts_of(minutes.headers, lexicon)}
        self.origins: dict[str, Stretch] = dict(minutes.starts)
        self.goals = goals_in_words(minutes.moves, minutes.cast) if minutes.unordered else {}

    def reading(self) -> Reading:
        turns = list(_whole(self.minutes))
        turns = list(self._followed(turns))
        if self.minutes.unordered:
            turns = ordered(turns, {**_stations(self.origins), **self.given}, self.lexicon.fugitive, self.goals, self.pulls)
        self._who_is_he()
        self.faults += [
            Fault("T237", Place(self.file, one.line, one.column, len(one.text)), text=one.text) for one in self.minutes.unread
        ]
        self._headers()
        self.lines.append(())
        self._body(list(self._with_absent(turns)))
        assumed = tuple(self._assumed())
        doubts = {**self.minutes.doubts, **self._nobody_else(), **self._whose_turn(), **self._who_was_last()}
        faults = tuple(self.faults)
        return Reading(self.minutes.shape, tuple(self.minutes.how), tuple(self.lines), faults, assumed, doubts, self.moves)

    def _nobody_else(self) -> dict[str, Fault]:
        """The question whether others played, if only the moves show which pieces did."""
        cast = self.minutes.cast
        is_told = set(cast.seats) <= {seat.piece for seat in cast.given}
        return {} if is_told else {"seat-table": Fault("T351", named=list(cast.seats), missing=(), seats="")}

    def _whose_turn(self) -> dict[str, Fault]:
        """The question who holds several pieces, if the page does not name all persons: those pieces move in any order."""
        seats = self.minutes.cast.in_order()
        is_told = all(seat.person or seat.role for seat in seats if seat.piece != self.lexicon.fugitive)
        return {} if is_told else {"your-turn": Fault("T380")}

    def _who_was_last(self) -> dict[str, Fault]:
        """The question in which order the pieces moved, if only the rules determine where the fugitive may be caught."""
        return {"after-the-end": Fault("T352")} if None in self.goals.values() else {}

    def _assumed(self) -> Iterator[str]:
        """Sentences about what is assumed because the page does not say it."""
        minutes, given = self.minutes, {key for key, _ in self.minutes.headers}
        if minutes.unordered:
            yield "the page does not show the order of the pursuers in a round; one in which nobody is in the way is taken"
        if "start" not in given and set(self.origins) - set(minutes.starts):
            yield "the starts are where the first moves begin"
        elif "start" not in given and not self.origins:
            yield "the page does not say where the pieces start"
        if "seats" not in given and minutes.cast.seats and not minutes.cast.given:
            yield f"every piece that is named is taken to be in the game: {', '.join(map(seat_text, minutes.cast.in_order()))}"
        for piece in self._absent():
            yield f"the page has no move of {piece}: each is taken as unknown"
        remarks = [turn.words.line for turn in minutes.turns if isinstance(turn, Remark)]
        if remarks:
            yield f"kept as remarks: line{'s' if len(remarks) > 1 else ''} {', '.join(map(str, remarks))}"

    # --- faults of the page itself

    def _who_is_he(self) -> None:
        cast = self.minutes.cast
        if cast.has_fugitive or not cast.strangers:
            return
        first = next(iter(self.minutes.moves), None)
        place = Place(self.file, first.words.line, first.words.column) if first else Place(self.file)
        self.faults.append(Fault("T230", place, names=cast.strangers, first=cast.strangers[0], fugitive=self.lexicon.fugitive))

    def _followed(self, turns: Sequence[Turn]) -> Iterator[Turn]:
        """The turns with their origins checked: the first origin of a piece is its start, and later ones have to agree with its
        moves."""
        stands: dict[str, int | None] = {**_stations(self.origins), **self.given}
        for turn in turns:
            move = self._two_stations(turn, stands) if isinstance(turn, Move) else turn
            yield move
            if not isinstance(move, Move):
                continue
            if move.phrase is None:
                stands[move.piece] = None
                continue
            for entry in move.phrase.entries:
                self._leave(move.piece, entry, stands)
                stands[move.piece] = _station(entry.to)

    def _two_stations(self, move: Move, stands: dict[str, int | None]) -> Move:
        """The move, in which `101-82` of a fugitive who is not at 101 is a double without tickets, not a ride from there."""
        phrase, stood = move.phrase, stands.get(move.piece)
        if phrase is None or move.piece != self.lexicon.fugitive or len(phrase.entries) != 1 or not stood:
            return move
        (entry,) = phrase.entries
        if entry.fare or not entry.origin or _station(entry.origin) == stood:
            return move
        both = (evolve(entry, to=entry.origin, origin=None, seen=False), evolve(entry, origin=None))
        return evolve(move, phrase=evolve(phrase, entries=both, double=True))

    def _leave(self, piece: str, entry: Entry, stands: dict[str, int | None]) -> None:
        origin = _station(entry.origin)
        if origin is None or entry.origin is None:
            return
        if piece not in stands:
            self.origins[piece] = entry.origin
        elif stands[piece] not in (None, origin):
            place = Place(self.file, entry.origin.line, entry.origin.column, len(entry.origin.text))
            self.faults.append(Fault("T231", place, piece=piece, origin=origin, stood=stands[piece]))

    # --- headers

    def _headers(self) -> None:
        given = {key for key, _ in self.minutes.headers}
        for key, value in self.minutes.headers:
            if key in FIRST:
                self._header(key, value)
        self._seats(given)
        if "start" not in given and self.origins:
            starts = [self._start(piece, at) for piece, at in self._by_seat(self.origins)]
            starts += [[f"{seat.piece} ?"] for seat in self.minutes.cast.in_order() if seat.piece not in self.origins]
            self._header("start", *_joined(starts))
        for key, value in self.minutes.headers:
            if key not in (*FIRST, "seats"):
                self._header(key, self._result(value) if key == "result" else value)

    def _header(self, key: str, *value: Part) -> None:
        self.lines.append((f"{key}: ", *value))

    def _seats(self, given: set[str]) -> None:
        cast = self.minutes.cast
        if "seats" in given:
            header = next(value for key, value in self.minutes.headers if key == "seats")
            later = [seat for seat in cast.in_order() if seat.piece not in {one.piece for one in cast.given}]
            self._header("seats", header, *(f"; {seat_text(seat)}" for seat in later))
        elif cast.seats:
            moved = list(dict.fromkeys(move.piece for move in self.minutes.moves))
            seats = sorted(cast.in_order(), key=lambda seat: moved.index(seat.piece) if seat.piece in moved else len(moved))
            self._header("seats", "; ".join(map(seat_text, seats)))

    def _by_seat(self, starts: dict[str, Stretch]) -> list[tuple[str, Stretch]]:
        seats = list(self.minutes.cast.seats)
        return sorted(starts.items(), key=lambda one: seats.index(one[0]) if one[0] in seats else len(seats))

    def _start(self, piece: str, at: Stretch) -> list[Part]:
        return [f"{piece} ", at]

    def _result(self, value: Stretch) -> Stretch:
        """`Mister X entkommt` in the notation; an unknown text is unchanged, so that the notation's reader refuses it."""
        words = value.text.split()
        for count in range(len(words)):
            result = concepts("results").get(key_of("".join(words[count:])))
            if result is not None:
                plain = result in ("draw", "unfinished")
                return value.meaning(result if plain else f"{self.lexicon.fugitive} {result}")
        return value

    # --- moves

    def _absent(self) -> list[str]:
        """The pieces in a header that have no move on the page although other pursuers have: the page omits theirs."""
        moved = {move.piece for move in self.minutes.moves}
        given = [seat.piece for seat in self.minutes.cast.given]
        pursuers = [piece for piece in given if piece != self.lexicon.fugitive]
        return [piece for piece in pursuers if piece not in moved] if moved & {*pursuers} else []

    def _with_absent(self, turns: Sequence[Turn]) -> Iterator[Turn]:
        """The turns with an unknown move of each absent piece at the end of every round in which another pursuer moved."""
        absent = self._absent()
        held: list[Turn] = []  # marks and remarks, which belong to the next round if the fugitive is next
        last: Move | None = None
        for turn in turns:
            if not isinstance(turn, Move):
                held.append(turn)
                continue
            if turn.piece == self.lexicon.fugitive and last is not None and last.piece != self.lexicon.fugitive:
                yield from self._unknown(absent, last)
            yield from held
            yield turn
            held, last = [], turn
        if last is not None and last.piece != self.lexicon.fugitive:
            yield from self._unknown(absent, last)
        yield from held

    def _unknown(self, pieces: Iterable[str], last: Move) -> Iterator[Move]:
        return (Move(piece, last.words.meaning(UNKNOWN)) for piece in pieces)

    def _body(self, turns: Sequence[Turn]) -> None:
        mark: list[Part] = []
        for turn in turns:
            if isinstance(turn, Mark):
                mark = mark if turn.again else [turn.place.meaning(str(turn.number)), ". "]
            elif isinstance(turn, Remark):
                self.lines.append(("# ", turn.words))
            else:
                clause = self._clause(turn)
                if clause:
                    self.lines.append((*mark, f"{turn.piece} " if turn.piece else "", *clause))
                    if turn.piece:
                        self.moves[len(self.lines)] = Written(tuple(mark), turn.piece, turn.words)
                    mark = []

    def _clause(self, move: Move) -> list[Part]:
        phrase = move.phrase
        if phrase is None or (len(phrase.entries) > 1 and move.piece != self.lexicon.fugitive):
            return [move.words]
        if phrase.plain:
            return [move.words.meaning(phrase.plain)]
        turn = f"{self.lexicon.double} " if phrase.double or len(phrase.entries) > 1 else ""
        marks = move.piece == self.lexicon.fugitive  # others do not surface: a sign after their rides is joy or bold type
        rides = [_ride(entry if marks else evolve(entry, seen=False)) for entry in phrase.entries]
        return [*([turn] if turn and rides else []), *_joined(rides, ", ")]


def _ride(entry: Entry) -> list[Part]:
    return [entry.fare or "?", " ", entry.to or "?", *(["!"] if entry.seen else [])]


def _joined(parts: list[list[Part]], between: str = "; ") -> list[Part]:
    return [one for number, part in enumerate(parts) for one in ([between] if number else []) + part]


def _station(stretch: Stretch | None) -> int | None:
    return int(stretch.text) if stretch is not None and stretch.text.isdecimal() else None


def _stations(starts: dict[str, Stretch]) -> dict[str, int | None]:
    return {piece: _station(at) for piece, at in starts.items()}


def _whole(minutes: Minutes) -> Iterator[Turn]:
    """The turns with the two halves of a double as one move."""
    held: Move | None = None
    marks: list[Mark] = []  # marks since the first half
    number = of_held = 0
    for turn in minutes.turns:
        if isinstance(turn, Mark):
            number = turn.number
            if held is None:
                yield turn
            else:
                marks.append(turn)
            continue
        if held is not None:
            second = _second_half(held, turn, minutes.halves and number == of_held)
            if second is not None:
                yield second
            else:
                yield held
                yield from marks
            held, marks = None, []
            if second is not None:
                continue
        if isinstance(turn, Move) and _is_half(turn, minutes.cast.lexicon.fugitive):
            held, of_held = turn, number
        else:
            yield turn
    if held is not None:
        yield held


def _is_half(move: Move, fugitive: str) -> bool:
    return move.piece == fugitive and move.phrase is not None and len(move.phrase.entries) == 1


def _second_half(first: Move, second: Turn, same_number: bool) -> Move | None:
    """The whole double if `second` is the second half of `first`, otherwise None."""
    if not isinstance(second, Move) or first.phrase is None or second.phrase is None or first.piece != second.piece:
        return None
    if len(second.phrase.entries) != 1 or not (first.phrase.double or same_number):
        return None
    return evolve(first, phrase=evolve(first.phrase, entries=(*first.phrase.entries, *second.phrase.entries), double=True))
