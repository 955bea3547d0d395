"""Our prose is plain English: phrases that read as translated are counted file by file, and may only become fewer.

`tests/english.toml` has the phrases, each with what to write instead, and how many of them each file still has. After mending
some: `pytest tests/test_english.py --update`. `python tests/test_english.py adjudicator/board` lists the places below a folder.
"""

from __future__ import annotations

import re
import sys
import tomllib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

TOP = Path(__file__).parent.parent
HOME = TOP / "tests" / "english.toml"
ENDINGS = (".py", ".toml", ".md", ".js", ".html")
PLACES = ("*.md", "adjudicator", "benchmarks", "boards", "docs", "examples", "tests/cases", "variants")
GENERATED = {f"docs/{name}.md" for name in ("cases", "codes", "language", "matrix")}  # counted where they come from
PAGE = tomllib.loads(HOME.read_text(encoding="utf-8"))
PHRASES = {re.compile(phrase): plain for phrase, plain in PAGE["phrases"].items()}


def texts(below: str = "") -> Iterator[tuple[str, str]]:
    """Every file with text for people, by its path from the top."""
    tops = [path for place in PLACES for path in TOP.glob(place)]
    files = [file for top in tops for file in (sorted(top.rglob("*")) if top.is_dir() else [top])]
    for file in files:
        name = file.relative_to(TOP).as_posix()
        if file.suffix in ENDINGS and name not in GENERATED and name.startswith(below):
            yield name, file.read_text(encoding="utf-8")


def places(below: str = "") -> Iterator[tuple[str, int, str, str]]:
    """File, line, the words found, and what to write instead."""
    for name, text in texts(below):
        for phrase, plain in PHRASES.items():
            for found in phrase.finditer(text):
                yield name, text.count("\n", 0, found.start()) + 1, found.group(), plain


def test_phrases_become_fewer(update: bool) -> None:
    now = Counter(name for name, *_ in places())
    if update:
        head = HOME.read_text(encoding="utf-8").partition("[left]\n")[0]
        HOME.write_text(f"{head}[left]\n{_rows(now)}", encoding="utf-8")
        return
    more = {name: count for name, count in now.items() if count > PAGE["left"].get(name, 0)}
    assert more == {}, "`python tests/test_english.py FILE` lists them, with what to write instead"


def _rows(counts: Counter[str]) -> str:
    return "".join(f'"{name}" = {count}\n' for name, count in sorted(counts.items()))


def test_every_phrase_is_one_that_can_be_found() -> None:
    samples = "\n".join(("`foo` is no ticket", "0 % complete", "what is wrong", "it happens of itself", "the table is told"))
    assert sum(bool(phrase.search(samples)) for phrase in PHRASES) == 5


if __name__ == "__main__":
    for name, line, words, plain in places(*sys.argv[1:2]):
        print(f"{name}:{line}: {' '.join(words.split())}  ->  {plain}")
