"""Cards before the game begins: starts and hands. Drawn by the referee, or from the box and typed in."""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence

from attrs import define, field

from adjudicator.judge.start_position import Opening
from adjudicator.record import transcript as r
from adjudicator.record.lexicon import FUGITIVE
from adjudicator.record.transcript_writer import write_card
from adjudicator.table.interview import Interview
from adjudicator.table.screens import TABLE, Offer, PrivateBoard, Screen
from adjudicator.table.sentences import sentence
from adjudicator.table.start_cards import Card, Choice, Luck, Places, deals, decks, places

LISTED = 20  # stations that are written out; of more, everybody looks at the board
SEEN = (Offer("", sentence("have-seen")),)
FROM_THE_BOX = sentence("from-the-box")


@define
class Dealer:
    """`typed_cards` says who draws, now and in the game: the players, who type what they drew; None where nobody ever does."""

    interview: Interview
    luck: Luck = field(factory=Luck)
    typed_cards: bool | None = None

    def who_draws(self, opening: Opening, given: Mapping[str, r.Start], has_hands: bool) -> Generator[Screen, str, None]:
        """Asked where a card will be drawn that the board knows."""
        seating = opening.engine.seating
        open_starts = [q for q in range(seating.count) if not (start := given.get(seating.seats[q].piece)) or not start.at]
        wanted = decks(opening, open_starts, not has_hands)
        if not wanted and not opening.engine.rulebook.facts.draws_lots:
            return
        self.typed_cards = True
        if wanted and all(seating.cards(deck) is None for deck in wanted):
            self.interview.messages.append(FROM_THE_BOX)
            return
        while True:
            offers = [Offer("draw", sentence("offer-draw")), Offer("type", sentence("offer-type"))]
            line = yield from self.interview.ask(sentence("who-draws-cards" if wanted else "who-draws-dice"), offers=offers)
            if line in ("draw", "type"):
                self.typed_cards = line == "type"
                return
            self.interview.messages.append(sentence("draw-or-type"))

    def starts(self, opening: Opening, given: Mapping[str, r.Start]) -> Generator[Screen, str, tuple[r.Start, ...]]:
        """The pursuers first: open cards are dealt before hidden ones."""
        seating = opening.engine.seating
        taken: list[int] = [start.at for start in given.values() if start.at]
        drawn: list[tuple[str, Card]] = []
        found: dict[str, r.Start] = {piece: start for piece, start in given.items() if start.at}
        for q in (*range(1, seating.count), 0):
            piece = seating.seats[q].piece
            if piece in found:
                continue
            ways = places(opening, q, taken, drawn)
            choice = yield from self._start(piece, ways, tuple(seating.board.stations))
            taken.append(choice.station)
            drawn.append((ways.deck, choice.card))
            found[piece] = choice.start(piece, None)
        return tuple(found[seat.piece] for seat in seating.seats)

    def _start(self, piece: str, ways: Places, stations: Sequence[int]) -> Generator[Screen, str, Choice]:
        secret = ways.audience == "fugitive"
        if ways.deck and not self.typed_cards and ways.cards:
            return (yield from self._drawn(piece, ways, secret))
        if len(ways.stations) == 1:
            return ways.choices[0] if ways.choices else Choice(ways.stations[0])
        if ways.choices is None and not self.typed_cards:
            self.interview.messages.append(FROM_THE_BOX)
        if secret:
            yield from self.interview.hand_over()
        offers = [Offer(str(station)) for station in ways.stations] if len(ways.stations) <= LISTED else []
        prompt = sentence("where-you-start") if secret else sentence("where-it-starts", piece=piece)
        while True:
            choice = ways.find((yield from self.interview.ask(prompt, FUGITIVE if secret else TABLE, offers=offers)))
            if choice is not None and choice.station in stations:
                return choice
            self.interview.messages.append(sentence("no-free-start"))

    def _drawn(self, piece: str, ways: Places, secret: bool) -> Generator[Screen, str, Choice]:
        card = self.luck.card(ways.cards)
        choices = ways.of_card(card)
        if not secret and len(choices) == 1:
            self.interview.messages.append(sentence("starts-on", piece=piece, station=choices[0].station))
            return choices[0]
        if secret:
            yield from self.interview.hand_over()
        who = FUGITIVE if secret else TABLE
        stations = " or ".join(str(one.station) for one in choices)
        facts = ((sentence("your-start-card"), write_card(card)), (sentence("you-start-on"), stations))
        board = PrivateBoard("Before the game", facts, ()) if secret else None
        if len(choices) == 1:
            yield from self.interview.ask(sentence("your-start"), who, board, SEEN)
            return choices[0]
        while True:
            self.interview.messages.append(sentence("start-card", piece=piece, card=write_card(card), stations=stations))
            offers = [Offer(str(one.station)) for one in choices]
            line = yield from self.interview.ask(sentence("where-you-start"), who, board, offers)
            found = [one for one in choices if str(one.station) == line]
            if found:
                return found[0]
            self.interview.messages.append(sentence("station-of-card"))

    def hands(self, opening: Opening) -> Generator[Screen, str, tuple[r.Hand, ...]]:
        found = []
        for deal in deals(opening):
            if deal.cards is not None and not self.typed_cards:
                cards = self.luck.hand(deal.cards, deal.many)
                facts = ((deal.target.replace("-", " "), ", ".join(map(write_card, cards))),)
                yield from self.interview.hand_over()
                board = PrivateBoard("Before the game", facts, ())
                yield from self.interview.ask(sentence("your-cards"), FUGITIVE, board, SEEN)
            else:
                yield from self.interview.hand_over()
                cards = yield from self._typed_hand(deal.target, deal.many, deal.cards)
            found.append(r.Hand(FUGITIVE, deal.target, cards))
        return tuple(found)

    def _typed_hand(self, name: str, many: int, known: Sequence[Card] | None) -> Generator[Screen, str, tuple[Card, ...]]:
        while True:
            line = yield from self.interview.ask(sentence("type-cards", n=many, deck=name), FUGITIVE)
            words = line.replace(",", " ").split()
            cards = tuple(tuple(int(one) for one in word.split("/") if one.isdigit()) for word in words)
            if len(set(cards)) == many and all(card and (known is None or card in known) for card in cards):
                return cards
            self.interview.messages.append(sentence("so-many-cards", n=many))
