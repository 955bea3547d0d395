"""The headers of a torn page: round, entries, tickets in hand, and other states of the edition."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import takewhile

from adjudicator.engine import NONE, Cells, Engine, Seating, coded_set
from adjudicator.faults import Fault, Given, Place
from adjudicator.judge.written_steps import writes
from adjudicator.language.types import Type
from adjudicator.record import transcript as r
from adjudicator.record.lexicon import FUGITIVE, Lexicon, key_of, lexicon_of
from adjudicator.rulebook.model import Rulebook
from adjudicator.rulebook.scope import state_type

DIGITS = 6


class Misunderstood(Exception):
    """A word that is not of its kind; `fault` has the message, and no place yet."""

    def __init__(self, sentence: str, word: str, **values: Given):
        super().__init__(sentence)
        self.word, self.fault = word, Fault(sentence, word=word, **values)
        self.in_name = False  # whether the word is in the name of the state, rather than its value


# -- where the page begins
def beginning(transcript: r.Transcript, engine: Engine) -> tuple[int, int, tuple[Fault, ...]]:
    """The round in progress and the number of entries so far. If one is missing, it follows from the other, with a notice."""
    number, entries = transcript.round, transcript.entry
    moved = int(has_had_his_turn(transcript, engine))
    if number is None and entries is not None:
        number = _first_mark(transcript)
        if number is None and entries > moved:
            number = entries + 1 - moved
            return number, entries, _left_out(transcript, "entry", "T067.round", number)
    elif number is not None and entries is None and number + moved > 1:
        entries = number - 1 + moved
        return number, entries, _left_out(transcript, "round", "T067.entry" if entries == 1 else "T067.entries", entries)
    return number or 1, moved if entries is None else entries, ()


def has_had_his_turn(transcript: r.Transcript, engine: Engine) -> bool:
    """Whether the fugitive has moved in the round in progress: he is named, or a pursuer whose turn comes after his."""
    before = moved_before(transcript, engine)
    return FUGITIVE in before or (bool(before) and engine.rulebook.facts.sides[0] == "fugitive")


def moved_before(transcript: r.Transcript, engine: Engine) -> tuple[str, ...]:
    """The pieces that have moved in the round in progress. On a page that begins within a round without a `moved:` line, all
    pieces have that do not act any more."""
    if not begins_within_a_round(transcript, engine):
        return transcript.moved
    if engine.rulebook.facts.sides[0] != "fugitive":
        return tuple(seat.piece for seat in engine.seating.seats[1:])
    first = list(takewhile(lambda clause: clause.piece != FUGITIVE, transcript.clauses))
    movers = {clause.piece for clause in first if not isinstance(clause.parts[0], r.Act) or writes(clause.parts[0])}
    goes_on = len(first) < len(transcript.clauses)
    pursuers = [seat.piece for seat in engine.seating.seats[1:] if goes_on and seat.piece not in movers]
    return (FUGITIVE, *pursuers)


def begins_within_a_round(transcript: r.Transcript, engine: Engine) -> bool:
    """Whether a torn page begins with a piece of the side that moves last and without a round number, and neither a `moved:`
    line nor the number of entries implies that the first side has not moved."""
    number, entries = transcript.round, transcript.entry
    if (number is None and entries is None) or transcript.header("moved") is not None:
        return False
    first = next((item for item in transcript.items if isinstance(item, r.RoundMark | r.Clause)), None)
    if engine.rulebook.facts.sides[0] != "fugitive":
        return isinstance(first, r.Clause) and first.piece == FUGITIVE
    has_entered = number is None or entries is None or entries >= number
    return isinstance(first, r.Clause) and first.piece != FUGITIVE and has_entered


def _first_mark(transcript: r.Transcript) -> int | None:
    for item in transcript.items:
        if isinstance(item, r.RoundMark):
            return item.number
        if isinstance(item, r.Clause):
            break
    return None


def _left_out(transcript: r.Transcript, said: str, sentence: str, number: int) -> tuple[Fault, ...]:
    header = transcript.header(said)
    place = Place(transcript.file, header.line, header.column) if header else Place(transcript.file)
    return (Fault(sentence, place, number=number),)


# -- tickets
def remember_tickets(p: Cells, transcript: r.Transcript, engine: Engine) -> Iterator[Fault]:
    """Set the tickets that the page gives; unknown ones and those that it does not give are as the edition deals them."""
    told: dict[tuple[str, str], None] = {}
    shared: dict[object, r.Holding] = {}
    for header, holding in _parts(transcript, "tickets"):
        place = Place(transcript.file, header.line, holding.column, len(holding.ticket))
        if (holding.holder, holding.ticket) in told:
            yield Fault("T016.held", place, ticket=holding.ticket, holder=holding.holder)
        told[holding.holder, holding.ticket] = None
        if holding.count is None:
            yield Fault("T068", place, ticket=holding.ticket, holder=holding.holder)
            continue
        key = engine.ledger.holding(holding.holder, holding.ticket)
        if key is not None:
            engine.ledger.put_holding(p, key, count_of(holding))
            yield from _given_twice(holding, shared.setdefault(key, holding), place)


def _given_twice(one: r.Holding, other: r.Holding, place: Place) -> Iterator[Fault]:
    """Report a pool whose number a page gives more than once: for several holders it must be the same."""
    if one.holder != other.holder and one.count != r.UNLIMITED:
        code = "T069" if one.count != other.count else "T068.shared"
        yield Fault(code, place, holder=one.holder, other=other.holder, ticket=one.ticket, count=one.count or 0)


def count_of(holding: r.Holding) -> int | None:
    """The number of tickets on a page; None for unlimited."""
    return None if holding.count == r.UNLIMITED else holding.count


def _parts(transcript: r.Transcript, key: str) -> Iterator[tuple[r.Header, r.Holding]]:
    return ((header, part) for header in transcript.headers if header.key == key for part in header.content)


# -- state
def hides_stations(transcript: r.Transcript, rulebook: Rulebook, hands: Mapping[str, int]) -> bool:
    """Whether the page leaves open which stations are in some set that is not a hand."""
    hidden = [value for value in transcript.state if value.value is None]
    if not hidden:
        return False
    names = {key_of(name): name for name in rulebook.tables.state if name not in hands}
    unknown = (names.get(key_of(value.name)) for value in hidden)
    kinds = (state_type(rulebook.tables.state[name]) for name in unknown if name)
    return any(kind is not None and kind.many for kind in kinds)


def remember_states(p: Cells, transcript: r.Transcript, engine: Engine) -> Iterator[Fault]:
    told: dict[str, None] = {}
    for header in transcript.headers:
        for value in header.content if header.key == "state" else ():
            place = Place(transcript.file, header.line, value.column, len(value.name))
            if key_of(value.name) in told:
                yield Fault("T016.state", place, name=value.name)
            told[key_of(value.name)] = None
            try:
                if not put_state(p, value, engine):
                    yield Fault("T068.state", place, name=value.name)
            except Misunderstood as wrong:
                yield wrong.fault.at(_place(header, value, wrong, transcript.file))


def _place(header: r.Header, value: r.StateValue, wrong: Misunderstood, file: str) -> Place:
    """The place of a word: in the name of a state, or after its `=`."""
    start = value.column - header.column
    begin = start if wrong.in_name else header.text.find("=", start)
    return Place(file, header.line, header.column + max(header.text.find(wrong.word, begin), start), len(wrong.word))


def put_state(p: Cells, value: r.StateValue, engine: Engine) -> bool:
    """Set a state by `NAME = VALUE`, `NAME PIECE = VALUE` if each piece has one, or `uses ACTION SPAN = N` for a count.

    Returns False if the value is unknown, and a position cannot store that.
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
    """The count named by `uses ACTION SPAN` or `fails ACTION SPAN`; None if there is none."""
    return {" ".join(key): key for key in engine.ledger.counters}.get(" ".join(text.lower().split()))


def state_named(text: str, engine: Engine) -> tuple[str, int | None]:
    """The name of a state, and the number of the piece or ticket after it, if any; both may have several words.

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
    raise Misunderstood("T063", text, known=[*states, *counted])


def _index(name: str, text: str, seating: Seating) -> int:
    per = seating.rulebook.tables.state[name].per
    if not per:
        raise Misunderstood("T064.piece", text, name=name)
    return _word(text, Type(per), seating)


def _number(text: str | None, kind: Type, seating: Seating) -> int:
    """A value as a position stores it: a number, yes or no, a name, several stations."""
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
            raise Misunderstood("T064.number", text, most=DIGITS)
        return int(text)
    return _word(text, kind, seating)


def _word(text: str, kind: Type, seating: Seating) -> int:
    what, numbers = _names(kind.kind, seating)
    spellings = _spellings(kind.kind, lexicon_of(seating.rulebook))
    found = numbers.get(spellings.get(key_of(text), text.lower()))
    if found is None:
        none = ["none"] if kind.optional else []
        raise Misunderstood("T064", text, kind=what, known=[*numbers, *none])
    return found


def _spellings(kind: str, lexicon: Lexicon) -> Mapping[str, str]:
    known = {"yes or no": {"y": "yes", "n": "no"}, "mode": lexicon.modes, "ticket": lexicon.tickets, "piece": lexicon.pieces}
    return known.get(kind, {})


def _names(kind: str, seating: Seating) -> tuple[str, Mapping[str, int]]:
    """The name of this kind of word, and the words that belong to it."""
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
        raise Misunderstood("T064.station", text)
    if int(text) not in seating.board.stations:
        board, number = seating.board, int(text)
        raise Misunderstood("T060", text, number=number, board=board.id, **board.numbered_elsewhere(number))
    return int(text)
