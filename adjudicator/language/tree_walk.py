"""Walks through every node of a tree."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.language import tree as t


def walk(node: t.Node) -> Iterator[t.Node]:
    yield node
    for name in node._fields:
        value = getattr(node, name)
        for inner in value if isinstance(value, tuple) else (value,):
            if isinstance(inner, t.Node):
                yield from walk(inner)
