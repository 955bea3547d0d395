"""A table: one rulebook, one board, one seating, and the hooks compiled for them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from typing import Any

from attrs import field

from adjudicator.board.model import Board
from adjudicator.engine.actions import ActionCode, identifier
from adjudicator.engine.compile import Code, Ending, Refusal
from adjudicator.engine.layout import Layout, Seat
from adjudicator.engine.runtime import careful, plain
from adjudicator.engine.unknown import Supposed, decide
from adjudicator.language import tree as t
from adjudicator.rulebook.model import Action, Rulebook
from adjudicator.values import frozen

CERTAIN = re.compile(r"\bcan_(\d+)\(p, (\d+)\)")
LOOKED_UP = re.compile(r"    ([aehv]) = (?!h\b)")
MOMENTS = tuple(
    (edge, of, side) for edge in ("start", "end") for of, side in (("round", ""), ("turn", "fugitive"), ("turn", "pursuers"))
)


def moment_name(edge: str, of: str, side: str) -> str:
    return f"{edge}_{of}_{side}".rstrip("_")


def source(code: Code) -> Iterator[str]:
    """All hooks as text, in the order in which a game meets them."""
    if not code.careful:
        yield from code.set_up()
    for k, profile in enumerate(code.profiles):
        pieces = ", ".join(code.layout.seats[q].piece for q in profile)
        yield f"# ---- {pieces!a}"  # names come from outside: quoted, they stay on their line
        if not code.careful:
            yield from code.static(k, profile)
        yield from code.listing(f"rides_{k}", k, profile, (), "legal")
        yield from code.listing(f"losing_rides_{k}", k, profile, (), "losing")
        yield from code.losing(k, profile)
        if not code.careful:
            yield from code.apply_ride(k, profile)
            yield f"def on_stay_{k}(p, q):"
            yield f"    h = p[{code.layout.station} + q]"
            yield "    e = p[2]"
            yield from code.reactions({"stay"}, profile)
        yield from code.ends_after(f"ends_ride_{k}", {"ride", "entry"} if profile[0] == 0 else {"ride"}, profile)
        yield from code.ends_after(f"ends_resign_{k}", {"resign"}, profile)
    yield "# ---- actions"
    for action in code.layout.rulebook.actions.values():
        one = ActionCode(code, action)
        yield from one.legal()
        if not code.careful:
            yield from one.do()
        else:
            yield from one.requirements()
        yield from one.answer()
        events = {action.id, action.table.group or action.id}
        if action.place == "instead of entry":
            events.add("entry")
        members = code.layout.members(action.table.by) or (0,)
        yield from code.ends_after(f"ends_{identifier(action.id)}", events, members)
    yield "# ---- rounds and turns"
    for edge, of, side in MOMENTS:
        name = moment_name(edge, of, side)
        if not code.careful:
            yield from code.moment(name, edge, of, side)
        yield from code.ends_at(f"ends_{name}", edge, of, side)
    yield from code.moves("must", t.MustMove, 0)
    yield from code.moves("may", t.MayMove, 1)
    if not code.careful:
        yield from code.shows()
    yield from _can(code)


def _can(code: Code) -> Iterator[str]:
    """Who can move, with some rules ignored; the fugitive also by an action instead of an entry."""
    yield "# ---- who can move"
    code.values.asked.setdefault((), len(code.values.asked))
    entry_actions = [a for a in code.layout.rulebook.actions.values() if a.place == "instead of entry"]
    for ignoring, number in list(code.values.asked.items()):
        for k, profile in enumerate(code.profiles):
            yield from code.listing(f"can_{number}_{k}", k, profile, ignoring, "any")
        yield f"def can_{number}(p, q):" + (f"  # ignoring {', '.join(ignoring)}" if ignoring else "")
        for k, profile in enumerate(code.profiles):
            more = "".join(f" or bool(legal_{identifier(a.id)}(p, q))" for a in entry_actions) if profile[0] == 0 else ""
            yield f"    if q in {profile!r}: return can_{number}_{k}(p, q){more}"
        yield "    return False"


def tidy(text: str) -> Iterator[str]:
    """What a hook does not ask for is not looked up: some are run a million times a second."""
    for function in re.split(r"\n(?=def |# ----)", text):
        head, *lines = function.split("\n")
        asked = set(re.findall(r"\b[aehv]\b", "\n".join(LOOKED_UP.sub("", line) for line in lines)))
        found = [LOOKED_UP.match(line) for line in lines]
        kept = [line for line, name in zip(lines, found, strict=True) if name is None or name[1] in asked]
        yield head
        yield from kept or ["    pass"] * head.startswith("def ")


def lines_table(layout: Layout, code: Code, k: int, profile: tuple[int, ...], refused: Callable[..., bool]) -> dict[str, Any]:
    """For each station, the rides a profile may take: (ticket, to, mode, ((mode, passed), …)); filtered (`LINES`), and all of
    them (`ALL`); and the pairs of ticket and mode that occur among the filtered ones.
    """
    allowed = [
        one for _, one in layout.rulebook.statements(t.Allow) if isinstance(one, t.Allow) and code.concerns(one.who, profile)
    ]
    modes = {mode: layout.symbols[mode] for one in allowed for mode in (one.modes or layout.rulebook.tables.modes)}
    tickets, q = (-1,) if layout.is_free(profile[0]) else layout.ticket_codes, profile[0]

    def rides(station: int) -> Iterator[Line]:
        out = [(to, modes[m], v) for m, to, v in layout.board.lines_from(station) if m in modes]
        return ((t_, *ride) for t_ in tickets for ride in out)

    if code.folds_by_fare(profile):  # asked once a pair of ticket and mode, and not for every line of the board
        fares = {(t_, m) for t_ in tickets for m in modes.values() if not refused(q, t_, m, 0, 0, ())}
        some = OnceEach(lambda a: _grouped(ride for ride in rides(a) if (ride[0], ride[2]) in fares))
    else:
        some = OnceEach(lambda a: _grouped((t_, b, m, v) for t_, b, m, v in rides(a) if not refused(q, t_, m, a, b, v)))
        every = (ride for station in layout.board.stations for ride in some[station])
        fares = {(t_, m) for t_, _, _, lines in every for m, _ in lines}
    return {f"LINES_{k}": some, f"ALL_{k}": OnceEach(lambda a: _grouped(rides(a))), f"PAIRS_{k}": sorted(fares)}


class OnceEach(dict[int, Any]):
    """What belongs to each station, found when it is first asked for."""

    def __init__(self, find: Callable[[int], Any]):
        super().__init__()
        self._find = find

    def __missing__(self, station: int) -> Any:
        self[station] = found = self._find(station)
        return found


Line = tuple[int, int, int, tuple[int, ...]]  # ticket, to, mode, passed


def _grouped(rides: Iterator[Line]) -> tuple[Any, ...]:
    """Two lines under one ticket to one station are one ride; free riders name the mode, so for them they are two."""
    found: dict[tuple[int, ...], list[tuple[int, tuple[int, ...]]]] = {}
    for ticket, to, mode, passed in rides:
        found.setdefault((ticket, to) if ticket >= 0 else (ticket, to, mode), []).append((mode, passed))
    return tuple((key[0], key[1], lines[0][0], tuple(lines)) for key, lines in found.items())


@frozen(eq=False, slots=False)
class Table:
    rulebook: Rulebook
    board: Board
    seats: tuple[Seat, ...]
    pursuers_known: bool = True
    supposed: Supposed = field(factory=dict, repr=False)

    @cached_property
    def layout(self) -> Layout:
        layout = Layout(self.rulebook, self.board, self.seats, self.pursuers_known)
        assert layout.size
        return layout

    @cached_property
    def code(self) -> Code:
        return Code(self.layout)

    @cached_property
    def careful_code(self) -> Code:
        code = Code(self.layout, careful=True)
        code.endings.update(self.code.endings if self.hooks else {})
        return code

    @cached_property
    def text(self) -> str:
        return "\n".join(tidy(self._straight("\n".join(source(self.code)))))

    def _straight(self, text: str) -> str:
        """Whether a certain piece can move is asked of its own profile at once."""
        by_action = any(action.place == "instead of entry" for action in self.rulebook.actions.values())

        def direct(found: re.Match[str]) -> str:
            piece = int(found[2])
            return found[0] if by_action and not piece else f"can_{found[1]}_{self.profile[piece]}(p, {piece})"

        return CERTAIN.sub(direct, text)

    @cached_property
    def hooks(self) -> Mapping[str, Any]:
        """The plainly written hooks by name."""
        names = plain(self.layout)
        exec(compile(self.text, f"<rules of {self.rulebook.id}>", "exec"), names)
        for k, profile in enumerate(self.code.profiles):
            names |= lines_table(self.layout, self.code, k, profile, names[f"refused_{k}"])
        return names

    @cached_property
    def careful_hooks(self) -> Mapping[str, Any]:
        """The carefully written ones: they stop at what is not known."""
        names = {**plain(self.layout), **careful(self.layout, self.supposed)}
        text = "\n".join([*source(self.careful_code), *self._single()])
        exec(compile(text, f"<careful rules of {self.rulebook.id}>", "exec"), names)
        for k in range(len(self.code.profiles)):
            names[f"LINES_{k}"], names[f"ALL_{k}"] = self.hooks[f"LINES_{k}"], self.hooks[f"ALL_{k}"]
        return names

    @cached_property
    def hopeful_hooks(self) -> Mapping[str, Any]:
        """The plain ones, but what lists rides and actions lists whatever is not surely refused."""
        code = Code(self.layout, careful=True, hopeful=True)
        text: list[str] = []
        for k, profile in enumerate(code.profiles):
            text += code.listing(f"rides_{k}", k, profile, (), "legal")
            text += code.listing(f"losing_rides_{k}", k, profile, (), "losing")
        for action in self.rulebook.actions.values():
            text += ActionCode(code, action).legal()
        names = {**self.careful_hooks, "surely": self._surely, "perhaps": self._perhaps}
        exec(compile("\n".join(text), f"<hopeful rules of {self.rulebook.id}>", "exec"), names)
        lists = {name: hook for name, hook in names.items() if name.startswith(("rides_", "losing_rides_", "legal_"))}
        return {**self.hooks, **lists}

    def _surely(self, ask: Callable[[], object]) -> bool:
        return decide(ask, self.supposed).answer is True

    def _perhaps(self, ask: Callable[[], object]) -> bool:
        return decide(ask, self.supposed).answer is not False

    def _single(self) -> Iterator[str]:
        """One function for each refusal and kind of piece, for the judge who wants every reason; for actions, which may
        follow their entry, also one that looks back at an entry that is written."""
        code = self.careful_code
        for k, profile in enumerate(code.profiles):
            for one in code.refusals:
                for written in (False, True) if set(one.statement.event.names) - {"ride", "entry"} else (False,):
                    yield f"def forbid_{one.number}_{k}_{written:d}(p, q, t, m, a, b, v, h, e):"
                    yield f"    return {code.condition(one, code.spot(profile, written))}"

    def refusing(self, one: Refusal, piece: int, action: Action | None = None) -> Callable[..., Any]:
        """The question whether this refuses a ride of a piece, or an action of it."""
        written = action is not None and ActionCode(self.code, action).written
        hook: Callable[..., Any] = self.careful_hooks[f"forbid_{one.number}_{self.profile[piece]}_{written:d}"]
        return hook

    @cached_property
    def endings(self) -> Mapping[int, Ending]:
        assert self.hooks
        return {number: ending for ending, number in self.code.endings.items()}

    @cached_property
    def profile(self) -> tuple[int, ...]:
        """The profile of each piece."""
        found = {q: k for k, profile in enumerate(self.code.profiles) for q in profile}
        return tuple(found[q] for q in range(self.layout.count))

    def actions_at(self, *places: str) -> list[Action]:
        return [action for action in self.rulebook.actions.values() if action.place in places]

    def actors(self, action: Action) -> tuple[int, ...]:
        return self.layout.members(action.table.by)
