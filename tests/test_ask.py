"""`sy-judge ask`: a question is looked up in the list of those that can be asked; the reply says how it was read."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from conftest import TOP, Said

from adjudicator.answers.answer import Desk
from adjudicator.answers.catalogue import families
from adjudicator.answers.context import of_record, of_variant
from adjudicator.answers.phrasings import phrasings
from adjudicator.answers.reply import Reply, ask, picked
from adjudicator.answers.wording import plain_questions
from adjudicator.faults import Refused
from adjudicator.judge.log_file import Asked, Log
from adjudicator.judge.moments import Moment

CLUB = str(TOP / "examples" / "2014.log")


def of(variant: str, *options: str) -> Desk:
    return of_variant(Asked(variant, options=options))


def at(moment: str = "", view: str = "") -> Desk:
    number, _, piece = moment.partition(".")
    return of_record(Log(CLUB), Asked(), Moment(int(number), piece) if moment else None, view)


def entries(reply: Reply) -> list[str]:
    return [one.entry for one in reply.read]


# --- the list


def test_every_family_has_a_phrasing_and_every_phrasing_a_family() -> None:
    asked = {one.family for one in phrasings("en")}
    assert set(families()) <= asked
    known = {name.split("|")[0] for name in families()}
    assert {name for name in asked if name not in known and not name.startswith("told.")} == set()


def test_german_phrasings_are_of_families_that_there_are() -> None:
    asked = {one.family for one in phrasings("de") if not one.family.startswith("told.")}
    assert asked <= set(families())
    assert len(asked) > 0.8 * len(families())


@pytest.mark.parametrize("variant", ["2014", "classic", "beginners", "holmes", "examples/packs/helicopter.toml"])
def test_whatever_is_listed_can_be_asked_or_is_refused_with_a_reason(variant: str) -> None:
    """Every question of the list is looked up and answered; none ends in anything but an answer or a fault."""
    desk = of(f"2014+{variant}" if "/" in variant else variant)
    lost = []
    for name, text in list(plain_questions(desk))[::9]:
        if "…" not in text and not name.startswith("rule."):
            same = {name, {"use-with": "pays-for"}.get(name, name)}  # asked in the same words
            try:
                if not same & {*entries(ask(desk, text, 5))}:
                    lost.append((name, text))
            except Refused as refused:
                if not refused.faults[0].code.startswith("Q"):
                    raise
    assert len(lost) < 4, lost


def test_a_pack_is_covered_by_its_own_words() -> None:
    desk = of("2014+examples/packs/helicopter.toml")
    assert "act-often" in entries(ask(desk, "how often may the helicopter be used"))
    assert "rule.weather" in entries(ask(of("2014+examples/packs/storm.toml"), "who rolls the die for the weather", 5))


# --- reading


@pytest.mark.parametrize(
    ("variant", "question", "entry", "verdict"),
    [
        ("2014", "how many taxi tickets does a detective get", "tickets", ""),
        ("2014", "may detectives use the ferry", "use", "no"),
        ("2014", "must the detectives move", "stay", "yes"),
        ("2014", "may the detectives stay", "stay", "no"),
        ("2014", "what happens if X cannot move", "what.x-stuck", ""),
        ("2014", "is X hidden after move 8", "surfaces-at", "no"),
        ("2014", "must X surface after move 8", "surfaces-at", "yes"),
        ("classic", "how many rounds are there", "rounds", ""),
        ("2023", "darf ein Detektiv stehen bleiben", "stay", "no"),
        ("2023", "Wie viele Runden gibt es?", "rounds", ""),
    ],
)
def test_a_question_that_is_sure(variant: str, question: str, entry: str, verdict: str) -> None:
    reply = ask(of(variant), question)
    assert reply.is_sure
    assert (reply.read[0].entry, reply.read[0].answer.verdict) == (entry, verdict)


@pytest.mark.parametrize(
    "question",
    [
        "may detectives not use the ferry",
        "may detectives use the ferry twice",
        "may detectives use the ferry after round 17",
        "may only detectives use the ferry",
        "may detectives use the ferry without a zebra",
        "may X and the detectives use the ferry on the bus",
    ],
)
def test_a_word_more_is_never_passed_over(question: str) -> None:
    try:
        reply = ask(of("2014"), question)
    except Refused:
        return
    assert not (reply.is_sure and reply.read[0].entry == "use"), question


def test_sides_keep_their_order() -> None:
    onto, enter = (ask(of("2014"), text).read[0] for text in (
        "may a detective move to a station where X stands", "may X move to a station where a detective stands"))  # fmt: skip
    assert onto.answer.verdict == "yes"
    assert enter.answer.verdict == "no"


def test_german_questions_that_are_not_sure_get_suggestions() -> None:
    reply = ask(of("2023"), "Was ist, wenn Mister X komplett eingekesselt ist und nicht mehr weg kann?")
    assert not reply.is_sure
    assert len(reply.read) == 3


def test_nothing_near_says_so() -> None:
    with pytest.raises(Refused) as refused:
        ask(of("2014"), "xyzzy plugh")
    assert refused.value.faults[0].code == "Q30"


def test_a_choice_is_asked_by_its_name() -> None:
    reply = ask(of("2014"), "with police-ferry=on may the police use the ferry")
    assert reply.read[0].answer.verdict == "yes"


# --- of a log


def test_a_moment_is_taken_out_of_the_question() -> None:
    after, now = ask(at(), "where was red after round 6").read[0], ask(at("7"), "where is red").read[0]
    assert after.answer.says == now.answer.says


def test_the_course_answers() -> None:
    seen = ask(at(), "where did X surface", 5)
    assert "game.surfacings" in entries(seen)
    legal = ask(at(), "War der Doppelzug in Runde 9 erlaubt?", 5)
    assert "game.legal-round" in entries(legal)


def test_of_a_log_the_edition_answers_what_the_position_does_not() -> None:
    assert ask(at(), "may detectives use the ferry").read[0].answer.verdict == "no"


def test_a_seat_is_told_no_more_than_it_may_know() -> None:
    read = ask(at("9.red", "detectives"), "where is X").read[0]
    assert len(read.answer.facts["stations"]) > 20  # type: ignore[arg-type]


# --- the command


def test_a_sure_answer_says_how_it_was_read(sy_judge: Callable[..., Said]) -> None:
    said = sy_judge("ask", "2014", "may detectives use the ferry")
    assert said.code == 0
    assert said.output.startswith("I read this as: ")


def test_what_is_not_sure_is_listed_with_answers_and_exit_code_2(sy_judge: Callable[..., Said]) -> None:
    question = "X is stuck in a corner, poor chap, what then?"
    said = sy_judge("ask", "2014", question)
    assert said.code == 2
    assert said.output.count("->") == 3
    assert sy_judge("ask", "2014", question, "--more").output.count("->") == 5
    second = sy_judge("ask", "2014", question, "--pick", "2")
    assert second.code == 0
    assert second.output.startswith("I read this as: ")
    assert sy_judge("ask", "2014", question, "--pick", "first").code == 0
    assert sy_judge("ask", "2014", question, "--pick", "0").code == 2


def test_json_has_the_reading_and_the_others(sy_judge: Callable[..., Said]) -> None:
    data = json.loads(sy_judge("ask", "2014", "X is stuck in a corner, poor chap, what then?", "--format", "json").output)
    assert data["sure"] is False
    assert {"read_as", "verdict", "first_line", "entry"} == set(data["others"][0])
    sure = json.loads(sy_judge("ask", "2014", "may detectives use the ferry", "--format", "json").output)
    assert (sure["sure"], sure["verdict"]) == (True, "no")


def test_rules_lists_what_can_be_asked(sy_judge: Callable[..., Said]) -> None:
    assert "how many rounds are there?" in sy_judge("rules", "2014", "--questions").output
    data = json.loads(sy_judge("rules", "2014", "--questions", "--format", "json").output)
    assert {"entry": "rounds", "question": "how many rounds are there?"} in data["questions"]


def test_the_number_must_be_one_that_was_shown() -> None:
    with pytest.raises(Refused):
        picked(of("2014"), "xyzzy plugh rounds", 19)
