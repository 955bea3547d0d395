"""The weights of the index, learnt from questions whose entry is known: those of the seen half and of the workshop.

For each question the meant entry shall come first: the steps are those of a logistic regression over the entries near it. Two
questions of three are looked up as if nobody had stored a phrasing like them, as most questions of new people are.
"""

from __future__ import annotations

import math
import random
from pathlib import Path

import adjudicator.answers
from adjudicator.answers.index import MEASURES, candidates, question

from . import WORKSHOP, Question, questions
from .looking_up import desk

PATH = Path(adjudicator.answers.__file__).parent / "weights.toml"
ROUNDS, RATE, DECAY = 25, 0.08, 0.0005
ALIKE = 0.9995  # phrasings that are as like as this are left out
Vectors = tuple[list[tuple[float, ...]], int]


def train() -> str:
    """The weights as the file keeps them."""
    known = [one for one in (*questions("seen"), *questions("", WORKSHOP)) if one.means]
    learner = random.Random(1)
    learner.shuffle(known)
    found = [pair for at, one in enumerate(known) if (pair := _vectors(one, at % 3 != 0)) is not None]
    weights = _fitted(found, learner)
    return "".join(f"{name} = {value:.3f}\n" for name, value in zip(MEASURES, weights, strict=True))


def _vectors(one: Question, alone: bool) -> Vectors | None:
    """The measures of the entries near a question, and the place of the meant one; None where it is not near."""
    place = desk(one.place)
    near = candidates(question(one.ask, place), place, ALIKE if alone else 2.0)
    meant = next((at for at, each in enumerate(near) if each.family.id in one.means), None)
    return None if meant is None else ([each.measures for each in near], meant)


def _fitted(found: list[Vectors], learner: random.Random) -> list[float]:
    weights = [5.0 * (name == "best") for name in MEASURES]
    for number in range(ROUNDS):
        learner.shuffle(found)
        rate = RATE / (1 + 0.15 * number)
        for vectors, meant in found:
            _step(weights, vectors, meant, rate)
    return weights


def _step(weights: list[float], vectors: list[tuple[float, ...]], meant: int, rate: float) -> None:
    scores = [sum(a * b for a, b in zip(one, weights, strict=True)) for one in vectors]
    top = max(scores)
    shares = [math.exp(score - top) for score in scores]
    total = sum(shares)
    for at, one in enumerate(vectors):
        error = (at == meant) - shares[at] / total
        for place, value in enumerate(one):
            if value:
                weights[place] += rate * error * value
    for place in range(len(weights)):
        weights[place] *= 1 - rate * DECAY
