"""Commands at any prompt: help, legal moves, where he can be, why not. Each is answered from what the asker may know."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.faults import Refused
from adjudicator.game import Game
from adjudicator.judge.lexicon import FUGITIVE
from adjudicator.record import write_clause
from adjudicator.rulebook.facts import is_open
from adjudicator.table import questions
from adjudicator.table.announcements import told
from adjudicator.table.proposal import objections, read_clauses, said
from adjudicator.table.screens import TABLE
from adjudicator.table.side_names import fugitive_name
from adjudicator.table.table_game import TableGame
from adjudicator.table.table_screen import grouped
from adjudicator.values import frozen

NAMES = {
    "?": "help", "help": "help", "h": "help", "moves": "moves", "ask": "ask", "why": "why", "where": "where", "undo": "undo",
    "quit": "quit", "exit": "quit", "q": "quit", "table": "table",
}  # fmt: skip
LOST = 8  # losing moves that are written out


@frozen
class Command:
    name: str
    rest: str = ""


def command(line: str) -> Command | None:
    """A command, or None for everything else that can be typed."""
    first, _, rest = line.partition(" ")
    name = NAMES.get(first.lower())
    alone = name in ("help", "moves", "where", "table", "quit")
    if name is None or (alone and rest) or (name == "undo" and rest not in ("", "agreed")):
        return None
    return Command(name, rest)


def answer(found: Command, game: TableGame, who: str) -> list[str]:
    match found.name:
        case "help":
            return list(_help(game.game, who))
        case "moves":
            return list(_moves(game, who))
        case "where":
            return list(_where(game, who))
        case "why":
            return list(_why(found.rest, game, who))
        case "ask":
            return list(questions.ask(found.rest, game, who))
    return []


def known_to(game: TableGame, who: str) -> Game:
    """The game as this player knows it."""
    return game.game if who == FUGITIVE else game.seen


def _help(game: Game, who: str) -> Iterator[str]:
    piece = game.pieces[1] if who == TABLE else who
    ticket, station = next(iter(game.rules.called.items()))[1], max(game.seating.board.stations) // 2
    move = f"{ticket} {station}"
    if who == FUGITIVE:
        yield f"your move: ticket and station, like `{move}`; `back` gives the laptop back without a move"
    else:
        yield f"a move: piece, ticket, station, like `{piece} {move}`; several with `;` between them"
    for action in game.rules.actions.values():
        if action.table.by == "fugitive" or who != FUGITIVE:
            yield f"`{action.written}` ({action.table.by}): {action.rule.says}"
    if who == TABLE and any(action.table.seen == "own" for action in game.rules.actions.values()):
        yield f"`alone {piece}`: {piece} does something that nobody else may see"
    if who == TABLE and any(not is_open(one) for _, one in game.rules.facts.announcements):
        yield f"`alone {piece}`: {piece} reads private announcements; look now and then, for nobody says that there is news"
    yield "`done` ends a turn in which nothing more must be done; `resigns` gives up the game"
    yield f"`moves` what is legal, `where` where he can be, `why not {piece} {move}`, `ask double move` what the rules say"
    yield "`table` the table again, `undo` take the last clause back, `quit` stop here: the game is saved"


def _moves(at: TableGame, who: str) -> Iterator[str]:
    game = known_to(at, who)
    if at.is_over:
        yield "the game is over"
    elif who == TABLE and game.side == "fugitive":
        yield f"it is the turn of {fugitive_name(at.rules)}, who sees his own moves"
    else:
        for name, text in grouped(game.next_steps(), at.rules):
            yield f"{name}: {text}"
        lost = dict.fromkeys(f"{move.piece} to {move.to}" for move in game.losing())
        if lost:
            yield f"allowed, and loses at once: {', '.join(list(lost)[:LOST])}"


def _where(game: TableGame, who: str) -> Iterator[str]:
    possible = game.seen.possible_stations(FUGITIVE)
    name = "you" if who == FUGITIVE else fugitive_name(game.rules)
    stations = ", ".join(map(str, possible))
    if len(possible) == 1:
        yield f"as far as the table can know, {name} can only be on {stations}"
    else:
        yield f"as far as the table can know, {name} can be on {len(possible)} stations: {stations}"


def _why(rest: str, at: TableGame, who: str) -> Iterator[str]:
    text = rest.removeprefix("not ").strip()
    if not text or text == "not":
        yield "say which move: `why not red bus 46`"
        return
    try:
        clauses = read_clauses(text, at.game, who if who != TABLE else "")
    except Refused as refused:
        yield from said(refused.faults) or (f"`{text}` is not understood",)
        return
    for clause in clauses[:1]:
        found = objections(clause, known_to(at, who))
        if not found:
            yield f"nothing speaks against `{write_clause(clause)}`, as far as you may know"
        yield from told(found)
