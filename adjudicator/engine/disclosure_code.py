"""The parts of an entry that the pursuers see, as Python source."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.engine.effects import bits_of
from adjudicator.engine.expressions import Spot
from adjudicator.engine.frame import Frame
from adjudicator.engine.identifiers import word
from adjudicator.engine.layout import ENTRIES
from adjudicator.language import tree as t
from adjudicator.rulebook.facts import OPEN
from adjudicator.values import frozen


@frozen(eq=False)
class DisclosureCode:
    frame: Frame

    def shows(self) -> Iterator[str]:
        """The fields of an entry that the pursuers see, as a sum; hiding wins over showing."""
        layout, values = self.frame.layout, self.frame.effects.values
        spot = Spot("0", written=True, disclosed=True)
        yield "def shows(p, events, t, m, a, b, v):"
        yield f"    h = p[{layout.station}]"
        yield f"    e = p[{ENTRIES}]"
        if layout.last_line:
            yield f"    m, a = p[{layout.last_line}:{layout.last_line + 2}]"
            yield "    v = PASSES.get((m, a, b), ())"
        yield "    f = 0"
        for kind in (t.Show, t.Hide):
            for rule, one in layout.rulebook.statements(kind):
                if isinstance(one, t.Show) and one.audience not in OPEN:
                    continue
                assert isinstance(one, t.Show | t.Hide)
                condition = "" if one.when is None else f" and {values.of(one.when, spot)}"
                change = f"f |= {bits_of(one.fields)}" if kind is t.Show else f"f &= ~{bits_of(one.fields)}"
                yield f"    if {one.event!r} in events{condition}: {change}  # {word(rule.id)}"
        yield "    return f"
