"""Plain lines, written or pasted: what is understood becomes units, the rest stays in the box."""

from __future__ import annotations

from collections.abc import Iterator

from textual.content import Content
from textual.widget import Widget
from textual.widgets import Static, TextArea

from tracker.application.building.draft import ForceDraft
from tracker.application.building.examples import example
from tracker.application.building.plain_lines import NotUnderstood, take
from tui.commands import Key, select_commands
from tui.roster.commands import PLAIN_LINES
from tui.screen_text import join, wrap
from tui.widgets.dialogs import Dialog

WIDTH = 70
ABOUT = (
    "One unit per line: {0} · Alpha: {0}. A weapon goes to one figure named before it, "
    "or to as many as you write. A kind of figure with a number joins the unit."
)
MOST_TOLD = 8


class PlainLines(Dialog):
    """Gives back the lines that are left in the box."""

    DEFAULT_CSS = """
    PlainLines TextArea {
        width: 1fr; height: 9; padding: 0; border: none; background: $background;
    }
    PlainLines TextArea:focus { border: none; }
    """
    keys = PLAIN_LINES

    def __init__(self, draft: ForceDraft, text: str) -> None:
        super().__init__("plain lines", ())
        self.draft = draft
        self.text = text

    def contents(self) -> Iterator[Widget]:
        yield Static(_lines([ABOUT.format(example(self.draft))]), markup=False)
        box = TextArea(self.text, soft_wrap=True)
        box.cursor_blink = False
        yield box
        yield Static("", markup=False, id="told")

    def told(self) -> tuple[Key, ...]:
        return select_commands(PLAIN_LINES, "take", "close")

    def on_mount(self) -> None:
        self.query_one(TextArea).focus()

    def do_close(self) -> None:
        self.dismiss(self.query_one(TextArea).text.strip())

    def do_take(self) -> None:
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
        head = (
            f"{made} of {len(found)} lines became units. Correct the others in the box:"
            if found
            else ""
        )
        self.query_one("#told", Static).update(_lines([head, *told][:MOST_TOLD]))


def _lines(texts: list[str]) -> Content:
    return Content("\n").join(join([each]) for text in texts for each in wrap(text, WIDTH))
