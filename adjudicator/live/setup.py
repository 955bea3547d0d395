"""Setting up, as a dialogue: edition, options, players, cards. What a file's headers or the command line say is not asked."""

from __future__ import annotations

import os
import re
from collections.abc import Generator, Sequence
from pathlib import Path

from attrs import define, evolve

from adjudicator.faults import Refused, did_you_mean
from adjudicator.files import read_toml, shipped
from adjudicator.judge import seat_rows
from adjudicator.judge.findings import Findings
from adjudicator.judge.lexicon import FUGITIVE
from adjudicator.judge.set_up import judge_set_up
from adjudicator.judge.start_position import Opening, open_record
from adjudicator.live import seating
from adjudicator.live.asking import Questions, Remembered, Said, with_going_back
from adjudicator.live.boards import fugitive_name
from adjudicator.live.dealing import Dealing
from adjudicator.live.game import Game
from adjudicator.live.laptop import Quit
from adjudicator.live.notes import DRAWN_CARDS, TYPED_CARDS
from adjudicator.live.proposing import said
from adjudicator.live.screens import Screen
from adjudicator.record import transcript as r
from adjudicator.rulebook.model import Rulebook
from adjudicator.rulebook.reading import load

PAGE = ("round", "entry", "moved", "tickets", "state")  # what a page says that does not begin with the game
_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]*")


@define(kw_only=True)
class Setup(Dealing):
    """`page` is a record whose headers are taken over, and whose clauses were played already."""

    log: Path
    variant: str = ""
    board: str = ""
    options: tuple[str, ...] = ()
    paths: tuple[str, ...] = ()
    page: r.Transcript | None = None
    rulebook: Rulebook | None = None

    def run(self) -> Questions:
        """Raises Quit, or Refused where the rules that were named cannot be used."""
        luck = Remembered(luck=self.luck)

        def questions() -> Questions:
            luck.again()
            return evolve(self, luck=luck, messages=list(self.messages))._questions()

        return (yield from with_going_back(questions))

    def _questions(self) -> Questions:
        rulebook = yield from self._rules()
        seats = self.page.seats if self.page and self.page.seats else (yield from self._seats(rulebook))
        opening = open_record(r.Transcript((r.Header("seats", seats),), FUGITIVE), rulebook)
        yield from self._accept_seats(opening, rulebook)
        self.fugitive = next((seat.person for seat in seats if seat.piece == FUGITIVE and seat.person), self.fugitive)
        given = {start.piece: start for start in self.page.start} if self.page else {}
        hands = self.page.cards if self.page else ()
        if not (given and self.page and self.page.clauses):
            yield from self._who_draws(opening, given, bool(hands))
        starts = yield from self._starts(opening, given)
        return self._game(rulebook, seats, starts, hands or (yield from self._hands(opening)))

    # -- rules
    def _rules(self) -> Generator[Screen, str, Rulebook]:
        if self.rulebook is not None:
            return self.rulebook
        while not self.variant:
            editions = [f"{name}: {title}" for name, title in _editions()]
            typed = yield from self._ask("Which edition? An id, or a file", menu=editions)
            try:
                load(typed, board=self.board, paths=self.paths)
                self.variant = typed
            except Refused as refused:
                self.messages += said(refused.faults)
        rulebook = load(self.variant, board=self.board, options=self.options, paths=self.paths)
        if not self.options and rulebook.options:
            rulebook = yield from self._choose_options(rulebook)
        return rulebook

    def _choose_options(self, rulebook: Rulebook) -> Generator[Screen, str, Rulebook]:
        """Options one by one; each is tried before it is taken."""
        while True:
            menu = [_option_line(name, rulebook) for name in rulebook.options]
            prompt = (
                f"An option, like `{_example(rulebook)}`? `? {next(iter(rulebook.options))}` explains. Enter: play like this"
            )
            line = yield from self._ask(prompt, menu=menu)
            if not line:
                return rulebook
            if line.startswith("?"):
                self.messages += _explained(line.removeprefix("?").strip(), rulebook)
                continue
            name = line.partition("=")[0].strip()
            options = (*(one for one in self.options if one.partition("=")[0].strip() != name), line)
            try:
                rulebook = load(self.variant, board=self.board, options=options, paths=self.paths)
                self.options = options
            except Refused as refused:
                self.messages += said(refused.faults)

    # -- players
    def _seats(self, rulebook: Rulebook) -> Generator[Screen, str, tuple[r.Seat, ...]]:
        row = yield from self._row(rulebook)
        chosen: dict[str, tuple[str, ...]] = {}
        for role, names, number in seating.spare(row, rulebook):
            chosen[role] = yield from self._which(names, number)
        places_ = list(seating.pieces(row, chosen, rulebook))
        name = fugitive_name(rulebook)
        seats = [seating.fugitive_seat((yield from self._person(f"Who plays {name}? A name, or Enter")))]
        holders: list[str] = []
        first = [place for place in places_ if place.role == seat_rows.usual(rulebook)]
        for number in seat_rows.holdings(row, rulebook):
            held = first[len(holders) : len(holders) + number]
            names_ = " and ".join(place.piece for place in held)
            holders += [(yield from self._person(f"Who plays {names_}? A name, or Enter"))] * number
        for place in places_:
            seats.append(place.seat(holders.pop(0) if place in first and holders else ""))
        return tuple(seats)

    def _row(self, rulebook: Rulebook) -> Generator[Screen, str, seat_rows.Row]:
        rows = rulebook.tables.seats
        plural = rulebook.tables.roles[seat_rows.usual(rulebook)].plural or seat_rows.usual(rulebook)
        while True:
            menu = [f"{at}: {seat_rows.described(row, rulebook)}" for at, row in enumerate(rows, 1)]
            line = yield from self._ask("Which table? Its number" if rows else f"How many {plural}?", menu=menu)
            if line.isdigit() and rows and 1 <= int(line) <= len(rows):
                return rows[int(line) - 1]
            if line.isdigit() and not rows and 1 <= int(line) <= seating.MOST:
                return {plural: int(line)}
            self.messages.append("type one of the numbers")

    def _which(self, names: tuple[str, ...], number: int) -> Generator[Screen, str, tuple[str, ...]]:
        while True:
            line = yield from self._ask(f"Which {number} of {', '.join(names)}? Enter: the first {number}")
            picked = tuple(name for name in names if name in line.lower().replace(",", " ").split())
            if not line:
                return names[:number]
            if len(picked) == number:
                return picked
            self.messages.append(f"name {number} of them")

    def _person(self, prompt: str) -> Said:
        while True:
            line = yield from self._ask(prompt)
            if seating.is_name(line):
                return line
            self.messages.append("a name has no `;`, `=`, `#` or brackets, and at most 40 characters")

    def _accept_seats(self, opening: Opening, rulebook: Rulebook) -> Generator[Screen, str, None]:
        findings = Findings(rulebook)
        judge_set_up(r.Transcript((), FUGITIVE), evolve(opening, begins=True), findings)
        wrong = [one for one in findings.found if one.rule == "seat-table"]
        if wrong and not (self.page and self.page.clauses):
            self.messages += [f"not in the booklet: {one.message}" for one in wrong]
            if (yield from self._ask("Play like this all the same? `yes`, or `quit`")) not in ("yes", "y"):
                raise Quit

    # -- the record
    def _game(self, rulebook: Rulebook, seats: Sequence[r.Seat], starts: Sequence[r.Start], hands: Sequence[r.Hand]) -> Game:
        headers: dict[str, object] = {"variant": self._named(self.variant or rulebook.id)}
        if self.board:
            headers["board"] = self._named(self.board)
        if self.options:
            headers["option"] = tuple(self.options)
        headers |= {"rules": rulebook.digest, "seats": tuple(seats), "start": tuple(starts)}
        if hands:
            headers["cards"] = tuple(hands)
        paper = self.page is not None and self.page.clauses and not self.page.surfacings_marked
        if not Findings(rulebook).seen_by_default and not paper:  # on paper nobody need have marked them
            headers["surfacings"] = "marked"
        items: list[r.Item] = [r.Header(key, content) for key, content in headers.items()]
        if self.page is not None:
            items += [r.Header(header.key, header.content) for header in self.page.headers if header.key in PAGE]
        if self.typed_cards is not None:
            items.append(r.Comment(f" {TYPED_CARDS if self.typed_cards else DRAWN_CARDS}"))
        return Game(rulebook, tuple(items), self.log.name)

    def _named(self, name: str) -> str:
        """Names of variants and boards as the log says them: files are named from its own folder."""
        here = os.path.abspath(self.log.parent)
        parts = (part if _ID.fullmatch(part) else os.path.relpath(part, here) for part in name.split("+"))
        return "+".join(parts)


def _editions() -> Generator[tuple[str, str], None, None]:
    for path in shipped("variants"):
        data, _ = read_toml(path)
        if not data.get("abstract") and not data.get("pack"):
            yield str(data["id"]), str(data.get("title", ""))


def _option_line(name: str, rulebook: Rulebook) -> str:
    table, chosen = rulebook.options[name], rulebook.chosen[name]
    values = ", ".join(f"[{value}]" if value == chosen else value for value in table.values)
    return f"{name}: {values}"


def _example(rulebook: Rulebook) -> str:
    """Something that may be typed to choose otherwise."""
    name, table = next(iter(rulebook.options.items()))
    return f"{name}={next((value for value in table.values if value != rulebook.chosen[name]), table.default)}"


def _explained(name: str, rulebook: Rulebook) -> list[str]:
    """What an option is about, and where that is said."""
    table = rulebook.options.get(name)
    if table is None:
        return [f"there is no option `{name}`: {did_you_mean(name, rulebook.options)}"]
    source = "; ".join(part for part in (table.cite, f"ruling {table.ruling}" if table.ruling else "") if part)
    return [f"{name}: {table.says}{f' ({source})' if source else ''}"]
