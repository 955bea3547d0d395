"""When an illegal entry comes to light later: ruling G65. The table decides, and the log notes what it decided.

A log that the referee kept has none. One that was typed in from paper may, and then nobody can say what would have happened:
the side that did it loses, or the game is void, or it is put right and play goes on.
"""

from __future__ import annotations

from collections.abc import Generator

from attrs import define, evolve, field

from adjudicator.check.checking import check
from adjudicator.check.naming import FUGITIVE
from adjudicator.check.verdict import Finding
from adjudicator.faults import Refused
from adjudicator.live.game import Game
from adjudicator.live.laptop import Quit
from adjudicator.live.notes import note
from adjudicator.live.proposing import read_clauses, said
from adjudicator.live.screens import TABLE, PrivateBoard, Screen
from adjudicator.record import transcript as r
from adjudicator.record import write_clause

CHOICES = {"1": "loses", "2": "void", "3": "correct"}


@define
class Audit:
    """Goes through a record that was played without a referee."""

    game: Game
    messages: list[str] = field(factory=list)
    _settled: set[tuple[int, str]] = field(factory=set)

    def run(self) -> Generator[Screen, str, Game]:
        while not self.game.is_over:
            found = self._next()
            if found is None:
                break
            yield from self._decide(*found)
        return self.game

    def _next(self) -> tuple[int, Finding] | None:
        """The first clause with something illegal that the table has not decided about."""
        verdict, _ = check(_placed(self.game.transcript), self.game.rulebook)
        for one in verdict.findings:
            if one.verdict == "illegal" and one.line and (one.line - 1, one.rule) not in self._settled:
                return one.line - 1, one
        return None

    def _decide(self, at: int, finding: Finding) -> Generator[Screen, str, None]:
        clause = self.game.transcript.clauses[at]
        side = "the fugitive" if clause.piece == FUGITIVE else clause.piece
        where = f"round {finding.round}, {self._told(at)}"
        self.messages += [f"{where}: this was not legal", f"  {finding.rule}: {finding.says} ({finding.cite})"]
        if clause.piece != FUGITIVE:
            self.messages.append(f"  {finding.message}")
        self.messages += [
            f"1 loses: {side} has lost",
            "2 void: the game does not count",
            "3 correct: it is put right, and you go on",
        ]
        choice = yield from self._ask(TABLE, "What does the table decide? (ruling G65)")
        decided = CHOICES.get(choice, choice)
        head = f"ruling G65 on `{self._told(at)}` in round {finding.round} ({finding.rule})"
        if decided == "loses":
            self.game = self.game.after(note(f"{head}: {side} has lost"), r.Clause(clause.piece, (r.Resign(),)))
        elif decided == "void":
            self.game = evolve(self.game.after(note(f"{head}: the game is void")), void=True)
        elif decided == "correct":
            yield from self._correct(at, clause, finding, head)
        else:
            self.messages.append("type 1, 2 or 3")

    def _correct(self, at: int, clause: r.Clause, finding: Finding, head: str) -> Generator[Screen, str, None]:
        """The right clause in the place of the wrong one; Enter lets it stand. Only the fugitive may see his own."""
        who = FUGITIVE if clause.piece == FUGITIVE else TABLE
        if who == FUGITIVE:
            yield from self._ask(TABLE, "Pass the laptop to the fugitive. Fugitive: press Enter when you alone see the screen")
        facts = (("written", write_clause(clause)), ("why not", finding.message), ("help", finding.help))
        board = PrivateBoard("Putting an entry right", facts, ()) if who == FUGITIVE else None
        line = yield from self._ask(who, "What should it have been? Enter lets it stand as it is", board)
        self._settled.add((at, finding.rule))
        if not line:
            self.game = self.game.after(note(f"{head}: it stands"))
            return
        try:
            right = read_clauses(line, self.game, clause.piece)[0]
        except Refused as refused:
            self.messages += said(refused.faults)
            self._settled.discard((at, finding.rule))
            return
        self._settled.discard((at, finding.rule))
        items = tuple(right if item is clause else item for item in self.game.items)
        self.game = evolve(self.game, items=items, seen_before=None).after(note(f"{head}: put right"))

    def _told(self, at: int) -> str:
        """A clause as the table saw it."""
        return write_clause(self.game.seen.transcript.clauses[at])

    def _ask(self, who: str, prompt: str, board: PrivateBoard | None = None) -> Generator[Screen, str, str]:
        messages, self.messages = tuple(self.messages), []
        line = " ".join((yield Screen(who, prompt, messages, board, "A record that was kept without a referee")).split())
        if line in ("quit", "exit"):
            raise Quit
        return line


def _placed(transcript: r.Transcript) -> r.Transcript:
    """Each clause with its number as its line, so that a finding tells which one it is about."""
    items: list[r.Item] = []
    number = 0
    for item in transcript.items:
        if isinstance(item, r.Clause):
            number += 1
            items.append(r.Clause(item.piece, item.parts, number, 1, write_clause(item)))
        else:
            items.append(item)
    return r.Transcript(tuple(items), transcript.fugitive, transcript.file)
