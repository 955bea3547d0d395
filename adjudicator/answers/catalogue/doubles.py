"""Entries about double moves, each by playing one."""

from __future__ import annotations

from functools import partial

from attrs import evolve

from adjudicator.answers.answer import NO, YES, Answer, Desk, both
from adjudicator.answers.claims import Claim, Ground, claimed
from adjudicator.answers.entries import Slots, family
from adjudicator.answers.experiments import experiment, played, played_on, pursuers, town, tried, ways_on
from adjudicator.answers.facts import about, schedule
from adjudicator.answers.rounds import last_round
from adjudicator.engine import STATION, Move
from adjudicator.faults import Fault, Place, Refused
from adjudicator.game import Game
from adjudicator.language import tree as t
from adjudicator.record.lexicon import FUGITIVE
from adjudicator.rulebook.model import Action, Rulebook

LATE = 22  # a round that is tried where none is the last


def action_of(rulebook: Rulebook) -> Action | None:
    """The double move, or another action for which an edition uses its word."""
    return rulebook.facts.double_action or next((one for one in rulebook.actions.values() if one.written == "2x"), None)


def _word(rulebook: Rulebook) -> str:
    action = action_of(rulebook)
    return action.written if action else "2x"


def _double(game: Game) -> Move | None:
    """A double that the listing offers."""
    action = action_of(game.rules)
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
    name, action = desk.title(FUGITIVE), action_of(desk.rulebook)
    shown = (tried(claim),)
    if not claim.is_legal or action is None:
        return Answer(NO, (f"{name} may not {what}",), claim.grounds, tried=shown), claim
    return Answer(YES, (f"{name} may {what}",), (desk.rule(action.id), *_limits(desk, action)), tried=shown), claim


def _limits(desk: Desk, action: Action) -> list[Ground]:
    forbidding = ((rule.id, one) for rule, one in desk.rulebook.statements(t.Forbid) if isinstance(one, t.Forbid))
    return [desk.rule(rule) for rule in dict.fromkeys(rule for rule, one in forbidding if action.id in one.event.names)]


def may(desk: Desk, asked: Slots) -> Answer:
    """As a rule; and by whom."""
    who, action = asked.who or FUGITIVE, action_of(desk.rulebook)
    if not desk.is_fugitive(who):
        grounds = (desk.rule(action.id),) if action else ()
        return Answer(NO, (f"a double move is for {desk.title(FUGITIVE)} alone",), grounds)
    game = experiment(desk.rulebook, {}, pursuers(desk.rulebook))
    return _told(desk, game, _two_rides(game), "make a double move")[0]


def at_round(desk: Desk, asked: Slots) -> Answer:
    """In a round that is named, or in the last one, with what else follows."""
    last = last_round(desk.rulebook)
    number = asked.n or last or LATE
    if last is not None and number > last:
        raise Refused([Fault("Q31.round", Place("question"), number=number, last=last)])
    what = f"make a double move in round {number}" + (", the last one" if number == last else "")
    game = experiment(desk.rulebook, {}, pursuers(desk.rulebook), round=number, entry=number - 1)
    answer, claim = _told(desk, game, _two_rides(game), what)
    answer = evolve(answer, topics=("double move", "rounds"))
    if last is None:
        return evolve(answer, says=(*answer.says, "no round is known to be the last one: only tickets end the game"))
    if answer.verdict == NO or number != last:
        return answer
    after = claim.after
    more = [piece for piece in game.pieces if piece != FUGITIVE and _may_move(after, piece) > _may_move(game, piece)]
    also = f"; in return {both(more)} may each move {_may_move(after, more[0])} times" if more else ""
    known = {one.rule for one in answer.grounds}
    rules = [desk.rule(name) for name in about(desk.rulebook, "double move", "rounds") if name not in known]
    return evolve(answer, says=(answer.says[0] + also, *answer.says[1:]), grounds=(*answer.grounds, *rules))


def in_a_row(desk: Desk, asked: Slots) -> Answer:
    game = experiment(desk.rulebook, {}, pursuers(desk.rulebook))
    first = _double(game)
    if first is None:
        return _told(desk, game, _two_rides(game), "make a double move at all")[0]
    later = played_on(played_on(played(game, first), "pursuers"), "fugitive")
    return _told(desk, later, _two_rides(later), "make double moves in consecutive rounds")[0]


def twice(desk: Desk, asked: Slots) -> Answer:
    game = experiment(
        desk.rulebook,
        {},
        pursuers(desk.rulebook),
        tickets={FUGITIVE: {"double": 2}} if "double" in desk.rulebook.tables.tickets else None,
    )
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


def limit(desk: Desk, asked: Slots) -> Answer:
    answer = twice(desk, asked)
    says = "one double move in a round" if answer.verdict == NO else "as many double moves in a round as he has tickets"
    return evolve(answer, verdict="", says=(says,))


def back(desk: Desk, asked: Slots) -> Answer:
    game = experiment(desk.rulebook, {}, pursuers(desk.rulebook))
    return evolve(
        _told(desk, game, _there_and_back(game), "end a double move where it began")[0], topics=("double move", "double back")
    )


def mixed(desk: Desk, asked: Slots) -> Answer:
    """Two halves by two means of transport, wherever the listing offers it."""
    plain = [name for name, ticket in desk.rulebook.tables.tickets.items() if ticket.pays == (name,)]
    one = asked.fare or plain[0]
    other = asked.mode2 or plain[-1]
    board = experiment(desk.rulebook, {}, pursuers(desk.rulebook)).engine.board
    action = action_of(desk.rulebook)
    for station in board.stations:
        for mode, to, _ in board.lines_from(station):
            if mode == one and any(kind == other for kind, _, _ in board.lines_from(to)) and action:
                game = experiment(desk.rulebook, {FUGITIVE: station}, pursuers(desk.rulebook))
                wanted = next(
                    (
                        m
                        for m in game.moves(FUGITIVE)
                        if m.actions == (action.id,) and [leg.means for leg in m.legs] == [one, other]
                    ),
                    None,
                )
                if wanted is not None:
                    return _told(
                        desk, game, wanted.notation, f"ride by {desk.fare(one)} and then by {desk.fare(other)} in a double move"
                    )[0]
    return Answer(
        NO, (f"no double move by {desk.fare(one)} and {desk.fare(other)} was found",), (desk.rule(action.id),) if action else ()
    )


def paid_with(desk: Desk, asked: Slots) -> Answer:
    """A double of which one half is paid with a ticket that is named."""
    fare, action = asked.ticket, action_of(desk.rulebook)
    wanted = asked.n or 1
    for station in town(desk.rulebook).board.stations:
        game = experiment(desk.rulebook, {FUGITIVE: station}, pursuers(desk.rulebook))
        halves = next(
            (
                one
                for one in game.moves(FUGITIVE)
                if action and one.actions == (action.id,) and [leg.means for leg in one.legs].count(fare) >= wanted
            ),
            None,
        )
        if halves is not None:
            return _told(desk, game, halves.notation, f"pay with {_some(desk.fare(fare), wanted)} in a double move")[0]
    return Answer(
        NO, (f"no double move with {_some(desk.fare(fare), wanted)} was found",), (desk.rule(action.id),) if action else ()
    )


def _some(fare: str, number: int) -> str:
    return f"a {fare} ticket" if number == 1 else f"{number} {fare} tickets"


def while_surfacing(desk: Desk, asked: Slots) -> Answer:
    """A double on an entry after which he surfaces."""
    numbers = schedule(desk.rulebook).value
    entry = next((n for n in numbers if n > 1), 2) if isinstance(numbers, tuple) else 2
    game = experiment(desk.rulebook, {}, pursuers(desk.rulebook), round=entry - 1, entry=entry - 1)
    return _told(desk, game, _two_rides(game), f"make a double move with entry {entry}, a surfacing one")[0]


def counted(desk: Desk, asked: Slots) -> Answer:
    """Entries written and tickets spent by one double."""
    game = experiment(desk.rulebook, {}, pursuers(desk.rulebook))
    move = _double(game)
    if move is None:
        return _told(desk, game, _two_rides(game), "make a double move at all")[0]
    claim = claimed(game, move.notation)
    entries, tickets = claim.after.entries - game.entries, len(move.legs)
    says = f"a double move writes {entries} entries and takes {tickets} tickets for the rides, beside the double-move ticket"
    action = action_of(desk.rulebook)
    return Answer(
        "",
        (says,),
        (desk.rule(action.id),) if action else (),
        tried=(tried(claim),),
        facts={"entries": entries, "tickets": tickets},
    )


def past_the_log(desk: Desk, asked: Slots) -> Answer:
    """A double when one window of the log is left."""
    windows = desk.rulebook.numbers.get("windows")
    last = last_round(desk.rulebook) or LATE
    if not isinstance(windows, int):
        return may(desk, asked)
    game = experiment(desk.rulebook, {}, pursuers(desk.rulebook), round=min(last, windows - 1), entry=windows - 1)
    what = f"make a double move with {windows - 1} of {windows} fields filled"
    return evolve(_told(desk, game, _two_rides(game), what)[0], topics=("log", "double move"))


def _may_move(game: Game, piece: str) -> int:
    """How often a piece may move in its turn."""
    return game.engine.may(game.worlds[0].cells, game.seating.pieces[piece])


def stops_between(desk: Desk, asked: Slots) -> Answer:
    """Whether a turn may be closed after the first of two entries."""
    game, action = experiment(desk.rulebook, {}, pursuers(desk.rulebook)), action_of(desk.rulebook)
    if action is None:
        return Answer("", ("this game has no double moves",))
    first = ways_on(game, FUGITIVE)[0].legs[0]
    between = played(game, f"{FUGITIVE} {action.written} {first.means} {first.to}")
    name, rule = desk.title(FUGITIVE), desk.rule(action.id)
    if between.may_end_turn:
        return Answer(YES, (f"{name} may stop after the first half of a double",), (rule,))
    return Answer(NO, (f"{name} may not stop between the halves: the second entry is due",), (rule,))


def half_enters(half: int, desk: Desk, asked: Slots) -> Answer:
    """A double of which one half leads to a station where a pursuer stands: the first, or the second if that is asked."""
    every = pursuers(desk.rulebook, desk.role(asked.who) if asked.who else "")
    mover = next((one for one in every if one.role == desk.role(asked.who)), every[0]) if asked.who else every[0]
    plain = experiment(desk.rulebook, {}, every)
    onwards = (one for one in plain.moves(FUGITIVE) if len(one.legs) == 2 and one.legs[1].to != plain.station(FUGITIVE))
    move = next(onwards, None)
    if move is None:
        return _told(desk, plain, _two_rides(plain), "make a double move at all")[0]
    legs = move.legs
    here = plain.station(FUGITIVE)
    assert here is not None
    game = experiment(desk.rulebook, {FUGITIVE: here, mover.name: legs[half].to}, every)
    clause = f"{FUGITIVE} {_word(desk.rulebook)} " + ", ".join(f"{leg.means} {leg.to}" for leg in legs)
    name, which = desk.one_of(asked.who or mover.role), ("first", "second")[half]
    what = f"enter a station where {name} stands with the {which} half of a double"
    return _told(desk, game, clause, what)[0]


def shown(half: int, desk: Desk, asked: Slots) -> Answer:
    """A double of which the first, or the second, entry is one on which he surfaces."""
    numbers = schedule(desk.rulebook).value
    first = asked.n or (next((n for n in numbers if n > 1), None) if isinstance(numbers, tuple) else None)
    if first is None:
        return Answer("", (f"{desk.title(FUGITIVE)} never surfaces",))
    says, tried_on, verdicts = [], [], []
    for which, before in (("first", first - 1), ("second", first - 2)):
        game = experiment(desk.rulebook, {}, pursuers(desk.rulebook), round=max(1, before), entry=before)
        clause = _two_rides(game)
        seen = [bool(entry.shown & STATION) for entry in played(game, clause).walk.end.entries]
        names = [name for name, was in zip(("first", "second"), seen, strict=False) if was]
        what = f"the {both(names)} station is shown" if names else "no station is shown"
        verdicts.append(YES if which in names else NO)
        says.append(f"when entry {first} is the {which} half of a double, {what}")
        tried_on.append(tried(claimed(game, clause)))
    return Answer(
        verdicts[half], tuple(says), tuple(desk.rule(rule) for rule in schedule(desk.rulebook).rules), tried=tuple(tried_on)
    )


FAMILIES = (
    family("double", may, "", "double move"),
    family("double-by", may, "who", "double move"),
    family("double-round", at_round, "n"),
    family("double-last", at_round),
    family("double-row", in_a_row),
    family("double-twice", twice, "", "double move"),
    family("double-limit", limit, "", "double move"),
    family("double-back", back),
    family("double-mixed", mixed, "mode mode2"),
    family("double-with", paid_with, "ticket n"),
    family("double-surface", while_surfacing),
    family("double-tickets", counted),
    family("double-entries", counted, "", "double move", "log"),
    family("double-windows", past_the_log),
    family("double-stop", stops_between),
    family("double-enters-first", partial(half_enters, 0), "detective"),
    family("double-enters-second", partial(half_enters, 1), "detective"),
    family("double-shown", partial(shown, 1), "", "double move", "surfacing"),
    family("double-shown-first", partial(shown, 0), "n", "double move", "surfacing"),
    family("double-shown-second", partial(shown, 1), "n", "double move", "surfacing"),
)
