"""The end of the game, and whether it agrees with the claim of the record.

If the record lacks data, several ends are possible: a claim that fits one of them is accepted, and one that depends on missing
data is undecided.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from adjudicator.engine import UNKNOWN, Datum, Points, unknown
from adjudicator.judge.verdict import Finding, Result
from adjudicator.judge.walk_state import WalkState
from adjudicator.language import tree as t
from adjudicator.rulebook.readings import basis

CLAIMS = {"escapes": "fugitive", "caught": "pursuers", "draw": "draw", "unfinished": ""}
CHECK = "result-claim"
End = tuple[str, str, int]  # the winner ("" for none yet), the ending, and the round
Ended = tuple[End, str | None, bool | None]  # an end of a game, the claim of the record, and whether they agree


def judged_result(state: WalkState) -> Result | None:
    """The result as played, or None; a claim that does not agree with it is a finding."""
    ends = _ends(state)
    found = _judged(state, set(ends))
    if found is None:
        return None
    (winner, by, number), claimed, agrees = found
    rulebook, points = state.engine.rulebook, ends.get((winner, by, number), Points())
    status = rulebook.rules[by].status
    return Result(winner, by, number, claimed, agrees, points.sides, points.pieces, status, basis(rulebook, by))


def ending_breach(state: WalkState, result: Result, found: Sequence[Finding]) -> str:
    """The rule that was broken by the very move that ended the game; empty if it broke none, or if no move ends it."""
    statements = state.engine.rulebook.rules[result.by].statements
    if any(isinstance(one, t.Wins) and not isinstance(one.moment, t.Event) for one in statements):
        return ""
    beyond = next(((one.line, one.column) for one in found if one.check == "after-the-end"), (math.inf, 0))
    last = [clause for clause in state.transcript.clauses if (clause.line, clause.column) < beyond][-1:]
    broken = (
        one.rule
        for clause in last
        for one in found
        if one.verdict == "illegal" and one.status != "record" and (one.piece, one.clause) == (clause.piece, clause.text)
        if one.line >= clause.line and (one.line > clause.line or one.column >= clause.column)
    )
    return next(broken, "")


def _judged(state: WalkState, ends: set[End]) -> Ended | None:
    said = state.transcript.result
    if said is None:
        return _one(ends)
    claimed = CLAIMS[said]
    fitting = {end for end in ends if end[0] == claimed}
    if fitting:
        return _one(fitting, said, agrees=True)
    lacking = "what the fugitive alone knew" if state.is_blind else _unwritten_end(state)
    if lacking and (not claimed or claimed in _winners(state)):
        if claimed and state.findings.wants(CHECK):
            rule, datum = state.engine.rulebook.facts.checks[CHECK], Datum(("told", CHECK), lacking)
            state.findings.open(unknown(rule.id, datum), check=CHECK, **_place(state))
        return None
    hangs = _open_ending(state, claimed)
    if hangs is not None:
        state.findings.undecided(CHECK, hangs.message, help=hangs.help, **_place(state))
        return _one(ends)
    state.findings.failed(CHECK, f"the record claims `{_words(said)}`, but {_as_played(ends)}", **_place(state))
    return _one(ends, said, agrees=False)


def _ends(state: WalkState) -> dict[End, Points]:
    """The end in each world that is left, if nothing more is written, with the points; no points if worlds with one end differ
    in them."""
    engine = state.engine
    found: dict[End, Points] = {}
    for world in state.worlds:
        last = engine.final(world.cells)
        ending = engine.ending(last)
        end = (ending.winner or "draw", ending.id, engine.ledger.round(last)) if ending else ("", "", 0)
        points = engine.points(last) if ending else Points()
        found[end] = points if found.get(end, points) == points else Points()
    return found


def _one(ends: set[End], said: str | None = None, agrees: bool | None = None) -> Ended | None:
    """The end, if there is only one; otherwise None."""
    if len(ends) > 1:
        return None
    (end,) = ends
    return (end, _words(said) if said else None, agrees) if end[0] else None


def _words(said: str) -> str:
    return f"X {said}" if said in ("escapes", "caught") else said


def _as_played(ends: set[End]) -> str:
    one = _one(ends)
    if one is not None:
        (_, by, number), *_ = one
        return f"the game as played ended in round {number}: {by}"
    if any(winner for winner, _, _ in ends):
        return "no possible route ends the game this way"
    return "the game as played is not over"


def _winners(state: WalkState) -> set[str]:
    return {ending.winner or "draw" for ending in state.engine.endings.values()}


def _unwritten_end(state: WalkState) -> str:
    """The missing data of the last event, if a pursuer may have been anywhere or have paid with any ticket."""
    if state.is_over and not state.ended_later:
        return ""
    if state.unread:
        return "which tickets the pursuers had left"
    open_end = not state.engine.seating.pursuers_known or UNKNOWN in state.ledger.stations(state.p)[1:]
    return "where the pursuers stood in the end" if open_end else ""


def _open_ending(state: WalkState, claimed: str) -> Finding | None:
    """An ending with this winner that could not be decided, if there was one."""
    wanted = {ending.id for ending in state.engine.endings.values() if (ending.winner or "draw") == claimed}
    found = (one.named for (rule, _), one in state.findings.open_ones.items() if rule in wanted)
    return next(found, None)


def _place(state: WalkState) -> dict[str, object]:
    header = state.transcript.header("result")
    assert header is not None
    return {
        "line": header.line,
        "column": header.column,
        "length": len(header.text),
        "round": 0,
        "piece": "",
        "clause": header.text,
    }
