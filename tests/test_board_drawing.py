"""Pictures of boards: everything is in them, nothing covers anything else, and hostile words stay words."""

from __future__ import annotations

import itertools
import math
import re
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest
from attrs import evolve

from adjudicator.board import Board, Line, Station, load
from adjudicator.picture.drawing import Mark, draw
from adjudicator.picture.flags import Piece
from adjudicator.picture.labels import Sign, readable_on
from adjudicator.picture.layout import BUSY, Curve, Layout
from adjudicator.picture.strokes import dashes

TOP = Path(__file__).parent.parent
SVG = "{http://www.w3.org/2000/svg}"
BOARDS = ["london", "london-classic", "london-mb", "london-1895", str(TOP / "examples/boards/saltmarsh.toml")]


def picture(board: Board, **options: object) -> ElementTree.Element:
    return ElementTree.fromstring(draw(board, **options))  # type: ignore[arg-type]


def texts(svg: ElementTree.Element) -> list[str]:
    return [node.text or "" for node in svg.iter(f"{SVG}text")]


@pytest.mark.parametrize("name", BOARDS)
def test_every_station_has_its_number_and_its_rings(name: str) -> None:
    board = load(name)
    every = {node.get("id", ""): node for node in picture(board).iter(f"{SVG}g") if node.get("id")}
    groups = {name: node for name, node in every.items() if name.startswith("station-")}
    assert list(groups) == [f"station-{number}" for number in board.stations]
    colours = {mode.name: mode.colour for mode in board.modes}
    for number in board.stations:
        group = groups[f"station-{number}"]
        assert texts(group) == [str(number)]
        disc = every[group[0].get("href", "").removeprefix("#")]
        rings = [node.get("stroke") for node in list(disc)[1:]]
        assert rings == list(dict.fromkeys(colours[mode] for mode, _, _ in board.lines_from(number)))


@pytest.mark.parametrize("name", BOARDS)
def test_discs_do_not_touch_and_lines_keep_clear_of_strangers(name: str) -> None:
    layout = Layout(load(name))
    spots = sorted(layout.spots.items())
    assert all(math.dist(a, b) > 2 * layout.radius for i, (_, a) in enumerate(spots) for _, b in spots[:i])
    for line in layout.board.lines:
        own = {line.a, line.b, *line.passes}
        points = [curve.at(step / 12) for curve in layout.curves(line) for step in range(13)]
        close = {n for n, spot in spots for point in points if n not in own and math.dist(point, spot) < layout.radius}
        assert not close, f"{line.mode} {line.a}-{line.b} runs across {close}"


def test_numbers_are_readable_at_1600_pixels() -> None:
    svg = picture(load("london"))
    assert svg.get("width") == "1600"
    sizes = [float(node.get("font-size", "0")) for node in svg.iter(f"{SVG}text")]
    assert min(sizes) >= 11


def test_marks_route_and_pieces() -> None:
    board = load("london")
    plain = draw(board)
    more = draw(board, [Mark(67, Sign("here", "#123456"))], [[13, 46, 74]], [Piece(26, "red", "#cc0000"), Piece(26, "X <&>")])
    assert more.count("#123456") == 4  # on the board and in the legend
    assert more.count('stroke-opacity="0.45"') == 3  # two rides, and the legend
    assert {"here", "way", "a piece"} <= set(texts(ElementTree.fromstring(more)))
    assert {"red", "X <&>"} <= set(texts(ElementTree.fromstring(more)))
    assert "<g id=" in plain


def test_a_title_cannot_break_the_picture() -> None:
    board = evolve(load("london"), title='</title><script>alert("x")</script>\x1b')
    assert board.title[:-1] in [text.strip() for text in texts(picture(board))]


def test_stations_without_coordinates_are_named_instead() -> None:
    board = load("london")
    stations = {**board.stations, 1: evolve(board.stations[1], x=None, y=None)}
    svg = picture(evolve(board, stations=stations))
    assert "without coordinates: 1" in texts(svg)
    assert "station-1" not in [node.get("id") for node in svg.iter(f"{SVG}g")]


def boxes(svg: ElementTree.Element) -> list[tuple[float, float, float, float]]:
    """The flags of pieces: left, upper, right and lower edge."""
    found = []
    for flag in (node for node in svg.iter(f"{SVG}g") if node.get("class") == "flag"):
        x, y = (float(part) for part in re.findall(r"-?[\d.]+", flag.get("transform", "")))
        found.append((x, y, x + float(flag[0].get("width", "0")), y + float(flag[0].get("height", "0"))))
    return found


def test_flags_of_neighbours_do_not_cover_each_other() -> None:
    board = load("london")
    for crowd in ((111, 112, 110, 98, 100), (92, 93, 94, 74, 73), (153, 152, 151, 166, 138), (7, 17, 30, 42, 29)):
        flags = boxes(picture(board, pieces=[Piece(number, f"piece-{number}") for number in crowd]))
        assert len(flags) == len(crowd)
        for i, (left, upper, right, lower) in enumerate(flags):
            assert left >= 0
            assert right <= 1600
            for other in flags[:i]:
                apart = right <= other[0] or other[2] <= left or lower <= other[1] or other[3] <= upper
                assert apart, f"flags of {crowd[i]} and its neighbours"


def test_a_long_title_does_not_run_into_the_legend() -> None:
    board = load("london-1895")
    rows: list[str | None] = []
    for title in ("Short", "Long " * 30, "Very long " * 60):
        found = [node for node in picture(board, title=title).iter(f"{SVG}text") if node.text in (title, "carriage (taxi)")]
        rows.append("one" if found[0].get("y") == found[1].get("y") else "two")
        assert 0.62 * float(found[0].get("font-size", "0")) * len(title) <= 1600
    assert rows == ["one", "two", "two"]


def test_several_routes() -> None:
    more = draw(load("london"), routes=[[13, 46], [1, 46, 74]])
    assert more.count('stroke-opacity="0.45"') == 4  # three rides, and the legend


@pytest.mark.parametrize("name", BOARDS)
def test_lines_can_be_told_apart_without_colours(name: str) -> None:
    """Two modes are drawn with other dashes, or one is half as wide again as the other; so are their samples in the legend."""
    modes = load(name).modes
    patterns = dashes(modes)
    for one, other in itertools.combinations(modes, 2):
        wide, narrow = max(one.width, other.width), min(one.width, other.width)
        assert patterns[one.name] != patterns[other.name] or wide >= 1.5 * narrow, (one.name, other.name)
    text = draw(load(name))
    assert all(text.count(pattern) >= 2 for pattern in patterns.values() if pattern)


def test_a_huge_board_is_drawn_without_bends() -> None:
    """Parts that would take minutes are left out: nobody could read such a picture anyway."""
    board = load("london")
    numbers = range(1, 1501)
    stations = {n: Station(n, n % 50, n // 50, "invented") for n in numbers}
    lines = tuple(Line("taxi", n, n + 2, (), "invented") for n in numbers if n % 50 < 48 and n + 2 in stations)
    layout = Layout(evolve(board, stations=stations, lines=lines))
    assert len(lines) * len(stations) > BUSY
    assert all(_is_straight(curve) for line in lines for curve in layout.curves(line))
    few = Layout(evolve(board, stations={n: stations[n] for n in range(1, 50)}, lines=lines[:40]))
    assert not any(_is_straight(curve) for line in lines[:40] for curve in few.curves(line))


def _is_straight(curve: Curve) -> bool:
    middle = ((curve.start[0] + curve.end[0]) / 2, (curve.start[1] + curve.end[1]) / 2)
    return math.dist(middle, curve.control) < 0.01


@pytest.mark.parametrize(("colour", "letters"), [("#008a5e", "#000000"), ("#d1335b", "#ffffff"), ("#1f1f1f", "#ffffff")])
def test_letters_can_be_read_on_every_colour(colour: str, letters: str) -> None:
    """White letters on the green of the buses were too pale: 4.4 to 1, where 4.5 is wanted."""
    assert readable_on(colour) == letters
