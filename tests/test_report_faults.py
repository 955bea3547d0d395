"""Faults as people see them: the caret is where it should be, in any kind of line."""

from __future__ import annotations

from pathlib import Path

import pytest

from adjudicator.faults import Fault, Place
from adjudicator.report.faults import render, summary


def shown(source: str, line: int, column: int, length: int = 1) -> list[str]:
    fault = Fault("B13", Place("f.toml", line, column, length), number=5)
    return render([fault], sources={"f.toml": source}).splitlines()


def test_a_fault_in_full() -> None:
    also = (Place("f.toml", 1, 3), Place("gone.toml"))
    fault = Fault("B61", Place("f.toml", 10, 4, 3), also, number=7)
    source = "  first\n" + "\n" * 8 + "   abc def\n"
    assert render([fault], sources={"f.toml": source}) == (
        "warning B61: station 7 has no coordinates, so it cannot be drawn\n"
        "   --> f.toml:10:4\n"
        "   |\n"
        "10 |    abc def\n"
        "   |    ^^^\n"
        "   = help: write 7 = [x, y]\n"
        "   = also: f.toml:1:3: first\n"
        "   = also: gone.toml\n"
    )


def test_without_a_line_there_is_no_source() -> None:
    assert (
        render([Fault("B13", Place("nowhere.toml", 3, 4), number=5)])
        == "error B13: this line goes from `5` to itself\n  --> nowhere.toml:3:4\n"
    )
    assert render([Fault("B13", number=5)]) == "error B13: this line goes from `5` to itself\n"


def test_past_the_end_of_a_line() -> None:
    assert shown("ab\r\n", 1, 3)[-2:] == ["1 | ab", "  |   ^"]


def test_wide_and_combining_characters() -> None:
    assert shown("日本 x", 1, 4)[-1] == "  |      ^"
    assert shown("e\u0301x", 1, 3)[-1] == "  |  ^"


def test_control_characters_do_not_reach_the_terminal() -> None:
    fault = Fault("B50", Place("f\x1b.toml", 1, 1), word="\x1b[31m", known=())
    text = render([fault], sources={"f\x1b.toml": "\ta\x1b]0;title\x07\u202eb"})
    assert all(character.isprintable() or character == "\n" for character in text)


@pytest.mark.parametrize("column", [1, 50, 99, 100, 101, 4000, 9999, 10_000])
def test_long_lines_are_cut_around_the_caret(column: int) -> None:
    source = "".join(chr(97 + index % 26) for index in range(10_000))
    line, caret = shown(source, 1, column)[-2:]
    assert len(line) < 115
    assert line[caret.index("^")] == source[column - 1]


def test_many_faults_are_cut_and_counted() -> None:
    faults = [Fault("B17", Place("f", line)) for line in range(1, 31)]
    text = render(faults, most=10)
    assert text.count("error B17") == 10
    assert text.endswith("… and 20 more\n")
    assert summary(faults) == "30 errors"
    assert summary([*faults[:1], Fault("B61", Place("f"), number=1)]) == "1 error and 1 warning"
    assert (summary([]), render([])) == ("no faults", "")


def test_colour_only_where_asked() -> None:
    fault = Fault("B17", Place("f", 1, 1))
    assert "\033[" not in render([fault], sources={"f": "x"})
    assert render([fault], colour=True, sources={"f": "x"}).startswith("\033[1;31merror B17:\033[0m")


def test_files_are_read_again_for_their_lines(tmp_path: Path) -> None:
    path = tmp_path / "f.toml"
    path.write_text("one\ntwo\n")
    assert "2 | two" in render([Fault("B17", Place(str(path), 2, 1))])
