"""The words and figures of a report, for the text and for the page."""

from __future__ import annotations

import os
from collections.abc import Iterator

from adjudicator.lab.figures import Figure
from adjudicator.lab.playtest import Pair, Playtest

KINDS = {
    "random": "players that do anything that is allowed",
    "greedy": "players that only look at where everybody stands now",
    "look-ahead": "players that look one turn ahead",
}
PEOPLE = "programs, not people: they do not plan, bluff or talk, and they miss what a group would find"


WINS = {"fugitive": "the fugitive wins", "pursuers": "the pursuers win", "draw": "nobody wins"}


def shown_name(name: str) -> str:
    """The name of rules without the folders of their files."""
    return "+".join(os.path.basename(one).removesuffix(".toml") for one in name.split("+"))


def headline(found: Playtest) -> str:
    names = " and ".join(shown_name(one.name) for one in found.played)
    first, last = found.seeds
    each = " each" if len(found.played) > 1 else ""
    whole = "" if found.games == found.asked else f" of {found.asked}"
    games = "game" if found.games == 1 else "games"
    return f"{names}: {found.games}{whole} {games}{each}, seeds {first} to {last}"


def who_plays(found: Playtest) -> str:
    """A sentence about the players, so that nobody takes them for people."""
    match = found.played[0].match
    if match.fugitive == match.pursuers:
        return f"Both sides: {KINDS.get(match.fugitive, 'a player of your own')} ({match.fugitive}). They are {PEOPLE}."
    return f"The fugitive: {match.fugitive}; the pursuers: {match.pursuers}. They are {PEOPLE}."


def warnings(found: Playtest) -> list[str]:
    """Sentences about games that make the figures doubtful."""
    said = list[str]()
    for one in found.played:
        games = f"of {one.games} games of {shown_name(one.name)}"
        if one.unfinished:
            said.append(f"{one.unfinished} {games} had no end and were broken off; nobody won them")
        if one.idle:
            said.append(f"in {one.idle} {games} nobody could ride: are these rules as you meant them?")
    return said


def rows_of(pair: Pair) -> Iterator[tuple[str, str]]:
    """The figures that compare two sets of rules, each with its label."""
    yield WINS["fugitive"], points(pair.wins())
    yield "rounds", signed(pair.rounds)
    yield "games that went otherwise at all", percent(pair.touched)
    yield "games that somebody else won", percent(pair.turned)


def percent(figure: Figure) -> str:
    return f"{100 * figure.value:.1f}% ({100 * figure.low:.1f} to {100 * figure.high:.1f})"


def number(figure: Figure) -> str:
    if figure.of == 1:
        return f"{figure.value:.1f} (one game)"
    return f"{figure.value:.1f} ({max(0.0, figure.low):.1f} to {figure.high:.1f})"


def points(figure: Figure) -> str:
    """A difference of shares, in points of a hundred."""
    return f"{_sign(100 * figure.value)} points ({_sign(100 * figure.low)} to {_sign(100 * figure.high)})"


def signed(figure: Figure) -> str:
    if figure.of == 1:
        return f"{_sign(figure.value)} (one game)"
    return f"{_sign(figure.value)} ({_sign(figure.low)} to {_sign(figure.high)})"


def _sign(value: float) -> str:
    text = f"{value:+.1f}"
    return text[1:] if text in ("+0.0", "-0.0") else text
