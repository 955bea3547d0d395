"""The detectives' view of a legal game, clause by clause, as they could write it down; and the fugitive's own."""

import re
from collections.abc import Callable, Iterator

from .play import apply
from .records import Record, state_from
from .state import FUGITIVE, State

CIRCLED = {"2000": (3, 8, 13, 18), "holmes": (3, 8, 13)}
ALL_CIRCLES = (3, 8, 13, 18, 24)
INVISIBLE = (3, 8, 13)  # of the beginners' game, where everything else is played openly

_STEP = re.compile(r"(?P<ride>escape \d+/\d+ to \d+|\w+ \d+)(?P<more>( \+ [a-z]+( (black|double))?)*)")


def parts_of(clause: str) -> list[str]:
    """The parts of a clause of the fugitive, one after another: entries, and balloons that found no landing place."""
    return clause.removeprefix("X ").removeprefix("2x ").split(", ")


def steps_of(clause: str) -> list[tuple[str, str, str, str]]:
    """Each entry of a clause of the fugitive: what covers it, its station, what comes with it, and the whole of it.

    A balloon that found no landing place makes none.
    """
    found: list[tuple[str, str, str, str]] = []
    for part in parts_of(clause.replace("!", "")):
        step = None if part.endswith(" fails") else _STEP.match(part)
        if step is not None:
            cover, _, station = step["ride"].rpartition(" ")
            found.append((cover, station, step["more"], step[0]))
    return found


def seen(record: Record) -> list[str]:
    """Every clause as all detectives together could write it."""
    plain = record.headers["variant"] == "beginners"
    told = list(_openly(record) if plain else _by_the_log(record))
    return _shown_again(record, told) if plain else told


def his_own(record: Record) -> list[str]:
    """Every clause as the fugitive writes it: all of it, with a mark where he had to show himself."""
    entry, found = int(record.headers.get("entry", 0)), []
    for _, clause in record.clauses:
        if clause.split()[0] == FUGITIVE:
            for cover, station, more, _ in steps_of(clause):
                entry += 1
                if _surfaces(record, entry, more):
                    clause = re.sub(rf"{re.escape(f'{cover} {station}')}\b", r"\g<0>!", clause, count=1)  # 2 is not 20
        found.append(clause)
    return found


def _surfaces(record: Record, entry: int, more: str) -> bool:
    """Whether he shows himself after an entry: on a circled field, unless he dives."""
    edition = record.headers["variant"]
    return edition != "beginners" and entry in CIRCLED.get(edition, ALL_CIRCLES) and "dive" not in more


def _by_the_log(record: Record) -> Iterator[str]:
    """Tickets cover the log, and lie open; stations are seen where he surfaces."""
    return _written(
        record, lambda entry, cover, at, more: f"{cover} {f'{at}!' if _surfaces(record, entry, more) else '?'}{more}"
    )


def _openly(record: Record) -> Iterator[str]:
    """Beginners: he moves on the board, but for three entries of the log and for the black ticket."""

    def said(entry: int, ticket: str, at: str, _: str) -> str:
        return "? ?" if entry in INVISIBLE else f"{ticket} {'?' if ticket == 'black' else at}"

    return _written(record, said)


def _written(record: Record, said: Callable[[int, str, str, str], str]) -> Iterator[str]:
    """Every clause, those of the fugitive with what is `said` of each entry: by number, cover, station, and what is with it."""
    entry = int(record.headers.get("entry", 0))
    for _, clause in record.clauses:
        if clause.split()[0] != FUGITIVE:
            yield clause
            continue
        told = []
        for part in parts_of(clause):
            steps = steps_of(part)  # none of a balloon that fails, and of giving up: both are open
            entry += len(steps)
            told.append(said(entry, *steps[0][:3]) if steps else part)
        yield f"X {'2x ' if '2x' in clause else ''}{', '.join(told)}"


def _shown_again(record: Record, told: list[str]) -> list[str]:
    """Beginners: when it is his turn again he stands on the board, so where his last turn ended is known then.

    The result shows a caught fugitive, in every edition, and not his last entry.
    """
    state, last = state_from(record.headers), -1
    for index, (_, clause) in enumerate(record.clauses):
        if state.side == FUGITIVE and last >= 0:
            told[last] = told[last][: -len("?")] + str(state.at[FUGITIVE]) if told[last].endswith("?") else told[last]
        if clause.split()[0] == FUGITIVE:
            last = index
        state = apply(state, clause)
    if last >= 0 and told[last].endswith("?") and _is_his_turn(state):
        told[last] = told[last][: -len("?")] + str(state.at[FUGITIVE])
    return told


def _is_his_turn(state: State) -> bool:
    return state.side == FUGITIVE and state.ending in (None, "trapped")
