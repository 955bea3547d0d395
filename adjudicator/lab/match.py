"""One game between two players: a pure function of the rules, the players and a seed.

Each player sees the view of its side alone. The chance that it may use depends, in every decision, on the seed, the
round, the entry and the side: where the rules differ only later, two games with one seed are the same up to there.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from random import Random

from attrs import define, field

from adjudicator.engine import Move
from adjudicator.faults import Fault, Place, Refused
from adjudicator.game import Game
from adjudicator.judge.decision import Decision
from adjudicator.lab.players import Player, player
from adjudicator.record.lexicon import FUGITIVE
from adjudicator.values import frozen
from adjudicator.workshop.random_games import Maker

PURSUERS = "detectives"  # the seat that sees what every pursuer sees
MOST = 2_000  # decisions of a game: five times as many as the longest edition needs


@frozen
class Match:
    """A table to play at: a maker of games, and who plays the two sides, by name."""

    maker: Maker
    fugitive: str
    pursuers: str

    def play(self, seed: int) -> Outcome:
        """The game with this seed. Raises Refused where it cannot be dealt, or a player does not do its part."""
        sides = {"fugitive": player(self.fugitive), "pursuers": player(self.pursuers)}
        with _undisturbed():
            return _Watched(self, seed, sides).outcome()

    def text(self, seed: int) -> str:
        """The log of the game with this seed."""
        sides = {"fugitive": player(self.fugitive), "pursuers": player(self.pursuers)}
        with _undisturbed():
            return self.maker.text(seed, Choosing(seed, sides))


def match_of(maker: Maker, players: str) -> Match:
    """A match of players who are named: one for both sides, or the fugitive's and the pursuers'. Raises Refused where a name is
    not known."""
    names = [one.strip() for one in players.split(",")]
    if len(names) > 2:
        raise Refused([Fault("T110.two", Place("--players"), name=players, count=len(names))])
    for one in names:
        player(one)
    return Match(maker, names[0], names[-1])


@frozen
class Outcome:
    """What is kept of a game. `possible`: in each round, on how many stations the pursuers thought he could be when their turn
    began."""

    seed: int
    winner: str  # "fugitive", "pursuers", "draw", or nothing where it was broken off
    by: str
    round: int
    station: int | None  # where the fugitive was at the end
    possible: tuple[int, ...]
    tickets: tuple[tuple[str, str, int], ...]  # side, ticket, how many were used
    rides: int  # of both sides
    digest: str  # of everything that was played


@define
class Choosing:
    """Asks the player of the side whose turn it is."""

    seed: int
    players: dict[str, Player]
    asked: int = 0
    when: tuple[int, int, str] = (0, 0, "")
    possible: dict[int, int] = field(factory=dict)

    def __call__(self, game: Game, decision: Decision) -> Move | None:
        seat = FUGITIVE if decision.side == "fugitive" else PURSUERS
        view = game.seen_by(seat)
        when = (game.round, game.entries, decision.side)
        self.asked = self.asked + 1 if when == self.when else 0
        self.when = when
        luck = Random(f"{self.seed}/{when[0]}/{when[1]}/{seat}/{self.asked}")
        if decision.side == "pursuers" and game.round not in self.possible:
            self.possible[game.round] = len(view.where())
        offered = view.decision
        if offered is None or offered.side != decision.side:  # the side does not know that it can do something
            return possible(decision, None, luck)
        move = self._said(view, offered, luck)
        return possible(decision, move, luck)

    def _said(self, view: Game, offered: Decision, luck: Random) -> Move | None:
        """The choice of the player. Raises Refused for anything that is not an option."""
        own = self.players[offered.side]
        place = Place(f"seed {self.seed}")
        try:
            move = own.choose(view, luck)
        except Refused:
            raise
        except Exception as error:
            told = f"{type(error).__name__}: {error}"
            raise Refused([Fault("T111", place, side=offered.side, round=view.round, error=told)]) from error
        if move is None and not offered.may_end and offered.options:
            raise Refused([Fault("T111.turn", place, side=offered.side, round=view.round)])
        if move is not None and move not in offered.options:
            raise Refused([Fault("T111.move", place, side=offered.side, round=view.round, move=str(move))])
        return move


def possible(decision: Decision, move: Move | None, luck: Random) -> Move | None:
    """The move that a side wants, if the table allows it. Something hidden may forbid it, which its view did not show: then
    anything that is allowed."""
    fits = decision.may_end if move is None else move in decision.options
    return move if fits or not decision.options else luck.choice(decision.options)


@frozen(eq=False)
class _Watched:
    match: Match
    seed: int
    players: dict[str, Player]

    def outcome(self) -> Outcome:
        choosing = Choosing(self.seed, self.players)
        _, play = self.match.maker.played(self.seed, is_decided=True)
        used: dict[tuple[str, str], int] = {}
        rides = 0
        for number, (decision, move) in enumerate(play.steps(choosing), 1):
            for leg in move.legs if move is not None else ():
                rides += 1
                if leg.ticket:
                    used[decision.side, leg.ticket] = used.get((decision.side, leg.ticket), 0) + 1
            if number >= MOST:
                break
        game, said = play.game, "\n".join(f"{number} {'; '.join(one)}" for number, one in play.rounds.items())
        result = game.result
        last = max(choosing.possible, default=0)
        return Outcome(
            self.seed,
            result.winner if result else "",
            result.by if result else "",
            result.round if result else game.round,
            game.station(FUGITIVE),
            tuple(choosing.possible.get(number, 0) for number in range(1, last + 1)),
            tuple((side, ticket, count) for (side, ticket), count in sorted(used.items())),
            rides,
            sha256(f"{play.head.start}\n{said}".encode()).hexdigest()[:16],
        )


@contextmanager
def _undisturbed() -> Iterator[None]:
    """Nothing is searched for cycles while a game is played: it has hundreds of thousands of small values, all of them in use,
    and to go through them again and again takes nearly half of the time."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()
