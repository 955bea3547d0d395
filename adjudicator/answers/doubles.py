"""Answers about double moves, each by playing one."""

from __future__ import annotations

from attrs import evolve

from adjudicator.answers.answer import NO, YES, Answer, Desk, both
from adjudicator.answers.claims import Judged
from adjudicator.answers.probes import Probe, Town, probe, pursuers
from adjudicator.answers.questions import Question
from adjudicator.answers.riding import SAMPLES, action_of, double_action
from adjudicator.answers.rounds import last_round, round_named
from adjudicator.answers.sights import surfacing_entries
from adjudicator.engine.compile import FIELDS
from adjudicator.engine.layout import ENTRIES
from adjudicator.judge.lexicon import FUGITIVE
from adjudicator.language import tree as t
from adjudicator.rulebook.model import Rulebook

LATE = 22  # a round that is tried where none is the last


def _word(rulebook: Rulebook) -> str:
    action = double_action(rulebook)
    return action.written if action else "2x"


def _double(tried: Probe) -> str:
    """A double that the listing offers."""
    word = _word(tried.rulebook)
    return next((one for one in tried.moves(FUGITIVE) if one.split()[1] == word and "+" not in one), "")


def _claimed(tried: Probe) -> str:
    """A double whether it is offered or not: two rides along lines of the board, the second one onwards if possible."""
    offered = _double(tried)
    if offered:
        return offered
    layout = tried.opening.table.layout
    here = tried.p[layout.station]
    held = set(tried.p[layout.station + 1 : layout.station + layout.count])
    modes = tried.rulebook.tables.modes
    first = next((mode, to) for mode, to, _ in tried.opening.table.board.lines_from(here) if mode in modes and to not in held)
    second = [(mode, to) for mode, to, _ in tried.opening.table.board.lines_from(first[1]) if mode in modes and to not in held]
    onwards = next((one for one in second if one[1] != here), second[0])
    return f"{FUGITIVE} {_word(tried.rulebook)} {first[0]} {first[1]}, {onwards[0]} {onwards[1]}"


def _told(desk: Desk, tried: Probe, clause: str, what: str) -> tuple[Answer, Judged]:
    judged = tried.judge(clause)
    name, action = desk.title(FUGITIVE), double_action(desk.rulebook)
    shown = (tried.tried(clause, judged),)
    if not judged.is_legal or action is None:
        return Answer(NO, (f"{name} may not {what}",), judged.grounds, tried=shown), judged
    return Answer(YES, (f"{name} may {what}",), (desk.rule(action.id),), tried=shown), judged


def double(desk: Desk, question: Question) -> Answer:
    """As a rule; with what else speaks about it."""
    tried = probe(desk.rulebook, {}, pursuers(desk.rulebook))
    answer, _ = _told(desk, tried, _claimed(tried), "make a double move")
    if answer.verdict == NO:
        return answer
    name = answer.grounds[0].rule
    limits = [one.rule.id for one in tried.opening.table.code.refusals if name in one.statement.event.names]
    return Answer(YES, answer.says, (*answer.grounds, *(desk.rule(name) for name in dict.fromkeys(limits))), tried=answer.tried)


def double_round(desk: Desk, question: Question) -> Answer:
    """In a round that is named; in the last one, what else follows."""
    every, number = pursuers(desk.rulebook), round_named(desk, question)
    if number == last_round(probe(desk.rulebook, {}, every)):
        return double_last(desk, question)
    tried = probe(desk.rulebook, {}, every, round=number, entry=number - 1)
    return _told(desk, tried, _claimed(tried), f"make a double move in round {number}")[0]


def double_with(desk: Desk, question: Question) -> Answer:
    """A double of which one half is paid with this ticket, or goes by this means of transport."""
    action, tables = action_of(desk.rulebook), desk.rulebook.tables
    if action is None or not desk.is_fugitive(question.who or FUGITIVE):
        return double(desk, question)
    fare = question.fare
    modes = (fare,) if fare in tables.modes else tables.tickets[fare].pays
    for mode in modes:
        for _, a, _, _ in Town(desk.rulebook).lines(mode)[:SAMPLES]:
            tried = probe(desk.rulebook, {FUGITIVE: a}, pursuers(desk.rulebook))
            halves = [one for one in tried.moves(FUGITIVE) if one.split()[1] == action.written and f" {fare} " in one]
            if halves:
                return _told(desk, tried, halves[0], f"use {desk.fare(fare)} in a double move")[0]
    name = desk.title(FUGITIVE)
    return Answer(NO, (f"{name} may not use {desk.fare(fare)} in a double move",), (desk.rule(action.id),))


def double_last(desk: Desk, question: Question) -> Answer:
    every = pursuers(desk.rulebook)
    last = last_round(probe(desk.rulebook, {}, every))
    round = last or LATE
    what = f"make a double move in round {round}, the last one" if last else f"make a double move in any round, {round} as well"
    tried = probe(desk.rulebook, {}, every, round=round, entry=round - 1)
    answer, judged = _told(desk, tried, _claimed(tried), what)
    if last is None:
        answer = evolve(answer, says=(*answer.says, "no round is known to be the last one: only tickets end the game"))
    if answer.verdict == NO or last is None:
        return answer
    after, may = judged.after, tried.opening.table.hooks["may"]
    layout = tried.opening.table.layout
    more = [layout.seats[q].piece for q in range(1, layout.count) if may(after, q) > may(tried.p, q)]
    also = (f"in return {both(more)} may each move {may(after, layout.pieces[more[0]])} times in that round",) if more else ()
    wanted = {"double move", "rounds"}
    rules = [rule.id for rule in desk.rulebook.rules.values() if wanted <= set(rule.about)]
    grounds = (*answer.grounds, *(desk.rule(name) for name in rules if name != answer.grounds[0].rule))
    return Answer(YES, (*answer.says, *also), grounds, tried=answer.tried)


def double_row(desk: Desk, question: Question) -> Answer:
    tried = probe(desk.rulebook, {}, pursuers(desk.rulebook))
    first = _double(tried)
    if not first:
        return _told(desk, tried, _claimed(tried), "make a double move at all")[0]
    tried = tried.played(first).played_on("pursuers").played_on("fugitive")
    return _told(desk, tried, _claimed(tried), "make double moves in consecutive rounds")[0]


def double_twice(desk: Desk, question: Question) -> Answer:
    tried = probe(desk.rulebook, {}, pursuers(desk.rulebook))
    first = _double(tried)
    if not first:
        return _told(desk, tried, _claimed(tried), "make a double move at all")[0]
    tried = tried.played(first)
    layout = tried.opening.table.layout
    here = tried.p[layout.station]
    on = Town(desk.rulebook)
    modes = desk.rulebook.tables.modes
    mode, to, _ = next(line for line in on.board.lines_from(here) if line[0] in modes)
    clause = f"{FUGITIVE} {_word(desk.rulebook)} {mode} {to}, {mode} {here}"
    answer, judged = _told(desk, tried, clause, "make two double moves in one round")
    if judged.waits_for:  # his turn is over: say which rules close it
        again = probe(desk.rulebook, {}, pursuers(desk.rulebook))
        p = again.p[:]
        for (_, _, span), cell in again.opening.table.layout.counters.items():
            p[cell] = 1 if span in ("round", "turn") else p[cell]
        grounds = again.judge(first, p).grounds or desk.rules_with(t.MayMove)
        return Answer(NO, answer.says, grounds, tried=answer.tried)
    return answer


def double_back(desk: Desk, question: Question) -> Answer:
    tried = probe(desk.rulebook, {}, pursuers(desk.rulebook))
    here = tried.p[tried.opening.table.layout.station]
    modes = desk.rulebook.tables.modes
    mode, to, _ = next(line for line in Town(desk.rulebook).board.lines_from(here) if line[0] in modes)
    clause = f"{FUGITIVE} {_word(desk.rulebook)} {mode} {to}, {mode} {here}"
    return _told(desk, tried, clause, "end a double move where it began")[0]


def double_count(desk: Desk, question: Question) -> Answer:
    """Entries written and tickets spent by one double."""
    tried = probe(desk.rulebook, {}, pursuers(desk.rulebook))
    clause = _double(tried)
    if not clause:
        return _told(desk, tried, _claimed(tried), "make a double move at all")[0]
    after = tried.judge(clause).after
    entries = after[ENTRIES] - tried.p[ENTRIES]
    if not entries:
        return double(desk, question)
    rides = clause.count(",") + 1
    says = f"a double move writes {entries} entries and takes {rides} tickets for the rides, beside the double-move ticket"
    facts: dict[str, object] = {"entries": entries, "tickets": rides}
    action = action_of(desk.rulebook)
    return Answer("", (says,), (desk.rule(action.id),) if action else (), tried=(tried.tried(clause),), facts=facts)


def double_shown(desk: Desk, question: Question) -> Answer:
    """A double of which the first, or the second, entry is one on which he surfaces."""
    circled = surfacing_entries(desk)
    first = next((number for number in circled if number > 1), None)
    if first is None:
        return Answer("", (f"{desk.title(FUGITIVE)} never surfaces",))
    says, tried_on, halves = [], [], {}
    for half, before in (("first", first - 1), ("second", first - 2)):
        tried = probe(desk.rulebook, {}, pursuers(desk.rulebook), round=max(1, before), entry=before)
        clause = _claimed(tried)
        played = tried.played(clause)
        shown = [bool(entry.shown & FIELDS["station"]) for entry in played.walk.entries]
        halves[half] = shown
        names = [name for name, was in zip(("first", "second"), shown, strict=False) if was]
        what = f"the {both(names)} station is shown" if names else "no station is shown"
        says.append(f"when entry {first} is the {half} half of a double, {what}")
        tried_on.append(tried.tried(clause))
    return Answer("", tuple(says), tried=tuple(tried_on), facts={"shown": halves})
