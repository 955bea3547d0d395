"""Actions as Python source: which choices are legal, what they change, what is answered.

The choices of an action are one tuple, in the order of its `choose`, `draw` and `for each … choose`. A card is the tuple of its
stations; a choice for each piece is a tuple of (piece, value); a choice that failed is None.
"""

from __future__ import annotations

from collections.abc import Iterator

from attrs import evolve

from adjudicator.engine.expressions import Expressions, Spot
from adjudicator.engine.frame import Frame
from adjudicator.engine.identifiers import local_each, numeral, of_action, word
from adjudicator.engine.layout import DOING, ENTRIES, LEFT, NONE, UNKNOWN
from adjudicator.engine.profiles import Profile
from adjudicator.engine.ride_code import RideCode
from adjudicator.language import tree as t
from adjudicator.rulebook.model import Action
from adjudicator.values import frozen


@frozen(eq=False)
class ActionCode:
    frame: Frame
    action: Action

    @property
    def written(self) -> bool:
        """Whether the entry it mentions is already in the log."""
        return is_written(self.action)

    @property
    def values(self) -> Expressions:
        return self.frame.values

    def _head(self, name: str, parameters: str) -> Iterator[str]:
        yield f"def {of_action(name, self.action.id)}({parameters}):"
        yield f"    h = p[{self.frame.layout.station} + q]"
        yield f"    e = p[{ENTRIES}]{'' if self.written else ' + 1'}"

    def _unpacked(self) -> tuple[Spot, list[str]]:
        spot, lines = Spot("q", self.written), []
        for number, one in enumerate(self.action.choices):
            spot, local = spot.having(_variable(one))
            lines.append(f"    {local} = x[{number}]")
        return spot, lines

    # -- listing
    def legal(self) -> Iterator[str]:
        """Every tuple of choices that may be made now."""
        yield from self._head("legal", "p, q")
        yield "    out = []"
        spot = Spot("q", self.written)
        if self.frame.facts.removes:
            yield f"    if h == {self.frame.layout.seating.off}: return out  # it has left the board"
        for one in self.frame.of_action(self.action):
            if one.statement.event.who:
                members = [q for who in one.statement.event.who for q in self.frame.layout.seating.members(who)]
                yield f"    if q in {tuple(members)!r} and {self.frame.refused(one, spot)}: return out  # {word(one.rule.id)}"
            else:
                yield f"    if {self.frame.refused(one, spot)}: return out  # {word(one.rule.id)}"
        indent, names, skip = "    ", [], "return out"
        for statement in self.action.rule.statements:
            match statement:
                case t.Require(condition):
                    yield f"{indent}if not {self.frame.held(self.values.of(condition, spot))}: {skip}"
                case t.Choose() | t.EachChoose() | t.DrawCard():
                    spot, local = self._loop_name(statement, spot)
                    yield from (indent + line for line in self._loop(statement, spot, local))
                    names.append(local)
                    indent, skip = indent + "    ", "continue"
        yield f"{indent}out.append(({', '.join(names)}{',' if names else ''}))"
        yield f"    return counted({word(self.action.id)!r}, out)" if names else "    return out"

    def _loop_name(self, statement: t.Choose | t.EachChoose | t.DrawCard, spot: Spot) -> tuple[Spot, str]:
        return spot.having(_variable(statement))

    def _loop(self, statement: t.Statement, spot: Spot, local: str) -> Iterator[str]:
        match statement:
            case t.Choose(_, group, where, _, may_fail):
                tests = [self.frame.held(self.values.of(where, spot))] if where is not None else []
                tests = [*self._is_there(group, local), *tests]
                condition = f" if {' and '.join(tests)}" if tests else ""
                found = f"[{local} for {local} in dict.fromkeys({self._among(group, spot)}){condition}]"
                yield f"for {local} in {found}{' or [None]' if may_fail else ''}:"
            case t.DrawCard(_, deck):
                yield f"for {local} in drawn(p, {deck!r}):"
            case t.EachChoose(variable, group, where, choose):
                inner, one = spot.having(variable)
                chosen, value = inner.having(choose.variable, local_each(choose.variable))
                outer = f" if {self.frame.held(self.values.of(where, inner))}" if where is not None else ""
                test = f" if {self.frame.held(self.values.of(choose.where, chosen))}" if choose.where is not None else ""
                options = f"[({one}, {value}) for {value} in {self._among(choose.group, inner)}{test}]"
                found = f"[{options} for {one} in {self.values.group(group, spot)}{outer}]"
                yield f"for {local} in of_each({word(self.action.id)!r}, {found}):"

    def _among(self, group: t.Expression, spot: Spot) -> str:
        """The set of a choice; of numbers that are worked out, those that a record can have. A listing leaves out what the
        record does not show."""
        found, kind = self.values.group(group, spot), self.frame.layout.rulebook.types.get(id(group))
        if self.frame.hopeful:
            items = group.items if isinstance(group, t.SetOf) else ()
            shown = [f"lambda: {self.values.of(item, spot)}" for item in items]
            found = f"on_record({', '.join(shown)})" if items else f"set_on_record(lambda: {found})"
        is_worked_out = isinstance(group, t.SetOf) and not all(isinstance(one, t.Number) for one in group.items)
        return f"writable({found})" if is_worked_out and kind is not None and kind.one.kind == "number" else found

    def _is_there(self, group: t.Expression, local: str) -> list[str]:
        """Of a set that is written out: neither `none` nor a station that the record does not show can be chosen."""
        items = group.items if isinstance(group, t.SetOf) else ()
        kinds = [self.frame.layout.rulebook.types.get(id(item)) for item in items]
        if any(kind is not None and kind.kind == "station" for kind in kinds):
            return [f"{local} > {UNKNOWN}"]
        may_be_none = any(kind is None or kind.optional or kind.kind == "ticket" for kind in kinds)  # of an entry yet to come
        return [f"{local} != {NONE}"] if may_be_none else []

    # -- doing
    def do(self) -> Iterator[str]:
        """The position after the action. For one instead of an entry: with the entry written, unless it failed."""
        action, enters = self.action, self.action.place == "instead of entry"
        effects = evolve(self.frame.effects, keeps=enters)
        done = self._effects_of_entry() if enters else []
        yield from self._head("do", "p, q, x")
        yield "    p = p[:]"
        if effects.kept_by(*done):
            yield "    kept = set()"
        yield "    t = m = -1"
        yield "    a = h"
        if action.place == "instead of entry":
            for line in effects.reset("entry"):
                yield "    " + line
        spot, lines = self._unpacked()
        yield from lines
        for line in effects.count("uses", action.id):
            yield "    " + line
        for number, one in enumerate(action.choices):
            if isinstance(one, t.DrawCard):
                yield f"    discard(p, {one.deck!r}, x[{number}])"
        if any(isinstance(one, t.Choose) and one.may_fail for one in action.choices):
            yield "    if None in x:"
            for line in effects.count("fails", action.id):
                yield "        " + line
            yield "        return p"
        for statement in action.rule.statements:
            if isinstance(statement, t.Then):
                yield from effects.lines(statement.effects, spot)
            elif isinstance(statement, t.Entries):
                number = list(self.frame.layout.rulebook.actions).index(action.id) + 1
                yield f"    p[{LEFT}] = {numeral(statement.count)}"
                yield f"    p[{DOING}] = {number}"
                yield f"    p[{self.frame.layout.moved} + q] += 1"
        if action.place == "instead of entry":
            yield f"    if p[{LEFT}]: p[{LEFT}] -= 1"
            yield f"    else: p[{self.frame.layout.moved} + q] += 1"
        yield from self._reactions({action.id, action.table.group, "entry" if enters else ""} - {""})
        if action.place == "instead of entry":
            for line in effects.entry_over(*done):
                yield "    " + line
        yield "    return p"

    def _reactions(self, events: set[str]) -> Iterator[str]:
        """The effects of these events, after those of the action: he may be elsewhere by now, but rode along no line."""
        here = f"p[{self.frame.layout.station} + q]"
        nodes: list[t.Node | None] = [
            one for _, profile in self._profiles() for _, one in self.frame.reactions_to(events, profile)
        ]
        yield from self.frame.lookups(nodes, b=here, h=here, e=f"p[{ENTRIES}]", v="()")
        for number, profile in self._profiles():
            yield f"    if q in {profile!r}:"
            yield "        pass"
            yield from RideCode(self.frame, number, profile).reactions(events, "        ")

    def _effects_of_entry(self) -> list[t.Node]:
        """The effects of the entry that the action writes."""
        own = [one for one in self.action.rule.statements if isinstance(one, t.Then)]
        events = {self.action.id, self.action.table.group, "entry"} - {""}
        return [*own, *(one for _, profile in self._profiles() for _, one in self.frame.reactions_to(events, profile))]

    def _profiles(self) -> list[tuple[int, Profile]]:
        members = self.frame.layout.seating.members(self.action.table.by)
        every = enumerate(self.frame.profiles.every)
        return [(k, tuple(q for q in profile if q in members)) for k, profile in every if set(profile) & set(members)]

    # -- answering
    def answer(self) -> Iterator[str]:
        """The fugitive's answer, which must be true."""
        yield from self._head("answer", "p, q, x")
        spot, lines = self._unpacked()
        yield from lines
        for one in self.action.rule.statements:
            if isinstance(one, t.Answer):
                yield f"    return {self.values.of(one.value, spot)}"
        yield "    return None"

    # -- judging
    def requirements(self) -> Iterator[str]:
        """One function for each `require` and each choice, careful; the judge asks them all."""
        spot, lines = self._unpacked()
        for number, one in enumerate(self.action.rule.statements):
            match one:
                case t.Require(condition):
                    yield from self._head(f"require_{number}", "p, q, x")
                    yield from lines
                    yield f"    return {self.values.of(condition, spot)}"
                case t.Choose(variable, group, where, _, may_fail):
                    yield from self._head(f"choice_{number}", "p, q, x")
                    yield from lines
                    local = spot.names[variable]
                    test = f" and {self.values.of(where, spot)}" if where is not None else ""
                    if may_fail:
                        yield f"    if {local} is None:"
                        fits = f" if {self.values.of(where, spot)}" if where is not None else ""
                        yield f"        return not any(True for {local} in {self._among(group, spot)}{fits})"
                    yield f"    return {self.values._member(t.Name(variable), group, spot)}{test}"
                case t.EachChoose():
                    yield from self._head(f"offered_{number}", "p, q, x")
                    yield from lines
                    yield from self._offered(one, spot)
                    yield from self._head(f"choice_{number}", "p, q, x")
                    yield from lines
                    yield f"    options = {of_action(f'offered_{number}', self.action.id)}(p, q, x)"
                    yield f"    made = dict({spot.names[_variable(one)]})"
                    yield "    return made.keys() == options.keys() and all(made[k] in options[k] for k in made)"

    def _offered(self, one: t.EachChoose, spot: Spot) -> Iterator[str]:
        """The possible choices for each piece; no piece without a choice."""
        inner, local = spot.having(one.variable)
        chosen, value = inner.having(one.choose.variable, local_each(one.choose.variable))
        outer = f" if {self.values.of(one.where, inner)}" if one.where is not None else ""
        test = f" if {self.values.of(one.choose.where, chosen)}" if one.choose.where is not None else ""
        options = f"[{value} for {value} in {self._among(one.choose.group, inner)}{test}]"
        yield f"    options = {{{local}: {options} for {local} in {self.values.group(one.group, spot)}{outer}}}"
        yield "    return {k: some for k, some in options.items() if some}"


def is_written(action: Action) -> bool:
    """Whether the entry that an action mentions is in the log when it is taken."""
    return action.place in ("with entry", "after entry", "during turn")


def _variable(one: t.Choose | t.EachChoose | t.DrawCard) -> str:
    return one.choose.variable if isinstance(one, t.EachChoose) else one.variable
