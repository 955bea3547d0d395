"""The session as a value: speakers, late requests, agreement of others, hearers."""

from __future__ import annotations

import tempfile
from pathlib import Path

from attrs import evolve
from live_play import HOUSE, TABLES, table

from adjudicator.table.prompts import Answer, Choice, Entry, Sure, TakeBack, Turn
from adjudicator.table.seats import by_person
from adjudicator.table.session import Keeper, Session
from adjudicator.table.table_game import TableGame


def session(headers: str = TABLES["2014"]) -> Session:
    """A table at which every person speaks for himself; nothing is written."""
    with tempfile.TemporaryDirectory() as folder:
        at = table(Path(folder), headers, cards="type")
        at.quit()
    found = at.session
    return Session(found.game, Keeper(_unsaved, _unsaved), by_person(found.game))


def _unsaved(game: TableGame) -> None:
    """Games saved here go nowhere."""


def said(at: Session, *spoken: tuple[str, str]) -> Session:
    for seat, text in spoken:
        at = at.say(seat, text, at.version)
    return at


def test_a_seat_is_a_person_with_pieces_and_those_that_nobody_holds() -> None:
    seats = {seat.name: (seat.person, seat.pieces) for seat in session().seats}
    assert seats == {
        "X": ("Ana", ("X",)),
        "red": ("Ben", ("red", "white")),
        "blue": ("Cleo", ("blue", "white")),
        "green": ("Dev", ("green", "white")),
    }
    pairs = {seat.name: seat.pieces for seat in session(TABLES["1984"]).seats}
    assert pairs == {"X": ("X",), "red": ("red", "blue"), "green": ("green", "yellow")}


def test_everybody_hears_what_everybody_may() -> None:
    at = said(session(), ("X", "taxi 115"))
    assert at.heard_by("X") == ("X taxi 115", "X taxi ?")
    assert at.heard_by("red") == ("X taxi ?",)
    assert at.prompt == Turn(("red", "blue", "green", "white"))
    assert at.waits_for("red")
    assert not at.waits_for("X")
    refused = said(at, ("red", "bus 5"))
    assert "no bus line joins 26 and 5" in refused.heard_by("red")[0]
    assert refused.heard_by("blue") == ()


def test_nobody_moves_the_piece_of_another() -> None:
    at = said(session(), ("X", "taxi 115"))
    assert said(at, ("red", "blue taxi 88")).heard_by("red") == ("you do not move blue",)
    assert said(at, ("red", "white taxi 37")).game.game.to_move == ("red", "blue", "green")


def test_said_twice_it_counts_once() -> None:
    first = said(session(), ("X", "taxi 115"))
    once = first.say("red", "taxi 15", first.version)
    assert once.say("red", "taxi 15", first.version) is once
    assert first.say("red", "taxi 15", first.version + 1) is first


def test_two_who_speak_at_once_are_both_heard() -> None:
    first = said(session(), ("X", "taxi 115"))
    both = first.say("red", "taxi 15", first.version).say("blue", "taxi 88", first.version)
    assert both.game.game.to_move == ("green", "white")


def test_late_is_who_answers_a_question_that_was_another_one() -> None:
    start = session()
    at = said(start, ("X", "taxi 115"))
    assert at.say("red", "taxi 15", start.version) is at


def test_a_session_that_was_left_is_as_it_was() -> None:
    start = session()
    said(start, ("X", "taxi 115"))
    assert start.prompt == Entry(False, False)
    assert start.game.game.station("X") == 127


def test_a_side_gives_up_only_if_all_of_it_agree() -> None:
    at = said(session(), ("X", "taxi 115"), ("red", "resigns"))
    assert isinstance(at.prompt, Sure)
    assert [seat.name for seat in at.seats if at.waits_for(seat.name)] == ["red", "blue", "green"]
    assert said(at, ("X", "yes")).prompt == at.prompt
    assert not said(at, ("red", "yes"), ("blue", "yes")).game.is_over
    assert said(at, ("red", "yes"), ("blue", "yes"), ("green", "yes")).game.result == "escapes"
    refused = said(at, ("red", "yes"), ("blue", "no"))
    assert refused.prompt == Turn(("red", "blue", "green", "white"))
    assert refused.heard_by("red") == ("it does not count",)


def test_the_fugitive_alone_decides_about_a_move_that_loses() -> None:
    at = said(session(TABLES["2000"].replace("X 132", "X 41")), ("X", "taxi 29"))
    assert isinstance(at.prompt, Sure)
    assert at.prompt.why == "loses"
    assert [seat.name for seat in at.seats if at.waits_for(seat.name)] == ["X"]
    assert said(at, ("X", "yes")).game.result == "caught"
    aside = said(at, ("red", "taxi 15"), ("red", "yes"), ("red", "undo"))
    assert aside.prompt == at.prompt  # nobody else even knows that he is asked


def test_a_slip_of_ones_own_is_taken_back_and_what_is_known_by_agreement() -> None:
    at = said(session(), ("X", "taxi 115"), ("red", "taxi 15"))
    back = said(at, ("red", "undo"))
    assert back.game.game.to_move == ("red", "blue", "green", "white")
    assert back.heard_by("blue") == ("taken back: red taxi 15",)
    known = said(back, ("blue", "taxi 116"), ("blue", "undo"))
    assert isinstance(known.prompt, TakeBack)
    assert tuple(map(str, known.prompt.known)) == ("that he is not on 116",)
    agreed = said(known, ("X", "yes"), ("red", "yes"), ("green", "yes"))
    assert agreed.game.game.to_move == ("red", "blue", "green", "white")


def test_the_clause_of_another_is_taken_back_if_all_agree_but_never_the_fugitives() -> None:
    at = said(session(), ("X", "taxi 115"))
    assert said(at, ("red", "undo")).heard_by("red") == ("the last clause is not yours",)
    assert said(at, ("X", "undo")).game.game.side == "fugitive"
    other = said(at, ("red", "taxi 15"), ("blue", "undo"))
    assert isinstance(other.prompt, TakeBack)
    assert said(other, ("X", "yes"), ("red", "no")).game.game.to_move == ("blue", "green", "white")


UNKNOWN = TABLES["holmes"].replace("london-1895-sample", "london-1895")


def asked(question: str) -> Session:
    return said(session(UNKNOWN), ("X", "taxi 59"), ("X", "done"), ("watson", question))


def test_an_answer_is_the_fugitives_and_is_read_before_it_counts() -> None:
    at = asked("interrogate river")
    assert isinstance(at.prompt, Answer)
    assert at.waits_for("X")
    assert "Moriarty" in said(at, ("watson", "yes")).heard_by("watson")[0]
    for wrong in ("yes, of course", "maybe", "yes of course", "# yes", "yes; watson taxi 28", "7", "-> yes", "?"):
        refused = said(at, ("X", wrong))
        assert isinstance(refused.prompt, Answer), wrong
        assert refused.heard_by("X"), wrong
        assert refused.game is at.game
    sure = said(at, ("X", "no"))
    assert isinstance(sure.prompt, Sure)  # nobody can check it: he looks at it once more, and nobody else sees it yet
    assert [seat.name for seat in sure.seats if sure.concerns(seat.name)] == ["X"]
    assert "watson interrogate river -> no" in said(sure, ("X", "yes")).heard_by("sherlock")
    assert said(sure, ("X", "no")).game is at.game


def test_taking_back_while_an_answer_is_wanted_takes_back_the_question() -> None:
    at = asked("interrogate river")
    dropped = said(at, ("X", "undo"))
    assert dropped.game is at.game
    assert isinstance(dropped.prompt, Turn)


def test_something_for_one_pair_of_eyes() -> None:
    at = said(session(HOUSE["peek"]), ("X", "taxi 115"), ("X", "done"), ("red", "peek"))
    assert at.heard_by("red") == ("red peek -> 115",)
    assert at.heard_by("blue") == at.heard_by("X") == ()


def test_a_piece_that_cannot_move_is_announced() -> None:
    at = session(TABLES["2014"] + "tickets: red taxi 0, bus 0, underground 0\n")
    assert "red cannot move, and is skipped unless that changes" in said(at, ("X", "taxi 115")).heard_by("blue")


def test_what_the_disk_does_not_take_does_not_count() -> None:
    from adjudicator.table.disk import Trouble

    def full(game: TableGame) -> None:
        raise Trouble("no space")

    at = session()
    refused = said(evolve(at, keeper=evolve(at.keeper, save=full)), ("X", "taxi 115"))
    assert refused.heard_by("X") == ("no space",)
    assert refused.game is at.game


def test_a_card_that_lies_open_is_for_its_player() -> None:
    at = said(session(TABLES["holmes"].replace("X 45/104 at 45", "X 59")), ("X", "escape"), ("X", "45/104"))
    assert isinstance(at.prompt, Sure)  # everybody sees the card, and agrees that it is this one
    at = said(at, *((seat.name, "yes") for seat in at.seats if seat.name != "X"))
    assert isinstance(at.prompt, Choice)
    assert at.waits_for("X")
    other = said(at, ("watson", "watson taxi 7"))
    assert other.game is at.game
    assert len(other.heard_by("watson")) == 1


# --- agreement


def test_a_turn_is_over_when_all_agree_who_could_still_act() -> None:
    start = said(session(TABLES["holmes"]), ("X", "taxi 46"), ("X", "done"))
    moved = start
    while moved.prompt.due if isinstance(moved.prompt, Turn) else False:
        piece = moved.game.game.to_move[0]
        seat = next(one.name for one in moved.seats if piece in one.pieces)
        moved = said(moved, (seat, next(move for move in moved.moves(seat) if move.startswith(f"{piece} "))))
    at = said(moved, ("watson", "done"))
    assert isinstance(at.prompt, Sure)
    assert at.prompt.why == "done"
    assert "X" not in at.prompt.voters
    others = [name for name in at.prompt.voters if name != "watson"]
    assert others
    assert said(at, (others[0], "no")).prompt == Turn(())
    version = at.version  # all of them tap at the same moment, and one of them twice
    voted = at
    for name in (*others, others[0]):
        voted = voted.say(name, "done", version)
    assert voted.game.game.side == "fugitive"


def test_what_another_did_unseen_does_not_show_when_something_is_taken_back() -> None:
    quiet = said(session(HOUSE["peek"]), ("X", "taxi 115"), ("X", "done"), ("blue", "taxi 88"))
    peeked = said(quiet, ("red", "peek"))
    for at in (quiet, peeked):
        asked_ = said(at, ("blue", "undo"))
        assert asked_.prompt == said(quiet, ("blue", "undo")).prompt
        assert asked_.heard_by("blue") == ()
        back = said(asked_, *((name, "yes") for name in ("X", "red", "green", "yellow")))
        assert back.heard_by("green") == ("taken back: blue taxi 88",)
        assert back.game.game.side == "pursuers"
    assert "taken back: red peek -> 115" in back.heard_by("red")
    nothing = said(session(HOUSE["peek"]), ("red", "undo"))
    assert nothing.heard_by("red") == ("there is nothing to take back",)


def test_a_piece_that_nobody_holds_is_taken_back_by_whoever_moved_it() -> None:
    at = said(session(), ("X", "taxi 115"), ("red", "white taxi 37"))
    assert isinstance(said(at, ("blue", "undo")).prompt, TakeBack)
    assert said(at, ("red", "undo")).heard_by("blue") == ("taken back: white taxi 37",)
