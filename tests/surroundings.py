"""`python tests/surroundings.py --count 1000 --seed 1`: what lies around a file, not in it.

Each seed tries one of these, chosen by chance, with the real program in its own process:

things      pipes, devices, folders, sockets, links in circles and to nowhere, closed files and odd names, in every place where
            a command takes a file: it ends with a clear word, and leaves them as they were
families    files that extend each other in circles, out of the folder, by links and by names of devices
edges       shipped rules with dates, huge numbers, dotted keys and inline tables in them; written in another form of TOML, they
            are the same rules
caches      entries of the cache that are cut, mixed up, forged, or no files: the answer is the one without a cache
clocks      files and entries from 1970 and 2100, and a file that changes while its size and its time do not
closed      a folder that cannot be written to: the error says so, and nothing is lost
full        a disk with little room, a real one: a file is whole or not there, and a game continues from its last clause
"""

from __future__ import annotations

import os
import re
import shutil
import socket
import stat
import subprocess
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import tomli_w
from attrs import frozen
from campaign import campaign
from fuzzing.trying import COMMANDS
from live_play import TABLES, play, table

from adjudicator.faults import Refused
from adjudicator.rulebook.loader import load
from adjudicator.table.table_game import TableGame

TOP = Path(__file__).parents[1]
GAME = TOP / "examples" / "2014.log"
PUBLIC = TOP / "examples" / "records" / "public.log"
PATIENCE = 240  # seconds that a command may take, also on a busy machine: it finds what never ends
CODES = range(5)
SHIPPED = sorted((TOP / "variants").glob("*.toml")) + sorted((TOP / "examples" / "house-rules").glob("h*.toml"))
RULES = [path for path in SHIPPED if not path.name.endswith(".cases.toml")]


@frozen
class Said:
    code: int
    output: str


def run(folder: Path, *arguments: str | bytes, closed: bool = False, **more: str) -> Said:
    """A command in its own process, as somebody types it there. Raises AssertionError where it ends badly, or not at all. With
    `closed`, rights of files count for it also if everything is allowed to this process."""
    words: list[str | bytes] = [*(powerless() if closed else []), sys.executable, "-m", "adjudicator", *arguments]
    environment = {**os.environ, "PYTHONPATH": str(TOP), "SY_JUDGE_CACHE": "off", "COLUMNS": "100", **more}
    try:
        ran = subprocess.run(
            words, cwd=folder, env=environment, stdin=subprocess.DEVNULL, capture_output=True, timeout=PATIENCE, check=False
        )
    except subprocess.TimeoutExpired:
        raise AssertionError(f"{arguments} does not end") from None
    output = (ran.stdout + ran.stderr).decode("utf-8", "replace")
    assert "Traceback" not in output, f"{arguments}: {output[-1500:]}"
    assert ran.returncode in CODES, f"{arguments}: exit code {ran.returncode}: {output[-500:]}"
    assert ran.returncode < 2 or re.search(r"\b[Ee]rror\b|undecided|\"verdict\"", output), (
        f"{arguments}: no clear word: {output[-500:]}"
    )
    return Said(ran.returncode, output)


def powerless() -> list[str]:
    """How a command is started that may do no more than its user, where this is everything."""
    return ["setpriv", "--inh-caps=-all", "--bounding-set=-all"] if os.geteuid() == 0 else []


# --- things other than ordinary files


def pipe(path: Path) -> None:
    os.mkfifo(path)


def closed_file(path: Path) -> None:
    path.write_text("variant: 2014\n")
    path.chmod(0)


def listening(path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as made:
        made.bind(os.path.relpath(path))  # the name of a socket is short


def huge(path: Path) -> None:
    with path.open("wb") as file:
        file.truncate(20 * 2**30)


def link_to(target: str) -> Callable[[Path], None]:
    return lambda path: path.symlink_to(target)


THINGS: dict[str, Callable[[Path], None]] = {
    "pipe": pipe, "folder": Path.mkdir, "closed": closed_file, "socket": listening, "huge": huge,
    "empty": Path.touch, "zero": link_to("/dev/zero"), "full": link_to("/dev/full"), "null": link_to("/dev/null"),
    "random": link_to("/dev/random"), "nowhere": link_to("nowhere"), "home": link_to("."), "top": link_to("/"),
    "memory": link_to("/proc/self/mem"), "itself": link_to("{}"),
}  # fmt: skip
NAMES = ("it.log", "it.toml", "it.csv", "it", "-it.log", "i t\n.log", "it\x1b[31m.toml", "ïté.log", "it.secret", ".log",
         "x" * 250, "beside.log", "beside.secret", "beside.lock", "beside.key")  # fmt: skip
READING = [command for some in COMMANDS.values() for command in some] + [
    "unseal PUBLIC FILE -o -", "unseal FILE FILE -o -", "referee --log FILE", "referee --from FILE --log DIR/t.log",
    "referee FILE", "check GAME --path FILE", "serve FILE --certificate FILE --key FILE", "serve --log FILE/g.log --key FILE",
    "variant new FILE", "variant test FILE --mutate", "check FILE FILE", "check FILE/FILE", "generate --variant FILE -o FILE",
]  # fmt: skip
WRITING = [
    "draw GAME -o FILE", "seal GAME -o FILE", "seal GAME -o DIR/s.log --key FILE", "replay GAME -o FILE", "fmt GAME -o FILE",
    "draw GAME --all -o FILE", "unseal PUBLIC FILE -o FILE", "generate --variant 2014 -o FILE", "import GAME -o FILE",
    "referee --from PAGE --log DIR/beside.log", "seal GAME -o DIR/beside.log", "board draw london -o FILE",
]  # fmt: skip


def things(folder: Path, chance: Random) -> None:
    """One command, and one thing that it cannot read or must not replace."""
    kind, name = chance.choice(sorted(THINGS)), chance.choice(NAMES)
    path = folder / name
    os.chdir(folder)
    link = THINGS[kind]
    if kind == "itself":
        path.symlink_to(name)
    else:
        link(path)
    before = state_of(path)
    command = chance.choice(WRITING if chance.random() < 0.35 or name.startswith("beside") else READING)
    names = {"FILE": str(path) if chance.random() < 0.5 else f"./{name}", "GAME": str(GAME), "HIDDEN": str(PUBLIC)}
    (folder / "page.txt").write_text(TABLES["2014"])
    names |= {"PAGE": str(folder / "page.txt"), "PUBLIC": str(PUBLIC), "DIR": str(folder), "QUESTION": "where can X be"}
    pattern = re.compile("|".join(names))
    words = [pattern.sub(lambda found: names[found[0]], word) for word in command.split()]
    said = run(folder, *words, closed=True)
    assert "\x1b" not in said.output or command.split()[0] in ("fmt", "draw"), f"{words}: an escape sequence is printed"
    if kind != "empty" and kind != "folder":
        assert state_of(path) == before, f"{words}: it has changed"
    assert not list(folder.rglob("*.new")), f"{words}: something half written is left"


def state_of(path: Path) -> tuple[object, ...]:
    found = path.lstat()
    target = os.readlink(path) if path.is_symlink() else ""
    return stat.S_IFMT(found.st_mode), stat.S_IMODE(found.st_mode), target, found.st_size


# --- files that extend each other


PARENTS = (
    "2014", "core", "classic", "../secret", "../secret.toml", "./link.toml", "./round.toml", "./pipe.toml", "/etc/passwd",
    "/dev/zero", "..", ".", "", "~/x.toml", "./v0.toml/", "2014+./v0.toml", "nothing", "../inner/v0.toml", "\\u0000",
)  # fmt: skip


def families(folder: Path, chance: Random) -> None:
    """Some files, each of which extends any of them, or something that is none of ours."""
    inner = folder / "inner"
    inner.mkdir()
    (folder / "secret").write_text("root: 1234\n")
    (folder / "secret.toml").write_text('root = "1234"\n')
    (inner / "link.toml").symlink_to("../secret")
    (inner / "round.toml").symlink_to("round.toml")
    os.mkfifo(inner / "pipe.toml")
    names = [f"v{number}" for number in range(chance.randint(1, 9))]
    for name in names:
        parents = [chance.choice((*names, *(f"./{one}.toml" for one in names), chance.choice(PARENTS))) for _ in range(3)]
        many = ", ".join(f'"{one}"' for one in parents)
        extends = f'"{parents[0]}"' if chance.random() < 0.8 else f"[{many}]"
        board = f'board = "{chance.choice(PARENTS)}"\n' if chance.random() < 0.2 else ""
        pack = "pack = true\n" if chance.random() < 0.1 else f"extends = {extends}\n"
        (inner / f"{name}.toml").write_text(f'id = "{name}"\ntitle = "V"\n{pack}{board}')
    (inner / "game.log").write_text("variant: ./v0.toml\nstart: X 104; red 26; blue 29; green 34; yellow 50\n1. X taxi 86\n")
    for words in (("variant", "lint", "v0.toml"), ("check", "game.log"), ("variant", "show", "v0.toml", "--flat")):
        said = run(inner, *words)
        assert "1234" not in said.output, f"{words}: a line of a foreign file is shown"
        assert "root:" not in said.output, f"{words}: a line of a foreign file is shown"


# --- the edges of TOML

ODD = (
    "1979-05-27", "07:32:00", "1979-05-27T07:32:00Z", "1979-05-27 00:32:00.999999-07:00", "9" * 400, "9" * 5000,
    "-" + "9" * 30, "0x" + "f" * 40, "0o755", "0b1", "1e400", "-inf", "nan", "+nan", "1_000", "3.0", "-0", "[1979-05-27]",
    "{ a = { b = { c = 1979-05-27 } } }", "{}", "[[], {}, [{}]]", "''", '"\\U0010FFFF"', '"\\u202e"', "'''\n'''",
    "[" * 90 + "]" * 90,
    "{a.b.c = 1, a.b.d = 2}", '"1979-05-27"', "true", "99999999999999999999",
)  # fmt: skip
KEYS = ("a.b.c.d", '"".x', '"a b"', "'a.b'", '"\\u0000"', "1979-05-27", "1.2", "true", "_", "-", '"ʎ"', "x." * 40 + "x")


def edges(folder: Path, chance: Random) -> None:
    """A shipped file with something in it that TOML allows and rules do not; and the same file in another form."""
    path = chance.choice(RULES)
    lines = path.read_text(encoding="utf-8").splitlines()
    values = [at for at, line in enumerate(lines) if re.match(r"[\w.\"-]+\s*=\s*[^'\s]+$|[\w.\"-]+\s*=\s*\"[^\"]*\"$", line)]
    for at in chance.sample(values, min(len(values), chance.randint(1, 3))):
        key, _, value = lines[at].partition("=")
        lines[at] = f"{chance.choice(KEYS)} ={value}" if chance.random() < 0.3 else f"{key}= {chance.choice(ODD)}"
    if chance.random() < 0.3:
        lines.insert(chance.randrange(len(lines)), f"{chance.choice(KEYS)} = {chance.choice(ODD)}")
    (folder / "odd.toml").write_text("\n".join(lines) + "\n", encoding="utf-8")
    run(folder, "variant", "lint", "odd.toml")
    run(folder, "check", str(GAME), "--variant", "odd.toml")
    same_rules(path, folder, chance)


def same_rules(path: Path, folder: Path, chance: Random) -> None:
    """Written with inline tables or with dotted keys, rules have the digest that they had."""
    data = tomllib.loads(path.read_text(encoding="utf-8"))
    (folder / "plain.toml").write_text(_beside(tomli_w.dumps(data), path), encoding="utf-8")
    form = chance.choice((inline, dotted))
    (folder / "other.toml").write_text(_beside(form(data), path), encoding="utf-8")
    found = []
    for name in ("plain", "other"):
        try:
            found.append(load(str(folder / f"{name}.toml")).digest)
        except Refused as refused:
            found.append(" ".join(fault.code for fault in refused.faults))
    assert found[0] == found[1], f"{path.name}, {form.__name__}: {found}"


def _beside(text: str, path: Path) -> str:
    """Names of files from the folder of this one."""
    return re.sub(r'"(\.{1,2}/[^"]*\.toml)"', lambda found: f'"{(path.parent / found[1]).resolve()}"', text)


def inline(data: dict[str, Any]) -> str:
    return "".join(f"{_key(key)} = {_value(value)}\n" for key, value in data.items())


def dotted(data: dict[str, Any]) -> str:
    return "".join(f"{path} = {_value(value)}\n" for path, value in _paths(data))


def _paths(data: dict[str, Any], before: str = "") -> list[tuple[str, Any]]:
    found: list[tuple[str, Any]] = []
    for key, value in data.items():
        path = f"{before}{_key(key)}"
        found += _paths(value, f"{path}.") if isinstance(value, dict) and value else [(path, value)]
    return found


def _key(key: str) -> str:
    return key if re.fullmatch(r"[\w-]+", key, re.ASCII) else _value(key)


def _value(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{_key(key)} = {_value(one)}" for key, one in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_value, value)) + "]"
    return tomli_w.dumps({"x": value}).removeprefix("x = ").rstrip("\n")


# --- the cache


def caches(folder: Path, chance: Random) -> None:
    """Answers with a damaged cache, and without any."""
    kept, names = folder / "kept", chance.sample(RULES, 2)
    for path in names:
        run(folder, *_asking(path), SY_JUDGE_CACHE=str(kept))
    entries = sorted(kept.glob("*"))
    assert entries, "nothing is kept"
    for entry in entries:
        damage(entry, chance.choice(entries), chance)
    for path in names:
        wanted = run(folder, *_asking(path))
        assert run(folder, *_asking(path), SY_JUDGE_CACHE=str(kept)) == wanted, f"{path.name}: another answer"


def _asking(path: Path) -> tuple[str, ...]:
    name = f"2014+{path}" if re.search(r"^pack *= true", path.read_text(encoding="utf-8"), re.MULTILINE) else str(path)
    return ("check", str(GAME), "--variant", name)


def damage(entry: Path, other: Path, chance: Random) -> None:
    if not entry.is_file():
        return
    content = entry.read_bytes()
    kind = chance.choice(("cut", "flip", "mixed", "pipe", "folder", "link", "code", "others may write", "empty", "as it was"))
    if kind == "cut":
        entry.write_bytes(content[: chance.randrange(len(content))])
    elif kind == "flip":
        changed = bytearray(content)
        for _ in range(chance.choice((1, 5, 50))):
            changed[chance.randrange(len(changed))] = chance.randrange(256)
        entry.write_bytes(bytes(changed))
    elif kind == "mixed" and other.is_file():
        entry.write_bytes(other.read_bytes())
    elif kind in ("pipe", "folder", "link"):
        entry.unlink()
        THINGS["zero" if kind == "link" else kind](entry)
    elif kind == "code":
        entry.write_bytes(b"cos\nsystem\n(S'echo Traceback'\ntR.")
    elif kind == "others may write":
        entry.write_bytes(content.replace(b"taxi", b"bus"))
        entry.chmod(0o666)
    elif kind == "empty":
        entry.write_bytes(b"")


# --- time

TIMES = (0, 1, 2**31 - 1, 2**31, 2**32 + 1, 4_102_444_800)


def clocks(folder: Path, chance: Random) -> None:
    """The content of a file counts, and neither its time nor the time of its entry in the cache."""
    kept, rules, when = folder / "kept", folder / "mine.toml", chance.choice(TIMES)
    log = folder / "game.log"
    log.write_text("variant: ./mine.toml\nstart: X 104; red 26; blue 29; green 34; yellow 50\n1. X taxi 86\n")
    text = 'id = "mine"\ntitle = "M"\nextends = "2014"\n[rules.closed]\nsays = "Closed."\n'
    codes = []
    for station in chance.sample(("86", "99"), 2):
        rules.write_text(f"{text}code = 'forbid ride when to = {station} because \"closed\"'\n")
        for path in (rules, log, *kept.glob("*")):
            os.utime(path, (chance.choice(TIMES), when))
        said = run(folder, "check", "game.log", SY_JUDGE_CACHE=str(kept))
        codes.append((station, said.code))
    assert sorted(codes) == [("86", 1), ("99", 0)], codes


# --- a folder that cannot be written to

OUTPUTS = (
    "draw GAME -o shut/a.svg", "seal GAME -o shut/a.log", "seal GAME -o open/a.log --key shut/a.key", "fmt GAME -o shut/a.log",
    "replay GAME -o shut/a.html", "generate --variant 2014 -o shut/a.log", "draw GAME --all -o shut/frames",
    "referee --from page.txt --log shut/a.log", "serve --from page.txt --log shut/a.log --port 18399",
    "variant new shut/a.toml", "import GAME -o shut/a.log", "fmt shut/game.log", "seal shut/game.log -o shut/s.log",
    "generate --variant 2014 --games 3 -o shut",
)  # fmt: skip


def closed(folder: Path, chance: Random) -> None:
    """Nothing is written, and the error says so; a game that is there can be read."""
    shut = folder / "shut"
    shut.mkdir()
    (folder / "open").mkdir()
    (folder / "page.txt").write_text(TABLES["2014"])
    (shut / "game.log").write_text(GAME.read_text(encoding="utf-8").replace("; ", ";"))
    shut.chmod(0o555)
    before = [(path.name, path.read_bytes()) for path in shut.iterdir()]
    words = [word.replace("GAME", str(GAME)) for word in chance.choice(OUTPUTS).split()]
    try:
        said = run(folder, *words, closed=True, SY_JUDGE_CACHE=str(shut))
        assert said.code or words == ["fmt", "shut/game.log"], f"{words}: {said.output}"
        assert run(folder, "check", "shut/game.log", closed=True, SY_JUDGE_CACHE=str(shut)).code == 0
    finally:
        shut.chmod(0o755)
    assert [(path.name, path.read_bytes()) for path in shut.iterdir()] == before, words
    assert list((folder / "open").iterdir()) == [], words


# --- a disk that is full

BLOCK = 4096
ROOM = 192 * BLOCK  # of the disk


def full(folder: Path, chance: Random) -> None:
    """In its own process, which alone sees a small disk."""
    alone = ["unshare", "--mount"] if os.geteuid() == 0 else ["unshare", "--mount", "--map-root-user"]
    words = [*alone, sys.executable, __file__, "on a small disk", str(folder), str(chance.randrange(2**32))]
    ran = subprocess.run(words, capture_output=True, text=True, timeout=4 * PATIENCE, check=False)
    assert ran.returncode == 0, ran.stderr[-2000:]


def has_small_disks() -> bool:
    """Whether this process may mount one."""
    alone = ["unshare", "--mount"] if os.geteuid() == 0 else ["unshare", "--mount", "--map-root-user"]
    return (
        bool(shutil.which("unshare"))
        and not subprocess.run([*alone, "mount", "-t", "tmpfs", "none", "/mnt"], check=False).returncode
    )


def on_a_small_disk(folder: Path, chance: Random) -> None:
    subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={ROOM}", "none", str(folder)], check=True)
    (folder / "game.log").write_bytes(GAME.read_bytes())
    if chance.random() < 0.5:
        outputs_on(folder, chance)
    else:
        evening_on(folder, chance)


def outputs_on(folder: Path, chance: Random) -> None:
    """An output is whole, or not there and reported; the input is as it was."""
    words = chance.choice((
        "draw game.log -o a.svg", "replay game.log -o a.html", "seal game.log -o a.log", "fmt game.log -o a.log",
        "draw game.log --all -o frames", "fmt game.log", "generate --variant 2014 -o a.log",
    )).split()  # fmt: skip
    before = (folder / "game.log").read_bytes()
    fill(folder, chance.choice((0, 0, 1, 2, 3, 5, 20, 60)))
    said = run(folder, *words, SY_JUDGE_CACHE=str(folder / "kept"))
    assert (folder / "game.log").read_bytes() == before or words == ["fmt", "game.log"], words
    assert not list(folder.glob("*.new")), f"{words}: something half written is left"
    made = [path for path in folder.glob("a.*") if path.name != "a.key"]
    assert bool(made) == (said.code == 0) or words[-1] in ("frames", "game.log"), f"{words}: {said.output}"
    if "a.log" in words and said.code == 0:
        (folder / "filler").unlink()
        assert run(folder, "check", "a.log").code in (0, 2), words


def fill(folder: Path, blocks: int) -> None:
    """Leave so many blocks of the disk."""
    with (folder / "filler").open("wb", buffering=0) as file:
        try:
            while True:
                file.write(bytes(BLOCK))
        except OSError:
            file.truncate(max(0, file.tell() - blocks * BLOCK))


def evening_on(folder: Path, chance: Random) -> None:
    """A game at a table goes on while there is room, and when there is room again; each time the disk has the game."""
    at = table(folder / "evening", TABLES[chance.choice(sorted(TABLES))], seed=chance.randrange(1000))
    for _ in range(3):
        play(at, seed=chance.randrange(1000), most=chance.randint(1, 6))
        fill(folder, chance.choice((0, 0, 1, 2, 3)))
        play(at, seed=chance.randrange(1000), most=chance.randint(1, 8))
        assert is_kept(at.game, at.read_back()), "what counted is not on the disk"
        (folder / "filler").unlink()
    play(at, seed=1, most=2)
    assert is_kept(at.game, at.read_back())
    at.quit()


def is_kept(game: TableGame, found: TableGame) -> bool:
    return game.items == found.items


# --- all of them

KINDS = {
    "things": things,
    "families": families,
    "edges": edges,
    "caches": caches,
    "clocks": clocks,
    "closed": closed,
    "full": full,
}
SHARES = (8, 3, 3, 1, 1, 3, 3)


def tried(seed: int, folder: Path) -> int:
    """One attempt. Raises AssertionError with what went wrong."""
    chance = Random(seed)
    kind = chance.choices(sorted(KINDS, key=list(KINDS).index), SHARES)[0]
    here = os.getcwd()
    try:
        KINDS[kind](folder, chance)
    except AssertionError as error:
        raise AssertionError(f"{kind}: {error}") from None
    finally:
        os.chdir(here)
    return 1


if __name__ == "__main__":
    if sys.argv[1:2] == ["on a small disk"]:
        on_a_small_disk(Path(sys.argv[2]), Random(int(sys.argv[3])))
        sys.exit()
    sys.exit(campaign(__doc__ or "", "attempts", 1000, tried))
