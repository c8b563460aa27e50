"""Leagues kept open by the server, in the ledger's thread; each moment looked at once for all."""

from __future__ import annotations

from tracker.application.book import Book
from tracker.application.leagues.league import League
from tracker.leagues.results import PlayerId
from tracker.server.doors import Role
from tracker.server.evening.seen import EveningSeen, evening_seen

SPECTATOR, ORGANISER = Role("spectator"), Role("organiser")


class Leagues:
    """The leagues that were asked for, as they stand; everything here in the ledger's thread."""

    def __init__(self) -> None:
        self._open: dict[str, League] = {}
        self._seen: dict[str, tuple[tuple[int, str], EveningSeen]] = {}

    def league(self, book: Book, stream: str, author: str = "") -> League:
        """A league as it stands now, in whose name is written."""
        league = self._open.get(stream)
        if league is None:
            league = self._open[stream] = book.open_league(stream)
        elif league.is_behind:
            league.reload()
        league.author = author
        return league

    def seen(self, book: Book, stream: str) -> EveningSeen:
        """What there is to see of it: worked out once a line of its book, and once a minute."""
        league = self.league(book, stream)
        now = (league.version, league.now.format("YYYY-MM-DD HH:mm"))
        known = self._seen.get(stream)
        if known is None or known[0] != now:
            known = self._seen[stream] = now, evening_seen(league)
        return known[1]


def role_at(book: Book, stream: str, name: str, leagues: Leagues) -> Role | None:
    """The role of a name at a league: ``spectator``, ``organiser`` or a player's id."""
    row = book.summary(stream)
    if row is None or row.kind != "league":
        return None
    if name == "spectator":
        return SPECTATOR
    if name == "organiser":
        return ORGANISER
    player = PlayerId(name)
    known = leagues.league(book, stream).state.players
    return Role("player", player=player) if player in known else None


def author_of(league: League, role: Role) -> str:
    """In whose name somebody writes: ``phone Anna``."""
    return f"phone {league.state.name(role.player) if role.player else role.name}"
