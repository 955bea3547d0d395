"""`show … of last entry` brings an entry to light wherever it stands: in rules, in actions of either side, under conditions."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import Said

SHOW = "show station of last entry"


def rule(code: str) -> str:
    return f"[rules.light]\nsays = 'An example.'\ncode = '''\n{code}\n'''\n"


def action(by: str, place: str, code: str) -> str:
    return f"[actions.light]\nsays = 'An example.'\nby = '{by}'\nplace = '{place}'\ncode = '''\n{code}\n'''\n"


# The rule that brings him to light, and the moves after his entry: first so that it happens, then so that it does not.
WAYS = {
    "a pursuer's ride": (rule(f"on ride by detectives when ticket = bus then {SHOW}"), "red bus 15", "red taxi 6"),
    "a pursuer's action": (action("detectives", "during turn", f"then {SHOW}"), "red light", "red taxi 6"),
    "under a condition": (
        action("detectives", "during turn", f"then when station(piece) = 29: {SHOW}"), "red light", "blue light",
    ),
    "the end of a turn": (rule(f"on end of turn of fugitive when round = 5 then {SHOW}"), "red taxi 6", ""),
    "the end of a turn, under a condition": (rule(f"on end of turn of fugitive then when round = 5: {SHOW}"), "red taxi 6", ""),
    "his own action": (action("fugitive", "after entry", f"then when round = 5: {SHOW}"), "X light", "red taxi 6"),
}  # fmt: skip


def page(tmp_path: Path, body: str) -> Callable[[str], str]:
    (tmp_path / "light.toml").write_text('id = "light"\ntitle = "Light"\nextends = "2014"\n' + body)
    log = tmp_path / "page.log"

    def write(clauses: str) -> str:
        start = "X 104; red 29; blue 50; green 53; yellow 94"
        log.write_text(f"variant: ./light.toml\nsurfacings: marked\nround: 5\nentry: 4\nstart: {start}\n\n{clauses}\n")
        return str(log)

    return write


@pytest.mark.parametrize("way", WAYS)
def test_he_is_brought_to_light(way: str, tmp_path: Path, sy_judge: Callable[..., Said]) -> None:
    body, seen, unseen = WAYS[way]
    write = page(tmp_path, body)
    for clauses, is_seen in ((f"X taxi 116; {seen}", True), (f"X taxi 116; {unseen}", False)):
        if unseen or is_seen:
            found = json.loads(sy_judge("where", write(clauses), "--format", "json").output)
            assert (found["stations"] == [116]) == is_seen
    assert sy_judge("check", write(f"X taxi 116; {seen}")).code == 0
    assert sy_judge("check", write(f"X taxi 116!; {seen}")).code == 0  # the table saw him there, if only later
    if unseen:
        assert sy_judge("check", write(f"X taxi 116!; {unseen}")).code == 1


def test_with_his_own_entry_he_is_seen_at_once(tmp_path: Path, sy_judge: Callable[..., Said]) -> None:
    write = page(tmp_path, rule(f"on entry when to = 116 then {SHOW}"))
    assert sy_judge("check", write("X taxi 116!")).code == 0
    assert sy_judge("check", write("X taxi 116")).code == 1
    assert sy_judge("check", write("X taxi 86!")).code == 1
    hidden = json.loads(sy_judge("where", write("X taxi 86"), "--format", "json").output)["stations"]
    assert 86 in hidden
    assert 116 not in hidden  # there the table would have seen him
