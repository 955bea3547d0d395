"""Slips in a key and its value."""

from __future__ import annotations

import re
from collections.abc import Iterator

from adjudicator.faults import Fault
from adjudicator.toml_mistakes.spots import ASSIGNED, RULE, Spot

LONGEST = 400  # characters of a list that is searched
_WORDS = {"yes": "true", "no": "false", "True": "true", "False": "false", "TRUE": "true", "FALSE": "false"}


def no_equals(spot: Spot) -> Iterator[Fault]:
    if spot.inside.what != "key":
        return
    colon = re.match(r"\s*([\w.-]+?)\s*(?::|[–—−]|-(?=\s)|→|->)", spot.row)
    key = re.match(r"\s*([\w.-]+)\s+(?=[\"'\[{0-9]|true|false)", spot.row)
    braces = re.match(r"\s*([\w.-]+)\s*=\s*(\{[^{}=]*\})\s*$", spot.row)
    if braces:
        place = spot.at(braces.start(2) + 1, len(braces[2]))
        yield Fault("F05.list-brackets", place, key=braces[1], items=braces[2][1:-1].strip())
    elif colon:
        yield Fault("F05.colon", spot.at(colon.end()), sign=spot.row[colon.end() - 1], key=colon[1])
    elif key:
        yield Fault("F05.no-equals", spot.at(key.end() + 1), key=key[1])
    else:
        yield Fault("F05.prose", spot.at(1, len(spot.row)))


def no_closing_quote(spot: Spot) -> Iterator[Fault]:
    if spot.inside.what == "text" and not spot.rest:
        yield Fault("F05.open-text", spot.at(len(spot.row) + 1))


def backslash(spot: Spot) -> Iterator[Fault]:
    inside = spot.inside
    if inside.what == "text" and "\\" in spot.row and spot.text[inside.start] == '"':
        yield Fault("F05.backslash", spot.at(spot.row.index("\\") + 1))


def no_item(spot: Spot) -> Iterator[Fault]:
    """A comma in place of an item: `[1, 2,, 3]`, `[, 1]`."""
    if spot.rest.startswith(",") and spot.text[: spot.offset].rstrip().endswith((",", "[")):
        yield Fault("F05.no-item", spot.at(spot.column))


def bare_word(spot: Spot) -> Iterator[Fault]:
    """A value without quotes: `title = Mine`, `pack = yes`, `default = on`."""
    found = ASSIGNED.match(spot.row)
    if not found or spot.inside.what != "value":
        return
    key, value = found["key"], found["value"].split("#")[0].strip()
    place = spot.at(found.start("value") + 1, len(value))
    listed = re.fullmatch(r"\((.*)\)", value)
    if value.startswith("="):
        yield Fault("F05.equals-twice", place, key=key, value=value.lstrip("= "))
    elif listed:
        yield Fault("F05.list-brackets", place, key=key, items=listed[1].strip())
    elif re.match(r"`+$|`", value) or (RULE.match(value) and key == "code"):
        yield Fault("F05.rule-quotes", place)
    elif value.startswith("["):
        yield from items(spot, value, found.start("value"))
    elif value in _WORDS:
        yield Fault("F05.word", place, key=key, word=value, value=_WORDS[value])
    elif not value:
        yield Fault("F05.no-value", spot.at(len(spot.row) + 1), key=key)
    elif re.match(r"[\w]", value):
        yield Fault("F05.no-quotes", place, key=key, word=value.strip("\"'")[:40])


def items(spot: Spot, value: str, start: int) -> Iterator[Fault]:
    """Words of a list without their quotes, or dots in place of more items."""
    dots = value.find("..")
    if dots >= 0 or "…" in value:
        at = start + (dots if dots >= 0 else value.index("…"))
        yield Fault("F05.dots", spot.at(at + 1, 3 if dots >= 0 else 1))
    elif value.endswith("]") and re.fullmatch(r"\[\s*+(?:\"?[\w -]++\"?\s*+,?\s*+)*+\]", value):
        quoted = ", ".join(f'"{word.strip(chr(34))}"' for word in re.findall(r"\"?[\w-][\w -]*\"?", value))
        yield Fault("F05.list-quotes", spot.at(spot.column, 1), items=quoted)


def _run(word: str) -> str:
    """The numbers of a range such as `3-8`, written out."""
    ends = re.fullmatch(r"(\d{1,3})[-–](\d{1,3})", word)
    numbers = range(int(ends[1]), int(ends[2]) + 1) if ends else ()
    return ", ".join(map(str, numbers)) if 0 < len(numbers) <= 30 else word


def more_behind(spot: Spot) -> Iterator[Fault]:
    """Text after a value on its line."""
    found = ASSIGNED.match(spot.row)
    if not found or spot.inside.what != "behind value" or not spot.rest:
        return
    key, value = found["key"], found["value"]
    place = spot.at(found.start("value") + 1, len(value))
    sum_of = re.fullmatch(r"(\d{1,9})\s*([-+*])\s*(\d{1,9})", value)
    if re.fullmatch(r"0\d+", value):
        yield Fault("F05.nought", place, key=key, number=int(value))
    elif re.fullmatch(r"(?:\d+|\"[^\"]*\"|true|false|\[[^\]]*\])\s*[;,.]", value):
        yield Fault("F05.line-end", spot.at(found.end("value")), sign=value[-1], key=key, value=value[:-1].rstrip())
    elif sum_of:
        one, two = int(sum_of[1]), int(sum_of[3])
        yield Fault("F05.sum", place, key=key, result={"+": one + two, "-": one - two, "*": one * two}[sum_of[2]])
    elif re.fullmatch(r"\d+,\d+", value):
        yield Fault("F05.decimal", place, key=key, value=value, items=value.replace(",", ", "))
    elif re.fullmatch(r"[\d\s,]+|(?:\"[^\"]*\"[\s,]*)+", value):
        yield Fault("F05.several", place, key=key, items=", ".join(re.findall(r"\d+|\"[^\"]*\"", value)))
    elif value.startswith('"') and value.count('"') > 2 and not re.match(r"\"[^\"]*\"\s+[\w.-]+\s*=", value):
        yield Fault("F05.quotes-inside", spot.at(spot.column))
    elif value.startswith("'"):
        yield Fault("F05.apostrophe", spot.at(spot.column), key=key)
    else:
        yield Fault("F05.behind-value", spot.at(spot.column))


def key_twice(spot: Spot) -> Iterator[Fault]:
    """A key that is there already: the line itself is well formed, and the reader stopped after it."""
    found = ASSIGNED.match(spot.row)
    if not found or spot.inside.what != "behind value" or spot.rest:
        return
    head = spot.text[: spot.offset].rfind("\n[") + 1
    first = re.compile(rf"^[ \t]*{re.escape(found['key'])}\s*=", re.MULTILINE).search(spot.text, head)
    also = (spot.place_of(first.start(), len(found["key"])),) if first and first.start() < spot.offset - len(spot.row) else ()
    yield Fault("F05.key-twice", spot.at(found.start("key") + 1, len(found["key"])), also, key=found["key"])


def list(spot: Spot) -> Iterator[Fault]:
    inside = spot.inside
    if inside.what != "list":
        return
    opening = spot.text[inside.start]
    closing = {"{": "}", "[": "]"}[opening]
    between = spot.text[inside.start + 1 : spot.offset]
    if between.strip() and len(between) < LONGEST and closing in spot.rest:
        words = re.findall(r"[^\s,]+(?: = [^\s,]+)?", (between + spot.rest).split(closing)[0])
        listed = ", ".join(_run(word) for word in words if word not in ("and", "or", "&", "und"))
        yield Fault("F05.commas", spot.at(spot.column), items=f"{opening}{listed}{closing}")
    else:
        yield Fault("F05.open-list", spot.place_of(inside.start), opening=opening, closing=closing)
