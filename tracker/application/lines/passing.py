"""What is left undone: open actions closed by hand, and phases that people let go by."""

from __future__ import annotations

from collections.abc import Iterator

from tracker.application.errors import Refused
from tracker.application.lines import replies
from tracker.application.match.entries import Entry
from tracker.application.match.game import Game
from tracker.procedures.ruleset import Command
from tracker.vocabulary import events as ev

MOST_STEPS = 12


def close_open(game: Game, reason: str = "") -> list[Entry]:
    """End every open action by hand, whatever it waits for; the book begins nothing meanwhile."""
    found: list[Entry] = []
    with game.holding():
        while game.pending is not None and len(found) < MOST_STEPS:
            waits = replies.waits_for(game.pending, game.state.info.words)
            found += game.set_right((), reason or f"left undone: {waits}", closes=True)
    return found


def skip(game: Game, phase: str, reason: str = "") -> Iterator[list[Entry]]:
    """Go on until the phase is over. Raises ``Refused`` where it is not this phase's time, or
    something has to be answered before it ends.
    """
    if game.match.phase != phase:
        raise Refused(f"There is nothing to skip: this is {phase_word(game)}.")
    word = phase_word(game)
    for _ in range(MOST_STEPS):
        if game.match.phase != phase or game.match.ended is not None:
            return
        yield _pass_by(game, reason or f"{word} skipped")
    if game.pending is not None:
        waits = replies.waits_for(game.pending, game.state.info.words)
        raise Refused(f"{word} is over once this is answered: {waits}.")
    raise Refused(f"{word} does not pass; end it with: next.")


def _pass_by(game: Game, reason: str) -> list[Entry]:
    """Close what is open, and go on where the book would only begin it again."""
    doing = set(game.state.now.doing)
    found = close_open(game, reason)
    begins = game.ruleset.automatic(game.match)
    if found and (begins is None or begins.action not in doing):
        return [*found, *game.proceed()]
    return [*found, *game.take(Command("next", game.match.clock.side, {}), because=reason)]


def begun_by_itself(game: Game, action: str) -> ev.Version | None:
    """The line in which the book began an action by itself, if that is all that was done of it."""
    last, pending = game.story.last_entry(), game.pending
    if last is None or pending is None or last.version != pending.action or not last.by_itself:
        return None
    same = isinstance(last.input, ev.ActionTaken) and last.input.action == action
    return last.version if same else None


def phase_word(game: Game) -> str:
    phase = game.match.phase
    words = {word.id: word.word for word in game.state.info.words.phases}
    return f"the {words.get(phase, phase)} phase"
