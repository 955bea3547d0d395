"""Every form of the rule language is carried out: each has a house rule and a few clauses after which something is different.

An entry is a minimal pair. In its tables `«this|that»` is one thing in the first rulebook, another (or nothing) in the second;
both play the same clauses, and what is observed has to differ. A class, event, moment, lifetime, place, word or variable of the
language that has no entry fails.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import get_args

import pytest
from attrs import frozen

from adjudicator import Game, Refused
from adjudicator.language import tree as t
from adjudicator.language import vocabulary
from adjudicator.language.tree_walk import walk
from adjudicator.rulebook.model import Rulebook
from adjudicator.rulebook.tables import Lifetime, Placing

START = {"X": 104, "red": 26, "blue": 117, "green": 174, "yellow": 50}
PAIR = re.compile(r"«([^|»]*)\|([^»]*)»", re.DOTALL)
Observe = Callable[[Game], object]


@frozen
class Form:
    """The tables of a house rule, clauses that are played with any verdict, and what is looked at then."""

    tables: str
    clauses: tuple[str, ...]
    observe: Observe
    start: Mapping[str, int] = START
    headers: str = ""
    body: str = ""  # clauses that are written before, as a record has them

    def text(self, which: int) -> str:
        return 'id = "ours"\ntitle = "Ours"\nextends = "2014"\n' + PAIR.sub(lambda pair: pair[which], self.tables)


# --- writing rules


def rule(code: str, name: str = "ours", section: str = "rules", more: str = "") -> str:
    return f"\n[{section}.{name}]\nsays = \"As we play it.\"\n{more}\ncode = '''\n{code}\n'''\n"


def ending(code: str, more: str = "") -> str:
    return rule(code, "over", "endings", more)


def action(code: str, by: str = "fugitive", place: str = "during turn", more: str = "") -> str:
    return rule(code, "act", "actions", f'by = "{by}"\nplace = "{place}"\n{more}')


def state(kind: str = "number", more: str = "", name: str = "it") -> str:
    return f'\n[state.{name}]\ntype = "{kind}"\n{more}\n'


def replaced(name: str, code: str) -> str:
    return rule(code, name, "replace.rules")


NUMBER = state()
SIREN = action("", "pursuers")
BY_WORD = 'drop = ["options.order", "rulings.G31"]\n'


# --- looking


def moves(piece: str) -> Observe:
    return lambda game: [str(move) for move in game.moves(piece)]


def ruled(clause: str) -> Observe:
    return lambda game: (lambda ruling: (ruling.verdict, [one.rule for one in ruling.findings]))(game.judge(clause))


def of(name: str = "it", index: str = "") -> Observe:
    return lambda game: game.state(name, index)


def view(seat: str) -> Observe:
    """Without the name of the file of rules, which is another."""
    return lambda game: [line for line in game.seen_by(seat).text.splitlines() if not line.startswith("variant:")]


def heard(seat: str) -> Observe:
    return lambda game: game.heard_by(seat)


def result(game: Game) -> object:
    return game.result and (game.result.winner, game.result.by)


def score(game: Game) -> object:
    return game.result and game.result.score


def where(game: Game) -> object:
    return game.seen_by("detectives").where().stations


def found(game: Game) -> object:
    return game.verdict.verdict, [(one.rule, one.round) for one in game.findings]


def due(game: Game) -> object:
    return game.to_move, game.may_end_turn, game.side


ONE = ("X taxi 86",)
ALL = (*ONE, "red taxi 39", "blue taxi 88", "green taxi 161", "yellow taxi 37")
TWO = (*ALL, "X taxi 103")


def on(moment: str, effects: str = "it := 5") -> str:
    return NUMBER + rule(f"«on {moment} then {effects}|»")


def asked(condition: str, other: str) -> str:
    """A condition that decides whether he may ride by taxi."""
    return rule(f'forbid ride by fugitive when «{condition}|{other}» because "no"')


STATEMENTS: dict[type[t.Node], Form] = {
    t.Allow: Form(
        replaced("follow-a-line", "allow ride by fugitive along lines\n«allow ride by pursuers along lines of taxi|»"),
        ONE,
        moves("red"),
    ),
    t.Forbid: Form(rule('«forbid ride by fugitive when ticket = taxi because "no taxi"|»'), (), moves("X")),
    t.Permit: Form(
        rule("«permit ride by detectives despite free-station|»"),
        (*ONE, "red taxi 39"),
        ruled("blue taxi 39"),
        start={**START, "blue": 51},
    ),
    t.Pay: Form(rule("«pay ride by fugitive to pile|»"), ONE, of("supplies", "pile")),
    t.MustMove: Form(
        replaced("must-move", "fugitive must move 1 time a turn\n«detectives must move 1 time a turn|»"), ONE, due
    ),
    t.MayMove: Form(rule("«detectives may move at most 2 times a turn|»"), (*ONE, "red taxi 39"), ruled("red taxi 51")),
    t.MustAct: Form(SIREN + rule("«pursuers must act first|»"), ONE, ruled("red taxi 39")),
    t.MayPass: Form(rule("«detectives may pass|»"), ONE, ruled("red passes")),
    t.RoundOrder: Form(
        BY_WORD
        + replaced(
            "your-turn",
            "a round is a turn of «fugitive, then a turn of pursuers|pursuers, then a turn of fugitive»\n"
            "pursuers act in any order\ncheck your-turn",
        ),
        (),
        due,
    ),
    t.SideOrder: Form(
        BY_WORD
        + replaced(
            "your-turn",
            "a round is a turn of fugitive, then a turn of pursuers\n«pursuers act in seat order|»\ncheck your-turn",
        ),
        ONE,
        ruled("blue taxi 88"),
    ),
    t.StartsOn: Form(
        replaced("start-card", "pieces start on «{26, 50, 104, 117, 174}|{1, 2, 3, 4, 5}», seen by all\ncheck start-card"),
        (),
        found,
    ),
    t.Check: Form(replaced("start-collision", "«check start-collision|»"), (), found, START | {"blue": 26}),
    t.On: Form(on("entry"), ONE, of()),
    t.Show: Form(rule("«show station of entry|»"), ONE, view("red")),
    t.Hide: Form(rule("«hide ticket of entry|»"), ONE, view("red")),
    t.Tell: Form(rule('«tell "a bell rings" of entry|»'), ONE, heard("red")),
    t.Wins: Form(ending("«fugitive wins when entries = 1, tested after entry|»"), ONE, result),
    t.Score: Form(ending("«score 3 for fugitive|»"), (*ONE, "X resigns"), score),
    t.Require: Form(action('«require entries > 3 because "not yet"|»'), (), moves("X")),
    t.Choose: Form(NUMBER + action("«choose n from {1, 2}|»\nthen it := 3"), (), moves("X")),
    t.EachChoose: Form(
        NUMBER
        + action('«for each d in detectives choose k from {taxi, bus} written "taking"|»\nthen it := 1', place="after entry"),
        (),
        moves("X"),
    ),
    t.DrawCard: Form(
        "[decks.cards]\ncards = [5, 6]\n" + NUMBER + action("«draw card from cards|»\nthen it := 3"), (), moves("X")
    ),
    t.Then: Form(NUMBER + action("«then it := 7|»"), ("X act",), of()),
    t.Answer: Form(
        action("«answer station(fugitive) = 86 to all|answer station(fugitive) <> 86 to all»", "detective"),
        (*ONE, "red act -> yes"),
        where,
    ),
    t.Entries: Form(action("«write 2 entries|write 3 entries»", place="turn"), ("X act taxi 86, taxi 69",), due),
}

EFFECTS: dict[type[t.Node], Form] = {
    t.Assign: Form(NUMBER + rule("on entry then «it := 5|it := 0»"), ONE, of()),
    t.Move: Form(rule("on entry then move «2|1» black from fugitive to pile"), ONE, of("tickets", "X")),
    t.ForEach: Form(
        state("number", 'per = "piece"') + rule("on entry then «for each d in detectives: it(d) := 4|it(fugitive) := 4»"),
        ONE,
        of(),
    ),
    t.OnlyWhen: Form(NUMBER + rule("on entry then «when entries > 1: it := 5|it := 5»"), ONE, of()),
    t.Arrive: Form(action("then arrive at «here|150»", place="instead of entry"), ("X act",), of("stations")),
    t.Remove: Form(
        rule("on entry then for each d in detectives where station(d) = 26: «remove d|move 1 taxi from d to pile»"),
        ONE,
        of("stations"),
    ),
    t.Send: Form(rule("on entry then for each d in detectives where station(d) = 26: send d to «27|26»"), ONE, of("stations")),
    t.Deal: Form(
        "[decks.cards]\ncards = [5, 6, 7]\n"
        + state("set of stations", 'seen = "fugitive"')
        + rule("on set-up then deal «2|1» from cards to it"),
        (),
        found,
        headers="cards: X it 5, 6\n",
    ),
    t.Announce: Form(rule('on entry then announce «"a bell rings"|"a dog barks"»'), ONE, heard("red")),
    t.ShowLast: Form(action("«then show station of last entry|»", place="after entry"), ("X taxi 86 + act",), view("red")),
}

EXPRESSIONS: dict[type[t.Node], Form] = {
    t.Number: Form(NUMBER + rule("on entry then it := «3|4»"), ONE, of()),
    t.Literal: Form(state("yes or no") + rule("on entry then it := «yes|no»"), ONE, of()),
    t.Name: Form(NUMBER + rule("on entry then it := «entries|round + 5»"), ONE, of()),
    t.Call: Form(asked("pays(ticket, taxi)", "pays(ticket, underground)"), (), moves("X")),
    t.SetOf: Form(asked("to in {86}", "to in {116}"), (), moves("X")),
    t.Compare: Form(asked("to = 86", "to <> 86"), (), moves("X")),
    t.Member: Form(asked("to in {86}", "to not in {86}"), (), moves("X")),
    t.AllOf: Form(asked("to = 86 and ticket = taxi", "to = 86 and ticket = black"), (), moves("X")),
    t.AnyOf: Form(asked("to = 86 or ticket = taxi", "to = 86 or ticket = black"), (), moves("X")),
    t.Negated: Form(asked("not to = 86", "to = 86"), (), moves("X")),
    t.Arithmetic: Form(NUMBER + rule("on entry then it := «2 + 3|2 * 3»"), ONE, of()),
    t.Quantified: Form(
        asked("some d in detectives has station(d) = 26", "every d in detectives has station(d) = 26"), (), moves("X")
    ),
    t.CountOf: Form(
        NUMBER + rule("on entry then it := count(d in detectives where «station(d) in {26}|station(d) in {26, 50}»)"), ONE, of()
    ),
    t.Gathered: Form(NUMBER + rule("on entry then it := sum(tickets(d, «taxi|bus») for each d in detectives)"), ONE, of()),
    t.CanMove: Form(
        NUMBER + rule("on end of round then for each d in detectives where «can(d, move)|not can(d, move)»: it += 1"), ALL, of()
    ),
    t.Owed: Form(SIREN + rule("«pursuers must act|»"), ALL, ruled("X taxi 103")),
    t.Choice: Form(NUMBER + rule("on entry then it := if «entries = 1|entries = 2» then 4 else 9"), ONE, of()),
}

# --- what happens, and when

ACT = action("", place="after entry")
MAY_PASS = rule("detectives may pass", "lazy")
EVENTS = {
    "ride": Form(on("ride by detectives"), (*ONE, "red taxi 39"), of()),
    "entry": Form(on("entry"), ONE, of()),
    "stay": Form(on("stay by detectives"), (*ONE, *ALL[2:]), of(), headers="tickets: red taxi 0, bus 0, underground 0\n"),
    "pass": Form(MAY_PASS + on("pass"), (*ONE, "red passes"), of()),
    "resign": Form(on("resign"), ("X resigns",), of()),
    "set-up": Form(on("set-up"), (), of()),
    "act": Form(ACT + on("act"), ("X taxi 86 + act",), of()),
}
MOMENTS = {
    "start of round": Form(on("start of round", "it += 1"), TWO, of()),
    "end of round": Form(on("end of round", "it += 1"), TWO, of()),
    "start of turn of fugitive": Form(on("start of turn of fugitive", "it += 1"), TWO, of()),
    "end of turn of fugitive": Form(on("end of turn of fugitive", "it += 1"), (*ONE, "red taxi 39"), of()),
    "start of turn of pursuers": Form(on("start of turn of pursuers", "it += 1"), (*ONE, "red taxi 39"), of()),
    "end of turn of pursuers": Form(on("end of turn of pursuers", "it += 1"), TWO, of()),
}
EDGES = {("start", "round"), ("end", "round")} | {
    (edge, f"turn of {side}") for edge in ("start", "end") for side in ("fugitive", "pursuers")
}


TESTED = {
    f"at {moment}": Form(ending(f"«fugitive wins when yes, tested at {moment}|»"), form.clauses, result)
    for moment, form in MOMENTS.items()
}

# --- every statement about every step. `heard` and `view` look after the last clause, `ruled` before it.

ABOUT: dict[str, tuple[str, Observe]] = {
    "on": (NUMBER + rule("«on EVENT then it := 5|»"), of()),
    "show": (rule("«show station of EVENT|»"), view("red")),
    "hide": (rule("show station of entry\n«hide station of EVENT|»"), view("red")),
    "tell": (rule('«tell "a bell rings" of EVENT|»'), heard("red")),
    "tested after": (ending("«fugitive wins when yes, tested after EVENT|»"), result),
    "forbid": (rule('«forbid EVENT when round = 1 because "no"|»'), ruled("")),
    "losing": (ending('«losing EVENT when round = 1 because "no"|»'), ruled("")),
}
NO_TICKETS = "tickets: red taxi 0, bus 0, underground 0\n"
STEPS: dict[str, tuple[str, tuple[str, ...], str]] = {  # tables, clauses, headers
    "ride": ("", ONE, ""),
    "entry": ("", ONE, ""),
    "stay": ("", (*ONE, *ALL[2:]), NO_TICKETS),  # red has to, when the others have moved
    "pass": (MAY_PASS, (*ONE, "red passes"), ""),
    "resign": ('drop = ["endings.resigned"]\n', ("X resigns",), ""),
    "set-up": ("", (), ""),
    "turn": (action("write 2 entries", place="turn"), ("X act taxi 86, taxi 69",), ""),
    "instead of entry": (action("choose s from {150, 160}\nthen arrive at s", place="instead of entry"), ("X act 150",), ""),
    "with entry": (action("", place="with entry"), ("X taxi 86 + act",), ""),
    "after entry": (action("", place="after entry"), ("X taxi 86 + act",), ""),
    "during turn": (action(""), ("X act",), ""),
}


def about(statement: str, step: str) -> Form:
    (tables, observe), (more, clauses, headers) = ABOUT[statement], STEPS[step]
    tables = more + tables.replace("EVENT", step if step in vocabulary.EVENTS else "act")
    if statement in ("forbid", "losing") and clauses:
        return Form(tables, clauses[:-1], ruled(clauses[-1]), headers=headers)
    return Form(tables, clauses, observe, headers=headers)


# --- lifetimes: a state is set by the first entry of a game, and looked at where one lifetime is over and another is not


def lives(lifetime: str, other: str, *clauses: str, by: str = "on entry when entries = 1 then it := 5") -> Form:
    return Form(state("number", f'lives = "«{lifetime}|{other}»"') + rule(by), clauses, of())


HALF = ("X 2x taxi 86",)
BY_RED = "on ride by detectives when round = 1 then it := 5"
LIFETIMES = {
    "game": lives("game", "round", *TWO),
    "round": lives("round", "turn", *ONE, "red taxi 39"),
    "turn": lives("turn", "round", *ONE, "red taxi 39"),
    "entry": Form(action("write 3 entries", place="turn") + lives("entry", "turn").tables, ("X act taxi 86, taxi 69",), of()),
    "next entry": lives("next entry", "round", *ALL, by=BY_RED),
    "next turn": lives("next turn", "game", *TWO, "red taxi 51", by=BY_RED),
    "stay": lives("stay", "round", *HALF, "X taxi 69"),
}


def used(lifetime: str, other: str, *clauses: str) -> Form:
    code = f'require uses(act, «{lifetime}|{other}») = 0 because "once"'
    return Form(action(code, place="after entry"), ("X taxi 86 + act", *clauses), ruled("X taxi 86 + act"))


ROUND = ALL[1:]
USES = {
    "game": used("game", "round", *ROUND, "X taxi 104", "red taxi 26", "blue taxi 117", "green taxi 174", "yellow taxi 50"),
    "round": Form(
        action('require uses(act, «round|entry») = 0 because "once"', place="after entry"),
        ("X 2x taxi 86 + act",),
        ruled("X taxi 69 + act"),
    ),
    "turn": Form(
        action('require uses(act, «turn|entry») = 0 because "once"', place="after entry"),
        ("X 2x taxi 86 + act",),
        ruled("X taxi 69 + act"),
    ),
    "entry": Form(
        action('require uses(act, «entry|turn») = 0 because "once"', place="after entry"),
        ("X 2x taxi 86 + act",),
        ruled("X taxi 69 + act"),
    ),
    "stay": Form(
        action('require uses(act, «stay|game») = 0 because "once"', place="after entry"),
        ("X 2x taxi 86 + act",),
        ruled("X taxi 69 + act"),
    ),
}

PLACES = {
    "turn": Form(
        action("write 2 entries", place="«turn|after entry»").replace("write 2 entries", "«write 2 entries|»"), (), moves("X")
    ),
    "instead of entry": Form(action("«then arrive at 150|»", place="«instead of entry|after entry»"), (), moves("X")),
    "with entry": Form(
        action("", place="«with entry|after entry»") + rule("hide ticket of entry when uses(act, entry) > 0"),
        ("X taxi 86 + act",),
        view("red"),
    ),
    "after entry": Form(action("", place="«after entry|during turn»"), (), moves("X")),
    "during turn": Form(action("", place="«during turn|after entry»"), (), moves("X")),
}


# --- words, variables and checks


def counted(value: str, other: str = "0") -> Form:
    return Form(NUMBER + rule(f"on entry then it := «{value}|{other}»"), ONE, of())


def refused(condition: str, other: str, *clauses: str, last: str = "X taxi 86", start: Mapping[str, int] = START) -> Form:
    return Form(asked(condition, other), clauses, ruled(last), start)


def drawn(choice: str) -> Form:
    code = f"draw card from cards\nchoose s from «{choice}|{{150}}»\nthen arrive at s"
    return Form("[decks.cards]\ncards = [[5, 6]]\n" + action(code, place="instead of entry"), (), moves("X"))


def message(game: Game) -> object:
    return [one.message for one in game.judge("X taxi 86").findings]


WORDS = {
    "occupied": refused("occupied(26, pursuers)", "occupied(27, pursuers)"),
    "holder": Form(rule('forbid ride by fugitive when to = 86 because "{holder(«26|117»)} waits"'), (), message),
    "station": refused("station(fugitive) = 104", "station(fugitive) = 105"),
    "tickets": counted("tickets(fugitive, black)", "tickets(fugitive, double)"),
    "tickets-of": counted("count(tickets-of(fugitive))"),
    "pays": refused("pays(ticket, taxi)", "pays(ticket, underground)"),
    "count": counted("count(detectives)"),
    "station-of": refused("to = station-of(entries - 1)", "to = 1", *HALF, last="X taxi 104"),
    "ticket-of": refused("ticket-of(entries) = taxi", "ticket-of(entries) = bus", *HALF, last="X taxi 69"),
    "uses": USES["game"],
    "fails": Form(
        "[decks.cards]\ncards = [26]\n"
        + action(
            "draw card from cards\n"
            "choose s from stations(card) where not occupied(s, pursuers) otherwise fail\n"
            "then arrive at s",
            place="instead of entry",
        )
        + asked("fails(act, game) = 1", "fails(act, game) = 2"),
        ("X act 26 fails",),
        ruled("X taxi 86"),
    ),
    "inside": refused("inside(double)", "no", *HALF, last="X taxi 69"),
    "moved": Form(rule('forbid ride by detectives when moved(piece) = «0|7» because "no"'), ONE, moves("red")),
    "next-to": refused("next-to(to, 69)", "next-to(to, 199)"),
    "neighbours": refused("to in neighbours(69, taxi)", "to in neighbours(69, bus)"),
    "distance": refused("distance(to, 69) = 1", "distance(to, 69) = 2"),
    "stops": refused("86 in stops(taxi)", "86 in stops(ferry)"),
    "north-of": refused("north-of(to, 199)", "north-of(199, to)"),
    "south-of": refused("south-of(199, to)", "south-of(to, 199)"),
    "east-of": refused("east-of(175, to)", "east-of(to, 175)"),
    "west-of": refused("west-of(to, 175)", "west-of(175, to)"),
    "stations": drawn("stations(card)"),
    "first": drawn("{first(card)}"),
}
VARIABLES = {
    "piece": Form(
        state("number", 'per = "piece"') + rule("on ride by detectives then it(«piece|fugitive») := 1"),
        (*ONE, "red taxi 39"),
        of(),
    ),
    "here": refused("here = 104", "here = 105"),
    "ticket": refused("ticket = taxi", "ticket = bus"),
    "mode": refused("mode = taxi", "mode = bus"),
    "from": refused("from = 104", "from = 105"),
    "to": refused("to = 86", "to = 87"),
    "passes": refused("139 in passes", "140 in passes", last="X underground 111", start=START | {"X": 153}),
    "entry": refused("entry = 1", "entry = 2"),
    "entries": refused("entries = 0", "entries = 1"),
    "round": refused("round = 1", "round = 2"),
    "persons": refused("persons = 4", "persons = 5"),
}
TURNS = "a round is a turn of fugitive, then a turn of pursuers\npursuers act in any order\n"


def checked(name: str, body: str = "", headers: str = "", more: str = "", start: Mapping[str, int] = START) -> Form:
    """The rule that asks for a check, with and without it."""
    kept = {"your-turn": TURNS, "start-card": "pieces start on {1, 2, 3, 4, 5, 6}, seen by all\n"}.get(name, "")
    drop = BY_WORD if name == "your-turn" else ""
    return Form(drop + more + replaced(name, f"{kept}«check {name}|»"), (), found, start, headers, body)


CHECKS = {
    "your-turn": checked("your-turn", "1. red taxi 39; X taxi 86"),
    "round-number": checked("round-number", f"1. {'; '.join(ALL)}\n3. X taxi 103"),
    "missing-piece": checked("missing-piece", "1. X taxi 86; red taxi 39\n2. X taxi 103"),
    "after-the-end": checked("after-the-end", "1. X resigns; red taxi 39"),
    "result-claim": checked("result-claim", "1. X resigns", "result: X escapes\n"),
    "surfacing-mark": checked("surfacing-mark", "1. X taxi 86!", "surfacings: marked\n"),
    "answer": checked(
        "answer", "1. X taxi 86; red act -> no", more=action("answer station(fugitive) = 86 to all", "detective")
    ),
    "start-card": checked("start-card"),
    "seat-table": checked("seat-table", start={"X": 104, "red": 26}),
    "start-collision": checked("start-collision", start=START | {"blue": 26}),
    "torn-page": checked("torn-page", headers="round: 40\n"),
}


# --- proof


def game_of(form: Form, which: int, folder: Path) -> Game:
    path = folder / f"ours-{which}.toml"
    path.write_text(form.text(which), encoding="utf-8")
    start = "; ".join(f"{piece} {station}" for piece, station in form.start.items())
    game = Game.parse(f"variant: {path}\nstart: {start}\n{form.headers}\n{form.body}\n")
    for clause in form.clauses:
        game = game.play(clause, anyway=True)
    return game


def own(text: str, rulebook: Rulebook) -> Iterable[t.Node]:
    """Every node of the rules in the house rule itself."""
    for name in re.findall(r"^\[(?:replace\.)?(?:rules|actions|endings)\.([\w-]+)\]", text, re.MULTILINE):
        yield from (node for statement in rulebook.rules[name].statements for node in walk(statement))


def assert_differs(form: Form, folder: Path, is_it: Callable[[t.Node], bool] | None = None) -> None:
    games = [game_of(form, which, folder) for which in (1, 2)]
    if is_it is not None:
        assert any(is_it(node) for node in own(form.text(1), games[0].rules)), "this is not the form that the entry is for"
    seen = [form.observe(game) for game in games]
    assert seen[0] != seen[1], f"nobody carries this out: {seen[0]}"


FORMS = STATEMENTS | EFFECTS | EXPRESSIONS


@pytest.mark.parametrize("kind", FORMS, ids=lambda kind: kind.__name__)
def test_a_form_is_carried_out(kind: type[t.Node], tmp_path: Path) -> None:
    assert_differs(FORMS[kind], tmp_path, lambda node: isinstance(node, kind))


def test_every_form_has_an_entry() -> None:
    assert set(STATEMENTS) == set(get_args(t.Statement))
    assert set(EFFECTS) == set(get_args(t.Effect))
    assert set(EXPRESSIONS) == set(get_args(t.Expression))


BY_NAME: dict[str, dict[str, Form]] = {
    "on": EVENTS | MOMENTS,
    "tested": TESTED,
    "lives": LIFETIMES,
    "uses": USES,
    "place": PLACES,
    "word": WORDS,
    "variable": VARIABLES,
    "check": CHECKS,
}
NAMED = [(group, name) for group, forms in BY_NAME.items() for name in forms]


@pytest.mark.parametrize(("group", "name"), NAMED)
def test_it_makes_a_difference(group: str, name: str, tmp_path: Path) -> None:
    assert_differs(BY_NAME[group][name], tmp_path)


# Impossible forms: nobody forbids a stay, only entries are shown and hidden, only `hide` comes with `tell`, and no ending is
# tested where nobody makes a step.
CODES = {"forbid": "E325", "losing": "E325", "show": "E360", "hide": "E360", "tell": "E361", "tested after": "E362"}


@pytest.mark.parametrize(("statement", "step"), [(statement, step) for statement in ABOUT for step in STEPS])
def test_a_statement_about_a_step_is_refused_or_carried_out(statement: str, step: str, tmp_path: Path) -> None:
    form = about(statement, step)
    if _refusal(Form(form.tables, (), result), tmp_path) != {CODES.get(statement)}:
        assert_differs(form, tmp_path)


def _refusal(form: Form, folder: Path) -> set[str]:
    """The codes for which the checker refuses these tables."""
    try:
        game_of(form, 1, folder)
    except Refused as refused:
        return {fault.code for fault in refused.faults}
    return set()


def test_every_moment_lifetime_and_place_has_an_entry() -> None:
    assert set(EVENTS) == {*vocabulary.EVENTS, "act"}
    assert set(STEPS) == {*vocabulary.EVENTS, *get_args(Placing)}
    assert set(MOMENTS) == {f"{edge} of {of}" for edge, of in EDGES}
    assert set(LIFETIMES) == set(get_args(Lifetime))
    assert set(USES) == set(vocabulary.LIFETIMES)
    assert set(PLACES) == set(get_args(Placing))
    assert set(WORDS) == set(vocabulary.WORD)
    assert set(VARIABLES) == set(vocabulary.VARIABLE)
    assert set(CHECKS) == set(vocabulary.CHECKS) - {"seal"}  # only cases look at it, `sy-judge unseal` does so in any case


def test_further_moves_are_listed(tmp_path: Path) -> None:
    form = STATEMENTS[t.MayMove]
    assert_differs(Form(form.tables, form.clauses, moves("red")), tmp_path)


def test_it_can_fail(tmp_path: Path) -> None:
    same = Form(NUMBER + rule("on entry then it := «5|2 + 3»"), ONE, of())
    with pytest.raises(AssertionError, match="nobody carries this out"):
        assert_differs(same, tmp_path)


EACH = "(if station(d) = 26 then 3 else 9) for each d in detectives"
OF_NUMBERS = {
    "mod": ("7 mod «3|4»", 1, 3),
    "mod of what may be nothing": ("7 mod (it «+ 2|* 0»)", 1, 7),
    "sum": (f"sum({EACH} where station(d) «<> 1|<> 26»)", 30, 27),
    "least": (f"least({EACH} where station(d) «<> 1|<> 26»)", 3, 9),
    "most": (f"most({EACH} where station(d) «<> 1|= 26»)", 9, 3),
    "most of nobody": (f"most({EACH} where station(d) «= 1|<> 1»)", 0, 9),
}


@pytest.mark.parametrize("name", OF_NUMBERS)
def test_numbers_are_right(name: str, tmp_path: Path) -> None:
    text, *expected = OF_NUMBERS[name]
    form = Form(NUMBER + rule(f"on entry then it := {text}"), ONE, of())
    assert [form.observe(game_of(form, which, tmp_path)) for which in (1, 2)] == expected


def test_a_term_takes_what_stands_in_its_brackets(tmp_path: Path) -> None:
    term = '[terms.far]\ntakes = ["d", "s"]\ncode = "distance(station(d), s) > 0"\n'
    form = Form(NUMBER + term + rule("on entry then it := count(d in detectives where far(d, «104|26»))"), ONE, of())
    assert_differs(form, tmp_path)


def test_a_term_has_names_of_its_own(tmp_path: Path) -> None:
    """Both the term and the rule call somebody `d`."""
    term = '[terms.held]\ntakes = ["s"]\ncode = "some d in detectives has station(d) = s"\n'
    form = Form(NUMBER + term + rule("on entry then it := count(d in stations where «held(d)|d = 26»)"), ONE, of())
    assert [form.observe(game_of(form, which, tmp_path)) for which in (1, 2)] == [4, 1]


ENTERED = {"to = 150": "to = 104", "here = 150": "here = 104", "from = 104": "from = 150", "entry = 1": "entry = 2"}
ENTERED |= {"not (some s in passes has yes)": "(some s in passes has yes)", "mode <> taxi": "mode = taxi"}
SECRET = state(more='seen = "fugitive"')
LANDS = action("then arrive at 150", place="instead of entry")


@pytest.mark.parametrize("condition", ENTERED)
def test_a_rule_about_entries_is_about_those_of_actions(condition: str, tmp_path: Path) -> None:
    pair = f"«{condition}|{ENTERED[condition]}»"
    told = SECRET + LANDS + rule(f"on entry when {pair} then it := 5")
    assert_differs(Form(told, ("X act",), of()), tmp_path)
    assert_differs(Form(LANDS + ending(f"draw when {pair}, tested after entry"), ("X act",), result), tmp_path)


def test_a_rule_about_entries_where_an_action_leads_nowhere(tmp_path: Path) -> None:
    """The fugitive stays where he is: `to` and `here` are that station, and no entry is added."""
    stays = SECRET + action("", place="instead of entry")
    for condition in ("to = 104", "here = 104", "entry = 0", "from = to"):
        assert_differs(Form(stays + rule(f"on entry when «{condition}|no» then it := 5"), ("X act",), of()), tmp_path)
