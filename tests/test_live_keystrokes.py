"""No keystroke makes a log that the same command cannot continue: random lines at every prompt, and the game is taken up after
each. `python tests/test_live_keystrokes.py --seeds 100` tries more of them.
"""

from __future__ import annotations

import argparse
import random
import shutil
import tempfile
from pathlib import Path

import pytest
from live_play import HOUSE, TABLES, TOP, Player, Table, table

pytestmark = pytest.mark.campaign

ALL = {
    **TABLES,
    **HOUSE,
    "holmes-unknown": TABLES["holmes"].replace("london-1895-sample", "london-1895"),
    "compass": TABLES["2014"].replace("variant: 2014", f"variant: 2014+{TOP}/examples/packs/compass.toml"),
    "paper": TABLES["2014"] + "1. X taxi 115; red taxi 15; blue taxi 88; green taxi 161\n   white taxi 37\n2. X taxi 114\n",
}
WORDS = (
    "X", "red", "blue", "watson", "sherlock", "taxi", "bus", "underground", "black", "2x", "15", "115", "0",
    "199", "99999", "->", "yes", "no", "maybe", "of", "course", ",", ";", "+", "?", "!", "#", "# note", "=",
    "(", ")", "[", "45/104", "river", "III", "undo", "undo agreed", "agreed", "done", "resigns", "stays",
    "passes", "back", "alone", "open", "draw", "type", "none", "manhunt", "interrogate", "clue", "escape",
    "dive", "crime", "roadblock", "1.", "2)", "result:", "X done", "withdrew", "a clause", "fails", "\xe9",
    "\u65e5\u672c", "\x00", "\u2028", "\u200f", "`", "'", '"', "\\", "/", "-", "...", "  ", "taken back:",
    "draws", "for", "to", "at",
)  # fmt: skip


def line(player: Player, at: Table) -> str:
    """Something to type: a move that is legal, perhaps with a slip in it, or anything at all."""
    chance, roll = player.random, player.random.random()
    if roll < 0.35:
        return " ".join(chance.choices(WORDS, k=chance.randint(1, 6)))
    try:
        legal = player.line() if at.evening.laptop is not None else _set_up(at)
    except IndexError:  # nothing is legal here but to say so
        legal = ""
    if roll < 0.5:
        return f"{legal} {chance.choice(WORDS)}"
    return legal if roll < 0.9 else chance.choice(("undo", "undo agreed", "yes", "", "yes, of course", "III", "45/104"))


def _set_up(at: Table) -> str:
    """An answer that leads on while a game is set up."""
    prompt = at.screen.prompt
    known = {"How many": "5", "Who draws": "draw", "What does the table decide": "3", "Play like this": "yes"}
    found = next((answer for start, answer in known.items() if prompt.startswith(start)), None)
    if found is None and prompt.startswith("Your 3 cards"):
        return "45, 66, 124"
    if found is None and prompt.startswith("Where "):
        return at.screen.offers[0].word if at.screen.offers else str(26 + len(at.screens))
    return found or ""


def type_at_random(folder: Path, headers: str, seed: int, most: int, variant: str = "") -> int:
    """Types at one table; how often the log grew and was taken up."""
    folder /= "table"
    at = table(folder, headers, seed=seed, variant=variant)
    player = Player(at, random.Random(seed))
    log, times = "", 0
    for _ in range(most):
        typed = line(player, at)
        try:
            at.type(typed)
        except StopIteration:
            break
        if at.evening.laptop is not None and at.log != log:
            log, times = at.log, times + 1
            _taken_up(at, folder, typed)
    at.quit()
    return times


def texts(at: Table) -> list[str]:
    """Its records; once the route is shown there is only one."""
    return [path.read_text(encoding="utf-8") for path in (at.files.log, at.files.secret) if path.exists()]


def _taken_up(at: Table, folder: Path, typed: str) -> None:
    """The same command continues, with the same files, the same position and the same question."""
    copy = folder.with_name("copy")
    shutil.rmtree(copy, ignore_errors=True)
    copy.mkdir()
    for path in folder.iterdir():
        if path.is_file() and path.suffix != ".lock":
            shutil.copy(path, copy)
    again = table(copy)
    assert texts(again) == texts(at), typed
    assert again.game.game.worlds[0].cells == at.game.game.worlds[0].cells, typed
    if at.session.asked is None:
        assert again.session.prompt == at.session.prompt, typed
    again.quit()


@pytest.mark.parametrize("name", ALL)
def test_every_keystroke_leaves_a_log_that_can_be_continued(name: str, tmp_path: Path) -> None:
    assert type_at_random(tmp_path, ALL[name], seed=1, most=40) > 0


@pytest.mark.parametrize("variant", ["2014", "classic", "holmes"])
def test_every_keystroke_of_a_set_up_leaves_a_log_that_can_be_continued(variant: str, tmp_path: Path) -> None:
    assert type_at_random(tmp_path, "", seed=2, most=50, variant=variant) > 0


def campaign(seeds: int, most: int) -> None:
    for seed in range(seeds):
        for name in (*ALL, "set-up 2014", "set-up classic", "set-up holmes", "set-up house-rules"):
            folder = Path(tempfile.mkdtemp())
            try:
                type_at_random(folder, ALL.get(name, ""), seed, most, name.removeprefix("set-up ") if name not in ALL else "")
            except Exception:
                print(f"{name}, seed {seed}: {folder}")
                raise
            shutil.rmtree(folder)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--seeds", type=int, default=10)
    parser.add_argument("--most", type=int, default=80)
    asked = parser.parse_args()
    campaign(asked.seeds, asked.most)
