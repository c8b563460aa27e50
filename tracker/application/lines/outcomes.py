"""The outcome of an open action told instead of its dice: nobody saw them."""

from __future__ import annotations

from typing import Any

from tracker.application.errors import Refused, sentence
from tracker.application.match.entries import Entry
from tracker.application.match.game import Game
from tracker.procedures.ruleset import Action
from tracker.procedures.view import UnknownName
from tracker.vocabulary import events as ev
from tracker.vocabulary.typed import is_number

NOT_SEEN = "only the outcome is known"
MOST_DIGITS = 3


def losses_in(text: str) -> int:
    """The losses an outcome tells: ``-2``, ``2`` or ``!-2``. Raises ``Refused``."""
    number = text.strip().removeprefix("!").removeprefix("-")
    if not is_number(number, MOST_DIGITS):
        raise Refused(f"!{text.strip().removeprefix('!')} is no outcome; !-2 means two to remove.")
    return int(number)


def open_deed(game: Game) -> ev.ActionTaken | None:
    """The innermost open action, as it was said."""
    if not game.state.now.open:
        return None
    event = game.story.entry(game.state.now.open[-1]).input
    assert isinstance(event, ev.ActionTaken)
    return event


def has_losses(game: Game) -> bool:
    """Whether the open action comes out in losses, so that a number says it all."""
    deed = open_deed(game)
    return deed is not None and game.ruleset.actions[deed.action].outcome is not None


def tell(game: Game, losses: int, reason: str = "") -> list[Entry]:
    """End the open action with so many losses. Raises ``Refused``."""
    deed = open_deed(game)
    if deed is None or game.pending is None:
        raise Refused("Nothing was left to roll, so there is no outcome to tell.")
    facts = facts_of(game, game.ruleset.actions[deed.action], deed, losses)
    return game.set_right(facts, reason or NOT_SEEN, closes=True)


def facts_of(
    game: Game, action: Action[Any], deed: ev.ActionTaken, losses: int
) -> tuple[ev.AnyFact, ...]:
    """What so many losses are. Raises ``Refused`` where an outcome cannot be told."""
    if action.outcome is None:
        raise Refused(f"{sentence(action.word)[:-1]}: an outcome cannot be told here; type dice.")
    try:
        return tuple(action.outcome(game.match, deed.side, action.read(deed.params), losses))
    except UnknownName as error:
        raise Refused(sentence(str(error))) from error
