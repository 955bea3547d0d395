"""Nothing leaks: two games that look alike to the detectives are the same to the table, to the byte, in all that it can see."""

from __future__ import annotations

from pathlib import Path

import pytest
from attrs import evolve
from live_play import HOUSE, TABLES, Table, play, table

from adjudicator.cli.terminal import UNSEEN, Terminal
from adjudicator.deduction.courses import explained
from adjudicator.deduction.whereabouts import search
from adjudicator.judge.judgement import check
from adjudicator.judge.start_position import open_record
from adjudicator.record import parse, write, write_clause
from adjudicator.record import transcript as r
from adjudicator.record.lexicon import FUGITIVE, lexicon_of
from adjudicator.rulebook.model import Rulebook
from adjudicator.table.start_cards import places

ALL = {**TABLES, **HOUSE}
COMMANDS = (
    "moves",
    "where",
    "why not X taxi 46",
    "why not X black 115",
    "rules? may X double twice in a round",
    "?",
    "table",
    "why not red bus 3",
)


def _plain(clause: r.Clause) -> str:
    """A clause as somebody types it: no marks, no answers, no lines of a black ticket."""
    parts = []
    for part in clause.parts:
        if isinstance(part, r.Ride):
            part = r.Ride(part.ticket, None if part.ticket else part.mode, part.to)
        elif isinstance(part, r.Act):
            part = r.Act(part.form, part.values, None, part.failed)
        parts.append(part)
    return write_clause(r.Clause(clause.piece, tuple(parts)))


def _replay(folder: Path, record: r.Transcript, rulebook: Rulebook) -> Table:
    """Type a whole record in, with all the questions that can be asked on the way, and some slips of the hand."""
    headers = write(r.Transcript(tuple(h for h in record.headers if h.key not in ("result", "rules", "surfacings"))))
    at = table(folder, headers, cards="type")
    clauses = list(record.clauses)
    asked = 0
    while clauses and not at.game.is_over:
        clause = clauses[0]
        if at.screen.is_private:
            ends = at.screen.prompt.startswith("Anything else") and clause.piece != at.screen.audience
            at.type("" if ends else _plain(clauses.pop(0)))
            continue
        if at.screen.prompt.startswith("Pass the laptop"):
            if asked % 3 == 0:
                at.type(COMMANDS[asked % len(COMMANDS)])
            at.type("")
        elif clause.piece == FUGITIVE:
            at.type("done")
        else:
            at.type(COMMANDS[asked % len(COMMANDS)])
            at.type("red taxi 1")
            if not at.game.open_parts(clause):
                at.type(f"alone {clause.piece}")
                at.type("")
                at.type(_plain(clauses.pop(0)))
                at.type("")
            else:
                at.type(_plain(clauses.pop(0)))
                if asked % 5 == 0 and not at.game.is_over:
                    at.type("undo agreed")
                    clauses.insert(0, clause)
                    asked += 1
        asked += 1
    return at


def _alike(record: r.Transcript, at: Table) -> r.Transcript:
    """Another game that the table cannot tell from this one."""
    rulebook = at.game.rules
    view, _ = parse(write(at.game.seen.record), lexicon_of(rulebook))
    found = search(view, rulebook)
    for station in found.stations:
        other = explained(found, station)
        if other is None:
            continue
        items = [_with_cards(item, record, rulebook) for item in other.record.items]
        headers = [header for header in record.headers if header.key == "cards"]
        whole = r.Transcript(
            (*(i for i in items if isinstance(i, r.Header)), *headers, *(i for i in items if not isinstance(i, r.Header)))
        )
        whole = r.Transcript(tuple(i for i in parse(write(whole), lexicon_of(rulebook))[0].items if not isinstance(i, r.Blank)))
        different = sum(one != two for one, two in zip(_way(record), _way(whole), strict=True))
        if different and check(whole, rulebook)[0].verdict == "legal":
            return whole
    raise AssertionError("no other game looks like this one")


def _with_cards(item: r.Item, record: r.Transcript, rulebook: Rulebook) -> r.Item:
    """The fugitive's start with the card it stands on, where cards have two stations."""
    if not isinstance(item, r.Header) or item.key != "start":
        return item
    ways = places(open_record(record, rulebook), 0, (), ())
    starts = []
    for start in item.content:
        fitting = [one for one in ways.choices or () if one.station == start.at]
        starts.append(
            evolve(start, card=fitting[0].card) if start.piece == FUGITIVE and fitting and len(fitting[0].card) > 1 else start
        )
    return evolve(item, content=tuple(starts))


def _way(record: r.Transcript) -> list[int | None]:
    return [
        part.to for clause in record.clauses if clause.piece == FUGITIVE for part in clause.parts if isinstance(part, r.Ride)
    ]


GAMES = [
    ("2014", 1, 26), ("classic", 3, 26), ("1984", 1, 20), ("beginners", 2, 13), ("holmes", 1, 26), ("holmes", 3, 15),
    ("house-rules", 2, 26), ("house-rules", 3, 15), ("peek", 2, 26),
]  # fmt: skip


@pytest.mark.parametrize(("name", "seed", "most"), GAMES)
def test_two_games_that_look_alike(name: str, seed: int, most: int, tmp_path: Path) -> None:
    first = table(tmp_path / "first", ALL[name], seed=seed)
    play(first, seed=seed, most=most, special=0.2)
    first.quit()
    record, rulebook = first.game.record, first.game.rules
    other = _alike(record, first)
    tables = [_replay(tmp_path / folder, one, rulebook) for folder, one in (("one", record), ("two", other))]
    assert _way(tables[0].game.record) != _way(tables[1].game.record)
    assert tables[0].public == tables[1].public
    open_screens = [[s for s in at.screens if not s.is_private] for at in tables]
    assert repr(open_screens[0]) == repr(open_screens[1])
    assert [s.is_private for s in tables[0].screens] == [s.is_private for s in tables[1].screens]
    assert tables[0].log == tables[1].log
    assert tables[0].secret != tables[1].secret
    assert tables[0].files.secret.stat().st_size == tables[1].files.secret.stat().st_size
    names = [sorted(path.name for path in (tmp_path / folder).iterdir()) for folder in ("one", "two")]
    assert names[0] == names[1]


@pytest.mark.parametrize("name", ALL)
def test_where_nobody_sits_at_a_terminal_nothing_private_is_printed(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    at = table(tmp_path, ALL[name], seed=3)
    play(at, seed=8, most=12)
    private = [screen for screen in at.screens if screen.is_private]
    assert private
    terminal = Terminal()
    for screen in private:
        terminal.show(screen)
    assert set(capsys.readouterr().out.splitlines()) == {UNSEEN}
