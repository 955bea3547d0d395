"""Games as an environment of PettingZoo; only where its packages are installed."""

from __future__ import annotations

import pytest

pytest.importorskip("pettingzoo")
pytest.importorskip("gymnasium")

from adjudicator.pettingzoo import OPTIONS, env


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("variant", ["2014", "holmes"])
def test_pettingzoo_has_nothing_against_it(variant: str) -> None:
    from pettingzoo.test import api_test, seed_test

    api_test(env(variant), num_cycles=200)
    seed_test(lambda: env(variant), num_cycles=20)


def test_a_whole_game_by_the_masks() -> None:
    table = env("2014", render_mode="ansi")
    table.reset(seed=3)
    rewards = dict.fromkeys(table.possible_agents, 0)
    for agent in table.agent_iter():
        seen, reward, terminated, truncated, info = table.last()
        rewards[agent] += reward
        over = terminated or truncated
        if not over:
            assert sum(map(int, seen["action_mask"][:OPTIONS])) == len(info["options"])
        table.step(None if over else table.action_space(agent).sample(seen["action_mask"]))
    assert sorted(rewards.values()) == [-1, 1]
    assert "1. X" in (table.render() or "")


def test_pursuers_see_the_same_in_two_games_that_look_alike() -> None:
    """He takes one of two rides with the same ticket: nothing differs for them."""
    seen = []
    for wanted in range(2):
        table = env("2014")
        table.reset(seed=5)
        options = [move for move in table.infos["fugitive"]["options"] if not move.actions]
        alike = [move for move in options if move.ticket == options[0].ticket]
        table.step(table.infos["fugitive"]["options"].index(alike[wanted]))
        seen.append(table.observe("pursuers"))
    assert all((seen[0][key] == seen[1][key]).all() for key in seen[0])


def test_an_action_that_is_not_open_is_refused() -> None:
    table = env("2014")
    table.reset(seed=1)
    with pytest.raises(ValueError, match="is not open"):
        table.step(OPTIONS - 1)
