"""How long the playground takes in a real browser: processor time of all its processes, beside that of an empty Pyodide.

python site/build.py -o /tmp/playground && python benchmarks/playground.py /tmp/playground
"""

from __future__ import annotations

import argparse
import gzip
import os
import statistics
import sys
import threading
import time
from collections.abc import Callable, Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

TOP = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(TOP / "tests"), str(TOP)]
EMPTY = """<script type="module">
import { loadPyodide } from "./pyodide/pyodide.mjs";
const python = await loadPyodide();
document.title = String(python.runPython("1 + 1"));
</script>"""


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        pass


def spent() -> float:
    """Processor seconds of all running child processes."""
    parents, times = {}, {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                fields = (entry / "stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue
            parents[int(entry.name)], times[int(entry.name)] = int(fields[1]), int(fields[11]) + int(fields[12])
    mine, found = {os.getpid()}, 0
    while len(mine) != found:
        found = len(mine)
        mine |= {one for one, parent in parents.items() if parent in mine}
    return sum(times[one] for one in mine - {os.getpid()}) / os.sysconf("SC_CLK_TCK")


def empty(page: Any, address: str) -> None:
    page.goto(f"{address}empty.html")
    while page.title() != "2":
        time.sleep(0.02)


def first(page: Any, address: str) -> None:
    """Open the page and wait for the first verdict, but not for the replay after it."""
    page.goto(address)
    page.select_option("#example", "2014.log")
    page.wait_for_selector("#summary.legal")


# A worker beside the page: the processor time of single commands, without what the page shows of them.
RUN = """([words, files]) => new Promise((resolve) => {
  window.aside ||= new Worker("worker.js", { type: "module" });
  window.aside.onmessage = ({ data }) => "out" in data && resolve(data.code);
  window.aside.postMessage({ words, files });
})"""


def commands() -> dict[str, tuple[list[list[str]], dict[str, str]]]:
    """The commands that the page runs while somebody types: a check, and lint and test of README's house rule."""
    game, readme = (TOP / "examples" / "2014.log").read_text(), (TOP / "README.md").read_text()
    names = ("late-bus.toml", "late-bus.cases.toml")
    files = {name: readme.split(f"<!-- file: {name} -->\n```toml\n")[1].split("```")[0] for name in names}
    both = [["variant", "lint", names[0], "--json"], ["variant", "test", names[0], "--json"]]
    return {"a repeated check": ([["check", "game.log", "--json"]], {"game.log": game}), "lint and test": (both, files)}


def repeated(page: Any, address: str, times: int) -> Iterator[str]:
    """The median of each command after its first time, with another line of comment each time."""
    page.goto(address)
    for name, (every, files) in commands().items():
        found = []
        for number in range(times + 1):
            changed = {file: f"{text}\n# {number}\n" for file, text in files.items()}
            found.append(measured(lambda every=every, changed=changed: [page.evaluate(RUN, [one, changed]) for one in every]))
        yield f"{name} {statistics.median(found[1:]):.2f} s"


def measured(work: Callable[[], object]) -> float:
    before = spent()
    work()
    return spent() - before


def main() -> None:
    from playwright.sync_api import sync_playwright
    from test_browser import CHROMIUM, FLAGS

    ask = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    ask.add_argument("folder", type=Path)
    ask.add_argument("--times", type=int, default=5)
    asked = ask.parse_args()
    (asked.folder / "empty.html").write_text(EMPTY, encoding="utf-8")
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(asked.folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    address = f"http://127.0.0.1:{server.server_port}/"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        for line in repeated(browser.new_page(), address, asked.times):
            print(line)
        browser.close()
        figures = []
        for _ in range(asked.times):
            row = []
            for work in (empty, first):  # each in a new browser without a cache
                browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
                page = browser.new_page()
                row.append(measured(partial(work, page, address)))
                browser.close()
            figures.append(row)
    (asked.folder / "empty.html").unlink()
    size = sum(len(gzip.compress(one.read_bytes())) for one in asked.folder.rglob("*") if one.is_file())
    print(f"{size / 1e6:.1f} MB, gzipped")
    alone, whole = (statistics.median(one) for one in zip(*figures, strict=True))
    ratio = statistics.median(whole / alone for alone, whole in figures)
    print(f"an empty Pyodide {alone:.2f} s, the first verdict {whole:.2f} s: {ratio:.2f} times")


if __name__ == "__main__":
    main()
