"""Describes the bracket of a top cut: its players, rounds, games and walkovers."""

from __future__ import annotations

from collections.abc import Iterator

from tracker.application.leagues.campaign.force_event_descriptions import format_reason_suffix
from tracker.application.leagues.league_name_lookup import describe_fixture
from tracker.application.leagues.results.result_descriptions import format_result_score
from tracker.application.leagues.seasons.standings_columns_and_text import format_division_heading
from tracker.leagues import league_events as ev
from tracker.leagues.league_state import LeagueState
from tracker.leagues.pairing.knockout_bracket import Bracket, BracketGame, build_season_bracket
from tracker.leagues.results.standings_input_types import PlayerId


def describe_top_cut(state: LeagueState, event: ev.CutMade) -> str:
    """Describe a top cut, as in ``top 4 advance to the bracket: Anna, Bram, Chloé, Dario``."""
    names = ", ".join(state.get_player_name(one) for one in event.players)
    third = ", with a game for third place" if event.third else ""
    reason = format_reason_suffix(event.why)
    return f"top {len(event.players)} advance to the bracket{third}: {names}{reason}"


def describe_top_cut_decision(state: LeagueState, event: ev.CutDecided) -> str:
    """Describe who advances from a bracket game, as in ``table 1, Anna v Bram: Anna advances``."""
    title = describe_fixture(state, state.fixtures[event.fixture])
    name = state.get_player_name(event.player)
    return f"{title}: {name} advances{format_reason_suffix(event.why)}"


def describe_bracket(state: LeagueState, bracket: Bracket, season: int | None = None) -> str:
    """Describe the bracket of a season, as in ``the best 8 · Anna has won``.

    If all players are from one division, the division is named: ``the best 2 of Division A
    advance``.
    """
    division, *others = {*map(state.get_divisions(season).get_division, bracket.seeds)}
    best = f"the best {len(bracket.seeds)}"
    if division and not others:
        best += f" of {format_division_heading(division)}"
    if bracket.champion is None:
        return f"{best} advance"
    return f"{best} · {state.get_player_name(bracket.champion)} has won"


def format_bracket_seeds_and_names(
    state: LeagueState, bracket: Bracket, game: BracketGame
) -> tuple[str, str]:
    """Return both players' seeds and names, such as ``1 Anna``, or ``…`` for an unknown player."""
    home, away = (
        "…" if player is None else f"{bracket.get_seed(player)} {state.get_player_name(player)}"
        for player in (game.home, game.away)
    )
    return home, "bye" if game.bye else away


def describe_effect_of_drop_on_bracket(state: LeagueState, player: PlayerId) -> str:
    """Describe who advances in the bracket because a player drops out.

    Return "" if nobody does.
    """
    found = build_season_bracket(state, state.season.number)
    if found is None or player not in found.seeds:
        return ""
    own_games = [game for game in found.games if player in (game.home, game.away)]
    for game in own_games:
        if game.is_walkover and game.winner not in (None, player):
            return f"{state.get_player_name(game.winner)} advances by a walkover"
    is_waiting = any(game.winner is None and None in (game.home, game.away) for game in own_games)
    return "the next opponent in the bracket advances by a walkover" if is_waiting else ""


def describe_new_walkovers(state: LeagueState) -> Iterator[str]:
    """Yield a clause for each player who has advanced by a walkover since the last
    published round.
    """
    cut, found = state.top_cut, build_season_bracket(state, state.season.number)
    left = cut.left if cut else ()
    left_since = {player for player, after in left if after == state.round_number}
    for game in found.games if found else ():
        if game.is_walkover and game.loser in left_since:
            winner, loser = state.get_player_name(game.winner), state.get_player_name(game.loser)
            yield f"{winner} advances by a walkover, {loser} left"


def describe_bracket_game(state: LeagueState, game: BracketGame) -> str:
    """Describe the result of a bracket game, as in ``12 : 10, Anna won`` or ``drawn: who
    advances?``.

    If the opponent has dropped out, return ``Anna advances by a walkover``. If the game has not
    been played yet, return "".
    """
    fixture = state.fixtures.get(game.fixture)
    if game.is_walkover:
        return f"{state.get_player_name(game.winner)} advances by a walkover"
    if fixture is None or fixture.ended is None:
        return ""
    ended = format_result_score(state, fixture.ended)
    if game.open:
        return f"{ended}: who advances?"
    if fixture.ended.winner is None and game.winner is not None:
        return f"{ended}, {state.get_player_name(game.winner)} advances"
    return ended


def describe_bracket_rounds(
    state: LeagueState, bracket: Bracket
) -> Iterator[tuple[str, list[str]]]:
    """Yield each round's name and its games, as in ``1 Anna v 8 Hugo · 12 : 10, Anna won``."""
    for round_ in bracket.rounds_in_playing_order:
        yield round_.name, [_format_bracket_game(state, bracket, game) for game in round_.games]


def _format_bracket_game(state: LeagueState, bracket: Bracket, game: BracketGame) -> str:
    home, away = format_bracket_seeds_and_names(state, bracket, game)
    pairing = f"{home}, bye" if game.bye else f"{home} v {away}"
    ended = describe_bracket_game(state, game)
    return f"{pairing} · {ended}" if ended else pairing
