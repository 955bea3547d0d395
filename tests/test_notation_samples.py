"""Sample transcripts of every kind, and the lexicon and the generator that the tests of the notation share."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import strategies as st

from adjudicator.record import (
    NONE,
    UNLIMITED,
    Act,
    ActionForm,
    Argument,
    Blank,
    Clause,
    Comment,
    Draw,
    Event,
    Hand,
    Header,
    Holding,
    Lexicon,
    Resign,
    Ride,
    RoundMark,
    Seat,
    Start,
    StateValue,
    Stay,
    Transcript,
    TurnEnd,
    Withdrawal,
    parse,
    same,
    write,
)
from adjudicator.record.transcript import Step

ACTIONS = (
    ActionForm("double", "turn", entries=2),
    ActionForm("surface", "after", (Argument("ticket", "taking", each=True),)),
    ActionForm("dive", "with"),
    ActionForm("crime", "after"),
    ActionForm("take", "after", (Argument("ticket"),)),
    ActionForm("escape", "entry", (Argument("card"), Argument("station", "to"))),
    ActionForm("fly", "entry", (Argument("card"), Argument("station", "to"))),
    ActionForm("manhunt", "during", has_answer=True),
    ActionForm("interrogate", "during", (Argument("word", values=("park", "landmark", "river")),), True),
    ActionForm("ask", "during", (Argument("word"),), True),
    ActionForm("clue", "during", has_answer=True),
    ActionForm("ban", "during", (Argument("mode"),)),
    ActionForm("roadblock", "during", (Argument("station"),)),
    ActionForm("block", "during", (Argument("station"),)),
    ActionForm("accuse", "during", (Argument("piece"),)),
    ActionForm("bid", "during", (Argument("number"),)),
)
LEXICON = Lexicon.plain(
    pieces={
        **dict.fromkeys(("mr x", "mister x", "moriarty", "professor moriarty"), "X"),
        **{name: name for name in ("sherlock", "watson", "mycroft", "irene", "lestrade")},
        "sherlock holmes": "sherlock",
        "dr. watson": "watson",
    },
    tickets={"t": "taxi", "cab": "taxi", "carriage": "taxi", "b": "bus", "tram": "bus"}
    | {"u": "underground", "tube": "underground", "black": "black", "secret ticket": "black", "2x ticket": "double"},
    modes={"cab": "taxi", "tram": "bus", "tube": "underground", "boat": "ferry"},
    roles={"police": "police", "constable": "police", "bobby": "bobby", "detective": "detective"},
    actions=ACTIONS,
    supplies={"pile": "pile", "general pile": "pile", "box": "box"},
)

SAMPLES = {
    "club night": """\
# Club night
variant: 2014
seats:   X = Ana; red = Ben; blue = Cleo; green = Dev; yellow = Eli
start:   X 104; red 26; blue 117; green 174; yellow 50

1. X taxi 86; red taxi 39; blue taxi 116; green taxi 161; yellow taxi 37
2. X 2x taxi 69, black 52!  # entries 2 and 3: he surfaces on 52
   red taxi 51; blue taxi 104; green taxi 174; yellow taxi 50
3. X taxi 69
""",
    "classic with both options": """\
variant: classic
option:  voluntary-surfacing
option:  cut-off
seats:   X = Ana; red = Ben; green = Ben; blue = Cleo
start:   X 132; red 26; green 29; blue 50
result:  X caught

1. X bus 140 + surface taking red taxi green bus blue none; red taxi 39; green taxi 41; blue stays
2. X resigns
""",
    "all abilities": """\
variant: holmes
seats:   X = Ana; sherlock = Ben; watson = Ben; mycroft = Cleo; irene = Cleo; lestrade = Dev
start:   X 45/104 at 45; sherlock 26; watson 29; mycroft 50; irene 53; lestrade 91
cards:   X crimes 12, 45, 160

1. X taxi 46; X crime; sherlock manhunt -> III; sherlock taxi 27; watson taxi 41; mycroft taxi 49
   irene taxi 54; lestrade taxi 105
2. X 2x taxi 47 + crime + take black, escape 91/112 to 112; watson interrogate river -> yes
   irene ban bus
3. X escape 34/35 fails; X black/ferry 157 + dive; mycroft clue -> 86; lestrade roadblock 105
""",
    "log sheet": """\
variant: 2014
start:   X 104

1. X taxi 86
2. X 2x taxi 69, black/ferry 52!
""",
    "public record": """\
variant:    2014
seats:      X; red = Ben; white (police)
start:      X ?; red 26; white 50
surfacings: marked

1. X taxi ?; red taxi 39; white ferry 46
2. X ? ?; red taxi 51
3. X 2x bus ?, black 52!; red taxi 39
""",
    "torn page": """\
variant: 2014
option:  length=rounds
rules:   sha256:0a1b2c
seats:   X = Ana; red = Ben; blue = Ben
round:   7
entry:   9
moved:   red
start:   X 104; red 26; blue 117
tickets: red taxi 3, bus 0; X black 1, double 0; pile taxi 4
state:   chips red = 1; closed = 165, 12

blue bus 102
8. X taxi 86
""",
    "sealed": """\
start: X ?[mzxw6ytboi]; red 26
cards: X crimes ?[aa], ?[bb], 160

1. X taxi ?[nbswy3dp]; red taxi 39
2. X 2x black/?[ab] ?[cd] + crime, ?[ef] ?[gh]; red taxi 26
""",
}


@pytest.mark.parametrize("name", SAMPLES)
def test_samples_are_canonical(name: str) -> None:
    transcript, faults = parse(SAMPLES[name], LEXICON, name)
    assert faults == ()
    assert write(transcript) == SAMPLES[name]


# --- transcripts that a person could write, as values

PIECES = ("red", "blue", "dark-blue", "white", "black", "sherlock")
stations = st.integers(0, 999_999)
cards = st.lists(stations, min_size=2, max_size=4).map(tuple)
commitments = st.text("abcdefghijklmnopqrstuvwxyz234567", min_size=1, max_size=32)
plain = st.sampled_from(("river", "north", "III", "x-ray", "naïve"))
maybe_station = st.none() | stations


@st.composite
def rides(draw: st.DrawFn) -> Ride:
    ticket = draw(st.sampled_from(("taxi", "bus", "underground", "black", "", None)))
    modes = st.sampled_from(("taxi", "bus", "underground", "ferry"))
    mode = "ferry" if ticket == "" else draw(st.none() | modes)
    to = draw(maybe_station)
    seals = []
    for field, value in (("ticket", ticket), ("mode", mode), ("to", to)):
        if value is None and draw(st.booleans()):
            seals.append((field, draw(commitments)))
    return Ride(ticket, mode, to, draw(st.booleans()), tuple(seals))


@st.composite
def acts(draw: st.DrawFn, *places: str) -> Act:
    form = draw(st.sampled_from([LEXICON.form(form.id) for form in ACTIONS if form.place in places]))
    values: tuple[Any, ...] = tuple(draw(_values(argument)) for argument in form.arguments)
    failed = draw(st.booleans())
    if failed:
        values = values[: draw(st.integers(0, len(values)))]
    seals = []
    for at, (argument, value) in enumerate(zip(form.arguments, values, strict=False)):
        if value is None and not argument.each and draw(st.booleans()):
            seals.append((str(at), draw(commitments)))
    answer = draw(st.none() | st.sampled_from(("yes", "no", "III", "86", "north west"))) if form.has_answer else None
    if form.has_answer and answer is None and draw(st.booleans()):
        seals.append(("answer", draw(commitments)))
    stationed = any(argument.kind == "station" for argument in form.arguments[: len(values)])
    return Act(form, values, answer, failed, stationed and draw(st.booleans()), tuple(seals))


def _values(argument: Argument) -> st.SearchStrategy[object]:
    if argument.each:
        pairs = st.dictionaries(st.sampled_from(PIECES), st.sampled_from(("taxi", "bus", NONE, None)), min_size=1)
        return pairs.map(lambda given: tuple(given.items()))
    kinds: dict[str, st.SearchStrategy[object]] = {
        "station": stations,
        "number": stations,
        "card": cards,
        "mode": st.sampled_from(("taxi", "bus", "underground", "ferry")),
        "ticket": st.sampled_from(("taxi", "bus", "black", "double")),
        "word": st.sampled_from(argument.values or ("north", "naïve", "x-ray")),
    }
    return st.sampled_from(PIECES) if argument.kind == "piece" else st.none() | kinds[argument.kind]


@st.composite
def clauses(draw: st.DrawFn) -> Clause:
    piece = draw(st.sampled_from(("X", *PIECES)))
    joined = st.lists(acts("with", "after", "during"), max_size=2)
    entry = rides() | acts("entry")
    parts: list[Step]
    match draw(st.integers(0, 5)):
        case 0:
            parts = [draw(st.just(Stay()) | st.just(Resign()))]
        case 1:
            parts = [draw(acts("with", "after", "during")), *draw(joined)]
        case 2:
            parts = [Act(LEXICON.form("double"))]
            wanted = draw(st.integers(1, 2))
            while wanted:
                step = draw(entry)
                parts += [step, *draw(joined)]
                wanted -= not (isinstance(step, Act) and step.failed)
        case _:
            parts = [draw(entry), *draw(joined)]
    return Clause(piece, tuple(parts))


@st.composite
def events(draw: st.DrawFn) -> Event:
    """Events beside the clauses."""
    piece = draw(st.sampled_from(("X", *PIECES)))
    match draw(st.integers(0, 2)):
        case 0:
            return TurnEnd(draw(st.sampled_from(("fugitive", "pursuers"))))
        case 1:
            card = draw(st.lists(st.integers(0, 999_999), min_size=1, max_size=3).map(tuple))
            return Draw(piece, LEXICON.form(draw(st.sampled_from(("escape", "fly")))), card)
        case _:
            return Withdrawal(piece, draw(st.booleans()))


names = st.text("abcdefghij ÄÖü-.'&", min_size=1, max_size=8).map(str.strip).filter(bool)
comment_texts = st.text("abc #;:,!?ü×→1.", max_size=12).map(str.rstrip)


@st.composite
def headers(draw: st.DrawFn) -> list[Header]:
    """Every header now and then; the seats always, so that every piece is known."""
    roles = st.none() | st.sampled_from(("police", "bobby"))
    seats = [Seat(piece, draw(st.none() | names), draw(roles)) for piece in ("X", *PIECES)]
    found = [Header("seats", tuple(seats)), Header("start", tuple(draw(_start(piece)) for piece in PIECES))]
    pool = {
        "variant": names,
        "option": st.lists(st.sampled_from(("cut-off", "length=rounds", "order=seat")), min_size=1).map(tuple),
        "result": st.sampled_from(("escapes", "caught", "draw", "unfinished")),
        "surfacings": st.just("marked"),
        "round": st.integers(1, 999_999),
        "entry": stations,
        "draws": st.sampled_from(("by hand", "by the referee")),
        "moved": st.lists(st.sampled_from(PIECES), unique=True).map(tuple),
        "cards": _hands(),
        "tickets": _holdings(),
        "state": st.lists(_states(), min_size=1).map(tuple),
    }
    keys = draw(st.lists(st.sampled_from(sorted(pool)), unique=True))
    found += [Header(key, draw(pool[key])) for key in keys]
    found += [Header("cards", draw(pool["cards"]))] if draw(st.booleans()) else []
    return list(draw(st.permutations(found)))


@st.composite
def _start(draw: st.DrawFn, piece: str) -> Start:
    at, card = draw(maybe_station), draw(st.none() | cards)
    seals = [("at", draw(commitments))] if at is None and draw(st.booleans()) else []
    if card is None and draw(st.booleans()):
        seals = [("card", draw(commitments)), *seals]
    return Start(piece, at, card, draw(st.none() | st.just("police")), tuple(seals))


@st.composite
def _hands(draw: st.DrawFn) -> tuple[Hand, ...]:
    card = st.none() | cards | st.tuples(stations)
    held = tuple(draw(st.lists(card, min_size=1, max_size=3)))
    seals = tuple((str(at), draw(commitments)) for at, one in enumerate(held) if one is None and draw(st.booleans()))
    return (Hand(draw(st.sampled_from(PIECES)), draw(st.sampled_from(("crimes", "scenes"))), held, seals),)


@st.composite
def _holdings(draw: st.DrawFn) -> tuple[Holding, ...]:
    held = []
    for holder in draw(st.lists(st.sampled_from((*PIECES, "pile", "box")), unique=True, min_size=1)):
        tickets = draw(st.lists(st.sampled_from(("taxi", "bus", "black", "double")), unique=True, min_size=1))
        counts = st.none() | st.just(UNLIMITED) | stations
        held += [Holding(holder, ticket, draw(counts)) for ticket in tickets]
    return tuple(held)


@st.composite
def _states(draw: st.DrawFn) -> StateValue:
    value = draw(st.none() | st.sampled_from(("1", "yes", "165, 12")))
    sealed = value is None and draw(st.booleans())
    seals = (("value", draw(commitments)),) if sealed else ()
    return StateValue(draw(st.sampled_from(("chips red", "ban", "closed"))), value, seals)


@st.composite
def transcripts(draw: st.DrawFn) -> Transcript:
    comments = st.builds(Comment, comment_texts, st.just(False), st.booleans())
    between = st.lists(comments | st.just(Blank()), max_size=1)
    items: list[object] = []
    for header in draw(headers()):
        items += [*draw(between), header, *_trailing(draw)]
    rounds = draw(st.lists(st.none() | st.integers(0, 999_999), max_size=4))
    for number in rounds:
        items += draw(between)
        items += [] if number is None else [RoundMark(number), *_trailing(draw)]
        for said in draw(st.lists(clauses() | events(), max_size=4)):
            items += [*draw(between), said, *_trailing(draw)]
    return Transcript(tuple(items), "X")  # type: ignore[arg-type]


def _trailing(draw: st.DrawFn) -> list[Comment]:
    return [Comment(draw(comment_texts), trails=True)] if draw(st.integers(0, 4)) == 0 else []


def reads_back(transcript: Transcript) -> bool:
    again, faults = parse(write(transcript), LEXICON)
    return not faults and same(again, transcript)
