"""The table on phones in a real browser: taps, a slip, a vote, a server that is killed and started again.

Where playwright or a Chromium is missing these tests are skipped; in CI they are required.
"""

from __future__ import annotations

import json
import signal
from pathlib import Path
from typing import Any

import pytest
from live_play import TABLES
from test_browser import browser  # noqa: F401 - the fixture
from test_web import _served, port  # noqa: F401

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "headers.txt").write_text(TABLES["2014"], encoding="utf-8")
    return tmp_path


def opened(browser: Any, address: str, token: str) -> Any:  # noqa: F811
    page = browser.new_context(**PHONE).new_page()
    page.trouble = []
    page.on("pageerror", lambda error: page.trouble.append(str(error)))
    page.on("request", lambda request: None if request.url.startswith(address) else page.trouble.append(request.url))
    page.goto(f"{address}/#{token}")
    page.wait_for_selector("#round:not(:empty)")
    assert page.url == f"{address}/"  # the secret has left the address bar
    return page


def says(page: Any, text: str) -> None:
    page.get_by_text(text).first.wait_for(timeout=20_000)


def test_a_round_on_three_phones_and_a_table(browser: Any, port: int, folder: Path) -> None:  # noqa: F811
    server = _served(port, folder)
    tokens, address = json.loads((folder / "game.links").read_text()), f"http://127.0.0.1:{port}"
    ana, ben, cleo, table = (opened(browser, address, tokens[seat]) for seat in ("X", "red", "blue", "table"))
    assert not ana.is_visible("#secret")
    ana.tap("#show")
    says(ana, "you stand on")
    ana.tap("text='X taxi 115'")
    for page in (ben, cleo, table):
        says(page, "X taxi ?")
        assert not any("115" in page.inner_text(part) for part in ("#prompt", "#said", "#pieces", "#log"))
    ana.evaluate("dispatchEvent(new Event('blur'))")
    assert not ana.is_visible("#secret")

    ben.fill("#line", "red bus 46")
    ben.press("#line", "Enter")
    says(ben, "no bus line joins 26 and 46")
    assert "bus line" not in cleo.inner_text("body")
    assert ben.get_by_role("button", name="red taxi").count() == 3
    ben.dispatch_event("#station-15", "click", {"bubbles": True})
    assert ben.get_by_role("button", name="red taxi").count() == 1
    ben.tap("text='red taxi 15'")
    says(table, "red taxi 15")

    server.send_signal(signal.SIGKILL)
    server.wait(10)
    again = _served(port, folder)
    cleo.wait_for_selector("#alive:empty", state="attached", timeout=20_000)
    cleo.tap("text='blue taxi 88'")
    says(ben, "blue taxi 88")
    ben.fill("#line", "undo")
    ben.press("#line", "Enter")
    says(ana, "Take back blue taxi 88?")
    cleo.tap("text='No'")
    says(ben, "it does not count")
    assert [page.trouble for page in (ana, ben, cleo, table)] == [[], [], [], []]
    ana.screenshot(path=str(folder / "ana.png"), full_page=True)
    ben.screenshot(path=str(folder / "ben.png"), full_page=True)
    again.send_signal(signal.SIGTERM)
    again.wait(20)
