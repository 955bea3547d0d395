"""A game is set up in a real browser: the table's screen answers, the fugitive sees his start, everybody takes a seat.

Where playwright or a Chromium is missing this is skipped; in CI it is required.
"""

from __future__ import annotations

import json
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
from test_web import port  # noqa: F401

pytestmark = pytest.mark.browser

TOP = Path(__file__).parent.parent
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


def page_of(browser: Any, address: str, token: str, trouble: list[str]) -> Any:  # noqa: F811
    page = browser.new_context(**PHONE).new_page()
    page.set_default_timeout(60_000)
    page.on("pageerror", lambda error: trouble.append(str(error)))
    page.goto(f"{address}/setup#{token}")
    return page


def served(port: int, folder: Path) -> subprocess.Popen[bytes]:  # noqa: F811
    command = [sys.executable, "-m", "adjudicator", "serve", "--variant", "2014", "--log", "game.log", "--port", str(port)]
    environment = {**os.environ, "PYTHONPATH": str(TOP)}
    server = subprocess.Popen(command, cwd=folder, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
    while not (folder / "game.links").exists():
        assert server.poll() is None
        time.sleep(0.1)
    return server


def test_everybody_joins_by_one_link(browser: Any, port: int, tmp_path: Path) -> None:  # noqa: F811
    server, address, trouble = served(port, tmp_path), f"http://127.0.0.1:{port}", list[str]()
    token = json.loads((tmp_path / "game.links").read_text())["table"]
    time.sleep(1)
    screen = page_of(browser, address, token, trouble)
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

    ana = page_of(browser, address, token, trouble)
    ana.tap("#free >> text='Ana: X'")
    assert re.search(r"you start on\s*\d+", ana.inner_text("#facts") if ana.wait_for_selector("#facts dd") else "")
    assert "start on" not in screen.inner_text("body")
    ana.tap("text='continue'")
    ana.wait_for_selector("#round:not(:empty)")
    assert ana.url == f"{address}/"

    dev = page_of(browser, address, token, trouble)
    dev.tap("#free >> text='Dev: purple'")
    dev.locator("#who", has_text="Dev").wait_for()
    again = dev.context.new_page()  # the same phone, by the same link
    again.goto(f"{address}/setup#{token}")
    again.locator("#who", has_text="Dev").wait_for(timeout=60_000)
    screen.tap("#watch")
    screen.wait_for_selector("#round:not(:empty)")
    assert "option:     cut-off=on\n" in (tmp_path / "game.log").read_text()
    assert trouble == []
    for context in browser.contexts:
        context.close()
    server.send_signal(signal.SIGTERM)
    server.wait(20)
