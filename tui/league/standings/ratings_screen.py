"""Ratings on a page of their own: they say who seems strong, never who leads the league."""

from __future__ import annotations

from collections.abc import Iterable

from textual.content import Content

from tracker.application.book import Book
from tracker.application.leagues.league import League
from tracker.leagues.ratings import SETTLED
from tui.commands import KEYS
from tui.league.league_screen import LeagueScreen
from tui.league.page import PageBody
from tui.screen_text import Piece, cut, join, pad_text, wrap
from tui.widgets.rows import name_width

ABOUT = (
    f"Glicko-2 over all seasons, a period a round; provisional until {SETTLED} games."
    " Two deviations each way hold 95 of 100. Points, not ratings, decide the league."
)


class RatingsScreen(LeagueScreen):
    """The strongest first."""

    commands = KEYS["page"]

    def __init__(self, book: Book, league: League) -> None:
        super().__init__(book, league)
        PageBody(self, self.lines)

    def file_stem(self) -> str:
        return "ratings"

    def heading(self) -> Iterable[Piece]:
        return [(cut(self.league.title, 40), "bold"), " · ratings"]

    def lines(self, width: int) -> list[Content]:
        rated = self.league.table.compute_ratings()
        about = [join([(f" {each}", "$quiet")]) for each in wrap(ABOUT, width - 2)]
        if not rated:
            return [*about, Content(""), join([" Nobody has played yet."])]
        state = self.league.state
        names = name_width([state.name(one) for one in rated], (width - 44) * 2)
        head = f" {pad_text('player', names)}  rating      95 of 100   games"
        lines = [*about, Content(""), join([(head, "$quiet bold")])]
        for player, one in sorted(rated.items(), key=lambda each: -each[1].rating):
            low, high = one.rating - 2 * one.deviation, one.rating + 2 * one.deviation
            note = "  provisional" if one.provisional else ""
            lines.append(
                join(
                    [
                        f" {pad_text(state.name(player), names)}",
                        (f"{one.rating:>8.0f}", "bold"),
                        f"  {low:>6.0f} – {high:<6.0f}{one.games:>6}",
                        (note, "$warning"),
                    ]
                )
            )
        return lines
