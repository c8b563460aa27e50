"""The screen of a season's settings, which compares the standings before and after a change."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from textual.app import ComposeResult
from textual.content import Content

from tracker.application.book import Book
from tracker.application.errors import Refused
from tracker.application.leagues.league import League
from tracker.application.leagues.seasons.division_commands import describe_proposed_moves
from tracker.leagues.results.standings import Standings, StandingsRow
from tui.key_bindings import FOOTERS, KEYS
from tui.league.season.season_form_and_league_form_rows import SeasonForm
from tui.screen_base_classes import LeagueScreen
from tui.terminal_text_fitting import StyledText, fill_line, join_styled, pad_text, wrap_styled
from tui.widgets.panel import ModelPanel
from tui.widgets.questionnaire_form import FormKeys, FormPanel
from tui.widgets.screen_bottom_lines import compose_screen_footer


class StandingsComparisonPanel(ModelPanel[SeasonForm]):
    def render_title(self) -> Iterable[StyledText]:
        return [("the standings", "bold"), ": place and points, now → after the change"]

    def render_body(self, width: int, height: int) -> list[Content]:
        try:
            seasons = self.model.league.seasons
            now, planned = seasons.compute_current_and_planned_standings(self.model.plan)
        except Refused as refused:
            return wrap_styled(refused.message, width - 2, head=" ")
        if not planned.rows:
            return [join_styled([" Nobody is enrolled yet."])]
        warnings = [
            line
            for warning in self._list_warnings()
            for line in wrap_styled(warning, width - 2, "$warning", head=" ")
        ]
        return [*warnings, *_render_comparison(now, planned, width, height - len(warnings))]

    def _list_warnings(self) -> Iterator[str]:
        league = self.model.league
        state = league.state
        if self.model.step.value == "next" and (moves := league.divisions.propose_division_moves()):
            yield " · ".join(describe_proposed_moves(state, moves))
        fixtures = state.list_published_fixtures(state.season.number)
        open_fixtures = [fixture for fixture in fixtures if fixture.ended is None]
        if self.model.step.value == "goes on" or state.season.closed:
            return
        if open_fixtures:
            one = len(open_fixtures) == 1
            games = "1 game has" if one else f"{len(open_fixtures)} games have"
            left_out = "it" if one else "them"
            yield f"{games} no result yet; closing the season leaves {left_out} out."
        if undecided := league.top_cut.describe_undecided_bracket_rounds():
            yield undecided


def _render_comparison(
    now: Standings, planned: Standings, width: int, height: int
) -> Iterator[Content]:
    current_rows = {row.player: row for row in now.rows}
    has_places = len(planned.rows) == 1 or len({row.place for row in planned.rows}) > 1
    if [(row.player, row.points) for row in now.rows] == [
        (row.player, row.points) for row in planned.rows
    ]:
        yield join_styled([(" Nobody's place or points change.", "$quiet")])
        height -= 1
    room = height if len(planned.rows) <= height else height - 1
    name_width = max(12, min(40, width - 40))
    for row in planned.rows[:room]:
        current = current_rows.get(row.player)
        yield _render_player_row(current, row, name_width, width, shows_move=has_places)
    hidden_rows = planned.rows[room:]
    if hidden_rows:
        known = [row for row in hidden_rows if has_places and row.player in current_rows]
        moved_count = sum(current_rows[row.player].place != row.place for row in known)
        moved_text = f", {moved_count} in another place" if moved_count else ""
        yield join_styled([(f" … and {len(hidden_rows)} more{moved_text}", "$quiet")])


def _render_player_row(
    current: StandingsRow | None,
    row: StandingsRow,
    name_width: int,
    width: int,
    *,
    shows_move: bool,
) -> Content:
    """Render a player's row. ``shows_move`` is false if all players share one place."""
    places_gained = current.place - row.place if current is not None and shows_move else 0
    sign = "new" if current is None else "=" if shows_move else ""
    if places_gained:
        sign = f"{'▲' if places_gained > 0 else '▼'}{abs(places_gained)}"
    current_text = " " * 9 if current is None else f"{current.place:>2} {current.points.short:>6}"
    return fill_line(
        width,
        [
            f" {current_text}  → ",
            (f"{row.place:>2} {row.points.short:>6}", "bold"),
            f"  {pad_text(row.name, name_width)} ",
            (sign, "$quiet" if not places_gained else "$warning"),
        ],
    )


PREVIEW_LINES = 6  # lines for the standings, frame included
LINES_BELOW = 3


class SeasonScreen(LeagueScreen):
    commands = KEYS["season"]

    def __init__(self, book: Book, league: League) -> None:
        super().__init__(book, league)
        self.form = SeasonForm(league)
        self.parts = (FormKeys(self.form.questionnaire, self.redraw),)

    def compose(self) -> ComposeResult:
        season = self.league.state.season
        about = [("season ", "bold"), (season.name or str(season.number), "bold")]
        yield FormPanel(self.form.questionnaire, about, "nothing is saved until the last row")
        yield StandingsComparisonPanel(self.form)
        yield from compose_screen_footer(FOOTERS["season"])

    def redraw(self) -> None:
        available = self.size.height - PREVIEW_LINES - LINES_BELOW
        needed = self.form.questionnaire.measure_height(76) + 1
        self.query_one(FormPanel).styles.height = min(available, needed)
        super().redraw()

    def handle_character(self, character: str) -> bool:
        self.show_message("")
        is_text = self.form.questionnaire.current_row.handle_character(character)
        self.redraw()
        return is_text or character != "?"

    def do_accept(self) -> None:
        """Go to the next row. On the last row, save the plan."""
        form = self.form
        if form.questionnaire.current_row is not form.keep:
            form.questionnaire.move_cursor(1)
            self.redraw()
        elif not form.ties.ties:
            form.questionnaire.go_to_row(form.ties)
            self.redraw()
            self.show_refusal("Choose at least one tie-break.")
        else:
            self._save_plan()

    def _save_plan(self) -> None:
        entry = self.write_and_show_entry(
            lambda: self.league.seasons.save_season_plan(self.form.plan)
        )
        if entry is not None:
            self.dismiss(f"{self.describe_entry(entry)} · u undoes it")
        elif self.form.lacks_only_reason:
            self.form.questionnaire.go_to_row(self.form.reason)
            self.redraw()
