"""Hidden play in a record: every course that fits is followed; if none is left, that is a finding."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property, partial
from itertools import islice

from adjudicator.engine import FUGITIVE, Act, Cells, Counting, Judged, Reason, Ride, TooMany
from adjudicator.judge import worlds as w
from adjudicator.judge.heard import Heard
from adjudicator.judge.walk_state import WalkState
from adjudicator.judge.worlds import World
from adjudicator.judge.written_steps import Guess, Unread, named_mode
from adjudicator.record import transcript as r
from adjudicator.values import frozen

TRIED = 6  # ways to take a step that are judged in one world, when none is legal
ENOUGH = 200  # after so many judged steps no rule will turn up that is against most; then one way in each world is judged,
# to see whether a reason holds in all of them. Where many steps were tried before, a fifth has to do.


@frozen
class Against:
    """Why no course is left: the rule that refuses most often, the reasons in every world, or else those in some."""

    rule: str
    always: Reason | None
    some: str = ""


@frozen(eq=False, slots=False)
class HiddenMoves:
    state: WalkState

    @cached_property
    def heard(self) -> Heard:
        return Heard(self.state)

    def follow(self, part: r.Step, step: Ride | Act | Unread) -> None:
        """Follow every route that fits; if none is left, that is a finding, and any station is possible again."""
        state, found = self.state, self._anywhere(step)
        if found:
            state.findings.guessed(part)
            state.worlds = found
            return
        tries = self._tries(part, step)
        now, taken = state.now, set[int]()
        station, coarse = state.ledger.station, state.overlooked.coarse
        heard, is_told, state.told = self.heard, self.heard.is_told, None
        room = 2 * self._most
        with state.engine.question():
            for world in state.worlds:
                for one, after in tries(world.cells):
                    if is_told and not heard.fits(after, now[0]):
                        continue
                    if coarse:  # one world a station will do
                        here = station(after, FUGITIVE)
                        if here in taken:
                            continue
                        taken.add(here)
                    found.append(World(after, (world.course, now, one)))
                    state.tried += 1
                if len(found) > room:
                    found = self._fewer(w.distinct(found))
                    room = 2 * max(self._most, len(found))  # otherwise those that cannot be made fewer are tried for each
        found = self._fewer(w.distinct(found))
        if found:
            state.findings.guessed(part)
            state.worlds = found
            return
        self._nothing_fits(part, step)

    def _anywhere(self, step: Ride | Act | Unread) -> list[World]:
        """Every world after a ride that leads nobody knows where, if there is nothing to find out: many steps were tried, and
        he may be on most stations. To judge each of his rides from each of these would take long and exclude hardly one."""
        state, engine = self.state, self.state.engine
        guess = step.guess if isinstance(step, Unread) else None
        if guess is None or guess.mode is not None or guess.to is not None or self.heard.is_told:
            return []
        if state.tried <= w.most_tried(engine):
            return []
        if engine.endless:  # a table that played on: what it saw is looked for, and not where he is
            return w.anywhere(state.worlds, engine, state.now, guess.ticket)[:1]
        if 2 * len(state.stations()) <= len(engine.board.stations):
            return []
        state.merged = True
        return w.anywhere(state.worlds, engine, state.now, guess.ticket)

    def _fewer(self, worlds: list[World]) -> list[World]:
        """As many as can be followed."""
        if len(worlds) <= self._most:
            return worlds
        self.state.merged = True
        return w.merged(worlds, self.state.engine)

    @property
    def _most(self) -> int:
        """Once some worlds were taken together the answer is a bound, and fewer of them bound it as well."""
        most = w.most(self.state.engine)
        return most // 10 if self.state.merged or self.state.tried > w.most_tried(self.state.engine) else most

    def judged(self, p: Cells, step: Ride | Act, part: r.Step) -> Judged:
        refusals = self.state.engine.refusals
        if isinstance(step, Ride):
            return refusals.ride(p, step.piece, step.ticket, named_mode(part, step), step.to)
        return refusals.act(p, step)

    # -- what is tried
    def _tries(self, part: r.Step, step: Ride | Act | Unread) -> w.Try:
        """The steps to try in each world, apart from overlooked facts."""
        (index, number), overlooked, engine = self.state.now, self.state.overlooked, self.state.engine
        if isinstance(step, Act) and overlooked.has("act", index) and overlooked.part in (-1, number):
            return lambda p: [(step, engine.player.step(p, step))]
        tries = self._fitting(part, step)
        return partial(self._without_piece, tries) if overlooked.has("piece", index) else tries

    def _fitting(self, part: r.Step, step: Ride | Act | Unread) -> w.Try:
        engine, facts = self.state.engine, self.state.engine.rulebook.facts
        if isinstance(step, Unread) and step.guess is not None:
            return w.rides(step.guess, engine, self._despite(facts.deciding_by_secrets))
        if isinstance(step, Unread):
            assert step.act is not None
            return w.acts(step.act, step.unknown, engine, self._despite(facts.requiring_secrets))
        if isinstance(step, Ride):
            guess = Guess(step.ticket, named_mode(part, step), step.to)
            return w.rides(guess, engine, self._despite(facts.deciding_by_secrets))
        return w.acts(step, set(), engine, self._despite(facts.requiring_secrets))

    def _despite(self, rules: frozenset[str]) -> frozenset[str]:
        """Rules and actions that hang on secrets: they cannot say no any more once worlds were left out."""
        return rules if self.state.merged else frozenset()

    def _without_piece(self, tries: w.Try, p: Cells) -> Iterator[w.Tried]:
        """As if one pursuer were not there, or none of them; afterwards they are back."""
        ledger, piece = self.state.ledger, self.state.overlooked.piece
        some = (piece,) if piece else tuple(range(1, self.state.engine.seating.count))
        p = p[:]
        stood = ledger.put_without(p, some)
        for one, after in tries(p):
            ledger.put_back(after, some, stood)
            yield one, after

    # -- what nobody saw
    def unseen(self, index: int) -> None:
        """No record of the table has the unseen actions: add worlds in which they were taken, each once, or as often
        as the record has announcements after this clause that nothing else explains.

        Where so much can be done unseen that it cannot be followed, what changes nothing but secrets is left out from then on,
        and what hangs on these is not known any more.
        """
        state, engine = self.state, self.state.engine
        acts, most = w.unseen(engine), w.most_unseen(engine)
        if not acts or not self._leaves_out:
            return
        if state.now[0] > self._last_asked:
            acts = tuple(act for act in acts if act.piece == FUGITIVE)
        needed = tuple(act for act in acts if act.action not in engine.rulebook.facts.changing_secrets_alone)
        if state.tried_unseen <= most:
            counting = engine.question(most, state.tried_unseen)
            try:
                self._acted_unseen(acts, index, counting)
                return
            except TooMany:
                state.merged = True
            finally:
                state.tried_unseen = counting.spent
        counting = engine.question(2 * most, state.tried_unseen)
        self._acted_unseen(needed, index, counting)
        state.tried_unseen = counting.spent

    def _acted_unseen(self, acts: tuple[Act, ...], index: int, counting: Counting) -> None:
        state, engine, heard = self.state, self.state.engine, self.heard
        if not any(w.has_place(act, world.cells, engine) for world in state.worlds for act in acts):
            return
        found, new = {tuple(world.cells): world for world in state.worlds}, state.worlds
        tries = [(act, w.any_way(act, engine)) for act in acts]
        with counting:
            for _ in range(max(len(acts), heard.missing(index))):  # one after another; a route does not contain it
                tried = ((world, ways) for world in new for act, ways in tries if w.has_place(act, world.cells, engine))
                after = (World(p, world.course) for world, ways in tried for _, p in ways(world.cells))
                fitting = (world for world in w.distinct(after) if not heard.is_told or heard.fits(world.cells, index))
                new = [world for world in fitting if tuple(world.cells) not in found]
                if not new:
                    break
                found |= {tuple(world.cells): world for world in new}
        state.worlds = self._fewer(list(found.values()))

    def begun_unseen(self, entries: int) -> None:
        """He writes so many entries in one turn, and the record names nothing that lets him: he did so unseen."""
        state, engine = self.state, self.state.engine
        with engine.question():
            found = [
                World(after, world.course)
                for world in state.worlds
                for act in w.unseen_turns(engine, entries)
                if not state.ledger.is_inside_turn(world.cells)
                for _, after in w.any_way(act, engine)(world.cells)
            ]
        state.worlds = self._fewer(w.distinct(found)) or state.worlds

    @cached_property
    def _last_asked(self) -> int:
        return w.last_asked(self.state.transcript, self.state.engine.rulebook)

    @cached_property
    def _leaves_out(self) -> bool:
        """Whether this is a record of the table, which says so or hides some entry of his; his own log tells everything."""
        transcript = self.state.transcript
        if transcript.is_public:
            return True
        his = (clause for clause in transcript.clauses if clause.piece == transcript.fugitive)
        return any(isinstance(part, r.Ride) and part.to is None for clause in his for part in clause.parts)

    # -- when nothing fits
    def _nothing_fits(self, part: r.Step, step: Ride | Act | Unread) -> None:
        state, engine = self.state, self.state.engine
        places = list(state.stations())
        shown = ", ".join(map(str, places[:12])) + (" …" if len(places) > 12 else "")
        against = self._against(part, step)
        why = f"just before this he could only have been at {shown}"
        if against.always is not None:  # alike in every world; only where there is one place, that is worth saying too
            why = against.always.message if len(places) > 1 else f"{why}: {against.always.message}"
        acts = step if isinstance(step, Act) else step.act if isinstance(step, Unread) else None
        usual = acts.action if acts else engine.refusals.line_rule(FUGITIVE).id
        state.findings.illegal(
            engine.rulebook.rules[against.rule or usual],
            f"no possible route fits: {why}",
            facts={"possible": places},
            help=self._reached(part) or against.some,
        )
        state.worlds = self._played_anyway(part, step)

    def _against(self, part: r.Step, step: Ride | Act | Unread) -> Against:
        """The reasons against a step in the possible worlds; stops when it has seen enough."""
        always: list[Reason] | None = None
        rules: dict[str, int] = {}
        said: dict[str, None] = {}
        count = 0
        tired = self.state.tried > w.most_tried(self.state.engine)
        enough = ENOUGH // 5 if tired else ENOUGH
        for world in self.state.worlds:
            if count >= enough and (tired or not always):
                always = None
                break
            for judged in islice(self._all_judged(world.cells, part, step), TRIED if count < enough else 1):
                broken, count = judged.broken, count + 1
                always = [one for one in broken if always is None or one in always]
                rules |= {rule: rules.get(rule, 0) + 1 for rule in dict.fromkeys(one.rule for one in broken)}
                said |= dict.fromkeys(one.message for one in broken[:1])
        self.state.tried += count
        rule = max(rules, key=lambda one: rules[one], default="")
        if always:
            return Against(always[0].rule, always[0])
        return Against(rule, None, "; ".join(list(said)[:3]) + (" …" if len(said) > 3 else ""))

    def _all_judged(self, p: Cells, part: r.Step, step: Ride | Act | Unread) -> Iterator[Judged]:
        """The reasons in one world against a step, or against each that it may stand for."""
        if isinstance(step, Unread) and step.guess is not None:
            yield from self._rides_judged(p, step.guess)
        elif isinstance(step, Unread):
            assert step.act is not None
            for act in w.filled(step.act, step.unknown, self.state.engine):
                yield self.state.engine.refusals.act(p, act)
        else:
            yield self.judged(p, step, part)

    def _rides_judged(self, p: Cells, guess: Guess) -> Iterator[Judged]:
        """With the ticket that the record names, or any, along every line from where he stands."""
        engine = self.state.engine
        here = engine.ledger.station(p, FUGITIVE)
        stations: Iterable[int] = {to for _, to, _ in engine.board.lines_from(here)} if guess.to is None else {guess.to}
        for ticket in engine.seating.ticket_codes if guess.ticket is None else (guess.ticket,):
            for to in sorted(stations):
                yield engine.refusals.ride(p, FUGITIVE, ticket, guess.mode, to)

    def _reached(self, part: r.Step) -> str:
        """Where the ticket of a ride would have taken him from all the places he could be on."""
        if not isinstance(part, r.Ride) or not part.ticket:
            return ""
        engine = self.state.engine
        ticket, alternatives = engine.seating.symbols[part.ticket], engine.refusals.alternatives
        found = sorted({to for world in self.state.worlds for to in alternatives(world.cells, FUGITIVE, ticket)})
        shown = ", ".join(map(str, found[:24])) + (" …" if len(found) > 24 else "")
        return f"from there by {part.ticket}: {shown}" if found else ""

    def _played_anyway(self, part: r.Step, step: Ride | Act | Unread) -> list[World]:
        """The record continues as if it had been possible: on the station that it names, or on any."""
        found = list(self._anyway(part, step))
        if not found:
            return self.state.worlds
        station, now = self.state.ledger.station, self.state.now
        return w.distinct(World(p, (None, now, station(p, FUGITIVE))) for p in found)

    def _anyway(self, part: r.Step, step: Ride | Act | Unread) -> Iterator[Cells]:
        engine, p = self.state.engine, self.state.p
        if isinstance(step, Act):
            yield from (engine.player.step(world.cells, step) for world in self.state.worlds)
        elif isinstance(step, Unread) and step.act is not None:
            if engine.rulebook.actions[step.act.action].place == "instead of entry":
                yield from (engine.player.step(p, one) for one in w.filled(step.act, step.unknown, engine))
        else:
            stations = [part.to] if isinstance(part, r.Ride) and part.to else list(engine.board.stations)
            ticket = engine.seating.symbols.get(part.ticket or "", -1) if isinstance(part, r.Ride) else -1
            for world in self.state.worlds[: max(1, self._most // len(stations))]:
                yield from (engine.ridden_anyway(world.cells, FUGITIVE, ticket, station) for station in stations)
