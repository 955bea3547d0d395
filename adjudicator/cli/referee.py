"""`sy-judge referee`: run a game on one laptop."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from adjudicator.cli.check import rules_options
from adjudicator.cli.terminal import Terminal, talk

if TYPE_CHECKING:
    from adjudicator.judge.log_file import Asked


@click.command(short_help="Referee a game at the table; every move is judged.")
@rules_options
@click.option(
    "--log", default="game.log", show_default=True, metavar="FILE", help="The public log; the whole record is next to it."
)
@click.option("--from", "page", default="", metavar="FILE", help="Take headers, and clauses already played, from this record.")
def referee(asked: Asked, log: str, page: str) -> None:
    """Referee a game on one laptop: every move is judged before it counts, and hidden moves stay hidden.

    The game is saved after each move. Run the same command to continue after an interruption. At every prompt you can type
    `?`, `moves`, `ask`, `why not`, `where`, `table`, `undo` or `quit`.

    \b
    Examples:
      sy-judge referee
      sy-judge referee --variant 2014 --log friday.log
      sy-judge referee --from paper.log --log friday.log
      sy-judge referee --variant ./my-rules.toml
    """
    from adjudicator.table.evening import Evening

    evening = Evening(Path(log), asked, page)
    terminal = Terminal()
    with terminal.ready():
        talk(evening.run(), terminal)
    saved = f"{log}: saved. Run the same command to continue."
    click.echo(saved if Path(log).exists() else "No game was started, and no file was written.")
