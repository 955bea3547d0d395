"""Makes the screens of the table and of one player alone. The table's screen is made only from what the table knows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from adjudicator.engine import Move
from adjudicator.game import Game
from adjudicator.judge.log_rows import log_rows
from adjudicator.judge.next_surfacing import next_surfacing
from adjudicator.record.lexicon import FUGITIVE
from adjudicator.record.transcript_writer import write_card
from adjudicator.rulebook.model import Rulebook
from adjudicator.table.game_words import state_words, told_tickets, turn_state
from adjudicator.table.screens import FREE, POOL, PieceRow, PrivateBoard, PublicBoard
from adjudicator.table.sentences import Spoken, sentence
from adjudicator.table.side_names import fugitive_name, side_name
from adjudicator.table.table_game import TableGame

SOME = 3  # examples of an action in a list
STATIONS = 24  # possible stations in a list


# --- the table


def public_board(at: TableGame) -> PublicBoard:
    rules, seen = at.rules, at.seen
    return PublicBoard(
        " + ".join((rules.title, *rules.packs)),
        at.game.round,
        rules.facts.rounds,
        tuple(_piece(piece, at) for piece in seen.pieces),
        tuple(state_words(seen).public()),
        tuple(log_rows(seen.record, rules.called)),
        "" if at.is_over else _seen_next(seen),
        "" if at.is_over else side_name(at.game.side, rules),
    )


def _piece(piece: str, at: TableGame) -> PieceRow:
    seat = at.game.seating.seats[at.game.seating.pieces[piece]]
    role = at.rules.tables.roles[seat.role]
    title = role.names.get(piece) or role.name or seat.role
    state = "" if at.is_over else turn_state(at.game, piece)  # everybody sees which pieces have moved
    person, tickets = at.person.get(piece, ""), tuple(_tickets(piece, at.seen))
    return PieceRow(piece, title, person, _station(piece, at), tickets, state)


def _station(piece: str, at: TableGame) -> str:
    """The station where the table last saw a piece: pursuers are open, the fugitive is seen when he surfaces."""
    if piece == FUGITIVE:
        return _seen_on(at.seen) or "?"
    return str(at.game.station(piece) or "gone")


def _seen_on(seen: Game) -> str:
    """The station of the fugitive's last entry, or of his start, if it was shown."""
    entries = list(log_rows(seen.record, {}))
    if entries:
        return entries[-1].station
    return next((str(start.at or "") for start in seen.record.start if start.piece == FUGITIVE), "")


def _tickets(piece: str, seen: Game) -> Iterator[tuple[str, str]]:
    """Each kind of ticket that the role ever has, with its number; `?` if the table cannot know it."""
    tables, names, number = seen.rules.tables, seen.rules.called, seen.seating.pieces[piece]
    if seen.seating.is_free(number):  # it needs none of the tickets that pay for one mode only
        yield from ((names[ticket], FREE) for ticket, table in tables.tickets.items() if len(table.pays) == 1)
        return
    usual = tables.roles[seen.seating.seats[number].role].tickets
    shares = bool(seen.seating.pool_partner(number))
    for ticket, count in told_tickets(seen, piece).items():
        if shares and ticket in usual:
            yield names[ticket], POOL
        elif count != "0" or ticket in usual:
            yield names[ticket], count


def _seen_next(seen: Game) -> str:
    """When the table will next see the fugitive (or not see him, if it usually does); "" if the rules do not decide it yet."""
    number = surfaces_next(seen)
    if number is None:
        return ""
    ahead = number - seen.entries
    when = "the next one" if ahead == 1 else f"in {ahead} entries"
    return f"{'unseen' if seen.rules.facts.seen_by_default else 'surfaces'} on entry {number}, {when}"


def surfaces_next(seen: Game) -> int | None:
    """The next entry at which the table will see the fugitive (or will not, if it usually does); None if that is undecided."""
    return next_surfacing(seen.engine, [world.cells for world in seen.worlds])


# --- one's own sheet


def private_board(at: TableGame, piece: str) -> PrivateBoard:
    """The player's own screen: station, tickets, destinations, and what the others can know."""
    game = at.game
    if piece != FUGITIVE:
        return PrivateBoard(f"{piece} alone: round {game.round}", tuple(own_facts(at, piece)), ())
    entry = f"after entry {game.entries}" if game.may_end_turn else f"entry {game.entries + 1}"
    title = f"{fugitive_name(at.rules)} alone: round {game.round}, {entry}"
    return PrivateBoard(title, tuple(_facts(at)), tuple(grouped(game.next_steps(), at.rules)))


def _facts(at: TableGame) -> Iterator[tuple[Spoken, str]]:
    game, names, possible = at.game, at.rules.called, at.seen.possible_stations(FUGITIVE)
    yield "you are at", str(game.station(FUGITIVE))
    counts = told_tickets(game, FUGITIVE).items()
    held = [f"{names[ticket]} {count}" for ticket, count in counts if count not in ("0", "any")]
    if held:
        yield "tickets", ", ".join(held)
    yield "the others", ", ".join(f"{piece} {_station(piece, at)}" for piece in game.pieces if piece != FUGITIVE)
    yield from own_facts(at, FUGITIVE)
    shown = ", ".join(map(str, possible[:STATIONS])) + (" …" if len(possible) > STATIONS else "")
    several = len(possible) > 1
    yield "they know", f"you are at one of {len(possible)} stations: {shown}" if several else f"you are at {shown}"


def own_facts(at: TableGame, piece: str) -> Iterator[tuple[Spoken, str]]:
    """Facts for one player besides stations and tickets: cards, states, announcements to that player alone."""
    game, words, dealt_to = at.game, state_words(at.game), set()
    for hand in at.record.cards if piece == FUGITIVE else ():
        deck = hand.deck.replace("-", " ")
        dealt = ", ".join(write_card(card) for card in hand.cards if card)
        known = hand.deck in at.rules.tables.state  # a state with the cards that are still in the hand
        yield deck, (words.of(hand.deck) or "none left") if known else dealt
        dealt_to.add(deck)
    yield from ((name, said) for name, said in words.own(game.seating.pieces[piece]) if name not in dealt_to)
    if piece != FUGITIVE:
        yield from ((sentence("told-alone"), text) for text in _told_alone(game, piece))


def _told_alone(game: Game, piece: str) -> Iterator[str]:
    """Announcements of rules to this piece only."""
    return (one.text for one in game.engine.announced(game.worlds[0].cells) if one.piece == piece)


# --- moves


def grouped(moves: Iterable[Move], rules: Rulebook) -> Iterator[tuple[str, str]]:
    """Moves in few lines: rides by ticket, other moves by name with examples."""
    rides: dict[str, list[int]] = {}
    others: dict[str, list[Move]] = {}
    for move in moves:
        whose = f"{move.piece} " if move.piece != FUGITIVE else ""
        if not move.actions and not move.legs:  # a piece that may sit out by choice has such a move
            others.setdefault(whose.strip() or "you", []).append(move)
        elif not move.actions:
            leg = move.legs[0]
            taken = leg.ticket or leg.mode or ""
            rides.setdefault(f"{whose}{rules.called.get(taken, taken)}", []).append(leg.to)
        elif _begins_with_action(move, rules):
            others.setdefault(f"{whose}{rules.actions[move.actions[0]].written}", []).append(move)
        else:
            others.setdefault(f"... + {rules.actions[move.actions[-1]].written}", []).append(move)
    yield from ((name, ", ".join(map(str, sorted(dict.fromkeys(stations))))) for name, stations in rides.items())
    for name, ways in others.items():
        texts = dict.fromkeys(_short(move, rules) for move in ways[:SOME])
        yield name, "; ".join(texts) + (f"; {len(ways)} ways in all" if len(ways) > SOME else "")


def _begins_with_action(move: Move, rules: Rulebook) -> bool:
    """Whether an action comes before the rides of a move, and not with or after one."""
    return not move.legs or rules.actions[move.actions[0]].place == "turn"


def _short(move: Move, rules: Rulebook) -> str:
    """A move as it can be typed: without the piece, and with `...` for later entries."""
    text = move.notation.partition(" ")[2]
    return f"{text}, ..." if move.actions and rules.actions[move.actions[0]].place == "turn" else text
