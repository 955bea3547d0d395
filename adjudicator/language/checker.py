"""Checks the statements of a table: right table, known names, right types, and no secret revealed.

The fugitive's secrets may be used only in his own rules, and revealed only by `show`, `tell`, `answer` and the endings. Any
other way for a pursuer to learn something (a refusal, a message, an open state) is a fault of the variant.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from attrs import evolve

from adjudicator.faults import Given
from adjudicator.language import tree as t
from adjudicator.language.check_types import Blame, Env, Known
from adjudicator.language.hints import no_event, not_changed
from adjudicator.language.inference import MAX_WORK, PER_PIECE
from adjudicator.language.questions import Questions
from adjudicator.language.rule_text import show_value
from adjudicator.language.secret_choices import secret_choices
from adjudicator.language.tree_walk import walk
from adjudicator.language.types import CARD, NOTHING, NUMBER, PIECE, STATION, TICKET, YES_NO, Type, a
from adjudicator.language.vocabulary import CHECKS, EVENTS, OPEN, VARIABLE
from adjudicator.values import frozen

PLACES: dict[str, tuple[type[t.Node], ...]] = {
    "rules": (
        t.Allow, t.Forbid, t.Permit, t.Pay, t.MustMove, t.MayMove, t.MustAct, t.MayPass, t.RoundOrder, t.SideOrder, t.StartsOn,
        t.Check, t.On, t.Show, t.Hide, t.Tell,
    ),
    "actions": (t.Require, t.Choose, t.EachChoose, t.DrawCard, t.Then, t.Answer, t.Entries),
    "endings": (t.Forbid, t.Wins, t.Score),
}  # fmt: skip
PHRASES = {
    t.MustMove: "must move", t.MayMove: "may move", t.MustAct: "must …", t.MayPass: "may pass",
    t.RoundOrder: "a round is", t.SideOrder: "act in … order", t.StartsOn: "starts on", t.Wins: "wins",
    t.EachChoose: "for each … choose", t.DrawCard: "draw … from",
    t.Entries: "write … entries",
}  # fmt: skip
MAX_LOOPS = 8  # nested
RIDES = 10  # of one station, for a piece that pays like the fugitive
RUN_TOGETHER = re.compile(r"\}[\w/-]*\{")  # slots with only signs between them that values may contain
MAX_WAYS = 600_000  # ways to play an action and its entries
EACH_CHOICE = 5_000  # the size that a choice for each piece counts as
BESIDE = ("stay", "pass", "resign", "set-up")  # events without a step: none of them is hidden, and nobody can refuse one
RIDE = frozenset({"always", "piece", "ride"})
STEP = frozenset({"always", "piece"})


@frozen
class Actor:
    """The piece that takes the action whose code is checked, and the action's place."""

    side: str
    place: str
    unseen: bool = False  # the pursuers do not even see that the action was taken


def _changed(effect: t.Effect) -> set[str]:
    """The states that an effect changes."""
    return {one.name for one in walk(effect) if isinstance(one, t.Assign)} | {
        one.target for one in walk(effect) if isinstance(one, t.Deal)
    }


OPTIONAL = evolve(NUMBER, optional=True)


@frozen
class Checker(Questions):
    def table(self, section: str, statements: Iterable[t.Statement], actor: Actor | None = None) -> tuple[Blame, ...]:
        """All faults in the statements of one table."""
        env = self._action_env(actor) if actor else Env()
        statements = tuple(statements)
        if actor and actor.side == "fugitive":
            env = evolve(env, secret_choices=secret_choices(statements, self.inference.scope))
        self.inference.counted.clear()
        if any(isinstance(one, t.Choose | t.EachChoose) for one in statements):
            self._look(section, statements, evolve(env, trial=True))
        return self._look(section, statements, env)

    def _look(self, section: str, statements: Iterable[t.Statement], env: Env) -> tuple[Blame, ...]:
        self.inference.begin()
        statements = tuple(statements)
        self._drawn_last(statements, env)
        if env.secret and env.place == "instead of entry" and statements:
            self._blame("E364", next((one for one in statements if isinstance(one, t.Then)), statements[0]))
        for statement in statements:
            if not isinstance(statement, PLACES[section]) or self._misplaced_losing(section, statement):
                self._misplaced(section, statement)
                continue
            env = self._statement(statement, env)
        return tuple(self.inference.blames)

    def _drawn_last(self, statements: Iterable[t.Statement], env: Env) -> None:
        """Check that draws come last and do not depend on drawn values: nobody can refuse a draw or make it impossible."""
        drawn: set[str] = set()
        for one in statements:
            if isinstance(one, t.Choose) and one.drawn:
                if drawn & {node.name for node in walk(one) if isinstance(node, t.Name)}:
                    self._blame("E434.hangs", one)
                drawn.add(one.variable)
            elif drawn and isinstance(one, t.Require | t.Choose | t.EachChoose | t.DrawCard):
                self._blame("E434", one, name=sorted(drawn)[0])

    def _action_env(self, actor: Actor) -> Env:
        written = actor.place in ("with entry", "after entry")
        return Env(actor.side, STEP, written=written, place=actor.place, secret=actor.unseen)

    def _misplaced_losing(self, section: str, statement: t.Statement) -> bool:
        return isinstance(statement, t.Forbid) and statement.losing != (section == "endings")

    def _misplaced(self, section: str, statement: t.Statement) -> None:
        word = PHRASES.get(type(statement), type(statement).__name__.lower())
        if isinstance(statement, t.Forbid):
            word = "losing" if statement.losing else "forbid"
        if isinstance(statement, t.DrawCard) or (isinstance(statement, t.Choose) and statement.drawn):
            self._blame("E321.draw", statement, section=section)
            return
        home = next((name for name, kinds in PLACES.items() if isinstance(statement, kinds) and name != section), "rules")
        self._blame("E321", statement, word=word, section=section, home=home)

    # -- one statement; an action's choices add names for those that follow
    def _statement(self, node: t.Statement, env: Env) -> Env:
        match node:
            case t.Allow(who, modes):
                self._who(node, who)
                for mode in modes:
                    self._constant(node, mode, "mode")
            case t.Forbid():
                self._forbid(node)
            case t.Permit():
                self._permit(node)
            case t.Pay(who, when, place):
                side = self._who(node, who)
                hidden = self._condition(when, Env(side, RIDE)).hidden
                there = self._place(place, Env(side, RIDE))
                unseen = side != "pursuers" and not self.inference.scope.open_tickets
                self._leak(node, there.is_open and (hidden or there.hidden or unseen), "E330.tickets")
            case t.MustMove(who, times) | t.MayMove(who, times):
                side = self._who(node, (who,))
                known = self.inference.want(times, NUMBER, Env(side, STEP), "the number of moves")
                if known.hidden:
                    self._blame("E330.times", times)
            case t.MustAct(who, owed, _, when):
                self._must_act(node, self._who(node, (who,)), owed.action)
                self.inference.want(owed, YES_NO, Env(), "what is owed")
                if self._condition(when, Env()).hidden and when is not None:
                    self._blame("E330.times", when)
            case t.MayPass(who, when):
                side = self._who(node, (who,))
                if self._condition(when, Env(side, STEP)).hidden and when is not None:
                    self._blame("E330.times", when)
            case t.RoundOrder(sides):
                self._sides(node, sides)
            case t.SideOrder(side, _, first, when):
                self._side(node, side)
                seat = evolve(PIECE, optional=True)
                begins = self.inference.want(first, seat, Env(), "whose seat begins") if first is not None else Known(seat)
                if self._condition(when, Env()).hidden or begins.hidden:
                    self._blame("E330.order", node)
            case t.StartsOn():
                self._starts(node)
            case t.Check(name):
                if name not in CHECKS:
                    self._blame("E322", node, name, name=name, known=CHECKS)
            case t.On():
                self._on(node)
            case t.Show() | t.Hide():
                self._fields(node, node.fields)
                self._of_an_entry(node, node.event)
                self._disclosure(node, node.event, node.when)
                self._audience(node, node.audience if isinstance(node, t.Show) else "all")
            case t.Tell(text, event, audience, when):
                self._disclosure(node, event, when)
                if event in BESIDE:
                    self._blame("E361", node, event, name=event)
                self._recordable(node, text)
                self._audience(node, audience)
                self._message(node, text, Env("fugitive", RIDE))
            case t.Wins():
                self._wins(node)
            case t.Score(points, who, when):
                side = self._who(node, (who,))
                one = who not in self.inference.scope.sides  # tested for each single piece, as `piece`
                counting = Env(side, STEP, may_ask_moves=True, written=True) if one else Env(may_ask_moves=True)
                self.inference.want(points, NUMBER, counting, "a score")
                self._condition(when, counting)
            case _:
                return self._in_action(node, env)
        return env

    def _in_action(self, node: t.Statement, env: Env) -> Env:
        match node:
            case t.Require(condition, because):
                self._public(node, condition, env, "E330.action")
                self._message(node, because, env)
                return env.where_present(self.inference.present(condition))
            case t.Choose():
                return self._choose(node, env)
            case t.EachChoose(variable, group, where, choose):
                known = self.inference.want(group, PIECE.set, env, "what `for each … choose` goes through")
                if known.hidden and env.actor != "fugitive":
                    self._blame("E330.choosers", group)
                self.inference.fresh(variable, node, env)
                inner = env.with_name(variable, Known(evolve(known.type.one, side=known.type.side)))
                self._public(node, where, inner, "E330.choosers")
                chosen = self._choose(choose, inner).names.get(choose.variable, Known(NOTHING))
                env = self._looping(choose, env, EACH_CHOICE if chosen.type.size <= 8 else MAX_WORK + 1)
                secret = env.secret or choose.variable in env.secret_choices
                return env.with_name(choose.variable, Known(Type(PER_PIECE + chosen.type.kind), secret))
            case t.DrawCard(variable, deck):
                self._deck(node, deck)
                self.inference.fresh(variable, node, env)
                return self._looping(node, env, 200).with_name(variable, Known(CARD))
            case t.Then(effects):
                self._effects(effects, evolve(env, times=1, depth=0), env.secret)
            case t.Answer(value, audience):
                self.inference.infer(value, env)
                self._audience(node, audience)
            case t.Entries(count):
                if env.place != "turn":
                    self._blame("E323.place", node)
                elif not 1 <= count <= 4:
                    self._blame("E323", node, count=count)
                elif env.times * RIDES**count > MAX_WAYS:
                    self._blame("E310.ways", node, count=count)
        return env

    def _must_act(self, node: t.Node, side: str, action: str) -> None:
        """Check that a compulsory action is one of the piece's own side that may be taken at any time of its turn."""
        scope = self.inference.scope
        if action not in scope.actions:
            self._blame("E365", node, action, name=action, known=[*scope.at_any_time, "move 1 time a turn"])
        elif action not in scope.at_any_time:
            self._blame("E365.place", node, action, name=action)
        elif side and scope.actions[action] != side:
            self._blame("E365.side", node, action, name=action, side=side)

    # -- forbid, losing
    def _forbid(self, node: t.Forbid) -> None:
        side = self._who(node, node.event.who)
        names = node.event.names
        acting = self._event_side(node, names) or side
        if not self._are_events(names):
            return  # its names are not known either
        if side and acting and side != acting:
            who = node.event.who[0]
            self._blame("E324", node, who, events=", ".join(names), name=who)
        env = self._refusing(acting, names)
        for name in names:
            if name in BESIDE:
                self._blame("E325.pass" if name == "pass" else "E325", node, name, name=name)
        if acting == "fugitive":
            self._condition(node.when, env)
            self._message(node, node.because, env)
        else:  # a pursuer learns from the refusal: check what that pursuer may know
            env = evolve(env, actor="pursuers")
            self._public(node, node.when, env, "E330.refusal")
            self._message(node, node.because, env)

    def _permit(self, node: t.Permit) -> None:
        """Check an exception. Pursuers learn what they are allowed, so no secret may decide it. Its condition is tested
        wherever one of its rules forbids something."""
        side = self._who(node, node.event.who)
        names = node.event.names
        acting = self._event_side(node, names) or side
        for name in names:
            if name in ("stay", "resign", "set-up"):
                self._blame("E325", node, name, name=name)
        forbidden = sum(self.inference.scope.prohibitions.get(name, 0) for name in node.rules)
        env, before = self._refusing(acting, names), self.inference.values
        env = evolve(env, times=env.times * max(1, forbidden))
        if acting == "fugitive":
            self._condition(node.when, env)
        else:
            self._public(node, node.when, evolve(env, actor="pursuers"), "E330.refusal")
        values = 1 + len(node.event.who) + self.inference.values - before
        self.inference.excepting(node, values, forbidden)

    def _refusing(self, side: str, names: Iterable[str]) -> Env:
        """The surroundings of a prohibition. A prohibition of rides is tested for each possible ride."""
        of_rides = all(name in ("ride", "entry") for name in names)
        return Env(side, RIDE, asked=RIDES) if of_rides else Env(side, STEP)

    def _event_side(self, node: t.Node, names: Iterable[str]) -> str:
        """The side that can do these events: entries belong to the fugitive, an action names its side."""
        sides = set()
        for name in names:
            if name == "entry":
                sides.add("fugitive")
            elif name in EVENTS:
                sides.add("")
            elif name in self.inference.scope.actions:
                sides.add(self.inference.scope.actions[name])
            else:
                sentence, values = no_event(name, self.inference.scope, (*EVENTS, *self.inference.scope.actions))
                self._blame(sentence, node, name, name=name, **values)
                sides.add("")
        return sides.pop() if len(sides) == 1 else ""

    def _are_events(self, names: Iterable[str]) -> bool:
        return all(name in EVENTS or name in self.inference.scope.actions for name in names)

    # -- what happens
    def _on(self, node: t.On) -> None:
        match node.moment:
            case t.Event(names, who):
                side = self._event_side(node, names) or self._who(node, who)
                self._who(node, who)
                if not self._are_events(names):
                    return
                env = Env(side, RIDE if all(n in ("ride", "entry") for n in names) else STEP)
                if names == ("set-up",):
                    env = Env(place="set-up")
                if self.inference.scope.unseen & set(names):
                    env = evolve(env, secret=True)
            case t.Moment(_, of, side):
                if of == "turn":
                    self._side(node, side)
                env = Env(may_ask_moves=True)
        secret = self._condition(node.when, env).hidden or env.secret
        self._effects(node.effects, env.where_present(self.inference.present(node.when)), secret)

    def _effects(self, effects: tuple[t.Effect, ...], env: Env, secret: bool) -> None:
        """Check effects that happen together. Effects that are announced to all pursuers are not secret, nor are the values
        that the announcement names."""
        announced = next((one for one in effects if isinstance(one, t.Announce) and self._is_open(one)), None)
        if secret and announced is not None and len(effects) > 1:
            self._says_of_whom(announced, env)
        heard = self._hearing(announced, env) if announced is not None else env
        for effect in effects:
            self._effect(effect, heard, secret and announced is None)
            for name in _changed(effect):
                heard = heard.after_change(name)

    def _hearing(self, node: t.Announce, env: Env) -> Env:
        """The surroundings of effects that are announced: the step and the choices that the text names are open. States are
        not, since an effect may change them; nor are values without a space between them, which cannot be told apart."""
        for slot in node.slots if not RUN_TOGETHER.search(node.text) else ():
            arriving = slot == t.Name("here") and env.place == "instead of entry"
            if isinstance(slot, t.Name) and not arriving and (slot.name in env.names or slot.name in VARIABLE):
                env = env.with_name(slot.name, evolve(self.inference.infer(slot, env), hidden=False))
        return env

    def _is_open(self, node: t.Announce) -> bool:
        return isinstance(node.listener, t.Name) and node.listener.name in OPEN

    def _says_of_whom(self, node: t.Announce, env: Env) -> None:
        """Check that the text names every loop variable, because otherwise nobody could tell the effects from the words."""
        named = {slot.name for slot in node.slots if isinstance(slot, t.Name)}
        for name in sorted(env.looped - named):
            self._blame("E433", node, node.text, name=name)

    def _effect(self, node: t.Effect, env: Env, secret: bool) -> None:
        match node:
            case t.Assign():
                self._assign(node, env, secret)
            case t.Move(amount, ticket, source, target):
                hidden = self.inference.want(amount, NUMBER, env, "how many tickets").hidden
                hidden |= self.inference.want(ticket, TICKET, env, "what is moved").hidden
                places = [self._place(place, env) for place in (source, target)]
                hidden |= any(place.hidden for place in places)
                self._leak(node, any(place.is_open for place in places) and (hidden or secret), "E330.tickets")
            case t.ForEach(variable, group, where, effects):
                inner, known = self.inference.over(variable, node, group, env)
                inner = evolve(self._looping(node, inner, known.type.size), looped=env.looped | {variable})
                hidden = self._condition(where, inner).hidden or known.hidden
                for name in (name for effect in effects for name in _changed(effect)):  # when it comes round again
                    inner = inner.after_change(name)
                self._effects(effects, inner.where_present(self.inference.present(where)), secret or hidden)
            case t.OnlyWhen(condition, effects):
                hidden = self._condition(condition, env).hidden
                self._effects(effects, env.where_present(self.inference.present(condition)), secret or hidden)
            case t.Arrive(station):
                self.inference.want(station, STATION, env, "where he arrives")
                if env.actor != "fugitive":
                    self._blame("E326", node)
                elif env.place != "instead of entry":
                    self._blame("E326.place", node)
            case t.Remove(piece):
                hidden = self.inference.want(piece, PIECE, env, "what is removed").hidden
                self._leak(node, hidden or secret, "E330.leaves")
            case t.Send(piece, station):
                sent = self.inference.want(piece, PIECE, env, "who is sent")
                there = self.inference.want(station, STATION, env, "where it is sent")
                if sent.type != NOTHING and sent.type.side != "pursuers":
                    self._blame("E435" if env.actor == "fugitive" or sent.type.side else "E435.either", piece)
                self._leak(node, sent.hidden or there.hidden or secret, "E330.sent")
            case t.Deal(amount, deck, target):
                hidden = self.inference.want(amount, NUMBER, env, "how many cards").hidden
                self._deck(node, deck)
                meaning = self.inference.scope.names.get(target)
                if meaning is None or meaning.what != "state" or not meaning.type.many:
                    self._blame("E327", node, target, name=target)
                elif not meaning.hidden:
                    self._leak(node, hidden or secret, "E330.seen", name=target)
                if env.place != "set-up":
                    self._blame("E342", node)
            case t.ShowLast(fields, audience):
                self._fields(node, fields)
                self._audience(node, audience)
            case t.Announce():
                self._announce(node, env)

    def _announce(self, node: t.Announce, env: Env) -> None:
        """Check an announcement. It may contain any secret. Its audience may not depend on one: silence would reveal
        something."""
        self._recordable(node, node.text)
        self._message(node, node.text, evolve(env, actor="fugitive"))
        for slot in node.slots:
            self.inference.infer(slot, env)
        if not self._is_open(node):
            self._listener(node.listener, env)
        if env.place == "set-up":
            self._blame("E431", node)

    def _listener(self, listener: t.Expression, env: Env) -> None:
        known = self.inference.infer(listener, env)
        if known.type.many and known.type.kind == "piece":
            self._blame(
                "E430.group", listener, listener.name if isinstance(listener, t.Name) else "", name=show_value(listener)
            )
        elif known.type != NOTHING and (known.type.kind != "piece" or known.type.optional):
            self._blame("E430", listener, got=a(known.type))
        elif known.type.side == "fugitive":
            self._blame("E430.fugitive", listener)

    def _recordable(self, node: t.Node, text: str) -> None:
        if "#" in text:
            self._blame("E363", node, text)

    def _assign(self, node: t.Assign, env: Env, secret: bool) -> None:
        meaning = self.inference.scope.names.get(node.name)
        if meaning is None or meaning.what not in ("state", "supply"):
            states = [n for n, m in self.inference.scope.names.items() if m.what in ("state", "supply")]
            sentence, values = not_changed(node.name, states, meaning is not None)
            self._blame(sentence, node, node.name, name=node.name, **values)
            return
        hidden, own = secret, False
        index = "ticket" if meaning.what == "supply" else meaning.per
        if bool(index) != (node.index is not None):
            self._blame("E304" if index else "E304.single", node, name=node.name, index=index)
            return
        if node.index is not None:
            which = self.inference.want(node.index, Type(index), env, "the value in brackets")
            hidden |= which.hidden
            own = meaning.own and which.type.side == "fugitive"
        wanted = meaning.type.one if meaning.type.many and node.operator != ":=" else meaning.type
        there = t.Name(node.name) if node.index is None else t.Call(node.name, (node.index,))
        if node.operator != ":=" and meaning.type == OPTIONAL:
            if there not in env.present:
                self._blame("E316.none", node, operator=node.operator, name=node.name)
            wanted = NUMBER
        elif node.operator != ":=" and not meaning.type.many and meaning.type != NUMBER:
            self._blame("E316.changes", node, operator=node.operator, name=node.name, type=a(meaning.type))
        if node.operator != ":=" and meaning.type.many:
            wanted = evolve(wanted, optional=True)  # `none` is allowed: adding it to a set changes nothing
        hidden |= self.inference.want(node.value, wanted, env, name=node.name).hidden
        if not (meaning.hidden or own):
            self._leak(node, hidden, "E330.own" if meaning.own else "E330.seen", name=node.name)

    def _leak(self, node: t.Node, hidden: bool, sentence: str, **values: Given) -> None:
        if hidden:
            self._blame(sentence, node, **values)

    # -- endings and disclosure
    def _wins(self, node: t.Wins) -> None:
        if node.side:
            self._side(node, node.side)
        match node.moment:
            case t.Event(names, who):
                side = self._event_side(node, names) or self._who(node, who)
                self._who(node, who)
                if not self._are_events(names):
                    return
                env = Env(side, RIDE if all(n in ("ride", "entry") for n in names) else STEP, may_ask_moves=True, written=True)
                for name in names:
                    if name in BESIDE and name != "resign":
                        self._blame("E362.set-up" if name == "set-up" else "E362", node, name, name=name)
            case t.Moment(_, of, side):
                if of == "turn":
                    self._side(node, side)
                env = Env(may_ask_moves=True)
        self._condition(node.when, env)

    def _of_an_entry(self, node: t.Node, event: str) -> None:
        """Check that something is shown or hidden only of entries."""
        is_known = event in EVENTS or event in self.inference.scope.actions
        if is_known and event not in ("ride", "entry", *self.inference.scope.entries):
            self._blame("E360" if event in BESIDE else "E360.action", node, event, name=event)

    def _disclosure(self, node: t.Node, event: str, when: t.Expression | None) -> None:
        if event in self.inference.scope.whos:
            self._blame("E312.somebody", node, event, name=event)
            return
        side = self._event_side(node, (event,))
        if not self._are_events((event,)):
            return
        self._condition(when, Env(side or "fugitive", RIDE if event in ("ride", "entry") else STEP, written=True))

    # -- choices
    def _choose(self, node: t.Choose, env: Env) -> Env:
        known = self.inference.infer(node.group, env)
        if not known.type.many and known.type != NOTHING:
            self._blame("E317.choice", node.group, got=a(known.type))
        if known.hidden and env.actor != "fugitive":
            self._blame("E330.choices", node.group)
        self.inference.fresh(node.variable, node, env)
        one = known.type.one
        if one.kind == "number|station" and not env.trial:
            one = evolve(one, kind="number" if node.variable in self.inference.counted else "station")
            self.inference.types[id(node.group)] = evolve(one, many=True)
        at_station = env.actor == "fugitive" and "station" in one.kind.split("|")
        secret = env.secret or at_station or node.variable in env.secret_choices
        inner = self._looping(node, env, known.type.size).with_name(node.variable, Known(one, secret))
        self.inference.on_the_board(node.group, one, node.variable)
        self._public(node, node.where, inner, "E330.choices")
        return inner

    def _looping(self, node: t.Node, env: Env, size: int) -> Env:
        """The surroundings inside a loop over a set. Loops that are too large are refused, so that all work is bounded."""
        inner = evolve(env, times=env.times * size, depth=env.depth + 1)
        if env.times <= MAX_WORK < inner.times or inner.depth == MAX_LOOPS + 1:
            self._blame("E310.loops", node)
        return inner

    def _starts(self, node: t.StartsOn) -> None:
        self._who(node, (node.who,))
        self._audience(node, node.audience)
        if node.deck:
            self._deck(node, node.deck)
        if node.stations is not None:
            known = self.inference.want(node.stations, STATION.set, Env(), "where pieces start")
            self._leak(node.stations, known.hidden and node.audience in ("all", "pursuers", "own"), "E330.start")
