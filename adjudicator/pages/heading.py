"""Reads headers as people write them: `Ausgabe: 2023`, `players: X = Ana, red = Ben`, or a row of a table."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import islice, pairwise

from adjudicator.faults import Fault, Place
from adjudicator.faults.wording import nearest
from adjudicator.pages.edition_named import edition_in, known_edition
from adjudicator.pages.stretches import Sheet, Stretch
from adjudicator.record.headers import NAMING, read_header
from adjudicator.record.lexicon import Lexicon, key_of
from adjudicator.record.transcript import Header, Seat, Start
from adjudicator.record.values import HeaderValue
from adjudicator.words import concepts, spellings

_KEY = re.compile(r"([^\W\d_][\w .-]{0,29}?)\s*[:=]\s*(?=\S)")
_ROW = re.compile(
    r"[|\s\"]*(?P<key>[^\W\d_][\w .-]{0,29}?)[\s\":]*(?P<sign>[,;\t|])\s*"
    r"(?:\"(?P<quoted>[^\"]+)\"|(?P<value>(?:(?!(?P=sign))[^\"])+?))[|\s,;]*"
)
_DATE = re.compile(r"\d{1,4}([./-])\d{1,2}\1\d{1,4}")
_SIGN = re.compile(r"[,;|\t]")
LONGEST = 400  # signs of a header
NEAR = 0.6  # of the letters of a key are right, where an edition is behind it
SLIP = 0.8  # the same where anything may be behind it
TITLES = 12  # lines in which a title may stand
Headers = Sequence[tuple[str, Stretch]]


def _key(text: str) -> str:
    """The key with this spelling, or "". On pages of other shapes, a round or an entry is a number before moves instead."""
    key = concepts("headers").get(key_of(text), "")
    return "" if key in ("round", "entry") else key


def header_of(line: Stretch) -> tuple[str, Stretch] | None:
    """The key and value of a line that is a header, or of a row of two cells; otherwise None."""
    row = _ROW.fullmatch(line.text) if len(line.text) <= LONGEST else None
    group = "quoted" if row and row["quoted"] else "value"
    if row and _is_header(_key(row["key"]), row[group]):
        return _key(row["key"]), line.part(*row.span(group))
    found = _KEY.match(line.text)
    key = _key(found[1]) if found else ""
    value = line.part(found.end()) if found else line
    return (key, value) if _is_header(key, value.text) else None


def misspelt(line: Stretch) -> Fault | None:
    """The slip in a line that would be a header with another spelling of its key: `Varient = 2014`, `optoin: cut-off`."""
    found = _KEY.match(line.text)
    if found is None or _key(found[1]):
        return None
    keys, names = {**concepts("headers")}, spellings("headers")["variant"]
    likeness = SLIP
    if known_edition(line.text[found.end() :]):
        keys, likeness = {key_of(name): "variant" for name in names}, NEAR
    near = [keys[one] for one in nearest(key_of(found[1]), keys, likeness)]
    if not near or near[0] in ("round", "entry") or (near[0] == "variant") != (likeness == NEAR):
        return None
    place = Place("", line.line, line.column, len(found[1]))
    return Fault("T010", place, word=found[1], known=names if near[0] == "variant" else [near[0]])


def _is_header(key: str, value: str) -> bool:
    """Whether a key is a header's. Several words without an edition are talk (`Game: Friday at the club`); so is a date."""
    names_none = key == "variant" and (" " in value or _DATE.fullmatch(value)) and not known_edition(value)
    return bool(key) and not _key(value) and not names_none


@cache
def _naming() -> re.Pattern[str]:
    """The pattern of a header that names rules anywhere on a line: after a time and a name, or in brackets."""
    every = {key: "|".join(map(re.escape, sorted(spellings("headers")[key], key=len, reverse=True))) for key in NAMING}
    one, several = "|".join(said for key, said in every.items() if key != "option"), every["option"]
    end = r"[^\s,;|\"]"
    value = rf"(?:(?P<one>{one})\s*[:=]\s*\"?(?P<name>{end}(?:[^|\"\t,;()]*[^\s|\",;()])?)"
    list_ = rf"(?P<several>{several})\s*[:=]\s*\"?(?P<names>{end}(?:[^|\"\t]*{end})?))"
    return re.compile(rf"(?:^|[\s|>(\"]){value}|{list_}", re.IGNORECASE)


def _named(line: Stretch) -> Iterator[tuple[str, Stretch]]:
    found = False
    for match in _naming().finditer(line.text):
        word, value = ("one", "name") if match["one"] else ("several", "names")
        key = concepts("headers")[key_of(match[word])]
        if _is_header(key, match[value]):
            found = True
            yield key, line.part(*match.span(value))
    key, said = header_of(line) or ("", line)
    if not found and key in NAMING:
        yield key, said


def naming(sheet: Sheet) -> list[Header]:
    """The headers that name rules on a page of any shape, or else the edition in its title."""
    found: list[Header] = []
    told = (one for line in sheet.said() if len(line.text) < LONGEST for one in _named(line))
    for key, said in told:
        value = said.text.strip(" ,;|")
        value = (known_edition(value) if key == "variant" else "") or value
        content = tuple(part.strip() for part in re.split("[;,]", value)) if key == "option" else value
        if key == "option" or all(one.key != key for one in found):
            found.append(Header(key, content, said.line, said.column, said.text))
    if all(one.key != "variant" for one in found):
        found += list(_under_its_title(list(islice(sheet.said(), TITLES))))[:1]
    if all(one.key != "variant" for one in found):
        named = (edition_in(line) for line in islice(sheet.said(), TITLES))
        found += [Header("variant", edition, at.line, at.column, at.text) for edition, at in filter(None, named)][:1]
    return found


def _under_its_title(lines: Sequence[Stretch]) -> Iterator[Header]:
    """The edition in a cell below one that says `edition`."""
    for line, below in pairwise(lines):
        titles, cells = list(line.cut(_SIGN)), list(below.cut(_SIGN))
        for title, cell in zip(titles, cells, strict=False) if len(titles) == len(cells) > 1 else ():
            edition = known_edition(cell.text) if _key(title.text) == "variant" else ""
            if edition:
                yield Header("variant", edition, cell.line, cell.column, cell.text)


def seats_of(headers: Headers, lexicon: Lexicon) -> tuple[Seat, ...]:
    return tuple(one for one in _content("seats", headers, lexicon) if isinstance(one, Seat))


def starts_of(headers: Headers, lexicon: Lexicon) -> tuple[Start, ...]:
    return tuple(one for one in _content("start", headers, lexicon) if isinstance(one, Start))


def _content(key: str, headers: Headers, lexicon: Lexicon) -> tuple[object, ...]:
    """The value of a header; empty if the notation does not understand all of it."""
    value = next((value for one, value in headers if one == key), None)
    if value is None:
        return ()
    reader = HeaderValue(lexicon, value.text, value.text, 0, len(value.text))
    found: Iterable[object] = read_header(key, reader)
    return () if reader.misread else tuple(found)
