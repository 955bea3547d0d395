"""`sy-judge rules`: the rules in force, one of them, those about a topic, or a sheet for the table."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import click

from adjudicator.cli.check import board_option, choice_option, format_option, path_option, reading

if TYPE_CHECKING:
    from adjudicator.rulebook.model import Rulebook


@click.command(short_help="Show the rules in force, with their citations.")
@click.argument("variant", metavar="VARIANT")
@click.argument("rule", required=False, metavar="[RULE]")
@click.option("--about", default="", metavar="TOPIC", help="Show only rules about this topic, like `double move`.")
@click.option("--questions", is_flag=True, help="Everything that can be asked, as `sy-judge ask` understands it.")
@click.option("--sheet", is_flag=True, help="A page to print for the players (HTML).")
@click.option("-o", "--output", default="-", metavar="FILE", help="The file for the sheet; - for standard output.")
@board_option
@choice_option
@path_option
@format_option
def rules(
    variant: str,
    rule: str | None,
    about: str,
    questions: bool,
    sheet: bool,
    output: str,
    board: str,
    options: tuple[str, ...],
    paths: tuple[str, ...],
    form: str,
) -> None:
    """Show the rules of VARIANT that are in force, each in one sentence.

    With a RULE (an id, an option, or a ruling such as G28), show its citation, status and file, and cases that use it. With
    --questions, list everything that can be asked. With --sheet, write a page to print for the players.

    \b
    Examples:
      sy-judge rules 2014
      sy-judge rules 2014 ferry-for-the-fugitive
      sy-judge rules classic --about "double move" --option cut-off
      sy-judge rules ./my-rules.toml --questions
      sy-judge rules 2014 --sheet -o sheet.html
    """
    from adjudicator.answers import rulelist, topics
    from adjudicator.answers.context import of_variant
    from adjudicator.answers.facts import in_force
    from adjudicator.answers.wording import plain_questions as listed
    from adjudicator.judge.log_file import Asked
    from adjudicator.report import answers as report

    with reading():
        desk = of_variant(Asked(variant, board, options, paths))
        rulebook = desk.rulebook
        if questions:
            found_questions = list(listed(desk))
            asked = [{"entry": name, "question": text} for name, text in found_questions]
            _say({"variant": rulebook.name, "questions": asked}, report.questions_page(found_questions), form)
        elif sheet:
            _sheet(rulebook, of_variant(Asked(variant, board, (), paths)).rulebook, output)
        elif about:
            topic = topics.about(rulebook, about)
            _say(report.topic_data(topic), report.topic_page(topic), form)
        elif rule:
            found = rulelist.named(rulebook, rule)
            cases = {one.id: rulelist.cases(rulebook, one.id) for one in found}
            page = "\n".join(report.entry_page(one, cases[one.id]) for one in found)
            _say({"variant": rulebook.name, "rules": [report.entry_data(one, cases[one.id]) for one in found]}, page, form)
        else:
            every = rulelist.entries(rulebook)
            numbers = list(in_force(rulebook))
            page = report.rules_page(f"{rulebook.name}: {rulebook.title}", every, numbers)
            data = {"variant": rulebook.name, "numbers": numbers, "rules": [report.entry_data(one) for one in every]}
            _say(data, page, form)


def _say(data: object, page: str, form: str) -> None:
    click.echo(json.dumps(data, ensure_ascii=False) if form == "json" else page.rstrip("\n"))


def _sheet(rulebook: Rulebook, usual: Rulebook, output: str) -> None:
    from adjudicator.answers.sheet import sheet
    from adjudicator.cli import write_out
    from adjudicator.report.sheets import sheet_page

    write_out(output, sheet_page(sheet(rulebook, usual)))
