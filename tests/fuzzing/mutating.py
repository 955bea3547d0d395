"""Changes to a file. Each takes its bytes, a source of chance and the kind of file, and gives other bytes."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random

from .composing import rules_of_a_file
from .corpus import WORD, sound, texts, words

LARGEST = 200_000  # bytes; that larger ones are refused is tested elsewhere
NUMBERS = (b"0", b"-1", b"1", b"199", b"200", b"201", b"999", b"999999", b"1000000", b"9" * 30, b"-0", b"1e9", b"0x7f", b"007")
ODD = (
    "\ufeff", "\0", "\x1b[31m", "\x07", "\r", "\u2028", "\u202e", "é", "𝟙𝟚", "٣", "\u200b", "ß", "İ", "\ud7ff", "\U0010ffff",
    "``", "{to}", "{0.__class__}", "%s", "$(id)", "../../x", "/dev/null", "__import__", "#", "'''", '"""', "\\u0000", "\\",
)  # fmt: skip
VALUES = (
    b"true", b"false", b"0", b"-1", b"3.7", b"nan", b"inf", b'""', b'"x"', b"[]", b"{}", b"[[]]", b"[1, 2]", b'["a", "b"]',
    b"{ a = 1 }", b"1979-05-27", b"07:32:00", b'"\\u0000"', b'"unlimited"', b'["taxi"]', b"[{}]", b'"""x\ny"""', b"99999999999",
)  # fmt: skip
HEADERS = (
    b"variant: ", b"board: ", b"option: ", b"seats: ", b"start: ", b"round: ", b"entry: ", b"moved: ", b"tickets: ", b"state: ",
    b"cards: ", b"result: ", b"surfacings: marked", b"rules: sha256:0", b"start: X ?", b"round: 999999", b"entry: 999999",
    b"tickets: X ? ?", b"seats: X; red; red", b"option: length=13", b"cards: X crimes 1, 2, 3",
)  # fmt: skip
Change = Callable[[bytes, Random, str], bytes]


# --- bytes


def flip(text: bytes, chance: Random, kind: str) -> bytes:
    changed = bytearray(text or b"x")
    for _ in range(chance.choice((1, 2, 8, 64))):
        changed[chance.randrange(len(changed))] = chance.randrange(256)
    return bytes(changed)


def cut_off(text: bytes, chance: Random, kind: str) -> bytes:
    return text[: chance.randrange(len(text) + 1)]


def odd_characters(text: bytes, chance: Random, kind: str) -> bytes:
    for _ in range(chance.choice((1, 1, 3, 10))):
        at = chance.randrange(len(text) + 1)
        text = text[:at] + chance.choice(ODD).encode() + text[at:]
    return text


def anything(text: bytes, chance: Random, kind: str) -> bytes:
    return chance.randbytes(chance.choice((0, 1, 10, 1_000, 20_000)))


# --- lines


def _lines(change: Callable[[list[bytes], Random, str], None]) -> Change:
    def changed(text: bytes, chance: Random, kind: str) -> bytes:
        lines = text.splitlines(keepends=True) or [b"\n"]
        for _ in range(chance.choice((1, 1, 2, 5))):
            change(lines, chance, kind)
        return b"".join(lines)

    changed.__name__ = change.__name__
    return changed


@_lines
def drop(lines: list[bytes], chance: Random, kind: str) -> None:
    at = chance.randrange(len(lines))
    del lines[at : at + chance.choice((1, 1, 1, 3, 10))]
    lines += [] if lines else [b"\n"]


@_lines
def double(lines: list[bytes], chance: Random, kind: str) -> None:
    at = chance.randrange(len(lines))
    lines[at:at] = lines[at : at + chance.choice((1, 1, 5))] * chance.choice((1, 1, 2, 30))


@_lines
def swap(lines: list[bytes], chance: Random, kind: str) -> None:
    one, other = chance.randrange(len(lines)), chance.randrange(len(lines))
    lines[one], lines[other] = lines[other], lines[one]


@_lines
def splice(lines: list[bytes], chance: Random, kind: str) -> None:
    other = chance.choice(texts(kind)).splitlines(keepends=True) or [b"\n"]
    start = chance.randrange(len(other))
    at = chance.randrange(len(lines) + 1)
    lines[at:at] = other[start : start + chance.choice((1, 3, 10, 40))]


# --- words


def _some(text: bytes, chance: Random, pattern: re.Pattern[bytes], new: Callable[[bytes], bytes], most: int) -> bytes:
    """Some of the places that fit a pattern, written again."""
    places = list(pattern.finditer(text))
    chosen = sorted(chance.sample(range(len(places)), min(len(places), chance.randint(1, most))), reverse=True)
    for number in chosen:
        start, end = places[number].span()
        text = text[:start] + new(text[start:end]) + text[end:]
    return text


def numbers(text: bytes, chance: Random, kind: str) -> bytes:
    return _some(text, chance, re.compile(rb"\d+"), lambda _: chance.choice((*NUMBERS, b"%d" % chance.randrange(250))), 4)


def other_words(text: bytes, chance: Random, kind: str) -> bytes:
    return _some(text, chance, WORD, lambda _: chance.choice(words(kind)), 6)


def same_words(text: bytes, chance: Random, kind: str) -> bytes:
    """Words of this file at other places of it: more of it stays understood."""
    own = WORD.findall(text) or [b"x"]
    return _some(text, chance, WORD, lambda _: chance.choice(own), 4)


def unknowns(text: bytes, chance: Random, kind: str) -> bytes:
    if kind == "transcript":
        return _some(text, chance, re.compile(rb"\b(?:taxi|bus|underground|black|\d+)\b"), lambda _: b"?", 40)
    return _some(text, chance, re.compile(rb"\d+"), lambda _: b'"?"', 5)


def stations(text: bytes, chance: Random, kind: str) -> bytes:
    """Numbers that a board has: what is written stays understood, and goes elsewhere."""
    return _some(text, chance, re.compile(rb"(?<=[a-z] )\d+"), lambda _: b"%d" % chance.randint(1, 199), 5)


def clauses(text: bytes, chance: Random, kind: str) -> bytes:
    """Clauses dropped, said twice, or said by others."""
    parts = re.split(rb"([;\n])", text)
    spots = [n for n, part in enumerate(parts) if re.fullmatch(rb"[\d. ]*[A-Za-z]+ [^:]*", part)] or [0]
    for _ in range(chance.choice((1, 2, 5))):
        one, other = chance.choice(spots), chance.choice(spots)
        parts[one] = chance.choice((b"", parts[other], parts[one] + b"; " + parts[other], parts[one] + b" + " + parts[other]))
    return b"".join(parts)


def lines_of_a_board(text: bytes, chance: Random, kind: str) -> bytes:
    """Other lines between stations that there are, in a board; elsewhere other stations."""
    if kind != "board":
        return stations(text, chance, kind)
    own = [*re.findall(rb"(?m)^(\d+) += \[", text), b"1", b"153"]  # there may be hardly any
    return _some(text, chance, re.compile(rb"(?<=\[)\d+, \d+(?=[,\]])"), lambda _: b", ".join(chance.sample(own, 2)), 4)


def long_words(text: bytes, chance: Random, kind: str) -> bytes:
    return _some(text, chance, WORD, lambda word: word * chance.choice((2, 50, 2_000)), 2)


# --- what such files are made of


def values(text: bytes, chance: Random, kind: str) -> bytes:
    """Another value behind a key, often of a wrong type; another header in a transcript."""
    if kind == "transcript":
        at = text.find(b"\n") + 1
        return text[:at] + chance.choice(HEADERS) + chance.choice(words(kind)) + b"\n" + text[at:]
    return _some(text, chance, re.compile(rb"(?<== )[^\n]+"), lambda _: chance.choice(VALUES), 3)


def nesting(text: bytes, chance: Random, kind: str) -> bytes:
    depth = chance.choice((5, 25, 100, 3_000))
    one = chance.choice(((b"[", b"]"), (b"(", b")"), (b"{a=", b"}"), (b"not ", b""), (b"{", b"}"), (b"?[", b"]"), (b"+ ", b"")))
    return _some(text, chance, WORD, lambda word: one[0] * depth + word + one[1] * depth, 1)


def new_rules(text: bytes, chance: Random, kind: str) -> bytes:
    return rules_of_a_file(chance) if kind == "variant" else other_words(text, chance, kind)


CHANGES: tuple[Change, ...] = (
    flip, cut_off, odd_characters, anything, drop, double, swap, splice, numbers, numbers, other_words, other_words, same_words,
    same_words, stations, clauses, unknowns, long_words, values, values, nesting, new_rules, new_rules, new_rules,
)  # fmt: skip

# The results of these are mostly understood.
GENTLE: dict[str, tuple[Change, ...]] = {
    "transcript": (stations, clauses, unknowns),
    "board": (lines_of_a_board,),
    "variant": (new_rules, stations),
}


def made(kind: str, chance: Random) -> bytes:
    """An input: a file of the corpus, changed once or a few times."""
    text = chance.choice(sound(kind) if chance.random() < 0.8 else texts(kind))
    for _ in range(chance.choice((1, 1, 1, 1, 2, 3))):
        change = chance.choice(GENTLE[kind] if chance.random() < 0.5 else CHANGES)
        text = change(text, chance, kind)[:LARGEST]
    return text
