"""A session as one seat sees it, as plain data: everything that is sent to a phone, made from what its seat may know.

Things have their ids here; `page_words` has their names. Values that grow or change by parts are mappings, so that only the
changed parts are sent.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from attrs import evolve

from adjudicator.game import Game
from adjudicator.judge.log_rows import log_rows
from adjudicator.picture.labels import Sign
from adjudicator.picture.position import HIS, LIES, PERHAPS, colours
from adjudicator.picture.stage import Stage
from adjudicator.record import transcript as r
from adjudicator.record import write_clause
from adjudicator.record.lexicon import FUGITIVE
from adjudicator.record.transcript_writer import write_card
from adjudicator.table import announcements
from adjudicator.table.cards import deck
from adjudicator.table.game_words import told_tickets
from adjudicator.table.prompts import Answer, Card, Choice, Entry, Over, Prompt, Sure, TakeBack, Turn
from adjudicator.table.screens import TABLE, PieceRow
from adjudicator.table.seats import Seat
from adjudicator.table.session import Session
from adjudicator.table.spoken_answer import choices
from adjudicator.table.table_screen import own_facts, public_board, surfaces_next
from adjudicator.web.spoken import said, spoken
from adjudicator.web.ways import packed

Data = dict[str, Any]
MAY_GO = "#0a8f5b"  # the colour of stations that a seat may move to
SIGNS = {
    "lying": Sign("", LIES, "square"),
    "possible": Sign("", PERHAPS),
    "legal": Sign("", MAY_GO, "ring"),
    "here": Sign("", HIS, "ring"),
}


def views(session: Session) -> dict[str, Data]:
    """The state for each seat, and for spectators of the table. Parts that are the same for all are computed once."""
    common = {
        "game": session.game.file,
        "table": _table(session),
        "scene": _scene(session),
        "result": spoken(announcements.result(session.game)) if session.game.is_over else [],
        "route": _route(session) if session.is_opened else [],
    }
    watching = {"seat": TABLE, "person": "", "pieces": [], "sheet": {}, "prompt": _prompt(session, TABLE), "ways": {}}
    return {**{seat.name: {**common, **_own(session, seat)} for seat in session.seats}, TABLE: {**common, **watching}}


def _own(session: Session, seat: Seat) -> Data:
    return {
        "seat": seat.name,
        "person": seat.person,
        "pieces": list(seat.held),
        "sheet": _sheet(session, seat),
        "prompt": _prompt(session, seat.name),
        "ways": packed(session.moves(seat.name)),
    }


def heard_by(session: Session, seat: str) -> list[Data]:
    """The messages for a seat since the previous version; `alone` if only this seat gets them."""
    heard = [one for one in session.messages if one.audience in (TABLE, seat)]
    return [{**said(one.words), **({"alone": True} if one.audience != TABLE else {})} for one in heard]


def stage(session: Session) -> Stage:
    """The board to draw, the colours of the pieces, and the fugitive's route once it is shown; the same for every seat."""
    game = session.game.game
    legs = tuple(dict.fromkeys(game.position().trail)) if session.is_opened else ()
    return Stage(game.engine.board, colours(game.seating), legs, SIGNS)


def _table(session: Session) -> Data:
    """The public part of the pieces and of the log."""
    board, seen = public_board(session.game), session.game.seen
    known = session.game.record if session.is_opened else seen.record
    surfacing = None if session.game.is_over else surfaces_next(seen)
    return {
        "round": board.round,
        "rounds": board.rounds,
        "side": "" if session.game.is_over else session.game.game.side,
        "pieces": {row.name: {**_piece(row, session), **_shown(row.name, session)} for row in board.pieces},
        "states": dict(board.states),
        "log": {str(row.number): [row.cover, row.station] for row in log_rows(known, {})},
        "entries": seen.entries,
        "surfacing": surfacing or 0,
    }


def _route(session: Session) -> list[list[str]]:
    """The fugitive's start, and each entry with its station, for after the game."""
    record = session.game.record
    start = next((str(one.at or "") for one in record.start if one.piece == FUGITIVE), "")
    return [["", start], *([row.cover, row.station] for row in log_rows(record, {}))]


def _piece(row: PieceRow, session: Session) -> Data:
    ids = {name: ticket for ticket, name in session.game.rules.called.items()}
    tickets = {ids[name]: count for name, count in row.tickets}
    return {"person": row.person, "role": row.role, "station": row.station, "tickets": tickets, "state": row.state}


def _shown(piece: str, session: Session) -> Data:
    """Where he is in truth, once his route is shown."""
    return {"station": str(session.game.game.station(FUGITIVE) or "?")} if session.is_opened and piece == FUGITIVE else {}


def _scene(session: Session) -> Data:
    """The board as the table sees it, with his possible stations as far as the table can know them; the same for every seat."""
    return {**stage(session).scene(session.game.seen.position()), "trail": []}


def _sheet(session: Session, seat: Seat) -> Data:
    """The facts for one player alone."""
    if session.game.is_over:
        return {}
    facts = [[said(name), text] for piece in seat.held for name, text in own_facts(session.game, piece)]
    return {**(_his(session) if seat.name == FUGITIVE else {}), "facts": facts}


def _his(session: Session) -> Data:
    """The fugitive's true station and tickets."""
    held = told_tickets(session.game.game, FUGITIVE)
    return {"at": session.game.game.station(FUGITIVE), "tickets": {kind: count for kind, count in held.items() if count != "0"}}


# --- what is asked


def _prompt(session: Session, seat: str) -> Data:
    """The question for a seat. Seats that an open question does not concern see whose turn it is."""
    if seat != TABLE and session.waits_for(seat):
        return {"yours": True, **_asked(session.prompt, seat), **_choices(session.prompt, session.game.game)}
    if session.asked is not None and seat != TABLE and session.concerns(seat):
        return {"yours": False, **_asked(session.asked, seat)}
    return {"yours": False, **_public(evolve(session, asked=None))}


def _choices(prompt: Prompt, game: Game) -> Data:
    """The answers that can be tapped; others are typed."""
    found: Sequence[str] = ()
    if isinstance(prompt, Answer):
        found = choices(prompt.clause, game)
    if isinstance(prompt, Card):
        act = prompt.clause.parts[-1]
        found = (
            [write_card(card) for card in deck(game, prompt.clause.piece, act.action) or ()] if isinstance(act, r.Act) else ()
        )
    return {"choices": list(found)} if found else {}


def _public(session: Session) -> Data:
    prompt = session.prompt
    if isinstance(prompt, Choice) and not session.game.is_open_draw(prompt.drawn):
        return {"kind": "entry"}
    return {"kind": "entry"} if isinstance(prompt, Entry) else _asked(prompt, TABLE)


def _asked(prompt: Prompt, seat: str) -> Data:
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
            return {"kind": "sure", "why": prompt.why, "clause": said(prompt.text_for(seat)), **votes}
        case TakeBack():
            votes = {"voters": list(prompt.voters), "agreed": list(prompt.agreed)}
            return {"kind": "take-back", "clause": said(prompt.clause), "known": spoken(prompt.known), **votes}
        case Answer():
            return {"kind": "answer", "clause": said(write_clause(prompt.clause))}
        case Card():
            return {"kind": "card"}
