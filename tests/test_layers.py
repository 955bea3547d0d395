"""The street: every module imports only from houses further up, and each library has one home."""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

TOP = Path(__file__).parent.parent
PACKAGE = TOP / "adjudicator"

# Data goes down the street; a module or folder may import from itself and from those before it.
STREET = (
    "values",
    "faults",
    "slips",
    "files",
    "places",
    "shaping",
    "salvaging",
    "board",
    "language",
    "rulebook",
    "engine",
    "record",
    "check",
    "answers",
    "live",
    "report",
    "cli",
)
HOME = {
    "lark": ("language",),
    "cattrs": ("shaping",),
    "tomllib": ("faults", "files"),  # `files` reads what others wrote, within bounds; `faults` only its own catalogue
    "tomli_w": ("files",),
    "click": ("cli",),
}
EVERYWHERE = {"attrs"}

# Words of single editions: the referee must not know them.
EDITIONS = re.compile(
    r"holmes|moriarty|sherlock|watson|lestrade|mycroft|irene|bobb(y|ies)|police|roadblock|manhunt|hideout|beginner|crime"
    r"|balloon",
    re.IGNORECASE,
)

MODULES = sorted(PACKAGE.rglob("*.py"))


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
    used = {name for path in MODULES for name in outer(path)} - {"tomllib"}
    assert used == declared


def test_no_edition_is_known_in_python() -> None:
    found = [
        f"{path.relative_to(TOP)}:{number}: {line.strip()}"
        for path in MODULES
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if EDITIONS.search(line)
    ]
    assert found == []


def test_files_stay_small() -> None:
    sizes = {str(path.relative_to(TOP)): len(path.read_text(encoding="utf-8").splitlines()) for path in MODULES}
    assert {name: size for name, size in sizes.items() if size > 400} == {}


def test_the_test_itself_sees_a_stray(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = tmp_path / "adjudicator"
    (package / "board").mkdir(parents=True)
    stray = package / "board" / "stray.py"
    stray.write_text("def f():\n    from ..cli import main\n    from adjudicator import report\n    import cattrs.gen\n")
    monkeypatch.setattr(sys.modules[__name__], "TOP", tmp_path)
    monkeypatch.setattr(sys.modules[__name__], "PACKAGE", package)
    assert house(stray) == "board"
    assert inner(stray) == {"cli", "report"}
    assert outer(stray) == {"cattrs"}
