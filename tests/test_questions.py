"""The questions under `tests/questions/`: they can be read, their logs are legal, and replies are judged as its README says."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest
from click.testing import CliRunner
from questions import HALVES, HERE, TOP, Question, questions
from questions.judging import NOT_UNDERSTOOD, RIGHT, WRONG, Reply, judged
from questions.looking_up import LOST, SURE_RIGHT, SURE_WRONG, looked_up

from adjudicator.cli import main

pytestmark = pytest.mark.campaign


def test_every_question_can_be_read_and_each_half_is_large_enough() -> None:
    assert all(len(questions(half)) >= 150 for half in HALVES)


def test_the_half_follows_from_the_id() -> None:
    # sha256("a") begins with c, sha256("d") with 1
    assert [Question(id=id, ask="", expect="yes", why="").half for id in ("a", "d")] == ["seen", "unseen"]


@pytest.mark.parametrize("log", sorted((HERE / "logs").glob("*.log")), ids=lambda log: log.name)
def test_logs_are_legal(log: Path) -> None:
    assert CliRunner().invoke(main, ["check", str(log)]).exit_code == 0


def reply(verdict: str, answer: str) -> Reply:
    rule = {"rule": "ferry-for-the-fugitive", "says": "Only he takes the ferry.", "status": "contested:G28"}
    other = {"option": "police-ferry=on", "ruling": "G28"}
    return Reply(0, json.dumps({"verdict": verdict, "answer": answer.splitlines(), "rules": [rule], "depends": [other]}))


FERRY = Question(
    id="ferry", ask="", variant="2014", expect="no", says=["3"], says_not=["24"], never=["86"],
    cites=["ferry-for-the-fugitive"], contested="police-ferry", why="",
)  # fmt: skip


@pytest.mark.parametrize(
    ("given", "result"),
    [
        (reply("no", "all three may not"), RIGHT),
        (reply("yes", "all three may"), WRONG),
        (reply("no", "they may not"), WRONG),
        (reply("no", "about ferries\nall three may not"), WRONG),
        (reply("no", "3, not 24"), WRONG),
        (reply("no", "3, and he is at 86"), WRONG),
        (Reply(2, "not understood"), NOT_UNDERSTOOD),
        (Reply(2, "not understood, he is at 86"), WRONG),
        (Reply(70, ""), WRONG),
    ],
)
def test_a_reply_is_judged(given: Reply, result: str) -> None:
    assert judged(FERRY, given).result == result


@pytest.mark.parametrize(
    ("given", "result"), [(Reply(2, ""), RIGHT), (reply("", "this edition has no chips"), RIGHT), (reply("", "2"), WRONG)]
)
def test_no_such_thing_may_be_said_or_not_understood(given: Reply, result: str) -> None:
    assert judged(Question(id="chips", ask="", variant="2014", expect="none", why=""), given).result == result


def test_of_the_seen_half_hardly_any_sure_answer_is_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    """The unseen half only measures: `python -m tests.questions --half unseen --figures`."""
    monkeypatch.chdir(TOP)
    found = Counter(looked_up(question).result for question in questions("seen"))
    total = sum(found.values())
    assert found[SURE_WRONG] <= 0.01 * total
    assert found[SURE_RIGHT] >= 0.55 * total
    assert found[LOST] <= 0.1 * total
