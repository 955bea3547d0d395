"""Answers about the set-up: how many pieces with how many players, and where they may start. Starts are found by trying."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.answers.answer import NO, YES, Answer, Desk, both, listed, seat_row
from adjudicator.answers.claims import ground
from adjudicator.answers.experiments import Piece, experiment, town
from adjudicator.answers.movement import seated
from adjudicator.answers.questions import Question
from adjudicator.faults import Fault, Place, Refused
from adjudicator.game import Game
from adjudicator.judge.lexicon import FUGITIVE
from adjudicator.judge.verdict import Finding


# -- players
def seating(desk: Desk, question: Question) -> Answer:
    """The rows of the seat table, by the number of players, the fugitive's among them."""
    rows = [(_players(row), seat_row(row, desk.rulebook)) for row in desk.rulebook.tables.seats]
    grounds = tuple(desk.rule(rule.id) for rule in desk.rulebook.rules.values() if "seats" in rule.about)
    wanted = next((int(token.value) for token in question.tokens if token.kind == "number" and token.value.isdigit()), None)
    chosen = [(count, row) for count, row in rows if wanted in (None, count)]
    if rows and not chosen:
        counts = both(sorted({str(count) for count, _ in rows}), "or")
        raise Refused([Fault("Q31.seats", Place("question"), players=wanted, rows=counts)])
    says = [f"{count} players: {row}" for count, row in chosen] or ["any number of players"]
    return Answer("", tuple(says), grounds, facts={"players": [{"players": count, "row": row} for count, row in chosen]})


def _players(row: Mapping[str, object]) -> int:
    """One for the fugitive, and those who hold the pursuers: without a word about it everybody holds one of the first kind."""
    persons = row.get("persons")
    if isinstance(persons, tuple):
        return 1 + len(persons)
    counts = [value for key, value in row.items() if isinstance(value, int) and key != "persons"]
    return 1 + (persons if isinstance(persons, int) else counts[0])


# -- starts
def start(desk: Desk, question: Question) -> Answer:
    """Every station tried as the start of one piece of each kind."""
    if question.has("occupied"):
        return _together(desk, question)
    roles = desk.rulebook.tables.roles
    names = [question.who] if question.who else [FUGITIVE, *(name for name, role in roles.items() if role.side == "pursuers")]
    says, facts = [], {}
    for who in names:
        piece, every = seated(desk, who)
        stations = list(town(desk.rulebook).board.stations)
        able = [s for s in stations if not _against(experiment(desk.rulebook, {piece.name: s}, every), piece)]
        facts[piece.name if piece.name == FUGITIVE else piece.role] = able
        where = f"on {listed(able, 40)}" if len(able) < len(stations) else "anywhere, as far as this board tells"
        says.append(f"{desk.title(who)} may start {where}")
    grounds = [desk.rule(rule.id) for rule in desk.rulebook.rules.values() if "start card" in rule.about]
    return Answer("", tuple(says), tuple(grounds), facts={"stations": facts})


def _together(desk: Desk, question: Question) -> Answer:
    """Two pieces on one start station."""
    piece, every = seated(desk, question.who or FUGITIVE, 2)
    other = next(one for one in every if one.name != piece.name)
    station = next(iter(town(desk.rulebook).board.stations))
    game = experiment(desk.rulebook, {piece.name: station, other.name: station}, every)
    against = [one for one in (*_against(game, piece), *_against(game, other)) if one.check == "start-collision"]
    if against:
        reason = ground(desk.rulebook, against[0].rule, against[0].message)
        return Answer(NO, ("no two pieces start on one station",), (reason,))
    return Answer(YES, ("two pieces may start on one station",))


def _against(game: Game, piece: Piece) -> list[Finding]:
    """What the set-up rules have against the start of this piece."""
    return [one for one in game.set_up_findings if one.verdict == "illegal" and one.piece == piece.name]
