"""The cache of checked rulebooks: what is kept is the same, stale and damaged entries are as if they were not there."""

from __future__ import annotations

import hashlib
import json
import os
import re
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest
from conftest import examples, variants_in
from hypothesis import given
from hypothesis import strategies as st

from adjudicator import Move, files
from adjudicator.faults import Refused
from adjudicator.game import Game
from adjudicator.judge.batch import judge
from adjudicator.judge.deal import deal, headed
from adjudicator.judge.log_file import Asked, Log
from adjudicator.rulebook import cache, loader
from adjudicator.rulebook.model import Rulebook

TOP = Path(__file__).parent.parent
SHIPPED = sorted(path.stem for path in (TOP / "variants").glob("*.toml"))
EXAMPLES = variants_in("examples/house-rules")
PACK = re.compile(r"^pack *= true", re.MULTILINE)
HOUSE = [f"2014+{path}" if PACK.search(path.read_text(encoding="utf-8")) else str(path) for path in EXAMPLES]
PACKED = [f"2014+{TOP / 'examples' / 'packs' / name}.toml" for name in ("third-double", "one-double")]
LOG = "variant: {}\nstart: X 104; red 26; blue 117; green 174; yellow 50\n1. X taxi 86; red {} 39\n"
CLAUSES = 20  # of a game
STARTS = {  # where the board does not list start cards
    "holmes": {"X": 104, "sherlock": 26, "watson": 117, "mycroft": 174, "irene": 50, "lestrade": 53},
    "holmes-original": {"X": 104, "red": 26, "blue": 117, "green": 174, "yellow": 50},
}
HEAVY = ("lark",)  # the words of the notation are a little TOML


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache folder of our own; it is not there yet."""
    monkeypatch.setenv("SY_JUDGE_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(cache, "_at_hand", {})
    return tmp_path / "cache"


def load(name: str, **more: Any) -> Rulebook:
    """A rulebook as a new process would load it: nothing is in memory."""
    cache._at_hand.clear()
    return loader.load(name, **more)


def entries(folder: Path) -> list[Path]:
    return sorted(folder.glob("*"))


def reads(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Every rulebook that is made from its files from now on."""
    from adjudicator.rulebook import from_files

    made: list[str] = []
    make = from_files.load

    def noted(name: str, **more: Any) -> Rulebook:
        made.append(name)
        return make(name, **more)

    monkeypatch.setattr(from_files, "load", noted)
    return made


# --- the same


def played(rulebook: Rulebook) -> tuple[str, list[Sequence[Move]]]:
    """A random game, and everything that is legal before each of its clauses."""
    random, found = Random(1), list[Sequence[Move]]()
    if rulebook.id in STARTS:
        game = Game.start(rulebook, STARTS[rulebook.id])
    else:
        game = Game.of(headed(deal(rulebook, random).headers, rulebook), rulebook)
    while len(found) < CLAUSES and (moves := game.moves()):
        found.append(moves)
        game = game.play(random.choice(moves))
    assert found
    return game.text, found


def types(rulebook: Rulebook) -> list[object]:
    """The type of every statement's nodes, in their order."""
    from adjudicator.language.tree_walk import walk

    nodes = [node for rule in rulebook.rules.values() for one in rule.statements for node in walk(one)]
    found = [rulebook.types.get(id(node)) for node in nodes]
    return [(one, one.side, one.size) if one else None for one in found]


@pytest.mark.parametrize("name", [*SHIPPED, *HOUSE, *PACKED])
def test_what_is_kept_is_the_same(name: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = reads(monkeypatch)
    first, second = load(name), load(name)
    assert made == [name]
    assert first is not second
    for field in ("tables", "chosen", "rules", "actions", "scope", "digest", "looks_back", "values", "numbers", "groups"):
        assert getattr(first, field) == getattr(second, field), field
    assert types(first) == types(second)
    assert not cache.differ(second, first)
    if first.board is None or second.board is None:
        assert first.board is second.board
        return
    assert first.board.digest == second.board.digest
    assert not first.tables.abstract or first.tables.roles
    if not first.tables.abstract:
        assert played(first) == played(second)


@pytest.mark.parametrize("name", ["classic", *PACKED])
def test_places_are_still_known(name: str, folder: Path) -> None:
    first, second = load(name), load(name)
    for rule in first.rules.values():
        assert first.origin(rule.section, rule.id) == second.origin(rule.section, rule.id)


def test_each_choice_has_its_own_entry(folder: Path) -> None:
    plain, chosen = load("2014"), load("2014", options=["cut-off"])
    assert plain.digest != chosen.digest
    assert [load("2014").digest, load("2014", options=["cut-off"]).digest] == [plain.digest, chosen.digest]
    other = load("holmes", board="london-1895-sample")
    again = load("holmes", board="london-1895-sample")
    assert other.board is not None
    assert again.board is not None
    assert other.board.id == again.board.id == "london-1895-sample"
    assert load("holmes").board is not other.board


def test_what_is_refused_is_refused_again(folder: Path) -> None:
    for _ in range(2):
        with pytest.raises(Refused, match="E110"):
            load("2014", options=["no-such-option"])
    assert not folder.exists()


# --- nothing heavy is loaded


def judged(log: Path, folder: Path, *more: str) -> tuple[str, set[str]]:
    """The output of `check` in its own process, and the heavy modules that it loaded."""
    code = (
        "import sys\nfrom adjudicator.cli import main\ntry: main(sys.argv[1:])\nexcept SystemExit: pass\n"
        f"print('loaded', *[name for name in {HEAVY!r} if name in sys.modules])"
    )
    environment = {**os.environ, "SY_JUDGE_CACHE": str(folder)}
    run = [sys.executable, "-c", code, "check", str(log), *more]
    said = subprocess.run(run, cwd=TOP, env=environment, capture_output=True, text=True, check=True, encoding="utf-8")
    output, loaded = said.stdout.split("loaded")
    return output, set(loaded.split())


@pytest.mark.parametrize(
    ("variant", "ticket", "more"),
    [
        ("2014", "taxi", ()),
        ("2014", "bus", ()),
        ("police", "taxi", ()),
        ("2014", "taxi", ("--option", "cut-off", "--board", "london")),
        ("2014+examples/packs/third-double.toml", "taxi", ()),
        ("2014", "taxi", ("--variant", "police")),
        ("classic", "taxi", ("--format", "json")),
    ],
)
def test_a_second_run_loads_nothing_heavy(
    variant: str, ticket: str, more: tuple[str, ...], folder: Path, tmp_path: Path
) -> None:
    log = tmp_path / "game.log"
    log.write_text(LOG.format(variant.replace("examples", str(TOP / "examples")), ticket), encoding="utf-8")
    first, heavy = judged(log, folder, *more)
    second, light = judged(log, folder, *more)
    assert heavy == set(HEAVY)
    assert light == set()
    assert first == second


# --- stale entries


@pytest.fixture
def house(tmp_path: Path) -> Path:
    """A variant with its own board beside it."""
    board = (TOP / "boards" / "london.toml").read_text(encoding="utf-8")
    (tmp_path / "town.toml").write_text(board.replace('id = "london"', 'id = "town"', 1), encoding="utf-8")
    path = tmp_path / "house.toml"
    path.write_text('id = "house"\ntitle = "House"\nextends = "2014"\nboard = "town"\n', encoding="utf-8")
    return path


def test_a_changed_variant_is_read_again(folder: Path, house: Path) -> None:
    load(str(house))
    house.write_text(house.read_text().replace("House", "Mansion"), encoding="utf-8")
    assert load(str(house)).title == "Mansion"
    os.utime(house, (1, 1))
    assert load(str(house)).title == "Mansion"


def test_a_file_that_changes_is_read_again_in_the_same_run(house: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stations = {"X": 104, "red": 26, "blue": 117, "green": 174, "yellow": 50}
    log = Log("-", LOG.format(house, "bus"))
    monkeypatch.chdir(house.parent)
    first = Game.start("./house.toml", stations)
    assert judge(log, Asked()).verdict.rules == first.rules.digest
    assert Game.start("./house.toml", stations).rules is first.rules
    house.write_text(house.read_text() + "[amend.log]\nrounds = 12\n", encoding="utf-8")
    second = Game.start("./house.toml", stations)
    assert second.rules.digest != first.rules.digest
    assert judge(log, Asked()).verdict.rules == second.rules.digest
    house.write_text("oops", encoding="utf-8")
    with pytest.raises(Refused):
        Game.start("./house.toml", stations)
    assert judge(log, Asked()).verdict.verdict == "invalid"
    house.unlink()
    monkeypatch.chdir("/")
    with pytest.raises(Refused):
        Game.start("./house.toml", stations)


def test_a_changed_board_is_read_again(folder: Path, house: Path) -> None:
    before = load(str(house)).board
    board = house.parent / "town.toml"
    board.write_text(board.read_text(encoding="utf-8").replace("  [1, 8],", "", 1), encoding="utf-8")
    after = load(str(house)).board
    assert before is not None
    assert after is not None
    assert len(after.lines) == len(before.lines) - (before.digest != after.digest)
    board.unlink()
    with pytest.raises(Refused):
        load(str(house))


def test_a_file_that_comes_first_is_found(folder: Path, tmp_path: Path) -> None:
    first, second = tmp_path / "first", tmp_path / "second"
    for place in (first, second):
        place.mkdir()
    text = 'id = "mine"\ntitle = "{}"\nextends = "2014"\n'
    (second / "mine.toml").write_text(text.format("second"))
    assert load("mine", paths=[str(first), str(second)]).title == "second"
    (first / "mine.toml").write_text(text.format("first"))
    assert load("mine", paths=[str(first), str(second)]).title == "first"


def test_an_alias_that_moves_is_followed(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = 'id = "{0}"\ntitle = "{0}"\nextends = "2014"\naliases = ["mine"]\n'
    (tmp_path / "b.toml").write_text(text.format("b"))
    assert load("mine", paths=[str(tmp_path)]).title == "b"
    made = reads(monkeypatch)
    assert load("mine", paths=[str(tmp_path)]).title == "b"
    assert made == []
    (tmp_path / "a.toml").write_text(text.format("a"))
    assert load("mine", paths=[str(tmp_path)]).title == "a"


def test_one_name_in_two_folders_is_two_variants(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "mine.toml").write_text(f'id = "mine"\ntitle = "{name}"\nextends = "2014"\n')
    for name in ("one", "two", "one"):
        monkeypatch.chdir(tmp_path / name)
        assert load("./mine.toml").title == name
        monkeypatch.chdir(tmp_path)
        assert load("mine", beside=str(tmp_path / name / "game.log")).title == name


def test_another_program_keeps_its_own(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = reads(monkeypatch)
    load("2014")
    monkeypatch.setattr(cache, "PROGRAM", "another")
    monkeypatch.setattr(cache, "_program", lambda: "another")
    load("2014")
    assert made == ["2014", "2014"]
    assert len(entries(folder)) == 2


# --- the same content counts, wherever and whenever


def test_neither_time_nor_rights_nor_place_matter(
    folder: Path, house: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    first, made = load("./house.toml"), reads(monkeypatch)
    for path in (house, tmp_path / "town.toml"):
        os.utime(path, (1, 1))
        path.chmod(0o600)
    assert load("./house.toml").digest == first.digest
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    for path in (house, tmp_path / "town.toml"):
        path.rename(elsewhere / path.name)
    monkeypatch.chdir(elsewhere)
    again = load("./house.toml")
    assert made == []
    assert (again.digest, again.files) == (first.digest, tuple(str(elsewhere / Path(file).name) for file in first.files))


def test_an_entry_names_no_place_on_this_machine(
    folder: Path, house: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    load("2014")
    load(str(house))
    for entry in entries(folder):
        text = entry.read_text(encoding="utf-8")
        assert str(TOP) not in text
        assert str(tmp_path) not in text


def test_each_content_has_its_own_entry(folder: Path, house: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text, made = house.read_text(), reads(monkeypatch)
    for title in ("House", "Ouses", "House", "Ouses"):
        house.write_text(text.replace("House", title))
        os.utime(house, (1, 1))
        assert load(str(house)).title == title
    assert len(made) == 2


def test_a_folder_that_ships_with_the_program_is_looked_through(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    load("2014")
    shipped = folder.rename(tmp_path / "shipped")
    shipped.chmod(0o555)
    find = files.folder_of
    monkeypatch.setattr(cache, "folder_of", lambda kind: str(shipped) if kind == "cache" else find(kind))
    made = reads(monkeypatch)
    load("2014")
    assert made == []
    assert not folder.exists()
    shipped.chmod(0o755)


def test_a_program_that_changes_while_it_runs_keeps_nothing(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "_program", lambda: "another")
    load("2014")
    assert not folder.exists()


def test_every_module_that_makes_a_rulebook_belongs_to_the_program() -> None:
    code = (
        "import sys\nfrom adjudicator.rulebook import from_files\n"
        "for name in ('2014+house', 'holmes', 'police', 'beginners'):\n"
        "    from_files.load(name.replace('house', 'examples/packs/third-double.toml'))\n"
        "print(*[name.removeprefix('adjudicator.') for name in sys.modules if name.startswith('adjudicator.')])"
    )
    said = subprocess.run([sys.executable, "-c", code], cwd=TOP, capture_output=True, text=True, check=True)
    homes = {name.partition(".")[0] for name in said.stdout.split()}
    assert homes == {*cache.MAKERS, *(name.removesuffix(".py") for name in cache.MAKER_FILES)}


# --- within one run


def test_a_rulebook_is_loaded_once(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    made = reads(monkeypatch)
    assert len({id(loader.load("2014")) for _ in range(100)}) == 1
    for _ in range(2):
        with pytest.raises(Refused):
            loader.load("2014", options=["no-such-option"])
    assert made == ["2014", "2014"]


def test_a_change_that_leaves_no_trace_is_noticed(house: Path) -> None:
    os.utime(house, (1, 1))
    assert loader.load(str(house)).title == "House"
    house.write_text(house.read_text().replace("House", "Ouses"))
    os.utime(house, (1, 1))
    assert loader.load(str(house)).title == "Ouses"


def test_a_file_that_was_missing_is_found_in_the_same_run(house: Path) -> None:
    text = house.read_text()
    house.unlink()
    with pytest.raises(Refused):
        loader.load(str(house))
    house.write_text(text)
    assert loader.load(str(house)).title == "House"


# --- damage


def sealed(content: bytes) -> bytes:
    return hashlib.sha256(content).hexdigest().encode() + b"\n" + content


def cut(text: bytes) -> bytes:
    return text[: len(text) // 2]


DAMAGES: dict[str, Callable[[bytes], bytes]] = {
    "empty": lambda text: b"",
    "cut": cut,
    "one byte less": lambda text: text[:-1],
    "one byte more": lambda text: text + b" ",
    "a flipped bit": lambda text: text[:4000] + bytes([text[4000] ^ 1]) + text[4001:],
    "another seal": lambda text: b"0" * 64 + text[64:],
    "no seal": lambda text: text.partition(b"\n")[2],
    "zeros": lambda text: bytes(len(text)),
    "not text": lambda text: b"\xff\xfe" * 500,
    "no JSON": lambda text: sealed(b"{'asked': 1}"),
    "another kind": lambda text: sealed(b"[1, 2, 3]"),
    "a number": lambda text: sealed(b"7"),
    "deep": lambda text: sealed(b"[" * 100_000),
    "no rulebook": lambda text: sealed(b'{"asked": "", "trail": {}, "rulebook": {}}'),
    "a tree of strangers": lambda text: sealed(text.partition(b"\n")[2].replace(b'["Forbid"', b'["__import__"')),
    "fields too many": lambda text: sealed(text.partition(b"\n")[2].replace(b'["Number",', b'["Number",1,2,')),
    "types too few": lambda text: sealed(text.partition(b"\n")[2].replace(b'"types":[', b'"types":[0,')),
    "a table of strangers": lambda text: sealed(text.partition(b"\n")[2].replace(b'"pays"', b'"plays"')),
    "a huge file": lambda text: text + b" " * cache.LARGEST,
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_entry_is_as_if_it_were_not_there(damage: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = load("classic")
    (entry,) = entries(folder)
    text = entry.read_bytes()
    changed = DAMAGES[damage](text)
    assert changed != text
    entry.write_bytes(changed)
    made = reads(monkeypatch)
    second = load("classic")
    assert made == ["classic"]
    assert (second.digest, second.rules) == (first.digest, first.rules)
    assert entries(folder) == [entry]
    load("classic")
    assert made == ["classic"], "the damaged entry was not replaced"


@examples(60)
@given(st.data())
def test_no_damage_is_too_strange(data: st.DataObject) -> None:
    """Even where somebody seals nonsense again, looking there never fails."""
    content = json.loads(_kept().partition(b"\n")[2])
    inner, key = content["rulebook"], data.draw(st.sampled_from(sorted(content["rulebook"])))
    while isinstance(inner[key], dict | list) and inner[key] and data.draw(st.booleans()):
        inner = inner[key]
        key = data.draw(st.sampled_from(list(inner) if isinstance(inner, dict) else range(len(inner))))
    anything = st.recursive(st.none() | st.booleans() | st.integers() | st.text(max_size=5), st.lists, max_leaves=3)
    inner[key] = data.draw(anything)
    asked = cache.Asked("core")
    with pytest.MonkeyPatch.context() as patch, _folder() as folder:
        patch.setenv("SY_JUDGE_CACHE", str(folder))
        load("core")
        (entry,) = entries(folder)
        entry.write_bytes(sealed(json.dumps(content).encode()))
        found = cache.recall(asked, lambda: pytest.fail("nobody asked"))
    assert found is None or isinstance(found.found, Rulebook)


_KEPT: list[bytes] = []


def _kept() -> bytes:
    if not _KEPT:
        with pytest.MonkeyPatch.context() as patch, _folder() as folder:
            patch.setenv("SY_JUDGE_CACHE", str(folder))
            load("core")
            _KEPT.append(entries(folder)[0].read_bytes())
    return _KEPT[0]


class _folder:
    def __enter__(self) -> Path:
        import tempfile

        self._holder = tempfile.TemporaryDirectory()
        return Path(self._holder.__enter__()) / "cache"

    def __exit__(self, *error: object) -> None:
        self._holder.cleanup()


# --- whose it is


def test_only_the_owner_can_look(folder: Path) -> None:
    load("2014")
    (entry,) = entries(folder)
    assert folder.stat().st_mode & 0o777 == 0o700
    assert entry.stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("what", ["folder", "entry"])
@pytest.mark.parametrize("mode", [0o020, 0o002])
def test_what_others_may_write_does_not_count(what: str, mode: int, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    load("2014")
    path = folder if what == "folder" else entries(folder)[0]
    path.chmod(path.stat().st_mode | mode)
    made = reads(monkeypatch)
    load("2014")
    assert made == ["2014"]


def test_what_is_not_mine_does_not_count(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    load("2014")
    made, uid = reads(monkeypatch), os.getuid()
    monkeypatch.setattr(os, "getuid", lambda: uid + 1)
    load("2014")
    assert made == ["2014"]


def test_a_link_does_not_count(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    load("2014")
    (entry,) = entries(folder)
    entry.rename(tmp_path / "elsewhere")
    entry.symlink_to(tmp_path / "elsewhere")
    made = reads(monkeypatch)
    load("2014")
    assert made == ["2014"]
    assert not entry.is_symlink()


# --- the folder


def test_a_pipe_is_not_waited_for(folder: Path) -> None:
    first = load("classic")
    (entry,) = entries(folder)
    entry.unlink()
    os.mkfifo(entry)
    assert load("classic").digest == first.digest
    assert entry.is_file()  # it was replaced


@pytest.mark.parametrize("word", ["off", "0", "", "none"])
def test_it_can_be_switched_off(word: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SY_JUDGE_CACHE", word)
    assert cache.cache_folder() is None


def test_it_lies_where_caches_lie(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SY_JUDGE_CACHE")
    monkeypatch.setenv("HOME", "/home/ana")
    monkeypatch.setenv("XDG_CACHE_HOME", "/var/ana")
    assert cache.cache_folder() == "/var/ana/sy-judge"
    monkeypatch.setenv("XDG_CACHE_HOME", "relative")
    assert cache.cache_folder() == "/home/ana/.cache/sy-judge"
    monkeypatch.delenv("XDG_CACHE_HOME")
    assert cache.cache_folder() == "/home/ana/.cache/sy-judge"


def test_where_nothing_can_be_written_all_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv("SY_JUDGE_CACHE", str(tmp_path / "file" / "cache"))
    made = reads(monkeypatch)
    assert load("2014").digest == load("2014").digest
    assert made == ["2014", "2014"]


def test_it_can_be_deleted_at_any_time(folder: Path) -> None:
    before = load("2014").digest
    for entry in entries(folder):
        entry.unlink()
    assert load("2014").digest == before
    assert len(entries(folder)) == 1


def test_the_oldest_make_room(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "MOST", 2)
    names = ["2014", "2023", "classic"]
    for name in names:
        load(name)
        for entry in entries(folder):
            os.utime(entry, (entry.stat().st_mtime - 10, entry.stat().st_mtime - 10))
    assert len(entries(folder)) == 2
    made = reads(monkeypatch)
    load("classic")
    load("2014")
    assert made == ["2014"]
