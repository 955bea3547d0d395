"""`sy-judge repair`: recover what can be recovered of a damaged log of the referee."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from adjudicator.cli.check import rules_options

if TYPE_CHECKING:
    from adjudicator.judge.log_file import Asked
    from adjudicator.table.repair import Repair

SHOWN = 10  # lines that are written out


@click.command(short_help="Recover a damaged log of the referee.")
@click.argument("log", metavar="LOG")
@rules_options
@click.option("-o", "--output", metavar="FILE", help="The repaired log (friday-repaired.log); its key is written beside it.")
def repair(log: str, asked: Asked, output: str | None) -> None:
    """Recover a damaged LOG of the referee and its key, and list the lost lines.

    Use it when `referee` refuses a log. The repaired log is the longest beginning in which every line is as it was written and
    every seal opens. Damaged headers are written again if the key confirms them. No seal is made again, and a comment records
    the repair. LOG and its key are not changed, and nothing is overwritten.

    \b
    Example:
      sy-judge repair friday.log
    """
    from adjudicator.files import read_damaged, shown
    from adjudicator.judge.log_file import heading, rules_for
    from adjudicator.table.repair import repair as repaired
    from adjudicator.table.store import Store

    damaged, whole = Store(Path(log)), Store(Path(output) if output else _beside(Path(log)))
    whole.has_name()
    text, key = damaged.read(read_damaged)
    rulebook, _ = rules_for(heading(text, log), asked)
    found = repaired(text, key, rulebook, log)
    if found.is_whole:
        click.echo(f"{log}: nothing is damaged. `sy-judge referee --log {log}` continues it.")
        return
    with whole.lock.held():
        whole.create(found.published)
    click.echo(_told(found, log, shown(whole.log)), nl=False)


def _beside(log: Path) -> Path:
    """A file beside the log that is not there yet, nor its key."""
    names = (log.with_name(f"{log.stem}-repaired{number or ''}.log") for number in (0, *range(2, 1000)))
    return next(path for path in names if not path.exists() and not path.with_suffix(".key").exists())


def _told(found: Repair, log: str, output: str) -> str:
    from adjudicator.report.layout import counted

    lines = [f"{output}: {counted(found.kept, 'clause')} recovered, up to round {found.round}."]
    lines += [f"Written again, as the key confirms: `{line}`" for line in found.again]
    if found.strange:
        lines.append(f"{counted(found.strange, 'line')} of the key could not be read.")
    if not (found.strange or found.again or found.lost or found.unknown):
        lines.append("Lines that the key had lost were written again; none of them is a seal.")
    if found.unknown > len(found.lost):
        lines.append(f"The key has {found.unknown} more clauses, whose text is lost.")
    if found.lost:
        lines.append(f"Lost: {counted(len(found.lost), 'line')} of {log}:")
        lines += [f"  {line}" for line in found.lost[:SHOWN]]
        lines += [f"  and {len(found.lost) - SHOWN} more"] if len(found.lost) > SHOWN else []
    lines.append(f"`sy-judge referee --log {output}` continues it.")
    return "".join(f"{line}\n" for line in lines)
