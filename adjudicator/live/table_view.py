"""What the table knows: the record that the pursuers could have written, judged as such. What the table sees is from here."""

from __future__ import annotations

from functools import cached_property

from adjudicator.engine.turns import Cells
from adjudicator.judge.lexicon import FUGITIVE, lexicon_of
from adjudicator.judge.views import seen_by
from adjudicator.judge.worlds import alive
from adjudicator.live.stand import Stand, going_on, stand_of
from adjudicator.record import parse, write
from adjudicator.record import transcript as r
from adjudicator.rulebook.model import Rulebook
from adjudicator.values import frozen

SEAT = "table"


@frozen(eq=False, slots=False)
class TableView:
    """The public record and the worlds that fit it."""

    transcript: r.Transcript
    stand: Stand
    ended: int  # turns ended by a word since the last clause
    is_over: bool

    @cached_property
    def worlds(self) -> tuple[Cells, ...]:
        """The positions that are possible as far as the table can tell."""
        return self.stand.worlds if self.is_over else tuple(alive(list(self.stand.worlds))) or self.stand.worlds

    @cached_property
    def possible(self) -> tuple[int, ...]:
        """The stations where the fugitive can be."""
        return tuple(sorted({p[self.stand.layout.station] for p in self.worlds}))

    def value(self, cell: int) -> int | None:
        """What stands in a cell, if the table can know it."""
        values = {p[cell] for p in self.worlds}
        return values.pop() if len(values) == 1 else None


def look(stand: Stand, rulebook: Rulebook, ended: int, before: TableView | None = None) -> TableView:
    """The table's view of a game: written down, read again, and judged, as every view is."""
    made = seen_by(stand.walk, rulebook, SEAT)
    items = tuple(item for item in made.items if not (isinstance(item, r.Header) and item.key == "result"))
    text = write(r.Transcript(items, FUGITIVE))
    transcript, _ = parse(text, lexicon_of(rulebook), made.file)
    later = _later(transcript, before)
    if before is None or later is None:
        found = stand_of(transcript, rulebook, ended)
    else:
        found = going_on(before.stand, later, ended - (0 if later else before.ended))
    return TableView(transcript, found, ended, stand.ending is not None)


def _later(now: r.Transcript, before: TableView | None) -> tuple[r.Clause, ...] | None:
    """The clauses that came since, if nothing else has changed: an entry may have been opened that was hidden."""
    if before is None or before.is_over:
        return None
    known = before.transcript
    count = len(known.clauses)
    if now.headers != known.headers or now.clauses[:count] != known.clauses:
        return None
    return now.clauses[count:]
