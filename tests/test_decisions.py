"""docs/decisions.md: every entry says what it costs, and has a title of its own."""

from __future__ import annotations

import re
from pathlib import Path

PAGE = (Path(__file__).parent.parent / "docs" / "decisions.md").read_text(encoding="utf-8")


def test_every_entry_says_what_it_costs() -> None:
    titles, *entries = re.split(r"(?m)^(?=## )", PAGE)
    assert "## " not in titles
    assert [entry.split("\n")[0] for entry in entries if not re.search(r"\n\nCost: \S[^\n]+(\n\S[^\n]*)*\n*$", entry)] == []


def test_no_two_entries_have_one_title() -> None:
    titles = re.findall(r"(?m)^## (.+)$", PAGE)
    assert len(titles) == len(set(titles))
