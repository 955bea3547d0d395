"""A rulebook: the meaning of a variant, flattened, chosen and checked. The referee has no other knowledge of an edition."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any

from attrs import field

from adjudicator.board.model import Board
from adjudicator.faults import Place
from adjudicator.language import tree as t
from adjudicator.language.types import Scope, Type
from adjudicator.rulebook.exceptions import by_rule, excepted
from adjudicator.rulebook.facts import Facts
from adjudicator.rulebook.tables import ActionTable, OptionTable, RuleTable, RulingTable, VariantTable
from adjudicator.values import frozen

if TYPE_CHECKING:
    from adjudicator.rulebook.inheritance import Merged


@frozen
class Rule:
    """A rule, action or ending with its identity; `statements` is its meaning."""

    section: str  # rules, actions, endings
    id: str
    says: str
    cite: str  # booklet and section
    status: str
    about: tuple[str, ...]
    statements: tuple[t.Statement, ...]
    option: tuple[str, ...] = ()


def rule_of(
    section: str, name: str, table: RuleTable | ActionTable, statements: tuple[t.Statement, ...], tables: VariantTable
) -> Rule:
    """A rule from its table and the statements of its code."""
    cite = f"{tables.rulebook}, {table.cite}" if table.cite and tables.rulebook else table.cite or _uncited(table.status)
    guard = (table.option,) if isinstance(table.option, str) else table.option
    return Rule(section, name, table.says, cite, table.status, table.about, statements, guard)


def _uncited(status: str) -> str:
    """The citation of a rule without a booklet: the ruling that settles the point, the record, or the house."""
    if status.startswith("contested:"):
        return f"ruling {status.removeprefix('contested:')}"
    return "about the record, not the game" if status == "record" else "house rule"


@frozen(slots=False)
class Action:
    """When an action is taken and how it is written. Its rule has the statements."""

    id: str
    table: ActionTable
    rule: Rule

    @property
    def place(self) -> str:
        return self.table.place

    @property
    def written(self) -> str:
        return self.table.notation or self.id

    @cached_property
    def choices(self) -> tuple[t.Choose | t.EachChoose | t.DrawCard, ...]:
        """The choices and draws, in the order in which they are written."""
        return tuple(one for one in self.rule.statements if isinstance(one, t.Choose | t.EachChoose | t.DrawCard))


@frozen(eq=False, slots=False)
class Rulebook:
    """All data of the rules that a referee needs. Compared by digest."""

    tables: VariantTable
    board: Board | None
    chosen: Mapping[str, str]  # every option and its value
    rules: Mapping[str, Rule]  # rules, actions and endings by id
    actions: Mapping[str, Action]
    scope: Scope
    types: Mapping[int, Type] = field(repr=False)
    flat: Callable[[], Merged] = field(repr=False)  # called only for the place that states a thing
    digested: Callable[[], str] = field(repr=False)  # called only to name the rules
    looks_back: int = 0
    kept: tuple[t.Node, ...] = field(default=(), repr=False)  # keeps nodes alive, because `types` uses their identities
    values: Mapping[str, t.Expression] = field(factory=dict, repr=False)  # by their text: amounts, initial states, slots
    packs: tuple[str, ...] = ()  # names of the added packs, in order
    files: tuple[str, ...] = ()  # of rules and board, unless shipped: shown together with the rules

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the plain data of the cache, because types belong to nodes by identity."""
        import json

        from adjudicator.rulebook.plain import restored, to_plain

        return restored, (json.dumps(to_plain(self)), self.flat)

    @cached_property
    def digest(self) -> str:
        """The digest of the rules as a number."""
        return self.digested()

    @property
    def id(self) -> str:
        return self.tables.id

    @property
    def name(self) -> str:
        """The name of the game everywhere: its id, and every pack that was added to it."""
        return "+".join((self.tables.id, *self.packs))

    @property
    def title(self) -> str:
        return self.tables.title

    @cached_property
    def called(self) -> dict[str, str]:
        """Names of modes and tickets for players of this edition; if both have one id, that of the ticket."""
        modes, tickets = self.tables.modes, self.tables.tickets
        names = {name: mode.name or name for name, mode in modes.items()}
        return names | {name: ticket.name or names.get(name, name) for name, ticket in tickets.items()}

    @property
    def fugitive(self) -> str:
        """The name of the fugitive in this edition."""
        return next((role.name for role in self.tables.roles.values() if role.side == "fugitive"), "") or "the fugitive"

    @property
    def options(self) -> Mapping[str, OptionTable]:
        return self.tables.options

    def is_chosen(self, key: str) -> bool:
        """Whether the option for a key of the variant's tables was chosen explicitly."""
        return any(one.asked and any(key in sets for sets in one.set_.values()) for one in self.options.values())

    @property
    def rulings(self) -> Mapping[str, RulingTable]:
        return self.tables.rulings

    @cached_property
    def merged(self) -> Merged:
        """The tables that were read, with the origin of everything."""
        return self.flat()

    def origin(self, *path: str) -> Place:
        """The file and line that states a thing; of several, the last."""
        return self.merged.key(path)

    @cached_property
    def facts(self) -> Facts:
        """The facts about the rules: what they depend on, change and show."""
        return Facts(self)

    @cached_property
    def groups(self) -> Mapping[str, tuple[str, ...]]:
        """Actions by the group they belong to."""
        found: dict[str, tuple[str, ...]] = {}
        for action in self.actions.values():
            if action.table.group:
                found[action.table.group] = (*found.get(action.table.group, ()), action.id)
        return found

    @cached_property
    def numbers(self) -> Mapping[str, int | tuple[int, ...]]:
        """Named numbers and sets of numbers."""
        return {**self.tables.log, **self.tables.numbers}

    def statements(self, *kinds: type[t.Node]) -> list[tuple[Rule, t.Statement]]:
        """Statements of these kinds with their rules, in file order; prohibitions include the exceptions from them."""
        found = self._by_kind.get(kinds)
        if found is None:
            found = [(rule, one) for rule in self.rules.values() for one in rule.statements if isinstance(one, kinds)]
            found = self._by_kind.setdefault(kinds, self._with_exceptions(found) if t.Forbid in kinds else found)
        return found  # the same nodes for every thread, since types belong to nodes by identity

    def _with_exceptions(self, found: list[tuple[Rule, t.Statement]]) -> list[tuple[Rule, t.Statement]]:
        permits = by_rule(one for _, one in self.statements(t.Permit) if isinstance(one, t.Permit))
        return [
            (rule, excepted(one, permits[rule.id], self.scope, self.tables))
            if isinstance(one, t.Forbid) and rule.id in permits
            else (rule, one)
            for rule, one in found
        ]

    @cached_property
    def _by_kind(self) -> dict[tuple[type[t.Node], ...], list[tuple[Rule, t.Statement]]]:
        return {}
