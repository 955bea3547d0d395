"""Answers about double moves, each by playing one."""

from __future__ import annotations

from attrs import evolve

from adjudicator.answers.answer import NO, YES, Answer, Desk, both
from adjudicator.answers.claims import Claim, claimed
from adjudicator.answers.experiments import experiment, played, played_on, pursuers, town, tried
from adjudicator.answers.movement import SAMPLES
from adjudicator.answers.questions import Question
from adjudicator.answers.rounds import last_round, round_named
from adjudicator.answers.surfacings import surfacing_entries
from adjudicator.engine import STATION, Move
from adjudicator.game import Game
from adjudicator.judge.lexicon import FUGITIVE
from adjudicator.language import tree as t
from adjudicator.rulebook.model import Action, Rulebook

LATE = 22  # a round that is tried where none is the last


def _action(rulebook: Rulebook) -> Action | None:
    """The double move, or whatever else an edition does with the word for it."""
    return rulebook.facts.double_action or next((one for one in rulebook.actions.values() if one.written == "2x"), None)


def _word(rulebook: Rulebook) -> str:
    action = _action(rulebook)
    return action.written if action else "2x"


def _double(game: Game) -> Move | None:
    """A double that the listing offers."""
    action = _action(game.rules)
    return next((one for one in game.moves(FUGITIVE) if action is not None and one.actions == (action.id,)), None)


def _two_rides(game: Game) -> str:
    """A double whether it is offered or not: two rides along lines of the board, the second one onwards if possible."""
    offered = _double(game)
    if offered is not None:
        return offered.notation
    here, held = game.station(FUGITIVE), {at for piece, at in game.stations.items() if piece != FUGITIVE}
    first = next(line for line in _lines(game, here) if line[1] not in held)
    second = [line for line in _lines(game, first[1]) if line[1] not in held]
    onwards = next((one for one in second if one[1] != here), second[0])
    return f"{FUGITIVE} {_word(game.rules)} {first[0]} {first[1]}, {onwards[0]} {onwards[1]}"


def _there_and_back(game: Game) -> str:
    """A double that ends where it begins."""
    here = game.station(FUGITIVE)
    mode, to = _lines(game, here)[0]
    return f"{FUGITIVE} {_word(game.rules)} {mode} {to}, {mode} {here}"


def _lines(game: Game, station: int | None) -> list[tuple[str, int]]:
    """The lines from a station: means of transport and the other end."""
    assert station is not None
    return [(mode, to) for mode, to, _ in game.engine.board.lines_from(station) if mode in game.rules.tables.modes]


def _told(desk: Desk, game: Game, clause: str, what: str) -> tuple[Answer, Claim]:
    claim = claimed(game, clause)
    name, action = desk.title(FUGITIVE), _action(desk.rulebook)
    shown = (tried(claim),)
    if not claim.is_legal or action is None:
        return Answer(NO, (f"{name} may not {what}",), claim.grounds, tried=shown), claim
    return Answer(YES, (f"{name} may {what}",), (desk.rule(action.id),), tried=shown), claim


def double(desk: Desk, question: Question) -> Answer:
    """As a rule; with what else speaks about it."""
    game = experiment(desk.rulebook, {}, pursuers(desk.rulebook))
    answer, _ = _told(desk, game, _two_rides(game), "make a double move")
    if answer.verdict == NO:
        return answer
    name = answer.grounds[0].rule
    forbidding = ((rule.id, one) for rule, one in desk.rulebook.statements(t.Forbid) if isinstance(one, t.Forbid))
    limits = dict.fromkeys(rule for rule, one in forbidding if name in one.event.names)
    return Answer(YES, answer.says, (*answer.grounds, *map(desk.rule, limits)), tried=answer.tried)


def double_round(desk: Desk, question: Question) -> Answer:
    """In a round that is named; in the last one, what else follows."""
    every, number = pursuers(desk.rulebook), round_named(desk, question)
    if number == last_round(desk.rulebook):
        return double_last(desk, question)
    game = experiment(desk.rulebook, {}, every, round=number, entry=number - 1)
    return _told(desk, game, _two_rides(game), f"make a double move in round {number}")[0]


def double_with(desk: Desk, question: Question) -> Answer:
    """A double of which one half is paid with this ticket, or goes by this means of transport."""
    action, tables = desk.rulebook.facts.double_action, desk.rulebook.tables
    if action is None or not desk.is_fugitive(question.who or FUGITIVE):
        return double(desk, question)
    fare = question.fare
    modes = (fare,) if fare in tables.modes else tables.tickets[fare].pays
    for mode in modes:
        for _, a, _, _ in town(desk.rulebook).lines(mode)[:SAMPLES]:
            game = experiment(desk.rulebook, {FUGITIVE: a}, pursuers(desk.rulebook))
            doubles = (one for one in game.moves(FUGITIVE) if one.actions[:1] == (action.id,))
            halves = next((one for one in doubles if any(leg.means == fare for leg in one.legs)), None)
            if halves is not None:
                return _told(desk, game, halves.notation, f"use {desk.fare(fare)} in a double move")[0]
    name = desk.title(FUGITIVE)
    return Answer(NO, (f"{name} may not use {desk.fare(fare)} in a double move",), (desk.rule(action.id),))


def double_last(desk: Desk, question: Question) -> Answer:
    every, last = pursuers(desk.rulebook), last_round(desk.rulebook)
    round = last or LATE
    what = f"make a double move in round {round}, the last one" if last else f"make a double move in any round, {round} as well"
    game = experiment(desk.rulebook, {}, every, round=round, entry=round - 1)
    answer, claim = _told(desk, game, _two_rides(game), what)
    if last is None:
        answer = evolve(answer, says=(*answer.says, "no round is known to be the last one: only tickets end the game"))
    if answer.verdict == NO or last is None:
        return answer
    after = claim.after
    more = [piece for piece in game.pieces if piece != FUGITIVE and after.moves_allowed(piece) > game.moves_allowed(piece)]
    also = (f"in return {both(more)} may each move {after.moves_allowed(more[0])} times in that round",) if more else ()
    wanted = {"double move", "rounds"}
    rules = [rule.id for rule in desk.rulebook.rules.values() if wanted <= set(rule.about)]
    grounds = (*answer.grounds, *(desk.rule(name) for name in rules if name != answer.grounds[0].rule))
    return Answer(YES, (*answer.says, *also), grounds, tried=answer.tried)


def double_row(desk: Desk, question: Question) -> Answer:
    game = experiment(desk.rulebook, {}, pursuers(desk.rulebook))
    first = _double(game)
    if first is None:
        return _told(desk, game, _two_rides(game), "make a double move at all")[0]
    later = played_on(played_on(played(game, first), "pursuers"), "fugitive")
    return _told(desk, later, _two_rides(later), "make double moves in consecutive rounds")[0]


def double_twice(desk: Desk, question: Question) -> Answer:
    game = experiment(desk.rulebook, {}, pursuers(desk.rulebook))
    first = _double(game)
    if first is None:
        return _told(desk, game, _two_rides(game), "make a double move at all")[0]
    later = played(game, first)
    answer, claim = _told(desk, later, _there_and_back(later), "make two double moves in one round")
    if claim.waits_for:  # his turn is over: say which rules close it
        used = {key: 1 for key in game.counts if key[2] in ("round", "turn")}
        grounds = claimed(game.supposing(counts=used), first.notation).grounds or desk.rules_with(t.MayMove)
        return Answer(NO, answer.says, grounds, tried=answer.tried)
    return answer


def double_back(desk: Desk, question: Question) -> Answer:
    game = experiment(desk.rulebook, {}, pursuers(desk.rulebook))
    return _told(desk, game, _there_and_back(game), "end a double move where it began")[0]


def double_count(desk: Desk, question: Question) -> Answer:
    """Entries written and tickets spent by one double."""
    game = experiment(desk.rulebook, {}, pursuers(desk.rulebook))
    move = _double(game)
    if move is None:
        return _told(desk, game, _two_rides(game), "make a double move at all")[0]
    claim = claimed(game, move.notation)
    entries = claim.after.entries - game.entries
    if not entries:
        return double(desk, question)
    tickets = len(move.legs)
    says = f"a double move writes {entries} entries and takes {tickets} tickets for the rides, beside the double-move ticket"
    facts: dict[str, object] = {"entries": entries, "tickets": tickets}
    action = desk.rulebook.facts.double_action
    return Answer("", (says,), (desk.rule(action.id),) if action else (), tried=(tried(claim),), facts=facts)


def double_shown(desk: Desk, question: Question) -> Answer:
    """A double of which the first, or the second, entry is one on which he surfaces."""
    circled = surfacing_entries(desk)
    first = next((number for number in circled if number > 1), None)
    if first is None:
        return Answer("", (f"{desk.title(FUGITIVE)} never surfaces",))
    says, tried_on, halves = [], [], {}
    for half, before in (("first", first - 1), ("second", first - 2)):
        game = experiment(desk.rulebook, {}, pursuers(desk.rulebook), round=max(1, before), entry=before)
        clause = _two_rides(game)
        shown = [bool(entry.shown & STATION) for entry in played(game, clause).judgement.entries]
        halves[half] = shown
        names = [name for name, was in zip(("first", "second"), shown, strict=False) if was]
        what = f"the {both(names)} station is shown" if names else "no station is shown"
        says.append(f"when entry {first} is the {half} half of a double, {what}")
        tried_on.append(tried(claimed(game, clause)))
    return Answer("", tuple(says), tried=tuple(tried_on), facts={"shown": halves})
