"""`sy-judge cases`: run numbered cases and say which of them hold."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import click

from adjudicator.cli.check import format_option
from adjudicator.faults import Fault, Place, Refused

if TYPE_CHECKING:
    from adjudicator.workshop.case_files import Chapter


@click.command(short_help="Run numbered cases: ours, or your own.")
@click.argument("folders", nargs=-1, metavar="[FILE|FOLDER]...")
@click.option(
    "--variant", default="", metavar="VARIANT", help="Only cases of this edition; cases that name none are tried in it."
)
@click.option("--id", "ids", multiple=True, metavar="ID", help="Only these cases, like 4.2.1 or '4.2.*' (repeatable).")
@click.option("--mutate", is_flag=True, help="Change each statement in turn and list the changes that no case notices.")
@format_option
@click.pass_context
def cases(ctx: click.Context, folders: tuple[str, ...], variant: str, ids: tuple[str, ...], mutate: bool, form: str) -> None:
    """Run the numbered cases in each FILE or FOLDER; without one, the cases that come with sy-judge.

    Use it to test changed rules, or another referee. A case is a small record and the
    verdict that is expected.

    Exit code: 0 if all pass, 1 if one fails or none is found, 2 if a file of cases has errors. With --mutate, 1 if no case
    notices a change and `mutants.toml` beside the folder gives no reason for it.

    \b
    Examples:
      sy-judge cases --variant 2014
      sy-judge cases --id '5.*'
      sy-judge cases ./my-cases --variant ./my-rules.toml
      sy-judge cases --mutate --variant 2014
    """
    from adjudicator.files import folder
    from adjudicator.report.cases import as_json, results
    from adjudicator.workshop.case_files import read_chapters, selected
    from adjudicator.workshop.case_runner import try_case

    places = folders or (str(folder("tests/cases")),)
    every = read_chapters(places)
    chapters = selected(every, _edition(every, variant), ids)
    tried = [
        try_case(case, edition, chapter.file)
        for chapter in chapters
        for case in chapter.cases
        for edition in case.editions or _no_edition(case.id)
    ]
    if not tried:
        click.echo("no case was found", err=True)
        ctx.exit(1)
    if mutate and all(one.passed for one in tried):  # a case that fails anyway would "notice" every change
        ctx.exit(_mutate(chapters, places, form))
    click.echo(as_json(tried) if form == "json" else results(tried, _rules([one.edition for one in tried])), nl=False)
    ctx.exit(0 if all(one.passed for one in tried) else 1)


def _edition(chapters: tuple[Chapter, ...], variant: str) -> str:
    """The edition as the cases name it, who may know it by its id while the user says an alias. Raises Refused for a name that
    nothing has, so that a slip is not taken for an edition without cases."""
    from adjudicator.rulebook.loader import flatten

    named = {edition for chapter in chapters for case in chapter.cases for edition in case.editions}
    if not variant or variant in named:
        return variant
    found = str(flatten(variant).data.get("id", variant))
    return found if found in named else variant


def _mutate(chapters: tuple[Chapter, ...], places: tuple[str, ...], form: str) -> int:
    """Try every change of every edition that the cases name; those that make no difference are listed beside the cases."""
    from adjudicator.report.mutants import as_json, results
    from adjudicator.workshop.mutation import Trial, read_equivalents

    lists = [os.path.join(os.path.dirname(os.path.abspath(place)), "mutants.toml") for place in places]
    equivalents = [one for path in dict.fromkeys(lists) if os.path.isfile(path) for one in read_equivalents(path)]
    editions = dict.fromkeys(edition for chapter in chapters for case in chapter.cases for edition in case.editions)
    trials = [Trial.of(edition, chapters) for edition in editions]
    fates = [trial.fate(mutant, equivalents) for trial in trials for mutant in trial.mutants()]
    if not fates:
        click.echo("no case was found", err=True)
        return 1
    click.echo(as_json(fates) if form == "json" else results(fates), nl=False)
    return 1 if any(fate.survives for fate in fates) else 0


def _no_edition(case: str) -> tuple[str, ...]:
    raise Refused([Fault("C08", Place("cases"), id=case)])


def _rules(editions: list[str]) -> dict[str, list[str]]:
    """The ids of all rules, actions and endings of the editions that can be read by name, under every choice of options."""
    from adjudicator.rulebook.loader import flatten

    found: dict[str, list[str]] = {}
    for edition in dict.fromkeys(editions):
        try:
            tables = flatten(edition).data
        except Refused:  # the cases themselves have said so
            continue
        found[edition] = [name for section in ("rules", "actions", "endings") for name in tables.get(section, {})]
    return found
