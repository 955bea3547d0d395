"""The fugitive's log as it lies on the table: its entries, numbered, with what covers each and the station if it is known."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from adjudicator.record.transcript import Act, Ride, Transcript
from adjudicator.values import frozen


@frozen
class LogRow:
    """One entry: its number, the ticket or action that covers it, the station or nothing."""

    number: int
    cover: str
    station: str


def log_rows(record: Transcript, names: Mapping[str, str]) -> Iterator[LogRow]:
    """The entries of a record; `names` are what players call tickets and means of transport."""
    number = record.entry or 0
    for clause in record.clauses:
        for part in clause.parts if clause.piece == record.fugitive else ():
            if isinstance(part, Ride):
                number += 1
                cover = part.ticket or part.mode or "?"
                yield LogRow(number, names.get(cover, cover), str(part.to or ""))
            elif isinstance(part, Act) and part.form.place == "entry" and not part.failed:
                number += 1
                stations = [v for a, v in zip(part.form.arguments, part.values, strict=False) if a.kind == "station"]
                yield LogRow(number, part.form.written, str(stations[-1] or "") if stations else "")
