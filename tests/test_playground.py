"""The playground in a real browser: built, served on the loopback, used as a player and an author would, also offline.

It needs npm, which `.ci/run` has; without it, or without a browser, it is skipped like the other tests of pages.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from conftest import NO_BROWSER, TOP, call
from test_browser import browser  # noqa: F401 - the fixture

from adjudicator.rulebook.lint import lint

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


@pytest.fixture
def opened(browser: Any, served: Any) -> Iterator[Callable[..., Any]]:  # noqa: F811
    """Open the page in a context; at the end, nothing may have been asked of others, and nothing may have gone wrong."""
    contexts: list[Any] = []
    trouble: list[str] = []

    def open_page(context: Any = None, address: str = "", **settings: Any) -> Any:
        if context is None:
            context = browser.new_context(**settings)
            contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(LONG)
        page.on("pageerror", lambda error: trouble.append(str(error)))
        page.on("dialog", lambda dialog: trouble.append(dialog.message))
        page.on("request", lambda request: None if ours(request.url, served[0]) else trouble.append(request.url))
        page.goto(address or served[0])
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert trouble == []


def ours(address: str, home: str) -> bool:
    return address.startswith((home, f"blob:{home}", "data:"))


def typed(page: Any, editor: str, text: str) -> None:
    """Replace the text of an editor as a person does: everything is selected, and text is put over it."""
    page.click(f"#{editor} .cm-content")
    page.keyboard.press("Control+a")
    page.keyboard.insert_text(text)


def fenced(name: str) -> str:
    """The file of this name in README."""
    return README.split(f"<!-- file: {name} -->\n```toml\n")[1].split("```")[0]


def corrected(page: Any) -> None:
    """Judge a page with a mistake, and follow the correction that is suggested for it."""
    log = (TOP / "examples" / "2014.log").read_text(encoding="utf-8")
    assert "white taxi 35;" in log
    typed(page, "page", log.replace("white taxi 35;", "white taxi 51;"))
    page.wait_for_selector("#summary.illegal")
    assert "no taxi line joins 36 and 51" in page.inner_text("#verdict")
    page.click("#verdict .finding >> nth=0 >> :text-is('white taxi 35')")
    page.wait_for_selector("#summary.legal")


def test_the_build_replaces_nothing_but_a_playground(tmp_path: Path) -> None:
    mine, other = tmp_path / "mine.txt", tmp_path / "other"
    mine.write_text("mine")
    other.mkdir()
    (other / "sw.js").write_text("of another page")
    for output, said in ((mine, "is a file: name a folder"), (other, "is not empty and not a playground")):
        command = [sys.executable, str(TOP / "site" / "build.py"), "-o", str(output)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert (done.returncode, said in done.stderr, "Traceback" in done.stderr) == (1, True, False)
    assert (mine.read_text(), (other / "sw.js").read_text()) == ("mine", "of another page")


def test_a_page_with_a_mistake_is_corrected_until_it_is_legal(opened: Callable[..., Any]) -> None:
    page = opened()
    corrected(page)
    page.wait_for_selector("#replay:not([hidden]):not(.old)")
    page.click("#page .cm-line >> text=4. X taxi 100;", position={"x": 40, "y": 8})
    replay = page.frame_locator("#replay")
    replay.locator("#of:text('step 16 of 66')").wait_for()
    replay.locator("#next").click()
    page.wait_for_selector("#page .step:text-is('white taxi 48')")


def test_a_word_that_was_meant_is_written_by_a_click(opened: Callable[..., Any]) -> None:
    page = opened()
    typed(page, "page", "variant: 2014\nstart: X 35; red 29\n1. X taxy 48; redd taxi 17\n")
    page.wait_for_selector("#summary.invalid")
    page.click("#verdict :text-is('taxi')")
    page.click("#verdict :text-is('red')")
    page.wait_for_selector("#summary:not(.invalid):text('rules of 2014')")
    assert "X taxi 48; red taxi 17" in page.inner_text("#page")


def test_the_edition_is_chosen_by_its_box(opened: Callable[..., Any]) -> None:
    page = opened()
    typed(page, "page", (TOP / "examples" / "pages" / "table-commas.csv").read_text(encoding="utf-8"))
    page.click("#verdict button:text-is('2014: legal')")
    page.wait_for_selector("#summary.legal")
    page.click("#box summary")
    assert "Mister X shows himself after entries 3, 8, 13, 18 and 24" in page.inner_text("#numbers")


def written(page: Any) -> None:
    """Write README's house rule by typing, break it, see the error at its place, and correct it."""
    page.click("#tab-write")
    rules, cases = fenced("late-bus.toml"), fenced("late-bus.cases.toml")
    typed(page, "rules", rules)
    typed(page, "cases", cases)
    page.wait_for_selector("#faults .pass")
    page.wait_for_selector("#tried .case .pass")
    typed(page, "rules", rules.replace("forbid ride when mode = bus", "forbid ride wen mode = bus"))
    page.wait_for_selector("#faults .finding")
    line = 1 + next(at for at, row in enumerate(rules.splitlines()) if "forbid ride when" in row)
    assert page.inner_text("#faults button >> nth=0") == f"Line {line}"
    assert page.inner_text("#rules .cm-lintRange-error") == "wen"
    page.click("#faults button:text-is('when')")
    page.wait_for_selector("#faults .pass")
    page.wait_for_selector("#changes:text('late-bus')")


def test_a_rule_is_written_broken_shared_and_all_is_kept_offline(opened: Callable[..., Any], served: Any) -> None:
    page = opened()
    written(page)
    page.click("#share")
    page.wait_for_url("**#rules=*")
    other = opened(address=page.url)
    other.wait_for_selector("#tried .case .pass")
    assert "late-bus" in other.inner_text("#rules")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    served[1].shutdown()
    page.context.set_offline(True)
    page.reload()
    page.wait_for_selector("#tried .case .pass")
    page.wait_for_selector("#try:enabled")
    page.click("#try")
    page.wait_for_selector("#game:not([hidden])")
    again = opened(page.context)
    written(again)
    again.click("#tab-judge")
    corrected(again)
    again.click("#tab-ask")
    again.fill("#question", "how many rounds are there")
    again.click("#asking button")
    again.wait_for_selector("#answer pre")


def test_house_rules_to_start_from_need_no_other_file(folder: Path, tmp_path: Path) -> None:
    given = json.loads((folder / "given.json").read_text(encoding="utf-8"))["rules"]
    assert len(given) > 20
    for number, rules in enumerate(given):
        (tmp_path / str(number)).mkdir()
        file = tmp_path / str(number) / f"{rules['name']}.toml"
        file.write_text(rules["text"], encoding="utf-8")
        assert not [fault for fault in lint(str(file)).faults if fault.is_error], rules["name"]


def test_a_pack_is_tried_in_the_game_it_is_added_to(opened: Callable[..., Any]) -> None:
    page = opened()
    page.click("#tab-write")
    page.select_option("#start", "fog")
    page.wait_for_selector("#rules-name:text('fog.toml')")
    page.wait_for_selector("#changes:text('2014+fog')")
    page.wait_for_selector("#try:enabled")
    page.click("#try")
    page.wait_for_selector("#game:not([hidden])")


def test_what_was_written_is_there_after_a_reload(opened: Callable[..., Any]) -> None:
    """A phone forgets a page while its owner copies text from a photograph."""
    page = opened()
    typed(page, "page", "variant: 2014\nstart: X 35; red 29\n1. X taxi 48; red taxi 17\n")
    page.wait_for_selector("#summary:text('rules of 2014')")
    page.reload()
    page.wait_for_selector("#summary:text('rules of 2014')")
    assert "X taxi 48; red taxi 17" in page.inner_text("#page")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "appears here"),
        ("\0\1", "not understood"),
        ("x" * 2_200_000, "longer than 1 MB"),
        ("good evening", "not understood"),
    ],
)
def test_bad_pages_get_a_message_and_the_page_goes_on(opened: Callable[..., Any], text: str, said: str) -> None:
    page = opened()
    page.select_option("#example", "2014.log")
    page.wait_for_selector("#summary.legal")
    typed(page, "page", text or " ")
    page.wait_for_selector(f"#summary:text('{said}')")
    page.select_option("#example", "1984.log")
    page.wait_for_selector("#summary.legal:text('1984')")


DROP = """([part, name, bytes]) => {
  const data = new DataTransfer();
  data.items.add(new File([new Uint8Array(bytes)], name));
  for (const kind of ["dragover", "drop"]) {
    document.querySelector(part).dispatchEvent(new DragEvent(kind, { dataTransfer: data, bubbles: true, cancelable: true }));
  }
}"""


def test_files_are_dropped_anywhere(opened: Callable[..., Any]) -> None:
    """On a page the browser would go to the file, and leave everything behind."""
    page = opened()
    page.wait_for_selector("#example option >> nth=9", state="attached")  # the script of the page has begun
    page.evaluate(DROP, ["header", "photo.jpg", [255, 216, 255, 224, 0, 16]])
    page.wait_for_selector("#summary:text('photo.jpg is not text')")
    page.evaluate(DROP, ["#page .cm-content", "2014.log", list((TOP / "examples" / "2014.log").read_bytes())])
    page.wait_for_selector("#summary.legal")
    page.click("#tab-write")
    page.evaluate(DROP, ["header", "late-bus.cases.toml", list(fenced("late-bus.cases.toml").encode())])
    page.evaluate(DROP, ["header", "late-bus.toml", list(fenced("late-bus.toml").encode())])
    page.wait_for_selector("#rules-name:text('late-bus.toml')")
    page.wait_for_selector("#tried .case .pass")


LOOP = "on ride then for each a in stations: for each b in stations: heap += 1"
ENDLESS = """id = "endless"
title = "Endless"
extends = "2014"
[state.heap]
type = "number"
""" + "".join(f'[rules.r{number}]\nsays = "It counts."\ncode = "{LOOP}"\n' for number in range(40))


def test_an_endless_rule_is_refused_and_the_page_goes_on(opened: Callable[..., Any]) -> None:
    page = opened()
    page.click("#tab-write")
    page.wait_for_selector("#try:enabled")
    typed(page, "rules", ENDLESS)
    page.wait_for_selector("#faults :text('need too many tests')")
    assert page.is_disabled("#try")
    page.select_option("#start", "no-doubles")
    page.wait_for_selector("#try:enabled")


def test_verdicts_are_those_of_the_command(opened: Callable[..., Any]) -> None:
    page = opened()
    run = """([words, files]) => new Promise((resolve) => {
      window.aside ||= new Worker("worker.js", { type: "module" });
      window.aside.onmessage = ({ data }) => "out" in data && resolve([data.out, data.err, data.code]);
      window.aside.postMessage({ words, files });
    })"""
    for file in EXAMPLES:
        text = file.read_text(encoding="utf-8")
        for words in (["check", file.name], ["check", file.name, "--variant", "2014", "--json"]):
            out, err, code = page.evaluate(run, [words, {file.name: text}])
            with pytest.MonkeyPatch.context() as at:
                at.chdir(file.parent)
                said = call(*words)
            assert (out + err, code) == (said.output, said.code), words
