"""The lexicon: which spellings stand for which names."""

from __future__ import annotations

import doctest

import pytest
from test_notation_samples import LEXICON

from adjudicator.record import ActionForm, Lexicon, lexicon, parse, write_clause
from adjudicator.record.lexicon import key_of
from adjudicator.words import concepts


def test_the_example_in_the_code() -> None:
    found = doctest.testmod(lexicon)
    assert found.attempted > 0
    assert found.failed == 0


@pytest.mark.parametrize("spelling", ["Mr. X", "mrx", "MR  X", "mr-x", "mr_x", "Mr.X", "mr’ x"])
def test_spellings_are_compared_without_their_clothes(spelling: str) -> None:
    assert key_of(spelling) == "mrx"


def test_a_name_is_a_spelling_of_itself_and_no_alias_can_take_it() -> None:
    found = Lexicon.plain(tickets={"bus": "taxi", "b": "bus"}).tickets
    assert found == {"b": "bus", "bus": "bus", "taxi": "taxi"}


def test_the_fugitive_always_has_a_name() -> None:
    assert Lexicon.plain(fugitive="ghost").pieces == {"ghost": "ghost"}


def test_the_only_turn_of_two_entries_is_written_as_the_notation_has_it() -> None:
    forms = Lexicon.plain(actions=[ActionForm("twice", "turn", entries=2)]).forms
    assert {key: form.written for key, form in forms.items()} == dict.fromkeys(("twice", *concepts("double")), "2x")


def test_two_such_turns_keep_their_own_words() -> None:
    actions = [ActionForm("twice", "turn", entries=2), ActionForm("sprint", "turn", entries=2)]
    assert {form.written for form in Lexicon.plain(actions=actions).forms.values()} == {"twice", "sprint"}


def test_a_turn_may_have_more_entries() -> None:
    triple = Lexicon.plain(tickets=["taxi"], actions=[ActionForm("triple", "turn", entries=3, word="3x")])
    transcript, faults = parse("start: X 1\nX 3x taxi 2, taxi 3, taxi 4; X triple taxi 5", triple)
    assert faults == ()
    assert [write_clause(clause) for clause in transcript.clauses] == ["X 3x taxi 2, taxi 3, taxi 4", "X 3x taxi 5"]


def test_decks_and_supplies_are_those_of_the_variant() -> None:
    strict = Lexicon.plain(tickets=["taxi"], decks={"scenes": "crimes"}, supplies={"chest": "chest"})
    transcript, faults = parse("start: X 1\ncards: X scenes 12\ntickets: chest taxi 3\n", strict)
    assert faults == ()
    assert (transcript.cards[0].deck, transcript.tickets[0].holder) == ("crimes", "chest")
    _, faults = parse("start: X 1\ncards: X scens 12\ntickets: pile taxi 3\n", strict)
    assert [(fault.code, fault.help) for fault in faults] == [
        ("T020", "did you mean `scenes`?"),
        ("T018", "known here: `X`"),
    ]


def test_forms_are_found_by_any_spelling() -> None:
    assert LEXICON.form("Double Move").id == "double"
    assert LEXICON.form("Dive").place == "with"
