"""Words that no question knows: slips of the pen, words of another edition, and what can be asked instead."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Iterator

from adjudicator.answers.forms import CLAIMS, EVERY, Form
from adjudicator.answers.questions import concept
from adjudicator.answers.words import Vocabulary
from adjudicator.faults import Fault, Place, Refused
from adjudicator.faults.wording import near
from adjudicator.files import shipped
from adjudicator.rulebook.loader import load
from adjudicator.rulebook.model import Rulebook

COMPARING = ("versus", "vs", "compared")
LONG = 4  # letters of a word in which a slip is looked for


# -- slips of the pen
def corrected(text: str, words: Vocabulary) -> tuple[str, tuple[tuple[str, str], ...]]:
    """The question with words that are one slip away from a single known one read as that; and these words."""
    known = {name[0] for name in words.names if len(name) == 1 and len(name[0]) >= LONG}
    slips = []
    for token in words.tokens(text):
        near = [word for word in known if _one_slip(token.text, word)] if token.kind == "unknown" else []
        if len(token.text) >= LONG and len(near) == 1:
            slips.append((token.text, near[0]))
    for wrong, right in slips:
        text = re.sub(rf"(?<!\w){re.escape(wrong)}(?!\w)", right, text, flags=re.IGNORECASE)
    return text, tuple(slips)


def _one_slip(one: str, other: str) -> bool:
    """A letter too many, too few, another one, or two in the wrong order."""
    if abs(len(one) - len(other)) > 1 or one == other:
        return False
    at = next((n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    rest, rest_other = one[at:], other[at:]
    swapped = rest[:2] == rest_other[1::-1] and rest[2:] == rest_other[2:]
    return swapped or rest[1:] == rest_other[1:] or rest[1:] == rest_other or rest == rest_other[1:]


# -- what was not understood
def foreign(rulebook: Rulebook, text: str, words: Vocabulary) -> str:
    """Who is asked about may be known in another edition: then it is said who takes part in this one."""
    strange = {token.text for token in words.tokens(text) if token.kind == "unknown"}
    elsewhere = {word: tuple(_at_home(word)) for word in sorted(strange)}
    told = [f"`{word}` is known in {', '.join(f'`{name}`' for name in names)}" for word, names in elsewhere.items() if names]
    if not told:
        return ""
    here = [role.plural or role.name or name for name, role in rulebook.tables.roles.items()]
    return f"{'; '.join(told)}; in `{rulebook.name}` there are {', '.join(here[:-1])} and {here[-1]}"


def _at_home(word: str) -> Iterator[str]:
    """The shipped editions that have a role of this name."""
    for path in shipped("variants"):
        tables = load(path.stem).tables
        every = tables.roles.items()
        spellings = {one for name, role in every for one in (name, role.name, role.plural, *role.aliases, *role.pieces)}
        if word in {one.lower() for one in spellings} and not tables.abstract:
            yield path.stem


def unknown(text: str, words: Vocabulary, elsewhere: str = "", instead: str = "") -> Refused:
    """What can be asked, the nearest forms first; and the words that were not understood."""
    strange = [token.text for token in words.tokens(text) if token.kind == "unknown"]
    known = [" ".join(name) for name in words.names if len(name) == 1]
    hints = [f"`{word}` is no word that I know" + _hint(word, known) for word in strange[:3]]
    examples = [form.example for form in nearest(text, words)]
    why = elsewhere or "; ".join(hints)
    return Refused([Fault("Q30", Place("question"), text=text, why=why, instead=instead, examples=examples)])


def compares(text: str, rulebook: Rulebook) -> str:
    """Two editions side by side are no question but a command."""
    said = re.findall(r"[\w-]+", text.lower())
    if not any(word.startswith("differ") or word in COMPARING for word in said):
        return ""
    tables = [(path.stem, load(path.stem).tables) for path in shipped("variants")]
    ids = {name: id for id, one in tables if not one.abstract for name in (id, *one.aliases)}
    named = [*dict.fromkeys(ids[word] for word in said if word in ids)]
    if len(named) < 2:  # this one against the other
        named = [rulebook.name, *(name for name in named if name != rulebook.id), "OTHER"]
    one, other = named[:2]
    return f"`sy-judge diff {one} {other}` tells what differs between two sets of rules"


def _hint(word: str, known: Iterable[str]) -> str:
    found = near(word, known)
    return f" ({found})" if found else ""


def nearest(text: str, words: Vocabulary, count: int = 4) -> list[Form]:
    """The forms that share most with a question: words, and the kinds of names."""
    tokens = words.tokens(text)
    concepts = {concept(token) for token in tokens} - {""}
    kinds = [token.kind for token in tokens if concept(token) != "double"]

    def score(form: Form) -> float:
        shared = len(concepts & form.concepts) / (1 + len(form.concepts - concepts) / 4)
        fare = form.fare[0] <= kinds.count("fare") <= form.fare[1] or form in CLAIMS
        station = ("number" in kinds) == (form in CLAIMS)
        return shared + (fare + station) / 2 + difflib.SequenceMatcher(None, text.lower(), form.example.lower()).ratio()

    return sorted(EVERY, key=score, reverse=True)[:count]
