"""Sets up a game: edition, options, players, cards. It does not ask for anything that headers or the command line give."""

from __future__ import annotations

import functools
import itertools
import os
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from attrs import define

from adjudicator.faults import Refused, did_you_mean
from adjudicator.files import read_toml, shipped
from adjudicator.judge import seat_rows
from adjudicator.judge.findings import Findings
from adjudicator.judge.set_up import judge_set_up
from adjudicator.judge.start_position import open_record
from adjudicator.judge.verdict import Finding
from adjudicator.record import transcript as r
from adjudicator.record.headers import DRAWS
from adjudicator.record.lexicon import FUGITIVE
from adjudicator.rulebook.loader import load
from adjudicator.rulebook.model import Rulebook
from adjudicator.table import seat_plan
from adjudicator.table.dealer import Dealer
from adjudicator.table.interview import Interview
from adjudicator.table.proposal import said
from adjudicator.table.screens import Offer
from adjudicator.table.sentences import Spoken, sentence
from adjudicator.table.side_names import fugitive_name
from adjudicator.table.start_cards import Luck
from adjudicator.table.table_game import TableGame

OPTIONS = "options"  # the word that shows them
PAGE = ("round", "entry", "moved", "tickets", "state")  # headers of a page that begins in the middle of a game
_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]*")


@define(kw_only=True)
class Setup:
    """`page` is a record whose headers are taken over, and whose clauses have been played."""

    log: Path
    variant: str = ""
    board: str = ""
    options: tuple[str, ...] = ()
    paths: tuple[str, ...] = ()
    page: r.Transcript | None = None
    rulebook: Rulebook | None = None
    luck: Luck
    interview: Interview

    def game(self) -> TableGame:
        """The game that the answers determine. Raises Unanswered, or Refused if the named rules cannot be used."""
        rulebook = self._rules()
        page = self.page
        seats = page.seats if page and page.seats else self._seats(rulebook)
        self._accept_seats(seats, rulebook)
        person = next((seat.person for seat in seats if seat.piece == FUGITIVE), None)
        self.interview.fugitive = person or fugitive_name(rulebook)
        header = r.Header("seats", seats)
        opening = open_record(r.Transcript((header,), FUGITIVE), rulebook)
        dealer = Dealer(self.interview, self.luck, opening, lambda starts: _against(header, starts, rulebook))
        given = {start.piece: start for start in page.start} if page else {}
        hands = page.cards if page else ()
        if not (given and page and page.clauses):
            dealer.who_draws(given, bool(hands))
        starts = dealer.starts(given)
        return self._game(rulebook, seats, starts, hands or dealer.hands(), dealer.typed_cards)

    # -- rules
    def _rules(self) -> Rulebook:
        if self.rulebook is not None:
            return self.rulebook
        if not self.variant:
            offers = [Offer(name, sentence("edition", title=title), about=says) for name, title, says in _editions()]
            asks = sentence("which-edition" if self.interview.phones else "edition-or-file")
            self.variant = self.interview.answer("edition", asks, offers=offers, against=self._against_edition)
        rulebook = self._loaded(self.options)
        return self._choose_options(rulebook) if not self.options and rulebook.options else rulebook

    def _loaded(self, options: tuple[str, ...]) -> Rulebook:
        return load(self.variant, board=self.board, options=options, paths=self.paths)

    def _against_edition(self, line: str) -> Sequence[Spoken]:
        """The faults of a typed edition. A phone names no files: they are those of this computer."""
        if self.interview.phones and line not in [name for name, *_ in _editions()]:
            return (sentence("one-of-these"),)
        try:
            load(line, board=self.board, paths=self.paths)
        except Refused as refused:
            return said(refused.faults)
        return ()

    def _choose_options(self, rulebook: Rulebook) -> Rulebook:
        """The rulebook with its options, after a look at them if wanted. Each choice is tried before it is accepted."""
        for number in itertools.count():
            line = self._option(number, rulebook)
            if not line:
                break
            if line != OPTIONS:
                self.options = self._with(line)
                rulebook = self._loaded(self.options)
        return rulebook

    def _option(self, number: int, rulebook: Rulebook) -> str:
        """The answer to question `number` about options: `NAME=VALUE`, `options` to see them, or "" to play with these."""
        if not number:
            asks = sentence("which-rules", title=rulebook.title)
            offers = [Offer("", sentence("by-the-booklet")), Offer(OPTIONS, sentence("change-a-rule"))]
        else:
            example = sentence("change-option", example=_example(rulebook), name=next(iter(rulebook.options)))
            asks = sentence("which-options") if self.interview.phones else example
            offers = [*(_offer(name, rulebook) for name in rulebook.options), Offer("", sentence("play-like-this"))]
        against = functools.partial(self._against_option, rulebook)
        return self.interview.answer(f"option {number}", asks, offers=offers, against=against)

    def _against_option(self, rulebook: Rulebook, line: str) -> Sequence[Spoken]:
        if line.startswith("?"):
            return _explained(line.removeprefix("?").strip(), rulebook)
        try:
            self._loaded(self._with(line) if line not in ("", OPTIONS) else self.options)
        except Refused as refused:
            return said(refused.faults)
        return ()

    def _with(self, line: str) -> tuple[str, ...]:
        """The options, with one chosen again."""
        name = line.partition("=")[0].strip()
        return (*(one for one in self.options if one.partition("=")[0].strip() != name), line)

    # -- players
    def _seats(self, rulebook: Rulebook) -> tuple[r.Seat, ...]:
        row = self._row(rulebook)
        chosen = {role: self._which(role, names, number) for role, names, number in seat_plan.spare(row, rulebook)}
        places_ = list(seat_plan.pieces(row, chosen, rulebook))
        seats = [seat_plan.fugitive_seat(self._person(fugitive_name(rulebook)))]
        holders: list[str] = []
        first = [place for place in places_ if place.role == seat_rows.usual(rulebook)]
        for number in seat_rows.holdings(row, rulebook):
            held = first[len(holders) : len(holders) + number]
            asked = ", ".join(place.piece for place in held)
            holders += [self._person(asked) if seats[0].person else ""] * number  # without the first name, none is asked
        for place in places_:
            seats.append(place.seat(holders.pop(0) if place in first and holders else ""))
        return tuple(seats)

    def _row(self, rulebook: Rulebook) -> seat_rows.Row:
        """The row of the seat table for the number of persons; without a table, everybody has a piece."""
        rows = seat_plan.rows(rulebook)
        offers = [Offer(str(number), " or ".join(texts)) for number, texts in seat_plan.described(rows, rulebook).items()]
        line = self.interview.choice("players", sentence("how-many"), offers, sentence("type-a-number"))
        fitting = [row for row in rows if seat_plan.persons(row, rulebook) == int(line)]
        if len(fitting) == 1:
            return fitting[0]
        lines = [Offer(str(at), seat_rows.described(row, rulebook)) for at, row in enumerate(fitting, 1)]
        return fitting[int(self.interview.choice("row", sentence("which-of-these"), lines, sentence("type-a-number"))) - 1]

    def _which(self, role: str, names: tuple[str, ...], number: int) -> tuple[str, ...]:
        """The pieces of a role that take part."""

        def picked(line: str) -> tuple[str, ...]:
            return tuple(name for name in names if name in line.lower().replace(",", " ").split()) if line else names[:number]

        line = self.interview.answer(
            f"pieces {role}",
            sentence("which-pieces", n=number),
            offers=[*map(Offer, names), Offer("", sentence("take-these", names=", ".join(names[:number])))],
            picks=number,
            against=lambda line: () if len(picked(line)) == number else (sentence("name-so-many", n=number),),
        )
        return picked(line)

    def _person(self, pieces: str) -> str:
        return self.interview.answer(
            f"person {pieces}",
            sentence("who-plays", pieces=pieces),
            offers=[Offer("", sentence("nobody-named"))],
            against=lambda line: () if seat_plan.is_name(line) else (sentence("no-name"),),
        )

    def _accept_seats(self, seats: tuple[r.Seat, ...], rulebook: Rulebook) -> None:
        """Ask whether to play with seats that the rules do not have."""
        wrong = [one for one in _breaches((r.Header("seats", seats),), rulebook) if one.check == "seat-table"]
        if wrong and not (self.page and self.page.clauses):
            self.interview.messages += [sentence("not-in-booklet", why=one.message) for one in wrong]
            offers = [Offer("yes", sentence("yes-all-the-same")), Offer("undo", sentence("go-back"))]
            self.interview.choice("all the same", sentence("all-the-same"), offers, sentence("one-of-these"))

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
        """The name of a variant or board for the log: paths are relative to its folder."""
        here = os.path.abspath(self.log.parent)
        parts = (part if _ID.fullmatch(part) else os.path.relpath(part, here) for part in name.split("+"))
        return "+".join(parts)


def _breaches(headers: tuple[r.Header, ...], rulebook: Rulebook) -> Sequence[Finding]:
    """The findings for which `check` would call the headers of a new game illegal."""
    record, findings = r.Transcript(headers, FUGITIVE), Findings(rulebook)
    judge_set_up(record, open_record(record, rulebook), findings)
    return findings.found


def _against(seats: r.Header, starts: Sequence[r.Start], rulebook: Rulebook) -> tuple[str, ...]:
    """The reasons why the last of these starts is illegal, without those that apply to the others."""
    before, after = (_breaches((seats, r.Header("start", tuple(some))), rulebook) for some in (starts[:-1], starts))
    return tuple(one.message for one in after if one not in before)


def _editions() -> Iterator[tuple[str, str, str]]:
    """The id, the title and a sentence about each that can be played."""
    for path in shipped("variants"):
        data, _ = read_toml(path)
        if not data.get("abstract") and not data.get("pack"):
            yield str(data["id"]), str(data.get("title", "")), str(data.get("says", ""))


def _offer(name: str, rulebook: Rulebook) -> Offer:
    table = rulebook.options[name]
    return Offer(name, table.says, tuple(table.values), rulebook.chosen[name])


def _example(rulebook: Rulebook) -> str:
    """An example of another choice, to type."""
    name, table = next(iter(rulebook.options.items()))
    return f"{name}={next((value for value in table.values if value != rulebook.chosen[name]), table.default)}"


def _explained(name: str, rulebook: Rulebook) -> list[str]:
    """The sentence of an option, and its source."""
    table = rulebook.options.get(name)
    if table is None:
        return [f"this game has no option `{name}`: {did_you_mean(name, rulebook.options)}"]
    source = "; ".join(part for part in (table.cite, f"ruling {table.ruling}" if table.ruling else "") if part)
    return [f"{name}: {table.says}{f' ({source})' if source else ''}"]
