"""A game step by step: the events, the findings, the announcements, and the fugitive's possible stations.

Everything comes from a `Game` that knows no more than the viewer: with a seat, only what that seat could have written down;
without one, both what the table knew and the truth.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property

from adjudicator.game import Game, watched
from adjudicator.judge.judgement import verdict_on
from adjudicator.judge.moments import happened_in, numbered
from adjudicator.judge.news import hints_of
from adjudicator.judge.result import CHECK as RESULT
from adjudicator.judge.secrets import PURSUERS, hidden_from
from adjudicator.judge.verdict import Finding, Verdict
from adjudicator.judge.views import eyes_of, seen_by
from adjudicator.picture.position import Position
from adjudicator.record import transcript as r
from adjudicator.record.lexicon import FUGITIVE
from adjudicator.replay.sentences import Said, Sentences
from adjudicator.values import frozen

SET_UP = -1  # the number of everything before the first event


@frozen(eq=False)
class Told:
    """A step as one viewer knows it: a sentence, its picture, and the findings."""

    sentence: str
    position: Position
    findings: tuple[Finding, ...] = ()


@frozen(eq=False)
class Step:
    """One moment of a game. Step 0 is before the first event."""

    round: int
    piece: str  # the acting piece
    seen: Told  # as the table knows it, or the seat of this view
    truth: Told | None  # None unless the record knows more
    possible: tuple[int, ...]  # where he could be, as far as the table knew
    heard: tuple[str, ...]  # what the table heard, in sentences
    known: Game  # the game as the table knew it, from which everything is deduced


@frozen(eq=False)
class Telling:
    """A game with all its steps, and the verdicts on the records that they come from."""

    game: Game
    steps: tuple[Step, ...]
    seen: Verdict
    truth: Verdict | None
    seat: str = ""

    @property
    def verdict(self) -> Verdict:
        """The verdict on everything that this telling knows."""
        return self.truth or self.seen


def holds_secrets(game: Game) -> bool:
    """Whether a record has data that the table was not shown."""
    return bool(hidden_from(game.record, seen_by(game.walk.end, PURSUERS), game.rules))


def tell(game: Game, seat: str = "") -> Telling:
    """Tell a game. With a seat, the game is one that this seat could have written, shown as that seat knew it."""
    course = game.course()
    if seat or not holds_secrets(game):
        own = _Column(watched(course, seat) if seat else course, seat)
        hides_his = seat and eyes_of(seat, game.record, game.seating).fugitive
        table = watched(course, PURSUERS) if hides_his else own.games
        return Telling(game, tuple(_steps(own, table, None)), own.verdict, None, seat)
    table = watched(course, PURSUERS)
    seen, truth = _Column(table), _Column(course)
    return Telling(game, tuple(_steps(seen, table, truth)), seen.verdict, truth.verdict)


def _steps(seen: _Column, table: Sequence[Game], truth: _Column | None) -> Iterator[Step]:
    """Yield a step for each game of a course: as seen, as the table knew it, and, if known, as it was."""
    last = (truth or seen).games[-1].record
    rounds = {place: number for place, number, _ in numbered(last)}
    happened: list[tuple[int, Said | None]] = [(0, None), *happened_in(last)]
    number = last.round or 1
    for at, (place, said) in enumerate(happened):
        number = rounds.get(place, number) if said is not None else number
        following = happened[at + 1][1] if at + 1 < len(happened) else None
        where = table[at].where(following.piece if isinstance(following, r.Clause) else "")
        hints = (*_announced(table, at), *(_told(truth.games, at) if truth else ()))
        heard = (*map(seen.sentences.of, _written_down(table, at)), *map(_sentence, hints))
        piece = said.piece if isinstance(said, r.Clause | r.Draw | r.Withdrawal) else ""
        view = seen.told(at, where.game if seen.games is table else None)
        yield Step(number, piece, view, truth.told(at) if truth else None, where.stations, heard, where.game)


def _written_down(table: Sequence[Game], at: int) -> Iterator[Said]:
    """The lines that the table writes at this step; one may be about an earlier entry that was revealed."""
    if at:
        before, now = ([one for _, one in happened_in(game.record)] for game in table[at - 1 : at + 1])
        yield from (one for n, one in enumerate(now) if n >= len(before) or one != before[n])


def _announced(table: Sequence[Game], at: int) -> Iterator[str]:
    """The announcements to the table that follow this step."""
    before, now = (table[n] for n in (max(at - 1, 0), at))
    yield from (one.words for one in _hearing(now)[len(_hearing(before)) if at else 0 :])


def _hearing(game: Game) -> tuple[r.Hears, ...]:
    """The announcements in a record."""
    return game.record.heard


def _told(truth: Sequence[Game], at: int) -> tuple[str, ...]:
    """The sentences of rules about this kind of step, if his step is known."""
    said = happened_in(truth[at].record)[-1][1] if at else None
    known = isinstance(said, r.Clause) and said.piece == FUGITIVE and len(truth[at - 1].worlds) == 1
    return hints_of(said, truth[at].engine) if isinstance(said, r.Clause) and known else ()


def _sentence(hint: str) -> str:
    return f"{hint[:1].upper()}{hint[1:].rstrip('.')}."


# --- one viewer


@frozen(eq=False, slots=False)
class _Column:
    """A course of games as one viewer sees it."""

    games: Sequence[Game]
    seat: str = ""

    @cached_property
    def verdict(self) -> Verdict:
        return verdict_on(self.games[-1].walk.end)

    @cached_property
    def sentences(self) -> Sentences:
        return Sentences(self.games[-1].seating)

    @cached_property
    def _happened(self) -> list[list[Said]]:
        return [[one for _, one in happened_in(game.record)] for game in self.games]

    def told(self, at: int, known: Game | None = None) -> Told:
        """The step with this number. `known` is the game as far as it can be deduced, if that is more than the record has."""
        game = known or self.games[at]
        if not at:
            stations = {one.piece: one.at for one in game.record.start}
            return Told(self.sentences.start(stations), game.position(self.seat), tuple(self._findings.get(SET_UP, ())))
        first, last = (len(self._happened[n]) for n in (at - 1, at))
        sentence = " ".join(map(self.sentences.of, self._happened[at][first:]))
        findings = (one for n in range(first, last) for one in self._findings.get(n, ()))
        return Told(sentence, game.position(self.seat), tuple(findings))

    @cached_property
    def _findings(self) -> dict[int, list[Finding]]:
        """The findings about each event, by its number, and about the set-up. A finding about the claimed result belongs to the
        last event; findings without a place in the text are left out."""
        lines = {said.line: number for number, (_, said) in enumerate(happened_in(self.games[-1].record))}
        found: dict[int, list[Finding]] = {}
        for one in self.verdict.findings:
            number = len(lines) - 1 if one.check == RESULT else lines.get(one.line, SET_UP)
            if one.line or one.check == RESULT:
                found.setdefault(number, []).append(one)
        return found
