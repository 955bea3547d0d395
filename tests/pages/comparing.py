"""Reads a written page back and compares it with the game, as far as its shape carries it."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.judge.batch import outcome_of
from adjudicator.judge.log_file import Asked, Log, read_page
from adjudicator.record import transcript as r
from adjudicator.record.transcript_writer import write_parts

from .writing import Page, rounds

Carried = list[tuple[int, list[tuple[str, str]]]]


def carried(game: r.Transcript, page: Page) -> Carried:
    """The rounds with what each piece did; by piece where the page does not show the order."""
    found: Carried = []
    for number, clauses in rounds(game):
        said = [
            (clause.piece, write_parts(_carried(clause, page))) for clause in clauses if page.pursuers or clause.piece == "X"
        ]
        found.append((number, said if page.ordered else sorted(said, key=lambda one: one[0])))
    return found


def _carried(clause: r.Clause, page: Page) -> tuple[r.Step, ...]:
    if page.tickets:
        return clause.parts
    return tuple(r.Ride(None, None, part.to, part.mark) if isinstance(part, r.Ride) else part for part in clause.parts)


def differences(game: r.Transcript, page: Page, shape: str) -> Iterator[str]:
    """The parts that were read otherwise than written, and whether the page is judged illegal, or not at all."""
    found = read_page(Log("page.txt", page.text), Asked())
    if found.errors:
        yield f"{shape}: not understood: {'; '.join(f'{one.place}: {one.message}' for one in found.errors[:3])}"
        return
    want, got = carried(game, page), carried(found.transcript, page)
    if want != got:
        first = next((pair for pair in zip(want, got, strict=False) if pair[0] != pair[1]), (len(want), len(got)))
        yield f"{shape}: read {first[1]} for {first[0]}"
    outcome = outcome_of(found)
    if outcome.verdict.verdict in ("illegal", "invalid"):
        broken = [one for one in outcome.verdict.findings if one.verdict == "illegal"]
        yield f"{shape}: {outcome.verdict.verdict}: {broken[0].rule} {broken[0].message} (line {broken[0].line})"
