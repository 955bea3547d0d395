"""The fugitive's log in a record: one row for each entry."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from adjudicator.record import transcript as r
from adjudicator.values import frozen


@frozen
class LogRow:
    """One entry of the fugitive's log: its number, its cover, and the station if it was shown."""

    number: int
    cover: str
    station: str


def log_rows(view: r.Transcript, names: Mapping[str, str]) -> Iterator[LogRow]:
    """The rows of a record; `names` are the names of tickets and modes in an edition."""
    number = view.entry or 0
    for clause in view.clauses:
        for part in clause.parts if clause.piece == view.fugitive else ():
            if isinstance(part, r.Ride):
                number += 1
                cover = part.ticket or part.mode or "?"
                yield LogRow(number, names.get(cover, cover), str(part.to or ""))
            elif isinstance(part, r.Act) and part.form.place == "entry" and not part.failed:
                number += 1
                stations = [v for a, v in zip(part.form.arguments, part.values, strict=False) if a.kind == "station"]
                yield LogRow(number, part.form.written, str(stations[-1] or "") if stations else "")
