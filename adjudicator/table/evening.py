"""Runs an evening: a game is continued, or a new one is set up; then it is played."""

from __future__ import annotations

import contextlib
import functools
import itertools
import os
import re
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from pathlib import Path

from attrs import define, evolve, field

from adjudicator.faults import Fault, Place, Refused
from adjudicator.files import shown
from adjudicator.judge.findings import Findings
from adjudicator.judge.log_file import Asked, Log, Page, heading, is_path, options_of, read_page, rules_for
from adjudicator.judge.set_up import judge_set_up
from adjudicator.judge.start_position import open_record
from adjudicator.judge.verdict import Notice
from adjudicator.record import transcript as r
from adjudicator.record.lexicon import FUGITIVE
from adjudicator.rulebook.loader import load
from adjudicator.rulebook.model import Rulebook
from adjudicator.table.disk import Disk
from adjudicator.table.interview import Interview, Prepared, Questionnaire, Quit
from adjudicator.table.laptop import Laptop
from adjudicator.table.paper import played_on_paper
from adjudicator.table.record_files import RecordFiles
from adjudicator.table.screens import Screen
from adjudicator.table.seats import Seat, at_one_laptop
from adjudicator.table.sentences import Spoken, sentence
from adjudicator.table.session import Keeper, Session
from adjudicator.table.setup import Setup
from adjudicator.table.side_names import fugitive_name
from adjudicator.table.start_cards import Luck
from adjudicator.table.table_game import TableGame

Dialogue = Generator[Screen, str, None]
_NUMBERED = re.compile(r"(.+)-([0-9]{1,3})")
_CLOSED = "others could read {}; now they cannot"


@define
class Evening:
    """The arguments of the command line, and the source of chance."""

    log: Path
    asked: Asked = field(factory=Asked)
    page: str = ""  # a file with headers and clauses to begin with
    luck: Luck = field(factory=Luck)
    disk: Disk = field(factory=Disk)
    laptop: Laptop | None = None  # None before play begins
    head: r.Transcript | None = None  # edition, board, options and seats of the previous game

    def run(self) -> Dialogue:
        """Raises Refused if the game cannot be played, or the files do not fit."""
        with self.kept() as files:
            is_new = not files.exists()
            try:
                session = yield from self.begun(files, at_one_laptop)
            except Quit:
                return
            self.laptop = Laptop(session)
            if is_new:
                self.laptop.messages.insert(0, str(sentence("in-files", log=self.log.name, secret=files.secret.name)))
            yield from self.laptop.run()

    @contextlib.contextmanager
    def kept(self) -> Iterator[RecordFiles]:
        """Lock the files of the game, so that no other program writes them in this block."""
        files = RecordFiles(self.log, self.disk)
        files.has_name()
        with files.alone():
            yield files

    def begun(self, files: RecordFiles, seats: Callable[[TableGame], tuple[Seat, ...]]) -> Generator[Screen, str, Session]:
        """The session of the game in the files, or of one that is set up."""
        if files.exists():
            return self.resumed(files, seats)
        asked = self.questionnaire(files)
        while asked.screen is not None:
            asked = asked.say((yield asked.screen))
        assert asked.prepared is not None
        return self.first(asked.prepared, files, seats)

    # -- taking up a game
    def resumed(self, files: RecordFiles, seats: Callable[[TableGame], tuple[Seat, ...]]) -> Session:
        """The session of the game in the files. Raises Refused if it cannot continue."""
        rulebook = self._same_rules(heading(files.text(), shown(self.log)))
        game = files.read(rulebook)
        closed = files.take_over(game)
        told = [*self._told(game), *([_CLOSED.format(files.secret.name)] if closed else [])]
        return self._session(game, files, seats).begun(*told)

    def _told(self, game: TableGame) -> Iterator[Spoken]:
        """Messages about a game that is continued."""
        yield sentence("goes-on", n=game.game.round)
        if self.page:
            yield f"this game has already begun, so {self.page} is not read again"
        if game.record.rules != game.rules.digest:
            yield f"the rules of `{game.rules.name}` have changed since the game began: it continues with the new ones"

    def _same_rules(self, head: r.Transcript) -> Rulebook:
        """The rules that the log names. Raises Refused if the arguments ask for others, under any name."""
        own, _ = rules_for(head, Asked(paths=self.asked.paths))
        try:
            asked, notices = rules_for(head, self._completed(head))
        except Refused:  # another edition, which does not know the options chosen for this one
            asked, notices = rules_for(head, self.asked)
        if asked is own or _identity(asked) == _identity(own):
            return own
        other = next(iter(notices), None) or Notice("", "")
        raise Refused([Fault("T066", Place(shown(self.log), other.line, other.column), notice=other.message)])

    def _completed(self, head: r.Transcript) -> Asked:
        """The arguments, with the choices made when the game was set up."""
        board = head.board or ""
        if board and is_path(board):
            board = os.path.join(os.path.dirname(head.file), board)
        return evolve(self.asked, board=self.asked.board or board, options=self.asked.options or head.options)

    # -- a new game
    def again(self, game: TableGame, seats: Sequence[Seat], holders: Mapping[str, str]) -> Evening:
        """Another evening with the edition and people of a game; `holders` names the seat whose person has each seat now."""
        persons = {seat.name: seat.person for seat in seats}
        seat_of = {piece: seat.name for seat in seats for piece in seat.held}
        folder, record = self.log.parent, game.record
        sits = tuple(
            evolve(one, person=persons[holders[seat_of[one.piece]]] or None)
            if _is_passed_on(one.piece, seat_of, holders)
            else one
            for one in record.seats
        )
        named = {"variant": record.variant, "board": record.board}
        headers = [r.Header(key, _from_folder(folder, name)) for key, name in named.items() if name]
        options = [r.Header("option", record.options)] if record.options else []
        head = r.Transcript((*headers, *options, r.Header("seats", sits)), FUGITIVE)
        return evolve(self, log=next_game(self.log), page="", head=head, laptop=None)

    def questionnaire(self, files: RecordFiles, phones: bool = False) -> Questionnaire:
        """The questions of a new game. Raises Refused if no game can begin."""
        page = read_page(Log(self.page), self.asked) if self.page else None
        if page is not None and page.errors:
            raise Refused(page.errors)
        return Questionnaire(functools.partial(self._prepared, page), phones).asked()

    def _prepared(self, page: Page | None, interview: Interview) -> Prepared:
        asked = self.asked
        setup = Setup(
            log=self.log,
            variant=asked.variant,
            board=asked.board,
            options=asked.options,
            paths=asked.paths,
            luck=self.luck,
            interview=interview,
        )
        if page is not None:
            _take_over(setup, page, asked)
        elif self.head is not None:
            setup.page, setup.variant, setup.board = self.head, self.head.variant or "", self.head.board or ""
            setup.options = self.head.options
            setup.rulebook = load(setup.variant, board=setup.board, options=setup.options, paths=asked.paths)
        game = setup.game()
        if page is not None and page.transcript.clauses:
            game = played_on_paper(game, page)
        notices = (*_secrets_left(page), *_start_notices(game)) if page is not None else ()
        return Prepared(game, (*interview.messages, *notices))

    def first(self, prepared: Prepared, files: RecordFiles, seats: Callable[[TableGame], tuple[Seat, ...]]) -> Session:
        """The session of a new game, which is saved in its files."""
        files.create(prepared.game)
        return self._session(prepared.game, files, seats).begun(*prepared.told)

    def _session(self, game: TableGame, files: RecordFiles, seats: Callable[[TableGame], tuple[Seat, ...]]) -> Session:
        return Session(game, Keeper(files.save, files.open, self.luck.card), seats(game), is_opened=not files.secret.exists())


def last_game(log: Path) -> Path:
    """The first unfinished one of successive games, `friday.log`, `friday-2.log`, or else the last one."""
    found = log
    for later in _games(log):
        if RecordFiles(found).secret.exists() or not _is_there(later):
            break
        found = later
    return found


def next_game(log: Path) -> Path:
    """The path for the game after this one: the first that does not exist."""
    return next(path for path in _games(log) if not _is_there(path))


def _games(log: Path) -> Iterator[Path]:
    """The paths of the games after a log. The second game after `friday.log` is the first after `friday-2.log`."""
    found = _NUMBERED.fullmatch(log.stem)
    is_later = found is not None and _is_there(log.with_stem(found[1]))
    stem, number = (found[1], int(found[2])) if found is not None and is_later else (log.stem, 1)
    return (log.with_stem(f"{stem}-{later}") for later in itertools.count(number + 1))


def _is_there(log: Path) -> bool:
    return RecordFiles(log).exists()


def _is_passed_on(piece: str, seat_of: Mapping[str, str], holders: Mapping[str, str]) -> bool:
    return piece in seat_of and holders[seat_of[piece]] != seat_of[piece]


def _from_folder(folder: Path, name: str) -> str:
    """A name in a record, with paths relative to its folder made relative to the current one."""
    return "+".join(os.path.join(folder, part) if is_path(part) else part for part in name.split("+"))


def _identity(rulebook: Rulebook) -> tuple[str, str]:
    return rulebook.digest, rulebook.board.digest if rulebook.board is not None else ""


def _take_over(setup: Setup, page: Page, asked: Asked) -> None:
    record = page.transcript
    setup.page, setup.rulebook = record, page.rulebook
    setup.variant = setup.variant or _beside(page, record.variant or "")
    setup.board = setup.board or _beside(page, record.board or "")
    setup.options = options_of(record, asked)


def _beside(page: Page, name: str) -> str:
    """A file that a page names, with its path made relative to the current folder."""
    folder = os.path.dirname(page.file)
    return "+".join(os.path.join(folder, part) if part and is_path(part) else part for part in name.split("+"))


def _secrets_left(page: Page) -> Iterator[str]:
    """A warning about a page with the fugitive's start, which anybody who finds it can read."""
    start = next((start for start in page.transcript.start if start.piece == FUGITIVE), None)
    if start is not None and start.at and not page.transcript.clauses:
        file, name = os.path.basename(page.file), fugitive_name(page.rulebook)
        yield f"{file} says where {name} starts, and everybody can read it: delete it"
        yield f"next time write `start: {FUGITIVE} ?` there, and he alone is asked"


def _start_notices(game: TableGame) -> list[str]:
    """Warnings about unusual starts from a page; for hidden ones, only that they exist. A torn page may begin anywhere."""
    if not game.game.walk.state.opening.begins:
        return []
    seen, every = _unusual(game.seen.record, game.rules), _unusual(game.record, game.rules)
    own = f"the start or the cards of {fugitive_name(game.rules)} are not among those that the rules give him"
    return [f"different from the booklet: {message}" for message in (*seen, *([own] if set(every) - set(seen) else []))]


def _unusual(transcript: r.Transcript, rules: Rulebook) -> tuple[str, ...]:
    findings = Findings(rules)
    judge_set_up(transcript, open_record(transcript, rules), findings)
    return tuple(dict.fromkeys(one.message for one in findings.found))
