"""What the referee says by itself: why something was refused, what the table learns, how the game ended."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.game import Game
from adjudicator.judge.lexicon import FUGITIVE
from adjudicator.judge.verdict import Finding
from adjudicator.record import transcript as r
from adjudicator.record import write_clause, write_step
from adjudicator.rulebook.readings import basis
from adjudicator.table.proposal import Proposal, objections
from adjudicator.table.side_names import fugitive_name
from adjudicator.table.table_game import TableGame

MANY = 3  # findings that are told at once


def refusal(proposal: Proposal, known: Game, is_private: bool) -> list[str]:
    """Why something was refused, told from what the one who hears it may know."""
    if is_private:
        return list(told(proposal.broken))
    found = objections(proposal.clause, known)
    broken = tuple(one for one in found if one.verdict == "illegal" and one.check != "answer")
    return list(told(broken)) or [f"not allowed: `{write_clause(proposal.clause)}` is not true"]


def open_points(proposal: Proposal, known: Game, is_private: bool) -> list[str]:
    """What could not be judged for want of data; to the table only what it could say itself."""
    if not is_private and not proposal.open:
        return []
    found = proposal.open if is_private else objections(proposal.clause, known)
    points = dict.fromkeys(one.message for one in found if one.verdict == "undecided" and one.check != "answer")
    return [f"cannot be judged here, and counts on your word: {message}" for message in points]


def told(findings: tuple[Finding, ...]) -> Iterator[str]:
    for one in findings[:MANY]:
        verdict = "not allowed" if one.verdict == "illegal" else "cannot be decided"
        yield f"{verdict}: {one.message}" + (f"; {one.help}" if one.help else "")
        if one.says:
            yield f"  {one.rule}: {one.says} ({one.cite})"
        if one.basis is not None:
            yield f"  ruling {one.basis.text}"
    if len(findings) > MANY:
        yield f"and {len(findings) - MANY} more"


def tidings(game: TableGame, since: int) -> list[str]:
    """What the table learns besides the clauses themselves: where he was seen, what was heard."""
    name = fugitive_name(game.rules)
    later = [clause for clause in game.seen.record.clauses[since:] if clause.piece == FUGITIVE]
    rides = [part for clause in later for part in clause.parts if isinstance(part, r.Ride) and part.mark]
    return [*(f"{name} is seen on {part.to}" for part in rides), *game.hints_since(since)]


def seen_as(clause: r.Clause, who: str, game: TableGame) -> str:
    """A clause in the eyes of whoever is told about it."""
    if who == clause.piece or clause.piece != FUGITIVE:
        return write_clause(clause)
    return f"the last entry of {fugitive_name(game.rules)}"


def result(game: TableGame) -> list[str]:
    if game.void:
        return ["the game is void, as the table decided"]
    ending = game.game.ending
    assert ending is not None
    rule = game.rules.rules[ending.id]
    name = fugitive_name(game.rules)
    winner = {"fugitive": f"{name} has won", "pursuers": f"{name} has lost", "": "nobody has won"}[ending.winner]
    said = [f"{winner} in round {game.game.round}: {ending.id}", f"  {rule.says} ({rule.cite})"]
    rests = basis(game.rules, ending.id)
    return said if rests is None else [*said, f"  ruling {rests.text}"]


def opened(game: TableGame) -> list[str]:
    """The whole log, once the game is over."""
    record = game.record
    start = next((start.at for start in record.start if start.piece == FUGITIVE), None)
    steps = [write_step(part) for clause in record.clauses if clause.piece == FUGITIVE for part in clause.parts]
    return [f"he started on {start} and went: {', '.join(steps)}" if steps else f"he was on {start}"]
