"""Explains why the text of a rule cannot be read, and what to type instead.

It tests for signs that the language does not have, misspelt words, and the mistakes of the table in `foreign_words`, the most
reliable tests first; otherwise it lists the words that are possible there.
"""

from __future__ import annotations

import difflib
import re
from typing import Any

from adjudicator.faults import Fault
from adjudicator.language.foreign_words import (
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

CLOSE = 0.7  # similarity of a misspelt word to the right one
SHOWN = 12  # kinds of possible words in a message; nobody reads a longer list
_WHO = re.compile(r"\bby\s+[\w-]+(?:\s+or\s+[\w-]+)*\s+\Z")  # the pieces that a statement is about


@frozen
class Misread:
    """The reason why a text cannot be read, at an offset of that text; its fault has no place yet."""

    at: int
    fault: Fault
    length: int = 1

    @property
    def code(self) -> str:
        return self.fault.code


@frozen
class Stop:
    """The point where the parser stopped: the tokens that it has read, the newest last, and those it would accept."""

    text: str
    at: int
    read: tuple[Any, ...]  # the tokens
    begins: bool  # whether the last token began a statement
    names: tuple[str, ...]  # of terminals that are possible here

    @property
    def last(self) -> Any:
        return self.read[-1] if self.read else None

    @property
    def last_name(self) -> str:
        """The last token, if it was read as a name, or else ""."""
        return str(self.last) if self.last is not None and self.last.type == "NAME" else ""

    @property
    def is_end(self) -> bool:
        return self.at >= len(self.text.rstrip())


def explain(problem: Any, text: str, parser: Any, start: str) -> Misread:
    """The reason for an exception of lark's `parser`. The parser also shows how the wrong examples of the mistakes fail."""
    stop = _stop(problem, text, parser, start)
    at = stop.at
    found = (
        _effect_word(stop)
        or habit_at(text, at)
        or _missing(stop)
        or _sign(stop)
        or _bracket(text, at)
        or _tested(stop)
        or _first_word(stop)
        or _effect(stop)
        or _name_missing(stop)
        or _misspelt(stop)
    )
    if found:
        return found
    known = _known(problem, parser, text[at:]) or _never_closed(stop)
    if known:
        return Misread(at, Fault(known), _length(text, at))
    expected = _expected(stop)
    if stop.is_end:
        return Misread(at, Fault("E216", expected=expected))
    word = text[at:].split(None, 1)[0]
    return Misread(at, Fault("E201", word=word, expected=expected), _length(text, at))


def _stop(problem: Any, text: str, parser: Any, start: str) -> Stop:
    """The point where the parser stopped. Reads the text again, by token, to learn how the parser understood each one."""
    at = problem.pos_in_stream
    ended = getattr(getattr(problem, "token", None), "type", "") == "$END"
    offset = len(text.rstrip()) if ended or at is None else int(at)
    read = tuple(token for token in _tokens(text, parser, start) if token.start_pos < offset)
    names = getattr(problem, "accepts", None) or getattr(problem, "expected", None) or getattr(problem, "allowed", None)
    plain = (name for name in names or () if not name.startswith("_") and name not in ("$END", "WS", "COMMENT", "NO_ONE"))
    return Stop(text, offset, read, _begins(text, parser, start, len(read) - 1), tuple(sorted(plain)))


def _tokens(text: str, parser: Any, start: str) -> list[Any]:
    """All tokens up to where the parser stops."""
    from lark.exceptions import UnexpectedInput

    tokens = []
    try:
        for token in parser.parse_interactive(text, start=start).iter_parse():
            tokens.append(token)
    except UnexpectedInput:
        pass
    return tokens


def _begins(text: str, parser: Any, start: str, index: int) -> bool:
    """Whether token `index` begins a statement, which is so if the text could have ended before it."""
    if index <= 0:
        return index == 0
    reading = parser.parse_interactive(text, start=start)
    for number, _ in enumerate(reading.iter_parse()):
        if number == index:
            return "$END" in reading.accepts()
    return False


def _length(text: str, at: int) -> int:
    found = WORD.match(text, at)
    return len(found.group()) if found else 1


def habit_at(text: str, at: int) -> Misread | None:
    found = habit(text, at)
    return Misread(found.at, found.fault, found.length) if found else None


def _missing(stop: Stop) -> Misread | None:
    """The fault of a statement without a reason at its end, or without a condition before the reason."""
    text, at = stop.text, stop.at
    if stop.last_name == "because":
        return Misread(int(stop.last.start_pos), Fault("E206"), len("because"))
    following = WORD.match(text, at)
    begins = following is not None and following.group() in OPENINGS and not text[text.rfind("\n", 0, at) + 1 : at].strip()
    if "BECAUSE" in stop.names and (stop.is_end or begins):
        return Misread(len(text[:at].rstrip()), Fault("E202"))
    return None


def _sign(stop: Stop) -> Misread | None:
    text, at = stop.text, stop.at
    if stop.is_end:
        return None
    if text[at] in ODD_SPACES:
        return Misread(at, Fault("E213.space"))
    if text[at] in TYPOGRAPHIC:
        return Misread(at, Fault("E210", sign=text[at]))
    if text[at] == '"':
        return _quoted(text, at)
    number = next((one for one in NOT_WHOLE.finditer(text) if one.start() <= at < one.end()), None)
    if number:
        return Misread(number.start(), Fault("E212", number=number.group()), len(number.group()))
    odd = _odd_letter(text, at)
    if odd:
        return odd
    for start in (at - 1, at):  # after the first sign of `==` the text is still possible
        for sign, sentence, better in SIGNS:
            if start >= 0 and text.startswith(sign, start) and start + len(sign) > at:
                return Misread(start, Fault(sentence, sign=sign, better=better), len(sign))
    return None


def _odd_letter(text: str, at: int) -> Misread | None:
    """The fault of a letter or sign that plain keyboards do not have: an umlaut, a picture, a currency."""
    sign = text[at]
    if sign.isascii() or any(text.startswith(known[0], at) for known in SIGNS):
        return None
    if not sign.isalpha():
        return Misread(at, Fault("E213.strange", sign=sign))
    start = at - len(re.search(r"[\w-]*\Z", text[:at]).group())  # type: ignore[union-attr]
    word = re.compile(r"[\w-]+").match(text, start)
    return Misread(start, Fault("E213.letter", sign=sign), len(word.group()) if word else 1)


def _quoted(text: str, at: int) -> Misread | None:
    """The fault of a quoted text that is not closed, or that is used where no text is possible, such as a name in quotes."""
    closed = re.compile(r'"([^"\n]*)"').match(text, at)
    if closed is None:
        return Misread(at, Fault("E211"))
    if not re.fullmatch(r"[\w-]+", closed[1]):
        return None
    return Misread(at, Fault("E213.quoted", text=closed.group(), name=closed[1]), len(closed.group()))


def _bracket(text: str, at: int) -> Misread | None:
    """The fault of round brackets or a comma instead of a set or `and`, or of a bracket too many."""
    before, sign = text[:at], text[at : at + 1]
    is_open = before.count("(") > before.count(")")
    if sign == "," and is_open:
        return Misread(at, Fault("E213.round"))
    if sign == "," and "{" not in before:
        return Misread(at, Fault("E213.comma"))
    if sign == ")" and not is_open:
        return Misread(at, Fault("E213.closed-twice"))
    return None


def _tested(stop: Stop) -> Misread | None:
    """The fault of a missing comma before `tested …`, if nothing else is wrong."""
    if stop.text.startswith("tested", stop.at) and "COMMA" in stop.names:
        return Misread(stop.at, Fault("E207.comma"), len("tested"))
    return None


def _effect_word(stop: Stop) -> Misread | None:
    """The fault of a word for an effect that begins a statement, or of a misspelt one where an effect is possible."""
    word, following = stop.last_name, stop.text[stop.at : stop.at + 1]
    if not word or following in tuple("=:+-("):
        return None
    if stop.begins:
        own = word in EFFECTS and word not in CONDITIONS
        return Misread(int(stop.last.start_pos), Fault("E214.effect", word=word), len(word)) if own else None
    if stop.read[-2].type not in ("THEN", "COMMA", "COLON", "LPAR"):
        return None
    if word in ("draw", "roll", "throw"):
        return Misread(int(stop.last.start_pos), Fault("E391", word=word), len(word))
    told = following == '"' and FIRST.get(word, word) == "tell"
    near = ["announce"] if told else difflib.get_close_matches(word.lower(), EFFECTS, n=1, cutoff=CLOSE)
    return Misread(int(stop.last.start_pos), Fault("E215", word=word, meant=near[0]), len(word)) if near else None


def _effect(stop: Stop) -> Misread | None:
    """The fault of an effect on tickets or a state that is written in other words than those of the language."""
    sentence = GIVING.get(stop.last_name)
    if sentence is None or stop.text[stop.at : stop.at + 1] == "(":
        return None
    return Misread(int(stop.last.start_pos), Fault(sentence, word=stop.last_name), len(stop.last_name))


def _name_missing(stop: Stop) -> Misread | None:
    return reserved(stop.last) if stop.last_name in RESERVED else None


def reserved(token: Any) -> Misread:
    return Misread(int(token.start_pos), Fault("E220", word=str(token)), len(token))


def _first_word(stop: Stop) -> Misread | None:
    """The fault of an unknown first word of a statement. Lark notices it only at the second word."""
    if not stop.begins or not stop.last_name:
        return None
    first, at, text = stop.last_name, stop.at, stop.text
    second = WORD.match(text, at)
    if second and difflib.get_close_matches(second.group().lower(), VERBS, n=1, cutoff=CLOSE):
        return None
    near = [FIRST[first.lower()]] if first.lower() in FIRST else []
    if not near and first not in (*MEANT, *CONDITIONS):
        near = difflib.get_close_matches(first.lower(), OPENINGS, n=1, cutoff=CLOSE)
    if stop.is_end and not near:
        return None
    meant = MEANT.get(first, "") if len(stop.read) > 1 and first not in ("if", "for", "while", "whenever", "unless") else ""
    if near:
        fault = Fault("E214.meant", word=first, meant=near[0])
    elif first in CONDITIONS:
        fault = Fault("E214.condition", word=first)
    elif first in EFFECTS or text[at : at + 2] in (":=", "+=", "-="):
        fault = Fault("E214.effect", word=first)
    elif meant:
        fault = Fault("E214.meant", word=first, meant=meant)
    else:
        fault = Fault("E214.condition" if first.lower() in MEANT else "E214", word=first)
    return Misread(int(stop.last.start_pos), fault, len(first))


def _misspelt(stop: Stop) -> Misread | None:
    """The fault of a word that is similar to one that is possible here."""
    found = WORD.match(stop.text, stop.at)
    if not found:
        return None
    word = found.group()
    words = [name.lower() for name in stop.names if name.isalpha() and name.lower() not in ("name", "number", "text")]
    meant = MEANT.get(word.lower(), "")
    if word == "and" and _WHO.search(stop.text[: stop.at]):
        meant = "or"
    near = [meant] if meant else difflib.get_close_matches(word.lower(), words, n=1, cutoff=CLOSE)
    if not near or near[0] == word:
        return None
    return Misread(stop.at, Fault("E215", word=word, meant=near[0]), len(word))


def _known(problem: Any, parser: Any, rest: str) -> str:
    """The code of the mistake in the table whose examples fail like this text."""
    if not hasattr(problem, "token"):
        return ""
    table = {index: list(texts) for index, (_, texts) in enumerate(MISTAKES)}
    found: int | None = problem.match_examples(lambda example: parser.parse(example, start="rules"), table, use_accepts=True)
    if found is None or (MISTAKES[found][0] == "E202" and re.search(r"\bbecause\b", rest)):
        return ""  # the reason comes later in the text
    return MISTAKES[found][0]


def _never_closed(stop: Stop) -> str:
    """The code of the fault if a bracket could be closed here and never is, or else ""."""
    before = stop.text[: stop.at]
    for name, opening, closing, code in (("RPAR", "(", ")", "E203"), ("RBRACE", "{", "}", "E204")):
        if name in stop.names and before.count(opening) > before.count(closing):
            return code
    return ""


_KINDS = {"NAME": "a name", "NUMBER": "a number", "TEXT": "a text in quotes", "COMPARE": "a comparison such as `=`"}
_SIGNS = {
    "LPAR": "(", "RPAR": ")", "COMMA": ",", "LBRACE": "{", "RBRACE": "}", "COLON": ":", "PLUS": "+", "MINUS": "-",
    "TIMES": "*",
}  # fmt: skip


def _expected(stop: Stop) -> str:
    shown = sorted({_KINDS.get(name) or f"`{_SIGNS.get(name, name.lower())}`" for name in stop.names})
    if not shown or len(shown) > SHOWN:
        return ""
    return ", ".join(shown[:-1]) + (" or " if len(shown) > 1 else "") + shown[-1]
