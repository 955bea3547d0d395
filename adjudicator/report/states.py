"""Every state of a game by name, as text and as JSON from the same data."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from adjudicator.game import Game
from adjudicator.judge.named_state import PILE, NamedState
from adjudicator.judge.verdict import Result
from adjudicator.report.layout import table, wrapped
from adjudicator.report.verdicts import won

UNKNOWN, NOTHING = "?", "–"
TURNS = {"fugitive": "turn of X", "pursuers": "turn of the pursuers", None: "turn of ?"}


# --- for programs


def as_data(game: Game, seat: str = "") -> dict[str, object]:
    """The named state of a game, as an object for JSON; null for an unknown value, and for `result` until the game is over."""
    state = game.named_state(seat)
    return {
        "variant": game.rules.name,
        "board": game.engine.board.id,
        "round": state.round,
        "entries": state.entries,
        "side": state.side,
        "to_move": state.to_move,
        "moved": state.moved,
        "over": state.is_over,
        "result": _result(state.result),
        "pieces": {piece: {"station": station, "tickets": state.tickets[piece]} for piece, station in state.stations.items()},
        "supplies": state.supplies,
        "states": state.states,
        "counters": state.counters,
        **({"points": state.points} if state.points else {}),
        **({"piece_points": state.piece_points} if state.piece_points else {}),
    }


def _result(result: Result | None) -> dict[str, object] | None:
    return None if result is None else {"winner": result.winner, "by": result.by, "round": result.round}


# --- for people


def render(game: Game, seat: str = "") -> str:
    state = game.named_state(seat)
    return "\n".join(_Page(game, state).blocks())


class _Page:
    def __init__(self, game: Game, state: NamedState):
        self.game, self.state = game, state
        self.kinds = list(game.rules.tables.tickets)

    def blocks(self) -> Iterator[str]:
        yield wrapped("", self._head()) + "\n"
        yield "Pieces\n" + table(list(self._pieces()), "  ", headed=True)
        lying = {name: held for name, held in self.state.supplies.items() if name != PILE or set(held.values()) != {0}}
        if lying:
            rows = [(name, *self._counts(held)) for name, held in lying.items()]
            yield "Supplies\n" + table([("", *map(self._called, self.kinds)), *rows], "  ", headed=True)
        if self.state.states:
            yield "States\n" + "".join(self._states())
        if self.state.counters:
            yield "Counters\n" + table([(name, _written(count)) for name, count in self.state.counters.items()], "  ")
        if self.state.points:
            counts = [*self.state.points.items(), *self.state.piece_points.items()]
            yield "Points\n" + table([(who, _written(count)) for who, count in counts], "  ")

    def _head(self) -> str:
        state, result = self.state, self.state.result
        clock = f"round {_written(state.round)}, {_written(state.entries)} {'entry' if state.entries == 1 else 'entries'}"
        if result is not None:
            return f"{clock}: the game is over, {won(result.winner, self.game.rules.fugitive)} ({result.by})"
        moving = [
            f"{words}: {_written(pieces)}"
            for words, pieces in (("to move", state.to_move), ("moved", state.moved))
            if pieces != ()
        ]
        return "; ".join([f"{clock}, {TURNS[state.side]}", *moving])

    def _pieces(self) -> Iterator[tuple[str, ...]]:
        yield ("", "station", *map(self._called, self.kinds))
        for piece, station in self.state.stations.items():
            yield (piece, _written(station), *self._counts(self.state.tickets[piece]))

    def _counts(self, held: Mapping[str, object]) -> list[str]:
        """The numbers of tickets, in columns; a piece that rides free has none."""
        return [_written(held[kind]).replace("unlimited", "∞") if kind in held else NOTHING for kind in self.kinds]

    def _states(self) -> Iterator[str]:
        tables = self.game.rules.tables.state
        for name, value in self.state.states.items():
            yield wrapped(f"  {name}: ", self._value(value)) + "\n"
            yield wrapped("    ", tables[name].says) + "\n" if tables[name].says else ""

    def _value(self, value: object) -> str:
        if isinstance(value, Mapping):
            return ", ".join(f"{self._called(owner)} {self._value(one)}" for owner, one in value.items())
        return self._called(value) if isinstance(value, str) else _written(value)

    def _called(self, word: str) -> str:
        """A ticket or a mode as this edition names it to its players."""
        return self.game.rules.called.get(word, word)


def _written(value: object) -> str:
    match value:
        case None:
            return UNKNOWN
        case bool():
            return "yes" if value else "no"
        case tuple():
            return ", ".join(map(str, value)) or "none"
    return str(value)
