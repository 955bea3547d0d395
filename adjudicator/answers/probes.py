"""Small positions on a variant's own board, put to the judge: what cannot be read off a rule is tried.

A probe is a record like any other, so that it can be shown, saved and judged again.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property

from adjudicator.answers.answer import Tried
from adjudicator.answers.claims import Claim, Judged, read_clause
from adjudicator.board.model import Board
from adjudicator.engine.compile import Ending
from adjudicator.engine.layout import ENTRIES, ROUND
from adjudicator.engine.steps import Move, written
from adjudicator.engine.turns import Cells
from adjudicator.judge.findings import Findings
from adjudicator.judge.lexicon import FUGITIVE, lexicon_of
from adjudicator.judge.record_judge import Walk
from adjudicator.judge.start_position import Opening, open_record
from adjudicator.record import parse
from adjudicator.record import transcript as r
from adjudicator.rulebook.model import Rulebook
from adjudicator.values import frozen

LATER_ROUND = 4  # tried as well where the first rounds are not like the others
NAMES = ("red", "blue", "green", "yellow", "purple", "white", "grey", "orange", "brown")


@frozen
class Piece:
    name: str
    role: str
    marked: bool = False  # its role stands in brackets behind the name

    @property
    def written(self) -> str:
        return f"{self.name} ({self.role})" if self.marked else self.name


def pursuers(rulebook: Rulebook, role: str = "", count: int = 0, payers: int = 0) -> tuple[Piece, ...]:
    """A table of the seat table with a piece of this role, so many pursuers, and of them so many who pay for their rides.

    If no row has them, just as many as wanted.
    """
    roles = {name: one for name, one in rulebook.tables.roles.items() if one.side == "pursuers"}
    rows = [{name: _number(row.get(one.plural or name, 0)) for name, one in roles.items()} for row in rulebook.tables.seats]
    paying = [name for name, one in roles.items() if one.fare != "free"]
    rich = [row for row in rows if sum(row[name] for name in paying) >= payers and sum(row.values()) >= count]
    fitting = [row for row in rich if not role or row[role]]
    usual = next(iter(roles))
    more = max(2, count, payers)
    chosen = fitting[0] if fitting else {usual: more} if role in ("", usual) else {usual: more - 1, role: 1}
    return tuple(_pieces(rulebook, chosen))


def _number(value: object) -> int:
    return value if isinstance(value, int) else 0


def _pieces(rulebook: Rulebook, counts: Mapping[str, int]) -> Iterator[Piece]:
    free = iter(NAMES)
    usual = next(name for name, one in rulebook.tables.roles.items() if one.side == "pursuers")
    for name, number in counts.items():
        fixed = iter(rulebook.tables.roles[name].pieces)
        for _ in range(number):
            known = next(fixed, None)
            yield Piece(known or next(free), name, marked=known is None and name != usual)


@frozen(slots=False)
class Town:
    """A board as probes look at it."""

    rulebook: Rulebook

    @cached_property
    def board(self) -> Board:
        assert self.rulebook.board is not None
        return self.rulebook.board

    def lines(self, *modes: str) -> list[tuple[str, int, int, tuple[int, ...]]]:
        return [(line.mode, line.a, line.b, line.passes) for line in self.board.lines if line.mode in modes]

    @cached_property
    def near(self) -> dict[int, set[int]]:
        """Every station's neighbours, by any means of transport of this variant."""
        modes = self.rulebook.tables.modes
        return {s: {to for mode, to, _ in self.board.lines_from(s) if mode in modes} for s in self.board.stations}

    def hemmed(self, most: int) -> tuple[int, tuple[int, ...]] | None:
        """A station with at most so many neighbours, and they."""
        found = min((s for s in self.near if self.near[s]), key=lambda s: (len(self.near[s]), s))
        return (found, tuple(sorted(self.near[found]))) if len(self.near[found]) <= most else None

    def apart(self, count: int, avoid: Iterable[int]) -> list[int]:
        """So many stations that are in nobody's way: neither next to these nor to each other, as long as there are any."""
        taken = set(avoid)
        around = taken | {to for s in taken for to in self.near.get(s, ())}
        found: list[int] = []
        for strict in (True, False):
            for station in self.board.stations:
                if len(found) < count and station not in (around if strict else taken) and station not in found:
                    found.append(station)
                    around |= {station, *self.near[station]}
        return found


@frozen(slots=False)
class Probe:
    """A record and what has come of it."""

    rulebook: Rulebook
    text: str

    @cached_property
    def transcript(self) -> r.Transcript:
        return parse(self.text, lexicon_of(self.rulebook), "probe")[0]

    @cached_property
    def opening(self) -> Opening:
        return open_record(self.transcript, self.rulebook)

    @cached_property
    def walk(self) -> Walk:
        return Walk(self.opening, self.transcript, Findings(self.rulebook)).run()

    @property
    def p(self) -> Cells:
        return self.walk.p

    @property
    def round(self) -> int:
        return self.p[ROUND]

    @property
    def entries(self) -> int:
        return self.p[ENTRIES]

    @property
    def ending(self) -> Ending | None:
        """How the game has ended, if nobody says another word."""
        return self.opening.referee.ending(self.opening.referee.final(self.p))

    @property
    def has_ended(self) -> Ending | None:
        return self.opening.referee.ending(self.p)

    def judge(self, clause: str, p: Cells | None = None) -> Judged:
        claim = Claim(self.opening, read_clause(clause, self.opening, lexicon_of(self.rulebook)))
        return claim.on(self.p if p is None else p)

    def tried(self, clause: str, judged: Judged | None = None) -> Tried:
        found = self.judge(clause) if judged is None else judged
        verdict = "legal" if found.is_legal else "illegal"
        return Tried(self.text, clause, "losing" if found.is_legal and _lost(clause, found) else verdict)

    def led_to(self, outcome: str) -> Tried:
        """For what follows of itself, without a clause."""
        return Tried(self.text, "", outcome)

    def moves(self, piece: str = "") -> list[str]:
        """Legal clauses, or those of one piece."""
        layout = self.opening.table.layout
        found: list[Move] = self.opening.referee.moves(self.p)
        return [written(move, layout) for move in found if not piece or layout.seats[move.piece].piece == piece]

    def due(self) -> tuple[int, ...]:
        """Who has to move next, optional things left aside."""
        turns, p = self.opening.referee.turns, self.p
        while not turns.due(p) and turns.is_closable(p):
            p = turns.closed(p)
        return turns.due(p)

    def played(self, *clauses: str) -> Probe:
        """The record with these clauses added, each on a line of its own."""
        return Probe(self.rulebook, self.text + "".join(f"{clause}\n" for clause in clauses))

    def played_on(self, until: str) -> Probe:
        """Everybody makes the first legal ride that he has until a piece of this side is to move."""
        probe = self
        for _ in range(40):
            due = probe.due()
            if not due or probe.opening.table.layout.side(due[0]) == until:
                break
            name = probe.opening.table.seats[due[0]].piece
            probe = probe.played(next(one for one in probe.moves(name) if len(one.split()) == 3))
        return probe


def _lost(clause: str, judged: Judged) -> bool:
    return judged.winner == ("pursuers" if clause.split()[0] == FUGITIVE else "fugitive")


def probe(
    rulebook: Rulebook,
    stations: Mapping[str, int],
    pieces: Iterable[Piece],
    *,
    tickets: Mapping[str, Mapping[str, int]] | None = None,
    round: int = 0,
    entry: int = 0,
    moves: str = FUGITIVE,
) -> Probe:
    """A table with these pieces, when it is the turn of `moves` and its side; who has no station stands out of the way."""
    every = [Piece(FUGITIVE, ""), *pieces]
    free = iter(Town(rulebook).apart(len(every), stations.values()))
    placed = [f"{piece.written} {stations.get(piece.name) or next(free)}" for piece in every]
    lines = [f"start: {'; '.join(placed)}"]
    if moves != FUGITIVE:
        round, entry = round or 2, entry or 1
    if round:
        lines.append(f"round: {round}")
    if entry or round:
        lines.append(f"entry: {entry}")
    if moves != FUGITIVE:
        lines.append(f"moved: {FUGITIVE}")
    if tickets:
        hands = (f"{name} {', '.join(f'{kind} {count}' for kind, count in held.items())}" for name, held in tickets.items())
        lines.append(f"tickets: {'; '.join(hands)}")
    return Probe(rulebook, "\n".join(lines) + "\n\n")


def none_of(rulebook: Rulebook, but: Mapping[str, int] | None = None) -> dict[str, int]:
    """An empty hand, or all but these tickets."""
    return {**dict.fromkeys(rulebook.tables.tickets, 0), **(but or {})}


def is_payer(rulebook: Rulebook, piece: Piece) -> bool:
    return rulebook.tables.roles[piece.role].fare != "free"
