"""The outcome of an open action told instead of its dice: nobody saw them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from tracker.application.errors import Refused, make_sentence
from tracker.application.match.game import Game
from tracker.application.match.match_entries import Entry
from tracker.procedures.ruleset import Action
from tracker.procedures.view import UnknownName
from tracker.vocabulary import events as ev
from tracker.vocabulary.events import Version
from tracker.vocabulary.typed_numbers import is_number

NOT_SEEN = "only the outcome is known"
NOTHING_LEFT = "There was nothing left to roll, so leave out the outcome."
MOST_DIGITS = 3  # of the losses an outcome tells


def parse_losses(text: str) -> int:
    """The losses an outcome tells: ``-2``, ``2`` or ``!-2``. Raises ``Refused``."""
    number = text.strip().removeprefix("!").removeprefix("-")
    if not is_number(number, MOST_DIGITS):
        raise Refused(
            f"!{text.strip().removeprefix('!')} is not an outcome; !-2 means two to remove."
        )
    return int(number)


def open_deed(game: Game) -> ev.ActionTaken | None:
    """The innermost open action, as it was said."""
    if not game.state.now.open:
        return None
    event = game.story.get_entry(game.state.now.open[-1]).input
    assert isinstance(event, ev.ActionTaken)
    return event


def has_losses(game: Game) -> bool:
    """Whether the open action comes out in losses, so that a number says it all."""
    deed = open_deed(game)
    return deed is not None and game.ruleset.actions[deed.action].outcome is not None


def tell(game: Game, losses: int, reason: str = "") -> list[Entry]:
    """End the innermost open action with so many losses. Raises ``Refused``."""
    if not game.state.now.open or game.pending is None:
        raise Refused(NOTHING_LEFT)
    return close(game, game.state.now.open[-1], losses, reason)


def close(game: Game, action: Version, losses: int, reason: str = "") -> list[Entry]:
    """End an open action with so many losses. Raises ``Refused``."""
    deed = game.story.get_entry(action).input
    if action not in game.table.open_actions or not isinstance(deed, ev.ActionTaken):
        raise Refused(NOTHING_LEFT)
    verb = game.ruleset.actions[deed.action]
    params = verb.read(deed.params)
    try:
        facts = tuple(find_told_outcome(verb)(game.match, deed.side, params, losses))
    except UnknownName as error:
        raise Refused(make_sentence(str(error))) from error
    doubts = verb.doubts(game.match, deed.side, params, losses)
    why = "; ".join(one for one in (reason or NOT_SEEN, doubts) if one)
    return game.set_right(facts, why, closes=True)


def find_told_outcome(action: Action[Any]) -> Callable[..., Iterable[ev.AnyFact]]:
    """What losses mean for an action. Raises ``Refused`` where an outcome cannot be told."""
    if action.outcome is None:
        raise Refused(
            f"{make_sentence(action.word)[:-1]}: an outcome cannot be entered here; type the dice."
        )
    return action.outcome
