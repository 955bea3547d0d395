"""Playtests: players know only their views, a game is a function of rules, players and seed, figures have right intervals."""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random

import pytest
from conftest import TOP, Said

from adjudicator.engine import Move
from adjudicator.faults import Refused
from adjudicator.game import Game
from adjudicator.judge.batch import editions
from adjudicator.judge.log_file import Asked
from adjudicator.lab import figures, players, shares
from adjudicator.lab.match import Match, match_of
from adjudicator.lab.shares import Deal, Work, in_order, spread, with_cluster
from adjudicator.record import transcript as r
from adjudicator.workshop.random_games import maker

NO_DOUBLES = "2014+examples/packs/no-doubles.toml"
LEVELS = ("random", "greedy", "look-ahead")


@pytest.fixture(autouse=True)
def at_the_top(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(TOP)


def match(variant: str, level: str) -> Match:
    return match_of(maker(Asked(variant)), level)


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("variant", [*editions("all"), "examples/house-rules/h42-peek-and-challenge.toml"])
def test_games_are_legal_and_repeated_by_their_seed(variant: str, level: str) -> None:
    one = match(variant, level)
    outcome = one.play(3)
    game = Game.parse(one.text(3), one.maker.rulebook)
    assert game.verdict.verdict == "legal", [finding.message for finding in game.findings]
    assert outcome.winner == (game.result.winner if game.result else "")
    assert one.play(3) == outcome


class Checked:
    """Plays as another, and asks it once more, about the view as somebody who was sent its text would have it."""

    def __init__(self, level: str):
        self.player = players.player(level)
        self.decisions = 0

    def choose(self, view: Game, luck: Random) -> Move | None:
        state = luck.getstate()
        move = self.player.choose(view, luck)
        again = Random()
        again.setstate(state)
        copy = Game.parse(view.text, view.rules)
        assert str(self.player.choose(copy, again)) == str(move)
        self.decisions += 1
        return move


@pytest.mark.parametrize("variant", ["2014", "holmes", "1984"])
@pytest.mark.parametrize("level", LEVELS)
def test_players_know_only_what_their_view_says(variant: str, level: str, monkeypatch: pytest.MonkeyPatch) -> None:
    checked = Checked(level)
    monkeypatch.setitem(players.LEVELS, "checked", checked)
    match(variant, "checked").play(5)
    assert checked.decisions > 20


class Views:
    """Keeps every view that it is given."""

    def __init__(self) -> None:
        self.seen: list[Game] = []

    def choose(self, view: Game, luck: Random) -> Move | None:
        self.seen.append(view)
        return players.player("random").choose(view, luck)


@pytest.mark.parametrize("variant", ["2014", "classic"])
def test_pursuers_are_not_shown_where_he_is(variant: str, monkeypatch: pytest.MonkeyPatch) -> None:
    views = Views()
    monkeypatch.setitem(players.LEVELS, "views", views)
    match_of(maker(Asked(variant)), "random,views").play(2)
    assert views.seen
    for view in views.seen:
        rides = [
            part for clause in view.record.clauses if clause.piece == "X" for part in clause.parts if isinstance(part, r.Ride)
        ]
        assert all(ride.mark or ride.to is None for ride in rides)


# --- shares


def test_any_executor_gives_the_same() -> None:
    work = Work((match("2014", "random"), match(NO_DOUBLES, "random")), tuple(range(1, 9)))
    alone = list(work.played())
    with ThreadPoolExecutor(2) as executor:
        assert in_order(list(spread(work, executor, 2))) == alone


def test_jobs_give_the_same_bytes(sy_judge: Callable[..., Said]) -> None:
    command = ("playtest", "2014", "--compare", NO_DOUBLES, "--games", "6", "--players", "random", "--json")
    assert sy_judge(*command, "--jobs", "2").output == sy_judge(*command).output


# --- figures


def test_a_pack_that_changes_nothing_gives_exactly_nothing(sy_judge: Callable[..., Said], tmp_path: Path) -> None:
    pack = tmp_path / "idle.toml"
    pack.write_text(
        'id = "idle"\ntitle = "Idle"\npack = true\n\n[rules.idle]\nsays = "In round 99 nobody rides."\n'
        "code = 'forbid ride when round = 99 because \"nobody rides\"'\n"
    )
    said = sy_judge("playtest", "2014", "--compare", f"2014+{pack}", "--games", "5", "--players", "greedy", "--json")
    (pair,) = json.loads(said.output)["pairs"]
    assert pair["fugitive-wins"]["value"] == pair["rounds"]["value"] == pair["touched"]["value"] == 0.0
    assert pair["fugitive-wins"]["low"] < 0 < pair["fugitive-wins"]["high"]


@pytest.mark.parametrize(
    ("some", "of", "low", "high"),
    [(0, 10, 0.0, 0.2775), (5, 10, 0.2366, 0.7634), (10, 10, 0.7225, 1.0), (17, 100, 0.1089, 0.2555)],
)
def test_shares_have_wilsons_interval(some: int, of: int, low: float, high: float) -> None:
    found = figures.share(some, of)
    assert (round(found.low, 4), round(found.high, 4)) == (low, high)


def test_a_thousand_pairs_are_sure_enough() -> None:
    """A rule that touches a third of the games, of which half go to somebody else, evenly."""
    assert figures.difference(83, 83, 1000).reach < 0.026
    assert figures.difference(0, 0, 1000).value == 0.0


def test_intervals_of_differences_cover_the_truth() -> None:
    """Of 2,000 samples of 150 pairs that are drawn from known shares, 95 of 100 intervals contain the difference."""
    luck, gains, losses, inside = Random(1), 0.12, 0.07, 0
    for _ in range(2000):
        drawn = [luck.random() for _ in range(150)]
        found = figures.difference(sum(one < gains for one in drawn), sum(one > 1 - losses for one in drawn), 150)
        inside += found.low <= gains - losses <= found.high
    assert 0.93 <= inside / 2000 <= 0.97


# --- the command


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("nowhere",), "nowhere"),
        (("2014", "--players", "gredy"), "did you mean `greedy`"),
        (("2014", "--players", "no_such_module:Player"), "cannot be loaded"),
        (("2014", "--players", "json:dumps"), "has no method `choose`"),
        (("2014", "--players", "greedy,greedy,greedy"), "names 3 players"),
        (("2014", "--compare", "2014"), "named twice"),
        (("2014", "--seats", "X; red", "--detectives", "3"), "--seats says already"),
        (("2014", "--cluster", "tcp://127.0.0.1:1", "--jobs", "2"), "leave out --jobs"),
    ],
)
def test_wrong_input_is_reported(sy_judge: Callable[..., Said], arguments: tuple[str, ...], said: str) -> None:
    result = sy_judge("playtest", *arguments, "--games", "2")
    assert result.code == 2
    assert said in result.output


@pytest.mark.parametrize(
    ("choose", "said"),
    [
        ("raise ValueError('nothing comes to mind')", "ValueError: nothing comes to mind"),
        ("return None", "ended its turn in round 1, but it must move"),
        ("return 'X taxi 1'", "wanted `X taxi 1` in round 1, which is not an option"),
    ],
)
def test_a_player_that_does_not_do_its_part(
    sy_judge: Callable[..., Said], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, choose: str, said: str
) -> None:
    (tmp_path / "bad_players.py").write_text(f"class Bad:\n    def choose(self, view, luck):\n        {choose}\n")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(__import__("sys").modules, "bad_players", raising=False)
    result = sy_judge("playtest", "2014", "--players", "bad_players:Bad", "--games", "2")
    assert result.code == 2
    assert said in result.output


class Late:
    """Gives up after some decisions."""

    def __init__(self, left: int) -> None:
        self.left = left

    def choose(self, view: Game, luck: Random) -> Move | None:
        self.left -= 1
        if self.left < 0:
            raise RuntimeError("tired")
        return players.player("random").choose(view, luck)


def test_what_was_played_before_a_fault_is_reported(sy_judge: Callable[..., Said], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(players.LEVELS, "late", Late(60))
    result = sy_judge("playtest", "2014", "--players", "late,random", "--games", "50")
    assert result.code == 2
    assert "of 50 games" in result.output
    assert "RuntimeError: tired" in result.output


def test_ctrl_c_reports_what_was_played(sy_judge: Callable[..., Said], monkeypatch: pytest.MonkeyPatch) -> None:
    class Interrupted(Late):
        def choose(self, view: Game, luck: Random) -> Move | None:
            try:
                return super().choose(view, luck)
            except RuntimeError:
                raise KeyboardInterrupt from None

    monkeypatch.setitem(players.LEVELS, "late", Interrupted(60))
    result = sy_judge("playtest", "2014", "--players", "late,random", "--games", "50")
    assert result.code == 0
    assert "stopped: this is what was played" in result.output
    assert "of 50 games" in result.output


def test_the_page_needs_nothing_else(sy_judge: Callable[..., Said], tmp_path: Path) -> None:
    output = tmp_path / "report.html"
    sy_judge("playtest", "2014", "--compare", NO_DOUBLES, "--games", "4", "--players", "random", "-o", str(output))
    text = output.read_text(encoding="utf-8")
    assert "default-src &#39;none&#39;" in text
    assert "http" not in text.replace("http-equiv", "").replace("http://www.w3.org/2000/svg", "")
    assert text.count("<section") >= 8
    assert all(word in text for word in ("Games to watch", "Who wins", "the same deals", "Tickets used in a game"))


def test_generate_with_players(sy_judge: Callable[..., Said], tmp_path: Path) -> None:
    result = sy_judge("generate", "--variant", "2014", "--seed", "4", "--players", "greedy")
    log = tmp_path / "made.log"
    log.write_text(result.output, encoding="utf-8")
    assert "legal" in sy_judge("check", str(log)).output
    assert sy_judge("generate", "--variant", "2014", "--seed", "4", "--players", "greedy").output == result.output
    assert sy_judge("generate", "--variant", "2014", "--seed", "4", "--players", "gredy").code == 2


def test_a_deal_that_cannot_be_made_is_refused_at_once(sy_judge: Callable[..., Said]) -> None:
    result = sy_judge("playtest", "2014", "--seats", "X; red; red", "--games", "3")
    assert result.code == 2
    with pytest.raises(Refused):
        match_of(maker(Asked("2014"), "X; red; red"), "greedy").play(1)


def pack(folder: Path, name: str, text: str) -> str:
    path = folder / f"{name}.toml"
    path.write_text(f'id = "{name}"\ntitle = "{name}"\npack = true\n{text}', encoding="utf-8")
    return f"2014+{path}"


def test_rules_without_an_end_are_broken_off_and_said_so(sy_judge: Callable[..., Said], tmp_path: Path) -> None:
    ends = 'drop = ["endings.rounds-survived", "endings.capture", "endings.no-moves", "endings.trapped"]\n'
    said = sy_judge("playtest", pack(tmp_path, "endless", ends), "--games", "1", "--players", "random")
    assert said.code == 0
    assert "1 of 1 games of 2014+endless had no end" in said.output


def test_rules_that_nobody_can_play_are_said_to_be_so(sy_judge: Callable[..., Said], tmp_path: Path) -> None:
    rule = '[rules.still]\nsays = "Nobody rides."\ncode = \'forbid ride when round >= 1 because "nobody rides"\'\n'
    said = sy_judge("playtest", pack(tmp_path, "still", rule), "--games", "2")
    assert said.code == 0
    assert "in 2 of 2 games of 2014+still nobody could ride" in said.output


@pytest.mark.campaign
def test_a_cluster_that_loses_a_worker_gives_the_same() -> None:
    distributed = pytest.importorskip("distributed")
    work = Work((match("2014", "greedy"), match(NO_DOUBLES, "greedy")), tuple(range(1, 41)))
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster:
        deals: list[Deal] = []
        for deal in with_cluster(work, cluster.scheduler_address):
            if not deals:
                os.kill(next(iter(cluster.workers.values())).process.pid, signal.SIGKILL)
            deals.append(deal)
    assert in_order(deals) == list(work.played())


def test_a_cluster_that_is_not_there(sy_judge: Callable[..., Said], monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("distributed")
    monkeypatch.setattr(shares, "PATIENCE", 1)
    result = sy_judge("playtest", "2014", "--games", "2", "--cluster", "tcp://127.0.0.1:1")
    assert result.code == 2
    assert "no cluster answers at `tcp://127.0.0.1:1`" in result.output
