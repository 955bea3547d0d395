"""A series as text for people and as JSON for programs; its keys are those of docs/series.schema.json."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.judge.series import Counted, Series, Standing
from adjudicator.report.layout import counted, table, wrapped
from adjudicator.report.verdicts import won


def as_data(series: Series) -> dict[str, object]:
    return {
        "variant": series.variant,
        "rules": series.rules,
        "board": series.board,
        "games": [_game_data(game) for game in series.counted],
        "not_counted": [{"file": one.file, "verdict": one.verdict, "why": one.why} for one in series.left_out],
        "standings": [_standing_data(one) for one in series.standings],
    }


def _game_data(game: Counted) -> dict[str, object]:
    shares = [{"name": one.name, "side": one.side, "points": one.points} for one in game.shares]
    return {"file": game.file, "winner": game.result.winner, "by": game.result.by, "round": game.result.round, "shares": shares}


def _standing_data(one: Standing) -> dict[str, object]:
    keys = ("rank", "name", "games", "fugitive", "won", "drawn", "lost", "points")
    return {key: getattr(one, key) for key in keys}


def render(series: Series) -> str:
    """Each game, what does not count, and how everybody stands."""
    blocks = [table(list(map(_game_row, series.counted)))] if series.counted else []
    if series.left_out:
        rows = [(one.file, one.verdict, one.why) for one in series.left_out]
        blocks.append("not counted\n" + table(rows, "  "))
    if series.standings:
        blocks.append("\n".join(_standings(series)) + "\n")
    return "\n".join(blocks)


def _game_row(game: Counted) -> tuple[str, ...]:
    result = game.result
    points = ", ".join(f"{one.name} {one.points}" for one in game.shares if one.points is not None)
    return game.file, game.shares[0].name, f"{won(result.winner, 'the fugitive')} in round {result.round} ({result.by})", points


def _standings(series: Series) -> Iterator[str]:
    count = len(series.counted)
    yield wrapped("", f"after {counted(count, 'game')} by the rules of {series.variant} on {series.board}")
    counts_points = any(one.points is not None for one in series.standings)
    head = ("", "", "games", "as fugitive", "won", "drawn", "lost", *(["points"] if counts_points else []))
    rows = [_row(one, counts_points) for one in series.standings]
    yield table([head, *rows], "  ", headed=True).rstrip("\n")
    times = {one.fugitive for one in series.standings}
    if len(times) > 1:
        yield "not everybody has been the fugitive equally often"


def _row(one: Standing, counts_points: bool) -> tuple[str, ...]:
    counts = (one.games, one.fugitive, one.won, one.drawn, one.lost, *([one.points] if counts_points else []))
    return f"{one.rank}.", one.name, *map(str, counts)
