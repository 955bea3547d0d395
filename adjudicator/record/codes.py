"""The codes of what can be wrong in the writing of a transcript, each with a wrong and a right example."""

from __future__ import annotations

from adjudicator.values import frozen


@frozen
class Code:
    """What a code means. The examples are whole small transcripts, and the tests read them; some have none."""

    code: str
    means: str
    wrong: str | None = None
    right: str | None = None


_START = "start: X 104; red 26\n"
_PAGE = f"{_START}1. "


def _clause(code: str, means: str, wrong: str, right: str) -> Code:
    return Code(code, means, _PAGE + wrong, _PAGE + right)


def _header(code: str, means: str, wrong: str, right: str) -> Code:
    return Code(code, means, f"{wrong}\n", f"{right}\n")


_ALL = (
    Code("T001", "the file says nothing", "", _PAGE + "X taxi 86"),
    Code("T002", "the file is not text"),
    Code("T003", "the file or a line of it is longer than any game"),
    Code("T004", "so much is wrong that reading was given up"),
    _header("T010", "there is no such header", "variannt: 2014", "variant: 2014"),
    _header("T011", "a header that may stand once stands twice", "round: 7\nround: 8", "round: 7"),
    Code("T012", "a header stands below the first clause", _PAGE + "X taxi 86\nround: 1", f"round: 1\n{_PAGE}X taxi 86"),
    _header("T013", "a header has nothing behind its colon", "variant:", "variant: 2014"),
    _header("T014", "something else stands where a number is wanted", "round: seven", "round: 7"),
    _header("T015", "a seat is not understood", "seats: X = Ana; 7 = Ben", "seats: X = Ana; red = Ben"),
    _header("T016", "somebody or something is named twice", "start: X 104; red 26; red 29", "start: X 104; red 26"),
    _header("T017", "a start is not understood", "start: X 104 86", "start: X 104"),
    Code("T018", "a header names a piece that has no seat", _START + "moved: blue\n", _START + "moved: red\n"),
    _header("T019", "there is no such role", "seats: X = Ana; white (sleeper)", "seats: X = Ana; white (detective)"),
    _header("T020", "cards are not understood", "start: X 104\ncards: X scenes", "start: X 104\ncards: X scenes 12, 45"),
    _header("T021", "there is no such result", "result: 5 to 3", "result: X escapes"),
    _header(
        "T022", "`surfacings`, `turns` or `draws` says something that it cannot say", "surfacings: some", "surfacings: marked"
    ),
    Code("T023", "tickets are not understood", _START + "tickets: red taxi\n", _START + "tickets: red taxi 3\n"),
    _header("T025", "a piece of state is not understood", "state: chips", "state: chips = 1"),
    _clause("T040", "the piece is not in this game", "rad taxi 39", "red taxi 39"),
    _clause("T041", "a clause does not begin with a piece", "taxi 86", "X taxi 86"),
    _clause("T042", "there is no such ticket or action", "X taxy 86", "X taxi 86"),
    _clause("T043", "a station is missing", "X taxi", "X taxi ?"),
    _clause("T044", "an action wants something that is missing or is something else", "X fly 45/104", "X fly 45/104 to 45"),
    _clause("T045", "something stands behind a clause", "X taxi 86 quickly", "X taxi 86  # quickly"),
    _clause("T046", "a clause has more entries than its turn", "X taxi 86, taxi 69", "X 2x taxi 86, taxi 69"),
    _clause("T047", "an action stands where it cannot", "X taxi 86 + 2x", "X 2x taxi 86, taxi 69"),
    _clause("T048", "an answer to something that asks nothing", "red block 39 -> yes", "red block 39"),
    _clause("T049", "a number is larger than any here", "X taxi 1000000", "X taxi 86"),
    _clause("T051", "a seal is not understood", "X taxi ?[", "X taxi ?[k3v7q2ha]"),
    _clause("T052", "somebody does nothing at all", "X", "X taxi 86"),
    _clause("T053", "an answer is missing behind its arrow", "red ask river ->", "red ask river -> yes"),
    Code("T080", "nothing says who plays, so it is whoever moves", "X taxi 86\n", _PAGE + "X taxi 86"),
    # Of a sealed record and its key: no transcript alone can show these.
    Code("T090", "the key, or a line of it, is not understood"),
    Code("T091", "an entry, its commitment or its line of the key was changed"),
    Code("T092", "the key does not open something that is sealed"),
    Code("T093", "the key opens something that is not sealed"),
    Code("T094", "a header or a clause is not what it was when the record was sealed"),
    Code("T095", "a header or a clause was added or left out since the record was sealed"),
)
CODES = {code.code: code for code in _ALL}
