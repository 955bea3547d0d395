"""Questions to the rules, asked at the table: a thin way to whoever answers them."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.answers.topics import about
from adjudicator.faults import Refused
from adjudicator.live.proposing import said
from adjudicator.rulebook.model import Rulebook

MANY = 6  # rules told at once; more do not fit on a screen


def ask(question: str, rulebook: Rulebook) -> tuple[str, ...]:
    """What the rules in force say about something, in lines. Rules are public, so everybody hears the same."""
    if not question:
        return ("ask about something: `ask double move`, `ask ferry`, `ask surfacing`",)
    try:
        return tuple(_told(question.rstrip("?"), rulebook))
    except Refused as refused:
        return said(refused.faults)


def _told(question: str, rulebook: Rulebook) -> Iterator[str]:
    topic = about(rulebook, question)
    for one in topic.entries[:MANY]:
        yield f"{one.id}: {one.says} ({one.cite or 'house rule'})" + (f" [{one.chosen}]" if one.chosen else "")
    if len(topic.entries) > MANY:
        yield f"and {', '.join(one.id for one in topic.entries[MANY:])}"
    for reading in topic.readings[:2]:
        yield f"{reading.id}: {reading.question} Here: {reading.default}"
    yield from topic.remarks[:2] if not topic.entries else ()
