"""`sy-judge ask`: a question about a position or about the rules, answered."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING

import click

from adjudicator.cli.check import (
    at_option,
    format_option,
    hint_at_key,
    key_option,
    read_input,
    reading,
    rules_options,
    view_option,
)
from adjudicator.faults import Fault, Place, Refused

if TYPE_CHECKING:
    from adjudicator.answers.answer import Desk
    from adjudicator.judge.log_file import Asked


class WithForms(click.Command):
    """A command whose help ends with the questions that can be asked."""

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        from adjudicator.report.answers import forms_page

        formatter.write(f"\nQuestions that can be asked:\n{forms_page()}")


@click.command(cls=WithForms, short_help="Answer a question about a game or about rules.")
@click.argument("target", metavar="LOG|VARIANT")
@click.argument("words", nargs=-1, metavar="QUESTION")
@rules_options
@at_option
@view_option
@key_option
@format_option
def ask(
    target: str,
    words: tuple[str, ...],
    asked: Asked,
    at: str,
    view: str,
    key: str,
    form: str,
) -> None:
    """Answer a QUESTION about the end of a LOG, or about the rules of a VARIANT.

    The answer is yes, no or it depends, with the rule that decides and its citation. The questions that can be asked are
    listed below, and without a QUESTION; docs/questions.md explains them.

    \b
    Examples:
      sy-judge ask game.log "may red take the bus to 46"
      sy-judge ask game.log "why not X bus 102" --at 7
      sy-judge ask game.log "who can capture X" --view detectives
      sy-judge ask 2014 "may detectives use the ferry"
      sy-judge ask ./my-rules.toml "what happens if X cannot move"
    """
    from adjudicator.answers.replies import ask as answered
    from adjudicator.report.answers import answer_data, answer_page, forms_page

    question = " ".join(words).strip()
    if not question:
        click.echo(forms_page(), nl=False)
        return
    with reading(target):
        desk = desk_for(target, asked, at, view, key)
        answer = answered(desk, question)
    if desk.game is not None:
        hint_at_key(desk.game.record)
    if form == "json":
        click.echo(json.dumps(answer_data(answer), ensure_ascii=False))
    else:
        click.echo(answer_page(answer), nl=False)


def desk_for(target: str, asked: Asked, at: str, view: str, key: str = "") -> Desk:
    """A record, if there is a file of that name that is not a variant; else a variant."""
    from attrs import evolve

    from adjudicator.answers.context import of_record, of_variant
    from adjudicator.judge.moments import moment

    is_log = target == "-" or target.endswith(".log") or (os.path.isfile(target) and not target.endswith(".toml"))
    if is_log:
        return of_record(read_input(target, key), asked, moment(at) if at else None, view)
    if at or view:
        raise Refused([Fault("Q05", Place("--at" if at else "--view"), name=target)])
    return of_variant(evolve(asked, variant=target))
