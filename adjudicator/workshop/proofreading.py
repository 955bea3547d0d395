"""Finds all faults of a variant file: those that lint finds, or if there are none, those that trial games show."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from attrs import evolve

from adjudicator.engine import TooMany
from adjudicator.faults import Fault, Refused
from adjudicator.files import folder, is_shipped
from adjudicator.judge.log_file import Asked
from adjudicator.rulebook.lint import Linted, lint
from adjudicator.rulebook.loader import load
from adjudicator.workshop.case_files import case_files, read_chapters
from adjudicator.workshop.trial_games import Own, trial_of

USUAL = "2014"  # the game for the close test of a pack, if it fits


def proofread(name: str, paths: Iterable[str] = (), onto: str = "") -> Linted:
    """The faults that lint finds in a file, or else those that trial games of it show; a pack is played with each game that it
    fits. Raises Refused."""
    found = lint(name, paths, onto)
    if any(fault.severity != "notice" for fault in found.faults):
        return found
    games = sorted(found.games, key=lambda game: not game.startswith(f"{USUAL}+"))
    played = [fault for game in games for fault in _played(Asked(game, paths=tuple(paths)), found.shown, game == games[0])]
    return evolve(found, faults=(*found.faults, *{fault.sentence: fault for fault in reversed(played)}.values()))


def _played(asked: Asked, file: str, closely: bool) -> Iterator[Fault]:
    """The faults that trial games of one game show. Of the games that a pack fits, only one is tested `closely`."""
    book = load(asked.variant, paths=asked.paths)
    if book.tables.abstract:
        return
    own = Own.of(book.merged, file, _tried(file))
    try:
        trial = trial_of(asked)
    except TooMany as refused:
        yield Fault("W454", own.head, cause=refused.faults[0])
        return
    except Refused as refused:
        yield Fault("W452", own.head, cause=refused.faults[0])
        return
    if trial is not None:
        yield from trial.faults(own, closely)


def _tried(file: str) -> set[str]:
    """The rules and actions that the cases of a file are about; empty if they cannot be read, which `variant test` reports."""
    try:
        chapters = read_chapters([folder("tests/cases")] if is_shipped("variants", file) else case_files(file))
    except Refused:
        return set()
    return {name for chapter in chapters for case in chapter.cases for name in case.named}
