"""Questions to the rules, asked at the table: a thin way to whoever answers them."""

from __future__ import annotations

from adjudicator.live.game import Game

NOBODY = "questions about the rules cannot be answered here; `?` lists what can be asked"


def ask(question: str, game: Game, private: bool) -> tuple[str, ...]:
    """What the rules in force say about something, in lines. Rules are public: the answer is the same for everybody."""
    return (NOBODY,)
