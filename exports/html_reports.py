"""Reports as self-contained HTML files that print well."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import groupby
from operator import attrgetter
from typing import TYPE_CHECKING

from jinja2 import Environment, PackageLoader, StrictUndefined, Template
from msgspec import Struct

from exports.game_progress_charts import format_percent
from tracker.application.chances.luck_table_columns import SUM_NOTE, WORSE_NOTE
from tracker.vocabulary.count_wording import format_count

if TYPE_CHECKING:
    from exports.battle_report_content import BattleReport
    from exports.league_report import LeagueReport

MANY_ROUNDS, MANY_ROWS, MANY_DAYS = 12, 200, 60
"""The numbers of rounds, luck rows and history days above which a page collapses a section."""


class PageLink(Struct, frozen=True):
    """A link to another page of a site, with its text and relative address."""

    text: str
    address: str


def render_battle_report_html(report: BattleReport, nav: Sequence[PageLink] = ()) -> str:
    """Render the report as an HTML page in which all text from users is escaped.

    If the page belongs to a site, ``nav`` holds links to the site's other pages.
    """
    return load_page_template("report.html").render(
        report=report, nav=nav, worse_note=WORSE_NOTE, sum_note=SUM_NOTE
    )


def render_league_html(report: LeagueReport, nav: Sequence[PageLink] = ()) -> str:
    """Render a league or campaign report as an HTML page in which users' text is escaped."""
    return load_page_template("league.html").render(
        report=report, nav=nav, many_rounds=MANY_ROUNDS, many_rows=MANY_ROWS, many_days=MANY_DAYS
    )


@lru_cache
def load_page_template(name: str) -> Template:
    """Load a page template, in which every value is escaped."""
    environment = Environment(
        loader=PackageLoader("exports"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.filters.update(
        by_phase=lambda lines: [
            (phase, [*run]) for phase, run in groupby(lines, attrgetter("phase"))
        ],
        count_of=format_count,
        percent=format_percent,
    )
    return environment.get_template(name)
