"""Setting up, as a dialogue: edition, options, players, cards. It does not ask for what headers or the command line say."""

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
from adjudicator.judge.set_up import judge_set_up
from adjudicator.judge.start_position import Opening, open_record
from adjudicator.record import transcript as r
from adjudicator.record.headers import DRAWS
from adjudicator.record.lexicon import FUGITIVE
from adjudicator.rulebook.loader import load
from adjudicator.rulebook.model import Rulebook
from adjudicator.table import seat_plan
from adjudicator.table.dealer import Dealer
from adjudicator.table.interview import Interview, Quit, Said
from adjudicator.table.proposal import said
from adjudicator.table.screens import Offer, Screen
from adjudicator.table.sentences import Spoken, sentence
from adjudicator.table.side_names import fugitive_name
from adjudicator.table.start_cards import Luck
from adjudicator.table.table_game import TableGame

OPTIONS = "options"  # what is typed to see them
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

    def run(self) -> Generator[Screen, str, TableGame]:
        """Raises Quit, or Refused where the rules that were named cannot be used."""
        rulebook = yield from self._rules()
        seats = self.page.seats if self.page and self.page.seats else (yield from self._seats(rulebook))
        opening = open_record(r.Transcript((r.Header("seats", seats),), FUGITIVE), rulebook)
        yield from self._accept_seats(opening, rulebook)
        person = next((seat.person for seat in seats if seat.piece == FUGITIVE), None)
        self.interview.fugitive = person or fugitive_name(rulebook)
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
        offers = [Offer(name, title) for name, title in _editions()]
        while not self.variant:
            prompt = sentence("which-edition" if self.interview.phones else "edition-or-file")
            self.variant = yield from self._edition(prompt, offers)
        rulebook = load(self.variant, board=self.board, options=self.options, paths=self.paths)
        if not self.options and rulebook.options:
            rulebook = yield from self._choose_options(rulebook)
        return rulebook

    def _edition(self, prompt: Spoken, offers: Sequence[Offer]) -> Said:
        """The typed edition, if it can be loaded. A phone names no files: they are those of this computer."""
        typed = yield from self.interview.ask(prompt, offers=offers)
        if self.interview.phones and typed not in [offer.word for offer in offers]:
            self.interview.messages.append(sentence("one-of-these"))
            return ""
        try:
            load(typed, board=self.board, paths=self.paths)
        except Refused as refused:
            self.interview.messages += said(refused.faults)
            return ""
        return typed

    def _choose_options(self, rulebook: Rulebook) -> Generator[Screen, str, Rulebook]:
        """By the booklet, unless somebody wants to see the options; each is tried before it is taken."""
        is_listed = False
        while True:
            line = yield from self._option(rulebook, is_listed)
            if not line:
                return rulebook
            is_listed = True
            if line == OPTIONS:
                continue
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

    def _option(self, rulebook: Rulebook, is_listed: bool) -> Said:
        if not is_listed:
            offers = [Offer("", sentence("by-the-booklet")), Offer(OPTIONS, sentence("change-a-rule"))]
            return (yield from self.interview.ask(sentence("which-rules", title=rulebook.title), offers=offers))
        offers = [_offer(name, rulebook) for name in rulebook.options]
        prompt = (
            sentence("which-options")
            if self.interview.phones
            else sentence("change-option", example=_example(rulebook), name=next(iter(rulebook.options)))
        )
        return (yield from self.interview.ask(prompt, offers=[*offers, Offer("", sentence("play-like-this"))]))

    # -- players
    def _seats(self, rulebook: Rulebook) -> Generator[Screen, str, tuple[r.Seat, ...]]:
        row = yield from self._row(rulebook)
        chosen: dict[str, tuple[str, ...]] = {}
        for role, names, number in seat_plan.spare(row, rulebook):
            chosen[role] = yield from self._which(names, number)
        places_ = list(seat_plan.pieces(row, chosen, rulebook))
        name = fugitive_name(rulebook)
        seats = [seat_plan.fugitive_seat((yield from self._person(name)))]
        holders: list[str] = []
        first = [place for place in places_ if place.role == seat_rows.usual(rulebook)]
        for number in seat_rows.holdings(row, rulebook):
            held = first[len(holders) : len(holders) + number]
            holders += [(yield from self._person(", ".join(place.piece for place in held)))] * number
        for place in places_:
            seats.append(place.seat(holders.pop(0) if place in first and holders else ""))
        return tuple(seats)

    def _row(self, rulebook: Rulebook) -> Generator[Screen, str, seat_rows.Row]:
        """The row of the seat table for so many persons; where the booklet has none, everybody has a piece."""
        rows = seat_plan.rows(rulebook)
        offers = [Offer(str(number), " or ".join(texts)) for number, texts in seat_plan.described(rows, rulebook).items()]
        line = yield from self._one_of(sentence("how-many"), offers)
        fitting = [row for row in rows if seat_plan.persons(row, rulebook) == int(line)]
        if len(fitting) == 1:
            return fitting[0]
        lines = [Offer(str(at), seat_rows.described(row, rulebook)) for at, row in enumerate(fitting, 1)]
        return fitting[int((yield from self._one_of(sentence("which-of-these"), lines))) - 1]

    def _one_of(self, prompt: Spoken, offers: Sequence[Offer]) -> Said:
        while True:
            line = yield from self.interview.ask(prompt, offers=offers)
            if line in [offer.word for offer in offers]:
                return line
            self.interview.messages.append(sentence("type-a-number"))

    def _which(self, names: tuple[str, ...], number: int) -> Generator[Screen, str, tuple[str, ...]]:
        offers = [*map(Offer, names), Offer("", sentence("take-these", names=", ".join(names[:number])))]
        while True:
            line = yield from self.interview.ask(sentence("which-pieces", n=number), offers=offers, picks=number)
            picked = tuple(name for name in names if name in line.lower().replace(",", " ").split())
            if not line:
                return names[:number]
            if len(picked) == number:
                return picked
            self.interview.messages.append(sentence("name-so-many", n=number))

    def _person(self, pieces: str) -> Said:
        while True:
            line = yield from self.interview.ask(
                sentence("who-plays", pieces=pieces), offers=[Offer("", sentence("nobody-named"))]
            )
            if seat_plan.is_name(line):
                return line
            self.interview.messages.append(sentence("no-name"))

    def _accept_seats(self, opening: Opening, rulebook: Rulebook) -> Generator[Screen, str, None]:
        findings = Findings(rulebook)
        judge_set_up(r.Transcript((), FUGITIVE), evolve(opening, begins=True), findings)
        wrong = [one for one in findings.found if one.check == "seat-table"]
        if wrong and not (self.page and self.page.clauses):
            self.interview.messages += [sentence("not-in-booklet", why=one.message) for one in wrong]
            offers = [Offer("yes", sentence("yes-all-the-same")), Offer("undo", sentence("go-back"))]
            if (yield from self.interview.ask(sentence("all-the-same"), offers=offers)) not in ("yes", "y"):
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


def _offer(name: str, rulebook: Rulebook) -> Offer:
    table = rulebook.options[name]
    return Offer(name, table.says, tuple(table.values), rulebook.chosen[name])


def _example(rulebook: Rulebook) -> str:
    """Something that may be typed to choose otherwise."""
    name, table = next(iter(rulebook.options.items()))
    return f"{name}={next((value for value in table.values if value != rulebook.chosen[name]), table.default)}"


def _explained(name: str, rulebook: Rulebook) -> list[str]:
    """The sentence of an option, and its source."""
    table = rulebook.options.get(name)
    if table is None:
        return [f"this game has no option `{name}`: {did_you_mean(name, rulebook.options)}"]
    source = "; ".join(part for part in (table.cite, f"ruling {table.ruling}" if table.ruling else "") if part)
    return [f"{name}: {table.says}{f' ({source})' if source else ''}"]
