"""The two bars at the top of the table screen: the score with the saved line, and the phases."""

from __future__ import annotations

from textual.content import Content
from textual.widget import Widget

from tracker.application.match.acting_sides_and_absent_actors import find_answering_side
from tracker.application.match.due_actions_of_game import list_due_actions_not_begun
from tui.prompt.table_prompt import Prompt
from tui.terminal_text_fitting import StyledText, count_cells, fill_line, join_styled, shorten_names
from tui.views.game_status_view import (
    DONE,
    NOW,
    describe_turn,
    has_score,
    list_side_scores,
    list_turn_phases,
)
from tui.views.next_line_proposals import NEXT
from tui.views.playing_time_view import PlayingTimeView
from tui.widgets.panel import LinePanel

WIDE_WIDTH = 112  # cells: wider screens show more in the bars


class ScoreBar(Widget):
    DEFAULT_CSS = "ScoreBar { height: 1; }"

    def __init__(
        self, prompt: Prompt, playing_time: PlayingTimeView, *, practice: bool = False
    ) -> None:
        super().__init__()
        self.prompt = prompt
        self.playing_time = playing_time
        self.practice = practice

    def render(self) -> Content:
        game = self.prompt.game
        last_line = f"line {game.history.last_line_number} saved "
        saved = "practice: nothing is saved " if self.practice else last_line
        title = game.ruleset.title
        turn = f"{describe_turn(game.state)} · "
        is_wide, view = self.size.width >= WIDE_WIDTH, self.playing_time
        are_shown = is_wide or view.compute_playing_time().paused
        times = view.describe_side_times() if are_shown else ""
        times_text = f"· {times} " if times and not game.state.current_values.ended else ""
        right: list[StyledText] = [(turn, "$quiet"), (saved, "$success"), (times_text, "$quiet")]
        scored = has_score(game)
        names, points = zip(*list_side_scores(game), strict=True)
        numbers = sum(len(f"{number} ") for number in points) if scored else 0
        room = self.size.width - join_styled(right).cell_length - numbers - len("  : ") - 1
        pieces: list[StyledText] = [" "]
        for index, (name, total) in enumerate(zip(shorten_names(names, room), points, strict=True)):
            side = (name, f"$side-{index + 1} bold" if index < 2 else "bold")
            number = (str(total), "bold")
            if scored:
                pieces += [" : ", number, " ", side] if index else [side, " ", number]
            else:
                pieces += [" v ", side] if index else [side]
        room = self.size.width - join_styled([*pieces, *right]).cell_length
        if count_cells(title) + len(" ·  ") <= room:
            right.insert(0, (f"{title} · ", "$quiet"))
        return fill_line(self.size.width, pieces, right)


class PhaseBar(LinePanel[Prompt]):
    """The bar with the phases, such as ``move✓ ▶SHOOT melee``, and the side that is to act."""

    def render(self) -> Content:
        acting_side: list[StyledText] = [*self._render_acting_side(), " "]
        pieces = self._render_phases(short=False)
        if join_styled(pieces).cell_length + join_styled(acting_side).cell_length > self.size.width:
            pieces = self._render_phases(short=True)
        return fill_line(self.size.width, pieces, acting_side)

    def _render_phases(self, *, short: bool) -> list[StyledText]:
        game = self.model.game
        is_wide = self.size.width >= WIDE_WIDTH
        pieces: list[StyledText] = [" "]
        for phase in list_turn_phases(game.state, game.ruleset):
            word = phase.short if short else phase.word
            if phase.is_current:
                pieces.append((f"{NOW}{phase.word.upper()}", "$primary bold"))
            elif phase.is_done:
                pieces.append((f"{word}{DONE}", "$quiet"))
            else:
                pieces.append(word)
            pieces.append("  " if is_wide else " ")
        return pieces

    def _render_acting_side(self) -> list[StyledText]:
        game = self.model.game
        if game.state.current_values.ended:
            return [("the game is over", "$success bold")]
        pending = game.pending  # a free roll does not change which side is to act
        side = (
            self.model.side if pending is None else find_answering_side(game.match, pending.request)
        )
        if side is None:
            return []  # both roll, or both look
        number = game.match.sides.index(side) + 1
        name = game.match.side_name(side)
        items = list_due_actions_not_begun(game)
        due = [item for item in items if item.subject and item.side == side]
        is_ending = NEXT in game.state.current_values.doing  # nobody is due any more in this step
        left = f": {len(due)} left" if due and not is_ending else ""
        return [(name, f"$side-{number} bold"), left]
