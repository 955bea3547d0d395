"""Setting up, as a dialogue: edition, options, players, cards. What a file's headers or the command line say is not asked."""

from __future__ import annotations

import os
import re
from collections.abc import Generator, Sequence
from pathlib import Path

from attrs import define, evolve, field

from adjudicator.check.findings import Findings
from adjudicator.check.naming import FUGITIVE
from adjudicator.check.opening import Opening, open_record
from adjudicator.check.setup import judge_set_up
from adjudicator.faults import Refused
from adjudicator.files import read_toml, shipped
from adjudicator.live import seating
from adjudicator.live.boards import fugitive_name
from adjudicator.live.game import Game
from adjudicator.live.laptop import Quit
from adjudicator.live.notes import DRAWN_CARDS, TYPED_CARDS
from adjudicator.live.proposing import said
from adjudicator.live.screens import TABLE, PrivateBoard, Screen
from adjudicator.live.starting import Card, Choice, Luck, Places, deals, draws_cards, places
from adjudicator.record import transcript as r
from adjudicator.record.writing import write_card
from adjudicator.rulebook.model import Rulebook
from adjudicator.rulebook.reading import load

Said = Generator[Screen, str, str]
PAGE = ("round", "entry", "moved", "tickets", "state")  # what a page says that does not begin with the game
_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]*")


@define
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
    messages: list[str] = field(factory=list)
    typed_cards: bool = False

    def run(self) -> Generator[Screen, str, Game]:
        """Raises Quit, or Refused where the rules that were named cannot be used."""
        rulebook = yield from self._rules()
        seats = self.page.seats if self.page and self.page.seats else (yield from self._seats(rulebook))
        opening = open_record(r.Transcript((r.Header("seats", seats),), FUGITIVE), rulebook)
        yield from self._accept_seats(opening, rulebook)
        given = {start.piece: start for start in self.page.start} if self.page else {}
        if draws_cards(opening.table.layout) and not (given and self.page and self.page.clauses):
            self.typed_cards = (yield from self._card_mode()) == "type"
        starts = yield from self._starts(opening, seats, given)
        hands = self.page.cards if self.page and self.page.cards else (yield from self._hands(opening))
        return self._game(rulebook, seats, starts, hands)

    # -- asking
    def _ask(self, prompt: str, who: str = TABLE, board: PrivateBoard | None = None) -> Said:
        while True:
            messages, self.messages = tuple(self.messages), []
            line = " ".join((yield Screen(who, prompt, messages, board, "Setting up a game")).split())
            if line in ("quit", "exit"):
                raise Quit
            if line not in ("?", "help"):
                return line
            self.messages.append("answer the question, or press Enter where a choice is offered; `quit` leaves")

    # -- rules
    def _rules(self) -> Generator[Screen, str, Rulebook]:
        if self.rulebook is not None:
            return self.rulebook
        while not self.variant:
            known = dict(_editions())
            self.messages += [f"{name}: {title}" for name, title in known.items()]
            typed = yield from self._ask("Which edition? An id, or a file")
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
            self.messages += [_option_line(name, rulebook) for name in rulebook.options]
            line = yield from self._ask("An option, like `length=entries`? Enter: play like this")
            if not line:
                return rulebook
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
        first = [place for place in places_ if place.role == seating.usual(rulebook)]
        for number in seating.holdings(row, rulebook):
            held = first[len(holders) : len(holders) + number]
            names_ = " and ".join(place.piece for place in held)
            holders += [(yield from self._person(f"Who plays {names_}? A name, or Enter"))] * number
        for place in places_:
            seats.append(place.seat(holders.pop(0) if place in first and holders else ""))
        return tuple(seats)

    def _row(self, rulebook: Rulebook) -> Generator[Screen, str, seating.Row]:
        rows = rulebook.tables.seats
        plural = rulebook.tables.roles[seating.usual(rulebook)].plural or seating.usual(rulebook)
        while True:
            self.messages += [f"{at}: {seating.described(row, rulebook)}" for at, row in enumerate(rows, 1)]
            line = yield from self._ask("Which table? Its number" if rows else f"How many {plural}?")
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

    # -- cards
    def _card_mode(self) -> Said:
        while True:
            line = yield from self._ask("Cards: `draw` (the referee draws them) or `type` (you draw, and type them in)?")
            if line in ("draw", "type"):
                return line
            self.messages.append("type `draw` or `type`")

    def _starts(
        self, opening: Opening, seats: Sequence[r.Seat], given: dict[str, r.Start]
    ) -> Generator[Screen, str, tuple[r.Start, ...]]:
        """The pursuers first: what is open is laid out before anything is hidden."""
        layout = opening.table.layout
        taken: list[int] = [start.at for start in given.values() if start.at]
        drawn: list[tuple[str, Card]] = []
        found: dict[str, r.Start] = {piece: start for piece, start in given.items() if start.at}
        for q in (*range(1, layout.count), 0):
            piece = layout.seats[q].piece
            if piece in found:
                continue
            ways = places(opening, q, taken, drawn)
            choice = yield from self._start(piece, ways, tuple(layout.board.stations))
            taken.append(choice.station)
            drawn.append((ways.deck, choice.card))
            found[piece] = choice.start(piece, None)
        return tuple(found[seat.piece] for seat in layout.seats)

    def _start(self, piece: str, ways: Places, stations: Sequence[int]) -> Generator[Screen, str, Choice]:
        secret = ways.audience == "fugitive"
        if ways.deck and not self.typed_cards and ways.cards:
            return (yield from self._drawn(piece, ways, secret))
        if len(ways.stations) == 1:
            return ways.choices[0] if ways.choices else Choice(ways.stations[0])
        if secret:
            yield from self._hand_over()
        shown = ", ".join(map(str, ways.stations)) if len(ways.stations) <= 20 else ""
        prompt = "Where do you start?" if secret else f"Where does {piece} start? {shown}".strip()
        while True:
            choice = ways.find((yield from self._ask(prompt, FUGITIVE if secret else TABLE)))
            if choice is not None and choice.station in stations:
                return choice
            self.messages.append("that is no start that is free; a card with two stations is written `45/104 at 45`")

    def _drawn(self, piece: str, ways: Places, secret: bool) -> Generator[Screen, str, Choice]:
        card = self.luck.card(ways.cards)
        choices = ways.of_card(card)
        if not secret and len(choices) == 1:
            self.messages.append(f"{piece} starts on {choices[0].station}")
            return choices[0]
        if secret:
            yield from self._hand_over()
        who = FUGITIVE if secret else TABLE
        stations = " or ".join(str(one.station) for one in choices)
        facts = (("your start card", write_card(card)), ("you start on", stations))
        board = PrivateBoard("Before the game", facts, ()) if secret else None
        if len(choices) == 1:
            yield from self._ask("This is your start. Enter", who, board)
            return choices[0]
        while True:
            self.messages.append(f"the start card of {piece} is {write_card(card)}: {stations}")
            line = yield from self._ask("Where do you start?", who, board)
            found = [one for one in choices if str(one.station) == line]
            if found:
                return found[0]
            self.messages.append("choose a station of the card")

    def _hands(self, opening: Opening) -> Generator[Screen, str, tuple[r.Hand, ...]]:
        found = []
        for deal in deals(opening):
            if deal.cards is not None and not self.typed_cards:
                cards = self.luck.hand(deal.cards, deal.many)
                facts = ((deal.target.replace("-", " "), ", ".join(map(write_card, cards))),)
                yield from self._hand_over()
                yield from self._ask("These are your cards. Enter", FUGITIVE, PrivateBoard("Before the game", facts, ()))
            else:
                yield from self._hand_over()
                cards = yield from self._typed_hand(deal.target, deal.many, deal.cards)
            found.append(r.Hand(FUGITIVE, deal.target, cards))
        return tuple(found)

    def _typed_hand(self, name: str, many: int, known: Sequence[Card] | None) -> Generator[Screen, str, tuple[Card, ...]]:
        while True:
            line = yield from self._ask(f"Your {many} cards of `{name}`, like `12, 45, 160`", FUGITIVE)
            words = line.replace(",", " ").split()
            cards = tuple(tuple(int(one) for one in word.split("/") if one.isdigit()) for word in words)
            if len(set(cards)) == many and all(card and (known is None or card in known) for card in cards):
                return cards
            self.messages.append(f"type {many} different cards of this deck")

    def _hand_over(self) -> Generator[Screen, str, None]:
        yield from self._ask("Pass the laptop to the fugitive. Fugitive: press Enter when you alone see the screen")

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
        if not Findings(rulebook).seen_by_default:
            headers["surfacings"] = "marked"
        items: list[r.Item] = [r.Header(key, content) for key, content in headers.items()]
        if self.page is not None:
            items += [r.Header(header.key, header.content) for header in self.page.headers if header.key in PAGE]
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
