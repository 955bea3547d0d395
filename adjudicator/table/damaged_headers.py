"""Damaged headers of a referee's log. Some always read the same: these are written again where the key confirms them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from adjudicator.record import parse
from adjudicator.record.headers import DRAWS
from adjudicator.record.lexicon import lexicon_of
from adjudicator.rulebook.model import Rulebook
from adjudicator.seals.commitments import CheckLine, KeyLine, check
from adjudicator.seals.hidden_values import public_lines
from adjudicator.values import frozen


@frozen
class Headers:
    """The headers as the key knows them, and the numbers of lines that are not."""

    lines: tuple[str, ...]
    again: tuple[str, ...]  # those that were written again
    strange: tuple[int, ...]
    missing: int  # headers that the key knows of and nobody can write again


def mended_headers(head: Sequence[str], known: Sequence[KeyLine], rulebook: Rulebook) -> Headers:
    """The headers of a log of which these are the first lines."""
    then = {line.number: line.check for line in known if isinstance(line, CheckLine) and line.part == "header"}
    now = {number: _check(line, rulebook) for number, line in enumerate(head, 1) if not line.startswith("#")}
    strange = [number for number, one in now.items() if one not in then.values()]
    whole = {one: head[number - 1] for number, one in now.items()}
    usual = {_check(f"{line}\n", rulebook): f"{line}\n" for line in _usual(rulebook)}
    found, again, missing = [line for line in head if line.startswith("#")], list[str](), 0
    for number in range(max([len(now), *(number + 1 for number in then)])):
        one = then.get(number)
        unchecked = next((at for at in strange if now[at]), 0)
        if one is None and unchecked:  # the key has lost its check, so nobody can say that this line was changed
            strange.remove(unchecked)
            found.append(head[unchecked - 1])
        elif one in whole:
            found.append(whole[one])
        elif one in usual:
            found.append(usual[one])
            again.append(usual[one].strip())
        elif one is not None:
            missing += 1
    return Headers(tuple(found), tuple(again), tuple(strange), missing)


def _usual(rulebook: Rulebook) -> Iterator[str]:
    """Headers that the referee writes and that follow from the rules, or have few values."""
    yield f"variant: {rulebook.name}"
    yield f"rules: {rulebook.digest}"
    yield from ("record: public", "surfacings: marked", "turns: marked")
    yield from (f"draws: {who}" for who in DRAWS)


def _check(line: str, rulebook: Rulebook) -> str:
    """The check of a header as the key has it; nothing for a line that is not a header."""
    record, faults = parse(line, lexicon_of(rulebook), "")
    texts = [one.text for one in public_lines(record) if one.part == "header"]
    return check("header", texts[0]) if texts and not any(fault.is_error for fault in faults) else ""
