"""The effects before the first round and when rounds and turns begin or end, as Python source; and how often pieces move."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.engine.expressions import Spot
from adjudicator.engine.frame import Frame
from adjudicator.engine.identifiers import word
from adjudicator.engine.layout import ENTRIES
from adjudicator.language import tree as t
from adjudicator.rulebook.facts import uncovers
from adjudicator.rulebook.model import Rule
from adjudicator.values import frozen

MOMENTS = tuple(
    (edge, of, side) for edge in ("start", "end") for of, side in (("round", ""), ("turn", "fugitive"), ("turn", "pursuers"))
)
NOBODY = Spot("-1", written=True)  # no piece acts


def moment_name(edge: str, of: str, side: str) -> str:
    return f"{edge}_{of}_{side}".rstrip("_")


def is_at(moment: t.Event | t.Moment, edge: str, of: str, side: str) -> bool:
    return isinstance(moment, t.Moment) and (moment.edge, moment.of, moment.side) == (edge, of, side)


@frozen(eq=False)
class MomentCode:
    frame: Frame

    def set_up(self) -> Iterator[str]:
        """The effects before the first round, besides the cards that are dealt."""
        yield "def set_up(p):"
        yield "    e = 0"
        for rule, one in self.frame.layout.rulebook.statements(t.On):
            if isinstance(one, t.On) and isinstance(one.moment, t.Event) and "set-up" in one.moment.names:
                yield from self._done(rule, one)

    def moment(self, edge: str, of: str, side: str) -> Iterator[str]:
        yield f"def {moment_name(edge, of, side)}(p):"
        yield f"    e = p[{ENTRIES}]"
        yield from self.lines(edge, of, side)

    def lines(self, edge: str, of: str, side: str) -> Iterator[str]:
        """The effects at the start or end of a round or turn: lifetimes end, rules act."""
        effects = self.frame.effects
        if edge == "start":
            yield from (f"    {line}" for line in effects.reset(of))
        for rule, one in self._statements(edge, of, side):
            yield from self._done(rule, one)
        if edge == "end" and of == "turn":
            over = effects.his_turn_over() if side == "fugitive" else ()
            yield from (f"    {line}" for line in (*effects.reset("turn"), *over))

    def _done(self, rule: Rule, one: t.On) -> Iterator[str]:
        effects = self.frame.effects
        yield f"    if {'True' if one.when is None else effects.values.of(one.when, NOBODY)}:  # {word(rule.id)}"
        yield from effects.lines(one.effects, NOBODY, "        ")

    def _statements(self, edge: str, of: str, side: str) -> list[tuple[Rule, t.On]]:
        found = self.frame.layout.rulebook.statements(t.On)
        return [(rule, one) for rule, one in found if isinstance(one, t.On) and is_at(one.moment, edge, of, side)]

    def uncovers(self, edge: str, of: str, side: str) -> bool:
        """Whether something of the last entry may become public at this moment."""
        return any(uncovers(one) for _, one in self._statements(edge, of, side))

    def moves(
        self, name: str, kind: type[t.MustMove] | type[t.MayMove], default: int, unless: type[t.MayPass] | None = None
    ) -> Iterator[str]:
        """How often each piece must or may move in its turn: the last statement about a piece counts; `unless` frees it."""
        yield f"def {name}(p, q):"
        for rule, one in self.frame.layout.rulebook.statements(unless) if unless else ():
            assert isinstance(one, t.MayPass)
            when = "" if one.when is None else f" and {self.frame.values.of(one.when, Spot('q', written=True))}"
            yield f"    if q in {self.frame.layout.seating.members(one.who)!r}{when}: return 0  # {word(rule.id)}"
        lines: list[str] = []
        for rule, one in self.frame.layout.rulebook.statements(kind):
            if isinstance(one, t.MustMove | t.MayMove):
                value = self.frame.values.of(one.times, Spot("q", written=True))
                lines.insert(
                    0, f"    if q in {self.frame.layout.seating.members(one.who)!r}: return {value}  # {word(rule.id)}"
                )
        yield from lines
        yield f"    return {default}"
