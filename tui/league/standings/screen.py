"""Standings: the table as of any round, and every number of the marked player opened."""

from __future__ import annotations

from textual.app import ComposeResult

from tracker.application.book import Book
from tracker.application.errors import Refused
from tracker.application.leagues.league import League
from tracker.application.leagues.standings_text import standings_text
from tracker.leagues.standings import StandingsRow
from tui.commands import named
from tui.league.base import LeagueScreen
from tui.league.commands import STANDINGS
from tui.league.standings.panels import OpenedPanel, StandingsHead, StandingsTable
from tui.league.standings.worth import standings_now
from tui.widgets.foot import Closing, Footer
from tui.widgets.notice import NoticeLine

OPENED = 8  # lines for the numbers of the marked player, as long as there is room
OTHERS = 4


class StandingsScreen(LeagueScreen):
    """``round`` None: as they are now, or as they were at the end of ``season``."""

    commands = STANDINGS

    def __init__(
        self, book: Book, league: League, round_: int | None = None, season: int | None = None
    ) -> None:
        super().__init__(book, league)
        self.round = round_
        self.season = season
        self.at = 0
        self._known: tuple[int, str, int | None] | None = None
        self._opened: dict[int, list[list[str]]] = {}
        self.read()

    def compose(self) -> ComposeResult:
        yield StandingsHead(self)
        yield StandingsTable(self)
        yield OpenedPanel(self)
        yield Closing()
        yield NoticeLine()
        yield Footer(named(STANDINGS, "later", "rounds", "large", "copy", "help", "leave"))

    @property
    def as_of(self) -> str:
        return "" if self.round is None else str(self.round)

    @property
    def season_number(self) -> int:
        return self.season or self.league.state.season.number

    @property
    def last_round(self) -> int:
        return self.league.state.last_round(self.season_number)

    @property
    def earlier_round(self) -> bool:
        """Whether this is not how the season stands, or how it ended."""
        return self.round is not None and self.round < self.last_round

    @property
    def marked(self) -> StandingsRow | None:
        return self.table.rows[self.at] if self.table.rows else None

    def read(self) -> None:
        """Work the table out where it may have changed, and the numbers of the marked player."""
        now = (self.league.version, self.as_of, self.season)
        if self._known != now:
            self._known = now
            self._opened.clear()
            self.table = standings_now(self.league, self.as_of, self.season)
        self.at = max(0, min(self.at, len(self.table.rows) - 1))
        if self.at not in self._opened:
            self._opened[self.at] = opened_groups(self.league, self.marked, self.as_of, self.season)
        self.explained = self._opened[self.at]

    def show(self) -> None:
        """Read the league again and draw it."""
        self.read()
        room = self.size.height - OTHERS
        rows = max(4, min(len(self.table.rows) + 2, room - OPENED))
        self.query_one(StandingsTable).styles.height = rows
        for widget in self.query("StandingsHead, Panel"):
            widget.refresh()

    # ------------------------------------------------------------------------------ commands

    def do_up(self) -> None:
        self.at -= 1
        self.show()

    def do_down(self) -> None:
        self.at += 1
        self.show()

    def do_earlier(self) -> None:
        """A round back; from the first of a season to the end of the one before."""
        now = self.last_round if self.round is None else self.round
        if now > 1:
            self.round = now - 1
        elif self.season_number > 1:
            self.season, self.round = self.season_number - 1, None
        else:
            self.say("There is no earlier round.", bad=True)
            return
        self.show()

    def do_later(self) -> None:
        """A round on; from the end of a season to the first round of the next."""
        now = self.league.state.season.number
        if self.round is not None:
            self.round = None if self.round + 1 >= self.last_round else self.round + 1
        elif self.season_number < now:
            later = self.season_number + 1
            self.season = later if later < now else None
            self.round = 1 if self.last_round > 1 else None
        else:
            self.say("These are the standings as they are now.", bad=True)
        self.show()

    def do_full(self) -> None:
        from tui.league.standings.player import PlayerScreen

        if self.marked is not None:
            self.app.push_screen(PlayerScreen(self.book, self.league, self.marked.player))

    def do_rounds(self) -> None:
        from tui.league.standings.rounds import RoundScreen

        self.app.push_screen(RoundScreen(self.book, self.league, self.round, self.season))

    def do_large(self) -> None:
        from tui.league.standings.large import LargeScreen

        self.app.push_screen(LargeScreen(self.book, self.league, self.as_of, self.season))

    def do_ratings(self) -> None:
        from tui.league.standings.ratings import RatingsScreen

        self.app.push_screen(RatingsScreen(self.book, self.league))

    def do_lots(self) -> None:
        if self.season is not None:
            self.say("That season is over; its standings stand as they are.", bad=True)
            return
        if not self.table.level:
            self.say("Nobody is level, so there is nothing to draw lots for.", bad=True)
            return
        names = ", ".join(self.league.state.name(one) for one in self.table.level[0])
        draw = self.league.points.draw_lots
        self.ask(
            f"draw lots, {names}?",
            lambda typed: draw([name.strip() for name in typed.split(",") if name.strip()]),
            hint="Enter: the app draws · names, best first",
        )

    def do_copy(self) -> None:
        try:
            text = standings_text(self.league, self.as_of, self.season)
        except Refused as refused:
            self.say(refused.message, bad=True)
            return
        season = f"season {self.season} " if self.season else ""
        self.copy_out(f"{season}standings {self.table.after}", text)


def opened_groups(
    league: League, row: StandingsRow | None, as_of: str = "", season: int | None = None
) -> list[list[str]]:
    """A player's numbers in words: rounds, sums, neighbours, bonus, who was not met."""
    if row is None:
        return []
    numbers = league.table.opened(row.player, as_of, season)
    lines = league.table.told(numbers)
    rounds, sums = len(numbers.lines), 1 + len(numbers.ties)
    beside = sum(one is not None for one in (numbers.above, numbers.below))
    given = len(numbers.bonus)
    cuts = [0, rounds, rounds + sums, rounds + sums + given, rounds + sums + given + beside]
    groups = [lines[start:end] for start, end in zip(cuts, [*cuts[1:], len(lines)], strict=True)]
    return [group for group in groups if group]
