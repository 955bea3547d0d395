"""Entries about a position of a game: a claimed clause, whose turn it is, what is held, and where he can be."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from attrs import evolve

from adjudicator.answers.answer import DEPENDS, NO, YES, Answer, Desk, both, listed
from adjudicator.answers.changes import Change, helps, options_that_help
from adjudicator.answers.claims import Claim, Ground, claimed, ground, off_the_board, once, read_clause
from adjudicator.answers.entries import Slots, of_game
from adjudicator.answers.experiments import line_rule, ways_on
from adjudicator.answers.facts import fugitive
from adjudicator.deduction.whereabouts import Whereabouts, whereabouts
from adjudicator.engine import STATION, Move
from adjudicator.faults import Fault, Place, Refused
from adjudicator.game import Game
from adjudicator.record import transcript as r
from adjudicator.record import write_clause
from adjudicator.record.lexicon import FUGITIVE

Ended = tuple[str, str, list[int]]  # an ending, who wins by it, and on which stations he would have to be for it


def game_of(desk: Desk) -> Game:
    assert desk.game is not None  # such a family is asked only of a game
    return desk.game


def won(desk: Desk, winner: str) -> str:
    return {"fugitive": f"{fugitive(desk.rulebook)} wins", "pursuers": "the pursuers win"}.get(winner, "the game is drawn")


def the_piece(desk: Desk, who: str) -> str:
    """The one piece that is meant. Raises Refused where there is none, or several."""
    game = game_of(desk)
    found = desk.pieces(who)
    if len(found) != 1:
        raise Refused([Fault("Q33", Place("question"), name=who, pieces=both(game.pieces))])
    return found[0]


def over(desk: Desk, game: Game, verdict: str = "") -> Answer:
    """Nobody moves any more: how it ended instead."""
    result = game.result
    assert result is not None
    facts: dict[str, object] = {"ending": result.by, "winner": result.winner}
    says = f"the game is over, nobody moves any more: {won(desk, result.winner)}"
    return Answer(verdict, (says,), (desk.rule(result.by),), facts=facts)


# -- a claimed clause
def claim(desk: Desk, asked: Slots) -> Answer:
    """Whether a piece may go to a station: by the means that are named, or by any."""
    game = game_of(desk)
    piece, station = the_piece(desk, asked.who), asked.station
    if station not in game.engine.board.stations:
        raise Refused([off_the_board(station, game.engine.board)])
    if game.is_over:
        return over(desk, game, NO)
    tables, q = desk.rulebook.tables, game.seating.pieces[piece]
    names = tables.modes if game.seating.is_free(q) else tables.tickets
    named = [asked.fare] if asked.fare else [name for name in names if game.seating.is_free(q) or tables.tickets[name].pays]
    answers = [of_clause(desk, f"{piece} {name} {station}") for name in named]
    best = next((one for verdict in (YES, DEPENDS) for one in answers if one.verdict == verdict), None)
    return best or min(answers, key=lambda one: len(one.grounds))


def of_clause(desk: Desk, text: str) -> Answer:
    """Whether a clause may be played now; if not, every broken rule, and the single changes that would help."""
    game = game_of(desk)
    clause = read_clause(text, game)
    if game.is_over:
        return over(desk, game, NO)
    claims = [claimed(one, clause) for one in game.possible]
    if len(claims) > 1 and (clause.piece == FUGITIVE or len({one.is_legal for one in claims}) > 1):
        return _from_somewhere(clause, claims)
    first = claims[0]
    if first.is_legal and not first.open:
        return _allowed(desk, game, clause, list(_endings(claims)))
    if first.is_legal:
        return Answer(DEPENDS, tuple(one.message for one in first.open), first.open, facts={"clause": first.written})
    return _refused(desk, first)


def _endings(claims: list[Claim]) -> Iterator[Ended]:
    """How the clause would end the game, who would win, and where he would have to be; no stations where he is anywhere."""
    ended: dict[tuple[str, str], set[int]] = {}
    for one in claims:
        ended.setdefault((one.ending, one.winner), set()).add(one.game.station(FUGITIVE) or 0)
    for (ending, winner), stations in ended.items():
        if ending:
            yield ending, winner, [] if len(ended) == 1 else sorted(stations)


def _allowed(desk: Desk, game: Game, clause: r.Clause, endings: list[Ended]) -> Answer:
    written = write_clause(clause)
    says = [f"`{written}` is legal"]
    for _, winner, stations in endings:
        says.append(f"it ends the game{f' if he is on {listed(stations)}' if stations else ''}: {won(desk, winner)}")
    sure = [(ending, winner) for ending, winner, stations in endings if not stations]
    rules = [ending for ending, _, _ in endings] or [_allowing(game, clause)]
    ending, winner = sure[0] if sure else ("", "")
    facts: dict[str, object] = {"clause": written, "ending": ending, "winner": winner}
    return Answer(YES, tuple(says), tuple(ground(desk.rulebook, rule) for rule in dict.fromkeys(rules)), facts=facts)


def _allowing(game: Game, clause: r.Clause) -> str:
    """The rule that lets it happen: the action's own, or the one about riding."""
    head = next((part.action for part in clause.parts if isinstance(part, r.Act)), None)
    return head or line_rule(game, clause.piece)


def _refused(desk: Desk, claim: Claim) -> Answer:
    grounds = claim.grounds
    rule = desk.rulebook.facts.checks.get("your-turn")
    if claim.waits_for and rule is not None:
        grounds = (desk.rule(rule.id, f"it is the turn of {both(claim.waits_for)}"), *grounds)
    changes = [*helps(claim), *_options(desk, claim)]
    facts: dict[str, object] = {"clause": claim.written}
    return Answer(NO, (f"`{claim.written}` is not legal",), grounds, tuple(changes), facts=facts, helpless=not changes)


def _options(desk: Desk, claim: Claim) -> Iterator[Change]:
    def legal_with(option: str) -> bool:
        other = desk.otherwise(option)
        if other is None or other.game is None:
            return False
        then = claimed(other.game.possible[0], claim.written)
        return then.is_legal and not then.is_lost

    yield from options_that_help(claim, legal_with)


def _from_somewhere(clause: r.Clause, claims: list[Claim]) -> Answer:
    """Where he is is not known: from which of his stations the clause would be legal."""
    written = write_clause(clause)
    found = [(one.game.station(FUGITIVE) or 0, one) for one in claims]
    able = sorted({station for station, one in found if one.is_legal})
    unable = sorted({station for station, _ in found} - set(able))
    grounds = once([reason for _, one in found if not one.is_legal for reason in one.grounds])
    facts: dict[str, object] = {"clause": written, "from": able, "not_from": unable}
    if not unable:
        return Answer(YES, (f"`{written}` is legal from every station he can be on",), facts=facts)
    if not able:
        return Answer(NO, (f"`{written}` is legal from none of the stations he can be on",), grounds, facts=facts)
    says = f"`{written}` is legal if he is on {listed(able)}; not if he is on {listed(unable)}"
    return Answer(DEPENDS, (says,), grounds, facts=facts)


# -- what if
def what_if(desk: Desk, text: str) -> Answer:
    """The clause played: what is decided, and what others can do that they could not, or cannot any more."""
    game = game_of(desk)
    clause = read_clause(text, game)
    answer = of_clause(desk, text)
    if answer.verdict == NO:
        return answer
    claims = [claimed(one, clause) for one in game.possible]
    says = [*answer.says[:1], *_decided(desk, claims)]
    gained, lost = _difference(claims[0], hidden=len(claims) > 1)
    says += [f"becomes legal: {', '.join(gained)}"] * bool(gained) + [f"is no longer legal: {', '.join(lost)}"] * bool(lost)
    if not gained and not lost and not claims[0].ending:
        says.append("for the other pieces nothing changes")
    facts = {**answer.facts, "becomes_legal": gained, "becomes_illegal": lost}
    return Answer(answer.verdict, tuple(says), answer.grounds, facts=facts)


def _decided(desk: Desk, claims: list[Claim]) -> Iterator[str]:
    """Whether the game is over then: in all worlds, or if he stands where he can stand."""
    endings = list(_endings(claims))
    if not endings:
        yield "the game goes on"
    for ending, winner, stations in endings:
        where = f" if he is on {listed(stations)}" if stations else ""
        yield f"decided{where}: {won(desk, winner)} ({ending})"


def _difference(claim: Claim, hidden: bool) -> tuple[list[str], list[str]]:
    """Rides of the other pieces, as things stand, before and after."""
    gained: list[str] = []
    lost: list[str] = []
    if claim.after.is_over:
        return gained, lost
    for piece in claim.game.pieces:
        if piece != claim.piece and not (hidden and piece == FUGITIVE):
            before, after = ([ride.notation for ride in ways_on(game, piece)] for game in (claim.game, claim.after))
            gained += [clause for clause in after if clause not in before]
            lost += [clause for clause in before if clause not in after]
    return gained, lost


# -- who, where
def reach(desk: Desk, asked: Slots) -> Answer:
    """Where a piece can go, by ticket."""
    game, piece, fare = game_of(desk), the_piece(desk, asked.who), asked.fare
    if game.is_over:
        return over(desk, game)
    by: dict[str, set[int]] = {}
    for ride in ways_on(game, piece):
        leg = ride.legs[0]
        if fare in ("", leg.means, leg.mode):
            by.setdefault(leg.means, set()).add(leg.to)
    says = [f"by {desk.fare(ticket)}: {listed(sorted(stations), 60)}" for ticket, stations in by.items()]
    here = sorted({one.station(piece) or 0 for one in game.possible})
    stands = f"{piece} stands on {here[0]}" if len(here) == 1 else f"{piece} can be on {listed(here)}"
    facts: dict[str, object] = {"piece": piece, "stations": {ticket: sorted(found) for ticket, found in by.items()}}
    return Answer(
        "",
        (*(says or [f"{piece} cannot go anywhere{f' by {desk.fare(asked.fare)}' if asked.fare else ''}"]), stands),
        facts=facts,
    )


def can_use(desk: Desk, asked: Slots) -> Answer:
    """Whether a piece can ride by something from where it stands, or by a means of transport with a ticket that is named."""
    game, piece, fare = game_of(desk), the_piece(desk, asked.who), asked.fare
    if game.is_over:
        return over(desk, game, NO)
    ticket = asked.ticket if asked.mode else ""

    def fits(ride: Move) -> bool:
        leg = ride.legs[0]
        return (leg.mode, leg.means) == (fare, ticket) if ticket else fare in (leg.means, leg.mode)

    found = [[ride.legs[0].to for ride in ways_on(one, piece) if fits(ride)] for one in game.possible]
    what = f"the {desk.fare(fare)}" + (f" with a {desk.fare(ticket)} ticket" if ticket else "")
    if any(found):
        to = listed(sorted({station for stations in found for station in stations}))
        rule = desk.rule(line_rule(game, piece))
        return Answer(YES if all(found) else DEPENDS, (f"{piece} can take {what} to {to}",), (rule,))
    return Answer(NO, (f"{piece} cannot take {what} from here",), _why_not(desk, game, piece, fare, ticket))


def _why_not(desk: Desk, game: Game, piece: str, fare: str, ticket: str) -> tuple[Ground, ...]:
    """The reasons against the lines from its station; if it has no lines, that."""
    here, tables = game.station(piece), desk.rulebook.tables
    modes = (fare,) if fare in tables.modes else tables.tickets[fare].pays
    lines = [(mode, to) for mode, to, _ in game.engine.board.lines_from(here or 0) if mode in modes]
    grounds = [
        one
        for mode, to in lines
        for one in claimed(
            game, f"{piece} {f'{ticket}/{mode}' if ticket else fare if fare in tables.tickets else mode} {to}"
        ).grounds
    ]
    return once(grounds) or (desk.rule(line_rule(game, piece), f"no {desk.fare(fare)} line leaves {here}"),)


def can_stay(desk: Desk, asked: Slots) -> Answer:
    """Whether a piece may stay where it is; one that cannot move sits out."""
    game, piece = game_of(desk), the_piece(desk, asked.who)
    if not game.is_over and not ways_on(game, piece):
        return Answer(YES, (f"{piece} cannot move and sits out",), desk.rules_with_move())
    return of_clause(desk, f"{piece} stays")


def who_can_move(stuck: bool, desk: Desk, asked: Slots) -> Answer:
    """The pursuers who can move, or who cannot."""
    game = game_of(desk)
    if game.is_over:
        return over(desk, game)
    found = [one for one in game.pieces if one != FUGITIVE and bool(ways_on(game, one)) != stuck]
    return Answer("", (both(map(desk.named, found)) or "none of the pursuers",), desk.rules_with_move())


def can_move(desk: Desk, asked: Slots) -> Answer:
    """Whether a piece can move at all, in its turn."""
    game = game_of(desk)
    if game.is_over:
        return over(desk, game, NO)
    piece = the_piece(desk, asked.who)
    able = bool(ways_on(game, piece))
    if piece not in game.to_move and able:
        says = f"{piece} is not to move now: it is the turn of {both(game.to_move)}"
        return Answer(NO, (says,), desk.rules_with_order())
    return Answer(YES if able else NO, (f"{piece} can move" if able else f"{piece} has no legal move",), desk.rules_with_move())


def where_is(desk: Desk, asked: Slots) -> Answer:
    """Where a piece is; the fugitive, as far as this record tells."""
    game = game_of(desk)
    who = asked.who or FUGITIVE
    if not desk.is_fugitive(who):
        pieces = desk.pieces(who) or desk.pieces("pursuers")
        return Answer("", ("; ".join(_stands(game, piece) for piece in pieces) or "not at this table",))
    assert desk.where is not None
    found = whereabouts(desk.where.search)
    facts: dict[str, object] = {"stations": list(found.stations), "seen": found.seen, "seen_on": found.seen_on}
    return Answer("", (f"on {listed(found.stations, 200)}; {_seen(found)}",), facts=facts)


def last_seen(desk: Desk, asked: Slots) -> Answer:
    """Where and when he was last seen."""
    game_of(desk)
    assert desk.where is not None
    found = whereabouts(desk.where.search)
    facts: dict[str, object] = {"stations": list(found.stations), "seen": found.seen, "seen_on": found.seen_on}
    return Answer("", (_seen(found),), facts=facts)


def _seen(found: Whereabouts) -> str:
    return f"last seen on {found.seen_on} after entry {found.seen}" if found.seen else "not seen yet"


def _stands(game: Game, piece: str) -> str:
    if game.state("stations", piece) == "off":
        return f"{piece} has left the board"
    return f"{piece} stands on {game.station(piece) or 'a station that the record does not tell'}"


def who_at(desk: Desk, asked: Slots) -> Answer:
    """The pieces on a station."""
    game, station = game_of(desk), asked.station
    if station not in game.engine.board.stations:
        raise Refused([off_the_board(station, game.engine.board)])
    there = [piece for piece in game.pieces if piece != FUGITIVE and game.station(piece) == station]
    assert desk.where is not None
    his = desk.where.stations
    may_be = [] if station not in his else [desk.named(FUGITIVE)] if len(his) == 1 else [f"perhaps {FUGITIVE}"]
    says = f"on {station}: {both([*map(desk.named, there), *may_be]) or 'nobody'}"
    if station in his and len(his) > 1 and not there:
        return Answer(DEPENDS, (says,))
    return Answer(YES if there or may_be else NO, (says,))


def is_at(desk: Desk, asked: Slots) -> Answer:
    """Whether a piece is on a station."""
    game, station = game_of(desk), asked.station
    if station not in game.engine.board.stations:
        raise Refused([off_the_board(station, game.engine.board)])
    if not desk.is_fugitive(asked.who):
        piece = the_piece(desk, asked.who)
        return Answer(YES if game.station(piece) == station else NO, (_stands(game, piece),))
    assert desk.where is not None
    found = desk.where.stations
    verdict = NO if station not in found else YES if len(found) == 1 else DEPENDS
    return Answer(verdict, (f"{desk.title(FUGITIVE)} can be on {listed(found, 200)}",), facts={"stations": list(found)})


def visible(desk: Desk, asked: Slots) -> Answer:
    """Whether the pursuers see where he stands now: his last entry was shown."""
    game = game_of(desk)
    entries = game.walk.end.entries
    seen = bool(entries) and bool(entries[-1].shown & STATION)
    says = "his last station is seen" if seen else "his last station is hidden" if entries else "he has made no entry yet"
    return Answer(YES if seen else NO, (f"{desk.title(FUGITIVE)}: {says}",))


def who_catches(desk: Desk, asked: Slots) -> Answer:
    """Pursuers who can move to his station now; where it is not known, to which of the stations he can be on."""
    game = game_of(desk)
    assert desk.where is not None
    stations = set(desk.where.stations)
    if game.is_over:
        return over(desk, game, NO if asked.who else "")
    wanted = desk.pieces(asked.who) if asked.who else game.pieces
    found: dict[str, dict[int, list[str]]] = {}
    for ride in (one for piece in wanted if piece != FUGITIVE for one in ways_on(game, piece)):
        leg = ride.legs[0]
        if leg.to in stations:
            found.setdefault(ride.piece, {}).setdefault(leg.to, []).append(leg.means)
    facts: dict[str, object] = {"stations": sorted(stations), "who": {name: sorted(to) for name, to in found.items()}}
    if not found:
        where = "his station" if len(stations) == 1 else "a station where he can be"
        nobody = f"{both(wanted)} cannot" if asked.who else "no pursuer can"
        return Answer(NO, (f"{nobody} move to {where}",), facts=facts)
    says = ["; ".join(f"{name}: {', '.join(_ways(ways))}" for name, ways in found.items())]
    rest = sorted(stations - {to for ways in found.values() for to in ways})
    sure = len(stations) == 1
    more = (f"out of reach: {listed(rest)}",) if rest and not sure else ()
    return Answer(YES if sure else DEPENDS, (*says, *more), facts=facts)


def _ways(ways: dict[int, list[str]]) -> Iterator[str]:
    yield from (f"{both(fares, 'or')} {to}" for to, fares in sorted(ways.items()))


# -- how it stands
def whose_turn(desk: Desk, asked: Slots) -> Answer:
    """The pieces that have to act; of one that is named, whether it is among them."""
    game = game_of(desk)
    if game.is_over:
        return over(desk, game)
    due = list(game.to_move)
    where = f"round {game.round}, {game.entries} entries written"
    if not due:
        return Answer("", (f"nobody has to act; the turn of the {game.side} is still open ({where})",), facts={"due": []})
    done = f"; {both(game.moved)} moved" if game.moved else "; nobody of this side has moved"
    says = f"it is the turn of {both(map(desk.named, due))} ({where}{done})"
    verdict = (YES if set(desk.pieces(asked.who)) & set(due) else NO) if asked.who else ""
    return Answer(verdict, (says,), facts={"due": due})


def before(desk: Desk, asked: Slots) -> Answer:
    """Whether somebody may move now, before another has."""
    game = game_of(desk)
    piece = the_piece(desk, asked.who)
    if game.is_over:
        return over(desk, game, NO)
    others = desk.pieces(asked.other)
    if not set(others) & {one for one in game.pieces if game.owes_move(one)}:
        return Answer(DEPENDS, (f"{both(others)} need not move now",))
    may = piece in game.to_move
    rules = desk.rules_with_order()
    return Answer(YES if may else NO, (f"it is the turn of {both(game.to_move)}",), rules)


def plays(desk: Desk, asked: Slots) -> Answer:
    """The person who plays a piece, or the pieces that a person plays."""
    game = game_of(desk)
    if asked.person:
        held = desk.pieces(asked.person)
        return Answer("", (f"{asked.person} plays {both(held)} ({len(held)})",))
    pieces = [piece for piece in game.pieces if piece in desk.pieces(asked.who)]
    return Answer("", ("; ".join(f"{piece}: {desk.persons.get(piece, 'the record does not say')}" for piece in pieces),))


def players_here(desk: Desk, asked: Slots) -> Answer:
    """The people at this table."""
    persons = dict.fromkeys(desk.persons.values())
    return Answer("", (f"{len(persons)} at this table: {both(persons)}" if persons else "the record names nobody",))


# -- what the rules remember
def state(desk: Desk, asked: Slots) -> Answer:
    """A state that the rules declare, as far as the seat that asks is shown it."""
    game, name = game_of(desk), asked.state
    table = desk.rulebook.tables.state[name]
    value = dict(game.named_state(desk.seat)).get(name)
    if table.per == "piece" and isinstance(value, dict):
        everybody = tuple(piece for piece in value if piece != FUGITIVE or name in desk.rulebook.facts.states_of_fugitive)
        wanted = desk.pieces(asked.who) if asked.who else everybody
        value = {piece: value[piece] for piece in wanted if piece in value}
        verdict = (YES if any(value.values()) else NO) if asked.who else ""
        says = ", ".join(f"{piece}: {_plain(one)}" for piece, one in value.items()) or "none"
        return Answer(verdict, (says, table.says), facts={name: value})
    if value is None and table.seen not in ("all",) and desk.seat:
        return Answer("", (f"this seat does not know: {table.says}",))
    if asked.fare:
        return Answer(
            YES if value == asked.fare else NO,
            (f"{desk.rulebook.called.get(str(value), _plain(value))}", table.says),
            facts={name: _data(value)},
        )
    if asked.n:
        inside = isinstance(value, list | tuple | set | frozenset) and asked.n in value
        return Answer(YES if inside else NO, (f"{_plain(value)}", table.says), facts={name: _data(value)})
    count = len(value) if isinstance(value, list | tuple | set | frozenset) else None
    first = f"{count}: {_plain(value)}" if count else _plain(value)
    called = desk.rulebook.called
    return Answer("", (called.get(first, first), table.says), facts={name: _data(value)})


def _plain(value: object) -> str:
    if isinstance(value, list | tuple | set | frozenset):
        return listed(sorted(value, key=str)) or "none"
    if value is None:
        return "none"
    return {"True": "yes", "False": "no"}.get(str(value), str(value))


def _data(value: object) -> object:
    return sorted(value, key=str) if isinstance(value, set | frozenset | tuple) else value


# -- what is held
def tickets(desk: Desk, asked: Slots) -> Answer:
    return held(desk, game_of(desk), asked.who, asked.ticket)


def has_ticket(desk: Desk, asked: Slots) -> Answer:
    """Whether somebody has a ticket of a kind, or any, now."""
    game, kinds = game_of(desk), [asked.ticket] if asked.ticket else list(desk.rulebook.tables.tickets)
    hands = {any(hand.get(one, 0) != 0 for one in kinds) for piece in desk.pieces(asked.who) for hand in _hands(game, piece)}
    verdict = DEPENDS if len(hands) > 1 else YES if hands == {True} else NO
    return evolve(held(desk, game, asked.who, asked.ticket), verdict=verdict)


def supply(desk: Desk, asked: Slots) -> Answer:
    """The tickets beside the board now."""
    supplies = [asked.supply] if asked.supply else list(desk.rulebook.tables.supplies)
    now = game_of(desk).supplies
    found = [name for name in supplies if name in now and (not asked.ticket or now[name].get(asked.ticket))]
    return Answer("", tuple(f"{_lying(desk, now[name], asked.ticket)} ({name})" for name in found) or ("nothing",))


def pieces(desk: Desk, asked: Slots) -> Answer:
    """The pieces of a role, or the pursuers, at this table."""
    found = desk.pieces(asked.who or "pursuers")
    return Answer("", (f"{len(found)}: {both(found)}" if found else f"no {asked.who}",))


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
        facts[piece] = {name: _number(numbers) for name, numbers in counts.items()}
    single = facts[paying[0]] if len(facts) == 1 else facts
    return Answer("", ("; ".join(says),), facts={"tickets": single})


def _hands(game: Game, piece: str) -> list[dict[str, int | None]]:
    return [one.tickets(piece) for one in game.possible]


def _span(numbers: set[int | None]) -> str:
    known = [number for number in numbers if number is not None]
    if len(known) < len(numbers):
        return "unlimited"
    return str(known[0]) if len(known) == 1 else f"{min(known)} to {max(known)}"


def _number(numbers: set[int | None]) -> object:
    known = [number for number in numbers if number is not None]
    if len(known) < len(numbers):
        return None
    return known[0] if len(known) == 1 else [min(known), max(known)]


def _lying(desk: Desk, held: dict[str, int | None], kind: str) -> str:
    some = {name: count for name, count in held.items() if kind in ("", name)}
    return ", ".join(f"{'unlimited' if count is None else count} {desk.fare(name)}" for name, count in some.items())


FAMILIES = (
    of_game("claim", claim, "who station mode ticket"),
    of_game("moves-now", reach, "who mode"),
    of_game("can-move", can_move, "who"),
    of_game("who-can-move", partial(who_can_move, False)),
    of_game("who-is-stuck", partial(who_can_move, True)),
    of_game("where-is", where_is, "who"),
    of_game("last-seen", last_seen),
    of_game("is-at", is_at, "who station"),
    of_game("who-at", who_at, "station"),
    of_game("visible", visible),
    of_game("who-catches-now", who_catches, "detective"),
    of_game("whose-turn", whose_turn, "who"),
    of_game("before", before, "who other"),
    of_game("plays", plays, "who person"),
    of_game("players-here", players_here),
    of_game("state", state, "state who n mode"),
)
