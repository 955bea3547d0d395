"""Logs and keys of referees before the notation had words for turns that end, cards that are turned over and clauses that are
taken back: they stood in comments, and clauses that one seat alone saw in notes of the key.

Read only where such a game is continued or opened; in any other log a comment is a remark.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from adjudicator.game import Game
from adjudicator.judge.lexicon import FUGITIVE, lexicon_of
from adjudicator.record import transcript as r
from adjudicator.record.commitments import KeyLine, NoteLine
from adjudicator.record.headers import DRAWS
from adjudicator.record.transcript_reader import parse_said
from adjudicator.rulebook.facts import OPEN
from adjudicator.rulebook.model import Rulebook

_TURN_ENDS = "the turn ends"
_WHO_DRAWS = {"cards are typed in": DRAWS[0], "cards are drawn by the referee": DRAWS[1]}
_CARD = re.compile(r"card for (\S+) (\S+): ([0-9/]+)")
_TAKEN_BACK = re.compile(r"taken back: (\S+) .*")
_AGREED = " with the agreement of the table, "
_HIDDEN = re.compile(r"hidden (\d{1,6}): (.+)")


def items(public: r.Transcript, opened: r.Transcript, lines: Iterable[KeyLine], rules: Rulebook) -> tuple[r.Item, ...]:
    """The private record of such a game, in the words of now."""
    headers: list[r.Item] = [*opened.headers, r.Header("turns", "marked")]
    remarks = [item for item in public.items if isinstance(item, r.Comment)]
    headers += [r.Header("draws", _WHO_DRAWS[one.text.strip()]) for one in remarks if one.text.strip() in _WHO_DRAWS][:1]
    found, game = headers, Game.of(r.Transcript(tuple(headers), FUGITIVE), rules)
    for item in _body(public, opened, lines, rules):
        if _said(item) == _TURN_ENDS:
            game = game.continued(r.Transcript(tuple(found), FUGITIVE))
        found += _in_words(item, game)
    return tuple(found)


def with_clauses(opened: r.Transcript, rules: Rulebook) -> r.Transcript:
    """An opened record with the clauses that only its key has as clauses: opening the seals leaves remarks of them."""
    if opened.turns_marked:
        return opened
    found: list[r.Item] = []
    for item in opened.items:
        hidden = _HIDDEN.fullmatch(item.text.strip()) if isinstance(item, r.Comment) else None
        clauses = _read(hidden[2], opened, rules) if hidden else ()
        found += clauses if clauses and all(_is_unseen(one, rules) for one in clauses) else (item,)
    return r.Transcript(tuple(found), opened.fugitive, opened.file)


def _is_unseen(item: r.Item, rules: Rulebook) -> bool:
    """Whether nobody else at the table saw this: anything else never stood in a key."""
    parts = item.parts if isinstance(item, r.Clause) else ()
    return all(isinstance(one, r.Act) and rules.actions[one.action].table.seen not in OPEN for one in parts)


def _body(public: r.Transcript, opened: r.Transcript, lines: Iterable[KeyLine], rules: Rulebook) -> Iterator[r.Item]:
    """Everything after the headers, with the clauses that are in the key alone: their places counted remarks, too."""
    hidden: dict[int, list[str]] = {}
    for line in lines:
        found = _HIDDEN.fullmatch(line.text.strip()) if isinstance(line, NoteLine) else None
        if found is not None:
            hidden.setdefault(int(found[1]), []).append(found[2])
    clauses, place = iter(opened.clauses), 0
    for item in public.items:
        if isinstance(item, r.Header | r.Blank):
            continue
        for text in hidden.pop(place, ()):
            yield from _read(text, public, rules)
        match item:
            case r.Clause():
                yield next(clauses)
            case r.RoundMark(number):
                yield r.RoundMark(number)
            case r.Comment(text, _, indented):
                yield r.Comment(text, indented=indented)
        place += 1
    for text in (text for left in hidden.values() for text in left):
        yield from _read(text, public, rules)


def _said(item: r.Item) -> str:
    return item.text.strip() if isinstance(item, r.Comment) else ""


def _in_words(item: r.Item, game: Game) -> Iterator[r.Item]:
    """A comment that meant something, as it is written now. Whose turn ended is found out by playing up to there."""
    said, rules = _said(item), game.rules
    card, back = _CARD.fullmatch(said), _TAKEN_BACK.fullmatch(said)
    if said in _WHO_DRAWS:
        return
    if said == _TURN_ENDS:
        if game.may_end_turn:
            yield r.TurnEnd(game.side)
    elif card is not None and card[2] in rules.actions:
        yield r.Draw(card[1], lexicon_of(rules).form(card[2]), tuple(map(int, card[3].split("/"))))
    elif back is not None:
        yield r.Withdrawal(back[1], _AGREED in said)
        yield item
    else:
        yield item


def _read(text: str, record: r.Transcript, rules: Rulebook) -> tuple[r.Item, ...]:
    return parse_said(text, lexicon_of(rules), record.pieces)
