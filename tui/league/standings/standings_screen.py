"""The screen of the standings after any round, with the marked player's numbers explained."""

from __future__ import annotations

import re

from textual.app import ComposeResult

from tracker.application.book import Book
from tracker.application.errors import Refused
from tracker.application.leagues.league import League
from tracker.application.leagues.league_history import LeagueEntry
from tracker.application.leagues.seasons.standings_columns_and_text import render_standings_text
from tui.key_bindings import FOOTERS, KEYS
from tui.league.league_decision_prompts import ask_and_set_divisions, ask_and_set_player_division
from tui.league.standings.standings_panels import (
    PlayerDetailPanel,
    StandingsTablePanel,
    StandingsTitlePanel,
)
from tui.screen_base_classes import LeagueScreen, show_errors
from tui.views.standings_view import StandingsView
from tui.widgets.list_rows import PagingKeys
from tui.widgets.screen_bottom_lines import compose_screen_footer

TOP_CUT = re.compile(r"(\d{1,3})(\s+third)?(?:\s+(\S[^,]*))?", re.IGNORECASE)
DETAIL_LINES = 8  # lines for the marked player's numbers, if they fit
OTHER_LINES = 4


class StandingsScreen(LeagueScreen):
    """The screen of the standings after ``round_number``, by default the latest ones."""

    commands = KEYS["standings"]

    def __init__(
        self, book: Book, league: League, round_number: int | None = None, season: int | None = None
    ) -> None:
        super().__init__(book, league)
        self.standings = StandingsView(league, round_number, season)
        self.parts = (PagingKeys(self._move_mark),)

    def compose(self) -> ComposeResult:
        yield StandingsTitlePanel(self.standings)
        yield StandingsTablePanel(self.standings)
        yield PlayerDetailPanel(self.standings)
        yield from compose_screen_footer(FOOTERS["standings"])

    def redraw(self) -> None:
        self.standings.refresh_table_and_breakdown()
        room = self.size.height - OTHER_LINES
        wanted = len(self.standings.table.rows) + 2 + self.standings.division_heading_count
        self.query_one(StandingsTablePanel).styles.height = max(4, min(wanted, room - DETAIL_LINES))
        super().redraw()

    def _move_mark(self, step: int) -> None:
        self.standings.cursor += step
        self.redraw()

    def do_show_earlier_round(self) -> None:
        if self.standings.go_to_earlier_round_or_season():
            self.redraw()
        else:
            self.show_refusal("There is no earlier round.")

    def do_show_later_round(self) -> None:
        if not self.standings.go_to_later_round_or_season():
            self.show_refusal("These are the current standings.")
        self.redraw()

    def do_open_player(self) -> None:
        if self.standings.marked_row is not None:
            self.open_screen("player", self.standings.marked_row.player)

    def do_open_rounds(self) -> None:
        if self.league.state.info.what == "campaign":
            self.show_refusal("Only leagues have rounds; this is a campaign.")
            return
        self.open_screen("rounds", self.standings.round, self.standings.season)

    def do_open_large_standings(self) -> None:
        self.open_screen("large", self.standings.as_of, self.standings.season)

    def do_open_outlook(self) -> None:
        self.open_screen("outlook")

    def do_open_ratings(self) -> None:
        self.open_screen("ratings")

    def do_open_or_begin_bracket(self) -> None:
        """Open the bracket or, if there is none yet, ask how many players advance."""
        season = self.standings.season or self.league.state.season.number
        if season in self.league.state.cuts:
            self.open_screen("bracket", self.standings.season)
        elif self.standings.season is not None:
            self.show_refusal("No bracket was played in that season.")
        else:
            with show_errors(self):
                self.league.top_cut.require_bracket_can_begin()
                self._ask_top_cut()

    def _ask_top_cut(self) -> None:
        doubt = self.league.top_cut.describe_missing_rounds_and_results()
        names = self.league.state.get_divisions().names
        label = f"how many advance{f' from {names[0]}' if names else ''}?"
        largest = 8 if len(self.standings.table.rows) >= 8 else 4
        hint = f"{largest} · 4 third (with a game for third place)"
        if names:
            hint += f" · 4 {names[-1]} · Anna, Bram"
        self.ask_for_line(
            f"{doubt} H{label[1:]}" if doubt else label,
            self._make_top_cut,
            hint=hint,
            on_accept=self._show_bracket,
        )

    def _show_bracket(self) -> None:
        self.call_later(self.open_screen, "bracket")

    def _make_top_cut(self, typed: str) -> LeagueEntry:
        """Make a top cut from ``8``, ``4 third``, ``4 South``, or ``Anna, Bram`` (best first)."""
        make_top_cut, match = self.league.top_cut.make_top_cut, TOP_CUT.fullmatch(typed.strip())
        if match is not None:
            count, third, division = match.groups(default="")
            return make_top_cut(int(count), has_third_place_game=bool(third), division=division)
        players = [name.strip() for name in typed.split(",")]
        if len(players) < 2:
            raise Refused("Type how many advance: 8, or 4 third. Or name them: Anna, Bram.")
        return make_top_cut(players=players)

    def do_draw_lots(self) -> None:
        if self.standings.season is not None:
            self.show_refusal("That season is over, so its standings can no longer change.")
            return
        level = self.standings.table.level
        if not level:
            self.show_refusal("No players are level, so there are no lots to draw.")
            return
        *others, last = map(self.league.state.get_player_name, level[0])
        draw = self.league.points.draw_or_enter_lots
        self.ask_for_line(
            f"Draw lots between {', '.join(others)} and {last}?",
            lambda typed: draw([name.strip() for name in typed.split(",") if name.strip()]),
            hint="names, best first · empty: the app draws",
        )

    def do_move_to_division(self) -> None:
        if self.standings.season is not None:
            self.show_refusal("That season is over, so its divisions can no longer change.")
        elif self.standings.marked_row is not None:
            ask_and_set_player_division(self, self.standings.marked_row.player)

    def do_set_divisions(self) -> None:
        ask_and_set_divisions(self)

    def do_copy_and_save_text(self) -> None:
        standings = self.standings
        season = f"season {standings.season} " if standings.season else ""
        with show_errors(self):
            text = render_standings_text(self.league, standings.as_of, standings.season)
            self.copy_and_save_text(f"{season}standings {standings.last_ranked_round}", text)
