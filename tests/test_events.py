"""Events beside the clauses: turns that end by a word, cards that are turned over. Read, judged, seen, sealed."""

from __future__ import annotations

import pytest
from conftest import TOP

from adjudicator import Game, Illegal
from adjudicator.faults import Refused
from adjudicator.record import parse, write
from adjudicator.record import transcript as r
from adjudicator.record.lexicon import lexicon_of
from adjudicator.seals import seal, unseal

PLAIN = """variant: 2014
seats: X = Ana; red = Ben; blue = Cleo; green = Dev; white (police)
start: X 127; red 26; blue 117; green 174; white 50
"""
HOLMES = """variant: holmes
board: london-1895-sample
seats: X = Ana; sherlock = Ben; watson = Cleo; mycroft = Dev; irene = Eli; lestrade = Fay
start: X 45/104 at 45; sherlock 26; watson 29; mycroft 50; irene 53; lestrade 91
cards: X crimes 12, 45, 160
"""
PEEK = f"""variant: {TOP}/examples/house-rules/h42-peek-and-challenge.toml
seats: X = Ana; red = Ben; blue = Cleo; green = Dev; yellow = Eli
start: X 127; red 26; blue 117; green 174; yellow 50
"""
ROUND = "sherlock taxi 15; watson taxi 17; mycroft taxi 37; irene taxi 69; lestrade taxi 105"


def found(text: str) -> list[str]:
    """The checks or rules that find something illegal, with the round."""
    findings = Game.parse(text).findings
    return [f"{one.check or one.rule} {one.round} {one.piece}" for one in findings if one.verdict == "illegal"]


# --- turns that end by a word


def test_a_turn_ends_where_somebody_says_so() -> None:
    begun = Game.parse(PEEK + "1. X taxi 115")
    assert (begun.side, begun.may_end_turn) == ("fugitive", True)
    ended = Game.parse(PEEK + "1. X taxi 115; X done")
    assert (ended.side, ended.to_move) == ("pursuers", ("red", "blue", "green", "yellow"))
    assert (
        found(PEEK + "1. X taxi 115; X done; red taxi 15; blue taxi 88; green taxi 161; yellow taxi 37; detectives done") == []
    )
    whole = Game.parse(
        PEEK + "1. X taxi 115; X done; red taxi 15; blue taxi 88; green taxi 161; yellow taxi 37; detectives done"
    )
    assert (whole.round, whole.side) == (2, "fugitive")


def test_whoever_says_so_too_early_is_missing() -> None:
    assert found(PEEK + "1. X taxi 115; X done; red taxi 15; detectives done\n2. X taxi 126") == [
        "missing-piece 1 blue", "missing-piece 1 green", "missing-piece 1 yellow",
    ]  # fmt: skip
    assert found(PLAIN + "1. X done") == ["missing-piece 1 X"]
    assert found(PLAIN + "1. X 2x taxi 115; X done") == ["missing-piece 1 X"]


def test_where_a_turn_has_ended_by_itself_the_word_changes_nothing() -> None:
    said = (
        PLAIN
        + "1. X taxi 115; X done; red taxi 15; blue taxi 88; green taxi 161; white taxi 37; detectives done\n2. X taxi 126"
    )
    assert found(said) == []
    assert Game.parse(said).stations == Game.parse(said.replace("; X done", "").replace("; detectives done", "")).stations


def test_the_other_side_is_missing_if_it_did_nothing_before() -> None:
    assert found(PLAIN + "1. X taxi 115; red taxi 15; X done") == [
        "missing-piece 1 blue", "missing-piece 1 green", "missing-piece 1 white", "missing-piece 2 X",
    ]  # fmt: skip


def test_a_view_has_the_ends_of_turns() -> None:
    game = Game.parse(PEEK + "1. X taxi 115; X done; red taxi 15")
    assert "1. X taxi ?; X done; red taxi 15\n" in game.seen_by("detectives").text
    assert game.seen_by("detectives").side == "pursuers"


def test_a_round_can_begin_with_a_word() -> None:
    game = Game.parse(
        PEEK + "1. X taxi 115; X done; red taxi 15; blue taxi 88; green taxi 161; yellow taxi 37\n2. detectives done"
    )
    assert [one.check for one in game.findings if one.verdict == "illegal"] == ["round-number"]


def test_ending_a_turn_writes_it_down() -> None:
    game = Game.parse(PEEK + "1. X taxi 115").end_turn()
    assert game.text.endswith("1. X taxi 115; X done\n")
    assert game.play("red taxi 15").text.endswith("1. X taxi 115; X done; red taxi 15\n")
    assert Game.parse(game.text).side == game.side == "pursuers"
    with pytest.raises(Refused):
        game.end_turn()
    with pytest.raises(Illegal):
        game.play("detectives done")
    assert game.judge("detectives done").verdict == "illegal"
    assert Game.parse(PEEK + "1. X taxi 115").play("X done") == game


def test_everybody_hears_the_word() -> None:
    game = Game.parse(PEEK + "1. X taxi 115").end_turn()
    assert game.heard_by("red").text == game.heard_by("X").text == ("X done",)


def test_where_is_asked_after_the_word() -> None:
    record = PEEK + "1. X taxi ?; X done; red taxi 15; blue taxi 88; green taxi 161; yellow taxi 37; detectives done"
    assert Game.parse(record.replace("X 127", "X ?")).where().stations == Game.parse(
        record.replace("X 127", "X ?")
    ).possible_stations("X")


# --- cards


def test_a_card_is_played_next() -> None:
    begun = HOLMES + f"1. X taxi 59; X done; {ROUND}; detectives done\n2. X draws 78/175 for escape"
    assert found(begun) == []
    card = Game.parse(begun).walk.end.transcript.items[-1]
    assert isinstance(card, r.Draw)
    assert (card.piece, card.form.id, card.card) == ("X", "escape", (78, 175))
    assert found(begun + "; X escape 78/175 to 78") == []
    assert found(begun + "; X taxi 58") == ["escape 2 X"]
    assert found(begun + "; X escape 45/104 to 104")[0] == "escape 2 X"
    assert "draws 78/175 for escape" in Game.parse(begun).seen_by("detectives").text


def test_nothing_else_is_played_after_a_card_was_turned_over() -> None:
    game = Game.parse(HOLMES + f"1. X taxi 59; X done; {ROUND}; detectives done")
    assert "X taxi 58" in map(str, game.moves())
    for drawn in (game.play("X draws 78/175 for escape"), Game.parse(game.text + "2. X draws 78/175 for escape")):
        assert {"X escape 78/175 to 78", "X escape 78/175 to 175"} <= set(map(str, drawn.moves()))
        assert all("escape 78/175 to" in str(move) for move in drawn.moves())
        with pytest.raises(Illegal, match="has turned over 78/175"):
            drawn.play("X taxi 58")
        assert drawn.play("X escape 78/175 to 78").drawn is None


def test_a_card_that_is_no_card_is_found() -> None:
    begun = HOLMES + f"1. X taxi 59; X done; {ROUND}; detectives done\n2. X draws 7/8 for escape"
    assert found(begun) == ["escape 2 X"]


# --- seals


def test_seals_cover_events() -> None:
    game = Game.parse(
        HOLMES + f"1. X taxi 59; X done; {ROUND}; detectives done\n2. X draws 78/175 for escape\n   X withdrew a clause"
    )
    public, key = seal(game.record, set())
    text, lexicon = write(public), lexicon_of(game.rules)
    assert unseal(parse(text, lexicon)[0], key)[1] == ()
    for changed in (
        text.replace("78/175", "45/104"),
        text.replace("; X done", ""),
        text.replace("X done; sherlock taxi 15", "sherlock taxi 15; X done"),
        text.replace("withdrew a clause", "withdrew a clause by agreement"),
        text.replace("detectives done", "detectives done; detectives done"),
    ):
        assert changed != text
        faults = unseal(parse(changed, lexicon)[0], key)[1]
        assert any(fault.message.startswith("event ") for fault in faults), changed


# --- what is typed wrong


@pytest.mark.parametrize(
    ("clause", "code"),
    [
        ("red done", "T042"),
        ("X done at last", "T045"),
        ("X draws for escape", "T044"),
        ("X draws 45/104", "T044"),
        ("X draws 45/104 for taxi", "T042"),
        ("red withdrew red taxi 15", "T045"),
    ],
)
def test_what_is_no_event(clause: str, code: str) -> None:
    rules = Game.parse(HOLMES).rules
    seats = "seats: X; red\n"
    _, faults = parse(f"{seats}{clause}\n", lexicon_of(rules))
    assert [fault.code for fault in faults] == [code]


def test_comments_mean_nothing() -> None:
    said = PEEK + "1. X taxi 115  # X done\n# the turn ends\n# X draws 78/175 for escape"
    assert Game.parse(said).side == "fugitive"
