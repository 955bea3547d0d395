"""How the game ended, and whether it ended as the record claims.

Where the record does not know everything, several ends are possible: a claim that fits one of them is believed, and one that
hangs on what nobody wrote down is undecided.
"""

from __future__ import annotations

from adjudicator.check.verdict import Finding, Result
from adjudicator.check.walking import Walk
from adjudicator.engine.judging import unknown
from adjudicator.engine.layout import OVER, ROUND, UNKNOWN
from adjudicator.engine.unknown import Datum

CLAIMS = {"escapes": "fugitive", "caught": "pursuers", "draw": "draw", "unfinished": ""}
RULE = "result-claim"
End = tuple[str, str, int]  # who wins (empty: nobody yet), by which ending, in which round


def judged_result(walk: Walk) -> Result | None:
    """The outcome as played, or None; a claim that does not agree with it is a finding."""
    ends = _ends(walk)
    said = walk.transcript.result
    if said is None:
        return _one(ends)
    claimed = CLAIMS[said]
    fitting = {end for end in ends if end[0] == claimed}
    if fitting:
        return _one(fitting, said, agrees=True)
    if _unwritten_end(walk) and (not claimed or claimed in _winners(walk)):
        if claimed:
            datum = Datum(("told", RULE), "where the pursuers stood in the end")
            walk.findings.open(unknown(RULE, datum), **_place(walk))
        return None
    hangs = _open_ending(walk, claimed)
    if hangs is not None:
        walk.findings.undecided(RULE, hangs.message, help=hangs.help, **_place(walk))
        return _one(ends)
    walk.findings.illegal(RULE, f"the record claims `{_words(said)}`, but {_as_played(ends)}", **_place(walk))
    return _one(ends, said, agrees=False)


def _ends(walk: Walk) -> set[End]:
    """How it ends in each world that is left, if nobody says another word."""
    referee = walk.opening.referee
    found: set[End] = set()
    for last in map(referee.final, walk.worlds):
        ending = referee.ending(last)
        found.add((ending.winner or "draw", ending.id, last[ROUND]) if ending else ("", "", 0))
    return found


def _one(ends: set[End], said: str | None = None, agrees: bool | None = None) -> Result | None:
    """The result, where there is only one."""
    if len(ends) > 1:
        return None
    ((winner, by, round_number),) = ends
    return Result(winner, by, round_number, _words(said) if said else None, agrees) if winner else None


def _words(said: str) -> str:
    return f"X {said}" if said in ("escapes", "caught") else said


def _as_played(ends: set[End]) -> str:
    one = _one(ends)
    if one is not None:
        return f"the game as played ended in round {one.round}: {one.by}"
    if any(winner for winner, _, _ in ends):
        return "no course of play that fits this record ends so"
    return "the game as played is not over"


def _winners(walk: Walk) -> set[str]:
    return {ending.winner or "draw" for ending in walk.opening.table.endings.values()}


def _unwritten_end(walk: Walk) -> bool:
    """Whether the last thing that happened is not in the record: some pursuer may have stood anywhere."""
    layout = walk.opening.table.layout
    if all(p[OVER] for p in walk.worlds) and not walk.ended_later:
        return False
    return not layout.pursuers_known or UNKNOWN in walk.p[layout.station + 1 : layout.station + layout.count]


def _open_ending(walk: Walk, claimed: str) -> Finding | None:
    """An ending with this winner that could not be decided, if there was one."""
    wanted = {ending.id for ending in walk.opening.table.endings.values() if (ending.winner or "draw") == claimed}
    found = (finding for (rule, _), (finding, _) in walk.findings.open_ones.items() if rule in wanted)
    return next(found, None)


def _place(walk: Walk) -> dict[str, object]:
    header = walk.transcript.header("result")
    assert header is not None
    return {
        "line": header.line,
        "column": header.column,
        "length": len(header.text),
        "round": 0,
        "piece": "",
        "clause": header.text,
    }
