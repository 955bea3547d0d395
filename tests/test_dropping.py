"""Dropping inherited things: what depends on them alone goes with them; a fault says where a needed thing was dropped."""

from __future__ import annotations

from pathlib import Path

import pytest
from soundness import views_of

from adjudicator import Game
from adjudicator.judge.batch import editions
from adjudicator.judge.log_file import Asked
from adjudicator.language.rule_text import plain
from adjudicator.rulebook.flat import flat
from adjudicator.rulebook.lint import lint
from adjudicator.rulebook.loader import load
from adjudicator.workshop.random_games import maker

HEAD = 'id = "mine"\ntitle = "Mine"\nextends = "2014"\n'


def file(folder: Path, text: str, name: str = "mine.toml") -> str:
    (folder / name).write_text(text, encoding="utf-8")
    return str(folder / name)


@pytest.mark.parametrize("ending", ["no-moves", "nobody-moves", "capture", "trapped", "resigned"])
def test_an_ending_can_be_dropped(ending: str, tmp_path: Path) -> None:
    """Neither the order of the endings nor the changes of options to it have to be repeated; a flat copy means the same."""
    mine = file(tmp_path, HEAD + f'drop = ["endings.{ending}"]\n')
    assert lint(mine).faults == ()
    rules = load(mine)
    assert ending not in rules.rules
    assert ending not in rules.tables.priority
    copy = file(tmp_path, flat(mine), "flat.toml")
    assert load(copy).digest == rules.digest
    assert [fault for fault in lint(copy).faults if fault.is_error] == []


PARTS = ("doubles", "black-tickets", "surfacing", "bus", "underground", "ferry")


@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize("edition", editions("all"))
def test_a_part_goes_by_one_name(edition: str, part: str, tmp_path: Path) -> None:
    """With all that hangs on it; and what is left is a game that is dealt, played, judged and seen from every seat."""
    mine = file(tmp_path, HEAD.replace("2014", edition) + f'drop = ["parts.{part}"]\n')
    assert lint(mine).faults == ()
    table = maker(Asked(mine))
    game = Game.of(table.game(1), table.rulebook)
    assert game.verdict.verdict == "legal"
    assert {Game.parse(text, game.rules).verdict.verdict for text in views_of(game)} <= {"legal", "undecided"}
    tables = load(mine).tables
    assert not {part, part.removesuffix("s"), part.removesuffix("-tickets")} & {*tables.parts, *tables.modes, *tables.tickets}


@pytest.mark.parametrize(("edition", "part"), [("2014", "doubles"), ("holmes", "surfacing"), ("house-rules", "bus")])
def test_a_flat_copy_without_a_part_means_the_same(edition: str, part: str, tmp_path: Path) -> None:
    mine = file(tmp_path, HEAD.replace("2014", edition) + f'drop = ["parts.{part}"]\n')
    assert load(file(tmp_path, flat(mine), "flat.toml")).digest == load(mine).digest


def test_a_rule_that_speaks_of_others_too_loses_one_word(tmp_path: Path) -> None:
    """Irene bans one of two means, so one is left; with both gone somebody has to say what becomes of the ban."""
    without_bus = load(file(tmp_path, HEAD.replace("2014", "holmes") + 'drop = ["parts.bus"]\n'))
    assert plain(without_bus.rules["ban"].statements).startswith("choose means from {underground}\n")
    both = file(tmp_path, HEAD.replace("2014", "holmes") + 'drop = ["parts.bus", "parts.underground"]\n')
    (fault,) = lint(both).faults
    assert (fault.code, fault.values["needs"]) == ("E118", ("actions.ban",))
    taxis = 'drop = ["parts.bus", "parts.underground", "actions.ban"]\n'
    assert lint(file(tmp_path, HEAD.replace("2014", "holmes") + taxis)).faults == ()


def test_what_an_edition_adds_to_a_part(tmp_path: Path) -> None:
    added = HEAD + '[amend.parts.ferry]\nhas = ["rules.torn-page"]\n'
    file(tmp_path, added.replace("mine", "theirs"), "theirs.toml")
    mine = load(file(tmp_path, 'id = "mine"\ntitle = "Mine"\nextends = "theirs.toml"\ndrop = ["parts.ferry"]\n'))
    assert not {"torn-page", "ferry-for-the-fugitive"} & set(mine.rules)


def test_an_option_that_is_gone_is_decided_by_its_default(tmp_path: Path) -> None:
    """Rules for another value of it are dropped, too, and the file may also name them."""
    kept = load(file(tmp_path, HEAD + 'drop = ["options.doubles-per-round"]\n'))
    assert kept.rules["one-double-a-round"].option == ()
    mine = file(tmp_path, HEAD + 'drop = ["options.cut-off", "rules.cut-off"]\n')
    assert lint(mine).faults == ()
    assert "cut-off" not in load(mine).rules


def test_what_the_options_of_a_dropped_ending_set(tmp_path: Path) -> None:
    mine = file(tmp_path, HEAD + 'drop = ["endings.no-moves"]\n')
    for option in ("no-moves-blocking=on", "no-moves-counts=pursuers"):
        assert load(mine, options=[option]).chosen[option.split("=")[0]] == option.split("=")[1]


def test_a_term_that_lost_its_users(tmp_path: Path) -> None:
    """It may mention a name that only its users gave; nobody uses it, so nothing is wrong with it."""
    names = ("endings.no-moves", "endings.trapped", "endings.nobody-moves", "options.nobody-moves", "terms.stuck")
    dropped = ", ".join(f'"{name}"' for name in names)
    assert lint(file(tmp_path, HEAD + f"drop = [{dropped}]\n")).faults == ()


@pytest.mark.parametrize("name", ["state.out", "terms.circled", "actions.double", "rules.free-station"])
def test_what_is_still_needed(name: str, tmp_path: Path) -> None:
    """Also where only a choice that nobody has made needs it."""
    mine = file(tmp_path, HEAD + f'drop = ["{name}"]\n')
    (fault,) = lint(mine).faults
    assert fault.code == "E118"
    assert (fault.place.file, fault.place.line) == (mine, 4)
    assert all(place.file.endswith("core.toml") for place in fault.also)
    assert fault.also


def test_what_is_dropped_and_changed(tmp_path: Path) -> None:
    mine = file(tmp_path, HEAD + 'drop = ["rules.surfacing"]\n[amend.rules.surfacing]\nsays = "No."\n')
    (fault,) = lint(mine).faults
    assert (fault.code, fault.place.line, fault.also[0].line) == ("E104", 5, 4)


def test_a_number_that_others_took_for_a_list(tmp_path: Path) -> None:
    """The fault is reported where it was changed, not where it is used."""
    mine = file(tmp_path, HEAD + "[amend.log]\nsurfaces = 3\n")
    (fault,) = lint(mine).faults
    assert (fault.place.file, fault.place.line) == (mine, 5)
    assert fault.help == "it was a list: write surfaces = [3]"
    assert fault.also[0].file.endswith("core.toml")
