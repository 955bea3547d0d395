"""Answers about tickets and lines: what they pay for, where they go, whether they run out or pass from hand to hand."""

from __future__ import annotations

from adjudicator.answers.answer import NO, YES, Answer, Desk, both, listed, seat_row
from adjudicator.answers.claims import Ground, claimed
from adjudicator.answers.experiments import Piece, experiment, is_payer, played_on, pursuers, rides, tried
from adjudicator.answers.movement import seated
from adjudicator.answers.numbers import tickets
from adjudicator.answers.questions import Question
from adjudicator.game import Game
from adjudicator.judge.lexicon import FUGITIVE
from adjudicator.language import tree as t
from adjudicator.language.tree_walk import walk


def pays(desk: Desk, question: Question) -> Answer:
    table = desk.rulebook.tables.tickets.get(question.fare)
    if table is None:
        able = [name for name, one in desk.rulebook.tables.tickets.items() if question.fare in one.pays]
        return Answer(
            "", (f"the {desk.fare(question.fare)} is paid with {both(map(desk.fare, able), 'or')}",), facts={"tickets": able}
        )
    forbidden = [mode for mode in table.pays if not _anybody_rides(desk, mode)]
    good = [mode for mode in table.pays if mode not in forbidden]
    name = desk.fare(question.fare)
    says = f"a {name} ticket pays for {both(map(desk.fare, good))}" if good else f"a {name} ticket pays for no ride of its own"
    grounds = tuple(desk.rule(rule.id) for rule in desk.rulebook.facts.rules_about_fares)
    return Answer("", (says,), grounds, facts={"pays": good})


def _anybody_rides(desk: Desk, mode: str) -> bool:
    """Whether the fugitive or some pursuer has a line of this kind to ride."""
    game = experiment(desk.rulebook, {}, pursuers(desk.rulebook))
    return any(game.engine.stations_with(piece, mode) for piece in game.seating.pieces.values())


def payment(desk: Desk, question: Question) -> Answer:
    """A detective's ride: who has a ticket more afterwards."""
    who = question.who or next(name for name, role in desk.rulebook.tables.roles.items() if role.side == "pursuers")
    piece, every = seated(desk, who)
    if not is_payer(desk.rulebook, piece):
        return Answer("", (f"{desk.one_of(who)} pays nothing",))
    game = experiment(desk.rulebook, {}, every)
    if piece.name != FUGITIVE:
        game = played_on(game, "pursuers")
    claim = claimed(game, next(rides(game, piece.name)).notation)
    gained = _gained(game, piece, claim.after)
    grounds = _paying(desk, game, piece)
    name = desk.one_of(piece.role if piece.name != FUGITIVE else FUGITIVE)
    where = f"goes to {both(gained)}, at once" if gained else "leaves the game"
    return Answer("", (f"a ticket that {name} uses {where}",), grounds, tried=(tried(claim),))


def _gained(game: Game, piece: Piece, after: Game) -> list[str]:
    """Who has more tickets after a ride of this piece, by name."""
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
    found = dict.fromkeys(rule for rule, one in paying if not one.who or names & set(one.who))
    return tuple(map(desk.rule, found))


def run_out(desk: Desk, question: Question) -> Answer:
    """Whether a supply is bounded."""
    piece, every = seated(desk, question.who)
    name = desk.title(question.who)
    if not is_payer(desk.rulebook, piece):
        return Answer(NO, (f"{name} rides without tickets",))
    held = desk.rulebook.tables.roles[piece.role].tickets
    kinds = [question.fare] if question.fare else [kind for kind in held if desk.rulebook.tables.tickets[kind].pays]
    if question.fare and question.fare not in held:
        return Answer(YES, (f"{name} has no {desk.fare(question.fare)} tickets at all",), _topic(desk, "run out"))
    hand = experiment(desk.rulebook, {}, every).tickets(piece.name)
    bounded = {kind: hand.get(kind, 0) for kind in kinds}
    ends = {kind: number for kind, number in bounded.items() if number is not None}
    if not ends:
        return Answer(NO, (f"{name} never lacks {both(map(desk.fare, kinds), 'or')} tickets",), _topic(desk, "run out"))
    pile = [kind for kind in ends if held.get(kind) == "pile"]
    said = ", ".join(f"{number} {desk.fare(kind)}" + (" in the pile" if kind in pile else "") for kind, number in ends.items())
    never = [kind for kind in kinds if kind not in ends]
    more = (f"but never of {both(map(desk.fare, never), 'or')} tickets",) if never else ()
    return Answer(YES, (f"{name} begins with {said} for a table of {len(every)} pursuers", *more), _topic(desk, "run out"))


def _topic(desk: Desk, topic: str) -> tuple[Ground, ...]:
    return tuple(desk.rule(rule.id) for rule in desk.rulebook.rules.values() if topic in rule.about)


def needs_tickets(desk: Desk, question: Question) -> Answer:
    """Whether somebody pays for rides."""
    piece, _ = seated(desk, question.who)
    name = desk.title(question.who)
    s = "" if name.startswith("the ") else "s"
    if not is_payer(desk.rulebook, piece):
        return Answer(NO, (f"{name} ride{s} without tickets",), _topic(desk, "free fare"))
    dealt = tickets(desk, question)
    return Answer(
        YES, (f"{name} pay{s} for every ride", *dealt.says), dealt.grounds or _topic(desk, "run out"), facts=dealt.facts
    )


def trade(desk: Desk, question: Question) -> Answer:
    """Whether any rule moves a ticket from one pursuer to another."""
    rules = desk.rulebook.rules.values()
    moving = [rule.id for rule in rules for one in rule.statements for effect in walk(one) if _hands_over(effect, desk)]
    if moving:
        grounds = tuple(desk.rule(name) for name in dict.fromkeys(moving))
        return Answer(YES, ("there is a rule by which tickets pass between pursuers",), grounds)
    if question.whom and desk.is_fugitive(question.who) != desk.is_fugitive(question.whom):
        return payment(desk, question)
    pooled = [row for row in desk.rulebook.tables.seats if row.get("pool", desk.rulebook.tables.pool) == "person"]
    more = (
        (f"only a person who holds several pieces pays for them from one pool: {seat_row(pooled[0], desk.rulebook)}",)
        if pooled
        else ()
    )
    return Answer(NO, ("no rule lets a ticket pass from one pursuer to another", *more), _topic(desk, "trade"))


def _hands_over(effect: object, desk: Desk) -> bool:
    if not isinstance(effect, t.Move):
        return False
    others = {"pile", "nowhere", "fugitive", *desk.rulebook.tables.supplies}
    return not any(isinstance(end, t.Name) and end.name in others for end in (effect.source, effect.target))


def lines(desk: Desk, question: Question) -> Answer:
    """Every line of one means of transport; of a ticket that is none, what it pays for."""
    if question.fare not in desk.rulebook.tables.modes:
        return pays(desk, question)
    board = desk.rulebook.board
    found = [line for line in board.lines if line.mode == question.fare] if board is not None else []
    if not found:
        return Answer("", (f"there is no {desk.fare(question.fare)} line on this board",))
    said = listed([f"{line.a}-{line.b}" for line in found], 60)
    facts: dict[str, object] = {"lines": [[line.a, line.b] for line in found]}
    return Answer(
        "", (f"{len(found)} {desk.fare(question.fare)} {'line' if len(found) == 1 else 'lines'}: {said}",), facts=facts
    )
