"""Questions with one meaningful word more: each is another question, so it must get another answer, or be not understood."""

from __future__ import annotations

from collections.abc import Iterator

END = (
    "twice",
    "without a ticket",
    "before round 3",
    "after round 17",
    "in round 17",
    "with 17 tickets",
    "except in the last round",
    "if it rains",
)
BEFORE_THE_LAST_WORD = ("only", "no", "not", "17", "half")


def twisted(text: str) -> Iterator[str]:
    """The question with each of these words, behind it or before its last word."""
    plain = text.rstrip(" ?.")
    head, _, last = plain.rpartition(" ")
    yield from (f"{plain} {more}" for more in END)
    yield from (f"{head} {more} {last}" for more in BEFORE_THE_LAST_WORD)
