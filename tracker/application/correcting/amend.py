"""A typing slip set right: the line is said anew, and what came after it is said again.

The game goes back to before the line, the corrected line is entered, and the later inputs follow
action by action. An old answer is used again when the same question is asked; where none fits,
people are asked. All of this is tried on a twin of the game first, and written in one go.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from msgspec import Struct

from tracker.application.errors import Refused
from tracker.application.match.replaying import plan_of, repeated_in
from tracker.projection.history import before_entry
from tracker.vocabulary import events as ev

if TYPE_CHECKING:
    from tracker.application.match.entries import Entry
    from tracker.application.match.game import Game

__all__ = ["Outcome", "begin", "in_doubt", "outcome", "repeated_in", "tried"]


class Outcome(Struct, frozen=True):
    """How far a correction has come.

    ``kept`` later lines were said again as they were; ``dropped`` no longer fit; ``left`` wait for
    the question that is asked now.
    """

    line: int
    kept: int
    dropped: tuple[Entry, ...]
    left: tuple[Entry, ...]

    @property
    def finished(self) -> bool:
        return not any(not entry.by_itself for entry in self.left)


def begin(game: Game, number: int, correct: Callable[[Game], object]) -> Outcome:
    """Correct line ``number``: go back to before it, let ``correct`` say it anew, repeat the rest.

    If ``correct`` raises, nothing is written. Raises ``Refused`` for a line that cannot be said
    anew.
    """
    game.keep(tried(game, number, correct))
    return outcome(game)


def tried(game: Game, number: int, correct: Callable[[Game], object]) -> Game:
    """A twin of the game in which line ``number`` is corrected. Raises as ``begin`` does."""
    entry = _line(game, number)
    twin = game.twin()
    twin.take_back(before_entry(twin.story.path, entry.version), "amend", amends=entry.version)
    with twin.repeating(entry.version):
        correct(twin)
    return twin


def outcome(game: Game) -> Outcome:
    """How far the correction that is under way has come. Raises ``Refused`` when none is."""
    plan = plan_of(game.story)
    if plan is None:
        raise Refused("No line is being corrected.")
    repeated = repeated_in(game.story)
    kept = sum(1 for entry in plan.old if entry.version in repeated and not entry.by_itself)
    left = () if game.pending is None else plan.left
    dropped = plan.dropped(repeated)
    if game.pending is None:
        dropped = (*dropped, *(entry for entry in plan.left if not entry.by_itself))
    return Outcome(game.story.number_of(plan.amends), kept, dropped, left)


def in_doubt(game: Game) -> tuple[int, ...]:
    """The numbers of later lines that wait, behind the question that is asked now, for a
    correction to go on; none where none is under way.
    """
    plan = plan_of(game.story)
    if plan is None or game.pending is None:
        return ()
    return tuple(entry.number for entry in plan.left if not entry.by_itself)


def _line(game: Game, number: int) -> Entry:
    version = game.story.version_of(number)
    alive = version is not None and any(line.version == version for line in game.story.path)
    if version is None or not alive:
        raise Refused(f"Line {number} is not part of the game as it stands; look with: log.")
    entry = game.story.entry(version)
    if isinstance(entry.input, (ev.MatchOpened, ev.ForceMustered)) or entry.by_itself:
        raise Refused(f"Line {number} was not said by anybody; set things right by hand instead.")
    return entry
