"""Who can still win the season, and how, on a page of its own."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from textual.content import Content

from tracker.application.book import Book
from tracker.application.errors import Refused
from tracker.application.leagues.league import League
from tracker.application.leagues.outlook_words import (
    describe_certain,
    describe_games_left,
    describe_needed,
    explain_chances,
    format_percent,
)
from tracker.application.leagues.standings_text import make_heading as named
from tracker.leagues.divisions import NONE
from tracker.leagues.outlook.forecast import Prospect, SeasonOutlook
from tui.commands import KEYS
from tui.league.league_screen import LeagueScreen
from tui.league.page import PageBody
from tui.screen_text import Piece, cut, join, pad_text, wrap
from tui.widgets.rows import name_width

COLUMNS = 56
"""Cells of all columns but the names."""


class OutlookScreen(LeagueScreen):
    """In the order of the standings; below each what is certain, and what it takes."""

    commands = KEYS["page"]

    def __init__(self, book: Book, league: League) -> None:
        super().__init__(book, league)
        self.found: list[tuple[str, SeasonOutlook]] = []
        self.why = ""
        PageBody(self, self.lines)

    def file_stem(self) -> str:
        return "who can still win"

    def heading(self) -> Iterable[Piece]:
        return [(cut(self.league.title, 40), "bold"), " · who can still win"]

    def read(self) -> None:
        """Played on once, as the book stands."""
        self.found, self.why = [], ""
        table = self.league.table
        try:
            self.found = [(one, table.outlook(division=one)) for one in table.fields() or [""]]
        except Refused as refused:
            self.why = refused.message

    def lines(self, width: int) -> list[Content]:
        if not self.found:
            return [Content(""), *(join([f" {each}"]) for each in wrap(self.why, width - 2))]
        lines: list[Content] = []
        for division, found in self.found:
            if self.league.state.get_divisions():
                lines += [Content("")] if lines else []
                lines.append(join([(f" {named(division or NONE)}", "$primary bold")]))
            lines += self._field(found, width)
        for sentence in explain_chances(self.found[0][1]):
            lines.append(Content(""))
            lines += [join([(f" {each}", "$quiet")]) for each in wrap(sentence, width - 2)]
        return lines

    def _field(self, found: SeasonOutlook, width: int) -> list[Content]:
        """Everybody of a division, or of the league."""
        lines = [join([(f" {describe_games_left(found)}", "$quiet")]), Content("")]
        names = name_width(
            [self.league.state.name(one.player) for one in found.prospects], (width - COLUMNS) * 2
        )
        top = f"first {found.top}" if found.top > 1 else ""
        columns = f"points  can end with  likely      first{top:>13}"
        lines.append(join([(f"  # {pad_text('player', names)}  {columns}", "$quiet bold")]))
        for one in found.prospects:
            lines += self._player(found, one, names, width)
        return lines

    def _player(
        self, found: SeasonOutlook, one: Prospect, names: int, width: int
    ) -> Iterator[Content]:
        name = self.league.state.name(one.player)
        ends = f"{one.least.short} to {one.most.short}"
        first = format_percent(one.first, one.first_error, one.first_is)
        upper = format_percent(one.top, one.top_error, one.top_is) if found.top > 1 else ""
        yield join(
            [
                f" {one.place:>2} {pad_text(name, names)}",
                (f"{one.points.short:>8}", "bold"),
                f"{ends:>14}{one.likely:>8.1f}",
                (f"{first:>11}", "bold"),
                f"{upper:>13}",
            ]
        )
        for text in (describe_certain(found, one), describe_needed(self.league.state, one)):
            for each in wrap(text, width - 7) if text else ():
                yield join(
                    [(f"      {each}", "$warning" if one.first_is == "gone" else "$success")]
                )
