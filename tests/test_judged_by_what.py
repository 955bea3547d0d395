"""A verdict names the rules that it follows, and nothing else passes for them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import Said

from adjudicator import load_variant

HEAD = "start: X 104; red 26; blue 117; green 174; yellow 50\n1. X taxi 86\n"


@pytest.mark.parametrize("names", ['id = "2014"', 'id = "mb"', 'id = "ours"\naliases = ["Police"]'])
def test_names_of_shipped_editions_are_reserved(names: str, tmp_path: Path, sy_judge: Callable[..., Said]) -> None:
    (tmp_path / "ours.toml").write_text(f'{names}\ntitle = "Ours"\nextends = "classic"\n')
    said = sy_judge("variant", "lint", tmp_path / "ours.toml")
    assert said.code == 1
    assert "error E420" in said.output


@pytest.mark.parametrize("name", ["2014", "mb", "MB"])
def test_a_file_beside_the_log_does_not_take_the_place_of_an_edition(
    name: str, tmp_path: Path, sy_judge: Callable[..., Said]
) -> None:
    (tmp_path / f"{name}.toml").write_text('id = "ours"\ntitle = "Ours"\nextends = "2014"\n')
    (tmp_path / "game.log").write_text(f"variant: {name}\n{HEAD}")
    said = sy_judge("check", tmp_path / "game.log")
    assert "by the rules of ours" not in said.output


@pytest.mark.parametrize(("length", "fits"), [(23, True), (7, False), (1, False)])
def test_a_digest_may_be_cut_but_not_to_nothing(length: int, fits: bool, tmp_path: Path, sy_judge: Callable[..., Said]) -> None:
    digest = load_variant("2014").digest[:length]
    (tmp_path / "game.log").write_text(f"variant: 2014\nrules: {digest}\n{HEAD}")
    assert ("rules-differ" not in sy_judge("check", tmp_path / "game.log").output) == fits


def test_generated_games_overwrite_nothing(tmp_path: Path, sy_judge: Callable[..., Said]) -> None:
    command = ("generate", "--variant", "2014", "-o", tmp_path)
    assert sy_judge(*command).code == 0
    (file,) = tmp_path.glob("*.log")
    file.write_text("mine\n")
    said = sy_judge(*command)
    assert said.code == 3
    assert "error F41" in said.output
    assert file.read_text() == "mine\n"
    assert sy_judge(*command, "--force").code == 0
    assert file.read_text() != "mine\n"
