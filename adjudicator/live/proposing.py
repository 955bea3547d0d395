"""What somebody types as his move: read, judged, and completed with what the referee knows (answers, marks, the line taken)."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import evolve

from adjudicator.check.findings import Findings
from adjudicator.check.naming import FUGITIVE, lexicon_of
from adjudicator.check.opening import off_the_board
from adjudicator.check.verdict import Finding
from adjudicator.check.walking import Walk
from adjudicator.engine.layout import STAYED
from adjudicator.faults import Fault, Refused
from adjudicator.live.completing import completed, played
from adjudicator.live.game import Game
from adjudicator.live.stand import Stand
from adjudicator.record import parse
from adjudicator.record import transcript as r
from adjudicator.record.lexicon import ActionForm, key_of
from adjudicator.rulebook.model import Rulebook
from adjudicator.values import frozen


@frozen
class Proposal:
    """A clause as it would stand in the record, and what is to be said about it before it counts."""

    clause: r.Clause
    findings: tuple[Finding, ...] = ()
    losing: bool = False
    asks: bool = False  # the board does not know every answer that there may be

    @property
    def broken(self) -> tuple[Finding, ...]:
        return tuple(one for one in self.findings if one.verdict == "illegal")

    @property
    def open(self) -> tuple[Finding, ...]:
        return tuple(one for one in self.findings if one.verdict == "undecided")


# --- reading


def read_clauses(text: str, game: Game, whose: str = "") -> tuple[r.Clause, ...]:
    """The clauses somebody typed; without a piece they belong to `whose`. Raises Refused for what is not understood."""
    seats = "; ".join(seat.piece for seat in game.stand.layout.seats)
    lexicon = lexicon_of(game.rulebook)
    first = text.strip()
    if whose and not _names_a_piece(first, whose, game):
        first = f"{whose} {first}"
    bare = _card_action(first, game)
    if bare is not None:
        return (bare,)
    transcript, faults = parse(f"seats: {seats}\n{first}\n", lexicon, "")
    errors = [fault for fault in faults if fault.is_error] or off_the_board(transcript, game.stand.layout.board)
    if errors or not transcript.clauses:
        raise Refused(fault.at(evolve(fault.place, file="", line=0)) for fault in errors)
    return tuple(r.Clause(clause.piece, clause.parts) for clause in transcript.clauses)


def _names_a_piece(text: str, whose: str, game: Game) -> bool:
    """Whether a clause begins with a piece. For the fugitive only his own names count: a piece may be called like a ticket."""
    lexicon = lexicon_of(game.rulebook)
    words = text.split()
    names = {seat.piece for seat in game.stand.layout.seats} if whose != FUGITIVE else {FUGITIVE}
    for count in range(min(3, len(words)), 0, -1):
        key = key_of(" ".join(words[:count]))
        if lexicon.pieces.get(key, key) in names:
            return True
    return False


def _card_action(text: str, game: Game) -> r.Clause | None:
    """An action that turns over a card may be typed by its name alone: the card is not known yet."""
    piece, _, name = text.partition(" ")
    form = lexicon_of(game.rulebook).forms.get(key_of(name)) if name else None
    known = lexicon_of(game.rulebook).pieces.get(key_of(piece), piece.lower())
    if form is None or not draws_card(form) or known not in game.stand.layout.pieces:
        return None
    return r.Clause(known, (r.Act(form, (None,) * len(form.arguments)),))


def draws_card(form: ActionForm) -> bool:
    return any(argument.kind == "card" for argument in form.arguments)


def wants_card(clause: r.Clause) -> bool:
    """Whether a card has still to be turned over for it."""
    return any(
        isinstance(part, r.Act)
        and any(a.kind == "card" and v is None for a, v in zip(part.form.arguments, part.values, strict=False))
        for part in clause.parts
    )


def has_gaps(clause: r.Clause) -> bool:
    """Whether it leaves something open, as a record may and a player may not."""
    for part in clause.parts:
        if isinstance(part, r.Ride) and (part.to is None or part.ticket is None):
            return True
        if isinstance(part, r.Act) and not part.failed and any(value is None or _has_gap(value) for value in part.values):
            return True
    return False


def _has_gap(value: r.Value) -> bool:
    return isinstance(value, tuple) and any(isinstance(pair, tuple) and pair[1] is None for pair in value)


# --- judging


def propose(clause: r.Clause, game: Game) -> Proposal:
    """Judge a clause in the true position; where it is legal, complete it as it will stand in the record."""
    findings = judged(clause, game.stand, game.rulebook)
    if any(one.verdict == "illegal" for one in findings):
        return Proposal(clause, findings)
    steps = list(played(clause, game.stand, game.seen.worlds))
    asks = any(step.asks for step in steps)
    loses = any(step.judged is not None and step.judged.loses for step in steps)
    return Proposal(completed(clause, steps, game), findings, loses, asks)


def judged(clause: r.Clause, stand: Stand, rulebook: Rulebook) -> tuple[Finding, ...]:
    """Everything against a clause now, and what cannot be decided, in the worlds of this stand."""
    wrong_turn = _turn(clause, stand, rulebook)
    if wrong_turn:
        return wrong_turn
    record = r.Transcript((clause,), FUGITIVE)
    walk = Walk(stand.opening, record, Findings(rulebook), [p[:] for p in stand.worlds]).one_clause()
    return tuple(_once(walk.findings.all()))


def _once(findings: tuple[Finding, ...]) -> Iterator[Finding]:
    """Each thing once: two steps of one clause may break the same rule in the same way."""
    told = set()
    for one in findings:
        if (one.rule, one.message) not in told:
            told.add((one.rule, one.message))
            yield one


def _turn(clause: r.Clause, stand: Stand, rulebook: Rulebook) -> tuple[Finding, ...]:
    """Whose turn it is, before anything else is asked; at the table nobody is excused or moves for another."""
    layout, first = stand.layout, clause.parts[0]
    piece = layout.pieces[clause.piece]
    if isinstance(first, r.Resign):
        return ()
    if isinstance(first, r.Stay):
        return _finding(rulebook, "must-move", "who cannot move sits out without a word; the others go on")
    if layout.side(piece) != stand.side:
        return _finding(rulebook, "your-turn", f"it is the turn of {_side(stand, rulebook)}, not of {clause.piece}")
    if isinstance(first, r.Act) and first.form.place == "with":
        help = f"write it together with the entry: `{clause.piece} ... + {first.form.written}`"
        return _finding(rulebook, first.action, f"`{first.form.written}` belongs to the entry itself", help)
    if piece == 0 or isinstance(first, r.Act):
        return ()
    p, waiting = stand.p, stand.turns.waiting(stand.p)
    owes = p[layout.moved + piece] < stand.opening.table.hooks["must"](p, piece)
    if owes and p[layout.moved + piece] < STAYED and piece not in waiting and stand.due:
        return _finding(rulebook, "your-turn", f"it is the turn of {' and '.join(stand.due)}, not of {clause.piece}")
    return ()


def _side(stand: Stand, rulebook: Rulebook) -> str:
    roles = rulebook.tables.roles
    side = stand.side
    if side == "fugitive":
        return next(role.name or name for name, role in roles.items() if role.side == side)
    return "the " + next(role.plural or role.name or name for name, role in roles.items() if role.side == side)


def _finding(rulebook: Rulebook, rule: str, message: str, help: str = "") -> tuple[Finding, ...]:
    known = rulebook.rules.get(rule)
    return (Finding("illegal", rule, known.says if known else "", known.cite if known else "", message, help=help),)


def said(faults: tuple[Fault, ...]) -> tuple[str, ...]:
    """Why something was not understood, in lines."""
    return tuple(f"{fault.message}{f' ({fault.help})' if fault.help else ''}" for fault in faults)
