"""Why a rule text cannot be read, said so that its writer knows what to type instead.

Four questions, in this order, because the earlier ones are surer: is it a sign that the language does not have; a misspelt
word; a mistake of the table below; and else what could stand there.
"""

from __future__ import annotations

import difflib
import re
from typing import Any

from adjudicator.values import frozen


@frozen
class Misread:
    """Why a text is not understood, at an offset of that text."""

    at: int
    message: str
    help: str = ""
    code: str = "E201"
    length: int = 1


# Each mistake is taught by wrong examples: the parser's state at the failure is compared with theirs.
MISTAKES: tuple[tuple[str, str, str, tuple[str, ...]], ...] = (
    (
        "E202",
        "a reason is missing",
        'end the statement with `because "..."`, which is what a player is told',
        ("forbid ride", "forbid ride by fugitive when round > 3", "require entry > 3", "losing ride when a = b then"),
    ),
    (
        "E203",
        "a bracket was opened and never closed",
        "add the missing `)`",
        ('forbid ride when tickets(piece, taxi = 0 because "x"', "then x := (1 + 2", "then x := f(1"),
    ),
    (
        "E204",
        "a set was opened and never closed",
        "add the missing `}`",
        ('forbid ride when mode in {taxi, bus because "x"', "then x := {1, 2"),
    ),
    (
        "E205",
        "`=` compares; giving a value is written `:=`",
        "write `:=`",
        ("then ban = bus", "then x(piece) = 1", "on ride then x = 1"),
    ),
    (
        "E206",
        "a condition is missing",
        "say when the rule holds, for example `when round > 3`",
        ('forbid ride when because "x"', 'require because "x"', "pursuers win when, tested at end of round"),
    ),
    (
        "E207",
        "it is not said when the ending is tested",
        "add for example `, tested at end of round` or `, tested after ride by pursuers`",
        ("pursuers win when round = 3", "fugitive wins when a > b and c = 1", "draw when yes"),
    ),
    (
        "E208",
        "`some`, `every` and `no` need a condition after `has`",
        "for example `some p in pursuers has station(p) = to`",
        ('forbid ride when some p in pursuers because "x"', 'forbid ride when no p in pursuers and yes because "x"'),
    ),
    (
        "E209",
        "text must stand in straight double quotes on one line",
        'write because "..."',
        ("forbid ride because no", "forbid ride when yes because station"),
    ),
)

# Signs that people bring along from elsewhere, the longest first.
SIGNS: tuple[tuple[str, str, str], ...] = (
    ("==", "`==` is written `=` here", "write `=`"),
    ("!=", "`!=` is written `<>` here", "write `<>`"),
    ("=<", "`=<` is written `<=` here", "write `<=`"),
    ("=>", "`=>` is written `>=` here", "write `>=`"),
    ("&&", "`&&` is written `and` here", "write `and`"),
    ("||", "`||` is written `or` here", "write `or`"),
    ("≠", "`≠` is written `<>` here", "write `<>`"),
    ("≤", "`≤` is written `<=` here", "write `<=`"),
    ("≥", "`≥` is written `>=` here", "write `>=`"),
    ("&", "`&` is written `and` here", "write `and`"),
    ("|", "`|` is written `or` here", "write `or`"),
    ("!", "`!` is written `not` here", "write `not`, or `<>` for `!=`"),
    ("×", "`×` is written `*` here", "write `*`"),
    ("–", "`–` is no minus sign", "write `-` with a space on both sides"),
    ("—", "`—` is no minus sign", "write `-` with a space on both sides"),
    ("−", "`−` is no minus sign", "write `-` with a space on both sides"),
    ("//", "`//` begins no remark", "a remark begins with `#`"),
    ("/", "rules do not divide", "multiply the other side instead: `2 * a < b`"),
    ("%", "rules do not divide", "name the numbers in a set: `round in {3, 6, 9}`"),
    ("[", "`[` has no meaning in a rule", "a set stands in braces: `{taxi, bus}`; what a word is asked for, in `( )`"),
    (";", "`;` has no meaning in a rule", "effects are divided by `,`; each statement begins a line of its own"),
    ("'", "`'` does not enclose a text", "use the straight double quote \", and put the code between three of these: '''"),
    ("_", "names have no `_`", "write `-` instead, as in `free-station`"),
    (
        "..",
        "`..` makes no range here",
        "name the numbers, `round in {10, 11, 12}`, or write `round >= 10 and round <= 12`",
    ),
    (".", "`.` has no meaning in a rule", "statements end without a full stop; numbers are whole"),
)
ODD_SPACES = "\u00a0\u2007\u2009\u200a\u200b\u202f\u3000\ufeff"
TYPOGRAPHIC = "“”„‟«»‘’‚‹›"
NOT_WHOLE = re.compile(r"\d+[.,]\d+")
WORD = re.compile(r"[^\W_][\w-]*")
OPENINGS = (
    "allow", "forbid", "losing", "pay", "on", "show", "hide", "tell", "draw", "score", "require", "choose", "for", "then",
    "answer", "write", "check", "a",
)  # fmt: skip
EFFECTS = ("deal", "move", "arrive", "remove", "when")
VERBS = ("must", "may", "act", "start", "starts", "win", "wins")
# Words that people bring along, and what is written here instead.
MEANT = {
    "if": "when", "while": "when", "whenever": "when", "unless": "when not", "is": "=", "equals": "=", "with": "where",
    "except": "when not", "for": "by", "do": "then",
}  # fmt: skip
GIVING = {
    **dict.fromkeys(("give", "take", "get", "gets", "put", "add", "return", "hand"),
                    "tickets are moved: `move 1 taxi from pile to fugitive`"),
    **dict.fromkeys(("set", "let", "make", "change"), "a value is given with `:=`, as in `joker := 1`"),
    **dict.fromkeys(("increase", "raise", "count"), "write `+=`, as in `joker += 1`"),
}  # fmt: skip
# The parser would take these as names wherever a name may stand, and read on as if nothing were wrong.
RESERVED = frozenset(
    (
        "and",
        "or",
        "not",
        "in",
        "by",
        "when",
        "where",
        "because",
        "then",
        "if",
        "else",
        "some",
        "every",
        "no",
        "yes",
        "none",
        "has",
    )
)
CLOSE = 0.7  # how alike a misspelt word must be


def explain(problem: Any, text: str, examples: Any) -> Misread:
    """What went wrong, from lark's exception; `examples` parses a text of the table of mistakes."""
    at = _offset(problem, text)
    found = (
        _missing(problem, text, at)
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
    known = _known(problem, examples) or _never_closed(problem, text[:at])
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
    for start in (at - 1, at):  # of `==` the first sign still could stand there
        for sign, message, help_text in SIGNS:
            if start >= 0 and text.startswith(sign, start) and start + len(sign) > at:
                return Misread(start, message, help_text, "E213", len(sign))
    return None


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
    near = difflib.get_close_matches(first.lower(), OPENINGS, n=1, cutoff=0.6) if first not in MEANT else []
    if at >= len(text.rstrip()) and not near:
        return None
    if first in EFFECTS or text[at : at + 2] in (":=", "+=", "-="):
        help_text = "what happens stands behind `then`: `on entry then …`, or `then …` in an action"
    elif len(values) > 1 and first in MEANT and first not in ("if", "for"):
        help_text = f"did you mean `{MEANT[first]}`?"
    elif first in MEANT:
        help_text = "a condition stands behind what it is about: `forbid ride when …`, `on entry when … then …`"
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


def _known(problem: Any, examples: Any) -> tuple[str, str, str] | None:
    if not hasattr(problem, "token"):
        return None
    table = {index: list(texts) for index, (*_, texts) in enumerate(MISTAKES)}
    found = problem.match_examples(examples, table, use_accepts=True)
    return None if found is None else MISTAKES[found][:3]


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
