"""Late interrupts: ``i22o`` interrupts the last action, ``ii22o`` the action before that."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

from msgspec.structs import replace

from tracker.application.correcting.late_action_insert import (
    can_interrupt_action,
    describe_action_as_typed,
    get_match_after_last_interrupt,
    list_outermost_actions_newest_first,
    needs_late_word_to_interrupt,
)
from tracker.application.match.game import Game
from tracker.application.match.match_entries import MatchEntry
from tracker.procedures.declared.action_key_types import FigureKeys, InterruptKeys, Keys
from tracker.procedures.match_view import Match
from tracker.procedures.requests import Interrupt
from tracker.vocabulary.events import ActionTaken
from tracker.vocabulary.subject_ids import FigureId, Subject, format_die_label
from tui.prompt import figure_key_shorthand
from tui.prompt.key_shorthand_reader import (
    NO_INTERRUPTER,
    UnreadableKeys,
    expand_interrupt_keys,
    expand_shorthand,
    list_interrupters,
)

NO_EARLIER_ACTION = (
    "No earlier action can be interrupted. To enter a forgotten action, type its line and add late."
)


class InterruptibleAction(NamedTuple):
    """An action that can be interrupted, its actor, and the match at that moment."""

    entry: MatchEntry
    text: str
    target: Subject
    match: Match
    is_last: bool

    @property
    def description(self) -> str:
        return f"before line {self.entry.number}: {self.text}"


def begins_with_interrupt_key(game: Game, typed_keys: str) -> bool:
    keys = game.ruleset.keys.interrupts
    return keys is not None and typed_keys.startswith(keys.key)


def name_sides_that_can_interrupt(game: Game, actor: Subject | None = None) -> str:
    """Name the sides that may interrupt ``actor``, by default anybody. If none may, return ""."""
    keys, match = game.ruleset.keys.interrupts, game.match
    if keys is None:
        return ""
    sides = dict.fromkeys(map(match.side_of, list_interrupters(keys, match, actor)))
    return " or ".join(map(match.side_name, sides))


def find_interruptible_action(game: Game, typed_keys: str) -> InterruptibleAction | None:
    """Return the action that the typed keys interrupt, or None if there is none.

    Each interrupt key goes one action back.
    """
    keys = game.ruleset.keys.interrupts
    if keys is None:
        return None
    pending = game.pending
    if (
        pending is not None
        and isinstance(pending.request, Interrupt)
        and pending.request.target is not None
    ):
        entry = game.history.get_entry_beginning_at(pending.action)
        description = describe_action_as_typed(game, entry)
        target = pending.request.target
        return InterruptibleAction(entry, description, target, game.match, is_last=True)
    steps_back = len(typed_keys) - len(typed_keys.lstrip(keys.key))
    if not steps_back:
        return None
    return next(islice(_list_interruptible_actions(game, keys), steps_back - 1, None), None)


def format_interrupt_example(game: Game, action: InterruptibleAction) -> str:
    """Return example keys for an interrupt in this game, with their meaning."""
    keys = game.ruleset.keys
    assert keys.interrupts is not None
    interrupters = list_interrupters(keys.interrupts, action.match, action.target)
    interrupter = action.match.handle(interrupters[0])
    target = action.match.handle(action.target)
    letter, word = next(iter(keys.flags.items()), ("", ""))
    unit = keys.figures.measure if keys.figures is not None else keys.interrupts.amount
    typed = " ".join(filter(None, (interrupter[1:], target[1:], "20", letter)))
    meaning = f"{format_die_label(interrupter)} at {format_die_label(target)}, 20 {unit} {word}"
    return f"{typed} is {meaning}".rstrip()


def expand_typed_interrupt(game: Game, typed_keys: str, action: InterruptibleAction | None) -> str:
    """Expand typed keys to a line that interrupts the given action. Raises ``UnreadableKeys``."""
    keys = game.ruleset.keys
    if action is None or keys.interrupts is None:
        raise UnreadableKeys(
            NO_EARLIER_ACTION if name_sides_that_can_interrupt(game) else NO_INTERRUPTER
        )
    shorthand = keys.interrupts.key + typed_keys.lstrip(keys.interrupts.key)
    if keys.figures is None:
        target = action.match.handle(action.target)
        line = expand_interrupt_keys(shorthand, keys, keys.interrupts, action.match, target)
    else:
        line = _expand_figure_keys(shorthand, keys, keys.figures, action)
    is_clear = action.is_last and not needs_late_word_to_interrupt(game, line)
    return line if is_clear else f"{line} before {action.entry.number}"


def _expand_figure_keys(
    typed: str, keys: Keys, figures: FigureKeys, action: InterruptibleAction
) -> str:
    side = action.match.clock.side or action.match.sides[0]
    moment_keys = replace(keys, figures=replace(figures, acting=lambda _: FigureId(action.target)))
    keyed = figure_key_shorthand.parse_unit_or_figure_keys(
        typed, moment_keys, action.match, side, action.match.phase
    )
    return expand_shorthand(keyed, moment_keys, action.match)


def _list_interruptible_actions(game: Game, keys: InterruptKeys) -> Iterator[InterruptibleAction]:
    for index, entry in enumerate(list_outermost_actions_newest_first(game, None)):
        match = get_match_after_last_interrupt(game, entry)
        target = next(iter(find_entry_actors(game, entry)), None)
        if target is None:
            continue
        interrupters = list_interrupters(keys, match, target)
        if not interrupters:
            continue
        line = f"{match.handle(interrupters[0])} {keys.breaks_in} {match.handle(target)}"
        if can_interrupt_action(game, entry, line):
            text = describe_action_as_typed(game, entry)
            yield InterruptibleAction(entry, text, target, match, is_last=index == 0)


def find_entry_actors(game: Game, entry: MatchEntry) -> tuple[Subject, ...]:
    """Return the actors of an entry, or () if the entry is automatic or not an action."""
    event = entry.input
    roles = game.history.find_actors_and_targets(event) if isinstance(event, ActionTaken) else None
    return () if roles is None or entry.is_automatic else roles.who
