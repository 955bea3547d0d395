"""No record of the table has the fugitive's unseen actions, and yet they may explain what comes later."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import TOP, Said

from adjudicator.record import parse, parse_clauses
from adjudicator.record.lexicon import lexicon_of
from adjudicator.rulebook.loader import load
from adjudicator.table.played_clause import played
from adjudicator.table.record_files import RecordFiles, reads_back
from adjudicator.table.table_game import TableGame

LOOT = """id      = "loot"
title   = "Buried loot"
extends = "2014"

[state.loot]
says = "Where the loot is buried."
type = "station or none"
seen = "fugitive"

[actions.bury]
says   = "Once a game the fugitive buries the loot where he stands, and nobody sees it."
cite   = ""
status = "house"
about  = ["loot"]
by     = "fugitive"
place  = "after entry"
seen   = "fugitive"
code   = '''
require uses(bury, game) = 0 because "it was buried already"
then loot := here
'''

[actions.fetch]
says   = "The fugitive takes the loot from where he buried it, for all to see."
cite   = ""
status = "house"
about  = ["loot"]
by     = "fugitive"
place  = "after entry"
code   = '''
require loot = here because "nothing is buried here"
then loot := none
'''
"""
GAME = """variant: loot.toml
start: X 104; red 26; blue 117; green 174; yellow 50

1. X taxi 86 + bury; red taxi 39; blue taxi 88; green taxi 161; yellow taxi 37
2. X taxi 104; red taxi 51; blue taxi 87; green taxi 174; yellow taxi 50
3. X taxi 86! + fetch; red taxi 39; blue taxi 88; green taxi 161; yellow taxi 37
"""


@pytest.fixture
def judged(tmp_path: Path, sy_judge: Callable[..., Said]) -> Callable[..., dict[str, object]]:
    (tmp_path / "loot.toml").write_text(LOOT, encoding="utf-8")

    def judge(text: str, *command: str) -> dict[str, object]:
        log = tmp_path / "game.log"
        log.write_text(text, encoding="utf-8")
        name, *more = command or ("check",)
        found = json.loads(sy_judge(name, log, "--format", "json", *more).output)
        assert isinstance(found, dict)
        return found

    return judge


def test_his_own_log_tells_it(judged: Callable[..., dict[str, object]]) -> None:
    assert judged(GAME)["verdict"] == "legal"
    assert judged(GAME.replace(" + bury", ""))["verdict"] == "illegal"


def test_a_record_of_the_table_is_explained_by_it(judged: Callable[..., dict[str, object]]) -> None:
    assert judged(GAME, "check", "--view", "detectives")["verdict"] == "undecided"
    assert judged(GAME, "where")["stations"] == [86]


def test_what_it_cannot_explain_is_still_told(judged: Callable[..., dict[str, object]]) -> None:
    text = GAME + "4. X taxi 103; red taxi 26; blue taxi 87; green taxi 174; yellow taxi 50\n5. X taxi 86 + fetch\n"
    found = judged(text, "check", "--view", "detectives")
    assert isinstance(findings := found["findings"], list)
    assert [(one["rule"], one["round"]) for one in findings if one["verdict"] == "illegal"] == [("fetch", 5)]


def test_random_games_are_explained_and_he_is_found(tmp_path: Path, sy_judge: Callable[..., Said]) -> None:
    (tmp_path / "loot.toml").write_text(LOOT, encoding="utf-8")
    assert sy_judge("generate", "--variant", tmp_path / "loot.toml", "--games", "6", "--seed", "11", "-o", tmp_path).code == 0
    logs = sorted(tmp_path.glob("*.log"))
    assert len(logs) == 6
    assert any("bury" in log.read_text(encoding="utf-8") for log in logs)
    for log in logs:
        seen = json.loads(sy_judge("check", log, "--view", "detectives", "--format", "json").output)
        assert seen["verdict"] != "illegal", log.read_text(encoding="utf-8")
        for number in range(2, seen["rounds"] + 1, 3):
            true = json.loads(sy_judge("where", log, "--at", str(number), "--view", "X", "--format", "json").output)
            found = json.loads(sy_judge("where", log, "--at", str(number), "--format", "json").output)
            assert set(true["stations"]) <= set(found["stations"])


FLARE = """id      = "flare"
title   = "A flare"
extends = "2014"

[actions.flare]
says   = "Once a game the fugitive shows where he is, and nobody sees why."
cite   = ""
status = "house"
about  = ["flare"]
by     = "fugitive"
place  = "with entry"
seen   = "fugitive"
code   = '''
require uses(flare, game) = 0 because "it is burnt"
then show station of last entry
'''
"""
LAMP = """id      = "lamp"
title   = "A lamp"
extends = "2014"

[state.lit]
type = "yes or no"
seen = "fugitive"

[actions.kindle]
says   = "Before he waves his lamp, the fugitive may light it, and nobody sees it."
cite   = ""
status = "house"
about  = ["lamp"]
by     = "fugitive"
place  = "after entry"
seen   = "fugitive"
code   = '''
require uses(wave, game) = 0 because "it was waved already"
then lit := yes
'''

[actions.wave]
says   = "The fugitive waves his lamp: if it is lit, he is seen."
cite   = ""
status = "house"
about  = ["lamp"]
by     = "fugitive"
place  = "after entry"
code   = "then when lit: show station of last entry"

[actions.douse]
says   = "The fugitive puts his lamp out, for all to hear."
cite   = ""
status = "house"
about  = ["lamp"]
by     = "fugitive"
place  = "after entry"
code   = '''
require lit because "it does not burn"
then lit := no
'''
"""
ROUND = ("red taxi 39", "blue taxi 88", "green taxi 161", "yellow taxi 37")
LIGHTS = """variant: {}.toml
start: X ?; red 26; blue 117; green 174; yellow 50
surfacings: marked
record: public

1. X taxi {}; red taxi 39; blue taxi 88; green taxi 161; yellow taxi 37
2. X taxi {}; red taxi 51; blue taxi 87; green taxi 174; yellow taxi 50
"""


@pytest.fixture
def by_light(tmp_path: Path, judged: Callable[..., dict[str, object]]) -> Callable[..., list[tuple[object, object]]]:
    (tmp_path / "flare.toml").write_text(FLARE, encoding="utf-8")
    (tmp_path / "lamp.toml").write_text(LAMP, encoding="utf-8")

    def illegal(name: str, first: str, second: str) -> list[tuple[object, object]]:
        findings = judged(LIGHTS.format(name, first, second))["findings"]
        assert isinstance(findings, list)
        return [(one["rule"], one["round"]) for one in findings if one["verdict"] == "illegal"]

    return illegal


def test_an_unseen_action_explains_a_mark(by_light: Callable[..., list[tuple[object, object]]]) -> None:
    assert by_light("flare", "86!", "?") == []


def test_it_explains_only_as_many_marks_as_it_is_allowed(by_light: Callable[..., list[tuple[object, object]]]) -> None:
    assert [number for _, number in by_light("flare", "86!", "104!")] == [2]


def test_what_was_seen_depends_on_a_secret(by_light: Callable[..., list[tuple[object, object]]]) -> None:
    assert by_light("lamp", "86! + wave", "104! + wave") == []
    assert [number for _, number in by_light("lamp", "86!", "? + wave")] == [1]


def test_a_station_that_nobody_saw_was_not_shown(by_light: Callable[..., list[tuple[object, object]]]) -> None:
    assert by_light("lamp", "86! + wave", "? + douse") == []
    assert by_light("lamp", "? + wave", "? + douse") == [("douse", 2)]


@pytest.fixture
def at_table(tmp_path: Path) -> Callable[..., TableGame]:
    (tmp_path / "lamp.toml").write_text(LAMP, encoding="utf-8")
    rules = load(str(tmp_path / "lamp.toml"))
    head = f"variant: {tmp_path / 'lamp.toml'}\nstart: X 104; red 26; blue 117; green 174; yellow 50\nturns: marked\n"

    def play(*clauses: str) -> TableGame:
        game = TableGame(rules, parse(head, lexicon_of(rules))[0].headers)
        for text in clauses:
            read, _ = parse_clauses(text, lexicon_of(rules), game.game.pieces)
            game = played(game, read[0])
        return game

    return play


@pytest.mark.parametrize(
    "clause",
    ["X taxi 86 + kindle + wave", "X 2x taxi 86 + kindle + wave, taxi 104 + wave", "X 2x taxi 86 + wave, taxi 104", "X kindle"],
)
def test_a_saved_game_has_unseen_steps_in_their_places(clause: str, at_table: Callable[..., TableGame], tmp_path: Path) -> None:
    game = at_table("X taxi 116", *ROUND, clause)
    assert reads_back(game)
    files = RecordFiles(tmp_path / "game.log")
    files.save(game)
    assert "kindle" not in files.log.read_text()
    assert files.read(game.rules).items == game.items


def test_lines_of_a_log_do_not_show_that_something_was_done_unseen(at_table: Callable[..., TableGame], tmp_path: Path) -> None:
    logs, sizes = set(), set()
    for number, clause in enumerate(("X 2x taxi 86, taxi 104", "X 2x taxi 86 + kindle, taxi 104 + kindle")):
        files = RecordFiles(tmp_path / f"{number}.log")
        files.save(at_table(clause))
        logs.add(files.log.read_bytes())
        sizes.add(files.secret.stat().st_size)
    assert (len(logs), len(sizes)) == (1, 1)


REMEMBERED = """id = "remembered"
title = "Remembered"
extends = "2000"
[rules.no-tickets]
says = "No ticket is seen."
code = "hide ticket of entry"
[actions.boast]
says = "He boasts of the black ticket that he used four entries ago."
by = "fugitive"
place = "during turn"
code = 'require ticket-of(entries - 4) = black because "that ticket was not black"'
"""
ALL_HIDDEN = """variant: remembered.toml
seats:   X = Ana; red = Ben; blue = Cleo; green = Dev
start:   X ?; red 155; blue 53; green 132

1. X ? ?; red taxi 167; blue taxi 69; green taxi 140
2. X ? ?; red taxi 155; blue taxi 86; green taxi 139
3. X ? 35!; red taxi 168; blue taxi 103; green taxi 153
4. X ? ?; red taxi 155; blue taxi 102; green underground 163
5. X ? ?; red taxi 156; blue taxi 103; green underground 153
6. X boast; X ? ?; red bus 184; blue taxi 86; green underground 140
"""


def test_what_an_action_requires_of_a_past_that_nobody_knows_excludes_nothing(
    tmp_path: Path, sy_judge: Callable[..., Said]
) -> None:
    """Of too many worlds some are left, each with one past; the true past may be another."""
    (tmp_path / "remembered.toml").write_text(REMEMBERED)
    (tmp_path / "game.log").write_text(ALL_HIDDEN)
    assert "game.log: undecided" in sy_judge("check", tmp_path / "game.log").output


BY_THE_PAST = """id = "remembered"
title = "Remembered"
extends = "2014"
[rules.past]
says = "Earlier tickets decide what the table learns."
code = '''
hide ticket of entry
{code}
'''
"""
LEARNED = {
    "heard": """show mode of entry when ticket-of(entries - 3) = taxi
tell "a bell rings" of entry to all when every one in detectives has ticket-of(entries - 2) <> taxi""",
    "seen": """show mode of entry when ticket-of(entries - 2) <> taxi
show station of entry when ticket-of(entries - 3) = black""",
}
HEARD = """variant: remembered.toml
seats: X = Ana; red = Ben; blue = Cleo; white (police); grey (police)
start: X ?; red 117; blue 174; white 103; grey 91
surfacings: marked
heard: marked

1. X 2x ? ?, ? ?; table hears "a bell rings"; table hears "a bell rings"; grey taxi 105
   red taxi 108; blue taxi 161; white taxi 85
2. X 2x ? 159!, ? ?; table hears "a bell rings"; table hears "a bell rings"; red taxi 119
   blue taxi 135; grey bus 87; white taxi 84
3. X ? ?; red taxi 136; grey taxi 88; blue taxi 161; white taxi 85
4. X ? ?; grey taxi 89; white taxi 103; blue taxi 160; red taxi 135
5. X ? ?; table hears "a bell rings"; grey underground 13; blue taxi 128; red taxi 136
   white taxi 86
"""
SEEN = """variant: remembered.toml
seats: X = Ana; red = Ben; blue = Cleo; white (police); grey (police)
start: X ?; red 138; blue 29; white 50; grey 155
surfacings: marked

1. X 2x ? ?, ? ?; grey taxi 156; blue bus 42; white taxi 37; red taxi 150
2. X ? 116!; grey taxi 157; blue taxi 72; white taxi 36; red taxi 138
3. X ? ?; red taxi 152; grey bus 185; white taxi 49; blue bus 42
4. X 2x ? ?, ? ?; blue taxi 30; grey bus 157; white taxi 50; red taxi 151
5. X ? 192!; red taxi 166; grey taxi 156; white taxi 38; blue taxi 17
"""


@pytest.mark.parametrize(("learned", "log"), [("heard", HEARD), ("seen", SEEN)])
def test_what_the_table_learns_by_a_past_that_nobody_knows_excludes_nothing(
    learned: str, log: str, tmp_path: Path, sy_judge: Callable[..., Said]
) -> None:
    """Both games are legal, and seen as their detectives saw them."""
    (tmp_path / "remembered.toml").write_text(BY_THE_PAST.format(code=LEARNED[learned]))
    (tmp_path / "game.log").write_text(log)
    assert "game.log: undecided" in sy_judge("check", tmp_path / "game.log").output


def test_after_a_breach_unseen_actions_still_explain_answers(tmp_path: Path, sy_judge: Callable[..., Said]) -> None:
    """The ride of round 2 is impossible. That blue looked unseen explains the answer after it, as if nothing had happened."""
    log = tmp_path / "game.log"
    log.write_text(
        "seats: X = Ana; red = Ben; blue = Cleo; green = Dev; white (police)\n"
        "start: X 106; red 174; blue 50; green 26; white 91\n"
        "record: public\n"
        "1. X taxi 105; white taxi 56; red taxi 161; blue taxi 38; red peek -> 105; green taxi 15\n"
        "2. X accuse red -> yes; X bus 147; X accuse blue -> yes; X accuse green -> no\n"
    )
    said = sy_judge("check", log, "--variant", f"{TOP}/examples/house-rules/h42-peek-and-challenge.toml")
    assert "on london: 1 breach" in said.output


SEATED = "seats: X = Ana; red = Ben; blue = Cleo; green = Dev; yellow = Eli\n"
PEEKED = f"""{SEATED}start: X 127; red 29; blue 34; green 103; yellow 13
1. X 2x taxi 134, black 127; yellow peek -> 127; green peek -> 127; blue bus 63; red bus 42
   green taxi 102; red peek -> 127; yellow underground 67
2. X taxi 133!; red peek -> 133; yellow underground 13
"""
UNSEEN_BY_DEV = f"""{SEATED}start: X 104; red 29; blue 34; green 103; yellow 13
record: public
1. X 2x taxi 116, black 127; green peek -> 127; blue bus 63; red bus 42; green taxi 102
   yellow underground 67
2. X taxi 133!; yellow underground 13
"""


@pytest.mark.parametrize("at", ["1", "1.yellow", "1.red", "2", "2.red", "2.yellow"])
def test_a_piece_acts_first_when_the_seat_sees_it(at: str, tmp_path: Path, sy_judge: Callable[..., Said]) -> None:
    """Dev saw neither yellow nor red look: the moment does not tell him, nor does the list of pieces that act in a round."""
    log, found = tmp_path / "game.log", []
    for text in (PEEKED, UNSEEN_BY_DEV):
        log.write_text(text)
        rules = ("--variant", f"{TOP}/examples/house-rules/h42-peek-and-challenge.toml", "--view", "Dev")
        found.append((sy_judge("state", log, "--at", at, *rules), sy_judge("where", log, "--at", at, *rules)))
    assert found[0] == found[1]
    assert found[0][0].code == (2 if at == "2.red" else 0)


def test_an_announcement_before_a_moment_was_heard_by_then(tmp_path: Path, sy_judge: Callable[..., Said]) -> None:
    rules = tmp_path / "bell.toml"
    rules.write_text(
        'id = "bell"\ntitle = "Bell"\nextends = "2014"\n[rules.bell]\nsays = "A bell rings at 46 and 79."\n'
        "code = 'tell \"a bell rings\" of entry to all when to in {46, 79}'\n"
    )
    log = tmp_path / "game.log"
    log.write_text(
        "variant: bell.toml\nstart: X ?; red 26; blue 117; green 174; yellow 13\nheard: marked\n"
        '1. X taxi ?; table hears "a bell rings"; red taxi 15; blue taxi 88; green taxi 161; yellow taxi 4\n2. X taxi ?\n'
    )
    told = json.loads(sy_judge("where", log, "--at", "1.red", "--format", "json").output)
    assert set(told["stations"]) <= {46, 79}
