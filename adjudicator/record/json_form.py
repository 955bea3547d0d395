"""A transcript as JSON, for other programs: docs/transcript.schema.json describes its form."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from attrs import field

from adjudicator.faults import Fault, Place, Refused
from adjudicator.json_places import JsonPlaces
from adjudicator.record import transcript as r
from adjudicator.record.transcript_writer import write_content, write_event, write_parts
from adjudicator.structure import Codes, shape
from adjudicator.values import frozen

FORMAT = "sy-judge transcript 1"
DEPTH = 12
_JSON = re.compile(r"[\ufeff \t\r\n]*(?:\{|\[\s*[\[{])")
CODES = Codes(unknown_key="T241", wrong_type="T242", missing_key="T243")


@frozen
class RideForm:
    """A ride in JSON. A key that is missing or null stands for a value that the record does not know."""

    ticket: str | None = None
    to: int | None = None
    mode: str | None = None
    seen: bool = False


@frozen
class MoveForm:
    """One of these: rides of a piece (with `action` for a turn of several entries), a clause of a piece in the notation, an
    event beside the clauses (`event`), a remark, or an unwritten round (`unwritten`)."""

    piece: str = ""
    rides: tuple[RideForm, ...] = ()
    action: str = ""
    clause: str = ""
    event: str = ""
    remark: str = ""
    unwritten: bool = False


@frozen
class RoundForm:
    moves: tuple[MoveForm, ...]
    round: int | None = None


@frozen
class SeatForm:
    piece: str
    person: str = ""
    role: str = ""


@frozen
class TranscriptForm:
    """A transcript in JSON. `headers` has the headers without a key of their own, as the notation writes them; a list if one
    may be repeated.
    """

    format: str
    rounds: tuple[RoundForm, ...] = ()
    variant: str = ""
    board: str = ""
    options: tuple[str, ...] = ()
    seats: tuple[SeatForm, ...] = ()
    start: dict[str, int | str | None] = field(factory=dict)
    result: str = ""
    headers: dict[str, str | tuple[str, ...]] = field(factory=dict)


# --- reading


def is_json(text: str) -> bool:
    """Whether a text begins like JSON: an object, or a list of objects or lists. A chat may begin with `[` as well."""
    return _JSON.match(text) is not None


def is_transcript(text: str, file: str) -> bool:
    """Whether a JSON text says that it is a transcript of ours. Raises Refused if it is not JSON."""
    data = _data(text, file)
    return isinstance(data, dict) and "format" in data


def read_form(text: str, file: str) -> tuple[TranscriptForm, JsonPlaces]:
    """Read a transcript and its places from a JSON text. Raises Refused with all errors."""
    places, data = JsonPlaces(text, file), _data(text, file)
    form, faults = shape(data, TranscriptForm, places, CODES)
    if form is None or faults:
        raise Refused(faults)
    if form.format != FORMAT:
        raise Refused([Fault("T240", places.value(("format",)), text=form.format, known=FORMAT)])
    return form, places


def _data(text: str, file: str) -> Any:
    try:
        data = json.loads(text)
    except json.JSONDecodeError as error:
        raise Refused([Fault("F20", Place(file, error.lineno, error.colno), reason=error.msg.lower())]) from None
    except (RecursionError, ValueError):
        raise Refused([Fault("F20.deep", Place(file))]) from None
    if _depth(text) > DEPTH:
        raise Refused([Fault("F20.deep", Place(file))])
    return data


def _depth(text: str) -> int:
    """An upper bound of the depth of a JSON text. Brackets inside strings count too, since no transcript has many of them."""
    deepest = depth = 0
    for sign in text:
        depth += (sign in "{[") - (sign in "}]")
        deepest = max(deepest, depth)
    return deepest


# --- writing


def write_json(transcript: r.Transcript) -> str:
    """Write a transcript as JSON. It reads back as the same transcript, except for its line breaks."""
    data: dict[str, Any] = {"format": FORMAT}
    for key, value in (("variant", transcript.variant), ("board", transcript.board), ("options", list(transcript.options))):
        if value:
            data[key] = value
    if transcript.seats:
        data["seats"] = [_told({"piece": one.piece, "person": one.person, "role": one.role}) for one in transcript.seats]
    if transcript.start:
        data["start"] = {one.piece: _start(one, transcript.fugitive) for one in transcript.start}
    if transcript.result:
        data["result"] = transcript.result
    others = dict(_others(transcript))
    if others:
        data["headers"] = others
    data["rounds"] = list(_rounds(transcript))
    return json.dumps(data, ensure_ascii=False, indent=2) + "\n"


def _told(data: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in data.items() if value not in (None, "", False)}


def _start(start: r.Start, fugitive: str) -> int | str | None:
    """A start as JSON: a station, null if it is unknown, or else the text that the notation writes after the piece."""
    if start.card is None and start.role is None and not start.seals:
        return start.at
    written = write_content(r.Header("start", (start,)), fugitive)
    return written.removeprefix(start.piece).strip()


def _others(transcript: r.Transcript) -> Iterator[tuple[str, str | list[str]]]:
    ours = ("variant", "board", "option", "seats", "start", "result")
    found: dict[str, list[str]] = {}
    for header in transcript.headers:
        if header.key not in ours:
            found.setdefault(header.key, []).append(write_content(header, transcript.fugitive))
    return ((key, values[0] if len(values) == 1 else values) for key, values in found.items())


def _rounds(transcript: r.Transcript) -> Iterator[dict[str, Any]]:
    now: dict[str, Any] = {"moves": []}
    for item in transcript.items:
        if isinstance(item, r.RoundMark):
            if now["moves"] or "round" in now:
                yield now
            now = {"round": item.number, "moves": []}
        elif not isinstance(item, r.Header | r.Blank):
            now["moves"].append(_move(item, transcript.fugitive))
    if now["moves"] or "round" in now:
        yield now


def _move(item: r.Clause | r.Event | r.Comment, fugitive: str) -> dict[str, Any]:
    if isinstance(item, r.Comment):
        return {"remark": item.text.strip()}
    if not isinstance(item, r.Clause):
        return {"event": write_event(item, fugitive)}
    if isinstance(item.parts[0], r.Unwritten):
        return {"unwritten": True}
    head = item.head
    rides = item.parts[1:] if head is not None else item.parts
    plain = head is None or not (head.values or head.answer or head.failed or head.seals)
    if not plain or not rides or not all(isinstance(part, r.Ride) and not part.seals for part in rides):
        return {"piece": item.piece, "clause": write_parts(item.parts)}
    told = [_ride(part) for part in rides if isinstance(part, r.Ride)]
    return {"piece": item.piece, "rides": told, **({"action": head.form.written} if head is not None else {})}


def _ride(ride: r.Ride) -> dict[str, Any]:
    return {"ticket": ride.ticket, "to": ride.to, **_told({"mode": ride.mode, "seen": ride.mark})}
