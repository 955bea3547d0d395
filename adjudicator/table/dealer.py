"""Deals starts and hands before the game. The referee draws them, or players draw from the box and type them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from attrs import define, field

from adjudicator.judge.start_position import Opening
from adjudicator.record import transcript as r
from adjudicator.record.lexicon import FUGITIVE
from adjudicator.record.transcript_writer import write_card
from adjudicator.table.interview import Interview
from adjudicator.table.screens import TABLE, Offer, PrivateBoard
from adjudicator.table.sentences import Spoken, sentence
from adjudicator.table.start_cards import Card, Choice, Luck, Places, deals, decks, places

LISTED = 20  # stations in a list; with more, players look at the board
SEEN = (Offer("", sentence("have-seen")),)
FROM_THE_BOX = sentence("from-the-box")


@define
class Dealer:
    """`against` returns the reasons against starts. `typed_cards` is True if the players draw, now and in the game, and type
    the result; None if nothing is ever drawn."""

    interview: Interview
    luck: Luck
    opening: Opening
    against: Callable[[Sequence[r.Start]], Sequence[str]]
    typed_cards: bool | None = field(init=False, default=None)

    def who_draws(self, given: Mapping[str, r.Start], has_hands: bool) -> None:
        """Ask who draws, if a card will be drawn from a deck that the board knows."""
        seating = self.opening.engine.seating
        open_starts = [q for q in range(seating.count) if not (start := given.get(seating.seats[q].piece)) or not start.at]
        wanted = decks(self.opening, open_starts, not has_hands)
        if not wanted and not self.opening.engine.rulebook.facts.draws_lots:
            return
        self.typed_cards = True
        if wanted and all(seating.cards(deck) is None for deck in wanted):
            self.interview.messages.append(FROM_THE_BOX)
            return
        offers = [Offer("draw", sentence("offer-draw")), Offer("type", sentence("offer-type"))]
        asks = sentence("who-draws-cards" if wanted else "who-draws-dice")
        self.typed_cards = self.interview.choice("draws", asks, offers, sentence("draw-or-type")) == "type"

    # -- starts
    def starts(self, given: Mapping[str, r.Start]) -> tuple[r.Start, ...]:
        """The start of each piece. The pursuers' are dealt first, since open cards are dealt before hidden ones."""
        seating = self.opening.engine.seating
        found: dict[str, r.Start] = {piece: start for piece, start in given.items() if start.at}
        drawn: list[tuple[str, Card]] = []
        for q in (*range(1, seating.count), 0):
            piece = seating.seats[q].piece
            if piece in found:
                continue
            ways = places(self.opening, q, [start.at for start in found.values() if start.at], drawn)
            choice = self._start(piece, ways, tuple(found.values()))
            drawn.append((ways.deck, choice.card))
            found[piece] = choice.start(piece)
        return tuple(found[seat.piece] for seat in seating.seats)

    def _start(self, piece: str, ways: Places, others: tuple[r.Start, ...]) -> Choice:
        is_secret = ways.audience == "fugitive"
        if ways.deck and not self.typed_cards and ways.cards:
            return self._drawn(piece, ways, is_secret)
        if len(ways.stations) == 1:
            return ways.choices[0] if ways.choices else Choice(ways.stations[0])
        if ways.choices is None and not self.typed_cards:
            self.interview.messages.append(FROM_THE_BOX)

        def against(line: str) -> Sequence[Spoken]:
            choice = ways.find(line)
            if choice is None or choice.station not in self.opening.engine.board.stations:
                return (sentence("no-free-start"),)
            return self.against((*others, choice.start(piece)))

        offers = [Offer(str(station)) for station in ways.stations] if len(ways.stations) <= LISTED else []
        asks = sentence("where-you-start") if is_secret else sentence("where-it-starts", piece=piece)
        who = FUGITIVE if is_secret else TABLE
        choice = ways.find(self.interview.answer(f"start {piece}", asks, who, offers=offers, is_number=True, against=against))
        assert choice is not None
        return choice

    def _drawn(self, piece: str, ways: Places, is_secret: bool) -> Choice:
        """The start on the next card of the deck. Of a card with two stations, its player chooses one."""
        deck = self.luck.shuffled(ways.deck, self.opening.engine.seating.cards(ways.deck) or ())
        card = next(card for card in deck if card in ways.cards)
        choices = {str(one.station): one for one in ways.of_card(card)}
        stations = " or ".join(choices)
        if len(choices) == 1 and not is_secret:
            self.interview.messages.append(sentence("starts-on", piece=piece, station=stations))
            return choices[stations]
        facts = ((sentence("your-start-card"), write_card(card)), (sentence("you-start-on"), stations))
        board, who = (PrivateBoard("Before the game", facts, ()), FUGITIVE) if is_secret else (None, TABLE)
        if len(choices) == 1:
            self.interview.answer(f"seen {piece}", sentence("your-start"), who, board=board, offers=SEEN)
            return choices[stations]
        line = self.interview.answer(
            f"start {piece}",
            sentence("where-you-start"),
            who,
            says=(sentence("start-card", piece=piece, card=write_card(card), stations=stations),),
            board=board,
            offers=[*map(Offer, choices)],
            against=lambda line: () if line in choices else (sentence("station-of-card"),),
        )
        return choices[line]

    # -- hands
    def hands(self) -> tuple[r.Hand, ...]:
        found = []
        for deal in deals(self.opening):
            if deal.cards is not None and not self.typed_cards:
                cards = tuple(sorted(self.luck.shuffled(f"hand {deal.target}", deal.cards)[: deal.many]))
                facts = ((deal.target.replace("-", " "), ", ".join(map(write_card, cards))),)
                board = PrivateBoard("Before the game", facts, ())
                self.interview.answer(f"seen {deal.target}", sentence("your-cards"), FUGITIVE, board=board, offers=SEEN)
            else:
                cards = self._typed_hand(deal.target, deal.many, deal.cards)
            found.append(r.Hand(FUGITIVE, deal.target, cards))
        return tuple(found)

    def _typed_hand(self, name: str, many: int, known: Sequence[Card] | None) -> tuple[Card, ...]:
        def against(line: str) -> Sequence[Spoken]:
            cards = _cards(line)
            are_right = len(set(cards)) == many and all(card and (known is None or card in known) for card in cards)
            return () if are_right else (sentence("so-many-cards", n=many),)

        asks = sentence("type-cards", n=many, deck=name)
        return _cards(self.interview.answer(f"cards {name}", asks, FUGITIVE, is_number=True, against=against))


def _cards(line: str) -> tuple[Card, ...]:
    words = line.replace(",", " ").split()
    return tuple(tuple(int(one) for one in word.split("/") if one.isdigit()) for word in words)
