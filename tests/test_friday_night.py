"""Friday night in a real browser: an evening of three editions, from an empty folder to the next game, only by tapping.

On every screen axe-core looks for what some people cannot read; `.ci/run` installs it. Without it the evening is played all the
same.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from random import Random
from typing import Any

import pytest
from conftest import TOP, Said, call
from phones.friday import Family
from test_browser import REQUIRED, browser  # noqa: F401 - the fixture
from test_web import port  # noqa: F401 - the fixture

pytestmark = pytest.mark.browser

AXE = TOP / ".venv" / "axe" / "node_modules" / "axe-core" / "axe.min.js"
EDITIONS = {
    "2014": ("Scotland Yard, Ravensburger 2014", "london", 4, 2),
    "beginners": ("Scotland Yard, beginners' version", "london", 4, 2),
    "holmes": ("Scotland Yard, Sherlock Holmes Edition 2022, Sherlock Holmes rules", "london-1895", 6, 6),
}
# Everything that is done at the table of Holmes besides riding. The board shows no hideouts: what it cannot check is asked.
ABILITIES = {"manhunt", "interrogate", "clue", "ban", "roadblock", "escape", "take", "crime"}


class Watcher:
    """Looks at every screen."""

    def __init__(self) -> None:
        if not AXE.exists() and os.environ.get(REQUIRED):
            pytest.fail(f"{AXE} is missing")
        self.script = AXE.read_text(encoding="utf-8") if AXE.exists() else ""
        self.names: set[str] = set()
        self.found: list[str] = []

    def __call__(self, name: str, page: Any) -> None:
        self.names.add(name)
        if folder := os.environ.get("SY_JUDGE_SCREENS"):  # for those who want to see them
            where = Path(folder) / f"{re.sub('[^a-zA-Z]+', '-', name)[:60]}-{page.viewport_size['width']}.png"
            page.screenshot(path=str(where))
        assert page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"], name
        if self.script:
            page.evaluate(self.script)
            result = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
            self.found += [f"{name}: {one['id']}: {one['nodes'][0]['html']}" for one in result["violations"]]


@pytest.mark.parametrize("name", EDITIONS)
def test_an_evening(name: str, browser: Any, port: int, tmp_path: Path) -> None:  # noqa: F811
    edition, board, people, quiet = EDITIONS[name]
    watcher = Watcher()
    family = Family(browser, port, tmp_path, edition, board, people, Random(5), watcher, quiet=quiet)
    try:
        family.set_up()
        family.play()
        family.finish()
        judged = call("check", tmp_path / "friday.log")
        family.again()
    finally:
        family.end()
    assert family.trouble == []
    assert watcher.found == []
    assert {"seats", "seats in the game", "no seat", "used code", "hidden", "secret", "sheet", "replay"} <= watcher.names
    assert is_right(name, judged)
    assert name != "holmes" or family.used >= ABILITIES


def is_right(name: str, judged: Said) -> bool:
    """After the game `check` judges the log without further words; of the board of Holmes some facts are not known."""
    return judged.code == 0 and (": legal by the rules of" in " ".join(judged.output.split()) or name == "holmes")
