"""Questions before the game begins, as a value: what was answered so far, what is asked now, and in the end a game."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence

from attrs import define, evolve, field

from adjudicator.record.lexicon import FUGITIVE
from adjudicator.table.commands import command
from adjudicator.table.screens import TABLE, Offer, PrivateBoard, Screen
from adjudicator.table.sentences import Spoken, sentence
from adjudicator.table.table_game import TableGame
from adjudicator.values import frozen

Said = Generator[Screen, str, str]
HELP, LATER = sentence("setup-help"), sentence("setup-later")


class Quit(Exception):
    """Somebody typed `quit`. The game is on disk, or nothing is."""


class Back(Exception):
    """Somebody wants to answer the previous question again."""


@frozen(eq=False)
class Prepared:
    """A game that can begin, and the messages about it."""

    game: TableGame
    told: tuple[Spoken, ...] = ()


Questions = Generator[Screen, str, Prepared]


@define
class Interview:
    """The asker: the messages for the next question, and who has the laptop; with `phones`, nobody passes one."""

    title: str = "Setting up a game"
    messages: list[Spoken] = field(factory=list)
    fugitive: str = "the fugitive"  # who is called when the laptop is passed
    phones: bool = False
    _handed: bool = False

    def ask(
        self, prompt: Spoken, who: str = TABLE, board: PrivateBoard | None = None, offers: Sequence[Offer] = (), picks: int = 1
    ) -> Said:
        """The answer of a person. The offers are shown again until something is chosen."""
        while True:
            messages, self.messages = tuple(self.messages), []
            person = self.fugitive if who == FUGITIVE else ""
            line = " ".join((yield Screen(who, prompt, messages, board, self.title, tuple(offers), picks, person)).split())
            found = command(line)
            if found is None or (found.name == "quit" and line.lower() == "q"):  # which may be somebody's name
                self._handed = self._handed and who != TABLE
                return line
            if found.name == "quit":
                raise Quit
            if found.name == "undo" and who == TABLE:
                raise Back
            if found.name == "undo":
                self.messages.append(sentence("setup-not-here"))
            else:
                self.messages.append(HELP if found.name == "help" else LATER)

    def hand_over(self) -> Generator[Screen, str, None]:
        """Give the laptop to the fugitive, unless he has it still, or a phone."""
        if not self._handed and not self.phones:
            name = self.fugitive
            called = name[:1].upper() + name[1:]
            yield from self.ask(f"Pass the laptop to {name}. {called}: press Enter when you alone see the screen")
            self._handed = True


@frozen(eq=False)
class Questionnaire:
    """`begin` asks from the first question on: each answer goes through all of them again, so that the answers are the state.

    `screen` is what is asked now; when there is none, `prepared` is what the answers came to.
    """

    begin: Callable[[], Questions]
    answered: tuple[tuple[Screen, str], ...] = ()
    screen: Screen | None = None
    prepared: Prepared | None = None

    def asked(self) -> Questionnaire:
        """With its first question."""
        return self._after(())

    def say(self, line: str) -> Questionnaire:
        """The next one. Raises Quit, or Refused where the rules that were named cannot be used."""
        assert self.screen is not None
        try:
            return self._after((*self.answered, (self.screen, line)))
        except Back:
            kept = list(self.answered)
            while kept and kept.pop()[0].audience == FUGITIVE:  # what he was shown, he was shown
                pass
            return self._after(tuple(kept))

    def _after(self, answered: tuple[tuple[Screen, str], ...]) -> Questionnaire:
        questions = self.begin()
        try:
            screen = next(questions)
            for _, line in answered:
                screen = questions.send(line)
        except StopIteration as end:
            return evolve(self, answered=answered, screen=None, prepared=end.value)
        finally:
            questions.close()
        return evolve(self, answered=answered, screen=screen)
