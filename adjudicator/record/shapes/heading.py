"""Headers as people write them: `Ausgabe: 2023`, `players: X = Ana, red = Ben`, or a row of a table."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import islice

from adjudicator.record.headers import NAMING, read_header
from adjudicator.record.lexicon import Lexicon, key_of
from adjudicator.record.shapes.edition_named import edition_in, known_edition
from adjudicator.record.shapes.stretches import Sheet, Stretch, without_markup
from adjudicator.record.transcript import Header, Seat, Start
from adjudicator.record.values import HeaderValue
from adjudicator.words import concepts, spellings

_KEY = re.compile(r"[*_]{0,3}([^\W\d_][\w .-]{0,29}?)\s*[*_]{0,3}[:=][*_]{0,3}\s*(?=\S)")
_ROW = re.compile(
    r"[|\s\"]*(?P<key>[^\W\d_][\w .-]{0,29}?)[\s\":]*(?P<sign>[,;\t|])[\s\"]*(?P<value>(?:(?!(?P=sign))[^\"])+?)[|\s\",;]*"
)
LONGEST = 400  # signs of a header
TITLES = 12  # lines in which a title may stand
Headers = Sequence[tuple[str, Stretch]]


def _key(text: str) -> str:
    """The key that a text is a spelling of; on a page of another shape a round or an entry comes before moves instead."""
    key = concepts("headers").get(key_of(text), "")
    return "" if key in ("round", "entry") else key


def header_of(line: Stretch) -> tuple[str, Stretch] | None:
    """The key and the value of a line that is a header, or of a row of two cells."""
    row = _ROW.fullmatch(line.text) if len(line.text) <= LONGEST else None
    if row and _key(row["key"]) and not (_key(row["key"]) == "variant" and " " in row["value"]):
        return _key(row["key"]), line.part(*row.span("value"))
    found = _KEY.match(line.text)
    key = _key(found[1]) if found else ""
    end = len(line.text.rstrip("*_")) if line.text[:1] in ("*", "_") else None
    return (key, line.part(found.end(), end)) if found and key else None


@cache
def _naming() -> re.Pattern[str]:
    """A header that names rules, anywhere on a line: after a time and a name."""
    words = [one for key in NAMING for one in spellings("headers")[key]]
    every = "|".join(sorted((re.escape(one) for one in words), key=len, reverse=True))
    sign = r"[*_]{0,3}[:=][*_]{0,3}"
    return re.compile(rf"(?:^|[\s|>*_\"])({every})\s*{sign}\s*\"?([^\s,;|\"](?:[^|\"\t]*[^\s,;|\"])?)", re.IGNORECASE)


def _named(line: Stretch) -> tuple[str, Stretch]:
    match = _naming().search(line.text)
    if match:
        return concepts("headers")[key_of(match[1])], line.part(*match.span(2))
    key, value = header_of(line) or ("", line)
    return (key, value) if key in NAMING else ("", line)


def naming(sheet: Sheet) -> list[Header]:
    """The headers of a page of any shape that name rules; else the edition that its title names."""
    found: list[Header] = []
    for line in (without_markup(line) for line in sheet.said() if not line.text.startswith("#")):
        key, said = _named(line) if len(line.text) < LONGEST else ("", line)
        value = said.text.strip(" ,;|*_")
        value = (known_edition(value) if key == "variant" else "") or value
        content = tuple(part.strip() for part in re.split("[;,]", value)) if key == "option" else value
        if key == "option" or (key and all(one.key != key for one in found)):
            found.append(Header(key, content, line.line, said.column, value))
    if all(one.key != "variant" for one in found):
        named = (edition_in(without_markup(line)) for line in islice(sheet.said(), TITLES))
        found += [Header("variant", edition, at.line, at.column, at.text) for edition, at in filter(None, named)][:1]
    return found


def seats_of(headers: Headers, lexicon: Lexicon) -> tuple[Seat, ...]:
    return tuple(one for one in _content("seats", headers, lexicon) if isinstance(one, Seat))


def starts_of(headers: Headers, lexicon: Lexicon) -> tuple[Start, ...]:
    return tuple(one for one in _content("start", headers, lexicon) if isinstance(one, Start))


def _content(key: str, headers: Headers, lexicon: Lexicon) -> tuple[object, ...]:
    """The value of a header; nothing if the notation does not understand all of it."""
    value = next((value for one, value in headers if one == key), None)
    if value is None:
        return ()
    reader = HeaderValue(lexicon, value.text, value.text, 0, len(value.text))
    found: Iterable[object] = read_header(key, reader)
    return () if reader.misread else tuple(found)
