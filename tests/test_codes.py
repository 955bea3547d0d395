"""The catalogue of faults: every code of the program is in it with its meaning and its sentences, and nothing else is."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from string import Formatter

import pytest
from attrs import frozen
from conftest import TOP, Said

from adjudicator.faults import WARNINGS
from adjudicator.faults.catalogue import KINDS, Code, codes, sentence, sentences
from adjudicator.report.codes import codes_page

CODE = rf"[{''.join(KINDS)}]\d{{2,3}}"
NAMED = re.compile(rf"({CODE})(?:\.([a-z0-9-]+))?")
# Functions that hand a sentence and its values on to a fault, and what they add to the values themselves.
MAKERS: dict[str, set[str]] = {
    **{name: set() for name in ("Fault", "fault", "key_fault", "_fault", "_refusal", "misread", "Misread", "blame", "_blame")},
    "refuse": {"text"},
    "Misunderstood": {"word"},
}


@frozen
class Use:
    """A sentence in a call of a source file, and the names of the values that are given with it."""

    where: str
    sentence: str
    given: frozenset[str]


def sources() -> Iterator[tuple[str, ast.Module]]:
    for path in sorted((TOP / "adjudicator").rglob("*.py")):
        yield str(path.relative_to(TOP)), ast.parse(path.read_text(encoding="utf-8"))


def words() -> set[str]:
    """Every text in a source, or as the sentence of a habit of speech; of an f-string its parts."""
    found = {
        node.value
        for _, tree in sources()
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    habits = (TOP / "adjudicator" / "language" / "habits.toml").read_text(encoding="utf-8")
    return found | set(re.findall(r'^sentence = "(.*)"$', habits, re.MULTILINE))


def uses(tree: ast.Module, where: str) -> Iterator[Use]:
    """Calls that name a sentence, or two of them of which one is chosen, and every value by its name."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call) or not node.args or any(one.arg is None for one in node.keywords):
            continue
        name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        if name not in MAKERS:
            continue
        first = node.args[0]
        for one in (first.body, first.orelse) if isinstance(first, ast.IfExp) else (first,):
            if isinstance(one, ast.Constant) and isinstance(one.value, str) and NAMED.fullmatch(one.value):
                given = {keyword.arg for keyword in node.keywords if keyword.arg} | MAKERS[name]
                yield Use(f"{where}:{node.lineno}", one.value, frozenset(given))


def slots(template: str) -> set[str]:
    """The values that a template names, in its slots or behind their colons."""
    found: set[str] = set()
    for _, name, how, _ in Formatter().parse(template):
        found |= {name} if name else set()
        found |= {how.partition(" ")[2]} if how and how.startswith(("like ", "near ")) else set()
    return found


def test_every_code_is_used_and_every_code_that_is_used_is_there() -> None:
    used = {found[1] for word in words() if (found := NAMED.fullmatch(word) or re.fullmatch(rf"({CODE})\.?", word))}
    assert used == set(codes())


def test_every_sentence_is_used_and_every_sentence_that_is_used_is_there() -> None:
    """A sentence is named with its code, or its name is put behind a code that is chosen elsewhere."""
    every = words()
    names = {name for word in every for name in re.findall(r"[a-z][a-z0-9-]*", word) if re.fullmatch(r"\.?[a-z0-9-]+", word)}
    idle = [name for name in sentences() if name not in every and name.partition(".")[2] not in names]
    assert idle == []
    made = {use.sentence for use in every_use()}
    for word in every:
        if NAMED.fullmatch(word) and ("." in word or word in made):
            assert sentence(word).says, word


def every_use() -> list[Use]:
    return [use for where, tree in sources() for use in uses(tree, where)]


def test_what_a_sentence_names_is_given() -> None:
    found = every_use()
    assert len(found) > 300
    lacking = [
        f"{use.where} {use.sentence} lacks {sorted(missing)}"
        for use in found
        if "opened_seals" not in use.where or use.given
        if (missing := {slot for text in templates(use.sentence) for slot in slots(text)} - use.given)
    ]
    assert lacking == []


def templates(name: str) -> tuple[str, ...]:
    found = sentence(name)
    return found.says + found.help


def test_a_value_that_is_lacking_would_be_seen() -> None:
    tree = ast.parse('Fault("B13", place)\nFault("B13" if x else "B17", place, number=1)\nFault("B13", **values)')
    assert [(use.sentence, use.given) for use in uses(tree, "f")] == [
        ("B13", frozenset()),
        ("B13", frozenset({"number"})),
        ("B17", frozenset({"number"})),
    ]
    assert slots("`{{{slot}}}` {known:like word} {count:,}") == {"slot", "known", "word", "count"}


@pytest.mark.parametrize("name", sorted(sentences()))
def test_the_law_of_messages(name: str) -> None:
    """One line, lower case, no full stop; the help likewise."""
    for text in templates(name):
        assert text == text.strip()
        assert "\n" not in text
        assert not re.match(r"[A-Z][a-z]", text) or name == "F05.json"
        assert not text.endswith(".") or text.endswith(("...", "…"))


def test_no_code_means_two_things() -> None:
    assert all(code.title == code.title.strip() and not code.title.endswith(".") for code in codes().values())
    assert all(code.title for code in codes().values())
    assert all(any(name.startswith(one) for name in codes()) for one in WARNINGS)


def test_every_code_is_explained(sy_judge: Callable[..., Said]) -> None:
    for code in ("F10", "B14", "T066", "T070", "C06", "Q21", "W409"):
        assert sy_judge("explain", code).output.startswith(f"{code}: {codes()[code].title}\n")


def test_the_page_is_up_to_date(compare: Callable[[Path, str], None]) -> None:
    compare(TOP / "docs" / "codes.md", codes_page())


FILES = [code for code in codes().values() if code.code[0] == "F"]


@pytest.mark.parametrize("code", FILES, ids=lambda code: str(code.code))
def test_codes_of_files_have_examples(
    code: Code, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, sy_judge: Callable[..., Said]
) -> None:
    """The wrong one gives the code, and the right one does not: a command, or the text of a file that is linted."""
    monkeypatch.chdir(tmp_path)
    assert sy_judge("variant", "new", "my-rules").code == 0
    assert code.why
    said = [_of_file(one, sy_judge) for one in (code.wrong, code.right) if one]
    assert [code.code in one for one in said] in ([True, False], [])


def _of_file(example: str, sy_judge: Callable[..., Said]) -> set[str]:
    if not example.startswith("$ "):
        Path("example.toml").write_text(example + "\n", encoding="utf-8")
        example = "$ sy-judge variant lint example.toml"
    return set(re.findall(r"^error (\w+):", sy_judge(*example.split()[2:]).output, re.MULTILINE))
