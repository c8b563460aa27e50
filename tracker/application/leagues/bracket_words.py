"""A bracket in words: its lines in the log, and the sheet as people pin it up."""

from __future__ import annotations

from collections.abc import Iterator

from tracker.application.leagues.force_words import describe_reason
from tracker.application.leagues.league_names import describe_fixture
from tracker.application.leagues.result_entry import score
from tracker.leagues.bracket import Bracket, BracketGame, find_bracket
from tracker.leagues.league_events import CutDecided, CutMade
from tracker.leagues.league_state import LeagueState
from tracker.leagues.results import PlayerId


def describe_cut(state: LeagueState, event: CutMade) -> str:
    """``the best 4 play on: Anna, Bram, Chloé, Dario``."""
    names = ", ".join(state.name(one) for one in event.players)
    third = ", with a game for third place" if event.third else ""
    return f"the best {len(event.players)} play on{third}: {names}{describe_reason(event.why)}"


def describe_decided(state: LeagueState, event: CutDecided) -> str:
    """``table 1, Anna v Bram: Anna goes on``."""
    called = describe_fixture(state, state.fixtures[event.fixture])
    return f"{called}: {state.name(event.player)} goes on{describe_reason(event.why)}"


def describe_standing(state: LeagueState, found: Bracket) -> str:
    """``the best 8 · Anna has won``."""
    best = f"the best {len(found.seeds)}"
    if found.champion is None:
        return f"{best} play on"
    return f"{best} · {state.name(found.champion)} has won"


def name_sides(state: LeagueState, found: Bracket, game: BracketGame) -> tuple[str, str]:
    """Both players with their seeds: ``1 Anna``; who is not known yet is ``…``."""
    return _side(state, found, game.home), "bye" if game.bye else _side(state, found, game.away)


def _side(state: LeagueState, found: Bracket, player: PlayerId | None) -> str:
    return "…" if player is None else f"{found.seed(player)} {state.name(player)}"


def describe_drop(state: LeagueState, player: PlayerId) -> str:
    """What a drop means for the bracket: who goes on, or that whoever comes next does."""
    found = find_bracket(state, state.season.number)
    if found is None or player not in found.seeds:
        return ""
    mine = [game for game in found.games if player in (game.home, game.away)]
    for game in mine:
        if game.walkover and game.winner not in (None, player):
            return f"{state.name(game.winner)} goes on by a walkover"
    waits = any(game.winner is None and None in (game.home, game.away) for game in mine)
    return "the next opponent in the bracket goes on by a walkover" if waits else ""


def list_walkovers(state: LeagueState) -> Iterator[str]:
    """Who goes on without a game since the last round was published."""
    cut, found = state.cut, find_bracket(state, state.season.number)
    since = {player for player, left in cut.left if left == state.round_number} if cut else set()
    for game in found.games if found else ():
        if game.walkover and game.loser in since:
            yield f"{state.name(game.winner)} goes on by a walkover, {state.name(game.loser)} left"


def describe_game(state: LeagueState, game: BracketGame) -> str:
    """How a game went: ``12 : 10, Anna won``, ``drawn: who goes on?``, nothing before it.

    ``Anna goes on by a walkover`` where the other player dropped out.
    """
    fixture = state.fixtures.get(game.fixture)
    if game.walkover:
        return f"{state.name(game.winner)} goes on by a walkover"
    if fixture is None or fixture.ended is None:
        return ""
    ended = score(state.name(fixture.ended.winner), fixture.ended)
    if game.open:
        return f"{ended}: who goes on?"
    if fixture.ended.winner is None and game.winner is not None:
        return f"{ended}, {state.name(game.winner)} goes on"
    return ended


def list_sheet_lines(state: LeagueState, found: Bracket) -> Iterator[tuple[str, list[str]]]:
    """Round by round, a line a game: ``1 Anna v 8 Hugo · 12 : 10, Anna won``."""
    for round_ in found.sheet:
        yield round_.name, [_line(state, found, game) for game in round_.games]


def _line(state: LeagueState, found: Bracket, game: BracketGame) -> str:
    home, away = name_sides(state, found, game)
    who = f"{home}, bye" if game.bye else f"{home} v {away}"
    ended = describe_game(state, game)
    return f"{who} · {ended}" if ended else who
