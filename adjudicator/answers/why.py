"""Why not, and what would make it legal: the single changes that help, each found by trying it.

Tried are: those who must act first have acted; one more ticket of a kind; another ticket; one piece elsewhere; what lasts
only a while is over, a later round or entry; another choice of an option; the mover elsewhere. Nothing is concluded from the
words of a rule: a change helps if the judge then has nothing against the clause.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from attrs import evolve

from adjudicator.answers.claims import Claim, Judged
from adjudicator.engine.layout import ENTRIES, ROUND, UNLIMITED
from adjudicator.engine.turns import Cells
from adjudicator.faults import Refused
from adjudicator.record import transcript as r
from adjudicator.rulebook.model import Rulebook
from adjudicator.values import frozen

LATER = 26  # rounds and entries ahead that are tried
SPANS = {"round": "in a later round", "turn": "in a later turn", "entry": "with another entry", "stay": "at another station"}


@frozen
class Change:
    """One thing that would have to be otherwise."""

    kind: str  # turn, ticket, other-ticket, piece, later, option, origin
    text: str


Elsewhere = Callable[[str], "Claim | None"]  # the same clause under another choice of an option


def helps(claim: Claim, p: Cells, judged: Judged) -> tuple[Change, ...]:
    """Every single change of the position that makes the clause legal, those of one kind said together."""
    if judged.is_legal:
        return ()
    ready = claim.ready(p)
    if judged.waits_for and not judged.grounds:
        names = " and ".join(judged.waits_for)
        return (Change("turn", f"legal once {names} {'has' if len(judged.waits_for) == 1 else 'have'} acted"),)
    if judged.waits_for:
        return ()
    found = [*_tickets(claim, ready), *_pieces(claim, ready), *_other_tickets(claim, ready), *_later(claim, ready)]
    return tuple(found or _origins(claim, ready))


def _tickets(claim: Claim, p: Cells) -> Iterator[Change]:
    layout = claim.opening.table.layout
    if layout.is_free(claim.piece):
        return
    for ticket in layout.rulebook.tables.tickets:
        cell = layout.ticket_cell(claim.piece, ticket)
        if p[cell] != UNLIMITED and claim.legal_on(_with(p, cell, p[cell] + 1)):
            yield Change("ticket", f"legal with {'another' if p[cell] else 'a'} {ticket} ticket")


def _with(p: Cells, cell: int, value: int) -> Cells:
    p = p[:]
    p[cell] = value
    return p


def _pieces(claim: Claim, p: Cells) -> Iterator[Change]:
    layout = claim.opening.table.layout
    for q in range(1, layout.count):
        station = p[layout.station + q]
        if q != claim.piece and station and claim.legal_on(_with(p, layout.station + q, layout.off)):
            yield Change("piece", f"legal once {layout.seats[q].piece} has left {station}")


def _other_tickets(claim: Claim, p: Cells) -> Iterator[Change]:
    """The same stations, with another ticket for one ride."""
    layout = claim.opening.table.layout
    names = layout.rulebook.tables.modes if layout.is_free(claim.piece) else layout.rulebook.tables.tickets
    for number, part in enumerate(claim.clause.parts):
        if not isinstance(part, r.Ride):
            continue
        for name in names:
            if name == part.ticket:
                continue
            ride = evolve(part, ticket=name, mode=None)
            parts = (*claim.clause.parts[:number], ride, *claim.clause.parts[number + 1 :])
            other = Claim(claim.opening, r.Clause(claim.clause.piece, parts))
            if other.legal_on(p):
                yield Change("other-ticket", f"legal as `{other.written}`")


def _later(claim: Claim, p: Cells) -> Iterator[Change]:
    layout = claim.opening.table.layout
    for (_, action, span), cell in layout.counters.items():
        if p[cell] and span in SPANS and claim.legal_on(_with(p, cell, 0)):
            yield Change(
                "later",
                f"legal {SPANS[span]}, when `{layout.rulebook.actions[action].written}` is free again"
                if action in layout.rulebook.actions
                else f"legal {SPANS[span]}",
            )
    for name, kind in layout.states.items():
        if kind.lives == "game" or kind.hidden:
            continue
        over = p[:]
        over[kind.base : kind.base + kind.count] = [kind.initial] * kind.count
        if over != p and claim.legal_on(over):
            yield Change("later", f"legal once `{name}` is over")
    for cell, word in ((ROUND, "in round"), (ENTRIES, "as entry")):
        first = next((n for n in range(1, LATER) if claim.legal_on(_with(p, cell, p[cell] + n))), None)
        if first is not None:
            yield Change("later", f"legal {word} {p[cell] + first + (cell == ENTRIES)}")


def _origins(claim: Claim, p: Cells) -> Iterator[Change]:
    """Where the mover would have to stand."""
    layout = claim.opening.table.layout
    cell = layout.station + claim.piece
    if not p[cell]:
        return
    held = set(p[layout.station : layout.station + layout.count])
    found = [s for s in layout.board.stations if s not in held and claim.legal_on(_with(p, cell, s))]
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
        return False
    sets = {*rulebook.options[name].set_.get(value, {}), *rulebook.options[name].set_.get(rulebook.chosen[name], {})}
    ruling = rulebook.rulings.get(known.status.removeprefix("contested:"))
    return (
        any(guard.partition("=")[0] == name for guard in known.option)
        or any(path.split(".")[1:2] == [rule] for path in sets)
        or (ruling is not None and ruling.option == name)
    )


def options_that_help(rulebook: Rulebook, judged: Judged, elsewhere: Elsewhere) -> Iterator[Change]:
    for name, value in deciding(rulebook, tuple(one.rule for one in judged.grounds)):
        try:
            other = elsewhere(f"{name}={value}")
        except Refused:  # a choice that other choices exclude
            continue
        if other is not None:
            yield Change("option", f"legal with the option `{name}={value}`")
