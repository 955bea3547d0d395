"""`sy-judge variant new`, `test` and `diff`: a new file works at once, on any game; cases fail when rules do."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import TOP, Said

from adjudicator.rulebook.loader import load

Judge = Callable[..., Said]
SHIPPED = sorted(path.stem for path in (TOP / "variants").glob("*.toml") if path.stem != "core")
EXAMPLES = [
    "examples/saltmarsh/smugglers.toml",
    *(f"examples/house-rules/{name}.toml" for name in ("h53-sevenster", "h57-other-boards", "h42-peek-and-challenge")),
]


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def blocks_of(text: str) -> list[str]:
    return [found.group() for found in re.finditer(r"(?:^#(?! |$).*\n)+", text, re.MULTILINE)]


def uncommented(text: str, block: int) -> str:
    """The file with one of its commented blocks made a rule; blocks are numbered in their order."""
    blocks = blocks_of(text)
    return text.replace(blocks[block], re.sub(r"^#", "", blocks[block], flags=re.MULTILINE))


@pytest.mark.parametrize("parent", [*SHIPPED, *EXAMPLES])
def test_it_loads_tests_and_plays_at_once(parent: str, sy_judge: Judge, tmp_path: Path) -> None:
    extends = str(TOP / parent) if parent.endswith(".toml") else parent
    assert sy_judge("variant", "new", "my-rules", "--extends", extends).code == 0
    assert load("./my-rules.toml").id == "my-rules"
    tested = sy_judge("variant", "test", "my-rules.toml")
    assert (tested.code, "2 cases: all pass" in tested.output) == (0, True), tested.output
    assert "1 of 1 rule touched by a case" in tested.output
    checked = sy_judge("check", tmp_path / "my-rules.log", "--strict", "--format", "json")
    assert checked.code == 0, checked.output
    assert json.loads(checked.output)["rounds"] == 3


@pytest.mark.parametrize("parent", SHIPPED)
@pytest.mark.parametrize("block", range(4))
def test_every_block_works_when_its_sign_is_taken_away(parent: str, block: int, sy_judge: Judge) -> None:
    sy_judge("variant", "new", "my-rules", "--extends", parent)
    before = Path("my-rules.toml").read_text()
    digest = load("./my-rules.toml").digest
    if block == len(blocks_of(before)) == 3:
        assert parent in ("beginners", "holmes"), "only where he has one ticket of a kind is there no block about tickets"
        return
    Path("my-rules.toml").write_text(uncommented(before, block))
    assert load("./my-rules.toml").digest != digest
    assert sy_judge("variant", "test", "my-rules.toml").code == 0


def test_what_is_said(sy_judge: Judge) -> None:
    assert sy_judge("variant", "new", "my-rules", "--extends", "2014").output == (
        "my-rules.toml        the rules               sy-judge variant lint my-rules.toml\n"
        "my-rules.cases.toml  two cases               sy-judge variant test my-rules.toml\n"
        "my-rules.log         three rounds of a game  sy-judge check my-rules.log\n"
    )


def test_nothing_is_overwritten(sy_judge: Judge) -> None:
    Path("mine.cases.toml").write_text("# hours of work\n")
    said = sy_judge("variant", "new", "mine")
    assert (said.code, "this file already exists" in said.output) == (2, True)
    assert Path("mine.cases.toml").read_text() == "# hours of work\n"
    assert not Path("mine.toml").exists()


@pytest.mark.parametrize("name", ["My Rules", "../mine", "-mine-", "mine.txt", "", "Über"])
def test_a_name_that_is_no_id(name: str, sy_judge: Judge) -> None:
    said = sy_judge("variant", "new", "--", name)
    assert said.code == 2
    assert "cannot be an id: small letters, digits and hyphens" in said.output
    assert list(Path().iterdir()) == []


@pytest.mark.parametrize(
    ("extends", "code", "told"),
    [
        ("core", 2, "is not a game"),
        ("2041", 2, "did you mean `2014`"),
        ("./no-such.toml", 3, "this file does not exist"),
        (str(TOP / "examples/packs/fog.toml"), 3, "is a pack"),
    ],
)
def test_what_cannot_be_extended(extends: str, code: int, told: str, sy_judge: Judge) -> None:
    said = sy_judge("variant", "new", "mine", "--extends", extends)
    assert (said.code, told in said.output) == (code, True), said.output
    assert list(Path().iterdir()) == []


def test_from_a_file_beside(sy_judge: Judge, tmp_path: Path) -> None:
    sy_judge("variant", "new", "theirs")
    assert sy_judge("variant", "new", "ours", "--extends", "./theirs.toml").code == 0
    assert 'extends = "theirs.toml"' in Path("ours.toml").read_text()
    assert sy_judge("variant", "test", "ours.toml").code == 0
    assert sy_judge("check", tmp_path / "ours.log").code == 0


@pytest.mark.parametrize("game", ["2014", "classic", "beginners"])
def test_a_pack(game: str, sy_judge: Judge, tmp_path: Path) -> None:
    assert sy_judge("variant", "new", "late-bus", "--pack", "--extends", game).code == 0
    assert "pack  = true" in Path("late-bus.toml").read_text()
    assert sy_judge("variant", "test", "late-bus.toml").code == 0
    assert sy_judge("check", tmp_path / "late-bus.log").code == 0
    assert f"{game}+late-bus.toml" in Path("late-bus.log").read_text()


# --- variant test


def test_no_cases_is_a_failure(sy_judge: Judge) -> None:
    sy_judge("variant", "new", "mine")
    Path("mine.cases.toml").unlink()
    said = sy_judge("variant", "test", "mine.toml")
    assert said.code == 1
    assert said.output == "mine.toml: no cases found; write them into mine.cases.toml; docs/cases.md shows how\n"
    Path("mine.cases.toml").write_text("")
    assert sy_judge("variant", "test", "mine.toml").code == 1


def test_a_rule_that_changes_fails_its_case(sy_judge: Judge) -> None:
    sy_judge("variant", "new", "mine")
    text = Path("mine.toml").read_text()
    Path("mine.toml").write_text(text.replace("and round = 1", "and round = 7"))
    said = sy_judge("variant", "test", "mine.toml")
    assert said.code == 1
    assert "1.1  FAIL  illegal no-bus-at-first" in said.output
    assert "the verdict is legal, not illegal" in said.output
    assert said.output.endswith("2 cases: 1 failed\n")


def test_a_rule_without_a_case_is_named(sy_judge: Judge) -> None:
    sy_judge("variant", "new", "mine")
    text = Path("mine.toml").read_text()
    Path("mine.toml").write_text(uncommented(text, 2))
    said = sy_judge("variant", "test", "mine.toml")
    assert said.code == 0
    assert "1 of 2 rules touched by a case" in said.output
    assert "  glimpse          no case touches it" in said.output


def test_what_is_inherited_is_told_apart(sy_judge: Judge) -> None:
    sy_judge("variant", "new", "mine")
    cases = Path("mine.cases.toml").read_text()
    Path("mine.cases.toml").write_text(cases.replace('tests    = ["no-bus-at-first"]', 'tests    = ["follow-a-line"]'))
    said = sy_judge("variant", "test", "mine.toml")
    assert "touched in files it extends: follow-a-line\n" in said.output


def test_only_some_cases(sy_judge: Judge) -> None:
    sy_judge("variant", "new", "mine")
    assert sy_judge("variant", "test", "mine.toml", "--id", "1.2").output.endswith("1 case: all pass\n")
    none = sy_judge("variant", "test", "mine.toml", "--id", "9.*")
    assert (none.code, none.output) == (1, "mine.toml: no cases found; none of them is 9.*\n")


def test_cases_in_a_folder(sy_judge: Judge) -> None:
    sy_judge("variant", "new", "mine")
    Path("mine.cases").mkdir()
    Path("mine.cases.toml").rename("mine.cases/first.toml")
    assert sy_judge("variant", "test", "mine.toml").code == 0


def test_as_json(sy_judge: Judge) -> None:
    sy_judge("variant", "new", "mine")
    lines = sy_judge("variant", "test", "mine.toml", "--format", "json").output.splitlines()
    assert [(json.loads(line)["id"], json.loads(line)["passed"]) for line in lines] == [("1.1", True), ("1.2", True)]


def test_exit_codes(sy_judge: Judge) -> None:
    sy_judge("variant", "new", "mine")
    assert sy_judge("variant", "test", "no-such.toml").code == 3
    Path("mine.cases.toml").write_text("[[case]]\nid = 1\n")
    assert sy_judge("variant", "test", "mine.toml").code == 2
    Path("mine.toml").write_text("[")
    assert sy_judge("variant", "test", "mine.toml").code == 3


@pytest.mark.parametrize("file", ["examples/saltmarsh/smugglers.toml", "examples/packs/no-ferry-at-dawn.toml"])
def test_the_examples_hold(file: str, sy_judge: Judge) -> None:
    said = sy_judge("variant", "test", TOP / file)
    assert said.code == 0, said.output
    assert "no case touches it" not in said.output


# --- diff


def test_what_a_file_changes(sy_judge: Judge) -> None:
    sy_judge("variant", "new", "mine")
    text = Path("mine.toml").read_text()
    Path("mine.toml").write_text(uncommented(text, 0))
    assert sy_judge("diff", "mine.toml").output == (
        "from 2014 to mine\n\nNumbers\n  log: rounds: 22 -> 21\n\nRules\n  added rule no-bus-at-first\n"
        "    mine: In the first round nobody goes by bus.\n      cite: house rule (house)\n"
    )


def test_what_a_pack_changes_in_the_game_it_is_added_to(sy_judge: Judge) -> None:
    pack = TOP / "examples" / "packs" / "third-double.toml"
    found = json.loads(sy_judge("diff", pack, "--onto", "classic", "--format", "json").output)
    assert (found["one"], found["other"]) == ("classic", "classic+third-double")
    assert found["values"] == [{"what": "fugitive: double tickets", "one": "2", "other": "3"}]
    assert found["rules"] == []


def test_what_cannot_be_compared(sy_judge: Judge) -> None:
    said = sy_judge("diff", "core")
    assert (said.code, "extends nothing" in said.output) == (2, True)
    assert sy_judge("diff", "no-such.toml").code == 3
    assert sy_judge("diff", "no-such").code == 2


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("2014", "`2014` is the name of a shipped variant; choose another name, for example `my-2014`"),
        ("core", "choose another name, for example `my-core`"),
        ("Übung", "for example `uebung`"),
        ("my rules", "for example `my-rules`"),
        ("../x", "for example `x`"),
        ("a" * 300, "at most 40 characters; this one has 300"),
        ("", "for example `my-rules`"),
    ],
)
def test_names_that_cannot_be(name: str, words: str, sy_judge: Judge, tmp_path: Path) -> None:
    said = sy_judge("variant", "new", name)
    assert said.code == 2
    assert words in said.output
    assert list(tmp_path.iterdir()) == []
