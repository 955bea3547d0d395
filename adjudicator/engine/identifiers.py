"""Names, numbers and operators of rules as written in generated code.

Names of a file contain letters, digits and single hyphens (`rulebook.bounds`). In generated code they have a prefix of
their own and behind or before two underscores, which no name of the compiler has: so no file can name a thing like a part of
the compiler. Everything is checked here once more, at the last moment: a rulebook that comes from a cache was not read, and
text that is not a name or a number would become code.
"""

from __future__ import annotations

from collections.abc import Container
from functools import cache

OPERATORS = {
    "=": "==", "<>": "!=", "<": "<", "<=": "<=", ">": ">", ">=": ">=",
    "+": "+", "-": "-", "*": "*", ":=": "=", "+=": "+=", "-=": "-=",
}  # fmt: skip
GATHERERS = {"least": "min", "most": "max"}


def word(name: object) -> str:
    """A name that is safe in a comment."""
    if isinstance(name, str) and name.isascii() and name.replace("-", "").isalnum() and "--" not in name:
        return str(name)
    raise _refused(name)


def identifier(name: object) -> str:
    """A name as the end of a Python name."""
    return word(name).replace("-", "_")


@cache  # asked for every time that an action is
def of_action(hook: str, action: str) -> str:
    """The hook of an action: `legal__take_card`."""
    return f"{hook}__{identifier(action)}"


def numbered(hook: str, number: int) -> str:
    """One of several hooks that belong together."""
    return f"{hook}__{numeral(number)}"


def local(variable: str) -> str:
    """The Python name of a rule's variable."""
    return f"x_{identifier(variable)}"


def local_each(variable: str) -> str:
    """The same while a choice is made for each of several pieces: the choice for one of them."""
    return f"{local(variable)}__each"


def attribute(name: str) -> str:
    """The table of a board attribute."""
    return f"A_{identifier(name)}"


def numeral(value: object) -> str:
    if type(value) is int:
        return str(value)
    raise _refused(value)


def operator(sign: str) -> str:
    return OPERATORS[one_of(sign, OPERATORS)]


def gatherer(word: str) -> str:
    """The function that gathers numbers, if it does more than add them up."""
    return GATHERERS[one_of(word, GATHERERS)]


def one_of(name: str, known: Container[str]) -> str:
    if name in known:
        return name
    raise _refused(name)


def _refused(value: object) -> Exception:
    from adjudicator.faults import Fault, Refused
    from adjudicator.rulebook.cache import cache_folder

    return Refused([Fault("F40", value=str(value)[:60], folder=cache_folder() or "")])
