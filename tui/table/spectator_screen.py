"""The screen for spectators: a read-only game in characters that can be read from a distance."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.content import Content

from tracker.application.match.game import Game
from tracker.vocabulary.count_wording import format_need
from tui.key_bindings import FOOTERS, KEYS
from tui.screen_base_classes import KeyedScreen
from tui.table.panels.log_and_combats_panel import render_combats, render_log_line
from tui.terminal_text_fitting import StyledText, cut_text, fill_line, join_styled, wrap_styled
from tui.views.game_status_view import (
    describe_game_end,
    describe_turn,
    find_acting_side,
    has_score,
    list_side_scores,
    list_turn_phases,
    name_side,
)
from tui.views.open_action_description import describe_actor_and_target
from tui.views.pending_question_view import PendingQuestionView, build_question_view
from tui.views.roll_formatting import format_roll_parts, list_rolls_of_open_or_last_action
from tui.views.searchable_log_lines import GameLogView
from tui.widgets.dialogs import FailureDialog
from tui.widgets.large_characters import draw_large_digits, split_needed_number
from tui.widgets.live_reload import LiveReload
from tui.widgets.panel import Panel
from tui.widgets.screen_bottom_lines import Footer

TALL_HEIGHT = 32  # lines at which characters are drawn twice as large


class SpectatorPanel(Panel):
    def __init__(self, game: Game) -> None:
        super().__init__()
        self.game = game
        self.log_view = GameLogView(game)

    def render(self) -> Content:
        width, height = self.size
        scale = 2 if height >= TALL_HEIGHT and width >= 100 else 1
        combats = render_combats(self.game, width, max(height // 3, 1))
        lines = [*self._render_score(width, scale), Content(""), self._render_phase(width)]
        lines += [*combats, Content("")]
        lines += self._render_question(width, scale)
        room = height - len(lines) - 1
        if room > 0:
            lines.append(Content(""))
            lines += self._render_log(width, room)
        lines = lines[:height]
        return Content("\n").join([*lines, *[Content("")] * (height - len(lines))])

    def _render_score(self, width: int, scale: int) -> list[Content]:
        state = self.game.state
        scores = list_side_scores(self.game)
        names = [
            (f"{force} ({side.player})" if side.player else force)
            for (force, _), side in zip(scores, state.info.sides, strict=True)
        ]
        half = width // 2
        left, right = cut_text(names[0], half - 3), cut_text(names[-1], half - 3)
        heads = fill_line(width, [" ", (left, "$side-1 bold")], [(f"{right} ", "$side-2 bold")])
        if not has_score(self.game):
            return [heads]
        rows = draw_large_digits(" : ".join(str(points) for _, points in scores), scale)
        return [heads, *(_centre_text(row, width, "bold") for row in _pad_to_longest(rows))]

    def _render_phase(self, width: int) -> Content:
        state = self.game.state
        if state.current_values.ended is not None:
            return _centre_text(describe_game_end(state), width, "$success bold")
        phases = list_turn_phases(state, self.game.ruleset)
        current = next((phase.word for phase in phases if phase.is_current), "")
        side = find_acting_side(self.game)
        words: list[StyledText] = [
            f" {describe_turn(state)} · ",
            (current.upper(), "$primary bold"),
        ]
        if side is None:
            return fill_line(width, words)
        number = [info.id for info in state.info.sides].index(side) + 1
        side_piece = (f"{name_side(state, side)} ", f"$side-{min(number, 2)} bold")
        return fill_line(width, words, [side_piece])

    def _render_question(self, width: int, scale: int) -> list[Content]:
        if self.game.pending is None:
            return self._render_last_rolls(width)
        question = build_question_view(self.game.match, self.game.pending)
        subjects = describe_actor_and_target(self.game, self.game.pending)
        title = " ".join(part for part in (question.what.upper(), question.dice) if part)
        lines = [
            fill_line(width, [" ", (subjects, "bold")]),
            fill_line(width, [" ", (title, "$primary bold")]),
        ]
        lines += self.render_needed_number(question, width, scale)
        lines += wrap_styled(question.reason, width - 2, "$quiet", head=" ")
        return [*lines, Content(""), *self._render_last_rolls(width)]

    def render_needed_number(
        self, question: PendingQuestionView, width: int, scale: int
    ) -> list[Content]:
        number, suffix = split_needed_number(question.need)
        rows = draw_large_digits(number, scale)
        if rows:
            texts = [*_pad_to_longest(rows), *([suffix.strip()] if suffix else [])]
        else:
            texts = [format_need(question.need)] if question.need else []
        return [_centre_text(text, width, "$success bold") for text in texts]

    def _render_last_rolls(self, width: int) -> list[Content]:
        lines = []
        for roll in list_rolls_of_open_or_last_action(self.game)[-3:]:
            kind = self.game.ruleset.find_roll_kind(roll.key)
            name, dice, outcome = format_roll_parts(roll, kind)
            lines.append(fill_line(width, [f" {name}   {dice}"], [(f"{outcome} ", "bold")]))
        return lines

    def _render_log(self, width: int, room: int) -> list[Content]:
        lines: list[Content] = []
        for line in self.log_view.list_newest_lines(room):
            if len(lines) < room:
                lines += render_log_line(line, width, max_lines=room - len(lines))
        return lines


def _pad_to_longest(rows: list[str]) -> list[str]:
    longest = max(map(len, rows), default=0)
    return [row.ljust(longest) for row in rows]


def _centre_text(text: str, width: int, style: str) -> Content:
    short = cut_text(text, width)
    return join_styled([" " * ((width - len(short)) // 2), (short, style)])


SCREENS_IF_ALONE = 2  # screens: the empty one of every application, and this one


class SpectatorScreen(KeyedScreen[None]):
    """The screen on which spectators follow a game. Any key checks for changes at once."""

    commands = KEYS["watch"]

    def __init__(self, game: Game) -> None:
        super().__init__()
        self.game = game
        self.live = LiveReload(game, self, updates_when_covered=True)
        self._error_dialog: FailureDialog | None = None

    def compose(self) -> ComposeResult:
        yield SpectatorPanel(self.game)
        yield Footer(FOOTERS["watch"])

    def update_after_reload(self, snapshot: None) -> None:
        self.query_one(SpectatorPanel).refresh()

    def show_or_clear_ledger_error(self, reason: str) -> None:
        """Show an error in a dialog over the screen. An empty ``reason`` closes the dialog."""
        dialog = FailureDialog(reason, "The game cannot be read") if reason else None
        previous, self._error_dialog = self._error_dialog, dialog
        if self._error_dialog is not None:
            self.app.push_screen(self._error_dialog)
        elif previous is not None and previous.is_attached and previous.is_current:
            previous.dismiss()

    def handle_character(self, character: str) -> bool:
        if character == "q":
            return False
        self.live.reload_and_redraw_if_changed()
        return True

    def do_reload_now(self) -> None:
        self.live.reload_and_redraw_if_changed()

    def do_leave(self) -> None:
        """Return to the screen below. If there is none, end the program."""
        if len(self.app.screen_stack) > SCREENS_IF_ALONE:
            self.dismiss(None)
        else:
            self.app.exit()
