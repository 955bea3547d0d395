"""A table: one rulebook, one board, one seating, and the hooks compiled for them.

A hook is a generated Python function. All text of them is written here from the parts of the compiler, compiled and run once,
and never read again. `sy-judge variant show --compiled` prints it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property
from typing import Any

from attrs import evolve, field

from adjudicator.board.model import Board
from adjudicator.engine.action_code import ActionCode, is_written
from adjudicator.engine.budget import Budget
from adjudicator.engine.decisions import Decisions
from adjudicator.engine.disclosure_code import DisclosureCode
from adjudicator.engine.ending_code import EndingCode
from adjudicator.engine.expressions import Spot
from adjudicator.engine.frame import Ending, Frame, Refusal
from adjudicator.engine.identifiers import of_action, word
from adjudicator.engine.layout import Layout
from adjudicator.engine.lines import Lines
from adjudicator.engine.moment_code import MOMENTS, MomentCode, moment_name
from adjudicator.engine.profiles import Profile, Profiles, events_of_rides
from adjudicator.engine.ride_code import RideCode
from adjudicator.engine.runtime import careful, plain
from adjudicator.engine.seating import FUGITIVE, Seat, Seating
from adjudicator.engine.unknown import Supposed, decide, on_record, set_on_record
from adjudicator.language import tree as t
from adjudicator.rulebook.facts import NOW
from adjudicator.rulebook.loader import suspicion
from adjudicator.rulebook.model import Action, Rulebook
from adjudicator.values import frozen

Names = dict[str, Any]
STEP = "p, q=-1, t=-1, m=-1, a=0, b=0, v=(), h=0, e=0"  # what a question about a step may ask for


@frozen(eq=False, slots=False)
class Table:
    seating: Seating
    supposed: Supposed = field(factory=Supposed, repr=False)

    @property
    def rulebook(self) -> Rulebook:
        return self.seating.rulebook

    @property
    def board(self) -> Board:
        return self.seating.board

    @property
    def seats(self) -> tuple[Seat, ...]:
        return self.seating.seats

    @cached_property
    def layout(self) -> Layout:
        layout = Layout(self.seating)
        assert layout.size
        return layout

    @cached_property
    def profiles(self) -> Profiles:
        return Profiles(self.seating)

    @cached_property
    def frame(self) -> Frame:
        return Frame(self.layout, self.profiles)

    @cached_property
    def careful_frame(self) -> Frame:
        assert self.hooks  # which number the endings
        return Frame(self.layout, self.profiles, careful=True, endings=dict(self.frame.endings))

    @cached_property
    def decisions(self) -> Decisions:
        return Decisions(self.supposed)

    @cached_property
    def budget(self) -> Budget:
        return Budget(self.rulebook, self.decisions.renew)

    # -- the three writings
    @cached_property
    def text(self) -> str:
        return "\n".join(source(self.frame))

    @cached_property
    def hooks(self) -> Mapping[str, Any]:
        """The plainly written hooks by name."""
        with suspicion():
            names = {**plain(self.layout), **self.budget.names}
            self._run(self.text, "rules", names)
            for k, profile in enumerate(self.profiles.every):
                lines = Lines(self.frame, k, profile, names[f"refused_{k}"])
                names |= {f"LINES_{k}": lines.some, f"ALL_{k}": lines.all, f"lines_{k}": lines}
            return names

    @cached_property
    def careful_hooks(self) -> Mapping[str, Any]:
        """The carefully written ones: they stop at what is not known."""
        with suspicion():
            names = {**plain(self.layout), **careful(self.layout, self.supposed), **self.budget.names}
            for k in range(len(self.profiles.every)):
                names[f"LINES_{k}"], names[f"ALL_{k}"] = self.hooks[f"LINES_{k}"], self.hooks[f"ALL_{k}"]
            self._run("\n".join([*source(self.careful_frame), *self._single()]), "careful rules", names)
            return names

    @cached_property
    def hopeful_hooks(self) -> Mapping[str, Any]:
        """The plain ones, but those that list rides and actions list everything that is not surely refused."""
        frame = evolve(self.careful_frame, hopeful=True)
        text: list[str] = []
        for k, profile in enumerate(self.profiles.every):
            text += RideCode(frame, k, profile).listing(f"rides_{k}", (), "legal")
            text += RideCode(frame, k, profile).listing(f"losing_rides_{k}", (), "losing")
        for action in self.rulebook.actions.values():
            text += ActionCode(frame, action).legal()
        names = {**self.careful_hooks, "surely": self._surely, "perhaps": self._perhaps}
        names |= {"on_record": on_record, "set_on_record": set_on_record}
        self._run("\n".join(text), "hopeful rules", names)
        lists = {name: hook for name, hook in names.items() if name.startswith(("rides_", "losing_rides_", "legal__"))}
        return {**self.hooks, **lists}

    def _surely(self, ask: Callable[[], object]) -> bool:
        return decide(ask, self.supposed).answer is True

    def _perhaps(self, ask: Callable[[], object]) -> bool:
        return decide(ask, self.supposed).answer is not False

    def _single(self) -> Iterator[str]:
        """One function for each refusal and kind of piece, for the judge who wants every reason; for actions, which may
        follow their entry, also one that looks back at an entry that is written."""
        frame = self.careful_frame
        for k, profile in enumerate(self.profiles.every):
            for one in frame.refusals:
                for written in (False, True) if set(one.statement.event.names) - {"ride", "entry"} else (False,):
                    yield f"def forbid_{one.number}_{k}_{written:d}(p, q, t, m, a, b, v, h, e):"
                    yield f"    return {frame.condition(one, frame.spot(profile, written))}"

    # -- compiling
    def compiled(self, source: Iterable[str], what: str, more: Mapping[str, Any] | None = None) -> Mapping[str, Any]:
        """More functions, written with the plain hooks and these names."""
        names = {**self.hooks, **(more or {})}
        self._run("\n".join(source), what, names)
        return names

    def compiled_carefully(self, source: Iterable[str], what: str) -> Mapping[str, Any]:
        names = dict(self.careful_hooks)
        self._run("\n".join(source), what, names)
        return names

    def _run(self, text: str, what: str, names: Names) -> None:
        exec(compile(text, f"<{what} of {self.rulebook.id}>", "exec"), names)

    @cached_property
    def _questions(self) -> dict[tuple[object, ...], Callable[..., Any]]:
        return {}

    def question(self, node: t.Expression, spot: Spot, is_careful: bool = False) -> Callable[..., Any]:
        """A function that gives the value of an expression; its parameters are those of a step. Names that the spot knows are
        parameters, too."""
        key = (id(node), spot.piece, spot.written, spot.disclosed, tuple(spot.names.items()), is_careful)
        found = self._questions.get(key)
        if found is None:
            frame = self.careful_frame if is_careful else self.frame
            more = "".join(f", {local}=None" for local in spot.names.values())
            names = dict(self.careful_hooks if is_careful else self.hooks)
            lines = [f"def ask({STEP}{more}):", f"    return {frame.values.of(node, spot)}"]
            self._run("\n".join(lines), "questions", names)
            found = self._questions[key] = names["ask"]
        return found

    def value(self, node: t.Expression, p: list[int]) -> Any:
        """The value of an expression when nobody acts: before the game, for amounts and places."""
        return self.question(node, Spot("-1"))(p)

    # -- what is known about them
    def refusing(self, one: Refusal, piece: int, action: Action | None = None) -> Callable[..., Any]:
        """The question whether this refuses a ride of a piece, or an action of it."""
        written = action is not None and is_written(action)
        hook: Callable[..., Any] = self.careful_hooks[f"forbid_{one.number}_{self.profiles.of[piece]}_{written:d}"]
        return hook

    @cached_property
    def endings(self) -> Mapping[int, Ending]:
        assert self.hooks
        return {number: ending for ending, number in self.frame.endings.items()}

    def actions_at(self, *places: str) -> list[Action]:
        return [action for action in self.rulebook.actions.values() if action.place in places]

    def ends_by(self, action: Action) -> bool:
        """Whether an action may end the game."""
        return bool(self.frame.wins_after(*_event_of(self.frame, action)))

    def actors(self, action: Action) -> tuple[int, ...]:
        return self.seating.members(action.table.by)


def source(frame: Frame) -> Iterator[str]:
    """All hooks as text, in the order in which a game meets them."""
    moments, endings = MomentCode(frame), EndingCode(frame)
    if not frame.careful:
        yield from moments.set_up()
    for k, profile in enumerate(frame.profiles.every):
        rides = RideCode(frame, k, profile)
        pieces = ", ".join(frame.layout.seating.names(profile))
        yield f"# ---- {pieces!a}"  # names come from outside: quoted, they stay on their line
        if not frame.careful:
            yield from rides.static()
        yield from rides.listing(f"rides_{k}", (), "legal")
        yield from rides.listing(f"losing_rides_{k}", (), "losing")
        yield from rides.losing()
        if not frame.careful:
            yield from rides.apply()
            yield from rides.on_event("stay")
            yield from rides.on_event("pass")
            yield from rides.on_event("resign")
        yield from endings.after(f"ends_ride_{k}", events_of_rides(profile), profile)
        yield from endings.after(f"ends_resign_{k}", {"resign"}, profile)
    yield "# ---- actions"
    for action in frame.layout.rulebook.actions.values():
        yield from _of_action(frame, action)
    yield "# ---- rounds and turns"
    for edge, of, side in MOMENTS:
        if not frame.careful:
            yield from moments.moment(edge, of, side)
        yield from endings.at(f"ends_{moment_name(edge, of, side)}", edge, of, side)
    yield from moments.moves("must", t.MustMove, 0, t.MayPass)
    yield from moments.moves("may", t.MayMove, 1)
    if not frame.careful:
        yield from DisclosureCode(frame).shows()
    yield from _can(frame)


def _of_action(frame: Frame, action: Action) -> Iterator[str]:
    one = ActionCode(frame, action)
    yield from one.legal()
    yield from one.requirements() if frame.careful else one.do()
    yield from one.answer()
    yield from EndingCode(frame).after(of_action("ends", action.id), *_event_of(frame, action))


def _event_of(frame: Frame, action: Action) -> tuple[set[str], Profile]:
    """The events that an action is, and who may take it."""
    events = {action.id, action.table.group or action.id}
    if action.place == "instead of entry":
        events.add("entry")
    return events, frame.layout.seating.members(action.table.by) or (FUGITIVE,)


def _can(frame: Frame) -> Iterator[str]:
    """Whether a piece can move, now or ever, with some rules ignored; the fugitive also by an action instead of an entry."""
    yield "# ---- who can move"
    for ability in (NOW, *frame.facts.abilities):
        frame.asked.setdefault(ability, len(frame.asked))
    entry_actions = [a for a in frame.layout.rulebook.actions.values() if a.place == "instead of entry"]
    for (ignoring, ever), number in list(frame.asked.items()):
        for k, profile in enumerate(frame.profiles.every):
            yield from RideCode(frame, k, profile).ability(f"can_{number}_{k}", ignoring, ever)
        ignored = f"  # ignoring {', '.join(map(word, ignoring))}" if ignoring else ""
        yield f"def can_{number}(p, q):{ignored}" + "  # ever" * ever
        for k, profile in enumerate(frame.profiles.every):
            more = (
                "".join(f" or bool({of_action('legal', a.id)}(p, q))" for a in entry_actions) if profile[0] == FUGITIVE else ""
            )
            yield f"    if q in {profile!r}: return can_{number}_{k}(p, q){more}"
        yield "    return False"
