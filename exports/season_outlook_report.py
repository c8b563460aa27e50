"""The outlook of a league's season, as a section of reports and as JSON."""

from __future__ import annotations

from msgspec.structs import replace

from exports.report_sections import ReportSection, build_text_table
from exports.shapes.json_base_type import copy_shape, to_json_number
from exports.shapes.league_command_json_types import OutlookRowShape, OutlookShape
from tracker.application.leagues.league import League
from tracker.application.leagues.seasons import season_outlook_descriptions
from tracker.application.leagues.seasons.standings_plain_text import make_division_heading
from tracker.application.table_columns import Column
from tracker.leagues.league_divisions import NONE
from tracker.leagues.outlook.season_forecast import PlayerOutlook, SeasonOutlook

PLACES = 4  # decimal places of a chance


def compute_division_outlooks(league: League) -> list[tuple[str, SeasonOutlook]]:
    """Compute the outlook of each division with games left, by the division's name.

    The name is empty for a league without divisions, and for players in none. The list is empty if
    nobody plays for a place.
    """
    if league.state.top_cut or league.state.info.what != "league":
        return []
    fields = league.table.list_divisions()
    found = [(name, league.table.forecast_season(division=name)) for name in fields]
    return [(name, one) for name, one in found if not one.is_decided]


def build_outlooks_section(league: League) -> ReportSection | None:
    """Build the outlook of each division. Return None if no games are left."""
    found = compute_division_outlooks(league)
    if len(found) == 1 and not league.state.get_divisions():
        return build_outlook_section(league, found[0][1])
    parts = [
        (make_division_heading(name or NONE), build_outlook_section(league, one))
        for name, one in found
    ]
    if not parts:
        return None
    return ReportSection(
        "Who can still win", more=tuple(replace(one, title=name) for name, one in parts)
    )


def build_outlook_section(league: League, found: SeasonOutlook) -> ReportSection:
    """Build a report section on a season's outlook, in words and numbers."""
    takes = Column[PlayerOutlook](
        "what it takes",
        lambda one: "; ".join(
            season_outlook_descriptions.describe_player_prospects(league.state, found, one)
        ),
        words=True,
    )
    columns = [*season_outlook_descriptions.list_outlook_columns(league.state, found), takes]
    return ReportSection(
        title="Who can still win",
        about=season_outlook_descriptions.describe_games_left(found),
        table=build_text_table(columns, found.prospects),
        notes=tuple(season_outlook_descriptions.explain_chances(found)),
    )


def build_outlook_shape(league: League, found: SeasonOutlook, division: str = "") -> OutlookShape:
    """Build the outlook as data."""
    state = league.state
    return OutlookShape(
        league=league.stream,
        season=state.season.number,
        division=division,
        games=found.games,
        last_round=found.remaining.last_round,
        top=found.top,
        seasons=found.seasons,
        rows=[
            copy_shape(
                OutlookRowShape,
                one,
                name=state.get_player_name(one.player),
                points=to_json_number(one.points.fraction),
                least=to_json_number(one.min_points.fraction),
                most=to_json_number(one.max_points.fraction),
                likely=round(one.likely, 2),
                first=round(one.first, PLACES),
                first_error=round(one.first_error, PLACES),
                top=round(one.top, PLACES),
                top_error=round(one.top_error, PLACES),
                certain=season_outlook_descriptions.describe_certainty(found, one),
                takes=season_outlook_descriptions.describe_needed_results(state, one),
            )
            for one in found.prospects
        ],
        notes=[*season_outlook_descriptions.explain_chances(found)],
    )
