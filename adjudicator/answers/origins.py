"""A clause asked of an edition and not of a game: from which stations it would be legal, by trying them all."""

from __future__ import annotations

from adjudicator.answers.answer import DEPENDS, NO, Answer, Desk, listed
from adjudicator.answers.claims import claimed, read_clause
from adjudicator.answers.experiments import LATER_ROUND, experiment, line_rule, town
from adjudicator.answers.moving import seated, weightiest
from adjudicator.answers.reading import Reading
from adjudicator.game import Game
from adjudicator.record import transcript as r
from adjudicator.record import write_clause
from adjudicator.record.lexicon import FUGITIVE


def claim_from_anywhere(desk: Desk, asked: Reading) -> Answer:
    """Without a game: the clause tried with its piece on every station, early and later, with all tickets and nobody near."""
    for round in (0, LATER_ROUND):
        game, clause = _placed(desk, asked, round)
        stations = game.engine.board.stations
        claims = {station: claimed(game.supposing(stations={clause.piece: station}), clause) for station in stations}
        able = [station for station, one in claims.items() if one.is_legal and not one.open]
        if able:
            break
    written, allowing = write_clause(clause), line_rule(game, clause.piece)
    facts: dict[str, object] = {"clause": written, "from": able}
    if not able:
        along = [one for one in claims.values() if all(ground.rule != allowing for ground in one.grounds)]
        against = weightiest([one.grounds for one in along or claims.values()])
        return Answer(NO, (f"`{written}` is legal from no station",), against, facts=facts)
    when = f" in round {round}" if round else ""
    says = f"`{written}` is legal from {listed(able)}{when}, with the tickets for it and nobody in the way"
    return Answer(DEPENDS, (says,), (desk.rule(allowing),), facts=facts)


def _placed(desk: Desk, asked: Reading, round: int) -> tuple[Game, r.Clause]:
    """A table at which nobody is near the stations that a question names."""
    mover, every = seated(desk, asked.who)
    named = [asked.number()]
    rest = f"{asked.fare or next(iter(desk.rulebook.tables.modes))} {asked.number()}"
    names = [FUGITIVE, *(one.name for one in every)]
    away = town(desk.rulebook).apart(len(names), named)
    game = experiment(
        desk.rulebook,
        dict(zip(names, away, strict=False)),
        every,
        round=round,
        entry=round and round - (mover.name == FUGITIVE),
        moves=mover.name,
    )
    return game, read_clause(f"{mover.name} {rest}", game)
