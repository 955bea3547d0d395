"""An edition speaks to its players in its own words alone: in sentences of rules, readings, answers and results."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import TOP, Said

from adjudicator.rulebook.loader import load
from adjudicator.rulebook.own_words import unknown_numbers

FOREIGN = re.compile(r"(?<![-`])\b([Tt]he fugitive|[Tt]axis?|[Bb]us(es)?|Mister X|Mr\. X)\b(?![-`])")


@pytest.mark.parametrize("edition", ["holmes", "holmes-original"])
@pytest.mark.parametrize("command", ["rules {}", "rules {} --sheet -o -"])
def test_holmes_has_no_words_of_another_edition(edition: str, command: str, sy_judge: Callable[..., Said]) -> None:
    said = sy_judge(*command.format(edition).split())
    assert said.code == 0
    assert [line for line in said.output.splitlines() if FOREIGN.search(line)] == []


def test_the_result_names_the_winner_as_the_edition_does(sy_judge: Callable[..., Said]) -> None:
    for log, name in (("holmes", "Moriarty"), ("classic", "Mr. X")):
        said = sy_judge("check", TOP / f"examples/{log}.log")
        assert f"{name} wins" in said.output or "the pursuers win" in said.output
        assert "the fugitive" not in said.output


NIGHT = """
id    = "night"
title = "Night"
pack  = true
[numbers]
night = 13
stops = [4, 8, 12]
never = []
[rules.night]
says = "From round {night} on, in rounds {stops} and in no other ({never}), the bus rests; `{night}` is notation."
code = 'forbid ride when mode = bus and round >= night and round in stops and round not in never because "night"'
"""


@pytest.mark.parametrize(("options", "night"), [((), "13"), (("night=9",), "9")])
def test_a_sentence_is_made_from_the_numbers_of_the_game(options: tuple[str, ...], night: str, tmp_path: Path) -> None:
    (tmp_path / "night.toml").write_text(NIGHT, encoding="utf-8")
    rules = load(f"2014+{tmp_path / 'night.toml'}", options=options).rules
    says = f"From round {night} on, in rounds 4, 8 and 12 and in no other (none), the bus rests; `{{night}}` is notation."
    assert rules["night"].says == says


def test_no_sentence_of_ours_has_a_name_in_braces_left() -> None:
    for name in ("holmes", f"2014+{TOP}/examples/packs/fog.toml", f"{TOP}/examples/saltmarsh/smugglers.toml"):
        tables = load(name).tables
        texts = [one.says for table in (tables.rules, tables.options, tables.endings) for one in table.values()]
        assert [text for text in texts if unknown_numbers(text)] == []
