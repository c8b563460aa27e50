"""What a site is made of: a part for the index, a game, a league, made if need be."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from hashlib import sha256
from importlib.resources import files

from msgspec import Struct

from exports.calendar import render_calendar
from exports.game_playback import render_playback
from exports.html import PageLink, render_html
from exports.league_html import render_league_html
from exports.league_report import build_league_report
from exports.report import build_battle_report
from exports.site.addresses import (
    INDEX,
    find_calendar_address,
    find_playback_address,
    link_league_pages,
    link_parents,
    page_of,
    page_within,
)
from exports.site.index import index_page
from exports.site.players import build_force_page, build_player_page
from exports.site.site_page import render_site_html
from tracker import __version__
from tracker.application.book import Book
from tracker.application.campaigns.service_records import Records
from tracker.application.errors import LedgerError, Refused
from tracker.application.leagues.dates import Days
from tracker.application.leagues.row import read_row
from tracker.application.match.summaries import Summary

Pages = Mapping[str, str]
"""The text of pages by their names."""


class SitePart(Struct, frozen=True):
    """Pages that are made together. They are what they were as long as ``key`` is; nothing in it:
    they are made each time.
    """

    id: str
    key: str
    make: Callable[[], Pages]


def list_site_parts(book: Book, title: str) -> Iterator[SitePart]:
    """Every part of the site of a ledger; what was put aside has none."""
    games, leagues = book.games(), book.leagues()
    of_league = {match: one for one in leagues for match in read_row(one).matches}
    for row in games:
        yield _game(book, row, of_league.get(row.stream))
    kept = {row.stream for row in games}
    for row in leagues:
        yield _league(book, row, kept)
    rules = {one.id: one.title for one in book.rulesets.values()}
    forces = {row.stream: _forces(book, row.stream) for row in games}
    index = index_page(title, games, leagues, rules, forces)
    yield SitePart("index", "", lambda: {INDEX: render_site_html(index, ())})


def _forces(book: Book, stream: str) -> list[str]:
    """The forces of a game; none of one that cannot be read."""
    try:
        return book.mustered(stream)
    except (LedgerError, Refused):
        return []


@cache
def get_site_edition() -> str:
    """What changes when the program's pages do: its version and templates."""
    found = sha256(__version__.encode())
    for each in sorted(files("exports").joinpath("templates").iterdir(), key=lambda one: one.name):
        found.update(each.read_bytes())
    return found.hexdigest()[:16]


def _key(*parts: str) -> str:
    """Parts of unlike things never come to the same: each is told from the next."""
    return sha256("\0".join((get_site_edition(), *parts)).encode()).hexdigest()


def _game(book: Book, row: Summary, league: Summary | None) -> SitePart:
    nav = link_parents(league) if league else link_parents()
    playback = PageLink("Play it back", find_playback_address(row.stream))
    links = (*nav, playback)
    key = _key(str(book.anchor(row.stream)), *(link.text + link.to for link in links))

    def make() -> Pages:
        game = book.read(row.stream).shown()
        report = PageLink("Battle report", page_of(row.stream))
        return {
            page_of(row.stream): render_html(build_battle_report(game), links),
            playback.to: render_playback(game, (*nav, report)),
        }

    return SitePart(row.stream, key, make)


def _league(book: Book, row: Summary, kept: set[str]) -> SitePart:
    """The day is in its key because byes of rounds to come pay on theirs."""
    stream, known = row.stream, read_row(row)
    matches = sorted(kept & set(known.matches))
    today = Days(known.zone, book.clock).today
    key = _key(str(book.anchor(stream)), today, *(str(book.anchor(one)) for one in matches))

    def make() -> Pages:
        league = book.open_league(stream)
        state, records = league.state, Records(league)
        to = link_league_pages(stream, {*state.players, *state.forces}, matches)
        nav, calendar = link_parents(row), PageLink("Calendar", find_calendar_address(stream))
        pages = {
            page_of(stream): render_league_html(
                build_league_report(league, to=to), (*link_parents(), calendar)
            ),
            find_calendar_address(stream): render_calendar(league),
        }
        for player in state.players:
            page = build_player_page(league, player, to)
            pages[page_within(stream, player)] = render_site_html(page, nav)
        for force in state.forces:
            page = build_force_page(league, records, force, to)
            pages[page_within(stream, force)] = render_site_html(page, nav)
        return pages

    return SitePart(stream, key, make)
