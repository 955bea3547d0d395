"""Facts about the rules of a rulebook: what they depend on, change and show; see `rulebook.facts`.

To find out whether something matters, the engine, the judge and the views compare sets of `Read` with each other.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import TYPE_CHECKING

from adjudicator.language import tree as t
from adjudicator.language.secret_choices import secret_choices
from adjudicator.language.slots import SLOT
from adjudicator.language.tree_walk import walk
from adjudicator.language.vocabulary import OPEN as OPEN
from adjudicator.values import frozen

if TYPE_CHECKING:
    from adjudicator.board.model import Board
    from adjudicator.rulebook.model import Action, Rule, Rulebook

STEP = ("ticket", "mode", "from", "to", "here", "passes", "piece", "entry")  # variables of the step that is tested
Ability = tuple[tuple[str, ...], bool]  # a question whether a piece can move: the rules ignored, and whether in any later round
NOW: Ability = ((), False)
FIXED = ("number", "constant", "piece", "term")  # kinds of names whose meaning does not change during a game


@frozen
class Read:
    """One kind of data that an expression reads.

    `what` is one of: step (a variable of the step), round, entries, pieces (those on the board), state, supply, board (an
    attribute of a station), station (positions of pieces), tickets, past (an earlier entry), uses, fails, inside, moved, able
    (whether a piece can move), bound (a variable of the rule itself).
    """

    what: str
    name: str = ""
    of: str = ""


def step(*names: str) -> frozenset[Read]:
    return frozenset(Read("step", name) for name in names)


@frozen(eq=False, slots=False)
class Facts:
    rulebook: Rulebook

    # -- what an expression depends on
    def reads(self, node: t.Node | None) -> frozenset[Read]:
        """All data that an expression or statement reads, including those that its terms read."""
        return frozenset() if node is None else frozenset(self._reads(node, frozenset()))

    def _reads(self, node: t.Node, bound: frozenset[str]) -> Iterator[Read]:
        match node:
            case t.Name(name):
                yield from self._name(name, bound)
                return
            case t.Call(name):
                yield from self._call(node, bound)
            case t.CanMove():
                yield Read("able")
            case t.Owed(_, action):
                yield from (Read("able"), Read("uses", action, "turn"))
            case t.Quantified(_, variable) | t.CountOf(variable) | t.ForEach(variable) | t.Gathered(_, _, variable):
                bound = bound | {variable}
            case t.Assign(name):
                yield Read("state", name)
        for inner in _parts(node):
            yield from self._reads(inner, bound)

    def _name(self, name: str, bound: frozenset[str]) -> Iterator[Read]:
        if name in bound:
            return
        if name in STEP:
            yield Read("step", name)
        elif name in ("round", "entries"):
            yield Read(name)
        elif name != "persons":
            meaning = self.rulebook.scope.names.get(name)
            if meaning is None:
                yield Read("bound", name)
            elif meaning.what == "term" and meaning.body is not None:
                yield from self._reads(meaning.body, bound)
            elif meaning.what == "pieces" and self.removes and name not in ("tickets", "modes", "stations"):
                yield Read("pieces", name)
            elif meaning.what == "state":
                yield Read("state", name)

    def _call(self, node: t.Call, bound: frozenset[str]) -> Iterator[Read]:
        name = node.name
        meaning = self.rulebook.scope.names.get(name)
        if meaning is not None and meaning.what == "term" and meaning.body is not None:
            yield from self._reads(meaning.body, bound | set(meaning.takes))
        elif meaning is not None and meaning.what in ("state", "supply"):
            yield Read(meaning.what, name)
        elif meaning is not None and meaning.what == "attribute":
            yield Read("board", name)
        elif name == "holder":
            yield Read("station", of="pursuers")
        elif name in ("station", "occupied"):
            yield from (Read("station", of=one) for one in self._pieces(node.arguments[-1], bound))
        elif name in ("tickets", "tickets-of"):
            yield from (Read("tickets", of=one) for one in self._pieces(node.arguments[0], bound))
        elif name in ("station-of", "ticket-of"):
            yield Read("past", name)
        elif name in ("uses", "fails"):
            action, span = node.arguments
            yield Read(name, getattr(action, "name", ""), getattr(span, "name", ""))
        elif name == "inside":
            yield Read("inside", getattr(node.arguments[0], "name", ""))
        elif name == "moved":
            yield Read("moved")

    def _pieces(self, node: t.Expression, bound: frozenset[str]) -> Iterator[str]:
        """The names of pieces that a value may be; `pieces` if it may be any piece."""
        match node:
            case t.SetOf(items):
                for item in items:
                    yield from self._pieces(item, bound)
            case t.Name(name) if name not in bound and name in ("piece", *self.rulebook.scope.whos):
                yield name
            case _:
                yield "pieces"

    def nodes(self, node: t.Node) -> Iterator[t.Node]:
        """All nodes below this one, with terms expanded."""
        for inner in walk(node):
            yield inner
            if isinstance(inner, t.Name | t.Call):
                meaning = self.rulebook.scope.names.get(inner.name)
                if meaning is not None and meaning.what == "term" and meaning.body is not None:
                    yield from self.nodes(meaning.body)

    def owner(self, node: t.Node) -> int:
        """The number of the rule that contains this node, or of the first one that uses the term that contains it."""
        return self._owners[id(node)]

    @cached_property
    def _owners(self) -> dict[int, int]:
        found: dict[int, int] = {}
        for number, rule in enumerate(self.rulebook.rules.values()):
            for one in rule.statements:
                for node in self.nodes(one):
                    found.setdefault(id(node), number)
        return found

    # -- what rules change
    @cached_property
    def _every_node(self) -> list[t.Node]:
        return [node for rule in self.rulebook.rules.values() for one in rule.statements for node in walk(one)]

    @cached_property
    def changing(self) -> frozenset[str]:
        """States that some rule in force changes; the others keep their initial value."""
        return frozenset(self.changed_by(*self._every_node))

    def changed_by(self, *nodes: t.Node) -> set[str]:
        """States that these effects or statements change."""
        inner = [one for node in nodes for one in walk(node)]
        return {one.name for one in inner if isinstance(one, t.Assign)} | {
            one.target for one in inner if isinstance(one, t.Deal)
        }

    @cached_property
    def reacts_to_stays(self) -> bool:
        """Whether some effect follows when a piece cannot move."""
        found = (node.moment for node in self._every_node if isinstance(node, t.On))
        return any(isinstance(moment, t.Event) and "stay" in moment.names for moment in found)

    @cached_property
    def removes(self) -> bool:
        """Whether some rule removes pieces from the board."""
        return any(isinstance(node, t.Remove) for node in self._every_node)

    @cached_property
    def sends(self) -> bool:
        """Whether some rule moves pursuers without a ride."""
        return any(isinstance(node, t.Send) for node in self._every_node)

    @cached_property
    def counts_tickets(self) -> bool:
        """Whether a rule depends on the number of a piece's tickets, and not only on whether it has one for a ride."""
        own = ("piece", "fugitive")
        for one in (one for rule in self.rulebook.rules.values() for one in rule.statements):
            counted = [read.of for read in self.reads(one) if read.what == "tickets"]
            if counted and (isinstance(one, t.On) or not set(own).issuperset(counted)):
                return True
        return False

    @cached_property
    def counters(self) -> tuple[tuple[str, str, str], ...]:
        """(`uses` or `fails`, action, lifetime) for every count that a rule or term reads."""
        bodies = [m.body for m in self.rulebook.scope.names.values() if m.what == "term" and m.body is not None]
        nodes = [*self._every_node, *(node for body in bodies for node in walk(body))]
        found: dict[tuple[str, str, str], None] = {}
        for node in nodes:
            if isinstance(node, t.Owed):
                found["uses", node.action, "turn"] = None
            if isinstance(node, t.Call) and node.name in ("uses", "fails"):
                names = [one.name for one in node.arguments if isinstance(one, t.Name)]
                if len(names) == len(node.arguments) == 2:
                    found[(node.name, names[0], names[1])] = None
        return tuple(found)

    @cached_property
    def abilities(self) -> tuple[Ability, ...]:
        """The kinds of question whether a piece can move, in rules, terms and messages."""
        bodies = [m.body for m in self.rulebook.scope.names.values() if m.what == "term" and m.body is not None]
        nodes = [*self._every_node, *(node for body in (*bodies, *self.rulebook.values.values()) for node in walk(body))]
        asked = [node for node in nodes if isinstance(node, t.CanMove)]
        return tuple(dict.fromkeys((tuple(sorted(node.ignoring)), node.ever) for node in asked))

    def is_passing(self, node: t.Node | None) -> bool:
        """Whether a condition reads data that are reset at the end of a turn or round."""
        return any(map(self._is_short_lived, self.reads(node)))

    def _is_short_lived(self, read: Read) -> bool:
        if read.what == "state":
            return self.rulebook.tables.state[read.name].lives != "game"
        return read.what in ("moved", "inside") or (read.what in ("uses", "fails") and read.of != "game")

    def asks_the_clock(self, node: t.Node | None) -> bool:
        """Whether a condition may change in a later round although no piece does anything."""
        return bool(self.reads(node) & {Read("round"), Read("entries"), Read("step", "entry")})

    @cached_property
    def asks_earlier_tickets(self) -> bool:
        """Whether some rule reads the ticket of an entry that may be older than the page."""
        statements = (one for rule in self.rulebook.rules.values() for one in rule.statements)
        return any(Read("past", "ticket-of") in self.reads(one) for one in statements)

    # -- boards and cards
    @cached_property
    def attributes(self) -> frozenset[str]:
        """Attributes of stations that rules read."""
        statements = (one for rule in self.rulebook.rules.values() for one in rule.statements)
        return frozenset(read.name for one in statements for read in self.reads(one) if read.what == "board")

    def asks_unknown(self, node: t.Node, board: Board) -> bool:
        """Whether this reads an attribute that the board does not have for every station."""
        return any(read.what == "board" and not is_known(board, read.name) for read in self.reads(node))

    @cached_property
    def draws(self) -> tuple[str, ...]:
        """Decks from which cards are drawn during the game."""
        return tuple(one.deck for _, one in self.rulebook.statements(t.DrawCard) if isinstance(one, t.DrawCard))

    @cached_property
    def draws_lots(self) -> bool:
        """Whether chance decides anything during the game besides cards."""
        return any(isinstance(one, t.Choose) and one.drawn for _, one in self.rulebook.statements(t.Choose))

    @cached_property
    def starts(self) -> tuple[t.StartsOn, ...]:
        """The statements about start cards, in order: the last one about a piece counts."""
        return tuple(one for _, one in self.rulebook.statements(t.StartsOn) if isinstance(one, t.StartsOn))

    @cached_property
    def decks(self) -> tuple[str, ...]:
        """Decks from which cards are dealt at the start or drawn."""
        found = self.rulebook.statements(t.StartsOn, t.DrawCard)
        return tuple(dict.fromkeys(one.deck for _, one in found if isinstance(one, t.StartsOn | t.DrawCard) and one.deck))

    @cached_property
    def deals(self) -> tuple[tuple[Rule, t.Deal], ...]:
        """Hands that are dealt before the game, with their rules."""
        found = ((rule, one) for rule, one in self.rulebook.statements(t.On) if isinstance(one, t.On))
        return tuple((rule, effect) for rule, one in found for effect in one.effects if isinstance(effect, t.Deal))

    @cached_property
    def hands_that_decide(self) -> frozenset[str]:
        """Names read outside `require`. (Taking an action shows that its requirements were met.)"""
        statements = [one for rule in self.rulebook.rules.values() for one in rule.statements if not isinstance(one, t.Require)]
        nodes = (node for one in statements for node in self.nodes(one))
        return frozenset(node.name for node in nodes if isinstance(node, t.Name))

    # -- what is shown
    @cached_property
    def unseen(self) -> frozenset[str]:
        """Actions that are hidden from someone at the table."""
        return frozenset(one.id for one in self.rulebook.actions.values() if one.table.seen != "all")

    @cached_property
    def unseen_by_pursuers(self) -> frozenset[str]:
        """Actions of a pursuer that are hidden from the other pursuers."""
        whos, actions = self.rulebook.scope.whos, self.rulebook.actions.values()
        return frozenset(one.id for one in actions if whos.get(one.table.by) == "pursuers" and one.table.seen not in OPEN)

    def is_open_change(self, node: t.Node) -> bool:
        """Whether this is a change that others see."""
        if isinstance(node, t.Assign):
            state, supply = self.rulebook.tables.state.get(node.name), self.rulebook.tables.supplies.get(node.name)
            return state.seen in OPEN if state is not None else supply is None or supply.seen in OPEN
        return isinstance(node, t.Move | t.Remove | t.Deal | t.ShowLast | t.Arrive | t.Send)

    @cached_property
    def secrets_of_pursuers(self) -> frozenset[Read]:
        """Secrets of one pursuer: states that it alone sees, and how often it took a hidden action."""
        states = {Read("state", name) for name, table in self.rulebook.tables.state.items() if table.seen == "own"}
        return frozenset(states | {Read(*key) for key in self.counters if key[1] in self.unseen_by_pursuers})

    @cached_property
    def asking_secrets(self) -> frozenset[str]:
        """Rules and actions that depend on secrets of pursuers, except the hidden actions themselves."""
        rules = (rule for rule in self.rulebook.rules.values() if rule.id not in self.unseen_by_pursuers)
        asked = self.secrets_of_pursuers if self.unseen_by_pursuers else frozenset()
        return frozenset(rule.id for rule in rules if any(self.reads(one) & asked for one in rule.statements))

    @cached_property
    def secrets(self) -> frozenset[Read]:
        """Secrets of the fugitive besides his station and hand: his states, his earlier entries, his hidden actions and what
        they change."""
        states = {Read("state", name) for name, table in self.rulebook.tables.state.items() if table.seen not in OPEN}
        found = states | {Read(*key) for key in self.counters if key[1] in self.unseen} | {Read("past")}
        actions = (self.rulebook.actions[name] for name in self.unseen)
        return frozenset(found | self._changes(one for action in actions for one in action.rule.statements))

    @cached_property
    def secrets_displace(self) -> bool:
        """Whether an effect that hangs on such secrets puts a piece elsewhere, or takes it off the board."""
        effects = (one for _, one in self.rulebook.statements(t.On) if self.asks(one, self.secrets))
        return any(isinstance(inner, t.Send | t.Remove) for one in effects for inner in walk(one))

    def asks(self, one: t.Node, things: frozenset[Read]) -> bool:
        """Whether a statement reads one of these; one without a name means all of its kind."""
        return any(read in things or Read(read.what) in things for read in self.reads(one))

    def effects_of(self, rule: str) -> frozenset[Read]:
        """The states and tickets that the effects of a rule change."""
        return self._changes(one for one in self.rulebook.rules[rule].statements if isinstance(one, t.On))

    def _changes(self, nodes: Iterable[t.Node]) -> frozenset[Read]:
        """The states that these statements change, and the tickets if they move any."""
        every = tuple(nodes)
        moves = any(isinstance(inner, t.Move) for one in every for inner in walk(one))
        states = {Read("state", name) for name in self.changed_by(*every)}
        return frozenset(states | ({Read("tickets"), Read("supply")} if moves else set()))

    def secret_choices(self, action: Action) -> frozenset[int]:
        """The numbers of the choices of a fugitive's action that the pursuers do not learn, besides his destination."""
        if self.rulebook.scope.whos.get(action.table.by) != "fugitive":
            return frozenset()
        names = secret_choices(action.rule.statements, self.rulebook.scope)
        made = enumerate(one.choose if isinstance(one, t.EachChoose) else one for one in action.choices)
        return frozenset(number for number, one in made if one.variable in names)

    @cached_property
    def tells(self) -> tuple[tuple[Rule, t.Tell], ...]:
        """Announcements (`tell`) about steps of the fugitive, with their rules."""
        found = ((rule, one) for rule, one in self.rulebook.statements(t.Tell) if isinstance(one, t.Tell))
        return tuple((rule, one) for rule, one in found if one.audience in OPEN)

    def is_hint(self, one: t.Tell) -> bool:
        """Whether an announcement may tell its audience more than that a visible action was taken."""
        return one.when is not None or "{" in one.text or one.event in self.rulebook.scope.unseen

    @cached_property
    def hints(self) -> tuple[tuple[Rule, t.On], ...]:
        """The `tell` statements that are hints, each as an announcement that follows a step of the fugitive."""
        found = [(rule, one) for rule, one in self.tells if self.is_hint(one)]
        return tuple(
            (rule, t.On(t.Event((one.event,), ("fugitive",)), one.when, (self._announced(one),))) for rule, one in found
        )

    def _announced(self, one: t.Tell) -> t.Announce:
        slots = tuple(self.rulebook.values[text] for text in SLOT.findall(one.text) if text in self.rulebook.values)
        return t.Announce(one.text, t.Name(one.audience), slots)

    @cached_property
    def announcements(self) -> tuple[tuple[Rule, t.Announce], ...]:
        """All possible announcements, with their rules; positions name them by their number here."""
        return tuple((rule, node) for rule, one in self.announcing for node in walk(one) if isinstance(node, t.Announce))

    @cached_property
    def announcing(self) -> tuple[tuple[Rule, t.Statement], ...]:
        """The statements that announce something, with their rules."""
        found = (*self.rulebook.statements(t.On, t.Then), *self.hints)
        return tuple((rule, one) for rule, one in found if any(isinstance(node, t.Announce) for node in walk(one)))

    @cached_property
    def announced_by_line(self) -> bool:
        """Whether the announcement of an entry may depend on the line that it used."""
        return any(self.reads(one) & step("mode", "passes") for _, one in self.announcing if isinstance(one, t.On))

    @cached_property
    def asked_by_disclosure(self) -> frozenset[str]:
        """States that decide which parts of an entry are shown, hidden or announced."""
        found = [one for _, one in self.rulebook.statements(t.Show, t.Hide, t.Tell)]
        whens = [one.when for one in found if isinstance(one, t.Show | t.Hide | t.Tell)]
        return frozenset(read.name for when in whens for read in self.reads(when) if read.what == "state")

    @cached_property
    def seen_by_default(self) -> bool:
        """Whether the fugitive's station is shown without a condition: then surfacings need no mark."""
        shows = (one for _, one in self.rulebook.statements(t.Show) if isinstance(one, t.Show))
        return any("station" in one.fields and one.when is None for one in shows)

    @cached_property
    def shown_by_line(self) -> bool:
        """Whether the visible parts of an entry depend on the line that it used."""
        whens = [one.when for _, one in self.rulebook.statements(t.Show, t.Hide) if isinstance(one, t.Show | t.Hide)]
        return any(self.reads(when) & step("mode", "from", "passes") for when in whens)

    @cached_property
    def shown_differently(self) -> frozenset[str]:
        """Fields of an entry whose showing or hiding depends on more than the number of the entry or round."""
        counted = {Read("step", "entry"), Read("round")}
        found: set[str] = set()
        for _, one in self.rulebook.statements(t.Show, t.Hide):
            if isinstance(one, t.Show | t.Hide) and one.when is not None and self.reads(one.when) - counted:
                found |= set(one.fields)
        return frozenset(found | self.shown_later)

    @cached_property
    def shown_later(self) -> frozenset[str]:
        """Fields of an entry that may become public after it was written, other than by a visible choice of the fugitive."""
        nodes = (node for _, one in self.rulebook.statements(t.On) for node in walk(one))
        return self.shown_unseen | {name for node in nodes if isinstance(node, t.ShowLast) for name in node.fields}

    @cached_property
    def shown_unseen(self) -> frozenset[str]:
        """Fields of the last entry that a hidden action of the fugitive shows: all see them, but not the reason."""
        actions = [one for one in self.rulebook.actions.values() if one.id in self.rulebook.scope.unseen]
        nodes = (node for one in actions for statement in one.rule.statements for node in walk(statement))
        shown = (node for node in nodes if isinstance(node, t.ShowLast) and node.audience in OPEN)
        return frozenset(name for node in shown for name in node.fields)

    @cached_property
    def uncovers(self) -> bool:
        """Whether any part of an entry can become public after it was written."""
        return any(map(uncovers, (one for rule in self.rulebook.rules.values() for one in rule.statements)))

    @cached_property
    def uncovers_by_itself(self) -> bool:
        """Whether a turn, a round or a ride can make a part of an earlier entry public."""
        return any(uncovers(one) for _, one in self.rulebook.statements(t.On))

    @cached_property
    def states_of_fugitive(self) -> frozenset[str]:
        """States of each piece that some rule uses for the fugitive: most are used for pursuers only."""
        found: set[str] = set()
        for rule in self.rulebook.rules.values():
            action = self.rulebook.actions.get(rule.id)
            his = ("fugitive", "piece") if action is not None and action.table.by == "fugitive" else ("fugitive",)
            for node in (node for one in rule.statements for node in walk(one)):
                if isinstance(node, t.Assign | t.Call):
                    index = node.index if isinstance(node, t.Assign) else next(iter(node.arguments), None)
                    if isinstance(index, t.Name) and index.name in his:
                        found.add(node.name)
        return frozenset(found)

    # -- turns
    @cached_property
    def sides(self) -> tuple[str, ...]:
        """The sides in the order of their turns."""
        return [one.sides for _, one in self.rulebook.statements(t.RoundOrder) if isinstance(one, t.RoundOrder)][-1]

    @cached_property
    def orders(self) -> tuple[t.SideOrder, ...]:
        """The statements about the order of the pursuers; the last one with a true condition counts."""
        found = (one for _, one in self.rulebook.statements(t.SideOrder) if isinstance(one, t.SideOrder))
        return tuple(one for one in found if one.side == "pursuers")

    @cached_property
    def changes_order(self) -> bool:
        """Whether the order of the pursuers may change between turns."""
        return any(one.when is not None or one.first is not None for one in self.orders)

    @cached_property
    def rounds(self) -> int:
        """The number of rounds after which an ending applies; 0 if no ending counts rounds."""
        most = self.rulebook.numbers.get("rounds", 0)
        for _, one in self.rulebook.statements(t.Wins):
            names = {node.name for node in self.nodes(one) if isinstance(node, t.Name)}
            if {"round", "rounds"} <= names and isinstance(most, int):
                return most
        return 0

    @cached_property
    def double_action(self) -> Action | None:
        """The action by which several entries are written in one turn."""
        found = (one for one in self.rulebook.actions.values() if any(isinstance(s, t.Entries) for s in one.rule.statements))
        return next(found, None)

    @cached_property
    def scores(self) -> tuple[t.Score, ...]:
        """The statements that count points; none in a variant without points."""
        return tuple(one for _, one in self.rulebook.statements(t.Score) if isinstance(one, t.Score))

    # -- which rule decides
    @cached_property
    def checks(self) -> dict[str, Rule]:
        """The rule that requests each check of the record (`check NAME`); others are not made."""
        return {one.name: rule for rule, one in self.rulebook.statements(t.Check) if isinstance(one, t.Check)}

    @cached_property
    def rules_about_fares(self) -> tuple[Rule, ...]:
        """The rules about the tickets that pay for each mode."""
        found = ((rule, one.when) for rule, one in self.rulebook.statements(t.Forbid) if isinstance(one, t.Forbid))
        rules = [rule for rule, when in found if when is not None and any(_asks_what_pays(node) for node in walk(when))]
        return tuple({rule.id: rule for rule in rules}.values())


def _asks_what_pays(node: t.Node) -> bool:
    return isinstance(node, t.Call) and node.name == "pays"


def _parts(node: t.Node) -> Iterator[t.Node]:
    """The nodes directly below one, except names of actions and lifetimes in a call, which are not values."""
    if isinstance(node, t.Call) and node.name in ("uses", "fails", "inside"):
        return
    for name in node._fields:
        value = getattr(node, name)
        for inner in value if isinstance(value, tuple) else (value,):
            if isinstance(inner, t.Node):
                yield inner


def is_known(board: Board, attribute: str) -> bool:
    """Whether the board has a value of an attribute for every station."""
    return attribute in board.attributes and all(board.attribute(attribute, one) is not None for one in board.stations)


def uncovers(statement: t.Node) -> bool:
    """Whether a statement shows the pursuers a part of the last entry."""
    return any(isinstance(node, t.ShowLast) and node.audience in OPEN for node in walk(statement))


def is_open(one: t.Announce) -> bool:
    """Whether an announcement is for all pursuers, and not for one piece."""
    return isinstance(one.listener, t.Name) and one.listener.name in OPEN
