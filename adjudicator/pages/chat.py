"""Reads a chat: each line begins with a time and a name, or a name in angle brackets; or they are on the line above."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache

from adjudicator.faults import Fault, Place
from adjudicator.pages.front import read_front
from adjudicator.pages.marks import Marks
from adjudicator.pages.minutes import Minutes, Move, Remark
from adjudicator.pages.moves_in_words import MovesInWords, is_act
from adjudicator.pages.phrases import PhraseReader
from adjudicator.pages.stretches import Sheet, Stretch
from adjudicator.pages.styles import styles_of
from adjudicator.pages.vocabulary import Vocabulary
from adjudicator.record.lexicon import key_of
from adjudicator.values import frozen
from adjudicator.words import any_of, concepts

_DATE = r"\d{1,4}[./-]\d{1,2}[./-]\d{1,4},?[ \t]+"
_TIME = r"\d{1,2}[:.]\d{2}(?:[:.]\d{2})?(?: ?[AaPp]\.?[Mm]\.?)?"
_GAP = r"\s{0,9}"  # bounded: if names may have spaces, a long gap could be split in too many ways
_MESSAGE = re.compile(
    rf"(?:\[(?:{_DATE})?{_TIME}\]{_GAP}|(?:{_DATE})?{_TIME}{_GAP}(?:-{_GAP})?)(?:<(?P<angle>[^<>:]{{1,40}})>|(?P<name>[^:<>]{{1,40}}):)\s*"
    r"|<(?P<only>[^<>:]{1,40})>\s*"
    rf"|(?P<timed>[^\W\d_][^:<>()\[\]]{{0,39}}?){_GAP}[\[(](?:{_DATE})?{_TIME}[\])]\s*:\s*"
)
_STAMP = re.compile(rf"(?:\[{_DATE}{_TIME}\]|{_DATE}{_TIME}){_GAP}(?:-{_GAP})?")  # with a date, so that it can be nothing else
_ALONE = re.compile(r"[^\W\d_][^\W\d_.'’-]*(?: [^\W\d_][\w.'’-]*)?")
_SPEAKER = re.compile(r"(?P<name>[^\W\d_][^:<>\d]{0,39}):\s+")
MOST = 0.8  # share of the lines that have to be messages
ALONE = 0.3  # share of the lines that have to be names, without times
HEADS = 0.05  # share of the lines that have to be names, if these are on their own lines


@frozen
class Message:
    speaker: Stretch
    words: Stretch


def read_chat(sheet: Sheet, vocabulary: Vocabulary) -> list[Minutes]:
    """The page as a chat; empty unless most lines are messages, and enough of these are moves."""
    lines = list(sheet.said())
    timed, heads = _is_chat(lines), _names_alone(lines)
    if not timed and not heads and not _is_talk(lines):
        return []
    messages = list(_messages(lines, timed, heads))
    front = read_front([(message.words, message.speaker.text) for message in messages if message.words], vocabulary)
    minutes = front.minutes("a chat", halves=False)
    words = MovesInWords(PhraseReader(vocabulary), front.cast)
    for said, speaker in front.rest:
        _say(said, speaker, minutes, words, front.marks)
    speakers = dict.fromkeys(message.speaker.text for message in messages if message.speaker)
    minutes.how += [f"by {', '.join(speakers)}", *styles_of(minutes)]
    return [minutes] if minutes.moves else []


@cache
def _head() -> re.Pattern[str]:
    """The pattern of a name and a time alone above the message: `Ana - Today at 8:01 PM`, `Ana, [12.11.26 20:01]`."""
    day = rf"(?:(?:{any_of('day')})[ ,]+){{1,2}}"
    return re.compile(
        rf"(?P<name>[^\W\d_][^:<>\[\]\d]{{0,39}}?){_GAP}[-,]?\s{{1,9}}[\[(]?(?:{_DATE}|{day})?{_TIME}[\])]?", re.IGNORECASE
    )


def _is_chat(lines: Sequence[Stretch]) -> bool:
    whole = sum(_message(line) is not None for line in lines)
    heads = sum(_head().fullmatch(line.text) is not None for line in lines)
    dated = whole > 1 and _STAMP.match(lines[0].text) is not None  # messages may have any number of lines
    return (whole > 1 and (dated or whole >= MOST * len(lines))) or (heads > 1 and heads >= HEADS * len(lines))


def _names_alone(lines: Sequence[Stretch]) -> set[str]:
    """The names on their own lines, without a time, above messages: each is repeated, and somebody writes `I`."""
    said = Counter(line.text for line in lines if _ALONE.fullmatch(line.text))
    names = {name for name, count in said.items() if count > 1}
    of_himself = any(key_of(word) in concepts("me") for line in lines for word in line.text.split())
    return names if len(names) > 1 and of_himself and sum(said[one] for one in names) >= ALONE * len(lines) else set()


def _is_talk(lines: Sequence[Stretch]) -> bool:
    """Whether a page is a chat without times: a name begins most lines, and somebody writes `I`."""
    found = [_SPEAKER.match(line.text) for line in lines]
    said = [line.text[match.end() :] for line, match in zip(lines, found, strict=True) if match]
    of_himself = any(key_of(word) in concepts("me") for words in said for word in words.split())
    return len(said) > 1 and len(said) >= MOST * len(lines) and of_himself


def _messages(lines: Sequence[Stretch], timed: bool, heads: set[str]) -> Iterator[Message]:
    """Every line with its speaker: "" above the first message, and the last speaker for further lines of a message."""
    speaker = Stretch("", 0, 0)
    for line in lines:
        if line.text in heads:
            speaker = line
            continue
        whole, head = None if heads else _message(line, timed), _head().fullmatch(line.text)
        stamp = _STAMP.match(line.text) if timed and not whole and not head else None
        if stamp:  # written by the program: `Ana created group "SY"`
            speaker, line = Stretch("", 0, 0), line.part(stamp.end())
        speaker = whole.speaker if whole else line.part(*head.span("name")) if head else speaker
        if not head:
            yield whole or Message(speaker, line)


def _message(line: Stretch, timed: bool = True) -> Message | None:
    found = _MESSAGE.match(line.text) if timed else _SPEAKER.match(line.text)
    if found is None:
        return None
    group = next(name for name, said in found.groupdict().items() if said)
    return Message(line.part(*found.span(group)), line.part(found.end()))


def _say(said: Stretch, speaker: str, minutes: Minutes, words: MovesInWords, marks: Marks) -> None:
    """Add a message to the minutes, as moves or as talk. Talk is kept as a remark, and so is a line without a speaker."""
    mark, rest = marks.of(said)
    own = minutes.cast.known(speaker) if speaker else ""
    found = list(words.moves(rest, own or "?")) if rest and speaker else []
    if not all(move is not None and (move.phrase or is_act(move.words, words.phrases.vocabulary)) for move in found):
        found = [Move(own or "?", rest)] if is_act(rest, words.phrases.vocabulary) else []
    if not found:
        strange = bool(speaker) and words.may_be_move(said)
        minutes.unread += [said] * strange
        minutes.turns += [] if strange else [Remark(said)]
        return
    if any(move is not None and move.piece == "?" for move in found):
        own = _own(said, speaker, minutes)
    minutes.turns += [mark] if mark is not None else []
    minutes.turns += [Move(own if move.piece == "?" else move.piece, move.words, move.phrase) for move in found if move]


def _own(said: Stretch, speaker: str, minutes: Minutes) -> str:
    """The speaker's piece for a move that names none; a person with several pieces has to name one."""
    held = minutes.cast.held_by(speaker)
    if len(held) < 2:
        return minutes.cast.whose(speaker)
    minutes.faults.append(Fault("T233", Place("", said.line, said.column, len(said.text)), person=speaker, held=held))
    return held[0]
