"""The street: every module imports only from houses further up, and each library has one home."""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from adjudicator.answers.catalogue import families
from adjudicator.language.vocabulary import CHECKS

TOP = Path(__file__).parent.parent
PACKAGE = TOP / "adjudicator"

# Data goes down the street; a module or folder may import from itself and from those before it.
STREET = (
    "values",
    "faults",
    "toml_places",
    "toml_mistakes",
    "files",
    "words",
    "json_places",
    "structure",
    "board",
    "language",
    "rulebook",
    "engine",
    "record",
    "seals",
    "pages",
    "judge",
    "deduction",
    "picture",
    "game",
    "workshop",
    "answers",
    "table",
    "replay",
    "lab",
    "pettingzoo",
    "web",
    "editing",
    "report",
    "cli",
)
HOME = {
    "lark": ("language",),
    "tomllib": ("faults", "files"),  # `files` reads what others wrote, within bounds; `faults` only its own catalogue
    "tomli_w": ("files",),
    "click": ("cli",),
    "jinja2": ("replay", "lab"),
    "markupsafe": ("replay", "lab"),
    "distributed": ("lab",),
    "gymnasium": ("pettingzoo",),
    "numpy": ("pettingzoo",),
    "pettingzoo": ("pettingzoo",),
    "snowballstemmer": ("answers",),
    "resvg_py": ("picture",),
    "h11": ("web",),
    "lsprotocol": ("editing",),
    "pygls": ("editing",),
    "segno": ("web",),
    "starlette": ("web",),
    "uvicorn": ("web",),
}
# what an extra brings
OPTIONAL = {
    "distributed",
    "gymnasium",
    "h11",
    "lsprotocol",
    "numpy",
    "pettingzoo",
    "pygls",
    "resvg_py",
    "segno",
    "starlette",
    "uvicorn",
}
EVERYWHERE = {"attrs"}

# Words of single editions: the referee must not know them.
EDITIONS = re.compile(
    r"holmes|moriarty|sherlock|watson|lestrade|mycroft|irene|bobb(y|ies)|police|roadblock|manhunt|hideout|beginner|crime"
    r"|balloon",
    re.IGNORECASE,
)

MODULES = sorted(PACKAGE.rglob("*.py"))


def rules_in(file: Path) -> Iterator[str]:
    """The ids of rules and endings in a variant file that no other word of the program could be."""
    tables = tomllib.loads(file.read_text(encoding="utf-8"))
    for section in ("rules", "endings"):
        yield from (name for name in tables.get(section, {}) if "-" in name)


def house(path: Path) -> str:
    """The name of a module's house: its folder in the package, or its own name."""
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


def imports(path: Path) -> Iterator[str]:
    """Every module that a file imports, also inside functions and for type checking only."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            parts = path.relative_to(TOP).parts[: -node.level] if node.level else ()
            base = ".".join([*parts, *([node.module] if node.module else [])])
            yield from (f"{base}.{alias.name}" for alias in node.names) if base == "adjudicator" else (base,)


def inner(path: Path) -> set[str]:
    return {name.split(".")[1] for name in imports(path) if name.startswith("adjudicator.")}


def outer(path: Path) -> set[str]:
    names = {name.split(".")[0] for name in imports(path)} - {"adjudicator"}
    return {name for name in names if name not in sys.stdlib_module_names or name in HOME}


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(TOP)))
def test_imports_go_one_way(path: Path) -> None:
    own = house(path)
    if own in ("__init__", "__main__"):
        return
    assert own in STREET, f"{own} has no place in the street yet"
    allowed = set(STREET[: STREET.index(own) + 1])
    found = inner(path) - {"__version__"}  # the package's own number is everybody's
    assert found <= allowed, f"{own} may not import {sorted(found - allowed)}"


def test_the_street_is_built_and_the_map_is_right() -> None:
    """Every house is there, and CONTRIBUTING.md lists the same houses in the same order, with the same libraries."""
    assert [name for name in STREET if not (PACKAGE / name).is_dir() and not (PACKAGE / f"{name}.py").exists()] == []
    text = (TOP / "CONTRIBUTING.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `adjudicator/(\w+)(?:\.py|/)` \|.*\| ([^|]*?) ?\|$", text, re.MULTILINE)
    homes = {name: ", ".join(lib.replace("_", "-") for lib, home in HOME.items() if name in home) for name in STREET}
    assert rows == list(homes.items())


def test_every_library_has_its_home() -> None:
    strays = [
        f"{path.relative_to(TOP)} imports {name}"
        for path in MODULES
        for name in outer(path)
        if name not in EVERYWHERE and house(path) not in HOME.get(name, ())
    ]
    assert strays == []


def test_libraries_are_declared() -> None:
    project = tomllib.loads((TOP / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    declared = {re.split(r"[<>=~! ]", line)[0].replace("-", "_") for line in project["dependencies"]}
    extras = {re.split(r"[<>=~! ]", line)[0] for some in project["optional-dependencies"].values() for line in some}
    used = {name for path in MODULES for name in outer(path)} - {"tomllib"}
    assert used - OPTIONAL == declared
    assert extras >= OPTIONAL


def test_no_edition_is_known_in_python() -> None:
    found = [
        f"{path.relative_to(TOP)}:{number}: {line.strip()}"
        for path in MODULES
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if EDITIONS.search(line)
    ]
    assert found == []


# --- the engine has one front


FRONT = [path for path in MODULES if house(path) in STREET and STREET.index(house(path)) > STREET.index("engine")]
INSIDE = {"layout", "streets", "careful", "hoping", "spreads"}  # what the engine keeps to itself
PARTS = {"player", "lister", "table"}  # words that others use, too, but not of the engine
CELLS = {"p", "cells"}  # as positions are called


@pytest.mark.parametrize("path", FRONT, ids=lambda path: str(path.relative_to(TOP)))
def test_nobody_reaches_behind_the_front_of_the_engine(path: Path) -> None:
    assert inside_the_engine(path) == []


def inside_the_engine(path: Path) -> list[str]:
    """Every place where a module imports a part of the engine, names its closures or the layout, or reads a cell."""
    found = [f"imports {name}" for name in imports(path) if name.startswith("adjudicator.engine.")]
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Attribute) and (
            node.attr in INSIDE or (node.attr in PARTS and called(node.value) in ("engine", "_engine"))
        ):
            found.append(f"line {node.lineno}: .{node.attr}")
        elif isinstance(node, ast.Subscript) and called(node.value) in CELLS and not is_copy(node.slice):
            found.append(f"line {node.lineno}: {ast.unparse(node)}")
    return found


def called(node: ast.expr) -> str:
    return node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""


def is_copy(node: ast.expr) -> bool:
    """`p[:]` is not a read."""
    return isinstance(node, ast.Slice) and node.lower is node.upper is node.step is None


EVALUATING = {"eval", "exec", "compile", "__import__", "FunctionType", "CodeType", "LambdaType"}  # text or numbers become code
TAKING_APART = {"builtins", "code", "codeop", "dis", "marshal", "opcode", "pickle", "runpy"}


def test_no_text_becomes_code() -> None:
    """Rules are closures; nothing is evaluated, and no code is taken apart."""
    assert [f"{path.relative_to(PACKAGE)}: {one}" for path in MODULES for one in evaluated(path)] == []


def evaluated(path: Path) -> Iterator[str]:
    """Every name in a module by which text can become code; `re.compile` is none of them."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Name) and node.id in EVALUATING:
            yield f"line {node.lineno}: {node.id}"
        elif isinstance(node, ast.Attribute) and node.attr in EVALUATING - {"compile"}:
            yield f"line {node.lineno}: .{node.attr}"
        elif isinstance(node, ast.ImportFrom):
            yield from (f"line {node.lineno}: {one.name}" for one in node.names if one.name in EVALUATING)
    yield from (f"imports {name}" for name in imports(path) if name.split(".")[0] in TAKING_APART)


def test_no_rule_is_read_as_text() -> None:
    """`rulebook.facts` says what a rule depends on: no pattern is matched in the engine, but for the slots
    of messages, which authors write."""
    readers = [
        path.name for path in (PACKAGE / "engine").glob("*.py") if "re" in {name.split(".")[0] for name in imports(path)}
    ]
    assert readers == ["messages.py"]


# --- rules and options are data


RULES = {name for file in sorted((TOP / "variants").glob("*.toml")) for name in rules_in(file)}


def test_no_rule_is_named_in_python() -> None:
    """A finding carries the rule whose statement decided; a variant may state the same under another id. Checks of a record are
    words of the language, under any name of the rule that asks for them; so are families of questions."""
    words, asked = RULES - set(CHECKS), set(families())
    listing = PACKAGE / "answers"
    found = [
        f"{path.relative_to(TOP)}:{node.lineno}: {node.value!r}"
        for path in MODULES
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant) and node.value in (words - asked if listing in path.parents else words)
    ]
    assert found == []


def test_the_test_itself_sees_a_stray(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = tmp_path / "adjudicator"
    (package / "board").mkdir(parents=True)
    stray = package / "board" / "stray.py"
    stray.write_text("def f():\n    from ..cli import main\n    from adjudicator import report\n    import lark.load_grammar\n")
    monkeypatch.setattr(sys.modules[__name__], "TOP", tmp_path)
    monkeypatch.setattr(sys.modules[__name__], "PACKAGE", package)
    assert house(stray) == "board"
    assert inner(stray) == {"cli", "report"}
    assert outer(stray) == {"lark"}
    stray.write_text("import dis\nfrom types import CodeType\nimport re\nre.compile('a')\nexec('a')\n")
    assert list(evaluated(stray)) == ["line 2: CodeType", "line 5: exec", "imports dis"]
