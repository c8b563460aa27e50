"""The screens by name. To start faster, each screen is imported only when it is first opened."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from textual.screen import Screen

from tracker.application.book import Book
from tracker.application.leagues.league import League

SCREENS = {
    "home": "tui.home.home_screen:HomeScreen",
    "table": "tui.table.table_screen:TableScreen",
    "watch": "tui.table.spectator_screen:SpectatorScreen",
    "phones": "tui.phones.phone_links_screen:PhonesScreen",
    "practice": "tui.home.practice_volley_screen:build_practice_volley_screen",
    "look back": "tui.look_back.look_back_screen:LookBackScreen",
    "ending": "tui.ending.ending_screen:EndingScreen",
    "new game": "tui.home.new_game_screen:NewGameScreen",
    "house rules": "tui.home.new_game_screen:HouseRulesScreen",
    "find": "tui.home.search_screen:SearchScreen",
    "ledger": "tui.ledger.ledger_maintenance_screen:LedgerScreen",
    "which league": "tui.league.league_picker:LeaguePicker",
    "new league": "tui.league.season.new_league_screen:NewLeagueScreen",
    "evening": "tui.league.evening.evening_screen:EveningScreen",
    "sign-up": "tui.league.evening.sign_up_screen:SignUpScreen",
    "season": "tui.league.season.season_settings_screen:SeasonScreen",
    "campaign": "tui.league.campaign.campaign_screen:CampaignScreen",
    "campaign form": "tui.league.campaign.forms.campaign_form_screen:CampaignFormScreen",
    "force": "tui.league.campaign.force_and_unit_record_screens:CampaignForceScreen",
    "unit": "tui.league.campaign.force_and_unit_record_screens:CampaignUnitScreen",
    "luck": "tui.league.campaign.campaign_luck_screen:CampaignLuckScreen",
    "standings": "tui.league.standings.standings_screen:StandingsScreen",
    "player": "tui.league.standings.player_screen:PlayerScreen",
    "rounds": "tui.league.standings.rounds_screen:RoundScreen",
    "ratings": "tui.league.standings.outlook_and_ratings_screens:RatingsScreen",
    "outlook": "tui.league.standings.outlook_and_ratings_screens:OutlookScreen",
    "bracket": "tui.league.standings.bracket_screen:BracketScreen",
    "large": "tui.league.standings.large_standings_screen:LargeStandingsScreen",
    "log": "tui.league.league_log_screen:LeagueLogScreen",
    "league report": "tui.league.league_report_and_force_sheet_dialogs:build_league_report_dialog",
    "make a force": "tui.force_builder.force_start_screen:ForceStartScreen",
    "force sheet": "tui.league.league_report_and_force_sheet_dialogs:build_force_sheet_dialog",
}
"""The path of each screen: its module, and the class or function that creates the screen."""


def make_screen(screen_name: str, *args: Any, **kwargs: Any) -> Screen[Any]:
    module, _, maker = SCREENS[screen_name].partition(":")
    screen: Screen[Any] = getattr(import_module(module), maker)(*args, **kwargs)
    return screen


def make_league_screen(book: Book, league: League) -> Screen[Any]:
    name = "campaign" if league.state.info.what == "campaign" else "evening"
    return make_screen(name, book, league)
