"""Questions before the game begins: what stays on the screen until they are answered, and going back to the one before."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence

from attrs import define, field

from adjudicator.judge.lexicon import FUGITIVE
from adjudicator.table.commands import command
from adjudicator.table.screens import TABLE, PrivateBoard, Screen
from adjudicator.table.table_game import TableGame

Said = Generator[Screen, str, str]
Questions = Generator[Screen, str, TableGame]  # in the end there is a game that can begin
HELP = "answer the question, or press Enter where a choice is offered; `undo` goes one question back, `quit` leaves"
LATER = "that can be asked when the game has begun"


class Quit(Exception):
    """Somebody typed `quit`. The game is on disk, or nothing is."""


class Back(Exception):
    """Somebody wants to answer the question before this one anew."""


@define
class Interview:
    """Whoever asks: what is to be said with the next question, and who has the laptop."""

    title: str = "Setting up a game"
    messages: list[str] = field(factory=list)
    fugitive: str = "the fugitive"  # who is called when the laptop is passed
    _handed: bool = False

    def ask(self, prompt: str, who: str = TABLE, board: PrivateBoard | None = None, menu: Sequence[str] = ()) -> Said:
        """What somebody answers. `menu` is what there is to choose from: it is said again until something is chosen."""
        while True:
            messages, self.messages = (*self.messages, *menu), []
            line = " ".join((yield Screen(who, prompt, messages, board, self.title)).split())
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

    def hand_over(self) -> Generator[Screen, str, None]:
        """Give the laptop to the fugitive, unless he has it still."""
        if not self._handed:
            name = self.fugitive
            called = name[:1].upper() + name[1:]
            yield from self.ask(f"Pass the laptop to {name}. {called}: press Enter when you alone see the screen")
            self._handed = True


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
        game: TableGame = end.value
        return game
