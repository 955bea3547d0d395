"""Formats variant files. Comments stay, also those inside rule texts, and the meaning does not change.

`language.rule_text` writes rule texts; around them keys are aligned, blank lines single, trailing spaces removed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from adjudicator.files import parse_toml
from adjudicator.language import tree as t
from adjudicator.language.parser import Misread, parse_rules, parse_value
from adjudicator.language.rule_text import show, show_value
from adjudicator.toml_places import Path, Places, Span, decode, locate
from adjudicator.values import frozen

WIDTH = 120  # of a text on one line
_PART = r"(?:[\w-]+|\"(?:[^\"\\\n]|\\.)*\"|'[^'\n]*')"
_PAIR = re.compile(rf"[ \t]*({_PART}(?:[ \t]*\.[ \t]*{_PART})*)[ \t]*=[ \t]*(.*)", re.DOTALL)
_HEADER = re.compile(r"[ \t]*(\[\[?)[ \t]*(.*?)[ \t]*(\]\]?)[ \t]*(#.*)?")
_NOTE = re.compile(r'"[^"\n]*"|#[^\n]*')


def tidy(text: str, file: str) -> str:
    """The text of a variant, formatted. Raises Refused for a text that is not TOML."""
    text = text.replace("\r\n", "\n").removeprefix("\ufeff")
    parse_toml(text, file)
    text = _with_tidy_code(text, locate(text, file))
    return _aligned(text, locate(text, file))


# --- rule texts


def _with_tidy_code(text: str, places: Places) -> str:
    """The text of a file with every rule text formatted, from the last to the first, so that earlier spans stay right."""
    for path, (start, end) in sorted(places.values(), key=lambda found: -found[1][0]):
        if is_code(path) and text[start] in "\"'":
            text = text[:start] + _quoted_code(path, text, (start, end)) + text[end:]
    return text


def is_code(path: Path) -> bool:
    """Whether a path is that of rule text: `rules.x.code`, or `"rules.x.code"` where an option sets it."""
    last = path[-1]
    return len(path) > 2 and isinstance(last, str) and (last == "code" or last.endswith(".code"))


def _is_value(path: Path) -> bool:
    last = str(path[-1])
    return (last if "." in last else str(path[0] if path[0] not in ("amend", "replace") else path[1])).startswith("terms")


def _quoted_code(path: Path, text: str, span: Span) -> str:
    code = "".join(character for _, character in decode(text, span))
    was_block = text.startswith(("'''", '"""'), span[0])
    found = parse_value(code) if _is_value(path) else parse_rules(code)
    if isinstance(found, Misread) or "'''" in code:
        return text[span[0] : span[1]]
    lines = [show_value(found)] if not isinstance(found, tuple) else list(_code_lines(code, found))
    if isinstance(found, tuple) or "#" in code:
        return _block(lines) if was_block or len(lines) > 1 or '"' in lines[0] else f'"{lines[0]}"'
    return f'"{lines[0]}"' if '"' not in lines[0] else f"'{lines[0]}'"


def _block(lines: Iterable[str]) -> str:
    body = "\n".join(lines)
    return f"'''\n{body}\n'''" if body else "'''\n'''"


def tidy_code(code: str) -> str:
    """The text of a rule, formatted; a text that cannot be read is unchanged."""
    found = parse_rules(code)
    return code if isinstance(found, Misread) else "\n".join(_code_lines(code, found)) + "\n"


@frozen
class _Note:
    at: int
    text: str


def _code_lines(code: str, statements: tuple[t.Statement, ...]) -> Iterator[str]:
    """The statements, each with the comments before it, within it or after it."""
    notes = [_Note(found.start(), found.group().rstrip()) for found in _NOTE.finditer(code) if found.group()[0] == "#"]
    end = 0
    for number, one in enumerate(statements):
        following = statements[number + 1].at if number + 1 < len(statements) else len(code)
        before = [note for note in notes if end <= note.at < one.end]
        if number and "\n\n" in re.sub(r"[ \t]+", "", code[end : min([one.at, *(note.at for note in before)])]):
            yield ""
        yield from (note.text for note in before)
        behind = [note for note in notes if one.end <= note.at < following and "\n" not in code[one.end : note.at]]
        lines = show((one,)).rstrip("\n").split("\n")
        yield from lines[:-1]
        yield "  ".join([lines[-1], *(note.text for note in behind)])
        end = behind[-1].at + 1 if behind else one.end
    yield from (note.text for note in notes if note.at >= end)


# --- the file around them


def _aligned(text: str, places: Places) -> str:
    """The text of a file with the equals signs of each paragraph aligned."""
    values = [(span, _lines_of(places, span)) for _, span in places.values()]
    inside = {line for _, lines in values for line in lines}
    in_text = {line for span, lines in values if text[span[0]] in "\"'" for line in lines}  # every space counts there
    runs: list[list[tuple[str, str]]] = [[]]
    out: list[str | tuple[int, int]] = []
    for number, line in enumerate(text.split("\n")):
        pair = None if number in inside else _PAIR.fullmatch(line)
        if pair and not line.lstrip().startswith(("#", "[")):
            out.append((len(runs) - 1, len(runs[-1])))
            runs[-1].append((_key(pair.group(1)), pair.group(2).rstrip()))
            continue
        out.append(line if number in in_text else _plain(line))
        if number not in inside and not line.lstrip().startswith("#"):
            runs.append([])
    widths = [max((len(key) for key, _ in run), default=0) for run in runs]
    lines = [one if isinstance(one, str) else _pair(runs[one[0]][one[1]], widths[one[0]]) for one in out]
    return "\n".join(_single_blanks(lines, inside)).strip("\n") + "\n"


def _pair(pair: tuple[str, str], width: int) -> str:
    return f"{pair[0].ljust(width)} = {pair[1]}"


def _key(key: str) -> str:
    return re.sub(rf"(?<![\w-])({_PART})[ \t]*\.[ \t]*", r"\1.", key) if " " in key or "\t" in key else key


def _plain(line: str) -> str:
    header = _HEADER.fullmatch(line)
    if header:
        opening, name, closing, note = header.groups()
        return f"{opening}{_key(name)}{closing}" + (f"  {note.rstrip()}" if note else "")
    return line.strip() if line.lstrip().startswith("#") else line.rstrip()


def _lines_of(places: Places, span: Span) -> range:
    """The lines of a value after its first, counted from 0."""
    return range(places.at(span[0]).line, places.at(span[1]).line)


def _single_blanks(lines: Iterable[str], inside: set[int]) -> Iterator[str]:
    before = ""
    for number, line in enumerate(lines):
        if line or before or number in inside:
            yield line
        before = line or ("…" if number in inside else "")
