"""The data and words of the page on phones: small, in every language, and what a move means before it counts."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from live_play import TABLES, TOP
from test_web import ALL, Phones, begun, moves, unpacked

from adjudicator.picture.changes import change
from adjudicator.table.prompts import ANSWERED, DONE, DRAWN, LOSES, RESIGNS
from adjudicator.table.sentences import wordings
from adjudicator.web.page_words import page_words
from adjudicator.web.server import FILES, FOLDER, OWN_SCRIPTS
from adjudicator.web.ways import packed
from adjudicator.words import languages

STEP, LOAD = 2048, 200 * 1024  # bytes


@pytest.fixture
def phones(tmp_path: Path) -> Phones:
    return Phones(begun(tmp_path, TABLES["2014"]))


def weigh(phones: Phones, seat: str, text: str) -> dict[str, Any]:
    answer = phones.post(seat, text, "/weigh")
    assert answer.status_code == 200
    found: dict[str, Any] = answer.json()
    return found


# --- the lines that a seat may say


@pytest.mark.parametrize(
    "sentences",
    [
        [],
        ["X taxi 15", "X taxi 27", "X bus 46"],
        ["X taxi 15", "X taxi 15 + disguise", "X taxi 27", "X taxi 27 + disguise"],
        ["X taxi 15", "X taxi 15 + disguise", "X bus 27", "rex passes"],
        [f"X surface taking red {a} blue {b} green {c}" for a in ("taxi", "bus") for b in ("taxi", "bus") for c in "tu"],
    ],
)
def test_sentences_are_packed_and_unpacked(sentences: list[str]) -> None:
    assert sorted(" ".join(words) for words in unpacked(packed(sentences))) == sorted(sentences)


def test_hundreds_of_ways_are_one_row() -> None:
    tickets = ("taxi", "bus", "underground")
    every = [
        f"X surface taking red {a} green {b} blue {c} black {d}"
        for a in tickets
        for b in tickets
        for c in tickets
        for d in tickets
    ]
    assert len(json.dumps(packed(every))) < 250


# --- sizes


@pytest.mark.parametrize("name", ["2014", "classic", "holmes", "house-rules"])
def test_a_step_is_small_for_everybody(name: str, tmp_path: Path) -> None:
    phones = Phones(begun(tmp_path, ALL[name]))
    for _ in range(12):
        before = {seat: phones.room.shown(seat) for seat in phones.room.seats}
        seat = next(one for one in before if one != "table" and before[one]["prompt"]["yours"])
        asked = before[seat]["prompt"]
        phones.say(seat, "done" if asked.get("may_end") else "yes" if asked["kind"] == "sure" else moves(before[seat])[0])
        for one in before:
            step = change(before[one], phones.room.shown(one))
            assert len(json.dumps(step, ensure_ascii=False, separators=(",", ":")).encode()) <= STEP, (name, one, step)


def test_a_first_load_is_small(phones: Phones) -> None:
    seat = {"Authorization": "Bearer token-of-X"}
    sizes = {path: len(phones.client.get(path, headers=seat).content) for path in (*FILES, "/words", "/board")}
    assert sum(sizes.values()) + len(json.dumps(phones.room.shown("X"))) <= LOAD, sizes


# --- words


def test_every_word_of_the_page_is_there_and_is_used() -> None:
    code = "".join(
        (FOLDER / name).read_text(encoding="utf-8") for name in ("page.html", "setup.html", *OWN_SCRIPTS, "setup.js")
    )
    quoted = set(re.findall(r'"([a-z]+(?:-[a-z]+)*)"', code)) | {
        "to-move",
        "cannot-move",
        "sits-out",
        "moved",
        "waits",
        "illegal",
        "undecided",
    }
    quoted |= {f"sure-{why}" for why in (LOSES, RESIGNS, DRAWN, ANSWERED, DONE)}
    for language in languages():
        assert set(language.kind("page")) <= quoted, language.code
    english, german = (set(one.kind("page")) for one in languages() if one.code in ("en", "de"))
    assert english == german
    assert set(re.findall(r'(?:words\(|data-word=|data-label=)"([a-z-]+[a-z])"', code)) <= english


def test_the_referee_says_everything_in_every_language() -> None:
    """With the same places to fill; and every sentence is used."""
    spoken = (*(FOLDER.parent / "table").glob("*.py"), *FOLDER.glob("*.py"))
    code = "".join(path.read_text(encoding="utf-8") for path in spoken)
    english = wordings("en")
    assert [kind for kind in english if f'"{kind}"' not in code and not kind.startswith("where-")] == []
    for language in languages():
        if "referee" in language.tables:
            said = wordings(language.code)
            assert {kind: _slots(text) for kind, text in said.items()} == {kind: _slots(text) for kind, text in english.items()}


def _slots(text: str) -> set[str]:
    return set(re.findall(r"{(\w+)}", text))


def test_an_edition_keeps_its_names_and_the_rest_is_said_in_german(tmp_path: Path) -> None:
    german = {name: _names(Phones(begun(tmp_path / name, ALL[name]))) for name in ("2014", "holmes")}
    assert [german["2014"][one] for one in ("taxi", "underground", "red", "pursuers")] == ["Taxi", "U-Bahn", "rot", "Detektive"]
    assert [german["holmes"][one] for one in ("taxi", "bus", "underground", "fugitive")] == [
        "carriage",
        "tram",
        "U-Bahn",
        "Moriarty",
    ]


def _names(phones: Phones) -> dict[str, str]:
    found: dict[str, str] = phones.client.get("/words", headers={"Authorization": "Bearer token-of-table"}).json()["languages"][
        "de"
    ]["names"]
    return found


def test_a_number_that_is_no_station_is_told_from_one(tmp_path: Path) -> None:
    pack = f"2014+{TOP}/examples/packs/lending.toml"
    at = Phones(begun(tmp_path, TABLES["2014"].replace("variant: 2014", f"variant: {pack}")))
    assert page_words(at.room.session)["counted"] == ["lend"]
    assert page_words(Phones(begun(tmp_path / "plain", TABLES["2014"])).room.session)["counted"] == []


# --- pages to print


# --- what a move means


def test_what_his_move_means(phones: Phones) -> None:
    assert weigh(phones, "X", "X taxi 115") == {
        "verdict": "legal",
        "findings": [],
        "says": [],
        "loses": False,
        "left": {},
        "states": [],
        "heard": [{"text": "X taxi ?"}],
    }
    assert weigh(phones, "X", "black 115")["left"] == {"black": "4"}
    (finding,) = weigh(phones, "X", "X bus 5")["findings"]
    assert finding["verdict"] == "illegal"
    assert finding["rule"] == "follow-a-line"
    assert "Ravensburger" in finding["cite"]
    assert weigh(phones, "X", "X submarine 1")["verdict"] == "unread"
    assert phones.room.session.version == 0


def test_what_a_pursuers_move_means(phones: Phones) -> None:
    assert weigh(phones, "red", "red taxi 15")["verdict"] == "illegal"  # not yet
    phones.say("X", "X taxi 115")
    weighed = weigh(phones, "red", "red taxi 15")
    assert (weighed["verdict"], weighed["loses"], weighed["left"]) == ("legal", False, {"taxi": "10"})
    assert phones.post("table", "red taxi 15", "/weigh").status_code == 404


def test_a_move_that_loses_says_so(tmp_path: Path) -> None:
    headers = TABLES["1984"].replace("X 132", "X 127").replace("red 26", "red 115")
    assert weigh(Phones(begun(tmp_path, headers)), "X", "X taxi 115")["loses"]


def test_what_a_move_means_does_not_tell_where_he_is(tmp_path: Path) -> None:
    """Red does not learn whether it would catch him at 115, nor anything else by which two starts of his differ."""
    answers = []
    for start, to in (("127", "115"), ("104", "116")):
        at = Phones(begun(tmp_path / start, TABLES["2014"].replace("X 127", f"X {start}").replace("red 26", "red 126")))
        at.say("X", f"X taxi {to}")
        questions = ("red taxi 115", "red taxi 127", "red bus 46", "red stays", "red resigns", "blue taxi 88")
        answers.append([weigh(at, "red", text) for text in questions])
    assert answers[0] == answers[1]
    assert answers[0][0]["verdict"] == "legal"
