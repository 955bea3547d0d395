"""Cards that are turned over during the game, drawn by the referee or typed in, and the clauses that they allow."""

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
    """The cards that may be turned over now; None if the deck's cards are unknown."""
    at, draw = _draw(game, action)
    if game.seating.cards(draw.deck) is None:
        return None
    cards = dict.fromkeys(way[at] for way in _choices(game, piece, action))
    return [card for card in cards if isinstance(card, tuple)]


def _choices(game: Game, piece: str, action: str) -> list[tuple[object, ...]]:
    """Every tuple of choices with which a piece may take an action now: cards, stations and words in the rule's order."""
    return game.engine.legal(game.rules.actions[action], game.worlds[0].cells, game.seating.pieces[piece])


def against(game: Game, piece: str, action: str, card: Card = ()) -> tuple[str, ...]:
    """All reasons against an action, with a card if one is given."""
    taken, number = game.rules.actions[action], game.seating.pieces[piece]
    judged = game.engine.refusals.draw(game.worlds[0].cells, number, taken, card)
    return tuple(reason.message for reason in judged.reasons)


def _draw(game: Game, action: str) -> tuple[int, t.DrawCard]:
    """The draw of an action: its number among the choices, and its statement."""
    choices = enumerate(game.rules.actions[action].choices)
    return next((at, one) for at, one in choices if isinstance(one, t.DrawCard))


def reasons(game: Game, piece: str, action: str) -> tuple[str, ...]:
    """The reasons why no card is turned over: those against the action, for every possible card."""
    cards = game.seating.cards(_draw(game, action)[1].deck) or ()
    said = [against(game, piece, action, card) for card in cards]
    common = [message for message in said[0] if all(message in others for others in said)] if said else []
    return tuple(common) or ("no card that could be turned over leaves anything to choose",)


def ways(game: Game, clause: r.Clause) -> list[r.Clause]:
    """The clauses with every card or lot that can be drawn for an action, each equally likely; the chosen values stay."""
    part = clause.parts[-1]
    assert isinstance(part, r.Act)
    piece = game.seating.pieces[clause.piece]
    texts = [act_text(Act(piece, part.action, one), game.seating) for one in _choices(game, clause.piece, part.action)]
    found = [read_clauses(f"{clause.piece} {text}", game, clause.piece)[0] for text in texts]
    return [one for one in found if _goes_on(part, one.parts[0])]


def _goes_on(begun: r.Act, whole: r.Step) -> bool:
    """Whether an action is the completed form of one that has begun."""
    return isinstance(whole, r.Act) and all(mine in (None, its) for mine, its in zip(begun.values, whole.values, strict=True))


def unknown_draws(game: Game, piece: str) -> list[str]:
    """The actions of a piece that turn over a card of an unknown deck, except those that are certainly illegal."""
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
    """The clauses that can follow a card, as text."""
    if game.seating.cards(_draw(game, drawn.form.id)[1].deck) is None:
        return _not_refused(game, drawn)
    piece = game.seating.pieces[drawn.piece]
    fitting = [one for one in _choices(game, drawn.piece, drawn.form.id) if drawn.card in one]
    return [f"{drawn.piece} {act_text(Act(piece, drawn.form.id, one), game.seating)}" for one in fitting]


def _not_refused(game: Game, drawn: r.Draw) -> list[str]:
    """For a card of an unknown deck: the clauses with its stations and with `fails` that are not certainly illegal."""
    begun = f"{drawn.piece} {drawn.form.written} {write_card(drawn.card)}"
    words = next((argument.word for argument in drawn.form.arguments if argument.kind == "station"), "")
    texts = [*(" ".join(f"{begun} {words} {station}".split()) for station in drawn.card), f"{begun} fails"]
    return [text for text in texts if not _is_refused(text, game, drawn.piece)]


def chosen(text: str, game: Game, drawn: r.Draw) -> r.Clause:
    """The clause for the text typed after a card was turned over: a whole clause, or only the choice. Raises Refused."""
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
