"""A stream of what somebody is shown: first everything, then only what became different."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from typing import Any

from adjudicator.picture.changes import change

Data = dict[str, Any]


async def changes(shown: Callable[[], Data], news: asyncio.Condition) -> AsyncIterator[Data]:
    """For as long as somebody looks. The `stamp` of what is shown says whether it is still the same."""
    before: Data = {}
    while True:
        now = shown()
        yield change(before, now)
        before = now
        async with news:
            while shown()["stamp"] == before["stamp"]:
                await news.wait()


async def still(data: Data) -> AsyncIterator[Data]:
    """Something that does not change any more."""
    yield data
    await asyncio.Event().wait()
