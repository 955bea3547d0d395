"""The text of `sy-judge check` for people: where the caret points, the whole text, colour, and bad input."""

from __future__ import annotations

import io
import re
import shlex
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner
from conftest import TOP, Said
from fuzzing.watching import ends
from test_check_command import ILLEGAL, LEGAL, data_of, log

from adjudicator import Game
from adjudicator.cli import main
from adjudicator.judge.batch import Outcome
from adjudicator.judge.verdict import Finding, Verdict
from adjudicator.report.verdicts import render

__all__ = ["log"]  # a fixture


# --- messages

SURFACING = """variant: classic
option: voluntary-surfacing
round: 5
entry: 4
start: X 46; red 91; blue 56; green 6; purple 50; yellow 94
tickets: green taxi 0, bus 0, underground 0; purple bus 0; yellow taxi 0, bus 0, underground 0
5. X taxi 45 + surface taking %s
"""


@pytest.mark.parametrize(
    ("taken", "message"),
    [
        ("red taxi purple taxi", "nothing was chosen for blue (taxi, bus, underground)"),
        ("red taxi blue bus purple bus", "bus cannot be chosen for purple (taxi, underground)"),
        ("red taxi blue bus green taxi purple taxi", "there is nothing to choose for green"),
        ("red bus", "nothing was chosen for blue (taxi, bus, underground); nothing was chosen for purple (taxi, underground)"),
    ],
)
def test_which_piece_was_chosen_for_wrongly(
    taken: str, message: str, log: Callable[..., Path], sy_judge: Callable[..., Said]
) -> None:
    (one,) = data_of(sy_judge("check", log(SURFACING % taken), "--format", "json"))
    assert [(finding["rule"], finding["message"]) for finding in one["findings"]] == [("surface", f"`surface`: {message}")]


TRAMS = """variant: holmes-original
board: london-1895-sample
round: 2
start: X 106; red 54; blue 91; green 29; yellow 141
"""


@pytest.mark.parametrize("words", [("carriage", "tram"), ("taxi", "bus")])
def test_means_and_tickets_have_the_names_of_the_edition(
    words: tuple[str, str], log: Callable[..., Path], sy_judge: Callable[..., Said]
) -> None:
    """Whichever word the record uses; the facts for programs keep the ids."""
    carriage, tram = words
    text = f"{TRAMS}tickets: green {tram} 0\n2. X {carriage} 105; red {tram} 53; green {tram} 41\n"
    (one,) = data_of(sy_judge("check", log(text), "--format", "json"))
    no_line, no_ticket = one["findings"]
    assert no_line["message"] == "no tram line joins 54 and 53, only carriage"
    assert no_line["help"].startswith("no tram ride is possible from 54; it could take carriage 41, carriage 53")
    assert (no_ticket["message"], no_ticket["facts"]["ticket"]) == ("green has no tram ticket left", "bus")


@pytest.mark.parametrize(("board", "told"), [("london-1895", [(3, 8)]), ("london-1895-sample", [])])
def test_start_cards_that_nobody_knows_are_told(
    board: str, told: list[tuple[int, int]], log: Callable[..., Path], sy_judge: Callable[..., Said]
) -> None:
    text = f"variant: holmes-original\nboard: {board}\nstart: X 106/19 at 106; red 112; blue 91; green 13; yellow 141\n"
    (one,) = data_of(sy_judge("check", log(f"{text}1. X taxi 105\n"), "--format", "json"))
    found = [(notice["line"], notice["column"]) for notice in one["notices"] if notice["code"] == "unknown-cards"]
    assert (one["verdict"], found) == ("legal", told)


# --- where the caret points

ROLES = """variant: house-rules
seats: X; red; blue; rex%s; green (police)
start: X 104; red 26; blue 117; rex%s 46; green 50
1. X taxi 86
"""


@pytest.mark.parametrize(("roles", "place"), [((" (police)", ""), (2, 22)), (("", " (police)"), (3, 33))])
def test_a_role_that_a_piece_cannot_have(
    roles: tuple[str, str], place: tuple[int, int], log: Callable[..., Path], sy_judge: Callable[..., Said]
) -> None:
    (one,) = data_of(sy_judge("check", log(ROLES % roles), "--format", "json"))
    (fault,) = one["faults"]
    assert (fault["code"], (fault["line"], fault["column"])) == ("T061", place)
    assert (fault["message"], fault["help"]) == ("`rex` cannot be a police", "it is a dog: remove the role")


@pytest.mark.parametrize(
    ("clauses", "column", "marked"),
    [
        ("2. X 2x taxi 69, bus 52", 18, "bus 52"),
        ("2.\tX\t2x\ttaxi 69,\tbus 52", 18, "bus 52"),
        ("2. X 2x bus 86, taxi 69", 9, "bus 86"),
        ("2.　X　bus 46", 6, "bus 46"),
        ("2. X taxi 69; red bus 46", 19, "bus 46"),
        ("2. X taxi 69；red bus 46", 18, "bus 46"),
        ("2. X taxi 69!", 6, "taxi 69!"),
        ("2. X stays", 6, "stays"),
    ],
)
def test_columns(clauses: str, column: int, marked: str, log: Callable[..., Path], sy_judge: Callable[..., Said]) -> None:
    path = log(LEGAL + clauses + "\n")
    (one,) = data_of(sy_judge("check", path, "--format", "json"))
    finding = one["findings"][0]
    assert (finding["line"], finding["column"]) == (5, column)
    lines = sy_judge("check", path).output.splitlines()
    below = next(number for number, line in enumerate(lines) if "^" in line)
    shown, caret = lines[below - 1 : below + 1]
    assert caret.strip("| ") == "^" * len(marked)
    before = caret.index("^")  # the line may have wide characters before it, which take two columns
    assert shown.replace("；", ";·")[before : before + len(marked)] == marked


def test_a_joined_action_is_pointed_at(log: Callable[..., Path], sy_judge: Callable[..., Said]) -> None:
    text = (TOP / "examples" / "holmes-mistakes.log").read_text(encoding="utf-8")
    found = data_of(sy_judge("check", log(text), "--format", "json"))[0]["findings"]
    lines = text.splitlines()
    pointed = [lines[one["line"] - 1][one["column"] - 1 :].split(";")[0] for one in found]
    assert pointed == ["interrogate landmark -> yes", "manhunt -> III", "take black"]


def test_nobody_is_told_that_he_keeps_himself_away(log: Callable[..., Path], sy_judge: Callable[..., Said]) -> None:
    (one,) = data_of(sy_judge("check", log(LEGAL + "2. X taxi 69; red taxi 39\n"), "--format", "json"))
    said = {finding["rule"]: finding["message"] for finding in one["findings"]}
    assert said == {"follow-a-line": "no taxi line joins 39 and 39"}


def test_windows_line_ends_and_a_mark_in_front(tmp_path: Path, sy_judge: Callable[..., Said]) -> None:
    path = tmp_path / "game.log"
    path.write_bytes(b"\xef\xbb\xbf" + ILLEGAL.replace("\n", "\r\n").encode())
    (one,) = data_of(sy_judge("check", path, "--format", "json"))
    assert (one["findings"][0]["line"], one["findings"][0]["column"]) == (5, 6)
    path.write_bytes(ILLEGAL.replace("\n", "\r").encode())
    assert "5 | 2. X bus 46\n" in sy_judge("check", path).output


# --- text


def test_the_text_in_full(log: Callable[..., Path], sy_judge: Callable[..., Said], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(log(ILLEGAL).parent)
    path = Path("game.log")
    assert (
        sy_judge("check", path).output
        == f"""\
illegal follow-a-line: no bus line joins 86 and 46
  --> {path}:5:6, round 2
  |
5 | 2. X bus 46
  |      ^^^^^^
  = rule: A piece rides along one line, from the station it stands on to the next station where that
          line stops; it may ride back later.
  = cite: Ravensburger, Scotland Yard, 2014 (English), How are tickets drawn?
  = help: from 86 by bus: 52, 87, 102

{path}: illegal by the rules of 2014 on london: 1 breach
  2 rounds, 2 entries; the game does not end in this record
"""
    )


def test_undecided_points_are_grouped_by_their_rule() -> None:
    found = tuple(
        Finding("undecided", "dive", "He dives.", "p. 1", f"without knowing {n}", n, 3, clause="X dive") for n in range(1, 10)
    )
    text = render(Outcome(Verdict("g.log", "v", "", "b", "undecided", None, found, (), 1, 1), text="X dive\n" * 9))
    assert text.count("undecided dive:") == 1
    assert text.count("= rule: He dives.") == 1
    assert "= also: line 2, column 3: without knowing 2\n" in text
    assert "= also: … and 2 more of this rule\n" in text
    assert "9 points undecided" in text


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_colour_only_for_people(log: Callable[..., Path], monkeypatch: pytest.MonkeyPatch) -> None:
    from adjudicator.cli import has_colour

    for name in ("NO_COLOR", "TERM"):
        monkeypatch.delenv(name, raising=False)
    assert has_colour(Terminal())
    assert not has_colour(io.StringIO())
    monkeypatch.setenv("NO_COLOR", "1")
    assert not has_colour(Terminal())
    assert "\033" not in CliRunner().invoke(main, ["check", str(log(ILLEGAL))], color=True).output


def test_colours_change_nothing_but_the_colour(log: Callable[..., Path]) -> None:
    from adjudicator.judge.batch import judge
    from adjudicator.judge.log_file import Asked, Log

    outcome = judge(Log(str(log(ILLEGAL))), Asked())
    painted = render(outcome, colour=True)
    assert "\033[1;31millegal follow-a-line:\033[0m" in painted
    assert re.sub(r"\033\[[\d;]*m", "", painted) == render(outcome)


def test_one_thing_that_is_not_known_is_one_point(tmp_path: Path, sy_judge: Callable[..., Said]) -> None:
    """Whichever station is asked about: it is red's place that is missing."""
    file = tmp_path / "game.log"
    file.write_text(
        "variant: 2014\nround: 5\nentry: 4\nstart: X 46; red ?; blue 56; green 6\n\n"
        "5. X taxi 45; red taxi ?; blue taxi 42; green taxi 7\n6. X taxi 46; blue taxi 56; green taxi 6; red taxi ?\n",
        encoding="utf-8",
    )
    said = sy_judge("check", file)
    assert "free-station: cannot be decided: the record does not say where red stands (6 times)" in said.output
    assert "1 point undecided" in said.output


def test_a_colleague_far_away_is_not_asked_where_red_went(tmp_path: Path, sy_judge: Callable[..., Said]) -> None:
    """Red can be on four stations, and no other piece comes to one of them: his ride is the only point that is open."""
    file = tmp_path / "game.log"
    file.write_text(
        "variant: 2014\nround: 5\nentry: 4\nstart: X 46; red 91; blue 56; green 6\n\n"
        "5. X taxi 45; red taxi ?; blue taxi 42; green taxi 7\n6. X taxi 46; blue taxi 56; green taxi 6; red taxi 91\n",
        encoding="utf-8",
    )
    said = sy_judge("check", file)
    assert "the record does not say where red went" in said.output
    assert "1 point undecided" in said.output


def test_a_pursuer_whose_move_is_not_known(log: Callable[..., Path], sy_judge: Callable[..., Said]) -> None:
    """Nothing that hangs on where red is can be decided; all else is judged."""
    untold = {"red taxi ?": "where red went", "red ? ?": "what red did", "red ? 39": "with which ticket red rode to 39"}
    for said, missing in untold.items():
        path = log(LEGAL.replace("red taxi 39", said) + "2. X taxi 69; red taxi 51; blue bus 46\n")
        (one,) = data_of(sy_judge("check", path, "--format", "json"))
        assert [(f["rule"], f["line"]) for f in one["findings"] if f["verdict"] == "illegal"] == [("follow-a-line", 5)]
        assert missing in " ".join(f["help"] for f in one["findings"])


# --- bad input


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (b"", "this file has no text"),
        (b"  \n\n", "this file has no text"),
        (bytes(range(256)) * 8, "is not UTF-8 text"),
        (b"variant: 2014\n\x00\x01", "this is not text"),
        (b"x" * (1024 * 1024 + 1), "larger than 1,048,576 bytes"),
        (b"variant: 2014\nstart: X 104\n" + b"X" * 1_000_000, "more than 10,000 characters"),
        (b"variant: 2014\nstart: X 104; red 26\n1. mauve taxi 3\n", "this game has no piece `mauve`"),
        (b"variant: 2014\nstart: X 104; red 26\n1. X taxi 1000\n", "has no station `1000`"),
        (b"variant: 2041\nstart: X 104\n", "did you mean `2014`?"),
    ],
)
def test_bad_input_gets_a_clear_message(content: bytes, expected: str, tmp_path: Path, sy_judge: Callable[..., Said]) -> None:
    path = tmp_path / "bad.log"
    path.write_bytes(content)
    with ends():
        said = sy_judge("check", path)
    assert said.code == 2
    assert expected in said.output
    assert said.output.endswith("bad.log: invalid: 1 error\n")


@pytest.mark.parametrize(
    "headers", ["", "tickets: red taxi 3; pile taxi 4\n", "round: 3\nmoved: red\n", "cards: red detectives 26\n"]
)
def test_nothing_says_who_plays(headers: str, tmp_path: Path, sy_judge: Callable[..., Said]) -> None:
    """Then every piece that is named plays: found by fuzzing, as a traceback."""
    path = tmp_path / "bare.log"
    path.write_text(f"variant: 2014\n{headers}1. X taxi 84; red taxi 192\n")
    for command in (["check", path], ["where", path], ["moves", path], ["check", path, "--view", "red"]):
        assert sy_judge(*command).code in (0, 1, 2)
    assert "there is no `seats:` line" in sy_judge("check", path).output


def test_no_such_file(tmp_path: Path, log: Callable[..., Path], sy_judge: Callable[..., Said]) -> None:
    log(LEGAL)
    said = sy_judge("check", tmp_path / "gane.log")
    assert said.code == 2
    assert "did you mean `game.log`?" in said.output


# --- why no possible route is left


HIDDEN = "variant: {}\nround: 9\nentry: 8\nstart: X ?; red 58; blue 56; green 6\ntickets: X black 0, double 0\n\n"


@pytest.mark.parametrize(
    ("head", "clause", "message", "help"),
    [
        (HIDDEN.format("2014"), "X black ?", "X has no black ticket left", ""),
        (HIDDEN.format("2014"), "X 2x taxi ?, taxi ?", "no double-move ticket left", ""),
        (
            HIDDEN.format("2014").replace("X ?", "X 104"), "X underground ?", "just before this he could only have been at 104",
            "no underground line joins 104 and 86, only taxi; no underground line joins 104 and 116, only taxi",
        ),
        (
            HIDDEN.format("2014").replace("X ?", "X 104"), "X taxi ?; red taxi 59; blue taxi 42; green taxi 7; X taxi 1",
            "just before this he could only have been at 86, 116", "from there by taxi: 69, 103, 104, 117, 118, 127",
        ),
        (
            "variant: holmes\nboard: london-1895-sample\nround: 9\nentry: 8\nstart: X 45; sherlock 155\n\n",
            "X taxi ? + take ?; sherlock taxi 154; X taxi ? + take ?",
            "just before this he could only have been at 45, 58, 75, 76",
            "station 45 is not a secret hideout; station 58 is not a secret hideout; station 75 is not a secret hideout …",
        ),
        (
            "variant: holmes\nboard: london-1895-sample\nround: 9\nentry: 8\nstart: X ?; sherlock 155\n"
            "state: uses escape game = 1\n\n",
            "X escape ? to ?", "the balloon flies only once a game", "",
        ),
    ],
)  # fmt: skip
def test_why_nothing_explains_a_hidden_step(
    head: str, clause: str, message: str, help: str, log: Callable[..., Path], sy_judge: Callable[..., Said]
) -> None:
    (one,) = data_of(sy_judge("check", log(f"{head}9. {clause}\n".replace("; X", "\n10. X")), "--format", "json"))
    found = [finding for finding in one["findings"] if finding["verdict"] == "illegal"]
    assert [(finding["message"], finding["help"]) for finding in found] == [(f"no possible route fits: {message}", help)]


# --- where the text goes


@pytest.mark.parametrize(("closed", "code", "said"), [("> /dev/full", 2, "F09: the output cannot be written"), (">&-", 1, "")])
def test_an_output_that_takes_nothing(closed: str, code: int, said: str, log: Callable[..., Path]) -> None:
    if "full" in closed and not Path("/dev/full").exists():
        pytest.skip("no device that is always full")
    command = f"{shlex.quote(sys.executable)} -m adjudicator check {shlex.quote(str(log(ILLEGAL)))} {closed}"
    done = subprocess.run(["sh", "-c", command], capture_output=True, text=True, check=False, cwd=TOP)
    assert (done.returncode, "Traceback" in done.stderr, said in done.stderr) == (code, False, True)


def test_a_breach_beside_an_unread_ride_is_told_once(tmp_path: Path, sy_judge: Callable[..., Said]) -> None:
    file = tmp_path / "game.log"
    start = "round: 5\nentry: 5\nstart: X 46; red 91; blue 56; green 6\nmoved: X"
    file.write_text(f"variant: 2014\n{start}\n\n5. red taxi ?; blue taxi 199\n", encoding="utf-8")
    assert sy_judge("check", file).output.count("no taxi line joins 56 and 199") == 1


@pytest.mark.parametrize(
    ("pack", "headers", "clauses"),
    [
        pytest.param(
            "barrier", "", "5. red ? ?; blue bus 41; green bus 111; 6. X taxi 45; red barrier 15", id="a station next to it"
        ),
        pytest.param(
            "stumbling",
            "tickets: red taxi 2, bus 0, underground 0",
            "5. red taxi ?; blue bus 41; green bus 111; 6. X taxi 27; blue bus 52; green bus 100; 7. X taxi 40",
            id="a ticket that it may have lost",
        ),
        pytest.param(
            "top-up",
            "tickets: red taxi 1, bus 1, underground 0; blue taxi 4; green taxi 3",
            "5. red ? 14; blue bus 41; green bus 111; 6. X taxi 27; red taxi 15; blue bus 52; green bus 100; 7. X taxi 40;"
            "red bus 14; blue bus 41; green bus 111; 8. X taxi 27; blue bus 52; green bus 100; 9. X taxi 40",
            id="tickets that it may not have got",
        ),
    ],
)
def test_an_effect_that_may_have_happened_accuses_nobody(pack: str, headers: str, clauses: str) -> None:
    """The rules of these packs ask where red stands or what it has left, which a ride that cannot be read leaves open."""
    start = (
        f"round: 5\nentry: 5\nstart: X {46 if pack == 'barrier' else 40}; red 15; blue 52; green 100\nmoved: X\n{headers}\n\n"
    )
    game = Game.parse(start + clauses, f"2014+{TOP / 'examples' / 'packs' / pack}.toml")
    assert [finding.message for finding in game.findings if finding.verdict == "illegal"] == []
    assert game.verdict.verdict == "undecided"
