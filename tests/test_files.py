"""Files are hostile until read: each bad one gets a fault with a place, quickly, and never a traceback."""

from __future__ import annotations

import os
from contextlib import nullcontext
from io import BytesIO
from pathlib import Path

import pytest
from fuzzing.watching import ends

from adjudicator import files
from adjudicator.faults import Fault, Refused
from adjudicator.files import LIMIT, find, read_text, read_toml, rewrite, shipped, write_output, write_toml


def only_fault(path: Path) -> Fault:
    with pytest.raises(Refused) as refused:
        read_toml(path)
    (fault,) = refused.value.faults
    return fault


def written(folder: Path, data: str | bytes, name: str = "f.toml") -> Path:
    path = folder / name
    path.write_bytes(data.encode() if isinstance(data, str) else data)
    return path


def test_text_keeps_its_line_ends_and_loses_its_mark(tmp_path: Path) -> None:
    assert read_text(written(tmp_path, b"\xef\xbb\xbfa\r\nb\n")) == "a\r\nb\n"


def test_a_name_of_ours_where_a_file_is_wanted() -> None:
    for name, one in (("2014", "variant"), ("london", "board")):
        with pytest.raises(Refused) as refused:
            read_text(name)
        assert refused.value.faults[0].help.endswith(f"the {one} with `--{one} {name}`")


def test_a_missing_file_gets_its_neighbours_name(tmp_path: Path) -> None:
    written(tmp_path, "", "london.toml")
    fault = only_fault(tmp_path / "lodnon.toml")
    assert (fault.code, fault.help) == ("F01", "did you mean `london.toml`?")
    assert only_fault(tmp_path / "london.toml" / "x").code == "F01"


def test_a_folder_a_pipe_and_an_odd_name_are_no_files(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    assert only_fault(tmp_path).code == "F02"
    assert only_fault(tmp_path / "pipe").code == "F02"
    assert only_fault(Path("a\0b")).code == "F08"


@pytest.mark.parametrize("size", [0, 1, 7, 40])
@pytest.mark.parametrize("grown", [0, 1, 5])
def test_a_file_that_comes_in_pieces_is_read_whole(
    size: int, grown: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As a network may send it; or it has grown since it told its size, or never knew it."""
    path, text = written(tmp_path, "a" * size), "a" * size + "b" * grown
    monkeypatch.setattr(files, "open", lambda *how, **more: Pieces(text.encode()), raising=False)
    assert read_text(path) == text
    with pytest.raises(Refused) if len(text) > 5 else nullcontext():
        assert read_text(path, 5) == text


class Pieces(BytesIO):
    def read(self, size: int | None = -1) -> bytes:
        return super().read(min(3, size or 0))


def test_a_large_file_is_not_read(tmp_path: Path) -> None:
    fault = only_fault(written(tmp_path, b"#" * 5_000_000))
    assert (fault.code, fault.message) == ("F03", f"this file is larger than {LIMIT:,} bytes")


def test_other_encodings_are_refused_at_the_byte(tmp_path: Path) -> None:
    fault = only_fault(written(tmp_path, "a = 1\nb = 'é'\n".encode("latin-1")))
    assert (fault.code, fault.place.line, fault.place.column) == ("F04", 2, 6)


@pytest.mark.parametrize(
    ("text", "line", "column", "words"),
    [
        ("a = 1\nb =\n", 2, 4, "`b` has no value"),
        ("a = 1\nthis is prose\n", 2, 1, "not a heading, a key with its value, or a comment"),
        ("[a]\n[a]\n", 2, 1, "this file has [a] twice"),
        ("a = 'x", 1, 7, "this text has no end"),
        ('a = "x', 1, 7, "this text has no end"),
        ("a = " + "9" * 5000, 0, 0, "this is not TOML: a number has too many digits"),
        ("a = [1, 2,, 3]\n", 1, 11, "an item is missing before this comma"),
        ("a = [\n  , 1]\n", 2, 3, "an item is missing before this comma"),
        ("a = 1\na = 2", 2, 1, "this table has `a` twice"),
    ],
)
def test_what_is_not_toml_says_where(tmp_path: Path, text: str, line: int, column: int, words: str) -> None:
    fault = only_fault(written(tmp_path, text))
    assert (fault.code, fault.place.line, fault.place.column) == ("F05", line, column)
    assert words in fault.message


@pytest.mark.parametrize(
    "text",
    [
        "a = " + "[" * 30 + "]" * 30,
        "a = " + "[" * 100_000,
        "a = " + "{a=" * 50_000,
        "a." * 400_000 + "a = 1",
        "[" + '"a" . ' * 100_000 + "a]",
        "\n".join(f"[[{'.'.join('a' * depth)}]]" for depth in range(1, 40)),
    ],
    ids=["deep", "very deep", "tables", "dotted", "dotted header", "nested headers"],
)
def test_depth_is_bounded_and_time_too(tmp_path: Path, text: str) -> None:
    with ends():
        assert only_fault(written(tmp_path, text)).code == "F06"


def test_what_is_written_reads_back(tmp_path: Path) -> None:
    data = {"id": "x", "code": "one\ntwo\n", "rows": [[1, 2], [3, 4, [5]]], "table": {"yes": True}}
    write_output(tmp_path / "x.toml", write_toml(data))
    assert read_toml(tmp_path / "x.toml")[0] == data
    with pytest.raises(Refused, match="F02"):
        write_output(tmp_path, "x")


def test_names_are_found_in_order(tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.mkdir()
    log = written(tmp_path, "", "game.log")
    beside = written(tmp_path, "id = 'mine'\naliases = ['ours', 3]\n", "mine.toml")
    away = written(other, "broken [", "away.toml")
    london = find("boards", "london")
    assert london in shipped("boards")
    assert find("boards", "mine", beside=log) == beside
    assert find("boards", "ours", beside=log) == beside
    assert find("boards", "away", paths=[other]) == away
    assert find("boards", "./other/x.toml", beside=log) == tmp_path / "other/x.toml"
    assert find("boards", "x.toml") == Path("x.toml")
    theirs = written(other, "id = 'theirs'\n", "theirs.toml")
    assert find("boards", "theirs.toml", beside=log, paths=[other]) == theirs
    assert find("boards", "mine.toml", beside=log, paths=[other]) == beside  # what lies beside the log comes first
    assert find("boards", "none.toml", beside=log, paths=[other]) == tmp_path / "none.toml"


def test_an_unknown_name_gets_a_suggestion(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(Refused) as refused:
        find("boards", "lodnon")
    (fault,) = refused.value.faults
    assert (fault.code, fault.message) == ("F07", "no board is named `lodnon`")
    assert "`london`" in fault.help
    written(tmp_path, "", "harbour.toml")
    monkeypatch.chdir(tmp_path)
    with pytest.raises(Refused) as refused:
        find("boards", "harbour")
    assert refused.value.faults[0].help == "for the file in this folder, write `./harbour.toml`"


def test_a_link_that_leads_nowhere_is_not_proposed_instead_of_itself(tmp_path: Path) -> None:
    (tmp_path / "game.log").symlink_to("gone.log")
    with pytest.raises(Refused) as refused:
        read_text(tmp_path / "game.log", 1000)
    (fault,) = refused.value.faults
    assert (fault.code, fault.message, fault.help) == ("F01", "this is a link to a file that does not exist: gone.log", "")


def test_what_stood_there_is_there_until_the_new_text_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, link = tmp_path / "game.log", tmp_path / "link.log"
    path.write_text("before\n", encoding="utf-8")
    path.chmod(0o640)
    link.symlink_to("game.log")

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", full)
        with pytest.raises(Refused, match="no space left on device"):
            rewrite(link, "after\n")
    assert (path.read_text(encoding="utf-8"), sorted(one.name for one in tmp_path.iterdir())) == (
        "before\n",
        ["game.log", "link.log"],
    )
    rewrite(link, "after\n")
    assert (path.read_text(encoding="utf-8"), link.is_symlink(), path.stat().st_mode & 0o777) == ("after\n", True, 0o640)
