"""The TextMate grammar of the rule language, from the words of grammar.lark and vocabulary.py."""

from __future__ import annotations

import re
from importlib import resources
from typing import Any

from adjudicator.language.vocabulary import VARIABLES, WORDS

Grammar = dict[str, Any]
SCOPE = "source.sy-rules"
CONSTANTS = ("yes", "no", "none")
OPERATORS = ("and", "or", "not", "in", "some", "every", "has", "where", "if", "else")  # words that build conditions


def lark_text() -> str:
    text = resources.files("adjudicator.language").joinpath("grammar.lark").read_text(encoding="utf-8")
    return re.sub(r"//.*", "", text)


def keywords() -> list[str]:
    """Every word that the grammar itself spells out."""
    return sorted(set(re.findall(r'"([a-z]+)"', lark_text())))


def heads() -> list[str]:
    """Words that begin a statement."""
    text = lark_text()
    names = re.search(r"^\?statement:(.*?)\n\n", text, re.MULTILINE | re.DOTALL)
    assert names is not None
    found = (re.search(rf'^!?{name}: "([a-z]+)"', text, re.MULTILINE) for name in re.findall(r"\w+", names[1]))
    return sorted({one[1] for one in found if one is not None and len(one[1]) > 1})


def words(choice: list[str] | tuple[str, ...]) -> str:
    """A pattern for whole words; names have hyphens, so `to` is not the end of `next-to`."""
    return rf"(?<![\w-])(?:{'|'.join(sorted(choice, key=len, reverse=True))})(?![\w-])"


def rules_grammar() -> Grammar:
    others = [word for word in keywords() if word not in (*heads(), *OPERATORS, *CONSTANTS)]
    return {
        "name": "Rules of sy-judge",
        "scopeName": SCOPE,
        "fileTypes": [],
        "patterns": [
            {"name": "comment.line.number-sign.sy-rules", "match": "#.*$"},
            {
                "name": "string.quoted.double.sy-rules",
                "begin": '"',
                "end": '"|$',
                "patterns": [{"name": "variable.other.slot.sy-rules", "match": r"\{[^{}\"]*\}"}],
            },
            {"name": "invalid.illegal.quotation-mark.sy-rules", "match": "[“”„«»‘’]"},
            {"name": "constant.numeric.sy-rules", "match": r"(?<![\w-])[0-9]+(?![\w-])"},
            {"name": "support.function.sy-rules", "match": words([word.name for word in WORDS]) + r"(?=\s*\()"},
            {"name": "keyword.control.sy-rules", "match": words(heads())},
            {"name": "keyword.operator.word.sy-rules", "match": words(OPERATORS)},
            {"name": "constant.language.sy-rules", "match": words(CONSTANTS)},
            {"name": "variable.language.sy-rules", "match": words([variable.name for variable in VARIABLES])},
            {"name": "keyword.other.sy-rules", "match": words(others)},
            {"name": "keyword.operator.sy-rules", "match": r":=|\+=|-=|<>|<=|>=|[=<>+*]|(?<=\s)-(?=\s)"},
        ],
    }


def injection() -> Grammar:
    """The rules inside a variant file: the text between the quotes after `code =` and `"….code" =`."""
    key = r"^\s*((?:code|\"[^\"]*\.code\"))\s*(=)\s*"
    quotes = {"'''": "'''", '\\"\\"\\"': '\\"\\"\\"', '\\"': '\\"', "'": "'"}
    return {
        "scopeName": "sy-rules.toml.injection",
        "injectionSelector": "L:source.toml -string -comment",
        "patterns": [
            {
                "begin": f"{key}({begin})",
                "end": f"({end})",
                "beginCaptures": {
                    "1": {"name": "variable.key.toml"},
                    "2": {"name": "punctuation.eq.toml"},
                    "3": {"name": "punctuation.definition.string.begin.toml"},
                },
                "endCaptures": {"1": {"name": "punctuation.definition.string.end.toml"}},
                "contentName": f"meta.embedded.block.sy-rules {SCOPE}",
                "patterns": [{"include": SCOPE}],
            }
            for begin, end in quotes.items()
        ],
    }


def grammars() -> dict[str, Grammar]:
    return {"sy-rules.tmLanguage.json": rules_grammar(), "sy-rules-in-toml.tmLanguage.json": injection()}


def manifest() -> Grammar:
    """An extension of Visual Studio Code: the grammars, and `extension.js`, which starts the language server."""
    return {
        "name": "sy-judge-rules",
        "displayName": "Rules of sy-judge",
        "description": "Colours, faults, help and formatting for variant files of sy-judge.",
        "version": "0.1.0",
        "publisher": "sy-judge",
        "license": "MIT",
        "engines": {"vscode": "^1.91.0"},
        "main": "./extension.js",
        "activationEvents": ["onLanguage:toml"],
        "dependencies": {"vscode-languageclient": "^9.0.1"},
        "categories": ["Programming Languages"],
        "contributes": {
            "configuration": {
                "title": "sy-judge",
                "properties": {
                    "sy-judge.command": {
                        "type": "string",
                        "default": "sy-judge",
                        "scope": "machine",
                        "description": "The program, if it is not on the path: .venv/bin/sy-judge of your clone.",
                    }
                },
            },
            "languages": [{"id": "sy-rules", "aliases": ["Rules of sy-judge"]}],
            "grammars": [
                {"language": "sy-rules", "scopeName": SCOPE, "path": "./syntaxes/sy-rules.tmLanguage.json"},
                {
                    "scopeName": "sy-rules.toml.injection",
                    "path": "./syntaxes/sy-rules-in-toml.tmLanguage.json",
                    "injectTo": ["source.toml"],
                    "embeddedLanguages": {"meta.embedded.block.sy-rules": "sy-rules"},
                },
            ],
        },
    }
