"""Describes a game in words: turns of pieces, their tickets, and the states that rules declare."""

from __future__ import annotations

from adjudicator.game import Game
from adjudicator.judge.state_words import StateWords


def turn_state(game: Game, piece: str) -> str:
    """The state of a piece in this turn: `to move`, `moved`, `waits`, `cannot move` at the moment, `sits out`; "" if it is not
    its side's turn."""
    number, ledger, cells = game.seating.pieces[piece], game.engine.ledger, game.worlds[0].cells
    if game.is_over or game.seating.side(number) != game.side:
        return ""
    if ledger.was_let_off(cells, number):
        return "sits out"
    if piece in game.to_move:
        return "to move"
    if ledger.moves_made(cells, number):
        return "moved"
    return "cannot move" if number in game.engine.turns.waiting(cells) else "waits" if game.owes_move(piece) else ""


def sat_out(game: Game, piece: str) -> bool:
    """Whether a piece could not move in this turn, or in one that ended with the last clause because of it."""
    number = game.seating.pieces[piece]
    return game.engine.ledger.sat_out(game.worlds[0].cells, number) or number in game.walk.state.sat_out


def told_tickets(game: Game, piece: str) -> dict[str, str]:
    """The number of each kind of tickets of a piece: `any` for unlimited, `?` if the record does not say. Empty for one that
    rides free."""
    number, held = game.seating.pieces[piece], game.engine.ledger.held
    if game.seating.is_free(number):
        return {}
    counts = {ticket: {held(world.cells, number, ticket) for world in game.worlds} for ticket in game.rules.tables.tickets}
    one = {ticket: found.pop() if len(found) == 1 else -1 for ticket, found in counts.items()}
    return {ticket: "any" if count is None else str(count) if count >= 0 else "?" for ticket, count in one.items()}


def state_words(game: Game) -> StateWords:
    """The states of a game: those that all see, those of one player, or one by name."""
    return StateWords(game.engine, [world.cells for world in game.worlds])
