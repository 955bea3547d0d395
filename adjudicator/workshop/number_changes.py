"""The numbers that a variant file sets, each made one larger: some case has to notice."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from pathlib import Path

from adjudicator.faults import Refused
from adjudicator.files import drafts, read_text
from adjudicator.rulebook.inheritance import VERBS
from adjudicator.toml_places import Path as Key
from adjudicator.toml_places import locate
from adjudicator.values import frozen
from adjudicator.workshop.case_files import Case, Equivalent
from adjudicator.workshop.case_runner import Rules, try_case
from adjudicator.workshop.mutation import Fate, Mutant

# Sections whose numbers a case can notice. Another row of seats is another table, and other cards are another board.
SECTIONS = ("log", "numbers", "box", "roles", "supplies", "state", "options")

Tried = tuple[Case, str, str]  # a case, the edition it is tried in, and the file beside which that is looked for


@frozen
class NumberChange:
    """A change, and the text of the file with it."""

    mutant: Mutant
    text: str

    def fate(self, path: Path, cases: Iterable[Tried], rules: Rules, equivalents: Iterable[Equivalent] = ()) -> Fate:
        """The first case that notices; a file that cannot be read any more is noticed by all. `rules` have read nothing yet."""
        why = next((one.why for one in equivalents if one.covers(self.mutant)), "")
        if why:
            return Fate(self.mutant, why=why)
        with drafts({os.path.abspath(path): self.text}):
            for case, edition, beside in cases:
                try:
                    is_noticed = not try_case(case, edition, beside, rules).passed
                except Refused:
                    is_noticed = True
                if is_noticed:
                    return Fate(self.mutant, case.id)
        return Fate(self.mutant)


def number_changes(path: Path, edition: str) -> Iterator[NumberChange]:
    """Every whole number of the file that may be changed by itself."""
    text = read_text(path)
    values = locate(text, str(path)).values()
    spans = dict(values)
    for key, (start, end) in values:
        if not _is_setting(key) or not text[start:end].isdecimal():
            continue
        whole = key[:-1] if isinstance(key[-1], int) else key  # the list around it
        first, last = spans[whole]
        number = int(text[start:end]) + 1
        statement = f"{whole[-1]} = {' '.join(text[first:last].split())}"
        mutant = Mutant(edition, ".".join(map(str, whole[:-1])), statement, f"{number} in place of {text[start:end]} in")
        yield NumberChange(mutant, f"{text[:start]}{number}{text[end:]}")


def _is_setting(key: Key) -> bool:
    plain = key[1:] if key[0] in VERBS else key
    return len(plain) > 1 and plain[0] in SECTIONS
