"""The prompts for decisions in a league: who advances, divisions, and why a result was wrong."""

from __future__ import annotations

from collections.abc import Callable

from tracker.application.errors import Refused
from tracker.application.leagues.league_history import LeagueEntry
from tracker.application.leagues.results.result_descriptions import (
    describe_outcome_beyond_points,
    format_result_score,
    format_victory_points,
    get_informative_points,
    has_same_outcome_and_score,
)
from tracker.application.leagues.seasons.closed_season_checks import require_reason_if_closed
from tracker.application.leagues.seasons.division_commands import NO_DIVISION, describe_divisions
from tracker.leagues.league_events import FixtureResult
from tracker.leagues.league_state import Fixture
from tracker.leagues.pairing.knockout_bracket import BracketGame, build_season_bracket
from tracker.leagues.results.standings_input_types import BYES, PlayerId
from tui.screen_base_classes import LeagueScreen, show_errors


def find_drawn_bracket_game(screen: LeagueScreen, season: int | None = None) -> BracketGame | None:
    """Return the first bracket game that was played but has no winner, or None."""
    state = screen.league.state
    bracket = build_season_bracket(state, season or state.season.number)
    return next((game for game in bracket.games if game.open), None) if bracket else None


def ask_and_set_advancing_player(screen: LeagueScreen, game: BracketGame) -> None:
    """Ask which of two players advances and how that was decided, and enter the answer."""
    state, advance = screen.league.state, screen.league.top_cut.decide_drawn_bracket_game
    names = " or ".join(state.get_player_name(player) for player in (game.home, game.away))

    def advance_typed(typed: str) -> LeagueEntry:
        name, _, reason = typed.partition(",")
        if not name.strip():
            raise Refused(f"Type who advances: {names}.")
        return advance(game.fixture, name, why=reason)

    screen.ask_for_line(
        f"who advances, {names}?",
        advance_typed,
        hint=f"{names} · {state.get_player_name(game.away)}, sudden death",
    )


def ask_reason_and_correct_result(
    screen: LeagueScreen,
    fixture: Fixture,
    game_name: str,
    typed_result: str,
    day: str = "",
    on_accept: Callable[[], None] | None = None,
) -> None:
    """Ask for a reason and correct a result, unless the typed result equals the entered one."""
    assert fixture.ended is not None
    results, correct = screen.league.results, screen.league.results.correct_result
    corrected = results.parse_result(fixture, typed_result, on=day)
    has_other_day = day and corrected.played_on != fixture.ended.played_on
    if has_same_outcome_and_score(fixture.ended, corrected) and not has_other_day:
        screen.show_message("That is already the result. Nothing was changed.")
        return
    was = _describe_result(screen, fixture, fixture.ended)
    now = _describe_result(screen, fixture, corrected)
    if has_other_day:
        now += f", {screen.league.calendar.format_day(corrected.played_on)}"

    def correct_with_reason(reason: str) -> LeagueEntry:
        if not reason.strip():
            require_reason_if_closed(screen.league.state, fixture, reason)
            raise Refused("A correction needs a reason.")
        return correct(fixture.id, typed_result, why=reason, on=day)

    verb = " has" if get_informative_points(fixture.ended) else ":"
    screen.ask_for_line(
        f"{game_name}{verb} {was}. Correct it to {now}? Type the reason",
        correct_with_reason,
        hint="the log keeps both results",
        accept_word="correct",
        on_accept=on_accept,
    )


def _describe_result(screen: LeagueScreen, fixture: Fixture, result: FixtureResult) -> str:
    outcome_note = describe_outcome_beyond_points(screen.league.state, fixture, result)
    if result.kind in BYES and result.vp is None:
        return result.kind
    if outcome_note:
        points = get_informative_points(result)
        return ", ".join((*([format_victory_points(points)] if points else []), outcome_note))
    if result.vp is None and result.winner is None:
        return "a draw"
    return format_result_score(screen.league.state, result)


def ask_and_set_divisions(screen: LeagueScreen) -> None:
    """Ask for the divisions, and set them. An empty answer removes all divisions."""
    divisions = screen.league.divisions
    with show_errors(screen):
        state = divisions.require_divisible_league()
        screen.ask_for_line(
            "divisions, the highest first",
            divisions.set_typed_divisions,
            text=describe_divisions(state.get_divisions()),
            hint="A, B, C · 1 up · 1 down · empty: no divisions",
        )


def ask_and_set_player_division(screen: LeagueScreen, player: PlayerId) -> None:
    """Ask for a player's division, and set it. If there are no divisions, ask for them first."""
    league, divisions = screen.league, screen.league.state.get_divisions()
    if not divisions:
        ask_and_set_divisions(screen)
        return
    with show_errors(screen):
        league.divisions.require_divisible_league()
        screen.ask_for_line(
            f"{league.state.get_player_name(player)} is in division",
            lambda typed: league.divisions.move_players(typed, player),
            text=divisions.get_division(player),
            hint=" · ".join([*divisions.names, NO_DIVISION]),
        )
