"""A game by chance, and what every seat saw of it: neither is ever illegal."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path

from attrs import frozen

from adjudicator.faults import Refused
from adjudicator.files import read_toml
from adjudicator.judge.judgement import check
from adjudicator.judge.lexicon import lexicon_of
from adjudicator.judge.log_file import Asked, loaded
from adjudicator.judge.views import view_of
from adjudicator.record import parse, write
from adjudicator.record import transcript as r
from adjudicator.rulebook.model import Rulebook
from adjudicator.workshop.random_games import maker

TOP = Path(__file__).parent.parent.parent
FOLDERS = ("variants", "examples/house-rules", "examples/packs", "examples/saltmarsh")
FEW = 4  # values of an option that is a number, which are tried


@frozen
class Table:
    """A rule file and the choice that a table made."""

    variant: str
    options: tuple[str, ...] = ()

    def __str__(self) -> str:
        name = "+".join(Path(part).stem for part in self.variant.split("+"))
        return " ".join((name, *self.options))


def tables_of(file: Path) -> list[Table]:
    """A file as it stands, then with each value of each option. A pack lies on one edition that it goes with."""
    variant = _variant(file)
    options = loaded(Asked(variant)).tables.options
    chosen = [Table(variant, (f"{name}={value}",)) for name, one in options.items() for value in one.values[:FEW]]
    return [Table(variant), *chosen]


def files() -> list[Path]:
    found = [path for folder in FOLDERS for path in sorted((TOP / folder).glob("*.toml")) if not path.stem.endswith(".cases")]
    return [path for path in found if not read_toml(path)[0].get("abstract")]


@cache
def _variant(file: Path) -> str:
    if not read_toml(file)[0].get("pack"):
        return file.stem if file.parent.name == "variants" else str(file)
    for edition in ("2014", "holmes", "classic"):
        try:
            loaded(Asked(f"{edition}+{file}"))
        except Refused:
            continue
        return f"{edition}+{file}"
    raise AssertionError(f"{file.name} goes with no edition")


def faults_of(table: Table, seed: int) -> Iterator[str]:
    """What is illegal in a game of this table, or in what one of its seats saw of it."""
    try:
        made = maker(Asked(table.variant, options=table.options))
    except Refused as refused:  # options that exclude each other: nobody plays so
        if {fault.code for fault in refused.faults} <= {"E112", "E113"}:
            return
        raise
    record = made.game(seed)
    yield from (f"{table}, seed {seed}: {fault}" for fault in _illegal(record, made.rulebook))
    for seat in seats(record):
        seen = write(view_of(record, made.rulebook, seat))
        transcript, faults = parse(seen, lexicon_of(made.rulebook))
        found = [fault.message for fault in faults if fault.is_error] or _illegal(transcript, made.rulebook)
        yield from (f"{table}, seed {seed}, seen by {seat}: {fault}" for fault in found)


def seats(record: r.Transcript) -> list[str]:
    return ["detectives", *(one.piece for one in record.seats or record.start)]


def _illegal(record: r.Transcript, rulebook: Rulebook) -> list[str]:
    verdict, errors = check(record, rulebook, ())
    found = [f"{one.rule}: {one.message}" for one in verdict.findings if one.verdict == "illegal"]
    return [*(fault.message for fault in errors), *found]
