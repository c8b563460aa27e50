"""The screen for choosing a league or campaign, or beginning a new one."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from textual.app import ComposeResult
from textual.content import Content

from tracker.leagues.league_events import LeagueKind
from tracker.vocabulary.typed_numbers import is_whole_number
from tui.home.home_panels import render_league_row
from tui.key_bindings import FOOTERS, KEYS
from tui.screen_base_classes import KeyedScreen
from tui.terminal_text_fitting import StyledText
from tui.views.home_view import LeagueListLine
from tui.widgets.list_rows import PagingKeys, draw_visible_rows
from tui.widgets.panel import TOP_EDGES, ModelPanel
from tui.widgets.screen_bottom_lines import BottomBorder, Footer

NEW = "new"


class LeaguePicker(KeyedScreen[str]):
    """The screen that returns the stream of the chosen league, or ``NEW`` to begin a new league."""

    commands = KEYS["pick"]

    def __init__(self, kind: LeagueKind, rows: Sequence[LeagueListLine]) -> None:
        super().__init__()
        self.kind: LeagueKind = kind
        self.rows = rows
        self.cursor = 0
        self.parts = (PagingKeys(self._move_mark),)

    def compose(self) -> ComposeResult:
        yield LeaguePickerPanel(self)
        yield BottomBorder()
        yield Footer(FOOTERS["pick"])

    def handle_character(self, character: str) -> bool:
        if not is_whole_number(character) or not 1 <= int(character) <= len(self.rows):
            return False
        self.cursor = int(character) - 1
        self.do_open_row()
        return True

    def do_open_row(self) -> None:
        self.dismiss(self.rows[self.cursor].stream)

    def do_begin_new_one(self) -> None:
        self.dismiss(NEW)

    def _move_mark(self, step: int) -> None:
        self.cursor = max(0, min(len(self.rows) - 1, self.cursor + step))
        self.query_one(LeaguePickerPanel).refresh()


class LeaguePickerPanel(ModelPanel[LeaguePicker]):
    edges = TOP_EDGES

    def render_title(self) -> Iterable[StyledText]:
        return [(f"which {self.model.kind}?", "bold")]

    def render_body(self, width: int, height: int) -> list[Content]:
        rows = self.model.rows

        def draw_row(row: LeagueListLine, *, marked: bool) -> Content:
            return render_league_row(row, rows.index(row), width, marked=marked)

        return draw_visible_rows(rows, self.model.cursor, height, draw_row)
