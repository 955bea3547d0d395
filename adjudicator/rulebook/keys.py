"""Wrong keys that people often write at the top of a file or in a table, with the right ones."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from adjudicator.faults import Fault, Given
from adjudicator.faults.wording import nearest

TOP = (
    "id", "title", "says", "aliases", "extends", "includes", "board", "rulebook", "abstract", "pack", "amend", "replace",
    "drop",
)  # fmt: skip
HEADINGS = (
    "rules", "actions", "endings", "options", "choices", "state", "terms", "log", "numbers", "roles", "tickets", "modes",
    "seats", "box", "supplies", "decks", "rulings", "questions", "parts", "priority", "pool",
)  # fmt: skip
NUMBERS = ("log", "numbers", "box")
# Wrong keys at the top of a file, by the sentence that explains the right one.
MEANT = {
    **dict.fromkeys(("remove", "delete", "without", "omit"), "E101.drop"),
    **dict.fromkeys(("change", "modify", "edit", "update", "override", "set"), "E101.amend"),
    **dict.fromkeys(("new", "add", "extra"), "E101.new"),
    **dict.fromkeys(("parent", "base", "inherits", "based-on", "variant", "edition", "from"), "E101.extends"),
    **dict.fromkeys(("name", "description", "says"), "E101.is-title"),
    **dict.fromkeys(("author", "version", "date", "comment", "note"), "E101.remark"),
    "option": "E101.choose",
    "default": "E101.default",
    "excludes": "E101.excludes",
}


def unknown_key(key: str, data: Mapping[str, Any]) -> tuple[str, dict[str, Given]]:
    """The sentence about an unknown key at the top of a file, and its values."""
    if key.lower() in MEANT:
        return MEANT[key.lower()], {}
    section, _, rest = key.replace("-", ".").replace("/", ".").replace(" ", ".").partition(".")
    if rest and section in (*HEADINGS, "amend", "replace"):
        return "E101.dot", {"heading": f"{section}.{key[len(section) + 1 :]}"}
    home = next((table for table in NUMBERS if key in _table(data, table)), "")
    if home:
        return "E101.home", {"home": home}
    return "E101", {"known": (*TOP, *HEADINGS)}


def _table(data: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    found = data.get(name)
    return found if isinstance(found, dict) else {}


# Wrong keys in a rule, an action or an ending, by the sentence that explains the right one.
IN_TABLES = {
    **dict.fromkeys(("id", "name", "title"), "E101.heading"),
    **dict.fromkeys(("description", "text", "sentence", "comment", "note", "say"), "E101.sentence"),
    **dict.fromkeys(("because", "reason", "when", "if", "forbid", "allow"), "E101.in-code"),
    **dict.fromkeys(("then", "on", "show", "hide", "require"), "E101.in-code"),
    **dict.fromkeys(("rule", "rules", "script", "statement"), "E101.code"),
    **dict.fromkeys(("by", "who", "place"), "E101.in-code"),
    **dict.fromkeys(("source", "page", "section", "booklet"), "E101.cite"),
    **dict.fromkeys(("topics", "tags", "topic"), "E101.about"),
    **dict.fromkeys(("when-option", "options", "if-option"), "E101.option"),
}  # fmt: skip
TABLES = ("rules", "actions", "endings", "options")
TEXTS = ("rules", "actions", "endings", "terms")


def helped(fault: Fault) -> Fault:
    """A fault of a table's shape, with advice on what to type if the mistake is a common one."""
    path = fault.values.get("path", ())
    if not isinstance(path, tuple) or not path:
        return fault
    if fault.code == "E101":
        return _unknown_in_table(fault, path)
    if fault.code != "E120":
        return fault
    kind = fault.values["kind"]
    if path[0] in TEXTS and len(path) == 3 and path[2] == "code" and kind in ("list", "table", "date"):
        return fault.said("E120.code")
    if path[0] != "options" or path[2:3] != ("set",) or len(path) < 4:
        return fault
    if fault.values["wanted"] == "a table":
        return fault.said("E120.set-value", option=path[1])
    if kind == "table":
        return fault.said("E120.set-path")
    return fault.said("E120.set-rule", option=path[1]) if kind == "boolean" else fault


def _unknown_in_table(fault: Fault, path: tuple[str | int, ...]) -> Fault:
    key, known = str(fault.values["key"]), fault.values["known"]
    sentence = IN_TABLES.get(key.lower())
    if sentence is None or len(path) != 2 or path[0] not in TABLES or nearest(key, map(str, known)):  # type: ignore[arg-type]
        return fault
    return fault.said(sentence, section=path[0])
