"""The second judge on its own: printed examples, counted positions, endings, and mistakes it must find."""

from collections import Counter

import pytest
import second_judge as second
from second_judge import EDITIONS, KINDS, OWN_IDS, State

from adjudicator.board import load

# --- the boards


@pytest.mark.parametrize("name", ["london", "london-classic", "london-mb", "london-1895"])
def test_both_judges_read_the_same_lines(name: str) -> None:
    assert second.lines(name) == {line.key for line in load(name).lines}


def rides_from(name: str, station: int) -> dict[str, list[int]]:
    found: dict[str, list[int]] = {}
    for mode, to in second.board(name)[station]:
        found.setdefault(mode, []).append(to)
    return found


def test_the_examples_that_the_booklets_print() -> None:
    assert rides_from("london-mb", 74) == {"taxi": [58, 73, 75, 92], "bus": [58, 94], "underground": [46]}
    assert set(rides_from("london-mb", 153)) == {"taxi", "bus", "underground"}
    assert rides_from("london-mb", 115)["ferry"] == [118, 157]
    assert rides_from("london", 100) == {"taxi": [80, 81, 101, 112, 113], "bus": [63, 82, 111]}
    assert rides_from("london-1895", 165) == {"taxi": [149, 151, 179, 180], "bus": [123, 180]}


# --- counted positions

COUNTED = [
    ("2014", (), {"X": 104, "red": 26, "blue": 117, "green": 174, "yellow": 50}, [58, 754, 7218]),
    ("2014", ("white",), {"X": 67, "red": 65, "blue": 53, "green": 103, "white": 85}, [314, 4710, 45530]),
    ("2023", ("white", "grey"), {"X": 157, "red": 115, "blue": 141, "white": 194, "grey": 13}, [159, 3180, 43818]),
    ("classic", (), {"X": 132, "purple": 26, "red": 117, "green": 174, "yellow": 50, "blue": 94}, [74, 222, 888]),
    ("classic", (), {"X": 153, "purple": 152, "red": 154, "green": 180, "yellow": 200, "blue": 118}, [260, 780, 4704]),
    ("beginners", (), {"X": 82, "red": 41, "blue": 46, "green": 124, "yellow": 142}, [164, 5740]),
]


@pytest.mark.parametrize(("edition", "police", "start", "counts"), COUNTED)
def test_perft(edition: str, police: tuple[str, ...], start: dict[str, int], counts: list[int]) -> None:
    state = State(edition, start, police)
    assert [second.perft(state, depth, bulk=True) for depth in range(1, len(counts) + 1)] == counts
    assert second.perft(state, 2) == counts[1]


def test_listed_clauses_are_played_and_judged_legal() -> None:
    headers = {"variant": "2014", "start": "X 104; red 26; blue 117"}
    state = second.state_from(headers)
    for clause in second.clauses(state):
        assert second.judge(headers, [clause]) == []


# --- whole records


def test_the_game_of_the_design() -> None:
    headers = {
        "variant": "2014",
        "seats": "X = Ana; red = Ben; blue = Cleo; green = Dev; yellow = Eli",
        "start": "X 104; red 26; blue 117; green 174; yellow 50",
    }
    played = "X taxi 86; red taxi 39; blue taxi 116; green taxi 161; yellow taxi 37; X 2x taxi 69, black 52!; "
    played += "red taxi 51; blue taxi 104; green taxi 174; yellow taxi 50; X taxi 69"
    assert second.judge(headers, played.split("; ")) == []
    assert second.result(headers, played.split("; ")) is None


@pytest.mark.parametrize("edition", EDITIONS)
def test_random_games_are_legal_and_keep_their_tickets(edition: str) -> None:
    for seed in range(8):
        record = second.random_record(edition, seed)
        assert second.judge(record.headers, record.clauses) == []
        state = second.state_from(record.headers)
        total = tickets_of(state)
        for _, clause in record.clauses:
            assert clause in second.clauses(state)
            assert all(left >= 0 for purse in state.fares.values() for left in purse.values())
            state = second.apply(state, clause)
            assert tickets_of(state) == total
        assert second.result(record.headers, record.clauses) == second.outcome(state)


def tickets_of(state: State) -> Counter[str]:
    """All fares in the detectives' purses and paid by them; none may appear or vanish."""
    total = Counter(state.paid)
    for purse in state.fares.values():
        total.update(purse)
    return total


# Which of the rules that not all editions have can be broken where.
OWN_KINDS = {"beginners": {"closed"}, "holmes": {"ferry", "ban", "roadblock"}}


# `2000` and `2023` move as `1984` and `2014` do, so they are not played twice.
@pytest.mark.parametrize("edition", ["classic", "1984", "2014", "beginners", "holmes-original", "holmes"])
def test_planted_mistakes_are_found_and_nothing_else(edition: str) -> None:
    planted = Counter[str]()
    for seed in range(14):
        record = second.random_record(edition, seed)
        for kind in KINDS:
            mistake = second.plant(record, seed, [kind])
            if mistake is None:
                continue
            planted[kind] += 1
            findings = second.judge(mistake.record.headers, mistake.record.clauses)
            expected = {(mistake.index, mistake.rule)}
            if kind == "one-double-a-round":  # it is a second move as well
                expected.add((mistake.index, "one-move-a-turn"))
            assert sorted(expected) == findings, mistake.record.text()
    impossible = {"one-double-a-round"} if EDITIONS[edition].double < 2 else set()
    assert set(planted) == set(KINDS) - set(OWN_IDS) - impossible | OWN_KINDS.get(edition, {"ferry"})


def test_a_mistake_is_drawn_from_all_kinds() -> None:
    record = second.random_record("2014", 1)
    drawn = {planted.rule for seed in range(40) if (planted := second.plant(record, seed))}
    assert len(drawn) >= 9


# --- endings and their order


def ending(headers: dict[str, str], *clauses: str) -> tuple[str, str] | None:
    assert second.judge({"variant": "2014", **headers}, clauses) == []
    return second.result({"variant": "2014", **headers}, clauses)


LAST = {"start": "X 3; red 12; blue 46", "round": "22", "entry": "21", "moved": "blue"}
PENNILESS = "blue taxi 0, bus 0, underground 0"


def test_the_last_mover_of_the_last_round_still_captures() -> None:
    assert ending(LAST, "red taxi 3") == ("pursuers", "capture")
    assert ending(LAST, "red taxi 23") == ("fugitive", "rounds-survived")
    assert ending(LAST) is None


def test_the_last_usable_ticket_still_captures() -> None:
    few = {**LAST, "round": "5", "tickets": f"red taxi 1, bus 0, underground 0; {PENNILESS}"}
    assert ending(few, "red taxi 3") == ("pursuers", "capture")
    assert ending(few, "red taxi 23") == ("fugitive", "no-moves")


def test_when_nobody_at_all_can_move_the_end_of_the_round_comes_first() -> None:
    stuck = {"start": "X 4; red 12; blue 13", "round": "9", "entry": "8", "moved": "X"}
    stuck["tickets"] = f"red taxi 1, bus 0, underground 0; {PENNILESS}"
    assert ending(stuck, "red taxi 3") == ("fugitive", "nobody-moves")
    assert ending({**stuck, "variant": "holmes"}, "red taxi 3") == ("pursuers", "trapped")
    assert ending(stuck, "red taxi 23") == ("fugitive", "no-moves")
    assert ending({**stuck, "round": "22"}, "red taxi 3") == ("fugitive", "rounds-survived")
    assert ending({**stuck, "variant": "classic", "round": "22"}, "red taxi 3") == ("fugitive", "nobody-moves")


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_fugitive_without_a_free_station_has_lost(edition: str) -> None:
    assert second.outcome(State(edition, {"X": 4, "red": 3, "blue": 13})) == ("pursuers", "trapped")
    assert second.outcome(State(edition, {"X": 4, "red": 3, "blue": 14})) is None


def test_police_that_can_move_do_not_save_stranded_detectives() -> None:
    headers = {"start": "X 4; red 12; white (police) 46", "round": "5", "entry": "4", "moved": "X"}
    headers["tickets"] = "red taxi 1, bus 0, underground 0"
    assert ending(headers, "red taxi 23") is None  # tested at the end of the round only
    assert ending(headers, "red taxi 23", "white bus 58") == ("fugitive", "no-moves")
    assert ending({**headers, "variant": "holmes"}, "red taxi 23", "white bus 58") is None


def hemmed_in(edition: second.Edition) -> State:
    """Red could pay, but penniless colleagues stand on both of its neighbours."""
    state = State(edition, {"X": 100, "red": 2, "blue": 10, "green": 20})
    state.fares = {**state.fares, "blue": {}, "green": {}}
    return second.apply(state, "X taxi 101")


def test_hemmed_in_by_colleagues_is_not_a_lack_of_tickets() -> None:
    for edition in ("1984", "classic"):  # who is only hemmed in sits out, and goes on when there is room (G20)
        state = hemmed_in(EDITIONS[edition])
        assert (second.outcome(state), state.round, state.side) == (None, 2, "X")


@pytest.mark.parametrize("edition", ["classic", "1984", "2000", "holmes", "holmes-original"])
def test_a_step_onto_a_pursuer_is_listed_apart_and_loses(edition: str) -> None:
    state = State(edition, {"X": 4, "red": 3, "blue": 46})
    assert {"X taxi 3", "X black 3", "X 2x taxi 13, underground 46"} <= set(second.losing(state))
    assert not [clause for clause in second.losing(state) if " 3," in clause]
    assert not set(second.losing(state)) & set(second.clauses(state))
    for clause in second.losing(state):
        assert second.outcome(second.apply(state, clause)) == ("pursuers", "entered-pursuer")
    headers = {"variant": edition, "start": "X 4; red 3; blue 46"}
    assert second.judge(headers, ["X taxi 3"]) == []
    assert second.judge(headers, ["X 2x taxi 3, taxi 11"]) == [(0, "after-the-end")]
    assert second.judge(headers, ["X taxi 3", "red taxi 11"]) == [(1, "after-the-end")]


@pytest.mark.parametrize("edition", ["2014", "2023", "beginners"])
def test_a_step_onto_a_pursuer_is_illegal_and_ends_nothing(edition: str) -> None:
    headers = {"variant": edition, "start": "X 4; red 3; blue 46"}
    assert second.losing(second.state_from(headers)) == []
    assert second.judge(headers, ["X taxi 3", "red taxi 11", "blue bus 58"]) == [(0, "free-station")]
    assert second.result(headers, ["X taxi 3", "red taxi 11", "blue bus 58"]) is None


# --- tickets


def test_both_halves_of_a_double_are_paid() -> None:
    headers = {"variant": "2014", "start": "X 194; red 1", "tickets": "X black 1, double 1"}
    assert "X 2x black 157, taxi 170" in second.clauses(second.state_from(headers))
    assert second.judge(headers, ["X 2x black 157, black 115"]) == [(0, "have-the-ticket")]
    assert second.judge(headers, ["X taxi 157"]) == [(0, "follow-a-line")]
    assert second.judge(headers, ["X taxi/ferry 157"]) == [(0, "right-ticket")]


def test_an_unpaid_ride_leaves_the_supply_at_nothing() -> None:
    headers = {"variant": "2014", "start": "X 100; red 2; blue 46", "tickets": "red taxi 0"}
    played = ["X taxi 101", "red taxi 10", "blue bus 58", "X taxi 100", "red taxi 2"]
    assert second.judge(headers, played) == [(1, "have-the-ticket"), (4, "have-the-ticket")]


def test_one_person_with_all_pursuers_has_one_pool() -> None:
    headers = {"variant": "2014", "seats": "X = Ana; red = Ben; blue = Ben; white (police); grey (police)"}
    headers["start"] = "X 100; red 2; blue 46; white 12; grey 13"
    state = second.state_from(headers)
    assert state.fares == {"pool": {"taxi": 22, "bus": 16, "underground": 8}}
    for clause in ("X taxi 101", "red taxi 10", "blue taxi 61", "white taxi 23", "grey underground 89"):
        state = second.apply(state, clause)
    assert state.fares["pool"]["taxi"] == 20
    apart = second.state_from({**headers, "seats": headers["seats"].replace("blue = Ben", "blue = Cleo")})
    own = {"taxi": 11, "bus": 8, "underground": 4}
    assert apart.fares == {"red": own, "blue": own}


def test_pursuers_never_take_the_ferry() -> None:
    headers = {"variant": "2014", "start": "X 100; red 194; white (police) 115"}
    played = ["X taxi 101", "white ferry 157"]
    assert second.judge(headers, played) == [(1, "ferry-fugitive-only")]
    assert second.judge(headers, played, {"ferry": "boats"}) == [(1, "boats")]
    assert second.judge(headers, ["X taxi 101", "red black 192"]) == [(1, "have-the-ticket")]


def test_black_tickets_by_number_of_detectives() -> None:
    start = {"X": 100, "red": 2, "blue": 46, "green": 12}
    assert [State(edition, start).black for edition in ("1984", "2000", "classic", "2014", "beginners")] == [
        3,
        3,
        5,
        5,
        1,
    ]


# --- order


def test_a_persons_pawns_move_together_in_any_order() -> None:
    headers = {"variant": "classic", "seats": "X = Ana; purple = Ben; red = Cleo; yellow = Ben"}
    headers["start"] = "X 100; purple 2; red 46; yellow 12"
    state = second.apply(second.state_from(headers), "X taxi 101")
    assert {clause.split()[0] for clause in second.clauses(state)} == {"purple", "yellow"}
    state = second.apply(state, "yellow taxi 23")
    assert {clause.split()[0] for clause in second.clauses(state)} == {"purple"}
    late = ["X taxi 101", "yellow taxi 23", "red bus 58", "purple taxi 10", "X taxi 100"]
    assert second.judge(headers, late) == [(2, "your-turn")]


def test_a_blocked_piece_waits_for_its_colleagues() -> None:
    headers = {"variant": "2014", "start": "X 100; red 2; blue 10; green 20"}
    state = second.apply(second.state_from(headers), "X taxi 101")
    assert {clause.split()[0] for clause in second.clauses(state)} == {"blue", "green"}
    state = second.apply(state, "blue taxi 11")
    assert "red taxi 10" in second.clauses(state)
    early = ["X taxi 101", "red stays", "blue taxi 11", "green taxi 33", "X taxi 100"]
    assert second.judge(headers, early) == [(1, "must-move")]


def test_by_seat_a_blocked_pawn_has_had_its_turn() -> None:
    headers = {"variant": "classic", "start": "X 100; red 2; blue 10; green 20"}
    state = second.apply(second.state_from(headers), "X taxi 101")
    assert {clause.split()[0] for clause in second.clauses(state)} == {"blue"}
    played = ["X taxi 101", "red stays", "blue taxi 11", "green taxi 33", "X taxi 100"]
    assert second.judge(headers, played) == []
    assert second.judge(headers, [clause for clause in played if clause != "red stays"]) == []


def test_left_out_pieces_and_second_moves() -> None:
    headers = {"variant": "2014", "start": "X 100; red 2; blue 46"}
    assert second.judge(headers, ["X taxi 101", "red taxi 10", "X taxi 100"]) == [(2, "missing-piece")]
    twice = [(1, "X taxi 101"), (1, "red taxi 10"), (1, "red taxi 11"), (1, "blue bus 58"), (2, "X taxi 100")]
    assert second.judge(headers, twice) == [(2, "one-move-a-turn")]
    assert second.judge(headers, [(1, "red taxi 10"), (1, "X taxi 101"), (1, "blue bus 58")]) == [(0, "your-turn")]


# --- beginners


def test_black_may_be_wasted_on_an_entry_that_is_hidden_anyway() -> None:
    start = {"variant": "beginners", "start": "X 82; red 41; blue 46; green 124"}
    third = {**start, "round": "3", "entry": "2"}
    assert "X black 81" in second.clauses(second.state_from(third))
    assert second.judge(third, ["X black 81"]) == []
    assert second.judge(start, ["X taxi 81", "blue underground 1"]) == [(1, "no-underground")]


def test_a_double_in_the_last_round_gives_everybody_an_optional_move() -> None:
    headers = {"variant": "beginners", "start": "X 100; red 2; blue 46", "round": "13", "entry": "12"}
    double = ["X 2x taxi 80, taxi 63", "red taxi 10", "red taxi 11"]
    assert second.judge(headers, double) == []
    assert second.result(headers, double) is None  # blue has yet to move
    assert second.result(headers, [*double, "blue bus 58"]) == ("fugitive", "rounds-survived")
    assert second.judge(headers, [*double, "blue bus 58", "blue taxi 59"]) == []
    assert second.judge(headers, [*double, "red taxi 10"]) == [(3, "last-double")]
    single = ["X taxi 80", "red taxi 10", "red taxi 11"]
    assert second.judge(headers, single) == [(2, "one-move-a-turn")]


def test_optional_moves_are_counted_until_they_are_used_up() -> None:
    headers = {"variant": "beginners", "start": "X 100; red 2; blue 6", "round": "13", "entry": "12"}
    state = second.apply(second.state_from(headers), "X 2x taxi 80, taxi 63")
    for clause in ("red taxi 10", "blue taxi 7"):
        state = second.apply(state, clause)
    # from 10: 2 11 21 34 by taxi; from 7: 6 17 by taxi and 42 by bus; each may pass; then the other piece, then nothing
    assert [second.perft(state, depth) for depth in (1, 2, 3)] == [9, 40, 0]


# --- Holmes


def test_roadblocks_stop_only_the_fugitive() -> None:
    state = State("holmes", {"X": 4, "sherlock": 12}, roadblocks={3})
    assert {clause.split()[2] for clause in second.clauses(state) if " 2x " not in clause} == {"13"}
    assert "sherlock taxi 3" in second.clauses(second.apply(state, "X taxi 13"))
    assert second.outcome(State("holmes", {"X": 4, "sherlock": 12}, roadblocks={3, 13})) == ("pursuers", "trapped")


def test_a_ban_covers_black_tickets_and_the_next_entry_only() -> None:
    listed = second.clauses(State("holmes", {"X": 1, "sherlock": 100}, ban="bus"))
    singles = [clause for clause in listed if " 2x " not in clause]
    assert singles == ["X black 8", "X black 9", "X black 46", "X taxi 8", "X taxi 9", "X underground 46"]
    assert "X 2x underground 46, bus 58" in listed


def test_the_start_of_a_record_on_a_torn_page() -> None:
    headers = {"variant": "2014", "start": "X 100; red 2; blue 46", "round": "7", "entry": "8", "moved": "red"}
    headers["tickets"] = "blue taxi 3, bus 0; X black 1, double 0; pile taxi 4"
    state = second.state_from(headers)
    assert (state.round, state.entry, state.side, state.black, state.double) == (7, 8, "pursuers", 1, 0)
    assert state.fares["blue"] == {"taxi": 3, "bus": 0, "underground": 4}
    assert {clause.split()[0] for clause in second.clauses(state)} == {"blue"}
    assert second.judge(headers, ["blue taxi 61", "X 2x taxi 101, taxi 82"]) == [(1, "have-the-double")]
