"""`--watch`: run a command again whenever one of its files has changed.

Each run is a separate process, which has read nothing before; looking for changes twice a second costs next to nothing.
"""

from __future__ import annotations

import os
import re
import sys
import time
from collections.abc import Iterable, Iterator

import click

PAUSE = 0.5  # seconds
ENDINGS = (".toml", ".log")
Stamps = dict[str, tuple[int, int]]


def _watch(ctx: click.Context, param: click.Parameter, wanted: bool) -> None:
    if wanted and not ctx.resilient_parsing:
        ctx.exit(watch([word for word in sys.argv[1:] if word != "--watch"]))


watch_option = click.option(
    "--watch",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_watch,
    help="Run again whenever a file changes, until Ctrl-C.",
)


def watch(words: list[str]) -> int:
    """Run `sy-judge` with these words now and after each change, until somebody presses Ctrl-C; gives the last exit code."""
    code, seen = 0, None
    try:
        while True:
            found = stamps(words)
            if found != seen:
                code, seen = _run(words, len(found)), found
            time.sleep(PAUSE)
    except KeyboardInterrupt:
        click.echo("\nNo longer watching.")
    return code


def _run(words: list[str], files: int) -> int:
    import subprocess

    if sys.stdout.isatty():
        click.clear()
    code = subprocess.run([sys.executable, "-m", "adjudicator", *words], check=False).returncode
    click.echo(f"\nWatching {files} {'file' if files == 1 else 'files'}; press Ctrl-C to stop.")
    sys.stdout.flush()
    return code


def stamps(words: Iterable[str]) -> Stamps:
    """When each file that the words name was last written, and each log and rule file beside it."""
    found: Stamps = {}
    for path in _files(words):
        try:
            state = os.stat(path)
        except OSError:
            continue  # an editor is about to put it back
        found[path] = (state.st_mtime_ns, state.st_size)
    return found


def _files(words: Iterable[str]) -> Iterator[str]:
    for name in (name for word in words for name in re.split(r"[+,=]", word) if name):
        if os.path.isdir(name):
            yield from (os.path.join(place, file) for place, _, files in os.walk(name) for file in files if _counts(file))
        elif os.path.isfile(name):
            folder = os.path.dirname(name)
            yield from (os.path.join(folder, file) for file in os.listdir(folder or ".") if _counts(file))
            yield name


def _counts(file: str) -> bool:
    return file.endswith(ENDINGS)
