"""The players that a page names: pieces, persons and roles."""

from __future__ import annotations

import re
from collections.abc import Iterable

from attrs import evolve

from adjudicator.record.lexicon import Lexicon, key_of
from adjudicator.record.transcript import Seat
from adjudicator.words import concepts

_BRACKET = re.compile(r"(.*?)\s*[(\[]([^()\[\]]*)[)\]]\s*$")
_OF_A_PIECE = re.compile(r"[^\W\d_][\w-]{0,39}")


class Cast:
    """The seats of a page: first those of its header, then all others that it names."""

    def __init__(self, lexicon: Lexicon, seats: Iterable[Seat] = ()):
        self.lexicon = lexicon
        self.seats: dict[str, Seat] = {}
        self.given = tuple(seats)  # by a header
        self.strangers: list[str] = []  # names of persons whose piece the page does not give
        self._persons: dict[str, str] = {}
        self.writer = ""  # the writer's own piece
        for seat in self.given:
            self.sit(seat)

    def copy(self) -> Cast:
        """A copy that can be changed without changing this cast."""
        other = Cast(self.lexicon, self.given)
        other.seats, other.strangers, other.writer = dict(self.seats), list(self.strangers), self.writer
        other._persons = dict(self._persons)
        return other

    def sit(self, seat: Seat, is_writer: bool = False) -> str:
        """Add a seat, or more data about it, and return its piece; `is_writer` if the page says `I` for its holder."""
        self.writer = seat.piece if is_writer else self.writer
        before = self.seats.get(seat.piece)
        self.seats[seat.piece] = (
            seat if before is None else evolve(before, person=before.person or seat.person, role=before.role or seat.role)
        )
        if seat.person:
            key = key_of(seat.person)
            several = key in self._persons and self._persons[key] != seat.piece
            self._persons[key] = "" if several else seat.piece  # a person with two pieces has to name one
        return seat.piece

    @property
    def has_fugitive(self) -> bool:
        return self.lexicon.fugitive in self.seats

    def held_by(self, person: str) -> list[str]:
        """The pieces that a person holds."""
        return [seat.piece for seat in self.seats.values() if seat.person and key_of(seat.person) == key_of(person)]

    def of_role(self, role: str) -> str:
        """The piece in a role, if there is exactly one."""
        pieces = [seat.piece for seat in self.seats.values() if role and seat.role == role]
        return pieces[0] if len(pieces) == 1 else ""

    def known(self, text: str) -> str:
        """The piece that a text certainly names: a piece, a person with one, or a role with one; otherwise ""."""
        key = key_of(_without_article(text))
        if key in concepts("me"):
            return self.writer
        return self.piece(key) or self._persons.get(key, "") or self.of_role(self.lexicon.roles.get(key, ""))

    def piece(self, key: str) -> str:
        """The piece with this name, or "". A colour, or its first letter, counts only if that piece may be in the game."""
        if key in self.seats:
            return key
        colour = concepts("pieces").get(key) or concepts("initials").get(key, "")
        if colour:
            return colour if not self.given or colour in self.seats else ""
        return self.lexicon.pieces.get(key, "")

    def named(self, text: str) -> str:
        """The piece that a text names, which may have a role or a person in brackets after it."""
        bracket = _BRACKET.match(text)
        return self.known(bracket[1] if bracket else text.partition("=")[0])

    def whose(self, text: str) -> str:
        """The piece that a text names, with a seat added for it: also `white (role)`, `Ana (Mr X)`, `red = Ben`, `Ben`."""
        bracket = _BRACKET.match(text)
        name, _, person = (bracket[1] if bracket else text).partition("=")
        aside = bracket[2].strip() if bracket else ""
        role = self.lexicon.roles.get(key_of(aside)) if aside else None
        other = "" if role else person.strip() or aside
        piece = self.known(name)
        if other and not self.piece(key_of(name)) and (self.piece(key_of(other)) or (not piece and self.known(other))):
            return self.sit(Seat(self.known(other), name.strip()))
        if not piece:
            return self._stranger(name, role)
        if self.given and piece in self.seats and not (role or other):
            return piece
        return self.sit(Seat(piece, other or None, role))

    def _stranger(self, name: str, role: str | None) -> str:
        """Add a seat for a person whose piece the page does not name, and return the piece, which gets that name."""
        words = _without_article(name)
        called = self.lexicon.roles.get(key_of(words))
        piece = "-".join(re.findall(r"\w+", words.lower()))
        if not _OF_A_PIECE.fullmatch(piece):
            return ""
        if piece not in self.seats and not (role or called):
            self.strangers.append(name.strip())
        self._persons.setdefault(key_of(name), piece)
        return self.sit(Seat(piece, name.strip() if not called else None, role or called))

    def in_order(self) -> list[Seat]:
        """The seats, the fugitive's first."""
        return sorted(self.seats.values(), key=lambda seat: seat.piece != self.lexicon.fugitive)


def _without_article(name: str) -> str:
    """`the detective` as `detective`."""
    first, _, rest = name.strip().partition(" ")
    return rest.strip() if rest and key_of(first) in concepts("articles") else name.strip()


def seat_text(seat: Seat) -> str:
    """A seat in the notation: `white (role) = Ben`."""
    role = f" ({seat.role})" if seat.role else ""
    return f"{seat.piece}{role} = {seat.person}" if seat.person else f"{seat.piece}{role}"
