"""Messages that the referee sends without a question: reasons for a refusal, news for the table, the end of the game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from adjudicator.game import Game
from adjudicator.judge.verdict import Finding
from adjudicator.record import transcript as r
from adjudicator.record import write_clause, write_step
from adjudicator.record.lexicon import FUGITIVE
from adjudicator.rulebook.readings import basis
from adjudicator.table.game_words import turn_state
from adjudicator.table.proposal import Proposal, objections
from adjudicator.table.sentences import Sentence, Spoken, sentence
from adjudicator.table.side_names import fugitive_name
from adjudicator.table.table_game import TableGame
from adjudicator.table.undo import Undo

MANY = 3  # findings that are shown at once


def refusal(proposal: Proposal, known: Game, is_private: bool) -> list[Spoken]:
    """The reasons for a refusal, from what the hearer may know."""
    if is_private:
        return list(told(proposal.broken))
    found = objections(proposal.clause, known)
    broken = tuple(one for one in found if one.verdict == "illegal" and one.check != "answer")
    return list(told(broken)) or [sentence("not-true", clause=write_clause(proposal.clause))]


def open_points(proposal: Proposal, known: Game, is_private: bool) -> list[Spoken]:
    """Points that cannot be judged because data are missing; to the table, only those that it could name itself."""
    if not is_private and not proposal.open:
        return []
    found = proposal.open if is_private else objections(proposal.clause, known)
    points = dict.fromkeys(one.message for one in found if one.verdict == "undecided" and one.check != "answer")
    return [sentence("on-your-word", why=message) for message in points]


def told(findings: tuple[Finding, ...]) -> Iterator[Spoken]:
    for one in findings[:MANY]:
        why = one.message + (f"; {one.help}" if one.help else "")
        yield sentence("not-allowed" if one.verdict == "illegal" else "undecided", why=why)
        if one.says:
            yield f"  {one.rule}: {one.says} ({one.cite})"
        if one.basis is not None:
            yield sentence("ruling", text=one.basis.text)
    if len(findings) > MANY:
        yield sentence("and-more", n=len(findings) - MANY)


def news(before: TableGame, after: TableGame) -> list[Spoken]:
    """Give the clauses and ends of turns in between as the table sees and hears them."""
    clauses = after.seen.record.clauses[len(before.seen.record.clauses) :]
    return [*map(write_clause, clauses), *_sit_out(before, after), *_sightings(after, clauses), *after.hints_since(before)]


def _sit_out(before: TableGame, after: TableGame) -> Iterator[Spoken]:
    """Messages about pieces that cannot move and were not asked: pursuers, and the fugitive if a round begins without him."""
    then, now = before.game, after.game
    if after.is_over:
        return
    if now.side == "pursuers" and now.round != then.round:
        yield sentence("sits-out", who=fugitive_name(after.rules))
    told = _stuck(before) if now.round == then.round else ()
    yield from (sentence("stuck", piece=piece) for piece in _stuck(after) if piece not in told)


def _stuck(at: TableGame) -> tuple[str, ...]:
    return tuple(piece for piece in at.game.pieces[1:] if turn_state(at.game, piece) == "cannot move")


def _sightings(game: TableGame, clauses: Sequence[r.Clause]) -> Iterator[Spoken]:
    """Where the fugitive was seen in these clauses."""
    his = (part for clause in clauses if clause.piece == FUGITIVE for part in clause.parts)
    rides = (part for part in his if isinstance(part, r.Ride) and part.mark)
    return (sentence("seen-on", who=fugitive_name(game.rules), station=str(part.to)) for part in rides)


def seen_as(clause: r.Clause, is_own: bool, game: TableGame) -> Spoken:
    """The sentence about a clause for its own player, or for the others."""
    if is_own:
        return write_clause(clause)
    if clause.piece == FUGITIVE:
        return sentence("last-entry", who=fugitive_name(game.rules))
    return write_clause(clause) if game.open_parts(clause) else sentence("did-alone", piece=clause.piece)


def needs_agreement(found: Undo, is_at_the_table: bool) -> list[str]:
    """The reasons why a player at a shared laptop cannot take a clause back without the others."""
    if not is_at_the_table:
        return ["the table has to agree to that: type `back`, and `undo agreed` there"]
    known = f"the table knows {'; '.join(map(str, found.known))}" if found.known else "it is the entry of somebody else"
    return [
        f"it cannot simply be taken back, since {known}",
        "if everybody agrees, type `undo agreed`: the log will note it",
    ]


def result(game: TableGame) -> list[Spoken]:
    ending = game.game.ending
    assert ending is not None
    rule = game.rules.rules[ending.id]
    kind = {"fugitive": "has-won", "pursuers": "has-lost", "": "nobody-has-won"}[ending.winner]
    ended = sentence(kind, who=fugitive_name(game.rules), n=game.game.round)
    rests = basis(game.rules, ending.id)
    return [ended, f"  {rule.says} ({rule.cite})", *([sentence("ruling", text=rests.text)] if rests is not None else [])]


def opened(game: TableGame) -> Sentence:
    """The sentence with the fugitive's whole route, after the game."""
    record = game.record
    start = next((start.at for start in record.start if start.piece == FUGITIVE), None)
    steps = [write_step(part) for clause in record.clauses if clause.piece == FUGITIVE for part in clause.parts]
    begun = str(start)
    return sentence("route", start=begun, steps=", ".join(steps)) if steps else sentence("was-on", start=begun)


def replay(game: TableGame) -> Sentence:
    """The sentence about the command for the replay, for players with a keyboard."""
    page = Path(game.file).with_suffix(".html").name
    return sentence("replay", command=f"sy-judge replay {game.file} -o {page}")
