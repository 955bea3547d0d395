"""The page of a code: its meaning, why it matters, a wrong and a right example."""

from __future__ import annotations

import difflib

from adjudicator.faults.catalogue import KINDS, Code, codes
from adjudicator.report.layout import wrapped


def codes_page() -> str:
    """The text of docs/codes.md."""
    parts = [
        "# Codes\n\nGenerated from `adjudicator/faults/`; `pytest tests/test_codes.py --update` writes it again.\n\n"
        "Every message has a code, whose meaning never changes. `sy-judge explain E202` shows an example of one.\n"
    ]
    for letter, (title, about) in KINDS.items():
        rows = [f"| {name} | {code.title} |" for name, code in sorted(codes().items()) if name[0] == letter]
        parts.append(f"## {letter}: {title}\n\n{about}\n\n| code | meaning |\n|---|---|\n" + "\n".join(rows) + "\n")
    return "\n".join(parts)


def nearest(code: str) -> str:
    """The code that was probably meant, or ""."""
    found = difflib.get_close_matches(code.upper().replace("O", "0"), sorted(codes()), n=1)
    return found[0] if found else ""


def explained(code: str) -> str | None:
    """The page of a code, or None for an unknown code."""
    return _page(codes()[code]) if code in codes() else None


def _page(code: Code) -> str:
    parts = [wrapped(f"{code.code}: ", code.title) + "\n"]
    if code.why:
        parts.append(wrapped("", code.why) + "\n")
    for word, example in (("wrong", code.wrong), ("right", code.right)):
        if example:
            lines = (f"    {line}".rstrip() for line in example.strip("\n").split("\n"))
            parts.append("\n".join([f"{word}:", *lines]) + "\n")
    return "\n".join(parts)
