"""The layout of the table screen on narrow and wide terminals."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.screen import Screen
from textual.widget import Widget

from tui.prompt.table_prompt import Prompt
from tui.table.panels.figure_groups_panel import GroupsPanel, measure_groups_height
from tui.table.panels.forecast_panel import ForecastPanel
from tui.table.panels.log_panel import LogPanel
from tui.table.panels.luck_panel import LuckOrTablesPanel, ObjectivesPanel
from tui.table.panels.multi_roll_sheet import measure_sheet_height as height_of_sheet
from tui.table.panels.prompt_panel import PromptPanel
from tui.table.panels.roster_panel import RosterPanel
from tui.table.panels.score_and_phase_bars import PhaseBar, ScoreBar
from tui.table.table_screen_component import TableScreenPart, TableView
from tui.widgets.key_footers import TableFooter, TypedKeysLine
from tui.widgets.panel import PanelEdges

ASK_HEIGHT = 9
BELOW_HEIGHT = 10
FIGURES_ASK_HEIGHT = 7
MOST_OF_A_SHEET = 12
LEAST_WIDE = 14  # lines for rosters and prompt next to each other


class TableScreenLayout(TableScreenPart):
    """The table's panels, arranged for the size of the terminal."""

    def __init__(
        self,
        view: TableView,
        screen: Screen[Any],
        *,
        coach: Callable[[Prompt], Widget] | None,
        footer: Callable[[Prompt], TableFooter],
    ) -> None:
        super().__init__(view, screen)
        self.coach, self.footer = coach, footer
        self._tall: tuple[object, int] | None = None

    def compose(self) -> ComposeResult:
        """Compose all panels, from top to bottom."""
        yield ScoreBar(self.prompt, self.view.time_seen, practice=self.coach is not None)
        yield PhaseBar(self.prompt)
        if self.view.is_by_figure:
            yield from self._figures_wide() if self.is_wide else self._figures()
        else:
            yield from self._wide() if self.is_wide else self._narrow()
        yield TypedKeysLine(self.prompt)
        if self.coach is not None:
            yield self.coach(self.prompt)
        yield self.footer(self.prompt)

    def _rosters(self, *edges: PanelEdges) -> list[RosterPanel]:
        sides = self.game.match.sides[:2]
        return [
            RosterPanel(side, place, self.view.get_state_and_focus, edge, details=self.is_wide)
            for place, (side, edge) in enumerate(zip(sides, edges, strict=True), start=1)
        ]

    def _narrow(self) -> ComposeResult:
        half = self.size.width // 2
        left, right = self._rosters(PanelEdges("┌", "┬", "│", "│"), PanelEdges("", "┐", "", "│"))
        left.styles.width = half
        with Horizontal(id="rosters") as rosters:
            yield left
            yield right
        rosters.styles.height = self.measure_roster_height()
        ask = PromptPanel(self.prompt, self.view.forecast, PanelEdges(joints=((half - 1, "┴"),)))
        ask.styles.height = self.measure_prompt_height()
        yield ask
        yield self._log()

    def _figures(self) -> ComposeResult:
        panel = GroupsPanel(self.view.group_figures, PanelEdges("┌", "┐"))
        panel.styles.height = self.measure_roster_height()
        ask = PromptPanel(self.prompt, self.view.forecast, PanelEdges())
        ask.styles.height = self.measure_prompt_height()
        yield panel
        yield ask
        yield self._log()

    def _figures_wide(self) -> ComposeResult:
        left = self.size.width * 62 // 100
        panel = GroupsPanel(self.view.group_figures, PanelEdges("┌", "", "│", ""), details=True)
        ask = PromptPanel(self.prompt, self.view.forecast, PanelEdges("┬", "┐"), big=True)
        with Horizontal() as top:
            yield panel
            yield ask
        top.styles.height = self.measure_roster_height()
        forecast = ForecastPanel(self.view.forecast, PanelEdges("├", "", "│", ""))
        luck = LuckOrTablesPanel(self.view.luck_seen, PanelEdges("┼", "┤", "│", "│"))
        with Horizontal() as below:
            yield forecast
            yield luck
        below.styles.height = BELOW_HEIGHT
        panel.styles.width = forecast.styles.width = left
        log = self._log()
        log.edges = PanelEdges(joints=((left, "┴"),))
        yield log

    def _log(self) -> LogPanel:
        log = LogPanel(self.view.log_seen, PanelEdges())
        log.unfolded = self.view.log_unfolded
        return log

    def _wide(self) -> ComposeResult:
        width = self.size.width
        side = width * 31 // 100 - 1
        left, right = self._rosters(PanelEdges("┌", "", "│", ""), PanelEdges("", "┐", "", "│"))
        left.styles.width = right.styles.width = side + 1
        middle = width - 2 * (side + 1)
        ask = PromptPanel(self.prompt, self.view.forecast, PanelEdges("┬", "┬"), big=True)
        ask.styles.width = middle
        with Horizontal() as top:
            yield left
            yield ask
            yield right
        top.styles.height = self.measure_roster_height()
        objectives = ObjectivesPanel(self.prompt, PanelEdges("├", "", "│", ""))
        forecast = ForecastPanel(self.view.forecast, PanelEdges("┼", "┼", "│", "│"))
        luck = LuckOrTablesPanel(self.view.luck_seen, PanelEdges("", "┤", "", "│"))
        objectives.styles.width = luck.styles.width = side + 1
        forecast.styles.width = middle
        with Horizontal() as below:
            yield objectives
            yield forecast
            yield luck
        below.styles.height = BELOW_HEIGHT
        log = self._log()
        log.edges = PanelEdges(joints=((side + 1, "┴"), (side + middle, "┴")))
        yield log

    def measure_roster_height(self) -> int:
        if self.view.is_by_figure:
            return self._groups_height()
        if self.is_wide:
            return self._wide_height()
        sides = [s.id for s in self.game.state.info.sides]
        units = self.game.state.units.values()
        most = max((sum(u.side == side for u in units) for side in sides), default=1)
        return min(most + 1, max(4, self.size.height - 8 - self.measure_prompt_height()))

    def _wide_height(self) -> int:
        """Return the height of the longer roster. On tall terminals, the log gets the rest."""
        most = max(LEAST_WIDE, self.size.height - BELOW_HEIGHT - 16)
        if most == LEAST_WIDE:
            return most
        key = (self.game.version, self.prompt.side or "", self.size)
        if self._tall is None or self._tall[0] != key:
            width = self.size.width * 31 // 100 - 2
            panels = self._rosters(PanelEdges(), PanelEdges())
            need = max(panel.measure_wanted_height(width) for panel in panels)
            self._tall = (key, min(max(need + 1, LEAST_WIDE), most))
        return self._tall[1]

    def measure_prompt_height(self) -> int:
        """Return the prompt's height in lines. A sheet of many rows needs more."""
        usual = FIGURES_ASK_HEIGHT if self.view.is_by_figure else ASK_HEIGHT
        sheet = self.prompt.dice.get_roll_sheet()
        return usual if sheet is None else max(usual, min(height_of_sheet(sheet), MOST_OF_A_SHEET))

    def _groups_height(self) -> int:
        width, height = self.size
        if self.is_wide:
            most = height - 5 - BELOW_HEIGHT - 5
            need = measure_groups_height(
                self.view.group_figures(), width * 62 // 100 - 1, most - 1, full=True
            )
            return min(max(need + 1, 14), most)
        most = max(4, height - 8 - self.measure_prompt_height())
        return min(
            measure_groups_height(self.view.group_figures(), width - 2, most - 1, full=False) + 1,
            most,
        )
