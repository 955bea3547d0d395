"""What each code means that is said of a variant file, with a wrong and a right example. The table is `codes.toml`."""

from __future__ import annotations

from functools import cache
from importlib import resources
from typing import Any

from adjudicator.files import parse_toml
from adjudicator.values import frozen

HEAD = 'id      = "example"\ntitle   = "An example"\nextends = "2014"\n'
_HEADS = {
    "rule": '[rules.example]\nsays = "An example."\n',
    "action": '[actions.example]\nsays  = "An example."\nby    = "fugitive"\nplace = "during turn"\n',
    "ending": '[endings.example]\nsays = "An example."\n',
    "term": "[terms.example]\n",
}


@frozen
class Code:
    """`kind` says what the examples are: the code of a rule, action, ending or term, a part of a file, or a whole file."""

    code: str
    title: str
    why: str
    wrong: str = ""
    right: str = ""
    kind: str = "rule"

    def file(self, example: str) -> str:
        """The example as a file that can be linted."""
        if self.kind == "file":
            return example
        if self.kind == "table":
            return HEAD + example
        return f"{HEAD}\n{_HEADS[self.kind]}code = '''\n{example.strip()}\n'''\n"


@cache
def codes() -> dict[str, Code]:
    """The table, by code."""
    text = resources.files("adjudicator.language").joinpath("codes.toml").read_text(encoding="utf-8")
    return {name: _code(name, entry) for name, entry in parse_toml(text, "codes.toml").items()}


def _code(name: str, entry: dict[str, Any]) -> Code:
    texts = {key: str(entry.get(key, "")) for key in ("title", "why", "wrong", "right")}
    return Code(name, **texts, kind=str(entry.get("as", "rule")))
