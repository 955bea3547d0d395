"""Every code of a variant is explained, with examples that are true, and has a case in `bad/variants/*.md`."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import TOP, Said
from literate import cases

from adjudicator.faults import Fault, Refused
from adjudicator.faults.catalogue import Code, codes
from adjudicator.rulebook.lint import lint
from adjudicator.rulebook.loader import load
from adjudicator.workshop.proofreading import proofread

CODE = re.compile(r'"([EW]\d{3})[."{]')
OURS = {name: code for name, code in codes().items() if name[0] in "EW"}
# Too large or too many to be kept as files: tests/test_hostile.py makes them, and W454. tests/test_trial_games.py tries W452
# and W453.
MADE = {"E106", "E109", "E217", "E218", "W452", "W453", "W454"}
NOT_SHOWN = {"E106", "E217", "W452", "W453", "W454"}  # an example would fill a page, or is a limit of ours that may go


@pytest.fixture(autouse=True)
def _at_the_top(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(TOP)  # so that our own variants are named from there


def raised() -> set[str]:
    """Every code that our sources can report."""
    folders = (TOP / "adjudicator" / "language", TOP / "adjudicator" / "rulebook", TOP / "adjudicator" / "workshop")
    return {code for folder in folders for path in folder.rglob("*.py") for code in CODE.findall(path.read_text())}


def shown() -> set[str]:
    texts = [case.expected for case in cases("variants", "packs")]
    return {code for text in texts for code in re.findall(r"^(?:error|warning) ([EW]\d{3}):", text, re.MULTILINE)}


def test_every_code_has_a_bad_example() -> None:
    assert raised() - shown() == MADE
    assert len(shown()) >= 40


def test_every_code_is_explained() -> None:
    assert set(OURS) == raised()


def said_of(text: str, folder: Path, plays: bool) -> set[str]:
    """The codes of an example, which is often too short for a game that can be played."""
    (folder / "example.toml").write_text(text, encoding="utf-8")
    try:
        faults = (proofread if plays else lint)(str(folder / "example.toml")).faults
    except Refused as refused:
        faults = refused.faults
    return {fault.code for fault in faults if fault.severity != "notice"}


def said_of_packs(text: str, folder: Path) -> set[str]:
    """The codes for a game with the packs of an example, which are divided by a remark."""
    names = []
    for number, part in enumerate(text.split("# and in another pack\n")):
        (folder / f"pack-{number}.toml").write_text(part, encoding="utf-8")
        names.append(str(folder / f"pack-{number}.toml"))
    try:
        load("+".join(["2014", *names]))
    except Refused as refused:
        return {fault.code for fault in refused.faults}
    return set()


@pytest.mark.parametrize("code", OURS.values(), ids=lambda code: str(code.code))
def test_examples_are_true(code: Code, tmp_path: Path) -> None:
    """The wrong example has the fault, and the right one has nothing wrong at all."""
    assert code.title
    assert code.why
    if code.code in NOT_SHOWN:
        assert not code.wrong
        return
    if code.kind == "packs":
        assert code.code in said_of_packs(code.wrong, tmp_path)
        assert said_of_packs(code.right, tmp_path) == set()
        return
    plays = code.code.startswith("W45")
    assert code.code in said_of(code.file(code.wrong), tmp_path, plays)
    assert said_of(code.file(code.right), tmp_path, plays) == set()


def faults_of(text: str, folder: Path) -> list[Fault]:
    (folder / "example.toml").write_text(text, encoding="utf-8")
    try:
        return list(lint(str(folder / "example.toml")).faults)
    except Refused as refused:
        return list(refused.faults)


def test_what_was_meant_can_be_written_in_its_place(tmp_path: Path) -> None:
    """The first word that `instead` names, written where the fault is, takes the fault away."""
    corrected = set()
    for code in OURS.values():
        text = code.file(code.wrong) if code.wrong and code.kind != "packs" else ""
        for fault in faults_of(text, tmp_path) if text else ():
            for meant in fault.instead[:1]:
                lines, at = text.split("\n"), fault.place
                row = lines[at.line - 1]
                lines[at.line - 1] = row[: at.column - 1] + meant + row[at.column - 1 + at.length :]
                after = faults_of("\n".join(lines), tmp_path)
                assert (fault.code, at) not in [(one.code, one.place) for one in after], (code.code, meant)
                corrected.add(fault.code)
    assert {"E101", "E104", "E126", "E214", "E215", "E307", "E329"} <= corrected


def test_explain_prints_the_entry(sy_judge: Callable[..., Said]) -> None:
    said = sy_judge("explain", "e202")
    assert said.code == 0
    assert said.output == (
        "E202: a reason is missing\n\n"
        "The reason is shown to a player whose move is refused: every `forbid`, `losing` and `require` ends\n"
        'with `because "…"`.\n\n'
        "wrong:\n    forbid ride when mode = ferry\n\n"
        'right:\n    forbid ride when mode = ferry because "the ferry is in dock"\n'
    )


@pytest.mark.parametrize("code", ["E301", "W401", "T040", "F05"])
def test_every_kind_of_code_is_explained(code: str, sy_judge: Callable[..., Said]) -> None:
    said = sy_judge("explain", code)
    assert said.code == 0
    assert said.output.startswith(f"{code}: ")


def test_an_unknown_code(sy_judge: Callable[..., Said]) -> None:
    said = sy_judge("explain", "E3O1")
    assert said.code == 2
    assert "no code or rule is named `E3O1`; did you mean `E301`" in said.output
