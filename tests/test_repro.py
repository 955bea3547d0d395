"""House rules that were understood and judged wrongly once: each file of `tests/repro`, with what its sentence says."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from conftest import TOP

from adjudicator import Game
from adjudicator.cli.variant_test import Suite
from adjudicator.files import read_toml
from adjudicator.game import watched
from adjudicator.judge.judgement import check
from adjudicator.judge.log_file import Asked
from adjudicator.judge.secrets import hidden_in
from adjudicator.record import write
from adjudicator.rulebook.lint import lint
from adjudicator.seals import seal
from adjudicator.workshop.case_runner import try_case
from adjudicator.workshop.random_games import maker

HERE = TOP / "tests" / "repro"
FILES = sorted(path for path in HERE.glob("*.toml") if not path.name.endswith(".cases.toml"))
CASES = sorted(HERE.glob("*.cases.toml"))
# The log, the verdict, and the rules that are broken or undecided.
JUDGED = {
    "r01": ("legal", ()),  # detectives may stay
    "r01b": ("legal", ()),  # the police alone must move
    "r01c": ("legal", ()),  # the number of moves is counted
    "r02": ("legal", ()),  # two rides a turn, also for the piece that moves last
    "r03": ("legal", ()),  # who is on strike for a round can move again
    "r05": ("illegal", ("have-the-ticket",)),  # nobody holds less than no ticket
    "r06": ("legal", ()),
    "r07": ("legal", ()),
    "r08": ("legal", ()),
    "r11": ("legal", ()),  # a set of each piece
    "r11b": ("legal", ()),  # a set that does not begin empty
    "r12": ("legal", ()),  # a hand of two decks
    "r14": ("illegal", ("shout",)),  # who had to stay has not moved
    "r17": ("legal", ()),
    "r18": ("legal", ()),  # who cannot move before the siren can after it
    "r19b": ("legal", ()),  # a ticket that is lent can be used
    "r20": ("legal", ()),  # nobody has to move, and the game goes on
    "r21": ("undecided", ("not-as-before",)),  # a ticket before the page
}


def game_of(name: str, **changed: str) -> Game:
    text = (HERE / f"{name}.log").read_text(encoding="utf-8")
    text = re.sub(r"^variant: *(2014\+)?", lambda found: f"variant: {found[1] or ''}{HERE}/", text)
    for old, new in changed.items():
        text = text.replace(old, new)
    return Game.parse(text)


@pytest.mark.parametrize("name", JUDGED)
def test_it_is_judged_as_its_sentence_says(name: str) -> None:
    game = game_of(name)
    assert (game.verdict.verdict, tuple(dict.fromkeys(one.rule for one in game.findings))) == JUDGED[name]
    assert game.result is None or name == "r12"


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_what_is_generated_is_legal_and_so_is_every_view_of_it(path: Path) -> None:
    assert [one for one in lint(str(path)).faults if one.is_error] == []
    made = maker(Asked(f"2014+{path}" if read_toml(path)[0].get("pack") else str(path)))
    record = made.game(3)
    assert check(record, made.rulebook)[0].verdict == "legal"
    game = Game.of(record, made.rulebook)
    for seat in ("detectives", "X", game.pieces[1]):
        assert game.seen_by(seat).verdict.verdict in ("legal", "undecided")


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_its_cases_hold(path: Path) -> None:
    suite = Suite.beside(path.with_name(path.name.replace(".cases", "")))
    tried = [try_case(case, suite.edition, chapter.file) for chapter in suite.chapters for case in chapter.cases]
    assert tried
    assert [one.problems for one in tried if not one.passed] == []


# --- secrets


def test_a_choice_is_as_secret_as_where_it_goes() -> None:
    """Two games that differ in it look alike to everybody else, also sealed."""
    bus, underground = game_of("r06"), game_of("r06", **{"sabotage bus": "sabotage underground"})
    for seat in ("detectives", "red"):
        assert bus.seen_by(seat).text == underground.seen_by(seat).text
        assert "+ sabotage ?" in bus.seen_by(seat).text
    assert "sabotage bus" in bus.seen_by("X").text
    public, key = seal(bus.record, hidden_in(bus.record, bus.rules))
    assert "bus" not in write(public)
    assert "bus" in key


def test_an_answer_tells_what_was_chosen() -> None:
    """An announcement about a secret choice leaves fewer possible games: after `no` the bus runs."""
    asked = game_of("r06", **{"red taxi 39": "red inspect -> yes"}).seen_by("detectives")
    assert {one.state("traitor") for one in asked.possible} == {"bus"}


@pytest.mark.parametrize("name", ["r07", "r08"])
def test_the_record_of_those_who_did_not_see_it_is_not_illegal(name: str) -> None:
    for seat in ("detectives", "red"):
        view = game_of(name).seen_by(seat)
        assert view.verdict.verdict in ("legal", "undecided")
        assert "prepare" not in view.text
        assert "dash" not in view.text


@pytest.mark.parametrize("seed", [5, 16])  # a ride of a pursuer from another station; an ending that did not come
def test_what_a_lost_secret_may_have_moved_is_undecided(seed: int) -> None:
    """So many stations may have a mine that not all of it is followed; a mine throws a pursuer back."""
    made = maker(Asked(f"2014+{HERE / 'r27-mine.toml'}"))
    game = Game.of(made.game(seed), made.rulebook)
    view = game.seen_by("detectives")
    assert (game.verdict.verdict, view.verdict.verdict) == ("legal", "undecided")
    assert game.station("X") in view.where().stations


def test_of_an_unseen_turn_the_entries_are_seen() -> None:
    view = game_of("r08").seen_by("detectives")
    assert "X taxi ?, taxi ?" in view.text
    assert view.entries == 2


def test_the_entries_of_an_unseen_turn_may_be_written_one_by_one() -> None:
    """As they are at a table: after the first one nobody else knows that another comes."""
    whole = game_of("r08").text
    halves = re.sub(r"(X dash [^,;]+), ", r"\1; X ", whole)
    assert halves != whole
    game = Game.parse(halves, game_of("r08").rules)
    view = game.seen_by("detectives")
    assert "X taxi ?; X taxi ?" in view.text
    assert (game.verdict.verdict, view.verdict.verdict) == ("legal", "undecided")
    *_, last = watched(game.course(), "detectives")
    assert (last.text, last.findings) == (view.text, view.findings)


def test_what_the_table_hears_is_a_public_fact() -> None:
    view = game_of("r17").seen_by("detectives")
    assert 'table hears "a bell rings on the river"' in view.text
    assert view.where().stations == (108, 115, 157, 194)
    quiet = game_of("r17", **{"X 108": "X 115", "black/ferry 115": "black 102"}).seen_by("detectives")
    assert "heard:   marked" in quiet.text
    assert "hears" not in quiet.text
    assert quiet.verdict.verdict == "undecided"


@pytest.mark.parametrize("heard", ["", '; table hears "a bell rings on the river"; table hears "a bell rings"'])
def test_what_was_heard_is_checked(heard: str) -> None:
    game = game_of("r17", **{"entry: 4": "entry: 4\nheard: marked", "ferry 115": f"ferry 115{heard}"})
    assert [one.rule for one in game.findings] == ["bell"]


# --- the rest


def test_points_stand_in_the_result() -> None:
    rules = str(HERE / "r09-p.toml")
    game = Game.start(rules, {"X": 104, "red": 26, "blue": 117, "green": 174, "yellow": 50}).play("X resigns")
    assert game.result is not None
    assert game.result.score == {"fugitive": 7, "pursuers": 3}
    assert game.verdict.result is not None
    assert game.verdict.result.score == {"fugitive": 7, "pursuers": 3}


def test_a_hand_of_two_decks_has_as_many_cards_of_each_as_are_dealt() -> None:
    right, twice, none = "X letters 42, 158", "X letters 18; X letters 42", "X letters 42, 5"
    found = [game_of("r12", **{"X letters 42; X letters 158": cards}).findings for cards in (right, twice, none)]
    assert [[one.rule for one in some] for some in found] == [[], ["letters"], ["letters"]]
