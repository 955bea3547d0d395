"""Infers the type of a value, and whether it contains secrets of the fugitive. Faults are gathered, each reported once."""

from __future__ import annotations

from attrs import define, evolve

from adjudicator.language import tree as t
from adjudicator.language.check_state import MAX_BLAMES, Gathered
from adjudicator.language.check_types import Env, Known
from adjudicator.language.hints import ASKED, not_comparable, unknown_name, wrong_type
from adjudicator.language.tree_walk import walk
from adjudicator.language.types import (
    NONE,
    NOTHING,
    NUMBER,
    PIECE,
    STATION,
    YES_NO,
    Meaning,
    Type,
    a,
    meet,
)
from adjudicator.language.vocabulary import GATHERING, LATER, LIFETIMES, VARIABLE, WORD, Word

MAX_WORK = 50_000  # candidates that one condition may test
MAX_ALL_WORK = 200_000  # candidates that all rules together may test, each condition once
MAX_NODES = 3_000  # values in all rules together, with terms expanded: ten times as many as in the longest edition
MAX_UNFOLDED = 60  # values within values, with terms expanded: nested closures must not exceed the stack of Python
PER_PIECE = "per piece "
MAX_BACK = 12  # how many entries a rule may look back
MAX_ABILITIES = 12  # kinds of question whether a piece can move: each costs as much as all prohibitions together
LISTING = 200  # what it counts for to ask whether there is a ride, or a way to take an action
MAX_TERMS = 8  # terms within each other that are looked through for what is not `none`
LOOKING_AHEAD = 1_000  # what it counts for to ask that of all later rounds


@define
class Inference(Gathered):
    """Infers the types of values, and gathers their faults."""

    def want(
        self, node: t.Expression, wanted: Type, env: Env, what: str = "", *, asked: str = "", name: str = "", example: str = ""
    ) -> Known:
        """Infer a value, and blame it unless it has the `wanted` type. `what` describes it in the fault, unless a word `asked`
        for it or it is the value of `name`."""
        known = self.infer(node, env)
        about = {"what": what, "asked": asked, "name": name, "wanted": a(wanted)}
        if meet(known.type, wanted) is None:
            self.blame(wrong_type(known.type, wanted), node, got=a(known.type), example=example, **about)
            return evolve(known, type=NOTHING)
        if known.type.optional and not wanted.optional and wanted.kind != "ticket":
            self.blame("E339", node, **about)
        self.on_the_board(node, wanted)
        self._counted(node, wanted)
        self._bounded(node, known, env)
        return known

    def _bounded(self, node: t.Expression, known: Known, env: Env) -> None:
        """Blame a condition whose work is too much, alone or added to the work of all before it."""
        before, is_told = self.spent, any(blame.code == "E310" for blame in self.blames)
        if not self._depth and not env.trial:  # not a part of another value, and not checked a second time
            self.spent += known.work * env.times * env.asked
        if known.work * env.times > MAX_WORK >= env.times and not is_told:
            self.blame("E310", node)
        elif before <= MAX_ALL_WORK < self.spent and not is_told:
            self.blame("E310.all", node)

    def infer(self, node: t.Expression, env: Env) -> Known:
        self._nodes += 1
        if self._nodes > MAX_NODES or self._depth > MAX_UNFOLDED:
            return self._too_much(node)
        self._depth += 1
        self._deepest = max(self._deepest, self._depth)
        known = self._infer(node, env)
        if known.type.optional and node in env.present:
            known = evolve(known, type=evolve(known.type, optional=False))
        self._depth -= 1
        self.types[id(node)] = known.type
        self.kept.append(node)
        return known

    def _too_much(self, node: t.Node, sentence: str = "E310.terms") -> Known:
        """Blame the outermost term, once, because it is the one that expands."""
        terms, self._terms = self._terms, ()
        if not self._is_full and not any(blame.code == "E310" for blame in self.blames):
            self.blame(sentence, terms[0] if terms else node)
        self._is_full = self._nodes > MAX_NODES
        self._terms = terms
        return Known(NOTHING)

    @property
    def values(self) -> int:
        """The number of values so far."""
        return self._nodes

    def excepting(self, node: t.Permit, values: int, forbidden: int) -> None:
        """Add the cost of an exception: its condition is tested in every prohibition it changes."""
        self._nodes += values * forbidden
        if self._nodes > MAX_NODES:
            self._too_much(node, "E310.exceptions")

    def _counted(self, node: t.Expression, wanted: Type) -> None:
        """Note a name that is used where a number is wanted, so that it cannot name a station."""
        if isinstance(node, t.Choice):
            self._counted(node.then, wanted)
            self._counted(node.otherwise, wanted)
        elif isinstance(node, t.Name | t.Call) and wanted.kind == "number":
            self.counted.add(node.name)

    def on_the_board(self, node: t.Expression, wanted: Type, variable: str = "") -> None:
        """Blame numbers that are used as stations but not on the board. `variable` is a name that may stand for a number."""
        if wanted.kind != "station" or not self.scope.stations:
            return
        for one in node.items if isinstance(node, t.SetOf) else (node,):
            for value in self._numbers(one):
                if value not in self.scope.stations:
                    self.blame("E340", one, number=value, variable=variable)
                    break

    def _numbers(self, node: t.Expression) -> tuple[int, ...]:
        """The numbers that a value contains: a number itself, or those that its name stands for."""
        if isinstance(node, t.Number):
            return (node.value,)
        meaning = self.scope.names.get(node.name) if isinstance(node, t.Name) else None
        if meaning is None or meaning.what != "number":
            return ()
        found = meaning.value if isinstance(meaning.value, tuple) else (meaning.value,)
        return tuple(value for value in found if isinstance(value, int))

    def _infer(self, node: t.Expression, env: Env) -> Known:
        match node:
            case t.Number():
                # Stations are written as numbers, so a number may be a station.
                return Known(Type("number|station"))
            case t.Literal("none"):
                return Known(NONE)
            case t.Literal():
                return Known(YES_NO)
            case t.Name():
                return self._name(node, env)
            case t.Call():
                return self._call(node, env)
            case t.SetOf(items):
                return self._set(node, items, env)
            case t.Compare():
                return self._compare(node, env)
            case t.Member(item, group):
                return self._member(node, item, group, env)
            case t.AllOf(parts) | t.AnyOf(parts):
                knowns = []
                for part in parts:
                    knowns.append(self.want(part, YES_NO, env, "each part of a condition"))
                    env = env.where_present(self.present(part, isinstance(node, t.AllOf)))
                return Known(YES_NO, any(k.hidden for k in knowns), sum(k.work for k in knowns))
            case t.Negated(part):
                return self.want(part, YES_NO, env, "what follows `not`")
            case t.Arithmetic(left, operator, right):
                if operator == "mod" and right == t.Number(0):
                    self.blame("E382", right)
                one, two = (self.want(side, NUMBER, env, "each side of a calculation") for side in (left, right))
                return Known(NUMBER, one.hidden or two.hidden, one.work + two.work)
            case t.Quantified():
                return self._quantified(node, env)
            case t.CountOf(variable, group, where):
                inner, known = self.over(variable, node, group, env)
                condition = self.want(where, YES_NO, inner, "what follows `where`") if where else Known(YES_NO)
                return Known(NUMBER, known.hidden or condition.hidden, known.work + known.type.size * (1 + condition.work))
            case t.Owed():
                return Known(YES_NO, work=LISTING)
            case t.Gathered():
                return self._gathered(node, env)
            case t.CanMove():
                return self._can_move(node, env)
            case t.Choice(condition, then, otherwise):
                asked = self.want(condition, YES_NO, env, "what follows `if`")
                one = self.infer(then, env.where_present(self.present(condition)))
                two = self.infer(otherwise, env.where_present(self.present(condition, False)))
                both = meet(one.type, two.type)
                if both is None:
                    return self.blame("E302.choice", node, one=a(one.type), other=a(two.type))
                return Known(both, asked.hidden or one.hidden or two.hidden, asked.work + one.work + two.work)
        raise AssertionError(node)

    def present(self, condition: t.Expression | None, holds: bool = True, depth: int = 0) -> frozenset[t.Expression]:
        """The values that are not `none` where a condition holds, or where it does not."""
        match condition:
            case t.Compare(value, sign, t.Literal("none")) | t.Compare(t.Literal("none"), sign, value):
                is_one = isinstance(value, t.Name) or (
                    isinstance(value, t.Call) and all(isinstance(one, t.Name) for one in value.arguments)
                )
                return frozenset([value]) if is_one and sign == ("<>" if holds else "=") else frozenset()
            case t.AllOf(parts) if holds:
                return frozenset().union(*(self.present(part, True, depth) for part in parts))
            case t.AnyOf(parts) if not holds:
                return frozenset().union(*(self.present(part, False, depth) for part in parts))
            case t.Negated(part):
                return self.present(part, not holds, depth)
            case t.Name(name) if depth < MAX_TERMS and (meaning := self.scope.names.get(name)) and not meaning.takes:
                return self.present(meaning.body, holds, depth + 1)
        return frozenset()

    # -- names
    def _name(self, node: t.Name, env: Env) -> Known:
        if node.name in env.names:
            self._nodes += env.names[node.name].values - 1
            return env.names[node.name]
        variable = VARIABLE.get(node.name)
        if variable is not None:
            if variable.where not in env.where:
                return self.blame("E303.ride" if variable.where == "ride" else "E303.step", node, name=node.name)
            kind = evolve(variable.type, side=env.actor) if variable.type == PIECE else variable.type
            secret = variable.secret or (variable.name == "ticket" and not self.scope.open_tickets)
            return Known(kind, secret and env.actor != "pursuers")
        meaning = self.scope.names.get(node.name)
        if meaning is None and node.name in self.scope.actions:
            return self.blame("E305.action", node, name=node.name)
        if meaning is None:
            return self._unknown(node, node.name, env)
        return self._meaning(node, meaning, env)

    def _meaning(self, node: t.Name, meaning: Meaning, env: Env) -> Known:
        if meaning.what == "term":
            return self._term(node, (), meaning, env)
        if meaning.what == "attribute" or (meaning.what == "state" and meaning.per):
            index = "station" if meaning.what == "attribute" else meaning.per
            return self.blame("E304", node, name=node.name, index=index)
        if meaning.what == "supply":
            return self.blame("E304.supply", node, name=node.name)
        if meaning.what == "deck":
            return self.blame("E305.deck", node, name=node.name)
        return Known(meaning.type, meaning.hidden)

    def _term(self, node: t.Name | t.Call, arguments: tuple[t.Expression, ...], meaning: Meaning, env: Env) -> Known:
        """Infer a term: its body, in which the arguments have the names of the term's parameters."""
        if node.name in (term.name for term in self._terms):
            return self.blame("E306", node, name=node.name)
        if len(arguments) != len(meaning.takes):
            example = f"{node.name}({', '.join(meaning.takes)})" if meaning.takes else node.name
            return self.blame("E384", node, name=node.name, takes=meaning.takes, example=example)
        assert meaning.body is not None
        found = [self._given(argument, env) for argument in arguments]
        given, depth = [known for known, _ in found], max((levels for _, levels in found), default=0)
        self.used.add(node.name)
        self._terms = (*self._terms, node)
        inner = self._taking(meaning, given, env) if given else env
        self._depth += depth
        known = self.infer(meaning.body, inner)
        self._depth -= depth
        self._terms = self._terms[:-1]
        return evolve(known, work=known.work + sum(one.work for one in given))

    def _given(self, argument: t.Expression, env: Env) -> tuple[Known, int]:
        """The inferred argument of a term, and its depth. Its values count each time, since it is expanded wherever the term
        names it."""
        before, deepest, self._deepest = self._nodes, self._deepest, self._depth
        known = self.infer(argument, env)
        levels = self._deepest - self._depth
        self._deepest = max(deepest, self._deepest)
        return evolve(known, values=max(1, self._nodes - before)), levels

    def _taking(self, meaning: Meaning, given: list[Known], env: Env) -> Env:
        """Where the body of a term with brackets stands: it knows the names it takes, and none of those around it."""
        inner = {one for one in env.present if any(isinstance(part, t.Name) and part.name in env.names for part in walk(one))}
        bare = evolve(env, names={}, present=env.present - inner)
        for name in meaning.takes:
            self.fresh(name, meaning.body, bare)  # type: ignore[arg-type]
        return evolve(bare, names=dict(zip(meaning.takes, given, strict=True)))

    def unused(self, name: str, meaning: Meaning, env: Env) -> None:
        """Check a term that nothing uses. Its arguments are unknown."""
        assert meaning.body is not None
        self._terms = (t.Name(name),)
        self.infer(meaning.body, self._taking(meaning, [Known(NOTHING)] * len(meaning.takes), env))
        self._terms = ()

    def _unknown(self, node: t.Node, name: str, env: Env) -> Known:
        if len(self.blames) >= MAX_BLAMES:
            return Known(NOTHING)
        if name in GATHERING:
            return self.blame("E309.gathering", node, name=name)
        if name in WORD:
            sentence = f"E309.{name}" if name in ASKED else "E309.asked"
            return self.blame(sentence, node, name=name, example=WORD[name].example)
        if name in VARIABLE:
            return self.blame("E308.variable", node, name=name)
        if name in self._named_here and not self._terms:
            return self.blame("E307.left", node, name=name)
        offered = [v.name for v in VARIABLE.values() if v.where in env.where]
        known = (*env.names, *offered, *self.scope.names, *WORD)
        sentence, values = unknown_name(name, known, self.scope, None if self._terms else self._beside)
        return self.blame(sentence, node, t.Spoken.of(name, node.at), name=name, **values)

    # -- calls
    def _call(self, node: t.Call, env: Env) -> Known:
        meaning = self.scope.names.get(node.name)
        word = WORD.get(node.name) if meaning is None or node.name not in LATER else None
        if node.name in env.names:
            return self._chosen(node, env)
        if meaning is not None and (meaning.what in ("attribute", "supply") or (meaning.what == "state" and meaning.per)):
            return self._indexed(node, meaning, env)
        if word is None:
            if meaning is not None and meaning.what == "term" and (meaning.takes or not node.arguments):
                return self._term(node, node.arguments, meaning, env)
            if meaning is not None:
                return self.blame("E308", node, name=node.name)
            if not self.scope.complete:
                return Known(NOTHING)
            return self._unknown(node, node.name, env)
        if not len(word.takes) - word.optional <= len(node.arguments) <= len(word.takes):
            return self.blame("E309", node, name=word.name, count=len(word.takes), example=word.example)
        return self._word(node, word, env)

    def _chosen(self, node: t.Call, env: Env) -> Known:
        """Infer the choice of one piece of a `for each … choose`; it is `none` for pieces without a choice."""
        kind = env.names[node.name].type.kind
        if not kind.startswith(PER_PIECE) or len(node.arguments) != 1:
            return self.blame("E308", node, name=node.name)
        piece = self.want(node.arguments[0], PIECE, env, asked=node.name)
        hidden = env.names[node.name].hidden or piece.hidden
        return Known(Type(kind.removeprefix(PER_PIECE), optional=True), hidden, 1 + piece.work)

    def _indexed(self, node: t.Call, meaning: Meaning, env: Env) -> Known:
        index = {"attribute": STATION, "supply": Type("ticket"), "state": Type(meaning.per or "piece")}[meaning.what]
        if len(node.arguments) != 1:
            return self.blame("E309.one", node, name=node.name, index=a(index))
        argument = self.want(node.arguments[0], index, env, asked=node.name)
        hidden = meaning.hidden or (meaning.own and argument.type.side != "pursuers")
        return Known(meaning.type, hidden or argument.hidden, 1 + argument.work)

    def _word(self, node: t.Call, word: Word, env: Env) -> Known:
        hidden = word.hidden == "always" or (word.hidden == "log" and not self.scope.open_tickets)
        gives = word.gives
        work = 1
        for wanted, argument in zip(word.takes, node.arguments, strict=False):
            if isinstance(wanted, Type):
                known = self.want(argument, wanted, env, asked=word.name, example=word.example)
                if known.type == NOTHING:
                    break  # one fault for one mistake
                exposes = wanted.kind == "piece" and known.type.side != "pursuers" and self._exposes(word)
                hidden = hidden or known.hidden or exposes
                work += known.work + (known.type.size if known.type.many else 0)
            elif wanted == "set":
                known = self.infer(argument, env)
                if not known.type.many and known.type != NOTHING:
                    self.blame("E301.asked-set", argument, name=word.name, got=a(known.type), example=word.example)
                hidden, work = hidden or known.hidden, work + known.work + known.type.size
            else:
                self._special(wanted, argument)
                hidden |= isinstance(argument, t.Name) and argument.name in self.scope.unseen
        if word.name in ("station-of", "ticket-of"):
            self._look_back(node)
        return Known(gives, hidden, work)

    def _exposes(self, word: Word) -> bool:
        """Whether a word of the fugitive is hidden: his station always, his hand unless pursuers see the tickets that he pays
        with."""
        return word.hidden == "place" or (word.hidden == "hand" and not self.scope.open_tickets)

    def _special(self, wanted: str, argument: t.Expression) -> None:
        name = argument.name if isinstance(argument, t.Name) else ""
        if wanted == "lifetime" and name not in LIFETIMES:
            self.blame("E311", argument, known=LIFETIMES)
        if wanted == "action" and name not in self.scope.actions:
            self.blame("E312.action", argument, name=name or "…", word=name, known=self.scope.actions)

    def _look_back(self, node: t.Call) -> None:
        """Check that a rule looks back a constant number of entries, such as `entries - 2`."""
        match node.arguments[0]:
            case t.Arithmetic(t.Name("entries" | "entry"), "-", t.Number(back)) if back <= MAX_BACK:
                self.looks_back = max(self.looks_back, back)
            case t.Name("entries" | "entry"):
                pass
            case _:
                self.blame("E313", node, name=node.name, most=MAX_BACK)

    # -- sets and conditions
    def _set(self, node: t.SetOf, items: tuple[t.Expression, ...], env: Env) -> Known:
        if not items:
            return self.blame("E314", node)
        for item in items:
            if isinstance(item, t.AllOf | t.AnyOf) and all(isinstance(part, t.Name | t.Number) for part in item.parts):
                return self.blame("E315.commas", item)
        knowns = [self.infer(item, env) for item in items]
        kind: Type | None = knowns[0].type
        for item, known in zip(items[1:], knowns[1:], strict=True):
            both = meet(kind, known.type) if kind else None
            if both is None:
                return self.blame("E315", item, set=a(knowns[0].type.set), got=a(known.type))
            kind = both
        assert kind is not None
        if kind.many:
            return self.blame("E315.sets", node)
        return Known(evolve(kind.set, size=len(items)), any(k.hidden for k in knowns), sum(k.work for k in knowns))

    def _compare(self, node: t.Compare, env: Env) -> Known:
        left = self.infer(node.left, env)
        right = self._compared(node.right, left.type, env)
        hidden, work = left.hidden or right.hidden, left.work + right.work
        both = meet(left.type, right.type)
        if both is None:
            self.blame(not_comparable(left.type, right.type), node, one=a(left.type), other=a(right.type))
        elif both.many:
            self.blame("E341", node)
        elif node.operator not in ("=", "<>") and "number" not in both.kind.split("|") and both != NOTHING:
            sentence = "E316.stations" if both.kind == "station" else "E316"
            self.blame(sentence, node, operator=node.operator, type=str(both))
        else:
            for side in (node.left, node.right):
                self.on_the_board(side, both)
                self._counted(side, both if node.operator in ("=", "<>") else NUMBER)
        return Known(YES_NO, hidden, work)

    def _compared(self, node: t.Expression, beside: Type, env: Env) -> Known:
        """Infer one side of a comparison; an unknown name there is reported as a name of the other side's type."""
        if isinstance(node, t.Name | t.SetOf):
            self._beside = beside
        known = self.infer(node, env)
        self._beside = None
        return known

    def _member(self, node: t.Member, item: t.Expression, group: t.Expression, env: Env) -> Known:
        one = self.infer(item, env)
        many = self._compared(group, one.type, env)
        if not many.type.many and many.type != NOTHING:
            self.blame("E317.in", group, got=a(many.type))
        elif (both := meet(one.type, many.type.one)) is None:
            self.blame("E302.in", node, one=a(one.type), other=a(many.type))
        else:
            self.on_the_board(group, one.type)
            self._counted(item, both)
        return Known(YES_NO, one.hidden or many.hidden, one.work + many.work + many.type.size)

    def over(self, variable: str, node: t.Node, group: t.Expression, env: Env) -> tuple[Env, Known]:
        known = self.infer(group, env)
        if not known.type.many and known.type != NOTHING:
            self.blame("E317", group, got=a(known.type))
        self.fresh(variable, node, env)
        return env.with_name(variable, Known(known.type.one, known.hidden)), known

    def fresh(self, variable: str, node: t.Node, env: Env) -> None:
        """Blame a new local name that already has a meaning, since it would mislead readers."""
        is_word = variable in VARIABLE or variable in WORD.keys() - LATER
        if is_word or variable in self.scope.names or variable in env.names:
            self.blame("E318", node, variable, name=variable)
        self._named_here.add(variable)

    def _quantified(self, node: t.Quantified, env: Env) -> Known:
        inner, known = self.over(node.variable, node, node.group, env)
        where = self.want(node.where, YES_NO, inner, "what follows `where`") if node.where else Known(YES_NO)
        inner = inner.where_present(self.present(node.where))
        condition = self.want(node.condition, YES_NO, inner, "what follows `has`")
        work = known.work + max(1, known.type.size) * (where.work + condition.work)
        return Known(YES_NO, known.hidden or where.hidden or condition.hidden, work)

    def _gathered(self, node: t.Gathered, env: Env) -> Known:
        if node.word not in GATHERING:
            self.blame("E383", node, node.word, name=node.word, known=GATHERING)
        inner, known = self.over(node.variable, node, node.group, env)
        where = self.want(node.where, YES_NO, inner, "what follows `where`") if node.where else Known(YES_NO)
        value = self.want(node.value, NUMBER, inner.where_present(self.present(node.where)), "what is gathered")
        work = known.work + max(1, known.type.size) * (1 + where.work + value.work)
        return Known(NUMBER, known.hidden or where.hidden or value.hidden, work)

    def _can_move(self, node: t.CanMove, env: Env) -> Known:
        if not env.may_ask_moves:
            self.blame("E319", node)
        piece = self.want(node.piece, PIECE, env, "the piece that `can` asks about")
        for name in node.ignoring:
            if name not in self.scope.rules:
                self.blame("E320", node, name, name=name, known=self.scope.rules)
        before = len(self.abilities)
        self.abilities.add((frozenset(node.ignoring), node.ever))
        if before == MAX_ABILITIES < len(self.abilities):
            self.blame("E310.abilities", node, most=MAX_ABILITIES)
        work = LOOKING_AHEAD if node.ever else LISTING
        return Known(YES_NO, piece.hidden or piece.type.side != "pursuers", work + piece.work)
