"""docs/decisions.md: every entry has a date, a status and what it replaces."""

from __future__ import annotations

import re
from pathlib import Path

PAGE = (Path(__file__).parent.parent / "docs" / "decisions.md").read_text(encoding="utf-8")
ENTRY = re.compile(
    r"## (?P<date>2\d{3}-[01]\d-[0-3]\d) · (?P<title>.+)\n\n"
    r'Status: (in force|rejected|replaced by "(?P<by>.+)")\. Replaces .+\.\n\n\S'
)


def test_every_entry_has_a_date_a_status_and_what_it_replaces() -> None:
    unlike = [heading for heading in re.findall(r"(?m)^## .*\n\n.*\n\n.*", PAGE) if not ENTRY.match(heading)]
    assert unlike == []


def test_entries_are_in_order_and_name_each_other() -> None:
    entries = list(ENTRY.finditer(PAGE))
    dates = [entry["date"] for entry in entries]
    assert len(entries) == PAGE.count("\n## ")
    assert dates == sorted(dates)
    titles = {entry["title"] for entry in entries}
    assert {entry["by"] for entry in entries} - titles == {None}
