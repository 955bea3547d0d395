"""`sy-judge ask`: every form of question, in any order of words, of any edition; refusals and the changes that help."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import TOP, Said

from adjudicator.answers.answer import Answer, Desk
from adjudicator.answers.context import of_record, of_variant
from adjudicator.answers.forms import EVERY, FORMS
from adjudicator.answers.questions import read
from adjudicator.answers.replies import REPLIES, ask
from adjudicator.answers.words import PHRASES, vocabulary
from adjudicator.faults import Refused
from adjudicator.judge.log_file import Asked, Log
from adjudicator.judge.moments import Moment

CLUB = str(TOP / "examples" / "2014.log")
EDITIONS = ("classic", "1984", "2000", "2014", "2023", "beginners", "holmes-original", "holmes", "house-rules")


def at(moment: str, view: str = "", file: str = CLUB) -> Desk:
    number, _, piece = moment.partition(".")
    return of_record(Log(file), Asked(), Moment(int(number), piece), view)


def of(variant: str, *options: str) -> Desk:
    return of_variant(Asked(variant, options=options))


def rules(answer: Answer) -> list[str]:
    return [one.rule for one in answer.grounds]


# --- reading questions


def test_every_form_has_somebody_who_answers() -> None:
    assert {form.name for form in FORMS} <= set(REPLIES)
    assert set(REPLIES) <= {form.name for form in EVERY}


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.name)
def test_every_example_is_read_as_its_own_form(form: object) -> None:
    words = vocabulary(of("2014").rulebook, ("X", "red", "blue"))
    assert read(form.example, words)[0].form is form  # type: ignore[attr-defined]


@pytest.mark.parametrize("seed", range(5))
def test_the_order_of_words_does_not_matter(seed: int) -> None:
    words = vocabulary(of("2014").rulebook, ("X", "red", "blue"))
    phrases = [phrase for some in PHRASES.values() for phrase in some]
    for form in FORMS:
        if not any(phrase in form.example for phrase in phrases):  # the words of a phrase stay together
            shuffled = form.example.split()
            random.Random(seed).shuffle(shuffled)
            assert read(" ".join(shuffled), words)[0].form is form, shuffled


@pytest.mark.parametrize(
    ("question", "form"),
    [
        ("is Mister X allowed to play a double-move ticket in the last round?", "double-last"),
        ("what if no detective can move", "stuck"),
        ("who wins if neither side can move", "stuck"),
        ("may two detectives share the same station", "entering"),
        ("what happens when Mr X is trapped", "stuck"),
        ("Does the black ticket hide X when he surfaces?", "ticket-hides"),
        ("is red allowed to skip a turn", "stay"),
        ("in which order do the detectives move", "order"),
        ("Can I move back to where I came from?", "back"),
        ("can X go back to the same station", "back"),
        ("does X have to move", "must-move"),
        ("can mr x stay where he is", "stay"),
        ("may detectives pass each other", "passing"),
        ("what if a detective has no tickets left", "stuck"),
        ("what happens when a detective runs out of tickets", "stuck"),
        ("where do the detectives' tickets go", "payment"),
        ("how many double tickets does X have", "count"),
        ("how many tickets does X pay for a double move", "double-count"),
        ("does a double move count as two moves", "double-count"),
        ("how long does a game last", "endings"),
        ("when do the detectives win?", "endings"),
        ("What happens if Mr X lands on a detective?", "entering"),
        ("can 2 detectives be on the same spot", "entering"),
        ("which rounds does Mr X appear", "surfacings"),
        ("WHAT DO THE DETECTIVES SEE", "seen"),
        ("can black tickets be used on reveal rounds", "ticket-hides"),
        ("can X use black tickets in a double move", "double-with"),
        ("can the police capture X", "captured"),
        ("who goes first?", "whose-turn"),
        ("how many people can play", "seating"),
        ("which stations can X start on", "start"),
        ("do the police have tickets", "needs-tickets"),
        ("please, can the detectives give each other tickets", "trade"),
    ],
)
def test_other_words_for_the_same(question: str, form: str) -> None:
    words = vocabulary(of("2014").rulebook, ("X", "red", "blue"))
    assert read(question, words)[0].form.name == form


def test_a_word_that_is_not_understood_is_not_passed_over() -> None:
    with pytest.raises(Refused) as refused:
        ask(of("2014"), "may police use the ferry on sundays")
    fault = refused.value.faults[0]
    assert "`sundays` is no word that I know" in fault.message
    assert "`may detectives use the ferry`" in fault.help


def test_a_piece_that_the_edition_does_not_have() -> None:
    assert ask(of("classic"), "may police use the ferry").says == ("about police", "no rule: no police in this edition")
    sevenster = str(TOP / "examples" / "house-rules" / "h53-sevenster.toml")
    with pytest.raises(Refused, match=r"`police` is known in `2014`.*there are the fugitive and detectives"):
        ask(of(sevenster), "may police use the ferry")


# --- questions about a position


def test_a_refusal_names_every_broken_rule() -> None:
    answer = ask(at("13.red"), "why not red bus 117")
    assert answer.verdict == "no"
    assert rules(answer) == ["follow-a-line", "have-the-ticket"]


@pytest.mark.parametrize(
    ("moment", "question", "help"),
    [
        ("11.red", "may red take the bus to 67", ["legal with a bus ticket"]),
        ("13.red", "may red take the bus to 116", ["legal with a bus ticket", "legal as `red taxi 116`"]),
        ("5.blue", "may blue take the taxi to 110", ["legal once green has left 110"]),
        ("5", "may X take the bus to 111", ["legal once blue has left 111"]),
        ("7", "may red take the taxi to 39", ["legal once X has acted"]),
        ("7", "why not X bus 102", ["legal from 67, 86, 127"]),
    ],
)
def test_the_single_change_that_helps(moment: str, question: str, help: list[str]) -> None:
    answer = ask(at(moment), question)
    assert answer.verdict == "no"
    assert [change.text for change in answer.changes] == help


def test_no_single_change_helps() -> None:
    answer = ask(at("13.red"), "may red take the bus to 140")
    assert answer.verdict == "no"
    assert answer.helpless
    assert not answer.changes


def test_a_change_after_which_the_move_loses_is_no_help(tmp_path: Path) -> None:
    log = tmp_path / "game.log"
    log.write_text("variant: 2000\nstart: X 187; red 177; blue 86; green 32\nround: 11\nentry: 12\n", encoding="utf-8")
    desk = of_record(Log(str(log)), Asked())
    answer = ask(desk, "may X take the taxi to 177")  # no line, and red stands there
    assert answer.helpless, answer.changes
    elsewhere = ask(desk, "may X take the taxi to 163")
    assert [change.text for change in elsewhere.changes] == ["legal from 146"]


def test_an_option_helps(tmp_path: Path) -> None:
    log = tmp_path / "game.log"
    log.write_text("variant: 2014\noption: cut-off\nstart: X 153; red 154\n", encoding="utf-8")
    answer = ask(of_record(Log(str(log)), Asked()), "may X take the underground to 140")
    assert rules(answer) == ["cut-off"]
    texts = [change.text for change in answer.changes]
    assert "legal with the option `cut-off=off`" in texts
    assert "legal once red has left 154" in texts


def test_a_later_round_or_entry_helps(tmp_path: Path) -> None:
    log = tmp_path / "game.log"
    log.write_text(
        "variant: holmes\nboard: london-1895-sample\nstart: X 45; mycroft 13; irene 26\nround: 3\nentry: 2\nmoved: X\n"
        "state: banned = bus\n",
        encoding="utf-8",
    )
    desk = of_record(Log(str(log)), Asked())
    answer = ask(desk, "may mycroft clue")
    assert rules(answer) == ["clue"]
    assert "legal as entry 3" in [change.text for change in answer.changes] or answer.changes


def test_a_double_in_common_words() -> None:
    answer = ask(at("6"), "may X double taxi 132 black 140")
    assert answer.verdict == "yes"
    assert rules(answer) == ["double"]


def test_what_if_says_what_is_decided() -> None:
    answer = ask(at("14.red"), "what if red moves taxi 117")
    assert answer.says[1] == "decided: the pursuers win (capture)"
    elsewhere = ask(at("14.red"), "what if red moves taxi 118")
    assert elsewhere.says[1] == "the game goes on"


def test_what_if_says_what_becomes_legal() -> None:
    answer = ask(at("5.blue"), "what if green moves taxi 99")
    assert "blue taxi 110" in str(answer.facts["becomes_legal"])
    assert "blue taxi 99" not in str(answer.facts["becomes_legal"])


def test_questions_of_a_position_need_a_game() -> None:
    for question in ("what if red moves taxi 39", "where can red go"):
        with pytest.raises(Refused, match="position in a game"):
            ask(of("2014"), question)


def test_a_clause_asked_of_a_variant_is_tried_from_every_station() -> None:
    bus = ask(of("2014"), "may red take the bus to 46")
    assert (bus.verdict, bus.facts["from"], rules(bus)) == ("it depends", [1, 34, 58, 78], ["follow-a-line"])
    double = ask(of("2014"), "may X double taxi 69 black 52")
    assert double.facts["from"] == [52, 53, 68, 86]
    ferry = ask(of("2014"), "may green take the ferry to 115")  # one of the police, at a table with two detectives
    assert (ferry.verdict, rules(ferry)) == ("no", ["ferry-for-the-fugitive"])
    assert [(one.option, one.verdict) for one in ferry.depends] == [("police-ferry=on", "it depends")]


def test_when_the_game_is_over_nobody_can_go_anywhere() -> None:
    desk = of_record(Log(CLUB), Asked())
    for question in ("where can red go", "who can capture X", "whose turn is it"):
        answer = ask(desk, question)
        assert answer.says == ("the game is over, nobody moves any more: the pursuers win",)
        assert rules(answer) == ["capture"]


def test_counting_tickets_in_a_game() -> None:
    assert ask(at("11"), "how many bus tickets has red").facts == {"tickets": {"bus": 0}}
    assert ask(at("11"), "how many taxi tickets has X").says[0] == "X has unlimited taxi"


def test_who_can_capture_where_he_is_not_known() -> None:
    known = ask(at("14.red"), "who can capture X")
    assert (known.verdict, known.says) == ("yes", ("red: taxi 117",))
    unknown = ask(at("9.red", "detectives"), "who can capture X")
    assert unknown.verdict == "it depends"
    assert unknown.facts["who"]["red"] == [115]  # type: ignore[index]


def test_where_he_is_not_known_a_move_ends_the_game_only_if_he_is_there() -> None:
    answer = ask(at("9.red", "detectives"), "may red take the taxi to 115")
    assert (answer.verdict, answer.says) == (
        "yes",
        ("`red taxi 115` is legal", "it ends the game if he is on 115: the pursuers win"),
    )
    assert answer.facts["ending"] == ""


def test_tickets_that_nobody_saw_are_counted_from_the_fewest_to_the_most(tmp_path: Path) -> None:
    hidden = str(TOP / "examples" / "house-rules" / "h29-hidden-transport.toml")
    log = tmp_path / "game.log"
    log.write_text(
        f"variant: 2023+{hidden}\nstart: X 146; red 50; blue 91; white 123\n\n"
        "1. X taxi 145; white bus 165; red taxi 37; blue taxi 105\n2. X black 144\n",
        encoding="utf-8",
    )
    assert ask(of_record(Log(str(log)), Asked()), "how many black tickets has X").facts == {"tickets": {"black": 4}}
    seen = ask(of_record(Log(str(log)), Asked(), None, "detectives"), "how many black tickets has X")
    assert seen.says == ("X has 3 to 5 black",)
    assert seen.facts == {"tickets": {"black": [3, 5]}}


def test_actions_by_their_names() -> None:
    holmes = str(TOP / "examples" / "holmes.log")
    now = ask(at("5", file=holmes), "may X escape")
    assert (now.verdict, now.grounds[0].message) == ("no", "station 75 is no secret hideout")
    there = ask(at("5.irene", file=holmes), "may lestrade roadblock")
    assert there.facts["ways"] == ["lestrade roadblock 62"]
    assert ask(at("5.irene", file=holmes), "may sherlock roadblock").says == ("`roadblock` belongs to lestrade",)
    rule = ask(of("holmes"), "may watson interrogate")
    assert (rule.verdict, rules(rule)) == ("it depends", ["interrogate", "have-a-chip", "one-chip-a-turn"])


def test_an_action_that_hangs_on_an_option() -> None:
    answer = ask(of("classic", "voluntary-surfacing"), "may X surface")
    assert answer.verdict == "it depends"
    assert [(one.option, one.verdict) for one in answer.depends] == [("voluntary-surfacing=off", "no")]


def test_an_option_under_which_the_record_could_not_be() -> None:
    """He has surfaced at will in this game: what the answer would be without that cannot be tried on it."""
    answer = ask(at("5", file=str(TOP / "examples" / "1984.log")), "may X surface")
    assert answer.verdict in ("yes", "no")
    assert answer.depends == ()


# --- questions about rules


@pytest.mark.parametrize(
    ("variant", "question", "verdict", "rule"),
    [
        ("2014", "may police use the ferry", "no", "ferry-for-the-fugitive"),
        ("2014", "may X use the ferry", "yes", "follow-a-line"),
        ("beginners", "may red take the underground", "no", "no-underground"),
        ("2014", "may X double in the last round", "yes", "double"),
        ("2014", "does a black ticket hide the surfacing", "no", "surfacing"),
        ("beginners", "does a black ticket hide the surfacing", "yes", "disappears"),
        ("2014", "may X enter an occupied station", "no", "free-station"),
        ("classic", "may X enter an occupied station", "yes", "entered-pursuer"),
        ("2014", "may two detectives stand on one station", "no", "free-station"),
        ("2014", "may X double twice in a round", "no", "one-double-a-round"),
        ("holmes", "may X double in consecutive rounds", "no", "have-the-double"),
        ("2000", "may the detectives change their order", "no", "your-turn"),
        ("2014", "may red stay", "no", "must-move"),
        ("2014", "may X give up", "yes", "resigned"),
    ],
)
def test_yes_or_no_by_trying(variant: str, question: str, verdict: str, rule: str) -> None:
    answer = ask(of(variant), question)
    assert (answer.verdict, rules(answer)[0]) == (verdict, rule)


@pytest.mark.parametrize(
    ("variant", "option", "question", "then"),
    [
        ("2014", "police-ferry=on", "may police use the ferry", "yes"),
        ("2014", "double-last-round=off", "may X double in the last round", "no"),
        ("2014", "black-hides-surfacing=on", "does a black ticket hide the surfacing", "yes"),
        ("2014", "fugitive-enters=loses", "may X enter an occupied station", "yes"),
        ("2014", "cut-off=on", "may X ride over a detective", "no"),
        ("2014", "fugitive-supply=pile", "can X run out of taxi tickets", "yes"),
        ("2014", "order=seat", "may the detectives change their order", "no"),
        ("2014", "doubles-per-round=any", "may X double twice in a round", "yes"),
    ],
)
def test_what_an_answer_depends_on_is_what_the_option_does(variant: str, option: str, question: str, then: str) -> None:
    answer = ask(of(variant), question)
    told = {one.option: one for one in answer.depends}
    assert told[option].verdict == then
    chosen = ask(of(variant, option), question)
    assert (chosen.verdict, "; ".join(chosen.says)) == (then, told[option].says)


def test_endings_are_brought_about() -> None:
    assert ask(of("2014"), "what happens if nobody can move").says == ("the pursuers have won",)
    assert ask(of("2014", "nobody-moves=draw"), "what happens if nobody can move").says == ("the game is drawn",)
    trapped = ask(of("2014", "trapped=stays"), "what happens if X cannot move")
    assert all("sits out" in says for says in trapped.says)


def test_numbers() -> None:
    assert ask(of("2014"), "how many rounds").facts == {"rounds": 22}
    assert ask(of("classic"), "how many rounds").facts == {"rounds": None}
    assert ask(of("beginners"), "when does X surface").facts["hidden"] == [3, 8, 13]
    assert ask(of("holmes"), "how many chips").facts == {"chips": [2, 2, 2, 1, 1]}
    assert ask(of("classic"), "how many stations").says == ("199, numbered from 1 to 200", "there is no 108")


@pytest.mark.parametrize("variant", EDITIONS)
def test_every_rule_question_has_an_answer_in_every_edition(variant: str) -> None:
    desk = Desk(of(variant).rulebook)
    helper = {"holmes-original": "bobbies", "holmes": "bobbies"}.get(variant, "police")
    for form in FORMS:
        if form.game or (form.name == "use" and variant in ("classic", "1984", "2000", "beginners")):
            continue
        answer = ask(desk, form.example.replace("police", helper))
        assert answer.says, form.example
        assert all(one.says for one in answer.grounds), form.example


def test_experiments_are_records(tmp_path: Path, sy_judge: Callable[..., Said]) -> None:
    """What was tried can be judged again."""
    answer = ask(of("2014"), "may police use the ferry")
    tried = answer.tried[0]
    log = tmp_path / "tried.log"
    log.write_text(f"variant: 2014\n{tried.record}{tried.clause}\n", encoding="utf-8")
    said = sy_judge("check", log)
    assert said.code == 1
    assert "ferry-for-the-fugitive" in said.output


# --- the command


def test_text_and_json_say_the_same(sy_judge: Callable[..., Said]) -> None:
    text = sy_judge("ask", CLUB, "may red take the bus to 67", "--at", "11.red")
    data = json.loads(sy_judge("ask", CLUB, "may red take the bus to 67", "--at", "11.red", "--format", "json").output)
    assert (text.code, data["verdict"], data["form"]) == (0, "no", "may")
    assert data["rules"][0]["message"] in text.output
    assert data["changes"][0]["text"] in text.output


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ((CLUB, "may red take the bus to 400"), ("no station `400`", "from 1 to 199")),
        ((CLUB, "where can purple go"), ("no piece `purple` is in this game", "X, red, blue, green and white")),
        ((CLUB, "how many taxi tickets has purple"), ("no piece `purple` is in this game",)),
        ((CLUB, "may purple take the taxi to 46"), ("no piece `purple` is in this game",)),
        ((CLUB, "whose turn is it", "--at", "30"), ("no round 30", "rounds 1 to 14")),
        ((CLUB, "whose turn is it", "--at", "3.grey"), ("`grey` does not act in round 3",)),
        ((CLUB, "whose turn is it", "--at", "soon"), ("`soon` is no moment",)),
        ((CLUB, "whose turn is it", "--view", "zoe"), ("nobody at this table is called `zoe`",)),
        (("2104", "how many rounds"), ("2104",)),
        (("2014", "how many rounds", "--view", "red"), ("is a variant",)),
        (("2014", "how many rounds", "--option", "nonsense"), ("no option `nonsense`",)),
    ],
)
def test_wrong_input_says_what_there_is(
    arguments: tuple[str, ...], words: tuple[str, ...], sy_judge: Callable[..., Said]
) -> None:
    said = sy_judge("ask", *arguments)
    assert said.code == 2, said.output
    assert all(word in said.output for word in words), said.output


def test_without_a_question_the_forms_are_listed(sy_judge: Callable[..., Said]) -> None:
    said = sy_judge("ask", "2014")
    assert said.code == 0
    assert all(form.example in said.output for form in EVERY)


@pytest.mark.parametrize(
    ("variant", "question", "verdict", "says"),
    [
        ("2014", "how many doubles has X", "", "Mister X: 2 double"),
        ("holmes", "how many doubles has Moriarty", "", "Moriarty: 1 double"),
        ("2014", "must the detectives move", "yes", "the detectives must move where a move is possible"),
        ("2014", "what happens if all detectives are stuck", "",
         "if no detective has a ticket left that takes him anywhere: the fugitive has won"),
        ("2014", "do the police need tickets", "no", "the police ride without tickets"),
        ("2014", "how many detectives are there with 3 players", "", "3 players: 2 detectives (one each) and 2 police"),
        ("classic", "how many detectives are there with 3 players", "",
         "3 players: 5 detectives (held 3+2)"),
        ("2014", "may X use a black ticket on a surfacing move", "",
         "under a black ticket Mister X still shows his station after entry 3, 8, 13, 18 and 24"),
        ("2014", "what does the black ticket do", "", "a black ticket pays for taxi, bus, underground and ferry"),
        ("2014", "may X surface", "no", "not when he likes: Mister X shows himself after entries 3, 8, 13, 18 and 24"),
        ("2014", "who can capture", "", "the detectives and the police, by moving to his station"),
        ("2014", "who begins", "", "Mister X begins"),
        ("2014", "when does X win", "", "the fugitive wins, in one of these ways"),
        ("beginners", "where can X start", "", "Mister X may start on 82"),
        ("2014", "may X start on the same station as a detective", "no", "no two pieces start on one station"),
        ("2014", "may X use the undergruond", "yes", "Mister X may use the underground, with a black or underground ticket"),
        ("2014", "may the detectives talk to each other", "", "about talk"),
        ("holmes", "can moriarty take the tram", "yes", "Moriarty may use the tram, with a black or tram ticket"),
        ("holmes", "what tickets does watson have", "", "detective: 10 carriage, 7 tram, 4 underground"),
        ("holmes", "may X commit a crime", "it depends", "Moriarty may `crime` after an entry"),
        ("holmes", "may X pass a roadblock", "", "about roadblock"),
        ("2014", "may X commit a crime", "", "about crime"),
        ("2014", "does X appear on move 8", "yes", "Mister X is seen after entry 8"),
        ("2014", "must X show himself in round 5", "no", "Mister X is not seen after entry 5"),
        ("beginners", "when does Mister X disappear", "", "Mister X is seen after every entry except 3, 8 and 13"),
        ("2014", "when does X surface next", "", "Mister X shows himself after entries 3, 8, 13, 18 and 24"),
        ("2014", "does X show himself after his 24th move", "yes", "Mister X is seen after entry 24"),
        ("2014", "must the detectives move in order", "no",
         "the pursuers move in any order, another one each round if they like"),
        ("classic", "do the detectives have to move in order", "yes",
         "the pursuers move by seat; who holds several pieces moves them together"),
        ("2014", "is X hidden after entry 8", "no", "Mister X is seen after entry 8"),
        ("beginners", "is X hidden after entry 8", "yes", "Mister X is not seen after entry 8"),
        ("2014", "does the game end if X is caught", "",
         "the pursuers have won at once, seen or unseen; nobody moves any more"),
        ("2014", "must X double", "no", "allowed, and nobody has to: Mister X may make a double move"),
        ("beginners", "must X use the underground", "no", "Mister X may not use the underground"),
        ("2014", "must X stay", "no", "Mister X may not stay where a move is possible"),
        ("2014", "may the detectives take the bus in round 1", "yes", "the detectives may use the bus in round 1"),
        ("2014", "may X use the ferry in the last round", "yes", "Mister X may use the ferry in round 22, with a black ticket"),
        ("holmes", "what can Watson do", "", "Dr. Watson may `interrogate` at any point of the turn"),
    ],
)  # fmt: skip
def test_what_players_ask(variant: str, question: str, verdict: str, says: str) -> None:
    answer = ask(of(variant), question)
    assert (answer.verdict, answer.says[0]) == (verdict, says)


IDLE = """id = "idle"
title = "Idle detectives"
extends = "2014"
[amend.rules]
must-move.code = "fugitive must move 1 time a turn"
"""


@pytest.mark.parametrize(
    ("question", "verdict"),
    [("may the detectives stay", "yes"), ("must the detectives stay", "no"), ("must the detectives move", "no"),
     ("must X move", "yes"), ("may X stay", "no")],
)  # fmt: skip
def test_who_may_stay_need_not(question: str, verdict: str, tmp_path: Path) -> None:
    (tmp_path / "idle.toml").write_text(IDLE, encoding="utf-8")
    assert ask(of(str(tmp_path / "idle.toml")), question).verdict == verdict


def test_a_house_rule_about_rounds() -> None:
    desk = of(f"2014+{TOP / 'examples' / 'packs' / 'no-ferry-at-dawn.toml'}")
    found = {number: ask(desk, f"may X use the ferry in round {number}") for number in (3, 4)}
    assert [answer.verdict for answer in found.values()] == ["no", "yes"]
    assert rules(found[3]) == ["no-ferry-at-dawn"]
    with pytest.raises(Refused) as refused:
        ask(desk, "may X use the ferry in round 30")
    assert [(fault.code, fault.help) for fault in refused.value.faults] == [("Q31", "the rounds are 1 to 22")]


@pytest.mark.parametrize(
    ("question", "command"),
    [
        ("what differs between 2014 and 2023", "diff 2014 2023"),
        ("what is the difference to the classic game", "diff 2014 classic"),
        ("police vs mb", "diff 2014 classic"),
        ("is it different in your edition", "diff 2014 OTHER"),
    ],
)
def test_two_editions_side_by_side_are_a_command(question: str, command: str) -> None:
    with pytest.raises(Refused) as refused:
        ask(of("2014"), question)
    assert f"`sy-judge {command}`" in refused.value.faults[0].help


@pytest.mark.parametrize(
    ("question", "says"),
    [
        ("is the game over", "the game goes on: round 9, 11 entries written"),
        ("what round is it", "the game goes on: round 9, 11 entries written"),
        ("how many rounds are left", "22 rounds; this is round 9"),
        ("which tickets does red have left", "red has 11 taxi, 0 bus, 4 underground, 0 black, 0 double"),
        ("where was X last seen", "on 108; last seen on 114 after entry 8"),
        ("what can red do", "red stands on 102; by taxi: 83, 103, 115"),
    ],
)
def test_what_players_ask_of_a_game(question: str, says: str) -> None:
    assert "; ".join(ask(at("9.red"), question).says) == says


def test_a_clause_without_a_word_of_asking() -> None:
    assert ask(at("9.red"), "86 by bus, red?").says == ask(at("9.red"), "may red take the bus to 86").says


def test_a_slip_of_the_pen_is_told() -> None:
    answer = ask(of("2014"), "may X use the undergruond")
    assert answer.slips == (("undergruond", "underground"),)
    with pytest.raises(Refused, match="`teh` is no word"):
        ask(of("2014"), "may X use teh bus")


def test_what_is_shown_when_a_turn_is_over() -> None:
    nuremberg = of(str(TOP / "examples" / "house-rules" / "h45-nuremberg.toml"))
    seen = ask(nuremberg, "when does X surface")
    assert seen.says == ("After each turn the fugitive tells where he is, unless a black ticket was his last.",)
    assert ask(nuremberg, "does a black ticket hide the surfacing").verdict == "yes"
    assert ask(nuremberg, "does a bus ticket hide the surfacing").verdict == "no"
    assert ask(nuremberg, "may X double in the last round").verdict == "yes"
    assert ask(nuremberg, "who can capture").facts["who"] == ["the detectives", "the police"]


def test_the_reference_lists_every_form() -> None:
    text = (TOP / "docs" / "questions.md").read_text(encoding="utf-8")
    assert [form.example for form in EVERY if f"| {form.name} | `{form.example}` |" not in text] == []
