"""An action changed after its dice: what they were and are, before it is kept or rolled anew."""

from __future__ import annotations

from textual import events
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Static

from tracker.application.correcting.editing import Edit
from tui.commands import ENTER
from tui.prompt.prompt import Prompt
from tui.table.panels.dice_lines import typed_lines
from tui.text import Piece, cells, join, pad, wrap
from tui.widgets.typed_ahead import handed_on

WIDTH = 72
MARGIN = 12
KEEP, NEW_DICE = "keep", "new dice"


class AfterTheDice(ModalScreen[str]):
    """Enter keeps the dice; dice typed here are the new ones, from the first roll on that needs
    another number of them; Escape leaves it as it was (the result is then "").
    """

    DEFAULT_CSS = """
    AfterTheDice { align: center middle; }
    AfterTheDice > VerticalScroll {
        width: 76; max-width: 100%; height: auto; max-height: 90%; background: $panel;
        border: round $primary; padding: 0 1; scrollbar-size-vertical: 1;
    }
    AfterTheDice Static { width: 1fr; }
    """

    def __init__(self, edit: Edit) -> None:
        super().__init__()
        self.edit = edit
        self.prompt = Prompt(edit.anew)
        self.lying = edit.prefill if edit.asks_anew(keep=True) else ""
        self.prompt.typed = self.lying
        self._tried = edit.anew.version

    def compose(self) -> ComposeResult:
        with VerticalScroll(can_focus=False) as box:
            box.border_title = Content(f"{self.edit.before} → {self.edit.line}")
            yield Static(self._body(), markup=False)

    # ---------------------------------------------------------------------------------- keys

    def on_key(self, event: events.Key) -> None:
        if handed_on(self, event):
            return
        event.stop()
        box, prompt = self.query_one(VerticalScroll), self.prompt
        character = event.character if event.is_printable else None
        if event.key in ENTER:
            self._accept()
        elif event.key == "escape":
            self._escape()
        elif event.key in ("up", "down"):
            box.scroll_relative(y=1 if event.key == "down" else -1, animate=False, immediate=True)
        elif prompt.wants_dice and event.key == "backspace":
            prompt.backspace()
        elif prompt.wants_dice and event.key in ("left", "right"):
            prompt.dice.pick(1 if event.key == "right" else -1)
        elif prompt.wants_dice and character is not None:
            self._typed(character)
        self._show()

    def _typed(self, character: str) -> None:
        if self.prompt.saying.takes(character):
            self.prompt.add(character)
        elif character == "r":
            self.prompt.roll()
            self._done()

    def _accept(self) -> None:
        """Keep it, or with the dice typed here as soon as they answer."""
        if self.prompt.typed == self.lying:
            self.dismiss(KEEP)
            return
        self.prompt.accept()
        self._done()

    def _done(self) -> None:
        if self.edit.anew.version > self._tried:
            self.dismiss(NEW_DICE)

    def _escape(self) -> None:
        if self.prompt.typed == self.lying:
            self.dismiss("")
        else:
            self.prompt.typed, self.prompt.notice = self.lying, None

    # ----------------------------------------------------------------------------- the words

    def _show(self) -> None:
        if self.is_current and self.edit.anew.version == self._tried:
            self.query_one(Static).update(self._body())

    def _body(self) -> Content:
        lines = [*then_and_now(self._tried_so()), Content("")]
        return Content("\n").join([*lines, *self._new(), self._keys()])

    def _tried_so(self) -> Edit:
        """Then and now as it would be with the dice typed here, as soon as they answer."""
        new = self.prompt.wants_dice and self.prompt.typed not in ("", self.lying)
        return (self.edit.trial(self.prompt.typed) if new else None) or self.edit

    def _new(self) -> list[Content]:
        """The dice typed here."""
        if not self.prompt.wants_dice or not self.prompt.typed:
            return []
        title = f"{self.edit.asked_anew} · {'and more' if self.lying else 'new dice'}"
        notice = self.prompt.notice
        said = [] if notice is None else wrap(notice.text, WIDTH)
        return [
            join([(title, "$primary bold")]),
            *typed_lines(self.prompt, WIDTH),
            *(join([(f"× {text}" if at == 0 else text, "$error")]) for at, text in enumerate(said)),
            Content(""),
        ]

    def _keys(self) -> Content:
        pieces: list[Piece] = [("Enter", "$primary bold"), " keep   "]
        if self.prompt.wants_dice:
            pieces += [("1…9", "$primary bold"), f" new dice: {self.edit.asked_anew}   "]
        return join([*pieces, ("Esc", "$primary bold"), " as it was"])


def then_and_now(edit: Edit) -> list[Content]:
    """A roll a paragraph: its dice, what they were and what they are."""
    lines: list[Content] = []
    for roll in edit.rolls:
        now = f"now {roll.now}" if roll.now else roll.note
        lines += _beside(roll.what, roll.faces)
        lines += _beside("", f"was {roll.then}     {now}" if roll.then else now)
        lines += _beside("", roll.note) if roll.now and roll.note else []
    lines += [c for text in edit.against for c in _beside("advice", text)]
    return [*lines, *_beside("asked then", edit.waits)] if edit.waits else lines


def _beside(name: str, text: str) -> list[Content]:
    """A text with its name before the first row of it."""
    rows = wrap(text, WIDTH - MARGIN) if cells(text) > WIDTH - MARGIN else [text]
    return [
        join([(pad(name if at == 0 else "", MARGIN), "$primary bold"), each])
        for at, each in enumerate(rows)
    ]
