"""Converts sentences of the referee to JSON: a string, or the name of a sentence and its slots."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from adjudicator.table.sentences import Sentence, Spoken


def said(one: Spoken) -> dict[str, Any]:
    """The data of a sentence, which the page writes in its reader's language (`words.js`)."""
    if isinstance(one, str):
        return {"text": one}
    slots = {name: said(slot) if isinstance(slot, Sentence | str) else slot for name, slot in one.slots}
    return {"say": one.kind, **slots}


def spoken(some: Iterable[Spoken]) -> list[dict[str, Any]]:
    return [said(one) for one in some]
