"""Takes over a game that was started on paper, if each of its clauses is complete and legal."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import evolve

from adjudicator.faults import Fault, Place, Refused
from adjudicator.judge.judgement import check
from adjudicator.judge.log_file import Page
from adjudicator.judge.verdict import Finding
from adjudicator.record import transcript as r
from adjudicator.record import write_clause
from adjudicator.record.lexicon import FUGITIVE
from adjudicator.rulebook.model import Rulebook
from adjudicator.table.proposal import has_gaps
from adjudicator.table.side_names import fugitive_name
from adjudicator.table.table_game import TableGame


def played_on_paper(game: TableGame, page: Page) -> TableGame:
    """The game with the clauses of the page, without its comments, which may reveal anything. Raises Refused."""
    unknown = [clause for clause in page.transcript.clauses if has_gaps(clause)]
    if unknown:
        place = Place(page.file, unknown[0].line, unknown[0].column, len(unknown[0].text))
        raise Refused([Fault("T070", place, text=unknown[0].text)])
    played = TableGame(game.rules, (*game.items, *_items(page.transcript)), game.file)
    faults = list(_faults(played, page.file))
    if faults:
        raise Refused(faults)
    return played


def _items(transcript: r.Transcript) -> Iterator[r.Item]:
    for item in transcript.items:
        if isinstance(item, r.Clause):
            yield r.Clause(item.piece, item.parts)
        elif isinstance(item, r.RoundMark):
            yield r.RoundMark(item.number)
        elif isinstance(item, r.Event):
            yield evolve(item, line=0, column=0, text="")


def _faults(game: TableGame, file: str) -> Iterator[Fault]:
    """A fault for each illegal clause as the table saw it. It has a reason only if the table's own record shows it, since the
    rule alone may reveal the fugitive's station. It has no line, since that would be quoted."""
    shown = dict(_illegal(game.seen.record, game.rules))
    at_table = -1
    illegal = dict(_illegal(game.record, game.rules))
    player = game.person.get(FUGITIVE) or fugitive_name(game.rules)
    for at, clause in enumerate(game.record.clauses):
        at_table += bool(game.open_parts(clause))
        finding = illegal.get(at)
        if finding is None:
            continue
        if not game.open_parts(clause):
            yield Fault("T071.unseen", Place(file), round=finding.round, piece=clause.piece, file=file)
            continue
        text, seen = write_clause(game.seen.record.clauses[at_table]), shown.get(at_table)
        if seen is None:
            yield Fault("T071.entry", Place(file), round=finding.round, text=text, player=player, file=file)
        else:
            yield Fault("T071", Place(file), round=finding.round, text=text, rule=seen.rule, message=seen.message)


def _illegal(transcript: r.Transcript, rules: Rulebook) -> Iterator[tuple[int, Finding]]:
    """The number and first finding of each illegal clause."""
    verdict, _ = check(_placed(transcript), rules)
    found: dict[int, Finding] = {}
    for one in verdict.findings:
        if one.verdict == "illegal" and one.line:
            found.setdefault(one.line - 1, one)
    yield from found.items()


def _placed(transcript: r.Transcript) -> r.Transcript:
    """The record with the number of each clause as its line, so that findings show it."""
    items: list[r.Item] = []
    number = 0
    for item in transcript.items:
        if isinstance(item, r.Clause):
            number += 1
            items.append(r.Clause(item.piece, item.parts, number, 1, write_clause(item)))
        else:
            items.append(item)
    return r.Transcript(tuple(items), transcript.fugitive, transcript.file)
