"""Questions before the game begins: what stays on the screen until they are answered, and going back to the one before."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence

from attrs import define, field

from adjudicator.judge.lexicon import FUGITIVE
from adjudicator.live.commands import command
from adjudicator.live.game import Game
from adjudicator.live.laptop import Quit
from adjudicator.live.screens import TABLE, PrivateBoard, Screen
from adjudicator.live.starting import Card, Luck

Said = Generator[Screen, str, str]
Questions = Generator[Screen, str, Game]  # in the end there is a game that can begin
HELP = "answer the question, or press Enter where a choice is offered; `undo` goes one question back, `quit` leaves"
LATER = "that can be asked when the game has begun"


class Back(Exception):
    """Somebody wants to answer the question before this one anew."""


@define
class Asking:
    """Whoever asks: what is to be said with the next question, and who has the laptop."""

    messages: list[str] = field(factory=list)
    fugitive: str = "the fugitive"  # who is called when the laptop is passed
    _handed: bool = False

    def _ask(self, prompt: str, who: str = TABLE, board: PrivateBoard | None = None, menu: Sequence[str] = ()) -> Said:
        """What somebody answers. `menu` is what there is to choose from: it is said again until something is chosen."""
        while True:
            messages, self.messages = (*self.messages, *menu), []
            line = " ".join((yield Screen(who, prompt, messages, board, "Setting up a game")).split())
            found = command(line)
            if found is None or (found.name == "quit" and line.lower() == "q"):  # which may be somebody's name
                self._handed = self._handed and who != TABLE
                return line
            if found.name == "quit":
                raise Quit
            if found.name == "undo" and who == TABLE:
                raise Back
            if found.name == "undo":
                self.messages.append("not from here: answer first, then go back at the table")
            else:
                self.messages.append(HELP if found.name == "help" else LATER)

    def _hand_over(self) -> Generator[Screen, str, None]:
        """Give the laptop to the fugitive, unless he has it still."""
        if not self._handed:
            name = self.fugitive
            called = name[:1].upper() + name[1:]
            yield from self._ask(f"Pass the laptop to {name}. {called}: press Enter when you alone see the screen")
            self._handed = True


@define
class Remembered(Luck):
    """Draws that stay what they were when questions are gone through again: nobody draws another card by going back."""

    luck: Luck = field(factory=Luck)
    _drawn: list[tuple[object, tuple[Card, ...]]] = field(factory=list)
    _at: int = 0

    def again(self) -> None:
        self._at = 0

    def card(self, cards: Sequence[Card]) -> Card:
        return self._same(("card", *cards), lambda: (self.luck.card(cards),))[0]

    def hand(self, cards: Sequence[Card], many: int) -> tuple[Card, ...]:
        return self._same((many, *cards), lambda: self.luck.hand(cards, many))

    def _same(self, asked: object, draw: Callable[[], tuple[Card, ...]]) -> tuple[Card, ...]:
        if self._at == len(self._drawn) or self._drawn[self._at][0] != asked:
            self._drawn[self._at :] = [(asked, draw())]
        self._at += 1
        return self._drawn[self._at - 1][1]


def with_going_back(questions: Callable[[], Questions]) -> Questions:
    """Ask them; whoever goes back is asked from the beginning, with what was answered before the last question."""
    answered: list[tuple[Screen, str]] = []
    while True:
        try:
            return (yield from _asked(questions(), answered))
        except Back:
            while answered and answered.pop()[0].audience == FUGITIVE:
                pass


def _asked(questions: Questions, answered: list[tuple[Screen, str]]) -> Questions:
    try:
        screen = next(questions)
        for _, line in answered:
            screen = questions.send(line)
        while True:
            line = yield screen
            asked, screen = screen, questions.send(line)
            answered.append((asked, line))
    except StopIteration as end:
        game: Game = end.value
        return game
