"""Cards before the game begins: who starts where, and what is dealt. Drawn by the referee, or from the box and typed in."""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence

from attrs import define, field

from adjudicator.judge.lexicon import FUGITIVE
from adjudicator.judge.start_position import Opening
from adjudicator.live.asking import Asking
from adjudicator.live.screens import TABLE, PrivateBoard, Screen
from adjudicator.live.starting import Card, Choice, Luck, Places, deals, decks, places
from adjudicator.record import transcript as r
from adjudicator.record.writing import write_card

LISTED = 20  # stations that are written out; of more, everybody looks at the board
FROM_THE_BOX = "the board does not know these cards: draw from the box, and type what you drew"


@define
class Dealing(Asking):
    """`typed_cards` says who draws, now and in the game; None where nobody ever does."""

    luck: Luck = field(factory=Luck)
    typed_cards: bool | None = None

    def _who_draws(self, opening: Opening, given: Mapping[str, r.Start], has_hands: bool) -> Generator[Screen, str, None]:
        """Asked where a card will be drawn that the board knows."""
        layout = opening.table.layout
        open_starts = [q for q in range(layout.count) if not (start := given.get(layout.seats[q].piece)) or not start.at]
        wanted = decks(opening, open_starts, not has_hands)
        if not wanted:
            return
        self.typed_cards = True
        if all(layout.cards(deck) is None for deck in wanted):
            self.messages.append(FROM_THE_BOX)
            return
        while True:
            line = yield from self._ask("Cards: `draw` (the referee draws them) or `type` (you draw, and type them in)?")
            if line in ("draw", "type"):
                self.typed_cards = line == "type"
                return
            self.messages.append("type `draw` or `type`")

    def _starts(self, opening: Opening, given: Mapping[str, r.Start]) -> Generator[Screen, str, tuple[r.Start, ...]]:
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
        if ways.choices is None and not self.typed_cards:
            self.messages.append(FROM_THE_BOX)
        if secret:
            yield from self._hand_over()
        shown = ", ".join(map(str, ways.stations)) if len(ways.stations) <= LISTED else ""
        prompt = f"Where {'do you' if secret else f'does {piece}'} start? {shown}".strip()
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
