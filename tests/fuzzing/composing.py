"""Rules made up from the words of the language: so that their types often agree, and many get as far as the referee."""

from __future__ import annotations

from random import Random

from adjudicator.language.types import Type
from adjudicator.language.vocabulary import VARIABLES, WORDS

DEEPEST = 3
STRANGE = 0.01  # how often something is taken that does not fit
PARENTS = ("2014", "classic", "beginners", "holmes", "2000")
PLAIN = {
    "number": ("0", "1", "3", "22", "999999", "count(detectives)", "tally", "tickets(fugitive, black)"),
    "yes or no": ("yes", "no", "flag"),
    "station": ("1", "153", "199"),
    "mode": ("taxi", "bus", "underground", "ferry"),
    "ticket": ("taxi", "bus", "underground", "black"),
    "piece": ("fugitive",),
}
SETS = {
    "piece": ("pursuers", "detectives"),
    "station": ("{1, 2, 3}", "{153, 199}"),
    "mode": ("{taxi, bus}", "{ferry}"),
    "ticket": ("tickets-of(fugitive)", "{taxi, bus, black}"),
    "number": ("{3, 8, 13}", "{0}"),
}
KNOWN = {"ride": ("always", "piece", "ride"), "piece": ("always", "piece"), "always": ("always",)}
WHO = ("", "", " by fugitive", " by pursuers", " by detectives")
SIDES = ("fugitive", "pursuers")
SEEN_BY = ("fugitive", "fugitive", "all")
SEEN = (" to all", " to pursuers", " to fugitive", "")


class Composer:
    """Makes up statements. `where` is what is known at the place that is being written: a ride, a piece, or neither."""

    def __init__(self, chance: Random):
        self.chance, self.where = chance, "always"
        self.bound: list[str] = []  # names of pieces that a quantity around here gives

    def pick(self, *several: str) -> str:
        return self.chance.choice(several)

    def maybe(self, part: float) -> bool:
        return self.chance.random() < part

    # --- values

    def value(self, kind: str, depth: int = 0) -> str:
        if self.maybe(STRANGE):
            kind = self.pick(*PLAIN)
        if kind == "yes or no":
            return self.condition(depth + 1)
        if kind == "number" and depth < DEEPEST and self.maybe(0.2):
            return f"{self.value(kind, depth + 1)} {self.pick('+', '-', '*')} {self.value(kind, depth + 1)}"
        words = [word for word in WORDS if word.gives == Type(kind) and Type("card") not in word.takes]
        if words and depth < DEEPEST and self.maybe(0.4):
            word = self.chance.choice(words)
            if word.name.endswith("-of"):
                return f"{word.name}(entries - {self.chance.randint(0, 4)})"
            return f"{word.name}({', '.join(self.argument(one, depth + 1) for one in word.takes)})"
        return self.pick(*PLAIN[kind], *self.names(Type(kind)))

    def names(self, type: Type) -> list[str]:
        fitting = [one.name for one in VARIABLES if one.type == type and one.where in KNOWN[self.where]]
        return fitting + (self.bound if type == Type("piece") else [])

    def argument(self, takes: Type | str, depth: int) -> str:
        if isinstance(takes, Type):
            return self.several(takes.kind, depth) if takes.many else self.value(takes.kind, depth)
        fitting = {"action": ("deed",), "lifetime": ("game", "round", "turn", "entry"), "set": ("pursuers", "detectives")}
        return self.pick(*fitting.get(takes, ("x",)))

    def several(self, kind: str, depth: int) -> str:
        if self.maybe(0.2):
            return "{" + ", ".join(self.value(kind, depth + 1) for _ in range(self.chance.randint(1, 4))) + "}"
        return self.pick(*SETS[kind], *self.names(Type(kind).set))

    def condition(self, depth: int = 0) -> str:
        if depth >= DEEPEST:
            return self.pick(*PLAIN["yes or no"])
        kind = self.pick(*SETS)
        match self.chance.randrange(9):
            case 0:
                return f"({self.condition(depth + 1)} {self.pick('and', 'or')} {self.condition(depth + 1)})"
            case 1:
                return f"not ({self.condition(depth + 1)})"
            case 2:
                return f"({self.value(kind, depth + 1)} {self.pick('in', 'not in')} {self.several(kind, depth)})"
            case 3:
                return self.quantity(depth)
            case 4:
                return f"occupied({self.value('station', depth + 1)}, {self.several('piece', depth)})"
        sign = self.pick("=", "<>", "<", "<=", ">", ">=") if kind == "number" else self.pick("=", "<>")
        return f"({self.value(kind, depth + 1)} {sign} {self.value(kind, depth + 1)})"

    def quantity(self, depth: int) -> str:
        name = f"p{len(self.bound)}"
        among = self.several("piece", depth)
        self.bound.append(name)
        said = f"({self.pick('some', 'every', 'no')} {name} in {among} has {self.condition(depth + 1)})"
        self.bound.pop()
        return said

    def when(self) -> str:
        return f" when {self.condition()}" if self.maybe(0.7) else ""

    def because(self) -> str:
        known = ("{round}",) if self.where == "always" else ("{piece}", "{entry} {round}", "{tickets(piece, taxi)}")
        return f' because "{self.pick("no", *known)}"'

    # --- statements

    def effect(self) -> str:
        piece = "fugitive" if self.where == "always" else "piece"
        return self.pick(
            f"flag := {self.value('yes or no', 1)}",
            f"tally {self.pick(':=', '+=', '-=')} {self.value('number', 1)}",
            f"move {self.pick('1', '2', 'tally')} {self.value('ticket', 2)} from {piece} to {self.pick('pile', 'nowhere')}",
            f"mark({piece}) {self.pick(':=', '+=')} {self.value('number', 2)}",
            f"show station of last entry{self.pick(*SEEN)}",
            f"for each d in detectives where tickets(d, taxi) < {self.pick('2', '4')}: move 1 taxi from pile to d",
            f"when {self.condition(2)}: remove {self.pick('piece', 'fugitive') if self.where != 'always' else 'fugitive'}",
        )

    def of_ride(self) -> str:
        self.where = "ride"
        return self.pick(
            f"forbid ride{self.pick(*WHO)}{self.when()}{self.because()}",
            f"forbid ride by fugitive{self.when()}{self.because()}",
            f"on ride{self.pick(*WHO)}{self.when()} then {self.effect()}",
            f"show {self.pick('ticket', 'station', 'mode')} of entry{self.pick(*SEEN)}{self.when()}",
            f"hide {self.pick('ticket', 'station', 'mode')} of entry{self.when()}",
            f'tell "a bell rings" of entry{self.pick(*SEEN)}{self.when()}',
        )

    def of_moment(self) -> str:
        self.where = "always"
        side = self.pick(*SIDES)
        moment = self.pick("start of round", "end of round", f"start of turn of {side}", f"end of turn of {side}")
        return f"on {moment}{self.when()} then {self.effect()}, {self.effect()}"

    def statement(self) -> str:
        return self.of_ride() if self.maybe(0.7) else self.of_moment()

    def action(self) -> str:
        self.where = "piece"
        parts = [f"require {self.condition()}{self.because()}"] if self.maybe(0.7) else []
        if self.maybe(0.7):
            where = f" where {self.condition()}" if self.maybe(0.3) else ""
            parts.append(f"choose q from {self.several(self.pick(*SETS), 0)}{where}")
        elif self.maybe(0.3):
            parts.append('for each d in detectives choose u from tickets-of(d) written "taking"')
        parts += [f"then {self.effect()}"] if self.maybe(0.8) else []
        parts += [f"answer {self.value('yes or no')} to {self.pick('all', 'pursuers')}"] if self.maybe(0.3) else []
        return "\n".join(parts) or "then flag := yes"

    def ending(self) -> str:
        self.where = "always"
        tested = self.pick("after ride", "at end of round", "at start of round", "at end of turn of pursuers")
        return f"{self.pick(*SIDES)} win when {self.condition()}, tested {tested}"


STATE = """[state.flag]
type = "yes or no"
seen = "{}"
lives = "{}"
[state.tally]
type = "number"
seen = "{}"
lives = "{}"
[state.mark]
type = "number"
per  = "piece"
seen = "{}"
lives = "{}"
"""
LIVES = ("game", "game", "round", "turn", "next turn", "next entry")


def rules_of_a_file(chance: Random) -> bytes:
    """A whole variant file of house rules."""
    make = Composer(chance)
    seen = (chance.choice(SEEN_BY), chance.choice(SEEN_BY), chance.choice((*SEEN_BY, "own")))
    state = STATE.format(*(word for one in seen for word in (one, chance.choice(LIVES))))
    parts = [f'id = "made"\ntitle = "Made"\nextends = "{chance.choice(PARENTS)}"\n', state]
    for number in range(chance.randint(1, 3)):
        code = "\n".join(make.statement() for _ in range(chance.choice((1, 1, 2))))
        parts.append(f"[rules.made-{number}]\nsays = \"A rule.\"\ncode = '''\n{code}\n'''\n")
    place = chance.choice(("during turn", "after entry", "with entry", "instead of entry"))
    by = chance.choice(("fugitive", "detective")) if place == "during turn" else "fugitive"
    eyes = chance.choice(("all", "all", "all", "fugitive", "own"))
    head = f'[actions.deed]\nsays = "A deed."\nby = "{by}"\nplace = "{place}"\nseen = "{eyes}"\n'
    parts.append(f"{head}code = '''\n{make.action()}\n'''\n")
    if chance.random() < 0.3:
        parts.append(f"[endings.made-end]\nsays = \"An end.\"\ncode = '''\n{make.ending()}\n'''\n")
    return "".join(parts).encode()


SECRET = """[state.spot]
type = "station"
seen = "{seen}"{per}
lives = "{lives}"
[actions.notes]
says = "A station that is written down in secret."
by = "{by}"
place = "{place}"
seen = "own"
code = '''
{once}choose s from stations{near}
then {spot} := s
'''
[actions.opens]
says = "The station is turned over."
by = "{by}"
place = "{place}"
code = '''
{opening}
'''
"""


def secret(chance: Random) -> str:
    """A station that one side writes down and nobody else sees, and what hangs on it."""
    by = chance.choice(("fugitive", "detective"))
    is_his = by == "fugitive"
    spot = "spot" if is_his else "spot(piece)"
    text = SECRET.format(
        by=by,
        spot=spot,
        seen="fugitive" if is_his else "own",
        per="" if is_his else '\nper = "piece"',
        lives=chance.choice(LIVES),
        place=chance.choice(("during turn", "after entry", "with entry")) if is_his else "during turn",
        once=chance.choice(("", 'require uses(notes, game) < 2 because "no"\n')),
        near=chance.choice(("", "", " where distance(s, station(piece), taxi) < 3", " where s in {1, 67, 153}")),
        opening=chance.choice((f"choose s from stations where s = {spot}", f'require {spot} = station(piece) because "no"')),
    )
    refuses = f'forbid ride by {by} when to = {spot} because "no"'
    return text + (f"[rules.spot]\nsays = \"A rule.\"\ncode = '''\n{refuses}\n'''\n" if chance.random() < 0.5 else "")
