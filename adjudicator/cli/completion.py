"""`sy-judge completion`: the script that teaches a shell our commands, and what it is told when it asks."""

from __future__ import annotations

from typing import Any

import click
from click.shell_completion import CompletionItem, get_completion_class

from adjudicator.files import shipped

NAME, VARIABLE = "sy-judge", "_SY_JUDGE_COMPLETE"

# What can stand where help shows these words: a file, or first of all one of ours.
FILES = ("LOG", "FILE", "KEY", "FOLDER")
OURS = {"VARIANT": "variants", "LOG|VARIANT": "variants", "V": "variants", "GAME": "variants", "B": "boards"}
OURS_BY_COMMAND = {"board": {"NAME": "boards"}, "variant": {"NAME": "variants"}}


@click.command(short_help="Print the script that lets a shell complete commands and names.")
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def completion(shell: str) -> None:
    """Print the script that lets SHELL complete commands, options, boards, variants and files.

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
    """A file, or the name of something that we ship. Only a shell that completes it needs to know."""

    def __init__(self, folder: str = ""):
        self.folder = folder

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        ours = [path.stem for path in shipped(self.folder)] if self.folder else []
        fitting = [CompletionItem(name) for name in ours if name.startswith(incomplete)]
        return fitting or [CompletionItem(incomplete, type="file")]


def teach(command: click.Command, group: str) -> None:
    """Let a command complete what its help shows as a file, a board or a variant."""
    ours = {**OURS, **OURS_BY_COMMAND.get(group, {})}
    for param in command.params:
        shown = _shown(param)
        if param.type is click.STRING and (shown in FILES or shown in ours):
            param.type = Named(ours.get(shown, ""))


def _shown(param: Any) -> str:
    """The word for it in help, without the signs for what may be left out or repeated."""
    return str(param.metavar or param.name or "").upper().strip("[].")
