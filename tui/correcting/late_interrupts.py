"""Interrupts entered late: ``i22o`` interrupts the last action, ``ii22o`` the one before."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

from msgspec.structs import replace

from tracker.application.correcting.late_action_insert import (
    can_interrupt_action,
    describe_action_line,
    get_match_before,
    list_recent_actions,
)
from tracker.application.match.game import Game
from tracker.application.match.match_entries import MatchEntry
from tracker.procedures.declared.action_keys import FigureKeys, InterruptKeys, Keys
from tracker.procedures.match_view import Match
from tracker.procedures.requests import Interrupt
from tracker.vocabulary.events import ActionTaken
from tracker.vocabulary.subject_ids import FigureId, Subject, format_die_label
from tui.prompt import figure_key_shorthand, key_shorthand_reader

NO_MORE = (
    "No earlier action can be interrupted. To enter a forgotten action, type its line with "
    "the word late."
)


class InterruptMoment(NamedTuple):
    """An action that can be interrupted: its line, and the game as it was before the action."""

    entry: MatchEntry
    text: str
    whom: Subject
    match: Match
    last: bool

    @property
    def description(self) -> str:
        return f"before line {self.entry.number}: {self.text}"


def begins_interrupt(game: Game, typed: str) -> bool:
    """Whether these keys begin an interrupt."""
    keys = game.ruleset.keys.interrupts
    return keys is not None and typed.startswith(keys.key)


def is_interrupt_window_open(game: Game) -> bool:
    """Whether the current question asks who interrupts an action."""
    return game.pending is not None and isinstance(game.pending.request, Interrupt)


def find_interrupting_side(game: Game, actor: Subject | None = None) -> str:
    """Return the name of the side that may interrupt now, or interrupt ``actor``; else "".

    Where both sides act, both may.
    """
    keys, match = game.ruleset.keys.interrupts, game.match
    if keys is None:
        return ""
    watching = (
        keys.watching(match)
        if actor is None
        else key_shorthand_reader.list_interrupters(keys, match, actor)
    )
    return " or ".join(dict.fromkeys(match.side_name(match.side_of(one)) for one in watching))


def find_interrupt_moment(game: Game, typed: str) -> InterruptMoment | None:
    """Return the action that these keys interrupt, or None if there is none."""
    keys = game.ruleset.keys.interrupts
    if keys is None:
        return None
    pending = game.pending
    if (
        is_interrupt_window_open(game)
        and pending is not None
        and pending.request.target is not None
    ):
        entry = game.history.get_entry(pending.action)
        told = describe_action_line(game, entry)
        return InterruptMoment(entry, told, pending.request.target, game.match, last=True)
    back = len(typed) - len(typed.lstrip(keys.key))
    return next(islice(_moments(game, keys), back - 1, None), None) if back else None


def format_interrupt_example(game: Game, found: InterruptMoment) -> str:
    """Format example keys for an interrupt in this game, with their meaning."""
    keys = game.ruleset.keys
    assert keys.interrupts is not None
    watching = key_shorthand_reader.list_interrupters(keys.interrupts, found.match, found.whom)
    who = found.match.handle(watching[0])
    whom = found.match.handle(found.whom)
    letter, word = next(iter(keys.flags.items()), ("", ""))
    unit = keys.figures.measure if keys.figures is not None else keys.interrupts.amount
    typed = " ".join(filter(None, (who[1:], whom[1:], "20", letter)))
    return (
        f"{typed} is {format_die_label(who)} at {format_die_label(whom)}, 20 {unit} {word}".rstrip()
    )


def parse_interrupt_line(game: Game, typed: str, found: InterruptMoment | None) -> str:
    """Parse these keys as an interrupt of that action. Raises ``UnreadableKeys``."""
    keys = game.ruleset.keys
    if found is None or keys.interrupts is None:
        raise key_shorthand_reader.UnreadableKeys(
            NO_MORE if find_interrupting_side(game) else key_shorthand_reader.NO_WATCHER
        )
    once = keys.interrupts.key + typed.lstrip(keys.interrupts.key)
    if keys.figures is None:
        whom = found.match.handle(found.whom)
        line = key_shorthand_reader.read_interrupt_keys(
            once, keys, keys.interrupts, found.match, whom
        )
    else:
        line = _by_figure(once, keys, keys.figures, found)
    return line if found.last else f"{line} before {found.entry.number}"


def _by_figure(typed: str, keys: Keys, figures: FigureKeys, found: InterruptMoment) -> str:
    side = found.match.clock.side or found.match.sides[0]
    at_it = replace(keys, figures=replace(figures, acting=lambda _: FigureId(found.whom)))
    keyed = figure_key_shorthand.read_figure_keys(
        typed, at_it, found.match, side, found.match.phase
    )
    return key_shorthand_reader.format_keyed_line(keyed, at_it, found.match)


def _moments(game: Game, keys: InterruptKeys) -> Iterator[InterruptMoment]:
    """Yield the recent actions that could have been interrupted, newest first."""
    for at, entry in enumerate(list_recent_actions(game, None)):
        match = get_match_before(game, entry)
        whom = next(iter(find_entry_actors(game, entry)), None)
        if whom is None:
            continue
        watching = key_shorthand_reader.list_interrupters(keys, match, whom)
        if not watching:
            continue
        breaks_in = f"{match.handle(watching[0])} {keys.breaks_in} {match.handle(whom)}"
        if can_interrupt_action(game, entry, breaks_in):
            yield InterruptMoment(entry, describe_action_line(game, entry), whom, match, at == 0)


def find_entry_actors(game: Game, entry: MatchEntry) -> tuple[Subject, ...]:
    """Return the actors of an entry, or () if it followed automatically."""
    event = entry.input
    acts = game.history.acts(event) if isinstance(event, ActionTaken) else None
    return () if acts is None or entry.is_automatic else acts.who
