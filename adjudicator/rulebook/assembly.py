"""Assembles a rulebook from shaped tables: reads rule texts, gathers names, checks everything. Raises all faults together."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from typing import Any

from attrs import evolve

from adjudicator.board.model import Board
from adjudicator.faults import Fault, Refused
from adjudicator.files import is_shipped
from adjudicator.language import tree as t
from adjudicator.language.check_types import Blame, Env
from adjudicator.language.checker import RIDE, Actor, Checker
from adjudicator.language.inference import Inference
from adjudicator.language.parser import Misread, parse_rules, parse_value, read_rules
from adjudicator.language.slots import SLOT
from adjudicator.language.types import Scope
from adjudicator.rulebook.consistency import agree
from adjudicator.rulebook.digest import digest
from adjudicator.rulebook.inheritance import Merged
from adjudicator.rulebook.lots import told_apart
from adjudicator.rulebook.model import Action, Rule, Rulebook, rule_of
from adjudicator.rulebook.origins import traced
from adjudicator.rulebook.own_secrets import leaks
from adjudicator.rulebook.own_words import in_own_words
from adjudicator.rulebook.scope import scope_of
from adjudicator.rulebook.table_checks import Question, validate
from adjudicator.rulebook.tables import VariantTable
from adjudicator.toml_places import Path
from adjudicator.values import frozen

NAMED = {"pieces": "group of pieces", "constant": "mode, ticket or word"}
UNKNOWN = ("E110", "E125", "E126", "E133", "E307", "E312", "E320", "E327", "E328", "E329", "E335", "E136")
CHOICE = re.compile(r"\s*(?:choose|draw|for\s+each)\b")
WORD = re.compile(r"[a-z][\w-]*")
ANYWHERE = Env("fugitive", RIDE, may_ask_moves=True)  # surroundings to check an unused term in: every word is allowed


@frozen
class Draft:
    """Tables that become a rulebook. `lost` has the names of misshapen tables, so that their absence is not reported as
    well."""

    tables: VariantTable
    merged: Merged
    board: Board | None
    lost: frozenset[str] = frozenset()


def assemble(draft: Draft, chosen: Mapping[str, str], faults: Iterable[Fault] = ()) -> Rulebook:
    """The rulebook. Raises Refused with these faults and all others that are found."""
    found = list(faults)
    draft = evolve(draft, tables=in_own_words(draft.tables))
    terms = _terms(draft, found)
    rules = _rules(draft, found)
    scope, clashes = scope_of(draft.tables, draft.board, terms, rules)
    for path, name, other in clashes:
        sentence = "E123.piece" if path[2:3] == ("pieces",) else "E123.name"
        found.append(Fault(sentence, draft.merged.key(path), name=name, kind=NAMED.get(other, other)))
    inference = Inference(scope)
    found.extend(_blamed(draft, rules, scope, inference))
    question = Question(draft.tables, draft.merged, scope, inference, draft.board)
    found.extend([*validate(question), *agree(question)])
    found = [fault for fault in found if not _is_echo(fault, draft)]
    if any(fault.is_error for fault in found):
        raise Refused(traced(_once(found), draft.merged))
    actions = {name: Action(name, table, rules[name]) for name, table in draft.tables.actions.items()}
    made = Rulebook(
        draft.tables,
        draft.board,
        chosen,
        rules,
        actions,
        scope,
        inference.types,
        lambda: draft.merged,
        lambda: digest(draft.merged.data, draft.board),
        inference.looks_back,
        tuple(inference.kept),
        _values(draft.tables, rules),
        draft.merged.packs,
        tuple(_not_shipped(draft)),
    )
    found = list(leaks(made))
    if found:
        raise Refused(traced(_once(found), draft.merged))
    return made


def _not_shipped(draft: Draft) -> Iterator[str]:
    """The paths of files that are not shipped with the program."""
    yield from (os.path.abspath(one.file) for one in draft.merged.sources if not is_shipped("variants", one.file))
    yield from (file for file in (draft.board.files if draft.board else ()) if not is_shipped("boards", file))


def _is_echo(fault: Fault, draft: Draft) -> bool:
    """Whether a name is unknown only because its table or the board could not be read, which has been reported."""
    if fault.code == "E335" and draft.board is None and draft.tables.board:
        return True
    return fault.code in UNKNOWN and fault.values.get("name") in draft.lost


def _once(faults: Iterable[Fault]) -> list[Fault]:
    """The faults, each once: one inside a term is found wherever the term is used."""
    told = {(fault.sentence, fault.place, fault.values.get("name")): fault for fault in reversed(list(faults))}
    return list(told.values())


def _blamed(draft: Draft, rules: Mapping[str, Rule], scope: Scope, inference: Inference) -> Iterator[Fault]:
    """The faults in each table, and in terms that no table uses."""
    checker = Checker(inference)
    used: set[str] = set()
    for rule in sorted(rules.values(), key=partial(_is_own, draft.merged)):  # own rules last, to blame them for too much
        actor = None
        if rule.section == "actions":
            table = draft.tables.actions[rule.id]
            actor = Actor(scope.whos.get(table.by, ""), table.place, rule.id in scope.unseen)
        blames = checker.table(rule.section, rule.statements, actor)
        unread = _unread_names(getattr(draft.tables, rule.section)[rule.id].code) if actor and blames else frozenset()
        for blame in blames:
            if blame.code != "E307" or blame.fault.values.get("name") not in unread:
                yield _fault(draft.merged, (rule.section, rule.id, "code"), blame)
        used |= inference.used
    for name in draft.tables.terms:
        meaning = scope.names.get(name)
        if name not in used and meaning is not None and meaning.what == "term":
            inference.begin()
            inference.unused(name, meaning, ANYWHERE)
            for blame in inference.blames:
                if (
                    blame.code != "E307" or meaning.takes
                ):  # the places that use it may have names that it needs: `some d in detectives has near`
                    yield _fault(draft.merged, ("terms", name, "code"), blame)


def _is_own(merged: Merged, rule: Rule) -> bool:
    """Whether the rule is stated by the last file, and not by one that it extends."""
    return merged.origin((rule.section, rule.id, "code"))[0] is merged.sources[-1]


def _unread_names(code: str) -> frozenset[str]:
    """The words of choices that could not be read, because the rest of the action may use one of them as a name."""
    lines = [code[code.rfind("\n", 0, one.at) + 1 :].partition("\n")[0] for one in read_rules(code)[1]]
    return frozenset(word for line in lines if CHOICE.match(line) for word in WORD.findall(line))


def _fault(merged: Merged, path: Path, blame: Blame) -> Fault:
    """A fault with its place. One inside a term has its place in the term, and also names the place of the use."""
    there: Path = ("terms", blame.term, "code") if blame.term else path
    place = merged.inside(there, blame.at, max(1, blame.end - blame.at))
    also = (merged.inside(path, blame.used),) if blame.term and there != path else ()
    return blame.fault.at(place, also)


def _misread(merged: Merged, path: Path, misread: Misread) -> Fault:
    return misread.fault.at(merged.inside(path, misread.at, misread.length))


def _terms(draft: Draft, faults: list[Fault]) -> dict[str, t.Expression]:
    terms: dict[str, t.Expression] = {}
    for name, term in draft.tables.terms.items():
        value = parse_value(term.code)
        if isinstance(value, Misread) and term.code.strip() and not isinstance(parse_rules(term.code), Misread):
            value = Misread(0, Fault("E201.rule", name=name))
        if isinstance(value, Misread):
            faults.append(_misread(draft.merged, ("terms", name, "code"), value))
            value = t.Literal("yes")  # so that its uses are not blamed as well
        terms[name] = value
    return terms


def _rules(draft: Draft, faults: list[Fault]) -> dict[str, Rule]:
    rules: dict[str, Rule] = {}
    tables, merged = draft.tables, draft.merged
    sections: tuple[tuple[str, Mapping[str, Any]], ...] = (
        ("rules", tables.rules), ("actions", tables.actions), ("endings", tables.endings),
    )  # fmt: skip
    for section, found in sections:
        for name, table in found.items():
            if name in rules:
                other = merged.key((rules[name].section, name))
                place = merged.key((section, name))
                faults.append(Fault("E123.id", place, (other,), name=name, section=rules[name].section))
            statements, misreads = read_rules(table.code)
            faults.extend(_misread(merged, (section, name, "code"), misread) for misread in misreads)
            rules[name] = rule_of(section, name, table, told_apart(statements, name, tables), tables)
    return rules


def _values(tables: VariantTable, rules: Mapping[str, Rule]) -> dict[str, t.Expression]:
    """The parsed values in tables and messages, by their text, so that playing does not load the parser."""
    texts = [amount for role in tables.roles.values() for amount in role.tickets.values()]
    texts += [state.starts for state in tables.state.values()]
    for rule in rules.values():
        for one in rule.statements:
            texts += SLOT.findall(getattr(one, "because", "") or getattr(one, "text", ""))
    found = {text: parse_value(text) for text in texts if isinstance(text, str) and text}
    return {text: value for text, value in found.items() if not isinstance(value, Misread)}
