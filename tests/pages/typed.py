"""`python -m tests.pages.typed --group first`: pages as people type them, and how many are judged as they should be."""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from pathlib import Path
from typing import Any

from adjudicator.faults import Refused
from adjudicator.files import parse_toml
from adjudicator.judge.batch import outcome_of
from adjudicator.judge.log_file import Asked, Log, read_page
from adjudicator.record import transcript as r
from adjudicator.record import write

HERE = Path(__file__).parent / "typed.toml"
GOOD = ("at once", "after one question")


def typed() -> list[dict[str, Any]]:
    """The pages, with what is known of each."""
    pages: list[dict[str, Any]] = parse_toml(HERE.read_text(encoding="utf-8"), HERE.name)["page"]
    return pages


def outcome(page: dict[str, Any]) -> tuple[str, str]:
    """How a page is read, and the questions or findings: `at once`, `after one question`, `not read`, or `wrong`. An undecided
    page that has all it takes to be decided is not read."""
    verdict, told = judged(page["text"], page)
    if verdict == page["verdict"]:
        return "at once", told
    if verdict not in ("invalid", "undecided"):
        return "wrong", told
    asked = verdict == "undecided" or told.count("\n") == 0
    again, later = judged(_converted(page) if page.get("convert") else _answered(page), page)
    return ("after one question" if asked and again == page["verdict"] else "not read"), f"{told}\n  then: {later}"


def judged(text: str, page: dict[str, Any]) -> tuple[str, str]:
    """The verdict, and the questions or findings; a verdict on another number of moves, or for other reasons, is
    `misread`."""
    try:
        found = read_page(Log("page.txt", text), Asked())
    except Refused as refused:
        return "invalid", "\n".join(f"{one.code} {one.place}: {one.message}" for one in refused.faults)
    if found.errors:
        return "invalid", "\n".join(f"{one.code} {one.place}: {one.message}" for one in found.errors)
    result = outcome_of(found).verdict
    said = "; ".join(f"{one.rule}: {one.message} (line {one.line})" for one in result.findings)
    rules = {one.rule for one in result.findings if one.verdict == "illegal"}
    count = sum(not isinstance(clause.parts[0], r.Unwritten) for clause in found.transcript.clauses)
    return (
        result.verdict if count == page["clauses"] and rules >= {*page.get("rule", "").split()} else "misread"
    ), f"{found.read_as}: {result.verdict}, {count} moves: {said}"


def _answered(page: dict[str, Any]) -> str:
    """The page with the answer to its question, typed as the question tells."""
    text: str = page["text"]
    for wrong, right in page.get("change", ()):
        text = text.replace(wrong, right)
    return f"{page['add']}\n{text}" if "add" in page else text


def _converted(page: dict[str, Any]) -> str:
    """The page as a log, which is the answer where it is asked whether the page was read rightly."""
    return write(read_page(Log("page.txt", page["text"]), Asked()).transcript)


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--group", default="")
    parser.add_argument("--title", default="", help="only pages with this in their title, with every question and finding")
    asked = parser.parse_args()
    counted: Counter[str] = Counter()
    for page in typed():
        if asked.group in ("", page["group"]) and asked.title in page["title"]:
            how, told = outcome(page)
            counted[how] += 1
            if how not in GOOD or asked.title:
                print(f"{how}: {page['group']}, {page['title']}\n  {told}")
    print(", ".join(f"{count} {how}" for how, count in sorted(counted.items())))
    return int(any(how not in GOOD for how in counted))


if __name__ == "__main__":
    sys.exit(main())
