"""A league or campaign written out, and a force as a sheet for the table."""

from __future__ import annotations

from exports.force_cards import force_cards, to_page
from exports.force_sheet import force_sheet, to_text
from exports.league_formats import league_format_named
from exports.league_report import ReportWanted
from tracker.application.campaigns.worth import as_it_comes
from tracker.application.leagues.league import League
from tracker.leagues.lasting import WarForce
from tracker.procedures.ruleset import Ruleset
from tui.widgets.written_out import FileForm, Report, WrittenOut

REPORTS = {
    "h": ("html", "a page to print"),
    "m": ("md", "Markdown"),
    "v": ("csv", "CSV"),
    "i": ("ics", "calendar"),
    "j": ("json", "JSON"),
    "r": ("record", "league record"),
}
"""The forms that a league is written in, by their keys."""


def league_report(league: League) -> Report:
    """Standings, rounds, forces and history: to read, to copy, to print, to calculate with."""

    def form(name: str, words: str) -> FileForm:
        made = league_format_named(name, ReportWanted())
        return FileForm(words, made.suffix, lambda: made.make(league, ReportWanted()))

    forms = {key: form(name, words) for key, (name, words) in REPORTS.items()}
    title = f"report of the {league.state.info.what}"
    return Report(title, league.title, forms["m"].make(), forms)


def force_on_a_sheet(league: League, force: WarForce, rules: Ruleset) -> WrittenOut:
    """A force as it comes to its next game, for the table. Raises ``Refused``."""
    comes = as_it_comes(league.state, force, rules)
    text = to_text(force_sheet(rules, comes))
    forms = {
        "h": FileForm("a page to print", "-sheet.html", lambda: to_page(force_cards(rules, comes))),
        "t": FileForm("plain text", "-sheet.txt", lambda: text),
    }
    return WrittenOut("sheet for the table", force.name, text, forms)
