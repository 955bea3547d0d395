"""The language server: faults, help, completion and formatting for an editor that speaks the Language Server Protocol."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Iterable
from contextlib import suppress
from typing import Any

from attrs import define, field
from lsprotocol import types as lsp
from pygls.lsp.server import LanguageServer
from pygls.uris import to_fs_path
from pygls.workspace import TextDocument

from adjudicator import __version__
from adjudicator.editing import words
from adjudicator.editing.proofs import VARIANT, at_once, at_rest, kind_of, placed
from adjudicator.editing.spot import Spot, spot_at
from adjudicator.faults import Fault, Place, Refused
from adjudicator.files import drafts, read_toml
from adjudicator.language.meanings import Entry
from adjudicator.rulebook.file_format import tidy
from adjudicator.rulebook.from_files import layers
from adjudicator.workshop.proofreading import USUAL

SOON = 0.01  # seconds after which a change is looked at: a burst of keys counts as one
REST = 0.6  # seconds without a change, after which everything is looked at
SEVERITIES = {
    "error": lsp.DiagnosticSeverity.Error,
    "warning": lsp.DiagnosticSeverity.Warning,
    "notice": lsp.DiagnosticSeverity.Information,
}


@define
class Desk:
    """The files that are open in the editor, and what is known of each beyond its text."""

    server: LanguageServer
    work: dict[str, asyncio.Task[None]] = field(factory=dict)
    onto: dict[str, str] = field(factory=dict)  # of packs: the game over which each is tried
    tables: dict[str, dict[str, Any]] = field(factory=dict)  # of games, as they were when they could last be read

    def document(self, uri: str) -> TextDocument:
        return self.server.workspace.get_text_document(uri)

    def texts(self) -> dict[str, str]:
        """The texts in the editor, by absolute path."""
        return {_path(uri): one.source for uri, one in self.server.workspace.text_documents.items()}

    def opened(self, uri: str) -> None:
        self._begin(uri)

    def changed(self, uri: str) -> None:
        """A text has changed: those that rest on it may have other faults now."""
        self._begin(uri)
        name = os.path.splitext(os.path.basename(_path(uri)))[0]
        for other, document in self.server.workspace.text_documents.items():
            if other != uri and name in document.source:
                self._begin(other)

    def closed(self, uri: str) -> None:
        if uri in self.work:
            self.work.pop(uri).cancel()
        self._publish(uri, ())

    def _begin(self, uri: str) -> None:
        if uri in self.work:
            self.work[uri].cancel()
        self.work[uri] = asyncio.ensure_future(self._proofread(uri))

    async def _proofread(self, uri: str) -> None:
        await asyncio.sleep(SOON)
        file, texts = _path(uri), self.texts()
        if not kind_of(texts.get(file, "")):
            self._publish(uri, ())
            return
        errors = at_once(file, texts, self.onto.get(uri, ""))
        self._publish(uri, errors)
        await asyncio.sleep(REST)
        faults, self.onto[uri] = await asyncio.to_thread(at_rest, file, texts)
        self._publish(uri, faults)

    def _publish(self, uri: str, faults: Iterable[Fault]) -> None:
        document = self.server.workspace.text_documents.get(uri)
        found = [self._diagnostic(document, fault) for fault in faults] if document else []
        version = document.version if document else None
        self.server.text_document_publish_diagnostics(lsp.PublishDiagnosticsParams(uri=uri, diagnostics=found, version=version))

    def _diagnostic(self, document: TextDocument, fault: Fault) -> lsp.Diagnostic:
        place = placed(fault, _path(document.uri))
        elsewhere = f"{fault.place}: " if place.file != fault.place.file and fault.place.line else ""
        text = f"{elsewhere}{fault.message}"
        return lsp.Diagnostic(
            range=self._range(document, place),
            message=f"{text}\nhelp: {fault.help}" if fault.help else text,
            severity=SEVERITIES[fault.severity],
            code=fault.code,
            source="sy-judge",
        )

    def _range(self, document: TextDocument, place: Place) -> lsp.Range:
        """A place, counted as the editor counts."""
        line, column = max(place.line - 1, 0), max(place.column - 1, 0)
        found = lsp.Range(lsp.Position(line, column), lsp.Position(line, column + place.length))
        return document.position_codec.range_to_client_units(document.lines, found)

    # -- help and completion
    def spot(self, uri: str, position: lsp.Position) -> Spot | None:
        """The spot at a place of a variant file; None in any other."""
        document = self.document(uri)
        if kind_of(document.source) != VARIANT:
            return None
        return spot_at(document.source, document.offset_at_position(position))

    def data(self, uri: str) -> dict[str, Any]:
        """The tables of the game that a file makes, as they are or, while they cannot be read, as they last were."""
        file = _path(uri)
        with drafts(self.texts()), suppress(Refused):
            self.tables[uri] = layers(self._named(file, self.onto.get(uri, "")), None, ()).data
        return self.tables.get(uri, {})

    def _named(self, file: str, onto: str) -> str:
        return f"{onto or USUAL}+{file}" if read_toml(file)[0].get("pack") is True else file


def _path(uri: str) -> str:
    return os.path.abspath(to_fs_path(uri) or uri)


def _markdown(entries: Iterable[Entry]) -> str:
    return "\n\n---\n\n".join(_page(entry) for entry in entries)


def _page(entry: Entry) -> str:
    example = f"\n\n```sy-rules\n{entry.example.strip()}\n```" if entry.example else ""
    return f"**`{entry.form}`** {entry.says}{example}"


def made() -> LanguageServer:
    """A server that has not begun to listen."""
    server = LanguageServer("sy-judge", f"v{__version__}")
    desk = Desk(server)

    @server.feature(lsp.TEXT_DOCUMENT_DID_OPEN)
    def _opened(_: LanguageServer, params: lsp.DidOpenTextDocumentParams) -> None:
        desk.opened(params.text_document.uri)

    @server.feature(lsp.TEXT_DOCUMENT_DID_CHANGE)
    def _changed(_: LanguageServer, params: lsp.DidChangeTextDocumentParams) -> None:
        desk.changed(params.text_document.uri)

    @server.feature(lsp.TEXT_DOCUMENT_DID_CLOSE)
    def _closed(_: LanguageServer, params: lsp.DidCloseTextDocumentParams) -> None:
        desk.closed(params.text_document.uri)

    @server.feature(lsp.TEXT_DOCUMENT_HOVER)
    def _hover(_: LanguageServer, params: lsp.HoverParams) -> lsp.Hover | None:
        uri = params.text_document.uri
        spot = desk.spot(uri, params.position)
        entries = words.explained(spot, words.names_of(desk.data(uri))) if spot else ()
        text = _markdown(entries)
        return lsp.Hover(lsp.MarkupContent(lsp.MarkupKind.Markdown, text)) if text else None

    @server.feature(lsp.TEXT_DOCUMENT_COMPLETION, lsp.CompletionOptions(trigger_characters=["[", ".", '"']))
    def _complete(_: LanguageServer, params: lsp.CompletionParams) -> lsp.CompletionList:
        uri = params.text_document.uri
        spot = desk.spot(uri, params.position)
        found = words.proposed(spot, desk.data(uri)) if spot else []
        begun = spot.begun.rpartition(".")[2] if spot else ""
        at = lsp.Position(params.position.line, params.position.character - len(begun))  # words of ours are plain ASCII
        where = lsp.Range(at, params.position)
        return lsp.CompletionList(is_incomplete=False, items=[_item(one, where) for one in found])

    @server.feature(lsp.TEXT_DOCUMENT_FORMATTING)
    def _format(_: LanguageServer, params: lsp.DocumentFormattingParams) -> list[lsp.TextEdit]:
        document = desk.document(params.text_document.uri)
        try:
            better = tidy(document.source, document.uri) if kind_of(document.source) == VARIANT else document.source
        except Refused:
            return []  # its errors are shown already
        if better == document.source:
            return []
        whole = lsp.Range(lsp.Position(0, 0), lsp.Position(len(document.lines), 0))
        return [lsp.TextEdit(whole, better)]

    return server


def _item(one: words.Proposal, where: lsp.Range) -> lsp.CompletionItem:
    """A word to be written in place of its beginning."""
    about = lsp.MarkupContent(lsp.MarkupKind.Markdown, _markdown(one.entries)) if one.entries else None
    edit = lsp.TextEdit(where, one.word)
    return lsp.CompletionItem(one.word, kind=lsp.CompletionItemKind.Keyword, documentation=about, text_edit=edit)
