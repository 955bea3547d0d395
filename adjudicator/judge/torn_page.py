"""What a torn page says of what came before it: round, entries, tickets in hand, and what else the edition remembers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from adjudicator.engine import NONE, Cells, Engine, Seating, coded_set
from adjudicator.faults import Fault, Place, did_you_mean
from adjudicator.judge.lexicon import lexicon_of
from adjudicator.language.types import Type
from adjudicator.record import transcript as r
from adjudicator.record.lexicon import Lexicon, key_of
from adjudicator.record.words import clip
from adjudicator.rulebook.model import Rulebook
from adjudicator.rulebook.scoping import state_type

DIGITS = 6


class Misunderstood(Exception):
    """A word that is none of its kind: what is wrong, and what to write instead."""

    def __init__(self, word: str, message: str, help: str = "", code: str = "T064"):
        super().__init__(message)
        self.word, self.message, self.help, self.code = word, message, help, code
        self.in_name = False  # of the state, and not in its value


# -- where the page begins
def beginning(transcript: r.Transcript) -> tuple[int, int, tuple[Fault, ...]]:
    """The round in progress and the entries already written; what is left out is taken from the other, and that is said."""
    number, entries = transcript.round, transcript.entry
    moved = int(bool(transcript.moved))  # so that the fugitive has had his turn
    if number is None and entries is not None:
        number = _first_mark(transcript)
        if number is None and entries > moved:
            number = entries + 1 - moved
            return number, entries, _left_out(transcript, "entry", f"which round it is: it is taken as round {number}", "round")
    elif number is not None and entries is None and number + moved > 1:
        entries = number - 1 + moved
        said = f"how many entries were written before: {entries} {'is' if entries == 1 else 'are'} assumed, one a round"
        return number, entries, _left_out(transcript, "round", said, "entry")
    return number or 1, moved if entries is None else entries, ()


def _first_mark(transcript: r.Transcript) -> int | None:
    for item in transcript.items:
        if isinstance(item, r.RoundMark):
            return item.number
        if isinstance(item, r.Clause):
            break
    return None


def _left_out(transcript: r.Transcript, said: str, message: str, key: str) -> tuple[Fault, ...]:
    header = transcript.header(said)
    place = Place(transcript.file, header.line, header.column) if header else Place(transcript.file)
    return (Fault("T067", place, f"nothing says {message}", f"write it above, as `{key}:`", severity="warning"),)


# -- tickets
def remember_tickets(p: Cells, transcript: r.Transcript, engine: Engine) -> Iterator[Fault]:
    """What the page says is held; what it does not say, or does not know, is as the edition deals it."""
    told: dict[tuple[str, str], None] = {}
    shared: dict[object, r.Holding] = {}
    for header, holding in _parts(transcript, "tickets"):
        place = Place(transcript.file, header.line, holding.column, len(holding.ticket))
        if (holding.holder, holding.ticket) in told:
            yield Fault("T016", place, f"`{holding.ticket}` is counted twice for `{clip(holding.holder)}`", "keep one of them")
        told[holding.holder, holding.ticket] = None
        if holding.count is None:
            message = f"nothing says how many {holding.ticket} tickets {holding.holder} has: taken as at the start of a game"
            yield Fault("T068", place, message, severity="warning")
            continue
        key = engine.ledger.holding(holding.holder, holding.ticket)
        if key is not None:
            engine.ledger.put_holding(p, key, count_of(holding))
            yield from _at_odds(holding, shared.setdefault(key, holding), place)


def _at_odds(one: r.Holding, other: r.Holding, place: Place) -> Iterator[Fault]:
    """Where several pay from one pool, it is said once how many there are, or the same for each."""
    if one.count != other.count and one.holder != other.holder:
        message = f"`{one.holder}` and `{other.holder}` share their {one.ticket} tickets; two numbers are given"
        yield Fault("T069", place, message, f"write once how many there are: {other.holder} {one.ticket} …")


def count_of(holding: r.Holding) -> int | None:
    """How many tickets a page says there are; None for unlimited."""
    return None if holding.count == r.UNLIMITED else holding.count


def _parts(transcript: r.Transcript, key: str) -> Iterator[tuple[r.Header, r.Holding]]:
    return ((header, part) for header in transcript.headers if header.key == key for part in header.content)


# -- state
def hides_stations(transcript: r.Transcript, rulebook: Rulebook, hands: Mapping[str, int]) -> bool:
    """Whether the page does not know which stations are in some set that is not a hand."""
    names = {key_of(name): name for name in rulebook.tables.state if name not in hands}
    unknown = (names.get(key_of(value.name)) for value in transcript.state if value.value is None)
    kinds = (state_type(rulebook.tables.state[name]) for name in unknown if name)
    return any(kind is not None and kind.many for kind in kinds)


def remember_states(p: Cells, transcript: r.Transcript, engine: Engine) -> Iterator[Fault]:
    told: dict[str, None] = {}
    for header in transcript.headers:
        for value in header.content if header.key == "state" else ():
            place = Place(transcript.file, header.line, value.column, len(value.name))
            if key_of(value.name) in told:
                yield Fault("T016", place, f"`{clip(value.name)}` is given twice", "keep one of them")
            told[key_of(value.name)] = None
            try:
                if not put_state(p, value, engine):
                    message = f"nothing says what `{clip(value.name)}` is: taken as at the start of a game"
                    yield Fault("T068", place, message, severity="warning")
            except Misunderstood as wrong:
                yield Fault(wrong.code, _place(header, value, wrong, transcript.file), wrong.message, wrong.help)


def _place(header: r.Header, value: r.StateValue, wrong: Misunderstood, file: str) -> Place:
    """Where a word stands: in the name of a state, or behind its `=`."""
    start = value.column - header.column
    begin = start if wrong.in_name else header.text.find("=", start)
    return Place(file, header.line, header.column + max(header.text.find(wrong.word, begin), start), len(wrong.word))


def put_state(p: Cells, value: r.StateValue, engine: Engine) -> bool:
    """`NAME = VALUE`, `NAME PIECE = VALUE` for a state that each piece has, `uses ACTION SPAN = N` for what is counted.

    False if it is not known, and of a kind of which a position cannot say so.
    """
    ledger, seating = engine.ledger, engine.seating
    counted = counter_named(value.name, engine)
    if counted is not None:
        if value.value is not None:
            ledger.put_counter(p, counted, _number(value.value, Type("number"), seating))
        return value.value is not None
    try:
        name, index = state_named(value.name, engine)
        indices = [index] if index is not None else list(range(ledger.state_size(name)))
    except Misunderstood as wrong:
        wrong.in_name = True
        raise
    kind = ledger.state_type(name)
    if value.value is None and not (kind.many or kind.kind == "station"):
        return False
    ledger.put_state(p, name, indices, _number(value.value, kind, seating))
    return True


def counter_named(text: str, engine: Engine) -> tuple[str, str, str] | None:
    """The count that somebody means by `uses ACTION SPAN` or `fails ACTION SPAN`, if there is one."""
    return {" ".join(key): key for key in engine.ledger.counters}.get(" ".join(text.lower().split()))


def state_named(text: str, engine: Engine) -> tuple[str, int | None]:
    """The name of a state, and the number of the piece or ticket if one stands there; both may be of several words.

    Raises Misunderstood.
    """
    states = engine.rulebook.tables.state
    names = {key_of(name): name for name in states}
    words = text.split()
    for count in range(len(words), 0, -1):
        name = names.get(key_of(" ".join(words[:count])))
        if name is not None:
            index = " ".join(words[count:])
            return name, _index(name, index, engine.seating) if index else None
    counted = [" ".join(key) for key in engine.ledger.counters]
    raise Misunderstood(text, f"there is no state `{clip(text)}`", did_you_mean(text, [*states, *counted]), "T063")


def _index(name: str, text: str, seating: Seating) -> int:
    per = seating.rulebook.tables.state[name].per
    if not per:
        raise Misunderstood(text, f"`{name}` is not kept for each piece", f"write `{name} = ...`")
    return _word(text, Type(per), seating)


def _number(text: str | None, kind: Type, seating: Seating) -> int:
    """A value as it lies in a position: a number, yes or no, a name, several stations."""
    if text is None:
        return -1 if kind.many else 0
    if kind.many:
        return coded_set(_station(word, seating) for word in _listed(text))
    if kind.optional and key_of(text) == "none":
        return NONE
    if kind.kind == "station":
        return _station(text, seating)
    if kind.kind == "number":
        if len(text) > DIGITS or not text.removeprefix("-").isdecimal():
            raise Misunderstood(text, f"`{clip(text)}` is no number", f"write digits, at most {DIGITS}")
        return int(text)
    return _word(text, kind, seating)


def _word(text: str, kind: Type, seating: Seating) -> int:
    what, numbers = _names(kind.kind, seating)
    spellings = _spellings(kind.kind, lexicon_of(seating.rulebook))
    found = numbers.get(spellings.get(key_of(text), text.lower()))
    if found is None:
        none = ["none"] if kind.optional else []
        raise Misunderstood(text, f"`{clip(text)}` is no {what}", did_you_mean(text, [*numbers, *none]))
    return found


def _spellings(kind: str, lexicon: Lexicon) -> Mapping[str, str]:
    known = {"yes or no": {"y": "yes", "n": "no"}, "mode": lexicon.modes, "ticket": lexicon.tickets, "piece": lexicon.pieces}
    return known.get(kind, {})


def _names(kind: str, seating: Seating) -> tuple[str, Mapping[str, int]]:
    """What a word of this kind is called, and which there are."""
    tables = seating.rulebook.tables
    match kind:
        case "yes or no":
            return "answer to yes or no", {"yes": 1, "no": 0}
        case "mode":
            return "means of transport", {name: seating.symbols[name] for name in tables.modes}
        case "ticket":
            return "ticket", {name: seating.symbols[name] for name in tables.tickets}
        case "piece":
            return "piece", seating.pieces
    return "word of this board", dict(list(seating.symbols.items())[seating.width :])


def _listed(text: str) -> list[str]:
    words = text.replace(",", " ").split()
    return [] if [word.lower() for word in words] == ["none"] else words


def _station(text: str, seating: Seating) -> int:
    if len(text) > DIGITS or not text.isdecimal():
        raise Misunderstood(text, f"`{clip(text)}` is no station", "write the numbers of stations, or `none`")
    if int(text) not in seating.board.stations:
        message = f"there is no station `{text}` on the board `{seating.board.id}`"
        raise Misunderstood(text, message, seating.board.hint(int(text)), "T060")
    return int(text)
