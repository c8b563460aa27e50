"""What lies over a stream: what it says, where it is, and chances that nobody waits for."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from starlette.testclient import TestClient

from tests.saying import say
from tests.tui.kit import TO_SHOOT, begin, book
from tracker.application.book import open_book
from tracker.application.match.game import Game
from tracker.application.win_probability.current_win_chance import (
    CurrentWinChance,
    find_last_version_between_actions,
)
from tracker.application.win_probability.game_rollouts import RolloutResult
from tracker.server import win_chance_worker
from tracker.server.access_tokens import AccessTokens, Role
from tracker.server.broadcast_overlay import SPECTATOR, build_overlay_view
from tracker.server.game_pages import GamePages
from tracker.server.ledger_worker import LedgerWorker
from tracker.server.request_limits import CONTENT_POLICY, RequestLimiter
from tracker.vocabulary.subject_ids import SideId

VOLLEY = (*TO_SHOOT, "r1 > b2 soft")
WON = RolloutResult((31, 14), 5)


def chance_of(game: Game) -> CurrentWinChance:
    return CurrentWinChance(find_last_version_between_actions(game), 26, WON)


def test_it_has_the_roll_with_its_odds_then_what_came_of_it() -> None:
    game = begin(book(), VOLLEY)
    shown = build_overlay_view(game, None)
    question = shown.game.question
    assert question is not None
    assert (question.actors, question.title, question.number) == (
        "R1 Alpha ▸ B2 Dusk rifles",
        "to hit 10 dice",
        "3+",
    )
    # 3 or more on a die of six: 4 in 6, so 6.67 of ten dice.
    assert shown.odds == "67% each, expected 6.7 of 10"
    assert shown.game.log[0][1] == "R1 Alpha ▸ B2 Dusk rifles"
    game.undo()
    say(game, "r1 > b2 soft : =0")
    shown = build_overlay_view(game, None)
    assert (shown.game.question, shown.odds) == (None, "")
    assert shown.game.rolls[-1][2] == "0 hits"


def test_chances_are_told_of_the_line_they_are_of_as_long_as_it_counts() -> None:
    game = begin(book(), TO_SHOOT)
    shown = build_overlay_view(game, chance_of(game))
    # 31, 14 and 5 of 50; √(0.6176 · 0.3824 / 51) = 0.068 off at most
    parts = [(one.percent, one.start, one.width) for one in shown.chances]
    assert parts == [("62%", 0.0, 62.0), ("28%", 72.0, 28.0)]
    assert (shown.line, shown.error) == (26, 7)
    known = chance_of(game)
    say(game, "r1 > b2 soft")
    assert build_overlay_view(game, known).chances == shown.chances
    game.undo()
    game.undo()
    assert build_overlay_view(game, known).chances == ()


@pytest.fixture
def ledger(tmp_path: Path) -> Path:
    return tmp_path / "games.db"


@pytest.fixture
def played(ledger: Path) -> Iterator[Game]:
    with open_book(ledger) as kept:
        yield begin(kept, TO_SHOOT)


def test_it_is_worked_out_once_a_line_for_all_who_look(
    ledger: Path, played: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, told = tmp_path / "begun", tmp_path / "told"
    told.write_bytes(msgspec.json.encode(chance_of(played)))
    code = f"open({str(begun)!r}, 'a').write('x'); print(open({str(told)!r}).read())"
    monkeypatch.setattr(win_chance_worker, "CHANCE_COMMAND", (sys.executable, "-c", code))
    tokens = AccessTokens(tmp_path / "tokens")
    at = f"/m1/{tokens.make_token('m1', SPECTATOR)}/overlay"
    with TestClient(
        RequestLimiter(GamePages(LedgerWorker(ledger), tokens).build_app(), {"testserver"})
    ) as phones:
        first = phones.get(at)
        assert first.status_code == 200
        assert "chance to win" not in first.text
        assert first.headers["content-security-policy"] == CONTENT_POLICY
        text = ""
        while "chance to win" not in text:  # however many ask meanwhile
            text = phones.get(f"{at}/part").text
            time.sleep(0.05)
        assert "after line 26, ±7" in text
        assert begun.read_text() == "x"
        say(played, "r1 > b2 soft : =0")
        while begun.read_text() != "xx":
            phones.get(f"{at}/part")
            time.sleep(0.05)


def test_every_other_link_leads_to_that_of_the_spectators(
    ledger: Path, played: Game, tmp_path: Path
) -> None:
    tokens = AccessTokens(tmp_path / "tokens")
    own = f"/m1/{tokens.make_token('m1', SPECTATOR)}/overlay"
    with TestClient(GamePages(LedgerWorker(ledger), tokens).build_app()) as phones:
        for role in (Role("scribe"), Role("side", SideId("s:r"))):
            sent = phones.get(
                f"/m1/{tokens.make_token('m1', role)}/overlay", follow_redirects=False
            )
            assert (sent.status_code, sent.headers["location"]) == (303, own)
        assert phones.get("/m1/nobody/overlay").status_code == 404
