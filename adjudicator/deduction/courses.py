"""A possible game behind a public record: the record with every `?` of the fugitive filled in."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from attrs import evolve

from adjudicator.deduction.whereabouts import Search
from adjudicator.engine import Act, Ride, Seating, Step, chosen_type, worded
from adjudicator.judge.moments import numbered
from adjudicator.judge.worlds import FROM_THE_START, Course
from adjudicator.language import tree as t
from adjudicator.record import transcript as r
from adjudicator.record import write_clause
from adjudicator.values import frozen


@frozen
class Line:
    """A clause of the fugitive in such a game, with its round."""

    round: int
    clause: str


@frozen
class Explanation:
    """A possible game: where he ends, where he started, his clauses, and the whole record filled in."""

    station: int
    start: int | None
    lines: tuple[Line, ...]
    record: r.Transcript

    @property
    def route(self) -> tuple[int, ...]:
        """Every station of his route, in order."""
        rides = (part for clause in self.record.clauses if clause.piece == self.record.fugitive for part in clause.parts)
        stations = [self.start] if self.start else []
        for part in rides:
            if isinstance(part, r.Ride) and part.to is not None:
                stations.append(part.to)
            elif isinstance(part, r.Act):
                values = zip(part.form.arguments, part.values, strict=False)
                stations += [v for a, v in values if a.kind == "station" and isinstance(v, int) and part.form.place == "entry"]
        return tuple(stations)


def explained(found: Search, station: int) -> Explanation | None:
    """A possible game that ends at this station, or None."""
    course = found.course_to(station)
    if course is None:
        return None
    start, steps = _unrolled(course)
    record = _filled(found, start, steps)
    fugitive = record.fugitive
    lines = [Line(number, write_clause(clause)) for _, number, clause in numbered(record) if clause.piece == fugitive]
    known = next((one.at for one in record.start if one.piece == fugitive), None)
    return Explanation(station, known, tuple(lines), record)


def _unrolled(course: Course) -> tuple[int | None, dict[tuple[int, int], Step]]:
    steps: dict[tuple[int, int], Step] = {}
    start = None
    node: Course | None = course
    while node is not None:
        node, at, step = node
        if isinstance(step, int):
            start = step if at == FROM_THE_START else None
        else:
            steps.setdefault(at, step)
    return start, steps


def _filled(found: Search, start: int | None, steps: Mapping[tuple[int, int], Step]) -> r.Transcript:
    seating = found.engine.seating
    items: list[r.Item] = []
    index = 0
    for item in found.transcript.items:
        if isinstance(item, r.Header) and item.key == "start":
            items.append(evolve(item, content=tuple(_start(one, start, found) for one in item.content)))
        elif isinstance(item, r.Clause):
            parts = [_part(part, steps.get((index, number)), seating) for number, part in enumerate(item.parts)]
            items.append(r.Clause(item.piece, tuple(parts), item.line, item.column))
            index += 1
        else:
            items.append(item)
    return r.Transcript(tuple(items), found.transcript.fugitive, found.transcript.file)


def _start(one: r.Start, station: int | None, found: Search) -> r.Start:
    hidden = one.piece == found.transcript.fugitive and one.at is None and station
    return evolve(one, at=station, seals=()) if hidden else one


def _part(part: r.Step, step: Step | None, seating: Seating) -> r.Step:
    if isinstance(part, r.Ride) and isinstance(step, Ride):
        ticket = part.ticket if part.ticket is not None else seating.means(step.ticket, step.mode)
        return r.Ride(ticket, part.mode, step.to, part.mark)
    if isinstance(part, r.Act) and isinstance(step, Act) and None in part.values:
        return evolve(part, values=tuple(_values(part, step, seating)))
    return part


def _values(part: r.Act, step: Act, seating: Seating) -> Iterator[r.Value]:
    """The choices that the record gives, with those of the possible game where the record has none."""
    statements = seating.rulebook.actions[step.action].choices
    for given, statement, chosen in zip(part.values, statements, step.choices, strict=False):
        if given is not None or isinstance(chosen, int | tuple | None) is False:
            yield given
        elif isinstance(statement, t.Choose) and isinstance(chosen, int):
            text = worded(chosen, chosen_type(statement, seating), seating)
            yield int(text) if text.isdigit() else text
        else:
            yield chosen if isinstance(chosen, tuple) else None
