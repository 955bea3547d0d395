"""A tree as plain data and back, to keep checked rules: lists, texts and numbers only.

A form is a list of its name, its offsets and its fields; a tuple is a list that begins with null; a word that remembers where
it stood is a list of that place and the word.
"""

from __future__ import annotations

from typing import Any

from adjudicator.language import tree as t

FORMS: dict[str, type[t.Node]] = {
    name: form for name, form in vars(t).items() if isinstance(form, type) and issubclass(form, t.Node)
}


def to_plain(value: object, nodes: list[t.Node]) -> Any:
    """The plain data of a tree; every node is added to `nodes`, the inner ones first."""
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
    """The tree of `to_plain`; its nodes are added to `nodes` in the same order."""
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
