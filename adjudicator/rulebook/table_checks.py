"""Checks of the tables of a variant besides their rules: one function for each check, in the order of the file."""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterator
from functools import lru_cache

from adjudicator.board.model import Board
from adjudicator.faults import Fault, Given
from adjudicator.faults.wording import nearest
from adjudicator.language import tree as t
from adjudicator.language.check_types import Env
from adjudicator.language.inference import Inference
from adjudicator.language.parser import Misread, parse_value
from adjudicator.language.types import NUMBER, Scope, Type
from adjudicator.rulebook.digest import SAID
from adjudicator.rulebook.inheritance import Merged, Source
from adjudicator.rulebook.lost_statements import lost
from adjudicator.rulebook.own_words import unknown_numbers
from adjudicator.rulebook.scope import state_type
from adjudicator.rulebook.tables import VariantTable
from adjudicator.toml_places import Path
from adjudicator.values import frozen

SEAT_WORDS = ("pool", "persons", "held")  # keys of a row of seats that are not numbers of pieces
STATUSES = ("stated", "clarified", "inferred", "record", "house")


@frozen
class Question:
    tables: VariantTable
    merged: Merged
    scope: Scope
    inference: Inference
    board: Board | None

    def fault(self, sentence: str, path: Path, **values: Given) -> Fault:
        """A fault at a value."""
        return Fault(sentence, self.merged.value(path), **values)

    def key_fault(self, sentence: str, path: Path, **values: Given) -> Fault:
        """A fault at a key."""
        return Fault(sentence, self.merged.key(path), **values)


def validate(question: Question) -> list[Fault]:
    return [fault for check in CHECKS for fault in check(question)]


def modes_of_the_board(q: Question) -> Iterator[Fault]:
    """Every mode of the board is declared, because others could never be ridden. Without modes of its own, a game may leave
    some out."""
    if q.board is None or (q.tables.modes and set(q.tables.modes) <= {mode.name for mode in q.board.modes}):
        return
    for mode in q.board.modes:
        if mode.name not in q.tables.modes:
            yield q.fault("E124", ("board",), board=q.board.id, name=mode.name)


def tickets_pay_for_modes(q: Question) -> Iterator[Fault]:
    for name, ticket in q.tables.tickets.items():
        for index, mode in enumerate(ticket.pays):
            if mode not in q.tables.modes:
                yield q.fault("E125", ("tickets", name, "pays", index), name=mode, known=q.tables.modes)


def roles_hold_tickets(q: Question) -> Iterator[Fault]:
    for name, role in q.tables.roles.items():
        for ticket, amount in role.tickets.items():
            path = ("roles", name, "tickets", ticket)
            if ticket not in q.tables.tickets:
                yield q.key_fault("E126", path, name=ticket, known=q.tables.tickets)
            if isinstance(amount, str) and amount not in ("unlimited", "pile"):
                yield from _value(q, path, amount, NUMBER, "E330.tickets", ticket)
            elif isinstance(amount, int) and not 0 <= amount <= 999:
                yield q.fault("E127", path, name=ticket, number=amount, most=999)
    if [role.side for role in q.tables.roles.values()].count("fugitive") != 1 and not q.tables.abstract:
        yield q.fault("E128", _second_fugitive(q))


def _second_fugitive(q: Question) -> Path:
    names = [name for name, role in q.tables.roles.items() if role.side == "fugitive"]
    return ("roles", names[-1], "side") if names else ("id",)


def supplies_and_box(q: Question) -> Iterator[Fault]:
    for ticket in q.tables.box:
        if ticket not in q.tables.tickets:
            yield q.key_fault("E126", ("box", ticket), name=ticket, known=q.tables.tickets)
    for name, supply in q.tables.supplies.items():
        for ticket in supply.starts:
            if ticket not in q.tables.tickets:
                path = ("supplies", name, "starts", ticket)
                yield q.key_fault("E126", path, name=ticket, known=q.tables.tickets)


def seat_rows(q: Question) -> Iterator[Fault]:
    roles = {role.plural or name for name, role in q.tables.roles.items() if role.side == "pursuers"}
    for index, row in enumerate(q.tables.seats):
        if not roles & set(row):
            near = next((found for key in row if (found := nearest(key, roles))), [])
            yield q.fault("E129", ("seats", index), near=near, plural=min(roles, default=""))
        for key, value in row.items():
            if key == "pool" and value not in ("piece", "person", "side"):
                yield q.fault("E122.pool", ("seats", index, key), value=value)
            elif key not in SEAT_WORDS and not isinstance(value, int):
                yield q.fault("E120.seats", ("seats", index, key), key=key)
            elif roles & set(row) and key not in (*roles, *SEAT_WORDS) and not _is_asked(tuple(q.merged.sources), key):
                yield q.key_fault("E390", ("seats", index, key), name=key, known=(*roles, *SEAT_WORDS))


@lru_cache(maxsize=64)  # lint calls it for each value of each option, with the same result
def _is_asked(sources: tuple[Source, ...], name: str) -> bool:
    """Whether some rule, including one for another choice, reads a number of the seat table."""
    word = re.compile(rf"(?<![\w-]){re.escape(name)}(?![\w-])")
    return any(word.search(text) for source in sources for text in _texts(source.data))


def _texts(value: object) -> Iterator[str]:
    """Every text in a value that may be in the rule language."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        yield from (text for inner in value for text in _texts(inner))
    elif isinstance(value, dict):
        yield from (text for key, inner in value.items() if key not in SAID for text in _texts(inner))


def states(q: Question) -> Iterator[Fault]:
    for name, state in q.tables.state.items():
        kind = state_type(state)
        if kind is None:
            yield q.fault("E130", ("state", name, "type"), type=state.type)
        elif state.starts != "" and (isinstance(state.starts, str) or kind.kind == "station"):
            leak = "" if state.seen in ("fugitive", "none") else "E330.own" if state.seen == "own" else "E330.seen"
            yield from _value(q, ("state", name, "starts"), str(state.starts), kind, leak, name)


def _value(q: Question, path: Path, text: str, wanted: Type, leak: str, name: str) -> Iterator[Fault]:
    """Errors in the value of `name` in a table; `leak` is the sentence if it would reveal a secret to the pursuers."""
    value = parse_value(text)
    if isinstance(value, Misread):
        yield value.fault.at(q.merged.inside(path, value.at, value.length))
        return
    q.inference.begin()
    if q.inference.want(value, wanted, Env(), "this").hidden and leak:
        q.inference.blame(leak, value, name=name)
    for blame in q.inference.blames:
        yield blame.fault.at(q.merged.inside(path, blame.at, blame.end - blame.at))


def sentences(q: Question) -> Iterator[Fault]:
    """Every rule has a sentence, because a player who breaks the rule sees it."""
    if q.merged.data.get("title") == "":
        yield q.fault("E122.no-title", ("title",))
    for section in ("rules", "actions", "endings", "options"):
        for name, table in getattr(q.tables, section).items():
            if not table.says.strip():
                yield q.fault("E122.no-says", (section, name, "says"))
            for number in unknown_numbers(table.says):
                known = (*q.tables.log, *q.tables.numbers)
                yield q.fault("E307.number", (section, name, "says"), name=number, known=known)


def statuses(q: Question) -> Iterator[Fault]:
    for section in ("rules", "actions", "endings"):
        for name, table in getattr(q.tables, section).items():
            if not _is_status(table.status, q.tables.rulings):
                yield q.fault("E131", (section, name, "status"), status=table.status)
            elif not table.cite and table.status == "stated":
                yield q.fault("E132", (section, name), name=name)
    for name, term in q.tables.terms.items():
        if term.status and not _is_status(term.status, q.tables.rulings):
            yield q.fault("E131", ("terms", name, "status"), status=term.status)


def _is_status(status: str, rulings: Container[str]) -> bool:
    """Whether a status is one of our words, or `contested:` with one of our rulings or the file's own."""
    kind, _, ruling = status.partition(":")
    return status in STATUSES or (kind == "contested" and (ruling in rulings or (ruling[:1] == "G" and ruling[1:].isdigit())))


def priorities(q: Question) -> Iterator[Fault]:
    """`priority` names endings that exist under some choice of options. Unnamed endings come last."""
    everything = set(q.tables.endings) | set(_all_endings(q))
    for index, name in enumerate(q.tables.priority):
        if name not in everything:
            yield q.fault("E133", ("priority", index), name=name, known=everything)


def _all_endings(q: Question) -> set[str]:
    return {str(path[1]) for path in q.merged.origins if len(path) >= 2 and path[0] == "endings"}


def actions_have_actors(q: Question) -> Iterator[Fault]:
    for name, action in q.tables.actions.items():
        if action.by not in q.scope.whos:
            yield q.fault("E329.by", ("actions", name, "by"), name=action.by, known=q.scope.whos)
        if action.place != "during turn" and q.scope.whos.get(action.by) == "pursuers":
            yield q.fault("E135", ("actions", name, "place"))
        elif action.place == "turn" and not any(isinstance(one, t.Entries) for one in _parsed(action.code)):
            yield q.fault("E323.none", ("actions", name, "place"))


def structure(q: Question) -> Iterator[Fault]:
    """A playable variant has an order of moves."""
    if q.tables.abstract or q.tables.pack:
        return
    kinds = {type(one) for rule in _statements(q) for one in rule}
    for kind, sentence, begins in ((t.RoundOrder, "E136.round", "a round is"), (t.Allow, "E136.allow", "allow ride")):
        if kind not in kinds:
            rule, statement = next(lost(q.merged, begins), ("", ""))
            path: Path = ("rules", rule, "code") if rule else ("id",)
            yield q.fault(sentence, path, table=f"rules.{rule}" if rule else "", statement=statement)
    if not q.tables.board:
        yield q.fault("E137", ("id",))


def _statements(q: Question) -> Iterator[tuple[t.Statement, ...]]:
    return (_parsed(table.code) for table in q.tables.rules.values())


def _parsed(code: str) -> tuple[t.Statement, ...]:
    """The statements of a rule; empty if they cannot be read, which is reported elsewhere."""
    from adjudicator.language.parser import parse_rules

    found = parse_rules(code)
    return () if isinstance(found, Misread) else found


CHECKS: tuple[Callable[[Question], Iterator[Fault]], ...] = (
    modes_of_the_board,
    tickets_pay_for_modes,
    roles_hold_tickets,
    supplies_and_box,
    seat_rows,
    states,
    sentences,
    statuses,
    priorities,
    actions_have_actors,
    structure,
)
