"""What can be asked at any prompt: help, legal moves, where he can be, why not. Answered from what the asker may know."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.faults import Refused
from adjudicator.judge.lexicon import FUGITIVE
from adjudicator.judge.verdict import Finding
from adjudicator.live import questions
from adjudicator.live.boards import fugitive_name, grouped
from adjudicator.live.game import Game
from adjudicator.live.options import options
from adjudicator.live.proposing import Proposal, judged, read_clauses, said
from adjudicator.live.screens import TABLE
from adjudicator.live.stand import Stand
from adjudicator.record import transcript as r
from adjudicator.record import write_clause, write_step
from adjudicator.values import frozen

NAMES = {
    "?": "help", "help": "help", "h": "help", "moves": "moves", "ask": "ask", "why": "why", "where": "where", "undo": "undo",
    "quit": "quit", "exit": "quit", "q": "quit", "table": "table",
}  # fmt: skip
MANY = 3  # findings that are told at once


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


def answer(found: Command, game: Game, who: str) -> list[str]:
    match found.name:
        case "help":
            return list(_help(game, who))
        case "moves":
            return list(_moves(game, who))
        case "where":
            return list(_where(game, who))
        case "why":
            return list(_why(found.rest, game, who))
        case "ask":
            return list(questions.ask(found.rest, game, who))
    return []


def _stand(game: Game, who: str) -> Stand:
    """The position as this player knows it."""
    return game.stand if who == FUGITIVE else Stand(game.seen.stand.walk, game.seen.worlds)


# --- asking


def _help(game: Game, who: str) -> Iterator[str]:
    piece = game.stand.layout.seats[1].piece if who == TABLE else who
    ticket, station = next(iter(game.rulebook.called.items()))[1], max(game.stand.layout.board.stations) // 2
    move = f"{ticket} {station}"
    if who == FUGITIVE:
        yield f"your move: ticket and station, like `{move}`; `back` gives the laptop back without a move"
    else:
        yield f"a move: piece, ticket, station, like `{piece} {move}`; several with `;` between them"
    for action in game.rulebook.actions.values():
        if action.table.by == "fugitive" or who != FUGITIVE:
            yield f"`{action.written}` ({action.table.by}): {action.rule.says}"
    if who == TABLE and any(action.table.seen == "own" for action in game.rulebook.actions.values()):
        yield f"`alone {piece}`: {piece} does something that nobody else may see"
    yield "`done` ends a turn in which nothing more must be done; `resigns` gives up the game"
    yield f"`moves` what is legal, `where` where he can be, `why not {piece} {move}`, `ask double move` what the rules say"
    yield "`table` the table again, `undo` take the last clause back, `quit` stop here: the game is saved"


def _moves(game: Game, who: str) -> Iterator[str]:
    stand = _stand(game, who)
    if game.is_over:
        yield "the game is over"
    elif who == TABLE and stand.side == "fugitive":
        yield f"it is the turn of {fugitive_name(game.rulebook)}, who sees his own moves"
    else:
        for name, text in grouped(options(stand), game):
            yield f"{name}: {text}"
        losing = stand.opening.referee.losing(stand.p)
        if losing:
            lost = dict.fromkeys(f"{game.stand.layout.seats[move.piece].piece} to {_target(move)}" for move in losing)
            yield f"allowed, and loses at once: {', '.join(list(lost)[:8])}"


def _target(move: object) -> str:
    return str(getattr(move.steps[-1], "to", "?"))  # type: ignore[attr-defined]


def _where(game: Game, who: str) -> Iterator[str]:
    possible = game.seen.possible
    name = "you" if who == FUGITIVE else fugitive_name(game.rulebook)
    stations = ", ".join(map(str, possible))
    if len(possible) == 1:
        yield f"as far as the table can know, {name} can only be on {stations}"
    else:
        yield f"as far as the table can know, {name} can be on {len(possible)} stations: {stations}"


def _why(rest: str, game: Game, who: str) -> Iterator[str]:
    text = rest.removeprefix("not ").strip()
    if not text or text == "not":
        yield "say which move: `why not red bus 46`"
        return
    try:
        clauses = read_clauses(text, game, who if who != TABLE else "")
    except Refused as refused:
        yield from said(refused.faults) or (f"`{text}` is not understood",)
        return
    for clause in clauses[:1]:
        found = judged(clause, _stand(game, who), game.rulebook)
        if not found:
            yield f"nothing speaks against `{write_clause(clause)}`, as far as you may know"
        yield from _told(found)


# --- saying


def refusal(proposal: Proposal, game: Game, who: str) -> list[str]:
    """Why something was refused, told from what the one who hears it may know."""
    if who == FUGITIVE:
        return list(_told(proposal.broken))
    known = judged(proposal.clause, _stand(game, who), game.rulebook)
    broken = tuple(one for one in known if one.verdict == "illegal" and one.rule != "answer")
    return list(_told(broken)) or [f"not allowed: `{write_clause(proposal.clause)}` is not true"]


def open_points(proposal: Proposal, game: Game, who: str) -> list[str]:
    """What could not be judged for want of data; to the table only what it could say itself."""
    if who != FUGITIVE and not proposal.open:
        return []
    found = proposal.open if who == FUGITIVE else judged(proposal.clause, _stand(game, who), game.rulebook)
    points = dict.fromkeys(one.message for one in found if one.verdict == "undecided" and one.rule != "answer")
    return [f"cannot be judged here, and counts on your word: {message}" for message in points]


def _told(findings: tuple[Finding, ...]) -> Iterator[str]:
    for one in findings[:MANY]:
        verdict = "not allowed" if one.verdict == "illegal" else "cannot be decided"
        yield f"{verdict}: {one.message}" + (f"; {one.help}" if one.help else "")
        if one.says:
            yield f"  {one.rule}: {one.says} ({one.cite})"
    if len(findings) > MANY:
        yield f"and {len(findings) - MANY} more"


def tidings(game: Game, since: int) -> list[str]:
    """What the table learns besides the clauses themselves: where he was seen, what was heard."""
    found: list[str] = []
    name = fugitive_name(game.rulebook)
    for clause in game.seen.transcript.clauses[since:]:
        for part in clause.parts:
            if isinstance(part, r.Ride) and part.mark and clause.piece == FUGITIVE:
                found.append(f"{name} is seen on {part.to}")
    number = len(game.seen.transcript.clauses)
    for item in reversed(game.items):
        if isinstance(item, r.Clause):
            number -= bool(game.open_parts(item))
        elif isinstance(item, r.Comment) and item.text.startswith(" told: "):
            found.append(item.text.removeprefix(" told: "))
        if number <= since:
            break
    return found


def seen_as(clause: r.Clause, who: str, game: Game) -> str:
    """A clause in the eyes of whoever is told about it."""
    if who == clause.piece or clause.piece != FUGITIVE:
        return write_clause(clause)
    return f"the last entry of {fugitive_name(game.rulebook)}"


def result(game: Game) -> list[str]:
    if game.void:
        return ["the game is void, as the table decided"]
    ending = game.ending
    assert ending is not None
    rule = game.rulebook.rules[ending.id]
    name = fugitive_name(game.rulebook)
    winner = {"fugitive": f"{name} has won", "pursuers": f"{name} has lost", "": "nobody has won"}[ending.winner]
    return [f"{winner} in round {game.stand.round}: {ending.id}", f"  {rule.says} ({rule.cite})"]


def opened(game: Game) -> list[str]:
    """The whole log, once the game is over."""
    record = game.transcript
    start = next((start.at for start in record.start if start.piece == FUGITIVE), None)
    steps = [write_step(part) for clause in record.clauses if clause.piece == FUGITIVE for part in clause.parts]
    return [f"he started on {start} and went: {', '.join(steps)}" if steps else f"he was on {start}"]
