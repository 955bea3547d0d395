"""`fmt` of variants and digests: one writing, and no layout, comment or order of tables changes what a variant means."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from conftest import TOP, variants_in

from adjudicator.files import parse_toml
from adjudicator.rulebook.digest import digest, written
from adjudicator.rulebook.file_format import is_code, tidy, tidy_code
from adjudicator.rulebook.flat import flat
from adjudicator.rulebook.from_files import flatten, load

HOUSE = variants_in("examples/house-rules")
PACKS = variants_in("examples/packs")
SHIPPED = sorted((TOP / "variants").glob("*.toml"))
FILES = [*SHIPPED, *HOUSE, *PACKS, TOP / "examples" / "saltmarsh" / "smugglers.toml"]
UNTIDY = '''# Untidy on purpose.
id="untidy"
title   =   "Untidy"   # a title
extends="2014"



[ numbers ]   # numbers
fog=[ 5,10 ]
[rules . no-ferry]
says="No ferry."
code="""
# first
forbid   ride   when mode=ferry and round in fog   # behind
      because "no ferry"   # at the end


# before the second
forbid double
  # within
  when round=1 because "too early"
# last
"""
[terms.early]
code="round<3"
'''
TIDY = """# Untidy on purpose.
id      = "untidy"
title   = "Untidy"   # a title
extends = "2014"

[numbers]  # numbers
fog = [ 5,10 ]
[rules.no-ferry]
says = "No ferry."
code = '''
# first
# behind
forbid ride when mode = ferry and round in fog
  because "no ferry"  # at the end

# before the second
# within
forbid double when round = 1
  because "too early"
# last
'''
[terms.early]
code = "round < 3"
"""


def test_what_tidy_means() -> None:
    assert tidy(UNTIDY, "untidy.toml") == TIDY
    assert tidy(TIDY, "tidy.toml") == TIDY


def test_line_ends_and_a_mark_at_the_beginning() -> None:
    assert tidy("\ufeff" + UNTIDY.replace("\n", "\r\n"), "untidy.toml") == TIDY


def test_texts_that_are_no_rules_keep_every_space() -> None:
    text = 'id = "a"\n[rules.a]\nsays = """\n  two  \n\n\n  lines  """\n'
    assert parse_toml(tidy(text, "a.toml"), "a.toml") == parse_toml(text, "a.toml")


def test_what_cannot_be_read_stays() -> None:
    assert tidy_code("forbd   ride\n") == "forbd   ride\n"


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_our_own_files_are_tidy(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert tidy(text, path.name) == text


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_formatting_untidy_files(path: Path) -> None:
    """The same file with spaces and line ends everywhere means the same, and is written the same, after formatting."""
    text = path.read_text(encoding="utf-8")
    untidy = "\n".join(_spaced(line) for line in text.split("\n"))
    tidied = tidy(untidy, path.name)
    assert _meaning(parse_toml(tidied, path.name)) == _meaning(parse_toml(text, path.name))
    assert tidy(tidied, path.name) == tidied


def _spaced(line: str) -> str:
    key, equals, value = line.partition(" = ")
    plain = equals and " " not in key.strip() and "'''" not in value and not line.startswith(("#", " "))
    return f"  {key.strip()}   =   {value}" if plain and "=" not in key and "<" not in key and ">" not in key else line


def _meaning(data: object, path: tuple[str | int, ...] = ()) -> object:
    if isinstance(data, dict):
        return {key: _meaning(value, (*path, key)) for key, value in data.items()}
    return written(data) if isinstance(data, str) and path and is_code(path) else data


@pytest.mark.parametrize("name", ["2014", "holmes", "house-rules"])
def test_order_and_layout_do_not_change_a_digest(name: str) -> None:
    data = flatten(name).data
    keys = list(data)
    random.Random(1).shuffle(keys)
    shuffled = {key: data[key] for key in keys}
    rules = {key: dict(reversed(list(table.items()))) for key, table in data["rules"].items()}
    assert digest(shuffled) == digest(data) == digest({**data, "rules": rules})


def test_what_a_rule_does_changes_a_digest_and_what_is_said_does_not() -> None:
    data = flatten("2014").data
    said = {**data, "title": "Other", "rules": {**data["rules"], "surfacing": {**data["rules"]["surfacing"], "says": "Other."}}}
    done = {**data, "rules": {**data["rules"], "surfacing": {**data["rules"]["surfacing"], "code": "show station of entry"}}}
    order = {**data, "rules": dict(reversed(list(data["rules"].items())))}
    reason = {
        **data["rules"]["have-the-ticket"],
        "code": data["rules"]["have-the-ticket"]["code"].replace("{piece} has", "there is"),
    }
    assert reason != data["rules"]["have-the-ticket"]
    assert digest(said) == digest(data) == digest({**data, "rules": {**data["rules"], "have-the-ticket": reason}})
    assert len({digest(data), digest(done), digest(order), digest({**data, "log": {**data["log"], "rounds": 21}})}) == 4


def test_another_version_of_the_language_is_another_digest(monkeypatch: pytest.MonkeyPatch) -> None:
    data = flatten("2014").data
    before = digest(data)
    monkeypatch.setattr("adjudicator.rulebook.digest.VERSION", 1)
    assert digest(data) != before


@pytest.mark.parametrize("path", [*SHIPPED, *HOUSE, FILES[-1]], ids=lambda path: path.stem)
def test_a_flat_copy_loads_by_itself_and_means_the_same(path: Path, tmp_path: Path) -> None:
    is_pack = parse_toml(path.read_text(encoding="utf-8"), path.name).get("pack")
    name = f"2014+{path}" if is_pack else str(path)
    target = tmp_path / "folder" / "flat.toml"
    target.parent.mkdir()
    target.write_text(flat(name, target=str(target)), encoding="utf-8")
    copy = parse_toml(target.read_text(encoding="utf-8"), "flat.toml")
    assert not {"extends", "amend", "replace", "drop"} & set(copy)
    assert load(str(target)).digest == load(name).digest


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("2014", ("pool=person", "cut-off")),
        ("2014", ("fugitive-supply=pile", "length=entries")),
        ("classic", ("voluntary-surfacing", "order=free")),
        ("holmes", ("length=entries",)),
        ("beginners", ("surfacing-counts=rounds",)),
    ],
)
def test_a_flat_copy_keeps_what_was_chosen(name: str, options: tuple[str, ...], tmp_path: Path) -> None:
    target = tmp_path / "flat.toml"
    target.write_text(flat(name, options=options, target=str(target)), encoding="utf-8")
    chosen = load(name, options=options)
    assert load(str(target)).digest == chosen.digest != load(name).digest
    assert load(str(target)).chosen == chosen.chosen
