"""Sealed records: the public one reveals nothing, the key brings everything back, and every change is found and named."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import count

import pytest
from conftest import examples
from hypothesis import given
from hypothesis import strategies as st
from test_notation_samples import LEXICON, SAMPLES, transcripts

from adjudicator.faults import Fault
from adjudicator.record import Clause, Ride, Transcript, parse, same, write
from adjudicator.seals import Address, fields, seal, seal_holder, unseal
from adjudicator.seals.commitments import commit

GAME = """\
# He thinks 86 is safe
start: X 45/104 at 45; red 26; blue 50
cards: X crimes 12, 45
state: dived = yes

1. X taxi 46; red taxi 39  # 46, really
2. X 2x taxi 47 + crime, black/ferry 115; red taxi 26; blue stays
3. X escape 91/112 to 112; red manhunt -> III
4. X taxi 100!; red taxi 27
5. X taxi 86; red taxi 39
"""
SECRET = {"to", "mode", "card", "at", "value", "1"}


def _counting() -> Callable[[], bytes]:
    numbers = count(1)
    return lambda: next(numbers).to_bytes(16, "big")


def _read(text: str) -> Transcript:
    transcript, faults = parse(text, LEXICON, "game.log")
    assert faults == ()
    return transcript


def _hidden(transcript: Transcript) -> set[Address]:
    """The values that the fugitive hides: his stations but the one where he surfaced, his cards, his secret mode."""
    mine = {number for number, clause in enumerate(transcript.clauses) if clause.piece == "X"}
    found = set()
    for address, _ in fields(transcript):
        secret = address.part != "clause" or (address.number in mine and address.field in SECRET)
        fugitive = address.part != "start" or address.number == 0
        if secret and fugitive and address != Address("clause", 7, "to"):
            found.add(address)
    return found


PRIVATE = _read(GAME)
HIDDEN = _hidden(PRIVATE)
PUBLIC, KEY = seal(PRIVATE, HIDDEN, _counting())
TEXT = write(PUBLIC)


def _opened(text: str = TEXT, key: str = KEY) -> tuple[Transcript, tuple[Fault, ...]]:
    return unseal(_read(text), key, "game.key")


def _codes(faults: tuple[Fault, ...]) -> list[tuple[str, int]]:
    return [(fault.code, fault.place.line) for fault in faults]


def test_the_public_record_hides_what_it_shall() -> None:
    bare = re.sub(r"\?\[[a-z2-7]{32}\]", "?[..]", TEXT)
    assert bare == (
        "start: X ?[..] at ?[..]; red 26; blue 50\n"
        "cards: X crimes ?[..], ?[..]\n"
        "state: dived = ?[..]\n"
        "\n"
        "1. X taxi ?[..]; red taxi 39\n"
        "2. X 2x taxi ?[..] + crime, black/?[..] ?[..]\n"
        "   red taxi 26; blue stays\n"
        "3. X escape 91/112 to ?[..]; red manhunt -> III\n"
        "4. X taxi 100!; red taxi 27\n"
        "5. X taxi ?[..]; red taxi 39\n"
    )


def test_nothing_of_the_private_text_is_left_in_the_values() -> None:
    assert all(clause.text == "" and clause.line == clause.column == 0 for clause in PUBLIC.clauses)
    assert all(step.at == step.size == 0 for clause in PUBLIC.clauses for step in clause.parts)
    assert not any(header.text for header in PUBLIC.headers if header.key in ("start", "cards", "state"))


def test_the_key_brings_everything_back() -> None:
    transcript, faults = _opened()
    assert faults == ()
    assert same(transcript, PRIVATE)
    assert write(transcript) == write(PRIVATE)


def test_every_seal_has_its_own_salt() -> None:
    _, key = seal(PRIVATE, HIDDEN)
    salts = re.findall(r"with ([0-9a-f]{32})$", key, re.MULTILINE)
    assert len(set(salts)) == len(salts) == len(HIDDEN)


@examples(40)
@given(transcripts(), st.data())
def test_any_record_and_any_choice_of_what_is_hidden(transcript: Transcript, data: st.DataObject) -> None:
    every = sorted(address for address, _ in fields(transcript))
    hidden = set(data.draw(st.lists(st.sampled_from(every), unique=True))) if every else set()
    public, key = seal(transcript, hidden)
    again, faults = parse(write(public), LEXICON)
    assert faults == ()
    assert same(again, public)
    already = "?[" in write(transcript)
    opened, faults = unseal(again, key)
    assert {fault.code for fault in faults} <= ({"T092"} if already else set())
    assert same(opened, transcript)


# --- tampering

COMMITMENTS = re.findall(r"\?\[([a-z2-7]{32})\]", TEXT)


def _other(character: str) -> str:
    return "a" if character != "a" else "b"


@pytest.mark.parametrize("number", range(len(COMMITMENTS)))
def test_a_changed_commitment_is_named(number: int) -> None:
    old = COMMITMENTS[number]
    line = 1 + next(at for at, text in enumerate(TEXT.splitlines()) if old in text)
    _, faults = _opened(TEXT.replace(old, _other(old[0]) + old[1:]))
    assert _codes(faults) == [("T091", line)]


@pytest.mark.parametrize("number", range(len(KEY.splitlines())))
def test_a_changed_line_of_the_key_is_named(number: int) -> None:
    lines = KEY.splitlines()
    if lines[number].startswith(("#", "note")):
        return  # a comment is nobody's entry
    changed = [*lines[:number], lines[number][:-1] + _other(lines[number][-1]), *lines[number + 1 :]]
    _, faults = _opened(key="\n".join(changed))
    assert len(faults) == 1
    places = [fault.place for fault in faults] + [place for fault in faults for place in fault.also]
    assert any(place.line == number + 1 and place.file == "game.key" for place in places) or faults[0].code == "T094"


@pytest.mark.parametrize("number", range(len(KEY.splitlines())))
def test_a_missing_line_of_the_key_is_named(number: int) -> None:
    lines = KEY.splitlines()
    if lines[number].startswith(("#", "note")):
        return
    _, faults = _opened(key="\n".join(lines[:number] + lines[number + 1 :]))
    assert {fault.code for fault in faults} <= {"T090", "T092", "T095"}
    assert faults


@pytest.mark.parametrize(
    ("old", "new", "code", "line"),
    [
        ("5. X taxi", "5. X bus", "T091", 10),  # the ticket of a sealed entry
        ("X taxi 100!", "X taxi 101!", "T094", 9),  # the station of an open one
        ("X taxi 100!", "X taxi 100", "T094", 9),  # its mark
        ("red taxi 26;", "red bus 26;", "T094", 7),  # somebody else's clause
        ("-> III", "-> II", "T094", 8),  # an answer
        ("+ crime", "+ dive", "T094", 6),  # what was joined to an entry
        ("red 26;", "red 27;", "T094", 1),  # a header
        ("; blue stays", "", "T095", 0),  # a clause left out
        ("; red taxi 27", "; red taxi 27; blue stays", "T095", 9),  # a clause added
        ("dived", "dove", "T091", 3),
    ],
)
def test_a_changed_record_is_named(old: str, new: str, code: str, line: int) -> None:
    assert old in TEXT
    _, faults = _opened(TEXT.replace(old, new))
    assert _codes(faults) == [(code, line)]


def test_a_seal_that_became_a_number_is_named() -> None:
    last = COMMITMENTS[-1]
    _, faults = _opened(TEXT.replace(f"?[{last}]", "87"))
    assert _codes(faults) == [("T093", 10)]


def test_entries_cannot_be_swapped() -> None:
    first, last = COMMITMENTS[5], COMMITMENTS[-1]  # two taxi rides of the same piece
    swapped = TEXT.replace(first, "@").replace(last, first).replace("@", last)
    _, faults = _opened(swapped)
    assert _codes(faults) == [("T091", 5), ("T091", 10)]


def test_values_cannot_be_swapped_in_the_key() -> None:
    assert "= 46 with" in KEY
    swapped = KEY.replace("= 46 with", "= @ with").replace("= 86 with", "= 46 with").replace("= @ with", "= 86 with")
    _, faults = _opened(key=swapped)
    assert _codes(faults) == [("T091", 5), ("T091", 10)]


def test_what_is_not_opened_stays_sealed() -> None:
    transcript, _ = _opened(key=KEY.replace("= 86 with", "= 87 with"))
    ride = transcript.clauses[-2].parts[0]
    assert isinstance(ride, Ride)
    assert ride.to is None
    assert dict(ride.seals)["to"] == COMMITMENTS[-1]


def test_layout_and_comments_are_nobodys_entry() -> None:
    text = "# at the club\n" + TEXT.replace("; red taxi", "\n   red taxi").replace("4. ", "Round 4: ")
    _, faults = _opened(text)
    assert faults == ()


@pytest.mark.parametrize("key", ["", "# nothing\n", "hello\n", "\0\n", KEY.replace("sy-judge seal 1", "sy-judge seal 9")])
def test_what_is_no_key(key: str) -> None:
    _, faults = _opened(key=key)
    assert "T090" in {fault.code for fault in faults}


def test_a_value_that_cannot_stand_there_is_refused() -> None:
    """The author of the commitment and the key can write nonsense, but it is not believed."""
    address, salt = Address("clause", 0, "to"), bytes(16)
    made = commit(address, "X", "taxi ?", "nowhere", salt)
    key = f"sy-judge seal 1\nseal clause 1.1 to = nowhere with {salt.hex()}\n"
    transcript, faults = unseal(_read(f"start: X ?\nX taxi ?[{made}]"), key)
    assert "T091" in {fault.code for fault in faults}
    assert transcript.clauses == (Clause("X", (Ride("taxi", seals=(("to", made),)),)),)


def test_one_step_can_be_sealed_alone() -> None:
    """As a game goes on: the first half of a double is sealed before there is a second."""
    step = Ride("taxi", to=47)
    sealed, lines = seal_holder(step, Address("clause", 2, "", 1), "X", ["to"], _counting())
    assert isinstance(sealed, Ride)
    assert sealed.to is None
    salt = (1).to_bytes(16, "big")
    assert dict(sealed.seals) == {"to": commit(Address("clause", 2, "to", 1), "X", "taxi ?", "47", salt)}
    assert [str(line) for line in lines] == [f"seal clause 3.2 to = 47 with {salt.hex()}"]


def test_the_construction_stays_what_it_was() -> None:
    """A commitment made years ago must still be checked alike."""
    made = commit(Address("clause", 13, "to", 1), "X", "taxi ?", "69", bytes(range(16)))
    assert made == "zx6gwjhk6gbbu3sbgluwrjjkmgbtzceo"
    assert len(made) * 5 == 160


def test_a_means_sealed_already_is_not_sealed_again() -> None:
    """The second seal said that there was none, and which of the two was kept went by their letters."""
    transcript = _read("start: X 45; red 26\n\n1. X black/?[ab] ?[cd]; red taxi 39")
    public, key = seal(transcript, lambda address: True)
    (ride,) = public.clauses[0].parts
    assert isinstance(ride, Ride)
    assert dict(ride.seals)["mode"] == "ab"
    assert "seal clause 1.1 mode" not in key
    assert same(unseal(_read(write(public)), key)[0], transcript)


def test_every_sample_can_be_sealed_whole() -> None:
    for text in SAMPLES.values():
        transcript = _read(text)
        public, key = seal(transcript, lambda address: True)
        assert not list(fields(public))
        assert same(unseal(_read(write(public)), key)[0], transcript)
