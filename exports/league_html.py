"""A league or campaign as one HTML file that needs nothing else and prints well."""

from __future__ import annotations

from exports.html import template
from exports.league_report import LeagueReport


def to_league_html(report: LeagueReport) -> str:
    """The report as a whole page; everything people wrote is escaped."""
    return template("league.html").render(report=report)
