"""A written step as a step of the engine: names become pieces, tickets and stations; unknown parts stay open."""

from __future__ import annotations

from attrs import field

from adjudicator.engine import NONE, Act, Engine, Ride, Seating
from adjudicator.language import tree as t
from adjudicator.record import transcript as r
from adjudicator.values import frozen


@frozen
class Guess:
    """A ride as far as the record knows it; None for unknown parts."""

    ticket: int | None
    mode: int | None
    to: int | None


@frozen
class Unread:
    """A step with something unknown in it: a ride to be guessed, or an action with open choices."""

    guess: Guess | None = None
    act: Act | None = None
    unknown: set[int] = field(factory=set)


def read_step(part: r.Step, piece: int, engine: Engine) -> Ride | Act | Unread:
    if isinstance(part, r.Ride):
        return _ride(part, piece, engine.seating)
    assert isinstance(part, r.Act)
    return _act(part, piece, engine.seating)


def named_mode(part: r.Step, step: Ride) -> int | None:
    """The mode that a ride names: after its ticket, or alone if nothing is paid."""
    told = step.ticket < 0 or (isinstance(part, r.Ride) and part.mode is not None)
    return step.mode if told and step.mode >= 0 else None


def may_mean(part: r.Ride, step: Ride, seating: Seating) -> bool:
    """Whether a written ride may be this one."""
    told = _ride(part, step.piece, seating)
    guess = told.guess if isinstance(told, Unread) else Guess(told.ticket, named_mode(part, told), told.to)
    assert guess is not None
    known = ((guess.ticket, step.ticket), (guess.mode, step.mode), (guess.to, step.to))
    return all(said is None or said == real for said, real in known)


def _ride(part: r.Ride, piece: int, seating: Seating) -> Ride | Unread:
    """Free riders name the mode, others the ticket. A mode that is not a ticket is read as such, and judged later."""
    codes = seating.symbols
    mode = codes[part.mode] if part.mode else None
    if part.ticket is None or part.to is None:
        if seating.is_free(piece):
            return Unread(Guess(None, mode if mode is not None else codes.get(part.ticket or ""), part.to))
        ticket = None if part.ticket is None else codes.get(part.ticket, NONE)
        return Unread(Guess(ticket, mode, part.to))
    if seating.is_free(piece):
        return Ride(piece, NONE, mode if mode is not None else codes[part.ticket], part.to)
    ticket = codes[part.ticket] if part.ticket else NONE
    return Ride(piece, ticket, mode if mode is not None else NONE, part.to)


def _act(part: r.Act, piece: int, seating: Seating) -> Act | Unread:
    statements = seating.rulebook.actions[part.action].choices
    values: list[object] = []
    unknown: set[int] = set()
    for number, statement in enumerate(statements):
        given = part.values[number] if number < len(part.values) else None
        if given is None and part.failed:
            values.append(None)
        elif given is None:
            unknown.add(number)
            values.append(None)
        else:
            values.append(_value(statement, given, seating))
            if isinstance(statement, t.EachChoose) and _has_gaps(given):
                unknown.add(number)  # in addition to the known part
    act = Act(piece, part.action, tuple(values))
    return Unread(None, act, unknown) if unknown else act


def _has_gaps(given: r.Value) -> bool:
    return isinstance(given, tuple) and any(isinstance(pair, tuple) and pair[1] is None for pair in given)


def _value(statement: t.Choose | t.EachChoose | t.DrawCard, given: r.Value, seating: Seating) -> object:
    if isinstance(statement, t.EachChoose):
        assert isinstance(given, tuple)
        told = [pair for pair in given if isinstance(pair, tuple) and pair[1] is not None]
        if not _has_gaps(given):
            told = [pair for pair in told if pair[1] != r.NONE]  # if all is known, pieces that give nothing are not named
        return tuple(sorted((seating.pieces[name], NONE if value == r.NONE else _code(value, seating)) for name, value in told))
    return given if isinstance(given, tuple) else _code(given, seating)


def _code(value: object, seating: Seating) -> int:
    if isinstance(value, int):
        return value
    text = str(value)
    return seating.symbols.get(text, seating.pieces.get(text, NONE))


def writes(step: r.Step) -> bool:
    """Whether a step writes an entry, or counts as a move of a pursuer."""
    return isinstance(step, r.Ride | r.Unwritten) or (isinstance(step, r.Act) and step.form.place in ("turn", "entry"))


def takes_turn(step: r.Step) -> bool:
    """Whether a step belongs to a turn in which its piece must or may still move: it is a move or a pass."""
    return writes(step) or isinstance(step, r.Pass)


def hides(record: r.Transcript) -> bool:
    """Whether a record hides a station of the fugitive."""
    return any(clause.piece == record.fugitive and hides_entry(clause) for clause in record.clauses)


def hides_entry(clause: r.Clause) -> bool:
    """Whether a clause hides the destination of a ride."""
    return any(isinstance(part, r.Ride) and part.to is None for part in clause.parts)
