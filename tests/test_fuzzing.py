"""Some hundred strange files of a fixed seed: an answer or a clear error to each. `python -m tests.fuzzing` looks for longer.

Nothing here is timed but what does not end; that no command takes over a second is measured by the long run.
"""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from fuzzing import trying
from fuzzing.corpus import KINDS, TOP, files, sound
from fuzzing.mutating import CHANGES, made
from fuzzing.running import for_inputs, fuzz, inputs, keep
from fuzzing.trying import COMMANDS, FIRST, Failure, attempt
from fuzzing.watching import HANG, Ran, run

pytestmark = pytest.mark.campaign

INPUTS = {"transcript": 80, "variant": 25, "board": 80}
SEED = 1


@pytest.mark.parametrize("kind", KINDS)
def test_an_answer_or_a_clear_error(kind: str, tmp_path: Path) -> None:
    tally = fuzz(SEED, for_inputs(INPUTS[kind], kind), (kind,), limit=HANG)
    assert tally.inputs[kind] == INPUTS[kind]
    assert not tally.failures, "\n".join([f"seed {SEED}", *keep(tally, tmp_path)])
    assert tally.understood[kind] > INPUTS[kind] // 10, "nearly everything is refused at once: this tries nothing"


@pytest.mark.parametrize("kind", KINDS)
def test_no_command_line_is_refused_as_such(kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []

    def listen(arguments: list[str]) -> Ran:
        said.append(run(arguments).output)
        return Ran("", 0, 0.0)

    monkeypatch.setattr(trying, "run", listen)
    attempt(kind, sound(kind)[-1], [FIRST[kind], *COMMANDS[kind]], tmp_path)
    assert len(said) == 1 + len(COMMANDS[kind])
    assert [text for text in said if "Usage:" in text] == []


def test_the_same_seed_gives_the_same_inputs() -> None:
    def some() -> list[tuple[str, str, bytes, list[str]]]:
        found = inputs(7)
        return [next(found) for _ in range(8)]

    assert some() == some()


def test_every_change_makes_something_else() -> None:
    from random import Random

    text = (TOP / "examples" / "2014.log").read_bytes()
    for change in CHANGES:
        assert any(change(text, Random(seed), "transcript") != text for seed in range(5)), change
    assert len({made("variant", Random(seed)) for seed in range(50)}) > 45
    assert all(files(kind) and sound(kind) for kind in KINDS)


FAULTY = {
    "a traceback": Ran("", 1, 0.1, "Traceback\nKeyError: 3\n"),
    "a code that nobody knows": Ran("error T001: no\n", 7, 0.1),
    "a control character": Ran("error T001: \x1b[31m\n", 2, 0.1),
    "no word of why": Ran("no\n", 2, 0.1),
    "a book": Ran("x" * (trying.LONGEST + 1), 0, 0.1),
    "a slow one": Ran("fine\n", 0, 99.0),
}


@pytest.mark.parametrize("what", FAULTY)
def test_what_is_wrong_is_noticed_and_kept(what: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trying, "run", lambda arguments: FAULTY[what])
    tried = attempt("transcript", b"odd", ["check FILE"], tmp_path)
    (failure,) = tried.failures
    assert isinstance(failure, Failure)
    tally = fuzz(SEED, for_inputs(1, "board"), ("board",))
    (line,) = keep(tally, tmp_path / "kept")[:1]
    assert "python -m tests.fuzzing --again" in line
    assert len(list((tmp_path / "kept").glob("*.toml"))) >= 1


def test_a_busy_machine_is_not_a_slow_program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    times = iter((9.0, 0.1, 0.1))
    monkeypatch.setattr(trying, "run", lambda arguments: Ran("fine\n", 0, next(times)))
    assert attempt("board", b"odd", ["board lint FILE"], tmp_path).failures == ()


def test_what_wants_too_much_is_stopped() -> None:
    from fuzzing import watching

    def turn_in_circles() -> None:
        while True:
            pass

    with pytest.raises(watching.Endless), watching.ends(0.2):
        turn_in_circles()
    if Path("/proc/self/statm").exists():
        with pytest.raises(MemoryError), watching.little_memory():
            bytearray(4 * watching.ROOM)


def test_the_command(tmp_path: Path) -> None:
    import subprocess

    log = tmp_path / "odd.log"
    log.write_bytes(b"\xff\xfe")
    command = [sys.executable, "-m", "tests.fuzzing", "--again", str(log), "--kind", "transcript", "--limit", "60"]
    done = subprocess.run(command, cwd=TOP, capture_output=True, text=True, timeout=300, check=False)
    assert (done.returncode, done.stdout.startswith("slowest: ")) == (0, True), done.stdout + done.stderr
