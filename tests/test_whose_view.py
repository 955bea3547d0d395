"""The owner of a view: a name that means two seats is asked about, and shows nothing."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import Said

LOG = """variant: 2014
seats: X = {}; red = {}; blue = {}; green = Dev; yellow = Eli
start: X 104; red 26; blue 117; green 174; yellow 50

1. X taxi 86
"""


@pytest.fixture
def viewed(tmp_path: Path, sy_judge: Callable[..., Said]) -> Callable[..., Said]:
    def view(seat: str, *persons: str) -> Said:
        log = tmp_path / "game.log"
        log.write_text(LOG.format(*persons))
        return sy_judge("check", log, "--view", seat)

    return view


@pytest.mark.parametrize(
    ("seat", "persons"),
    [("red", ("Ana", "Ben", "Red")), ("RED", ("Red", "Ben", "Cleo")), ("detectives", ("Detectives", "Ben", "Cleo"))],
)
def test_a_name_that_means_two_seats_is_asked_about(seat: str, persons: tuple[str, ...], viewed: Callable[..., Said]) -> None:
    said = viewed(seat, *persons)
    assert said.code == 2
    assert f"error T291: `{seat}` is both a piece and a person at this table" in said.output
    assert ": undecided by" in viewed(f"piece {seat}", *persons).output
    sees_all = persons[0].lower() == seat.lower()
    assert (": legal by" in viewed(f"person {seat}", *persons).output) == sees_all


def test_a_person_called_like_the_own_piece_is_one_seat(viewed: Callable[..., Said]) -> None:
    assert viewed("red", "Ana", "Red", "Cleo").code == 0


def test_nobody_is_called_so(viewed: Callable[..., Said]) -> None:
    assert "nobody at this table is called `person red`" in viewed("person red", "Ana", "Ben", "Cleo").output
