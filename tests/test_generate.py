"""`sy-judge generate`: random games of every variant are legal, end as they say, and come back by their seed."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import TOP, Said, variants_in

from adjudicator.game import Game
from adjudicator.judge.batch import editions, judge, viewed
from adjudicator.judge.log_file import Asked, Log, read_page
from adjudicator.record import write
from adjudicator.workshop.random_games import Maker, maker, marked

HOUSES = variants_in("examples/house-rules")
GAMES = [*editions("all"), "examples/saltmarsh/smugglers.toml"]
HOUSE_GAMES = [path.relative_to(TOP).as_posix() for path in HOUSES if "\npack " not in path.read_text(encoding="utf-8")]
PACKS = [f"2014+{path.relative_to(TOP).as_posix()}" for path in HOUSES if "\npack " in path.read_text(encoding="utf-8")]


@pytest.fixture(autouse=True)
def at_the_top(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(TOP)


def makers(variant: str) -> Maker:
    return maker(Asked(variant))


@pytest.mark.parametrize("variant", [*GAMES, *HOUSE_GAMES, *PACKS])
def test_generated_games_are_legal(variant: str) -> None:
    made = makers(variant)
    for seed in range(4):
        text = write(made.game(seed))
        outcome = judge(Log("game.log", text), Asked())
        assert (outcome.verdict.verdict, outcome.faults) == ("legal", ()), text
        assert outcome.verdict.result is None or outcome.verdict.result.agrees, text


@pytest.mark.parametrize("variant", GAMES)
def test_what_the_pursuers_saw_of_a_game_is_never_illegal(variant: str) -> None:
    made = makers(variant)
    for seed in (11, 12):
        text = write(made.game(seed))
        for seat, allowed in (("X", {"legal"}), ("detectives", {"legal", "undecided"})):
            outcome = judge(Log("game.log", text), Asked(), seat)
            assert outcome.verdict.verdict in allowed, (seat, text)


def test_marks_made_while_a_game_is_played_are_those_of_the_judge() -> None:
    """Rides and doubles say at once what the table sees of them, so nothing has to be judged again to mark it."""
    made = makers("2014")
    game = Game.deal(made.rulebook, seed=1)
    assert {len(move.legs) for move in game.moves()} == {1, 2}
    engine, p = game.engine, game.worlds[0].cells
    assert None not in [engine.entered(p, move) for move in game.moves()]
    for seed in range(3):
        text = made.text(seed)
        bare = read_page(Log("-", text.replace("!", "")), Asked()).transcript
        assert "!" in text
        assert write(marked(bare, made.rulebook)) == text


def test_the_same_seed_gives_the_same_game(sy_judge: Callable[..., Said]) -> None:
    first, again = (sy_judge("generate", "--variant", "2014", "--seed", "7") for _ in range(2))
    assert first == again
    assert first != sy_judge("generate", "--variant", "2014", "--seed", "8")
    assert sy_judge("generate", "--variant", "2014", "--seed", "8").code == 0


def test_a_known_game(sy_judge: Callable[..., Said]) -> None:
    """A change of this game changes every seed that anybody has written down."""
    lines = sy_judge("generate", "--variant", "beginners", "--seed", "1", "--persons", "4").output.splitlines()
    assert lines[:4] == [
        "variant: beginners",
        "seats:   X = Ana; red = Ben; blue = Cleo; green = Dev",
        "start:   X 82; red 46; blue 124; green 41",
        "result:  X caught",
    ]


def test_games_are_written_in_canonical_form(sy_judge: Callable[..., Said], tmp_path: Path) -> None:
    said = sy_judge("generate", "--variant", "classic", "--games", "3", "--seed", "5", "-o", tmp_path / "games")
    names = sorted(path.name for path in (tmp_path / "games").iterdir())
    assert names == ["classic-0005.log", "classic-0006.log", "classic-0007.log"]
    assert said.output.splitlines() == [str(tmp_path / "games" / name) for name in names]
    assert sy_judge("fmt", "--check", tmp_path / "games") == Said("", 0)
    assert sy_judge("check", tmp_path / "games", "--jobs", "2").code == 0


def test_paths_of_rules_count_from_the_folder_of_the_games(sy_judge: Callable[..., Said], tmp_path: Path) -> None:
    variant = "2014+examples/packs/one-double.toml"
    assert sy_judge("generate", "--variant", variant, "-o", tmp_path).code == 0
    assert sy_judge("check", tmp_path).code == 0


def test_a_board_without_cards_is_filled_in_and_it_is_said(sy_judge: Callable[..., Said]) -> None:
    said = sy_judge("generate", "--variant", "holmes", "--seed", "3")
    assert said.output.startswith("the board of `holmes` does not know its cards, so this is played on `london-1895-sample`\n")
    assert "board:      london-1895-sample\n" in said.output


def test_abilities_and_answers_are_in_the_games() -> None:
    made = makers("holmes")
    text = "".join(write(made.game(seed)) for seed in range(12))
    for word in ("manhunt -> ", "interrogate ", "clue -> ", "ban ", "roadblock ", "take ", "escape ", "2x "):
        assert f" {word}" in text


def test_seats_and_players(sy_judge: Callable[..., Said]) -> None:
    def seats(*more: str) -> str:
        output = sy_judge("generate", "--variant", "2014", *more).output
        return next(line for line in output.splitlines() if line.startswith("seats:")).partition(":")[2].strip()

    assert seats("--persons", "4") == "X = Ana; red = Ben; blue = Cleo; green = Dev; white (police)"
    assert seats("--persons", "2") == "X = Ana; red = Ben; blue = Ben; white (police); grey (police)"
    wanted = "X = Zoe; pink = Yan; teal = Xu; lime = Wim; gold = Vik"
    assert seats("--seats", wanted) == wanted


def test_options_and_boards(sy_judge: Callable[..., Said], tmp_path: Path) -> None:
    more = ("--variant", "1984", "--option", "voluntary-surfacing", "--seed", "2", "-o", str(tmp_path))
    assert sy_judge("generate", *more).code == 0
    (path,) = tmp_path.iterdir()
    assert "option:     voluntary-surfacing\n" in path.read_text(encoding="utf-8")
    assert sy_judge("check", path).code == 0


def test_the_record_that_a_seat_could_have_written(sy_judge: Callable[..., Said]) -> None:
    whole = sy_judge("generate", "--variant", "2014", "--seed", "7").output
    team = sy_judge("generate", "--variant", "2014", "--seed", "7", "--view", "detectives").output
    page = read_page(Log("-", whole), Asked())
    assert team == viewed(page, "detectives", Asked()).text
    assert "start:      X ?;" in team
    assert " taxi ?" in team
    assert "!" in team


@pytest.mark.parametrize(
    ("more", "expected"),
    [
        ((), "say which game with --variant"),
        (("--variant", "2041"), "did you mean `2014`?"),
        (("--variant", "2014", "--games", "2"), "name one with -o"),
        (("--variant", "2014", "--persons", "9"), "the seat table has no row for 9 players"),
        (("--variant", "2014", "--persons", "3", "--seats", "X = A; red = B"), "--seats says already"),
        (("--variant", "2014", "--seats", "X = A; red (porter)"), "this game has no role `porter`"),
        (("--variant", "2014", "--option", "cut-of"), "did you mean `cut-off`?"),
        (("--variant", "2014", "-o", "README.md/games"), "this folder cannot be created"),
        (("--variant", "2014", "--view", "mauve"), "nobody at this table is called `mauve`"),
    ],
)
def test_wrong_wishes(more: tuple[str, ...], expected: str, sy_judge: Callable[..., Said]) -> None:
    said = sy_judge("generate", *more)
    assert (said.code, expected in said.output) == (2, True), said.output


# --- what may be done in them


def test_every_clause_of_a_game_was_listed(sy_judge: Callable[..., Said], tmp_path: Path) -> None:
    path = tmp_path / "game.log"
    path.write_text(sy_judge("generate", "--variant", "2014", "--seed", "3", "--persons", "4").output, encoding="utf-8")
    page = read_page(Log(str(path)), Asked())
    for clause in page.transcript.clauses[:24]:
        number = 1 + sum(item.line <= clause.line for item in page.transcript.items if type(item).__name__ == "RoundMark") - 1
        said = json.loads(sy_judge("moves", path, "--at", f"{number}.{clause.piece}", "--format", "json").output)
        assert clause.text.replace("!", "") in said["legal"]


def test_moves_as_text(sy_judge: Callable[..., Said]) -> None:
    said = sy_judge("moves", "examples/2014.log", "--at", "2.red", "--piece", "red")
    assert said.output == (
        "round 2, to move: red on 15\n"
        "  red taxi (5)\n"
        "    red taxi 5; red taxi 14; red taxi 16; red taxi 26; red taxi 28\n"
        "  red bus (3)\n"
        "    red bus 14; red bus 29; red bus 41\n"
    )


def test_moves_as_data(sy_judge: Callable[..., Said]) -> None:
    said = json.loads(sy_judge("moves", "examples/classic.log", "--at", "5", "--format", "json").output)
    assert list(said) == ["to_move", "legal", "losing"]
    assert said["to_move"] == ["X"]
    assert {"X taxi 129", "X black 129", "X 2x taxi 116, taxi 104"} <= set(said["legal"])


def test_losing_moves_stand_apart(sy_judge: Callable[..., Said], tmp_path: Path) -> None:
    path = tmp_path / "game.log"
    path.write_text("variant: holmes-original\nboard: london-1895-sample\nround: 3\nentry: 2\nstart: X 86; red 69; blue 117\n")
    said = json.loads(sy_judge("moves", path, "--format", "json").output)
    assert "X taxi 69" in said["losing"]
    assert "X taxi 69" not in said["legal"]
    assert "allowed, but the game is then lost at once:" in sy_judge("moves", path).output


def test_moves_of_a_view_say_what_is_possible(sy_judge: Callable[..., Said]) -> None:
    said = sy_judge("moves", "examples/2014.log", "--at", "5", "--view", "detectives", "--piece", "X")
    assert "X (on one of " in said.output
    own = sy_judge("moves", "examples/2014.log", "--at", "5", "--view", "X", "--piece", "X")
    assert "to move: X on 100" in own.output


def test_moves_that_cannot_be_decided(sy_judge: Callable[..., Said]) -> None:
    said = json.loads(sy_judge("moves", "examples/records/log-sheet.log", "--format", "json").output)
    assert said["legal"] == []
    assert "X taxi 129" in said["undecided"]


def test_moves_without_a_log(sy_judge: Callable[..., Said]) -> None:
    said = sy_judge("moves", "--variant", "2014", "--piece", "X")
    assert said.output.startswith("a set-up was drawn: X ")
    assert "  X taxi (" in said.output


def test_a_game_that_is_over(sy_judge: Callable[..., Said]) -> None:
    said = sy_judge("moves", "examples/2014.log")
    assert said.output == "round 14: the game is over, the pursuers win (capture)\n"


def test_perft(sy_judge: Callable[..., Said]) -> None:
    counts = [sy_judge("perft", "examples/2014.log", "--at", "3", "--depth", str(depth)).output for depth in range(3)]
    listed = json.loads(sy_judge("moves", "examples/2014.log", "--at", "3", "--format", "json").output)
    assert counts[0] == "1\n"
    assert counts[1] == f"{len(listed['legal'])}\n"
    assert int(counts[2]) > int(counts[1])


@pytest.mark.parametrize(
    ("command", "expected"),
    [
        (("moves",), "name a log, or a game with --variant"),
        (("moves", "examples/2014.log", "--piece", "rod"), "this game has no piece `rod`"),
        (("moves", "examples/2014.log", "--at", "99"), "the record has no round 99"),
        (("moves", "examples/2014.log", "--at", "soon"), "`soon` is not a moment of a game"),
        (("perft", "examples/2014.log"), "Missing option '--depth'"),
        (("perft", "examples/records/public.log", "--at", "6", "--depth", "1"), "does not say where every piece is"),
        (("perft", "nowhere.log", "--depth", "1"), "this file does not exist"),
    ],
)
def test_wrong_questions(command: tuple[str, ...], expected: str, sy_judge: Callable[..., Said]) -> None:
    said = sy_judge(*command)
    assert (said.code, expected in said.output) == (2, True), said.output


def test_one_game_goes_into_a_log_of_this_name(tmp_path: Path, sy_judge: Callable[..., Said]) -> None:
    place = tmp_path / "new" / "g.log"
    assert sy_judge("generate", "--variant", "2014", "-o", place).code == 0
    assert "\n1. X " in place.read_text()
    assert "F41" in sy_judge("generate", "--variant", "2014", "-o", place).output
    many = sy_judge("generate", "--variant", "2014", "--games", "2", "-o", tmp_path / "h.log")
    assert many.code == 2
    assert "`h.log` is the name of one log" in many.output
    assert not (tmp_path / "h.log").exists()


@pytest.mark.parametrize("variant", ["2014", "beginners", "holmes", "house-rules"])
def test_what_was_played_is_written_as_it_would_be_read(variant: str) -> None:
    made = makers(variant)
    for seed in (21, 22):
        assert made.text(seed) == write(made.game(seed))
