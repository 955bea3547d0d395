"""Warns about numbers that do not fit together: schedules, supplies, seats, tickets, options."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.faults import Fault
from adjudicator.language import tree as t
from adjudicator.language.tree_walk import walk
from adjudicator.rulebook.consistency import LENGTHS
from adjudicator.rulebook.guards import split
from adjudicator.rulebook.lint.finding import Finding, Ground
from adjudicator.rulebook.lint.truth import ENDLESS, entries_of_a_turn, last_round, rounds_to_survive
from adjudicator.rulebook.tables import RulingTable
from adjudicator.toml_places import Path


def schedules(g: Ground) -> Iterator[Finding]:
    """Warn about numbers in a schedule that the log has no line for, or the game no round."""
    last = last_round(g.rulebook)
    if last == ENDLESS:
        return
    lengths: tuple[Path, ...] = tuple(("log", name) for name in LENGTHS if name in g.tables.log)
    counted = {name for rule in g.rulebook.rules.values() for one in rule.statements for name in _scheduled(one)}
    counted |= {name for meaning in g.rulebook.scope.names.values() if meaning.body for name in _scheduled(meaning.body)}
    schedules = [("log", name, value) for name, value in g.tables.log.items()]
    schedules += [("numbers", name, value) for name, value in g.tables.numbers.items() if name in counted]
    rounds = rounds_to_survive(g.rulebook)
    most = rounds * entries_of_a_turn(g.rulebook)
    for section, name, value in schedules:
        numbers = value if isinstance(value, tuple) else ()
        late = [number for number in numbers if number > last]
        later = [number for number in numbers if number > most]
        if early := [number for number in numbers if number < 1]:
            yield Finding(Fault("W405.first", name=name, numbers=early), (section, name))
        if late:
            yield Finding(Fault("W405", name=name, numbers=late, last=last), (section, name), also=lengths)
        elif later:
            fault = Fault("W405.entries", name=name, numbers=later, rounds=rounds, most=most)
            yield Finding(fault, (section, name), also=lengths, as_chosen=True)


def written_schedules(g: Ground) -> Iterator[Finding]:
    """Warn about numbers in a set within a rule that the log has no line for, or the game no round."""
    last = last_round(g.rulebook)
    for rule in g.rulebook.rules.values():
        for node in (node for one in rule.statements for node in walk(one)):
            match node:
                case t.Member(t.Name("round" | "entry" | "entries"), t.SetOf(items) as group) if last != ENDLESS:
                    late = [one.value for one in items if isinstance(one, t.Number) and one.value > last]
                    if late and len(late) < len(items):  # a rule that never applies is reported elsewhere
                        fault = Fault("W405.written", numbers=late, last=last)
                        yield Finding(fault, (rule.section, rule.id, "code"), group.at, group.end - group.at)


def _scheduled(node: t.Node) -> Iterator[str]:
    """Names of sets that are searched for the number of a round or entry."""
    for one in walk(node):
        match one:
            case t.Member(t.Name("round" | "entry" | "entries"), t.Name(name)):
                yield name


def tickets_that_pay_for_nothing(g: Ground) -> Iterator[Finding]:
    on_board = {mode.name for mode in g.rulebook.board.modes} if g.rulebook.board else None
    for name, ticket in g.tables.tickets.items():
        if ticket.pays and on_board is not None and not on_board & set(ticket.pays):
            board = g.rulebook.board.id if g.rulebook.board else ""
            yield Finding(Fault("W404.board", name=name, board=board), ("tickets", name, "pays"))
        elif not ticket.pays and name not in g.asked:
            yield Finding(Fault("W404.nothing", name=name), ("tickets", name))
        held = any(name in role.tickets for role in g.tables.roles.values() if role.fare != "free")
        supplied = name in g.tables.box or any(name in supply.starts for supply in g.tables.supplies.values())
        if not held and not supplied and not g.tables.abstract and any(r.fare != "free" for r in g.tables.roles.values()):
            yield Finding(Fault("W404", name=name), ("tickets", name))


def modes_nobody_rides(g: Ground) -> Iterator[Finding]:
    paid = {mode for ticket in g.tables.tickets.values() for mode in ticket.pays}
    free, pays = (any(role.fare == fare for role in g.tables.roles.values()) for fare in ("free", "tickets"))
    for name in g.tables.modes:
        on_board = g.rulebook.board is None or any(mode.name == name for mode in g.rulebook.board.modes)
        if on_board and name not in paid and not g.tables.abstract:
            tickets: tuple[Path, ...] = tuple(("tickets", ticket, "pays") for ticket in g.tables.tickets)
            if not free:
                yield Finding(Fault("W414", name=name), ("modes", name), also=tickets)
            elif pays:
                yield Finding(Fault("N04", name=name), ("modes", name), also=tickets)


def supplies_within_the_box(g: Ground) -> Iterator[Finding]:
    """Warn about a box with fewer tickets than the largest table needs."""
    for ticket, inside in g.tables.box.items():
        fixed = sum(supply.starts.get(ticket, 0) for supply in g.tables.supplies.values())
        rows = g.tables.seats or ({},)
        most = max(sum(_dealt(g, row, ticket)) for row in rows) + fixed
        if most > inside:
            roles = [name for name, role in g.tables.roles.items() if isinstance(role.tickets.get(ticket), int)]
            dealt: tuple[Path, ...] = tuple(("roles", name, "tickets", ticket) for name in roles)
            dealt += tuple(("supplies", name, "starts", ticket) for name in g.tables.supplies if fixed)
            fullest = max(range(len(rows)), key=lambda index: sum(_dealt(g, rows[index], ticket)))
            dealt += (("seats", fullest),) if g.tables.seats else ()
            yield Finding(Fault("W407", name=ticket, most=most, inside=inside), ("box", ticket), also=dealt)


def _dealt(g: Ground, row: object, ticket: str) -> Iterator[int]:
    assert isinstance(row, dict)
    for name, role in g.tables.roles.items():
        amount = role.tickets.get(ticket, 0)
        pieces = 1 if role.side == "fugitive" else row.get(role.plural or name, 0)
        if isinstance(amount, int) and isinstance(pieces, int):
            yield amount * pieces


def seat_tables(g: Ground) -> Iterator[Finding]:
    """Warn about gaps in the seat table, such as rows for 3 and 5 detectives but not 4."""
    for name, role in g.tables.roles.items():
        plural = role.plural or name
        counts = sorted({int(row[plural]) for row in g.tables.seats if isinstance(row.get(plural), int) and row[plural]})  # type: ignore[arg-type]
        holes = [number for number in range(counts[0], counts[-1]) if number not in counts] if counts else []
        if holes and role.fare != "free":
            fault = Fault("W408", plural=plural, first=counts[0], last=counts[-1], hole=holes[0])
            yield Finding(fault, ("seats",))
    yield from _unseated(g)
    yield from _rows_twice(g)
    yield from _unnamed(g)


def _unnamed(g: Ground) -> Iterator[Finding]:
    """Warn about rows with more pieces of a role than it has names."""
    for name, role in g.tables.roles.items():
        plural = role.plural or name
        for index, row in enumerate(g.tables.seats):
            number = row.get(plural, 0)
            if role.pieces and isinstance(number, int) and number > len(role.pieces):
                fault = Fault("W408.names", number=number, plural=plural, names=len(role.pieces))
                yield Finding(fault, ("roles", name, "pieces"), also=(("seats", index),))
                break


def _unseated(g: Ground) -> Iterator[Finding]:
    for name in g.tables.roles:
        if name in g.facts.absent:
            yield Finding(Fault("W413", name=name), ("roles", name))


def _rows_twice(g: Ground) -> Iterator[Finding]:
    plurals = [role.plural or name for name, role in g.tables.roles.items()]
    seen: dict[tuple[object, ...], int] = {}
    for index, row in enumerate(g.tables.seats):
        key = (*(row.get(plural, 0) for plural in plurals), row.get("persons"))
        first = seen.setdefault(key, index)
        if first != index:
            yield Finding(Fault("W408.twice"), ("seats", index), also=(("seats", first),))


def roles_that_borrow_nothing(g: Ground) -> Iterator[Finding]:
    """Warn about a role that borrows pieces from one that does not exist."""
    for name, role in g.tables.roles.items():
        if role.borrows and role.borrows not in g.tables.roles:
            yield Finding(Fault("W471", name=role.borrows, known=list(g.tables.roles)), ("roles", name, "borrows"))


def options_that_speak_of_nothing(g: Ground) -> Iterator[Finding]:
    for name, option in g.tables.options.items():
        for key, clauses in (("excludes", option.excludes), ("needs", option.needs)):
            for index, clause in enumerate(clauses):
                if split(clause)[0] not in g.tables.options:
                    fault = Fault("W416", name=split(clause)[0], option=name, verb=key.removesuffix("s"))
                    yield Finding(fault, ("options", name, key, index))
        if option.ruling and option.ruling not in g.tables.rulings:
            yield Finding(Fault("W416.ruling", name=option.ruling), ("options", name, "ruling"))
    for name, ruling in g.tables.rulings.items():
        if ruling.option and ruling.option not in g.tables.options:
            yield Finding(Fault("W416.option", name=ruling.option), ("rulings", name, "option"))
        yield from _choices_of_readings(g, name, ruling)


def _choices_of_readings(g: Ground, name: str, ruling: RulingTable) -> Iterator[Finding]:
    """Warn about readings without a choice (`""` means that there is none), and choices that do not exist."""
    if ruling.choices and len(ruling.choices) != len(ruling.readings):
        count = {"choices": len(ruling.choices), "readings": len(ruling.readings)}
        yield Finding(Fault("W470.count", **count), ("rulings", name, "choices"))
    for index, choice in enumerate(ruling.choices):
        name_of, value = split(choice)
        values = g.tables.options[name_of].values if name_of in g.tables.options else ()
        if choice and value not in values and not (name_of in g.rulebook.numbers and value.isdecimal()):
            yield Finding(Fault("W470", choice=choice), ("rulings", name, "choices", index))
