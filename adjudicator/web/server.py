"""The table over HTTP: who may ask, and what goes over the wire. Events go down as server-sent events, words come up by POST.

A token comes in a header and never in an address, so no foreign page can speak for a seat, and no log or history has it.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any

from attrs import define, field
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response, StreamingResponse
from starlette.routing import Route

from adjudicator.picture.stage import SCRIPT, STYLE
from adjudicator.replay.changes import SHARED
from adjudicator.table.screens import TABLE
from adjudicator.web.limits import BODY, Limiter
from adjudicator.web.links import Links
from adjudicator.web.page_words import page_words
from adjudicator.web.room import Room
from adjudicator.web.seat_view import stage

FOLDER = Path(__file__).parent
OWN_SCRIPTS = ("words.js", "link.js", "sheet.js", "picture.js", "secret.js", "page.js")
FILES = {  # each is sent as one text
    "/": ("text/html", (FOLDER / "page.html",)),
    "/page.css": ("text/css", (STYLE, FOLDER / "page.css")),
    "/page.js": ("text/javascript", (SCRIPT, SHARED, *(FOLDER / name for name in OWN_SCRIPTS))),
    "/icon.svg": ("image/svg+xml", (FOLDER / "icon.svg",)),
}
HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",
}
PULSE = 15.0  # seconds after which a silent stream says that it is alive
STREAMS = 6  # that one seat may have open at once

Endpoint = Callable[[Request], Awaitable[Response]]


@define(eq=False)
class Server:
    """`origins` are the addresses under which it may be called, like `http://192.168.0.7:8000`."""

    room: Room
    links: Links
    origins: tuple[str, ...]
    limiter: Limiter = field(factory=Limiter)
    _streams: dict[str, int] = field(factory=dict)

    def app(self) -> Starlette:
        made = [self._route("/board", self._board), self._route("/words", self._words)]
        files = [*made, *(self._route(path, self._file) for path in FILES)]
        talk = [
            self._route("/say", self._say, "POST"),
            self._route("/ask", self._ask, "POST"),
            self._route("/weigh", self._weigh, "POST"),
        ]
        return Starlette(routes=[*files, self._route("/events", self._events), *talk])

    # -- at the door
    def _route(self, path: str, endpoint: Endpoint, method: str = "GET") -> Route:
        async def guarded(request: Request) -> Response:
            response = self._refusal(request) or await endpoint(request)
            response.headers.update(HEADERS)
            return response

        return Route(path, guarded, methods=[method])

    def _refusal(self, request: Request) -> Response | None:
        """What keeps strangers out: another name for this host, a page from elsewhere, too many requests."""
        hosts = {origin.partition("://")[2] for origin in self.origins}
        if request.headers.get("host", "") not in hosts:
            return PlainTextResponse("this table is not here", 404)
        if request.method == "POST" and request.headers.get("origin", "") not in self.origins:
            return PlainTextResponse("not from this page", 403)
        if not self.limiter.allows(request.client.host if request.client else ""):
            return PlainTextResponse("too many requests", 429)
        return None

    def _seat(self, request: Request) -> str:
        kind, _, token = request.headers.get("authorization", "").partition(" ")
        return self.links.seat(token) if kind == "Bearer" else ""

    # -- what there is
    async def _file(self, request: Request) -> Response:
        kind, paths = FILES[request.url.path]
        return Response("".join(path.read_text(encoding="utf-8") for path in paths), media_type=kind)

    async def _board(self, request: Request) -> Response:
        """The picture, which is sent once; nothing stands on it yet."""
        return Response(stage(self.room.session).drawn(self.room.session.game.rules.title), media_type="text/html")

    async def _words(self, request: Request) -> Response:
        """What the page says, in every language, and what things are called at this table."""
        return JSONResponse(page_words(self.room.session))

    async def _events(self, request: Request) -> Response:
        seat = self._seat(request)
        if not seat:
            return _nobody()
        if self._streams.get(seat, 0) >= STREAMS:
            return PlainTextResponse("too many screens for one seat", 429)
        return StreamingResponse(self._stream(seat), media_type="text/event-stream")

    async def _stream(self, seat: str) -> AsyncIterator[str]:
        self._streams[seat] = self._streams.get(seat, 0) + 1
        changes = self.room.changes(seat)
        coming = asyncio.ensure_future(anext(changes))
        try:
            while True:
                done, _ = await asyncio.wait({coming}, timeout=PULSE)
                if not done:
                    yield ":\n\n"
                    continue
                yield f"data: {json.dumps(coming.result(), ensure_ascii=False, separators=(',', ':'))}\n\n"
                coming = asyncio.ensure_future(anext(changes))
        finally:
            coming.cancel()
            self._streams[seat] -= 1

    async def _say(self, request: Request) -> Response:
        seat, said = self._seat(request), await _body(request)
        if not seat or seat == TABLE:
            return _nobody()
        if said is None:
            return PlainTextResponse("not understood", 400)
        heard = await self.room.say(seat, said["text"], said["stamp"])
        shown = self.room.shown(seat)  # all of which comes with the events, too
        return JSONResponse({"said": shown["said"], "stamp": shown["stamp"]}, 200 if heard else 409)

    async def _ask(self, request: Request) -> Response:
        seat, said = self._seat(request), await _body(request)
        if not seat:
            return _nobody()
        answer = await self.room.ask(seat, said["text"]) if said is not None else None
        return JSONResponse({"said": answer}) if answer is not None else PlainTextResponse("not understood", 400)

    async def _weigh(self, request: Request) -> Response:
        seat, said = self._seat(request), await _body(request)
        if not seat or seat == TABLE:
            return _nobody()
        return JSONResponse(await self.room.weigh(seat, said["text"])) if said else PlainTextResponse("not understood", 400)


def _nobody() -> Response:
    return PlainTextResponse("nobody is known by this link", 404)


async def _body(request: Request) -> dict[str, Any] | None:
    """The words of a request, if they are some: `text`, and the `stamp` of the state that its sender saw."""
    data = b""
    async for chunk in request.stream():
        data += chunk
        if len(data) > BODY:
            return None
    try:
        found = json.loads(data)
    except ValueError:
        return None
    is_right = isinstance(found, dict) and isinstance(found.get("text"), str) and isinstance(found.get("stamp"), str)
    return found if is_right else None
