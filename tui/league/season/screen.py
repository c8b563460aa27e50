"""What holds for a season, changed by its organiser: standings then and now before it is kept."""

from __future__ import annotations

from textual.app import ComposeResult

from tracker.application.book import Book
from tracker.application.leagues.league import League
from tracker.application.leagues.league_log import describe_line
from tui.commands import select_commands
from tui.league.commands import SEASON
from tui.league.league_screen import LeagueScreen
from tui.league.season.season_form import SeasonForm
from tui.league.season.season_panels import ThenAndNow
from tui.widgets.foot import Closing, Footer
from tui.widgets.form import FormKeys, FormPanel
from tui.widgets.notice import NoticeLine

PREVIEW = 6  # lines for the standings, their frame among them
BELOW = 3
NO_TIES = "Name what decides between equals: one letter at least."


class SeasonScreen(LeagueScreen):
    """One question a line. Nothing is kept before Enter on the last; ``u`` takes all of it back."""

    commands = SEASON

    def __init__(self, book: Book, league: League) -> None:
        super().__init__(book, league)
        self.form = SeasonForm(league)
        self.parts = (FormKeys(self.form.asked, self.show),)

    def compose(self) -> ComposeResult:
        season = self.league.state.season
        about = [("season ", "bold"), (season.name or str(season.number), "bold")]
        yield FormPanel(self.form.asked, about, "nothing is kept before the last line")
        yield ThenAndNow(self.form)
        yield Closing()
        yield NoticeLine()
        yield Footer(select_commands(SEASON, "accept", "up", "down", "change", "help", "leave"))

    def show(self) -> None:
        """Draw the form, and the standings with the room that is left."""
        most = self.size.height - PREVIEW - BELOW
        wanted = self.form.asked.wanted(76) + 1
        self.query_one(FormPanel).styles.height = min(most, wanted)
        super().show()

    def typed(self, character: str) -> bool:
        self.say("")
        taken = self.form.asked.here.typed(character)
        self.show()
        return taken or character != "?"

    def do_accept(self) -> None:
        form = self.form
        if form.asked.here is not form.keep:
            form.asked.move(1)
            self.show()
        elif not form.ties.ties:
            form.asked.go_to(form.ties)
            self.show()
            self.say(NO_TIES, bad=True)
        else:
            self._keep()

    def _keep(self) -> None:
        entry = self.enter(lambda: self.league.seasons.keep(self.form.plan))
        if entry is not None:
            words = describe_line(self.league.story, entry)
            self.dismiss(f"line {entry.number}: {words} · u takes it back")
        elif self.form.needs_reason:
            self.form.asked.go_to(self.form.why)
            self.show()
