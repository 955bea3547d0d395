"""A choice is an option, a ruling and rules in one table: it means what they mean, and every place is that of the file."""

from __future__ import annotations

from pathlib import Path

from adjudicator.rulebook.lint import lint
from adjudicator.rulebook.loader import load
from adjudicator.rulebook.readings import basis

HEAD = 'id = "mine"\ntitle = "Mine"\nextends = "2014"\n'
CHOICE = """
[choices.late-bus]
question = "Is there a bus in the last round?"
ruling   = "G902"
[choices.late-bus.readings.runs]
reads = "yes"
[choices.late-bus.readings.gone]
reads = "no"
code  = 'forbid ride when mode = bus and last-round because "the last bus is gone"'
[choices.late-bus.readings.gone.set]
"log.rounds" = 20
"""
WRITTEN_OUT = """
[options.late-bus]
says = "Is there a bus in the last round?"
values = ["runs", "gone"]
default = "runs"
ruling = "G902"
[options.late-bus.set.gone]
"log.rounds" = 20
[rules.late-bus-gone]
says = "no"
status = "contested:G902"
option = "late-bus=gone"
code  = 'forbid ride when mode = bus and last-round because "the last bus is gone"'
[rulings.G902]
question = "Is there a bus in the last round?"
readings = ["yes", "no"]
default = "yes"
option = "late-bus"
choices = ["late-bus=runs", "late-bus=gone"]
"""


def file(folder: Path, text: str, name: str) -> str:
    (folder / name).write_text(HEAD + text, encoding="utf-8")
    return str(folder / name)


def test_a_choice_means_what_it_is_written_out_to(tmp_path: Path) -> None:
    mine, long = file(tmp_path, CHOICE, "mine.toml"), file(tmp_path, WRITTEN_OUT, "long.toml")
    assert lint(mine).faults == lint(long).faults == ()
    for chosen in ((), ("late-bus=gone",)):
        assert load(mine, options=chosen).digest == load(long, options=chosen).digest
    gone = load(mine, options=["late-bus=gone"])
    assert gone.rulings == load(long).rulings
    assert gone.tables.log["rounds"] == 20
    assert basis(gone, "late-bus-gone") == basis(load(long, options=["late-bus=gone"]), "late-bus-gone")


def test_its_rules_are_said_where_they_stand(tmp_path: Path) -> None:
    gone = load(file(tmp_path, CHOICE, "mine.toml"), options=["late-bus=gone"])
    lines = (HEAD + CHOICE).split("\n")
    for path, line in (
        (("rules", "late-bus-gone"), "[choices.late-bus.readings.gone]"),
        (("options", "late-bus"), "[choices.late-bus]"),
    ):
        assert gone.origin(*path).line == lines.index(line) + 1


def test_a_choice_is_dropped_by_its_name(tmp_path: Path) -> None:
    file(tmp_path, CHOICE, "theirs.toml")
    mine = tmp_path / "mine.toml"
    mine.write_text('id = "ours"\ntitle = "Ours"\nextends = "theirs.toml"\ndrop = ["choices.late-bus"]\n', encoding="utf-8")
    (tmp_path / "theirs.toml").write_text((HEAD + CHOICE).replace('"mine"', '"theirs"'), encoding="utf-8")
    assert lint(str(mine)).faults == ()
    rules = load(str(mine))
    assert "late-bus" not in rules.options
    assert "late-bus-gone" not in rules.rules
