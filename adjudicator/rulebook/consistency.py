"""Checks that the tables of a variant agree with each other and with the board: one function for each check, in file order."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from adjudicator.faults import Fault, Place
from adjudicator.language import tree as t
from adjudicator.language.parser import read_rules
from adjudicator.language.slots import SLOT
from adjudicator.language.tree_walk import walk
from adjudicator.rulebook.guards import split
from adjudicator.rulebook.table_checks import Question
from adjudicator.toml_places import Path

MOST_TICKETS = 999
MOST_PIECES = 12  # of one role
LENGTHS = ("rounds", "windows")  # of the log
LARGEST = 9_999  # of a named number


def agree(question: Question) -> list[Fault]:
    return [fault for check in CHECKS for fault in check(question)]


def numbers_in_range(q: Question) -> Iterator[Fault]:
    """Numbers in tables have bounds that every real table keeps, so that no count can grow without end."""
    for section, table, most in (
        ("log", q.tables.log, LARGEST), ("numbers", q.tables.numbers, LARGEST), ("box", q.tables.box, MOST_TICKETS),
    ):  # fmt: skip
        for name, value in table.items():
            for index, number in enumerate(value) if isinstance(value, tuple) else ((-1, value),):
                path: Path = (section, name) if index < 0 else (section, name, index)
                yield from _range(q, path, number, most)
    for name, supply in q.tables.supplies.items():
        for ticket, number in supply.starts.items():
            yield from _range(q, ("supplies", name, "starts", ticket), number, MOST_TICKETS)
    for index, row in enumerate(q.tables.seats):
        for name, seats in row.items():
            if isinstance(seats, int):
                yield from _range(q, ("seats", index, name), seats, MOST_PIECES if name in q.scope.whos else LARGEST)


def games_of_some_length(q: Question) -> Iterator[Fault]:
    """A game without rounds, or with a log without windows, would be over before it begins."""
    for name in LENGTHS:
        if q.tables.log.get(name) == 0:
            yield q.fault("E381", ("log", name), name=name)


def _range(q: Question, path: Path, number: int, most: int) -> Iterator[Fault]:
    if not 0 <= number <= most:
        yield q.fault("E127", path, name=path[2 if path[0] == "seats" else 1], number=number, most=most)


def decks_of_stations(q: Question) -> Iterator[Fault]:
    """A deck is one of the board's, or has cards with stations of the board."""
    if q.board is None:
        return
    for name, deck in q.tables.decks.items():
        if isinstance(deck.cards, str):
            if deck.cards not in q.board.decks:
                values = {"board": q.board.id, "name": deck.cards}
                yield q.fault("E335.board", ("decks", name, "cards"), known=q.board.decks, **values)
            continue
        for index, card in enumerate(deck.cards):
            for station in card if isinstance(card, tuple) else (card,):
                if station not in q.board.stations:
                    yield q.fault("E340.deck", ("decks", name, "cards", index), board=q.board.id, number=station)


def states_fit(q: Question) -> Iterator[Fault]:
    for name, state in q.tables.state.items():
        if isinstance(state.starts, int) and state.type.removesuffix(" or none") not in (
            "number",
            "station",
            "set of stations",
        ):
            yield q.fault("E301.starts", ("state", name, "starts"), name=name, type=state.type, number=state.starts)
        if state.seen == "own" and state.per != "piece":
            yield q.fault("E134", ("state", name, "seen"), name=name)


def words_are_clear(q: Question) -> Iterator[Fault]:
    """In a record a word has one meaning among tickets, one among modes, and so on."""
    tables = q.tables
    yield from _unclear(q, "modes", {name: (name, mode.name, *mode.aliases) for name, mode in tables.modes.items()})
    yield from _unclear(q, "tickets", {name: (name, one.name, *one.aliases) for name, one in tables.tickets.items()})
    yield from _unclear(q, "roles", {name: (name, role.name, *role.aliases) for name, role in tables.roles.items()})
    actions = {name: (name, action.notation, *action.aliases) for name, action in tables.actions.items()}
    yield from _unclear(q, "actions", actions)


def _unclear(q: Question, section: str, words: dict[str, tuple[str, ...]]) -> Iterator[Fault]:
    owners: dict[str, str] = {}
    for name, every in words.items():
        for word in dict.fromkeys(word.lower() for word in every if word):
            owner = owners.setdefault(word, name)
            if owner != name:
                also = (q.merged.key((section, owner)),)
                yield Fault("E145", q.merged.key((section, name)), also, word=word, owner=owner, name=name)


def options_agree(q: Question) -> Iterator[Fault]:
    """Everything that an option excludes, needs or sets exists, and is not the option itself."""
    for name, option in q.tables.options.items():
        for key, clauses in (("excludes", option.excludes), ("needs", option.needs)):
            for index, clause in enumerate(clauses):
                yield from _clause(q, ("options", name, key, index), name, clause)
        for value in option.set_:
            if value not in option.values and _same_file(q, ("options", name, "values"), ("options", name, "set", value)):
                place = q.merged.key(("options", name, "set", value))
                yield Fault("E111", place, name=name, value=value, known=option.values)
        yield from _never_together(q, name, tuple(map(split, option.needs)))
        both = set(map(split, option.excludes)) & set(map(split, option.needs))
        for other, value in sorted(both):
            yield q.fault("E138.both", ("options", name, "needs"), name=name, other=f"{other}={value}")


def _never_together(q: Question, name: str, needs: tuple[tuple[str, str], ...]) -> Iterator[Fault]:
    """The fault of an option whose needs exclude it, or are two values of one other option."""
    path: Path = ("options", name, "needs")
    for other, value in needs:
        against = (
            [clause for clause in q.tables.options[other].excludes if split(clause)[0] == name]
            if other in q.tables.options
            else []
        )
        if other != name and value != "off" and against:
            also = (q.merged.key(("options", other, "excludes")),)
            yield Fault("E138.excluded", q.merged.value(path), also, name=name, other=f"{other}={value}")
        if any(one == other and more != value for one, more in needs[: needs.index((other, value))]):
            yield q.fault("E138.two", path, name=name, other=other)


def _same_file(q: Question, *paths: Path) -> bool:
    """Whether one file states all these paths. A file that removes a value of an inherited option may leave its settings."""
    return len({q.merged.origin(path)[0].file for path in paths}) == 1


def _clause(q: Question, path: Path, name: str, clause: str) -> Iterator[Fault]:
    other, value = split(clause)
    if other == name:
        yield q.fault("E138", path, name=name, verb=str(path[2]).removesuffix("s"))
    elif other in q.tables.options and value not in q.tables.options[other].values:
        yield q.fault("E111", path, name=other, value=value, known=q.tables.options[other].values)


Said = tuple[Path, t.Node]  # the path of the code, and the statement in it


def said_once(q: Question) -> Iterator[Fault]:
    """No two statements settle one point: only the last would count, and a reader could not know which one that is."""
    first: dict[tuple[object, ...], Said] = {}
    for path, one in _statements(q):
        for key, sentence in _subjects(one):
            if key not in first:
                first[key] = (path, one)
                continue
            here, there = _place(q, (path, one)), _place(q, first[key])
            theirs = "" if here.file == there.file else f"amend.{first[key][0][0]}.{first[key][0][1]}"
            yield Fault(sentence, here, (there,), name=str(key[-1]), table=theirs)


def _subjects(one: t.Node) -> Iterator[tuple[tuple[object, ...], str]]:
    """The point that a statement settles, and the sentence about a second statement that settles it."""
    match one:
        case t.MustMove(who):
            yield ("must", who), "E141.must"
        case t.MayMove(who):
            yield ("may", who), "E141.may"
        case t.RoundOrder():
            yield ("round",), "E141.round"
        case t.SideOrder(side, _, _, None):
            yield ("order", side), "E141.order"
        case t.StartsOn(who):
            yield ("start", who), "E141.start"


def exceptions_from_rules(q: Question) -> Iterator[Fault]:
    """An exception names rules that exist under some choice of options."""
    known = {str(path[1]) for path in q.merged.origins if len(path) >= 2 and path[0] in ("rules", "endings")}
    for path, one in _statements(q):
        for name in one.rules if isinstance(one, t.Permit) else ():
            if name not in known:
                yield Fault("E385", _word(q, path, name), name=name, known=known)


SPACELESS = "\0"  # stands for a slot while words are compared; the text of a rule cannot contain it


def announcements_told_apart(q: Question) -> Iterator[Fault]:
    """Open effects of hidden events are known by their announcements, so no other announcement may have the same words."""
    every = [(path, node) for path, one in _statements(q, "rules", "actions") for node in walk(one)]
    said = [(path, node) for path, node in every if isinstance(node, t.Announce | t.Tell)]
    blocks = [getattr(node, "effects", ()) for _, node in every]
    beside = {id(one) for block in blocks if len(block) > 1 for one in block}
    for path, node in said:
        for other, one in said if id(node) in beside else ():
            if one is not node and _sounds_like(node.text, one.text):
                at = node.text.at if isinstance(node.text, t.Spoken) and node.text.at is not None else node.at
                place = q.merged.inside(path, at, len(node.text))
                yield Fault("E432", place, (_place(q, (other, one)),), text=node.text, rule=str(other[1]))
                break


def _sounds_like(one: str, other: str) -> bool:
    """Whether two texts may be equal for some values of their slots, as a whole or word by word."""
    words = [SLOT.sub(SPACELESS, text).split() for text in (one, other)]
    word_by_word = len(words[0]) == len(words[1]) and all(map(_may_be_one, *words))
    return word_by_word or any(
        re.fullmatch(".*".join(re.escape(part) for part in SLOT.split(wild)[::2]), SLOT.sub("", plain))
        for wild, plain in ((one, other), (other, one))
    )


def _may_be_one(one: str, other: str) -> bool:
    """Whether two words may be equal: the parts before and after their slots do not differ."""
    first, second = one.split(SPACELESS), other.split(SPACELESS)
    if len(first) == 1 or len(second) == 1:
        plain, wild = (one, second) if len(first) == 1 else (other, first)
        return re.fullmatch(".*".join(map(re.escape, wild)), plain) is not None
    heads, tails = sorted((first[0], second[0]), key=len), sorted((first[-1], second[-1]), key=len)
    return heads[1].startswith(heads[0]) and tails[1].endswith(tails[0])


def _word(q: Question, path: Path, word: str) -> Place:
    at = word.at if isinstance(word, t.Spoken) and word.at is not None else 0
    return q.merged.inside(path, at, len(word))


def moves_are_possible(q: Question) -> Iterator[Fault]:
    """No piece must move more often than it may: the last statement about a role counts."""
    statements = list(_statements(q))
    for name, role in q.tables.roles.items():
        names = {"pieces", role.side, name, role.plural, *role.pieces}
        must = [said for said in statements if isinstance(said[1], t.MustMove) and said[1].who in names]
        may = [said for said in statements if isinstance(said[1], t.MayMove) and said[1].who in names]
        least, most = (_constant(found[-1][1].times) if found else default for found, default in ((must, 0), (may, 1)))  # type: ignore[attr-defined]
        if least is not None and most is not None and least > most:
            also = (_place(q, may[-1]),) if may else ()
            plural = role.plural or name
            yield Fault("E142", _place(q, must[-1]), also, name=name, plural=plural, least=least, most=most)
            return  # one fault is enough for several roles with the same limits


def _constant(node: t.Expression) -> int | None:
    return node.value if isinstance(node, t.Number) else None


def _statements(q: Question, *sections: str) -> Iterator[Said]:
    for section in sections or ("rules",):
        for name, table in getattr(q.tables, section).items():
            for one in read_rules(table.code)[0]:
                yield (section, name, "code"), one


def _place(q: Question, said: Said) -> Place:
    path, one = said
    return q.merged.inside(path, one.at, max(1, one.end - one.at))


CHECKS: tuple[Callable[[Question], Iterator[Fault]], ...] = (
    numbers_in_range,
    games_of_some_length,
    decks_of_stations,
    states_fit,
    words_are_clear,
    options_agree,
    said_once,
    exceptions_from_rules,
    announcements_told_apart,
    moves_are_possible,
)
