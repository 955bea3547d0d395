"""The files to begin with, and the words that are in them."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from literate import cases

TOP = Path(__file__).parent.parent.parent
KINDS = ("transcript", "variant", "board")
WHERE = {
    "transcript": ("examples/**/*.log",),
    "variant": ("variants/*.toml", "examples/**/*.toml"),
    "board": ("boards/*.toml", "examples/boards/*.toml"),
}
BAD = {"transcript": "transcripts", "variant": "variants hostile", "board": "boards"}  # themes of wrong input
WORD = re.compile(rb"[A-Za-z][\w-]*|\d+|[^\w\s]")
ENDING = {"transcript": ".log", "variant": ".toml", "board": ".toml"}


@cache
def files(kind: str) -> tuple[Path, ...]:
    """In an order that no file system changes."""
    found = {path for pattern in WHERE[kind] for path in TOP.glob(pattern) if not path.name.endswith(".cases.toml")}
    return tuple(sorted(found - set(files("board") if kind == "variant" else ()), key=lambda path: path.relative_to(TOP)))


@cache
def texts(kind: str) -> tuple[bytes, ...]:
    """All that are shipped, and all that are bad on purpose."""
    bad = (text for case in cases(*BAD[kind].split()) for name, text in case.files.items() if name.endswith(ENDING[kind]))
    return (*(path.read_bytes() for path in files(kind)), *bad)


@cache
def sound(kind: str) -> tuple[bytes, ...]:
    """Those without a fault, which name no file beside them: a small change leaves most of such a file to be judged."""
    return tuple(text for text in texts(kind)[: len(files(kind))] if b"./" not in text)


@cache
def words(kind: str) -> tuple[bytes, ...]:
    """Every word and sign of these files, each once."""
    return tuple(sorted({word for text in texts(kind) for word in WORD.findall(text)}))
