"""House rules at the table: a state is on the sheet of those who may know it, and answers reach those they are for."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from conftest import Said
from live_play import Table, table

from adjudicator.table.screens import PrivateBoard, PublicBoard

RULES = """
id      = "radio"
title   = "Radio"
extends = "2014"
[state.decoy]
says = "Where his decoy stands."
type = "station or none"
seen = "fugitive"
[state.plan]
says = "What nobody knows."
type = "number"
seen = "none"
[state.purse]
says   = "The amount that a piece may still bet."
type   = "number"
per    = "piece"
starts = 5
[state.breath]
says   = "How often a detective may still whistle."
type   = "number"
per    = "piece"
starts = 2
[state.frequency]
says   = "What a detective listens to."
type   = "mode"
per    = "piece"
seen   = "own"
starts = "taxi"
[actions.drop]
says  = "He leaves a decoy."
by    = "fugitive"
place = "after entry"
code  = '''
require decoy = none because "one at a time"
then decoy := here, plan += 1
'''
[actions.bet]
says  = "He bets."
by    = "fugitive"
place = "after entry"
code  = '''
choose n from {1, 2, 3} where n <= purse(fugitive)
then purse(fugitive) -= n
'''
[actions.whistle]
says  = "A detective whistles."
by    = "detective"
place = "during turn"
code  = '''
require breath(piece) > 0 because "no breath left"
then breath(piece) -= 1
'''
[actions.tune]
says  = "A detective tunes in, and nobody sees to what."
by    = "detective"
place = "during turn"
seen  = "own"
code  = '''
choose m from modes
then frequency(piece) := m
'''
[actions.listen]
says  = "Everybody sees that he listens, and he alone hears something."
by    = "detective"
place = "during turn"
code  = '''
require uses(listen, turn) = 0 because "once a turn"
answer pays(ticket-of(entries), frequency(piece)) to own
'''
"""
HEADERS = """variant: radio.toml
seats: X = Ana; red = Ben; blue = Cleo; green = Dev; white (police)
start: X 127; red 26; blue 117; green 174; white 50
"""


def opened(folder: Path) -> Table:
    (folder / "radio.toml").write_text(RULES, encoding="utf-8")
    return table(folder, HEADERS)


def facts(at: Table) -> dict[str, str]:
    assert isinstance(at.screen.board, PrivateBoard)
    return {str(name): text for name, text in at.screen.board.facts}


def open_states(at: Table) -> dict[str, str]:
    assert isinstance(at.screen.board, PublicBoard)
    return dict(at.screen.board.states)


def test_he_sees_what_he_keeps_to_himself(tmp_path: Path) -> None:
    at = opened(tmp_path)
    at.type("")
    assert "decoy" not in facts(at)
    at.type("taxi 115 + drop")
    assert facts(at)["decoy"] == "115"
    assert "plan" not in facts(at)
    assert "frequency" not in facts(at)
    at.type("")
    assert "decoy" not in open_states(at)
    assert not any("decoy: 115" in line for line in at.public)


def test_what_he_has_of_something_open_is_open_too(tmp_path: Path) -> None:
    """And nothing is shown of him where no rule mentions his values."""
    at = opened(tmp_path)
    at.type("")
    at.type("taxi 115 + bet 2")
    at.type("")
    assert open_states(at) == {"purse": "X 3, red 5, blue 5, green 5, white 5", "breath": "red 2, blue 2, green 2, white 2"}


def test_an_answer_for_one_alone_is_told_to_him(tmp_path: Path) -> None:
    at = opened(tmp_path)
    at.type("")
    at.type("taxi 115")
    at.type("")
    before = at.log
    at.type("red listen")
    assert at.said == "the answer is for red alone: type `alone red` first"
    assert at.log == before
    at.type("alone Rot")  # a name in any language, or a person's
    at.type("")
    assert facts(at) == {"frequency": "taxi"}
    at.type("listen")
    assert at.said == "red listen -> yes"
    at.type("")
    assert "red listen" in at.log
    assert not any("-> yes" in line for line in at.public)


def test_whose_turn_it_is(tmp_path: Path) -> None:
    at = opened(tmp_path)
    at.type("why not red whistle")
    assert "it is the turn of Mister X, not of red" in at.said
    at.type("")
    at.type("taxi 115")
    at.type("")
    at.type("X taxi 126")
    assert "it is the turn of the detectives, not of X" in at.said


def test_what_is_missing_is_said_as_it_is_written(tmp_path: Path) -> None:
    at = opened(tmp_path)
    at.type("")
    at.type("taxi 115 + bet")
    assert at.said == "`bet` needs a number here (write `bet number`)"


def test_the_whole_record_has_what_nobody_saw(tmp_path: Path, sy_judge: Callable[..., Said]) -> None:
    """As clauses: who listens hears something else because of what he did alone before."""
    at = opened(tmp_path)
    for line in ("", "taxi 115", "", "alone red", "", "tune bus", "", "alone red", "", "listen", "", "red taxi 15", "quit"):
        at.type(line) if line != "quit" else at.quit()
    assert "red tune bus; red listen -> no; red taxi 15" in at.secret
    assert "tune" not in at.log
    assert sy_judge("check", str(at.files.secret)).code == 0


def test_the_rules_of_a_page_are_found_again_from_its_log(tmp_path: Path, sy_judge: Callable[..., Said]) -> None:
    """Files that a page names lie beside it, wherever the referee was called from."""
    at = opened(tmp_path)
    at.quit()
    assert at.log.startswith("variant:    radio.toml\n")
    again = table(tmp_path)
    assert again.game.items == at.game.items
    assert sy_judge("check", str(at.evening.log)).code == 0


UNSEEN = """
id      = "unseen"
title   = "Buried unseen"
extends = "2014"
[state.stash]
says = "Where it lies."
type = "station or none"
seen = "fugitive"
[actions.bury]
says  = "He buries something, and nobody sees it."
by    = "fugitive"
place = "after entry"
seen  = "fugitive"
code  = '''
require stash = none because "buried already"
then stash := here
'''
"""


def test_a_seal_does_not_tell_what_nobody_saw(tmp_path: Path, sy_judge: Callable[..., Said]) -> None:
    """It would be in the public log with its name; nothing is written at all."""
    (tmp_path / "radio.toml").write_text(UNSEEN, encoding="utf-8")
    log, public = tmp_path / "game.log", tmp_path / "public.log"
    log.write_text(f"{HEADERS}\n1. X taxi 115 + bury; red taxi 15\n", encoding="utf-8")
    said = sy_judge("seal", str(log), "-o", str(public))
    assert said.code == 2
    assert "T106: nobody saw `bury`, but a seal would reveal it" in said.output
    assert [path.name for path in tmp_path.iterdir() if path.stem == "public"] == []


def test_what_nobody_saw_within_a_double_stays_where_it_was(tmp_path: Path) -> None:
    """In the whole record it is a step of the double; the public record has the double without it."""
    (tmp_path / "radio.toml").write_text(UNSEEN, encoding="utf-8")
    at = table(tmp_path, HEADERS)
    at.type("")
    at.type("2x taxi 115 + bury, taxi 126")
    assert facts(at)["stash"] == "115"
    assert "bury" not in at.log
    at.quit()
    again = table(tmp_path)
    again.type("")
    assert facts(again)["stash"] == "115"
