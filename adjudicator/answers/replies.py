"""From a question to its answer: read it, choose who answers, and say on which options the answer dependings."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from attrs import evolve

from adjudicator.answers import (
    actions,
    doubles,
    endings,
    fares,
    movement,
    numbers,
    positions,
    set_up,
    surfacings,
    topics,
)
from adjudicator.answers.answer import NO, YES, Answer, Depends, Desk, with_topics
from adjudicator.answers.changes import deciding
from adjudicator.answers.claims import read_clause
from adjudicator.answers.experiments import NAMES
from adjudicator.answers.forms import ACTION, CLAIMS
from adjudicator.answers.questions import Question, concept, content, read
from adjudicator.answers.unknown_words import compares, corrected, foreign, unknown
from adjudicator.answers.words import Token, Vocabulary, vocabulary
from adjudicator.faults import Refused

Reply = Callable[[Desk, Question], Answer]

REPLIES: dict[str, Reply] = {
    "may": positions.claim,
    "why": positions.claim,
    "what-if": positions.what_if,
    "who-captures": positions.who_captures,
    "reach": positions.reach,
    "whereabouts": positions.whereabouts,
    "whose-turn": positions.whose_turn,
    "standing": positions.standing,
    "count": numbers.count,
    "seating": set_up.seating,
    "double-count": doubles.double_count,
    "surfacings": surfacings.surfacings,
    "surfaces-then": surfacings.surfaces_then,
    "ticket-hides": surfacings.ticket_hides,
    "double-shown": doubles.double_shown,
    "seen": surfacings.seen,
    "endings": endings.endings,
    "captured": endings.captured,
    "stuck": endings.stuck,
    "give-up": endings.give_up,
    "use": movement.use,
    "entering": movement.entering,
    "passing": movement.passing,
    "back": movement.back,
    "stay": movement.stay,
    "must-move": movement.must_move,
    "order": movement.order,
    "lines": fares.lines,
    "double": doubles.double,
    "double-last": doubles.double_last,
    "double-round": doubles.double_round,
    "double-row": doubles.double_row,
    "double-twice": doubles.double_twice,
    "double-back": doubles.double_back,
    "double-with": doubles.double_with,
    "pays": fares.pays,
    "payment": fares.payment,
    "needs-tickets": fares.needs_tickets,
    "run-out": fares.run_out,
    "trade": fares.trade,
    "start": set_up.start,
    "act": actions.act,
}
COUNTED = {"round", "turn", "entry", "person"}  # with these a number is no station
WEIGHTLESS = ("a", "an", "the", "is", "are", "does", "do", "what")  # before a topic
ABOUT_WORDS = ("about", "rules", "rule", "tell", "me", "explain", "say", "says")


def ask(desk: Desk, text: str) -> Answer:
    """The answer to a question. Raises Refused where it is not understood, with the nearest forms."""
    words = vocabulary(desk.rulebook, _pieces(desk), _persons(desk))
    meant, slips = corrected(text, words)
    question = _claim(desk, meant, words) or _act(desk, meant, words) or next(iter(read(meant, words)), None)
    if question is None:
        instead = compares(text, desk.rulebook)
        topic = None if instead else _topic(desk, text, words) or _strange(desk, text, words)
        if topic is None:
            raise unknown(text, words, foreign(desk.rulebook, text, words), instead)
        return evolve(topic, question=text, form="about")
    return evolve(_answered(desk, question), question=text, slips=slips)


def _answered(desk: Desk, question: Question) -> Answer:
    if desk.game is not None:
        for piece in question.values("piece"):
            positions.known_piece(desk.game, piece)
    answer = _reply(desk, question)
    of_position = question.form.game and desk.game is not None
    answer = with_topics(answer, desk, question.form.topics if not of_position else ())
    depends = tuple(_depends(desk, question, answer)) if not of_position else ()
    return evolve(answer, form=question.form.name, depends=depends)


def _reply(desk: Desk, question: Question) -> Answer:
    """What may be done is no duty: where a form does not tell them apart, `must X double` is answered by whether he may."""
    answer = REPLIES[question.form.name](desk, question)
    if question.has("must") and "must" not in question.form.concepts and answer.verdict == YES:
        first, *rest = answer.says
        return evolve(answer, verdict=NO, says=(f"allowed, and nobody has to: {first}", *rest))
    return answer


def _pieces(desk: Desk) -> tuple[str, ...]:
    """Those of the game, and the colours that others have."""
    return (*(desk.game.pieces if desk.game is not None else ()), *NAMES)


def _persons(desk: Desk) -> dict[str, str]:
    """Those who hold one piece, and that piece."""
    seats = desk.game.record.seats if desk.game is not None else ()
    held = [seat.person for seat in seats]
    return {seat.person: seat.piece for seat in seats if seat.person and held.count(seat.person) == 1}


# -- questions that hold a clause
def _claim(desk: Desk, text: str, words: Vocabulary) -> Question | None:
    """`may`, `why not`, `what if` and a clause: in the notation of transcripts, or in common words with a station."""
    tokens = content(text, words)
    kinds = [token.kind for token in tokens]
    asks = {token.value for token in tokens if token.kind == "concept"}
    asks |= {"may"} if not asks and "fare" in kinds else set()  # `red bus 46?`
    form = next((one for one in reversed(CLAIMS) if all(set(group) & {*asks, "double"} for group in one.needs)), None)
    if form is None or "piece" not in kinds or asks & COUNTED:
        return None
    if "number" in kinds and "unknown" not in kinds:
        clause = _worded(desk, tokens)
        return Question(text, form, tokens, clause) if clause else None
    body = [token.text for token in _without_asking(words.tokens(text))]
    clause = " ".join(body)
    if desk.game is None or not any(token.kind == "action" or token.also for token in tokens):
        return None
    try:
        read_clause(clause, desk.game)
    except Refused:
        return None
    return Question(text, form, tokens, clause)


def _without_asking(tokens: tuple[Token, ...]) -> Iterator[Token]:
    """The words from the piece on, little words left out."""
    begun = False
    for token in tokens:
        begun = begun or token.kind == "piece"
        if begun and token.kind != "filler" and token.text not in ("go", "goes", "move", "moves", "use", "uses"):
            yield token


def _worded(desk: Desk, tokens: tuple[Token, ...]) -> str:
    """`red`, `bus`, `46` in any order, as a clause; a double has two fares and two stations."""
    piece = next(token.value for token in tokens if token.kind == "piece")
    action = next((t for t in tokens if t.kind == "action" or (t.kind == "fare" and not _rides(desk, t.value))), None)
    fares = [token.value for token in tokens if token.kind == "fare" and _rides(desk, token.value)]
    stations = [token.value for token in tokens if token.kind == "number"]
    if fares and len(fares) == len(stations):
        pairs = ", ".join(f"{fare} {station}" for fare, station in zip(fares, stations, strict=True))
        head = f"{desk.rulebook.actions[action.value].written} " if action and action.value in desk.rulebook.actions else ""
        return f"{piece} {head}{pairs}"
    if not fares and len(stations) == 1 and action is None:
        return _any_fare(desk, piece, int(stations[0]))
    if action is not None and action.kind == "action" and len(stations) == 1:
        return f"{piece} {desk.rulebook.actions[action.value].written} {stations[0]}"
    return ""


def _rides(desk: Desk, fare: str) -> bool:
    table = desk.rulebook.tables.tickets.get(fare)
    return fare in desk.rulebook.tables.modes or (table is not None and bool(table.pays))


def _any_fare(desk: Desk, piece: str, station: int) -> str:
    """`may red go to 46`: by the first ticket with which it is legal, or else the first that has a line."""
    modes = list(desk.rulebook.tables.modes)
    if desk.game is None or piece not in desk.game.pieces:
        return f"{piece} {modes[0]} {station}"
    game = desk.game.possible[0]
    found = [ride.legs[0].means for ride in game.rides(piece) if ride.to == station]
    lines = game.engine.board.lines_from(game.station(piece) or 0)
    drawn = [mode for mode, to, _ in lines if to == station and mode in modes]
    return f"{piece} {(found or drawn or modes)[0]} {station}"


def _act(desk: Desk, text: str, words: Vocabulary) -> Question | None:
    """`may`, somebody, and an action of the variant."""
    tokens = content(text, words)
    actions = [token.value if token.kind == "action" else token.also for token in tokens]
    double = desk.rulebook.facts.double_action
    named = [action for action in actions if action and (double is None or action != double.id)]
    rest = [token for token, action in zip(tokens, actions, strict=True) if not action]
    fits = all(token.kind in ("piece", "role") or concept(token) in ACTION.concepts for token in rest)
    asked = any(concept(token) == "may" for token in rest)
    return Question(text, ACTION, tokens, named[0]) if len(named) == 1 and asked and fits else None


# -- topics
def _topic(desk: Desk, text: str, words: Vocabulary) -> Answer | None:
    """What is left of the question as a topic: `about double moves`, `ferry`."""
    left = [word for word in text.lower().rstrip("?.! ").split() if word not in ABOUT_WORDS and word not in WEIGHTLESS]
    asked = any(word in ABOUT_WORDS for word in text.lower().split())
    if not left or (not asked and len(content(text, words)) > 2):
        return None
    try:
        found = topics.about(desk.rulebook, " ".join(left))
    except Refused:
        if asked:
            raise
        return None
    return _told(desk, found)


def _told(desk: Desk, found: topics.Topic) -> Answer:
    grounds = tuple(desk.rule(one.id) for one in found.entries if one.kind != "option")
    says = [
        f"the option `{one.id}` is `{one.chosen}` (of {', '.join(one.values)})" for one in found.entries if one.kind == "option"
    ]
    says += [f"{one.id}: {one.question} Here: {one.default}" for one in found.readings]
    return Answer("", (f"about {found.name}", *found.remarks, *says), grounds, facts={"topic": found.name})


def _strange(desk: Desk, text: str, words: Vocabulary) -> Answer | None:
    """The words that no form knows, and actions in other company, as a topic: `may the detectives talk` is about talk."""
    strange = [token.text for token in content(text, words) if token.kind in ("unknown", "action")]
    for word in (" ".join(strange), *strange) if strange else ():
        try:
            return _told(desk, topics.about(desk.rulebook, word, by_words=False))
        except Refused:
            continue
    return None


# -- what it depends on
def _depends(desk: Desk, question: Question, answer: Answer) -> Iterator[Depends]:
    """Options that change the answer, each tried: those about the topics, and those that decide the rules quoted."""
    rules = tuple(one.rule for one in answer.grounds)
    wanted = [set(some) for some in (question.form.topics, answer.topics) if some]
    related = {name for name, option in desk.rulebook.options.items() if any(some <= set(option.about) for some in wanted)}
    pairs = [(name, v) for name in related for v in desk.rulebook.options[name].values if v != desk.rulebook.chosen[name]]
    for name, value in sorted({*pairs, *deciding(desk.rulebook, rules)}):
        try:
            other = desk.otherwise(f"{name}={value}")
            then = _reply(other, question) if other is not None else None
        except Refused:  # a choice that others exclude, or a question that makes no sense under it
            continue
        if then is not None and then.key != answer.key:
            ruling = desk.rulebook.options[name].ruling
            yield Depends(f"{name}={value}", then.verdict, "; ".join(then.says), ruling)
