"""The wheel that a checkout gives works in an empty virtual environment, from another folder, boards and all."""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
import venv
import zipfile
from pathlib import Path

import pytest
from conftest import TOP

from adjudicator.files import shipped


def run(*command: str | Path, cwd: Path) -> str:
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    done = subprocess.run([str(part) for part in command], cwd=cwd, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Built without build isolation: the builder is among the packages for development, so no network is needed."""
    folder = tmp_path_factory.mktemp("wheel folder")  # with a space, as people have them
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check"]
    run(*pip, "wheel", "-q", "--no-deps", "--no-build-isolation", "-w", folder, TOP, cwd=folder)
    (path,) = folder.glob("sy_judge-*.whl")
    return path


@pytest.mark.parametrize("kind", ["boards", "variants"])
def test_the_wheel_has_all_data(wheel: Path, kind: str) -> None:
    names = {name for name in zipfile.ZipFile(wheel).namelist() if name.startswith(f"adjudicator/data/{kind}/")}
    there = set((TOP / kind).rglob("*.toml"))
    assert names == {f"adjudicator/data/{path.relative_to(TOP).as_posix()}" for path in there}
    assert there >= set(shipped(kind))


def test_the_wheel_has_all_of_the_package_and_nothing_else(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    inside = {name for name in names if name.startswith("adjudicator/") and not name.startswith("adjudicator/data/")}
    sources = (path for path in (TOP / "adjudicator").rglob("*") if path.is_file() and path.suffix != ".pyc")
    assert inside == {path.relative_to(TOP).as_posix() for path in sources}
    assert {name.split("/")[0] for name in names} == {
        "adjudicator",
        next(n for n in names if ".dist-info" in n).split("/")[0],
    }


def test_the_wheel_works_elsewhere(wheel: Path, tmp_path: Path) -> None:
    """Its dependencies are lent by this environment; that they are the declared ones is tested in test_layers."""
    home = tmp_path / "empty venv"
    venv.create(home, with_pip=False, symlinks=True)
    scripts = home / ("Scripts" if os.name == "nt" else "bin")
    python = scripts / "python"
    site = Path(run(python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))", cwd=tmp_path).strip())
    pip = [sys.executable, "-m", "pip", "--python", str(python), "--disable-pip-version-check"]
    run(*pip, "install", "-q", "--no-deps", "--no-index", wheel, cwd=tmp_path)
    (site / "lent.pth").write_text(sysconfig.get_path("purelib") + "\n")

    where = run(python, "-c", "import adjudicator.files as f; print(f.__file__)", cwd=tmp_path).strip()
    assert Path(where).is_relative_to(site)
    listed = run(scripts / "sy-judge", "board", "show", cwd=tmp_path)
    assert [line.split()[0] for line in listed.splitlines()] == [path.stem for path in shipped("boards")]
    assert "underground  111 over 139, 130;" in run(python, "-m", "adjudicator", "board", "show", "london", "153", cwd=tmp_path)
    assert run(scripts / "sy-judge", "--version", cwd=tmp_path).startswith("sy-judge, version ")
