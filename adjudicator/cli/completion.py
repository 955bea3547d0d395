"""`sy-judge completion`: the script that lets a shell complete our commands, and the words that it is given."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import TYPE_CHECKING, Any

import click
from click.shell_completion import CompletionItem, get_completion_class

from adjudicator.files import shipped

if TYPE_CHECKING:
    from adjudicator.rulebook.model import Rulebook

NAME, VARIABLE = "sy-judge", "_SY_JUDGE_COMPLETE"
Found = Iterable[str]


@click.command(short_help="Print the script that lets a shell complete commands and names.")
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def completion(shell: str) -> None:
    """Print the script that lets SHELL complete commands, options and their values, editions, boards, rules, codes and files.

    \b
    Examples:
      eval "$(sy-judge completion bash)"       in ~/.bashrc
      eval "$(sy-judge completion zsh)"        in ~/.zshrc
      sy-judge completion fish > ~/.config/fish/completions/sy-judge.fish
    """
    from adjudicator.cli import main

    kind = get_completion_class(shell)
    assert kind is not None  # click knows all three
    click.echo(kind(main, {}, NAME, VARIABLE).source())


class Named(click.types.StringParamType):
    """A word with names of ours that it can be, or else a file. Only a shell that completes it needs to know."""

    def __init__(self, names: Callable[[click.Context], Found] | None = None, otherwise: str = ""):
        self.names, self.otherwise = names, otherwise

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        every = self.names(ctx) if self.names else ()
        fitting = [CompletionItem(name) for name in every if name.startswith(incomplete)]
        return fitting or ([CompletionItem(incomplete, type=self.otherwise)] if self.otherwise else [])


def teach(command: click.Command, group: str) -> None:
    """Let a command complete everything that its help shows as a name, a file or a folder."""
    for param in command.params:
        shown = _shown(param)
        shown = f"{group} {shown}" if shown == "NAME" else shown
        if param.type is click.STRING and shown in KNOWN:
            names, otherwise = KNOWN[shown]
            param.type = Named(partial(names, command.name) if names else None, otherwise)


def _shown(param: Any) -> str:
    """The word for it in help, without the signs for what may be left out or repeated."""
    return str(param.metavar or param.name or "").upper().strip("[].")


# --- the names that there are


def _boards(command: str | None, ctx: click.Context) -> Found:
    return (path.stem for path in shipped("boards"))


def _variants(command: str | None, ctx: click.Context) -> Found:
    """The editions that can be played; `check` also takes all of them."""
    from adjudicator.judge.batch import editions

    return [*editions("all"), *(["all"] if command == "check" else [])]


def _every_variant(command: str | None, ctx: click.Context) -> Found:
    return (path.stem for path in shipped("variants"))


def _options(command: str | None, ctx: click.Context) -> Found:
    """The options of the edition that was named, each with its values; of none, if none was."""
    rulebook = _rulebook(ctx)
    return [f"{name}={value}" for name, one in rulebook.options.items() for value in one.values] if rulebook else []


def _rules(command: str | None, ctx: click.Context) -> Found:
    """The rules, options and rulings of the edition that was named; `explain` knows those of all, and codes."""
    from adjudicator.faults.catalogue import codes
    from adjudicator.rulebook.loader import load

    if command != "explain":
        return sorted(_ids(_rulebook(ctx)))
    return sorted({*codes(), *(name for edition in _variants(None, ctx) for name in _ids(load(edition)))})


def _ids(rulebook: Rulebook | None) -> Found:
    return {*rulebook.rules, *rulebook.options, *rulebook.rulings} if rulebook else ()


def _rulebook(ctx: click.Context) -> Rulebook | None:
    from adjudicator.faults import Refused
    from adjudicator.rulebook.loader import load

    named = ctx.params.get("variant") or ctx.params.get("name") or ""
    try:
        return load(named, paths=ctx.params.get("paths") or ()) if named else None
    except Refused:
        return None


def _seats(command: str | None, ctx: click.Context) -> Found:
    return ("X", "detectives")


# What can be typed where help shows a word: names, and where none fits a file, a folder or nothing.
KNOWN: dict[str, tuple[Callable[[str | None, click.Context], Found] | None, str]] = {
    **dict.fromkeys(("LOG", "FILE", "FILE|FOLDER", "KEY", "PAGE"), (None, "file")),
    "FOLDER": (None, "dir"),
    "VARIANT": (_variants, "file"),
    "LOG|VARIANT": (_variants, "file"),
    "variant NAME": (_every_variant, "file"),
    "BOARD": (_boards, "file"),
    "board NAME": (_boards, "file"),
    "OPTION": (_options, ""),
    "RULE": (_rules, ""),
    "CODE|RULE": (_rules, ""),
    "SEAT": (_seats, ""),
}
