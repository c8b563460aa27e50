"""The look-back screen, which shows a game's lines and the table after each. It is read-only."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.content import Content
from textual.timer import Timer
from textual.widget import Widget

from tracker.application.match.game import Game
from tracker.vocabulary.count_wording import format_count, format_need
from tracker.vocabulary.events import Chosen, Rolled
from tui.app import WarledgerApp
from tui.correcting.correction_screens import CorrectionScreen
from tui.key_bindings import KEYS, KeyCommand, select_commands
from tui.look_back.game_course_charts import GameCourseGraph
from tui.look_back.log_cursor import LogCursor
from tui.look_back.look_back_panels import (
    LineDetailPanel,
    LogLinesPanel,
    LookBackBar,
    PastStatePanel,
    Timeline,
    explain_needed_numbers,
)
from tui.terminal_text_fitting import join_pieces, wrap_text
from tui.views.game_list import format_day_and_time
from tui.views.open_action_description import format_stored_choice
from tui.views.roll_formatting import format_roll_parts
from tui.views.searchable_log_lines import GameLogView
from tui.views.state_change_descriptions import describe_state_change, describe_state_changes
from tui.widgets.dialogs import WIDTH, Dialog, make_paragraphs
from tui.widgets.key_footers import BottomRule, Footer
from tui.widgets.keyed_screen import KeyedScreen
from tui.widgets.line_entry_dialog import LineEntryDialog
from tui.widgets.live_reload import LiveReload
from tui.widgets.notice_line import NoticeLine
from tui.widgets.panel import PanelEdges


def build_line_details_dialog(past: LogCursor) -> Dialog:
    """Build a dialog with the full text of the current line."""
    line = past.current_line
    lines = [join_pieces([(each, "bold")]) for each in wrap_text(line.text, WIDTH)]
    for note in past.list_notes(line):
        lines += [
            join_pieces([("' ", "$warning bold"), each]) for each in wrap_text(note, WIDTH - 2)
        ]
    lines.append(Content(""))
    for entry in past.list_entries():
        said = _said(entry.input)
        if said:
            at = format_day_and_time(entry.at).split(" ")[-1]
            by = f" · {entry.author}" if entry.author else ""
            lines += _rows(f"line {entry.number}", f"{said}   {at}{by}")
    for what, text in (
        ("changed", describe_state_changes(past.list_changes_at_line())),
        ("why", explain_needed_numbers(past)),
    ):
        lines += _rows(what, text)
    return Dialog(f"line {line.number}", [*lines, Content("")])


def _said(event: object) -> str:
    if isinstance(event, Rolled):
        name, dice, outcome = format_roll_parts(event)
        need = f", {format_need(event.need)}" if event.need else ""
        asked = event.asked
        ruling = f", instead of {format_count(len(asked.dice), 'die', 'dice')}" if asked else ""
        return f"{name}{need}: {dice}: {outcome}{ruling}".rstrip(": ")
    return f"{event.what}: {format_stored_choice(event)}" if isinstance(event, Chosen) else ""


def _rows(what: str, text: str) -> list[Content]:
    if not text:
        return []
    first, *more = wrap_text(text, WIDTH - 11)
    lines = [join_pieces([(what.ljust(10), "$quiet"), first])]
    return [*lines, *(join_pieces([" " * 10, each]) for each in more)]


PACES: Final = (4.0, 2.0, 1.0, 0.5, 0.25)
"""The playback speeds in seconds for each line, slowest first."""
USUAL: Final = 1


class PlaybackCommands:
    """Automatic playback of the lines. It calls ``drawn`` with its status after each line.

    If the cursor is on the last line, playback starts from the beginning. It ends at the last line.
    """

    def __init__(self, past: LogCursor, widget: Widget, drawn: Callable[[str], None]) -> None:
        self._past = past
        self._widget = widget
        self._drawn = drawn
        self._pace = USUAL
        self._clock: Timer | None = None

    @property
    def is_playing(self) -> bool:
        return self._clock is not None

    def do_toggle_playback(self) -> None:
        if self.is_playing:
            self.pause_playback()
            self._drawn(f"Paused at line {self._past.current_line.number}. Press Space to play on.")
            return
        if not self._past.lines_after:
            self._past.move_by_lines(-len(self._past.lines))
        self._start()

    def do_play_faster(self) -> None:
        self._change(1)

    def do_play_slower(self) -> None:
        self._change(-1)

    def pause_playback(self) -> None:
        """Pause the playback."""
        if self._clock is not None:
            self._clock.stop()
        self._clock = None

    def show_next_line(self) -> None:
        """Show the next line. At the last line, playback stops."""
        if not self._widget.screen.is_current:
            self.pause_playback()
            return
        self._past.move_by_lines(1)
        if self._past.lines_after:
            self._drawn(self._words())
        else:
            self.pause_playback()
            self._drawn("This is the last line. Press Space to play from the first.")

    def _start(self) -> None:
        self.pause_playback()
        self._clock = self._widget.set_interval(PACES[self._pace], self.show_next_line)
        self._drawn(self._words())

    def _change(self, step: int) -> None:
        self._pace = min(max(self._pace + step, 0), len(PACES) - 1)
        if self.is_playing:
            self._start()
        else:
            self._drawn(f"{describe_playback_speed(PACES[self._pace])}; Space plays.")

    def _words(self) -> str:
        return (
            f"Playing, {describe_playback_speed(PACES[self._pace]).lower()}: Space "
            "pauses, + faster, - slower"
        )


def describe_playback_speed(seconds: float) -> str:
    """Describe the playback speed, such as ``One line every 2 seconds``."""
    if seconds > 1:
        return f"One line every {seconds:g} seconds"
    return "One line a second" if seconds == 1 else f"{1 / seconds:g} lines a second"


DETAIL_HEIGHT = 6
PLAYING = ("toggle_playback", "play_faster", "play_slower")


class LookBackScreen(KeyedScreen[None]):
    """The look-back screen. Arrows move through the lines, and Space plays them."""

    commands = KEYS["back"]
    DEFAULT_CSS = "LookBackScreen { layout: vertical; } LookBackScreen Horizontal { height: 1fr; }"

    def __init__(self, game: Game, log: GameLogView) -> None:
        super().__init__()
        self.game = game
        self.live = LiveReload(game, self)
        self.past = LogCursor(game, log)
        self.playing = PlaybackCommands(self.past, self, self._went_by)
        self.parts = (self.playing,)

    def compose(self) -> ComposeResult:
        left = self.app.size.width * 11 // 20
        lines = LogLinesPanel(self.past, PanelEdges("┌", "┬", "│", "│"))
        lines.styles.width = left
        yield LookBackBar(self.past)
        yield Timeline(self.past)
        if self.game.state.current_values.ended is not None:
            assert isinstance(self.app, WarledgerApp)
            yield GameCourseGraph(self.past, plain=self.app.settings.plain)
        with Horizontal():
            yield lines
            yield PastStatePanel(self.past, PanelEdges("", "┐", "", "│"))
        detail = LineDetailPanel(self.past, PanelEdges(joints=((left - 1, "┴"),)))
        detail.styles.height = DETAIL_HEIGHT
        yield detail
        yield BottomRule()
        yield NoticeLine()
        yield Footer(
            select_commands(
                KEYS["back"],
                "show_newer_line",
                "toggle_playback",
                "correct_line",
                "continue_from_line",
                "help",
                "return_to_present",
            )
        )

    def on_resize(self, event: events.Resize) -> None:
        del event
        if self.is_mounted:
            self._laid_out()

    def run_command(self, command: KeyCommand) -> None:
        """Run a command. All commands except those for playback pause it."""
        self.show_message("")
        if command.id not in PLAYING:
            self.playing.pause_playback()
        super().run_command(command)
        self.redraw()

    def redraw_after_reload(self, stood: None) -> None:
        """Redraw the screen with the cursor on the same line."""
        del stood
        self.past.reload_lines(self.past.current_line.number)
        self.show_message(
            f"Another device entered something. Line {self.past.newest_line.last} is now the last."
        )
        self.redraw()

    def _went_by(self, words: str) -> None:
        self.show_message(words)
        self.redraw()

    def _laid_out(self) -> None:
        """Fit the list to its part of the screen and keep the message."""
        left = self.app.size.width * 11 // 20
        self.query_one(LogLinesPanel).styles.width = left
        self.query_one(LineDetailPanel).edges = PanelEdges(joints=((left - 1, "┴"),))
        self.redraw()

    def redraw(self) -> None:
        """Redraw the screen for the current line."""
        if self.is_current:
            for widget in self.query("LookBackBar, Timeline, GameCourseGraph, Panel"):
                widget.refresh()

    # ------------------------------------------------------------------------------ commands

    def do_show_older_line(self) -> None:
        self.past.move_by_lines(-1)

    def do_show_newer_line(self) -> None:
        self.past.move_by_lines(1)

    def do_go_to_older_phase(self) -> None:
        self.past.go_to_phase(-1)

    def do_go_to_newer_phase(self) -> None:
        self.past.go_to_phase(1)

    def do_go_to_older_turn(self) -> None:
        self.past.go_to_turn(-1)

    def do_go_to_newer_turn(self) -> None:
        self.past.go_to_turn(1)

    def do_go_to_first(self) -> None:
        self.past.move_by_lines(-len(self.past.lines))

    def do_go_to_last(self) -> None:
        self.past.move_by_lines(len(self.past.lines))

    def do_toggle_undone_lines(self) -> None:
        self.past.unfolded = not self.past.unfolded

    def do_continue_from_line(self) -> None:
        after = self.past.lines_after
        if not after:
            self.show_message("This is the last line. The game goes on from here anyway.")
            return
        gone = "The line after it will be" if after == 1 else f"The {after} lines after it will be"
        them = "it" if after == 1 else "them"
        body = make_paragraphs(
            f"Go on from line {self.past.current_line.number}? {gone} undone. The log keeps "
            f"{them}, and U redoes {them}."
        )
        answers = (("y", "y", "go on from here"), ("n", "n", "no"))
        self.app.push_screen(Dialog("go on from here", body, answers), self._go_on)

    def _go_on(self, answer: str | None) -> None:
        if answer != "y":
            return
        if self.call_or_show_error(lambda: self.game.undo_to(self.past.current_line.last)):
            self.dismiss(None)

    def do_add_note(self) -> None:
        label = f"note on line {self.past.current_line.number}"
        self.app.push_screen(LineEntryDialog(label, does="save the note"), self._note)

    def _note(self, text: str | None) -> None:
        if text and text.strip():
            self._write_note(text.strip(), "The note is saved.")
        self.redraw()

    def do_star_line(self) -> None:
        line = self.past.current_line
        if self.past.is_starred(line):
            self.show_message("This line already has a star. Press ' to note why.")
        else:
            self._write_note("", f"Line {line.number} now has a star.", star=True)

    def _write_note(self, text: str, said: str, *, star: bool = False) -> None:
        about = self.past.current_line
        if self.call_or_show_error(
            lambda: self.game.add_note(text, about=about.version, star=star)
        ):
            self.past.reload_lines(about.number)
            self.show_message(said)

    # ------------------------------------------------------------------------------- finding

    def do_find_line(self) -> None:
        hint = "T2 dusk · panic · 41 · then n and N find more"
        before = [self.past.wanted] if self.past.wanted else []
        self.app.push_screen(
            LineEntryDialog("/", hint=hint, does="find", history=before), self._find
        )

    def _find(self, text: str | None) -> None:
        if text is None or not text.strip():
            return
        if not self.past.search_lines(text.strip()):
            self.show_message(f"No line has {text.strip()}. Press / to search again.", bad=True)
        self._where_found()

    def do_find_older_match(self) -> None:
        self._next(-1)

    def do_find_newer_match(self) -> None:
        self._next(1)

    def _next(self, step: int) -> None:
        if not self.past.find_next_hit(step):
            self.show_message("Press / first, then type what to find.", bad=True)
        self._where_found()

    def _where_found(self) -> None:
        words = self.past.describe_search()
        if words:
            self.show_message(words)
        self.redraw()

    # --------------------------------------------------------------------------- looking more

    def do_show_changes_since_line(self) -> None:
        line = self.past.current_line
        found = self.past.list_changes_since_line()
        rows = [f"{each.name}: {describe_state_change(each)}" for each in found]
        body = [
            join_pieces([each])
            for row in rows or ["Nothing has changed."]
            for each in wrap_text(row, WIDTH)
        ]
        many = format_count(self.past.lines_after, "line")
        title = f"since line {line.number}: {many}, to line {self.past.newest_line.last}"
        self.app.push_screen(Dialog(title, [*body, Content("")]))

    def do_show_line_details(self) -> None:
        self.app.push_screen(build_line_details_dialog(self.past))

    # ----------------------------------------------------------------------------- correcting

    def do_correct_line(self) -> None:
        correct = CorrectionScreen(self.game, self.past.current_line, self.past.wanted)
        self.app.push_screen(correct, self._corrected)

    def _corrected(self, said: str | None) -> None:
        number = self.past.current_line.number
        self.past.reload_lines(number)
        if said:
            self.show_message(said)
        self.redraw()

    # -------------------------------------------------------------------------------- leaving

    def do_return_to_present(self) -> None:
        self.dismiss(None)
