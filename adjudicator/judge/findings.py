"""Collects findings: each only once, with the sentence of its rule and its place in the record."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property

from attrs import define, evolve, field

from adjudicator.engine import Act, Cells, Datum, Engine, Reason, Ride, unknown
from adjudicator.judge.verdict import Finding, Notice
from adjudicator.record import transcript as r
from adjudicator.rulebook.facts import Read
from adjudicator.rulebook.model import Rule, Rulebook
from adjudicator.rulebook.readings import basis, status_of
from adjudicator.values import frozen

FEW = 2  # missing rounds that are named; of more, only the first and the last
SHOWN = 6  # stations named in a help about many
Key = tuple[object, ...]


@frozen
class Open:
    """A rule that missing data of one kind leave open: the first finding, the names of the data, the places in the record."""

    finding: Finding
    data: Mapping[Key, str]
    places: frozenset[Key] = frozenset()

    def and_also(self, datum: Datum, place: Key) -> Open:
        is_new = datum.key not in self.data
        if not is_new and place in self.places:
            return self
        return Open(self.finding, {**self.data, datum.key: datum.name} if is_new else self.data, self.places | {place})

    def and_all(self, other: Open) -> Open:
        """The rule, left open by the data of both."""
        return Open(self.finding, {**self.data, **other.data}, self.places | other.places)

    @property
    def named(self) -> Finding:
        """The finding with a message about all data that are missing."""
        if len(self.data) == 1:
            return self.finding
        (first, name), count = next(iter(self.data.items())), len(self.data)
        every = detail = f"{name} (and {count - 1} more of this kind)"
        if first[0] == "attribute":
            every = " and ".join(f"the {what} of {_number(stations)}" for what, stations in self._attributes)
            detail = " and ".join(f"the {what} of {_list(stations)}" for what, stations in self._attributes)
        datum = Datum(first, every)
        facts = {**self.finding.facts, "missing": list(self.data.values())}
        message, help = unknown(self.finding.rule, datum).message, f"write in {datum.source} {detail}"
        return evolve(self.finding, message=message, facts=facts, help=help)

    @property
    def _attributes(self) -> list[tuple[str, list[int]]]:
        """The attributes that are missing on the board, each with its stations."""
        found: dict[str, list[int]] = {}
        for _, what, station in self.data:
            found.setdefault(str(what), []).append(int(str(station)))
        return [(what, sorted(stations)) for what, stations in found.items()]

    @property
    def told(self) -> Finding:
        """The finding with the number of its places."""
        found, times = self.named, len(self.places)
        if times == 1:
            return found
        return evolve(found, message=f"{found.message} ({times} times)", facts={**found.facts, "times": times})


def _kind(key: Key) -> Key:
    """The kind of missing data: one for all attributes of stations, one for each hand, deck, and place of a piece."""
    return key[:1] if key[0] == "attribute" else key[:2]


def _number(stations: list[int]) -> str:
    return f"{len(stations)} stations" if len(stations) > 1 else f"station {stations[0]}"


def _list(stations: list[int]) -> str:
    """The first of these stations, and how many more there are."""
    shown, more = ", ".join(map(str, stations[:SHOWN])), len(stations) - SHOWN
    return f"station{'s' * (len(stations) > 1)} {shown}" + (f" and {more} more" if more > 0 else "")


@define(slots=False)
class Findings:
    """The findings of some steps of a walk, with those `before` them."""

    rulebook: Rulebook
    before: Findings | None = None
    found: list[Finding] = field(factory=list)
    open_ones: dict[tuple[str, Key], Open] = field(factory=dict)  # by rule and kind of missing data
    notices: list[Notice] = field(factory=list)
    round: int = 0
    hidden_entries: int = 0
    doubted: dict[int, Finding] = field(factory=dict)  # marks of entries on which no rule has uncovered him yet
    withdrawn: list[Finding] = field(factory=list)  # found before, and withdrawn since
    leaning: dict[str, None] = field(factory=dict)  # assumed data that legal steps rely on
    _clause: r.Clause | r.TurnEnd | r.Draw | None = None
    _step: r.Step | None = None
    clean_step: bool = True
    unsure: frozenset[Read] = frozenset()  # what may be otherwise than the judge has it
    after_gap: bool = False  # rounds are missing: what depends on everything before cannot be decided any more
    is_adrift: bool = False  # secrets that nobody follows any more may have put any piece anywhere

    def later(self) -> Findings:
        """An empty collection for the steps after these."""
        nothing = not (self.found or self.open_ones or self.notices or self.leaning or self.withdrawn)
        return Findings(
            self.rulebook,
            self.before if nothing else self,
            round=self.round,
            hidden_entries=self.hidden_entries,
            doubted=dict(self.doubted),
            unsure=self.unsure,
            after_gap=self.after_gap,
            is_adrift=self.is_adrift,
        )

    def wants(self, check: str) -> bool:
        """Whether the variant asks for a check of the record."""
        return check in self.rulebook.facts.checks

    def at(self, clause: r.Clause | r.TurnEnd | r.Draw) -> None:
        self._clause, self._step = clause, None
        self.clean_step = True

    def step(self, clause: r.Clause, step: r.Step) -> None:
        self._clause, self._step = clause, step
        self.clean_step = True

    # -- telling
    def illegal(self, rule: Rule | None, message: str, **more: object) -> None:
        """A rule is broken; nothing is reported if the variant has no such rule."""
        self.clean_step = False
        if rule is not None:
            unsure = self.after_gap or self.is_adrift or self.rests_on_doubt(rule.id)
            self._add("undecided" if unsure else "illegal", rule.id, message, **more)

    def failed(self, check: str, message: str, **more: object) -> None:
        """Add a failed check of the record, if the variant asks for it."""
        self.illegal(self.rulebook.facts.checks.get(check), message, check=check, **more)

    def doubt_mark(self, entry: int, message: str) -> None:
        """Add the finding about a mark without a surfacing. It may be withdrawn if he is uncovered before he moves on."""
        count = len(self.found)
        self.failed("surfacing-mark", message)
        if len(self.found) > count:
            self.doubted[entry] = self.found[-1]

    def undoubt(self, entry: int) -> None:
        """Withdraw the finding about the mark of this entry, since he has been uncovered."""
        doubted = self.doubted.pop(entry, None)
        if doubted is not None:
            self.withdrawn.append(doubted)

    def gap(self, rounds: tuple[int, ...], is_said: bool) -> None:
        """Report a gap once, where it begins: rounds are missing, or the record says that they were not written down."""
        self.after_gap = True
        if rounds:
            between = " to " if len(rounds) > FEW else " and "
            shown = between.join(map(str, dict.fromkeys((rounds[0], rounds[-1]))))
            many = f"rounds {shown} are" if len(rounds) > 1 else f"round {shown} is"
            torn = f"; if this page begins in the middle of a game, write `round: {rounds[-1] + 1}` and `entry: ...` at the top"
            help = f"write down what happened, or `{rounds[0]}. ?` if nobody knows{torn if rounds[0] == 1 else ''}"
            help = "" if is_said else help
            self.undecided("round-number", f"{many} {'not written down' if is_said else 'missing'}", help=help)

    def broken(self, reason: Reason, help: str, assumed: tuple[str, ...]) -> None:
        """A step breaks a rule. Behind a gap this is certain only where nothing but rides can have happened in it; behind an
        effect that may have happened, only where the rule does not ask for what that changes."""
        unsure = (self.after_gap and self._acts) or self.is_adrift or self.rests_on_doubt(reason.rule)
        verdict = "undecided" if unsure else "illegal"
        rests = self._rests(reason.rule, reason.term)
        self._add(verdict, reason.rule, reason.message, facts=reason.facts, help=help, assumed=assumed, **rests)

    def undecided(self, check: str, message: str, **more: object) -> None:
        """Add an undecided finding of a check that depends on another undecided point."""
        if self.wants(check):
            self._add("undecided", self.rulebook.facts.checks[check].id, message, check=check, **more)

    def open(self, reason: Reason, **more: object) -> None:
        """Note a rule that cannot be decided: one finding for each kind of missing data."""
        datum = reason.datum
        assert datum is not None
        key, place = (reason.rule, _kind(datum.key)), {**self._place, **more}
        if key not in self.open_ones:
            help = f"write in {datum.source} {datum.name}"
            self._add("undecided", reason.rule, reason.message, help=help, **more)
            self.open_ones[key] = Open(self.found.pop(), {datum.key: datum.name})
        where = tuple(place[part] for part in ("line", "column", "round", "piece", "clause"))
        self.open_ones[key] = self.open_ones[key].and_also(datum, where)

    def guessed(self, part: r.Step) -> None:
        unknown: tuple[object, ...] = (part.to, part.ticket) if isinstance(part, r.Ride) else ()
        if isinstance(part, r.Act) and part.form.place == "entry" and not part.failed:
            unknown = part.values
        self.hidden_entries += None in unknown

    def _add(self, verdict: str, rule: str, message: str, **more: object) -> None:
        identity = self.rulebook.rules.get(rule)
        values = self._place | self._rests(rule) | more
        says = identity.says if identity else ""
        cite = identity.cite if identity else ""
        self.found.append(Finding(verdict, rule, says, cite, message, **values))  # type: ignore[arg-type]

    @property
    def _place(self) -> dict[str, object]:
        """The place of a finding in the record, with its piece and clause."""
        clause, step = self._clause, self._step
        return {
            "line": clause.line + (step.below if step else 0) if clause else 0,
            "column": clause.column + (step.at if step else 0) if clause else 0,
            "length": (step.size if step else len(clause.text)) or 1 if clause else 1,
            "round": self.round,
            "piece": clause.piece if clause and not isinstance(clause, r.TurnEnd) else "",
            "clause": clause.text if clause else "",
        }

    def _rests(self, rule: str, term: str = "") -> dict[str, object]:
        """The status of a rule, or of one of its conditions, and the ruling that it rests on."""
        return {"status": status_of(self.rulebook, rule, term), "basis": basis(self.rulebook, rule, term)}

    def doubt(self, changes: frozenset[Read]) -> None:
        """Note reads whose values may differ: an effect may have changed them, or worlds left out had other secrets."""
        self.unsure |= changes

    def rests_on_doubt(self, rule: str) -> bool:
        """Whether a rule reads a value that may differ."""
        if not self.unsure:
            return False
        return any(self.rulebook.facts.asks(one, self.unsure) for one in self.rulebook.rules[rule].statements)

    @cached_property
    def _acts(self) -> bool:
        """Whether the variant has actions with lasting effects, not only turns of several entries."""
        return any(action.place != "turn" for action in self.rulebook.actions.values())

    # -- assumed data
    def assumed(self, step: Ride | Act, p: Cells, engine: Engine) -> tuple[str, ...]:
        """The assumed data that a verdict on a ride depends on: the line, or its absence."""
        board = engine.board
        if board.is_certain or not isinstance(step, Ride) or step.mode < 0 or step.mode >= engine.seating.width:
            return ()
        origin, mode = engine.ledger.station(p, step.piece), engine.seating.symbol_names[step.mode]
        if not origin or mode not in board.mode_names:
            return ()
        if board.provenance_of("line", mode, origin, step.to) != "assumed":
            return ()
        there = board.line(mode, origin, step.to) is not None
        return (f"{'' if there else 'no '}{mode} {min(origin, step.to)}-{max(origin, step.to)}",)

    def leans_on(self, step: Ride | Act, p: Cells, engine: Engine) -> None:
        """Note that a legal step relies on assumed board data."""
        self.leaning |= dict.fromkeys(self.assumed(step, p, engine))

    # -- all of it
    @property
    def every(self) -> tuple[Findings, ...]:
        """All collections of findings up to this one, the first ones first."""
        found, one = list[Findings](), self
        while one.before is not None:
            found.append(one)
            one = one.before
        return (one, *reversed(found))

    def whole(self) -> Findings:
        """All findings up to here as one collection with nothing before."""
        if self.before is None and not self.withdrawn:
            return self
        every = self.every
        withdrawn = {id(finding) for one in every for finding in one.withdrawn}
        open_ones: dict[tuple[str, Key], Open] = {}
        for one in every:
            for key, point in one.open_ones.items():
                open_ones[key] = open_ones[key].and_all(point) if key in open_ones else point
        return evolve(
            self,
            before=None,
            found=[finding for one in every for finding in one.found if id(finding) not in withdrawn],
            open_ones=open_ones,
            notices=[notice for one in every for notice in one.notices],
            leaning={line: None for one in every for line in one.leaning},
            withdrawn=[],
        )

    def all(self) -> tuple[Finding, ...]:
        """All findings of these steps alone, in the order of the record."""
        opened = list(self._opened())
        left = [one for one in self.found if not any(one is other for other in self.withdrawn)]
        return tuple(sorted([*left, *opened], key=lambda one: (one.line, one.column, one.rule)))

    def _opened(self) -> Iterator[Finding]:
        """The undecided points. An ending that depends only on the missing data of another point is named there, as is any rule
        that depends only on the station of a piece after an unreadable ride."""
        points: list[tuple[Open, list[str]]] = []
        for one in sorted(self.open_ones.values(), key=lambda one: self._is_ending(one.finding.rule)):
            follows = self._is_ending(one.finding.rule) or all(kind == "cell" for kind, *_ in one.data)
            same = (also for other, also in points if follows and one.data.keys() <= other.data.keys())
            also = next(same, None)
            if also is None:
                points.append((one, []))
            else:
                also.append(one.finding.rule)
        for one, also in points:
            found, more = one.told, f"; for the same reason undecided: {', '.join(also)}"
            yield evolve(found, message=found.message + more, facts={**found.facts, "also": also}) if also else found

    def _is_ending(self, rule: str) -> bool:
        identity = self.rulebook.rules.get(rule)
        return identity is not None and identity.section == "endings"
