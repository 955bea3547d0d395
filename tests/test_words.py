"""The words of the languages: every file has the form that en.toml describes, and says nothing twice."""

from __future__ import annotations

import doctest

import pytest

import adjudicator.words
from adjudicator.words import FIRST, Language, concepts, key_of, languages, spellings

ALL = languages()
ENGLISH = next(one for one in ALL if one.code == FIRST)
# The words for reading questions: every language has its own.
OF_QUESTIONS = ("reading", "turning", "alike", "moments", "things")


def test_the_examples_hold() -> None:
    assert doctest.testmod(adjudicator.words).failed == 0


@pytest.mark.parametrize("language", ALL, ids=lambda one: one.code)
def test_kinds_and_concepts_are_those_of_english(language: Language) -> None:
    strange = {
        f"{kind}.{concept}"
        for kind, table in language.kinds.items()
        for concept in table
        if kind not in OF_QUESTIONS and concept not in ENGLISH.kinds.get(kind, {})
    }
    assert strange == set()


@pytest.mark.parametrize("language", ALL, ids=lambda one: one.code)
def test_within_a_kind_a_spelling_means_one_thing(language: Language) -> None:
    for kind, table in language.kinds.items():
        if kind in OF_QUESTIONS:
            continue
        said = [(key_of(one), concept) for concept, words in table.items() for one in {key_of(one) for one in words}]
        assert sorted({key for key, _ in said}) == sorted(key for key, _ in said), kind


def test_accents_and_capitals_do_not_count() -> None:
    assert key_of("Zoé") == key_of("ZOE") == "zoe"
    assert concepts("modes")[key_of("Fahre")] == "ferry"
    assert "unentschieden" in spellings("results")["draw"]
