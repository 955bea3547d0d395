"""One table of codes: every code that the program can say stands in it with its meaning, and nothing else does."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import TOP, Said

from adjudicator.report.codes import FILES, KINDS, codes_page, meanings
from adjudicator.report.file_codes import FILE_PAGES

CODE = re.compile(rf'"([{"".join(letter for letter, _, _ in KINDS)}]\d{{2,3}})"')
TABLES = {TOP / "adjudicator" / place for place in ("report/codes.py", "board/codes.py", "answers/codes.py", "check/codes.py")}


def said() -> set[str]:
    """Every code that stands in our sources, besides the tables themselves."""
    sources = set((TOP / "adjudicator").rglob("*.py")) - TABLES - {TOP / "adjudicator" / "record" / "codes.py"}
    return {code for path in sources for code in CODE.findall(path.read_text(encoding="utf-8"))}


def test_the_table_has_every_code_and_no_other() -> None:
    assert set(meanings()) == said()


def test_no_code_means_two_things() -> None:
    assert all(means and means == means.strip() and not means.endswith(".") for means in meanings().values())
    every = [code for path in TABLES for code in CODE.findall(path.read_text(encoding="utf-8"))]
    assert len(every) == len(set(every))


def test_every_code_is_explained(sy_judge: Callable[..., Said]) -> None:
    for code in ("F10", "B14", "T066", "T070", "C06", "Q21", "W409"):
        assert sy_judge("explain", code).output.startswith(f"{code}: {meanings()[code]}\n")


def test_the_page_is_up_to_date(compare: Callable[[Path, str], None]) -> None:
    compare(TOP / "docs" / "codes.md", codes_page())


def test_codes_of_files_have_examples(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, sy_judge: Callable[..., Said]) -> None:
    """The wrong one gives the code, and the right one does not: a command, or the text of a file that is linted."""
    monkeypatch.chdir(tmp_path)
    assert sy_judge("variant", "new", "my-rules").code == 0
    assert set(FILE_PAGES) == set(FILES)
    for code, (why, *pair) in FILE_PAGES.items():
        assert why
        said = [_of_file(one, sy_judge) for one in pair if one]
        assert [code in one for one in said] in ([True, False], []), code


def _of_file(example: str, sy_judge: Callable[..., Said]) -> set[str]:
    if not example.startswith("$ "):
        Path("example.toml").write_text(example + "\n", encoding="utf-8")
        example = "$ sy-judge variant lint example.toml"
    return set(re.findall(r"^error (\w+):", sy_judge(*example.split()[2:]).output, re.MULTILINE))
