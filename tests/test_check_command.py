"""`sy-judge check`: exit codes, headers against options, several files and editions, columns, colour, bad input."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jsonschema  # type: ignore[import-untyped]
import pytest
from click.testing import CliRunner
from conftest import TOP, Said

from adjudicator.check.many import Outcome, editions, logs_in, worst
from adjudicator.check.verdict import Finding, Verdict
from adjudicator.cli import main
from adjudicator.report.verdicts import render

SCHEMA = json.loads((TOP / "docs" / "verdict.schema.json").read_text(encoding="utf-8"))
HEAD = """variant: 2014
seats: X = Ana; red = Ben; blue = Cleo; green = Dev; yellow = Eli
start: X 104; red 26; blue 117; green 174; yellow 50
"""
LEGAL = HEAD + "1. X taxi 86; red taxi 39; blue taxi 116; green taxi 161; yellow taxi 37\n"
ILLEGAL = LEGAL + "2. X bus 46\n"
SHEET = "variant: 2014\nstart: X 104\n1. X taxi 86\n2. X 2x taxi 69, black 52!\n"


@pytest.fixture
def log(tmp_path: Path) -> Callable[..., Path]:
    def write(text: str, name: str = "game.log") -> Path:
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return path

    return write


def data_of(said: Said) -> list[dict[str, Any]]:
    found = [json.loads(line) for line in said.output.splitlines()]
    for one in found:
        jsonschema.validate(one, SCHEMA)
    return found


# --- exit codes


@pytest.mark.parametrize(
    ("text", "strict", "code"),
    [
        (LEGAL, True, 0),
        (ILLEGAL, False, 1),
        (SHEET, False, 0),
        (SHEET, True, 4),
        (LEGAL.replace("86", "860"), False, 2),
        (LEGAL.replace("2014", "2041"), False, 2),
        (LEGAL.replace("variant: 2014\n", ""), False, 2),
        (LEGAL.replace("variant: 2014", "variant: 2014\noption: cut-of"), False, 2),
        (LEGAL.replace("variant: 2014", "variant: ./nowhere.toml"), False, 2),
        (LEGAL.replace("variant: 2014", "variant: broken.toml"), False, 3),
        (LEGAL.replace("variant: 2014", "variant: no-toml.toml"), False, 3),
        (LEGAL.replace("variant: 2014", "variant: 2014\nboard: bad-board.toml"), False, 3),
    ],
)
def test_exit_codes(text: str, strict: bool, code: int, log: Callable[..., Path], sy_judge: Callable[..., Said]) -> None:
    path = log(text)
    log('id = "broken"\ntitle = "Broken"\nextends = "2014"\n[rules.x]\nsays = "x"\ncode = "forbid"\n', "broken.toml")
    log("id = \n", "no-toml.toml")
    log('id = "bad-board"\ntitle = "Bad"\nstations = 3\n', "bad-board.toml")
    assert sy_judge("check", path, *(["--strict"] if strict else [])).code == code
    found = data_of(sy_judge("check", path, "--format", "json"))
    assert found[0]["verdict"] == {0: "legal", 1: "illegal", 2: "invalid", 3: "invalid", 4: "undecided"}.get(
        4 if text == SHEET else code
    )


def test_the_worst_of_several_decides() -> None:
    assert [worst(codes) for codes in ([0, 4, 1, 2, 3], [0, 4, 1, 2], [4, 1, 0], [0, 4], [0], [])] == [3, 2, 1, 4, 0, 0]


# --- JSON


def test_json_has_the_published_keys_and_no_others(log: Callable[..., Path], sy_judge: Callable[..., Said]) -> None:
    (one,) = data_of(sy_judge("check", log(ILLEGAL), "--format", "json"))
    assert list(one) == [
        "file", "variant", "rules", "board", "verdict", "result", "findings", "notices", "rounds", "entries",
    ]  # fmt: skip
    finding = one["findings"][0]
    assert (finding["rule"], finding["line"], finding["column"], finding["round"]) == ("follow-a-line", 5, 6, 2)
    assert (finding["piece"], finding["clause"], finding["assumed"]) == ("X", "X bus 46", [])
    assert finding["help"].startswith("from 86 by bus: ")
    assert (one["result"], one["rounds"], one["entries"]) == (None, 2, 2)


def test_an_invalid_log_is_data_too(log: Callable[..., Path], sy_judge: Callable[..., Said]) -> None:
    (one,) = data_of(sy_judge("check", log(LEGAL.replace("taxi 86", "taxy 86")), "--format", "json"))
    assert (one["verdict"], one["findings"], one["result"]) == ("invalid", [], None)
    assert [(fault["code"], fault["line"], fault["column"]) for fault in one["faults"]] == [("T042", 4, 6)]


def test_a_log_without_rules_is_data_too(log: Callable[..., Path], sy_judge: Callable[..., Said]) -> None:
    (one,) = data_of(sy_judge("check", log(LEGAL), "--variant", "2041", "--format", "json"))
    assert (one["variant"], one["faults"][0]["code"]) == ("2041", "F07")


# --- headers and options


def test_a_variant_asked_for_wins_and_says_so(log: Callable[..., Path], sy_judge: Callable[..., Said]) -> None:
    path = log(LEGAL.replace("variant: 2014", "variant: 2014\noption: third-double"))
    (one,) = data_of(sy_judge("check", path, "--variant", "2023", "--format", "json"))
    assert one["variant"] == "2023"
    assert [(notice["code"], notice["line"]) for notice in one["notices"]] == [("variant-overruled", 1)]
    assert "its options are left aside" in one["notices"][0]["message"]


def test_the_same_variant_by_another_name_overrules_nothing(log: Callable[..., Path], sy_judge: Callable[..., Said]) -> None:
    (one,) = data_of(sy_judge("check", log(LEGAL), "--variant", "police", "--format", "json"))
    assert (one["variant"], one["notices"]) == ("2014", [])


def test_a_board_asked_for_wins_and_says_so(log: Callable[..., Path], sy_judge: Callable[..., Said]) -> None:
    path = log(LEGAL.replace("variant: 2014", "variant: 2014\nboard: london"))
    (one,) = data_of(sy_judge("check", path, "--board", "london-1895-sample", "--format", "json"))
    assert one["board"] == "london-1895-sample"
    assert "board-overruled" in [notice["code"] for notice in one["notices"]]


def test_options_count_from_the_header_or_the_command_line(log: Callable[..., Path], sy_judge: Callable[..., Said]) -> None:
    plain = data_of(sy_judge("check", log(LEGAL), "--format", "json"))[0]["rules"]
    headed = log(LEGAL.replace("variant: 2014", "variant: 2014\noption: third-double"))
    chosen = data_of(sy_judge("check", headed, "--format", "json"))[0]["rules"]
    asked = data_of(sy_judge("check", log(LEGAL), "--option", "third-double", "--format", "json"))[0]["rules"]
    assert plain != chosen == asked


def test_a_path_in_a_header_counts_from_the_log(
    tmp_path: Path, log: Callable[..., Path], sy_judge: Callable[..., Said], monkeypatch: pytest.MonkeyPatch
) -> None:
    log('id = "ours"\ntitle = "Ours"\nextends = "2014"\n[amend.log]\nrounds = 3\n', "rules/ours.toml")
    path = log(LEGAL.replace("variant: 2014", "variant: ../rules/ours.toml"), "logs/game.log")
    monkeypatch.chdir(tmp_path)
    for name in (path, "logs/game.log"):
        assert data_of(sy_judge("check", name, "--format", "json"))[0]["variant"] == "ours"
    assert data_of(sy_judge("check", path, "--variant", "rules/ours.toml", "--format", "json"))[0]["variant"] == "ours"
    assert data_of(sy_judge("check", log(LEGAL), "--variant", "ours", "--path", "rules", "--format", "json"))[0]["variant"]


def test_packs_can_be_added(log: Callable[..., Path], sy_judge: Callable[..., Said]) -> None:
    pack = TOP / "examples" / "packs" / "one-double.toml"
    said = sy_judge("check", log(LEGAL), "--variant", f"2014+{pack}", "--format", "json")
    assert data_of(said)[0]["verdict"] == "legal"


def test_a_game_that_is_only_built_on_is_no_game(log: Callable[..., Path], sy_judge: Callable[..., Said]) -> None:
    said = sy_judge("check", log(LEGAL), "--variant", "core")
    assert said.code == 2
    assert "`core` is no game" in said.output


# --- several files, several editions


def test_folders_are_walked(log: Callable[..., Path], tmp_path: Path, sy_judge: Callable[..., Said]) -> None:
    log(ILLEGAL, "b.log"), log(LEGAL, "a.log"), log(LEGAL, "deep/c.log"), log("no log", "notes.txt")
    assert [Path(name).name for name in logs_in([str(tmp_path)])] == ["a.log", "b.log", "c.log"]
    said = sy_judge("check", tmp_path, tmp_path / "a.log")
    assert said.code == 1
    assert said.output.endswith("3 logs: 2 legal, 1 illegal\n")
    assert "follow-a-line: no bus line joins 86 and 46" in said.output.splitlines()[-3]


def test_a_folder_without_logs(tmp_path: Path, sy_judge: Callable[..., Said]) -> None:
    said = sy_judge("check", tmp_path)
    assert said.code == 2
    assert "no file in this folder ends in `.log`" in said.output


def test_several_processes_say_the_same(log: Callable[..., Path], tmp_path: Path, sy_judge: Callable[..., Said]) -> None:
    for number in range(6):
        log(ILLEGAL if number % 2 else LEGAL, f"{number}.log")
    assert sy_judge("check", tmp_path, "--jobs", "2") == sy_judge("check", tmp_path)
    assert len(data_of(sy_judge("check", tmp_path, "--jobs", "3", "--format", "json"))) == 6


def test_by_every_edition(log: Callable[..., Path], sy_judge: Callable[..., Said]) -> None:
    said = sy_judge("check", log(LEGAL), "--variant", "all")
    rows = {line.split()[0]: line.split()[1] for line in said.output.splitlines()[1:]}
    assert set(rows) == set(editions("all")) >= {"2014", "2023", "classic", "1984", "2000", "beginners", "holmes"}
    assert (rows["2014"], rows["2023"], rows["beginners"]) == ("legal", "legal", "illegal")
    assert "core" not in rows
    assert said.code == 1


def test_by_a_list_of_editions(log: Callable[..., Path], sy_judge: Callable[..., Said]) -> None:
    found = data_of(sy_judge("check", log(LEGAL), "--variant", "2014, beginners", "--format", "json"))
    assert [one["variant"] for one in found] == ["2014", "beginners"]
    assert sy_judge("check", log(LEGAL), "--variant", "2014,2023").output.splitlines()[1:] == [
        "  2014  legal  no end of the game in this record",
        "  2023  legal  no end of the game in this record",
    ]


def test_standard_input() -> None:
    result = CliRunner().invoke(main, ["check", "-"], input=ILLEGAL)
    assert result.exit_code == 1
    assert "--> -:5:6, round 2" in result.output


# --- where the caret points


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
    shown, caret = sy_judge("check", path).output.splitlines()[3:5]
    assert caret.strip("| ") == "^" * len(marked)
    before = caret.index("^")  # the line may have wide characters before it, which take two columns
    assert shown.replace("；", ";·")[before : before + len(marked)] == marked


def test_a_joined_action_is_pointed_at(log: Callable[..., Path], sy_judge: Callable[..., Said]) -> None:
    text = (TOP / "examples" / "holmes-mistakes.log").read_text(encoding="utf-8")
    found = data_of(sy_judge("check", log(text), "--format", "json"))[0]["findings"]
    lines = text.splitlines()
    pointed = [lines[one["line"] - 1][one["column"] - 1 :].split(";")[0] for one in found]
    assert pointed == ["interrogate landmark -> yes", "manhunt -> III", "take black"]


def test_windows_line_ends_and_a_mark_in_front(tmp_path: Path, sy_judge: Callable[..., Said]) -> None:
    path = tmp_path / "game.log"
    path.write_bytes(b"\xef\xbb\xbf" + ILLEGAL.replace("\n", "\r\n").encode())
    (one,) = data_of(sy_judge("check", path, "--format", "json"))
    assert (one["findings"][0]["line"], one["findings"][0]["column"]) == (5, 6)
    path.write_bytes(ILLEGAL.replace("\n", "\r").encode())
    assert "5 | 2. X bus 46\n" in sy_judge("check", path).output


# --- text


def test_the_text_in_full(log: Callable[..., Path], sy_judge: Callable[..., Said]) -> None:
    path = log(ILLEGAL)
    assert (
        sy_judge("check", path).output
        == f"""\
illegal follow-a-line: no bus line joins 86 and 46
  --> {path}:5:6, round 2
  |
5 | 2. X bus 46
  |      ^^^^^^
  = rule: A piece rides along one printed line, from the station it stands on to the next station
          where that line stops; it may ride back later, and a line runs freely over stations where
          it does not stop.
  = cite: Ravensburger, Scotland Yard, 2014 (English), How are tickets drawn?
  = help: from 86 by bus: 52, 87, 102

{path}: illegal by the rules of 2014 on london: 1 breach
  2 rounds, 2 entries; no end of the game in this record
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
    import re

    from adjudicator.check.many import judge
    from adjudicator.check.pages import Asked, Log

    outcome = judge(Log(str(log(ILLEGAL))), Asked())
    painted = render(outcome, colour=True)
    assert "\033[1;31millegal follow-a-line:\033[0m" in painted
    assert re.sub(r"\033\[[\d;]*m", "", painted) == render(outcome)


def test_a_pursuer_whose_move_is_not_known(log: Callable[..., Path], sy_judge: Callable[..., Said]) -> None:
    """Nothing that hangs on where red is can be decided; all else is judged."""
    for said in ("red taxi ?", "red ? ?", "red ? 39"):
        path = log(LEGAL.replace("red taxi 39", said) + "2. X taxi 69; red taxi 51; blue bus 46\n")
        (one,) = data_of(sy_judge("check", path, "--format", "json"))
        assert [(f["rule"], f["line"]) for f in one["findings"] if f["verdict"] == "illegal"] == [("follow-a-line", 5)]
        assert "what red did" in " ".join(f["help"] for f in one["findings"])


# --- views


def test_a_view_is_judged_as_the_seat_would_have_written_it(sy_judge: Callable[..., Said]) -> None:
    game = TOP / "examples" / "2014.log"
    (own,) = data_of(sy_judge("check", game, "--view", "X", "--format", "json"))
    (team,) = data_of(sy_judge("check", game, "--view", "detectives", "--format", "json"))
    assert (own["verdict"], team["verdict"]) == ("legal", "undecided")
    assert own["result"] == team["result"]


def test_games_that_look_alike_are_judged_alike(log: Callable[..., Path], sy_judge: Callable[..., Said]) -> None:
    """Another start, another way, comments: whatever red could not see makes no difference, to the byte."""
    one = HEAD + "\n1. X taxi 86; red taxi 39; blue taxi 116; green taxi 161; yellow taxi 37\n2. X taxi 69\n"
    two = "# 116 it is\n" + one.replace("X 104", "X 51").replace("X taxi 86", "X taxi 38").replace("X taxi 69", "X taxi 25")
    said = []
    for text in (one, two):
        path = log(text)
        said.append([sy_judge("check", path, "--view", "red", *more) for more in ((), ("--format", "json"), ("--strict",))])
    assert said[0] == said[1]
    assert said[0][2].code == 4


def test_a_log_that_is_not_understood_has_no_view(log: Callable[..., Path], sy_judge: Callable[..., Said]) -> None:
    for text in (LEGAL.replace("taxi 86", "taxi 860"), LEGAL.replace("X taxi 86", "X taxy 86")):
        said = sy_judge("check", log(text), "--view", "red")
        assert said.code == 2
        assert "this record is not understood" in said.output
        assert "86" not in said.output.replace(str(log(text)), "")


def test_nobody_of_that_name(sy_judge: Callable[..., Said]) -> None:
    said = sy_judge("check", TOP / "examples" / "2014.log", "--view", "rod")
    assert said.code == 2
    assert "nobody at this table is called `rod`" in said.output
    assert "`red`" in said.output


# --- bad input


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (b"", "nothing is written here"),
        (b"  \n\n", "nothing is written here"),
        (bytes(range(256)) * 8, "is not UTF-8 text"),
        (b"variant: 2014\n\x00\x01", "this is not text"),
        (b"x" * (4 * 1024 * 1024 + 1), "larger than 4,194,304 bytes"),
        (b"variant: 2014\nstart: X 104\n" + b"X" * 1_000_000, "longer than 10,000 characters"),
        (b"variant: 2014\nstart: X 104; red 26\n1. mauve taxi 3\n", "no piece `mauve` is in this game"),
        (b"variant: 2014\nstart: X 104; red 26\n1. X taxi 1000\n", "there is no station `1000`"),
        (b"variant: 2041\nstart: X 104\n", "did you mean `2014`?"),
    ],
)
def test_bad_input_gets_a_clear_message(content: bytes, expected: str, tmp_path: Path, sy_judge: Callable[..., Said]) -> None:
    path = tmp_path / "bad.log"
    path.write_bytes(content)
    begun = time.perf_counter()
    said = sy_judge("check", path)
    assert time.perf_counter() - begun < 5  # a second on an idle machine
    assert said.code == 2
    assert expected in said.output
    assert said.output.endswith("bad.log: invalid: 1 error\n")


def test_no_such_file(tmp_path: Path, log: Callable[..., Path], sy_judge: Callable[..., Said]) -> None:
    log(LEGAL)
    said = sy_judge("check", tmp_path / "gane.log")
    assert said.code == 2
    assert "did you mean `game.log`?" in said.output


def test_codes_are_documented_and_used() -> None:
    from adjudicator.check.codes import CODES

    page = (TOP / "docs" / "checking.md").read_text(encoding="utf-8")
    assert [line for line in page.splitlines() if line.startswith("| T")] == [f"| {k} | {v} |" for k, v in CODES.items()]
    used = "".join(path.read_text(encoding="utf-8") for path in (TOP / "adjudicator").rglob("*.py"))
    assert all(used.count(f'"{code}"') >= 2 for code in CODES)


def test_usage(sy_judge: Callable[..., Said]) -> None:
    assert sy_judge("check").code == 2
    assert sy_judge("check", "x.log", "--jobs", "0").code == 2
    assert sy_judge("check", "x.log", "--format", "xml").code == 2


def test_as_a_program(log: Callable[..., Path]) -> None:
    """From a pipe, without colour, and with the exit code."""
    done = subprocess.run(
        [sys.executable, "-m", "adjudicator", "check", str(log(ILLEGAL))],
        capture_output=True,
        env={**os.environ, "PYTHONPATH": str(TOP)},
        text=True,
    )
    assert (done.returncode, done.stderr) == (1, "")
    assert done.stdout.startswith("illegal follow-a-line: no bus line joins 86 and 46\n")
