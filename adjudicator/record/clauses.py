"""Reads clauses, `PIECE ACTION`, word by word. The many plain rides of a game are read faster (see `transcript_reader`)."""

from __future__ import annotations

from typing import Any

from attrs import evolve

from adjudicator.record.lexicon import Lexicon, key_of
from adjudicator.record.names import NOBODY, Names
from adjudicator.record.steps import StepReader, fillers, plain_steps
from adjudicator.record.transcript import Act, Ride, Step
from adjudicator.record.words import ARROWS, Misread, Words
from adjudicator.values import frozen


@frozen
class Said:
    """One clause as it was read: its piece, its parts, and the columns where it begins and ends."""

    piece: str
    parts: tuple[Step, ...]
    start: int
    end: int


class ClauseReader:
    """Reads the clauses of one stretch of a line.

    `known` are the pieces in the game. If the record does not list them (`guessing`), every piece that acts is one.
    """

    def __init__(
        self,
        words: Words,
        lexicon: Lexicon,
        known: set[str],
        guessing: bool = False,
        names: Names = NOBODY,
    ):
        self.words, self.lexicon, self.known, self.guessing = words, lexicon, known, guessing
        self.steps = StepReader(words, lexicon, known, names)
        words.part(self._is_fare)
        self.said: list[Said] = []
        self.misread: list[Misread] = []
        self._same_again = ""  # the piece whose next clause begins without its name

    @property
    def general(self) -> bool:
        """Whether this stretch is a single clause that means the same in every game with this piece."""
        return self.steps.general and len(self.said) == 1 and not self.misread and not self.steps.names.used

    def read(self) -> None:
        """Read all clauses of the stretch. After a mistake, continue at the next clause that can be recognised."""
        words = self.words
        while not words.done:
            if words.skip(",", ".", "*", "•") or words.dash():
                continue
            begun = words.at
            try:
                self._clause()
            except Misread as mistake:
                self.misread.append(mistake)
                self._same_again = ""
                words.at = max(words.at, begun + 1)
                while not words.done and not (words.text(-1) == "," and self._piece_here()):
                    words.step()

    def _clause(self) -> None:
        words, steps = self.words, self.steps
        steps.origin, steps.more = words.span()[0], False
        piece = self._same_again or self._whose()
        self._same_again = ""
        parts: list[Step] = []
        form = steps.form_here()
        if form is not None and form.place == "turn" and not steps.ride_here():
            self._turn(form.entries, parts)
        else:
            self._entry(parts)
            if piece == self.lexicon.fugitive and isinstance(parts[0], Ride):
                self._unnamed_turn(parts)
        if piece == self.lexicon.fugitive:
            parts = [self._paid(part) for part in parts]
        self.said.append(Said(piece, tuple(parts), steps.origin, words.last))
        self._close(piece, parts)

    # --- whose

    def _piece_here(self) -> bool:
        """Whether a clause of a piece in the game begins here, and not an entry such as `black 52`."""
        piece, count = self.steps.piece_at()
        after = self.words.kind(count)
        return piece in self.known and after != "" and after != "number"

    def _whose(self) -> str:
        words = self.words
        if words.kind() != "word":
            raise words.misread("T041", word=words.text(), fugitive=self.lexicon.fugitive)
        piece, count = self.steps.piece_at()
        if piece not in self.known:
            if self._is_action():
                raise words.misread("T041.action", word=words.text(), fugitive=self.lexicon.fugitive)
            if not self.guessing:
                raise self.steps.stranger()
            self.known.add(piece)
        words.step(count)
        while words.skip(":", *ARROWS) or words.dash() or (not self._is_action() and words.skip(*fillers())):
            pass
        return piece

    def _is_fare(self, text: str, letters: str) -> bool:
        """Whether `t86` is a ticket and a station, and not the name of something."""
        if text.lower() in self.known or key_of(text) in self.lexicon.forms:
            return False
        return key_of(letters) in self.lexicon.tickets or key_of(letters) in self.lexicon.modes

    def _is_action(self) -> bool:
        tables: tuple[Any, ...] = (self.lexicon.tickets, self.lexicon.modes, self.lexicon.forms, plain_steps())
        return any(self.words.find(table) for table in tables)

    # --- what

    def _paid(self, step: Step) -> Step:
        """Return the ride with its ticket filled in, if it names a mode that only one kind of ticket pays for (`ferry 115`)."""
        if not isinstance(step, Ride) or step.ticket != "" or not step.mode:
            return step
        return evolve(step, ticket=self.lexicon.fares.get(step.mode, ""))

    def _turn(self, entries: int, parts: list[Step]) -> None:
        """Read the entries of a turn of several entries into `parts`; fewer if the page or the game ends within the turn."""
        words, steps = self.words, self.steps
        parts.append(steps.act())
        words.skip(":")
        while entries:
            place = words.span()
            steps.more = entries > 1
            step = self._entry(parts)
            if not isinstance(step, Ride) and not (isinstance(step, Act) and step.form.place == "entry"):
                raise Misread("T047", *place, word=words.line[slice(*place)])
            entries -= not _failed(step)
            comma = bool(entries) and (words.skip(",", "then", "and", *ARROWS) or words.dash())
            if words.done or not (steps.entry_here() or (comma and not self._piece_here())):
                break

    def _unnamed_turn(self, parts: list[Step]) -> None:
        """Read further entries of the same turn into `parts`, if an unseen action allows several entries in a turn."""
        words, steps = self.words, self.steps
        for _ in range(1, self.lexicon.unnamed):
            begun = words.at
            if not words.skip(",") or self._piece_here() or not steps.entry_here():
                words.at = begun
                return
            self._entry(parts)

    def _entry(self, parts: list[Step]) -> Step:
        """Read one step and the actions joined to it by `+` into `parts`, and return the step."""
        words, place = self.words, self.words.span()
        first = self.steps.step()
        if isinstance(first, Act) and first.form.place == "turn":
            raise Misread("T047.inside", *place, word=first.form.written)
        parts.append(first)
        while words.skip("+", "&"):
            form = self.steps.form_here()
            if form is None:
                raise self.steps.no_such("action", {})
            if form.place in ("turn", "entry"):
                raise words.misread("T047.joined", word=form.written)
            parts.append(self.steps.act())
        return first

    def _close(self, piece: str, parts: list[Step]) -> None:
        """Step over the end of a clause and check that the text ends there or another clause begins. Raises Misread if not."""
        words = self.words
        words.skip(".")
        comma = words.skip(",")
        while words.skip("and", "then"):
            comma = True
        if words.done or self._piece_here():
            return
        if comma and _failed(parts[-1]):  # the action that replaced it
            self._same_again = piece
        elif comma and self.steps.entry_here():
            raise self._too_many(piece, parts)
        else:
            raise words.misread("T045", word=words.text())

    def _too_many(self, piece: str, parts: list[Step]) -> Misread:
        head = parts[0]
        if isinstance(head, Act) and head.form.place == "turn":
            return self.words.misread("T046.many", word=head.form.written, most=head.form.entries)
        behind = self._double_behind()
        if behind:
            return self.words.misread("T045", behind, word=self.words.text(behind))
        return self.words.misread("T046", piece=piece, double=self.lexicon.double)

    def _double_behind(self) -> int:
        """The number of words up to the name of a double that has begun already; 0 if none is named."""
        left = len(self.words.tokens) - self.words.at
        forms = ((ahead, self.words.find(self.lexicon.forms, ahead)) for ahead in range(1, left))
        return next((ahead for ahead, form in forms if form and form[0].place == "turn" and form[0].entries > 1), 0)


def _failed(step: Step) -> bool:
    return isinstance(step, Act) and step.failed
