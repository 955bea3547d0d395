"""Questions before the game, as data: the answers so far determine the next question, and in the end the game."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from attrs import define, evolve, field

from adjudicator.record.lexicon import FUGITIVE
from adjudicator.table.commands import Command, command
from adjudicator.table.screens import TABLE, Offer, PrivateBoard, Screen
from adjudicator.table.sentences import Spoken, sentence
from adjudicator.table.table_game import TableGame
from adjudicator.values import frozen

TITLE = "Setting up a game"
Against = Callable[[str], Sequence[Spoken]]


class Quit(Exception):
    """A player typed `quit`. The game is on disk, if it has begun."""


@frozen(eq=False)
class Question:
    """`key` is unique in a set-up; `against` returns the reasons why a line is not an answer."""

    key: str
    screen: Screen
    against: Against


class Unanswered(Exception):
    """Raised with the first question that has no answer."""

    def __init__(self, question: Question):
        super().__init__(question.key)
        self.question = question


@frozen(eq=False)
class Prepared:
    """A game that is ready to begin, with messages about it."""

    game: TableGame
    told: tuple[Spoken, ...] = ()


@define
class Interview:
    """The answers by the keys of their questions, and the messages for the next one. With `phones`, no laptop is passed."""

    answers: Mapping[str, str] = field(factory=dict)
    phones: bool = False
    messages: list[Spoken] = field(factory=list)
    fugitive: str = "the fugitive"  # name for the request to pass the laptop
    _has_laptop: bool = False  # whether the last question was for the fugitive

    def answer(
        self,
        key: str,
        asks: Spoken,
        who: str = TABLE,
        *,
        says: Sequence[Spoken] = (),
        board: PrivateBoard | None = None,
        offers: Sequence[Offer] = (),
        picks: int = 1,
        is_number: bool = False,
        against: Against = lambda line: (),
    ) -> str:
        """The answer to a question. Raises Unanswered, with the question as a screen. `says` is for the person who is asked."""
        if who == FUGITIVE and not self._has_laptop and not self.phones:
            called = self.fugitive[:1].upper() + self.fugitive[1:]
            passing = f"Pass the laptop to {self.fugitive}. {called}: press Enter when you alone see the screen"
            self.answer(f"laptop, {key}", passing)
        if key not in self.answers:
            person = self.fugitive if who == FUGITIVE else ""
            screen = Screen(who, asks, (*self.messages, *says), board, TITLE, tuple(offers), picks, person, is_number)
            raise Unanswered(Question(key, screen, against))
        self.messages.clear()
        self._has_laptop = who == FUGITIVE
        return self.answers[key]

    def choice(self, key: str, asks: Spoken, offers: Sequence[Offer], otherwise: Spoken) -> str:
        """The word of an offer. Any other line gets the reply `otherwise`."""
        words = [offer.word for offer in offers]
        return self.answer(key, asks, offers=offers, against=lambda line: () if line in words else (otherwise,))


Prepare = Callable[[Interview], Prepared]  # raises Unanswered


def next_question(prepare: Prepare, answers: Mapping[str, str], phones: bool) -> Question | Prepared:
    """The first question without an answer, or the game that the answers determine."""
    try:
        return prepare(Interview(answers, phones))
    except Unanswered as unanswered:
        return unanswered.question


@frozen(eq=False)
class Questionnaire:
    """The answers of a set-up, and the current question; after the last answer, `prepared` is the game."""

    prepare: Prepare
    phones: bool = False
    answered: tuple[tuple[Question, str], ...] = ()
    question: Question | None = None
    prepared: Prepared | None = None

    @property
    def screen(self) -> Screen | None:
        return self.question.screen if self.question is not None else None

    def asked(self) -> Questionnaire:
        """The questionnaire with its first question."""
        return self._after(())

    def say(self, line: str) -> Questionnaire:
        """The questionnaire after a line was typed. Raises Quit, or Refused if the named rules cannot be used."""
        assert self.question is not None
        line = " ".join(line.split())
        found = command(line)
        if found is not None and line.lower() != "q":  # `q` may be a name
            return self._commanded(found)
        against = self.question.against(line)
        return self.saying(*against) if against else self._after((*self.answered, (self.question, line)))

    def saying(self, *messages: Spoken) -> Questionnaire:
        """The questionnaire with these messages in place of those with the question."""
        assert self.question is not None
        return evolve(self, question=evolve(self.question, screen=evolve(self.question.screen, says=messages)))

    def _commanded(self, found: Command) -> Questionnaire:
        assert self.question is not None
        if found.name == "quit":
            raise Quit
        if found.name != "undo":
            return self.saying(sentence("setup-help" if found.name == "help" else "setup-later"))
        if self.question.screen.is_private:
            return self.saying(sentence("setup-not-here"))
        kept = list(self.answered)
        while kept and kept.pop()[0].screen.is_private:  # private answers cannot be taken back: their screens have been seen
            pass
        return self._after(tuple(kept))

    def _after(self, answered: tuple[tuple[Question, str], ...]) -> Questionnaire:
        found = next_question(self.prepare, {question.key: line for question, line in answered}, self.phones)
        if isinstance(found, Prepared):
            return evolve(self, answered=answered, question=None, prepared=found)
        return evolve(self, answered=answered, question=found)
