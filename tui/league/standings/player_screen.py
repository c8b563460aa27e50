"""The page of a player: results, an explanation of every number, bonus points and forces."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partialmethod

from textual.content import Content

from tracker.application.book import Book
from tracker.application.errors import Refused
from tracker.application.leagues.league import League
from tracker.application.leagues.league_history import LeagueEntry
from tracker.application.leagues.pairing.round_columns_and_text import (
    describe_result_corrections,
    describe_result_or_arranged_date,
)
from tracker.application.leagues.people.player_list_columns import describe_presence
from tracker.application.leagues.results.result_descriptions import (
    describe_result,
    format_victory_points,
)
from tracker.leagues.league_state import Fixture
from tracker.leagues.results.standings_explanations import BYE_WORDS
from tracker.leagues.results.standings_input_types import PlayerId
from tracker.vocabulary.count_wording import format_count, format_points
from tui.key_bindings import FOOTERS, KEYS
from tui.screen_base_classes import PageScreen
from tui.terminal_text_fitting import (
    StyledText,
    cut_text,
    remove_unprintable_characters,
    render_sections,
)
from tui.views.standings_view import describe_player_breakdown


class PlayerScreen(PageScreen):
    commands = KEYS["player"]
    footer = FOOTERS["player"]

    def __init__(self, book: Book, league: League, player: PlayerId) -> None:
        super().__init__(book, league)
        self.player = player

    def is_subject_in_league(self) -> bool:
        return self.player in self.league.state.players

    def get_export_file_stem(self) -> str:
        return self.league.state.get_player_name(self.player)

    def render_heading(self) -> Iterable[StyledText]:
        name = cut_text(self.get_export_file_stem(), 40)
        return [(name, "bold"), f" · {cut_text(self.league.title, 24)}"]

    def render_right_heading(self) -> Iterable[StyledText]:
        state = self.league.state
        player = state.players[self.player]
        return [describe_presence(player, state.round_number + 1) or "in the league"]

    def render_page_lines(self, width: int) -> list[Content]:
        return [*render_sections(self._list_sections(), width), Content("")]

    def _list_sections(self) -> Iterator[tuple[str, list[str]]]:
        league = self.league
        table = league.table.compute_standings()
        row = next((standing for standing in table.rows if standing.player == self.player), None)
        if row is None:
            reason = "not ranked: the games count for opponents only"
            if league.state.players[self.player].ranked:
                reason = f"not in season {league.state.season.number}"
            yield "standing", [reason]
        else:
            standing = (
                f"place {row.place} with {format_points(row.points.short)}"
                f" · played {row.played}: won {row.won}, drawn {row.drawn}, lost {row.lost}"
                f" · VP {row.vp_for} : {row.vp_against}"
            )
            yield "standing", [standing]
        about = league.state.players[self.player].about
        if about:
            yield "signed up with", [about]
        results = [
            _describe_player_result(league, fixture, self.player)
            for fixture in self._list_fixtures()
        ] or ["none yet"]
        yield ("results", results)
        _, *numbers = describe_player_breakdown(league, row) or [[]]
        yield "every number", [text for group in numbers for text in group]
        forces = [force for force in league.state.forces.values() if force.player == self.player]
        if forces:
            listed = [f"{force.name}, {format_count(len(force.units), 'unit')}" for force in forces]
            yield ("forces", listed)

    def _list_fixtures(self) -> list[Fixture]:
        state = self.league.state
        own = [fixture for fixture in state.fixtures.values() if self.player in fixture.players]
        return [fixture for fixture in own if state.is_published(fixture)]

    def _show_neighbouring_player(self, step: int) -> None:
        players = [row.player for row in self.league.table.compute_standings().rows]
        players += [player for player in self.league.state.players if player not in players]
        self.player = players[(players.index(self.player) + step) % len(players)]
        self.panel.top = 0
        self.redraw()

    do_show_next_player = partialmethod(_show_neighbouring_player, 1)
    do_show_previous_player = partialmethod(_show_neighbouring_player, -1)

    def do_give_bonus_points(self) -> None:
        label = f"points for {cut_text(self.get_export_file_stem(), 20)}"
        hint = "2 full army painted · -1 came late · 1/2 …"
        self.ask_for_line(label, self._give_points, hint=hint)

    def _give_points(self, typed: str) -> LeagueEntry:
        amount, _, reason = typed.strip().partition(" ")
        if not amount:
            raise Refused("Type the points and the reason: 2 full army painted.")
        return self.league.points.award_bonus_or_penalty(self.player, amount, why=reason)


def _describe_player_result(league: League, fixture: Fixture, player: PlayerId) -> str:
    """Describe a player's result, as in ``round 3 v Anna: 11 : 15, Anna won · signed``."""
    state = league.state
    origin = f"round {fixture.round}" if fixture.round else (fixture.title or "outside the rounds")
    season = f"season {fixture.season}, " if fixture.season != state.season.number else ""
    if fixture.away is None:
        return f"{season}{origin}: {describe_result(state, fixture) or BYE_WORDS[fixture.bye]}"
    opponent = fixture.away if player == fixture.home else fixture.home
    if fixture.ended is None:
        arranged = describe_result_or_arranged_date(state, fixture, league.calendar.today)
        result = arranged or "no result yet"
        name = remove_unprintable_characters(state.get_player_name(opponent))
        return f"{season}{origin} v {name}: {result}"
    fixture_result = fixture.ended
    result = describe_result(state, fixture)
    if player == fixture.away and fixture_result.vp is not None:
        result = result.replace(
            format_victory_points(fixture_result.vp),
            format_victory_points(fixture_result.vp[::-1]),
            1,
        )
    played_on = league.calendar.format_day(fixture_result.played_on)
    day = f" · {played_on}" if played_on else ""
    unsigned = [
        state.get_player_name(signer) for signer in fixture.players if signer not in fixture.signed
    ]
    signed = f" · not signed by {', '.join(unsigned)}" if unsigned else " · signed"
    corrections = "".join(f" · it {text}" for text in describe_result_corrections(state, fixture))
    match_text = f"{season}{origin} v {state.get_player_name(opponent)}"
    return f"{match_text}: {result}{day}{signed}{corrections}"
