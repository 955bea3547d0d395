"""Writes a game as people do, in every shape; and says what of the game each shape carries."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterator

from attrs import evolve, frozen

from adjudicator.record import transcript as r
from adjudicator.record.json_form import write_json
from adjudicator.record.transcript_writer import write_content, write_parts

Said = list[tuple[str, str]]  # the clauses of a round: piece, and what it did
GERMAN = {"taxi": "Taxi", "bus": "Bus", "underground": "U-Bahn", "black": "Schwarz", "ferry": "Fähre"}
PIECES = {"red": "rot", "blue": "blau", "green": "grün", "yellow": "gelb", "white": "weiß", "grey": "grau", "black": "schwarz"}
ONES = ("", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX")
LETTERS = {"taxi": "T", "bus": "B", "underground": "U", "black": "BL"}


@frozen
class Page:
    text: str
    ordered: bool = True  # whether it tells in which order the pursuers moved
    tickets: bool = True
    pursuers: bool = True


# --- the parts of a game


def rounds(game: r.Transcript) -> list[tuple[int, list[r.Clause]]]:
    found: list[tuple[int, list[r.Clause]]] = []
    for item in game.items:
        if isinstance(item, r.RoundMark):
            found.append((item.number, []))
        elif isinstance(item, r.Clause):
            found[-1][1].append(item)
    return found


def top(game: r.Transcript, *left_out: str, sign: str = ": ") -> list[str]:
    keys = ("variant", "board", "option", "seats", "start", "cards")
    said = [header for header in game.headers if header.key in keys and header.key not in left_out]
    return [f"{header.key}{sign}{write_content(header, game.fugitive)}" for header in said]


def plain(clause: r.Clause) -> list[r.Ride] | None:
    """The rides of a clause that is nothing but rides."""
    parts = clause.parts[1:] if clause.head is not None else clause.parts
    rides = [part for part in parts if isinstance(part, r.Ride)]
    head_is_plain = clause.head is None or clause.head.form.written == "2x"
    return rides if len(rides) == len(parts) and head_is_plain and all(ride.mode is None for ride in rides) else None


def told(clause: r.Clause, ride: Callable[[r.Ride], str], double: str = "2x ", between: str = ", ") -> str:
    rides = plain(clause)
    if rides is None or any(one.ticket is None or one.to is None for one in rides):
        return write_parts(clause.parts)
    return (double if clause.head is not None else "") + between.join(map(ride, rides))


def in_words(one: r.Ride) -> str:
    return f"{one.ticket} {one.to}{'!' if one.mark else ''}"


def by_letter(one: r.Ride) -> str:
    return f"{LETTERS.get(one.ticket or '', one.ticket)}{one.to}{'!' if one.mark else ''}"


def in_german(one: r.Ride) -> str:
    return f"{GERMAN.get(one.ticket or '', one.ticket)} {one.to}{' (gesehen)' if one.mark else ''}"


def bare(one: r.Ride) -> str:
    return f"{one.to}{'!' if one.mark else ''}"


# --- tables


def by_rounds(game: r.Transcript, cell: Callable[[r.Clause], str]) -> Iterator[list[str]]:
    """A row for each round: its number, and a cell for each piece."""
    for number, clauses in rounds(game):
        yield [str(number), *("; ".join(cell(one) for one in clauses if one.piece == piece) for piece in game.pieces)]


def heading(game: r.Transcript) -> list[str]:
    roles = {seat.piece: f" ({seat.role})" if seat.role else "" for seat in game.seats}
    return ["round", *(f"{piece}{roles.get(piece, '')}" for piece in game.pieces)]


def table(game: r.Transcript, sign: str, cell: Callable[[r.Clause], str], *, names: bool = True) -> str:
    file = io.StringIO()
    write = csv.writer(file, delimiter=sign, lineterminator="\n")
    if names:
        write.writerow(heading(game))
    write.writerows(by_rounds(game, cell))
    return "\n".join(top(game)) + "\n" + file.getvalue()


def tabs(game: r.Transcript) -> Page:
    return Page(table(game, "\t", lambda clause: told(clause, in_words)), ordered=False)


def commas(game: r.Transcript) -> Page:
    return Page(table(game, ",", lambda clause: told(clause, by_letter)), ordered=False)


def semicolons(game: r.Transcript) -> Page:
    return Page(table(game, ";", lambda clause: told(clause, in_german, "Doppelzug ")), ordered=False)


def stations(game: r.Transcript) -> Page:
    return Page(table(game, "\t", lambda clause: told(clause, bare, "")), ordered=False, tickets=False)


def without_heading(game: r.Transcript) -> Page:
    return Page(table(game, "\t", lambda clause: told(clause, by_letter), names=False), ordered=False)


def markdown(game: r.Transcript) -> Page:
    rows = [heading(game), ["---"] * len(heading(game)), *by_rounds(game, lambda clause: told(clause, in_words, between=" + "))]
    return Page("\n".join([*top(game), "", *(f"| {' | '.join(row)} |" for row in rows)]) + "\n", ordered=False)


def aligned(game: r.Transcript) -> Page:
    rows = [heading(game), *by_rounds(game, lambda clause: told(clause, in_words))]
    widths = [max(map(len, column)) + 2 for column in zip(*rows, strict=True)]
    lines = ("".join(f"{cell:<{width}}" for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows)
    return Page("\n".join([*top(game), "", *lines]) + "\n", ordered=False)


def players(game: r.Transcript) -> Page:
    rows = list(zip(heading(game), *by_rounds(game, lambda clause: told(clause, by_letter)), strict=True))
    rows[0] = ("player", *rows[0][1:])
    file = io.StringIO()
    csv.writer(file, lineterminator="\n").writerows(rows)
    return Page("\n".join(top(game)) + "\n" + file.getvalue(), ordered=False)


def moves(game: r.Transcript) -> Page:
    """A row for each move; the halves of a double have a row each."""
    file = io.StringIO()
    write = csv.writer(file, lineterminator="\n")
    write.writerow(["round", "who", "ticket", "station", "seen"])
    for number, clauses in rounds(game):
        for clause in clauses:
            rides = plain(clause)
            for one in rides or ():
                write.writerow([number, clause.piece, one.ticket, one.to, "x" if one.mark else ""])
            if rides is None:
                write.writerow([number, clause.piece, write_parts(clause.parts), "", ""])
    return Page("\n".join(top(game)) + "\n" + file.getvalue())


# --- lines


def from_to(game: r.Transcript) -> Page:
    lines = []
    stands: dict[str, int | None] = {start.piece: start.at for start in game.start}
    for number, clauses in rounds(game):
        said = []
        for clause in clauses:
            steps, known = [], stands[clause.piece] is not None
            for part in clause.parts:
                if isinstance(part, r.Ride):
                    steps.append(f"{stands[clause.piece]} -> {part.to} ({part.ticket}){' surfaces' if part.mark else ''}")
                    stands[clause.piece] = part.to
            if plain(clause) is None or not known:
                said.append(f"{clause.piece} {write_parts(clause.parts)}")
                stands[clause.piece] = _ends(clause, stands[clause.piece])
            else:
                said.append(f"{clause.piece} {'double: ' if clause.head else ''}{', '.join(steps)}")
        lines.append(f"Round {number}: {'; '.join(said)}")
    return Page("\n".join([*top(game), "", *lines]) + "\n")


def _ends(clause: r.Clause, stands: int | None) -> int | None:
    """Where a piece stands after a clause with actions; a landing by card counts as not known."""
    acts = any(isinstance(part, r.Act) and part.form.place == "entry" for part in clause.parts)
    return None if acts else stands


def german(game: r.Transcript) -> Page:
    def name(piece: str) -> str:
        return PIECES.get(piece, "Mister X" if piece == game.fugitive else piece)

    lines = [
        f"Runde {number}: " + "; ".join(f"{name(clause.piece)} {told(clause, in_german, 'Doppelzug ')}" for clause in clauses)
        for number, clauses in rounds(game)
    ]
    head = [
        line.replace("variant:", "Ausgabe:").replace("seats:", "Spieler:").replace("board:", "Brett:") for line in top(game)
    ]
    return Page("\n".join([*head, "", *lines]) + "\n")


def halves(game: r.Transcript) -> Page:
    lines = []
    for number, clauses in rounds(game):
        first, *others = [f"{clause.piece} {told(clause, in_words)}" for clause in clauses]
        rides = plain(clauses[0])
        if clauses[0].head is not None and rides and len(rides) == 2:
            lines.append(f"{number}a. {game.fugitive} {in_words(rides[0])}")
            first = f"{game.fugitive} {in_words(rides[1])}"
            lines.append(f"{number}b. {'; '.join([first, *others])}")
        else:
            lines.append(f"{number}. {'; '.join([first, *others])}")
    return Page("\n".join([*top(game), "", *lines]) + "\n")


def roman(game: r.Transcript) -> Page:
    lines = [
        f"{'X' * (number // 10)}{ONES[number % 10]}. {'; '.join(f'{one.piece} {told(one, in_words)}' for one in clauses)}"
        for number, clauses in rounds(game)
    ]
    return Page("\n".join([*top(game), "", *lines]) + "\n")


def lists(game: r.Transcript) -> Page:
    """The moves of each player below a line with the name and the start; every number is that of a round."""
    starts = {start.piece: write_content(r.Header("start", (start,)), game.fugitive) for start in game.start}
    lines = []
    for piece in game.pieces:
        lines += ["", starts.get(piece, piece)]
        for number, clauses in rounds(game):
            said = "; ".join(told(one, in_words) for one in clauses if one.piece == piece)
            lines += [f"{number}. {said}"] if said else []
    return Page("\n".join([*top(game, "start"), *lines]) + "\n", ordered=False)


def courses(game: r.Transcript) -> Page:
    """A line for each player, with the start and all rides; a double is marked at its first half."""
    starts = {start.piece: str(start.at) for start in game.start}
    lines = []
    for piece in game.pieces:
        said = [starts[piece]]
        for clause in (one for one in game.clauses if one.piece == piece):
            first, *others = [by_letter(ride) for ride in plain(clause) or ()]
            said += [f"2x {first}" if others else first, *others]
        lines.append(f"{piece}: {', '.join(said)}")
    return Page("\n".join([*top(game, "start"), *lines]) + "\n", ordered=False)


def in_turn(game: r.Transcript) -> Page:
    """The moves of each round below its number, without names."""
    lines = [
        line for number, clauses in rounds(game) for line in (f"Round {number}", *(told(one, in_words) for one in clauses))
    ]
    return Page("\n".join([*top(game), "", *lines]) + "\n")


def chat(game: r.Transcript) -> Page:
    """Everybody writes what a piece did; a person with one piece does not name it."""
    persons = {seat.piece: seat.person for seat in game.seats if seat.person}
    held = list(persons.values())
    lines = [f"12/11/2026, 20:00 - {held[0]}: {line}" for line in top(game)]
    for number, clauses in rounds(game):
        for at, clause in enumerate(clauses):
            person = persons.get(clause.piece, held[0])
            own = persons.get(clause.piece) and held.count(person) == 1
            mark = f"{number}. " if at == 0 else ""
            words = told(clause, in_words, "double ")
            lines.append(f"12/11/2026, 20:{number:02} - {person}: {mark}{'' if own else clause.piece + ' '}{words}")
    return Page("\n".join(lines) + "\n")


def log_sheet(game: r.Transcript) -> Page:
    """The fugitive's entries by number, a double marked at its first half; with actions, a line a turn."""
    lines, entry = [], 1
    for _, clauses in rounds(game):
        for clause in (one for one in clauses if one.piece == game.fugitive):
            for at, one in enumerate(plain(clause) or ()):
                mark = "  x2" if clause.head is not None and at == 0 else ""
                seen = "  <-- seen" if one.mark else ""
                lines.append(f"{entry:>2}  {LETTERS.get(one.ticket or '', one.ticket):<2} {one.to}{mark}{seen}")
                entry += 1
    his = [start for start in game.start if start.piece == game.fugitive]
    head = [*top(game, "seats", "start"), f"start: {write_content(r.Header('start', tuple(his)), game.fugitive)}"]
    return Page("\n".join([*head, "", *lines]) + "\n", pursuers=False)


def in_json(game: r.Transcript) -> Page:
    return Page(write_json(evolve(game)))


def only_rides(game: r.Transcript) -> bool:
    """Whether the fugitive did nothing but ride, so that his log sheet tells everything."""
    return all(plain(clause) is not None for clause in game.clauses if clause.piece == game.fugitive)


def all_ride(game: r.Transcript) -> bool:
    """Whether everybody rode in every round up to the last one, and more than once, so that a line of rides tells all of it."""
    counts = [sum(one.piece == piece for one in game.clauses) for piece in game.pieces]
    return all(plain(clause) for clause in game.clauses) and max(counts) - 1 <= min(counts) > 1


def in_order(game: r.Transcript) -> bool:
    """Whether all rode in every round, in the order of their seats."""
    *whole, last = [[one.piece for one in clauses] for _, clauses in rounds(game)]
    pieces = list(game.pieces)
    return (
        len(pieces) > 2
        and all(plain(clause) for clause in game.clauses)
        and all(one == pieces for one in whole)
        and last == pieces[: len(last)]
    )


FITTING: dict[str, Callable[[r.Transcript], bool]] = {"log_sheet": only_rides, "courses": all_ride, "in_turn": in_order}


def fits(game: r.Transcript, shape: str) -> bool:
    """Whether a shape carries this game."""
    carries = FITTING.get(shape)
    return carries is None or carries(game)


SHAPES: dict[str, Callable[[r.Transcript], Page]] = {
    one.__name__: one
    for one in (
        tabs, commas, semicolons, stations, without_heading, markdown, aligned, players, moves, from_to, german, halves, roman,
        lists, courses, in_turn, chat, log_sheet, in_json,
    )
}  # fmt: skip
