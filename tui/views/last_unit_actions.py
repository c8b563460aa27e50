"""The last actions of every unit and figure, collected from the current game's lines."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

from msgspec.structs import replace

from tracker.application.match.game import Game
from tracker.input_parsing.line_parser import parse_typed_line
from tracker.input_parsing.line_syntax_tree import (
    Flag,
    Line,
    LineError,
    Option,
    SignedTerm,
    TypedAction,
    TypedDetail,
    TypedMeasure,
)
from tracker.procedures.declared.player_actions import CLAIMED
from tracker.projection.undo_history_tree import RecordedEvent
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
    """A line that was played in the current game.

    ``part`` is its first part, and ``action`` its action. ``fallen`` is the number of figures that
    the actor had lost before the action.
    """

    line: Line
    part: TypedAction
    action: str
    turn: int
    index: int
    subjects: frozenset[str]
    fallen: int


@dataclass(frozen=True)
class RememberedDetail:
    detail: TypedDetail
    turn: int
    index: int


class LastUnitActions:
    """The last actions of each unit and figure, rebuilt after an undo."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._lines: dict[int, Line] = {}
        self._reset()

    def _reset(self) -> None:
        self._read_count, self._version, self._turn = 0, 0, 0
        self._last_lines: dict[tuple[str, str, str], RememberedLine] = {}
        self._last_covers: dict[str, RememberedDetail] = {}
        self._moved_at: dict[str, int] = {}
        self._fallen: Counter[str] = Counter()
        self._acted: set[str] = set()

    def find_last_line(self, actor: str, verb: str, target: str = "") -> RememberedLine | None:
        """Return a unit's or figure's last line with this verb and, if given, this target."""
        self._catch_up()
        return self._last_lines.get((actor, verb, target))

    def can_repeat(self, remembered: RememberedLine) -> bool:
        """Return whether no unit in the line has moved since, or ranges do not matter."""
        self._catch_up()
        if not self.game.ruleset.keys.until_moved:
            return True
        moves = (self._moved_at.get(subject, -1) for subject in remembered.subjects)
        return all(moved_at < remembered.index for moved_at in moves)

    def reduce_dice_after_losses(self, remembered: RememberedLine) -> Line:
        """Reduce the number of dice in a line if the actor has lost figures since."""
        self._catch_up()
        actor = remembered.part.actors.names[0]
        change = self._fallen[actor] - remembered.fallen
        if change <= 0 or not any(isinstance(how, SignedTerm) for how in remembered.part.details):
            return remembered.line
        figures_now = len(self.game.match.figures(make_unit_id(actor)))
        scale = partial(_scale_dice, count_now=figures_now, count_before=figures_now + change)
        details = tuple(map(scale, remembered.part.details))
        first = replace(remembered.part, details=details)
        return replace(remembered.line, parts=(first, *remembered.line.parts[1:]))

    def find_last_cover_unless_moved(self, target: str) -> RememberedDetail | None:
        """Return the last cover entered for a target. Return None if the target has moved since."""
        self._catch_up()
        cover = self._last_covers.get(target)
        return cover if cover is not None and self._moved_at.get(target, -1) < cover.index else None

    def has_acted_since_group_choice(self, figure: str) -> bool:
        """Return whether a figure has acted since its group was chosen."""
        self._catch_up()
        return figure in self._acted

    def _catch_up(self) -> None:
        path = self.game.history.path
        read_count = self._read_count
        if read_count > len(path) or (read_count and path[read_count - 1].version != self._version):
            self._reset()
        for index in range(self._read_count, len(path)):
            self._apply_event(index, path[index])
        self._read_count = len(path)
        self._version = path[-1].version if path else 0

    def _apply_event(self, index: int, recorded: RecordedEvent) -> None:
        match recorded.event:
            case TurnBegan(turn=turn):
                self._turn = turn
                self._acted.clear()
            case Moved(unit=unit, figures=figures):
                for subject in figures or (unit,):
                    self._moved_at[self.game.match.handle(subject)] = index
            case Linked(a=subject):
                self._moved_at[self.game.match.handle(subject)] = index
            case FiguresRemoved(figures=figures):
                self._fallen.update(self._name_units(figures))
            case FiguresReturned(figures=figures):
                self._fallen.subtract(self._name_units(figures))
            case ActionTaken(source=source) as taken if source != "default":
                self._remember_action(index, recorded.version, taken)

    def _name_units(self, figures: tuple[FigureId, ...]) -> Iterator[str]:
        match = self.game.match
        return (match.handle(match.figure(figure).unit) for figure in figures)

    def _remember_action(self, index: int, version: int, taken: ActionTaken) -> None:
        if version not in self._lines:
            self._lines[version] = build_action_line(self.game, taken)
        line = self._lines[version]
        parts = tuple(list_action_parts(line))
        self._mark_acted(parts)
        if not parts or len(parts[0].actors.names) != 1:
            return
        first = parts[0]
        actor = first.actors.names[0]
        subjects = frozenset((actor, *(name for part in parts for name in list_target_names(part))))
        remembered = RememberedLine(
            line, first, taken.action, self._turn, index, subjects, self._fallen[actor]
        )
        for target in {"", *list_target_names(first)}:
            self._last_lines[actor, first.verb, target] = remembered
        for part in parts:
            cover = find_cover_flag(self.game, part)
            if cover is not None:
                detail = RememberedDetail(cover, self._turn, index)
                self._last_covers |= dict.fromkeys(list_target_names(part), detail)

    def _mark_acted(self, parts: tuple[TypedAction, ...]) -> None:
        figures = self.game.ruleset.keys.figures
        for part in parts:
            if figures is not None and part.verb == figures.choosing.verb:
                self._acted.clear()
            self._acted.update(part.actors.names)


def describe_line_age(game: Game, turn: int) -> str:
    """Describe the age of repeated values as ``as before`` or ``as in turn 3``."""
    return "as before" if turn == game.match.turn else f"as in turn {turn}"


def _scale_dice(how: TypedDetail, count_now: int, count_before: int) -> TypedDetail:
    """Scale typed dice to the number of figures: 16d6 for eight figures become 10d6 for five."""
    count, d, die = how.text.partition("d") if isinstance(how, SignedTerm) else ("", "", "")
    if d and count.isdigit():
        return SignedTerm(f"{-(-int(count) * count_now // count_before)}d{die}")
    return how


def list_target_names(part: TypedAction) -> tuple[str, ...]:
    return part.targets.names if part.targets is not None else ()


def find_cover_flag(game: Game, part: TypedAction) -> Flag | None:
    """Return the flag for cover in a part of a line, or None if it has no cover."""
    letters = game.ruleset.keys.flags.values()
    flags = (how for how in part.details if isinstance(how, Flag))
    return next((flag for flag in flags if flag.name in letters), None)


def find_typed_distance(part: TypedAction) -> TypedMeasure | None:
    return next((how for how in part.details if isinstance(how, TypedMeasure)), None)


def find_typed_option(part: TypedAction, name: str) -> Option | None:
    """Return the option with this name, such as ``with machine-gun``, or None if there is none."""
    options = (how for how in part.details if isinstance(how, Option))
    return next((option for option in options if option.name == name), None)


def build_action_line(game: Game, taken: ActionTaken) -> Line:
    """Convert a recorded action into a parsed line, without its interrupts."""
    params = {field: value for field, value in taken.params.items() if field != CLAIMED}
    return game.ruleset.line_translator.make_line(game.match, replace(taken, params=params))


def list_action_parts(line: Line) -> Iterator[TypedAction]:
    """Yield the parts of a line that have an actor."""
    return (part for part in line.parts if isinstance(part, TypedAction))


def parse_first_action_part(game: Game, line: str) -> TypedAction | None:
    """Parse a line and return its first part, or None if this part has no actor."""
    parsed = parse_typed_line(line, game.ruleset.lexicon)
    first = None if isinstance(parsed, LineError) else next(iter(parsed.parts), None)
    return first if isinstance(first, TypedAction) else None
