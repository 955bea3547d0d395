"""Trees of the rule language: everything that can be written, whether it makes sense or not.

Trees are generated and then written; generating texts from the grammar would run words together.
"""

from __future__ import annotations

from hypothesis import strategies as st

from adjudicator.language import tree as t
from adjudicator.language.foreign_words import RESERVED

# Words that stand at the same place as a name somewhere in the grammar; the lexer would take them for themselves.
KEYWORDS = RESERVED | {
    "a", "act", "allow", "along", "announce", "answer", "any", "arrive", "at", "can", "card", "check", "choose", "count",
    "deal", "draw", "each", "either", "end", "entries", "entry", "every", "fail", "first", "for", "forbid", "from", "hide",
    "ever", "ignoring", "is", "last", "lines", "losing", "may", "most", "move", "must", "of", "on", "order", "otherwise",
    "pay", "remove", "require", "reverse", "ride", "round", "score", "seat", "seen", "send", "show", "start", "starts",
    "station", "tell", "tested", "time", "times", "to", "turn", "win", "wins", "write", "written",
}  # fmt: skip

names = st.from_regex(r"[a-z][a-z0-9]{0,5}(-[a-z0-9]{1,4}){0,2}", fullmatch=True).filter(lambda name: name not in KEYWORDS)
texts = st.text(
    st.characters(codec="utf-8", exclude_characters='"\n\r', exclude_categories=("Cc", "Cs", "Zl", "Zp")), max_size=20
)
some_names = st.lists(names, min_size=1, max_size=3).map(tuple)
who = st.lists(names, max_size=2).map(tuple)


def _deeper(inner: st.SearchStrategy[t.Expression]) -> st.SearchStrategy[t.Expression]:
    several = st.lists(inner, min_size=2, max_size=3)
    maybe = st.none() | inner
    return st.one_of(
        st.builds(t.Call, names, st.lists(inner, max_size=3).map(tuple)),
        st.builds(t.SetOf, st.lists(inner, max_size=3).map(tuple)),
        st.builds(t.Compare, inner, st.sampled_from(("=", "<>", "<", "<=", ">", ">=")), inner),
        st.builds(t.Member, inner, inner, st.booleans()),
        several.map(lambda parts: t.AllOf(tuple(parts))),
        several.map(lambda parts: t.AnyOf(tuple(parts))),
        st.builds(t.Negated, inner),
        st.builds(t.Arithmetic, inner, st.sampled_from("+-*"), inner),
        st.builds(t.Quantified, st.sampled_from(("some", "every", "no")), names, inner, maybe, inner),
        st.builds(t.CountOf, names, inner, maybe),
        st.builds(t.CanMove, inner, st.lists(names, max_size=2).map(tuple), st.booleans()),
        st.builds(t.Choice, inner, inner, inner),
    )


leaves: st.SearchStrategy[t.Expression] = st.one_of(
    st.builds(t.Number, st.integers(0, 999_999)),
    st.builds(t.Literal, st.sampled_from(("yes", "no", "none"))),
    st.builds(t.Name, names),
)
_values = st.recursive(leaves, _deeper, max_leaves=8)


@st.composite
def _value(draw: st.DrawFn) -> t.Expression:
    """A strategy within strategies that is shown by this name: written out, all of them would be megabytes."""
    return draw(_values)


values = _value()
maybe = st.none() | values


def _blocks(inner: st.SearchStrategy[t.Effect]) -> st.SearchStrategy[t.Effect]:
    block = st.lists(inner, min_size=1, max_size=2).map(tuple)
    return st.one_of(st.builds(t.ForEach, names, values, maybe, block), st.builds(t.OnlyWhen, values, block))


single: st.SearchStrategy[t.Effect] = st.one_of(
    st.builds(t.Assign, names, maybe, st.sampled_from((":=", "+=", "-=")), values),
    st.builds(t.Move, values, values, values, values),
    st.builds(t.Arrive, values),
    st.builds(t.Remove, values),
    st.builds(t.Send, values, values),
    st.builds(t.Deal, values, names, names),
    st.builds(t.ShowLast, some_names, names),
    st.builds(t.Announce, texts, values),
)
_effects = st.lists(st.recursive(single, _blocks, max_leaves=3), min_size=1, max_size=3).map(tuple)


@st.composite
def _some_effects(draw: st.DrawFn) -> tuple[t.Effect, ...]:
    return draw(_effects)


effects = _some_effects()
events = st.builds(t.Event, some_names, who)


def must_act(who: str, action: str, first: bool, when: t.Expression | None) -> t.MustAct:
    return t.MustAct(who, t.Owed(who, action), first, when)


moments = events | st.one_of(
    st.builds(t.Moment, st.sampled_from(("start", "end")), st.just("round")),
    st.builds(t.Moment, st.sampled_from(("start", "end")), st.just("turn"), names),
)
choices = st.builds(t.Choose, names, values, maybe, texts, st.booleans())
statements: st.SearchStrategy[t.Statement] = st.one_of(
    st.builds(t.Allow, who, st.lists(names, max_size=2).map(tuple)),
    st.builds(t.Forbid, events, maybe, texts, st.booleans()),
    st.builds(t.Pay, who, maybe, values),
    st.builds(t.MustMove, names, values),
    st.builds(t.MayMove, names, values),
    st.builds(t.MayPass, names, st.none() | values),
    st.builds(must_act, names, names, st.booleans(), st.none() | values),
    st.builds(t.RoundOrder, some_names),
    st.builds(t.SideOrder, names, st.sampled_from(("any", "seat", "reverse")), maybe, maybe),
    st.builds(t.StartsOn, names, st.sampled_from(("", "first", "either")), names, st.none(), names),
    st.builds(t.StartsOn, names, st.just(""), st.just(""), values, names),
    st.builds(t.Check, names),
    st.builds(t.On, moments, maybe, effects),
    st.builds(t.Show, some_names, names, names, maybe),
    st.builds(t.Hide, some_names, names, maybe),
    st.builds(t.Tell, texts, names, names, maybe),
    st.builds(t.Wins, names | st.just(""), values, moments),
    st.builds(t.Score, values, names, maybe),
    st.builds(t.Require, values, texts),
    choices,
    st.builds(t.EachChoose, names, values, maybe, choices),
    st.builds(t.DrawCard, names, names),
    st.builds(t.Then, effects),
    st.builds(t.Answer, values, names),
    st.builds(t.Entries, st.integers(0, 99)),
)
