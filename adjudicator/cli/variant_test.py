"""`sy-judge variant test`: the cases beside a variant file."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click
from attrs import field

from adjudicator.cli import exit_code, needed
from adjudicator.cli.check import form_option, path_option
from adjudicator.faults import Refused
from adjudicator.values import frozen

if TYPE_CHECKING:
    from adjudicator.faults import Fault
    from adjudicator.rulebook.inheritance import Merged
    from adjudicator.rulebook.model import Rulebook
    from adjudicator.workshop.case_files import Case, Chapter, Equivalent
    from adjudicator.workshop.case_runner import Tried
    from adjudicator.workshop.mutation import Trial


@click.command("test", short_help="Run the cases of a variant file, or the numbered cases.")
@click.argument("file", default="")
@click.option("--onto", "game", default="2014", show_default=True, metavar="VARIANT", help="The game that a pack is added to.")
@click.option("--cases", "places", multiple=True, metavar="FILE|FOLDER", help="Run the cases in here instead (repeatable).")
@click.option("--id", "ids", multiple=True, metavar="ID", help="Only these cases, like 1.2 or '1.*' (repeatable).")
@click.option(
    "--mutate", is_flag=True, help="Change each statement and number in turn and list the changes that no case notices."
)
@path_option
@form_option("text", "github")
@click.pass_context
def test(
    ctx: click.Context,
    file: str,
    game: str,
    places: tuple[str, ...],
    ids: tuple[str, ...],
    mutate: bool,
    paths: tuple[str, ...],
    form: str,
) -> None:
    """Run the cases of a variant FILE. List the rules that they touch and the statements that no case notices.

    Use it to see whether your rules do what you meant. The cases of my-rules.toml are in my-rules.cases.toml, or in files of
    the folder my-rules.cases. A case touches a rule if the rule decides it, or if it fails without the rule. Cases of a pack
    may name the games they are about: editions = ["classic+my-pack.toml"].

    FILE may be an edition, like 2014: then its numbered cases are run, which come with sy-judge. Without FILE, those of all
    editions are.

    Exit code: 0 if all pass, 1 if one fails or there is none, 2 if a file of cases has errors, 3 if the variant has errors.
    With --mutate, all cases have to pass first; then 1 if no case notices a change and no [[equivalent]] gives a reason for it.

    \b
    Examples:
      sy-judge variant test my-rules.toml
      sy-judge variant test my-rules.toml --mutate
      sy-judge variant test my-pack.toml --onto classic
      sy-judge variant test my-rules.toml --cases ./my-cases
      sy-judge variant test 2014 --id '5.*'
    """
    from adjudicator.cli.cases import run_cases

    try:
        if places or not file or _is_edition(file):
            ctx.exit(run_cases(places, file, ids, mutate, form))
        ctx.exit(_run_beside(file, game, ids, mutate, paths, form))
    except Refused as refused:
        if form == "text":
            raise
        click.echo(_refused(refused.faults, form), nl=False)
        ctx.exit(exit_code(refused))


def _refused(faults: Iterable[Fault], form: str) -> str:
    """The faults of the variant or of its cases, as JSON."""
    if form == "json":
        from adjudicator.report.faults import as_json

        return as_json(faults)
    from adjudicator.report.annotations import of_faults

    return of_faults(faults)


def _is_edition(file: str) -> bool:
    """Whether this is a shipped variant without cases beside it."""
    from adjudicator.files import is_ours
    from adjudicator.workshop.case_files import case_files

    return not os.path.exists(file) and is_ours("variants", file) and not case_files(variant_file(file))


def _run_beside(file: str, game: str, ids: tuple[str, ...], mutate: bool, paths: tuple[str, ...], form: str) -> int:
    """Run the cases beside a variant file and return the exit code."""
    from adjudicator.rulebook.from_files import flatten
    from adjudicator.rulebook.loader import load
    from adjudicator.workshop.case_files import case_files, read_chapters, selected

    path = variant_file(file)
    with needed():
        edition = f"{game}+{path}" if _is_pack(path) else as_path(path)
        merged = flatten(edition, paths=paths)
        load(edition, paths=paths)  # an error of the file is reported once, not for each case
    suite = Suite(path, edition, selected(read_chapters(case_files(path)), "", ids), _Rules(paths))
    own, inherited = suite.own(merged)
    tried = suite.tried(own)
    if not tried:
        click.echo(f"{file}: no cases found; {_advice(path, ids)}", err=True)
        return 1
    if mutate and all(one.passed for one in tried):  # a case that fails anyway would "notice" every change
        return _mutate(suite, merged, form)
    every = not ids and all(one.passed for one in tried)
    if form == "text":
        from adjudicator.report.test_results import trial_page

        unnoticed = suite.trial(merged).unnoticed(suite.equivalents) if every else []
        click.echo(trial_page(file, tried, own, inherited, unnoticed, every=not ids), nl=False)
    else:
        from adjudicator.cli.cases import written

        click.echo(written(tried, form, str(path.with_suffix(".cases.toml"))), nl=False)
    return 0 if all(one.passed for one in tried) else 1


def variant_file(file: str) -> Path:
    """The path of a variant file, or of a shipped variant by its id."""
    from adjudicator.files import find

    return Path(file) if os.path.exists(file) else find("variants", file)


def as_path(path: Path) -> str:
    return str(path) if path.parent != Path() else f"./{path}"


def _is_pack(path: Path) -> bool:
    from adjudicator.files import read_toml

    return read_toml(path)[0].get("pack") is True


def _advice(path: Path, ids: tuple[str, ...]) -> str:
    from adjudicator.workshop.case_files import case_files

    if ids and case_files(path):
        return f"none of them is {' or '.join(ids)}"
    return f"write them into {path.with_suffix('.cases.toml')}; docs/cases.md shows how"


def _mutate(suite: Suite, merged: Merged, form: str) -> int:
    """Try every change of the rules whose code is in the file, and of the numbers that it sets."""
    from adjudicator.report.mutants import as_json, results
    from adjudicator.workshop.number_changes import number_changes

    trial = suite.trial(merged)
    fates = [trial.fate(mutant, suite.equivalents) for mutant in trial.mutants()]
    for change in number_changes(suite.path, suite.edition):
        rules = _Rules(suite.rules.paths)  # which reads the file again
        fates.append(change.fate(suite.path, suite.cases(), rules, suite.equivalents))
    if not fates:
        click.echo(f"{suite.path}: no rules or numbers to change", err=True)
    click.echo(as_json(fates) if form == "json" else results(fates), nl=False)
    return 1 if any(fate.survives for fate in fates) else 0


@frozen
class _Rules:
    """Loads each rulebook once in a run, and again in the next, because the file is being edited."""

    paths: tuple[str, ...] = ()
    known: dict[tuple[str, ...], Rulebook] = field(factory=dict)

    def __call__(self, case: Case, edition: str, beside: str) -> Rulebook:
        from adjudicator.rulebook.loader import load

        key = (edition, case.board, *case.options)
        if key not in self.known:
            beside_it = beside or None
            self.known[key] = load(edition, board=case.board, options=case.options, beside=beside_it, paths=self.paths)
        return self.known[key]


@frozen
class Suite:
    """A variant file, its name as an edition, and the cases beside it."""

    path: Path
    edition: str
    chapters: tuple[Chapter, ...]
    rules: _Rules = field(factory=_Rules)

    @classmethod
    def beside(cls, path: Path, game: str = "2014") -> Suite:
        """The cases beside a file; a pack is tried with `game`. Raises Refused."""
        from adjudicator.workshop.case_files import case_files, read_chapters

        return cls(path, f"{game}+{path}" if _is_pack(path) else as_path(path), read_chapters(case_files(path)))

    @property
    def equivalents(self) -> list[Equivalent]:
        return [one for chapter in self.chapters for one in chapter.equivalents]

    def cases(self) -> Iterator[tuple[Case, str, str]]:
        """Every case with each edition that it is run in, and the file to which that name is relative."""
        for chapter in self.chapters:
            for case in chapter.cases:
                for edition in self._editions(case):
                    yield case, edition, chapter.file if edition != self.edition else ""

    def _editions(self, case: Case) -> Iterator[str]:
        """The editions of a case: this file, unless it names others. Its own id means this file; so does a pack with its
        game."""
        name, game = self.path.name, self.edition.partition("+")[0]
        for named in case.editions or (self.edition,):
            yield self.edition if named in (self.path.stem, name, f"./{name}", f"{game}+{name}") else named

    def tried(self, own: Iterable[str]) -> list[Tried]:
        """The results of all cases, with the rules that each tests, mainly the file's own."""
        from adjudicator.workshop.case_runner import try_case
        from adjudicator.workshop.coverage import Coverage

        coverage = Coverage(self.rules)
        found = [(try_case(case, edition, beside, self.rules), beside) for case, edition, beside in self.cases()]
        unseen = frozenset(own).difference(*(tried.touched for tried, _ in found))
        return [coverage.of(tried, beside, unseen) for tried, beside in found]

    def trial(self, merged: Merged) -> Trial:
        """The cases of this edition, for trying changes of the rules whose code is in this file."""
        from adjudicator.workshop.mutation import TERM, Trial

        codes = [at for at in self._here(merged) if at[2:] == ("code",)]
        own = frozenset(f"{TERM if at[0] == 'terms' else ''}{at[1]}" for at in codes)
        cases = tuple((case, "") for case, edition, _ in self.cases() if edition == self.edition)
        return Trial(self.edition, cases, own, self.rules)

    def own(self, merged: Merged) -> tuple[list[str], list[str]]:
        """The ids of rules, actions, endings and options in this file, and of those that it inherits."""
        sections = ("rules", "actions", "endings", "options")
        every = [(section, name) for section in sections for name in merged.data.get(section, {})]
        here = {at[:2] for at in self._here(merged)}
        own = list(dict.fromkeys(at[1] for at in every if at in here))
        return own, [at[1] for at in every if at not in here]

    def _here(self, merged: Merged) -> list[tuple[str | int, ...]]:
        """The paths of everything in this file."""
        from adjudicator.files import shown

        return [at for at, (source, _) in merged.origins.items() if source.file == shown(self.path)]
