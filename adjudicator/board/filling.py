"""What a board file says about stations and cards: attributes, facts, decks, and where single data come from."""

from __future__ import annotations

from typing import Any

from attrs import evolve

from adjudicator.board.draft import Draft, bad_row, is_number, is_pair, is_word, line_rows, own_provenance, sections_of
from adjudicator.board.model import PROVENANCES, Attribute, Card, Deck, Fact, Numbering, Value
from adjudicator.board.source import BLANK, AttributeRow, DeckRow, Marked, Sheet
from adjudicator.faults import did_you_mean
from adjudicator.places import Path

# --- attributes and facts


def add_attributes(draft: Draft, sheet: Sheet) -> None:
    prefix, sections = sections_of(sheet)
    for name, row in sections.attributes.items():
        at = (*prefix, "attributes", name)
        if name in draft.attributes:
            draft.faults.append(sheet.key_fault("B21", at, f"there is an attribute `{name}` already"))
        elif is_word(draft, sheet, at, "an attribute") and _values_are_good(draft, sheet, at, row):
            attribute = Attribute(name, row.type_, row.values)
            found = _fact(draft, sheet, (*at, "otherwise"), attribute, row.otherwise)
            otherwise = None if found is None or found.open else found.value
            draft.attributes[name] = evolve(attribute, otherwise=otherwise)


def _values_are_good(draft: Draft, sheet: Sheet, at: Path, row: AttributeRow) -> bool:
    message = ""
    if row.type_ == "yes-no" and row.values:
        message = "a yes-no attribute has no list of values"
    elif row.type_ != "yes-no" and not row.values:
        message = f"an attribute of type `{row.type_}` needs its `values`"
    elif len(set(row.values)) < len(row.values) or {BLANK, ""} & set(row.values):
        message = "the values of an attribute are different words"
    if message:
        draft.faults.append(sheet.fault("B30", (*at, "values"), message, 'like values = ["park", "river"]'))
        draft.lost.add(("attributes", str(at[-1])))
    return not message


def fill_facts(draft: Draft, sheet: Sheet) -> None:
    for text, row in sheet.board.facts.items():
        number = int(text) if is_number(text) else 0
        if number not in draft.stations:
            message = f"facts of `{text[:20]}`, which is not a station of this board"
            draft.faults.append(sheet.key_fault("B32", ("facts", text), message, draft.hint(number)))
            continue
        for name, value in row.items():
            at = ("facts", text, name)
            attribute = draft.attributes.get(name)
            if attribute is None and draft.is_lost("attributes", name):
                continue
            if attribute is None:
                help = did_you_mean(name, draft.attributes) or "attributes are declared below `attributes`"
                draft.faults.append(sheet.key_fault("B31", at, f"no attribute `{name[:40]}` is declared", help))
                continue
            fact = _fact(draft, sheet, at, attribute, value)
            if fact is not None:
                draft.facts[name, number] = fact


def _fact(draft: Draft, sheet: Sheet, at: Path, attribute: Attribute, written: Any) -> Fact | None:
    """What a value in the file says; None for a blank, or for a value that the attribute cannot have."""
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
        message = f"`{attribute.name}` is {_wanted(attribute)}"
        draft.faults.append(sheet.fault("B31", at, message, _meant(attribute, written) or 'or "?" while it is not known'))
    if value is None:
        return None
    return Fact(value, own_provenance(sheet), open=isinstance(written, list) and BLANK in written)


def _known_value(draft: Draft, sheet: Sheet, at: Path, attribute: Attribute, word: str) -> str | None:
    if word in attribute.values:
        return word
    message = f"`{word[:40]}` is no value of `{attribute.name}`"
    draft.faults.append(sheet.fault("B31", at, message, did_you_mean(word, attribute.values)))
    return None


def _wanted(attribute: Attribute) -> str:
    if attribute.kind == "yes-no":
        return "`true` or `false`"
    words = ", ".join(f"`{value}`" for value in attribute.values[:8])
    return f"one text of {words}" if attribute.kind == "one of" else f"a list of texts from {words}"


def _meant(attribute: Attribute, written: Any) -> str:
    """What to write instead, where what was written tells."""
    word = written.lower() if isinstance(written, str) else written
    if attribute.kind == "yes-no" and word in (1, "yes", "true", 0, "no", "false"):
        return f"write {'true' if word in (1, 'yes', 'true') else 'false'}"
    if attribute.kind == "set of" and word in (False, "none", "no", ""):
        return "write [] where there is nothing"
    if attribute.kind == "set of" and isinstance(written, str):
        return f'write it in brackets: ["{written[:40]}"]'
    if attribute.kind == "one of" and isinstance(written, list) and len(written) == 1:
        return "write it without brackets"
    return f'write "{written}" in quotes' if str(written) in attribute.values else ""


# --- decks


def add_decks(draft: Draft, sheet: Sheet) -> None:
    prefix, sections = sections_of(sheet)
    for name, row in sections.decks.items():
        at = (*prefix, "decks", name)
        if name in draft.decks:
            help = "to fill its cards in, write it without `add`"
            draft.faults.append(sheet.key_fault("B21", at, f"there is a deck `{name}` already", help))
        elif is_word(draft, sheet, at, "a deck"):
            _deal(draft, sheet, at, name, row, 1 if row.stations is None else row.stations)


def fill_decks(draft: Draft, sheet: Sheet) -> None:
    """A board that extends another may fill in the cards of a deck that it inherits."""
    if not sheet.board.extends:
        return
    for name, row in sheet.board.decks.items():
        deck = draft.decks.get(name)
        if deck is None:
            help = did_you_mean(name, draft.decks) or "a new deck is declared below `add.decks`"
            draft.faults.append(sheet.key_fault("B41", ("decks", name), f"there is no deck `{name}` to fill", help))
        elif row.cards != BLANK:
            size = deck.size if row.size is None else row.size
            stations = deck.stations if row.stations is None else row.stations
            _deal(draft, sheet, ("decks", name), name, evolve(row, size=size), stations)


def _deal(draft: Draft, sheet: Sheet, at: Path, name: str, row: DeckRow, stations: int) -> None:
    if stations not in (1, 2):
        draft.faults.append(sheet.fault("B41", (*at, "stations"), "a card shows one station or two"))
        return
    size = row.size if row.size is not None else len(row.cards)
    if row.cards == BLANK:
        if row.size is None:
            draft.faults.append(sheet.key_fault("B42", at, f"how many cards has the deck `{name}`?", "add `size = …`"))
        draft.decks[name] = Deck(name, stations, size, None, "unknown")
        return
    cards = [_card(draft, sheet, (*at, "cards", index), card, stations) for index, card in enumerate(row.cards)]
    if len(cards) != size:
        message = f"the deck `{name}` has {size} cards, but {len(cards)} are listed"
        draft.faults.append(sheet.fault("B42", (*at, "cards"), message, 'write "?" for a card that is not known'))
    known = tuple(card for card in cards if card is not None)
    full = known if len(known) == len(cards) else None
    draft.decks[name] = Deck(name, stations, size, full, "unknown" if full is None else own_provenance(sheet), len(known))


def _card(draft: Draft, sheet: Sheet, at: Path, row: Any, stations: int) -> Card | None:
    """The stations on a card; None while one of them is blank, or wrong (which is then said)."""
    parts = row if isinstance(row, list) else [row]
    if row != BLANK and len(parts) != stations:
        wanted = "a station" if stations == 1 else "two stations, like [12, 34]"
        draft.faults.append(sheet.fault("B41", at, f"a card of this deck shows {wanted}"))
        return None
    if BLANK in parts:
        return None
    if stations == 2 and parts[0] == parts[1]:
        draft.faults.append(sheet.fault("B41", at, "a card of this deck shows two different stations, like [12, 34]"))
        return None
    places = [(*at, index) for index in range(stations)] if isinstance(row, list) else [at]
    good = [draft.known_station(sheet, place, part, "B40", "a card with") for place, part in zip(places, parts, strict=True)]
    return tuple(parts) if all(good) else None


# --- single data of another provenance, other numberings


def mark(draft: Draft, sheet: Sheet) -> None:
    for index, row in enumerate(sheet.board.marked):
        known = row if row.provenance in PROVENANCES else evolve(row, provenance="unknown")  # `check_words` has said so
        _mark(draft, sheet, ("marked", index), known)


def _mark(draft: Draft, sheet: Sheet, at: Path, row: Marked) -> None:
    word = row.provenance
    for index, number in enumerate(row.stations):
        if draft.known_station(sheet, (*at, "stations", index), number, "B51", "marking"):
            draft.stations[number] = evolve(draft.stations[number], provenance=word)
    for mode, place, pair in line_rows(draft, sheet, (*at, "lines"), row.lines):
        key = (mode, min(pair), max(pair)) if is_pair(pair) else None
        if key is None:
            draft.faults.append(bad_row(sheet, place, "write [from, to]"))
        elif key not in draft.lines:
            draft.faults.append(sheet.fault("B51", place, f"there is no {mode} line {pair[0]}-{pair[1]} to mark"))
        else:
            draft.lines[key] = evolve(draft.lines[key], provenance=word)
    for name, numbers in row.facts.items():
        for index, number in enumerate(numbers):
            if (name, number) not in draft.facts:
                message = f"nothing is known of `{name[:40]}` at `{number}`, so there is nothing to mark"
                draft.faults.append(sheet.fault("B51", (*at, "facts", name, index), message))
            else:
                draft.facts[name, number] = evolve(draft.facts[name, number], provenance=word)
    for index, name in enumerate(row.decks):
        if name not in draft.decks:
            message = f"there is no deck `{name[:40]}` to mark"
            draft.faults.append(sheet.fault("B51", (*at, "decks", index), message, did_you_mean(name, draft.decks)))
        else:
            draft.decks[name] = evolve(draft.decks[name], provenance=word)


def note_numberings(draft: Draft, sheet: Sheet) -> None:
    for name, rows in sheet.board.also_numbered.items():
        numbers = {}
        for text, number in rows.items():
            at = ("also-numbered", name, text)
            if not is_number(text):
                draft.faults.append(sheet.key_fault("B10", at, f"`{text[:20]}` is not a station number"))
            elif draft.known_station(sheet, at, number, "B11", "a number for"):
                numbers[int(text)] = number
        draft.numberings.append(Numbering(name, numbers))
