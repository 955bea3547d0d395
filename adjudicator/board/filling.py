"""The statements of a board file about stations and cards: attributes, facts, decks, and the sources of single data."""

from __future__ import annotations

from typing import Any

from attrs import evolve

from adjudicator.board.draft import Draft, is_number, is_pair, is_word, line_rows, own_provenance, sections_of
from adjudicator.board.model import PROVENANCES, Attribute, Card, Deck, Fact, Numbering, Value
from adjudicator.board.source import BLANK, AttributeRow, DeckRow, Marked, Sheet
from adjudicator.faults import Given
from adjudicator.toml_places import Path

# --- attributes and facts


def add_attributes(draft: Draft, sheet: Sheet) -> None:
    prefix, sections = sections_of(sheet)
    for name, row in sections.attributes.items():
        at = (*prefix, "attributes", name)
        if name in draft.attributes:
            draft.faults.append(sheet.key_fault("B21.attribute", at, name=name))
        elif is_word(draft, sheet, at) and _values_are_good(draft, sheet, at, row):
            attribute = Attribute(name, row.type_, row.values)
            found = _fact(draft, sheet, (*at, "otherwise"), attribute, row.otherwise)
            otherwise = None if found is None or found.open else found.value
            draft.attributes[name] = evolve(attribute, otherwise=otherwise)


def _values_are_good(draft: Draft, sheet: Sheet, at: Path, row: AttributeRow) -> bool:
    wrong = ""
    if row.type_ == "yes-no" and row.values:
        wrong = "B30.yes-no"
    elif row.type_ != "yes-no" and not row.values:
        wrong = "B30.none"
    elif len(set(row.values)) < len(row.values) or {BLANK, ""} & set(row.values):
        wrong = "B30"
    if wrong:
        draft.faults.append(sheet.fault(wrong, (*at, "values"), type=row.type_))
        draft.lost.add(("attributes", str(at[-1])))
    return not wrong


def fill_facts(draft: Draft, sheet: Sheet) -> None:
    for text, row in sheet.board.facts.items():
        number = int(text) if is_number(text) else 0
        if number not in draft.stations:
            draft.faults.append(sheet.key_fault("B32", ("facts", text), number=text, **draft.stations_here()))
            continue
        for name, value in row.items():
            at = ("facts", text, name)
            attribute = draft.attributes.get(name)
            if attribute is None and draft.is_lost("attributes", name):
                continue
            if attribute is None:
                draft.faults.append(sheet.key_fault("B31", at, name=name, known=draft.attributes))
                continue
            fact = _fact(draft, sheet, at, attribute, value)
            if fact is not None:
                draft.facts[name, number] = fact


def _fact(draft: Draft, sheet: Sheet, at: Path, attribute: Attribute, written: Any) -> Fact | None:
    """The fact in the file; None for a blank, or for a value that the attribute cannot have."""
    if written == BLANK:
        return None
    value: Value | None = None
    if attribute.kind == "yes-no" and type(written) is bool:
        value = written
    elif attribute.kind == "one of" and type(written) is str:
        value = _known_value(draft, sheet, at, attribute, written)
    elif attribute.kind == "set of" and isinstance(written, list) and all(type(item) is str for item in written):
        found = [
            _known_value(draft, sheet, (*at, index), attribute, item) for index, item in enumerate(written) if item != BLANK
        ]
        value = frozenset(item for item in found if item is not None) if None not in found else None
    else:
        sentence, values = _wrong_value(attribute, written)
        shown = attribute.values[:8]
        draft.faults.append(sheet.fault(sentence, at, name=attribute.name, values=shown, **values))
    if value is None:
        return None
    return Fact(value, own_provenance(sheet), open=isinstance(written, list) and BLANK in written)


def _known_value(draft: Draft, sheet: Sheet, at: Path, attribute: Attribute, word: str) -> str | None:
    if word in attribute.values:
        return word
    draft.faults.append(sheet.fault("B31.value", at, word=word, name=attribute.name, known=attribute.values))
    return None


def _wrong_value(attribute: Attribute, written: Any) -> tuple[str, dict[str, Given]]:
    """The sentence about a value of the wrong kind, and the value to write instead if that is clear."""
    word = written.lower() if isinstance(written, str) else written
    in_quotes = str(written) in attribute.values
    match attribute.kind:
        case "yes-no":
            meant = {1: "true", "yes": "true", "true": "true", 0: "false", "no": "false", "false": "false"}
            return "B31.yes-no", {"meant": meant.get(word, "") if isinstance(word, str | int) else ""}
        case "set of" if word in (False, "none", "no", ""):
            return "B31.set-of-nothing", {}
        case "set of" if isinstance(written, str):
            return "B31.set-of-one", {"item": written}
        case "set of":
            return "B31.set-of-number" if in_quotes else "B31.set-of", {"item": str(written)}
        case _ if isinstance(written, list) and len(written) == 1:
            return "B31.one-of-list", {}
    return "B31.one-of-number" if in_quotes else "B31.one-of", {"item": str(written)}


# --- decks


def add_decks(draft: Draft, sheet: Sheet) -> None:
    prefix, sections = sections_of(sheet)
    for name, row in sections.decks.items():
        at = (*prefix, "decks", name)
        if name in draft.decks:
            draft.faults.append(sheet.key_fault("B21.deck", at, name=name))
        elif is_word(draft, sheet, at):
            _deal(draft, sheet, at, name, row, 1 if row.stations is None else row.stations)


def fill_decks(draft: Draft, sheet: Sheet) -> None:
    """Fill in the cards of inherited decks, as a board that extends another may."""
    if not sheet.board.extends:
        return
    for name, row in sheet.board.decks.items():
        deck = draft.decks.get(name)
        if deck is None:
            draft.faults.append(sheet.key_fault("B41.fill", ("decks", name), name=name, known=draft.decks))
        elif row.cards != BLANK:
            size = deck.size if row.size is None else row.size
            stations = deck.stations if row.stations is None else row.stations
            _deal(draft, sheet, ("decks", name), name, evolve(row, size=size), stations)


def _deal(draft: Draft, sheet: Sheet, at: Path, name: str, row: DeckRow, stations: int) -> None:
    if stations not in (1, 2):
        draft.faults.append(sheet.fault("B41.stations", (*at, "stations")))
        return
    size = row.size if row.size is not None else len(row.cards)
    if row.cards == BLANK:
        if row.size is None:
            draft.faults.append(sheet.key_fault("B42.size", at, name=name))
        draft.decks[name] = Deck(name, stations, size, None, "unknown")
        return
    cards = [_card(draft, sheet, (*at, "cards", index), card, stations) for index, card in enumerate(row.cards)]
    if len(cards) != size:
        draft.faults.append(sheet.fault("B42", (*at, "cards"), name=name, size=size, listed=len(cards)))
    known = tuple(card for card in cards if card is not None)
    full = known if len(known) == len(cards) else None
    draft.decks[name] = Deck(name, stations, size, full, "unknown" if full is None else own_provenance(sheet), len(known))


def _card(draft: Draft, sheet: Sheet, at: Path, row: Any, stations: int) -> Card | None:
    """The stations on a card; None if one of them is blank, or wrong (which is reported)."""
    parts = row if isinstance(row, list) else [row]
    if row != BLANK and len(parts) != stations:
        draft.faults.append(sheet.fault("B41.one" if stations == 1 else "B41.two", at))
        return None
    if BLANK in parts:
        return None
    if stations == 2 and parts[0] == parts[1]:
        draft.faults.append(sheet.fault("B41.different", at))
        return None
    places = [(*at, index) for index in range(stations)] if isinstance(row, list) else [at]
    good = [draft.known_station(sheet, place, part, "B40.card") for place, part in zip(places, parts, strict=True)]
    return tuple(parts) if all(good) else None


# --- single data of another provenance, other numberings


def mark(draft: Draft, sheet: Sheet) -> None:
    for index, row in enumerate(sheet.board.marked):
        known = row if row.provenance in PROVENANCES else evolve(row, provenance="unknown")  # `check_words` has reported it
        _mark(draft, sheet, ("marked", index), known)


def _mark(draft: Draft, sheet: Sheet, at: Path, row: Marked) -> None:
    word = row.provenance
    for index, number in enumerate(row.stations):
        if draft.known_station(sheet, (*at, "stations", index), number, "B51.station"):
            draft.stations[number] = evolve(draft.stations[number], provenance=word)
    for mode, place, pair in line_rows(draft, sheet, (*at, "lines"), row.lines):
        key = (mode, min(pair), max(pair)) if is_pair(pair) else None
        if key is None:
            draft.faults.append(sheet.fault("B16.pair", place))
        elif key not in draft.lines:
            draft.faults.append(sheet.fault("B51.line", place, mode=mode, one=pair[0], other=pair[1]))
        else:
            draft.lines[key] = evolve(draft.lines[key], provenance=word)
    for name, numbers in row.facts.items():
        for index, number in enumerate(numbers):
            if (name, number) not in draft.facts:
                draft.faults.append(sheet.fault("B51.fact", (*at, "facts", name, index), name=name, number=number))
            else:
                draft.facts[name, number] = evolve(draft.facts[name, number], provenance=word)
    for index, name in enumerate(row.decks):
        if name not in draft.decks:
            draft.faults.append(sheet.fault("B51.deck", (*at, "decks", index), name=name, known=draft.decks))
        else:
            draft.decks[name] = evolve(draft.decks[name], provenance=word)


def note_numberings(draft: Draft, sheet: Sheet) -> None:
    for name, rows in sheet.board.also_numbered.items():
        numbers = {}
        for text, number in rows.items():
            at = ("also-numbered", name, text)
            if not is_number(text):
                draft.faults.append(sheet.key_fault("B10.numbered", at, number=text))
            elif draft.known_station(sheet, at, number, "B11.numbered"):
                numbers[int(text)] = number
        draft.numberings.append(Numbering(name, numbers))
