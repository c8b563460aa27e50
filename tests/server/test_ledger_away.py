"""A ledger on a server that is away: every page and form says so in one sentence."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import pytest
from starlette.routing import Route
from starlette.testclient import TestClient

from tests.server.evening_kit import HERE
from tests.tui.kit import begin
from tracker.application.book import Book, open_book
from tracker.ledger.ledger_errors import ServerUnreachable
from tracker.server.access_tokens import AccessTokens, Role
from tracker.server.game_pages import LEDGER_UNREACHABLE, GamePages
from tracker.server.league_evening.evening_pages import EveningPages
from tracker.server.ledger_worker import LedgerWorker
from tracker.server.request_limits import RequestLimiter

T = TypeVar("T")
OWN_FILES = re.compile(r"/[\w.]+\.(js|css|svg|ico)")


class Away(LedgerWorker):
    """A ledger that nobody reaches."""

    async def run_with_book(self, what: Callable[[Book], T]) -> T:
        raise ServerUnreachable("The server of postgresql://scribe@10.0.0.7/games was lost.")


@pytest.fixture
def pages(tmp_path: Path) -> GamePages:
    return GamePages(Away(None), AccessTokens(tmp_path / "tokens"))


def test_every_page_and_form_says_that_the_ledger_is_away(pages: GamePages) -> None:
    evenings = EveningPages(pages.worker, pages.tokens)
    app = pages.build_app(evenings.list_routes())
    walked = 0
    with TestClient(RequestLimiter(app, {"testserver"})) as phones:
        for route in app.routes:
            assert isinstance(route, Route)
            path = re.sub(r"{stream[^}]*}", "l1" if "league" in route.path else "m1", route.path)
            path = re.sub(r"{[^}]*}", "x", path)
            for method in (route.methods or set()) - {"HEAD"}:
                if OWN_FILES.fullmatch(path):
                    continue
                answered = phones.request(method, path, headers=HERE)
                assert (answered.status_code, answered.text) == (503, LEDGER_UNREACHABLE), path
                walked += 1
    assert walked > 15


def test_who_follows_is_let_go_and_comes_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The line ends; a browser asks again, and is answered as above until the server is back."""

    def lost(_: Book, stream: str) -> int:
        raise ServerUnreachable("away")

    tokens = AccessTokens(tmp_path / "tokens")
    with open_book(tmp_path / "games.db") as book:
        game = begin(book)
        league = book.begin_league("L", players=("Anna", "Bram"))
        roles = ((game.stream, ""), (league.stream, "league/"))
        monkeypatch.setattr(Book, "get_version", lost)
        pages = GamePages(LedgerWorker(tmp_path / "games.db"), tokens)
        evenings = EveningPages(pages.worker, pages.tokens)
        with TestClient(
            RequestLimiter(pages.build_app(evenings.list_routes()), {"testserver"})
        ) as phones:
            for stream, before in roles:
                token = tokens.make_token(stream, Role("spectator"))
                name = "spectator/" if before else ""
                followed = phones.get(f"/{before}{stream}/{name}{token}/live")
                assert followed.status_code == 200
                assert "data:" not in followed.text
