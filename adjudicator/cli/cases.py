"""`sy-judge cases`: run numbered cases and say which of them hold."""

from __future__ import annotations

import click

from adjudicator.faults import Fault, Place, Refused


@click.command()
@click.argument("folders", nargs=-1, metavar="[FOLDER]...")
@click.option(
    "--variant", default="", metavar="V", help="Only the cases of this edition; cases that name none are tried in it."
)
@click.option("--id", "ids", multiple=True, metavar="ID", help="Only these numbers, like 4.2.1 or '4.2.*' (repeatable).")
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True)
@click.pass_context
def cases(ctx: click.Context, folders: tuple[str, ...], variant: str, ids: tuple[str, ...], form: str) -> None:
    """Run the numbered cases of FOLDERs or files; without any, those of the conformance suite.

    Ends with 0 if all pass, 1 if one fails or none was found, 2 if a file of cases is not understood.

    \b
    Examples:
      sy-judge cases --variant 2014
      sy-judge cases --id '5.*'
      sy-judge cases ./my-cases --variant ./my-rules.toml
    """
    from adjudicator.check.cases import read_chapters, selected
    from adjudicator.check.trying import try_case
    from adjudicator.files import folder
    from adjudicator.report.cases import as_json, results

    chapters = selected(read_chapters(folders or [folder("tests/cases")]), variant, ids)
    tried = [
        try_case(case, edition, chapter.file)
        for chapter in chapters
        for case in chapter.cases
        for edition in case.editions or _no_edition(case.id)
    ]
    if not tried:
        click.echo("no case was found", err=True)
        ctx.exit(1)
    click.echo(as_json(tried) if form == "json" else results(tried, _rules([one.edition for one in tried])), nl=False)
    ctx.exit(0 if all(one.passed for one in tried) else 1)


def _no_edition(case: str) -> tuple[str, ...]:
    message = f"case `{case}` names no edition"
    raise Refused([Fault("C08", Place("cases"), message, "say in which one to try it: --variant V")])


def _rules(editions: list[str]) -> dict[str, list[str]]:
    """The ids of all rules, actions and endings of the editions that can be read by name, whatever is chosen."""
    from adjudicator.rulebook.reading import flatten

    found: dict[str, list[str]] = {}
    for edition in dict.fromkeys(editions):
        try:
            tables = flatten(edition).data
        except Refused:  # the cases themselves have said so
            continue
        found[edition] = [name for section in ("rules", "actions", "endings") for name in tables.get(section, {})]
    return found
