"""A game is set up in a real browser: the table's screen answers, the fugitive sees his start, everybody takes a seat.

Where playwright or a Chromium is missing this is skipped; in CI it is required.
"""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from test_browser import browser  # noqa: F401 - the fixture
from test_web import links_of, port  # noqa: F401
from test_web_browser import says

from adjudicator.table.screens import TABLE

pytestmark = pytest.mark.browser

TOP = Path(__file__).parent.parent
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


def page_of(browser: Any, link: str, trouble: list[str], **device: Any) -> Any:  # noqa: F811
    page = browser.new_context(**(device or PHONE)).new_page()
    page.set_default_timeout(60_000)
    page.on("pageerror", lambda error: trouble.append(str(error)))
    page.goto(link)
    return page


def invited(screen: Any, who: str) -> str:
    """The link that the table's screen shows for a person."""
    return str(screen.get_attribute(f"#seats .seat:has(h3:text-is('{who}')) a", "href"))


def served(port: int, folder: Path) -> subprocess.Popen[bytes]:  # noqa: F811
    command = [sys.executable, "-m", "adjudicator", "serve", "--variant", "2014", "--log", "game.log", "--port", str(port)]
    environment = {**os.environ, "PYTHONPATH": str(TOP)}
    server = subprocess.Popen(command, cwd=folder, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
    while TABLE not in links_of(folder):
        assert server.poll() is None
        time.sleep(0.1)
    return server


def test_everybody_comes_by_the_code_with_his_name(browser: Any, port: int, tmp_path: Path) -> None:  # noqa: F811
    server, address, trouble = served(port, tmp_path), f"http://127.0.0.1:{port}", list[str]()
    token = links_of(tmp_path)["table"]
    time.sleep(1)
    screen = page_of(browser, f"{address}/setup#{token}", trouble, viewport={"width": 1280, "height": 800}, has_touch=True)
    assert screen.url == f"{address}/setup"  # the secret has left the address bar
    screen.tap("#offers >> text='change a rule for this evening'")
    screen.tap("#offers p:has(strong:text-is('cut-off')) >> text='on'")
    screen.wait_for_selector("#offers p:has(strong:text-is('cut-off')) >> button[aria-pressed=true]:text-is('on')")
    screen.tap("text='play with these rules'")
    screen.tap("#offers >> text='4'")
    for colour in ("purple", "red", "blue"):
        screen.tap(f"#offers >> text='{colour}'")
    screen.tap("text='Take these'")
    for prompt, name in (("Mister X", "Ana"), ("red", "Ben"), ("blue", "Cleo"), ("purple", "Dev")):
        screen.locator("#prompt", has_text=f"Who plays {prompt}?").wait_for()
        screen.fill("#line", name)
        screen.press("#line", "Enter")
    screen.tap("#offers >> text='the referee draws'")

    # the wrong phone scans the fugitive's code: it shows no secret, gives the seat back, and is worth nothing any more
    screen.wait_for_selector("#seats .seat")
    used = invited(screen, "Ana")
    ben = page_of(browser, used, trouble)
    ben.wait_for_selector("text='I am Ana: show me'")
    assert not re.search(r"\d", ben.inner_text("main"))
    ben.tap("#not-me")
    says(ben, "#alive", "This phone has no seat here")
    ben.goto(used)
    says(ben, "#alive", "This code has been used")

    ana = page_of(browser, invited(screen, "Ana"), trouble)
    ana.tap("text='I am Ana: show me'")
    assert re.search(r"you start on\s*\d+", ana.inner_text("#facts") if ana.wait_for_selector("#facts dd") else "")
    assert "start on" not in screen.inner_text("body")
    ana.tap("text='continue'")
    ana.wait_for_selector("#round:not(:empty)")
    assert ana.url == f"{address}/"

    says(screen, "#missing", "Missing: Ben, Cleo, Dev")
    ben.goto(invited(screen, "Ben"))
    says(ben, "#who", "Ben: red")
    dev = page_of(browser, invited(screen, "Dev"), trouble)
    says(dev, "#who", "Dev")
    again = dev.context.new_page()  # another tab of the same phone
    again.goto(address)
    says(again, "#who", "Dev")
    screen.wait_for_selector("#seats .come:has-text('Dev')")
    cleo = page_of(browser, invited(screen, "Cleo"), trouble)
    says(cleo, "#who", "Cleo")
    screen.wait_for_selector("#round:not(:empty)")  # everybody is here: it is the table's screen by itself

    # a phone is laid aside, in both of its tabs; a late one finds a code on the table's screen
    dev.tap("#not-me")
    dev.tap("#sheet >> text='Give it back'")
    for page in (dev, again):
        says(page, "#alive", "This phone has no seat here")
    screen.tap("#questions >> text='Seats'")
    screen.wait_for_selector("#sheet .seat:has-text('Dev: scan this')")
    late = page_of(browser, str(screen.get_attribute("#sheet .seat:has(h3:text-is('Dev')) a", "href")), trouble)
    says(late, "#who", "Dev")
    # one whose battery is empty is replaced, and everybody hears of it
    screen.tap("#sheet .seat:has(h3:text-is('Cleo')) button")
    screen.tap("#sheet >> text='Free the seat'")
    screen.wait_for_selector("#sheet .seat:has-text('Cleo: scan this')")
    says(cleo, "#alive", "This phone has no seat here")
    says(ana, "#news", "Cleo has lost the phone")
    assert "option:     cut-off=on\n" in (tmp_path / "game.log").read_text()
    assert trouble == []
    for context in browser.contexts:
        context.close()
    server.send_signal(signal.SIGTERM)
    server.wait(20)
