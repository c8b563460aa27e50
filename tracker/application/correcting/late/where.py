"""Where in a game something belongs: the actions of late, and where halves and phases ended."""

from __future__ import annotations

from collections.abc import Iterator

from tracker.application.errors import Refused
from tracker.application.match.entries import Entry
from tracker.application.match.game import Game
from tracker.procedures.runners.table import Table
from tracker.procedures.view import Match
from tracker.projection.history import before_entry
from tracker.vocabulary import events as ev
from tracker.vocabulary.events import Version

TURNS_BACK = 1
"""How many ends of a turn are looked past for where something belongs."""


def taken(game: Game, number: int | None) -> Iterator[Entry]:
    """The actions somebody took lately that are inside no other, newest first; or only that of a
    line. Raises ``Refused`` for a line that is none.
    """
    if number is not None:
        yield outermost(game, number)
        return
    for entry in _lately(game):
        if isinstance(entry.input, ev.ActionTaken) and not entry.by_itself and _is_top(game, entry):
            yield entry


def _lately(game: Game) -> Iterator[Entry]:
    """The lines of this turn and the one before, newest first."""
    turns = 0
    for entry in game.story.backwards():
        if isinstance(entry.input, (ev.MatchOpened, ev.ForceMustered)) or turns > TURNS_BACK:
            return
        yield entry
        turns += any(isinstance(fact, ev.TurnBegan) for fact in entry.facts)


def match_before(game: Game, entry: Entry) -> Match:
    """The match as it stood before a line that counts."""
    before = before_entry(game.story.path, entry.version)
    return Table(game.ruleset, game.story.state_at(before)).match


def _is_top(game: Game, entry: Entry) -> bool:
    before = before_entry(game.story.path, entry.version)
    return not game.story.state_at(before).now.open


def outermost(game: Game, number: int) -> Entry:
    """The outermost action of a line that counts. Raises ``Refused``."""
    version = game.story.version_of(number)
    if version is None or not any(line.version == version for line in game.story.path):
        raise Refused(f"Line {number} is not part of the game as it stands; look with: log.")
    before = before_entry(game.story.path, version)
    still_open = game.story.state_at(before).now.open
    return game.story.entry(still_open[0] if still_open else version)


def places(game: Game, number: int | None) -> Iterator[tuple[Version, Entry]]:
    """Where halves, phases and activations ended (or are about to), newest first, with the line
    that ended them; or only where a line is. Nothing before the game begins.
    """
    if number is not None:
        entry = outermost(game, number)
        yield before_entry(game.story.path, entry.version), entry
        return
    if game.state.now.open:
        entry = game.story.entry(game.state.now.open[0])
        yield before_entry(game.story.path, entry.version), entry
    for entry in _lately(game):
        if any(isinstance(fact, ev.PhaseBegan) for fact in entry.facts):
            outer = outermost(game, entry.number)
            yield before_entry(game.story.path, outer.version), outer
