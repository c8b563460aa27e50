"""A league's evening on a server, with a phone for each player."""

from __future__ import annotations

import re
from pathlib import Path

from starlette.testclient import TestClient

from tracker.application.book import Book
from tracker.application.leagues.league import League
from tracker.application.leagues.results.results_reported_by_players import make_result_fingerprint
from tracker.leagues.league_state import Fixture
from tracker.leagues.results.standings_input_types import PlayerId
from tracker.server.access_tokens import AccessTokens, Role
from tracker.server.league_evening.league_links_and_qr_codes import (
    find_league_role_by_name,
    make_league_role_address,
)

HERE = {"origin": "http://testserver"}
EIGHT = ("Anna", "Bram", "Chloé", "Dario", "Esther", "Fynn", "Gwen", "<b>Ines</b>")


class Evening:
    """A league's evening. ``league`` is what the organiser's screens show, from a separate book."""

    def __init__(
        self, book: Book, league: League, phones: TestClient, tokens: AccessTokens
    ) -> None:
        self.book, self.league, self.phones, self.tokens = book, league, phones, tokens

    def role(self, name: str) -> Role:
        return find_league_role_by_name(self.league, name)

    def path(self, name: str) -> str:
        return make_league_role_address(self.league.stream, self.tokens, "", self.role(name))

    def shown(self, name: str, more: str = "") -> str:
        answered = self.phones.get(self.path(name) + more)
        assert answered.status_code == 200
        return answered.text

    def send(self, name: str, deed: str, /, **said: str) -> tuple[int, str]:
        sent = self.phones.post(f"{self.path(name)}/{deed}", data=said, headers=HERE)
        self.league.reload()
        return sent.status_code, sent.text

    def seen(self, fixture: str) -> str:
        return make_result_fingerprint(self.league.state.fixtures[fixture])

    def report(self, name: str, fixture: str, text: str, **more: str) -> tuple[int, str]:
        said = {"seen": self.seen(fixture), **more}
        return self.send(name, "report", game=fixture, text=text, **said)

    def confirm(self, name: str, fixture: str, seen: str = "") -> tuple[int, str]:
        return self.send(name, "confirm", game=fixture, seen=seen or self.seen(fixture))

    def games(self) -> list[Fixture]:
        round_ = self.league.state.current_round
        assert round_ is not None
        return self.league.state.list_fixtures(round_)

    def names(self, one: Fixture) -> tuple[str, str]:
        assert one.away is not None
        return self.league.state.get_player_name(one.home), self.league.state.get_player_name(
            one.away
        )

    def player(self, name: str) -> PlayerId:
        return next(one.id for one in self.league.state.players.values() if one.name == name)


def field(text: str, name: str) -> str:
    """Return the value of a hidden field of a page."""
    found = re.search(rf'name="{name}" value="([^"]*)"', text)
    assert found is not None
    return found[1]


def tokens_at(folder: Path) -> AccessTokens:
    return AccessTokens(folder / "tokens")
