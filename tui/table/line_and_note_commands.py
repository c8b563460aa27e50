"""The commands that play lines, or that ask for a line, a note or a star."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from tracker.application.errors import LedgerError
from tracker.application.match.free_rolls import describe_last_entry_if_free_roll
from tracker.application.text_file_decoding import expand_home_folder, read_file_bytes_up_to_limit
from tracker.application.typed_lines.line_completion import find_word_start_and_completions
from tui.screen_base_classes import KeyedScreen
from tui.table.table_screen_part import TableScreenPart
from tui.table.table_view_model import TableViewModel
from tui.views.next_line_proposals import list_line_objections
from tui.widgets.line_entry_dialog import LineEntryDialog, make_file_completer


class LineAndNoteCommands(TableScreenPart):
    def __init__(self, view: TableViewModel, screen: KeyedScreen[Any]) -> None:
        super().__init__(view, screen)
        self.entered_lines: list[str] = []

    def play_line(self, line: str, override_reason: str = "") -> None:
        try:
            played = self.prompt.play_line(line, override_reason=override_reason)
        except LedgerError as error:
            self.show_error(error)
        else:
            self._remember_line(self.prompt.rest_of_line)
            if (
                not played
                and self.prompt.notice is not None
                and not self.prompt.notice.offered_keys
            ):
                back = ((": ↑", "edit the line again"),)
                self.prompt.notice = replace(self.prompt.notice, offered_keys=back)
        self.ask_override_reason_if_required()
        self.redraw()

    def ask_override_reason_if_required(self) -> None:
        """If the last line breaks a rule and the game requires a reason, ask for the reason."""
        line, self.prompt.line_needing_reason = self.prompt.line_needing_reason, ""
        if line:
            hint = "why? The reason is logged as a table ruling"
            reason = describe_last_entry_if_free_roll(self.game.history)
            entry = LineEntryDialog("reason", reason, hint=hint)
            self.ask_for_line(entry, partial(self._play_with_reason, line))

    def _play_with_reason(self, line: str, reason: str) -> None:
        if reason.strip():
            self.play_line(line, reason.strip())

    def do_type_line(self) -> None:
        """Ask for a line. The dialog begins with the typed keys in words."""
        completions = partial(find_word_start_and_completions, self.game)
        reader = self.prompt.reader
        has_keys = bool(self.prompt.typed_text) and self.prompt.pending is None
        line = reader.describe_typed_keys() if has_keys else ""
        is_complete = has_keys and not reader.explain_incomplete_line()
        is_objection_needed = is_complete and self.prompt.notice is None
        objections = (list_line_objections(self.game, line) or ()) if is_objection_needed else ()
        is_unread = has_keys and not is_complete and line == self.prompt.typed_text
        is_replaced = is_complete or is_unread
        continues = has_keys and not is_complete and not line[-1].isdigit()
        entry = LineEntryDialog(
            ":",
            f"{line} " if continues or is_complete else line,
            hint=next(iter(objections), "→ adds to it; typing replaces it" if is_replaced else ""),
            accept_word="enter",
            history=self.entered_lines,
            completions=completions,
            selected=is_replaced,
        )
        self.ask_for_line(entry, self._play_entered_line, on_typed=self._remember_line)

    def do_end_phase(self) -> None:
        """End this half or phase. After typed dice, ``n`` begins ``need 5`` instead.

        The dice and the ``n`` move to a line, in which the player types the rest.
        """
        prompt = self.prompt
        if not prompt.can_continue_with_other_need:
            prompt.play_typed_line_and_end_phase()
            return
        line = f"{prompt.typed_text.strip()} n"
        hint = f"`{line}eed 5`: these dice need a 5"
        entry = LineEntryDialog(
            ":", line, hint=hint, accept_word="enter", history=self.entered_lines
        )
        self.ask_for_line(entry, self._play_entered_line, on_typed=self._remember_line)

    def _remember_line(self, line: str) -> None:
        if line.strip():
            self.entered_lines.append(line)

    def _play_entered_line(self, line: str) -> None:
        if line.strip():
            if self.prompt.pending is None:
                self.prompt.typed_text = ""
            if self.prompt.submit_reroll_if_begun(line):
                self.redraw()
            else:
                self.play_line(line)

    def do_add_note(self) -> None:
        self.app.push_screen(LineEntryDialog("note", accept_word="save"), self._save_note)

    def _save_note(self, text: str | None) -> None:
        if text is None or not text.strip():
            return
        words = text.strip()
        note = words.removeprefix("*").strip()
        self.write_or_show_error(lambda: self.game.add_note(note, star=words.startswith("*")))
        self.redraw()

    def do_add_photo(self) -> None:
        entry = LineEntryDialog(
            "photo",
            hint="a file: JPEG, PNG, WebP or GIF",
            accept_line=self._add_photo,
            accept_word="add",
            completions=make_file_completer(Path()),
        )
        self.app.push_screen(entry, lambda _: self.redraw())

    def _add_photo(self, line: str) -> None:
        """Add the photo in this file to the log. Raises ``Refused``."""
        from tracker.application.photo_storage import add_photo_note, resize_and_clean_photo

        if not line.strip():
            return
        file = expand_home_folder(line)
        photo = resize_and_clean_photo(read_file_bytes_up_to_limit(file))
        if self.write_or_show_error(lambda: add_photo_note(self.game, photo)):
            last = self.game.history.find_last_entry_on_path()
            number = f"line {last.number}: " if last is not None else ""
            self.show_message(f"{number}photo. To see it, press F4, then h for a page with it.")

    def do_star_line_or_reroll(self) -> None:
        """Star the last line. If dice have been typed, begin to reroll some of them instead."""
        prompt = self.prompt
        if prompt.wants_dice and prompt.typed_text:
            prompt.dice_entry.begin_reroll()
            return
        last = self.game.history.find_last_entry_on_path()
        if last is not None:
            self.game.add_note("", about=last.version, star=True)
            self.show_message(f"★ line {last.number}. Press ' to add the reason.")
