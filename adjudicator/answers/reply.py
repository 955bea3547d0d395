"""A question answered: the entry that it was read as if that is sure, else the likeliest ones, each with its answer."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import islice

from attrs import evolve, field

from adjudicator.answers.answer import NO, YES, Answer, Depends, Desk
from adjudicator.answers.bound import bind, slots_of
from adjudicator.answers.catalogue import families, position
from adjudicator.answers.catalogue.sentences import RULE, TOLD, spoken, told
from adjudicator.answers.changes import deciding
from adjudicator.answers.entries import Family, Slots
from adjudicator.answers.index import Near, Question, Stored, candidates, question, ranked, sentence_near, vocabulary
from adjudicator.answers.mentions import Unit
from adjudicator.answers.wording import echo, moments, plain_question, supposes, without_choice
from adjudicator.faults import Fault, Place, Refused
from adjudicator.values import frozen

_SENTENCES = re.compile(r"(?<=[a-zäöüß]{3}[.!?])\s+|(?<=\d[.!?])\s+")
SURE = 0.9  # the probability from which one answer is enough
SAME = 0.7  # the part of a question that a phrasing must have to be sure of it
FAINT = 0.15  # the part of a question that its nearest phrasing must have, so that anything is near
FEW, MORE = 3, 5  # entries that are shown where it is not sure
HEARD = 0.25  # the part of a question that the sentence of a rule must have to be shown
LONGEST = 60  # words of a question
TURNED = {YES: NO, NO: YES}


@frozen
class Read:
    """An entry that a question may mean: its id, how it is asked plainly, and its answer."""

    entry: str
    text: str
    answer: Answer
    p: float = 1.0


@frozen
class Reply:
    """How a question was read. If it is sure, the first entry is the answer; the others are near it."""

    question: str
    is_sure: bool
    read: tuple[Read, ...]


@frozen
class _Place:
    """A desk and what is asked at it: the same question may be asked of the record's end or of an earlier moment."""

    desk: Desk
    asked: Question
    near: tuple[Near, ...] = field(factory=tuple)


def ask(desk: Desk, text: str, most: int = FEW) -> Reply:
    """The reply to a question: of one that is not sure, so many entries. Raises Refused where nothing is near."""
    clause = _of_a_clause(desk, text)
    if clause is not None:
        return Reply(text, True, (clause,))
    other, rest, option = without_choice(desk, text)
    places = [_Place(place, question(said, place)) for place, said in _places(other, rest)]
    found = _found(places) if len(places[0].asked.said) <= LONGEST else []
    if max((near.measure("asked") for _, near in found), default=0.0) < FAINT:
        raise Refused([_nothing(desk, text)])
    place, nearest = found[0]
    if _is_sure(place.asked, nearest) and (place.asked.text == rest or place.desk is not other):
        first = _read(place.desk, place.asked, nearest)
        if first.answer.verdict or place.asked.is_open:
            return Reply(text, True, (_noted(evolve(first, answer=_with_options(place, nearest, first.answer)), option),))
    read = tuple(_readable(places[0], found, most, option))
    if not read:
        raise Refused([_nothing(desk, text)])
    return Reply(text, False, read)


def picked(desk: Desk, text: str, number: int) -> Read:
    """The entry of this number among those shown, in full. Raises Refused."""
    reply = ask(desk, text, max(number, FEW))
    if reply.is_sure and number == 1:
        return reply.read[0]
    if number > len(reply.read):
        raise Refused([Fault("Q42", Place("--pick"), number=number, count=len(reply.read))])
    return in_full(desk, text, reply.read[number - 1].entry)


def in_full(desk: Desk, text: str, entry: str) -> Read:
    """One of the entries near a question, with the options on which its answer depends. Raises Refused."""
    other, rest, option = without_choice(desk, text)
    places = [_Place(place, question(said, place)) for place, said in _places(other, rest)]
    for place, near in _found(places):
        if near.family.id == entry:
            first = _read(place.desk, place.asked, near)
            return _noted(evolve(first, answer=_with_options(place, near, first.answer)), option)
    if entry in (known := spoken(other.rulebook)):
        return _noted(_sentence(other, known[entry][0]), option)
    raise Refused([_nothing(desk, text)])


def near(desk: Desk, text: str, most: int = MORE) -> tuple[Read, ...]:
    """The entries nearest to what somebody is typing, sure or not, without the options on which they depend."""
    other, rest, option = without_choice(desk, text)
    places = [_Place(place, question(said, place)) for place, said in _places(other, rest)]
    if len(places[0].asked.said) > LONGEST:
        return ()
    return tuple(_readable(places[0], _found(places), most, option))


def _readable(first: _Place, found: list[tuple[_Place, Near]], most: int, option: str) -> Iterator[Read]:
    """So many of the entries that have an answer here. The sentence of a rule is the first one if it has more of the question
    and words that no phrasing knows; else the last, where no other answer of the rulebook is among them."""
    sentence = sentence_near(first.asked, first.desk)
    likely = found[0][1].measure("asked") if found else 0.0
    if sentence is not None and sentence.rare and sentence.said > likely:
        yield _noted(_sentence(first.desk, sentence.family), option)
        yield from islice(_answers(found, option), most - 1)
        return
    answers = list(islice(_answers(found, option), most))
    has_own = any(one.entry.startswith(TOLD) for one in answers)
    if sentence is not None and sentence.said >= HEARD and not has_own:
        answers = [*answers[: most - 1], _noted(_sentence(first.desk, sentence.family), option)]
    yield from answers


def _answers(found: list[tuple[_Place, Near]], option: str) -> Iterator[Read]:
    for place, one in found:
        try:
            yield _noted(_read(place.desk, place.asked, one), option)
        except Refused:
            continue


def _sentence(desk: Desk, one: Family) -> Read:
    answer = _answer(desk, one, Slots())
    return Read(one.id, f"`{one.id.removeprefix(RULE)}`", evolve(answer, form=one.id))


def of_entries(desk: Desk, ids: tuple[str, ...]) -> tuple[Read, ...]:
    """These entries as their first phrasing asks for them, where they have an answer here."""
    found = []
    for id in ids:
        try:
            answer = _answer(desk, families()[id], Slots())
            found.append(Read(id, plain_question(desk, id), evolve(answer, verdict="", form=id)))
        except Refused:
            continue
    return tuple(found)


def _nothing(desk: Desk, text: str) -> Fault:
    return Fault("Q30", Place("question"), text=text, variant=desk.rulebook.id)


def _noted(read: Read, option: str) -> Read:
    if not option:
        return read
    return evolve(read, answer=evolve(read.answer, says=(*read.answer.says, f"by the choice `{option}`")))


# -- where it is asked
def _places(desk: Desk, text: str) -> Iterator[tuple[Desk, str]]:
    """The question as it is; and if it names a moment of the game, what is left of it at that moment."""
    yield desk, text
    last = _SENTENCES.split(text.strip())[-1]
    if last != text.strip() and len(last.split()) > 3:
        yield desk, last
    if desk.game is not None:
        for moment, rest in moments(text):
            earlier = desk.earlier(moment) if moment else desk
            if earlier is not None:
                yield earlier, rest
                return


def _found(places: list[_Place]) -> list[tuple[_Place, Near]]:
    """The entries near the question at each place, the likeliest first, each entry once."""
    near: list[Near] = []
    at: dict[int, _Place] = {}
    for place in places:
        for one in candidates(place.asked, place.desk):
            if place.desk is places[0].desk or one.family.now is not None:
                near.append(one)
                at[id(one.measures)] = place
    found: dict[str, tuple[_Place, Near]] = {}
    for one in ranked(near):
        place = at[id(one.measures)]
        found.setdefault(one.family.id, (place, one))
    return list(found.values())


# -- whether it is sure
def _is_sure(asked: Question, near: Near) -> bool:
    """Whether the entry is meant, as far as words tell: it has the question's sides, numbers, names and turning words."""
    stored = near.stored
    if near.p < SURE and not near.is_stored:
        return False
    filled, missing, _ = bind(asked.units, near.family, stored)
    used = list(filled.values())
    named = [unit for unit in asked.units if unit.named and not unit.is_pronoun and not {"again", "me"} & unit.named.keys()]
    return (
        not missing
        and all(unit in used or unit.marks[-1] in stored.marks or unit.side for unit in named)
        and {unit.marks[0] for unit in asked.units if unit.turns} == stored.turning
        and stored.is_open == asked.is_open
        and bool(near.measure("sides"))
        and near.measure("asked") >= SAME
        and not _unknown(asked, stored, filled)
    )


def _unknown(asked: Question, stored: Stored, filled: dict[str, Unit]) -> list[Unit]:
    """The words of a question that its phrasing does not have, and no other phrasing of the language either."""
    known = vocabulary(asked.speech.code)
    plain = (unit for unit in asked.units if unit.marks and unit not in filled.values() and not unit.side)
    return [unit for unit in plain if not {*unit.marks} & stored.marks.keys() and not {*unit.marks} & known]


# -- the answer
def _read(desk: Desk, asked: Question, near: Near) -> Read:
    """An entry with its answer, as the phrasing that it was found by asks for it. Raises Refused."""
    filled, _, _ = bind(asked.units, near.family, near.stored)
    slots = slots_of(asked.units, filled, near.family, desk.seat)
    answer = _answer(desk, near.family, slots)
    phrasing = near.stored.phrasing
    if near.stored.is_open:
        answer = evolve(answer, verdict="")
    elif phrasing.is_turned:
        answer = evolve(answer, verdict=TURNED.get(answer.verdict, answer.verdict))
    return Read(
        near.family.id, echo(desk, asked, near.family, near.stored, filled), evolve(answer, form=near.family.id), near.p
    )


def _answer(desk: Desk, one: Family, slots: Slots) -> Answer:
    """Of the position, where there is one and it is about a piece at the table; else of the rules."""
    if desk.game is not None and one.now is not None and (one.answer is None or not slots.who or desk.pieces(slots.who)):
        try:
            return one.now(desk, slots)
        except Refused:
            if one.answer is None:
                raise
    assert one.answer is not None
    return _of_rules(desk.rulebook, one.id, slots, desk) if desk.game is None else one.answer(desk, slots)


@lru_cache(maxsize=512)
def _kept(rulebook: object, id: str, slots: Slots) -> list[Answer]:
    return []


def _of_rules(rulebook: object, id: str, slots: Slots, desk: Desk) -> Answer:
    """The answer of a rulebook to an entry; while somebody types it is asked again and again."""
    kept = _kept(rulebook, id, slots)
    if not kept:
        one = _family(desk, id)
        assert one.answer is not None
        kept.append(one.answer(desk, slots))
    return kept[0]


def _family(desk: Desk, id: str) -> Family:
    if id.startswith(TOLD):
        return told(desk.rulebook)[id]
    return spoken(desk.rulebook)[id][0] if id.startswith(RULE) else families()[id]


# -- the options on which it depends
def _with_options(place: _Place, near: Near, answer: Answer) -> Answer:
    """The answer with every option that changes it, each tried: those that decide the rules quoted. Of a position none."""
    desk = place.desk
    if answer.depends or (desk.game is not None and near.family.now is not None):
        return answer
    return evolve(answer, depends=tuple(_depends(place, near, answer)))


def _rests_on(desk: Desk, id: str) -> tuple[str, ...]:
    """The rules that an answer of the rulebook itself names, and the options that it holds by."""
    table = desk.rulebook.tables.questions.get(id.removeprefix(TOLD))
    return (*table.rules, table.option if isinstance(table.option, str) else "", *table.option) if table else ()


def _depends(place: _Place, near: Near, answer: Answer) -> Iterator[Depends]:
    desk, options = place.desk, place.desk.rulebook.options
    named = (*(one.rule for one in answer.grounds), *_rests_on(desk, near.family.id))
    topics = answer.topics or near.family.topics
    related = [name for name, one in options.items() if topics and set(topics) <= set(one.about)]
    pairs = {(name, value) for name in related for value in options[name].values if value != desk.rulebook.chosen[name]}
    for name, value in sorted({*pairs, *deciding(desk.rulebook, named)}):
        try:
            other = desk.otherwise(f"{name}={value}")
            then = _then(other, place.asked, near) if other is not None else None
        except Refused:  # a choice that others exclude, or a question that makes no sense under it
            continue
        if then is not None and then.key != answer.key:
            yield Depends(f"{name}={value}", then.verdict, "; ".join(then.says), options[name].ruling)


def _then(other: Desk, asked: Question, near: Near) -> Answer | None:
    """The answer of the same entry at another desk; an answer of the rulebook may have another name there."""
    if not near.family.id.startswith(TOLD):
        return _read(other, asked, near).answer
    found = ranked(candidates(asked, other))
    return _read(other, asked, found[0]).answer if found and found[0].family.id.startswith(TOLD) else None


# -- a clause in the notation of transcripts
def _of_a_clause(desk: Desk, text: str) -> Read | None:
    """The answer where the end of a question is a clause of this game: `why not X 2x taxi 69, black 52`."""
    if desk.game is None:
        return None
    said = text.rstrip("?! .").split()
    for at in range(1, min(5, len(said) - 1)):
        rest = " ".join(said[at:])
        if not re.search(r"\d", rest):
            return None
        for clause in (rest, " ".join((said[at], *said[at + 2 :]))):  # `what if red moves taxi 39`
            try:
                if supposes(said[:at]):
                    return Read("what-if", text, position.what_if(desk, clause))
                return Read("claim", text, position.of_clause(desk, clause))
            except Refused:
                continue
    return None
