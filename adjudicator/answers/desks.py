"""Setting up a desk: from a variant's name, or from a record as a seat sees it at a moment."""

from __future__ import annotations

from functools import lru_cache

from attrs import evolve

from adjudicator.answers.answer import Desk
from adjudicator.deduction.whereabouts import search
from adjudicator.faults import Refused
from adjudicator.judge.batch import readable, understood, viewed
from adjudicator.judge.log_file import Asked, Log, Page, heading, read_page, rules_for
from adjudicator.judge.moments import Moment, cut
from adjudicator.record import transcript as r
from adjudicator.rulebook.model import Rulebook


def of_variant(asked: Asked) -> Desk:
    """A desk with rules and no game."""
    rulebook, _ = rules_for(r.Transcript((), file=""), asked)
    return Desk(rulebook, None, lambda option: _other_variant(asked, option))


@lru_cache(maxsize=64)
def _other_variant(asked: Asked, option: str) -> Desk:
    return of_variant(evolve(asked, options=(*asked.options, option)))


def page_at(log: Log, asked: Asked, at: Moment | None, seat: str) -> Page:
    """The record as it stood at a moment, and then as a seat could have written it: what came later is not known yet."""
    page = read_page(log, asked)
    if seat or at is None:
        page = readable(page, seat)
    whole = page.transcript
    if at is not None:
        page = evolve(page, transcript=cut(whole, at))
    return viewed(page, seat, asked, goes_on=page.transcript is not whole) if seat else understood(page)


def of_record(log: Log, asked: Asked, at: Moment | None = None, seat: str = "") -> Desk:
    """A desk with a game. Raises Refused."""
    page = page_at(log, asked, at, seat)
    return _desk(page, asked, _acts_next(page, at))


def _acts_next(page: Page, at: Moment | None) -> str:
    return "" if at is None else at.piece or page.transcript.fugitive


def _desk(page: Page, asked: Asked, acts_next: str) -> Desk:
    game = search(page.transcript, page.rulebook, acts_next)
    return Desk(page.rulebook, game, lambda option: _other_record(page, asked, acts_next, option))


def _other_record(page: Page, asked: Asked, acts_next: str, option: str) -> Desk | None:
    """The same record by another choice of an option."""
    head = heading(page.text, page.file)
    try:
        rulebook: Rulebook
        rulebook, _ = rules_for(head, evolve(asked, options=(*asked.options, option)))
    except Refused:
        return None
    again = evolve(page, rulebook=rulebook)
    return _desk(again, asked, acts_next)
