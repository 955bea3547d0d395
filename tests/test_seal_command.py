"""`sy-judge seal` and `unseal`: what is hidden, who can read the key, and that no change goes unnoticed."""

from __future__ import annotations

import json
import re
import stat
from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import TOP, Said

from adjudicator.judge.log_file import Asked, Log, read_page
from adjudicator.judge.secrets import hidden_in
from adjudicator.record import parse, write
from adjudicator.record.lexicon import lexicon_of
from adjudicator.seals import seal, unseal
from adjudicator.workshop.random_games import maker

GAME = TOP / "examples" / "2014.log"
HOLMES = TOP / "examples" / "holmes.log"


@pytest.fixture
def sealed(tmp_path: Path, sy_judge: Callable[..., Said]) -> tuple[Path, Path]:
    public, key = tmp_path / "public.log", tmp_path / "public.key"
    assert sy_judge("seal", GAME, "-o", public).code == 0
    return public, key


def test_there_and_back(sealed: tuple[Path, Path], tmp_path: Path, sy_judge: Callable[..., Said]) -> None:
    public, key = sealed
    restored = tmp_path / "restored.log"
    said = sy_judge("unseal", public, key, "-o", restored)
    assert said == Said(f"{restored}: everything is as it was sealed\n", 0)
    assert restored.read_bytes() == GAME.read_bytes()
    assert sy_judge("unseal", public, key).output == GAME.read_text(encoding="utf-8")


def test_the_key_is_for_its_owner_alone(sealed: tuple[Path, Path]) -> None:
    assert stat.S_IMODE(sealed[1].stat().st_mode) == 0o600


def test_a_key_is_never_written_over(sealed: tuple[Path, Path], tmp_path: Path, sy_judge: Callable[..., Said]) -> None:
    public, key = sealed
    before = public.read_bytes(), key.read_bytes()
    said = sy_judge("seal", GAME, "-o", public)
    assert said.code == 2
    assert "a key is never overwritten" in said.output
    assert (public.read_bytes(), key.read_bytes()) == before
    public.unlink()
    assert sy_judge("seal", GAME, "-o", public, "--key", tmp_path / "other.key").code == 0


def test_nothing_is_left_where_the_log_cannot_be_written(tmp_path: Path, sy_judge: Callable[..., Said]) -> None:
    said = sy_judge("seal", GAME, "-o", tmp_path / "nowhere" / "public.log", "--key", tmp_path / "public.key")
    assert said.code == 2
    assert not (tmp_path / "public.key").exists()


def test_a_log_is_not_written_over_by_what_is_made_from_it(tmp_path: Path, sy_judge: Callable[..., Said]) -> None:
    own = tmp_path / "game.log"
    own.write_bytes(GAME.read_bytes())
    assert sy_judge("seal", own, "-o", own).code == 2
    assert own.read_bytes() == GAME.read_bytes()
    assert not own.with_suffix(".key").exists()


def test_sealed_is_what_the_pursuers_did_not_see(sealed: tuple[Path, Path]) -> None:
    text = sealed[0].read_text(encoding="utf-8")
    assert re.search(r"start: +X \?\[\w{32}\]; red 29; blue 26; green 94; white 50\n", text)
    assert re.search(r"^3\. X taxi 80!;", text, re.MULTILINE)  # he surfaced there
    assert re.search(r"^4\. X taxi \?\[\w{32}\];", text, re.MULTILINE)
    assert re.search(r"^5\. X 2x black \?\[\w{32}\], black \?\[\w{32}\]", text, re.MULTILINE)
    assert "#" not in text


def test_cards_landings_and_secret_modes_are_sealed(tmp_path: Path, sy_judge: Callable[..., Said]) -> None:
    game, public = tmp_path / "game.log", tmp_path / "public.log"
    game.write_text(HOLMES.read_text(encoding="utf-8").replace("X black 60", "X black/taxi 60"), encoding="utf-8")
    assert sy_judge("seal", game, "-o", public).code == 0
    text = public.read_text(encoding="utf-8")
    assert re.search(r"start: +X \?\[\w{32}\] at \?\[\w{32}\]; sherlock 155;", text)
    assert re.search(r"cards: +X crimes \?\[\w{32}\], \?\[\w{32}\], \?\[\w{32}\]\n", text)
    assert re.search(r"X black/\?\[\w{32}\] \?\[\w{32}\]", text)
    assert re.search(r"escape 189/130 to \?\[\w{32}\]", text)
    assert "manhunt -> I" in text  # all heard the answer
    assert sy_judge("fmt", game).code == 0
    assert sy_judge("unseal", public, tmp_path / "public.key").output == game.read_text(encoding="utf-8")


def test_the_key_opens_a_sealed_log_for_every_command(sealed: tuple[Path, Path], sy_judge: Callable[..., Said]) -> None:
    public, key = sealed
    assert "the key of the seals (`--key FILE`) would decide it" in sy_judge("check", public).output
    assert json.loads(sy_judge("check", public, "--key", key, "--json").output)["verdict"] == "legal"
    for command in (("state", "--at", "7"), ("ask", "where is X", "--at", "7"), ("where", "--at", "7", "--view", "X")):
        name, *more = command
        assert sy_judge(name, public, *more, "--key", key).output == sy_judge(name, GAME, *more).output
        assert name == "where" or "values sealed; the key" in sy_judge(name, public, *more).output


def test_a_key_is_for_one_log(sealed: tuple[Path, Path], sy_judge: Callable[..., Said]) -> None:
    public, key = sealed
    assert sy_judge("check", public, GAME, "--key", key).code == 2
    assert "this is not a key" in sy_judge("state", public, "--key", GAME).output


def test_a_public_log_is_judged_as_a_public_record(sealed: tuple[Path, Path], sy_judge: Callable[..., Said]) -> None:
    data = json.loads(sy_judge("check", sealed[0], "--format", "json").output)
    assert (data["verdict"], data["result"]["by"]) == ("undecided", "capture")


@pytest.mark.parametrize(
    ("pattern", "change", "named"),
    [
        (r"(4\. X) taxi", r"\1 bus", "clause 16"),  # the ticket of a sealed entry
        (r"(4\. X taxi \?\[)(\w)", lambda found: found[1] + ("y" if found[2] == "z" else "z"), "clause 16"),  # a commitment
        (r"red taxi 117", "red taxi 127", "clause 66"),  # an open clause
        (r"; red taxi 117", "", "clause 66 of the sealed record is missing"),
        (r"start:      X \?\[\w+\]", "start:      X 35", "the header `start`"),
        (r"result:     X caught", "result:     X escapes", "header 5"),
        (r"3\. X taxi 80!", "3. X taxi 81!", "clause 11"),
    ],
)
def test_every_change_is_named(
    pattern: str,
    change: str | Callable[[re.Match[str]], str],
    named: str,
    sealed: tuple[Path, Path],
    tmp_path: Path,
    sy_judge: Callable[..., Said],
) -> None:
    public, key = sealed
    text = public.read_text(encoding="utf-8")
    changed, count = re.subn(pattern, change, text, count=1)
    assert count == 1
    public.write_text(changed, encoding="utf-8")
    said = sy_judge("unseal", public, key, "-o", tmp_path / "game.log")
    assert said.code == 1
    assert named in said.output
    assert not (tmp_path / "game.log").exists()


def test_a_changed_key_is_found_out(sealed: tuple[Path, Path], sy_judge: Callable[..., Said]) -> None:
    public, key = sealed
    key.chmod(0o600)
    key.write_text(re.sub(r"(seal clause 1\.1 to = )48", r"\g<1>36", key.read_text(encoding="utf-8")), encoding="utf-8")
    said = sy_judge("unseal", public, key)
    assert said.code == 1
    assert "the station of clause 1 does not match its commitment" in said.output


@pytest.mark.parametrize("variant", ["2014", "classic", "beginners", "holmes", "house-rules"])
def test_generated_games_seal_and_open(variant: str) -> None:
    made = maker(Asked(variant))
    for seed in (1, 2):
        page = read_page(Log("game.log", write(made.game(seed))), Asked())
        public, key = seal(page.transcript, hidden_in(page.transcript, page.rulebook))
        again, _ = parse(write(public), lexicon_of(page.rulebook), "public.log")
        opened, faults = unseal(again, key)
        assert (write(opened), faults) == (page.text, ())


@pytest.mark.parametrize(
    ("command", "expected"),
    [
        (("seal", "nowhere.log", "-o", "p.log"), "this file does not exist"),
        (("seal", GAME), "Missing option '-o'"),
        (("seal", TOP / "examples" / "records" / "sealed.log", "-o", "p.log"), "this log is already sealed"),
        (("unseal", GAME, "nowhere.key"), "this file does not exist"),
        (("unseal", "nowhere.log", "nowhere.key"), "this file does not exist"),
        (("seal", GAME, "-o", "p.log", "--variant", "2041"), "did you mean `2014`?"),
    ],
)
def test_wrong_use(command: tuple[str, ...], expected: str, sy_judge: Callable[..., Said], tmp_path: Path) -> None:
    said = sy_judge(*command)
    assert (said.code, expected in said.output) == (2, True), said.output


def test_a_key_that_is_none(tmp_path: Path, sealed: tuple[Path, Path], sy_judge: Callable[..., Said]) -> None:
    said = sy_judge("unseal", sealed[0], GAME)
    assert said.code == 1
    assert said.output.startswith("error T090: this is not a key\n")
    assert said.output.endswith("public.log: not opened: 1 error\n")  # and not one for every seal


FERRY = """variant: 2014
seats:   X = Ana; red = Ben; blue = Cleo; green = Dev; yellow = Eli
start:   X 157; red 26; blue 117; green 174; yellow 50

1. X black/ferry 115; red taxi 39; blue taxi 116; green taxi 161; yellow taxi 37
2. X black 102; red taxi 26; blue taxi 117; green taxi 174; yellow taxi 50
3. X black 86
"""


def test_a_seal_does_not_tell_who_named_the_means_of_transport(tmp_path: Path, sy_judge: Callable[..., Said]) -> None:
    log, public, again = (tmp_path / name for name in ("game.log", "public.log", "again.log"))
    log.write_text(FERRY, encoding="utf-8")
    assert sy_judge("seal", log, "-o", public).code == 0
    assert public.read_text(encoding="utf-8").count("black/?[") == 3
    assert sy_judge("unseal", public, public.with_suffix(".key"), "-o", again).code == 0
    assert again.read_text(encoding="utf-8").split() == FERRY.split()


@pytest.mark.parametrize(
    "line",
    ["seal clause 900.1 to = 12 with 00000000000000000000000000000000", "note 900 own  he was on 12"],
)
def test_lines_of_a_key_that_belong_to_nothing_are_reported(
    line: str, sealed: tuple[Path, Path], sy_judge: Callable[..., Said]
) -> None:
    public, key = sealed
    key.write_text(key.read_text() + line + "\n")
    said = sy_judge("unseal", public, key)
    assert said.code == 1
    assert "error T293" in said.output


def test_a_line_of_a_key_that_stands_there_twice_is_reported(sealed: tuple[Path, Path], sy_judge: Callable[..., Said]) -> None:
    public, key = sealed
    doubled = next(one for one in key.read_text().splitlines() if one.startswith("seal "))
    key.write_text(key.read_text() + doubled + "\n")
    assert "error T293" in sy_judge("unseal", public, key).output


CAUGHT = """variant: 2014
seats: X; red; blue; green; yellow
start: X 106; red 174; blue 155; green 13; yellow 91
surfacings: marked

X taxi 107
yellow taxi 107
"""


@pytest.mark.parametrize("game", ["caught", "1984", "2014", "holmes", "house-rules"])
def test_a_sealed_log_shows_how_the_game_ended(game: str, tmp_path: Path, sy_judge: Callable[..., Said]) -> None:
    """Behind seals nobody would see the capture: `where` of the sealed log is that of the view."""
    log, public = tmp_path / "game.log", tmp_path / "public.log"
    made = sy_judge("generate", "--variant", game, "--seed", "2").output if game != "caught" else CAUGHT
    log.write_text("".join(line for line in made.splitlines(keepends=True) if not line.startswith("result:")))
    assert sy_judge("seal", log, "-o", public).code == 0
    assert "result:" in public.read_text()
    stations = [json.loads(sy_judge("where", one, "--json").output)["stations"] for one in (log, public)]
    assert stations[0] == stations[1]
    assert sy_judge("unseal", public, tmp_path / "public.key", "-o", tmp_path / "again.log").code == 0
    assert sy_judge("check", tmp_path / "again.log").code == 0


def test_a_sealed_log_has_what_was_announced(tmp_path: Path, sy_judge: Callable[..., Said]) -> None:
    """Behind seals nobody would see why a bell rings, or that it did not: `where` of the sealed log is that of the view."""
    log, public = tmp_path / "game.log", tmp_path / "public.log"
    log.write_text(f"{HEAD_OF_BELL}\n1. X taxi 115; red taxi 39; blue taxi 88; green taxi 161; white taxi 37\n2. X taxi 126\n")
    assert sy_judge("seal", log, "-o", public).code == 0
    assert public.read_text().count('table hears "a bell rings by the river"') == 1
    stations = [json.loads(sy_judge("where", *one, "--json").output)["stations"] for one in ((log, "--view", "red"), (public,))]
    assert stations[0] == stations[1]
    assert 126 in stations[0]
    assert sy_judge("unseal", public, tmp_path / "public.key", "-o", tmp_path / "again.log").code == 0
    assert sy_judge("check", tmp_path / "again.log").code == 0


HEAD_OF_BELL = f"""variant: 2014+{TOP}/examples/packs/river-bell.toml
seats: X; red; blue; green; white (police)
start: X 127; red 26; blue 117; green 174; white 50
"""
