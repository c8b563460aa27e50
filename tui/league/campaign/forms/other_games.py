"""Games that were not begun from the campaign: played without a book, or kept by themselves."""

from __future__ import annotations

from tracker.application.book import Book
from tracker.application.campaigns.campaign_games import (
    link_between,
    list_agreed_games,
    list_linkable_games,
    read_unit_results,
)
from tracker.application.errors import Refused
from tracker.application.leagues.league import League
from tracker.application.leagues.league_history import LeagueEntry
from tui.league.campaign.forms.screen import CampaignAsked
from tui.league.campaign.forms.who import list_who_can_play, name_member, pair_of_rows
from tui.widgets.form import ChoiceRow, FormRow, TextRow

NEW = ""
NOT_PLAYED = "none yet: it is to be played"
RESULTS = "10-7, w1 or w2 who won, d drawn, c2 the second conceded; nothing: it is to be played"
DEEDS = "kills/lost, and how many of those are captives: Alpha=3/2, Bravo=0/4/1"


class Between(CampaignAsked):
    """A game between two of those who can play."""

    def __init__(self, book: Book, league: League) -> None:
        super().__init__(book, league)
        self.first, self.second = pair_of_rows(league, "Who played?", list_who_can_play(league))


class OldGame(Between):
    """A game that was not kept here: its result with its own day; none: it is to be played."""

    about = "a game that was not kept here"

    def __init__(self, book: Book, league: League) -> None:
        super().__init__(book, league)
        self.result = TextRow("Its result", NOT_PLAYED, hint=RESULTS)
        self.day = TextRow(
            "The day", "today", hint="2026-10-03, yesterday; of one to come, tomorrow"
        )
        self.time = TextRow("When it ended", "nobody knows", hint="20:40")
        self.title = TextRow("What is it called?", "nothing")
        self.deeds = TextRow("What units did", "nobody knows", hint=DEEDS)

    def rows(self) -> list[FormRow]:
        known = [self.time, self.deeds] if self.result.text.strip() else []
        return [self.first, self.second, self.result, self.day, *known, self.title]

    def keep(self) -> LeagueEntry:
        """Enter it. Raises ``Refused`` and ``LedgerError``."""
        first, second, forces = self.first.value, self.second.value, self.league.forces
        if not self.result.text.strip():
            return forces.game(first, second, title=self.title.text, on=self.day.text)
        deeds = [one for one in self.deeds.text.split(",") if one.strip()]
        return forces.record(
            first,
            second,
            self.result.text,
            title=self.title.text,
            on=self.day.text,
            time=self.time.text,
            deeds=read_unit_results(deeds),
        )


class KeptGame(Between):
    """A game kept here by itself becomes one of the campaign."""

    about = "a game kept here"

    def __init__(self, book: Book, league: League) -> None:
        super().__init__(book, league)
        self.games = {one.stream: one.title for one in list_linkable_games(book)}
        self.agreed = [one.id for one in list_agreed_games(league)]
        games = list(self.games)
        self.match = ChoiceRow(
            "Which game?",
            lambda: games,
            games[0] if games else "",
            lambda one: f"{one} {self.games[one]}" if one else "every game kept here has its place",
        )
        fixtures = [*self.agreed, NEW]
        self.fixture = ChoiceRow(
            "Was it agreed on before?", lambda: fixtures, fixtures[0], self._words
        )
        self.side = TextRow("Which side was the first?", "as the names of the players say")

    def _words(self, fixture: str) -> str:
        if fixture == NEW:
            return "no"
        one = self.league.state.fixtures[fixture]
        sides = [name_member(self.league, each) for each in (one.forces or one.players)]
        return f"{one.id} {one.title or ' against '.join(sides)}"

    def rows(self) -> list[FormRow]:
        agreed = [self.fixture] if self.agreed else []
        forces = [self.first, self.second] if self.fixture.value == NEW else []
        return [self.match, *agreed, *forces, self.side]

    def keep(self) -> LeagueEntry:
        """Link it. Raises ``Refused`` and ``LedgerError``."""
        match, side = self.match.value, self.side.text.strip()
        if not match:
            raise Refused("No game is kept here that has no league or campaign yet.")
        if self.fixture.value != NEW:
            return self.league.matches.link(self.fixture.value, match, home=side)
        first, second = self.first.value, self.second.value
        return link_between(self.book, self.league, match, first, second, side)
