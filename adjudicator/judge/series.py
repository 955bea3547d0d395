"""A series: several games of the same people by the same rules, added up.

The header `seats` of each log says who played which piece. A game counts when its record decides it; every other one is
listed with the reason. A player has the points of his side, and those of his own pieces.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from attrs import evolve

from adjudicator.faults import Fault, Place, Refused
from adjudicator.judge.batch import Outcome
from adjudicator.judge.verdict import Result
from adjudicator.record.lexicon import FUGITIVE, key_of
from adjudicator.values import frozen

SIDES = ("fugitive", "pursuers")
Teams = Mapping[str, str]  # the team of a person, by the key of his name
Lineup = dict[str, list[str]]  # the contestants of each side, and the pieces that they hold


@frozen
class Share:
    """The result of one game for one contestant: a person, or a team."""

    name: str
    side: str
    points: int | None  # None where the rules count none


@frozen
class Counted:
    """A game that counts."""

    file: str
    result: Result
    shares: tuple[Share, ...]  # the fugitive first


@frozen
class LeftOut:
    """A game that does not count, and why not."""

    file: str
    verdict: str
    why: str


@frozen
class Standing:
    """How a contestant stands after all games; equals share a rank."""

    rank: int
    name: str
    games: int
    fugitive: int  # in how many of them he was the fugitive
    won: int
    drawn: int
    lost: int
    points: int | None


@frozen
class Series:
    variant: str
    rules: str
    board: str
    counted: tuple[Counted, ...]
    left_out: tuple[LeftOut, ...]
    standings: tuple[Standing, ...]


def series_of(outcomes: Iterable[Outcome], teams: Teams) -> Series:
    """All games added up. Raises Refused where games that count were played by different rules."""
    counted, left_out, texts = list[Counted](), list[LeftOut](), dict[str, str]()
    rules = dict[tuple[str, str, str], str]()
    for outcome in outcomes:
        verdict = outcome.verdict
        why = _why_not(outcome, teams) or _again(texts.setdefault(outcome.text, verdict.file), verdict.file)
        if why:
            left_out.append(LeftOut(verdict.file, verdict.verdict, why))
            continue
        rules.setdefault((verdict.variant, verdict.rules, verdict.board), verdict.file)
        assert verdict.result is not None
        counted.append(Counted(verdict.file, verdict.result, tuple(_shares(outcome, verdict.result, teams))))
    if len(rules) > 1:
        raise Refused(_different(rules))
    variant, digest, board = next(iter(rules), ("", "", ""))
    return Series(variant, digest, board, tuple(counted), tuple(left_out), _standings(counted))


def _different(rules: Mapping[tuple[str, str, str], str]) -> Iterator[Fault]:
    (first, file), *others = rules.items()
    for other, elsewhere in others:
        what = "rules" if other[1] != first[1] else "board"
        named = f"{other[0]} on {other[2]}"
        yield Fault("F55", Place(elsewhere), what=what, named=named, first=file, other=f"{first[0]} on {first[2]}")


# --- whether a game counts


def _why_not(outcome: Outcome, teams: Teams) -> str:
    """Why a game does not count; nothing where it does."""
    verdict = outcome.verdict
    if verdict.verdict == "invalid":
        return outcome.faults[0].message
    deciding = [finding for finding in verdict.findings if finding.verdict == verdict.verdict]
    if deciding:
        return f"{deciding[0].rule}: {deciding[0].message}"
    if verdict.result is None:
        return "the game does not end in this record"
    if outcome.counts_points and not verdict.result.score:
        return "its points depend on something unknown"
    sides = {side: set(_lineup(outcome, side, teams)) for side in SIDES}
    unnamed = next((side for side in SIDES if not sides[side]), "")
    if unnamed:
        return f"`seats` names nobody who plays the {unnamed}: write `X = Ana; red = Ben`"
    both = sorted(sides["fugitive"] & sides["pursuers"])
    return f"{both[0]} plays on both sides" if both else ""


def _again(first: str, file: str) -> str:
    return f"the same record as {first}" if first != file else ""


# --- what it was worth


def _lineup(outcome: Outcome, side: str, teams: Teams) -> Lineup:
    """The persons of a side, with their pieces; a piece without a person is in no line-up."""
    found: Lineup = {}
    for seat in outcome.seats:
        if seat.person and _side(seat.piece) == side:
            found.setdefault(teams.get(key_of(seat.person), seat.person), []).append(seat.piece)
    return found


def _shares(outcome: Outcome, result: Result, teams: Teams) -> Iterator[Share]:
    for side in SIDES:
        of_pieces = sum(points for piece, points in result.pieces.items() if _side(piece) == side)
        of_all = result.score.get(side, 0) - of_pieces
        for name, pieces in _lineup(outcome, side, teams).items():
            points = of_all + sum(result.pieces.get(piece, 0) for piece in pieces)
            yield Share(name, side, points if result.score else None)


def _side(piece: str) -> str:
    return "fugitive" if piece == FUGITIVE else "pursuers"


def _standings(counted: Sequence[Counted]) -> tuple[Standing, ...]:
    """By points, and where the rules count none by games won, then by games drawn."""
    found: dict[str, Standing] = {}
    for game in counted:
        for share in game.shares:
            key = key_of(share.name)
            found[key] = _after(found.get(key) or Standing(0, share.name, 0, 0, 0, 0, 0, None), game.result, share)
    ordered = sorted(found.values(), key=_worth, reverse=True)
    ranks = {_worth(one): rank for rank, one in reversed(list(enumerate(ordered, 1)))}
    return tuple(evolve(one, rank=ranks[_worth(one)]) for one in ordered)


def _after(one: Standing, result: Result, share: Share) -> Standing:
    return evolve(
        one,
        games=one.games + 1,
        fugitive=one.fugitive + (share.side == "fugitive"),
        won=one.won + (result.winner == share.side),
        drawn=one.drawn + (result.winner == "draw"),
        lost=one.lost + (result.winner not in (share.side, "draw")),
        points=one.points if share.points is None else (one.points or 0) + share.points,
    )


def _worth(one: Standing) -> tuple[int, ...]:
    return (one.won, one.drawn) if one.points is None else (one.points,)


# --- teams


def teams_of(texts: Iterable[str], persons: Iterable[str]) -> Teams:
    """`North=Ana,Ben` as the team of each person. Raises Refused for what is none, and for who is in two or did not play."""
    played = {key_of(person): person for person in persons}
    found: dict[str, str] = {}
    for text in texts:
        name, _, members = text.partition("=")
        keys = [key_of(member) for member in members.split(",") if member.strip()]
        if not name.strip() or not keys:
            raise Refused([Fault("F56", Place(""), text=text)])
        for key in keys:
            if key in found:
                raise Refused([Fault("F56.twice", Place(""), person=played[key], team=found[key], other=name.strip())])
            if key not in played:
                raise Refused([Fault("F56.nobody", Place(""), person=key, known=sorted(played.values()))])
            found[key] = name.strip()
    return found


def persons_in(outcomes: Iterable[Outcome]) -> list[str]:
    return [seat.person for outcome in outcomes for seat in outcome.seats if seat.person]
