"""Records the outcome of an open action directly, without dice."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from tracker.application.errors import Refused, make_sentence
from tracker.application.match.game import Game
from tracker.application.match.match_entries import MatchEntry
from tracker.procedures.match_view import UnknownName
from tracker.procedures.ruleset import Action
from tracker.vocabulary import events as ev
from tracker.vocabulary.events import Version
from tracker.vocabulary.typed_numbers import is_whole_number

NOT_SEEN = "only the outcome is known"
NOTHING_LEFT = "There are no dice left to roll, so remove the outcome."
MAX_DIGITS = 3  # the maximum number of digits of the losses


def parse_loss_outcome(text: str) -> int:
    """Parse the losses in an outcome such as ``-2``, ``2`` or ``!-2``.

    Raises ``Refused`` if the text is not an outcome.
    """
    number = text.strip().removeprefix("!").removeprefix("-")
    if not is_whole_number(number, MAX_DIGITS):
        raise Refused(
            f"!{text.strip().removeprefix('!')} is not an outcome. For example, !-2"
            " removes two figures."
        )
    return int(number)


def find_innermost_open_action(game: Game) -> ev.ActionTaken | None:
    if not game.state.current_values.open:
        return None
    event = game.history.get_entry_beginning_at(game.state.current_values.open[-1]).input
    assert isinstance(event, ev.ActionTaken)
    return event


def can_end_with_losses(game: Game) -> bool:
    """Return whether a number of losses can be entered as the outcome of the open action."""
    deed = find_innermost_open_action(game)
    return deed is not None and game.ruleset.actions[deed.action].outcome is not None


def end_open_action_with_losses(game: Game, losses: int) -> list[MatchEntry]:
    """End the innermost open action with the given number of losses.

    Raises ``Refused`` if the action has no dice left to roll, or cannot end with losses.
    """
    if not game.state.current_values.open or game.pending is None:
        raise Refused(NOTHING_LEFT)
    return end_action_with_losses(game, game.state.current_values.open[-1], losses)


def end_action_with_losses(
    game: Game, action: Version, losses: int, reason: str = ""
) -> list[MatchEntry]:
    """End an open action with the given number of losses.

    Raises ``Refused`` if the action is not open, or cannot end with losses.
    """
    deed = game.history.get_entry_beginning_at(action).input
    if action not in game.table.open_action_versions or not isinstance(deed, ev.ActionTaken):
        raise Refused(NOTHING_LEFT)
    verb = game.ruleset.actions[deed.action]
    params = verb.decode_params(deed.params)
    try:
        facts = tuple(get_loss_to_facts_converter(verb)(game.match, deed.side, params, losses))
    except UnknownName as error:
        raise Refused(make_sentence(str(error))) from error
    doubts = verb.doubts(game.match, deed.side, params, losses)
    why = "; ".join(one for one in (reason or NOT_SEEN, doubts) if one)
    return game.adjust_by_hand(facts, why, ends_action=True)


def get_loss_to_facts_converter(action: Action[Any]) -> Callable[..., Iterable[ev.AnyFact]]:
    """Return the function that converts losses into facts. Raises ``Refused`` if the action has
    none.
    """
    if action.outcome is None:
        raise Refused(
            f"{make_sentence(action.word)[:-1]}: an outcome cannot be entered here; type the dice."
        )
    return action.outcome
