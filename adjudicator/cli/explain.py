"""`sy-judge explain`: what a code means, with a wrong and a right example."""

from __future__ import annotations

import click


@click.command()
@click.argument("code")
def explain(code: str) -> None:
    """Explain a CODE that stands before a message, like E301.

    \b
    Examples:
      sy-judge explain E202
      sy-judge explain W401
    """
    from adjudicator.report.codes import explained, nearest

    text = explained(code.strip().upper())
    if text is None:
        near = nearest(code)
        raise click.UsageError(
            f"there is no code `{code}`" + (f"; did you mean `{near}`?" if near else "; docs/codes.md lists them all")
        )
    click.echo(text, nl=False)
