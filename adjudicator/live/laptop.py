"""One laptop for all: who has it, what is asked on its screen, what is kept on its disk."""

from __future__ import annotations

from collections.abc import Callable, Generator

from attrs import define, field

from adjudicator.judge.lexicon import FUGITIVE
from adjudicator.live import cards, commands
from adjudicator.live.boards import fugitive_name, private_board, public_board
from adjudicator.live.disk import Trouble
from adjudicator.live.game import Game
from adjudicator.live.publishing import Published, Salt, Salts, publish
from adjudicator.live.screens import TABLE, Screen
from adjudicator.live.undoing import undo
from adjudicator.record import write_clause
from adjudicator.record.commitments import new_salt

Said = Generator[Screen, str, str]


class Quit(Exception):
    """Somebody typed `quit`. The game is on disk."""


class Changed(Exception):
    """The stand is another one now: whatever was being asked is asked anew."""


@define
class Laptop:
    """The game, and what is kept besides it: who has the laptop, and what is to be said on the next screen."""

    game: Game
    save: Callable[[Published], None]
    salts: Salts
    typed_cards: bool = False
    pick: cards.Pick = cards.pick_card
    salt: Salt = new_salt
    messages: list[str] = field(factory=list)
    _handed: str = ""  # the piece whose player has the laptop to himself
    _news: int = -1  # clauses that the table had seen when it gave the laptop away

    # -- asking
    def _screen(self, who: str, prompt: str) -> Screen:
        board = public_board(self.game) if who == TABLE else private_board(self.game, who)
        messages, self.messages = tuple(self.messages), []
        return Screen(who, prompt, messages, board)

    def _ask(self, who: str, prompt: str) -> Said:
        """What somebody types that is no command; commands are done on the way."""
        while True:
            line = " ".join((yield self._screen(who, prompt)).split())
            found = commands.command(line)
            if found is None:
                return line
            if found.name == "quit":
                raise Quit
            if found.name == "undo":
                self._undo(found.rest, who)
                raise Changed
            self.messages += commands.answer(found, self.game, who)

    def _hand_over(self, piece: str) -> Said:
        """Give the laptop to one player: the table sees nothing until he is done."""
        name = self._player(piece)
        line = yield from self._ask(TABLE, f"Pass the laptop to {name}. {name}: press Enter when you alone see the screen")
        if not line and not self.game.is_over:
            self._handed, self._news = piece, len(self.game.seen.transcript.clauses)
            self.messages.clear()
        elif line:
            self.messages.append(f"that is for {name}: press Enter first, then type it")
        return line

    def _player(self, piece: str) -> str:
        person = next((seat.person for seat in self.game.transcript.seats if seat.piece == piece), None)
        return person or (fugitive_name(self.game.rulebook) if piece == FUGITIVE else piece)

    def _take_back_laptop(self) -> None:
        self._handed = ""
        self.messages.clear()
        view = self.game.seen.transcript
        if self._news >= 0:
            self.messages += [write_clause(clause) for clause in view.clauses[self._news :]]
            self.messages += commands.tidings(self.game, self._news)
        self._news = -1

    # -- what counts
    def _keep(self, game: Game) -> bool:
        """On disk first; only then it is so."""
        published = publish(game, self.salts, self.salt)
        try:
            self.save(published)
        except Trouble as trouble:
            self.messages.append(str(trouble))
            return False
        self.game, self.salts = game, published.salts
        return True

    # -- taking back
    def _undo(self, rest: str, who: str) -> None:
        found = undo(self.game)
        if found is None:
            self.messages.append("there is nothing to take back")
            return
        if who != TABLE and found.clause.piece != who:
            self.messages.append("the last clause is not yours: type `back`, and take it back at the table")
            return
        if found.known and who != TABLE:
            self.messages.append("the table has to agree to that: type `back`, and `undo agreed` there")
            return
        if found.known and rest != "agreed":
            known = "; ".join(found.known)
            self.messages.append(f"it cannot simply be taken back, since the table knows {known}")
            self.messages.append("if everybody agrees, type `undo agreed`: the log will note it")
            return
        if self._keep(found.done(self.game)):
            self.messages.append(f"taken back: {commands.seen_as(found.clause, who, self.game)}")
            if found.clause.piece == FUGITIVE and who == TABLE:
                self._handed = ""
