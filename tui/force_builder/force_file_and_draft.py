"""The storage of a force: its file, and a draft that is kept even if the program is killed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from exports.output_file_writing import make_safe_file_name, write_text_file_atomically
from tracker.application.errors import Refused
from tracker.application.force_building.force_draft import ForceDraft
from tracker.application.roster_files_and_samples import read_roster_file
from tracker.application.text_file_decoding import expand_home_folder
from tui.screen_base_classes import KeyedScreen
from tui.user_settings_and_drafts import UnsubmittedInputStore
from tui.widgets.dialogs import Dialog, make_paragraphs
from tui.widgets.line_entry_dialog import LineEntryDialog

DRAFT = "draft"


class ForceFile:
    """The file of a force. ``path`` is None until a new force is saved.

    ``has_saved`` is true once the player has saved the force to ``path``.
    """

    def __init__(self, draft: ForceDraft, path: Path | None, drafts: UnsubmittedInputStore) -> None:
        self.draft = draft
        self.path = path
        self.drafts = drafts
        self.has_saved = False

    def propose_path(self) -> Path:
        """Return the file's path. For a new force, propose a path in the current folder."""
        name = make_safe_file_name(self.draft.roster.name or "force", ".toml")
        return self.path or Path.cwd() / name

    def resolve_path(self, typed_path: str) -> Path:
        """Convert typed text to a path ending in ``.toml``. Raises ``Refused`` if the text is
        blank.
        """
        path = expand_home_folder(typed_path)
        if not typed_path.strip() or not path.name:
            raise Refused("Type the name of the file.")
        return path if path.suffix == ".toml" else path.with_name(f"{path.name}.toml")

    def explain_overwrite(self, path: Path) -> str:
        """Explain what saving to this path would overwrite. Return "" if nothing would be lost."""
        if not path.exists():
            return ""
        try:
            stored = read_roster_file(path)
        except Refused as refused:
            return refused.message
        if stored in (self.draft.text, self.draft.kept if path == self.path else None):
            return ""
        if path == self.path:
            return f"{path.name} has been changed by another program since you opened it."
        return f"{path.name} already exists and contains something else."

    def save_to_file(self, path: Path, *, overwrite: bool) -> str:
        """Save the force to a file and return a message. Raises ``Refused``.

        If ``overwrite`` is true, an existing file at the path is replaced.
        """
        write_text_file_atomically(path, self.draft.text, overwrite=overwrite)
        self.path, self.has_saved = path, True
        self.draft.kept = self.draft.text
        self.discard_draft()
        return f"Saved: {path}"

    def save_or_clear_draft(self) -> None:
        """Save unsaved text as a draft, which the force builder offers when it is opened again.

        If there are no unsaved changes, delete the draft.
        """
        text = self.draft.text if self.draft.has_unsaved_changes else ""
        self.drafts.save_text(_make_draft_key(self.draft.rules.id), DRAFT, text)

    def discard_draft(self) -> None:
        self.drafts.save_text(_make_draft_key(self.draft.rules.id), DRAFT, "")


def get_unsaved_draft_text(drafts: UnsubmittedInputStore, ruleset_id: str) -> str:
    """Return a ruleset's unsaved draft, or "" if there is none."""
    return drafts.get_text(_make_draft_key(ruleset_id), DRAFT)


def _make_draft_key(ruleset: str) -> str:
    return f"roster {ruleset}"


DRAFT_NOTICE = (
    "Your changes are kept as a draft. You can resume the draft the next time you build a force."
)


class ForceSaveCommands:
    def __init__(self, screen: KeyedScreen[str | None], force_file: ForceFile) -> None:
        self.screen = screen
        self.force_file = force_file

    def do_save_force(self) -> None:
        self._save_or_ask_path(self.screen.redraw)

    def do_save_force_as(self) -> None:
        self._ask_path(str(self.force_file.propose_path()), self.screen.redraw, selected=True)

    def do_leave(self) -> None:
        if not self.force_file.draft.has_unsaved_changes:
            self._leave()
            return
        text = f"{self.force_file.draft.roster.name or 'This force'} has unsaved changes."
        answers = (("s", "save"), ("l", "keep it as a draft"), ("d", "discard the changes"))
        dialog = Dialog("Not saved yet", make_paragraphs(text, DRAFT_NOTICE), answers)
        self.screen.app.push_screen(dialog, self._handle_leave_answer)

    def _handle_leave_answer(self, answer: str | None) -> None:
        match answer:
            case "s":
                self._save_or_ask_path(self._leave)
            case "l":
                self._leave()
            case "d":
                self.force_file.discard_draft()
                self._leave()

    def _leave(self) -> None:
        """Close the screen and return the force's file, or None if no game can use the force."""
        path, units = self.force_file.path, self.force_file.draft.roster.units
        self.screen.dismiss(str(path) if path is not None and units else None)

    def _save_or_ask_path(self, on_saved: Callable[[], None]) -> None:
        force_file, path = self.force_file, self.force_file.propose_path()
        has_changed_file = path == force_file.path and force_file.explain_overwrite(path)
        if force_file.has_saved or has_changed_file:
            self._save_or_confirm(path, on_saved)
        else:
            self._ask_path(str(path), on_saved, selected=True)

    def _ask_path(self, proposed: str, on_saved: Callable[[], None], *, selected: bool) -> None:
        def handle_name(typed: str) -> None:
            path = self.force_file.resolve_path(typed)
            exists = path.exists()
            if self.force_file.explain_overwrite(path):
                self.screen.call_later(self._save_or_confirm, path, on_saved)
            else:
                self._save_and_report(path, on_saved, overwrite=exists)

        field = LineEntryDialog(
            "save as",
            proposed,
            accept_line=handle_name,
            hint="the file",
            accept_word="save",
            selected=selected,
        )
        self.screen.app.push_screen(field)

    def _save_or_confirm(self, path: Path, on_saved: Callable[[], None]) -> None:
        exists = path.exists()
        reason = self.force_file.explain_overwrite(path)
        if not reason:
            self.screen.call_or_show_error(
                lambda: self._save_and_report(path, on_saved, overwrite=exists)
            )
            return
        answers = (("o", "overwrite it"), ("n", "another name"))

        def handle_answer(answer: str | None) -> None:
            if answer == "o":
                self.screen.call_or_show_error(
                    lambda: self._save_and_report(path, on_saved, overwrite=True)
                )
            elif answer == "n":
                self._ask_path(str(path), on_saved, selected=False)

        text = make_paragraphs(reason, "Nothing has been written yet.")
        self.screen.app.push_screen(Dialog("The file exists", text, answers), handle_answer)

    def _save_and_report(
        self, path: Path, on_saved: Callable[[], None], *, overwrite: bool
    ) -> None:
        self.screen.show_message(self.force_file.save_to_file(path, overwrite=overwrite))
        self.screen.call_later(on_saved)
