"""Finds possible starts and the cards to be dealt, from the rules. The referee draws cards, or players type them."""

from __future__ import annotations

import random
from collections.abc import Collection, Sequence

from attrs import define, field

from adjudicator.judge.start_position import Opening
from adjudicator.record import transcript as r
from adjudicator.values import frozen

Card = tuple[int, ...]


@define
class Luck:
    """The source of chance. Nobody can foresee it, except a test that gives its own."""

    random: random.Random = field(factory=random.SystemRandom)
    _seed: int = field(init=False)

    @_seed.default
    def _drawn(self) -> int:
        return self.random.getrandbits(128)

    def card(self, cards: Sequence[Card]) -> Card:
        return self.random.choice(cards)

    def shuffled(self, deck: str, cards: Sequence[Card]) -> tuple[Card, ...]:
        """A deck in the order in which it is drawn. It stays the same, so that going back in a set-up does not draw another
        card."""
        return tuple(random.Random(f"{self._seed} {deck}").sample(cards, len(cards)))


@frozen
class Choice:
    """A possible start: a station, and its card if cards are drawn."""

    station: int
    card: Card = ()

    def start(self, piece: str) -> r.Start:
        return r.Start(piece, self.station, self.card if len(self.card) > 1 else None)


@frozen
class Places:
    """The possible starts of one piece; None if the board has no data on its cards."""

    choices: tuple[Choice, ...] | None
    deck: str = ""
    audience: str = "all"

    @property
    def cards(self) -> tuple[Card, ...]:
        return tuple(dict.fromkeys(one.card for one in self.choices or () if one.card))

    @property
    def stations(self) -> tuple[int, ...]:
        return tuple(dict.fromkeys(one.station for one in self.choices or ()))

    def of_card(self, card: Card) -> tuple[Choice, ...]:
        return tuple(one for one in self.choices or () if one.card == card)

    def find(self, text: str) -> Choice | None:
        """The typed start: a station, or a card with `at` and a station."""
        words = text.lower().replace(" at ", " ").split()
        if not words or not words[-1].isdigit():
            return None
        card = tuple(int(one) for one in words[0].split("/") if one.isdigit()) if len(words) > 1 else ()
        station = int(words[-1])
        if self.choices is None:
            return Choice(station, card)
        fitting = [one for one in self.choices if one.station == station and (not card or one.card == card)]
        return fitting[0] if fitting else None


def places(opening: Opening, piece: int, taken: Collection[int], drawn: Collection[tuple[str, Card]]) -> Places:
    """The possible starts of a piece after these stations are taken and these cards are drawn."""
    seating = opening.engine.seating
    rule = seating.start_rule(piece)
    if rule is None:
        free = tuple(Choice(station) for station in seating.board.stations if station not in taken)
        return Places(free, audience="all" if piece else "fugitive")
    if rule.stations is not None:
        found = opening.engine.start_stations(rule, opening.position)
        return Places(tuple(Choice(station) for station in found if station not in taken), audience=rule.audience)
    cards = seating.cards(rule.deck)
    if cards is None:
        return Places(None, rule.deck, rule.audience)
    left = [card for card in cards if (rule.deck, card) not in drawn]
    choices = [Choice(station, card) for card in left for station in (card[:1] if rule.pick == "first" else card)]
    return Places(tuple(one for one in choices if one.station not in taken), rule.deck, rule.audience)


@frozen
class Deal:
    """Cards that go into a hidden hand at the start."""

    target: str
    deck: str
    many: int
    cards: tuple[Card, ...] | None


def deals(opening: Opening) -> list[Deal]:
    engine = opening.engine
    return [
        Deal(one.target, one.deck, int(engine.value(one.amount, opening.position)), engine.seating.cards(one.deck))
        for _, one in engine.rulebook.facts.deals
    ]


def decks(opening: Opening, starting: Collection[int], dealt: bool) -> tuple[str, ...]:
    """The decks from which cards may still be drawn: for pieces without a start, for hands, and in the game itself."""
    seating, facts = opening.engine.seating, opening.engine.rulebook.facts
    found = [one.deck for one, pieces in seating.start_rules if one.deck and not set(starting).isdisjoint(pieces)]
    found += [deal.deck for deal in deals(opening)] if dealt else []
    return tuple(dict.fromkeys((*found, *facts.draws)))
