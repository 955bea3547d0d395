"""A rule that would let a pursuer learn something hidden is a fault of the variant, whichever way it takes."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import Said

from adjudicator.faults import Refused
from adjudicator.rulebook.loader import load

HEAD = """
id      = "secrets"
title   = "Secrets"
extends = "2014"
"""
WORLD = """
[state.stash]
type = "station or none"
seen = "fugitive"
[state.heap]
type = "number"
seen = "fugitive"
[state.cards]
type = "set of stations"
seen = "fugitive"
[state.open-heap]
type = "number"
seen = "all"
[state.open-cards]
type = "set of stations"
seen = "all"
[state.mine]
type = "number"
per  = "piece"
seen = "own"
[supplies.pocket]
starts = { taxi = 3 }
seen   = "fugitive"
[decks.boxes]
cards = [18, 42, 63]
[actions.bury]
says   = "He buries something, and nobody sees it."
by     = "fugitive"
place  = "after entry"
seen   = "fugitive"
code   = "then stash := here"
"""
NO_TICKETS = 'drop = ["rules.ticket-on-the-log"]\n'


def rule(code: str) -> str:
    return f"[rules.example]\nsays = 'An example.'\ncode = '''\n{code}\n'''\n"


def action(code: str, by: str = "detectives", place: str = "during turn", seen: str = "all") -> str:
    head = f"[actions.example]\nsays = 'An example.'\nby = '{by}'\nplace = '{place}'\nseen = '{seen}'\n"
    return f"{head}code = '''\n{code}\n'''\n"


def faults(tmp_path: Path, body: str, head: str = "") -> list[str]:
    file = tmp_path / "secrets.toml"
    file.write_text(HEAD + head + WORLD + body, encoding="utf-8")
    try:
        load(str(file))
    except Refused as refused:
        return [fault.code for fault in refused.faults]
    return []


BEGINS = "[state.more]\ntype = 'number'\nstarts = 'if station(fugitive) = 45 then 1 else 2'\nseen = 'all'\n"
LEAKS = {
    "a refusal": rule('forbid ride by detectives when stash = to because "no"'),
    "a refusal to anybody": rule('forbid ride when stash = 5 because "no"'),
    "an exception": rule("permit ride by detectives despite free-station when to = station(fugitive)"),
    "a reason": rule('forbid ride by detectives when mode = bus because "{stash}"'),
    "what an action needs": action('require stash = here because "no"'),
    "what may be chosen": action("choose s from {5, 6} where s <> stash\nthen open-cards += s"),
    "what may be chosen from": action("choose s from {5, station(fugitive)}\nthen open-cards += s"),
    "who has a choice": action('for each d in detectives where heap > 1 choose t from tickets-of(d) written "of"'),
    "a card that is left": action("draw c from boxes\nchoose s from stations(c) where s <> stash otherwise fail"),
    "an open number": rule("on entry when to = 5 then open-heap += 1"),
    "an open number under a condition": rule("on entry then when to = 5: open-heap += 1"),
    "an open number from a secret one": rule("on end of round then open-heap := heap"),
    "an open set": rule("on end of round then open-cards += stash"),
    "how many cards are dealt": rule("on set-up then deal (if stash = 5 then 1 else 2) from boxes to open-cards"),
    "whether cards are dealt": rule("on set-up when station(fugitive) = 45 then deal 1 from boxes to open-cards"),
    "whose a ticket becomes": rule("on end of round then move 1 taxi from pile to holder(station(fugitive))"),
    "whose a fare is": rule("pay ride by fugitive to holder(from)"),
    "whether a fare is kept": rule("pay ride by fugitive when to = 5 to pile"),
    "what leaves a secret place": rule("on end of round then move pocket(taxi) taxi from pocket to pile"),
    "a piece that is gone": rule("on entry then for each d in police where station(d) = to: remove d"),
    "how often one may move": rule("detectives may move at most (if heap > 0 then 2 else 1) times a turn"),
    "where pieces start": rule("police start on {5, station(fugitive)}, seen by all"),
    "how a state begins": BEGINS,
    "what somebody is dealt": "[amend.roles.detective.tickets]\ntaxi = 'if station(fugitive) = 45 then 9 else 8'\n",
    "what follows an action that nobody sees": rule("on bury then open-heap += 1"),
    "that an action was used which nobody sees": rule('forbid ride by detectives when uses(bury, game) > 0 because "no"'),
    "what an action does that nobody sees": action("then open-heap += 1", "fugitive", "after entry", "fugitive"),
    "what an action costs that nobody sees": action(
        "then move 1 black from fugitive to nowhere", "fugitive", "after entry", "fugitive"
    ),
    "what is chosen unseen": action(
        "choose m from modes\nthen open-heap := if m = bus then 1 else 2", "fugitive", "after entry", "fugitive"
    ),
    "his own number": rule("on end of round then open-heap := mine(fugitive)"),
    "a refusal for his own number": rule('forbid ride by detectives when mine(fugitive) > 0 because "no"'),
    "how far off he is": rule('forbid ride by detectives when distance(to, station(fugitive)) < 3 because "no"'),
    "whether he is near": action('require next-to(here, station(fugitive)) because "no"'),
    "what lies around him": action("choose s from neighbours(station(fugitive))\nthen open-cards += s"),
    "where he came by": rule("on entry when 5 in stops(mode) then open-heap += 1"),
    "on which side he is": rule("on entry when north-of(to, 104) then open-heap += 1"),
    "the sum of a secret": rule("on end of round then open-heap := sum(heap for each d in detectives)"),
    "the least of a secret group": rule("on end of round then open-heap := least(1 for each s in cards)"),
    "the most under a secret": rule("on end of round then open-heap := most(3 for each d in detectives where heap > 1)"),
    "what is left of a secret": rule("on end of round then open-heap := heap mod 2"),
    "a term of a secret": "[terms.near]\ntakes = ['s']\ncode = 'next-to(s, 5)'\n"
    + rule("on end of round when near(station(fugitive)) then open-heap += 1"),
    "an announcement to one of them": rule(
        'on entry when to = 5 then for each d in detectives: (announce "here, {d}" to d, open-heap += 1)'
    ),
    "an announcement somewhere else": rule('on entry then when to = 5: announce "here", when to = 6: open-heap += 1'),
    "the value beside an announcement": rule('on end of round then announce "look", open-cards += stash'),
    "values that run together": rule('on entry then (announce "{from}1{to}", open-cards += from)'),
    "where somebody is sent": rule("on end of round then for each d in police: send d to station(fugitive)"),
    "whether somebody is sent": rule("on entry when to = 5 then for each d in police: send d to 6"),
    "what may be drawn": action("draw s from {5, station(fugitive)}\nthen open-cards += s"),
    "a piece beside him": action('require occupied(5, {piece, fugitive}) because "no"'),
    "him beside a piece": action('require occupied(5, {fugitive, piece}) because "no"'),
    "a piece, or else him": action('require station(if round = 1 then piece else fugitive) = 5 because "no"'),
    "each of a piece and him": action('require some q in {piece, fugitive} has station(q) = 5 because "no"'),
    "a number of somebody else": rule("on entry when to = 5 then for each d in detectives: mine(d) += 1"),
}
# The same where nobody sees what he pays with.
UNSEEN_TICKETS = {
    "his ticket": rule("on entry when ticket = black then open-heap += 1"),
    "his last ticket": rule('forbid ride by detectives when ticket-of(entries) = taxi because "no"'),
    "how many tickets he has": rule('forbid ride by detectives when tickets(fugitive, black) < 3 because "no"'),
    "which tickets he has": action('require black in tickets-of(fugitive) because "no"'),
    "where his fare goes": rule("pay ride by fugitive to pile"),
}
KEPT = {
    "his own refusal": rule('forbid ride by fugitive when stash = to because "you have buried it on {stash}"'),
    "his own exception": rule("permit ride by fugitive despite have-the-ticket when stash = to"),
    "a secret number": rule("on entry when to = 5 then heap += 1"),
    "cards in his hand": rule("on set-up when station(fugitive) = 45 then deal 1 from boxes to cards"),
    "a secret supply": rule("on entry when to = 5 then pocket(taxi) += 1"),
    "from one secret place to nowhere": rule("on entry when to = 5 then move 1 taxi from pocket to nowhere"),
    "his own number": rule("on entry when to = 5 then mine(fugitive) += 1"),
    "what follows an action that nobody sees": rule("on bury then heap += 1"),
    "how a secret begins": BEGINS.replace("'all'", "'fugitive'"),
    "how far off others are": rule('forbid ride by pursuers when distance(to, 5) = 1 and next-to(to, 6) because "no"'),
    "how far off he is": action("answer distance(here, station(fugitive)) <= 2 to pursuers"),
    "a term of what is open": "[terms.near]\ntakes = ['s']\ncode = 'next-to(s, 5)'\n"
    + rule("on end of round when some d in detectives has near(station(d)) then open-heap += 1"),
    "what is announced": rule('on entry when to = 5 then announce "he is on {to}"'),
    "values that are announced": rule('on entry then (announce "{from}, then {to}", open-cards += from, open-cards += to)'),
    "what comes with an announcement": rule('on entry when to = 5 then announce "a bell rings", open-heap += 1'),
    "whom it concerns": rule(
        'on entry then for each d in police where next-to(station(d), to): (announce "{d} runs", send d to 5, mine(d) += 1)'
    ),
    "an announcement to one of them": rule('on entry then for each d in detectives where station(d) = 5: announce "{to}" to d'),
    "what is drawn from what is open": action("draw n from {1, 2, 3}\nthen open-heap := n"),
    "an answer": action("answer stash = here to pursuers"),
    "what an entry shows": rule("show station of entry when to = 5 or uses(bury, game) > 0"),
    "how it ends": "[endings.example]\nsays = 'x'\ncode = 'fugitive wins when stash = 5, tested at end of round'\n",
    "a detective's own number": rule('forbid ride by detectives when mine(piece) > 0 because "no"'),
    "his ticket": rule("on entry when ticket = black then open-heap += 1"),
    "how many tickets he has": rule('forbid ride by detectives when tickets(fugitive, black) < 3 because "no"'),
}


@pytest.mark.parametrize("body", LEAKS.values(), ids=LEAKS)
def test_no_way_out_for_a_secret(body: str, tmp_path: Path) -> None:
    assert set(faults(tmp_path, body)) == {"E330"}


@pytest.mark.parametrize("body", UNSEEN_TICKETS.values(), ids=UNSEEN_TICKETS)
def test_what_he_pays_with_is_a_secret_where_nobody_sees_it(body: str, tmp_path: Path) -> None:
    assert faults(tmp_path, body) == []
    assert set(faults(tmp_path, body, NO_TICKETS)) == {"E330"}
    sometimes = "[rules.fog]\nsays = 'x'\ncode = 'hide ticket of entry when round = 5'\n"
    assert set(faults(tmp_path, sometimes + body)) == {"E330"}


@pytest.mark.parametrize("body", KEPT.values(), ids=KEPT)
def test_what_stays_secret_or_is_shown_on_purpose(body: str, tmp_path: Path) -> None:
    assert faults(tmp_path, body) == []


def test_a_torn_page_does_not_show_what_lies_in_secret(tmp_path: Path, sy_judge: Callable[..., Said]) -> None:
    text = rule("on entry when to = 5 then pocket(taxi) += 1\nforbid ride by fugitive when pocket(taxi) > 9 because 'no'")
    (tmp_path / "secrets.toml").write_text(HEAD + WORLD + text.replace("'no'", '"no"'), encoding="utf-8")
    log = tmp_path / "page.log"
    page = (
        "variant: ./secrets.toml\nround: 5\nentry: 4\nstart: X 46; red 91; blue 90; green 6; yellow 13\n"
        "tickets: X black 2; red taxi 3{}\n\nX taxi 45\n"
    )
    said = []
    for more in ("; pocket taxi 2", "; pocket taxi 7"):
        log.write_text(page.format(more), encoding="utf-8")
        said.append(sy_judge("check", str(log), "--view", "red", "--format", "json").output)
    assert said[0] == said[1]
