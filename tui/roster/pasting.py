"""Plain lines, written or pasted: what is understood becomes units, the rest stays in the box."""

from __future__ import annotations

from textual import events
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Static, TextArea

from tracker.application.building.draft import ForceDraft
from tracker.application.building.examples import example
from tracker.application.building.plain_lines import NotUnderstood, take
from tui.text import join, wrap
from tui.widgets.typed_ahead import handed_on

WIDTH = 70
ABOUT = (
    "A unit a line: {0} · Alpha: {0}. A weapon is borne by one of those before it, or by as many"
    " as you say; a kind of figure with a number joins."
)
MOST_TOLD = 8


class PlainLines(ModalScreen[str | None]):
    """Gives back the lines that are left in the box."""

    DEFAULT_CSS = """
    PlainLines { align: center middle; background: $background 60%; }
    PlainLines > VerticalScroll {
        width: 76; max-width: 100%; height: auto; max-height: 90%; background: $panel;
        border: round $primary; padding: 0 1; scrollbar-size-vertical: 1;
    }
    PlainLines Static { width: 1fr; }
    PlainLines TextArea {
        width: 1fr; height: 9; padding: 0; border: none; background: $background;
    }
    PlainLines TextArea:focus { border: none; }
    """

    def __init__(self, draft: ForceDraft, text: str) -> None:
        super().__init__()
        self.draft = draft
        self.text = text
        self.told: list[str] = []

    def compose(self) -> ComposeResult:
        with VerticalScroll(can_focus=False) as frame:
            frame.border_title = Content("plain lines")
            yield Static(_lines([ABOUT.format(example(self.draft))]), markup=False)
            box = TextArea(self.text, soft_wrap=True)
            box.cursor_blink = False
            yield box
            yield Static(_keys(), markup=False, id="told")

    def on_mount(self) -> None:
        self.query_one(TextArea).focus()

    def on_key(self, event: events.Key) -> None:
        if handed_on(self, event):
            return
        if event.key == "escape":
            event.stop()
            self.dismiss(self.query_one(TextArea).text.strip())
        elif event.key in ("ctrl+s", "f10", "tab"):
            event.stop()
            event.prevent_default()
            self.take()

    def take(self) -> None:
        """Every line that is understood becomes a unit; why the others do not is told."""
        box = self.query_one(TextArea)
        found = take(self.draft, box.text)
        left = [one for one in found if isinstance(one, NotUnderstood)]
        if found and not left:
            self.dismiss("")
            return
        box.text = "\n".join(one.line for one in left)
        told = [f"{one.line.strip()}: {one.why}" for one in left]
        made = len(found) - len(left)
        head = f"{made} of {len(found)} lines became units; these wait in the box:" if found else ""
        self.query_one("#told", Static).update(
            Content("\n").join([_lines([head, *told][:MOST_TOLD]), _keys()])
        )


def _lines(texts: list[str]) -> Content:
    return Content("\n").join(join([each]) for text in texts for each in wrap(text, WIDTH))


def _keys() -> Content:
    return join([("Tab", "$primary bold"), " make units   ", ("Esc", "$primary bold"), " close"])
