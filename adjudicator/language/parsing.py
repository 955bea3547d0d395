"""Rule text to tree. With `writing.py` the only place that knows the surface of the language; nothing of lark leaves it."""

from __future__ import annotations

from functools import cache
from importlib import resources
from typing import Any

from attrs import frozen

from adjudicator.language import tree as t
from adjudicator.language.building import builder

MAX_TEXT = 8_192
MAX_NESTING = 40


@frozen
class Misread:
    """Why a text is not understood, at an offset of that text."""

    at: int
    message: str
    help: str = ""


# Each mistake is taught by wrong examples: the parser's state at the failure is compared with theirs.
MISTAKES: tuple[tuple[str, str, tuple[str, ...]], ...] = (
    (
        "a reason is missing",
        'end the statement with `because "..."`, which is what a player is told',
        ("forbid ride", "forbid ride by fugitive when round > 3", "require entry > 3", "losing ride when a = b then"),
    ),
    (
        "a bracket was opened and never closed",
        "add the missing `)`",
        ('forbid ride when tickets(piece, taxi = 0 because "x"', "then x := (1 + 2", "then x := f(1"),
    ),
    (
        "a set was opened and never closed",
        "add the missing `}`",
        ('forbid ride when mode in {taxi, bus because "x"', "then x := {1, 2"),
    ),
    (
        "`=` compares; giving a value is written `:=`",
        "write `:=`",
        ("then ban = bus", "then x(piece) = 1", "on ride then x = 1"),
    ),
    (
        "a condition is missing",
        "say when the rule holds, for example `when round > 3`",
        ('forbid ride when because "x"', 'require because "x"', "pursuers win when, tested at end of round"),
    ),
    (
        "it is not said when the ending is tested",
        "add for example `, tested at end of round` or `, tested after ride by pursuers`",
        ("pursuers win when round = 3", "fugitive wins when a > b and c = 1", "draw when yes"),
    ),
    (
        "`some`, `every` and `no` need a condition after `has`",
        "for example `some p in pursuers has station(p) = to`",
        ('forbid ride when some p in pursuers because "x"', 'forbid ride when no p in pursuers and yes because "x"'),
    ),
    (
        "text must stand in straight double quotes on one line",
        'write because "..."',
        ("forbid ride because no", "forbid ride when yes because station"),
    ),
)


@cache
def _lark() -> Any:
    import lark

    grammar = resources.files("adjudicator.language").joinpath("grammar.lark").read_text(encoding="utf-8")
    return lark.Lark(grammar, parser="lalr", start=["rules", "value"], propagate_positions=True, maybe_placeholders=True)


def parse_rules(text: str) -> tuple[t.Statement, ...] | Misread:
    """The statements of a rule, or why it cannot be read."""
    return _parse(text, "rules")  # type: ignore[return-value]


def parse_value(text: str) -> t.Expression | Misread:
    """A single value or condition."""
    return _parse(text, "value")  # type: ignore[return-value]


def _parse(text: str, start: str) -> object:
    misread = _too_much(text)
    if misread:
        return misread
    import lark

    try:
        parsed = _lark().parse(text, start=start)
    except lark.exceptions.UnexpectedInput as problem:
        return _explain(problem, text, start)
    return builder().transform(parsed)


def _too_much(text: str) -> Misread | None:
    if len(text) > MAX_TEXT:
        return Misread(MAX_TEXT, f"a rule may have {MAX_TEXT} characters; this one has {len(text)}", "split it")
    depth = 0
    for offset, character in enumerate(text):
        depth += (character in "({") - (character in ")}")
        if depth > MAX_NESTING:
            return Misread(offset, f"brackets are nested more than {MAX_NESTING} deep", "name a part with a term")
    return None


def _explain(problem: Any, text: str, start: str) -> Misread:
    import lark

    at = problem.pos_in_stream if problem.pos_in_stream is not None else len(text)
    ended = isinstance(problem, lark.exceptions.UnexpectedToken) and problem.token.type == "$END"
    if ended:
        at = len(text.rstrip())
    for quote in "“”„‘’«»":
        if not ended and text[at : at + 1] == quote:
            return Misread(at, f"`{quote}` is a typographic quotation mark", 'use the straight one: "')
    known = _known_mistake(problem)
    if known:
        return Misread(at, *known)
    word = text[at:].split(None, 1)[0] if text[at:].split() else ""
    expected = _expected(problem)
    help_text = f"here one could write {expected}" if expected else ""
    if ended:
        return Misread(at, "the rule ends too early", help_text)
    return Misread(at, f"`{word[:40]}` cannot stand here", help_text)


def _known_mistake(problem: Any) -> tuple[str, str] | None:
    import lark

    if not isinstance(problem, lark.exceptions.UnexpectedToken):
        return None
    table = {index: list(examples) for index, (_, _, examples) in enumerate(MISTAKES)}
    found = problem.match_examples(lambda text: _lark().parse(text, start="rules"), table, use_accepts=True)
    return None if found is None else MISTAKES[found][:2]


_SHOWN = {"NAME": "a name", "NUMBER": "a number", "TEXT": "a text in quotes", "COMPARE": "a comparison such as `=`"}
_SIGNS = {
    "LPAR": "(", "RPAR": ")", "COMMA": ",", "LBRACE": "{", "RBRACE": "}", "COLON": ":", "PLUS": "+", "MINUS": "-",
    "TIMES": "*",
}  # fmt: skip


def _expected(problem: Any) -> str:
    names = getattr(problem, "accepts", None) or getattr(problem, "expected", None) or getattr(problem, "allowed", ())
    shown = sorted(
        {
            _SHOWN.get(name) or f"`{_SIGNS.get(name, name.lower())}`"
            for name in names or ()
            if not name.startswith("_") and name not in ("$END", "WS", "COMMENT")
        }
    )
    return "" if len(shown) > 12 else ", ".join(shown[:-1]) + (" or " if len(shown) > 1 else "") + shown[-1] if shown else ""
