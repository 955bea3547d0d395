"""Answers in numbers, and about tickets: how many, what they pay for, where they go, whether they run out."""

from __future__ import annotations

from adjudicator.answers.answer import NO, YES, Answer, Desk, both, listed, seat_row, spoken
from adjudicator.answers.claims import Ground
from adjudicator.answers.doubles import last_round
from adjudicator.answers.games import reach
from adjudicator.answers.probes import Piece, Probe, is_payer, probe, pursuers
from adjudicator.answers.questions import Question
from adjudicator.answers.riding import seated
from adjudicator.answers.sights import surfacing_entries
from adjudicator.check.naming import FUGITIVE
from adjudicator.engine.layout import ROUND, UNLIMITED
from adjudicator.engine.turns import Cells
from adjudicator.faults import Fault, Place, Refused, did_you_mean
from adjudicator.language import tree as t
from adjudicator.language.walking import walk


# -- how many
def count(desk: Desk, question: Question) -> Answer:
    """Tickets, rounds, entries, stations, pieces, and every named number of the variant."""
    names = question.values("value")
    if question.fare or question.has("ticket") or question.has("double"):
        return tickets(desk, question)
    if question.has("round") or question.has("turn"):
        return rounds(desk)
    if question.has("go") and not (names or question.has("station") or question.has("entry")):
        return rounds(desk)
    if question.has("surface"):
        found = surfacing_entries(desk)
        return Answer("", (f"{len(found)}: after entries {both(map(str, found))}",), facts={"surfacings": list(found)})
    if question.has("entry"):
        return _named(desk, "windows")
    if question.has("station") and question.who:
        return reach(desk, question)
    if question.has("station"):
        stations = list(desk.rulebook.board.stations) if desk.rulebook.board else []
        says = f"{len(stations)}, numbered from {stations[0]} to {stations[-1]}" if stations else "there is no board"
        gaps = [n for n in range(stations[0], stations[-1]) if n not in stations] if stations else []
        more = (f"there is no {listed(gaps, 6)}",) if gaps else ()
        return Answer("", (says, *more), facts={"stations": len(stations)})
    if names and not any(role.plural == names[0] for role in desk.rulebook.tables.roles.values()):
        return _named(desk, names[0])
    if question.who or names:
        return _seats(desk, question)
    raise Refused([Fault("Q31", Place("question"), "it is not clear what to count", _countable(desk))])


def _countable(desk: Desk) -> str:
    return "count tickets, rounds, entries, stations, a kind of piece, or " + both(sorted(desk.rulebook.numbers), "or")


def rounds(desk: Desk) -> Answer:
    """Found by closing round after round: a number that no rule asks for is not the length of a game."""
    last = last_round(probe(desk.rulebook, {}, pursuers(desk.rulebook)))
    ending = [rule for rule in desk.rulebook.rules.values() if rule.section == "endings" and "length" in rule.about]
    if last is None:
        grounds = [desk.rule(rule.id) for rule in desk.rulebook.rules.values() if rule.section == "endings" and rule.statements]
        return Answer("", ("no number of rounds is set: the game lasts until it ends in another way",), tuple(grounds),
                      facts={"rounds": None})  # fmt: skip
    sooner = _sooner(desk, last)
    if desk.game is not None:
        sooner = (*sooner, f"this is round {desk.game.p[ROUND]}")
    return Answer("", (f"{last} rounds", *sooner), tuple(desk.rule(rule.id) for rule in ending), facts={"rounds": last})


def _sooner(desk: Desk, last: int) -> tuple[str, ...]:
    """Whether entries count and not rounds: then a double brings the end nearer."""
    tried = probe(desk.rulebook, {}, pursuers(desk.rulebook))
    return (f"or fewer: {last} entries end it, and a double writes two",) if last_round(tried, doubles=1) == last - 1 else ()


def _named(desk: Desk, name: str) -> Answer:
    """A named number, and the rules that ask for it."""
    value = desk.rulebook.numbers.get(name)
    asking = [rule for rule in desk.rulebook.rules.values() if any(_mentions(one, name, desk) for one in rule.statements)]
    grounds = tuple(desk.rule(rule.id) for rule in asking)
    if value is None:
        rows = [(row[name], row) for row in desk.rulebook.tables.seats if name in row]
        if not rows:
            help = did_you_mean(name, desk.rulebook.numbers)
            raise Refused([Fault("Q31", Place("question"), f"there is no number `{name}`", help)])
        says = tuple(f"{number} with {seat_row(row, desk.rulebook, but=name)}" for number, row in rows)
        return Answer("", says, grounds, facts={name: [number for number, _ in rows]})
    said = both(map(str, value)) if isinstance(value, tuple) else str(value)
    unused = () if asking else ("no rule in force asks for it",)
    return Answer("", (f"{name}: {said}", *unused), grounds, facts={name: list(value) if isinstance(value, tuple) else value})


def _mentions(statement: t.Statement, name: str, desk: Desk) -> bool:
    """Whether a statement uses a named number, itself or by a term."""
    for node in walk(statement):
        if isinstance(node, t.Name):
            meaning = desk.rulebook.scope.names.get(node.name)
            body = meaning.body if meaning is not None and meaning.what == "term" else None
            if node.name == name or (body is not None and any(isinstance(n, t.Name) and n.name == name for n in walk(body))):
                return True
    return False


def _seats(desk: Desk, question: Question) -> Answer:
    rows = tuple(seat_row(row, desk.rulebook) for row in desk.rulebook.tables.seats)
    grounds = tuple(desk.rule(rule.id) for rule in desk.rulebook.rules.values() if "seats" in rule.about)
    return Answer("", rows or ("any number",), grounds, facts={"seats": list(rows)})


def tickets(desk: Desk, question: Question) -> Answer:
    """In a game what a piece holds now; else what its role is dealt."""
    named = [question.fare] if question.fare else _doubles(desk) if question.has("double") else []
    kinds = named or list(desk.rulebook.tables.tickets)
    who = question.who or (FUGITIVE if question.has("double") else "")
    if desk.game is not None and who in desk.game.opening.table.layout.pieces:
        return _held(desk, who, kinds)
    if desk.game is not None and not who:
        held = [_held(desk, piece, kinds) for piece in desk.game.opening.table.layout.pieces]
        return Answer("", tuple(line for one in held for line in one.says))
    roles = [desk.role(who)] if who else list(desk.rulebook.tables.roles)
    says, facts = [], {}
    for name in roles:
        role = desk.rulebook.tables.roles[name]
        if role.fare == "free" and not role.tickets:
            says.append(f"{role.name or name}: none, it rides free")
            continue
        dealt = {kind: role.tickets[kind] for kind in kinds if kind in role.tickets}
        facts[name] = dict(dealt)
        said = ", ".join(_amount(desk, name, kind, value) for kind, value in dealt.items())
        says.append(f"{role.name or name}: {said or 'none'}")
    topics = [rule.id for rule in desk.rulebook.rules.values() if "tickets" in rule.about and rule.section == "rules"]
    return Answer("", tuple(says), tuple(desk.rule(name) for name in topics[:2]), facts=dict(facts))


def _doubles(desk: Desk) -> list[str]:
    """The tickets that are spent on taking two moves and on no ride."""
    return [name for name, one in desk.rulebook.tables.tickets.items() if not one.pays]


def _amount(desk: Desk, role: str, kind: str, value: int | str) -> str:
    """A number; what follows from the table is said for one."""
    if value == "pile":
        return f"{desk.fare(kind)} tickets as long as the pile has any"
    if isinstance(value, int) or value == "unlimited":
        return f"{value} {desk.fare(kind)}"
    every = pursuers(desk.rulebook)
    layout = probe(desk.rulebook, {}, every).opening.table.layout
    p = probe(desk.rulebook, {}, every).p
    piece = next(q for q, seat in enumerate(layout.seats) if seat.role == role)
    return f"{spoken(value)} ({desk.fare(kind)}), so {p[layout.ticket_cell(piece, kind)]} at a table of {len(every)} pursuers"


def _held(desk: Desk, who: str, kinds: list[str]) -> Answer:
    assert desk.game is not None
    layout = desk.game.opening.table.layout
    piece = layout.pieces[who]
    if layout.is_free(piece):
        return Answer("", (f"{who} rides without tickets",))
    held = {kind: sorted({p[layout.ticket_cell(piece, kind)] for p in desk.game.worlds}) for kind in kinds}
    said = ", ".join(f"{_span(numbers)} {desk.fare(kind)}" for kind, numbers in held.items())
    shared = [seat.piece for q, seat in enumerate(layout.seats) if q != piece and layout.owner(q) == layout.owner(piece)]
    pool = (f"shared with {both(shared)}",) if shared else ()
    facts = {kind: _plain(numbers) for kind, numbers in held.items()}
    return Answer("", (f"{who} has {said}", *pool), facts={"tickets": facts})


def _span(numbers: list[int]) -> str:
    """A number of tickets; where the record does not tell it, from the fewest to the most."""
    if UNLIMITED in numbers:
        return "unlimited"
    return str(numbers[0]) if len(numbers) == 1 else f"{numbers[0]} to {numbers[-1]}"


def _plain(numbers: list[int]) -> object:
    return None if UNLIMITED in numbers else numbers[0] if len(numbers) == 1 else [numbers[0], numbers[-1]]


# -- what tickets do
def pays(desk: Desk, question: Question) -> Answer:
    table = desk.rulebook.tables.tickets.get(question.fare)
    if table is None:
        able = [name for name, one in desk.rulebook.tables.tickets.items() if question.fare in one.pays]
        return Answer(
            "", (f"the {desk.fare(question.fare)} is paid with {both(map(desk.fare, able), 'or')}",), facts={"tickets": able}
        )
    forbidden = [mode for mode in table.pays if not _anybody_rides(desk, mode)]
    good = [mode for mode in table.pays if mode not in forbidden]
    name = desk.fare(question.fare)
    says = f"a {name} ticket pays for {both(map(desk.fare, good))}" if good else f"a {name} ticket pays for no ride of its own"
    refusals = probe(desk.rulebook, {}, pursuers(desk.rulebook)).opening.table.code.refusals
    rules = [one.rule.id for one in refusals if _calls_pays(one.statement)]
    return Answer("", (says,), tuple(desk.rule(name) for name in dict.fromkeys(rules)), facts={"pays": good})


def _calls_pays(statement: t.Forbid) -> bool:
    return any(isinstance(node, t.Call) and node.name == "pays" for node in walk(statement))


def _anybody_rides(desk: Desk, mode: str) -> bool:
    """Whether the fugitive or some pursuer has a line of this kind to ride."""
    tried = probe(desk.rulebook, {}, pursuers(desk.rulebook))
    layout, hooks = tried.opening.table.layout, tried.opening.table.hooks
    code = layout.symbols[mode]
    return any(
        any(line[0] == code for _, _, _, lines in hooks[f"LINES_{k}"][station] for line in lines)
        for k in set(tried.opening.table.profile)
        for station in layout.board.stations
    )


def payment(desk: Desk, question: Question) -> Answer:
    """A detective's ride: who has a ticket more afterwards."""
    who = question.who or next(name for name, role in desk.rulebook.tables.roles.items() if role.side == "pursuers")
    piece, every = seated(desk, who)
    if not is_payer(desk.rulebook, piece):
        return Answer("", (f"{desk.one_of(who)} pays nothing",))
    tried = probe(desk.rulebook, {}, every)
    if piece.name != FUGITIVE:
        tried = tried.played_on("pursuers")
    clause = next(one for one in tried.moves(piece.name) if len(one.split()) == 3)
    judged = tried.judge(clause)
    gained = _gained(tried, piece, judged.after)
    grounds = _paying(desk, tried, piece)
    name = desk.one_of(piece.role if piece.name != FUGITIVE else FUGITIVE)
    where = f"goes to {both(gained)}, at once" if gained else "leaves the game"
    return Answer("", (f"a ticket that {name} uses {where}",), grounds, tried=(tried.tried(clause, judged),))


def _gained(tried: Probe, piece: Piece, after: Cells) -> list[str]:
    layout = tried.opening.table.layout
    found = []
    for name, base in layout.supplies.items():
        if name == layout.owner(layout.pieces[piece.name]):
            continue
        before, now = tried.p[base : base + layout.kinds], after[base : base + layout.kinds]
        unlimited = UNLIMITED in now and _pays_to(tried, name)
        if any(b < a for b, a in zip(before, now, strict=True)) or unlimited:
            found.append(name.removeprefix("piece ") if name != "pile" else "the general pile")
    return [tried.rulebook.tables.roles[layout.seats[0].role].name if name == FUGITIVE else name for name in found]


def _pays_to(tried: Probe, supply: str) -> bool:
    """Whether a rule pays into a supply that cannot grow any more."""
    if supply != f"piece {FUGITIVE}":
        return False
    paid = [one.place for _, one in tried.rulebook.statements(t.Pay) if isinstance(one, t.Pay)]
    return any(isinstance(place, t.Name) and place.name == "fugitive" for place in paid)


def _paying(desk: Desk, tried: Probe, piece: Piece) -> tuple[Ground, ...]:
    layout = tried.opening.table.layout
    number = layout.pieces[piece.name]
    found = [
        rule.id
        for rule, one in desk.rulebook.statements(t.Pay)
        if isinstance(one, t.Pay) and (not one.who or any(number in layout.members(name) for name in one.who))
    ]
    return tuple(desk.rule(name) for name in dict.fromkeys(found))


def run_out(desk: Desk, question: Question) -> Answer:
    """Whether a supply is bounded."""
    piece, every = seated(desk, question.who)
    name = desk.title(question.who)
    tried = probe(desk.rulebook, {}, every)
    layout = tried.opening.table.layout
    if not is_payer(desk.rulebook, piece):
        return Answer(NO, (f"{name} rides without tickets",))
    held = desk.rulebook.tables.roles[piece.role].tickets
    kinds = [question.fare] if question.fare else [kind for kind in held if desk.rulebook.tables.tickets[kind].pays]
    if question.fare and question.fare not in held:
        return Answer(YES, (f"{name} has no {desk.fare(question.fare)} tickets at all",), _topic(desk, "run out"))
    bounded = {k: tried.p[layout.ticket_cell(layout.pieces[piece.name], k)] for k in kinds}
    ends = {kind: number for kind, number in bounded.items() if number != UNLIMITED}
    if not ends:
        return Answer(NO, (f"{name} never lacks {both(map(desk.fare, kinds), 'or')} tickets",), _topic(desk, "run out"))
    pile = [kind for kind in ends if held.get(kind) == "pile"]
    said = ", ".join(f"{number} {desk.fare(kind)}" + (" in the pile" if kind in pile else "") for kind, number in ends.items())
    never = [kind for kind in kinds if kind not in ends]
    more = (f"but never of {both(map(desk.fare, never), 'or')} tickets",) if never else ()
    return Answer(YES, (f"{name} begins with {said} for a table of {len(every)} pursuers", *more), _topic(desk, "run out"))


def _topic(desk: Desk, topic: str) -> tuple[Ground, ...]:
    return tuple(desk.rule(rule.id) for rule in desk.rulebook.rules.values() if topic in rule.about)


def needs_tickets(desk: Desk, question: Question) -> Answer:
    """Whether somebody pays for rides."""
    piece, _ = seated(desk, question.who)
    name = desk.title(question.who)
    s = "" if name.startswith("the ") else "s"
    if not is_payer(desk.rulebook, piece):
        return Answer(NO, (f"{name} ride{s} without tickets",), _topic(desk, "free fare"))
    dealt = tickets(desk, question)
    return Answer(
        YES, (f"{name} pay{s} for every ride", *dealt.says), dealt.grounds or _topic(desk, "run out"), facts=dealt.facts
    )


def trade(desk: Desk, question: Question) -> Answer:
    """Whether any rule moves a ticket from one pursuer to another."""
    rules = desk.rulebook.rules.values()
    moving = [rule.id for rule in rules for one in rule.statements for effect in walk(one) if _hands_over(effect, desk)]
    if moving:
        grounds = tuple(desk.rule(name) for name in dict.fromkeys(moving))
        return Answer(YES, ("there is a rule by which tickets pass between pursuers",), grounds)
    if question.whom and desk.is_fugitive(question.who) != desk.is_fugitive(question.whom):
        return payment(desk, question)
    pooled = [row for row in desk.rulebook.tables.seats if row.get("pool", desk.rulebook.tables.pool) == "person"]
    more = (
        (f"only a person who holds several pieces pays for them from one pool: {seat_row(pooled[0], desk.rulebook)}",)
        if pooled
        else ()
    )
    return Answer(NO, ("no rule lets a ticket pass from one pursuer to another", *more), _topic(desk, "trade"))


def _hands_over(effect: object, desk: Desk) -> bool:
    if not isinstance(effect, t.Move):
        return False
    others = {"pile", "nowhere", "fugitive", *desk.rulebook.tables.supplies}
    return not any(isinstance(end, t.Name) and end.name in others for end in (effect.source, effect.target))


def lines(desk: Desk, question: Question) -> Answer:
    """Every line of one means of transport; of a ticket that is none, what it pays for."""
    if question.fare not in desk.rulebook.tables.modes:
        return pays(desk, question)
    board = desk.rulebook.board
    found = [line for line in board.lines if line.mode == question.fare] if board is not None else []
    if not found:
        return Answer("", (f"there is no {desk.fare(question.fare)} line on this board",))
    said = listed([f"{line.a}-{line.b}" for line in found], 60)
    facts: dict[str, object] = {"lines": [[line.a, line.b] for line in found]}
    return Answer(
        "", (f"{len(found)} {desk.fare(question.fare)} {'line' if len(found) == 1 else 'lines'}: {said}",), facts=facts
    )
