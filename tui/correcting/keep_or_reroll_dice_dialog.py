"""The dialog for an action that is edited after its roll: keep the dice, or replace them."""

from __future__ import annotations

from functools import partial

from textual import events
from textual.content import Content
from textual.widgets import Static

from tracker.application.correcting.action_edit_after_dice import ActionEdit
from tracker.input_parsing.dice_reading_results import DiceRefusal
from tui.key_bindings import KEYS, KeyCommand, select_commands
from tui.prompt.table_prompt import Prompt
from tui.table.panels.typed_dice_and_roll_sheet import render_typed_dice
from tui.terminal_text_fitting import count_cells, join_styled, pad_text, wrap_text
from tui.views.typed_dice_preview import describe_wrong_dice_count
from tui.widgets.dialogs import Dialog

WIDTH = 72
NAME_WIDTH = 12
DICE_KEYS = ("roll_by_app", "erase_last_die", "pick_die_left", "pick_die_right")
KEEP, NEW_DICE = "keep", "new dice"


class EditedActionDialog(Dialog):
    """A dialog that compares the dice before and after an edit.

    Enter keeps the dice. Typed dice replace the old ones, starting with the first roll that needs a
    different number of dice. Escape leaves the action unchanged and returns "".
    """

    keys = KEYS["after_dice"]

    def __init__(self, edit: ActionEdit) -> None:
        self.edit = edit
        self.prompt = Prompt(edit.with_new_dice)
        self.initial_text = edit.prefill if edit.asks_again_for_rolled_dice else ""
        self.prompt.typed_text = self.initial_text
        self.do_erase_last_die = self.prompt.delete_picked_die_or_character
        self.do_pick_die_left = partial(self.prompt.dice.pick_adjacent_die, -1)
        self.do_pick_die_right = partial(self.prompt.dice.pick_adjacent_die, 1)
        self._start_version = edit.with_new_dice.version
        super().__init__(f"{edit.before} → {edit.line}", self._render_comparison())

    @property
    def commands(self) -> tuple[KeyCommand, ...]:
        """The available keys. The keys for dice are available only while dice are needed."""
        wants_dice = self.prompt.wants_dice
        return tuple(key for key in self.keys if wants_dice or key.id not in DICE_KEYS)

    def list_dialog_keys(self) -> tuple[KeyCommand, ...]:
        roll_keys = ("roll_by_app",) if self.prompt.wants_dice else ()
        return select_commands(
            KEYS["after_dice"], "confirm_edit", *roll_keys, "reset_text_or_cancel_edit"
        )

    def handle_key_press(self, event: events.Key) -> None:
        character = event.character if event.is_printable else None
        if self.prompt.wants_dice and character is not None:
            self._handle_typed_character(character)
        else:
            super().handle_key_press(event)
        self._update_text()

    def _handle_typed_character(self, character: str) -> None:
        if self.prompt.reader.accepts_character(character):
            self.prompt.type_text(character)
        elif character == "r":
            self.do_roll_by_app()

    def do_roll_by_app(self) -> None:
        self.prompt.roll_dice_by_app()
        self._close_if_answered()

    def do_confirm_edit(self) -> None:
        """Keep the edit, with any dice that were typed. Incomplete dice keep the dialog open."""
        if self.prompt.typed_text == self.initial_text:
            self.dismiss(KEEP)
            return
        self.prompt.submit_input()
        self._close_if_answered()

    def _close_if_answered(self) -> None:
        if self.edit.with_new_dice.version > self._start_version:
            self.dismiss(NEW_DICE)

    def do_reset_text_or_cancel_edit(self) -> None:
        if self.prompt.typed_text == self.initial_text:
            self.dismiss("")
        else:
            self.prompt.typed_text, self.prompt.notice = self.initial_text, None

    def _update_text(self) -> None:
        if self.is_current and self.edit.with_new_dice.version == self._start_version:
            self.page.query_one(Static).update(Content("\n").join(self._render_comparison()))
            self.fit_to_screen()

    def _render_comparison(self) -> list[Content]:
        comparison = render_roll_comparison(self._preview_typed_dice())
        return [*comparison, Content(""), *self._render_new_dice()]

    def _preview_typed_dice(self) -> ActionEdit:
        typed = self.prompt.typed_text
        if not self.prompt.wants_dice or typed in ("", self.initial_text):
            return self.edit
        return self.edit.preview_with_new_dice(typed) or self.edit

    def _render_new_dice(self) -> list[Content]:
        if not self.prompt.wants_dice:
            return []
        if not self.prompt.typed_text:
            hint = f"You can type new dice: {self.edit.new_roll_purpose}"
            return [join_styled([(hint, "$quiet")]), Content("")]
        title = f"{self.edit.new_roll_purpose} · {'and more' if self.initial_text else 'new dice'}"
        lines = wrap_text(self._describe_notice(), WIDTH) if self.prompt.notice else []
        return [
            join_styled([(title, "$primary bold")]),
            *render_typed_dice(self.prompt, WIDTH),
            *(
                join_styled([(f"× {text}" if index == 0 else text, "$error")])
                for index, text in enumerate(lines)
            ),
            Content(""),
        ]

    def _describe_notice(self) -> str:
        notice, reading = self.prompt.notice, self.prompt.parse_typed_dice()
        if notice is not None and notice.offered_keys and isinstance(reading, DiceRefusal):
            return describe_wrong_dice_count(reading, has_choices=False)
        return "" if notice is None else notice.text


def render_roll_comparison(edit: ActionEdit) -> list[Content]:
    """Render a paragraph for each roll, with its dice and its result before and after the edit."""
    lines: list[Content] = []
    for roll in edit.rolls:
        now = f"now {roll.after}" if roll.after else roll.note
        lines += _render_named_text(roll.what, roll.faces)
        lines += _render_named_text("", f"was {roll.before} · {now}" if roll.before else now)
        lines += _render_named_text("", roll.note) if roll.after and roll.note else []
    lines += [c for text in edit.against for c in _render_named_text("advice", text)]
    return [*lines, *_render_named_text("next asked", edit.waits)] if edit.waits else lines


def _render_named_text(name: str, text: str) -> list[Content]:
    rows = wrap_text(text, WIDTH - NAME_WIDTH) if count_cells(text) > WIDTH - NAME_WIDTH else [text]
    return [
        join_styled(
            [(f"{pad_text(name if index == 0 else '', NAME_WIDTH - 1)} ", "$primary bold"), line]
        )
        for index, line in enumerate(rows)
    ]
