"""The documents tell the truth: every command in a console block is run, and its output compared; so is every line of Python.

A block's lines that begin with `$ ` are commands, the others what they print. In a Python block they begin with `>>> `. Each
document has its own folder with a copy of `examples/`, where its commands are run in order, and one set of Python names.
`pytest tests/test_docs.py --update` rewrites outputs.

A block below a comment `<!-- file: NAME -->` is written into that file, one below `<!-- add: NAME -->` put at its end: what
the reader is asked to type. A block below a comment `<!-- ci: NAME -->` sets up an environment, so it is not run here;
`.ci/run` does it.
"""

from __future__ import annotations

import contextlib
import doctest
import hashlib
import io
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import TOP, call

DOCUMENTS = sorted([TOP / "README.md", TOP / "CONTRIBUTING.md", *(TOP / "docs").rglob("*.md")])
BLOCK = re.compile(
    r"(?P<marker><!-- ci: \w+ -->\n)?^```console\n(?P<body>.*?)^```$"
    r"|^```python\n(?P<python>.*?)^```$"
    r"|<!-- (?P<how>file|add): (?P<name>[\w./-]+) -->\n```\w+\n(?P<text>.*?)^```$",
    re.MULTILINE | re.DOTALL,
)
SHELL = set("|&;<>()$`\\*?~#\n")  # a command with one of these needs a shell


def output_of(command: str) -> str:
    """The output of a command, both streams together: `sy-judge` in this process, which is fast; others in a shell."""
    if command.startswith("sy-judge ") and not SHELL & set(command):
        return call(*shlex.split(command)[1:]).output
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        command,
        shell=True,
        env={**os.environ, "PATH": path},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    return done.stdout


def replayed(body: str) -> str:
    """A block as it is when its commands are run now."""
    commands = re.findall(r"^\$ ((?:.*\\\n)*.*)$", body, re.MULTILINE)
    return "".join(f"$ {command}\n{_ended(output_of(command))}" for command in commands)


def interpreted(body: str, names: dict[str, object]) -> str:
    """A Python block as it is when its lines are typed now; of what is raised, only what it is."""
    lines = []
    for example in doctest.DocTestParser().get_examples(body):
        said = io.StringIO()
        with contextlib.redirect_stdout(said):
            try:
                exec(compile(example.source, "<document>", "single"), names)
            except Exception as raised:
                print(f"Traceback (most recent call last):\n  ...\n{type(raised).__name__}: {raised}")
        first, *more = example.source.rstrip("\n").split("\n")
        lines += [f">>> {first}", *(f"... {line}".rstrip() for line in more), *said.getvalue().splitlines()]
    return "\n".join(lines) + "\n"


def _ended(text: str) -> str:
    return text if not text or text.endswith("\n") else text + "\n"


def typed(block: re.Match[str]) -> None:
    """The text that the reader types into a file."""
    file = Path(block["name"])
    before = file.read_text(encoding="utf-8") + "\n" if block["how"] == "add" else ""
    file.write_text(before + block["text"], encoding="utf-8")


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: str(path.relative_to(TOP)))
def test_commands_print_what_is_shown(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, update: bool) -> None:
    shutil.copytree(TOP / "examples", tmp_path / "examples")
    monkeypatch.chdir(tmp_path)
    text = path.read_text(encoding="utf-8")
    names: dict[str, object] = {}

    def rerun(block: re.Match[str]) -> str:
        if block["python"]:
            return f"```python\n{interpreted(block['python'], names)}```"
        if block["how"]:
            typed(block)
        if block["marker"] or block["how"]:
            return block.group()
        return f"```console\n{replayed(block['body'])}```"

    now = BLOCK.sub(rerun, text)
    if update:
        path.write_text(now, encoding="utf-8")
    else:
        assert now == text, "if that is wanted: pytest tests/test_docs.py --update"


def test_only_setting_up_is_left_to_ci() -> None:
    left = {
        block["marker"].split()[2]: block["body"]
        for path in DOCUMENTS
        for block in BLOCK.finditer(path.read_text(encoding="utf-8"))
        if block["marker"]
    }
    assert set(left) == {"game", "tests"}
    assert all("python3 -m venv .venv && .venv/bin/python -m pip install" in body for body in left.values())
    script = (TOP / ".ci" / "run").read_text(encoding="utf-8")
    assert all(f"$(readme {name})" in script for name in left)


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: str(path.relative_to(TOP)))
def test_links_lead_somewhere(path: Path) -> None:
    links = re.findall(r"\]\((?!https?:)([^)#]+)[^)]*\)", path.read_text(encoding="utf-8"))
    assert [link for link in links if not (path.parent / link).exists()] == []


PICTURE = re.compile(r"<!-- picture: sy-judge (?P<drawn>draw .+) --format png -o (?P<file>\S+); svg (?P<digest>\w+) -->")


def test_the_picture_is_the_one_that_its_command_draws(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, update: bool) -> None:
    """Compared by its SVG: letters of a PNG look different on each machine. With --update the PNG is drawn again, too."""
    readme = TOP / "README.md"
    text = readme.read_text(encoding="utf-8")
    found = PICTURE.search(text)
    assert found is not None
    assert f"]({found['file']})" in text
    monkeypatch.chdir(TOP)
    call(*shlex.split(found["drawn"]), "-o", tmp_path / "picture.svg")
    digest = hashlib.sha256((tmp_path / "picture.svg").read_bytes()).hexdigest()[:16]
    if update and digest != found["digest"]:
        call(*shlex.split(found["drawn"]), "--format", "png", "-o", found["file"])
        readme.write_text(text.replace(f"svg {found['digest']} -->", f"svg {digest} -->"), encoding="utf-8")
    else:
        assert digest == found["digest"], "if that is wanted: pytest tests/test_docs.py --update"


FOLDERS = sorted(path.name for path in TOP.iterdir() if path.is_dir() and path.name[0] != ".")


def missing(text: str) -> list[str]:
    """Files named in a text that are not there; `NAME` and `*` stand for any name. A file is named by its whole path."""
    named = [word for words in re.findall(r"`([^`\n]+)`", text) for word in words.split()]
    paths = [word for word in named if word.split("/")[0] in FOLDERS and "/" in word]
    bare = [word for word in named if re.fullmatch(r"[a-z]\w+\.(py|toml|lark|md)", word) and word != "codes.py"]
    return bare + [path for path in paths if not list(TOP.glob(path.replace("NAME", "*").rstrip("/")))]


def test_contributors_are_sent_to_files_that_exist() -> None:
    text = (TOP / "CONTRIBUTING.md").read_text(encoding="utf-8")
    section = text.partition("## To add")[2].partition("\n## ")[0]
    assert section.count("\n| a") > 20
    assert missing(text) == []
    assert missing("`adjudicator/no.py`, `state.py`, `tests/test_docs.py`, `boards/NAME.toml`") == [
        "state.py",
        "adjudicator/no.py",
    ]


def test_the_test_sees_a_lie() -> None:
    assert replayed("$ echo two; echo three\none\n") == "$ echo two; echo three\ntwo\nthree\n"
    assert replayed("$ sy-judge board show london 1\nlie\n").startswith("$ sy-judge board show london 1\n1 on london:")
    assert replayed("$ echo a \\\n  b\n") == "$ echo a \\\n  b\na b\n"
    assert interpreted(">>> one = 1\n>>> one + 1\n3\n", {}) == ">>> one = 1\n>>> one + 1\n2\n"
    assert interpreted(">>> for n in (1, 2):\n...     print(n)\n", {}) == ">>> for n in (1, 2):\n...     print(n)\n1\n2\n"
    assert interpreted(">>> 1 / 0\n", {}).splitlines()[-1] == "ZeroDivisionError: division by zero"


def test_every_python_block_can_be_run() -> None:
    blocks = [block for path in DOCUMENTS for block in BLOCK.finditer(path.read_text(encoding="utf-8")) if block["python"]]
    assert len(blocks) > 8
    assert all(block["python"].startswith(">>> ") for block in blocks)
