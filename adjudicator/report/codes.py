"""What a code means, as a page: its meaning, why it matters, a wrong and a right example."""

from __future__ import annotations

import difflib
import textwrap

from adjudicator.check.codes import CODES as JUDGING
from adjudicator.language.codes import Code, codes
from adjudicator.record.codes import CODES as RECORDS

WIDTH = 100
# Codes of files and boards say all in their messages; here is only what kind of thing they are about.
FILES = {
    "F01": "there is no such file",
    "F02": "this is no file that could be read",
    "F03": "a file is larger than anything that is read here",
    "F04": "a file is not UTF-8 text",
    "F05": "a file is not TOML",
    "F06": "keys, tables or lists stand too deep within each other",
    "F07": "there is no variant or board of that name",
    "F08": "a file cannot be read",
    "F09": "a file cannot be written",
}


def nearest(code: str) -> str:
    """The code that was probably meant, or nothing."""
    found = difflib.get_close_matches(code.upper().replace("O", "0"), [*codes(), *RECORDS, *JUDGING, *FILES], n=1)
    return found[0] if found else ""


def explained(code: str) -> str | None:
    """The page of a code, or None."""
    if code in codes():
        return _page(codes()[code])
    if code in RECORDS:
        found = RECORDS[code]
        return _text(code, found.means, "", found.wrong or "", found.right or "")
    plain = JUDGING | FILES
    return _text(code, plain[code], "", "", "") if code in plain else None


def _page(found: Code) -> str:
    return _text(found.code, found.title, found.why, found.wrong, found.right)


def _text(code: str, title: str, why: str, wrong: str, right: str) -> str:
    parts = [f"{code}: {title}\n"]
    if why:
        parts.append(textwrap.fill(why, WIDTH) + "\n")
    for word, example in (("wrong", wrong), ("right", right)):
        if example:
            parts.append(f"{word}:\n{textwrap.indent(example.strip(chr(10)), '    ')}\n")
    return "\n".join(parts)
