"""The evening as a dialogue: refusals that explain, turns, doubles by halves, answers, cards, taking back, giving up."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import Said, variants_in
from live_play import HOUSE, TABLES, TOP, Table, play, table

from adjudicator.table.screens import PrivateBoard, PublicBoard


def board(at: Table) -> PublicBoard:
    assert isinstance(at.screen.board, PublicBoard)
    return at.screen.board


def sheet(at: Table) -> PrivateBoard:
    assert isinstance(at.screen.board, PrivateBoard)
    return at.screen.board


@pytest.fixture
def at(tmp_path: Path) -> Table:
    """A table of 2014, the fugitive on 127."""
    return table(tmp_path, TABLES["2014"])


# --- the fugitive's turn


def test_the_laptop_goes_to_the_fugitive_and_back(at: Table) -> None:
    assert at.screen.prompt == "Pass the laptop to Ana. Ana: press Enter when you alone see the screen"
    assert board(at).turn == "Mister X"
    at.type("")
    assert at.screen.audience == "X"
    facts = dict(sheet(at).facts)
    assert facts["you are at"] == "127"
    assert facts["they know"].startswith("you are at one of 13 stations: 35, 45, ")
    assert dict(sheet(at).moves)["taxi"] == "115, 116, 126, 133, 134"
    at.type("taxi 115")
    assert not at.screen.is_private
    assert at.said == "X taxi ?"
    assert [(row.number, row.cover, row.station) for row in board(at).log] == [(1, "taxi", "")]
    assert at.screen.prompt == "To move: red (Ben), blue (Cleo), green (Dev), white"
    assert "\n1. X taxi ?" in at.log


def test_a_refusal_explains_to_the_one_who_may_know_and_asks_again(at: Table) -> None:
    at.type("")
    at.type("bus 5")
    assert at.screen.is_private
    assert "not allowed: no bus line joins 127 and 5; from 127 by bus: 102, 116, 133" in at.said
    assert "follow-a-line: A piece rides along one line" in at.said
    assert "1." not in at.log
    at.type("X taxy 115")
    assert "taxy" in at.said
    assert "did you mean `taxi`" in at.said
    at.type("taxi 115")
    assert at.game.game.side == "pursuers"


def test_a_double_may_be_typed_at_once_or_by_halves(at: Table, tmp_path: Path) -> None:
    at.type("")
    at.type("2x taxi 115")
    assert at.screen.is_private
    assert at.screen.prompt == "Next entry"
    at.type("black 157")
    assert at.said == "X 2x taxi ?\nX black ?"
    other = table(tmp_path / "other", TABLES["2014"])
    other.type("")
    other.type("X double taxi 115 and black 157")
    assert other.said == "X 2x taxi ?, black ?"
    assert other.game.game.worlds[0].cells == at.game.game.worlds[0].cells


def test_the_second_surfacing_is_announced(at: Table) -> None:
    assert board(at).seen_next == "surfaces on entry 3, in 3 entries"
    at.type("")
    at.type("2x taxi 115, taxi 114")
    at.type("red taxi 15; blue taxi 88; green taxi 161; white taxi 37")
    assert board(at).seen_next == "surfaces on entry 3, the next one"
    at.type("")
    at.type("taxi 101")
    assert at.said == "X taxi 101!\nMister X is seen on 101"
    assert board(at).pieces[0].station == "101"
    assert board(at).log[2].station == "101"


def test_he_may_give_the_laptop_back_without_a_move(at: Table) -> None:
    at.type("")
    at.type("back")
    assert at.screen.prompt.startswith("Pass the laptop to Ana")
    at.type("taxi 115")
    assert "press Enter first" in at.said
    assert "115" not in at.said


# --- the pursuers' turn


def after_x(at: Table) -> Table:
    at.type("")
    at.type("taxi 115")
    return at


def test_several_clauses_count_up_to_the_first_that_is_refused(at: Table) -> None:
    after_x(at).type("red taxi 15; blue taxi 1; green taxi 161")
    assert at.said.startswith("red taxi 15\nnot allowed: no taxi line joins 117 and 1")
    assert at.game.game.to_move == ("blue", "green", "white")
    assert "; red taxi 15" in at.log


def test_who_is_the_last_to_move_need_not_be_named(at: Table) -> None:
    after_x(at).type("red taxi 15; blue taxi 88; green taxi 161")
    at.type("taxi 37")
    assert board(at).round == 2
    assert at.screen.prompt.startswith("Pass the laptop")


def test_nobody_moves_twice_or_for_another_side_or_stays_by_choice(at: Table) -> None:
    after_x(at).type("red taxi 15")
    at.type("red taxi 26")
    assert "red has already moved in this turn" in at.said
    at.type("X taxi 116")
    assert "it is the turn of the detectives, not of X" in at.said
    at.type("blue stays")
    assert "a piece that cannot move is skipped" in at.said
    at.type("done")
    assert at.said == "not yet: blue, green, white must still move"


def test_a_pool_is_shown_once(tmp_path: Path) -> None:
    seats = "seats: X = Ana; red = Ben; blue = Ben; white (police); grey (police)\n"
    at = table(tmp_path, f"variant: 2014\n{seats}start: X 127; red 26; blue 117; white 50; grey 91\n")
    red, blue, white = board(at).pieces[1:4]
    assert dict(red.tickets) == {"taxi": "22", "bus": "16", "underground": "8"}
    assert dict(blue.tickets) == {"taxi": "pool", "bus": "pool", "underground": "pool"}
    assert set(dict(white.tickets).values()) == {"free"}
    assert "blue   Ben     117  pool  pool  pool         -      -" in "\n".join(at.public)


def test_a_seat_order_is_kept(tmp_path: Path) -> None:
    at = table(tmp_path, TABLES["1984"])
    at.type("")
    at.type("taxi 140")
    at.type("green taxi 54")
    assert "it is the turn of red and blue, not of green" in at.said


def test_a_move_that_loses_is_asked_about(tmp_path: Path) -> None:
    """In the classic game he may step onto a detective, and has lost."""
    at = table(tmp_path, TABLES["2000"].replace("X 132", "X 41"))
    at.type("")
    at.type("taxi 29")
    assert at.screen.prompt == "This loses the game at once. Type `yes` to do it"
    at.type("no")
    assert at.said == "it does not count"
    at.type("taxi 29")
    at.type("yes")
    assert at.game.result == "caught"
    assert "If Mister X moves to a station where a pursuer stands, he has lost at once" in at.said


def test_giving_up_is_asked_about_and_ends_the_game(at: Table) -> None:
    after_x(at).type("red resigns")
    assert at.screen.prompt == "This gives up the game. Type `yes` to do it"
    at.type("yes")
    assert "Mister X has won in round 1" in at.said
    assert "result:     X escapes" in at.log
    at.type("open")
    assert "he started on 127 and went: taxi 115" in at.said


# --- abilities, answers, cards


def test_a_card_that_was_played_is_not_held_any_more(tmp_path: Path) -> None:
    at = table(tmp_path, TABLES["holmes"].replace("12, 45, 160", "12, 46, 160"))
    at.type("")
    assert dict(sheet(at).facts)["crimes"] == "12, 46, 160"
    at.type("taxi 46 + crime")
    assert dict(sheet(at).facts)["crimes"] == "12, 160"
    at.type("")
    assert dict(board(at).states)["committed"] == "1"


def test_the_next_surfacing_is_told_also_after_one_that_was_hidden(tmp_path: Path) -> None:
    page = TABLES["holmes"].replace("X 45/104 at 45", "X 45") + "round: 3\nentry: 2\n"
    at = table(tmp_path, page)
    assert board(at).seen_next == "surfaces on entry 3, the next one"
    at.type("")
    at.type("taxi 59 + dive")
    at.type("")
    assert "X taxi ? + dive" in at.said
    assert board(at).seen_next == "surfaces on entry 8, in 5 entries"


def test_answers_are_given_by_the_referee(tmp_path: Path) -> None:
    at = table(tmp_path, TABLES["holmes"])
    at.type("")
    at.type("taxi 59")
    assert at.screen.prompt == "Anything else? Press Enter to end your turn"
    at.type("")
    at.type("watson interrogate river")
    assert at.said in ("watson interrogate river -> yes", "watson interrogate river -> no")
    at.type("sherlock manhunt")
    assert "a character chip was already used in this turn" in at.said
    assert dict(board(at).states)["chips left"] == "sherlock 1, watson 0, mycroft 1, irene 1, lestrade 1"


def test_an_answer_that_the_board_does_not_know_is_asked_for(tmp_path: Path) -> None:
    at = table(tmp_path, TABLES["holmes"].replace("london-1895-sample", "london-1895"), cards="type")
    at.type("")
    at.type("taxi 59")
    at.type("")
    at.type("sherlock manhunt")
    assert at.screen.prompt == "The board does not know the answer to `sherlock manhunt`. What does he answer?"
    at.type("III")
    assert at.said == "sherlock manhunt -> III"


def test_a_card_is_turned_over_before_he_chooses_and_not_again(tmp_path: Path) -> None:
    at = table(tmp_path, TABLES["holmes"], seed=4)
    at.type("")
    at.type("taxi 59")
    at.type("")
    while not at.screen.prompt.startswith("Pass the laptop"):
        play(at, seed=1, most=1, special=0)
    at.type("")
    assert "escape" in dict(sheet(at).moves)
    at.type("escape 45/104 to 104")
    assert "the referee draws the card" in at.said
    at.type("escape")
    assert at.screen.prompt.startswith("The card is ")
    card = at.screen.prompt.split()[3].rstrip(".")
    assert f"X draws {card} for escape" in at.log
    at.quit()
    again = table(tmp_path, seed=9)
    assert again.screen.prompt.startswith("Pass the laptop")
    again.type("undo")
    assert "which card was turned over" in again.said
    again.type("")
    assert again.screen.prompt.startswith(f"The card is {card}.")
    again.type("nonsense")
    assert "`nonsense` is not one of the choices" in again.said
    again.type(card.split("/")[1])
    assert again.screen.prompt == "Anything else? Press Enter to end your turn"
    again.type("")
    assert again.said.splitlines()[0] == f"X escape {card} to ?"


def test_something_for_one_pair_of_eyes(tmp_path: Path) -> None:
    """A detective looks at his station, alone; the table and the log do not even know that he did."""
    at = table(tmp_path, HOUSE["peek"])
    at.type("")
    at.type("taxi 115")
    at.type("")
    before = at.log
    at.type("red peek")
    assert at.said == "that is for red alone: type `alone red` first"
    at.type("alone Ben")
    assert at.screen.prompt.startswith("Pass the laptop to Ben")
    at.type("")
    assert at.screen.audience == "red"
    at.type("peek")
    assert at.said == "red peek -> 115"
    at.type("")
    assert not at.screen.is_private
    assert at.said == ""
    assert at.log == before
    assert "red peek -> 115" in at.secret
    at.quit()
    again = table(tmp_path)
    assert again.game.items == at.game.items
    again.type("blue taxi 116; red taxi 15; green taxi 161; yellow taxi 37")
    again.type("done")
    again.type("")
    again.type("accuse red")
    again.type("taxi 126")
    again.type("")
    assert again.game.game.station("red") is None
    assert board(again).pieces[1].station == "gone"


def test_hints_of_a_variant_are_heard(tmp_path: Path) -> None:
    at = table(tmp_path, HOUSE["house-rules"].replace("X 35/45 at 35", "X 106/127 at 127"))
    at.type("")
    at.type("black 115")
    at.type("")
    assert "bell" not in at.said
    while not at.screen.prompt.startswith("Pass the laptop"):
        play(at, seed=1, most=1, special=0)
    at.type("")
    at.type("black 157")
    at.type("")
    assert "a bell rings on the river" in at.said
    assert 'table hears "a bell rings on the river"' in at.log
    assert at.log.count("hears") == 1
    assert "\nheard:      marked\n" in at.log


def test_what_is_told_is_filled_in(tmp_path: Path) -> None:
    (tmp_path / "bell.toml").write_text(
        'id = "bell"\ntitle = "A bell"\nextends = "2014"\n[rules.bell]\nsays = "A bell rings."\n'
        "code = 'tell \"a bell rings in round {round}, for the {ticket}\" of entry when from = 127'\n"
    )
    headers = HOUSE["peek"].replace(f"{TOP}/examples/house-rules/h42-peek-and-challenge.toml", str(tmp_path / "bell.toml"))
    at = table(tmp_path, headers)
    at.type("")
    at.type("black 115")
    assert "a bell rings in round 1, for the black" in at.said


def at_table_of(name: str, folder: Path) -> Table:
    """A table of 2014 with a pack of `tests/repro`."""
    return table(folder, TABLES["2014"].replace("variant: 2014", f"variant: 2014+{TOP}/tests/repro/{name}.toml"))


def test_the_end_of_a_turn_is_announced_though_it_is_no_clause(tmp_path: Path) -> None:
    """A secret order is read out when the round ends; the private record alone has it before."""
    at = at_table_of("r22-read-out", tmp_path)
    for line in (
        "",
        "taxi 115",
        "",
        "alone red",
        "",
        "order 15",
        "",
        "red taxi 39; blue taxi 88; green taxi 161; white taxi 37",
    ):
        at.type(line)
    assert "red wrote 15" not in at.log
    at.type("done")
    assert "red wrote 15" in at.said
    assert 'table hears "red wrote 15"' in at.log
    assert "red order 15" in at.secret
    assert "order" not in at.log


def test_a_secret_action_does_not_silence_announcements(tmp_path: Path, sy_judge: Callable[..., Said]) -> None:
    """Both records of a table at which something may be done unseen are legal, and the open one has what was heard."""
    at = at_table_of("r23-bell-and-secret", tmp_path)
    for line in ("", "taxi 115", ""):
        at.type(line)
    assert "a bell rings" in at.said
    assert 'table hears "a bell rings"' in at.log
    assert "record:     public" in at.log
    assert "record:" not in at.secret  # it leaves nothing out
    at.quit()
    assert sy_judge("check", str(at.files.secret)).code == 0
    assert "illegal" not in sy_judge("check", str(at.evening.log)).output


# --- taking back


def test_a_slip_of_the_hand_is_taken_back_and_noted(at: Table) -> None:
    after_x(at).type("red taxi 15")
    at.type("undo")
    assert at.said == "taken back: red taxi 15"
    assert "red withdrew a clause\n   # taken back: red taxi 15\n" in at.log
    assert "; red taxi 15\n" not in at.log
    at.type("red taxi 27")
    assert at.screen.prompt == "To move: blue (Cleo), green (Dev), white"


def test_his_own_slip_is_taken_back_unseen(at: Table) -> None:
    after_x(at).type("undo")  # anybody can type this: he is asked
    assert "it is the entry of somebody else" in at.said
    at.type("undo agreed")
    assert at.said == "taken back: the last entry of Mister X"
    assert "X withdrew a clause\n   # taken back: X taxi ?\n" in at.log
    assert at.screen.prompt.startswith("Pass the laptop to Ana")
    at.type("")
    assert dict(sheet(at).facts)["you are at"] == "127"


def test_a_ticket_that_tells_where_he_was_is_a_fact(at: Table) -> None:
    """Only a piece at a bus stop goes by bus."""
    at.type("")
    at.type("bus 116")
    at.type("undo")
    assert "since the table knows that he was on one of 2 stations: 78, 127\n" in at.said
    at.type("")
    at.type("undo agreed")
    assert (
        "X withdrew a clause by agreement\n"
        "   # taken back: X bus ?; the table knew that he was on one of 2 stations: 78, 127\n" in at.log
    )
    at.type("")
    at.type("2x bus 116")
    at.type("undo")
    assert at.said == "the table has to agree to that: type `back`, and `undo agreed` there"


def test_what_became_known_is_taken_back_only_if_all_agree(at: Table) -> None:
    after_x(at)
    possible = at.game.seen.possible_stations("X")
    assert 116 in possible
    at.type("blue taxi 116")
    at.type("undo")
    assert "it cannot simply be taken back, since the table knows that he is not on 116" in at.said
    at.type("undo agreed")
    assert "blue withdrew a clause by agreement\n   # taken back: blue taxi 116; the table knew that he is not on 116" in at.log
    assert at.game.game.to_move == ("red", "blue", "green", "white")


def test_a_clause_that_was_followed_by_another_needs_agreement(at: Table) -> None:
    after_x(at).type("red taxi 15; green taxi 161")
    at.type("undo")
    assert at.said == "taken back: green taxi 161"
    at.type("undo")
    assert "a clause that had followed it" in at.said


def test_only_the_table_takes_back_what_the_table_did(at: Table) -> None:
    after_x(at).type("red taxi 15; blue taxi 88; green taxi 161; white taxi 37")
    at.type("")
    at.type("undo")
    assert "the last clause is not yours" in at.said
    at.type("back")
    at.type("undo")
    assert at.said == "taken back: white taxi 37"
    assert at.game.game.to_move == ("white",)


def test_he_cannot_agree_for_the_table(at: Table) -> None:
    at.type("")
    at.type("2x taxi 115, taxi 114")
    at.type("red taxi 15; blue taxi 88; green taxi 161; white taxi 37")
    at.type("")
    at.type("2x taxi 101")
    at.type("undo agreed")
    assert "the table has to agree to that" in at.said
    at.type("back")
    assert "Mister X is seen on 101" in at.said
    at.type("undo agreed")
    assert "the table knew where he was on entry 3" in at.log


def test_there_is_nothing_to_take_back_at_the_start(at: Table) -> None:
    at.type("undo")
    assert at.said == "there is nothing to take back"


# --- asking


def test_questions_at_any_prompt(at: Table) -> None:
    after_x(at)
    for command, words in {
        "?": "`2x` (fugitive): With a double-move ticket",
        "help": "like `red taxi 99`; several with `;` between them",
        "red taxi 300": "the board `london` has no station `300`",
        "moves": "red taxi: 15, 27, 39",
        "where": "Mister X can be on",
        "why not red bus 46": "no bus line joins 26 and 46",
        "why not red taxi 15": "no rule forbids `red taxi 15`",
        "why": "say which move",
        "rules? what happens if X cannot move": "I read this as: what happens if Mister X cannot move?",
        "rules? umbrellas": "nothing that can be asked of `2014` is near `umbrellas`",
        "rules?": "ask about something",
        "rules? may red take the bus to 46": "no: `red bus 46` is not legal",
        "rules? how many rounds are there?": "22 rounds",
    }.items():
        at.type(command)
        assert words in at.said, command
    assert at.game.game.to_move == ("red", "blue", "green", "white")


def test_the_fugitive_asks_with_his_own_eyes(at: Table) -> None:
    at.type("")
    at.type("why not bus 5")
    assert "no bus line joins 127 and 5" in at.said
    at.type("moves")
    assert "taxi: 115, 116, 126, 133, 134" in at.said
    at.type("where")
    assert "you can be on 13 stations" in at.said
    at.type("?")
    assert at.said.startswith("your move: ticket and station, like `taxi 99`; `back`")


GARBAGE = (
    "X", "red", ";", ";;;", "taxi", "?!", "#", "# a note", "red taxi", "red taxi ?", "X ? ?", "-1", "X 2x", "open", "yes",
    "red taxi 99999999", "red 2x taxi 15, taxi 16", "X resigns now", "undo it", "why not", "why not ;", "why not nonsense",
    "ask ?", "alone", "alone nobody", "red taxi 15 + 2x", "\x1b[A", "\x00", "variant: 2014", "result: X caught", "a" * 20_000,
    "red taxi 15" * 200, "red taxi ?[abc]", "red taxi 15 -> yes", "done done", "back", "рыжий такси 15", "table table",
)  # fmt: skip


def test_whatever_is_typed_nothing_breaks_and_nothing_counts(tmp_path: Path) -> None:
    for name in ("2014", "holmes"):
        at = table(tmp_path / name, TABLES[name])
        for private in (True, False):
            if private:
                at.type("")
            else:
                at.type("taxi 115" if name == "2014" else "taxi 59")
                at.type("")
            before = at.log
            for line in GARBAGE:
                at.type(line)
                if at.screen.prompt.startswith("Pass the laptop to Ana"):
                    at.type("")
                assert at.log == before, line


def test_quit_ends_the_dialogue_and_the_same_command_goes_on(tmp_path: Path) -> None:
    at = after_x(table(tmp_path, TABLES["2014"]))
    with pytest.raises(StopIteration):
        at.type("quit")
    again = table(tmp_path)
    assert again.said == "the game continues in round 1"
    assert again.screen.prompt == at.screens[-1].prompt
    assert again.screen.board == at.screens[-1].board


def test_a_finished_game_stays_finished(tmp_path: Path) -> None:
    at = table(tmp_path, HOUSE["short"])
    play(at, seed=1)
    at.quit()
    again = table(tmp_path)
    assert again.game.is_over
    again.type("red taxi 15")
    assert "the game is over: `open`, `undo agreed` or `quit`" in again.said
    again.type("undo agreed")
    assert not again.game.is_over
    assert "result" not in again.log


def test_every_shipped_edition_and_house_rule_can_be_set_up(tmp_path: Path) -> None:
    """Nothing here knows an edition: every file can be played to its first move."""
    files = [*variants_in("variants"), *variants_in("examples/house-rules")]
    for number, path in enumerate(files):
        text = path.read_text(encoding="utf-8")
        if "\npack " in text or "abstract = true" in text or "pack  = true" in text:
            continue
        at = table(tmp_path / str(number), variant=str(path))
        for _ in range(60):
            if at.evening.laptop is not None:
                break
            at.type(_answer(at))
        assert at.game.game.side == "fugitive", path
        at.quit()


def _answer(at: Table) -> str:
    prompt = at.screen.prompt
    if prompt.startswith("Where do"):
        return at.screen.offers[0].word if at.screen.offers else str(26 + len(at.screens))
    if prompt == "How many are you?":
        return at.screen.offers[-1].word
    fixed = {"Who draws": "draw", "Your 3 cards": "12, 45, 160"}
    person = f"Player {len(at.screens)}" if prompt.startswith("Who plays") else ""
    return next((answer for start, answer in fixed.items() if prompt.startswith(start)), person)
