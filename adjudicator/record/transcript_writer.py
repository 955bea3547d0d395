"""Writes a transcript in its canonical form: one way to write everything, comments in their places.

The text reads back as the same transcript, and writing that gives the same text again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from adjudicator.record.lexicon import Argument
from adjudicator.record.transcript import (
    UNLIMITED,
    Act,
    Blank,
    Clause,
    Comment,
    Draw,
    Event,
    Hand,
    Header,
    Hears,
    Holding,
    Pass,
    Resign,
    Ride,
    RoundMark,
    Seals,
    Seat,
    Start,
    StateValue,
    Stay,
    Step,
    Transcript,
    TurnEnd,
    Unwritten,
    Value,
    Withdrawal,
)

WIDTH = 100
_WORDS: dict[type[Step], str] = {Stay: "stays", Pass: "passes", Resign: "resigns", Unwritten: "?"}
INDENT = "   "
TABLE = "table"  # hears announcements to all pursuers


def write(transcript: Transcript) -> str:
    """The whole transcript, ending with a line end."""
    return _Writer(transcript).text()


def write_said(headers: Transcript, rounds: Mapping[int, Iterable[str]]) -> str:
    """Write a transcript from headers, and from clauses of each round that are in canonical form already."""
    writer = _Writer(headers)
    for header in headers.headers:
        writer.item(header)
    writer.blank()
    for number, clauses in rounds.items():
        writer.item(RoundMark(number))
        for text in clauses:
            writer.clause(text, text.startswith(f"{headers.fugitive} "))
    return writer.whole()


def write_clause(clause: Clause) -> str:
    """Write one clause as a list of legal moves shows it: `X 2x taxi 69 + dive, black 52!`."""
    return f"{clause.piece} {write_parts(clause.parts)}"


def write_event(item: Event, fugitive: str) -> str:
    """Write an event: `X done`, `X draws 45/104 for escape`, `red withdrew a clause by agreement`."""
    match item:
        case TurnEnd(side):
            return f"{fugitive if side == 'fugitive' else 'detectives'} done"
        case Draw(piece, form, card):
            return f"{piece} draws {write_card(card)} for {form.written}"
        case Withdrawal(piece, agreed):
            return f"{piece} withdrew a clause{' by agreement' if agreed else ''}"
        case Hears(piece, words):
            return f'{piece or TABLE} hears "{words}"'


def write_parts(parts: Iterable[Step]) -> str:
    said: list[str] = []
    entries = turn = False
    for step in parts:
        entry = isinstance(step, Ride) or (isinstance(step, Act) and step.form.place == "entry")
        if said:
            said.append(" " if turn and not entries else ", " if entry else " + ")
        entries = entries or entry
        turn = turn or (isinstance(step, Act) and step.form.place == "turn")
        said.append(write_step(step))
    return "".join(said)


def write_step(step: Step) -> str:
    if isinstance(step, Ride):
        return _ride(step)
    if isinstance(step, Act):
        return _act(step)
    return _WORDS[type(step)]


def _unknown(seals: Seals, field: str) -> str:
    return next((f"?[{commitment}]" for name, commitment in seals if name == field), "?")


def _ride(ride: Ride) -> str:
    ticket = _unknown(ride.seals, "ticket") if ride.ticket is None else ride.ticket
    mode = _unknown(ride.seals, "mode") if ride.mode is None else ride.mode
    fare = ticket if mode == "?" else f"{ticket}/{mode}" if ticket else mode
    to = _unknown(ride.seals, "to") if ride.to is None else str(ride.to)
    return f"{fare} {to}!" if ride.mark else f"{fare} {to}"


def _act(act: Act) -> str:
    said = [act.form.written]
    marked = max((i for i, a in enumerate(act.form.arguments[: len(act.values)]) if a.kind == "station"), default=-1)
    for index, (argument, value) in enumerate(zip(act.form.arguments, act.values, strict=False)):
        text = _value(argument, value, _unknown(act.seals, str(index)))
        said += [f"{text}!" if act.mark and index == marked else text] if text else []
    if act.failed:
        said.append("fails")
    answer = act.answer or _unknown(act.seals, "answer")
    if answer != "?":
        said.append(f"-> {answer}")
    return " ".join(said)


def _value(argument: Argument, value: Value, unknown: str) -> str:
    if argument.each and isinstance(value, tuple):
        if not value:
            return ""
        text = " ".join(f"{pair[0]} {'?' if pair[1] is None else pair[1]}" for pair in value if isinstance(pair, tuple))
    elif isinstance(value, tuple):
        text = write_card(value)
    else:
        text = unknown if value is None else str(value)
    return f"{argument.word} {text}" if argument.word else text


def write_card(card: Iterable[object]) -> str:
    return "/".join(map(str, card))


# --- headers


def _seat(seat: Seat) -> str:
    piece = f"{seat.piece} ({seat.role})" if seat.role else seat.piece
    return f"{piece} = {seat.person}" if seat.person else piece


def _start(start: Start) -> str:
    piece = f"{start.piece} ({start.role})" if start.role else start.piece
    card = write_card(start.card) if start.card else _unknown(start.seals, "card")
    at = _unknown(start.seals, "at") if start.at is None else str(start.at)
    if card == "?":
        return f"{piece} {at}"
    return f"{piece} {card}" if at == "?" and start.card else f"{piece} {card} at {at}"


def _hand(hand: Hand) -> str:
    said = (write_card(card) if card else _unknown(hand.seals, str(index)) for index, card in enumerate(hand.cards))
    return f"{hand.piece} {hand.deck} {', '.join(said)}".rstrip()


def _holdings(holdings: Iterable[Holding]) -> str:
    held: dict[str, list[str]] = {}
    for holding in holdings:
        count = {None: "?", UNLIMITED: "unlimited"}.get(holding.count, str(holding.count))
        held.setdefault(holding.holder, []).append(f"{holding.ticket} {count}")
    return "; ".join(f"{holder} {', '.join(counts)}" for holder, counts in held.items())


def _state(state: StateValue) -> str:
    return f"{state.name} = {_unknown(state.seals, 'value') if state.value is None else state.value}"


def _list(write_one: Callable[[Any], str], between: str = "; ") -> Callable[[Any], str]:
    return lambda content: between.join(map(write_one, content))


_CONTENTS: dict[str, Callable[[Any], str]] = {
    "option": _list(str),
    "seats": _list(_seat),
    "start": _list(_start),
    "cards": _list(_hand),
    "moved": lambda content: ", ".join(content) or "none",
    "tickets": _holdings,
    "state": _list(_state),
    "ears": ", ".join,
}


def write_content(header: Header, fugitive: str) -> str:
    if header.key == "result" and header.content in ("escapes", "caught"):
        return f"{fugitive} {header.content}"
    return _CONTENTS.get(header.key, str)(header.content)


# --- lines


class _Writer:
    """Arranges items in lines. A round begins a new line, and so does the fugitive after others have moved."""

    def __init__(self, transcript: Transcript):
        self.transcript = transcript
        self.lines: list[str] = []
        self.current = ""  # the line that is still open
        self.in_round = False
        self.others_moved = False
        self.width = max((len(header.key) for header in transcript.headers), default=0) + 2

    def text(self) -> str:
        gap = self._missing_gap()
        for index, item in enumerate(self.transcript.items):
            if index == gap:
                self.blank()
            self.item(item)
        return self.whole()

    def whole(self) -> str:
        """All lines so far."""
        self._close()
        return "\n".join(self.lines).strip("\n") + "\n"

    def _missing_gap(self) -> int:
        """The index before which an empty line between headers and game is missing; -1 if none is missing."""
        items = self.transcript.items
        last = max((index for index, item in enumerate(items) if isinstance(item, Header)), default=-1)
        body = next((index for index, item in enumerate(items) if not isinstance(item, Header | Comment | Blank)), -1)
        if last < 0 or body < last or any(isinstance(item, Blank) for item in items[last:body]):
            return -1
        after = items[last + 1]
        return last + 2 if isinstance(after, Comment) and after.trails else last + 1

    def item(self, item: object) -> None:
        if isinstance(item, Clause) and isinstance(item.parts[0], Unwritten):
            if item.piece == self.transcript.fugitive:  # a single mark for the whole round
                self.clause("?", True)
        elif isinstance(item, Clause):
            self.clause(write_clause(item), item.piece == self.transcript.fugitive)
        elif isinstance(item, Event):
            whose = item.side if isinstance(item, TurnEnd) else item.piece
            his = whose in ("fugitive", self.transcript.fugitive) or (isinstance(item, Hears) and not self.others_moved)
            self.clause(write_event(item, self.transcript.fugitive), his)
        elif isinstance(item, RoundMark):
            self._close()
            self.current, self.in_round, self.others_moved = f"{item.number}.", True, False
        elif isinstance(item, Comment):
            self._comment(item)
        elif isinstance(item, Header):
            self._close()
            key = f"{item.key}:"
            self.current = f"{key:<{self.width}}{write_content(item, self.transcript.fugitive)}"
        else:
            self.blank()

    def clause(self, text: str, own: bool) -> None:
        if own and self.others_moved:
            self._close()
            self.in_round = self.others_moved = False
        self.others_moved = self.others_moved or not own
        if self.current and self.current[-1] == "." and self.current[:-1].isdigit():
            self.current += f" {text}"
        elif self.current and len(self.current) + 2 + len(text) <= WIDTH:
            self.current += f"; {text}"
        else:
            self._close()
            self.current = INDENT + text if self.in_round else text
        self.in_round = True

    def _comment(self, comment: Comment) -> None:
        if comment.trails and self.current:
            self.current += f"  #{comment.text}"
            self._close()
            return
        self._close()
        self.lines.append((INDENT if comment.indented else "") + f"#{comment.text}")

    def blank(self) -> None:
        self._close()
        if self.lines and self.lines[-1]:
            self.lines.append("")

    def _close(self) -> None:
        if self.current:
            self.lines.append(self.current)
        self.current = ""
