"""Reads clauses and events that are typed at a table, with the names of its pieces and of the persons who hold them."""

from __future__ import annotations

from adjudicator.board.model import Board
from adjudicator.faults import Fault, Place, Refused
from adjudicator.judge.start_position import off_the_board
from adjudicator.record import parse_clauses, read_event
from adjudicator.record import transcript as r
from adjudicator.record.lexicon import FUGITIVE, Lexicon, lexicon_of, wide_lexicon_of
from adjudicator.record.names import Names, piece_called
from adjudicator.record.words import Misread
from adjudicator.rulebook.model import Rulebook
from adjudicator.values import frozen


@frozen
class TextReader:
    """Reads typed text for these pieces on this board, held by these persons."""

    rulebook: Rulebook
    board: Board
    pieces: tuple[str, ...]
    seats: tuple[r.Seat, ...]

    def clauses(self, text: str, whose: str = "") -> tuple[r.Clause, ...]:
        """The clauses in a text; clauses without a piece belong to `whose`. Raises Refused if it is not understood."""
        said = text.strip()
        if whose and not self.names_a_piece(said, whose):
            said = f"{whose} {said}"
        clauses, errors = self._read(said, lexicon_of(self.rulebook))
        if errors:
            widely, strange = self._read(said, wide_lexicon_of(self.rulebook))
            if not strange or strange[0].place.column > errors[0].place.column:  # these words lead further
                clauses, errors = widely, strange
        errors += off_the_board(r.Transcript(clauses, FUGITIVE, "clause"), self.board) if not errors else []
        if errors or not clauses:
            raise Refused(errors or [Fault("T001.clause", Place("clause"), fugitive=FUGITIVE)])
        return clauses

    def _read(self, said: str, words: Lexicon) -> tuple[tuple[r.Clause, ...], list[Fault]]:
        clauses, faults = parse_clauses(said, words, self.pieces, "clause", self.seats)
        return clauses, [fault for fault in faults if fault.is_error]

    def event(self, text: str) -> r.Event | None:
        """An event beside the clauses, such as `X done`; None if this is a clause. Raises Refused if it is neither."""
        try:
            return read_event(text, 0, len(text), lexicon_of(self.rulebook), self.pieces, 0, self._names)
        except Misread as mistake:
            place = Place("clause", 1, mistake.start + 1, max(1, mistake.end - mistake.start))
            raise Refused([mistake.fault.at(place)]) from None

    def names_a_piece(self, text: str, whose: str) -> bool:
        """Whether a clause begins with a piece. For the fugitive only his own names count, since other pieces may be
        named like tickets."""
        words = text.split()
        names = set(self.pieces) if whose != FUGITIVE else {FUGITIVE}
        starts = (" ".join(words[:count]) for count in range(min(3, len(words)), 0, -1))
        return any(self.piece(start.rstrip(":")) in names for start in starts)

    def piece(self, name: str) -> str:
        """The piece for a name: its own name, or that of the person who holds it."""
        return piece_called(name, self._names, self.pieces, self.rulebook)

    @property
    def _names(self) -> Names:
        return Names(self.seats, self.pieces)
