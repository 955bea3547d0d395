"""The replay in a real browser: keys, touch, switch, curve, print; nothing leaves the page, and only its own script is run.

Where playwright or a Chromium is missing these tests are skipped, and the run says so in one line; in CI they are required.
"""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from conftest import NO_BROWSER, TOP, Said

from adjudicator.game import Game
from adjudicator.picture.stage import Stage
from adjudicator.replay.page_data import PageData
from adjudicator.replay.telling import Step, tell

pytestmark = pytest.mark.browser

FLAGS = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
]  # fmt: skip
CHROMIUM = next((path for name in ("chromium", "chromium-browser", "google-chrome") if (path := shutil.which(name))), "")
REQUIRED = "SY_JUDGE_BROWSER"  # set in CI: without a browser the tests fail there


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        _missing("the package playwright is not installed")
    if not CHROMIUM:
        _missing("chromium is not installed")
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield started
        started.close()


def _missing(what: str) -> None:
    if os.environ.get(REQUIRED):
        pytest.fail(what)
    pytest.skip(f"{NO_BROWSER}: {what}")


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., Path]:
    """The page of an example, made once."""
    folder = tmp_path_factory.mktemp("pages")

    def made(name: str, *more: str) -> Path:
        from conftest import call

        path = folder / f"{Path(name).stem}{'-'.join(more)}.html"
        if not path.exists():
            assert call("replay", TOP / "examples" / name, *more, "-o", path) == Said("", 0)
        return path

    return made


@pytest.fixture
def opened(browser: Any, pages: Callable[..., Path]) -> Iterator[Callable[..., Any]]:
    """Open the page of an example; at the end, nothing may have been asked for, and nothing may have gone wrong."""
    contexts: list[Any] = []
    trouble: list[str] = []

    def open_page(name: str | Path, *more: str, **settings: Any) -> Any:
        context = browser.new_context(**settings)
        contexts.append(context)
        page = context.new_page()
        path = name if isinstance(name, Path) else pages(name, *more)
        page.on("console", lambda message: trouble.append(message.text))
        page.on("pageerror", lambda error: trouble.append(str(error)))
        page.on("dialog", lambda dialog: trouble.append(f"a dialog: {dialog.message}"))
        page.on("request", lambda request: trouble.append(request.url) if request.url != path.as_uri() else None)
        page.goto(path.as_uri())
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert trouble == []


def shown(page: Any) -> dict[str, Any]:
    """The contents of the board and the panel now."""
    found: dict[str, Any] = page.evaluate(
        """() => ({
          flags: Object.fromEntries(Array.from(document.querySelectorAll(".flag.on"), (one) =>
            [one.dataset.piece, one.getAttribute("transform").match(/-?[\\d.]+/g).map((n) => Math.round(n))])),
          possible: document.getElementById("stations").textContent,
          marks: document.querySelectorAll(".marks use:not(.off)[href='#mark-possible']").length,
          legs: document.querySelectorAll(".leg.on").length,
          sentence: document.getElementById("sentence").textContent,
          log: Array.from(document.querySelectorAll("#log li"), (one) => one.textContent.trim()),
        })"""
    )
    return found


def test_every_step_is_shown_as_it_is_told(opened: Callable[..., Any]) -> None:
    """Forwards by the arrow, and with the switch on: pieces, marks, trail, log and sentence."""
    telling = tell(Game.read(f"{TOP}/examples/beginners-mistakes.log"))
    stage, page = PageData(telling).stage, opened("beginners-mistakes.log")
    for number in range(len(telling.steps)):
        assert shown(page) == expected(stage, telling.steps[number], "seen")
        page.keyboard.press("ArrowRight")
    page.check("#open")
    for number in range(len(telling.steps) - 1, 0, -9):
        page.evaluate(f"document.querySelector('[data-step=\"{number}\"]').click()")
        assert shown(page) == expected(stage, telling.steps[number], "truth")


def expected(stage: Stage, step: Step, layer: str) -> dict[str, Any]:
    told = getattr(step, layer)
    scene = stage.scene(told.position)
    corners = {
        piece: [round(at + beside) for at, beside in zip(stage.plan.spots[station], (left, upper), strict=True)]
        for piece, (station, _, left, upper) in scene["flags"].items()
    }
    return {
        "flags": {piece: pytest.approx(corner, abs=1) for piece, corner in corners.items()},
        "possible": ", ".join(map(str, step.possible)),
        "marks": len(step.possible) if len(step.possible) > 1 else 0,
        "legs": len(set(scene["trail"])),
        "sentence": told.sentence,
        "log": [f"{row.number}{row.cover}{row.station}" for row in told.position.log],
    }


def test_keys_curve_slider_and_flags(opened: Callable[..., Any]) -> None:
    page = opened("2014-mistakes.log")

    def where() -> int:
        return int(page.input_value("#slider"))

    page.keyboard.press("End")
    assert where() == 103
    assert page.is_disabled("#next")
    page.keyboard.press("ArrowLeft")
    assert where() == 102
    page.keyboard.press("Home")
    assert where() == 0
    page.keyboard.press("f")
    assert "illegal" in page.inner_text("#findings")
    assert "have-the-ticket · Ravensburger" in page.inner_text("#findings")
    box = page.locator("#curve").bounding_box()
    page.mouse.click(box["x"] + box["width"] * 0.5, box["y"] + 10)
    assert abs(where() - 52) <= 1
    page.focus("#slider")
    page.keyboard.press("ArrowRight")
    assert abs(where() - 53) <= 1
    assert page.get_attribute("#slider", "aria-valuetext").startswith("Round")
    assert page.get_attribute("#sentence", "aria-live") == "polite"


def test_an_address_leads_to_a_step(opened: Callable[..., Any]) -> None:
    """A page around this one hears where each step was written."""
    page = opened("2014.log")
    page.evaluate("document.addEventListener('step', ({ detail }) => { document.title = String(detail); })")
    page.evaluate("location.hash = '#12'")
    page.wait_for_selector("#of:text('step 12 of')")
    line, column, length = map(int, page.title().split(","))
    written = (TOP / "examples" / "2014.log").read_text(encoding="utf-8").splitlines()[line - 1]
    assert written[column - 1 :][:length] == "white taxi 35"
    page.evaluate("location.hash = '#9999'")
    page.wait_for_selector("#of:text('step 66 of 66')")


def test_the_switch_shows_him_and_hides_him_again(opened: Callable[..., Any]) -> None:
    page = opened("holmes.log")
    assert page.inner_text(".switch") == "Show Moriarty"
    page.keyboard.press("ArrowRight")
    assert page.locator(".flag.on[data-piece=X]").count() == 0
    page.locator(".switch").click()
    assert page.locator(".flag.on[data-piece=X]").count() == 1
    assert page.inner_text("#sentence") == "Moriarty uses a black ticket to 60."
    page.locator(".switch").click()
    assert page.locator(".flag.on[data-piece=X]").count() == 0
    view = opened("holmes.log", "--view", "detectives")
    assert view.locator(".switch").count() == 0


def test_findings_are_named_at_the_top_and_found_in_every_layer(opened: Callable[..., Any]) -> None:
    page = opened("2014-mistakes.log")
    for is_open in (False, True):
        if is_open:
            page.locator(".switch").click()
        flagged = {int(one) for one in page.evaluate(FLAGGED, is_open)}
        assert page.locator("#flag").is_visible() == bool(flagged)
        reached = set()
        for _ in flagged:
            page.keyboard.press("f")
            reached.add(int(page.input_value("#slider")))
            assert page.locator("#findings .finding").count() > 0
        assert reached == flagged
    page.locator(".switch").click()
    page.locator(".breaches a", has_text="breaches").click()
    assert page.is_checked("#open")
    assert page.locator("#findings .finding.illegal").count() > 0


FLAGGED = """(open) => Array.from(document.querySelectorAll(".steps li"))
  .filter((one) => (open ? /truly-/ : /(^| )(illegal|undecided)/).test(one.className)).map((one) => one.dataset.step)"""


def test_the_address_names_the_step(opened: Callable[..., Any]) -> None:
    page = opened("2014.log")
    assert page.title() == "Scotland Yard, Ravensburger 2014: Ana, Ben, Cleo, Dev"
    assert page.inner_text(".breaches") == "No breach of the rules."
    assert page.locator(".verdict p:visible").first.inner_text().startswith("The record is legal")
    page.evaluate("location.hash = '#12'")
    page.wait_for_timeout(100)
    assert page.input_value("#slider") == "12"
    page.keyboard.press("ArrowRight")
    page.wait_for_timeout(400)
    assert page.url.endswith("#13")
    page.reload()
    assert page.input_value("#slider") == "13"


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_phone_has_room_for_everything(opened: Callable[..., Any], scheme: str) -> None:
    """Nothing is wider than the screen, and every button can be hit by a thumb."""
    page = opened("holmes.log", viewport={"width": 390, "height": 844}, is_mobile=True, has_touch=True, color_scheme=scheme)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.locator("#next").tap()
    assert page.input_value("#slider") == "1"
    for button in page.locator("button:visible").all():
        box = button.bounding_box()
        assert min(box["width"], box["height"]) >= 38
    wide = shown_width(page)
    assert page.get_attribute("#zoom", "aria-pressed") == "true"  # the numbers of stations can be read
    page.locator("#zoom").tap()
    assert page.get_attribute("#zoom", "aria-pressed") == "false"
    assert shown_width(page) > 2 * wide


def shown_width(page: Any) -> float:
    """How much of the board is seen, from left to right."""
    return float(page.get_attribute("#frame svg", "viewBox").split()[2])


def test_two_fingers_look_closer(opened: Callable[..., Any]) -> None:
    """As on the table's phones: the board is pinched, not the page; steps keep what moves in sight."""
    page = opened("2014.log", viewport={"width": 390, "height": 844}, is_mobile=True, has_touch=True)
    box, touch, wide = page.locator("#frame").bounding_box(), page.context.new_cdp_session(page), shown_width(page)
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    for kind, away in (("touchStart", 40), ("touchMove", 50), ("touchMove", 60)):
        fingers = [{"x": x - away, "y": y, "id": 1}, {"x": x + away, "y": y, "id": 2}]
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": fingers})
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    closer = shown_width(page)
    assert closer < wide
    assert page.evaluate("visualViewport.scale") == 1
    page.keyboard.press("End")
    assert shown_width(page) == pytest.approx(closer)
    left, upper, across, down = map(float, page.get_attribute("#frame svg", "viewBox").split())
    place = page.get_attribute("#station-117", "transform")  # where the game ends
    x, y = map(float, re.findall(r"[\d.]+", place))
    assert left <= x <= left + across
    assert upper <= y <= upper + down


def test_print_has_the_board_and_every_step(opened: Callable[..., Any]) -> None:
    page = opened("2014.log", color_scheme="dark")
    page.locator("#zoom").click()
    page.emulate_media(media="print")
    page.pdf()
    assert page.get_attribute("#zoom", "aria-pressed") == "false"  # of an enlarged board, all is printed
    assert page.locator(".time").is_hidden()
    assert page.locator("svg.board").is_visible()
    assert page.locator(".steps li").last.is_visible()
    assert page.evaluate("getComputedStyle(document.documentElement).getPropertyValue('--paper')").strip() == "#fff"


def test_hostile_names_do_nothing(opened: Callable[..., Any], tmp_path: Path) -> None:
    from conftest import call

    name = "<img src=x onerror=alert(1)></script><script>alert(2)</script> \"'& \u202eשלום"
    log = tmp_path / "game.log"
    log.write_text(f"variant: 2014\nseats: X = {name}; red; blue\nstart: X 104; red 26; blue 117\nresult: X caught\n", "utf-8")
    assert call("replay", log, "-o", tmp_path / "game.html").code == 0
    page = opened(tmp_path / "game.html")
    assert "<img src=x onerror=alert(1)>" in page.inner_text("#hands")
    assert page.locator("img").count() == 0


def test_without_a_script_the_game_can_be_read(opened: Callable[..., Any]) -> None:
    page = opened("2014.log", java_script_enabled=False)
    assert page.locator("noscript, .noscript").first.is_visible()
    assert page.locator(".steps li").count() == 67
    assert page.locator(".switch").is_hidden()  # it could do nothing
