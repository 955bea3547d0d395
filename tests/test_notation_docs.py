"""The page docs/notation.md is true: its samples are canonical, its tables complete, its sealed record opens."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from test_notation_samples import LEXICON

from adjudicator.record import parse, write
from adjudicator.record.headers import ONCE
from adjudicator.record.transcript import Item
from adjudicator.seals import unseal
from adjudicator.words import spellings

PAGE = (Path(__file__).parent.parent / "docs" / "notation.md").read_text(encoding="utf-8")
SAMPLES = re.findall(r"^```text\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE)
FORGIVEN = re.findall(r"^\| (`.*`) \| (`.*`) \|$", PAGE.partition("## Other spellings")[2], re.MULTILINE)
SEATS = "seats: X; red; mycroft\n"


@pytest.mark.parametrize("number", range(len(SAMPLES)))
def test_samples_are_canonical(number: int) -> None:
    transcript, faults = parse(SAMPLES[number], LEXICON)
    assert faults == ()
    assert write(transcript) == SAMPLES[number]


def test_every_header_is_described() -> None:
    described = re.findall(r"^\| `(\w+)`( \*)? \|", PAGE, re.MULTILINE)
    assert {key for key, star in described if not star} == set(ONCE)
    assert {key for key, star in described if star} == set(spellings("headers")) - set(ONCE)


def test_header_examples_are_understood() -> None:
    examples = re.findall(r"^\| `\w+`(?: \*)? \|.*\| `([^`]+)` \|$", PAGE, re.MULTILINE)
    assert len(examples) == len(spellings("headers"))
    for example in examples:
        _, faults = parse(f"{example}\n", LEXICON)
        assert {fault.code for fault in faults} <= {"T018"}  # an example may name a piece without its seats


def _items(said: str) -> tuple[Item, ...]:
    """The meaning of a clause, a round number or a header; the subject is added if only an action is shown."""
    subject = "mycroft " if said.startswith("clue") else "mycroft clue " if said.startswith("->") else ""
    heading = "" if said.startswith(("seats", "start")) else SEATS
    transcript, faults = parse(f"{heading}{subject}{said}\n", LEXICON)
    assert faults == ()
    return transcript.items[bool(heading) :]


@pytest.mark.parametrize(("said", "read"), FORGIVEN)
def test_what_is_forgiven(said: str, read: str) -> None:
    """Each spelling on the left is read as one of those on the right."""
    wanted = [_items(one) for one in re.findall(r"`([^`]+)`", read)]
    for one in re.findall(r"`([^`]+)`", said):
        assert _items(one) in wanted


def test_the_sealed_record_opens_with_its_key() -> None:
    public = next(sample for sample in SAMPLES if "?[" in sample)
    found = re.search(r"^```\n(# The key.*?)^```", PAGE, re.DOTALL | re.MULTILINE)
    assert found is not None
    opened, faults = unseal(parse(public, LEXICON)[0], found[1])
    assert faults == ()
    assert "?" not in write(opened)
