"""Where in a game something belongs: the actions of late, and where halves and phases ended."""

from __future__ import annotations

from collections.abc import Iterator

from tracker.application.match.game import Game
from tracker.application.match.match_entries import Entry
from tracker.procedures.runners.table import Table
from tracker.procedures.view import Match
from tracker.vocabulary import events as ev
from tracker.vocabulary.events import Version

TURNS_BACK = 1
"""How many ends of a turn are looked past for where something belongs."""


def list_taken_actions(game: Game, number: int | None) -> Iterator[Entry]:
    """The actions somebody took lately that are inside no other, newest first; or only that of a
    line. Raises ``Refused`` for a line that is none.
    """
    if number is not None:
        yield find_outermost_action(game, number)
        return
    for entry in _lately(game):
        if (
            isinstance(entry.input, ev.ActionTaken)
            and not entry.by_itself
            and not _open_before(game, entry)
        ):
            yield entry


def _lately(game: Game) -> Iterator[Entry]:
    """The lines of this turn and the one before, newest first."""
    turns = 0
    for entry in game.story.iterate_backwards():
        if isinstance(entry.input, (ev.MatchOpened, ev.ForceMustered)) or turns > TURNS_BACK:
            return
        yield entry
        turns += any(isinstance(fact, ev.TurnBegan) for fact in entry.facts)


def match_at(game: Game, version: Version) -> Match:
    """The match as it stood after a version that counts."""
    return Table(game.ruleset, game.story.state_at(version)).match


def match_before(game: Game, entry: Entry) -> Match:
    """The match as it stood before a line that counts."""
    return match_at(game, game.story.before(entry.version))


def _open_before(game: Game, entry: Entry) -> tuple[Version, ...]:
    return game.story.state_at(game.story.before(entry.version)).now.open


def find_outermost_action(game: Game, number: int) -> Entry:
    """The outermost action of a line that counts. Raises ``Refused``."""
    entry = game.story.find_counting(number)
    still_open = _open_before(game, entry)
    return game.story.get_entry(still_open[0]) if still_open else entry


def list_places(game: Game, number: int | None) -> Iterator[tuple[Version, Entry]]:
    """Where halves, phases and activations ended (or are about to), newest first, with the line
    that ended them; or only where a line is. Nothing before the game begins.
    """
    if number is not None:
        entry = find_outermost_action(game, number)
        yield game.story.before(entry.version), entry
        return
    if game.state.now.open:
        entry = game.story.get_entry(game.state.now.open[0])
        yield game.story.before(entry.version), entry
    for entry in _lately(game):
        if any(isinstance(fact, ev.PhaseBegan) for fact in entry.facts):
            outer = find_outermost_action(game, entry.number)
            yield game.story.before(outer.version), outer
