"""A board that is drawn once, for a page that shows a game: everything that moves has its element, and a scene lists the
visible elements with their places.

`board.js` shows a scene on the stage, and `view.js` lets people zoom; the looks of a scene are decided here, by the functions
that draw a single picture.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from adjudicator.board.model import Board
from adjudicator.picture.drawing import FONT, WIDTH, discs, ground, laid_out, leg
from adjudicator.picture.flags import flag, placed, ring
from adjudicator.picture.labels import Sign, clean, entries
from adjudicator.picture.layout import Layout
from adjudicator.picture.position import Leg, Position
from adjudicator.values import frozen

SCRIPTS = tuple(Path(__file__).with_name(name) for name in ("board.js", "view.js"))
STYLE = Path(__file__).with_name("board.css")


@frozen(eq=False)
class Stage:
    """The board with its pieces and the signs that can be on stations."""

    board: Board
    colours: Mapping[str, str]  # of each piece
    legs: tuple[Leg, ...] = ()  # the legs of all trails in this game
    signs: Mapping[str, Sign] | None = None

    @property
    def plan(self) -> Layout:
        return laid_out(self.board)

    def drawn(self, title: str) -> str:
        """The SVG element, with nothing on the board yet."""
        parts = [
            f'<svg class="board" viewBox="0 0 {WIDTH} {self.plan.height:.0f}" role="img" {FONT}>',
            f"<title>{clean(title)}</title>",
            *ground(self.plan),
            *self._legs(),
            '<g class="marks"></g>',
            *discs(self.plan),
            *self._pieces(),
            *self._kinds(),
            "</svg>",
        ]
        return "\n".join(parts)

    def _legs(self) -> Iterator[str]:
        for a, b in self.legs:
            yield "".join([f'<g class="leg" data-leg="{a}-{b}">', *leg(self.plan, a, b), "</g>"])

    def _pieces(self) -> Iterator[str]:
        """Draw rings below flags, as in every picture."""
        for piece, colour in self.colours.items():
            yield ring(self.plan, colour, attributes=f' data-piece="{clean(piece)}"')
        for piece, colour in self.colours.items():
            yield flag(piece, colour, f' data-piece="{clean(piece)}"')

    def _kinds(self) -> Iterator[str]:
        """Define each kind of mark once, for the script to use. A ring is around the others."""
        for name, sign in (self.signs or {}).items():
            radius = self.plan.radius + (11 if sign.shape == "ring" else 6)
            yield f'<defs><g id="mark-{name}">{sign.drawn(radius)}</g></defs>'

    def legend(self, signs: Iterable[Sign] = ()) -> list[tuple[str, str]]:
        """The legend: each sample as an SVG element, with its label."""
        view = 'viewBox="-3 -13 46 26" width="46" height="26" aria-hidden="true"'
        return [(f"<svg {view}>{one.sample}</svg>", one.label) for one in entries(self.board.modes, tuple(signs))]

    def scene(self, position: Position) -> dict[str, Any]:
        """A position for the script: for each piece its station, its rank, and the corner of its flag relative to the station;
        the stations with a mark of each kind; the trail."""
        return {
            "flags": dict(self._flags(position)),
            "possible": list(position.possible) if len(position.possible) > 1 else [],
            "lying": sorted({station for _, station in position.lying}),
            "trail": [f"{a}-{b}" for a, b in position.trail],
        }

    def _flags(self, position: Position) -> Iterator[tuple[str, list[int]]]:
        for one in placed(self.plan, position.pieces):
            x, y = self.plan.spots[one.piece.station]
            yield one.piece.label, [one.piece.station, one.rank, round(one.left - x), round(one.upper - y)]
