"""A correction that waits for an answer: what follows once it is given, and the dice of then."""

from __future__ import annotations

from tracker.application.match.game import Game
from tracker.application.match.replaying import find_earlier_action, is_answer, plan_of
from tracker.vocabulary import events as ev


def count_lines_to_follow(game: Game) -> int:
    """How many later lines are said again as soon as what is asked now is answered; 0 for none."""
    plan = plan_of(game.story) if game.pending is not None else None
    left = plan.left if plan is not None else ()
    return sum(not entry.by_itself and not is_answer(entry) for entry in left)


def format_earlier_dice(game: Game) -> str:
    """The dice that were rolled for what a correction asks now, as they may be typed on."""
    pending = game.pending
    plan = plan_of(game.story) if pending is not None else None
    if pending is None or plan is None:
        return ""
    action = find_earlier_action(game.story, pending.action)
    for entry in plan.left:
        rolled = entry.input
        same = isinstance(rolled, ev.Rolled) and rolled.key == pending.key
        if isinstance(rolled, ev.Rolled) and same and entry.action == action:
            return " ".join(map(str, rolled.faces)) if len(rolled.faces) == len(rolled.dice) else ""
    return ""
