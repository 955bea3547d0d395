"""Our prose is plain English: no file has a phrase that reads as translated.

`tests/english.toml` has the phrases, each with what to write instead. `python tests/test_english.py adjudicator/board` lists
places below a folder.
"""

from __future__ import annotations

import re
import sys
import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path

TOP = Path(__file__).parent.parent
HOME = TOP / "tests" / "english.toml"
ENDINGS = (".py", ".toml", ".md", ".js", ".html")
PLACES = ("*.md", "*.toml", ".ci", "adjudicator", "benchmarks", "boards", "docs", "editors", "examples", "tests", "variants")
GENERATED = {f"docs/{name}.md" for name in ("cases", "codes", "language", "matrix")}  # counted where they come from
OTHERS = ("tests/bad/", "tests/questions/", "tests/english.toml", "tests/test_english.py")  # words of users
PAGE = tomllib.loads(HOME.read_text(encoding="utf-8"))
PHRASES = {re.compile(phrase, re.IGNORECASE): plain for phrase, plain in PAGE["phrases"].items()}
ALLOWED = {one["file"]: one["words"] for one in PAGE.get("allowed", ())}


def texts(below: str = "") -> Iterator[tuple[str, str]]:
    """Every file with text for people, by its path from the top."""
    tops = [path for place in PLACES for path in TOP.glob(place)]
    files = [file for top in tops for file in (sorted(top.rglob("*")) if top.is_dir() else [top])]
    for file in files:
        name = file.relative_to(TOP).as_posix()
        if file.suffix in ENDINGS and name not in GENERATED and name.startswith(below) and not name.startswith(OTHERS):
            yield name, _without(ALLOWED.get(name, ()), file.read_text(encoding="utf-8"))


def _without(words: Iterable[str], text: str) -> str:
    for allowed in words:
        text = text.replace(allowed, "")
    return text


def places(below: str = "") -> Iterator[tuple[str, int, str, str]]:
    """File, line, the words found, and what to write instead."""
    for name, text in texts(below):
        for phrase, plain in PHRASES.items():
            for found in phrase.finditer(text):
                yield name, text.count("\n", 0, found.start()) + 1, found.group(), plain


def test_no_phrase_reads_as_translated() -> None:
    assert [f"{name}:{line}: {words!r}: write: {plain}" for name, line, words, plain in places()] == []


def test_what_is_allowed_is_still_there() -> None:
    for name, words in ALLOWED.items():
        text = (TOP / name).read_text(encoding="utf-8")
        assert [one for one in words if one not in text] == []


def test_every_phrase_is_one_that_can_be_found() -> None:
    samples = "\n".join(("`foo` is no ticket", "0 % complete", "what is wrong", "it happens of itself", "the table is told"))
    assert sum(bool(phrase.search(samples)) for phrase in PHRASES) == 5


if __name__ == "__main__":
    for name, line, words, plain in places(*sys.argv[1:2]):
        print(f"{name}:{line}: {' '.join(words.split())}  ->  {plain}")
