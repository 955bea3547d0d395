"""The reader takes what people write: each line here says the same as the canonical clause beside it."""

from __future__ import annotations

import pytest
from test_notation_samples import LEXICON

from adjudicator.record import Transcript, parse, write_clause

SEATS = "seats: X = Ana; red = Ben; blue = Ben; white (police); sherlock; watson; black\n"

CLAUSES = [
    # case, spacing, names
    ("x TAXI 86", "X taxi 86"),
    ("  X\ttaxi   86  ", "X taxi 86"),
    ("Mr X taxi 86", "X taxi 86"),
    ("Mr. X taxi 86", "X taxi 86"),
    ("mrx taxi 86", "X taxi 86"),
    ("mister x taxi 86", "X taxi 86"),
    ("Moriarty carriage 86", "X taxi 86"),
    ("Professor Moriarty tram 86", "X bus 86"),
    ("Dr. Watson cab 39", "watson taxi 39"),
    ("Sherlock Holmes u 46", "sherlock underground 46"),
    ("RED tube 46", "red underground 46"),
    ("red b 46.", "red bus 46"),
    ("red: taxi 39", "red taxi 39"),
    ("red taxi to 39", "red taxi 39"),
    # signs
    ("X black / ferry 115 !", "X black/ferry 115!"),
    ("X black/boat 115！", "X black/ferry 115!"),
    ("X taxi\u00a086", "X taxi 86"),
    ("X\u200btaxi ８６", "X taxi 86"),
    ("X taxi ？", "X taxi ?"),
    ("X ?", "X ? ?"),
    ("X ? 52", "X ? 52"),
    ("X ?/ferry 115", "X ?/ferry 115"),
    ("white ferry 115", "white ferry 115"),
    ("X secret ticket 86", "X black 86"),
    # doubles
    ("X 2X taxi 69, black 52", "X 2x taxi 69, black 52"),
    ("X ×2 taxi 69, black 52", "X 2x taxi 69, black 52"),
    ("X double taxi 69 and black 52", "X 2x taxi 69, black 52"),
    ("X double move: taxi 69 then black 52!", "X 2x taxi 69, black 52!"),
    ("X 2 x taxi 69 black 52", "X 2x taxi 69, black 52"),
    ("X 2x taxi 69 + crime + take black, black 52 + dive", "X 2x taxi 69 + crime + take black, black 52 + dive"),
    ("X 2x taxi 69 + crime", "X 2x taxi 69 + crime"),
    ("X 2x taxi 69,", "X 2x taxi 69"),
    ("X 2x escape 45/104 fails, taxi 69, bus 52", "X 2x escape 45/104 fails, taxi 69, bus 52"),
    # actions
    ("X taxi 52 & dive", "X taxi 52 + dive"),
    (
        "X taxi 52 + surface taking red taxi, blue bus, white none",
        "X taxi 52 + surface taking red taxi blue bus white none",
    ),
    ("X surface red cab blue ?", "X surface taking red taxi blue ?"),
    ("X escape 45 / 104 to 45!", "X escape 45/104 to 45!"),
    ("X escape 45/104 45", "X escape 45/104 to 45"),
    ("X escape ? failed", "X escape ? fails"),
    ("sherlock manhunt→III", "sherlock manhunt -> III"),
    ("watson interrogate River => Y", "watson interrogate river -> yes"),
    ("watson interrogate river --> no.", "watson interrogate river -> no"),
    ("watson interrogate ? -> ?", "watson interrogate ?"),
    ("red ban tram", "red ban bus"),
    ("red accuse Mr. X", "red accuse X"),
    # signs between two words that mean nothing
    ("X -> taxi 86", "X taxi 86"),
    ("X taxi → 86", "X taxi 86"),
    ("X – taxi – 86", "X taxi 86"),
    ("X - taxi 86", "X taxi 86"),
    ("X by taxi to 86", "X taxi 86"),
    ("X goes by bus to 86", "X bus 86"),
    ("X takes the tube to 86", "X underground 86"),
    ("X black ticket 86", "X black 86"),
    ("X black (ferry) 115", "X black/ferry 115"),
    ("X 2x taxi 69 -> black 52", "X 2x taxi 69, black 52"),
    ("X taxi 86!!", "X taxi 86!"),
    ("- X taxi 86", "X taxi 86"),
    ("* X taxi 86", "X taxi 86"),
    # what was written in one
    ("X T86", "X taxi 86"),
    ("red taxi39.", "red taxi 39"),
    ("X 2x t69, black 52", "X 2x taxi 69, black 52"),
    # not moving
    ("red -", "red stays"),
    ("red —", "red stays"),
    ("red pass", "red passes"),
    ("red is blocked", "red stays"),
    ("red no move", "red stays"),
    ("red stay", "red stays"),
    ("red sits out", "red stays"),
    ("X gives up", "X resigns"),
]


def _read(text: str) -> Transcript:
    transcript, faults = parse(text, LEXICON)
    assert faults == ()
    return transcript


@pytest.mark.parametrize(("said", "canonical"), CLAUSES)
def test_a_clause_is_understood(said: str, canonical: str) -> None:
    assert [write_clause(clause) for clause in _read(f"{SEATS}1. {said}").clauses] == [canonical]


@pytest.mark.parametrize(
    "line",
    [
        "1. X taxi 86; red taxi 39; blue bus 46",
        "1) X taxi 86;red taxi 39;;blue bus 46;",
        "Round 1: X taxi 86, red taxi 39, blue bus 46",
        "round 1 X taxi 86 red taxi 39 blue bus 46",
        "1 X taxi 86； red taxi 39； blue bus 46",
        "1: X taxi 86. red taxi 39. blue bus 46.",
        "1.X taxi 86\nred taxi 39\nblue bus 46",
        "Round 1\nX taxi 86\n\n\tred taxi 39\r\nblue bus 46",
        "１．X taxi 86; red taxi 39; blue bus 46",
        "(1) X taxi 86; red taxi 39; blue bus 46",
        "1.) X taxi 86; red taxi 39; blue bus 46",
        "1 - X taxi 86; red taxi 39; blue bus 46",
        "1.: X taxi 86; red taxi 39; blue bus 46",
        "Turn 1: X taxi 86; red taxi 39; blue bus 46",
        "1. X taxi 86 and red taxi 39 then blue bus 46",
        "1. - X t86\n- red t39\n- blue b46",
    ],
)
def test_a_round_is_understood(line: str) -> None:
    transcript = _read(SEATS + line)
    assert [write_clause(clause) for clause in transcript.clauses] == ["X taxi 86", "red taxi 39", "blue bus 46"]
    assert [getattr(item, "number", None) for item in transcript.items if not hasattr(item, "piece")][1] == 1


def test_a_ticket_wins_over_a_piece_of_its_name_inside_a_double() -> None:
    said = [write_clause(clause) for clause in _read(f"{SEATS}X 2x taxi ?, black ?; black taxi 39; black black 52").clauses]
    assert said == ["X 2x taxi ?, black ?", "black taxi 39", "black black 52"]


SURFACES = "X 2x taxi 45 + surface taking"


@pytest.mark.parametrize(
    ("said", "canonical"),
    [
        # the next entry
        (f"{SURFACES} red taxi black bus, black ?", None),
        (f"{SURFACES} red taxi black bus, black 58", None),
        (f"{SURFACES} red taxi black bus, black/ferry ?", None),
        (f"{SURFACES} red taxi, black bus, black ?", f"{SURFACES} red taxi black bus, black ?"),
        (f"{SURFACES} red taxi blue none, black ?", None),
        (f"{SURFACES} red taxi black bus, black ? + surface taking red taxi, black ?",
         f"{SURFACES} red taxi black bus, black ? + surface taking red taxi black ?"),
        # what the piece gives
        (f"{SURFACES} red taxi black ?, black ?", None),
        (f"{SURFACES} red taxi, black ?, black ?", f"{SURFACES} red taxi black ?, black ?"),
        (f"{SURFACES} black ?, taxi 58", None),
        ("X taxi 45 + surface taking red taxi, black ?", "X taxi 45 + surface taking red taxi black ?"),
    ],
)  # fmt: skip
def test_a_piece_named_like_a_ticket_gives_one_and_a_ticket_of_its_name_is_ridden(said: str, canonical: str | None) -> None:
    assert [write_clause(clause) for clause in _read(f"{SEATS}1. {said}").clauses] == [canonical or said]


def test_what_is_done_instead_of_a_failed_entry_is_a_clause_of_its_own() -> None:
    said = [write_clause(clause) for clause in _read(f"{SEATS}X escape 45/104 fails, taxi 69").clauses]
    assert said == ["X escape 45/104 fails", "X taxi 69"]


def test_several_rounds_may_share_a_line() -> None:
    transcript = _read(f"{SEATS}1. X taxi 86; red taxi 39; 2. X taxi 69")
    assert [type(item).__name__ for item in transcript.items] == [
        "Header",
        "RoundMark",
        "Clause",
        "Clause",
        "RoundMark",
        "Clause",
    ]


def test_headers_are_understood() -> None:
    transcript = _read(
        "\ufeffVariant : 2014\r\n"
        "SEATS: Mr. X = Ana, Red = Ben (constable), blue: Cleo\r\n"
        "start: mister x = 45/104 at 45, red at 26, blue (police) 117\r\n"
        "options: cut-off, length = rounds\r\n"
        "Result: Moriarty is caught\r\n"
        "tickets: Red 3 taxi, 0 bus; general pile: cab 4; X black ?, 2x ticket unlimited\r\n"
        "moved: red blue\r\n"
        "cards: X crimes: 12 45/46 ?\r\n"
    )
    assert transcript.variant == "2014"
    assert [(seat.piece, seat.person, seat.role) for seat in transcript.seats] == [
        ("X", "Ana", None),
        ("red", "Ben", "police"),
        ("blue", "Cleo", None),
    ]
    assert [(one.piece, one.at, one.card, one.role) for one in transcript.start] == [
        ("X", 45, (45, 104), None),
        ("red", 26, None, None),
        ("blue", 117, None, "police"),
    ]
    assert transcript.options == ("cut-off", "length=rounds")
    assert transcript.result == "caught"
    assert [(one.holder, one.ticket, one.count) for one in transcript.tickets] == [
        ("red", "taxi", 3),
        ("red", "bus", 0),
        ("pile", "taxi", 4),
        ("X", "black", None),
        ("X", "double", -1),
    ]
    assert transcript.moved == ("red", "blue")
    assert transcript.cards[0].cards == ((12,), (45, 46), None)


@pytest.mark.parametrize(
    ("said", "seats"),
    [
        ("X = Ana, red = Ben; blue = Cleo", [("X", "Ana"), ("red", "Ben"), ("blue", "Cleo")]),
        ("X = Ana; red = Ben, the younger; blue = Cleo", [("X", "Ana"), ("red", "Ben, the younger"), ("blue", "Cleo")]),
        ("X = Ana, white (police) = Ben; blue", [("X", "Ana"), ("white", "Ben"), ("blue", None)]),
    ],
)
def test_commas_and_semicolons_may_be_mixed(said: str, seats: list[tuple[str, str | None]]) -> None:
    transcript = _read(f"seats: {said}\nstart: X 104, red 26; blue 117\n" if "red" in said else f"seats: {said}\n")
    assert [(seat.piece, seat.person) for seat in transcript.seats] == seats
    if "red" in said:
        assert [(one.piece, one.at) for one in transcript.start] == [("X", 104), ("red", 26), ("blue", 117)]


def test_a_first_clause_with_a_colon_is_no_header() -> None:
    said = [write_clause(clause) for clause in _read(f"{SEATS}X double: taxi 86, taxi 69").clauses]
    assert said == ["X 2x taxi 86, taxi 69"]


def test_a_piece_may_have_a_number_in_its_name() -> None:
    said = [write_clause(clause) for clause in _read("start: X 104; t1 26; b2 39\n1. X t86; t1 taxi 39; b2 b1").clauses]
    assert said == ["X taxi 86", "t1 taxi 39", "b2 bus 1"]


def test_places_are_in_characters_and_count_from_one() -> None:
    clause = _read(f"{SEATS}1.  Mr. X  2x taxi 69 + crime, black 52!").clauses[0]
    assert (clause.line, clause.column, clause.text) == (2, 5, "Mr. X  2x taxi 69 + crime, black 52!")
    found = [(clause.column_of(step), step.size) for step in clause.parts]
    assert found == [(12, 2), (15, 7), (25, 5), (32, 9)]


def test_comments_keep_their_places() -> None:
    text = f"# above\n{SEATS}# between\n1. X taxi 86 #trailing\n  # inside\n   red taxi 39\n# below\n"
    comments = [item for item in _read(text).items if type(item).__name__ == "Comment"]
    assert [(one.text, one.trails, one.indented) for one in comments] == [  # type: ignore[union-attr]
        (" above", False, False),
        (" between", False, False),
        ("trailing", True, False),
        (" inside", False, True),
        (" below", False, False),
    ]


def test_without_seats_the_pieces_are_those_of_start() -> None:
    transcript = _read("start: X 104; red 26\nX taxi 86; red taxi 39")
    assert [clause.piece for clause in transcript.clauses] == ["X", "red"]


def test_with_neither_the_reader_says_what_it_assumed() -> None:
    transcript, faults = parse("X taxi 86; red taxi 39 blue taxi 46; red taxi 26; blue stays", LEXICON)
    assert [(fault.code, fault.severity) for fault in faults][:1] == [("T080", "warning")]
    assert [clause.piece for clause in transcript.clauses] == ["X", "red", "red", "blue"]
