"""`sy-judge completion`: the script that teaches a shell our commands."""

from __future__ import annotations

import click

NAME, VARIABLE = "sy-judge", "_SY_JUDGE_COMPLETE"


@click.command()
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def completion(shell: str) -> None:
    """Print the script that lets SHELL complete commands and names.

    \b
    Examples:
      eval "$(sy-judge completion bash)"       in ~/.bashrc
      eval "$(sy-judge completion zsh)"        in ~/.zshrc
      sy-judge completion fish > ~/.config/fish/completions/sy-judge.fish
    """
    from click.shell_completion import get_completion_class

    from adjudicator.cli import main

    kind = get_completion_class(shell)
    assert kind is not None  # click knows all three
    click.echo(kind(main, {}, NAME, VARIABLE).source())
