"""The two texts of a game: the log that may lie open on the table, and the key, which is the fugitive's alone.

Both follow from the record and the salts. Values that the table's view does not show are sealed; those it shows later are
opened in their places. One clause is one line, so that a game only adds lines to both texts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import groupby

from attrs import evolve

from adjudicator.record import parse_clauses, write, write_clause, write_event
from adjudicator.record import transcript as r
from adjudicator.record.lexicon import lexicon_of
from adjudicator.seals import seal_holder
from adjudicator.seals.commitments import (
    Address,
    CheckLine,
    KeyLine,
    NoteLine,
    SealLine,
    UnseenLine,
    check,
    new_salt,
    write_key,
)
from adjudicator.seals.hidden_values import Holder, holders, public_lines, rebuilt, values_of
from adjudicator.table.table_game import TableGame
from adjudicator.values import frozen

INDENT = "   "
KEY_LINE = 100
Salt = Callable[[], bytes]
Salts = Mapping[Address, bytes]


@frozen
class Published:
    log: str
    key: str
    salts: Salts


def publish(game: TableGame, known_salts: Salts, salt: Salt = new_salt) -> Published:
    """Both texts; what is sealed already keeps its salt, what is sealed for the first time gets a new one."""
    public = _public(game)
    shown = dict(_shown(game.seen.record))
    salts: dict[Address, bytes] = {}
    sealed: dict[Address, Holder] = {}
    lines: dict[Address, list[SealLine]] = {}
    for address, piece, holder in holders(public):
        seen = shown.get(_name(address, holder))
        known = values_of(seen) if seen is not None else {}
        chosen = [field for field in values_of(holder) if field not in known]
        if chosen:
            places = [evolve(address, field=field) for field in chosen]
            own = [known_salts.get(place) or salt() for place in places]
            salts |= dict(zip(places, own, strict=True))
            sealed[address], lines[address] = seal_holder(holder, address, piece, chosen, iter(own).__next__)
    text = rebuilt(public, sealed)
    return Published(_log(public, text), _even(write_key(_key(game, text, lines))), salts)


def is_readable(game: TableGame) -> bool:
    """Whether the table's part of the last clause reads back as what it is. A piece may be called like a ticket, and then a
    long clause may not."""
    last = game.last_clause
    assert last is not None
    clause = r.Clause(last.piece, game.open_parts(last))
    hidden = r.Clause(clause.piece, tuple(evolve(p, to=None, mode=None) if isinstance(p, r.Ride) else p for p in clause.parts))
    for one in (clause, hidden):
        read, faults = parse_clauses(write_clause(one), lexicon_of(game.rules), game.game.pieces)
        if faults or len(read) != 1 or read[0].parts != one.parts:
            return False
    return True


def entry_by_entry(clause: r.Clause) -> tuple[r.Clause, ...]:
    """A turn of several entries in as many clauses."""
    found: list[list[r.Step]] = [[]]
    for at, part in enumerate(clause.parts):
        entry = isinstance(part, r.Ride) or (isinstance(part, r.Act) and part.form.place == "entry")
        if entry and at > 1:
            found.append([])
        found[-1].append(part)
    return tuple(r.Clause(clause.piece, tuple(parts)) for parts in found)


def _public(game: TableGame) -> r.Transcript:
    """The record without what the table does not even see happen; with its result, once it has one."""
    items: list[r.Item] = []
    for item in _told(game):
        if isinstance(item, r.Clause):
            parts = game.open_parts(item)
            if not parts:
                continue
            item = r.Clause(item.piece, parts)
        elif isinstance(item, r.Draw) and not game.is_open_draw(item):
            continue
        items.append(item)
    if game.result is not None:
        last = max((at for at, item in enumerate(items) if isinstance(item, r.Header)), default=-1)
        items.insert(last + 1, r.Header("result", game.result))
    return r.Transcript(tuple(items), game.record.fugitive, game.file)


def _told(game: TableGame) -> list[r.Item]:
    """The private record with what was announced to all: that follows from the game, and the table has heard it."""
    told = game.game.walk.end.told or ()
    if not game.rules.facts.announcements:
        return list(game.items)
    headers = sum(isinstance(item, r.Header) for item in game.items)
    found: list[r.Item] = []
    for place, item in enumerate((*game.items, None)):
        found += [r.Header("heard", "marked")] if place == headers else []
        found += [r.Hears("", one.text) for at, heard in told if at == place for one in heard if not one.piece]
        found += [item] if item is not None else []
    return found


def _name(address: Address, holder: Holder) -> object:
    """The name of a thing in both records: a view leaves out hands and hidden states, so these have no number in common."""
    return ("state", holder.name) if isinstance(holder, r.StateValue) else address


def _shown(view: r.Transcript) -> Iterator[tuple[object, Holder]]:
    for address, _, holder in holders(view):
        yield _name(address, holder), holder


# --- the log


def _log(public: r.Transcript, sealed: r.Transcript) -> str:
    """Headers as everywhere, then a line for each clause."""
    clauses = iter(sealed.clauses)
    lines, mark = [write(r.Transcript(sealed.headers, public.fugitive)).rstrip("\n")], ""
    body = [item for item in public.items if not isinstance(item, r.Header)]
    lead = next((at for at, item in enumerate(body) if not isinstance(item, r.Comment) or item.indented), len(body))
    lines += [f"#{item.text}" for item in body[:lead] if isinstance(item, r.Comment)]
    lines.append("")
    for item in body[lead:]:
        match item:
            case r.RoundMark(number):
                mark = f"{number}. "
            case r.Clause():
                lines.append(f"{mark or INDENT}{write_clause(next(clauses))}")
                mark = ""
            case r.TurnEnd() | r.Draw() | r.Withdrawal() | r.Hears():
                lines.append(f"{mark or INDENT}{write_event(item, public.fugitive)}")
                mark = ""
            case r.Comment():
                lines.append(f"{INDENT if item.indented else ''}#{item.text}")
    return "\n".join(lines) + "\n"


# --- the key


def _even(key: str) -> str:
    """All lines have one length: people who may not read the key may still see how long it is."""
    return "".join(f"{line.ljust(-(-len(line) // KEY_LINE) * KEY_LINE)}\n" for line in key.splitlines())


def _key(game: TableGame, sealed: r.Transcript, lines: Mapping[Address, list[SealLine]]) -> Iterator[KeyLine]:
    """First all about the headers, then clause by clause, so that the game adds lines at the end."""
    for address, found in lines.items():
        if address.part != "clause":
            yield from found
    checks = {(line.part, line.number): check(line.part, line.text) for line in public_lines(sealed)}
    yield from (CheckLine(part, number, text) for (part, number), text in checks.items() if part == "header")
    by_clause: dict[int, list[SealLine]] = {}
    for address, found in lines.items():
        if address.part == "clause":
            by_clause.setdefault(address.number, []).extend(found)
    yield from _body(game, len(sealed.headers), checks, by_clause)


def _body(
    game: TableGame, headers: int, checks: Mapping[tuple[str, int], str], seals: Mapping[int, Iterable[SealLine]]
) -> Iterator[KeyLine]:
    number = {"clause": 0, "event": 0}
    place = 0  # round numbers, clauses and events of the public log
    for item in _told(game):
        match item:
            case r.Comment():
                yield NoteLine(headers + place, "indented" if item.indented else "own", item.text)
            case r.RoundMark():
                place += 1
            case r.Clause():
                is_seen = bool(game.open_parts(item))
                if is_seen:
                    yield from seals.get(number["clause"], ())
                    yield CheckLine("clause", number["clause"], checks["clause", number["clause"]])
                    number["clause"], place = number["clause"] + 1, place + 1
                for step, hidden in _unseen_parts(game, item):
                    yield UnseenLine(place, write_clause(hidden), step=step if is_seen else None)
            case r.Draw() if not game.is_open_draw(item):
                yield UnseenLine(place, write_event(item, game.record.fugitive))
            case r.TurnEnd() | r.Draw() | r.Withdrawal() | r.Hears():
                yield CheckLine("event", number["event"], checks["event", number["event"]])
                number["event"], place = number["event"] + 1, place + 1


def _unseen_parts(game: TableGame, clause: r.Clause) -> Iterator[tuple[int, r.Clause]]:
    """The steps of a clause that the table does not see, those that come together in one, and how many it sees before them."""
    step = 0
    for is_open, parts in groupby(clause.parts, lambda part: game.is_open(clause.piece, part)):
        found = tuple(parts)
        if is_open:
            step += len(found)
        else:
            yield step, r.Clause(clause.piece, found)
