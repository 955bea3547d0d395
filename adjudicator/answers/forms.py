"""The forms that can be asked, each with an example. `ask` without a question and docs/questions.md list them."""

from __future__ import annotations

from adjudicator.words import spellings

OF_A_GAME = {form: said[0] for form, said in spellings("game-examples").items()}  # they need a position of a game
OF_RULES = {form: said[0] for form, said in spellings("examples").items()}
EXAMPLES = {**OF_A_GAME, **OF_RULES}
