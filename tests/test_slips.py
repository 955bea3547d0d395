"""Slips of people who never wrote such a file: each in a file of its own, beside what lint must say about it.

They were made on purpose while going through docs/authoring.md. What is said has to lead back: a place in the file, and a help
that says what to type. Those in `harmless` are no mistakes, and nothing is said about them.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable, Iterator
from pathlib import Path

import click
import pytest
from conftest import TOP, Said

from adjudicator.cli import main
from adjudicator.faults import Fault
from adjudicator.language.habits import TEXT, Habit, habits
from adjudicator.language.parsing import Misread, parse_rules

Judge = Callable[..., Said]
Compare = Callable[[Path, str], None]
SLIPS = Path(__file__).parent / "bad" / "slips"
FILES = sorted(path.stem for path in SLIPS.glob("*.toml"))
HARMLESS = sorted(path.name for path in (SLIPS / "harmless").glob("*.toml"))
NO_PLACE = {"empty-file", "id-forgotten", "title-forgotten"}  # what is not there stands nowhere
PYTHON = re.compile(r"Traceback|Error\b|Exception|\bNone\b|\bdict\b|\btuple\b|\bstr\b|\bint\b|\blark\b|[Tt]oken|tomllib")


@pytest.mark.parametrize("name", FILES)
def test_what_is_said(name: str, monkeypatch: pytest.MonkeyPatch, sy_judge: Judge, compare: Compare) -> None:
    monkeypatch.chdir(SLIPS)
    said = sy_judge("variant", "lint", f"{name}.toml")
    assert said.code == 1
    compare(SLIPS / f"{name}.txt", said.output)


@pytest.mark.parametrize("name", FILES)
def test_it_leads_back(name: str) -> None:
    """One slip, one message or very few; at a place of the file, with something to type, in words of the table."""
    text = (SLIPS / f"{name}.txt").read_text(encoding="utf-8")
    messages = re.findall(r"^error \w+: (.*)$", text, re.MULTILINE)
    assert 1 <= len(messages) <= 2, messages
    assert text.count("= help: ") == len(messages)
    assert f"--> {name}.toml{'' if name in NO_PLACE else ':'}" in text
    assert not PYTHON.search("\n".join(messages)), messages
    assert len(text.splitlines()) <= 20


@pytest.mark.parametrize("name", HARMLESS)
def test_what_is_no_slip(name: str, monkeypatch: pytest.MonkeyPatch, sy_judge: Judge) -> None:
    monkeypatch.chdir(SLIPS / "harmless")
    assert sy_judge("variant", "lint", name).output == f"{name}: no faults\n"


def test_no_golden_is_left_over() -> None:
    assert {path.stem for path in SLIPS.glob("*.txt")} - {"commands"} == set(FILES)


# --- slips on the command line

COMMANDS = (
    "varient lint my-rules.toml",
    "variant lnt my-rules.toml",
    "variant lint my-rules",
    "variant lint my-ruels.toml",
    "variant test my-rules",
    "variant new My Rules",
    "variant new 'My Rules'",
    "variant new my-rules",
    "variant new ours --extends 2041",
    "variant new ours --extends my-rules",
    "variant test my-rules.toml --id 9.9",
    "check my-rules.log --variant my-rules",
    "check my-rules.log --variant 2014+my-rules.toml",
    "check my-rules.log --variant quiet.toml",
    "check my-rules.log --variant 2014+quiet",
    "check my-rules.log --variant 2014,quiet.toml",
    "check my-rules.log --option cut-of",
    "check my-rules.log --option length=round",
    "check my-rules.toml",
    "check my-rules",
    "variant lint my-rules.cases.toml",
    "variant lint my-rules.log",
    "variant lint island.toml",
    "board lint my-rules.toml",
    "check my-rules.log --variant my-rules.log",
    "check my-rules.log --board my-rules.toml",
    "check",
    "draw my-rules.log",
    "variant lint",
    "board lst",
    "board show london 300",
    "board draw london --route 1,2 -o x.svg",
    "explain Z9",
)


def test_on_the_command_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, sy_judge: Judge, compare: Compare) -> None:
    """Each of them ends with a message that names what there is, and not with 0."""
    monkeypatch.chdir(tmp_path)
    sy_judge("variant", "new", "my-rules")
    sy_judge("variant", "new", "quiet", "--pack")
    Path("island.toml").write_text((TOP / "examples" / "boards" / "saltmarsh.toml").read_text(encoding="utf-8"))
    pages = []
    for command in COMMANDS:
        said = sy_judge(*shlex.split(command))
        assert said.code in (1, 2, 3), command
        assert not re.search(r"Traceback", said.output)
        pages.append(f"$ sy-judge {command}\n{said.output}[{said.code}]\n")
    compare(SLIPS / "commands.txt", "\n".join(pages).replace(f"{TOP}/", ""))


def commands(group: click.Group, path: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    with click.Context(group) as ctx:
        for name in group.list_commands(ctx):
            found = group.get_command(ctx, name)
            if isinstance(found, click.Group):
                yield from commands(found, (*path, name))
            elif found is not None and any(parameter.required for parameter in found.params):
                yield (*path, name)


@pytest.mark.parametrize("command", list(commands(main)), ids=" ".join)
def test_who_forgets_something_is_shown_an_example(command: tuple[str, ...], sy_judge: Judge) -> None:
    said = sy_judge(*command)
    assert said.code == 2
    assert f"For example: sy-judge {' '.join(command)} " in said.output or command == ("completion",)


@pytest.mark.parametrize("one", habits(), ids=lambda one: str(one.such))
def test_habits_of_speech(one: Habit) -> None:
    """The example of a habit is not understood because of this habit, and of no other; what is said has no blanks left."""
    found = parse_rules(one.such)
    assert isinstance(found, Misread)
    match = next(match for match in one.pattern.finditer(TEXT.sub('""', one.such)))
    words = {name: word or "" for name, word in match.groupdict().items()}
    assert found.fault == Fault(one.sentence, **words)
    assert found.fault.message


def test_no_habit_is_slow() -> None:
    """However long a text is, and however much in it looks like a habit, only what lies around the mistake is looked at."""
    for word in ("when ", "because ", "on the ", "then x and ", "a < b ", 'because "x" ', "( ", "is not "):
        assert isinstance(parse_rules("forbid ride " + word * (8_000 // len(word))), Misread)
