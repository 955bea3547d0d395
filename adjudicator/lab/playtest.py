"""The results of many games: how often each side wins, how long games last, what a rule changes in the same deals."""

from __future__ import annotations

from collections import Counter
from functools import cached_property
from statistics import median_low

from adjudicator.lab.figures import Figure, difference, mean, share
from adjudicator.lab.match import Match, Outcome
from adjudicator.values import frozen

WINNERS = ("fugitive", "pursuers", "draw")


@frozen(eq=False, slots=False)
class Played:
    """The games by one set of rules."""

    name: str
    match: Match
    outcomes: tuple[Outcome, ...]

    @property
    def games(self) -> int:
        return len(self.outcomes)

    @property
    def unfinished(self) -> int:
        """How many games were broken off, since nothing ended them."""
        return sum(not one.winner for one in self.outcomes)

    @property
    def idle(self) -> int:
        """How many games had no ride at all."""
        return sum(not one.rides for one in self.outcomes)

    def wins(self, winner: str) -> Figure:
        return share(sum(one.winner == winner for one in self.outcomes), self.games)

    @cached_property
    def winners(self) -> dict[str, Figure]:
        """How often each side wins; a draw only where there was one."""
        drawn = any(one.winner == "draw" for one in self.outcomes)
        return {winner: self.wins(winner) for winner in (WINNERS if drawn else WINNERS[:2])}

    @cached_property
    def rounds(self) -> Figure:
        return mean([float(one.round) for one in self.outcomes])

    @cached_property
    def survival(self) -> tuple[Figure, ...]:
        """For each round, how often the fugitive was not caught in it or before."""
        last = max((one.round for one in self.outcomes), default=0)
        lost = Counter(one.round for one in self.outcomes if one.winner == "pursuers")
        caught = [sum(lost[before] for before in range(1, number + 1)) for number in range(1, last + 1)]
        return tuple(share(self.games - one, self.games) for one in caught)

    @cached_property
    def possible(self) -> tuple[Figure, ...]:
        """For each round, on how many stations the pursuers thought he could be, in games that came to it."""
        last = max((len(one.possible) for one in self.outcomes), default=0)
        every = [[float(one.possible[at]) for one in self.outcomes if len(one.possible) > at] for at in range(last)]
        return tuple(mean(values) for values in every)

    @cached_property
    def endings(self) -> dict[str, Figure]:
        """How often the games ended in each way, the most frequent first."""
        found = Counter(one.by for one in self.outcomes if one.by)
        return {name: share(many, self.games) for name, many in sorted(found.items(), key=lambda one: (-one[1], one[0]))}

    @cached_property
    def captures(self) -> dict[int, int]:
        """The stations where he was when the pursuers won, and how often."""
        found = Counter(one.station for one in self.outcomes if one.winner == "pursuers" and one.station)
        return {station: many for station, many in sorted(found.items(), key=lambda one: (-one[1], one[0])) if station}

    @cached_property
    def tickets(self) -> dict[tuple[str, str], Figure]:
        """How many tickets of each kind a side used in a game."""
        kinds = sorted({(side, ticket) for one in self.outcomes for side, ticket, _ in one.tickets})
        used = [{(side, ticket): count for side, ticket, count in one.tickets} for one in self.outcomes]
        return {kind: mean([float(one.get(kind, 0)) for one in used]) for kind in kinds}


@frozen(eq=False, slots=False)
class Pair:
    """The same deals by two sets of rules."""

    before: Played
    after: Played

    @cached_property
    def both(self) -> list[tuple[Outcome, Outcome]]:
        return list(zip(self.before.outcomes, self.after.outcomes, strict=True))

    def wins(self, winner: str = "fugitive") -> Figure:
        """How much more often a side wins by the other rules."""
        gained = sum(one.winner != winner and other.winner == winner for one, other in self.both)
        lost = sum(one.winner == winner and other.winner != winner for one, other in self.both)
        return difference(gained, lost, len(self.both))

    @cached_property
    def rounds(self) -> Figure:
        return mean([float(other.round - one.round) for one, other in self.both])

    @cached_property
    def touched(self) -> Figure:
        """How many games went otherwise at all."""
        return share(sum(one.digest != other.digest for one, other in self.both), len(self.both))

    @cached_property
    def turned(self) -> Figure:
        """How many games somebody else won."""
        return share(sum(one.winner != other.winner for one, other in self.both), len(self.both))


@frozen
class Watch:
    """A game worth watching."""

    why: str
    name: str  # of its rules
    seed: int
    match: Match


@frozen(eq=False, slots=False)
class Playtest:
    """Everything that was played: the first rules, and others in the same deals."""

    played: tuple[Played, ...]
    asked: int  # games that were to be played by each

    @property
    def games(self) -> int:
        return self.played[0].games

    @property
    def seeds(self) -> tuple[int, int]:
        seeds = [one.seed for one in self.played[0].outcomes]
        return min(seeds), max(seeds)

    @cached_property
    def pairs(self) -> tuple[Pair, ...]:
        first, *others = self.played
        return tuple(Pair(first, one) for one in others)

    @cached_property
    def watch(self) -> tuple[Watch, ...]:
        """Three games: the median one, the one that the rule changed most, the shortest."""
        first, last = self.played[0], self.played[-1]
        by_length = sorted(first.outcomes, key=lambda one: (one.round, one.seed))
        middle = median_low([one.round for one in first.outcomes])
        median = next(one for one in by_length if one.round == middle)
        shortest = by_length[0]
        found = [_watch("a game of median length", first, median.seed)]
        if self.pairs:
            one, other = max(self.pairs[-1].both, key=_change)
            if one.digest != other.digest:
                found.append(_watch("the game that the rule changed most", last, one.seed))
        found.append(_watch("the shortest game", first, shortest.seed))
        return tuple(found)


def _watch(why: str, played: Played, seed: int) -> Watch:
    return Watch(why, played.name, seed, played.match)


def _change(both: tuple[Outcome, Outcome]) -> tuple[bool, int, bool, int]:
    """How much two games of one deal differ: in who wins, in rounds, or in what is played at all."""
    one, other = both
    return one.winner != other.winner, abs(one.round - other.round), one.digest != other.digest, -one.seed
