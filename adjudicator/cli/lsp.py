"""`sy-judge lsp`: the language server, started by an editor."""

from __future__ import annotations

from importlib.util import find_spec

import click


@click.command(short_help="Show faults and help in an editor while you write.")
def lsp() -> None:
    """The language server for variant files, boards and cases. Your editor starts it; docs: editors/README.md.

    It shows errors as you type and warnings when you rest, with the codes and places of `sy-judge variant lint`, explains
    words, completes them, and formats files. It reads and writes messages of the Language Server Protocol on standard input
    and output.

    \b
    Example:
      sy-judge lsp
    """
    from adjudicator.faults import Fault, Refused

    if not find_spec("pygls"):
        raise Refused([Fault("F64")])
    from adjudicator.editing.server import made

    made().start_io()
