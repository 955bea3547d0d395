"""Setting up by dialogue, or from a file's headers; and games that were begun on paper (ruling G65)."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest
from live_play import HOUSE, TABLES, TOP, Table, table

from adjudicator.faults import Refused
from adjudicator.judge.log_file import Asked
from adjudicator.report.faults import render
from adjudicator.table.evening import Evening
from adjudicator.table.interview import Question, next_question
from adjudicator.table.screens import PrivateBoard

PACKS = TOP / "examples" / "packs"


def answers(at: Table, *lines: str) -> Table:
    for line in lines:
        at.type(line)
    return at


# --- dialogue


def facts(board: PrivateBoard) -> dict[str, str]:
    return {str(name): text for name, text in board.facts}


def test_an_evening_from_the_first_question_on(tmp_path: Path) -> None:
    at = table(tmp_path)
    assert at.screen.prompt == "Which edition? An id, or a file"
    assert "2014: Scotland Yard, Ravensburger 2014" in at.said
    assert "core" not in at.said.split()
    at.type("2041")
    assert "no variant is named `2041`" in at.said
    at.type("2014")
    assert at.said == "press Enter to play by the booklet\noptions: change a rule for this evening"
    at.type("options")
    assert "cut-off: [off], on: " in at.said
    at.type("cut-off=maybe")
    assert "maybe" in at.said
    at.type("cut-off")
    assert "cut-off: off, [on]" in at.said
    at.type("")
    assert at.screen.prompt == "How many are you?"
    assert "4: 3 detectives (one each) and 1 police" in at.said
    answers(at, "9")
    assert "type one of the numbers" in at.said
    answers(at, "4", "red green")
    assert "name 3 of them" in at.said
    answers(at, "purple red blue", "Ana", "Ben; Cleo")
    assert "a name has no `;`" in at.said
    answers(at, "Ben", "Cleo", "Dev")
    assert at.screen.prompt == "Who draws the cards?"
    at.type("draw")
    assert at.screen.prompt.startswith("Pass the laptop to Ana. Ana: press Enter")
    assert [line.split()[0] for line in at.said.splitlines()] == ["red", "blue", "purple", "white"]
    at.type("")
    assert at.screen.is_private
    assert isinstance(at.screen.board, PrivateBoard)
    start = facts(at.screen.board)["you start on"]
    at.type("")
    assert at.game.record.start[0].at == int(start)
    assert "option:     cut-off\n" in at.log
    assert "seats:      X = Ana; red = Ben; blue = Cleo; purple = Dev; white (police)\n" in at.log
    assert "start:      X ?; " in at.log


def test_what_there_is_to_choose_from_stays_until_it_is_chosen(tmp_path: Path) -> None:
    at = table(tmp_path, variant="2014")
    at.type("options")
    assert at.screen.prompt.startswith("Change an option, like `length=entries`? `? length` says where it comes from")
    at.type("? length")
    assert "length: How Mister X wins besides" in at.said
    assert "; ruling G1)" in at.said
    assert "length: [rounds], entries, tickets: How" in at.said
    at.type("? lenght")
    assert "this game has no option `lenght`: did you mean `length`?" in at.said
    at.type("")
    for line in ("?", "moves", "rules? may X double twice in a round"):
        at.type(line)
        assert "4: 3 detectives (one each) and 1 police" in at.said
        assert at.screen.prompt == "How many are you?"
    assert "when the game has begun" in at.said
    answers(at, "4", "", "Q")
    assert at.screen.prompt == "Who plays red? A name"


def test_a_question_back(tmp_path: Path) -> None:
    at = table(tmp_path, variant="2014")
    answers(at, "cut-off", "third-double", "undo")
    assert "cut-off: off, [on]" in at.said
    assert "third-double: [off], on" in at.said
    answers(at, "", "4", "", "Anna", "undo")
    assert at.screen.prompt.startswith("Who plays Mister X?")
    answers(at, "Ana", "Ben", "Cleo", "Dev", "draw")
    starts = at.said
    at.type("")
    shown = at.screen.board
    at.type("undo")
    assert at.screen.is_private
    assert "answer first, then go back at the table" in at.said
    at.type("")
    assert not at.screen.is_private
    assert at.game.record.seats[0].person == "Ana"
    assert [f"{start.piece} starts on {start.at}" for start in at.game.record.start[1:]] == starts.splitlines()
    assert isinstance(shown, PrivateBoard)
    assert facts(shown)["you start on"] == str(at.game.record.start[0].at)


def test_nobody_draws_another_card_by_going_back(tmp_path: Path) -> None:
    at = Table(Evening(tmp_path / "game.log", Asked("holmes", "london-1895-sample")))
    at.begin()
    answers(at, "", "6", "Ana", "Ben", "Cleo", "Dev", "Eli", "Fay", "draw")
    starts = at.said
    answers(at, "undo", "draw")
    assert at.said == starts
    answers(at, "undo", "undo", "Ida", "draw")
    assert at.said == starts


def test_who_has_the_laptop_keeps_it_for_his_cards(tmp_path: Path) -> None:
    at = Table(Evening(tmp_path / "game.log", Asked("holmes", "london-1895-sample")))
    at.begin()
    answers(at, "", "6", "Ana", "Ben", "Cleo", "Dev", "Eli", "Fay", "draw", "")
    assert isinstance(at.screen.board, PrivateBoard)
    at.type(facts(at.screen.board)["you start on"].split()[0])
    assert at.screen.prompt == "These are your cards"
    at.type("")
    assert at.screen.prompt.startswith("Pass the laptop to Ana")
    assert at.game.record.cards[0].deck == "crimes"


def test_cards_that_the_board_does_not_know_are_drawn_from_the_box(tmp_path: Path) -> None:
    at = table(tmp_path, variant="holmes")
    answers(at, "", "6", "Ana", "Ben", "Cleo", "Dev", "Eli", "Fay")
    assert at.screen.prompt == "Where does sherlock start?"
    assert "the board does not know these cards: draw from the box, and type what you drew" in at.said


def test_a_start_that_check_calls_illegal_is_refused(tmp_path: Path) -> None:
    at = table(tmp_path, variant="holmes")  # whose cards the board does not know
    answers(at, "", "4", "", "Ana", "Ben", "Cleo", "Dev", "26", "29", "26")
    assert at.said == "sherlock and mycroft both start on 26"
    assert at.screen.prompt == "Where does mycroft start?"
    answers(at, "53", "50", "", "29")
    assert at.screen.is_private
    assert at.said == "X and watson both start on 29"


def test_seats_that_the_booklet_does_not_have_are_asked_about(tmp_path: Path) -> None:
    page = "variant: 2014\nseats: X = Ana; red = Ben\nstart: X 127; red 26\n"
    at = table(tmp_path, page, cards="type")
    assert at.screen.prompt == "Play like this anyway?"
    assert "the seat table has no row for 1 detective" in at.said
    at.type("perhaps")
    assert at.screen.prompt == "Play like this anyway?"
    at.type("yes")
    at.type("type")
    assert at.screen.prompt.startswith("Pass the laptop to Ana")


def test_the_answers_are_the_state_of_a_set_up(tmp_path: Path) -> None:
    evening = Evening(tmp_path / "game.log", Asked("2014"))
    with evening.kept() as files:
        asked = evening.questionnaire(files)
    for line in ("", "4", "", "Ana", "Ben"):
        asked = asked.say(line)
    keys = ["option 0", "players", "pieces detective", "person Mister X", "person red"]
    assert [question.key for question, _ in asked.answered] == keys
    assert asked.question is not None
    assert asked.question.key == "person blue"
    back = asked.say("undo")
    assert [question.key for question, _ in back.answered] == keys[:-1]
    found = next_question(back.prepare, {"option 0": "", "players": "4"}, False)
    assert isinstance(found, Question)
    assert found.key == "pieces detective"


def test_cards_are_typed_in(tmp_path: Path) -> None:
    at = table(tmp_path, variant="2014")
    answers(at, "", "5", "", "", "", "", "", "", "type", "26", "26")
    assert "that is not a free start" in at.said
    answers(at, "29", "50", "53")
    assert at.screen.prompt.startswith("Pass the laptop")
    answers(at, "", "46")
    assert at.screen.is_private
    assert "that is not a free start" in at.said
    at.type("104")
    assert [start.at for start in at.game.record.start] == [104, 26, 29, 50, 53]
    assert "draws:      by hand\n" in at.log


def test_a_table_with_hidden_hands_and_cards_of_two_stations(tmp_path: Path) -> None:
    at = Table(Evening(tmp_path / "game.log", Asked("holmes", "london-1895-sample")))
    at.begin()
    answers(at, "", "4")
    assert at.screen.prompt == "Which 3 of these play?"
    assert at.said == "sherlock, watson, mycroft, irene, lestrade\npress Enter to take sherlock, watson, mycroft"
    answers(at, "watson lestrade", "watson lestrade irene", "Ana", "Ben", "Cleo", "Dev", "type", "26", "29", "50", "53")
    answers(at, "", "45/104 at 46")
    assert "that is not a free start" in at.said
    answers(at, "45/104 at 45", "12, 45")
    assert at.said == "type 3 different cards of this deck"
    answers(at, "12, 45, 160")
    assert at.game.record.start[0].card == (45, 104)
    assert at.game.record.cards[0].cards == ((12,), (45,), (160,))
    assert "cards:      X crimes " in at.secret
    assert [seat.piece for seat in at.game.record.seats] == ["X", "watson", "irene", "lestrade", "white"]


def test_starts_that_detectives_choose(tmp_path: Path) -> None:
    at = table(tmp_path, variant="beginners")
    answers(at, "", "4", "", "Ana", "Ben", "Cleo", "Dev", "82")
    assert "that is not a free start" in at.said
    answers(at, "46", "46", "124")
    assert [start.at for start in at.game.record.start] == [82, 46, 124, 41]
    assert "start:   X 82; red 46; blue 124; green 41\n" in at.log


def test_nothing_is_written_before_the_set_up_is_done(tmp_path: Path) -> None:
    at = table(tmp_path, variant="2014")
    answers(at, "", "5")
    with pytest.raises(StopIteration):
        at.type("quit")
    assert [path.name for path in tmp_path.iterdir()] == []


def test_a_variant_of_ones_own_is_named_from_the_folder_of_the_log(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "rules").mkdir()
    (tmp_path / "logs").mkdir()
    source = (TOP / "examples" / "house-rules" / "h52-short-game.toml").read_text(encoding="utf-8")
    (tmp_path / "rules" / "mine.toml").write_text(source, encoding="utf-8")
    monkeypatch.chdir(tmp_path / "rules")
    at = Table(Evening(Path("../logs/game.log"), Asked("./mine.toml")))
    at.begin()
    answers(at, "", "5", "", "", "", "", "", "", "draw", "", "")
    assert "variant:    ../rules/mine.toml\n" in at.log
    at.quit()
    monkeypatch.chdir(tmp_path)
    again = Table(Evening(Path("logs/game.log")))
    assert "continues in round 1" in "".join(again.begin().messages)


def test_other_rules_than_those_of_the_log_are_refused(tmp_path: Path) -> None:
    table(tmp_path, TABLES["2014"]).quit()
    with pytest.raises(Refused) as refused:
        table(tmp_path, variant="classic")
    assert "judged by `classic`, as asked; the record names `2014`" in refused.value.faults[0].message
    for asked in (Asked(options=("cut-off",)), Asked(board="london-1895"), Asked("2014+short-evening", paths=(str(PACKS),))):
        with pytest.raises(Refused) as refused:
            next(Evening(tmp_path / "game.log", asked).run())
        assert refused.value.faults[0].code == "T066"
    assert "continues in round 1" in table(tmp_path, variant="2014").said
    table(tmp_path / "more", f"option: third-double\n{TABLES['2014']}").quit()
    with pytest.raises(Refused) as refused:
        table(tmp_path / "more", variant="2023")
    assert refused.value.faults[0].code == "T066"


def test_the_same_command_goes_on_however_its_files_are_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("logs").mkdir()
    Path("mine.toml").write_text('id = "mine"\ntitle = "Mine"\nextends = "2014"\n', encoding="utf-8")
    Path("box.toml").write_text('id = "box"\ntitle = "Box"\nextends = "london"\nprovenance = "printed"\n', encoding="utf-8")
    pack = os.path.relpath(PACKS / "fog.toml")
    for number, asked in enumerate(
        (Asked("./mine.toml"), Asked(f"2014+{pack}"), Asked("police"), Asked("mine.toml", "./box.toml"))
    ):
        for folder in ("", "logs"):
            log = Path(folder, f"{number}.log")
            at = Table(Evening(log, asked))
            at.begin()
            answers(at, "length=entries", "", "5", "", "Ana", "Ben", "Cleo", "Dev", "Eli", "draw", "", "")
            at.quit()
            again = Table(Evening(log, asked))
            assert "continues in round 1" in "".join(again.begin().messages)
            assert again.game.rules.chosen["length"] == "entries"
            again.quit()


def test_rules_that_changed_since_are_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    rules = Path("mine.toml")
    rules.write_text('id = "mine"\ntitle = "Mine"\nextends = "2014"\n', encoding="utf-8")
    table(tmp_path, TABLES["2014"].replace("variant: 2014", "variant: mine.toml")).quit()
    again = table(tmp_path)
    assert "changed since" not in again.said
    again.quit()
    rules.write_text(rules.read_text(encoding="utf-8") + "[amend.log]\nrounds = 12\n", encoding="utf-8")
    assert "the rules of `mine` have changed since the game began: it continues with the new ones" in table(tmp_path).said


# --- from a file


def test_what_the_headers_say_is_not_asked(tmp_path: Path) -> None:
    headers = TABLES["2014"].replace("X 127; ", "X ?; ")
    at = table(tmp_path, headers, cards="type")
    assert at.screen.prompt.startswith("Pass the laptop to Ana. Ana: press Enter")
    answers(at, "", "127")
    assert at.game.record.start[0].at == 127


def test_an_unusual_start_is_told_and_the_fugitives_own_without_its_station(tmp_path: Path) -> None:
    at = table(tmp_path, TABLES["2014"].replace("X 127", "X 46").replace("red 26", "red 27"), cards="type")
    assert "different from the booklet: red starts on 27, which is on no start card of `start-pursuers`" in at.said
    assert "different from the booklet: the start or the cards of Mister X are not among those that the rules" in at.said
    assert "46" not in at.said


@pytest.mark.parametrize(
    "page",
    [
        TABLES["2014"].replace("X 127", "X 26"),  # where red starts, too
        TABLES["2014"].replace("X 127", "X 46") + "round: 5\nentry: 4\n",
        TABLES["holmes"].replace("12, 45, 160", "12, 45, 46").replace("X 45/104 at 45", "X 46/47 at 46"),
    ],
)
def test_nothing_of_his_start_is_told(page: str, tmp_path: Path) -> None:
    at = table(tmp_path, page)
    assert not at.screen.is_private
    assert not re.search(r"\b(26|46|47)\b", at.said)


def test_clauses_after_the_end_are_left_aside(tmp_path: Path) -> None:
    at = table(tmp_path, TABLES["2014"].replace("white 50", "white 116"))
    answers(at, "", "taxi 126", "white taxi 127; red taxi 15; blue taxi 88; green taxi 161", "", "taxi 127")
    assert "white stands on 127" in at.said
    answers(at, "taxi 115", "white taxi 115; red taxi 26")
    assert at.said.splitlines()[0] == "white taxi 115"
    assert "Mister X has lost in round 2" in at.said
    assert "not allowed" not in at.said


def test_the_table_is_told_that_he_cannot_move(tmp_path: Path) -> None:
    page = "variant: 2014\noption: trapped=stays\nseats: X = Ana; red = Ben; blue = Cleo; green = Dev; white (police)\n"
    page += "round: 5\nentry: 4\nmoved: X, red, green, white\nstart: X 2; red 10; blue 9; green 174; white 33\n"
    at = table(tmp_path, page)
    at.type("blue taxi 20")
    assert at.said == "blue taxi 20\nMister X cannot move, and sits out"
    assert at.game.game.round == 6


def test_a_game_that_was_begun_on_paper_goes_on(tmp_path: Path) -> None:
    paper = (
        TABLES["2014"]
        + "\n# Ana thinks of 115\n1. X taxi 115; red taxi 15; blue taxi 88; green taxi 161; white taxi 37\n2. X taxi 114\n"
    )
    at = table(tmp_path, paper)
    assert at.screen.prompt == "To move: red (Ben), blue (Cleo), green (Dev), white"
    assert "Ana thinks" not in at.log
    assert "\n2. X taxi ?\n" in at.log
    assert at.game.game.entries == 2


def test_a_torn_page_goes_on(tmp_path: Path) -> None:
    page = "variant: 2014\nseats: X = Ana; red = Ben; blue = Cleo; green = Dev; yellow = Eli\nround: 7\nentry: 9\nmoved: red\n"
    page += "start: X 104; red 26; blue 117; green 174; yellow 50\ntickets: red taxi 3, bus 0; X black 1, double 0\n"
    at = table(tmp_path, page)
    assert at.screen.prompt == "To move: blue (Cleo), green (Dev), yellow (Eli)"
    at.type("blue taxi 108")
    assert "\n7. blue taxi 108\n" in at.log
    at.quit()
    assert table(tmp_path).game.game.worlds[0].cells == at.game.game.worlds[0].cells


def test_a_record_with_gaps_is_not_played_on(tmp_path: Path) -> None:
    with pytest.raises(Refused) as refused:
        table(tmp_path, TABLES["2014"] + "\n1. X taxi ?; red taxi 15\n")
    assert refused.value.faults[0].message == "`X taxi ?` is not complete"


# --- a page with an illegal clause (ruling G65)

PAPER = (
    TABLES["2014"] + "\n1. X bus 115; red taxi 15; blue taxi 88; green taxi 161; white taxi 37\n2. X taxi 114; red taxi 26\n"
)


def refusal(tmp_path: Path, page: str) -> str:
    """The message about a page that is not continued; nothing was written."""
    with pytest.raises(Refused) as refused:
        table(tmp_path, page)
    assert not list(tmp_path.rglob("friday.*"))
    return render(refused.value.faults, sources={"page.log": page})


def test_an_illegal_entry_is_reported_without_its_station(tmp_path: Path) -> None:
    said = refusal(tmp_path, PAPER)
    assert "in round 1, `X bus ?` is not legal" in said
    assert "115" not in said
    assert "127" not in said


def test_a_detective_who_was_wrong_is_named_with_his_reason(tmp_path: Path) -> None:
    said = refusal(tmp_path, TABLES["2014"] + "\n1. X taxi 115; red bus 46\n")
    assert "in round 1, `red bus 46` is not legal: follow-a-line: no bus line joins 26 and 46" in " ".join(said.split())
    assert "115" not in said


def test_the_rule_alone_may_tell_where_he_was_so_the_table_is_not_told_it(tmp_path: Path) -> None:
    said = refusal(tmp_path, TABLES["2014"].replace("red 26", "red 115") + "\n1. X taxi 115\n")
    assert "in round 1, `X taxi ?` is not legal" in said
    assert "only Ana may see why" in said
    assert "free-station" not in said
    assert "115" not in said


def test_every_illegal_clause_is_reported_at_once(tmp_path: Path) -> None:
    paper = (TOP / "examples" / "2014-mistakes.log").read_text(encoding="utf-8")
    said = " ".join(refusal(tmp_path, paper).split())
    assert "in round 11, `X black ?` is not legal" in said
    assert "no possible route fits" in said  # which everybody could see


def test_a_clause_after_the_end_is_reported(tmp_path: Path) -> None:
    paper = TABLES["2014"].replace("white 50", "white 116")
    paper += "\n1. X taxi 115; red taxi 15; blue taxi 88; green taxi 161; white taxi 127\n"
    paper += "2. X taxi 126; white taxi 126; red taxi 26\n"
    assert "in round 2, `red taxi 26` is not legal" in " ".join(refusal(tmp_path, paper).split())


def test_on_paper_nobody_need_have_marked_where_he_was_seen(tmp_path: Path) -> None:
    odd = "X taxi 115; red taxi 15; blue taxi 88; green taxi 161; white taxi 37\n"
    even = "X taxi 127; red taxi 26; blue taxi 117; green taxi 174; white taxi 50\n"
    rounds = f"1. {odd}2. {even}3. {odd}4. {even}"
    at = table(tmp_path / "one", TABLES["2014"] + rounds)
    assert at.screen.prompt.startswith("Pass the laptop")
    assert at.game.game.round == 5
    assert "3. X taxi 115" in at.log
    assert "is not legal" in refusal(tmp_path / "two", TABLES["2014"] + "surfacings: marked\n" + rounds)


def test_a_wrong_answer_is_reported_without_the_right_one(tmp_path: Path) -> None:
    said = refusal(tmp_path, TABLES["holmes"] + "\n1. X taxi 46; sherlock manhunt -> IV\n")
    assert "manhunt -> IV` is not legal" in said
    assert "-> I:" not in said


def test_what_a_piece_did_alone_is_not_quoted(tmp_path: Path) -> None:
    said = refusal(tmp_path, HOUSE["peek"] + "\n1. X taxi 115; red peek; red taxi 15; blue bus 46\n")
    assert "in round 1, `blue bus 46` is not legal" in said
    assert "peek" not in said
