"""`sy-judge explain`: a code with a wrong and a right example; or a rule, as each edition has it."""

from __future__ import annotations

import click

from adjudicator.faults import Refused


@click.command(short_help="Explain a code, or a rule by its id.")
@click.argument("code", metavar="CODE|RULE")
@click.option(
    "--variant", default="", metavar="VARIANT", help="Explain the rule as this edition has it; without it, as each has it."
)
def explain(code: str, variant: str) -> None:
    """Explain the CODE of a message, like E301, or a RULE by its id; also an option, or a ruling such as G28.

    Use it when a message is not enough. Editions that have the same rule are shown together.

    \b
    Examples:
      sy-judge explain E202
      sy-judge explain free-station
      sy-judge explain free-station --variant 2014
      sy-judge explain G28
    """
    from adjudicator.report.codes import explained, nearest

    text = explained(code.strip().upper()) or _rule(code.strip(), variant)
    if text is None:
        near = nearest(code)
        raise click.UsageError(
            f"there is no code or rule `{code}`" + (f"; did you mean `{near}`?" if near else "; docs/codes.md lists the codes")
        )
    click.echo(text, nl=False)


def _rule(name: str, variant: str) -> str | None:
    """A rule with everything about it, in one edition or in each that has it; editions that say the same together."""
    from adjudicator.answers.rulelist import named
    from adjudicator.files import shipped
    from adjudicator.report.answers import entry_page
    from adjudicator.rulebook.loader import load

    pages: dict[str, list[str]] = {}
    for edition in [variant] if variant else [path.stem for path in shipped("variants")]:
        rulebook = load(edition)
        try:
            found = named(rulebook, name) if not rulebook.tables.abstract else ()
        except Refused:
            continue
        if found:
            pages.setdefault("\n".join(entry_page(one, ()) for one in found), []).append(rulebook.name)
    return "\n".join(f"in {', '.join(editions)}\n{page}" for page, editions in pages.items()) or None
