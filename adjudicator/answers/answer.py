"""An answer as data: what was understood, yes or no or neither, the rules that decide it, and what it depends on."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from attrs import field

from adjudicator.answers.changes import Change
from adjudicator.answers.claims import Ground, ground
from adjudicator.game import Game, Where
from adjudicator.judge import seat_rows
from adjudicator.language import tree as t
from adjudicator.record.lexicon import FUGITIVE
from adjudicator.rulebook.model import Rulebook
from adjudicator.values import frozen

YES, NO, DEPENDS = "yes", "no", "it depends"


@frozen
class Depends:
    """Another choice of an option, and what the answer would then be."""

    option: str
    verdict: str
    says: str
    ruling: str = ""


@frozen
class Tried:
    """A small position that was put to the judge: a record that can be judged again, and the clause that was tried on it."""

    record: str
    clause: str
    verdict: str


@frozen
class Answer:
    verdict: str  # yes, no, it depends; empty where the question is not of that kind
    says: tuple[str, ...]
    grounds: tuple[Ground, ...] = ()
    changes: tuple[Change, ...] = ()
    tried: tuple[Tried, ...] = ()
    facts: dict[str, object] = field(factory=dict)
    depends: tuple[Depends, ...] = ()
    form: str = ""
    helpless: bool = False  # refused, and no single change helps
    topics: tuple[str, ...] = ()  # of further options on which it may depend

    @property
    def key(self) -> tuple[object, ...]:
        """The substance of an answer, to compare two answers."""
        return self.verdict, self.says


@frozen(slots=False)
class Desk:
    """Where a question is answered: the rules in force, the game if there is one, and how to look at other choices."""

    rulebook: Rulebook
    where: Where | None = None
    otherwise: Callable[[str], Desk | None] = field(default=lambda option: None, repr=False)
    earlier: Callable[[str], Desk | None] = field(default=lambda moment: None, repr=False)
    seat: str = ""  # whose eyes look at the game; nothing for the referee, who sees everything

    @property
    def game(self) -> Game | None:
        """The game, with every position that is possible."""
        return None if self.where is None else self.where.game

    def rule(self, name: str, message: str = "") -> Ground:
        return ground(self.rulebook, name, message)

    def rules_with(self, *kinds: type[t.Node]) -> tuple[Ground, ...]:
        """The rules that hold a statement of this kind."""
        return tuple(self.rule(name) for name in dict.fromkeys(rule.id for rule, _ in self.rulebook.statements(*kinds)))

    def rules_about(self, *topics: str) -> tuple[Ground, ...]:
        """The rules that carry all these topics."""
        return tuple(self.rule(rule.id) for rule in self.rulebook.rules.values() if set(topics) <= set(rule.about))

    def rules_with_move(self) -> tuple[Ground, ...]:
        return self.rules_with(t.MustMove)

    def rules_with_order(self) -> tuple[Ground, ...]:
        return self.rules_with(t.SideOrder)[-1:]

    def role(self, who: str) -> str:
        """The role of a piece, a role, or a side: of the pursuers the first."""
        roles = self.rulebook.tables.roles
        if who in roles:
            return who
        held = self.pieces(who)
        if self.game is not None and held:
            return self.game.seating.seats[self.game.seating.pieces[held[0]]].role
        side = "fugitive" if who == FUGITIVE else "pursuers"
        fixed = [name for name, role in roles.items() if who in role.pieces]
        return fixed[0] if fixed else next(name for name, role in roles.items() if role.side == side)

    @property
    def persons(self) -> dict[str, str]:
        """The person who plays each piece, as far as the record says."""
        return {seat.piece: seat.person for seat in self.game.record.seats if seat.person} if self.game is not None else {}

    def pieces(self, who: str) -> tuple[str, ...]:
        """The pieces at the table that are meant by a piece, a person, a role or a side; none without a game."""
        if self.game is None:
            return ()
        seats, persons = self.game.seating.seats, self.persons
        exact = tuple(seat.piece for seat in seats if who in (seat.piece, persons.get(seat.piece)))
        side = {"pursuers": "pursuers", "fugitive": "fugitive"}.get(who, "")
        sides = {name for name, role in self.rulebook.tables.roles.items() if role.side == side}
        return exact or tuple(seat.piece for seat in seats if seat.role == who or seat.role in sides)

    def named(self, piece: str) -> str:
        """A piece at the table with the person who holds it, and the fugitive with his name."""
        more = [self.title(FUGITIVE)] if piece == FUGITIVE else []
        also = [*more, *([self.persons[piece]] if piece in self.persons else [])]
        return f"{piece} ({', '.join(also)})" if also else piece

    def is_fugitive(self, who: str) -> bool:
        return self.rulebook.tables.roles[self.role(who)].side == "fugitive"

    def title(self, who: str) -> str:
        """How a piece or all of a role are called in a sentence."""
        role = self.rulebook.tables.roles[self.role(who)]
        if role.side == "fugitive":
            return role.name or "the fugitive"
        return (
            f"the {role.plural or role.name}"
            if who in (*self.rulebook.tables.roles, "pursuers", "i", "")
            else role.names.get(who, who)
        )

    def fare(self, name: str) -> str:
        """How this edition calls a ticket or a means of transport."""
        return self.rulebook.called.get(name, name)

    def one_of(self, who: str) -> str:
        """One piece of a role in a sentence."""
        role = self.rulebook.tables.roles[self.role(who)]
        if role.side == "fugitive" or self.title(who) == who:
            return self.title(who)
        name = role.name or self.role(who)
        return f"one of the {role.plural}" if role.plural == role.name else f"{'an' if name[0] in 'aeiou' else 'a'} {name}"


def listed(numbers: Iterable[object], most: int = 40) -> str:
    every = [str(one) for one in numbers]
    return ", ".join(every[:most]) + (" …" if len(every) > most else "")


def both(names: Iterable[str], word: str = "and") -> str:
    every = list(names)
    return f"{', '.join(every[:-1])} {word} {every[-1]}" if len(every) > 1 else "".join(every)


def spoken(value: object) -> str:
    """A number, or what it follows from: `count(detectives)` is as many as there are detectives."""
    return re.sub(r"count\(([\w-]+)\)", r"as many as there are \1", str(value))


def each(number: object, column: str) -> str:
    """A number of the seat table: `2 chips each`, `1 chip each`."""
    return f"{number} {column.removesuffix('s') if number == 1 else column} each"


def seat_row(row: seat_rows.Row, rulebook: Rulebook, but: str = "") -> str:
    """A row of the seat table with every number in it."""
    pieces = {role.plural or name for name, role in seat_rows.pursuer_roles(rulebook).items()}
    more = [f"{value} {key}" for key, value in row.items() if key not in (*pieces, but, "pool", "persons", "held")]
    pooled = ["with one pool of tickets"] if row.get("pool") == "person" else []
    return ", ".join([seat_rows.described(row, rulebook), *more, *pooled])
