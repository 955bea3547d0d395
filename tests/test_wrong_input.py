"""Every wrong input in `bad/*/*.md` is reported as its page says, and as anybody may expect of a wrong input of its kind.

`literate.py` says how a page is written. `pytest tests/test_wrong_input.py --update` writes what is printed now into the
pages (without `-n`: cases of one page are written one after the other); review it as a diff.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import Said
from fuzzing.watching import ends
from literate import BAD, Case, Run, cases, read, rewrite, stable

Judge = Callable[..., Said]
CASES = cases()
PYTHON = re.compile(r"Traceback|Error\b|Exception|\bNone\b|\bdict\b|\btuple\b|\bstr\b|\bint\b|\blark\b|[Tt]oken|tomllib")
CODE = re.compile(r"[A-Z]\d{3}(?=: )")


@pytest.mark.parametrize("case", CASES, ids=lambda case: str(case.id))
def test_wrong_input(case: Case, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, sy_judge: Judge, update: bool) -> None:
    folder = tmp_path / case.theme
    folder.mkdir()
    monkeypatch.chdir(folder)
    case.lay_out(folder)
    with ends():
        found = case.run(sy_judge)
    if update:
        rewrite(case, found)
    else:
        assert found == case.runs, "if that is wanted: pytest tests/test_wrong_input.py --update"
    for run in found:
        assert "Traceback" not in run.output
        assert all(character.isprintable() or character == "\n" for character in run.output)
        _KINDS[case.theme](case, run, sy_judge)


# --- what is expected of each kind
def _slip(case: Case, run: Run, sy_judge: Judge) -> None:
    """What is reported leads back: one message or two, each at a place of the file, with something to type, in words of the
    table. What is not there stands nowhere."""
    if case.page.stem == "harmless":
        assert (run.code, run.output) == (0, "mine.toml: no faults\n")
        return
    if case.page.stem == "command-line":
        assert run.code in (1, 2, 3)
        return
    assert run.code == 1
    messages = re.findall(r"^error \w+: (.*)$", run.output, re.MULTILINE)
    places = re.findall(r"^ *--> (.*)$", run.output, re.MULTILINE)
    assert 1 <= len(messages) <= 2, messages
    assert run.output.count("= help: ") == len(messages) == len(places)
    for message, place in zip(messages, places, strict=True):
        assert place.startswith("mine.toml:") or (place == "mine.toml" and message.startswith("this file ")), place
        assert not PYTHON.search(message), message
    assert len(run.output.splitlines()) <= 20


def _variant(case: Case, run: Run, sy_judge: Judge) -> None:
    """A code in the heading is reported; commands that need such a variant stop, unless the fault comes with a choice only."""
    assert run.code == 1
    assert all(f" {code}: " in run.output for code in CODE.findall(case.title))
    errors = re.findall(r"^error \w+: (.*)$", run.output, re.MULTILINE)
    stops = any(not message.endswith(" is chosen") for message in errors)
    assert sy_judge("variant", "show", "./mine.toml").code == (3 if stops else 0)


def _hostile(case: Case, run: Run, sy_judge: Judge) -> None:
    """Other commands come to an end as clearly."""
    assert run.code == 1
    for command, codes in ((("show", "./mine.toml", "--flat"), (3,)), (("fmt", "--check", "mine.toml"), (0, 1, 2))):
        with ends():
            said = sy_judge("variant", *command)
        assert said.code in codes
        assert "Traceback" not in said.output
        assert all(character.isprintable() or character == "\n" for character in said.output)


def _board(case: Case, run: Run, sy_judge: Judge) -> None:
    """A command that needs such a board stops, with a short message; a board with warnings only can be used."""
    assert run.code == 1
    said = sy_judge("board", "show", "./mine.toml")
    assert said.code == (3 if re.search("^error ", run.output, re.MULTILINE) else 0)
    assert len(said.output.splitlines()) < 80


def _log(case: Case, run: Run, sy_judge: Judge) -> None:
    assert run.code == 2
    assert all(f" {code}: " in run.output for code in CODE.findall(case.title))


def _pack(case: Case, run: Run, sy_judge: Judge) -> None:
    assert run.code in (2, 3)


def _trial(case: Case, run: Run, sy_judge: Judge) -> None:
    """Rules that are understood and tried: every message names the file, or the case that says otherwise."""
    assert run.code in (0, 1, 2)
    assert "mine" in run.output or "near-miss" in run.output


_KINDS = {
    "slips": _slip, "variants": _variant, "hostile": _hostile, "boards": _board, "transcripts": _log, "packs": _pack,
    "trials": _trial,
}  # fmt: skip


# --- the pages
def test_every_page_is_read() -> None:
    assert {path.parent.name for path in BAD.rglob("*") if path.is_file()} == set(_KINDS)
    assert all(path.suffix == ".md" for path in BAD.rglob("*") if path.is_file())
    assert all(case.runs for case in CASES)
    assert len({case.id for case in CASES}) == len(CASES)


PAGE = """# A theme

`base.toml`:

```toml
id = "base"
```

```console
$ sy-judge first
```

## A mistake

```python
b"\\xff" * 3
```

`link.toml`: [itself](page.md)

```console
$ sy-judge one 'two three'
said
[2]
$ sy-judge other
```

## Another

````text
```
````

```console
$ sy-judge one
```
"""


def test_how_a_page_is_read_and_rewritten(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(PAGE)
    one, other = read(page)
    assert one.files == {"base.toml": b'id = "base"\n', "mine.toml": b"\xff\xff\xff", "link.toml": PAGE.encode()}
    assert one.first == (Run("sy-judge first", ""),)
    assert one.runs == (Run("sy-judge one 'two three'", "said\n", 2), Run("sy-judge other", ""))
    assert one.runs[0].words == ["one", "two three"]
    assert other.files["mine.log"] == b"```\n"
    rewrite(other, [Run("sy-judge one", "new\n", 1)])
    assert page.read_text() == PAGE.removesuffix("```\n") + "new\n[1]\n```\n"


def test_lines_of_our_own_files_have_no_number() -> None:
    text = "x\n   --> variants/core.toml:17:5\n   |\n17 | a\n   = help: b\n\nmine.toml:3:4 also: variants/core.toml:50:1: c\n"
    hidden = "x\n  --> variants/core.toml:…\n  |\n… | a\n  = help: b\n\nmine.toml:3:4 also: variants/core.toml:…: c\n"
    assert stable(text) == hidden
    assert stable("  --> my/variants/core.toml:1:2") == "  --> my/variants/core.toml:1:2"
