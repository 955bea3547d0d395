"""Lint: finds errors in a variant file, and statements in it that can have no effect.

Errors are the faults for which a referee would refuse the file. Warnings are about valid text without a use; one is reported
only if it applies with every choice of options under which its subject exists.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator

from adjudicator.faults import Fault, Refused
from adjudicator.files import find, read_toml, shipped, shown
from adjudicator.rulebook.from_files import LIMIT, layers, make
from adjudicator.rulebook.inheritance import TABLES, VALUES, Merged
from adjudicator.rulebook.lint import amounts, idle, meanings
from adjudicator.rulebook.lint.choices import options_that_change_nothing
from adjudicator.rulebook.lint.finding import Finding, Ground
from adjudicator.rulebook.loader import load
from adjudicator.rulebook.model import Rulebook
from adjudicator.toml_places import Path
from adjudicator.values import frozen

# In the order in which a reader would fix them.
CHECKS: tuple[Callable[[Ground], Iterator[Finding]], ...] = (
    amounts.tickets_that_pay_for_nothing,
    amounts.modes_nobody_rides,
    amounts.schedules,
    amounts.written_schedules,
    amounts.supplies_within_the_box,
    amounts.seat_tables,
    amounts.roles_that_borrow_nothing,
    amounts.options_that_speak_of_nothing,
    idle.unread_states,
    idle.unused_things,
    idle.rules_that_say_nothing,
    idle.statements_that_nobody_notices,
    idle.rules_that_never_fire,
    idle.actions_nobody_may_take,
    idle.endings_that_never_come,
    meanings.orders_that_never_count,
    meanings.tickets_of_free_riders,
    meanings.exceptions_from_nothing,
    meanings.places_after_sending,
    meanings.checks_that_were_lost,
)
MOST_ERRORS = 1_000  # of a pack in all games: one mistake that concerns a single game causes dozens in each of the others


@frozen
class Linted:
    """The errors and warnings of a file; of a pack, also the games that it fits, and why it does not fit others."""

    faults: tuple[Fault, ...]
    file: str  # the path
    fits: tuple[str, ...] = ()
    is_pack: bool = False
    misfits: tuple[tuple[str, Fault], ...] = ()

    @property
    def shown(self) -> str:
        """The path of the file as places show it."""
        return shown(self.file)

    @property
    def games(self) -> tuple[str, ...]:
        """The names by which games with this file can be loaded: for a pack, one for each game that it fits."""
        return tuple(f"{game}+{self.file}" for game in self.fits) if self.is_pack else (self.file,)


def lint(name: str, paths: Iterable[str] = (), onto: str = "") -> Linted:
    """The errors and warnings of one file. A pack is laid over the game `onto`, or tried with every shipped one."""
    paths = tuple(paths)
    file = find("variants", name, paths=paths)
    data, _ = read_toml(file, LIMIT)
    if data.get("pack") is not True:
        return Linted(tuple(_lint(_as_path(file), shown(file), paths)), _as_path(file))
    own = tuple(options) if isinstance(options := data.get("options"), dict) else ()
    tried = _tried(_as_path(file), own, [onto] if onto else _games(), paths)
    best = min(tried, key=lambda game: len(tried[game]))
    faults = tried[best] or _lint(f"{best}+{_as_path(file)}", shown(file), paths)
    faults = [
        fault for fault in faults if fault.is_error or fault.place.file == shown(file)
    ]  # the pack is not to blame for errors of the game
    misfits = tuple((game, errors[0]) for game, errors in tried.items() if errors and not tried[best])
    fits = tuple(game for game, errors in tried.items() if not errors)
    return Linted(tuple(faults), _as_path(file), fits, True, misfits)


def first_errors(file: str, onto: str) -> tuple[Fault, ...]:
    """The errors of a file as long as nobody chooses an option; of a pack, over the game `onto`. Much faster than `lint`."""
    try:
        data, _ = read_toml(file, LIMIT)
        make(layers(f"{onto}+{file}" if data.get("pack") is True else file, None, ()))
    except Refused as refused:
        return refused.faults
    return ()


def _tried(pack: str, options: tuple[str, ...], games: Iterable[str], paths: tuple[str, ...]) -> dict[str, tuple[Fault, ...]]:
    """The errors of a pack with each game. Stops when there are so many that the pack itself must be wrong."""
    found, count = dict[str, tuple[Fault, ...]](), 0
    for game in games:
        found[game] = _errors(f"{game}+{pack}", options, paths)
        count += len(found[game])
        if count > MOST_ERRORS:
            break
    return found


def _errors(name: str, options: tuple[str, ...], paths: tuple[str, ...]) -> tuple[Fault, ...]:
    """The errors of a game with a pack, with each choice of the pack's own options."""
    try:
        book = load(name, paths=paths)
        return tuple(_other_choices(book.merged, book, paths, options)[1]) if options else ()
    except Refused as refused:
        return refused.faults


def _as_path(file: os.PathLike[str]) -> str:
    text = os.fspath(file)
    return text if os.path.isabs(text) or os.sep in text else os.path.join(".", text)


def _games() -> Iterator[str]:
    for path in shipped("variants"):
        data, _ = read_toml(path, LIMIT)
        if not data.get("abstract"):
            yield path.stem


def _lint(name: str, file: str, paths: tuple[str, ...]) -> list[Fault]:
    try:
        merged = layers(name, None, paths)
        first = make(merged, paths=paths)
        books, faults = _other_choices(merged, first, paths)
    except Refused as refused:
        return list(refused.faults)
    faults = [fault for fault in faults if _speaks_of(fault, file)]
    if faults:
        return faults
    idle_choices = [finding.placed(first) for finding in options_that_change_nothing(merged, first.options)]
    found = (*_warnings(first, books, file), *idle_choices)
    return [fault for fault in found if _speaks_of(fault, file)]


def _speaks_of(fault: Fault, file: str) -> bool:
    """Whether a fault is in this file, and not in one that it extends."""
    return file in (fault.place.file, *(place.file for place in fault.also))


def _other_choices(
    merged: Merged, first: Rulebook, paths: tuple[str, ...], own: tuple[str, ...] = ()
) -> tuple[list[Rulebook], list[Fault]]:
    """The rulebooks with one option (or one of the file's own) chosen otherwise, and what that needs; and their faults."""
    books: list[Rulebook] = []
    faults: dict[Fault, Fault] = {}
    for name, option in first.options.items():
        if own and name not in own:
            continue
        for value in (option.values[0], option.values[-1]) if option.sets else option.values:
            if value == first.chosen[name]:
                continue
            try:
                books.append(make(merged, options=(f"{name}={value}", *option.needs), paths=paths, read=first.board))
            except Refused as refused:
                for fault in refused.faults:
                    if fault.code not in ("E112", "E113"):
                        faults.setdefault(fault, fault.given(chosen=f"{name}={value}"))
    return books, list(faults.values())


def _warnings(book: Rulebook, others: list[Rulebook], file: str) -> list[Fault]:
    """Warnings that hold in every rulebook that has the thing they are about."""
    found = {book: _findings(book)}
    if not any(_speaks_of(finding.placed(book), file) for finding in found[book].values()):
        others = [other for other in others if _own(other.merged, file) != _own(book.merged, file)]
    found |= {other: _findings(other) for other in others}
    count = Counter(subject for findings in found.values() for subject in findings)
    first: dict[tuple[object, ...], tuple[Finding, Rulebook]] = {}
    for one, findings in found.items():
        for subject, finding in findings.items():
            first.setdefault(subject, (finding, one))
    return [
        finding.placed(one)
        for subject, (finding, one) in first.items()
        if (finding.as_chosen and one is book) or count[subject] == sum(_has(other, finding, one) for other in found)
    ]


def _findings(book: Rulebook) -> dict[tuple[object, ...], Finding]:
    ground = Ground(book)
    return {finding.subject: finding for check in CHECKS for finding in check(ground)}


def _own(merged: Merged, file: str) -> dict[Path, object]:
    """The tables that a file writes or changes, and the numbers that they are compared with. A choice that changes none of
    these adds no warning: a warning has to apply with every choice, so it would already apply with the first."""
    paths = {path[:2] for path, (source, _) in merged.origins.items() if source.file == file}
    return {path: _value(merged, path) for path in (*paths, *((name,) for name in (*TABLES, *VALUES)))}


def _has(book: Rulebook, finding: Finding, first: Rulebook) -> bool:
    """Whether this rulebook has the finding's subject, with the same text."""
    return _value(book.merged, finding.path) == _value(first.merged, finding.path) is not None


def _value(merged: Merged, path: Path) -> object:
    value: object = merged.data
    for part in path:
        items = dict(enumerate(value)) if isinstance(value, list) else value
        if not isinstance(items, dict) or part not in items:
            return None
        value = items[part]
    return value
