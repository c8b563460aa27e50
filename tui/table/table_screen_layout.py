"""The layout of the table screen on narrow and wide terminals."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.widget import Widget

from tui.prompt.table_prompt import Prompt
from tui.screen_base_classes import KeyedScreen
from tui.table.panels.figure_groups_panel import GroupsPanel, measure_groups_height
from tui.table.panels.forecast_panel import ForecastPanel
from tui.table.panels.log_and_combats_panel import LogPanel
from tui.table.panels.luck_objectives_and_tables_panels import LuckOrTablesPanel, ObjectivesPanel
from tui.table.panels.prompt_panel import PromptPanel
from tui.table.panels.roster_panel import RosterPanel
from tui.table.panels.score_and_phase_bars import PhaseBar, ScoreBar
from tui.table.panels.typed_dice_and_roll_sheet import measure_sheet_height
from tui.table.table_screen_part import TableScreenPart
from tui.table.table_view_model import TableViewModel
from tui.widgets.panel import TOP_EDGES, PanelEdges
from tui.widgets.screen_bottom_lines import TableFooter, TypedKeysLine

PROMPT_HEIGHT = 9
LOWER_PANELS_HEIGHT = 10
FIGURES_PROMPT_HEIGHT = MIN_PROMPT_HEIGHT = 7
MAX_SHEET_HEIGHT = 12
MIN_WIDE_HEIGHT = 14  # lines for rosters and prompt next to each other


class TableScreenLayout(TableScreenPart):
    """The table's panels, arranged for the size of the terminal."""

    def __init__(
        self,
        view: TableViewModel,
        screen: KeyedScreen[Any],
        *,
        coach: Callable[[Prompt], Widget] | None,
        footer: Callable[[Prompt], TableFooter],
    ) -> None:
        super().__init__(view, screen)
        self.coach, self.footer = coach, footer
        self._cached_wide_height: tuple[object, int] | None = None

    def compose(self) -> ComposeResult:
        yield ScoreBar(self.prompt, self.view.playing_time, practice=self.coach is not None)
        yield PhaseBar(self.prompt)
        if self.view.is_by_figure:
            yield from self._compose_wide_figures() if self.is_wide else self._compose_figures()
        else:
            yield from self._compose_wide() if self.is_wide else self._compose_narrow()
        yield TypedKeysLine(self.prompt)
        if self.coach is not None:
            yield self.coach(self.prompt)
        yield self.footer(self.prompt)

    def _make_rosters(self, *edges: PanelEdges) -> list[RosterPanel]:
        sides = self.game.match.sides[:2]
        return [
            RosterPanel(side, number, self.view.get_state_and_focus, edge, is_detailed=self.is_wide)
            for number, (side, edge) in enumerate(zip(sides, edges, strict=True), start=1)
        ]

    def _compose_narrow(self) -> ComposeResult:
        half = self.size.width // 2
        left_edges, right_edges = PanelEdges("┌", "┬", "│", "│"), PanelEdges("", "┐", "", "│")
        left, right = self._make_rosters(left_edges, right_edges)
        left.styles.width = half
        with Horizontal() as rosters:
            yield left
            yield right
        rosters.styles.height = self.measure_roster_height()
        yield self._make_prompt(PanelEdges(joints=((half - 1, "┴"),)))
        yield self._make_log()

    def _compose_figures(self) -> ComposeResult:
        panel = GroupsPanel(self.view.list_figure_groups, TOP_EDGES)
        panel.styles.height = self.measure_roster_height()
        yield panel
        yield self._make_prompt(PanelEdges())
        yield self._make_log()

    def _compose_wide_figures(self) -> ComposeResult:
        left = self.size.width * 62 // 100
        edges = PanelEdges("┌", "", "│", "")
        panel = GroupsPanel(self.view.list_figure_groups, edges, with_equipment=True)
        with Horizontal() as top:
            yield panel
            yield self._make_prompt(PanelEdges("┬", "┐"))
        top.styles.height = self.measure_roster_height()
        forecast = ForecastPanel(self.view.forecast, PanelEdges("├", "", "│", ""))
        luck = LuckOrTablesPanel(self.view, PanelEdges("┼", "┤", "│", "│"))
        with Horizontal() as lower:
            yield forecast
            yield luck
        lower.styles.height = LOWER_PANELS_HEIGHT
        panel.styles.width = forecast.styles.width = left
        yield self._make_log((left, "┴"))

    def _make_prompt(self, edges: PanelEdges) -> PromptPanel:
        panel = PromptPanel(self.prompt, self.view.forecast, edges, is_large=self.is_wide)
        if not self.is_wide:
            panel.styles.height = self.measure_prompt_height()
        return panel

    def _make_log(self, *joints: tuple[int, str]) -> LogPanel:
        log = LogPanel(self.view.log_view, PanelEdges(joints=joints))
        log.unfolded = self.view.log_unfolded
        return log

    def _compose_wide(self) -> ComposeResult:
        width = self.size.width
        side = width * 31 // 100 - 1
        left, right = self._make_rosters(PanelEdges("┌", "", "│", ""), PanelEdges("", "┐", "", "│"))
        left.styles.width = right.styles.width = side + 1
        middle = width - 2 * (side + 1)
        prompt_panel = self._make_prompt(PanelEdges("┬", "┬"))
        prompt_panel.styles.width = middle
        with Horizontal() as top:
            yield left
            yield prompt_panel
            yield right
        top.styles.height = self.measure_roster_height()
        objectives = ObjectivesPanel(self.prompt, PanelEdges("├", "", "│", ""))
        forecast = ForecastPanel(self.view.forecast, PanelEdges("┼", "┼", "│", "│"))
        luck = LuckOrTablesPanel(self.view, PanelEdges("", "┤", "", "│"))
        objectives.styles.width = luck.styles.width = side + 1
        forecast.styles.width = middle
        with Horizontal() as lower:
            yield objectives
            yield forecast
            yield luck
        lower.styles.height = LOWER_PANELS_HEIGHT
        yield self._make_log((side + 1, "┴"), (side + middle, "┴"))

    def measure_roster_height(self) -> int:
        if self.view.is_by_figure:
            return self._measure_groups_height()
        if self.is_wide:
            return self._measure_wide_height()
        return self._measure_roster_beside_prompt(self.measure_prompt_height())

    def _measure_roster_beside_prompt(self, prompt_height: int) -> int:
        room = self.size.height - 8 - prompt_height
        return min(self._measure_full_rosters(), max(4, room))

    def _measure_full_rosters(self) -> int:
        units = [unit.side for unit in self.game.state.units.values()]
        return max(units.count(info.id) for info in self.game.state.info.sides) + 1

    def _measure_wide_height(self) -> int:
        maximum = max(MIN_WIDE_HEIGHT, self.size.height - LOWER_PANELS_HEIGHT - 16)
        if maximum == MIN_WIDE_HEIGHT:
            return maximum
        key = (self.game.version, self.prompt.side or "", self.size)
        if self._cached_wide_height is None or self._cached_wide_height[0] != key:
            width = self.size.width * 31 // 100 - 2
            panels = self._make_rosters(PanelEdges(), PanelEdges())
            needed = max(panel.measure_full_height(width) for panel in panels)
            self._cached_wide_height = (key, min(max(needed + 1, MIN_WIDE_HEIGHT), maximum))
        return self._cached_wide_height[1]

    def measure_prompt_height(self) -> int:
        """Return the prompt's height. Long sheets need more lines, and long rosters leave fewer."""
        usual = FIGURES_PROMPT_HEIGHT if self.view.is_by_figure else PROMPT_HEIGHT
        if not self.is_wide and not self.view.is_by_figure:
            heights = range(PROMPT_HEIGHT, MIN_PROMPT_HEIGHT - 1, -1)
            usual = max(heights, key=self._measure_roster_beside_prompt)
        sheet = self.prompt.dice.get_roll_sheet()
        sheet_height = 0 if sheet is None else measure_sheet_height(sheet)
        return max(usual, min(sheet_height, MAX_SHEET_HEIGHT))

    def _measure_groups_height(self) -> int:
        width, height = self.size
        groups = self.view.list_figure_groups()
        if self.is_wide:
            maximum = height - 10 - LOWER_PANELS_HEIGHT
            needed = measure_groups_height(groups, width * 62 // 100 - 1, maximum - 1, in_full=True)
            return min(max(needed + 1, 14), maximum)
        maximum = max(4, height - 8 - self.measure_prompt_height())
        needed = measure_groups_height(groups, width - 2, maximum - 1, in_full=False)
        return min(needed + 1, maximum)
