"""The view model of the table screen."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from msgspec.structs import replace

from tracker.application.chances.game_luck import LuckReport, compute_luck
from tracker.application.match.game import Game
from tracker.projection.match_state import State
from tracker.vocabulary.subject_ids import Subject
from tui.prompt.table_prompt import Prompt
from tui.table.panels.forecast_panel import ForecastCache
from tui.views.figure_groups_view import FigureGroupView, build_figure_groups
from tui.views.last_unit_actions import (
    LastUnitActions,
    RememberedLine,
    find_cover_flag,
    list_target_names,
)
from tui.views.open_action_description import build_table_focus
from tui.views.playing_time_view import PlayingTimeView
from tui.views.repeated_shot_defaults import list_enemy_targeting_verbs
from tui.views.searchable_log_lines import GameLogView
from tui.views.unit_status_rows import TableFocus


def describe_last_shots(
    game: Game, memory: LastUnitActions, subjects: Iterable[Subject]
) -> dict[Subject, str]:
    """Describe each subject's last shot, such as ``▸2 soft, turn 1``, without outdated cover."""
    handle = game.match.handle
    alive = {handle(figure) for u in game.match.units() for figure in game.match.figures(u)}
    on_table = alive | {handle(unit) for unit in game.match.units()}
    verbs = list_enemy_targeting_verbs(game)
    descriptions: dict[Subject, str] = {}
    for subject in subjects:
        lines = filter(None, (memory.find_last_line(handle(subject), verb) for verb in verbs))
        shots = (line for line in lines if find_cover_flag(game, line.part) is not None)
        last_line = max(shots, key=lambda line: line.index, default=None)
        if last_line is not None and on_table.issuperset(list_target_names(last_line.part)):
            descriptions[subject] = _describe_shot(game, memory, last_line)
    return descriptions


def _describe_shot(game: Game, memory: LastUnitActions, last_line: RememberedLine) -> str:
    targets = ",".join(name[1:] for name in list_target_names(last_line.part))
    cover = find_cover_flag(game, last_line.part) if memory.can_repeat(last_line) else None
    cover_text = f" {cover.name}" if cover is not None else ""
    age = f", turn {last_line.turn}" if last_line.turn != game.match.turn else ""
    return f"▸{targets}{cover_text}{age}"


class TableViewModel:
    """The view model of a running game, which the parts of its screen share."""

    redraw: Callable[[], None]
    play_line: Callable[[str, str], None]

    def __init__(self, game: Game) -> None:
        self.game = game
        self.prompt = Prompt(game)
        self.forecast = ForecastCache()
        self.log_view = GameLogView(game)
        self.playing_time = PlayingTimeView(game)
        self.log_unfolded = False
        self._cached_focus: tuple[int, str, TableFocus] | None = None
        self._cached_luck: tuple[int, LuckReport] | None = None
        self._cached_groups: tuple[TableFocus, tuple[FigureGroupView, ...]] | None = None

    @property
    def is_by_figure(self) -> bool:
        """Whether figures act one by one. Each figure then has its own row."""
        return self.game.state.info.words.by_figure

    def list_figure_groups(self) -> tuple[FigureGroupView, ...]:
        _, focus = self.get_state_and_focus()
        if self._cached_groups is None or self._cached_groups[0] is not focus:
            self._cached_groups = (focus, build_figure_groups(self.game, focus))
        return self._cached_groups[1]

    def compute_luck(self) -> LuckReport:
        if self._cached_luck is None or self._cached_luck[0] != self.game.version:
            self._cached_luck = (self.game.version, compute_luck(self.game.history))
        return self._cached_luck[1]

    def get_state_and_focus(self) -> tuple[State, TableFocus]:
        key = (self.game.version, self.prompt.side or "")
        if self._cached_focus is None or self._cached_focus[:2] != key:
            focus = build_table_focus(self.game, self.prompt.side)
            last_shots = describe_last_shots(self.game, self.prompt.memory, self._list_actors())
            self._cached_focus = (*key, replace(focus, last_shots=last_shots))
        return self.game.state, self._cached_focus[2]

    def _list_actors(self) -> tuple[Subject, ...]:
        match = self.game.match
        units = match.units()
        if self.is_by_figure:
            return tuple(figure for unit in units for figure in match.figures(unit))
        return units
