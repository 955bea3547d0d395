"""Cards that only the fugitive knows, and rules that depend on them: nobody else may learn more than he can know."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import Said

VARIANT = """id = "target"
title = "A target"
extends = "2014"
[state.target]
says = "Where he has to go."
type = "set of stations"
seen = "fugitive"
[decks.targets]
cards = [1, 86, 100, 150]
[rules.dealt]
says = "He draws one of the targets."
code = "on set-up then deal 1 from targets to target"
[endings.reached]
says = "He wins where his target is."
code = "fugitive wins when {}, tested {}"
"""
CONDITIONS = ("station(fugitive) in target", "some s in target has s = station(fugitive)")
MOMENTS = ("after entry", "at end of turn of fugitive")
Judged = Callable[..., dict[str, object]]


@pytest.fixture(params=[(condition, moment) for condition in CONDITIONS for moment in MOMENTS], ids=" ".join)
def judged(request: pytest.FixtureRequest, tmp_path: Path, sy_judge: Callable[..., Said]) -> Judged:
    (tmp_path / "target.toml").write_text(VARIANT.format(*request.param))

    def judged(clauses: str, headers: str = "", command: str = "check", view: str = "") -> dict[str, object]:
        log = tmp_path / "game.log"
        start = "start: X 104; red 26; blue 117; green 174; yellow 50\n"
        log.write_text(f"variant: ./target.toml\n{start}{headers}\n{clauses}\n")
        more = ["--view", view] if view else []
        return dict(json.loads(sy_judge(command, str(log), "--format", "json", *more).output))

    return judged


def test_where_he_holds_another_card_he_can_be(judged: Judged) -> None:
    assert 86 in judged("1. X taxi 86; red taxi 39", "cards: X target 100\n", "where")["stations"]  # type: ignore[operator]


def test_who_claims_to_have_reached_it_may_be_right(judged: Judged) -> None:
    headers = "cards: X target 86\nresult: X escapes\n"
    assert judged("1. X taxi 86", headers)["verdict"] == "legal"
    assert judged("1. X taxi 86", headers, view="red")["verdict"] == "undecided"


def test_a_record_without_the_cards_is_not_illegal(judged: Judged) -> None:
    found = judged("1. X taxi 86; red taxi 39")
    assert found["verdict"] == "undecided"
    assert [finding["rule"] for finding in found["findings"]] == ["reached"]  # type: ignore[attr-defined]


def test_with_the_cards_it_is_decided(judged: Judged) -> None:
    assert judged("1. X taxi 86; red taxi 39", "cards: X target 100\n")["verdict"] == "legal"
    assert judged("1. X taxi 86; red taxi 39", "cards: X target 86\n")["verdict"] == "illegal"
    assert judged("1. X taxi 116; red taxi 39")["verdict"] == "legal"  # on no card at all
