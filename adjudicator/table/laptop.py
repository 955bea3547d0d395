"""One laptop that is passed around: it shows a session to those who may look, and passes on lines. Does not know the terminal.

Only this module knows who has the laptop: a session has seats, which may all speak at any time.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping

from attrs import define, field

from adjudicator.record import write_clause
from adjudicator.record.lexicon import FUGITIVE, key_of
from adjudicator.record.transcript_writer import write_card
from adjudicator.table import announcements, commands
from adjudicator.table.interview import Quit
from adjudicator.table.prompts import LOSES, Answer, Card, Choice, Entry, Over, Prompt, Sure, TakeBack, Turn
from adjudicator.table.screens import TABLE, Screen
from adjudicator.table.session import Session
from adjudicator.table.side_names import fugitive_name
from adjudicator.table.table_game import TableGame
from adjudicator.table.table_screen import private_board, public_board

Dialogue = Generator[Screen, str, None]
Said = Generator[Screen, str, str]
SHOWN = 8  # ways to play a card in a list


class Changed(Exception):
    """Raised after a clause was taken back: the open question is asked again."""


@define
class Laptop:
    """`messages` are for the next screen."""

    session: Session
    messages: list[str] = field()
    _handed: str = ""  # the piece whose player alone has the laptop
    _before: TableGame | None = None  # the game when the table gave the laptop away

    @messages.default
    def _first(self) -> list[str]:
        return list(self.session.heard_by(TABLE))

    def run(self) -> Dialogue:
        try:
            while True:
                try:
                    yield from self._ask_now()
                except Changed:
                    if self._handed not in ("", FUGITIVE):
                        self._take_back()
        except Quit:
            return

    def _ask_now(self) -> Dialogue:
        """Ask the open question of its person."""
        prompt = self.session.prompt
        who = self._asked_of(prompt)
        if who != TABLE and self._handed != who:
            yield from self._hand_over(who)
            return
        self.messages += self._said_before(prompt)
        line = yield from self._ask(who, worded(prompt, self.session.game.person))
        word, _, rest = line.partition(" ")
        if who == FUGITIVE and line == "back":
            self._take_back()
        elif isinstance(prompt, Turn) and word == "alone":
            yield from self._alone(rest)
        else:
            self._say(who, line)

    def _asked_of(self, prompt: Prompt) -> str:
        """The seat whose screen asks: the table, unless the question is for one player alone."""
        match prompt:
            case Sure() | TakeBack():
                return next(one for one in prompt.voters if one not in prompt.agreed)
            case Answer() | Card():
                return prompt.seat
            case Choice():
                return FUGITIVE if prompt.drawn.piece == FUGITIVE else TABLE
            case Entry():
                return FUGITIVE
        return TABLE

    def _said_before(self, prompt: Prompt) -> list[str]:
        if isinstance(prompt, Over):
            return list(map(str, announcements.result(self.session.game)))
        if isinstance(prompt, Choice):
            return [f"you may choose: {'; '.join(prompt.ways[:SHOWN])}"]
        return []

    def _say(self, who: str, line: str) -> None:
        """Say a line to the session, and show the replies to the same person. After that person's turn, the table gets the
        laptop."""
        before = self.session.game.game
        self.session = self.session.say(who, line, self.session.version)
        self.messages += [one.text for one in self.session.messages if one.audience == who]
        game = self.session.game.game
        if self.session.game.is_over or (game.side, game.round) != (before.side, before.round):
            self._take_back()

    # -- one player alone
    def _alone(self, name: str) -> Dialogue:
        """Let one pursuer act unseen by the others."""
        game, person = self.session.game.game, self.session.game.person
        pieces = (game.reader.piece(name), *(one for one in game.pieces[1:] if key_of(person.get(one, "")) == key_of(name)))
        piece = next((one for one in pieces if one in game.pieces[1:]), "")
        if not piece:
            self.messages.append(f"nobody here is called `{name}`")
            return
        if (yield from self._hand_over(piece)):
            return
        line = yield from self._ask(piece, f"What does {piece} do? Press Enter for nothing")
        if line:
            self._say(piece, line)
            while self.session.asked is not None and self._asked_of(self.session.asked) == piece:
                self._say(piece, (yield from self._ask(piece, worded(self.session.asked, {}))))
            if self._handed:
                yield self._screen(piece, "Press Enter, then give the laptop back")
        self._take_back()

    def _hand_over(self, piece: str) -> Said:
        """Give the laptop to one player, and show the table nothing until that player has finished."""
        name = self._player(piece)
        line = yield from self._ask(TABLE, f"Pass the laptop to {name}. {name}: press Enter when you alone see the screen")
        if line:
            late = self.session.late_stay(line)
            self.messages.append(late or f"that is for {name}: press Enter first, then type it")
        else:
            self._handed, self._before = piece, self.session.game
            self.messages.clear()
        return line

    def _player(self, piece: str) -> str:
        game = self.session.game
        return game.person.get(piece) or (fugitive_name(game.rules) if piece == FUGITIVE else piece)

    def _take_back(self) -> None:
        """Give the laptop to the table, with its messages."""
        if self._before is not None:
            self.messages = list(map(str, announcements.news(self._before, self.session.game)))
        self._handed, self._before = "", None

    # -- asking
    def _screen(self, who: str, prompt: str) -> Screen:
        game = self.session.game
        board = public_board(game) if who == TABLE else private_board(game, who)
        messages, self.messages = tuple(self.messages), []
        return Screen(who, prompt, messages, board)

    def _ask(self, who: str, prompt: str) -> Said:
        """Ask for a line that may change the game; commands and questions before it are answered."""
        while True:
            line = " ".join((yield self._screen(who, prompt)).split())
            found = commands.command(line)
            if found is None:
                return line
            if found.name == "quit":
                raise Quit
            if found.name == "undo":
                self._say(who, line)
                raise Changed
            self.messages += map(str, commands.answer(found, self.session.game, who))


def worded(prompt: Prompt, person: Mapping[str, str]) -> str:
    """The question in words for the laptop; `person` has the player of each piece."""
    match prompt:
        case Entry():
            ends = "Anything else? Press Enter to end your turn"
            return ends if prompt.may_end else "Next entry" if prompt.is_inside else "Your move"
        case Turn():
            due = ", ".join(f"{piece} ({person[piece]})" if piece in person else piece for piece in prompt.due)
            return f"To move: {due}" if due else "All have moved. Type another action, or `done`"
        case Choice():
            return f"The card is {write_card(prompt.drawn.card)}. What do you choose?"
        case Over():
            return "The game is over. Press Enter to see the whole route, or type `quit`"
        case Sure():
            return f"{'This loses the game at once' if prompt.why == LOSES else 'This gives up the game'}. Type `yes` to do it"
        case TakeBack():
            return f"Take back {prompt.clause}? Type `yes` if you agree"
        case Answer():
            return f"The board does not know the answer to `{write_clause(prompt.clause)}`. What does he answer?"
        case Card():
            return "Which card was turned over? Write it like `45/104`"
