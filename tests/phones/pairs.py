"""Two games that look the same to a seat, played on phones: every byte that this seat is sent is the same."""

from __future__ import annotations

from pathlib import Path

import alike
from test_live_secrecy import _plain

from adjudicator import Game
from adjudicator.record import transcript as r
from adjudicator.record import write
from adjudicator.record.lexicon import FUGITIVE
from adjudicator.table.prompts import Answer, Card, Choice, Entry
from adjudicator.table.screens import TABLE

from .driven import Phones, Served, Stream, begun, seated

SLIPS = {"red": "red taxi 1", TABLE: ""}  # what the one who looks types himself now and then
PULSE = b"3\r\n:\n\n\r\n"  # that the server is alive: 15 seconds after the last message
LEFT_OUT = ("result", "rules", "surfacings")


def pair(variant: str, seed: int, clauses: int) -> tuple[r.Transcript, r.Transcript, str] | None:
    """A game, another one that a seat cannot tell from it, and the seat: the pursuers, the table. None where there is none."""
    record = alike.begun(variant, seed, clauses)
    rulebook = alike.maker_of(variant).rulebook
    first = record.seats[1]  # a phone is a person's, who may hold several pieces
    seat, view = ((first.piece, first.person or first.piece), (TABLE, "detectives"))[seed % 2]
    twins = map(_as_played, alike.twins(record, rulebook, view))
    twin = next((one for one in twins if Game.of(one, rulebook).verdict.verdict == "legal"), None)
    return None if twin is None else (record, twin, seat)


def _as_played(record: r.Transcript) -> r.Transcript:
    """A game with nothing left out: what its pursuers did not do is not done, so an answer that hangs on it may be wrong."""
    kept = (item for item in record.items if not (isinstance(item, r.Header) and item.key == "record"))
    return r.Transcript(tuple(kept), record.fugitive, record.file)


def bytes_sent(folder: Path, record: r.Transcript, seat: str) -> bytes:
    """Play a record; everything that this seat was sent: events with their headers and sizes, and answers to what it said."""
    headers = write(r.Transcript(tuple(header for header in record.headers if header.key not in LEFT_OUT)))
    with Served(seated(begun(folder, headers, cards="type"))) as served:
        phones = served.phones()
        stream = Stream(served.port, phones.table.door.links.tokens[seat])
        stream.until(phones.stamp(seat))
        said = b"".join(_played(phones, record, seat, stream))
        stream.close()
    port = str(served.port).encode()
    return (stream.raw.replace(PULSE, b"") + said).replace(port, b"PORT")


def _played(phones: Phones, record: r.Transcript, seat: str, stream: Stream) -> list[bytes]:
    answers: list[bytes] = []
    seen = 0  # clauses that everybody saw: the other game may have had more or fewer that nobody did
    for clause in record.clauses:
        if phones.session.game.is_over:
            break
        _ended_turn(phones, clause)
        text = _plain(clause)
        phones.say(phones.speaker(text), text)
        _answered(phones, clause)
        before, seen = seen, len(phones.session.game.seen.record.clauses)
        if seen != before and seen % 3 == 1 and seat != TABLE:
            answers += [phones.post(seat, SLIPS.get(seat, f"{seat} taxi 1")), phones.post(seat, "where", "/ask")]
        stream.until(phones.stamp(seat))
    if isinstance(phones.session.prompt, Entry) and phones.session.game.game.may_end_turn:  # as a pursuer's unseen step would
        phones.say(phones.speaker(""), "done")
        stream.until(phones.stamp(seat))
    return answers


def _ended_turn(phones: Phones, clause: r.Clause) -> None:
    """Everybody who could still act says `done`, if the next clause is of the other side."""
    his_turn = isinstance(phones.session.prompt, Entry)
    if his_turn != (clause.piece == FUGITIVE) and phones.session.game.game.may_end_turn:
        phones.say(phones.speaker(""), "done")


def _answered(phones: Phones, clause: r.Clause) -> None:
    """A card that is drawn from the box, and what becomes of it; an answer that the board does not know."""
    acts = [part for part in clause.parts if isinstance(part, r.Act)]
    while isinstance(prompt := phones.session.prompt, Answer | Card | Choice):
        seat = next(one.name for one in phones.session.seats if phones.session.waits_for(one.name))
        text = acts[-1].answer if isinstance(prompt, Answer) else _plain(clause)
        phones.say(seat, text or "")
