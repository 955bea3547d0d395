"""An editor shows what `variant lint` reports: a real client, over the standard input and output of `sy-judge lsp`."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from adjudicator.cli import main
from adjudicator.editing import words
from adjudicator.editing.proofs import kind_of
from adjudicator.editing.spot import CODE, HEADING, KEY, TEXT, Spot, spot_at
from adjudicator.files import shipped

pytest.importorskip("pygls")
from lsprotocol import types as lsp
from pygls.lsp.client import LanguageClient

RULES = '''id      = "mine"
title   = "Mine"
extends = "2014"

[numbers]
fog = [5, 10]

[rules.no-bus]
says   = "No bus in the fog."
status = "house"
code   = """
forbid ride when mode = bus and round in fog because "no bus in 🌫 {round}"
"""
'''
WRONG = RULES.replace("mode = bus", "mode = buss").replace('"house"', '"home"')
IDLE = RULES.replace("round in fog", "round in fog and round > 20")  # a condition that is never true: lint warns
DEADLINE = 60


class Editor:
    """A client with a server of its own: it opens and changes files, and waits for what is shown of them."""

    def __init__(self, client: LanguageClient):
        self.client = client
        self.shown: dict[str, asyncio.Queue[lsp.PublishDiagnosticsParams]] = {}
        client.feature(lsp.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)(lambda params: self._queue(params.uri).put_nowait(params))

    def _queue(self, uri: str) -> asyncio.Queue[lsp.PublishDiagnosticsParams]:
        return self.shown.setdefault(uri, asyncio.Queue())

    def open(self, path: Path, text: str) -> None:
        document = lsp.TextDocumentItem(path.as_uri(), "toml", 1, text)
        self.client.text_document_did_open(lsp.DidOpenTextDocumentParams(document))

    def change(self, path: Path, version: int, text: str) -> None:
        whole = lsp.TextDocumentContentChangeWholeDocument(text)
        named = lsp.VersionedTextDocumentIdentifier(version, path.as_uri())
        self.client.text_document_did_change(lsp.DidChangeTextDocumentParams(named, [whole]))

    async def next(self, path: Path, version: int = 1) -> list[tuple[str, int, int, int]]:
        """Code, line, column and length of each mark that is shown next of a version, counted from 1, in UTF-16 units."""
        while (params := await asyncio.wait_for(self._queue(path.as_uri()).get(), DEADLINE)).version not in (version, None):
            pass
        return [(str(one.code), *_span(one.range)) for one in params.diagnostics]

    async def hover(self, path: Path, line: int, column: int) -> str:
        found = await self.client.text_document_hover_async(lsp.HoverParams(self._at(path), lsp.Position(line, column)))
        return found.contents.value if found and isinstance(found.contents, lsp.MarkupContent) else ""

    async def proposed(self, path: Path, line: int, column: int) -> dict[str, lsp.CompletionItem]:
        asked = lsp.CompletionParams(self._at(path), lsp.Position(line, column))
        found = await self.client.text_document_completion_async(asked)
        return {item.label: item for item in found.items} if isinstance(found, lsp.CompletionList) else {}

    async def formatted(self, path: Path) -> str:
        asked = lsp.DocumentFormattingParams(self._at(path), lsp.FormattingOptions(2, True))
        edits = await self.client.text_document_formatting_async(asked)
        return edits[0].new_text if edits else ""

    def _at(self, path: Path) -> lsp.TextDocumentIdentifier:
        return lsp.TextDocumentIdentifier(path.as_uri())


def _span(where: lsp.Range) -> tuple[int, int, int]:
    return where.start.line + 1, where.start.character + 1, where.end.character - where.start.character


def edit(scene: Callable[[Editor], Awaitable[None]]) -> None:
    """Play a scene with a server that an editor has started."""

    async def play() -> None:
        client = LanguageClient("test", "1")
        editor = Editor(client)
        await client.start_io(sys.executable, "-m", "adjudicator", "lsp")
        await client.initialize_async(lsp.InitializeParams(capabilities=lsp.ClientCapabilities()))
        client.initialized(lsp.InitializedParams())
        await scene(editor)
        await client.shutdown_async(None)
        client.exit(None)
        await client.stop()  # type: ignore[no-untyped-call]

    asyncio.run(play())


def linted(path: Path) -> list[tuple[str, int, int, int]]:
    """The report of `variant lint` about a saved file."""
    out = CliRunner().invoke(main, ["variant", "lint", str(path), "--json"]).output
    return [(one["code"], one["line"], one["column"], one["length"]) for one in map(json.loads, out.splitlines())]


def test_errors_are_shown_while_one_types_and_warnings_when_one_rests(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"  # never saved before its texts are compared

    async def scene(editor: Editor) -> None:
        editor.open(path, WRONG)
        errors = await editor.next(path)
        assert errors == await editor.next(path)  # at rest: there is nothing else
        editor.change(path, 2, IDLE)
        assert await editor.next(path, 2) == []
        warnings = await editor.next(path, 2)
        editor.change(path, 3, RULES.replace("[numbers]", "[numbers"))
        broken = await editor.next(path, 3)
        for text, shown in ((WRONG, errors), (IDLE, warnings), (RULES.replace("[numbers]", "[numbers"), broken)):
            path.write_text(text, encoding="utf-8")
            assert shown == linted(path) != []
        editor.change(path, 4, RULES.replace("{round}", "{rond}"))
        ((code, line, column, length),) = await editor.next(path, 4)  # the cloud before it is two units long
        path.write_text(RULES.replace("{round}", "{rond}"), encoding="utf-8")
        assert [(code, line, column - 1, length)] == linted(path)
        editor.client.text_document_did_close(lsp.DidCloseTextDocumentParams(lsp.TextDocumentIdentifier(path.as_uri())))
        while await editor.next(path, 4):
            pass

    edit(scene)


def test_other_files_that_are_open_are_read_as_they_are_there(tmp_path: Path) -> None:
    base, child = tmp_path / "base.toml", tmp_path / "child.toml"
    pack, cases, foreign = tmp_path / "tram.toml", tmp_path / "child.cases.toml", tmp_path / "pyproject.toml"
    heir = 'id = "child"\ntitle = "Child"\nextends = "base.toml"\n[amend.rules.no-bus]\nsays = "Never."\n'

    async def scene(editor: Editor) -> None:
        editor.open(base, RULES)
        editor.open(child, heir)
        assert await editor.next(base) == await editor.next(child) == []
        editor.change(base, 2, RULES.replace("rules.no-bus", "rules.no-tram"))
        while not (marks := await editor.next(child)):
            pass
        assert [mark[:2] for mark in marks] == [("E104", 4)]
        rule = "forbid ride when mode = buss because 'x'".replace("'", '"')
        editor.open(pack, f"id = 'tram'\ntitle = 'Tram'\npack = true\n[rules.tram]\nsays = 'x'\ncode = '{rule}'\n")
        assert [mark[:2] for mark in await editor.next(pack)] == [("E307", 6)]
        editor.open(cases, '[[case]]\nid = "1.1"\ntitle = "x"\nverdict = "legl"\n')
        assert {mark[0][0] for mark in await editor.next(cases)} == {"C"}
        editor.open(foreign, '[project]\nname = "x"\n')
        assert await editor.next(foreign) == []

    edit(scene)


def test_help_completion_and_formatting(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    (code,) = [number for number, line in enumerate(RULES.splitlines()) if line.startswith("forbid")]

    async def scene(editor: Editor) -> None:
        editor.open(path, RULES)
        assert "Forbids a ride" in await editor.hover(path, code, 2)
        assert "the number of the round" in await editor.hover(path, code, RULES.splitlines()[code].index("round"))
        assert "[5, 10]" in await editor.hover(path, code, RULES.splitlines()[code].index("fog") + 1)
        assert "in one plain sentence" in await editor.hover(path, 8, 1)
        found = await editor.proposed(path, code, 3)
        assert {"forbid", "permit", "tickets", "fog", "bus", "detectives"} <= set(found)
        edited = found["forbid"].text_edit
        assert isinstance(edited, lsp.TextEdit)
        assert edited.range.start.character == 0
        assert {"stated", "house"} <= set(await editor.proposed(path, 9, 11))
        editor.change(path, 2, RULES.replace("mode = bus and", "mode=bus   and"))
        path.write_text(RULES.replace("mode = bus and", "mode=bus   and"), encoding="utf-8")
        CliRunner().invoke(main, ["fmt", str(path)])
        assert await editor.formatted(path) == path.read_text(encoding="utf-8")

    edit(scene)


@pytest.mark.parametrize(
    ("text", "spot"),
    [
        ("i|", Spot(KEY, (), "", "i", "i")),
        ("[amend.rul|", Spot(HEADING, (), "", "rul", "amend.rul")),
        ("[rules.x]\nsa|", Spot(KEY, ("rules", "x"), "", "sa", "sa")),
        ('[rules.x]\nstatus = "ho|use"', Spot(TEXT, ("rules", "x"), "status", "house", "ho")),
        ("[rules.x]\ncode = '''\nforbid ri|de", Spot(CODE, ("rules", "x"), "code", "ride", "ri")),
        ('[options.o.set.a]\n"rules.x.code" = \'for|', Spot(CODE, ("options", "o", "set", "a"), "rules.x.code", "for", "for")),
        ("[rules.x]\ncode = '''\nforbid ride because \"no b|us", Spot("", ("rules", "x"), "code", "bus", "b")),
        ("[rules.x]\ncode = '''\n# not he|re", Spot("", ("rules", "x"), "code", "here", "he")),
        ("[log]\nrounds = 2|", Spot("", ("log",), "", "", "")),
    ],
)
def test_spots(text: str, spot: Spot) -> None:
    at = text.index("|")
    assert spot_at(text.replace("|", ""), at) == spot


def test_every_spot_of_every_shipped_file_has_an_answer() -> None:
    """Nothing that somebody points at, or begins to write, makes the server stop; every key that is written is explained."""
    for path in shipped("variants"):
        text, unexplained = path.read_text(encoding="utf-8"), set()
        for at in range(0, len(text), 1201):
            spot = spot_at(text, at)
            words.proposed(spot, {})
            if spot.what == KEY and spot.word and len(spot.section) == 2 and not words.explained(spot, {}):
                unexplained.add((spot.section[0], spot.word))
        assert {section for section, _ in unexplained} <= {"options"}, path  # `[options.x.set]` has keys of the file's own


def test_what_is_no_file_of_ours_is_left_alone() -> None:
    kinds: dict[str, Any] = {
        '[project]\nname = "x"': "",
        'extends = "2014"': "variant",
        "[[case]]": "cases",
        "[stations]": "board",
    }
    assert {text: kind_of(text) for text in kinds} == kinds
