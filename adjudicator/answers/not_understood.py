"""The reply to a question that is not understood: the words that were not, and the nearest questions that are."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import evolve

from adjudicator.answers.answer import Desk
from adjudicator.answers.forms import EXAMPLES, OF_RULES
from adjudicator.answers.rulelist import entries
from adjudicator.answers.tokens import Token, Vocabulary
from adjudicator.answers.topics import all_words, stems
from adjudicator.faults import Fault, Place, Refused
from adjudicator.record.lexicon import FUGITIVE
from adjudicator.words import key_of

LONG = 4  # letters of a word in which a slip is looked for


Corrected = tuple[tuple[Token, ...], tuple[tuple[str, str], ...]]  # the words, and which of them was read as which


def corrections(tokens: tuple[Token, ...], words: Vocabulary) -> Iterator[Corrected]:
    """If one word is not known: the question with each word in its place that is one slip away, once for each meaning."""
    strange = [at for at, token in enumerate(tokens) if not token.is_known]
    if len(strange) != 1 or len(tokens[strange[0]].text) < LONG:
        return
    at = strange[0]
    wrong = key_of(tokens[at].text)
    near = [
        key for key in (*words.concepts, *words.values) if len(key) >= LONG and key[0] == wrong[0] and _one_slip(wrong, key)
    ]
    for right in {_meant(words, key): key for key in sorted(near, key=len)}.values():
        meant = evolve(tokens[at], concepts=words.concepts.get(right, frozenset()), values=words.values.get(right, {}))
        yield (*tokens[:at], meant, *tokens[at + 1 :]), ((tokens[at].text, right),)


def _meant(words: Vocabulary, key: str) -> tuple[object, ...]:
    """The meaning of a word; one or several of a role are the same here."""
    values = {kind: value for kind, value in words.values.get(key, {}).items() if kind != "pursuers"}
    return words.concepts.get(key), str(values)


def _one_slip(one: str, other: str) -> bool:
    """A letter too many, too few, another one, or two in the wrong order."""
    if abs(len(one) - len(other)) > 1 or one == other:
        return False
    at = next((n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    rest, rest_other = one[at:], other[at:]
    swapped = rest[:2] == rest_other[1::-1] and rest[2:] == rest_other[2:]
    return swapped or rest[1:] == rest_other[1:] or rest[1:] == rest_other or rest == rest_other[1:]


def not_understood(desk: Desk, text: str, words: Vocabulary) -> Refused:
    """The words that no question knows, and what can be asked instead, the nearest first."""
    strange = [token.text for token in words.tokens(text) if not token.is_known]
    why = "; ".join(f"I do not know the word `{word}`" for word in strange[:3])
    examples, rules = list(_nearest(desk, text, words)), [] if strange else list(_speaking(desk, text))
    return Refused([Fault("Q30", Place("question"), text=text, why=why, rules=rules, examples=examples)])


def two_readings(text: str, forms: list[str]) -> Refused:
    """A question that can be read in two ways with different answers, and how each is asked plainly."""
    examples = [EXAMPLES[form] for form in dict.fromkeys(forms) if form in EXAMPLES]
    return Refused([Fault("Q42", Place("question"), text=text, examples=examples)])


def _speaking(desk: Desk, text: str, most: int = 3) -> Iterator[str]:
    """The rules that mention everything that the question names, by its whole meaning; they are not an answer."""
    wanted = stems(text)
    found = [(len(wanted & all_words(one)), one) for one in entries(desk.rulebook) if one.kind != "option"]
    best = sorted((pair for pair in found if pair[0] >= max(2, len(wanted) - 1)), key=lambda pair: -pair[0])
    yield from (f"{one.id}: {one.says}" for _, one in best[:most])


def _nearest(desk: Desk, text: str, words: Vocabulary, count: int = 4) -> Iterator[str]:
    """The examples that share most with a question: those whose words this edition knows, in its own words."""
    forms = EXAMPLES if desk.game is not None else OF_RULES
    fitting = [one for one in dict.fromkeys(forms.values()) if all(token.is_known for token in words.tokens(one))]
    said = _meaning(text, words)

    def distance(example: str) -> float:
        own = _meaning(example, words)
        return -len(said & own) / (len(said | own) or 1)

    yield from (_in_own_words(desk, one) for one in sorted(fitting, key=distance)[:count])


def _in_own_words(desk: Desk, example: str) -> str:
    own = {FUGITIVE: desk.title(FUGITIVE), **{mode: desk.fare(mode) for mode in desk.rulebook.tables.modes}}
    return " ".join(own.get(word, word) for word in example.split())


def _meaning(text: str, words: Vocabulary) -> frozenset[str]:
    tokens = [token for token in words.tokens(text) if not token.is_soft]
    return frozenset(name for token in tokens for name in (*token.concepts, *token.values))
