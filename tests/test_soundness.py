"""A legal game is never called illegal: not its view, not a page of it (`python tests/soundness.py` tries many)."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from conftest import TOP
from soundness import faults_of, made, picked, wrong_view

from adjudicator import Game
from adjudicator.judge import worlds
from adjudicator.judge.views import seen_by
from adjudicator.record import write

pytestmark = pytest.mark.campaign

PEEK = f"{TOP}/examples/house-rules/h42-peek-and-challenge.toml"
HIDDEN = f"holmes+{TOP}/examples/house-rules/h29-hidden-transport.toml"
NUREMBERG = f"{TOP}/examples/house-rules/h45-nuremberg.toml"
CAUGHT_LATE = ("capture-tested=round-end", "fugitive-supply=hand", "length=tickets", "no-moves-counts=pursuers")
OUT_LATE = ("capture-tested=round-end", "double-returns=off", "doubles-per-round=any", "stranded=out")
SEATS = "seats: X = Ana; red = Ben; blue = Cleo; green = Dev; yellow = Eli\n"
HEAD = SEATS + "start: X 104; red 26; blue 117; green 174; yellow {}\n\n"
FIRST = "1. X taxi 86; {}red taxi 39; blue taxi 116; green taxi 161; yellow taxi {}\n"
ACCUSED = HEAD.format(50) + FIRST.format("red peek -> 86; ", 37)
EACH = """id = "each"
title = "E"
extends = "2014"
[rules.fogged]
says = "Hidden tickets."
code = 'hide ticket of entry when round = 2'
[actions.tax]
says = "He takes a ticket of each."
by = "fugitive"
place = "turn"
code = '''
require uses(tax, round) < 1 because "enough"
for each d in detectives choose u from tickets-of(d) written "taking"
write 2 entries
'''
"""


LAIRS = """id = "lairs"
title = "L"
extends = "2014"
drop = ["parts.surfacing"]
[state.lairs]
says = "Stations that he left by black ticket."
type = "set of stations"
seen = "none"
[rules.lair]
says = "He never comes back to a lair."
code = '''
on ride by fugitive when ticket = black then lairs += from
forbid entry when to in lairs because "he has been there"
'''
"""


LUCK = """id = "luck"
title = "L"
extends = "2014"
[state.luck]
says = "How often he was at a bus stop."
type = "number"
seen = "fugitive"
[rules.lucky]
says = "He counts bus stops."
code = '''
on entry when to in stops(bus) then luck += 1
hide ticket of entry
'''
[endings.lucky-end]
says = "He wins when he has been at six bus stops."
code = "fugitive wins when luck >= 6, tested at {moment}"
"""


@pytest.mark.parametrize("seed", [*range(1, 10), 104])
def test_games_of_all_kinds(seed: int) -> None:
    chance = Random(seed)
    workshop = made(*picked(chance))
    assert list(faults_of(workshop.game(seed), workshop.rulebook, chance)) == []


@pytest.mark.parametrize(
    ("variant", "options", "seed"),
    [
        (PEEK, (), 4),  # two true accusations
        (NUREMBERG, ("doubles-per-round=any",), 1),
        ("2014", ("fugitive-supply=pile",), 104),  # what he pays from grows
        (f"2014+{TOP}/examples/packs/top-up.toml", ("stranded=out",), 145),  # more tickets than the box has
        (HIDDEN, ("surfacing-counts=rounds", "crime-shows=nothing"), 20117),  # a clue of long ago
        ("house-rules", CAUGHT_LATE, 4),  # in some worlds the end of a round ended the game, and the next round began
        (f"2000+{TOP}/examples/packs/barrier.toml", OUT_LATE, 9),  # the same: nobody had to stay in those worlds
    ],
    ids=lambda one: Path(one).stem if isinstance(one, str) else "",
)
def test_games_that_were_called_illegal(variant: str, options: tuple[str, ...], seed: int) -> None:
    workshop = made(variant, options)
    assert list(faults_of(workshop.game(seed), workshop.rulebook, Random(seed))) == []


@pytest.mark.parametrize(
    ("variant", "options", "seed"),
    [
        # of a game that was given up in its last round, and of one in which he acted in a turn that he had to sit out
        (
            "holmes+packs/night-stops",
            "doubles-per-round=any;escape-blocked=loses;fugitive-supply=pile;length=tickets;nobody-moves=draw;order=seat",
            5,
        ),
        (
            "holmes+packs/storm",
            "capture-tested=round-end;clue-start=on;cut-off=on;fugitive-supply=hand;length=tickets;nobody-moves=draw;stranded=out;trapped=stays",
            4,
        ),
        # of pages with blots
        ("2000+house-rules/h16-roadblocks", "fugitive-enters=illegal;length=rounds;nobody-moves=pursuers;order=free", 15),
        (
            "house-rules/h45-nuremberg",
            "double-returns=off;fugitive-supply=pile;length=tickets;log-windows=full;no-moves-counts=pursuers;police-ferry=on",
            12,
        ),
        (
            "2014+packs/fair-shares",
            "capture-tested=round-end;cut-off=on;length=entries;no-moves-blocking=on;nobody-moves=pursuers;order=seat;third-double=on",
            10,
        ),
        (
            "2000+packs/stumbling",
            "black-hides-surfacing=on;cut-off=on;double-last-round=off;double-returns=off;fugitive-enters=illegal;"
            "fugitive-supply=hand;nobody-moves=draw;stranded=out;surfacing-counts=rounds",
            5,
        ),
        (
            "2014+packs/lending",
            "black-hides-surfacing=on;cut-off=on;double-last-round=off;double-returns=off;doubles-per-round=any;"
            "fugitive-supply=hand;length=tickets;log-windows=full;nobody-moves=draw;pool=person;trapped=stays",
            5,
        ),
    ],
    ids=lambda one: one.rpartition("/")[2] if isinstance(one, str) and "=" not in one else "",
)
def test_games_with_many_options_that_were_called_illegal(variant: str, options: str, seed: int) -> None:
    game, _, file = variant.rpartition("+")
    workshop = made(f"{game}{'+' if game else ''}{TOP}/examples/{file}.toml", tuple(options.split(";")))
    assert list(faults_of(workshop.game(seed), workshop.rulebook, Random(seed))) == []


def test_what_a_pursuer_did_unseen_explains_what_everybody_heard() -> None:
    """Nobody but red saw that red looked; that the accusation is true tells it to all."""
    game = Game.parse(f"{ACCUSED}2. X taxi 69; X accuse red -> yes; blue taxi 104\n", PEEK)
    assert [game.seen_by(seat).verdict.verdict for seat in ("X", "red", "blue")] == ["legal", "undecided", "undecided"]
    lie = Game.parse(f"{ACCUSED}2. X taxi 69; X accuse green -> yes; blue taxi 104\n", PEEK)
    assert lie.verdict.verdict == "illegal"
    assert lie.seen_by("blue").verdict.verdict == "undecided"


def test_hidden_rides_behind_what_each_piece_gives(tmp_path: Path) -> None:
    (tmp_path / "each.toml").write_text(EACH)
    later = "2. X tax taking red bus blue bus green taxi yellow taxi taxi 69, taxi 52; red taxi 51\n"
    game = Game.parse(HEAD.format(103) + FIRST.format("", 102) + later, str(tmp_path / "each.toml"))
    view = game.seen_by("detectives")
    assert "yellow taxi ? ?, ? 52!" in view.text
    assert view.verdict.verdict == "undecided"


@pytest.mark.parametrize("seat", ["X", "blue", "detectives"])
@pytest.mark.parametrize("said", ["red -> yes", "red -> no", "green -> yes"])
def test_whoever_did_not_see_it_cannot_call_an_accusation_wrong(seat: str, said: str) -> None:
    """A clause that is played on a view is judged as it is in a record that has it."""
    view = Game.parse(f"{ACCUSED}2. X taxi 69\n", PEEK).seen_by(seat)
    assert view.judge(f"X accuse {said}").verdict != "illegal"
    assert view.play(f"X accuse {said}").verdict.verdict != "illegal"


COVERED = """board:      london-1895-sample
option:     hideout-limit=entry
seats:      X = Ana; watson = Ben; mycroft = Cleo; irene = Dev; white (bobby)
start:      X ?; watson 34; mycroft 91; irene 123; white 13
surfacings: marked

1. X 2x ? ? + take black, escape 71/163 to ?; irene ban bus; watson taxi 48; white underground 46
   mycroft taxi 56; irene bus 124
2. X ? 153!; white taxi 61; watson taxi 63; irene taxi 130; irene ban bus; mycroft taxi 42
3. X ? ?; mycroft taxi 56; white taxi 76; watson taxi 80; irene taxi 131
4. X ? ?; white taxi 60; watson taxi 99; mycroft clue -> 153; mycroft taxi 91; irene taxi 125
5. X ? ?; irene taxi 113; white taxi 76; mycroft taxi 105; watson interrogate landmark -> no
   watson taxi 80
6. X ? ?; irene taxi 114; mycroft clue -> 133
"""


def test_a_clue_where_worlds_were_taken_together() -> None:
    """One way to each station is remembered, and others led there too: what he answers about the past excludes nothing."""
    rules = made(f"holmes+{TOP}/examples/house-rules/h29-hidden-transport.toml", ()).rulebook
    assert 156 in Game.parse(COVERED, rules).where().stations


PAST = """id = "past"
title = "P"
extends = "2014"
[rules.near]
says = "He stays near."
code = 'forbid ride by fugitive when entries > 2 and distance(to, station-of(entries - 2)) > 1 because "too far"'
"""


@pytest.mark.parametrize("seed", [0, 4])
def test_a_rule_about_the_past_where_worlds_were_taken_together(
    seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of worlds that were taken together one is left, with its own past; by that, no ride may be refused."""
    (tmp_path / "past.toml").write_text(PAST)
    workshop = made(str(tmp_path / "past.toml"), ())
    monkeypatch.setattr(worlds, "MOST", 40)
    assert list(faults_of(workshop.game(seed), workshop.rulebook, Random(seed), pages=0)) == []


def test_a_rule_that_hangs_on_secrets_says_nothing_in_worlds_that_were_taken_together(tmp_path: Path) -> None:
    """He is trapped by lairs of which nobody knows, and there are too many worlds for each to keep its own."""
    (tmp_path / "lairs.toml").write_text(LAIRS, encoding="utf-8")
    workshop = made(str(tmp_path / "lairs.toml"), ())
    game = Game.of(workshop.game(1), workshop.rulebook)
    assert list(wrong_view(game, write(seen_by(game.walk.end, "detectives")))) == []


@pytest.mark.parametrize("moment", ["end of round", "end of turn of pursuers"])
def test_an_ending_by_a_secret_where_worlds_were_taken_together(
    moment: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A world that is over by its own secret goes on with the record, in the right round."""
    (tmp_path / "luck.toml").write_text(LUCK.format(moment=moment), encoding="utf-8")
    workshop = made(str(tmp_path / "luck.toml"), ())
    monkeypatch.setattr(worlds, "MOST", 40)
    for seed in (0, 1):
        assert list(faults_of(workshop.game(seed), workshop.rulebook, Random(seed), pages=0)) == []


def test_a_page_from_within_a_round_that_ends_the_game_only_when_it_is_over() -> None:
    """Red has ridden to his station, and that is a capture when the round ends. Only a landing would be one at once."""
    rules = made(f"2014+{TOP}/examples/packs/helicopter.toml", ("capture-tested=round-end",)).rulebook
    page = "round: 5\nentry: 5\nmoved: X, red\nstart: X 86; red 86; blue 29; green 174; yellow 50\n\nblue taxi 16\n"
    assert Game.parse(page, rules).verdict.verdict == "legal"


def test_the_fugitive_passes_over_nobody() -> None:
    """Blue cannot move when he rides, and can after red has lent tickets: by seat, it is blue's turn then."""
    rules = made(f"2014+{TOP}/examples/packs/lending.toml", ("order=seat", "doubles-per-round=any")).rulebook
    page = "round: 5\nentry: 4\n{}start: X 104; red 26; blue 117; green 174; yellow 50\n"
    game = Game.parse(page.format("tickets: blue taxi 0, bus 0, underground 0\n"), rules)
    for said in ("X taxi 86", "red taxi 39", "red lend to blue 2"):
        game = game.play(next(move for move in game.moves() if str(move) == said))
    assert {move.piece for move in game.moves()} == {"blue"}


STRIKE = """id = "strike"
title = "S"
extends = "2014"
[amend.log]
rounds = 3
[rules.strike]
says = "In round 2 nothing runs."
code = 'forbid ride when round = 2 because "a strike"'
"""


def test_a_round_in_which_nobody_moves_is_in_the_record(tmp_path: Path) -> None:
    (tmp_path / "strike.toml").write_text(STRIKE, encoding="utf-8")
    workshop = made(str(tmp_path / "strike.toml"), ("trapped=stays",))
    record = workshop.game(1)
    assert "\n2. X stays\n3. " in write(record)
    assert list(faults_of(record, workshop.rulebook, Random(1))) == []


def test_a_page_with_two_pursuers_on_one_station_by_an_exception() -> None:
    rules = made(f"{TOP}/examples/house-rules/shared-kennel.toml", ()).rulebook
    seats = "seats: X = Ana; red = Ben; blue = Cleo; green = Dev; grey (police)\n"
    page = seats + "round: 5\nentry: 4\nstart: X {}; red 61; blue 29; green 174; grey 61\n\n5. X taxi ?\n"
    alone, caught = (Game.parse(page.format(station), rules).findings for station in (104, 61))
    assert [one.rule for one in alone] == ["follow-a-line"]
    assert {one.rule for one in caught} == {"torn-page", "follow-a-line"}
