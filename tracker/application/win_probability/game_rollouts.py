"""Simulates random games from a state, in order to count how often each side wins."""

from __future__ import annotations

import math
from random import Random
from typing import Any, Final

from msgspec import Struct

from tracker.procedures.match_view import Match
from tracker.procedures.pieces.match_endings import (
    DRAW,
    END_OFFERS,
    NAME_WINNER,
    find_points_leader,
)
from tracker.procedures.requests import CHOICES, Confirm, Number
from tracker.procedures.ruleset import Action, Command, Ruleset
from tracker.procedures.runners import random_play
from tracker.procedures.runners.live_table_runner import (
    PendingQuestion,
    TableRunner,
    make_choice_answer,
)
from tracker.projection.match_state import State
from tracker.vocabulary.events import Chosen, Rolled
from tracker.vocabulary.subject_ids import SideId, Subject

ATTACK_CHANCE: Final = 0.85
"""The probability that a player who can attack does so."""
PROPOSAL_CHANCE: Final = 0.7
"""The probability that a player follows the proposed choice instead of choosing at random."""
NEAR_CHANCE_RISE: Final = 0.05
"""The increase per turn of the chance that a unit is near enough to attack."""
MAX_NEAR_CHANCE: Final = 0.25
"""The maximum chance that a unit is near enough to attack."""


def make_sensible_player(rng: Random) -> random_play.RandomPlayer:
    return random_play.RandomPlayer(_choose_sensible_answer, _NearPlayer(rng).choose_command)


def _choose_sensible_answer(
    ruleset: Ruleset, match: Match, pending: PendingQuestion, rng: Random
) -> Rolled | Chosen:
    request = pending.request
    if not isinstance(request, CHOICES):
        return random_play.choose_random_answer(pending, rng)
    if isinstance(request, Confirm) and request.id in END_OFFERS:
        return make_choice_answer(pending, True)
    if request.id == NAME_WINNER:
        return make_choice_answer(pending, choose_winner_of_stopped_game(ruleset, match) or DRAW)
    measured = isinstance(request, Number) and request.spatial
    if not measured and rng.random() < PROPOSAL_CHANCE:
        return make_choice_answer(pending, request.default)
    return random_play.choose_random_answer(pending, rng)


class _NearPlayer:
    """Chooses commands at random.

    In each turn, only randomly drawn units are near enough to an enemy to attack.
    """

    def __init__(self, rng: Random) -> None:
        self._rng = rng
        self._near: dict[tuple[int, Subject], bool] = {}

    def choose_command(self, ruleset: Ruleset, match: Match, rng: Random) -> Command | None:
        """Choose a random command, often an attack, or return None if none is possible.

        A unit that goes into combat is no longer near an enemy in this turn.
        """
        found = self._choose_attack(ruleset, match, rng) if rng.random() < ATTACK_CHANCE else None
        found = found or random_play.choose_random_command(
            ruleset, match, rng, self._list_one_random_command
        )
        if found is not None and ruleset.actions[found.action].goes_in:
            who = ruleset.actions[found.action].find_actors_and_targets(found.params).who
            self._near |= {(match.turn, one): False for one in who}
        return found

    def _choose_attack(self, ruleset: Ruleset, match: Match, rng: Random) -> Command | None:
        """Choose a possible attack, or return None if there is none.

        The first variants, which are simpler, are more likely.
        """
        every = ruleset.actions.values()
        fights = [one for one in every if one.outcome is not None or one.rolls or one.goes_in]
        for action in rng.sample(fights, len(fights)):
            open_to = random_play.list_first_candidates_in_phase(action, match)
            while open_to:
                first = min(rng.randrange(len(open_to)), rng.randrange(len(open_to)))
                side, params = open_to.pop(first)
                way = action.make_command(side, params)
                fits = _is_aimed_at_enemy(action, way, match) and self._can_actors_reach_combat(
                    action, way, match
                )
                if fits and not action.list_objections(match, side, params):
                    return way
        return None

    def _list_one_random_command(self, action: Action[Any], match: Match) -> list[Command]:
        """Return one possible command of an action, chosen at random, or [] if there is none.

        The other commands are not computed.
        """
        open_to = random_play.list_first_candidates_in_phase(action, match)
        self._rng.shuffle(open_to)
        for side, params in open_to:
            way = action.make_command(side, params)
            if self._can_actors_reach_combat(action, way, match) and not action.list_objections(
                match, side, params
            ):
                return [way]
        return []

    def _can_actors_reach_combat(self, action: Action[Any], way: Command, match: Match) -> bool:
        who = action.find_actors_and_targets(way.params).who if action.goes_in else ()
        return all(self._is_near(match.turn, one) for one in who)

    def _is_near(self, turn: int, subject: Subject) -> bool:
        if (turn, subject) not in self._near:
            chance = min(turn * NEAR_CHANCE_RISE, MAX_NEAR_CHANCE)
            self._near[turn, subject] = self._rng.random() < chance
        return self._near[turn, subject]


def choose_winner_of_stopped_game(rules: Ruleset, match: Match) -> SideId | None:
    """Return the side with the most points or, if these are equal, with the most figures left.

    Figures are compared as shares of the force. Return None for a draw.
    """
    leader = find_points_leader(rules.points(match))
    if leader is not None:
        return leader
    return find_points_leader({side: _compute_share_left(match, side) for side in match.sides})


def _compute_share_left(match: Match, side: SideId) -> float:
    every = match.all_figures(side)
    return sum(match.figure(one).gone is None for one in every) / max(len(every), 1)


def _is_aimed_at_enemy(action: Action[Any], way: Command, match: Match) -> bool:
    acts = action.find_actors_and_targets(way.params)
    own = {match.side_of(one) for one in acts.who}
    return any(match.side_of(one) not in own for one in acts.whom)


MAX_TURNS = 10
"""The number of turns after which an unfinished game is stopped and judged."""
MAX_ENTRIES = 1500
"""The number of entries after which a simulated game is stopped."""


class RolloutResult(Struct, frozen=True):
    """The results of simulated games. ``won`` counts the victories of each side, in side order.

    ``judged`` is the number of games that were stopped because they ran too long.
    """

    won: tuple[int, ...]
    drawn: int
    judged: int = 0

    @property
    def game_count(self) -> int:
        return sum(self.won) + self.drawn

    def get_win_chance(self, side_index: int) -> float:
        """Return the chance (from 0 to 1) that a side wins."""
        return self.won[side_index] / self.game_count

    def compute_standard_error(self, side_index: int) -> float:
        """Return the standard error of a side's chance.

        Half a win and half a game without a win are added to the results. Without them, no wins in
        ten games would seem as certain as no wins in a million.
        """
        games = self.game_count + 1
        likely = (self.won[side_index] + 0.5) / games
        return math.sqrt(likely * (1 - likely) / games)


MIN_PRECISE_SHARE = 0.25
"""The share of the games that must be simulated before a chance is accepted as precise."""


def run_rollouts(
    rules: Ruleset,
    state: State,
    simulated_games: int,
    seed: str,
    *,
    stop_when_precise: bool = False,
) -> RolloutResult:
    """Simulate games from a state without an open action. The same seed gives the same games.

    If ``stop_when_precise`` is true, simulation stops once the standard error is as small as that
    of an even chance after ``simulated_games`` games.
    """
    sides = [side.id for side in state.info.sides]
    if state.current_values.ended is not None:
        winner = state.current_values.ended.winner
        return RolloutResult(
            tuple(simulated_games * (side == winner) for side in sides),
            simulated_games * (not winner),
        )
    won = dict.fromkeys(sides, 0)
    judged = 0
    found = RolloutResult((0,) * len(sides), 0)
    for number in range(simulated_games):
        winner, ended = _play_to_winner(rules, state.fork_state(), Random(f"{seed}/{number}"))
        judged += not ended
        if winner is not None:
            won[winner] += 1
        found = RolloutResult(tuple(won.values()), number + 1 - sum(won.values()), judged)
        if stop_when_precise and found.game_count >= MIN_PRECISE_SHARE * simulated_games:
            error = max(map(found.compute_standard_error, range(len(sides))))
            if error <= 0.5 / math.sqrt(simulated_games):
                break
    return found


def _play_to_winner(rules: Ruleset, state: State, rng: Random) -> tuple[SideId | None, bool]:
    """Play a game. Return its winner (None for a draw), and whether the game reached its end."""
    table = TableRunner(rules, state)
    players = make_sensible_player(rng)
    last = table.match.turn + MAX_TURNS
    version = 1 << 30  # not the version of any real line
    for _ in range(MAX_ENTRIES):
        if table.pending is None:
            if table.match.turn > last:
                break
            table.match.record(*rules.ruled(table.match))
        event = random_play.choose_random_input(rules, table, rng, players)
        if event is None:
            break
        version += 1 + len(table.process_input(event, version))
    ended = table.state.current_values.ended
    if ended is not None:
        return ended.winner, True
    return choose_winner_of_stopped_game(rules, table.match), False
