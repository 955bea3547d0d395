"""The meanings of the words on a page: those of the edition, and those of the languages."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from adjudicator.record.lexicon import Lexicon, key_of
from adjudicator.words import concepts, language_of

KINDS = ("double", "stays", "passes", "resigns", "seen", "and", "from", "to", "by", "start")  # first kind with a word counts


class Vocabulary:
    """Every word of a move: its kind, and the notation's word for it."""

    def __init__(self, lexicon: Lexicon):
        self.lexicon = lexicon
        self.fares: dict[str, str] = {}
        self.letters = self._of_tickets("letters")
        self.colours = self._of_tickets("colours")
        doubles = {*concepts("double"), *(key for key, name in lexicon.tickets.items() if key_of(name) in concepts("double"))}
        for table in (lexicon.tickets, lexicon.modes):
            for key, name in table.items():
                if key not in doubles:
                    self.fares.setdefault(key, name)
        self.words: dict[str, tuple[str, str]] = {}
        acts = {key for key, form in lexicon.forms.items() if form.entries != 2}  # an action may have the name of a small word
        for kind in reversed(KINDS):
            known = concepts(kind).items()
            self.words |= {key: (kind, concept) for key, concept in known if key not in self.fares and key not in acts}
        self.words |= {key: ("double", "double") for key in doubles if key not in acts}

    def _of_tickets(self, kind: str) -> Mapping[str, str]:
        """Letters or colours of the edition's tickets."""
        known = set(self.lexicon.tickets.values())
        return {key: name for key, name in concepts(kind).items() if name in known and key_of(name) != key}

    def meaning(self, key: str) -> tuple[str, str] | None:
        """The kind of a word, and the notation's own word."""
        if key in self.fares:
            return ("letter" if len(key) == 1 else "fare"), self.fares[key]
        found = self.words.get(key)
        if found is not None:
            return found
        if key in self.letters:
            return "letter", self.letters[key]
        return ("colour", self.colours[key]) if key in self.colours else None

    def tells(self, key: str) -> bool:
        """Whether a word certainly belongs to a move; small words around it may also be names."""
        found = self.meaning(key)
        return found is not None and found[0] not in ("and", "from", "to", "by")

    def fare(self, key: str) -> str:
        found = self.meaning(key)
        return found[1] if found and found[0] in ("fare", "letter", "colour") else ""


def foreign(keys: Iterable[str]) -> list[str]:
    """The languages of these words other than English, each once."""
    kinds = ("tickets", "modes", "pieces", "headers", "columns", "round", "double", "seen", "roles")
    found = dict.fromkeys(next(filter(None, (language_of(kind, key) for kind in kinds)), "") for key in keys)
    return [one for one in found if one not in ("", "English")]
