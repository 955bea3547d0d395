"""Slips in a key and its value."""

from __future__ import annotations

import re
from collections.abc import Iterator

from adjudicator.slips.spots import ASSIGNED, LONG, RULE, Slip, Spot

LONGEST = 400  # signs of a list that is looked at
_WORDS = {"yes": "true", "no": "false", "True": "true", "False": "false", "TRUE": "true", "FALSE": "false"}


def no_equals(spot: Spot) -> Iterator[Slip]:
    if not spot.said.startswith("expected '='"):
        return
    colon = re.match(r"\s*([\w.-]+?)\s*(?::|[–—−]|-(?=\s)|→|->)", spot.row)
    key = re.match(r"\s*([\w.-]+)\s+(?=[\"'\[{0-9]|true|false)", spot.row)
    braces = re.match(r"\s*([\w.-]+)\s*=\s*(\{[^{}=]*\})\s*$", spot.row)
    if braces:
        help = f"write {braces[1]} = [{braces[2][1:-1].strip()}]"
        yield Slip(spot.at(braces.start(2) + 1, len(braces[2])), "a list stands in square brackets", help)
    elif colon:
        sign = spot.row[colon.end() - 1]
        yield Slip(spot.at(colon.end()), f"`{sign}` stands where `=` should, behind `{colon[1]}`", f"write {colon[1]} = …")
    elif key:
        yield Slip(spot.at(key.end() + 1), f"`=` is missing behind `{key[1]}`", f"write {key[1]} = …")
    else:
        message = "this line is neither a heading, nor a key with its value, nor a remark"
        yield Slip(spot.at(1, len(spot.row)), message, "write [heading], or key = value; a remark begins with #")


def no_closing_quote(spot: Spot) -> Iterator[Slip]:
    if spot.said.startswith(("illegal character '\\n'", "unterminated string", 'expected "\'"')):
        yield Slip(spot.at(len(spot.row) + 1), "this text has no end", 'put a second " at its end; it must end on its line')


def backslash(spot: Spot) -> Iterator[Slip]:
    if "\\" in spot.row and spot.said.startswith(("unescaped", "invalid hex", "found invalid")):
        at = spot.row.index("\\")
        help = "write paths with /, and \\\\ for a backslash that you mean"
        yield Slip(spot.at(at + 1), "a backslash has a meaning of its own in a text", help)


def bare_word(spot: Spot) -> Iterator[Slip]:
    """`title = Mine`, `pack = yes`, `default = on`."""
    found = ASSIGNED.match(spot.row)
    if not found or not spot.said.startswith("invalid value"):
        return
    value = found["value"].split("#")[0].strip()
    place = spot.at(found.start("value") + 1, len(value))
    listed = re.fullmatch(r"\((.*)\)", value)
    if value.startswith("="):
        yield Slip(place, "one `=` is enough", f"write {found['key']} = {value.lstrip('= ')}")
    elif listed:
        yield Slip(place, "a list stands in square brackets", f"write {found['key']} = [{listed[1].strip()}]")
    elif re.match(r"`+$|`", value) or (RULE.match(value) and found["key"] == "code"):
        help = f"write code = {LONG}, the rule on lines of its own below, and {LONG} behind it"
        yield Slip(place, "a rule stands between three quotes", help)
    elif value.startswith("["):
        yield from items(spot, value, found.start("value"))
    elif value in _WORDS:
        yield Slip(place, f"`{value}` is no value here", f"write {found['key']} = {_WORDS[value]}")
    elif not value:
        yield Slip(spot.at(len(spot.row) + 1), f"`{found['key']}` has no value", f'write {found["key"]} = "…", or a number')
    elif re.match(r"[\w]", value):
        shown = value.strip("\"'")[:40]
        yield Slip(place, f"`{shown}` must stand in quotes", f'write {found["key"]} = "{shown}"')


def items(spot: Spot, value: str, start: int) -> Iterator[Slip]:
    """Words of a list without their quotes, or dots for what goes on."""
    dots = value.find("..")
    if dots >= 0 or "…" in value:
        at = start + (dots if dots >= 0 else value.index("…"))
        yield Slip(spot.at(at + 1, 3 if dots >= 0 else 1), "dots stand for nothing here", "write every item of the list")
    elif value.endswith("]") and re.fullmatch(r"\[\s*(?:\"?[\w -]+\"?\s*,?\s*)*\]", value):
        quoted = ", ".join(f'"{word.strip(chr(34))}"' for word in re.findall(r"\"?[\w-][\w -]*\"?", value))
        yield Slip(spot.at(spot.column, 1), "the words of a list stand in quotes", f"write [{quoted}]")


def _run(word: str) -> str:
    """`3-8` written out."""
    ends = re.fullmatch(r"(\d{1,3})[-–](\d{1,3})", word)
    numbers = range(int(ends[1]), int(ends[2]) + 1) if ends else ()
    return ", ".join(map(str, numbers)) if 0 < len(numbers) <= 30 else word


def more_behind(spot: Spot) -> Iterator[Slip]:
    """Something follows a value on its line."""
    found = ASSIGNED.match(spot.row)
    if not found or not spot.said.startswith("expected newline"):
        return
    key, value = found["key"], found["value"]
    place = spot.at(found.start("value") + 1, len(value))
    sum_of = re.fullmatch(r"(\d{1,9})\s*([-+*])\s*(\d{1,9})", value)
    if re.fullmatch(r"0\d+", value):
        yield Slip(place, "a number has no 0 before it", f"write {key} = {int(value)}")
    elif re.fullmatch(r"(?:\d+|\"[^\"]*\"|true|false|\[[^\]]*\])\s*[;,.]", value):
        yield Slip(
            spot.at(found.end("value")),
            f"`{value[-1]}` does not end a line here",
            f"leave it out: {key} = {value[:-1].rstrip()}",
        )
    elif sum_of:
        one, two = int(sum_of[1]), int(sum_of[3])
        result = {"+": one + two, "-": one - two, "*": one * two}[sum_of[2]]
        yield Slip(place, "nothing is reckoned here", f"write the number: {key} = {result}")
    elif re.fullmatch(r"\d+,\d+", value):
        yield Slip(
            place,
            f"`{value}` is no whole number",
            f"numbers are whole here; two numbers are a list: {key} = [{value.replace(',', ', ')}]",
        )
    elif re.fullmatch(r"[\d\s,]+|(?:\"[^\"]*\"[\s,]*)+", value):
        items = ", ".join(re.findall(r"\d+|\"[^\"]*\"", value))
        yield Slip(place, "several values are a list, in square brackets", f"write {key} = [{items}]")
    elif value.startswith('"') and value.count('"') > 2 and not re.match(r"\"[^\"]*\"\s+[\w.-]+\s*=", value):
        help = f"a text with quotes in it stands between {LONG} and {LONG}"
        yield Slip(spot.at(spot.column), "the text ends at its second quotation mark, and more follows", help)
    elif value.startswith("'"):
        yield Slip(spot.at(spot.column), "the text ends at its second quotation mark, and more follows", f'write {key} = "…"')
    else:
        yield Slip(
            spot.at(spot.column),
            "nothing may follow a value on its line",
            "one key and its value a line; a remark begins with #",
        )


def key_twice(spot: Spot) -> Iterator[Slip]:
    found = ASSIGNED.match(spot.row)
    if not found or not spot.said.startswith("cannot overwrite"):
        return
    head = spot.text[: spot.offset].rfind("\n[") + 1
    first = re.compile(rf"^[ \t]*{re.escape(found['key'])}\s*=", re.MULTILINE).search(spot.text, head)
    also = (spot.place_of(first.start(), len(found["key"])),) if first and first.start() < spot.offset - len(spot.row) else ()
    place = spot.at(found.start("key") + 1, len(found["key"]))
    yield Slip(place, f"`{found['key']}` stands twice in this table", "keep one of them", also)


def list(spot: Spot) -> Iterator[Slip]:
    if not re.match(r"unclosed (array|inline table)|expected ',' or", spot.said):
        return
    opening, closing = ("{", "}") if "inline" in spot.said else ("[", "]")
    start = spot.text.rfind(opening, 0, spot.offset)
    inside = spot.text[start + 1 : spot.offset]
    if start >= 0 and inside.strip() and len(inside) < LONGEST and closing in spot.row[spot.column - 1 :]:
        words = re.findall(r"[^\s,]+(?: = [^\s,]+)?", (inside + spot.row[spot.column - 1 :]).split(closing)[0])
        listed = ", ".join(_run(word) for word in words if word not in ("and", "or", "&", "und"))
        yield Slip(spot.at(spot.column), "between the items of a list stand commas", f"write {opening}{listed}{closing}")
    elif start >= 0:
        yield Slip(spot.place_of(start), f"this `{opening}` is never closed", f"put `{closing}` behind the last item")
