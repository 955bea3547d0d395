"""Impossible headers of a torn page: a round after the end, or too many entries, tickets or cards."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.engine import FUGITIVE, Engine
from adjudicator.judge.page_hands import Wrong, dealt_hands, may_receive, of_hands, unusual_hands, used_up
from adjudicator.judge.start_position import Opening
from adjudicator.judge.torn_page import beginning, counter_named, has_had_his_turn, moved_before, state_named
from adjudicator.language import tree as t
from adjudicator.language.tree_walk import walk
from adjudicator.record import transcript as r
from adjudicator.rulebook.exceptions import concerns

KNOWN = {"round", "entries", "state"}  # what a page tells of the past, so that an ending that reads nothing else can be tested
STANDING = KNOWN | {"able"}  # what has not changed since the round before, as long as nobody has moved


def impossible(transcript: r.Transcript, opening: Opening) -> Iterator[Wrong]:
    """Positions that no game by these rules leads to."""
    yield from _over(transcript, opening)
    yield from _entries(transcript, opening)
    yield from _together(transcript, opening)
    yield from of_hands(transcript, opening)
    yield from _states(transcript, opening)


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
            yield "round", "", f"round {number} is never played: {_had_won(one, opening)} before it ({rule.id})"
        elif isinstance(one.moment, t.Event) and engine.value(one.when, opening.position):
            yield "state", "", f"{_had_won(one, opening)} before this page ({rule.id})"


def _had_won(one: t.Wins, opening: Opening) -> str:
    winners = {"pursuers": "the pursuers had won", "fugitive": f"{opening.engine.rulebook.fugitive} had won"}
    return winners.get(one.side, "the game was drawn")


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
    tickets for several entries allow, or fewer than the rounds; hands that do not fit the rounds."""
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
    yield from unusual_hands(transcript, opening)
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
    times = min((_at_most(ticket, opening, rounds) for ticket in used_up(statements)), default=rounds)
    return times * sum(one.count - 1 for one in statements if isinstance(one, t.Entries))


def _at_most(ticket: str, opening: Opening, rounds: int) -> int:
    """The most tickets of a kind that the fugitive can have in a game: those dealt to him or, if he can receive more, all."""
    engine, dealt = opening.engine, dealt_hands(opening)
    fugitive = engine.seating.seats[FUGITIVE].piece
    key = engine.ledger.holding(fugitive, ticket)
    hand = engine.ledger.count_of(dealt, key) if key is not None else None
    if hand is None or may_receive(fugitive, ticket, dealt, engine):
        return engine.rulebook.tables.box.get(ticket, rounds)
    return hand


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
        is_caught = FUGITIVE in map(engine.seating.pieces.get, (seen.get(station, ""), seat.piece))
        if station in seen and station and (is_caught or apart):
            over = ": the pursuers had won before this page" if is_caught and _meeting_ends(engine) else ""
            yield "start", seat.piece, f"{seen[station]} and {seat.piece} are both on {station}{over}"
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


# -- states
def _states(transcript: r.Transcript, opening: Opening) -> Iterator[Wrong]:
    """Numbers that a game begins with and that only become smaller, such as chips, where the page has more."""
    engine = opening.engine
    dealt = dealt_hands(opening)
    for value in transcript.state:
        name, index = ("", None) if value.value is None else _known_state(value.name, engine)
        kind = engine.ledger.state_type(name) if name else None
        if kind is None or kind.many or kind.kind != "number" or not _only_falls(name, engine):
            continue
        for at in [index] if index is not None else range(engine.ledger.state_size(name)):
            most = engine.ledger.state(dealt, name, at)
            if isinstance(most, int) and int(value.value or 0) > most:
                yield "state", "", f"`{value.name}` is {value.value}; a game begins with {most}"
                break


def _known_state(text: str, engine: Engine) -> tuple[str, int | None]:
    return ("", None) if counter_named(text, engine) else state_named(text, engine)


def _only_falls(name: str, engine: Engine) -> bool:
    """Whether rules change a state, and none makes it larger."""
    rules = engine.rulebook.rules.values()
    changes = [node for rule in rules for one in rule.statements for node in walk(one) if isinstance(node, t.Assign)]
    return bool(own := [one for one in changes if one.name == name]) and all(one.operator == "-=" for one in own)
