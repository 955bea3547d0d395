"""Reads an answer that a player gives because the board does not have it; it must be of the kind that the rule gives."""

from __future__ import annotations

from attrs import evolve

from adjudicator.faults import Fault, Place, Refused
from adjudicator.game import Game
from adjudicator.judge.answer_words import answer_words, is_answer
from adjudicator.language import tree as t
from adjudicator.language.types import Type, a
from adjudicator.record import transcript as r
from adjudicator.record import write_clause
from adjudicator.table.proposal import read_clauses


def answered(asked: r.Clause, text: str, game: Game) -> r.Clause:
    """The clause with the answer in it. Raises Refused if the text is not an answer to it."""
    parts = tuple(_with_answer(asked.piece, part, text, game) for part in asked.parts)
    return r.Clause(asked.piece, parts)


def choices(asked: r.Clause, game: Game) -> tuple[str, ...]:
    """All possible answers if they are a short list; otherwise empty."""
    part = next(part for part in asked.parts if isinstance(part, r.Act) and part.form.has_answer)
    kind, words = _kind(part, game), _words(part, game)
    if words or kind is None or kind.many or kind.optional:
        return words
    lists = {
        "yes or no": ("yes", "no"),
        "piece": game.pieces,
        "mode": tuple(game.rules.tables.modes),
        "ticket": tuple(game.rules.tables.tickets),
    }
    return lists.get(kind.kind, ())


def _with_answer(piece: str, part: r.Step, text: str, game: Game) -> r.Step:
    if not isinstance(part, r.Act) or not part.form.has_answer:
        return part
    bare = r.Clause(piece, (evolve(part, answer=None),))
    read = read_clauses(f"{write_clause(bare)} -> {text}", game, piece)
    act = read[0].parts[0]
    if len(read) > 1 or len(read[0].parts) > 1 or not isinstance(act, r.Act) or act.answer is None:
        raise _refused(text, part, game)
    if not is_answer(act.answer, _words(part, game)) or not _fits(act.answer, _kind(part, game), game):
        raise _refused(text, part, game)
    return evolve(part, answer=act.answer)


def _refused(text: str, part: r.Act, game: Game) -> Refused:
    kind, words = _kind(part, game), _words(part, game)
    wanted = f"one of {', '.join(words)}" if words else a(kind) if kind else "one word"
    return Refused([Fault("T320", Place("answer"), text=text, action=part.form.written, kind=wanted)])


def _words(part: r.Act, game: Game) -> tuple[str, ...]:
    return answer_words(game.rules.actions[part.action].rule, game.seating.board)


def _kind(part: r.Act, game: Game) -> Type | None:
    """The kind of answer that the rule gives."""
    statements = game.rules.actions[part.action].rule.statements
    value = next((one.value for one in statements if isinstance(one, t.Answer)), None)
    return game.rules.types.get(id(value))


def _fits(answer: str, kind: Type | None, game: Game) -> bool:
    """Whether a word is of the kind that is asked for. If the board has no list of words, any word is."""
    words = answer.split("/")
    if kind is None or (answer == "none" and (kind.many or kind.optional)):
        return True
    if len(words) > 1 and not kind.many:
        return False
    return all(_is_one(word, kind.kind, game) for word in words)


def _is_one(word: str, kind: str, game: Game) -> bool:
    match kind:
        case "yes or no":
            return word in ("yes", "no")
        case "station" | "number|station":
            return word.isdecimal() and int(word) in game.seating.board.stations
        case "number":
            return word.isdecimal() and len(word) < 7
        case "piece":
            return word in game.pieces
        case "mode" | "ticket":
            return word in (*game.rules.tables.modes, *game.rules.tables.tickets)
    return " " not in word
