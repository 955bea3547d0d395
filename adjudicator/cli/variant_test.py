"""`sy-judge variant test`: the cases beside a variant file."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click
from attrs import field

from adjudicator.cli import needed
from adjudicator.values import frozen

if TYPE_CHECKING:
    from adjudicator.rulebook.merging import Merged
    from adjudicator.rulebook.model import Rulebook
    from adjudicator.workshop.case_files import Case
    from adjudicator.workshop.case_runner import Tried


@click.command("test", short_help="Run the cases beside a variant file.")
@click.argument("file")
@click.option("--onto", "game", default="2014", show_default=True, metavar="V", help="The game that a pack is tried with.")
@click.option("--id", "ids", multiple=True, metavar="ID", help="Only these cases, like 1.2 or '1.*' (repeatable).")
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True)
@click.pass_context
def test(ctx: click.Context, file: str, game: str, ids: tuple[str, ...], form: str) -> None:
    """Run the cases beside a variant FILE, and say which of its rules they touched.

    The cases of my-rules.toml stand in my-rules.cases.toml, or in files of the folder my-rules.cases. To have none is a
    failure. Cases of a pack may name the games they are about: editions = ["classic+my-pack.toml"].

    Ends with 0 if all hold, 1 if one fails or there is none, 2 if a file of cases is not understood, 3 if the variant is
    invalid.

    \b
    Examples:
      sy-judge variant test my-rules.toml
      sy-judge variant test my-pack.toml --onto classic
    """
    from adjudicator.report.cases import as_json
    from adjudicator.report.testing import trial_page
    from adjudicator.rulebook.reading import flatten

    path = variant_file(file)
    with needed():
        edition = f"{game}+{path}" if _is_pack(path) else as_path(path)
        merged = flatten(edition)
    tried = _tried(path, edition, ids)
    if not tried:
        click.echo(f"{file}: there are no cases to try; {_advice(path, ids)}", err=True)
        ctx.exit(1)
    own, inherited = _own(merged, path)
    text = as_json(tried) if form == "json" else trial_page(file, tried, own, inherited, every=not ids)
    click.echo(text, nl=False)
    ctx.exit(0 if all(one.passed for one in tried) else 1)


def variant_file(file: str) -> Path:
    """A path; or the id of a variant that comes along, though those have their cases elsewhere."""
    from adjudicator.files import find

    return Path(file) if os.path.exists(file) else find("variants", file)


def as_path(path: Path) -> str:
    return str(path) if path.parent != Path() else f"./{path}"


def _is_pack(path: Path) -> bool:
    from adjudicator.files import read_toml

    return read_toml(path)[0].get("pack") is True


def _case_files(path: Path) -> list[Path]:
    beside = path.with_suffix(".cases.toml")
    return [place for place in (beside, path.with_suffix(".cases")) if place.exists()]


def _advice(path: Path, ids: tuple[str, ...]) -> str:
    if ids and _case_files(path):
        return f"none of them is {' or '.join(ids)}"
    return f"write them into {path.with_suffix('.cases.toml')}, as docs/cases.md tells"


def _tried(path: Path, edition: str, ids: tuple[str, ...]) -> list[Tried]:
    from adjudicator.workshop.case_files import read_chapters, selected
    from adjudicator.workshop.case_runner import try_case

    chapters, rules = selected(read_chapters(_case_files(path)), "", ids), _Rules()
    return [
        try_case(case, one, chapter.file if one != edition else "", rules)
        for chapter in chapters
        for case in chapter.cases
        for one in _editions(case.editions, path, edition)
    ]


@frozen
class _Rules:
    """Rulebooks, each read once in a run and anew in the next: the file is being worked on."""

    known: dict[tuple[str, ...], Rulebook] = field(factory=dict)

    def __call__(self, case: Case, edition: str, beside: str) -> Rulebook:
        from adjudicator.rulebook.reading import load

        key = (edition, case.board, *case.options)
        if key not in self.known:
            self.known[key] = load(edition, board=case.board, options=case.options, beside=beside or None)
        return self.known[key]


def _editions(named: tuple[str, ...], path: Path, edition: str) -> Iterator[str]:
    """Where a case is tried: in this file, unless it names packs or games beside it; its own id is this file."""
    for name in named or (edition,):
        yield edition if name in (path.stem, path.name, f"./{path.name}") else name


def _own(merged: Merged, path: Path) -> tuple[list[str], list[str]]:
    """What this file says itself, and what it inherits: rules, actions, endings and options by id."""
    from adjudicator.files import shown

    sections = ("rules", "actions", "endings", "options")
    every = [(section, name) for section in sections for name in merged.data.get(section, {})]
    here = {at[:2] for at, (source, _) in merged.origins.items() if source.file == shown(path)}
    own = list(dict.fromkeys(at[1] for at in every if at in here))
    return own, [at[1] for at in every if at not in here]
