"""Moves in JSON as other programs write it: a list of objects, each with who moved, how, and where to, under any plain key."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from adjudicator.faults import Fault, Place, Refused
from adjudicator.json_places import JsonPlaces, Path
from adjudicator.pages.cast import Cast
from adjudicator.pages.edition_named import known_edition
from adjudicator.pages.minutes import Mark, Minutes, Move
from adjudicator.pages.stretches import Stretch
from adjudicator.record.lexicon import Lexicon, key_of
from adjudicator.record.transcript import Header
from adjudicator.words import concepts

DEEP = 3  # levels at most down to the moves: `{"game": {"rounds": [{"moves": [...]}]}}`
Found = tuple[Path, dict[str, str], dict[str, Any]]  # where a move is, its keys by their meaning, and all its values


class JsonMoves:
    """A JSON text that is not a transcript of ours. Raises Refused if it has no list of moves."""

    def __init__(self, text: str, file: str):
        self.places, self.data = JsonPlaces(text, file), json.loads(text)
        self.moves = list(_moves(self.data, (), DEEP))
        if not self.moves:  # it may be any file: no line of it is shown
            raise Refused([Fault("T246", Place(file))])

    def naming(self) -> list[Header]:
        """The header that names the edition, if a value at the top does."""
        table = self.data if isinstance(self.data, Mapping) else {}
        for key, value in table.items():
            edition = known_edition(str(value)) if concepts("headers").get(key_of(key)) == "variant" else ""
            if edition:
                place = self.places.value((key,))
                return [Header("variant", edition, place.line, place.column + 1, str(value))]
        return []

    def minutes(self, lexicon: Lexicon) -> Minutes:
        page = Minutes("moves in JSON", Cast(lexicon), halves=True)
        for header in self.naming():
            page.headers.append((header.key, Stretch(header.text, header.line, header.column, str(header.content))))
        last: object = None
        for path, keys, values in self.moves:
            number = values.get(keys.get("round", ""))
            if number is not None and number != last and str(number).isdecimal():
                page.turns.append(Mark(int(number), self._stretch((*path, keys["round"]), str(number)), is_word=True))
                last = number
            self._move(page, path, keys, values)
        if page.starts:
            page.headers.append(("start", self._starts(page)))
        return page

    def _move(self, page: Minutes, path: Path, keys: dict[str, str], values: dict[str, Any]) -> None:
        piece = page.cast.whose(str(values[keys["piece"]]))
        fare, to = values.get(keys.get("ticket", "")), values[keys["station"]]
        origin = values.get(keys.get("from", ""))
        if origin is not None and str(origin).isdecimal():
            page.starts.setdefault(piece, self._stretch((*path, keys["from"]), str(origin)))
        seen = "!" if values.get(keys.get("seen", "")) is True and piece == page.cast.lexicon.fugitive else ""
        words = f"{'?' if fare is None else _fare(str(fare))} {'?' if to is None else to}{seen}"
        last = page.turns[-1] if page.turns else None
        if isinstance(last, Move) and last.piece == piece == page.cast.lexicon.fugitive and self._is_same_turn(path):
            page.turns[-1] = Move(piece, last.words.meaning(f"{page.cast.lexicon.double} {last.words.written}, {words}"))
        else:
            page.turns.append(Move(piece, self._stretch((*path, keys["station"]), words)))

    def _is_same_turn(self, path: Path) -> bool:
        """Whether a move has the round of the one before it: two moves of the fugitive are the halves of a double."""
        at = next(at for at, (place, _, _) in enumerate(self.moves) if place == path)
        (_, before, one), (_, keys, other) = self.moves[at - 1], self.moves[at]
        number = other.get(keys.get("round", ""))
        return number is not None and number == one.get(before.get("round", ""))

    def _starts(self, page: Minutes) -> Stretch:
        """The stations where the first moves of the pieces begin."""
        first = next(iter(page.starts.values()))
        told = [
            f"{seat.piece} {page.starts[seat.piece].written if seat.piece in page.starts else '?'}"
            for seat in page.cast.in_order()
        ]
        return first.meaning("; ".join(told))

    def _stretch(self, path: Path, said: str) -> Stretch:
        place = self.places.value(path)
        source = self.places.text.split("\n")[place.line - 1]
        return Stretch(source[place.column - 1 : place.column - 1 + place.length], place.line, place.column, said)


def _fare(text: str) -> str:
    """A ticket as the notation writes it, where a language knows the word: `U-BAHN`."""
    return concepts("tickets").get(key_of(text), text.lower())


def _moves(data: object, path: Path, deep: int) -> Iterator[Found]:
    """The objects that are moves, in their order; a round around them is theirs."""
    if isinstance(data, list):
        for at, one in enumerate(data):
            yield from _moves(one, (*path, at), deep)
    elif isinstance(data, Mapping):
        keys = {concepts("columns").get(key_of(str(key)), ""): str(key) for key in data}
        if {"piece", "station"} <= keys.keys():
            yield path, keys, dict(data)
            return
        for key, value in data.items() if deep else ():
            if isinstance(value, list | Mapping):
                inside = _moves(value, (*path, str(key)), deep - 1)
                number = data.get(keys.get("round", ""))
                for place, names, values in inside:
                    more = {} if number is None or "round" in names else {"round": "round"}
                    yield place, names | more, values | ({"round": number} if more else {})
