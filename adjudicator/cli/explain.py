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
    from adjudicator.faults import did_you_mean
    from adjudicator.report.codes import explained, known

    text = explained(code.strip().upper())
    if text is None:
        near = did_you_mean(code.upper(), known())
        raise click.UsageError(f"there is no code `{code}`" + (f"; {near}" if near.startswith("did") else ""))
    click.echo(text, nl=False)
