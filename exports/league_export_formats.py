"""The export formats of a league, a campaign or a whole ledger."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial

from exports.csv_tables import CsvTable
from exports.game_export_formats import convert_export_to_text, make_unknown_format_error
from exports.html_reports import render_league_html
from exports.icalendar_export import render_icalendar
from exports.json_schemas import read_shipped_json_schema
from exports.league_csv import build_requested_league_csv
from exports.league_json import render_league_json
from exports.league_report import LeagueReportRequest, build_league_report
from exports.markdown_reports import render_league_markdown
from exports.roll_and_event_tables import build_events_table
from exports.shapes.league_export_json_types import LeagueShape
from tracker.application.errors import Refused
from tracker.application.league_records.league_record_writer import compose_league_record
from tracker.application.leagues.league import League
from tracker.leagues.league_events import LEAGUE


@dataclass(frozen=True)
class LeagueExportFormat:
    """An export format: its name, file extension, description and rendering function.

    ``parts`` is the number of parts it accepts: 0 for none, 1 for one, 2 for any number.
    """

    name: str
    suffix: str
    description: str
    render: Callable[[League, LeagueReportRequest], str | CsvTable]
    parts: int = 0

    def render_league(
        self, league: League, request: LeagueReportRequest, *, excel: bool = False
    ) -> str:
        """Render the league. Raises ``Refused`` for a campaign's cross-table, or ``excel`` without
        a table.
        """
        if "cross-table" in request.parts and league.state.info.what == "campaign":
            raise Refused(
                "A campaign has no rounds, so it has no cross-table. To export its games, use"
                " --only rounds."
            )
        return convert_export_to_text(self.render(league, request), excel=excel)

    @property
    def takes_player_content(self) -> bool:
        """Whether the format can include the players' own texts and pictures."""
        return self.parts > 1


LEAGUE_FORMATS: Mapping[str, LeagueExportFormat] = {
    form.name: form
    for form in (
        LeagueExportFormat(
            "md",
            ".md",
            "standings, rounds, forces and history in Markdown",
            lambda league, ask: render_league_markdown(build_league_report(league, ask)),
            parts=2,
        ),
        LeagueExportFormat(
            "html",
            ".html",
            "the same report as a page to print",
            lambda league, ask: render_league_html(build_league_report(league, ask)),
            parts=2,
        ),
        LeagueExportFormat(
            "csv", ".csv", "one row for each entry", build_requested_league_csv, parts=1
        ),
        LeagueExportFormat(
            "events",
            "-events.csv",
            "one row for each event",
            lambda league, _: build_events_table(league.history, LEAGUE),
        ),
        LeagueExportFormat(
            "ics",
            ".ics",
            "calendar of the games",
            lambda league, ask: render_icalendar(league, ask.player),
        ),
        LeagueExportFormat(
            "json", ".json", "everything", lambda league, _: render_league_json(league)
        ),
        LeagueExportFormat(
            "record",
            ".league",
            "league record with its games, which can be imported again",
            lambda league, _: compose_league_record(league),
        ),
        LeagueExportFormat(
            "schema",
            ".schema.json",
            "JSON Schema",
            lambda *_: read_shipped_json_schema(LeagueShape),
        ),
    )
}


def list_league_renderers() -> tuple[Callable[[League], object], ...]:
    """Return the rendering functions. Imports call them to check that a league can be exported."""
    request = LeagueReportRequest()
    return tuple(partial(form.render_league, request=request) for form in LEAGUE_FORMATS.values())


def find_league_export_format(name: str, request: LeagueReportRequest) -> LeagueExportFormat:
    """Return the format with the given name. Raises ``Refused`` if it is unknown or unsuitable."""
    league_format = LEAGUE_FORMATS.get(name.lower())
    if league_format is None:
        raise make_unknown_format_error("A league or campaign", name, LEAGUE_FORMATS)
    if (request.season is not None or request.as_of) and not league_format.parts:
        raise Refused(
            f"The format {league_format.name} always contains everything. Remove --season and"
            " --as-of."
        )
    if request.player and league_format.name != "ics":
        raise Refused("--player is only for a calendar. Add --format ics.")
    if request.parts and not league_format.parts:
        raise Refused(f"The format {league_format.name} cannot be limited to parts. Remove --only.")
    if len(request.parts) > 1 and league_format.parts == 1:
        raise Refused(
            f"The format {league_format.name} can contain only one part. Give --only once."
        )
    return league_format
