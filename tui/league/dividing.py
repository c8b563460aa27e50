"""Divisions where players stand in rows: which there are, and the marked player in another."""

from __future__ import annotations

from tracker.application.leagues.division_changes import NOBODYS, describe_divisions
from tracker.leagues.results import PlayerId
from tui.league.league_screen import LeagueScreen


def ask_which(screen: LeagueScreen) -> None:
    """Ask which divisions there are; nothing typed: the league is one field."""
    league = screen.league
    screen.ask(
        "divisions, the highest first",
        league.divisions.declare_line,
        text=describe_divisions(league.state.get_divisions()),
        hint="A, B, C · 1 up · 1 down · nothing: one field",
    )


def ask_where(screen: LeagueScreen, player: PlayerId) -> None:
    """Ask in which division a player is; in a league of one field, which there are."""
    league, divided = screen.league, screen.league.state.get_divisions()
    if not divided:
        ask_which(screen)
        return
    screen.ask(
        f"{league.state.name(player)} is in division",
        lambda typed: league.divisions.move(typed, player),
        text=divided.of(player),
        hint=" · ".join([*divided.names, NOBODYS]),
    )
