"""docs/disputes.md: every question of the list that concerns one of our editions is put to the referee, and answered.

That each answer is the one printed there is seen to by tests/test_docs.py.
"""

from __future__ import annotations

import re

from conftest import TOP

PAGE = (TOP / "docs" / "disputes.md").read_text(encoding="utf-8")
NUMBERS = [f"D{number}{letter}" for number in range(1, 46) for letter in ("", "b", "c", "d")]
LETTERED = {"D8b", "D8c", "D8d", "D10b"}
ELSEWHERE = {"D39", "D43", "D45"}  # another publisher's game, several fugitives, a matter of taste
ENTRY = re.compile(r"^### (D\d+[a-d]?): ([^\n]+\?)\n\n```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def test_every_entry_is_answered() -> None:
    wanted = {name for name in NUMBERS if name[-1].isdigit() or name in LETTERED} - ELSEWHERE
    assert {found[1] for found in ENTRY.finditer(PAGE)} == wanted
    assert all(name in PAGE for name in ELSEWHERE)


def test_no_entry_is_answered_by_an_error() -> None:
    for found in ENTRY.finditer(PAGE):
        commands = re.findall(r"^\$ (sy-judge (?:ask|rules) .*)$", found[3], re.MULTILINE)
        assert commands, found[1]
        assert "error " not in found[3], found[1]
        assert len(found[3].splitlines()) > len(commands), found[1]


def test_most_entries_are_answered_by_asking() -> None:
    asked = [found[1] for found in ENTRY.finditer(PAGE) if "$ sy-judge ask " in found[3]]
    assert len(asked) > 40
