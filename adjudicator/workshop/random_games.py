"""Makes random legal games of any variant; the same seed gives the same game."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from random import Random

from attrs import define, evolve, field

from adjudicator.engine import STATION, Move
from adjudicator.game import Game
from adjudicator.judge.deal import deal, fillings, headed, lacking
from adjudicator.judge.decision import Decision
from adjudicator.judge.log_file import Asked, is_path, loaded
from adjudicator.judge.walk import Walk
from adjudicator.language import tree as t
from adjudicator.record import transcript as r
from adjudicator.record import write
from adjudicator.record.lexicon import FUGITIVE
from adjudicator.record.transcript_writer import write_card, write_said
from adjudicator.rulebook.model import Rulebook
from adjudicator.values import frozen

LONGEST = 60  # rounds: if only tickets end a game, a piece that can never move keeps it open
TRIES = 40  # picks until one is a plain ride; then another move is taken
SPECIAL = 0.3  # probability of a move other than a plain ride, if there is one
PASSES = 0.5  # probability that a side omits the rest of its optional moves
A_LINE = 50  # clauses: if an action can be repeated, a round may have more than one line can hold
CLAIMS = {"fugitive": "X escapes", "pursuers": "X caught", "draw": "draw"}

# Decides for both sides: the game and its decision in, a move out, or None to end the turn.
Chooser = Callable[[Game, Decision], Move | None]


@frozen
class Maker:
    """Makes games of one rulebook."""

    rulebook: Rulebook
    asked: Asked
    seats: str = ""
    players: int = 0
    folder: str = ""  # the folder of the records: paths in their headers are relative to it
    filled: str = ""  # the board that is used because the variant's own does not know its cards
    detectives: int = 0

    def game(self, seed: int) -> r.Transcript:
        """One game, from set-up to result, in canonical order."""
        headers, play = self.played(seed)
        play.run()
        return self._record(headers, play)

    def text(self, seed: int, chooser: Chooser | None = None) -> str:
        """The text of a game: the same one, or one that somebody else plays. Clauses are written as they were listed, so they
        need not be read first."""
        headers, play = self.played(seed, chooser is not None)
        play.run(chooser)
        if play.marks or self.rulebook.facts.seen_by_default:
            whole = (*play.head.items, *headed(self._ended(play), self.rulebook).items)
            return write_said(r.Transcript(whole, play.head.fugitive), play.every_round)
        return write(self._record(headers, play))

    def played(self, seed: int, is_decided: bool = False) -> tuple[dict[str, str], Play]:
        """A game that has been dealt, with the headers that it begins with. Raises Refused where it cannot be dealt."""
        random = Random(seed)
        headers = self.headers | deal(self.rulebook, random, self.seats, self.players, self.detectives).headers
        marks = not self.rulebook.facts.seen_by_default
        head = headed(headers, self.rulebook)
        return headers, Play(head, Game.of(head, self.rulebook), random, marks, is_decided)

    def _ended(self, play: Play) -> dict[str, str]:
        """The additional headers of a finished game's record."""
        return ({} if self.rulebook.facts.seen_by_default else {"surfacings": "marked"}) | {"result": play.result}

    def _record(self, headers: dict[str, str], play: Play) -> r.Transcript:
        body = "\n".join(f"{number}. {_lines(said)}" for number, said in play.every_round.items())
        record = headed(headers | self._ended(play), self.rulebook, body)
        return record if play.marks or self.rulebook.facts.seen_by_default else marked(record, self.rulebook)

    @property
    def headers(self) -> dict[str, str]:
        """The headers about the rules."""
        found = {
            "variant": "+".join(self._from_there(name) for name in self.asked.variant.split("+")),
            "board": self._from_there(self.filled or self.asked.board),
            "option": "; ".join(self.asked.options),
        }
        return {key: value for key, value in found.items() if value}

    def _from_there(self, name: str) -> str:
        return os.path.relpath(name, self.folder or ".") if name and is_path(name) else name


def _lines(said: list[str]) -> str:
    return "\n".join("; ".join(said[first : first + A_LINE]) for first in range(0, len(said), A_LINE))


def set_up(asked: Asked, seed: int) -> str:
    """The text of a game that has been dealt but not begun."""
    made = maker(asked)
    headers = made.headers | deal(made.rulebook, Random(seed)).headers
    return "".join(f"{key}: {value}\n" for key, value in headers.items())


def maker(asked: Asked, seats: str = "", players: int = 0, folder: str = "") -> Maker:
    """A maker of games of this variant; if its board has no data on cards, on a board that has."""
    rulebook = loaded(asked)
    if asked.board or not lacking(rulebook):
        return Maker(rulebook, asked, seats, players, folder)
    for name in fillings(rulebook.board.id if rulebook.board else ""):
        filled = loaded(evolve(asked, board=name))
        if not lacking(filled):
            return Maker(filled, asked, seats, players, folder, name)
    return Maker(rulebook, asked, seats, players, folder)


@define
class Play:
    """A game that is being played at random."""

    head: r.Transcript  # the record before its first clause
    game: Game
    random: Random
    marks: bool  # surfacings are marked as they happen; not where the judge has to say what the table saw
    is_decided: bool = False  # somebody decides: the game is judged step by step, so that views of it can grow
    rounds: dict[int, list[str]] = field(factory=dict)
    spoke: tuple[int, bool] = (0, False)  # the round of the last clause, and whether it was the fugitive's

    def run(self, chooser: Chooser | None = None) -> None:
        """Play to the end."""
        for _ in self.steps(chooser):
            pass

    def steps(self, chooser: Chooser | None = None) -> Iterator[tuple[Decision, Move | None]]:
        """Play step by step: each decision with the move that is made, None where the side ends its turn instead."""
        choose = chooser or (lambda _, decision: picked(decision, self.random))
        while (decision := self.decision) is not None:
            move = choose(self.game, decision)
            if self.act(decision, move):
                yield decision, move

    @property
    def decision(self) -> Decision | None:
        """The decision that is open; None when the game is over, or has lasted too long."""
        return self.game.decision if self.game.round <= LONGEST else None

    def act(self, decision: Decision, move: Move | None) -> bool:
        """Make a move, or end the turn. A card that the move turns over is drawn first, and then somebody has to decide again:
        gives whether the move was made."""
        said = self._drawn(decision, move) if self.is_decided and move is not None else move
        if isinstance(said, str):
            self._note(self.game, said)
            self.game = self.game.play(said)
            return False
        self.game = self._end_turn(self.game) if said is None else self._played(self.game, said)
        return True

    def _drawn(self, decision: Decision, move: Move) -> str | Move:
        """A move, unless it turns a card over: then the event of a card drawn from those that are left. Where the card comes
        later in a turn, the same move with such a card."""
        actions = [self.game.rules.actions[name] for name in move.actions]
        decks = [(action, one.deck) for action in actions for one in action.choices if isinstance(one, t.DrawCard)]
        if not decks or decision.card is not None:
            return move
        ((action, deck), *_) = decks
        before, word, _ = move.notation.partition(f"{action.written} ")
        if before == f"{move.piece} ":
            card = self.random.choice(self.game.engine.drawn(self.game.worlds[0].cells, deck))
            return f"{move.piece} draws {write_card(card)} for {action.written}"
        alike = [one for one in decision.options if one.notation.startswith(before + word)]
        cards = dict.fromkeys(one.notation[len(before + word) :].split()[0] for one in alike)
        card_drawn = before + word + self.random.choice(list(cards))
        return self.random.choice([one for one in alike if one.notation.startswith(card_drawn)])

    def _note(self, game: Game, said: str, his: bool = True) -> None:
        self.spoke = (game.round, his)
        self.rounds.setdefault(game.round, []).append(said)

    def _played(self, game: Game, move: Move) -> Game:
        his = move.piece == FUGITIVE
        said = self._written(game, move) if his or move.actions else move.notation
        self._note(game, said, his)
        return game.play(said if self.is_decided else move)

    def _written(self, game: Game, move: Move) -> str:
        """A move as written: with marks where the table sees the fugitive, and with the true answer."""
        engine, p = game.engine, game.worlds[0].cells
        if move.piece != FUGITIVE or not self.marks:
            return engine.answered(p, move)
        entered = engine.entered(p, move) if engine.complete else None
        if entered is None:
            self.marks = False
            return engine.answered(p, move)
        entries = zip(move.notation.split(", "), entered[1], strict=True)
        return ", ".join([f"{entry}!" if shown & STATION else entry for entry, shown in entries])

    def _end_turn(self, game: Game) -> Game:
        """End a turn: automatically, or with `done` if the side has done nothing in it."""
        his = game.side == "fugitive"
        if self.spoke != (game.round, his):
            self.rounds.setdefault(game.round, []).append(f"{FUGITIVE if his else 'detectives'} done")
        return game.end_turn()

    @property
    def every_round(self) -> dict[int, list[str]]:
        """The clauses of each round up to the last. If nobody could move in a round, it has a clause that says so of the
        fugitive, because a record without the round would not say what happened in it."""
        last = max(self.rounds, default=0)
        return {number: self.rounds.get(number) or [f"{FUGITIVE} stays"] for number in range(1, last + 1)}

    @property
    def result(self) -> str:
        result = self.game.result
        return CLAIMS[result.winner] if result else "unfinished"


def picked(decision: Decision, random: Random) -> Move | None:
    """A random choice: often to end the turn where it may end, else any of the options."""
    passes = decision.may_end and random.random() < PASSES
    return None if passes or not decision.options else _any(decision.options, random)


def _any(moves: Sequence[Move], random: Random) -> Move:
    """Mostly a plain ride; else one of the other things that can be done, each kind as likely as another."""
    if random.random() >= SPECIAL:
        for _ in range(TRIES):
            move = random.choice(moves)
            if not move.actions:
                return move
    special = [move for move in moves if move.actions]
    if not special:
        return random.choice(moves)
    kinds: dict[tuple[str, ...], list[Move]] = {}
    for move in special:
        kinds.setdefault(move.actions, []).append(move)
    return random.choice(kinds[random.choice(list(kinds))])


def marked(transcript: r.Transcript, rulebook: Rulebook) -> r.Transcript:
    """The record with a mark at every station where the table saw the fugitive and that has none."""
    state = Walk.of(_without_claim(transcript), rulebook).end
    seen = {(entry.clause, entry.part) for entry in state.entries if entry.surfaced}
    items: list[r.Item] = []
    index = 0
    for item in transcript.items:
        if isinstance(item, r.Clause):
            if item.piece == transcript.fugitive and any((index, number) in seen for number in range(len(item.parts))):
                parts = tuple(
                    evolve(part, mark=True) if (index, number) in seen and isinstance(part, r.Ride | r.Act) else part
                    for number, part in enumerate(item.parts)
                )
                item = r.Clause(item.piece, parts, item.line, item.column, item.text)
            index += 1
        items.append(item)
    return r.Transcript(tuple(items), transcript.fugitive, transcript.file)


def _without_claim(transcript: r.Transcript) -> r.Transcript:
    """The record without the claim that its surfacings are marked, which would make every unmarked one a fault."""
    items = [item for item in transcript.items if not (isinstance(item, r.Header) and item.key == "surfacings")]
    return r.Transcript(tuple(items), transcript.fugitive, transcript.file)
