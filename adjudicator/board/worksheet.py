"""A worksheet: a board file with the blanks that somebody with the box in hand can fill in; and how full one is."""

from __future__ import annotations

import json
from collections.abc import Iterator

from adjudicator.board.model import Attribute, Board, Deck
from adjudicator.values import frozen

HEAD = """\
# A worksheet for {title}.
#
# Replace each "?" by what your board or card shows; what you leave stays unknown. Nothing else needs changing. A file
# half filled can be used already: `sy-judge board lint` says whether it can be read and how much is still blank.

id         = {id}
title      = {own_title}
extends    = {extends}
provenance = "printed"
"""

NETWORK = """
# --- the network

# When you have compared every line with your board, take the # away: what comes from {base} then counts as verified.
# inherited = "verified"

# Lines that your board has and {base} has not, or the other way round:
# [add.lines]
# {mode} = [[1, 2], [3, 4, [5]]]
# [remove.lines]
# {mode} = [[6, 7]]
"""


def worksheet(board: Board, id: str, extends: str) -> str:
    """The text of a board file that extends `board` and has a blank for everything unknown in it."""
    title = " ".join("".join(character if character.isprintable() else " " for character in board.title).split())
    return "".join(
        [
            HEAD.format(title=title, id=_quoted(id), own_title=_quoted(f"{title}, filled in"), extends=_quoted(extends)),
            NETWORK.format(base=board.id, mode=board.mode_names[0] if board.modes else "mode"),
            *_decks(board),
            *_facts(board),
        ]
    )


def _decks(board: Board) -> Iterator[str]:
    unknown = [deck for deck in board.deck_list if deck.cards is None]
    if unknown:
        yield "\n# --- cards\n"
    for deck in unknown:
        yield f"\n[decks.{deck.name}]\ncards = [\n"
        yield from (f"  {_blank_card(deck)},\n" for _ in range(deck.size))
        yield "]\n"


def _blank_card(deck: Deck) -> str:
    return '"?"' if deck.stations == 1 else "[" + ", ".join(['"?"'] * deck.stations) + "]"


def _facts(board: Board) -> Iterator[str]:
    blanks = {number: list(_blanks(board, number)) for number in board.stations}
    if not any(blanks.values()):
        return
    yield "\n# --- stations\n"
    for attribute in board.attributes.values():
        yield f"# {attribute.name}: {_choices(attribute)}\n"
    yield "\n[facts]\n"
    width = len(str(max(board.stations)))
    for number, parts in blanks.items():
        if parts:
            yield f"{number:<{width}} = {{ {', '.join(parts)} }}\n"


def _blanks(board: Board, number: int) -> Iterator[str]:
    for name in board.attributes:
        if board.attribute(name, number) is None:
            fact = board.facts.get((name, number))
            known = sorted(fact.value) if fact is not None and isinstance(fact.value, frozenset) else []
            yield f"{name} = {json.dumps([*known, '?']) if known else _quoted('?')}"


def _choices(attribute: Attribute) -> str:
    if attribute.kind == "yes-no":
        return "true or false"
    words = ", ".join(_quoted(value) for value in attribute.values)
    return f"one of {words}" if attribute.kind == "one of" else f"a list, perhaps empty, of {words}"


def _quoted(text: str) -> str:
    """A TOML text: what JSON escapes, TOML reads in the same way; only DEL it leaves and TOML refuses."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


@frozen
class Count:
    """Of one attribute or deck: how many data there are, and how many of them are still blank."""

    name: str
    things: str
    blank: int
    of: int


def blanks(board: Board) -> tuple[Count, ...]:
    """How complete a board is, attribute by attribute and deck by deck."""
    stations = len(board.stations)
    attributes = [
        Count(name, "stations", sum(board.attribute(name, number) is None for number in board.stations), stations)
        for name in board.attributes
    ]
    decks = [
        Count(deck.name, "cards", 0 if deck.cards is not None else deck.size - deck.known, deck.size)
        for deck in board.deck_list
    ]
    return (*attributes, *decks)
