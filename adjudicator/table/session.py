"""An evening at the table, as a dialogue: screens go out, what was typed comes in. Knows no terminal.

The state of the game is the record, and it is saved before the next screen says that something counted. What is kept here
besides is only who has the laptop, and what is to be said on the next screen.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import suppress

from attrs import define, evolve, field

from adjudicator.faults import Refused
from adjudicator.judge.lexicon import FUGITIVE
from adjudicator.record import transcript as r
from adjudicator.record import write_clause
from adjudicator.record.commitments import new_salt
from adjudicator.record.transcript_writer import write_card
from adjudicator.table import announcements, cards, commands
from adjudicator.table.disk import Trouble
from adjudicator.table.interview import Quit
from adjudicator.table.proposal import Proposal, draws_card, draws_lot, has_gaps, propose, read_clauses, said, wants_card
from adjudicator.table.publication import Published, Salt, Salts, entry_by_entry, is_readable, publish
from adjudicator.table.screens import TABLE, Screen
from adjudicator.table.side_names import fugitive_name
from adjudicator.table.table_game import TableGame
from adjudicator.table.table_screen import private_board, public_board
from adjudicator.table.undo import undo

Dialogue = Generator[Screen, str, None]
Said = Generator[Screen, str, str]
Done = Generator[Screen, str, bool]
YES = ("yes", "y")
ENDS = ("done", "end", "pass")


class Changed(Exception):
    """The stand is another one now: whatever was being asked is asked anew."""


@define
class Session:
    """The course of an evening: the game, who has the laptop, whose turn it is, what is typed, what counts."""

    game: TableGame
    save: Callable[[Published], None]
    salts: Salts
    typed_cards: bool = False
    pick: cards.Pick = cards.pick_card
    salt: Salt = new_salt
    messages: list[str] = field(factory=list)
    _handed: str = ""  # the piece whose player has the laptop to himself
    _news: int = -1  # clauses that the table had seen when it gave the laptop away

    # -- the whole evening
    def run(self) -> Dialogue:
        try:
            while True:
                with suppress(Changed):
                    yield from self._turn()
        except Quit:
            return

    def _turn(self) -> Dialogue:
        game = self.game
        if game.is_over:
            yield from self._over()
        elif game.pending is not None:
            yield from self._choose(game.pending)
        elif game.game.side == "fugitive":
            yield from self._fugitive()
        else:
            yield from self._pursuers()

    # -- the fugitive's turn
    def _fugitive(self) -> Dialogue:
        if self._handed != FUGITIVE:
            yield from self._hand_over(FUGITIVE)
            return
        game = self.game.game
        ends = game.may_end_turn
        prompt = "Anything else? Enter ends your turn" if ends else "Next entry" if game.is_inside_turn else "Your move"
        line = yield from self._ask(FUGITIVE, prompt)
        if line == "back":
            self._take_back_laptop()
        elif ends and (not line or line in ENDS):
            self._keep(self.game.ended_turn())
        elif line:
            yield from self._typed(line, FUGITIVE)
        self._give_back(game.round)

    def _give_back(self, round_number: int) -> None:
        """When his turn is over, the table gets the laptop and hears what there is to hear."""
        game = self.game.game
        if self.game.is_over or game.side != "fugitive" or game.round != round_number:
            self._take_back_laptop()

    # -- the pursuers' turn
    def _pursuers(self) -> Dialogue:
        if self._has_ended(self.game) and self._keep(self.game.ended_turn()):
            return
        due = self.game.game.to_move
        prompt = f"To move: {', '.join(due)}" if due else "All have moved. Something else, or `done`?"
        line = yield from self._ask(TABLE, prompt)
        if not line:
            return
        if line in ENDS:
            self._end_pursuers()
        elif line.split()[0] == "alone":
            yield from self._alone(line.partition(" ")[2])
        else:
            yield from self._typed(line, TABLE)

    def _end_pursuers(self) -> None:
        game = self.game.game
        if game.may_end_turn:
            self._keep(self.game.ended_turn())
        else:
            self.messages.append(f"not yet: {' and '.join(game.to_move)} must still move")

    def _alone(self, name: str) -> Dialogue:
        """One of the pursuers does something that the others do not see."""
        seats = [seat for seat in self.game.record.seats if seat.piece != FUGITIVE]
        piece = next((seat.piece for seat in seats if name.lower() in (seat.piece, (seat.person or "").lower())), "")
        if not piece:
            self.messages.append(f"nobody here is called `{name}`")
            return
        if (yield from self._hand_over(piece)):
            return
        line = yield from self._ask(piece, f"What does {piece} do? Enter for nothing")
        if line:
            yield from self._typed(line, piece)
            yield self._screen(piece, "Press Enter, then give the laptop back")
        self._take_back_laptop()

    # -- what was typed
    def _typed(self, line: str, who: str) -> Dialogue:
        """One clause or several; they count one after the other, up to the first that does not."""
        due = self.game.game.to_move
        whose = who if who != TABLE else due[0] if len(due) == 1 else ""
        try:
            clauses = read_clauses(line, self.game.game, whose)
        except Refused as refused:
            self.messages += said(refused.faults) or ("that is no clause: type `?` for help",)
            return
        for clause in clauses:
            if self.game.is_over or not (yield from self._one(clause, who)):
                return

    def _one(self, clause: r.Clause, who: str) -> Done:
        if who == TABLE and not self.game.open_parts(clause):
            self.messages.append(f"that is for {clause.piece} alone: type `alone {clause.piece}` first")
            return False
        if who == TABLE and self.game.answers_one_alone(clause):
            self.messages.append(f"the answer is for {clause.piece} alone: type `alone {clause.piece}` first")
            return False
        if wants_card(clause):
            return (yield from self._turn_over(clause, who))
        if draws_lot(clause, known=False):
            return (yield from self._draw_lot(clause, who))
        if has_gaps(clause):
            self.messages.append("say all of it: `?` is for records that do not know")
            return False
        if not self.typed_cards and self.game.pending is None and _has_card(clause):
            self.messages.append("the referee draws the card: type only the name of the action")
            return False
        if not self.typed_cards and draws_lot(clause, known=True):
            self.messages.append("the referee draws: type only the name of the action, and what you choose for it")
            return False
        return (yield from self._judge(clause, who))

    def _judge(self, clause: r.Clause, who: str) -> Done:
        proposal = propose(clause, self.game)
        if proposal.broken:
            self.messages += announcements.refusal(proposal, commands.known_to(self.game, who), who == FUGITIVE)
            return False
        if proposal.asks:
            return (yield from self._answered(proposal, who))
        last = proposal.clause.parts[-1]
        if proposal.losing or isinstance(last, r.Resign):
            what = "This loses the game at once" if proposal.losing else "This gives up the game"
            if (yield from self._ask(who, f"{what}. Type `yes` to do it")) not in YES:
                self.messages.append("it does not count")
                return False
        self.messages += announcements.open_points(proposal, commands.known_to(self.game, who), who == FUGITIVE)
        return self._count(proposal.clause, who)

    def _answered(self, proposal: Proposal, who: str) -> Done:
        """The board does not tell the answer, or not for every station where he may be: he gives it himself, aloud."""
        text = write_clause(proposal.clause)
        answer = yield from self._ask(TABLE, f"The board does not tell the answer to `{text}`. What does he answer?")
        if not answer:
            return False
        parts = tuple(
            evolve(part, answer=answer) if isinstance(part, r.Act) and part.form.has_answer else part
            for part in proposal.clause.parts
        )
        return (yield from self._judge(r.Clause(proposal.clause.piece, parts), who))

    def _count(self, clause: r.Clause, who: str) -> bool:
        """Save a clause, with what follows of itself; then it counts."""
        hints = (r.Comment(f" told: {hint}", indented=True) for hint in self.game.game.hints(clause))
        after = self.game.after(clause, *hints)
        halves = entry_by_entry(clause)
        unseen = len(self.game.open_parts(clause)) < len(clause.parts)  # the key says between which clauses it was done
        if len(halves) > 1 and (unseen or not is_readable(after)):  # a name means two things: by entry it can be told which
            return all(self._count(half, who) for half in halves)
        while self._has_ended(after):
            after = after.ended_turn()
        before, round_number = len(self.game.seen.record.clauses), self.game.game.round
        if not self._keep(after):
            return False
        if who == TABLE:
            self.messages += [write_clause(one) for one in after.seen.record.clauses[before:]]
            self.messages += self._sat_out(round_number)
            self.messages += announcements.tidings(after, before)
        else:
            self.messages.append(write_clause(clause))
        return True

    def _sat_out(self, round_number: int) -> list[str]:
        """What the table is told when a round begins with its own turn: he could not move, and nobody asked him."""
        game = self.game.game
        if self.game.is_over or game.side != "pursuers" or game.round == round_number:
            return []
        return [f"{fugitive_name(self.game.rules)} cannot move, and sits out"]

    def _has_ended(self, at: TableGame) -> bool:
        """Whether the pursuers have nothing more to do: their turn ends without a word, since all of this is public."""
        game = at.game
        if at.is_over or game.side != "pursuers" or not game.may_end_turn or not game.asks_for_end:
            return False
        return not game.next_steps()

    # -- cards
    def _turn_over(self, clause: r.Clause, who: str) -> Done:
        part = clause.parts[-1]
        assert isinstance(part, r.Act)
        if len(clause.parts) > 1:
            self.messages.append(f"the card comes first: type what is before it, then `{part.form.written}`")
            return False
        deck = cards.deck(self.game.game, clause.piece, part.action)
        if deck is not None and not deck:
            self.messages += cards.reasons(self.game.game, clause.piece, part.action)
            return False
        card: tuple[int, ...] | None = None
        if deck is None or self.typed_cards:
            card = cards.typed_card((yield from self._ask(who, "Which card was turned over? Write it like `45/104`")))
            if card is None or (deck is not None and card not in deck):
                self.messages.append("that is no card that can be turned over now")
                return False
        else:
            card = self.pick(deck)
        return self._keep(self.game.after(r.Draw(clause.piece, part.form, card)))

    def _draw_lot(self, clause: r.Clause, who: str) -> Done:
        """Chance decides what the clause leaves open: the referee draws, unless the table does."""
        if self.typed_cards:
            self.messages.append("say what was drawn, too")
            return False
        if len(clause.parts) > 1:
            self.messages.append("type what comes before it, then this alone")
            return False
        ways = cards.ways(self.game.game, clause)
        if not ways:
            part = clause.parts[-1]
            assert isinstance(part, r.Act)
            self.messages += self.game.game.against_drawing(clause.piece, part.action, ()) or ("nothing can be drawn for this",)
            return False
        return (yield from self._judge(self.pick(ways), who))

    def _choose(self, drawn: r.Draw) -> Dialogue:
        """A card lies open: what becomes of it."""
        who = FUGITIVE if drawn.piece == FUGITIVE else TABLE
        if who == FUGITIVE and self._handed != FUGITIVE:
            yield from self._hand_over(FUGITIVE)
            return
        possible = cards.possible(self.game.game, drawn)
        if len(possible) == 1 and possible[0].endswith(" fails"):
            self._count(read_clauses(possible[0], self.game.game, drawn.piece)[0], who)
            self.messages.append(f"the card is {write_card(drawn.card)}, and nothing on it is free")
            return
        self.messages.append(f"you may choose: {'; '.join(possible[:8])}")
        line = yield from self._ask(who, f"The card is {write_card(drawn.card)}. What do you choose?")
        if not line:
            return
        try:
            clause = cards.chosen(line, self.game.game, drawn)
        except Refused:
            self.messages.append(f"`{line}` is none of these")
            return
        if drawn.card not in [value for part in clause.parts if isinstance(part, r.Act) for value in part.values]:
            self.messages.append(f"the card is {write_card(drawn.card)}")
            return
        round_number = self.game.game.round
        yield from self._one(clause, who)
        if who == FUGITIVE:
            self._give_back(round_number)

    # -- the end
    def _over(self) -> Dialogue:
        self._handed = ""
        self.messages += announcements.result(self.game)
        line = yield from self._ask(TABLE, "The game is over. `open` lays the log open, `quit` ends")
        if line == "open":
            self.messages += announcements.opened(self.game)
        elif line:
            self.messages.append("the game is over: `open`, `undo agreed` or `quit`")

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
            self._handed, self._news = piece, len(self.game.seen.record.clauses)
            self.messages.clear()
        elif line:
            self.messages.append(f"that is for {name}: press Enter first, then type it")
        return line

    def _player(self, piece: str) -> str:
        return self.game.person.get(piece) or (fugitive_name(self.game.rules) if piece == FUGITIVE else piece)

    def _take_back_laptop(self) -> None:
        self._handed = ""
        self.messages.clear()
        view = self.game.seen.record
        if self._news >= 0:
            self.messages += [write_clause(clause) for clause in view.clauses[self._news :]]
            self.messages += announcements.tidings(self.game, self._news)
        self._news = -1

    # -- what counts
    def _keep(self, game: TableGame) -> bool:
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
            self.messages.append(f"taken back: {announcements.seen_as(found.clause, who, self.game)}")
            if found.clause.piece == FUGITIVE and who == TABLE:
                self._handed = ""


def _has_card(clause: r.Clause) -> bool:
    return any(isinstance(part, r.Act) and draws_card(part.form) for part in clause.parts)
