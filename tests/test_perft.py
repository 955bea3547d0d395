"""How many sequences of clauses there are from known positions: cheap to compare, and merciless.

Each number was counted by the engine and, where it covers the variant, by the second judge.
"""

from __future__ import annotations

import pytest
import second_judge as second

from adjudicator import Game, load_variant

START = {
    "classic": "start: X 132; purple 26; red 117; green 174; yellow 50; blue 94",
    "1984": "start: X 132; red 26; blue 117; green 174; yellow 50",
    "2000": "start: X 117; red 26; blue 91; green 174",
    "2014": "start: X 104; red 26; blue 117; green 174; yellow 50",
    "2023": "start: X 127; red 26; blue 117; white (police) 50; grey (police) 91",
    "beginners": "start: X 82; red 41; blue 46; green 124",
    "holmes-original": "start: X 104; sherlock 26; watson 117; mycroft 174; white (bobby) 50",
}
MIDDLE = (
    "round: 9\n"
    "entry: 9\n"
    "start: X 67; red 65; blue 53; green 103\n"
    "tickets: X black 1, double 1; red taxi 2, bus 1, underground 1; "
    "blue taxi 1, bus 0, underground 0; green taxi 3, bus 2, underground 0\n"
)
END = (
    "round: 12\n"
    "entry: 13\n"
    "start: X 2; red 21; blue 9; green 24\n"
    "tickets: X black 0, double 0; red taxi 1, bus 0, underground 0; "
    "blue taxi 0, bus 0, underground 0; green taxi 1, bus 1, underground 1\n"
)
MIDDLE_FREE = """
round: 9
entry: 9
start: X 67; red 65; blue 53; green 103
tickets: X black 1, double 1
"""
END_FREE = """
round: 13
entry: 13
start: X 2; red 21; blue 9; green 24
tickets: X black 0, double 1
"""

BOTH_JUDGES = [
    ("classic", START["classic"], [74, 222, 888]),
    ("classic", MIDDLE, [253, 2024, 5889]),
    ("classic", END, [2, 4, 9]),
    ("1984", START["1984"], [74, 222, 888]),
    ("1984", MIDDLE, [253, 2024, 5889]),
    ("1984", END, [2, 4, 9]),
    ("2000", START["2000"], [94, 282, 1410]),
    ("2000", MIDDLE, [253, 2024, 5889]),
    ("2000", END, [2, 4, 9]),
    ("2014", START["2014"], [58, 754, 7218]),
    ("2014", MIDDLE, [251, 3514, 27995]),
    ("2014", END, [2, 10, 21]),
    ("2023", START["2023"], [159, 2385, 26273]),
    ("2023", MIDDLE, [251, 3514, 27995]),
    ("2023", END, [2, 10, 21]),
    ("beginners", START["beginners"], [164, 4100, 68077]),
    ("beginners", MIDDLE_FREE, [137, 1918, 15101]),
    ("beginners", END_FREE, [7, 56, 472]),
    ("holmes-original", START["holmes-original"], [58, 754, 7218]),
    ("holmes-original", MIDDLE, [251, 3514, 27995]),
    ("holmes-original", END, [2, 10, 21]),
]

SAMPLE = "board: london-1895-sample\n"
HOLMES = [
    (SAMPLE + "start: X 45/104 at 45; sherlock 26; watson 117; mycroft 174; white (bobby) 50", [179, 3079, 41754]),
    (
        SAMPLE + "round: 5\nentry: 4\nstart: X 59; sherlock 91; watson 56; mycroft 6; irene 13; lestrade 72\n"
        "cards: X crimes 45, 12, 160",
        [324, 9468, 213579],
    ),
    (
        SAMPLE + "round: 7\nentry: 7\nstart: X 7; sherlock 45; watson 30; mycroft 6; irene 17; lestrade 72\n"
        "cards: X crimes 45, 12, 160\nstate: roadblocks = 104, 19; banned = bus",
        [201, 5028, 96485],
    ),
]
OPTIONS = [
    ("classic", ("voluntary-surfacing",), MIDDLE, [1627, 12702, 42793]),
    ("classic", ("order=free",), MIDDLE, [253, 3542, 28223]),
    ("2014", ("cut-off", "double-returns=off"), MIDDLE, [185, 2590, 20750]),
    ("2014", ("doubles-per-round=any",), MIDDLE.replace("double 1", "double 2"), [251, 20503, 265841]),
    ("2014", ("fugitive-supply=hand",), END.replace("double 0", "taxi 1, double 1"), [2, 10, 21]),
    ("beginners", ("last-double=extra-round",), END_FREE, [7, 56, 277]),
]


def counted(variant: str, text: str, depths: int, options: tuple[str, ...] = ()) -> list[int]:
    board = "london-1895-sample" if text.startswith("board:") else ""
    game = Game.parse(f"{text.strip()}\n", load_variant(variant, board=board, options=options))
    return [game.perft(depth) for depth in range(1, depths + 1)]


def counted_again(variant: str, text: str, depths: int) -> list[int]:
    headers = {"variant": variant} | {line.split(": ")[0]: line.split(": ", 1)[1] for line in text.strip().splitlines()}
    state = second.state_from(headers)
    return [second.perft(state, depth, bulk=True) for depth in range(1, depths + 1)]


@pytest.mark.parametrize(("variant", "text", "numbers"), BOTH_JUDGES)
def test_both_judges_count_the_same(variant: str, text: str, numbers: list[int]) -> None:
    assert counted(variant, text, len(numbers)) == numbers
    assert counted_again(variant, text, len(numbers)) == numbers


@pytest.mark.parametrize(("text", "numbers"), HOLMES)
def test_abilities_are_counted(text: str, numbers: list[int]) -> None:
    assert counted("holmes", text, len(numbers)) == numbers


@pytest.mark.parametrize(("variant", "options", "text", "numbers"), OPTIONS)
def test_options_are_counted(variant: str, options: tuple[str, ...], text: str, numbers: list[int]) -> None:
    assert counted(variant, text, len(numbers), options) == numbers
