"""Games of any variant as an environment of PettingZoo: two agents, who act in turn and see only what their side sees.

An agent's actions are the numbers of the options of its decision; the last action ends the turn. The mask says which are open,
and `infos[agent]["options"]` has the moves themselves.
"""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import Any

import gymnasium
import numpy as np
from pettingzoo import AECEnv

from adjudicator.engine import Move
from adjudicator.game import Game
from adjudicator.judge.decision import Decision
from adjudicator.judge.log_file import Asked
from adjudicator.lab.match import MOST, PURSUERS, possible
from adjudicator.record.lexicon import FUGITIVE
from adjudicator.workshop.random_games import Play, maker

AGENTS = ("fugitive", "pursuers")
SEATS = {"fugitive": FUGITIVE, "pursuers": PURSUERS}
OPTIONS = 2_048  # options that an agent can choose from; of more, it sees the first
PIECES = 16  # at a table
UNKNOWN, UNLIMITED, LARGEST = -1, -2, 10_000


class Environment(AECEnv):  # type: ignore[misc]
    """The games of a variant. Each `reset` deals another; the same seed deals the same."""

    metadata = {"name": "scotland_yard_v0", "render_modes": ["ansi"], "is_parallelizable": False}  # noqa: RUF012 - as PettingZoo has it

    def __init__(
        self,
        variant: str,
        *,
        board: str = "",
        options: Iterable[str] = (),
        seats: str = "",
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.maker = maker(Asked(variant, board, tuple(options)), seats)
        self.render_mode = render_mode
        self.possible_agents = list(AGENTS)
        self._kinds = list(self.maker.rulebook.tables.tickets)
        own_board = self.maker.rulebook.board
        self._last = max(own_board.stations) if own_board is not None else 0
        size = 2 + (self._last + 1) + PIECES * (1 + len(self._kinds))
        seen = gymnasium.spaces.Box(UNLIMITED, LARGEST, (size,), np.int16)
        mask = gymnasium.spaces.Box(0, 1, (OPTIONS + 1,), np.int8)
        self.observation_spaces = {one: gymnasium.spaces.Dict({"observation": seen, "action_mask": mask}) for one in AGENTS}
        self.action_spaces = {one: gymnasium.spaces.Discrete(OPTIONS + 1) for one in AGENTS}
        self._luck = Random()

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    # -- playing
    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        if seed is not None:
            self._luck = Random(seed)
        self.agents = list(AGENTS)
        for name, value in (("rewards", 0), ("_cumulative_rewards", 0), ("terminations", False), ("truncations", False)):
            setattr(self, name, dict.fromkeys(AGENTS, value))
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in AGENTS}
        self._play: Play = self.maker.played(self._luck.randrange(1 << 30), is_decided=True)[1]
        self._decisions = 0
        self.agent_selection = AGENTS[0]
        self._go_on()

    def step(self, action: int | None) -> None:
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[self.agent_selection] = 0
        decision = self._play.decision
        assert decision is not None
        self._play.act(decision, possible(decision, self._meant(decision, action), self._luck))
        self._decisions += 1
        self._go_on()
        self._accumulate_rewards()

    def _meant(self, decision: Decision, action: int | None) -> Move | None:
        """The option with this number."""
        options = self._options(decision.side)
        if action is None or action == OPTIONS:
            return None
        if not 0 <= action < len(options):
            raise ValueError(f"action {action} is not open: there are {len(options)} options; see the action mask")
        return options[action]

    def _go_on(self) -> None:
        """The next agent, or the end of the game."""
        self.rewards = dict.fromkeys(AGENTS, 0)
        decision, result = self._play.decision, self._play.game.result
        if decision is not None and self._decisions < MOST:
            self.agent_selection = decision.side
            self.infos[decision.side] = {"options": self._options(decision.side)}
        elif result is not None:
            self.rewards = {agent: 0 if result.winner == "draw" else 1 if result.winner == agent else -1 for agent in AGENTS}
            self.terminations = dict.fromkeys(AGENTS, True)
        else:
            self.truncations = dict.fromkeys(AGENTS, True)

    # -- seeing
    def _view(self, agent: str) -> Game:
        return self._play.game.seen_by(SEATS[agent])

    def _options(self, agent: str) -> tuple[Move, ...]:
        decision = self._view(agent).decision
        return tuple(decision.options[:OPTIONS]) if decision is not None and decision.side == agent else ()

    def observe(self, agent: str) -> dict[str, Any]:
        """The round, the entries, where the fugitive can be, the station and the tickets of each piece; and the mask."""
        view, seen = self._view(agent), np.full(self.observation_spaces[agent]["observation"].shape, UNKNOWN, np.int16)
        seen[0], seen[1] = view.round, view.entries
        seen[2 : 3 + self._last] = 0
        for station in view.where().stations:
            seen[2 + station] = 1
        tickets = view.state("tickets", seat=SEATS[agent]) or {}
        for number, piece in enumerate(view.pieces[:PIECES]):
            at = 3 + self._last + number * (1 + len(self._kinds))
            seen[at] = view.station(piece) or UNKNOWN
            for kind, name in enumerate(self._kinds, at + 1):
                count = (tickets.get(piece) or {}).get(name)
                seen[kind] = UNKNOWN if count is None else UNLIMITED if count == "unlimited" else count
        return {"observation": seen, "action_mask": self._mask(agent)}

    def _mask(self, agent: str) -> Any:
        mask: Any = np.zeros(OPTIONS + 1, np.int8)
        decision = self._view(agent).decision
        if decision is not None and decision.side == agent and agent == self.agent_selection:
            mask[: min(OPTIONS, len(decision.options))] = 1
            mask[OPTIONS] = decision.may_end or not len(decision.options)
        return mask

    def render(self) -> str | None:
        """The record so far."""
        return self._play.game.text if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Nothing is left open."""


def env(variant: str, **how: Any) -> Environment:
    """An environment for the games of a variant."""
    return Environment(variant, **how)
