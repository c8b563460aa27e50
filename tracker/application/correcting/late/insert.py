"""What is said late: an interrupt after the action it interrupts, an action of an earlier half.

The game goes back to where it belongs, it is entered there, and everything after it is said again
with the same dice. All of this is tried in a sandbox of the game first, and written in one go.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace
from msgspec.structs import replace as changed

from tracker.application.correcting.late import words
from tracker.application.correcting.late.where import (
    list_places,
    list_taken_actions,
    match_at,
    match_before,
)
from tracker.application.correcting.rewrite import NOT_KNOWN, Rewrite, find_outcome, look_past
from tracker.application.errors import Refused
from tracker.application.lines.interpreting import find_action, interpret_in
from tracker.application.match import replaying
from tracker.application.match.game import Game
from tracker.application.match.match_entries import Entry
from tracker.input_parsing.line import Misread, parse
from tracker.input_parsing.syntax import Deed, Flag, Line, Option, Part
from tracker.procedures.requests import Interrupt
from tracker.procedures.ruleset import Command
from tracker.procedures.view import Match, UnknownName
from tracker.vocabulary import events as ev
from tracker.vocabulary.typed import is_number


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


LATE = "late"
BEFORE = "before"
Play = Callable[[Game, Match], None]
"""Plays a line on a game; its words are read against a match."""


class When(NamedTuple):
    """When something said late happened: before a line, or wherever it fits."""

    before: int | None = None


class Put(Struct, frozen=True):
    """Something said late as it will be kept, and what people are told."""

    rewrite: Rewrite
    told: tuple[str, ...]


def read_late_words(line: Line) -> tuple[Line, When | None]:
    """The line without the words that say it is late, and when it happened; None where it is not
    late. Raises ``Refused`` for a line number that is none.
    """
    when: When | None = None
    parts: list[Part] = []
    for part in line.parts:
        if not isinstance(part, Deed):
            parts.append(part)
            continue
        told = [found for how in part.how if (found := _when(how)) is not None]
        when = told[-1] if told else when
        parts.append(replace(part, how=tuple(how for how in part.how if _when(how) is None)))
    return replace(line, parts=tuple(parts)), when


def _when(how: object) -> When | None:
    if how == Flag(LATE):
        return When()
    if isinstance(how, Option) and how.name == BEFORE:
        if not is_number(how.value):
            raise Refused(f"{how.value!r} is not a line number; type it like before 41.")
        return When(int(how.value))
    return None


def belongs_between(game: Game, line: Line) -> bool:
    """Whether a line, said behind the last action, is what comes in between it."""
    waits = game.pending is not None and isinstance(game.pending.request, Interrupt)
    if game.trouble is not None or waits or not line.parts:
        return False
    command = _command(game, game.match, line)
    if command is None or not game.ruleset.actions[command.action].breaks_in:
        return False
    last = next(list_taken_actions(game, None), None)
    return last is not None and _claimed(game, last, command) is not None


def can_come_between(game: Game, entry: Entry, text: str) -> bool:
    """Whether a line, such as ``b12 shoots r11``, can be what comes in between an action."""
    line = parse(text, game.ruleset.lexicon)
    command = None if isinstance(line, Misread) else _command(game, game.match, line)
    return command is not None and _claimed(game, entry, command) is not None


def put(game: Game, line: Line, when: When, play: Play) -> Put | None:
    """Where something said late goes; None where it can only be done now, as anything is.

    Raises ``Refused`` for a line that cannot be played.
    """
    found = _between(game, line, when, play)
    if found is not None:
        return found
    return _earlier(game, line, when, play)


# ------------------------------------------------------------------------- coming in between


def insert_between_last(game: Game, line: Line, play: Play) -> Put | None:
    """The line in between the last action, if the rules have nothing against it there."""
    last = next(list_taken_actions(game, None), None)
    return None if last is None else _in_between(game, line, last, play, advised=False)


def _between(game: Game, line: Line, when: When, play: Play) -> Put | None:
    """In between the newest action that it can come between without any advice against it."""
    for advised in (False, True):
        for entry in list_taken_actions(game, when.before):
            found = _in_between(game, line, entry, play, advised=advised)
            if found is not None:
                return found
    return None


def _in_between(game: Game, line: Line, entry: Entry, play: Play, *, advised: bool) -> Put | None:
    """The line in between an action, in the window that opens for it there."""
    match = match_before(game, entry)
    command = _command(game, match, line)
    claimed = None if command is None else _claimed(game, entry, command)
    if command is None or claimed is None:
        return None
    rewrite = Rewrite.before(game, entry, "late")
    sandbox = rewrite.sandbox
    assert isinstance(entry.input, ev.ActionTaken)
    sandbox.alone(changed(entry.input, params=claimed.params, repeats=entry.version))
    if not _at_the_window(sandbox, command) or (sandbox.list_objections(command) and not advised):
        return None
    rewrite.insert(entry.version, lambda sandbox: play(sandbox, sandbox.match))
    ahead = look_past_later_lines(sandbox)
    return Put(
        rewrite, (words.describe_before(game, entry), *words.list_lost_ahead(sandbox, ahead))
    )


def _at_the_window(sandbox: Game, command: Command) -> bool:
    """Say again what came in between the action before; whether the window is open then."""
    while (pending := sandbox.pending) is not None:
        plan = replaying.plan_of(sandbox.story)
        event = (
            next(replaying.list_next_inputs(sandbox.story, plan, pending), None) if plan else None
        )
        window = isinstance(pending.request, Interrupt)
        if event is None or (window and isinstance(event, ev.Chosen)):
            return isinstance(pending.request, Interrupt) and (
                command.action in pending.request.actions
            )
        sandbox.alone(event)
    return False


def _claimed(game: Game, entry: Entry, command: Command) -> Command | None:
    taken = entry.input
    assert isinstance(taken, ev.ActionTaken)
    return game.ruleset.claim_between(Command(taken.action, taken.side, taken.params), command)


def _command(game: Game, match: Match, line: Line) -> Command | None:
    """The action a line begins with; None where its words mean nothing in that match."""
    try:
        return find_action(interpret_in(game.ruleset, match, line.parts)[0].meaning)
    except (Refused, UnknownName):
        return None


# ------------------------------------------------------------------ of an earlier half or phase


def _earlier(game: Game, line: Line, when: When, play: Play) -> Put | None:
    """At the end of the half or phase it belongs to, if everything after it stays as it was; else
    now, marked as late. None where it can still be done now.
    """
    if when.before is None and game.pending is None and _can_be_done(game, game.match, line):
        return None
    for before, after in list_places(game, when.before):
        match = match_at(game, before)
        if when.before is None and not _can_be_done(game, match, line):
            continue
        rewrite = Rewrite(game, before, "late", before)
        rewrite.insert(after.version, lambda sandbox: play(sandbox, sandbox.match))
        ahead = look_past_later_lines(rewrite.sandbox)
        if is_unchanged_after(game, ahead):
            return Put(rewrite, (words.describe_place(game, match, after),))
        return _now(game, words.explain_entered_now(after, ahead), match, play, after)
    return _now(game, words.NOWHERE, game.match, play)


def _now(game: Game, told: str, match: Match, play: Play, after: Entry | None = None) -> Put:
    """Entered where the game stands, and marked as late."""
    rewrite = Rewrite(game)
    rewrite.insert(after.version if after is not None else 0, lambda sandbox: play(sandbox, match))
    if not is_waiting(rewrite.sandbox):
        rewrite.sandbox.proceed()
    return Put(rewrite, (told,))


def _can_be_done(game: Game, match: Match, line: Line) -> bool:
    """Whether a line is an action of that moment that the rules have nothing against."""
    command = _command(game, match, line)
    action = None if command is None else game.ruleset.actions.get(command.action)
    if command is None or action is None or match.phase not in (action.phases or (match.phase,)):
        return False
    return not any(action.against(match, command.side, action.read(command.params)))
