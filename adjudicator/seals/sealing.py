"""Seals a record: makes the public record, where each hidden value is `?[commitment]`, and the key that opens it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from typing import Any

from attrs import evolve

from adjudicator.record.transcript import Blank, Comment, Transcript
from adjudicator.seals.commitments import (
    Address,
    CheckLine,
    KeyLine,
    NoteLine,
    SealLine,
    check,
    commit,
    new_salt,
    write_key,
)
from adjudicator.seals.hidden_values import Holder, around, holders, public_lines, put, rebuilt, sealed_values


def seal(
    transcript: Transcript,
    hidden: Callable[[Address], bool] | Collection[Address],
    salt: Callable[[], bytes] = new_salt,
) -> tuple[Transcript, str]:
    """The public record and its key. Comments go into the key, since they may reveal anything."""
    hides = hidden if callable(hidden) else hidden.__contains__
    changed: dict[Address, Holder] = {}
    lines: list[KeyLine] = []
    for address, piece, holder in holders(transcript):
        chosen = [field for field in sealed_values(holder) if hides(evolve(address, field=field))]
        if chosen:
            changed[address], opening = seal_holder(holder, address, piece, chosen, salt)
            lines += opening
    public = rebuilt(transcript, changed)
    lines += (CheckLine(line.part, line.number, check(line.part, line.text)) for line in public_lines(public))
    return public, write_key([*lines, *_notes(transcript)])


def seal_holder(
    holder: Holder, address: Address, piece: str, chosen: Sequence[str], salt: Callable[[], bytes] = new_salt
) -> tuple[Holder, list[SealLine]]:
    """A step, start, hand or state with these fields sealed, and the lines of the key that open them."""
    values = sealed_values(holder)
    bare: Any = holder
    for field in chosen:
        bare = put(bare, field, None)
    lines = [SealLine(evolve(address, field=field), values[field], salt()) for field in chosen]
    text = around(bare)
    made = tuple((line.address.field, commit(line.address, piece, text, line.value, line.salt)) for line in lines)
    return evolve(bare, seals=(*bare.seals, *made)), lines


def _notes(transcript: Transcript) -> Iterator[NoteLine]:
    after = 0
    for item in transcript.items:
        if isinstance(item, Comment):
            yield NoteLine(after, "trails" if item.trails else "indented" if item.indented else "own", item.text)
        else:
            after += not isinstance(item, Blank)
