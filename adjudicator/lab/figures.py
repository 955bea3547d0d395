"""Figures with their intervals: each is where the true value lies in 95 of 100 playtests like this one."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from statistics import NormalDist, fmean, stdev

from adjudicator.values import frozen

SURE = 0.95
Z = NormalDist().inv_cdf((1 + SURE) / 2)


@frozen
class Figure:
    """A value with the ends of its interval; of a single game nobody knows how sure it is."""

    value: float
    low: float
    high: float
    of: int  # games

    @property
    def reach(self) -> float:
        """How far the interval goes to the wider side."""
        return max(self.high - self.value, self.value - self.low)


def share(some: int, of: int) -> Figure:
    """A share, by Wilson's interval: it holds for few games, and for none of them or all."""
    if not of:
        return Figure(0.0, 0.0, 1.0, 0)
    rate, square = some / of, Z * Z
    middle = (rate + square / (2 * of)) / (1 + square / of)
    half = Z * sqrt(rate * (1 - rate) / of + square / (4 * of * of)) / (1 + square / of)
    return Figure(rate, max(0.0, min(rate, middle - half)), min(1.0, max(rate, middle + half)), of)


def mean(values: Sequence[float]) -> Figure:
    """A mean, by the normal distribution."""
    middle = fmean(values)
    half = Z * stdev(values) / sqrt(len(values)) if len(values) > 1 else 0.0
    return Figure(middle, middle - half, middle + half, len(values))


def difference(gained: int, lost: int, of: int) -> Figure:
    """The difference between two shares of the same deals, of which so many were gained and lost: by the interval of Bonett and
    Price, which holds where few games differ. Where none does there is none, and nothing to be unsure of but what other deals
    would show."""
    one, other, every = (gained + 1) / (of + 2), (lost + 1) / (of + 2), of + 2
    half = Z * sqrt(max(0.0, one + other - (one - other) ** 2) / every)
    value = (gained - lost) / of
    return Figure(value, min(value, one - other - half), max(value, one - other + half), of)
