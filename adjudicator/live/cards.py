"""Cards that are turned over in play: drawn by the referee or typed in, and what may be made of them."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

from adjudicator.engine.actions import choices, identifier
from adjudicator.engine.steps import Act, act_text
from adjudicator.faults import Refused
from adjudicator.language import tree as t
from adjudicator.live.game import Game
from adjudicator.live.notes import Drawn
from adjudicator.live.proposing import read_clauses
from adjudicator.record import transcript as r
from adjudicator.record.writing import write_card

Card = tuple[int, ...]
Pick = Callable[[Sequence[Card]], Card]


def pick_card(cards: Sequence[Card]) -> Card:
    return random.SystemRandom().choice(cards)


def options(game: Game, piece: str, action: str) -> list[tuple[object, ...]]:
    """Everything that may be chosen for an action now, with every card that may come."""
    stand = game.stand
    found: list[tuple[object, ...]] = stand.opening.table.hooks[f"legal_{identifier(action)}"](
        stand.p, stand.layout.pieces[piece]
    )
    return found


def deck(game: Game, piece: str, action: str) -> list[Card] | None:
    """The cards that may be turned over now; None where nobody knows the deck."""
    statements = choices(game.rulebook.actions[action])
    at = next(number for number, one in enumerate(statements) if isinstance(one, t.DrawCard))
    drawn = statements[at]
    assert isinstance(drawn, t.DrawCard)
    if game.stand.layout.cards(drawn.deck) is None:
        return None
    cards = dict.fromkeys(option[at] for option in options(game, piece, action))
    return [card for card in cards if isinstance(card, tuple)]


def reasons(game: Game, piece: str, action: str) -> tuple[str, ...]:
    """Why no card is turned over: what speaks against the action whichever card would come."""
    stand = game.stand
    number = stand.layout.pieces[piece]
    statements = choices(game.rulebook.actions[action])
    draw = next(one for one in statements if isinstance(one, t.DrawCard))
    said: list[list[str]] = []
    for card in stand.layout.cards(draw.deck) or ():
        chosen = tuple(card if one is draw else None for one in statements)
        judged = stand.opening.judge.act(stand.p, Act(number, action, chosen))
        said.append([reason.message for reason in judged.reasons if "need not fail" not in reason.message])
    common = [message for message in said[0] if all(message in others for others in said)] if said else []
    return tuple(common) or ("no card that could be turned over leaves anything to choose",)


def possible(game: Game, drawn: Drawn) -> list[str]:
    """The clauses that can follow a card, as they would be written."""
    stand = game.stand
    piece = stand.layout.pieces[drawn.piece]
    fitting = [one for one in options(game, drawn.piece, drawn.action) if drawn.card in one]
    return [f"{drawn.piece} {act_text(Act(piece, drawn.action, one), stand.layout)}" for one in fitting]


def chosen(text: str, game: Game, drawn: Drawn) -> r.Clause:
    """What was typed after a card was turned over: the whole clause, or only what is chosen. Raises Refused."""
    written = game.rulebook.actions[drawn.action].written
    begun = f"{drawn.piece} {written} {write_card(drawn.card)}"
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
