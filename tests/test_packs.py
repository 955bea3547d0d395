"""Packs combine: what they change, in which order, and what does not go together, told at both places.

Combinations that are refused are in `bad/packs/*.md`.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import permutations
from pathlib import Path

import pytest
from conftest import TOP, Said

from adjudicator.faults import Refused
from adjudicator.report.faults import render
from adjudicator.rulebook.loader import load

PACKS = TOP / "examples" / "packs"
NAMES = sorted(path.name for path in PACKS.glob("*.toml") if not path.name.endswith(".cases.toml"))
GAMES = ("1984", "2000", "2014", "2023", "classic")
TOGETHER = ("no-ferry-at-dawn.toml", "third-double.toml", "long-night.toml", "fog.toml")

# The ferry in round 2.
GAME = """variant: {variant}
start: X 127; red 26; blue 29; green 34; yellow 50

1. X taxi 115; red taxi 39; blue taxi 41; green taxi 47; yellow taxi 37
2. X black/ferry {second}
"""


@pytest.fixture(autouse=True)
def _in_the_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(PACKS)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("game", GAMES)
def test_every_pack_can_be_added_to_every_game(game: str, name: str) -> None:
    assert load(f"{game}+{name}").digest != load(game).digest


def test_what_packs_change() -> None:
    alone, both = load("2014"), load("2014+no-ferry-at-dawn.toml+third-double.toml")
    assert both.tables.roles["fugitive"].tickets == {**alone.tables.roles["fugitive"].tickets, "double": 3}
    assert set(both.rules) - set(alone.rules) == {"no-ferry-at-dawn"}
    assert str(both.origin("rules", "no-ferry-at-dawn")) == "no-ferry-at-dawn.toml:9:8"
    assert str(both.origin("roles", "fugitive", "tickets", "double")) == "third-double.toml:7:1"
    assert (both.id, both.name) == ("2014", "2014+no-ferry-at-dawn+third-double")


def test_a_game_is_judged_by_them(sy_judge: Callable[..., Said], tmp_path: Path) -> None:
    log = tmp_path / "game.log"
    log.write_text(GAME.format(variant="2014", second="157"))
    assert sy_judge("check", log).code == 0
    said = sy_judge("check", log, "--variant", "2014+no-ferry-at-dawn.toml+third-double.toml")
    assert said.code == 1
    assert "no ferry runs before round 3 is over" in said.output
    words = " ".join(said.output.split())
    assert "illegal by the rules of 2014+no-ferry-at-dawn+third-double on london" in words
    assert "notice packs-added: judged by `2014+no-ferry-at-dawn.toml+third-double.toml`, as asked" in words


@pytest.mark.parametrize(
    ("command", "names"),
    [
        (("check", "LOG", "--format", "json"), '"variant": "2014+fog"'),
        (("check", "LOG", "LOG", "--view", "detectives", "--format", "json"), '"variant": "2014+fog"'),
        (("check", "."), "2014+fog"),
        (("where", "LOG", "--format", "json"), '"variant": "2014+fog"'),
        (("draw", "LOG", "-o", "-"), "2014+fog, round 2"),
        (("rules", "VARIANT"), "2014+fog: "),
        (("rules", "VARIANT", "--sheet"), "<footer>2014+fog "),
        (("variant", "show", "VARIANT"), "2014+fog: "),
        (("diff", "2014", "VARIANT"), "2014+fog"),
        (("diff", "fog.toml"), "2014+fog"),
    ],
)
def test_whoever_names_the_game_names_its_packs(
    command: tuple[str, ...], names: str, sy_judge: Callable[..., Said], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "fog.toml").write_text((PACKS / "fog.toml").read_text())
    for name in ("game.log", "other.log"):
        (tmp_path / name).write_text(GAME.format(variant="2014+fog.toml", second="157"))
    monkeypatch.chdir(tmp_path)
    words = {"LOG": "game.log", "VARIANT": "2014+fog.toml"}
    assert names in sy_judge(*(words.get(word, word) for word in command)).output


def test_a_pack_without_a_name_is_called_by_its_file(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text("pack = true\n[numbers]\ndawn = 3\n")
    assert load(f"2014+{tmp_path}/mine.toml").name == "2014+mine"


def test_a_record_names_packs_beside_it(sy_judge: Callable[..., Said], tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text((PACKS / "no-ferry-at-dawn.toml").read_text())
    (tmp_path / "game.log").write_text(GAME.format(variant="2014+mine.toml", second="157"))
    said = sy_judge("check", tmp_path / "game.log")
    assert (said.code, "no-ferry-at-dawn" in said.output) == (1, True)


def test_their_order_changes_nothing_that_counts() -> None:
    """No two may touch the same thing, so in any order the same is in force."""
    first, *others = [load("+".join(("2014", *order))) for order in permutations(TOGETHER, 4)][::5]
    for other in others:
        assert (other.tables, other.rules, other.chosen) == (first.tables, first.rules, first.chosen)


def said_of(name: str, options: tuple[str, ...] = ()) -> str:
    with pytest.raises(Refused) as caught:
        load(name, options=options)
    return render(caught.value.faults)


@pytest.mark.parametrize(("first", "second"), list(permutations(("third-double.toml", "one-double.toml"))))
def test_a_conflict_names_both_files_and_lines(first: str, second: str) -> None:
    text = said_of(f"2014+{first}+{second}")
    assert f"--> {second}:7:1" in text
    assert f"also: {first}:7:1" in text


def test_without_the_option_they_go_together() -> None:
    book = load("2014+cut-lines.toml+fog.toml", options=("fog=off",))
    assert (book.chosen["fog"], book.chosen["cut-off"]) == ("off", "on")
    assert "fog" not in book.rules


@pytest.mark.parametrize(
    ("one", "other", "where"),
    [
        ('drop = ["rules.cut-off", "options.cut-off", "rulings.G45"]', '[amend.rules.cut-off]\nsays = "x"', "b.toml:4:14"),
        ('[amend.rules.cut-off]\nsays = "x"', 'drop = ["rules.cut-off"]', "b.toml:4:9"),
        ('[rules.mine]\nsays = "x"', '[rules.mine]\nsays = "y"', "b.toml:4:8"),
        ('[rules.mine]\nsays = "x"', '[amend.rules.mine]\nsays = "y"', "b.toml:5:1"),
        ('[replace]\npool = "person"', '[replace]\npool = "piece"', "b.toml:5:1"),
        ("[[replace.seats]]\ndetectives = 1", "[[replace.seats]]\ndetectives = 2", "b.toml:4:11"),
    ],
)
def test_every_kind_of_touching(one: str, other: str, where: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name, text in (("a", one), ("b", other)):
        Path(f"{name}.toml").write_text(f'id = "{name}"\ntitle = "{name}"\npack = true\n{text}\n')
    text = said_of("2014+a.toml+b.toml")
    assert f"--> {where}" in text
    assert "the pack `a` already changes" in text
    assert "= also: a.toml:" in text


def test_a_pack_extends_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("a.toml").write_text('id = "a"\ntitle = "A"\npack = true\nextends = "2014"\n')
    assert "a pack cannot extend another file" in said_of("2014+a.toml")


def test_nobody_extends_a_pack(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("mine.toml").write_text(f'id = "mine"\ntitle = "Mine"\nextends = "{(PACKS / "fog.toml").as_posix()}"\n')
    text = said_of("./mine.toml")
    assert "`fog` is a pack, which is added to a game and cannot be played alone" in text
