"""Players join an evening by one link: a name is of the phone that took it until released."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from tests.server.evening_kit import HERE, Evening, tokens_at
from tracker.application.book import open_book
from tracker.application.errors import Refused
from tracker.application.leagues.league_log import list_league_log_lines
from tracker.server.access_tokens import Role
from tracker.server.league_evening.player_self_service import (
    HOUR,
    MAX_NEW_NAMES_PER_HOUR,
    NameClaims,
)
from tracker.server.ledger_worker import LedgerWorker
from tracker.server.server_runner import build_application


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    ledger = tmp_path / "club.db"
    tokens = tokens_at(tmp_path)
    with open_book(ledger) as book:
        league = book.begin_league("Thursday", players=("Anna", "<i>Bram</i>"), rounds=3)
        with TestClient(build_application(LedgerWorker(ledger), tokens, {"testserver"})) as phones:
            yield Evening(book, league, phones, tokens)


def take(evening: Evening, **said: str) -> tuple[int, str]:
    """A phone that has no name yet sends one; where it is led to, or what it is told."""
    evening.phones.cookies.clear()
    sent = evening.phones.post(
        f"{evening.path('join')}/take", data=said, headers=HERE, follow_redirects=False
    )
    evening.league.reload()
    return sent.status_code, sent.headers.get("location", sent.text)


def test_a_name_is_of_the_phone_that_took_it_first(evening: Evening) -> None:
    anna = evening.player("Anna")
    assert f'value="{anna}">Anna</button>' in evening.shown("join")
    assert take(evening, player=anna) == (303, evening.path("Anna"))
    assert "Anna <small>is on another phone</small>" not in evening.shown("Anna")
    evening.phones.cookies.clear()
    assert "Anna <small>is on another phone</small>" in evening.shown("join")
    status, text = take(evening, player=anna)
    assert (status, "Anna is already on another phone." in text) == (422, True)
    assert evening.path("Anna").rpartition("/")[2] not in text


def test_who_joined_is_led_back_to_the_own_page(evening: Evening) -> None:
    anna = evening.player("Anna")
    take(evening, player=anna)
    cookie = evening.phones.cookies.jar
    (own,) = cookie
    assert (own.path, own.has_nonstandard_attr("HttpOnly")) == ("/league/l1/join", True)
    led = evening.phones.get(evening.path("join"), follow_redirects=False)
    assert (led.status_code, led.headers["location"]) == (303, evening.path("Anna"))
    assert "I am away in round 1" in evening.phones.get(evening.path("join")).text


def test_a_newcomer_joins_with_a_new_name(evening: Evening) -> None:
    status, address = take(evening, name=" Chloé ")
    assert (status, address) == (303, evening.path("Chloé"))
    assert list_league_log_lines(evening.league.history)[-1].author == "phone join"
    status, text = take(evening, name="chloé")
    assert (status, "Chloé is already on another phone." in text) == (422, True)
    assert "The organiser can release it on the page <i>Players</i>." in text
    status, text = take(evening, name="anna")
    assert (status, "Anna is already on the list. If this is you, tap the name" in text) == (
        422, True,
    )  # fmt: skip
    assert take(evening, name="")[0] == 422
    assert take(evening, player="p99")[0] == 422
    assert len(evening.league.state.players) == 3
    status, text = take(evening, name="<script>x</script>" * 30)
    assert (status, "Shorten it to 300 characters" in text) == (422, True)
    assert "<script>x" not in text


def test_names_are_released_by_their_player_and_by_the_organiser(evening: Evening) -> None:
    anna = evening.player("Anna")
    take(evening, player=anna)
    old = evening.path("Anna")
    sent = evening.phones.post(f"{old}/release", headers=HERE, follow_redirects=False)
    assert (sent.status_code, sent.headers["location"]) == (303, evening.path("join"))
    assert evening.phones.get(old).status_code == 404
    assert take(evening, player=anna)[0] == 303
    page = evening.shown("organiser", "/players")
    assert page.count("Release the name from its phone") == 1
    old = evening.path("Anna")
    sent = evening.phones.post(
        f"{evening.path('organiser')}/renew",
        data={"role": anna, "view": "players"},
        headers=HERE,
        follow_redirects=False,
    )
    back = f"{evening.path('organiser')}/players?renewed={anna}"
    assert sent.headers["location"] == back
    assert "The old link for Anna has been revoked." in evening.phones.get(back).text
    assert evening.phones.get(old).status_code == 404
    assert "Release" not in evening.shown("organiser", "/players")
    assert take(evening, player=anna)[0] == 303


def test_a_code_of_ones_own_takes_the_name_too(evening: Evening) -> None:
    assert evening.phones.get(evening.path("Anna")).status_code == 200
    assert take(evening, player=evening.player("Anna"))[0] == 422


def test_the_link_joins_and_does_nothing_else(evening: Evening) -> None:
    path = evening.path("join")
    for below in ("part", "rounds", "players", "screen", "screen/part", "live", "codes"):
        assert evening.phones.get(f"{path}/{below}").status_code == 404
    for deed in ("report", "enrol", "undo", "check-in", "renew", "release"):
        sent = evening.phones.post(f"{path}/{deed}", data={"name": "Eve"}, headers=HERE)
        assert sent.status_code == 404
    for name in ("Anna", "everybody", "organiser"):
        sent = evening.phones.post(f"{evening.path(name)}/take", data={"name": "E"}, headers=HERE)
        assert sent.status_code == 404
    assert evening.phones.post(f"{path}/take", data={"name": "Eve"}).status_code == 403
    for name in ("everybody", "organiser"):
        sent = evening.phones.post(f"{evening.path(name)}/release", headers=HERE)
        assert sent.status_code == 404
    evening.league.reload()
    assert len(evening.league.state.players) == 2
    forged = {"cookie": f"own={evening.player('Anna')}.aaaa"}
    assert evening.phones.get(path, headers=forged, follow_redirects=False).status_code == 200
    assert "&lt;i&gt;Bram" in evening.shown("join")
    evening.tokens.replace_token("l1", Role("join"))
    assert evening.phones.get(path).status_code == 404


def test_players_check_in_and_drop_out(evening: Evening) -> None:
    anna = evening.player("Anna")
    assert evening.send("Anna", "check-in", how="away")[0] == 200
    assert evening.league.state.players[anna].get_absence_reason(1) == "away"
    assert "I can play after all" in evening.shown("Anna")
    assert evening.send("Anna", "check-in", how="here")[0] == 200
    assert evening.league.state.players[anna].get_absence_reason(1) == ""
    assert list_league_log_lines(evening.league.history)[-1].author == "phone Anna"
    assert evening.send("Anna", "check-in", how="asleep")[0] == 422
    assert evening.send("organiser", "check-in", how="away")[0] == 422
    evening.league.rounds.draft_round()
    evening.league.rounds.publish_round()
    assert "I drop out after round 1</button>" in evening.shown("Anna")
    assert evening.send("Anna", "check-in", how="drop")[0] == 200
    assert evening.league.state.players[anna].left_after == 1


@pytest.mark.thorough
def test_a_link_that_got_about_brings_so_many_names_an_hour(evening: Evening) -> None:
    now = [0.0]
    joining = NameClaims(evening.tokens, lambda: now[0])
    for number in range(MAX_NEW_NAMES_PER_HOUR):
        joining.claim_or_enrol_player(evening.league, {"name": f"Bot {number}"})
    with pytest.raises(Refused, match="Too many players have joined in the last hour"):
        joining.claim_or_enrol_player(evening.league, {"name": "One more"})
    joining.claim_or_enrol_player(
        evening.league, {"player": evening.player("Anna")}
    )  # a name that is known
    now[0] = HOUR + 1
    joining.claim_or_enrol_player(evening.league, {"name": "One more"})


def test_codes_begin_with_the_link_by_which_players_join(evening: Evening) -> None:
    text = evening.shown("organiser", "/codes")
    assert "Join the evening" in text
    assert text.index(evening.path("join")) < text.index(evening.path("Anna"))
