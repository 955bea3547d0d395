"""From a question to its answer: read it whole, let the one answer who can, and say on which options the answer depends."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from attrs import evolve

from adjudicator.answers import actions, boards, counting, doubles, endings, moving, paying, positions
from adjudicator.answers.answer import DEPENDS, NO, YES, Answer, Depends, Desk
from adjudicator.answers.changes import deciding
from adjudicator.answers.clauses import of_a_clause
from adjudicator.answers.known import MARK, known_answer, known_patterns, known_readings
from adjudicator.answers.not_understood import corrections, not_understood, two_readings
from adjudicator.answers.origins import claim_from_anywhere
from adjudicator.answers.patterns import asks_what
from adjudicator.answers.reading import Reading, asked_plainly, is_turned_round, narrated, readings, unsaid, ways_to_ask
from adjudicator.answers.statements import statement
from adjudicator.answers.tokens import Token, vocabulary
from adjudicator.faults import Refused

Reply = Callable[[Desk, Reading], Answer]

# Who answers, by the form. Of two, the first without a game and the second with one.
REPLIES: dict[str, Reply] = {
    "rounds": counting.rounds,
    "box": counting.box,
    "ends-if": endings.ends_if,
    "surfaces-last": counting.last_seen,
    "sees-start": counting.sees_start,
    "highest": boards.highest,
    "rounds-equal": counting.rounds_equal,
    "modes": counting.modes,
    "contested-list": counting.contested_list,
    "who-uses": moving.who_uses,
    "who-only": moving.who_only,
    "once-a-turn": moving.once_a_turn,
    "has-ticket": counting.has_ticket,
    "sees-under": paying.sees_under,
    "sees-station": paying.sees_station,
    "double-limit": doubles.limit,
    "ticket-needed": moving.ticket_needed,
    "double-with": doubles.paid_with,
    "double-surface": doubles.while_surfacing,
    "double-stop": doubles.stops_between,
    "double-enters": doubles.half_enters,
    "ticket-to-x": paying.to_fugitive,
    "out-of-game": endings.out_of_game,
    "round-exists": counting.round_exists,
    "windows": counting.windows,
    "schedule": counting.when_seen,
    "schedule-last": counting.when_seen,
    "schedule-first": counting.when_seen,
    "surfaces-at": counting.seen_at,
    "hidden-at": counting.seen_at,
    "tickets": counting.tickets,
    "tickets-enough": counting.enough_tickets,
    "supply": counting.supply,
    "need-ticket": counting.needs_tickets,
    "rides-free": counting.rides_free,
    "players": counting.table_size,
    "players-enough": counting.size_enough,
    "seats": counting.at_table,
    "holds": counting.holdings,
    "columns": counting.columns,
    "characters": counting.characters,
    "starts": counting.starts,
    "starts-nth": counting.starts,
    "starts-count": counting.starts,
    "starts-at": counting.starts,
    "starts-together": counting.together,
    "start-cards": counting.start_cards,
    "state": counting.beginning,
    "decks": counting.decks,
    "dealt": counting.dealt,
    "numbers": counting.numbers,
    "options": counting.options,
    "option-values": counting.option_values,
    "option-has": counting.option_has,
    "board-reach": boards.from_station,
    "board-stops": boards.stops,
    "board-stop": boards.stops_at,
    "board-line": boards.line,
    "board-exists": boards.exists,
    "board-count": boards.count,
    "mode-lines": boards.lines,
    "passes": boards.passes,
    "attribute-of": boards.attribute,
    "attribute-where": boards.attributed,
    "pays": paying.pays,
    "pays-for": paying.pays_for,
    "used-ticket": paying.used,
    "comes-back": paying.comes_back,
    "run-out": paying.run_out,
    "trade": paying.trade,
    "ticket-hides": paying.hides,
    "sees": paying.told,
    "sees-round": paying.sees,
    "sees-ticket": paying.sees,
    "use": moving.use,
    "use-round": moving.use,
    "use-with": moving.use_with,
    "use-without": moving.use_without,
    "share": moving.share,
    "onto-x": moving.onto_fugitive,
    "enter": moving.onto_pursuer,
    "over": moving.over,
    "back": moving.back,
    "stay": moving.stay,
    "must-move": moving.must_move,
    "order": moving.order,
    "who-begins": moving.who_begins,
    "stop-short": moving.stop_short,
    "move-round": moving.move_round,
    "double-may": doubles.may,
    "double-twice": doubles.twice,
    "double-row": doubles.in_a_row,
    "double-last": doubles.at_round,
    "double-round": doubles.at_round,
    "double-back": doubles.back,
    "double-mixed": doubles.mixed,
    "double-tickets": doubles.counted,
    "double-entries": doubles.counted,
    "double-windows": doubles.past_the_log,
    "double-seen": doubles.shown,
    "what-happens": endings.what_happens,
    "who-wins": endings.what_happens,
    "wins-if": endings.wins_if,
    "loses-if": endings.wins_if,
    "catches": endings.catches,
    "last-entry": endings.last_entry,
    "how-win": endings.how_win,
    "how-end": endings.how_end,
    "draws": endings.draws,
    "resigns": endings.give_up,
    "counted-win": endings.counted,
    "may-act": actions.may,
    "at-will": actions.at_will,
    "who-acts": actions.whose,
    "what-act": actions.what,
    "learns": actions.what,
    "act-entry": actions.at_entry,
    "act-entries": actions.at_entry,
    "claim": claim_from_anywhere,
}
IN_A_GAME: dict[str, Reply] = {
    "claim": positions.claim,
    "reach": positions.reach,
    "use": positions.can_use,
    "can-move": positions.can_move,
    "must-move": positions.can_move,
    "where-is": positions.whereabouts_of,
    "last-seen": positions.whereabouts_of,
    "is-at": positions.is_at,
    "visible": positions.visible,
    "catches": positions.who_catches,
    "onto-x": positions.who_catches,
    "game-over": positions.standing,
    "who-won": positions.standing,
    "what-round": positions.standing,
    "was-caught": positions.was_caught,
    "caught-by": positions.caught_by,
    "who-at": positions.who_at,
    "run-out": counting.has_ticket,
    "has-ticket": counting.has_ticket,
    "has-moved": positions.has_moved,
    "tickets-used": positions.tickets_used,
    "whose-turn": positions.whose_turn,
    "before": positions.before,
    "plays": positions.plays,
    "legality": positions.legality,
    "state": positions.state,
    "gone": positions.gone,
    "has-used": positions.has_used,
    "last-ride": positions.last_ride,
    "double-may": actions.double_now,
    "use-with": positions.can_use,
    "stay": positions.can_stay,
}

ONLY_IN_A_GAME = IN_A_GAME.keys() - REPLIES.keys()

# What is asked about the course of a game; all else is about the moment.
OF_EARLIER = frozenset(
    (
        "legality",
        "who-won",
        "game-over",
        "what-round",
        "was-caught",
        "caught-by",
        "last-seen",
        "tickets-used",
        "gone",
        "has-used",
        "last-ride",
        "has-moved",
        "plays",
        "state",
    )
)

TURNED = {YES: NO, NO: YES, DEPENDS: DEPENDS}  # verdicts of a question whether something is forbidden
NOT_ALWAYS_TOLD = ("attribute-of", "state")  # neither yes nor no where the board or the seat does not show it
MOST_WORDS = 40  # that carry meaning: a longer text is not one question, and the ways to read it multiply
PASSED_OVER = ("Q30", "Q32")  # faults after which a question is read in another way: not understood, or needs a game

# Of the options on which an answer may depend beside those that decide the rules quoted: their topics, by the form.
TOPICS: dict[str, tuple[str, ...]] = {
    "rounds": ("length",),
    "tickets": ("tickets",),
    "tickets-enough": ("tickets",),
    "windows": ("log", "length"),
    "share": ("occupied station",),
    "enter": ("occupied station",),
    "over": ("passing over",),
    "back": ("double back",),
    "order": ("order",),
    "trade": ("tickets", "seats"),
    "what-happens": ("cannot move",),
    "catches": ("capture",),
    "double-may": ("double move",),
    "double-twice": ("double move",),
    "double-entries": ("double move", "log"),
    "double-seen": ("double move", "surfacing"),
    "schedule": ("surfacing",),
    "surfaces-at": ("surfacing",),
    "sees": ("visibility",),
    "at-will": ("surfacing", "tickets"),
}


def ask(desk: Desk, text: str) -> Answer:
    """The answer to a question. Raises Refused where it is not understood, with the nearest forms."""
    answer = of_a_clause(desk, text) or _answered(desk, text)
    if is_turned_round(vocabulary(desk, text).tokens(text)):
        if answer.verdict not in TURNED:
            raise not_understood(desk, text, vocabulary(desk, text))
        turned = tuple(evolve(one, verdict=TURNED.get(one.verdict, one.verdict)) for one in answer.depends)
        answer = evolve(answer, verdict=TURNED[answer.verdict], depends=turned)
    return evolve(answer, question=text)


def _answered(desk: Desk, text: str) -> Answer:
    words = vocabulary(desk, text)
    if sum(not token.is_soft for token in words.tokens(text)) > MOST_WORDS:
        raise not_understood(desk, text, words)
    ways = [asked_plainly(words.tokens(one)) for one in ways_to_ask(text)]
    chosen = next(filter(None, (_by_option(desk, text, tokens) for tokens in ways)), None)
    if chosen is not None:
        return chosen
    refused = not_understood(desk, text, words)
    for tokens in (*ways, *filter(None, map(unsaid, ways))):
        found = _read(desk, tokens)
        try:
            if found:
                return _agreed(desk, text, found)
        except Refused as fault:
            if fault.faults[0].code not in PASSED_OVER:
                raise
            refused = fault
    like = next(filter(None, (known_readings(desk.rulebook, tokens) for tokens in ways)), None)
    if like:
        return _agreed(desk, text, like)
    readable = [(read, slips) for one, slips in corrections(ways[0], words) if (read := _read(desk, one))]
    if len(readable) == 1:
        return evolve(_agreed(desk, text, readable[0][0]), slips=readable[0][1])
    told = statement(desk, ways[0], partial(_agreed, desk, text)) or _narrated(desk, text)
    if told is None:
        raise refused
    return told


def _narrated(desk: Desk, text: str) -> Answer | None:
    """The answer to a question behind a sentence that the record confirms, and which therefore adds nothing."""
    premise, question = narrated(text)
    if desk.game is None or not premise:
        return None
    try:
        return _answered(desk, question) if _answered(desk, premise).verdict == YES else None
    except Refused:
        return None


def _by_option(desk: Desk, text: str, tokens: tuple[Token, ...]) -> Answer | None:
    """`with cut-off may X …` is asked of the rules with that choice."""
    at = next((at for at, one in enumerate(tokens) if {"choice", "option"} & set(one.values) and _is_with(tokens, at)), None)
    if at is None:
        return None
    option = tokens[at].values.get("choice") or f"{tokens[at].values['option']}=on"
    rest = (*tokens[: at - 1], *(one for one in tokens[at + 1 :] if "option" not in one.concepts))
    other = desk.otherwise(str(option)) if _is_choice(desk, str(option)) else None
    found = _read(other, rest) if other is not None else []
    if other is None or not found:
        return None
    answer = _agreed(other, text, found)
    return evolve(answer, says=(*answer.says, f"by the choice `{option}`"))


def _is_with(tokens: tuple[Token, ...], at: int) -> bool:
    return at > 0 and bool({"with", "under"} & tokens[at - 1].concepts)


def _is_choice(desk: Desk, option: str) -> bool:
    name, _, value = option.partition("=")
    return value in desk.rulebook.options[name].values


def _read(desk: Desk, tokens: tuple[Token, ...]) -> list[Reading]:
    """The readings that somebody answers here: of a log, what is asked about its position, else what is asked about rules."""
    found = readings(tokens, known_patterns(desk.rulebook))
    placed = [one for one in found if _is_placed(desk, one)]
    told = [one for one in found if one.form.startswith(MARK)]  # the rulebook's own answers come before those from its tables
    return placed or told or [one for one in found if desk.game is None or one.form not in ONLY_IN_A_GAME]


def _reply(desk: Desk, asked: Reading) -> Reply:
    """The function that answers. A form that needs a game and has none gets the function that reports this."""
    told = REPLIES.get(asked.form) or known_answer(asked.form)
    return told if told is not None and not _is_placed(desk, asked) else IN_A_GAME[asked.form]


def _is_placed(desk: Desk, asked: Reading) -> bool:
    """Whether a question is about the position of a game: about a piece at this table, and not about a whole role."""
    if desk.game is None or asked.form not in IN_A_GAME:
        return False
    of_person = asked.who == "i" and (bool(desk.seat) or "PERSON" in asked.slots or asked.form == "visible")
    return not asked.who or bool(desk.pieces(asked.who)) or of_person


def _agreed(desk: Desk, text: str, found: list[Reading]) -> Answer:
    """The answer on which all readings agree: a question with two different answers is not understood."""
    refused: Refused | None = None
    answers: list[tuple[Reading, Answer]] = []
    first = evolve(found[0], heard=set())  # the reply itself has still to look at the table
    if first.table[0] and desk.rulebook.tables.seats:
        counting.rows_meant(desk, first)  # an impossible one is refused by its number
    for asked in found:
        try:
            answer = _reply(desk, asked)(desk, asked)
        except Refused as one:
            refused = refused or one
            continue
        if not asked.unheard and not _misses(asked, answer) and not (desk.game is not None and _is_of_another_moment(asked)):
            answers.append((asked, answer))
    if not answers:
        raise refused or not_understood(desk, text, vocabulary(desk, text))
    if len({one.verdict or one.says for _, one in answers}) > 1:
        raise two_readings(text, [asked.form for asked, _ in answers])
    return _completed(desk, *answers[0])


def _is_of_another_moment(asked: Reading) -> bool:
    """Whether a question about the course of a game was read as one about its moment, or about the rules."""
    if asked.is_of_earlier:
        return asked.form not in OF_EARLIER
    return asked.is_perfect and asked.form not in OF_EARLIER and asked.form not in IN_A_GAME


def _misses(asked: Reading, answer: Answer) -> bool:
    """Whether a question for yes or no got neither; `22 or 24 rounds` asks for one of them, and a board may not tell."""
    is_open = bool(answer.verdict) or "N2" in asked.slots or asked.form in NOT_ALWAYS_TOLD
    return not is_open and asks_what(asked.tokens) is False


def _completed(desk: Desk, asked: Reading, answer: Answer) -> Answer:
    """The answer with the options on which it depends."""
    of_position = desk.game is not None and _reply(desk, asked) in IN_A_GAME.values()
    depends = () if of_position or answer.depends else tuple(_depends(desk, asked, answer))
    return evolve(answer, form=asked.form, depends=depends or answer.depends)


def _rests_on(desk: Desk, asked: Reading) -> tuple[str, ...]:
    """The rules that an answer of the rulebook itself names, and the options that it holds by."""
    table = desk.rulebook.tables.questions.get(asked.form.removeprefix(MARK))
    return (*table.rules, table.option if isinstance(table.option, str) else "", *table.option) if table else ()


def _then(desk: Desk, asked: Reading) -> Answer | None:
    """The answer to the same words at another desk."""
    same = [one for one in _read(desk, asked.tokens) if one.form == asked.form or asked.form.startswith(MARK)]
    return _reply(desk, same[0])(desk, same[0]) if same else None


def _depends(desk: Desk, asked: Reading, answer: Answer) -> Iterator[Depends]:
    """Options that change the answer, each tried: those that decide the rules quoted."""
    named = (*(one.rule for one in answer.grounds), *_rests_on(desk, asked))
    topics = answer.topics or TOPICS.get(asked.form, ())
    related = [name for name, one in desk.rulebook.options.items() if topics and set(topics) <= set(one.about)]
    pairs = {
        (name, value) for name in related for value in desk.rulebook.options[name].values if value != desk.rulebook.chosen[name]
    }
    for name, value in sorted({*pairs, *deciding(desk.rulebook, named)}):
        try:
            other = desk.otherwise(f"{name}={value}")
            then = _then(other, asked) if other is not None else None
        except Refused:  # a choice that others exclude, or a question that makes no sense under it
            continue
        if then is not None and then.key != answer.key:
            yield Depends(f"{name}={value}", then.verdict, "; ".join(then.says), desk.rulebook.options[name].ruling)
