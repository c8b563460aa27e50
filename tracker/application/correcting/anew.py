"""A line said anew: what was wrong in it is typed as it should have been."""

from __future__ import annotations

from collections.abc import Callable

from tracker.application.errors import Refused
from tracker.application.lines.line import command_of, play_line
from tracker.application.match.entries import Entry
from tracker.application.match.game import Game
from tracker.vocabulary import events as ev


def said_as(entry: Entry, text: str) -> Callable[[Game], object]:
    """How to say a line as ``text``: dice or a choice for an answer, else a line.

    Raises ``Refused`` where nothing can be said anew.
    """
    match entry.input:
        case ev.Rolled() | ev.Chosen():
            return lambda g: g.say(text)
        case ev.ActionTaken():
            return lambda g: g.take(command_of(g, text))
        case ev.Noted(about=about):
            return lambda g: g.note(text, about=about)
        case ev.Corrected():
            return lambda g: _played(g, text)
    raise Refused(f"Line {entry.number} is nothing that could be said anew.")


def _played(game: Game, text: str) -> None:
    done = play_line(game, text)
    if done.trouble is not None:
        raise done.trouble
