"""Measures the speed of sy-judge: `python benchmarks/run.py`. Prints a table; see README.md for how to read it."""

from __future__ import annotations

import argparse
import json
import platform
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE.parent)]

import growth  # noqa: E402 - the folder has to be known first
import rows as measure  # noqa: E402
from attrs import asdict  # noqa: E402
from baseline import baseline  # noqa: E402
from measuring import compiled  # noqa: E402
from rows import Row, Size  # noqa: E402

BEGIN, END = "<!-- the last table -->", "<!-- end of the last table -->"
PARTS = ("listing", "games", "editions", "perft", "generate", "folder", "where", "playtests", "replay", "shell", "growth")
TINY = Size(repeats=1, positions=30, games=2, generated=3, logs=20, more_logs=40, depth=2, editions=9)


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--baseline", default="", metavar="PATH", help="a module with the rules wired in to compare with")
    parser.add_argument("--json", default="", metavar="FILE", help="also write everything as JSON")
    parser.add_argument("--write", action="store_true", help="put the table into README.md and draw growth.svg")
    parser.add_argument("--only", action="append", choices=PARTS, help="measure only this (repeatable)")
    parser.add_argument("--tiny", action="store_true", help="a little of everything, to see that it runs")
    return parser.parse_args()


def main() -> None:
    asked, begun = arguments(), time.perf_counter()
    size, wanted = TINY if asked.tiny else Size(), asked.only or PARTS
    with tempfile.TemporaryDirectory() as place:
        found, curves = [], list[growth.Curve]()
        for row in _rows(asked.baseline, size, wanted, Path(place), curves):
            found.append(row)
            print(_line(row), flush=True)
    seconds = time.perf_counter() - begun
    print(f"{seconds:.0f} s")
    if asked.json:
        Path(asked.json).write_text(json.dumps(_data(found, curves, asked.baseline, seconds), indent=1), encoding="utf-8")
    if asked.write:
        _write(found, curves, asked.baseline, seconds)


def _rows(path: str, size: Size, wanted: list[str], place: Path, curves: list[growth.Curve]) -> Iterator[Row]:
    base, environment = baseline(path), compiled(place)
    if "listing" in wanted:
        yield from measure.listing(base, size)
    if "games" in wanted:
        yield from measure.games(base, size)
    if "editions" in wanted:
        yield from measure.editions(base, size)
    if "perft" in wanted:
        yield from measure.perft(base, size, place, environment)
    if "generate" in wanted:
        yield from measure.generate(base, size, place, environment)
    if "folder" in wanted:
        yield from measure.folder(base, size, place, environment)
    elif "shell" in wanted:
        measure.write_logs(place / "season", 2, environment)
    if "where" in wanted:
        yield from measure.where(base, size)
    if "playtests" in wanted:
        yield from measure.playtests(size)
    if "replay" in wanted:
        yield from measure.replay(size, place, environment)
    if "shell" in wanted:
        yield from measure.shell(size, place, environment)
    if "growth" in wanted:
        curves += growth.curves(size, place)
        yield from growth.rows(curves)


def _value(row: Row) -> str:
    if row.unit == "MB":
        return f"{row.ratio:,.0f} MB"
    return f"{row.ratio:.2f} s" if row.unit == "s" else f"{row.ratio:.2f}{row.unit}"


def _line(row: Row) -> str:
    value = _value(row)
    mark = " " if not row.goal else "+" if row.good else "-"
    return f"{mark} {row.work:<66} {value:>14}  {row.goal:<22}  {row.figures}"


def _data(found: list[Row], curves: list[growth.Curve], path: str, seconds: float) -> dict[str, object]:
    return {
        "baseline": Path(path).name if path else "tests/second_judge",
        "python": platform.python_version(),
        "seconds": round(seconds, 1),
        "rows": [asdict(row) for row in found],
        "growth": [asdict(curve) for curve in curves],
    }


def _write(found: list[Row], curves: list[growth.Curve], path: str, seconds: float) -> None:
    page = HERE / "README.md"
    before, _, rest = page.read_text(encoding="utf-8").partition(BEGIN)
    after = rest.partition(END)[2]
    name = f"`{Path(path).name}`" if path else "`tests/second_judge`"
    lines = [f"Python {platform.python_version()}, against {name}, {seconds:.0f} s.", ""]
    lines += ["| work | measured | goal | reached | figures |", "|---|---|---|---|---|"]
    for row in found:
        value = _value(row)
        reached = "" if not row.goal else "yes" if row.good else "no"
        lines.append(f"| {row.work} | {value} | {row.goal} | {reached} | {row.figures} |")
    page.write_text(f"{before}{BEGIN}\n" + "\n".join(lines) + f"\n{END}{after}", encoding="utf-8")
    if curves:
        (HERE / "growth.svg").write_text(growth.plot(curves), encoding="utf-8")


if __name__ == "__main__":
    main()
