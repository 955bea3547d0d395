"""Shared by all tests: the switch that rewrites goldens, `sy-judge` called in this process, and fixed seeds."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from attrs import frozen
from click.testing import CliRunner
from hypothesis import HealthCheck, settings
from hypothesis.internal.conjecture import providers

TOP = Path(__file__).parent.parent
gc.set_threshold(50_000, 20, 50)  # compiled rules stay until the end: looking through them again and again costs a tenth
os.environ["SY_JUDGE_CACHE"] = "off"  # no test reads what another left behind; those of the cache name their own folder

# The same examples in every run, so that a failure is about the change at hand. `--hypothesis-profile=search` looks for new
# ones, and longer. Nothing is kept between runs, so that what one run found does not change another.
# Speed is measured in benchmarks/ and by tests/fuzzing, hence no deadline, and no complaint about a slow machine.
_ALWAYS = settings(deadline=None, database=None, print_blob=True, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("same", _ALWAYS, derandomize=True)
settings.register_profile("search", _ALWAYS, max_examples=1_000, derandomize=False)
settings.load_profile("same")
if hasattr(providers, "_get_local_constants"):
    # Hypothesis likes to try numbers and words that it finds in our modules imported so far: with several processes
    # that is never the same twice. It offers no switch for this.
    setattr(providers, "_get_local_constants", lambda: providers._local_constants)  # noqa: B010 - not for mypy to judge


NO_BROWSER = "not run in a browser"  # how the reason begins for which such tests are skipped


def pytest_configure(config: pytest.Config) -> None:
    """Leave browsers and campaigns to `.ci/run` and to those who name a file or a mark (CONTRIBUTING.md)."""
    if config.args_source is pytest.Config.ArgsSource.TESTPATHS and not config.option.markexpr:
        config.option.markexpr = "not (browser or campaign)"


def pytest_runtest_teardown(item: pytest.Item, nextitem: pytest.Item | None) -> None:
    """Give back the tables of a file of tests with its last one: those of a hundred files would take a gigabyte."""
    if nextitem is None or nextitem.path != item.path:
        engine, runner = sys.modules.get("adjudicator.engine.engine"), sys.modules.get("adjudicator.workshop.case_runner")
        for kept in [engine and engine._engine, engine and engine._table, engine and engine._streets, runner and runner._made]:
            if kept:
                kept.cache_clear()
        gc.collect()


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """One line where tests had to be left out for want of a browser."""
    skipped = [
        str(report.longrepr) for report in terminalreporter.stats.get("skipped", ()) if NO_BROWSER in str(report.longrepr)
    ]
    if skipped:
        terminalreporter.write_line(f"{len(skipped)} tests of the replay page were {NO_BROWSER}: see CONTRIBUTING.md")


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
    """The output of a command (both streams together), and its exit code."""

    output: str
    code: int


@pytest.fixture
def sy_judge() -> Callable[..., Said]:
    """Call the command line in this process. An unexpected exception is an error of the test, not an exit code."""
    return call


def variants_in(*folders: str) -> list[Path]:
    """The variant files of these folders, without the cases beside them."""
    found = [path for folder in folders for path in (TOP / folder).glob("*.toml")]
    return sorted(path for path in found if not path.name.endswith(".cases.toml"))


def examples(count: int) -> settings:
    """So many examples as a rule; twenty times as many in a search."""
    return settings(max_examples=count if settings().derandomize else 20 * count)


def call(*arguments: str | Path) -> Said:
    from adjudicator.cli import main

    result = CliRunner().invoke(main, [str(argument) for argument in arguments], prog_name="sy-judge")
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return Said(result.output, result.exit_code)
