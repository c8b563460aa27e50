"""Everything about one line: each part as it was written, when, and by whom."""

from __future__ import annotations

from textual.content import Content

from tracker.vocabulary.counts import need_in_words
from tracker.vocabulary.events import Chosen, Rolled
from tui.look_back.cursor import Past
from tui.look_back.look_back_panels import explain_numbers
from tui.screen_text import join, wrap
from tui.views.change_words import change_words
from tui.views.game_list import format_day_and_time
from tui.views.roll_text import roll_line
from tui.views.running import format_choice
from tui.widgets.dialogs import WIDTH, Dialog


def build_details_dialog(past: Past) -> Dialog:
    """What the line under the cursor says, in full."""
    line = past.line
    lines = [join([(each, "bold")]) for each in wrap(line.text, WIDTH)]
    for note in past.notes(line):
        lines += [join([("' ", "$warning bold"), each]) for each in wrap(note, WIDTH - 2)]
    lines.append(Content(""))
    for entry in past.list_entries():
        said = _said(entry.input)
        if said:
            at = format_day_and_time(entry.at).split(" ")[-1]
            by = f" · {entry.author}" if entry.author else ""
            lines += _rows(f"line {entry.number}", f"{said}   {at}{by}")
    for what, text in (
        ("changed", change_words(past.list_changed_here())),
        ("why", explain_numbers(past)),
    ):
        lines += _rows(what, text)
    return Dialog(f"line {line.number}", [*lines, Content("")])


def _said(event: object) -> str:
    if isinstance(event, Rolled):
        name, dice, outcome = roll_line(event)
        need = f", {need_in_words(event.need)}" if event.need else ""
        ruling = f", asked were {len(event.asked.dice)} dice" if event.asked else ""
        return f"{name}{need}: {dice}: {outcome}{ruling}".rstrip(": ")
    return f"{event.what}: {format_choice(event)}" if isinstance(event, Chosen) else ""


def _rows(what: str, text: str) -> list[Content]:
    if not text:
        return []
    first, *more = wrap(text, WIDTH - 11)
    lines = [join([(what.ljust(10), "$quiet"), first])]
    return [*lines, *(join([" " * 10, each]) for each in more)]
