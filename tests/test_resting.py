"""A verdict names the rulings on which it rests, and only those."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from conftest import Said
from test_check_command import data_of, log

__all__ = ["log"]  # a fixture

TOP = "variant: 2014\nseats: X; red; blue; green; yellow\n"
START = "start: X 35; red 29; blue 26; green 94; yellow 50\n"
THERE_AND_BACK = f"{TOP}{START}\n1. X 2x taxi 48, taxi 35; red bus 15; blue taxi 39; green bus 77; yellow taxi 49\n"
PLAIN = THERE_AND_BACK.replace("2x taxi 48, taxi 35", "taxi 48")
LAST = (
    f"{TOP}round: 22\nentry: 21\n{START}\n22. X 2x taxi 48, taxi 62; red bus 15; blue taxi 39; green bus 77; yellow taxi 49\n"
)


def rests(sy_judge: Callable[..., Said], page: Path, *more: str) -> dict[str, list[tuple[str, str]]]:
    (one,) = data_of(sy_judge("check", page, "--format", "json", *more))
    return {ruling["id"]: [(other["option"], other["verdict"]) for other in ruling["otherwise"]] for ruling in one["rests"]}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (PLAIN, {}),
        (THERE_AND_BACK, {"G33": [("double-returns=off", "illegal")]}),
        (LAST, {"G1": [("length=entries", "legal"), ("rounds=24", "legal")], "G35": [("double-last-round=off", "illegal")]}),
    ],
)
def test_rulings_that_the_game_touched(
    text: str, expected: dict[str, Any], log: Callable[..., Path], sy_judge: Callable[..., Said]
) -> None:
    assert rests(sy_judge, log(text)) == expected


def test_each_ruling_is_printed_with_its_question(log: Callable[..., Path], sy_judge: Callable[..., Said]) -> None:
    said = sy_judge("check", log(THERE_AND_BACK)).output
    assert "rests on G33; illegal with `double-returns=off`" in said
    assert "G33: May the second half of a double lead back to its beginning? yes" in said


def test_an_ending_names_the_ruling_that_decides_here(log: Callable[..., Path], sy_judge: Callable[..., Said]) -> None:
    """Without police, a ruling about the police does not decide that the fugitive has won."""
    hands = "; ".join(f"{piece} taxi 0, bus 0, underground 0" for piece in ("red", "blue", "green", "yellow"))
    text = f"{TOP}round: 22\nentry: 21\ntickets: {hands}\n{START}\n22. X taxi 48\n".replace("22", "21").replace(
        "entry: 21", "entry: 20"
    )
    (one,) = data_of(sy_judge("check", log(text), "--format", "json"))
    assert (one["result"]["by"], one["result"]["ruling"]) == ("no-moves", None)
    assert "G22" not in {ruling["id"] for ruling in one["rests"]}
