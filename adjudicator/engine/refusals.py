"""The reasons why a claimed step is illegal: every broken rule, not only the first, and every rule that cannot be decided.

It asks the rules that the listing asks, read carefully.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property

from attrs import field

from adjudicator.engine.actions import ActionRules, is_written
from adjudicator.engine.expressions import ENTRY, Spot, Value, room, step_of
from adjudicator.engine.expressions import Step as Values
from adjudicator.engine.layout import ENTRIES, UNKNOWN, Cells
from adjudicator.engine.messages import slots, told, type_of, worded
from adjudicator.engine.player import Player
from adjudicator.engine.rules import Question, Rules
from adjudicator.engine.seating import FUGITIVE
from adjudicator.engine.statements import Refusal
from adjudicator.engine.steps import Act, Ride, chosen_type
from adjudicator.engine.unknown import Datum, Decided, Unknown, decide
from adjudicator.language import tree as t
from adjudicator.language.types import STATION
from adjudicator.rulebook.facts import step as steps
from adjudicator.rulebook.model import Action, Rule
from adjudicator.rulebook.readings import term_with_status
from adjudicator.values import frozen

SHOWN = 8  # the most possible choices that a message names
OF_LINE = steps("mode", "passes")
OF_PLACES = steps("from", "to", "here", "passes")


@frozen
class Reason:
    """A broken rule, or (with `datum`) one that cannot be decided. `facts` are the values that its message names; `term` is the
    condition that decided, if it has a status of its own."""

    rule: str
    message: str
    facts: dict[str, object] = field(factory=dict)
    datum: Datum | None = None
    term: str = ""


def unknown(rule: str, datum: Datum) -> Reason:
    """The reason for a rule that depends on an unknown datum."""
    return Reason(rule, f"cannot be decided: {datum.source} does not say {datum.name}", {}, datum)


@frozen
class Judged:
    """A claimed step as it is to be played, and all reasons against it. `loses` names the ending that it causes."""

    step: Ride | Act
    reasons: tuple[Reason, ...] = ()
    loses: str = ""

    @property
    def broken(self) -> tuple[Reason, ...]:
        return tuple(reason for reason in self.reasons if reason.datum is None)

    @property
    def open(self) -> tuple[Reason, ...]:
        return tuple(reason for reason in self.reasons if reason.datum is not None)


@frozen(eq=False, slots=False)
class Refusals:
    player: Player

    def step(self, p: Cells, step: Ride | Act, mode: int | None = None) -> Judged:
        """All reasons against a step. `mode` is the mode that a ride names; free riders always name it."""
        if isinstance(step, Act):
            return self.act(p, step)
        return self.ride(p, step.piece, step.ticket, step.mode if step.ticket < 0 and step.mode >= 0 else mode, step.to)

    # -- rides
    def ride(self, p: Cells, piece: int, ticket: int, mode: int | None, to: int) -> Judged:
        """Judge a ride with this ticket (-1: free) to a station. If several lines lead there, the one with the fewest reasons
        counts."""
        fitting = self._fitting(p, piece, ticket, mode, to)
        if not fitting:
            others = self.lines(piece, p[self.player.table.layout.station + piece], to)
            return self._no_line(p, piece, ticket, mode, to, [m for m, _ in others])
        judged = [self._one_line(p, piece, ticket, m, to, v) for m, v in fitting]
        return min(judged, key=lambda one: (len(one.broken), len(one.open), bool(one.loses)))

    def _fitting(self, p: Cells, piece: int, ticket: int, mode: int | None, to: int) -> list[tuple[int, tuple[int, ...]]]:
        """The lines to a station that fit the mode, or the ticket if no mode is named."""
        lines = self.lines(piece, p[self.player.table.layout.station + piece], to)
        return [(m, v) for m, v in lines if m == mode or (mode is None and self._pays(ticket, m))]

    def possible(self, p: Cells, piece: int, ticket: int, mode: int | None, to: int) -> Ride | None:
        """The ride as `ride` would judge it, if nothing is surely against it; otherwise None. It composes no messages."""
        fitting = self._fitting(p, piece, ticket, mode, to)
        if len(fitting) != 1 or ticket < 0:
            judged = self.ride(p, piece, ticket, mode, to)
            return judged.step if isinstance(judged.step, Ride) and not judged.broken else None
        step = Ride(piece, ticket, fitting[0][0], to)
        found = self._deciding(p, step, fitting[0][1], losing=False)
        return None if any(decision.datum is None for _, decision, _ in found) else step

    def lines(self, piece: int, origin: int, to: int) -> list[tuple[int, tuple[int, ...]]]:
        """Every line between two stations that this piece may use under the rules."""
        table = self.player.table
        key = (self._rules.statements.profiles.of[piece], origin, to)
        if key not in self._lines:
            rides = self._rules.lines[key[0]].all[origin] if origin < table.seating.off else ()
            self._lines[key] = list(dict.fromkeys(line for _, b, ways in rides if b == to for line in ways))
        return self._lines[key]

    @cached_property
    def _lines(self) -> dict[tuple[int, int, int], list[tuple[int, tuple[int, ...]]]]:
        """The results of `lines`, which hundreds of worlds ask for."""
        return {}

    def _pays(self, ticket: int, mode: int) -> bool:
        return self._rules.tables.pays[ticket][mode]

    def _one_line(self, p: Cells, piece: int, ticket: int, mode: int, to: int, passed: tuple[int, ...]) -> Judged:
        step = Ride(piece, ticket, mode, to)
        reasons = tuple(self._refusals(p, step, passed, losing=False))
        if not reasons and ticket < 0 and not self.player.table.seating.is_free(piece):
            who, means = self.player.table.seats[piece].piece, self.player.table.seating.called[mode]
            reasons = (Reason(self._ticket_rule().id, f"{who} pays for the {means} with no ticket, and does not ride free"),)
        loses = ""
        if not any(reason.datum is None for reason in reasons):
            against = [one for one in self._refusals(p, step, passed, losing=True) if one.datum is None]
            loses = against[0].rule if against else ""
        return Judged(step, reasons, loses)

    def _refusals(self, p: Cells, step: Ride, passed: tuple[int, ...], losing: bool, line: bool = True) -> Iterator[Reason]:
        for one, decision, values in self._deciding(p, step, passed, losing, line):
            yield self._reason(one, decision.datum, p, values)

    def _deciding(
        self, p: Cells, step: Ride, passed: tuple[int, ...], losing: bool, line: bool = True
    ) -> Iterator[tuple[Refusal, Decided, Values]]:
        """Every rule that refuses a ride or may refuse it, with the decision and the step that it was tested on."""
        table = self.player.table
        origin = p[table.layout.station + step.piece]
        entry = p[ENTRIES] + 1
        values: Values = [step.piece, step.ticket, step.mode, origin, step.to, passed, origin, entry, None]
        for one, ask in self._of_rides(step.piece, losing):
            if not line and not self._asks_without_a_line(one, origin == step.to):
                continue
            decision = self._rules.decided(ask, p, values)
            if decision.answer is not False:
                yield one, decision, values

    @cached_property
    def _rules(self) -> Rules:
        return self.player.table.rules.careful

    def _of_rides(self, piece: int, losing: bool) -> list[tuple[Refusal, Question]]:
        """The rules that refuse a piece's rides, or make them lose, as questions."""
        found = self._asked.get((piece, losing))
        if found is None:
            statements = self._rules.statements
            every = statements.of_rides(statements.profiles.every[statements.profiles.of[piece]], losing)
            asked = [(one, self._rules.question(one.when, Spot(piece), piece)) for one in every]
            found = self._asked[piece, losing] = asked
        return found

    @cached_property
    def _asked(self) -> dict[tuple[int, bool], list[tuple[Refusal, Question]]]:
        """The results of `_of_rides`, which hundreds of worlds ask for."""
        return {}

    def _asks_without_a_line(self, one: Refusal, stays: bool) -> bool:
        """Whether a rule is tested between stations that no line joins. For a ride to the piece's own station, rules about
        places are not."""
        of_line, of_places = self._of_what[one.number]
        return not of_line and not (stays and of_places)

    @cached_property
    def _of_what(self) -> list[tuple[bool, bool]]:
        """For each refusal, by its number: whether it reads the line of a ride, and whether it reads places."""
        found = [self._rules.facts.reads(one.when) for one in self._rules.statements.refusals]
        places = [any(read in OF_PLACES or read.what in ("station", "past", "able") for read in reads) for reads in found]
        return [(bool(reads & OF_LINE), of_places) for reads, of_places in zip(found, places, strict=True)]

    def _reason(self, one: Refusal, datum: Datum | None, p: Cells, values: Values) -> Reason:
        if datum is not None:
            return unknown(one.rule.id, datum)
        message, facts = self.message(one.statement.because, p, values)
        return Reason(one.rule.id, message, facts, term=self._term(one.when))

    def _term(self, condition: t.Expression | None) -> str:
        """The shared condition that decides, if it has a status of its own; otherwise ""."""
        found = self._terms.get(id(condition))
        if found is None:
            found = self._terms[id(condition)] = term_with_status(self.player.table.rulebook, condition)
        return found

    @cached_property
    def _terms(self) -> dict[int, str]:
        """The results of `_term`, by the id of the condition. Conditions live as long as their table."""
        return {}

    def message(
        self, template: str, p: Cells, values: Values, names: Mapping[str, Value] | None = None
    ) -> tuple[str, dict[str, object]]:
        """The text of a message with its slots filled, and their values by name."""
        table, seating = self.player.table, self.player.table.seating
        facts: dict[str, object] = {}
        for text, node in slots(template, table.rulebook):
            ask = table.rules.values.of(node, Spot(None, values[ENTRY] == p[ENTRIES], names or {}))
            try:
                value = ask(p, values[:])
            except (IndexError, TypeError, KeyError, ValueError):
                value = -1
            kind = type_of(node, seating)
            fact = worded(value, kind, seating)
            facts[text] = int(fact) if fact.isdigit() else fact
            template = template.replace("{" + text + "}", told(value, kind, seating))
        return template, facts

    def _no_line(self, p: Cells, piece: int, ticket: int, mode: int | None, to: int, others: list[int]) -> Judged:
        """Judge a ride for which this ticket pays on no line: by the rule that lets pieces ride, or by that about tickets."""
        seating = self.player.table.seating
        names = seating.called
        origin = p[self.player.table.layout.station + piece]
        paid = [m for m in seating.mode_codes if self._pays(ticket, m)] if ticket >= 0 else []
        named = mode if mode is not None else paid[0] if len(paid) == 1 else None
        if named is not None and named not in seating.mode_codes:  # a free rider names the mode, and this word is only a ticket
            message = f"{seating.seats[piece].piece} rides free, and {names[named]} is not a mode"
            return Judged(Ride(piece, ticket, (others or [0])[0], to), (Reason(self._ticket_rule().id, message),))
        step = Ride(piece, ticket, named if named is not None else (paid or others or [0])[0], to)
        facts: dict[str, object] = {"from": origin, "to": to}
        rest = tuple(self._refusals(p, step, (), losing=False, line=False))
        if origin == UNKNOWN:
            datum = Datum(("cell", self.player.table.layout.station + piece), f"where {seating.seats[piece].piece} stands")
            return Judged(step, (unknown(self.line_rule(piece).id, datum), *rest))
        if named is None and others and paid != list(seating.mode_codes):
            by = " and ".join(names[m] for m in dict.fromkeys(others))
            message = f"a {names[ticket]} ticket does not pay for the {by} from {origin} to {to}"
            return Judged(step, (Reason(self._ticket_rule().id, message, facts), *rest))
        kind = f"{names[named]} line" if named is not None else "line"
        message = f"no {kind} joins {origin} and {to}"
        if others:
            message += f", only {' and '.join(names[m] for m in dict.fromkeys(others))}"
        return Judged(step, (Reason(self.line_rule(piece).id, message, facts), *rest))

    def line_rule(self, piece: int) -> Rule:
        """The rule that lets a piece ride."""
        table, profiles = self.player.table, self._rules.statements.profiles
        profile = profiles.every[profiles.of[piece]]
        every = [(rule, one) for rule, one in table.rulebook.statements(t.Allow) if isinstance(one, t.Allow)]
        own = [rule for rule, one in every if profiles.concerns(one.who, profile)]
        return own[0] if own else every[0][0]

    def _ticket_rule(self) -> Rule:
        """The rule about the fares of tickets, or else the rule about lines."""
        return next(iter(self.player.table.rulebook.facts.rules_about_fares), self.line_rule(0))

    # -- actions
    def act(self, p: Cells, act: Act) -> Judged:
        """Judge an action with its choices: whether the piece may take it, its requirements, and the chosen values."""
        action = self.player.table.rulebook.actions[act.action]
        reasons = [Reason(action.id, message) for message in self._not_his(p, act, action)]
        reasons += self._forbidden(p, act, action)
        reasons += self._requirements(p, act, action, action.rule.statements)
        reasons += self._bad_cards(p, act, action)
        return Judged(act, tuple(reasons))

    def lets(self, p: Cells, act: Act, made: int) -> bool:
        """Whether nothing is surely against choice number `made` of an action, or against the action itself if `made` is 0. It
        composes no messages, since thousands of choices are tried in hundreds of worlds."""
        action = self.player.table.rulebook.actions[act.action]
        if not made:
            against = [decision for _, decision in self._forbidding(p, act, action)]
            if any(self._not_his(p, act, action)) or any(decision.datum is None for decision in against):
                return False
        elif any(reason.datum is None for reason in self._bad_card(p, act, action, made - 1)):
            return False
        return all(decision.datum is not None for _, decision in self._unmet(p, act, action, self._parts(action)[made]))

    def _parts(self, action: Action) -> list[list[t.Statement]]:
        """The statements of an action in parts: those before its first choice, then each choice with those after it."""
        found = self._in_parts.get(action.id)
        if found is None:
            found = [[]]
            for one in action.rule.statements:
                if any(one is choice for choice in action.choices):
                    found.append([])
                found[-1].append(one)
            self._in_parts[action.id] = found
        return found

    @cached_property
    def _in_parts(self) -> dict[str, list[list[t.Statement]]]:
        """The results of `_parts`."""
        return {}

    def _not_his(self, p: Cells, act: Act, action: Action) -> Iterator[str]:
        table = self.player.table
        if act.piece not in table.actors(action):
            yield f"`{action.written}` belongs to {action.table.by}"
        if p[table.layout.station + act.piece] == table.seating.off:
            yield f"{table.seats[act.piece].piece} has left the board and acts no more"

    def before_choosing(self, p: Cells, piece: int, action: Action) -> tuple[Reason, ...]:
        """The reasons against an action with any choices: prohibitions, and requirements that are not met."""
        act = Act(piece, action.id, (None,) * len(action.choices))
        required = [one for one in action.rule.statements if isinstance(one, t.Require)]
        found = (*self._forbidden(p, act, action), *self._requirements(p, act, action, required))
        return tuple(reason for reason in found if reason.datum is None)

    def draw(self, p: Cells, piece: int, action: Action, card: tuple[int, ...]) -> Judged:
        """Judge drawing a card for an action, before anything is chosen."""
        act = Act(piece, action.id, tuple(card if isinstance(one, t.DrawCard) else None for one in action.choices))
        required = [one for one in action.rule.statements if isinstance(one, t.Require)]
        found = (*self._forbidden(p, act, action), *self._requirements(p, act, action, required))
        return Judged(act, (*found, *self._bad_cards(p, act, action)))

    def _forbidden(self, p: Cells, act: Act, action: Action) -> Iterator[Reason]:
        for one, decision in self._forbidding(p, act, action):
            yield self._reason(one, decision.datum, p, self._values(p, act))

    def _forbidding(self, p: Cells, act: Act, action: Action) -> Iterator[tuple[Refusal, Decided]]:
        """Every rule that refuses an action or may refuse it. None of them depends on the choices."""
        members = self.player.table.seating.members
        for one, question in self._of_actions(action, act.piece):
            who = one.statement.event.who
            if who and not any(act.piece in members(name) for name in who):
                continue
            decision = self._rules.decided(question, p, self._values(p, act))
            if decision.answer is not False:
                yield one, decision

    def _of_actions(self, action: Action, piece: int) -> list[tuple[Refusal, Question]]:
        """The rules that refuse an action of a piece, as questions."""
        found = self._against.get((action.id, piece))
        if found is None:
            spot = Spot(piece, is_written(action))
            every = self._rules.statements.of_action(action)
            found = self._against[action.id, piece] = [(one, self._rules.question(one.when, spot, piece)) for one in every]
        return found

    @cached_property
    def _against(self) -> dict[tuple[str, int], list[tuple[Refusal, Question]]]:
        """The results of `_of_actions`."""
        return {}

    def _values(self, p: Cells, act: Act) -> Values:
        here = p[self.player.table.layout.station + act.piece]
        ahead = not is_written(self.player.table.rulebook.actions[act.action])
        return step_of(act.piece, here, p[ENTRIES] + ahead)

    def _requirements(self, p: Cells, act: Act, action: Action, statements: Iterable[t.Statement]) -> Iterator[Reason]:
        values, names = self._chosen(p, act, action)
        for one, decision in self._unmet(p, act, action, statements):
            if decision.datum is not None:
                yield unknown(action.id, decision.datum)
            elif isinstance(one, t.Require):
                yield Reason(action.id, *self.message(one.because, p, values, names))
            else:
                message = f"{self._held(p, one, act, action)}{self._bad_choice(p, one, act, action)}"
                yield Reason(action.id, message, term=self._deciding_term(p, one, act, action))

    def _chosen(self, p: Cells, act: Act, action: Action) -> tuple[Values, dict[str, Value]]:
        """The step of an action with its choices, and the names of the choices."""
        values, spot = self._values(p, act), Spot()
        for one, value in zip(action.choices, act.choices, strict=False):
            spot, place = spot.having(one.choose.variable if isinstance(one, t.EachChoose) else one.variable)
            room(values, place)
            values[place] = value
        return values, dict(spot.names)

    def _unmet(
        self, p: Cells, act: Act, action: Action, statements: Iterable[t.Statement]
    ) -> Iterator[tuple[t.Require | t.Choose | t.EachChoose, Decided]]:
        """Every requirement and choice that is not met or cannot be decided."""
        rules = self._action(action)
        x = rules.made(p, act.piece, act.choices)
        for one, ask in rules.tests(statements):
            decision = decide(lambda p, ask=ask: ask(p, x[:]), p, self._rules.budget)  # type: ignore[misc]
            if not decision.answer:
                yield one, decision

    def _action(self, action: Action) -> ActionRules:
        return self._rules.action(action.id)

    def _deciding_term(self, p: Cells, one: t.Choose | t.EachChoose, act: Act, action: Action) -> str:
        """The condition with a status of its own that refuses the chosen value, or every value if none was chosen."""
        term = self._term(one.where)
        if not term or one.where is None or act.choices[action.choices.index(one)] is None:
            return term
        values, names = self._chosen(p, act, action)
        spot = Spot(None, values[ENTRY] == p[ENTRIES], names)
        return "" if self.player.table.rules.values.of(one.where, spot)(p, values) else term

    def _held(self, p: Cells, one: t.Choose | t.EachChoose, act: Act, action: Action) -> str:
        """The words "X stands on N: " if an open piece is at the chosen station and rules about the choice read stations;
        otherwise ""."""
        table, value = self.player.table, act.choices[action.choices.index(one)]
        if not isinstance(one, t.Choose) or chosen_type(one, table.seating) != STATION:
            return ""
        groups = {read.of for read in table.rulebook.facts.reads(one.where) if read.what == "station"}
        open_ones = {q for group in groups for q in table.seating.members(group) if q != FUGITIVE}
        holder = next((q for q in sorted(open_ones) if p[table.layout.station + q] == value), None)
        return "" if holder is None else f"{table.seats[holder].piece} stands on {value}: "

    def _bad_choice(self, p: Cells, one: t.Choose | t.EachChoose, act: Act, action: Action) -> str:
        seating = self.player.table.seating
        number = action.choices.index(one)
        value = act.choices[number]
        if value is None:
            return f"`{action.written}` need not fail here"
        if isinstance(one, t.EachChoose):
            try:
                return f"`{action.written}`: " + "; ".join(self._bad_choices(p, one, act, action))
            except Unknown:
                return f"`{action.written}` has a choice for each piece that offers one, and for no other"
        kind = chosen_type(one, seating)
        others = {
            made[number]: None
            for made in self.player.table.rules.action(action.id).legal(p, act.piece)
            if made[:number] == act.choices[:number]
        }
        possible = [told(other, kind, seating) for other in others if other is not None]
        more = f"; it could be {', '.join(possible[:SHOWN])}{' …' if len(possible) > SHOWN else ''}" if possible else ""
        made = "drawn" if isinstance(one, t.Choose) and one.drawn else "chosen"
        return f"{told(value, kind, seating)} cannot be {made} for `{action.written}`{more}"

    def _bad_choices(self, p: Cells, one: t.EachChoose, act: Act, action: Action) -> Iterator[str]:
        """The reasons against a choice for each piece, one for each piece whose choice is wrong."""
        seating = self.player.table.seating
        offered = self._action(action).offered(one, p, act.piece, act.choices)
        made: dict[int, int] = dict(act.choices[action.choices.index(one)])  # type: ignore[call-overload]
        kind = chosen_type(one.choose, seating)
        for q in sorted({*offered, *made}):
            name, words = seating.seats[q].piece, [told(value, kind, seating) for value in offered.get(q, ())]
            known = ", ".join(words[:SHOWN]) + (" …" if len(words) > SHOWN else "")
            if not words:
                yield f"there is nothing to choose for {name}"
            elif q not in made:
                yield f"nothing was chosen for {name} ({known})"
            elif made[q] not in offered[q]:
                yield f"{told(made[q], kind, seating)} cannot be chosen for {name} ({known})"

    def _bad_cards(self, p: Cells, act: Act, action: Action) -> Iterator[Reason]:
        for number in range(min(len(action.choices), len(act.choices))):
            yield from self._bad_card(p, act, action, number)

    def _bad_card(self, p: Cells, act: Act, action: Action, number: int) -> Iterator[Reason]:
        """The reason against a drawn card that is not, or not any more, in its deck."""
        one, value, seating = action.choices[number], act.choices[number], self.player.table.seating
        if not isinstance(one, t.DrawCard) or value is None:
            return
        card = "/".join(map(str, value))  # type: ignore[call-overload]
        if seating.cards(one.deck) is None:
            yield unknown(action.id, Datum(("deck", one.deck), f"whether {card} is a card of `{one.deck}`"))
        elif value not in self._rules.tables.drawn(p, one.deck):
            yield Reason(action.id, f"{card} is not a card that can be drawn")

    def answer(self, p: Cells, act: Act) -> tuple[str | None, Datum | None]:
        """The true answer to an action in words, or the unknown datum that it depends on."""
        table = self.player.table
        action = table.rulebook.actions[act.action]
        statement = next((one for one in action.rule.statements if isinstance(one, t.Answer)), None)
        if statement is None:
            return None, None
        kind = table.rulebook.types.get(id(statement.value))
        try:
            return worded(self._action(action).answer(p, act.piece, act.choices), kind, table.seating), None
        except Unknown as unknown:
            return None, unknown.datum

    # -- what would have been legal
    def alternatives(self, p: Cells, piece: int, ticket: int, mode: int = -1) -> list[int]:
        """The stations that this piece can legally reach with this ticket (or, riding free, by this mode; -1 for any)."""
        rides = self.player.table.rules.rides[piece].legal(p)
        return sorted({b for t_, m, b in rides if t_ == ticket and (t_ >= 0 or mode in (-1, m))})
