"""Frozen values: created lazily, and then as attrs would have made them."""

from __future__ import annotations

import pickle

import attrs
import pytest

from adjudicator.values import frozen


@frozen
class Spot:
    x: int
    y: int = 0
    note: str = attrs.field(default="", eq=False)


@frozen
class Marked(Spot):
    marks: list[str] = attrs.field(factory=list, repr=False)


@frozen(eq=False)
class Thing:
    name: str


def test_values_are_compared_hashed_and_told_by_their_fields() -> None:
    assert Spot(1, 2) == Spot(1, 2, "elsewhere") != Spot(1, 3)
    assert hash(Spot(1, 2, "a")) == hash(Spot(1, 2, "b"))
    assert repr(Spot(1)) == "Spot(x=1, y=0, note='')"
    assert repr(Marked(1)) == "Marked(x=1, y=0, note='')"
    assert Spot(1) != Marked(1)
    assert len({Spot(1), Spot(1), Spot(2)}) == 2


def test_things_are_themselves_only() -> None:
    one = Thing("a")
    assert one == one
    assert one != Thing("a")


def test_nothing_can_be_changed_but_a_copy() -> None:
    spot = Spot(1)
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        spot.x = 2  # type: ignore[misc]
    assert attrs.evolve(spot, y=5) == Spot(1, 5)
    assert attrs.asdict(Marked(1, marks=["!"])) == {"x": 1, "y": 0, "note": "", "marks": ["!"]}
    assert pickle.loads(pickle.dumps(Marked(3, 4))) == Marked(3, 4)


def test_a_class_is_made_by_whoever_asks_for_it_first() -> None:
    @frozen
    class Fresh:
        a: int

    @frozen
    class Matched:
        a: int

    @frozen
    class Wrong:
        a: int

    assert attrs.has(Fresh)
    assert [field.name for field in attrs.fields(Fresh)] == ["a"]
    assert Matched.__match_args__ == ("a",)
    match Matched(7):
        case Matched(a):
            assert a == 7
    with pytest.raises(TypeError, match="unexpected keyword argument 'b'"):
        Wrong(b=1)  # type: ignore[call-arg]
    assert Wrong(1).a == 1
