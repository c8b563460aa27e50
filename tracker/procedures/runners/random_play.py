"""Chooses random answers and actions, to play whole matches at random.

All functions use the given ``random.Random``, so the same seed always gives the same match.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import islice
from random import Random
from typing import Any, Final

from tracker.procedures.match_view import Match
from tracker.procedures.requests import (
    ROLLS,
    Confirm,
    Interrupt,
    Number,
    Pick,
    Request,
    Roll,
    Score,
    Split,
    Tally,
)
from tracker.procedures.ruleset import Action, Command, Ruleset
from tracker.procedures.runners.live_table_runner import (
    PendingQuestion,
    TableRunner,
    make_choice_answer,
)
from tracker.procedures.runners.request_answer_reading import make_question_fields
from tracker.vocabulary import dice_bands
from tracker.vocabulary.events import ActionTaken, Chosen, Rolled, Value
from tracker.vocabulary.subject_ids import SideId

MAX_CANDIDATES = 12
"""The maximum number of an action's candidates that random play considers."""
MOVE_ON_CHANCE = 0.2
"""The probability that random play ends a step although further actions are possible."""

INTERRUPT_CHANCE = 0.5
"""The probability that a unit uses a chance to interrupt another side's action."""


def make_roll_answer(
    pending: PendingQuestion, faces: tuple[int, ...], app_dice_count: int = 0
) -> Rolled:
    request = pending.request
    if isinstance(request, Roll):
        result = dice_bands.count_by_band(faces, request.bands)
    elif isinstance(request, Score):
        result = (sum(faces) + request.bonus,)
    else:
        result = faces
    return Rolled(
        **make_question_fields(request, pending.key),
        dice=request.dice_sizes,
        result=result,
        faces=faces,
        app=app_dice_count,
        source="app" if app_dice_count else "typed",
    )


def choose_random_answer(pending: PendingQuestion, rng: Random) -> Rolled | Chosen:
    """Choose random dice or a random choice as the answer. Every possible answer can be chosen."""
    request = pending.request
    if isinstance(request, ROLLS):
        faces = tuple(rng.randint(1, sides) for sides in request.dice_sizes)
        return make_roll_answer(pending, faces, len(faces))
    return make_choice_answer(pending, _choose_randomly(request, rng))


def _choose_randomly(request: Request[Any], rng: Random) -> Value:
    match request:
        case Pick(options=options):
            return rng.choice(options).id
        case Number(low=low, high=high):
            return rng.randint(low, high)
        case Confirm():
            return rng.random() < 0.5
        case Split(total=total, shares=shares):
            room = [share.id for share in shares for _ in range(min(share.most, total))]
            picked = rng.sample(room, total)
            return tuple((s.id, picked.count(s.id)) for s in shares if s.id in picked)
        case Tally():
            counts = {share.id: rng.randint(0, share.most) for share in request.shares}
            for limit in request.within:
                for _ in range(sum(counts.get(one, 0) for one in limit.groups) - limit.most):
                    counts[rng.choice([one for one in limit.groups if counts.get(one)])] -= 1
            return tuple((name, n) for name, n in counts.items() if n)
        case _:
            return False


ListCommands = Callable[[Action[Any], Match], list[Command]]


def list_first_candidates_in_phase(
    action: Action[Any], match: Match
) -> list[tuple[SideId | None, Any]]:
    """List the first candidates for an action, even if the rules object to them."""
    if action.phases and match.phase not in action.phases:
        return []
    return [*islice(action.candidates(match), MAX_CANDIDATES)]


def list_legal_commands(action: Action[Any], match: Match) -> list[Command]:
    return [
        action.make_command(side, params)
        for side, params in list_first_candidates_in_phase(action, match)
        if not action.list_objections(match, side, params)
    ]


def choose_random_command(
    ruleset: Ruleset, match: Match, rng: Random, list_commands: ListCommands = list_legal_commands
) -> Command | None:
    """Choose a random action, and then one of its commands.

    Returns ``next`` if nothing else is chosen, or None if not even ``next`` is possible.
    """
    on = list_commands(ruleset.actions["next"], match)
    others = [action for action in ruleset.actions.values() if action.id != "next"]
    if not on or rng.random() >= MOVE_ON_CHANCE:
        for action in rng.sample(others, len(others)):
            ways = list_commands(action, match)
            if ways:
                return rng.choice(ways)
    return rng.choice(on) if on else _make_next_command(ruleset, match)


@dataclass(frozen=True)
class RandomPlayer:
    """The functions that choose a random player's answers and next actions."""

    answer: Callable[[Ruleset, Match, PendingQuestion, Random], Rolled | Chosen]
    command: Callable[[Ruleset, Match, Random], Command | None]


CARELESS: Final = RandomPlayer(
    lambda _, __, pending, rng: choose_random_answer(pending, rng), choose_random_command
)
"""A player that takes any legal action and any possible answer."""


def choose_random_input(
    ruleset: Ruleset, table: TableRunner, rng: Random, player: RandomPlayer = CARELESS
) -> ActionTaken | Rolled | Chosen | None:
    """Choose a random legal input. Returns None if the match is over."""
    if table.pending is not None:
        command = _choose_interrupt(ruleset, table.match, table.pending, rng)
        if command is None:
            return player.answer(ruleset, table.match, table.pending, rng)
    elif table.match.ended:
        return None
    else:
        command = ruleset.automatic(table.match) or player.command(ruleset, table.match, rng)
    if command is None:
        return None
    if ruleset.actions[command.action].is_interruptible and rng.random() < INTERRUPT_CHANCE:
        command = ruleset.let_others_interrupt(command)
    return ActionTaken(action=command.action, side=command.side, params=command.params)


def _choose_interrupt(
    ruleset: Ruleset, match: Match, pending: PendingQuestion, rng: Random
) -> Command | None:
    """Choose a random command that interrupts the open action, or None for no interrupt."""
    request = pending.request
    if not isinstance(request, Interrupt) or rng.random() >= INTERRUPT_CHANCE:
        return None
    ways = [
        way for name in request.actions for way in list_legal_commands(ruleset.actions[name], match)
    ]
    return rng.choice(ways) if ways else None


def _make_next_command(ruleset: Ruleset, match: Match) -> Command | None:
    """Return the command ``next`` even if actions are due, so that no match gets stuck."""
    action = ruleset.actions["next"]
    for side, params in action.candidates(match):
        return action.make_command(side, params)
    return None
