"""A claimed clause put to the judge in a game: what is against it, who would have to act first, what comes of it."""

from __future__ import annotations

from collections.abc import Iterable

from attrs import field

from adjudicator.board.model import Board
from adjudicator.engine import Ending
from adjudicator.faults import Fault, Place, Refused
from adjudicator.game import Game
from adjudicator.record import parse_clauses, write_clause
from adjudicator.record import transcript as r
from adjudicator.record.lexicon import FUGITIVE, lexicon_of
from adjudicator.rulebook.model import Rulebook
from adjudicator.values import frozen


@frozen
class Ground:
    """A rule that decides something: its own words, its citation, and what it says here."""

    rule: str
    says: str = ""
    cite: str = ""
    status: str = ""
    message: str = ""
    facts: dict[str, object] = field(factory=dict)


def ground(rulebook: Rulebook, rule: str, message: str = "", facts: dict[str, object] | None = None) -> Ground:
    known = rulebook.rules.get(rule)
    if known is None:
        return Ground(rule, message=message, facts=facts or {})
    return Ground(rule, known.says, known.cite, known.status, message, facts or {})


@frozen(eq=False)
class Claim:
    """The judge's word on a clause in one position: what is against it, what is open, the game after it."""

    game: Game
    clause: r.Clause
    text: str  # as it was put
    grounds: tuple[Ground, ...]
    open: tuple[Ground, ...]
    after: Game
    waits_for: tuple[str, ...] = ()  # pieces that would have to act first

    @property
    def written(self) -> str:
        return write_clause(self.clause)

    @property
    def piece(self) -> str:
        return self.clause.piece

    @property
    def is_legal(self) -> bool:
        return not self.grounds and not self.waits_for

    @property
    def ending(self) -> str:
        """The ending that it brings about."""
        found = self.after.ending
        return found.id if found else ""

    @property
    def winner(self) -> str:
        found = self.after.ending
        return (found.winner or "draw") if found else ""

    @property
    def is_lost(self) -> bool:
        """Whether the side that acts loses by it."""
        return _loses(self.clause, self.after.ending)


def once(grounds: list[Ground]) -> tuple[Ground, ...]:
    """Each rule once, with its first message."""
    return tuple({one.rule: one for one in reversed(grounds)}.values())[::-1]


# -- reading
def read_clause(text: str, game: Game) -> r.Clause:
    """A clause in the notation of transcripts. Raises Refused, also for a station that is not on the board."""
    clauses, faults = parse_clauses(text.strip(), lexicon_of(game.rules), game.pieces, "question", game.record.seats)
    errors = [fault for fault in faults if fault.is_error]
    if errors or len(clauses) != 1:
        raise Refused(_in_question(errors) or [Fault("Q10", Place("question"), text=text)])
    board = game.engine.board
    off = [number for number in _stations(clauses[0]) if number not in board.stations]
    if off:
        raise Refused([off_the_board(number, board) for number in off])
    return clauses[0]


def off_the_board(number: int, board: Board) -> Fault:
    return Fault(
        "Q11",
        Place("question"),
        number=number,
        board=board.id,
        count=len(board.stations),
        first=min(board.stations),
        last=max(board.stations),
        **board.numbered_elsewhere(number),
    )


def _in_question(faults: Iterable[Fault]) -> list[Fault]:
    return [fault.at(Place("question"), ()) for fault in faults]


def _stations(clause: r.Clause) -> Iterable[int]:
    for step in clause.parts:
        if isinstance(step, r.Ride) and step.to is not None:
            yield step.to
        elif isinstance(step, r.Act):
            for argument, value in zip(step.form.arguments, step.values, strict=False):
                numbers = value if argument.kind == "card" and isinstance(value, tuple) else (value,)
                yield from (n for n in numbers if isinstance(n, int) and argument.kind in ("card", "station"))


# -- judging
def claimed(game: Game, clause: r.Clause | str) -> Claim:
    """A clause judged in one position; if others must act first, as if they had. Raises Refused if it is not understood."""
    read = read_clause(clause, game) if isinstance(clause, str) else clause
    prepared, waits_for = ready(game, read)
    after, found = prepared.asked(read)
    grounds = [ground(game.rules, one.rule, one.message, one.facts) for one in found if one.verdict == "illegal"]
    undecided = [ground(game.rules, one.rule, one.message) for one in found if one.verdict == "undecided"]
    text = clause if isinstance(clause, str) else write_clause(clause)
    return Claim(game, read, text, tuple(grounds), tuple(undecided), after, waits_for)


def is_sound(game: Game, clause: r.Clause) -> bool:
    """Whether nothing is against a clause; one that loses the game helps nobody."""
    after, found = game.asked(clause)
    return not found and not _loses(clause, after.ending)


def _loses(clause: r.Clause, ending: Ending | None) -> bool:
    return ending is not None and ending.winner == ("pursuers" if clause.piece == FUGITIVE else "fugitive")


def ready(game: Game, clause: r.Clause) -> tuple[Game, tuple[str, ...]]:
    """The game as if all had acted who must act before this clause; and who they are."""
    passed: list[str] = []
    if isinstance(clause.parts[0], r.Resign):
        return game, ()
    side = game.seating.side(game.seating.pieces[clause.piece])
    for _ in game.pieces:
        due = game.to_move
        if not due or (game.side == side and (clause.piece in (*due, *game.moved) or _waits_for_nobody(clause))):
            break
        game = game.supposing(excused=due)
        passed += due
    return game, tuple(passed)


def _waits_for_nobody(clause: r.Clause) -> bool:
    """An action during a side's turn waits for nobody of that side."""
    first = clause.parts[0]
    return isinstance(first, r.Act) and first.form.place not in ("turn", "entry")
