"""A view depends only on what the seat saw: games that looked the same to it give it the same bytes for every question."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
from alike import (
    ASKING,
    CALLS,
    GAMES,
    PACKS,
    TOGETHER,
    answered,
    assert_alike,
    assert_look_alike,
    begun,
    heard_by_pursuers,
    maker_of,
    moments,
    other_answers,
    planted,
    read,
    sealed,
    seats,
    twins,
    with_view,
)
from attrs import evolve
from conftest import TOP

from adjudicator.faults import Refused
from adjudicator.game import Game
from adjudicator.judge import views
from adjudicator.judge.views import view_of
from adjudicator.record import transcript as r
from adjudicator.record import write


def test_every_command_with_a_view_is_called() -> None:
    """A new command with a view needs a line in CALLS, so that it is looked at here."""
    assert set(with_view()) == set(CALLS)


@pytest.mark.parametrize("seat", ["", "  "])
def test_a_view_without_a_seat_shows_nothing(tmp_path: Path, seat: str) -> None:
    """`--view $SEAT` with nothing in SEAT must not show everything; nor is who has no person's name called nothing."""
    log = tmp_path / "game.log"
    log.write_text("variant: 2014\nseats: X; red; blue; green; yellow\n\n1. X taxi 86\n")
    for name, call in CALLS.items():
        said = answered(*call(str(log), "2014", "1")[0], "--view", seat)
        assert (said.code, said.output) == (2, b""), name
        assert b"name a seat" in said.errors
    with pytest.raises(Refused, match="nobody at this table"):
        view_of(read(log.read_text(), maker_of("2014").rulebook), maker_of("2014").rulebook, seat)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One for all examples of a test: the name of the log is printed, and has to be the same."""
    return tmp_path_factory.mktemp("alike")


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("variant", GAMES, ids=lambda name: Path(name).stem)
def test_games_that_look_alike(variant: str, seed: int, folder: Path) -> None:
    """Other courses of play, other comments and spaces; and then a breach in each that this seat did not see."""
    assert_look_alike(variant, seed, folder)


@pytest.mark.parametrize("variant", PACKS, ids=lambda name: Path(name).stem)
def test_games_with_packs_that_look_alike(variant: str, folder: Path) -> None:
    assert_look_alike(variant, 1, folder)


SAME_TO_THEM = """variant: 2014
seats: X = Ana; red = Ben; blue; green; yellow
start: X {start}; red 94; blue 123; green 91; yellow 53
surfacings: marked

X taxi {first}
yellow taxi 69
red bus 93
green taxi 107
blue taxi 124
X taxi {second}
green bus 161
blue taxi 123
yellow taxi 53
"""


def test_a_view_is_made_by_the_rules_that_were_played(folder: Path) -> None:
    """Under other rules he would have been seen: where they start on cards of their own, or where he surfaces earlier."""
    rulebook = maker_of("2014").rulebook
    texts = [SAME_TO_THEM.format(start=s, first=one, second=two) for s, one, two in ((132, 140, 139), (166, 153, 166))]
    assert_alike(texts, [read(text, rulebook) for text in texts], "2014", "detectives", "1.red", folder)
    shaped = [text.replace("variant: 2014", "Scotland Yard 2014") for text in texts]  # a page that names it in passing
    for command in ("check", "where", "state"):
        said = []
        for text in shaped:
            (folder / "page.txt").write_text(text)
            said.append(answered(command, str(folder / "page.txt"), "--view", "detectives", "--variant", "beginners"))
        assert said[0] == said[1]


def test_every_pack_is_tried() -> None:
    there = {path.stem for path in (TOP / "examples" / "packs").glob("*.toml") if not path.stem.endswith(".cases")}
    assert {name for names in TOGETHER for name in names} == there


@pytest.mark.parametrize("variant", [*GAMES, *PACKS], ids=lambda name: Path(name).stem)
def test_there_are_such_games(variant: str) -> None:
    """The property above would hold if no two games looked alike."""
    rulebook = maker_of(variant).rulebook
    seeds = range(12 if variant == "beginners" else 4)  # there he is seen most of the time
    pairs = [next(twins(begun(variant, seed, 12), rulebook, "detectives"), None) for seed in seeds]
    assert any(pairs)
    assert variant == "beginners" or any(planted([one], rulebook, random.Random(1)) for one in pairs if one)


@pytest.mark.parametrize("variant", ["2014", "holmes"])
def test_seals_say_nothing(variant: str, folder: Path) -> None:
    public = view_of(begun(variant, 5, 24), maker_of(variant).rulebook, "detectives")
    texts = [sealed(write(public), random.Random(seed)) for seed in (1, 2)]
    assert texts[0] != texts[1]
    records = [read(text, maker_of(variant).rulebook) for text in texts]
    for seat in ("detectives", seats(public)[1]):
        assert_alike(texts, records, variant, seat, "2", folder, random.Random(1))


NOT_UNDERSTOOD = ("X taxi 500", "X taxi 600", "X taksi 46", "X taxi 46 1O", "X zeppelin 3")


def test_what_is_not_understood_says_nothing(folder: Path) -> None:
    """Every mistake in the writing of hidden parts looks the same to those who may not read it."""
    text = write(begun("2014", 5, 12))
    texts = [f"{text}{clause}\n" for clause in NOT_UNDERSTOOD]
    records = [begun("2014", 5, 12)] * 2
    for one in texts[1:]:
        assert_alike([texts[0], one], records, "2014", "detectives", "2", folder)


POINTS = """id = "points"
title = "Points for who is near"
pack = true
[endings.near]
says = "A bus stop is worth two points to the fugitive, to be east of him one to a detective."
code = '''
score 2 for fugitive when station(fugitive) in stops(bus)
score 1 for detectives when east-of(here, station(fugitive))
'''
"""


def test_points_say_nothing_of_where_he_is(folder: Path) -> None:
    pack = folder / "points.toml"
    pack.write_text(POINTS)
    variant = f"2014+{pack}"
    rulebook, record = maker_of(variant).rulebook, begun(variant, 3, 4)
    seat = seats(record)[1]
    others = list(twins(record, rulebook, seat))[:4]
    points = [Game.of(one, rulebook).named_state("").points["fugitive"] for one in (record, *others)]
    differing = [other for other, own in zip(others, points[1:], strict=True) if own != points[0]][:2]
    assert {*points} == {0, 2}
    for other in differing:
        assert_alike([write(record), write(other)], [record, other], variant, seat, moments(record)[-1], folder)


# --- the fugitive's seat


@pytest.mark.parametrize("variant", ASKING, ids=lambda name: Path(name).stem)
def test_what_only_the_pursuers_heard(variant: str, folder: Path) -> None:
    """Answers that he does not hear do not change what he sees, be they true or not."""
    tried = 0
    for seed in range(6):
        record = begun(variant, seed, 60)
        for other in list(other_answers(record, maker_of(variant).rulebook))[:2]:
            at, chance = moments(record)[-1], random.Random(seed)
            assert_alike([write(record), write(other)], [record, other], variant, "X", at, folder, chance)
            tried += 1
        if tried:
            return
    pytest.fail("nobody asked anything in these games")


def test_these_are_all_games_in_which_the_pursuers_hear_something() -> None:
    assert {variant for variant in GAMES if heard_by_pursuers(variant)} == set(ASKING)


# --- it can fail


def leak_station(view: Any, part: r.Ride, piece: str, entry: Any) -> r.Ride:
    return r.Ride(part.ticket, part.mode, part.to, part.mark)


def leak_start(view: Any, start: r.Start) -> r.Start:
    return start


def leak_parity(view: Any, part: r.Ride, piece: str, entry: Any) -> r.Ride:
    """Only a single bit."""
    made = HONEST(view, part, piece, entry)
    return evolve(made, ticket="black") if made.to is None and part.to and part.to % 2 else made


HONEST = views._View._ride


@pytest.mark.parametrize(("name", "leak"), [("_ride", leak_station), ("_start", leak_start), ("_ride", leak_parity)])
def test_a_leak_is_noticed(name: str, leak: Any, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rulebook = maker_of("2014").rulebook
    record = begun("2014", 3, 4)
    other = next(one for one in twins(record, rulebook, "detectives") if one.start != record.start)
    texts = [write(record), write(other)]
    assert_alike(texts, [record, other], "2014", "detectives", "2", folder, random.Random(1))
    monkeypatch.setattr(views._View, name, leak)
    with pytest.raises(AssertionError):
        assert_alike(texts, [record, other], "2014", "detectives", "2", folder, random.Random(1))
