"""The table and the private sheet, as a screen shows them. The table is made from what the table knows, and nothing else."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from adjudicator.engine.layout import NONE, STAYED, UNLIMITED, Layout
from adjudicator.engine.steps import Act, Move, Ride, written
from adjudicator.engine.turns import Cells
from adjudicator.judge.lexicon import FUGITIVE
from adjudicator.language import tree as t
from adjudicator.language.walking import walk
from adjudicator.live.coming import seen_next
from adjudicator.live.game import Game
from adjudicator.live.options import options
from adjudicator.live.screens import FREE, POOL, LogRow, PieceRow, PrivateBoard, PublicBoard
from adjudicator.live.stand import Stand
from adjudicator.live.table_view import TableView
from adjudicator.record import transcript as r
from adjudicator.record.writing import write_card
from adjudicator.rulebook.model import Rulebook
from adjudicator.rulebook.scoping import state_type

SOME = 3  # of the ways to do something that are written out
Known = Callable[[int], int | None]  # what stands in a cell, where that can be known
LASTING = ("game", "round", "next entry", "next turn", "stay")


def fugitive_name(rulebook: Rulebook) -> str:
    return next(role.name or FUGITIVE for role in rulebook.tables.roles.values() if role.side == "fugitive")


# --- the table


def public_board(game: Game) -> PublicBoard:
    view, rulebook = game.seen, game.rulebook
    stand = view.stand
    rounds = rulebook.numbers.get("rounds", 0)
    counted = rulebook.chosen.get("length", "rounds") == "rounds" and isinstance(rounds, int)
    turn = "" if game.is_over else _side(game.stand, rulebook)
    return PublicBoard(
        " + ".join((rulebook.title, *rulebook.packs)),
        game.stand.round,
        rounds if counted and isinstance(rounds, int) else 0,
        tuple(_piece(q, game, view) for q in range(stand.layout.count)),
        tuple(public_states(stand.layout, view.value)),
        tuple(log_rows(view.transcript, rulebook.called)),
        "" if game.is_over else seen_next(view, rulebook),
        turn,
    )


def _side(stand: Stand, rulebook: Rulebook) -> str:
    if stand.side == "fugitive":
        return fugitive_name(rulebook)
    return next(role.plural or role.name for role in rulebook.tables.roles.values() if role.side == "pursuers")


def _piece(q: int, game: Game, view: TableView) -> PieceRow:
    layout, rulebook = view.stand.layout, game.rulebook
    seat = layout.seats[q]
    role = rulebook.tables.roles[seat.role]
    person = next((one.person or "" for one in game.transcript.seats if one.piece == seat.piece), "")
    title = role.names.get(seat.piece) or role.name or seat.role
    return PieceRow(seat.piece, title, person, _station(q, game), tuple(_tickets(q, view, rulebook)), _state(q, game))


def _station(q: int, game: Game) -> str:
    """Where a piece was seen to stand: the pursuers openly, the fugitive when he showed himself."""
    if q == 0:
        return _seen_on(game.seen.transcript) or "?"
    layout = game.stand.layout
    station = game.stand.p[layout.station + q]
    return "gone" if station == layout.off else str(station)


def _seen_on(view: r.Transcript) -> str:
    """The station of the fugitive's last entry, or of his start, if it was shown."""
    entries = list(log_rows(view, {}))
    if entries:
        return entries[-1].station
    return next((str(start.at or "") for start in view.start if start.piece == view.fugitive), "")


def _tickets(q: int, view: TableView, rulebook: Rulebook) -> Iterator[tuple[str, str]]:
    """Each kind that the role ever holds, with its number; one that the table cannot know is `?`."""
    layout = view.stand.layout
    names = rulebook.called
    if layout.is_free(q):  # of the tickets that are one mode's own it needs none
        yield from ((names[ticket], FREE) for ticket, table in rulebook.tables.tickets.items() if len(table.pays) == 1)
        return
    partner = pool_partner(q, layout)
    for ticket in rulebook.tables.tickets:
        count = view.value(layout.ticket_cell(q, ticket))
        if partner and ticket in rulebook.tables.roles[layout.seats[q].role].tickets:
            yield names[ticket], POOL
        elif count != 0 or ticket in rulebook.tables.roles[layout.seats[q].role].tickets:
            yield names[ticket], "?" if count is None else "any" if count >= UNLIMITED // 2 else str(count)


def pool_partner(q: int, layout: Layout) -> str:
    """The piece before this one that it shares its tickets with; nothing where it has its own."""
    tickets = layout.rulebook.tables.tickets
    own = [layout.ticket_cell(q, ticket) for ticket in tickets] if not layout.is_free(q) else []
    for other in range(q if own else 0):
        if not layout.is_free(other) and own == [layout.ticket_cell(other, ticket) for ticket in tickets]:
            return layout.seats[other].piece
    return ""


def _state(q: int, game: Game) -> str:
    """Who has moved and who has not is seen by everybody."""
    stand = game.stand
    layout, p = stand.layout, stand.p
    if game.is_over or layout.side(q) != stand.side:
        return ""
    if p[layout.moved + q] >= STAYED:
        return "sits out"
    if q in stand.turns.due(p):
        return "to move"
    return "moved" if p[layout.moved + q] else "waits" if q in _unmoved(stand, p) else ""


def _unmoved(stand: Stand, p: Cells) -> list[int]:
    must = stand.opening.table.hooks["must"]
    return [q for q in range(stand.layout.count) if p[stand.layout.moved + q] < must(p, q)]


def public_states(layout: Layout, value: Known) -> Iterator[tuple[str, str]]:
    """What else the edition remembers and everybody sees, where there is something to see."""
    for name in _public_names(layout):
        said = _state_words(name, layout, value)
        if said:
            yield name.replace("-", " "), said


def stations_of_states(layout: Layout, value: Known) -> Iterator[int]:
    """The stations among what everybody sees: something lies on each of them."""
    states = layout.rulebook.tables.state
    for name in _public_names(layout):
        kind = state_type(states[name])
        if kind is not None and kind.kind == "station" and states[name].per == "":
            found = value(layout.states[name].base) or 0
            several = (at for at in range(found.bit_length()) if found >> at & 1) if kind.many and found > 0 else (found,)
            yield from (station for station in several if station in layout.board.stations)


def _public_names(layout: Layout) -> Iterator[str]:
    for name, table in layout.rulebook.tables.state.items():
        if table.seen in ("all", "pursuers") and table.says and table.lives in LASTING:
            yield name


def _state_words(name: str, layout: Layout, value: Known) -> str:
    table, kind = layout.rulebook.tables.state[name], layout.states[name]
    if table.per == "":
        return _worded(name, value(kind.base), layout)
    owners = [seat.piece for seat in layout.seats] if table.per == "piece" else list(layout.called[: kind.count])
    first = 1 if table.per == "piece" and not _has_fugitive(name, layout) else 0
    cells = [(owner, value(kind.base + at)) for at, owner in enumerate(owners) if at >= first]
    said = [(owner, _worded(name, found, layout)) for owner, found in cells]
    return ", ".join(f"{owner} {words}" for owner, words in said if words)


def _has_fugitive(name: str, layout: Layout) -> bool:
    """Whether the rules ever speak of what the fugitive has of a state that each piece has: most are the pursuers' own."""
    for rule in layout.rulebook.rules.values():
        action = layout.rulebook.actions.get(rule.id)
        his = ("fugitive", "piece") if action is not None and action.table.by == "fugitive" else ("fugitive",)
        for node in (node for one in rule.statements for node in walk(one)):
            if isinstance(node, t.Assign | t.Call) and node.name == name:
                index = node.index if isinstance(node, t.Assign) else next(iter(node.arguments), None)
                if isinstance(index, t.Name) and index.name in his:
                    return True
    return False


def _worded(name: str, value: int | None, layout: Layout) -> str:
    kind = state_type(layout.rulebook.tables.state[name])
    assert kind is not None
    if value is None:
        return "?"
    if kind.many:
        return ", ".join(str(at) for at in range(value.bit_length()) if value >> at & 1) if value > 0 else ""
    if kind.kind == "yes or no":
        return "yes" if value else ""
    if value == NONE:
        return ""
    if kind.kind in ("mode", "ticket", "word"):
        return layout.called[value]
    return layout.seats[value].piece if kind.kind == "piece" else str(value)


def log_rows(view: r.Transcript, names: Mapping[str, str]) -> Iterator[LogRow]:
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


# --- one's own sheet


def private_board(game: Game, piece: str) -> PrivateBoard:
    """What the fugitive may see: where he is, what he has, where he can go, and what the others can know of it."""
    stand = game.stand
    entry = f"after entry {stand.entries}" if stand.may_end_turn else f"entry {stand.entries + 1}"
    title = f"{fugitive_name(game.rulebook)} alone: round {stand.round}, {entry}"
    if piece != FUGITIVE:
        return PrivateBoard(f"{piece} alone: round {game.stand.round}", tuple(_kept(game, piece)), ())
    return PrivateBoard(title, tuple(_facts(game)), tuple(grouped(options(game.stand), game)))


def _facts(game: Game) -> Iterator[tuple[str, str]]:
    stand, rulebook = game.stand, game.rulebook
    layout, p, view = stand.layout, stand.p, game.seen
    yield "you stand on", str(p[layout.station])
    names = rulebook.called
    counts = {ticket: p[layout.ticket_cell(0, ticket)] for ticket in rulebook.tables.tickets} if not layout.is_free(0) else {}
    held = [f"{names[ticket]} {count}" for ticket, count in counts.items() if 0 < count < UNLIMITED // 2]
    if held:
        yield "tickets", ", ".join(held)
    yield "the others", ", ".join(f"{seat.piece} {p[layout.station + q]}" for q, seat in enumerate(layout.seats) if q)
    for hand in game.transcript.cards:
        dealt = ", ".join(write_card(card) for card in hand.cards if card)
        known = hand.deck in layout.states  # which tells what he still has of them
        left = (_state_words(hand.deck, layout, p.__getitem__) or "none left") if known else dealt
        yield hand.deck.replace("-", " "), left
    dealt_to = {hand.deck for hand in game.transcript.cards}
    yield from ((name, said) for name, said in _kept(game, FUGITIVE) if name.replace(" ", "-") not in dealt_to)
    shown = ", ".join(map(str, view.possible[:24])) + (" …" if len(view.possible) > 24 else "")
    several = len(view.possible) > 1
    yield "they can know", f"you are on one of {len(view.possible)} stations: {shown}" if several else f"you are on {shown}"


def _kept(game: Game, piece: str) -> Iterator[tuple[str, str]]:
    """What the rules remember for this player alone, where there is something to see and some rule speaks of it."""
    layout, p = game.stand.layout, game.stand.p
    for name, table in layout.rulebook.tables.state.items():
        at = layout.pieces[piece] if table.per == "piece" else 0
        if table.seen == "own" and table.per == "piece" and (at or _has_fugitive(name, layout)):
            said = _worded(name, p[layout.states[name].base + at], layout)
        elif table.seen == "fugitive" and piece == FUGITIVE:
            said = _state_words(name, layout, p.__getitem__)
        else:
            continue
        if said and table.says and table.lives in LASTING:
            yield name.replace("-", " "), said


def grouped(moves: list[Move], game: Game) -> Iterator[tuple[str, str]]:
    """Moves in few lines: rides by what is taken, other things by their name with some examples."""
    layout, names = game.stand.layout, game.rulebook.called
    rides: dict[str, list[int]] = {}
    others: dict[str, list[Move]] = {}
    for move in moves:
        whose = f"{layout.seats[move.piece].piece} " if move.piece else ""
        first, last = move.steps[0], move.steps[-1]
        if isinstance(first, Ride) and len(move.steps) == 1:
            taken = layout.symbol_names[first.mode if first.ticket < 0 else first.ticket]
            rides.setdefault(f"{whose}{names.get(taken, taken)}", []).append(first.to)
        elif isinstance(first, Act):
            others.setdefault(f"{whose}{game.rulebook.actions[first.action].written}", []).append(move)
        elif isinstance(last, Act):
            others.setdefault(f"... + {game.rulebook.actions[last.action].written}", []).append(move)
    yield from ((name, ", ".join(map(str, sorted(dict.fromkeys(stations))))) for name, stations in rides.items())
    for name, ways in others.items():
        texts = dict.fromkeys(_short(move, game) for move in ways[:SOME])
        yield name, "; ".join(texts) + (f"; {len(ways)} ways in all" if len(ways) > SOME else "")


def _short(move: Move, game: Game) -> str:
    """How it can be typed: without the piece, with `...` for the entries that follow."""
    layout, first = game.stand.layout, move.steps[0]
    text = written(move, layout).partition(" ")[2]
    begins = isinstance(first, Act) and game.rulebook.actions[first.action].place == "turn"
    return f"{text}, ..." if begins else text
