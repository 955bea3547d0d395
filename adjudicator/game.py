"""A game, as a value: for programs (`import adjudicator as sy`) as for the referee at the table.

A `Game` is frozen: playing returns a new one, which shares as much as possible with the one before. It consists of its record
and its rules; all else follows. If everything is known, there is one position (a world) behind it; otherwise every position
that fits the record.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from attrs import evolve

from adjudicator.engine import FUGITIVE as FIRST
from adjudicator.engine import Cells, Ending, Engine, FirstEntries, Move, Seating
from adjudicator.faults import Fault, Place, Refused
from adjudicator.judge.decision import Decision
from adjudicator.judge.gaps import with_gaps
from adjudicator.judge.judgement import verdict_on
from adjudicator.judge.moments import in_lines, steps_of
from adjudicator.judge.named_state import NamedState
from adjudicator.judge.news import News, hints_of
from adjudicator.judge.result import CLAIMS
from adjudicator.judge.ruling import Illegal, Ruling
from adjudicator.judge.sight import Sight
from adjudicator.judge.start_position import Opening, open_record
from adjudicator.judge.typed_text import TextReader
from adjudicator.judge.verdict import Finding, Result, Verdict
from adjudicator.judge.views import eyes_of, heard_between, seen_by, seen_clauses
from adjudicator.judge.walk import Walk
from adjudicator.judge.walk_state import WalkState
from adjudicator.judge.worlds import FROM_THE_START, World
from adjudicator.judge.written_steps import takes_turn
from adjudicator.record import parse, write, write_clause, write_event
from adjudicator.record import transcript as r
from adjudicator.record.lexicon import FUGITIVE, lexicon_of
from adjudicator.rulebook.loader import load, suspicion
from adjudicator.rulebook.model import Rulebook
from adjudicator.rulebook.readings import basis

if TYPE_CHECKING:
    from adjudicator.deduction.whereabouts import Search
    from adjudicator.judge.log_file import Asked, Log
    from adjudicator.picture.position import Position

Stations = Mapping[str, int | None]
Tickets = Mapping[str, Mapping[str, int | None]]


TURNS = ("turn", "instead of entry")  # places of actions that can begin a turn of the fugitive


class _Parts:
    """The parts of a game while it is created: here they can still be set."""

    __slots__ = ("_before", "_cells", "_decision", "_moves", "_opening", "_played", "_views", "_walk", "_worlds")
    _opening: Opening
    _cells: Cells  # the position, or the first of several
    _worlds: tuple[World, ...] | None  # all possible ones; None if `_cells` is the only one
    _before: Game | None
    _played: Move | str | tuple[r.Item, ...] | None  # since `_before`: a listed move, or written items
    _moves: Sequence[Move] | None
    _decision: tuple[Decision | None] | None  # once somebody has asked for it
    _walk: Walk | None  # made when somebody asks for it
    _views: dict[str, Game] | None  # by seat, where somebody asked for them: later views grow from these


class Game(_Parts):
    """A game at one moment, with its history. Make one with `start`, `deal`, `read`, `parse` or `of`."""

    __slots__ = ()

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("a game is frozen: `play` gives a new one")

    # -- making one
    @classmethod
    def start(
        cls,
        rules: str | Rulebook,
        stations: Stations,
        *,
        roles: Mapping[str, str] | None = None,
        persons: Mapping[str, str] | None = None,
        tickets: Tickets | None = None,
        board: str = "",
        options: Iterable[str] = (),
    ) -> Game:
        """A game from its set-up: the station of each piece (None: unknown), including the fugitive `X`.

        Give roles and persons if names do not imply them, and tickets if a piece begins with others than the rules deal.
        """
        options = tuple(options)
        book, roles, persons = _rules(rules, board, options), roles or {}, persons or {}
        seats = tuple(r.Seat(piece, persons.get(piece), roles.get(piece)) for piece in stations)
        starts = tuple(r.Start(piece, station) for piece, station in stations.items())
        headers = [r.Header("variant", book.name), *(r.Header("option", (choice,)) for choice in options)]
        headers += [r.Header("seats", seats), r.Header("start", starts)]
        if tickets:
            holdings = ((holder, kind, count) for holder, held in tickets.items() for kind, count in held.items())
            counted = (r.Holding(holder, kind, r.UNLIMITED if n is None else n) for holder, kind, n in holdings)
            headers.append(r.Header("tickets", tuple(counted)))
        return cls.of(r.Transcript(tuple(headers), FUGITIVE, "game"), book)

    @classmethod
    def deal(
        cls,
        rules: str | Rulebook,
        *,
        detectives: int = 0,
        players: int = 0,
        seats: str = "",
        seed: int | None = None,
        board: str = "",
        options: Iterable[str] = (),
    ) -> Game:
        """A game before its first move: seats by the seat table, start cards and hands drawn. The same seed deals the same
        cards."""
        from random import Random

        from adjudicator.judge.deal import deal, headed

        options = tuple(options)
        book = _rules(rules, board, options)
        dealt = deal(book, Random(seed), seats, players, detectives)
        headers = {"variant": book.name, "board": board, "option": "; ".join(options)} | dealt.headers
        return cls.of(headed({key: value for key, value in headers.items() if value}, book), book)

    @classmethod
    def read(
        cls,
        path: str,
        rules: str = "",
        *,
        board: str = "",
        options: Iterable[str] = (),
        paths: Iterable[str] = (),
        at: str = "",
        view: str = "",
    ) -> Game:
        """The game in a log file, or at a moment of it (`7`, `7.red`), or as a seat knows it. Raises Refused with everything
        that was not understood."""
        from adjudicator.judge.log_file import Asked, Log

        return read_game(Log(str(path)), Asked(rules, board, tuple(options), tuple(paths)), at, view)

    @classmethod
    def parse(cls, text: str, rules: str | Rulebook = "", *, board: str = "", options: Iterable[str] = ()) -> Game:
        """The game in a text. Raises Refused with everything that was not understood."""
        if isinstance(rules, Rulebook):
            transcript, faults = parse(text, lexicon_of(rules), "text")
            errors = [fault for fault in faults if fault.is_error]
            if errors:
                raise Refused(errors)
            return cls.of(transcript, rules)
        from adjudicator.judge.log_file import Asked, Log, read_page

        page = read_page(Log("text", text), Asked(rules, board, tuple(options)))
        if page.errors:
            raise Refused(page.errors)
        return cls.of(page.transcript, page.rulebook)

    @classmethod
    def of(cls, record: r.Transcript, rules: Rulebook) -> Game:
        """The game that a record describes, as it was played. Raises Refused if the record does not fit board or rules."""
        with suspicion():
            record = with_gaps(record)
            opening = open_record(record, rules)
            errors = [fault for fault in opening.faults if fault.is_error]
            if errors:
                raise Refused(errors)
            return _standing(Walk.through(record, opening, remembers=True))

    # -- what it is
    @property
    def rules(self) -> Rulebook:
        return self._opening.engine.rulebook

    @property
    def engine(self) -> Engine:
        """The rules compiled for this table."""
        return self._opening.engine

    @property
    def seating(self) -> Seating:
        return self._opening.engine.seating

    @property
    def walk(self) -> Walk:
        """The judge's walk through the record, at its end."""
        if self._walk is None:
            _set_walk(self, _walked(self))
        assert self._walk is not None
        return self._walk

    @property
    def record(self) -> r.Transcript:
        """The record so far, with its headers."""
        return self.walk.state.transcript

    @property
    def reader(self) -> TextReader:
        """The reader of text that is typed at this table."""
        return TextReader(self.rules, self.engine.board, self.pieces, self.record.seats)

    @property
    def worlds(self) -> tuple[World, ...]:
        """Every possible position; a single one if everything is known."""
        return self._worlds or (World(self._cells, (None, FROM_THE_START, self.engine.ledger.station(self._cells, FIRST))),)

    def __repr__(self) -> str:
        over = self.result
        state = f"over, {over.by}" if over else f"to move: {', '.join(self.to_move) or 'nobody'}"
        return f"<Game {self.rules.name}, round {self.round}, {state}>"

    @property
    def text(self) -> str:
        """The record in notation."""
        return write(self.record)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Game):
            return NotImplemented
        return self.rules.digest == other.rules.digest and self.text == other.text

    def __hash__(self) -> int:
        return hash((self.rules.digest, self.text))

    def __reduce__(self) -> tuple[Any, ...]:
        return Game.of, (self.record, self.rules)

    def _repr_svg_(self) -> str:
        """The picture of the position, for notebooks."""
        return self.picture()

    def picture(self, width: int = 1600, seat: str = "") -> str:
        """The position as an SVG picture: the board, the pieces, the fugitive's possible stations, his log, all tickets."""
        from adjudicator.picture.still import picture

        return picture(self.position(seat), self.engine.board, width)

    def position(self, seat: str = "") -> Position:
        """The contents of a picture of the game, as plain data; `seat` is the one whose view this is."""
        from adjudicator.picture.position import Seen

        return Seen(self.record, self.engine, tuple(world.cells for world in self.worlds), seat).position()

    # -- where it stands
    @property
    def round(self) -> int:
        return self.engine.ledger.round(self._cells)

    @property
    def entries(self) -> int:
        """The number of entries in the fugitive's log."""
        return self.engine.ledger.entries(self._cells)

    @property
    def side(self) -> str:
        """The side whose turn it is: `fugitive` or `pursuers`."""
        return self.engine.turns.side(self._cells)

    @property
    def pieces(self) -> tuple[str, ...]:
        """All pieces, the fugitive first."""
        return tuple(seat.piece for seat in self.seating.seats)

    @property
    def to_move(self) -> tuple[str, ...]:
        """The pieces that have to move now and can, or that can take an action that their side owes."""
        turns = self.engine.turns
        return self.seating.names(tuple(dict.fromkeys((*turns.due(self._cells), *turns.able_to_pay(self._cells)))))

    @property
    def is_over(self) -> bool:
        """Whether the game is over in every possible world."""
        is_over = self.engine.ledger.is_over
        return bool(is_over(self._cells)) and (self._worlds is None or all(is_over(world.cells) for world in self._worlds))

    @property
    def is_inside_turn(self) -> bool:
        """Whether the fugitive still owes an entry of a turn that he has begun, such as half a double."""
        return self.engine.ledger.is_inside_turn(self._cells)

    @property
    def may_end_turn(self) -> bool:
        """Whether the side whose turn it is has done everything that it must."""
        return self.engine.turns.is_closable(self._cells)

    def owes_move(self, piece: str) -> bool:
        """Whether a piece still has to move in this turn, now or later."""
        number, ledger = self._number(piece), self.engine.ledger
        if self.is_over or self.seating.side(number) != self.side or ledger.was_let_off(self._cells, number):
            return False
        return ledger.moves_made(self._cells, number) < self.engine.must(self._cells, number)

    @property
    def ending(self) -> Ending | None:
        """The way in which the game has ended; None if it has not."""
        return self.engine.ending(self._cells)

    @property
    def result(self) -> Result | None:
        """The winner, the ending and the round, or None until the game is over."""
        final = self.engine.final(self._cells)
        ending = self.engine.ending(final)
        if ending is None:
            return None
        points = self.engine.points(final)
        return Result(
            ending.winner or "draw",
            ending.id,
            self.engine.ledger.round(final),
            score=points.sides,
            pieces=points.pieces,
            status=self.rules.rules[ending.id].status,
            basis=basis(self.rules, ending.id),
        )

    def station(self, piece: str) -> int | None:
        """The station of a piece; None if it is unknown, or if the piece has left the board."""
        number, ledger = self._number(piece), self.engine.ledger
        found = {ledger.station(world.cells, number) for world in self.worlds}
        here = found.pop() if len(found) == 1 else 0
        return None if here in (0, self.seating.off) else here

    def possible_stations(self, piece: str) -> tuple[int, ...]:
        """Every station where a piece can be in one of the worlds; empty if nothing is known about it."""
        number, ledger = self._number(piece), self.engine.ledger
        found = {ledger.station(world.cells, number) for world in self.worlds}
        return tuple(sorted(found - {0, self.seating.off}))

    @property
    def stations(self) -> dict[str, int | None]:
        return {piece: self.station(piece) for piece in self.pieces}

    def tickets(self, piece: str) -> dict[str, int | None]:
        """The tickets of a piece, or of the pool it shares; None for unlimited. Empty for a piece that rides free."""
        held = self.engine.ledger.tickets(self._cells, self._number(piece))
        return {name: count for name, count in held.items() if count != 0}

    @property
    def supplies(self) -> dict[str, dict[str, int | None]]:
        """The tickets in each supply: `pile`, those of the variant, and the hands of pieces and persons; None for unlimited."""
        ledger = self.engine.ledger
        return {name: ledger.supply(self._cells, name) for name in ledger.supplies}

    @property
    def counts(self) -> dict[tuple[str, str, str], int]:
        """How often actions were used or failed, as far as rules read it: by `uses` or `fails`, action and lifetime."""
        ledger = self.engine.ledger
        return {key: ledger.counter(self._cells, key) for key in ledger.counters}

    @property
    def moved(self) -> tuple[str, ...]:
        """The pieces that have had their move in this turn, including those that sat out or were excused."""
        return tuple(piece for q, piece in enumerate(self.pieces) if self.engine.ledger.moves_made(self._cells, q))

    def state(self, name: str = "", index: str = "", *, seat: str = "") -> Any:
        """All data of the game by name, or one item: `round`, `stations`, `tickets`, and every state that the rules declare.

        A state that each piece has is a mapping, or with an index the value of one piece. A value that differs between possible
        worlds is None; so is, for the `seat` whose view this is, a value that the seat is not shown.
        """
        found = dict(self.named_state(seat))
        if not name:
            return found
        if name not in found:
            raise Refused([Fault("T063", Place("state"), word=name, known=found)])
        value = found[name]
        return value[index] if index and isinstance(value, Mapping) else value

    def named_state(self, seat: str = "") -> NamedState:
        """The data of `state()`, with an attribute for each; `seat` is the one whose view this is."""
        sight = Sight(eyes_of(seat, self.record, self.seating), self.engine) if seat else None
        merged = self._worlds is not None and self.walk.end.lost
        return NamedState(self.engine, tuple(world.cells for world in self.worlds), sight, merged)

    def _number(self, piece: str) -> int:
        found = self.seating.pieces.get(piece)
        if found is None:
            raise Refused([Fault("T040.asked", Place("piece"), word=piece, known=self.seating.pieces)])
        return found

    # -- what may be done
    def moves(self, piece: str = "") -> Sequence[Move]:
        """Every legal move, or every one of a piece, except losing ones. If the fugitive's station is unknown: legal from some
        station."""
        found = self._moves
        if found is None:
            engine = self._opening.engine
            found = engine.moves(self._cells) if self._worlds is None else engine.moves_in(self._every_cells)
            if self.drawn is not None:
                kind = FirstEntries if isinstance(found, FirstEntries) else tuple
                found = kind(move for move in found if _plays(move, self.drawn))
            _set_moves(self, found)
        if not piece:
            return found
        self._number(piece)
        return tuple(move for move in found if move.piece == piece)

    @property
    def _every_cells(self) -> list[Cells]:
        return [world.cells for world in self.worlds]

    @property
    def decision(self) -> Decision | None:
        """The choice that is open now: the moves of this turn, and whether it may end; None if there is nothing to decide."""
        if self._decision is None:
            _set_decision(self, (self._decided(),))
        assert self._decision is not None
        return self._decision[0]

    def _decided(self) -> Decision | None:
        engine, p, drawn = self._opening.engine, self._cells, self.drawn
        side = engine.turns.side(p)
        may_end = drawn is None and engine.turns.optional[side] and engine.turns.is_closable(p)
        options = engine.moves_of_turn(self._every_cells) if may_end else self.moves()
        if not may_end and not options:
            may_end = drawn is None and engine.turns.is_closable(p)
        if may_end:
            options = tuple(filter(self._is_of_this_turn, options))
        if not (options or may_end):
            return None
        return Decision(side, options, may_end, self._opening.persons, drawn.card if drawn is not None else None)

    def _is_of_this_turn(self, move: Move) -> bool:
        """Whether a listed move leaves this turn open. Moves of the other side, and the fugitive's next entry, close it."""
        his = move.piece == FUGITIVE
        enters = not move.actions or bool(move.legs) or any(self.rules.actions[name].place in TURNS for name in move.actions)
        return his == (self.side == "fugitive") and not (his and enters and self._has_entered)

    def losing(self, piece: str = "") -> tuple[Move, ...]:
        """Allowed moves that end the game at once, against the mover."""
        short = isinstance(self.moves(), FirstEntries)
        found = dict.fromkeys(move for world in self.worlds for move in self.engine.losing(world.cells, short))
        return tuple(move for move in found if not piece or move.piece == piece)

    def undecided(self, piece: str = "") -> tuple[Move, ...]:
        """Moves that cannot be decided because the board or the record lacks data."""
        if self.engine.complete:
            return ()
        found = self.engine.weighed(self._every_cells).undecided
        return tuple(move for move in found if not piece or move.piece == piece)

    def next_steps(self) -> tuple[Move, ...]:
        """The next steps, each as short as it can be written: for a double, its first ride."""
        return self.engine.next_steps(self._cells)

    def open_steps(self) -> tuple[Move, ...]:
        """The next steps that cannot be decided because the board or the record lacks data."""
        return self.engine.open_steps(self._cells)

    def perft(self, depth: int) -> int:
        """The number of sequences of exactly `depth` legal moves. Raises Refused if some station is unknown."""
        if self._worlds is not None or not self.engine.complete or not self.engine.ledger.is_known(self._cells, FIRST):
            raise Refused([Fault("T104", Place(self.record.file))])
        return self.engine.perft(self._cells, depth)

    @property
    def _has_entered(self) -> bool:
        """Whether the fugitive has written all entries of this round."""
        return self.side == "pursuers" or not self.engine.may_enter(self._cells, FIRST)

    # -- playing
    def judge(self, clause: str | Move | r.Clause) -> Ruling:
        """Judge whether a clause may be played now: every broken rule, with its sentence and citation. Raises Refused if it is
        not understood."""
        return self._ruled(clause)[0]

    def play(self, clause: str | Move | r.Clause, *, anyway: bool = False) -> Game:
        """The game after a clause. Raises Illegal, with the findings, if it is not allowed; `anyway` plays it nevertheless."""
        after = self._at_once(clause)
        if after is not None:
            return after
        ruling, after = self._ruled(clause)
        if ruling.verdict == "illegal" and not anyway:
            raise Illegal(ruling)
        return after

    def after(self, *items: r.Item) -> Game:
        """The game with these items added to its record, as they are written there."""
        return _standing(self.walk.after(*items), self, items)

    def _at_once(self, clause: str | Move | r.Clause) -> Game | None:
        """The game after a clause that is listed; None if it has to be judged."""
        engine = self._opening.engine
        if self._worlds is not None or isinstance(clause, r.Clause) or not engine.complete:
            return None
        if type(self._played) is not Move and self.drawn is not None:
            return None
        after = engine.take(self._cells, clause)
        if after is None and isinstance(clause, Move) and self._has_listed(clause):
            after = engine.play(self._cells, clause)
        return None if after is None else _made(self._opening, after, None, self, clause)

    def _has_listed(self, move: Move) -> bool:
        """Whether somebody was given this move as one that may be made now."""
        decision = self._decision[0] if self._decision is not None else None
        return (decision is not None and move in decision.options) or (self._moves is not None and move in self._moves)

    def _ruled(self, clause: str | Move | r.Clause) -> tuple[Ruling, Game]:
        """The ruling on a clause, and the game after it."""
        event = self.reader.event(clause) if isinstance(clause, str) else None
        if event is not None:
            after, found = self._judged((event,))
            return Ruling(write_event(event, FUGITIVE), "illegal" if found else "legal", found), after
        said = (clause,) if isinstance(clause, r.Clause) else self.reader.clauses(str(clause))
        after, found = self._judged(said)
        kinds = {finding.verdict for finding in found}
        verdict = "illegal" if "illegal" in kinds else "undecided" if "undecided" in kinds else "legal"
        if verdict != "illegal" and after._has_lost(said[0].piece) and not self._is_late_stay(said[0]):
            verdict = "losing"
        return Ruling("; ".join(map(write_clause, said)), verdict, found), after

    def _judged(self, said: Sequence[r.Clause | r.Event]) -> tuple[Game, tuple[Finding, ...]]:
        """The game after clauses or an event, with any verdict, and the findings on them."""
        walk, last = self.walk.unheard, next(reversed(self.record.round_numbers), 0)
        items = list[r.Item]()
        for one in said:
            number = _round_of(self, one)
            if number != last and _is_numbered(self.record):
                items.append(r.RoundMark(number))
                last = number
            items.append(_bare(one))
        after = walk.after(*items)
        new = after.state if after.settled is walk.state else walk.next(*items)
        return _standing(after, self, tuple(items)), new.findings.all()

    def asked(self, clause: r.Clause) -> tuple[Game, tuple[Finding, ...]]:
        """The game after a clause that a question is about, and the findings. It is judged in the present turn, and need not
        mark a surfacing."""
        state = self.walk.asked(clause)
        return _standing(Walk(state, state), self, (clause,)), state.findings.all()

    def _has_lost(self, piece: str) -> bool:
        """Whether the side that acted last has lost by its action."""
        return self.ending is not None and self.ending.winner == ("pursuers" if piece == FUGITIVE else "fugitive")

    def _is_late_stay(self, clause: r.Clause) -> bool:
        """Whether a piece announces that it stays when it is not, or not any more, its turn."""
        stays = isinstance(clause.parts[0], r.Stay | r.Pass)
        return stays and (self.is_over or self.seating.side(self.seating.pieces[clause.piece]) != self.side)

    @property
    def drawn(self) -> r.Draw | None:
        """The card that was drawn last, if its effect is not written yet."""
        if isinstance(self._played, Move | str):  # a move never draws a card
            return None
        last = self.record.last
        return last if isinstance(last, r.Draw) else None

    # -- the record and its verdict
    @property
    def verdict(self) -> Verdict:
        """The verdict on the record, with all findings."""
        return verdict_on(self.walk.end)

    @property
    def findings(self) -> tuple[Finding, ...]:
        return self.verdict.findings

    # -- as others know it
    def seen_by(self, seat: str, *, goes_on: bool = False) -> Game:
        """The game as a seat knows it: the record that it could have written, judged as such, and nothing else.

        A seat is a piece, a person, or `detectives` for all of them together. With `goes_on`, nobody took the game for over.
        Where the seat was asked for earlier in this game, its view grows from that one.
        """
        if goes_on:
            return self._seen_afresh(seat, goes_on)
        views = self._views
        if views is None:
            _set_views(self, views := {})
        if seat not in views:
            views[seat] = self._seen_since(seat) or self._seen_afresh(seat)
        return views[seat]

    def _seen_since(self, seat: str) -> Game | None:
        """The view of a seat, grown from the last that it was asked for; None if there is none, or the record has changed."""
        before, items = self._before, self.record.items
        while before is not None and seat not in (before._views or ()):
            before = before._before
        if before is None or before._views is None or before.record.items != items[: len(before.record.items)]:
            return None
        view, news = before._views[seat], heard_between(before.walk.end, self.walk.end, seat)
        knows_all = view is before and not news.replaces and not news.result
        if knows_all and news.items == items[len(before.record.items) :]:
            return self
        return view.hear(news)

    def _seen_afresh(self, seat: str, goes_on: bool = False) -> Game:
        view = seen_by(self.walk.end, seat, goes_on)
        text = write(view)
        known = write(self.record)
        if text == known:  # including the last comment: the seat knows all of it
            return self
        transcript, faults = parse(text, lexicon_of(self.rules), view.file)
        errors = [fault for fault in faults if fault.is_error]
        if errors:
            raise Refused(errors)
        if self.record.result is None and write(_without_result(view)) == known:  # also knows how the game ended
            return _standing(self.walk.written(transcript))
        return Game.of(transcript, self.rules)

    def at(self, moment: str) -> Game:
        """The game at a moment of its record: `7`, when round 7 begins, or `7.red`, when red is about to act in it.

        Earlier turns in which nothing compulsory is left are over.
        """
        from adjudicator.judge import moments

        when = moments.moment(moment)
        return Game.of(moments.cut(self.record, when, self.rules), self.rules)._forward(when.round)

    def _forward(self, round_number: int) -> Game:
        ledger, turns = self.engine.ledger, self.engine.turns

        def forward(p: Cells) -> Cells:
            while ledger.round(p) < round_number and turns.is_closable(p):
                p = turns.closed(p)
            return p

        return self.among(World(forward(world.cells), world.course) for world in self.worlds)

    def course(self) -> tuple[Game, ...]:
        """The game at every moment of its record: before the first event, and after each. The record is followed only once; in
        it each event has its own line."""
        record = in_lines(self.record)
        first, *later = steps_of(record)
        games = [Game.of(r.Transcript(first, record.fugitive, record.file), self.rules)]
        for items in later:
            games.append(games[-1].after(*items))
        if record.result is not None:
            games[-1] = games[-1]._ended(record.result)
        return tuple(games)

    def _ended(self, result: str) -> Game:
        """The game with this result claimed in its record."""
        return _standing(self.walk.claiming(result), self._before, self._played)

    def heard_by(self, seat: str, *, goes_on: bool = False) -> News:
        """The news of the last step for a seat: the clause as it would write it, announcements, hints, and the ending. With
        `goes_on`, no one assumed that the game was over."""
        if self._before is None:
            return News()
        before, now = self._before.walk, self.walk
        said = self.record.clauses[len(self._before.record.clauses) :] if seat not in (FUGITIVE, "fugitive") else ()
        hints = [hint for clause in said for hint in hints_of(clause, self.engine)]
        return heard_between(before.end, now.end, seat, tuple(hints), goes_on)

    def hear(self, news: News) -> Game:
        """A seat's view of a game after the news of one more step (see `heard_by`)."""
        kept = len(self.record.items) - news.replaces
        known = self
        while len(known.record.items) > kept and known._before is not None:
            known = known._before
        items = (*self.record.items[len(known.record.items) : kept], *news.items)
        if len(known.record.items) <= kept:
            walk = known.walk.after(*items)
        else:
            walk = Walk.of(evolve(self.record, items=(*self.record.items[:kept], *news.items)), self.rules, True)
        if news.result:
            walk = walk.claiming(news.result)
        return _standing(walk, self, news.items)

    def where(self, acts_next: str = "") -> Where:
        """The fugitive's possible stations, from this record alone. For the knowledge of a seat, call it on that seat's view.

        `acts_next` is the piece that is known to act next: turns before it are over.
        """
        from adjudicator.deduction.whereabouts import search_in

        return Where(search_in(self.walk.end, self.reader.piece(acts_next) if acts_next else ""))

    # -- supposing
    def among(self, worlds: Iterable[World]) -> Game:
        """The game if only these worlds were possible."""
        return _standing(self.walk.standing(worlds), self._before, self._played)

    def supposing(
        self,
        *,
        stations: Mapping[str, int] | None = None,
        off: Iterable[str] = (),
        tickets: Mapping[str, Mapping[str, int]] | None = None,
        round: int | None = None,
        entries: int | None = None,
        counts: Mapping[tuple[str, str, str], int] | None = None,
        without: Iterable[str] = (),
        excused: Iterable[str] = (),
    ) -> Game:
        """The game with changes, to test what would be legal then; its record is not changed.

        Pieces elsewhere or `off` the board, other tickets, another round or number of entries, other counts of uses, states at
        their initial values (`without`), pieces that have had their move (`excused`).
        """
        ledger = self.engine.ledger

        def altered(p: Cells) -> Cells:
            p = p[:]
            for piece, station in (stations or {}).items():
                p = ledger.with_station(p, self._number(piece), station)
            for piece in off:
                p = ledger.without_piece(p, self._number(piece))
            for piece, held in (tickets or {}).items():
                for ticket, count in held.items():
                    p = ledger.with_tickets(p, self._number(piece), ticket, count)
            p = ledger.with_round(p, round) if round is not None else p
            p = ledger.with_entries(p, entries) if entries is not None else p
            for key, count in (counts or {}).items():
                p = ledger.with_counter(p, key, count)
            for name in without:
                p = ledger.with_initial(p, name)
            for piece in excused:
                ledger.put_excused(p, self._number(piece))
            return p

        worlds = [World(altered(world.cells), world.course) for world in self.worlds]
        return _standing(self.walk.supposing(worlds), self._before, self._played)

    @property
    def possible(self) -> tuple[Game, ...]:
        """The game in each possible world."""
        return tuple(self.among((world,)) for world in self.worlds)

    def end_turn(self) -> Game:
        """The game after the side whose turn it is ends it. Raises Refused if something compulsory is left."""
        if not self.may_end_turn:
            raise Refused([Fault("T201", Place("turn"), due=" and ".join(self.to_move))])
        return self._judged((r.TurnEnd(self.side),))[0]


def read_game(log: Log, asked: Asked, at: str = "", view: str = "") -> Game:
    """The game in a log for a command, or at a moment of it, or as a seat knows it. The log is cut before the seat's view is
    made, so that nothing later shows in it."""
    from adjudicator.judge.batch import readable
    from adjudicator.judge.log_file import read_page
    from adjudicator.judge.moments import cut, moment

    page = read_page(log, asked, as_played=bool(view))
    readable(page, view)
    when, record = moment(at) if at else None, page.transcript
    if when:
        seen = [seen_clauses(record, page.rulebook, view)] if view else []
        record = cut(record, when, page.rulebook, *seen)
    game = Game.of(record, page.rulebook)
    if view:
        game = seen_under(game, view, asked, goes_on=record is not page.transcript)
    return game._forward(when.round) if when else game


def seen_under(game: Game, seat: str, asked: Asked, goes_on: bool = False) -> Game:
    """The game as a seat knows it by the rules of the game; its record is then judged by the rules asked for."""
    from adjudicator.judge.batch import reread

    seen = game.seen_by(seat, goes_on=goes_on)
    if not (asked.variant or asked.board or asked.options):
        return seen
    page = reread(seen.text, game.record.file, asked)
    return Game.of(page.transcript, page.rulebook)


def watched(course: Sequence[Game], seat: str) -> tuple[Game, ...]:
    """The course of a game as a seat knew it at each moment."""
    last = len(course) - 1
    found = [Game.of(seen_by(course[0].walk.end, seat, goes_on=last > 0), course[0].rules)]
    for at, game in enumerate(course[1:], 1):
        found.append(found[-1].hear(game.heard_by(seat, goes_on=at < last)))
    return tuple(found)


class Where:
    """The fugitive's possible stations, with the reasons."""

    def __init__(self, search: Search):
        self.search = search

    @cached_property
    def game(self) -> Game:
        """The game, with every position that fits the record and its claimed result."""
        return _standing(Walk(self.search.state, self.search.state))

    @property
    def stations(self) -> tuple[int, ...]:
        return self.search.stations

    def why(self, station: int) -> Any:
        """A route that leads to a station, or else the fact that excludes it."""
        from adjudicator.deduction.courses import explained
        from adjudicator.deduction.exclusions import Exclusions

        return explained(self.search, station) or Exclusions(self.search).why_not(station)

    def __contains__(self, station: int) -> bool:
        return station in self.stations

    def __len__(self) -> int:
        return len(self.stations)

    def __iter__(self) -> Iterator[int]:
        return iter(self.stations)

    def __repr__(self) -> str:
        return f"<Where {', '.join(map(str, self.stations))}>"


# --- creating games; a game is frozen, so its parts are set here and nowhere else

_PARTS: Mapping[str, Any] = vars(_Parts)
_set_decision, _set_moves, _set_views, _set_walk = (_PARTS[name].__set__ for name in ("_decision", "_moves", "_views", "_walk"))
_new = object.__new__


def _made(opening: Opening, cells: Cells, worlds: tuple[World, ...] | None, before: Game | None, played: Any) -> Game:
    game: Any = _new(_Parts)
    game._opening = opening
    game._cells = cells
    game._worlds = worlds
    game._before = before
    game._played = played
    game._decision = game._moves = game._views = game._walk = None
    game.__class__ = Game  # from now on it is frozen
    return game  # type: ignore[no-any-return]


def _standing(walk: Walk, before: Game | None = None, played: Any = None) -> Game:
    """The game at the end of a walk."""
    worlds = _fitting(walk.end)
    game = _made(walk.state.opening, worlds[0].cells, worlds if len(worlds) > 1 else None, before, played)
    _set_walk(game, walk)
    return game


def _plays(move: Move, drawn: r.Draw) -> bool:
    """Whether a move is the effect of a card that was drawn."""
    said = f"{drawn.form.written} {'/'.join(map(str, drawn.card))}"
    return move.piece == drawn.piece and f" {said} " in f" {move.notation} ".replace(",", " ")


def _fitting(state: WalkState) -> tuple[World, ...]:
    """The worlds that fit the claimed result; without a claim, those in which the game is not over."""
    claimed = CLAIMS.get(state.transcript.result or "")
    if not claimed:
        return tuple(state.alive() or state.worlds)
    endings = [state.engine.ending(state.engine.final(world.cells)) for world in state.worlds]
    found = zip(state.worlds, endings, strict=True)
    return tuple(world for world, one in found if one is not None and (one.winner or "draw") == claimed) or tuple(state.worlds)


def _without_result(record: r.Transcript) -> r.Transcript:
    kept = (item for item in record.items if not (isinstance(item, r.Header) and item.key == "result"))
    return r.Transcript(tuple(kept), record.fugitive, record.file)


def _rules(rules: str | Rulebook, board: str, options: Iterable[str]) -> Rulebook:
    return rules if isinstance(rules, Rulebook) else load(rules, board=board, options=options)


# --- the record of a game that was played move by move


def _walked(game: Game) -> Walk:
    """The walk of the last earlier game that has one, continued with the moves since; with the number of each round that
    begins."""
    later: list[Game] = []
    first = game
    while first._walk is None:
        later.append(first)
        assert first._before is not None
        first = first._before
    record, offset = first.record, first._walk.state.offset
    last, is_numbered = next(reversed(record.round_numbers), 0), _is_numbered(record)
    items = list[r.Item]()
    for before, said in _said_since(later[::-1], first):
        number = _round_of(before, said) + offset
        if number != last and is_numbered:
            items.append(r.RoundMark(number))
            last = number
        items.append(said)
    return first._walk.after(*items)


def _said_since(later: list[Game], first: Game) -> Iterator[tuple[Game, r.Clause]]:
    """The clauses of listed moves, each with the game before it. They are read together."""
    clauses = first.reader.clauses("\n".join(str(one._played) for one in later))
    for one, clause in zip(later, clauses, strict=True):
        assert one._before is not None
        yield one._before, r.Clause(clause.piece, clause.parts)


def _is_numbered(record: r.Transcript) -> bool:
    """Whether rounds get numbers: not if the record has begun without."""
    return bool(record.round_numbers) or not record.clauses


def _bare(said: r.Clause | r.Event) -> r.Clause | r.Event:
    """A clause or an event without its place in a text."""
    return r.Clause(said.piece, said.parts) if isinstance(said, r.Clause) else evolve(said, line=0, column=0, text="")


def _round_of(before: Game, said: r.Clause | r.Event) -> int:
    """The round in which something was played; a piece that had to sit out may announce it after the next round has begun."""
    if not isinstance(said, r.Clause):
        return before.round
    if before._is_late_stay(said):
        late = before.walk.state.sat_out.get(before.seating.pieces[said.piece])
        return before.round if late is None else before.engine.ledger.round(late)
    enters = said.piece == FUGITIVE and any(map(takes_turn, said.parts))
    return before.round + 1 if enters and before._has_entered else before.round
