"""Faults are data: nothing in the program reads a sentence back, and a fault is the same wherever it goes."""

from __future__ import annotations

import ast
import pickle
from collections.abc import Iterator
from pathlib import Path

import pytest

from adjudicator.faults import Fault, Place, Refused, in_order
from adjudicator.faults.catalogue import sentence
from adjudicator.files import read_toml
from adjudicator.rulebook.loader import load

TOP = Path(__file__).parent.parent
SENTENCES = ("message", "help")
# Nodes that a sentence may pass through on its way into a comparison or a key.
CARRIERS = (ast.Tuple, ast.List, ast.BinOp, ast.BoolOp, ast.IfExp, ast.JoinedStr, ast.FormattedValue, ast.NamedExpr)
LOOKING = {"match", "search", "fullmatch", "findall", "finditer", "sub", "split", "get_close_matches", "fromkeys", "set", "add"}
# Here `message` is of a finding about a game, which is not a fault and has no code: a rule's reason against a move.
FINDINGS = {
    "answers/catalogue/actions.py",
    "judge/hidden_moves.py",
    "table/announcements.py",
    "table/evening.py",
    "table/proposal.py",
}


def readings(tree: ast.Module) -> Iterator[int]:
    """Lines on which a `.message` or `.help` is taken apart, compared, searched, or used to tell things from each other."""
    parents = {child: parent for parent in ast.walk(tree) for child in ast.iter_child_nodes(parent)}
    for node in ast.walk(tree):
        if _is_sentence(node) and _is_read(node, parents):
            yield getattr(node, "lineno", 0)


def _is_sentence(node: ast.AST) -> bool:
    """A command of click has a help as well."""
    is_loaded = isinstance(node, ast.Attribute) and node.attr in SENTENCES and isinstance(node.ctx, ast.Load)
    return is_loaded and not ast.unparse(node).endswith(".command.help")


def _is_read(node: ast.AST, parents: dict[ast.AST, ast.AST]) -> bool:
    parent = parents[node]
    while isinstance(parent, CARRIERS):
        node, parent = parent, parents[parent]
    match parent:
        case ast.Compare() | ast.Set() | ast.SetComp() | ast.Attribute() | ast.Subscript():
            return True
        case ast.Dict(keys=keys):
            return any(key is node for key in keys)
        case ast.DictComp(key=key):
            return key is node
        case ast.GeneratorExp() | ast.ListComp():
            return _name(parents[parent]) in LOOKING
        case ast.Call():
            return node is not parent.func and _name(parent) in LOOKING
        case ast.Lambda():  # what something is sorted by
            return True
    return False


def _name(node: ast.AST) -> str:
    if not isinstance(node, ast.Call):
        return ""
    return node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")


@pytest.mark.parametrize("path", sorted((TOP / "adjudicator").rglob("*.py")), ids=lambda path: str(path.relative_to(TOP)))
def test_no_sentence_is_read_back(path: Path) -> None:
    if path.relative_to(TOP / "adjudicator").as_posix() not in FINDINGS:
        assert list(readings(ast.parse(path.read_text(encoding="utf-8")))) == []


@pytest.mark.parametrize(
    "code",
    [
        "'no board' in fault.message",
        "fault.help.startswith('did')",
        "one.message == other.message",
        "{(fault.code, fault.place, fault.message): fault for fault in faults}",
        "told.add((one.code, one.message))",
        "UNKNOWN.match(fault.message)",
        "re.sub('a', 'b', fault.help)",
        "dict.fromkeys(one.message for one in found)",
        "{one.message for one in found}",
        "sorted(faults, key=lambda fault: (fault.place, fault.message))",
        "fault.message[:10]",
        "key = {fault.message: 1}",
    ],
)
def test_a_sentence_that_is_read_would_be_seen(code: str) -> None:
    assert list(readings(ast.parse(code))) != []


@pytest.mark.parametrize(
    "code", ["print(fault.message)", "f'{fault.code}: {fault.message}'", "[one.help for one in x]", "a.help = 1"]
)
def test_who_only_shows_a_sentence_may(code: str) -> None:
    assert list(readings(ast.parse(code))) == []


FAULT = Fault("B51.deck", Place("f.toml", 3, 4), (Place("g.toml", 1, 1),), name="startt", known=["start", "pairs"])


def test_a_fault_is_what_it_says() -> None:
    assert (FAULT.code, FAULT.sentence, FAULT.severity) == ("B51", "B51.deck", "error")
    assert FAULT.values == {"name": "startt", "known": ("start", "pairs")}
    assert FAULT.message == "this board has no deck `startt` to mark"
    assert FAULT.help == "did you mean `start`?"
    assert Fault("T080").severity == Fault("W401").severity == "warning"


def test_faults_and_refusals_cross_to_other_processes() -> None:
    again = pickle.loads(pickle.dumps(FAULT))
    assert (again, again.message, hash(again)) == (FAULT, FAULT.message, hash(FAULT))
    refused = pickle.loads(pickle.dumps(Refused([FAULT, Fault("B17", Place("a.toml"))])))
    assert [fault.code for fault in refused.faults] == ["B17", "B51"]
    assert str(refused) == "a.toml: B17 this board has no stations; f.toml:3:4: B51 this board has no deck `startt` to mark"


def test_a_real_refusal_survives_as_well(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text('id = "mine"\ntitle = "Mine"\nextends = "2014"\n[rules.x]\nsays = "X."\ncode = "forbid ried"\n')
    with pytest.raises(Refused) as refused:
        load(str(path))
    again = pickle.loads(pickle.dumps(refused.value))
    assert (again.faults, str(again)) == (refused.value.faults, str(refused.value))
    assert "mine.toml:6:" in str(again)


def test_the_same_fault_elsewhere_or_with_more() -> None:
    moved = FAULT.at(Place("h.toml"))
    assert (moved.place.file, moved.also, moved.message) == ("h.toml", FAULT.also, FAULT.message)
    assert FAULT.given(chosen="rain=on").message == "this board has no deck `startt` to mark, if `rain=on` is chosen"
    assert FAULT.said("B41.fill").help == "did you mean `start`?"
    assert in_order([moved, FAULT, moved]) == (FAULT, moved)


def test_a_fault_may_speak_of_another() -> None:
    assert Fault("B06", cause=FAULT).message == FAULT.message
    assert Fault("B06", cause=FAULT).help == FAULT.help


def test_the_first_template_whose_slots_are_filled_counts() -> None:
    assert Fault("T043", word="soho").message == "`soho` is not a station"
    assert Fault("T043", word="").message == "a station is missing"
    assert Fault("E338", slot="").message == "`{}` is not a value that a message can show"
    assert Fault("F10", process="").message == "another referee is using this log"
    assert Fault("B51.deck", name="x", known=()).help == ""


def test_user_words_stay_on_one_line_and_short() -> None:
    text = Fault("B50", word="a\nb" + "c" * 500, known=()).message
    assert text == f"unknown provenance `a b{'c' * 57}…`"


def test_what_another_code_says_of_another_kind_of_file() -> None:
    assert sentence("C01.key") == sentence("E101.key")
    assert sentence("B14.no-number") == sentence("B11.no-number")


def test_nobody_reads_the_catalogue_who_makes_no_mistake(tmp_path: Path) -> None:
    """Faults are made, sorted, raised and caught without their sentences."""
    from adjudicator.faults import catalogue

    catalogue._entries.cache_clear()
    with pytest.raises(Refused):
        read_toml(tmp_path / "gone.toml")
    assert catalogue._entries.cache_info().currsize == 0
