"""A league or campaign written out, and a force as a sheet for the table."""

from __future__ import annotations

from exports.force_cards import build_force_cards, render_cards_page
from exports.force_sheet import build_force_sheet, render_sheet_text
from exports.league_formats import find_league_format
from exports.league_report import ReportWanted
from tracker.application.campaigns.mustering import build_next_roster
from tracker.application.leagues.league import League
from tracker.leagues.lasting_units import WarForce
from tracker.procedures.ruleset import Ruleset
from tui.widgets.text_export import FileForm, Report, WrittenOut

REPORTS = {
    "h": ("html", "a page to print"),
    "m": ("md", "Markdown"),
    "v": ("csv", "CSV"),
    "i": ("ics", "calendar"),
    "j": ("json", "JSON"),
    "r": ("record", "league record"),
}
"""The forms that a league is written in, by their keys."""


def write_league_report(league: League) -> Report:
    """Standings, rounds, forces and history: to read, to copy, to print, to calculate with."""

    def form(name: str, words: str) -> FileForm:
        made = find_league_format(name, ReportWanted())
        return FileForm(words, made.suffix, lambda: made.make_text(league, ReportWanted()))

    forms = {key: form(name, words) for key, (name, words) in REPORTS.items()}
    title = f"report of the {league.state.info.what}"
    return Report(title, league.title, forms["m"].make(), forms)


def write_force_sheet(league: League, force: WarForce, rules: Ruleset) -> WrittenOut:
    """A force as it comes to its next game, for the table. Raises ``Refused``."""
    comes = build_next_roster(league.state, force, rules)
    text = render_sheet_text(build_force_sheet(rules, comes))
    forms = {
        "h": FileForm(
            "a page to print",
            "-sheet.html",
            lambda: render_cards_page(build_force_cards(rules, comes)),
        ),
        "t": FileForm("plain text", "-sheet.txt", lambda: text),
    }
    return WrittenOut("sheet for the table", force.name, text, forms)
