"""No name of a file collides with another name in the program, and nothing in a file or in the cache is run.

Every word of the rule language, of Python and of the engine is taken as the name of an action, a state, a term and a
variable. The language keeps some for itself; all others have to do what any name does.
"""

from __future__ import annotations

import ast
import builtins
import json
import keyword
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from hashlib import sha256
from pathlib import Path
from typing import get_args

import pytest

from adjudicator import Game, Refused, load_variant
from adjudicator.language import vocabulary as words
from adjudicator.rulebook import cache
from adjudicator.rulebook.loader import suspicion
from adjudicator.rulebook.tables import Lifetime, Placing

START = {"X": 104, "red": 26, "blue": 117, "green": 174, "yellow": 103}
HEAD = 'id = "ours"\ntitle = "Ours"\nextends = "2014"\n[state.heap]\ntype = "number"\nseen = "all"\n'
PLAYED = ("X taxi 86", "red taxi 39", "blue taxi 116")
PYTHON = re.compile(r"[A-Za-z_]\w*")
ENGINE = sorted((Path(__file__).parent.parent / "adjudicator" / "engine").glob("*.py"))
MANY = 50


def taken() -> list[str]:
    """Words of the language, of Python and of the engine, as a file may write them."""
    trees = [ast.parse(path.read_text(encoding="utf-8")) for path in ENGINE]
    defined = [node.name for tree in trees for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.ClassDef)]
    code = [*keyword.kwlist, *keyword.softkwlist, *dir(builtins), *dir(object), *defined]
    language = [
        *words.WORD, *words.VARIABLE, *words.EVENTS, *words.LIFETIMES, *words.FIELDS, *words.AUDIENCES, *words.CHECKS,
        *get_args(Lifetime), *get_args(Placing),
    ]  # fmt: skip
    found = {name for text in (*code, *language) for name in PYTHON.findall(text)}
    plain = {re.sub("[-_]+", "-", name.lower()).strip("-") for name in found} | {f"{name}-1" for name in words.EVENTS}
    return sorted(name for name in plain if name and not re.search("[2-9]|1[0-9]", name))  # a few numbers stand for all


def action(name: str) -> str:
    return f"[actions.{name}]\nsays = 'A.'\nby = 'detectives'\nplace = 'during turn'\ncode = 'then heap += 1'\n"


def state(name: str) -> str:
    return f"[state.{name}]\ntype = 'number'\nseen = 'all'\n[rules.r-{name}]\nsays = 'A.'\ncode = 'on ride then {name} += 1'\n"


def term(name: str) -> str:
    used = f"on ride by detectives when {name} = 3 then heap += 1"
    return f"[terms.{name}]\ncode = 'round + 2'\n[rules.r-{name}]\nsays = 'A.'\ncode = '{used}'\n"


def variable(name: str) -> str:
    counted = f"count(it in detectives where tickets({name}) > 0) = 4"
    code = f"on entry then for each {name} in detectives where {counted}: heap += 1"
    return f"[rules.r-{name}]\nsays = 'A.'\ncode = '{code}'\n"


def chosen(name: str) -> str:
    """A variable of a choice for each piece, whose choice has its own name."""
    code = f'for each {name} in detectives choose it from tickets-of({name}) where it = taxi written "of"\nthen heap += 1'
    return f"[actions.a-{name}]\nsays = 'A.'\nby = 'detectives'\nplace = 'during turn'\ncode = '''\n{code}\n'''\n"


def batches(kind: Callable[[str], str], folder: Path) -> Iterator[tuple[Game, list[str]]]:
    """Games by rules that use these names, without the names that the language keeps for itself."""
    names = taken()
    for first in range(0, len(names), MANY):
        some, file = names[first : first + MANY], folder / f"ours{first}.toml"
        while refused := _refused(some, kind, file):
            some = [name for name in some if name not in refused]
        assert some
        yield Game.start(load_variant(str(file)), START), some


def _refused(names: list[str], kind: Callable[[str], str], file: Path) -> set[str]:
    """The names in whose tables a fault is found."""
    tables = [kind(name) for name in names]
    owners = [name for name, table in zip(names, tables, strict=True) for _ in table.splitlines()]
    file.write_text(HEAD + "".join(tables))
    try:
        load_variant(str(file))
    except Refused as refused:
        spots = [place for fault in refused.faults for place in (fault.place, *fault.also) if place.file == str(file)]
        return {owners[place.line - HEAD.count("\n") - 1] for place in spots}
    return set()


def played(game: Game, *clauses: str) -> Game:
    for clause in clauses:
        game = game.play(clause)
        assert game.judge(str(game.moves()[-1])).verdict == "legal"
    return game


def test_most_names_are_free() -> None:
    assert {"ride-1", "lambda", "print", "init", "of-each", "counted", "member", "uses"} <= set(taken())


def test_actions(tmp_path: Path) -> None:
    for game, names in batches(action, tmp_path):
        after = played(game, "X taxi 86", *(f"red {name}" for name in names))
        assert after.state("heap") == len(names)
        assert after.play("yellow taxi 86").result is not None  # caught: nothing has switched that off


def test_states(tmp_path: Path) -> None:
    for game, names in batches(state, tmp_path):
        after = played(game, *PLAYED)
        assert {after.state(name) for name in names} == {3}


def test_terms(tmp_path: Path) -> None:
    for game, names in batches(term, tmp_path):
        assert played(game, *PLAYED).state("heap") == 2 * len(names)


def test_variables(tmp_path: Path) -> None:
    for game, names in batches(variable, tmp_path):
        assert played(game, *PLAYED).state("heap") == 4 * len(names)


def test_variables_of_choices(tmp_path: Path) -> None:
    for game, names in batches(chosen, tmp_path):
        clauses = [f"red a-{name} of red taxi blue taxi green taxi yellow taxi" for name in names[:10]]
        assert played(game, "X taxi 86", *clauses).state("heap") == len(clauses)


# --- what does not come from a file

FORGED = {
    "a number": (r'(\["Number",\d+,\d+,)\d+\]', r'\1"0 or print(1)"]'),
    "a rule's name": (r'"free-station"', r'"free-station\\nprint(1)"'),
    "a word": (r'"Call",(\d+),(\d+),"occupied"', r'"Call",\1,\2,"_class__"'),
    "an operator": (r'"Compare",(\d+),(\d+),(\[[^]]*\]),"="', r'"Compare",\1,\2,\3,"or print(1) or"'),
    "a quantifier": (r'("Quantified",\d+,\d+,)"\w+"', r'\1"print"'),
    "a name": (r'("Name",\d+,\d+,)"detectives"', r'\1"print"'),
    "a literal": (r'("Name",(\d+),(\d+),)"round"', r'"Literal",\2,\3,"print"'),
    "a number instead of a name": (r'("Name",\d+,\d+,)"fugitive"', r"\g<1>7"),
    "means of transport": (r'("Allow",\d+,\d+,\[[^]]*\]),\[null\]', r'\1,"x y"'),
    "the type of a state": (r'"type":"yes or no"', r'"type":"print"'),
    "the owner of a state": (r'"per":"piece"', r'"per":"print"'),
    "tickets of a piece": (r'"taxi":\d+', r'"taxi":"print(1)"'),
}


# Entries that are rules as well, if others: names of rules are only shown, and another quantifier is another condition.
HARMLESS = {
    "a rule's name": FORGED.pop("a rule's name"),
    "a quantifier": FORGED.pop("a quantifier"),
}


@pytest.fixture(autouse=True)
def nothing_at_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each test begins without rules in memory, and leaves none."""
    monkeypatch.setattr(cache, "_at_hand", {})


def forge(what: tuple[str, str], folder: Path) -> None:
    """An entry of the cache in which something is replaced, with the right seal."""
    load_variant("2014")
    (entry,) = folder.glob("rules-*.json")
    content = entry.read_text(encoding="utf-8").partition("\n")[2]
    forged, count = re.subn(*what, content)
    assert count
    assert json.loads(forged) != json.loads(content)
    entry.write_text(f"{sha256(forged.encode()).hexdigest()}\n{forged}", encoding="utf-8")
    cache._at_hand.clear()


@pytest.mark.parametrize("what", FORGED)
def test_a_forged_entry_of_the_cache_is_refused(what: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SY_JUDGE_CACHE", str(tmp_path / "cache"))
    forge(FORGED[what], tmp_path / "cache")
    with pytest.raises(Refused) as refused:
        played(Game.start(load_variant("2014"), START), *PLAYED)
    assert [fault.code for fault in refused.value.faults] == ["F40"]


@pytest.mark.parametrize("what", HARMLESS)
def test_a_forged_entry_of_the_cache_is_not_run(
    what: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("SY_JUDGE_CACHE", str(tmp_path / "cache"))
    forge(HARMLESS[what], tmp_path / "cache")
    game = Game.start(load_variant("2014"), START)
    assert game.judge("X bus 5").verdict != "legal"
    game.moves()
    assert capfd.readouterr() == ("", "")


LATE = {
    "the place of an action": (r'"place":"turn"', '"place":"taxi"'),
    "an operator": FORGED["an operator"],
}


@pytest.mark.parametrize("what", LATE)
def test_a_forged_entry_that_fails_late(what: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a process of its own: this one may have the rules in memory."""
    monkeypatch.setenv("SY_JUDGE_CACHE", str(tmp_path / "cache"))
    forge(LATE[what], tmp_path / "cache")
    (tmp_path / "game.log").write_text("variant: 2014\nstart: X 104; red 26; blue 117; green 174; yellow 50\n1. X taxi 86\n")
    command = [sys.executable, "-m", "adjudicator", "moves", str(tmp_path / "game.log")]
    said = subprocess.run(command, capture_output=True, text=True, check=False)
    assert said.returncode == 2
    assert "F40: the cache of rules was changed" in said.stdout + said.stderr


def test_an_error_of_ours_is_not_blamed_on_the_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SY_JUDGE_CACHE", str(tmp_path / "cache"))
    load_variant("2014")
    cache._at_hand.clear()
    load_variant("2014")
    assert cache.recalled()
    with pytest.raises(KeyError), suspicion():
        raise KeyError
