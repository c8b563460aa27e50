"""The ways to start a force: from a draft, the template, a sample, a file or nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from textual.app import ComposeResult
from textual.content import Content

from tracker.application.building.force_draft import ForceDraft, make_empty_roster_text
from tracker.application.errors import Refused
from tracker.application.roster_files import (
    list_local_rosters,
    read_roster_file,
    read_roster_file_or_sample,
    read_ruleset_name,
)
from tracker.procedures.ruleset import Ruleset
from tracker.vocabulary.count_wording import format_count
from tracker.vocabulary.typed_numbers import is_whole_number
from tui.app import WarledgerApp
from tui.force_builder.force_file_and_draft import find_unsaved_draft
from tui.force_builder.screen import ForceBuilderScreen
from tui.key_bindings import KEYS, KeyCommand, select_commands
from tui.saved_unsubmitted_dice import UnsubmittedInput
from tui.terminal_text_fitting import Piece, fill_line, join_pieces, pad_text
from tui.widgets.clickable_text import make_clickable_row
from tui.widgets.key_footers import BottomRule, Footer
from tui.widgets.keyed_screen import KeyedScreen
from tui.widgets.line_entry_dialog import LineEntryDialog
from tui.widgets.list_row_drawing import draw_pointer, draw_row_key, find_first_shown_row
from tui.widgets.notice_line import NoticeLine
from tui.widgets.paging_keys import PagingKeys
from tui.widgets.panel import Panel, PanelEdges

NAME = 34


@dataclass(frozen=True)
class ForceStartOption:
    """A starting point for a force: its name, its description and what it opens."""

    name: str
    description: str
    open: Callable[[], tuple[ForceDraft, Path | None]]


class ForceStartScreen(KeyedScreen[str | None]):
    """The screen that starts a force and returns its file. If necessary, it asks for the rules."""

    commands = KEYS["roster_begun"]

    def __init__(self, known: Iterable[Ruleset]) -> None:
        super().__init__()
        self.known = [one for one in known if one.forces is not None]
        self.rules = self.known[0] if len(self.known) == 1 else None
        self.at = 0
        self.rows: list[ForceStartOption] = []
        self.panel = ForceStartPanel(self)
        self.parts = (PagingKeys(self._go),)

    def compose(self) -> ComposeResult:
        yield self.panel
        yield BottomRule()
        yield NoticeLine()
        yield Footer(
            select_commands(
                KEYS["roster_begun"],
                "begin_with_row",
                "up",
                "down",
                "open_roster_file",
                "leave",
                "help",
            )
        )

    def on_mount(self) -> None:
        self._read()

    @property
    def drafts(self) -> UnsubmittedInput:
        """Return the storage of unsaved drafts."""
        assert isinstance(self.app, WarledgerApp)
        return self.app.draft_input

    def _read(self) -> None:
        self.rows = [] if self.rules is None else [*list_force_starts(self.rules, self.drafts)]
        self.at = 0
        self.panel.refresh()

    def run_command(self, command: KeyCommand) -> None:
        self.show_message("")
        super().run_command(command)
        if self.is_current:
            self.panel.refresh()

    def handle_character(self, character: str) -> bool:
        many = len(self.rows) if self.rules is not None else len(self.known)
        if not is_whole_number(character) or not 1 <= int(character) <= many:
            return False
        self.at = int(character) - 1
        self.do_begin_with_row()
        return True

    # ------------------------------------------------------------------------------ commands

    def do_begin_with_row(self) -> None:
        if self.rules is None:
            if not self.known:
                self.show_message(
                    "No installed rules use rosters. To see them, run warledger rules.", bad=True
                )
                return
            self.rules = self.known[self.at]
            self._read()
            return
        found = self.call_or_show_error(self.rows[self.at].open)
        if found is not None:
            self._open(*found)

    def _go(self, step: int) -> None:
        many = len(self.rows) if self.rules is not None else len(self.known)
        self.at = max(0, min(many - 1, self.at + step))

    def do_open_roster_file(self) -> None:
        if self.rules is None:
            self.show_message("Choose the rules first.", bad=True)
            return
        hint = "a roster file (TOML)"
        self.app.push_screen(LineEntryDialog("file", hint=hint, does="read it"), self._named)

    def _named(self, typed: str | None) -> None:
        rules = self.rules
        if not typed or rules is None:
            return
        path = Path(typed.strip()).expanduser()
        found = self.call_or_show_error(lambda: _file(rules, path))
        if found is not None:
            self._open(*found)

    def _open(self, draft: ForceDraft, path: Path | None) -> None:
        self.app.push_screen(ForceBuilderScreen(draft, path, self.drafts), self._made)

    def _made(self, path: str | None) -> None:
        if path is not None:
            self.dismiss(path)
        else:
            self._read()

    def do_leave(self) -> None:
        if self.rules is not None and len(self.known) > 1:
            self.rules = None
            self._read()
        else:
            self.dismiss(None)


class ForceStartPanel(Panel):
    """A panel with the rulesets, or with the starting points for a force."""

    def __init__(self, asked: ForceStartScreen) -> None:
        super().__init__(PanelEdges("┌", "┐"))
        self.asked = asked

    def render_title(self) -> Iterable[Piece]:
        rules = self.asked.rules
        return [("your own force", "bold"), f" · {rules.title}" if rules else ""]

    def render_body(self, width: int, height: int) -> list[Content]:
        asked = self.asked
        if asked.rules is None:
            head = "For which rules?"
            rows = [(one.title, "") for one in asked.known]
        else:
            head = "What do you start from?"
            rows = [(one.name, one.description) for one in asked.rows]
        start = max(0, find_first_shown_row(len(rows), asked.at, height - 1))
        lines = [join_pieces([(f" {head}", "$primary bold")])]
        for place, (name, told) in enumerate(rows[start:], start):
            marked = place == asked.at
            text: Piece = (pad_text(name, NAME), "bold" if marked else "")
            left: list[Piece] = [draw_pointer(marked=marked), draw_row_key(place), " ", text, " "]
            lines.append(
                make_clickable_row(fill_line(width, [*left, (told, "$quiet")]), place, asked.at)
            )
        return lines[:height]


def list_force_starts(rules: Ruleset, drafts: UnsubmittedInput) -> Iterable[ForceStartOption]:
    """Yield every starting point for a force of these rules."""
    left = find_unsaved_draft(drafts, rules.id)
    if left:
        yield ForceStartOption(
            "resume the draft", "as you left it", partial(_new, rules, left, kept="")
        )
    for path in list_local_rosters(rules):
        yield ForceStartOption(path.name, "a file in this folder", partial(_file, rules, path))
    yield ForceStartOption(
        "empty", "no units yet", partial(_new, rules, make_empty_roster_text(rules))
    )
    forces = rules.forces
    if forces is None:
        return
    if forces.template():
        yield ForceStartOption(
            "the template",
            "a file that explains every key",
            partial(_new, rules, forces.template()),
        )
    for sample in forces.samples():
        roster = forces.read(sample.text, rules.list_defaults())
        points = f", {format_count(roster.points, 'point')}" if roster.points else ""
        told = f"a sample: {format_count(len(roster.units), 'unit')}{points}"
        opens = partial(_new, rules, sample.text)
        yield ForceStartOption(roster.name or sample.file, told, opens)


def _new(rules: Ruleset, text: str, *, kept: str | None = None) -> tuple[ForceDraft, Path | None]:
    """Return a new force without a file. If ``kept`` is "", it has unsaved changes."""
    return ForceDraft(rules, text, kept=kept), None


def _file(rules: Ruleset, path: Path) -> tuple[ForceDraft, Path | None]:
    """Open a force from a file, or a sample by its name. Raises ``Refused``."""
    if not path.exists():
        text, _ = read_roster_file_or_sample(str(path), rules)
        return ForceDraft(rules, text), None
    text = read_roster_file(path)
    said = read_ruleset_name(text)
    if said and said != rules.id:
        raise Refused(f"{path.name} is a force for {said}. Go back and choose those rules.")
    return ForceDraft(rules, text, kept=text), path
