"""`sy-judge ask`: questions are understood whole or not at all; about a log the position decides."""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import permutations
from pathlib import Path

import pytest
from conftest import TOP, Said, call
from questions import Question, questions
from questions.__main__ import unmoved

from adjudicator.answers.answer import Answer, Desk
from adjudicator.answers.context import of_record, of_variant
from adjudicator.answers.forms import EXAMPLES, OF_A_GAME, OF_RULES
from adjudicator.answers.known import examples
from adjudicator.answers.patterns import Choice, Part, Word, forms, pattern, phrase
from adjudicator.answers.replies import IN_A_GAME, REPLIES, ask
from adjudicator.answers.tokens import vocabulary
from adjudicator.faults import Refused
from adjudicator.judge.log_file import Asked, Log
from adjudicator.judge.moments import Moment
from adjudicator.record import write
from adjudicator.report.answers import forms_table
from adjudicator.words import spellings
from adjudicator.workshop.random_games import maker

CLUB = str(TOP / "examples" / "2014.log")
BANNED = str(TOP / "tests" / "questions" / "logs" / "trams-banned.log")
CAUGHT = str(TOP / "tests" / "questions" / "logs" / "moriarty-caught.log")
EVENING = str(TOP / "tests" / "questions" / "logs" / "club.log")
OF_CLAUSES = {"why", "what-if"}  # the rest of such a question is a clause, in the notation of transcripts


def at(moment: str, view: str = "", file: str = CLUB) -> Desk:
    number, _, piece = moment.partition(".")
    return of_record(Log(file), Asked(), Moment(int(number), piece), view)


def of(variant: str, *options: str) -> Desk:
    return of_variant(Asked(variant, options=options))


def rules(answer: Answer) -> list[str]:
    return [one.rule for one in answer.grounds]


# --- reading questions


def test_every_form_has_patterns_an_example_and_somebody_who_answers() -> None:
    assert set(forms()) == set(EXAMPLES) - OF_CLAUSES == {*REPLIES, *IN_A_GAME}


def words_of(parts: tuple[Part, ...]) -> set[str]:
    found: set[str] = set()
    for one in parts:
        if isinstance(one, Word):
            found |= set() if one.is_slot or one.name.isdigit() else {one.name}
        else:
            ways = one.ways if isinstance(one, Choice) else phrase(one.name)
            found |= {word for way in ways for word in words_of(way)}
    return found


@pytest.mark.parametrize("variant", ["classic", "2014", "beginners", "holmes"])
def test_examples_of_a_rulebook_that_mean_the_same_have_the_same_answer(variant: str) -> None:
    rulebook = of(variant).rulebook
    told = rulebook.tables.questions
    found = list(examples(rulebook))
    assert [
        (one.text, other.text)
        for one, other in permutations(found, 2)
        if told[one.name].says != told[other.name].says and one.meaning.equals(other.meaning, one.beside)
    ] == []


def test_a_text_of_many_words_is_not_tried_in_every_order(sy_judge: Callable[..., Said]) -> None:
    verbs = "use play take pay spend give show see know learn look open hide keep hold"
    said = sy_judge("ask", "2014", f"may X {f'{verbs} ' * 12}our tickets")
    assert said.code == 2
    assert "is not understood" in said.output


def test_an_example_is_more_than_those_who_are_named() -> None:
    everyone = {"fugitive", "pursuer"}
    assert [
        one.text
        for one in examples(of("holmes").rulebook)
        if not any(not atom.is_light and not atom.names & everyone for atom in one.meaning.atoms)
    ] == []


@pytest.mark.parametrize(
    ("variant", "text", "verdict"),
    [
        ("2014", "are we supposed to keep the tickets of the detectives open?", "yes"),
        ("2014", "is X allowed to look at our tickets", "yes"),
        ("2014", "may we keep our tickets secret from X?", "no"),
        ("holmes", "Are Watson and Irene both allowed to spend a chip in one and the same turn?", "no"),
        ("holmes", "Irene forbade the tram. May he go by tram with a black ticket anyway?", "no"),
    ],
)
def test_a_question_that_means_the_same_as_an_example_has_its_answer(variant: str, text: str, verdict: str) -> None:
    assert ask(of(variant), text).verdict == verdict


@pytest.mark.parametrize(
    "text",
    ["can X not see the detectives' tickets", "can X see the detectives' last tickets", "can X see the detectives' 2 tickets"],
)
def test_a_word_more_is_another_meaning(text: str) -> None:
    with pytest.raises(Refused):
        ask(of("2014"), text)


def test_every_word_of_a_pattern_can_be_said() -> None:
    """A concept that no language spells would make its pattern one that nothing matches; other words stand for themselves."""
    spelled = {*spellings("asking"), *spellings("soft")}
    used = {word for patterns in forms().values() for one in patterns for word in words_of(one.parts)}
    alone = {word for word in used - spelled if not vocabulary(of("2014"), word).tokens(word)[0].text}
    assert not alone


@pytest.mark.parametrize("form", sorted(set(OF_RULES) - {"columns", "characters", "numbers"}))
def test_every_example_is_understood(form: str) -> None:
    holmes = {"decks", "dealt", "counted-win", "who-acts", "what-act", "learns", "act-entry", "act-entries", "attribute-of",
              "attribute-where", "supply"}  # fmt: skip
    desk = of("classic", "voluntary-surfacing") if form == "may-act" else of("holmes" if form in holmes else "2014")
    assert ask(desk, EXAMPLES[form]).says


@pytest.mark.parametrize("form", sorted(set(OF_A_GAME) - {"state", "gone"}))
def test_every_example_about_a_game_is_understood(form: str) -> None:
    assert ask(at("5.red"), EXAMPLES[form]).says


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("may detectives use the ferry", "Are the detectives allowed to take a boat?"),
        ("how many rounds are there", "for how many rounds is the game played"),
        ("when does X surface", "after which moves must Mister X show himself"),
        ("who wins if no detective can move", "no detective can move any more: who wins?"),
        ("may two detectives stand on one station", "can 2 detectives be on the same spot"),
        ("must the detectives move", "do detectives have to move"),
        ("what happens if X cannot move", "What happens when Mr X is trapped?"),
        ("where do used tickets go", "what happens to used tickets"),
    ],
)
def test_other_words_for_the_same(one: str, other: str) -> None:
    assert ask(of("2014"), one).says == ask(of("2014"), other).says


@pytest.mark.parametrize(
    "question",
    [
        "may police use the ferry on sundays",
        "how many black tickets has X's mother",
        "can X take a nap",
        "red blue green",
        "what is the best move for X",
        "",
        "?",
        "how many chips has irene",
    ],
)
def test_one_stray_word_and_nothing_is_understood(question: str) -> None:
    with pytest.raises(Refused) as refused:
        ask(of("2014"), question)
    assert refused.value.faults[0].help.startswith("ask for example `")


def test_a_slip_of_the_pen_is_shown() -> None:
    answer = ask(of("2014"), "may detectivs use the ferry")
    assert (answer.verdict, answer.slips) == ("no", (("detectivs", "detectives"),))


def test_brackets_of_patterns_must_close() -> None:
    with pytest.raises(ValueError, match="bracket"):
        pattern("may WHO) use")


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
    assert (answer.verdict, answer.helpless, answer.changes) == ("no", True, ())


def test_an_option_helps(tmp_path: Path) -> None:
    log = tmp_path / "game.log"
    log.write_text("variant: 2014\noption: cut-off\nstart: X 153; red 154\n", encoding="utf-8")
    answer = ask(of_record(Log(str(log)), Asked()), "may X take the underground to 140")
    texts = [change.text for change in answer.changes]
    assert "legal with the option `cut-off=off`" in texts
    assert "legal once red has left 154" in texts


def test_what_if_says_what_is_decided() -> None:
    assert ask(at("14.red"), "what if red moves taxi 117").says[1] == "decided: the pursuers win (capture)"
    assert ask(at("14.red"), "what if red moves taxi 118").says[1] == "the game goes on"


def test_questions_of_a_position_need_a_game() -> None:
    for question in ("where can red go", "whose turn is it"):
        with pytest.raises(Refused, match="position in a game"):
            ask(of("2014"), question)


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


@pytest.mark.parametrize(
    ("question", "verdict"),
    [
        ("may X use the tram", "no"),
        ("may X use a black ticket for the tram", "no"),
        ("is the tram banned", "yes"),
        ("is the underground banned", "no"),
        ("may X take a carriage to 78", "yes"),
        ("may watson interrogate", "no"),
    ],
)
def test_the_position_decides(question: str, verdict: str) -> None:
    assert ask(of_record(Log(BANNED), Asked()), question).verdict == verdict


@pytest.mark.parametrize("question", ["may watson interrogate", "may X double", "can sherlock move", "may irene use the tram"])
def test_nothing_may_be_done_after_the_end(question: str) -> None:
    assert ask(of_record(Log(CAUGHT), Asked()), question).verdict == "no"


def test_the_turn_decides_about_doubles() -> None:
    assert ask(at("9"), "may X double").verdict == "yes"
    assert ask(at("9.red"), "may X double").verdict == "no"


# --- questions about rules


@pytest.mark.parametrize(
    ("variant", "question", "verdict", "rule"),
    [
        ("2014", "may police use the ferry", "no", "ferry-for-the-fugitive"),
        ("2014", "may X use the ferry", "yes", "follow-a-line"),
        ("beginners", "may red take the underground", "no", "no-underground"),
        ("2014", "may X double in the last round", "yes", "double"),
        ("2014", "does a black ticket hide the surfacing", "no", "surfacing"),
        ("beginners", "does a black ticket hide the surfacing", "yes", "black-disappears"),
        ("2014", "may X enter an occupied station", "no", "free-station"),
        ("classic", "may X enter an occupied station", "yes", "entered-pursuer"),
        ("2014", "may two detectives stand on one station", "no", "free-station"),
        ("2014", "may X double twice in a round", "no", "one-double-a-round"),
        ("2014", "may red stay", "no", "must-move"),
        ("2014", "may X give up", "yes", "resigned"),
        ("holmes", "may X use two abilities at a hideout", "no", "one-hideout-ability"),
    ],
)
def test_yes_or_no(variant: str, question: str, verdict: str, rule: str) -> None:
    answer = ask(of(variant), question)
    assert answer.verdict == verdict
    assert rule in rules(answer)


@pytest.mark.parametrize(
    ("variant", "option", "question", "then"),
    [
        ("2014", "police-ferry=on", "may police use the ferry", "yes"),
        ("2014", "double-last-round=off", "may X double in the last round", "no"),
        ("2014", "black-hides-surfacing=on", "does a black ticket hide the surfacing", "yes"),
        ("2014", "fugitive-enters=loses", "may X enter an occupied station", "yes"),
        ("2014", "order=seat", "may the detectives move in any order", "no"),
        ("holmes", "ban-lasts=turn", "does the ban cover the second half of a double", "yes"),
    ],
)
def test_it_depends_on_an_option(variant: str, option: str, question: str, then: str) -> None:
    found = {one.option: one.verdict for one in ask(of(variant), question).depends}
    assert found.get(option) == then
    assert ask(of(variant, option), question).verdict == then


def test_an_answer_of_the_rulebook_falls_with_the_rule_that_it_rests_on(tmp_path: Path) -> None:
    house = tmp_path / "house.toml"
    house.write_text(
        'id = "house"\ntitle = "Roadblocks stop everybody"\nextends = "holmes"\n[amend.rules.roadblocked]\n'
        'says = "Nobody arrives at a roadblock."\nstatus = "house"\n'
        "code = '''\nforbid ride when to in roadblocks because \"there is a roadblock\"\n'''\n",
        encoding="utf-8",
    )
    assert ask(of("holmes"), "may detectives enter a roadblocked station").verdict == "yes"
    with pytest.raises(Refused):
        ask(of(str(house)), "may detectives enter a roadblocked station")


# --- against the engine and against itself


@pytest.mark.parametrize(("variant", "round_"), [("2014", 3), ("classic", 5), ("beginners", 2), ("holmes-original", 4)])
def test_of_a_generated_game_ask_agrees_with_the_listed_moves(variant: str, round_: int, tmp_path: Path) -> None:
    """Every line that leaves the station of a piece, asked for in words: yes if the listing has it, no if not."""
    log = tmp_path / "game.log"
    log.write_text(write(maker(Asked(variant)).game(round_)), encoding="utf-8")
    desk = at(f"{round_}", file=str(log))
    assert desk.game is not None
    game, piece = desk.game, desk.game.to_move[0]
    here, legal = game.station(piece), {move.notation for move in game.moves(piece)}
    lines = {(mode, to) for mode, to, _ in game.engine.board.lines_from(here or 0) if mode in desk.rulebook.tables.tickets}
    asked = {f"{piece} {mode} {to}": ask(desk, f"may {piece} take the {mode} to {to}").verdict for mode, to in sorted(lines)}
    assert asked
    assert asked == {clause: "yes" if clause in legal else "no" for clause in asked}


@pytest.mark.parametrize("question", questions("seen")[5::45], ids=lambda one: one.id)
def test_one_more_meaningful_word_changes_the_answer(question: Question, monkeypatch: pytest.MonkeyPatch) -> None:
    """`python -m tests.questions --half seen --twists` does it with all of them."""
    monkeypatch.chdir(TOP)
    assert unmoved(question) == []


@pytest.mark.parametrize(
    ("question", "verdict"),
    [
        ("is Mister X caught if a detective moves onto him", "yes"),
        ("is Mister X caught if he moves onto a detective", "no"),
        ("can a detective catch him", "yes"),
        ("must X make the second half of a double", "yes"),
        ("may X stop between the halves of a double", "no"),
        ("may Mister X pass", "no"),
    ],
)
def test_who_does_what_is_told_by_the_order(question: str, verdict: str) -> None:
    assert ask(of("2014"), question).verdict == verdict


@pytest.mark.parametrize(
    ("file", "question"),
    [
        ("", "how many cards are there"),
        ("", "can Mister X catch a detective"),
        ("", "may the detectives move Mister X"),
        ("", "how many taxis are on the board"),
        (CLUB, "how many black tickets did X have at the start"),
        (CLUB, "where did red start"),
    ],
)
def test_a_question_about_something_else_is_not_understood(file: str, question: str) -> None:
    with pytest.raises(Refused):
        ask(at("3", file=file) if file else of("2014"), question)


@pytest.mark.parametrize(
    "question",
    ["how many police are there with 4 players", "we are 4, how many cops", "how many police when three detectives play"],
)
def test_the_size_of_the_table_may_stand_anywhere(question: str) -> None:
    assert ask(of("2014"), question).says[0].startswith("1 police")


@pytest.mark.parametrize(
    ("question", "verdict"),
    [("has X moved", "yes"), ("has red moved", "no"), ("is 69 occupied", "yes"), ("is 69 free", "no"), ("is 52 free", "yes")],
)
def test_the_round_and_the_station_of_both_sides_count(question: str, verdict: str) -> None:
    assert ask(of_record(Log(EVENING), Asked()), question).verdict == verdict


def test_a_question_with_two_answers_says_so() -> None:
    with pytest.raises(Refused) as refused:
        ask(of("2023"), "Darf Mister X in einer Runde zwei Doppelzüge machen?")
    assert [fault.code for fault in refused.value.faults] == ["Q42"]


def test_a_slip_is_shown_and_help_speaks_in_the_words_of_the_edition() -> None:
    assert ask(of("2014"), "how many blak tickets has X").slips == (("blak", "black"),)
    with pytest.raises(Refused) as refused:
        ask(of("holmes"), "may the queen use the ferry with a taxi ticket")
    assert "Moriarty" in str(refused.value.faults[0].values["examples"])


# --- the command


def test_the_reference_lists_every_form(pytestconfig: pytest.Config) -> None:
    page = TOP / "docs" / "questions.md"
    head, _, rest = page.read_text(encoding="utf-8").partition("forms.py -->\n")
    made = f"{head}forms.py -->\n{forms_table()}{rest[rest.index('<!-- end of forms') :]}"
    if pytestconfig.getoption("--update"):
        page.write_text(made, encoding="utf-8")
    assert page.read_text(encoding="utf-8") == made, "run `pytest tests/test_ask.py --update`"


def test_the_command_lists_the_forms_and_answers_as_json(sy_judge: Callable[..., Said]) -> None:
    assert "  may detectives use the ferry" in sy_judge("ask", "2014").output
    told = json.loads(sy_judge("ask", "2014", "may police use the ferry", "--format", "json").output)
    assert (told["verdict"], told["form"], told["rules"][0]["rule"]) == ("no", "use", "ferry-for-the-fugitive")
    refused = sy_judge("ask", "2014", "how many queens are there")
    assert refused.code == 2


def test_explain_takes_rules(sy_judge: Callable[..., Said]) -> None:
    assert "free-station: Two pursuers never stand on one station" in sy_judge("explain", "free-station").output
    assert "yes (`police-ferry=on`)" in sy_judge("explain", "G28").output
    assert sy_judge("explain", "no-such-rule").code == 2


@pytest.mark.parametrize("question", ["is Moriarty allowed to fib to 17 Watson", "who wins with 17 players"])
def test_a_table_that_cannot_be_is_refused(question: str) -> None:
    said = call("ask", "holmes", question)
    assert (said.code, said.output.partition(":")[0]) == (2, "error Q31")


@pytest.mark.parametrize("said", ["red has used a black ticket", "my sister says that red has used a bus ticket"])
def test_what_was_done_is_not_asked_of_the_rules(said: str, sy_judge: Callable[..., Said]) -> None:
    """It was answered like `may red use a black ticket`."""
    assert sy_judge("ask", TOP / "examples" / "2014.log", said).code == 2
