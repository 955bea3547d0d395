"""Why a rule text cannot be read, said so that its writer knows what to type instead.

Four questions, in this order, because the earlier ones are surer: is it a sign that the language does not have; a misspelt
word; a mistake of the table below; and else what could stand there.
"""

from __future__ import annotations

import difflib
import re
from typing import Any

from adjudicator.language.brought import (
    BEHIND,
    CONDITIONS,
    EFFECTS,
    FIRST,
    GIVING,
    MEANT,
    MISTAKES,
    NOT_WHOLE,
    ODD_SPACES,
    OPENINGS,
    RESERVED,
    SIGNS,
    TYPOGRAPHIC,
    VERBS,
    WORD,
)
from adjudicator.language.habits import habit
from adjudicator.values import frozen


@frozen
class Misread:
    """Why a text is not understood, at an offset of that text."""

    at: int
    message: str
    help: str = ""
    code: str = "E201"
    length: int = 1


CLOSE = 0.7  # how alike a misspelt word must be


def explain(problem: Any, text: str, examples: Any) -> Misread:
    """What went wrong, from lark's exception; `examples` parses a text of the table of mistakes."""
    at = _offset(problem, text)
    found = (
        _habit(text, at)
        or _missing(problem, text, at)
        or _sign(text, at)
        or _bracket(text, at)
        or _tested(problem, text, at)
        or _first_word(problem, text, at)
        or _effect(problem, text, at)
        or _name_missing(problem)
        or _misspelt(problem, text, at)
    )
    if found:
        return found
    known = _known(problem, examples, text[at:]) or _never_closed(problem, text[:at])
    if known:
        return Misread(at, known[1], known[2], known[0], _length(text, at))
    expected = _expected(problem)
    help_text = f"here one could write {expected}" if expected else ""
    if at >= len(text.rstrip()):
        return Misread(at, "the rule ends too early", help_text, "E216")
    word = text[at:].split(None, 1)[0]
    return Misread(at, f"`{word[:40]}` cannot stand here", help_text, "E201", _length(text, at))


def _offset(problem: Any, text: str) -> int:
    at = problem.pos_in_stream
    ended = getattr(getattr(problem, "token", None), "type", "") == "$END"
    return len(text.rstrip()) if ended or at is None else int(at)


def _length(text: str, at: int) -> int:
    found = WORD.match(text, at)
    return len(found.group()) if found else 1


def _habit(text: str, at: int) -> Misread | None:
    found = habit(text, at)
    return Misread(found.at, found.message, found.help, found.code, found.length) if found else None


def _missing(problem: Any, text: str, at: int) -> Misread | None:
    """A reason at the end of a statement, or a condition before the reason."""
    last = (_stack(problem) or [None])[-1]
    if getattr(last, "type", "") == "NAME" and str(last) == "because":
        return Misread(int(last.start_pos), *_told("E206"), len("because"))
    ended = at >= len(text.rstrip())
    following = WORD.match(text, at)
    begins = following is not None and following.group() in OPENINGS and not text[text.rfind("\n", 0, at) + 1 : at].strip()
    if "BECAUSE" in _names(problem) and (ended or begins):
        return Misread(len(text[:at].rstrip()), *_told("E202"))
    return None


def _told(code: str) -> tuple[str, str, str]:
    """Message, help and code of a row of the table."""
    _, message, help_text, _ = next(row for row in MISTAKES if row[0] == code)
    return message, help_text, code


def _sign(text: str, at: int) -> Misread | None:
    if at >= len(text.rstrip()):
        return None
    if text[at] in ODD_SPACES:
        return Misread(
            at, "this is no ordinary space", "delete it and type a space; it came along with something pasted", "E213"
        )
    if text[at] in TYPOGRAPHIC:
        return Misread(at, f"`{text[at]}` is a typographic quotation mark", 'use the straight one: "', "E210")
    if text[at] == '"':
        return _quoted(text, at)
    number = next((one for one in NOT_WHOLE.finditer(text) if one.start() <= at < one.end()), None)
    if number:
        message = f"`{number.group()}` is no whole number"
        return Misread(number.start(), message, "rules count in whole numbers", "E212", len(number.group()))
    odd = _odd_letter(text, at)
    if odd:
        return odd
    for start in (at - 1, at):  # of `==` the first sign still could stand there
        for sign, message, help_text in SIGNS:
            if start >= 0 and text.startswith(sign, start) and start + len(sign) > at:
                return Misread(start, message, help_text, "E213", len(sign))
    return None


def _odd_letter(text: str, at: int) -> Misread | None:
    """A letter or sign that is on no plain keyboard: an umlaut, a picture, a currency."""
    sign = text[at]
    if sign.isascii() or any(text.startswith(known[0], at) for known in SIGNS):
        return None
    if not sign.isalpha():
        return Misread(at, f"`{sign}` has no meaning in a rule", "leave it out", "E213")
    start = at - len(re.search(r"[\w-]*\Z", text[:at]).group())  # type: ignore[union-attr]
    word = re.compile(r"[\w-]+").match(text, start)
    message = f"names have the letters from a to z, and `{sign}` is none of them"
    length = len(word.group()) if word else 1
    return Misread(start, message, "a mode, a ticket or a state goes by its own name, as in `[modes.ferry]`", "E213", length)


def _quoted(text: str, at: int) -> Misread | None:
    """A text where none can stand: never closed, or a name in quotes."""
    closed = re.compile(r'"([^"\n]*)"').match(text, at)
    if closed is None:
        return Misread(at, "this text is not closed on its line", 'put a second `"` at its end', "E211")
    if not re.fullmatch(r"[\w-]+", closed[1]):
        return None
    message = f"`{closed.group()}` is a text, where a name or a number is meant"
    return Misread(at, message, f"write {closed[1]} without quotes", "E213", len(closed.group()))


def _bracket(text: str, at: int) -> Misread | None:
    """Round brackets or a comma where a set, or `and`, was meant; a bracket too many."""
    before, sign = text[:at], text[at : at + 1]
    is_open = before.count("(") > before.count(")")
    if sign == "," and is_open:
        return Misread(at, "a set stands in braces, not in `( )`", "write it like `{taxi, bus}`", "E213")
    if sign == "," and "{" not in before:
        return Misread(at, "`,` does not join conditions", "write `and` or `or`", "E213")
    if sign == ")" and not is_open:
        return Misread(at, "there is one `)` too many", "take it away, or add the `(` that is missing", "E213")
    return None


def _tested(problem: Any, text: str, at: int) -> Misread | None:
    """It is said when the ending is tested, and only the comma before that is missing."""
    if text.startswith("tested", at) and "COMMA" in _names(problem):
        return Misread(at, "a comma is missing before `tested`", "write `, tested …`", "E207", len("tested"))
    return None


def _effect(problem: Any, text: str, at: int) -> Misread | None:
    """Giving and taking tickets, or setting something, in other words than those of the language."""
    last = (_stack(problem) or [None])[-1]
    help_text = GIVING.get(str(last)) if getattr(last, "type", "") == "NAME" else None
    if help_text is None or text[at : at + 1] == "(":
        return None
    return Misread(int(last.start_pos), f"`{last}` is no word for what happens", help_text, "E215", len(last))


def _stack(problem: Any) -> list[Any]:
    """What the parser has read of the statement so far, the newest last."""
    state = getattr(getattr(problem, "interactive_parser", None), "parser_state", None)
    return list(state.value_stack) if state is not None else []


def _name_missing(problem: Any) -> Misread | None:
    last = (_stack(problem) or [None])[-1]
    while getattr(last, "children", ()):
        last = last.children[-1]
    return reserved(last) if getattr(last, "type", "") == "NAME" and str(last) in RESERVED else None


def reserved(token: Any) -> Misread:
    message = f"`{token}` cannot be a name: it is a word of the language"
    return Misread(int(token.start_pos), message, "a name is missing here", "E220", len(token))


def _first_word(problem: Any, text: str, at: int) -> Misread | None:
    """A statement whose first word is not one that begins a statement: lark notices only at the second."""
    values = _stack(problem)
    if not values or getattr(values[-1], "type", "") != "NAME" or any(hasattr(one, "type") for one in values[:-1]):
        return None
    first, start = str(values[-1]), int(values[-1].start_pos)
    second = WORD.match(text, at)
    if second and difflib.get_close_matches(second.group().lower(), VERBS, n=1, cutoff=CLOSE):
        return None
    near = [FIRST[first.lower()]] if first.lower() in FIRST else []
    if not near and first not in (*MEANT, *CONDITIONS):
        near = difflib.get_close_matches(first.lower(), OPENINGS, n=1, cutoff=CLOSE)
    if at >= len(text.rstrip()) and not near:
        return None
    if first in CONDITIONS:
        help_text = BEHIND
    elif first in EFFECTS or text[at : at + 2] in (":=", "+=", "-="):
        help_text = "what happens stands behind `then`: `on entry then …`, or `then …` in an action"
    elif len(values) > 1 and first in MEANT and first not in ("if", "for", "while", "whenever", "unless"):
        help_text = f"did you mean `{MEANT[first]}`?"
    elif first.lower() in MEANT:
        help_text = BEHIND
    else:
        help_text = "for example `forbid …`, `on …`, `show …` or `pieces must move …`"
    if near:
        help_text = f"did you mean `{near[0]}`?"
    return Misread(start, f"no statement begins with `{first[:40]}`", help_text, "E214", len(first))


def _misspelt(problem: Any, text: str, at: int) -> Misread | None:
    """A word that is nearly one that could stand here."""
    found = WORD.match(text, at)
    if not found:
        return None
    word = found.group()
    words = [name.lower() for name in _names(problem) if name.isalpha() and name.lower() not in ("name", "number", "text")]
    meant = MEANT.get(word.lower(), "")
    if getattr((_stack(problem) or [None])[-1], "data", "") == "who" and word == "and":
        meant = "or"
    near = [meant] if meant else difflib.get_close_matches(word.lower(), words, n=1, cutoff=CLOSE)
    if not near or near[0] == word:
        return None
    return Misread(at, f"`{word[:40]}` cannot stand here", f"did you mean `{near[0]}`?", "E215", len(word))


def _known(problem: Any, examples: Any, rest: str) -> tuple[str, str, str] | None:
    if not hasattr(problem, "token"):
        return None
    table = {index: list(texts) for index, (*_, texts) in enumerate(MISTAKES)}
    found = problem.match_examples(examples, table, use_accepts=True)
    if found is None or (MISTAKES[found][0] == "E202" and re.search(r"\bbecause\b", rest)):
        return None  # there is a reason, only further on
    return MISTAKES[found][:3]


def _never_closed(problem: Any, before: str) -> tuple[str, str, str] | None:
    """A bracket that could be closed here, and should have been."""
    for name, opening, closing, row in (("RPAR", "(", ")", MISTAKES[1]), ("RBRACE", "{", "}", MISTAKES[2])):
        if name in _names(problem) and before.count(opening) > before.count(closing):
            return row[:3]
    return None


_SHOWN = {"NAME": "a name", "NUMBER": "a number", "TEXT": "a text in quotes", "COMPARE": "a comparison such as `=`"}
_SIGNS = {
    "LPAR": "(", "RPAR": ")", "COMMA": ",", "LBRACE": "{", "RBRACE": "}", "COLON": ":", "PLUS": "+", "MINUS": "-",
    "TIMES": "*",
}  # fmt: skip


def _names(problem: Any) -> list[str]:
    names = getattr(problem, "accepts", None) or getattr(problem, "expected", None) or getattr(problem, "allowed", None)
    return sorted(name for name in names or () if not name.startswith("_") and name not in ("$END", "WS", "COMMENT", "NO_ONE"))


def _expected(problem: Any) -> str:
    shown = sorted({_SHOWN.get(name) or f"`{_SIGNS.get(name, name.lower())}`" for name in _names(problem)})
    if not shown or len(shown) > 12:
        return ""
    return ", ".join(shown[:-1]) + (" or " if len(shown) > 1 else "") + shown[-1]
