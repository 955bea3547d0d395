"""Files that ask for as much as they may: rules that loop and choose, logs that leave all open, whole files many times over.

How much is left to chance, so that some are just within the bounds and some are beyond.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from .composing import rules_of_a_file
from .corpus import sound
from .mutating import made

LARGEST = 65_536  # bytes of which something is promised
SMALL = 4_000  # bytes of a log that leaves all open
EDITIONS = ("2014", "classic", "2000", "holmes", "beginners", "house-rules", "1984")
STATE = """[state.spot]
type = "station"
seen = "fugitive"
[state.heap]
type = "number"
per  = "piece"
seen = "fugitive"
"""
LOOPS = (
    'forbid ride when count(a in stations where a = to) > {n} + 5 because "no"',
    'forbid ride when count(a in stations where next-to(a, to) and next-to(a, here)) > {n} + 50 because "no"',
    'forbid ride when some a in {some} has some b in stations has (a = b and b <> to) because "no"',
    'forbid ride by fugitive when some d in detectives has (can(d, move) and station(d) = to) because "no"',
    'forbid ride by fugitive when to = spot and heap(piece) > {n} because "no"',
    'forbid ride by fugitive when distance(to, station-of(entries - {few})) > {n} because "no"',
    "on ride then heap(piece) := count(a in stations where distance(a, to) > {few})",
    "on ride then for each a in stations: for each b in {some}: spot := a",
    "on ride by fugitive then for each a in {some}: heap(piece) += count(b in stations where distance(a, b) > {few})",
    "on start of round then for each d in detectives: heap(d) += count(a in stations where next-to(a, station(d)))",
)
CHOICES = (
    "choose a from stations", "choose a from {some}", "choose a from detectives", "choose a from tickets-of(fugitive)",
    "choose a from stations where count(b in {some} where b = a) > 0",
    'for each d in detectives choose u from tickets-of(d) written "taking"',
)  # fmt: skip
PLACES = ("after entry", "with entry", "instead of entry", "during turn", "turn")


def grown(kind: str, chance: Random) -> bytes:
    """A file that asks for much, or a strange one."""
    growing: dict[str, tuple[Callable[[str, Random], bytes], ...]] = {
        "transcript": (_all_open, _all_open, _many_times, made),
        "variant": (_much_work, _much_work, _many_times, made),
        "board": (_many_times, made),
    }
    return chance.choice(growing[kind])(kind, chance)[:LARGEST]


def _number(chance: Random) -> int:
    """Small ones as often as large ones."""
    return int(2 ** chance.uniform(0, 8))


def _much_work(kind: str, chance: Random) -> bytes:
    parts = [f'id = "made"\ntitle = "Made"\nextends = "{chance.choice(EDITIONS)}"\n', STATE]
    for number in range(_number(chance) // 2):
        parts.append(
            f"[rules.made-{number}]\nsays = \"A rule.\"\ncode = '''{_filled(chance.choice(LOOPS), chance, number)}'''\n"
        )
    for number in range(chance.randint(0, 2)):
        choices = [_filled(one, chance, number).replace(" a ", f" a{n} ") for n, one in enumerate(_some(CHOICES, chance))]
        place = chance.choice(PLACES)
        by = chance.choice(("fugitive", "detective")) if place == "during turn" else "fugitive"
        entries = [f"write {chance.randint(1, 4)} entries"] if place == "turn" else []
        code = "\n".join([*choices, *entries, *(["then spot := station-of(entries)"] if chance.random() < 0.5 else [])])
        head = f'says = "A deed."\nby = "{by}"\nplace = "{place}"\nseen = "{chance.choice(("all", "fugitive"))}"\n'
        parts.append(f"[actions.deed-{number}]\n{head}code = '''\n{code}\n'''\n")
    return "".join(parts).encode()


def _filled(code: str, chance: Random, number: int) -> str:
    some = "{" + ", ".join(map(str, range(1, min(199, _number(chance)) + 1))) + "}"
    return code.replace("{some}", some).replace("{n}", str(number)).replace("{few}", str(chance.randint(0, 12)))


def _some(several: tuple[str, ...], chance: Random) -> list[str]:
    return [chance.choice(several) for _ in range(chance.randint(1, 3))]


def _all_open(kind: str, chance: Random) -> bytes:
    """A record that says next to nothing of what was done."""
    pieces = ["red", "blue", "green", "yellow", "white"][: chance.randint(1, 5)]
    known = chance.random()  # how much of it the record shows
    start = "; ".join(
        f"{one} {at if chance.random() < known else '?'}" for one, at in zip(pieces, (26, 117, 174, 50, 34), strict=False)
    )
    lines = [f"variant: {chance.choice(EDITIONS)}", f"start: X ?; {start}"]
    for number in range(1, chance.randint(2, 24)):
        his = chance.choice(
            ("? ?", "? ?", "taxi ?", "black ?", "2x ? ?, ? ?", "2x black ?, black ?", f"? {chance.randint(1, 199)}")
        )
        theirs = (f"{one} {chance.choice(('? ?', '? ?', 'taxi ?', 'stays'))}" for one in pieces)
        lines.append(f"{number}. " + "; ".join([f"X {his}", *(theirs if chance.random() > known else ())]))
    return "\n".join(lines).encode()[:SMALL]


def _many_times(kind: str, chance: Random) -> bytes:
    """A part of a file, over and over; a name that must not be there twice gets another number each time."""
    text = rules_of_a_file(chance) if kind == "variant" and chance.random() < 0.5 else chance.choice(sound(kind))
    lines = text.splitlines(keepends=True)
    first = chance.randrange(len(lines))
    part = b"".join(lines[first : first + chance.choice((1, 5, 30, 200))]) or b"\n"
    times = min(_number(chance) * chance.choice((1, 8, 64)), LARGEST // len(part) + 1)
    again = b"".join(part.replace(b"]\n", b"-%d]\n" % n) for n in range(times))
    return b"".join(lines[:first]) + again + b"".join(lines[first:])
