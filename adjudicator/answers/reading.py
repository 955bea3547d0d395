"""A question read: its form, and what fills the slots of it. Every word that carries meaning is accounted for, or nothing is read."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from attrs import field

from adjudicator.answers.patterns import Part, Slots, forms, matches
from adjudicator.answers.tokens import Token
from adjudicator.values import frozen


@frozen
class Reading:
    form: str
    slots: Mapping[str, Token] = field(factory=dict)
    phrases: tuple[str, ...] = ()
    tokens: tuple[Token, ...] = ()

    def has(self, concept: str) -> bool:
        """Whether some word of the question stands for a concept."""
        return any(concept in token.concepts for token in self.tokens)

    def get(self, slot: str) -> str:
        """What fills a slot; nothing where the question has none."""
        token = self.slots.get(slot)
        kind = slot.rstrip("0123456789").lower()
        return str(token.values[kind]) if token is not None else ""

    def number(self, slot: str = "N") -> int:
        found = self.get(slot)
        return int(found) if found else 0

    @property
    def who(self) -> str:
        """Whoever is asked about, by whichever slot."""
        return next((self.get(slot) for slot in ("WHO", "PURSUER", "FUGITIVE") if slot in self.slots), "")

    @property
    def fare(self) -> str:
        """A means of transport or a ticket."""
        return self.get("MODE") or self.get("TICKET")


def readings(tokens: tuple[Token, ...], more: Mapping[str, tuple[tuple[Part, ...], ...]] | None = None) -> list[Reading]:
    """Every reading of all words, the one first that needs most of them."""
    found = [(needed, Reading(form, *_filled(slots), tokens)) for form, needed, slots in _every(tokens, {**forms(), **(more or {})})]
    found.sort(key=lambda one: -one[0])
    return [reading for _, reading in found]


def _every(
    tokens: tuple[Token, ...], known: Mapping[str, tuple[tuple[Part, ...], ...]]
) -> Iterator[tuple[str, int, Slots]]:
    for form, patterns in known.items():
        best: tuple[int, Slots] | None = None
        for one in patterns:
            for needed, slots in matches(one, tokens):
                if best is None or needed > best[0]:
                    best = (needed, slots)
        if best is not None:
            yield form, *best


def _filled(slots: Slots) -> tuple[dict[str, Token], tuple[str, ...]]:
    phrases = tuple(name for name, token in slots if token is None)
    return {name: token for name, token in slots if token is not None}, phrases
