"""The shown parts of an entry may depend on its line: on its mode, on the station it left, on the stations it ran over."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import Said

WAYS = {
    "mode": ("show station of entry when mode = ferry", "X 115", "black/ferry 108", "black/taxi 102"),
    "from": ("show station of entry when from = 104", "X 104", "taxi 86", ""),
    "passes": ("show station of entry when 154 in passes", "X 140", "underground 153", "underground 89"),
    "a term": ("show station of entry when by-boat", "X 115", "black/ferry 108", "black/taxi 102"),
    "named stations": ("show station of entry when to in docks", "X 115", "black/ferry 108", "black/taxi 102"),
    "hidden": (
        "hide station of entry when mode <> ferry\nshow station of entry when round = 5",
        "X 115",
        "black/ferry 108",
        "black/taxi 102",
    ),
}


@pytest.mark.parametrize("way", WAYS)
def test_he_is_seen_where_the_rule_says_so(way: str, tmp_path: Path, sy_judge: Callable[..., Said]) -> None:
    code, start, seen, unseen = WAYS[way]
    (tmp_path / "lines.toml").write_text(
        'id = "lines"\ntitle = "Lines"\nextends = "2014"\n'
        '[terms.by-boat]\ncode = "mode = ferry"\n[numbers]\ndocks = [108, 157]\n'
        f"[rules.lines]\nsays = 'An example.'\ncode = '''\n{code}\n'''\n"
    )
    log = tmp_path / "page.log"
    head = "variant: ./lines.toml\nsurfacings: marked\nround: 5\nentry: 4\n"
    head += f"start: {start}; red 26; blue 29; green 50; yellow 53\n\nX "
    for ride, mark, illegal in ((seen, "!", 0), (seen, "", 1), (unseen, "!", 1), (unseen, "", 0)):
        if ride:
            log.write_text(head + ride + mark + "\n")
            assert sy_judge("check", str(log)).code == illegal, (ride, mark)
    station = seen.split()[-1]
    log.write_text(head + seen + "!\n")
    assert f"\n  {station}\n" in sy_judge("where", str(log)).output
    assert "legal" in sy_judge("check", str(log), "--view", "red").output
