"""Variants as text for people: a list of variants, or one with its numbers, seats, options and rules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from adjudicator.files import shown
from adjudicator.report.layout import table, wrapped
from adjudicator.rulebook.model import Rule, Rulebook
from adjudicator.rulebook.tables import RoleTable
from adjudicator.values import frozen

SECTIONS = (("rules", "rules"), ("actions", "actions"), ("endings", "endings, in the order of testing"))


SHOWN = 1  # other names of a variant in the list


@frozen
class Listed:
    """One line of the list of variants."""

    name: str
    title: str
    aliases: tuple[str, ...] = ()
    board: str = ""
    options: int = 0
    note: str = ""


def variant_list(rows: Sequence[Listed]) -> str:
    head = ("id", "also", "board", "options", "title")
    cells = [(row.name, _shortly(row.aliases), row.board or "-", str(row.options), row.title + row.note) for row in rows]
    return table([head, *cells], headed=True)


def _shortly(aliases: tuple[str, ...]) -> str:
    """The first names of several: the page of a variant lists all, and a title needs the room."""
    return ", ".join(aliases[:SHOWN]) + (" …" if len(aliases) > SHOWN else "")


def variant_page(rulebook: Rulebook) -> str:
    """The page of one variant, readable at the table."""
    return _Page(rulebook).text()


@frozen
class _Page:
    rulebook: Rulebook

    def text(self) -> str:
        parts = [self._head(), self._numbers(), self._tickets(), self._seats(), self._options()]
        parts += [self._rules(section, title) for section, title in SECTIONS]
        return "\n".join(part for part in parts if part)

    def _head(self) -> str:
        tables = self.rulebook.tables
        rows = [
            ("also called", ", ".join(tables.aliases)),
            ("rulebook", tables.rulebook),
            ("board", self.rulebook.board.id if self.rulebook.board else tables.board),
            ("laid over", ", ".join(self._files())),
            ("digest", self.rulebook.digest),
        ]
        return wrapped(f"{self.rulebook.name}: ", self.rulebook.title) + "\n" + table([row for row in rows if row[1]], "  ")

    def _files(self) -> list[str]:
        """The files of this variant, the base first."""
        return list(dict.fromkeys(shown(source.file) for source, _ in self.rulebook.merged.origins.values()))

    def _numbers(self) -> str:
        tables = self.rulebook.tables
        rows = [(name, _numbered(value)) for name, value in tables.log.items()]
        rows += [(name, _numbered(value)) for name, value in tables.numbers.items()]
        rows += [(f"{name} in the box", str(value)) for name, value in tables.box.items()]
        return "numbers\n" + table(rows, "  ") if rows else ""

    def _tickets(self) -> str:
        rows = [
            (f"{role.name or name}: {ticket}", str(amount))
            for name, role in self.rulebook.tables.roles.items()
            for ticket, amount in role.tickets.items()
            if role.fare == "tickets"
        ]
        rows += [
            (f"{role.name or name}", "rides free") for name, role in self.rulebook.tables.roles.items() if role.fare == "free"
        ]
        return "tickets\n" + table(rows, "  ") if rows else ""

    def _seats(self) -> str:
        roles = self.rulebook.tables.roles
        rows = [[_seated(row, roles)] for row in self.rulebook.tables.seats]
        return "seats beside the fugitive\n" + table(rows, "  ") if rows else ""

    def _options(self) -> str:
        if not self.rulebook.options:
            return ""
        lines = ["options, with what is chosen"]
        for name, option in self.rulebook.options.items():
            values = " | ".join(f"[{value}]" if value == self.rulebook.chosen[name] else value for value in option.values)
            lines.append(wrapped(f"  {name}: ", values))
            lines.append(wrapped("    ", option.says))
        return "\n".join(lines) + "\n"

    def _rules(self, section: str, title: str) -> str:
        rules = [rule for rule in self.rulebook.rules.values() if rule.section == section]
        if section == "endings":
            order = {name: number for number, name in enumerate(self.rulebook.tables.priority)}
            rules.sort(key=lambda rule: order.get(rule.id, len(order)))
        return "\n".join([title, *(line for rule in rules for line in self._rule(rule))]) + "\n" if rules else ""

    def _rule(self, rule: Rule) -> Iterator[str]:
        yield wrapped("  ", f"{rule.id} ({rule.status})")
        yield wrapped("    ", rule.says)
        if rule.cite and rule.status != "house":
            yield wrapped("    ", rule.cite)


def _numbered(value: int | tuple[int, ...]) -> str:
    return ", ".join(map(str, value)) if isinstance(value, tuple) else str(value)


def _seated(row: Mapping[str, int | str | tuple[int, ...]], roles: Mapping[str, RoleTable]) -> str:
    plurals = {role.plural or name for name, role in roles.items()}
    pieces = [f"{row[name]} {name}" for name in row if name in plurals and row[name]]
    rest = [f"{name} {_value(row[name])}" for name in row if name not in plurals]
    return ", ".join(pieces) + (f" ({'; '.join(rest)})" if rest else "")


def _value(value: int | str | tuple[int, ...]) -> str:
    return "+".join(map(str, value)) if isinstance(value, tuple) else str(value)
