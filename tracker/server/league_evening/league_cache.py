"""A cache that keeps leagues open, so that each version is read only once for all phones."""

from __future__ import annotations

from typing import NamedTuple

from markupsafe import Markup

from tracker.application.book import Book
from tracker.application.leagues.league import League
from tracker.leagues.results.standings_input_types import PlayerId
from tracker.server.access_tokens import Role
from tracker.server.league_evening.evening_view import EveningView, build_evening_view
from tracker.server.template_rendering import build_template_environment

SPECTATOR, ORGANISER, JOIN = Role("spectator"), Role("organiser"), Role("join")
SCRIBE = Role("scribe")


class SharedPageParts(NamedTuple):
    """The parts of an evening's page that are rendered once for everybody."""

    tables: Markup
    standings: Markup


class LeagueCache:
    """The open leagues, updated before each use. Only the ledger's thread may use the cache."""

    def __init__(self) -> None:
        self._leagues: dict[str, League] = {}
        self._evenings: dict[str, tuple[tuple[int, str], EveningView, SharedPageParts]] = {}

    def open_league(self, book: Book, stream: str) -> League:
        league = self._leagues.get(stream)
        if league is None:
            league = self._leagues[stream] = book.open_league(stream)
        elif league.is_behind:
            league.reload()
        return league

    def find_league_role(self, book: Book, stream: str, name: str) -> Role | None:
        """Find a league's role by name: ``spectator``, ``organiser``, ``join`` or a player's id."""
        row = book.get_summary(stream)
        if row is None or row.kind != "league":
            return None
        for role in (SPECTATOR, ORGANISER, JOIN):
            if name == role.name:
                return role
        player = PlayerId(name)
        players = self.open_league(book, stream).state.players
        return Role("player", player=player) if player in players else None

    def get_evening_and_page_parts(
        self, book: Book, stream: str, player: str | None
    ) -> tuple[EveningView, SharedPageParts]:
        """Return a league's evening and page parts, in which the player's own rows are highlighted.

        Both are computed at most once per version and minute.
        """
        league = self.open_league(book, stream)
        key = (league.version, league.calendar.now.format("YYYY-MM-DD HH:mm"))
        cached = self._evenings.get(stream)
        if cached is None or cached[0] != key:
            evening = build_evening_view(league)
            parts = [_render_part(name, evening) for name in SharedPageParts._fields]
            pages = SharedPageParts(*parts)
            cached = self._evenings[stream] = key, evening, pages
        _, evening, pages = cached
        if player is None:
            return evening, pages
        return evening, SharedPageParts(*(_mark_own_rows(page, player) for page in pages))


def _render_part(name: str, evening: EveningView) -> Markup:
    template = build_template_environment().get_template(f"evening/{name}.html")
    return Markup(template.render(evening=evening))


def _mark_own_rows(text: Markup, player: str) -> Markup:
    marked = str(text)
    for name in ("of", "and"):
        marked = marked.replace(f'data-{name}="{player}"', "data-mine")
    return Markup(marked)


def get_author_name(league: League, role: Role) -> str:
    """Return the author name for a role's entries, as in ``phone Anna``."""
    return f"phone {league.state.get_player_name(role.player) if role.player else role.name}"
