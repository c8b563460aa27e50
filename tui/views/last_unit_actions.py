"""The last actions of every unit and figure, taken from the current game's lines."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from msgspec.structs import replace

from tracker.application.match.game import Game
from tracker.input_parsing.line_parser import LineError, format_line, parse_typed_line
from tracker.input_parsing.line_syntax_tree import (
    Flag,
    How,
    Line,
    Option,
    SignedTerm,
    TypedDeed,
    TypedMeasure,
)
from tracker.procedures.declared.player_actions import CLAIMED
from tracker.projection.history_tree import RecordedEvent as Written
from tracker.vocabulary.events import (
    ActionTaken,
    FiguresRemoved,
    FiguresReturned,
    Linked,
    Moved,
    TurnBegan,
)
from tracker.vocabulary.subject_ids import FigureId, make_unit_id


@dataclass(frozen=True)
class RememberedLine:
    """A line played in the current game. ``turn`` is its turn, and ``about`` holds its subjects.

    ``fallen`` is the number of the actor's figures that had fallen before the action.
    """

    said: Line
    deed: TypedDeed
    action: str
    turn: int
    at: int
    about: frozenset[str]
    fallen: int


@dataclass(frozen=True)
class RememberedDetail:
    """A detail of an action against a target, with the turn in which it was last entered."""

    how: How
    turn: int
    at: int


class UnitMemory:
    """The last actions of each unit. They follow the game's lines and are rebuilt after an undo."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._lines: dict[int, Line] = {}
        self._begin()

    def _begin(self) -> None:
        self._read, self._version, self._turn = 0, 0, 0
        self._last: dict[tuple[str, str, str], RememberedLine] = {}
        self._covers: dict[str, RememberedDetail] = {}
        self._moved: dict[str, int] = {}
        self._fallen: Counter[str] = Counter()
        self._acted: set[str] = set()

    # ------------------------------------------------------------------------------- looking

    def find_last_line(self, who: str, verb: str, whom: str = "") -> RememberedLine | None:
        """Return a unit's or figure's last line with this verb, optionally against one target."""
        self._follow()
        return self._last.get((who, verb, whom))

    def can_repeat(self, found: RememberedLine) -> bool:
        """Whether the line can be repeated. If ranges matter, nobody involved may have moved."""
        self._follow()
        if not self.game.ruleset.keys.until_moved:
            return True
        return all(self._moved.get(one, -1) < found.at for one in found.about)

    def fit_dice(self, found: RememberedLine) -> Line:
        """Adjust a line's dice to the number of figures the actor has now."""
        self._follow()
        who = found.deed.who.names[0]
        change = self._fallen[who] - found.fallen
        if not change or not any(isinstance(how, SignedTerm) for how in found.deed.how):
            return found.said
        now = len(self.game.match.figures(make_unit_id(who)))
        how = tuple(_fit(each, now, now + change) for each in found.deed.how)
        return replace(found.said, parts=(replace(found.deed, how=how), *found.said.parts[1:]))

    def find_last_cover(self, whom: str) -> RememberedDetail | None:
        """Return the cover last entered for a target, or None if the target has moved since."""
        self._follow()
        told = self._covers.get(whom)
        return told if told is not None and self._moved.get(whom, -1) < told.at else None

    def has_acted(self, who: str) -> bool:
        """Whether a figure has acted since its group was chosen."""
        self._follow()
        return who in self._acted

    # ------------------------------------------------------------------------------- the fold

    def _follow(self) -> None:
        path = self.game.history.path
        read = self._read
        if read > len(path) or (read and path[read - 1].version != self._version):
            self._begin()
        for at in range(self._read, len(path)):
            self._take(at, path[at])
        self._read = len(path)
        self._version = path[-1].version if path else 0

    def _take(self, at: int, written: Written) -> None:
        match written.event:
            case TurnBegan(turn=turn):
                self._turn = turn
                self._acted.clear()
            case Moved(unit=unit, figures=figures):
                for subject in figures or (unit,):
                    self._moved[self.game.match.handle(subject)] = at
            case Linked(a=subject):
                self._moved[self.game.match.handle(subject)] = at
            case FiguresRemoved(figures=figures):
                self._fallen.update(self._units_of(figures))
            case FiguresReturned(figures=figures):
                self._fallen.subtract(self._units_of(figures))
            case ActionTaken(source=source) as taken if source != "default":
                self._remember(at, written.version, taken)

    def _units_of(self, figures: tuple[FigureId, ...]) -> Iterator[str]:
        match = self.game.match
        return (match.handle(match.figure(figure).unit) for figure in figures)

    def _remember(self, at: int, version: int, taken: ActionTaken) -> None:
        if version not in self._lines:
            self._lines[version] = parse_action_line(self.game, taken)
        line = self._lines[version]
        deeds = tuple(list_typed_deeds(line))
        self._note(deeds)
        if not deeds or len(deeds[0].who.names) != 1:
            return
        first = deeds[0]
        who = first.who.names[0]
        about = frozenset((who, *(name for deed in deeds for name in _whom(deed))))
        found = RememberedLine(line, first, taken.action, self._turn, at, about, self._fallen[who])
        for whom in {"", *_whom(first)}:
            self._last[who, first.verb, whom] = found
        for deed in deeds:
            cover = find_cover_flag(self.game, deed)
            if cover is not None:
                self._covers.update(
                    {whom: RememberedDetail(cover, self._turn, at) for whom in _whom(deed)}
                )

    def _note(self, deeds: tuple[TypedDeed, ...]) -> None:
        figures = self.game.ruleset.keys.figures
        for deed in deeds:
            if figures is not None and deed.verb == figures.choosing.verb:
                self._acted.clear()
            self._acted.update(deed.who.names)


def describe_line_age(game: Game, turn: int) -> str:
    """Describe how old repeated values are: ``as before`` or ``as in turn 3``."""
    return "as before" if turn == game.match.turn else f"as in turn {turn}"


def _fit(how: How, now: int, before: int) -> How:
    """Scale typed dice to the current number of figures: 16d6 for eight become 10d6 for five."""
    many, d, die = how.text.partition("d") if isinstance(how, SignedTerm) else ("", "", "")
    return SignedTerm(f"{-(-int(many) * now // before)}d{die}") if d and many.isdigit() else how


def _whom(deed: TypedDeed) -> tuple[str, ...]:
    return deed.whom.names if deed.whom is not None else ()


def find_cover_flag(game: Game, deed: TypedDeed) -> Flag | None:
    """Return the cover flag of an action, or None."""
    letters = game.ruleset.keys.flags.values()
    flags = (how for how in deed.how if isinstance(how, Flag))
    return next((flag for flag in flags if flag.name in letters), None)


def find_typed_distance(deed: TypedDeed) -> TypedMeasure | None:
    """Return the distance entered for an action, or None."""
    return next((how for how in deed.how if isinstance(how, TypedMeasure)), None)


def find_typed_option(deed: TypedDeed, name: str) -> Option | None:
    """Return an action's option of this name with its argument, such as ``with machine-gun``."""
    options = (how for how in deed.how if isinstance(how, Option))
    return next((option for option in options if option.name == name), None)


def format_action_line(game: Game, taken: ActionTaken) -> str:
    """Format a recorded action as a line, or return "" if it can no longer be written as one."""
    return format_line(parse_action_line(game, taken))


def parse_action_line(game: Game, taken: ActionTaken) -> Line:
    """Convert a recorded action into a parsed line, without its interrupts."""
    params = {field: value for field, value in taken.params.items() if field != CLAIMED}
    return game.ruleset.lines.make_line(game.match, replace(taken, params=params))


def list_typed_deeds(line: Line) -> Iterator[TypedDeed]:
    """Yield the parts of a line that have an actor."""
    return (part for part in line.parts if isinstance(part, TypedDeed))


def find_first_deed(game: Game, line: str) -> TypedDeed | None:
    """Return the first part of a line, or None if it has no actor."""
    read = parse_typed_line(line, game.ruleset.lexicon)
    if isinstance(read, LineError) or not read.parts or not isinstance(read.parts[0], TypedDeed):
        return None
    return read.parts[0]
