"""A league or campaign as one HTML file that needs nothing else and prints well."""

from __future__ import annotations

from collections.abc import Sequence

from exports.battle_report_html import PageLink, load_template
from exports.league_report import LeagueReport

MANY_ROUNDS, MANY_ROWS, MANY_DAYS = 12, 200, 60
"""Above so many, rounds before the last, luck and what happened are folded till one looks."""


def render_league_html(report: LeagueReport, nav: Sequence[PageLink] = ()) -> str:
    """The report as a whole page; everything people wrote is escaped.

    ``nav`` leads to the pages around it, where it is posted among others.
    """
    return load_template("league.html").render(
        report=report, nav=nav, many_rounds=MANY_ROUNDS, many_rows=MANY_ROWS, many_days=MANY_DAYS
    )
