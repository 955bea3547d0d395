"""Checks that every statement needs: whether a piece, side or deck exists, and whether a condition reveals a secret."""

from __future__ import annotations

import re
from collections.abc import Iterable

from adjudicator.faults import Given
from adjudicator.language import tree as t
from adjudicator.language.check_types import Env, Known
from adjudicator.language.hints import FUGITIVE, no_audience, nobody
from adjudicator.language.inference import Inference
from adjudicator.language.parser import Misread, parse_value
from adjudicator.language.slots import SLOT, moved
from adjudicator.language.types import YES_NO, Type, a, meet
from adjudicator.language.vocabulary import AUDIENCES, FIELDS, VARIABLE
from adjudicator.values import frozen

MAX_MESSAGE = 300


@frozen
class Lying:
    """A place for tickets: whether the pursuers see the tickets there, and whether naming the place reveals a secret."""

    is_open: bool
    hidden: bool = False


@frozen
class Questions:
    inference: Inference

    def _blame(self, sentence: str, node: t.Node, spoken: str = "", /, **values: Given) -> None:
        self.inference.blame(sentence, node, spoken, **values)

    # -- names of things
    def _who(self, node: t.Node, who: Iterable[str]) -> str:
        sides = set()
        for name in who:
            if name not in self.inference.scope.whos:
                sentence, values = nobody(name, self.inference.scope)
                self._blame(sentence, node, name, name=name, **values)
            sides.add(self.inference.scope.whos.get(name, ""))
        return sides.pop() if len(sides) == 1 else ""

    def _side(self, node: t.Node, side: str) -> None:
        if side not in self.inference.scope.sides:
            self._blame("E331", node, side, name=side, known=self.inference.scope.sides)

    def _sides(self, node: t.Node, sides: tuple[str, ...]) -> None:
        for side in sides:
            self._side(node, side)
        if set(sides) != set(self.inference.scope.sides) or len(sides) != 2:
            self._blame("E332", node)

    def _audience(self, node: t.Node, audience: str) -> None:
        if audience not in AUDIENCES:
            sentence, values = no_audience(audience, self.inference.scope, AUDIENCES)
            self._blame(sentence, node, audience, name=audience, **values)

    def _fields(self, node: t.Node, fields: Iterable[str]) -> None:
        for name in fields:
            if name not in FIELDS:
                self._blame("E334", node, name, name=name, known=FIELDS)

    def _deck(self, node: t.Node, deck: str) -> None:
        meaning = self.inference.scope.names.get(deck)
        if meaning is None or meaning.what != "deck":
            decks = [n for n, m in self.inference.scope.names.items() if m.what == "deck"]
            self._blame("E335", node, deck, name=deck, known=decks)

    def _constant(self, node: t.Node, name: str, kind: str) -> None:
        meaning = self.inference.scope.names.get(name)
        if meaning is None or meet(meaning.type, Type(kind)) is None:
            known = [n for n, m in self.inference.scope.names.items() if m.what == "constant" and kind in m.type.kind]
            self._blame("E307.constant", node, name, kind=kind, name=name, known=known)

    def _place(self, node: t.Expression, env: Env) -> Lying:
        """The piece or supply that a value names."""
        if isinstance(node, t.Name):
            meaning = self.inference.scope.names.get(node.name)
            if node.name == "nowhere" or (meaning is not None and meaning.what == "supply"):
                return Lying(is_open=meaning is not None and not meaning.hidden)
            if meaning is None and node.name not in (*env.names, *VARIABLE):
                supplies = [name for name, one in self.inference.scope.names.items() if one.what == "supply"]
                sentence = "E307.lie-fugitive" if node.name.lower() in FUGITIVE else "E307.lie"
                self._blame(sentence, node, node.name, name=node.name, supplies=supplies)
                return Lying(is_open=False)
        known = self.inference.infer(node, env)
        if known.type.kind not in ("piece", "supply", "nothing") or known.type.many:
            group = node.name if known.type.many and isinstance(node, t.Name) else ""
            self._blame("E336", node, got=a(known.type), group=group)
        hand = known.type.side == "fugitive"  # its contents are unknown to all who do not see what he pays with
        return Lying(is_open=not hand or self.inference.scope.open_tickets, hidden=known.hidden)

    # -- conditions
    def _condition(self, node: t.Expression | None, env: Env) -> Known:
        return Known(YES_NO) if node is None else self.inference.want(node, YES_NO, env, "a condition")

    def _public(self, node: t.Node, condition: t.Expression | None, env: Env, sentence: str) -> None:
        """Check a condition whose outcome the actor learns: if a pursuer does and it depends on a secret, `sentence` is
        reported."""
        known = self._condition(condition, env)
        if env.actor != "fugitive" and known.hidden and condition is not None:
            self._blame(sentence, condition)

    def _message(self, node: t.Node, text: str, env: Env) -> None:
        """Check a message: its slots name values, nothing else is in braces, and it has no control characters."""
        if {"{", "}"} & set(SLOT.sub("", text)):
            self._blame("E337", node, text)
            return
        if len(text) > MAX_MESSAGE or not text.isprintable():
            self._blame("E337.long", node, text, most=MAX_MESSAGE)
            return
        for found in SLOT.finditer(text):
            self._slot(node, text, found, env)

    def _slot(self, node: t.Node, text: str, found: re.Match[str], env: Env) -> None:
        slot, value = found.group(1), parse_value(found.group(1))
        start = text.at + found.start(1) if isinstance(text, t.Spoken) and text.at is not None else node.at
        word = t.Spoken.of(slot or "{}", start)
        if isinstance(value, Misread) or not isinstance(value, t.Name | t.Call):
            self._blame("E338", node, word, slot=slot)
            return
        known = self.inference.infer(moved(value, start), env)
        if known.hidden and env.actor != "fugitive":
            self._blame("E330.slot", node, word, slot=slot)
