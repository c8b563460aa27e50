"""The spectators' view, with score, phase and the number needed in large characters."""

from __future__ import annotations

from textual.content import Content

from tracker.application.match.game import Game
from tracker.vocabulary.count_wording import format_need
from tui.table.panels.log_panel import render_combats, render_log_line
from tui.terminal_text_fitting import Piece, cut_text, fill_line, join_pieces, wrap_text
from tui.views import turn_and_phase_view
from tui.views.open_action_description import describe_actor_and_target
from tui.views.pending_question_view import Question, build_question_view
from tui.views.roll_formatting import format_roll_parts, list_last_rolls
from tui.views.searchable_log_lines import GameLogView
from tui.widgets.big_number import split_needed_number
from tui.widgets.panel import Panel

# Each character as five rows of three pixels.
SIGNS = {
    "0": ("###", "# #", "# #", "# #", "###"),
    "1": (" # ", "## ", " # ", " # ", "###"),
    "2": ("###", "  #", "###", "#  ", "###"),
    "3": ("###", "  #", "###", "  #", "###"),
    "4": ("# #", "# #", "###", "  #", "  #"),
    "5": ("###", "#  ", "###", "  #", "###"),
    "6": ("###", "#  ", "###", "# #", "###"),
    "7": ("###", "  #", " # ", " # ", " # "),
    "8": ("###", "# #", "###", "# #", "###"),
    "9": ("###", "# #", "###", "  #", "###"),
    "+": ("   ", " # ", "###", " # ", "   "),
    "-": ("   ", "   ", "###", "   ", "   "),
    ":": (" ", "#", " ", "#", " "),
    " ": (" ", " ", " ", " ", " "),
}
ROWS = 5
TALL = 32
"""The minimum height in lines at which characters are twice as large."""


def draw_large_digits(text: str, scale: int) -> list[str]:
    """Draw digits as rows of blocks, enlarged by ``scale``. Return [] for other text."""
    if not text or any(sign not in SIGNS for sign in text):
        return []
    rows = [
        "  ".join(
            "".join(("█" if point == "#" else " ") * 2 * scale for point in SIGNS[sign][row])
            for sign in text
        )
        for row in range(ROWS)
    ]
    return [row.rstrip() for row in rows for _ in range(scale)]


class SpectatorPanel(Panel):
    """The panel that shows a game to spectators."""

    def __init__(self, game: Game) -> None:
        super().__init__()
        self.game = game
        self.log_seen = GameLogView(game)

    def render(self) -> Content:
        width, height = self.size
        scale = 2 if height >= TALL and width >= 100 else 1
        fought = render_combats(self.game, width)
        lines = [*self._score(width, scale), Content(""), self._phase(width), *fought, Content("")]
        lines += self._asked(width, scale)
        room = height - len(lines) - 1
        if room > 0:
            lines.append(Content(""))
            lines += self._log(width, room)
        lines = lines[:height]
        return Content("\n").join([*lines, *[Content("")] * (height - len(lines))])

    def _score(self, width: int, scale: int) -> list[Content]:
        state = self.game.state
        names = [
            (f"{force} ({side.player})" if side.player else force)
            for (force, _), side in zip(
                turn_and_phase_view.list_side_scores(self.game), state.info.sides, strict=True
            )
        ]
        half = width // 2
        left, right = cut_text(names[0], half - 3), cut_text(names[-1], half - 3)
        heads = fill_line(width, [" ", (left, "$side-1 bold")], [(f"{right} ", "$side-2 bold")])
        if not turn_and_phase_view.has_score(self.game):
            return [heads]
        score = turn_and_phase_view.list_side_scores(self.game)
        rows = draw_large_digits(" : ".join(str(points) for _, points in score), scale)
        return [heads, *(_centred(row, width, "bold") for row in _even(rows))]

    def _phase(self, width: int) -> Content:
        state = self.game.state
        if state.current_values.ended is not None:
            return _centred(turn_and_phase_view.describe_game_end(state), width, "$success bold")
        phases = turn_and_phase_view.list_turn_phases(state, self.game.ruleset)
        now = next((phase.word for phase in phases if phase.running), "")
        side = turn_and_phase_view.find_acting_side(self.game)
        place = [each.id for each in state.info.sides].index(side) + 1 if side else 1
        words: list[Piece] = [
            f" {turn_and_phase_view.describe_turn(state)} · ",
            (now.upper(), "$primary bold"),
        ]
        whose = (
            [(f"{turn_and_phase_view.name_side(state, side)} ", f"$side-{min(place, 2)} bold")]
            if side
            else []
        )
        return fill_line(width, words, whose)

    def _asked(self, width: int, scale: int) -> list[Content]:
        if self.game.pending is None:
            return self._last(width)
        question = build_question_view(self.game.match, self.game.pending)
        who = describe_actor_and_target(self.game, self.game.pending)
        title = " ".join(each for each in (question.what.upper(), question.dice) if each)
        lines = [
            fill_line(width, [" ", (who, "bold")]),
            fill_line(width, [" ", (title, "$primary bold")]),
        ]
        lines += self.render_needed_number(question, width, scale)
        lines += [
            join_pieces([(f" {each}", "$quiet")]) for each in wrap_text(question.reason, width - 2)
        ]
        return [*lines, Content(""), *self._last(width)]

    def render_needed_number(self, question: Question, width: int, scale: int) -> list[Content]:
        """Render the number needed, as large as fits."""
        number, less = split_needed_number(question.need)
        rows = draw_large_digits(number, scale)
        if rows:
            said = [_centred(less.strip(), width, "$success bold")] if less else []
            return [*(_centred(row, width, "$success bold") for row in _even(rows)), *said]
        return (
            [_centred(format_need(question.need), width, "$success bold")] if question.need else []
        )

    def _last(self, width: int) -> list[Content]:
        """Render the rolls of the open action, or of the last one."""
        lines = []
        for each in list_last_rolls(self.game)[-3:]:
            name, dice, outcome = format_roll_parts(
                each, self.game.ruleset.find_roll_kind(each.key)
            )
            lines.append(fill_line(width, [f" {name}   {dice}"], [(f"{outcome} ", "bold")]))
        return lines

    def _log(self, width: int, room: int) -> list[Content]:
        lines: list[Content] = []
        for each in self.log_seen.list_newest_lines(room):
            if len(lines) < room:
                lines += render_log_line(each, width, most=room - len(lines))
        return lines


def _even(rows: list[str]) -> list[str]:
    """Pad all rows to the longest, so that they stay aligned."""
    longest = max(map(len, rows), default=0)
    return [row.ljust(longest) for row in rows]


def _centred(text: str, width: int, style: str) -> Content:
    short = cut_text(text, width)
    return join_pieces([" " * ((width - len(short)) // 2), (short, style)])
