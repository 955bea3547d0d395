"""Small positions on a variant's own board, put to the judge: what cannot be read off a rule is tried.

An experiment is a game from the record of a torn page, so that it can be shown, saved and judged again.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property, lru_cache

from adjudicator.answers.answer import Tried
from adjudicator.answers.claims import Claim
from adjudicator.board.model import Board
from adjudicator.engine import Move
from adjudicator.game import Game
from adjudicator.record import write_clause
from adjudicator.record.lexicon import FUGITIVE
from adjudicator.rulebook.model import Rulebook
from adjudicator.values import frozen

LATER_ROUND = 4  # tried as well where the first rounds are not like the others
NAMES = ("red", "blue", "green", "yellow", "purple", "white", "grey", "orange", "brown")


@frozen
class Piece:
    name: str
    role: str
    marked: bool = False  # its role follows the name in brackets

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


def table_of(rulebook: Rulebook, counts: Mapping[str, int]) -> tuple[Piece, ...]:
    """So many pieces of each role."""
    return tuple(_pieces(rulebook, counts))


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
    """A board as experiments look at it."""

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


@lru_cache(maxsize=16)
def town(rulebook: Rulebook) -> Town:
    return Town(rulebook)


# -- making a game
def experiment(
    rulebook: Rulebook,
    stations: Mapping[str, int],
    pieces: Iterable[Piece],
    *,
    tickets: Mapping[str, Mapping[str, int]] | None = None,
    round: int = 0,
    entry: int = 0,
    moves: str = FUGITIVE,
) -> Game:
    """A table with these pieces, when it is the turn of `moves` and its side; who has no station stands out of the way."""
    every = [Piece(FUGITIVE, ""), *pieces]
    free = iter(town(rulebook).apart(len(every), stations.values()))
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
    return _game("\n".join(lines) + "\n", rulebook)


@lru_cache(maxsize=256)
def _game(text: str, rulebook: Rulebook) -> Game:
    return Game.parse(text, rulebook)


def none_of(rulebook: Rulebook, but: Mapping[str, int] | None = None) -> dict[str, int]:
    """An empty hand, or all but these tickets."""
    return {**dict.fromkeys(rulebook.tables.tickets, 0), **(but or {})}


def is_payer(rulebook: Rulebook, piece: Piece) -> bool:
    return rulebook.tables.roles[piece.role].fare != "free"


# -- playing on
def rides(game: Game, piece: str) -> Iterator[Move]:
    """The plain rides among the legal moves of a piece: one entry, and nothing with it."""
    return (move for move in game.moves(piece) if len(move.legs) == 1 and not move.actions)


def ways_on(game: Game, piece: str) -> tuple[Move, ...]:
    """The legal rides of a piece from its station, in any turn; the fugitive's from every station where he can be."""
    q = game.seating.pieces[piece]
    worlds = game.worlds if piece == FUGITIVE else game.worlds[:1]
    return tuple(dict.fromkeys(ride for world in worlds for ride in game.engine.ridden(world.cells, q)))


def played(game: Game, clause: str | Move) -> Game:
    """The game after a clause, with any verdict."""
    return game.play(clause, anyway=True)


def next_to_move(game: Game) -> tuple[str, ...]:
    """The pieces that have to move next, optional actions left aside."""
    while not game.to_move and game.may_end_turn:
        game = game.end_turn()
    return game.to_move


def played_on(game: Game, until: str) -> Game:
    """The game in which each piece makes its first legal ride, until a piece of this side is to move or one has no ride."""
    for _ in range(40):
        due = next_to_move(game)
        ride = next(rides(game, due[0]), None) if due and side_of(game, due[0]) != until else None
        if ride is None:
            break
        game = played(game, ride)
    return game


def side_of(game: Game, piece: str) -> str:
    return game.seating.side(game.seating.pieces[piece])


def line_rule(game: Game, piece: str) -> str:
    """The rule that lets this piece ride at all."""
    return game.engine.refusals.line_rule(game.seating.pieces[piece]).id


# -- telling
def page(game: Game) -> str:
    """The record of an experiment: its headers, and each clause on its own line."""
    headers = [f"{header.key}: {header.text}" for header in game.record.headers]
    return "\n".join([*headers, "", *map(write_clause, game.record.clauses)]) + "\n"


def tried(claim: Claim) -> Tried:
    """The record that was tried, and the verdict on it."""
    verdict = ("losing" if claim.is_lost else "legal") if claim.is_legal else "illegal"
    return Tried(page(claim.game), claim.text, verdict)


def led_to(game: Game, outcome: str) -> Tried:
    """For automatic effects, without a clause."""
    return Tried(page(game), "", outcome)
