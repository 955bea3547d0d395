"""Names in a record: a piece may be named by the person who holds it, if that is one piece."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from adjudicator.record.lexicon import Lexicon, key_of, lexicon_of, wide_lexicon_of
from adjudicator.record.transcript import Seat
from adjudicator.record.words import Words
from adjudicator.rulebook.model import Rulebook


class Names:
    """The players of the pieces. Persons are looked up only for words that are not pieces, so most records never need it."""

    def __init__(self, seats: Iterable[Seat] = (), known: Collection[str] = ()):
        self._seats, self._known = tuple(seats), known
        self._held: dict[str, tuple[str, ...]] | None = None
        self.used = False  # whether a person's name was taken for a piece: another game may have another person of that name

    @property
    def held(self) -> dict[str, tuple[str, ...]]:
        """The pieces that each person holds, by the key of the name."""
        if self._held is None:
            self._held = {}
            for seat in self._seats:
                person = key_of(seat.person or "")
                if person:
                    self._held[person] = (*self._held.get(person, ()), seat.piece)
        return self._held

    def may_be_person(self, name: str) -> bool:
        return bool(self._known) and name not in self._known and key_of(name) in self.held

    def piece(self, name: str) -> str:
        """Return the piece of this name, or the piece of the person of this name; the name itself if there is neither."""
        small = name.lower()
        return self._of_person(key_of(name)) or small if self._seats and small not in self._known else small

    def find(self, words: Words, lexicon: Lexicon, ahead: int = 0) -> tuple[str, int] | None:
        """Return the piece that the next words name and the number of these words; None if they name no known piece."""
        found = words.find(lexicon.pieces, ahead)
        if found is not None or not self._seats or words.text(ahead).lower() in self._known:
            return found
        person = words.find(self.held, ahead)
        if person is None or len(person[0]) > 1:
            return None
        self.used = True
        return person[0][0], person[1]

    def _of_person(self, key: str) -> str:
        held = self.held.get(key, ())
        self.used = self.used or len(held) == 1
        return held[0] if len(held) == 1 else ""


NOBODY = Names()


def piece_called(name: str, names: Names, pieces: Collection[str], rulebook: Rulebook) -> str:
    """Return the piece for a name: its own name, a name in the edition or in a language, or the person who holds it."""
    own = lexicon_of(rulebook).pieces.get(key_of(name)) or names.piece(name)
    return own if own in pieces else wide_lexicon_of(rulebook).pieces.get(key_of(name), own)
