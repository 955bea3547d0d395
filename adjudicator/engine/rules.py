"""The rules of a table as closures: legal rides, effects of a step, endings of the game, the visible fields of an entry.

Rules are read in one of three ways. Plainly: all data are known. Carefully (`data`): reading an unknown datum stops, so that
the judge can report it. Hopefully: a listing has every move that is not surely illegal. Effects are always plain.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from functools import cached_property, partial
from typing import Any

from attrs import evolve, field

from adjudicator.engine.actions import ActionRules, event_of
from adjudicator.engine.blocks import Heading
from adjudicator.engine.budget import Budget
from adjudicator.engine.cells import Key, cells_read, key_of
from adjudicator.engine.effects import Change, Effects, bits_of, done
from adjudicator.engine.expressions import (
    FRAME,
    FROM,
    NOBODY,
    PASSES,
    VARIABLES,
    YES,
    Constant,
    Expressions,
    Spot,
    Step,
    Value,
    step_of,
)  # fmt: skip
from adjudicator.engine.layout import DOING, ENTRIES, LEFT, Cells, Layout
from adjudicator.engine.lines import Lines, Streets
from adjudicator.engine.masks import Mask, Standing, union
from adjudicator.engine.once_each import OnceEach
from adjudicator.engine.profiles import Profile, Profiles, events_of_rides
from adjudicator.engine.rides import Rides
from adjudicator.engine.seating import FUGITIVE
from adjudicator.engine.statements import Ending, Statements
from adjudicator.engine.tables import Tables
from adjudicator.engine.unknown import ANSWERED, Data, Datum, Decided, Unknown, decide, outcome
from adjudicator.language import tree as t
from adjudicator.rulebook.facts import NOW, OPEN, Ability, Facts, Read, step, uncovers
from adjudicator.rulebook.loader import suspicion
from adjudicator.rulebook.model import Action
from adjudicator.values import frozen

Doubt = tuple[str, Datum]  # a rule, and the datum that it depends on
Ends = list[tuple[int, "Question"]]  # the number of each ending, and the question whether it has come
MANY = 20_000  # answers that are kept; beyond that all are dropped


@frozen(eq=False)
class Question:
    """A condition, with the cells and the fields of a step that it reads."""

    ask: Value
    key: Key | None  # None if it may read every cell
    step: tuple[int, ...]


@frozen(eq=False, slots=False)
class Rules:
    layout: Layout
    tables: Tables
    budget: Budget
    statements: Statements
    streets: Streets
    data: Data | None = None
    hopeful: bool = False
    plain_rules: Rules | None = None
    _kept: dict[tuple[Any, ...], Decided] = field(factory=dict, repr=False)

    @property
    def facts(self) -> Facts:
        return self.layout.rulebook.facts

    @property
    def plain(self) -> Rules:
        return self.plain_rules or self

    @cached_property
    def careful(self) -> Rules:
        return evolve(self, data=Data(self.layout, self.tables), plain_rules=self, kept={})

    @cached_property
    def hoping(self) -> Rules:
        """Careful rules for listing every move that is not surely illegal."""
        return evolve(self.careful, hopeful=True, kept={})

    # -- expressions
    @cached_property
    def values(self) -> Expressions:
        return Expressions(self.layout, self)

    @cached_property
    def effects(self) -> Effects:
        return Effects(self.layout, self.plain.values)

    def condition(self, node: t.Expression | None, spot: Spot) -> Value:
        with suspicion():
            return YES if node is None else self.values.of(node, spot)

    def refused(self, node: t.Expression | None, spot: Spot) -> Value:
        """A condition that refuses, as a listing tests it."""
        found = self.condition(node, spot)
        return self._wanted(found, sure=True) if self.hopeful else found

    def held(self, node: t.Expression, spot: Spot) -> Value:
        """A condition that must hold, as a listing tests it."""
        found = self.values.of(node, spot)
        return self._wanted(found, sure=False) if self.hopeful else found

    def _wanted(self, ask: Value, sure: bool) -> Value:
        """With `sure`, whether a condition surely holds; otherwise, whether it may hold."""
        if isinstance(ask, Constant):
            return ask
        budget, unwanted = self.budget, (False, None) if sure else (False,)
        return lambda p, x: decide(lambda p: ask(p, x), p, budget).answer not in unwanted

    # -- questions that may depend on unknown data
    def question(self, node: t.Expression | None, spot: Spot, piece: int = NOBODY) -> Question:
        reads = self.facts.reads(node)
        cells = cells_read(reads, self.layout, piece)
        names = sorted({VARIABLES[read.name] for read in reads if read.what == "step"})
        ask = self.condition(node, spot)
        return Question(ask, None if cells is None else key_of(cells), tuple(names))

    def decided(self, question: Question, p: Cells, x: Step) -> Decided:
        """The answer to a question, kept for all positions with the same values in the cells it reads: hundreds of worlds ask
        it, and differ only in the fugitive's station, which most rules do not read."""
        ask = question.ask
        try:
            return ANSWERED[bool(ask(p, x))]
        except Unknown:
            pass
        key = None
        if question.key is not None and len(x) <= FRAME:
            key = (question, question.key(p), *[x[at] for at in question.step])
            found = self._kept.get(key)
            if found is not None:
                return found
        left = self.budget.tries_left
        decision = decide(lambda p: ask(p, x), p, self.budget)
        if key is not None and (decision.answer is not None or left > MANY):
            if len(self._kept) > MANY:
                self._kept.clear()
            self._kept[key] = decision
        return decision

    # -- who can do something
    def able(self, ability: Ability) -> Callable[[Cells, int], bool]:
        """Tells whether a piece can move, under an ability (rules to ignore, now or ever); the fugitive also by an action
        instead of an entry."""
        return self._abilities[ability]  # type: ignore[no-any-return]

    @cached_property
    def _abilities(self) -> OnceEach:
        return OnceEach(self._able)

    def _able(self, ability: Ability) -> Callable[[Cells, int], bool]:
        rides, instead = self.of_each(ability), self._instead_of_entries

        def can(p: Cells, piece: int) -> bool:
            if piece < 0:
                return False
            return rides[piece](p) or (not piece and bool(instead) and any(legal(p, piece) for legal in instead))

        return can

    def of_each(self, ability: Ability) -> Mapping[int, Callable[[Cells], bool]]:
        """By piece: tells whether it can ride, under an ability (rules to ignore, now or ever)."""
        return self._of_each[ability]  # type: ignore[no-any-return]

    @cached_property
    def _of_each(self) -> OnceEach:
        return OnceEach(lambda ability: OnceEach(partial(self._ability, ability)))

    def _ability(self, ability: Ability, piece: int) -> Callable[[Cells], bool]:
        if ability == NOW and not any(one.waits for one in self.statements.refusals):
            rides = self.rides[piece]
            return rides.can if self.data is None else rides.can_at_all
        return Rides(self, piece, *ability, ability=True).can_at_all

    @cached_property
    def _instead_of_entries(self) -> list[Callable[[Cells, int], list[tuple[object, ...]]]]:
        actions = self.layout.rulebook.actions.values()
        return [self.action(one.id).legal for one in actions if one.place == "instead of entry"]

    def lists(self, action: str) -> Callable[[Cells, int], list[tuple[object, ...]]]:
        """The function that lists the choices of an action. It looks the action up when called, since rules may refer to each
        other."""
        return lambda p, q: self.action(action).legal(p, q)

    def action(self, name: str) -> ActionRules:
        return self._actions[name]  # type: ignore[no-any-return]

    @cached_property
    def _actions(self) -> OnceEach:
        return OnceEach(lambda name: ActionRules(self, self.layout.rulebook.actions[name]))

    # -- rides
    @cached_property
    def lines(self) -> list[Lines]:
        """The lines of each profile."""
        if self.plain_rules is not None:
            return self.plain_rules.lines
        return [self.streets.lines(self, profile) for profile in self.statements.profiles.every]

    @cached_property
    def rides(self) -> list[Rides]:
        """The rides of each piece."""
        return [Rides(self, piece) for piece in range(self.layout.seating.count)]

    def named(self, piece: int) -> Heading:
        name = self.layout.seating.seats[piece].piece
        return Heading(self.layout.seating, name, f"{name} ")

    @property
    def shift(self) -> int:
        """In masks, the offset of the bits for stations that rides pass, behind those for stations where they go."""
        return self.layout.seating.off + 1

    def standing(self, who: str) -> Mask:
        """The mask of the stations where these pieces are, one function for all uses."""
        found = self._masks.get(who)
        if found is None:
            members = self.layout.seating.members(who)
            found = self._masks[who] = self._standing(members)
        return found

    def _standing(self, members: tuple[int, ...]) -> Mask:
        stations = self.layout.seating.off + 1
        cells = [self.layout.station + q for q in members]
        if cells == list(range(cells[0], cells[-1] + 1)) if cells else False:
            return Standing(slice(cells[0], cells[-1] + 1), stations)
        return union([Standing(slice(cell, cell + 1), stations) for cell in cells])

    def set_in(self, cell: int) -> Mask:
        """The mask of the set of stations in a cell."""
        found = self._masks.get(cell)
        if found is None:
            found = self._masks[cell] = lambda p: p[cell]
        return found

    @cached_property
    def _masks(self) -> dict[object, Mask]:
        return {}

    # -- what a ride does
    def ride(self, p: Cells, q: int, ticket: int, mode: int, to: int) -> Cells:
        """The position after a ride: its payment, the move, and its consequences."""
        p = p[:]
        self.ridden[q](p, ticket, mode, to)
        return p

    @cached_property
    def ridden(self) -> list[Callable[[Cells, int, int, int], Step]]:
        """For each piece, the function that makes a ride in place and returns its step."""
        return [self._rider(q) if q else self._his_rider() for q in range(self.layout.seating.count)]

    def _rider(self, q: int) -> Callable[[Cells, int, int, int], Step]:
        pays, changes, needs_line = self._playing(q)
        station, moved, passes = self._station + q, self._moved + q, self.tables.passes

        def ride(p: Cells, ticket: int, mode: int, to: int) -> Step:
            left = p[station]
            x = [q, ticket, mode, left, to, passes.get((mode, left, to), ()) if needs_line else (), to, p[ENTRIES], None]
            if pays is not None:
                pays(p, x)
            p[station] = to
            p[moved] += 1
            for change in changes:
                change(p, x)
            return x

        return ride

    def _his_rider(self) -> Callable[[Cells, int, int, int], Step]:
        pays, changes, needs_line = self._playing(FUGITIVE)
        station, moved, passes, notes = self._station, self._moved, self.tables.passes, self.effects.notes_entries
        begins, rest = self.effects.reset("entry"), [*self.effects.arrive(), *changes, *self.entry_over]

        def ride(p: Cells, ticket: int, mode: int, to: int) -> Step:
            left = p[station]
            passed = passes.get((mode, left, to), ()) if needs_line else ()
            x = [FUGITIVE, ticket, mode, left, to, passed, to, p[ENTRIES] + 1, set() if notes else None]
            if pays is not None:
                pays(p, x)
            for change in begins:
                change(p, x)
            if p[LEFT]:
                p[LEFT] -= 1
            else:
                p[DOING] = 0
                p[moved] += 1
            for change in rest:
                change(p, x)
            return x

        return ride

    @cached_property
    def _station(self) -> int:
        return self.layout.station

    @cached_property
    def _moved(self) -> int:
        return self.layout.moved

    @cached_property
    def entry_over(self) -> list[Change]:
        """The changes that end an entry."""
        return self.effects.entry_over()

    def _playing(self, q: int) -> tuple[Change | None, list[Change], bool]:
        """The payment of a piece, the consequences of its rides, and whether these depend on the stations passed."""
        profiles = self.statements.profiles
        profile = profiles.every[profiles.of[q]]
        events = events_of_rides(profile)
        pays = [one for _, one in self.layout.rulebook.statements(t.Pay) if isinstance(one, t.Pay)]
        own = [one for one in pays if profiles.concerns(one.who, profile)]
        reactions, wins = self.statements.reactions_to(events, profile), self.statements.wins_after(events, profile)
        nodes: list[t.Node | None] = [*reactions, *(one for _, one in wins), *(one.when for one in own)]
        asked = frozenset[Read]().union(*map(self.facts.reads, nodes))
        payment = None if self.layout.seating.is_free(q) else self.effects.payment(own, Spot(q))
        return payment, self.effects.reactions(reactions, Spot(q, written=True)), Read("step", "passes") in asked

    @cached_property
    def lines_matter(self) -> bool:
        """Whether some consequence of a ride depends on its line."""
        nodes: list[t.Node] = []
        for profile in self.statements.profiles.every:
            events = events_of_rides(profile)
            nodes += self.statements.reactions_to(events, profile)
            nodes += [one for _, one in self.statements.wins_after(events, profile)]
        return bool(self.layout.last_line) or any(self.facts.reads(node) & step("mode", "passes") for node in nodes)

    def happens(self, p: Cells, q: int, event: str) -> None:
        """Apply the consequences when a piece sits out (`stay`), passes (`pass`) or gives up (`resign`)."""
        changes = self._happening[q, event]
        if changes:
            done(changes, p, step_of(q, p[self._station + q], p[ENTRIES]))

    @cached_property
    def _happening(self) -> OnceEach:
        return OnceEach(self._following)

    def _following(self, what: tuple[int, str]) -> list[Change]:
        q, event = what
        profiles = self.statements.profiles
        reactions = self.statements.reactions_to({event}, profiles.every[profiles.of[q]])
        return self.effects.reactions(reactions, Spot(q, written=True))

    # -- rounds and turns
    @cached_property
    def set_up(self) -> list[Change]:
        """The effects before the first round, except dealt cards."""
        found = [one for _, one in self.layout.rulebook.statements(t.On) if isinstance(one, t.On)]
        mine = [one for one in found if isinstance(one.moment, t.Event) and "set-up" in one.moment.names]
        return self.effects.reactions(mine, Spot(NOBODY, written=True))

    def at(self, edge: str, of: str, side: str) -> list[Change]:
        """The changes at the start or end of a round or turn: states are reset, and rules react."""
        effects, reactions = self.effects, self.statements.reactions_at(edge, of, side)
        found = effects.reset(of) if edge == "start" else []
        found += effects.reactions(reactions, Spot(NOBODY, written=True))
        if (edge, of) == ("end", "turn"):
            found += effects.reset("turn") + (effects.his_turn_over() if side == "fugitive" else [])
        return found

    def uncovers_at(self, edge: str, of: str, side: str) -> bool:
        """Whether some field of the last entry may become public at this moment."""
        return any(map(uncovers, self.statements.reactions_at(edge, of, side)))

    @cached_property
    def must(self) -> list[Value]:
        """For each piece, how often it must move in its turn."""
        return [self._often(q, t.MustMove, 0, t.MayPass) for q in range(self.layout.seating.count)]

    @cached_property
    def may(self) -> list[Value]:
        """For each piece, how often it may move in its turn."""
        return [self._often(q, t.MayMove, 1) for q in range(self.layout.seating.count)]

    def _often(
        self, q: int, kind: type[t.MustMove] | type[t.MayMove], default: int, unless: type[t.MayPass] | None = None
    ) -> Value:
        """The number from the last such statement about a piece; 0 while an `unless` statement frees it."""
        spot, members, book = Spot(q, written=True), self.layout.seating.members, self.layout.rulebook
        value: Value = Constant(default)
        for _, one in book.statements(kind):
            if isinstance(one, t.MustMove | t.MayMove) and q in members(one.who):
                value = self.values.of(one.times, spot)
        passes = [one for _, one in book.statements(unless) if isinstance(one, t.MayPass)] if unless else []
        free = [self.condition(one.when, spot) for one in passes if q in members(one.who)]
        if not free:
            return value
        often = value
        return lambda p, x: 0 if any(ask(p, x) for ask in free) else often(p, x)

    # -- ends
    def ends_of_ride(self, q: int) -> Ends:
        profile = self.statements.profiles.every[self.statements.profiles.of[q]]
        return self._ends(self.statements.wins_after(events_of_rides(profile), profile), q)

    def ends_of_resigning(self, q: int) -> Ends:
        profile = self.statements.profiles.every[self.statements.profiles.of[q]]
        return self._ends(self.statements.wins_after({"resign"}, profile), q)

    def ends_of_action(self, action: Action) -> Ends:
        return self._ends(self.statements.wins_after(event_of(action), self._takers(action)), None)

    def _takers(self, action: Action) -> Profile:
        return self.layout.seating.members(action.table.by) or (FUGITIVE,)

    def ends_at(self, edge: str, of: str, side: str) -> Ends:
        return self._ends(self.statements.wins_at(edge, of, side), NOBODY)

    def _ends(self, wins: list[tuple[Any, t.Wins]], piece: int | None) -> Ends:
        spot, numbers, asks = Spot(piece, written=True), self.statements.endings, NOBODY if piece is None else piece
        codes = [numbers[Ending(rule.id, one.side)] for rule, one in wins]
        return list(zip(codes, [self.question(one.when, spot, asks) for _, one in wins], strict=True))

    def losing(self, q: int) -> list[tuple[int, Value]]:
        """The endings by which a ride of a piece loses at once, each with its condition. Test them before the ride."""
        profile = self.statements.profiles.every[self.statements.profiles.of[q]]
        every = self.statements.of_rides(profile, losing=True)
        return [(self.statements.losing(one, q), self.condition(one.when, Spot(q))) for one in every]

    # -- what is shown
    def shown(self, p: Cells, events: Collection[str], ticket: int) -> int:
        """The fields of the last entry that the pursuers see when it is written, as a sum of bits. Hiding wins over showing."""
        here, line = p[self._station], self.layout.last_line
        x: Step = [FUGITIVE, ticket, -1, here, here, (), here, p[ENTRIES], None]
        if line:
            x[2], x[FROM] = p[line : line + 2]
            x[PASSES] = self.tables.passes.get((x[2], x[FROM], here), ())
        found = 0
        for event, ask, bits, shows in self._disclosures:
            if event in events and (shows or found & bits) and ask(p, x):
                found = found | bits if shows else found & ~bits
        return found

    @cached_property
    def _disclosures(self) -> list[tuple[str, Value, int, bool]]:
        found, spot = list[tuple[str, Value, int, bool]](), Spot(FUGITIVE, written=True, disclosed=True)
        for kind in (t.Show, t.Hide):
            for _, one in self.layout.rulebook.statements(kind):
                if isinstance(one, t.Show | t.Hide) and not (isinstance(one, t.Show) and one.audience not in OPEN):
                    found.append((one.event, self.plain.condition(one.when, spot), bits_of(one.fields), kind is t.Show))
        return found

    # -- doubts: consequences and disclosures that depend on unknown data. They are played as if the answer were no, and noted
    def doubts_after(self, events: Collection[str], p: Cells, x: Step) -> Iterator[Doubt]:
        """The doubts among the consequences of a step with one of these events."""
        for rule, one, ask in self._doubtful:
            if isinstance(one.moment, t.Event) and set(events) & set(one.moment.names):
                who = one.moment.who
                if not who or any(x[0] in self.layout.seating.members(name) for name in who):
                    yield from self._doubt(rule, ask, p, x)

    def doubts_at(self, edge: str, of: str, side: str, p: Cells) -> Iterator[Doubt]:
        """The doubts among the effects at the start or end of a round or turn."""
        for rule, one, ask in self._doubtful:
            if isinstance(one.moment, t.Moment) and (one.moment.edge, one.moment.of, one.moment.side) == (edge, of, side):
                yield from self._doubt(rule, ask, p, step_of())

    def doubts_shown(self, events: Collection[str], p: Cells, x: Step) -> Iterator[Doubt]:
        """The doubts about the fields that an entry shows."""
        for rule, one, ask in self._doubtful_shows:
            if one.event in events:
                yield from self._doubt(rule, ask, p, x)

    def _doubt(self, rule: str, ask: Value, p: Cells, x: Step) -> Iterator[Doubt]:
        datum = outcome(lambda p: ask(p, x[:]), p, self.budget)[1]
        if datum is not None:
            yield rule, datum

    @cached_property
    def _doubtful(self) -> list[tuple[str, t.On, Value]]:
        effects, spot, found = Effects(self.layout, self.values), Spot(written=True), []
        for rule, one in self.layout.rulebook.statements(t.On):
            if isinstance(one, t.On) and self._may_lack(one):
                found.append((rule.id, one, _copied(effects.reactions([one], spot))))
        return found

    @cached_property
    def _doubtful_shows(self) -> list[tuple[str, t.Show | t.Hide, Value]]:
        spot = Spot(FUGITIVE, written=True, disclosed=True)
        return [
            (rule.id, one, self.condition(one.when, spot))
            for rule, one in self.layout.rulebook.statements(t.Show, t.Hide)
            if isinstance(one, t.Show | t.Hide) and one.when is not None and self._may_lack(one)
        ]

    def _may_lack(self, one: t.On | t.Show | t.Hide) -> bool:
        """Whether a statement reads a datum that the board lacks, or a station, which the record may lack."""
        facts = self.facts
        return facts.asks_unknown(one, self.layout.board) or any(read.what == "station" for read in facts.reads(one))


def _copied(changes: list[Change]) -> Value:
    """The function that returns the position after these changes."""

    def ask(p: Cells, x: Step) -> list[int]:
        p = p.copy()
        done(changes, p, x)
        return list(p)

    return ask


def rules_of(layout: Layout, streets: Streets) -> Rules:
    """The rules of a table, read plainly."""
    statements = Statements(layout, Profiles(layout.seating))
    return Rules(layout, Tables(layout), Budget(layout.rulebook), statements, streets)
