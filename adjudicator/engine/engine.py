"""The front of the engine: a rulebook compiled for one table. Lists moves, judges steps, plays them, discloses, ends the game.

Nothing outside this package reads a position or knows a closure; other packages ask here, or one of these parts: `seating` (the
seats and the names used at the table), `ledger` (a position by name), `turns` (whose turn it is, and the one place where a turn
is closed), `refusals` (the reasons against a step), `taker` (plays written clauses quickly). The others are private.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache, partial
from typing import Any

from attrs import evolve

from adjudicator.board.model import Board
from adjudicator.engine.announced import Announced, announced
from adjudicator.engine.budget import MOST, Counting
from adjudicator.engine.effects import FIELDS, bits_of
from adjudicator.engine.expressions import Spot, step_of
from adjudicator.engine.layout import ENTRIES, OVER, Cells
from adjudicator.engine.ledger import Ledger
from adjudicator.engine.lines import Streets
from adjudicator.engine.lister import Lister
from adjudicator.engine.moves import Move
from adjudicator.engine.player import Player
from adjudicator.engine.points import Points, counted
from adjudicator.engine.refusals import Refusals
from adjudicator.engine.seating import FUGITIVE, Seat, Seating
from adjudicator.engine.statements import Ending
from adjudicator.engine.steps import Act, Clause, Ride, Step, act_text, move_of
from adjudicator.engine.table import Table
from adjudicator.engine.taking import RIDDEN, Taker
from adjudicator.engine.turns import Notes, Turns
from adjudicator.engine.unknown import Datum
from adjudicator.engine.weighing import Scales, Weighed
from adjudicator.language import tree as t
from adjudicator.rulebook.facts import OPEN, is_known
from adjudicator.rulebook.model import Action, Rule, Rulebook
from adjudicator.values import frozen

STATION, TICKET, MODE = FIELDS["station"], FIELDS["ticket"], FIELDS["mode"]  # fields of an entry, as bits of a sum


@frozen(eq=False, slots=False)
class Engine:
    """The engine of one table. `complete`: all data that the rules ask for are known. `endless`: play continues after the end
    of the game, for a table that did not notice it."""

    table: Table
    complete: bool = True
    endless: bool = False

    # -- its parts
    @property
    def seating(self) -> Seating:
        return self.table.seating

    @property
    def rulebook(self) -> Rulebook:
        return self.table.rulebook

    @property
    def board(self) -> Board:
        return self.table.board

    @cached_property
    def ledger(self) -> Ledger:
        return Ledger(self.table.layout)

    @cached_property
    def player(self) -> Player:
        return Player(self.table, self.complete, self.endless)

    @property
    def turns(self) -> Turns:
        return self.player.turns

    @cached_property
    def refusals(self) -> Refusals:
        return Refusals(self.player)

    @cached_property
    def lister(self) -> Lister:
        return Lister(self.player)

    @cached_property
    def hoping(self) -> Lister:
        """The lister of every move that is not surely illegal; if all data are known, of every legal move."""
        return self.lister if self.complete else Lister(self.player, hopeful=True)

    @cached_property
    def taker(self) -> Taker:
        return Taker(self.player, self.lister)

    def without_end(self) -> Engine:
        return evolve(self, endless=True)

    def question(self, most: int = MOST, spent: int = 0) -> Counting:
        """A `with` block in which listed choices of actions are limited to `most`, of which `spent` are used already. Raises
        TooMany."""
        return self.table.rules.budget.question(most, spent)

    def one_by_one(self, action: str, choices: Iterable[object]) -> Iterator[object]:
        """Yield these choices of an action, counting each as it is tried."""
        return self.table.rules.budget.one_by_one(action, choices)

    def work(self) -> Counting:
        """A `with` block in which the steps of all loops in rules are limited together. Raises TooMany."""
        return self.table.rules.budget.work()

    # -- what kind of table it is
    @cached_property
    def is_plain_alone(self) -> bool:
        """Whether all data are known and no rule of this table leaves out steps or makes announcements, so that a plain clause
        can be played without the judge. Entries may come to light later."""
        facts = self.rulebook.facts
        return self.complete and not (self.endless or facts.unseen or facts.announcements)

    @cached_property
    def is_plain(self) -> bool:
        """Whether a plain clause can be played without the judge where hidden play is followed, too: no entry comes to light
        later."""
        return self.is_plain_alone and not self.rulebook.facts.uncovers_by_itself

    # -- listing
    @cached_property
    def moves(self) -> Callable[[Cells], Sequence[Move]]:
        """Lists every legal move of a position, except losing ones; as `FirstEntries`, if these are too many. If data are
        unknown, the moves that are surely legal."""
        return self.lister.moves if self.complete else lambda p: self.weighed((p,)).legal

    def moves_in(self, worlds: Sequence[Cells]) -> Sequence[Move]:
        """Every move that is legal in at least one of these positions."""
        return self.lister.moves_in(worlds) if self.complete else self.weighed(worlds).legal

    def moves_of_turn(self, worlds: Sequence[Cells]) -> Sequence[Move]:
        """The same without moves that close the turn, which are most where it may end; on an unfinished board, with them."""
        return self.lister.moves_in(worlds, of_turn=True) if self.complete else self.weighed(worlds).legal

    def weighed(self, worlds: Sequence[Cells]) -> Weighed:
        """The surely legal and the undecided moves of these positions, if some data are unknown."""
        return self._weighings(tuple(map(tuple, worlds)))

    def open_steps(self, p: Cells) -> tuple[Move, ...]:
        """The next steps that cannot be decided because the board or the record lacks data."""
        return () if self.complete else self._scales.open_steps(p)

    @cached_property
    def _scales(self) -> Scales:
        return Scales(self.player, self.hoping, self.refusals)

    @cached_property
    def _weighings(self) -> Callable[[tuple[tuple[int, ...], ...]], Weighed]:
        return lru_cache(maxsize=8)(self._scales.weighed)  # a listing asks for the legal moves first, then for the others

    def losing(self, p: Cells, short: bool = False) -> tuple[Move, ...]:
        """Allowed moves that end the game at once, against the mover; with `short`, without turns of several entries."""
        with self.question():
            return tuple(dict.fromkeys(move_of(one, self.seating) for one in self.hoping.losing(p, short)))

    def losing_clauses(self, p: Cells) -> list[Clause]:
        """Allowed moves that end the game at once, against the mover, as clauses of steps."""
        return self.lister.losing(p)

    def losing_rides(self, p: Cells, piece: int) -> list[tuple[int, int, int]]:
        """The allowed rides of a piece by which it loses, each as (ticket, mode, station); ticket -1 if it rides free."""
        return self.lister.losing_rides(p, piece)

    def may_lose(self, piece: int) -> bool:
        """Whether some allowed ride of this piece may lose the game."""
        return self.player.may_lose(piece)

    def next_steps(self, p: Cells) -> tuple[Move, ...]:
        """The next steps of the side whose turn it is, each as short as it can be written: one entry, one action, or the first
        entry of a turn action."""
        return tuple(dict.fromkeys(self.lister.next_steps(p)))

    def rides(self, p: Cells, piece: int) -> list[tuple[int, int, int]]:
        """The legal rides of a piece from its station, in any turn, each as (ticket, mode, station); ticket -1 if it rides
        free."""
        return self.lister.rides(p, piece)

    def ridden(self, p: Cells, piece: int) -> Iterator[Move]:
        """The rides of `rides()` as `Move` values."""
        return (move_of(Clause(piece, (Ride(piece, *one),)), self.seating) for one in self.rides(p, piece))

    def lines(self, p: Cells, piece: int) -> list[tuple[int, int]]:
        """Every ride from where a piece stands that the board alone does not refuse: ticket (-1: free), station."""
        return self.lines_from(self.ledger.station(p, piece), piece)

    def lines_from(self, station: int, piece: int) -> list[tuple[int, int]]:
        """The rides from a station that the board alone does not refuse to a piece: ticket (-1: free), station."""
        rides = self.table.rules.rides[piece].lines.some[station] if station < self.seating.off else ()
        return [(ticket, to) for ticket, to, _ in rides]

    def stations_with(self, piece: int, mode: str) -> tuple[int, ...]:
        """The stations from which the rules let a piece ride by this mode."""
        every, code = self.table.rules.rides[piece].lines.some, self.seating.symbols[mode]
        return tuple(s for s in self.board.stations if any(m == code for _, _, ways in every[s] for m, _ in ways))

    def legal(self, action: Action, p: Cells, piece: int) -> list[tuple[object, ...]]:
        """Every tuple of choices with which a piece may take an action now."""
        return self.lister.legal(action, p, piece)

    def ways(self, p: Cells, action: Action) -> Iterator[str]:
        """Every clause by which some piece may take an action now, in notation."""
        for q in self.actors(action):
            for chosen in self.legal(action, p, q):
                yield f"{self.seating.seats[q].piece} {act_text(Act(q, action.id, chosen), self.seating)}"

    def actors(self, action: Action) -> tuple[int, ...]:
        """The pieces that the rules allow to take an action."""
        return self.table.actors(action)

    # -- playing
    @cached_property
    def play(self) -> Callable[[Cells, Move], Cells | None]:
        """The function that returns the position after a move that was listed in this one."""
        return self.taker.play

    def take(self, p: Cells, move: Move | str) -> Cells | None:
        """The position after a ride or a double, given as a listing writes it, if it is legal now. None means only that the
        judge must decide."""
        if not self.complete or self.endless:
            return None
        return self.taker.take(p, move) if isinstance(move, Move) else self.taker.claimed(p, move)

    def step(self, p: Cells, step: Step, notes: Notes | None = None, legal: bool = True) -> Cells:
        """The position after a step, before turns are closed. An illegal step is played, too, but cannot lose the game."""
        return self.player.step(p, step, notes, legal)

    @cached_property
    def ride(self) -> Callable[[Cells, Ride], Cells]:
        """The function that returns the position after a single ride and its consequences."""
        return self.player.ride

    @property
    def makers(self) -> list[Callable[[Cells, tuple[int, int, int]], None]]:
        """For each piece, the function that makes a ride (ticket, mode, station) in place, if all data are known."""
        return self.player.makers

    def may_enter(self, p: Cells, piece: int) -> bool:
        """Whether a piece may still move in this turn; for the fugitive, whether he may write an entry."""
        return self.player.may_enter(p, piece)

    def answered(self, p: Cells, move: Move) -> str:
        """The notation of a move with its true answers, if it gives any."""
        if not move.actions:
            return move.notation
        statements = [one for name in move.actions for one in self.rulebook.actions[name].rule.statements]
        if not any(isinstance(one, t.Answer) for one in statements):
            return move.notation
        clause, text, written = self.taker.clause(p, move), move.notation, 0
        for step in clause.steps if clause is not None else ():
            after = self.player.step(p, step)
            if isinstance(step, Act):
                answer, _ = self.refusals.answer(p if step.piece else after, step)
                if answer is not None:  # the same action may be written twice: look for each after the one before
                    said = act_text(step, self.seating)
                    head, rest = text[:written], text[written:].replace(said, f"{said} -> {answer}", 1)
                    text, written = head + rest, written + rest.find(f"{said} -> {answer}") + len(f"{said} -> {answer}")
            p = after
        return text

    def perft(self, p: Cells, depth: int) -> int:
        """The number of sequences of exactly `depth` legal moves."""
        return self.lister.perft(p, depth, self.play)

    # -- ends
    def ending(self, p: Cells) -> Ending | None:
        return self.player.ending(p)

    def final(self, p: Cells) -> Cells:
        """The position if nothing more is written: turns in which nothing compulsory is left are closed."""
        return self.player.final(p)

    def ends_with_round(self, p: Cells) -> bool:
        """Whether the game is over at the end of this round, if every piece has moved in it."""
        p = self.ledger.with_all_moved(p)
        self.turns.close(p)
        return bool(self.ledger.is_over(p))

    @property
    def endings(self) -> Mapping[int, Ending]:
        """Every way in which the game can end, by its code."""
        return self.table.endings

    def points(self, p: Cells) -> Points:
        """The points of every side and piece after this end of the game."""
        return counted(self.table, p, careful=not self.complete)

    def may(self, p: Cells, piece: int) -> int:
        """How often a piece may move in its turn."""
        return self.turns.may(p, piece)

    def must(self, p: Cells, piece: int) -> int:
        return self.turns.must(p, piece)

    def rule_about_moves(self, kind: type[t.MustMove] | type[t.MayMove], p: Cells, piece: int) -> Rule | None:
        """The rule by which a piece must or may move as often as it does now: the first with this number, since a later one
        with the same number changes nothing."""
        every = [(rule, one) for rule, one in self.rulebook.statements(kind) if isinstance(one, t.MustMove | t.MayMove)]
        own = [(rule, one) for rule, one in every if piece in self.seating.members(one.who)]
        spot, now = Spot(piece, written=True), self.must(p, piece) if kind is t.MustMove else self.may(p, piece)
        x = step_of(piece, self.ledger.station(p, piece), p[ENTRIES])
        holding = (rule for rule, one in own if int(self.table.value_of(one.times, spot)(p, x)) == now)
        return next(holding, None)

    def outcomes(self, p: Cells, step: Ride | Act) -> Iterator[Cells]:
        """The position after a step, and one more with the game over for each ending of which it is unknown whether it has
        come."""
        notes: Notes = []
        after = self.player.step(p, step, notes)
        yield after
        doubtful = {what[0] for kind, what in notes if kind == "open"}
        for code, ending in self.endings.items():
            if ending.id in doubtful and not after[OVER]:
                ended = after[:]
                ended[OVER] = code
                yield ended

    def ridden_anyway(self, p: Cells, piece: int, ticket: int, to: int) -> Cells:
        """The position after a ride to a station by an unknown line, whether or not the ride is possible."""
        return self.table.rules.ride(p, piece, ticket, -1, to)

    # -- disclosing
    def shown(self, p: Cells, events: Collection[str], ticket: int) -> int:
        """The fields of the last entry that the table sees, as a sum of bits."""
        return self.shown_at_once(p, events, ticket) | self.ledger.uncovered(p)

    def entered(self, p: Cells, move: Move) -> tuple[Cells, tuple[int, ...]] | None:
        """The position after a listed move of the fugitive, and the fields of each of its entries that the table sees at once;
        None if his turn may be more than its rides, so that only the judge can tell."""
        return self.taker.entered_by(p, move)

    def shown_at_once(self, p: Cells, events: Collection[str], ticket: int) -> int:
        """The fields of the last entry that the table sees when it is written, not those uncovered since, as a sum of bits."""
        return self.table.rules.shown(p, events, ticket)

    def shown_by(self, action: Action) -> int:
        """The fields of the last entry that an action makes public, as a sum of bits."""
        effects = [effect for one in action.rule.statements if isinstance(one, t.Then) for effect in one.effects]
        shows = [one for one in effects if isinstance(one, t.ShowLast) and one.audience in OPEN]
        return bits_of(tuple(name for one in shows for name in one.fields))

    def doubtful_shows(self, p: Cells, events: Collection[str], ticket: int) -> list[tuple[str, Datum]]:
        """The rules that leave open whether the last entry is seen because the board lacks data, each with that datum."""
        if self.complete:
            return []
        layout, here = self.table.layout, p[self.table.layout.station]
        mode, left = p[layout.last_line : layout.last_line + 2] if layout.last_line else (-1, here)
        x = [FUGITIVE, ticket, mode, left, here, (), here, p[ENTRIES], None]
        return list(self.table.rules.careful.doubts_shown(events, p, x))

    def told(self, step: Ride | Act) -> Iterator[str]:
        """The texts of `tell` statements for this kind of step of the fugitive, without hints, which are in `announced`."""
        events = set(RIDDEN) if isinstance(step, Ride) else {step.action}
        if isinstance(step, Act) and self.rulebook.actions[step.action].place == "instead of entry":
            events.add("entry")
        facts = self.rulebook.facts
        return (one.text for _, one in facts.tells if one.event in events and not facts.is_hint(one))

    def announced(self, p: Cells) -> tuple[Announced, ...]:
        """All announcements of rules up to this position."""
        cell = self.table.layout.announced
        return self._announced(p[cell]) if cell else ()

    @cached_property
    def _announced(self) -> Callable[[object], tuple[Announced, ...]]:
        return lru_cache(maxsize=4096)(partial(announced, seating=self.seating))  # the same few in thousands of worlds

    def ways_of(self, p: Cells, step: Ride) -> Iterator[Ride]:
        """A ride of the fugitive, once by each line that it may have taken."""
        lines = self.refusals.lines(step.piece, p[self.table.layout.station + step.piece], step.to)
        modes = list(dict.fromkeys(mode for mode, _ in lines))
        possible = self.refusals.possible
        for mode in modes:
            if len(modes) == 1 or possible(p, step.piece, step.ticket, mode, step.to) is not None:
                yield step._replace(mode=mode)

    # -- before the game
    def blank(self, stations: Mapping[str, int], hands: Mapping[str, int] | None = None) -> Cells:
        """The position before the game: pieces at their stations (0: unknown), supplies dealt, states at their first values."""
        return self.player.blank(stations, hands)

    def value(self, node: t.Expression, p: Cells) -> Any:
        """The value of an expression of the rule language before the game begins, such as an amount or a set of stations."""
        return self.table.value(node, p)

    def start_stations(self, rule: t.StartsOn, p: Cells) -> Sequence[int]:
        """The stations that a rule lets pieces start on; none if it does not name them."""
        return tuple(self.value(rule.stations, p)) if rule.stations is not None else ()

    def drawn(self, p: Cells, deck: str) -> list[tuple[int, ...]]:
        """The cards that can still be drawn from a deck."""
        return self.table.rules.tables.drawn(p, deck)

    @cached_property
    def asks_known_data(self) -> bool:
        """Whether this board has a known value for every attribute that the rules read, and all decks that they draw from."""
        facts = self.rulebook.facts
        known = all(is_known(self.board, name) for name in facts.attributes if name in self.board.attributes)
        return known and all(self.seating.cards(deck) is not None for deck in facts.draws)


def fields(shown: int) -> tuple[str, ...]:
    """The names of the fields in a sum of bits."""
    return tuple(name for name, bit in FIELDS.items() if shown & bit)


@lru_cache(maxsize=64)  # one that lists tens of thousands of moves keeps some fifty megabytes of them
def _table(rulebook: Rulebook, board: Board, seats: tuple[Seat, ...], pursuers_known: bool) -> Table:
    return Table(Seating(rulebook, board, seats, pursuers_known), _streets(rulebook, board))


@lru_cache(maxsize=16)
def _streets(rulebook: Rulebook, board: Board) -> Streets:
    return Streets()


@lru_cache(maxsize=64)
def _engine(table: Table, complete: bool) -> Engine:
    return Engine(table, complete)


def engine_for(seating: Seating, complete: bool = True) -> Engine:
    """The engine for these seats. It is compiled once for each seating, since a thousand games share a handful."""
    return _engine(_table(seating.rulebook, seating.board, seating.seats, seating.pursuers_known), complete)
