"""A step of a replay and the same moment by the commands: they have to say the same."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from adjudicator.game import Game
from adjudicator.judge.moments import Moment, cut, happened_in, next_to_act, numbered
from adjudicator.judge.verdict import Verdict
from adjudicator.replay.telling import Telling

PARTS = ("pieces", "possible", "lying", "trail", "log", "hands", "states")  # of a position


def addressable(telling: Telling) -> dict[int, str]:
    """Steps whose moment `--at` can name: the next clause is the first of its piece in its round."""
    record, seen = telling.game.record, set[tuple[int, str]]()
    steps = {place: step for step, (place, _) in enumerate(happened_in(record))}
    found: dict[int, str] = {}
    for place, number, clause in numbered(record):
        if (number, clause.piece) not in seen:
            found[steps[place]] = f"{number}.{clause.piece}"
        seen.add((number, clause.piece))
    return found


def differences(telling: Telling, count: int, chance: Random) -> Iterator[str]:
    """What some steps say otherwise than `where` and `draw` for their moment; a verdict that is not that of `check`; and
    findings that stand at no step."""
    moments = addressable(telling)
    for step in chance.sample(sorted(moments), min(count, len(moments))):
        yield from (f"step {step}, {moments[step]}: {what}" for what in _at(telling, step, moments[step]))
    ours, theirs = _said(telling.verdict), _said(telling.game.verdict)
    if ours != theirs:
        yield f"the verdict {ours}, and by `check` {theirs}"
    for layer, verdict in (("seen", telling.seen), ("truth", telling.truth)):
        if verdict is not None:
            told = [one for step in telling.steps for one in getattr(step, layer).findings]
            missing = [one for one in verdict.findings if one not in told and one.line]
            yield from (f"{layer}: no step has the finding `{one.message}`" for one in missing)
            yield from (f"{layer}: nobody found `{one.message}`" for one in told if one not in verdict.findings)


def _said(verdict: Verdict) -> tuple[object, ...]:
    """The contents of a verdict; places are those of the text that it was given on."""
    findings = sorted((one.verdict, one.rule, one.message, one.help, one.round) for one in verdict.findings)
    return verdict.verdict, verdict.result, findings, [one.message for one in verdict.notices]


def _at(telling: Telling, number: int, at: str) -> Iterator[str]:
    """The same moment by `draw --at` and `where --at`: for the seat whose view this is, or for the table, and in truth."""
    step, (round_number, _, piece) = telling.steps[number], at.partition(".")
    truth = Game.of(cut(telling.game.record, Moment(int(round_number), piece), telling.game.rules), telling.game.rules)
    seat = telling.seat or ("detectives" if telling.truth else "")
    where = (truth.seen_by(seat, goes_on=True) if seat else truth).where(next_to_act(at))
    if where.stations != step.possible:
        yield f"possible {step.possible}, and by `where` {where.stations}"
    for told, drawn in ((step.seen, where.game), (step.truth, truth)):
        if told is not None:
            pairs = ((part, getattr(told.position, part), getattr(drawn.position(telling.seat), part)) for part in PARTS)
            yield from (f"{part}: {ours}, and by `draw` {theirs}" for part, ours, theirs in pairs if ours != theirs)
