"""Builds the playground: a folder with the referee and a page for it, to be put on any web server.

    python site/build.py -o DIR

The referee is the wheel of this checkout, run by Pyodide in the browser; Pyodide and the editor come from the npm registry. The
folder loads nothing from elsewhere. It needs Python with pip, node and npm, and takes about a minute.
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import json
import shlex
import shutil
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path

SITE = Path(__file__).resolve().parent
TOP = SITE.parent
PYODIDE = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")
PAGE = ("index.html", "page.css", "worker.js", "run.py", "manifest.webmanifest")
SHARED = ("look.css", "icon.svg")  # files that the page shares with those of the table on phones
PLAYGROUND = ("sw.js", "given.json", "packages.bin")  # the files by which a playground is known, so that no other folder goes


def main() -> None:
    ask = argparse.ArgumentParser(description="Build the playground as a static folder.")
    ask.add_argument(
        "-o", "--output", metavar="DIR", type=Path, required=True, help="the folder; made, or replaced if it is a playground"
    )
    to = ask.parse_args().output.resolve()
    if to.exists() and not to.is_dir():
        sys.exit(f"{to} is a file: name a folder")
    if to.exists() and any(to.iterdir()) and not all((to / name).is_file() for name in PLAYGROUND):
        sys.exit(f"{to} is not empty and not a playground: name another folder, or empty it")
    if shutil.which("npm") is None:
        sys.exit("npm is missing, which brings Pyodide and the editor: install Node.js with npm")
    with tempfile.TemporaryDirectory() as folder:
        work = Path(folder)
        built = work / "built"
        built.mkdir()
        _npm(work)
        _python(work)
        _prepare(work)
        _pack(work / "packages", built / "packages.bin")
        _page(work, built)
        _offline(built)
        if to.exists():
            shutil.rmtree(to)
        shutil.copytree(built, to)
    size = sum(one.stat().st_size for one in to.rglob("*") if one.is_file())
    print(f"{to}: {size / 1e6:.1f} MB; try it with: python -m http.server -d {shlex.quote(str(to))}")


def _run(*words: str | Path, cwd: Path) -> None:
    """Run a command of the build, and end with its output if it fails."""
    done = subprocess.run([str(word) for word in words], cwd=cwd, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{words[0]} failed:\n{done.stdout[-4000:]}{done.stderr[-4000:]}")


def _npm(work: Path) -> None:
    """Install Pyodide, the editor and its bundler, in the versions of package.json."""
    shutil.copy(SITE / "package.json", work)
    _run("npm", "install", "--no-audit", "--no-fund", "--ignore-scripts", "--no-package-lock", cwd=work)


def _python(work: Path) -> None:
    """Build the wheel of this checkout with its dependencies, without compiled parts, which are for this computer only."""
    packages = work / "packages"
    _run(sys.executable, "-m", "pip", "install", "-q", "--no-compile", "--target", packages, TOP, cwd=work)
    for one in packages.rglob("*"):
        if one.suffix in (".so", ".pyd", ".c", ".pyi") or one.name in ("direct_url.json", "RECORD", "uv_cache.json"):
            one.unlink()
    shutil.rmtree(packages / "bin")


def _prepare(work: Path) -> None:
    """Compile everything with the Python that will run it, and load every shipped variant, so that no visitor has to wait."""
    for name in ("prepare.mjs", "page/run.py"):
        shutil.copy(SITE / name, work)
    shutil.copytree(TOP / "examples", work / "examples")
    _run("node", "prepare.mjs", cwd=work)


def _page(work: Path, to: Path) -> None:
    """Write the page, with its script and the editor in one file, Pyodide, and the data to choose from."""
    for name in PAGE:
        shutil.copy(SITE / "page" / name, to)
    for name in SHARED:
        shutil.copy(TOP / "adjudicator" / "web" / name, to)
    (to / "pyodide").mkdir()
    for name in PYODIDE:
        shutil.copy(work / "node_modules" / "pyodide" / name, to / "pyodide")
    (to / "given.json").write_text(json.dumps(_given(work), ensure_ascii=False), encoding="utf-8")
    shutil.copytree(SITE / "page", work / "page")
    options = ("--bundle", "--minify", "--format=esm", f"--outfile={to / 'app.js'}")
    _run("node", work / "node_modules" / "esbuild" / "bin" / "esbuild", "page/app.js", *options, cwd=work)


def _given(work: Path) -> dict[str, object]:
    """The data to choose from: editions, example games, house rules with their cases, and the words of the rule language."""
    prepared = json.loads((work / "prepared.json").read_text(encoding="utf-8"))
    begun = {"name": "a new rule for 2014", "text": prepared["begun"][""], "cases": prepared["begun"][".cases"]}
    logs = [*(TOP / "examples").glob("*.log"), *(one for one in (TOP / "examples" / "pages").iterdir() if one.is_file())]
    house = (one for folder in ("house-rules", "packs") for one in sorted((TOP / "examples" / folder).glob("*.cases.toml")))
    return {
        "editions": prepared["editions"],
        "words": prepared["words"],
        "examples": [{"name": one.name, "text": one.read_text(encoding="utf-8")} for one in sorted(logs)],
        "rules": [begun, *map(_house, filter(_is_alone, house))],
    }


def _is_alone(cases: Path) -> bool:
    """Whether house rules need no other file: the page gives a command these two only."""
    rules = tomllib.loads(cases.with_name(cases.name.replace(".cases.toml", ".toml")).read_text(encoding="utf-8"))
    return not any(
        name.endswith(".toml") for name in (rules.get("extends", ""), rules.get("board", ""), *rules.get("includes", ()))
    )


def _house(cases: Path) -> dict[str, str]:
    """House rules of the examples with their cases."""
    name = cases.name.removesuffix(".cases.toml")
    rules = cases.with_name(f"{name}.toml").read_text(encoding="utf-8")
    return {"name": name, "text": rules, "cases": cases.read_text(encoding="utf-8")}


def _offline(to: Path) -> None:
    """Write the service worker, which keeps all files under the digest of their contents."""
    names = sorted(one.relative_to(to).as_posix() for one in to.rglob("*") if one.is_file())
    digest = hashlib.sha256(b"".join((to / name).read_bytes() for name in names)).hexdigest()[:16]
    text = (SITE / "page" / "sw.js").read_text(encoding="utf-8")
    text = text.replace("DIGEST", digest).replace('["FILES"]', json.dumps(["./", *names]))
    (to / "sw.js").write_text(text, encoding="utf-8")


def _pack(folder: Path, to: Path) -> None:
    """Put all files of a folder into one, compressed: the length of an index, the index (paths and sizes), the files.

    Unlike a usual archive, the browser can unpack it without Python.
    """
    files = sorted(one for one in folder.rglob("*") if one.is_file())
    index = json.dumps([[one.relative_to(folder).as_posix(), one.stat().st_size] for one in files]).encode()
    whole = b"".join([len(index).to_bytes(4, "big"), index, *(one.read_bytes() for one in files)])
    to.write_bytes(gzip.compress(whole, 9, mtime=0))


if __name__ == "__main__":
    main()
