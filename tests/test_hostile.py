"""Files that mean harm are refused clearly and at once. Most of them are in `bad/hostile/*.md`, with what lint says of each.

The largest are made here. How long they take is measured by `tests/fuzzing`, which begins with them.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from conftest import TOP, Said
from fuzzing.watching import ends

from adjudicator import Game
from adjudicator.engine import Cells, Counting, Engine, FirstEntries, Seat, Seating, engine_for
from adjudicator.engine.budget import TRIES
from adjudicator.judge import worlds
from adjudicator.judge.walk import Walk
from adjudicator.record import parse
from adjudicator.record.lexicon import lexicon_of
from adjudicator.report import moves, verdicts
from adjudicator.rulebook import inheritance
from adjudicator.rulebook.lint import lint
from adjudicator.rulebook.loader import load

HEAD = 'id      = "made"\ntitle   = "Made"\nextends = "2014"\n'


@pytest.fixture(autouse=True)
def _at_the_top(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(TOP)


@pytest.fixture(scope="module", autouse=True)
def _warm() -> None:
    """Loading the parser is not what is measured."""
    load("2014")


def begun(engine: Engine, stations: dict[str, int]) -> Cells:
    """The position when the first turn begins."""
    p = engine.blank(stations)
    engine.turns.open(p)
    return engine.turns.settle(p)


def clearly(sy_judge: Callable[..., Said], *arguments: str | Path) -> Said:
    with ends():
        said = sy_judge(*arguments)
    assert "Traceback" not in said.output
    assert all(character.isprintable() or character == "\n" for character in said.output)
    return said


def rules(number: int, code: str = "") -> str:
    return "".join(f'[rules.r{n}]\nsays = "A rule."\ncode = {code!r}\n' for n in range(number))


MADE = {
    "more than 192 KiB": ("F03", HEAD + "#" * 196_608),
    "ten thousand rules": ("F03", HEAD + rules(10_000)),
    "ten thousand rules in little room": ("E109", HEAD + "[rules]\n" + "".join(f"{n}={{}}\n" for n in range(7_000))),
    "a rule as long as a book": ("E217", f'{HEAD}[rules.x]\nsays = "A."\ncode = "{"check answer " * 700}"\n'),
    "rules that take long to read": ("E307", HEAD + rules(15, "forbid ride when " + "a and " * 120 + 'b because "c"')),
    "sets that take long to check": ("E340", HEAD + rules(4, "forbid ride when to in {" + "999, " * 400 + '1} because "c"')),
    "a bracket for every letter": ("E218", HEAD + rules(1, "forbid ride when " + "(" * 4_000)),
    "a quote for every letter": ("E2", HEAD + rules(1, "forbid ride because " + '"' * 4_000)),
    "a mistake in every rule": ("E214", HEAD + rules(300, "forbd ride")),
    "a tower of options": ("E109", HEAD + "".join(f'[options.o{n}]\nsays = "A."\n' for n in range(90))),
}


@pytest.mark.parametrize("what", MADE)
def test_large_ones(what: str, sy_judge: Callable[..., Said], tmp_path: Path) -> None:
    code, text = MADE[what]
    (tmp_path / "made.toml").write_text(text)
    said = clearly(sy_judge, "variant", "lint", tmp_path / "made.toml")
    assert said.code == 1
    assert f"error {code}" in said.output
    assert len(said.output) < 100_000


def test_what_is_too_much_is_told_where_it_was_added(sy_judge: Callable[..., Said], tmp_path: Path) -> None:
    """The endings of the core come last, and are not what is too much."""
    large = [f"count(a in stations where distance(a, to) > 3 and next-to(a, to)) > {300 + n}" for n in range(10)]
    small = [f"count(a in {{1, 2, 3, 4, 5, 6, 7, 8, 9}} where a = to) > {n}" for n in range(40)]
    made = enumerate(f'forbid ride by fugitive when {one} because "x"' for one in (*large, *small))
    (tmp_path / "made.toml").write_text(HEAD + "".join(f'[rules.r{n}]\nsays = "A."\ncode = {code!r}\n' for n, code in made))
    said = clearly(sy_judge, "variant", "lint", tmp_path / "made.toml")
    assert "error E310: all rules together need too many tests" in said.output
    assert "core.toml" not in said.output


def test_a_long_chain_of_files(sy_judge: Callable[..., Said], tmp_path: Path) -> None:
    for number in range(30):
        parent = f"./v{number + 1}.toml" if number < 29 else "2014"
        (tmp_path / f"v{number}.toml").write_text(f'id = "v{number}"\ntitle = "V"\nextends = "{parent}"\n')
    said = clearly(sy_judge, "variant", "lint", tmp_path / "v0.toml")
    assert said.code == 1
    assert "error E108" in said.output


def test_large_files_on_top_of_each_other(sy_judge: Callable[..., Said], tmp_path: Path) -> None:
    for number in range(8):
        parent = f"./v{number + 1}.toml" if number < 7 else "2014"
        text = f'id = "v{number}"\ntitle = "V"\nextends = "{parent}"\n' + "# filler\n" * 7_000
        (tmp_path / f"v{number}.toml").write_text(text)
    said = clearly(sy_judge, "variant", "lint", tmp_path / "v0.toml")
    assert said.code == 1
    assert "error E109" in said.output


def test_too_many_packs(sy_judge: Callable[..., Said]) -> None:
    said = clearly(sy_judge, "variant", "show", "2014" + "+examples/packs/fog.toml" * 13)
    assert said.code == 3
    assert "error E106" in said.output


@pytest.mark.parametrize("first", ["examples/packs/fog.toml", "examples/packs/long-night.toml"])
def test_packs_in_conflict(first: str, sy_judge: Callable[..., Said]) -> None:
    said = clearly(sy_judge, "variant", "show", f"2014+{first}+{first}")
    assert said.code == 3
    assert "error E105" in said.output


# --- what is accepted can do no harm either

ODD = """
[state.lambda]
type = "number"
[state.class]
type = "yes or no"
per  = "piece"
[terms.def]
code = "lambda > 3"
[numbers]
import = 2
true   = [1, 2]
[roles.assert]
side   = "pursuers"
plural = "yield"
fare   = "free"
pieces = ["nonlocal"]
[[replace.seats]]
detectives = 3
yield      = 1
[rules.while]
says = "Words that Python keeps for itself are words like any other."
code = '''
on ride then lambda += import, class(piece) := yes
forbid ride by yield when def and round in true and some p in yield has class(p)
  because "{lambda} {class(piece)} {import}"
'''
[actions.exec]
says  = "He does something."
by    = "fugitive"
place = "after entry"
group = "global"
code  = '''
require uses(global, round) = 0 because "once"
choose p from pursuers
choose q from {taxi, bus}
choose print from {3, 8}
then lambda := 0
'''
[actions.p]
says  = "Somebody does something."
by    = "yield"
place = "during turn"
code  = 'require not class(piece) because "{piece}"'
"""


def test_words_of_python_are_words_like_any_other(tmp_path: Path) -> None:
    (tmp_path / "odd.toml").write_text(HEAD + ODD)
    rulebook = load(str(tmp_path / "odd.toml"))
    game = Game.start(rulebook, {"X": 104, "red": 26, "blue": 29, "green": 34, "nonlocal": 50}, roles={"nonlocal": "assert"})
    for _ in range(12):
        game = game.play(game.moves()[-1])
    careful = engine_for(game.seating, complete=False)
    assert set(careful.moves(game.worlds[0].cells)) == set(game.moves())


def test_names_of_pieces_are_names_and_nothing_else() -> None:
    """A caller of the engine from Python may name pieces as he likes."""
    rulebook = load("2014")
    assert rulebook.board is not None
    names = ("red\nimport os", "blue\rraise SystemExit", "green'''\x00")
    seats = (Seat("X", "fugitive", ""), *(Seat(name, "detective", "") for name in names))
    engine = engine_for(Seating(rulebook, rulebook.board, seats))
    stations = dict(zip(("X", *names), (104, 26, 29, 34), strict=True))
    p = begun(engine, stations)
    after = engine.play(p, engine.moves(p)[0])
    assert after is not None
    assert {move.piece for move in engine.moves(after)} == set(names)


NAMING = {
    "thief.toml": 'id = "thief"\ntitle = "T"\nextends = "{}"\n',
    "board.toml": 'id = "thief"\ntitle = "T"\nextends = "2014"\nboard = "{}"\n',
    "game.log": "variant: {}\nstart: X 104; red 26\n1. X taxi 86\n",
    "town.log": "variant: 2014\nboard: {}\nstart: X 104; red 26\n1. X taxi 86\n",
}


@pytest.mark.parametrize("file", NAMING)
@pytest.mark.parametrize("secret", ["./secret", "./secret.toml", "./link.toml", "/etc/passwd", "secret"])
def test_a_file_reads_no_secret(file: str, secret: str, tmp_path: Path, sy_judge: Callable[..., Said]) -> None:
    """A file that names another as its rules or board learns nothing of it, and shows nothing."""
    (tmp_path / "secret").write_text("root: 1234\n")
    (tmp_path / "secret.toml").write_text('root = "1234"\n')
    (tmp_path / "link.toml").symlink_to("secret")
    (tmp_path / file).write_text(NAMING[file].format(secret))
    command = ("check",) if file.endswith(".log") else ("variant", "lint")
    said = clearly(sy_judge, *command, tmp_path / file)
    assert "error F42" in said.output
    assert file in said.output
    assert "1234" not in said.output
    assert "root:" not in said.output


FOREIGN = {
    "password": "root: 1234\n",
    ".env": "KEY=1234\n",
    "users.dat": "user,password\nbob,1234\n",
    "settings.json": '{"password": "1234"}',
    "netrc": "machine x login bob password 1234\n1. bob 1234\n",
}


@pytest.mark.parametrize("file", FOREIGN)
def test_no_line_of_a_foreign_file_is_shown(file: str, tmp_path: Path, sy_judge: Callable[..., Said]) -> None:
    """A file that is neither called nor written like one of ours may be any file of the computer."""
    (tmp_path / file).write_text(FOREIGN[file])
    log = TOP / "examples/2014.log"
    for command in (
        ("check",),
        ("moves",),
        ("variant", "lint"),
        ("fmt",),
        ("board", "lint"),
        ("check", log, "--board"),
        ("unseal", log),
    ):
        said = clearly(sy_judge, *command, tmp_path / file)
        assert said.code
        assert "1234" not in said.output


@pytest.mark.parametrize("key", ["variant", "board"])
def test_what_is_no_ordinary_file_is_not_read(key: str, tmp_path: Path, sy_judge: Callable[..., Said]) -> None:
    """None of these ends, or can be opened at all."""
    os.mkfifo(tmp_path / "pipe.toml")
    (tmp_path / "loop.toml").symlink_to("loop.toml")
    (tmp_path / "zero.toml").symlink_to("/dev/zero")
    (tmp_path / "folder.toml").mkdir()
    for name, code in {"pipe": "F02", "zero": "F02", "folder": "F02", "loop": "F08"}.items():
        edition = "" if key == "variant" else "variant: 2014\n"
        (tmp_path / "game.log").write_text(f"{edition}{key}: ./{name}.toml\nstart: X 104; red 26\n1. X taxi 86\n")
        said = clearly(sy_judge, "check", tmp_path / "game.log")
        assert said.code in (2, 3)
        assert f"error {code}" in said.output, name


GROWING = {
    "squared": "on ride then heap := heap * heap + 3",
    "doubled": "on ride then heap += heap + 3",
    "less and less": "on ride then heap -= heap * heap + 3",
    "tickets squared": "on ride then pot(taxi) := pot(taxi) * pot(taxi) + 3",
    "tickets from nowhere": "on ride then move pot(taxi) * pot(taxi) + 3 taxi from nowhere to pot",
}


@pytest.mark.parametrize("code", GROWING.values(), ids=GROWING)
def test_what_grows_and_grows_stops_growing(code: str, tmp_path: Path, sy_judge: Callable[..., Said]) -> None:
    states = '[state.heap]\ntype = "number"\nseen = "all"\n[supplies.pot]\nstarts = {taxi = 2}\nseen = "all"\n'
    used = 'forbid ride when heap = 5 or pot(taxi) = 5 because "no"'
    (tmp_path / "made.toml").write_text(f"{HEAD}{states}[rules.grow]\nsays = 'It grows.'\ncode = '''\n{code}\n{used}\n'''\n")
    said = clearly(sy_judge, "generate", "--variant", tmp_path / "made.toml")
    assert said.code == 0


def test_no_ticket_is_moved_backwards(tmp_path: Path) -> None:
    code = "on ride by detectives then move 0 - 3 taxi from piece to pile, pile(bus) -= 99"
    (tmp_path / "made.toml").write_text(f"{HEAD}[rules.back]\nsays = 'Back.'\ncode = '{code}'\n")
    game = Game.start(str(tmp_path / "made.toml"), {"X": 104, "red": 26, "blue": 117, "green": 174, "yellow": 50})
    after = game.play("X taxi 86").play("red taxi 39")
    assert after.tickets("red")["taxi"] == 10
    assert after.state("supplies")["pile"]["bus"] == 0


def test_what_is_no_station_has_no_attributes(tmp_path: Path, sy_judge: Callable[..., Said]) -> None:
    code = (
        'forbid ride when some s in {5, 777} has hideout(s) and round = 99 because "x"\n'
        'forbid ride when hideout(if round = 1 then 9999 else 5) or park in symbols(if round = 1 then 888 else 5) because "x"'
    )
    board = 'board = "london-1895-sample"\n'
    (tmp_path / "made.toml").write_text(f"{HEAD}{board}[rules.far]\nsays = 'Far.'\ncode = '''\n{code}\n'''\n")
    assert clearly(sy_judge, "generate", "--variant", tmp_path / "made.toml").code == 0


# --- choices that multiply while a game is played or judged

HIDDEN = """[state.spot]
type = "station"
seen = "fugitive"
[rules.spot]
says = "A."
code = 'forbid ride by fugitive when to = spot because "x"'
"""
ACTION = '[actions.deed]\nsays = "A."\nby = "{}"\nplace = "{}"\nseen = "{}"\ncode = """{}"""\n'
TWO = "choose a from stations\nchoose b from stations"
EACH = 'for each d in detectives choose u from tickets-of(d) written "taking"'
TOO_MANY = {
    "choices with an entry": (ACTION.format("fugitive", "with entry", "all", TWO), "moves", "known.log"),
    "choices of every detective": (ACTION.format("detective", "during turn", "all", TWO), "moves", "moved.log"),
}  # fmt: skip


@pytest.mark.parametrize("what", TOO_MANY)
def test_choices_that_multiply_are_refused_in_time(
    what: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, sy_judge: Callable[..., Said]
) -> None:
    """Reading the rules does not show it: by how much choices multiply depends on the position. Trial games of lint do."""
    made, *command = TOO_MANY[what]
    monkeypatch.chdir(tmp_path)
    Path("made.toml").write_text(HEAD + made)
    start = "variant: ./made.toml\nstart: X {}; red 26; blue 117; green 174; yellow 50; white 34\n"
    Path("known.log").write_text(start.format(104))
    Path("moved.log").write_text(start.format(104) + "1. X taxi 86\n")
    assert "warning W454" in clearly(sy_judge, "variant", "lint", "made.toml").output
    said = clearly(sy_judge, *command)
    assert said.code in (2, 3)
    assert "error F85" in said.output
    assert "[actions.deed]" in said.output  # the rule to blame


@pytest.mark.parametrize("effect", ["spot := a", 'spot := a, announce "tap" to pursuers'])
def test_hidden_play_is_undecided_where_there_is_too_much_of_it(effect: str, tmp_path: Path) -> None:
    """A pair of 40,000 in every world: nobody can follow all of that, so hidden play is undecided."""
    (tmp_path / "made.toml").write_text(
        HEAD + HIDDEN + ACTION.format("fugitive", "after entry", "fugitive", f"{TWO}\nthen {effect}")
    )
    text = "start: X ?; red 26; blue 117; green 174; yellow 50; white 34\n1. X ? ?; red taxi 39\n"
    game = Game.parse(text, str(tmp_path / "made.toml"))
    assert game.walk.end.is_blind
    assert {one.verdict for one in game.findings} == {"undecided"}


SHORTENED = {
    "choices after an entry, inside a double": ("after entry", TWO),
    "choices for a turn of two entries": ("turn", "choose a from stations\nchoose b from detectives\nwrite 2 entries"),
    "two entries by choices for each": ("instead of entry", EACH + "\nthen show station of last entry"),
    "choices for a turn of three entries": ("turn", "choose a from detectives\nchoose b from detectives\nwrite 3 entries"),
}


@pytest.mark.parametrize("what", SHORTENED)
def test_turns_that_are_too_many_are_listed_by_their_first_entry(
    what: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, sy_judge: Callable[..., Said]
) -> None:
    """And the next entry is listed when the first is played."""
    place, code = SHORTENED[what]
    monkeypatch.chdir(tmp_path)
    Path("made.toml").write_text(HEAD + ACTION.format("fugitive", place, "all", code))
    Path("rich.log").write_text("variant: ./made.toml\nstart: X 67; red 26; blue 117; green 174; yellow 50; white 34\n")
    said = clearly(sy_judge, "moves", "rich.log")
    assert said.code == 0
    assert "too many moves" in said.output
    assert '"shortened": true' in sy_judge("moves", "rich.log", "--json").output
    game = Game.read("rich.log")
    assert isinstance(game.moves(), FirstEntries)
    doubles = [move for move in game.moves() if move.notation.startswith(("X 2x", "X deed")) and move.legs]
    assert {len(move.legs) for move in doubles} == {1}
    for move in doubles[:: len(doubles) // 3]:
        begun, judged = game.play(move), game.play(str(move))
        assert begun.is_inside_turn
        while begun.is_inside_turn:
            assert begun.state() == judged.state()
            ride = next(one for one in begun.moves() if one.legs and not one.actions)
            begun, judged = begun.play(ride), judged.play(str(ride))
        assert begun.state() == judged.state()


def test_counting_is_not_shortened() -> None:
    """`classic` with surfacing at will: any detective may give a ticket in each half of a double."""
    stations = {"X": 67, "red": 26, "blue": 117, "green": 174, "yellow": 50, "white": 34}
    game = Game.start("classic", stations, options=["voluntary-surfacing=on"])
    assert len(game.moves()) == 52
    assert game.perft(1) == 83_962


# --- loops that multiply: reading finds nothing in these files

STATES = '[state.heap]\ntype = "number"\nseen = "fugitive"\n[rules.heap]\nsays = "A."\n'
STATES += "code = 'forbid ride by fugitive when heap = 7 because \"x\"'\n"
LOOPS = {
    "loops in loops that follow a ride": "on ride then for each a in stations: for each b in stations: heap += 1",
    "a count that follows a ride":
        "on ride then heap += count(a in stations where count(b in {1, 2, 3, 4, 5} where b = a) = 3)",
    "a count at the start of a turn":
        "on start of turn of fugitive then heap += count(a in stations where some b in {1, 2, 3, 4} has distance(a, b) > 90)",
    "a sum that follows a ride":
        "on ride then heap += sum(distance(1, a) for each a in stations where some b in {1, 2, 3} has a = b)",
    "a count at the end of a round":
        "on end of round then heap += count(a in stations where some b in {1, 2, 3, 4, 5} has distance(a, b) > 90)",
}  # fmt: skip


@pytest.mark.parametrize("what", LOOPS)
def test_loops_that_multiply_are_refused_in_time(
    what: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, sy_judge: Callable[..., Said]
) -> None:
    """In each of hundreds of worlds, for each ride that a record hides."""
    monkeypatch.chdir(tmp_path)
    Path("made.toml").write_text(HEAD + STATES + rules(4, LOOPS[what]))
    lines = "".join(f"{n}. X ? ?; red taxi {39 if n % 2 else 26}\n" for n in range(1, 15))
    Path("hidden.log").write_text(f"variant: ./made.toml\nseats: X; red\nstart: X ?; red 26\n{lines}")
    linted = clearly(sy_judge, "variant", "lint", "made.toml")  # it sees what it can play, and that is less than this log asks
    assert ("warning W453" in linted.output) == ("ride" in LOOPS[what])
    said = clearly(sy_judge, "check", "hidden.log")
    assert said.code == 3
    assert "error F88" in said.output
    assert "[rules.r" in said.output  # the rule to blame


def test_want_of_memory_is_told(sy_judge: Callable[..., Said], monkeypatch: pytest.MonkeyPatch) -> None:
    def none_left(*_: object, **__: object) -> None:
        raise MemoryError

    monkeypatch.setattr("adjudicator.rulebook.loader.load", none_left)
    said = clearly(sy_judge, "variant", "show", "2014")
    assert said.code == 2
    assert "error F86" in said.output


# --- records that say almost nothing

ROUNDS = 22
HEADERS = (
    "seats: X = Ana; red = Ben; blue = Cleo; green = Dev; yellow = Eli\nstart: X ?; red {}; blue {}; green {}; yellow {}\n"
)
DOUBLES = "\n".join(
    f"{n}. X 2x ? ?, ? ?; red taxi {39 if n % 2 else 26}; blue taxi {116 if n % 2 else 117}; "
    f"green taxi {161 if n % 2 else 174}; yellow taxi {37 if n % 2 else 50}"
    for n in range(1, ROUNDS + 1)
)
NOTHING = "\n".join(f"{n}. X ? ?; red ? ?; blue ? ?; green ? ?; yellow ? ?" for n in range(1, 7))


@pytest.mark.parametrize(
    ("stations", "clauses"),
    [((26, 117, 174, 50), DOUBLES), ((26, 117, 174, 50), NOTHING), (("?", "?", "?", "?"), NOTHING)],
    ids=["doubles", "from known stations", "from anywhere"],
)
def test_steps_in_all_worlds_are_bounded(stations: tuple[object, ...], clauses: str) -> None:
    """Counted, not timed: every step in every world that is followed."""
    rulebook = load("2014")
    text = f"variant: 2014\n{HEADERS.format(*stations)}{clauses}\n"
    transcript, _ = parse(text, lexicon_of(rulebook), "game.log")
    state = Walk.of(transcript, rulebook).end
    at_once = 20 * worlds.most(state.engine)  # rides of a station, in as many worlds as are followed at once
    assert state.tried <= worlds.MOST_TRIED + at_once + ROUNDS * 2 * 20 * 199


@pytest.mark.parametrize("variant", ["2014", "house-rules"])
def test_where_nothing_is_known_few_steps_are_tried(variant: str) -> None:
    """Once he may be almost anywhere, nothing more is found out by trying each of his rides, however long the record is."""
    rulebook = load(variant)
    clauses = "\n".join(f"{n}. X ? ?; red ? ?; blue ? ?; green ? ?; yellow ? ?" for n in range(1, 20))
    transcript, _ = parse(f"{HEADERS.format('?', '?', '?', '?')}{clauses}\n", lexicon_of(rulebook), "game.log")
    state = Walk.of(transcript, rulebook).end
    assert state.lost
    assert state.tried <= worlds.MOST_TRIED_OPEN + 20 * 20 * 199


def test_of_very_many_breaches_the_first_are_shown(
    tmp_path: Path, sy_judge: Callable[..., Said], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(verdicts, "BREACHES", 20)
    log = tmp_path / "wild.log"
    rounds = "\n".join(f"{number}. X taxi 1; red taxi 2; blue taxi 3" for number in range(1, 25))
    log.write_text(f"variant: 2014\nseats: X; red; blue\nstart: X 104; red 26; blue 117\n{rounds}\n")
    said = sy_judge("check", log)
    every = json.loads(sy_judge("check", log, "--json").output)
    breaches = sum(one["verdict"] == "illegal" for one in every["findings"])
    assert breaches > 20
    assert said.output.count("\nillegal ") + said.output.startswith("illegal ") == 20
    assert f"… and {breaches - 20} more breaches; `--json` lists all" in said.output


def test_of_very_many_moves_the_first_are_shown(sy_judge: Callable[..., Said], monkeypatch: pytest.MonkeyPatch) -> None:
    every = json.loads(sy_judge("moves", "examples/2014.log", "--at", "4", "--json").output)["legal"]
    monkeypatch.setattr(moves, "MOST", 20)
    said = sy_judge("moves", "examples/2014.log", "--at", "4").output
    assert len(every) > 20
    assert every[0] in said
    assert f"… and {len(every) - 20} more; `--json` lists all" in said


def test_a_long_gap_in_a_page_is_read_in_time(tmp_path: Path, sy_judge: Callable[..., Said]) -> None:
    """Signs that say nothing are read as spaces, and a name in a chat may have spaces in it: that took hours."""
    page = tmp_path / "gap.log"
    page.write_text(f"variant: 2014\n1. X taxi 86; red {'{' * 40_000}x taxi 39\n")
    assert clearly(sy_judge, "check", page).code == 2


@pytest.mark.parametrize("condition", ["to = spot", "distance(to, spot, taxi) < 3"])
def test_what_is_tried_for_hidden_values_is_bounded(condition: str, tmp_path: Path) -> None:
    """A rule about a hidden station is asked for each station that it may be, in each world, for each ride."""
    rules = tmp_path / "spot.toml"
    code = f'"""\nforbid ride by fugitive when {condition} and heap(piece) > 0 because "no"\n"""'
    hidden = (
        '[state.spot]\ntype = "station"\nseen = "fugitive"\n[state.heap]\ntype = "number"\nper = "piece"\nseen = "fugitive"\n'
    )
    rules.write_text(f'{HEAD.replace("2014", "holmes")}{hidden}[rules.no]\nsays = "A rule."\ncode = {code}\n')
    with Counting(0, 0):
        game = Game.read("examples/records/public.log", str(rules))
        assert any(one.verdict == "undecided" for one in game.verdict.findings)
        assert 0 <= game.engine.table.rules.budget.tries_left < TRIES


@pytest.mark.parametrize("header", ["variant: {name}", "variant: {name}.toml", "variant: 2014\nboard: {name}"])
def test_a_name_that_is_too_long_for_a_file_names_none(header: str, tmp_path: Path, sy_judge: Callable[..., Said]) -> None:
    log = tmp_path / "long.log"
    log.write_text(f"{header.format(name='2014' * 700)}\nstart: X 1\n1. X taxi 8\n")
    said = clearly(sy_judge, "check", log)
    assert said.code in (2, 3)
    assert "the output cannot be written" not in said.output


def test_a_board_below_one_whose_name_is_too_long(tmp_path: Path, sy_judge: Callable[..., Said]) -> None:
    board = tmp_path / "long.toml"
    board.write_text(f'id = "long"\ntitle = "Long"\nextends = "{"long" * 700}.toml"\n')
    assert "B06" in clearly(sy_judge, "board", "lint", board).output


def test_many_changes_of_one_pack_are_not_compared_with_each_other(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    pack = tmp_path / "many.toml"
    rows = "".join(f"[amend.roles.fugitive.tickets-{number}]\ndouble = 3\n" for number in range(600))
    pack.write_text(f'id = "many"\ntitle = "Many"\npack = true\n{rows}')
    compared, conflicts = list[int](), inheritance._Layer._conflicts

    def counted(self: inheritance._Layer, *at: Any) -> bool:
        compared.append(len(self._touched_before))
        return conflicts(self, *at)

    monkeypatch.setattr(inheritance._Layer, "_conflicts", counted)
    assert len(lint(str(pack)).faults) >= 600
    assert 600 <= len(compared) <= 1_300  # with so many errors, two games are enough
    assert sum(compared) == 0


SECRET = """
[state.guess]
type = "station"
per  = "piece"
seen = "own"

[actions.guess]
says  = "Once in the game, a detective writes down in secret where he thinks that the fugitive will be caught."
by    = "detective"
place = "during turn"
seen  = "own"
code  = '''
require uses(guess, game) < 1 because "one guess is enough"
choose s from stations
then guess(piece) := s
'''

[actions.opens]
says  = "A detective may turn his guess over."
by    = "detective"
place = "during turn"
code  = "choose s from stations where s = guess(piece)"
"""
GUESSED = """
seats: X; red; blue; green; yellow; purple
start: X {0}; red 117; blue 112; green 197; yellow 132; purple 50
1. X bus {1}; red {2}taxi 129; blue taxi 111; green taxi 195; yellow taxi 140; purple taxi 37; red opens 29
2. X taxi {3}; red taxi 143; blue bus 100; green taxi 182; yellow bus 156; purple taxi 24; red opens 29
3. X black 42!; red taxi 142; blue bus 63; green taxi 183; yellow bus 154; purple taxi 37; red opens 29
"""


@pytest.mark.parametrize("torn", [False, True], ids=["all in sight", "blue's start is torn off"])
def test_what_pursuers_can_do_in_secret_is_followed_as_far_as_it_can_be(torn: bool, tmp_path: Path) -> None:
    """One of 200 stations for each of five detectives, after each clause, in each world."""
    rules = tmp_path / "guess.toml"
    rules.write_text(HEAD.replace("2014", "classic") + SECRET)
    game = Game.parse(GUESSED.format(29, 42, "guess 29; red ", 56), str(rules))
    assert game.verdict.verdict == "legal"
    seen = GUESSED.format("?", "?", "", "?").replace("blue 112", "blue ?" if torn else "blue 112")
    with ends():
        state = Game.parse(f"record: public\n{seen}", str(rules)).walk.end
    assert all(one.verdict != "illegal" for one in state.findings.all())
    assert state.tried_unseen <= worlds.most_unseen(state.engine) + 200
    assert len(state.worlds) <= worlds.most(state.engine)
    assert 42 in state.stations()


LATE = """
record: public
start: X ?; red 26; blue 117; green 174; yellow 50
1. X taxi ?; red taxi 39; blue taxi 116; green taxi 161; yellow taxi 37
2. X taxi ?; red opens 46; red taxi 51; blue taxi 104; green taxi 174; yellow taxi 50
"""


def test_what_hangs_on_lost_secrets_is_not_called_illegal(tmp_path: Path) -> None:
    """He may have guessed at any time before; no world with that is left."""
    rules = tmp_path / "guess.toml"
    each = SECRET.replace('"station"', '"station or none"').replace("uses(guess, game) < 1", "guess(piece) = none")
    rules.write_text(HEAD + each)
    game = Game.parse(LATE, str(rules))
    assert game.walk.end.lost
    assert {one.verdict for one in game.findings} == {"undecided"}


def test_choices_that_are_not_read_are_tried_one_after_another(tmp_path: Path) -> None:
    """A pair of stations is one of 40,000; only the few whose first station can be chosen are made."""
    rules = tmp_path / "pair.toml"
    choices = "choose a from stations where a in {198, 199}\nchoose b from stations"
    rules.write_text(f'{HEAD}[actions.deed]\nsays = "A."\nby = "fugitive"\nplace = "with entry"\ncode = """\n{choices}\n"""\n')
    game = Game.parse("start: X 26; red 117; blue ?; green 174\n1. X taxi 15 + deed ? ?; red taxi 108\n", str(rules))
    assert not game.engine.complete
    assert "deed" not in {one.rule for one in game.findings}


def test_worlds_taken_together_can_draw_every_card_of_each() -> None:
    """He knows which card he started from, and may draw any other one later; the rest of the table does not know it."""
    rulebook = load("holmes")
    assert rulebook.board is not None
    engine = engine_for(Seating(rulebook, rulebook.board, (Seat("X", "fugitive", ""), Seat("red", "detective", ""))))
    deck = rulebook.facts.draws[0]
    positions = [begun(engine, {"X": 104, "red": 26}) for _ in range(2)]
    for number, p in enumerate(positions):
        p[engine.ledger.layout.decks[deck]] = 0b11
        engine.ledger.put_drawn(p, deck, number)
    (left,) = engine.ledger.one_for_each_station(positions)
    assert all(engine.ledger.is_in_deck(left, deck, number) for number in range(2))


def test_a_long_list_with_a_mistake_at_its_end_is_read_once(tmp_path: Path, sy_judge: Callable[..., Said]) -> None:
    board = tmp_path / "list.toml"
    board.write_text(f'id = "list"\ntitle = "List"\nstations = [{", ".join(map(str, range(40)))},,, 50]\n')
    said = clearly(sy_judge, "board", "lint", board)
    assert said.code == 1
    assert "error F05" in said.output
