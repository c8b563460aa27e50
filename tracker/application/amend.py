"""A typing slip set right: the line is said anew, and what came after it is said again.

The game goes back to before the line, the corrected line is entered, and the later inputs follow
action by action. An old answer is used again when the same question is asked; where none fits,
people are asked. What is still to be repeated follows from the events alone, so that a program
killed in the middle goes on where it was.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from tracker.application.errors import Refused
from tracker.procedures.answers import fits
from tracker.procedures.requests import Interrupt
from tracker.procedures.ruleset import Command
from tracker.procedures.table import Pending
from tracker.projection.history import before_entry
from tracker.vocabulary import events as ev
from tracker.vocabulary.events import Version

if TYPE_CHECKING:
    from tracker.application.game import Game
    from tracker.application.story import Entry, Story


class Plan(Struct, frozen=True):
    """A correction under way: the later lines as they were, and how many are dealt with.

    ``dropped`` are lines dealt with that were not repeated: nothing asks them any more.
    """

    amends: Version
    old: tuple[Entry, ...]
    done: int

    @property
    def left(self) -> tuple[Entry, ...]:
        return self.old[self.done :]

    def dropped(self, repeated: frozenset[Version]) -> tuple[Entry, ...]:
        return tuple(
            entry
            for entry in self.old[: self.done]
            if entry.version not in repeated and not entry.by_itself
        )


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

    If ``correct`` raises, the game is returned to where it was. Raises ``Refused`` for a line that
    cannot be said anew.
    """
    entry = _line(game, number)
    before = before_entry(game.story.path, entry.version)
    game.take_back(before, "amend", amends=entry.version)
    try:
        with game.repeating(entry.version):
            correct(game)
    except BaseException:
        game.redo()
        raise
    return outcome(game)


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


def _line(game: Game, number: int) -> Entry:
    version = game.story.version_of(number)
    alive = version is not None and any(line.version == version for line in game.story.path)
    if version is None or not alive:
        raise Refused(f"Line {number} is not part of the game as it stands; look with: log.")
    entry = game.story.entry(version)
    if isinstance(entry.input, (ev.MatchOpened, ev.ForceMustered)) or entry.by_itself:
        raise Refused(f"Line {number} was not said by anybody; set things right by hand instead.")
    return entry


def repeated_in(story: Story) -> frozenset[Version]:
    """The old lines that were said again on the path as it stands."""
    found = (getattr(line.event, "repeats", None) for line in story.path)
    return frozenset(version for version in found if version is not None)


def plan_of(story: Story) -> Plan | None:
    """The correction under way on this path, or None.

    It is over when somebody takes an action of their own.
    """
    if not story.amends:
        return None
    rewind = story.amends[-1]
    for line in reversed(story.path):
        if line.version <= rewind.version:
            return None
        repeats = getattr(line.event, "repeats", None)
        if repeats is not None:
            return Plan(rewind.amends, rewind.later, rewind.index.get(repeats, -1) + 1)
        if isinstance(line.event, ev.ActionTaken) and line.event.source == "typed":
            return None
    return None


def next_inputs(plan: Plan, pending: Pending | None) -> tuple[ev.AnyInput, ...]:
    """What of the old lines could be said now, best first; nothing when people are asked."""
    if pending is not None:
        found = _answer(plan, pending)
        return () if found is None else (found,)
    return tuple(
        _again(entry)
        for entry in plan.left
        if not entry.by_itself and not isinstance(entry.input, (ev.Rolled, ev.Chosen, ev.Rewound))
    )


def _answer(plan: Plan, pending: Pending) -> ev.AnyInput | None:
    """The old answer to this question, from the action it was part of."""
    for entry in plan.left:
        event = entry.input
        if isinstance(event, (ev.Rolled, ev.Chosen)):
            if fits(pending.request, pending.key, event):
                return _again(entry)
        elif isinstance(event, (ev.Corrected, ev.Noted)):
            return _again(entry)
        elif isinstance(event, ev.ActionTaken):
            request = pending.request
            interrupts = isinstance(request, Interrupt) and event.action in request.actions
            return _again(entry) if interrupts else None
    return None


def _again(entry: Entry) -> ev.AnyInput:
    event = entry.input
    assert isinstance(event, (ev.ActionTaken, ev.Rolled, ev.Chosen, ev.Corrected, ev.Noted))
    return replace(event, repeats=entry.version)


def same_by_itself(plan: Plan | None, command: Command) -> Version | None:
    """The old line in which the book did the same by itself, if it is the next one."""
    if plan is None:
        return None
    for entry in plan.left:
        if isinstance(entry.input, (ev.Rolled, ev.Chosen)):
            continue
        event = entry.input
        if isinstance(event, ev.ActionTaken) and entry.by_itself:
            same = (event.action, event.side, event.params)
            if same == (command.action, command.side, command.params):
                return entry.version
        return None
    return None
