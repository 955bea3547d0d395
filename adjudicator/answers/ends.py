"""Answers about how the game ends: a capture, nobody can move, giving up. Each is brought about on a small position."""

from __future__ import annotations

from adjudicator.answers.answer import NO, YES, Answer, Desk, both
from adjudicator.answers.claims import Ground
from adjudicator.answers.probes import LATER_ROUND, Piece, Probe, Town, is_payer, none_of, probe, pursuers
from adjudicator.answers.questions import Question
from adjudicator.answers.riding import seated
from adjudicator.answers.rounds import last_round
from adjudicator.engine.compile import Ending
from adjudicator.engine.layout import STAYED
from adjudicator.judge.lexicon import FUGITIVE
from adjudicator.language import tree as t

WINS = {"fugitive": "the fugitive wins", "pursuers": "the pursuers win"}
WON = {"fugitive": "the fugitive has won", "pursuers": "the pursuers have won", "": "the game is drawn"}


def endings(desk: Desk, question: Question) -> Answer:
    """Every ending in force, in the order in which they are tested."""
    order = {name: place for place, name in enumerate(desk.rulebook.tables.priority)}
    found = [rule for rule in desk.rulebook.rules.values() if rule.section == "endings" and rule.statements]
    found.sort(key=lambda rule: order.get(rule.id, len(order)))
    side = _winning(desk, question)
    if side:
        found = [rule for rule in found if side in _winners(desk, rule.id)]
        says = f"{WINS[side]}, in one of these ways"
        grounds = tuple(desk.rule(rule.id, _moments(desk, rule.id)) for rule in found)
        return Answer("", (says,), grounds, facts={"winner": side, "endings": [rule.id for rule in found]})
    last = last_round(probe(desk.rulebook, {}, pursuers(desk.rulebook)))
    says = f"after {last} rounds at the latest" if last else "there is no last round"
    grounds = tuple(desk.rule(rule.id, _moments(desk, rule.id)) for rule in found)
    return Answer("", (says,), grounds, facts={"rounds": last, "endings": [rule.id for rule in found]})


def _winning(desk: Desk, question: Question) -> str:
    """The side whose victories are asked for: `when does X win`, or his adversaries' in `when does X lose`."""
    if not question.who or not question.has("win"):
        return ""
    loses = any(token.text.startswith("los") for token in question.tokens)
    return "fugitive" if desk.is_fugitive(question.who) != loses else "pursuers"


def _winners(desk: Desk, name: str) -> set[str]:
    return {one.side for rule, one in desk.rulebook.statements(t.Wins) if rule.id == name and isinstance(one, t.Wins)}


def _moments(desk: Desk, name: str) -> str:
    """When an ending is tested."""
    found = []
    for rule, one in desk.rulebook.statements(t.Wins):
        if rule.id == name and isinstance(one, t.Wins):
            moment = one.moment
            if isinstance(moment, t.Moment):
                found.append(f"at {moment.edge} of {moment.of}" + (f" of the {moment.side}" if moment.side else ""))
            else:
                found.append(f"after {both(moment.names, 'or')}" + (f" by {both(moment.who, 'or')}" if moment.who else ""))
    return f"tested {' and '.join(dict.fromkeys(found))}" if found else ""


def _ended(desk: Desk, ending: Ending) -> tuple[str, Ground]:
    return WON[ending.winner], desk.rule(ending.id, _moments(desk, ending.id))


# -- who cannot move
def stuck(desk: Desk, question: Question) -> Answer:
    if question.has("nobody"):
        return nobody(desk)
    if question.who and desk.is_fugitive(question.who):
        return fugitive_stuck(desk)
    return all_stuck(desk) if question.nobody or question.who in ("", "pursuers") else one_stuck(desk, question)


def _surrounded(desk: Desk, empty: bool = False) -> Probe | None:
    """The fugitive with a pursuer on every station around him."""
    most = max((sum(v for v in row.values() if isinstance(v, int)) for row in desk.rulebook.tables.seats), default=5)
    found = Town(desk.rulebook).hemmed(max(most, 5))
    if found is None:
        return None
    station, around = found
    every = pursuers(desk.rulebook, count=len(around))
    payers = [one for one in every if is_payer(desk.rulebook, one)]
    guards = [*payers, *(one for one in every if one not in payers)][: len(around)]
    placed = {FUGITIVE: station, **{one.name: at for one, at in zip(guards, around, strict=True)}}
    hands = {one.name: none_of(desk.rulebook) for one in payers} if empty else None
    return probe(desk.rulebook, placed, every, tickets=hands, moves=guards[0].name if empty else FUGITIVE)


def fugitive_stuck(desk: Desk) -> Answer:
    """By pieces all around him, and for want of tickets."""
    name = desk.title(FUGITIVE)
    tried = [("a pursuer stands on every station around him", _surrounded(desk))]
    if desk.rulebook.tables.roles[desk.role(FUGITIVE)].fare != "free":
        empty = {FUGITIVE: none_of(desk.rulebook), "pile": none_of(desk.rulebook)}
        without = probe(desk.rulebook, {}, pursuers(desk.rulebook), tickets=empty)
        tried.append(("he has no ticket that takes him anywhere", without))
    says, grounds, shown = [], [], []
    for cause, one in tried:
        if one is None:
            continue
        what, rules = _outcome(desk, one)
        says.append(f"if {cause}: {what.replace('@', name)}")
        grounds += rules
        shown.append(one.led_to(what.replace("@", name)))
    return Answer("", tuple(says), tuple({one.rule: one for one in grounds}.values()), tried=tuple(shown))


def _outcome(desk: Desk, tried: Probe) -> tuple[str, list[Ground]]:
    ending = tried.has_ended
    if ending is not None:
        what, rule = _ended(desk, ending)
        return what, [rule]
    stays = tried.opening.table.layout.side(tried.due()[0]) != "fugitive" if tried.due() else True
    return ("@ sits out this turn, and the game goes on" if stays else "@ can still move"), list(desk.rules_with(t.MustMove))


def one_stuck(desk: Desk, question: Question) -> Answer:
    """A pursuer who has no ticket, or if he rides free no station; and whether he may go on when he can again."""
    piece, every = seated(desk, question.who, 4, 3)
    tried = _held_fast(desk, piece, every).played_on("pursuers")
    layout = tried.opening.table.layout
    cell = layout.moved + layout.pieces[piece.name]
    name = desk.one_of(piece.role)
    later = tried.played_on("fugitive")
    sat_out = tried.p[cell] == STAYED or later.round > tried.round
    freed = later.p[:]
    for ticket in desk.rulebook.tables.tickets if is_payer(desk.rulebook, piece) else ():
        freed[layout.ticket_cell(layout.pieces[piece.name], ticket)] = 3
    for one in every:
        if one.name != piece.name:
            freed[layout.station + layout.pieces[one.name]] = layout.off
    here = freed[layout.station + layout.pieces[piece.name]]
    modes = desk.rulebook.tables.tickets
    mode, to, _ = next(line for line in tried.opening.table.board.lines_from(here) if line[0] in modes)
    judged = later.judge(f"{piece.name} {mode} {to}", freed)
    says = [f"{name} sits out, pays nothing and stays on the board" if sat_out else f"{name} waits"]
    grounds = list(desk.rules_with(t.MustMove))
    if judged.grounds:
        says.append("and does not move again, even when a move is possible later")
        grounds += judged.grounds
    else:
        says.append("and moves again as soon as a move is possible")
    return Answer("", tuple(says), tuple({one.rule: one for one in grounds}.values()), tried=(tried.led_to(says[0]),))


def _held_fast(desk: Desk, piece: Piece, every: tuple[Piece, ...]) -> Probe:
    if is_payer(desk.rulebook, piece):
        return probe(desk.rulebook, {}, every, tickets={piece.name: none_of(desk.rulebook)})
    others = [one for one in every if one.name != piece.name and is_payer(desk.rulebook, one)]
    found = Town(desk.rulebook).hemmed(len(others)) or (0, ())
    guards = dict(zip(others, found[1], strict=False))
    placed = {piece.name: found[0], **{one.name: at for one, at in guards.items()}}
    hands = {one.name: none_of(desk.rulebook) for one in guards}
    return probe(desk.rulebook, {name: at for name, at in placed.items() if at}, every, tickets=hands)


def all_stuck(desk: Desk) -> Answer:
    """No detective has a ticket; then one who has, but a colleague stands in the way."""
    every = pursuers(desk.rulebook)
    payers = [one for one in every if is_payer(desk.rulebook, one)]
    if not payers:
        return Answer("", ("the pursuers ride without tickets, so that some of them can always move",))
    empty = {one.name: none_of(desk.rulebook) for one in payers}
    probes = [("no detective has a ticket left that takes him anywhere", probe(desk.rulebook, {}, every, tickets=empty))]
    blocked = _blocked(desk, payers, every, empty)
    if blocked is not None:
        probes.append(("one has a ticket, but a colleague stands in the way", blocked))
    says, grounds, shown = [], [], []
    for cause, start in probes:
        tried = start.played(next(one for one in start.moves(FUGITIVE) if len(one.split()) == 3)).played_on("fugitive")
        ending = tried.ending
        what = _ended(desk, ending)[0] if ending else "the game goes on"
        says.append(f"if {cause}: {what}")
        grounds += [_ended(desk, ending)[1]] if ending else []
        shown.append(tried.led_to(what))
    rules = [rule.id for rule in desk.rulebook.rules.values() if "stranded" in rule.about and rule.section == "endings"]
    grounds += [desk.rule(name) for name in rules] if not grounds else []
    return Answer("", tuple(says), tuple({one.rule: one for one in grounds}.values()), tried=tuple(shown))


def _blocked(desk: Desk, payers: list[Piece], every: tuple[Piece, ...], empty: dict[str, dict[str, int]]) -> Probe | None:
    """One payer with a single kind of ticket, whose only line of that kind leads to a colleague."""
    town = Town(desk.rulebook)
    tickets = {name: one.pays[0] for name, one in desk.rulebook.tables.tickets.items() if len(one.pays) == 1}
    if len(payers) < 2:
        return None
    for station in town.board.stations:
        for ticket, mode in tickets.items():
            ends = [to for kind, to, _ in town.board.lines_from(station) if kind == mode]
            if len(ends) == 1:
                hands = {**empty, payers[0].name: none_of(desk.rulebook, {ticket: 1})}
                return probe(desk.rulebook, {payers[0].name: station, payers[1].name: ends[0]}, every, tickets=hands)
    return None


def nobody(desk: Desk) -> Answer:
    """The fugitive surrounded by detectives without tickets, when the pursuers' turn ends."""
    start = _surrounded(desk, empty=True)
    if start is None:
        return Answer("", ("no station of this board can be surrounded",))
    tried = start.played_on("fugitive")
    ending = tried.has_ended or tried.ending
    if ending is None:
        return Answer("", ("the game goes on",), tried=(tried.led_to("the game goes on"),))
    what, rule = _ended(desk, ending)
    return Answer("", (what,), (rule,), tried=(tried.led_to(what),), topics=("trapped", "stranded"))


# -- capture, giving up
def captured(desk: Desk, question: Question) -> Answer:
    """One pursuer, of the kind that is named, moves to his station while others have still to move."""
    hunter = next((who for who in (question.who, question.whom) if who and not desk.is_fugitive(who)), "pursuers")
    piece, every = seated(desk, hunter, 2)
    tried, clause = _onto_him(desk, piece, every)
    judged = tried.judge(clause)
    shown = (tried.tried(clause, judged),)
    may = question.has("may") and not (question.has("what") or question.has("if"))
    name = f"{desk.one_of(hunter)} may catch him: " if may else ""
    verdict = YES if may else ""
    if judged.ending:
        says = f"{name}{WON[judged.winner]} at once, seen or unseen; nobody moves any more"
        return Answer(verdict, (says,), (desk.rule(judged.ending, _moments(desk, judged.ending)),), tried=shown)
    later = tried.played(clause).played_on("fugitive").ending if judged.is_legal else None
    if later is None:
        said = f"{desk.one_of(hunter)} may not catch him" if may else "the game goes on"
        return Answer(NO if may else "", (said,), judged.grounds, tried=shown)
    return Answer(
        verdict, (f"{name}when all pursuers have moved: {WON[later.winner]}",), (_ended(desk, later)[1],), tried=shown
    )


def _onto_him(desk: Desk, piece: Piece, every: tuple[Piece, ...]) -> tuple[Probe, str]:
    """The piece beside the fugitive, and the first ride to his station that is in order."""
    for mode, a, b, _ in Town(desk.rulebook).lines(*desk.rulebook.tables.modes):
        for round in (0, LATER_ROUND):
            tried = probe(desk.rulebook, {FUGITIVE: a, piece.name: b}, every, round=round, entry=round, moves=piece.name)
            clause = f"{piece.name} {mode} {a}"
            if tried.judge(clause).is_legal:
                return tried, clause
    return tried, clause


def capturers(desk: Desk) -> Answer:
    """Without a game: which kinds of pursuers end it by coming to his station."""
    able, grounds, shown = [], [], []
    for name, role in desk.rulebook.tables.roles.items():
        if role.side != "pursuers":
            continue
        piece, every = seated(desk, name, 2)
        tried, clause = _onto_him(desk, piece, every)
        judged = tried.judge(clause)
        ending = judged.ending or ((later := tried.played(clause).played_on("fugitive").ending) and later.id)
        if judged.is_legal and ending:
            able.append(desk.title(name))
            grounds.append(desk.rule(ending, _moments(desk, ending)))
            shown.append(tried.tried(clause, judged))
    says = f"{both(able)}, by moving to his station" if able else "nobody"
    return Answer("", (says,), tuple({one.rule: one for one in grounds}.values()), tried=tuple(shown), facts={"who": able})


def give_up(desk: Desk, question: Question) -> Answer:
    who = question.who or FUGITIVE
    piece, every = seated(desk, who)
    tried = probe(desk.rulebook, {}, every)
    clause = f"{piece.name} resigns"
    judged = tried.judge(clause)
    shown = (tried.tried(clause, judged),)
    if judged.grounds or not judged.ending:
        return Answer(NO, (f"{desk.title(who)} may not give up",), judged.grounds, tried=shown)
    return Answer(YES, (f"{desk.title(who)} may give up; {WON[judged.winner]} then",), (desk.rule(judged.ending),), tried=shown)
