"""Taking back: a slip of the hand may be taken back until the next clause, a fact that became known may not.

What became known is found by looking twice with the eyes of the table: before the clause, and after it.
"""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.engine.compile import FIELDS
from adjudicator.judge.lexicon import FUGITIVE
from adjudicator.live.game import Game
from adjudicator.live.notes import is_taken_back, taken_back
from adjudicator.live.proposing import draws_card, judged
from adjudicator.live.stand import Stand
from adjudicator.live.table_view import TableView
from adjudicator.record import transcript as r
from adjudicator.record import write_clause
from adjudicator.values import frozen

FEW = 12  # stations that are named one by one


@frozen
class Undo:
    """The game without its last clause, and what the table knows that it did not know before."""

    before: Game
    clause: r.Clause
    known: tuple[str, ...]

    def done(self, game: Game) -> Game:
        """The game after taking back; the log notes it, unless the table never saw the clause."""
        parts = game.open_parts(self.clause)
        if not parts:
            return self.before
        return self.before.after(taken_back(_written(game), self.known))


def undo(game: Game) -> Undo | None:
    """What taking back the last clause would mean; None where there is none."""
    clause = game.last_clause
    if clause is None:
        return None
    before = game.without_last()
    return Undo(before, clause, tuple(_known(before, game, clause)))


def _written(game: Game) -> str:
    """The last open clause as the table saw it."""
    return write_clause(game.seen.transcript.clauses[-1])


def _known(before: Game, game: Game, clause: r.Clause) -> Iterator[str]:
    for part in clause.parts:
        if isinstance(part, r.Act) and game.is_open(clause.piece, part):
            if part.answer is not None:
                yield f"the answer to `{clause.piece} {part.form.written}`"
            if draws_card(part.form):
                yield "which card was turned over"
    yield from _shown(before, game)
    if clause.piece == FUGITIVE and game.open_parts(clause):
        yield from _betrayed(before, game)
    elif not game.is_over:
        gone = sorted(set(before.seen.possible) - set(game.seen.possible))
        if gone and not any(isinstance(part, r.Act) and part.answer is not None for part in clause.parts):
            yield f"that he is not on {', '.join(map(str, gone))}"
    if game.pending is not None:
        yield "which card was turned over"
    if game.is_over:
        yield "that the game is over"
    if any(map(is_taken_back, _later(game))):
        yield "a clause that had followed it"


def _betrayed(before: Game, game: Game) -> Iterator[str]:
    """What a ticket tells of the station where it was shown: whoever went by bus stood where a bus stops."""
    view, clause = before.seen, game.seen.transcript.clauses[-1]
    stands = {station: _standing(view, station) for station in view.possible}
    left = [
        at for at, stand in stands.items() if not any(one.verdict == "illegal" for one in judged(clause, stand, game.rulebook))
    ]
    if 0 < len(left) < len(stands):
        stations = f": {', '.join(map(str, left))}" if len(left) <= FEW else ""
        yield f"that he was on one of {len(left)} stations{stations}"


def _standing(view: TableView, station: int) -> Stand:
    """The stand in the worlds in which he is there."""
    worlds = tuple(p for p in view.worlds if p[view.stand.layout.station] == station)
    return Stand(view.stand.walk, worlds)


def _later(game: Game) -> tuple[r.Item, ...]:
    """What stands behind the last clause."""
    at = max(at for at, item in enumerate(game.items) if isinstance(item, r.Clause))
    return game.items[at + 1 :]


def _shown(before: Game, game: Game) -> Iterator[str]:
    known = {entry.number for entry in before.stand.walk.entries if entry.shown & FIELDS["station"]}
    for entry in game.stand.walk.entries:
        if entry.shown & FIELDS["station"] and entry.number not in known:
            yield f"where he was on entry {entry.number}"
