"""The reference of the rule language, generated from the grammar, the vocabulary and the tables of a variant file.

The list of forms and words comes from them; the meaning of each, from `language/reference.toml`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, Literal, get_args, get_origin, get_type_hints

import attrs

from adjudicator.language.checker import PLACES
from adjudicator.language.meanings import VALUES, called, forms, grammar, reference, statements
from adjudicator.language.parser import parse_rules
from adjudicator.language.vocabulary import VARIABLES, WORDS
from adjudicator.rulebook import tables
from adjudicator.structure import key_of

HEAD = """# The rule language

This page lists everything that a variant file can contain: tables, the statements of rules, actions and endings, values, types
and words. It is generated from the grammar, the vocabulary and the tables; `pytest tests/test_language_reference.py --update`
writes it again. [authoring.md](authoring.md) shows step by step how to write house rules; `variants/house-rules.toml` has an
example of everything.

A variant file is TOML. `[rules.x]` adds a rule; `[amend.rules.x]` changes some keys of an inherited rule,
`[replace.rules.x]` replaces all of it, and `drop = ["rules.x"]` removes it; `drop = ["parts.doubles"]` removes everything about
double moves. `extends = "2014"` names the variant that the file changes, `includes = ["fog.toml"]` lists packs that are applied
first. In rules, `#` begins a comment, text is in straight double quotes on one line, and names consist of small letters, digits
and hyphens."""
PLACEHOLDERS = {
    "who": "by WHO or WHO", "when": "when CONDITION", "where": "where CONDITION", "because": 'because "TEXT"',
    "names": "NAME, NAME", "sum": "VALUE", "expression": "VALUE", "condition": "CONDITION", "conjunction": "CONDITION",
    "negation": "CONDITION", "place": "PLACE", "effects": "EFFECT, EFFECT", "effect": "EFFECT", "TEXT": '"TEXT"',
    "tested": "tested …", "moment": "MOMENT", "source": "SOURCE", "pick": "first | either", "choose": "choose …",
    "otherwise": "otherwise fail", "target": "STATE", "counted": "SET", "ignored": "RULE", "product": "VALUE", "atom": "VALUE",
    "COMPARE": "= | <> | < | <= | > | >=", "PLUS": "+", "MINUS": "-", "TIMES": "*", "SOME": "some", "EVERY": "every",
    "EVER": "ever", "NO": "no", "NO_ONE": "no", "YES": "yes", "NONE": "none", "ANY": "any", "PASS": "pass",
    "FIRST": "first", "SEAT": "seat", "REVERSE": "reverse", "TO": "to", "FROM": "from",
}  # fmt: skip
TABLES = (
    ("VariantTable", "At the top"), ("ModeTable", "[modes.ID]"), ("TicketTable", "[tickets.ID]"),
    ("RoleTable", "[roles.ID]"), ("SupplyTable", "[supplies.ID]"), ("DeckTable", "[decks.ID]"),
    ("StateTable", "[state.ID]"), ("TermTable", "[terms.ID]"), ("OptionTable", "[options.ID]"),
    ("ChoiceTable", "[choices.ID]"), ("ReadingTable", "[choices.ID.readings.VALUE]"),
    ("RuleTable", "[rules.ID] and [endings.ID]"), ("ActionTable", "[actions.ID]"), ("RulingTable", "[rulings.ID]"),
    ("QuestionTable", "[questions.ID]"),
    ("PartTable", "[parts.ID]"),
)  # fmt: skip
FILE = {  # keys of a file, not of the variant that it makes
    "extends": "text", "includes": "list of texts", "drop": "list of texts", "excludes": "list of texts", "choices": "table",
    "amend": "table", "replace": "table",
}  # fmt: skip
SPOKEN = {
    "must_move": "must move", "may_move": "may move", "must_act": "must …", "may_pass": "may pass", "round_order": "a round is",
    "side_order": "act in", "starts_on": "starts on", "ends_drawn": "draw when", "each_choose": "for each … choose",
    "draw_card": "draw … from",
    "entries": "write … entries",
}  # fmt: skip
LISTS = (
    ("types", "Types", "Every value has one of these types; a `set of …` is a type too, and `… or none` may have no value."),
    ("lifetimes", "Lifetimes of states", "The key `lives` of a state. `uses` and `fails` count over some of these lifetimes."),
    ("audiences", "Audiences", "The key `seen`, and the words after `to` and `seen by`."),
    (
        "events",
        "Events",
        "A rule can forbid these, react to them, or test an ending after them. Actions and their groups are events too.",
    ),
    ("fields", "Fields of an entry", "The words after `show` and `hide`."),
    ("checks", "Checks", "The words after `check`. The referee checks that:"),
)
_TOKEN = re.compile(r'"[^"]*"|\w+|[\[\]()|*+?]')


def language_page() -> str:
    words = reference()
    parts = [HEAD, *_files(words), *_hooks(words), *_statements(words), *_effects(words), *_values(words)]
    parts += [*_lists(words), *_variables(), *_words()]
    return "\n".join(parts)


# --- tables


def _files(words: Mapping[str, Any]) -> Iterator[str]:
    yield "## Tables of a variant file\n"
    for name, title in TABLES:
        yield f"### {title}\n"
        yield "| key | kind | meaning |\n|---|---|---|"
        cls = getattr(tables, name)
        kinds = get_type_hints(cls)
        for one in attrs.fields(cls):
            need = "" if one.default is not attrs.NOTHING else " (needed)"
            key = key_of(one.name)
            yield f"| `{key}`{need} | {_kind(kinds[one.name])} | {words['tables'][name][key]} |"
        if name == "VariantTable":
            yield from (f"| `{key}` | {kind} | {words['tables']['File'][key]} |" for key, kind in FILE.items())
        yield ""


def _kind(kind: Any) -> str:
    origin, inner = get_origin(kind), get_args(kind)
    if origin is Literal:
        return " or ".join(f"`{word}`" for word in inner if word)
    if origin is tuple:
        return f"list of {_kind(inner[0])}s" if inner[0] in (str, int) else "list"
    if origin is dict:
        return "table"
    if inner:
        return " or ".join(dict.fromkeys(_kind(one) for one in inner))
    return {str: "text", int: "number", bool: "true or false"}.get(kind, "table")


# --- statements, effects, values


def _hooks(words: Mapping[str, Any]) -> Iterator[str]:
    yield "## When rules apply\n"
    yield "Every statement applies at exactly one of these moments.\n"
    yield "| moment | when | known values | statements |\n|---|---|---|---|"
    for name, hook in words["hooks"].items():
        mine = [_said(one) for one, entry in words["statements"].items() if entry["hook"] == name]
        title = name if name == "set-up" else name.replace("-", " ")
        yield f"| {title} | {hook['when']} | {hook['knows']} | {', '.join(mine) or '(`on`, endings)'} |"
    yield ""


def _said(name: str) -> str:
    return f"`{SPOKEN.get(name, name)}`"


def _statements(words: Mapping[str, Any]) -> Iterator[str]:
    yield "## Statements\n"
    for name in statements():
        entry = words["statements"][name]
        where = " and ".join(f"[{section}.ID]" for section in _sections(entry["example"]))
        yield f"### {_said(name)}\n"
        yield f"{entry['says']} Use it in {where}.\n"
        yield f"```\n{readable(name)}\n```\n"
        yield f"For example:\n\n```\n{entry['example']}\n```\n"
    yield from _grammar_block("moment", "Events after `on`")
    yield from _grammar_block("tested", "When an ending is tested")


def _sections(example: str) -> list[str]:
    found = parse_rules(example)
    assert isinstance(found, tuple)
    losing = example.startswith("losing")
    sections = [section for section, kinds in PLACES.items() if isinstance(found[0], kinds)]
    if example.startswith(("forbid", "losing")):
        return ["endings" if losing else "rules"]
    return sections


def _grammar_block(rule: str, title: str) -> Iterator[str]:
    yield f"### {title}\n"
    yield "```\n" + "\n".join(_readable(text) for _, text in grammar()[rule]) + "\n```\n"


def _effects(words: Mapping[str, Any]) -> Iterator[str]:
    yield "## Effects\n"
    yield (
        "The effects after `then`, separated by commas, happen one after another: each sees the results of those before it. "
        "A state or supply that is not named does not change.\n"
    )
    for name in forms("effect"):
        entry = words["effects"][name]
        yield f"- `{readable(name, 'effect')}`: {_small(entry['says'])} For example `{entry['example']}`"
    yield ""


def _values(words: Mapping[str, Any]) -> Iterator[str]:
    yield "## Values and conditions\n"
    yield "In order of precedence, lowest first. Use brackets to change the order.\n"
    for name in forms(*VALUES):
        entry = words["values"][name]
        texts = dict.fromkeys(_readable(text) for rule in VALUES for alias, text in grammar()[rule] if alias == name)
        yield f"- {' or '.join(f'`{text}`' for text in texts)}: {_small(entry['says'])} For example `{entry['example']}`"
    yield ""


def _small(text: str) -> str:
    return text[:1].lower() + text[1:] if not text.startswith(("`", "A minus")) else text


def readable(name: str, rule: str = "") -> str:
    """A form of the grammar for readers: words are unchanged, other parts in capitals."""
    found = grammar()
    text = next(text for alias, text in found[rule or name] if alias == name)
    return _readable(text)


def _readable(text: str) -> str:
    out = ""
    for token in _TOKEN.findall(text):
        if token in ("*", "+"):  # in the grammar: the part in brackets may be repeated
            out += " …"
            continue
        word = token[1:-1] if token.startswith('"') else PLACEHOLDERS.get(token, token)
        opens_call = token == '"("' and re.search(r"\w$", out) is not None
        is_glued = not out or out[-1] in "[(" or opens_call or word in ("]", ")", ",", ":", "}") or out[-1] == "{"
        out += word if is_glued else f" {word}"
    return out


# --- lists


def _lists(words: Mapping[str, Any]) -> Iterator[str]:
    for key, title, before in LISTS:
        yield f"## {title}\n\n{before}\n"
        yield from (f"- `{name}`: {says}" for name, says in words[key].items())
        yield ""


def _variables() -> Iterator[str]:
    yield "## Names of the step\n"
    yield "Hidden values are secret when the fugitive acts: a rule that would reveal them to a pursuer is an error (E330). His"
    yield "ticket is secret, too, if a rule hides the tickets of entries.\n"
    yield "| name | type | meaning | known | hidden |\n|---|---|---|---|---|"
    where = {"ride": "in a ride or entry", "piece": "when a piece acts", "always": "always"}
    for one in VARIABLES:
        yield f"| `{one.name}` | {one.type} | {one.says} | {where[one.where]} | {'yes' if one.secret else ''} |"
    yield ""


def _words() -> Iterator[str]:
    yield "## Words with values in brackets\n"
    yield "| word | gives | meaning | example |\n|---|---|---|---|"
    for word in WORDS:
        yield f"| `{called(word)}` | {word.gives} | {word.says} | `{word.example}` |"
    yield ""
