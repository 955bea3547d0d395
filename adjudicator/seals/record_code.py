"""The code of a public record: sixteen letters that stand for all of it, so that a table can write them down at any moment.

Each clause changes it, and so does every header but those that are written later. With the code of an evening's seventh
round anyone can prove years later that the record was not changed up to there, its open part included.
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterator

from adjudicator.record.transcript import Clause, Draw, RoundMark, Transcript, TurnEnd, Withdrawal
from adjudicator.record.transcript_writer import write_clause, write_content, write_event
from adjudicator.seals.commitments import PURPOSE
from adjudicator.values import frozen

LATER = ("result", "heard")  # headers that are written, or grow, while the game is played
BYTES = 10


@frozen
class Moment:
    """A point of a record and its code: so many clauses and events are done, the last of them in this round (0: not known)."""

    done: int
    round: int
    code: str


def moments(public: Transcript) -> Iterator[Moment]:
    """The record before its first clause, and after each clause and event."""
    digest = hashlib.sha256(PURPOSE.encode())

    def add(text: str) -> None:
        data = text.encode()
        digest.update(len(data).to_bytes(4, "big") + data)

    for header in public.headers:
        if header.key not in LATER:
            add(f"{header.key}: {write_content(header, public.fugitive)}")
    done = number = 0
    yield Moment(done, number, _letters(digest.digest()))
    for item in public.items:
        if isinstance(item, RoundMark):
            number = item.number
        elif isinstance(item, Clause | TurnEnd | Draw | Withdrawal):
            add(write_clause(item) if isinstance(item, Clause) else write_event(item, public.fugitive))
            done += 1
            yield Moment(done, number, _letters(digest.digest()))


def code_of(public: Transcript) -> str:
    """The code of the whole record."""
    *_, last = moments(public)
    return last.code


def moment_of(code: str, public: Transcript) -> Moment | None:
    """The point of a record at which it had this code, however that is written; None if it never had."""
    wanted = "".join(sign for sign in code.lower() if sign.isalnum())
    return next((one for one in moments(public) if one.code.replace("-", "") == wanted), None)


def _letters(digest: bytes) -> str:
    text = base64.b32encode(digest[:BYTES]).decode().lower()
    return "-".join(text[at : at + 4] for at in range(0, len(text), 4))
