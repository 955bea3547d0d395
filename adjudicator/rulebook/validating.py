"""What can be wrong with the tables of a variant besides their rules: one function a question, in the order of the file."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from adjudicator.board.model import Board
from adjudicator.faults import Fault, did_you_mean
from adjudicator.language import tree as t
from adjudicator.language.inferring import Inference
from adjudicator.language.known import Env
from adjudicator.language.parsing import Misread, parse_value
from adjudicator.language.types import NUMBER, Scope, Type
from adjudicator.places import Path
from adjudicator.rulebook.merging import Merged
from adjudicator.rulebook.scoping import state_type
from adjudicator.rulebook.tables import VariantTable
from adjudicator.values import frozen

STATUSES = ("stated", "clarified", "inferred", "house")


@frozen
class Question:
    tables: VariantTable
    merged: Merged
    scope: Scope
    inference: Inference
    board: Board | None

    def fault(self, code: str, path: Path, message: str, help: str = "") -> Fault:
        return Fault(code, self.merged.value(path), message, help)

    def key_fault(self, code: str, path: Path, message: str, help: str = "") -> Fault:
        return Fault(code, self.merged.key(path), message, help)


def validate(question: Question) -> list[Fault]:
    return [fault for check in CHECKS for fault in check(question)]


def modes_of_the_board(q: Question) -> Iterator[Fault]:
    """A mode of the board that the variant does not know could never be ridden."""
    if q.board is None:
        return
    for mode in q.board.modes:
        if mode.name not in q.tables.modes:
            message = f"the board `{q.board.id}` has the mode `{mode.name}`, which is not declared"
            yield q.fault("E124", ("board",), message, f"add `[modes.{mode.name}]`, or name another board")


def tickets_pay_for_modes(q: Question) -> Iterator[Fault]:
    for name, ticket in q.tables.tickets.items():
        for index, mode in enumerate(ticket.pays):
            if mode not in q.tables.modes:
                yield q.fault(
                    "E125",
                    ("tickets", name, "pays", index),
                    f"there is no mode `{mode}`",
                    did_you_mean(mode, q.tables.modes),
                )


def roles_hold_tickets(q: Question) -> Iterator[Fault]:
    for name, role in q.tables.roles.items():
        for ticket, amount in role.tickets.items():
            path = ("roles", name, "tickets", ticket)
            if ticket not in q.tables.tickets:
                yield q.key_fault("E126", path, f"there is no ticket `{ticket}`", did_you_mean(ticket, q.tables.tickets))
            if isinstance(amount, str) and amount not in ("unlimited", "pile"):
                yield from _value(q, path, amount, NUMBER, "tickets lie open")
            elif isinstance(amount, int) and not 0 <= amount <= 999:
                yield q.fault("E127", path, f"`{ticket}` is {amount}", "between 0 and 999")
    if [role.side for role in q.tables.roles.values()].count("fugitive") != 1 and not q.tables.abstract:
        yield q.fault(
            "E128",
            _second_fugitive(q),
            "there must be exactly one role on the fugitive's side",
            'one has side = "fugitive", the others "pursuers"',
        )


def _second_fugitive(q: Question) -> Path:
    names = [name for name, role in q.tables.roles.items() if role.side == "fugitive"]
    return ("roles", names[-1], "side") if names else ("id",)


def supplies_and_box(q: Question) -> Iterator[Fault]:
    for ticket in q.tables.box:
        if ticket not in q.tables.tickets:
            yield q.key_fault("E126", ("box", ticket), f"there is no ticket `{ticket}`", did_you_mean(ticket, q.tables.tickets))
    for name, supply in q.tables.supplies.items():
        for ticket in supply.starts:
            if ticket not in q.tables.tickets:
                path = ("supplies", name, "starts", ticket)
                yield q.key_fault("E126", path, f"there is no ticket `{ticket}`", did_you_mean(ticket, q.tables.tickets))


def seat_rows(q: Question) -> Iterator[Fault]:
    roles = {role.plural or name for name, role in q.tables.roles.items() if role.side == "pursuers"}
    for index, row in enumerate(q.tables.seats):
        if not roles & set(row):
            near = next((did_you_mean(key, roles) for key in row if did_you_mean(key, roles).startswith("did")), "")
            help_text = near or f"give the number of {sorted(roles)[0]}" if roles else "there are no pursuers at all"
            yield q.fault("E129", ("seats", index), "this row of seats has no pursuers", help_text)
        for key, value in row.items():
            if key == "pool" and value not in ("piece", "person"):
                yield q.fault("E122", ("seats", index, key), f"`{value}` is no pool", 'write "piece" or "person"')
            elif key not in ("pool", "persons") and not isinstance(value, int):
                yield q.fault("E120", ("seats", index, key), f"`{key}` must be a whole number")


def states(q: Question) -> Iterator[Fault]:
    for name, state in q.tables.state.items():
        kind = state_type(state)
        if kind is None:
            known = "number, yes or no, station, mode, ticket, piece, word, set of stations, each also with `or none`"
            yield q.fault("E130", ("state", name, "type"), f"there is no type `{state.type}`", known)
        elif isinstance(state.starts, str) and state.starts:
            open_to = f"`{name}` is seen by its piece" if state.seen == "own" else f"they see `{name}`"
            open_to = "" if state.seen in ("fugitive", "none") else open_to
            yield from _value(q, ("state", name, "starts"), state.starts, kind, open_to)


def _value(q: Question, path: Path, text: str, wanted: Type, seen: str) -> Iterator[Fault]:
    """What is wrong with a value in a table; `seen` says why pursuers see it, or nothing."""
    value = parse_value(text)
    if isinstance(value, Misread):
        yield Fault(value.code, q.merged.inside(path, value.at, value.length), value.message, value.help)
        return
    q.inference.begin()
    if q.inference.want(value, wanted, Env(), "this").hidden and seen:
        q.inference.blame("E330", value, f"this would tell the pursuers something hidden: {seen}")
    for blame in q.inference.blames:
        yield Fault(blame.code, q.merged.inside(path, blame.at, blame.end - blame.at), blame.message, blame.help)


def sentences(q: Question) -> Iterator[Fault]:
    """Whoever breaks a rule is told its sentence, so there has to be one."""
    if q.merged.data.get("title") == "":
        yield q.fault("E122", ("title",), "`title` is empty", "say what people call it")
    for section in ("rules", "actions", "endings", "options"):
        for name, table in getattr(q.tables, section).items():
            if not table.says.strip():
                yield q.fault("E122", (section, name, "says"), "`says` is empty", "say it in one plain sentence")


def statuses(q: Question) -> Iterator[Fault]:
    for section in ("rules", "actions", "endings"):
        for name, table in getattr(q.tables, section).items():
            ruling = table.status.removeprefix("contested:")
            if table.status not in STATUSES and not (table.status.startswith("contested:G") and ruling[1:].isdigit()):
                help_text = "one of stated, clarified, inferred, house, or contested:G12"
                yield q.fault("E131", (section, name, "status"), f"there is no status `{table.status}`", help_text)
            elif not table.cite and table.status == "stated":
                yield q.fault(
                    "E132",
                    (section, name),
                    f"`{name}` is said to be stated, but cites nothing",
                    'add cite = "…", or status = "house"',
                )


def priorities(q: Question) -> Iterator[Fault]:
    """An ending left out by an option may still be named; one that no reading knows may not. Unnamed endings come last."""
    everything = set(q.tables.endings) | set(_all_endings(q))
    for index, name in enumerate(q.tables.priority):
        if name not in everything:
            yield q.fault("E133", ("priority", index), f"there is no ending `{name}`", did_you_mean(name, everything))


def _all_endings(q: Question) -> set[str]:
    return {str(path[1]) for path in q.merged.origins if len(path) >= 2 and path[0] == "endings"}


def actions_have_actors(q: Question) -> Iterator[Fault]:
    for name, action in q.tables.actions.items():
        if action.by not in q.scope.whos:
            yield q.fault(
                "E329",
                ("actions", name, "by"),
                f"there is nobody called `{action.by}`",
                did_you_mean(action.by, q.scope.whos),
            )
        if action.place != "during turn" and q.scope.whos.get(action.by) == "pursuers":
            yield q.fault("E135", ("actions", name, "place"), "only the fugitive writes entries", 'pursuers act "during turn"')


def structure(q: Question) -> Iterator[Fault]:
    """A playable variant says who moves when."""
    if q.tables.abstract or q.tables.pack:
        return
    kinds = {type(one) for rule in _statements(q) for one in rule}
    for kind, words in (
        (t.RoundOrder, "a round is a turn of fugitive, then a turn of pursuers"),
        (t.Allow, "allow ride along lines"),
    ):
        if kind not in kinds:
            yield q.fault("E136", ("id",), f"nothing says `{words}`", "extend `core`, which does")
    if not q.tables.board:
        yield q.fault("E137", ("id",), "this variant names no board", 'add board = "london"')


def _statements(q: Question) -> Iterator[tuple[t.Statement, ...]]:
    from adjudicator.language.parsing import parse_rules

    for table in q.tables.rules.values():
        found = parse_rules(table.code)
        if not isinstance(found, Misread):
            yield found


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
