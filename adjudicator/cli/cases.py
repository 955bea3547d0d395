"""Runs numbered cases of several editions, shipped or not, for `sy-judge variant test`."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from adjudicator.faults import Fault, Place, Refused

if TYPE_CHECKING:
    from adjudicator.workshop.case_files import Chapter
    from adjudicator.workshop.case_runner import Tried


def run_cases(places: tuple[str, ...], variant: str, ids: tuple[str, ...], mutate: bool, form: str) -> int:
    """Run the cases in these files and folders, or else the shipped ones, and return the exit code.

    With `variant`, only its cases are run, and those that name no edition are run in it.
    """
    from adjudicator.files import folder
    from adjudicator.report.cases import results
    from adjudicator.workshop.case_files import read_chapters, selected
    from adjudicator.workshop.case_runner import try_case

    where = places or (str(folder("tests/cases")),)
    every = read_chapters(where)
    chapters = selected(every, _edition(every, variant), ids)
    tried = [
        try_case(case, edition, chapter.file)
        for chapter in chapters
        for case in chapter.cases
        for edition in case.editions or _no_edition(case.id)
    ]
    if not tried:
        click.echo("no case was found", err=True)
        return 1
    if mutate and all(one.passed for one in tried):  # a case that fails anyway would "notice" every change
        return _mutate(chapters, where, form)
    text = results(tried, _rules([one.edition for one in tried])) if form == "text" else written(tried, form, ", ".join(where))
    click.echo(text, nl=False)
    return 0 if all(one.passed for one in tried) else 1


def written(tried: Sequence[Tried], form: str, file: str) -> str:
    """The results of cases as JSON."""
    if form == "json":
        from adjudicator.report.cases import as_json

        return as_json(tried)
    from adjudicator.report.annotations import of_cases

    return of_cases(tried, file)


def _edition(chapters: tuple[Chapter, ...], variant: str) -> str:
    """The edition's name in the cases, which may be its id while the user types an alias. Raises Refused for an unknown name,
    so that a typing error is not taken for an edition without cases."""
    from adjudicator.rulebook.loader import flatten

    named = {edition for chapter in chapters for case in chapter.cases for edition in case.editions}
    if not variant or variant in named:
        return variant
    found = str(flatten(variant).data.get("id", variant))
    return found if found in named else variant


def _mutate(chapters: tuple[Chapter, ...], places: tuple[str, ...], form: str) -> int:
    """Try every change of every edition in the cases, except those that a file beside them lists; return the exit code."""
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
    """The ids of all rules, actions and endings, under every choice of options, of the editions that can be loaded by name."""
    from adjudicator.rulebook.loader import flatten

    found: dict[str, list[str]] = {}
    for edition in dict.fromkeys(editions):
        try:
            tables = flatten(edition).data
        except Refused:  # reported with the cases
            continue
        found[edition] = [name for section in ("rules", "actions", "endings") for name in tables.get(section, {})]
    return found
