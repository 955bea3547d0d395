"""What all tests share: the switch that rewrites goldens, and `sy-judge` called in this process."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from attrs import frozen
from click.testing import CliRunner

TOP = Path(__file__).parent.parent
os.environ["SY_JUDGE_CACHE"] = "off"  # no test reads what another left behind; those of the cache name a folder of their own


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update", action="store_true", help="rewrite expected outputs; review them as a diff")


@pytest.fixture
def update(request: pytest.FixtureRequest) -> bool:
    return bool(request.config.getoption("--update"))


@pytest.fixture
def compare(update: bool) -> Callable[[Path, str], None]:
    """Compare a text with the one on file; with --update write it there instead."""

    def check(path: Path, text: str) -> None:
        if update:
            path.write_text(text, encoding="utf-8")
        assert path.read_text(encoding="utf-8") == text, f"{path} differs; if that is wanted: pytest --update"

    return check


@frozen
class Said:
    """What a command printed (both streams together), and its exit code."""

    output: str
    code: int


@pytest.fixture
def sy_judge() -> Callable[..., Said]:
    """Call the command line in this process. An unexpected exception is an error of the test, not an exit code."""
    return call


def call(*arguments: str | Path) -> Said:
    from adjudicator.cli import main

    result = CliRunner().invoke(main, [str(argument) for argument in arguments], prog_name="sy-judge")
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return Said(result.output, result.exit_code)
