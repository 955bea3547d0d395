"""Streams data to a page: first everything, then only the changes."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from typing import Any

from adjudicator.picture.changes import change

Data = dict[str, Any]


async def changes(shown: Callable[[], Data], news: asyncio.Condition) -> AsyncIterator[Data]:
    """Yield the data and each change of them, without end. Data with an equal `stamp` are unchanged."""
    before: Data = {}
    while True:
        now = shown()
        yield change(before, now)
        before = now
        async with news:
            while shown()["stamp"] == before["stamp"]:
                await news.wait()


async def still(data: Data) -> AsyncIterator[Data]:
    """Yield data that will not change, and wait for ever."""
    yield data
    await asyncio.Event().wait()
