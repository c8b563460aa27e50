"""The addresses of pages: made of the ledger's ids alone, so that they last."""

from __future__ import annotations

from collections.abc import Collection

from exports.html import PageLink
from exports.league_parts import To, clean_line
from tracker.application.match.summaries import Summary

INDEX = "index.html"
NAMED = 40  # signs of a title in the links above a page


def page_of(stream: str) -> str:
    """``m3.html``, ``l1.html``."""
    return f"{stream}.html"


def page_within(stream: str, what: str) -> str:
    """The page of a player or force of a league: ``l1-p2.html``."""
    return f"{stream}-{what}.html"


def find_playback_address(stream: str) -> str:
    return f"{stream}-playback.html"


def find_calendar_address(stream: str) -> str:
    return f"{stream}.ics"


def link_league_pages(stream: str, own: Collection[str], matches: Collection[str]) -> To:
    """Where players and forces of a league and the games kept of it stand; others have no page."""

    def to(what: str) -> str:
        if what in matches:
            return page_of(what)
        return page_within(stream, what) if what in own else ""

    return to


def link_parents(*rows: Summary) -> tuple[PageLink, ...]:
    """The links above a page: to the index, then to what it belongs to."""
    return (
        PageLink("All games", INDEX),
        *(
            PageLink(clean_line(row.title)[:NAMED] or row.stream, page_of(row.stream))
            for row in rows
        ),
    )
