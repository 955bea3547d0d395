"""`sy-judge explain`: a code with a wrong and a right example; or a rule, as each edition has it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from adjudicator.faults import Refused, did_you_mean

if TYPE_CHECKING:
    from adjudicator.rulebook.model import Rulebook

LISTS = "docs/codes.md lists the codes, `sy-judge rules 2014` the rules"


@click.command(short_help="Explain a code, or a rule by its id.")
@click.argument("code", metavar="CODE|RULE")
@click.option("--variant", default="", metavar="VARIANT", help="The rule as this edition has it; else as each has it.")
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

    text = explained(code.strip().upper())
    if text is None:
        books = _rulebooks(variant)
        text = _rule(code.strip(), books)
    if not text:
        known = {name for book in books for name in (*book.rules, *book.options, *book.rulings)}
        near = f"did you mean `{nearest(code)}`?" if nearest(code) else did_you_mean(code, sorted(known))
        raise click.UsageError(f"no code or rule is named `{code}`; {near or LISTS}")
    click.echo(text, nl=False)


def _rulebooks(variant: str) -> list[Rulebook]:
    """The rulebook of the named edition, or of all."""
    from adjudicator.judge.batch import editions
    from adjudicator.rulebook.loader import load

    return [load(name) for name in editions(variant or "all")]


def _rule(name: str, books: list[Rulebook]) -> str:
    """The text about a rule; editions with the same text are shown together."""
    from adjudicator.answers.rulelist import named
    from adjudicator.report.answers import entry_page

    pages: dict[str, list[str]] = {}
    for book in books:
        try:
            found = named(book, name)
        except Refused:
            continue
        pages.setdefault("\n".join(entry_page(one, ()) for one in found), []).append(book.name)
    return "\n".join(f"in {', '.join(editions)}\n{page}" for page, editions in pages.items())
