"""Trial games: a few short random games of a rulebook, to test whether it can be played, and what in it never happens.

Each rule can be correct although no game is possible: no piece can ride, or every game is over at once. Only playing shows
that. Seeds are fixed and work is bounded, so the same file always has the same result.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress

from adjudicator.engine import Move, TooMany
from adjudicator.faults import Fault, Place, Refused
from adjudicator.game import Game
from adjudicator.judge.deal import lacking
from adjudicator.judge.decision import Decision
from adjudicator.judge.log_file import Asked
from adjudicator.language import tree as t
from adjudicator.language.tree_walk import walk
from adjudicator.rulebook.inheritance import Merged
from adjudicator.rulebook.model import Rule, Rulebook
from adjudicator.values import frozen
from adjudicator.workshop.mutation import without
from adjudicator.workshop.random_games import Play, maker

GAMES = 3
DECISIONS = 400  # of one game: two or three times as many as the longest edition needs
ROUNDS = 12  # of all games together: if there are fewer, it means nothing that a thing never happened
RULES = 30  # rules of a file that are removed in turn, to test whether the games change
WHOLE = "detectives"  # the seat that sees everything that any pursuer sees

IN_PLAY = (t.Forbid, t.Permit, t.Pay, t.On, t.Show, t.Hide, t.Tell, t.MayPass)

Step = tuple[Decision, Move | None]


@frozen
class Own:
    """One file of a rulebook: its place, the rules and actions that it states or changes, and those of them with a case."""

    head: Place
    things: frozenset[tuple[str | int, ...]]
    tried: frozenset[str]

    @classmethod
    def of(cls, merged: Merged, file: str, tried: Iterable[str]) -> Own:
        source = next(one for one in merged.sources if one.file == file)
        things = (path[:2] for path, (origin, _) in merged.origins.items() if origin is source)
        return cls(source.places.key(("id",)), frozenset(things), frozenset(tried))

    def is_silent(self, path: tuple[str, str]) -> bool:
        """Whether this is a rule or an action of the file without a case."""
        return path in self.things and path[1] not in self.tried


@frozen
class TrialGame:
    """A finished trial game, step by step: the end of a turn is a step without a move."""

    start: Game
    end: Game
    steps: tuple[Step, ...]
    is_whole: bool  # not stopped because of its length

    @property
    def moves(self) -> Iterator[Move]:
        return (move for _, move in self.steps if move is not None)


@frozen
class Trial:
    """The trial games of a rulebook, and the faults that they show."""

    rulebook: Rulebook
    games: tuple[TrialGame, ...]

    def faults(self, own: Own, closely: bool = True) -> Iterator[Fault]:
        """The faults that the games show: warnings about all of them; `closely`, also from the pursuers' view, and notices
        about the file's own rules and actions."""
        if not any(move.legs for game in self.games for move in game.moves):
            yield Fault("W451", own.head, games=len(self.games))
            return
        yield from self._overs(own)
        if closely:
            yield from self._misjudged(own)
            with self.games[0].start.engine.work(), suppress(TooMany):  # faults not found within this work are not reported
                yield from self._notices(own)

    def _overs(self, own: Own) -> Iterator[Fault]:
        """Report that every game is over in its first round, by one ending, without a choice that caused it."""
        lasts = [list(game.moves)[-1:] for game in self.games]
        if any(move.actions for last in lasts for move in last):
            return
        endings = {(end.result.by, end.result.round) if (end := game.end).result else ("", 0) for game in self.games}
        ((by, number), *others) = endings
        if number == 1 and not others:
            rule = self.rulebook.rules[by]
            place, ending = own.head, self.rulebook.origin(rule.section, by)
            yield Fault("W450", place, (ending,), name=by, games=len(self.games), nobody=self._nobody(rule))

    def _nobody(self, rule: Rule) -> str:
        """A kind of pieces that a rule is about and that is in none of these games, or ""."""
        seating = self.games[0].start.seating
        roles = self.rulebook.tables.roles
        gone = {name: role.plural for name, role in roles.items() if not seating.members(name)}
        named = set(self._names(rule.statements))
        return next((plural or name for name, plural in gone.items() if {name, plural} & named), "")

    def _names(self, nodes: Iterable[t.Node]) -> Iterator[str]:
        """The names in statements, including those in the terms that they use."""
        for name in [one.name for node in nodes for one in walk(node) if isinstance(one, t.Name | t.Call)]:
            yield name
            meaning = self.rulebook.scope.names.get(name)
            yield from self._names([meaning.body]) if meaning and meaning.body else ()

    def _misjudged(self, own: Own) -> Iterator[Fault]:
        """Report a legal game that is illegal in the pursuers' own record of it: they would take honest moves for mistakes."""
        for game in self.games:
            try:
                if any(finding.verdict == "illegal" for finding in game.end.findings):
                    continue
                seen = game.end.seen_by(WHOLE)
                wrong = next((one for one in seen.findings if one.verdict == "illegal"), None)
            except Refused as refused:
                yield Fault("W453.refused", own.head, cause=refused.faults[0])
                return
            if wrong is not None:
                yield Fault("W453", own.head, rule=wrong.rule, cause=wrong.message)
                return

    # -- what never happens
    def _notices(self, own: Own) -> Iterator[Fault]:
        rounds = [game.end.round for game in self.games]
        if sum(rounds) < ROUNDS:  # too short to show anything
            return
        if all(game.is_whole and not game.end.is_over for game in self.games):
            yield Fault("N03", own.head, games=len(self.games), rounds=min(rounds) - 1)
        yield from self._actions_never_taken(own)
        yield from self._rules_never_noticed(own)

    def _actions_never_taken(self, own: Own) -> Iterator[Fault]:
        listed = {name for game in self.games for d, _ in game.steps for move in d.options for name in move.actions}
        for name in self.rulebook.actions:
            if name not in listed and own.is_silent(("actions", name)):
                yield Fault("N01", self.rulebook.origin("actions", name), name=name, games=len(self.games))

    def _rules_never_noticed(self, own: Own) -> Iterator[Fault]:
        rules = [rule for rule in self.rulebook.rules.values() if own.is_silent((rule.section, rule.id))]
        for rule in [rule for rule in rules if rule.section == "rules" and _may_be_left_out(rule)][:RULES]:
            changed = without(self.rulebook, rule.id)
            if all(_is_same(game, changed) for game in self.games):
                yield Fault("N02", self.rulebook.origin("rules", rule.id), name=rule.id, games=len(self.games))


def _may_be_left_out(rule: Rule) -> bool:
    """Whether a rule only applies in some situation. Games need its declarations, such as the order of turns."""
    return bool(rule.statements) and all(isinstance(one, IN_PLAY) for one in rule.statements)


def _is_same(trial: TrialGame, rulebook: Rulebook) -> bool:
    """Whether a game is the same under other rules: the same choices at every step, the same states, the same visible facts."""
    try:
        game = Game.of(trial.start.record, rulebook)
    except Refused:  # the dealt cards do not fit the changed rules
        return False
    for decision, move in trial.steps:
        now = game.decision
        if now is None or now.may_end != decision.may_end or _notations(now.options) != _notations(decision.options):
            return False
        game = game.end_turn() if move is None else game.play(move)
    end = trial.end
    return (
        game.result == end.result
        and game.stations == end.stations
        and game.state() == end.state()
        and all(game.tickets(piece) == end.tickets(piece) for piece in end.pieces)
        and game.seen_by(WHOLE).text == end.seen_by(WHOLE).text
    )


def _notations(moves: Iterable[Move]) -> list[str]:
    return [move.notation for move in moves]


def trial_of(asked: Asked) -> Trial | None:
    """The trial games of a variant; None if its board has no cards to deal. Raises Refused if no game can begin, and TooMany if
    a position has too many moves."""
    made = maker(asked)
    if lacking(made.rulebook):
        return None
    plays = [made.played(seed)[1] for seed in range(1, GAMES + 1)]
    with plays[0].game.engine.work():  # all games together may take as much work as the judgement of one record
        return Trial(made.rulebook, tuple(map(_played, plays)))


def _played(play: Play) -> TrialGame:
    """A game up to its end, or up to the limit of work."""
    start, steps = play.game, list[Step]()
    try:
        for step in play.steps():
            steps.append(step)
            if len(steps) == DECISIONS:
                return TrialGame(start, play.game, tuple(steps), is_whole=False)
    except TooMany as much:
        if much.is_of_choices:
            raise
        return TrialGame(start, play.game, tuple(steps), is_whole=False)
    return TrialGame(start, play.game, tuple(steps), is_whole=True)
