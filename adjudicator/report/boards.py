"""Boards as text for people: a list of boards, one board, one station, the completeness of a board."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from adjudicator.board import Attribute, Board, Deck, Value
from adjudicator.report.layout import counted, table, wrapped
from adjudicator.values import frozen

CERTAIN = ("printed", "verified")  # provenances that need no remark; every other one is shown


def board_page(board: Board) -> str:
    """The page of one board: the number and the provenance of each kind of data."""
    rows = [("stations", _stations(board))]
    rows += [(f"{_mode_title(board, name)} lines", text) for name, text in _line_counts(board)]
    rows += [(attribute.name, _attribute(board, attribute)) for attribute in board.attributes.values()]
    rows += [(f"deck {deck.name}", _deck(deck.cards, deck.size, deck.provenance)) for deck in board.deck_list]
    return wrapped(f"{board.id}: ", board.title) + "\n" + table(rows, "  ") + f"  {board.digest}\n"


def _stations(board: Board) -> str:
    numbers = list(board.stations)
    gaps = [str(number) for number in range(numbers[0], numbers[-1]) if number not in board.stations]
    without = f", without {', '.join(gaps[:8])}{', …' if len(gaps) > 8 else ''}" if gaps else ""
    return f"{len(numbers)}, from {numbers[0]} to {numbers[-1]}{without}"


def _line_counts(board: Board) -> Iterator[tuple[str, str]]:
    for mode in board.mode_names:
        words = Counter(line.provenance for line in board.lines if line.mode == mode)
        parts = ", ".join(f"{count} {word}" for word, count in words.most_common())
        yield mode, f"{words.total()}" + (f" ({parts})" if set(words) - set(CERTAIN) else "")


def _attribute(board: Board, attribute: Attribute) -> str:
    kind = attribute.kind if attribute.kind == "yes-no" else f"{attribute.kind} {', '.join(attribute.values)}"
    unknown = sum(board.attribute(attribute.name, number) is None for number in board.stations)
    words = {fact.provenance for (name, _), fact in board.facts.items() if name == attribute.name} - set(CERTAIN)
    notes = [f"unknown at {counted(unknown, 'station')}"] * bool(unknown) + sorted(words)
    return kind + (f" ({', '.join(notes)})" if notes else "")


def _deck(cards: tuple[tuple[int, ...], ...] | None, size: int, provenance: str) -> str:
    if cards is None:
        return f"{counted(size, 'card')}, unknown"
    shown = ", ".join("/".join(map(str, card)) for card in cards)
    return shown + ("" if provenance in CERTAIN else f" ({provenance})")


# --- one station


def station_page(board: Board, number: int) -> str:
    """The page of one station: the rides from it by each mode, the lines that pass it, and the known facts about it."""
    rows = [(_mode_title(board, mode), _rides(board, number, mode)) for mode in board.mode_names]
    rows = [(title, rides) for title, rides in rows if rides]
    rows += [("passed by", text) for text in _passing(board, number)]
    rows += [(name, _value(board, name, number)) for name in board.attributes]
    rows += [("card of", deck.name) for deck in board.deck_list if any(number in card for card in deck.cards or ())]
    return wrapped(f"{number} on {board.id}: ", board.title) + "\n" + table(rows, "  ")


def _mode_title(board: Board, name: str) -> str:
    title = next(mode.title for mode in board.modes if mode.name == name)
    return name if title == name else f"{title} ({name})"


def _rides(board: Board, number: int, mode: str) -> str:
    rides = [(to, passes) for name, to, passes in board.lines_from(number) if name == mode]
    words = [board.provenance_of("line", mode, number, to) for to, _ in rides]
    same = len(set(words)) == 1
    parts = [
        f"{to}" + (f" over {', '.join(map(str, passes))}" if passes else "") + _note("" if same else word)
        for (to, passes), word in zip(rides, words, strict=True)
    ]
    plain = not any(passes for _, passes in rides) and same
    return (", " if plain else "; ").join(parts) + (_note(words[0], len(rides)) if same else "")


def _note(word: str, count: int = 1) -> str:
    """A remark about a provenance that is not certain, for one datum or for all in a row."""
    return f" [{'all ' if count > 1 else ''}{word}]" if word and word not in CERTAIN else ""


def _passing(board: Board, number: int) -> Iterator[str]:
    over = [line for line in board.lines if number in line.passes]
    if over:
        same = len({line.provenance for line in over}) == 1
        parts = [f"{line.mode} {line.a}-{line.b}{_note('' if same else line.provenance)}" for line in over]
        yield ", ".join(parts) + (_note(over[0].provenance, len(over)) if same else "")


def _value(board: Board, name: str, number: int) -> str:
    value = board.attribute(name, number)
    note = _note(board.provenance_of("attribute", name, number))
    if value is not None:
        return _written(value) + note
    fact = board.facts.get((name, number))
    return f"{_written(fact.value)} and perhaps more" + note if fact is not None else "unknown"


def _written(value: Value) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return value if isinstance(value, str) else ", ".join(sorted(value)) or "none"


# --- completeness


def completeness(board: Board) -> str:
    """The share of a board that is still blank; "" for a board that has nothing but its network."""
    counts = _blanks(board)
    total, blank = sum(count.of for count in counts), sum(count.blank for count in counts)
    if not total:
        return ""
    rows = [(count.name, f"{count.blank} of {count.of} {count.things} blank") for count in counts if count.blank]
    rows += [(deck.name, f"{shown} is there more than once; is it so in the box?") for deck, shown in _twice(board)]
    if not blank:
        return f"complete: {total} of {total} facts and cards known\n" + table(rows, "  ")
    known = f"{total - blank} of {total} facts and cards known"
    return wrapped("", f"{(total - blank) * 100 // total}% complete: {known}") + "\n" + table(rows, "  ")


def _twice(board: Board) -> Iterator[tuple[Deck, str]]:
    """Cards that are in a deck more than once: allowed, but most likely copied twice."""
    for deck in board.deck_list:
        counts = Counter(tuple(sorted(card)) for card in deck.cards or ())
        yield from ((deck, "the card " + " and ".join(map(str, card))) for card, count in counts.items() if count > 1)


@frozen
class _Count:
    """The number of data of one attribute or deck, and the number still blank."""

    name: str
    things: str
    blank: int
    of: int


def _blanks(board: Board) -> tuple[_Count, ...]:
    """The numbers of blanks, by attribute and deck."""
    stations = len(board.stations)
    attributes = [
        _Count(name, "stations", sum(board.attribute(name, number) is None for number in board.stations), stations)
        for name in board.attributes
    ]
    decks = [
        _Count(deck.name, "cards", 0 if deck.cards is not None else deck.size - deck.known, deck.size)
        for deck in board.deck_list
    ]
    return (*attributes, *decks)
