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
from adjudicator.judge.written_steps import Guess, Unread, hides, named_mode
from adjudicator.record import transcript as r
from adjudicator.values import frozen

TRIED = 6  # ways to take a step that are judged in one world if none is legal
ENOUGH = 200  # judged steps after which no other rule will turn out to refuse most; then one way in each world is judged,
# to see whether a reason holds in all of them. With one world for each station, a fifth is enough.


@frozen
class Against:
    """The reasons why no course is left: the rule that refuses most often, and the reasons in every world, or else in some."""

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
        """Follow every route that fits a step. If none is left, add a finding and let him be anywhere."""
        state = self.state
        if state.tried > w.most_tried(state.engine):
            self._lose_track()
        if state.is_blind:
            state.findings.guessed(part)
            state.worlds = self._played_anyway(part, step)
            return
        found = self._followed(part, step)
        if found:
            state.findings.guessed(part)
            state.worlds = found
        else:
            self._nothing_fits(part, step)

    def _followed(self, part: r.Step, step: Ride | Act | Unread) -> list[World]:
        """Every world after a step that fits. With one world for each station, each way to a station is tried once."""
        state, found, taken = self.state, list[World](), set[w.Way]()
        tries, now, most = self._tries(part, step, taken), state.now, w.most(state.engine)
        heard, is_told, state.told = self.heard, self.heard.is_told, None
        with state.engine.question():
            for world in state.worlds:
                for one, after in tries(world.cells):
                    if is_told and not heard.fits(after, now[0]):
                        continue
                    if state.lost and isinstance(one, Ride):
                        taken.add((one.ticket, one.to))
                    found.append(World(after, (world.course, now, one)))
                    state.tried += 1
                if len(found) > 2 * most and not state.lost:
                    found = w.distinct(found)
                    if len(found) > most:
                        self._lose_track()
        return self._kept(found)

    def _kept(self, worlds: list[World]) -> list[World]:
        """The worlds to follow: each position once; if they are too many, one for each station."""
        worlds = w.distinct(worlds)
        if len(worlds) > w.most(self.state.engine):
            self._lose_track()
        return w.one_for_each_station(worlds, self.state.engine) if self.state.lost else worlds

    def _lose_track(self) -> None:
        """Keep one world for each station from now on, since there are too many courses to follow. Rules that read secrets
        decide nothing any more: worlds that are left out may have had others, and these may have ended the game."""
        state = self.state
        if not state.lost:
            state.lost = True
            state.worlds = w.one_for_each_station(state.worlds, state.engine)
            state.findings.doubt(state.engine.rulebook.facts.secrets)
            state.findings.is_adrift |= state.engine.rulebook.facts.secrets_displace
        if state.is_blind and not state.engine.endless:
            state.go_on_without_end()

    def judged(self, p: Cells, step: Ride | Act, part: r.Step) -> Judged:
        refusals = self.state.engine.refusals
        if isinstance(step, Ride):
            return refusals.ride(p, step.piece, step.ticket, named_mode(part, step), step.to)
        return refusals.act(p, step)

    # -- what is tried
    def _tries(self, part: r.Step, step: Ride | Act | Unread, taken: set[w.Way]) -> w.Try:
        """The steps to try in each world, apart from overlooked facts, and from rides that are `taken`."""
        (index, number), overlooked, engine = self.state.now, self.state.overlooked, self.state.engine
        if isinstance(step, Act) and overlooked.has("act", index) and overlooked.part in (-1, number):
            return lambda p: [(step, engine.step(p, step))]
        tries = self._fitting(part, step, taken)
        return partial(self._without_piece, tries) if overlooked.has("piece", index) else tries

    def _fitting(self, part: r.Step, step: Ride | Act | Unread, taken: set[w.Way]) -> w.Try:
        engine = self.state.engine
        if isinstance(step, Unread) and step.guess is not None:
            return w.rides(step.guess, engine, taken)
        if isinstance(step, Ride):
            return w.rides(Guess(step.ticket, named_mode(part, step), step.to), engine, taken)
        act, unknown = (step, set[int]()) if isinstance(step, Act) else (step.act, step.unknown)
        assert act is not None
        is_doubtful = self.state.lost and self.state.findings.rests_on_doubt(act.action)
        return (w.acts_anyway if is_doubtful else w.acts)(act, unknown, engine)

    def _without_piece(self, tries: w.Try, p: Cells) -> Iterator[w.Tried]:
        """The tries in a world with one pursuer, or all of them, taken off the board; afterwards they are back."""
        ledger, piece = self.state.ledger, self.state.overlooked.piece
        some = (piece,) if piece else tuple(range(1, self.state.engine.seating.count))
        p = p[:]
        stood = ledger.put_without(p, some)
        for one, after in tries(p):
            ledger.put_back(after, some, stood)
            yield one, after

    # -- what nobody saw
    def unseen(self, index: int) -> None:
        """Add worlds in which unseen actions were taken, each once, or as often as announcements after this clause remain
        unexplained. A record of the table does not contain these actions."""
        state, engine = self.state, self.state.engine
        acts = w.unseen(engine)
        if not acts or state.is_blind or not self._leaves_out:
            return
        if state.now[0] > self._last_asked:
            acts = tuple(act for act in acts if act.piece == FUGITIVE)
        counting = engine.question(w.most_unseen(engine), state.tried_unseen)
        try:
            self._acted_unseen(acts, index, counting)
            state.tried_unseen = counting.spent
        except TooMany:
            state.tried_unseen = w.most_unseen(engine)
            self._lose_track()

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
        state.worlds = self._kept(list(found.values()))

    def begun_unseen(self, entries: int) -> None:
        """Follow a turn of several entries for which the record names no action: keep the worlds after an unseen action that
        allows it."""
        state, engine = self.state, self.state.engine
        with engine.question():
            found = [
                World(after, world.course)
                for world in state.worlds
                for act in w.unseen_turns(engine, entries)
                if not state.ledger.is_inside_turn(world.cells)
                for _, after in w.any_way(act, engine)(world.cells)
            ]
        state.worlds = self._kept(found) or state.worlds

    @cached_property
    def _last_asked(self) -> int:
        return w.last_asked(self.state.transcript, self.state.engine.rulebook)

    @cached_property
    def _leaves_out(self) -> bool:
        """Whether this record leaves out unseen actions: it is public, or hides an entry of his; his own log has everything."""
        transcript = self.state.transcript
        return transcript.is_public or hides(transcript)

    # -- when nothing fits
    def _nothing_fits(self, part: r.Step, step: Ride | Act | Unread) -> None:
        state, engine = self.state, self.state.engine
        places = list(state.stations())
        shown = ", ".join(map(str, places[:12])) + (" …" if len(places) > 12 else "")
        against = self._against(part, step)
        why = f"just before this he could only have been at {shown}"
        if against.always is not None:  # the same in every world; with a single place, that is worth naming, too
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
        """The reasons against a step in the possible worlds, as far as it takes to find the main one."""
        always: list[Reason] | None = None
        rules: dict[str, int] = {}
        said: dict[str, None] = {}
        count = 0
        lost = self.state.lost
        enough = ENOUGH // 5 if lost else ENOUGH
        for world in self.state.worlds:
            if count >= enough and (lost or not always):
                always = None
                break
            for judged in islice(self._all_judged(world.cells, part, step), TRIED if count < enough else 1):
                broken, count = judged.broken, count + 1
                always = [one for one in broken if always is None or one in always]
                rules |= {rule: rules.get(rule, 0) + 1 for rule in dict.fromkeys(one.rule for one in broken)}
                said |= dict.fromkeys(one.message for one in broken[:1])
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
        """Judge the rides that a guess may stand for: its ticket, or any, along every line from his station."""
        engine = self.state.engine
        here = engine.ledger.station(p, FUGITIVE)
        stations: Iterable[int] = {to for _, to, _ in engine.board.lines_from(here)} if guess.to is None else {guess.to}
        for ticket in engine.seating.ticket_codes if guess.ticket is None else (guess.ticket,):
            for to in sorted(stations):
                yield engine.refusals.ride(p, FUGITIVE, ticket, guess.mode, to)

    def _reached(self, part: r.Step) -> str:
        """The stations in reach with the ticket of a ride from every place where he could be, as a help text."""
        if not isinstance(part, r.Ride) or not part.ticket:
            return ""
        engine = self.state.engine
        ticket, alternatives = engine.seating.symbols[part.ticket], engine.refusals.alternatives
        found = sorted({to for world in self.state.worlds for to in alternatives(world.cells, FUGITIVE, ticket)})
        shown = ", ".join(map(str, found[:24])) + (" …" if len(found) > 24 else "")
        return f"from there by {part.ticket}: {shown}" if found else ""

    def _played_anyway(self, part: r.Step, step: Ride | Act | Unread) -> list[World]:
        """The worlds if the record continues as if the step had been possible: at the station that it names, or at any."""
        found = list(self._anyway(part, step))
        if not found:
            return self.state.worlds
        station, now = self.state.ledger.station, self.state.now
        return w.distinct(World(p, (None, now, station(p, FUGITIVE))) for p in found)

    def _anyway(self, part: r.Step, step: Ride | Act | Unread) -> Iterator[Cells]:
        engine, p = self.state.engine, self.state.p
        if isinstance(step, Act):
            yield from (engine.step(world.cells, step) for world in self.state.worlds)
        elif isinstance(step, Unread) and step.act is not None:
            if engine.rulebook.actions[step.act.action].place == "instead of entry":
                yield from (engine.step(p, one) for one in w.filled(step.act, step.unknown, engine))
        else:
            stations = [part.to] if isinstance(part, r.Ride) and part.to else list(engine.board.stations)
            ticket = engine.seating.symbols.get(part.ticket or "", -1) if isinstance(part, r.Ride) else -1
            for world in self.state.worlds[: max(1, w.most(engine) // len(stations))]:
                yield from (engine.ridden_anyway(world.cells, FUGITIVE, ticket, station) for station in stations)
