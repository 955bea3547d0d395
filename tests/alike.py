"""`python tests/alike.py --count 2000 --seed 1`: pairs of games that differ only in what a seat was not shown.

Every command that answers a seat gives the same bytes for both.

The second game of a pair is another course of play that explains all that the seat saw of the first. Mistakes, comments,
spaces and seals are put where the seat cannot see them either.
"""

from __future__ import annotations

import random
import re
import sys
from collections.abc import Callable, Iterator
from functools import lru_cache
from pathlib import Path

import click
import pytest
from attrs import evolve, frozen
from campaign import campaign
from click.testing import CliRunner
from conftest import TOP

from adjudicator.deduction.courses import explained
from adjudicator.deduction.whereabouts import Search, search
from adjudicator.engine import STATION
from adjudicator.judge import batch
from adjudicator.judge.log_file import Asked
from adjudicator.judge.start_position import open_record
from adjudicator.judge.views import view_of
from adjudicator.judge.walk import Walk
from adjudicator.language import tree as t
from adjudicator.record import parse, write
from adjudicator.record import transcript as r
from adjudicator.record.lexicon import FUGITIVE, lexicon_of
from adjudicator.rulebook.model import Rulebook
from adjudicator.rulebook.tables import StateTable
from adjudicator.table.start_cards import places
from adjudicator.workshop.random_games import Maker, maker

HOUSE = f"{TOP}/examples/house-rules"
PEEK = f"{HOUSE}/h42-peek-and-challenge.toml"
SALTMARSH = f"{TOP}/examples/saltmarsh/smugglers.toml"
# Packs that go together, so that one game tries the words of several.
TOGETHER = (
    ("barrier", "compass", "cut-lines", "downstream", "earshot", "fair-shares", "fare-dodger"),
    ("first-the-siren", "helicopter", "lending", "long-night", "match-points", "third-double"),
    ("fog", "mole", "night-stops", "no-doubles", "no-ferry-at-dawn", "no-through-train", "odd-even"),
    ("river-bell", "short-evening", "storm", "stumbling", "there-and-back"),
    ("one-double", "top-up", "two-each", "waiting"),
)
PACKS = tuple("+".join(("2014", *(f"{TOP}/examples/packs/{name}.toml" for name in names))) for names in TOGETHER)
GAMES = (
    "classic", "1984", "2000", "2014", "2023", "beginners", "holmes-original", "holmes", "house-rules",
    f"2014+{HOUSE}/h16-roadblocks.toml", f"2014+{HOUSE}/h29-hidden-transport.toml", PEEK, SALTMARSH,
)  # fmt: skip
ASKING = (PEEK,)  # pursuers hear what he does not know
QUESTIONS = (
    "where can X be", "who can capture X", "may X take the taxi to 51", "what if red moves taxi 24", "where can X go",
    "may red take the taxi to 24", "how many tickets are left", "is the game over",
)  # fmt: skip


@lru_cache(maxsize=64)
def maker_of(variant: str) -> Maker:
    return maker(Asked(variant))


def read(text: str, rulebook: Rulebook) -> r.Transcript:
    transcript, faults = parse(text, lexicon_of(rulebook))
    assert [fault.message for fault in faults if fault.is_error and fault.code != "T001"] == []
    return transcript


def begun(variant: str, seed: int, clauses: int) -> r.Transcript:
    """The first clauses of a game that chance made up, with no claim of how it ended."""
    whole = maker_of(variant).game(seed)
    items: list[r.Item] = []
    for item in whole.items:
        if isinstance(item, r.Clause):
            clauses -= 1
        if clauses < 0:
            break
        if isinstance(item, r.Header) and item.key == "variant":
            item = r.Header("variant", variant)  # by a name that is good in every folder
        if not isinstance(item, r.Header) or item.key not in ("result", "surfacings"):
            items.append(item)
    return r.Transcript(tuple(items), whole.fugitive, whole.file)


# --- another truth


def twins(record: r.Transcript, rulebook: Rulebook, seat: str) -> Iterator[r.Transcript]:
    """Other games that this seat cannot tell from this one, the ones that end elsewhere first."""
    found = search(read(write(view_of(record, rulebook, seat)), rulebook), rulebook)
    here = _way(record)[-1:]
    for station in sorted(found.stations, key=lambda one: ([one] == here, one)):
        other = _explained(found, station, record, rulebook)
        if other is not None and _way(other) != _way(record):
            yield other


def _explained(found: Search, station: int, record: r.Transcript, rulebook: Rulebook) -> r.Transcript | None:
    course = explained(found, station)
    if course is None:
        return None
    items = [_with_card(item, record, rulebook) for item in course.record.items]
    heads = [item for item in items if isinstance(item, r.Header) and item.key != "result"]
    cards = [header for header in record.headers if header.key == "cards"]
    state = [header for header in record.headers if header.key == "state"]
    heads = [head for head in heads if head.key not in ("cards", "state")]
    body = [item for item in items if not isinstance(item, r.Header)]
    return read(write(r.Transcript((*heads, *cards, *state, *body), record.fugitive)), rulebook)


def _with_card(item: r.Item, record: r.Transcript, rulebook: Rulebook) -> r.Item:
    """The fugitive's start with the card it stands on, where cards have two stations."""
    if not isinstance(item, r.Header) or item.key != "start":
        return item
    ways = places(open_record(record, rulebook), 0, (), ())
    cards = {one.station: one.card for one in ways.choices or () if len(one.card) > 1}
    starts = (evolve(one, card=cards[one.at]) if one.piece == FUGITIVE and one.at in cards else one for one in item.content)
    return evolve(item, content=tuple(starts))


def _way(record: r.Transcript) -> list[object]:
    parts = [part for clause in record.clauses if clause.piece == FUGITIVE for part in clause.parts]
    return [one.at for one in record.start if one.piece == FUGITIVE] + [
        part.to if isinstance(part, r.Ride) else getattr(part, "values", None) for part in parts
    ]


# --- what is written where nobody looks


def hidden_rides(record: r.Transcript, rulebook: Rulebook) -> list[tuple[int, int]]:
    """Clause and part of each entry whose station was never shown."""
    walk = Walk.of(record, rulebook).end
    shown = [(one.clause, one.part) for one in walk.entries if not one.shown & STATION]
    return [(c, p) for c, p in shown if isinstance(record.clauses[c].parts[p], r.Ride)]


def with_station(record: r.Transcript, where: tuple[int, int], station: int) -> r.Transcript:
    items, index = [], -1
    for item in record.items:
        index += isinstance(item, r.Clause)
        if isinstance(item, r.Clause) and index == where[0]:
            part = item.parts[where[1]]
            assert isinstance(part, r.Ride)
            changed = r.Ride(part.ticket, None, station)
            item = r.Clause(item.piece, (*item.parts[: where[1]], changed, *item.parts[where[1] + 1 :]), item.line, item.column)
        items.append(item)
    return r.Transcript(tuple(items), record.fugitive, record.file)


def is_unseen(record: r.Transcript, other: r.Transcript, rulebook: Rulebook) -> bool:
    """Whether a change made nothing happen that everybody sees: the same was shown, told, and ended."""
    walks = [Walk.of(one, rulebook).end for one in (record, other)]
    seen = [
        (
            [(one.clause, one.part, one.shown, one.surfaced) for one in walk.entries],
            walk.told,
            walk.engine.ending(walk.p),
            walk.round,
        )
        for walk in walks
    ]
    return seen[0] == seen[1]


def far_away(record: r.Transcript, rulebook: Rulebook, chance: random.Random) -> int:
    """A station where nothing happens that anybody could see: no piece comes there or next to it."""
    assert rulebook.board is not None
    visited = {one.at for one in record.start} | {
        part.to for clause in record.clauses for part in clause.parts if isinstance(part, r.Ride)
    }
    near = {to for one in visited if one for _, to, _ in rulebook.board.lines_from(one)}
    quiet = [station for station in rulebook.board.stations if station not in visited | near]
    return chance.choice(sorted(quiet) or sorted(set(rulebook.board.stations) - visited))


def _unheard(rulebook: Rulebook) -> set[str]:
    """Actions whose answer the fugitive does not know: he neither hears it, nor gives it himself because he sees the question
    and all that the answer hangs on."""
    shown = ("all", "fugitive")
    return {
        name
        for name, action in rulebook.actions.items()
        for one in action.rule.statements
        if isinstance(one, t.Answer) and one.audience in ("pursuers", "own")
        if action.table.seen not in shown or any(table.seen not in shown for table in _states_of(one, rulebook))
    }


def _states_of(answer: t.Answer, rulebook: Rulebook) -> list[StateTable]:
    return [rulebook.tables.state[one.name] for one in rulebook.facts.reads(answer.value) if one.what == "state"]


def heard_by_pursuers(variant: str) -> bool:
    return bool(_unheard(maker_of(variant).rulebook))


def other_answers(record: r.Transcript, rulebook: Rulebook) -> Iterator[r.Transcript]:
    """The same game with one answer that he did not hear changed."""
    unheard = _unheard(rulebook)
    answers = {part.answer for clause in record.clauses for part in clause.parts if isinstance(part, r.Act) and part.answer}
    for number, item in enumerate(record.items):
        first = item.parts[0] if isinstance(item, r.Clause) else None
        if isinstance(item, r.Clause) and isinstance(first, r.Act) and first.action in unheard and first.answer:
            other = {"yes": "no", "no": "yes"}.get(first.answer) or next(iter(sorted(answers - {first.answer})), "199")
            clause = r.Clause(item.piece, (evolve(first, answer=other), *item.parts[1:]), item.line, item.column)
            yield r.Transcript((*record.items[:number], clause, *record.items[number + 1 :]), record.fugitive, record.file)


def disguised(text: str, chance: random.Random) -> str:
    """The same record with other comments and spaces."""
    lines = []
    for line in text.splitlines():
        if chance.random() < 0.3:
            lines.append(f"# he is on {chance.randint(1, 199)}")
        spaced = re.sub(r"; ", lambda _: ";" + " " * chance.randint(1, 3), line)
        lines.append(
            spaced + (f"  # {chance.choice(('really', 'from 67', 'to 12'))}" if line and chance.random() < 0.3 else "")
        )
        lines += [""] if not line else []
    return "\n".join(lines) + "\n"


def sealed(text: str, chance: random.Random) -> str:
    """Seals on all that the record does not know, some letters that say nothing."""
    letters = "abcdefghijklmnopqrstuvwxyz234567"
    return re.sub(r"\?(?!\[)", lambda _: f"?[{''.join(chance.choices(letters, k=32))}]", text)


# --- every command that answers a seat


@frozen
class Answer:
    output: bytes
    errors: bytes
    code: int


def answered(*arguments: str) -> Answer:
    from adjudicator.cli import main

    result = CliRunner().invoke(main, list(arguments), prog_name="sy-judge")
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return Answer(result.stdout_bytes, result.stderr_bytes, result.exit_code)


def with_view() -> dict[str, click.Command]:
    """Every command, at any depth, that has an option `--view`."""
    from adjudicator.cli import main

    return dict(_below(main, click.Context(main), ""))


def _below(command: click.Command, context: click.Context, name: str) -> Iterator[tuple[str, click.Command]]:
    if isinstance(command, click.Group):
        for one in command.list_commands(context):
            inner = command.get_command(context, one)
            assert inner is not None
            yield from _below(inner, context, f"{name} {one}".strip())
    elif any("--view" in parameter.opts for parameter in command.params):
        yield name, command


Calls = Callable[[str, str, str], list[list[str]]]  # log, variant, moment -> command lines, without --view and --format
SMALL = ["draw", "-o", "-", "--width", "400"]  # the same picture, painted ten times as fast
CALLS: dict[str, Calls] = {
    "check": lambda log, variant, at: [["check", log], ["check", log, "--strict"]],
    "moves": lambda log, variant, at: [["moves", log], ["moves", log, "--at", at], ["moves", log, "--piece", "X"]],
    "state": lambda log, variant, at: [["state", log], ["state", log, "--at", at]],
    "where": lambda log, variant, at: [["where", log, *more] for more in ([], ["--at", at], ["--why", "46"])],
    "ask": lambda log, variant, at: [["ask", log, one] for one in QUESTIONS] + [["ask", log, QUESTIONS[0], "--at", at]],
    "draw": lambda log, variant, at: [[*SMALL, log], [*SMALL, log, "--at", at]],
    "replay": lambda log, variant, at: [["replay", log, "-o", "-"]],
    "generate": lambda log, variant, at: [["generate", "--variant", variant, "--seed", "1"]],
}  # fmt: skip


def lines(log: Path, variant: str, seat: str, at: str, chance: random.Random | None = None) -> list[tuple[str, ...]]:
    """The questions of a seat with every command that has `--view`, in every format, by the rules of the log, and with its
    share of all other rules; by chance, one line of each command with its own rules and one with others."""
    found: list[tuple[str, ...]] = []
    commands = with_view()
    for number, (name, command) in enumerate(commands.items()):
        formats = [["--format", form] for p in command.params if p.name == "form" for form in getattr(p.type, "choices", ())]
        every = [
            (*line, "--view", seat, *form) for line in CALLS[name](str(log), variant, at) for form in formats or [list[str]()]
        ]
        others = [*(other_rules(variant)[number :: len(commands)]), *([["--variant", "all"]] if name == "check" else [])]
        if name == "generate":  # its log is made up by the rules that are asked for
            found += [chance.choice(every)] if chance else every
        elif chance:
            found += [chance.choice(every), (*chance.choice(every), *chance.choice(other_rules(variant)))]
        else:
            found += [*every, *((*line, *rules) for line in every[:1] for rules in others)]
    return found


@lru_cache(maxsize=64)
def other_rules(variant: str) -> list[list[str]]:
    """Rules that a log is not played by: every other edition, and every other value of its options."""
    tables = maker_of(variant).rulebook.tables
    options = [f"{name}={value}" for name, one in tables.options.items() for value in one.values]
    editions = [name for name in batch.editions("all") if name != variant]
    return [*(["--variant", name] for name in editions), *(["--option", one] for one in options)]


# --- pairs


def seats(record: r.Transcript) -> list[str]:
    pieces = [one.piece for one in record.seats or record.start if one.piece != record.fugitive]
    return ["detectives", *pieces, *(one.person for one in record.seats if one.person and one.piece != record.fugitive)]


def moments(record: r.Transcript) -> list[str]:
    rounds = [str(item.number) for item in record.items if isinstance(item, r.RoundMark)] or ["1"]
    pieces = sorted({clause.piece for clause in record.clauses}) or [record.fugitive]
    return rounds + [f"{number}.{piece}" for number in rounds[:-1] for piece in pieces]


def assert_alike(
    texts: list[str],
    records: list[r.Transcript],
    variant: str,
    seat: str,
    at: str,
    folder: Path,
    chance: random.Random | None = None,
) -> None:
    """The same answers to this seat, whichever of the two games it is."""
    log = folder / "game.log"
    asked = lines(log, variant, seat, at, chance)
    said = []
    for text, record in zip(texts, records, strict=True):
        log.write_text(text, encoding="utf-8")
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(Maker, "text", lambda *_, record=record: write(record))  # `generate` makes up its game itself
            said.append([answered(*line) for line in asked])
    for line, one, other in zip(asked, *said, strict=True):
        # a bare comparison: pytest would explain it at length, and answers are pictures too
        if one != other:
            raise AssertionError("\n\n".join([" ".join(line), *texts]))


def planted(records: list[r.Transcript], rulebook: Rulebook, chance: random.Random) -> list[r.Transcript]:
    """The same games, each with its own ride that nobody saw and that no line leads to."""
    wrong = []
    for record in records:
        for where in hidden_rides(record, rulebook)[::-1]:
            one = with_station(record, where, far_away(record, rulebook, chance))
            if is_unseen(record, one, rulebook):
                wrong.append(one)
                break
    return wrong if len(wrong) == len(records) else []


def assert_look_alike(variant: str, seed: int, folder: Path) -> bool:
    """A game and another that looks like it to some seat give it the same answers. Whether there is another."""
    chance = random.Random(f"{variant.replace(str(TOP), '')} {seed}")  # the same in every folder
    record = begun(variant, chance.randrange(10_000), chance.randint(2, 20))
    seat, rulebook = chance.choice(seats(record)), maker_of(variant).rulebook
    other = next(twins(record, rulebook, seat), None)
    if other is None:
        return False  # all of it was seen
    at = chance.choice(moments(record))
    texts = [disguised(write(one), chance) for one in (record, other)]
    assert_alike(texts, [record, other], variant, seat, at, folder, chance)
    wrong = planted([record, other], rulebook, chance)
    if wrong:
        assert_alike([write(one) for one in wrong], wrong, variant, seat, at, folder, chance)
    return True


def main() -> int:
    games = (*GAMES, *PACKS)
    return campaign(
        __doc__ or "", "pairs", 2000, lambda seed, folder: assert_look_alike(games[seed % len(games)], seed, folder)
    )


if __name__ == "__main__":
    sys.exit(main())
