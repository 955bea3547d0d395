"""Everything that is not understood is named at its exact place, and reading goes on."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import Said
from fuzzing.watching import ends
from literate import cases
from test_notation_samples import LEXICON

from adjudicator.faults.catalogue import Code, codes
from adjudicator.record import Clause, parse
from adjudicator.record.lexicon import MEMORY
from adjudicator.record.transcript_reader import CHARACTERS
from adjudicator.record.transcript_reader import CLAUSES as MOST

JUDGED = range(60, 80)  # numbers of what is understood and cannot be judged
TEXTS = {name: code for name, code in codes().items() if name[0] == "T" and int(name[1:]) not in JUDGED}
PAGE = "start: X 104; red 26; white (police) 50\n1. "

CLAUSES = [
    ("rad taxi 39", "T040", 4, "this game has no piece `rad`", "did you mean `red`?"),
    ("mycroft clue", "T040", 4, "this game has no piece `mycroft`", "known here: `X`, `red`, `white`"),
    ("taxi 86", "T041", 4, "the piece before `taxi` is missing", "begin with the piece: `X taxi ...`"),
    ("86", "T041", 4, "a clause must begin with a piece, not with `86`", "write it like `X taxi 86`"),
    ("X taxy 86", "T042", 6, "this game has no ticket or action `taxy`", "did you mean `taxi`"),
    ("X 86", "T042", 6, "the ticket or action before `86` is missing", "write `taxi 86`, or `? 86`"),
    ("X taxi 86 + crim", "T042", 16, "this game has no action `crim`", "did you mean `crime`?"),
    ("X taxi", "T043", 10, "a station is missing", "write its number, or `?`"),
    ("X taxi soho", "T043", 11, "`soho` is not a station", "write its number, or `?`"),
    ("X black/tran 86", "T044", 12, "this game has no mode `tran`", "did you mean `tram`?"),
    ("X escape 45/104", "T044", 19, "`escape` needs a station here", "write `escape ... to station`"),
    ("red interrogate rivet", "T044", 20, "this game has no choice `rivet`", "did you mean `river`?"),
    ("red accuse rid", "T040", 15, "this game has no piece `rid`", "did you mean `red`?"),
    ("X taxi 86 quickly", "T045", 14, "`quickly` is not understood here", "put `;` between clauses"),
    ("X taxi 86, bus 69", "T046", 15, "this is a second entry in one clause", "write a turn of two entries as `X 2x"),
    ("X 2x taxi 1, bus 2, bus 3", "T046", 24, "`2x` has at most 2 entries", "put `;` between clauses"),
    ("X 2x taxi 1, blak 2", "T042", 17, "this game has no ticket or action `blak`", "did you mean `black`"),
    ("X 2x crime, bus 2", "T047", 9, "`crime` is not an entry", "an entry is a ride"),
    ("X 2x 2x taxi 1, bus 2", "T047", 9, "`2x` cannot be used inside another turn", "write it once"),
    ("X taxi 86 + 2x", "T047", 16, "`2x` cannot be joined to an entry", "write it as a separate clause"),
    ("red ban bus -> yes", "T048", 16, "`ban` does not ask anything", "remove the text after it"),
    ("X taxi 1234567", "T049", 11, "`1234567` is too large", "use at most 6 digits"),
    ("X taxi ?[not closed", "T051", 12, "this seal is not understood", "write it as `?[commitment]`"),
    ("X", "T052", 5, "a ticket or action is missing here", "write what the piece did, such as `taxi 39`"),
    ("X 2x", "T052", 8, "a ticket or action is missing here", "write what the piece did, such as `taxi 39`"),
    ("red manhunt ->", "T053", 18, "the answer is missing", "write it after the arrow"),
    ("X surface taking red taxi red bus", "T016", 30, "`red` is named twice", ""),
    ("X surface taking", "T044", 20, "`surface` needs a list here", "write `red taxi blue none`"),
]


@pytest.mark.parametrize(("said", "code", "column", "message", "help"), CLAUSES)
def test_clauses(said: str, code: str, column: int, message: str, help: str) -> None:
    """The mistake alone is named, and the clauses around it are read."""
    text = f"{PAGE}{said}; red taxi 39\n2. X taxi 69"
    transcript, faults = parse(text, LEXICON, "g.log")
    assert [(fault.code, fault.place.line, fault.place.column) for fault in faults] == [(code, 2, column)]
    assert faults[0].message.startswith(message)
    assert faults[0].help.startswith(help)
    assert [clause.text for clause in transcript.clauses][-2:] == ["red taxi 39", "X taxi 69"]


HEADERS = [
    ("variannt: 2014", "T010", 1, 1, "did you mean `variant`?"),
    ("date: yesterday", "T010", 1, 1, ""),
    ("round: 7\n  round: 8", "T011", 2, 3, "keep one of them"),
    ("X taxi 86\nvariant: 2014", "T012", 2, 1, "move it above the first clause"),
    ("  board:  # later", "T013", 1, 3, "write a value after the colon"),
    ("round: seven", "T014", 1, 8, "write digits, such as `7`"),
    ("entry: 7 8", "T014", 1, 8, "write digits"),
    ("seats: X = Ana; 7 = Ben", "T015", 1, 17, "use a single word"),
    ("seats: X = Ana; dark blue = Ben", "T015", 1, 22, "write it like `red = Ben`"),
    ("seats: X = Ana; red = Ben; Red = Cleo", "T016", 1, 28, ""),
    ("start: X 104; red 26; red 29", "T016", 1, 23, ""),
    ("start: X 104; red", "T043", 1, 18, "write its number"),
    ("start: X 104; red 26 27", "T017", 1, 22, "write it like `red 26`"),
    ("seats: X; red\nstart: X 104; rad 26", "T018", 2, 15, "did you mean `red`?"),
    ("seats: X; white (polise)", "T019", 1, 18, "did you mean `police`?"),
    ("seats: X; white (police", "T019", 1, 24, "write it like `white (role)`"),
    ("cards: X", "T020", 1, 9, "write it like `X deck 12, 45`"),
    ("cards: X crimes twelve", "T020", 1, 17, "write the station of the card, or `?`"),
    ("result: X flies", "T021", 1, 9, "write `X escapes`, `X caught`, `draw` or `unfinished`"),
    ("surfacings: some", "T022", 1, 13, "write `marked`"),
    ("tickets: X taxy 3", "T023", 1, 12, "did you mean `taxi`?"),
    ("tickets: X taxi", "T023", 1, 16, "write it like `taxi 3`"),
    ("tickets: X", "T023", 1, 11, "write it like `red taxi 3, bus 0`"),
    ("tickets: X taxi 3, cab 4", "T016", 1, 20, ""),
    ("state: chips", "T025", 1, 8, "write it like `NAME = VALUE`"),
]


@pytest.mark.parametrize(("text", "code", "line", "column", "help"), HEADERS)
def test_headers(text: str, code: str, line: int, column: int, help: str) -> None:
    _, faults = parse(text, LEXICON)
    errors = [fault for fault in faults if fault.is_error]
    assert [(fault.code, fault.place.line, fault.place.column) for fault in errors] == [(code, line, column)]
    assert errors[0].help.startswith(help)


def test_every_mistake_is_reported_and_one_in_the_seats_does_not_make_strangers() -> None:
    headers = "variannt: 2014\nseats: X = Ana; 7 = Ben\n"
    text = headers + "X taxy 86; red taxi; blue bus 46\n2. X taxi 86, taxi 69, red bux 4, blue taxi 5\n"
    transcript, faults = parse(text, LEXICON)
    assert [fault.code for fault in faults] == ["T010", "T015", "T042", "T043", "T046", "T042"]
    assert [clause.text for clause in transcript.clauses] == ["blue bus 46", "X taxi 86", "blue taxi 5"]


def test_the_first_of_two_headers_is_shown_too() -> None:
    _, faults = parse("round: 7\n\nround: 8", LEXICON)
    assert [place.line for place in faults[0].also] == [1]


# --- every code has a case in `bad/transcripts/*.md`


def test_who_plays_is_assumed() -> None:
    """`check` makes a notice of it, so the code is shown by no command."""
    _, faults = parse("variant: 2014\n\n1. X taxi 86; red taxi 39\n", LEXICON)
    (fault,) = faults
    assert (fault.severity, fault.code, fault.place.line, fault.place.column) == ("warning", "T080", 3, 1)
    assert fault.message == "there is no `seats:` line, so every piece that moves is taken to be in the game"
    assert fault.help == "name the pieces in `seats:` or `start:`"


def test_every_code_of_a_text_has_a_bad_transcript() -> None:
    shown = {case.title[:4] for case in cases("transcripts")}
    assert {code for code in TEXTS if code < "T090"} - shown == {"T080"}


@pytest.mark.parametrize(
    "code", [code for code in TEXTS.values() if code.right and code.kind != "command"], ids=lambda code: str(code.code)
)
def test_the_examples_of_each_code(code: Code) -> None:
    assert [fault.code for fault in parse(code.wrong, LEXICON)[1]] == [code.code]
    assert parse(code.right, LEXICON)[1] == ()


# --- input that nobody means well with

HOSTILE = {
    "empty": ("", "T001"),
    "space": (" \n\t\r\n ", "T001"),
    "a comment alone": ("# nothing\n", "T001"),
    "zeros": ("\0" * 1000, "T002"),
    "binary": (bytes(range(256)).decode("latin-1") * 1000, "T002"),
    "half of a surrogate": ("X taxi \udcff", "T002"),
    "a million characters": ("x" * 1_000_000, "T003"),
    "a million words": ("X taxi 86; " * 100_000, "T003"),
    "five million characters": ("X taxi 86\n" * 500_000, "T003"),
    "a million lines": ("\n" * 1_000_000 + "x", "T003"),
    "nearly nothing, at length": (" " * 9_000 + "\n" * 900_000, "T003"),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_what_is_no_transcript_gets_one_clear_fault_at_once(name: str) -> None:
    text, code = HOSTILE[name]
    with ends():
        transcript, faults = parse(text, LEXICON)
    assert [fault.code for fault in faults] == [code]
    assert transcript.clauses == ()


TEDIOUS = {
    "rounds without end": "1. X taxi 86; red taxi 39\n" * 49_000,
    "one mistake after the other": "X taxy 86\n" * 49_000,
    "strangers": "".join(f"piece{number} taxi 1\n" for number in range(40_000)),
    "question marks": ("? " * 4_900 + "\n") * 400,
    "brackets": ("?[" * 4_900 + "\n") * 400,
    "digits": ("9" * 9_900 + "\n") * 400,
    "hyphens": ("a" + "-" * 9_900 + "\n") * 400,
    "slashes": ("1/" * 4_900 + "x\n") * 400,
    "pluses": ("X taxi 1" + " + crime" * 1_200 + "\n") * 400,
    "commas": ("X 2x " + "taxi 1, " * 1_200 + "\n") * 400,
    "failures": ("X " + "escape 1/2 fails, " * 540 + "\n") * 400,
    "spaces": (" " * 9_900 + "x\n") * 400,
    "semicolons": (";" * 9_900 + "\n") * 400,
    "one header": "seats: " + "; ".join(f"p{'abcdefghij'[n % 10]}{n} = x" for n in range(600)),
    "brackets in a header": "seats: X; " + "(" * 9_900,
}


@pytest.mark.parametrize("name", TEDIOUS)
def test_the_most_tedious_texts_come_to_an_end(name: str) -> None:
    text = "start: X 104; red 26\n" + TEDIOUS[name] if name[:3] != "one" else TEDIOUS[name]
    with ends():
        _, faults = parse(text[:CHARACTERS], LEXICON)
    assert len(faults) <= 102


def test_reading_is_given_up_after_a_hundred_faults() -> None:
    _, faults = parse("start: X 104\n" + "X taxy 86\n" * 500, LEXICON)
    assert len(faults) == 101
    assert (faults[-1].code, faults[-1].place.line) == ("T004", 102)


def test_memory_of_clauses_is_bounded() -> None:
    for first in range(0, 18_000, MOST):
        clauses = "".join(f"X taxi {number}\n" for number in range(first, first + MOST))
        transcript, faults = parse("start: X 104\n" + clauses, LEXICON)
        assert faults == ()
        assert isinstance(transcript.clauses[-1], Clause)
        assert len(LEXICON.memory) <= MEMORY


def test_memory_of_header_parts_is_bounded() -> None:
    for game in range(6_000):
        parse(f"seats: X = Ana {game}; red = Ben {game}; blue = Cleo {game}\n", LEXICON)
        assert len(LEXICON.header_parts) <= MEMORY


def test_an_action_that_an_option_gives_the_game_names_the_option(tmp_path: Path, sy_judge: Callable[..., Said]) -> None:
    file = tmp_path / "game.log"
    start = "start: X 104; purple 26; yellow 29; blue 53; red 94; green 91"
    file.write_text(f"variant: classic\n{start}\n\n1. X taxi 86 + surface\n", encoding="utf-8")
    said = sy_judge("check", file)
    assert said.code == 2
    assert "write `option: voluntary-surfacing=on` at the top" in said.output


def test_an_unknown_action_behind_a_plus_is_not_taken_for_talk(tmp_path: Path, sy_judge: Callable[..., Said]) -> None:
    """Talk behind a move is left out of a page; an action that the game does not have is not."""
    file = tmp_path / "game.log"
    start = "start: X 104; red 26; blue 29; green 53; yellow 94"
    file.write_text(f"variant: 2014\n{start}\n\n1. X taxi 86 + dive; red taxi 39\n", encoding="utf-8")
    said = sy_judge("check", file)
    assert said.code == 2
    assert "this game has no action `dive`" in said.output
