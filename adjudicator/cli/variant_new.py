"""`sy-judge variant new`: write a first file, its first cases and its first game."""

from __future__ import annotations

import os
import re
from pathlib import Path

import click

from adjudicator.cli import needed
from adjudicator.faults import Fault, Place, Refused

_NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


@click.command("new", short_help="Start house rules: write a file, two cases and a game.")
@click.argument("name", metavar="ID")
@click.option("--extends", default="2014", show_default=True, metavar="V", help="The game that it changes: an id or a file.")
@click.option("--pack", "is_pack", is_flag=True, help="Write an addition to any game; --extends names a game to try it with.")
def new(name: str, extends: str, is_pack: bool) -> None:
    """Start house rules: write ID.toml, a file with two cases, and the log of a game.

    All three work as they are. Change them step by step; lint, test and check them after each step.

    \b
    Examples:
      sy-judge variant new my-rules --extends 2014
      sy-judge variant new no-boats --pack
      sy-judge variant new ours --extends ./theirs.toml
    """
    from adjudicator.files import write_output
    from adjudicator.judge.log_file import Asked
    from adjudicator.rulebook.loader import load
    from adjudicator.rulebook.skeleton import Beginning, cases_text, game_head, variant_text
    from adjudicator.workshop.new_variant import first_game, first_ride

    id = _id(name)
    with needed():
        parent = load(extends)
    if parent.tables.abstract:
        raise click.UsageError(f"`{extends}` is not a game, only a parent of games; `sy-judge variant show` lists the games")
    paths = [Path(f"{id}{ending}") for ending in (".toml", ".cases.toml", ".log")]
    _refuse_to_overwrite(paths)
    found = first_ride(Asked(extends))
    if found is None:
        raise click.UsageError(f"no first rule could be made up for `{extends}`; copy variants/house-rules.toml instead")
    beginning = Beginning(id, _named(extends), parent, found.mode, is_pack)
    write_output(paths[0], variant_text(beginning))
    write_output(paths[1], cases_text(beginning, found.ride))
    played = f"{extends}+{paths[0].resolve()}" if is_pack else str(paths[0].resolve())
    write_output(paths[2], game_head(beginning) + first_game(Asked(played), beginning.played))
    _say(paths)


def _id(name: str) -> str:
    """The id of the file. Refuses names with capitals or spaces, and paths."""
    from adjudicator.files import shipped
    from adjudicator.rulebook.bounds import LONGEST, better_name

    id = name.removesuffix(".toml")
    if len(id) > LONGEST:
        raise click.UsageError(f"an id has at most {LONGEST} characters; this one has {len(id)}")
    if not _NAME.fullmatch(id):
        near = better_name(id)[:LONGEST].strip("-") or "my-rules"
        raise click.UsageError(f"`{name}` cannot be an id: small letters, digits and hyphens, for example `{near}`")
    if id in {path.stem for path in shipped("variants")}:
        raise click.UsageError(f"`{id}` is the name of a shipped variant; choose another name, for example `my-{id}`")
    return id


def _refuse_to_overwrite(paths: list[Path]) -> None:
    there = [path for path in paths if os.path.lexists(path)]
    if there:
        raise Refused([Fault("F09.there", Place(str(path))) for path in there])


def _named(extends: str) -> str:
    """An id, or a path as written in a file in this folder."""
    if re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9_-]*", extends):
        return extends
    return Path(os.path.relpath(extends)).as_posix()


def _say(paths: list[Path]) -> None:
    """Print the files written, and a command for each."""
    from adjudicator.report.layout import table

    file, cases, game = (str(path) for path in paths)
    rows = (
        (file, "the rules", f"sy-judge variant lint {file}"),
        (cases, "two cases", f"sy-judge variant test {file}"),
        (game, "three rounds of a game", f"sy-judge check {game}"),
    )
    click.echo(table(rows), nl=False)
