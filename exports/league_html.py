"""A league or campaign as one self-contained HTML file that prints well."""

from __future__ import annotations

from collections.abc import Sequence

from exports.battle_report_html import PageLink, load_page_template
from exports.league_report import LeagueReport

MANY_ROUNDS, MANY_ROWS, MANY_DAYS = 12, 200, 60
"""The numbers above which the page folds earlier rounds, luck and history."""


def render_league_html(report: LeagueReport, nav: Sequence[PageLink] = ()) -> str:
    """Render the report as an HTML page in which all text from users is escaped.

    ``nav`` links to other pages of the site, if the page belongs to one.
    """
    return load_page_template("league.html").render(
        report=report, nav=nav, many_rounds=MANY_ROUNDS, many_rows=MANY_ROWS, many_days=MANY_DAYS
    )
