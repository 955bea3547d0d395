"""Reads one step of a clause: a ride, an action with its arguments, `stays`, `passes`, `resigns`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cache

from adjudicator.record.lexicon import ActionForm, Argument, Lexicon, key_of
from adjudicator.record.names import NOBODY, Names
from adjudicator.record.transcript import NONE, Act, Each, Pass, Resign, Ride, Stay, Step, Value
from adjudicator.record.words import ARROWS, Misread, Words
from adjudicator.words import concepts

_DIGITS = str.maketrans("OoIl", "0011")  # letters that look like digits
_FIELDS = list[tuple[str, str]]  # seals as they are found


@cache
def plain_steps() -> Mapping[str, Callable[[int, int], Step]]:
    """The steps written as a single word, by its spellings."""
    kinds: dict[str, Callable[[int, int], Step]] = {"stays": Stay, "passes": Pass, "resigns": Resign}
    return {key: step for kind, step in kinds.items() for key in concepts(kind)}


@cache
def fillers() -> tuple[str, ...]:
    """Words around a ticket and a station that add no meaning."""
    return (*concepts("by"), *concepts("to"))


def spellings(*tables: Iterable[str]) -> set[str]:
    """The spellings that can be suggested for a misspelt word; no single letters."""
    return {name.lower() for table in tables for name in table if len(name) > 2}


def _called(argument: Argument) -> str:
    return "choice" if argument.values else argument.kind


class StepReader:
    """Reads steps from the current word on. `known` are the pieces in the game."""

    def __init__(self, words: Words, lexicon: Lexicon, known: Iterable[str], names: Names = NOBODY):
        self.words, self.lexicon, self.known, self.names = words, lexicon, known, names
        self.origin = 0  # the beginning of the clause, from which places of steps count
        self.more = False  # whether the turn continues with another entry
        self.general = True  # whether the clause means the same in every game with its piece

    # --- the words here

    def form_here(self) -> ActionForm | None:
        found = self.words.find(self.lexicon.forms)
        return None if found is None else found[0]

    def ride_here(self) -> bool:
        fare = self._fare_here()
        if fare is None:
            return self.unknown_here()
        begun = self.words.at
        self.words.step(fare[2])
        self._lead()
        found = self.words.kind() in ("number", "seal", "card") or self.words.text() in ("?", "/", "(")
        self.words.at = begun
        return found

    def _lead(self) -> None:
        """Skip the words between a fare and its station."""
        while self.words.skip(*fillers(), *ARROWS) or self.words.dash():
            pass

    def entry_here(self) -> bool:
        form = self.form_here()
        return self.ride_here() or (form is not None and form.place == "entry")

    def unknown_here(self) -> bool:
        return self.words.kind() == "seal" or self.words.text() == "?"

    def _fare_here(self) -> tuple[str, str | None, int] | None:
        """Read a fare: its ticket ("" if only a mode is named), its mode, and the number of words; None if there is none."""
        ticket = self.words.find(self.lexicon.tickets)
        if ticket is not None:
            return ticket[0], None, ticket[1]
        mode = self.words.find(self.lexicon.modes)
        return None if mode is None else ("", mode[0], mode[1])

    def piece_at(self, ahead: int = 0) -> tuple[str, int]:
        """Return the piece that the words there name, in the game or not, and the number of words; ("", 0) if they name
        none.
        """
        return self.names.find(self.words, self.lexicon, ahead) or (self.words.text(ahead).lower(), 1)

    # --- steps

    def step(self) -> Step:
        words = self.words
        if self.ride_here():
            return self._ride()
        if self.form_here() is not None:
            return self.act()
        plain = words.find(plain_steps()) or ((Stay, 1) if words.text() == "-" and not words.text(1) else None)
        if plain is not None:
            start = words.span()[0]
            words.step(plain[1])
            return plain[0](start - self.origin, words.last - start)
        if self._fare_here():
            return self._ride()
        fares = {**self.lexicon.tickets, **self.lexicon.modes}
        raise self.no_such("ticket or action", fares | {word: word for word in ("stays", "passes", "resigns")})

    def no_such(self, kind: str, more: Mapping[str, str]) -> Misread:
        """Refuse a word that names no action, and nothing in `more` (from spellings to names)."""
        words = self.words
        if words.done:
            return words.misread("T052" if more else "T052.action")
        if words.kind() == "number":
            return words.misread("T042.number", kind=kind, number=words.text())
        forms = {key: form for key, form in self.lexicon.forms.items() if more or form.place not in ("turn", "entry")}
        names = dict.fromkeys([*more.values(), *(form.written for form in forms.values())])
        return words.misread("T042", kind=kind, word=words.text(), spellings=spellings(more, forms), known=names)

    def _ride(self) -> Ride:
        words, start = self.words, self.words.span()[0]
        seals: _FIELDS = []
        ticket: str | None = None
        mode: str | None = None
        if not self.unknown("ticket", seals):
            ticket, mode, count = self._fare_here() or ("", None, 0)
            words.step(count)
        words.skip("ticket")
        bracket = words.text() == "("
        if words.skip("/", "(") and not self.unknown("mode", seals):
            mode = self._named(self.lexicon.modes, "mode")
        if bracket and not words.skip(")"):
            raise words.misread("T043.bracket")
        self._lead()
        to = None
        if ticket is not None or self.unknown_here() or words.kind() == "number":
            to = self.station("to", seals)
        mark = words.skip("!")
        while words.skip("!"):
            pass
        return Ride(ticket, mode, to, mark, tuple(seals), start - self.origin, words.last - start)

    def act(self) -> Act:
        words, start = self.words, self.words.span()[0]
        found = words.find(self.lexicon.forms)
        assert found is not None
        form = found[0]
        words.step(found[1])
        seals: _FIELDS = []
        values: list[Value] = []
        mark = False
        for argument in form.arguments:
            if words.word() in concepts("fails"):
                break
            values.append(self._value(form, argument, str(len(values)), seals))
            mark = mark or (argument.kind == "station" and words.skip("!"))
        failed = words.skip(*concepts("fails"))
        answer = self._answer(form, seals) if words.kind() == "arrow" else None
        return Act(form, tuple(values), answer, failed, mark, tuple(seals), start - self.origin, words.last - start)

    def _answer(self, form: ActionForm, seals: _FIELDS) -> str | None:
        words = self.words
        if not form.has_answer:
            raise words.misread("T048", word=form.written)
        words.step()
        if self.unknown("answer", seals):
            return None
        said: list[str] = []
        between = " "
        while words.kind() in ("word", "number", "card") and not (said and self.piece_at()[0] in self.known):
            said.append(words.step()[1])
            if words.text(1) and words.skip("/", "and", "&"):  # several values in one answer: `park/landmark`
                between = "/"
        if not said:
            raise words.misread("T053")
        self.general = self.general and len(said) == 1
        text = between.join(said).rstrip(".")
        return concepts("answers").get(key_of(text), text)

    # --- values

    def unknown(self, field: str, seals: _FIELDS) -> bool:
        """Read a `?` and the commitment that may follow it. Returns whether there was a `?`."""
        words = self.words
        if words.kind() == "seal":
            seals.append((field, words.step()[1].partition("[")[2][:-1]))
            return True
        if not words.skip("?"):
            return False
        if words.text() == "[":
            raise words.misread("T051")
        return True

    def station(self, field: str, seals: _FIELDS) -> int | None:
        words = self.words
        if self.unknown(field, seals):
            return None
        if words.kind() != "number":
            number = words.text().translate(_DIGITS)
            asked = number.isdecimal() and any(sign.isdecimal() for sign in words.text())
            raise words.misread("T043.digits" if asked else "T043", word=words.text(), number=number)
        return words.number()

    def _value(self, form: ActionForm, argument: Argument, field: str, seals: _FIELDS) -> Value:
        words = self.words
        announced = bool(argument.word) and words.skip(key_of(argument.word))
        if argument.each:
            if announced and words.done:
                raise words.misread("T044.list", word=form.written)
            return self._each(argument)
        if words.done or words.text() in ("+", ",", "!") or words.kind() == "arrow":
            if argument.drawn:
                return None
            before = "" if argument is form.arguments[0] else "..."
            example = " ".join(filter(None, (form.written, before, argument.word, _called(argument))))
            kind, choices = _called(argument), argument.values
            raise words.misread("T044.wants", word=form.written, kind=kind, choices=choices, example=example)
        if argument.kind == "station":
            return self.station(field, seals)
        return None if self.unknown(field, seals) else self._given(argument)

    def _given(self, argument: Argument) -> Value:
        words = self.words
        match argument.kind:
            case "mode" | "ticket" | "word" if argument.kind != "word" or argument.values:
                return self._named(self._table(argument), _called(argument))
            case "word" if words.kind() == "word":
                return words.step()[1].lower().rstrip(".")
            case "card" if words.kind() == "card":
                return tuple(int(number) for number in words.step()[1].split("/"))
            case "card" if words.kind() == "number":
                return (words.number(),)
            case "number" | "station" if words.kind() == "number":
                return words.number()
            case "piece":
                return self._piece()
        raise words.misread("T044.kind", word=words.text(), kind=argument.kind)

    def _table(self, argument: Argument) -> Mapping[str, str]:
        match argument.kind:
            case "mode":
                return self.lexicon.modes
            case "ticket":
                return self.lexicon.tickets
        return {key_of(value): value for value in argument.values}

    def _named(self, table: Mapping[str, str], what: str) -> str:
        found = self.words.find(table)
        if found is None:
            raise self.words.misread("T044", word=self.words.text(), kind=what, known=spellings(table))
        self.words.step(found[1])
        return found[0]

    def _piece(self) -> str:
        self.general = False
        piece, count = self.piece_at()
        if piece not in self.known:
            raise self.stranger()
        self.words.step(count)
        return piece

    def stranger(self) -> Misread:
        text = self.words.text()
        return self.words.misread("T040", word=text, held=self.names.held.get(key_of(text), ()), known=self.known)

    def _each(self, argument: Argument) -> Each:
        """Read `red taxi blue bus green none`, as long as a piece is followed by its value, and not by a ride. At the end of a
        clause the list may be missing: no piece has a value.
        """
        words, given = self.words, dict[str, int | str | None]()
        while not words.done and (not given or self._pair_here(argument, given)):
            words.skip(",")
            place = words.span()
            piece = self._piece()
            if piece in given:
                raise Misread("T016.named", *place, name=piece)
            value = None if words.skip("?") else NONE if words.skip(NONE) else self._given(argument)
            given[piece] = value if isinstance(value, int | str) else None
        return tuple(given.items())

    def _pair_here(self, argument: Argument, given: Iterable[str]) -> bool:
        words = self.words
        comma = int(words.text() == ",")
        piece, count = self.piece_at(comma)
        after = comma + count
        if piece not in self.known or not words.text(after):
            return False
        if self.more and comma and words.text(after) == "?" and self._is_next_entry(after + 1, piece in given):
            return False
        if argument.kind in ("number", "station"):
            return words.kind(after) == "number" or words.text(after) == "?"
        if words.text(after) == "?" or words.word(after) == NONE:
            size = 1
        else:
            found = words.find(self._table(argument), after)
            size = found[1] if found else 0
        return size > 0 and not self._is_fare(after + size)

    def _is_fare(self, behind: int) -> bool:
        """Whether the word before this place is the fare of a ride to it. In `? 12` and `? ?` it is not."""
        words = self.words
        if words.text(behind) == "/" or words.kind(behind) == "number":
            return True
        return self._is_unknown(behind) and not (
            self._is_unknown(behind + 1) or words.kind(behind + 1) == "number" or words.text(behind + 1) == "/"
        )

    def _is_unknown(self, ahead: int) -> bool:
        return self.words.text(ahead) == "?" or self.words.kind(ahead) == "seal"

    def _is_next_entry(self, behind: int, named: bool) -> bool:
        """Whether `, black ?` is the next entry, rather than the value of a piece of that name. It is not if another entry
        follows."""
        words, begun = self.words, self.words.at
        words.step()
        fare = self._fare_here()
        words.at = begun
        if fare is None or named:
            return fare is not None
        words.step(behind)
        follows = words.skip(",", "then", "and") and self.entry_here()
        words.at = begun
        return not follows
