"""From a name to a checked rulebook: find, read, lay over each other, choose, shape, parse, check. The order is the reason:
each step trusts the one before, and each gathers every fault before it says no.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from typing import Any

from attrs import evolve

from adjudicator import board as boards
from adjudicator.board.model import Board
from adjudicator.faults import Fault, Place, Refused
from adjudicator.files import find, read_toml, shown
from adjudicator.language import tree as t
from adjudicator.language.checking import Actor, Checker
from adjudicator.language.inferring import Inference
from adjudicator.language.known import Blame
from adjudicator.language.parsing import Misread, parse_rules, parse_value
from adjudicator.places import Path
from adjudicator.rulebook.choosing import choose
from adjudicator.rulebook.digest import digest
from adjudicator.rulebook.merging import Merged, Source, lay_over
from adjudicator.rulebook.model import Action, Rule, Rulebook
from adjudicator.rulebook.packs import add_packs, is_pack, no_game
from adjudicator.rulebook.scoping import scope_of
from adjudicator.rulebook.tables import VariantTable
from adjudicator.rulebook.validating import validate
from adjudicator.shaping import Codes, shape

LIMIT = 65_536  # bytes of a variant file
MAX_DEPTH = 12  # of `extends`
MAX_PACKS = 12
MAX_RULES = 400
CODES = Codes(unknown_key="E101", wrong_type="E120", missing_key="E121", bad_value="E122")


def load(
    name: str, *, board: str = "", options: Iterable[str] = (), beside: str | None = None, paths: Iterable[str] = ()
) -> Rulebook:
    """The rulebook of `2014`, `./mine.toml` or `2014+pack.toml+pack`, with options chosen. Raises Refused."""
    merged = flatten(name, beside=beside, paths=paths)
    return make(merged, board=board, options=options, paths=paths)


def flatten(name: str, *, beside: str | None = None, paths: Iterable[str] = ()) -> Merged:
    """The tables of a variant with its parents and packs, nothing chosen yet."""
    first, *packs = name.split("+")
    if len(packs) > MAX_PACKS:
        raise Refused([Fault("E106", Place(name[:60]), f"more than {MAX_PACKS} packs")])
    merged = _with_parents(first.strip(), beside, tuple(paths), ())
    return add_packs(merged, [_source(pack.strip(), beside, paths) for pack in packs])


def _source(name: str, beside: str | None, paths: Iterable[str]) -> Source:
    path = find("variants", name, beside=beside, paths=paths)
    data, text = read_toml(path, LIMIT)
    return Source(shown(path), data, text)


def _with_parents(name: str, beside: str | None, paths: tuple[str, ...], below: tuple[str, ...]) -> Merged:
    source = _source(name, beside, paths)
    if is_pack(source):
        raise Refused([no_game(source)])
    real = os.path.realpath(source.file)
    if real in below or len(below) > MAX_DEPTH:
        chain = " extends ".join(f"`{shown(file)}`" for file in (*below[below.index(real) if real in below else 0 :], real))
        raise Refused([Fault("E108", source.places.key(("extends",)), f"{chain}: a circle of files", "break the circle")])
    extends = source.data.get("extends")
    if extends is not None and not isinstance(extends, str):
        raise Refused([Fault("E120", source.places.value(("extends",)), "`extends` must be a text", "name one variant")])
    if extends is None:
        parent = Merged()
    else:
        try:
            parent = _with_parents(extends, source.file, paths, (*below, real))
        except Refused as refused:
            place = source.places.value(("extends",))
            raise Refused(evolve(f, place=place) if f.code in ("F01", "F07") else f for f in refused.faults) from None
    merged = lay_over(parent, source)
    if merged.faults:
        raise Refused(merged.faults)
    return merged


def make(merged: Merged, *, board: str = "", options: Iterable[str] = (), paths: Iterable[str] = ()) -> Rulebook:
    """Choose, shape, parse and check."""
    chosen_tables, chosen = choose(merged, options, Place("options"))
    if chosen_tables.faults:
        raise Refused(chosen_tables.faults)
    tables, faults = shape(chosen_tables.data, VariantTable, chosen_tables, CODES)  # type: ignore[arg-type]
    if tables is None:
        raise Refused(faults)
    return _checked(tables, chosen_tables, chosen, _board(board, tables, merged, paths))


def _board(name: str, tables: VariantTable, merged: Merged, paths: Iterable[str]) -> Board | None:
    if name:
        return boards.load(name, paths=paths)
    if not tables.board:
        return None
    source, path = merged.origin(("board",))
    try:
        return boards.load(tables.board, beside=source.file, paths=paths)
    except Refused as refused:
        place = source.places.value(path)
        raise Refused(evolve(f, place=place) if f.code == "F07" else f for f in refused.faults) from None


def _checked(tables: VariantTable, merged: Merged, chosen: Mapping[str, str], board: Board | None) -> Rulebook:
    faults: list[Fault] = []
    terms = _terms(tables, merged, faults)
    rules = _rules(tables, merged, faults)
    scope, clashes = scope_of(tables, board, terms)
    for section, name, other in clashes:
        message = f"`{name}` is already the name of a {other}"
        faults.append(Fault("E123", merged.key((section, name)), message, "take another name"))
    inference = Inference(scope)
    checker = Checker(inference)
    for rule in rules.values():
        actor = None
        if rule.section == "actions":
            table = tables.actions[rule.id]
            actor = Actor(scope.whos.get(table.by, ""), table.place)
        blames = checker.table(rule.section, rule.statements, actor)
        faults.extend(_fault(merged, (rule.section, rule.id, "code"), blame) for blame in blames)
    faults.extend(validate(tables, merged, scope, inference, board))
    if any(fault.is_error for fault in faults):
        raise Refused(faults)
    actions = {name: Action(name, table, rules[name]) for name, table in tables.actions.items()}
    return Rulebook(
        tables,
        board,
        chosen,
        rules,
        actions,
        scope,
        inference.types,
        merged,
        digest(merged.data),
        inference.looks_back,
        tuple(inference.kept),
    )


def _fault(merged: Merged, path: Path, blame: Blame) -> Fault:
    """A fault inside a term stands in the term; where that is used is said besides."""
    there: Path = ("terms", blame.term, "code") if blame.term else path
    place = merged.inside(there, blame.at, max(1, blame.end - blame.at))
    also = (merged.inside(path, blame.used),) if blame.term else ()
    return Fault(blame.code, place, blame.message, blame.help, also)


def _misread(merged: Merged, path: Path, misread: Misread) -> Fault:
    return Fault("E201", merged.inside(path, misread.at), misread.message, misread.help)


def _terms(tables: VariantTable, merged: Merged, faults: list[Fault]) -> dict[str, t.Expression]:
    terms: dict[str, t.Expression] = {}
    for name, term in tables.terms.items():
        value = parse_value(term.code)
        if isinstance(value, Misread):
            faults.append(_misread(merged, ("terms", name, "code"), value))
        else:
            terms[name] = value
    return terms


def _rules(tables: VariantTable, merged: Merged, faults: list[Fault]) -> dict[str, Rule]:
    rules: dict[str, Rule] = {}
    sections: tuple[tuple[str, Mapping[str, Any]], ...] = (
        ("rules", tables.rules), ("actions", tables.actions), ("endings", tables.endings),
    )  # fmt: skip
    if sum(len(found) for _, found in sections) > MAX_RULES:
        raise Refused([Fault("E109", merged.key(("rules",)), f"more than {MAX_RULES} rules", "split the variant")])
    for section, found in sections:
        for name, table in found.items():
            if name in rules:
                other = merged.key((rules[name].section, name))
                message = f"`{name}` is already the id of one of the {rules[name].section}"
                faults.append(Fault("E123", merged.key((section, name)), message, "take another id", (other,)))
            statements = parse_rules(table.code)
            if isinstance(statements, Misread):
                faults.append(_misread(merged, (section, name, "code"), statements))
                statements = ()
            rules[name] = _rule(section, name, table, statements, tables)
    return rules


def _rule(section: str, name: str, table: Any, statements: tuple[t.Statement, ...], tables: VariantTable) -> Rule:
    cite = f"{tables.rulebook}, {table.cite}" if table.cite and tables.rulebook else table.cite or "house rule"
    guard = (table.option,) if isinstance(table.option, str) else table.option
    return Rule(section, name, table.says, cite, table.status, table.about, table.rows, statements, guard)
