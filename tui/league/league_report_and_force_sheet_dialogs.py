"""The dialogs that export a league or campaign, or the sheet of a force."""

from __future__ import annotations

from exports.league_export_formats import find_league_export_format
from exports.league_report import LeagueReportRequest
from tracker.application.campaigns.next_game_units import build_next_roster
from tracker.application.leagues.league import League
from tracker.leagues.campaign.campaign_units import CampaignForce
from tracker.procedures.ruleset import Ruleset
from tui.force_builder.force_sheet_dialog import build_roster_sheet_dialog
from tui.widgets.text_export_dialogs import ExportDialog, ExportFileFormat, ReportDialog

REPORTS = {
    "h": ("html", "a page to print"),
    "m": ("md", "Markdown"),
    "v": ("csv", "CSV"),
    "i": ("ics", "calendar"),
    "j": ("json", "JSON"),
    "r": ("record", "league record"),
}


def build_league_report_dialog(league: League) -> ReportDialog:
    def make_format(name: str, description: str) -> ExportFileFormat:
        league_format = find_league_export_format(name, LeagueReportRequest())
        return ExportFileFormat(
            description,
            league_format.suffix,
            lambda: league_format.render_league(league, LeagueReportRequest()),
        )

    formats = {key: make_format(name, description) for key, (name, description) in REPORTS.items()}
    title = f"report of the {league.state.info.what}"
    return ReportDialog(title, league.title, formats["m"].render(), formats)


def build_force_sheet_dialog(league: League, force: CampaignForce, rules: Ruleset) -> ExportDialog:
    """Build the dialog that shows a force as it enters its next game. Raises ``Refused``."""
    roster = build_next_roster(league.state, force, rules)
    return build_roster_sheet_dialog(rules, roster, force.name)
