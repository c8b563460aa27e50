"""The keys that go on from what is typed, in the free lines of the prompt."""

from __future__ import annotations

from textual.content import Content

from tui.prompt.typing_state import Typing
from tui.prompt.which_keys import NUMBER, list_which_keys
from tui.screen_text import Piece, count_cells, join
from tui.widgets.clicks import make_clickable, typed

BETWEEN = "   "


def strip_lines(prompt: Typing, width: int) -> list[Content]:
    """Each key with its word, as many to a line as there is room for."""
    lines: list[list[Piece]] = []
    used = width + 1
    for key, word in list_which_keys(prompt):
        room = count_cells(f"{BETWEEN}{key} {word}")
        if used + room > width:
            lines.append(["  "])
            used, room = 2, room - len(BETWEEN)
        told = join([(key, "$primary bold"), (f" {word}", "$quiet")])
        between = BETWEEN if len(lines[-1]) > 1 else ""
        lines[-1] += [between, told if key == NUMBER else make_clickable(told, typed(key))]
        used += room
    return [join(pieces) for pieces in lines]
