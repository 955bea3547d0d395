"""A game at the table, as a value: its seats, the current question, everybody's messages, and the effect of each line. `say`
returns the next session; the terminal and the server are two ways to show one.

The state of the game is its record. A `Keeper` saves it before a session announces that a clause counts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import assert_never

from attrs import evolve, field

from adjudicator.engine import Move
from adjudicator.faults import Refused
from adjudicator.language import tree as t
from adjudicator.record import transcript as r
from adjudicator.record import write_clause
from adjudicator.record.headers import DRAWS
from adjudicator.record.lexicon import FUGITIVE
from adjudicator.record.transcript_writer import write_card
from adjudicator.table import announcements, cards
from adjudicator.table.commands import command, known_to
from adjudicator.table.disk import Trouble
from adjudicator.table.game_words import sat_out, turn_state
from adjudicator.table.played_clause import played, with_turns_over
from adjudicator.table.prompts import (
    ANSWERED,
    DONE,
    DRAWN,
    LOSES,
    RESIGNS,
    Answer,
    Asked,
    Card,
    Choice,
    Entry,
    Over,
    Prompt,
    Sure,
    TakeBack,
    Turn,
)
from adjudicator.table.proposal import Proposal, draws_card, draws_lot, has_gaps, propose, read_clauses, said, wants_card
from adjudicator.table.record_files import reads_back
from adjudicator.table.screens import TABLE
from adjudicator.table.seats import Seat
from adjudicator.table.sentences import Spoken, sentence
from adjudicator.table.side_names import fugitive_name
from adjudicator.table.spoken_answer import answered
from adjudicator.table.table_game import TableGame
from adjudicator.table.undo import Undo, undo
from adjudicator.values import frozen

YES, NO = ("yes", "y"), ("no", "n")
ENDS = ("done", "end", "pass")
NOT_DONE = sentence("not-counted")


@frozen
class Message:
    """A message, with its audience: everybody, or one seat."""

    words: Spoken
    audience: str = TABLE

    @property
    def text(self) -> str:
        return str(self.words)


@frozen
class Keeper:
    """The surroundings of a game: `save` writes it or raises Trouble, and may return a remark for the table; `open` makes the
    log the whole record; `pick` draws cards."""

    save: Callable[[TableGame], Spoken | None]
    open: Callable[[TableGame], None]
    pick: cards.Pick = cards.pick_card


@frozen(eq=False)
class Session:
    """A game, its open question `asked` (without one, the prompt follows from the game), and the seats at the table."""

    game: TableGame
    keeper: Keeper
    seats: tuple[Seat, ...]
    asked: Asked | None = None
    messages: tuple[Message, ...] = ()  # since the previous version
    version: int = 0
    since: int = 0  # the version since which the prompt is unchanged
    spoke: Mapping[str, int] = field(factory=dict)  # the version after each seat's last line
    last: str = ""  # the seat of the last clause
    is_opened: bool = False  # the game is over, and everything may be shown

    # -- what is asked
    @property
    def prompt(self) -> Prompt:
        game = self.game.game
        if self.asked is not None:
            return self.asked
        if self.game.is_over:
            return Over()
        if self.game.pending is not None:
            return Choice(self.game.pending, tuple(cards.possible(game, self.game.pending)))
        if game.side == "fugitive":
            return Entry(game.may_end_turn, game.is_inside_turn)
        return Turn(game.to_move)

    def waits_for(self, seat: str) -> bool:
        """Whether this seat may answer the current question."""
        prompt, pieces = self.prompt, self.seat(seat).pieces
        match prompt:
            case Sure() | TakeBack():
                return seat in prompt.voters and seat not in prompt.agreed
            case Answer():
                return seat == (prompt.seat if self.is_aloud else FUGITIVE)
            case Card():
                return seat == prompt.seat
            case Choice():
                return prompt.drawn.piece in pieces
            case Entry():
                return FUGITIVE in pieces
            case Turn():
                return any(piece in pieces for piece in prompt.due or self.game.game.pieces[1:])
            case Over():
                return True
        assert_never(prompt)

    def concerns(self, seat: str) -> bool:
        """Whether this seat knows of the open question."""
        if isinstance(self.asked, Sure | TakeBack):
            return seat in self.asked.voters
        return self.asked is not None and (seat == self.asked.seat or self.waits_for(seat))

    def moves(self, seat: str) -> tuple[str, ...]:
        """The moves of a seat now, as they can be typed, from what it may know."""
        prompt = self.prompt
        if not isinstance(prompt, Choice | Entry | Turn) or not self.waits_for(seat):
            return ()
        if isinstance(prompt, Choice):
            return prompt.ways
        pieces, known = self.seat(seat).pieces, known_to(self.game, seat)
        found = (move for move in (*known.next_steps(), *known.open_steps()) if move.piece in pieces)
        drawn = (one for piece in pieces for one in cards.unknown_draws(known, piece))
        return tuple(dict.fromkeys((*map(self._sayable, found), *drawn)))

    def _sayable(self, move: Move) -> str:
        """The text of a move. An action that turns over a card is typed by its name: the card is not known yet."""
        for action in (self.game.rules.actions[name] for name in move.actions):
            if any(isinstance(one, t.DrawCard) for one in action.choices):
                return f"{move.piece} {action.written}"
        return move.notation

    @property
    def is_aloud(self) -> bool:
        """Whether all sit around one laptop, and agree aloud."""
        return any(seat.is_open for seat in self.seats)

    def seat(self, name: str) -> Seat:
        return next(seat for seat in self.seats if seat.name == name)

    def heard_by(self, seat: str) -> tuple[str, ...]:
        """The messages for a seat since the previous version."""
        return tuple(one.text for one in self.messages if one.audience in (TABLE, seat))

    # -- speaking
    def hears(self, seat: str, version: int) -> bool:
        """Whether a line for this version still counts: it is not a repetition, and the question is unchanged."""
        return max(self.since, self.spoke.get(seat, 0)) <= version <= self.version

    def say(self, seat: str, text: str, version: int) -> Session:
        """The session after a seat's line; the same session if the line is late or a repetition."""
        if not self.hears(seat, version):
            return self
        after = evolve(self, messages=())._said(self.seat(seat), " ".join(text.split()))._settled()
        number = self.version + 1
        same = after._question == self._question and after._stage == self._stage
        return evolve(after, version=number, since=self.since if same else number, spoke={**self.spoke, seat: number})

    def begun(self, *messages: Spoken) -> Session:
        """The first session, with these messages for everybody, and with the steps that need no answer done."""
        return evolve(self, messages=tuple(map(Message, messages)))._settled()

    @property
    def _question(self) -> Asked | None:
        """The open question without its votes, since two seats may agree at the same moment."""
        return evolve(self.asked, agreed=()) if isinstance(self.asked, Sure | TakeBack) else self.asked

    @property
    def _stage(self) -> tuple[object, ...]:
        game = self.game.game
        return game.round, game.side, self.game.is_over, self.game.pending

    def _said(self, seat: Seat, line: str) -> Session:
        if self.asked is not None and not self.concerns(seat.name):
            return self._aside(self.asked, seat, line)
        found = command(line)
        if found is not None and found.name == "undo" and not self.is_opened:
            return self._undo(seat, found.rest == "agreed")
        match self.prompt:
            case Sure() | TakeBack() as vote:
                return self._vote(vote, seat, line)
            case Answer() as question:
                return self._answer(question, seat, line)
            case Card() as wanted:
                return self._card(wanted, seat, line)
            case Over():
                return self._over(seat, line)
            case Choice() as choice:
                return self._choose(choice, seat, line)
        game = self.game.game
        if line and line not in ENDS:
            return self._typed(line, seat)
        if not (line or isinstance(self.prompt, Entry)) or not self.waits_for(seat.name):
            return self
        if game.may_end_turn:
            return self._asking(Sure(r.TurnEnd(game.side), seat.name, self._acting(seat), DONE, (), (seat.name,)))
        return self._told(seat, sentence("still-to-move", pieces=", ".join(game.to_move))) if line else self

    def _aside(self, asked: Asked, seat: Seat, line: str) -> Session:
        """Take the line of a seat that is not asked. If it changes the game, the question is dropped."""
        after = evolve(self, asked=None)._said(seat, line)
        if after.asked is not None:
            return self._told(seat, sentence("wait"))
        if after._stage == self._stage:
            return evolve(after, asked=asked)
        return after._announced((Message(NOT_DONE, asked.seat),))

    def _told(self, seat: Seat, *said: Spoken) -> Session:
        """The session with messages for the person who spoke."""
        return self._announced(Message(one, seat.name) for one in said)

    def _announced(self, messages: Iterable[Message]) -> Session:
        return evolve(self, messages=(*self.messages, *messages))

    def _settled(self) -> Session:
        """The session after steps that need no answer: a card that allows nothing, a turn in which nothing is left to do."""
        prompt, table = self.prompt, Seat(TABLE, self.game.game.pieces)
        if isinstance(prompt, Choice) and len(prompt.ways) == 1 and prompt.ways[0].endswith(" fails"):
            drawn = prompt.drawn
            seat = next((one for one in self.seats if one.name == drawn.piece == FUGITIVE), table)
            (clause,) = read_clauses(prompt.ways[0], self.game.game, drawn.piece)
            failed = self._count(clause, seat)
            return failed._told(seat, sentence("nothing-free", card=write_card(drawn.card)))
        over = with_turns_over(self.game)
        return self if over is self.game else self._kept(over, table)

    def _over(self, seat: Seat, line: str) -> Session:
        """Show the whole log, but only on request: a slip that ended the game may be taken back."""
        if line not in ("", "open"):
            return self._told(seat, sentence("is-over"))
        if self.is_opened:  # another seat did it at the same moment
            return self
        try:
            self.keeper.open(self.game)
        except Trouble as trouble:
            return self._told(seat, str(trouble))
        told = (announcements.opened(self.game), *((announcements.replay(self.game),) if self.is_aloud else ()))
        return evolve(self, is_opened=True)._announced(map(Message, told))

    # -- clauses
    def _typed(self, line: str, seat: Seat) -> Session:
        """Take one clause or several, up to the first that does not count."""
        try:
            clauses = read_clauses(line, self.game.game, self.whose(seat))
        except Refused as refused:
            return self._told(seat, *(said(refused.faults) or (sentence("no-clause"),)))
        return self._go_on(clauses, seat)

    def whose(self, seat: Seat) -> str:
        """The piece of a clause that names none: the only one of this seat, or the only one that has to move."""
        if len(seat.held) == 1:
            return seat.held[0]
        due = [piece for piece in self.game.game.to_move if piece in seat.held]
        return due[0] if len(due) == 1 else ""

    def _go_on(self, clauses: tuple[r.Clause, ...], seat: Seat) -> Session:
        if not clauses or self.game.is_over:
            return self
        after = self._one(clauses[0], clauses[1:], seat)
        counted = after.game is not self.game and after.asked is None and after.game.pending is None
        return after._go_on(clauses[1:], seat) if counted else after

    def _one(self, clause: r.Clause, rest: tuple[r.Clause, ...], seat: Seat) -> Session:
        refused = self._not_here(clause, seat)
        if refused:
            return self._told(seat, refused)
        sat_out = self._says_it_sat_out(clause)
        if sat_out:
            return self._told(seat, sat_out)._go_on(rest, seat)
        if wants_card(clause):
            return self._turn_over(clause, seat)
        if draws_lot(clause, known=False):
            return self._draw_lot(clause, rest, seat)
        if has_gaps(clause):
            return self._told(seat, sentence("say-all"))
        if not self._typed_cards and self.game.pending is None and _has_card(clause):
            return self._told(seat, sentence("draws-card"))
        if not self._typed_cards and draws_lot(clause, known=True):
            return self._told(seat, sentence("draws"))
        return self._judge(clause, rest, seat)

    def _not_here(self, clause: r.Clause, seat: Seat) -> Spoken:
        """The reason why this seat may not type a clause, or not on an open screen; "" if it may."""
        piece = clause.piece
        if piece not in seat.pieces:
            return sentence("not-yours", piece=piece)
        if not seat.is_open:
            return ""
        if not self.game.open_parts(clause):
            return f"that is for {piece} alone: type `alone {piece}` first"
        return f"the answer is for {piece} alone: type `alone {piece}` first" if self.game.answers_one_alone(clause) else ""

    def _says_it_sat_out(self, clause: r.Clause) -> Spoken:
        """The reply to `red stays` for a piece that cannot or could not move: it is skipped, and nothing is written."""
        game, piece = self.game.game, clause.piece
        if not isinstance(clause.parts[0], r.Stay):
            return ""
        if sat_out(game, piece):
            return sentence("sat-out", piece=piece)
        return sentence("stuck", piece=piece) if turn_state(game, piece) == "cannot move" else ""

    def late_stay(self, line: str) -> str:
        """The reply to `red stays` if red was last and could not move, so that the next turn has begun; "" for other lines."""
        try:
            return str(self._says_it_sat_out(read_clauses(line, self.game.game)[0]))
        except Refused:
            return ""

    def _judge(self, clause: r.Clause, rest: tuple[r.Clause, ...], seat: Seat) -> Session:
        proposal, is_his = propose(clause, self.game), seat.name == FUGITIVE
        if proposal.broken and self._was_quicker(clause, seat):
            return self._told(seat, sentence("moved-by", who=self.seat(self.last).person or self.last, piece=clause.piece))
        if proposal.broken:
            return self._told(seat, *announcements.refusal(proposal, known_to(self.game, seat.name), is_his))
        if proposal.asks:
            return evolve(self, asked=Answer(proposal.clause, seat.name, rest))
        if proposal.losing or isinstance(proposal.clause.parts[-1], r.Resign):
            side = (FUGITIVE,) if clause.piece == FUGITIVE else self.game.game.pieces[1:]
            why = LOSES if proposal.losing else RESIGNS
            return evolve(self, asked=Sure(proposal.clause, seat.name, self._voters(side), why, rest))
        if self._typed_cards and self.game.pending is None and (_has_card(clause) or draws_lot(clause, known=True)):
            drawn = self._drawn(proposal.clause, seat, bool(self.game.open_parts(clause)), rest)
            return self._asking(evolve(drawn, seen=self._as_seen(proposal.clause)))
        return self._accepted(proposal, seat)

    def _was_quicker(self, clause: r.Clause, seat: Seat) -> bool:
        """Whether another person has just moved a piece without a player."""
        last = self.game.last_clause
        return (
            clause.piece in seat.shared and last is not None and last.piece == clause.piece and self.last not in ("", seat.name)
        )

    def _as_seen(self, clause: r.Clause) -> str:
        """A clause as the table sees it once it counts."""
        before, after = self.game, played(self.game, clause)
        return "; ".join(map(write_clause, after.seen.record.clauses[len(before.seen.record.clauses) :]))

    def _accepted(self, proposal: Proposal, seat: Seat) -> Session:
        points = announcements.open_points(proposal, known_to(self.game, seat.name), seat.name == FUGITIVE)
        return self._told(seat, *points)._count(proposal.clause, seat)

    def _count(self, clause: r.Clause, seat: Seat) -> Session:
        """Save a clause with its automatic effects, and announce it."""
        after = self._kept(played(self.game, clause), seat)
        if after.game is self.game:
            return after
        news, own = announcements.news(self.game, after.game), write_clause(clause)
        alone = () if seat.is_open or own in news else (Message(own, seat.name),)
        return evolve(after, last=seat.name)._announced((*alone, *map(Message, news)))

    def _turn_ended(self, seat: Seat) -> Session:
        """Save that a side is done, and announce what follows from it."""
        after = self._kept(self.game.ended_turn(), seat)
        if after.game is self.game:
            return after
        return after._announced(map(Message, announcements.news(self.game, after.game)))

    def _kept(self, game: TableGame, seat: Seat) -> Session:
        """The session with a game that has been saved. A text that cannot be read back is never written."""
        if not reads_back(game):
            return self._told(seat, sentence("not-writable"))
        try:
            remark = self.keeper.save(game)
        except Trouble as trouble:
            return self._told(seat, str(trouble))
        return evolve(self, game=game)._announced([] if remark is None else [Message(remark)])

    # -- open questions
    def _voters(self, pieces: Iterable[str]) -> tuple[str, ...]:
        """The seats whose agreement is needed about these pieces."""
        if self.is_aloud:
            return (FUGITIVE,) if tuple(pieces) == (FUGITIVE,) else (TABLE,)
        return tuple(seat.name for seat in self.seats if set(seat.pieces) & set(pieces))

    def _acting(self, seat: Seat) -> tuple[str, ...]:
        """The seats that have to agree that the turn is over: those that could still act in it."""
        if self.is_aloud:
            return (seat.name,)
        return tuple(one.name for one in self.seats if one is seat or self.moves(one.name))

    def _drawn(self, item: r.Clause | r.Draw, seat: Seat, is_open: bool, rest: tuple[r.Clause, ...] = ()) -> Sure:
        """Confirmation of a typed card by all who see it. If nobody else sees it, the person who drew it reads it again."""
        if self.is_aloud:
            return Sure(item, seat.name, (seat.name,), DRAWN, rest, (seat.name,))
        voters, agreed = (self._voters(self.game.game.pieces), (seat.name,)) if is_open else ((seat.name,), ())
        return Sure(item, seat.name, voters, DRAWN, rest, agreed)

    def _asking(self, vote: Sure | TakeBack) -> Session:
        """Ask the voters who have not agreed yet; if all have, do it."""
        if set(vote.voters) - set(vote.agreed):
            return evolve(self, asked=vote)
        free, speaker = evolve(self, asked=None), self.seat(vote.seat)
        if isinstance(vote, TakeBack):
            return free._taken_back(speaker)
        match vote.item:
            case r.Clause():
                proposal = propose(vote.item, self.game)
                if proposal.broken:  # a clause was taken back meanwhile
                    return free._dropped(speaker)
                return free._accepted(proposal, speaker)._go_on(vote.rest, speaker)
            case r.TurnEnd():
                return free._turn_ended(speaker)
        return free._kept(self.game.after(vote.item), speaker)

    def _vote(self, vote: Sure | TakeBack, seat: Seat, line: str) -> Session:
        is_end = isinstance(vote, Sure) and vote.why == DONE
        if line in YES or (is_end and line in ENDS):
            return self._asking(evolve(vote, agreed=tuple(dict.fromkeys((*vote.agreed, seat.name)))))
        if is_end and line and line not in NO:  # a voter has something else to do first
            return evolve(self, asked=None)._typed(line, seat)
        return self._dropped(seat)

    def _dropped(self, seat: Seat) -> Session:
        """Drop the question without doing anything."""
        audience = {seat.name, self.asked.seat} if self.asked is not None else {seat.name}
        return evolve(self, asked=None)._announced(Message(NOT_DONE, one) for one in audience)

    def _answer(self, question: Answer, seat: Seat, line: str) -> Session:
        """Take the fugitive's answer to a question that the board cannot decide, or not for all his possible stations."""
        if not self.waits_for(seat.name):
            return self._told(seat, sentence("his-answer", who=fugitive_name(self.game.rules)))
        if not line:
            return self._dropped(seat)
        try:
            clause = answered(question.clause, line, self.game.game)
        except Refused as refused:
            return self._told(seat, *said(refused.faults))
        free, speaker = evolve(self, asked=None), self.seat(question.seat)
        if not self.is_aloud and not propose(clause, self.game).broken:  # nobody can check it, so he has to confirm it
            return free._asking(Sure(clause, speaker.name, (seat.name,), ANSWERED, question.rest))
        after = free._judge(clause, question.rest, speaker)
        return after._go_on(question.rest, speaker) if after.game is not self.game else after

    # -- cards
    @property
    def _typed_cards(self) -> bool:
        """Whether the players draw cards from the box, and type them."""
        return self.game.record.draws == DRAWS[0]

    def _turn_over(self, clause: r.Clause, seat: Seat) -> Session:
        part = clause.parts[-1]
        assert isinstance(part, r.Act)
        if len(clause.parts) > 1:
            return self._told(seat, sentence("card-first", action=part.form.written))
        deck = cards.deck(self.game.game, clause.piece, part.action)
        if deck is not None and not deck:
            return self._told(seat, *cards.reasons(self.game.game, clause.piece, part.action))
        if deck is None or self._typed_cards:
            return evolve(self, asked=Card(clause, seat.name))
        return self._kept(self.game.after(r.Draw(clause.piece, part.form, self.keeper.pick(deck))), seat)

    def _card(self, wanted: Card, seat: Seat, line: str) -> Session:
        if seat.name != wanted.seat:
            return self._told(seat, sentence("not-for-you"))
        part = wanted.clause.parts[-1]
        assert isinstance(part, r.Act)
        card = cards.typed_card(line)
        deck = cards.deck(self.game.game, wanted.clause.piece, part.action)
        free = evolve(self, asked=None)
        if card is None or (deck is not None and card not in deck):
            return free._told(seat, sentence("no-such-card"))
        draw = r.Draw(wanted.clause.piece, part.form, card)
        return free._asking(free._drawn(draw, seat, self.game.is_open_draw(draw)))

    def _draw_lot(self, clause: r.Clause, rest: tuple[r.Clause, ...], seat: Seat) -> Session:
        """Let chance decide what the clause leaves open: the referee draws, unless the players do."""
        if self._typed_cards:
            return self._told(seat, sentence("say-drawn"))
        if len(clause.parts) > 1:
            return self._told(seat, sentence("alone-after"))
        ways = cards.ways(self.game.game, clause)
        if ways:
            return self._judge(self.keeper.pick(ways), rest, seat)
        part = clause.parts[-1]
        assert isinstance(part, r.Act)
        reasons = cards.against(self.game.game, clause.piece, part.action)
        return self._told(seat, *(reasons or (sentence("nothing-drawn"),)))

    def _choose(self, choice: Choice, seat: Seat, line: str) -> Session:
        """Take the clause for an open card. Others wait, and get a message only if they saw the card."""
        drawn = choice.drawn
        if not self.waits_for(seat.name):
            is_open = self.game.is_open_draw(drawn)
            return self._told(seat, sentence("card-to-play", piece=drawn.piece) if is_open else sentence("not-your-turn"))
        if not line:
            return self
        try:
            clause = cards.chosen(line, self.game.game, drawn)
        except Refused:
            return self._told(seat, sentence("none-of-these", line=line))
        if drawn.card not in [value for part in clause.parts if isinstance(part, r.Act) for value in part.values]:
            return self._told(seat, sentence("the-card", card=write_card(drawn.card)))
        return self._one(clause, (), seat)

    # -- taking back
    def _undo(self, seat: Seat, agreed: bool) -> Session:
        if self.asked is not None:
            return self._dropped(seat)
        found = undo(self.game, seat.name == FUGITIVE)
        if found is None:
            return self._told(seat, sentence("nothing-to-undo"))
        piece = found.clause.piece
        is_own = seat.is_open or piece in seat.held or (piece in seat.shared and self.last == seat.name)
        if not is_own and (self.is_aloud or piece == FUGITIVE):
            back = ("type `back`, and take it back at the table",) if self.is_aloud else ()
            return self._told(seat, sentence("not-your-clause"), *back)
        is_his = seat.is_open and piece == FUGITIVE  # at one laptop anybody can type this while he looks away
        if (is_own and not is_his and not found.known and self._is_alone_in(found)) or (seat.is_open and agreed):
            return self._taken_back(seat)
        if self.is_aloud:
            return self._told(seat, *announcements.needs_agreement(found, seat.is_open))
        told = announcements.seen_as(found.clause, False, self.game)
        return self._asking(TakeBack(told, seat.name, self._voters(self.game.game.pieces), found.known, (seat.name,)))

    def _is_alone_in(self, found: Undo) -> bool:
        """Whether nobody else can have acted since. Where hidden actions exist, players on phones cannot know that."""
        return self.is_aloud or not self.game.rules.facts.unseen or not self.game.open_parts(found.clause)

    def _taken_back(self, seat: Seat) -> Session:
        found = undo(self.game, seat.name == FUGITIVE)
        assert found is not None
        after = self._kept(found.done(self.game), seat)
        if after.game is self.game:
            return after
        heard = Message(sentence("taken-back", clause=announcements.seen_as(found.clause, False, self.game)))
        own = Message(sentence("taken-back", clause=announcements.seen_as(found.clause, True, self.game)), seat.name)
        theirs = [Message(sentence("taken-back", clause=write_clause(one)), self._holder(one.piece)) for one in found.lost]
        if seat.is_open or own.words == heard.words:
            return after._announced((heard, *theirs))
        return after._announced((own, heard, *theirs) if self.game.open_parts(found.clause) else (own, *theirs))

    def _holder(self, piece: str) -> str:
        """The seat for messages to this piece alone."""
        return next(seat.name for seat in self.seats if piece in seat.held)


def _has_card(clause: r.Clause) -> bool:
    return any(isinstance(part, r.Act) and draws_card(part.form) for part in clause.parts)
