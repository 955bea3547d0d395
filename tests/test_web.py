"""The table on phones: access, the state sent to each seat, and a log equal to that of the referee."""

from __future__ import annotations

import asyncio
import copy
import itertools
import json
import os
import random
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve
from live_play import HOUSE, TABLES, Player, table

pytest.importorskip("starlette")

from starlette.testclient import TestClient

from adjudicator.faults import Refused
from adjudicator.judge.log_file import Asked
from adjudicator.table.disk import Disk
from adjudicator.table.evening import Evening, last_game, next_game
from adjudicator.table.prompts import Sure, TakeBack
from adjudicator.table.screens import TABLE
from adjudicator.table.seats import by_person, together
from adjudicator.table.sentences import wordings
from adjudicator.table.session import Session
from adjudicator.table.start_cards import Luck
from adjudicator.web.door import Door
from adjudicator.web.limits import Limiter
from adjudicator.web.links import Links, read_links, save_links
from adjudicator.web.room import Room
from adjudicator.web.running import Address
from adjudicator.web.server import Server
from adjudicator.web.table import Table, opened

ORIGIN = "http://127.0.0.1:8018"
ALL = {**TABLES, **HOUSE}


def begun(folder: Path, headers: str, seed: int = 1) -> Session:
    """A table of phones with its files; cards are drawn by the referee."""
    folder.mkdir(exist_ok=True)
    (folder / "headers.txt").write_text(headers, encoding="utf-8")
    page = str(folder / "headers.txt")
    evening = Evening(folder / "game.log", Asked(), page, luck=Luck(random.Random(seed)))
    with evening.kept() as store:
        dialogue = evening.begun(store, by_person)
        try:
            next(dialogue)
            while True:
                dialogue.send("draw")
        except StopIteration as end:
            found: Session = end.value
    return found


class Phones:
    """A server in this process, and a client that can be any seat."""

    def __init__(self, session: Session):
        self.room = Room(session, "run")
        self.links = Links({seat: f"token-of-{seat}" for seat in self.room.seats})
        table = Table(Door(self.links))
        table.entered(self.room)
        self.server = Server(table, (ORIGIN,), Limiter(most=10_000))
        self.client = TestClient(self.server.app(), base_url=ORIGIN)

    def post(self, seat: str, text: str, path: str = "/say", stamp: str = "", **headers: str) -> Any:
        sent = {"Authorization": f"Bearer {self.links.tokens.get(seat, seat)}", "Origin": ORIGIN, **headers}
        stamp = stamp or (self.room.shown(seat)["stamp"] if seat in self.room.seats else "")
        return self.client.post(path, headers=sent, json={"text": text, "stamp": stamp})

    def say(self, seat: str, text: str) -> dict[str, Any]:
        answer = self.post(seat, text)
        assert answer.status_code == 200, answer.text
        shown: dict[str, Any] = answer.json()
        return shown


def moves(shown: dict[str, Any]) -> list[str]:
    """The lines that a seat may say now, as they were sent."""
    return [" ".join(words) for words in unpacked(shown["ways"])]


def unpacked(node: Any) -> list[list[str]]:
    """As the page does it (words.js)."""
    if isinstance(node, dict):
        return [[first, *rest] for first, node in node.items() for rest in unpacked(node)]
    return [[word for word in words if word] for words in itertools.product(*node)]


def heard(shown: dict[str, Any]) -> list[str]:
    return [worded(one) for one in shown["said"].values()]


def worded(one: Any) -> str:
    """As the page does it (words.js), in English."""
    if not isinstance(one, dict):
        return str(one)
    if "say" not in one:
        return str(one["text"])
    return wordings("en")[one["say"]].format(**{name: worded(slot) for name, slot in one.items() if name != "say"})


def no_picture(path: str) -> dict[str, str]:
    """An invitation whose link needs no camera."""
    return {"link": path, "code": ""}


@pytest.fixture
def phones(tmp_path: Path) -> Phones:
    return Phones(begun(tmp_path, TABLES["2014"]))


# --- playing


def test_a_round_by_taps(phones: Phones, tmp_path: Path) -> None:
    mine = phones.room.shown("X")
    assert mine["prompt"] == {"yours": True, "kind": "entry", "may_end": False, "inside": False}
    assert "X taxi 115" in moves(mine)
    phones.say("X", "X taxi 115")
    red = phones.room.shown("red")
    assert heard(red)[-1] == "X taxi ?"
    assert red["prompt"]["yours"]
    assert {move.split()[0] for move in moves(red)} == {"red", "white"}
    phones.say("red", "red taxi 15")
    assert "; red taxi 15\n" in (tmp_path / "game.log").read_text()
    answer = phones.post("red", "where", "/ask")
    assert "Mister X can be on" in worded(answer.json()["said"][0])
    assert phones.post("red", "taxi 3", "/ask").status_code == 400


def test_a_double_tap_counts_once(phones: Phones) -> None:
    stamp = phones.room.shown("X")["stamp"]
    assert phones.post("X", "X taxi 115", stamp=stamp).status_code == 200
    again = phones.post("X", "X taxi 115", stamp=stamp)
    assert again.status_code == 409
    assert again.json()["stamp"] != stamp
    assert phones.post("X", "X taxi 115", stamp="other-run.1").status_code == 409
    assert phones.post("X", "X taxi 115", stamp="run.99").status_code == 409


def test_two_detectives_may_tap_at_once(phones: Phones) -> None:
    phones.say("X", "X taxi 115")
    stamp = phones.room.shown("blue")["stamp"]
    phones.say("red", "red taxi 15")
    assert phones.post("blue", "blue taxi 88", stamp=stamp).status_code == 200


def test_of_two_who_move_a_shared_piece_the_slower_reads_who_did(phones: Phones) -> None:
    phones.say("X", "X taxi 115")
    stamp = phones.room.shown("blue")["stamp"]
    phones.say("red", "white taxi 37")
    assert phones.post("blue", "white taxi 37", stamp=stamp).status_code == 200
    assert heard(phones.room.shown("blue"))[-1] == "Ben has moved white"


@pytest.mark.parametrize("name", ALL)
def test_the_log_is_the_one_of_the_referee(name: str, tmp_path: Path) -> None:
    """The same moves at one laptop and on phones: both files are equal to the byte."""
    at = table(tmp_path / "laptop", ALL[name], seed=3)
    phones = Phones(begun(tmp_path / "phones", ALL[name], seed=3))
    player = Player(at, random.Random(5))
    for _ in range(30):
        if at.game.is_over:
            break
        typed = player.line()
        asked = at.screen.prompt
        at.type(typed)
        if not asked.startswith("Pass the laptop") and "alone: type" not in at.said:
            phones.say(_speaker(phones, typed), typed)
            while isinstance(vote := phones.room.session.asked, Sure | TakeBack):
                phones.say(next(one for one in vote.voters if one not in vote.agreed), "yes")
    for path in ("game.log", "game.secret"):
        assert (tmp_path / "laptop" / path).read_bytes() == (tmp_path / "phones" / path).read_bytes()


def _speaker(phones: Phones, typed: str) -> str:
    """The seat that says this on phones: the one that moves the piece, or any whose turn it is."""
    seats = phones.room.session.seats
    mover = [seat.name for seat in seats if typed.split() and typed.split()[0] in seat.pieces]
    waiting = [seat.name for seat in seats if phones.room.session.waits_for(seat.name)]
    return (mover or waiting)[0]


# --- before the game


class Setting:
    """A table whose game is set up over HTTP."""

    def __init__(self, folder: Path, asked: Asked, address: str = "elsewhere", log: str = "game.log"):
        evening = Evening(folder / log, asked, luck=Luck(random.Random(1)))
        with evening.kept() as store:
            self.table = opened(evening, store, no_picture)
        self.client = TestClient(
            Server(self.table, (ORIGIN,), Limiter(most=10_000)).app(), base_url=ORIGIN, client=(address, 1)
        )

    def post(self, seat: str, text: str, path: str = "/setup/say", stamp: str = "") -> Any:
        token = self.table.door.links.tokens.get(seat, seat)
        lobby = self.table.lobby
        stamp = stamp or (lobby.shown(seat)["stamp"] if lobby is not None and seat in (TABLE, "X") else "")
        sent = {"Authorization": f"Bearer {token}", "Origin": ORIGIN}
        return self.client.post(path, headers=sent, json={"text": text, "stamp": stamp})

    def missing(self) -> list[str]:
        """The seats that can be taken now."""
        return [seat for seat, one in self.table.door.shown()["seats"].items() if not one["come"]]

    def code(self, seat: str) -> str:
        link: str = self.table.door.shown()["seats"][seat]["link"]
        return link.rpartition("/")[2]

    def take(self, seat: str) -> str:
        given: str = self.post("nobody", self.code(seat), "/seats/take").json()["token"]
        return given

    def shown(self, seat: str) -> dict[str, Any]:
        assert self.table.lobby is not None
        return self.table.lobby.shown(seat)


def test_a_game_is_set_up_in_the_browser(tmp_path: Path) -> None:
    at = Setting(tmp_path, Asked("2014"))
    assert at.shown(TABLE)["question"]["offers"][0]["label"] == {"say": "by-the-booklet"}
    assert at.shown(TABLE)["question"]["first"]  # so that nobody is offered to go back
    assert at.shown("X")["question"] == {"yours": False, "person": ""}
    stamp = at.shown(TABLE)["stamp"]
    assert at.post(TABLE, "", stamp=stamp).status_code == 200
    assert at.post(TABLE, "2", stamp=stamp).status_code == 409  # a double tap
    for line in ("4", "purple red blue", "Ana", "Ben", "Cleo", "Dev", "draw"):
        assert at.post(TABLE, line).status_code == 200
    waiting = at.shown(TABLE)
    assert waiting["question"] == {"yours": False, "person": "Ana"}
    assert at.missing() == ["X"]
    assert at.post(TABLE, "").status_code == 409  # not the table's to answer
    assert at.take("X") == at.table.door.links.tokens["X"]
    mine = at.shown("X")["question"]
    assert worded(mine["prompt"]) == "This is your start"
    assert re.search(r"\d", mine["facts"][1][1])
    assert not (tmp_path / "game.log").exists()
    assert at.post("X", "").json()["begun"]
    assert at.missing() == ["red", "blue", "purple"]
    given = at.take("purple")
    assert at.table.door.links.seat(given) == "purple"
    assert at.missing() == ["red", "blue"]
    assert "seats:      X = Ana; red = Ben; blue = Cleo; purple = Dev; white (police)\n" in (tmp_path / "game.log").read_text()
    again = Setting(tmp_path, Asked("2014"))
    assert again.table.lobby is None
    assert again.missing() == ["red", "blue"]  # the others come back by their links
    (tmp_path / "game.links").unlink()  # nobody has a link any more: all take their seats again
    assert Setting(tmp_path, Asked("2014")).missing() == ["X", "red", "blue", "purple"]


def test_a_box_is_recognised_by_a_sentence_and_numbers_need_no_keyboard(tmp_path: Path) -> None:
    at = Setting(tmp_path, Asked())
    assert all(offer["about"] for offer in at.shown(TABLE)["question"]["offers"])
    for line in ("holmes", "", "3", "", ""):
        assert not at.shown(TABLE)["question"]["number"]
        assert at.post(TABLE, line).status_code == 200
    asked = at.shown(TABLE)["question"]
    assert asked["number"]  # the cards of this board are not known: the station is tapped in
    assert not any(".log" in worded(one) or ".secret" in worded(one) for one in asked["messages"])


def test_a_seat_is_taken_once_and_given_back(tmp_path: Path) -> None:
    begun(tmp_path, TABLES["2014"])
    at = Setting(tmp_path, Asked())
    code, first = at.code("red"), at.take("red")
    assert at.post("nobody", code, "/seats/take").status_code == 404  # a code is worth nothing once it was used
    assert at.post(first, "", "/ask").status_code == 400  # a dead link would give 404
    assert at.post(first, "", "/seats/leave").status_code == 200
    assert at.post(first, "", "/ask").status_code == 404  # the old link is dead, also for another run
    assert json.loads((tmp_path / "game.links").read_text()).keys() == {TABLE}
    assert at.missing() == ["X", "red", "blue", "green"]
    assert at.code("red") != code
    assert at.take("red") != first
    assert at.post(TABLE, "", "/seats/leave").status_code == 404
    assert at.post("red", "blue", "/seats/free").status_code == 404  # only the table gives a seat away
    assert at.post(TABLE, "purple", "/seats/free").status_code == 400
    assert at.post(TABLE, "red", "/seats/free").status_code == 403  # and only at the computer that serves it
    assert at.client.get("/seats", headers={"Authorization": f"Bearer {at.table.door.links.tokens['red']}"}).status_code == 404


def test_a_lost_phone_is_replaced_and_everybody_hears_of_it(tmp_path: Path) -> None:
    begun(tmp_path, TABLES["2014"])
    at = Setting(tmp_path, Asked(), address="127.0.0.1")
    lost = at.take("X")
    assert at.post(TABLE, "X", "/seats/free").status_code == 200
    assert at.post(lost, "where", "/ask").status_code == 404
    assert at.missing()[0] == "X"
    room = at.table.room
    assert room is not None
    assert all(heard(room.shown(seat))[-1].startswith("Ana has lost the phone") for seat in room.seats)


def test_one_phone_moves_all_the_others(tmp_path: Path) -> None:
    session = begun(tmp_path, TABLES["2014"])
    at = Phones(evolve(session, seats=together(session.game)))
    assert [(seat.held, seat.person) for seat in at.room.session.seats] == [
        (("X",), "Ana"),
        (("red", "blue", "green", "white"), "Ben, Cleo, Dev"),
    ]
    at.say("X", "X taxi 115")
    for move in ("blue taxi 88", "white taxi 37", "red taxi 15", "green taxi 161"):
        at.say("red", move)
    assert at.room.session.game.game.round == 2


def test_the_set_up_shows_the_table_nothing_of_his(tmp_path: Path) -> None:
    at = Setting(tmp_path, Asked("holmes", "london-1895-sample"))
    for line in ("", "6", "Ana", "Ben", "Cleo", "Dev", "Eli", "Fay", "draw"):
        assert at.post(TABLE, line).status_code == 200
    at.take("X")
    before = at.shown(TABLE)
    for line in ("7", "undo", "quit", at.shown("X")["question"]["offers"][0]["word"]):
        assert at.post("X", line).status_code == 200
        assert at.shown(TABLE) == before
    at.post("X", "")
    assert at.shown(TABLE)["begun"]


def test_a_browser_names_no_files(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text("secret = 1\n", encoding="utf-8")
    at = Setting(tmp_path, Asked())
    told = at.post(TABLE, str(tmp_path / "mine.toml")).json()["question"]["messages"]
    assert told == [{"say": "one-of-these"}]
    assert worded(at.post(TABLE, "2014").json()["question"]["prompt"]) == "Scotland Yard, Ravensburger 2014: which rules?"


# --- what a seat is sent


def test_nobody_is_sent_what_he_may_not_know(phones: Phones) -> None:
    others = [seat for seat in phones.room.seats if seat != "X"]
    before = {seat: json.dumps(phones.room.shown(seat)) for seat in others}
    phones.say("X", "X bus 5")  # not allowed: his alone
    assert {seat: json.dumps(phones.room.shown(seat)) for seat in others} == before
    phones.say("X", "X taxi 115")
    for seat in others:
        shown = copy.deepcopy(phones.room.shown(seat))
        assert {127, 115} & set(shown["scene"].pop("possible")) == {115}  # as everybody can work out
        assert not re.search(r"\b(127|115)\b", json.dumps(shown)), seat
    assert moves(phones.room.shown(TABLE)) == []


@pytest.mark.parametrize("name", ["2014", "2023", "holmes"])
def test_two_games_that_look_alike_are_sent_alike(name: str, tmp_path: Path) -> None:
    """Two starts of his, and the same tickets: every byte that the others are sent is the same."""
    starts = re.search(r"start: X ([0-9/]+(?: at \d+)?);", TABLES[name])
    assert starts is not None
    sent: list[list[str]] = []
    for number, start in enumerate((starts[1], "106")):
        at = Phones(begun(tmp_path / str(number), TABLES[name].replace(f"X {starts[1]};", f"X {start};", 1)))
        move = next(move for move in moves(at.room.shown("X")) if re.fullmatch(r"X taxi \d+", move))
        at.say("X", "X submarine 1")
        at.say("X", move)
        if at.room.shown("X")["prompt"]["yours"]:
            at.say("X", "done")
        sent.append([json.dumps(at.room.shown(seat)) for seat in at.room.seats if seat != "X"])
    assert sent[0] == sent[1]


BLANK = TABLES["holmes"].replace("board: london-1895-sample\n", "")  # nobody has filled in symbols, hideouts and cards


def test_what_the_board_cannot_check_has_a_button_too(tmp_path: Path) -> None:
    at = Phones(begun(tmp_path, BLANK.replace("12, 45", "12, 58")))
    assert "X escape" in moves(at.room.shown("X"))  # though nobody knows the card before it is turned over
    at.say("X", "X taxi 58")
    offered = moves(at.room.shown("X"))
    assert {"X take black", "X take double", "X crime"} <= set(offered)
    weighed = at.post("X", "X take black", "/weigh").json()
    assert (weighed["verdict"], [one["verdict"] for one in weighed["findings"]]) == ("legal", ["undecided"])
    assert "the hideout of station 58" in weighed["findings"][0]["message"]
    assert weighed["says"][0].startswith("When he has come to a hideout")
    assert at.post("X", "X crime", "/weigh").json()["states"] == [["committed", "1"], ["crimes", "12, 160"]]
    at.say("X", "X crime")
    assert at.room.session.game.last_clause is not None
    at.say("X", "done")
    assert "watson interrogate park" in moves(at.room.shown("watson"))
    assert at.post("watson", "watson interrogate park", "/weigh").json()["states"][0][1].startswith("sherlock 1, watson 0")
    at.say("watson", "watson interrogate park")
    assert at.room.shown("X")["prompt"]["choices"] == ["yes", "no"]
    assert "choices" not in at.room.shown("watson")["prompt"]


def test_where_a_balloon_lands_is_offered_from_the_card(tmp_path: Path) -> None:
    at = Phones(begun(tmp_path, BLANK))
    at.say("X", "X escape")
    at.say("X", "35/188")
    for seat in ("sherlock", "watson", "mycroft", "irene", "lestrade", "X"):
        if at.room.shown(seat)["prompt"]["yours"]:
            at.say(seat, "yes")
    assert moves(at.room.shown("X")) == ["X escape 35/188 to 35", "X escape 35/188 to 188"]


def test_a_stream_begins_with_everything_and_goes_on_with_what_changes(phones: Phones) -> None:
    async def watched() -> list[dict[str, Any]]:
        changes = phones.room.changes("red")
        found = [await anext(changes)]
        coming = asyncio.ensure_future(anext(changes))
        await phones.room.say("X", "X taxi 115", phones.room.shown("X")["stamp"])
        return [*found, await asyncio.wait_for(coming, 10)]

    first, then = asyncio.run(watched())
    assert set(first) == {
        "game",
        "seat",
        "person",
        "pieces",
        "table",
        "scene",
        "sheet",
        "prompt",
        "ways",
        "result",
        "route",
        "said",
        "stamp",
    }
    assert set(then) == {"table", "scene", "prompt", "ways", "said", "stamp"}
    assert len(json.dumps(then)) < 2048


# --- the end


def test_the_route_is_shown_when_somebody_asks_and_the_replay_is_a_link(phones: Phones, tmp_path: Path) -> None:
    phones.say("X", "X taxi 115")
    link = {"Authorization": "Bearer token-of-red"}
    phones.say("red", "red resigns")
    for seat in ("red", "blue", "green"):
        phones.say(seat, "yes")
    ended = phones.room.shown("blue")
    assert worded(ended["result"][0]) == "Mister X has won in round 1"
    assert ended["route"] == []
    assert ended["table"]["log"] == {"1": ["taxi", ""]}
    assert phones.client.get("/replay", headers=link).status_code == 409
    board = phones.client.get("/board", headers=link).text
    phones.say("blue", "open")
    for seat in phones.room.seats:
        shown = phones.room.shown(seat)
        assert shown["route"] == [["", "127"], ["taxi", "115"]]
        assert shown["table"]["log"] == {"1": ["taxi", "115"]}
        assert not any("sy-judge" in said for said in heard(shown))
    assert 'data-leg="127-115"' not in board
    assert 'data-leg="127-115"' in phones.client.get("/board", headers=link).text
    page = phones.client.get(phones.client.get("/replay", headers=link).json()["link"])
    assert "script-src" not in page.headers["content-security-policy"]  # the page has its own policy, by digests
    assert "Step" in page.text
    assert phones.client.get("/replay/guessed").status_code == phones.client.get("/replay").status_code == 404
    phones.say("red", "undo")
    assert phones.room.session.game.is_over  # what everybody has seen is not taken back
    assert "X taxi 115" in (tmp_path / "game.log").read_text()
    again = Evening(tmp_path / "game.log")
    with again.kept() as files:
        assert again.resumed(files, by_person).is_opened


def test_another_game_with_the_same_people_whose_roles_are_passed_on(tmp_path: Path) -> None:
    begun(tmp_path, TABLES["2014"])
    at = Setting(tmp_path, Asked())
    ana, ben = at.take("X"), at.take("red")
    assert at.post(TABLE, "on", "/again").status_code == 409  # the game is not over
    for seat, text in (("X", "X resigns"), ("X", "yes"), ("red", "open")):
        room = at.table.room
        assert room is not None
        assert at.post(seat, text, "/say", room.shown(seat)["stamp"]).status_code == 200
    assert at.post("nobody", "on", "/again").status_code == 404
    assert at.post("red", "on", "/again").status_code == 200
    assert at.post(TABLE, "on", "/again").status_code == 409  # a double tap
    tokens = at.table.door.links.tokens
    assert (tokens["X"], tokens["green"]) == (ben, ana)  # everybody has the phone as before, and another seat
    assert worded(at.shown(TABLE)["question"]["prompt"]) == "Who draws the cards?"
    assert at.shown("green")["question"] == {"yours": False, "person": ""}
    assert at.post(TABLE, "draw").status_code == 200
    assert at.post("X", "").status_code == 200
    log = (tmp_path / "game-2.log").read_text()
    assert "seats:      X = Ben; red = Cleo; blue = Dev; green = Ana; white (police)\n" in log
    assert at.table.room is not None
    assert at.table.room.shown("green")["person"] == "Ana"
    at.table.held.close()
    assert last_game(tmp_path / "game.log") == tmp_path / "game-2.log"  # what the same command goes on with
    assert next_game(tmp_path / "game-2.log") == tmp_path / "game-3.log"
    assert Setting(tmp_path, Asked(), log="game-2.log").missing() == ["red", "blue"]


# --- at the door


def test_who_is_let_in(phones: Phones) -> None:
    assert phones.post("nobody", "X taxi 115").status_code == 404
    assert phones.post(TABLE, "X taxi 115").status_code == 404
    assert phones.post("X", "X taxi 115", Origin="http://evil.example").status_code == 403
    assert phones.client.post("/say", json={}, headers={"Authorization": "Bearer token-of-X"}).status_code == 403
    assert phones.post("X", "X taxi 115", Host="evil.example:8018").status_code == 404
    assert phones.client.get("/events", headers={"Authorization": "Bearer x"}).status_code == 404
    assert phones.client.get("/events?token=token-of-X").status_code == 404
    assert phones.post("X", "a" * 5000).status_code == 400
    assert (
        phones.client.post(
            "/say", content=b"\xff", headers={"Authorization": "Bearer token-of-X", "Origin": ORIGIN}
        ).status_code
        == 400
    )
    assert phones.room.session.version == 0


def test_every_answer_has_its_headers_and_the_page_asks_nobody_else(phones: Phones) -> None:
    for path in ("/", "/page.js", "/page.css", "/icon.svg", "/words", "/board", "/setup", "/setup.js", "/setup.css"):
        answer = phones.client.get(path, headers={"Authorization": "Bearer token-of-table"})
        assert answer.status_code == 200
        assert "default-src 'none'" in answer.headers["content-security-policy"]
        assert not re.search(
            r"https?://|//[a-z]+\.|<style|style=|onclick=", answer.text.replace("http://www.w3.org/2000/svg", "")
        ), path


def test_too_many_requests_are_refused(phones: Phones) -> None:
    now = [0.0]
    phones.server.limiter = Limiter(most=3, each_second=1, clock=lambda: now[0])
    codes = [phones.client.get("/").status_code for _ in range(5)]
    assert codes == [200, 200, 200, 429, 429]
    now[0] = 1.5
    assert phones.client.get("/").status_code == 200


def test_a_certificate_is_tried_before_anybody_is_invited(tmp_path: Path) -> None:
    (tmp_path / "own.pem").write_text("no certificate")
    for name in ("own.pem", "missing.pem"):
        with pytest.raises(Refused) as refused:
            Address(8018, certificate=str(tmp_path / name), key=str(tmp_path / "own.pem")).check()
        assert [fault.code for fault in refused.value.faults] == ["F75"]
    Address(8018).check()


ONE, TWO = "1" * 24, "2" * 24  # links


def test_links_stay_the_same_and_are_private(tmp_path: Path) -> None:
    log, path = tmp_path / "game.log", tmp_path / "game.links"
    first = Links({}).taken("X", ONE).taken("red", TWO)
    save_links(log, first, Disk())
    assert read_links(log) == first
    assert path.stat().st_mode & 0o777 == 0o600
    assert first.seat(TWO) == "red"
    assert first.seat("") == first.seat("x" * 24) == first.without("red").seat(TWO) == ""


@pytest.mark.parametrize("text", ["precious", "", '{"user": "Ana"}', '{"X": 1}', "[1]", "[" * 5000])
def test_a_file_of_somebody_else_is_not_taken_for_links(text: str, tmp_path: Path) -> None:
    log, path = tmp_path / "game.log", tmp_path / "game.links"
    path.write_text(text)
    for use in (lambda: read_links(log), lambda: save_links(log, Links({"X": ONE}), Disk())):
        with pytest.raises(Refused) as refused:
            use()
        assert refused.value.faults[0].sentence == "F60.foreign"
    assert path.read_text() == text


def test_links_are_not_written_where_a_link_leads(tmp_path: Path) -> None:
    save_links(tmp_path / "other.log", Links({"X": ONE}), Disk())
    before = (tmp_path / "other.links").read_text()
    (tmp_path / "game.links").symlink_to(tmp_path / "other.links")
    with pytest.raises(Refused):
        save_links(tmp_path / "game.log", Links({"X": TWO}), Disk())
    assert (tmp_path / "other.links").read_text() == before


# --- a real server


@pytest.fixture
def port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        number: int = free.getsockname()[1]
    return number


def test_a_real_server_is_killed_and_goes_on(port: int, tmp_path: Path) -> None:
    """Acknowledged moves are there again, under the same links; the lock is free."""
    (tmp_path / "headers.txt").write_text(TABLES["2014"], encoding="utf-8")
    for number in range(2):
        server = _served(port, tmp_path)
        tokens = seats_taken(port, tmp_path)
        stamp = _events(port, tokens["X" if not number else "red"])["stamp"]
        seat, text = (("X", "X taxi 115"), ("red", "red taxi 15"))[number]
        assert heard(_post(port, tokens[seat], text, stamp))[-1] in ("X taxi ?", "red taxi 15")
        server.send_signal(signal.SIGKILL)
        server.wait(10)
    log = (tmp_path / "game.log").read_text()
    assert log.endswith("\n1. X taxi ?; red taxi 15\n")


def _served(port: int, folder: Path) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "adjudicator", "serve", "game.log", "--from", "headers.txt", "--port", str(port)]
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parent.parent)}
    server = subprocess.Popen(command, cwd=folder, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
    for _ in range(600):
        try:
            urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=5).close()
            return server
        except OSError:
            assert server.poll() is None
            time.sleep(0.1)
    raise AssertionError("it does not answer")


def seats_taken(port: int, folder: Path) -> dict[str, str]:
    """The link of every seat, once everybody has come."""
    table = links_of(folder)[TABLE]
    for one in _events(port, table, "/seats")["seats"].values():
        if not one["come"]:
            _post(port, "nobody", one["link"].rpartition("/")[2], "", "/seats/take")
    return links_of(folder)


def links_of(folder: Path) -> dict[str, str]:
    return dict(read_links(folder / "game.log").tokens)


def _events(port: int, token: str, path: str = "/events") -> dict[str, Any]:
    request = urllib.request.Request(f"http://127.0.0.1:{port}{path}", headers={"Authorization": f"Bearer {token}"})
    with urllib.request.urlopen(request, timeout=20) as answer:
        found: dict[str, Any] = json.loads(answer.readline().decode().removeprefix("data: "))
    return found


def _post(port: int, token: str, text: str, stamp: str, path: str = "/say") -> dict[str, Any]:
    origin = f"http://127.0.0.1:{port}"
    headers = {"Authorization": f"Bearer {token}", "Origin": origin, "Content-Type": "application/json"}
    body = json.dumps({"text": text, "stamp": stamp}).encode()
    with urllib.request.urlopen(urllib.request.Request(f"{origin}{path}", body, headers), timeout=20) as answer:
        found: dict[str, Any] = json.loads(answer.read())
    return found
