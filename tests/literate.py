"""Wrong input as Markdown: for each mistake a heading, the files that have it, and below them what a command prints about it.

A page is read like this:

- A heading of the second level names a mistake and begins a case.
- A fenced block is a file. Its name is above it, like `other.toml`: (in backticks, with the colon). A block without a name
  is `mine.toml`, or `mine.log` if its language is `text`. A block of the language `python` is an expression whose value is the
  file: for bytes that Markdown cannot hold, and for files that are too large to be written down.
- A line `name`: [title](path) is a file, too: a copy of the one that the link leads to.
- A block of the language `console` has the commands to run, each with its output and, unless it is 0, its exit code in
  brackets.

The part above the first case is done for every case of the page; only the exit codes of its commands count.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from attrs import evolve, field, frozen

if TYPE_CHECKING:  # the fuzzer reads these pages, too, and has no use for what tests share
    from conftest import Said

TOP = Path(__file__).parent.parent
BAD = TOP / "tests" / "bad"
NAMES = {"toml": "mine.toml", "python": "mine.toml", "text": "mine.log"}
_FENCE = re.compile(r"(`{3,})(\w+)")
_NAME = re.compile(r"`([^`/]+)`:(?: \[[^\]]*\]\(([^)]+)\))?")
_CODE = re.compile(r"\[(\d+)\]")
_SHIPPED = re.compile(r"(?<![\w./-])((?:variants|boards)/[\w-]+\.toml):\d+:\d+")
_GUTTER = re.compile(r"^(?:\d+| +)(?= (?:\||-->|=))", re.MULTILINE)


@frozen
class Run:
    """A command, what it has to print, and its exit code."""

    command: str
    output: str
    code: int = 0

    @property
    def words(self) -> list[str]:
        return shlex.split(self.command)[1:]

    def __str__(self) -> str:
        return f"$ {self.command}\n{self.output}" + (f"[{self.code}]\n" if self.code else "")


@frozen
class Case:
    """One mistake: its files, and what is run. `first` comes from the top of its page."""

    page: Path
    title: str
    files: dict[str, bytes] = field(factory=dict)
    runs: tuple[Run, ...] = ()
    first: tuple[Run, ...] = ()

    @property
    def theme(self) -> str:
        """The folder of its page: slips, variants, boards ..."""
        return self.page.parent.name

    @property
    def id(self) -> str:
        return f"{self.theme}/{self.page.stem}: {self.title.replace('`', '')}"

    @property
    def expected(self) -> str:
        return "".join(run.output for run in self.runs)

    def lay_out(self, folder: Path) -> None:
        for name, content in self.files.items():
            (folder / name).write_bytes(content)

    def run(self, call: Callable[..., Said]) -> tuple[Run, ...]:
        """The real output, in the folder of the files."""
        for run in self.first:
            assert call(*run.words).code == run.code, run.command
        return tuple(_done(run, call) for run in self.runs)


def _done(run: Run, call: Callable[..., Said]) -> Run:
    said = call(*run.words)
    return evolve(run, output=stable(said.output), code=said.code)


def stable(text: str) -> str:
    """The output, without the numbers of lines in our own variants and boards: those may grow."""
    blocks = _SHIPPED.sub(r"\1:…", text.replace(f"{TOP}/", "")).split("\n\n")
    return "\n\n".join(_unnumbered(block) if re.search(r"--> (variants|boards)/\S+:…", block) else block for block in blocks)


def _unnumbered(block: str) -> str:
    return _GUTTER.sub(lambda found: "…" if found.group().strip() else " ", block)


# --- reading
@cache
def cases(*themes: str) -> tuple[Case, ...]:
    """Every case of these folders; without a name, of all."""
    pages = sorted(BAD.glob("*/*.md"))
    return tuple(case for page in pages if not themes or page.parent.name in themes for case in read(page))


def read(page: Path) -> list[Case]:
    top, *found = _sections(page)
    return [evolve(case, files={**top.files, **case.files}, first=top.runs) for case in found]


def _sections(page: Path) -> Iterator[Case]:
    """The part above the first case, as if it were one; then every case."""
    case, name = Case(page, ""), ""
    lines = iter(page.read_text(encoding="utf-8").split("\n"))
    for line in lines:
        if line.startswith("## "):
            yield case
            case, name = Case(page, line.removeprefix("## ")), ""
        elif fence := _FENCE.fullmatch(line):
            case, name = _with_block(case, name, fence[2], _block(lines, fence[1])), ""
        elif named := _NAME.fullmatch(line):
            name = named[1]
            if named[2]:
                case, name = _with_file(case, name, (page.parent / named[2]).read_bytes()), ""
    yield case


def _block(lines: Iterator[str], fence: str) -> str:
    inside: list[str] = []
    for line in lines:
        if line == fence:
            return "".join(f"{one}\n" for one in inside)
        inside.append(line)
    raise ValueError(f"a block that begins with {fence} is never closed")


def _with_block(case: Case, name: str, language: str, text: str) -> Case:
    if language == "console":
        return evolve(case, runs=(*case.runs, *_runs(text)))
    content = eval(text) if language == "python" else text
    return _with_file(case, name or NAMES[language], content.encode() if isinstance(content, str) else content)


def _with_file(case: Case, name: str, content: bytes) -> Case:
    assert name not in case.files, f"{case.page}: {case.title}: two files are called {name}"
    return evolve(case, files={**case.files, name: content})


def _runs(text: str) -> Iterator[Run]:
    for part in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
        command, *lines = part.split("\n")[:-1]
        code = _CODE.fullmatch(lines[-1]) if lines else None
        yield Run(command, "".join(f"{line}\n" for line in (lines[:-1] if code else lines)), int(code[1]) if code else 0)


# --- writing
def rewrite(case: Case, runs: Iterable[Run]) -> None:
    """Put what really was printed into the page. A case is found by its heading, which no other of its page has."""
    text = case.page.read_text(encoding="utf-8")
    heading = f"\n## {case.title}\n"
    above, below = text.split(heading)
    before, after = ("".join(map(str, some)) for some in (case.runs, runs))
    assert before in below, f"{case.id}: write all commands of a case in one block"
    case.page.write_text(f"{above}{heading}{below.replace(before, after, 1)}", encoding="utf-8")
