"""The replay: every step says what the commands say of that moment, claims of the review are true, and secrets stay secret."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from functools import cache
from html import unescape
from pathlib import Path
from random import Random
from typing import Any

import pytest
from alike import begun, maker_of
from conftest import TOP, Said
from replays.exhaustive import most_caught, small_positions
from replays.moments import differences

from adjudicator.game import Game, watched
from adjudicator.judge.log_file import Asked, Log, read_page
from adjudicator.judge.moments import happened_in
from adjudicator.judge.verdict import Finding
from adjudicator.judge.views import seen_by
from adjudicator.judge.walk import Walk
from adjudicator.judge.walk_state import WalkState
from adjudicator.picture.changes import change
from adjudicator.record import transcript as r
from adjudicator.record import write
from adjudicator.replay.captures import best_turn
from adjudicator.replay.page import page
from adjudicator.replay.review import could_reach, review
from adjudicator.replay.telling import Telling, tell
from adjudicator.rulebook.model import Rulebook
from adjudicator.table.finding_words import worded

LOGS = sorted((TOP / "examples").rglob("*.log"))
UNFINISHED = "variant: 2014\nstart: X 104; red 26; blue 117; green 174; white 50\n\n1. X taxi 86; red bus 46\n"


@cache
def told(log: Path) -> Telling:
    """An example, told once for all tests of it."""
    return tell(Game.read(str(log)))


def data_of(text: str) -> dict[str, Any]:
    found = re.search(r'<script type="application/json" id="data">(.*?)</script>', text, re.DOTALL)
    assert found is not None
    data: dict[str, Any] = json.loads(found[1])
    return data


# --- following a record once


def facts(state: WalkState) -> tuple[object, ...]:
    """Everything that a judge has found out."""
    worlds = sorted(tuple(world.cells) for world in state.worlds)
    entries = [(one.clause, one.part, one.number, one.shown, one.surfaced) for one in state.entries]
    later = (state.told_end, state.offset, state.begun, state.sat_out, state.spoke, state.lost)
    return worlds, state.findings.all(), state.findings.hidden_entries, entries, later


def assert_followed(record: r.Transcript, rules: Rulebook, every: int) -> None:
    game = Game.of(record, rules)
    course = game.course()
    for number, (one, seen) in enumerate(zip(course, watched(course, "detectives"), strict=True)):
        if number % every == 0:
            view = seen_by(one.walk.end, "detectives", goes_on=number < len(course) - 1)
            assert write(seen.record) == write(view)
            assert facts(one.walk.end) == facts(Walk.of(one.record, rules, remembers=True).end)
            assert facts(seen.walk.end) == facts(Walk.of(view, rules, remembers=True).end)


@pytest.mark.parametrize("name", ["2014-mistakes", "holmes-mistakes", "saltmarsh/first-night", "records/public-unexplained"])
def test_a_growing_record_is_judged_as_if_from_its_beginning(name: str) -> None:
    found = read_page(Log(f"{TOP}/examples/{name}.log"), Asked())
    assert_followed(found.transcript, found.rulebook, 7)


def test_what_comes_later_in_a_round_may_decide() -> None:
    """Out of turn, missing, moving twice, an action after the last move: the judge goes back as far as he has to."""
    head = "variant: 2014\nseats: X; red = Ana; blue = Ben; green = Cleo; yellow = Dev\n"
    head += "start: X 104; red 26; blue 117; green 174; yellow 50\n\n"
    for clauses in (
        "1. red bus 46; X taxi 86; blue taxi 129; green taxi 161; yellow taxi 37\n2. X taxi 103; red taxi 47",
        "1. X taxi 86; red taxi 39; red taxi 51; blue taxi 129; yellow taxi 37\n2. X taxi 103; green taxi 161; red taxi 52",
    ):
        found = read_page(Log("text", head + clauses + "\n"), Asked())
        assert_followed(found.transcript, found.rulebook, 1)


# --- each step is the moment that the commands show


@pytest.mark.parametrize("log", LOGS, ids=lambda path: path.stem)
def test_every_step_says_what_the_commands_say(log: Path) -> None:
    assert list(differences(told(log), 2, Random(log.stem))) == []


@pytest.mark.parametrize("seat", ["detectives", "sherlock"])
def test_a_view_is_told_as_the_seat_knew_it(seat: str) -> None:
    game = Game.read(f"{TOP}/examples/holmes.log", view=seat)
    assert list(differences(tell(game, seat), 3, Random(seat))) == []


def test_he_does_not_see_what_pursuers_heard() -> None:
    """A page for the fugitive tells where the table could think he is as far as he can know: not by answers he did not hear."""
    own = tell(Game.read(f"{TOP}/examples/holmes.log", view="X"), "X")
    whole = told(TOP / "examples" / "holmes.log")
    assert len(own.steps[5].possible) >= len(whole.steps[5].possible)
    assert own.steps[5].truth is None


def test_a_step_says_only_what_it_changes() -> None:
    before = {"flags": {"red": [1], "blue": [2]}, "log": {}, "trail": ["1-2"]}
    now = {"flags": {"red": [3]}, "log": {"1": ["taxi", ""]}, "trail": ["1-2"]}
    assert change(before, now) == {"flags": {"blue": None, "red": [3]}, "log": {"1": ["taxi", ""]}}


def test_a_hint_is_told_to_whoever_heard_it() -> None:
    """A bell on the river, of which the table writes `heard:`: on the whole page, on a seat's, and on the public log's."""
    head = "variant: house-rules\nseats: X = Ana; red = Ben; blue = Cleo; white (police); rex\n"
    game = Game.parse(f"{head}start: X 104/115 at 115; red 29; blue 117; white 13; rex 46\n\n1. X ferry 108\n")
    public = game.seen_by("detectives", goes_on=True)
    for telling in (tell(game), tell(public, "detectives"), tell(Game.parse(public.text))):
        assert telling.steps[1].heard[-1] == "A bell rings on the river."


def test_a_round_that_nobody_wrote_down_says_so() -> None:
    """Its steps are there, undecided, and later steps say the same as the commands."""
    text = (TOP / "examples" / "2014.log").read_text("utf-8")
    telling = tell(Game.parse(re.sub(r"^3\..*\n", "", text, flags=re.MULTILINE)))
    sentences = [step.seen.sentence for step in telling.steps if step.round == 3]
    assert sentences[0] == "Mister X does something that is not written down."
    assert len(sentences) == 5
    assert list(differences(telling, 4, Random(3))) == []


def test_a_finding_about_the_start_stands_before_the_first_step() -> None:
    """In a table the start has its own lines, which do not belong to steps."""
    head = "| round | X | red | blue | green | yellow |\n|---|---|---|---|---|---|\n| start | 104 | 26 | 26 | 174 | 50 |\n"
    telling = tell(Game.parse(f"{head}| 1 | taxi 86 | taxi 39 | taxi 27 | taxi 161 | taxi 37 |\n", "2014"))
    assert [at for at, step in enumerate(telling.steps) if step.truth and step.truth.findings] == [0]


def test_a_finding_calls_him_as_the_edition_does() -> None:
    found = Finding("illegal", "", "", "", "X has no black ticket: `X black 52`", help="Moriarty can go to 86")
    assert worded(found, maker_of("holmes").rulebook).message == "Moriarty has no black ticket: `X black 52`"
    assert worded(found, maker_of("holmes").rulebook).help == found.help


# --- the review


def test_the_best_turn_is_the_best_of_all_turns() -> None:
    """200 small positions of all editions: no turn catches him on more stations, and this one does on as many."""
    tried, certain, shut_in = 0, 0, 0
    for known in small_positions(5, 200):
        best, most = best_turn(known), most_caught(known)
        assert best is not None
        if most is not None:
            assert len(best.caught) == most, f"{known} {known.stations}: {best}"
            assert best.proved
            tried, certain = tried + 1, certain + best.is_certain
            shut_in += any(station not in [move.to for move in best.rides] for station in best.caught)
    assert tried > 190
    assert min(certain, tried - certain, shut_in) > 0


def test_what_was_open_to_him_is_every_station_of_a_legal_turn() -> None:
    found = 0
    for edition in ("2014", "classic", "holmes"):
        telling = tell(Game.of(begun(edition, 3, 24), maker_of(edition).rulebook))
        for one in review(telling.steps).given_away[:6]:
            known, clause = telling.steps[one.step - 1].known, telling.steps[one.step].known.record.clauses[-1]
            rides = sum(isinstance(part, r.Ride) for part in clause.parts)
            moves = [move for world in known.possible for move in world.moves("X") if len(move.legs) == rides]
            assert could_reach(known, clause) == {move.to for move in moves}
            assert one.open == len({move.to for move in moves})
            found += 1
    assert found > 8


def test_a_certain_capture_is_shown_with_its_rides(sy_judge: Callable[..., Said]) -> None:
    said = sy_judge("replay", TOP / "examples/holmes.log", "-o", "-")
    assert "Moriarty could have been caught for certain" in said.output
    assert "Mycroft Holmes carriage 178" in said.output


# --- secrets


def test_a_page_with_a_view_depends_only_on_what_the_seat_saw(sy_judge: Callable[..., Said], tmp_path: Path) -> None:
    """tests/test_views_alike.py compares pairs of games of all editions; here a pair that ends."""
    texts = []
    for start, first in ((127, 115), (104, 116)):
        game = f"variant: 2014\nstart: X {start}; red 26; blue 91; green 174; yellow 50\n\n"
        (tmp_path / "game.log").write_text(f"{game}1. X taxi {first}; red taxi 39; blue taxi 105\n")
        texts.append(sy_judge("replay", tmp_path / "game.log", "--view", "detectives", "-o", "-").output)
    assert texts[0] == texts[1]
    assert 'hasSwitch":false' in texts[0]


def test_a_game_that_is_not_over_is_not_shown(sy_judge: Callable[..., Said], tmp_path: Path) -> None:
    log = tmp_path / "game.log"
    log.write_text(UNFINISHED)
    said = sy_judge("replay", log, "-o", tmp_path / "game.html")
    assert said.code == 2
    assert "T280" in said.output
    assert "--view detectives" in said.output
    assert not (tmp_path / "game.html").exists()
    for more in (["--with-secrets"], ["--view", "red"]):
        assert sy_judge("replay", log, *more, "-o", tmp_path / "game.html").code == 0
    assert "86" not in json.dumps(data_of((tmp_path / "game.html").read_text(encoding="utf-8"))["steps"][1]["seen"])


def test_a_public_record_of_a_game_that_goes_on_may_be_shown(sy_judge: Callable[..., Said], tmp_path: Path) -> None:
    record = Game.parse(UNFINISHED).seen_by("detectives", goes_on=True).text
    (tmp_path / "game.log").write_text(record)
    assert sy_judge("replay", tmp_path / "game.log", "-o", tmp_path / "game.html").code == 0


def test_a_step_has_its_place_on_the_page_but_not_for_a_seat(sy_judge: Callable[..., Said]) -> None:
    """Where on a page the others wrote something would tell a seat how much it is not shown."""
    page = TOP / "examples" / "pages" / "table-tabs.txt"
    lines = page.read_text(encoding="utf-8").splitlines()
    steps = data_of(sy_judge("replay", page, "--with-secrets", "-o", "-").output)["steps"]
    assert "place" not in steps[0]
    for step in steps[1:]:
        line, column, length = step["place"]
        written = lines[line - 1][column - 1 : column - 1 + length]
        assert any(written and written in cell for cell in lines[line - 1].split("\t")), step
    for seat in ("detectives", "X"):
        assert not any("place" in step for step in data_of(sy_judge("replay", page, "--view", seat, "-o", "-").output)["steps"])


def test_seals_stay_closed_without_their_key(sy_judge: Callable[..., Said]) -> None:
    sealed, opened, whole = (
        sy_judge("replay", TOP / "examples" / name, *more, "-o", "-").output
        for name, more in (
            ("records/sealed.log", ()),
            ("records/sealed.log", ("--key", TOP / "examples/records/sealed.key")),
            ("2014.log", ()),
        )
    )
    unplaced = [re.sub(r'"place":\[\d+,\d+,\d+\],', "", page) for page in (opened, whole)]  # the sealed log is longer
    assert unplaced[0] == unplaced[1]
    assert data_of(sealed)["hasSwitch"] is False
    assert "taxi to a place unseen" in sealed
    wrong = sy_judge("replay", TOP / "examples/2014.log", "--key", TOP / "examples/2014.log", "-o", "-")
    assert wrong.code == 2


# --- the page


@pytest.mark.parametrize("log", LOGS[::4], ids=lambda path: path.stem)
def test_a_page_is_small_and_alone(log: Path) -> None:
    telling = told(log)
    text = page(telling)
    assert len(text.encode()) <= 200_000
    assert "default-src 'none'" in unescape(text)
    assert re.findall(r'(?:src|href)="(?!#)[^"]*"', text) == []
    assert not re.search(r"\sstyle=|\son[a-z]+=|@import|url\(", text)
    assert text.count("data-step=") == len(telling.steps) == len(data_of(text)["steps"])


def test_names_are_words_and_nothing_else() -> None:
    hostile = "</script><script>alert(1)</script> \"'&<b> \u202eשלום"
    game = Game.parse(UNFINISHED.replace("start:", f"seats: X = {hostile}; red; blue; green; white\nstart:"))
    text = page(tell(game))
    assert text.count("<script") == 2
    assert "alert(1)" in text
    assert "<b>" not in text.replace('<b id="count">', "")
    person = data_of(text)["pieces"][0]["person"]
    assert person == next(seat.person for seat in game.record.seats if seat.piece == "X")


def test_what_cannot_be_read_gives_no_page(sy_judge: Callable[..., Said], tmp_path: Path) -> None:
    (tmp_path / "bad.log").write_text("variant: 2014\nstart: X 104\n\n1. X taxy 86\n")
    for arguments, code in (((tmp_path / "bad.log",), 2), ((tmp_path / "none.log",), 2)):
        said = sy_judge("replay", *arguments, "-o", tmp_path / "out.html")
        assert said.code == code
        assert "error" in said.output
    said = sy_judge("replay", tmp_path / "bad.log", "--view", "red", "-o", tmp_path / "out.html")
    assert "taxy" not in said.output
    assert not (tmp_path / "out.html").exists()


@pytest.mark.parametrize("variant", ["2014+fog", "house-rules", "beginners"])
def test_editions_packs_and_own_boards_are_shown(variant: str, tmp_path: Path) -> None:
    name = variant.replace("+fog", f"+{TOP}/examples/packs/fog.toml")
    record = begun(name, 4, 14)
    (tmp_path / "game.log").write_text(write(record))
    text = page(tell(Game.of(record, maker_of(name).rulebook)))
    assert len(data_of(text)["steps"]) == len(happened_in(record)) + 1


def test_an_empty_record_has_one_step() -> None:
    text = page(tell(Game.parse("variant: 2014\nstart: X 104; red 26; blue 117; green 174; white 50\n")))
    assert len(data_of(text)["steps"]) == 1
