"""Entries about moving: which means of transport, onto whom, over whom, back, not at all, in which order. All by trying."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from attrs import evolve

from adjudicator.answers.answer import DEPENDS, NO, YES, Answer, Desk, both, listed
from adjudicator.answers.catalogue import position
from adjudicator.answers.claims import Claim, Ground, claimed, once
from adjudicator.answers.entries import Slots, family
from adjudicator.answers.experiments import (
    LATER_ROUND,
    NAMES,
    Piece,
    experiment,
    is_payer,
    line_rule,
    next_to_move,
    none_of,
    played,
    played_on,
    pursuers,
    rides,
    town,
    tried,
    ways_on,
)
from adjudicator.answers.facts import pieces_in
from adjudicator.answers.rounds import last_round
from adjudicator.faults import Fault, Place, Refused
from adjudicator.game import Game
from adjudicator.language import tree as t
from adjudicator.record.lexicon import FUGITIVE
from adjudicator.values import frozen

SAMPLES = 12  # lines of a kind that are tried


def seated(desk: Desk, who: str, count: int = 0, payers: int = 0) -> tuple[Piece, tuple[Piece, ...]]:
    """The piece that a question is about, and all pursuers of the experiment."""
    role = desk.role(who)
    if max(count, payers) > len(NAMES):
        rows = both(sorted({str(pieces_in(row, "", desk.rulebook)) for row in desk.rulebook.tables.seats}), "or")
        raise Refused([Fault("Q31.pieces", Place("question"), number=count, rows=rows)])
    if desk.is_fugitive(who):
        return Piece(FUGITIVE, role), pursuers(desk.rulebook, count=count)
    every = pursuers(desk.rulebook, role, count, payers)
    return next((one for one in every if one.name == who), next(one for one in every if one.role == role)), every


def weightiest(found: list[tuple[Ground, ...]]) -> tuple[Ground, ...]:
    """Each rule once, those first that are against most of what was tried."""
    every = [one for grounds in found for one in grounds]
    weight = Counter(one.rule for one in every)
    return tuple(sorted(once(every), key=lambda one: -weight[one.rule]))


def away(desk: Desk, piece: Piece, stations: tuple[int, ...]) -> dict[str, int]:
    """The fugitive stays out of it where the ride is a pursuer's."""
    return {} if piece.name == FUGITIVE else {FUGITIVE: town(desk.rulebook).apart(1, stations)[0]}


# -- which means of transport
@frozen(eq=False)
class Trip:
    """A ride that was tried: with which ticket, or of a free rider by which means; where to; and the judge's word on it."""

    means: str
    mode: str
    to: int
    claim: Claim


@frozen
class Journey:
    """The ride that a question asks about: its piece, mode, ticket, round and hand."""

    who: str
    mode: str = ""
    ticket: str = ""
    round: int = 0
    hand: dict[str, int] | None = None


def use(desk: Desk, asked: Slots) -> Answer:
    """May somebody use a means of transport or a kind of ticket; in a round, with a ticket, without one."""
    mode, ticket, tables = asked.mode, asked.ticket, desk.rulebook.tables
    if ticket and ticket not in tables.modes and not tables.tickets[ticket].pays:
        return Answer("", (f"a {desk.fare(ticket)} ticket pays for no ride by itself",))
    _check_round(desk, asked.n)
    if not mode and asked.who not in ("", "i") and tables.roles[desk.role(asked.who)].fare == "free":
        return Answer(NO, (f"{desk.title(asked.who)} rides free and holds no tickets",), desk.rules_about("free fare"))
    sides = [asked.who] if asked.who else [FUGITIVE, "pursuers"]  # `does the underground run` is asked of everybody
    answers = [ridden(desk, Journey(one, mode, "" if mode else ticket, asked.n)) for one in sides]
    return answers[0] if len(answers) == 1 else _of_all(answers)


def use_last(desk: Desk, asked: Slots) -> Answer:
    """The same in the last round."""
    return use(desk, evolve(asked, n=last_round(desk.rulebook) or 0))


def _of_all(answers: list[Answer]) -> Answer:
    verdicts = {one.verdict for one in answers}
    verdict = verdicts.pop() if len(verdicts) == 1 else DEPENDS
    says = tuple(dict.fromkeys(line for one in answers for line in one.says))
    return Answer(
        verdict, says, once([g for one in answers for g in one.grounds]), tried=tuple(t for one in answers for t in one.tried)
    )


def _check_round(desk: Desk, number: int) -> None:
    last = last_round(desk.rulebook)
    if number and last is not None and number > last:
        raise Refused([Fault("Q31.round", Place("question"), number=number, last=last)])


def who_uses(desk: Desk, asked: Slots) -> Answer:
    """Which roles may use a means of transport or a ticket: each is tried."""
    roles = {name: use(desk, evolve(asked, who=_who(desk, name))) for name in desk.rulebook.tables.roles}
    able = [desk.title(_who(desk, name)) for name, answer in roles.items() if answer.verdict != NO]
    grounds = once([one for answer in roles.values() for one in answer.grounds])
    return Answer("", (both(able) if able else "nobody",), grounds, tried=tuple(t for one in roles.values() for t in one.tried))


def _who(desk: Desk, role: str) -> str:
    return FUGITIVE if desk.rulebook.tables.roles[role].side == "fugitive" else role


def ticket_needed(desk: Desk, asked: Slots) -> Answer:
    """Which tickets pay for a means of transport; of a free rider none."""
    mode, who = asked.mode, asked.who
    if who not in ("", "i") and desk.rulebook.tables.roles[desk.role(who)].fare == "free":
        rules = desk.rules_about("free fare") or desk.rules_about("movement")[:1]
        return Answer(NO if asked.ticket else "", (f"{desk.title(who)}: no ticket, rides free",), rules)
    good = [name for name, one in desk.rulebook.tables.tickets.items() if mode in one.pays]
    rules = tuple(desk.rule(rule.id) for rule in desk.rulebook.facts.rules_about_fares)
    says = (
        f"the {desk.fare(mode)} is paid with a {both(map(desk.fare, good), 'or')} ticket"
        if good
        else f"no ticket pays for the {desk.fare(mode)}"
    )
    wanted = asked.ticket
    verdict = "" if not wanted else YES if good == [wanted] else NO if wanted not in good else DEPENDS
    return Answer(verdict, (says,), rules, facts={"tickets": good})


def use_with(desk: Desk, asked: Slots) -> Answer:
    """A means of transport paid with a ticket that is named."""
    who = asked.who or FUGITIVE
    return ridden(desk, Journey(who, asked.mode, asked.ticket))


def use_without(desk: Desk, asked: Slots) -> Answer:
    """Somebody who has no ticket of a kind, or none at all."""
    piece, _ = seated(desk, asked.who)
    hand = {asked.ticket: 0} if asked.ticket else none_of(desk.rulebook)
    if not is_payer(desk.rulebook, piece):
        hand = {}
    return ridden(desk, Journey(asked.who, asked.mode, "", 0, hand))


def ridden(desk: Desk, journey: Journey) -> Answer:
    """Every ticket that may be meant, on a few lines of every means of transport that may be meant."""
    tables = desk.rulebook.tables
    piece, others = seated(desk, journey.who)
    modes = (journey.mode,) if journey.mode else tables.tickets[journey.ticket].pays if journey.ticket else tuple(tables.modes)
    lines = [(mode, a, b) for mode in modes for _, a, b, _ in town(desk.rulebook).lines(mode)[:SAMPLES]]
    trips: list[Trip] = []
    for round in (journey.round,) if journey.round else (0, LATER_ROUND):
        trips = []
        for mode, a, b in lines:
            placed = {piece.name: a, **away(desk, piece, (a, b))}
            entry = max(0, round - (piece.name == FUGITIVE)) if round else 0
            hands = {piece.name: journey.hand} if journey.hand else None
            game = experiment(desk.rulebook, placed, others, round=round, entry=entry, moves=piece.name, tickets=hands)
            if (
                journey.round and piece.name not in game.to_move
            ):  # nobody can: what is against it is asked as if it were his turn
                later = experiment(
                    desk.rulebook, placed, others, round=LATER_ROUND, entry=LATER_ROUND, moves=piece.name, tickets=hands
                )
                game = later.supposing(round=journey.round)
            trips += _trips(desk, game, piece, mode, b, journey.ticket)
        if any(one.claim.is_legal for one in trips):
            break
    return _used(desk, journey, piece, trips)


def _trips(desk: Desk, game: Game, piece: Piece, mode: str, to: int, ticket: str) -> Iterator[Trip]:
    """The ride with each ticket that could pay for it; of a free rider by the means of transport alone."""
    tables = desk.rulebook.tables
    free = tables.roles[piece.role].fare == "free"
    good = [name for name, one in tables.tickets.items() if mode in one.pays]
    own = [name for name in good if name in tables.roles[piece.role].tickets] or good
    for name in [mode] if free else [ticket] if ticket else own:
        yield Trip(name, mode, to, claimed(game, f"{piece.name} {name if name == mode else f'{name}/{mode}'} {to}"))


def _used(desk: Desk, journey: Journey, piece: Piece, trips: list[Trip]) -> Answer:
    name, when = desk.title(journey.who), f" in round {journey.round}" if journey.round else ""
    mode, ticket = (desk.fare(one) if one else "" for one in (journey.mode, journey.ticket))
    what = f"use the {mode}" if mode else "ride"
    what += f" with a {ticket} ticket" if ticket else ""
    if journey.hand is not None:
        none = [desk.fare(kind) for kind, count in journey.hand.items() if not count]
        what += f" without a {none[0]} ticket" if len(none) == 1 else " without tickets"
    if not trips:
        return Answer(NO, (f"the board has no line for the {mode or ticket}",))
    legal = [one for one in trips if one.claim.is_legal]
    against = weightiest([one.claim.grounds for one in trips])
    if not legal:
        return Answer(NO, (f"{name} may not {what}{when}",), against, tried=(tried(trips[0].claim),))
    ways = {desk.fare(one.means) for one in legal}
    places, refused = {one.to for one in legal}, {one.to for one in trips} - {one.to for one in legal}
    plain = ticket or ways == {mode} or journey.hand is not None
    how = "" if plain else f", with a {both(sorted(ways), 'or')} ticket"
    rule = desk.rule(line_rule(legal[0].claim.game, piece.name))
    shown = (tried(legal[0].claim),)
    closed = {one.mode for one in trips} - {one.mode for one in legal}
    if refused and not mode and all(one.mode in closed for one in trips if not one.claim.is_legal):
        but = f", but not by {both(map(desk.fare, sorted(closed)), 'or')}"
        return Answer(YES, (f"{name} may {what}{when}{how}{but}",), (rule, *against), tried=shown)
    if refused:
        here, there = listed(sorted(places), 8), listed(sorted(refused), 8)
        return Answer(DEPENDS, (f"{name} may {what}{when} to {here}{how}, but not to {there}",), against, tried=shown)
    paying = tuple(desk.rule(one.id) for one in desk.rulebook.facts.rules_about_fares) if not plain or ticket else ()
    return Answer(YES, (f"{name} may {what}{when}{how}",), (rule, *paying), tried=shown)


# -- onto whom, over whom
def share(desk: Desk, asked: Slots) -> Answer:
    """Two pursuers on one station."""
    return entering(desk, asked.who or "pursuers", asked.other or "pursuers")


def sharing(desk: Desk, asked: Slots) -> Answer:
    """How many pursuers may stand on one station."""
    answer = share(desk, asked)
    number = "one" if answer.verdict == NO else "any number"
    return evolve(answer, verdict="", says=(f"{number}: {answer.says[0]}", *answer.says[1:]))


def onto_fugitive(desk: Desk, asked: Slots) -> Answer:
    return entering(desk, asked.who or "pursuers", FUGITIVE)


def onto_pursuer(desk: Desk, asked: Slots) -> Answer:
    return entering(desk, FUGITIVE, asked.who or "pursuers")


def entering(desk: Desk, who: str, whom: str) -> Answer:
    """One step onto a station where somebody stands, on several lines."""
    mover, others = seated(desk, who, 2)
    onto = _other(desk, whom, mover, others)
    claims: list[Claim] = []
    for mode, a, b, _ in town(desk.rulebook).lines(*desk.rulebook.tables.modes):
        game = experiment(
            desk.rulebook,
            {mover.name: a, onto.name: b, **(away(desk, mover, (a, b)) if onto.name != FUGITIVE else {})},
            others,
            moves=mover.name,
        )
        claim = claimed(game, f"{mover.name} {mode} {b}")
        if not any(one.rule == line_rule(game, mover.name) for one in claim.grounds):
            claims.append(claim)
        if len(claims) == SAMPLES // 2:
            break
    name, other = desk.one_of(_named(mover)), desk.one_of(_named(onto))
    claim, shown = claims[0], tuple(tried(one) for one in claims[:2])
    if all(one.grounds for one in claims):
        grounds = weightiest([one.grounds for one in claims])
        return Answer(NO, (f"{name} may not move to a station where {other} stands",), grounds, tried=shown)
    if claim.ending:
        won = "the fugitive has" if claim.winner == "fugitive" else "the pursuers have"
        says = f"{name} may move to a station where {other} stands, and then {won} won"
        return Answer(YES, (says,), (desk.rule(claim.ending), *_lost(desk, claim)), tried=shown)
    ending = (desk.rule(later.by),) if onto.name == FUGITIVE and (later := played_on(claim.after, "fugitive").result) else ()
    return Answer(YES, (f"{name} may move to a station where {other} stands",), ending, tried=shown)


def _lost(desk: Desk, claim: Claim) -> Iterator[Ground]:
    """The option that makes a losing move of what is forbidden elsewhere."""
    status = desk.rule(claim.ending).status
    yield from (desk.rule(one.id) for one in desk.rulebook.rules.values() if one.status == status and one.id != claim.ending)


def _named(piece: Piece) -> str:
    return FUGITIVE if piece.name == FUGITIVE else piece.role


def _other(desk: Desk, whom: str, mover: Piece, others: tuple[Piece, ...]) -> Piece:
    if desk.is_fugitive(whom):
        return Piece(FUGITIVE, desk.role(FUGITIVE))
    wanted = desk.role(whom)
    fitting = [one for one in others if one.name != mover.name and wanted == one.role]
    return fitting[0] if fitting else next(one for one in others if one.name != mover.name)


def over(desk: Desk, asked: Slots) -> Answer:
    """Lines that run over a station where somebody stands."""
    mover, others = seated(desk, asked.who or "pursuers", 2)
    onto = _other(desk, asked.other or ("pursuers" if mover.name == FUGITIVE else FUGITIVE), mover, others)
    modes = [asked.mode] if asked.mode else list(desk.rulebook.tables.modes)
    lines = [line for line in town(desk.rulebook).lines(*modes) if line[3]]
    name, other = desk.one_of(_named(mover)), desk.one_of(_named(onto))
    for mode, a, b, passed in lines:
        placed = {mover.name: a, onto.name: passed[0], **(away(desk, mover, (a, b, *passed)) if onto.name != FUGITIVE else {})}
        game = experiment(desk.rulebook, placed, others, moves=mover.name)
        claim = claimed(game, f"{mover.name} {mode} {b}")
        shown = (tried(claim),)
        if claim.is_legal:
            rule = desk.rule(line_rule(game, mover.name))
            return Answer(YES, (f"{name} may ride over a station where {other} stands",), (rule,), tried=shown)
        if not claimed(game.supposing(off=(onto.name,)), claim.clause).grounds:
            return Answer(NO, (f"{name} may not ride over a station where {other} stands",), claim.grounds, tried=shown)
    what = f"{desk.fare(modes[0])} line" if asked.mode else "line"
    return Answer(NO, (f"no {what} of this board runs over a station without stopping there",))


def stop_short(desk: Desk, asked: Slots) -> Answer:
    """To leave a line at a station that it runs over without a stop."""
    mover, others = seated(desk, asked.who or "pursuers")
    modes = [asked.mode] if asked.mode else list(desk.rulebook.tables.modes)
    for mode, a, b, passed in town(desk.rulebook).lines(*modes):
        if passed and not any(kind == mode and to == passed[0] for kind, to, _ in town(desk.rulebook).board.lines_from(a)):
            game = experiment(desk.rulebook, {mover.name: a, **away(desk, mover, (a, b, *passed))}, others, moves=mover.name)
            claim = claimed(game, f"{mover.name} {mode} {passed[0]}")
            if claim.is_legal:
                return Answer(
                    YES, (f"{desk.title(asked.who)} may get off where the line does not stop",), tried=(tried(claim),)
                )
            says = f"{desk.title(asked.who)} may not get off where the line does not stop"
            return Answer(NO, (says,), claim.grounds, tried=(tried(claim),))
    return Answer("", ("no line of this board runs over a station without stopping there",))


# -- back, not at all, in which order
def back(desk: Desk, asked: Slots) -> Answer:
    """One ride there, and in the next round the same line back, on several lines."""
    who = asked.who or "pursuers"
    mover, others = seated(desk, who)
    claims = []
    some = [line for kind in desk.rulebook.tables.modes for line in town(desk.rulebook).lines(kind)[:3]]
    for mode, a, b, _ in some:
        game = experiment(desk.rulebook, {mover.name: a, **away(desk, mover, (a, b))}, others, moves=mover.name)
        there = claimed(game, f"{mover.name} {mode} {b}")
        if there.is_legal and not there.ending:
            own, other = ("fugitive", "pursuers") if mover.name == FUGITIVE else ("pursuers", "fugitive")
            later = played_on(played_on(there.after, other), own)
            claims.append(claimed(later, f"{mover.name} {mode} {a}"))
    refused = [one for one in claims if not one.is_legal and not one.waits_for]
    name = desk.title(who)
    if claims and len(refused) == len(claims):
        return Answer(
            NO, (f"{name} may not ride back",), weightiest([one.grounds for one in refused]), tried=(tried(claims[0]),)
        )
    if refused:
        says = f"{name} may ride back along some lines, but not along others: tried were {len(claims)}, refused {len(refused)}"
        return Answer(DEPENDS, (says,), weightiest([one.grounds for one in refused]), tried=(tried(refused[0]),))
    rule = desk.rule(line_rule(claims[0].game, mover.name))
    says = f"{name} may ride back along the line that was just used, for another ticket"
    return Answer(YES, (says,), (rule,), tried=(tried(claims[0]),))


def stay(desk: Desk, asked: Slots) -> Answer:
    """To stay where a move is possible."""
    who = asked.who or "pursuers"
    mover, others = seated(desk, who)
    claim = claimed(experiment(desk.rulebook, {}, others, moves=mover.name), f"{mover.name} stays")
    name = desk.title(who)
    if claim.grounds:
        return Answer(NO, (f"{name} may not stay where a move is possible",), claim.grounds, tried=(tried(claim),))
    return Answer(YES, (f"{name} may stay",), (), tried=(tried(claim),))


def order(desk: Desk, asked: Slots) -> Answer:
    """Whether the last of the pursuers may move first."""
    every = pursuers(desk.rulebook, count=2)
    game = experiment(desk.rulebook, {}, every, moves=every[0].name)
    claim = claimed(game, ways_on(game, every[-1].name)[0].notation)
    grounds = desk.rules_with(t.SideOrder)[-1:]
    verdict = YES if claim.is_legal else NO
    free, by_seat = (
        "the pursuers move in any order, another one each round if they like",
        "the pursuers move by seat round the table; a person with several pieces moves them together",
    )
    return Answer(verdict, (free if claim.is_legal else by_seat,), grounds, tried=(tried(claim),))


def move_round(desk: Desk, asked: Slots) -> Answer:
    """Whether a piece may move in a round at all."""
    _check_round(desk, asked.n)
    return ridden(desk, Journey(asked.who, "", "", asked.n))


def who_begins(desk: Desk, asked: Slots) -> Answer:
    """The pieces that act first in a game, and those that act after them."""
    game = experiment(desk.rulebook, {}, pursuers(desk.rulebook))
    first = next_to_move(game)
    after = next_to_move(played_on(game, "pursuers")) if first == (FUGITIVE,) else ()
    begins = desk.title(FUGITIVE) if first == (FUGITIVE,) else both(first)
    says = f"{begins} begins" + (f", then the pursuers: {both(after, 'or')}" if after else "")
    if asked.other and desk.is_fugitive(asked.other) == desk.is_fugitive(asked.who):
        return order(desk, asked)
    his = first == (FUGITIVE,)
    verdict = "" if not asked.who else YES if desk.is_fugitive(asked.who) == his else NO
    return Answer(verdict, (says,), desk.rules_with(t.RoundOrder), facts={"first": list(first)})


def once_a_turn(desk: Desk, asked: Slots) -> Answer:
    """Whether a piece may ride a second time in the same turn, by any means of transport."""
    who = asked.who or "pursuers"
    mover, others = seated(desk, who)
    game = experiment(desk.rulebook, {}, others, moves=mover.name)
    after = played(game, next(rides(game, mover.name)))
    mode, to, _ = next(
        line for line in game.engine.board.lines_from(after.station(mover.name) or 0) if line[0] in desk.rulebook.tables.tickets
    )
    claim = claimed(after, f"{mover.name} {mode} {to}")
    rules = claim.grounds or desk.rules_with(t.MayMove)
    more = (
        f"; a double move takes {desk.title(FUGITIVE)} two stations"
        if desk.is_fugitive(who) and desk.rulebook.facts.double_action
        else ""
    )
    if claim.is_legal:
        return Answer(YES, (f"{desk.title(who)} may move more than once in a turn",), rules)
    verdict = DEPENDS if more else NO
    says = f"one ride in a turn, to the next station on the line{more}"
    return Answer(verdict, (says,), rules, tried=(tried(claim),))


def who_only(desk: Desk, asked: Slots) -> Answer:
    """Whether nobody but the one who is named may use something."""
    answer = who_uses(desk, evolve(asked, who=""))
    return evolve(answer, verdict=YES if answer.says[0] == desk.title(asked.who or FUGITIVE) else NO)


FAMILIES = (
    family("use", use, "who mode", now=position.can_use),
    family("use-ticket", use, "who ticket", now=position.can_use),
    family("use-round", use, "who mode n"),
    family("use-last", use_last, "who mode"),
    family("use-with", use_with, "who mode ticket", now=position.can_use),
    family("use-without", use_without, "who mode ticket"),
    family("ticket-needed", ticket_needed, "mode ticket who"),
    family("who-uses", who_uses, "mode"),
    family("who-uses-ticket", who_uses, "ticket"),
    family("who-only", who_only, "who mode"),
    family("share", share, "", "occupied station"),
    family("sharing", sharing, "", "occupied station"),
    family("onto-x", onto_fugitive, "detective", now=position.who_catches),
    family("enter", onto_pursuer, "detective", "occupied station"),
    family("over", over, "who other mode", "passing over"),
    family("stop-short", stop_short, "who mode"),
    family("back", back, "who", "double back"),
    family("stay", stay, "who", now=position.can_stay),
    family("order", order, "", "order"),
    family("who-begins", who_begins),
    family("begins", who_begins, "who"),
    family("move-round", move_round, "who n"),
    family("once-a-turn", once_a_turn, "who"),
)
