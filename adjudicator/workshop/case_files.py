"""Reads and selects numbered cases: each is a position, some clauses, and the expected verdict of a referee.

The format is described in docs/cases.md, so that any other referee can be tested with the same files.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from fnmatch import fnmatchcase
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from attrs import evolve, field

from adjudicator.faults import Fault, Place, Refused
from adjudicator.files import read_toml, shown
from adjudicator.structure import Codes, shape
from adjudicator.toml_places import locate
from adjudicator.values import frozen

if TYPE_CHECKING:
    from adjudicator.workshop.mutation import Mutant

LIMIT = 1_000_000  # bytes of one file of cases
MANY = 400  # files of one folder
CODES = Codes(unknown_key="C01", wrong_type="C02", missing_key="C03")
_ID = re.compile(r"[\w.-]{1,40}")


@frozen
class Expect:
    """Further expectations after the clauses; an empty field expects nothing."""

    at: str = ""  # the clause of the deciding finding, as written
    ruling: str | None = None  # the ruling that the deciding finding names; "": none, the booklet decides
    seen: str | None = None  # the clauses as the pursuers could write them
    possible: tuple[int, ...] | None = None  # the fugitive's possible stations
    tickets: str = ""  # as in the header of a torn page
    state: str = ""
    stations: str = ""  # as in the header `start`
    to_move: tuple[str, ...] | None = None
    round: int | None = None
    entries: int | None = None
    moves: tuple[str, ...] = ()  # clauses that are listed as legal
    not_moves: tuple[str, ...] = ()  # clauses that are not listed
    losing: tuple[str, ...] = ()  # clauses that are listed as losing
    notices: tuple[str, ...] = ()  # codes of notices
    findings: int | None = None  # the number of findings
    score: dict[str, int] | None = field(default=None, hash=False)  # points in the end, of sides and of pieces with any


@frozen
class Case:
    """One case. `rule` is the id of the deciding rule; `ending` and `winner` are those of the game."""

    id: str
    title: str
    verdict: Literal["legal", "illegal", "undecided", "invalid"]
    why: str
    position: str
    clauses: str = ""
    editions: tuple[str, ...] = ()
    options: tuple[str, ...] = ()
    cite: str = ""
    rule: str = ""
    also: tuple[str, ...] = ()  # further rules that findings name
    ending: str = ""
    winner: str = ""
    tests: tuple[str, ...] = ()  # further rules, actions, endings and options (`id=value`) on which the verdict depends
    twin: str = ""  # the case that differs in one fact, and so has another verdict
    key: str = ""  # the key of sealed parts of the clauses
    expect: Expect = field(factory=Expect)

    @property
    def text(self) -> str:
        """The transcript of a case, without the header that names the variant."""
        return f"{self.position.strip()}\n\n{self.clauses.strip()}\n"

    @property
    def board(self) -> str:
        found = re.search(r"^\s*board:\s*(\S+)", self.position, re.MULTILINE)
        return found[1] if found else ""

    @property
    def named(self) -> frozenset[str]:
        """All names of rules, actions, endings and options that this case is about."""
        return frozenset(filter(None, (self.rule, *self.also, self.ending, *self.tests, *self.options)))


@frozen
class Equivalent:
    """A change of the rules that no case can notice because it makes no difference, with the reason."""

    rule: str
    kind: str
    why: str
    statement: str = ""  # its first words; "": every statement of the rule
    editions: tuple[str, ...] = ()  # empty: all

    def covers(self, mutant: Mutant) -> bool:
        fits = (self.rule, self.kind) == (mutant.rule, mutant.kind) and mutant.statement.startswith(self.statement)
        return fits and (not self.editions or mutant.edition in self.editions)


@frozen
class _Page:
    """The tables of one file of cases."""

    case: tuple[Case, ...] = ()
    equivalent: tuple[Equivalent, ...] = ()
    chapter: int = 0
    title: str = ""
    about: str = ""


@frozen
class Chapter:
    """One file of cases; paths of editions are relative to its folder."""

    file: str
    number: int
    title: str
    about: str
    cases: tuple[Case, ...]
    equivalents: tuple[Equivalent, ...] = ()


# -- reading
def case_files(variant: str | Path) -> list[Path]:
    """The files and folders of cases next to a variant file."""
    path = Path(variant)
    return [place for place in (path.with_suffix(".cases.toml"), path.with_suffix(".cases")) if place.exists()]


def read_chapters(places: Iterable[str | Path]) -> tuple[Chapter, ...]:
    """The cases in these files and folders, by chapter. Raises Refused with all errors."""
    faults: list[Fault] = []
    chapters: list[Chapter] = []
    for path in _files(places):
        try:
            chapters += _read(path, faults)
        except Refused as refused:
            faults += refused.faults
    chapters.sort(key=lambda chapter: (chapter.number, chapter.file))
    faults += _double_ids(chapters)
    faults += _lost_twins(chapters)
    if faults:
        raise Refused(faults)
    return tuple(chapters)


def _files(places: Iterable[str | Path]) -> Iterator[Path]:
    for place in map(Path, places):
        if place.is_dir():
            yield from sorted(place.glob("*.toml"))[:MANY]
        else:
            yield place


def _read(path: Path, faults: list[Fault]) -> Iterator[Chapter]:
    data, text = read_toml(path, LIMIT)
    where = locate(text, shown(path))
    page, found = shape(data, _Page, where, CODES)
    faults += found
    if page is None:
        return
    for number, case in enumerate(page.case):
        if not _ID.fullmatch(case.id):
            faults.append(Fault("C05", where.value(("case", number, "id")), id=case.id))
    yield Chapter(str(path), page.chapter, page.title, page.about, page.case, page.equivalent)


def _double_ids(chapters: list[Chapter]) -> Iterator[Fault]:
    first: dict[str, str] = {}
    for chapter in chapters:
        for case in chapter.cases:
            file = shown(chapter.file)
            if case.id in first:
                yield Fault("C06", Place(file), id=case.id, file=first[case.id])
            first.setdefault(case.id, file)


def _lost_twins(chapters: list[Chapter]) -> Iterator[Fault]:
    known = {case.id for chapter in chapters for case in chapter.cases}
    for chapter in chapters:
        for case in chapter.cases:
            others = known - {case.id}
            if case.twin and case.twin not in others:
                sentence = "C07.itself" if case.twin == case.id else "C07"
                yield Fault(sentence, Place(shown(chapter.file)), id=case.id, twin=case.twin, known=others)


# -- choosing
def selected(chapters: Iterable[Chapter], variant: str = "", ids: Iterable[str] = ()) -> tuple[Chapter, ...]:
    """The chapters with only the cases of these numbers (`4.2.*`) and edition; a case without an edition is tried in any."""
    wanted = tuple(ids)
    return tuple(
        evolve(chapter, cases=cases)
        for chapter in chapters
        if (cases := tuple(_chosen(case, variant) for case in chapter.cases if _fits(case, variant, wanted)))
    )


def _fits(case: Case, variant: str, ids: tuple[str, ...]) -> bool:
    right = not variant or not case.editions or variant in case.editions
    return right and (not ids or any(fnmatchcase(case.id, one) for one in ids))


def _chosen(case: Case, variant: str) -> Case:
    return evolve(case, editions=(variant,)) if variant else case
