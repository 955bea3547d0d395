"""A written transcript reads back as the same one, and writing again changes nothing."""

from __future__ import annotations

import pickle

import pytest
from attrs import astuple
from conftest import examples
from hypothesis import given
from hypothesis import strategies as st
from test_notation_samples import LEXICON, SAMPLES, clauses, reads_back, transcripts

from adjudicator.faults import Refused
from adjudicator.record import Clause, Transcript, parse, same, write, write_clause
from adjudicator.record import transcript_reader as reading

QUICK = examples(60)


@QUICK
@given(transcripts())
def test_written_transcripts_read_back_as_the_same(transcript: Transcript) -> None:
    text = write(transcript)
    again, faults = parse(text, LEXICON)
    assert faults == ()
    assert same(again, transcript)
    assert write(again) == text


@QUICK
@given(clauses())
def test_a_listed_clause_can_be_pasted(clause: Clause) -> None:
    seats = "seats: X; red; blue; dark-blue; white; black; sherlock\n"
    again, faults = parse(seats + write_clause(clause), LEXICON)
    assert faults == ()
    assert again.clauses == (clause,)
    assert write_clause(again.clauses[0]) == write_clause(clause)


@QUICK
@given(transcripts())
def test_what_was_read_before_changes_nothing(transcript: Transcript) -> None:
    """Places too: whole lines are taken from memory, and their places are found later."""
    text = write(transcript)
    LEXICON.memory.clear()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(reading._Reader, "recalls", lambda *_: False)
        first = _in_full(text)
    assert first == _in_full(text) == _in_full(text)


@QUICK
@given(transcripts())
def test_headers_are_read_the_same_from_memory(transcript: Transcript) -> None:
    """Places too: a fault in a later game points to its place in that game."""
    text = write(transcript)
    LEXICON.header_parts.clear()
    first = _headers(text)
    assert first == _headers(text)
    shifted = text.replace(": ", ":   ", 1)
    remembered = _headers(shifted)
    LEXICON.header_parts.clear()
    assert remembered == _headers(shifted)


@QUICK
@given(transcripts())
def test_a_transcript_can_be_pickled(transcript: Transcript) -> None:
    transcript, _ = parse(write(transcript), LEXICON)
    again = pickle.loads(pickle.dumps(transcript))
    assert again == transcript
    assert [astuple(item) for item in again.items] == [astuple(item) for item in transcript.items]  # with their places


def test_a_result_below_known_lines_moves_their_places() -> None:
    text = "seats: X; red\n1. X taxi 5; red taxi 7\n\n   red taxi 8\nresult: X escapes\n"
    LEXICON.memory.clear()
    first = _in_full(text)
    assert first == _in_full(text)
    assert LEXICON.memory


def _in_full(text: str) -> tuple[object, ...]:
    """Everything that is read, with its places."""
    transcript, faults = parse(text, LEXICON)
    return [astuple(item, recurse=False) for item in transcript.items], faults


def _headers(text: str) -> list[object]:
    transcript, faults = parse(text, LEXICON)
    return [*(astuple(header) for header in transcript.headers), faults]


@QUICK
@given(st.sampled_from(sorted(SAMPLES)), st.data())
def test_the_headers_that_name_rules_are_those_of_the_page(name: str, data: st.DataObject) -> None:
    lines = SAMPLES[name].split("\n")
    more = [
        "variant: 2014",
        "Vari-ant : 2023",
        "board:london",
        "option: a=b; c",
        "Options： d",
        "variant:",
        "# variant: x",
        "X: taxi 5",
    ]
    for line in data.draw(st.lists(st.sampled_from(more), max_size=4)):
        lines.insert(data.draw(st.integers(0, len(lines))), line)
    manuscript = reading.Manuscript.of("\n".join(lines))
    transcript, faults = manuscript.read(LEXICON)
    wrong = {fault.code for fault in faults} & {"T011", "T012", "T013"}
    if "T012" in wrong:
        return  # too late for the page, but it says by which rules to read it
    if wrong:
        with pytest.raises(Refused) as refused:
            manuscript.head()
        assert {fault.code for fault in refused.value.faults} == wrong
        return
    head = manuscript.head()
    assert (head.variant, head.board, head.options) == (transcript.variant, transcript.board, transcript.options)
    assert [(one.line, one.column) for one in head.headers] == [
        (one.line, one.column) for one in transcript.headers if one.key in ("variant", "board", "option")
    ]


BLANK = st.sampled_from(["", " ", "  ", "\t"])
FARES = st.sampled_from(["taxi", "Tube", "black", "ferry", "boat", "disguise", "secret ticket", "t", "double"])
NUMBERED = st.sampled_from(["5", "52!", "108 !", "?", "7, 8", "9 + disguise"])


@QUICK
@given(st.data())
def test_two_rides_are_read_the_same_the_short_way_and_the_long(data: st.DataObject) -> None:
    """Places too, which are not compared otherwise: carets point there."""
    said = [data.draw(st.sampled_from(["X", "mr x", "red", "Moriarty", "stranger"]))]
    said += [" ", data.draw(st.sampled_from(["2x", "double", "Double", "double move", "2x:", "black", "taxi"]))]
    for comma in (",", ""):
        said += [" ", data.draw(FARES), data.draw(BLANK), data.draw(NUMBERED), data.draw(BLANK), comma, data.draw(BLANK)]
    text = f"seats: X; red\n1. {''.join(said)}; red taxi 5"
    LEXICON.memory.clear()
    short = _with_places(text)
    assert short == _with_places(text)  # from memory
    LEXICON.memory.clear()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(reading._Reader, "_plain_turn", lambda *_: False)
        assert short == _with_places(text)
    LEXICON.memory.clear()


def _with_places(text: str) -> tuple[object, ...]:
    transcript, faults = parse(text, LEXICON)
    clauses = [
        (astuple(clause, recurse=False), [astuple(part, recurse=False) for part in clause.parts])
        for clause in transcript.clauses
    ]
    return clauses, faults


def test_the_short_way_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "ClauseReader", None)  # nobody asks for the long one
    LEXICON.memory.clear()
    transcript, faults = parse("seats: X; red\n1. X 2x taxi 69, black 52!; red taxi 5", LEXICON)
    assert faults == ()
    assert [write_clause(clause) for clause in transcript.clauses] == ["X 2x taxi 69, black 52!", "red taxi 5"]


@QUICK
@given(st.sampled_from(sorted(SAMPLES)), st.data())
def test_writing_is_idempotent_on_damaged_texts(name: str, data: st.DataObject) -> None:
    """The writer settles at once what is still understood of a scribbled text."""
    text = SAMPLES[name]
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(text)))
        scribble = data.draw(st.sampled_from(["", ";", ",", "#", "\n", " ", "!", "?", "X", "2", ".", ":", "+ ", "\t", "->"]))
        text = text[:at] + scribble + text[at + data.draw(st.integers(0, 2)) :]
    transcript, faults = parse(text, LEXICON)
    if not any(fault.is_error for fault in faults):
        written = write(transcript)
        again, _ = parse(written, LEXICON)
        assert same(again, transcript)
        assert write(again) == written


@QUICK
@given(st.text(max_size=200))
def test_any_text_is_answered(text: str) -> None:
    transcript, faults = parse(text, LEXICON)
    assert all(fault.message == fault.message.strip() and "\n" not in fault.message for fault in faults)
    assert write(transcript).endswith("\n")


def test_long_rounds_are_wrapped_between_clauses() -> None:
    pieces = [f"piece{'abcdefghijkl'[n]}" for n in range(12)]
    text = "seats: " + "; ".join(["X", *pieces]) + "\n1. " + "; ".join(f"{piece} underground 100" for piece in pieces)
    transcript, _ = parse(text, LEXICON)
    lines = write(transcript).splitlines()
    assert all(len(line) <= 100 for line in lines[1:])
    assert lines[2].startswith("1. piecea underground 100; ")
    assert all(line.startswith("   piece") for line in lines[3:])
    assert reads_back(transcript)


@pytest.mark.parametrize("text", ["round: 7\n", "round: 7  # torn\n", "X taxi 86\n", "1.\n", "# a\nround: 7\n\nX taxi 86\n"])
def test_the_smallest_transcripts(text: str) -> None:
    transcript, _ = parse(text, LEXICON)
    assert write(transcript) == text


def test_an_empty_transcript_is_an_empty_page() -> None:
    assert write(Transcript()) == "\n"
