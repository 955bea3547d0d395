"""How long the playground takes, in a real browser: processor time of all its processes, beside that of an empty Pyodide.

python site/build.py -o /tmp/playground && python benchmarks/playground.py /tmp/playground
"""

from __future__ import annotations

import argparse
import os
import statistics
import sys
import threading
import time
from collections.abc import Callable
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
    """Seconds of processor time of all processes that this one has started, and that are still there."""
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
    """Up to the first verdict; the replay comes after it."""
    page.goto(address)
    page.select_option("#example", "2014.log")
    page.wait_for_selector("#verdict .summary")


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
        figures = []
        for _ in range(asked.times):
            row = []
            for work in (empty, first):  # each in a browser of its own, with nothing kept
                browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
                page = browser.new_page()
                row.append(measured(partial(work, page, address)))
                browser.close()
            figures.append(row)
    (asked.folder / "empty.html").unlink()
    alone, whole = (statistics.median(one) for one in zip(*figures, strict=True))
    ratio = statistics.median(whole / alone for alone, whole in figures)
    print(f"an empty Pyodide {alone:.2f} s, the first verdict {whole:.2f} s: {ratio:.2f} times")


if __name__ == "__main__":
    main()
