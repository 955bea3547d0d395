"""Trees as plain data (lists, strings, numbers) and back, to keep checked rules.

A form becomes a list of its name, its offsets and its fields; a tuple, a list that begins with null; a `Spoken` word, a list of
its place and the word.
"""

from __future__ import annotations

from typing import Any

from adjudicator.language import tree as t

FORMS: dict[str, type[t.Node]] = {
    name: form for name, form in vars(t).items() if isinstance(form, type) and issubclass(form, t.Node)
}


def to_plain(value: object, nodes: list[t.Node]) -> Any:
    """The plain data of a tree. Appends every node to `nodes`, inner nodes first."""
    if isinstance(value, t.Node):
        row = [type(value).__name__, value.at, value.end, *[to_plain(getattr(value, name), nodes) for name in value._fields]]
        nodes.append(value)
        return row
    if isinstance(value, tuple):
        return [None, *[to_plain(inner, nodes) for inner in value]]
    if isinstance(value, t.Spoken) and value.at is not None:
        return [value.at, str(value)]
    return value


def from_plain(data: Any, nodes: list[t.Node]) -> Any:
    """The tree from the data of `to_plain`. Appends its nodes to `nodes` in the same order."""
    if not isinstance(data, list):
        return data
    head = data[0]
    if head is None:
        return tuple([from_plain(inner, nodes) for inner in data[1:]])
    if isinstance(head, int):
        return t.Spoken.of(data[1], head)
    node = FORMS[head](*[from_plain(inner, nodes) for inner in data[3:]], at=data[1], end=data[2])
    nodes.append(node)
    return node
