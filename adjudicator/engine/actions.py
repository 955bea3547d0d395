"""Actions: their legal choices, their effects and their answers.

The choices of an action are one tuple, in the order of its `choose`, `draw` and `for each … choose`. A card is the tuple of its
stations; a choice for each piece is a tuple of (piece, value); a choice that failed is None.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from typing import TYPE_CHECKING, Any

from adjudicator.engine.effects import Change, done
from adjudicator.engine.expressions import FROM, KEPT, Constant, Spot, Step, Value, room
from adjudicator.engine.layout import DOING, ENTRIES, LEFT, NONE, UNKNOWN, Cells
from adjudicator.engine.tables import writable
from adjudicator.engine.unknown import on_record, set_on_record
from adjudicator.language import tree as t
from adjudicator.rulebook.facts import Read, is_known
from adjudicator.rulebook.model import Action
from adjudicator.values import frozen

if TYPE_CHECKING:
    from adjudicator.engine.rules import Rules

Choices = tuple[object, ...]
Chooses = t.Choose | t.EachChoose | t.DrawCard
HERE, ENTRY = Read("step", "here"), Read("step", "entry")
COUNTS = ("uses", "fails", "round", "entries")


@frozen(eq=False, slots=False)
class ActionRules:
    """One action under rules that are read plainly, carefully or hopefully."""

    rules: Rules
    action: Action

    @cached_property
    def _places(self) -> tuple[Spot, list[int]]:
        """The spot after all choices are made, and the place of each choice in the step."""
        spot, places = Spot(written=is_written(self.action)), []
        for one in self.action.choices:
            spot, place = spot.having(_variable(one))
            places.append(place)
        return spot, places

    def _step(self, p: Cells, q: int) -> Step:
        here = p[self._station + q]
        return [q, -1, -1, here, here, (), here, p[ENTRIES] + self._ahead, None]

    def made(self, p: Cells, q: int, choices: Choices) -> Step:
        """The step of a piece that takes the action with these choices."""
        x, (_, places) = self._step(p, q), self._places
        for place, choice in zip(places, choices, strict=False):
            room(x, place)
            x[place] = choice
        return x

    # -- listing
    def legal(self, p: Cells, q: int) -> list[Choices]:
        """Every tuple of choices that is legal in position `p` for piece `q`."""
        here = p[self._station + q]
        if here == self._off:  # it has left the board
            return []
        x = [q, -1, -1, here, here, (), here, p[ENTRIES] + self._ahead, None]
        for pieces, refused in self._refusals:
            if (pieces is None or q in pieces) and refused(p, x):
                return []
        found: list[Choices] = []
        self._choose(0, p, x, (), found)
        return self.rules.budget.counted(self.action.id, found) if found and self.action.choices else found

    @cached_property
    def _station(self) -> int:
        return self.rules.layout.station

    @cached_property
    def _off(self) -> int:
        return self.rules.layout.seating.off

    @cached_property
    def _ahead(self) -> int:
        """The distance from the last entry in the log to the entry that the action is about: 0 or 1."""
        return 0 if is_written(self.action) else 1

    @cached_property
    def _refusals(self) -> list[tuple[tuple[int, ...] | None, Value]]:
        members, spot = self.rules.layout.seating.members, Spot(written=is_written(self.action))
        found = []
        for one in self.rules.statements.of_action(self.action):
            who = one.statement.event.who
            pieces = tuple(q for name in who for q in members(name)) if who else None
            found.append((pieces, self.rules.refused(one.when, spot)))
        return found

    def _choose(self, number: int, p: Cells, x: Step, made: Choices, found: list[Choices]) -> None:
        """Add to `found` every tuple of legal choices that begins with `made`, going on with the statement at `number`."""
        script = self._script
        while number < len(script):
            place, ask = script[number]
            number += 1
            if place is None:
                if not ask(p, x):
                    return
                continue
            room(x, place)
            for value in ask(p, x):
                x[place] = value
                self._choose(number, p, x, (*made, value), found)
            return
        found.append(made)

    @cached_property
    def _script(self) -> list[tuple[int | None, Value]]:
        """The requirements of the action, each with None, and its choices with their places in the step, in their order."""
        spot, found = self._places[0], list[tuple[int | None, Value]]()
        places = iter(self._places[1])
        for one in self.action.rule.statements:
            if isinstance(one, t.Require):
                found.append((None, self.rules.held(one.condition, spot)))
            elif isinstance(one, Chooses):
                found.append((place := next(places), self._options(one, place, spot)))
        return found

    def _options(self, one: Chooses, place: int, spot: Spot) -> Value:
        match one:
            case t.Choose(_, group, where, _, may_fail):
                among, is_there = self._among(group, spot), self._is_there(group)
                held = None if where is None else self.rules.held(where, spot)

                def options(p: Cells, x: Step) -> list[Any]:
                    found = []
                    for item in dict.fromkeys(among(p, x)):
                        x[place] = item
                        if is_there(x[place]) and (held is None or held(p, x)):
                            found.append(x[place])
                    return found or ([None] if may_fail else [])

                return options
            case t.DrawCard(_, deck):
                drawn = self.rules.tables.drawn
                return lambda p, x: drawn(p, deck)
            case t.EachChoose():
                of_each, name, offered = self.rules.budget.of_each, self.action.id, self._offered(one, spot, self.rules.held)
                return lambda p, x: of_each(name, [[(q, value) for value in some] for q, some in offered(p, x).items()])

    def _offered(self, one: t.EachChoose, spot: Spot, held: Callable[[t.Expression, Spot], Value]) -> Value:
        """For a position and a step: the possible choices for each piece."""
        inner, who = spot.having(one.variable)
        chosen, what = inner.having(one.choose.variable)
        group, among = self.rules.values.group(one.group, spot), self._among(one.choose.group, inner)
        where = None if one.where is None else held(one.where, inner)
        fits = None if one.choose.where is None else held(one.choose.where, chosen)

        def offered(p: Cells, x: Step) -> dict[int, list[Any]]:
            room(x, what)
            found: dict[int, list[Any]] = {}
            for item in group(p, x):
                x[who] = item
                if where is None or where(p, x):
                    some = found[x[who]] = []
                    for item in among(p, x):
                        x[what] = item
                        if fits is None or fits(p, x):
                            some.append(x[what])
            return found

        return offered

    def _among(self, group: t.Expression, spot: Spot) -> Value:
        """The values that a choice is made from. Computed numbers are limited to those that a record can have; a hopeful
        listing leaves out values that the record does not show."""
        values, kind = self.rules.values, self.rules.layout.rulebook.types.get(id(group))
        found = values.group(group, spot)
        if self.rules.hopeful:
            items = [values.of(item, spot) for item in group.items] if isinstance(group, t.SetOf) else []
            found = _known_items(items) if items else _known_set(found)
        is_worked_out = isinstance(group, t.SetOf) and not all(isinstance(one, t.Number) for one in group.items)
        if not (is_worked_out and kind is not None and kind.one.kind == "number"):
            return found
        numbers = found
        return lambda p, x: writable(numbers(p, x))

    def _is_there(self, group: t.Expression) -> Callable[[Any], bool]:
        """For a set of listed items: the test that excludes `none` and stations that the record does not show."""
        items = group.items if isinstance(group, t.SetOf) else ()
        kinds = [self.rules.layout.rulebook.types.get(id(item)) for item in items]
        if any(kind is not None and kind.kind == "station" for kind in kinds):
            return lambda value: value > UNKNOWN
        may_be_none = any(kind is None or kind.optional or kind.kind == "ticket" for kind in kinds)  # of an entry yet to come
        return (lambda value: value != NONE) if may_be_none else (lambda value: True)

    # -- doing: always plainly
    def do(self, p: Cells, q: int, choices: Choices) -> Cells:
        """The position after the action. An action instead of an entry also writes the entry, unless it failed."""
        layout, enters = self.rules.layout, self.action.place == "instead of entry"
        x = self.made(p, q, choices)
        left = x[FROM]
        p = p[:]
        kept = set[int]() if enters else None
        x[KEPT] = kept
        done(self._begins, p, x)
        for number, one in enumerate(self.action.choices):
            if isinstance(one, t.DrawCard):
                self.rules.tables.discard(p, one.deck, choices[number])  # type: ignore[arg-type]
        if self._may_fail and None in choices:
            done(self._failed, p, x)
            return p
        for count, changes in self._effects:
            done(changes, p, x)
            if count:
                p[LEFT], p[DOING] = count, self._number
                p[layout.moved + q] += 1
        if enters:
            if p[LEFT]:
                p[LEFT] -= 1
            else:
                p[layout.moved + q] += 1
        here = p[layout.station + q]
        after = [q, -1, -1, left, here, (), here, p[ENTRIES], kept]
        done(self._reactions[q], p, after)
        if enters:
            done(self.rules.entry_over, p, after)
        return p

    @cached_property
    def _number(self) -> int:
        return list(self.rules.layout.rulebook.actions).index(self.action.id) + 1

    @cached_property
    def _begins(self) -> list[Change]:
        effects = self.rules.effects
        ends = effects.reset("entry") if self.action.place == "instead of entry" else []
        return [*ends, *effects.count("uses", self.action.id)]

    @cached_property
    def _may_fail(self) -> bool:
        return any(isinstance(one, t.Choose) and one.may_fail for one in self.action.choices)

    @cached_property
    def _failed(self) -> list[Change]:
        return self.rules.effects.count("fails", self.action.id)

    @cached_property
    def _effects(self) -> list[tuple[int, list[Change]]]:
        """The effects of the action: for each statement, the number of entries that it gives and the changes that it makes."""
        found = list[tuple[int, list[Change]]]()
        for one in self.action.rule.statements:
            if isinstance(one, t.Then):
                found.append((0, self.rules.effects.of(one.effects, self._places[0])))
            elif isinstance(one, t.Entries):
                found.append((one.count, []))
        return found

    @cached_property
    def _reactions(self) -> dict[int, list[Change]]:
        """For each piece, the reactions of other rules to this action. They run after its own effects, so the fugitive may be
        elsewhere by then, but no line was ridden."""
        events, members = event_of(self.action), self.rules.layout.seating.members(self.action.table.by)
        statements, effects = self.rules.statements, self.rules.effects
        profiles = statements.profiles
        return {
            q: effects.reactions(statements.reactions_to(events, profiles.every[profiles.of[q]]), Spot(q, written=True))
            for q in members
        } | {q: [] for q in range(self.rules.layout.seating.count) if q not in members}

    # -- answering
    @cached_property
    def _answer(self) -> Value:
        found = (one.value for one in self.action.rule.statements if isinstance(one, t.Answer))
        value = next(found, None)
        return Constant(None) if value is None else self.rules.values.of(value, self._places[0])

    def answer(self, p: Cells, q: int, choices: Choices) -> Any:
        """The true answer to the action, as a value of the rule language; None if it has no answer."""
        return self._answer(p, self.made(p, q, choices))

    # -- judging
    def tests(self, statements: Iterable[t.Statement]) -> Iterator[tuple[t.Require | t.Choose | t.EachChoose, Value]]:
        """Yield each requirement and choice among these statements with the test that the judge makes of it."""
        for one in statements:
            if isinstance(one, t.Require | t.Choose | t.EachChoose):
                yield one, self._tests[id(one)]

    @cached_property
    def _tests(self) -> dict[int, Value]:
        found, values, (spot, places) = dict[int, Value](), self.rules.values, self._places
        order = iter(places)
        for one in self.action.rule.statements:
            match one:
                case t.Require(condition):
                    found[id(one)] = values.of(condition, spot)
                case t.Choose():
                    found[id(one)] = self._is_chosen(one, next(order), spot)
                case t.EachChoose():
                    found[id(one)] = self._are_chosen(one, next(order), spot)
                case t.DrawCard():
                    next(order)
        return found

    def _is_chosen(self, one: t.Choose, place: int, spot: Spot) -> Value:
        values = self.rules.values
        is_in, among = values.member(t.Name(one.variable), one.group, spot), self._among(one.group, spot)
        where = None if one.where is None else values.of(one.where, spot)

        def ask(p: Cells, x: Step) -> bool:
            if one.may_fail and x[place] is None:
                for item in among(p, x):
                    x[place] = item
                    if where is None or where(p, x):
                        return False
                return True
            return is_in(p, x) and (where is None or where(p, x))

        return ask

    def _are_chosen(self, one: t.EachChoose, place: int, spot: Spot) -> Value:
        offered = self._offers[id(one)]

        def ask(p: Cells, x: Step) -> bool:
            options, made = offered(p, x), dict(x[place])
            return made.keys() == options.keys() and all(made[q] in options[q] for q in made)

        return ask

    @cached_property
    def _offers(self) -> dict[int, Value]:
        found = [one for one in self.action.choices if isinstance(one, t.EachChoose)]
        return {id(one): _with_choice(self._offered(one, self._places[0], self.rules.values.of)) for one in found}

    def offered(self, one: t.EachChoose, p: Cells, q: int, choices: Choices) -> dict[int, list[int]]:
        """The possible choices for each piece, without the pieces that have none."""
        return self._offers[id(one)](p, self.made(p, q, choices))  # type: ignore[no-any-return]

    # -- where it has a chance
    def chance(self, p: Cells) -> int:
        """The stations, as a mask, where the board and the sets of stations in this position do not rule out the fugitive's
        action. There are few, and only at these the action itself is tested."""
        found = self._fixed
        for cell in self._sets:
            found &= p[cell]
        return found

    def may_come(self, p: Cells) -> bool:
        """Whether counts in this position, which change alike with every ride, still allow the action. Call it after an entry
        is written."""
        x = [0, -1, -1, 0, 0, (), 0, p[ENTRIES], None]
        return all(bool(ask(p, x)) == wanted for ask, wanted in self._gates)

    @cached_property
    def _needs(self) -> tuple[tuple[t.Expression, bool], ...]:
        """The conditions of the action, each with the value that it must have."""
        found: list[tuple[t.Expression, bool]] = []
        for one in self.action.rule.statements:
            if isinstance(one, t.Require):
                parts = one.condition.parts if isinstance(one.condition, t.AllOf) else (one.condition,)
                found += ((part, True) for part in parts)
        for refusal in self.rules.statements.of_action(self.action):
            when = refusal.when
            if when is not None and not refusal.statement.event.who:
                found += ((part, False) for part in (when.parts if isinstance(when, t.AnyOf) else (when,)))
        return tuple(found)

    @cached_property
    def _fixed(self) -> int:
        """The stations, as a mask, where the board alone allows the action."""
        board, found = self.rules.layout.board, sum(1 << station for station in self.rules.layout.board.stations)
        for node, wanted in self._needs:
            reads = self.rules.facts.reads(node)
            if HERE in reads and all(read == HERE or (read.what == "board" and is_known(board, read.name)) for read in reads):
                ask = self._ask(node)
                here = [s for s in board.stations if bool(ask([], [0, -1, -1, s, s, (), s, 0, None])) == wanted]
                found &= sum(1 << station for station in here)
        return found

    @cached_property
    def _sets(self) -> tuple[int, ...]:
        """The cells of the sets of stations that must contain the station of the action."""
        found, states = [], self.rules.layout.states
        for node, wanted in self._needs:
            match node:
                case t.Member(t.Name("here"), t.Name(group), negated) if negated != wanted and group in states:
                    found.append(states[group].base)
        return tuple(found)

    @cached_property
    def _gates(self) -> tuple[tuple[Value, bool], ...]:
        """The conditions that read only counts, which change alike with every ride, and the value that each must have."""
        reads = self.rules.facts.reads
        needs = [one for one in self._needs if all(read == ENTRY or read.what in COUNTS for read in reads(one[0]))]
        return tuple((self._ask(node), wanted) for node, wanted in needs)

    def _ask(self, node: t.Expression) -> Value:
        return self.rules.values.of(node, Spot(0, is_written(self.action)))


def _known_items(items: list[Value]) -> Value:
    return lambda p, x: on_record([lambda item=item: item(p, x) for item in items])  # type: ignore[misc]


def _known_set(found: Value) -> Value:
    return lambda p, x: set_on_record(lambda: found(p, x))


def _with_choice(offered: Value) -> Value:
    return lambda p, x: {q: some for q, some in offered(p, x).items() if some}


def event_of(action: Action) -> set[str]:
    """The names by which rules refer to an action as an event: its id, its group, and `entry` if it writes one."""
    enters = "entry" if action.place == "instead of entry" else ""
    return {action.id, action.table.group, enters} - {""}


def is_written(action: Action) -> bool:
    """Whether the entry that an action refers to has been written when the action is taken."""
    return action.place in ("with entry", "after entry", "during turn")


def _variable(one: Chooses) -> str:
    return one.choose.variable if isinstance(one, t.EachChoose) else one.variable
