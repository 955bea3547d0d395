"""Answers out of the table of facts: rounds, tickets, seats, starts, named numbers, options. In a game, what is held now."""

from __future__ import annotations

from collections.abc import Iterable

from attrs import evolve

from adjudicator.answers.answer import DEPENDS, NO, YES, Answer, Desk, both, each, listed, seat_row
from adjudicator.answers.claims import Ground, ground
from adjudicator.answers.experiments import Piece, experiment, pursuers, table_of, town
from adjudicator.answers.facts import Fact, about, fugitive, pieces_in, players, schedule, select
from adjudicator.answers.moving import seated, use
from adjudicator.answers.patterns import asks_what
from adjudicator.answers.reading import Reading
from adjudicator.answers.rounds import last_round
from adjudicator.engine import STATION
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
def rounds(desk: Desk, asked: Reading) -> Answer:
    last = last_round(desk.rulebook)
    verdict = "" if asks_what(asked.tokens) else YES if last else NO  # `is there a limit`
    answer = _said(desk, select(desk.rulebook, "rounds"), verdict)
    asked.heard.update(("N", "N2"))  # `22 or 24`: the answer gives the number that applies
    if desk.game is None:
        return answer
    now = f"{'it ended in' if desk.game.is_over else 'this is'} round {desk.game.round}"
    if (asked.has("left") or asked.has("go")) and last is not None:
        return evolve(answer, says=(f"{last - desk.game.round} rounds after this one: {now} of {last}",))
    return evolve(answer, says=(now, *answer.says) if desk.game.is_over else (*answer.says, now))


def round_exists(desk: Desk, asked: Reading) -> Answer:
    last, number = last_round(desk.rulebook), asked.number()
    return _said(desk, select(desk.rulebook, "rounds"), YES if last is None or 0 < number <= last else NO)


def rounds_equal(desk: Desk, asked: Reading) -> Answer:
    last = last_round(desk.rulebook)
    return _said(desk, select(desk.rulebook, "rounds"), YES if last == asked.number() else NO)


def box(desk: Desk, asked: Reading) -> Answer:
    """How many tickets come with the game."""
    found = select(desk.rulebook, "box", "", asked.get("TICKET"))
    if not found:
        raise Refused([Fault("Q41", Place("question"), name="number of tickets in the box")])
    return _said(desk, found)


def last_seen(desk: Desk, asked: Reading) -> Answer:
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


def sees_start(desk: Desk, asked: Reading) -> Answer:
    """The sides that see the start of a side."""
    his = asked.slots.get("FUGITIVE") is not None and list(asked.slots)[-1] == "FUGITIVE"
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
    wanted = not (asked.has("secret") or asked.has("hidden"))
    return Answer(YES if is_open == wanted else NO, (rule.says,), (desk.rule(rule.id),))


def windows(desk: Desk, asked: Reading) -> Answer:
    answer = _said(desk, select(desk.rulebook, "windows"))
    if desk.game is None or not answer.says:
        return answer
    return evolve(answer, says=(f"{desk.game.entries} entries are written; {answer.says[0]}",))


def when_seen(desk: Desk, asked: Reading) -> Answer:
    """The schedule; in a game which entry is next."""
    fact = schedule(desk.rulebook)
    numbers = fact.value if isinstance(fact.value, tuple) else ()
    answer = _said(desk, (fact,))
    if asked.has("hidden") and fact.of != "hidden" and not asked.has("how-often"):
        answer = evolve(answer, says=(f"hidden at all other times: {fact.says}",))
    if asked.has("how-often"):
        answer = evolve(answer, says=(f"{len(numbers)} times: {fact.says}",))
    if asked.form in ("schedule-last", "schedule-first") and numbers:
        end, word = (numbers[-1], "last") if asked.form == "schedule-last" else (numbers[0], "first")
        answer = evolve(answer, says=(f"the {word} time is {fact.what} {end}: {fact.says}",))
    if desk.game is None or not numbers:
        return answer
    if asked.has("how-often") and asked.has("has"):
        times = sum(bool(entry.shown & STATION) for entry in desk.game.walk.end.entries)
        return evolve(answer, says=(f"{times} times so far", *answer.says))
    asked.heard.update(("next", "again"))
    entries = desk.game.entries
    written = desk.game.round - 1 if fact.what == "round" else entries
    later = [number for number in numbers if number > written]
    next_one = f"next after {fact.what} {later[0]}; {entries} written now" if later else "not any more in this game"
    return evolve(answer, says=(next_one, *answer.says))


def seen_at(desk: Desk, asked: Reading) -> Answer:
    """Whether a certain entry, or a round, is one on which he is seen; or hidden."""
    fact, number = schedule(desk.rulebook), asked.number()
    numbers = fact.value if isinstance(fact.value, tuple) else ()
    if desk.game is not None and fact.what != "round" and asked.has("round") and desk.game.entries > desk.game.round:
        raise Refused([Fault("Q32", Place("question"))])  # after a double that round has another entry
    seen = (number in numbers) == (fact.of == "seen")
    wanted = seen if asked.form == "surfaces-at" else not seen
    first = f"{fugitive(desk.rulebook)} {'is' if seen else 'is not'} seen after {fact.what} {number}"
    note = (
        ("entries count, and not rounds: with every double the entries run ahead by one",)
        if asked.has("round") and fact.what == "entry"
        else ()
    )
    answer = _said(desk, (fact,), YES if wanted else NO, first)
    return evolve(answer, says=(*answer.says, *note))


# -- tickets
def _roles(desk: Desk, who: str) -> list[str]:
    return [desk.role(who)] if who and who != "pursuers" else list(desk.rulebook.tables.roles)


def tickets(desk: Desk, asked: Reading) -> Answer:
    """In a game what pieces hold now; else what their roles are dealt."""
    kind = asked.get("TICKET") or _ticket_of(desk, asked.get("MODE"))
    who = asked.who
    if asked.table[0]:
        return tickets_at_table(desk, asked)
    if asked.get("PERSON") and asked.get("PERSON") != desk.persons.get(who):
        raise Refused([Fault("Q33", Place("question"), name=f"{who} of {asked.get('PERSON')}", pieces=both(desk.persons))])
    if desk.game is not None and who != "i":
        return held(desk, desk.game, who, kind)
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


def held(desk: Desk, game: Game, who: str, kind: str) -> Answer:
    """The tickets that pieces hold now; if the record does not show them, from the fewest to the most."""
    kinds = [kind] if kind else list(desk.rulebook.tables.tickets)
    pieces = desk.pieces(who) if who else game.pieces
    paying = [piece for piece in pieces if not game.seating.is_free(game.seating.pieces[piece])]
    if not pieces:
        raise Refused([Fault("Q33", Place("question"), name=who, pieces=both(game.pieces))])
    if not paying:
        return Answer("", (f"{both(pieces)}: no tickets, rides free",))
    if not who and kind:
        paying = [piece for piece in paying if any(hand.get(kind, 0) != 0 for hand in _hands(game, piece))] or paying[:1]
    says, facts, shown = [], {}, set[tuple[object, ...]]()
    for piece in paying:
        counts = {name: {hand.get(name, 0) for hand in _hands(game, piece)} for name in kinds}
        owner = game.seating.owner(game.seating.pieces[piece])
        if (owner,) in shown:
            continue
        shown.add((owner,))
        sharing = [one for one in paying if game.seating.owner(game.seating.pieces[one]) == owner]
        said = ", ".join(f"{_span(numbers)} {desk.fare(name)}" for name, numbers in counts.items() if kind or numbers != {0})
        says.append(f"{both(sharing)} {'has' if len(sharing) == 1 else 'share'} {said or 'no tickets'}")
        facts[piece] = {name: _plain(numbers) for name, numbers in counts.items()}
    single = facts[paying[0]] if len(facts) == 1 else facts
    return Answer("", ("; ".join(says),), facts={"tickets": single})


def _hands(game: Game, piece: str) -> list[dict[str, int | None]]:
    return [one.tickets(piece) for one in game.possible]


def _span(numbers: set[int | None]) -> str:
    known = [number for number in numbers if number is not None]
    if len(known) < len(numbers):
        return "unlimited"
    return str(known[0]) if len(known) == 1 else f"{min(known)} to {max(known)}"


def _plain(numbers: set[int | None]) -> object:
    known = [number for number in numbers if number is not None]
    if len(known) < len(numbers):
        return None
    return known[0] if len(known) == 1 else [min(known), max(known)]


def tickets_at_table(desk: Desk, asked: Reading) -> Answer:
    """With a number of players: what is held there, where a person who plays several pieces has one pool."""
    rows = rows_meant(desk, asked)
    kind, who = asked.get("TICKET"), asked.get("WHO") or "pursuers"
    if kind and not asked.get("WHO") and not select(desk.rulebook, "ticket", seat_rows.usual(desk.rulebook), kind):
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


def enough_tickets(desk: Desk, asked: Reading) -> Answer:
    """Whether somebody has so many of a kind."""
    kind, number, role = asked.get("TICKET"), asked.number(), desk.role(asked.who)
    found = select(desk.rulebook, "ticket", role, kind)
    if not found:
        return Answer(NO, (f"no {desk.fare(kind)} tickets are dealt to {desk.title(asked.who)}",))
    amount = found[0].value
    gains = any("tickets" in rule.about and rule.section == "actions" for rule in desk.rulebook.rules.values())
    enough = amount == "unlimited" or (isinstance(amount, int) and amount >= number)
    verdict = YES if enough else DEPENDS if gains or not isinstance(amount, int) else NO
    return _said(desk, found, verdict)


def has_ticket(desk: Desk, asked: Reading) -> Answer:
    """Whether somebody has a ticket of a kind: in a game now, else among those that are dealt."""
    kind, denied = asked.get("TICKET"), asked.has("without") or asked.has("run-out") or asked.has("no")
    kinds = [kind] if kind else list(desk.rulebook.tables.tickets)
    if desk.game is not None:
        pieces = desk.pieces(asked.who)
        hands = {any(hand.get(one, 0) != 0 for one in kinds) for piece in pieces for hand in _hands(desk.game, piece)}
        verdict = DEPENDS if len(hands) > 1 else YES if hands != {denied} else NO
        return evolve(held(desk, desk.game, asked.who, kind), verdict=verdict)
    found = select(desk.rulebook, "ticket", desk.role(asked.who), kind)
    says = "" if found else f"no {desk.fare(kind)} tickets are dealt to {desk.title(asked.who)}".replace("  ", " ")
    return _said(desk, found, YES if bool(found) != denied else NO, says)


def supply(desk: Desk, asked: Reading) -> Answer:
    """The tickets beside the board; in a game now, else at the beginning."""
    supplies = [asked.get("SUPPLY")] if asked.get("SUPPLY") else list(desk.rulebook.tables.supplies)
    kind = asked.get("TICKET")
    if desk.game is not None:
        now = desk.game.supplies
        says = [
            f"{_lying(desk, now[name], kind)} ({name})"
            for name in supplies
            if name in now and (not kind or now[name].get(kind))
        ]
        return Answer("", tuple(says) or ("nothing",))
    found = [one for name in supplies for one in select(desk.rulebook, "supply", name, kind)]
    if not found:
        raise Refused([Fault("Q41", Place("question"), name=both(supplies) or "supply")])
    return _said(desk, found)


def _lying(desk: Desk, held: dict[str, int | None], kind: str) -> str:
    some = {name: count for name, count in held.items() if kind in ("", name)}
    return ", ".join(f"{'unlimited' if count is None else count} {desk.fare(name)}" for name, count in some.items())


def needs_tickets(desk: Desk, asked: Reading) -> Answer:
    """Whether somebody pays for rides, or rides free."""
    role = desk.role(asked.who)
    if asked.get("MODE"):
        ridden = use(desk, asked)
        if ridden.verdict == NO:
            return ridden
    free = select(desk.rulebook, "free", role)
    yes = bool(free) == asked.has("free")
    dealt = select(desk.rulebook, "ticket", role)
    return _said(
        desk, free or dealt, YES if yes else NO, "" if free else f"{desk.title(asked.who)}: every ride is paid with a ticket"
    )


def rides_free(desk: Desk, asked: Reading) -> Answer:
    found = select(desk.rulebook, "free")
    return (
        _said(desk, found)
        if found
        else Answer("", ("nobody rides free",), tuple(map(desk.rule, about(desk.rulebook, "tickets")[:1])))
    )


# -- the table
def rows_meant(desk: Desk, asked: Reading) -> list[dict[str, int | str | tuple[int, ...]]]:
    """The rows of the seat table that a question means: by players, or by pieces of a role. Raises Refused."""
    number, role = asked.table
    rows = list(desk.rulebook.tables.seats)
    found = [row for row in rows if (pieces_in(row, role, desk.rulebook) if role else players(row)) == number]
    if not found:
        counts = both([str(n) for n in sorted({players(row) for row in rows})], "or")
        raise Refused([Fault("Q31", Place("question"), players=number, rows=counts)])
    return found


def table_size(desk: Desk, asked: Reading) -> Answer:
    """How many players, or how many pieces of a role, can take part."""
    rows, who = desk.rulebook.tables.seats, asked.get("PURSUER") or asked.get("WHO")
    if asked.table[0]:
        return at_table(desk, asked)
    asked.heard.update(("least", "most"))  # the answer lists every number, the smallest first
    if desk.game is not None and not who and desk.persons and not (asked.has("may") or asked.has("most") or asked.has("least")):
        persons = dict.fromkeys(desk.persons.values())
        return Answer("", (f"{len(persons)} at this table: {both(persons)}",))
    if desk.game is not None and who:
        pieces = desk.pieces(who)
        return Answer("", (f"{len(pieces)}: {both(pieces)}" if pieces else f"no {who}",))
    if not rows:
        return _said(desk, select(desk.rulebook, "seats"))
    if who:
        counts = sorted({pieces_in(row, desk.role(who) if who != "pursuers" else "", desk.rulebook) for row in rows})
        first = f"{both([str(n) if n else 'none' for n in counts], 'or')} {desk.title(who).removeprefix('the ')}"
    else:
        counts = sorted({players(row) for row in rows})
        first = f"{both(map(str, counts), 'or')} players"
    return _said(desk, select(desk.rulebook, "seats"), "", first)


def size_enough(desk: Desk, asked: Reading) -> Answer:
    rows, number, who = desk.rulebook.tables.seats, asked.number(), asked.get("PURSUER")
    number, who = (1 if asked.has("alone") else number), ("" if who == "i" else who)  # `six of us` are players
    counts = {pieces_in(row, desk.role(who), desk.rulebook) if who else players(row) for row in rows}
    fitting = [one for one in select(desk.rulebook, "seats") if number in (_size(desk, one, who), None)]
    return _said(desk, fitting or select(desk.rulebook, "seats"), YES if number in counts or not rows else NO)


def _size(desk: Desk, fact: Fact, who: str) -> int:
    row = fact.value if isinstance(fact.value, dict) else {}
    return pieces_in(row, desk.role(who), desk.rulebook) if who else players(row) if row else 0


def at_table(desk: Desk, asked: Reading) -> Answer:
    """Pieces, or a number of the seat table, at a table of this size."""
    rules, name = tuple(map(desk.rule, about(desk.rulebook, "seats", section="rules"))), asked.get("COLUMN")
    if not asked.table[0]:
        return _tables_with(desk, asked.get("WHO"), rules)
    slots = ("WHO", "WHO2", "PURSUER", "PURSUER2", "ROLE", "ROLE2")
    named = dict.fromkeys(desk.role(who) for slot in slots if (who := asked.get(slot)) and who != "i")
    roles = list(named or seat_rows.pursuer_roles(desk.rulebook))
    says = []
    for row in rows_meant(desk, asked):
        first = each(row.get(name, "no"), name) if name else both(_pieces(desk, row, roles))
        says.append(f"{first} ({seat_row(row, desk.rulebook, name)})")
    verdict = "" if asked.has("how-many") else NO if all(one.startswith("no ") for one in says) else YES
    return Answer(verdict, tuple(dict.fromkeys(says)), rules)


def _pieces(desk: Desk, row: seat_rows.Row, roles: Iterable[str]) -> list[str]:
    tables = desk.rulebook.tables
    return [f"{pieces_in(row, role, desk.rulebook) or 'no'} {tables.roles[role].plural or role}" for role in roles]


def holdings(desk: Desk, asked: Reading) -> Answer:
    """How many pieces each person holds, at a table of this size or at any."""
    asked.heard.update(("PURSUER", "PURSUER2", "every"))  # any names of persons and pieces
    rows = rows_meant(desk, asked) if asked.table[0] else desk.rulebook.tables.seats
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


def columns(desk: Desk, asked: Reading) -> Answer:
    name = asked.get("COLUMN")
    if asked.table[0]:
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


def beginning(desk: Desk, asked: Reading) -> Answer:
    """How many of something there are when a game begins: a state that rules remember, at a table of a size or at each."""
    if "column" in asked.slots["STATE"].values:  # the seat table tells it, by the size of the table
        raise Refused([Fault("Q32", Place("question"))])
    name, table = asked.get("STATE"), desk.rulebook.tables.state[asked.get("STATE")]
    found: dict[str, list[str]] = {}
    for row in rows_meant(desk, asked) if asked.table[0] else desk.rulebook.tables.seats:
        sizes = {role: pieces_in(row, role, desk.rulebook) for role in seat_rows.pursuer_roles(desk.rulebook)}
        value = experiment(desk.rulebook, {}, table_of(desk.rulebook, sizes)).state(name)
        several = sorted(set(value.values()), key=str) if isinstance(value, dict) else [value]
        found.setdefault(both(map(_word, several), "or"), []).append(seat_row(row, desk.rulebook))
    if table.seen != "all" or not found:
        raise Refused([Fault("Q32", Place("question"))])
    says = [f"{value}" + (f" with {'; '.join(rows)}" if len(found) > 1 else "") for value, rows in found.items()]
    return Answer("", (*says, table.says), facts={name: list(found)})


def _word(value: object) -> str:
    return "none" if value in (None, (), frozenset()) else str(value)


def characters(desk: Desk, asked: Reading) -> Answer:
    found = select(desk.rulebook, "characters")
    if not found:
        raise Refused([Fault("Q41", Place("question"), name="characters")])
    return _said(desk, found)


# -- starts
def starts(desk: Desk, asked: Reading) -> Answer:
    """Every station tried as the start of one piece of a kind."""
    who, count = asked.who or "pursuers", asked.number() * (asked.form != "starts-at")
    piece, every = seated(desk, who, count)
    able = _able(desk, piece, every)
    rules = tuple(map(desk.rule, about(desk.rulebook, "start", section="rules")))
    if asked.form == "starts-at":
        station = _on_board(desk, asked.number())
        most = max((pieces_in(row, "", desk.rulebook) for row in desk.rulebook.tables.seats), default=0)
        larger = _able(desk, *seated(desk, who, most))
        verdict = YES if station in able else DEPENDS if station in larger else NO
        more = f"; at the largest table {_where(desk, larger)}" if larger != able else ""
        return Answer(verdict, (f"{desk.title(who)} {_where(desk, able)}{more}",), rules)
    says = f"{desk.title(who)} {_where(desk, able)}"
    if len(able) == len(town(desk.rulebook).board.stations):  # the board does not show what is on the cards
        cards = [one for one in select(desk.rulebook, "deck") if one.of in _decks(desk, who)]
        says = (
            f"{desk.title(who)} starts by a card: {cards[0].says}; this board does not show their stations" if cards else says
        )
    if asked.form == "starts-nth":
        fewer = _able(desk, *seated(desk, who, count - 1))
        says = f"{listed([s for s in able if s not in fewer]) or 'none'} is added for number {count}; {says}"
    return Answer("", (says,), rules, facts={"stations": able})


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


def together(desk: Desk, asked: Reading) -> Answer:
    """Two pieces on one start station."""
    piece, every = seated(desk, asked.who or FUGITIVE, 2)
    role = desk.role(asked.get("WHO2") or "pursuers")
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


def modes(desk: Desk, asked: Reading) -> Answer:
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


def start_cards(desk: Desk, asked: Reading) -> Answer:
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
def decks(desk: Desk, asked: Reading) -> Answer:
    return _said(desk, select(desk.rulebook, "deck", asked.get("DECK")))


def dealt(desk: Desk, asked: Reading) -> Answer:
    """How many cards of a deck somebody is dealt before the game."""
    for rule, deal in desk.rulebook.facts.deals:
        if deal.deck == asked.get("DECK"):
            amount = getattr(deal.amount, "value", None) or desk.rulebook.numbers.get(getattr(deal.amount, "name", ""))
            return Answer(
                "",
                (f"{amount} cards are dealt", *(one.says for one in select(desk.rulebook, "deck", deal.deck))),
                (desk.rule(rule.id),),
            )
    return decks(desk, asked)


def numbers(desk: Desk, asked: Reading) -> Answer:
    """A named number; where so many cards are dealt, of how many."""
    name = asked.get("NUMBER")
    asked.heard.add("ACTION")  # `how many letters must he post`: what is done with them
    dealt = [deal.deck for _, deal in desk.rulebook.facts.deals if getattr(deal.amount, "name", "") == name]
    decks = [one for deck in dealt for one in select(desk.rulebook, "deck", deck)]
    first = "; ".join(one.says for one in (*select(desk.rulebook, "number", "", name), *decks))
    return _said(desk, select(desk.rulebook, "number", "", name), "", first)


def options(desk: Desk, asked: Reading) -> Answer:
    found = select(desk.rulebook, "option")
    return _said(desk, found, "", f"{len(found)} options: {', '.join(one.of for one in found)}")


def option_values(desk: Desk, asked: Reading) -> Answer:
    name = asked.get("OPTION")
    option = desk.rulebook.options[name]
    first = f"`{name}`: {both([f'`{value}`' for value in option.values], 'or')}; here `{desk.rulebook.chosen[name]}`"
    ruling = desk.rulebook.rulings.get(option.ruling)
    contested = (f"contested ({option.ruling}): {ruling.question}",) if ruling else ()
    return Answer("", (first, option.says, *contested))


def contested_list(desk: Desk, asked: Reading) -> Answer:
    """Every point that the booklets leave open, with the option that chooses."""
    found = [(name, one) for name, one in desk.rulebook.options.items() if one.ruling in desk.rulebook.rulings]
    says = [
        f"`{name}` ({one.ruling}): {desk.rulebook.rulings[one.ruling].question} Here `{desk.rulebook.chosen[name]}`"
        for name, one in found
    ]
    return Answer("", (f"{len(found)} options decide contested points: {', '.join(name for name, _ in found)}", *says))


def option_has(desk: Desk, asked: Reading) -> Answer:
    """Whether there is such an option; asked with `may`, whether it is chosen."""
    chosen = desk.rulebook.chosen[asked.get("OPTION")]
    if asked.has("may") and chosen not in ("on", "off"):
        raise Refused([Fault("Q32", Place("question"))])
    return evolve(option_values(desk, asked), verdict=NO if asked.has("may") and chosen == "off" else YES)
