"""A log with its rules: its headers name them, and the command line overrides the headers.

A path in a header is relative to the folder of the log.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Mapping

from attrs import evolve, field

from adjudicator.faults import Fault, Place, Refused
from adjudicator.files import is_ours, read_text, refuse_foreign
from adjudicator.judge.verdict import Notice
from adjudicator.record import transcript as r
from adjudicator.record.lexicon import Lexicon, lexicon_of, wide_lexicon_of
from adjudicator.record.transcript_reader import CHARACTERS, Manuscript
from adjudicator.rulebook.loader import Source, load
from adjudicator.rulebook.model import Rulebook
from adjudicator.seals import unseal
from adjudicator.values import frozen

KEY = 2 * 1024 * 1024  # bytes of a key: a line for each value and each clause of the largest log
WORDS = "core"  # whose words a page is read by where nobody knows the edition
_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]*")
_GOES_ON = re.compile(r"\S\s")  # after the name of an edition: more text on that line
_FILE = re.compile(r"\.toml(?=\+|$)")  # names of files may have spaces
_BESIDE = "x.log"  # stands for every log in a folder that names these rules
_CHOSEN_WRONGLY = ("E110", "E111", "E112", "E113")  # mistakes in options that were asked for, not in a file


@frozen
class Asked:
    """The options of the command line about the rules; the headers decide the rest."""

    variant: str = ""
    board: str = ""
    options: tuple[str, ...] = ()
    paths: tuple[str, ...] = ()


@frozen
class Log:
    """A log by its name; the text only where it cannot be read by that name (standard input). `key` opens its seals."""

    file: str
    text: str | None = None
    key: str = ""

    def read(self) -> str:
        return read_text(self.file, CHARACTERS) if self.text is None else self.text


@frozen
class Page:
    """A log that was read by the words of its variant, with everything in it that was not understood.

    `read_as` describes how it was read, if it is not in the notation.
    """

    text: str
    transcript: r.Transcript
    rulebook: Rulebook
    faults: tuple[Fault, ...] = ()
    notices: tuple[Notice, ...] = field(factory=tuple)
    read_as: str = ""
    assumed: tuple[str, ...] = ()  # then also facts that are not on the page and were assumed
    doubts: Mapping[str, Fault] = field(factory=dict)  # and the question to ask if a check fails because of that
    rest: Page | None = None  # if all errors are in moves whose piece is known: the page with unknown moves instead

    @property
    def file(self) -> str:
        return self.transcript.file

    @property
    def errors(self) -> tuple[Fault, ...]:
        return tuple(fault for fault in self.faults if fault.is_error)

    @property
    def unreadable(self) -> tuple[Fault, ...]:
        """Errors that keep the page from being written as a log. T371 does not: the log shows how the page was read."""
        return tuple(fault for fault in self.errors if fault.code != "T371")


def read_page(log: Log, asked: Asked, otherwise: str = "", as_played: bool = False) -> Page:
    """Read a log, or a page of another shape. Raises Refused if it has no text, or names no rules to read it by.

    If no variant is named and only words are needed, those of `otherwise` are used. With `as_played`, the page's own rules are
    used, and the rules asked for only where it leaves them open.
    """
    page = _read(log, asked, otherwise, as_played)
    return _opened(page, log.key) if log.key and not page.errors else page


def _opened(page: Page, key: str) -> Page:
    """The page with its seals opened. Raises Refused where something is not as it was sealed."""
    transcript, faults = unseal(page.transcript, read_text(key, KEY), key)
    if faults:
        raise Refused(faults)
    return evolve(page, transcript=transcript)


def _read(log: Log, asked: Asked, otherwise: str, as_played: bool) -> Page:
    text = log.read()
    manuscript = Manuscript.of(text, log.file)
    head = manuscript.head()
    meant = left_open(head, asked) if as_played else asked
    if meant.variant or (head.variant and (names_file(head) or not _GOES_ON.search(head.variant))):
        page = in_the_notation(manuscript, text, *rules_for(head, meant))
        if not page.errors:
            return page
    from adjudicator.judge.shaped_page import read_shaped  # only for pages that are not in the notation

    page = read_shaped(manuscript, text, asked, otherwise, as_played)
    return evolve(page, faults=tuple(_by_an_option(fault, page.rulebook) for fault in page.faults))


def _by_an_option(fault: Fault, rulebook: Rulebook) -> Fault:
    """An unknown action that the game has if an option is chosen: the fault names that option."""
    word, source = fault.values.get("word"), rulebook.flat
    if fault.sentence != "T042" or not isinstance(source, Source):
        return fault
    found = source.optional_actions().get(str(word).lower(), ())
    return Fault("T042.option", fault.place, fault.also, word=word, options=found) if found else fault


def in_the_notation(manuscript: Manuscript, text: str, rulebook: Rulebook, notices: tuple[Notice, ...]) -> Page:
    lexicon = wide_lexicon_of(rulebook) if rulebook.tables.abstract else lexicon_of(rulebook)
    transcript, faults = manuscript.read(lexicon)
    return Page(text, transcript, rulebook, (*faults, *_who_is_he(transcript, lexicon)), notices)


def _who_is_he(transcript: r.Transcript, lexicon: Lexicon) -> Iterator[Fault]:
    """The question which piece is the fugitive, if persons without a piece move and he is not named."""
    named = {seat.piece for seat in transcript.seats} | {start.piece for start in transcript.start}
    if lexicon.fugitive in named:
        return
    clauses = [clause for clause in transcript.clauses if clause.piece]
    named.update(one.piece for one in clauses)
    strangers = sorted(named - set(lexicon.pieces.values()))
    if clauses and strangers and lexicon.fugitive not in named:
        place = Place(transcript.file, clauses[0].line, clauses[0].column)
        yield Fault("T230", place, names=strangers, first=strangers[0], fugitive=lexicon.fugitive)


def heading(text: str, file: str) -> r.Transcript:
    """The headers of a text that name rules. Raises Refused for anything but text."""
    return Manuscript.of(text, file).head()


# --- rules


def rules_for(head: r.Transcript, asked: Asked) -> tuple[Rulebook, tuple[Notice, ...]]:
    """The rulebook for a page with these headers, and notices about the choice.

    Board and options of the headers belong to the variant of the headers: if another variant is asked for, they are ignored.
    """
    if not asked.variant and not head.variant:
        raise Refused([Fault("T100", Place(head.file), editions=(), open=(), illegal="")])
    notices = tuple(_overruled(head, asked))
    if any(notice.code == "variant-overruled" for notice in notices):
        found = _loaded(asked.variant, asked.board, asked.options, None, asked.paths)
    else:
        found = _headed(head, asked)
    if isinstance(found, Refused):
        raise Refused(_at_home(fault, head, asked) for fault in found.faults)
    if found.board is None or found.tables.abstract:
        place = Place("") if asked.variant else _place(head, "variant")
        raise Refused([Fault("T101", place, id=found.id)])
    return found, notices


def left_open(head: r.Transcript, asked: Asked) -> Asked:
    """The part of the rules asked for that a page with these headers does not decide itself.

    What a seat was shown depends on the rules by which it played: by others, its view could hold what was hidden from it.
    """
    if head.variant:
        return Asked(paths=asked.paths)
    decided = {_option(choice)[0] for choice in head.options}
    options = tuple(choice for choice in asked.options if _option(choice)[0] not in decided)
    return evolve(asked, board="" if head.board else asked.board, options=options)


def words_of(name: str) -> Rulebook:
    found = _loaded(name, "", (), None, ())
    if isinstance(found, Refused):
        raise found
    return found


def _headed(head: r.Transcript, asked: Asked) -> Rulebook | Refused:
    """The rulebook that the headers name, except for what is asked for."""
    folder = "" if head.file == "-" else os.path.dirname(head.file)
    board, paths = asked.board, asked.paths
    if head.board and not board:
        board = os.path.join(folder, head.board) if is_path(head.board) else head.board
        if not is_ours("boards", board):
            file = board if is_path(head.board) else os.path.join(folder, f"{board}.toml")
            refuse_foreign("boards", head.board, file, _place(head, "board"))
            paths = (*paths, folder or ".")
    beside = None if asked.variant or is_ours("variants", head.variant or "") else folder  # one rulebook for many folders
    return _loaded(asked.variant or head.variant or "", board, options_of(head, asked), beside, paths)


def options_of(head: r.Transcript, asked: Asked) -> tuple[str, ...]:
    """The options of the headers, overridden by those asked for; those of another variant are ignored."""
    if not head.options or not _same_variant(asked, head):
        return asked.options
    if not asked.options:
        return head.options
    again = {_option(choice)[0] for choice in asked.options}
    return (*(choice for choice in head.options if _option(choice)[0] not in again), *asked.options)


def _overruled(head: r.Transcript, asked: Asked) -> Iterator[Notice]:
    """The points on which the command line overrides the headers."""
    header = head.header("variant")
    if asked.variant and header is not None and not _same_variant(asked, head):
        left = [name for name, said in (("board", head.board), ("options", head.options)) if said]
        aside = f"; its {' and '.join(left)} are left aside" if left else ""
        message = f"judged by `{asked.variant}`, as asked; the record names `{header.content}`{aside}"
        yield Notice("variant-overruled", message, header.line, header.column)
        return
    if asked.variant and header is not None and "+" in asked.variant and asked.variant != head.variant:
        message = f"judged by `{asked.variant}`, as asked; the record names `{header.content}`"
        yield Notice("packs-added", message, header.line, header.column)
    board = head.header("board")
    if asked.board and board is not None and board.content != asked.board:
        message = f"judged on `{asked.board}`, as asked; the record names `{board.content}`"
        yield Notice("board-overruled", message, board.line, board.column)
    wanted = dict(map(_option, asked.options))
    for choice in head.options if wanted else ():
        name, value = _option(choice)
        if wanted.get(name, value) != value:
            place = _option_place(head, name)
            message = f"judged with `{name}={wanted[name]}`, as asked; the record has `{choice}`"
            yield Notice("option-overruled", message, place.line, place.column)


def _same_variant(asked: Asked, head: r.Transcript) -> bool:
    """Whether two names mean one variant: an id and its alias do."""
    if asked.variant in ("", head.variant) or head.variant is None:
        return True
    one = _loaded(asked.variant, asked.board, (), None, asked.paths)
    return isinstance(one, Rulebook) and (head.variant or "").lower() in (
        name.lower() for name in (one.id, *one.tables.aliases)
    )


def loaded(asked: Asked) -> Rulebook:
    """The rulebook that was asked for, without a page. Raises Refused."""
    return rules_for(r.Transcript((), file=""), asked)[0]


def _loaded(name: str, board: str, options: tuple[str, ...], folder: str | None, paths: tuple[str, ...]) -> Rulebook | Refused:
    """A rulebook, or the Refused that says why there is none."""
    beside = None if folder is None else os.path.join(folder, _BESIDE)
    try:
        return load(name, board=board, options=options, beside=beside, paths=paths)
    except Refused as refused:
        return refused


def names_file(head: r.Transcript) -> bool:
    """Whether the headers name a file of rules, or a pack."""
    return bool(_FILE.search(head.variant or ""))


def is_path(name: str) -> bool:
    """Whether this is the name of a file; otherwise it is an id or an alias."""
    return not _ID.fullmatch(name)


def _at_home(fault: Fault, head: r.Transcript, asked: Asked) -> Fault:
    """The fault at its place in a header that names the faulty thing; without a place if the command line does."""
    if fault.code in _CHOSEN_WRONGLY and fault.place.file == "options":
        about = (fault.values.get("name"), fault.values.get("other"))
        name = next((name for name, _ in map(_option, head.options) if name in about), "")
        by_hand = not name or any(name == _option(choice)[0] for choice in asked.options)
        return fault.at(Place("") if by_hand else _option_place(head, name))
    if (fault.code == "F07" and not fault.place.line) or os.path.basename(fault.place.file) == _BESIDE:
        key = "board" if fault.values.get("kind") == "board" else "variant"
        typed = asked.board if key == "board" else asked.variant
        return fault.at(Place("") if typed else _place(head, key))
    return fault


def _place(head: r.Transcript, key: str) -> Place:
    header = head.header(key)
    return Place(head.file, header.line, header.column, len(header.text)) if header else Place(head.file)


def _option_place(head: r.Transcript, name: str) -> Place:
    """The place where the headers choose this option: there may be several options in several headers."""
    for header in head.headers:
        found = re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])[^;,]*", header.text) if header.key == "option" else None
        if found:
            return Place(head.file, header.line, header.column + found.start(), len(found[0].rstrip()))
    return _place(head, "option")


def _option(choice: str) -> tuple[str, str]:
    from adjudicator.rulebook.guards import split  # only if headers and command line both name options

    return split(choice)


def code_of(faults: Iterable[Fault], log: str) -> int:
    """The exit code that refused input means: 3 for a fault in a file of the rules, 2 for the log and what was typed."""
    elsewhere = (fault for fault in faults if fault.place.file not in ("", log))
    return 3 if any(fault.code[0] not in "TQ" and fault.code not in ("F01", "F07") for fault in elsewhere) else 2
