"""Keys that people write at the top of a file or in a table, and what stands for them here."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from attrs import evolve

from adjudicator.faults import Fault, did_you_mean

TOP = ("id", "title", "aliases", "extends", "board", "rulebook", "abstract", "pack", "amend", "replace", "drop")
HEADINGS = (
    "rules", "actions", "endings", "options", "state", "terms", "log", "numbers", "roles", "tickets", "modes", "seats", "box",
    "supplies", "decks", "rulings", "matrix", "priority", "pool",
)  # fmt: skip
NUMBERS = ("log", "numbers", "box")
# What is meant by words that no file has at its top.
MEANT = {
    **dict.fromkeys(("remove", "delete", "without", "omit"), 'what is taken away is listed: drop = ["rules.…"]'),
    **dict.fromkeys(("change", "modify", "edit", "update", "override", "set"), "to change something write [amend.…]"),
    **dict.fromkeys(("new", "add", "extra"), "what is new stands without a word before it: [rules.my-rule]"),
    **dict.fromkeys(("parent", "base", "inherits", "based-on", "variant", "edition", "from"), 'write extends = "2014"'),
    **dict.fromkeys(("name", "description", "says"), 'write title = "…"'),
    **dict.fromkeys(("author", "version", "date", "comment", "note"), "write it as a remark, behind a #"),
    "option": 'to choose an option, write [amend.options.NAME] and below it default = "…"',
    "default": 'it stands below [amend.options.NAME]: default = "…"',
    "excludes": "only a pack excludes others: pack = true",
}  # fmt: skip
# What is meant by a section that is given a value.
WANTED = {"options": 'to choose one, write [amend.options.NAME] and below it default = "…"'}


def unknown_key_help(key: str, data: Mapping[str, Any]) -> str:
    """For a key at the top of a file that nobody knows."""
    if key.lower() in MEANT:
        return MEANT[key.lower()]
    section, _, rest = key.replace("-", ".").replace("/", ".").replace(" ", ".").partition(".")
    if rest and section in (*HEADINGS, "amend", "replace"):
        return f"a dot stands behind the first word, and no quotes around: [{section}.{key[len(section) + 1 :]}]"
    home = next((table for table in NUMBERS if key in _table(data, table)), "")
    if home:
        return f"it stands in [{home}]: write [amend.{home}], and this below it"
    near = did_you_mean(key, (*TOP, *HEADINGS))
    return (
        near or "a heading begins with `rules.`, `actions.`, `options.`, `amend.` and the like; docs/language.md has them all"
    )


def _table(data: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    found = data.get(name)
    return found if isinstance(found, dict) else {}


# What is meant by words that no table of a rule, an action or an ending has.
IN_CODE = 'it stands in the `code`: `forbid ride by … when … because "…"`'
IN_TABLES = {
    **dict.fromkeys(("id", "name", "title"), "its name stands in its heading: [rules.my-rule]"),
    **dict.fromkeys(("description", "text", "sentence", "comment", "note", "say"), 'write says = "…"'),
    **dict.fromkeys(("because", "reason", "when", "if", "forbid", "allow", "then", "on", "show", "hide", "require"), IN_CODE),
    **dict.fromkeys(("rule", "rules", "script", "statement"), "write code = '''…'''"),
    **dict.fromkeys(("by", "who", "place"), IN_CODE),
    **dict.fromkeys(("source", "page", "section", "booklet"), 'write cite = "…"'),
    **dict.fromkeys(("topics", "tags", "topic"), 'write about = ["…"]'),
    **dict.fromkeys(("when-option", "options", "if-option"), 'write option = "name=value"'),
}  # fmt: skip
UNKNOWN = re.compile(
    r"unknown key `(?P<key>[^`]+)` in `(?P<section>rules|actions|endings|options)\.(?P<name>[^.`]+)(?P<rest>[^`]*)`"
)
SET = re.compile(r"`options\.(?P<name>[^.`]+)\.set\.(?P<rest>[^`]+)` must be (?P<wanted>[^,]+), not (?P<is>.*)")


def helped(fault: Fault) -> Fault:
    """A fault of a shape, with what to type instead where people often mean something else."""
    found = UNKNOWN.match(fault.message)
    if found and not fault.help.startswith("did") and found["key"].lower() in IN_TABLES and not found["rest"]:
        return evolve(fault, help=IN_TABLES[found["key"].lower()].replace("[rules.", f"[{found['section']}."))
    if re.match(r"`(?:rules|actions|endings|terms)\.[^`]+\.code` must be a text, not a", fault.message):
        return evolve(fault, help="write all of it as one text, between ''' and '''")
    inside = SET.match(fault.message)
    if inside is None:
        return fault
    if inside["wanted"] == "a table":
        return evolve(fault, help=f"say for which value: [options.{inside['name']}.set.on], and this below it")
    if inside["is"] == "a table":
        return evolve(fault, help='the way to what is set stands in quotes: "log.rounds" = …')
    if inside["is"] in ("`true`", "`false`"):
        help_text = f'a rule that belongs to a choice says so itself: option = "{inside["name"]}=on"'
        return evolve(fault, help=help_text)
    return fault
