"""The shipped boards: the numbers to hold, and every fact that is printed somewhere."""

from __future__ import annotations

import doctest
import json
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

import adjudicator.board
from adjudicator.board import Board, from_plain, load, read, to_plain
from adjudicator.files import shipped

TOP = Path(__file__).parent.parent
LONDON = ["london", "london-classic", "london-mb", "london-1895", "london-1895-sample"]
RAVENSBURGER = ["london", "london-classic", "london-1895", "london-1895-sample"]
SALTMARSH = TOP / "examples" / "boards" / "saltmarsh.toml"

# Milton Bradley's number for the stations that it numbers otherwise.
RENUMBERED = {108: 118, 118: 128, 128: 159, 159: 171, 171: 200}


def to(board: Board, station: int, mode: str) -> list[int]:
    return [number for name, number, _ in board.lines_from(station) if name == mode]


def stops(board: Board, mode: str) -> set[int]:
    return {end for line in board.lines if line.mode == mode for end in (line.a, line.b)}


def test_nothing_is_missing_here() -> None:
    assert [path.stem for path in shipped("boards")] == sorted(LONDON)


@pytest.mark.parametrize("name", LONDON)
def test_no_shipped_board_has_a_fault(name: str) -> None:
    board, faults = read(next(path for path in shipped("boards") if path.stem == name))
    assert faults == ()
    assert board.id == name


@pytest.mark.parametrize(
    ("name", "taxi", "bus", "underground", "ferry"),
    [
        ("london", 345, 99, 20, 3),
        ("london-classic", 346, 99, 20, 3),
        ("london-mb", 345, 101, 20, 3),
        ("london-1895", 345, 98, 20, 3),
        ("london-1895-sample", 345, 98, 20, 3),
    ],
)
def test_numbers_to_hold(name: str, taxi: int, bus: int, underground: int, ferry: int) -> None:
    board = load(name)
    counts = Counter(line.mode for line in board.lines)
    assert [counts[mode] for mode in board.mode_names] == [taxi, bus, underground, ferry]
    assert len(board.stations) == 199
    assert board.mode_names == ("taxi", "bus", "underground", "ferry")


@pytest.mark.parametrize("name", RAVENSBURGER)
def test_ravensburgers_numbering(name: str) -> None:
    assert list(load(name).stations) == list(range(1, 200))


def test_milton_bradleys_numbering() -> None:
    board = load("london-mb")
    assert list(board.stations) == [number for number in range(1, 201) if number != 108]
    assert board.hint(108) == "108 in Ravensburger's numbering is 118 here"
    assert load("london").hint(200) == "200 in Milton Bradley's numbering is 171 here"
    assert (board.hint(200), board.hint(555)) == ("", "")


# --- printed facts


@pytest.mark.parametrize("name", LONDON)
def test_from_74(name: str) -> None:
    board = load(name)
    assert to(board, 74, "underground") == [46]
    assert to(board, 74, "taxi") == [58, 73, 75, 92]
    assert to(board, 74, "bus") == [58, 94]


@pytest.mark.parametrize("name", LONDON)
def test_from_100(name: str) -> None:
    board = load(name)
    assert to(board, 100, "taxi") == [80, 81, 101, 112, 113]
    assert to(board, 100, "bus") == [63, 82, 111]


@pytest.mark.parametrize("name", LONDON)
def test_153_and_the_underground_below_154(name: str) -> None:
    board = load(name)
    assert {mode for mode, _, _ in board.lines_from(153)} == {"taxi", "bus", "underground"}
    assert ("underground", 140, (154,)) in board.lines_from(153)
    assert ("underground", 153, (154,)) in board.lines_from(140)


@pytest.mark.parametrize("name", LONDON)
def test_stops(name: str) -> None:
    board = load(name)
    underground = {1, 13, 46, 67, 74, 79, 89, 93, 111, 128, 140, 153, 163, 185}
    if name == "london-mb":
        underground = {RENUMBERED.get(number, number) for number in underground}
    assert stops(board, "underground") == underground
    assert len(stops(board, "bus")) == 62
    assert underground <= stops(board, "bus")
    assert stops(board, "taxi") == set(board.stations)


@pytest.mark.parametrize("name", LONDON)
def test_the_taxi_alone_goes_everywhere(name: str) -> None:
    board = load(name)
    seen, edge = set[int](), {1}
    while edge:
        seen |= edge
        edge = {number for station in edge for number in to(board, station, "taxi")} - seen
    assert seen == set(board.stations)


@pytest.mark.parametrize("name", LONDON)
def test_often_claimed_and_wrong(name: str) -> None:
    board = load(name)
    assert [pair for pair in [(29, 55), (50, 67), (17, 42), (126, 132)] if board.line("taxi", *pair)] == []
    assert board.line("taxi", 58, 75) is not None
    assert board.line("taxi", 74, 75) is not None


@pytest.mark.parametrize("name", LONDON)
def test_the_ferry(name: str) -> None:
    ends = [118, 115, 157, 194] if name == "london-mb" else [108, 115, 157, 194]
    board = load(name)
    assert [to(board, end, "ferry") for end in ends] == [[115], sorted([ends[0], 157]), [115, 194], [157]]


@pytest.mark.parametrize("name", ["london-1895", "london-1895-sample"])
def test_the_booklet_of_1895(name: str) -> None:
    board = load(name)
    assert to(board, 165, "taxi") == [149, 151, 179, 180]
    assert to(board, 165, "bus") == [123, 180]
    assert [line.key for line in board.lines if line.mode == "underground" and 165 in line.passes] == [
        ("underground", 153, 163)
    ]
    assert board.has("symbols", 127, "river") is True
    assert board.attribute("district", 132) == "III"
    assert board.provenance_of("attribute", "district", 132) == "printed"


@pytest.mark.parametrize("name", ["london", "london-classic", "london-mb"])
def test_165_to_191_elsewhere(name: str) -> None:
    assert to(load(name), 165, "bus") == [123, 180, 191]


def test_what_differs_between_prints() -> None:
    def lines(name: str) -> set[tuple[str, int, int]]:
        return {line.key for line in load(name).lines}

    assert lines("london-classic") - lines("london") == {("taxi", 13, 14)}
    assert lines("london") - lines("london-classic") == set()
    assert lines("london") - lines("london-1895") == {("bus", 165, 191)}
    assert lines("london-1895") == lines("london-1895-sample")
    renumbered = {(mode, *sorted(RENUMBERED.get(end, end) for end in ends)) for mode, *ends in lines("london-classic")}
    assert renumbered - lines("london-mb") == {("taxi", 198, 199)}
    assert lines("london-mb") - renumbered == {("bus", 185, 199), ("bus", 187, 199)}
    assert ("bus", 199, (198,)) in load("london-mb").lines_from(185)


# --- cards


def test_start_cards() -> None:
    shared = (13, 26, 29, 34, 50, 53, 91, 94, 103, 112, 117, 132, 138, 141, 155, 174, 197, 198)
    for name in ("london-classic", "london-mb"):
        assert load(name).decks == {"start": tuple((number,) for number in shared)}
    assert load("london").decks == {
        "start-fugitive": tuple((n,) for n in (35, 45, 51, 71, 78, 104, 106, 127, 132, 146, 166, 170, 172)),
        "start-pursuers": tuple((n,) for n in (13, 26, 29, 34, 50, 53, 91, 94, 103, 112, 117, 123, 138, 141, 155, 174)),
    }
    assert load("london-1895").decks == {"start-fugitive": None, "start-pursuers": None, "crime-scenes": None}


# --- provenance and unknown data


def test_what_is_known_of_1895() -> None:
    board = load("london-1895")
    assert Counter(line.provenance for line in board.lines) == {"assumed": 457, "printed": 9}
    assert board.provenance_of("line", "taxi", 165, 149) == "printed"
    assert board.provenance_of("line", "taxi", 1, 8) == "assumed"
    assert board.provenance_of("line", "bus", 165, 191) == "assumed"  # that it is not there
    assert board.provenance_of("station", 1) == "assumed"
    assert board.provenance_of("deck", "crime-scenes") == "unknown"
    assert board.attribute("symbols", 127) is None
    assert [board.has("symbols", 127, symbol) for symbol in ("river", "park")] == [True, None]
    assert all("river" in value for value in board.possible("symbols", 127) if isinstance(value, frozenset))
    assert len(board.possible("symbols", 127)) == 4
    assert board.possible("district", 132) == ("III",)
    assert board.possible("district", 131) == ("I", "II", "III", "IV")
    assert board.possible("hideout", 1) == (False, True)
    assert (board.has("district", 132, "II"), board.has("district", 131, "II")) == (False, None)
    assert board.provenance_of("attribute", "hideout", 1) == "unknown"


def test_other_boards_are_certain() -> None:
    assert {line.provenance for line in load("london").lines} == {"verified"}
    assert load("london-mb").provenance_of("line", "bus", 185, 199) == "printed"
    assert load("london").provenance_of("line", "taxi", 13, 14) == "verified"


def test_the_sample_is_complete_and_plausible() -> None:
    board = load("london-1895-sample")
    assert all(board.attribute(name, number) is not None for name in board.attributes for number in board.stations)
    fugitive, pursuers, scenes = (board.decks[name] or () for name in board.decks)
    assert [len(deck) for deck in (fugitive, pursuers, scenes)] == [13, 16, 15]
    assert {len(card) for card in fugitive} == {2}
    starts = [number for card in fugitive for number in card]
    assert len(set(starts)) == 26
    assert not set(starts) & {number for (number,) in pursuers}
    assert all(board.attribute("symbols", number) for (number,) in scenes)
    assert {board.attribute("district", number) for number in board.stations} == {"I", "II", "III", "IV"}
    assert board.provenance_of("attribute", "district", 1) == "invented"
    assert board.provenance_of("deck", "crime-scenes") == "invented"


# --- values


@pytest.mark.parametrize("name", [*LONDON, str(SALTMARSH)])
def test_a_board_survives_as_plain_data(name: str) -> None:
    board = load(name)
    again = from_plain(json.loads(json.dumps(to_plain(board))))
    assert to_plain(again) == to_plain(board)
    assert again.digest == board.digest
    assert (again.facts, again.deck_list, again.attributes) == (board.facts, board.deck_list, board.attributes)


def test_digests_tell_boards_apart() -> None:
    assert len({load(name).digest for name in LONDON}) == len(LONDON)
    assert load("london").digest == load("london").digest


def test_a_board_of_another_kind() -> None:
    board, faults = read(SALTMARSH)
    assert faults == ()
    assert board.mode_names == ("walk", "cable", "boat")
    assert board.lines_from(8) == (
        ("walk", 3, ()),
        ("walk", 4, ()),
        ("walk", 9, ()),
        ("walk", 12, ()),
        ("walk", 13, ()),
        ("cable", 6, (7,)),
        ("cable", 14, (9,)),
    )
    assert (board.attribute("lighthouse", 1), board.attribute("lighthouse", 2)) == (True, False)
    assert board.attribute("quarter", 2) == "hill"
    assert board.lines_from(99) == ()


def test_the_docstring_tells_the_truth() -> None:
    assert doctest.testmod(adjudicator.board) == (0, 2)


def test_a_board_from_a_cache_needs_no_reader() -> None:
    code = (
        "import sys, json; from adjudicator.board import from_plain; from_plain(json.load(sys.stdin));"
        "print(*(name for name in ('tomllib', 'adjudicator.board.board_file') if name in sys.modules))"
    )
    plain = json.dumps(to_plain(load("london")))
    done = subprocess.run([sys.executable, "-c", code], input=plain, capture_output=True, text=True, cwd=TOP)
    assert (done.stdout, done.stderr) == ("\n", "")
