"""The report of a playtest as one HTML file that needs nothing else: figures with their intervals, charts, the board with the
places where he was caught, and replays of the games worth watching.

Its policy names the styles and the scripts that are in it, those of the replays among them: a replay is opened from this page,
so the policy of this page holds for it, too.
"""

from __future__ import annotations

from functools import lru_cache
from math import sqrt
from pathlib import Path
from typing import Any

from jinja2 import Environment, StrictUndefined, Template
from markupsafe import Markup

from adjudicator.game import Game
from adjudicator.lab.charts import bar, course, swing
from adjudicator.lab.playtest import Played, Playtest, Watch
from adjudicator.lab.wording import WINS, headline, number, percent, points, rows_of, shown_name, warnings, who_plays
from adjudicator.picture.drawing import WIDTH
from adjudicator.picture.stage import STYLE, Stage
from adjudicator.replay.page import in_html, own_script, own_style, policy
from adjudicator.replay.page import page as replay_page
from adjudicator.replay.telling import tell

HERE = Path(__file__).parent
LARGEST = 34  # the mark of the station where he was caught most often


def page(found: Playtest) -> str:
    """The HTML text of a report."""
    style, script = STYLE.read_text(encoding="utf-8") + _file("page.css"), _file("page.js")
    return _template().render(
        title=headline(found),
        who=who_plays(found),
        warnings=warnings(found),
        several=len(found.played) > 1,
        wins=[_wins(found, winner) for winner in _winners(found)],
        rounds=[(shown_name(one.name), number(one.rounds)) for one in found.played],
        pairs=[
            {
                "after": shown_name(one.after.name),
                "before": shown_name(one.before.name),
                "points": points(one.wins()),
                "swing": swing(one.wins()),
                "rows": list(rows_of(one)),
            }
            for one in found.pairs
        ],
        charts=[
            ("Not caught, by round", course([(shown_name(one.name), one.survival) for one in found.played], True)),
            (
                "Stations where he could be, by round",
                course([(shown_name(one.name), one.possible) for one in found.played], False),
            ),
        ],
        names=[shown_name(one.name) for one in found.played],
        endings=_beside(found, "endings", percent),
        tickets=_beside(found, "tickets", number),
        boards=[_board(one) for one in found.played if one.captures],
        watch=[{"why": one.why, "name": shown_name(one.name), "seed": one.seed} for one in found.watch],
        replays=Markup(in_html([_replay(one) for one in found.watch])),
        policy=policy((style, own_style()), (script, own_script())),
        style=Markup(style),
        script=Markup(script),
    )


def _winners(found: Playtest) -> list[str]:
    return list(dict.fromkeys(winner for one in found.played for winner in one.winners))


def _wins(found: Playtest, winner: str) -> dict[str, Any]:
    rows = [(shown_name(one.name), percent(one.wins(winner)), bar(one.wins(winner))) for one in found.played]
    return {"says": WINS[winner], "rows": rows}


def _beside(found: Playtest, what: str, shown: Any) -> list[tuple[str, list[str]]]:
    """A row for each ending or ticket, a column for each set of rules."""
    every = [getattr(one, what) for one in found.played]
    rows = []
    for key in dict.fromkeys(key for one in every for key in one):
        label = key if isinstance(key, str) else f"{key[0]}: {key[1]}"
        rows.append((label, [shown(one[key]) if key in one else "" for one in every]))
    return rows


def _board(one: Played) -> dict[str, Any]:
    """The board with a mark where he was caught, the larger the more often."""
    board = one.match.maker.rulebook.board
    assert board is not None
    stage, most = Stage(board, {}), max(one.captures.values())
    title = f"Where {one.match.maker.rulebook.fugitive} was when the pursuers won, {shown_name(one.name)}"
    marks = []
    for station, many in one.captures.items():
        x, y = stage.plan.spots[station]
        radius = LARGEST * sqrt(many / most)
        marks.append(
            f'<circle class="caught" cx="{x:.0f}" cy="{y:.0f}" r="{radius:.1f}"><title>{station}: {many}</title></circle>'
        )
    drawn = f'<svg viewBox="0 0 {WIDTH} {stage.plan.height:.0f}">{stage.drawn(title)}{"".join(marks)}</svg>'
    often = ", ".join(f"{station} ({many})" for station, many in list(one.captures.items())[:8])
    return {"title": title, "drawn": Markup(drawn), "often": often}


def _replay(one: Watch) -> str:
    maker = one.match.maker
    return replay_page(tell(Game.parse(one.match.text(one.seed), maker.rulebook), ""))


@lru_cache(maxsize=1)
def _template() -> Template:
    environment = Environment(autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True)
    return environment.from_string(_file("page.html"))


def _file(name: str) -> str:
    return (HERE / name).read_text(encoding="utf-8")
