"""`sy-judge check`: exit codes, headers against options, several files and editions, columns, colour, bad input."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jsonschema  # type: ignore[import-untyped]
import pytest
from click.testing import CliRunner
from conftest import TOP, Said

from adjudicator.cli import main
from adjudicator.faults import Refused
from adjudicator.judge.batch import SHARE, each, editions, logs_in, worst
from adjudicator.judge.log_file import Asked, Log, read_page

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
        "file", "variant", "rules", "board", "verdict", "result", "findings", "notices", "rounds", "entries", "rests",
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


@pytest.mark.parametrize(("more", "entries"), [("", 0), ("moved: red\n", 1), ("moved: none\n", 0)])
def test_a_log_without_clauses_has_a_number_of_entries(
    log: Callable[..., Path], sy_judge: Callable[..., Said], more: str, entries: int
) -> None:
    path = log(LEGAL.split("\n1.")[0] + "\n" + more)
    (one,) = data_of(sy_judge("check", path, "--format", "json"))  # which follows the schema
    assert one["entries"] == entries
    assert f"(round 1, {entries} entr" in sy_judge("where", path).output


@pytest.mark.parametrize(
    ("name", "message", "help"),
    [
        ("Scotland Yard 2014", "no variant is named `Scotland Yard 2014`", "did you mean `2014`?"),
        ("the Holmes box", "no variant is named `the Holmes box`", "did you mean `holmes`?"),
        ("2014+", "a name is missing in `2014+`", "name a game, then a pack after each `+`: `2014+fog.toml`"),
        ("+fog.toml", "a name is missing in `+fog.toml`", "name a game, then a pack after each `+`: `2014+fog.toml`"),
    ],
)
def test_what_is_no_path_is_a_name_that_nobody_has(
    log: Callable[..., Path], sy_judge: Callable[..., Said], name: str, message: str, help: str
) -> None:
    path = log(LEGAL.replace("variant: 2014", f"variant: {name}"))
    in_log = [(sy_judge("check", path, "--format", "json"), 1)] if "+" in name else []  # a log may name an edition in words
    for said, line in (*in_log, (check_by(sy_judge, path, name), 0)):
        (fault,) = data_of(said)[0]["faults"]
        assert (said.code, fault["code"], fault["line"], fault["message"], fault["help"]) == (2, "F07", line, message, help)


@pytest.mark.parametrize(("words", "variant"), [("Scotland Yard 2014", "2014"), ("2014 (Ravensburger)", "2014")])
def test_a_log_names_its_edition_in_words(
    log: Callable[..., Path], sy_judge: Callable[..., Said], words: str, variant: str
) -> None:
    (one,) = data_of(sy_judge("check", log(LEGAL.replace("variant: 2014", f"variant: {words}")), "--format", "json"))
    assert (one["variant"], one["verdict"]) == (variant, "legal")


@pytest.mark.parametrize("slip", ["taxi 86", "taxy 86"], ids=["right", "with a slip"])
def test_a_file_of_rules_may_have_spaces_in_its_name(
    log: Callable[..., Path], sy_judge: Callable[..., Said], slip: str
) -> None:
    path = log(LEGAL.replace("variant: 2014", "variant: house rules (ours, new)/late bus.toml").replace("taxi 86", slip))
    home = path.parent / "house rules (ours, new)"
    home.mkdir()
    (home / "late bus.toml").write_text('id = "late-bus"\ntitle = "Late bus"\nextends = "2014"\n', encoding="utf-8")
    (one,) = data_of(sy_judge("check", path, "--format", "json"))
    assert one["variant"] == "late-bus"
    assert one["verdict"] == ("legal" if slip == "taxi 86" else "invalid")


def check_by(sy_judge: Callable[..., Said], path: Path, name: str) -> Said:
    return sy_judge("check", path, "--variant", name, "--format", "json")


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


def test_a_board_file_that_is_not_there(log: Callable[..., Path], sy_judge: Callable[..., Said]) -> None:
    """A name that nobody knows is mistyped (2); without its board no game can be judged (3)."""
    assert sy_judge("check", log(LEGAL), "--board", "./missing.toml").code == 3
    assert sy_judge("moves", log(LEGAL), "--board", "./missing.toml").code == 3
    assert sy_judge("check", log(LEGAL), "--board", "nowhere").code == 2
    assert sy_judge("check", log(LEGAL), "--variant", "./missing.toml").code == 2


def test_options_count_from_the_header_or_the_command_line(log: Callable[..., Path], sy_judge: Callable[..., Said]) -> None:
    plain = data_of(sy_judge("check", log(LEGAL), "--format", "json"))[0]["rules"]
    headed = log(LEGAL.replace("variant: 2014", "variant: 2014\noption: third-double"))
    chosen = data_of(sy_judge("check", headed, "--format", "json"))[0]["rules"]
    asked = data_of(sy_judge("check", log(LEGAL), "--option", "third-double", "--format", "json"))[0]["rules"]
    assert plain != chosen == asked


def test_an_option_that_is_added_leaves_those_of_the_header(log: Callable[..., Path], sy_judge: Callable[..., Said]) -> None:
    headed = log(LEGAL.replace("variant: 2014", "variant: 2014\noption: third-double"))
    (one,) = data_of(sy_judge("check", headed, "--option", "cut-off", "--format", "json"))
    both = log(LEGAL.replace("variant: 2014", "variant: 2014\noption: third-double; cut-off"))
    assert one["rules"] == data_of(sy_judge("check", both, "--format", "json"))[0]["rules"]
    assert one["notices"] == []


def test_an_option_asked_for_wins_over_the_header_and_says_so(log: Callable[..., Path], sy_judge: Callable[..., Said]) -> None:
    headed = log(LEGAL.replace("variant: 2014", "variant: 2014\noption: cut-off\noption: order=free; third-double"))
    (one,) = data_of(sy_judge("check", headed, "--option", "third-double=off", "--format", "json"))
    plain = data_of(sy_judge("check", log(LEGAL), "--option", "cut-off", "--format", "json"))[0]["rules"]
    assert one["rules"] == plain
    assert [(notice["code"], notice["line"], notice["column"]) for notice in one["notices"]] == [("option-overruled", 3, 21)]


@pytest.mark.parametrize(
    ("option", "message", "help"),
    [
        ("voluntary-surfacing", "`2014` has no option `voluntary-surfacing`", "it is an option of `1984`, `classic`"),
        ("last-double=extra-round", "`2014` has no option `last-double`", "it is an option of `beginners`"),
        ("third-doubel", "`2014` has no option `third-doubel`", "did you mean `third-double`?"),
        ("trapped", "the option `trapped` needs a value", "choose one of `trapped=loses`, `trapped=stays`"),
        ("trapped=on", "the option `trapped` has no value `on`", "choose one of `trapped=loses`, `trapped=stays`"),
    ],
)
def test_what_is_no_option_here(
    option: str, message: str, help: str, log: Callable[..., Path], sy_judge: Callable[..., Said]
) -> None:
    (one,) = data_of(sy_judge("check", log(LEGAL), "--option", option, "--format", "json"))
    assert [(fault["message"], fault["help"]) for fault in one["faults"]] == [(message, help)]


def test_a_wrong_option_stands_at_its_own_words(log: Callable[..., Path], sy_judge: Callable[..., Said]) -> None:
    headed = log(LEGAL.replace("variant: 2014", "variant: 2014\noption: cut-off\noption: order=free; third-doubel"))
    (one,) = data_of(sy_judge("check", headed, "--option", "length=entries", "--format", "json"))
    assert [(fault["code"], fault["line"], fault["column"]) for fault in one["faults"]] == [("E110", 3, 21)]


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
    assert "`core` cannot be played" in said.output


# --- several files, several editions


def test_folders_are_walked(
    log: Callable[..., Path], tmp_path: Path, sy_judge: Callable[..., Said], monkeypatch: pytest.MonkeyPatch
) -> None:
    log(ILLEGAL, "b.log"), log(LEGAL, "a.log"), log(LEGAL, "deep/c.log"), log("no log", "notes.txt")
    assert [Path(name).name for name in logs_in([str(tmp_path)])] == ["a.log", "b.log", "c.log"]
    monkeypatch.chdir(tmp_path)
    said = sy_judge("check", ".", "a.log")
    assert said.code == 1
    assert said.output.endswith("3 logs: 2 legal, 1 illegal\n")
    assert "follow-a-line: no bus line joins 86 and 46" in said.output.splitlines()[-3]


def test_logs_of_many_folders_share_their_rules(log: Callable[..., Path], tmp_path: Path) -> None:
    """Else every folder would have tables of its own, and a season would take as much room as it has evenings."""
    one, other = (read_page(Log(str(log(LEGAL, f"{night}/game.log"))), Asked()) for night in ("friday", "sunday"))
    assert one.rulebook is other.rulebook
    by_path = LEGAL.replace("2014", "./mine.toml")
    for night in ("friday", "sunday"):
        (tmp_path / night / "mine.toml").write_text(f'id = "{night}"\ntitle = "Mine"\nextends = "2014"\n', encoding="utf-8")
    found = [read_page(Log(str(log(by_path, f"{night}/game.log"))), Asked()).rulebook.id for night in ("friday", "sunday")]
    assert found == ["friday", "sunday"]


def test_a_folder_without_logs(tmp_path: Path, sy_judge: Callable[..., Said]) -> None:
    said = sy_judge("check", tmp_path)
    assert said.code == 2
    assert "no file in this folder ends in `.log`" in said.output


def test_several_processes_say_the_same(log: Callable[..., Path], tmp_path: Path, sy_judge: Callable[..., Said]) -> None:
    for number in range(6):
        log(ILLEGAL if number % 2 else LEGAL, f"{number}.log")
    assert sy_judge("check", tmp_path, "--jobs", "2") == sy_judge("check", tmp_path)
    assert len(data_of(sy_judge("check", tmp_path, "--jobs", "3", "--format", "json"))) == 6


@pytest.mark.parametrize("jobs", [1, 2, 3])
@pytest.mark.parametrize("count", [0, 1, 2, 5, SHARE, SHARE + 1, 3 * SHARE - 1])
def test_work_is_shared_out_and_comes_back_in_order(jobs: int, count: int) -> None:
    assert list(each(_doubled, list(range(count)), jobs)) == [2 * number for number in range(count)]


def _doubled(numbers: list[int]) -> list[int]:
    assert 0 < len(numbers) <= SHARE
    return [2 * number for number in numbers]


def test_a_process_that_is_ended_ends_the_run_with_a_word() -> None:
    """Not with a traceback, and not as if the logs that it was at had been judged."""
    found = each(_ended, list(range(8)), 2)
    assert next(found) == 0
    with pytest.raises(Refused) as refused:
        list(found)
    assert [fault.code for fault in refused.value.faults] == ["F44"]


def _ended(numbers: list[int]) -> list[int]:
    """Judges the first one in the process of the command; processes that judge others are ended from outside."""
    if numbers != [0]:
        os.kill(os.getpid(), signal.SIGKILL)
    return numbers


def test_one_log_that_is_refused_leaves_the_others_alone(
    log: Callable[..., Path], tmp_path: Path, sy_judge: Callable[..., Said]
) -> None:
    for number, text in enumerate((LEGAL, "", ILLEGAL, "variant: nothing\n", LEGAL)):
        log(text, f"{number}.log")
    found = data_of(sy_judge("check", tmp_path, "--format", "json"))
    assert [one["verdict"] for one in found] == ["legal", "invalid", "illegal", "invalid", "legal"]


def test_quiet_leaves_out_what_is_legal(log: Callable[..., Path], tmp_path: Path, sy_judge: Callable[..., Said]) -> None:
    good = log(LEGAL, "a.log")
    assert (sy_judge("check", good, "--quiet").output, sy_judge("check", good, "-q", "--json").output) == ("", "")
    log(ILLEGAL, "b.log")
    said = sy_judge("check", tmp_path, "--quiet")
    assert ("a.log" in said.output, "b.log" in said.output, said.code) == (False, True, 1)
    assert said.output.endswith("2 logs: 1 legal, 1 illegal\n")
    assert [one["verdict"] for one in data_of(sy_judge("check", tmp_path, "-q", "--json"))] == ["illegal"]
    rows = sy_judge("check", good, "--variant", "2014,beginners", "--quiet").output
    assert ("beginners" in rows, "  2014" in rows) == (True, False)


def test_statistics_count_by_rule_and_by_edition(
    log: Callable[..., Path], tmp_path: Path, sy_judge: Callable[..., Said]
) -> None:
    log(LEGAL, "a.log"), log(ILLEGAL, "b.log"), log(ILLEGAL, "c.log")
    said = sy_judge("check", tmp_path, "--statistics")
    assert said.output.endswith(
        "by rule\n  follow-a-line  illegal  2 times in 2 logs\nby edition\n  2014  3 logs: 1 legal, 2 illegal\n"
    )
    assert sy_judge("check", tmp_path, "--statistics", "--json").code == 2


def test_annotations_for_github(
    log: Callable[..., Path], sy_judge: Callable[..., Said], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(log(ILLEGAL, "a,b.log").parent)
    said = sy_judge("check", "a,b.log", "--format", "github")
    assert said.output == "::error file=a%2Cb.log,line=5,col=6,title=follow-a-line::no bus line joins 86 and 46\n"
    log("variant: 2014\nstart: X 100%\n", "c.log")
    assert sy_judge("check", "c.log", "--format", "github").output.startswith("::error file=c.log,line=2,col=")
    log(LEGAL, "d.log")
    assert sy_judge("check", "d.log", "--format", "github").output == ""


def test_json_for_short(log: Callable[..., Path], sy_judge: Callable[..., Said]) -> None:
    path = log(ILLEGAL)
    assert sy_judge("check", path, "--json").output == sy_judge("check", path, "--format", "json").output


@pytest.mark.skipif(sys.platform == "win32", reason="no such signal")
def test_a_reader_who_goes_away_is_no_verdict(log: Callable[..., Path], tmp_path: Path) -> None:
    for number in range(40):
        log(ILLEGAL + f"# {number}\n", f"{number}.log")
    command = [sys.executable, "-m", "adjudicator", "check", str(tmp_path)]
    ran = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=TOP)
    assert ran.stdout is not None
    assert ran.stderr is not None
    ran.stdout.close()
    assert (ran.stderr.read(), ran.wait()) == (b"", 141)


def test_by_every_edition(log: Callable[..., Path], sy_judge: Callable[..., Said]) -> None:
    said = sy_judge("check", log(LEGAL), "--variant", "all")
    rows = dict(re.findall(r"^  (\S+) +(legal|illegal|invalid|undecided)\b", said.output, re.MULTILINE))
    assert set(rows) == set(editions("all")) >= {"2014", "2023", "classic", "1984", "2000", "beginners", "holmes"}
    assert (rows["2014"], rows["2023"], rows["beginners"]) == ("legal", "legal", "illegal")
    assert "core" not in rows
    assert said.code == 1


def test_by_a_list_of_editions(log: Callable[..., Path], sy_judge: Callable[..., Said]) -> None:
    found = data_of(sy_judge("check", log(LEGAL), "--variant", "2014, beginners", "--format", "json"))
    assert [one["variant"] for one in found] == ["2014", "beginners"]
    assert sy_judge("check", log(LEGAL), "--variant", "2014,2023").output.splitlines()[1:] == [
        "  2014  legal  the game does not end in this record",
        "  2023  legal  the game does not end in this record",
    ]


def test_standard_input() -> None:
    result = CliRunner().invoke(main, ["check", "-"], input=ILLEGAL)
    assert result.exit_code == 1
    assert "--> -:5:6, round 2" in result.output


# --- views


def test_a_view_is_judged_as_the_seat_would_have_written_it(sy_judge: Callable[..., Said]) -> None:
    game = TOP / "examples" / "2014.log"
    (own,) = data_of(sy_judge("check", game, "--view", "X", "--format", "json"))
    (team,) = data_of(sy_judge("check", game, "--view", "detectives", "--format", "json"))
    assert (own["verdict"], team["verdict"]) == ("legal", "undecided")
    assert own["result"] == team["result"]


def test_games_that_look_alike_are_judged_alike(log: Callable[..., Path], sy_judge: Callable[..., Said]) -> None:
    """Another start, another way, comments: things that red could not see make no difference, to the byte."""
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
        assert "the log has errors" in said.output
        assert "86" not in said.output.replace(str(log(text)), "")


def test_nobody_of_that_name(sy_judge: Callable[..., Said]) -> None:
    said = sy_judge("check", TOP / "examples" / "2014.log", "--view", "rod")
    assert said.code == 2
    assert "nobody at this table is called `rod`" in said.output
    assert "`red`" in said.output


# --- the program itself


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


# --- the claimed result


@pytest.mark.parametrize(
    ("round_", "claimed", "rules", "result"),
    [
        (22, "X escapes", ["free-station"], "rounds-survived"),
        (22, "X caught", ["result-claim", "free-station"], None),  # in the last moves, which nobody wrote down
        (22, "unfinished", ["free-station"], None),
        (9, "X caught", ["result-claim", "free-station"], None),
        (9, "X escapes", ["result-claim", "free-station"], None),  # perhaps nobody could move any more
        (9, "unfinished", ["free-station"], None),
    ],
)
def test_his_log_alone_does_not_contradict_a_result(
    round_: int, claimed: str, rules: list[str], result: str | None, log: Callable[..., Path], sy_judge: Callable[..., Said]
) -> None:
    text = f"variant: 2014\nround: {round_}\nentry: {round_}\nstart: X 46\nresult: {claimed}\n\nX taxi 45\n"
    (one,) = data_of(sy_judge("check", log(text), "--format", "json"))
    assert (one["verdict"], [finding["rule"] for finding in one["findings"]]) == ("undecided", rules)
    assert (one["result"] or {"by": None})["by"] == result


def test_a_claim_that_some_course_of_play_fulfils_is_believed(log: Callable[..., Path], sy_judge: Callable[..., Said]) -> None:
    """In some worlds he is caught, in others he is stuck: the record does not say which, and that is not a contradiction."""
    text = "variant: 2014\nround: 9\nentry: 8\nstart: X 18; red 9; blue 32; green 31; yellow 57\nresult: X caught\n\n"
    moves = "9. X taxi ?; red taxi 1; blue taxi 19; green taxi 18; yellow taxi 43\n"
    (one,) = data_of(sy_judge("check", log(text + moves), "--format", "json"))
    assert one["verdict"] == "undecided"
    (two,) = data_of(sy_judge("check", log(text.replace("caught", "escapes") + moves), "--format", "json"))
    first = two["findings"][0]
    said = "the record claims `X escapes`, but no possible route ends the game this way"
    assert (first["rule"], first["message"]) == ("result-claim", said)


def test_a_pool_has_one_number_of_tickets(log: Callable[..., Path], sy_judge: Callable[..., Said]) -> None:
    page = """variant: 2014
seats: X = Ana; red = Ben; blue = Ben; white (police); grey (police)
round: 5
entry: 4
start: X 46; red 91; blue 56; white 7; grey 17
tickets: red taxi 3, bus 1; blue taxi %s
5. X taxi 45
"""
    (one,) = data_of(sy_judge("check", log(page % "2"), "--format", "json"))
    assert [(fault["code"], fault["line"], fault["column"]) for fault in one["faults"]] == [("T069", 6, 34)]
    assert one["faults"][0]["message"] == "`blue` and `red` share their taxi tickets, but two numbers are given"
    (one,) = data_of(sy_judge("check", log(page % "3"), "--format", "json"))
    together = "`blue` and `red` share their taxi tickets: it is assumed that they have 3 together, not each"
    assert (one["verdict"], together in [notice["message"] for notice in one["notices"]]) == ("legal", True)


@pytest.mark.parametrize("name", ["Police", "POLICE"])
def test_a_variant_is_found_however_it_is_capitalized(
    name: str, log: Callable[..., Path], sy_judge: Callable[..., Said]
) -> None:
    for path, more in ((log(LEGAL.replace("2014", name)), []), (log(LEGAL), ["--variant", name])):
        (one,) = data_of(sy_judge("check", path, *more, "--format", "json"))
        assert (one["variant"], one["verdict"], one["notices"]) == ("2014", "legal", [])


# --- the round of a finding


@pytest.mark.parametrize(
    ("clauses", "found"),
    [
        ("1. red taxi 39; X taxi 86; blue taxi 116", [("your-turn", 1)]),  # before anything was played
        (
            "1. X taxi 86; red taxi 39; blue taxi 116; green taxi 161; yellow taxi 37; red taxi 27\n2. X taxi 69",
            [("one-move-a-turn", 1), ("follow-a-line", 1)],  # the second move belongs to the round that is over
        ),
        ("1. X taxi 86; red taxi 39; blue taxi 116; green taxi 161\n2. X taxi 69", [("missing-piece", 1)]),
        ("1. X taxi 86; red taxi 39; blue taxi 116; green taxi 161; yellow taxi 37\n2. X bus 46", [("follow-a-line", 2)]),
    ],
)
def test_a_finding_names_the_round_it_belongs_to(
    clauses: str, found: list[tuple[str, int]], log: Callable[..., Path], sy_judge: Callable[..., Said]
) -> None:
    (one,) = data_of(sy_judge("check", log(f"{HEAD}{clauses}\n"), "--format", "json"))
    assert [(finding["rule"], finding["round"]) for finding in one["findings"]] == found


@pytest.mark.parametrize(("moved", "entries"), [("", 0), ("round: 1\nmoved: red\n", 1)])
def test_a_record_without_clauses_counts_its_entries(
    moved: str, entries: int, tmp_path: Path, sy_judge: Callable[..., Said]
) -> None:
    """As a number, also where nothing has been written yet."""
    log = tmp_path / "begun.log"
    log.write_text(f"variant: 2014\nstart: X 104; red 26; blue 117; green 174; yellow 50\n{moved}", encoding="utf-8")
    assert f", {entries} entr{'y' if entries == 1 else 'ies'}; " in sy_judge("check", str(log)).output
    assert f'"entries": {entries}, "rests"' in sy_judge("check", str(log), "--format", "json").output


def test_an_annotation_about_a_view_names_no_line_of_the_file(log: Callable[..., Path], sy_judge: Callable[..., Said]) -> None:
    """The lines of a seat's record are others."""
    page = log(f"\n\n# a remark\n{ILLEGAL}")
    assert ",line=" in sy_judge("check", page, "--format", "github").output
    said = sy_judge("check", page, "--view", "red", "--format", "github").output
    assert "::" in said
    assert ",line=" not in said


NAMES = {"sherlock": "holmes", "Moriarty": "holmes", "2022": "holmes", "beginner": "beginners", "2014-police": "2014"}


@pytest.mark.parametrize("name", [*NAMES, "german"])
def test_names_that_people_type(name: str, sy_judge: Callable[..., Said]) -> None:
    assert sy_judge("rules", name).output.startswith(f"{NAMES.get(name, '2023')}: ")
