"""Commitments, and the lines of a key. The construction is described in docs/notation.md.

A commitment is SHA-256 over a message of framed parts (each preceded by its length): a name for this use, a salt of 128 random
bits, the place of the value in the record, the public part of the step, and the value. Of the digest 160 bits are kept, written
as 32 characters of base 32. The salt prevents finding the value by trying all stations; the place and the public part prevent
moving a commitment.
"""

from __future__ import annotations

import base64
import hashlib
import os
import re
from collections.abc import Iterable

from adjudicator.values import frozen

PURPOSE = "sy-judge seal 1"
SALT_BYTES = 16
KEPT_BYTES = 20
CHECK_BYTES = 10


@frozen(order=True)
class Address:
    """The place of a value in a record: the list, the number in the list, the step of a clause, and the name of the field.

    Numbers count from 0, as in the tuples of a transcript. Fields are, in a clause, `ticket`, `mode`, `to`, `answer` or the
    position of an action's value; in a start `at`, `card`; in a hand the position of the card; in a state `value`.
    """

    part: str  # start, cards, state, clause
    number: int
    field: str
    step: int = 0

    def __str__(self) -> str:
        return f"{self.part} {self.number + 1}.{self.step + 1} {self.field}"


@frozen
class SealLine:
    address: Address
    value: str
    salt: bytes
    line: int = 0

    FORM = re.compile(r"seal (start|cards|state|clause) (\d{1,6})\.(\d{1,6}) (\w{1,20}) = (.*) with ([0-9a-f]{32})")

    @classmethod
    def read(cls, found: re.Match[str], line: int) -> SealLine:
        address = Address(found[1], int(found[2]) - 1, found[4], int(found[3]) - 1)
        return cls(address, found[5], bytes.fromhex(found[6]), line)

    def __str__(self) -> str:
        return f"seal {self.address} = {self.value} with {self.salt.hex()}"


@frozen
class CheckLine:
    """A checksum of a header, clause or event of the public record, so that a change can be located."""

    part: str  # header, clause, event
    number: int
    check: str
    line: int = 0

    FORM = re.compile(r"line (header|clause|event) (\d{1,6}) ([a-z2-7]{16})")

    @classmethod
    def read(cls, found: re.Match[str], line: int) -> CheckLine:
        return cls(found[1], int(found[2]) - 1, found[3], line)

    def __str__(self) -> str:
        return f"line {self.part} {self.number + 1} {self.check}"


@frozen
class NoteLine:
    """A comment, which the public record omits, and its place: after this number of headers, round numbers and clauses."""

    after: int
    place: str  # own, indented, trails
    text: str
    line: int = 0

    FORM = re.compile(r"note (\d{1,6}) (own|indented|trails)( .*)?")

    @classmethod
    def read(cls, found: re.Match[str], line: int) -> NoteLine:
        return cls(int(found[1]), found[2], (found[3] or " ")[1:], line)

    def __str__(self) -> str:
        return f"note {self.after} {self.place} {self.text}"


KeyLine = SealLine | CheckLine | NoteLine
KINDS: tuple[type[KeyLine], ...] = (SealLine, CheckLine, NoteLine)  # each class has its own way to be written and read


def new_salt() -> bytes:
    return os.urandom(SALT_BYTES)


def commit(address: Address, piece: str, around: str, value: str, salt: bytes) -> str:
    """The commitment to a value at its place; `around` is the public part of the step, with `?` for hidden values."""
    return _digest(KEPT_BYTES, PURPOSE.encode(), salt, str(address).encode(), piece.encode(), around.encode(), value.encode())


def check(part: str, text: str) -> str:
    return _digest(CHECK_BYTES, PURPOSE.encode(), part.encode(), text.encode())


def _digest(kept: int, *parts: bytes) -> str:
    message = b"".join(len(part).to_bytes(4, "big") + part for part in parts)
    return base64.b32encode(hashlib.sha256(message).digest()[:kept]).decode().lower()


def write_key(lines: Iterable[KeyLine]) -> str:
    head = ("# The key to a sealed transcript. Anyone who has it can read everything.", PURPOSE)
    return "\n".join((*head, *map(str, lines))) + "\n"


def read_key(text: str) -> tuple[list[KeyLine], list[tuple[int, str]]]:
    """The lines of a key, and the lines that cannot be read, with their numbers. The first line names the purpose."""
    found: list[KeyLine] = []
    strange: list[tuple[int, str]] = []
    begun = False
    for number, raw in enumerate(text.replace("\r\n", "\n").split("\n"), 1):
        line = raw.strip("\ufeff\t ")
        if not line or line.startswith("#"):
            continue
        read = _key_line(number, line if begun else "")
        if read is not None:
            found.append(read)
        elif begun or line != PURPOSE:
            strange.append((number, line))
        begun = True
    return found, strange if begun else [(1, "")]


def _key_line(number: int, line: str) -> KeyLine | None:
    for kind in KINDS:
        found = kind.FORM.fullmatch(line)
        if found:
            return kind.read(found, number)
    return None
