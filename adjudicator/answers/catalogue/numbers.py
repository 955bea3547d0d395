"""Entries out of the table of facts: rounds, tickets, seats, starts, named numbers, options."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from attrs import evolve

from adjudicator.answers.answer import DEPENDS, NO, YES, Answer, Desk, both, each, listed, seat_row
from adjudicator.answers.catalogue import position
from adjudicator.answers.catalogue.moving import seated, use
from adjudicator.answers.claims import Ground, ground
from adjudicator.answers.entries import Slots, family
from adjudicator.answers.experiments import Piece, experiment, pursuers, table_of, town
from adjudicator.answers.facts import Fact, about, fugitive, pieces_in, players, schedule, select
from adjudicator.answers.rounds import last_round
from adjudicator.faults import Fault, Place, Refused
from adjudicator.game import Game
from adjudicator.judge import seat_rows
from adjudicator.judge.findings import Findings
from adjudicator.judge.set_up import judge_set_up
from adjudicator.judge.verdict import Finding
from adjudicator.language import tree as t
from adjudicator.record.lexicon import FUGITIVE

ROW_KEYS = ("persons", "pool")


def _said(desk: Desk, found: Iterable[Fact], verdict: str = "", first: str = "") -> Answer:
    every = tuple(found)
    rules = dict.fromkeys(rule for one in every for rule in one.rules)
    values: dict[str, object] = {" ".join(filter(None, (one.kind, one.of, one.what))): one.value for one in every}
    hands = "; ".join(one.says for one in every if one.kind == "ticket")
    said = (*([hands] if hands else ()), *(one.says for one in every if one.kind != "ticket"))
    return Answer(verdict, (first, *said) if first else said, tuple(map(desk.rule, rules)), facts=values)


# -- rounds and entries
def rounds(desk: Desk, asked: Slots) -> Answer:
    return _said(desk, select(desk.rulebook, "rounds"), YES if last_round(desk.rulebook) else NO)


def rounds_left(desk: Desk, asked: Slots) -> Answer:
    """In a game, the rounds that follow."""
    answer, last, game = rounds(desk, asked), last_round(desk.rulebook), desk.game
    assert game is not None
    now = f"{'it ended in' if game.is_over else 'this is'} round {game.round}"
    if last is None or game.is_over:
        return evolve(answer, says=(*answer.says, now))
    return evolve(answer, says=(*answer.says, f"{now}, {last - game.round} more after it"))


def round_exists(desk: Desk, asked: Slots) -> Answer:
    last, number = last_round(desk.rulebook), asked.n
    return _said(desk, select(desk.rulebook, "rounds"), YES if last is None or 0 < number <= last else NO)


def rounds_equal(desk: Desk, asked: Slots) -> Answer:
    last = last_round(desk.rulebook)
    return _said(desk, select(desk.rulebook, "rounds"), YES if last == asked.n else NO)


def box(desk: Desk, asked: Slots) -> Answer:
    """How many tickets come with the game."""
    found = select(desk.rulebook, "box", "", asked.ticket)
    if not found:
        raise Refused([Fault("Q41", Place("question"), name="number of tickets in the box")])
    return _said(desk, found)


def last_seen(desk: Desk, asked: Slots) -> Answer:
    """Whether he is seen after the last entry that the rounds give him, one entry for each round."""
    last = last_round(desk.rulebook)
    fact = schedule(desk.rulebook)
    numbers = fact.value if isinstance(fact.value, tuple) else ()
    if last is None:
        return _said(desk, (fact,), DEPENDS, "no round is known to be the last one")
    seen = (last in numbers) == (fact.of == "seen")
    return _said(
        desk,
        (fact,),
        DEPENDS if (max(numbers, default=0) > last) else YES if seen else NO,
        f"without a double the last entry is number {last}",
    )


def sees_start(his: bool, desk: Desk, asked: Slots) -> Answer:
    """Whether the pursuers see his start, or he sees theirs."""
    names = (
        ("fugitive",)
        if his
        else ("pursuers", *(role.plural for role in desk.rulebook.tables.roles.values() if role.side == "pursuers"))
    )
    found = [
        (rule, one) for rule, one in desk.rulebook.statements(t.StartsOn) if isinstance(one, t.StartsOn) and one.who in names
    ]
    if not found:
        raise Refused([Fault("Q41", Place("question"), name="rule about starts")])
    rule, one = found[-1]
    is_open = one.audience in ("all", "pursuers" if his else "fugitive")
    return Answer(YES if is_open else NO, (rule.says,), (desk.rule(rule.id),))


def windows(desk: Desk, asked: Slots) -> Answer:
    found = select(desk.rulebook, "windows")
    return _said(desk, found) if found else Answer("", ("no number of entries is set",))


def windows_left(desk: Desk, asked: Slots) -> Answer:
    """In a game, what is filled."""
    answer, game = windows(desk, asked), desk.game
    assert game is not None
    return evolve(answer, says=(f"{game.entries} entries are written", *answer.says))


def when_seen(desk: Desk, asked: Slots) -> Answer:
    """The entries after which he is seen."""
    return _said(desk, (schedule(desk.rulebook),))


def hidden_when(desk: Desk, asked: Slots) -> Answer:
    """The entries after which he is hidden."""
    fact = schedule(desk.rulebook)
    return _said(desk, (evolve(fact, says=fact.says if fact.of == "hidden" else f"hidden at all other times: {fact.says}"),))


def how_often_seen(desk: Desk, asked: Slots) -> Answer:
    fact = schedule(desk.rulebook)
    if fact.of != "seen" or not isinstance(fact.value, tuple):
        return _said(desk, (fact,))
    return _said(desk, (evolve(fact, says=f"{len(fact.value)} times: {fact.says}"),))


def seen_at_end(end: int, word: str, desk: Desk, asked: Slots) -> Answer:
    """The first or the last entry after which he is seen."""
    fact = schedule(desk.rulebook)
    if fact.of != "seen" or not isinstance(fact.value, tuple) or not fact.value:
        return _said(desk, (fact,))
    return _said(desk, (evolve(fact, says=f"the {word} time is {fact.what} {fact.value[end]}: {fact.says}"),))


def next_seen(desk: Desk, asked: Slots) -> Answer:
    """In a game, the next entry after which he is seen."""
    fact = schedule(desk.rulebook)
    answer = _said(desk, (fact,))
    numbers = fact.value if isinstance(fact.value, tuple) else ()
    if desk.game is None or not numbers or fact.of != "seen":
        return answer
    entries = desk.game.entries
    written = desk.game.round - 1 if fact.what == "round" else entries
    later = [number for number in numbers if number > written]
    next_one = f"next after {fact.what} {later[0]}; {entries} written now" if later else "not any more in this game"
    return evolve(answer, says=(next_one, *answer.says))


def seen_at(desk: Desk, asked: Slots) -> Answer:
    """Whether a certain entry is one after which he is seen."""
    fact, number = schedule(desk.rulebook), asked.n
    numbers = fact.value if isinstance(fact.value, tuple) else ()
    seen = (number in numbers) == (fact.of == "seen")
    first = f"{fugitive(desk.rulebook)} {'is' if seen else 'is not'} seen after {fact.what} {number}"
    note = ("entries count, and not rounds: with every double the entries run ahead by one",) if fact.what == "entry" else ()
    answer = _said(desk, (fact,), YES if seen else NO, first)
    return evolve(answer, says=(*answer.says, *note))


# -- tickets
def _roles(desk: Desk, who: str) -> list[str]:
    return [desk.role(who)] if who and who != "pursuers" else list(desk.rulebook.tables.roles)


def tickets(desk: Desk, asked: Slots) -> Answer:
    """In a game what pieces hold now; else what their roles are dealt."""
    kind = asked.ticket or _ticket_of(desk, asked.mode)
    who = asked.who
    if asked.players or asked.pieces:
        return tickets_at_table(desk, asked)
    roles = _roles(desk, who)
    found = [
        one for role in roles for one in (*select(desk.rulebook, "ticket", role, kind), *select(desk.rulebook, "free", role))
    ]
    if not found:
        return _said(
            desk, select(desk.rulebook, "number", "", kind), "", f"no {desk.fare(kind)} tickets are dealt to {_to(desk, who)}"
        )
    if not who and not any(one.kind == "ticket" for one in found):
        return Answer("", ("nobody holds tickets",))
    counted = [one for one in found if one.kind == "ticket"]
    first = _hand(desk, counted) if who and not kind and len(counted) > 1 else ""
    box = select(desk.rulebook, "box", "", kind) if not who and kind else ()
    return _said(desk, (*(counted or found), *box), "", first)


def _to(desk: Desk, who: str) -> str:
    return desk.title(who) if who else "anybody"


def _ticket_of(desk: Desk, mode: str) -> str:
    """The ticket that is good for one means of transport alone."""
    return next((name for name, one in desk.rulebook.tables.tickets.items() if one.pays == (mode,)), "") if mode else ""


def _hand(desk: Desk, found: list[Fact]) -> str:
    """Everything that somebody is dealt, in one line."""
    numbers = [one.value for one in found if isinstance(one.value, int)]
    total = f" ({sum(numbers)} in all)" if len(numbers) == len(found) else ""
    return found[0].says.partition(":")[0] + ": " + ", ".join(one.says.partition(": ")[2] for one in found) + total


def tickets_at_table(desk: Desk, asked: Slots) -> Answer:
    """With a number of players: what is held there, where a person who plays several pieces has one pool."""
    rows = rows_meant(desk, asked)
    kind, who = asked.ticket, asked.who or "pursuers"
    if kind and not asked.who and not select(desk.rulebook, "ticket", seat_rows.usual(desk.rulebook), kind):
        who = FUGITIVE
    says = []
    for row in rows:
        for role in [desk.role(who)] if who != "pursuers" else [seat_rows.usual(desk.rulebook)]:
            amounts = {one.what: one.value for one in select(desk.rulebook, "ticket", role, kind)}
            pooled = row.get("pool", desk.rulebook.tables.pool) == "person" and role == seat_rows.usual(desk.rulebook)
            count = pieces_in(row, role, desk.rulebook) if pooled else 1
            sizes = {name: pieces_in(row, name, desk.rulebook) for name in seat_rows.pursuer_roles(desk.rulebook)}
            game = experiment(desk.rulebook, {}, table_of(desk.rulebook, sizes))
            piece = next(seat.piece for seat in game.seating.seats if seat.role == role)
            hand = {
                name: amount if isinstance(amount, int) else game.tickets(piece).get(name) for name, amount in amounts.items()
            }
            told = ", ".join(
                f"{'unlimited' if value is None else value * count} {desk.fare(name)}" for name, value in hand.items()
            )
            says.append(
                f"{told or 'none'}{f' in one pool for {count} pieces' if pooled else ' each'} ({seat_row(row, desk.rulebook)})"
            )
    return Answer("", tuple(dict.fromkeys(says)), tuple(map(desk.rule, about(desk.rulebook, "seats")[:1])))


def enough_tickets(desk: Desk, asked: Slots) -> Answer:
    """Whether somebody has so many of a kind."""
    kind, number, role = asked.ticket, asked.n, desk.role(asked.who)
    found = select(desk.rulebook, "ticket", role, kind)
    if not found:
        return Answer(NO, (f"no {desk.fare(kind)} tickets are dealt to {desk.title(asked.who)}",))
    amount = found[0].value
    gains = any("tickets" in rule.about and rule.section == "actions" for rule in desk.rulebook.rules.values())
    enough = amount == "unlimited" or (isinstance(amount, int) and amount >= number)
    verdict = YES if enough else DEPENDS if gains or not isinstance(amount, int) else NO
    return _said(desk, found, verdict)


def has_ticket(desk: Desk, asked: Slots) -> Answer:
    """Whether tickets of a kind, or any, are dealt to somebody."""
    found = select(desk.rulebook, "ticket", desk.role(asked.who), asked.ticket)
    kind = f"{desk.fare(asked.ticket)} " if asked.ticket else ""
    says = "" if found else f"no {kind}tickets are dealt to {desk.title(asked.who)}"
    return _said(desk, found, YES if found else NO, says)


def supply(desk: Desk, asked: Slots) -> Answer:
    """The tickets beside the board at the beginning."""
    supplies = [asked.supply] if asked.supply else list(desk.rulebook.tables.supplies)
    kind = asked.ticket
    found = [one for name in supplies for one in select(desk.rulebook, "supply", name, kind)]
    if not found:
        raise Refused([Fault("Q41", Place("question"), name=both(supplies) or "supply")])
    return _said(desk, found)


def needs_tickets(desk: Desk, asked: Slots) -> Answer:
    """Whether somebody pays for rides, or rides free."""
    role = desk.role(asked.who)
    if asked.mode:
        ridden = use(desk, asked)
        if ridden.verdict == NO:
            return ridden
    free = select(desk.rulebook, "free", role)
    dealt = select(desk.rulebook, "ticket", role)
    return _said(
        desk, free or dealt, NO if free else YES, "" if free else f"{desk.title(asked.who)}: every ride is paid with a ticket"
    )


def rides_free(desk: Desk, asked: Slots) -> Answer:
    found = select(desk.rulebook, "free")
    return (
        _said(desk, found)
        if found
        else Answer("", ("nobody rides free",), tuple(map(desk.rule, about(desk.rulebook, "tickets")[:1])))
    )


# -- the table
def rows_meant(desk: Desk, asked: Slots) -> list[dict[str, int | str | tuple[int, ...]]]:
    """The rows of the seat table that a question means: by players or by pursuers; all if it names none. Raises Refused."""
    number = asked.pieces or asked.players
    rows = list(desk.rulebook.tables.seats)
    if not number or not rows:
        return rows
    found = [row for row in rows if (pieces_in(row, "", desk.rulebook) if asked.pieces else players(row)) == number]
    if not found:
        counts = both([str(n) for n in sorted({players(row) for row in rows})], "or")
        raise Refused([Fault("Q31", Place("question"), players=number, rows=counts)])
    return found


def table_size(desk: Desk, asked: Slots) -> Answer:
    """How many players can take part."""
    counts = sorted({players(row) for row in desk.rulebook.tables.seats})
    first = f"{both(map(str, counts), 'or')} players" if counts else ""
    return _said(desk, select(desk.rulebook, "seats"), "", first)


def pieces(desk: Desk, asked: Slots) -> Answer:
    """How many pieces of a role, or pursuers, there are; at a table of a size, if one is named."""
    if asked.players or asked.pieces:
        return at_table(desk, asked)
    rows, who = desk.rulebook.tables.seats, asked.who or "pursuers"
    role = "" if who == "pursuers" else desk.role(who)
    counts = sorted({pieces_in(row, role, desk.rulebook) for row in rows})
    number = both([str(n) if n else "none" for n in counts], "or")
    return _said(desk, select(desk.rulebook, "seats"), "", f"{number} {desk.title(who).removeprefix('the ')}" if counts else "")


def size_enough(desk: Desk, asked: Slots) -> Answer:
    """Whether so many players, or so many pursuers, can take part."""
    rows, number, who = desk.rulebook.tables.seats, asked.players or asked.pieces, "pursuers" if asked.pieces else ""
    counts = {pieces_in(row, "", desk.rulebook) if who else players(row) for row in rows}
    fitting = [one for one in select(desk.rulebook, "seats") if number in (_size(desk, one, who), None)]
    return _said(desk, fitting or select(desk.rulebook, "seats"), YES if number in counts or not rows else NO)


def _size(desk: Desk, fact: Fact, who: str) -> int:
    row = fact.value if isinstance(fact.value, dict) else {}
    return pieces_in(row, "", desk.rulebook) if who else players(row) if row else 0


def at_table(desk: Desk, asked: Slots) -> Answer:
    """Pieces, or a number of the seat table, at a table of this size."""
    rules, name = tuple(map(desk.rule, about(desk.rulebook, "seats", section="rules"))), asked.column
    if not (asked.players or asked.pieces):
        return _tables_with(desk, asked.who, rules)
    named = asked.who not in ("", "pursuers") and not desk.is_fugitive(asked.who)
    roles = [desk.role(asked.who)] if named else list(seat_rows.pursuer_roles(desk.rulebook))
    says = []
    for row in rows_meant(desk, asked):
        first = each(row.get(name, "no"), name) if name else both(_pieces(desk, row, roles))
        says.append(f"{first} ({seat_row(row, desk.rulebook, name)})")
    verdict = NO if all(one.startswith("no ") for one in says) else YES
    return Answer(verdict, tuple(dict.fromkeys(says)), rules)


def _pieces(desk: Desk, row: seat_rows.Row, roles: Iterable[str]) -> list[str]:
    tables = desk.rulebook.tables
    return [f"{pieces_in(row, role, desk.rulebook) or 'no'} {tables.roles[role].plural or role}" for role in roles]


def holdings(desk: Desk, asked: Slots) -> Answer:
    """How many pieces each person holds, at a table of this size or at any."""
    rows = rows_meant(desk, asked)
    says = [f"{_each(desk, row)} ({seat_row(row, desk.rulebook)})" for row in rows]
    return Answer("", tuple(says), tuple(map(desk.rule, about(desk.rulebook, "seats", section="rules"))))


def _each(desk: Desk, row: seat_rows.Row) -> str:
    if players(row) == 2:  # a single person, who moves everybody
        return f"{pieces_in(row, '', desk.rulebook)} for one person"
    return f"{both(dict.fromkeys(map(str, seat_rows.holdings(row, desk.rulebook))), 'or')} each"


def _tables_with(desk: Desk, who: str, rules: tuple[Ground, ...]) -> Answer:
    """The tables at which a role takes part."""
    found = [row for row in desk.rulebook.tables.seats if pieces_in(row, desk.role(who), desk.rulebook)]
    return Answer("", tuple(seat_row(row, desk.rulebook) for row in found) or (f"{desk.title(who)}: at no table",), rules)


def columns(desk: Desk, asked: Slots) -> Answer:
    name = asked.column
    if asked.players or asked.pieces:
        return at_table(desk, asked)
    says = [
        f"{row[name]} {name} with {seat_row(row, desk.rulebook, name)}" for row in desk.rulebook.tables.seats if name in row
    ]
    counts = dict.fromkeys(str(row[name]) for row in desk.rulebook.tables.seats if name in row)
    return Answer(
        "",
        (f"{both(counts, 'or')} {name}, by the size of the table", *says),
        tuple(map(desk.rule, about(desk.rulebook, "seats")[:1])),
    )


def beginning(desk: Desk, asked: Slots) -> Answer:
    """How many of something there are when a game begins: a state that rules remember, at a table of a size or at each."""
    name, table = asked.state, desk.rulebook.tables.state[asked.state]
    found: dict[str, list[str]] = {}
    for row in rows_meant(desk, asked):
        sizes = {role: pieces_in(row, role, desk.rulebook) for role in seat_rows.pursuer_roles(desk.rulebook)}
        value = experiment(desk.rulebook, {}, table_of(desk.rulebook, sizes)).state(name)
        several = sorted(set(value.values()), key=str) if isinstance(value, dict) else [value]
        found.setdefault(both(map(_word, several), "or"), []).append(seat_row(row, desk.rulebook))
    if table.seen != "all" or not found:
        raise Refused([Fault("Q41", Place("question"), name=f"{name} that everybody sees when the game begins")])
    says = [f"{value}" + (f" with {'; '.join(rows)}" if len(found) > 1 else "") for value, rows in found.items()]
    return Answer("", (*says, table.says), facts={name: list(found)})


def _word(value: object) -> str:
    return "none" if value in (None, (), frozenset()) else str(value)


def characters(desk: Desk, asked: Slots) -> Answer:
    found = select(desk.rulebook, "characters")
    if not found:
        raise Refused([Fault("Q41", Place("question"), name="characters")])
    return _said(desk, found)


# -- starts
def starts(desk: Desk, asked: Slots) -> Answer:
    """Every station tried as the start of one piece of a kind, at a table of so many pursuers if that is asked."""
    who = asked.who or "pursuers"
    able = _able(desk, *seated(desk, who, asked.pieces))
    says = f"{desk.title(who)} {_where(desk, able)}"
    if len(able) == len(town(desk.rulebook).board.stations):  # the board does not show what is on the cards
        cards = [one for one in select(desk.rulebook, "deck") if one.of in _decks(desk, who)]
        says = (
            f"{desk.title(who)} starts by a card: {cards[0].says}; this board does not show their stations" if cards else says
        )
    return Answer("", (says,), _of_starts(desk), facts={"stations": able})


def starts_added(desk: Desk, asked: Slots) -> Answer:
    """The stations that a further pursuer adds to the starts."""
    who = asked.who or "pursuers"
    able, fewer = (_able(desk, *seated(desk, who, count)) for count in (asked.n, asked.n - 1))
    says = f"{listed([s for s in able if s not in fewer]) or 'none'} is added for number {asked.n}"
    return Answer("", (f"{says}; {desk.title(who)} {_where(desk, able)}",), _of_starts(desk), facts={"stations": able})


def starts_at(desk: Desk, asked: Slots) -> Answer:
    """Whether a piece may start at a station, at the smallest table and at the largest."""
    who, station = asked.who or "pursuers", _on_board(desk, asked.station)
    able = _able(desk, *seated(desk, who))
    most = max((pieces_in(row, "", desk.rulebook) for row in desk.rulebook.tables.seats), default=0)
    larger = _able(desk, *seated(desk, who, most))
    verdict = YES if station in able else DEPENDS if station in larger else NO
    more = f"; at the largest table {_where(desk, larger)}" if larger != able else ""
    return Answer(verdict, (f"{desk.title(who)} {_where(desk, able)}{more}",), _of_starts(desk))


def _of_starts(desk: Desk) -> tuple[Ground, ...]:
    return tuple(map(desk.rule, about(desk.rulebook, "start", section="rules")))


def _where(desk: Desk, able: list[int]) -> str:
    return (
        f"may start on {listed(able, 60)}"
        if len(able) < len(town(desk.rulebook).board.stations)
        else "may start anywhere, as far as this board tells"
    )


def _able(desk: Desk, piece: Piece, every: tuple[Piece, ...]) -> list[int]:
    stations = town(desk.rulebook).board.stations
    return [s for s in stations if not _against(experiment(desk.rulebook, {piece.name: s}, every), piece)]


def _on_board(desk: Desk, station: int) -> int:
    from adjudicator.answers.claims import off_the_board

    board = town(desk.rulebook).board
    if station not in board.stations:
        raise Refused([off_the_board(station, board)])
    return station


def together(desk: Desk, asked: Slots) -> Answer:
    """Two pieces on one start station."""
    piece, every = seated(desk, asked.who or FUGITIVE, 2)
    role = desk.role(asked.other or "pursuers")
    other = next(one for one in (*every, Piece(FUGITIVE, desk.role(FUGITIVE))) if one.name != piece.name and one.role == role)
    station = next(iter(town(desk.rulebook).board.stations))
    game = experiment(desk.rulebook, {piece.name: station, other.name: station}, every)
    against = [one for one in (*_against(game, piece), *_against(game, other)) if one.check == "start-collision"]
    if against:
        return Answer(
            NO, ("no two pieces start on one station",), (ground(desk.rulebook, against[0].rule, against[0].message),)
        )
    return Answer(YES, ("two pieces may start on one station",))


def _against(game: Game, piece: Piece) -> list[Finding]:
    """The findings of the set-up rules about the start of this piece."""
    findings = Findings(game.rules)
    judge_set_up(game.record, game.walk.state.opening, findings)
    return [one for one in findings.all() if one.verdict == "illegal" and one.piece == piece.name]


def modes(desk: Desk, asked: Slots) -> Answer:
    """The means of transport that somebody rides, and what pays for them."""
    game = experiment(desk.rulebook, {}, pursuers(desk.rulebook))
    used = [
        mode
        for mode in desk.rulebook.tables.modes
        if any(game.engine.stations_with(q, mode) for q in game.seating.pieces.values())
    ]
    closed = [mode for mode in desk.rulebook.tables.modes if mode not in used]
    more = (f"not used here: {both(map(desk.fare, closed))}",) if closed else ()
    rules = tuple(desk.rule(rule.id) for rule in desk.rulebook.facts.rules_about_fares)
    return Answer("", (both(map(desk.fare, used)), *more), rules)


def start_cards(desk: Desk, asked: Slots) -> Answer:
    """The decks from which pieces start."""
    used = {one.deck for one in desk.rulebook.facts.starts if one.deck}
    found = [one for one in select(desk.rulebook, "deck") if one.of in used]
    if not found:
        raise Refused([Fault("Q41", Place("question"), name="start cards")])
    total = sum(int(str(one.value)) for one in found)
    own = _decks(desk, asked.who) if asked.who else set()
    first = [one.says for one in found if one.of in own] or [f"{total} start cards"]
    rules = tuple(map(desk.rule, about(desk.rulebook, "start", section="rules")[:1]))
    return Answer("", (*first, *(one.says for one in found if one.says not in first)), rules)


def _decks(desk: Desk, who: str) -> set[str]:
    """The decks from which somebody draws a start."""
    return {one.deck for one in desk.rulebook.facts.starts if one.deck and _starts(desk, one, who)}


def _starts(desk: Desk, start: t.StartsOn, who: str) -> bool:
    """Whether this is about the start of somebody: a side, a role or all of it."""
    role = desk.rulebook.tables.roles[desk.role(who)]
    return start.who in (role.side, role.plural, desk.role(who))


# -- named things
def decks(desk: Desk, asked: Slots) -> Answer:
    return _said(desk, select(desk.rulebook, "deck", asked.deck))


def dealt(desk: Desk, asked: Slots) -> Answer:
    """How many cards of a deck somebody is dealt before the game."""
    for rule, deal in desk.rulebook.facts.deals:
        if deal.deck == asked.deck:
            amount = getattr(deal.amount, "value", None) or desk.rulebook.numbers.get(getattr(deal.amount, "name", ""))
            return Answer(
                "",
                (f"{amount} cards are dealt", *(one.says for one in select(desk.rulebook, "deck", deal.deck))),
                (desk.rule(rule.id),),
            )
    return decks(desk, asked)


def numbers(desk: Desk, asked: Slots) -> Answer:
    """A named number; where so many cards are dealt, of how many."""
    name = asked.number
    dealt = [deal.deck for _, deal in desk.rulebook.facts.deals if getattr(deal.amount, "name", "") == name]
    decks = [one for deck in dealt for one in select(desk.rulebook, "deck", deck)]
    first = "; ".join(one.says for one in (*select(desk.rulebook, "number", "", name), *decks))
    return _said(desk, select(desk.rulebook, "number", "", name), "", first)


def options(desk: Desk, asked: Slots) -> Answer:
    found = select(desk.rulebook, "option")
    return _said(desk, found, "", f"{len(found)} options: {', '.join(one.of for one in found)}")


def option_values(desk: Desk, asked: Slots) -> Answer:
    name = asked.option
    option = desk.rulebook.options[name]
    first = f"`{name}`: {both([f'`{value}`' for value in option.values], 'or')}; here `{desk.rulebook.chosen[name]}`"
    ruling = desk.rulebook.rulings.get(option.ruling)
    contested = (f"contested ({option.ruling}): {ruling.question}",) if ruling else ()
    return Answer("", (first, option.says, *contested))


def contested_list(desk: Desk, asked: Slots) -> Answer:
    """Every point that the booklets leave open, with the option that chooses."""
    found = [(name, one) for name, one in desk.rulebook.options.items() if one.ruling in desk.rulebook.rulings]
    says = [
        f"`{name}` ({one.ruling}): {desk.rulebook.rulings[one.ruling].question} Here `{desk.rulebook.chosen[name]}`"
        for name, one in found
    ]
    return Answer("", (f"{len(found)} options decide contested points: {', '.join(name for name, _ in found)}", *says))


FAMILIES = (
    family("rounds", rounds, "", "length", now=rounds_left),
    family("round-exists", round_exists, "n"),
    family("rounds-equal", rounds_equal, "n", "length"),
    family("windows", windows, "", "log", "length", now=windows_left),
    family("schedule", when_seen, "", "surfacing", now=next_seen),
    family("hidden", hidden_when, "", "surfacing"),
    family("schedule-first", partial(seen_at_end, 0, "first"), "", "surfacing"),
    family("schedule-last", partial(seen_at_end, -1, "last"), "", "surfacing"),
    family("schedule-count", how_often_seen, "", "surfacing"),
    family("surfaces-at", seen_at, "n", "surfacing"),
    family("surfaces-last", last_seen),
    family("tickets", tickets, "ticket who players pieces", "tickets", now=position.tickets),
    family("tickets-enough", enough_tickets, "who n ticket", "tickets"),
    family("has-ticket", has_ticket, "who ticket", now=position.has_ticket),
    family("supply", supply, "supply ticket", now=position.supply),
    family("box", box, "ticket"),
    family("need-ticket", needs_tickets, "who mode"),
    family("rides-free", rides_free),
    family("players", table_size),
    family("players-enough", size_enough, "players pieces"),
    family("pieces", pieces, "who players pieces", now=position.pieces),
    family("tables-with", at_table, "who"),
    family("holds", holdings, "players pieces"),
    family("column", columns, "column players pieces"),
    family("state-at-start", beginning, "state players pieces"),
    family("characters", characters),
    family("starts", starts, "who pieces"),
    family("starts-added", starts_added, "n who"),
    family("starts-at", starts_at, "who station"),
    family("starts-together", together, "who other"),
    family("start-cards", start_cards, "who"),
    family("sees-his-start", partial(sees_start, True)),
    family("sees-their-start", partial(sees_start, False)),
    family("deck", decks, "deck"),
    family("dealt", dealt, "deck"),
    family("number", numbers, "number"),
    family("modes", modes),
    family("options", options),
    family("option", option_values, "option"),
    family("contested", contested_list),
)
