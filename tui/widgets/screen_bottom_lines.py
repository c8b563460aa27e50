"""The bottom lines of a screen: messages, typed keys, the next proposal and key hints."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from textual.content import Content
from textual.widget import Widget

from tracker.application.correcting.late_action_insert import is_interrupt_window_open
from tui.correcting import late_interrupts
from tui.key_bindings import ENTER, KEYS, KeyCommand, select_commands
from tui.prompt.table_prompt import Prompt
from tui.terminal_text_fitting import (
    StyledText,
    count_cells,
    cut_beginning,
    fill_line,
    fit_content,
    join_styled,
    wrap_styled,
)
from tui.views.open_action_description import can_edit_open_action
from tui.widgets.clickable_text import make_content_clickable, render_key_hints
from tui.widgets.panel import BOTTOM_EDGES, LinePanel, Panel

IDLE = ("clear_or_undo", "undo", "end_phase", "type_line", "explain_marks", "help")
OVER = ("undo", "open_look_back", "show_score", "add_note", "help", "leave")
BUSY = ("clear_or_undo", "undo", "edit_action", "type_line", "explain_needed_number", "help")
BETWEEN = (
    "clear_or_undo",
    "undo",
    "edit_action",
    "insert_interrupt",
    "explain_needed_number",
    "help",
)
ROLLS = ("clear_or_undo", "undo", "roll_by_app", "type_line", "explain_needed_number", "help")
CHOOSES = ("clear_or_undo", "undo", "type_line", "add_note", "explain_needed_number", "help")
FRAME_WIDTH = len("└─  ─┘")
MAX_KEYS = 6
GAP = "   "


class BottomBorder(Panel):
    """The rule below the last panel, with hints for the keys that do not fit into the footer."""

    DEFAULT_CSS = "BottomBorder { height: 1; }"

    def __init__(self, get_commands: Callable[[], Sequence[KeyCommand]] = tuple) -> None:
        super().__init__(BOTTOM_EDGES)
        self.get_commands = get_commands

    def render_right_title(self) -> Iterable[StyledText]:
        hints = [(command.label, command.word) for command in self.get_commands()]
        return [render_key_hints(hints, self.size.width - FRAME_WIDTH)] if hints else []


class TypedKeysLine(LinePanel[Prompt]):
    edges = BOTTOM_EDGES

    def render_title(self) -> Iterable[StyledText]:
        text = cut_beginning(self.model.reader.expand_typed_line(), self.size.width - FRAME_WIDTH)
        return [(text, "$secondary")] if text else []

    def render_right_title(self) -> Iterable[StyledText]:
        """Render what will be proposed after these dice, if this is known and fits."""
        prompt = self.model
        dice = prompt.wants_dice and prompt.free_roll is None
        proposal = prompt.reader.compute_proposal_after_action() if dice else None
        if proposal is None:
            return []
        text = f"then {prompt.reader.describe_proposal(proposal)}"
        typed_width = count_cells(prompt.reader.expand_typed_line())
        room = self.size.width - FRAME_WIDTH - typed_width - len("  ─ ")
        return [(text, "$quiet")] if count_cells(text) <= room else []


class NoticeLine(Widget):
    """A widget for messages, which are wrapped unless its height is fixed."""

    DEFAULT_CSS = "NoticeLine { height: 1; }"

    def __init__(self) -> None:
        super().__init__()
        self.text = ""
        self.is_error = False

    def show_message(self, text: str, *, is_error: bool = False) -> None:
        self.text, self.is_error = text, is_error
        self.refresh(layout=True)

    def render(self) -> Content:
        if not self.text:
            return Content("")
        sign, style = ("× ", "$error") if self.is_error else ("✓ ", "$success")
        width = self.size.width or self.app.size.width
        if self.styles.height is not None and not self.styles.height.is_auto:
            return fill_line(width, [" ", (sign, f"{style} bold"), (self.text, style)])
        rows = wrap_styled(self.text, width - 4, style, head=(f" {sign}", f"{style} bold"))
        return Content("\n").join(fit_content(row, width) for row in rows)


class Footer(Widget):
    """A footer with at most six keys. Keys that do not fit are omitted."""

    DEFAULT_CSS = "Footer { height: 1; }"

    def __init__(self, commands: tuple[KeyCommand, ...]) -> None:
        super().__init__()
        self.commands = commands

    def render(self) -> Content:
        rows = pack_key_hints(self.list_current_keys()[:MAX_KEYS], self.size.width - 1)[:1]
        return fill_line(self.size.width, [" ", *rows])

    def list_current_keys(self) -> tuple[KeyCommand, ...]:
        return self.commands


def compose_screen_footer(
    commands: tuple[KeyCommand, ...], get_more_commands: Callable[[], Sequence[KeyCommand]] = tuple
) -> Iterator[Widget]:
    """Compose the bottom of a screen: the rule below its panels, the notice line, the footer."""
    yield BottomBorder(get_more_commands)
    yield NoticeLine()
    yield Footer(commands)


def pack_key_hints(commands: Iterable[KeyCommand], width: int) -> list[Content]:
    """Arrange key hints in rows of at most ``width`` cells. A click on a hint presses its key."""
    rows: list[list[Content]] = []
    room = -1
    for command in commands:
        hint = join_styled([(command.label, "$primary bold"), f" {command.word}"])
        room -= len(GAP) + hint.cell_length
        if room < 0:
            rows.append([])
            room = width - hint.cell_length
        rows[-1].append(make_content_clickable(hint, (command.keys or ENTER)[:1]))
    return [join_styled(row, GAP) for row in rows]


class TableFooter(Footer):
    """The footer of the table screen. It shows Esc, ``e`` and ``i`` only if they can be used."""

    def __init__(self, prompt: Prompt) -> None:
        super().__init__(select_commands(KEYS["table"], *IDLE))
        self.prompt = prompt

    def list_current_keys(self) -> tuple[KeyCommand, ...]:
        prompt = self.prompt
        if prompt.pending is None and prompt.game.match.ended:
            return select_commands(KEYS["table"], *OVER)
        if prompt.pending is None:
            return self.commands if self.has_escape_effect() else self.commands[1:]
        if prompt.free_roll is not None or not can_edit_open_action(prompt.game):
            commands = select_commands(KEYS["table"], *(ROLLS if prompt.wants_dice else CHOOSES))
        else:
            can_interrupt = is_interrupt_window_open(
                prompt.game
            ) or late_interrupts.name_sides_that_can_interrupt(prompt.game)
            commands = select_commands(KEYS["table"], *(BETWEEN if can_interrupt else BUSY))
        unusable = self._list_undo_keys_without_effect()
        return tuple(
            key
            for key in commands
            if key.id not in unusable and not prompt.reader.accepts_character(key.label)
        )

    def _list_undo_keys_without_effect(self) -> tuple[str, ...]:
        """Return the ids of the undo keys that have no effect now."""
        if self.prompt.game.can_undo():
            return ()
        clears = self.has_escape_effect() or self.prompt.free_roll is not None
        return ("undo",) if clears else ("undo", "clear_or_undo")

    def has_escape_effect(self) -> bool:
        """Return whether Escape has an effect while no action is open."""
        return bool(self.prompt.typed_text or self.prompt.line_to_confirm)
