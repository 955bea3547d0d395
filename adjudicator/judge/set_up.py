"""The set-up: start cards, seats, collisions. It is judged if the record begins with the game; otherwise there are notices."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache

from adjudicator.engine import Seating
from adjudicator.judge import seat_rows
from adjudicator.judge.findings import Findings
from adjudicator.judge.page_bounds import impossible, unusual
from adjudicator.judge.page_hands import dealt_hands
from adjudicator.judge.start_position import Opening
from adjudicator.judge.torn_page import count_of
from adjudicator.judge.verdict import Notice
from adjudicator.language import tree as t
from adjudicator.record import transcript as r
from adjudicator.rulebook.model import Rule
from adjudicator.values import frozen

TORN = "torn-page"
Found = tuple[str | Rule, str, str]  # a check of the set-up or a rule, the piece it is about, and a message


def judge_set_up(transcript: r.Transcript, opening: Opening, findings: Findings) -> None:
    found = {
        "seats": _seat_table(opening.engine.seating),
        "start": (
            *(_collisions(opening) if opening.begins else ()),
            *(_start_cards(transcript, opening) if _nobody_has_moved(opening) else ()),
        ),
        "cards": _hands(transcript, opening),
    }
    torn = findings.rulebook.facts.checks.get(TORN)
    for key, things in found.items():
        for check, piece, message in things:
            rule = check if isinstance(check, Rule) else findings.rulebook.facts.checks.get(check)
            if opening.begins:
                _found(transcript, opening, findings, rule, key, piece, message, "" if isinstance(check, Rule) else check)
            elif isinstance(check, Rule):
                _found(transcript, opening, findings, torn, key, piece, message, TORN)
            elif rule is not None:
                line, column, _ = _place(transcript, key, piece)
                findings.notices.append(Notice(check, message, line, column))
    findings.notices += (*_strangers(transcript, opening), *_unknown_hands(transcript, opening))
    if opening.begins:
        findings.notices += (*_not_compared(transcript, opening), *_own_hands(transcript, opening))
        return
    if torn is not None:
        for key, piece, message in impossible(transcript, opening):
            _found(transcript, opening, findings, torn, key, piece, message, TORN)
        places = ((message, *_place(transcript, key, piece)[:2]) for key, piece, message in unusual(transcript, opening))
        findings.notices += (Notice(TORN, *one) for one in places)


def _nobody_has_moved(opening: Opening) -> bool:
    """Whether pieces are where they started, as they seldom are on a torn page."""
    ledger = opening.engine.ledger
    return opening.begins or (ledger.round(opening.position) == 1 and not ledger.entries(opening.position))


def _found(
    transcript: r.Transcript,
    opening: Opening,
    findings: Findings,
    rule: Rule | None,
    key: str,
    piece: str,
    message: str,
    check: str,
) -> None:
    """A breach of the set-up. A torn page that contradicts itself accuses nobody: it was written down wrongly."""
    line, column, text = _place(transcript, key, piece)
    place = {"line": line, "column": column, "length": len(text) or 1, "clause": text}
    number = opening.engine.ledger.round(opening.position)
    if check == TORN:
        said = f"this page contradicts itself: {message}"
        findings.undecided(TORN, said, help="correct the header", round=number, piece=piece, **place)
    else:
        findings.illegal(rule, message, round=number, piece=piece, check=check, **place)


def _strangers(transcript: r.Transcript, opening: Opening) -> Iterator[Notice]:
    """Notices about pieces whose role has fixed names, of which theirs is not one."""
    roles = opening.engine.rulebook.tables.roles
    for seat in opening.engine.seating.seats[1:]:
        named = roles[seat.role].pieces
        if named and seat.piece not in named:
            line, column, _ = _place(transcript, "seats", seat.piece)
            message = (
                f"{seat.piece} is not one of the {roles[seat.role].plural or seat.role} of this edition: {', '.join(named)}"
            )
            yield Notice("no-such-piece", message, line, column)


def _own_hands(transcript: r.Transcript, opening: Opening) -> Iterator[Notice]:
    """Notices about tickets at the beginning that differ from those that the edition deals."""
    if not transcript.tickets:
        return
    ledger, dealt = opening.engine.ledger, dealt_hands(opening)
    for holding in transcript.tickets:
        key = ledger.holding(holding.holder, holding.ticket)
        if key is not None and holding.count is not None and ledger.count_of(dealt, key) != count_of(holding):
            usual = ledger.count_of(dealt, key)
            said = f"{holding.holder} begins with {holding.count} {holding.ticket} tickets"
            line, column, _ = _place(transcript, "tickets", holding.holder)
            yield Notice("own-hands", f"{said}; the edition deals {'any number' if usual is None else usual}", line, column)


def _not_compared(transcript: r.Transcript, opening: Opening) -> Iterator[Notice]:
    """Notices about start cards that the board lacks, so that start stations are not judged."""
    unknown = _unknown_decks(opening.engine.seating)
    named = {start.piece for start in transcript.start if start.at is not None} if unknown else set()
    decks = [deck for deck, pieces in unknown if pieces & named]
    header = transcript.header("start")
    if header is not None and decks:
        which = " and ".join(f"`{deck}`" for deck in decks)
        message = f"the cards of {which} are not known on this board: whether the pieces may start there is not judged"
        yield Notice("unknown-cards", message, header.line, header.column)


def _unknown_hands(transcript: r.Transcript, opening: Opening) -> Iterator[Notice]:
    """Notices about cards in hand of a deck that the board lacks, so that they are not judged."""
    decks = {deal.target: deal.deck for _, deal in opening.engine.rulebook.facts.deals}
    header = transcript.header("cards")
    for hand in transcript.cards if header is not None else ():
        deck = decks.get(hand.deck)
        if deck and header is not None and any(hand.cards) and opening.engine.seating.cards(deck) is None:
            message = f"the cards of `{deck}` are not known on this board: whether there are such cards is not judged"
            yield Notice("unknown-cards", message, header.line, header.column)


@lru_cache(maxsize=128)
def _unknown_decks(seating: Seating) -> tuple[tuple[str, frozenset[str]], ...]:
    """The decks of start cards that the board does not know, and who draws from them."""
    unknown = [(one, pieces) for one, pieces in seating.start_rules if one.deck and seating.cards(one.deck) is None]
    return tuple((one.deck, frozenset(seating.names(pieces))) for one, pieces in unknown)


def _place(transcript: r.Transcript, key: str, piece: str) -> tuple[int, int, str]:
    """Where a header mentions a piece, or the whole header: line, column, text."""
    header = transcript.header(key) or transcript.header("start")
    if header is None:
        return 0, 0, ""
    parts = header.content if piece else ()
    own = next((one for one in parts if _about(one) == piece and one.column), None)
    if own is None:
        return header.line, header.column, header.text
    if getattr(own, "line", 0):
        return own.line, own.column, str(own.at)
    column = own.column
    return header.line, column, header.text[column - header.column :].split(";")[0].rstrip()


def _about(part: r.Seat | r.Start | r.Hand | r.Holding) -> str:
    return part.holder if isinstance(part, r.Holding) else part.piece


@lru_cache(maxsize=64)
def _seat_table(seating: Seating) -> tuple[Found, ...]:
    """The faults of these seats by the seat table."""
    return tuple(_against_seats(seating))


def _against_seats(seating: Seating) -> Iterator[Found]:
    rows = seating.rulebook.tables.seats
    if not rows or not seating.pursuers_known:
        return
    if seating.seat_row is not None:
        yield from _held(seating, seating.seat_row)
        return
    book = seating.rulebook
    counts = Counter(book.tables.roles[seat.role].plural or seat.role for seat in seating.seats[1:])
    named = any(seat.person for seat in seating.seats[1:])
    have: seat_rows.Row = {**counts, "persons": seating.holdings} if named else counts
    table = "; ".join(seat_rows.described(one, book) for one in rows)
    yield "seat-table", "", f"the seat table has no row for {seat_rows.described(have, book)}; it has {table}"


def _held(seating: Seating, row: seat_rows.Row) -> Iterator[Found]:
    """The person for each piece, if the row says so and the record names persons. A piece of another name is left out."""
    held = seat_rows.held(row)
    by_person: dict[str, set[str]] = {}
    for seat in seating.seats[1:]:
        by_person.setdefault(seat.person, set()).add(seat.piece)
    known = frozenset(piece for group in held for piece in group)
    known &= frozenset(piece for group in by_person.values() for piece in group)
    wanted = {known.intersection(group) for group in held} - {frozenset()}
    have = {known.intersection(group) for group in by_person.values()} - {frozenset()}
    if not held or "" in by_person or have == wanted:
        return
    table = ", ".join(" and ".join(group) for group in seat_rows.held(row))
    wrong = next(sorted(group) for group in have if group not in wanted)
    yield "seat-table", wrong[0], f"one person holds {' and '.join(wrong)}; with so many players it is {table}"


def _collisions(opening: Opening) -> Iterator[Found]:
    seen: dict[int, str] = {}
    stations = opening.engine.ledger.stations(opening.position)
    for seat, station in zip(opening.engine.seating.seats, stations, strict=True):
        if station and station in seen:
            yield "start-collision", seat.piece, f"{seen[station]} and {seat.piece} both start on {station}"
        seen.setdefault(station, seat.piece)


def _start_cards(transcript: r.Transcript, opening: Opening) -> Iterator[Found]:
    starts = {start.piece: start for start in transcript.start}
    for rule, pieces, usual in _start_rules(opening.engine.seating):
        for piece in pieces:
            start = starts.get(piece)
            if start is None or (start.at in usual and start.card is None):
                continue
            if start.at is not None or start.card is not None:
                yield from _one_start(start, rule, opening)


@lru_cache(maxsize=64)
def _start_rules(seating: Seating) -> list[tuple[t.StartsOn, tuple[str, ...], frozenset[int]]]:
    """The rules about start stations, each with its pieces, and the stations of its deck that any of them may start on."""
    found = list[tuple[t.StartsOn, tuple[str, ...], frozenset[int]]]()
    for rule, pieces in seating.start_rules:
        cards = seating.cards(rule.deck) if rule.stations is None else None
        usual = frozenset[int]() if cards is None else _places(cards, rule.pick)
        found.append((rule, seating.names(pieces), usual))
    return found


def _one_start(start: r.Start, rule: t.StartsOn, opening: Opening) -> Iterator[Found]:
    if rule.stations is not None and start.at is None:
        return
    if rule.stations is not None:
        stations = opening.engine.start_stations(rule, opening.position)
        if start.at not in stations:
            allowed = ", ".join(map(str, stations))
            yield "start-card", start.piece, f"{start.piece} starts on {start.at}; it may start on {allowed}"
        return
    cards = opening.engine.seating.cards(rule.deck)
    if cards is None:
        return
    if start.card is not None and start.card not in cards:
        yield "start-card", start.piece, f"this game has no start card {_written(start.card)}"
        return
    if start.at is None:
        return
    if start.card is not None and start.at not in start.card:
        yield "start-card", start.piece, f"{start.piece} starts on {start.at}, which is not on the card {_written(start.card)}"
        return
    if start.at not in _places((start.card,) if start.card else cards, rule.pick):
        what = "is not the first station of a start card" if rule.pick == "first" else "is on no start card"
        yield "start-card", start.piece, f"{start.piece} starts on {start.at}, which {what} of `{rule.deck}`"


@lru_cache(maxsize=256)
def _places(cards: tuple[tuple[int, ...], ...], pick: str) -> frozenset[int]:
    """The stations where a piece that draws one of these cards may start."""
    return frozenset(station for card in cards for station in (card[:1] if pick == "first" else card))


def _written(card: tuple[int, ...]) -> str:
    return "/".join(map(str, card))


def _hands(transcript: r.Transcript, opening: Opening) -> Iterator[Found]:
    """Dealt cards: as many as the rules deal, each from its deck, none twice."""
    every = opening.engine.rulebook.facts.deals
    for name in dict.fromkeys(deal.target for _, deal in every):
        hands = [hand for hand in transcript.cards if hand.deck == name]
        if hands:
            held = _Held(name, hands[0].piece, [card for hand in hands for card in hand.cards])
            yield from held.against([deal for deal in every if deal[1].target == name], opening)


@frozen
class _Held:
    """All cards of one hand, though several headers or decks may mention it."""

    name: str
    piece: str
    cards: list[tuple[int, ...] | None]

    def against(self, deals: list[tuple[Rule, t.Deal]], opening: Opening) -> Iterator[Found]:
        amounts = [opening.engine.value(deal.amount, opening.position) for _, deal in deals]
        rule, known = deals[0][0], {card for card in self.cards if card is not None}
        different = len(known) + self.cards.count(None)  # which may all be different ones
        few = len(self.cards) < sum(amounts) and not opening.begins  # some have been played
        if (len(self.cards) != sum(amounts) or different != sum(amounts)) and not few:
            yield rule, self.piece, f"{self.piece} holds {different} different cards of `{self.name}`, {sum(amounts)} are dealt"
        decks = [opening.engine.seating.cards(deal.deck) for _, deal in deals]
        for card in sorted(known):
            if all(deck is not None and card not in deck for deck in decks):
                which = " or ".join(f"`{deal.deck}`" for _, deal in deals)
                yield rule, self.piece, f"{_written(card)} is not a card of {which}"
        for (its, deal), deck, amount in zip(deals, decks, amounts, strict=True):
            others = {card for other in decks if other is not deck for card in other or known}
            own = [card for card in sorted(known) if deck is not None and card in deck and card not in others]
            if len(deals) > 1 and len(own) > amount:
                yield its, self.piece, f"{self.piece} holds {len(own)} cards of `{deal.deck}`, {amount} are dealt from it"
