"""Parses rule texts into trees. With `rule_text.py`, the only module that knows the syntax; no object of lark leaves it."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from threading import RLock
from typing import Any

from adjudicator.faults import Fault
from adjudicator.language import tree as t
from adjudicator.language.foreign_words import OPENINGS, RESERVED
from adjudicator.language.mistakes import Misread, explain, habit_at, reserved
from adjudicator.language.tree_builder import builder

__all__ = ["Misread", "parse_rules", "parse_value", "read_rules"]

MAX_TEXT = 8_192
MAX_NESTING = 40  # nested brackets
MAX_DEPTH = 50  # of the tree: `not not not …` needs no brackets
MAX_NUMBER = 999_999
MAX_MISREADS = 10
MAX_RANGE = 200  # members of `3..7`: as many as the stations that a board may have

_LONG_NUMBER = re.compile(r"\d{7,}")
_OPERATOR = re.compile(r"(?:\s|#[^\n]*\n)*(\+(?!=)|-(?!=)|\*|<>|<=|>=|[=<>]|(?:mod|in|not|and|or)\b(?!-))")
_OPENING = re.compile(rf"^[ \t]*(?:(?:{'|'.join(OPENINGS)})\b(?!-)|[\w-]+ (?:must|may|act|starts?|wins?)\b)", re.MULTILINE)

_parsing = RLock()  # a text has one tree in all threads, because types belong to nodes by their identity


@cache
def _lark() -> Any:
    import pkgutil

    import lark

    grammar = (pkgutil.get_data("adjudicator.language", "grammar.lark") or b"").decode()
    return lark.Lark(grammar, parser="lalr", start=["rules", "value"], propagate_positions=True, maybe_placeholders=True)


def parse_rules(text: str) -> tuple[t.Statement, ...] | Misread:
    """The statements of a rule, or the reason why its text cannot be read."""
    with _parsing:
        return _parse(text, "rules")  # type: ignore[return-value]


def parse_value(text: str) -> t.Expression | Misread:
    """The tree of a single value or condition, or the reason why its text cannot be read."""
    with _parsing:
        return _parse(text, "value")  # type: ignore[return-value]


def read_rules(text: str) -> tuple[tuple[t.Statement, ...], tuple[Misread, ...]]:
    """The statements that can be read, and why the others cannot. After a mistake, reading continues at the next statement."""
    misreads: list[Misread] = []
    statements: tuple[t.Statement, ...] = ()
    start = 0
    while len(misreads) < MAX_MISREADS:
        rest = re.sub(r"[^\n]", " ", text[:start]) + text[start:]
        found = parse_rules(rest)
        if not isinstance(found, Misread):
            return statements + found, tuple(misreads)
        misreads.append(found)
        openings = [one.start() for one in _OPENING.finditer(text, start)]
        before = parse_rules(rest[: max((at for at in openings if at <= found.at), default=start)])
        statements += () if isinstance(before, Misread) else before
        later = [at for at in openings if at > found.at]
        if found.code in TOO_MUCH or not later:
            break
        start = later[0]
    return statements, tuple(misreads)


@lru_cache(maxsize=4096)  # the same text is read again and again while options are tried; trees are frozen
def _parse(text: str, start: str) -> object:
    misread = _too_much(text)
    if misread:
        return misread
    import lark

    try:
        parsed = _lark().parse(text, start=start)
    except lark.exceptions.UnexpectedInput as problem:
        return explain(problem, text, _lark(), start)
    return (
        _too_deep(parsed)
        or _reserved(parsed)
        or _goes_on(parsed, text)
        or _range(parsed)
        or _limited_pass(parsed, text)
        or builder().transform(parsed)
    )


def _reserved(parsed: Any) -> Misread | None:
    """The fault of a word of the language in place of a name."""
    names = parsed.scan_values(lambda value: getattr(value, "type", "") == "NAME" and value in RESERVED)
    return next(map(reserved, names), None)


def _goes_on(parsed: Any, text: str) -> Misread | None:
    """The fault of an operator right after `else n`. Some readers take `else n + 1` together, others `(if … else n) + 1`."""
    for choice in parsed.find_data("choice"):
        sign = _OPERATOR.match(text, choice.meta.end_pos)
        if sign is not None:
            return Misread(sign.start(1), Fault("E380", sign=sign[1]), len(sign[1]))
    return None


def _range(parsed: Any) -> Misread | None:
    """The fault of a range that goes down, or has one member or too many."""
    for one in parsed.find_data("range"):
        first, last = map(int, one.children)
        length = one.meta.end_pos - one.meta.start_pos
        if last <= first:
            return Misread(one.meta.start_pos, Fault("E221", first=first, last=last), length)
        if last - first >= MAX_RANGE:
            return Misread(one.meta.start_pos, Fault("E221.long", first=first, last=last, most=MAX_RANGE), length)
    return None


def _limited_pass(parsed: Any, text: str) -> Misread | None:
    """The fault of `may pass once a game`: it would be read as two statements, and the second would limit nothing."""
    for one in parsed.find_data("limit"):
        if text[: one.meta.start_pos].rstrip().endswith("pass"):
            return habit_at(text, one.meta.start_pos)
    return None


TOO_MUCH = ("E217", "E218", "E219")


def _too_much(text: str) -> Misread | None:
    if len(text) > MAX_TEXT:
        return Misread(MAX_TEXT, Fault("E217", most=MAX_TEXT, count=len(text)))
    depth = 0
    for offset, character in enumerate(text):
        depth += (character in "({") - (character in ")}")
        if depth > MAX_NESTING:
            return Misread(offset, Fault("E218.brackets", most=MAX_NESTING))
    number = _LONG_NUMBER.search(text)
    if number and not _in_text_or_comment(text, number.start()):
        digits = len(number.group())
        return Misread(number.start(), Fault("E219", digits=digits, most=MAX_NUMBER), digits)
    return None


def _in_text_or_comment(text: str, at: int) -> bool:
    line = text[text.rfind("\n", 0, at) + 1 : at]
    return line.count('"') % 2 == 1 or "#" in re.sub(r'"[^"]*"', "", line)


def _too_deep(parsed: Any) -> Misread | None:
    """The fault of a tree that is too deep. Goes level by level: recursion into a hostile text would exhaust the stack."""
    level = [parsed]
    for _ in range(MAX_DEPTH):
        level = [inner for node in level for inner in getattr(node, "children", ())]
        if not level:
            return None
    at = next((int(node.meta.start_pos) for node in level if hasattr(node, "meta") and not node.meta.empty), 0)
    return Misread(at, Fault("E218", most=MAX_DEPTH))
