"""The code of a public record: it proves the open part as well, up to the moment at which it was written down."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import TOP, Said


@pytest.fixture
def public(tmp_path: Path, sy_judge: Callable[..., Said]) -> Path:
    log = tmp_path / "public.log"
    assert sy_judge("seal", TOP / "examples" / "2014.log", "-o", log).code == 0
    return log


def code_of(log: Path, sy_judge: Callable[..., Said]) -> str:
    return sy_judge("seal", "--code", log).output.strip()


def test_a_record_fits_its_code_however_it_is_written(public: Path, sy_judge: Callable[..., Said]) -> None:
    code = code_of(public, sy_judge)
    assert len(code) == len("mfzw-2ylu-nfxg-k43u")
    for written in (code, code.upper(), code.replace("-", " ")):
        assert sy_judge("check", public, "--code", written).output.startswith(f"code {code}: this record up to round 14,")
    assert sy_judge("unseal", public, public.with_suffix(".key"), "--code", code).code == 0


def test_a_code_of_before_proves_what_was_there_then(public: Path, tmp_path: Path, sy_judge: Callable[..., Said]) -> None:
    text = public.read_text()
    (tmp_path / "begun.log").write_text(text[: text.index("\n4. ") + 1])
    code = code_of(tmp_path / "begun.log", sy_judge)
    assert f"code {code}: this record up to round 3," in sy_judge("check", public, "--code", code).output
    public.write_text(text.replace("\n14. ", "\n# later\n14. "))
    assert sy_judge("check", public, "--code", code).code == 0


def test_an_open_part_that_was_changed_is_found_out(public: Path, sy_judge: Callable[..., Said]) -> None:
    """The key alone would not prove it to those who do not have it."""
    code = code_of(public, sy_judge)
    text = public.read_text()
    public.write_text(text.replace("seats:", "seats: ", 1).replace("red = ", "red = Z", 1))
    assert public.read_text() != text
    said = sy_judge("check", public, "--code", code)
    assert said.code == 1
    assert "error T292" in said.output
    said = sy_judge("unseal", public, public.with_suffix(".key"), "--code", code)
    assert (said.code, "error T292" in said.output) == (1, True)


@pytest.mark.parametrize(
    "line",
    ["seal clause 900.1 to = 12 with 00000000000000000000000000000000", "note 900 own  he was on 12", "unseen 900 X taxi 12"],
)
def test_lines_of_a_key_that_belong_to_nothing_are_reported(line: str, public: Path, sy_judge: Callable[..., Said]) -> None:
    key = public.with_suffix(".key")
    key.write_text(key.read_text() + line + "\n")
    said = sy_judge("unseal", public, key)
    assert said.code == 1
    assert "error T293" in said.output


def test_a_line_of_a_key_that_stands_there_twice_is_reported(public: Path, sy_judge: Callable[..., Said]) -> None:
    key = public.with_suffix(".key")
    sealed = next(line for line in key.read_text().splitlines() if line.startswith("seal "))
    key.write_text(key.read_text() + sealed + "\n")
    assert "error T293" in sy_judge("unseal", public, key).output


def test_a_log_that_is_not_sealed_has_no_code(sy_judge: Callable[..., Said]) -> None:
    """With it one could try all stations."""
    said = sy_judge("seal", "--code", TOP / "examples" / "2014.log")
    assert (said.code, "error T294" in said.output) == (2, True)


@pytest.mark.parametrize("code", ["", " ", "-", "mfzw"])
def test_a_part_of_a_code_proves_nothing(code: str, public: Path, sy_judge: Callable[..., Said]) -> None:
    """A script may have lost it: an empty code is one that the record never had."""
    assert sy_judge("check", public, "--code", code).code == 1
    assert sy_judge("unseal", public, public.with_suffix(".key"), "--code", code).code == 1
