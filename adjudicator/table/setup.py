"""Setting up, as a dialogue: edition, options, players, cards. What a file's headers or the command line say is not asked."""

from __future__ import annotations

import os
import re
from collections.abc import Generator, Sequence
from pathlib import Path

from attrs import define, evolve, field

from adjudicator.faults import Refused, did_you_mean
from adjudicator.files import read_toml, shipped
from adjudicator.judge import seat_rows
from adjudicator.judge.findings import Findings
from adjudicator.judge.lexicon import FUGITIVE
from adjudicator.judge.set_up import judge_set_up
from adjudicator.judge.start_position import Opening, open_record
from adjudicator.record import transcript as r
from adjudicator.record.headers import DRAWS
from adjudicator.rulebook.loader import load
from adjudicator.rulebook.model import Rulebook
from adjudicator.table import seat_plan
from adjudicator.table.dealer import Dealer
from adjudicator.table.interview import Interview, Questions, Quit, Said, with_going_back
from adjudicator.table.proposal import said
from adjudicator.table.screens import Screen
from adjudicator.table.side_names import fugitive_name
from adjudicator.table.start_cards import Luck, RememberedLuck
from adjudicator.table.table_game import TableGame

PAGE = ("round", "entry", "moved", "tickets", "state")  # what a page says that does not begin with the game
_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]*")


@define(kw_only=True)
class Setup:
    """`page` is a record whose headers are taken over, and whose clauses were played already."""

    log: Path
    variant: str = ""
    board: str = ""
    options: tuple[str, ...] = ()
    paths: tuple[str, ...] = ()
    page: r.Transcript | None = None
    rulebook: Rulebook | None = None
    luck: Luck = field(factory=Luck)
    interview: Interview = field(factory=Interview)

    def run(self) -> Questions:
        """Raises Quit, or Refused where the rules that were named cannot be used."""
        luck = RememberedLuck(luck=self.luck)

        def questions() -> Questions:
            luck.again()
            return evolve(self, luck=luck, interview=Interview(messages=list(self.interview.messages)))._questions()

        return (yield from with_going_back(questions))

    def _questions(self) -> Questions:
        rulebook = yield from self._rules()
        seats = self.page.seats if self.page and self.page.seats else (yield from self._seats(rulebook))
        opening = open_record(r.Transcript((r.Header("seats", seats),), FUGITIVE), rulebook)
        yield from self._accept_seats(opening, rulebook)
        person = next((seat.person for seat in seats if seat.piece == FUGITIVE), None)
        self.interview.fugitive = person or self.interview.fugitive
        dealer = Dealer(self.interview, self.luck)
        given = {start.piece: start for start in self.page.start} if self.page else {}
        hands = self.page.cards if self.page else ()
        if not (given and self.page and self.page.clauses):
            yield from dealer.who_draws(opening, given, bool(hands))
        starts = yield from dealer.starts(opening, given)
        hands = hands or (yield from dealer.hands(opening))
        return self._game(rulebook, seats, starts, hands, dealer.typed_cards)

    # -- rules
    def _rules(self) -> Generator[Screen, str, Rulebook]:
        if self.rulebook is not None:
            return self.rulebook
        while not self.variant:
            editions = [f"{name}: {title}" for name, title in _editions()]
            typed = yield from self.interview.ask("Which edition? An id, or a file", menu=editions)
            try:
                load(typed, board=self.board, paths=self.paths)
                self.variant = typed
            except Refused as refused:
                self.interview.messages += said(refused.faults)
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
            line = yield from self.interview.ask(prompt, menu=menu)
            if not line:
                return rulebook
            if line.startswith("?"):
                self.interview.messages += _explained(line.removeprefix("?").strip(), rulebook)
                continue
            name = line.partition("=")[0].strip()
            options = (*(one for one in self.options if one.partition("=")[0].strip() != name), line)
            try:
                rulebook = load(self.variant, board=self.board, options=options, paths=self.paths)
                self.options = options
            except Refused as refused:
                self.interview.messages += said(refused.faults)

    # -- players
    def _seats(self, rulebook: Rulebook) -> Generator[Screen, str, tuple[r.Seat, ...]]:
        row = yield from self._row(rulebook)
        chosen: dict[str, tuple[str, ...]] = {}
        for role, names, number in seat_plan.spare(row, rulebook):
            chosen[role] = yield from self._which(names, number)
        places_ = list(seat_plan.pieces(row, chosen, rulebook))
        name = fugitive_name(rulebook)
        seats = [seat_plan.fugitive_seat((yield from self._person(f"Who plays {name}? A name, or Enter")))]
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
            line = yield from self.interview.ask("Which table? Its number" if rows else f"How many {plural}?", menu=menu)
            if line.isdigit() and rows and 1 <= int(line) <= len(rows):
                return rows[int(line) - 1]
            if line.isdigit() and not rows and 1 <= int(line) <= seat_plan.MOST:
                return {plural: int(line)}
            self.interview.messages.append("type one of the numbers")

    def _which(self, names: tuple[str, ...], number: int) -> Generator[Screen, str, tuple[str, ...]]:
        while True:
            line = yield from self.interview.ask(f"Which {number} of {', '.join(names)}? Enter: the first {number}")
            picked = tuple(name for name in names if name in line.lower().replace(",", " ").split())
            if not line:
                return names[:number]
            if len(picked) == number:
                return picked
            self.interview.messages.append(f"name {number} of them")

    def _person(self, prompt: str) -> Said:
        while True:
            line = yield from self.interview.ask(prompt)
            if seat_plan.is_name(line):
                return line
            self.interview.messages.append("a name has no `;`, `=`, `#` or brackets, and at most 40 characters")

    def _accept_seats(self, opening: Opening, rulebook: Rulebook) -> Generator[Screen, str, None]:
        findings = Findings(rulebook)
        judge_set_up(r.Transcript((), FUGITIVE), evolve(opening, begins=True), findings)
        wrong = [one for one in findings.found if one.check == "seat-table"]
        if wrong and not (self.page and self.page.clauses):
            self.interview.messages += [f"not in the booklet: {one.message}" for one in wrong]
            if (yield from self.interview.ask("Play like this all the same? `yes`, or `quit`")) not in ("yes", "y"):
                raise Quit

    # -- the record
    def _game(
        self,
        rulebook: Rulebook,
        seats: Sequence[r.Seat],
        starts: Sequence[r.Start],
        hands: Sequence[r.Hand],
        typed_cards: bool | None,
    ) -> TableGame:
        headers: dict[str, object] = {"variant": self._named(self.variant or rulebook.id)}
        if self.board:
            headers["board"] = self._named(self.board)
        if self.options:
            headers["option"] = tuple(self.options)
        headers |= {"rules": rulebook.digest, "seats": tuple(seats), "start": tuple(starts)}
        if hands:
            headers["cards"] = tuple(hands)
        paper = self.page is not None and self.page.clauses and not self.page.surfacings_marked
        if rulebook.facts.unseen:
            headers["record"] = "public"
        if not rulebook.facts.seen_by_default and not paper:  # on paper nobody need have marked them
            headers["surfacings"] = "marked"
        items: list[r.Item] = [r.Header(key, content) for key, content in headers.items()]
        if self.page is not None:
            items += [r.Header(header.key, header.content) for header in self.page.headers if header.key in PAGE]
        items.append(r.Header("turns", "marked"))
        if typed_cards is not None:
            items.append(r.Header("draws", DRAWS[0] if typed_cards else DRAWS[1]))
        return TableGame(rulebook, tuple(items), self.log.name)

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
