"""Habits of speech that rules are forgiven, and commands that forget something.

The slips of people who never wrote such a file are in `bad/slips/*.md`; `test_wrong_input.py` tries them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import click
import pytest
from conftest import Said

from adjudicator.cli import main
from adjudicator.faults import Fault
from adjudicator.language.habits import TEXT, Habit, habits
from adjudicator.language.parser import Misread, parse_rules

Judge = Callable[..., Said]


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
    """The example of a habit is not understood because of this habit, and of no other; the message has no blanks left."""
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
