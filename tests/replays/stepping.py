"""How long a step of a page takes in Chromium: script, style, layout and paint, as processor time of the page's own thread.

Every step is taken several times, and the least time of each counts: what else the machine does is not the page's fault.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from test_browser import CHROMIUM, FLAGS

TIMES = 3
SCREENS: dict[str, dict[str, Any]] = {
    "desktop": {"viewport": {"width": 1400, "height": 900}},
    "phone": {"viewport": {"width": 390, "height": 844}, "is_mobile": True, "has_touch": True},
}
STEP = """(key) => {
  document.dispatchEvent(new KeyboardEvent("keydown", {key, bubbles: true}));
  return new Promise((shown) => requestAnimationFrame(() => requestAnimationFrame(shown)));
}"""


def slowest(path: Path) -> Iterator[tuple[str, int, float]]:
    """For each screen the step of a page that takes longest, and its milliseconds."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        for name, settings in SCREENS.items():
            page = browser.new_context(**settings).new_page()
            page.goto(path.as_uri())
            rounds = [_stepped(page) for _ in range(TIMES)]
            steps = [min(times) for times in zip(*rounds, strict=True)]
            yield name, steps.index(max(steps)) + 1, max(steps)
        browser.close()


def _stepped(page: Any) -> list[float]:
    """The milliseconds of each step, from the first to the last."""
    session, last = page.context.new_cdp_session(page), int(page.get_attribute("#slider", "max"))
    session.send("Performance.enable", {"timeDomain": "threadTicks"})
    page.evaluate(STEP, "Home")
    found = []
    for _ in range(last):
        before = _spent(session)
        page.evaluate(STEP, "ArrowRight")
        found.append(_spent(session) - before)
    return found


def _spent(session: Any) -> float:
    metrics = {one["name"]: one["value"] for one in session.send("Performance.getMetrics")["metrics"]}
    return 1000 * float(metrics["TaskDuration"])
