"""What one seat is shown of a session, as plain data: everything that is sent to a phone, made from what its seat may know."""

from __future__ import annotations

from typing import Any

from attrs import asdict, evolve

from adjudicator.board.labels import Sign
from adjudicator.judge.lexicon import FUGITIVE
from adjudicator.picture.position import LIES, colours
from adjudicator.picture.stage import Stage
from adjudicator.record import write_clause
from adjudicator.record.transcript_writer import write_card
from adjudicator.table import announcements
from adjudicator.table.prompts import Answer, Card, Choice, Entry, Over, Prompt, Sure, TakeBack, Turn
from adjudicator.table.screens import TABLE
from adjudicator.table.session import Session
from adjudicator.table.table_screen import private_board, public_board

Data = dict[str, Any]


def seen_from(session: Session, seat: str) -> Data:
    """What a seat, or the table for those who only watch, is shown now."""
    is_seat = seat != TABLE
    return {
        "seat": seat,
        "person": session.seat(seat).person if is_seat else "",
        "pieces": list(session.seat(seat).held) if is_seat else [],
        "table": asdict(public_board(session.game)),
        "scene": _scene(session),
        "sheet": _sheet(session, seat),
        "prompt": _prompt(session, seat),
        "moves": list(session.moves(seat)) if is_seat else [],
        "result": announcements.result(session.game) if session.game.is_over else [],
    }


def stage(session: Session) -> Stage:
    """The board with everybody's piece, which is drawn once. It is the same for everybody."""
    game = session.game.game
    return Stage(game.engine.board, colours(game.seating), (), {"lying": Sign("", LIES, "square")})


def _scene(session: Session) -> Data:
    """What the table sees on the board; the fugitive's phone shows no more, since anybody may glance at it."""
    return {**stage(session).scene(session.game.seen.position()), "possible": [], "trail": []}


def _sheet(session: Session, seat: str) -> Data:
    """What one player alone may see."""
    if seat == TABLE or session.game.is_over:
        return {}
    facts = [list(private_board(session.game, piece).facts) for piece in session.seat(seat).held]
    return {"title": seat, "facts": [fact for some in facts for fact in some]}


def _prompt(session: Session, seat: str) -> Data:
    """What is asked. A question that stands open is shown to those whom it concerns; for all others it is whose turn it is."""
    if seat != TABLE and session.waits_for(seat):
        return {"yours": True, **_asked(session.prompt)}
    if session.asked is not None and seat != TABLE and session.concerns(seat):
        return {"yours": False, **_asked(session.asked)}
    return {"yours": False, **_public(evolve(session, asked=None))}


def _public(session: Session) -> Data:
    prompt = session.prompt
    if isinstance(prompt, Choice) and not session.game.is_open_draw(prompt.drawn):
        return {"kind": "entry"}
    return {"kind": "entry"} if isinstance(prompt, Entry) else _asked(prompt)


def _asked(prompt: Prompt) -> Data:
    match prompt:
        case Entry():
            return {"kind": "entry", "may_end": prompt.may_end, "inside": prompt.is_inside}
        case Turn():
            return {"kind": "turn", "due": list(prompt.due)}
        case Choice():
            by_fugitive = prompt.drawn.piece == FUGITIVE
            return {"kind": "choice", "card": write_card(prompt.drawn.card), "by_fugitive": by_fugitive}
        case Over():
            return {"kind": "over"}
        case Sure():
            votes = {"voters": list(prompt.voters), "agreed": list(prompt.agreed)}
            return {"kind": "sure", "why": prompt.why, "clause": prompt.text, **votes}
        case TakeBack():
            votes = {"voters": list(prompt.voters), "agreed": list(prompt.agreed)}
            return {"kind": "take-back", "clause": prompt.clause, "known": list(prompt.known), **votes}
        case Answer():
            return {"kind": "answer", "clause": write_clause(prompt.clause)}
        case Card():
            return {"kind": "card"}
