"""Reads a transcript in JSON, as other programs write it."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.faults import Fault
from adjudicator.json_places import JsonPlaces, Path
from adjudicator.pages.cast import Cast, seat_text
from adjudicator.pages.json_moves import JsonMoves
from adjudicator.pages.minutes import Mark, Minutes, Move, Remark
from adjudicator.pages.stretches import Sheet, Stretch
from adjudicator.pages.vocabulary import Vocabulary
from adjudicator.record.json_form import MoveForm, RideForm, TranscriptForm, is_json, is_transcript, read_form
from adjudicator.record.transcript import Header, Seat


def read_json_page(sheet: Sheet, vocabulary: Vocabulary) -> list[Minutes]:
    """The page as JSON. Raises Refused for a page that begins like JSON and is not a transcript."""
    if not is_json(sheet.text):
        return []
    if not is_transcript(sheet.text, sheet.file):
        return [JsonMoves(sheet.text, sheet.file).minutes(vocabulary.lexicon)]
    form, places = read_form(sheet.text, sheet.file)
    return [_Page(form, places, vocabulary).minutes()]


def naming_in_json(sheet: Sheet) -> list[Header]:
    """The headers of a JSON page that name rules. Raises Refused."""
    if not is_transcript(sheet.text, sheet.file):
        return JsonMoves(sheet.text, sheet.file).naming()
    form, places = read_form(sheet.text, sheet.file)
    named = (("variant", form.variant, "variant"), ("board", form.board, "board"), ("option", form.options, "options"))
    found = []
    for key, content, name in named:
        place = places.value((name,))
        if content:
            found.append(Header(key, content, place.line, place.column + 1, content if isinstance(content, str) else ""))
    return found


class _Page:
    def __init__(self, form: TranscriptForm, places: JsonPlaces, vocabulary: Vocabulary):
        self.form, self.places, self.lexicon = form, places, vocabulary.lexicon
        self.page = Minutes("a transcript in JSON", Cast(self.lexicon, ()), halves=False)

    def minutes(self) -> Minutes:
        form = self.form
        self._header("variant", form.variant)
        self._header("board", form.board)
        self._header("option", "; ".join(form.options), "options")
        self._header("seats", "; ".join(seat_text(Seat(one.piece, one.person, one.role)) for one in form.seats))
        starts = (f"{piece} {'?' if at is None else at}" for piece, at in form.start.items())
        self._header("start", "; ".join(starts))
        result = form.result if form.result in ("draw", "unfinished") else f"{self.lexicon.fugitive} {form.result}"
        self._header("result", result if form.result else "")
        for key, values in form.headers.items():
            for value in (values,) if isinstance(values, str) else values:
                self.page.headers.append((key, self._stretch(("headers", key), value)))
        for at, one in enumerate(form.rounds):
            if one.round is not None:
                self.page.turns.append(Mark(one.round, self._stretch(("rounds", at, "round"), str(one.round))))
            for number, move in enumerate(one.moves):
                self.page.turns += self._move(move, ("rounds", at, "moves", number))
        return self.page

    def _header(self, key: str, value: str, name: str = "") -> None:
        if value:
            self.page.headers.append((key, self._stretch((name or key,), value)))

    def _stretch(self, path: Path, said: str) -> Stretch:
        place = self.places.value(path)
        source = self.places.text.split("\n")[place.line - 1]
        return Stretch(source[place.column - 1 : place.column - 1 + place.length], place.line, place.column, said)

    def _move(self, move: MoveForm, path: Path) -> Iterator[Move | Remark]:
        said = [name for name in ("rides", "clause", "event", "remark", "unwritten") if getattr(move, name)]
        if len(said) != 1 or (said[0] in ("rides", "clause")) != bool(move.piece):
            self.page.faults.append(Fault("T245", self.places.value(path)))
            return
        if move.remark:
            yield Remark(self._stretch((*path, "remark"), move.remark))
            return
        rides = " ".join(filter(None, (move.action, ", ".join(map(_ride, move.rides)))))
        words = {"rides": rides, "clause": move.clause, "event": move.event, "unwritten": "?"}[said[0]]
        yield Move(move.piece, self._stretch(path, words))


def _ride(ride: RideForm) -> str:
    fare = "?" if ride.ticket is None else ride.ticket
    fare = (f"{fare}/{ride.mode}" if fare else ride.mode) if ride.mode else fare
    return f"{fare} {'?' if ride.to is None else ride.to}{'!' if ride.seen else ''}"
