"""The sentence and the help of a fault, made from the catalogue's templates and the fault's values.

A template is text with slots, as `str.format` has them. The word after the colon of a slot says how its value is shown:

    {word}              as it is; in backticks, `{word}`, on one line and cut to a bearable length; a list with commas
    {word:.300}         cut to that length, as for a whole question or a path
    {names:and}         `red`, `blue` and `green`; likewise `or`
    {names:chain then}  `red` then `blue` then `green`
    {names:plain}       red, blue, green
    {names:texts}       "red", "blue", "green"
    {names:first}       red, the first of them
    {way:path}          the way to a value of a file: `lines.bus`, item 3
    {names:like word}   "did you mean `x`?" for the value of `word`; else all of them if they are few; else nothing
    {names:near word}   only the first of these; `few` only the second
    {cause:help}        the help of a fault that is a value; without `help` its sentence
    {count:,}           any other format is Python's own

Where the catalogue gives several templates, the first counts whose slots all have something to show.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from string import Formatter
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from adjudicator.faults import Fault, Value

LONGEST = 60  # characters of a user's word in a message
FEW = 12  # the most words that are listed if none is near
QUOTED = re.compile(r"`\{(\w+)\}`")


def message(fault: Fault) -> str:
    from adjudicator.faults.catalogue import sentence

    says = sentence(fault.sentence).says
    text = _first(says, fault.values) or _Slots(fault.values).filled(says[-1])
    chosen = fault.values.get(
        "chosen"
    )  # the choice of an option under which the fault occurs; any fault of a variant may have this
    return f"{text}, if `{chosen}` is chosen" if chosen else text


def help_text(fault: Fault) -> str:
    from adjudicator.faults.catalogue import sentence

    return _first(sentence(fault.sentence).help, fault.values)


MEANT = "meant"  # the value that holds what a misspelt word stands for
WORD = "word"


def instead(fault: Fault) -> tuple[str, ...]:
    """The words that the help names for a misspelt one; none where the place of the fault is not that word alone."""
    from adjudicator.faults.catalogue import sentence

    for template in sentence(fault.sentence).help:
        for _, name, how, _ in Formatter().parse(template):
            kind, _, written = (how or "").partition(" ")
            known = nearest(str(fault.values[written]), _many(fault.values[name or ""])) if kind in ("near", "like") else []
            meant, written = (known, written) if known else (_many(fault.values.get(MEANT, "")) if name == MEANT else [], WORD)
            if meant and len(str(fault.values.get(written, ""))) == fault.place.length:
                return tuple(meant)
    return ()


def _first(templates: Iterable[str], values: Mapping[str, Value]) -> str:
    """The first template whose slots all have a text, filled; "" if there is none."""
    for template in templates:
        slots = _Slots(values)
        text = slots.filled(template)
        if not slots.is_empty:
            return text
    return ""


class _Slots(Formatter):
    def __init__(self, values: Mapping[str, Value]):
        self.values = values
        self.is_empty = False  # whether a slot had an empty text

    def filled(self, template: str) -> str:
        return self.vformat(QUOTED.sub(r"`{\1:quoted}`", template), (), self.values)

    def format_field(self, value: Any, format_spec: str) -> str:
        text = self._shown(value, format_spec)
        self.is_empty = self.is_empty or not text
        return text

    def _shown(self, value: Any, how: str) -> str:
        how, _, name = how.partition(" ")
        if hasattr(value, "sentence"):  # a fault
            return str(value.help if how == "help" else value.message)
        match how:
            case "and" | "or":
                return joined([f"`{one}`" for one in _many(value)], how)
            case "chain":
                return f" {name} ".join(f"`{one}`" for one in _many(value))
            case "path":
                return in_words(value)
            case "texts":
                return ", ".join(f'"{one}"' for one in _many(value))
            case "first":
                return next(iter(_many(value)), "")
            case "plain":
                return ", ".join(map(str, _many(value)))
            case "few":
                return few(_many(value))
            case "like":
                return like(str(self.values[name]), _many(value))
            case "near":
                return near(str(self.values[name]), _many(value))
            case "quoted" | "" if isinstance(value, tuple):
                return ", ".join(f"`{one}`" for one in value) if how == "" else "`, `".join(map(str, value))
            case "quoted":
                return short(str(value))
        return format(value, how)


def _many(value: Any) -> list[str]:
    return [str(one) for one in value] if isinstance(value, tuple) else [str(value)] if value != "" else []


def in_words(path: tuple[str | int, ...]) -> str:
    """The path to a value: its keys, and the items of lists counted from 1."""
    keys = ".".join(str(part) for part in path if isinstance(part, str))
    items = [f"item {part + 1}" for part in path if isinstance(part, int)]
    return ", ".join([f"`{keys}`", *items] if keys else items)


def joined(parts: list[str], word: str) -> str:
    """Join parts as a list in words: `a`, `b` and `c`."""
    return f"{', '.join(parts[:-1])} {word} {parts[-1]}" if len(parts) > 1 else "".join(parts)


def short(text: str) -> str:
    """A text on one line, cut if it is long."""
    line = " ".join(text.split())
    return line if len(line) <= LONGEST + 1 else f"{line[:LONGEST]}…"


def like(word: str, known: Iterable[str]) -> str:
    """A help text that names the nearest known words, or all of them if they are few, or ""."""
    names = list(known)
    return near(word, names) or few(names)


def few(known: Iterable[str]) -> str:
    """A help text that lists all known words, or "" if there are many."""
    names = sorted({str(name) for name in known})
    return "known here: " + ", ".join(f"`{name}`" for name in names) if 0 < len(names) <= FEW else ""


def near(word: str, known: Iterable[str]) -> str:
    """A help text that names the nearest known words, or "" if none is near."""
    names = nearest(word, known)
    return f"did you mean {' or '.join(f'`{name}`' for name in names)}?" if names else ""


def nearest(word: str, known: Iterable[str], likeness: float = 0.6) -> list[str]:
    """The known words that `word` may have been meant for, the likeliest first; `likeness` is the least share of letters that
    two words have in common."""
    import difflib  # only who has mistyped something pays for it

    small, wanted = {name.lower(): name for name in sorted(map(str, known))}, word[:LONGEST].lower()
    if wanted in small:
        return [small[wanted]]
    return [small[name] for name in difflib.get_close_matches(wanted, small, n=3, cutoff=likeness)]
