"""Two judges, one verdict: what the referee and the second judge say about the same random games, and where they differ."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache

import second_judge as second
from attrs import evolve, frozen

from adjudicator import Game, Verdict
from adjudicator.judge.judgement import check
from adjudicator.record import Transcript, parse, write_clause
from adjudicator.record.lexicon import lexicon_of
from adjudicator.rulebook.loader import load
from adjudicator.rulebook.model import Rulebook

EDITIONS = ("classic", "1984", "2000", "2014", "2023", "beginners", "holmes-original", "holmes")
SAMPLE = "london-1895-sample"
# The engine's ids for rules that only some editions have.
CLAIMS = {"fugitive": "X escapes", "pursuers": "X caught"}
IDS = {"ferry": "ferry-for-the-fugitive", "ban": "banned-by-any-ticket"}


@cache
def rulebook(edition: str, board: str = "") -> Rulebook:
    return load(edition, board=board)


@frozen
class Judged:
    """A record as the referee judges it."""

    transcript: Transcript
    verdict: Verdict

    @property
    def result(self) -> tuple[str, str] | None:
        result = self.verdict.result
        return (result.winner, result.by) if result else None

    def broken(self) -> list[tuple[int, str]]:
        """Each broken rule with the index of its clause."""
        places = [(clause.line, clause.column) for clause in self.transcript.clauses]
        found = {
            (max(n for n, place in enumerate(places) if place <= (finding.line, finding.column)), finding.rule)
            for finding in self.verdict.findings
        }
        return sorted(found)


def opened(record: second.Record) -> Game:
    return Game.parse(record.text(), rulebook(record.headers["variant"], record.headers.get("board", "")))


def judged(record: second.Record) -> Judged:
    rules = rulebook(record.headers["variant"], record.headers.get("board", ""))
    transcript, faults = parse(record.text(), lexicon_of(rules), "text")
    return Judged(transcript, check(transcript, rules, tuple(faults))[0])


# --- one game, and everything that both say about it


def differences(edition: str, seed: int) -> Iterator[str]:
    """All that the two judges do not agree on in the games of one seed: legal ones, ones with a mistake, pages of them."""
    yield from of_a_table(edition, seed)
    yield from of_dead_ends(edition, seed)
    record = second.random_record(edition, seed)
    yield from of_a_game(record)
    if not record.clauses:  # he was trapped when it began
        return
    yield from of_a_mistake(record, seed)
    yield from of_torn_pages(record, seed)
    yield from of_blots(record, seed)
    if edition == "holmes":
        record = second.random_affair(seed)
        yield from of_a_game(record)
        yield from _of_an_ability(record, seed)
    yield from of_sight(record, random.Random(seed))
    resigned = second.given_up(record, random.Random(seed))
    yield from of_a_game(resigned)
    yield from of_sight(resigned, random.Random(seed))


def of_a_table(edition: str, seed: int) -> Iterator[str]:
    """Whether a booklet has a table that was drawn by chance."""
    headers, table = second.random_table(edition, random.Random(seed))
    found = {finding.rule for finding in judged(second.Record(headers, ())).verdict.findings}
    wanted = set() if second.fits(edition, table) else {"seat-table"}
    if found != wanted:
        yield f"of the table `{headers['seats']}` is found {sorted(found)}, not {sorted(wanted)}"


def of_dead_ends(edition: str, seed: int) -> Iterator[str]:
    """The end of a game in which the fugitive is hemmed in, with and without a move of his after that."""
    for page in second.random_dead_ends(edition, random.Random(seed)):
        mine = judged(page.record)
        if (mine.broken(), mine.result) != (list(page.broken), page.result):
            said = page.record.text().replace("\n", "; ")
            yield f"the dead end `{said}` is {mine.broken()}, {mine.result}, not {page.broken}, {page.result}"


def of_torn_pages(record: second.Record, seed: int) -> Iterator[str]:
    """Whether a page that was torn out of the game can have come about; and the same page with a number read wrongly."""
    rng = random.Random(seed)
    page = second.torn(record, rng)
    for headers in (page, second.smudged(page, rng)):
        verdict = judged(second.Record(headers, ())).verdict
        said = {notice.code for notice in verdict.notices if notice.code == "torn-page"}
        is_wrong = any(finding.rule == "torn-page" for finding in verdict.findings)
        mine = "impossible" if is_wrong else "unusual" if said else "possible"
        impossible, unusual = second.is_impossible(headers), second.is_unusual(headers)
        yours = "impossible" if impossible else "unusual" if unusual else "possible"
        if mine != yours:
            told = "; ".join(f"{key}: {value}" for key, value in headers.items())
            yield f"the page `{told}` is {mine}, not {yours}"


def of_a_game(record: second.Record) -> Iterator[str]:
    """Verdict and result of a legal game."""
    mine = judged(record)
    if mine.broken() or mine.verdict.verdict != "legal":
        yield f"a legal game is {mine.verdict.verdict}: {mine.broken()}"
    yours = _result(record)
    if mine.result != yours:
        yield f"the result is {mine.result}, not {yours}"


def _result(record: second.Record) -> tuple[str, str] | None:
    return second.result_of_affair(record) if "cards" in record.headers else second.result(record.headers, record.clauses)


def of_a_mistake(record: second.Record, seed: int) -> Iterator[str]:
    """The findings in a game with one mistake; its kind follows from the seed."""
    kind = list(second.KINDS)[seed % len(second.KINDS)]
    planted = second.plant(record, seed, [kind])
    if planted is None:
        return
    mine, yours = judged(planted.record), second.judge(planted.record.headers, planted.record.clauses, IDS)
    if mine.broken() != sorted(set(yours)):
        yield f"{planted.rule} at clause {planted.index}: {mine.broken()}, not {sorted(set(yours))}"
    if mine.result != _result(planted.record):
        yield f"{planted.rule} at clause {planted.index}: the result is {mine.result}, not {_result(planted.record)}"

    if planted.rule == "follow-a-line" and planted.record.clauses[planted.index][1].startswith("X"):
        yield from _of_a_public_mistake(planted.record)


def _of_a_public_mistake(record: second.Record) -> Iterator[str]:
    """A mistake in the log can be found by those who do not see it if and only if no possible route explains it."""
    if "state" in record.headers:
        return
    view, worlds = opened(record).seen_by("detectives"), second.whereabouts(record, second.seen(record), second.starts(record))
    if (view.verdict.verdict == "illegal") == bool(worlds):
        yield f"the view of a mistake is {view.verdict.verdict}, and {len(worlds)} stations are possible"


def _of_an_ability(record: second.Record, seed: int) -> Iterator[str]:
    made = second.mistaken(record, seed)
    if made is None:
        return
    wrong, index, rules = made
    mine, yours = judged(wrong).broken(), sorted((index, rule) for rule in rules)
    if mine != yours:
        yield f"`{wrong.clauses[-1][1]}`: {mine}, not {yours}"


def of_sight(record: second.Record, rng: random.Random) -> Iterator[str]:
    """The view of each side at the end of a game or at some moment, and where he can be for those who saw no more."""
    whole = len(record.clauses)
    length = rng.choice((whole, rng.randrange(1, whole + 1)))
    part = evolve(record, clauses=record.clauses[:length])
    game = opened(part)
    view, seen = game.seen_by("detectives"), second.seen(part)
    yield from _unlike(f"after {length} clauses the detectives see", _written(view), seen)
    yield from _unlike(f"after {length} clauses he sees", _written(game.seen_by("X")), second.his_own(part))
    yield from _of_a_blotted_page(part, rng)
    if "state" in part.headers:  # a torn page: where he began is anybody's guess
        return
    if view.verdict.verdict not in ("legal", "undecided"):
        yield f"after {length} clauses the view is {view.verdict.verdict}"
    mine, yours = set(view.where().stations), second.whereabouts(part, seen, second.starts(part))
    yield from _apart(f"after {length} clauses", mine, yours)


def _of_a_blotted_page(part: second.Record, rng: random.Random) -> Iterator[str]:
    """The fugitive's own log with some stations that nobody can read."""
    said = second.partly(part, [clause for _, clause in part.clauses], rng)
    numbers = [number for number, _ in part.clauses]
    over = _result(part)
    headers = part.headers | ({"result": CLAIMS[over[0]]} if over else {})
    blotted = opened(second.Record(headers, tuple(zip(numbers, said, strict=True))))
    if blotted.verdict.verdict not in ("legal", "undecided"):
        yield f"a page of {len(said)} clauses with blots is {blotted.verdict.verdict}: {blotted.findings[0].message}"
    begun = second.state_from(part.headers).at["X"]
    if any("?" in clause for clause in said):
        yield from _apart(
            f"on a page of {len(said)} clauses with blots",
            set(blotted.where().stations),
            second.whereabouts(part, said, {begun}, second.crime_cards(part)),
        )


def of_blots(record: second.Record, seed: int) -> Iterator[str]:
    """A page on which nobody can read some rides, also of the detectives; and the same page with mistakes."""
    rng = random.Random(seed)
    page = second.blotted(record, rng)
    if page is None:
        return
    over = _result(evolve(record, clauses=record.clauses[: len(page.clauses)]))
    yield from _of_courses(page, over)
    for _ in range(2):
        yield from _of_courses(second.wronged(page, rng), None)


def _of_courses(page: second.Record, over: tuple[str, str] | None) -> Iterator[str]:
    """A page is illegal if and only if no course of play fits it. It may be left undecided only where a ride of a pursuer is
    unread, where a whole round is missing, or where it is not known whether a piece could have moved: where the unread one
    stands is unknown until the page names its station, and the referee does not look back."""
    mine = opened(evolve(page, headers=page.headers | ({"result": CLAIMS[over[0]]} if over else {})))
    yours, verdict = second.courses(page, over), mine.verdict.verdict
    unread = {clause.split()[0] for _, clause in page.clauses if clause[0] != "X" and clause.endswith("?")}
    may_stay = bool(unread) or any(finding.check in ("round-number", "missing-piece") for finding in mine.findings)
    if yours and verdict == "illegal":
        yield f"a page with blots that {len(yours)} courses fit is illegal: {mine.findings[0].message}: {page.text()}"
    if not yours and verdict != "illegal" and not may_stay:
        yield f"a page with blots that no course fits is {verdict}: {page.text()}"
    goes_on = [course for course in yours if second.outcome(course) is None]
    if verdict != "illegal" and (yours if over else goes_on):  # where it is over by all courses, nothing is claimed of how
        possible, found = {course.at["X"] for course in yours}, set(mine.where().stations)
        yield from _apart(f"on a page with blots, {page.text()},", found if not unread else found & possible, possible)


def _written(game: Game) -> list[str]:
    return [write_clause(clause) for clause in game.record.clauses]


def _unlike(where: str, mine: list[str], yours: list[str]) -> Iterator[str]:
    if mine != yours:
        first = next((pair for pair in zip(mine, yours, strict=False) if pair[0] != pair[1]), (len(mine), len(yours)))
        yield f"{where} `{first[0]}`, not `{first[1]}`"


def _apart(where: str, mine: set[int], yours: set[int]) -> Iterator[str]:
    if mine != yours:
        yield f"{where} only the referee has {sorted(mine - yours)}, only the second judge {sorted(yours - mine)}"
