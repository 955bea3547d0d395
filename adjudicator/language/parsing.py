"""Rule text to tree. Together with `writing.py` the only place that knows the surface of the language; nothing of lark leaves it."""

from __future__ import annotations

from functools import cache
from importlib import resources
from typing import Any

from attrs import evolve, frozen

from adjudicator.language import tree as t

MAX_TEXT = 8_192
MAX_NESTING = 40


@frozen
class Misread:
    """Why a text is not understood, at an offset of that text."""

    at: int
    message: str
    help: str = ""


# Each mistake is taught by wrong examples: the parser's state at the failure is compared with theirs.
MISTAKES: tuple[tuple[str, str, tuple[str, ...]], ...] = (
    (
        "a reason is missing",
        'end the statement with `because "..."`, which is what a player is told',
        ("forbid ride", "forbid ride by fugitive when round > 3", "require entry > 3", "losing ride when a = b then"),
    ),
    (
        "a bracket was opened and never closed",
        "add the missing `)`",
        ('forbid ride when tickets(piece, taxi = 0 because "x"', "then x := (1 + 2", "then x := f(1"),
    ),
    (
        "a set was opened and never closed",
        "add the missing `}`",
        ('forbid ride when mode in {taxi, bus because "x"', "then x := {1, 2"),
    ),
    (
        "`=` compares; giving a value is written `:=`",
        "write `:=`",
        ("then ban = bus", "then x(piece) = 1", "on ride then x = 1"),
    ),
    (
        "a condition is missing",
        "say when the rule holds, for example `when round > 3`",
        ('forbid ride when because "x"', 'require because "x"', "pursuers win when, tested at end of round"),
    ),
    (
        "it is not said when the ending is tested",
        "add for example `, tested at end of round` or `, tested after ride by pursuers`",
        ("pursuers win when round = 3", "fugitive wins when a > b and c = 1", "draw when yes"),
    ),
    (
        "`some`, `every` and `no` need a condition after `has`",
        "for example `some p in pursuers has station(p) = to`",
        ('forbid ride when some p in pursuers because "x"', 'forbid ride when no p in pursuers and yes because "x"'),
    ),
    (
        "text must stand in straight double quotes on one line",
        'write because "..."',
        ("forbid ride because no", "forbid ride when yes because station"),
    ),
)


@cache
def _lark() -> Any:
    import lark

    grammar = resources.files("adjudicator.language").joinpath("grammar.lark").read_text(encoding="utf-8")
    return lark.Lark(
        grammar, parser="lalr", start=["rules", "value"], propagate_positions=True, maybe_placeholders=True
    )


def parse_rules(text: str) -> tuple[t.Statement, ...] | Misread:
    """The statements of a rule, or why it cannot be read."""
    return _parse(text, "rules")  # type: ignore[return-value]


def parse_value(text: str) -> t.Expression | Misread:
    """A single value or condition."""
    return _parse(text, "value")  # type: ignore[return-value]


def _parse(text: str, start: str) -> object:
    misread = _too_much(text)
    if misread:
        return misread
    import lark

    try:
        parsed = _lark().parse(text, start=start)
    except lark.exceptions.UnexpectedInput as problem:
        return _explain(problem, text, start)
    return _builder().transform(parsed)


def _too_much(text: str) -> Misread | None:
    if len(text) > MAX_TEXT:
        return Misread(MAX_TEXT, f"a rule may have {MAX_TEXT} characters; this one has {len(text)}", "split it")
    depth = 0
    for offset, character in enumerate(text):
        depth += (character in "({") - (character in ")}")
        if depth > MAX_NESTING:
            return Misread(offset, f"brackets are nested more than {MAX_NESTING} deep", "name a part with a term")
    return None


def _explain(problem: Any, text: str, start: str) -> Misread:
    import lark

    at = problem.pos_in_stream if problem.pos_in_stream is not None else len(text)
    ended = isinstance(problem, lark.exceptions.UnexpectedToken) and problem.token.type == "$END"
    if ended:
        at = len(text.rstrip())
    for quote in "“”„‘’«»":
        if not ended and text[at : at + 1] == quote:
            return Misread(at, f"`{quote}` is a typographic quotation mark", 'use the straight one: "')
    known = _known_mistake(problem)
    if known:
        return Misread(at, *known)
    word = text[at:].split(None, 1)[0] if text[at:].split() else ""
    expected = _expected(problem)
    help_text = f"here one could write {expected}" if expected else ""
    if ended:
        return Misread(at, "the rule ends too early", help_text)
    return Misread(at, f"`{word[:40]}` cannot stand here", help_text)


def _known_mistake(problem: Any) -> tuple[str, str] | None:
    import lark

    if not isinstance(problem, lark.exceptions.UnexpectedToken):
        return None
    table = {index: list(examples) for index, (_, _, examples) in enumerate(MISTAKES)}
    found = problem.match_examples(lambda text: _lark().parse(text, start="rules"), table, use_accepts=True)
    return None if found is None else MISTAKES[found][:2]


_SHOWN = {"NAME": "a name", "NUMBER": "a number", "TEXT": "a text in quotes", "COMPARE": "a comparison such as `=`"}
_SIGNS = {
    "LPAR": "(", "RPAR": ")", "COMMA": ",", "LBRACE": "{", "RBRACE": "}", "COLON": ":", "PLUS": "+", "MINUS": "-",
    "TIMES": "*",
}  # fmt: skip


def _expected(problem: Any) -> str:
    names = getattr(problem, "accepts", None) or getattr(problem, "expected", None) or getattr(problem, "allowed", ())
    shown = sorted(
        {
            _SHOWN.get(name) or f"`{_SIGNS.get(name, name.lower())}`"
            for name in names or ()
            if not name.startswith("_") and name not in ("$END", "WS", "COMMENT")
        }
    )
    return (
        ""
        if len(shown) > 12
        else ", ".join(shown[:-1]) + (" or " if len(shown) > 1 else "") + shown[-1]
        if shown
        else ""
    )


@cache
def _builder() -> Any:
    """The transformer, made on first use so that reading a cached rulebook never loads the parser."""
    from lark import Token, Transformer, v_args

    def words(token: Any) -> str:
        return str(token)

    def text(token: Any) -> str:
        return str(token)[1:-1]

    @v_args(inline=True, meta=True)
    class Builder(Transformer[Token, object]):
        def _on(self, meta: Any) -> dict[str, int]:
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
            return t.Quantified(str(quantifier), str(variable), group, where, condition, **self._on(meta))

        def count_of(self, meta: Any, variable: Any, group: Any, where: Any) -> t.CountOf:
            return t.CountOf(str(variable), group, where, **self._on(meta))

        def count_set(self, meta: Any, counted: Any) -> t.Call:
            return t.Call("count", (counted,), **self._on(meta))

        def can_move(self, meta: Any, piece: Any, ignoring: Any) -> t.CanMove:
            return t.CanMove(piece, ignoring or (), **self._on(meta))

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
            return t.Moment("start", "turn", str(side), **self._on(meta))

        def turn_end(self, meta: Any, side: Any) -> t.Moment:
            return t.Moment("end", "turn", str(side), **self._on(meta))

        # -- effects
        def target(self, meta: Any, name: Any, index: Any) -> tuple[str, Any]:
            return str(name), index

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
            return t.ForEach(str(variable), group, where, self._block(effect), **self._on(meta))

        def only_when(self, meta: Any, condition: Any, effect: Any) -> t.OnlyWhen:
            return t.OnlyWhen(condition, self._block(effect), **self._on(meta))

        def _block(self, effect: Any) -> tuple[t.Effect, ...]:
            return effect if isinstance(effect, tuple) else (effect,)

        def arrive(self, meta: Any, station: Any) -> t.Arrive:
            return t.Arrive(station, **self._on(meta))

        def remove(self, meta: Any, piece: Any) -> t.Remove:
            return t.Remove(piece, **self._on(meta))

        def deal(self, meta: Any, amount: Any, deck: Any, target: Any) -> t.Deal:
            return t.Deal(amount, str(deck), str(target), **self._on(meta))

        def show_last(self, meta: Any, fields: Any, audience: Any) -> t.ShowLast:
            return t.ShowLast(fields, str(audience or "all"), **self._on(meta))

        # -- statements
        def allow(self, meta: Any, who: Any, modes: Any) -> t.Allow:
            return t.Allow(who or (), modes or (), **self._on(meta))

        def forbid(self, meta: Any, names: Any, who: Any, when: Any, because: Any) -> t.Forbid:
            return t.Forbid(t.Event(names, who or (), **self._on(meta)), when, because, **self._on(meta))

        def losing(self, meta: Any, names: Any, who: Any, when: Any, because: Any) -> t.Forbid:
            return evolve(self.forbid(meta, names, who, when, because), losing=True)

        def pay(self, meta: Any, who: Any, when: Any, place: Any) -> t.Pay:
            return t.Pay(who or (), when, place, **self._on(meta))

        def must_move(self, meta: Any, who: Any, times: Any) -> t.MustMove:
            return t.MustMove(str(who), times, **self._on(meta))

        def may_move(self, meta: Any, who: Any, times: Any) -> t.MayMove:
            return t.MayMove(str(who), times, **self._on(meta))

        def round_order(self, meta: Any, *sides: Any) -> t.RoundOrder:
            return t.RoundOrder(tuple(map(words, sides)), **self._on(meta))

        def side_order(self, meta: Any, side: Any, order: Any) -> t.SideOrder:
            return t.SideOrder(str(side), str(order), **self._on(meta))

        def pick(self, meta: Any, word: Any) -> str:
            return str(word)

        def card_of(self, meta: Any, deck: Any) -> str:
            return str(deck)

        def one_of(self, meta: Any, stations: Any) -> Any:
            return stations

        def starts_on(self, meta: Any, who: Any, pick: Any, source: Any, audience: Any) -> t.StartsOn:
            deck, stations = (source, None) if isinstance(source, str) else ("", source)
            return t.StartsOn(str(who), pick or "", deck, stations, str(audience), **self._on(meta))

        def check(self, meta: Any, name: Any) -> t.Check:
            return t.Check(str(name), **self._on(meta))

        def on(self, meta: Any, moment: Any, when: Any, effects: Any) -> t.On:
            return t.On(moment, when, effects, **self._on(meta))

        def show(self, meta: Any, fields: Any, event: Any, audience: Any, when: Any) -> t.Show:
            return t.Show(fields, str(event), str(audience or "all"), when, **self._on(meta))

        def hide(self, meta: Any, fields: Any, event: Any, when: Any) -> t.Hide:
            return t.Hide(fields, str(event), when, **self._on(meta))

        def tell(self, meta: Any, message: Any, event: Any, audience: Any, when: Any) -> t.Tell:
            return t.Tell(text(message), str(event), str(audience or "all"), when, **self._on(meta))

        def wins(self, meta: Any, side: Any, when: Any, moment: Any) -> t.Wins:
            return t.Wins(str(side), when, moment, **self._on(meta))

        def ends_drawn(self, meta: Any, when: Any, moment: Any) -> t.Wins:
            return t.Wins("", when, moment, **self._on(meta))

        def score(self, meta: Any, points: Any, side: Any, when: Any) -> t.Score:
            return t.Score(points, str(side), when, **self._on(meta))

        def require(self, meta: Any, condition: Any, because: Any) -> t.Require:
            return t.Require(condition, because, **self._on(meta))

        def otherwise(self, meta: Any) -> bool:
            return True

        def choose(self, meta: Any, variable: Any, group: Any, where: Any, word: Any, fails: Any) -> t.Choose:
            return t.Choose(str(variable), group, where, text(word) if word else "", bool(fails), **self._on(meta))

        def each_choose(self, meta: Any, variable: Any, group: Any, where: Any, choose: Any) -> t.EachChoose:
            return t.EachChoose(str(variable), group, where, choose, **self._on(meta))

        def draw_card(self, meta: Any, variable: Any, deck: Any) -> t.DrawCard:
            return t.DrawCard(str(variable), str(deck), **self._on(meta))

        def then(self, meta: Any, effects: Any) -> t.Then:
            return t.Then(effects, **self._on(meta))

        def answer(self, meta: Any, value: Any, audience: Any) -> t.Answer:
            return t.Answer(value, str(audience), **self._on(meta))

        def entries(self, meta: Any, count: Any) -> t.Entries:
            return t.Entries(int(count), **self._on(meta))

        def value(self, meta: Any, expression: Any) -> Any:
            return expression

        def rules(self, meta: Any, *statements: Any) -> tuple[t.Statement, ...]:
            return statements

    return Builder()
