"""The single changes that would make a clause legal, each found by trying it.

Tried are: those who must act first have acted; one more ticket of a kind; another ticket; one piece elsewhere; what lasts
only a while is over, a later round or entry; another choice of an option; the mover elsewhere. Nothing is concluded from the
words of a rule: a change helps if the judge then has nothing against the clause.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from attrs import evolve

from adjudicator.answers.claims import Claim, is_sound, ready
from adjudicator.faults import Refused
from adjudicator.game import Game
from adjudicator.record import transcript as r
from adjudicator.record import write_clause
from adjudicator.record.lexicon import FUGITIVE
from adjudicator.rulebook.model import Rulebook
from adjudicator.values import frozen

LATER = 26  # rounds and entries ahead that are tried
SPANS = {"round": "in a later round", "turn": "in a later turn", "entry": "with another entry", "stay": "at another station"}


@frozen
class Change:
    """One thing that would have to be otherwise."""

    kind: str  # turn, ticket, other-ticket, piece, later, option, origin
    text: str


def helps(claim: Claim) -> tuple[Change, ...]:
    """Every single change of the position that makes the clause legal, those of one kind said together."""
    if claim.is_legal:
        return ()
    if claim.waits_for and not claim.grounds:
        names = " and ".join(claim.waits_for)
        return (Change("turn", f"legal once {names} {'has' if len(claim.waits_for) == 1 else 'have'} acted"),)
    if claim.waits_for:
        return ()
    game, clause = ready(claim.game, claim.clause)[0], claim.clause
    found = [*_tickets(game, clause), *_pieces(game, clause), *_other_tickets(game, clause), *_later(game, clause)]
    return tuple(found or _origins(game, clause))


def _is_free(game: Game, piece: str) -> bool:
    return game.seating.is_free(game.seating.pieces[piece])


def _tickets(game: Game, clause: r.Clause) -> Iterator[Change]:
    if _is_free(game, clause.piece):
        return
    held = game.tickets(clause.piece)
    for ticket in game.rules.tables.tickets:
        count = held.get(ticket, 0)
        if count is not None and is_sound(game.supposing(tickets={clause.piece: {ticket: count + 1}}), clause):
            yield Change("ticket", f"legal with {'another' if count else 'a'} {ticket} ticket")


def _pieces(game: Game, clause: r.Clause) -> Iterator[Change]:
    for piece, station in game.stations.items():
        if piece not in (FUGITIVE, clause.piece) and station and is_sound(game.supposing(off=(piece,)), clause):
            yield Change("piece", f"legal once {piece} has left {station}")


def _other_tickets(game: Game, clause: r.Clause) -> Iterator[Change]:
    """The same stations, with another ticket for one ride."""
    tables = game.rules.tables
    names = tables.modes if _is_free(game, clause.piece) else tables.tickets
    for number, part in enumerate(clause.parts):
        if not isinstance(part, r.Ride):
            continue
        for name in names:
            if name == part.ticket:
                continue
            ride = evolve(part, ticket=name, mode=None)
            other = r.Clause(clause.piece, (*clause.parts[:number], ride, *clause.parts[number + 1 :]))
            if is_sound(game, other):
                yield Change("other-ticket", f"legal as `{write_clause(other)}`")


def _later(game: Game, clause: r.Clause) -> Iterator[Change]:
    actions = game.rules.actions
    for key, count in game.counts.items():
        _, action, span = key
        if count and span in SPANS and is_sound(game.supposing(counts={key: 0}), clause):
            free = f", when `{actions[action].written}` is free again" if action in actions else ""
            yield Change("later", f"legal {SPANS[span]}{free}")
    ledger = game.engine.ledger
    for name in game.rules.tables.state:
        if ledger.is_lasting(name) or ledger.is_hidden(name):
            continue
        if is_sound(game.supposing(without=(name,)), clause):
            yield Change("later", f"legal once `{name}` is over")
    ahead = range(1, LATER)
    rounds = next((n for n in ahead if is_sound(game.supposing(round=game.round + n), clause)), None)
    if rounds is not None:
        yield Change("later", f"legal in round {game.round + rounds}")
    entries = next((n for n in ahead if is_sound(game.supposing(entries=game.entries + n), clause)), None)
    if entries is not None:
        yield Change("later", f"legal as entry {game.entries + entries + 1}")


def _origins(game: Game, clause: r.Clause) -> Iterator[Change]:
    """Where the mover would have to stand."""
    if game.station(clause.piece) is None:
        return
    free = [station for station in game.engine.board.stations if station not in game.stations.values()]
    found = [station for station in free if is_sound(game.supposing(stations={clause.piece: station}), clause)]
    if found:
        some = ", ".join(map(str, found[:8])) + (" …" if len(found) > 8 else "")
        yield Change("origin", f"legal from {some}")


# -- another choice of an option
def deciding(rulebook: Rulebook, rules: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    """Options, with each value not chosen, that change one of these rules or take it out of force."""
    for name, option in rulebook.options.items():
        for value in option.values:
            if value != rulebook.chosen[name] and any(_touches(rulebook, name, value, rule) for rule in rules):
                yield name, value


def _touches(rulebook: Rulebook, name: str, value: str, rule: str) -> bool:
    known = rulebook.rules.get(rule)
    if known is None:
        ruling = rulebook.rulings.get(rule)
        return (
            rule.partition("=")[0] == name
            or (ruling is not None and ruling.option == name)
            or rulebook.options[name].ruling == rule
        )
    sets = {*rulebook.options[name].set_.get(value, {}), *rulebook.options[name].set_.get(rulebook.chosen[name], {})}
    ruling = rulebook.rulings.get(known.status.removeprefix("contested:"))
    return (
        any(guard.partition("=")[0] == name for guard in known.option)
        or any(path.split(".")[1:2] == [rule] for path in sets)
        or (ruling is not None and ruling.option == name)
    )


def options_that_help(claim: Claim, helps: Callable[[str], bool]) -> Iterator[Change]:
    """`helps` says whether the clause is legal with another choice of an option."""
    for name, value in deciding(claim.game.rules, tuple(one.rule for one in claim.grounds)):
        try:
            legal = helps(f"{name}={value}")
        except Refused:  # a choice that other choices exclude
            continue
        if legal:
            yield Change("option", f"legal with the option `{name}={value}`")
