"""Entries about what tickets pay for, where they go, whether they run out or pass from hand to hand, and what they hide."""

from __future__ import annotations

from attrs import evolve

from adjudicator.answers.answer import DEPENDS, NO, YES, Answer, Desk, both, seat_row
from adjudicator.answers.catalogue.doubles import action_of
from adjudicator.answers.catalogue.moving import seated, use_with
from adjudicator.answers.claims import Ground, claimed
from adjudicator.answers.entries import Slots, family
from adjudicator.answers.experiments import LATER_ROUND, Piece, experiment, is_payer, played_on, pursuers, rides, tried
from adjudicator.answers.facts import about, players, schedule, shown
from adjudicator.game import Game
from adjudicator.language import tree as t
from adjudicator.language.tree_walk import walk
from adjudicator.record.lexicon import FUGITIVE


def _rules(desk: Desk, *topics: str) -> tuple[Ground, ...]:
    return tuple(map(desk.rule, about(desk.rulebook, *topics)))


def pays(desk: Desk, asked: Slots) -> Answer:
    """The means of transport that a ticket pays for, as far as anybody rides them."""
    table, name = desk.rulebook.tables.tickets[asked.ticket], desk.fare(asked.ticket)
    if asked.who and asked.ticket not in desk.rulebook.tables.roles[desk.role(asked.who)].tickets:
        return Answer("", (f"nothing: no {name} tickets are dealt to {desk.title(asked.who)}",))
    game = experiment(desk.rulebook, {}, pursuers(desk.rulebook))
    good = [
        mode for mode in table.pays if any(game.engine.stations_with(piece, mode) for piece in game.seating.pieces.values())
    ]
    says = (
        f"a {name} ticket pays for {both(map(desk.fare, good))}"
        if good
        else f"a {name} ticket does not pay for a ride by itself"
    )
    action = action_of(desk.rulebook)
    grounds = tuple(desk.rule(rule.id) for rule in desk.rulebook.facts.rules_about_fares)
    also = [one.says.rstrip(".") for one in _rules(desk, f"{asked.ticket} ticket", "visibility")]
    rules = grounds if good or action is None else (desk.rule(action.id),)
    return Answer("", ("; ".join((says, *also)),), rules, facts={"pays": good})


def pays_for(desk: Desk, asked: Slots) -> Answer:
    """Whether a ticket pays for a means of transport, in the hand of a role that is dealt it."""
    ticket = asked.ticket
    holders = [name for name, role in desk.rulebook.tables.roles.items() if ticket in role.tickets]
    who = asked.who or (FUGITIVE if "fugitive" in holders else (holders or [FUGITIVE])[0])
    answer = use_with(desk, evolve(asked, who=who))
    rules = tuple(desk.rule(rule.id) for rule in desk.rulebook.facts.rules_about_fares)
    return evolve(answer, grounds=tuple({one.rule: one for one in (*answer.grounds, *rules)}.values()))


def used(desk: Desk, asked: Slots) -> Answer:
    """A ride: who has a ticket more afterwards."""
    who = asked.who or next(name for name, role in desk.rulebook.tables.roles.items() if role.side == "pursuers")
    piece, every = seated(desk, who)
    if not is_payer(desk.rulebook, piece):
        return Answer("", (f"{desk.one_of(who)} pays nothing",))
    game = experiment(desk.rulebook, {}, every)
    if piece.name != FUGITIVE:
        game = played_on(game, "pursuers")
    claim = claimed(game, next(rides(game, piece.name)).notation)
    gained = _gained(game, piece, claim.after)
    name = desk.one_of(piece.role if piece.name != FUGITIVE else FUGITIVE)
    where = f"goes to {both(gained)}, at once" if gained else "leaves the game"
    return Answer("", (f"a ticket that {name} uses {where}",), _paying(desk, game, piece), tried=(tried(claim),))


def to_fugitive(desk: Desk, asked: Slots) -> Answer:
    """Whether a used ticket goes to the fugitive."""
    answer = used(desk, asked)
    name = desk.title(FUGITIVE)
    return evolve(answer, verdict=YES if f"to {name}" in answer.says[0] else NO)


def _gained(game: Game, piece: Piece, after: Game) -> list[str]:
    """The names of those who have more tickets after a ride of this piece."""
    own, found = game.seating.owner(game.seating.pieces[piece.name]), []
    before = game.supplies
    for name, now in after.supplies.items():
        grown = any(number is not None and number > (before[name][kind] or 0) for kind, number in now.items())
        unlimited = None in now.values() and _pays_to(game, name)
        if name != own and (grown or unlimited):
            found.append(name.removeprefix("piece ") if name != "pile" else "the general pile")
    fugitive = game.rules.tables.roles[game.seating.seats[0].role].name
    return [fugitive if name == FUGITIVE else name for name in found]


def _pays_to(game: Game, supply: str) -> bool:
    """Whether a rule pays into a supply that cannot grow any more."""
    if supply != f"piece {FUGITIVE}":
        return False
    paid = [one.place for _, one in game.rules.statements(t.Pay) if isinstance(one, t.Pay)]
    return any(isinstance(place, t.Name) and place.name == "fugitive" for place in paid)


def _paying(desk: Desk, game: Game, piece: Piece) -> tuple[Ground, ...]:
    names = game.seating.names_of(game.seating.pieces[piece.name])
    paying = ((rule.id, one) for rule, one in desk.rulebook.statements(t.Pay) if isinstance(one, t.Pay))
    return tuple(map(desk.rule, dict.fromkeys(rule for rule, one in paying if not one.who or names & set(one.who))))


def comes_back(desk: Desk, asked: Slots) -> Answer:
    """Whether a ticket that the fugitive used is in some hand or supply afterwards: a double, or a ride."""
    action, ticket = action_of(desk.rulebook), asked.ticket
    game = experiment(desk.rulebook, {}, pursuers(desk.rulebook))
    wanted = (
        one
        for one in game.moves(FUGITIVE)
        if ticket in (leg.means for leg in one.legs) or (action and one.actions == (action.id,) and ticket == "double")
    )
    move = next(wanted, None)
    if move is None:
        return used(desk, asked)
    claim = claimed(game, move.notation)
    count = [sum(held.get(ticket) or 0 for held in one.supplies.values()) for one in (game, claim.after)]
    rules = (desk.rule(action.id),) if action and move.actions else _rules(desk, "tickets", "log") or _rules(desk, "log")[:1]
    if count[1] < count[0]:
        return Answer(NO, (f"a {desk.fare(ticket)} ticket that was used leaves the game",), rules, tried=(tried(claim),))
    return Answer(YES, (f"a {desk.fare(ticket)} ticket that was used stays in the game",), rules, tried=(tried(claim),))


def run_out(desk: Desk, asked: Slots) -> Answer:
    """Whether a supply is bounded."""
    who, fare = asked.who or "pursuers", asked.ticket
    piece, every = seated(desk, who)
    name = desk.title(who)
    if not is_payer(desk.rulebook, piece):
        return Answer(NO, (f"{name} rides without tickets",))
    held = desk.rulebook.tables.roles[piece.role].tickets
    kinds = [fare] if fare else [kind for kind in held if desk.rulebook.tables.tickets[kind].pays]
    hand = experiment(desk.rulebook, {}, every).tickets(piece.name)
    ends = {kind: number for kind in kinds if (number := hand.get(kind, 0)) is not None}
    rules = _rules(desk, "run out")
    contested = _contested(desk, "run out") if desk.is_fugitive(who) else ()
    if not ends:
        return Answer(
            NO,
            (f"{name} never lacks {both(map(desk.fare, kinds), 'or')} tickets", *contested),
            rules,
            topics=("run out",),
        )
    said = ", ".join(
        f"{number} {desk.fare(kind)}" + (" in the pile" if held.get(kind) == "pile" else "") for kind, number in ends.items()
    )
    never = [kind for kind in kinds if kind not in ends]
    more = (f"but never of {both(map(desk.fare, never), 'or')} tickets",) if never else ()
    return Answer(
        DEPENDS if never else YES,
        (f"{name} begins with {said} for a table of {len(every)} pursuers", *more, *contested),
        rules,
        topics=("run out",),
    )


def _contested(desk: Desk, topic: str) -> tuple[str, ...]:
    """The options about a topic that a ruling settles."""
    found = [
        (name, one) for name, one in desk.rulebook.options.items() if topic in one.about and one.ruling in desk.rulebook.rulings
    ]
    return tuple(
        f"contested ({one.ruling}): {desk.rulebook.rulings[one.ruling].question} Here `{name}={desk.rulebook.chosen[name]}`"
        for name, one in found
    )


def trade(desk: Desk, asked: Slots) -> Answer:
    """Whether any rule moves a ticket from one pursuer to another: any kind of ticket, and any two pursuers."""
    rules = desk.rulebook.rules.values()
    moving = [rule.id for rule in rules for one in rule.statements for effect in walk(one) if _hands_over(effect, desk)]
    if moving:
        return Answer(
            YES, ("there is a rule by which tickets pass between pursuers",), tuple(map(desk.rule, dict.fromkeys(moving)))
        )
    pooled = [row for row in desk.rulebook.tables.seats if row.get("pool", desk.rulebook.tables.pool) == "person"]
    if asked.players and any(players(row) == asked.players for row in pooled):
        says = f"one person pays for several pieces from one pool: {seat_row(pooled[0], desk.rulebook)}"
        return Answer(YES, (says,), _rules(desk, "trade"))
    more = (
        (f"only a person who holds several pieces pays for them from one pool: {seat_row(pooled[0], desk.rulebook)}",)
        if pooled
        else ()
    )
    pool = (
        "contested: " + desk.rulebook.rulings[one.ruling].question + f" `pool` ({one.ruling})"
        for name, one in desk.rulebook.options.items()
        if name == "pool" and one.ruling in desk.rulebook.rulings
    )
    return Answer(NO, ("no rule lets a ticket pass from one pursuer to another", *more, *pool), _rules(desk, "trade"))


def _hands_over(effect: object, desk: Desk) -> bool:
    if not isinstance(effect, t.Move):
        return False
    others = {"pile", "nowhere", "fugitive", *desk.rulebook.tables.supplies}
    return not any(isinstance(end, t.Name) and end.name in others for end in (effect.source, effect.target))


# -- what is seen
def hides(desk: Desk, asked: Slots) -> Answer:
    """A surfacing entry under this ticket, compared with the same entry under a common one."""
    fact, ticket = schedule(desk.rulebook), asked.ticket
    numbers = fact.value if isinstance(fact.value, tuple) else ()
    entries = numbers if fact.of == "seen" and numbers else (LATER_ROUND,)
    named = asked.n
    if named and (fact.of != "seen" or named not in numbers):
        return Answer(
            YES, (f"after entry {named} he is not seen under any ticket; {fact.says}",), tuple(map(desk.rule, fact.rules))
        )
    entries = (named,) if named else entries
    hidden = [n for n in entries if "station" not in shown(desk.rulebook, n, n, ticket)]
    name = desk.fare(ticket)
    told, every = f"entry {both(map(str, hidden))}", f"entry {both(map(str, entries))}"
    says = (
        f"a {name} ticket hides the station of {told} too"
        if hidden
        else f"under a {name} ticket his station is shown after {every}"
    )
    rules = tuple(map(desk.rule, dict.fromkeys((*fact.rules, *about(desk.rulebook, "black ticket", "visibility")))))
    return Answer(YES if hidden else NO, (says,), rules, topics=("black ticket", "surfacing"))


def sees(desk: Desk, asked: Slots) -> Answer:
    """The parts of an entry that the pursuers see, in a round or as a rule."""
    number = asked.n or LATER_ROUND
    found = [one for one in shown(desk.rulebook, number, number) if one in ("ticket", "mode")]
    rules = dict.fromkeys(rule.id for rule, one in desk.rulebook.statements(t.Show, t.Hide) if _tells_how(one))
    when = f" in round {number}" if asked.n else ""
    says = f"the pursuers see the {both(found)} of his entry{when}" if found else f"nothing shows how he rode{when}"
    return Answer(YES if found else NO, (says,), tuple(map(desk.rule, rules)))


def sees_under(desk: Desk, asked: Slots) -> Answer:
    """The facts that a ticket shows about a ride: the ticket, and the means of transport if it pays for only one."""
    ticket = asked.ticket
    found = shown(desk.rulebook, LATER_ROUND, LATER_ROUND, ticket)
    name, single = desk.fare(ticket), len(desk.rulebook.tables.tickets[ticket].pays) == 1
    told = "mode" in found or ("ticket" in found and single)
    seen = f"they see the {name} ticket" if "ticket" in found else "they do not see the ticket"
    rules = dict.fromkeys(rule.id for rule, one in desk.rulebook.statements(t.Show, t.Hide) if _tells_how(one))
    says = f"{seen}" + ("" if "mode" in found or single else ", but not by which means of transport he rode")
    return Answer(YES if told else NO, (says,), tuple(map(desk.rule, rules)))


def sees_station(desk: Desk, asked: Slots) -> Answer:
    """Whether the pursuers see where he goes: by the schedule."""
    fact = schedule(desk.rulebook)
    verdict = DEPENDS if fact.value else YES if fact.of == "hidden" else NO
    return Answer(verdict, (fact.says,), tuple(map(desk.rule, fact.rules)))


def _tells_how(statement: t.Statement) -> bool:
    return isinstance(statement, t.Show | t.Hide) and bool({"ticket", "mode"} & set(statement.fields))


def told(desk: Desk, asked: Slots) -> Answer:
    seen = shown(desk.rulebook, LATER_ROUND, LATER_ROUND)
    fact = schedule(desk.rulebook)
    rules = tuple(dict.fromkeys((*(rule.id for rule, _ in desk.rulebook.statements(t.Show, t.Hide)), *fact.rules)))
    return Answer("", (f"of an entry as a rule: {both(seen) or 'nothing'}", fact.says), tuple(map(desk.rule, rules)))


FAMILIES = (
    family("pays", pays, "ticket who"),
    family("pays-for", pays_for, "ticket mode who"),
    family("used-ticket", used, "who"),
    family("ticket-to-x", to_fugitive),
    family("comes-back", comes_back, "ticket"),
    family("run-out", run_out, "who ticket"),
    family("trade", trade, "ticket players", "tickets", "seats"),
    family("hides", hides, "ticket n"),
    family("sees", told, "", "visibility"),
    family("sees-how", sees, "n"),
    family("sees-under", sees_under, "ticket"),
    family("sees-station", sees_station),
)
