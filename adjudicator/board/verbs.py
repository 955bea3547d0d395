"""The verbs of a board that extends another: inherit, renumber, remove."""

from __future__ import annotations

from attrs import evolve

from adjudicator.board.draft import MOST, Draft, is_number, is_pair, line_rows
from adjudicator.board.model import PROVENANCES, Card, Numbering
from adjudicator.board.source import Removal, Sections, Sheet
from adjudicator.toml_places import Path


def check_words(draft: Draft, sheet: Sheet) -> None:
    """Report provenances that are not among PROVENANCES, since reports repeat these words."""
    words: list[tuple[Path, str]] = [(("provenance",), sheet.board.provenance), (("inherited",), sheet.board.inherited)]
    words += [(("marked", index, "provenance"), row.provenance) for index, row in enumerate(sheet.board.marked)]
    for at, word in words:
        if word not in PROVENANCES and not (word == "" and at == ("inherited",)):
            draft.faults.append(sheet.fault("B50", at, word=word, known=PROVENANCES))


def check_sections(draft: Draft, sheet: Sheet) -> None:
    """Report verbs in a board that extends no other, and sections of their own (instead of `add`) in one that does."""
    board = sheet.board
    if board.extends:
        for name in ("stations", "lines", "attributes", "water"):
            if getattr(board, name):
                draft.faults.append(sheet.key_fault("B07.own", (name,), name=name, extends=board.extends))
        return
    idle = {"add": board.add != Sections(), "remove": board.remove != Removal(), "renumber": bool(board.renumber)}
    for name in [name for name, used in {**idle, "inherited": bool(board.inherited)}.items() if used]:
        draft.faults.append(sheet.key_fault("B07", (name,), name=name))


def inherit(draft: Draft, sheet: Sheet) -> None:
    """Give everything from the extended board the provenance in `inherited`, since that was another print."""
    word = sheet.board.inherited
    if not sheet.board.extends:
        draft.network = sheet.board.provenance
    if word not in PROVENANCES:
        return
    draft.network = word
    draft.stations = {key: evolve(station, provenance=word) for key, station in draft.stations.items()}
    draft.lines = {key: evolve(line, provenance=word) for key, line in draft.lines.items()}
    draft.facts = {key: evolve(fact, provenance=word) for key, fact in draft.facts.items()}
    draft.decks = {key: deck if deck.cards is None else evolve(deck, provenance=word) for key, deck in draft.decks.items()}


# --- renumber


def renumber(draft: Draft, sheet: Sheet) -> None:
    """Renumber stations, all at once, so that numbers may be exchanged. The rest of the file uses the new numbers."""
    new = {}
    if not sheet.board.extends:  # `check_sections` has reported it
        draft.numbering = sheet.board.numbering
        return
    for text, number in sheet.board.renumber.items():
        at = ("renumber", text)
        if not is_number(text) or int(text) not in draft.stations:
            draft.faults.append(sheet.key_fault("B20.renumber", at, number=text, **draft.stations_here()))
        elif not 1 <= number <= MOST:
            draft.faults.append(sheet.fault("B10.renumber", at, number=number, most=MOST))
        else:
            new[int(text)] = number
    if new and _is_one_to_one(draft, sheet, new):
        _renumber(draft, new)
        draft.numberings.append(Numbering(draft.numbering, new))
    draft.numbering = sheet.board.numbering or draft.numbering


def _is_one_to_one(draft: Draft, sheet: Sheet, new: dict[int, int]) -> bool:
    good = True
    taken = {number: number for number in draft.stations if number not in new}
    for old, number in new.items():
        if number in taken:
            also = (sheet.places.key(("renumber", str(taken[number]))),) if taken[number] in new else ()
            draft.faults.append(sheet.fault("B22", ("renumber", str(old)), also, number=number))
            good = False
        taken[number] = old
    return good


def _renumber(draft: Draft, new: dict[int, int]) -> None:
    def here(number: int) -> int:
        return new.get(number, number)

    stations = [evolve(station, number=here(number)) for number, station in draft.stations.items()]
    lines = [
        evolve(line, a=here(line.a), b=here(line.b), passes=tuple(map(here, line.passes))) for line in draft.lines.values()
    ]
    moved: dict[object, object] = {old: line.key for old, line in zip(draft.lines, lines, strict=True)}
    moved |= {number: here(number) for number in draft.stations}
    draft.origins = {moved.get(key, key): origin for key, origin in draft.origins.items()}
    draft.stations = {station.number: station for station in stations}
    draft.lines = {line.key: line for line in lines}
    draft.facts = {(name, here(number)): fact for (name, number), fact in draft.facts.items()}
    for name, deck in draft.decks.items():
        if deck.cards is not None:
            cards: tuple[Card, ...] = tuple(tuple(map(here, card)) for card in deck.cards)
            draft.decks[name] = evolve(deck, cards=cards)
    draft.numberings = [
        Numbering(row.name, {old: here(number) for old, number in row.numbers.items()}) for row in draft.numberings
    ]


# --- remove


def remove(draft: Draft, sheet: Sheet) -> None:
    gone = sheet.board.remove
    if not sheet.board.extends:
        return
    _remove_lines(draft, sheet)
    for index, number in enumerate(gone.stations):
        if draft.known_station(sheet, ("remove", "stations", index), number, "B20.station"):
            _remove_station(draft, number)
    for index, name in enumerate(gone.attributes):
        if _is_there(draft, sheet, ("remove", "attributes", index), name, draft.attributes, "attribute"):
            del draft.attributes[name]
            draft.facts = {key: fact for key, fact in draft.facts.items() if key[0] != name}
    for index, name in enumerate(gone.decks):
        if _is_there(draft, sheet, ("remove", "decks", index), name, draft.decks, "deck"):
            del draft.decks[name]


def _remove_lines(draft: Draft, sheet: Sheet) -> None:
    for mode, at, row in line_rows(draft, sheet, ("remove", "lines"), sheet.board.remove.lines):
        if not is_pair(row):
            draft.faults.append(sheet.fault("B16.pair", at))
        elif draft.lines.pop((mode, min(row), max(row)), None) is None:
            other = [key[0] for key in draft.lines if key[1:] == (min(row), max(row))]
            draft.faults.append(sheet.fault("B20.line", at, mode=mode, one=row[0], other=row[1], between=other))


def _remove_station(draft: Draft, number: int) -> None:
    """Remove a station with its lines and facts; lines that passed it no longer do."""
    del draft.stations[number]
    draft.lines = {
        key: evolve(line, passes=tuple(over for over in line.passes if over != number))
        for key, line in draft.lines.items()
        if number not in key
    }
    draft.facts = {key: fact for key, fact in draft.facts.items() if key[1] != number}


def _is_there(draft: Draft, sheet: Sheet, at: Path, name: str, there: object, what: str) -> bool:
    known = list(there) if isinstance(there, dict) else []
    if name not in known:
        draft.faults.append(sheet.fault("B20", at, kind=what, name=name, known=known))
    return name in known
