"""What Enter does next: who is due, on whom as last time, always as a line of the grammar."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tracker.application.errors import Refused
from tracker.application.game import Game
from tracker.application.lines import command_of
from tracker.procedures.keys import KeyVerb
from tracker.procedures.ruleset import Due
from tracker.procedures.view import UnknownName
from tracker.scribe.line import Misread, parse
from tracker.scribe.syntax import Deed
from tracker.vocabulary.events import ActionTaken, TurnBegan
from tracker.vocabulary.names import SideId, handle, is_figure, is_unit

NEXT = "next"


@dataclass(frozen=True)
class Proposal:
    """A line that Enter takes; ``turn`` is when the same was done last, None for a first time."""

    line: str
    turn: int | None = None

    @property
    def age(self) -> str:
        """``as turn 1``."""
        return "" if self.turn is None else f"as turn {self.turn}"


@dataclass(frozen=True)
class Remembered:
    """A line of this game as it was taken, with the turn it was taken in."""

    line: str
    deed: Deed
    turn: int


class Memory:
    """What every unit did last, read from the events of the game alone."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._version = -1
        self._found: list[Remembered] = []

    def lines(self) -> list[Remembered]:
        """Newest first."""
        if self._version != self.game.version:
            self._found = list(self._read())
            self._version = self.game.version
        return self._found

    def _read(self) -> Iterator[Remembered]:
        for entry in self.game.story.backwards():
            if isinstance(entry.input, ActionTaken) and not entry.by_itself:
                found = self._remember(entry.input, entry.version)
                if found is not None:
                    yield found

    def _remember(self, taken: ActionTaken, version: int) -> Remembered | None:
        line = line_of(self.game, taken)
        deed = deed_of(self.game, line)
        if deed is None:
            return None
        return Remembered(line, deed, _turn_at(self.game, version))

    def last(self, who: str, verb: str, whom: str = "") -> Remembered | None:
        """The last line in which this unit did this (to that unit)."""
        for found in self.lines():
            if found.deed.who.names != (who,) or found.deed.verb != verb:
                continue
            if not whom or (found.deed.whom is not None and found.deed.whom.names == (whom,)):
                return found
        return None


def _turn_at(game: Game, version: int) -> int:
    """The turn in which a line was written, counting back the turns that began since."""
    later = game.story.path[game.story.index_after(version) :]
    return game.state.clock.turn - sum(isinstance(line.event, TurnBegan) for line in later)


def line_of(game: Game, taken: ActionTaken) -> str:
    """An action as its line; nothing where it has none any more."""
    action = game.ruleset.actions.get(taken.action)
    if action is None:
        return ""
    try:
        return action.show(game.match, taken.side, action.read(taken.params))
    except UnknownName:
        return ""


def deed_of(game: Game, line: str) -> Deed | None:
    """The first part of a line, if somebody does something in it."""
    read = parse(line, game.ruleset.lexicon)
    if isinstance(read, Misread) or not read.parts or not isinstance(read.parts[0], Deed):
        return None
    return read.parts[0]


def objections_to(game: Game, line: str) -> tuple[str, ...] | None:
    """What the rules have against a line; None when it cannot be taken at all."""
    try:
        return tuple(found.text for found in game.objections(command_of(game, line)))
    except Refused:
        return None


def propose(game: Game, memory: Memory, side: SideId | None) -> Proposal | None:
    """What Enter does now: the first who is due, or going on. None when nothing can be done."""
    if game.match.ended is not None or game.pending is not None or game.trouble is not None:
        return None
    keys = game.ruleset.keys
    due = game.ruleset.due(game.match)
    if game.match.phase in keys.unhurried and not any(item.compulsory for item in due):
        return Proposal(NEXT)
    mine = [item for item in due if side is None or item.side in (None, side)] or list(due)
    for item in mine[:1]:
        found = _of_due(game, memory, item)
        if found is not None:
            return found
    return None if mine and mine[0].compulsory else Proposal(NEXT)


def _of_due(game: Game, memory: Memory, item: Due) -> Proposal | None:
    if item.subject and is_figure(item.subject):
        return _of_figure(game, memory, item, game.match.handle(item.subject))
    who = handle(item.subject) if item.subject and is_unit(item.subject) else ""
    usual = game.ruleset.keys.usual_verb(game.match.phase)
    if who and usual is not None:
        found = for_unit(game, memory, who, usual)
        if found is not None:
            return found
    return _candidate(game, item.action, who)


def _of_figure(game: Game, memory: Memory, item: Due, who: str) -> Proposal | None:
    """What this figure did last as it is usual in this phase, or the first thing due."""
    usual = game.ruleset.keys.usual_verb(game.match.phase)
    last = memory.last(who, usual.verb) if usual is not None else None
    if last is not None and objections_to(game, last.line) == ():
        return Proposal(last.line, last.turn)
    return _candidate(game, item.action, who)


def for_unit(
    game: Game, memory: Memory, who: str, verb: KeyVerb, whom: str = ""
) -> Proposal | None:
    """What this unit did last with this verb (to that unit), or the first thing it may do."""
    last = memory.last(who, verb.verb, whom)
    if last is not None and objections_to(game, last.line) == ():
        return Proposal(last.line, last.turn)
    for action in game.ruleset.actions.values():
        if game.match.phase not in action.phases:
            continue
        found = _candidate(game, action.id, who, verb.verb, whom)
        if found is not None:
            return found
    return None


def _candidate(
    game: Game, action_id: str, who: str, verb: str | None = None, whom: str = ""
) -> Proposal | None:
    """The first thing an action offers (to this unit) that the rules have nothing against."""
    action = game.ruleset.actions.get(action_id)
    if action is None:
        return None
    for number, (side, params) in enumerate(action.candidates(game.match)):
        line = action.show(game.match, side, params)
        if number and who and not line.startswith(f"{who} "):
            continue
        deed = deed_of(game, line)
        if verb is not None and (deed is None or deed.verb != verb):
            return None  # an action is said with one verb
        if who and (deed is None or deed.who.names != (who,)):
            continue
        if whom and (deed is None or deed.whom is None or deed.whom.names != (whom,)):
            continue
        if line and not any(action.objections(game.match, side, params)):
            return Proposal(line)
    return None
