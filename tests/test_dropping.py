"""Taking away what is inherited: what hangs on it alone goes with it; what is still needed is told where it was dropped."""

from __future__ import annotations

from pathlib import Path

import pytest

from adjudicator.rulebook.flat import flat
from adjudicator.rulebook.lint import lint
from adjudicator.rulebook.loader import load

HEAD = 'id = "mine"\ntitle = "Mine"\nextends = "2014"\n'


def file(folder: Path, text: str, name: str = "mine.toml") -> str:
    (folder / name).write_text(text, encoding="utf-8")
    return str(folder / name)


@pytest.mark.parametrize("ending", ["no-moves", "nobody-moves", "capture", "trapped", "resigned"])
def test_an_ending_can_be_dropped(ending: str, tmp_path: Path) -> None:
    """Neither the order of the endings nor what options would set in it has to be said anew; a flat copy means the same."""
    mine = file(tmp_path, HEAD + f'drop = ["endings.{ending}"]\n')
    assert lint(mine).faults == ()
    rules = load(mine)
    assert ending not in rules.rules
    assert ending not in rules.tables.priority
    copy = file(tmp_path, flat(mine), "flat.toml")
    assert load(copy).digest == rules.digest
    assert [fault for fault in lint(copy).faults if fault.is_error] == []


PARTS = ("doubles", "black-tickets", "surfacing", "bus", "underground", "ferry")
ELSEWHERE = (("holmes", "doubles"), ("beginners", "underground"), ("beginners", "ferry"))


@pytest.mark.parametrize(("edition", "part"), [*(("2014", part) for part in PARTS), *ELSEWHERE])
def test_a_part_goes_by_one_name(edition: str, part: str, tmp_path: Path) -> None:
    """With all that hangs on it: tickets in hands and in the box, what options set, what tickets pay for."""
    mine = file(tmp_path, HEAD.replace("2014", edition) + f'drop = ["parts.{part}"]\n')
    assert lint(mine).faults == ()
    assert not set(load(mine).tables.parts) & {part}
    assert load(file(tmp_path, flat(mine), "flat.toml")).digest == load(mine).digest


NEEDS = (
    ("holmes", "underground", ("actions.ban",)),
    ("beginners", "surfacing", ("rules.means-unseen", "rules.disappears")),
)


@pytest.mark.parametrize(("edition", "part", "needs"), NEEDS)
def test_what_an_edition_adds_to_a_part_is_named(edition: str, part: str, needs: tuple[str, ...], tmp_path: Path) -> None:
    mine = file(tmp_path, HEAD.replace("2014", edition) + f'drop = ["parts.{part}"]\n')
    (fault,) = lint(mine).faults
    assert (fault.code, fault.place.line, fault.values["needs"]) == ("E118", 4, needs)
    assert fault.help.endswith("drop them as well: " + ", ".join(f'"{one}"' for one in needs))


def test_what_the_options_of_a_dropped_ending_set(tmp_path: Path) -> None:
    mine = file(tmp_path, HEAD + 'drop = ["endings.no-moves"]\n')
    for option in ("no-moves-blocking=on", "no-moves-counts=pursuers"):
        assert load(mine, options=[option]).chosen[option.split("=")[0]] == option.split("=")[1]


def test_a_term_that_lost_its_users(tmp_path: Path) -> None:
    """It may speak of a name that only its users gave; nobody uses it, so nothing is wrong with it."""
    names = ("endings.no-moves", "endings.trapped", "endings.nobody-moves", "options.nobody-moves", "terms.stuck")
    dropped = ", ".join(f'"{name}"' for name in names)
    assert lint(file(tmp_path, HEAD + f"drop = [{dropped}]\n")).faults == ()


@pytest.mark.parametrize("name", ["state.out", "terms.circled", "actions.double", "rules.free-station", "options.cut-off"])
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
    """It is told where it was changed, not where it is used."""
    mine = file(tmp_path, HEAD + "[amend.log]\nsurfaces = 3\n")
    (fault,) = lint(mine).faults
    assert (fault.place.file, fault.place.line) == (mine, 5)
    assert fault.help == "it was a list: write surfaces = [3]"
    assert fault.also[0].file.endswith("core.toml")
