"""An edition speaks to its players in its own words alone: in sentences of rules, readings, answers and results."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from conftest import TOP, Said

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
