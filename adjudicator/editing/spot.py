"""A place in the text of a variant file, which may be unfinished: a word of a rule, a key, a heading, a text."""

from __future__ import annotations

import re

from adjudicator.toml_places import reading_at
from adjudicator.values import frozen

CODE, KEY, HEADING, TEXT = "code", "key", "heading", "text"
VERBS = ("amend", "replace")
_HEADING = re.compile(r"^[ \t]*\[\[?[ \t]*([^\]\n#]*)", re.MULTILINE)
_WORD = re.compile(r"[A-Za-z][\w-]*")
_BEGUN = re.compile(r"[A-Za-z][\w.-]*\Z")
_KEY_BEFORE = re.compile(r"""([\w-]+|"[^"\n]*")[ \t]*=[ \t]*\[?(?:[ \t\n]*"[^"\n]*",)*[ \t\n]*\Z""")


@frozen
class Spot:
    """`what` is there: `code` of a rule, a `key`, a `heading`, or a `text` with its `key`; empty for anything else.

    `heading` are the names of the table around it, `word` the whole word at the place, `begun` its part before the place.
    """

    what: str
    heading: tuple[str, ...]
    key: str
    word: str
    begun: str

    @property
    def section(self) -> tuple[str, ...]:
        """The heading without the verb that changes an inherited table."""
        return self.heading[1:] if self.heading and self.heading[0] in VERBS else self.heading


def spot_at(text: str, offset: int) -> Spot:
    """The spot at an offset of a text."""
    inside = reading_at(text, offset)
    start = min(inside.start, offset)  # blank lines are skipped
    before = text[start:offset]
    what, key = "", ""
    if inside.what in ("line", "key") or inside.start > offset:  # of a whole key, its reader is at the value already
        line = text[text.rfind("\n", 0, offset) + 1 : offset]
        what = "" if "=" in before or "=" in line or "#" in line else KEY
    elif inside.what == "heading":
        what = HEADING
    elif inside.what == "text":
        found = _KEY_BEFORE.search(text[: inside.start])
        key = found[1].strip('"') if found else ""
        what = CODE if key == "code" or key.endswith(".code") else TEXT
        what = "" if what == CODE and _is_remark(before) else what
    begun = _BEGUN.search(text[:offset])
    return Spot(what, _heading_before(text, start), key, _word_at(text, offset), begun[0] if begun else "")


def _is_remark(code: str) -> bool:
    """Whether the end of a rule text is a comment or a text in quotes."""
    line = code[code.rfind("\n") + 1 :]
    plain = re.sub(r'"[^"\n]*"', "", line)
    return '"' in plain.removeprefix('"""') or "#" in plain


def _heading_before(text: str, offset: int) -> tuple[str, ...]:
    """The names in the last heading before an offset; what looks like one inside a text counts as little as it is likely."""
    names = _HEADING.findall(text, 0, offset)
    return tuple(part.strip().strip("\"'") for part in names[-1].split(".")) if names else ()


def _word_at(text: str, offset: int) -> str:
    start = text.rfind("\n", 0, offset) + 1
    end = text.find("\n", offset)
    line = text[start : len(text) if end < 0 else end]
    return next((one[0] for one in _WORD.finditer(line) if one.start() <= offset - start <= one.end()), "")
