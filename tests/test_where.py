"""`sy-judge where`: what excludes a station, courses of play, moments, pictures, secrecy. Exactness has its own file."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import TOP, Said, call

from adjudicator.answers.context import of_record
from adjudicator.board import load as load_board
from adjudicator.deduction.courses import Explanation, explained
from adjudicator.deduction.exclusions import Exclusions
from adjudicator.deduction.whereabouts import Search
from adjudicator.faults import Refused
from adjudicator.judge.judgement import check
from adjudicator.judge.log_file import Asked, Log, read_page
from adjudicator.judge.moments import Moment, cut, moment, numbered
from adjudicator.record import parse, write
from adjudicator.record.lexicon import lexicon_of

CLUB = str(TOP / "examples" / "2014.log")
LOGS = ("2014", "classic", "1984", "2000", "2023", "beginners", "holmes-original", "holmes")

# He surfaces on 52 in round 3; then he takes a taxi to 39, 40, 51 or 69.
SEEN = """variant: 2014
start: X ?; red 13; blue 69; green 103
round: 3
entry: 2

3. X taxi 52!; red taxi 24; blue taxi 53; green taxi 102
4. X taxi ?; red taxi 37; blue taxi 40; green taxi 103
"""


def searched(text: str, tmp_path: Path, at: Moment | None = None) -> Search:
    log = tmp_path / "game.log"
    log.write_text(text, encoding="utf-8")
    found = of_record(Log(str(log)), Asked(), at, "detectives").where
    assert found is not None
    return found.search


def facts(found: Search, station: int) -> list[str]:
    return [fact.text for fact in Exclusions(found).why_not(station).facts]


# --- which stations


def test_neighbours_by_the_ticket_shown(tmp_path: Path) -> None:
    before = searched(SEEN, tmp_path, Moment(4, "red"))
    assert before.stations == (39, 40, 51, 69)


def test_where_he_was_not_caught(tmp_path: Path) -> None:
    assert searched(SEEN, tmp_path).stations == (39, 51, 69)


def test_the_cards_he_can_have_drawn(tmp_path: Path) -> None:
    text = "variant: 2014\nstart: X ?; red 26; blue 29\n\n"
    assert searched(text, tmp_path).stations == (35, 45, 51, 71, 78, 104, 106, 127, 132, 146, 166, 170, 172)


def test_a_result_is_a_fact(tmp_path: Path) -> None:
    caught = SEEN.replace("variant: 2014\n", "variant: 2014\nresult: X caught\n")
    cut_short = caught.replace("; green taxi 103\n", "\n").replace("; green taxi 102", "; green taxi 102")
    assert searched(cut_short, tmp_path).stations == (40,)


@pytest.mark.parametrize("name", LOGS)
def test_the_truth_is_always_possible(name: str) -> None:
    """And every other station that is listed has a legal course that looks the same."""
    file = str(TOP / "examples" / f"{name}.log")
    page = read_page(Log(file), Asked())
    rounds = sorted({number for _, number, _ in numbered(page.transcript)})
    for number in rounds[1::5]:
        at = Moment(number)
        found = of_record(Log(file), Asked(), at, "detectives").where
        truth = of_record(Log(file), Asked(), at).where
        assert found is not None
        assert truth is not None
        assert set(truth) <= set(found)
        for station in found.stations[:3]:
            course = explained(found.search, station)
            assert course is not None
            assert course.route[-1] == station


@pytest.mark.parametrize("last", ["X ? ?", "X bus ?"])
def test_a_page_that_knows_nothing(last: str, sy_judge: Callable[..., Said], tmp_path: Path) -> None:
    """Nobody's station is known: the answer is a bound, and says so. A ticket that is known still tells where it leads."""
    rounds = [f"{number}. {last if number == 6 else 'X ? ?'}; red ? ?; blue ? ?; green taxi ?" for number in range(1, 7)]
    log = tmp_path / "nothing.log"
    log.write_text("variant: 2014\nstart: X ?; red ?; blue ?; green ?\n\n" + "\n".join(rounds) + "\n", encoding="utf-8")
    said = json.loads(sy_judge("where", log, "--format", "json").output)
    board = load_board("london")
    led_to = {at for at in board.stations if last == "X ? ?" or "bus" in {mode for mode, _, _ in board.lines_from(at)}}
    assert set(said["stations"]) == led_to
    assert any(caveat.startswith("there are too many possible routes") for caveat in said["caveats"])


# --- why, and why not


def test_a_course_of_play_can_be_judged(tmp_path: Path) -> None:
    found = searched(SEEN, tmp_path)
    course = explained(found, 69)
    assert isinstance(course, Explanation)
    assert [line.clause for line in course.lines] == ["X taxi 52!", "X taxi 69"]
    verdict, errors = check(course.record, found.engine.rulebook)
    assert not errors
    assert not [finding for finding in verdict.findings if finding.verdict == "illegal"]


@pytest.mark.parametrize(
    ("station", "fact"),
    [
        (40, "blue came to 40 and did not catch him there"),
        (86, "entry 4 is covered by a taxi ticket"),
        (199, "he was seen on 52 after entry 3"),
    ],
)
def test_the_fact_that_excludes_a_station(station: int, fact: str, tmp_path: Path) -> None:
    assert facts(searched(SEEN, tmp_path), station) == [fact]


def test_a_piece_in_the_way_excludes_a_station(tmp_path: Path) -> None:
    text = (
        SEEN.replace("; blue taxi 40; green taxi 103", "")
        .replace("green taxi 102", "green taxi 40")
        .replace("green 103", "green 41")
    )
    found = searched(text, tmp_path)
    assert 40 not in found.stations
    assert facts(found, 40) == ["green stood in the way"]


def test_an_answer_excludes_a_station(tmp_path: Path) -> None:
    text = """variant: holmes
board: london-1895-sample
start: X ?; sherlock 13; watson 26
round: 3
entry: 2

3. X taxi 52!; sherlock taxi 4; watson taxi 15
4. X taxi ?; sherlock manhunt -> DISTRICT; sherlock taxi 3; watson taxi 14
"""
    board = searched(text.replace("DISTRICT", "I"), tmp_path).engine.board
    districts = {station: board.attribute("district", station) for station in (39, 40, 51, 69)}
    named = districts[39]
    found = searched(text.replace("DISTRICT", str(named)), tmp_path)
    assert set(found.stations) == {station for station, district in districts.items() if district == named}


# --- moments


def test_moments_of_a_record() -> None:
    page = read_page(Log(CLUB), Asked())
    transcript, rules = page.transcript, page.rulebook
    whole = [number for _, number, _ in numbered(transcript)]
    assert (whole[0], whole[-1]) == (1, 14)
    assert len(cut(transcript, Moment(2), rules).clauses) == 5
    assert len(cut(transcript, Moment(2, "red"), rules).clauses) == 6
    assert cut(transcript, Moment(15), rules).clauses == transcript.clauses
    assert cut(transcript, Moment(3), rules).result is None


@pytest.mark.parametrize("text", ["", "0x1", "red", "3.", "-1"])
def test_what_is_no_moment(text: str) -> None:
    with pytest.raises(Refused):
        moment(text)


def test_what_came_later_is_not_known_yet(tmp_path: Path) -> None:
    """A hidden entry that is shown when the next turn begins is hidden before."""
    text = """variant: beginners
start: X 82; red 41; blue 46; green 124

1. X taxi 66; red taxi 28; blue taxi 33; green taxi 123
2. X taxi 82; red taxi 41; blue taxi 46; green taxi 124
3. X taxi 81; red taxi 28; blue taxi 33; green taxi 123
4. X taxi 64; red taxi 41; blue taxi 46; green taxi 124
"""
    assert len(searched(text, tmp_path, Moment(3, "red")).stations) > 1
    assert searched(text, tmp_path, Moment(4)).stations == (81,)


# --- secrecy

QUESTIONS = ("who can capture X", "where can X be", "may X take the taxi to 51", "where can X go", "what if red moves taxi 24")


def test_games_that_look_alike_get_the_same_answers(tmp_path: Path) -> None:
    """Byte for byte, for every question: all courses of play that fit one record are put in its place."""
    found = searched(SEEN, tmp_path)
    rulebook = found.engine.rulebook
    said: set[tuple[tuple[str, int], ...]] = set()
    for station in found.stations:
        course = explained(found, station)
        assert course is not None
        text = write(course.record)
        assert not parse(text, lexicon_of(rulebook), "-")[1]
        log = tmp_path / "game.log"
        log.write_text(text, encoding="utf-8")
        outputs = [call("where", log), call("where", log, "--why", "40"), call("where", log, "--format", "json")]
        outputs += [call("ask", log, question, "--view", "detectives") for question in QUESTIONS]
        said.add(tuple((one.output, one.code) for one in outputs))
    assert len(found.stations) > 1
    assert len(said) == 1


# --- the command


def test_text_and_json_say_the_same(sy_judge: Callable[..., Said]) -> None:
    text = sy_judge("where", CLUB, "--at", "9.red", "--why", "157")
    data = json.loads(sy_judge("where", CLUB, "--at", "9.red", "--why", "157", "--format", "json").output)
    assert (text.code, data["round"], data["seen_on"]) == (0, 9, 114)
    assert all(str(station) in text.output for station in data["stations"])
    assert all(line["clause"] in text.output for line in data["why"]["course"])


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--why", "400"), ("no station `400`", "from 1 to 199")),
        (("--at", "99"), ("no round 99", "1 to 14")),
        (("--at", "3.zoe"), ("`zoe` does not act",)),
        (("--view", "zoe"), ("nobody at this table",)),
        (("--option", "nonsense"), ("no option `nonsense`",)),
    ],
)
def test_wrong_input_says_what_there_is(
    arguments: tuple[str, ...], words: tuple[str, ...], sy_judge: Callable[..., Said]
) -> None:
    said = sy_judge("where", CLUB, *arguments)
    assert said.code == 2
    assert all(word in said.output for word in words), said.output


def test_a_record_that_nothing_explains(tmp_path: Path, sy_judge: Callable[..., Said]) -> None:
    """From 52 nobody is on 199 one taxi ride later."""
    log = tmp_path / "game.log"
    log.write_text("variant: 2014\nstart: X 52; red 13\nround: 8\nentry: 7\n\n8. X taxi 199!\n", encoding="utf-8")
    said = sy_judge("where", log)
    assert said.code == 0
    assert "breach" not in said.output  # where he was before is not public
    log.write_text("variant: 2014\nstart: X ?; red 13\nround: 3\nentry: 2\n\n3. X taxi 52!\n   red taxi 23\n"
                   + "".join(f"{n}. X taxi ?; red taxi {13 if n % 2 == 0 else 23}\n" for n in range(4, 8)) + "8. X taxi 199!\n",
                   encoding="utf-8")  # fmt: skip
    said = sy_judge("where", log)
    assert (said.code, "breach: round 8: no possible route fits" in said.output) == (0, True)


def test_an_unfinished_board_says_so(tmp_path: Path, sy_judge: Callable[..., Said]) -> None:
    log = tmp_path / "game.log"
    log.write_text(
        "variant: holmes\nstart: X 45; sherlock 13; watson 26\n\nX taxi ?; sherlock manhunt -> II\n", encoding="utf-8"
    )
    assert "are unknown" in sy_judge("where", log).output
