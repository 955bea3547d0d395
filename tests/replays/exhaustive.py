"""The best turn of the pursuers by trying all of them: every order, every ride, in every world. For small positions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import count as count_up
from random import Random

from attrs import evolve

from adjudicator.engine import Cells, Engine, Move
from adjudicator.game import Game, watched
from adjudicator.judge.log_file import Asked
from adjudicator.judge.moments import happened_in
from adjudicator.record import transcript as r
from adjudicator.record.lexicon import FUGITIVE
from adjudicator.workshop.random_games import maker

EDITIONS = ("classic", "1984", "2000", "2014", "2023", "beginners", "holmes-original", "holmes", "house-rules")
WORLDS, NODES = 8, 3_000
CLAUSES, OF_ONE_GAME = 40, 16  # the first clauses of a game, and how many positions are taken from it


def most_caught(known: Game) -> int | None:
    """On how many of the possible stations the best turn catches him; None where there are too many turns to try them all."""
    engine = known.engine
    start = tuple(tuple(world.cells) for world in known.worlds)
    best, seen, open_ones = 0, {start}, [start]
    while open_ones:
        if len(seen) > NODES:
            return None
        node = [list(cells) for cells in open_ones.pop()]
        best = max(best, _caught(engine, known, node))
        for move in _rides(engine, node):
            after = tuple(tuple(_played(engine, p, move)) for p in node)
            if after not in seen:
                seen.add(after)
                open_ones.append(after)
    return best


def _rides(engine: Engine, node: Sequence[Cells]) -> Iterator[Move]:
    """The next rides of pursuers in a world where the turn continues, one by one."""
    for p in node:
        if not engine.ledger.is_over(p) and engine.turns.side(p) == "pursuers":
            yield from (one for one in engine.moves(p) if one.piece != FUGITIVE and len(one.legs) == 1 and not one.actions)
            return


def _played(engine: Engine, p: Cells, move: Move) -> Cells:
    """A move in one world; where the game is over nothing more happens."""
    after = None if engine.ledger.is_over(p) else engine.play(p, move)
    return p if after is None else after


def _caught(engine: Engine, known: Game, node: Sequence[Cells]) -> int:
    """The stations on which he is caught in every world, if the turn ends here; nothing where it cannot end here."""
    won: dict[int, bool] = {}
    for world, p in zip(known.worlds, node, strict=True):
        if not engine.ledger.is_over(p) and engine.turns.side(p) == "pursuers" and not engine.turns.is_closable(p):
            return 0
        ending = engine.ending(engine.final(p))
        station = engine.ledger.station(world.cells, 0)
        won[station] = won.get(station, True) and ending is not None and ending.winner == "pursuers"
    return sum(won.values())


def small_positions(seed: int, count: int) -> Iterator[Game]:
    """Positions when the pursuers' turn begins, as the table knows them: games by chance, pieces moved close to where he can
    be, few tickets."""
    chance = Random(seed)
    for number in count_up(chance.randrange(1000)):
        book = maker(Asked(EDITIONS[number % len(EDITIONS)]))
        game = Game.of(book.game(chance.randrange(10_000)), book.rulebook)
        few = [known for known in _beginnings(game) if len(known.worlds) <= WORLDS]
        for known in chance.choices(few, k=OF_ONE_GAME) if few else ():  # one may come again: the pieces are put elsewhere
            yield _crowded(known, chance)
            count -= 1
            if not count:
                return


def _beginnings(game: Game) -> Iterator[Game]:
    """The first turns of the pursuers in a game, as the table knew it when each began."""
    clauses = [place for place, said in happened_in(game.record) if isinstance(said, r.Clause)]
    begun = Game.of(evolve(game.record, items=game.record.items[: clauses[: CLAUSES + 1][-1] + 1]), game.rules)
    for known in watched(begun.course(), "detectives"):
        last = known.record.clauses[-1:]
        if last and last[0].piece == FUGITIVE:
            found = known.where(known.pieces[1]).game
            if found.engine.complete and found.side == "pursuers" and not found.is_over:
                yield found


def _crowded(known: Game, chance: Random) -> Game:
    """The same with the pursuers around him, each with the tickets for few rides, and no more than three who have to move."""
    board, his = known.engine.board, known.possible_stations(FUGITIVE)
    near = {to for station in his for _, to, _ in board.lines_from(station)}
    near |= {to for station in list(near) for _, to, _ in board.lines_from(station)} if chance.random() < 0.5 else set()
    free = sorted(near - set(his))
    pieces = [piece for piece in known.pieces[1:] if known.station(piece) is not None]
    stations = dict(zip(pieces, chance.sample(free, min(len(free), len(pieces))), strict=False))
    payers = [piece for piece in stations if known.tickets(piece)]
    few = {piece: {kind: chance.randint(0, 1) for kind in known.tickets(piece)} for piece in payers}
    return known.supposing(stations=stations, tickets=few, excused=pieces[3:])
