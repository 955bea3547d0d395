"""A damaged game: the longest beginning of its log that the key still opens, and what was lost after it.

Nothing is guessed. A clause counts if its text is as the key knows it and every seal in it opens; so no seal is made again, and
the repaired log says that it was repaired.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import takewhile

from adjudicator.faults import Fault, Place, Refused
from adjudicator.files import UNREADABLE
from adjudicator.record import parse
from adjudicator.record import transcript as r
from adjudicator.record.lexicon import lexicon_of
from adjudicator.rulebook.model import Rulebook
from adjudicator.seals.commitments import CheckLine, KeyLine, SealLine, UnseenLine, check, read_key, write_key
from adjudicator.seals.hidden_values import public_lines
from adjudicator.table.damaged_headers import Headers, mended_headers
from adjudicator.table.publication import Published, publish
from adjudicator.table.saved_game import Resumed, reads_back, resume
from adjudicator.values import frozen


@frozen
class Repair:
    """Both texts as they can be continued; the lines of the log that were lost, and how many clauses only the key knew of."""

    published: Published
    round: int
    kept: int  # clauses
    lost: tuple[str, ...]
    again: tuple[str, ...]  # headers that were written again, as the key confirms
    unknown: int
    strange: int  # lines of the key that could not be read
    is_whole: bool  # nothing is damaged


def repair(log: str, key: str, rulebook: Rulebook, file: str) -> Repair:
    """Raises Refused where not even the headers are left."""
    known, strange = read_key(key)
    remarks, lines = _unreadable_remarks(log.splitlines(keepends=True))
    head = list(takewhile(str.strip, lines))
    headers = _headers(head, known, rulebook, file)
    lines[: len(head)] = headers.lines
    doubled, lines, end, found = _without_doubled(lines, len(headers.lines), known, rulebook, file)
    kept = len(found.game.record.clauses)
    strangers = (head[number - 1] for number in headers.strange[len(headers.again) :])  # the others were written again
    lost = tuple(line.strip() for line in (*remarks, *strangers, *doubled, *lines[end:]) if line.strip())
    unknown = max(0, _clauses(known) - sum(1 for clause in found.game.record.clauses if found.game.open_parts(clause)))
    is_whole = not lost and not unknown and reads_back(log, key, found.game)
    published = _published(found, lost, unknown)
    return Repair(published, found.game.game.round, kept, lost, headers.again, unknown, len(strange), is_whole)


def _without_doubled(
    lines: list[str], first: int, known: Sequence[KeyLine], rulebook: Rulebook, file: str
) -> tuple[list[str], list[str], int, Resumed]:
    """The longest beginning; without lines that stand twice, where only that keeps what follows from being read."""
    doubled: list[str] = []
    end, found = _longest(lines, first, known, rulebook, file)
    while end < len(lines):
        again = [at for at in range(first + 1, end + 1) if lines[at].strip() and lines[at] == lines[at - 1]]
        for at in reversed(again):
            rest = lines[:at] + lines[at + 1 :]
            further, other = _longest(rest, first, known, rulebook, file)
            if further >= end and len(other.game.record.clauses) >= len(found.game.record.clauses):
                doubled.append(lines[at])
                lines, end, found = rest, further, other
                break
        else:
            break
    return doubled, lines, end, found


def _longest(lines: Sequence[str], first: int, known: Sequence[KeyLine], rulebook: Rulebook, file: str) -> tuple[int, Resumed]:
    """How many lines can be read as they were written, from the first on that is not a header; and the game that they tell."""
    for end in range(len(lines), first - 1, -1):
        found = _read("".join(lines[:end]), known, rulebook, file)
        if found is not None:
            return end, found
    raise Refused([Fault("T321", Place(file))])


def _headers(head: Sequence[str], known: Sequence[KeyLine], rulebook: Rulebook, file: str) -> Headers:
    headers = mended_headers(head, known, rulebook)
    if headers.missing:
        places = [Fault("T321.line", Place(file, number, 1)) for number in headers.strange]
        raise Refused(places or [Fault("T321", Place(file))])
    return headers


def _unreadable_remarks(lines: Sequence[str]) -> tuple[list[str], list[str]]:
    """Lines that are only remarks and have signs that nobody writes; and all others."""
    odd = [line.startswith("#") and UNREADABLE in line for line in lines]
    remarks = [line for line, is_odd in zip(lines, odd, strict=True) if is_odd]
    return remarks, [line for line, is_odd in zip(lines, odd, strict=True) if not is_odd]


def _clauses(known: Sequence[KeyLine]) -> int:
    return max((line.number + 1 for line in known if isinstance(line, CheckLine) and line.part == "clause"), default=0)


def _read(log: str, known: Sequence[KeyLine], rulebook: Rulebook, file: str) -> Resumed | None:
    """The game that a log tells, as far as the key goes with it; None where something in it is not as it was written."""
    public, faults = parse(log, lexicon_of(rulebook), file)
    if any(fault.is_error for fault in faults):
        return None
    checks = list(_checks(public, known))
    places = sum(not isinstance(item, r.Header | r.Blank | r.Comment) for item in public.items)
    unseen = [line for line in known if isinstance(line, UnseenLine) and line.after <= places]
    seals = [line for line in known if isinstance(line, SealLine)]
    if None in checks:
        return None
    is_known = {(line.part, line.number) for line in known if isinstance(line, CheckLine)}
    try:
        found = resume(log, write_key([*seals, *filter(None, checks), *unseen]), rulebook, file, "")
        found.game.seen  # noqa: B018 - raises Refused where the record does not fit its rules
    except Refused:
        return None
    is_vouched_for = all((line.part, line.number) in is_known for line in filter(None, checks))
    return found if is_vouched_for or not _breaks_a_rule(found) else None


def _breaks_a_rule(found: Resumed) -> bool:
    """Whether something in the game is illegal. The referee writes no such line: one that the key does not know is not his."""
    return any(finding.verdict == "illegal" for finding in found.game.game.findings)


def _checks(public: r.Transcript, known: Sequence[KeyLine]) -> Iterator[CheckLine | None]:
    """Each line as the key knows it; None for one that was changed. Of a line that the key has lost nobody can say so."""
    then: dict[tuple[str, int], set[str]] = {}
    for line in known:
        if isinstance(line, CheckLine):
            then.setdefault((line.part, line.number), set()).add(line.check)
    for now in public_lines(public):
        found, text = then.get((now.part, now.number)), check(now.part, now.text)
        yield CheckLine(now.part, now.number, text) if found is None or text in found else None


def _published(found: Resumed, lost: Sequence[str], unknown: int) -> Published:
    """Both texts, with a remark that says what became of the rest."""
    several = max(len(lost), unknown)
    rest = f"; {several} line{'s' if several > 1 else ''} after this could not be recovered" if several else ""
    game = found.game.after(r.Comment(f" repaired{rest}", indented=True))
    return publish(game, found.salts, _never)


def _never() -> bytes:
    raise Refused([Fault("T322", Place("key"))])
