"""Slips in a TOML file, told as the slip that they are: a quote that is missing, a colon for `=`, a rule outside its quotes.

The reader of TOML says where it stumbled and what it would have liked. Here the line itself is looked at once more, for what
people who never wrote such a file do to it; a slip often lies above the place where the reader noticed.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator

from adjudicator.faults import Place
from adjudicator.values import frozen

LONG = "'''"
LONGEST = 400  # signs of a line that is looked at
_TYPOGRAPHIC = re.compile("[“”„‟«»‘’‚‹›]+")
_ODD_SPACE = re.compile("[\u00a0\u2007\u2009\u200a\u200b\u202f\u3000]")
_ASSIGNED = re.compile(r"\s*(?P<key>[\w.\"-]+)\s*=\s*(?P<value>.*?)\s*$")
_HEADING = re.compile(r"\s*\[{1,2}(?P<name>[^\]#]*)")
_NAMED = re.compile(r"\s*(?P<name>[a-z]+\.[\w.-]+)\s*$")
_RULE = re.compile(
    r"\s*(?:(?:forbid|allow|losing|pay|on|show|hide|tell|require|choose|then|answer|check|score|draw)\s+\w|because\s+\")"
    r"|\s*[a-z-]+ (?:must|may) move |\s*[a-z-]+ wins? when "
)
_WORDS = {"yes": "true", "no": "false", "True": "true", "False": "false", "TRUE": "true", "FALSE": "false"}


@frozen
class Spot:
    """Where the reader stumbled: the whole text, the line and column (from 1), and what it said."""

    file: str
    text: str
    line: int
    column: int
    said: str

    @property
    def lines(self) -> list[str]:
        return self.text.split("\n")

    @property
    def row(self) -> str:
        return self.lines[self.line - 1].rstrip("\r") if self.line <= len(self.lines) else ""

    @property
    def offset(self) -> int:
        return sum(len(line) + 1 for line in self.lines[: self.line - 1]) + self.column - 1

    def at(self, column: int, length: int = 1) -> Place:
        return Place(self.file, self.line, column, max(1, length))

    def place_of(self, offset: int, length: int = 1) -> Place:
        before = self.text[:offset]
        return Place(self.file, before.count("\n") + 1, offset - (before.rfind("\n") + 1) + 1, length)


@frozen
class Slip:
    place: Place
    message: str
    help: str
    also: tuple[Place, ...] = ()


def slip(spot: Spot) -> Slip | None:
    """What happened there, if it is one of the slips that are known; nobody types a line of thousands of signs."""
    if len(spot.row) > LONGEST or spot.line > len(spot.lines):
        return None
    return next((found for look in LOOKS for found in look(spot)), None)


# --- one function a slip, or a family of them; the surer come first


def _from_elsewhere(spot: Spot) -> Iterator[Slip]:
    """A whole file that is something else."""
    if spot.file.endswith(".log"):
        yield Slip(
            spot.at(1, len(spot.row)), "this is the record of a game, and no file of rules", "`sy-judge check` judges it"
        )
    if spot.text.startswith("{\\rtf"):
        yield Slip(spot.at(1, 5), "this file comes from a word processor", "save it as plain text")
    if spot.row.lstrip().startswith("```"):
        yield Slip(spot.at(1, 3), "this line is a mark around something pasted", "delete the lines with ```")


def _never_closed(spot: Spot) -> Iterator[Slip]:
    """A text between three quotes whose end is missing: noticed at the end of the file, or at the next such text."""
    marks = [found.start() for found in re.finditer(LONG, spot.text[: spot.offset])]
    above = _line_above(spot)
    if spot.said.startswith("expected \"'''\"") and marks:
        opened = marks[-1]
    elif re.fullmatch(rf"\s*[\w.\"-]+\s*=\s*{LONG}\s*", above) and len(marks) >= 2 and _RULE.match(spot.row):
        opened = marks[-2]
    else:
        return
    yield Slip(
        spot.place_of(opened, 3), f"the text that begins with {LONG} is never closed", f"put {LONG} on a line behind the rule"
    )


def _wrong_signs(spot: Spot) -> Iterator[Slip]:
    """Quotation marks and spaces that a chat or a word processor has made of ours."""
    quote = _TYPOGRAPHIC.search(_without_texts(spot.row))
    if quote:
        straight = LONG if len(quote.group()) > 1 else '"'
        message = f"`{quote.group()}` is no quotation mark of such a file"
        yield Slip(spot.at(quote.start() + 1, len(quote.group())), message, f"use straight ones: {straight}")
    space = _ODD_SPACE.search(_without_texts(spot.row))
    if space:
        help = "delete it and type a space; it came along with something pasted"
        yield Slip(spot.at(space.start() + 1), "this is no ordinary space", help)


def _two_quotes(spot: Spot) -> Iterator[Slip]:
    """`code = ''` opens nothing: the rule below it stands in the open."""
    above = _line_above(spot)
    found = re.fullmatch(r"(\s*[\w.\"-]+\s*=\s*)(''|\"\")\s*", above)
    if found and _RULE.match(spot.row):
        line = next(n for n in range(spot.line - 1, 0, -1) if spot.lines[n - 1].strip())
        help = f"three of them begin a text of several lines: {LONG}"
        yield Slip(Place(spot.file, line, len(found[1]) + 1, 2), f"`{found[2]}` is an empty text", help)


def _heading(spot: Spot) -> Iterator[Slip]:
    found = _HEADING.match(spot.row)
    name = (found["name"] if found else "").strip()
    if found and spot.said.startswith("cannot declare"):
        yield from _twice(spot, name)
    elif found and "]" not in spot.row:
        end = len(spot.row.rstrip())
        yield Slip(spot.at(end + 1), "this heading has no end", f"write [{_plain(name)}]")
    elif found and _plain(name) != name and not spot.row.lstrip().startswith("[["):
        wrong = next(at for at, sign in enumerate(name) if not re.match(r"[A-Za-z0-9._-]", sign))
        message = "a heading has letters from a to z, digits, hyphens and dots, and no spaces"
        yield Slip(spot.at(spot.row.index(name) + wrong + 1), message, f"write [{_plain(name)}]")
    elif _NAMED.match(spot.row) or re.match(r"\s*[(<{][a-z]+\.[\w.-]+[)>}]\s*$", spot.row):
        inner = spot.row.strip().strip("(<{)>} ")
        yield Slip(spot.at(1, len(spot.row)), "a heading stands in square brackets", f"write [{inner}]")


def _twice(spot: Spot, name: str) -> Iterator[Slip]:
    first = re.search(rf"^[ \t]*\[\[?\s*{re.escape(name)}\s*\]", spot.text, re.MULTILINE)
    also = (spot.place_of(first.start(), len(first.group())),) if first and first.start() < spot.offset - len(name) - 2 else ()
    place = spot.at(spot.row.index("[") + 1, len(spot.row.strip()))
    yield Slip(place, f"[{name}] stands twice in this file", "give one of them another name, or put them together", also)


def _remark(spot: Spot) -> Iterator[Slip]:
    sign = re.match(r"\s*(//|/\*|--|;|%|<!--)", spot.row)
    if sign:
        yield Slip(spot.at(sign.start(1) + 1, len(sign[1])), f"`{sign[1]}` begins no remark", "a remark begins with #")


def _outside(spot: Spot) -> Iterator[Slip]:
    """A rule that stands in no text."""
    if _RULE.match(spot.row) and not _ASSIGNED.match(spot.row.split('"')[0].split(" when ")[0]):
        words = spot.row.split()[0]
        place = spot.at(len(spot.row) - len(spot.row.lstrip()) + 1, len(words))
        help = f"write code = {LONG} above it and {LONG} below, in a table like [rules.my-rule]"
        yield Slip(place, "a rule stands between quotes, behind `code =`", help)


def _no_equals(spot: Spot) -> Iterator[Slip]:
    if not spot.said.startswith("expected '='"):
        return
    colon = re.match(r"\s*([\w.-]+)\s*:", spot.row)
    key = re.match(r"\s*([\w.-]+)\s+(?=[\"'\[{0-9]|true|false)", spot.row)
    if colon:
        yield Slip(spot.at(colon.end()), f"`:` stands where `=` should, behind `{colon[1]}`", f"write {colon[1]} = …")
    elif key:
        yield Slip(spot.at(key.end() + 1), f"`=` is missing behind `{key[1]}`", f"write {key[1]} = …")
    else:
        message = "this line is neither a heading, nor a key with its value, nor a remark"
        yield Slip(spot.at(1, len(spot.row)), message, "write [heading], or key = value; a remark begins with #")


def _no_closing_quote(spot: Spot) -> Iterator[Slip]:
    if spot.said.startswith(("illegal character '\\n'", "unterminated string", 'expected "\'"')):
        yield Slip(spot.at(len(spot.row) + 1), "this text has no end", 'put a second " at its end; it must end on its line')


def _backslash(spot: Spot) -> Iterator[Slip]:
    if "\\" in spot.row and spot.said.startswith(("unescaped", "invalid hex", "found invalid")):
        at = spot.row.index("\\")
        help = "write paths with /, and \\\\ for a backslash that you mean"
        yield Slip(spot.at(at + 1), "a backslash has a meaning of its own in a text", help)


def _bare_word(spot: Spot) -> Iterator[Slip]:
    """`title = Mine`, `pack = yes`, `default = on`."""
    found = _ASSIGNED.match(spot.row)
    if not found or not spot.said.startswith("invalid value"):
        return
    value = found["value"].split("#")[0].strip()
    place = spot.at(found.start("value") + 1, len(value))
    if value in _WORDS:
        yield Slip(place, f"`{value}` is no value here", f"write {found['key']} = {_WORDS[value]}")
    elif not value:
        yield Slip(spot.at(len(spot.row) + 1), f"`{found['key']}` has no value", f'write {found["key"]} = "…", or a number')
    elif re.match(r"[\w]", value):
        shown = value.strip("\"'")[:40]
        yield Slip(place, f"`{shown}` must stand in quotes", f'write {found["key"]} = "{shown}"')


def _more_behind(spot: Spot) -> Iterator[Slip]:
    """Something follows a value on its line."""
    found = _ASSIGNED.match(spot.row)
    if not found or not spot.said.startswith("expected newline"):
        return
    key, value = found["key"], found["value"]
    place = spot.at(found.start("value") + 1, len(value))
    if re.fullmatch(r"\d+,\d+", value):
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


def _key_twice(spot: Spot) -> Iterator[Slip]:
    found = _ASSIGNED.match(spot.row)
    if not found or not spot.said.startswith("cannot overwrite"):
        return
    head = spot.text[: spot.offset].rfind("\n[") + 1
    first = re.compile(rf"^[ \t]*{re.escape(found['key'])}\s*=", re.MULTILINE).search(spot.text, head)
    also = (spot.place_of(first.start(), len(found["key"])),) if first and first.start() < spot.offset - len(spot.row) else ()
    place = spot.at(found.start("key") + 1, len(found["key"]))
    yield Slip(place, f"`{found['key']}` stands twice in this table", "keep one of them", also)


def _list(spot: Spot) -> Iterator[Slip]:
    if not re.match(r"unclosed (array|inline table)|expected ',' or", spot.said):
        return
    opening, closing = ("{", "}") if "inline" in spot.said else ("[", "]")
    start = spot.text.rfind(opening, 0, spot.offset)
    inside = spot.text[start + 1 : spot.offset]
    if start >= 0 and inside.strip() and len(inside) < LONGEST and closing in spot.row[spot.column - 1 :]:
        items = ", ".join(re.findall(r"[^\s,]+(?: = [^\s,]+)?", (inside + spot.row[spot.column - 1 :]).split(closing)[0]))
        yield Slip(spot.at(spot.column), "between the items of a list stand commas", f"write {opening}{items}{closing}")
    elif start >= 0:
        yield Slip(spot.place_of(start), f"this `{opening}` is never closed", f"put `{closing}` behind the last item")


LOOKS: tuple[Callable[[Spot], Iterator[Slip]], ...] = (
    _from_elsewhere,
    _never_closed,
    _wrong_signs,
    _two_quotes,
    _heading,
    _remark,
    _outside,
    _no_equals,
    _no_closing_quote,
    _backslash,
    _bare_word,
    _more_behind,
    _key_twice,
    _list,
)


def _line_above(spot: Spot) -> str:
    """The last line above with something on it."""
    return next((line.rstrip("\r") for line in reversed(spot.lines[: spot.line - 1]) if line.strip()), "")


def _without_texts(row: str) -> str:
    """The line with what stands in straight quotes blanked out: there every sign may stand."""
    return re.sub(r"\"[^\"]*\"|'[^']*'", lambda text: " " * len(text.group()), row)


def _plain(name: str) -> str:
    """A name as it could stand in a heading."""
    letters = unicodedata.normalize("NFKD", re.sub("[–—−\\s]+", "-", name))
    return re.sub(r"[^A-Za-z0-9._-]", "", letters).strip("-")
