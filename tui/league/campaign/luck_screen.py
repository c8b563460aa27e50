"""Luck over a campaign or league: numbers, and what they rest on. No verdict."""

from __future__ import annotations

from collections.abc import Iterable

from textual.content import Content

from tracker.application.book import Book
from tracker.application.campaigns.campaign_luck import LuckRow, compute_campaign_luck
from tracker.application.leagues.league import League
from tui.commands import KEYS
from tui.league.campaign.luck_lines import format_share
from tui.league.league_screen import LeagueScreen
from tui.league.page import PageBody
from tui.screen_text import Piece, count_cells, cut, fill_line, join, pad_text, wrap

WIDEST = 34
NO_GAME = "No game that is over was kept here yet."
NO_DICE = "No dice were kept that can be told hits from misses."


class LuckScreen(LeagueScreen):
    """Players, then kinds of roll, then units."""

    commands = KEYS["page"]

    def __init__(self, book: Book, league: League) -> None:
        super().__init__(book, league)
        PageBody(self, self.lines)

    def file_stem(self) -> str:
        return "luck"

    def read(self) -> None:
        self.luck = compute_campaign_luck(self.league)

    def heading(self) -> Iterable[Piece]:
        return [(cut(self.league.title, 46), "bold"), " · luck"]

    def lines(self, width: int) -> list[Content]:
        luck = self.luck
        found = [join([f" {each}"]) for each in wrap(f"Rests on: {luck.rests_on}.", width - 2)]
        groups = (("players", luck.players), ("kinds of roll", luck.kinds), ("units", luck.units))
        if not any(rows for _, rows in groups):
            return [*found, Content(""), join([f" {NO_DICE if luck.kept else NO_GAME}"])]
        name = min(WIDEST, max(count_cells(_name(row)) for _, rows in groups for row in rows))
        heads = f"{'made':>7} {'of':>6} {'expected':>9} {'more':>7}  do worse"
        for title, rows in groups:
            left: list[Piece] = [
                (f" {pad_text(title, name + 1)}", "$primary bold"),
                (heads, "$quiet"),
            ]
            found += [Content(""), fill_line(width, left)]
            found += [
                fill_line(width, [f"  {pad_text(_name(row), name)}{_numbers(row)}"]) for row in rows
            ]
        closing = (
            "do worse: the share of equal dice that would have made fewer, half of those with as"
            " many counted along. Whoever looks often sees rare things: this is no verdict."
        )
        found += [
            Content(""),
            *(join([(f" {each}", "$quiet")]) for each in wrap(closing, width - 2)),
        ]
        return found


def _name(row: LuckRow) -> str:
    parts = [part for part in (row.unit or row.player, row.what) if part]
    return " · ".join(parts) or "nobody's dice"


def _numbers(row: LuckRow) -> str:
    tally = row.tally
    return (
        f"{tally.made:>7} {tally.dice:>6} {tally.expected:>9.1f} {tally.difference:>+7.1f}"
        f"  {format_share(tally.worse)}"
    )
