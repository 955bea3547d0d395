"""Describes a move before it counts: whether it is legal, the rule against it, tickets left, what the table will hear.

Uses only what the asking seat may know, and changes nothing.
"""

from __future__ import annotations

from typing import Any

from adjudicator.faults import Refused
from adjudicator.game import Game
from adjudicator.record import transcript as r
from adjudicator.record import write_clause
from adjudicator.record.lexicon import FUGITIVE
from adjudicator.table import announcements
from adjudicator.table.commands import known_to
from adjudicator.table.finding_words import finding_data
from adjudicator.table.game_words import state_words, told_tickets
from adjudicator.table.played_clause import played
from adjudicator.table.proposal import draws_lot, has_gaps, objections, propose, read_clauses, said, wants_card
from adjudicator.table.session import Session
from adjudicator.web.spoken import spoken

Data = dict[str, Any]
MANY = 3  # findings that are shown at once


def meaning(session: Session, seat: str, text: str) -> Data:
    """The effect of the first clause of a text. `verdict` is legal or illegal, or unread if the text is not understood."""
    known = known_to(session.game, seat)
    try:
        clause, *more = read_clauses(text, known, session.whose(session.seat(seat)))
    except Refused as refused:
        return {"verdict": "unread", "findings": [{"verdict": "", "message": line} for line in said(refused.faults)]}
    found = [one for one in objections(clause, known) if one.check != "answer"]
    if any(one.verdict == "illegal" for one in found):
        return {"verdict": "illegal", "findings": [finding_data(one, session.game.rules) for one in found[:MANY]]}
    is_open = bool(more) or wants_card(clause) or draws_lot(clause, known=False) or has_gaps(clause)
    effects = {} if is_open else _his(session, clause) if seat == FUGITIVE else _theirs(known, clause)
    findings = [finding_data(one, session.game.rules) for one in found[:MANY]]
    return {"verdict": "legal", "findings": findings, "says": _says(clause, known), **effects}


def _says(clause: r.Clause, known: Game) -> list[str]:
    """The sentences of the actions in a clause, so that nobody needs the booklet."""
    acts = [part.action for part in clause.parts if isinstance(part, r.Act)]
    return list(dict.fromkeys(known.rules.actions[action].rule.says for action in acts))


def _his(session: Session, clause: r.Clause) -> Data:
    """The full effect of the fugitive's own move, with the words that the table will hear."""
    proposal = propose(clause, session.game)
    if proposal.broken or proposal.asks:
        return {}
    after = played(session.game, proposal.clause)
    heard = announcements.news(session.game, after)
    return {"loses": proposal.losing, **_costs(session.game.game, after.game, FUGITIVE), "heard": spoken(heard)}


def _theirs(known: Game, clause: r.Clause) -> Data:
    """The effect of a pursuer's move wherever the fugitive is, and whether it loses the game if he is at a possible station."""
    loses = write_clause(clause) in {move.notation for move in known.losing(clause.piece)}
    return {"loses": loses, **_costs(known, known.play(clause), clause.piece)}


def _costs(before: Game, after: Game, piece: str) -> Data:
    """The tickets that a move uses, with their new numbers, and other states that it changes, as this seat sees them."""
    held, known = told_tickets(before, piece), set(_states(before, piece))
    left = {kind: count for kind, count in told_tickets(after, piece).items() if count != held.get(kind, count)}
    return {"left": left, "states": [list(one) for one in _states(after, piece) if one not in known]}


def _states(game: Game, piece: str) -> tuple[tuple[str, str], ...]:
    """The states that everybody sees, and those that this piece's player sees, in words."""
    words = state_words(game)
    return (*words.public(), *words.own(game.seating.pieces[piece]))
