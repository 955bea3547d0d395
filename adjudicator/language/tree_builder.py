"""The parser's tree into ours: no object of lark leaves this module and `parsing.py`."""

from __future__ import annotations

from functools import cache
from typing import Any

from adjudicator.language import tree as t
from adjudicator.language.slots import slots_of


@cache
def builder() -> Any:
    """The transformer, made on first use so that reading a cached rulebook never loads the parser."""
    from lark import Token, Transformer, v_args

    def words(token: Any) -> str:
        return t.Spoken.of(str(token), token.start_pos) if isinstance(token, Token) else str(token)  # type: ignore[arg-type]

    def text(token: Any) -> str:
        return t.Spoken.of(str(token)[1:-1], token.start_pos + 1)

    @v_args(inline=True, meta=True)
    class Builder(Transformer[Token, object]):
        def _on(self, meta: Any) -> dict[str, Any]:
            return {} if meta.empty else {"at": meta.start_pos, "end": meta.end_pos}

        # -- values
        def number(self, meta: Any, token: Any) -> t.Number:
            return t.Number(int(token), **self._on(meta))

        def literal(self, meta: Any, token: Any) -> t.Literal:
            return t.Literal(str(token), **self._on(meta))

        def name(self, meta: Any, token: Any) -> t.Name:
            return t.Name(str(token), **self._on(meta))

        def call(self, meta: Any, name: Any, *arguments: Any) -> t.Call:
            return t.Call(str(name), tuple(a for a in arguments if a is not None), **self._on(meta))

        def set_of(self, meta: Any, *items: Any) -> t.SetOf:
            return t.SetOf(tuple(item for item in items if item is not None), **self._on(meta))

        def compare(self, meta: Any, left: Any, operator: Any, right: Any) -> t.Compare:
            return t.Compare(left, str(operator), right, **self._on(meta))

        def member(self, meta: Any, item: Any, group: Any) -> t.Member:
            return t.Member(item, group, **self._on(meta))

        def not_member(self, meta: Any, item: Any, group: Any) -> t.Member:
            return t.Member(item, group, True, **self._on(meta))

        def all_of(self, meta: Any, *parts: Any) -> t.AllOf:
            return t.AllOf(parts, **self._on(meta))

        def any_of(self, meta: Any, *parts: Any) -> t.AnyOf:
            return t.AnyOf(parts, **self._on(meta))

        def negated(self, meta: Any, part: Any) -> t.Negated:
            return t.Negated(part, **self._on(meta))

        def arithmetic(self, meta: Any, left: Any, operator: Any, right: Any) -> t.Arithmetic:
            return t.Arithmetic(left, str(operator), right, **self._on(meta))

        def quantified(self, meta: Any, quantifier: Any, variable: Any, group: Any, where: Any, condition: Any) -> Any:
            return t.Quantified(str(quantifier), words(variable), group, where, condition, **self._on(meta))

        def count_of(self, meta: Any, variable: Any, group: Any, where: Any) -> t.CountOf:
            return t.CountOf(words(variable), group, where, **self._on(meta))

        def gathered(self, meta: Any, word: Any, value: Any, variable: Any, group: Any, where: Any) -> t.Gathered:
            return t.Gathered(words(word), value, words(variable), group, where, **self._on(meta))

        def count_set(self, meta: Any, counted: Any) -> t.Call:
            return t.Call("count", (counted,), **self._on(meta))

        def can_move(self, meta: Any, piece: Any, ever: Any, ignoring: Any) -> t.CanMove:
            return t.CanMove(piece, ignoring or (), ever is not None, **self._on(meta))

        def ignored(self, meta: Any, *names: Any) -> tuple[str, ...]:
            return tuple(map(words, names))

        def choice(self, meta: Any, condition: Any, then: Any, otherwise: Any) -> t.Choice:
            return t.Choice(condition, then, otherwise, **self._on(meta))

        # -- small parts
        def names(self, meta: Any, *names: Any) -> tuple[str, ...]:
            return tuple(map(words, names))

        who = names

        def when(self, meta: Any, condition: Any) -> Any:
            return condition

        where = when

        def because(self, meta: Any, token: Any) -> str:
            return text(token)

        def event(self, meta: Any, names: Any, who: Any) -> t.Event:
            return t.Event(names, who or (), **self._on(meta))

        def round_start(self, meta: Any) -> t.Moment:
            return t.Moment("start", "round", **self._on(meta))

        def round_end(self, meta: Any) -> t.Moment:
            return t.Moment("end", "round", **self._on(meta))

        def turn_start(self, meta: Any, side: Any) -> t.Moment:
            return t.Moment("start", "turn", words(side), **self._on(meta))

        def turn_end(self, meta: Any, side: Any) -> t.Moment:
            return t.Moment("end", "turn", words(side), **self._on(meta))

        # -- effects
        def target(self, meta: Any, name: Any, index: Any) -> tuple[str, Any]:
            return words(name), index

        def assign(self, meta: Any, target: Any, value: Any) -> t.Assign:
            return t.Assign(target[0], target[1], ":=", value, **self._on(meta))

        def increase(self, meta: Any, target: Any, value: Any) -> t.Assign:
            return t.Assign(target[0], target[1], "+=", value, **self._on(meta))

        def decrease(self, meta: Any, target: Any, value: Any) -> t.Assign:
            return t.Assign(target[0], target[1], "-=", value, **self._on(meta))

        def move(self, meta: Any, amount: Any, ticket: Any, source: Any, target: Any) -> t.Move:
            return t.Move(amount, ticket, source, target, **self._on(meta))

        def effects(self, meta: Any, *effects: Any) -> tuple[t.Effect, ...]:
            flat: list[t.Effect] = []
            for effect in effects:
                flat.extend(effect if isinstance(effect, tuple) else (effect,))
            return tuple(flat)

        def for_each(self, meta: Any, variable: Any, group: Any, where: Any, effect: Any) -> t.ForEach:
            return t.ForEach(words(variable), group, where, self._block(effect), **self._on(meta))

        def only_when(self, meta: Any, condition: Any, effect: Any) -> t.OnlyWhen:
            return t.OnlyWhen(condition, self._block(effect), **self._on(meta))

        def _block(self, effect: Any) -> tuple[t.Effect, ...]:
            return effect if isinstance(effect, tuple) else (effect,)

        def arrive(self, meta: Any, station: Any) -> t.Arrive:
            return t.Arrive(station, **self._on(meta))

        def remove(self, meta: Any, piece: Any) -> t.Remove:
            return t.Remove(piece, **self._on(meta))

        def send(self, meta: Any, piece: Any, station: Any) -> t.Send:
            return t.Send(piece, station, **self._on(meta))

        def deal(self, meta: Any, amount: Any, deck: Any, target: Any) -> t.Deal:
            return t.Deal(amount, words(deck), words(target), **self._on(meta))

        def show_last(self, meta: Any, fields: Any, audience: Any) -> t.ShowLast:
            return t.ShowLast(fields, words(audience or "all"), **self._on(meta))

        def announce(self, meta: Any, message: Any, listener: Any) -> t.Announce:
            said = text(message)
            return t.Announce(said, listener or t.Name("all", **self._on(meta)), slots_of(said), **self._on(meta))

        # -- statements
        def allow(self, meta: Any, who: Any, modes: Any) -> t.Allow:
            return t.Allow(who or (), modes or (), **self._on(meta))

        def forbid(self, meta: Any, names: Any, who: Any, when: Any, because: Any) -> t.Forbid:
            return t.Forbid(t.Event(names, who or (), **self._on(meta)), when, because, **self._on(meta))

        def losing(self, meta: Any, names: Any, who: Any, when: Any, because: Any) -> t.Forbid:
            return self.forbid(meta, names, who, when, because).altered(losing=True)

        def permit(self, meta: Any, names: Any, who: Any, rules: Any, when: Any) -> t.Permit:
            return t.Permit(t.Event(names, who or (), **self._on(meta)), rules, when, **self._on(meta))

        def pay(self, meta: Any, who: Any, when: Any, place: Any) -> t.Pay:
            return t.Pay(who or (), when, place, **self._on(meta))

        def must_move(self, meta: Any, who: Any, times: Any) -> t.MustMove:
            return t.MustMove(words(who), times, **self._on(meta))

        def must_act(self, meta: Any, who: Any, action: Any, first: Any, when: Any) -> t.MustAct:
            owed = t.Owed(words(who), words(action), **self._on(meta))
            return t.MustAct(words(who), owed, first is not None, when, **self._on(meta))

        def may_pass(self, meta: Any, who: Any, _: Any, when: Any) -> t.MayPass:
            return t.MayPass(words(who), when, **self._on(meta))

        def may_move(self, meta: Any, who: Any, times: Any) -> t.MayMove:
            return t.MayMove(words(who), times, **self._on(meta))

        def round_order(self, meta: Any, *sides: Any) -> t.RoundOrder:
            return t.RoundOrder(tuple(map(words, sides)), **self._on(meta))

        def side_order(self, meta: Any, side: Any, order: Any, first: Any, when: Any) -> t.SideOrder:
            return t.SideOrder(words(side), words(order), first, when, **self._on(meta))

        def pick(self, meta: Any, word: Any) -> str:
            return words(word)

        def card_of(self, meta: Any, deck: Any) -> str:
            return words(deck)

        def one_of(self, meta: Any, stations: Any) -> Any:
            return stations

        def starts_on(self, meta: Any, who: Any, pick: Any, source: Any, audience: Any) -> t.StartsOn:
            deck, stations = (source, None) if isinstance(source, str) else ("", source)
            return t.StartsOn(words(who), pick or "", deck, stations, words(audience), **self._on(meta))

        def check(self, meta: Any, name: Any) -> t.Check:
            return t.Check(words(name), **self._on(meta))

        def on(self, meta: Any, moment: Any, when: Any, effects: Any) -> t.On:
            return t.On(moment, when, effects, **self._on(meta))

        def show(self, meta: Any, fields: Any, event: Any, audience: Any, when: Any) -> t.Show:
            return t.Show(fields, words(event), words(audience or "all"), when, **self._on(meta))

        def hide(self, meta: Any, fields: Any, event: Any, when: Any) -> t.Hide:
            return t.Hide(fields, words(event), when, **self._on(meta))

        def tell(self, meta: Any, message: Any, event: Any, audience: Any, when: Any) -> t.Tell:
            return t.Tell(text(message), words(event), words(audience or "all"), when, **self._on(meta))

        def wins(self, meta: Any, side: Any, when: Any, moment: Any) -> t.Wins:
            return t.Wins(words(side), when, moment, **self._on(meta))

        def ends_drawn(self, meta: Any, when: Any, moment: Any) -> t.Wins:
            return t.Wins("", when, moment, **self._on(meta))

        def score(self, meta: Any, points: Any, who: Any, when: Any) -> t.Score:
            return t.Score(points, words(who), when, **self._on(meta))

        def require(self, meta: Any, condition: Any, because: Any) -> t.Require:
            return t.Require(condition, because, **self._on(meta))

        def otherwise(self, meta: Any) -> bool:
            return True

        def choose(self, meta: Any, variable: Any, group: Any, where: Any, word: Any, fails: Any) -> t.Choose:
            return t.Choose(words(variable), group, where, text(word) if word else "", bool(fails), **self._on(meta))

        def each_choose(self, meta: Any, variable: Any, group: Any, where: Any, choose: Any) -> t.EachChoose:
            return t.EachChoose(words(variable), group, where, choose, **self._on(meta))

        def draw_card(self, meta: Any, variable: Any, group: Any, where: Any, word: Any) -> t.DrawCard | t.Choose:
            """A name alone may be that of a deck, or of a set: see `rulebook.lots`."""
            if isinstance(group, t.Name) and where is None and word is None:
                return t.DrawCard(words(variable), t.Spoken.of(group.name, group.at), **self._on(meta))
            named = text(word) if word else ""
            return t.Choose(words(variable), group, where, named, drawn=True, **self._on(meta))

        def then(self, meta: Any, effects: Any) -> t.Then:
            return t.Then(effects, **self._on(meta))

        def answer(self, meta: Any, value: Any, audience: Any) -> t.Answer:
            return t.Answer(value, words(audience), **self._on(meta))

        def entries(self, meta: Any, count: Any) -> t.Entries:
            return t.Entries(int(count), **self._on(meta))

        def value(self, meta: Any, expression: Any) -> Any:
            return expression

        def rules(self, meta: Any, *statements: Any) -> tuple[t.Statement, ...]:
            return statements

    return Builder()
