"""`sy-judge explain`: what a code means, with a wrong and a right example; or what a rule says, in each edition that has it."""

from __future__ import annotations

import click

from adjudicator.faults import Refused


@click.command(short_help="Explain a code, or a rule by its id.")
@click.argument("code")
def explain(code: str) -> None:
    """Explain a CODE that stands before a message, like E301, or a rule, option or ruling by its id.

    \b
    Examples:
      sy-judge explain E202
      sy-judge explain W401
      sy-judge explain free-station
    """
    from adjudicator.report.codes import explained, nearest

    text = explained(code.strip().upper()) or _rule(code.strip())
    if text is None:
        near = nearest(code)
        raise click.UsageError(
            f"there is no code or rule `{code}`" + (f"; did you mean `{near}`?" if near else "; docs/codes.md lists the codes")
        )
    click.echo(text, nl=False)


def _rule(name: str) -> str | None:
    """A rule with everything about it, editions that say the same together."""
    from adjudicator.answers.rulelist import named
    from adjudicator.files import shipped
    from adjudicator.report.answers import entry_page
    from adjudicator.rulebook.loader import load

    pages: dict[str, list[str]] = {}
    for path in shipped("variants"):
        rulebook = load(path.stem)
        try:
            found = named(rulebook, name) if not rulebook.tables.abstract else ()
        except Refused:
            continue
        if found:
            pages.setdefault("\n".join(entry_page(one, ()) for one in found), []).append(path.stem)
    return "\n".join(f"in {', '.join(editions)}\n{page}" for page, editions in pages.items()) or None
