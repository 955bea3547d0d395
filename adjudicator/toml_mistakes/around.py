"""Slips in headings, remarks and whole files."""

from __future__ import annotations

import re
from collections.abc import Iterator

from adjudicator.faults import Fault, Place
from adjudicator.toml_mistakes.spots import ASSIGNED, LONG, RULE, Spot, line_above, plain, without_texts

_TYPOGRAPHIC = re.compile("[“”„‟«»‘’‚‹›]+")
_ODD_SPACE = re.compile("[\u00a0\u2007\u2009\u200a\u200b\u202f\u3000]")
_HEADING = re.compile(r"\s*\[{1,2}(?P<name>[^\]#]*)")
_NAMED = re.compile(r"\s*(?P<name>[a-z]+\.[\w.-]+)\s*$")


def from_elsewhere(spot: Spot) -> Iterator[Fault]:
    """A file that is something else altogether."""
    if spot.file.endswith(".log"):
        yield Fault("F05.record", spot.at(1, len(spot.row)))
    if spot.text.startswith("{\\rtf"):
        yield Fault("F05.word-processor", spot.at(1, 5))
    if spot.text.lstrip().startswith("{") and '":' in spot.text:
        yield Fault("F05.json", spot.at(1, 1))
    if spot.row.lstrip().startswith("```"):
        yield Fault("F05.pasted", spot.at(1, 3))


def never_closed(spot: Spot) -> Iterator[Fault]:
    """A text between three quotes without its end; the reader stops at the end of the file, or at the next such text."""
    inside = spot.inside
    if inside.what == "text" and spot.text.startswith('"""', inside.start):
        yield Fault("F05.open-basic", spot.place_of(inside.start, 3))
        return
    marks = [found.start() for found in re.finditer(LONG, spot.text[: spot.offset])]
    if inside.what == "text" and spot.text.startswith(LONG, inside.start):
        opened = inside.start
    elif re.fullmatch(rf"\s*[\w.\"-]+\s*=\s*{LONG}\s*", line_above(spot)) and len(marks) >= 2 and RULE.match(spot.row):
        opened = marks[-2]
    else:
        return
    yield Fault("F05.open-literal", spot.place_of(opened, 3))


def wrong_signs(spot: Spot) -> Iterator[Fault]:
    """Quotation marks and spaces that a chat or a word processor has put in place of straight ones."""
    quote = _TYPOGRAPHIC.search(without_texts(spot.row))
    if quote:
        straight = LONG if len(quote.group()) > 1 else '"'
        yield Fault("F05.quote", spot.at(quote.start() + 1, len(quote.group())), sign=quote.group(), straight=straight)
    space = _ODD_SPACE.search(without_texts(spot.row))
    if space:
        yield Fault("F05.space", spot.at(space.start() + 1))


def two_quotes(spot: Spot) -> Iterator[Fault]:
    """`code = ''`, which begins no text, so that the rule below it is outside any text."""
    above = line_above(spot)
    found = re.fullmatch(r"(\s*[\w.\"-]+\s*=\s*)(''|\"\")\s*", above)
    if found and RULE.match(spot.row):
        line = next(n for n in range(spot.line - 1, 0, -1) if spot.lines[n - 1].strip())
        yield Fault("F05.empty", Place(spot.file, line, len(found[1]) + 1, 2), quotes=found[2])


def heading(spot: Spot) -> Iterator[Fault]:
    found = _HEADING.match(spot.row)
    name = (found["name"] if found else "").strip()
    what = spot.inside.what
    if found and re.search(r"\.\s*(?:\.|$)", name):
        at = spot.row.index(name) + len(re.split(r"\.\s*(?:\.|$)", name)[0])
        better = re.sub(r"[.\s]*\.[.\s]*", ".", name).strip(".")
        yield Fault("F05.dot", spot.at(at + 2), better=better if "." in better else f"{better}.my-name")
    elif found and what == "heading" and spot.rest.startswith("]"):  # the heading is well formed, but not the first of its name
        yield from twice(spot, name)
    elif found and what == "behind heading":
        yield Fault("F05.behind-heading" if "=" in spot.row else "F05.remark-behind-heading", spot.at(spot.column))
    elif found and "]" not in spot.row:
        yield Fault("F05.open-heading", spot.at(len(spot.row.rstrip()) + 1), better=plain(name))
    elif found and plain(name) != name and not spot.row.lstrip().startswith("[["):
        wrong = next(at for at, sign in enumerate(name) if not re.match(r"[A-Za-z0-9._-]", sign))
        yield Fault("F05.heading-letters", spot.at(spot.row.index(name) + wrong + 1), better=dotted(name))
    elif _NAMED.match(spot.row) or re.match(r"\s*[(<{][a-z]+\.[\w.-]+[)>}]\s*$", spot.row):
        yield Fault("F05.heading-brackets", spot.at(1, len(spot.row)), name=spot.row.strip().strip("(<{)>} "))


def dotted(name: str) -> str:
    """A heading as it may have been meant: a dot after the first word, if it is one that names follow."""
    first = re.match(
        r"(amend|replace|rules?|actions?|endings?|options?|state|terms?|tickets|roles|modes|decks|supplies)[\s:/]+(.+)", name
    )
    return f"{first[1]}.{dotted(first[2])}" if first else plain(name)


def twice(spot: Spot, name: str) -> Iterator[Fault]:
    first = re.search(rf"^[ \t]*\[\[?\s*{re.escape(name)}\s*\]", spot.text, re.MULTILINE)
    also = (spot.place_of(first.start(), len(first.group())),) if first and first.start() < spot.offset - len(name) - 2 else ()
    yield Fault("F05.heading-twice", spot.at(spot.row.index("[") + 1, len(spot.row.strip())), also, name=name)


def remark(spot: Spot) -> Iterator[Fault]:
    sign = re.match(r"\s*(//|/\*|--|;|%|<!--)", spot.row)
    if sign:
        yield Fault("F05.remark", spot.at(sign.start(1) + 1, len(sign[1])), sign=sign[1])


def outside(spot: Spot) -> Iterator[Fault]:
    """A rule outside any text."""
    if RULE.match(spot.row) and not ASSIGNED.match(spot.row.split('"')[0].split(" when ")[0]):
        words = spot.row.split()[0]
        yield Fault("F05.rule-outside", spot.at(len(spot.row) - len(spot.row.lstrip()) + 1, len(words)))
