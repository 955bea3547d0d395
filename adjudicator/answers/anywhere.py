"""A clause asked of an edition and not of a game: from which stations it would be legal, by trying them all."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.answers.answer import DEPENDS, NO, Answer, Desk, listed
from adjudicator.answers.claims import Claim, read_clause
from adjudicator.answers.probes import LATER_ROUND, Probe, Town, probe
from adjudicator.answers.questions import Question
from adjudicator.answers.riding import line_rule, seated, weightiest
from adjudicator.engine.turns import Cells
from adjudicator.judge.lexicon import FUGITIVE, lexicon_of


def claim_from_anywhere(desk: Desk, question: Question) -> Answer:
    """Without a game: the clause tried with its piece on every station, early and later, with all tickets and nobody near."""
    for round in (0, LATER_ROUND):
        tried, asked = _placed(desk, question, round)
        judged = {station: asked.on(p) for station, p in _everywhere(tried, asked)}
        able = [station for station, one in judged.items() if one.is_legal and not one.open]
        if able:
            break
    facts: dict[str, object] = {"clause": asked.written, "from": able}
    mover = asked.clause.piece
    if not able:
        along = [one for one in judged.values() if all(rule.rule != line_rule(tried, mover) for rule in one.grounds)]
        against = weightiest([one.grounds for one in along or judged.values()])
        return Answer(NO, (f"`{asked.written}` is legal from no station",), against, facts=facts)
    when = f" in round {round}" if round else ""
    says = f"`{asked.written}` is legal from {listed(able)}{when}, with the tickets for it and nobody in the way"
    return Answer(DEPENDS, (says,), (desk.rule(line_rule(tried, mover)),), facts=facts)


def _placed(desk: Desk, question: Question, round: int) -> tuple[Probe, Claim]:
    """A table at which nobody is near the stations that a question names."""
    who, _, rest = question.clause.partition(" ")
    mover, every = seated(desk, who)
    named = [int(token.value) for token in question.tokens if token.kind == "number" and token.value.isdigit()]
    names = [FUGITIVE, *(one.name for one in every)]
    away = Town(desk.rulebook).apart(len(names), named)
    tried = probe(
        desk.rulebook,
        dict(zip(names, away, strict=False)),
        every,
        round=round,
        entry=round and round - (mover.name == FUGITIVE),
        moves=mover.name,
    )
    return tried, Claim(tried.opening, read_clause(f"{mover.name} {rest}", tried.opening, lexicon_of(desk.rulebook)))


def _everywhere(tried: Probe, asked: Claim) -> Iterator[tuple[int, Cells]]:
    cell = tried.opening.table.layout.station + asked.piece
    for station in tried.opening.table.board.stations:
        p = tried.p[:]
        p[cell] = station
        yield station, p
