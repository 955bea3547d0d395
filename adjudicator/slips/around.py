"""Slips in headings, remarks and whole files."""

from __future__ import annotations

import re
from collections.abc import Iterator

from adjudicator.faults import Place
from adjudicator.slips.spots import ASSIGNED, LONG, RULE, Slip, Spot, line_above, plain, without_texts

_TYPOGRAPHIC = re.compile("[“”„‟«»‘’‚‹›]+")
_ODD_SPACE = re.compile("[\u00a0\u2007\u2009\u200a\u200b\u202f\u3000]")
_HEADING = re.compile(r"\s*\[{1,2}(?P<name>[^\]#]*)")
_NAMED = re.compile(r"\s*(?P<name>[a-z]+\.[\w.-]+)\s*$")


def from_elsewhere(spot: Spot) -> Iterator[Slip]:
    """A whole file that is something else."""
    if spot.file.endswith(".log"):
        yield Slip(
            spot.at(1, len(spot.row)), "this is the record of a game, and no file of rules", "`sy-judge check` judges it"
        )
    if spot.text.startswith("{\\rtf"):
        yield Slip(spot.at(1, 5), "this file comes from a word processor", "save it as plain text")
    if spot.text.lstrip().startswith("{") and '":' in spot.text:
        help = 'write key = value on lines of their own: id = "my-rules"'
        yield Slip(spot.at(1, 1), "this is JSON, and such a file is TOML", help)
    if spot.row.lstrip().startswith("```"):
        yield Slip(spot.at(1, 3), "this line is a mark around something pasted", "delete the lines with ```")


def never_closed(spot: Spot) -> Iterator[Slip]:
    """A text between three quotes whose end is missing: noticed at the end of the file, or at the next such text."""
    double = list(re.finditer(r"^[ \t]*[\w.\"-]+\s*=\s*(\"\"\")", spot.text, re.MULTILINE))
    if spot.said.startswith("unterminated string") and double and spot.text[double[-1].end() :].count('"""') == 0:
        message = 'the text that begins with """ is never closed'
        yield Slip(spot.place_of(double[-1].start(1), 3), message, 'put """ on a line behind the rule; both ends are alike')
        return
    marks = [found.start() for found in re.finditer(LONG, spot.text[: spot.offset])]
    above = line_above(spot)
    if spot.said.startswith("expected \"'''\"") and marks:
        opened = marks[-1]
    elif re.fullmatch(rf"\s*[\w.\"-]+\s*=\s*{LONG}\s*", above) and len(marks) >= 2 and RULE.match(spot.row):
        opened = marks[-2]
    else:
        return
    yield Slip(
        spot.place_of(opened, 3), f"the text that begins with {LONG} is never closed", f"put {LONG} on a line behind the rule"
    )


def wrong_signs(spot: Spot) -> Iterator[Slip]:
    """Quotation marks and spaces that a chat or a word processor has made of ours."""
    quote = _TYPOGRAPHIC.search(without_texts(spot.row))
    if quote:
        straight = LONG if len(quote.group()) > 1 else '"'
        message = f"`{quote.group()}` is no quotation mark of such a file"
        yield Slip(spot.at(quote.start() + 1, len(quote.group())), message, f"use straight ones: {straight}")
    space = _ODD_SPACE.search(without_texts(spot.row))
    if space:
        help = "delete it and type a space; it came along with something pasted"
        yield Slip(spot.at(space.start() + 1), "this is no ordinary space", help)


def two_quotes(spot: Spot) -> Iterator[Slip]:
    """`code = ''` opens nothing: the rule below it stands in the open."""
    above = line_above(spot)
    found = re.fullmatch(r"(\s*[\w.\"-]+\s*=\s*)(''|\"\")\s*", above)
    if found and RULE.match(spot.row):
        line = next(n for n in range(spot.line - 1, 0, -1) if spot.lines[n - 1].strip())
        help = f"three of them begin a text of several lines: {LONG}"
        yield Slip(Place(spot.file, line, len(found[1]) + 1, 2), f"`{found[2]}` is an empty text", help)


def heading(spot: Spot) -> Iterator[Slip]:
    found = _HEADING.match(spot.row)
    name = (found["name"] if found else "").strip()
    if found and spot.said.startswith("cannot declare"):
        yield from twice(spot, name)
    elif found and spot.said.startswith("expected newline"):
        help = "put it on the next line" if "=" in spot.row else "leave it out; a remark begins with #"
        yield Slip(spot.at(spot.column), "nothing may follow a heading on its line", help)
    elif found and re.search(r"\.\s*(?:\.|$)", name):
        at = spot.row.index(name) + len(re.split(r"\.\s*(?:\.|$)", name)[0])
        better = re.sub(r"[.\s]*\.[.\s]*", ".", name).strip(".")
        better = better if "." in better else f"{better}.my-name"
        yield Slip(spot.at(at + 2), "a name is missing behind the dot", f"write [{better}]")
    elif found and "]" not in spot.row:
        end = len(spot.row.rstrip())
        yield Slip(spot.at(end + 1), "this heading has no end", f"write [{plain(name)}]")
    elif found and plain(name) != name and not spot.row.lstrip().startswith("[["):
        wrong = next(at for at, sign in enumerate(name) if not re.match(r"[A-Za-z0-9._-]", sign))
        message = "a heading has letters from a to z, digits, hyphens and dots, and no spaces"
        yield Slip(spot.at(spot.row.index(name) + wrong + 1), message, f"write [{dotted(name)}]")
    elif _NAMED.match(spot.row) or re.match(r"\s*[(<{][a-z]+\.[\w.-]+[)>}]\s*$", spot.row):
        inner = spot.row.strip().strip("(<{)>} ")
        yield Slip(spot.at(1, len(spot.row)), "a heading stands in square brackets", f"write [{inner}]")


def dotted(name: str) -> str:
    """A heading as it might have been meant: the first word of those that have names behind them ends in a dot."""
    first = re.match(
        r"(amend|replace|rules?|actions?|endings?|options?|state|terms?|tickets|roles|modes|decks|supplies)[\s:/]+(.+)", name
    )
    return f"{first[1]}.{dotted(first[2])}" if first else plain(name)


def twice(spot: Spot, name: str) -> Iterator[Slip]:
    first = re.search(rf"^[ \t]*\[\[?\s*{re.escape(name)}\s*\]", spot.text, re.MULTILINE)
    also = (spot.place_of(first.start(), len(first.group())),) if first and first.start() < spot.offset - len(name) - 2 else ()
    place = spot.at(spot.row.index("[") + 1, len(spot.row.strip()))
    yield Slip(place, f"[{name}] stands twice in this file", "give one of them another name, or put them together", also)


def remark(spot: Spot) -> Iterator[Slip]:
    sign = re.match(r"\s*(//|/\*|--|;|%|<!--)", spot.row)
    if sign:
        yield Slip(spot.at(sign.start(1) + 1, len(sign[1])), f"`{sign[1]}` begins no remark", "a remark begins with #")


def outside(spot: Spot) -> Iterator[Slip]:
    """A rule that stands in no text."""
    if RULE.match(spot.row) and not ASSIGNED.match(spot.row.split('"')[0].split(" when ")[0]):
        words = spot.row.split()[0]
        place = spot.at(len(spot.row) - len(spot.row.lstrip()) + 1, len(words))
        help = f"write code = {LONG} above it and {LONG} below, in a table like [rules.my-rule]"
        yield Slip(place, "a rule stands between quotes, behind `code =`", help)
