"""The catalogue of codes: the meaning and the sentences of each. Its data are the TOML files next to this one, one for each
letter; E.toml explains how to read them.

A file is read when a fault of its letter is shown, so that a run without mistakes does not wait for it.
"""

from __future__ import annotations

import os
from functools import cache
from typing import Any

from adjudicator.values import frozen

# The kind of file that each letter is about, in the order of the page of codes, and one sentence about the letter.
KINDS = {
    "F": ("files", "Files that cannot be found, read or written."),
    "B": ("boards", "Mistakes in a board; `sy-judge board lint` reports them."),
    "E": ("variants", "Mistakes in a variant or a pack; `sy-judge variant lint` reports them."),
    "W": ("warnings", "Parts of a variant that have no effect; `sy-judge variant lint` reports them."),
    "N": ("notices", "What never happened in the trial games of `sy-judge variant lint`; nothing may be wrong."),
    "T": ("transcripts", "Mistakes in a log, and reasons why it cannot be judged; `sy-judge check` reports them."),
    "C": ("cases", "Mistakes in a file of cases; `sy-judge variant test` reports them."),
    "Q": ("questions", "Questions that cannot be answered; `sy-judge ask`, `rules` and `moves` report them."),
}
VARIANT = 'id      = "example"\ntitle   = "An example"\nextends = "2014"\n'
HEADINGS = {
    "rule": '[rules.example]\nsays = "An example."\n',
    "action": '[actions.example]\nsays  = "An example."\nby    = "fugitive"\nplace = "during turn"\n',
    "ending": '[endings.example]\nsays = "An example."\n',
    "term": "[terms.example]\n",
}
ABOUT_THE_CODE = ("title", "why", "as", "wrong", "right", "says", "help", "like")  # every other key names a sentence


@frozen
class Code:
    """The meaning of a code: its title, why it matters, a wrong and a right example.

    `kind` says what the examples are: a `log`, a `command`, the code of a `rule`, `action`, `ending` or `term`, a `table` of
    a variant that extends another, `packs`, or a whole `file`.
    """

    code: str
    title: str
    why: str
    wrong: str
    right: str
    kind: str

    def file(self, example: str) -> str:
        """An example of a variant as a file that can be linted."""
        if self.kind == "file":
            return example
        if self.kind == "table":
            return VARIANT + example
        return f"{VARIANT}\n{HEADINGS[self.kind]}code = '''\n{example.strip()}\n'''\n"


@frozen
class Sentence:
    """Templates of the message and of the help, in the order in which they are tried."""

    says: tuple[str, ...]
    help: tuple[str, ...]


def codes() -> dict[str, Code]:
    """Every code."""
    return {name: _code(name, entry) for letter in KINDS for name, entry in _entries(letter).items()}


def sentence(name: str) -> Sentence:
    """The templates of `E110`, or of one of several sentences of a code: `B04.colour`."""
    code, _, which = name.partition(".")
    whole = _entries(code[0])[code]
    own = whole.get(which) if which else whole
    if own is None or "like" in own:  # another code has this sentence for another kind of file
        return sentence(own["like"] if own else f"{whole['like']}.{which}")
    return Sentence(_templates(own.get("says", whole.get("says"))), _templates(own.get("help", ())))


def sentences() -> dict[str, Sentence]:
    """Every sentence, by its name."""
    names = []
    for letter in KINDS:
        for code, entry in _entries(letter).items():
            names += [code] if "says" in entry else []
            names += [f"{code}.{which}" for which in entry if which not in ABOUT_THE_CODE]
    return {name: sentence(name) for name in names}


def _templates(written: Any) -> tuple[str, ...]:
    return (written,) if isinstance(written, str) else tuple(written)


def _code(name: str, entry: dict[str, Any]) -> Code:
    texts = {key: str(entry.get(key, "")) for key in ("title", "why", "wrong", "right")}
    return Code(name, **texts, kind=str(entry.get("as", "rule")))


@cache
def _entries(letter: str) -> dict[str, dict[str, Any]]:
    import tomllib

    with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), f"{letter}.toml"), "rb") as file:
        return tomllib.load(file)
