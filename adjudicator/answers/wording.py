"""The words of a question and of its echo: moments and choices taken out of it, and its entry asked plainly."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache

from adjudicator.answers.answer import Desk
from adjudicator.answers.bound import FIELDS
from adjudicator.answers.catalogue import families
from adjudicator.answers.catalogue.sentences import rule_sentences, told
from adjudicator.answers.entries import Family
from adjudicator.answers.index import Question, Stored, index, own_phrasings
from adjudicator.answers.mentions import SLOTS, Unit, names, table_of
from adjudicator.answers.phrasings import phrasings
from adjudicator.record.lexicon import FUGITIVE
from adjudicator.words import languages, spellings


# -- moments
@cache
def _moments() -> tuple[tuple[str, re.Pattern[str]], ...]:
    """How a moment is named: `after round 6`; its kind, and the pattern."""
    found = []
    for language in languages():
        for kind, said in language.kind("moments").items():
            for one in said:
                spelled = re.escape(one).replace(re.escape("{n}"), r"(\d{1,3})")
                found.append((kind, re.compile(rf"(?<!\w){spelled}(?!\w)", re.IGNORECASE)))
    return tuple(sorted(found, key=lambda one: -len(one[1].pattern)))


def moments(text: str) -> Iterator[tuple[str, str]]:
    """The moments that a question names: each as `--at` takes it, empty for the end; and the question without it."""
    for kind, pattern in _moments():
        found = pattern.search(text)
        if found:
            number = int(found[1]) if found.groups() else 0
            at = {"after": str(number + 1), "before": str(number), "end": "", "start": "1"}[kind]
            yield at, f"{text[: found.start()]} {text[found.end() :]}".strip(" ,")


# -- choices
def without_choice(desk: Desk, text: str) -> tuple[Desk, str, str]:
    """`with length=entries may …` is asked of the rules with that choice: the other desk, the rest of the text, the choice."""
    for found in re.finditer(r"(?<!\S)([\w-]+)=([\w-]+)", text):
        option = desk.rulebook.options.get(found[1])
        if option is not None and found[2] in option.values:
            other = desk.otherwise(found[0])
            if other is not None:
                head = re.sub(r"\S+\s*$", "", text[: found.start()])
                return other, f"{head}{text[found.end() :]}".strip(" ,"), found[0]
    return desk, text, ""


def supposes(said: list[str]) -> bool:
    """Whether the words before a clause ask what comes of it."""
    known = {word.lower() for word in spellings("reading").get("suppose", ())}
    return any(word.lower() in known for word in said)


# -- the echo
def echo(desk: Desk, asked: Question, one: Family, stored: Stored, filled: Mapping[str, Unit]) -> str:
    """The entry asked plainly: the first phrasing that names the same things and asks for the same, with what was named."""
    code = asked.speech.code
    every = index(code, own_phrasings(desk.rulebook, code)).stored
    same = (each for each in every if each.phrasing.family == one.id and _is_like(each, stored))
    named = {FIELDS.get(name, name): unit for name, unit in filled.items()}
    slots = re.findall(r"\{(\w+)\}", text := next(same, stored).phrasing.text)
    units = {slot: named[field] for slot in slots if (field := FIELDS.get(slot, slot)) in named}
    return filled_in(text, {slot: _called(desk, slot, unit, code) for slot, unit in units.items()}, desk, code)


def _is_like(one: Stored, stored: Stored) -> bool:
    """Whether two phrasings of a family name the same kinds of things, turn the question the same way, and ask for as much."""
    return (
        _things_of(one) == _things_of(stored)
        and one.phrasing.is_turned == stored.phrasing.is_turned
        and one.is_open == stored.is_open
        and one.turning == stored.turning
        and one.numbers == stored.numbers
    )


def _things_of(one: Stored) -> set[str]:
    """The slots of a phrasing but for those of the sides, which anybody may fill."""
    return {FIELDS.get(name, name) for name, _ in one.slots} - {"x", "who", "other"}


def filled_in(text: str, called: Mapping[str, str], desk: Desk, code: str) -> str:
    """A phrasing with names in its slots; a slot without a name gets any piece of its side."""

    def name(found: re.Match[str]) -> str:
        slot = found[1]
        return called.get(slot) or somebody(desk, FUGITIVE if slot == "x" else "pursuers", slot.endswith("s"), code)

    return re.sub(r"\{(\w+)\}", name, text) + "?"


def _called(desk: Desk, slot: str, unit: Unit, code: str) -> str:
    kind = SLOTS.get(slot, (slot, ""))[0]
    if "who" in unit.named and "ticket" not in unit.named and kind in ("who", "x", "d"):
        who = str(unit.named["who"])
        generic = unit.is_pronoun or who in (FUGITIVE, "pursuers") or (who in desk.rulebook.tables.roles and desk.game is None)
        return (
            somebody(desk, who, slot.endswith("s"), code)
            if generic
            else unit.text.capitalize()
            if who != unit.text
            else unit.text
        )
    return unit.text.split()[0] if kind == "pieces" else unit.text


def somebody(desk: Desk, who: str, several: bool, code: str) -> str:
    """A role in the words of a language: `a detective`, `the detectives`, `Mister X`."""
    role = desk.rulebook.tables.roles[desk.role(who)]
    if role.side == "fugitive":
        return role.name or "X"
    if code == "en":
        return f"the {role.plural or role.name}" if several else desk.one_of(who if who != "pursuers" else desk.role(who))
    told = next(one for one in languages() if one.code == code)
    said = [one for one in told.kind("roles").get(desk.role(who), ()) if one[:1].isupper()] or [role.name, role.plural]
    form = told.kind("reading")["several" if several else "single"][0]
    return form.replace("{}", said[min(int(several), len(said) - 1)])


# -- everything that can be asked
def plain_questions(desk: Desk) -> Iterator[tuple[str, str]]:
    """The id and the first phrasing of each family, with each thing of the rulebook in its slots; then the rules' sentences."""
    first: dict[str, str] = {}
    for one in (*own_phrasings(desk.rulebook, "en"), *phrasings("en")):
        if not one.is_turned:
            first.setdefault(one.family, one.text)
    known = {**families(), **told(desk.rulebook)}
    for name, family in known.items():
        if name in first and (family.answer is not None or desk.game is not None):
            yield from ((name, text) for text in _each(desk, first[name]))
    yield from ((name, said) for name, said in rule_sentences(desk.rulebook))


def plain_question(desk: Desk, id: str) -> str:
    """The first phrasing of a family that names no more than the sides."""
    text = next(one.text for one in phrasings("en") if one.family == id and not one.is_turned and not _of_things(one.text))
    return filled_in(text, {}, desk, "en")


def _of_things(text: str) -> bool:
    """Whether a phrasing has a slot for something else than a side."""
    return any(SLOTS.get(slot, (slot, ""))[0] not in ("x", "d") for slot in re.findall(r"\{(\w+)\}", text))


NUMBERED = {"station": "…", "station2": "…", "n": "…", "n2": "…", "players": "…", "pieces": "…"}


def _each(desk: Desk, text: str) -> Iterator[str]:
    """A phrasing with every thing that can fill its slots; numbers stay open."""
    slots = re.findall(r"\{(\w+)\}", text)
    ways: list[dict[str, str]] = [dict(NUMBERED)]
    for slot in slots:
        if slot not in NUMBERED:
            ways = [{**way, slot: name} for way in ways for name in _things(desk, slot)]
    yield from (filled_in(text, way, desk, "en") for way in ways)


def _things(desk: Desk, slot: str) -> list[str]:
    """The names of everything that fills a slot."""
    kind, tables = SLOTS.get(slot, (slot, ""))[0], desk.rulebook.tables
    if kind in ("who", "x", "d"):
        sides = {"x": ("fugitive",), "d": ("pursuers",)}.get(kind, ("fugitive", "pursuers"))
        return [
            somebody(desk, _id(desk, name), slot.endswith("s"), "en")
            for name, role in tables.roles.items()
            if role.side in sides
        ]
    if kind == "ticket":
        return [desk.fare(name) for name in tables.tickets]
    if kind == "mode":
        return [desk.fare(name) for name in tables.modes]
    if kind == "action":
        return [one.written for one in desk.rulebook.actions.values()]
    found: dict[str, str] = {}
    for stems, kinds in names(desk.rulebook, table_of(desk.game), "en").items():
        if kind in kinds:
            found.setdefault(str(kinds[kind]), " ".join(stems))
    return [name if kind == "option" else name.replace("-", " ") for name in found]


def _id(desk: Desk, role: str) -> str:
    return FUGITIVE if desk.rulebook.tables.roles[role].side == "fugitive" else role
