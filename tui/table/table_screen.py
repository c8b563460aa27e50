"""The table screen, with rosters, the open question, the log and a prompt for all input."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import Any

from textual import events
from textual.app import ComposeResult
from textual.widget import Widget

from tracker.application.correcting.action_edit_after_dice import (
    ActionEdit,
    find_action_to_edit,
    preview_action_edit,
)
from tracker.application.correcting.late_action_insert import format_action_as_typed_if_public
from tracker.application.errors import LedgerError, Refused
from tracker.application.match.game import Game
from tracker.application.match.short_entry_descriptions import describe_match_entry
from tracker.procedures.match_view import Match
from tracker.procedures.pieces.subject_lookup import format_side_in_line
from tracker.vocabulary.events import Noted
from tracker.vocabulary.name_normalisation import make_name_key
from tracker.vocabulary.subject_ids import FigureId, Subject, format_handle, is_figure
from tracker.vocabulary.typed_numbers import is_whole_number
from tui.correcting import late_interrupts
from tui.correcting.keep_or_reroll_dice_dialog import KEEP, EditedActionDialog
from tui.correcting.quick_line_edits import apply_typed_line_edit, format_line_edit_examples
from tui.key_bindings import KEYS, KeyCommand
from tui.prompt.key_shorthand_reader import UnreadableKeys, count_unit_digits
from tui.prompt.next_key_hints import list_phase_verbs
from tui.prompt.prompt_state import Notice
from tui.prompt.table_prompt import DROPPED, Prompt, PromptSnapshot
from tui.screen_base_classes import KeyedScreen
from tui.table.adjustment_commands import AdjustmentCommands
from tui.table.forecast_updater import ForecastUpdater
from tui.table.game_export_dialogs import build_battle_report_dialog, build_setup_sheet_dialog
from tui.table.information_commands import InformationCommands
from tui.table.line_and_note_commands import LineAndNoteCommands
from tui.table.panels.forecast_panel import ForecastPanel
from tui.table.panels.prompt_panel import PromptPanel
from tui.table.panels.score_and_phase_bars import ScoreBar
from tui.table.table_screen_layout import TableScreenLayout
from tui.table.table_screen_part import TableScreenPart
from tui.table.table_view_model import TableViewModel
from tui.views.next_line_proposals import list_line_objections
from tui.widgets.dialogs import FailureDialog
from tui.widgets.help_dialog import KeyRow, list_game_end_key_rows
from tui.widgets.line_entry_dialog import LineEntryDialog
from tui.widgets.live_reload import LiveReload
from tui.widgets.panel import Panel
from tui.widgets.screen_bottom_lines import TableFooter, TypedKeysLine

ACTOR_FIRST = "First click a unit of {side}, or type its number. Press Tab for the other side."


def get_click_text_or_show_advice(prompt: Prompt, subject: Subject) -> str:
    """Return the text that a click on a subject types, or "" if it types nothing.

    If an actor must be chosen first, a notice says so.
    """
    match, side = prompt.game.match, prompt.side
    if prompt.pending is not None or side is None:
        return ""
    is_own = match.side_of(subject) == side
    figures = prompt.game.ruleset.keys.figures
    if not is_own and not prompt.typed_text and (figures is None or figures.acting(match) is None):
        prompt.notice = Notice(ACTOR_FIRST.format(side=match.side_name(side)), "advice")
        return ""
    if figures is not None:
        return _format_figure_number(match, subject, is_own=is_own)
    number = format_handle(subject)[1:]
    if number.isdigit():
        return number.rjust(count_unit_digits(match, match.side_of(subject)), "0")
    return ""


def _format_figure_number(match: Match, subject: Subject, *, is_own: bool) -> str:
    """Return the number to type for a subject.

    For a figure of the user's own side, this is its number in the acting group, or the number of
    its group. Other subjects have full numbers.
    """
    number = match.handle(subject)[1:]
    if not is_own or not is_figure(subject):
        return number
    unit = match.figure(FigureId(subject)).unit
    group = match.handle(unit)[1:]
    return number.removeprefix(group).lstrip(".") if match.clock.subject == unit else group


class PromptCommands(TableScreenPart):
    def __init__(self, view: TableViewModel, screen: KeyedScreen[Any]) -> None:
        super().__init__(view, screen)
        prompt, dice = self.prompt, self.prompt.dice
        self.do_accept = prompt.submit_input
        self.do_skip_proposed = prompt.skip_proposed_unit
        self.do_switch_side = prompt.switch_side
        self.do_offer_or_accept_dice_count = prompt.offer_or_accept_dice_count
        self.do_clear_or_undo = prompt.clear_or_undo
        self.do_undo = prompt.undo_last_entry
        self.do_redo = prompt.redo_last_undone_entry
        self.do_undo_phase = partial(prompt.try_undo_or_redo, self.game.undo_phase)
        self.do_undo_turn = partial(prompt.try_undo_or_redo, self.game.undo_turn)
        self.do_pick_die_left = partial(dice.pick_adjacent_die, -1)
        self.do_pick_die_right = partial(dice.pick_adjacent_die, 1)
        self.do_pick_row_above = partial(dice.pick_adjacent_row, -1)
        self.do_pick_row_below = partial(dice.pick_adjacent_row, 1)

    def do_roll_by_app(self) -> None:
        """Let the app roll the open roll's dice. If no question is open, begin a free roll."""
        if self.prompt.wants_dice:
            self.prompt.forget_last_keys()
            self.prompt.roll_dice_by_app()
        elif self.prompt.pending is not None:
            self.prompt.stray_keys += "r"
            self.prompt.show_refusal("This question needs no dice. Press R to roll some anyway.")
            self.redraw()
        elif self.prompt.roll_entered_by_key:
            self.prompt.ignore_surplus_roll_key()
            self.redraw()
        else:
            self.do_begin_free_roll()

    def do_begin_free_roll(self) -> None:
        hint = "4+ is it in cover? · r1 2d6 how far? · off who begins?"
        dialog = LineEntryDialog("roll", hint=hint, accept_word="enter dice")
        self.app.push_screen(dialog, self._begin_free_roll)

    def _begin_free_roll(self, text: str | None) -> None:
        if text is None:
            return
        match, (first, *_) = self.game.match, f"r{text}".split()
        sides = {make_name_key(match.side_name(side)): side for side in match.sides}
        if side := sides.get(make_name_key(first)):
            line = f"vp {format_side_in_line(match, side)} 2"
            self.prompt.show_refusal(f"For points, press : and type a line such as `{line}`.")
        elif text[:1].isdigit() and list_line_objections(self.game, f"r{text}") is not None:
            self.prompt.show_refusal("To type a line, press : first.")
        else:
            self.prompt.dice_entry.begin_free_roll(text)
        self.redraw()


CLOCK_INTERVAL = 60.0  # seconds
WAITING = " waiting"  # ends the key of dice that wait for the end of a correction


class ClockAndExitCommands(TableScreenPart):
    """The commands for the clock, for exports, and for leaving the table."""

    def start_clock_and_restore_typed_dice(self) -> None:
        """Start the clock, and restore the dice that were typed before the game was left."""
        self.screen.set_interval(CLOCK_INTERVAL, self._refresh_score_bar)
        drafts = self.screen.warledger_app.get_unsubmitted_input_store(self.game)
        game, question = self._make_draft_keys()
        self.prompt.dice_entry.load_waiting_dice_from_json(drafts.get_text(f"{game}{WAITING}", ""))
        if self.prompt.wants_dice and not self.prompt.typed_text:
            self.prompt.typed_text = drafts.get_text(game, question)

    def save_typed_dice(self) -> None:
        """Save the typed dice of a roll, but not the app's dice, in case the program ends."""
        prompt = self.prompt
        is_own = prompt.wants_dice and prompt.free_roll is None and not prompt.dice.by_app
        is_own = is_own and not prompt.is_stale
        drafts = self.screen.warledger_app.get_unsubmitted_input_store(self.game)
        game, question = self._make_draft_keys()
        drafts.save_text(game, question, self.prompt.typed_text if is_own else "")
        drafts.save_text(f"{game}{WAITING}", "", prompt.dice_entry.dump_waiting_dice_to_json())

    def _make_draft_keys(self) -> tuple[str, str]:
        pending, lines = self.game.pending, self.game.history.lines
        entries = (line.entry for line in reversed(lines) if not isinstance(line.event, Noted))
        question = "" if pending is None else f"{pending.action} {pending.key} {next(entries)}"
        return f"{self.game.stream} {lines[0].at}", question

    def _refresh_score_bar(self) -> None:
        for bar in self.screen.query(ScoreBar):
            bar.refresh()

    def do_pause_or_resume_clock(self) -> None:
        if self.game.match.ended is not None:
            self.prompt.show_refusal("The game is over, so its clock is stopped.")
        elif self.view.playing_time.compute_playing_time().paused:
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
            saved = f"line {self.game.history.last_line_number} saved"
            dialog = LineEntryDialog(
                "note for your return (optional)", hint=saved, accept_word="quit", close_word="stay"
            )
            self.app.push_screen(dialog, self._leave_with_note)

    def _leave_with_note(self, note: str | None) -> None:
        if note is None:
            self.redraw()
            return
        try:
            if note.strip():
                self.game.add_note(note.strip(), mark="stands")
        except LedgerError as error:
            self.show_error(error)
            return
        if not self.view.playing_time.compute_playing_time().paused:
            with suppress(LedgerError, Refused):  # without the pause, no entry is lost
                self.game.add_note("", mark="pause")
        self.app.pop_screen()

    def do_open_setup_sheet(self) -> None:
        self.app.push_screen(build_setup_sheet_dialog(self.game), self._show_result)

    def do_open_report(self) -> None:
        self.app.push_screen(build_battle_report_dialog(self.game), self._show_result)

    def _show_result(self, message: str | None) -> None:
        if message:
            self.show_message(message)
        self.redraw()


NO_INTERRUPT = "Nobody can interrupt here. To enter a forgotten action, type its line and add late."


class EditAndInterruptCommands(TableScreenPart):
    """The commands that edit an action after its dice were rolled, or insert a late interrupt."""

    def do_edit_action(self) -> None:
        """Ask for a change to the open action, or to the last action if none is open."""
        try:
            action = find_action_to_edit(self.game)
        except Refused as refused:
            self.prompt.show_refusal(refused.message)
            return
        line = format_action_as_typed_if_public(self.game, action)
        hints = (format_line_edit_examples(self.game, line), "↑ the whole line")
        hint = " · ".join(filter(None, hints))
        entry = LineEntryDialog(
            f"change {describe_match_entry(self.game, action)}",
            accept_line=partial(self._preview_typed_edit, line),
            hint=hint,
            history=[line] if line else [],
        )
        self.ask_for_line(
            entry, lambda typed: self._open_edit_dialog(self._preview_typed_edit(line, typed))
        )

    def _preview_typed_edit(self, line: str, typed: str) -> ActionEdit | None:
        if not typed.strip():
            return None
        return preview_action_edit(self.game, apply_typed_line_edit(self.game, line, typed))

    def _open_edit_dialog(self, edit: ActionEdit | None) -> None:
        if edit is not None:
            self.app.push_screen(EditedActionDialog(edit), partial(self._save_edit, edit))

    def _save_edit(self, edit: ActionEdit, answer: str | None) -> None:
        if answer:
            pending_before, typed = self.game.pending, self.prompt.typed_text
            initial_text = (
                edit.prefill if answer == KEEP and edit.asks_again_for_rolled_dice else ""
            )
            save = edit.save_with_old_dice if answer == KEEP else edit.save_with_new_dice
            if self.write_or_show_error(save):
                pending = self.game.pending
                self.prompt.notice = None
                if pending != pending_before:
                    is_same_question = (
                        pending_before
                        and pending
                        and pending_before.request.what == pending.request.what
                    )
                    if answer == KEEP and not is_same_question:
                        self.prompt.dice_entry.set_aside_or_restore_text()
                    self.prompt.dice_entry.remember_open_question()
                    kept = initial_text or (typed if answer == KEEP and is_same_question else "")
                    if self.prompt.typed_text not in ("", kept):
                        dropped = DROPPED.format(self.prompt.typed_text).strip()
                        self.prompt.notice = Notice(dropped)
                    self.prompt.typed_text = kept
        self.redraw()

    def do_insert_interrupt(self) -> None:
        """Begin an interrupt by the other side, even against an action that has already been
        played.
        """
        keys, action = self.game.ruleset.keys.interrupts, None
        if keys is not None:
            action = late_interrupts.find_interruptible_action(self.game, keys.key)
        if keys is None or action is None:
            self.prompt.show_refusal(NO_INTERRUPT)
        elif self.prompt.pending is None:
            self.prompt.type_text(keys.key)
        else:
            hint = f"{late_interrupts.format_interrupt_example(self.game, action)} · i earlier"
            entry = LineEntryDialog(action.description, hint=hint)
            self.ask_for_line(entry, partial(self._insert_interrupt, keys.key))

    def _insert_interrupt(self, key: str, typed: str) -> None:
        line = typed.strip()
        keyed = f"{key}{line}"
        action = late_interrupts.find_interruptible_action(self.game, keyed)
        try:
            line = late_interrupts.expand_typed_interrupt(self.game, keyed, action)
        except UnreadableKeys as unreadable:
            if " " not in line or is_whole_number(line[:1]):
                self.prompt.show_refusal(unreadable.message)
                self.redraw()
                return
        self.play_line(line)


REDRAWN_AFTER_KEY = (PromptPanel, ForecastPanel, TypedKeysLine, TableFooter)
REDRAWN_AFTER_CHANGE = (ScoreBar, Panel, TableFooter)


class TableScreen(KeyedScreen[None]):
    """The screen that records a game. ``leaves_at_once`` closes it without asking for a note."""

    commands = KEYS["table"]
    DEFAULT_CSS = "TableScreen { layout: vertical; } TableScreen Horizontal { height: auto; }"

    def __init__(
        self,
        game: Game,
        *,
        coach: Callable[[Prompt], Widget] | None = None,
        footer: Callable[[Prompt], TableFooter] = TableFooter,
        leaves_at_once: bool = False,
    ) -> None:
        super().__init__()
        view = TableViewModel(game)
        self.game, self.prompt = game, view.prompt
        self.live = LiveReload(game, self, updates_when_covered=True)
        self.leaves_at_once = leaves_at_once
        self.table_layout = TableScreenLayout(view, self, coach=coach, footer=footer)
        self.forecast_updater = ForecastUpdater(view, self)
        self.clock_commands = ClockAndExitCommands(view, self)
        self.line_commands = LineAndNoteCommands(view, self)
        self.info_commands = InformationCommands(view, self)
        kinds = (PromptCommands, EditAndInterruptCommands, AdjustmentCommands)
        commands = (kind(view, self) for kind in kinds)
        self.parts = (self.line_commands, self.clock_commands, *commands, self.info_commands)
        self.view = view
        view.redraw, view.play_line = self.redraw, self.line_commands.play_line
        self._last_shape: object = None
        self._last_drawn: object = None
        self._shown_warning = ""
        self._was_over = self._is_game_over()

    def compose(self) -> ComposeResult:
        yield from self.table_layout.compose()

    def on_mount(self) -> None:
        self.clock_commands.start_clock_and_restore_typed_dice()

    def on_screen_resume(self) -> None:
        self.prompt.dice_entry.prefill_correction_dice()
        self.redraw()

    def take_reload_snapshot(self) -> object:
        return self.prompt.take_reload_snapshot()

    def update_after_reload(self, snapshot: PromptSnapshot) -> None:
        self.prompt.revalidate_input_after_reload(snapshot)
        self.prompt.dice_entry.prefill_correction_dice()
        self.redraw()

    def show_or_clear_ledger_error(self, reason: str) -> None:
        self.prompt.notice = Notice(reason, "refused") if reason else None
        self.redraw()

    def on_resize(self) -> None:
        self.redraw()

    def on_paste(self, event: events.Paste) -> None:
        event.stop()
        self.prompt.type_text(" ".join(event.text.split()))
        self.redraw()

    def handle_character(self, character: str) -> bool:
        if not self.prompt.reader.accepts_character(character):
            return False
        self.prompt.type_text(character)
        self.redraw()
        return True

    def type_clicked_subject(self, subject: Subject) -> None:
        for character in get_click_text_or_show_advice(self.prompt, subject):
            self.handle_character(character)
        self.redraw()

    def handle_unknown_key(self, character: str) -> None:
        """Explain which keys can be used. After typed dice, the character is typed instead."""
        if self.prompt.wants_dice and self.prompt.typed_text and character.isalnum():
            self.prompt.type_text(character)
            self.redraw()
            return
        self.prompt.stray_keys += character
        keys = self.game.ruleset.keys
        flags_text = ", ".join(f"{letter} {word}" for letter, word in keys.flags.items())
        is_question = self.prompt.pending is not None or not flags_text
        flags_hint = "" if is_question else f"; after an action: {flags_text}"
        is_first = self.prompt.pending is None and not self.prompt.typed_text
        line_hint = ", or : to type a line" if is_first else ""
        message = (
            f"`{character}` is not a key here. Press ? for a list of keys{line_hint}{flags_hint}."
        )
        verb = keys.find_verb(character)
        if verb and is_first and verb in list_phase_verbs(self.game.ruleset, self.game.match.phase):
            message = f"Type the number of a unit first: 1{character} {verb.text or verb.verb}."
        self.prompt.notice = Notice(message, "plain")
        self.redraw()

    def list_palette_rows(self) -> Sequence[KeyRow]:
        current = self.info_commands.build_current_keys_section()
        rows = [row for row in (current[1] if current is not None else ()) if row.keys]
        return [*rows, *list_game_end_key_rows(self.game.ruleset)]

    def handle_key_press(self, event: events.Key) -> None:
        if event.key == "backspace":
            event.stop()
            self.prompt.delete_picked_die_or_character()
            self.redraw()
            return
        super().handle_key_press(event)

    def run_command(self, command: KeyCommand) -> None:
        if self.leaves_at_once and command.id in ("clear_or_undo", "leave"):
            self.app.pop_screen()
            return
        is_typing = self.prompt.typed_text or self.prompt.line_to_confirm
        if self._is_game_over() and command.id == "accept" and not is_typing:
            self.info_commands.open_ending_screen()
            return
        if command.id not in ("accept", "roll_by_app"):
            self.prompt.forget_last_keys()
        try:
            super().run_command(command)
        except LedgerError as error:
            self.app.push_screen(FailureDialog(str(error)))
        self.line_commands.ask_override_reason_if_required()
        self.redraw()

    def _is_game_over(self) -> bool:
        return self.game.match.ended is not None

    def _open_ending_once(self) -> None:
        is_over = self._is_game_over()
        if is_over and not self.is_active:
            return
        if is_over and not self._was_over and not self.leaves_at_once:
            self.call_after_refresh(self.info_commands.open_ending_screen)
        self._was_over = is_over

    def _show_new_warning(self) -> None:
        warning = self.game.journal.unreported
        if warning and warning != self._shown_warning:
            self.prompt.notice = Notice(warning, "refused")
        self._shown_warning = warning

    def redraw(self) -> None:
        """Redraw the parts that have changed.

        If their sizes have changed, redraw the whole screen. Before that, save the typed dice,
        update the forecast, and show a new warning or the ending screen.
        """
        if not self.is_mounted:
            return
        if not self.leaves_at_once:
            self.clock_commands.save_typed_dice()
        self._show_new_warning()
        self._open_ending_once()
        self.forecast_updater.update_forecast()
        roster = self.table_layout.measure_roster_height()
        shape = (self.app.size, roster, self.table_layout.measure_prompt_height())
        if shape != self._last_shape:
            self._last_shape = shape
            self.refresh(recompose=True)
            return
        prompt, version = self.prompt, self.game.version
        drawn = (version, prompt.side, prompt.free_roll is None, self.view.log_unfolded)
        has_changed = drawn != self._last_drawn
        self._last_drawn = drawn
        for widget in self.walk_children(Widget):
            if (
                isinstance(widget, REDRAWN_AFTER_CHANGE if has_changed else REDRAWN_AFTER_KEY)
                or widget.id == "coach"
            ):
                widget.refresh()
