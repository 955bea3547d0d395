"""Findings for pages: in the words of the edition, with rule, sentence and citation."""

from __future__ import annotations

import re

from attrs import evolve

from adjudicator.judge.verdict import Finding
from adjudicator.record.lexicon import FUGITIVE
from adjudicator.rulebook.model import Rulebook
from adjudicator.table.side_names import fugitive_name

_HIS = re.compile(rf"(?<!\w){FUGITIVE}(?!\w)")


def worded(finding: Finding, rules: Rulebook) -> Finding:
    """A finding with the edition's name of the fugitive; notation between backticks is unchanged."""
    name = fugitive_name(rules)
    return evolve(finding, message=_with_name(finding.message, name), help=_with_name(finding.help, name))


def finding_data(finding: Finding, rules: Rulebook) -> dict[str, str]:
    """A finding as a page shows it: the message, the rule, its sentence and its place in the booklet."""
    one, keys = worded(finding, rules), ("verdict", "rule", "message", "says", "cite", "help")
    rests = {"ruling": one.basis.text} if one.basis is not None else {}
    return {key: getattr(one, key) for key in keys if getattr(one, key)} | rests


def _with_name(text: str, name: str) -> str:
    parts = text.split("`")
    parts[::2] = [name.join(_HIS.sub(name, some) for some in part.split(name)) for part in parts[::2]]
    return "`".join(parts)
