"""The dialog for an action edited after its dice, which are then kept or rolled again."""

from __future__ import annotations

from textual import events
from textual.content import Content
from textual.widgets import Static

from tracker.application.correcting.action_edit_after_dice import ActionEdit
from tui.key_bindings import KEYS, KeyCommand, select_commands
from tui.prompt.table_prompt import Prompt
from tui.table.panels.multi_roll_sheet import render_typed_dice
from tui.terminal_text_fitting import count_cells, join_pieces, pad_text, wrap_text
from tui.widgets.dialogs import Dialog

WIDTH = 72
MARGIN = 12
FOR_DICE = ("roll_by_app", "erase_last_die", "pick_die_left", "pick_die_right")
KEEP, NEW_DICE = "keep", "new dice"


class EditedActionDialog(Dialog):
    """A dialog that compares the dice before and after an edit. Enter keeps the dice. Typed dice
    replace the old ones from the first roll that needs another number of dice. Escape leaves the
    action unchanged and returns "".
    """

    keys = KEYS["after_dice"]

    def __init__(self, edit: ActionEdit) -> None:
        self.edit = edit
        self.prompt = Prompt(edit.anew)
        self.lying = edit.prefill if edit.has_repeated_question(keep=True) else ""
        self.prompt.typed_text = self.lying
        self._tried = edit.anew.version
        super().__init__(f"{edit.before} → {edit.line}", self._lines())

    # ---------------------------------------------------------------------------------- keys

    @property
    def commands(self) -> tuple[KeyCommand, ...]:
        """Return the available keys. Keys for dice are available only when dice are needed."""
        asked = self.prompt.wants_dice
        return tuple(key for key in self.keys if asked or key.id not in FOR_DICE)

    def list_dialog_keys(self) -> tuple[KeyCommand, ...]:
        asks = ("roll_by_app",) if self.prompt.wants_dice else ()
        return select_commands(KEYS["after_dice"], "confirm_edit", *asks, "cancel_edit")

    def handle_key_press(self, event: events.Key) -> None:
        character = event.character if event.is_printable else None
        if self.prompt.wants_dice and character is not None:
            self._typed(character)
        else:
            super().handle_key_press(event)
        self._show()

    def _typed(self, character: str) -> None:
        if self.prompt.saying.accepts_character(character):
            self.prompt.type_text(character)
        elif character == "r":
            self.do_roll_by_app()

    def do_roll_by_app(self) -> None:
        self.prompt.roll_dice()
        self._done()

    def do_erase_last_die(self) -> None:
        self.prompt.delete_last_character()

    def do_pick_die_left(self) -> None:
        self.prompt.dice.pick_die(-1)

    def do_pick_die_right(self) -> None:
        self.prompt.dice.pick_die(1)

    def do_confirm_edit(self) -> None:
        """Keep the edit, together with the typed dice once they are complete."""
        if self.prompt.typed_text == self.lying:
            self.dismiss(KEEP)
            return
        self.prompt.submit_input()
        self._done()

    def _done(self) -> None:
        if self.edit.anew.version > self._tried:
            self.dismiss(NEW_DICE)

    def do_cancel_edit(self) -> None:
        if self.prompt.typed_text == self.lying:
            self.dismiss("")
        else:
            self.prompt.typed_text, self.prompt.notice = self.lying, None

    # ----------------------------------------------------------------------------- the words

    def _show(self) -> None:
        if self.is_current and self.edit.anew.version == self._tried:
            self.page.query_one(Static).update(Content("\n").join(self._lines()))
            self.fit_to_screen()

    def _lines(self) -> list[Content]:
        return [*compare_rolls(self._tried_so()), Content(""), *self._new()]

    def _tried_so(self) -> ActionEdit:
        """Return the edit with the typed dice, or the plain edit until they are complete."""
        new = self.prompt.wants_dice and self.prompt.typed_text not in ("", self.lying)
        return (self.edit.try_new_dice(self.prompt.typed_text) if new else None) or self.edit

    def _new(self) -> list[Content]:
        if not self.prompt.wants_dice:
            return []
        if not self.prompt.typed_text:
            return [
                join_pieces([(f"You can type new dice: {self.edit.new_roll_purpose}", "$quiet")]),
                Content(""),
            ]
        title = f"{self.edit.new_roll_purpose} · {'and more' if self.lying else 'new dice'}"
        notice = self.prompt.notice
        said = [] if notice is None else wrap_text(notice.text, WIDTH)
        return [
            join_pieces([(title, "$primary bold")]),
            *render_typed_dice(self.prompt, WIDTH),
            *(
                join_pieces([(f"× {text}" if at == 0 else text, "$error")])
                for at, text in enumerate(said)
            ),
            Content(""),
        ]


def compare_rolls(edit: ActionEdit) -> list[Content]:
    """Render a paragraph for each roll, with its dice and its result before and after."""
    lines: list[Content] = []
    for roll in edit.rolls:
        now = f"now {roll.now}" if roll.now else roll.note
        lines += _beside(roll.what, roll.faces)
        lines += _beside("", f"was {roll.then}     {now}" if roll.then else now)
        lines += _beside("", roll.note) if roll.now and roll.note else []
    lines += [c for text in edit.against for c in _beside("advice", text)]
    return [*lines, *_beside("asked then", edit.waits)] if edit.waits else lines


def _beside(name: str, text: str) -> list[Content]:
    """Render a text with its name in front of the first row."""
    rows = wrap_text(text, WIDTH - MARGIN) if count_cells(text) > WIDTH - MARGIN else [text]
    return [
        join_pieces([(pad_text(name if at == 0 else "", MARGIN), "$primary bold"), each])
        for at, each in enumerate(rows)
    ]
