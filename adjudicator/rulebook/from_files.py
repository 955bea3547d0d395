"""Makes a checked rulebook from files: find, read, lay over each other, choose, shape, parse, check. Each step relies on the
one before, and gathers all its faults before it raises them."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from functools import cache

from attrs import evolve

from adjudicator import board as boards
from adjudicator.board.model import Board
from adjudicator.faults import Fault, Place, Refused
from adjudicator.files import find, is_shipped, own_names, read_toml, shipped, shown
from adjudicator.rulebook import choice_tables
from adjudicator.rulebook.assembly import Draft, assemble
from adjudicator.rulebook.bounds import within_bounds
from adjudicator.rulebook.chosen_options import choose
from adjudicator.rulebook.inheritance import NOTHING, SECTIONS, TABLES, Merged, Source, lay_over
from adjudicator.rulebook.keys import helped
from adjudicator.rulebook.model import Rulebook
from adjudicator.rulebook.numeric_options import written_out
from adjudicator.rulebook.packs import add_packs, is_pack, no_game
from adjudicator.rulebook.tables import VariantTable
from adjudicator.structure import Codes, mended, shape, tried
from adjudicator.toml_places import locate

LIMIT = 196_608  # bytes of a variant file; the longest flat copy of a shipped one has two thirds of it
MAX_DEPTH = 12  # of `extends`
MAX_PACKS = 12
ALL_TOGETHER = 524_288  # characters of a variant with everything it extends
OTHERS = (("case", "E107.cases"), ("stations", "E107.board"))  # other kinds of files, by a key that only they have
CODES = Codes(unknown_key="E101", wrong_type="E120", missing_key="E121")


def load(
    name: str, *, board: str = "", options: Iterable[str] = (), beside: str | None = None, paths: Iterable[str] = ()
) -> Rulebook:
    """The rulebook from its files. Raises Refused."""
    merged = layers(name, beside, tuple(paths))
    return make(merged, board=board, options=options, paths=paths)


def flatten(name: str, *, beside: str | None = None, paths: Iterable[str] = ()) -> Merged:
    """The tables of a variant with its parents and packs, nothing chosen yet. Raises Refused."""
    merged = layers(name, beside, tuple(paths))
    if merged.faults:
        raise Refused(merged.faults)
    return merged


def chosen(name: str, options: Iterable[str], beside: str | None = None, paths: Iterable[str] = ()) -> Merged:
    """The tables with these options chosen, with the origin of everything, for a rulebook that came from the cache."""
    return choose(flatten(name, beside=beside, paths=paths), options, Place("options"))[0]


def layers(name: str, beside: str | None, paths: tuple[str, ...]) -> Merged:
    """All files of a variant laid over each other, with the faults of doing so."""
    first, *packs = name.split("+")
    if not all(part.strip() for part in (first, *packs)):
        raise Refused([Fault("F07.missing", Place(beside or ""), name=name)])
    if len(packs) > MAX_PACKS:
        raise Refused([Fault("E106", Place(name[:60]), most=MAX_PACKS)])
    merged = _with_parents(first.strip(), beside, paths, ())
    return add_packs(merged, [_source(pack.strip(), beside, paths) for pack in packs])


def _source(name: str, beside: str | None, paths: Iterable[str]) -> Source:
    path = find("variants", name, beside=beside, paths=paths)
    data, text = read_toml(path, LIMIT)
    known, stands = choice_tables.written_out(data, locate(text, shown(path)), CODES)
    source = Source(shown(path), written_out(known), text, stands)
    for key, sentence in OTHERS:
        if key in data:
            raise Refused([Fault(sentence, source.places.key((key,)))])
    if not is_shipped("variants", path):
        _reserved(source)
    return source


def _reserved(source: Source) -> None:
    """Refuse a file with the id or an alias of a shipped edition, because verdicts name rules by these."""
    aliases = source.data.get("aliases")
    called = [("id", source.data.get("id")), *(("aliases", one) for one in (aliases if isinstance(aliases, list) else ()))]
    ours = own_names("variants") if any(isinstance(name, str) for _, name in called) else {}
    for key, name in called:
        edition = ours.get(name.lower()) if isinstance(name, str) else None
        if edition is not None:
            raise Refused([Fault("E420", source.places.value((key,)), name=name, edition=edition.stem)])


def _with_parents(name: str, beside: str | None, paths: tuple[str, ...], below: tuple[str, ...], size: int = 0) -> Merged:
    source = _source(name, beside, paths)
    size += len(source.text)
    if size > ALL_TOGETHER:
        raise Refused([Fault("E109", Place(source.file), most=ALL_TOGETHER)])
    if is_pack(source):
        raise Refused([no_game(source)])
    if not source.data:
        raise Refused([Fault("E121.empty", Place(source.file))])
    real = os.path.realpath(source.file)
    if real in below or len(below) > MAX_DEPTH:
        files = (*below[below.index(real) if real in below else 0 :], real)
        raise Refused([Fault("E108", source.places.key(("extends",)), files=map(shown, files))])
    extends = source.data.get("extends")
    if extends is not None and not isinstance(extends, str):
        number = extends if isinstance(extends, int) else ""
        raise Refused([Fault("E120.extends", source.places.value(("extends",)), number=number)])
    if extends is not None and ("+" in extends or not extends.strip()):
        sentence = "E122.extends" if extends.strip() else "E122.nothing"
        raise Refused([Fault(sentence, source.places.value(("extends",)), name=extends)])
    if extends is None:
        parent = NOTHING
    else:
        try:
            parent = _with_parents(extends, source.file, paths, (*below, real), size)
        except Refused as refused:
            place = source.places.value(("extends",))
            raise Refused(_at(fault, place) for fault in refused.faults) from None
    merged = lay_over(_with_included(parent, source, paths), source)
    if extends is None and "roles" not in source.data and source.data.get("abstract") is not True:
        raise Refused(merged.faults or [_nothing_to_play(source)])
    return merged


def _with_included(parent: Merged, source: Source, paths: tuple[str, ...]) -> Merged:
    """The parent with the packs that a file includes. The file itself is laid over them, and may change their tables."""
    names = source.data.get("includes", [])
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names) or len(names) > MAX_PACKS:
        raise Refused([Fault("E386", source.places.value(("includes",)), most=MAX_PACKS)])
    packs = []
    for index, name in enumerate(names):
        try:
            packs.append(_source(name, source.file, paths))
        except Refused as refused:
            place = source.places.value(("includes", index))
            raise Refused(_at(fault, place) for fault in refused.faults) from None
    return evolve(add_packs(parent, packs), packs=parent.packs) if packs else parent


def _nothing_to_play(source: Source) -> Fault:
    """The fault of a file without a game, instead of one for everything that is missing."""
    return Fault("E136", source.places.key(("id",) if "id" in source.data else ()))


def make(
    merged: Merged,
    *,
    board: str = "",
    options: Iterable[str] = (),
    paths: Iterable[str] = (),
    read: Board | None = None,
) -> Rulebook:
    """Choose, shape, parse and check. Faults of one table do not hide those of another.

    `read` is the variant's own board, if it has been read already.
    """
    beyond = within_bounds(merged)
    if any(fault.code == "E109" for fault in beyond):
        raise Refused([*merged.faults, *beyond])
    chosen_tables, chosen = choose(merged, options, Place("options"), _homes)
    faults = [*beyond, *chosen_tables.faults]
    tables, lost = _shaped(chosen_tables, faults)
    if tables is None:
        raise Refused(faults)
    try:
        found = read if read is not None and tables.board == merged.data.get("board") else _board(board, tables, merged, paths)
    except Refused as refused:
        found = None
        faults.extend(refused.faults)
    draft = Draft(tables, chosen_tables, found, frozenset(lost))
    return assemble(draft, chosen, faults)


def _homes(option: str) -> list[str]:
    """The shipped games that have an option."""
    return [name for name, known in _options_by_game() if option in known]


@cache  # only called if an option is missing
def _options_by_game() -> tuple[tuple[str, frozenset[str]], ...]:
    tables = (flatten(file.stem).data for file in shipped("variants"))
    return tuple((data["id"], frozenset(data.get("options", ()))) for data in tables if not data.get("abstract"))


def _shaped(merged: Merged, faults: list[Fault]) -> tuple[VariantTable | None, set[str]]:
    """The tables as values. Those with a wrong shape are left out and named, so that the others can still be checked."""
    tables, wrong = shape(merged.data, VariantTable, merged, CODES)
    if tables is not None:
        return tables, set()
    faults.extend(_with_tickets(fault, merged) for fault in map(helped, wrong))
    rest = mended(merged.data, VariantTable, merged, CODES)
    rest |= {key: "" for key in ("id", "title") if not isinstance(rest.get(key), str)}
    lost: set[str] = set()
    for path, _ in tried(rest, VariantTable, merged, CODES)[1]:
        section, *names = map(str, path)
        if section in (*SECTIONS, *TABLES) and names:
            rest[section].pop(names[0], None)
            lost.add(names[0])
        else:
            rest.pop(section, None)
    return shape(rest, VariantTable, merged, CODES)[0], lost


def _with_tickets(fault: Fault, merged: Merged) -> Fault:
    """A fault about a role's key, with advice about `tickets`: people often write the numbers of tickets one table too high."""
    path, key = fault.values.get("path", ()), fault.values.get("key")
    if not isinstance(path, tuple) or len(path) != 2:
        return fault
    if fault.code == "E101" and path[0] == "roles" and key in merged.data.get("tickets", ()):
        return fault.said("E101.tickets", role=path[1], ticket=str(key))
    if (
        fault.code == "E120"
        and path[0] == "tickets"
        and (fault.values["kind"], fault.values["wanted"]) == ("number", "a table")
    ):
        return fault.said("E120.tickets", role="fugitive", ticket=path[1])
    return fault


def _board(name: str, tables: VariantTable, merged: Merged, paths: Iterable[str]) -> Board | None:
    """The named board, or else the variant's own. Data that only the variant's own board has are unknown on another."""
    own = _own_board(tables, merged, paths) if tables.board else None
    if not name:
        return own
    try:
        asked = boards.load(name, paths=paths)
    except Refused as refused:  # a missing board is refused: no game can be judged without it
        raise Refused(_no_board(one) if one.code == "F01" else one for one in refused.faults) from None
    return asked if own is None else asked.with_blanks_for(own)


def _own_board(tables: VariantTable, merged: Merged, paths: Iterable[str]) -> Board:
    source, path = merged.origin(("board",))
    try:
        return boards.load(tables.board, beside=source.file, paths=paths)
    except Refused as refused:
        place = source.places.value(path)
        raise Refused(_at(fault, place) for fault in refused.faults) from None


def _no_board(fault: Fault) -> Fault:
    return Fault("F11", fault.place, fault.also, cause=fault)


def _ours(place: Place) -> str:
    """The id in the file name of a place: shipped variants and boards are named by their ids."""
    ids = [path.stem for house in ("variants", "boards") for path in shipped(house)]
    words = re.findall(r"[\w-]+", os.path.basename(place.file).removesuffix(".toml").lower())
    return next((word for word in ("-".join(words), *words) if word in ids), "")


def _at(fault: Fault, place: Place) -> Fault:
    """A fault about a missing file, or a pack in place of a game, at the place that names the file; other faults unchanged."""
    if fault.code == "F01":
        return Fault("F01.named", place, fault.also, ours=_ours(fault.place), cause=fault)
    if fault.code == "E107":
        return Fault("E107.named", place, (fault.place,), cause=fault)
    return fault.at(place) if fault.code == "F07" else fault
