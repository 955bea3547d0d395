"""The supported Python names: the example on the first screen is true, and a game can be played and judged through them."""

from __future__ import annotations

import doctest

import pytest

import adjudicator
from adjudicator import Refused


def test_the_first_screen_is_true() -> None:
    results = doctest.testmod(adjudicator)
    assert results.attempted >= 8
    assert results.failed == 0


def test_every_name_is_there() -> None:
    for name in adjudicator.__all__:
        assert getattr(adjudicator, name).__doc__, name


def game() -> adjudicator.Position:
    rules = adjudicator.load_variant("2014")
    return adjudicator.start(rules, {"X": 104, "red": 26, "blue": 117, "green": 174, "yellow": 50})


def test_positions_are_frozen_and_readable() -> None:
    before = game()
    after = adjudicator.apply(before, "X taxi 86")
    assert (before.station("X"), after.station("X")) == (104, 86)
    assert (before.entries, after.entries, after.round) == (0, 1, 1)
    assert after.tickets("red") == {"taxi": 11, "bus": 8, "underground": 4}
    assert after.tickets("X")["taxi"] is None
    assert adjudicator.apply(after, "red taxi 15").tickets("red")["taxi"] == 10


def test_every_listed_clause_is_accepted() -> None:
    position = game()
    for _ in range(12):
        clauses = adjudicator.legal(position)
        assert all(adjudicator.judge(position, clause).verdict == "legal" for clause in clauses[::7])
        position = adjudicator.apply(position, clauses[-1])


def test_a_view_hides_what_was_not_shown() -> None:
    one = adjudicator.apply(game(), "X taxi 86")
    other = adjudicator.apply(game(), "X taxi 116")
    assert adjudicator.view(one, "detectives") == adjudicator.view(other, "detectives")
    assert "86" in adjudicator.view(one, "X")


def test_a_losing_clause_is_called_so() -> None:
    rules = adjudicator.load_variant("classic")
    pieces = {"X": 104, "red": 86, "blue": 117, "green": 174, "yellow": 50, "purple": 13}
    position = adjudicator.start(rules, pieces)
    assert adjudicator.judge(position, "X taxi 86").verdict == "losing"
    assert "X taxi 86" in adjudicator.losing(position)
    outcome = adjudicator.apply(position, "X taxi 86").outcome
    assert outcome is not None
    assert (outcome.winner, outcome.by) == ("pursuers", "entered-pursuer")


def test_what_is_not_understood_is_refused() -> None:
    with pytest.raises(Refused, match="T042"):
        adjudicator.judge(game(), "X taxy 86")


def test_check_text_judges_a_whole_record() -> None:
    text = "start: X 104; red 26; blue 117; green 174; yellow 50\n1. X taxi 86; red bus 39\n"
    verdict = adjudicator.check_text(text, adjudicator.load_variant("2014"))
    assert verdict.verdict == "illegal"
    assert [finding.rule for finding in verdict.findings] == ["follow-a-line"]
