"""The values of a record that the pursuers were not shown, which a seal has to hide."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import evolve

from adjudicator.judge.views import seen_by, view_of
from adjudicator.judge.walk import Walk
from adjudicator.record import transcript as r
from adjudicator.rulebook.model import Rulebook
from adjudicator.seals.commitments import Address
from adjudicator.seals.hidden_values import Holder, holders, values_of

PURSUERS = "detectives"
OPEN = ("all", "pursuers")


def with_public_facts(transcript: r.Transcript, rulebook: Rulebook) -> r.Transcript:
    """The record with everything that the pursuers heard, and its result, if they saw the game end: behind seals, nobody could
    see how it did, or why something was announced."""
    state = Walk.of(transcript, rulebook).end
    view = seen_by(state, PURSUERS)
    result = view.result if transcript.result is None else None
    told = state.told if view.header("heard") is not None and not transcript.tells_what_was_heard else None
    if result is None and told is None:
        return transcript
    new = [r.Header("result", result)] if result is not None else []
    new += [r.Header("heard", "marked")] if told is not None else []
    last = max((at for at, item in enumerate(transcript.items) if isinstance(item, r.Header)), default=-1)
    heard = {place: [r.Hears("", one.text) for one in every if not one.piece] for place, every in told or ()}
    items: list[r.Item] = [*transcript.items[: last + 1], *new]
    for place, item in enumerate(transcript.items[last + 1 :], last + 1):
        items += [*heard.get(place, ()), item]
    items += heard.get(len(transcript.items), ())
    return r.Transcript(tuple(items), transcript.fugitive, transcript.file)


def hidden_in(transcript: r.Transcript, rulebook: Rulebook) -> frozenset[Address]:
    """The address of every value in the record that is not in the record the pursuers could have written."""
    return hidden_from(transcript, view_of(transcript, rulebook, PURSUERS), rulebook)


def hidden_from(transcript: r.Transcript, view: r.Transcript, rulebook: Rulebook) -> frozenset[Address]:
    """The address of every value in the record that is not in `view`, the record that the pursuers could have written."""
    shown = _shown(transcript, view, rulebook)
    found = frozenset(
        evolve(address, field=field)
        for address, _, holder in holders(transcript)
        for field in values_of(holder)
        if address not in shown or field not in values_of(shown[address])
    )
    return found.union(_unspoken(transcript, found))


def _unspoken(transcript: r.Transcript, hidden: frozenset[Address]) -> Iterator[Address]:
    """The modes to seal in rides that do not name one: if other rides with this ticket name theirs in secret, a seal must not
    show which rides do.
    """
    his = [(address, holder) for address, piece, holder in holders(transcript) if piece == transcript.fugitive]
    rides = [(address, holder) for address, holder in his if isinstance(holder, r.Ride)]
    secret = {ride.ticket for address, ride in rides if evolve(address, field="mode") in hidden}
    return (evolve(address, field="mode") for address, ride in rides if ride.ticket in secret and ride.mode is None)


def _shown(transcript: r.Transcript, view: r.Transcript, rulebook: Rulebook) -> dict[Address, Holder]:
    """The holders in the view by their addresses in the record: they have the same order, without unseen actions."""
    there = [(address, holder) for address, _, holder in holders(transcript) if _is_open(holder, view, rulebook)]
    here = [holder for _, _, holder in holders(view)]
    return {address: seen for (address, _), seen in zip(there, here, strict=True)}


def _is_open(holder: Holder, view: r.Transcript, rulebook: Rulebook) -> bool:
    """Whether the view mentions a holder."""
    match holder:
        case r.Hand():
            return any(hand.deck == holder.deck for hand in view.cards)
        case r.StateValue():
            return any(state.name == holder.name for state in view.state)
        case r.Act():
            return rulebook.actions[holder.action].table.seen in OPEN
    return True
