"""What a code means, as a page: its meaning, why it matters, a wrong and a right example."""

from __future__ import annotations

import difflib
import textwrap
from functools import cache

from adjudicator.answers.codes import CODES as QUESTIONS
from adjudicator.board.codes import CODES as BOARDS
from adjudicator.judge.codes import CASES
from adjudicator.judge.codes import CODES as JUDGING
from adjudicator.language.codes import Code, codes
from adjudicator.record.codes import CODES as RECORDS
from adjudicator.report.file_codes import FILE_PAGES

WIDTH = 100
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
    "F10": "another referee is at work on this log",
    "F11": "the file of the board that a game needs is not there",
}
# In the order of the page: what a letter stands for, and the codes with their meanings.
KINDS = (
    ("F", "files", "What keeps a file from being read or written."),
    ("B", "boards", "What is wrong with a board; `sy-judge board lint` tells it."),
    ("E", "variants", "What is wrong with a variant or a pack; `sy-judge variant lint` tells it."),
    ("W", "what has no effect", "What `sy-judge variant lint` warns of."),
    ("T", "transcripts", "What is not understood in a log, or keeps it from being judged; `sy-judge check` tells it."),
    ("C", "cases", "What is wrong with a file of cases; `sy-judge cases` and `sy-judge variant test` tell it."),
    ("Q", "questions", "What cannot be answered; `sy-judge ask`, `rules` and `moves` tell it."),
)


@cache
def meanings() -> dict[str, str]:
    """Every code that there is, with its meaning: no message has another one."""
    found = {name: code.title for name, code in codes().items()}
    found |= {name: code.means for name, code in RECORDS.items()}
    return dict(sorted((found | JUDGING | CASES | BOARDS | QUESTIONS | FILES).items()))


def codes_page() -> str:
    """Markdown: docs/codes.md."""
    parts = [
        "# Codes\n\nEvery message has a code, which never changes its meaning. `sy-judge explain E202` tells more of one.\n"
    ]
    for letter, title, about in KINDS:
        rows = [f"| {code} | {means} |" for code, means in meanings().items() if code[0] == letter]
        parts.append(f"## {letter}: {title}\n\n{about}\n\n| code | meaning |\n|---|---|\n" + "\n".join(rows) + "\n")
    return "\n".join(parts)


def nearest(code: str) -> str:
    """The code that was probably meant, or nothing."""
    found = difflib.get_close_matches(code.upper().replace("O", "0"), list(meanings()), n=1)
    return found[0] if found else ""


def explained(code: str) -> str | None:
    """The page of a code, or None."""
    if code in codes():
        return _page(codes()[code])
    if code in RECORDS:
        found = RECORDS[code]
        return _text(code, found.means, "", found.wrong or "", found.right or "")
    if code in FILE_PAGES:
        return _text(code, FILES[code], *FILE_PAGES[code])
    return _text(code, meanings()[code], "", "", "") if code in meanings() else None


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
