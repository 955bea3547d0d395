"""When an illegal entry comes to light later: ruling G65. The table decides, and the log notes what it decided.

A log that the referee kept has none. One that was typed in from paper may, and then nobody can say what would have happened:
the side that did it loses, or the game is void, or it is corrected and play continues.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator

from attrs import define, evolve, field

from adjudicator.faults import Refused
from adjudicator.judge.judgement import check
from adjudicator.judge.verdict import Finding
from adjudicator.record import transcript as r
from adjudicator.record import write_clause
from adjudicator.record.lexicon import FUGITIVE
from adjudicator.rulebook.model import Rulebook
from adjudicator.table.interview import Interview
from adjudicator.table.proposal import has_gaps, read_clauses, said
from adjudicator.table.screens import TABLE, Offer, PrivateBoard, Screen
from adjudicator.table.side_names import fugitive_name, pursuers_name
from adjudicator.table.table_game import TableGame

CHOICES = {"1": "loses", "2": "void", "3": "correct"}
TOO_LATE = "after-the-end"


@define
class Audit:
    """Goes through a record that was played without a referee."""

    game: TableGame
    interview: Interview
    _settled: set[tuple[int, str]] = field(factory=set)

    def run(self) -> Generator[Screen, str, TableGame]:
        """The record as the table lets it stand; its messages are for the table, too."""
        decided = False
        while not decided:
            found = self._next()
            if found is None:
                break
            if found[1].check == TOO_LATE:
                self._cut(found[0])
            else:
                decided = yield from self._decide(*found)
        return self.game

    def _next(self) -> tuple[int, Finding] | None:
        """The first clause with something illegal that the table has not decided about."""
        return next(
            (one for one in _illegal(self.game.record, self.game.rules) if (one[0], one[1].rule) not in self._settled), None
        )

    def _cut(self, at: int, why: str = "came after the end of the game") -> None:
        """The clauses from this one on do not count."""
        clauses = self.game.record.clauses[at:]
        if not clauses:
            return
        place = next(number for number, item in enumerate(self.game.items) if item is clauses[0])
        text = (
            f"{len(clauses)} clause{'s' if len(clauses) > 1 else ''} {why}, and do{'es' if len(clauses) == 1 else ''} not count"
        )
        self.interview.messages.append(text)
        self.game = evolve(self.game, items=(*self.game.items[:place], _remark(text)), before=None)

    def _decide(self, at: int, finding: Finding) -> Generator[Screen, str, bool]:
        """Whether the game is over by what the table decides."""
        clause, told = self.game.record.clauses[at], self._told(at)
        is_his = clause.piece == FUGITIVE or finding.check == "answer"  # every question is answered by him
        side = self._fugitive if is_his else f"the {pursuers_name(self.game.rules)} have"
        self.interview.messages.append(f"round {finding.round}, {told}: this was not legal")
        self.interview.messages += self._reasons(at) or [f"  only {self._player} sees the rule: it could reveal where he was"]
        offers = (
            Offer("loses", f"{side} lost"),
            Offer("void", "the game does not count"),
            Offer("correct", "correct it, and continue"),
        )
        choice = yield from self.interview.ask("What does the table decide? (ruling G65)", offers=offers)
        head = f"ruling G65 on `{told}` in round {finding.round}"
        match CHOICES.get(choice, choice):
            case "loses":
                if self.game.is_over:
                    self._cut(at + 1, "came after the entry that decided the game")
                lost = _remark(f"{head} ({finding.rule}): {side} lost")
                self.game = self.game.after(lost, r.Clause(FUGITIVE if is_his else clause.piece, (r.Resign(),)))
                return True
            case "void":
                self.game = evolve(self.game.after(_remark(f"{head} ({finding.rule}): the game is void")), void=True)
                return True
            case "correct":
                yield from self._correct(at, finding, head, FUGITIVE if is_his else TABLE)
            case _:
                self.interview.messages.append("type `loses`, `void` or `correct`")
        return False

    def _correct(self, at: int, finding: Finding, head: str, who: str) -> Generator[Screen, str, None]:
        """The right clause in the place of the wrong one; Enter lets it stand. Only the fugitive may see his own."""
        clause, board = self.game.record.clauses[at], None
        if who == FUGITIVE:
            yield from self.interview.hand_over()
            rule = f"{finding.rule}: {finding.says} ({finding.cite})"
            facts = (("written", write_clause(clause)), ("why not", finding.message), ("rule", rule), ("help", finding.help))
            board = PrivateBoard("Correcting an entry", tuple(fact for fact in facts if fact[1]), ())
        while True:
            line = yield from self.interview.ask("What should it have been? Press Enter to leave it unchanged", who, board)
            right = self._read(line, clause) if line else clause
            if right is not None:
                break
        if right is clause:
            self._settled.add((at, finding.rule))
            self.game = self.game.after(_remark(f"{head}: it stands"))
            return
        items = tuple(right if item is clause else item for item in self.game.items)
        self.game = evolve(self.game, items=items, before=None).after(_remark(f"{head}: corrected"))

    def _read(self, line: str, wrong: r.Clause) -> r.Clause | None:
        """One whole clause of the same piece; or nothing, and a message about what is missing."""
        try:
            found = read_clauses(line, self.game.game, wrong.piece)
        except Refused as refused:
            self.interview.messages += said(refused.faults) or ("that is not a clause",)
            return None
        if len(found) == 1 and found[0].piece == wrong.piece and not has_gaps(found[0]):
            return found[0]
        self.interview.messages.append(f"type one complete clause of {wrong.piece}")
        return None

    # -- what the table may know
    def _told(self, at: int) -> str:
        """A clause as the table saw it."""
        clauses = self.game.record.clauses
        if not self.game.open_parts(clauses[at]):
            return f"a private action of {clauses[at].piece}"
        return write_clause(self.game.seen.record.clauses[self._number(at)])

    def _number(self, at: int) -> int:
        """Which clause of the public record it is."""
        return sum(bool(self.game.open_parts(clause)) for clause in self.game.record.clauses[:at])

    def _reasons(self, at: int) -> list[str]:
        """Reasons against a clause, as shown to the table: the rule alone may reveal where he was."""
        if not self.game.open_parts(self.game.record.clauses[at]):
            return []
        found = [one for number, one in _illegal(self.game.seen.record, self.game.rules) if number == self._number(at)]
        return [line for one in found for line in (f"  {one.rule}: {one.says} ({one.cite})", f"  {one.message}")]

    @property
    def _fugitive(self) -> str:
        return f"{fugitive_name(self.game.rules)} has"

    @property
    def _player(self) -> str:
        return self.game.person.get(FUGITIVE) or fugitive_name(self.game.rules)


def _remark(text: str) -> r.Comment:
    return r.Comment(f" {text}", indented=True)


def _illegal(transcript: r.Transcript, rules: Rulebook) -> Iterator[tuple[int, Finding]]:
    """Everything illegal in a record, each with the number of its clause."""
    verdict, _ = check(_placed(transcript), rules)
    yield from ((one.line - 1, one) for one in verdict.findings if one.verdict == "illegal" and one.line)


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
