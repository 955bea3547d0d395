"""Answers about a position of a game: a claimed clause, what would follow from it, who can go where, who can catch him."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.answers.actions import abilities
from adjudicator.answers.answer import DEPENDS, NO, YES, Answer, Desk, both, listed
from adjudicator.answers.changes import Change, helps, options_that_help
from adjudicator.answers.claims import Claim, claimed, ground, read_clause
from adjudicator.answers.endings import capturers, endings
from adjudicator.answers.experiments import experiment, line_rule, next_to_move, played_on, pursuers, side_of
from adjudicator.answers.movement import once
from adjudicator.answers.origins import claim_from_anywhere
from adjudicator.answers.questions import Question
from adjudicator.deduction.whereabouts import whereabouts as seen_last
from adjudicator.faults import Fault, Place, Refused
from adjudicator.game import Game
from adjudicator.judge.lexicon import FUGITIVE
from adjudicator.record import transcript as r
from adjudicator.record import write_clause

WON = {"fugitive": "the fugitive wins", "pursuers": "the pursuers win", "draw": "the game is drawn"}
Ended = tuple[str, str, list[int]]  # an ending, who wins by it, and on which stations he would have to be for it


def game_of(desk: Desk) -> Game:
    if desk.game is None:
        raise Refused([Fault("Q32", Place("question"))])
    return desk.game


# -- a claimed clause
def claim(desk: Desk, question: Question) -> Answer:
    """Whether a clause may be played now; if not, every broken rule, and the single changes that would help."""
    if desk.game is None:
        return claim_from_anywhere(desk, question)
    clause = read_clause(question.clause, desk.game)
    claims = [claimed(game, clause) for game in desk.game.possible]
    if len(claims) > 1 and (clause.piece == FUGITIVE or len({one.is_legal for one in claims}) > 1):
        return _from_somewhere(clause, claims)
    first = claims[0]
    if first.is_legal and not first.open:
        return _allowed(desk, desk.game, clause, list(_endings(claims)))
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
        says.append(f"it ends the game{f' if he is on {listed(stations)}' if stations else ''}: {WON[winner]}")
    sure = [(ending, winner) for ending, winner, stations in endings if not stations]
    rules = [ending for ending, _, _ in endings] or [_allowing(game, clause)]
    grounds = tuple(ground(desk.rulebook, rule) for rule in dict.fromkeys(rules))
    ending, winner = sure[0] if sure else ("", "")
    return Answer(YES, tuple(says), grounds, facts={"clause": written, "ending": ending, "winner": winner})


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
def what_if(desk: Desk, question: Question) -> Answer:
    """The clause played: what is decided, and what others can do that they could not, or cannot any more."""
    game = game_of(desk)
    clause = read_clause(question.clause, game)
    answer = claim(desk, question)
    if answer.verdict == NO:
        return answer
    claims = [claimed(one, clause) for one in game.possible]
    says = [*answer.says[:1], *_decided(claims)]
    gained, lost = _difference(claims[0], hidden=len(claims) > 1)
    says += [f"becomes legal: {', '.join(gained)}"] * bool(gained) + [f"is no longer legal: {', '.join(lost)}"] * bool(lost)
    if not gained and not lost and not claims[0].ending:
        says.append("for the other pieces nothing changes")
    facts = {**answer.facts, "becomes_legal": gained, "becomes_illegal": lost}
    return Answer(answer.verdict, tuple(says), answer.grounds, facts=facts)


def _decided(claims: list[Claim]) -> Iterator[str]:
    """Whether the game is over then: in all worlds, or if he stands where he can stand."""
    endings = list(_endings(claims))
    if not endings:
        yield "the game goes on"
    for ending, winner, stations in endings:
        where = f" if he is on {listed(stations)}" if stations else ""
        yield f"decided{where}: {WON[winner]} ({ending})"


def _difference(claim: Claim, hidden: bool) -> tuple[list[str], list[str]]:
    """Rides of the other pieces, as things stand, before and after."""
    gained: list[str] = []
    lost: list[str] = []
    if claim.after.is_over:
        return gained, lost
    for piece in claim.game.pieces:
        if piece != claim.piece and not (hidden and piece == FUGITIVE):
            before, after = ([ride.notation for ride in game.rides(piece)] for game in (claim.game, claim.after))
            gained += [clause for clause in after if clause not in before]
            lost += [clause for clause in before if clause not in after]
    return gained, lost


# -- who, where
def reach(desk: Desk, question: Question) -> Answer:
    """Where a piece can go now, by ticket; without a game, what it may do at all."""
    if desk.game is None and question.has("what"):
        able = abilities(desk, question.who)
        if able is not None:
            return able
    game = game_of(desk)
    name = known_piece(game, question.who)
    if game.is_over:
        return over(desk, game)
    by: dict[str, set[int]] = {}
    for ride in game.rides(name):
        by.setdefault(ride.legs[0].means, set()).add(ride.legs[0].to)
    here = sorted({one.station(name) or 0 for one in game.possible})
    says = [f"by {desk.fare(ticket)}: {listed(sorted(stations), 60)}" for ticket, stations in by.items()]
    head = f"{name} stands on {here[0]}" if len(here) == 1 else f"{name} can be on {listed(here)}"
    facts: dict[str, object] = {"piece": name, "stations": {ticket: sorted(found) for ticket, found in by.items()}}
    return Answer("", (head, *(says or ["it cannot move"])), facts=facts)


def over(desk: Desk, game: Game) -> Answer:
    """Nobody moves any more: how it ended instead."""
    ending = game.ending
    assert ending is not None
    won = WON[ending.winner or "draw"]
    facts: dict[str, object] = {"ending": ending.id, "winner": ending.winner or "draw"}
    return Answer("", (f"the game is over, nobody moves any more: {won}",), (desk.rule(ending.id),), facts=facts)


def known_piece(game: Game, who: str) -> str:
    if who in game.pieces:
        return who
    raise Refused([Fault("Q33", Place("question"), name=who, pieces=both(game.pieces))])


def who_captures(desk: Desk, question: Question) -> Answer:
    """Pursuers who can move to his station now; where it is not known, to which of the stations he can be on."""
    if desk.where is None:
        return capturers(desk)
    game, stations = desk.where.game, set(desk.where.stations)
    if game.is_over:
        return over(desk, game)
    found: dict[str, dict[int, list[str]]] = {}
    for ride in (one for piece in game.pieces if piece != FUGITIVE for one in game.rides(piece)):
        leg = ride.legs[0]
        if leg.to in stations:
            found.setdefault(ride.piece, {}).setdefault(leg.to, []).append(leg.means)
    facts: dict[str, object] = {"stations": sorted(stations), "who": {name: sorted(to) for name, to in found.items()}}
    if not found:
        where = "his station" if len(stations) == 1 else "a station where he can be"
        return Answer(NO, (f"no pursuer can move to {where}",), facts=facts)
    says = [f"{name}: {', '.join(_ways(ways))}" for name, ways in found.items()]
    covered = {to for ways in found.values() for to in ways}
    sure = len(stations) == 1
    rest = () if sure else (f"out of reach: {listed(sorted(stations - covered))}",) if stations - covered else ()
    return Answer(YES if sure else DEPENDS, (*says, *rest), facts=facts)


def _ways(ways: dict[int, list[str]]) -> Iterator[str]:
    for to, fares in sorted(ways.items()):
        yield f"{both(fares, 'or')} {to}"


def whereabouts(desk: Desk, question: Question) -> Answer:
    game_of(desk)
    if not desk.is_fugitive(question.who):
        return reach(desk, question)
    assert desk.where is not None
    found = seen_last(desk.where.search)
    seen = f"last seen on {found.seen_on} after entry {found.seen}" if found.seen else "not seen yet"
    facts: dict[str, object] = {"stations": list(found.stations), "seen": found.seen, "seen_on": found.seen_on}
    return Answer("", (f"on {listed(found.stations, 200)}", seen), facts=facts)


def standing(desk: Desk, question: Question) -> Answer:
    """How the game stands: over, or in which round. Of a variant, how it can end."""
    if desk.game is None and not question.has("round"):
        return endings(desk, question)
    game = game_of(desk)
    if game.is_over:
        return over(desk, game)
    says = f"the game goes on: round {game.round}, {game.entries} {'entry' if game.entries == 1 else 'entries'} written"
    return Answer("", (says,), facts={"round": game.round, "entries": game.entries})


def whose_turn(desk: Desk, question: Question) -> Answer:
    if desk.game is None or question.has("first") or question.has("start"):
        return who_begins(desk)
    game = desk.game
    if game.is_over:
        return over(desk, game)
    due = list(game.to_move)
    where = f"round {game.round}, {game.entries} entries written"
    if not due:
        return Answer("", (f"nobody has to act; the turn of the {game.side} is still open ({where})",), facts={"due": []})
    return Answer("", (f"it is the turn of {both(due)} ({where})",), facts={"due": due})


def who_begins(desk: Desk) -> Answer:
    """Who is to act when a game begins, and who after that."""
    game = experiment(desk.rulebook, {}, pursuers(desk.rulebook))
    first = next_to_move(game)
    after = next_to_move(played_on(game, "pursuers")) if first and side_of(game, first[0]) == "fugitive" else ()
    begins = desk.title(FUGITIVE) if first == (FUGITIVE,) else both(first)
    says = [f"{begins} begins"] + ([f"then {both(after, 'or')}"] if after else [])
    return Answer("", tuple(says), facts={"first": list(first)})
