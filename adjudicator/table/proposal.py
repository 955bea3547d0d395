"""Reads and judges a clause that is typed as a move, and completes it with what the referee knows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from attrs import evolve

from adjudicator.faults import Fault, Refused
from adjudicator.game import Game
from adjudicator.judge.played_steps import played_steps
from adjudicator.judge.verdict import Finding
from adjudicator.language import tree as t
from adjudicator.record import transcript as r
from adjudicator.record.lexicon import FUGITIVE, ActionForm, key_of, lexicon_of
from adjudicator.rulebook.model import Rule
from adjudicator.table.completed_clause import completed
from adjudicator.table.side_names import the_side
from adjudicator.table.table_game import TableGame
from adjudicator.values import frozen


@frozen
class Proposal:
    """A clause as it would be written in the record, and its messages."""

    clause: r.Clause
    findings: tuple[Finding, ...] = ()
    losing: bool = False
    asks: bool = False  # the board does not know every possible answer

    @property
    def broken(self) -> tuple[Finding, ...]:
        return tuple(one for one in self.findings if one.verdict == "illegal")

    @property
    def open(self) -> tuple[Finding, ...]:
        return tuple(one for one in self.findings if one.verdict == "undecided")


# --- reading


def read_clauses(text: str, game: Game, whose: str = "") -> tuple[r.Clause, ...]:
    """The clauses in a typed text; those without a piece belong to `whose`. Raises Refused for text that is not understood."""
    first = text.strip()
    if whose and not game.reader.names_a_piece(first, whose):
        first = f"{whose} {first}"
    bare = _card_action(first, game)
    if bare is not None:
        return (bare,)
    try:
        clauses = game.reader.clauses(first)
    except Refused as refused:
        raise Refused(fault.at(evolve(fault.place, file="", line=0)) for fault in refused.faults) from None
    return tuple(r.Clause(clause.piece, clause.parts) for clause in clauses)


def _card_action(text: str, game: Game) -> r.Clause | None:
    """The clause of an action that turns over a card, typed as its name alone: the card is not known yet."""
    piece, _, name = text.partition(" ")
    lexicon = lexicon_of(game.rules)
    form = lexicon.forms.get(key_of(name)) if name else None
    known = game.reader.piece(piece)
    if form is None or not draws_card(form) or known not in game.pieces:
        return None
    return r.Clause(known, (r.Act(form, (None,) * len(form.arguments)),))


def draws_card(form: ActionForm) -> bool:
    return any(argument.kind == "card" for argument in form.arguments)


def wants_card(clause: r.Clause) -> bool:
    """Whether a card still has to be turned over for a clause."""
    return any(
        isinstance(part, r.Act)
        and any(a.kind == "card" and v is None for a, v in zip(part.form.arguments, part.values, strict=False))
        for part in clause.parts
    )


def draws_lot(clause: r.Clause, known: bool) -> bool:
    """Whether a clause has a part that is decided by a draw: one that is `known`, or one that is still to be drawn."""
    acts = [part for part in clause.parts if isinstance(part, r.Act)]
    drawn = [value for act in acts for a, value in zip(act.form.arguments, act.values, strict=False) if a.drawn]
    return any((value is not None) == known for value in drawn)


def has_gaps(clause: r.Clause) -> bool:
    """Whether a clause leaves something open, as a record may and a player may not."""
    for part in clause.parts:
        if isinstance(part, r.Ride) and (part.to is None or part.ticket is None):
            return True
        if isinstance(part, r.Act) and not part.failed and any(value is None or _has_gap(value) for value in part.values):
            return True
    return False


def _has_gap(value: r.Value) -> bool:
    return isinstance(value, tuple) and any(isinstance(pair, tuple) and pair[1] is None for pair in value)


# --- judging


def propose(clause: r.Clause, at: TableGame) -> Proposal:
    """Judge a clause in the true position. If it is legal, complete it for the record."""
    findings = objections(clause, at.game)
    if any(one.verdict == "illegal" for one in findings):
        return Proposal(clause, findings)
    game = at.game
    steps = tuple(played_steps(game.engine, game.worlds[0].cells, clause, [world.cells for world in at.seen.worlds]))
    return Proposal(
        completed(clause, steps, game),
        findings,
        any(step.loses for step in steps),
        any(step.asks for step in steps),
    )


def objections(clause: r.Clause, game: Game) -> tuple[Finding, ...]:
    """All findings against a clause now, and those that cannot be decided, in all worlds of this game."""
    return tuple(_out_of_turn(clause, game)) or tuple(_once(game.asked(clause)[1]))


def _once(findings: Iterable[Finding]) -> Iterator[Finding]:
    """The findings without repetitions: two steps of a clause may break one rule in the same way."""
    told = set()
    for one in findings:
        if (one.rule, one.message) not in told:
            told.add((one.rule, one.message))
            yield one


def _out_of_turn(clause: r.Clause, game: Game) -> Iterator[Finding]:
    """Findings about the turn, which come first. At the table no piece is excused or moved for another."""
    first, piece = clause.parts[0], clause.piece
    side = "fugitive" if piece == FUGITIVE else "pursuers"
    turn = game.rules.facts.checks.get("your-turn")
    if isinstance(first, r.Resign):
        return
    if isinstance(first, r.Stay):
        rule = game.engine.rule_about_moves(t.MustMove, game.worlds[0].cells, game.seating.pieces[piece])
        yield _finding(rule, "a piece that cannot move is skipped; the others continue")
    elif side != game.side:
        yield _finding(turn, f"it is the turn of {the_side(game.side, game.rules)}, not of {piece}", check="your-turn")
    elif isinstance(first, r.Act) and first.form.place == "with":
        help = f"write it together with the entry: `{piece} ... + {first.form.written}`"
        yield _finding(game.rules.rules[first.action], f"`{first.form.written}` belongs to the entry itself", help)
    elif piece != FUGITIVE and not isinstance(first, r.Act) and game.to_move and _comes_later(piece, game):
        yield _finding(turn, f"it is the turn of {' and '.join(game.to_move)}, not of {piece}", check="your-turn")


def _comes_later(piece: str, game: Game) -> bool:
    """Whether a pursuer still has to move, but after others."""
    return game.owes_move(piece) and game.seating.pieces[piece] not in game.engine.turns.waiting(game.worlds[0].cells)


def _finding(rule: Rule | None, message: str, help: str = "", check: str = "") -> Finding:
    """The table's own objection to a clause, whether or not a rule of the variant objects too."""
    identity = (rule.id, rule.says, rule.cite) if rule is not None else ("", "", "")
    return Finding("illegal", *identity, message, help=help, check=check, status=rule.status if rule is not None else "")


def said(faults: tuple[Fault, ...]) -> tuple[str, ...]:
    """The reasons why a text is not understood, in lines."""
    return tuple(f"{fault.message}{f' ({fault.help})' if fault.help else ''}" for fault in faults)
