"""The outlook of a league's season, as a section of reports and as JSON."""

from __future__ import annotations

from msgspec.structs import replace

from exports.report_section_types import ReportSection, build_text_table
from exports.shapes.json_base_type import make_shape, to_json_number
from exports.shapes.league_command_json_types import OutlookRowShape, OutlookShape
from tracker.application.leagues.league import League
from tracker.application.leagues.seasons import season_outlook_descriptions
from tracker.application.leagues.seasons.standings_columns_and_text import format_division_heading
from tracker.application.table_columns import Column
from tracker.leagues.divisions_and_promotion import NONE
from tracker.leagues.outlook.season_outlook import PlayerOutlook, SeasonOutlook

CHANCE_DECIMALS = 4  # decimal places of a chance


def compute_undecided_division_outlooks(league: League) -> list[tuple[str, SeasonOutlook]]:
    """Return the name and outlook of each division with games left to play.

    The name is empty for players without a division. The list is empty for campaigns, and after the
    top cut.
    """
    if league.state.top_cut or league.state.info.what != "league":
        return []
    divisions = league.table.list_divisions_with_ranked_players()
    outlooks = [(name, league.table.forecast_season(division=name)) for name in divisions]
    return [(name, outlook) for name, outlook in outlooks if not outlook.remaining.is_empty]


def build_season_outlook_section(league: League) -> ReportSection | None:
    """Build a section with the outlook of each division, or return None if no games are left."""
    outlooks = compute_undecided_division_outlooks(league)
    if len(outlooks) == 1 and not league.state.get_divisions():
        return build_division_outlook_section(league, outlooks[0][1])
    parts = [
        (format_division_heading(name or NONE), build_division_outlook_section(league, outlook))
        for name, outlook in outlooks
    ]
    if not parts:
        return None
    return ReportSection(
        "Who can still win",
        subsections=tuple(replace(section, title=name) for name, section in parts),
    )


def build_division_outlook_section(league: League, outlook: SeasonOutlook) -> ReportSection:
    takes = Column[PlayerOutlook](
        "what it takes",
        lambda player: "; ".join(
            season_outlook_descriptions.describe_player_prospects(league.state, outlook, player)
        ),
        words=True,
    )
    columns = [*season_outlook_descriptions.list_outlook_columns(league.state, outlook), takes]
    return ReportSection(
        title="Who can still win",
        about=season_outlook_descriptions.describe_games_left(outlook),
        table=build_text_table(columns, outlook.prospects),
        notes=tuple(season_outlook_descriptions.explain_chances(outlook)),
    )


def build_outlook_shape(league: League, outlook: SeasonOutlook, division: str = "") -> OutlookShape:
    state = league.state
    return make_shape(
        OutlookShape,
        outlook,
        league=league.stream,
        season=state.season.number,
        division=division,
        games=outlook.remaining.game_count,
        last_round=outlook.remaining.last_round,
        rows=[
            make_shape(
                OutlookRowShape,
                player,
                name=state.get_player_name(player.player),
                points=to_json_number(player.points.fraction),
                least=to_json_number(player.min_points.fraction),
                most=to_json_number(player.max_points.fraction),
                likely=round(player.likely, 2),
                first=round(player.first, CHANCE_DECIMALS),
                first_error=round(player.first_error, CHANCE_DECIMALS),
                top=round(player.top, CHANCE_DECIMALS),
                top_error=round(player.top_error, CHANCE_DECIMALS),
                certain=season_outlook_descriptions.describe_certain_outcome(outlook, player),
                takes=season_outlook_descriptions.describe_needed_results(state, player),
            )
            for player in outlook.prospects
        ],
        notes=[*season_outlook_descriptions.explain_chances(outlook)],
    )
