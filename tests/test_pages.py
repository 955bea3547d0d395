"""Pages as people write them: the examples are read as what they are, and games written by program are read back equal."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from functools import cache
from pathlib import Path
from time import process_time
from typing import Any

import jsonschema  # type: ignore[import-untyped]
import pytest
from conftest import TOP, Said, call
from pages.comparing import differences
from pages.typed import GOOD, outcome, typed
from pages.writing import SHAPES, fits

from adjudicator.faults import Refused
from adjudicator.game import Game
from adjudicator.judge.batch import editions, outcome_of
from adjudicator.judge.log_file import Asked, Log, read_page
from adjudicator.table.proposal import read_clauses
from adjudicator.words import key_of
from adjudicator.workshop.random_games import maker

Judge = Callable[..., Said]
PAGES = TOP / "examples" / "pages"
SCHEMA = json.loads((TOP / "docs" / "transcript.schema.json").read_text(encoding="utf-8"))

# page: the shape that it is read as, its verdict, and what more is asked for or found
READ = {
    "chat-discord.txt": ("a chat", "legal", ""),
    "chat-german.txt": ("a chat", "legal", ""),
    "chat-introductions.txt": ("a chat", "legal", ""),
    "chat-irc.txt": ("a chat", "legal", ""),
    "chat-several-lines.txt": ("a chat", "legal", ""),
    "chat-whatsapp.txt": ("a chat", "legal", ""),
    "chat-who.txt": ("a chat", "invalid", "T230"),
    "clauses-double-after.txt": ("lines of moves", "legal", ""),
    "clauses-entries.txt": ("", "legal", "the numbers are read as entries"),
    "clauses-gap.txt": ("", "undecided", "rounds 3 and 4 are missing"),
    "clauses-german.txt": ("lines of moves", "legal", ""),
    "clauses-holmes.txt": ("", "legal", ""),
    "clauses-letter-o.txt": ("", "invalid", "T043"),
    "clauses-no-edition.txt": ("", "invalid", "T010 T042 T100"),
    "clauses-persons.txt": ("", "legal", ""),
    "clauses-title.txt": ("lines of moves", "legal", ""),
    "clauses-two-halves.txt": ("lines of moves", "legal", ""),
    "courses-arrows.txt": ("a line for each player", "legal", ""),
    "courses-lists.txt": ("a list for each player", "legal", ""),
    "courses.txt": ("a line for each player", "legal", ""),
    "from-to-arrows.txt": ("moves from station to station", "legal", ""),
    "from-to-brackets.txt": ("moves from station to station", "legal", ""),
    "from-to-colon.txt": ("moves from station to station", "legal", ""),
    "from-to-german.txt": ("moves from station to station", "legal", ""),
    "from-to-jump.txt": ("moves from station to station", "invalid", "T231"),
    "from-to-mistake.txt": ("moves from station to station", "illegal", "no underground line joins 111 and 154"),
    "game-holmes.json": ("a transcript in JSON", "legal", ""),
    "game.json": ("a transcript in JSON", "legal", ""),
    "in-turn.txt": ("moves in turn", "legal", ""),
    "lines-brackets.txt": ("lines of moves", "legal", ""),
    "lines-missing-move.txt": ("lines of moves", "invalid", "T371"),
    "lines-phone.txt": ("lines of moves", "legal", ""),
    "lines-pictures.txt": ("lines of moves", "legal", ""),
    "lines-start.txt": ("lines of moves", "legal", ""),
    "prose.txt": ("", "invalid", "T235"),
    "sheet-colours.txt": ("a log sheet", "undecided", ""),
    "sheet-german.txt": ("a log sheet", "undecided", ""),
    "sheet-letters.txt": ("a log sheet", "undecided", ""),
    "sheet-one-line.txt": ("a log sheet", "undecided", ""),
    "sheet-tickets-only.txt": ("a log sheet", "undecided", ""),
    "sheet-too-long.txt": ("a log sheet", "undecided", "some entries belong to doubles"),
    "table-aligned-classic.txt": ("a table", "legal", ""),
    "table-aligned-gap.txt": ("a table", "undecided", "rounds 3 and 4 are missing"),
    "table-aligned.txt": ("a table", "legal", ""),
    "table-bare.txt": ("a table", "invalid", "T232 T100"),
    "table-colours.csv": ("a table", "legal", ""),
    "table-commas.csv": ("a table", "invalid", "T100"),
    "table-double-in-two-rows.csv": ("a table", "legal", "the numbers are read as entries"),
    "table-german-letters.csv": ("a table", "legal", ""),
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
    "table-two-columns.csv": ("a table", "undecided", "this edition also plays"),
    "table-who-was-last.csv": ("a table", "undecided", "does not show the order of the moves"),
}


OPEN = ("sheet-too-long.txt", "table-two-columns.csv", "table-who-was-last.csv")  # whose verdict rests on what they do not show


def test_every_page_is_expected() -> None:
    assert {path.name for path in PAGES.iterdir()} == set(READ)
    assert len(READ) >= 40


@cache
def checked(name: str) -> dict[str, Any]:
    """The output of `check` for an example, asked once for all tests of it."""
    said: dict[str, Any] = json.loads(call("check", PAGES / name, "--format", "json").output)
    return said


@pytest.mark.parametrize("name", READ)
def test_a_page_is_read_as_what_it_is(name: str) -> None:
    shape, verdict, more = READ[name]
    told = checked(name)
    assert told.get("read_as", "").partition(":")[0] == shape
    assert told["verdict"] == verdict
    found = [fault["code"] for fault in told.get("faults", ())] + [one["message"] for one in told["findings"] + told["notices"]]
    for part in more.split(" ") if re.match(r"[A-Z]\d", more) else [more] * bool(more):
        assert any(part in one for one in found), found


@pytest.mark.parametrize("name", [name for name, (shape, verdict, _) in READ.items() if shape and verdict != "invalid"])
def test_what_is_imported_is_the_same_game(name: str, sy_judge: Judge, tmp_path: Path) -> None:
    """The log that is written of a page is in the notation, and judged like the page, but for what the page does not show: that
    is listed."""
    log = tmp_path / "game.log"
    sy_judge("import", PAGES / name, "-o", log)
    if name in OPEN:
        assert READ[name][2] in " ".join(log.read_text(encoding="utf-8").split())
        return
    page, written = checked(name), json.loads(sy_judge("check", log, "--format", "json").output)
    assert "read_as" not in written
    for key in ("verdict", "rounds", "entries", "result"):
        assert page[key] == written[key]
    assert sy_judge("fmt", "--check", log).code == 0


def test_faults_and_findings_point_into_the_page() -> None:
    told = checked("table-mistake-illegal.csv")["findings"][0]
    assert (told["line"], told["column"], told["clause"]) == (6, 12, "U67")
    fault = checked("table-mistake.csv")["faults"][0]
    assert (fault["line"], fault["column"]) == (7, 4)


# --- pages as people type them


def test_typed_pages_are_judged() -> None:
    """At once or after one question, but for those of which it is known that they are not; none is judged wrongly."""
    found = {page["title"]: outcome(page)[0] for page in typed()}
    unread = {page["title"] for page in typed() if page.get("unread")}
    assert {title for title, how in found.items() if how not in GOOD} == unread
    assert "wrong" not in found.values()


def test_a_piece_that_breaks_rules_with_half_of_its_moves_is_asked_about(sy_judge: Judge, tmp_path: Path) -> None:
    """It is more likely misread than played like that; a wrong station and the ride from there are reported as breaches."""
    page, game = tmp_path / "page.txt", (PAGES / "table-stations.txt").read_text(encoding="utf-8")
    for wrong, code in ((["| 3  "], "illegal follow-a-line:"), (["| 3  ", "| 23 ", "| 67 "], "error T371:")):
        told = game
        for one in wrong:
            told = told.replace(one, "| 199")
        page.write_text(told, encoding="utf-8")
        assert code in sy_judge("check", page).output


def test_a_header_that_says_entries_may_leave_some_out(sy_judge: Judge, tmp_path: Path) -> None:
    page, top = tmp_path / "page.log", "variant: 2014\nnumbers: entries\nstart: X 35\n1. X 2x taxi 48, taxi 63\n"
    page.write_text(f"{top}4. X taxi 48\n", encoding="utf-8")
    assert "round 2 is missing" in sy_judge("check", page).output
    page.write_text(f"{top}3. ?\n4. X taxi 48\n", encoding="utf-8")
    assert "round 2 is not written down" in sy_judge("check", page).output


def test_the_editions_that_fit_a_page_are_named(sy_judge: Judge, tmp_path: Path) -> None:
    page, start = tmp_path / "page.log", "start: X 155; red 13; blue 117; green 112\n"
    for said, help_ in (
        (f"{start}1. X taxi 167; red taxi 4; blue taxi 108; green taxi 100\n", "it would be legal as `1984`"),
        ("1 black\n2 bus\n3 bus 184\n", "nothing in it is illegal as `1984`"),
        (f"{start}1. X taxi 1; red taxi 4; blue taxi 108; green taxi 100\n", "no edition allows all of it"),
        (f"Varient = 2000\n{start}1. X taxi 167; red taxi 4\n", "did you mean `variant`"),
    ):
        page.write_text(said, encoding="utf-8")
        told = sy_judge("check", page)
        assert "error T100:" in told.output
        assert help_ in told.output
        assert told.code == 2


# --- names


def test_a_person_stands_for_a_piece_everywhere(sy_judge: Judge) -> None:
    log = TOP / "examples" / "2014.log"
    for named, piece in (
        ("moves --at 2.Ben --piece ben", "moves --at 2.red --piece red"),
        ("where --at 2.BEN", "where --at 2.red"),
        ("moves --at 2.rot --piece rot", "moves --at 2.red --piece red"),
        ("check --view Detektive", "check --view detectives"),
    ):
        assert _with(sy_judge, log, named) == _with(sy_judge, log, piece)
    by_name, by_piece = (sy_judge("ask", log, f"may {who} take the bus to 46", "--at", f"2.{who}") for who in ("Ben", "red"))
    assert by_name.output.splitlines()[1:] == by_piece.output.splitlines()[1:]
    french = TOP / "examples" / "1984.log"  # Zoé
    assert sy_judge("check", french, "--view", "zoe") == sy_judge("check", french, "--view", "green")
    assert key_of("Łukasz Bjørn Þór Straße") == key_of("lukasz bjorn thor strasse")


def test_persons_and_german_words_are_read_at_the_table() -> None:
    game = Game.read(f"{TOP}/examples/2014.log", at="2.red")
    said = ("Ben taxi 16", "BEN: taxi 16", "rot: Taxi 16", "rot Taxi 16", "Rot fährt mit dem Taxi nach 16", "Taxi 16")
    assert {read_clauses(text, game, "red") for text in said} == {read_clauses("red taxi 16", game)}
    assert game.play("Ben fährt mit dem Taxi nach 16").stations == game.play("red taxi 16").stations
    with pytest.raises(Refused, match="tixa"):
        read_clauses("rot tixa 16", game)


def _with(sy_judge: Judge, log: Path, command: str) -> Said:
    name, *options = command.split()
    return sy_judge(name, log, *options)


# --- JSON


@pytest.mark.parametrize("path", sorted((TOP / "examples").glob("*.log")), ids=lambda path: path.stem)
def test_a_log_comes_back_from_json(path: Path, sy_judge: Judge, tmp_path: Path) -> None:
    file, log = tmp_path / "game.json", tmp_path / "game.log"
    sy_judge("fmt", path, "--format", "json", "-o", file)
    jsonschema.validate(json.loads(file.read_text(encoding="utf-8")), SCHEMA)
    sy_judge("import", file, "-o", log)
    assert _moves(log) == _moves(path)


def _moves(log: Path) -> list[str]:
    """The contents of a log, line for line, without remarks and in one order of headers."""
    lines = [line.partition("  #")[0] for line in log.read_text(encoding="utf-8").splitlines() if line and line[0] != "#"]
    heads = sorted(" ".join(line.split()) for line in lines if re.match(r"[a-z]+:", line))
    return [*heads, " ".join(line.strip() for line in lines if not re.match(r"[a-z]+:", line)).replace(";", "")]


@pytest.mark.parametrize("name", [name for name in READ if name.endswith(".json")])
def test_examples_follow_the_schema(name: str) -> None:
    data = json.loads((PAGES / name).read_text(encoding="utf-8"))
    assert list(jsonschema.Draft202012Validator(SCHEMA).iter_errors(data)) == []


# --- bad pages

BAD = {
    "not-json.json": ('{"format": "sy-judge transcript 1", "rounds": [}', "F20"),
    "deep.json": ('{"format":' + "[" * 4000 + "]" * 4000 + "}", "F20"),
    "long-number.json": ('{"format": "sy-judge transcript 1", "rounds": [{"round": ' + "9" * 5000 + "}]}", "F20"),
    "other-form.json": ('{"format": "another", "rounds": []}', "T240"),
    "unknown-key.json": ('{"format": "sy-judge transcript 1", "rouns": []}', "T241"),
    "wrong-type.json": ('{"format": "sy-judge transcript 1", "seats": [{"piece": 7}]}', "T242"),
    "no-format.json": ('{"rounds": []}', "T246"),
    "no-piece.json": ('{"format": "sy-judge transcript 1", "seats": [{}]}', "T243"),
    "nothing.json": ('{"format": "sy-judge transcript 1", "variant": "2014", "rounds": [{"moves": [{"piece": "X"}]}]}', "T245"),
    "quote.csv": ('variant,2014\nround,X,red,blue\n1,"T48,B15,T39\n2,T63,B14,T52\n', "T236"),
    "quotes.csv": ("variant,2014\nround,X,red,blue\n" + "".join(f'{n},"T48,B15,T39\n' for n in range(1, 300)), "T236"),
    "one-line.txt": ("variant: 2000\nstart: X 155\n" + " ".join(f"{n}: X taxi 3," for n in range(1, 600)) + "\n", "T371"),
    "large.csv": ("a,b,c\n" * 700_000, "F03"),
    "wide.csv": ("round," + ",".join(["X"] * 500_000) + "\n1\n", "T003"),
    "rows.csv": ("1,T48,B15\n" * 60_000, "T003"),
    "whose.txt": ("12/11/2026, 20:01 - Ben: variant: 2014\n12/11/2026, 20:01 - Ben: seats: X = Ana; red = Ben; blue = Ben\n"
                  "12/11/2026, 20:02 - Ana: taxi 48\n12/11/2026, 20:03 - Ben: bus 15\n", "T233"),
    "unread.txt": ("variant: 2014\nX 35 -> 48 taxi; red 29 -> 15 bus\nX 48 -> 63 taxi; red 15 -> 14 bus\n"
                   "X 63 -> 80 taxi; red 14 -> 13 bus\nX 80 -> 100 taxi; red 13 -> 52 bus\n99 taxis of beer\n", "T237"),
}  # fmt: skip


@pytest.mark.parametrize("name", BAD)
def test_a_bad_page_gets_a_clear_message(name: str, sy_judge: Judge, tmp_path: Path) -> None:
    text, code = BAD[name]
    (tmp_path / name).write_text(text, encoding="utf-8")
    said = sy_judge("check", tmp_path / name)
    assert f"error {code}:" in said.output, said.output[:2000]
    assert said.code == 2


def test_a_page_in_another_shape_is_not_overwritten(sy_judge: Judge, tmp_path: Path) -> None:
    page = tmp_path / "game.csv"
    text = (PAGES / "table-moves.csv").read_text(encoding="utf-8")
    page.write_text(text, encoding="utf-8")
    said = sy_judge("fmt", page)
    assert "error T238:" in said.output
    assert page.read_text(encoding="utf-8") == text


# --- pages made by program


@pytest.mark.parametrize("edition", editions("all"))
def test_games_are_read_back_as_they_were_written(edition: str) -> None:
    """A few pages of each edition; `python -m tests.pages` tries all shapes of as many games as you like."""
    number = editions("all").index(edition)
    game = maker(Asked(edition)).game(number)
    names = [name for at, name in enumerate(SHAPES) if at % 4 == number % 4 and fits(game, name)]
    assert [fault for name in names for fault in differences(game, SHAPES[name](game), name)] == []


@pytest.mark.parametrize(("edition", "seed", "shape"), [("holmes", 151, "players"), ("holmes", 5016, "commas")])
def test_games_that_were_once_misread(edition: str, seed: int, shape: str) -> None:
    """Names from another way to read the table; a catch after an action that leaves him where he is."""
    game = maker(Asked(edition)).game(seed)
    assert list(differences(game, SHAPES[shape](game), shape)) == []


LONG = {
    "dashes": ("-" * 9_900 + "\n") * 20,
    "arrows": ("X: 35 " + "-> taxi 48 " * 800 + "\n") * 10,
    "combining": ("a" + "\u0301" * 4_900 + "\n") * 20,
    "tabs": ("\t".join(["a"] * 4_900) + "\n") * 20,
    "dots": (" " * 4_900 + "·\n") * 20,
}


@pytest.mark.parametrize("name", LONG)
def test_the_work_for_a_page_is_bounded(name: str, sy_judge: Judge, tmp_path: Path) -> None:
    page = tmp_path / "page.txt"
    page.write_text(LONG[name], encoding="utf-8")
    before = process_time()
    assert sy_judge("check", page, "--variant", "2014").code == 2
    assert process_time() - before < 2  # twelve seconds and more before there was a bound


def test_an_unknown_word_is_reported_at_its_place_and_the_rest_is_judged(sy_judge: Judge, tmp_path: Path) -> None:
    """Not in the terms of the notation, which would blame the title."""
    page = tmp_path / "page.txt"
    page.write_text(
        "Scotland Yard 2014\nX 106, red 141, blue 117, green 50, yellow 103\nRound 1\nX taxi 105\nred limo 142\nblue taxi 108\n"
        "green taxi 199\nyellow taxi 102\n",
        encoding="utf-8",
    )
    told = json.loads(sy_judge("check", page, "--json").output)
    assert [(one["code"], one["line"], one["column"]) for one in told["faults"]] == [("T042", 5, 5)]
    assert [(one["rule"], one["line"]) for one in told["findings"]] == [("follow-a-line", 7)]
    assert told["notices"][-1]["code"] == "left-out"


SLIPS = {
    "optoin: cut-off": "option",
    "reslut: X caught": "result",
    "surfacngs: marked": "surfacings",
    "borad: london-mb": "board",
}
SLIPS |= {"recrod: public": "record", "tcikets: red taxi 3": "tickets", "Ergebins: X caught": "Ergebnis"}


@pytest.mark.parametrize("slip", SLIPS)
def test_a_misspelt_header_is_an_error(slip: str, sy_judge: Judge, tmp_path: Path) -> None:
    """Also where the rest of the page has the shape of another kind of page: nothing that may be a header is dropped."""
    start = "variant: 2014\nstart: X 35; red 29; blue 26; green 94; white (police) 50\n"
    page = tmp_path / "page.log"
    page.write_text(f"{start}{slip}\n\n1. X taxi 48; green bus 77; red bus 15; white taxi 49; blue taxi 39\n2. X taxi 63\n")
    said = sy_judge("check", str(page))
    assert (said.code, SLIPS[slip].lower() in said.output.lower()) == (2, True)
    assert said.output.startswith("error T010")


MOVES = [
    '{"edition": "2014", "moves": [{"round": 1, "player": "X", "from": 35, "to": 48, "ticket": "TAXI"}, %s]}',
    '{"version": "2014", "game": {"rounds": [{"round": 1, "moves": [{"who": "X", "by": "taxi", "from": 35, "to": 48}, %s]}]}}',
]


@pytest.mark.parametrize("page", MOVES)
def test_moves_in_json_of_other_programs(page: str, sy_judge: Judge, tmp_path: Path) -> None:
    """A list of objects, each with who, how and where to, under any plain key; rounds may be around them."""
    others = (("red", 29, 15, "bus"), ("blue", 26, 39, "taxi"), ("green", 94, 77, "bus"), ("yellow", 50, 49, "taxi"))
    rest = ", ".join(f'{{"piece": "{who}", "from": {at}, "to": {to}, "ticket": "{fare}"}}' for who, at, to, fare in others)
    file = tmp_path / "game.json"
    file.write_text(page % rest, encoding="utf-8")
    said = sy_judge("check", file)
    assert said.output.startswith("read as moves in JSON")
    assert ": legal by" in said.output
    file.write_text((page % rest).replace('"to": 15', '"to": 16'), encoding="utf-8")
    assert "illegal follow-a-line" in sy_judge("check", file).output


def test_json_without_moves_is_called_json(sy_judge: Judge, tmp_path: Path) -> None:
    file = tmp_path / "other.json"
    file.write_text('{"secret": [1, 2]}', encoding="utf-8")
    said = sy_judge("check", file)
    assert (said.code, said.output.startswith("error T246: this JSON"), "secret" in said.output) == (2, True, False)


def _said(text: str) -> tuple[str, list[tuple[str, str]]]:
    """The verdict on a page, and each question or finding with its help."""
    try:
        page = read_page(Log("page.txt", text), Asked())
    except Refused as refused:
        return "invalid", [(fault.code, fault.help) for fault in refused.faults]
    if page.errors:
        return "invalid", [(fault.code, fault.help) for fault in page.errors]
    verdict = outcome_of(page).verdict
    return verdict.verdict, [(one.rule, one.help) for one in verdict.findings]


def test_a_line_that_a_message_offers_can_be_written() -> None:
    """The page with that line on top is judged, or says one further thing, and is not called illegal because of it."""
    tried = 0
    for page in (one for one in typed() if not one.get("unread")):
        _verdict, said = _said(page["text"])
        offered = [
            line for code, help in said if code != "T235" for line in re.findall(r"`((?:seats|start|variant): [^`]*)`", help)
        ]
        for line in offered:
            if "..." not in line:
                tried += 1
                then, more = _said(f"{line}\n{page['text']}")
                assert then != "illegal" or page["verdict"] == "illegal", (page["title"], line)
                assert then != "invalid" or len(more) <= max(1, len(said)), (page["title"], line, more)
    assert tried
