"""The page of a player, with results, every number explained, bonus points and forces."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from textual.content import Content

from tracker.application.book import Book
from tracker.application.errors import Refused
from tracker.application.leagues.league import League
from tracker.application.leagues.league_history import LeagueEntry
from tracker.application.leagues.pairing.pairing_table_columns import (
    describe_result_or_date,
    list_result_corrections,
)
from tracker.application.leagues.people.player_list_columns import describe_presence
from tracker.application.leagues.results.fixture_result_entry import (
    describe_result,
    format_victory_points,
)
from tracker.leagues.league_state import Fixture
from tracker.leagues.results.standings_explanations import BYE_WORDS
from tracker.leagues.results.standings_input_types import PlayerId
from tracker.vocabulary.count_wording import format_count
from tui.key_bindings import KEYS
from tui.league.league_screen_base import LeagueScreen
from tui.league.scrollable_page_body import PageBody, render_sections
from tui.terminal_text_fitting import Piece, clean_text, cut_text
from tui.views.standings_view import describe_player_breakdown


class PlayerScreen(LeagueScreen):
    """The page of a player, with a key that leads to the next player."""

    commands = KEYS["player"]

    def __init__(self, book: Book, league: League, player: PlayerId) -> None:
        super().__init__(book, league)
        self.player = player
        foot = ("show_next_player", "give_bonus_points", "copy_text", "down", "help", "leave")
        self.page = PageBody(self, self.render_page_lines, foot=foot)

    def is_subject_in_league(self) -> bool:
        return self.player in self.league.state.players

    def get_export_file_stem(self) -> str:
        return self.league.state.get_player_name(self.player)

    def render_heading(self) -> Iterable[Piece]:
        return [
            (cut_text(self.get_export_file_stem(), 40), "bold"),
            f" · {cut_text(self.league.title, 24)}",
        ]

    def render_right_heading(self) -> Iterable[Piece]:
        state = self.league.state
        known = state.players[self.player]
        return [describe_presence(known, state.round_number + 1) or "in the league"]

    def render_page_lines(self, width: int) -> list[Content]:
        return [*render_sections(self._parts(), width), Content("")]

    def _parts(self) -> Iterator[tuple[str, list[str]]]:
        league = self.league
        table = league.table.compute_standings()
        row = next((one for one in table.rows if one.player == self.player), None)
        if row is None:
            told = "not ranked: the games count for opponents only"
            if league.state.players[self.player].ranked:
                told = f"not in season {league.state.season.number}"
            yield "standing", [told]
        else:
            yield (
                "standing",
                [
                    f"place {row.place} with {row.points.short} points"
                    f" · played {row.played}: won {row.won}, drawn {row.drawn}, lost {row.lost}"
                    f" · VP {row.vp_for} : {row.vp_against}"
                ],
            )
        about = league.state.players[self.player].about
        if about:
            yield "signed up with", [about]
        results = [_result(league, one, self.player) for one in self._fixtures()] or ["none yet"]
        yield ("results", results)
        _, *numbers = describe_player_breakdown(league, row) or [[]]
        yield "every number", [text for group in numbers for text in group]
        forces = [one for one in league.state.forces.values() if one.player == self.player]
        if forces:
            listed = [f"{one.name}, {format_count(len(one.units), 'unit')}" for one in forces]
            yield ("forces", listed)

    def _fixtures(self) -> list[Fixture]:
        return [
            one
            for one in self.league.state.fixtures.values()
            if self.player in one.players and self.league.state.is_published(one)
        ]

    # ------------------------------------------------------------------------------ commands

    def do_show_next_player(self) -> None:
        self._go(1)

    def do_show_previous_player(self) -> None:
        self._go(-1)

    def _go(self, step: int) -> None:
        rows = [row.player for row in self.league.table.compute_standings().rows]
        rows += [one for one in self.league.state.players if one not in rows]
        self.player = rows[(rows.index(self.player) + step) % len(rows)]
        self.page.top = 0
        self.redraw()

    def do_give_bonus_points(self) -> None:
        what = f"points for {cut_text(self.get_export_file_stem(), 20)}"
        self.ask_for_line(what, self._give, hint="2 full army painted · -1 came late · 1/2 …")

    def _give(self, typed: str) -> LeagueEntry:
        amount, _, why = typed.strip().partition(" ")
        if not amount:
            raise Refused("Type how many points and what for: 2 full army painted.")
        return self.league.points.give_points(self.player, amount, why=why)


def _result(league: League, one: Fixture, player: PlayerId) -> str:
    """Describe a player's result, such as ``round 3 v Anna: 11 : 15, Anna won · signed``."""
    state = league.state
    where = f"round {one.round}" if one.round else (one.title or "outside the rounds")
    season = f"season {one.season}, " if one.season != state.season.number else ""
    if one.away is None:
        return f"{season}{where}: {describe_result(state, one) or BYE_WORDS[one.bye]}"
    other = one.away if player == one.home else one.home
    if one.ended is None:
        told = describe_result_or_date(state, one, league.calendar.today) or "no result yet"
        return f"{season}{where} v {clean_text(state.get_player_name(other))}: {told}"
    ended = one.ended
    told = describe_result(state, one)
    if player == one.away and ended.vp is not None:
        told = told.replace(
            format_victory_points(ended.vp), format_victory_points(ended.vp[::-1]), 1
        )
    day = f" · {league.calendar.format_day(ended.played_on)}" if ended.played_on else ""
    waits = [state.get_player_name(each) for each in one.players if each not in one.signed]
    signed = f" · not signed by {', '.join(waits)}" if waits else " · signed"
    was = "".join(f" · it {text}" for text in list_result_corrections(state, one))
    return f"{season}{where} v {state.get_player_name(other)}: {told}{day}{signed}{was}"
