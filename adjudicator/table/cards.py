"""Cards that are turned over in play: drawn by the referee or typed in, and what may be made of them."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any

from adjudicator.engine import Act, act_text
from adjudicator.faults import Refused
from adjudicator.game import Game
from adjudicator.language import tree as t
from adjudicator.record import transcript as r
from adjudicator.record.transcript_writer import write_card
from adjudicator.table.proposal import objections, read_clauses

Card = tuple[int, ...]
Pick = Callable[[Sequence[Any]], Any]


def pick_card(cards: Sequence[Any]) -> Any:
    return random.SystemRandom().choice(cards)


def deck(game: Game, piece: str, action: str) -> list[Card] | None:
    """The cards that may be turned over now; None where nobody knows the deck."""
    at, draw = _draw(game, action)
    if game.seating.cards(draw.deck) is None:
        return None
    cards = dict.fromkeys(way[at] for way in _choices(game, piece, action))
    return [card for card in cards if isinstance(card, tuple)]


def _choices(game: Game, piece: str, action: str) -> list[tuple[object, ...]]:
    """Every tuple of choices with which a piece may take an action now: cards, stations, words, as the rule orders them."""
    return game.engine.legal(game.rules.actions[action], game.worlds[0].cells, game.seating.pieces[piece])


def against(game: Game, piece: str, action: str, card: Card = ()) -> tuple[str, ...]:
    """All reasons against turning over a card for an action."""
    taken, number = game.rules.actions[action], game.seating.pieces[piece]
    judged = game.engine.refusals.draw(game.worlds[0].cells, number, taken, card)
    return tuple(reason.message for reason in judged.reasons)


def _draw(game: Game, action: str) -> tuple[int, t.DrawCard]:
    """Which choice of an action is the card, and from which deck."""
    choices = enumerate(game.rules.actions[action].choices)
    return next((at, one) for at, one in choices if isinstance(one, t.DrawCard))


def reasons(game: Game, piece: str, action: str) -> tuple[str, ...]:
    """Why no card is turned over: the reasons against the action, for every possible card."""
    cards = game.seating.cards(_draw(game, action)[1].deck) or ()
    said = [against(game, piece, action, card) for card in cards]
    common = [message for message in said[0] if all(message in others for others in said)] if said else []
    return tuple(common) or ("no card that could be turned over leaves anything to choose",)


def ways(game: Game, clause: r.Clause) -> list[r.Clause]:
    """Everything that can be drawn for an action, with what was chosen for it: each as likely as another."""
    part = clause.parts[-1]
    assert isinstance(part, r.Act)
    piece = game.seating.pieces[clause.piece]
    texts = [act_text(Act(piece, part.action, one), game.seating) for one in _choices(game, clause.piece, part.action)]
    found = [read_clauses(f"{clause.piece} {text}", game, clause.piece)[0] for text in texts]
    return [one for one in found if _goes_on(part, one.parts[0])]


def _goes_on(begun: r.Act, whole: r.Step) -> bool:
    """Whether an action is another with more of it said."""
    return isinstance(whole, r.Act) and all(mine in (None, its) for mine, its in zip(begun.values, whole.values, strict=True))


def unknown_draws(game: Game, piece: str) -> list[str]:
    """The actions of a piece that turn over a card of a deck nobody knows, as far as nothing is surely against them."""
    number = game.seating.pieces[piece]
    names = [
        f"{piece} {action.written}"
        for action in game.rules.actions.values()
        if any(isinstance(one, t.DrawCard) and game.seating.cards(one.deck) is None for one in action.choices)
        and number in game.engine.actors(action)
    ]
    return [name for name in names if not _is_refused(name, game, piece)]


def _is_refused(text: str, game: Game, piece: str) -> bool:
    try:
        (clause,) = read_clauses(text, game, piece)
    except Refused:
        return True
    return any(one.verdict == "illegal" for one in objections(clause, game))


def possible(game: Game, drawn: r.Draw) -> list[str]:
    """The clauses that can follow a card, as they would be written."""
    if game.seating.cards(_draw(game, drawn.form.id)[1].deck) is None:
        return _not_refused(game, drawn)
    piece = game.seating.pieces[drawn.piece]
    fitting = [one for one in _choices(game, drawn.piece, drawn.form.id) if drawn.card in one]
    return [f"{drawn.piece} {act_text(Act(piece, drawn.form.id, one), game.seating)}" for one in fitting]


def _not_refused(game: Game, drawn: r.Draw) -> list[str]:
    """Of a deck that nobody knows: the stations of the card itself, and that it fails, if they are not surely refused."""
    begun = f"{drawn.piece} {drawn.form.written} {write_card(drawn.card)}"
    words = next((argument.word for argument in drawn.form.arguments if argument.kind == "station"), "")
    texts = [*(" ".join(f"{begun} {words} {station}".split()) for station in drawn.card), f"{begun} fails"]
    return [text for text in texts if not _is_refused(text, game, drawn.piece)]


def chosen(text: str, game: Game, drawn: r.Draw) -> r.Clause:
    """The text typed after a card was turned over: the whole clause, or only the choice. Raises Refused."""
    begun = f"{drawn.piece} {drawn.form.written} {write_card(drawn.card)}"
    form = next(form for form in possible(game, drawn) or [begun])
    word = form.removeprefix(begun).split()[:1]
    tries = [f"{begun} {text}", *([f"{begun} {word[0]} {text}"] if word else []), text]
    for attempt in tries:
        try:
            found = read_clauses(attempt, game, drawn.piece)
        except Refused:
            continue
        return found[0]
    raise Refused(())


def typed_card(text: str) -> Card | None:
    numbers = text.replace(" ", "").split("/")
    return tuple(map(int, numbers)) if numbers and all(one.isdigit() and len(one) < 5 for one in numbers) else None
