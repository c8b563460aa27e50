"""The look-back screen, which shows a game's lines and the state of the table after each line."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.content import Content
from textual.timer import Timer
from textual.widget import Widget

from tracker.application.match.game import Game
from tracker.application.match.undo_steps_and_branches import undo_after_line
from tracker.vocabulary.count_wording import format_count, format_need
from tracker.vocabulary.events import Chosen, Rolled
from tui.correcting.correction_screen import CorrectionScreen
from tui.key_bindings import FOOTERS, KEYS, KeyCommand
from tui.look_back.game_course_charts import GameCourseGraph
from tui.look_back.log_cursor import LogCursor
from tui.look_back.look_back_panels import (
    LineDetailPanel,
    LogLinesPanel,
    LookBackBar,
    PastStatePanel,
    Timeline,
    describe_state_change,
    describe_state_changes,
    explain_needed_numbers,
)
from tui.screen_base_classes import KeyedScreen, show_errors
from tui.terminal_text_fitting import wrap_styled
from tui.views.game_list import format_day_and_time
from tui.views.open_action_description import format_stored_choice
from tui.views.roll_formatting import format_roll_parts
from tui.views.searchable_log_lines import GameLogView
from tui.widgets.dialogs import WIDTH, Dialog, make_paragraphs
from tui.widgets.line_entry_dialog import LineEntryDialog
from tui.widgets.list_rows import PagingKeys
from tui.widgets.live_reload import LiveReload
from tui.widgets.panel import PanelEdges
from tui.widgets.screen_bottom_lines import compose_screen_footer


def build_line_details_dialog(log_cursor: LogCursor) -> Dialog:
    line = log_cursor.current_line
    lines = wrap_styled(line.text, WIDTH, "bold")
    for note in log_cursor.list_notes(line):
        lines += wrap_styled(note, WIDTH - 2, head=("' ", "$warning bold"))
    lines.append(Content(""))
    for entry in log_cursor.list_entries_of_current_line():
        answer = _describe_answer(entry.input)
        if answer:
            time = format_day_and_time(entry.at).split(" ")[-1]
            author = f" · {entry.author}" if entry.author else ""
            lines += _render_detail(f"line {entry.number}", f"{answer}   {time}{author}")
    for label, text in (
        ("changed", describe_state_changes(log_cursor.list_changes_by_current_line())),
        ("why", explain_needed_numbers(log_cursor)),
    ):
        lines += _render_detail(label, text)
    return Dialog(f"line {line.number}", [*lines, Content("")])


def _describe_answer(event: object) -> str:
    if isinstance(event, Rolled):
        name, dice, outcome = format_roll_parts(event)
        need = f", {format_need(event.need)}" if event.need else ""
        asked_roll = event.asked
        ruling = ""
        if asked_roll:
            ruling = f", instead of {format_count(len(asked_roll.dice), 'die', 'dice')}"
        return f"{name}{need}: {dice}: {outcome}{ruling}".rstrip(": ")
    return f"{event.what}: {format_stored_choice(event)}" if isinstance(event, Chosen) else ""


def _render_detail(label: str, text: str) -> list[Content]:
    return wrap_styled(text, WIDTH - 11, head=(label.ljust(10), "$quiet"))


SECONDS_PER_LINE: Final = (4.0, 2.0, 1.0, 0.5, 0.25)  # the slowest first
DEFAULT_PACE: Final = 1


class PlaybackCommands:
    """The commands that play the log's lines. They call ``show_status`` after each line."""

    def __init__(
        self, log_cursor: LogCursor, widget: Widget, show_status: Callable[[str], None]
    ) -> None:
        self._log_cursor = log_cursor
        self._widget = widget
        self._show_status = show_status
        self._pace_index = DEFAULT_PACE
        self._timer: Timer | None = None
        self.do_play_faster = partial(self._change_speed, 1)
        self.do_play_slower = partial(self._change_speed, -1)

    @property
    def is_playing(self) -> bool:
        return self._timer is not None

    def do_toggle_playback(self) -> None:
        if self.is_playing:
            self.pause_playback()
            self._show_status(
                f"Paused at line {self._log_cursor.current_line.number}. Press Space to play on."
            )
            return
        if not self._log_cursor.later_line_count:
            self._log_cursor.move_by_lines(-len(self._log_cursor.lines))
        self._start_playback()

    def pause_playback(self) -> None:
        if self._timer is not None:
            self._timer.stop()
        self._timer = None

    def show_next_line(self) -> None:
        """Show the next line. At the last line, playback stops."""
        if not self._widget.screen.is_current:
            self.pause_playback()
            return
        self._log_cursor.move_by_lines(1)
        if self._log_cursor.later_line_count:
            self._show_status(self._describe_status())
        else:
            self.pause_playback()
            self._show_status("This is the last line. Press Space to play from the first line.")

    def _start_playback(self) -> None:
        self.pause_playback()
        seconds = SECONDS_PER_LINE[self._pace_index]
        self._timer = self._widget.set_interval(seconds, self.show_next_line)
        self._show_status(self._describe_status())

    def _change_speed(self, step: int) -> None:
        self._pace_index = min(max(self._pace_index + step, 0), len(SECONDS_PER_LINE) - 1)
        if self.is_playing:
            self._start_playback()
        else:
            self._show_status(
                f"{describe_playback_speed(SECONDS_PER_LINE[self._pace_index])}; Space plays."
            )

    def _describe_status(self) -> str:
        speed = describe_playback_speed(SECONDS_PER_LINE[self._pace_index])
        return f"Playing, {speed.lower()}: Space pauses, + faster, - slower"


def describe_playback_speed(seconds_per_line: float) -> str:
    """Describe the playback speed, such as ``One line every 2 seconds``."""
    if seconds_per_line > 1:
        return f"One line every {seconds_per_line:g} seconds"
    lines_per_second = 1 / seconds_per_line
    return "One line a second" if lines_per_second == 1 else f"{lines_per_second:g} lines a second"


DETAIL_HEIGHT = 6


class LookBackScreen(KeyedScreen[str]):
    """The look-back screen. If it undoes lines, it closes and returns a message about them."""

    commands = KEYS["back"]
    clears_message = True
    redraws_after_command = True
    DEFAULT_CSS = "LookBackScreen { layout: vertical; } LookBackScreen Horizontal { height: 1fr; }"

    def __init__(self, game: Game, log: GameLogView) -> None:
        super().__init__()
        self.game = game
        self.live = LiveReload(game, self)
        self.log_cursor = LogCursor(game, log)
        self.playback = PlaybackCommands(self.log_cursor, self, self._show_status)
        self.parts = (self.playback, PagingKeys(self.log_cursor.move_by_lines))
        self.do_show_older_line = partial(self.log_cursor.move_by_lines, -1)
        self.do_show_newer_line = partial(self.log_cursor.move_by_lines, 1)
        self.do_go_to_older_phase = partial(
            self.log_cursor.go_to_turn_or_phase_start, -1, by_phase=True
        )
        self.do_go_to_newer_phase = partial(
            self.log_cursor.go_to_turn_or_phase_start, 1, by_phase=True
        )
        self.do_go_to_older_turn = partial(
            self.log_cursor.go_to_turn_or_phase_start, -1, by_phase=False
        )
        self.do_go_to_newer_turn = partial(
            self.log_cursor.go_to_turn_or_phase_start, 1, by_phase=False
        )
        self.do_go_to_older_hit = partial(self._go_to_hit, -1)
        self.do_go_to_newer_hit = partial(self._go_to_hit, 1)

    def compose(self) -> ComposeResult:
        left = self.app.size.width * 11 // 20
        lines = LogLinesPanel(self.log_cursor, PanelEdges("┌", "┬", "│", "│"))
        lines.styles.width = left
        yield LookBackBar(self.log_cursor)
        yield Timeline(self.log_cursor)
        if self.game.state.current_values.ended is not None:
            yield GameCourseGraph(self.log_cursor, plain=self.warledger_app.settings.plain)
        with Horizontal():
            yield lines
            yield PastStatePanel(self.log_cursor, PanelEdges("", "┐", "", "│"))
        detail = LineDetailPanel(self.log_cursor, PanelEdges(joints=((left - 1, "┴"),)))
        detail.styles.height = DETAIL_HEIGHT
        yield detail
        yield from compose_screen_footer(FOOTERS["back"])

    def on_resize(self) -> None:
        if self.is_mounted:
            self._fit_to_screen()

    def run_command(self, command: KeyCommand) -> None:
        """Run a command. Any command that is not for playback pauses the playback."""
        if command.id not in ("toggle_playback", "play_faster", "play_slower"):
            self.playback.pause_playback()
        super().run_command(command)

    def update_after_reload(self, snapshot: None) -> None:
        self._reload_lines_and_go_to(self.log_cursor.current_line.number)
        self.show_message(
            "Something was entered on another device. "
            f"Line {self.log_cursor.game.history.last_line_number} is now the last."
        )
        self.redraw()

    def _reload_lines_and_go_to(self, line_number: int) -> None:
        self.log_cursor.reload_lines_and_go_to(line_number)
        for graph in self.query(GameCourseGraph):
            graph.reload_game()

    def _show_status(self, words: str) -> None:
        self.show_message(words)
        self.redraw()

    def _fit_to_screen(self) -> None:
        left = self.app.size.width * 11 // 20
        self.query_one(LogLinesPanel).styles.width = left
        self.query_one(LineDetailPanel).edges = PanelEdges(joints=((left - 1, "┴"),))
        self.redraw()

    def redraw(self) -> None:
        if self.is_current:
            for widget in self.query("GameCourseGraph, Panel"):
                widget.refresh()

    def do_toggle_undone_lines(self) -> None:
        self.log_cursor.shows_undone = not self.log_cursor.shows_undone

    def do_undo_later_lines(self) -> None:
        later_count = self.log_cursor.later_line_count
        if not later_count:
            self.show_message("This is the last line, so there is nothing to undo.")
            return
        lines, them = (f"{later_count} lines", "them") if later_count > 1 else ("line", "it")
        body = make_paragraphs(
            f"Undo to line {self.log_cursor.current_line.number}? The {lines} after it will be "
            f"undone. The log keeps {them}, and U redoes {them}."
        )
        answers = (("y", "undo"), ("n", "cancel"))
        self.app.push_screen(
            Dialog("undo to here", body, answers), self._undo_later_lines_if_confirmed
        )

    def _undo_later_lines_if_confirmed(self, answer: str | None) -> None:
        if answer != "y":
            return
        last, count = self.log_cursor.current_line.last, self.log_cursor.later_line_count
        if self.call_or_show_error(lambda: undo_after_line(self.game, last)):
            is_are, them = ("are", "them") if count > 1 else ("is", "it")
            undone = f"{format_count(count, 'line')} {is_are} undone."
            self.dismiss(f"{undone} Press U to redo {them}.")

    def do_add_note(self) -> None:
        label = f"note on line {self.log_cursor.current_line.number}"
        self.app.push_screen(LineEntryDialog(label, accept_word="save"), self._save_note)

    def _save_note(self, text: str | None) -> None:
        if text and text.strip():
            self._write_note(text.strip(), "The note is saved.")
        self.redraw()

    def do_star_line(self) -> None:
        """Star the current line. A second call does not remove the star."""
        line = self.log_cursor.current_line
        if self.log_cursor.is_starred(line):
            self.show_message("This line already has a star. Press ' to add the reason.")
        else:
            self._write_note("", f"Line {line.number} now has a star.", star=True)

    def _write_note(self, text: str, message: str, *, star: bool = False) -> None:
        line = self.log_cursor.current_line
        with show_errors(self):
            self.game.add_note(text, about=line.version, star=star)
            self._reload_lines_and_go_to(line.number)
            self.show_message(message)

    def do_find_line(self) -> None:
        hint = "T2 dusk · panic · 41 · then n and N find more"
        history = [self.log_cursor.search_text] if self.log_cursor.search_text else []
        self.app.push_screen(
            LineEntryDialog("/", hint=hint, accept_word="find", history=history),
            self._search_and_show_status,
        )

    def _search_and_show_status(self, text: str | None) -> None:
        if text is None or not text.strip():
            return
        if not self.log_cursor.find_and_go_to_line(text.strip()):
            self.show_refusal(f"No line matches `{text.strip()}`. Press / to search again.")
        self._show_search_status()

    def _go_to_hit(self, step: int) -> None:
        if not self.log_cursor.go_to_adjacent_search_hit(step):
            self.show_refusal("Press / first, then type what to find.")
        self._show_search_status()

    def _show_search_status(self) -> None:
        words = self.log_cursor.describe_search()
        if words:
            self.show_message(words)
        self.redraw()

    def do_show_changes_since_line(self) -> None:
        line = self.log_cursor.current_line
        changes = self.log_cursor.list_changes_since_current_line()
        rows = [f"{change.name}: {describe_state_change(change)}" for change in changes]
        texts = rows or ["Nothing has changed."]
        body = [line for text in texts for line in wrap_styled(text, WIDTH)]
        count_text = format_count(self.log_cursor.later_line_count, "line")
        last = self.game.history.last_line_number
        title = f"since line {line.number}: {count_text}, to line {last}"
        self.app.push_screen(Dialog(title, [*body, Content("")]))

    def do_show_line_details(self) -> None:
        self.app.push_screen(build_line_details_dialog(self.log_cursor))

    def do_correct_line(self) -> None:
        correct = CorrectionScreen(
            self.game,
            self.log_cursor.current_line,
            self.log_cursor.search_text,
            answer_hint="Esc: answer the question",
        )
        self.app.push_screen(correct, self._reload_and_show_message)

    def _reload_and_show_message(self, message: str | None) -> None:
        number = self.log_cursor.current_line.number
        self._reload_lines_and_go_to(number)
        if message:
            self.show_message(message)
        self.redraw()

    def do_return_to_present(self) -> None:
        self.dismiss(None)
