"""A league or campaign as one HTML file that needs nothing else and prints well."""

from __future__ import annotations

from exports.html import template
from exports.league_report import LeagueReport

MANY_ROUNDS, MANY_ROWS, MANY_DAYS = 12, 200, 60
"""Above so many, rounds before the last, luck and what happened are folded till one looks."""


def to_league_html(report: LeagueReport) -> str:
    """The report as a whole page; everything people wrote is escaped."""
    return template("league.html").render(
        report=report, many_rounds=MANY_ROUNDS, many_rows=MANY_ROWS, many_days=MANY_DAYS
    )
