"""Tests the cases. Each statement of the rules is dropped, each condition negated, each part of a condition and each of several
effects removed, one at a time: some case has to fail. A change that no case notices is a gap in the cases, or makes no
difference; the latter are listed with the reason."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TypeVar

from attrs import evolve

from adjudicator.faults import Refused
from adjudicator.files import read_toml, shown
from adjudicator.language import tree as t
from adjudicator.language.rule_text import plain, show_value
from adjudicator.language.types import YES_NO
from adjudicator.rulebook.model import Rule, Rulebook
from adjudicator.structure import shape
from adjudicator.toml_places import locate
from adjudicator.values import frozen
from adjudicator.workshop.case_files import CODES, Case, Chapter, Equivalent
from adjudicator.workshop.case_runner import Rules, rules_of, try_case

N = TypeVar("N", bound=t.Node)
DROPPED = "dropped"
TERM = "terms."  # before the name of a shared condition


@frozen
class Mutant:
    """One change of one edition's rules: a statement (as written) that is dropped, negated or without a part."""

    edition: str
    rule: str
    statement: str
    kind: str  # dropped, negated, without `PART`

    def __str__(self) -> str:
        return f"{self.edition} {self.rule}: {self.kind} `{self.statement}`"


@frozen
class Fate:
    """The fate of a mutant: the case that noticed it, or the reason why none can; neither for a survivor."""

    mutant: Mutant
    case: str = ""
    why: str = ""

    @property
    def survives(self) -> bool:
        return not self.case and not self.why


@frozen
class _Page:
    equivalent: tuple[Equivalent, ...] = ()


def read_equivalents(path: str | Path) -> tuple[Equivalent, ...]:
    """The changes that make no difference, each with its reason. Raises Refused."""
    data, text = read_toml(path)
    page, faults = shape(data, _Page, locate(text, shown(path)), CODES)
    if page is None:
        raise Refused(faults)
    return page.equivalent


# -- making mutants
def _negated(one: t.Statement) -> t.Statement | None:
    """The statement with its condition negated; None if it has no condition."""
    match one:
        case t.Require(condition):
            return one.altered(condition=t.Negated(condition))
        case t.Wins(_, when) | t.Forbid(_, when) | t.Permit(_, _, when) | t.Pay(_, when) | t.On(_, when) if when is not None:
            return one.altered(when=t.Negated(when))
        case t.Show() | t.Hide() | t.Tell() | t.Score() if one.when is not None:
            return one.altered(when=t.Negated(one.when))
        case t.Choose() | t.EachChoose() if one.where is not None:
            return one.altered(where=t.Negated(one.where))
    return None


def _shorter(node: N) -> Iterator[tuple[str, N]]:
    """Copies of a node without one part of an `and` or `or`, or without one of several effects; each with the removed part."""
    for name in node._fields:
        value = getattr(node, name)
        if isinstance(value, t.Node):
            for kind, changed in _one_less(value):
                yield kind, node.altered(**{name: changed})
        elif isinstance(value, tuple) and value and isinstance(value[0], t.Node):
            for kind, parts in _fewer(value, name == "effects"):
                yield kind, node.altered(**{name: parts})


def _one_less(value: t.Node) -> Iterator[tuple[str, t.Node]]:
    if isinstance(value, t.AllOf | t.AnyOf):
        for number, part in enumerate(value.parts):
            rest = value.parts[:number] + value.parts[number + 1 :]
            yield f"without `{show_value(part)}`", rest[0] if len(rest) == 1 else value.altered(parts=rest)
    yield from _shorter(value)


def _fewer(parts: tuple[t.Node, ...], effects: bool) -> Iterator[tuple[str, tuple[t.Node, ...]]]:
    for number, part in enumerate(parts):
        if effects and len(parts) > 1:
            shown = text_of(t.Then((part,))).removeprefix("then ")  # type: ignore[arg-type]
            yield f"without `{shown}`", parts[:number] + parts[number + 1 :]
        for kind, changed in _one_less(part):
            yield kind, (*parts[:number], changed, *parts[number + 1 :])


def text_of(one: t.Statement) -> str:
    return " ".join(plain([one]).split())


def _changes(one: t.Statement) -> Iterator[tuple[str, t.Statement | None]]:
    """Every change of a statement: its name, and the changed statement (None: dropped)."""
    yield DROPPED, None
    negated = _negated(one)
    if negated is not None:
        yield "negated", negated
    yield from _shorter(one)


def _term_changes(body: t.Expression) -> Iterator[tuple[str, t.Expression]]:
    yield "negated", t.Negated(body)
    yield from _one_less(body)  # type: ignore[misc]


def mutants_of(edition: str, rulebooks: Iterable[Rulebook]) -> Iterator[Mutant]:
    """Every change of every statement that is in force with some choice of options, each once."""
    seen: set[Mutant] = set()
    for mutant in (mutant for rules in rulebooks for mutant in _mutants(edition, rules)):
        if mutant not in seen:
            seen.add(mutant)
            yield mutant


def _mutants(edition: str, rules: Rulebook) -> Iterator[Mutant]:
    for rule in rules.rules.values():
        for one in rule.statements:
            yield from (Mutant(edition, rule.id, text_of(one), kind) for kind, _ in _changes(one))
    for name, meaning in rules.scope.names.items():
        if meaning.what == "term" and meaning.body is not None and rules.types.get(id(meaning.body)) == YES_NO:
            yield from (Mutant(edition, TERM + name, show_value(meaning.body), kind) for kind, _ in _term_changes(meaning.body))


def mutated(rules: Rulebook, mutant: Mutant) -> Rulebook | None:
    """The rulebook with this change; None if the statement is not in force."""
    if mutant.rule.startswith(TERM):
        return _with_term(rules, mutant)
    rule = rules.rules.get(mutant.rule)
    places = [n for n, one in enumerate(rule.statements) if text_of(one) == mutant.statement] if rule else []
    if rule is None or not places:
        return None
    changed = list(rule.statements)
    new = dict(_changes(changed[places[0]]))[mutant.kind]
    changed[places[0] : places[0] + 1] = [new] if new is not None else []
    return _with_rule(rules, evolve(rule, statements=tuple(changed)))


def without(rules: Rulebook, name: str) -> Rulebook:
    """The rulebook with an empty rule instead of this one."""
    return _with_rule(rules, evolve(rules.rules[name], statements=()))


def _with_rule(rules: Rulebook, rule: Rule) -> Rulebook:
    actions = dict(rules.actions)
    if rule.id in actions:
        actions[rule.id] = evolve(actions[rule.id], rule=rule)
    return evolve(rules, rules={**rules.rules, rule.id: rule}, actions=actions)


def _with_term(rules: Rulebook, mutant: Mutant) -> Rulebook | None:
    name = mutant.rule.removeprefix(TERM)
    meaning = rules.scope.names.get(name)
    if meaning is None or meaning.body is None or show_value(meaning.body) != mutant.statement:
        return None
    names = {**rules.scope.names, name: evolve(meaning, body=dict(_term_changes(meaning.body))[mutant.kind])}
    return evolve(rules, scope=evolve(rules.scope, names=names))


# -- trying them
@frozen
class Trial:
    """The cases of one edition, each with its file."""

    edition: str
    cases: tuple[tuple[Case, str], ...]
    own: frozenset[str] | None = None  # only these rules and terms are changed; None: all
    rules: Rules = rules_of

    @classmethod
    def of(cls, edition: str, chapters: Iterable[Chapter]) -> Trial:
        return cls(edition, tuple((case, c.file) for c in chapters for case in c.cases if edition in case.editions))

    def mutants(self) -> list[Mutant]:
        rulebooks = dict.fromkeys(self.rules(case, self.edition, file) for case, file in self.cases)
        every = mutants_of(self.edition, rulebooks)
        return [mutant for mutant in every if self.own is None or mutant.rule in self.own]

    def unnoticed(self, equivalents: Iterable[Equivalent] = ()) -> list[Mutant]:
        """Whole statements that can be dropped without a failing case."""
        dropped = [mutant for mutant in self.mutants() if mutant.kind == DROPPED]
        return [mutant for mutant in dropped if self.fate(mutant, equivalents).survives]

    def fate(self, mutant: Mutant, equivalents: Iterable[Equivalent] = ()) -> Fate:
        """The first case that notices a mutant; cases about the rule are run first."""
        why = next((one.why for one in equivalents if one.covers(mutant)), "")
        if why:
            return Fate(mutant, why=why)
        made: dict[Rulebook, Rulebook | None] = {}
        for case, file in sorted(self.cases, key=lambda pair: mutant.rule not in pair[0].named):
            if self._notices(case, file, mutant, made):
                return Fate(mutant, case.id)
        return Fate(mutant)

    def _notices(self, case: Case, file: str, mutant: Mutant, made: dict[Rulebook, Rulebook | None]) -> bool:
        rules = self.rules(case, self.edition, file)
        if rules not in made:
            made[rules] = mutated(rules, mutant)
        changed = made[rules]
        return changed is not None and not passes(case, self.edition, file, changed)


def passes(case: Case, edition: str, file: str, rules: Rulebook) -> bool:
    """Whether a case has the expected verdict under changed rules; False if no game can be played by them."""
    try:
        return try_case(case, edition, file, lambda *_: rules).passed
    except Exception:
        return False
