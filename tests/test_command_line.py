"""Properties of all commands: help with examples, a version, and a shell that completes what is typed."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path

import click
import pytest
from conftest import TOP, Said

import adjudicator
from adjudicator.cli import Group, main

Judge = Callable[..., Said]
BASH = """
eval "$(_SY_JUDGE_COMPLETE=bash_source sy-judge)"
COMP_WORDS=("$@"); COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
compopt() { case "$2" in default) echo files;; dirnames) echo folders;; esac; }
_sy_judge_completion sy-judge
printf '%s\\n' "${COMPREPLY[@]}"
"""
FILES = ["files", ""]  # the shell's own completion, and nothing of ours


def commands(group: Group, path: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """Every command by the words that call it, and the groups."""
    ctx = click.Context(group, info_name="sy-judge")
    yield path
    for name in group.list_commands(ctx):
        command = group.get_command(ctx, name)
        if isinstance(command, Group):
            yield from commands(command, (*path, name))
        else:
            yield (*path, name)


assert isinstance(main, Group)
COMMANDS = list(commands(main))


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_help_shows_examples(sy_judge: Judge, command: tuple[str, ...]) -> None:
    for switch in ("--help", "-h"):
        said = sy_judge(*command, switch)
        assert said.code == 0
        assert "Example:\n    " in said.output or "Examples:\n    " in said.output
        assert " ".join(("sy-judge", *command)) in said.output.split("Example")[1]
        assert not re.search(r"[a-z]\.\.\.$", said.output, re.MULTILINE), "a sentence is cut off"


@pytest.mark.parametrize("command", [(), ("variant",), ("board",)], ids=" ".join)
def test_a_command_without_its_words_shows_its_help(sy_judge: Judge, command: tuple[str, ...]) -> None:
    bare, asked = sy_judge(*command), sy_judge(*command, "--help")
    assert (bare.code, bare.output) == (2, asked.output)


def test_a_misspelt_command_is_told_with_the_nearest(sy_judge: Judge) -> None:
    said = sy_judge("baord")
    assert (said.code, "did you mean `board`?" in said.output) == (2, True)


def test_there_is_one_version(sy_judge: Judge) -> None:
    version = tomllib.loads((TOP / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    assert adjudicator.__version__ == version
    assert sy_judge("--version").output == f"sy-judge, version {version}\n"
    ran = subprocess.run([sys.executable, "-m", "adjudicator", "--version"], capture_output=True, text=True, check=True)
    assert ran.stdout == f"sy-judge, version {version}\n"


# --- completion


@pytest.mark.parametrize(
    ("typed", "completed"),
    [
        ("ch", ["check"]),
        ("board sh", ["show"]),
        ("check --va", ["--variant"]),
        ("where --format ", ["text", "json"]),
        ("check exam", FILES),
        ("check --variant ./my-", FILES),
        ("variant show ./my-", FILES),
    ],
)
def test_bash_completes(typed: str, completed: list[str], tmp_path: Path) -> None:
    command = tmp_path / "sy-judge"
    command.write_text(f"#!/bin/sh\nexec '{sys.executable}' -m adjudicator \"$@\"\n", encoding="utf-8")
    command.chmod(0o755)
    settings = {**os.environ, "PYTHONPATH": str(TOP), "PATH": f"{tmp_path}{os.pathsep}{os.environ['PATH']}"}
    words = ["bash", "-c", BASH, "bash", "sy-judge", *typed.split(" ")]
    ran = subprocess.run(words, capture_output=True, text=True, check=True, env=settings)
    assert (ran.stdout.splitlines(), ran.stderr) == (completed, "")
