"""Impossible headers of a torn page: a round after the end, or too many entries, tickets or cards."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.engine import FUGITIVE, Cells, Engine
from adjudicator.judge.start_position import Opening
from adjudicator.judge.torn_page import beginning, count_of, has_had_his_turn, moved_before
from adjudicator.language import tree as t
from adjudicator.language.tree_walk import walk
from adjudicator.record import transcript as r
from adjudicator.rulebook.exceptions import concerns

Wrong = tuple[str, str, str]  # the header, the piece it is about, and the fault
PILE = "pile"
KNOWN = {"round", "entries", "state"}  # what a page tells of the past, so that an ending that reads nothing else can be tested
STANDING = KNOWN | {"able"}  # what has not changed since the round before, as long as nobody has moved


def impossible(transcript: r.Transcript, opening: Opening) -> Iterator[Wrong]:
    """Positions that no game by these rules leads to."""
    yield from _over(transcript, opening)
    yield from _entries(transcript, opening)
    yield from _together(transcript, opening)
    yield from _hands(transcript, opening)


# -- the clock
def _over(transcript: r.Transcript, opening: Opening) -> Iterator[Wrong]:
    """An ending that came earlier: at the end of the round before this one, or by values that the page gives."""
    engine = opening.engine
    number, entries, _ = beginning(transcript, engine)
    before = list(opening.position)
    engine.ledger.put_clock(before, number - 1, entries - most_in_a_turn(engine) * has_had_his_turn(transcript, engine))
    told = STANDING if _between_rounds(transcript, opening) else KNOWN
    for rule, one in engine.rulebook.statements(t.Wins):
        if not isinstance(one, t.Wins) or {read.what for read in engine.rulebook.facts.reads(one.when)} - told:
            continue
        ends_rounds = one.moment == t.Moment("end", "round")
        if ends_rounds and number > 1 and engine.value(one.when, before):
            yield "round", "", f"round {number} is never played: the game was over before it ({rule.id})"
        elif isinstance(one.moment, t.Event) and engine.value(one.when, opening.position):
            yield "state", "", f"the game was over before this page ({rule.id})"


def _between_rounds(transcript: r.Transcript, opening: Opening) -> bool:
    """Whether every piece is known and where the last round left it, and the page continues from there."""
    engine = opening.engine
    known = engine.complete and all(engine.ledger.stations(opening.position))
    return known and bool(transcript.clauses) and not moved_before(transcript, engine)


def _entries(transcript: r.Transcript, opening: Opening) -> Iterator[Wrong]:
    """More entries than one action for each round could write."""
    engine = opening.engine
    number, entries, _ = beginning(transcript, engine)
    rounds = number - 1 + has_had_his_turn(transcript, engine)
    most = rounds * most_in_a_turn(engine)
    if entries > most and _moves_once(engine):
        yield "entry", "", f"{entries} entries are too many for the beginning of round {number}: there can be {most}"


def unusual(transcript: r.Transcript, opening: Opening) -> Iterator[Wrong]:
    """Numbers of entries that need other tickets than he can have, or turns without a move: more than the rounds and the
    tickets for several entries allow, or fewer than the rounds."""
    engine = opening.engine
    number, entries, _ = beginning(transcript, engine)
    rounds = number - 1 + has_had_his_turn(transcript, engine)
    usual = rounds + sum(
        _further_entries(action.rule.statements, opening, rounds) for action in engine.rulebook.actions.values()
    )
    if usual < entries <= rounds * most_in_a_turn(engine) and _moves_once(engine):
        yield (
            "entry",
            "",
            f"{entries} entries by the beginning of round {number}: his tickets allow at most {usual}",
        )
    if entries < rounds and engine.must(opening.position, FUGITIVE):
        yield "entry", "", f"{entries} entries by the beginning of round {number}: he writes one in each of {rounds} turns"


def most_in_a_turn(engine: Engine) -> int:
    counts = [one.count for _, one in engine.rulebook.statements(t.Entries) if isinstance(one, t.Entries)]
    return max([1, *counts])


def _moves_once(engine: Engine) -> bool:
    """Whether nothing but actions gives the fugitive more than one entry in each turn."""
    limits = (one for _, one in engine.rulebook.statements(t.MayMove, t.MustMove) if isinstance(one, t.MayMove | t.MustMove))
    return all(one.times == t.Number(1) for one in limits if FUGITIVE in engine.seating.members(one.who))


def _further_entries(statements: tuple[t.Statement, ...], opening: Opening, rounds: int) -> int:
    """The entries that an action adds in a whole game, as often as the fugitive can have the tickets that it uses up."""
    times = min((_at_most(ticket, opening, rounds) for ticket in _used_up(statements)), default=rounds)
    return times * sum(one.count - 1 for one in statements if isinstance(one, t.Entries))


def _at_most(ticket: str, opening: Opening, rounds: int) -> int:
    """The most tickets of a kind that the fugitive can have in a game: those dealt to him or, if he can receive more, all."""
    engine, dealt = opening.engine, dealt_hands(opening)
    fugitive = engine.seating.seats[FUGITIVE].piece
    key = engine.ledger.holding(fugitive, ticket)
    hand = engine.ledger.count_of(dealt, key) if key is not None else None
    if hand is None or _may_receive(fugitive, ticket, dealt, engine):
        return engine.rulebook.tables.box.get(ticket, rounds)
    return hand


def _used_up(statements: tuple[t.Statement, ...]) -> Iterator[str]:
    """The tickets that leave the game when an action is taken."""
    for one in statements:
        for node in walk(one):
            if isinstance(node, t.Move) and isinstance(node.ticket, t.Name) and node.target == t.Name("nowhere"):
                yield node.ticket.name


# -- pieces
def _together(transcript: r.Transcript, opening: Opening) -> Iterator[Wrong]:
    """Two pieces on one station, if the rules do not let two pieces start there."""
    engine = opening.engine
    if "start-collision" not in engine.rulebook.facts.checks:
        return
    seen: dict[int, str] = {}
    apart = _stay_apart(engine)
    pieces = list(zip(engine.seating.seats, engine.ledger.stations(opening.position), strict=True))
    if moved_before(transcript, engine) and not _meeting_ends(engine):
        del pieces[FUGITIVE]
    for seat, station in pieces:
        if station in seen and station and (FUGITIVE in map(engine.seating.pieces.get, (seen[station], seat.piece)) or apart):
            yield "start", seat.piece, f"{seen[station]} and {seat.piece} are both on {station}"
        seen.setdefault(station, seat.piece)


def _stay_apart(engine: Engine) -> bool:
    """Whether no rule can bring two pursuers to one station: each is forbidden to ride to another, and none is sent."""
    rulebook, seating = engine.rulebook, engine.seating
    if any(isinstance(node, t.Send) for _, one in rulebook.statements(t.On, t.Then) for node in walk(one)):
        return False
    permits = [one for _, one in rulebook.statements(t.Permit) if isinstance(one, t.Permit)]
    kept: set[int] = set()
    for rule, one in rulebook.statements(t.Forbid):
        if not isinstance(one, t.Forbid) or "ride" not in one.event.names or not _is_about_all(one, engine):
            continue
        if not any(rule.id in permit.rules and concerns(permit, one, rulebook.scope) for permit in permits):
            kept.update(piece for name in one.event.who or ("pieces",) for piece in seating.members(name))
    return kept >= set(range(1, seating.count))


def _is_about_all(one: t.Forbid, engine: Engine) -> bool:
    """Whether a prohibition depends only on where a ride ends and where all pursuers are."""
    reads = engine.rulebook.facts.reads(one.when)
    groups = [set(engine.seating.members(read.of)) for read in reads if read.what == "station"]
    rest = {(read.what, read.name) for read in reads if read.what not in ("station", "pieces")}
    return rest == {("step", "to")} and any(group >= set(range(1, engine.seating.count)) for group in groups)


def _meeting_ends(engine: Engine) -> bool:
    """Whether the game can end by the stations of pieces right after a pursuer's ride, not only when all have moved."""
    for _, one in engine.rulebook.statements(t.Wins):
        if isinstance(one, t.Wins) and isinstance(one.moment, t.Event):
            who = {piece for name in one.moment.who for piece in engine.seating.members(name)}
            reads = {read.what for read in engine.rulebook.facts.reads(one.when)}
            if "ride" in one.moment.names and who != {FUGITIVE} and "station" in reads:
                return True
    return False


# -- hands
def _hands(transcript: r.Transcript, opening: Opening) -> Iterator[Wrong]:
    """More tickets than the box has, or than were dealt to somebody whom no rule gives any."""
    engine = opening.engine
    dealt = dealt_hands(opening)
    for holding in transcript.tickets:
        count, key = count_of(holding), engine.ledger.holding(holding.holder, holding.ticket)
        usual = engine.ledger.count_of(dealt, key) if key is not None else None
        if holding.count is None or count is None or key is None or usual is None or count <= usual:
            continue
        box = engine.rulebook.tables.box.get(holding.ticket)
        more = _is_made(holding.ticket, engine) or _never_runs_out(holding.ticket, dealt, engine)
        if box is not None and count > box and not more:
            yield "tickets", holding.holder, f"{holding.holder} holds {count} {holding.ticket} tickets; the box has {box}"
        elif not _may_receive(holding.holder, holding.ticket, dealt, engine):
            yield "tickets", holding.holder, f"{holding.holder} holds {count} {holding.ticket} tickets; {usual} are dealt"


def dealt_hands(opening: Opening) -> Cells:
    """The position with the hands that the edition deals."""
    engine = opening.engine
    stations = zip(engine.seating.seats, engine.ledger.stations(opening.position), strict=True)
    return engine.blank({seat.piece: station for seat, station in stations}, {})


def _is_made(ticket: str, engine: Engine) -> bool:
    """Whether some rule brings more of these tickets into the game than the box has."""
    moves = (node for rule in engine.rulebook.rules.values() for one in rule.statements for node in walk(one))
    made = (node.ticket for node in moves if isinstance(node, t.Move) and node.source == t.Name("nowhere"))
    return any(not isinstance(one, t.Name) or one.name == ticket or one.name not in engine.seating.symbols for one in made)


def _never_runs_out(ticket: str, dealt: Cells, engine: Engine) -> bool:
    """Whether a pursuer has as many of these tickets as he likes, so that he lays down more than the box has."""
    keys = [engine.ledger.holding(seat.piece, ticket) for seat in engine.seating.seats[1:]]
    return any(engine.ledger.count_of(dealt, key) is None for key in keys if key is not None)


def _may_receive(holder: str, ticket: str, dealt: Cells, engine: Engine) -> bool:
    """Whether some rule moves tickets to this piece; of a supply that is taken for granted, and of who pays from one."""
    seating, scope = engine.seating, engine.rulebook.scope
    if holder not in seating.pieces or seating.holder(seating.pieces[holder], ticket) == PILE:
        return True
    own = {holder, *(name for name in scope.whos if seating.pieces[holder] in seating.members(name))}
    others = {
        "nowhere",
        *scope.whos,
        *seating.pieces,
        *(name for name, one in scope.names.items() if one.what == "supply"),
    } - own
    return any(not isinstance(one, t.Name) or one.name not in others for one in _targets(ticket, dealt, engine))


def _targets(ticket: str, dealt: Cells, engine: Engine) -> Iterator[t.Expression]:
    """Where any rule moves tickets of a kind; a variable may mean any piece. Nobody pays with a ticket that he never had."""
    keys = [engine.ledger.holding(seat.piece, ticket) for seat in engine.seating.seats]
    paid = any(engine.ledger.count_of(dealt, key) != 0 for key in keys[1:] if key is not None)
    for rule in engine.rulebook.rules.values():
        for one in rule.statements:
            yield from (node.target for node in walk(one) if isinstance(node, t.Move))
            if isinstance(one, t.Pay) and paid:
                yield one.place
