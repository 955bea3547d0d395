"""No command writes over a file that it reads, over a game, a key or rules, or where a link leads."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import click
import pytest
from conftest import TOP, Said

LOG = """variant: ours.toml
board: our-board.toml
start: X 104; red 26; blue 117; green 174; yellow 50

1. X taxi 86
"""
COMMANDS = {  # each with a file that it reads; `@` is the folder
    "fmt": (["fmt", "@game.log"], "our-board.toml"),
    "import": (["import", "@game.log"], "game.log"),
    "draw": (["draw", "@game.log"], "ours.toml"),
    "replay": (["replay", "@game.log", "--with-secrets"], "our-board.toml"),
    "seal": (["seal", "@game.log", "--key", "new.key"], "our-board.toml"),
    "unseal": (["unseal", "@public.log", "@public.key"], "public.key"),
    "rules": (["rules", "@ours.toml", "--sheet"], "our-board.toml"),
    "variant show": (["variant", "show", "@ours.toml"], "ours.toml"),
    "playtest": (["playtest", "@ours.toml", "--games", "2"], "ours.toml"),
    "board draw": (["board", "draw", "@our-board.toml"], "our-board.toml"),
}


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, sy_judge: Callable[..., Said]) -> None:
    monkeypatch.chdir(tmp_path)
    Path("game.log").write_text(LOG)
    Path("ours.toml").write_text('id = "ours"\ntitle = "Ours"\nextends = "2014"\nboard = "our-board.toml"\n')
    shutil.copy(TOP / "boards" / "london.toml", "our-board.toml")
    Path("our-board.toml").write_text(Path("our-board.toml").read_text().replace('"london"', '"our-board"', 1))
    assert sy_judge("seal", TOP / "examples" / "2014.log", "-o", "public.log").code == 0


def writers(command: click.Command, name: str = "") -> Iterator[str]:
    """Every command, at any depth, that writes to one file that somebody names."""
    if isinstance(command, click.Group):
        for one in command.list_commands(click.Context(command)):
            inner = command.get_command(click.Context(command), one)
            assert inner is not None
            yield from writers(inner, f"{name} {one}".strip())
    elif any("--output" in parameter.opts for parameter in command.params):
        yield name


def test_these_are_all_commands_that_write() -> None:
    from adjudicator.cli import main

    assert {*writers(main)} - {"generate"} == set(COMMANDS)  # this one overwrites nothing at all


@pytest.mark.parametrize("name", COMMANDS)
def test_nothing_is_written_over_what_it_is_made_from(name: str, sy_judge: Callable[..., Said]) -> None:
    command, output = COMMANDS[name]
    before = Path(output).read_bytes()
    said = sy_judge(*(word.replace("@", f"{Path.cwd()}/") for word in command), "-o", output)
    assert said.code in (2, 3), said.output
    assert "the command would overwrite a file that it reads" in said.output
    assert Path(output).read_bytes() == before
    assert not Path("new.key").exists()


@pytest.mark.parametrize("link", [Path.symlink_to, Path.hardlink_to])
@pytest.mark.parametrize("name", ["fmt", "import", "seal"])
def test_nor_over_another_name_of_it(name: str, link: Callable[[Path, Path], None], sy_judge: Callable[..., Said]) -> None:
    command, output = COMMANDS[name]
    link(Path("other.txt"), Path(output).absolute())
    said = sy_judge(*(word.replace("@", f"{Path.cwd()}/") for word in command), "-o", "other.txt")
    assert said.code in (2, 3), said.output
    assert Path("other.txt").samefile(output)
    assert not Path("new.key").exists()


# --- files that are there

PRECIOUS = {  # a file of each kind that a mistyped name could mean, as it begins
    "friday.log": LOG.encode(),
    "friday.secret": LOG.encode(),
    "friday.key": b"sy-judge key 1\n",
    "friday.links": b'{"X": "abcdefghijklmnopqrstuvwx"}',
    "rules.toml": b'id = "mine"\n',
    "letter.txt": b"Dear Ana\n",
    "empty.svg": b"",
    "photo.jpg": b"\xff\xd8\xff",
}


@pytest.mark.parametrize("kept", PRECIOUS)
@pytest.mark.parametrize("name", COMMANDS)
def test_nothing_is_written_over_a_file_that_is_there(name: str, kept: str, sy_judge: Callable[..., Said]) -> None:
    command, _ = COMMANDS[name]
    Path(kept).write_bytes(PRECIOUS[kept])
    before = sorted(Path.cwd().iterdir())
    said = sy_judge(*(word.replace("@", f"{Path.cwd()}/") for word in command), "-o", kept)
    assert said.code in (2, 3), said.output
    assert "already exists, and is not overwritten" in said.output
    assert Path(kept).read_bytes() == PRECIOUS[kept]
    assert sorted(Path.cwd().iterdir()) == before


@pytest.mark.parametrize("name", COMMANDS)
def test_nothing_is_written_where_a_link_leads(name: str, sy_judge: Callable[..., Said]) -> None:
    command, _ = COMMANDS[name]
    Path("out").symlink_to("elsewhere.txt")
    for target in ("", "precious"):
        if target:
            Path("elsewhere.txt").write_text(target)
        said = sy_judge(*(word.replace("@", f"{Path.cwd()}/") for word in command), "-o", "out")
        assert said.code in (2, 3), said.output
        assert "this is a link to `elsewhere.txt`" in said.output
        assert Path("elsewhere.txt").exists() == bool(target)
    assert Path("elsewhere.txt").read_text() == "precious"


@pytest.mark.parametrize("name", COMMANDS)
def test_nothing_is_written_to_a_pipe_or_a_folder(name: str, sy_judge: Callable[..., Said]) -> None:
    """Writing to a pipe that nobody reads would never end."""
    command, _ = COMMANDS[name]
    os.mkfifo("pipe")
    Path("folder").mkdir()
    for output in ("pipe", "folder"):
        said = sy_judge(*(word.replace("@", f"{Path.cwd()}/") for word in command), "-o", output)
        assert said.code in (2, 3), said.output
        assert "not an ordinary file" in said.output or "this is a folder" in said.output


@pytest.mark.parametrize("name", ["draw", "replay", "rules", "board draw"])
def test_a_picture_and_a_page_are_made_again(name: str, sy_judge: Callable[..., Said]) -> None:
    command, _ = COMMANDS[name]
    for _ in range(2):
        said = sy_judge(*(word.replace("@", f"{Path.cwd()}/") for word in command), "-o", "made")
        assert said.code == 0, said.output


def test_even_what_is_to_be_overwritten_is_no_link(sy_judge: Callable[..., Said]) -> None:
    Path("target.log").write_text(LOG)
    Path("link.log").symlink_to("target.log")
    said = sy_judge("generate", "--variant", "2014", "-o", "link.log", "--force")
    assert said.code != 0
    assert Path("target.log").read_text() == LOG
