"""The table over HTTP: access, requests and answers. Events are sent as server-sent events, lines come by POST.

A token comes in a header and never in an address, so foreign pages cannot speak for a seat, and no log or history contains it.
"""

from __future__ import annotations

import asyncio
import hmac
import json
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from attrs import define, field
from starlette.applications import Starlette
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, PlainTextResponse, Response, StreamingResponse
from starlette.routing import Route

from adjudicator.faults import Refused
from adjudicator.picture.changes import SHARED
from adjudicator.picture.stage import SCRIPTS, STYLE
from adjudicator.table.screens import TABLE
from adjudicator.table.sentences import sentence
from adjudicator.web import feeds
from adjudicator.web.feeds import Data
from adjudicator.web.limits import BODY, SILENT, TYPED, Limiter
from adjudicator.web.lobby import ASKED
from adjudicator.web.page_words import setup_words
from adjudicator.web.room import Room
from adjudicator.web.table import Table

FOLDER = Path(__file__).parent
LOOK = FOLDER / "look.css"
OWN_SCRIPTS = ("words.js", "link.js", "sheet.js", "picture.js", "secret.js", "call.js", "seats.js", "pad.js", "page.js")
FILES = {  # each is sent as one text
    "/": ("text/html", (FOLDER / "page.html",)),
    "/page.css": ("text/css", (STYLE, LOOK, FOLDER / "seats.css", FOLDER / "page.css")),
    "/page.js": ("text/javascript", (*SCRIPTS, SHARED, *(FOLDER / name for name in OWN_SCRIPTS))),
    "/manifest.json": ("application/manifest+json", (FOLDER / "manifest.json",)),
    "/icon.svg": ("image/svg+xml", (FOLDER / "icon.svg",)),
    "/setup": ("text/html", (FOLDER / "setup.html",)),
    "/setup.js": (
        "text/javascript",
        (SHARED, *(FOLDER / name for name in ("words.js", "link.js", "seats.js", "pad.js", "setup.js"))),
    ),
    "/setup.css": ("text/css", (LOOK, FOLDER / "seats.css", FOLDER / "setup.css")),
}
HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; manifest-src 'self'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",
}
PULSE = 15.0  # seconds after which a silent stream sends a sign of life
STREAMS = 6  # streams that one seat may have open at once

Endpoint = Callable[[Request], Awaitable[Response]]


@define(eq=False)
class Server:
    """Answers requests to `origins`, the addresses of this server, such as `http://192.168.0.7:8000`."""

    table: Table
    origins: tuple[str, ...]
    limiter: Limiter = field(factory=Limiter)
    silent: float = SILENT
    _beginning: asyncio.Lock = field(init=False, factory=asyncio.Lock)
    _streams: Counter[str] = field(factory=Counter)  # open ones of each secret

    def app(self) -> Starlette:
        look = dict.fromkeys(FILES, self._file) | {"/board": self._board, "/words": self._words}
        look |= {"/rules": self._rules}
        look |= {"/events": self._events, "/setup/events": self._setup_events, "/setup/words": self._setup_words}
        talk = {"/say": self._say, "/ask": self._ask, "/weigh": self._weigh}
        talk |= {"/again": self._again}
        talk |= {"/setup/say": self._setup_say}
        look |= {"/replay": self._replay_link, "/replay/{code}": self._replay}
        look |= {"/join/{code}": self._join, "/seats": self._seats}
        talk |= {"/seats/take": self._take, "/seats/leave": self._leave, "/seats/free": self._free}
        gets = [self._route(path, endpoint) for path, endpoint in look.items()]
        found = Starlette(routes=[*gets, *(self._route(path, endpoint, "POST") for path, endpoint in talk.items())])
        found.router.redirect_slashes = False  # it would redirect to any host that the request names
        return found

    # -- at the door
    def _route(self, path: str, endpoint: Endpoint, method: str = "GET") -> Route:
        async def guarded(request: Request) -> Response:
            try:
                response = self._refusal(request) or await endpoint(request)
            except Refused as refused:  # the links could not be saved
                response = PlainTextResponse("; ".join(fault.message for fault in refused.faults), 503)
            response.headers.update({**HEADERS, **response.headers})
            return response

        return Route(path, guarded, methods=[method])

    def _refusal(self, request: Request) -> Response | None:
        """Refuse a request under another name of this host, from a foreign page, or above the limit."""
        hosts = {origin.partition("://")[2] for origin in self.origins}
        if request.method == "HEAD":  # a stream without a body would never end
            return PlainTextResponse("only GET and POST", 405)
        if request.headers.get("host", "") not in hosts:
            return PlainTextResponse("this table is not here", 404)
        if request.method == "POST" and request.headers.get("origin", "") not in self.origins:
            return PlainTextResponse("not from this page", 403)
        if not self.limiter.allows(self._caller(request)):
            return PlainTextResponse("too many requests", 429)
        return None

    def _caller(self, request: Request) -> str:
        """The group in which a request is counted: its link if that is known, otherwise its address."""
        if self._seat(request):
            return request.headers["authorization"]
        return request.client.host if request.client else ""

    def _seat(self, request: Request) -> str:
        """The seat of the link in a request, or ""."""
        kind, _, token = request.headers.get("authorization", "").partition(" ")
        seat = self.table.door.links.seat(token)
        return seat if kind == "Bearer" else ""

    # -- what there is
    async def _file(self, request: Request) -> Response:
        return _text(*FILES[request.url.path])

    async def _board(self, request: Request) -> Response:
        """The picture of the board without pieces, which is sent once."""
        if not self._seat(request):
            return _nobody()
        return Response(self.table.picture, media_type="text/html") if self.table.room is not None else _not_yet()

    async def _words(self, request: Request) -> Response:
        """The words of the page in every language, and the names of things at this table."""
        if not self._seat(request):
            return _nobody()
        return JSONResponse(self.table.words) if self.table.room is not None else _not_yet()

    # -- the game
    async def _events(self, request: Request) -> Response:
        seat, room = self._seat(request), self.table.room
        if not seat:
            return _nobody()
        return self._streaming(request, room.changes(seat)) if room is not None else _not_yet()

    async def _replay_link(self, request: Request) -> Response:
        """The link to the replay, once the route is shown. It has a code, because that page cannot send a secret."""
        if not self._seat(request):
            return _nobody()
        return JSONResponse({"link": f"/replay/{self.table.replay_code}"}) if self._is_opened else _not_yet()

    async def _replay(self, request: Request) -> Response:
        code = request.path_params["code"].encode("utf-8", "replace")
        if not self._is_opened or not hmac.compare_digest(code, self.table.replay_code.encode()):
            return _nobody()
        text = await asyncio.to_thread(self.table.replay)
        return Response(text, media_type="text/html", headers={"Content-Security-Policy": "frame-ancestors 'none'"})

    @property
    def _is_opened(self) -> bool:
        return self.table.room is not None and self.table.room.session.is_opened

    async def _again(self, request: Request) -> Response:
        """Begin another game with the same people, once everybody has seen the end."""
        seat = self._seat(request)
        if not seat:
            return _nobody()
        said = await _body(request, self.silent)
        if said is None or said["text"] not in ("same", "on"):
            return _not_understood()
        async with self._beginning:
            if not self._is_opened:  # another seat was quicker
                return _not_yet()
            await asyncio.to_thread(self.table.next, said["text"] == "on")
        await self.table.door.tell()
        return JSONResponse({})

    async def _speaker(self, request: Request) -> tuple[Room, str, dict[str, Any]] | Response:
        """The room, the seat and its line, or a refusal. The table's screen may only ask."""
        seat, room = self._seat(request), self.table.room
        if seat in ("", TABLE):
            return _nobody()
        said = await _body(request, self.silent)
        return (room, seat, said) if said is not None and room is not None else _not_understood()

    async def _say(self, request: Request) -> Response:
        speaker = await self._speaker(request)
        if isinstance(speaker, Response):
            return speaker
        room, seat, said = speaker
        heard = await room.say(seat, said["text"], said["stamp"])
        shown = room.shown(seat)  # the events send all of it, too
        return JSONResponse({"said": shown["said"], "stamp": shown["stamp"]}, 200 if heard else 409)

    async def _ask(self, request: Request) -> Response:
        seat, room = self._seat(request), self.table.room
        if not seat:
            return _nobody()
        said = await _body(request, self.silent)
        answer = await room.ask(seat, said["text"]) if said is not None and room is not None else None
        return JSONResponse({"said": answer}) if answer is not None else _not_understood()

    async def _rules(self, request: Request) -> Response:
        """While somebody types: the questions nearest to it; of one that was tapped, the whole answer."""
        seat, room = self._seat(request), self.table.room
        if not seat:
            return _nobody()
        if room is None:
            return _not_yet()
        text, entry = (request.query_params.get(name, "")[:TYPED] for name in ("q", "entry"))
        if entry:
            return JSONResponse({"lines": await room.card(seat, text, entry)})
        return JSONResponse({"cards": await room.cards(seat, text)})

    async def _weigh(self, request: Request) -> Response:
        speaker = await self._speaker(request)
        if isinstance(speaker, Response):
            return speaker
        room, seat, said = speaker
        return JSONResponse(await room.weigh(seat, said["text"]))

    # -- before the game
    async def _setup_words(self, request: Request) -> Response:
        return JSONResponse(setup_words())

    async def _setup_events(self, request: Request) -> Response:
        seat, lobby = self._seat(request), self.table.lobby
        if not seat:
            return _nobody()
        if lobby is None or seat not in lobby.seats:  # the game has already begun
            return self._streaming(request, feeds.still({"seat": seat, "begun": True}))
        return self._streaming(request, lobby.changes(seat))

    async def _setup_say(self, request: Request) -> Response:
        seat, lobby = self._seat(request), self.table.lobby
        if lobby is None or seat not in ASKED:
            return _nobody()
        said = await _body(request, self.silent)
        if said is None:
            return _not_understood()
        heard = await lobby.say(seat, said["text"], said["stamp"])
        return JSONResponse(lobby.shown(seat), 200 if heard else 409)

    # -- seats
    async def _join(self, request: Request) -> Response:
        """The page that takes a seat. The code in its address is used only by its script."""
        return _text(*FILES["/setup"])

    async def _seats(self, request: Request) -> Response:
        """The seats with their codes, for the table's screen only."""
        return self._streaming(request, self.table.door.changes()) if self._seat(request) == TABLE else _nobody()

    async def _take(self, request: Request) -> Response:
        """The secret of a seat, for the first phone with its code."""
        said = await _body(request, self.silent)
        if said is None:
            return _not_understood()
        token = await self.table.door.take(said["text"])
        return JSONResponse({"token": token}) if token else _nobody()

    async def _leave(self, request: Request) -> Response:
        """Give back the seat of a phone, at its request."""
        seat = self._seat(request)
        if seat in ("", TABLE):
            return _nobody()
        await self.table.door.leave(seat)
        return JSONResponse({})

    async def _free(self, request: Request) -> Response:
        """Free the seat of a lost phone at the table's request, from the server's computer only; everybody gets a message."""
        if self._seat(request) != TABLE:
            return _nobody()
        door, said = self.table.door, await _body(request, self.silent)
        seat = next((one for one in door.seats if said is not None and one.name == said["text"]), None)
        if seat is None:
            return _not_understood()
        if not self._is_here(request):
            return PlainTextResponse("only on the computer that serves the table", 403)
        await door.leave(seat.name)
        if self.table.room is not None:
            await self.table.room.announce(sentence("seat-freed", who=seat.person or ", ".join(seat.held)))
        return JSONResponse({})

    def _is_here(self, request: Request) -> bool:
        """Whether a request comes from this computer itself."""
        own = {urlsplit(origin).hostname for origin in self.origins}
        return request.client is not None and request.client.host in own

    # -- streams
    def _streaming(self, request: Request, changes: AsyncIterator[Data]) -> Response:
        token = request.headers["authorization"].partition(" ")[2]
        if self._streams[token] >= STREAMS:
            return PlainTextResponse("too many screens for one seat", 429)
        return StreamingResponse(self._stream(token, changes), media_type="text/event-stream")

    async def _stream(self, token: str, changes: AsyncIterator[Data]) -> AsyncIterator[str]:
        self._streams[token] += 1
        coming, gone = asyncio.ensure_future(anext(changes)), asyncio.ensure_future(self.table.door.gone(token))
        try:
            while True:
                done, _ = await asyncio.wait({coming, gone}, timeout=PULSE, return_when=asyncio.FIRST_COMPLETED)
                if gone in done:
                    return
                if not done:
                    yield ":\n\n"
                    continue
                yield f"data: {json.dumps(coming.result(), ensure_ascii=False, separators=(',', ':'))}\n\n"
                coming = asyncio.ensure_future(anext(changes))
        finally:
            coming.cancel()
            gone.cancel()
            self._streams[token] -= 1


def _text(kind: str, paths: Iterable[Path]) -> Response:
    return Response("".join(path.read_text(encoding="utf-8") for path in paths), media_type=kind)


def _nobody() -> Response:
    return PlainTextResponse("this link is not known here: scan a code on the table's screen", 404)


def _not_understood() -> Response:
    return PlainTextResponse("not understood", 400)


def _not_yet() -> Response:
    return PlainTextResponse("the game has not begun", 409)


async def _body(request: Request, seconds: float) -> dict[str, Any] | None:
    """The JSON of a request if it is valid and comes in time: `text`, and the `stamp` of the state that its sender saw."""
    data = b""
    try:
        async with asyncio.timeout(seconds):
            async for chunk in request.stream():
                data += chunk
                if len(data) > BODY:
                    return None
    except (TimeoutError, ClientDisconnect):
        return None
    try:
        found = json.loads(data)
    except (ValueError, RecursionError):  # it may be nested too deeply
        return None
    return found if isinstance(found, dict) and _is_text(found.get("text")) and _is_text(found.get("stamp")) else None


def _is_text(value: object) -> bool:
    """Whether a value is text that can be saved and sent: JSON strings may contain halves of characters."""
    return isinstance(value, str) and not any("\ud800" <= one <= "\udfff" for one in value)
