"""The screen that starts a force from a draft, the template, a sample, a file or nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from textual.app import ComposeResult
from textual.content import Content

from tracker.application.errors import Refused
from tracker.application.force_building.force_draft import ForceDraft, make_empty_roster_text
from tracker.application.roster_files_and_samples import (
    list_local_rosters,
    read_roster_file,
    read_roster_text_and_name,
    read_ruleset_name,
)
from tracker.application.text_file_decoding import expand_home_folder
from tracker.procedures.ruleset import Ruleset
from tracker.vocabulary.count_wording import format_count
from tracker.vocabulary.typed_numbers import is_whole_number
from tui.force_builder.force_builder_screen import ForceBuilderScreen
from tui.force_builder.force_file_and_draft import get_unsaved_draft_text
from tui.key_bindings import FOOTERS, KEYS
from tui.screen_base_classes import KeyedScreen, show_errors
from tui.terminal_text_fitting import StyledText, fill_line, join_styled, pad_text
from tui.user_settings_and_drafts import UnsubmittedInputStore
from tui.widgets.line_entry_dialog import LineEntryDialog
from tui.widgets.list_rows import (
    PagingKeys,
    draw_pointer_digit_and_text,
    find_first_shown_row,
    make_clickable_row,
)
from tui.widgets.panel import TOP_EDGES, ModelPanel
from tui.widgets.screen_bottom_lines import compose_screen_footer

NAME_WIDTH = 34


@dataclass(frozen=True)
class ForceStartOption:
    """A starting point for a force: a name, a description and a function that opens the force."""

    name: str
    description: str
    open: Callable[[], tuple[ForceDraft, Path | None]]


class ForceStartScreen(KeyedScreen[str | None]):
    """The screen that starts a force. It returns the force's file, or None if none was saved."""

    commands = KEYS["roster_begun"]
    clears_message = True
    redraws_after_command = True

    def __init__(self, rulesets: Iterable[Ruleset]) -> None:
        super().__init__()
        self.rulesets = [rules for rules in rulesets if rules.forces is not None]
        self.rules = self.rulesets[0] if len(self.rulesets) == 1 else None
        self.marked_index = 0
        self.rows: list[ForceStartOption] = []
        self.panel = ForceStartChoicesPanel(self)
        self.parts = (PagingKeys(self._move_mark),)

    def compose(self) -> ComposeResult:
        yield self.panel
        yield from compose_screen_footer(FOOTERS["roster_begun"])

    def on_mount(self) -> None:
        self._load_rows()

    def _load_rows(self) -> None:
        self.rows = []
        if self.rules is not None:
            drafts = self.warledger_app.draft_input
            self.rows = [*list_force_start_options(self.rules, drafts)]
        self.marked_index = 0
        self.panel.refresh()

    def _count_rows(self) -> int:
        return len(self.rows if self.rules is not None else self.rulesets)

    def handle_character(self, character: str) -> bool:
        if not is_whole_number(character) or not 1 <= int(character) <= self._count_rows():
            return False
        self.marked_index = int(character) - 1
        self.do_choose_rules_or_begin_force()
        return True

    def do_choose_rules_or_begin_force(self) -> None:
        if self.rules is None:
            if not self.rulesets:
                self.show_refusal(
                    "No installed rules use rosters. To list the rules, run warledger rules."
                )
                return
            self.rules = self.rulesets[self.marked_index]
            self._load_rows()
            return
        with show_errors(self):
            self._open_builder(*self.rows[self.marked_index].open())

    def _move_mark(self, step: int) -> None:
        self.marked_index = max(0, min(self._count_rows() - 1, self.marked_index + step))

    def do_open_roster_file(self) -> None:
        if self.rules is None:
            self.show_refusal("Choose the rules first.")
            return
        dialog = LineEntryDialog("file", hint="a roster file (TOML)", accept_word="open")
        self.app.push_screen(dialog, partial(self._open_named_file, self.rules))

    def _open_named_file(self, rules: Ruleset, typed: str | None) -> None:
        if not typed:
            return
        path = expand_home_folder(typed)
        with show_errors(self):
            self._open_builder(*_open_file_or_sample(rules, path))

    def _open_builder(self, draft: ForceDraft, path: Path | None) -> None:
        builder = ForceBuilderScreen(draft, path, self.warledger_app.draft_input)
        self.app.push_screen(builder, self._return_force)

    def _return_force(self, path: str | None) -> None:
        if path is not None:
            self.dismiss(path)
        else:
            self._load_rows()

    def do_leave(self) -> None:
        if self.rules is not None and len(self.rulesets) > 1:
            self.rules = None
            self._load_rows()
        else:
            self.dismiss(None)


class ForceStartChoicesPanel(ModelPanel[ForceStartScreen]):
    edges = TOP_EDGES

    def render_title(self) -> Iterable[StyledText]:
        rules = self.model.rules
        return [("my armies", "bold"), f" · {rules.title}" if rules else ""]

    def render_body(self, width: int, height: int) -> list[Content]:
        start_screen = self.model
        if start_screen.rules is None:
            head = "Which rules?"
            rows = [(one.title, "") for one in start_screen.rulesets]
        else:
            head = "What do you start from?"
            rows = [(option.name, option.description) for option in start_screen.rows]
        start = max(0, find_first_shown_row(len(rows), start_screen.marked_index, height - 1))
        lines = [join_styled([(f" {head}", "$primary bold")])]
        for index, (name, description) in enumerate(rows[start:], start):
            marked = index == start_screen.marked_index
            left = draw_pointer_digit_and_text(pad_text(name, NAME_WIDTH), index, marked=marked)
            row = fill_line(width, [*left, " ", (description, "$quiet")])
            lines.append(make_clickable_row(row, index, start_screen.marked_index))
        return lines[:height]


def list_force_start_options(
    rules: Ruleset, drafts: UnsubmittedInputStore
) -> Iterable[ForceStartOption]:
    draft = get_unsaved_draft_text(drafts, rules.id)
    if draft:
        resume = partial(_make_draft, rules, draft, kept="")
        yield ForceStartOption("resume the draft", "as you left it", resume)
    for path in list_local_rosters(rules):
        yield ForceStartOption(
            path.name, "a file in this folder", partial(_open_file_or_sample, rules, path)
        )
    open_empty = partial(_make_draft, rules, make_empty_roster_text(rules))
    yield ForceStartOption("empty", "no units yet", open_empty)
    forces = rules.forces
    if forces is None:
        return
    if template := forces.template():
        open_template = partial(_make_draft, rules, template)
        yield ForceStartOption("the template", "a file that explains every entry", open_template)
    for sample in forces.samples():
        roster = forces.read(sample.text, rules.map_options_to_defaults())
        points = f", {format_count(roster.points, 'point')}" if roster.points else ""
        description = f"a sample: {format_count(len(roster.units), 'unit')}{points}"
        open_sample = partial(_make_draft, rules, sample.text)
        yield ForceStartOption(roster.name or sample.file, description, open_sample)


def _make_draft(
    rules: Ruleset, text: str, *, kept: str | None = None
) -> tuple[ForceDraft, Path | None]:
    return ForceDraft(rules, text, kept=kept), None


def _open_file_or_sample(rules: Ruleset, path: Path) -> tuple[ForceDraft, Path | None]:
    """Open a force from a file, or a sample by its name. Raises ``Refused``."""
    if not path.exists():
        text, _ = read_roster_text_and_name(str(path), rules)
        return ForceDraft(rules, text), None
    text = read_roster_file(path)
    ruleset = read_ruleset_name(text)
    if ruleset and ruleset != rules.id:
        raise Refused(f"{path.name} is a force for {ruleset}. Go back and choose those rules.")
    return ForceDraft(rules, text, kept=text), path
