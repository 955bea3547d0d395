"""A question looked up in the list of stored phrasings: the nearest entries, each with the probability that it is meant.

Phrasings are compared by the marks of their units (`mentions.py`) and by pairs of neighbours, each weighted by how few
phrasings have it. Near entries are put in order by a few measures of likeness; how much each counts was learnt from questions
whose entry is known (`python -m tests.questions --train`) and is kept in `weights.toml`.
"""

from __future__ import annotations

import math
import os
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from itertools import pairwise

from attrs import evolve, field

from adjudicator.answers.answer import Desk
from adjudicator.answers.bound import bind
from adjudicator.answers.catalogue import families
from adjudicator.answers.catalogue.sentences import TOLD, spoken, told
from adjudicator.answers.entries import Family
from adjudicator.answers.mentions import Speech, Unit, counted, plain, speeches, units, words
from adjudicator.answers.phrasings import Phrasing, phrasing, phrasings
from adjudicator.files import parse_toml, read_text
from adjudicator.rulebook.model import Rulebook
from adjudicator.values import frozen

PAIR = 0.6  # how much two neighbours weigh, beside a single mark
NEAR = 160  # phrasings that are looked at closely
MANY = 24  # entries that are put in order
EXACT = 0.999  # the likeness of a question that is a stored phrasing
STORED = 4.0  # what that is worth; it is not learnt, as most questions are learnt from without their own phrasing
UNHEARD = 4.0  # the weight of a word that no rule has
MEASURES = (
    "best", "mean", "asked", "stored", "family", "unbound", "kind", "turning", "sides", "told", "game", "of-rules",
    "first-word", "exact",
)  # fmt: skip


@frozen(slots=False)
class Stored:
    """A phrasing as it is compared."""

    phrasing: Phrasing
    marks: Mapping[str, float]
    norm: float
    groups: tuple[tuple[str, ...], ...]  # the marks of each unit, and of each pair of neighbours
    slots: tuple[tuple[str, str], ...]  # name and kind
    turning: frozenset[str]
    sides: tuple[str, ...]
    numbers: frozenset[str]
    is_open: bool
    head: str  # the first mark


@frozen(slots=False)
class Index:
    """All phrasings of a language: by mark, those that have it."""

    stored: tuple[Stored, ...]
    having: Mapping[str, tuple[int, ...]]
    weight: Callable[[str], float]


def leads_of(unit: Unit) -> tuple[str, ...]:
    """The marks by which a unit counts as a neighbour."""
    general = tuple(mark for mark in unit.marks if mark.startswith("@"))
    return (*general, *(mark for mark in unit.marks[-1:] if mark not in general)) or unit.marks[:1]


def _stored_units(text: str, speech: Speech) -> list[Unit]:
    """The units of a phrasing. A side is compared by its own mark, `{who}` by the mark of both; a number that is written out
    stands for itself alone."""
    found: list[Unit] = []
    for at, word in enumerate(words(text, speech)):
        for unit in plain(word, speech.stem(word), at, speech):
            if unit.side:
                unit = evolve(
                    unit, marks=tuple(mark for mark in unit.marks if mark != "@who" or unit.named.get("kind") == "who")
                )
            if "n" in unit.named and "slot" not in unit.named:
                unit = evolve(unit, marks=unit.marks[1:])
            if unit.marks:
                found.append(unit)
    return list(counted(found))


@lru_cache(maxsize=32)
def index(code: str, more: tuple[Phrasing, ...] = ()) -> Index:
    """The index of a language; with phrasings of a rulebook's own."""
    speech = next(one for one in speeches() if one.code == code)
    raw = [(one, _stored_units(one.text, speech)) for one in (*phrasings(code), *more)]
    counted: Counter[str] = Counter()
    for _, found in raw:
        counted.update(set(_marks(found)))
    total = len(raw) + 1
    usual = math.log(total)

    @cache
    def weight(mark: str) -> float:
        known = counted[mark]
        return (math.log(total / known) if known else usual) * (PAIR if " " in mark else 1.0)

    stored = tuple(_stored(one, found, weight, speech) for one, found in raw)
    having: dict[str, list[int]] = defaultdict(list)
    for number, each in enumerate(stored):
        for mark in each.marks:
            having[mark].append(number)
    return Index(stored, {mark: tuple(found) for mark, found in having.items()}, weight)


def _marks(found: Sequence[Unit]) -> Iterator[str]:
    return (mark for group in _groups(found) for mark in group)


def _groups(found: Sequence[Unit]) -> tuple[tuple[str, ...], ...]:
    """The marks of each unit and of each pair of neighbours: what is in one group says one thing."""
    leads = [leads_of(unit) for unit in found]
    pairs = (tuple(f"{a} {b}" for a in one for b in other) for one, other in pairwise(leads))
    return (*(unit.marks for unit in found), *pairs)


def _stored(one: Phrasing, found: list[Unit], weight: Callable[[str], float], speech: Speech) -> Stored:
    marks = {mark: weight(mark) for mark in _marks(found)}
    return Stored(
        one,
        marks,
        math.sqrt(sum(value * value for value in marks.values())) or 1.0,
        _groups(found),
        tuple((str(unit.named["slot"]), str(unit.named["kind"])) for unit in found if "slot" in unit.named),
        frozenset(unit.marks[0] for unit in found if unit.turns),
        tuple(unit.side for unit in found if unit.side),
        frozenset(unit.marks[0] for unit in found if "n" in unit.named),
        speech.is_open(one.text),
        leads_of(found[0])[0] if found else "",
    )


# -- a question
@frozen(slots=False)
class Question:
    """A question as it is compared."""

    text: str
    speech: Speech
    units: tuple[Unit, ...]
    said: tuple[str, ...]

    @property
    def is_open(self) -> bool:
        return self.speech.is_open(self.text)


def question(text: str, desk: Desk) -> Question:
    """A question in the language that most of its words are of."""
    speech = max(speeches(), key=lambda one: _share(text, one))
    return Question(text, speech, units(text, desk, speech), tuple(words(text, speech)))


def _share(text: str, speech: Speech) -> float:
    """How many words are small words of a language, or words of its phrasings."""
    said = words(text, speech)
    known = vocabulary(speech.code)
    return sum((word in speech.all or word in speech.alike) + 0.6 * (speech.stem(word) in known) for word in said)


@cache
def vocabulary(code: str) -> frozenset[str]:
    """Every mark of the phrasings of a language."""
    return frozenset(mark for one in index(code).stored for mark in one.marks if " " not in mark)


@frozen(slots=False)
class Near:
    """An entry near a question: its family, the nearest phrasing, and how like they are."""

    family: Family
    stored: Stored
    measures: tuple[float, ...]
    p: float = 0.0

    @property
    def is_stored(self) -> bool:
        """Whether the question is itself one of the stored phrasings."""
        return self.measure("best") >= EXACT

    def measure(self, name: str) -> float:
        return self.measures[MEASURES.index(name)]


def candidates(asked: Question, desk: Desk, below: float = 2.0) -> list[Near]:
    """The entries near a question, with the measures of their likeness. Phrasings that are as like as `below` are left out: one
    learns from questions that are stored themselves as if they were not."""
    found = index(asked.speech.code, own_phrasings(desk.rulebook, asked.speech.code))
    known = {**families(), **told(desk.rulebook)}
    weights = dict.fromkeys(_marks([unit for unit in asked.units if unit.marks]), 0.0)
    for mark in weights:
        weights[mark] = found.weight(mark)
    near: dict[int, float] = defaultdict(float)
    for mark, value in weights.items():
        for number in found.having.get(mark, ()):
            near[number] += value * value
    norm = math.sqrt(sum(value * value for value in weights.values())) or 1.0
    ranked = sorted(((dot / (norm * found.stored[n].norm), n) for n, dot in near.items()), reverse=True)
    by_family: dict[str, list[tuple[float, Stored]]] = {}
    groups = _groups([unit for unit in asked.units if unit.marks])
    for _, number in ranked[:NEAR]:
        stored = found.stored[number]
        one = known.get(stored.phrasing.family)
        if one is None or (one.answer is None and desk.game is None):
            continue
        cosine = likeness(groups, stored, weights)
        if cosine < below and not bind(asked.units, one, stored)[1]:
            by_family.setdefault(one.id, []).append((cosine, stored))
    for some in by_family.values():
        some.sort(key=lambda each: -each[0])
    entries = sorted(by_family.items(), key=lambda each: -each[1][0][0])[:MANY]
    best = max((some[0][0] for _, some in entries), default=0.0)
    return [_measured(asked, known[name], some, weights, best, desk) for name, some in entries]


def likeness(groups: tuple[tuple[str, ...], ...], stored: Stored, weights: Mapping[str, float]) -> float:
    """How like a question and a phrasing are, from 0 to 1: the cosine, each group of marks counted once."""
    dot = asked = 0.0
    used = set[str]()
    for group in groups:
        shared = [mark for mark in group if mark in stored.marks]
        value = max((stored.marks[mark] for mark in shared), default=0.0) ** 2
        dot += value
        asked += value or max(weights[mark] for mark in group) ** 2
        used.update(shared)
    told = sum(
        max([stored.marks[m] for m in group if m in used] or [stored.marks[m] for m in group]) ** 2 for group in stored.groups
    )
    return dot / math.sqrt(asked * told) if asked and told else 0.0


def own_phrasings(rulebook: Rulebook, code: str) -> tuple[Phrasing, ...]:
    """The phrasings in the rulebook itself: `asked` beside its answers."""
    if code != "en":
        return ()
    tables = rulebook.tables
    found = [(f"{TOLD}{name}", one.asked) for name, one in tables.questions.items()]
    return tuple(phrasing(name, text) for name, texts in found for text in texts)


def _measured(
    asked: Question, one: Family, some: list[tuple[float, Stored]], weights: Mapping[str, float], best: float, desk: Desk
) -> Near:
    """An entry with the measures of likeness between its nearest phrasings and a question."""
    cosine, stored = some[0]
    shared = {mark for mark in weights if mark in stored.marks}
    every = {mark for _, near in some[:6] for mark in near.marks}
    total = _mass(asked, weights, None)
    _, _, unused = bind(asked.units, one, stored)
    unbound = sum(1 for unit in unused if not {*unit.marks} & {*stored.marks})
    sides = tuple(unit.side for unit in asked.units if _is_side(unit, stored))
    first = next((unit.marks for unit in asked.units if unit.marks), ())
    of_now = desk.game is not None and one.now is not None
    found = {
        "best": cosine,
        "mean": sum(value for value, _ in some[:3]) / 3,
        "asked": _mass(asked, weights, shared) / total,
        "stored": sum(value for mark, value in stored.marks.items() if mark in shared) / (sum(stored.marks.values()) or 1.0),
        "family": _mass(asked, weights, every) / total,
        "unbound": -unbound,
        "kind": stored.is_open == asked.is_open,
        "turning": -len({unit.marks[0] for unit in asked.units if unit.turns} ^ stored.turning),
        "sides": _same_sides(sides, stored),
        "told": one.id.startswith(TOLD),
        "game": of_now,
        "of-rules": desk.game is not None and not of_now,
        "first-word": stored.head in first,
        "exact": cosine / (best or 1.0),
    }
    return Near(one, stored, tuple(float(found[name]) for name in MEASURES))


def _mass(asked: Question, weights: Mapping[str, float], marks: Iterable[str] | None) -> float:
    """The weight of the units of a question, or of those that have one of these marks."""
    wanted = None if marks is None else set(marks)
    units = ((unit, max(weights.get(mark, 0.0) for mark in unit.marks)) for unit in asked.units if unit.marks)
    return sum(value for unit, value in units if wanted is None or wanted & {*unit.marks}) or (1.0 if wanted is None else 0.0)


def _is_side(unit: Unit, stored: Stored) -> bool:
    """Whether a unit names somebody whom the phrasing does not name by the same word."""
    if not unit.side or "ticket" in unit.named:
        return False
    own = [mark for mark in unit.marks if not mark.startswith("@") and not mark.isdigit()]
    return not own or own[-1] not in stored.marks


def _same_sides(sides: tuple[str, ...], stored: Stored) -> bool:
    """Whether the same sides are named in the same order; `{who}` is either."""
    told = [kind for _, kind in stored.slots if kind in ("who", "x", "d")] or list(stored.sides)
    return len(told) == len(sides) and all(one in ("who", other) for one, other in zip(told, sides, strict=True))


# -- sentences of rules
@frozen(slots=False)
class Sentences:
    """The sentences of a rulebook as they are compared."""

    found: tuple[tuple[Family, Mapping[str, float], float], ...]
    weight: Mapping[str, float] = field(factory=dict)


@lru_cache(maxsize=16)
def sentences(rulebook: Rulebook) -> Sentences:
    speech = next(one for one in speeches() if one.code == "en")
    raw = []
    for one, text in spoken(rulebook).values():
        said = [word for word in words(text, speech) if word not in speech.all and word not in speech.alike]
        raw.append((one, {speech.stem(word) for word in said}))
    counted = Counter(mark for _, marks in raw for mark in marks)
    weight = {mark: math.log((len(raw) + 1) / number) for mark, number in counted.items()}
    found = tuple(
        (one, {mark: weight[mark] for mark in marks}, math.sqrt(sum(weight[m] ** 2 for m in marks)) or 1.0)
        for one, marks in raw
    )
    return Sentences(found, weight)


@frozen
class Sentence:
    """The sentence of a rule near a question: which part of the question it has, and how much of that no phrasing knows."""

    family: Family
    said: float
    rare: float


def sentence_near(asked: Question, desk: Desk) -> Sentence | None:
    """The sentence of a rule that is nearest to the words of a question: first by words that no phrasing knows."""
    speech, known = asked.speech, sentences(desk.rulebook)
    said = {speech.stem(word) for word in asked.said if word not in speech.all and word not in speech.alike}
    weights = {mark: known.weight.get(mark, UNHEARD) for mark in said}
    total, phrased = sum(weights.values()) or 1.0, vocabulary(speech.code)
    best: Sentence | None = None
    order = (0.0, 0.0)
    for one, marks, length in known.found:
        shared = said & marks.keys()
        if shared:
            rare = sum(weights[mark] for mark in shared if mark not in phrased)
            nearness = sum(weights[mark] ** 2 for mark in shared) / length
            if (rare, nearness) > order:
                best, order = Sentence(one, sum(weights[mark] for mark in shared) / total, rare), (rare, nearness)
    return best


# -- order
@cache
def weights() -> tuple[float, ...]:
    """How much each measure counts."""
    told = parse_toml(read_text(os.path.join(os.path.dirname(__file__), "weights.toml")), "weights.toml")
    return tuple(float(str(told[name])) for name in MEASURES)


def ranked(near: Sequence[Near]) -> list[Near]:
    """The entries, the likeliest first, each with its probability."""
    scores = [sum(a * b for a, b in zip(one.measures, weights(), strict=True)) + STORED * one.is_stored for one in near]
    top = max(scores, default=0.0)
    shares = [math.exp(score - top) for score in scores]
    total = sum(shares) or 1.0
    return sorted((evolve(one, p=share / total) for one, share in zip(near, shares, strict=True)), key=lambda one: -one.p)
