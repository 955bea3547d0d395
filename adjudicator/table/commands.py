"""Commands at any prompt: help, legal moves, the fugitive's possible stations, reasons. Answers show only what the asker may
know."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.faults import Refused
from adjudicator.game import Game
from adjudicator.record import write_clause
from adjudicator.record.lexicon import FUGITIVE
from adjudicator.rulebook.facts import is_open
from adjudicator.table import questions
from adjudicator.table.announcements import told
from adjudicator.table.proposal import objections, read_clauses, said
from adjudicator.table.screens import TABLE
from adjudicator.table.sentences import Sentence, Spoken, sentence
from adjudicator.table.side_names import fugitive_name
from adjudicator.table.table_game import TableGame
from adjudicator.table.table_screen import grouped
from adjudicator.values import frozen

NAMES = {
    "?": "help", "help": "help", "h": "help", "moves": "moves", "rules?": "rules", "why": "why", "where": "where",
    "undo": "undo", "quit": "quit", "exit": "quit", "q": "quit", "table": "table",
}  # fmt: skip
LOST = 8  # losing moves in a list


@frozen
class Command:
    name: str
    rest: str = ""


def command(line: str) -> Command | None:
    """The command in a line, or None if it is anything else."""
    first, _, rest = line.partition(" ")
    name = NAMES.get(first.lower())
    alone = name in ("help", "moves", "where", "table", "quit")
    if name is None or (alone and rest) or (name == "undo" and rest not in ("", "agreed")):
        return None
    return Command(name, rest)


def answer(found: Command, game: TableGame, who: str) -> list[Spoken]:
    match found.name:
        case "help":
            return list(_help(game.game, who))
        case "moves":
            return list(_moves(game, who))
        case "where":
            return [_where(game, who)]
        case "why":
            return list(_why(found.rest, game, who))
        case "rules":
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
        yield f"`alone {piece}`: {piece} acts unseen"
    if who == TABLE and any(not is_open(one) for _, one in game.rules.facts.announcements):
        yield f"`alone {piece}`: {piece} reads private announcements; look now and then, because news is not announced"
    yield "`done` ends a turn after all required moves; `resigns` gives up the game"
    yield f"`moves` lists legal moves, `where` his possible stations, `why not {piece} {move}` the reasons"
    yield "`rules? may I double twice` answers a question, `rules? 2 …` shows more of the second that is listed"
    yield "`table` shows the table again, `undo` takes back the last clause, `quit` stops: the game is saved"


def _moves(at: TableGame, who: str) -> Iterator[Spoken]:
    game = known_to(at, who)
    if at.is_over:
        yield sentence("game-is-over")
    elif who == TABLE and game.side == "fugitive":
        yield sentence("his-moves", who=fugitive_name(at.rules))
    else:
        for name, text in grouped(game.next_steps(), at.rules):
            yield f"{name}: {text}"
        lost = dict.fromkeys(f"{move.piece} to {move.to}" for move in game.losing())
        if lost:
            yield sentence("losing-moves", moves=", ".join(list(lost)[:LOST]))


def _where(game: TableGame, who: str) -> Sentence:
    possible = game.seen.possible_stations(FUGITIVE)
    kind = f"{'where-you' if who == FUGITIVE else 'where'}-{'one' if len(possible) == 1 else 'many'}"
    return sentence(kind, who=fugitive_name(game.rules), n=len(possible), stations=", ".join(map(str, possible)))


def _why(rest: str, at: TableGame, who: str) -> Iterator[Spoken]:
    text = rest.removeprefix("not ").strip()
    if not text or text == "not":
        yield sentence("which-move")
        return
    try:
        clauses = read_clauses(text, at.game, who if who != TABLE else "")
    except Refused as refused:
        yield from said(refused.faults) or (sentence("not-understood", text=text),)
        return
    for clause in clauses[:1]:
        found = objections(clause, known_to(at, who))
        if not found:
            yield sentence("nothing-against", clause=write_clause(clause))
        yield from told(found)
