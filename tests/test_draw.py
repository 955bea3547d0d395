"""`sy-judge draw`: the picture of a position has everything in it that may be known, and nothing else."""

from __future__ import annotations

import itertools
import re
import sys
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest
from conftest import TOP, Said

SVG = "{http://www.w3.org/2000/svg}"
GAME = """\
variant: 2014
seats:   X = Ana; red = Ben; blue = Cleo; green = Dev; white (police)
start:   X 127; red 26; blue 117; green 174; white 50

1. X taxi {first}; white taxi 37; red taxi 39; blue taxi 129; green taxi 161
2. X 2x black {second}, bus {third}!; red taxi 51; blue taxi 135; green taxi 174; white taxi 36
3. X taxi {fourth}
"""
ONE = GAME.format(first=115, second=157, third=142, fourth=143)


def drawn(sy_judge: Callable[..., Said], log: str | Path, folder: Path, *more: str) -> ElementTree.Element:
    path = log if isinstance(log, Path) else folder / "game.log"
    if isinstance(log, str):
        path.write_text(log, encoding="utf-8")
    said = sy_judge("draw", path, "-o", folder / "out.svg", *more)
    assert (said.output, said.code) == ("", 0)
    return ElementTree.fromstring((folder / "out.svg").read_text(encoding="utf-8"))


def words(svg: ElementTree.Element) -> list[str]:
    return [node.text or "" for node in svg.iter(f"{SVG}text")]


def test_pieces_trail_log_and_tickets(sy_judge: Callable[..., Said], tmp_path: Path) -> None:
    svg = drawn(sy_judge, ONE, tmp_path)
    said = words(svg)
    assert "2014, round 3, entry 4: X on 143" in said
    assert {"X", "red", "blue", "green", "white"} <= set(said)
    assert "X (Ana) on 143: taxi any, bus any, underground any, black 4, double 1" in said
    assert "red (Ben) on 51: taxi 9, bus 8, underground 4" in said
    assert "white on 36: rides free" in said
    assert said.count("taxi") == 3  # two entries, and the legend
    trail = [path for path in svg.iter(f"{SVG}path") if path.get("stroke-opacity") == "0.45"]
    assert len(trail) == 5  # four rides, and the legend
    assert {"how X went", "a piece"} <= set(said)


def test_an_earlier_moment(sy_judge: Callable[..., Said], tmp_path: Path) -> None:
    said = words(drawn(sy_judge, ONE, tmp_path, "--at", "2"))
    assert "2014, round 2, entry 1: X on 115" in said
    assert "red (Ben) on 39: taxi 10, bus 8, underground 4" in said
    said = words(drawn(sy_judge, ONE, tmp_path, "--at", "2.green"))
    assert "blue (Cleo) on 135: taxi 9, bus 8, underground 4" in said
    assert "green (Dev) on 161: taxi 10, bus 8, underground 4" in said


def test_a_seat_sees_what_it_can_know(sy_judge: Callable[..., Said], tmp_path: Path) -> None:
    svg = drawn(sy_judge, ONE, tmp_path, "--view", "detectives")
    said = words(svg)
    title = next(text for text in said if text.startswith("2014, round 3"))
    number = re.fullmatch(r"2014, round 3, entry 4, as detectives can know it: X on one of (\d+) stations", title)
    assert number is not None
    marks = [circle for circle in svg.iter(f"{SVG}circle") if circle.get("fill-opacity") == "0.25"]
    assert len(marks) == int(number[1]) + 1  # and the legend
    assert "X can be here" in said
    assert "X" not in said
    assert any(text.startswith("X (Ana) unseen") for text in said)


def test_looking_back_knows_nothing_of_what_was_shown_later(sy_judge: Callable[..., Said], tmp_path: Path) -> None:
    """In the beginners' game he shows where he was hidden when he moves on: not before."""
    game = "variant: beginners\nstart: X 82; red 41; blue 46; green 124\n\n"
    game += "1. X taxi 65; red taxi 54; blue taxi 61; green taxi 109\n2. X bus 67; red taxi 55; blue taxi 62; green taxi 110\n"
    game += "3. X taxi 51; red bus 29; blue taxi 79; green taxi 111\n4. X taxi 38\n"
    early = words(drawn(sy_judge, game, tmp_path, "--at", "3.red", "--view", "red"))
    assert any("X on one of" in text for text in early)
    late = words(drawn(sy_judge, game, tmp_path, "--at", "4.X", "--view", "X"))
    assert any("X on 51" in text for text in late)


def test_a_seat_that_caught_him_knows_where(sy_judge: Callable[..., Said], tmp_path: Path) -> None:
    """The picture and `where` answer the same question, so they have the same answer."""
    caught = words(drawn(sy_judge, TOP / "examples/2014.log", tmp_path, "--view", "detectives"))
    assert "2014, round 14, entry 16, as detectives can know it: X on 117" in caught
    for at in ("6", "10.green"):
        found = sy_judge("where", TOP / "examples/2014.log", "--at", at, "--view", "detectives").output.splitlines()
        marks = re.fullmatch(r"(\d+) stations .*", found[0])
        assert marks is not None
        said = words(drawn(sy_judge, TOP / "examples/2014.log", tmp_path, "--at", at, "--view", "detectives"))
        assert any(text.endswith(f"X on one of {marks[1]} stations") for text in said)


def test_another_width_is_the_same_picture(sy_judge: Callable[..., Said], tmp_path: Path) -> None:
    large, small = (drawn(sy_judge, ONE, tmp_path, "--width", width) for width in ("3200", "400"))
    assert (large.get("width"), small.get("width")) == ("3200", "400")
    assert large.get("viewBox") == small.get("viewBox")
    assert words(large) == words(small)


def test_a_page_that_begins_later_says_so(sy_judge: Callable[..., Said], tmp_path: Path) -> None:
    torn = "variant: 2014\nround: 5\nentry: 4\nstart: X 105; red 111; blue 112; green 100; yellow 110\n"
    assert "The log of this record begins after entry 4." in words(drawn(sy_judge, torn, tmp_path))


def test_two_games_that_look_alike_are_one_picture(sy_judge: Callable[..., Said], tmp_path: Path) -> None:
    """Another start, other stations, the same tickets: he was never seen."""
    texts = []
    for start, first, second in ((127, 115, 114), (104, 116, 118)):
        game = f"variant: 2014\nstart: X {start}; red 26; blue 91; green 174; yellow 50\n\n"
        game += f"1. X taxi {first}; red taxi 39; blue taxi 105; green taxi 161; yellow taxi 37\n2. X taxi {second}\n"
        drawn(sy_judge, game, tmp_path, "--view", "detectives")
        texts.append((tmp_path / "out.svg").read_bytes())
    assert texts[0] == texts[1]


@pytest.mark.parametrize("log", sorted((TOP / "examples").glob("*.log")), ids=lambda path: path.stem)
def test_every_example_can_be_drawn(log: Path, sy_judge: Callable[..., Said], tmp_path: Path) -> None:
    for view in ((), ("--view", "detectives")):
        svg = drawn(sy_judge, log, tmp_path, *view)
        stations = [node.get("id") for node in svg.iter(f"{SVG}g")]
        assert "station-1" in stations


def test_what_else_lies_on_the_board(sy_judge: Callable[..., Said], tmp_path: Path) -> None:
    svg = drawn(sy_judge, TOP / "examples" / "holmes.log", tmp_path, "--at", "14", "--view", "detectives")
    assert "roadblocks: 62" in words(svg)
    lying = [square for square in svg.iter(f"{SVG}rect") if square.get("stroke") == "#b3261e"]
    assert len(lying) == 2  # and the legend
    assert "roadblocks" in words(svg)


def test_tickets_that_are_used_up_are_shown(sy_judge: Callable[..., Said], tmp_path: Path) -> None:
    said = words(drawn(sy_judge, TOP / "examples/2014.log", tmp_path))
    assert "red (Ben) on 117: taxi 5, bus 0, underground 4" in said
    assert "X (Ana) on 117: taxi any, bus any, underground any, black 0, double 0" in said


def test_the_trail_of_an_open_log_begins_with_the_first_entry(sy_judge: Callable[..., Said], tmp_path: Path) -> None:
    svg = drawn(sy_judge, TOP / "examples/2014.log", tmp_path)
    trail = [path for path in svg.iter(f"{SVG}path") if path.get("stroke-opacity") == "0.45"]
    assert len(trail) == 16 + 1  # a ride for each entry, and the legend


def test_every_step_is_drawn(sy_judge: Callable[..., Said], tmp_path: Path) -> None:
    """The start and each step, as `--at` draws the same moment."""
    said = sy_judge("draw", TOP / "examples/beginners.log", "--all", "--view", "detectives", "-o", tmp_path / "frames")
    assert (said.output, said.code) == ("", 0)
    frames = sorted((tmp_path / "frames").iterdir())
    assert [frame.name for frame in frames[:2]] == ["000.svg", "001.svg"]
    assert len(frames) == 53
    log = (TOP / "examples/beginners.log").read_text(encoding="utf-8")
    second = drawn(sy_judge, log, tmp_path, "--at", "1.red", "--view", "detectives")
    assert words(second) == words(ElementTree.fromstring(frames[3].read_text(encoding="utf-8")))
    refused = sy_judge("draw", TOP / "examples/beginners.log", "--all", "--at", "2", "-o", tmp_path / "frames")
    assert (refused.code, "leave --at out" in refused.output) == (2, True)


def test_a_png_picture(sy_judge: Callable[..., Said], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """By a package that not everybody has; without it the help says what to type."""
    maker = ModuleType("resvg_py")
    monkeypatch.setattr(maker, "svg_to_bytes", lambda svg_string: b"PNG of " + svg_string[:4].encode(), raising=False)
    monkeypatch.setitem(sys.modules, "resvg_py", maker)
    said = sy_judge("draw", TOP / "examples/2014.log", "--format", "png", "-o", tmp_path / "game.png")
    assert (said.output, said.code) == ("", 0)
    assert (tmp_path / "game.png").read_bytes() == b"PNG of <svg"
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    said = sy_judge("draw", TOP / "examples/2014.log", "--format", "png", "-o", tmp_path / "other.png")
    assert said.code == 2
    assert "pip install -e '.[png]'" in said.output
    assert not (tmp_path / "other.png").exists()


def test_no_flag_lies_over_another(sy_judge: Callable[..., Said], tmp_path: Path) -> None:
    for log in ("holmes.log", "2014.log", "classic.log"):
        for round_number in range(2, 12):
            svg = drawn(sy_judge, TOP / "examples" / log, tmp_path, "--at", str(round_number))
            flags = [group for group in svg.iter(f"{SVG}g") if group.get("class") == "flag"]
            places = [[float(part) for part in re.findall(r"-?[\d.]+", flag.get("transform", ""))] for flag in flags]
            sizes = [[float(flag[0].get(key, "")) for key in ("width", "height")] for flag in flags]
            boxes = [(*place, *size) for place, size in zip(places, sizes, strict=True)]
            for (x, y, width, height), (ax, ay, awidth, aheight) in itertools.combinations(boxes, 2):
                assert x >= ax + awidth or ax >= x + width or y >= ay + aheight or ay >= y + height


@pytest.mark.parametrize("width", [800, 1600, 3000])
def test_words_have_room_whatever_the_size(width: int, sy_judge: Callable[..., Said], tmp_path: Path) -> None:
    svg = drawn(sy_judge, TOP / "examples" / "saltmarsh" / "first-night.log", tmp_path, "--width", str(width))
    size = (1600 - 48) / 16  # of an entry; the picture is scaled as a whole
    covers = [
        node for node in svg.iter(f"{SVG}text") if node.text in ("footpath", "lantern") and node.get("font-weight") == "bold"
    ]
    assert len(covers) == 6
    assert all(float(node.get("font-size", "")) * 0.65 * len(node.text or "") < size - 8 for node in covers)


def test_names_are_words_and_not_pictures(sy_judge: Callable[..., Said], tmp_path: Path) -> None:
    svg = drawn(sy_judge, ONE.replace("= Ben", "= <b>&\"Ben'"), tmp_path)
    assert any("<b>&\"Ben'" in text for text in words(svg))


def test_what_is_wrong_is_told(sy_judge: Callable[..., Said], tmp_path: Path) -> None:
    (tmp_path / "game.log").write_text(ONE, encoding="utf-8")
    (tmp_path / "bad.log").write_text("variant: 2014\nstart: X 104\n\n1. X taxy 86\n", encoding="utf-8")
    for arguments, message in (
        (("game.log", "--at", "9"), "the record has no round 9"),
        (("game.log", "--view", "nobody"), "nobody at this table is called `nobody`"),
        (("bad.log",), "taxy"),
        (("no.log",), "this file does not exist"),
    ):
        said = sy_judge("draw", tmp_path / arguments[0], *arguments[1:], "-o", tmp_path / "out.svg")
        assert message in said.output
        assert said.code == 2
    assert not (tmp_path / "out.svg").exists()
    assert sy_judge("draw", tmp_path / "game.log", "-o", "-").output.startswith("<svg ")
