"""The playground in a real browser: built, served on the loopback, used as a player and an author would, also offline.

It needs npm, which `.ci/run` has; without it, or without a browser, it is skipped like the other tests of pages.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from conftest import NO_BROWSER, TOP, call
from test_browser import browser  # noqa: F401 - the fixture

pytestmark = pytest.mark.browser

EXAMPLES = [
    *sorted((TOP / "examples").glob("*.log")),
    *sorted(one for one in (TOP / "examples" / "pages").iterdir() if one.is_file()),
][:40]
README = (TOP / "README.md").read_text(encoding="utf-8")
LONG = 60_000  # milliseconds: Python comes with the first command


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    if shutil.which("npm") is None:
        pytest.skip(f"{NO_BROWSER}: npm is missing")
    to = tmp_path_factory.mktemp("built") / "playground"
    built = subprocess.run([sys.executable, TOP / "site" / "build.py", "-o", to], capture_output=True, text=True)
    assert built.returncode == 0, built.stderr
    return to


@pytest.fixture
def served(folder: Path) -> Iterator[tuple[str, ThreadingHTTPServer]]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/", server
    server.shutdown()
    server.server_close()


def opened(browser: Any, address: str, context: Any = None) -> Any:  # noqa: F811
    page = (context or browser.new_context()).new_page()
    page.on("pageerror", lambda error: pytest.fail(f"the page has an error: {error}"))
    page.goto(address)
    page.set_default_timeout(LONG)
    return page


def typed(page: Any, editor: str, text: str) -> None:
    """Replace the text of an editor as a person does: everything is selected, and text is put over it."""
    page.click(f"#{editor} .cm-content")
    page.keyboard.press("Control+a")
    page.keyboard.insert_text(text)


def fenced(name: str) -> str:
    """The file of this name in README."""
    return README.split(f"<!-- file: {name} -->\n```toml\n")[1].split("```")[0]


def test_a_page_with_a_mistake_is_corrected_until_it_is_legal(browser: Any, served: Any) -> None:  # noqa: F811
    page = opened(browser, served[0])
    log = (TOP / "examples" / "2014.log").read_text(encoding="utf-8")
    assert "white taxi 35;" in log
    typed(page, "page", log.replace("white taxi 35;", "white taxi 51;"))
    page.wait_for_selector("#verdict .illegal")
    assert "no taxi line joins 36 and 51" in page.inner_text("#verdict")
    page.click("#verdict .finding >> nth=0 >> text=Correct it")
    page.click("#verdict .fixes :text-is('white taxi 35')")
    page.wait_for_selector("#verdict .legal")
    page.wait_for_selector("#replay:not([hidden])")
    assert page.frame_locator("#replay").locator("#sentence").inner_text()


def test_a_rule_is_written_broken_shared_and_kept_offline(browser: Any, served: Any) -> None:  # noqa: F811
    address, server = served
    context = browser.new_context()
    page = opened(browser, address, context)
    page.click("#tab-write")
    rules, cases = fenced("late-bus.toml"), fenced("late-bus.cases.toml")
    typed(page, "rules", rules)
    typed(page, "cases", cases)
    page.wait_for_selector("#faults .pass")
    page.wait_for_selector("#tried .case .pass")
    typed(page, "rules", rules.replace("forbid ride when mode = bus", "forbid ride wen mode = bus"))
    page.wait_for_selector("#faults .finding")
    assert "when" in page.inner_text("#faults")
    assert page.inner_text("#faults button").startswith("Line ")
    typed(page, "rules", rules)
    page.wait_for_selector("#faults .pass")
    page.click("#share")
    page.wait_for_url("**#rules=*")
    other = opened(browser, page.url)
    other.wait_for_selector("#tried .case .pass")
    assert "late-bus" in other.inner_text("#rules")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    server.shutdown()
    context.set_offline(True)
    page.reload()
    page.wait_for_selector("#tried .case .pass")
    page.click("#try")
    page.wait_for_selector("#game:not([hidden])")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "appears here"),
        ("\0\1", "not understood"),
        ("x" * 2_200_000, "longer than 2 MB"),
        ("good evening", "not understood"),
    ],
)
def test_bad_pages_get_a_message_and_the_page_goes_on(browser: Any, served: Any, text: str, said: str) -> None:  # noqa: F811
    page = opened(browser, served[0])
    page.select_option("#example", "2014.log")
    page.wait_for_selector("#verdict .legal")
    typed(page, "page", text or " ")
    page.wait_for_selector("#verdict .legal", state="detached")
    page.wait_for_selector(f"#verdict :text('{said}')")
    page.select_option("#example", "1984.log")
    page.wait_for_selector("#verdict .legal")


def test_verdicts_are_those_of_the_command(browser: Any, served: Any) -> None:  # noqa: F811
    page = opened(browser, served[0])
    run = """([words, files]) => new Promise((resolve) => {
      window.aside ||= new Worker("worker.js", { type: "module" });
      window.aside.onmessage = ({ data }) => data.id && resolve([data.out, data.err, data.code]);
      window.aside.postMessage({ id: 1, words, files });
    })"""
    for file in EXAMPLES:
        text = file.read_text(encoding="utf-8")
        for words in (["check", file.name], ["check", file.name, "--variant", "2014", "--json"]):
            out, err, code = page.evaluate(run, [words, {file.name: text}])
            with pytest.MonkeyPatch.context() as at:
                at.chdir(file.parent)
                said = call(*words)
            assert (out + err, code) == (said.output, said.code), words
