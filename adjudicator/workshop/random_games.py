"""Games that nobody played: random, legal, of any variant; the same seed gives the same game."""

from __future__ import annotations

import os
from collections.abc import Iterator
from random import Random

from attrs import evolve, field

from adjudicator.judge.deal import deal, headed, lacking
from adjudicator.judge.findings import Findings
from adjudicator.judge.start_position import Opening, open_record
from adjudicator.judge.log_file import Asked, is_path, loaded
from adjudicator.judge.record_judge import Walk
from adjudicator.engine.layout import OVER, ROUND
from adjudicator.engine.steps import Act, Move, act_text, written
from adjudicator.engine.turns import Cells
from adjudicator.files import read_toml, shipped
from adjudicator.record import transcript as r
from adjudicator.rulebook.model import Rulebook
from adjudicator.values import frozen

LONGEST = 60  # rounds: where only tickets end a game, a piece hemmed in for ever keeps it open
SPECIAL = 0.3  # how often something else than a plain ride is done where it can be
PASSES = 0.5  # how often a side does nothing more of what it need not do
CLAIMS = {"fugitive": "X escapes", "pursuers": "X caught", "": "draw"}


@frozen
class Maker:
    """Makes games of one rulebook."""

    rulebook: Rulebook
    asked: Asked
    seats: str = ""
    players: int = 0
    folder: str = ""  # where the records will lie: paths in their headers count from there
    filled: str = ""  # the board that is used because the variant's own does not know its cards

    def game(self, seed: int) -> r.Transcript:
        """One game, from set-up to result, in canonical order."""
        random = Random(seed)
        headers = self.headers | deal(self.rulebook, random, self.seats, self.players).headers
        opening = open_record(headed(headers, self.rulebook), self.rulebook)
        play = _Play(opening, random)
        play.run(headed(headers, self.rulebook))
        body = "\n".join(f"{number}. {'; '.join(said)}" for number, said in play.rounds.items())
        if not Findings(self.rulebook).seen_by_default:
            headers["surfacings"] = "marked"
        return marked(headed({**headers, "result": play.result}, self.rulebook, body), self.rulebook)

    @property
    def headers(self) -> dict[str, str]:
        """What the records say of their rules."""
        found = {
            "variant": "+".join(self._from_there(name) for name in self.asked.variant.split("+")),
            "board": self._from_there(self.filled or self.asked.board),
            "option": "; ".join(self.asked.options),
        }
        return {key: value for key, value in found.items() if value}

    def _from_there(self, name: str) -> str:
        return os.path.relpath(name, self.folder or ".") if name and is_path(name) else name


def set_up(asked: Asked, seed: int) -> str:
    """The text of a game that has been dealt and not begun."""
    made = maker(asked)
    headers = made.headers | deal(made.rulebook, Random(seed)).headers
    return "".join(f"{key}: {value}\n" for key, value in headers.items())


def maker(asked: Asked, seats: str = "", players: int = 0, folder: str = "") -> Maker:
    """Whoever makes games of this variant; where its board does not know its cards, on one that fills it in."""
    rulebook = loaded(asked)
    if asked.board or not lacking(rulebook):
        return Maker(rulebook, asked, seats, players, folder)
    for name in _fillings(rulebook.board.id if rulebook.board else ""):
        filled = loaded(evolve(asked, board=name))
        if not lacking(filled):
            return Maker(filled, asked, seats, players, folder, name)
    return Maker(rulebook, asked, seats, players, folder)


def _fillings(board: str) -> Iterator[str]:
    """Shipped boards that are this one with more known."""
    for path in shipped("boards"):
        if read_toml(path)[0].get("extends") == board:
            yield path.stem


@frozen
class _Play:
    """A game while it is made up."""

    opening: Opening
    random: Random
    rounds: dict[int, list[str]] = field(factory=dict)
    end: list[Cells] = field(factory=list)

    def run(self, beginning: r.Transcript) -> None:
        referee, layout = self.opening.referee, self.opening.table.layout
        p = Walk(self.opening, beginning, Findings(layout.rulebook)).run().p
        while not p[OVER] and p[ROUND] <= LONGEST:
            moves = [] if referee.turns.is_closable(p) and self.random.random() < PASSES else referee.moves_now(p)
            if moves:
                move = self._pick(moves)
                self.rounds.setdefault(p[ROUND], []).append(self._said(p, move))
                p = referee.play(p, move)
            elif referee.turns.is_closable(p):
                p = referee.turns.closed(p)
            else:
                break
        self.end.append(referee.final(p) if p[ROUND] <= LONGEST else p)

    def _pick(self, moves: list[Move]) -> Move:
        """Mostly a plain ride; else one of the other things that can be done, each kind as likely as another."""
        kinds: dict[tuple[str, ...], list[Move]] = {}
        for move in moves:
            kinds.setdefault(tuple(step.action for step in move.steps if isinstance(step, Act)), []).append(move)
        special = [kind for kind in kinds if kind]
        if special and (() not in kinds or self.random.random() < SPECIAL):
            return self.random.choice(kinds[self.random.choice(special)])
        return self.random.choice(kinds[()])

    def _said(self, p: Cells, move: Move) -> str:
        """The clause, with the true answer where one is given."""
        text, layout = written(move, self.opening.table.layout), self.opening.table.layout
        for step in move.steps:
            after = self.opening.referee.step(p, step)
            if isinstance(step, Act):
                answer, _ = self.opening.judge.answer(p if step.piece else after, step)
                if answer is not None:
                    said = act_text(step, layout)
                    text = text.replace(said, f"{said} -> {answer}", 1)
            p = after
        return text

    @property
    def result(self) -> str:
        ending = self.opening.referee.ending(self.end[0])
        return CLAIMS[ending.winner] if ending else "unfinished"


def marked(transcript: r.Transcript, rulebook: Rulebook) -> r.Transcript:
    """The same record with a mark at every station where the table saw the fugitive."""
    findings = Findings(rulebook)
    if findings.seen_by_default:
        return transcript
    walk = Walk(open_record(transcript, rulebook), transcript, findings).run()
    seen = {(entry.clause, entry.part) for entry in walk.entries if entry.surfaced}
    items: list[r.Item] = []
    index = 0
    for item in transcript.items:
        if isinstance(item, r.Clause):
            parts = tuple(
                evolve(part, mark=True) if (index, number) in seen and isinstance(part, r.Ride | r.Act) else part
                for number, part in enumerate(item.parts)
            )
            items.append(evolve(item, parts=parts))
            index += 1
        else:
            items.append(item)
    return r.Transcript(tuple(items), transcript.fugitive, transcript.file)
