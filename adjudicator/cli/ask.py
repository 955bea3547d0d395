"""`sy-judge ask`: a question about a position or about the rules, answered."""

from __future__ import annotations

import json
import os
import sys
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
    from adjudicator.answers.reply import Read, Reply
    from adjudicator.judge.log_file import Asked

NOT_SURE = 2  # the exit code if several entries are shown


@click.command(short_help="Answer a question about a game or about rules.")
@click.argument("target", metavar="LOG|VARIANT")
@click.argument("words", nargs=-1, metavar="QUESTION")
@click.option("--pick", metavar="N", default="", help="Answer the question of this number among those shown, or the `first`.")
@click.option("--more", is_flag=True, help="Show five questions instead of three.")
@rules_options
@at_option
@view_option
@key_option
@format_option
def ask(
    target: str,
    words: tuple[str, ...],
    pick: str,
    more: bool,
    asked: Asked,
    at: str,
    view: str,
    key: str,
    form: str,
) -> None:
    """Answer a QUESTION about the end of a LOG, or about the rules of a VARIANT.

    The question is looked up among those that can be asked. The first line shows how it was read; then follow the answer (yes,
    no, it depends, or a fact) and the rule that decides, with its citation. If several questions are near, three are listed,
    each with its answer, and the exit code is 2: choose one by its number. Without a QUESTION, or with `sy-judge rules VARIANT
    --questions`, everything that can be asked is listed.

    \b
    Examples:
      sy-judge ask game.log "may red take the bus to 46"
      sy-judge ask game.log "why not X bus 102" --at 7
      sy-judge ask game.log "who can capture X" --view detectives
      sy-judge ask 2014 "may detectives use the ferry"
      sy-judge ask 2014 "what about the ferry" --pick 2
      sy-judge ask ./my-rules.toml "what happens if X cannot move"
    """
    from adjudicator.answers.wording import plain_questions as listed
    from adjudicator.report.answers import questions_page

    question = " ".join(words).strip()
    with reading(target):
        desk = desk_for(target, asked, at, view, key)
        if not question:
            click.echo(questions_page(listed(desk)), nl=False)
            return
        reply, chosen = _replied(desk, question, _number(pick), more, form == "json")
    if desk.game is not None:
        hint_at_key(desk.game.record)
    _print(reply, chosen, form)
    if chosen is None:
        sys.exit(NOT_SURE)


def _number(pick: str) -> int:
    """The number in `--pick`; 0 if it is not given. Raises BadParameter."""
    if pick == "first":
        return 1
    if pick and not (pick.isdecimal() and 0 < int(pick) <= MOST):
        raise click.BadParameter(f"`{pick}` is not a number from 1 to {MOST}, and not `first`", param_hint="--pick")
    return int(pick or 0)


MOST = 20  # questions that can be chosen from


def _replied(desk: Desk, question: str, number: int, more: bool, quiet: bool) -> tuple[Reply, Read | None]:
    """The reply, and the entry to answer in full: the one that is sure, that `--pick` names, or that somebody chooses."""
    from adjudicator.answers.reply import FEW, MORE, ask, in_full, picked

    reply = ask(desk, question, MORE if more else FEW)
    if number:
        return reply, picked(desk, question, number)
    if reply.is_sure:
        return reply, reply.read[0]
    if quiet or not (sys.stdin.isatty() and sys.stdout.isatty()):
        return reply, None
    _print(reply, None, "text")
    chosen = click.prompt("Which one?", default=1, type=click.IntRange(1, len(reply.read)))
    return reply, in_full(desk, question, reply.read[chosen - 1].entry)


def _print(reply: Reply, chosen: Read | None, form: str) -> None:
    from adjudicator.report.answers import choices_page, reply_data, reply_page

    if form == "json":
        click.echo(json.dumps(reply_data(reply, chosen), ensure_ascii=False))
    else:
        click.echo(choices_page(reply) if chosen is None else reply_page(chosen), nl=False)


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
