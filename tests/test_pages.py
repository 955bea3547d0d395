"""Pages as people write them: the examples are read as what they are, and games written by program are read back equal."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import TOP, Said
from pages.comparing import differences
from pages.writing import SHAPES, only_rides

from adjudicator.judge.batch import editions
from adjudicator.judge.log_file import Asked
from adjudicator.workshop.random_games import maker

Judge = Callable[..., Said]
PAGES = TOP / "examples" / "pages"

# page: the shape that it is read as, its verdict, and what more is asked for or found
READ = {
    "chat-german.txt": ("a chat", "legal", ""),
    "chat-irc.txt": ("a chat", "legal", ""),
    "chat-whatsapp.txt": ("a chat", "legal", ""),
    "chat-who.txt": ("a chat", "invalid", "T230"),
    "clauses-double-after.txt": ("lines of moves", "legal", ""),
    "clauses-entries.txt": ("", "legal", "the numbers here are taken for entries"),
    "clauses-gap.txt": ("", "undecided", "rounds 3 and 4 are missing"),
    "clauses-german.txt": ("lines of moves", "legal", ""),
    "clauses-holmes.txt": ("", "legal", ""),
    "clauses-letter-o.txt": ("", "invalid", "T043"),
    "clauses-no-edition.txt": ("", "invalid", "T010 T042 T100"),
    "clauses-persons.txt": ("", "legal", ""),
    "clauses-two-halves.txt": ("lines of moves", "legal", ""),
    "from-to-arrows.txt": ("moves from station to station", "legal", ""),
    "from-to-brackets.txt": ("moves from station to station", "legal", ""),
    "from-to-colon.txt": ("moves from station to station", "legal", ""),
    "from-to-german.txt": ("moves from station to station", "legal", ""),
    "from-to-jump.txt": ("moves from station to station", "invalid", "T231"),
    "from-to-mistake.txt": ("moves from station to station", "illegal", "no underground line joins 111 and 154"),
    "game-holmes.json": ("a transcript in JSON", "legal", ""),
    "game.json": ("a transcript in JSON", "legal", ""),
    "prose.txt": ("", "invalid", "T235"),
    "sheet-colours.txt": ("a log sheet", "undecided", ""),
    "sheet-german.txt": ("a log sheet", "undecided", ""),
    "sheet-letters.txt": ("a log sheet", "undecided", ""),
    "sheet-one-line.txt": ("a log sheet", "undecided", ""),
    "sheet-tickets-only.txt": ("a log sheet", "undecided", ""),
    "table-aligned-classic.txt": ("a table", "legal", ""),
    "table-aligned-gap.txt": ("a table", "undecided", "rounds 3 and 4 are missing"),
    "table-aligned.txt": ("a table", "legal", ""),
    "table-bare.txt": ("a table", "invalid", "T232 T100"),
    "table-colours.csv": ("a table", "legal", ""),
    "table-commas.csv": ("a table", "invalid", "T100"),
    "table-markdown-holmes.md": ("a table", "legal", ""),
    "table-markdown.md": ("a table", "legal", ""),
    "table-mistake-illegal.csv": ("a table", "illegal", "no underground line joins 52 and 67, only bus"),
    "table-mistake.csv": ("a table", "invalid", "T043"),
    "table-moves-german.csv": ("a table", "legal", ""),
    "table-moves-log.tsv": ("a table", "invalid", "T100"),
    "table-moves.csv": ("a table", "legal", ""),
    "table-persons.csv": ("a table", "invalid", "T230"),
    "table-players-german.csv": ("a table", "legal", ""),
    "table-players.csv": ("a table", "legal", ""),
    "table-players.txt": ("a table", "legal", ""),
    "table-semicolons.csv": ("a table", "legal", ""),
    "table-square.txt": ("", "invalid", "T234"),
    "table-stations.txt": ("a table", "undecided", ""),
    "table-tabs.txt": ("a table", "legal", ""),
}


def test_every_page_is_expected() -> None:
    assert {path.name for path in PAGES.iterdir()} == set(READ)
    assert len(READ) >= 40


@pytest.mark.parametrize("name", READ)
def test_a_page_is_read_as_what_it_is(name: str, sy_judge: Judge) -> None:
    shape, verdict, more = READ[name]
    told = json.loads(sy_judge("check", PAGES / name, "--format", "json").output)
    assert told.get("read_as", "").partition(":")[0] == shape
    assert told["verdict"] == verdict
    found = [fault["code"] for fault in told.get("faults", ())] + [one["message"] for one in told["findings"] + told["notices"]]
    for part in more.split(" ") if re.match(r"[A-Z]\d", more) else [more] * bool(more):
        assert any(part in one for one in found), found


@pytest.mark.parametrize("name", [name for name, (shape, verdict, _) in READ.items() if shape and verdict != "invalid"])
def test_what_is_imported_is_the_same_game(name: str, sy_judge: Judge, tmp_path: Path) -> None:
    """The log that is written of a page is in the notation, and judged like the page."""
    log = tmp_path / "game.log"
    sy_judge("import", PAGES / name, "-o", log)
    page, written = (json.loads(sy_judge("check", file, "--format", "json").output) for file in (PAGES / name, log))
    assert "read_as" not in written
    for key in ("verdict", "rounds", "entries", "result"):
        assert page[key] == written[key]
    assert sy_judge("fmt", "--check", log).code == 0


def test_faults_and_findings_point_into_the_page(sy_judge: Judge) -> None:
    told = json.loads(sy_judge("check", PAGES / "table-mistake-illegal.csv", "--format", "json").output)["findings"][0]
    assert (told["line"], told["column"], told["clause"]) == (6, 12, "U67")
    fault = json.loads(sy_judge("check", PAGES / "table-mistake.csv", "--format", "json").output)["faults"][0]
    assert (fault["line"], fault["column"]) == (7, 4)


@pytest.mark.parametrize("edition", editions("all"))
def test_games_are_read_back_as_they_were_written(edition: str) -> None:
    """A few pages of each edition; `python -m tests.pages` tries all shapes of as many games as you like."""
    number = editions("all").index(edition)
    game = maker(Asked(edition)).game(number)
    names = [name for at, name in enumerate(SHAPES) if at % 4 == number % 4 and (name != "log_sheet" or only_rides(game))]
    assert [fault for name in names for fault in differences(game, SHAPES[name](game), name)] == []
