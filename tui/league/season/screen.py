"""The settings of a season, with a comparison of standings before a change is saved."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from textual.app import ComposeResult
from textual.content import Content

from tracker.application.book import Book
from tracker.application.errors import Refused
from tracker.application.leagues.league import League
from tracker.application.leagues.league_log import describe_league_line
from tracker.application.leagues.seasons.division_changes import describe_proposed_moves
from tracker.leagues.results.standings import Standings, StandingsRow
from tui.key_bindings import KEYS, select_commands
from tui.league.league_screen_base import LeagueScreen
from tui.league.season.season_form_rows import SeasonForm
from tui.terminal_text_fitting import Piece, fill_line, join_pieces, pad_text, wrap_text
from tui.widgets.key_footers import BottomRule, Footer
from tui.widgets.notice_line import NoticeLine
from tui.widgets.panel import Panel
from tui.widgets.questionnaire_form import FormKeys, FormPanel


class StandingsComparison(Panel):
    """A panel with the standings as they are and as they would be."""

    def __init__(self, form: SeasonForm) -> None:
        super().__init__()
        self.form = form

    def render_title(self) -> Iterable[Piece]:
        return [("the standings", "bold"), ": place and points, now → after the change"]

    def render_body(self, width: int, height: int) -> list[Content]:
        try:
            now, then = self.form.league.seasons.preview_standings(self.form.plan)
        except Refused as refused:
            return [join_pieces([f" {each}"]) for each in wrap_text(refused.message, width - 2)]
        if not then.rows:
            return [join_pieces([" Nobody is enrolled yet."])]
        left = [
            join_pieces([(f" {each}", "$warning")])
            for told in self._left_open()
            for each in wrap_text(told, width - 2)
        ]
        return [*left, *_compared(now, then, width, height - len(left))]

    def _left_open(self) -> Iterator[str]:
        """Describe who would be promoted or relegated, and which games would stay open."""
        league = self.form.league
        state = league.state
        if self.form.step.value == "next" and (found := league.divisions.propose_division_moves()):
            yield " · ".join(describe_proposed_moves(state, found))
        still = [
            one for one in state.list_published_fixtures(state.season.number) if one.ended is None
        ]
        if self.form.step.value != "goes on" and still and not state.season.closed:
            one = len(still) == 1
            games = "1 game has" if one else f"{len(still)} games have"
            left_out = "it" if one else "them"
            yield f"{games} no result yet; closing the season leaves {left_out} out."


def _compared(now: Standings, then: Standings, width: int, height: int) -> Iterator[Content]:
    was = {row.player: row for row in now.rows}
    if [(row.player, row.points) for row in now.rows] == [
        (row.player, row.points) for row in then.rows
    ]:
        yield join_pieces([(" Nobody's place or points change.", "$quiet")])
        height -= 1
    room = height if len(then.rows) <= height else height - 1
    names = max(12, min(40, width - 40))
    for row in then.rows[:room]:
        yield _row(was.get(row.player), row, names, width)
    rest = then.rows[room:]
    if rest:
        moved = sum(row.player in was and was[row.player].place != row.place for row in rest)
        told = f", {moved} in another place" if moved else ""
        yield join_pieces([(f" … and {len(rest)} more{told}", "$quiet")])


def _row(was: StandingsRow | None, row: StandingsRow, names: int, width: int) -> Content:
    """Render a player's row. A player who joined after the season closed had no place before."""
    up = 0 if was is None else was.place - row.place
    sign = "new" if was is None else f"▲{up}" if up > 0 else f"▼{-up}" if up < 0 else "="
    before = " " * 9 if was is None else f"{was.place:>2} {was.points.short:>6}"
    return fill_line(
        width,
        [
            f" {before}  → ",
            (f"{row.place:>2} {row.points.short:>6}", "bold"),
            f"  {pad_text(row.name, names)} ",
            (sign, "$quiet" if not up else "$warning"),
        ],
    )


PREVIEW = 6  # lines for the standings, frame included
BELOW = 3
NO_TIES = "Choose at least one tie-break."


class SeasonScreen(LeagueScreen):
    """The screen with one question per row. Enter on the last row saves all changes."""

    commands = KEYS["season"]

    def __init__(self, book: Book, league: League) -> None:
        super().__init__(book, league)
        self.form = SeasonForm(league)
        self.parts = (FormKeys(self.form.asked, self.redraw),)

    def compose(self) -> ComposeResult:
        season = self.league.state.season
        about = [("season ", "bold"), (season.name or str(season.number), "bold")]
        yield FormPanel(self.form.asked, about, "nothing is saved until the last row")
        yield StandingsComparison(self.form)
        yield BottomRule()
        yield NoticeLine()
        yield Footer(
            select_commands(
                KEYS["season"], "accept", "up", "down", "change_answer", "help", "leave"
            )
        )

    def redraw(self) -> None:
        """Redraw the form, and the standings in the remaining space."""
        most = self.size.height - PREVIEW - BELOW
        wanted = self.form.asked.measure_height(76) + 1
        self.query_one(FormPanel).styles.height = min(most, wanted)
        super().redraw()

    def handle_character(self, character: str) -> bool:
        self.show_message("")
        taken = self.form.asked.current_row.handle_character(character)
        self.redraw()
        return taken or character != "?"

    def do_accept(self) -> None:
        form = self.form
        if form.asked.current_row is not form.keep:
            form.asked.move_cursor(1)
            self.redraw()
        elif not form.ties.ties:
            form.asked.go_to_row(form.ties)
            self.redraw()
            self.show_message(NO_TIES, bad=True)
        else:
            self._keep()

    def _keep(self) -> None:
        entry = self.write_entry(lambda: self.league.seasons.save_season_plan(self.form.plan))
        if entry is not None:
            words = describe_league_line(self.league.history, entry)
            self.dismiss(f"line {entry.number}: {words} · u undoes it")
        elif self.form.lacks_only_reason:
            self.form.asked.go_to_row(self.form.why)
            self.redraw()
