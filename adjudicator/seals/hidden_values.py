"""The values of a record that can be hidden: find them, take them out, put them back."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from attrs import evolve

from adjudicator.faults import Place
from adjudicator.record.transcript import (
    Act,
    Blank,
    Clause,
    Comment,
    Draw,
    Event,
    Hand,
    Header,
    Hears,
    Item,
    Ride,
    Start,
    StateValue,
    Step,
    Transcript,
    TurnEnd,
    Withdrawal,
)
from adjudicator.record.transcript_writer import write_card, write_clause, write_content, write_event, write_step
from adjudicator.seals.commitments import Address
from adjudicator.values import frozen

Holder = Ride | Act | Start | Hand | StateValue
UNSPOKEN = "-"  # the mode of a ride that names none; no mode has this name
_KEYS: Mapping[type, str] = {Start: "start", Hand: "cards", StateValue: "state"}


def values_of(holder: Holder) -> dict[str, str]:
    """The known values of a holder as text, by field."""
    known: dict[str, Any]
    match holder:
        case Ride():
            # A ride that names only its mode has it in the field that others use for the ticket.
            free = holder.ticket == ""
            known = {"ticket": f"/{holder.mode}"} if free else {"ticket": holder.ticket, "mode": holder.mode}
            known["to"] = holder.to
        case Act():
            given = enumerate(zip(holder.form.arguments, holder.values, strict=False))
            known = {str(index): value for index, (argument, value) in given if not argument.each}
            known["answer"] = holder.answer
        case Start():
            known = {"card": holder.card, "at": holder.at}
        case Hand():
            known = {str(index): card for index, card in enumerate(holder.cards)}
        case StateValue():
            known = {"value": holder.value}
    return {field: _text(value) for field, value in known.items() if value is not None}


def sealed_values(holder: Holder) -> dict[str, str]:
    """The values of a holder that a seal can hide, by field. A mode that a ride leaves out is such a value, too.

    A mode that is sealed already does not count as left out: a second seal would replace the first.
    """
    found = values_of(holder)
    if isinstance(holder, Ride) and holder.ticket and "mode" not in found and "mode" not in dict(holder.seals):
        found["mode"] = UNSPOKEN
    return found


def _text(value: object) -> str:
    return write_card(value) if isinstance(value, tuple) else str(value)


def put(holder: Any, field: str, text: str | None) -> Any:
    """The holder with this value in the field, or with none. Raises ValueError for a value that does not fit the field."""
    if isinstance(holder, Ride) and field == "ticket":
        if text is None:
            return evolve(holder, ticket=None, mode=None if holder.ticket == "" else holder.mode)
        return evolve(holder, ticket="", mode=text[1:]) if text[:1] == "/" else evolve(holder, ticket=text)
    value = None if text is None or (field == "mode" and text == UNSPOKEN) else _typed(holder, field, text)
    if not field.isdigit():
        return evolve(holder, **{field: value})
    name = "cards" if isinstance(holder, Hand) else "values"
    values = list(getattr(holder, name))
    values[int(field)] = value
    return evolve(holder, **{name: tuple(values)})


def _typed(holder: Holder, field: str, text: str) -> Any:
    kind = "card" if field == "card" or isinstance(holder, Hand) else "station" if field in ("to", "at") else "word"
    if isinstance(holder, Act) and field.isdigit():
        kind = holder.form.arguments[int(field)].kind
    if kind == "card":
        return tuple(int(number) for number in text.split("/"))
    return int(text) if kind in ("station", "number") else text


def around(holder: Holder) -> str:
    """The public part of a holder, without commitments."""
    bare = evolve(holder, seals=())
    if isinstance(bare, Ride | Act):
        return write_step(bare)
    return write_content(Header(_KEYS[type(bare)], (bare,)), "")


def holders(transcript: Transcript) -> Iterator[tuple[Address, str, Holder]]:
    """Everything that can have hidden values: its address without a field, its piece, and the holder itself."""
    for number, start in enumerate(transcript.start):
        yield Address("start", number, ""), start.piece, start
    for number, hand in enumerate(transcript.cards):
        yield Address("cards", number, ""), hand.piece, hand
    for number, state in enumerate(transcript.state):
        yield Address("state", number, ""), "", state
    for number, clause in enumerate(transcript.clauses):
        for at, step in enumerate(clause.parts):
            if isinstance(step, Ride | Act):
                yield Address("clause", number, "", at), clause.piece, step


def sealed(transcript: Transcript) -> int:
    """How many values are behind seals."""
    return sum(len(holder.seals) for _, _, holder in holders(transcript))


def fields(transcript: Transcript) -> Iterator[tuple[Address, str]]:
    """Every known value that can be hidden, with its address."""
    for address, _, holder in holders(transcript):
        for field, value in values_of(holder).items():
            yield evolve(address, field=field), value


@frozen
class PublicLine:
    """A header, clause or event: its number among its kind, and its text in canonical form."""

    part: str  # header, clause, event
    number: int
    text: str
    key: str  # the key of a header
    place: Place


def public_lines(transcript: Transcript) -> Iterator[PublicLine]:
    file = transcript.file
    for number, header in enumerate(transcript.headers):
        text = f"{header.key}: {write_content(header, transcript.fugitive)}"
        yield PublicLine("header", number, text, header.key, Place(file, header.line, header.column))
    for number, clause in enumerate(transcript.clauses):
        place = Place(file, clause.line, clause.column, max(1, len(clause.text)))
        yield PublicLine("clause", number, write_clause(clause), "", place)
    clauses = number = 0
    for item in transcript.items:
        if isinstance(item, Clause):
            clauses += 1
        elif isinstance(item, Event):
            text = f"after {clauses}: {write_event(item, transcript.fugitive)}"  # so that moving it is detected, too
            yield PublicLine("event", number, text, "", Place(file, item.line, item.column, max(1, len(item.text))))
            number += 1


def rebuilt(transcript: Transcript, changed: Mapping[Address, Any]) -> Transcript:
    """The record with these holders in place of its own, without comments.

    Old text and places in it are not kept: they could reveal hidden values.
    """
    items: list[Item] = []
    seen = {"start": 0, "cards": 0, "state": 0, "clause": 0}
    for item in transcript.items:
        match item:
            case Comment():
                continue
            case Clause():
                first = Address("clause", seen["clause"], "")
                steps = (changed.get(evolve(first, step=at), step) for at, step in enumerate(item.parts))
                items.append(Clause(item.piece, tuple(map(_without_place, steps))))
                seen["clause"] += 1
            case Header() if item.key in seen:
                number = seen[item.key]
                content = [changed.get(Address(item.key, number + at, ""), one) for at, one in enumerate(item.content)]
                items.append(Header(item.key, tuple(content)))
                seen[item.key] += len(content)
            case TurnEnd() | Draw() | Withdrawal() | Hears():
                items.append(evolve(item, line=0, column=0, text=""))
            case _:
                items.append(item)
    return Transcript(_single_blanks(items), transcript.fugitive, transcript.file)


def _without_place(step: Step) -> Step:
    return evolve(step, at=0, size=0)


def _single_blanks(items: list[Item]) -> tuple[Item, ...]:
    """The items with consecutive empty lines joined into one."""
    kept = [item for item, before in zip(items, [None, *items], strict=False) if not _blanks(item, before)]
    return tuple(kept)


def _blanks(item: Item, before: Item | None) -> bool:
    return isinstance(item, Blank) and (before is None or isinstance(before, Blank))
