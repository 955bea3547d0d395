"""What the second judge knows of each edition: a table copied by hand from the booklets, default rulings throughout.

It is written apart from `variants/` on purpose. Two readings of the same booklets that agree are worth more than one.
"""

from attrs import evolve, field, frozen

RIDES = ("taxi", "bus", "underground")
EVERY_MODE = (*RIDES, "ferry")


def _fares(taxi: int, bus: int, underground: int) -> dict[str, int]:
    return {"taxi": taxi, "bus": bus, "underground": underground}


@frozen
class Edition:
    """The numbers and the readings in which the booklets differ."""

    board: str
    order: str = "free"
    """`free`, or `seat`: round the table, the pieces of one person together in any order."""
    rounds: int | None = 22
    """None: no counter, only the detectives' tickets end the game."""
    fares: dict[str, int] | None = field(factory=lambda: _fares(11, 8, 4))
    """The tickets that each detective starts with; None: nobody pays."""
    black: int | None = 5
    """None: as many as there are detectives."""
    double: int = 2
    modes: tuple[str, ...] = RIDES
    black_pays: tuple[str, ...] = EVERY_MODE
    one_double: bool = True
    """Whether a rule limits doubles to one a round; with a single card there is nothing to limit."""
    enters: str = "illegal"
    """The verdict on a step of the fugitive onto a pursuer: `illegal`, or `loses`."""
    no_moves: bool = True
    """Does the fugitive win when no detective has a ticket that leaves his station?"""
    pool: bool = False
    """Do the detectives share their tickets when one person holds them all?"""
    last_double: bool = False
    """Does a double in the last round give every pursuer a further, optional move?"""
    blocked_is_out: bool = False
    """Classic calls a pawn without a usable ticket out, and such a pawn never moves again under any reading. The other
    reading of `out` (G20) also takes a pawn that was only hemmed in by its colleagues; switch it on to compare."""
    helper: str = "police"
    """How the free riders are called in a seats header."""


_MODERN = Edition(board="london", pool=True)
_OLD = Edition(board="london-classic", order="seat", rounds=None, fares=_fares(10, 8, 4), black=None, enters="loses")
_HOLMES = Edition(board="london-1895", enters="loses", helper="bobby")

EDITIONS: dict[str, Edition] = {
    "classic": evolve(_OLD, board="london-mb", black=5),
    "1984": _OLD,
    "2000": _OLD,
    "2014": _MODERN,
    "2023": _MODERN,
    "beginners": Edition(
        board="london",
        rounds=13,
        fares=None,
        black=1,
        double=1,
        modes=("taxi", "bus"),
        black_pays=("taxi", "bus"),
        one_double=False,
        no_moves=False,
        last_double=True,
    ),
    "holmes-original": _HOLMES,
    "holmes": evolve(_HOLMES, rounds=16, fares=_fares(10, 7, 4), black=1, double=1, no_moves=False),
}
