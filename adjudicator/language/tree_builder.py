"""Builds our tree from the parser's: a rule of the grammar becomes the form of the same name, its parts the fields in order.

No object of lark leaves this module and `parser.py`.
"""

from __future__ import annotations

from functools import cache
from inspect import get_annotations
from typing import Any

from adjudicator.language import tree as t
from adjudicator.language.slots import slots_of

OFTEN = ("once", "twice")
_numbers = range  # some form of the language is called `range`, too


def _form(name: str, parts: list[Any], place: dict[str, Any]) -> t.Node:
    """The form of this name. A missing part gets the field's default, or an empty tuple if the field is a tuple."""
    form: type[t.Node] = getattr(t, name.title().replace("_", ""))
    fields: dict[str, Any] = {}
    for (field, kind), part in zip(get_annotations(form).items(), parts, strict=False):
        if part is not None:
            fields[field] = part
        elif not hasattr(form, field):
            fields[field] = () if kind.startswith("tuple") else None
    return form(**fields, **place)


@cache
def builder() -> Any:
    """The transformer. It is made on first use, so that reading a cached rulebook never loads the parser."""
    from lark import Token, Transformer, v_args

    def spoken(token: Any) -> t.Spoken:
        return t.Spoken.of(str(token), token.start_pos)

    def place_of(meta: Any) -> dict[str, Any]:
        return {} if meta.empty else {"at": meta.start_pos, "end": meta.end_pos}

    def block(effect: Any) -> tuple[t.Effect, ...]:
        return effect if isinstance(effect, tuple) else (effect,)

    @v_args(inline=True, meta=True)
    class Builder(Transformer[Token, object]):
        def __default__(self, data: Any, parts: list[Any], meta: Any) -> t.Node:
            return _form(data, parts, place_of(meta))

        # -- words
        def __default_token__(self, token: Any) -> str:
            return str(token)

        @v_args()
        def NAME(self, token: Any) -> t.Spoken:
            return spoken(token)

        ANNOUNCE = SEND = NAME

        @v_args()
        def TEXT(self, token: Any) -> t.Spoken:
            return t.Spoken.of(str(token)[1:-1], token.start_pos + 1)

        @v_args()
        def NUMBER(self, token: Any) -> int:
            return int(token)

        # -- small parts
        def names(self, meta: Any, *names: str) -> tuple[str, ...]:
            return names

        who = ignored = target = rules = names

        def when(self, meta: Any, part: Any) -> Any:
            return part

        where = because = pick = value = card_of = one_of = when

        def otherwise(self, meta: Any) -> bool:
            return True

        # -- values
        def name(self, meta: Any, word: str) -> t.Name:
            return t.Name(str(word), **place_of(meta))

        def call(self, meta: Any, name: str, *arguments: Any) -> t.Call:
            return t.Call(str(name), tuple(a for a in arguments if a is not None), **place_of(meta))

        def count_set(self, meta: Any, counted: Any) -> t.Call:
            return t.Call("count", (counted,), **place_of(meta))

        def set_of(self, meta: Any, *items: Any) -> t.SetOf:
            """The set with these members; those of a range among them are added one by one."""
            every = [one for item in items for one in (item.items if isinstance(item, t.SetOf) and item.is_range else (item,))]
            return t.SetOf(tuple(item for item in every if item is not None), **place_of(meta))

        def range(self, meta: Any, first: int, last: int) -> t.SetOf:
            place = place_of(meta)
            return t.SetOf(tuple(t.Number(number, **place) for number in _numbers(first, last + 1)), True, **place)

        def not_member(self, meta: Any, item: Any, group: Any) -> t.Member:
            return t.Member(item, group, True, **place_of(meta))

        def all_of(self, meta: Any, *parts: Any) -> t.AllOf:
            return t.AllOf(parts, **place_of(meta))

        def any_of(self, meta: Any, *parts: Any) -> t.AnyOf:
            return t.AnyOf(parts, **place_of(meta))

        def can_move(self, meta: Any, piece: Any, ever: Any, ignoring: Any) -> t.CanMove:
            return t.CanMove(piece, ignoring or (), ever is not None, **place_of(meta))

        # -- effects
        def effects(self, meta: Any, *effects: Any) -> tuple[t.Effect, ...]:
            return tuple(one for effect in effects for one in block(effect))

        def assign(self, meta: Any, target: Any, value: Any, operator: str = ":=") -> t.Assign:
            name, index = target
            return t.Assign(name, index, operator, value, **place_of(meta))

        def increase(self, meta: Any, target: Any, value: Any) -> t.Assign:
            return self.assign(meta, target, value, "+=")

        def decrease(self, meta: Any, target: Any, value: Any) -> t.Assign:
            return self.assign(meta, target, value, "-=")

        def for_each(self, meta: Any, variable: Any, group: Any, where: Any, effect: Any) -> t.ForEach:
            return t.ForEach(variable, group, where, block(effect), **place_of(meta))

        def only_when(self, meta: Any, condition: Any, effect: Any) -> t.OnlyWhen:
            return t.OnlyWhen(condition, block(effect), **place_of(meta))

        def announce(self, meta: Any, text: Any, listener: Any) -> t.Announce:
            return t.Announce(text, listener or t.Name("all", **place_of(meta)), slots_of(text), **place_of(meta))

        # -- moments
        def round_start(self, meta: Any) -> t.Moment:
            return t.Moment("start", "round", **place_of(meta))

        def round_end(self, meta: Any) -> t.Moment:
            return t.Moment("end", "round", **place_of(meta))

        def turn_start(self, meta: Any, side: Any) -> t.Moment:
            return t.Moment("start", "turn", side, **place_of(meta))

        def turn_end(self, meta: Any, side: Any) -> t.Moment:
            return t.Moment("end", "turn", side, **place_of(meta))

        # -- statements
        def limit(self, meta: Any, often: Any, lifetime: Any, because: Any) -> t.Require:
            """A limit of uses. The action is filled in by `rulebook.lots`, as the one that contains this statement."""
            place = place_of(meta)
            limit = f"at most {often} times a {lifetime}" if isinstance(often, int) else f"{often} a {lifetime}"
            uses = t.Call("uses", (t.Name("", **place), t.Name(str(lifetime), **place)), **place)
            times = t.Number(often if isinstance(often, int) else OFTEN.index(often) + 1, **place)
            return t.Require(
                t.Compare(uses, "<", times, **place), because or f"only {limit.removeprefix('at most ')}", limit, **place
            )

        def forbid(self, meta: Any, names: Any, who: Any, when: Any, because: Any, losing: bool = False) -> t.Forbid:
            return t.Forbid(t.Event(names, who or (), **place_of(meta)), when, because, losing, **place_of(meta))

        def losing(self, meta: Any, names: Any, who: Any, when: Any, because: Any) -> t.Forbid:
            return self.forbid(meta, names, who, when, because, losing=True)

        def permit(self, meta: Any, names: Any, who: Any, rules: Any, when: Any) -> t.Permit:
            return t.Permit(t.Event(names, who or (), **place_of(meta)), rules, when, **place_of(meta))

        def must_act(self, meta: Any, who: Any, action: Any, first: Any, when: Any) -> t.MustAct:
            return t.MustAct(who, t.Owed(who, action, **place_of(meta)), first is not None, when, **place_of(meta))

        def may_pass(self, meta: Any, who: Any, _: Any, when: Any) -> t.MayPass:
            return t.MayPass(who, when, **place_of(meta))

        def round_order(self, meta: Any, *sides: Any) -> t.RoundOrder:
            return t.RoundOrder(sides, **place_of(meta))

        def starts_on(self, meta: Any, who: Any, pick: Any, source: Any, audience: Any) -> t.StartsOn:
            deck, stations = (source, None) if isinstance(source, str) else ("", source)
            return t.StartsOn(who, pick or "", deck, stations, audience, **place_of(meta))

        def ends_drawn(self, meta: Any, when: Any, moment: Any) -> t.Wins:
            return t.Wins("", when, moment, **place_of(meta))

        def draw_card(self, meta: Any, variable: Any, group: Any, where: Any, word: Any) -> t.DrawCard | t.Choose:
            """A draw. A name alone may be a deck or a set: see `rulebook.lots`."""
            if isinstance(group, t.Name) and where is None and word is None:
                return t.DrawCard(variable, t.Spoken.of(group.name, group.at), **place_of(meta))
            return t.Choose(variable, group, where, word or "", drawn=True, **place_of(meta))

    return Builder()
