"""Finds statements that a rule has lost because a file that extends its variant replaces the rule's text."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.rulebook.inheritance import Merged, Source


def lost(merged: Merged, begins: str) -> Iterator[tuple[str, str]]:
    """The statements that begin with these words in a base file and are not in the text in force, each with its rule."""
    for source in merged.sources:
        for rule, text in _texts(source):
            table = merged.get(("rules", rule))
            now = table.get("code", "") if isinstance(table, dict) else None
            for line in text.splitlines() if isinstance(now, str) else ():
                words = " ".join(line.split())
                if words.startswith(begins) and words not in (" ".join(one.split()) for one in str(now).splitlines()):
                    yield rule, words


def _texts(source: Source) -> Iterator[tuple[str, str]]:
    for part in (source.data, source.data.get("amend"), source.data.get("replace")):
        rules = part.get("rules") if isinstance(part, dict) else None
        for name, table in rules.items() if isinstance(rules, dict) else ():
            code = table.get("code") if isinstance(table, dict) else None
            if isinstance(code, str):
                yield name, code
