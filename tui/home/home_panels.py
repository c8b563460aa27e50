"""The panels of the home screen: a header that names the ledger, and the lists with the news."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from textual.content import Content

from tracker.vocabulary.count_wording import format_count
from tui.home.home_lists import HomeRows
from tui.terminal_text_fitting import (
    FRAME,
    StyledText,
    count_cells,
    cut_beginning,
    cut_text,
    draw_horizontal_rule,
    fill_line,
    fit_content,
    join_styled,
    pad_text,
    wrap_styled,
)
from tui.views.game_list import GameListLine
from tui.views.home_view import LeagueListLine
from tui.widgets.clickable_text import list_keys_in_label, make_content_clickable, render_key_hint
from tui.widgets.list_rows import (
    draw_pointer,
    draw_pointer_digit_and_text,
    draw_row_digit,
    find_first_shown_row,
    make_clickable_row,
)
from tui.widgets.panel import TOP_EDGES, LinePanel, ModelPanel

WIDE_WIDTH = 100
MAX_NEWS_LINES = 3


class HomeHeader(LinePanel[HomeRows]):
    def render(self) -> Content:
        count, archived = self.model.game_count, self.model.view.archived
        games = f"{format_count(count, 'game')} " if count else "no game yet "
        if archived and not count:
            games = f"{format_count(archived, 'game')} archived (A restores) "
        name: list[StyledText] = [(" Warledger", "$primary bold"), "  "]
        if self.model.demo:
            name += [("DEMO: separate from your own games", "$warning bold"), "  "]
        width = self.size.width
        used = join_styled(name).cell_length + count_cells(games) + 4
        location = cut_beginning(self.model.location, width - used)
        return fill_line(width, name, [(f"{location}  ", "$quiet"), games])


class HomeListPanel(ModelPanel[HomeRows]):
    edges = TOP_EDGES
    heading = (("welcome", "bold"),)

    def render(self) -> Content:
        width, height = self.size
        parts = self._render_parts(width - 2, height) if self.model.visible_rows else []
        if not parts:
            return super().render()
        lines: list[Content] = []
        for index, (title, body) in enumerate(parts):
            left, right = ("┌", "┐") if index == 0 else ("├", "┤")
            middle = draw_horizontal_rule(width - 2, [(title, "bold")])
            lines.append(join_styled([(left, FRAME), middle, (right, FRAME)]))
            lines += [
                join_styled([("│", FRAME), fit_content(line, width - 2), ("│", FRAME)])
                for line in body
            ]
        return Content("\n").join(lines[:height])

    def render_body(self, width: int, height: int) -> list[Content]:
        return _render_welcome(self.model.location, width)

    def _render_parts(self, width: int, height: int) -> list[tuple[str, list[Content]]]:
        view = self.model.view
        below = [
            (title, [join_styled([f" {cut_text(text, width - 2)}"]) for text in texts])
            for title, texts in (
                ("since your last visit", view.news[:MAX_NEWS_LINES]),
                ("to do", view.tasks[:MAX_NEWS_LINES]),
            )
            if texts
        ]
        if self.model.own_ledger:
            own_games = render_key_hint("Esc", cut_text(self.model.own_ledger, width - 6))
            below.append(("your own games", [join_styled([" ", own_games])]))
        room = height - sum(len(body) + 1 for _, body in below)
        lines, marked_line = self._render_rows(width)
        if len(lines) > room:
            lines = _cut_to_window(lines, marked_line, room)
        lines += [Content("")] * (room - len(lines))
        parts: list[tuple[str, list[Content]]] = []
        for line in lines:
            if isinstance(line, str):
                parts.append((line, []))
            else:
                parts[-1][1].append(line)
        return parts + below

    def _render_rows(self, width: int) -> tuple[list[Content | str], int]:
        home = self.model
        lines: list[Content | str] = []
        marked_line = 0
        title = ""
        games = [item for item in home.visible_rows if isinstance(item, GameListLine)]
        columns = _compute_column_widths(games, home.view.league_titles, width)
        for index, item in enumerate(home.visible_rows):
            section = home.get_section_title(index)
            if section != title:
                lines.append(section)
                title = section
            marked = index == home.cursor
            if marked:
                marked_line = len(lines)
            if isinstance(item, LeagueListLine):
                row = render_league_row(item, index, width, marked=marked)
            elif isinstance(item, GameListLine):
                kind = _get_kind(item, home.view.league_titles)
                row = _render_game_row(item, kind, index, columns, width, marked=marked)
            else:
                row = _render_more_row(item, index, width, marked=marked)
            lines.append(make_clickable_row(row, index, home.cursor))
            if marked and isinstance(item, GameListLine):
                details = home.awaited_input
                lines += [fill_line(width, ["   ", (text, "$secondary")]) for text in details]
        return lines, marked_line


def _cut_to_window(lines: Sequence[Content | str], marked: int, room: int) -> list[Content | str]:
    """Return at most ``room`` lines, including the marked line. The first is always a title."""
    start = find_first_shown_row(len(lines), marked, room)
    titles = [line for line in lines[: start + 1] if isinstance(line, str)]
    window = list(lines[start : start + room])
    if window and not isinstance(window[0], str):
        window[0] = titles[-1]
    return window


def _compute_column_widths(
    games: Sequence[GameListLine], league_titles: Mapping[str, str], width: int
) -> tuple[int, int, int]:
    """Return the widths of the columns for title, rules and turn. The title gets the remaining
    width.
    """
    if not games:
        return width, 0, 0
    widest = max(count_cells(_get_kind(game, league_titles)) for game in games)
    longest = max(count_cells(game.turn) for game in games)
    rules, turn = min(widest, 26 if width > WIDE_WIDTH else 15), min(longest, 16)
    rest = max(count_cells(game.score) + count_cells(game.age) for game in games) + 8
    title_width = width - rules - turn - rest
    spare = title_width - max(count_cells(game.title) for game in games)
    extra_width = max(0, min(spare, longest - turn))
    return max(title_width - extra_width, 12), rules, turn + extra_width


def _get_kind(game: GameListLine, league_titles: Mapping[str, str]) -> str:
    return league_titles.get(game.stream, game.rules) if game.has_ended else game.rules


def _render_game_row(
    game: GameListLine,
    kind: str,
    index: int,
    columns: tuple[int, int, int],
    width: int,
    *,
    marked: bool,
) -> Content:
    title, rules, turn = columns
    left = draw_pointer_digit_and_text(pad_text(game.title, title), index, marked=marked)
    left += [" ", (pad_text(kind, rules), "$quiet"), " "]
    right: list[StyledText] = [(f" {cut_text(game.age, 28)} ", "$quiet")]
    room = width - join_styled([*left, " ", game.score, *right]).cell_length
    turn_width = max(turn, min(count_cells(game.turn), room))
    return fill_line(width, [*left, pad_text(game.turn, turn_width), " ", game.score], right)


def render_league_row(league: LeagueListLine, index: int, width: int, *, marked: bool) -> Content:
    progress = cut_text(league.progress, max(20, width - 24))
    title = pad_text(league.title, max(12, width - count_cells(progress) - 6))
    left = draw_pointer_digit_and_text(title, index, marked=marked)
    return fill_line(width, [*left, " "], [(f"{progress} ", "$quiet")])


def _render_more_row(text: str, index: int, width: int, *, marked: bool) -> Content:
    style = "bold" if marked else "$quiet"
    left = [draw_pointer(marked=marked), draw_row_digit(index), " ", (text, style)]
    return fill_line(width, left)


def _render_welcome(location: str, width: int) -> list[Content]:
    lines = [
        Content(""),
        join_styled([("  Records your game while you play.", "bold")]),
        join_styled(["  Every line is saved as you type it, in"]),
        *wrap_styled(location, width - 4, "$secondary", head="  "),
        Content(""),
    ]
    for key, text in (
        ("n", "begin a game"),
        ("f", "build your own army, from a sample or by typing units"),
        ("d", "explore a finished demo, separate from your own games"),
        ("p", "practise one volley; nothing is saved (later, press v)"),
        ("l", "begin a league"),
        ("c", "begin a campaign"),
        ("?", "all keys"),
    ):
        hint = join_styled([(key, "$primary bold"), f"  {text}"])
        lines.append(join_styled(["  ", make_content_clickable(hint, list_keys_in_label(key))]))
    return lines
