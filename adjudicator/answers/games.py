"""Answers about a position of a game: a claimed clause, what would follow from it, who can go where, who can catch him."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.answers.acting import abilities
from adjudicator.answers.answer import DEPENDS, NO, YES, Answer, Desk, both, listed
from adjudicator.answers.anywhere import claim_from_anywhere
from adjudicator.answers.claims import Claim, Judged, ground, read_clause
from adjudicator.answers.ends import capturers, endings
from adjudicator.answers.probes import probe, pursuers
from adjudicator.answers.questions import Question
from adjudicator.answers.riding import once
from adjudicator.answers.where import Search
from adjudicator.answers.where import whereabouts as where
from adjudicator.answers.why import Change, helps, options_that_help
from adjudicator.check.naming import FUGITIVE, lexicon_of
from adjudicator.engine.layout import ENTRIES, OVER, ROUND
from adjudicator.engine.turns import Cells
from adjudicator.faults import Fault, Place, Refused

WON = {"fugitive": "the fugitive wins", "pursuers": "the pursuers win", "draw": "the game is drawn"}


def game_of(desk: Desk) -> Search:
    if desk.game is None:
        raise Refused([Fault("Q32", Place("question"))])
    return desk.game


# -- a claimed clause
def claim(desk: Desk, question: Question) -> Answer:
    """Whether a clause may be played now; if not, every broken rule, and the single changes that would help."""
    if desk.game is None:
        return claim_from_anywhere(desk, question)
    game = desk.game
    asked = Claim(game.opening, read_clause(question.clause, game.opening, lexicon_of(desk.rulebook)))
    if len(game.worlds) > 1 and (asked.piece == 0 or not _agree(asked, game)):
        return _from_somewhere(desk, asked, game.worlds)
    judged = asked.on(game.p)
    if judged.is_legal and not judged.open:
        return _allowed(desk, asked, judged, list(_endings(asked, game)))
    if judged.is_legal:
        return Answer(DEPENDS, tuple(one.message for one in judged.open), judged.open, facts={"clause": asked.written})
    return _refused(desk, asked, judged, game.p)


def _agree(asked: Claim, game: Search) -> bool:
    """Whether a pursuer's clause is as legal wherever the fugitive may be."""
    return len({asked.on(p).is_legal for p in game.worlds}) == 1


def _endings(asked: Claim, game: Search) -> Iterator[tuple[str, str, list[int]]]:
    """How the clause would end the game, who would win, and where he would have to be; no stations where he is anywhere."""
    cell = asked.opening.table.layout.station
    ended: dict[tuple[str, str], set[int]] = {}
    for p in game.worlds:
        judged = asked.on(p)
        ended.setdefault((judged.ending, judged.winner), set()).add(p[cell])
    for (ending, winner), stations in ended.items():
        if ending:
            yield ending, winner, [] if len(ended) == 1 else sorted(stations)


def _allowed(desk: Desk, asked: Claim, judged: Judged, endings: list[tuple[str, str, list[int]]]) -> Answer:
    says = [f"`{asked.written}` is legal"]
    for _, winner, stations in endings:
        says.append(f"it ends the game{f' if he is on {listed(stations)}' if stations else ''}: {WON[winner]}")
    sure = [(ending, winner) for ending, winner, stations in endings if not stations]
    rules = [ending for ending, _, _ in endings] or [_allowing(asked)]
    grounds = tuple(ground(desk.rulebook, rule) for rule in dict.fromkeys(rules))
    ending, winner = sure[0] if sure else ("", "")
    return Answer(YES, tuple(says), grounds, facts={"clause": asked.written, "ending": ending, "winner": winner})


def _allowing(asked: Claim) -> str:
    """The rule that lets it happen: the action's own, or the one about riding."""
    head = next((part for part in asked.clause.parts if hasattr(part, "form")), None)
    if head is not None:
        return str(head.form.id)
    return asked.opening.judge._line_rule(asked.piece).id


def _refused(desk: Desk, asked: Claim, judged: Judged, p: Cells) -> Answer:
    grounds = judged.grounds
    says = [f"`{asked.written}` is not legal"]
    if judged.waits_for:
        message = f"it is the turn of {both(judged.waits_for)}"
        grounds = (ground(desk.rulebook, "your-turn", message), *grounds)
    changes = [*helps(asked, p, judged), *_options(desk, asked, judged)]
    facts: dict[str, object] = {"clause": asked.written}
    return Answer(NO, tuple(says), grounds, tuple(changes), facts=facts, helpless=not changes)


def _options(desk: Desk, asked: Claim, judged: Judged) -> Iterator[Change]:
    def elsewhere(option: str) -> Claim | None:
        other = desk.otherwise(option)
        if other is None or other.game is None:
            return None
        game = other.game
        again = Claim(game.opening, read_clause(asked.written, game.opening, lexicon_of(other.rulebook)))
        then = again.on(game.p)
        lost = then.winner == ("pursuers" if again.piece == 0 else "fugitive")
        return again if then.is_legal and not lost else None

    yield from options_that_help(desk.rulebook, judged, elsewhere)


def _from_somewhere(desk: Desk, asked: Claim, worlds: list[Cells]) -> Answer:
    """Where he is is not known: from which of his stations the clause would be legal."""
    cell = asked.opening.table.layout.station
    found = [(p[cell], asked.on(p)) for p in worlds]
    able = sorted({station for station, judged in found if judged.is_legal})
    unable = sorted({station for station, _ in found} - set(able))
    grounds = once([one for _, judged in found if not judged.is_legal for one in judged.grounds])
    facts: dict[str, object] = {"clause": asked.written, "from": able, "not_from": unable}
    if not unable:
        return Answer(YES, (f"`{asked.written}` is legal from every station he can be on",), facts=facts)
    if not able:
        return Answer(NO, (f"`{asked.written}` is legal from none of the stations he can be on",), grounds, facts=facts)
    says = f"`{asked.written}` is legal if he is on {listed(able)}; not if he is on {listed(unable)}"
    return Answer(DEPENDS, (says,), grounds, facts=facts)


# -- what if
def what_if(desk: Desk, question: Question) -> Answer:
    """The clause played: what is decided, and what others can do that they could not, or cannot any more."""
    game = game_of(desk)
    asked = Claim(game.opening, read_clause(question.clause, game.opening, lexicon_of(desk.rulebook)))
    answer = claim(desk, question)
    if answer.verdict == NO:
        return answer
    judged = asked.on(game.p)
    says = [*answer.says[:1], *_decided(asked, game)]
    gained, lost = _difference(asked, game.p, judged.after, hidden=len(game.worlds) > 1)
    says += [f"becomes legal: {', '.join(gained)}"] * bool(gained) + [f"is no longer legal: {', '.join(lost)}"] * bool(lost)
    if not gained and not lost and not judged.ending:
        says.append("for the other pieces nothing changes")
    facts = {**answer.facts, "becomes_legal": gained, "becomes_illegal": lost}
    return Answer(answer.verdict, tuple(says), answer.grounds, facts=facts)


def _decided(asked: Claim, game: Search) -> Iterator[str]:
    """Whether the game is over then: in all worlds, or if he stands where he can stand."""
    endings = list(_endings(asked, game))
    if not endings:
        yield "the game goes on"
    for ending, winner, stations in endings:
        where = f" if he is on {listed(stations)}" if stations else ""
        yield f"decided{where}: {WON[winner]} ({ending})"


def _difference(asked: Claim, before: Cells, after: Cells, hidden: bool) -> tuple[list[str], list[str]]:
    """Rides of the other pieces, as things stand, before and after."""
    layout = asked.opening.table.layout
    gained: list[str] = []
    lost: list[str] = []
    if after[OVER]:
        return gained, lost
    for piece in range(1 if hidden else 0, layout.count):
        if piece != asked.piece:
            one, other = _rides(asked, before, piece), _rides(asked, after, piece)
            gained += [clause for clause in other if clause not in one]
            lost += [clause for clause in one if clause not in other]
    return gained, lost


def _rides(asked: Claim, p: Cells, piece: int) -> list[str]:
    table = asked.opening.table
    names = table.layout.symbol_names
    found = table.hooks[f"rides_{table.profile[piece]}"](p, piece)
    return [f"{table.seats[piece].piece} {names[mode if ticket < 0 else ticket]} {to}" for ticket, mode, to in found]


# -- who, where
def reach(desk: Desk, question: Question) -> Answer:
    """Where a piece can go now, by ticket; without a game, what it may do at all."""
    if desk.game is None and question.has("what"):
        able = abilities(desk, question.who)
        if able is not None:
            return able
    game = game_of(desk)
    layout = game.opening.table.layout
    piece = layout.pieces[known_piece(game, question.who)]
    if is_over(game):
        return over(desk, game)
    by: dict[str, set[int]] = {}
    names = layout.symbol_names
    hook = game.opening.table.hooks[f"rides_{game.opening.table.profile[piece]}"]
    for p in game.worlds if piece == 0 else game.worlds[:1]:
        for ticket, mode, to in hook(p, piece):
            by.setdefault(names[mode if ticket < 0 else ticket], set()).add(to)
    name = layout.seats[piece].piece
    here = sorted({p[layout.station + piece] for p in game.worlds})
    says = [f"by {desk.fare(ticket)}: {listed(sorted(stations), 60)}" for ticket, stations in by.items()]
    head = f"{name} stands on {here[0]}" if len(here) == 1 else f"{name} can be on {listed(here)}"
    facts: dict[str, object] = {"piece": name, "stations": {ticket: sorted(found) for ticket, found in by.items()}}
    return Answer("", (head, *(says or ["it cannot move"])), facts=facts)


def is_over(game: Search) -> bool:
    return all(p[OVER] for p in game.worlds)


def over(desk: Desk, game: Search) -> Answer:
    """Nobody moves any more: how it ended instead."""
    ending = game.opening.referee.ending(game.p)
    assert ending is not None
    won = WON[ending.winner or "draw"]
    facts: dict[str, object] = {"ending": ending.id, "winner": ending.winner or "draw"}
    return Answer("", (f"the game is over, nobody moves any more: {won}",), (desk.rule(ending.id),), facts=facts)


def known_piece(game: Search, who: str) -> str:
    known = game.opening.table.layout.pieces
    if who in known:
        return who
    raise Refused([Fault("Q33", Place("question"), name=who, pieces=both(known))])


def who_captures(desk: Desk, question: Question) -> Answer:
    """Pursuers who can move to his station now; where it is not known, to which of the stations he can be on."""
    if desk.game is None:
        return capturers(desk)
    game = desk.game
    if is_over(game):
        return over(desk, game)
    table = game.opening.table
    names, stations = table.layout.symbol_names, set(game.stations)
    found: dict[str, dict[int, list[str]]] = {}
    for piece in range(1, table.layout.count):
        for ticket, mode, to in table.hooks[f"rides_{table.profile[piece]}"](game.p, piece):
            if to in stations:
                fare = names[mode if ticket < 0 else ticket]
                found.setdefault(table.seats[piece].piece, {}).setdefault(to, []).append(fare)
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
    game = game_of(desk)
    if not desk.is_fugitive(question.who):
        return reach(desk, question)
    found = where(game)
    seen = f"last seen on {found.seen_on} after entry {found.seen}" if found.seen else "not seen yet"
    facts: dict[str, object] = {"stations": list(game.stations), "seen": found.seen, "seen_on": found.seen_on}
    return Answer("", (f"on {listed(game.stations, 200)}", seen), facts=facts)


def standing(desk: Desk, question: Question) -> Answer:
    """How the game stands: over, or in which round. Of a variant, how it can end."""
    if desk.game is None and not question.has("round"):
        return endings(desk, question)
    game = game_of(desk)
    if is_over(game):
        return over(desk, game)
    p = game.p
    says = f"the game goes on: round {p[ROUND]}, {p[ENTRIES]} {'entry' if p[ENTRIES] == 1 else 'entries'} written"
    return Answer("", (says,), facts={"round": p[ROUND], "entries": p[ENTRIES]})


def whose_turn(desk: Desk, question: Question) -> Answer:
    if desk.game is None or question.has("first") or question.has("start"):
        return who_begins(desk)
    game = desk.game
    if is_over(game):
        return over(desk, game)
    turns, p = game.opening.referee.turns, game.p
    due = [game.opening.table.seats[q].piece for q in turns.due(p)]
    where = f"round {p[ROUND]}, {p[ENTRIES]} entries written"
    if not due:
        return Answer("", (f"nobody has to act; the turn of the {turns.side(p)} is still open ({where})",), facts={"due": []})
    return Answer("", (f"it is the turn of {both(due)} ({where})",), facts={"due": due})


def who_begins(desk: Desk) -> Answer:
    """Who is to act when a game begins, and who after that."""
    tried = probe(desk.rulebook, {}, pursuers(desk.rulebook))
    layout = tried.opening.table.layout
    first = tried.due()
    after = tried.played_on("pursuers").due() if first and layout.side(first[0]) == "fugitive" else ()
    begins = desk.title(FUGITIVE) if first == (0,) else both(layout.seats[q].piece for q in first)
    says = [f"{begins} begins"] + ([f"then {both([layout.seats[q].piece for q in after], 'or')}"] if after else [])
    return Answer("", tuple(says), facts={"first": [layout.seats[q].piece for q in first]})
