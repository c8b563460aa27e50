"""The ending screen: a game's result and course, with commands to copy or export them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from textual.app import ComposeResult
from textual.content import Content

from exports.game_course_and_ending import EndSummary, SideEndSummary, build_end_summary
from tracker.application.match.game import Game
from tracker.application.win_probability.sampled_line_win_chances import WinChances
from tracker.application.win_probability.win_chance_cache import read_cached_chances
from tracker.vocabulary.count_wording import format_count
from tui.key_bindings import FOOTERS, KEYS
from tui.look_back.game_course_charts import DIGITS, STEPS, WinChanceUpdater
from tui.screen_base_classes import KeyedScreen
from tui.screen_routes import make_screen
from tui.table.game_export_dialogs import build_battle_report_dialog
from tui.terminal_text_fitting import (
    StyledText,
    count_cells,
    cut_text,
    fill_line,
    join_styled,
    pad_text,
    wrap_styled,
    wrap_text,
)
from tui.views.searchable_log_lines import GameLogView
from tui.widgets.list_rows import PagingKeys
from tui.widgets.live_reload import LiveReload
from tui.widgets.panel import ScrollingPanel
from tui.widgets.screen_bottom_lines import compose_screen_footer

NAME_WIDTH, NUMBER_WIDTH, TURN_WIDTH = 23, 9, 7


def render_ending_page(
    summary: EndSummary, chances: WinChances, width: int, bar_characters: str
) -> list[Content]:
    """Render a finished game in lines of ``width`` cells. ``bar_characters`` rise in height."""
    lines = [*_render_result(summary, width), Content(""), *_render_score(summary, width)]
    if chances.lines:
        lines += [*_render_chances(chances, width, bar_characters)]
    if summary.best_unit:
        lines += _render_part("unit of the day", [summary.best_unit], width)
    moments = [
        f"line {moment.line}, turn {moment.turn}: {moment.text}" for moment in summary.moments
    ]
    lines += _render_part("decisive moments", moments, width)
    lines += _render_part("luckiest", summary.lucky, width)
    lines += _render_part("unluckiest", summary.unlucky, width)
    return lines


def _render_result(summary: EndSummary, width: int) -> Iterator[Content]:
    names = [side.name for side in summary.sides]
    winner_index = names.index(summary.winner) if summary.winner in names else None
    result: StyledText = ("Drawn", "bold")
    if winner_index is not None:
        side = summary.sides[winner_index]
        winner = f"{side.force} ({side.player})" if side.player else side.force
        result = (f"Winner: {winner}", f"$side-{min(winner_index + 1, 2)} bold")
    yield join_styled([" ", result])
    yield from wrap_styled(summary.end_reason, width - 2, head=" ")


def _render_score(summary: EndSummary, width: int) -> Iterator[Content]:
    turns = max(len(side.turns) for side in summary.sides)
    figures = [f"{side.figures_left} of {side.mustered}" for side in summary.sides]
    figures_width = max(NUMBER_WIDTH + 1, *(len(text) + 2 for text in figures))
    numbers_width = 3 * NUMBER_WIDTH + figures_width
    texts = [_format_turn(side, turn, summary) for side in summary.sides for turn in range(turns)]
    turn_width = max([TURN_WIDTH, *(len(text) + 1 for text in texts)])
    room = width - numbers_width - turn_width * turns - 11
    longest_name = max(count_cells(side.force) for side in summary.sides)
    shown_turns = turns if room >= min(longest_name + 1, NAME_WIDTH) else 0
    name_width = min(room, NAME_WIDTH) if shown_turns else NAME_WIDTH
    heads = [("VP", NUMBER_WIDTH)] if summary.has_score else []
    heads += [("figures", figures_width), ("minutes", NUMBER_WIDTH)]
    head = "".join(f"{word:>{cells}}" for word, cells in heads)
    turn_heads = "".join(f"{f'T{n + 1}':>{turn_width}}" for n in range(shown_turns))
    yield join_styled([(f" {pad_text('', name_width)}{head}{'luck':>18}{turn_heads}", "$quiet")])
    for index, side in enumerate(summary.sides):
        colour = f"$side-{min(index + 1, 2)} bold"
        cells: list[StyledText] = [" ", (pad_text(side.force, name_width), colour)]
        if summary.has_score:
            cells.append((f"{side.points:>{NUMBER_WIDTH}}", "bold"))
        cells.append(f"{figures[index]:>{figures_width}}{side.minutes:>{NUMBER_WIDTH}}")
        cells.append((f"{side.luck:>18}", "$quiet"))
        cells += [
            f"{_format_turn(side, turn, summary):>{turn_width}}" for turn in range(shown_turns)
        ]
        yield join_styled(cells)
    if shown_turns:
        content = "VP and figures left" if summary.has_score else "figures left"
        yield join_styled([(f" {'after each turn: ' + content:>{width - 2}}", "$quiet")])


def _format_turn(side: SideEndSummary, number: int, summary: EndSummary) -> str:
    points, figures_left = side.turns[number] if number < len(side.turns) else (0, 0)
    return f"{points}/{figures_left}" if summary.has_score else str(figures_left)


def _render_chances(chances: WinChances, width: int, steps: str) -> Iterator[Content]:
    yield Content("")
    yield join_styled([(" chance to win during the game", "$primary bold")])
    for index, name in enumerate(chances.sides):
        values = [sample.played.get_win_chance(index) for sample in chances.lines]
        bars = "".join(steps[min(int(value * len(steps)), len(steps) - 1)] for value in values)
        first = f"{values[0] * 100:.0f} % at the start"
        label = (pad_text(cut_text(name, 12), 13), f"$side-{min(index + 1, 2)} bold")
        yield fill_line(width, ["  ", label, bars], [(f"{first} ", "$quiet")])


def _render_part(heading: str, texts: Sequence[str], width: int) -> list[Content]:
    if not texts:
        return []
    lines = [Content(""), join_styled([(f" {heading}", "$primary bold")])]
    for text in texts:
        first, *others = wrap_text(text, width - 4)
        lines.append(join_styled([f"  {first}"]))
        lines += [join_styled([f"    {line}"]) for line in others]
    return lines


class EndingScreen(KeyedScreen[None]):
    commands = KEYS["ending"]
    DEFAULT_CSS = "EndingScreen { layout: vertical; }"

    def __init__(self, game: Game, log: GameLogView) -> None:
        super().__init__()
        self.game = game
        self.live = LiveReload(game, self)
        self.log_view = log
        self.panel = ScrollingPanel(self.render_page_lines, self.render_heading)
        self.parts = (PagingKeys(self.panel.scroll_lines, self.panel.get_page_size),)
        self._chance_updater = WinChanceUpdater(self, game, self._reload_chances)
        self.load_screen_data()

    def load_screen_data(self) -> None:
        self.summary: EndSummary = build_end_summary(self.game)
        self.chances: WinChances = read_cached_chances(self.game)

    def compose(self) -> ComposeResult:
        yield self.panel
        yield from compose_screen_footer(FOOTERS["ending"])

    def on_unmount(self) -> None:
        self._chance_updater.stop()

    def on_screen_suspend(self) -> None:
        self._chance_updater.stop()

    def on_screen_resume(self) -> None:
        self._chance_updater.start()
        self.update_after_reload(None)

    def update_after_reload(self, snapshot: None) -> None:
        """Redraw the page, or close the screen if the game is no longer over."""
        if self.game.state.current_values.ended is None:
            self.dismiss(None)  # the end was undone
            return
        self.load_screen_data()
        self.redraw()

    def _reload_chances(self) -> None:
        self.chances = read_cached_chances(self.game)
        self.redraw()

    def render_page_lines(self, width: int) -> list[Content]:
        steps = DIGITS if self.warledger_app.settings.plain else STEPS
        warnings = wrap_styled(self.game.journal.unreported, width - 2, "$warning", head=" ")
        return [*warnings, *render_ending_page(self.summary, self.chances, width, steps)]

    def do_open_report(self) -> None:
        self.app.push_screen(build_battle_report_dialog(self.game), self.show_message)

    def do_copy_text(self) -> None:
        head = join_styled(self.render_heading()).plain
        lines = (line.plain.rstrip() for line in self.render_page_lines(80))
        self.app.copy_to_clipboard("\n".join([head, *lines]))
        self.show_message("Copied as text.")

    def do_open_look_back(self) -> None:
        self.app.push_screen(make_screen("look back", self.game, self.log_view))

    def render_heading(self) -> Iterable[StyledText]:
        state = self.game.state
        turns, minutes = state.clock.turn, self.summary.minutes
        duration = f", {format_count(minutes, 'minute')} in all" if minutes else ""
        details = f" · {format_count(turns, 'turn')}{duration}"
        return [(state.info.title, "bold"), (details, "$quiet")]
