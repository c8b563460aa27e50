"""Whether what came after fits something said late, also while its own dice are not known."""

from __future__ import annotations

from tracker.application.correcting.rewrite import NOT_KNOWN, find_outcome, look_past
from tracker.application.match.game import Game
from tracker.procedures.requests import Interrupt
from tracker.vocabulary import events as ev


def is_waiting(sandbox: Game) -> bool:
    """Whether what was said late waits for an answer of its own."""
    pending = sandbox.pending
    if pending is None or isinstance(pending.request, Interrupt):
        return False
    taken = (sandbox.story.lines[version - 1].event for version in sandbox.state.now.open)
    return any(
        isinstance(event, ev.ActionTaken) and event.late is not None and event.repeats is None
        for event in taken
    )


def look_past_later_lines(sandbox: Game) -> Game:
    """The sandbox once all later lines were said again. While what was said late waits: a sandbox
    of it in which nothing came of that, and nobody comes in between who did not before.
    """
    if not is_waiting(sandbox):
        sandbox.proceed()
        return sandbox
    return look_past(sandbox, _nothing_came_of_it)


def _nothing_came_of_it(ahead: Game) -> bool:
    if is_waiting(ahead):
        ahead.set_right((), NOT_KNOWN, closes=True)
    elif _at_a_window(ahead) and not find_outcome(ahead).finished:
        ahead.choose(False)
    else:
        return False
    return True


def _at_a_window(game: Game) -> bool:
    return game.pending is not None and isinstance(game.pending.request, Interrupt)


def is_unchanged_after(game: Game, ahead: Game) -> bool:
    """Whether everything after what was put in was said again, and the same is asked now."""
    done = find_outcome(ahead)
    return done.finished and not done.dropped and _asked(game) == _asked(ahead)


def _asked(game: Game) -> tuple[str, object] | None:
    pending = game.pending
    return None if pending is None else (pending.key, pending.request)
