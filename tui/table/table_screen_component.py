"""The base class of the table screen's parts, with the game, its prompt and the due subjects."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any, TypeVar

from textual.app import App
from textual.geometry import Size
from textual.screen import Screen

from tracker.application.errors import LedgerError, Refused
from tracker.application.match.game import Game
from tracker.projection.match_state import State
from tracker.vocabulary.subject_ids import Subject
from tui.prompt.table_prompt import Prompt
from tui.status_notices import Notice
from tui.table.panels.forecast_panel import ForecastCache
from tui.table.panels.luck_panel import LuckCache
from tui.table.panels.score_and_phase_bars import WIDE
from tui.views.figure_groups_view import GroupView, group_figures
from tui.views.last_unit_actions import RememberedLine, UnitMemory, find_cover_flag
from tui.views.open_action_description import build_table_focus
from tui.views.playing_time_view import PlayingTimeView
from tui.views.searchable_log_lines import GameLogView
from tui.views.shot_defaults import list_aiming_verbs
from tui.views.unit_status_rows import TableFocus
from tui.widgets.dialogs import FailureDialog
from tui.widgets.line_entry_dialog import LineEntryDialog


def list_last_targets(
    game: Game, memory: UnitMemory, subjects: Iterable[Subject]
) -> dict[Subject, str]:
    """Map each subject to its last shot, such as ``▸2 soft, turn 1``, with cover while valid."""
    handle = game.match.handle
    alive = {handle(f) for u in game.match.units() for f in game.match.figures(u)}
    there = alive | {handle(unit) for unit in game.match.units()}
    verbs = list_aiming_verbs(game)
    said: dict[Subject, str] = {}
    for subject in subjects:
        found = filter(None, (memory.find_last_line(handle(subject), verb) for verb in verbs))
        shots = (each for each in found if find_cover_flag(game, each.deed) is not None)
        last = max(shots, key=lambda each: each.at, default=None)
        whom = last.deed.whom.names if last is not None and last.deed.whom is not None else ()
        if last is not None and there.issuperset(whom):
            said[subject] = _words(game, memory, last, whom)
    return said


def _words(game: Game, memory: UnitMemory, last: RememberedLine, whom: tuple[str, ...]) -> str:
    cover = find_cover_flag(game, last.deed) if memory.can_repeat(last) else None
    how = f" {cover.name}" if cover is not None else ""
    when = f", turn {last.turn}" if last.turn != game.match.turn else ""
    return f"▸{','.join(name[1:] for name in whom)}{how}{when}"


T = TypeVar("T")


class TableView:
    """A game being recorded, as shared by the parts of its screen.

    ``redraw`` draws the changes. ``play_line`` plays a line with a reason and reports the result.
    The screen supplies both functions.
    """

    redraw: Callable[[], None]
    play_line: Callable[[str, str], None]

    def __init__(self, game: Game) -> None:
        self.game = game
        self.prompt = Prompt(game)
        self.forecast = ForecastCache()
        self.log_seen = GameLogView(game)
        self.luck_seen = LuckCache(self.prompt)
        self.time_seen = PlayingTimeView(game)
        self.log_unfolded = False
        self._going: tuple[int, str, TableFocus] | None = None
        self._groups: tuple[TableFocus, tuple[GroupView, ...]] | None = None

    @property
    def is_by_figure(self) -> bool:
        """Whether figures act one by one, so that each has its own row."""
        return self.game.state.info.words.by_figure

    def group_figures(self) -> tuple[GroupView, ...]:
        """Return the groups with their figures, computed once per version."""
        _, going = self.get_state_and_focus()
        if self._groups is None or self._groups[0] is not going:
            self._groups = (going, group_figures(self.game, going))
        return self._groups[1]

    def get_state_and_focus(self) -> tuple[State, TableFocus]:
        """Return the game's state and the due subjects, computed once per version."""
        key = (self.game.version, self.prompt.side or "")
        if self._going is None or self._going[:2] != key:
            self._going = (*key, self._look())
        return self.game.state, self._going[2]

    def _everybody(self) -> tuple[Subject, ...]:
        match = self.game.match
        units = match.units()
        return tuple(f for u in units for f in match.figures(u)) if self.is_by_figure else units

    def _look(self) -> TableFocus:
        last = list_last_targets(self.game, self.prompt.memory, self._everybody())
        return replace(build_table_focus(self.game, self.prompt.side), last=last)


class TableScreenPart:
    """A part of the table screen: some of its commands, or its layout."""

    def __init__(self, view: TableView, screen: Screen[Any]) -> None:
        self.view = view
        self.screen = screen
        self.game = view.game
        self.prompt = view.prompt

    @property
    def app(self) -> App[Any]:
        return self.screen.app

    @property
    def size(self) -> Size:
        return self.app.size

    @property
    def is_wide(self) -> bool:
        return self.size.width >= WIDE

    def redraw(self) -> None:
        """Redraw what has changed."""
        self.view.redraw()

    def play_line(self, line: str, because: str = "") -> None:
        """Play a line and report the result."""
        self.view.play_line(line, because)

    def show_message(self, text: str, *, refused: bool = False) -> None:
        """Show a message at the prompt."""
        self.prompt.notice = Notice(text, "refused" if refused else "said")

    def show_error(self, error: LedgerError) -> None:
        """Show an error about something that could not be written."""
        self.app.push_screen(FailureDialog(str(error)))

    def ask_for_line(
        self,
        entry: LineEntryDialog,
        then: Callable[[str], None],
        typed: Callable[[str], None] = lambda _: None,
    ) -> None:
        """Ask for a line, pass it to ``typed``, and then to ``then``.

        If others have written while the dialog was open, ``then`` is not called, and a message
        shows the text for review.
        """
        version = self.game.version

        def take(text: str | None) -> None:
            if text is None:
                return
            typed(text)
            if self.game.version == version:
                then(text)
            elif text.strip():
                told = (
                    "Somebody else entered something. Check the game, then enter yours again: "
                    f"{text.strip()}"
                )
                self.show_message(told, refused=True)
                self.redraw()

        self.app.push_screen(entry, take)

    def open_screen(
        self, over: Screen[T], then: Callable[[T | None], None] = lambda _: None
    ) -> None:
        """Open a screen over the table. The game may change while the screen is open."""
        stood = self.prompt.take_snapshot()
        version = self.game.version

        def take_back_focus(result: T | None) -> None:
            if self.game.version != version:
                self.prompt.keep_typed_text(stood)
            then(result)
            self.redraw()

        self.app.push_screen(over, take_back_focus)

    def try_write(self, how: Callable[[], object]) -> bool:
        """Call a function that writes. Return whether it succeeded, or show why it failed."""
        waited = self.prompt.pending
        try:
            how()
        except Refused as refused:
            self.prompt.mark_stale_if_answered(waited)
            self.show_message(refused.message, refused=True)
        except LedgerError as error:
            self.show_error(error)
        else:
            return True
        return False
