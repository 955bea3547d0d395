"""Takes clauses back: a slip may be taken back until the next clause, unless the table has learned something from it.

New public knowledge is found by comparing the table's view before and after the clause.
"""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.engine import FUGITIVE as FIRST
from adjudicator.engine import STATION
from adjudicator.game import Game
from adjudicator.record import transcript as r
from adjudicator.record import write_clause
from adjudicator.record.lexicon import FUGITIVE
from adjudicator.table.proposal import draws_card, objections
from adjudicator.table.sentences import Sentence, sentence
from adjudicator.table.table_game import TableGame
from adjudicator.values import frozen

FEW = 12  # stations that are listed one by one


@frozen
class Undo:
    """The game without its last clause, and the knowledge that the table gained by it."""

    before: TableGame
    clause: r.Clause
    known: tuple[Sentence, ...]
    lost: tuple[r.Clause, ...] = ()  # hidden clauses of others since then

    def done(self, game: TableGame) -> TableGame:
        """The game after taking back; the log has a remark, unless the table never saw the clause."""
        if not game.open_parts(self.clause):
            return self.before
        knew = f"; the table knew {'; '.join(map(str, self.known))}" if self.known else ""
        remark = r.Comment(f" taken back: {_written(game)}{knew}", indented=True)
        return self.before.after(r.Withdrawal(self.clause.piece, bool(self.known)), remark)


def undo(game: TableGame, is_his: bool = False) -> Undo | None:
    """The effect of taking back the last clause that the table knows of, or with `is_his` the fugitive; None if there is none.

    Hidden clauses after it are taken back too: if they prevented it, everybody would learn that they exist.
    """
    before = game
    lost: list[r.Clause] = []
    while (clause := before.last_clause) is not None:
        before = before.without_last()
        if game.open_parts(clause) or (is_his and clause.piece == FUGITIVE):
            return Undo(before, clause, tuple(_known(before, game, clause)), tuple(lost))
        lost.append(clause)
    return None


def _written(game: TableGame) -> str:
    """The last open clause as the table saw it."""
    return write_clause(game.seen.record.clauses[-1])


def _known(before: TableGame, game: TableGame, clause: r.Clause) -> Iterator[Sentence]:
    for part in clause.parts:
        if isinstance(part, r.Act) and game.is_open(clause.piece, part):
            if part.answer is not None:
                yield sentence("known-answer", clause=f"{clause.piece} {part.form.written}")
            if draws_card(part.form):
                yield sentence("known-card")
    yield from _shown(before, game)
    if clause.piece == FUGITIVE and game.open_parts(clause):
        yield from _betrayed(before, game)
    elif not game.is_over:
        gone = sorted(set(before.seen.possible_stations(FUGITIVE)) - set(game.seen.possible_stations(FUGITIVE)))
        if gone and not any(isinstance(part, r.Act) and part.answer is not None for part in clause.parts):
            yield sentence("known-not-on", stations=", ".join(map(str, gone)))
    if game.pending is not None:
        yield sentence("known-card")
    if game.is_over:
        yield sentence("known-over")
    if any(isinstance(item, r.Withdrawal) for item in _later(game)):
        yield sentence("known-next")


def _betrayed(before: TableGame, game: TableGame) -> Iterator[Sentence]:
    """Conclusions from a ticket about the fugitive's station: a bus ticket shows that a bus stops there."""
    view, clause = before.seen, game.seen.record.clauses[-1]
    possible = view.possible_stations(FUGITIVE)
    against = {station: objections(clause, _there(view, station)) for station in possible}
    left = [station for station, every in against.items() if not any(one.verdict == "illegal" for one in every)]
    if 0 < len(left) < len(possible):
        kind = "known-stations" if len(left) <= FEW else "known-one-of"
        yield sentence(kind, n=len(left), stations=", ".join(map(str, left)))


def _there(view: Game, station: int) -> Game:
    """The game with the fugitive at this station, one of the possible ones."""
    where = view.engine.ledger.station
    return view.among(world for world in view.worlds if where(world.cells, FIRST) == station)


def _later(game: TableGame) -> tuple[r.Item, ...]:
    """The items after the last clause."""
    at = max(at for at, item in enumerate(game.items) if isinstance(item, r.Clause))
    return game.items[at + 1 :]


def _shown(before: TableGame, game: TableGame) -> Iterator[Sentence]:
    known = {entry.number for entry in before.game.walk.end.entries if entry.shown & STATION}
    for entry in game.game.walk.end.entries:
        if entry.shown & STATION and entry.number not in known:
            yield sentence("known-entry", n=entry.number)
