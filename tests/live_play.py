"""Playing at the table without a terminal: a table of any edition, somebody who types legal moves, what everybody could see."""

from __future__ import annotations

import random
from collections.abc import Callable, Generator, Iterator
from pathlib import Path

from attrs import define, evolve, field

from adjudicator.engine import Move
from adjudicator.judge.log_file import Asked
from adjudicator.language import tree as t
from adjudicator.report.screens import news
from adjudicator.table.disk import Disk
from adjudicator.table.evening import Evening
from adjudicator.table.record_files import RecordFiles
from adjudicator.table.screens import Screen
from adjudicator.table.sentences import Spoken
from adjudicator.table.session import Session
from adjudicator.table.start_cards import Luck
from adjudicator.table.table_game import TableGame

TOP = Path(__file__).parent.parent

# A table of each edition: headers of a game that can begin.
TABLES = {
    "2014": """variant: 2014
seats: X = Ana; red = Ben; blue = Cleo; green = Dev; white (police)
start: X 127; red 26; blue 117; green 174; white 50
""",
    "2023": """variant: 2023
seats: X = Ana; red = Ben; blue = Cleo; white (police); grey (police)
start: X 104; red 26; blue 117; white 50; grey 91
""",
    "classic": """variant: classic
option: voluntary-surfacing
seats: X = Ana; purple = Ben; blue = Ben; yellow = Ben; red = Cleo; green = Cleo
start: X 132; purple 103; blue 94; yellow 53; red 26; green 29
""",
    "1984": """variant: 1984
seats: X = Ana; red = Ben; blue = Ben; green = Cleo; yellow = Cleo
start: X 132; red 26; blue 29; green 53; yellow 94
""",
    "2000": """variant: 2000
seats: X = Ana; red = Ben; blue = Cleo; green = Dev
start: X 132; red 26; blue 29; green 53
""",
    "beginners": """variant: beginners
seats: X = Ana; red = Ben; blue = Cleo; green = Dev
start: X 82; red 41; blue 46; green 124
""",
    "holmes-original": """variant: holmes-original
board: london-1895-sample
seats: X = Ana; sherlock = Ben; watson = Cleo; white (bobby); grey (bobby)
start: X 45; sherlock 26; watson 29; white 50; grey 53
""",
    "holmes": """variant: holmes
board: london-1895-sample
seats: X = Ana; sherlock = Ben; watson = Cleo; mycroft = Dev; irene = Eli; lestrade = Fay
start: X 45/104 at 45; sherlock 26; watson 29; mycroft 50; irene 53; lestrade 91
cards: X crimes 12, 45, 160
""",
}
HOUSE = {
    "house-rules": """variant: house-rules
seats: X = Ana; red = Ben; blue = Cleo; green = Dev; rex
start: X 35/45 at 35; red 26; blue 117; green 174; rex 46
cards: X boxes 42, 63
""",
    "short": f"""variant: {TOP}/examples/house-rules/h52-short-game.toml
option: tiny
seats: X = Ana; red = Ben; blue = Cleo; green = Dev; white (police)
start: X 127; red 26; blue 117; green 174; white 50
""",
    "peek": f"""variant: {TOP}/examples/house-rules/h42-peek-and-challenge.toml
seats: X = Ana; red = Ben; blue = Cleo; green = Dev; yellow = Eli
start: X 127; red 26; blue 117; green 174; yellow 50
""",
}


@define
class Table:
    """An evening that is driven line by line; keeps every screen, and what the table could read of it."""

    evening: Evening
    screens: list[Screen] = field(factory=list)
    public: list[str] = field(factory=list)  # the lines of its open screens, with the table on each
    _dialogue: Generator[Screen, str, None] | None = None

    def begin(self) -> Screen:
        self._dialogue = self.evening.run()
        return self._seen(next(self._dialogue))

    def type(self, line: str) -> Screen:
        assert self._dialogue is not None
        return self._seen(self._dialogue.send(line))

    def quit(self) -> None:
        assert self._dialogue is not None
        self._dialogue.close()

    def _seen(self, screen: Screen) -> Screen:
        self.screens.append(screen)
        if not screen.is_private:
            self.public += news(screen, None)
        return screen

    @property
    def screen(self) -> Screen:
        return self.screens[-1]

    @property
    def session(self) -> Session:
        assert self.evening.laptop is not None
        return self.evening.laptop.session

    def save_by(self, save: Callable[[TableGame], Spoken | None]) -> None:
        """From now on the game is saved so."""
        laptop = self.evening.laptop
        assert laptop is not None
        laptop.session = evolve(laptop.session, keeper=evolve(laptop.session.keeper, save=save))

    @property
    def game(self) -> TableGame:
        return self.session.game

    @property
    def said(self) -> str:
        """Everything that the last screen says."""
        return "\n".join(self.screen.lines)

    @property
    def log(self) -> str:
        return self.evening.log.read_text(encoding="utf-8")

    @property
    def secret(self) -> str:
        return self.files.secret.read_text(encoding="utf-8")

    @property
    def files(self) -> RecordFiles:
        """Its files, as another program would read them."""
        return RecordFiles(self.evening.log)

    def read_back(self) -> TableGame:
        """The game that its files contain."""
        return self.files.read(self.game.rules)


def table(
    folder: Path,
    headers: str = "",
    *,
    seed: int = 1,
    disk: Disk | None = None,
    variant: str = "",
    name: str = "game",
    cards: str = "draw",
) -> Table:
    """A table at which a game with these headers is set up, or taken up again; `variant` instead sets one up by dialogue."""
    folder.mkdir(exist_ok=True)
    page = folder / "headers.txt"
    log = folder / f"{name}.log"
    if headers:
        page.write_text(headers, encoding="utf-8")
    taken = str(page) if headers and not log.exists() else ""
    luck = Luck(random.Random(seed))
    evening = Evening(log, Asked(variant), taken, luck=luck, disk=disk or Disk())
    found = Table(evening)
    found.begin()
    if found.screen.prompt == "Who draws the cards?":
        found.type(cards)
    return found


# --- somebody who types


@define
class Player:
    """Types legal moves, and something special whenever there is something; the same seed types the same."""

    table: Table
    random: random.Random
    special: float = 0.3

    def line(self) -> str:
        """The text to type at this prompt."""
        prompt = self.table.screen.prompt
        if prompt.startswith("Pass the laptop"):
            return ""
        if prompt.startswith("The card is"):
            return self.random.choice(self.table.screen.messages[-1].removeprefix("you may choose: ").split("; "))
        if "`yes`" in prompt:
            return "yes"
        game = self.table.game.game
        moves = game.next_steps()
        if game.may_end_turn and (not moves or self.random.random() < 0.6):
            return "done"
        return self._move(list(moves))

    def _move(self, moves: list[Move]) -> str:
        unusual = [move for move in moves if move.actions]
        if unusual and self.random.random() < self.special:
            moves = unusual
        elif len(unusual) < len(moves):
            moves = [move for move in moves if not move.actions]
        move = self.random.choice(moves)
        for action in move.actions:
            if self._draws(action):
                return f"{move.piece} {self.table.game.rules.actions[action].written}"
        return move.notation

    def _draws(self, action: str) -> bool:
        return any(isinstance(one, t.DrawCard) for one in self.table.game.rules.actions[action].choices)

    def lines(self, most: int) -> Iterator[str]:
        """Type until the game is over, or so often."""
        for _ in range(most):
            if self.table.evening.laptop is not None and self.table.game.is_over:
                return
            line = self.line()
            yield line
            self.table.type(line)


def play(at: Table, seed: int = 1, most: int = 1000, special: float = 0.3) -> list[str]:
    """Play on; gives what was typed."""
    return list(Player(at, random.Random(seed), special).lines(most))
