"""The table screen: rosters, the open question, the log and a prompt for all input."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial

from textual import events
from textual.app import ComposeResult
from textual.widget import Widget

from tracker.application.correcting.action_edit_after_dice import (
    ActionEdit,
    find_action_to_edit,
    preview_action_edit,
)
from tracker.application.correcting.late_action_insert import describe_action_line
from tracker.application.errors import LedgerError, Refused
from tracker.application.match.game import Game
from tracker.application.match.past_states_and_possible_actions import describe_match_entry
from tracker.procedures.match_view import Match
from tracker.vocabulary.events import Noted
from tracker.vocabulary.subject_ids import (
    FigureId,
    SideId,
    Subject,
    UnitId,
    format_handle,
    is_figure,
)
from tracker.vocabulary.typed_numbers import is_whole_number
from tui.correcting import late_interrupts
from tui.correcting.edited_action_dialog import KEEP, EditedActionDialog
from tui.correcting.quick_line_edits import apply_typed_line_edit, format_line_edit_example
from tui.key_bindings import KEYS, KeyCommand
from tui.prompt import key_shorthand_reader
from tui.prompt.key_shorthand_reader import count_unit_digits
from tui.prompt.next_key_hints import list_phase_verbs
from tui.prompt.table_prompt import Prompt, PromptSnapshot
from tui.saved_unsubmitted_dice import UnsubmittedInput
from tui.status_notices import Notice
from tui.table.adjustment_commands import AdjustmentCommands
from tui.table.forecast_updater import ForecastUpdater
from tui.table.game_export_dialogs import build_battle_report_dialog, build_setup_sheet_dialog
from tui.table.information_commands import InformationCommands
from tui.table.line_and_note_commands import LineAndNoteCommands
from tui.table.panels.forecast_panel import ForecastPanel
from tui.table.panels.prompt_panel import PromptPanel
from tui.table.panels.score_and_phase_bars import PhaseBar, ScoreBar
from tui.table.table_screen_component import TableScreenPart, TableView
from tui.table.table_screen_layout import TableScreenLayout
from tui.widgets.dialogs import FailureDialog
from tui.widgets.help_dialog import KeyRow, list_ways_to_end
from tui.widgets.key_footers import TableFooter, TypedKeysLine
from tui.widgets.keyed_screen import KeyedScreen
from tui.widgets.line_entry_dialog import LineEntryDialog, PersistentLineEntryDialog
from tui.widgets.live_reload import LiveReload
from tui.widgets.panel import Panel

FIRST_WHO = "First click a unit of {side}, or type its number. Press Tab for the other side."


def format_clicked_subject(prompt: Prompt, whom: Subject) -> str:
    """Return the typed text for a clicked subject. If there is none, explain why at the prompt."""
    match, side = prompt.game.match, prompt.side
    if prompt.pending is not None or side is None:
        return ""
    own = _side_of(match, whom) == side
    figures = prompt.game.ruleset.keys.figures
    if not own and not prompt.typed_text and (figures is None or figures.acting(match) is None):
        prompt.notice = Notice(FIRST_WHO.format(side=match.side_name(side)), "advice")
        return ""
    if figures is not None:
        return _of_figure(match, whom, own=own)
    number = format_handle(whom)[1:]
    return (
        number.rjust(count_unit_digits(match, _side_of(match, whom)), "0")
        if number.isdigit()
        else ""
    )


def _of_figure(match: Match, whom: Subject, *, own: bool) -> str:
    """Return the number to type: a figure's or group's for own figures, or the full number."""
    number = match.handle(whom)[1:]
    if not own or not is_figure(whom):
        return number
    unit = match.figure(FigureId(whom)).unit
    group = match.handle(unit)[1:]
    return number.removeprefix(group).lstrip(".") if match.clock.subject == unit else group


def _side_of(match: Match, whom: Subject) -> SideId:
    unit = match.figure(FigureId(whom)).unit if is_figure(whom) else UnitId(whom)
    return match.side_of(unit)


class AnswerCommands(TableScreenPart):
    """The commands for Enter, dice, the next phase and undo."""

    def do_accept(self) -> None:
        self.prompt.submit_input()

    def do_end_phase(self) -> None:
        self.prompt.end_phase()

    def do_skip_proposed(self) -> None:
        self.prompt.skip_proposed_unit()

    def do_clear_or_undo(self) -> None:
        self.prompt.back.clear_or_undo()

    def do_undo(self) -> None:
        self.prompt.back.undo()

    def do_redo(self) -> None:
        self.prompt.back.redo()

    def do_undo_phase(self) -> None:
        self.prompt.back.try_undo(self.game.undo_phase)

    def do_undo_turn(self) -> None:
        self.prompt.back.try_undo(self.game.undo_turn)

    def do_roll_by_app(self) -> None:
        if self.prompt.wants_dice:
            self.prompt.stray = ""
            self.prompt.roll_dice()
        elif self.prompt.pending is not None:
            self.prompt.stray += "r"
            self.prompt.show_refusal("This question needs no dice. Press R to roll some anyway.")
            self.redraw()
        else:
            self.do_begin_free_roll()

    def do_begin_free_roll(self) -> None:
        hint = "4+ is it in cover? · r1 2d6 how far? · off who begins?"
        self.app.push_screen(LineEntryDialog("roll", hint=hint, does="go on"), self._free_roll)

    def _free_roll(self, text: str | None) -> None:
        if text is not None:
            self.prompt.rolling.begin_free_roll(text)
            self.redraw()

    def do_pick_die_left(self) -> None:
        self.prompt.dice.pick_die(-1)

    def do_pick_die_right(self) -> None:
        self.prompt.dice.pick_die(1)

    def do_pick_row_above(self) -> None:
        self.prompt.dice.pick_row(-1)

    def do_pick_row_below(self) -> None:
        self.prompt.dice.pick_row(1)

    def do_accept_other_dice_count(self) -> None:
        self.prompt.accept_other_dice_count()

    def do_switch_side(self) -> None:
        self.prompt.switch_side()


MINUTE = 60.0  # seconds
WHERE = "where do things stand?"


class ClockCommands(TableScreenPart):
    """The commands of the clock: the time, the pause and the note on leaving."""

    def start_clock(self) -> None:
        """Start the clock, and restore dice that were typed before the game was left."""
        self.screen.set_interval(MINUTE, self._minute)
        if self.prompt.wants_dice and not self.prompt.typed_text:
            self.prompt.typed_text = self._draft_input().get_text(*self._asked())

    def save_typed_dice(self) -> None:
        """Save the typed dice of a roll in case the program ends. The app's dice are not saved."""
        prompt = self.prompt
        own = prompt.wants_dice and prompt.free is None and not prompt.dice.by_app
        own = own and not prompt.is_stale
        self._draft_input().save_text(*self._asked(), self.prompt.typed_text if own else "")

    def _draft_input(self) -> UnsubmittedInput:
        find = getattr(self.app, "find_unsubmitted_input", None)
        return UnsubmittedInput() if find is None else find(self.game)

    def _asked(self) -> tuple[str, str]:
        """Return keys for the game and for the open question, which is identified by its line."""
        pending, lines = self.game.pending, self.game.history.lines
        said = (one.entry for one in reversed(lines) if not isinstance(one.event, Noted))
        question = "" if pending is None else f"{pending.action} {pending.key} {next(said)}"
        return f"{self.game.stream} {lines[0].at}", question

    def _minute(self) -> None:
        for bar in self.screen.query(ScoreBar):
            bar.refresh()

    def do_pause_clock(self) -> None:
        if self.view.time_seen.read_clock().paused:
            self.game.add_note("", mark="on")
            self.show_message("The clock is running again.")
        else:
            self.game.add_note("", mark="pause")
            self.show_message("The clock is stopped until you press p or enter a line.")

    def do_leave(self) -> None:
        """Leave the table. If the game is running, ask for a note first."""
        if self.game.match.ended is not None:
            self.app.pop_screen()
        else:
            saved = f"line {self.game.history.last_number_on_path} saved"
            asked = LineEntryDialog(WHERE, hint=saved, does="leave", closes="stay")
            self.app.push_screen(asked, self._left)

    def _left(self, stands: str | None) -> None:
        """Save the note, and stop the clock while nobody is at the table."""
        if stands is None:
            self.redraw()
            return
        try:
            if stands.strip():
                self.game.add_note(stands.strip(), mark="stands")
        except LedgerError as error:
            self.show_error(error)
            return
        if not self.view.time_seen.read_clock().paused:
            with suppress(LedgerError, Refused):  # nothing that was entered is lost by it
                self.game.add_note("", mark="pause")
        self.app.pop_screen()

    def do_open_setup_sheet(self) -> None:
        self.app.push_screen(build_setup_sheet_dialog(self.game), self._written)

    def do_open_report(self) -> None:
        self.app.push_screen(build_battle_report_dialog(self.game), self._written)

    def _written(self, said: str | None) -> None:
        if said:
            self.show_message(said)
        self.redraw()


NO_BETWEEN = (
    "Nobody can interrupt here. To enter a forgotten action, type its line with the word late."
)


class EditAndInterruptCommands(TableScreenPart):
    """The commands that edit an action after its dice and insert a late interrupt."""

    # ------------------------------------------------------------------------ after the dice

    def do_edit_action(self) -> None:
        """Ask for a change to the open action, or to the last one if none is open."""
        try:
            action = find_action_to_edit(self.game)
        except Refused as refused:
            self.show_message(refused.message, refused=True)
            return
        line = describe_action_line(self.game, action)
        hint = f"{format_line_edit_example(self.game, line)} · ↑ the whole line"
        entry = PersistentLineEntryDialog(
            f"change {describe_match_entry(self.game, action)}",
            partial(self._read_edit, line),
            hint=hint,
            history=[line] if line else [],
        )
        self.ask_for_line(entry, lambda typed: self._look_over(self._read_edit(line, typed)))

    def _read_edit(self, line: str, typed: str) -> ActionEdit | None:
        """Parse the typed change, or return None if nothing was typed. Raises ``Refused``."""
        if not typed.strip():
            return None
        try:
            return preview_action_edit(self.game, apply_typed_line_edit(self.game, line, typed))
        except key_shorthand_reader.UnreadableKeys as wrong:
            raise Refused(wrong.message) from wrong

    def _look_over(self, edit: ActionEdit | None) -> None:
        if edit is not None:
            self.app.push_screen(EditedActionDialog(edit), partial(self._keep, edit))

    def _keep(self, edit: ActionEdit, answer: str | None) -> None:
        if answer:
            waited, typed = self.game.pending, self.prompt.typed_text
            lying = edit.prefill if answer == KEEP and edit.has_repeated_question(keep=True) else ""
            if self.try_write(edit.save_edit if answer == KEEP else edit.save_and_ask_dice):
                now = self.game.pending
                if now != waited:
                    same = waited and now and waited.request.what == now.request.what
                    self.prompt.typed_text = lying or (typed if answer == KEEP and same else "")
                self.prompt.notice = None
        self.redraw()

    # ----------------------------------------------------------------------- in between, late

    def do_insert_interrupt(self) -> None:
        """Enter an interrupt by the other side after the action that it interrupts."""
        keys, found = self.game.ruleset.keys.interrupts, None
        if keys is not None:
            found = late_interrupts.find_interrupt_moment(self.game, keys.key)
        if keys is None or found is None:
            self.show_message(NO_BETWEEN, refused=True)
        elif self.prompt.pending is None:
            self.prompt.type_text(keys.key)
        else:
            hint = f"{late_interrupts.format_interrupt_example(self.game, found)} · i earlier"
            self.ask_for_line(LineEntryDialog(found.description, hint=hint), self._come_between)

    def _come_between(self, typed: str) -> None:
        keys = self.game.ruleset.keys.interrupts
        if keys is None:
            return
        line = typed.strip()
        typed_so = f"{keys.key}{line}"
        found = late_interrupts.find_interrupt_moment(self.game, typed_so)
        try:
            line = late_interrupts.parse_interrupt_line(self.game, typed_so, found)
        except key_shorthand_reader.UnreadableKeys as wrong:
            if " " not in line or is_whole_number(line[:1]):
                self.show_message(wrong.message, refused=True)
                self.redraw()
                return
        self.play_line(line)


TYPED = (PromptPanel, ForecastPanel, TypedKeysLine)
"""The parts that are redrawn after a key press."""
DRAWN = (ScoreBar, PhaseBar, Panel, TableFooter)
"""The parts that are redrawn when the game changes."""


class TableScreen(KeyedScreen[None]):
    """The screen on which a game is recorded. ``coach`` gives hints, and ``footer`` shows the keys.
    If ``leaves`` is true, Escape leaves at once without asking for a note.
    """

    commands = KEYS["table"]
    DEFAULT_CSS = "TableScreen { layout: vertical; } TableScreen Horizontal { height: auto; }"

    def __init__(
        self,
        game: Game,
        *,
        coach: Callable[[Prompt], Widget] | None = None,
        footer: Callable[[Prompt], TableFooter] = TableFooter,
        leaves: bool = False,
    ) -> None:
        super().__init__()
        view = TableView(game)
        self.game, self.prompt = game, view.prompt
        self.live = LiveReload(game, self, below=True)
        self.leaves = leaves
        self.layout_of = TableScreenLayout(view, self, coach=coach, footer=footer)
        self.ahead = ForecastUpdater(view, self)
        self.sitting = ClockCommands(view, self)
        self.writing = LineAndNoteCommands(view, self)
        self.looking = InformationCommands(view, self)
        commands = (
            kind(view, self)
            for kind in (AnswerCommands, EditAndInterruptCommands, AdjustmentCommands)
        )
        self.parts = (self.writing, self.sitting, *commands, self.looking)
        self.view = view
        view.redraw, view.play_line = self.redraw, self.writing.play_line
        self._shape: object = None
        self._drawn: object = None
        self._doubt = ""
        self._over = self._is_over()

    def compose(self) -> ComposeResult:
        yield from self.layout_of.compose()

    def on_mount(self) -> None:
        self.sitting.start_clock()

    def on_screen_resume(self) -> None:
        self.prompt.rolling.offer_correction_dice()
        self.redraw()

    def take_snapshot(self) -> object:
        return self.prompt.take_snapshot()

    def redraw_after_reload(self, stood: PromptSnapshot) -> None:
        self.prompt.keep_typed_text(stood)
        self.prompt.rolling.offer_correction_dice()
        self.redraw()

    def show_ledger_error(self, why: str) -> None:
        self.prompt.notice = Notice(why, "refused") if why else None
        self.redraw()

    def on_resize(self, event: events.Resize) -> None:
        del event
        self.redraw()

    def on_paste(self, event: events.Paste) -> None:
        event.stop()
        self.prompt.type_text(" ".join(event.text.split()))
        self.redraw()

    def handle_character(self, character: str) -> bool:
        if not self.prompt.saying.accepts_character(character):
            return False
        self.prompt.type_text(character)
        self.redraw()
        return True

    def type_clicked_subject(self, whom: Subject) -> None:
        """Type the number of a clicked subject."""
        for character in format_clicked_subject(self.prompt, whom):
            self.handle_character(character)
        self.redraw()

    def report_unknown(self, character: str) -> None:
        self.prompt.stray += character
        keys = self.game.ruleset.keys
        hows = ", ".join(f"{letter} {how}" for letter, how in keys.flags.items())
        asked = self.prompt.pending is not None or not hows
        more = "" if asked else f"; after an action: {hows}"
        told = f"{character} is not a key here. Press ? for the keys{more}."
        verb = keys.find_verb(character)
        begins = self.prompt.pending is None and not self.prompt.typed_text
        if verb and begins and verb in list_phase_verbs(self.game.ruleset, self.game.match.phase):
            told = f"Type the number of a unit first: 1{character} {verb.text or verb.verb}."
        self.prompt.notice = Notice(told, "plain")
        self.redraw()

    def list_palette_rows(self) -> Sequence[KeyRow]:
        """List the palette's additional rows, which are the keys that work now."""
        now = self.looking.list_current_keys()
        rows = [row for row in (now[1] if now is not None else ()) if row.keys]
        return [*rows, *list_ways_to_end(self.game.ruleset)]

    def handle_key_press(self, event: events.Key) -> None:
        if event.key == "backspace":
            event.stop()
            self.prompt.delete_last_character()
            self.redraw()
            return
        super().handle_key_press(event)

    def run_command(self, command: KeyCommand) -> None:
        if self.leaves and command.id in ("clear_or_undo", "leave"):
            self.app.pop_screen()
            return
        if self._is_over() and command.id == "accept" and not self.prompt.typed_text:
            self.looking.open_ending()
            return
        if command.id not in ("accept", "roll_by_app"):
            self.prompt.stray = ""
        try:
            super().run_command(command)
        except LedgerError as error:
            self.app.push_screen(FailureDialog(str(error)))
        self.writing.ask_reason()
        self.redraw()

    def _is_over(self) -> bool:
        return self.game.match.ended is not None

    def _say_the_end(self) -> None:
        """Open the ending screen once, if the game has ended."""
        over = self._is_over()
        if over and not self.is_active:
            return
        if over and not self._over and not self.leaves:
            self.call_after_refresh(self.looking.open_ending)
        self._over = over

    def _say_doubt(self) -> None:
        """Warn once that a league may not know about this game's end."""
        doubt = self.game.journal.unreported
        if doubt and doubt != self._doubt:
            self.prompt.notice = Notice(doubt, "refused")
        self._doubt = doubt

    def redraw(self) -> None:
        """Redraw what has changed. If the parts have changed size, redraw the whole screen."""
        if not self.is_mounted:
            return
        if not self.leaves:
            self.sitting.save_typed_dice()
        self._say_doubt()
        self._say_the_end()
        self.ahead.update_forecast()
        roster = self.layout_of.measure_roster_height()
        shape = (self.app.size, roster, self.layout_of.measure_prompt_height())
        if shape != self._shape:
            self._shape = shape
            self.refresh(recompose=True)
            return
        view = self.view
        stands = (self.game.version, self.prompt.side, self.prompt.free is None)
        drawn = (*stands, view.log_unfolded)
        changed = drawn != self._drawn
        self._drawn = drawn
        for widget in self.walk_children(Widget):
            if isinstance(widget, DRAWN if changed else TYPED) or widget.id == "coach":
                widget.refresh()
