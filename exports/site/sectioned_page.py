"""A site page made up of sections, such as the index, a player or a force."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from exports.battle_report_html import PageLink, load_page_template
from exports.report_sections import ReportSection


class SitePage(Struct, frozen=True):
    """A page. ``title`` and ``about`` come first, then sections with links in their tables."""

    title: str
    about: str
    sections: tuple[ReportSection, ...]


def render_site_html(page: SitePage, nav: Sequence[PageLink]) -> str:
    """Render the page. All text from users is escaped."""
    return load_page_template("site.html").render(report=page, nav=nav)
