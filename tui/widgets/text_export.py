"""A text on the screen: to read, to copy, or into a file in one of its forms, which says where."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from textual import events
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Static

from exports.file_writing import make_safe_name, write
from exports.markdown import NO_WORDS
from tracker.application.errors import Refused
from tui.screen_text import join
from tui.widgets.dialogs import Dialog
from tui.widgets.rendered import rendered

COPY = ("c", "c", "copy")
WIDEST = 112
EDGES = 5  # the frame, a blank on either side, the scroll bar


@dataclass(frozen=True)
class FileForm:
    """A form that something is written in: in words, how its files end, how it is made.

    ``anew``: it takes the place of the one before. ``make`` raises ``Refused``.
    """

    words: str
    suffix: str
    make: Callable[[], str]
    anew: bool = False


class WrittenOut(Dialog):
    """``text`` to read; ``forms`` by their keys. Its result says what became of it."""

    DEFAULT_CSS = "WrittenOut > Vertical { width: 82; }"

    def __init__(self, title: str, called: str, text: str, forms: Mapping[str, FileForm]) -> None:
        self.called, self.text, self.forms = called, text, forms
        lines = [join([line]) for line in text.splitlines()]
        ways = [(key, key, form.words) for key, form in forms.items()]
        super().__init__(title, [*lines, Content("")], [*ways, COPY])

    def chosen(self, key: str) -> None:
        if key == "c":
            self.app.copy_to_clipboard(self.text)
            self.dismiss("Copied.")
            return
        form = self.forms[key]
        path = self._place(form)
        before = path.exists()
        try:
            write(path, form.make(), overwrite=form.anew)
        except Refused as refused:
            self.dismiss(refused.message)
        else:
            self.dismiss(f"Written{', replacing the previous file' if before else ''}: {path}")

    def _place(self, form: FileForm) -> Path:
        """A file that is not there yet; people may have written into the one that is."""
        names = (Path.cwd() / make_safe_name(self.called, f"{n}{form.suffix}") for n in _numbers())
        return next(path for path in names if form.anew or not path.exists())


class Report(WrittenOut):
    """A report in Markdown, shown as it is read; copied and written it is as it stands."""

    DEFAULT_CSS = "Report > Vertical { width: 100%; max-width: 112; }"

    def contents(self) -> Iterator[Widget]:
        yield Static(self._shown(), markup=False)

    def on_resize(self, event: events.Resize) -> None:
        del event
        self.query_one("VerticalScroll > Static", Static).update(self._shown())

    def _shown(self) -> Content:
        width = min(self.app.size.width, WIDEST) - EDGES
        return Content("\n").join(rendered(self.text.replace(NO_WORDS, ""), width))


def _numbers() -> Iterator[str]:
    """Nothing, ``-2``, ``-3`` …"""
    yield ""
    number = 1
    while True:
        number += 1
        yield f"-{number}"
