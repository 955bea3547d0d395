"""Impossible tickets on a torn page: more than there are, and histories for which the rounds are too few."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from adjudicator.engine import FUGITIVE, Cells, Engine
from adjudicator.judge.start_position import Opening
from adjudicator.judge.torn_page import beginning, count_of, has_had_his_turn, moved_before
from adjudicator.language import tree as t
from adjudicator.language.tree_walk import walk
from adjudicator.record import transcript as r

Wrong = tuple[str, str, str]  # the header, the piece it is about, and the fault
PILE = "pile"


def of_hands(transcript: r.Transcript, opening: Opening) -> Iterator[Wrong]:
    """The holdings of the header `tickets` that no game by the rules in force leads to."""
    single = list(_more_than_there_are(transcript, opening))
    yield from single
    yield from _together_more(transcript, opening) if not single else ()


def unusual_hands(transcript: r.Transcript, opening: Opening) -> Iterator[Wrong]:
    """The hands for which the rounds are too few. People also set up such hands to try a position."""
    yield from _riding_free(transcript, opening)
    yield from _spent_too_soon(transcript, opening)
    yield from _doubles(transcript, opening)


def _more_than_there_are(transcript: r.Transcript, opening: Opening) -> Iterator[Wrong]:
    """More tickets than the box has, or than were dealt to somebody whom no rule gives any."""
    engine = opening.engine
    dealt = dealt_hands(opening)
    for holding in transcript.tickets:
        count, key = count_of(holding), engine.ledger.holding(holding.holder, holding.ticket)
        usual = engine.ledger.count_of(dealt, key) if key is not None else None
        if holding.count is None or count is None or key is None or usual is None or count <= usual:
            continue
        box = engine.rulebook.tables.box.get(holding.ticket)
        more = _is_made(holding.ticket, engine) or _never_runs_out(holding.ticket, dealt, engine)
        if box is not None and count > box and not more:
            yield "tickets", holding.holder, f"{holding.holder} holds {count} {holding.ticket} tickets; the box has {box}"
        elif not may_receive(holding.holder, holding.ticket, dealt, engine):
            yield "tickets", holding.holder, f"{holding.holder} holds {count} {holding.ticket} tickets; {usual} are dealt"


def _together_more(transcript: r.Transcript, opening: Opening) -> Iterator[Wrong]:
    """More tickets in all hands and supplies together than the box has."""
    engine, dealt = opening.engine, dealt_hands(opening)
    total: Counter[str] = Counter()
    counted = set[object]()
    for holding in transcript.tickets:
        count, key = count_of(holding), engine.ledger.holding(holding.holder, holding.ticket)
        if holding.count is not None and count is not None and key is not None and key not in counted:
            counted.add(key)
            total[holding.ticket] += count
    for ticket, count in total.items():
        box = engine.rulebook.tables.box.get(ticket)
        if box is not None and count > box and not (_is_made(ticket, engine) or _never_runs_out(ticket, dealt, engine)):
            yield "tickets", "", f"the page has {count} {ticket} tickets in all; the box has {box}"


def _riding_free(transcript: r.Transcript, opening: Opening) -> Iterator[Wrong]:
    """Tickets of a piece that needs none."""
    seating = opening.engine.seating
    for holding in transcript.tickets:
        piece = seating.pieces.get(holding.holder)
        if piece is not None and seating.is_free(piece) and holding.count:
            yield "tickets", holding.holder, f"{holding.holder} rides free and holds no tickets"


def _spent_too_soon(transcript: r.Transcript, opening: Opening) -> Iterator[Wrong]:
    """More tickets gone from a hand than its pieces can have ridden: nobody gives them away, and each ride takes one."""
    engine, dealt = opening.engine, dealt_hands(opening)
    number, entries, _ = beginning(transcript, engine)
    moved = moved_before(transcript, engine)
    for name, pieces in _hands(transcript, engine).items():
        spent = 0
        for ticket, (count, key) in pieces.items():
            usual = engine.ledger.count_of(dealt, key)
            is_paid = any(engine.rulebook.tables.tickets[ticket].pays)
            if usual is not None and is_paid and not _may_lose(ticket, engine):
                spent += max(0, usual - count)
        sharing = [one.piece for one in engine.seating.seats if _shares(name, one.piece, engine)]
        if FUGITIVE in map(engine.seating.pieces.get, sharing):
            if spent > entries:
                yield "tickets", name, f"{name} has used {_many(spent, 'ticket')} for {_many(entries, 'entry', 'entries')}"
        elif all(_moves_once(engine.seating.pieces[one], engine) for one in sharing):
            rides = sum(number - 1 + (one in moved) for one in sharing)
            if spent > rides:
                yield "tickets", name, f"{name} has used {_many(spent, 'ticket')} and can have ridden {_many(rides, 'time')}"


def _many(count: int, one: str, several: str = "") -> str:
    return f"{count} {one if count == 1 else several or one + 's'}"


def _hands(transcript: r.Transcript, engine: Engine) -> dict[str, dict[str, tuple[int, object]]]:
    """The counts that the page gives, by the first piece of each hand and the ticket."""
    found: dict[str, dict[str, tuple[int, object]]] = {}
    first: dict[object, str] = {}
    for holding in transcript.tickets:
        count, key = count_of(holding), engine.ledger.holding(holding.holder, holding.ticket)
        if holding.holder in engine.seating.pieces and holding.count is not None and count is not None and key is not None:
            holder = first.setdefault(key, holding.holder)
            found.setdefault(holder, {})[holding.ticket] = (count, key)
    return found


def _shares(name: str, piece: str, engine: Engine) -> bool:
    """Whether a piece pays from the hand of another one: for every ticket."""
    tickets = [ticket for ticket, one in engine.rulebook.tables.tickets.items() if one.pays]
    return piece == name or all(
        (key := engine.ledger.holding(name, ticket)) is not None and key == engine.ledger.holding(piece, ticket)
        for ticket in tickets
    )


def _moves_once(piece: int, engine: Engine) -> bool:
    """Whether nothing gives a piece more than one ride in a turn."""
    limits = [one for _, one in engine.rulebook.statements(t.MayMove) if isinstance(one, t.MayMove)]
    return all(one.times == t.Number(1) for one in limits if piece in engine.seating.members(one.who))


def _may_lose(ticket: str, engine: Engine) -> bool:
    """Whether some rule takes tickets of a kind from a piece, besides paying for a ride."""
    supplies = {"nowhere", *(name for name, one in engine.rulebook.scope.names.items() if one.what == "supply")}
    for rule in engine.rulebook.rules.values():
        for node in (node for one in rule.statements for node in walk(one) if isinstance(node, t.Move)):
            is_other = isinstance(node.ticket, t.Name) and node.ticket.name != ticket
            is_other = is_other and node.ticket.name in engine.seating.symbols  # type: ignore[union-attr]
            if not is_other and not (isinstance(node.source, t.Name) and node.source.name in supplies):
                return True
    return False


def _doubles(transcript: r.Transcript, opening: Opening) -> Iterator[Wrong]:
    """Tickets for several entries that are gone without these, or in hand though the entries are written."""
    engine, dealt = opening.engine, dealt_hands(opening)
    number, entries, _ = beginning(transcript, engine)
    if transcript.entry is None or not _moves_once(FUGITIVE, engine):
        return
    further = entries - (number - 1 + has_had_his_turn(transcript, engine))
    fugitive = engine.seating.seats[FUGITIVE].piece
    counts = _hands(transcript, engine).get(fugitive, {})
    turns = [one for one in engine.rulebook.actions.values() if any(isinstance(s, t.Entries) for s in one.rule.statements)]
    for action in turns if len(turns) == 1 else ():
        more = sum(one.count - 1 for one in action.rule.statements if isinstance(one, t.Entries))
        for ticket in set(used_up(action.rule.statements)) & counts.keys():
            count, key = counts[ticket]
            usual = engine.ledger.count_of(dealt, key)
            if usual is None or count > usual or may_receive(fugitive, ticket, dealt, engine):
                continue
            if (usual - count) * more != further and further >= 0:
                rounds = number - 1 + has_had_his_turn(transcript, engine)
                log = f"{_many(entries, 'entry', 'entries')} in {_many(rounds, 'round')}"
                yield "tickets", fugitive, f"{log} take {_many(further // more, f'{ticket} ticket')}; {usual - count} are used"


def dealt_hands(opening: Opening) -> Cells:
    """The position with the hands that the edition deals."""
    engine = opening.engine
    stations = zip(engine.seating.seats, engine.ledger.stations(opening.position), strict=True)
    return engine.blank({seat.piece: station for seat, station in stations}, {})


def _is_made(ticket: str, engine: Engine) -> bool:
    """Whether some rule brings more of these tickets into the game than the box has."""
    moves = (node for rule in engine.rulebook.rules.values() for one in rule.statements for node in walk(one))
    made = (node.ticket for node in moves if isinstance(node, t.Move) and node.source == t.Name("nowhere"))
    return any(not isinstance(one, t.Name) or one.name == ticket or one.name not in engine.seating.symbols for one in made)


def _never_runs_out(ticket: str, dealt: Cells, engine: Engine) -> bool:
    """Whether a pursuer has as many of these tickets as he likes, so that he lays down more than the box has."""
    keys = [engine.ledger.holding(seat.piece, ticket) for seat in engine.seating.seats[1:]]
    return any(engine.ledger.count_of(dealt, key) is None for key in keys if key is not None)


def may_receive(holder: str, ticket: str, dealt: Cells, engine: Engine) -> bool:
    """Whether some rule moves tickets to this piece; of a supply that is taken for granted, and of who pays from one."""
    seating, scope = engine.seating, engine.rulebook.scope
    if holder not in seating.pieces or seating.holder(seating.pieces[holder], ticket) == PILE:
        return True
    own = {holder, *(name for name in scope.whos if seating.pieces[holder] in seating.members(name))}
    others = {
        "nowhere",
        *scope.whos,
        *seating.pieces,
        *(name for name, one in scope.names.items() if one.what == "supply"),
    } - own
    return any(not isinstance(one, t.Name) or one.name not in others for one in _targets(ticket, dealt, engine))


def _targets(ticket: str, dealt: Cells, engine: Engine) -> Iterator[t.Expression]:
    """Where any rule moves tickets of a kind; a variable may mean any piece. Nobody pays with a ticket that he never had."""
    keys = [engine.ledger.holding(seat.piece, ticket) for seat in engine.seating.seats]
    paid = any(engine.ledger.count_of(dealt, key) != 0 for key in keys[1:] if key is not None)
    for rule in engine.rulebook.rules.values():
        for one in rule.statements:
            yield from (node.target for node in walk(one) if isinstance(node, t.Move))
            if isinstance(one, t.Pay) and paid:
                yield one.place


def used_up(statements: tuple[t.Statement, ...]) -> Iterator[str]:
    """The tickets that leave the game when an action is taken."""
    for one in statements:
        for node in walk(one):
            if isinstance(node, t.Move) and isinstance(node.ticket, t.Name) and node.target == t.Name("nowhere"):
                yield node.ticket.name
